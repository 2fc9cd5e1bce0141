//! A translation against its original: the same sections, which show the same and tell the same.
//!
//! Owns the comparison. Deliberately absent: paragraphs, callouts and footnote marks, which may differ, and words that are
//! out of date (`translation`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span};

use super::references::{Item, References};

/// One section of an edition, as far as editions have to agree on it.
#[derive(Clone, Debug)]
pub(super) struct Outlined {
    /// Absent before the first heading.
    pub id: Option<String>,
    /// 0 before the first heading.
    pub level: u8,
    /// The heading; absent where an opening is empty.
    pub span: Option<Span>,
    pub references: References,
}

/// An edition's sections, and what its footnotes tell.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub source: Arc<SourceText>,
    pub sections: Vec<Outlined>,
    pub footnotes: References,
}

/// Says where a translation differs from its original. Sections of a `sorted` lesson stand in any order.
pub(super) fn compare(original: &Outline, translation: &Outline, sorted: bool, diagnostics: &mut Vec<Diagnostic>) {
    let mut comparison = Comparison {
        original: &original.source,
        translation: &translation.source,
        diagnostics,
    };
    comparison.sections(&original.sections, &translation.sections, sorted);
    let end = translation.source.text.len();
    comparison.told(
        &original.footnotes,
        &translation.footnotes,
        &(end..end),
        "the footnotes",
    );
}

struct Comparison<'a> {
    original: &'a Arc<SourceText>,
    translation: &'a Arc<SourceText>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Comparison<'_> {
    fn disagreement(&mut self, span: &Span, message: String, hint: &str) -> &mut Diagnostic {
        let diagnostic = Diagnostic::error("section-disagrees", self.translation, span.clone(), message).hint(hint);
        self.diagnostics.push(diagnostic);
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    fn sections(&mut self, originals: &[Outlined], translations: &[Outlined], sorted: bool) {
        let mut last_position = 0;
        for translated in translations {
            let Some(span) = &translated.span else { continue };
            let Some(position) = originals.iter().position(|original| same(original, translated)) else {
                // A heading without an id is told where it stands.
                if let Some(id) = &translated.id {
                    let message = format!("the original has no section `{id}`");
                    self.disagreement(
                        span,
                        message,
                        "give it the id that its heading has in the original, or leave it out",
                    );
                }
                continue;
            };
            let original = &originals[position];
            if position < last_position && !sorted {
                let message = format!("{} stands elsewhere in the original", named(translated));
                let related = originals[position].span.clone();
                self.disagreement(span, message, "keep the order of the original's sections")
                    .related = related.map(|span| (Arc::clone(self.original), span, "in the original".to_owned()));
            }
            last_position = last_position.max(position);
            self.section(original, translated, span);
        }
        // One without an id may be any that is lacking, and is told where it stands.
        let nameless = |section: &Outlined| section.level > 0 && section.id.is_none();
        if translations.iter().any(nameless) {
            return;
        }
        for original in originals {
            let stands_alone = !translations
                .iter()
                .any(|translated| same(original, translated) && (translated.span.is_some() || original.span.is_none()));
            if stands_alone {
                self.missing(original);
            }
        }
    }

    fn missing(&mut self, original: &Outlined) {
        let Some(span) = original
            .span
            .clone()
            .filter(|_| original.level == 0 || original.id.is_some())
        else {
            return;
        };
        let message = format!("{} is not translated; the original's stands in", named(original));
        let mut diagnostic = Diagnostic::about_file("missing-section", self.translation, message);
        diagnostic.severity = crate::diag::Severity::Warning;
        let hint = match &original.id {
            Some(id) => format!("add a heading with the id `{{#{id}}}` and its text"),
            None => "add it before the first heading".to_owned(),
        };
        self.diagnostics
            .push(diagnostic.hint(hint).related(self.original, span, "in the original"));
    }

    fn section(&mut self, original: &Outlined, translated: &Outlined, span: &Span) {
        let name = named(translated);
        if original.level != translated.level {
            let message = format!("{name} has a heading of level {} in the original", original.level);
            let hint = format!("begin it with `{}`", "#".repeat(usize::from(original.level)));
            self.disagreement(span, message, &hint);
        }
        self.shown(&original.references, &translated.references, span, &name);
        self.told(&original.references, &translated.references, span, &name);
    }

    /// Fences and lone roles: the same ones, in the same order.
    fn shown(&mut self, original: &References, translated: &References, span: &Span, name: &str) {
        if original.incomplete || translated.incomplete {
            return;
        }
        let (lacking, extra) = difference(&original.shown, &translated.shown, true);
        let agree = lacking.is_empty() && extra.is_empty();
        self.report(&lacking, &extra, span, name);
        let pairs = original.shown.iter().zip(&translated.shown);
        if agree && let Some((wanted, found)) = pairs.into_iter().find(|(wanted, found)| wanted.what != found.what) {
            let message = format!("the original has {} here", wanted.words);
            let related = (
                Arc::clone(self.original),
                wanted.span.clone(),
                "in the original".to_owned(),
            );
            self.disagreement(
                &found.span,
                message,
                "keep the order of the original's fences and roles",
            )
            .related = Some(related);
        }
    }

    /// Roles in sentences: the same ones, in whatever order and number.
    fn told(&mut self, original: &References, translated: &References, span: &Span, name: &str) {
        if original.incomplete || translated.incomplete {
            return;
        }
        let (lacking, extra) = difference(&original.told, &translated.told, false);
        self.report(&lacking, &extra, span, name);
    }

    fn report<T>(&mut self, lacking: &[&Item<T>], extra: &[&Item<T>], span: &Span, name: &str) {
        for item in extra {
            let message = format!("{} is not in {name} of the original", item.words);
            self.disagreement(
                &item.span,
                message,
                "a translation tells what the original tells, section by section",
            );
        }
        for item in lacking {
            let message = format!("{} is lacking in {name}", item.words);
            let related = (
                Arc::clone(self.original),
                item.span.clone(),
                "in the original".to_owned(),
            );
            self.disagreement(span, message, "put it where the sentence wants it")
                .related = Some(related);
        }
    }
}

/// What only the original has, and what only the translation has; `counted` also how often.
fn difference<'i, T: PartialEq>(
    original: &'i [Item<T>],
    translated: &'i [Item<T>],
    counted: bool,
) -> (Vec<&'i Item<T>>, Vec<&'i Item<T>>) {
    let beyond = |items: &'i [Item<T>], others: &'i [Item<T>]| -> Vec<&'i Item<T>> {
        let surplus = items.iter().enumerate().filter(|(index, item)| {
            let before = items[..*index].iter().filter(|other| other.what == item.what).count();
            let there = others.iter().filter(|other| other.what == item.what).count();
            if counted {
                before >= there
            } else {
                there == 0 && before == 0
            }
        });
        surplus.map(|(_, item)| item).collect()
    };
    (beyond(original, translated), beyond(translated, original))
}

fn same(original: &Outlined, translated: &Outlined) -> bool {
    match (&original.id, &translated.id) {
        (Some(original), Some(translated)) => original == translated,
        (None, None) => original.level == 0 && translated.level == 0,
        _ => false,
    }
}

fn named(section: &Outlined) -> String {
    match &section.id {
        Some(id) => format!("section `{id}`"),
        None => "what precedes the first heading".to_owned(),
    }
}
