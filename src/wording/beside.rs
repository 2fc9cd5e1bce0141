//! What stands beside a number: a unit, `×`, `%`, or nothing.
//!
//! Owns how that follows from what the number is computed from. Deliberately absent: digits, and which unit suits a figure
//! (`figures`).

use crate::book::ReportedMetric;
use crate::book::formula::Term;
use crate::lesson::definitions::ReportRule;
use crate::lesson::expression::Arithmetic;
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Unit};

/// What is written beside a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Unit(Unit),
    /// `17×`.
    Times,
    Plain,
}

/// A plain number told with `%`.
pub(super) const PERCENT: Scale = Scale::Unit(Unit::Percent);

impl Scale {
    pub(super) fn of(self, base: f64) -> f64 {
        match self {
            Scale::Unit(unit) => base / unit.scale(),
            Scale::Times | Scale::Plain => base,
        }
    }

    pub(super) fn unit(self) -> Option<Unit> {
        match self {
            Scale::Unit(unit) => Some(unit),
            Scale::Times | Scale::Plain => None,
        }
    }
}

/// What is written beside a plain number: `×` where it is a ratio, one kind over itself; `%` where all that it is computed from
/// has it, in the lesson or as the program reports it; else nothing. Numbers without a unit, and those of an axis, scale and
/// shift what they meet and leave what stands beside it: `1 - load` is a percentage.
pub(super) fn beside_number(term: &Term, reported: &[ReportedMetric]) -> Scale {
    beside(term, reported).unwrap_or(Scale::Plain)
}

/// `None` where a term says nothing of it.
fn beside(term: &Term, reported: &[ReportedMetric]) -> Option<Scale> {
    match term {
        Term::Constant(quantity) => quantity.is_percentage().then_some(PERCENT),
        Term::AxisNumber(_) => None,
        Term::Sample { metric, .. } => Some(beside_metric(metric, reported)),
        Term::Negate(of) | Term::At { of, .. } => beside(of, reported),
        Term::Slope { of, .. } => Some(match beside(of, reported) {
            Some(PERCENT) => PERCENT,
            _ => Scale::Plain,
        }),
        Term::Arithmetic {
            operator,
            left,
            right,
            kind: Kind::Number,
        } => {
            let sides = [left, right].map(|side| beside(side, reported));
            match (operator, sides) {
                // A number of two things of one kind, and no count or axis that the left one is shared out among.
                (Arithmetic::Divide, [_, Some(_)]) if kind_of(left) == kind_of(right) => Some(Scale::Times),
                (Arithmetic::Divide, [left, _]) => left,
                (_, [one, None] | [None, one]) => one,
                (Arithmetic::Multiply, [Some(PERCENT), of] | [of, Some(PERCENT)]) => of,
                (_, [one, other]) if one == other => one,
                // A percentage of the ratio's 1.
                (_, [Some(Scale::Times), Some(PERCENT)] | [Some(PERCENT), Some(Scale::Times)]) => Some(Scale::Times),
                _ => Some(Scale::Plain),
            }
        }
        _ => Some(Scale::Plain),
    }
}

/// The kind of a numeric term.
fn kind_of(term: &Term) -> Kind {
    match term {
        Term::Constant(quantity) => quantity.kind(),
        Term::Sample { kind, .. } | Term::Arithmetic { kind, .. } => *kind,
        Term::Negate(of) | Term::Slope { of, .. } | Term::At { of, .. } => kind_of(of),
        _ => Kind::Number,
    }
}

/// What is written beside a metric that is a plain number.
pub(super) fn beside_metric(metric: &Metric, reported: &[ReportedMetric]) -> Scale {
    let reported = reported.iter().find(|reported| reported.metric == *metric);
    match reported.map(|reported| &reported.definition.rule) {
        Some(ReportRule::Find {
            unit: Some(Unit::Percent),
            ..
        }) => PERCENT,
        _ => Scale::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{constant, divided, lesson, of, slowdown};
    use super::*;
    use crate::quantity::Quantity;

    #[test]
    fn what_stands_beside_a_number_follows_from_its_term() {
        let beside = |term: &Term| beside_number(term, &lesson().experiments[0].metrics);
        let score = || of(Metric::Reported("score".to_owned()), 1);
        let load = || of(Metric::Reported("load".to_owned()), 1);
        let percent = |value| Term::Constant(Quantity::of(value, Some(Unit::Percent)));
        let number = |operator, left, right| Term::Arithmetic {
            operator,
            left: Box::new(left),
            right: Box::new(right),
            kind: Kind::Number,
        };
        for ratio in [
            slowdown(),
            divided(slowdown(), constant(2.0), Kind::Number),
            divided(score(), score(), Kind::Number),
            divided(load(), load(), Kind::Number),
            number(Arithmetic::Subtract, slowdown(), percent(10.0)),
            number(Arithmetic::Multiply, slowdown(), load()),
            divided(load(), percent(10.0), Kind::Number),
            divided(of(Metric::Writes, 1), of(Metric::Writes, 0), Kind::Number),
        ] {
            assert_eq!(beside(&ratio), Scale::Times, "{ratio:?}");
        }
        for share in [
            load(),
            percent(10.0),
            divided(load(), constant(2.0), Kind::Number),
            number(Arithmetic::Subtract, constant(1.0), load()),
            number(Arithmetic::Add, load(), load()),
            number(Arithmetic::Add, load(), percent(5.0)),
            number(Arithmetic::Add, number(Arithmetic::Add, load(), load()), load()),
            number(Arithmetic::Multiply, constant(2.0), percent(5.0)),
            number(Arithmetic::Subtract, constant(1.0), percent(5.0)),
            number(Arithmetic::Multiply, load(), load()),
            divided(load(), of(Metric::Writes, 1), Kind::Number),
        ] {
            assert_eq!(beside(&share), PERCENT, "{share:?}");
        }
        for plain in [
            score(),
            divided(score(), constant(2.0), Kind::Number),
            divided(of(Metric::Wall, 1), of(Metric::Writes, 1), Kind::Duration),
            number(Arithmetic::Add, load(), score()),
            number(Arithmetic::Add, score(), percent(5.0)),
            number(Arithmetic::Add, number(Arithmetic::Add, load(), load()), score()),
            number(Arithmetic::Multiply, load(), score()),
            divided(score(), of(Metric::Writes, 1), Kind::Number),
            constant(0.5),
        ] {
            assert_eq!(beside(&plain), Scale::Plain, "{plain:?}");
        }
    }
}
