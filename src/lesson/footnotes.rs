//! Footnotes, a lesson's sources: each reference has its definition, each definition a reference.
//!
//! Owns that agreement. Deliberately absent: numbering (`render`).

use std::collections::BTreeMap;
use std::sync::Arc;

use pulldown_cmark::{Event, Tag};

use crate::diag::{Diagnostic, SourceText, Span, did_you_mean};

use super::ruby::is_escaped;

/// The definitions of a lesson, by their label in lower case, since labels differ by more than that.
#[derive(Debug)]
pub(super) struct Footnotes {
    definitions: BTreeMap<String, Definition>,
    /// Second definitions of a label, with the first.
    doubled: Vec<(String, Span, Span)>,
}

#[derive(Debug)]
struct Definition {
    label: String,
    span: Span,
    used: bool,
}

impl Footnotes {
    pub(super) fn defined_in(events: &[(Event<'_>, Span)]) -> Footnotes {
        let mut footnotes = Footnotes {
            definitions: BTreeMap::new(),
            doubled: Vec::new(),
        };
        for (event, span) in events {
            let Event::Start(Tag::FootnoteDefinition(label)) = event else {
                continue;
            };
            // `[^label]:`
            let span = span.start..(span.start + label.len() + 4).min(span.end);
            match footnotes.definitions.get(&label.to_lowercase()) {
                Some(first) => footnotes.doubled.push((label.to_string(), span, first.span.clone())),
                None => {
                    let definition = Definition {
                        label: label.to_string(),
                        span,
                        used: false,
                    };
                    footnotes.definitions.insert(label.to_lowercase(), definition);
                }
            }
        }
        footnotes
    }

    /// Takes note of a reference and gives the label as its definition has it.
    pub(super) fn refer(&mut self, label: &str) -> String {
        match self.definitions.get_mut(&label.to_lowercase()) {
            Some(definition) => {
                definition.used = true;
                definition.label.clone()
            }
            None => label.to_owned(),
        }
    }

    /// References within the text at `span` that the parser took for text, having no definition.
    pub(super) fn undefined_in(&self, span: &Span, source: &Arc<SourceText>) -> Vec<Diagnostic> {
        let text = &source.text;
        let mut problems = Vec::new();
        for (offset, opening) in text[span.clone()].match_indices("[^") {
            let open = span.start + offset;
            let label = open + opening.len();
            let Some(length) = text[label..span.end].find([']', '[', ' ', '\t', '\r', '\n']) else {
                continue;
            };
            let close = label + length;
            if length == 0 || !text[close..].starts_with(']') || is_escaped(text, open) || is_escaped(text, close) {
                continue;
            }
            let known = self.definitions.values().map(|definition| definition.label.as_str());
            let label = &text[label..close];
            let message = format!("the footnote `{label}` is not defined");
            let hint = did_you_mean(label, known).unwrap_or_else(|| format!("define it: `[^{label}]: …`"));
            problems.push(Diagnostic::error("unknown-footnote", source, open..close + 1, message).hint(hint));
        }
        problems
    }

    /// Once all references are known.
    pub(super) fn check(&self, source: &Arc<SourceText>, diagnostics: &mut Vec<Diagnostic>) {
        for definition in self.definitions.values().filter(|definition| !definition.used) {
            let message = format!("nothing refers to the footnote `{}`", definition.label);
            let problem = Diagnostic::warning("unused-footnote", source, in_text(source, &definition.span), message);
            diagnostics.push(problem.hint(format!("refer to it by `[^{}]`", definition.label)));
        }
        for (label, span, first) in &self.doubled {
            let message = format!("the footnote `{label}` is defined twice");
            let problem = Diagnostic::error("footnote-twice", source, in_text(source, span), message);
            diagnostics.push(problem.related(source, in_text(source, first), "first defined here"));
        }
    }
}

/// On character boundaries: a label may be written longer than it is.
fn in_text(source: &SourceText, span: &Span) -> Span {
    span.start..source.text.floor_char_boundary(span.end).max(span.start)
}
