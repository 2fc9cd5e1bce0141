//! Labels: the words that an edition gives to the names of its lesson's experiments.
//!
//! Owns what a label names and which one stands in for one that is not there. Deliberately absent: built-in words
//! (`wording`) and the code spans in labels (`wording` too).

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Span, did_you_mean};
use crate::lesson::Edition;
use crate::lesson::definitions::{Ask, Experiment};
use crate::lesson::names::{Metric, Spanned};
use crate::locale::Locale;

use super::Lesson;
use super::experiments::{SINK_AXIS, TOOLCHAIN_AXIS};
use super::scope::SAME_OUTPUT;

/// The words that an edition gives to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<'a> {
    pub words: &'a str,
    /// The reader's own locale, or that of the original, whose label stands in.
    pub locale: Locale,
}

impl Lesson {
    /// The label of a variant, axis, metric, claim or choice by its name, or of an axis's value by `axis.value`. Where the
    /// edition in `locale` has none the original's stands in, but not before words that the program has in every locale.
    pub fn label(&self, locale: Locale, name: &str) -> Option<Label<'_>> {
        let told_in = |locale: Locale| {
            let words = self.labels.get(&locale)?.get(name)?;
            Some(Label { words, locale })
        };
        told_in(locale).or_else(|| told_in(self.original).filter(|_| !has_built_in_words(name)))
    }

    /// The label of an axis's value.
    pub fn value_label(&self, locale: Locale, axis: &str, value: &str) -> Option<Label<'_>> {
        self.label(locale, &format!("{axis}.{value}"))
    }
}

/// Whether the program itself has words for it in every locale, or it needs none.
fn has_built_in_words(key: &str) -> bool {
    let axis = key.split_once('.').map_or(key, |(axis, _)| axis);
    key == SAME_OUTPUT || axis == SINK_AXIS || axis == TOOLCHAIN_AXIS
}

/// What the labels of a lesson can name.
#[derive(Debug)]
pub(super) struct Names<'a> {
    /// Variants, axes, reported metrics, claims, choices.
    plain: Vec<&'a str>,
    /// Axes with each of their values.
    values: Vec<(&'a str, &'a str)>,
    /// Figures, which have no labels.
    figures: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of(original: &'a Edition) -> Self {
        let mut names = Names {
            plain: Vec::new(),
            values: Vec::new(),
            figures: Vec::new(),
        };
        for experiment in &original.experiments {
            names.add(experiment);
        }
        for predict in &original.predicts {
            if let Ask::Choices(choices) = &predict.ask {
                names
                    .plain
                    .extend(choices.iter().map(|choice| choice.name.value.as_str()));
            }
        }
        names
    }

    fn add(&mut self, experiment: &'a Experiment) {
        let variants = experiment.variants.iter().map(|variant| &variant.name);
        let axes = experiment.axes.iter().map(|axis| &axis.name);
        let metrics = experiment.metrics.iter().map(|metric| &metric.name);
        let claims = experiment.claims.iter().map(|claim| &claim.named.name);
        let all = variants.chain(axes).chain(metrics).chain(claims);
        self.plain.extend(all.map(|name| name.value.as_str()));
        self.plain.extend(experiment.same_output.as_ref().map(|_| SAME_OUTPUT));
        self.figures
            .extend(experiment.values.iter().map(|value| value.name.value.as_str()));
        for axis in &experiment.axes {
            let values = axis.values.iter().map(|value| value.name.value.as_str());
            self.values
                .extend(values.map(|value| (axis.name.value.as_str(), value)));
        }
    }

    /// What a label names, as [`Lesson::label`] knows it; or what is wrong and a hint.
    fn named(&self, key: &str) -> Result<String, (&'static str, String, String)> {
        if self.plain.contains(&key) {
            return Ok(key.to_owned());
        }
        let mut axes: Vec<&str> = self
            .values
            .iter()
            .filter(|(_, value)| *value == key)
            .map(|(axis, _)| *axis)
            .collect();
        axes.dedup();
        match axes.as_slice() {
            [axis] => return Ok(format!("{axis}.{key}")),
            [] => {}
            _ => {
                let ways: Vec<String> = axes.iter().map(|axis| format!("`\"{axis}.{key}\"`")).collect();
                let message = format!("several axes have a value `{key}`");
                return Err(("ambiguous-label", message, format!("say which: {}", ways.join(" or "))));
            }
        }
        if let Some(value) = key.split_once('.').filter(|value| self.values.contains(value)) {
            return Ok(format!("{}.{}", value.0, value.1));
        }
        let message = format!("there is nothing called `{key}` to label");
        Err(("unknown-label", message, self.hint(key)))
    }

    fn hint(&self, key: &str) -> String {
        if self.figures.contains(&key) {
            return "values have no labels; label the claims and variants".to_owned();
        }
        if Metric::parse(key).is_some() {
            return "this metric has words in every language already".to_owned();
        }
        let qualified: Vec<String> = self
            .values
            .iter()
            .map(|(axis, value)| format!("{axis}.{value}"))
            .collect();
        let values = self.values.iter().map(|(_, value)| *value);
        let known = self.plain.iter().copied().chain(values);
        did_you_mean(key, known.chain(qualified.iter().map(String::as_str)))
            .unwrap_or_else(|| "label a variant, an axis or its value, a metric, a claim or a choice".to_owned())
    }
}

/// The labels of one edition by what they name.
pub(super) fn labels(
    edition: &Edition,
    names: &Names<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Spanned<String>> {
    let source = &edition.source;
    let mut labels: BTreeMap<String, Spanned<String>> = BTreeMap::new();
    for (_, words) in &edition.words {
        for (key, label) in &words.labels {
            let name = match names.named(&key.value) {
                Ok(name) => name,
                Err((code, message, hint)) => {
                    diagnostics.push(Diagnostic::error(code, source, key.span.clone(), message).hint(hint));
                    continue;
                }
            };
            if let Some(first) = labels.get(&name).filter(|first| first.value != label.value) {
                let message = format!("`{}` is labelled differently elsewhere in the lesson", key.value);
                let diagnostic = Diagnostic::error("duplicate-label", source, key.span.clone(), message)
                    .hint("one label serves the whole lesson")
                    .related(source, first.span.clone(), "labelled here first");
                diagnostics.push(diagnostic);
                continue;
            }
            labels.entry(name).or_insert_with(|| label.clone());
        }
    }
    labels
}

/// Warns of the words that a translation lacks, fence by fence.
pub(super) fn warn_of_missing(
    original: &Edition,
    translation: &Edition,
    names: &Names<'_>,
    translated: &BTreeMap<String, Spanned<String>>,
    places: &BTreeMap<String, Span>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (fence, words) in &original.words {
        let own = translation.words.iter().find(|(name, _)| name.value == fence.value);
        let mut lacking = Vec::new();
        let mut first: Option<&Span> = None;
        if let Some(title) = &words.title
            && own.is_none_or(|(_, own)| own.title.is_none())
        {
            lacking.push("its title".to_owned());
            first = Some(&title.span);
        }
        for (key, label) in &words.labels {
            let Ok(name) = names.named(&key.value) else { continue };
            if !translated.contains_key(&name) && !has_built_in_words(&name) && !is_lone_code(&label.value) {
                lacking.push(format!("label `{}`", key.value));
                first = first.or(Some(&label.span));
            }
        }
        // A fence that the translation does not show at all is another diagnostic's business.
        let place = own.map(|(name, _)| &name.span).or_else(|| places.get(&fence.value));
        let (Some(first), Some(place)) = (first, place) else {
            continue;
        };
        let message = format!("`{}` is not translated: {}", fence.value, lacking.join(", "));
        let hint = "add the words to its fence; until then the original's stand in";
        let diagnostic = Diagnostic::warning("missing-label", &translation.source, place.clone(), message)
            .hint(hint)
            .related(&original.source, first.clone(), "in the original");
        diagnostics.push(diagnostic);
    }
}

/// A label that is one code span says the same in every language.
fn is_lone_code(label: &str) -> bool {
    let label = label.trim();
    let ticks = label.len() - label.trim_start_matches('`').len();
    let fence = &label[..ticks];
    let inner = label[ticks..].strip_suffix(fence);
    ticks > 0 && inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(fence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_code_span_needs_no_translation() {
        for lone in ["`a`", "`'\\n' << std::flush`", "``a ` b``"] {
            assert!(is_lone_code(lone), "{lone}");
        }
        for words in ["", "`", "``", "a", "`a` and `b`", "with `a`", "`a` here"] {
            assert!(!is_lone_code(words), "{words}");
        }
    }

    #[test]
    fn labels_find_what_they_name() {
        let names = Names {
            plain: vec!["endl", "size"],
            values: vec![("sink", "file"), ("sink", "pipe"), ("size", "1.5"), ("order", "file")],
            figures: vec!["slowdown"],
        };
        assert_eq!(names.named("endl").as_deref(), Ok("endl"));
        assert_eq!(names.named("pipe").as_deref(), Ok("sink.pipe"));
        assert_eq!(names.named("sink.file").as_deref(), Ok("sink.file"));
        assert_eq!(names.named("1.5").as_deref(), Ok("size.1.5"));
        let code = |key: &str| names.named(key).expect_err("unknown").0;
        assert_eq!(
            (code("file"), code("slowdown"), code("wall")),
            ("ambiguous-label", "unknown-label", "unknown-label")
        );
        assert_eq!(names.hint("pope"), "did you mean `pipe`?");
    }
}
