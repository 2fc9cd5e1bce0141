//! Numeric expressions evaluated: round by round, to a figure.
//!
//! Owns arithmetic on samples, and which interval method an expression gets. Deliberately absent: the methods themselves
//! (`analysis`) and truths (`decide`).
//!
//! A metric by itself has the interval of its samples' median; a ratio of two terms measured in different runs that of a
//! ratio; what is only combined with an exact number keeps its interval, scaled, shifted or turned over; anything else is
//! evaluated in each round and has the interval of the centre of these values.

use crate::analysis::{self, Confidence, Estimate, NoInterval, Rounds};
use crate::book::Experiment;
use crate::book::formula::{Point, Term};
use crate::lesson::expression::Arithmetic;
use crate::lesson::names::Metric;
use crate::plan::TrialId;
use crate::quantity::{Kind, Quantity};
use crate::record::{Reason, Record};

use super::Figure;
use super::samples::{self, Observed};

/// One experiment and its record, as expressions are evaluated on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation<'a> {
    pub experiment: &'a Experiment,
    /// Absent where there is none.
    pub record: Option<&'a Record>,
    pub confidence: Confidence,
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
            control: false,
        }
    }

    /// A numeric term in a cell, with its interval.
    pub(super) fn figure(&self, term: &Term, cell: &Point, kind: Kind) -> Figure {
        match self.estimate(term, cell) {
            Ok(estimated) if !estimated.is_finite() => Figure::NotAvailable(Reason::NotDefined),
            Ok(Estimated::Exact(value)) => Figure::Exact(Quantity::new(kind, value)),
            Ok(Estimated::Interval(estimate)) => Figure::of(estimate, kind),
            Err(reason) => Figure::NotAvailable(reason),
        }
    }

    fn estimate(&self, term: &Term, cell: &Point) -> Result<Estimated, Reason> {
        match term {
            Term::At { point, of } => return self.estimate(of, &moved(cell, point)),
            Term::Negate(of) => return Ok(self.estimate(of, cell)?.through(|value| -value)),
            Term::Arithmetic {
                operator, left, right, ..
            } => {
                if let Some(estimated) = self.kept(*operator, left, right, cell)? {
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

    /// Arithmetic that keeps an interval's method: a ratio of measured terms, and exact numbers combined with one.
    fn kept(&self, operator: Arithmetic, left: &Term, right: &Term, cell: &Point) -> Result<Option<Estimated>, Reason> {
        let (a, b) = (self.observe(left, cell)?, self.observe(right, cell)?);
        match (operator, &a, &b) {
            (Arithmetic::Divide, _, Observed::Exact(0.0)) => Err(Reason::NotDefined),
            (_, Observed::PerRound(_), Observed::Exact(b)) => {
                Ok(Some(self.estimate(left, cell)?.through(|a| apply(operator, a, *b))))
            }
            (Arithmetic::Divide, Observed::Exact(a), Observed::PerRound(_)) => {
                let divisor = self.estimate(right, cell)?;
                let turned = b.all(|value| value > 0.0) && divisor.is_positive();
                Ok(turned.then(|| divisor.through(|b| a / b)))
            }
            (_, Observed::Exact(a), Observed::PerRound(_)) => {
                Ok(Some(self.estimate(right, cell)?.through(|b| apply(operator, *a, b))))
            }
            (Arithmetic::Divide, Observed::PerRound(_), Observed::PerRound(_)) => {
                let positive = a.all(|value| value > 0.0) && b.all(|value| value > 0.0);
                if !positive || self.share_runs(left, right, cell) {
                    return Ok(None);
                }
                let estimate = analysis::ratio(&a.pairs(&b), self.confidence).map_err(no_interval)?;
                Ok(Some(Estimated::Interval(estimate)))
            }
            _ => Ok(None),
        }
    }

    /// Whether runs of one trial are in both terms. What sways one then sways the other, and where it does so the other way, as
    /// in `(wall(a) - wall(b)) / wall(b)`, an interval that takes them for independent would be too narrow.
    fn share_runs(&self, left: &Term, right: &Term, cell: &Point) -> bool {
        let others = self.trials_in(right, cell);
        self.trials_in(left, cell).iter().any(|trial| others.contains(trial))
    }

    /// Variants and their cells.
    fn trials_in(&self, term: &Term, cell: &Point) -> Vec<(usize, Point)> {
        match term {
            Term::Sample { variant, cell: own, .. } => vec![(*variant, moved(cell, own))],
            Term::Negate(of) => self.trials_in(of, cell),
            Term::At { point, of } => self.trials_in(of, &moved(cell, point)),
            Term::Slope { of, axis } => {
                let values = 0..self.experiment.axes[*axis].points.len();
                values
                    .flat_map(|value| self.trials_in(of, &moved(cell, &vec![(*axis, value)])))
                    .collect()
            }
            Term::Arithmetic { left, right, .. } => [self.trials_in(left, cell), self.trials_in(right, cell)].concat(),
            _ => Vec::new(),
        }
    }

    /// A numeric term, round by round.
    pub(super) fn observe(&self, term: &Term, cell: &Point) -> Result<Observed, Reason> {
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
                let observed = a.zip(&b, |a, b| apply(*operator, a, b));
                // Nothing that is told or compared is beyond all numbers.
                match observed.all(f64::is_finite) {
                    true => Ok(observed),
                    false => Err(Reason::NotDefined),
                }
            }
            _ => Err(Reason::NotDefined),
        }
    }

    pub(super) fn axis_number(&self, axis: usize, cell: &Point) -> Result<f64, Reason> {
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

    /// A metric's samples of one trial, round by round.
    pub(super) fn samples(&self, id: &TrialId, metric: &Metric, kind: Kind) -> Result<Rounds<f64>, Reason> {
        self.observed(id, metric, kind).map(|observed| observed.rounds())
    }

    /// The same by session, so that metrics of one round meet.
    pub(super) fn observed(&self, id: &TrialId, metric: &Metric, kind: Kind) -> Result<Observed, Reason> {
        samples::observe(self.record.ok_or(Reason::NotMeasured)?, id, metric, kind)
    }
}

enum Estimated {
    Exact(f64),
    Interval(Estimate),
}

impl Estimated {
    /// On another scale; over the interval `see` only rises or only falls.
    fn through(self, see: impl Fn(f64) -> f64) -> Estimated {
        match self {
            Estimated::Exact(value) => Estimated::Exact(see(value)),
            Estimated::Interval(estimate) => {
                let (one, other) = (see(estimate.low), see(estimate.high));
                Estimated::Interval(Estimate {
                    value: see(estimate.value),
                    low: one.min(other),
                    high: one.max(other),
                    ..estimate
                })
            }
        }
    }

    fn is_finite(&self) -> bool {
        match self {
            Estimated::Exact(value) => value.is_finite(),
            Estimated::Interval(estimate) => [estimate.value, estimate.low, estimate.high]
                .iter()
                .all(|end| end.is_finite()),
        }
    }

    fn is_positive(&self) -> bool {
        match self {
            Estimated::Exact(value) => *value > 0.0,
            Estimated::Interval(estimate) => estimate.low > 0.0,
        }
    }
}

/// `cell` with the axes of `point` moved to its values.
pub(super) fn moved(cell: &Point, point: &Point) -> Point {
    let mut moved = cell.clone();
    for (axis, value) in point {
        match moved.iter_mut().find(|(known, _)| known == axis) {
            Some(place) => place.1 = *value,
            None => moved.push((*axis, *value)),
        }
    }
    moved
}

/// A numeric term of constants alone; `None` where it divides by zero or is beyond all numbers, or is no such term.
pub(super) fn constant(term: &Term) -> Option<f64> {
    match term {
        Term::Constant(quantity) => Some(quantity.value()),
        Term::Negate(of) => Some(-constant(of)?),
        Term::Arithmetic {
            operator, left, right, ..
        } => {
            let (a, b) = (constant(left)?, constant(right)?);
            Some(apply(*operator, a, b)).filter(|value| value.is_finite())
        }
        _ => None,
    }
}

fn apply(operator: Arithmetic, a: f64, b: f64) -> f64 {
    match operator {
        Arithmetic::Add => a + b,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a * b,
        Arithmetic::Divide => a / b,
    }
}

pub(super) fn no_interval(problem: NoInterval) -> Reason {
    match problem {
        NoInterval::TooFew { have, need } => Reason::TooFewRounds {
            have: have as u64,
            need: need as u64,
        },
        NoInterval::Undefined => Reason::NotDefined,
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
