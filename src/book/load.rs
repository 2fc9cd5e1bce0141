//! A folder becomes a book: all lessons read, their editions resolved together, all diagnostics at once.
//!
//! Owns the order of chapters, and which lessons are broken: a lesson with an error in any of its editions is, as a whole,
//! since its editions are told as one. Deliberately absent: reading editions (`draft`) and what any name means (`lessons`).

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Severity, SourceText, Span, Warned, did_you_mean};
use crate::lesson::Edition;
use crate::lesson::guesses::unanswered;
use crate::source::Folder;

use super::draft::{Draft, is_usable_name};
use super::links::Targets;
use super::lost::Lost;
use super::outline::{Mention, footnote_mentions, mentions};
use super::{Book, Settings, lessons, settings};

/// Reads and resolves all lessons of a folder. Only where there is no readable `book.toml` is there no book.
pub fn load(folder: &Folder) -> Result<Warned<Book>, Box<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let source = folder.book_toml().map_err(|diagnostic| {
        Box::new(diagnostic.hint("a book has this file, with at least `locales = [\"en\"]` in it"))
    })?;
    let settings = settings::parse(&source).settle(&mut diagnostics);
    let slugs = order(folder.slugs(), &settings, &mut diagnostics);
    diagnostics.extend(beside_lessons(folder, &settings));
    let drafts: Vec<Draft> = slugs.iter().map(|slug| Draft::read(folder, &settings, slug)).collect();
    let mut targets = Targets::default();
    for draft in &drafts {
        targets.add(&draft.slug, &draft.editions, &draft.unread);
    }
    let known: BTreeSet<&str> = slugs.iter().map(String::as_str).collect();
    let (mut whole, mut broken) = (Vec::new(), Vec::new());
    for mut draft in drafts {
        let mut own = std::mem::take(&mut draft.diagnostics);
        let slug = draft.slug.clone();
        let files = folder.files(&slug);
        for edition in draft.editions.values() {
            targets.check(&slug, edition, &files, &mut own);
            check_after(edition, &slug, &known, &mut own);
            own.extend(shown_html(edition, &settings));
            own.extend(unanswered(&edition.body, &edition.source));
        }
        let original = draft.original(&mut own);
        let lesson = original.map(|original| {
            let lost = Lost::of(&draft.editions[&original], &own);
            let mut found = Vec::new();
            let lesson = lessons::resolve(folder, &settings, &slug, original, draft.editions, &own, &mut found);
            own.extend(found.into_iter().filter(|diagnostic| !lost.explains(diagnostic)));
            drop_superseded(&mut own);
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

/// What lies in `lessons/` and looks as if it were a lesson.
fn beside_lessons(folder: &Folder, settings: &Settings) -> Vec<Diagnostic> {
    let locale = settings.locales.first().map_or("en", |locale| locale.tag());
    let (files, folders) = folder.beside_lessons();
    let files = files.into_iter().map(|stem| {
        let message = "a text beside the lessons' folders is no part of the book";
        let hint = format!("a lesson is a folder: move it to `lessons/{stem}/{locale}.md`");
        (format!("lessons/{stem}.md"), message, hint)
    });
    let folders = folders.into_iter().map(|name| {
        let message = "this folder has no edition of a lesson";
        let hint = format!("write `lessons/{name}/{locale}.md`, or remove the folder");
        (format!("lessons/{name}"), message, hint)
    });
    let strays = files.chain(folders).map(|(path, message, hint)| {
        let source = SourceText::new(path, "");
        let diagnostic = Diagnostic::about_file("no-lesson", &source, message).hint(hint);
        Diagnostic {
            severity: Severity::Warning,
            ..diagnostic
        }
    });
    strays.collect()
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
        let usable = slugs.iter().map(String::as_str).filter(|slug| is_usable_name(slug));
        let hint =
            did_you_mean(slug, usable).unwrap_or_else(|| format!("write `lessons/{slug}/en.md`, or leave it out"));
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

/// Warns of the first HTML of an edition, where the book does not let it through.
fn shown_html(edition: &Edition, settings: &Settings) -> Option<Diagnostic> {
    let mentioned = mentions(&edition.body)
        .into_iter()
        .chain(footnote_mentions(&edition.body));
    let html = mentioned.filter(|(mention, _)| matches!(mention, Mention::Html));
    let (_, span) = html.min_by_key(|(_, span)| span.start).filter(|_| !settings.raw_html)?;
    let message = "HTML is shown to readers as it is written";
    let hint = "write Markdown, or let HTML through by `raw_html = true` in `lessons/book.toml`";
    Some(Diagnostic::warning("html-shown-as-text", &edition.source, span.clone(), message).hint(hint))
}

/// What is said of a place of which the reason has been told: of a claim without a quantifier that its list of places is
/// incomplete, of a prediction that is not known that no answer follows it.
fn drop_superseded(diagnostics: &mut Vec<Diagnostic>) {
    const SUPERSEDED: [(&str, &str); 2] = [
        ("where-list", "where-without-quantifier"),
        ("unanswered-prediction", "unknown-prediction"),
    ];
    let places: Vec<(&str, String, usize)> = diagnostics
        .iter()
        .filter_map(|told| Some((told.code, told.source.path.clone(), told.span.as_ref()?.start)))
        .collect();
    let is_superseded = |diagnostic: &Diagnostic| {
        let reason = SUPERSEDED.iter().find(|(code, _)| *code == diagnostic.code);
        let span = diagnostic.span.as_ref();
        let holds = |(code, path, place): &(&str, String, usize)| {
            reason.is_some_and(|(_, reason)| reason == code)
                && *path == diagnostic.source.path
                && span.is_some_and(|span| span.contains(place))
        };
        places.iter().any(holds)
    };
    diagnostics.retain(|diagnostic| !is_superseded(diagnostic));
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
