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
}

/// What is written beside a plain number: `×` where it is a ratio, one kind over itself and what only scales or shifts such; `%`
/// where the lesson has it at a number or at a metric that the program reports; else nothing.
pub(super) fn beside_number(term: &Term, reported: &[ReportedMetric]) -> Scale {
    let beside = |term: &Term| beside_number(term, reported);
    match term {
        Term::Constant(quantity) if quantity.is_percentage() => PERCENT,
        Term::Sample { metric, .. } => beside_metric(metric, reported),
        Term::Negate(of) | Term::At { of, .. } => beside(of),
        Term::Slope { of, .. } if beside(of) == PERCENT => PERCENT,
        Term::Arithmetic {
            operator,
            left,
            right,
            kind: Kind::Number,
        } => {
            let is_scale = |term: &Term| matches!(term, Term::Constant(_) | Term::AxisNumber(_));
            match (operator, is_scale(left), is_scale(right)) {
                (Arithmetic::Divide, _, true) | (_, false, true) => beside(left),
                (Arithmetic::Divide, _, false) => Scale::Times,
                (_, true, false) => beside(right),
                _ if beside(left) == beside(right) => beside(left),
                _ => Scale::Plain,
            }
        }
        _ => Scale::Plain,
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
        ] {
            assert_eq!(beside(&ratio), Scale::Times, "{ratio:?}");
        }
        for share in [
            load(),
            percent(10.0),
            divided(load(), constant(2.0), Kind::Number),
            number(Arithmetic::Subtract, constant(1.0), load()),
            number(Arithmetic::Add, load(), load()),
        ] {
            assert_eq!(beside(&share), PERCENT, "{share:?}");
        }
        for plain in [
            score(),
            divided(score(), constant(2.0), Kind::Number),
            divided(of(Metric::Wall, 1), of(Metric::Writes, 1), Kind::Duration),
            number(Arithmetic::Add, load(), score()),
        ] {
            assert_eq!(beside(&plain), Scale::Plain, "{plain:?}");
        }
    }
}
