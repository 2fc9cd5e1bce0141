//! Units of forms: whether the words behind an example number go with the figure that takes its place.
//!
//! A time, a number of bytes and a percentage bring their unit along, so that another behind it would be told beside it: `1.2 ms
//! km`. A count and a ratio have none. Deliberately absent: which words are units (`locale`), and reading forms (`lesson`).

use crate::diag::Diagnostic;
use crate::lesson::definitions::ReportRule;
use crate::lesson::document::Form;
use crate::lesson::expression::Arithmetic;
use crate::lesson::names::Metric;
use crate::locale::{UnitWord, unit_word};
use crate::quantity::{Kind, Unit};

use super::Experiment;
use super::formula::{Formula, Term};
use super::references::Reader;

impl Reader<'_> {
    pub(super) fn check_form(&mut self, form: &Form, formula: &Formula) {
        let metrics = self.experiments.get(formula.experiment);
        let brings_unit = matches!(formula.kind, Kind::Duration | Kind::Bytes)
            || form.unit.is_some()
            || metrics.is_some_and(|experiment| is_percentage(&formula.term, experiment));
        let found = match form.unit {
            Some(unit) if unit.kind() != formula.kind => Some(of_another_kind(unit, formula)),
            _ if brings_unit => second_unit(form, formula.kind),
            _ => unit_of_none(form, formula),
        };
        if let Some((message, hint)) = found {
            let diagnostic = Diagnostic::error("form-unit", self.scope.source, form.span.clone(), message);
            self.diagnostics.push(diagnostic.hint(hint));
        }
    }
}

/// A message and a hint.
type Problem = (String, String);

fn of_another_kind(unit: Unit, formula: &Formula) -> Problem {
    let message = format!("`{}` is no unit of {}", unit.symbol(), told(formula));
    (message, hint_for(formula))
}

/// Behind a figure that brings its unit along stands no other one; and right behind a time or a number of bytes, without a
/// space, only its unit.
fn second_unit(form: &Form, kind: Kind) -> Option<Problem> {
    let example = match kind {
        Kind::Duration => "5 ms",
        Kind::Bytes => "5 MiB",
        _ => "5 %",
    };
    let Some((word, means)) = unit_word(&form.after) else {
        let is_bare = form.unit.is_none() && matches!(kind, Kind::Duration | Kind::Bytes);
        return (is_bare && form.after.starts_with(char::is_alphabetic)).then(|| {
            (
                format!("`{}` stands right behind the number, and is no unit", form.after),
                format!("write the unit as in `{example}`; it is told the locale's way"),
            )
        });
    };
    if let Some(unit) = form.unit {
        // `5 % s rezervou`: the Czech preposition.
        let is_preposition = word == "s";
        let message = format!("`{word}` would be told as a second unit behind `{}`", unit.symbol());
        return (!is_preposition).then(|| (message, "leave out one of them".to_owned()));
    }
    let message = match means {
        UnitWord::Multiple if kind != Kind::Number => format!("`{word}` makes a ratio of this, and it is {kind}"),
        _ => format!("`{word}` would be told behind the unit that this figure brings along"),
    };
    let hint = match means {
        UnitWord::Known(unit) if unit.kind() == kind => {
            format!("write `5 {}`; it is told the locale's way", unit.symbol())
        }
        UnitWord::Multiple if kind != Kind::Number => {
            "leave it out, or divide the figure by another of its kind".to_owned()
        }
        UnitWord::TimeOrSize if kind == Kind::Duration => {
            "leave it out, or write one of `ns`, `µs`, `ms`, `s`, `min`, as in `5 s`".to_owned()
        }
        _ => format!("leave it out, or write a unit of its kind, as in `{example}`"),
    };
    Some((message, hint))
}

/// Behind a count or a ratio stands no unit of a time or size; behind any other plain number it may, since the lesson knows what
/// it is a number of. `percent` would be told without the number's being one.
fn unit_of_none(form: &Form, formula: &Formula) -> Option<Problem> {
    let (word, means) = unit_word(&form.after)?;
    let is_bare = formula.kind == Kind::Count || is_ratio(&formula.term);
    match means {
        UnitWord::Known(Unit::Percent) if formula.kind == Kind::Number => Some((
            format!("`{word}` would be told behind a number that is no percentage"),
            "write `5 %`; it is told the locale's way".to_owned(),
        )),
        UnitWord::Known(_) | UnitWord::TimeOrSize if is_bare => {
            Some((format!("`{word}` is no unit of {}", told(formula)), hint_for(formula)))
        }
        _ => None,
    }
}

fn told(formula: &Formula) -> String {
    match is_ratio(&formula.term) {
        true => "a ratio".to_owned(),
        false => formula.kind.to_string(),
    }
}

fn hint_for(formula: &Formula) -> String {
    match formula.kind {
        Kind::Count => "a count has no unit: write what is counted, as in `5 lines`, or multiply it, as by `1 B`",
        Kind::Number if is_ratio(&formula.term) => "write `2 times`, or `5 %`",
        Kind::Duration => "write a unit of its kind, as in `5 ms`, or none",
        Kind::Bytes => "write a unit of its kind, as in `5 MiB`, or none",
        _ => "write `5 %` or no unit, or multiply the number by one, as by `1 ms`",
    }
    .to_owned()
}

/// Whether a number is what one measured thing is of another one of its kind, scaled or shifted or not.
fn is_ratio(term: &Term) -> bool {
    match term {
        Term::Negate(of) | Term::At { of, .. } => is_ratio(of),
        Term::Arithmetic {
            operator,
            left,
            right,
            kind: Kind::Number,
        } => match operator {
            Arithmetic::Divide if is_measured(left) && is_measured(right) => true,
            _ => is_ratio(left) || is_ratio(right),
        },
        _ => false,
    }
}

fn is_measured(term: &Term) -> bool {
    match term {
        Term::Sample { .. } => true,
        Term::Negate(of) | Term::At { of, .. } | Term::Slope { of, .. } => is_measured(of),
        Term::Arithmetic { left, right, .. } => is_measured(left) || is_measured(right),
        _ => false,
    }
}

/// Whether a number is told with `%` as the lesson has it, at a number or at a metric.
fn is_percentage(term: &Term, experiment: &Experiment) -> bool {
    match term {
        Term::Constant(quantity) => quantity.is_percentage(),
        Term::Negate(of) | Term::At { of, .. } => is_percentage(of, experiment),
        Term::Sample {
            metric: Metric::Reported(name),
            ..
        } => experiment.metrics.iter().any(|metric| {
            let has_unit = matches!(
                &metric.definition.rule,
                ReportRule::Find {
                    unit: Some(Unit::Percent),
                    ..
                }
            );
            has_unit && metric.definition.name.value == *name
        }),
        _ => false,
    }
}
