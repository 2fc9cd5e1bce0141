//! What a name in an expression refers to: variants, axes, values and claims of a lesson's experiments.
//!
//! Owns lookup, qualified names, ambiguity and "did you mean". Deliberately absent: kinds of expressions (`resolve`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span, did_you_mean};
use crate::lesson::definitions::{Claim, Experiment, NamedExpr};
use crate::lesson::expression::AxisValue;
use crate::lesson::names::{Metric, Spanned};
use crate::lesson::system_calls;
use crate::quantity::Kind;

/// The experiments of a lesson, as seen from one of them or from its prose.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    pub source: &'a Arc<SourceText>,
    /// The original, whose fences define what names stand for.
    pub original: &'a Arc<SourceText>,
    pub experiments: &'a [Experiment],
    /// The experiment in whose fence the expression stands; `None` in prose and predictions.
    pub home: Option<usize>,
}

/// What a bare or qualified name in an expression stands for, beside variants.
#[derive(Clone, Copy, Debug)]
pub enum Named<'a> {
    Value(&'a NamedExpr),
    Claim(&'a Claim),
    /// The claim that `same_output = true` makes.
    SameOutput,
    Axis(usize),
    /// A variant where a figure is wanted.
    Variant,
}

/// The name that `same_output = true` gives to its claim.
pub const SAME_OUTPUT: &str = "same_output";

type Found<T> = Result<T, Box<Diagnostic>>;

impl<'a> Scope<'a> {
    /// The experiment and variant that `wall(…)` means.
    pub fn variant(&self, name: &Spanned<String>) -> Found<(usize, usize)> {
        self.find("variant", &name.value, &name.span, |experiment, word| {
            experiment
                .variants
                .iter()
                .position(|variant| variant.name.value == word)
        })
    }

    /// The experiment, and what a bare name stands for in it.
    pub fn named(&self, name: &str, span: &Span) -> Found<(usize, Named<'a>)> {
        self.find("name", name, span, |experiment, word| {
            let value = experiment.values.iter().find(|value| value.name.value == word);
            let claim = experiment.claims.iter().find(|claim| claim.named.name.value == word);
            let axis = experiment.axes.iter().position(|axis| axis.name.value == word);
            let variant = experiment.variants.iter().any(|variant| variant.name.value == word);
            let same = word == SAME_OUTPUT && experiment.same_output.is_some();
            value
                .map(Named::Value)
                .or(claim.map(Named::Claim))
                .or(axis.map(Named::Axis))
                .or(same.then_some(Named::SameOutput))
                .or(variant.then_some(Named::Variant))
        })
    }

    /// The experiment whose claim `name` is, and the claim's name there.
    pub fn claim(&self, name: &Spanned<String>) -> Found<(usize, String)> {
        self.find("claim", &name.value, &name.span, |experiment, word| {
            claim_names(experiment).find(|claim| *claim == word).map(str::to_owned)
        })
    }

    /// An axis of one experiment.
    pub fn axis(&self, experiment: usize, name: &Spanned<String>) -> Found<usize> {
        let axes = &self.experiments[experiment].axes;
        axes.iter()
            .position(|axis| axis.name.value == name.value)
            .ok_or_else(|| {
                let known = axes.iter().map(|axis| axis.name.value.as_str());
                let hint =
                    did_you_mean(&name.value, known).or_else(|| one_of("axes", axes.iter().map(|axis| &axis.name)));
                let message = format!("the experiment has no axis `{}`", name.value);
                Box::new(Diagnostic::error("unknown-axis", self.source, name.span.clone(), message).maybe_hint(hint))
            })
    }

    /// An axis of one experiment and a value of it: by its name, or by its number however written.
    pub fn axis_value(&self, experiment: usize, named: &AxisValue) -> Found<(usize, usize)> {
        let axis = self.axis(experiment, &named.axis)?;
        let points = &self.experiments[experiment].axes[axis].values;
        let word = &named.value.value;
        let number = word.replace('_', "").parse::<f64>().ok();
        let found = points.iter().position(|point| point.name.value == *word).or_else(|| {
            points
                .iter()
                .position(|point| number.is_some() && point.number == number)
        });
        let value = found.ok_or_else(|| {
            let known = points.iter().map(|point| point.name.value.as_str());
            let hint = did_you_mean(word, known).or_else(|| one_of("values", points.iter().map(|point| &point.name)));
            let message = format!("axis `{}` has no value `{word}`", named.axis.value);
            Box::new(
                Diagnostic::error("unknown-axis-value", self.source, named.value.span.clone(), message)
                    .maybe_hint(hint),
            )
        })?;
        Ok((axis, value))
    }

    /// A built-in metric, or one that programs of the experiment report.
    pub fn metric(&self, experiment: usize, name: &Spanned<String>) -> Found<(Metric, Kind)> {
        if let Some(metric) = Metric::parse(&name.value)
            && let Some(kind) = metric.kind()
        {
            return self.known_call(&metric, &name.span).map(|()| (metric, kind));
        }
        let reported = &self.experiments[experiment].metrics;
        if let Some(metric) = reported.iter().find(|metric| metric.name.value == name.value) {
            return Ok((Metric::Reported(name.value.clone()), super::reported_kind(&metric.rule)));
        }
        let known = Metric::BUILT_IN
            .iter()
            .map(Metric::name)
            .chain(reported.iter().map(|metric| metric.name.value.as_str()));
        let hint = did_you_mean(&name.value, known).unwrap_or_else(|| {
            "define it in `[metrics]`, or use one like `wall`, `cpu`, `memory`, `writes`".to_owned()
        });
        let message = format!("there is no metric `{}`", name.value);
        Err(Box::new(
            Diagnostic::error("unknown-metric", self.source, name.span.clone(), message).hint(hint),
        ))
    }

    /// A misspelt system call would be counted as never made.
    fn known_call(&self, metric: &Metric, span: &Span) -> Found<()> {
        match metric {
            Metric::Syscall(call) if !system_calls::is_system_call(call) => {
                let hint = system_calls::similar(call)
                    .unwrap_or_else(|| "`strace -f -c PROGRAM` tells which ones a program makes".to_owned());
                let message = format!("Linux has no system call `{call}`");
                Err(Box::new(
                    Diagnostic::error("unknown-system-call", self.source, span.clone(), message).hint(hint),
                ))
            }
            _ => Ok(()),
        }
    }

    /// An experiment by its name.
    pub fn experiment(&self, name: &Spanned<String>) -> Found<usize> {
        self.experiment_named(&name.value, &name.span)
    }

    fn experiment_named(&self, name: &str, span: &Span) -> Found<usize> {
        let position = self
            .experiments
            .iter()
            .position(|experiment| experiment.name.value == name);
        position.ok_or_else(|| {
            let known = self.experiments.iter().map(|experiment| experiment.name.value.as_str());
            let names = self.experiments.iter().map(|experiment| &experiment.name);
            let hint = did_you_mean(name, known).or_else(|| one_of("experiments", names));
            let message = format!("the lesson has no experiment `{name}`");
            Box::new(Diagnostic::error("unknown-experiment", self.source, span.clone(), message).maybe_hint(hint))
        })
    }

    /// Looks `name` up: in the experiment that it is qualified with, else at home, else in all experiments.
    fn find<T>(
        &self,
        what: &'static str,
        name: &str,
        span: &Span,
        lookup: impl Fn(&'a Experiment, &str) -> Option<T>,
    ) -> Found<(usize, T)> {
        let (range, word) = match (name.split_once('.'), self.home) {
            (Some((experiment, word)), _) => {
                let experiment = self.experiment_named(experiment, span)?;
                (experiment..experiment + 1, word)
            }
            (None, Some(home)) => (home..home + 1, name),
            (None, None) => (0..self.experiments.len(), name),
        };
        let mut found: Vec<(usize, T)> = range
            .clone()
            .filter_map(|index| Some((index, lookup(&self.experiments[index], word)?)))
            .collect();
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(self.unknown(what, word, span, &self.experiments[range])),
            _ => {
                let qualified: Vec<String> = found
                    .iter()
                    .map(|(index, _)| format!("`{}.{word}`", self.experiments[*index].name.value))
                    .collect();
                let message = format!("several experiments have a {what} `{word}`");
                Err(Box::new(
                    Diagnostic::error("ambiguous-name", self.source, span.clone(), message)
                        .hint(format!("say which: {}", qualified.join(" or "))),
                ))
            }
        }
    }

    fn unknown(&self, what: &str, word: &str, span: &Span, range: &'a [Experiment]) -> Box<Diagnostic> {
        let names: Vec<&str> = range
            .iter()
            .flat_map(|experiment| {
                let variants = experiment.variants.iter().map(|variant| &variant.name);
                let values = experiment.values.iter().map(|value| &value.name);
                let axes = experiment.axes.iter().map(|axis| &axis.name);
                let others = values
                    .chain(axes)
                    .filter(move |_| what == "name")
                    .map(|name| name.value.as_str());
                let claims = claim_names(experiment).filter(move |_| what != "variant");
                variants
                    .filter(move |_| what == "variant")
                    .map(|name| name.value.as_str())
                    .chain(others)
                    .chain(claims)
            })
            .collect();
        let (code, known) = match what {
            "variant" => ("unknown-variant", "variants"),
            "claim" => ("unknown-claim", "claims"),
            _ => ("unknown-name", "names"),
        };
        let listed =
            (!names.is_empty() && names.len() <= 12).then(|| format!("the {known} are `{}`", names.join("`, `")));
        let none = self
            .experiments
            .is_empty()
            .then(|| "the lesson defines no experiment".to_owned());
        let hint = did_you_mean(word, names).or(listed).or(none);
        let message = match what {
            "name" => format!("`{word}` is no value, claim or axis here"),
            _ => format!("there is no {what} `{word}` here"),
        };
        Box::new(Diagnostic::error(code, self.source, span.clone(), message).maybe_hint(hint))
    }
}

fn claim_names(experiment: &Experiment) -> impl Iterator<Item = &str> {
    let same = experiment.same_output.as_ref().map(|_| SAME_OUTPUT);
    experiment
        .claims
        .iter()
        .map(|claim| claim.named.name.value.as_str())
        .chain(same)
}

fn one_of<'n>(what: &str, names: impl Iterator<Item = &'n Spanned<String>>) -> Option<String> {
    let names: Vec<&str> = names.map(|name| name.value.as_str()).collect();
    (!names.is_empty()).then(|| format!("the {what} are `{}`", names.join("`, `")))
}
