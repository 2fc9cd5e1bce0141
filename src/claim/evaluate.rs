//! Expressions evaluated: round by round, to a figure or a truth.
//!
//! Owns arithmetic on samples, which interval method an expression gets, and three-valued logic. Deliberately absent: the
//! methods themselves (`analysis`).
//!
//! A metric by itself has the interval of its samples' median; a ratio of two measured terms that of a ratio; what is only
//! scaled or shifted by an exact number keeps its interval, scaled or shifted; anything else is evaluated in each round and
//! has the interval of the centre of these values.

use crate::analysis::{self, Confidence, Estimate, NoInterval, Rounds};
use crate::book::Experiment;
use crate::book::formula::{Point, Quantifier, Term};
use crate::lesson::expression::{Arithmetic, Comparison};
use crate::lesson::names::{Metric, Verdict};
use crate::plan::TrialId;
use crate::quantity::{Kind, Quantity};
use crate::record::{Reason, Record};

use super::samples::{self, Observed};
use super::{CellFinding, Evidence, Figure, Interval, Relation};

/// One experiment and its record, as expressions are evaluated on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation<'a> {
    pub experiment: &'a Experiment,
    /// Absent where there is none.
    pub record: Option<&'a Record>,
    pub confidence: Confidence,
}

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
    /// The home cell: each axis at its first value.
    pub(super) fn home(&self) -> Point {
        (0..self.experiment.axes.len()).map(|axis| (axis, 0)).collect()
    }

    /// The trial of a variant in a cell of all axes.
    pub(super) fn trial_id(&self, variant: usize, cell: &Point) -> TrialId {
        let named = |(axis, value): &(usize, usize)| {
            let axis = &self.experiment.axes[*axis];
            (axis.name.clone(), axis.points[*value].name.value.clone())
        };
        TrialId {
            variant: self.experiment.variants[variant].name.clone(),
            cell: cell.iter().map(named).collect(),
        }
    }

    /// A numeric term in a cell, with its interval.
    pub(super) fn figure(&self, term: &Term, cell: &Point, kind: Kind) -> Figure {
        let quantity = |value: f64| Quantity::new(kind, value);
        match self.estimate(term, cell) {
            Ok(Estimated::Exact(value)) => Figure::Exact(quantity(value)),
            Ok(Estimated::Interval(estimate)) => Figure::Interval(Interval {
                estimate: quantity(estimate.value),
                low: quantity(estimate.low),
                high: quantity(estimate.high),
                rounds: estimate.rounds,
                sessions: estimate.sessions,
            }),
            Err(reason) => Figure::NotAvailable(reason),
        }
    }

    fn estimate(&self, term: &Term, cell: &Point) -> Result<Estimated, Reason> {
        match term {
            Term::At { point, of } => return self.estimate(of, &moved(cell, point)),
            Term::Negate(of) => {
                return Ok(match self.estimate(of, cell)? {
                    Estimated::Exact(value) => Estimated::Exact(-value),
                    Estimated::Interval(estimate) => Estimated::Interval(linear(estimate, -1.0, 0.0)),
                });
            }
            Term::Arithmetic {
                operator, left, right, ..
            } => {
                if let Some(estimated) = self.rescaled(*operator, left, right, cell)? {
                    return Ok(estimated);
                }
            }
            _ => {}
        }
        let interval = match (self.observe(term, cell)?, term) {
            (Observed::Exact(value), _) => return Ok(Estimated::Exact(value)),
            (observed, Term::Sample { .. }) => analysis::median(&observed.rounds(), self.confidence),
            (observed, _) => analysis::centre(&observed.rounds(), self.confidence),
        };
        Ok(Estimated::Interval(interval.map_err(no_interval)?))
    }

    /// Arithmetic that keeps an interval's method: a ratio of measured terms, and exact numbers that scale or shift one.
    fn rescaled(
        &self,
        operator: Arithmetic,
        left: &Term,
        right: &Term,
        cell: &Point,
    ) -> Result<Option<Estimated>, Reason> {
        let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
        let (term, factor, offset) = match (operator, &a, &b) {
            (_, Observed::Exact(_), Observed::Exact(_)) => return Ok(None),
            (Arithmetic::Divide, _, Observed::PerRound(_)) => {
                let positive = a.all(|value| value > 0.0) && b.all(|value| value > 0.0);
                return if positive {
                    let estimate = analysis::ratio(&a.pairs(&b), self.confidence).map_err(no_interval)?;
                    Ok(Some(Estimated::Interval(estimate)))
                } else {
                    Ok(None)
                };
            }
            (Arithmetic::Divide, _, Observed::Exact(0.0)) => return Err(Reason::NotDefined),
            (Arithmetic::Divide, _, Observed::Exact(divisor)) => (left, 1.0 / divisor, 0.0),
            (Arithmetic::Multiply, _, Observed::Exact(factor)) => (left, *factor, 0.0),
            (Arithmetic::Multiply, Observed::Exact(factor), _) => (right, *factor, 0.0),
            (Arithmetic::Add, _, Observed::Exact(offset)) => (left, 1.0, *offset),
            (Arithmetic::Add, Observed::Exact(offset), _) => (right, 1.0, *offset),
            (Arithmetic::Subtract, _, Observed::Exact(offset)) => (left, 1.0, -offset),
            (Arithmetic::Subtract, Observed::Exact(offset), _) => (right, -1.0, *offset),
            _ => return Ok(None),
        };
        Ok(Some(match self.estimate(term, cell)? {
            Estimated::Exact(value) => Estimated::Exact(value * factor + offset),
            Estimated::Interval(estimate) => Estimated::Interval(linear(estimate, factor, offset)),
        }))
    }

    /// A numeric term, round by round.
    fn observe(&self, term: &Term, cell: &Point) -> Result<Observed, Reason> {
        match term {
            Term::Constant(quantity) => Ok(Observed::Exact(quantity.value())),
            Term::AxisNumber(axis) => self.axis_number(*axis, cell).map(Observed::Exact),
            Term::Sample {
                metric,
                kind,
                variant,
                cell: own,
            } => {
                let record = self.record.ok_or(Reason::NotMeasured)?;
                let id = self.trial_id(*variant, &moved(cell, own));
                samples::observe(record, &id, metric, *kind)
            }
            Term::Negate(of) => Ok(self.observe(of, cell)?.zip(&Observed::Exact(0.0), |a, _| -a)),
            Term::At { point, of } => self.observe(of, &moved(cell, point)),
            Term::Slope { of, axis } => self.slope(of, *axis, cell),
            Term::Arithmetic {
                operator, left, right, ..
            } => {
                let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
                if *operator == Arithmetic::Divide && !b.all(|value| value != 0.0) {
                    return Err(Reason::NotDefined);
                }
                Ok(a.zip(&b, |a, b| match operator {
                    Arithmetic::Add => a + b,
                    Arithmetic::Subtract => a - b,
                    Arithmetic::Multiply => a * b,
                    Arithmetic::Divide => a / b,
                }))
            }
            _ => Err(Reason::NotDefined),
        }
    }

    fn axis_number(&self, axis: usize, cell: &Point) -> Result<f64, Reason> {
        let value = cell
            .iter()
            .find(|(known, _)| *known == axis)
            .map_or(0, |(_, value)| *value);
        self.experiment.axes[axis].points[value]
            .number
            .ok_or(Reason::NotDefined)
    }

    /// In each round the least-squares slope over the axis's values.
    fn slope(&self, of: &Term, axis: usize, cell: &Point) -> Result<Observed, Reason> {
        let mut columns = Vec::new();
        for value in 0..self.experiment.axes[axis].points.len() {
            let here = moved(cell, &vec![(axis, value)]);
            columns.push((self.axis_number(axis, &here)?, self.observe(of, &here)?));
        }
        let through = |y: &[f64]| {
            let points: Vec<(f64, f64)> = columns.iter().map(|(x, _)| *x).zip(y.iter().copied()).collect();
            analysis::slope(&points).ok_or(Reason::NotDefined)
        };
        let exact: Option<Vec<f64>> = columns
            .iter()
            .map(|(_, column)| match column {
                Observed::Exact(value) => Some(*value),
                Observed::PerRound(_) => None,
            })
            .collect();
        if let Some(values) = exact {
            return through(&values).map(Observed::Exact);
        }
        // Where rounds differ in number between columns, the sum's zip has the rounds that all of them have.
        let common = columns
            .iter()
            .fold(Observed::Exact(0.0), |sum, (_, column)| sum.zip(column, |a, b| a + b));
        let aligned: Vec<Observed> = columns
            .iter()
            .map(|(_, column)| common.zip(column, |_, value| value))
            .collect();
        let Observed::PerRound(frame) = common else {
            return Err(Reason::NotDefined);
        };
        let mut slopes = frame;
        for (session, values) in &mut slopes {
            for (round, slope) in values.iter_mut().enumerate() {
                let y: Vec<f64> = aligned
                    .iter()
                    .map(|column| match column {
                        Observed::PerRound(sessions) => sessions[session][round],
                        Observed::Exact(value) => *value,
                    })
                    .collect();
                *slope = through(&y)?;
            }
        }
        Ok(Observed::PerRound(slopes))
    }

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
            && (*a <= 0.0 || *b <= 0.0)
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
        let Observed::Exact(bound) = self.observe(tolerance, cell)? else {
            return Err(Reason::NotDefined);
        };
        let kind = kind_of(left);
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

    /// A metric's samples of one trial, round by round.
    pub(super) fn samples(&self, id: &TrialId, metric: &Metric, kind: Kind) -> Result<Rounds<f64>, Reason> {
        let record = self.record.ok_or(Reason::NotMeasured)?;
        samples::observe(record, id, metric, kind).map(|observed| observed.rounds())
    }
}

enum Estimated {
    Exact(f64),
    Interval(Estimate),
}

/// `cell` with the axes of `point` moved to its values.
fn moved(cell: &Point, point: &Point) -> Point {
    let mut moved = cell.clone();
    for (axis, value) in point {
        match moved.iter_mut().find(|(known, _)| known == axis) {
            Some(place) => place.1 = *value,
            None => moved.push((*axis, *value)),
        }
    }
    moved
}

fn linear(estimate: Estimate, factor: f64, offset: f64) -> Estimate {
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|end| end * factor + offset);
    Estimate {
        value,
        low: low.min(high),
        high: low.max(high),
        ..estimate
    }
}

fn no_interval(problem: NoInterval) -> Reason {
    match problem {
        NoInterval::TooFew { have, need } => Reason::TooFewRounds {
            have: have as u64,
            need: need as u64,
        },
        NoInterval::Undefined => Reason::NotDefined,
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

/// The kind of a numeric term.
pub(super) fn kind_of(term: &Term) -> Kind {
    match term {
        Term::Constant(quantity) => quantity.kind(),
        Term::AxisNumber(_) => Kind::Number,
        Term::Sample { kind, .. } | Term::Arithmetic { kind, .. } => *kind,
        Term::Negate(of) | Term::Slope { of, .. } | Term::At { of, .. } => kind_of(of),
        _ => Kind::Truth,
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
    three_valued(low >= least && high <= most, low > most || high < least)
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
