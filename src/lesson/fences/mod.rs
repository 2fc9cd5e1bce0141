//! The TOML of `{experiment}` and `{predict}` fences becomes what they define.
//!
//! Owns which fence defines what, in an original and in a translation, and that no id is defined twice. Deliberately
//! absent: finding fences (`markdown`), and names across experiments and editions (`book`).

mod axes;
mod experiment;
mod formulas;
mod inputs;
mod metrics;
mod names;
mod predict;
mod variants;
mod words;

use crate::diag::{Diagnostic, Span};

use super::definitions::{Experiment, Predict, Words};
use super::markdown::{Fence, FenceKind};
use super::names::Spanned;
use super::tree::{self, Problems, Table};

/// What all fences of an edition define.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    pub(super) experiments: Vec<Experiment>,
    pub(super) predicts: Vec<Predict>,
    pub(super) words: Vec<(Spanned<String>, Words)>,
}

/// Reads the fences. Where it is not known whether the edition `is_translation`, only their syntax is judged.
pub(super) fn read(fences: &[Fence], is_translation: Option<bool>, problems: &Problems<'_>) -> Definitions {
    let mut definitions = Definitions::default();
    let mut defined: Vec<&Spanned<String>> = Vec::new();
    for fence in fences {
        if let Some(first) = defined.iter().find(|name| name.value == fence.name.value) {
            twice(&fence.name, &first.span, problems);
            continue;
        }
        defined.push(&fence.name);
        let Some(table) = tree::read(&fence.content, problems) else {
            continue;
        };
        let Some(is_translation) = is_translation else {
            continue;
        };
        if table.entries.is_empty() {
            empty(fence, problems);
        } else if is_translation {
            let words = words::of_translation(&table, problems);
            if words.title.is_none() && words.labels.is_empty() && has_only_words(&table) {
                empty(fence, problems);
            }
            definitions.words.push((fence.name.clone(), words));
        } else {
            definitions.define(fence, &table, problems);
        }
    }
    definitions
}

impl Definitions {
    fn define(&mut self, fence: &Fence, table: &Table, problems: &Problems<'_>) {
        let words = match fence.kind {
            FenceKind::Experiment => {
                let (experiment, words) = experiment::read(fence, table, problems);
                self.experiments.push(experiment);
                words
            }
            FenceKind::Predict => {
                let (predict, words) = predict::read(fence, table, problems);
                self.predicts.extend(predict);
                words
            }
        };
        self.words.push((fence.name.clone(), words));
    }
}

fn has_only_words(table: &Table) -> bool {
    table
        .entries
        .iter()
        .all(|(key, _)| words::KEYS.contains(&key.value.as_str()))
}

fn twice(name: &Spanned<String>, first: &Span, problems: &Problems<'_>) {
    let message = format!("`{}` is defined twice", name.value);
    problems.push(
        Diagnostic::error("duplicate-definition", problems.source, name.span.clone(), message)
            .hint("give one of the two another name, or show the first by its role alone in a paragraph")
            .related(problems.source, first.clone(), "first defined here"),
    );
}

/// On a code host an empty fence is a blank box.
fn empty(fence: &Fence, problems: &Problems<'_>) {
    let role = match fence.kind {
        FenceKind::Experiment => "experiment",
        FenceKind::Predict => "predict",
    };
    let hint = format!("write {{{role}}}`{}` alone in its paragraph", fence.name.value);
    problems.error("empty-fence", &fence.span, "this fence says nothing", hint);
}

#[cfg(test)]
mod tests;
