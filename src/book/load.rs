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
use super::{Book, Settings, lessons, settings};

/// Reads and resolves all lessons of a folder. Only where there is no readable `book.toml` is there no book.
pub fn load(folder: &Folder) -> Result<Warned<Book>, Box<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let settings = settings::read(&folder.book_toml()?).settle(&mut diagnostics);
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
        let lesson = draft
            .original(&mut own)
            .map(|original| lessons::resolve(folder, &settings, &slug, original, draft.editions, &mut own));
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
        let diagnostic = Diagnostic::error("unknown-lesson", &settings.source, quoted(&settings.source, slug), message);
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

    /// The locale of the edition that the others are translations of.
    fn original(&self, diagnostics: &mut Vec<Diagnostic>) -> Option<Locale> {
        // An edition whose front matter cannot be read does not say what it is.
        let silent = |edition: &Edition| edition.front.title.is_empty() && has_errors(diagnostics, edition);
        let unknown = self.editions.values().any(silent);
        let (translations, originals): (Vec<&Edition>, Vec<&Edition>) =
            self.editions.values().partition(|edition| edition.is_translation());
        let (original, others) = originals.split_first().map_or((None, originals.as_slice()), |(first, others)| {
            (Some(*first), others)
        });
        for edition in others.iter().filter(|_| !unknown) {
            let first = original.map(|original| original.locale.tag()).unwrap_or_default();
            let message = format!("the lesson has two originals, `{first}.md` and `{}.md`", edition.locale);
            let hint = format!("name the original in the translation's front matter: `original = \"{first}\"`");
            diagnostics.push(Diagnostic::about_file("several-originals", &edition.source, message).hint(hint));
        }
        for edition in &translations {
            let Some(named) = &edition.front.original else { continue };
            let Some(problem) = self.misnamed(edition, named.value, original.filter(|_| !unknown)) else { continue };
            let diagnostic = Diagnostic::error("unknown-original", &edition.source, named.span.clone(), problem.0);
            diagnostics.push(diagnostic.hint(problem.1));
        }
        original.filter(|_| others.is_empty()).map(|original| original.locale)
    }

    /// What is wrong with the original that a translation names, and what to do.
    fn misnamed(&self, edition: &Edition, named: Locale, original: Option<&Edition>) -> Option<(String, String)> {
        if let Some(original) = original {
            let hint = format!("write `original = \"{}\"`", original.locale);
            let message = match self.editions.contains_key(&named) {
                true => format!("`{named}.md` is a translation itself"),
                false => format!("there is no `{named}.md` in the lesson's folder"),
            };
            return (named != original.locale).then_some((message, hint));
        }
        if named == edition.locale {
            let message = "an edition is no translation of itself".to_owned();
            return Some((message, "leave `original` out where the lesson was first written".to_owned()));
        }
        let hint = "leave `original` out of the edition that was written first".to_owned();
        match self.editions.contains_key(&named) {
            true => None.or_else(|| {
                let circle = self.editions.values().all(Edition::is_translation);
                circle.then(|| (format!("`{named}.md` is a translation too, so there is no original"), hint))
            }),
            false => Some((format!("there is no `{named}.md` in the lesson's folder"), hint)),
        }
    }
}

fn has_errors(diagnostics: &[Diagnostic], edition: &Edition) -> bool {
    diagnostics
        .iter()
        .any(|diagnostic| diagnostic.is_error() && Arc::ptr_eq(&diagnostic.source, &edition.source))
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
    Err(Box::new(Diagnostic::about_file("unknown-locale", &source, message).hint(hint)))
}
