//! Truths decided: comparisons of figures and three-valued logic.
//!
//! Owns what of an interval makes a claim hold, fail, or stay undecided, and Kleene's logic over cells. Deliberately absent:
//! figures (`evaluate`).

use crate::book::formula::{Point, Quantifier, Term};
use crate::lesson::expression::{Arithmetic, Comparison};
use crate::lesson::names::{Metric, Verdict};
use crate::quantity::{Kind, Quantity};
use crate::record::Reason;

use super::evaluate::{Evaluation, kind_of, moved};
use super::samples::{self, Observed};
use super::{CellFinding, Evidence, Figure, Relation};

/// A verdict with what it rests on.
pub(super) struct Decided {
    pub verdict: Verdict,
    pub reason: Option<Reason>,
    pub evidence: Option<Evidence>,
}

impl Decided {
    fn bare(verdict: Verdict) -> Self {
        Decided {
            verdict,
            reason: None,
            evidence: None,
        }
    }

    fn unavailable(reason: Reason) -> Self {
        Decided {
            reason: Some(reason),
            ..Decided::bare(Verdict::Undecided)
        }
    }
}

impl Evaluation<'_> {
    /// A truth in a cell.
    pub(super) fn decide(&self, term: &Term, cell: &Point) -> Decided {
        match term {
            Term::Compare {
                left,
                right,
                operator,
                kind: Kind::Text,
            } => self.same_text(*operator, left, right, cell),
            Term::Compare {
                operator,
                left,
                right,
                kind,
            } => self
                .compare(*operator, left, right, cell, *kind)
                .unwrap_or_else(Decided::unavailable),
            Term::WithinRatio { left, right, tolerance } => self
                .within_ratio(left, right, tolerance, cell)
                .unwrap_or_else(Decided::unavailable),
            Term::WithinDifference { left, right, tolerance } => self
                .within_difference(left, right, tolerance, cell)
                .unwrap_or_else(Decided::unavailable),
            Term::Not(of) => {
                let inner = self.decide(of, cell);
                Decided {
                    verdict: opposite(inner.verdict),
                    evidence: inner.evidence.map(|evidence| Evidence {
                        relation: evidence.relation.negated(),
                        ..evidence
                    }),
                    ..inner
                }
            }
            Term::And(parts) => one_or_all(parts.iter().map(|part| self.decide(part, cell)), all),
            Term::Or(parts) => one_or_all(parts.iter().map(|part| self.decide(part, cell)), any),
            Term::At { point, of } => self.decide(of, &moved(cell, point)),
            Term::Quantified { quantifier, points, of } => {
                let cells = points.iter().map(|point| self.decide(of, &moved(cell, point)));
                match quantifier {
                    _ if points.is_empty() => Decided::unavailable(Reason::SinkKeepsNothing),
                    Quantifier::Every => one_or_all(cells, all),
                    Quantifier::Some => one_or_all(cells, any),
                }
            }
            _ => Decided::unavailable(Reason::NotDefined),
        }
    }

    /// The truth of the innermost claim at each point that the outermost quantifiers range over.
    pub(super) fn cells(&self, term: &Term, cell: &Point, point: &Point) -> Vec<CellFinding> {
        match term {
            Term::At { point: fixed, of } => self.cells(of, &moved(cell, fixed), point),
            Term::Quantified { points, of, .. } => points
                .iter()
                .flat_map(|value| self.cells(of, &moved(cell, value), &moved(point, value)))
                .collect(),
            _ => {
                let decided = self.decide(term, cell);
                vec![CellFinding {
                    point: point.clone(),
                    verdict: decided.verdict,
                    reason: decided.reason,
                    evidence: decided.evidence,
                }]
            }
        }
    }

    /// What each comparison of numbers that a truth joins comes to, in every cell that it speaks of.
    pub(super) fn comparisons(&self, term: &Term, cell: &Point) -> Vec<Decided> {
        let leaves = leaves(term, cell).into_iter();
        leaves
            .map(|(comparison, cell)| self.decide(comparison, &cell))
            .collect()
    }

    fn same_text(&self, operator: Comparison, left: &Term, right: &Term, cell: &Point) -> Decided {
        let digest = |term: &Term| match term {
            Term::Sample {
                metric: Metric::Output,
                variant,
                cell: own,
                ..
            } => {
                let record = self.record.ok_or(Reason::NotMeasured)?;
                let (_, trial) = samples::trial(record, &self.trial_id(*variant, &moved(cell, own)))?;
                match samples::failure(trial) {
                    Some(reason) => Err(reason),
                    None => trial.output.digest.ok_or(Reason::SinkKeepsNothing),
                }
            }
            _ => Err(Reason::NotDefined),
        };
        match (digest(left), digest(right)) {
            (Ok(a), Ok(b)) => Decided::bare(verdict_of((a == b) == (operator == Comparison::Equal))),
            (Err(reason), _) | (_, Err(reason)) => Decided::unavailable(reason),
        }
    }

    /// Where one side is exact, the other's interval against it; where both were measured, their ratio against 1, or their
    /// difference against 0 where a ratio has no meaning.
    fn compare(
        &self,
        operator: Comparison,
        left: &Term,
        right: &Term,
        cell: &Point,
        kind: Kind,
    ) -> Result<Decided, Reason> {
        let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
        let (figure, bound, operator) = match (&a, &b) {
            (_, Observed::Exact(bound)) => (self.figure(left, cell, kind), Quantity::new(kind, *bound), operator),
            (Observed::Exact(bound), _) => (
                self.figure(right, cell, kind),
                Quantity::new(kind, *bound),
                flipped(operator),
            ),
            _ if a.all(|value| value > 0.0) && b.all(|value| value > 0.0) => {
                let ratio = quotient(left, right);
                (
                    self.figure(&ratio, cell, Kind::Number),
                    Quantity::new(Kind::Number, 1.0),
                    operator,
                )
            }
            _ => {
                let difference = difference(left, right, kind);
                (self.figure(&difference, cell, kind), Quantity::new(kind, 0.0), operator)
            }
        };
        let (low, high) = ends(&figure)?;
        Ok(Decided {
            verdict: compared(operator, low, high, bound.value()),
            reason: None,
            evidence: Some(Evidence {
                figure,
                relation: Relation::Compared(operator),
                bound,
            }),
        })
    }

    fn within_ratio(&self, left: &Term, right: &Term, tolerance: &Term, cell: &Point) -> Result<Decided, Reason> {
        let Observed::Exact(tolerance) = self.observe(tolerance, cell)? else {
            return Err(Reason::NotDefined);
        };
        let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
        if let (Observed::Exact(a), Observed::Exact(b)) = (&a, &b)
            && a * b <= 0.0
        {
            return Ok(Decided::bare(verdict_of(a == b)));
        }
        let figure = self.figure(&quotient(left, right), cell, Kind::Number);
        let (low, high) = ends(&figure)?;
        let (least, most) = (1.0 / (1.0 + tolerance), 1.0 + tolerance);
        Ok(Decided {
            verdict: inside(low, high, least, most),
            reason: None,
            evidence: Some(Evidence {
                figure,
                relation: Relation::WithinRatio,
                bound: Quantity::new(Kind::Number, most),
            }),
        })
    }

    fn within_difference(&self, left: &Term, right: &Term, tolerance: &Term, cell: &Point) -> Result<Decided, Reason> {
        let kind = kind_of(left);
        let Observed::Exact(bound) = self.observe(tolerance, cell)? else {
            let sides = [(left, right), (right, left)].map(|(left, right)| {
                let apart = difference(left, right, kind);
                self.compare(Comparison::LessOrEqual, &apart, tolerance, cell, kind)
            });
            let [one, other] = sides;
            return Ok(one_or_all([one?, other?].into_iter(), all));
        };
        let figure = self.figure(&difference(left, right, kind), cell, kind);
        let (low, high) = ends(&figure)?;
        Ok(Decided {
            verdict: inside(low, high, -bound, bound),
            reason: None,
            evidence: Some(Evidence {
                figure,
                relation: Relation::WithinDifference,
                bound: Quantity::new(kind, bound),
            }),
        })
    }
}

/// How many comparisons of numbers a truth joins, those of each cell counted: so often it may be misled by samples.
pub(super) fn comparisons_in(term: &Term) -> usize {
    leaves(term, &Point::new()).len()
}

/// The comparisons of numbers in a truth, each with its cell.
fn leaves<'t>(term: &'t Term, cell: &Point) -> Vec<(&'t Term, Point)> {
    match term {
        Term::Compare { kind: Kind::Text, .. } => Vec::new(),
        Term::Compare { .. } | Term::WithinRatio { .. } | Term::WithinDifference { .. } => vec![(term, cell.clone())],
        Term::Not(of) => leaves(of, cell),
        Term::At { point, of } => leaves(of, &moved(cell, point)),
        Term::And(parts) | Term::Or(parts) => parts.iter().flat_map(|part| leaves(part, cell)).collect(),
        Term::Quantified { points, of, .. } => points
            .iter()
            .flat_map(|point| leaves(of, &moved(cell, point)))
            .collect(),
        _ => Vec::new(),
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

fn three_valued(holds: bool, fails: bool) -> Verdict {
    match (holds, fails) {
        (true, _) => Verdict::Holds,
        (_, true) => Verdict::Fails,
        _ => Verdict::Undecided,
    }
}

fn verdict_of(truth: bool) -> Verdict {
    three_valued(truth, !truth)
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Holds => Verdict::Fails,
        Verdict::Fails => Verdict::Holds,
        Verdict::Undecided => Verdict::Undecided,
    }
}

fn all(verdicts: &[Verdict]) -> Verdict {
    three_valued(
        verdicts.iter().all(|verdict| *verdict == Verdict::Holds),
        verdicts.contains(&Verdict::Fails),
    )
}

fn any(verdicts: &[Verdict]) -> Verdict {
    three_valued(
        verdicts.contains(&Verdict::Holds),
        verdicts.iter().all(|verdict| *verdict == Verdict::Fails),
    )
}

/// Parts joined: a single one keeps its evidence, of several an undecided whole tells the first reason.
fn one_or_all(parts: impl Iterator<Item = Decided>, join: fn(&[Verdict]) -> Verdict) -> Decided {
    let mut parts: Vec<Decided> = parts.collect();
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let verdicts: Vec<Verdict> = parts.iter().map(|part| part.verdict).collect();
    let verdict = join(&verdicts);
    let reason = match verdict {
        Verdict::Undecided => parts.into_iter().find_map(|part| part.reason),
        _ => None,
    };
    Decided {
        verdict,
        reason,
        evidence: None,
    }
}
