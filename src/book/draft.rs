//! A lesson's folder: which files are editions, and which of them is the original.
//!
//! Owns the rules on names of files and on `original`. Deliberately absent: what any other name means (`lessons`).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText};
use crate::lesson::{self, Edition};
use crate::locale::Locale;
use crate::source::Folder;

use super::Settings;

/// A lesson whose editions are read, each for itself.
#[derive(Debug)]
pub(super) struct Draft {
    pub slug: String,
    pub editions: BTreeMap<Locale, Edition>,
    /// Editions that are there and cannot be read.
    pub unread: Vec<Locale>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Draft {
    pub(super) fn read(folder: &Folder, settings: &Settings, slug: &str) -> Self {
        let mut draft = Draft {
            slug: slug.to_owned(),
            editions: BTreeMap::new(),
            unread: Vec::new(),
            diagnostics: Vec::new(),
        };
        draft.diagnostics.extend(unusable_name(slug));
        for stem in folder.edition_files(slug) {
            let path = format!("lessons/{slug}/{stem}.md");
            match locale_of(&stem, &path, settings) {
                Ok(locale) => draft.edition(folder, &path, locale),
                Err(diagnostic) => draft.diagnostics.push(*diagnostic),
            }
        }
        draft
    }

    fn edition(&mut self, folder: &Folder, path: &str, locale: Locale) {
        match folder.text(path) {
            Ok(source) => {
                let edition = lesson::parse(locale, &source).settle(&mut self.diagnostics);
                self.editions.insert(locale, edition);
            }
            Err(diagnostic) => {
                self.unread.push(locale);
                self.diagnostics.push(*diagnostic);
            }
        }
    }

    /// The locale of the edition that the others are translations of. Editions that do not say what they are, because
    /// their front matter has errors, are left out, unless there is no other original.
    pub(super) fn original(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Option<Locale> {
        let originals: Vec<Locale> = self.editions_that(|edition| !edition.is_translation());
        let silent: Vec<Locale> =
            self.editions_that(|edition| !edition.is_translation() && is_silent(edition, diagnostics));
        let clear: Vec<Locale> = originals
            .iter()
            .copied()
            .filter(|locale| !silent.contains(locale))
            .collect();
        let (original, others) = match (clear.as_slice(), silent.as_slice()) {
            ([original, others @ ..], _) => (*original, others),
            ([], [only]) => (*only, &[][..]),
            ([], _) => {
                self.without_original(silent.is_empty(), diagnostics);
                return None;
            }
        };
        for other in others {
            let message = format!("the lesson has two originals, `{original}.md` and `{other}.md`");
            let hint = format!("say in the front matter of one that it is a translation: `original = \"{original}\"`");
            let source = &self.editions[other].source;
            diagnostics.push(Diagnostic::about_file("several-originals", source, message).hint(hint));
        }
        self.misnamed(original, diagnostics);
        self.editions
            .retain(|locale, _| *locale == original || !silent.contains(locale));
        others.is_empty().then_some(original)
    }

    fn editions_that(&self, wanted: impl Fn(&Edition) -> bool) -> Vec<Locale> {
        let wanted = self.editions.values().filter(|edition| wanted(edition));
        wanted.map(|edition| edition.locale).collect()
    }

    /// Every edition names another one as its original.
    fn without_original(&self, certain: bool, diagnostics: &mut Vec<Diagnostic>) {
        for edition in self.editions.values().filter(|_| certain) {
            let hint = "leave `original` out of the edition that was written first";
            self.check_named(edition, hint, diagnostics);
        }
    }

    /// Translations that name something else than an original.
    fn misnamed(&self, original: Locale, diagnostics: &mut Vec<Diagnostic>) {
        let hint = format!("write `original = \"{original}\"`");
        for edition in self.editions.values() {
            self.check_named(edition, &hint, diagnostics);
        }
    }

    fn check_named(&self, edition: &Edition, hint: &str, diagnostics: &mut Vec<Diagnostic>) {
        let Some(named) = &edition.front.original else { return };
        let message = match self.editions.get(&named.value) {
            Some(other) if other.is_translation() => format!("`{}.md` is a translation itself", named.value),
            None if !self.unread.contains(&named.value) => {
                format!("there is no `{}.md` in the lesson's folder", named.value)
            }
            _ => return,
        };
        let diagnostic = Diagnostic::error("unknown-original", &edition.source, named.span.clone(), message);
        diagnostics.push(diagnostic.hint(hint));
    }
}

/// Whether an edition's front matter has errors, so that it may not say whether it is a translation.
fn is_silent(edition: &Edition, diagnostics: &[Diagnostic]) -> bool {
    let body = edition.body.first().map_or(usize::MAX, |block| block.span.start);
    diagnostics.iter().any(|diagnostic| {
        let start = diagnostic.span.as_ref().map_or(0, |span| span.start);
        diagnostic.is_error() && Arc::ptr_eq(&diagnostic.source, &edition.source) && start < body
    })
}

/// The locale that a Markdown file is named by.
fn locale_of(stem: &str, path: &str, settings: &Settings) -> Result<Locale, Box<Diagnostic>> {
    let source = SourceText::new(path, "");
    let names = |locales: &[Locale]| {
        let files: Vec<String> = locales.iter().map(|locale| format!("`{locale}.md`")).collect();
        files.join(", ")
    };
    let (message, hint) = match Locale::parse(stem) {
        // A book that has no locales has heard of it already.
        Some(locale) if settings.locales.is_empty() || settings.locales.contains(&locale) => return Ok(locale),
        Some(locale) => (
            format!("the book has no locale `{locale}`"),
            format!("add `\"{locale}\"` to `locales` in `lessons/book.toml`, or remove the file"),
        ),
        None if is_tag(stem) => (
            format!("there is no locale `{stem}`"),
            format!("an edition is called one of {}", names(&Locale::ALL)),
        ),
        None => (
            format!("`{stem}` is no locale"),
            format!(
                "an edition is called one of {}; give other text another ending than `.md`",
                names(&settings.locales)
            ),
        ),
    };
    Err(Box::new(
        Diagnostic::about_file("unknown-locale", &source, message).hint(hint),
    ))
}

/// Whether a word looks like the tag of a language: `de`, `pt-BR`.
fn is_tag(word: &str) -> bool {
    let language = word.split(['-', '_']).next().unwrap_or(word);
    matches!(language.len(), 2 | 3) && language.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether a lesson's folder may be called so: it names its pages and is part of their addresses.
pub(super) fn is_usable_name(slug: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    slug.chars().all(is_plain) && slug != "index"
}

fn unusable_name(slug: &str) -> Option<Diagnostic> {
    if is_usable_name(slug) {
        return None;
    }
    let source = SourceText::new(format!("lessons/{slug}"), "");
    let (message, hint) = match slug {
        "index" => (
            "`index` is the name of the front pages",
            "give the lesson's folder another name",
        ),
        _ => (
            "a lesson's folder has only ASCII letters, digits, `-`, `_` and `.` in its name",
            "rename the folder, as in `two-files`; titles may have any characters",
        ),
    };
    Some(Diagnostic::about_file("lesson-name", &source, message).hint(hint))
}
