//! Single comparisons decided: outputs by their digests, figures by which side of a bound their interval lies on.
//!
//! Owns what is told of a comparison: which figure, against which number. Deliberately absent: figures (`evaluate`) and truths
//! that join comparisons (`decide`).

use crate::book::formula::{Point, Term};
use crate::lesson::expression::{Arithmetic, Comparison};
use crate::lesson::names::{Metric, Verdict};
use crate::quantity::{Kind, Quantity};
use crate::record::{Outcome, Reason, TrialRecord};

use super::decide::{Decided, all, one_or_all, three_valued, verdict_of};
use super::differ::first_difference;
use super::evaluate::{Evaluation, kind_of, moved};
use super::results::sink_at;
use super::samples::{self, Observed};
use super::{Difference, Evidence, Figure, Relation};

impl Evaluation<'_> {
    /// Two outputs, by what was printed in every run.
    pub(super) fn same_text(&self, operator: Comparison, left: &Term, right: &Term, cell: &Point) -> Decided {
        let printed = |term: &Term| match term {
            Term::Sample {
                metric: Metric::Output,
                variant,
                cell: own,
                ..
            } => {
                let record = self.record.ok_or(Reason::NotMeasured)?;
                let cell = moved(cell, own);
                let (_, trial) = samples::trial(record, &self.trial_id(*variant, &cell))?;
                if let Some(reason) = samples::failure(trial) {
                    return Err(reason);
                }
                let digest = trial.output.digest.ok_or_else(|| self.without_digest(trial, &cell))?;
                Ok((*variant, &trial.output, digest))
            }
            _ => Err(Reason::NotDefined),
        };
        match (printed(left), printed(right)) {
            (Ok(one), Ok(other)) => {
                // In the order of their variants, the baseline first.
                let ((one, a, a_digest), (other, b, b_digest)) = match one.0 <= other.0 {
                    true => (one, other),
                    false => (other, one),
                };
                let is_same = a_digest == b_digest;
                let difference = || Difference {
                    point: Point::new(),
                    variants: [one, other],
                    first: first_difference(a, b),
                };
                Decided {
                    differences: (!is_same).then(difference).into_iter().collect(),
                    ..Decided::bare(verdict_of(is_same == (operator == Comparison::Equal)))
                }
            }
            (Err(reason), _) | (_, Err(reason)) => Decided::unavailable(reason),
        }
    }

    /// Why there is nothing to compare what a trial printed by.
    fn without_digest(&self, trial: &TrialRecord, cell: &Point) -> Reason {
        match trial.outcome {
            // What the compiler said was too long to be kept.
            Outcome::BuildFailed => Reason::BuildFailed,
            _ if sink_at(self.experiment, cell).keeps_output() => Reason::OutputVaries,
            _ => Reason::SinkKeepsNothing,
        }
    }

    /// Where one side is exact, the other's interval against it; where both were measured, their ratio, or their difference
    /// against 0 where a ratio has no meaning.
    pub(super) fn compare(
        &self,
        operator: Comparison,
        left: &Term,
        right: &Term,
        cell: &Point,
        kind: Kind,
    ) -> Result<Decided, Reason> {
        let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
        let bound = |side: &Term, value| match side {
            // As it is written, with its sign of a percentage.
            Term::Constant(quantity) if quantity.kind() == kind => *quantity,
            _ => Quantity::new(kind, value),
        };
        match (&a, &b) {
            (_, Observed::Exact(b)) => self.compared(operator, left.clone(), cell, bound(right, *b)),
            (Observed::Exact(a), _) => self.compared(flipped(operator), right.clone(), cell, bound(left, *a)),
            _ => {
                let mut decided = if a.all(|value| value > 0.0) && b.all(|value| value > 0.0) {
                    let (operator, ratio, bound) = self.as_ratio(operator, left, right, cell);
                    self.compared_as_ratio(operator, ratio, [left, right], cell, bound)?
                } else {
                    self.compared(operator, difference(left, right, kind), cell, Quantity::new(kind, 0.0))?
                };
                for evidence in &mut decided.evidence {
                    evidence.sides = Some(Box::new([left, right].map(|side| self.figure(side, cell, kind))));
                }
                Ok(decided)
            }
        }
    }

    /// A figure against a number.
    fn compared(&self, operator: Comparison, of: Term, cell: &Point, bound: Quantity) -> Result<Decided, Reason> {
        let figure = self.figure(&of, cell, bound.kind());
        let (low, high) = ends(&figure)?;
        Ok(Decided::on(Evidence {
            point: Point::new(),
            verdict: compared(operator, low, high, bound.value()),
            of,
            figure,
            sides: None,
            relation: Relation::Compared(operator),
            bound,
            target: None,
            noise: None,
        }))
    }

    /// Two measured sides, by their ratio against a number.
    fn compared_as_ratio(
        &self,
        operator: Comparison,
        ratio: Term,
        sides: [&Term; 2],
        cell: &Point,
        bound: Quantity,
    ) -> Result<Decided, Reason> {
        let mut decided = self.compared(operator, ratio, cell, bound)?;
        if bound.value() == 1.0 {
            for evidence in &mut decided.evidence {
                self.beyond_noise(evidence, sides, cell);
                decided.verdict = evidence.verdict;
            }
        }
        Ok(decided)
    }

    /// Two sides as their ratio against a number: `a > 3 * b` as a/b > 3, and `3 * b < a` as well.
    fn as_ratio(&self, operator: Comparison, left: &Term, right: &Term, cell: &Point) -> (Comparison, Term, Quantity) {
        let ((a, left), (b, right)) = (self.factored(left, cell), self.factored(right, cell));
        let number = |value| Quantity::new(Kind::Number, value);
        match b == 1.0 {
            true if a != 1.0 => (flipped(operator), quotient(right, left), number(a)),
            _ => (operator, quotient(left, right), number(b / a)),
        }
    }

    /// A term as a plain number, positive and exact in each cell, times the rest.
    fn factored<'t>(&self, term: &'t Term, cell: &Point) -> (f64, &'t Term) {
        let factor = |term: &Term| match term {
            Term::Constant(quantity) if quantity.kind() == Kind::Number => Some(quantity.value()),
            Term::AxisNumber(axis) => self.axis_number(*axis, cell).ok(),
            _ => None,
        };
        let factor = |term: &Term| factor(term).filter(|factor| *factor > 0.0);
        let Term::Arithmetic {
            operator, left, right, ..
        } = term
        else {
            return (1.0, term);
        };
        let (outer, rest) = match (operator, factor(left), factor(right)) {
            (Arithmetic::Multiply, Some(outer), _) => (outer, right),
            (Arithmetic::Multiply, None, Some(outer)) => (outer, left),
            (Arithmetic::Divide, None, Some(outer)) => (1.0 / outer, left),
            _ => return (1.0, term),
        };
        let (inner, rest) = self.factored(rest, cell);
        (outer * inner, rest)
    }

    pub(super) fn within_ratio(
        &self,
        left: &Term,
        right: &Term,
        tolerance: &Term,
        cell: &Point,
    ) -> Result<Decided, Reason> {
        let Observed::Exact(tolerance) = self.observe(tolerance, cell)? else {
            return Err(Reason::NotDefined);
        };
        let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
        if let (Observed::Exact(a), Observed::Exact(b)) = (&a, &b)
            && a * b <= 0.0
        {
            return Ok(Decided::bare(verdict_of(a == b)));
        }
        let ratio = quotient(left, right);
        let (low, high) = ends(&self.figure(&ratio, cell, Kind::Number))?;
        let (least, most) = (1.0 / (1.0 + tolerance), 1.0 + tolerance);
        Ok(Decided::on(Evidence {
            verdict: inside(low, high, least, most),
            relation: Relation::WithinRatio,
            bound: Quantity::new(Kind::Number, most),
            ..self.near((left, &a), (right, &b), ratio, cell)
        }))
    }

    pub(super) fn within_difference(
        &self,
        left: &Term,
        right: &Term,
        tolerance: &Term,
        cell: &Point,
    ) -> Result<Decided, Reason> {
        let kind = kind_of(left);
        let Observed::Exact(bound) = self.observe(tolerance, cell)? else {
            let sides = [(left, right), (right, left)].map(|(left, right)| {
                let apart = difference(left, right, kind);
                self.compare(Comparison::LessOrEqual, &apart, tolerance, cell, kind)
            });
            let [one, other] = sides;
            return Ok(one_or_all([one?, other?].into_iter(), all));
        };
        let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
        let apart = difference(left, right, kind);
        let (low, high) = ends(&self.figure(&apart, cell, kind))?;
        Ok(Decided::on(Evidence {
            verdict: inside(low, high, -bound, bound),
            relation: Relation::WithinDifference,
            bound: Quantity::new(kind, bound),
            ..self.near((left, &a), (right, &b), apart, cell)
        }))
    }

    /// Evidence, still without its verdict, of how near two sides are: where one is exact, the other's figure with that number
    /// as its target; where both were measured, the figure of `joined`, their ratio or difference.
    fn near(&self, left: (&Term, &Observed), right: (&Term, &Observed), joined: Term, cell: &Point) -> Evidence {
        let figure = |of: &Term| self.figure(of, cell, kind_of(of));
        let (of, target, sides) = match (left, right) {
            ((of, _), (_, Observed::Exact(target))) | ((_, Observed::Exact(target)), (of, _)) => {
                (of.clone(), Some(Quantity::new(kind_of(of), *target)), None)
            }
            ((left, _), (right, _)) => (joined, None, Some(Box::new([left, right].map(figure)))),
        };
        Evidence {
            point: Point::new(),
            verdict: Verdict::Undecided,
            figure: figure(&of),
            of,
            sides,
            relation: Relation::WithinRatio,
            bound: Quantity::new(Kind::Number, 1.0),
            target,
            noise: None,
        }
    }
}

fn quotient(left: &Term, right: &Term) -> Term {
    Term::Arithmetic {
        operator: Arithmetic::Divide,
        left: Box::new(left.clone()),
        right: Box::new(right.clone()),
        kind: Kind::Number,
    }
}

fn difference(left: &Term, right: &Term, kind: Kind) -> Term {
    Term::Arithmetic {
        operator: Arithmetic::Subtract,
        left: Box::new(left.clone()),
        right: Box::new(right.clone()),
        kind,
    }
}

fn ends(figure: &Figure) -> Result<(f64, f64), Reason> {
    match figure {
        Figure::Exact(value) => Ok((value.value(), value.value())),
        Figure::Interval(interval) => Ok((interval.low.value(), interval.high.value())),
        Figure::NotAvailable(reason) => Err(reason.clone()),
    }
}

fn flipped(operator: Comparison) -> Comparison {
    match operator {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same => same,
    }
}

/// Whether all values from `low` to `high` compare so with `bound`, none does, or it depends.
fn compared(operator: Comparison, low: f64, high: f64, bound: f64) -> Verdict {
    let (low, high) = (settled(low, bound), settled(high, bound));
    let (holds, fails) = match operator {
        Comparison::Less => (high < bound, low >= bound),
        Comparison::LessOrEqual => (high <= bound, low > bound),
        Comparison::Greater => (low > bound, high <= bound),
        Comparison::GreaterOrEqual => (low >= bound, high < bound),
        Comparison::Equal => (low == bound && high == bound, low > bound || high < bound),
        Comparison::NotEqual => (low > bound || high < bound, low == bound && high == bound),
    };
    three_valued(holds, fails)
}

fn inside(low: f64, high: f64, least: f64, most: f64) -> Verdict {
    three_valued(
        settled(low, least) >= least && settled(high, most) <= most,
        settled(low, most) > most || settled(high, least) < least,
    )
}

/// An end that differs from the bound by the rounding of arithmetic alone stands at the bound.
fn settled(end: f64, bound: f64) -> f64 {
    let rounding = 1e-12 * bound.abs();
    if (end - bound).abs() <= rounding { bound } else { end }
}
