//! The editions of one lesson, resolved together.
//!
//! Owns the order of resolving: definitions, what each edition refers to, labels, agreement. Deliberately absent: the rules
//! of each of these, which have modules of their own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, Span};
use crate::lesson::Edition;
use crate::lesson::document::ProgramPart;
use crate::lesson::names::Spanned;
use crate::locale::Locale;
use crate::source::{Folder, Problem};

use super::agreement::{self, Outline, Outlined};
use super::experiments::Definitions;
use super::files::Files;
use super::labels::{self, Names};
use super::outline::{Mention, Mentioned, footnote_mentions, mentions, stretches};
use super::references::Reader;
use super::scope::Scope;
use super::{Lesson, Settings};

/// Resolves a lesson whose original is `original`; `told` is what is wrong with its editions by themselves. What has errors
/// is left out of it.
pub(super) fn resolve(
    folder: &Folder,
    settings: &Settings,
    slug: &str,
    original: Locale,
    editions: BTreeMap<Locale, Edition>,
    told: &[Diagnostic],
    diagnostics: &mut Vec<Diagnostic>,
) -> Lesson {
    let source_edition = &editions[&original];
    let fenced = fenced(folder, slug, source_edition, diagnostics);
    let files = Files {
        folder,
        slug,
        fenced: &fenced,
        told: RefCell::default(),
    };
    let mut definitions = Definitions {
        settings,
        files: &files,
        original: source_edition,
        diagnostics,
    };
    let mut experiments = definitions.experiments();
    let mut predicts = definitions.predicts();
    let mut figures = BTreeMap::new();
    let mut outlines = BTreeMap::new();
    // The original first: what it names wrongly is not told of its translations again.
    let translations = editions.iter().filter(|(locale, _)| **locale != original);
    for (locale, edition) in [(&original, source_edition)].into_iter().chain(translations) {
        if *locale != original {
            refuse_programs(edition, diagnostics);
        }
        let mut reader = Reader {
            scope: Scope {
                source: &edition.source,
                original: &source_edition.source,
                experiments: &source_edition.experiments,
                home: None,
            },
            experiments: &experiments,
            predicts: &source_edition.predicts,
            files: &files,
            figures: &mut figures,
            diagnostics,
        };
        outlines.insert(*locale, outline(edition, told, &mut reader));
    }
    for (locale, outline) in &outlines {
        if *locale != original {
            agreement::compare(&outlines[&original], outline, source_edition.front.sorted, diagnostics);
        }
    }
    let labels = labels_of(&editions, original, diagnostics);
    for experiment in &mut experiments {
        experiment.titles = titles(&editions, &experiment.name);
    }
    for predict in &mut predicts {
        predict.titles = titles(&editions, &predict.name);
    }
    Lesson {
        slug: slug.to_owned(),
        original,
        editions,
        experiments,
        predicts,
        fenced,
        labels,
        figures,
    }
}

/// The titles that the editions give to an experiment or prediction.
fn titles(editions: &BTreeMap<Locale, Edition>, name: &str) -> BTreeMap<Locale, String> {
    let titled = editions.iter().filter_map(|(locale, edition)| {
        let (_, words) = edition.words.iter().find(|(fence, _)| fence.value == name)?;
        Some((*locale, words.title.as_ref()?.value.clone()))
    });
    titled.collect()
}

/// The sections of an edition with what they refer to.
fn outline(edition: &Edition, told: &[Diagnostic], reader: &mut Reader<'_>) -> Outline {
    let errors = told
        .iter()
        .filter(|problem| problem.is_error() && Arc::ptr_eq(&problem.source, &edition.source));
    let places: Vec<usize> = errors
        .filter_map(|problem| Some(problem.span.as_ref()?.start))
        .collect();
    let stretches = stretches(&edition.body);
    let starts: Vec<usize> = stretches
        .iter()
        .map(|stretch| stretch.span().map_or(0, |span| span.start))
        .collect();
    let sections = stretches.iter().zip(1..).map(|(stretch, next)| {
        let from = starts[next - 1];
        let end = starts.get(next).copied().unwrap_or(usize::MAX);
        let mut references = reader.read(mentions(stretch.blocks));
        // A role that cannot be read is lacking only to those who count.
        references.incomplete |= places.iter().any(|place| (from..end).contains(place));
        Outlined {
            id: stretch.id().map(str::to_owned),
            level: stretch.level(),
            span: stretch.span().cloned(),
            references,
        }
    });
    let sections = sections.collect();
    Outline {
        source: edition.source.clone(),
        sections,
        footnotes: reader.read(footnote_mentions(&edition.body)),
    }
}

/// The texts of the files that program fences define, none of which may be on disk too.
fn fenced(
    folder: &Folder,
    slug: &str,
    original: &Edition,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, String> {
    let mut fenced: BTreeMap<String, (String, Span)> = BTreeMap::new();
    for part in all_programs(&mentions(&original.body)) {
        let (Some(text), file) = (&part.text, &part.file) else {
            continue;
        };
        let first = fenced.get(&file.value).map(|(_, first)| first.clone());
        let (code, message) = match folder.asset(slug, &file.value) {
            Err(Problem::Missing) if first.is_none() => {
                fenced.insert(file.value.clone(), (text.clone(), file.span.clone()));
                continue;
            }
            Err(Problem::Missing) => ("duplicate-program", format!("`{}` is defined twice", file.value)),
            Err(Problem::Outside) => (
                "program-outside",
                format!("`{}` would lie outside the lesson's folder", file.value),
            ),
            _ => (
                "program-exists",
                format!("`{}` is a file of the lesson already", file.value),
            ),
        };
        let hint = format!(
            "show it by {{program}}`{}`, or call the new one something else",
            file.value
        );
        let mut diagnostic = Diagnostic::error(code, &original.source, file.span.clone(), message).hint(hint);
        if let Some(first) = first {
            diagnostic = diagnostic.related(&original.source, first, "first defined here");
        }
        diagnostics.push(diagnostic);
    }
    fenced.into_iter().map(|(file, (text, _))| (file, text)).collect()
}

/// A translation shares its original's programs.
fn refuse_programs(translation: &Edition, diagnostics: &mut Vec<Diagnostic>) {
    for part in all_programs(&mentions(&translation.body)) {
        if part.text.is_some() {
            let message = "a program is measured, and a translation holds words only";
            let span = part.file.span.clone();
            let diagnostic = Diagnostic::error("measured-in-translation", &translation.source, span, message);
            diagnostics.push(diagnostic.hint(format!("write {{program}}`{}` instead of the fence", part.file.value)));
        }
    }
}

fn all_programs<'a>(mentioned: &[Mentioned<'a>]) -> Vec<&'a ProgramPart> {
    let programs = mentioned.iter().filter_map(|(mention, _)| match mention {
        Mention::Programs(parts) => Some(*parts),
        _ => None,
    });
    programs.flatten().collect()
}

/// The labels of every edition, with warnings of those that a translation lacks.
fn labels_of(
    editions: &BTreeMap<Locale, Edition>,
    original: Locale,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<Locale, BTreeMap<String, String>> {
    let source_edition = &editions[&original];
    let names = Names::of(source_edition);
    let mut all = BTreeMap::new();
    for (locale, edition) in editions {
        let labels = labels::labels(edition, &names, diagnostics);
        if *locale != original {
            let places = shown_at(edition);
            labels::warn_of_missing(source_edition, edition, &names, &labels, &places, diagnostics);
        }
        let words = labels.into_iter().map(|(name, Spanned { value, .. })| (name, value));
        all.insert(*locale, words.collect());
    }
    all
}

/// Where an edition first shows each experiment and prediction.
fn shown_at(edition: &Edition) -> BTreeMap<String, Span> {
    let mut places = BTreeMap::new();
    for (mention, _) in mentions(&edition.body) {
        if let Mention::Experiment(name) | Mention::Predict(name) = mention {
            places.entry(name.value.clone()).or_insert_with(|| name.span.clone());
        }
    }
    places
}
