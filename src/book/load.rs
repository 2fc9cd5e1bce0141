//! A folder becomes a book: all lessons read, their editions resolved together, all diagnostics at once.
//!
//! Owns which files are editions, which of them is the original, and the order of chapters. A lesson with an error in any
//! of its editions is broken as a whole, since its editions are told as one. Deliberately absent: what any name means.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span, Warned, did_you_mean};
use crate::lesson::{self, Edition};
use crate::locale::Locale;
use crate::source::Folder;

use super::links::Targets;
use super::lost::Lost;
use super::{Book, Settings, lessons, settings};

/// Reads and resolves all lessons of a folder. Only where there is no readable `book.toml` is there no book.
pub fn load(folder: &Folder) -> Result<Warned<Book>, Box<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let settings = settings::parse(&folder.book_toml()?).settle(&mut diagnostics);
    let slugs = order(folder.slugs(), &settings, &mut diagnostics);
    let drafts: Vec<Draft> = slugs.iter().map(|slug| Draft::read(folder, &settings, slug)).collect();
    let mut targets = Targets::default();
    for draft in &drafts {
        for edition in draft.editions.values() {
            targets.add(&draft.slug, edition);
        }
    }
    let known: BTreeSet<&str> = slugs.iter().map(String::as_str).collect();
    let (mut whole, mut broken) = (Vec::new(), Vec::new());
    for mut draft in drafts {
        let mut own = std::mem::take(&mut draft.diagnostics);
        let slug = draft.slug.clone();
        for edition in draft.editions.values() {
            targets.check(&slug, edition, &mut own);
            check_after(edition, &slug, &known, &mut own);
        }
        let original = draft.original(&mut own);
        let lesson = original.map(|original| {
            let lost = Lost::of(&draft.editions[&original], &own);
            let mut found = Vec::new();
            let lesson = lessons::resolve(folder, &settings, &slug, original, draft.editions, &mut found);
            own.extend(found.into_iter().filter(|diagnostic| !lost.explains(diagnostic)));
            lesson
        });
        sort(&mut own);
        let sound = !own.iter().any(Diagnostic::is_error);
        diagnostics.extend(own);
        match lesson.filter(|_| sound) {
            Some(lesson) => whole.push(lesson),
            None => broken.push(slug),
        }
    }
    let value = Book {
        settings,
        lessons: whole,
        broken,
    };
    Ok(Warned { value, diagnostics })
}

/// The order of chapters: as `book.toml` lists them, then the others by slug.
fn order(slugs: Vec<String>, settings: &Settings, diagnostics: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut ordered = Vec::new();
    for slug in &settings.lessons {
        if slugs.contains(slug) {
            if !ordered.contains(slug) {
                ordered.push(slug.clone());
            }
            continue;
        }
        let message = format!("there is no lesson `{slug}`");
        let hint = did_you_mean(slug, slugs.iter().map(String::as_str))
            .unwrap_or_else(|| format!("write `lessons/{slug}/en.md`, or leave it out"));
        let diagnostic = Diagnostic::error(
            "unknown-lesson",
            &settings.source,
            quoted(&settings.source, slug),
            message,
        );
        diagnostics.push(diagnostic.hint(hint));
    }
    let others = slugs.into_iter().filter(|slug| !settings.lessons.contains(slug));
    ordered.extend(others);
    ordered
}

/// Where `book.toml` has a string, since its settings keep no places.
fn quoted(source: &SourceText, word: &str) -> Span {
    let place = ['"', '\''].into_iter().find_map(|quote| {
        let written = format!("{quote}{word}{quote}");
        source.text.find(&written).map(|start| start..start + written.len())
    });
    place.unwrap_or(0..0)
}

/// Lessons to be read before exist.
fn check_after(edition: &Edition, slug: &str, known: &BTreeSet<&str>, diagnostics: &mut Vec<Diagnostic>) {
    for after in &edition.front.after {
        let (message, hint) = if after.value == slug {
            ("a lesson does not come after itself".to_owned(), None)
        } else if known.contains(after.value.as_str()) {
            continue;
        } else {
            let hint = did_you_mean(&after.value, known.iter().copied());
            (format!("there is no lesson `{}`", after.value), hint)
        };
        let hint = hint.unwrap_or_else(|| "name the folder of another lesson, or leave it out".to_owned());
        let diagnostic = Diagnostic::error("unknown-lesson", &edition.source, after.span.clone(), message);
        diagnostics.push(diagnostic.hint(hint));
    }
}

/// By file and place, each told once.
fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let place = |diagnostic: &Diagnostic| {
        let span = diagnostic.span.as_ref().map(|span| (span.start, span.end));
        (diagnostic.source.path.clone(), span)
    };
    diagnostics.sort_by_cached_key(place);
    diagnostics.dedup_by(|a, b| place(a) == place(b) && a.code == b.code && a.message == b.message);
}

/// A lesson whose editions are read, each for itself.
struct Draft {
    slug: String,
    editions: BTreeMap<Locale, Edition>,
    diagnostics: Vec<Diagnostic>,
}

impl Draft {
    fn read(folder: &Folder, settings: &Settings, slug: &str) -> Self {
        let mut draft = Draft {
            slug: slug.to_owned(),
            editions: BTreeMap::new(),
            diagnostics: Vec::new(),
        };
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
            Err(diagnostic) => self.diagnostics.push(*diagnostic),
        }
    }

    /// The locale of the edition that the others are translations of. Editions that do not say what they are, because
    /// their front matter has errors, are left out, unless there is no other original.
    fn original(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Option<Locale> {
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
            let Some(named) = &edition.front.original else { continue };
            let message = match self.editions.contains_key(&named.value) {
                true => format!(
                    "`{}.md` is a translation too, so the lesson has no original",
                    named.value
                ),
                false => format!("there is no `{}.md` in the lesson's folder", named.value),
            };
            let hint = "leave `original` out of the edition that was written first";
            let diagnostic = Diagnostic::error("unknown-original", &edition.source, named.span.clone(), message);
            diagnostics.push(diagnostic.hint(hint));
        }
    }

    /// Translations that name something else than the original.
    fn misnamed(&self, original: Locale, diagnostics: &mut Vec<Diagnostic>) {
        for edition in self.editions.values() {
            let Some(named) = &edition.front.original else { continue };
            if named.value == original {
                continue;
            }
            let message = match self.editions.contains_key(&named.value) {
                true => format!("`{}.md` is a translation itself", named.value),
                false => format!("there is no `{}.md` in the lesson's folder", named.value),
            };
            let hint = format!("write `original = \"{original}\"`");
            let diagnostic = Diagnostic::error("unknown-original", &edition.source, named.span.clone(), message);
            diagnostics.push(diagnostic.hint(hint));
        }
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
        Some(locale) if settings.locales.contains(&locale) => return Ok(locale),
        Some(locale) => (
            format!("the book has no locale `{locale}`"),
            format!("add `\"{locale}\"` to `locales` in `lessons/book.toml`, or remove the file"),
        ),
        None => (
            format!("`{stem}` is no locale"),
            format!("an edition is called one of {}", names(&settings.locales)),
        ),
    };
    Err(Box::new(
        Diagnostic::about_file("unknown-locale", &source, message).hint(hint),
    ))
}
