//! The noise floor: what the machine makes of the baseline against itself.
//!
//! Owns the A/A control's ratio, and the rule by which a difference is worth the name. Deliberately absent: every other
//! comparison (`compare`).

use crate::analysis::{self, Confidence};
use crate::book::formula::{Point, Term};
use crate::lesson::names::{Metric, Verdict};
use crate::plan::TrialId;
use crate::quantity::{Kind, Quantity};
use crate::record::Reason;

use super::evaluate::{Evaluation, moved, no_interval};
use super::samples::{self, Observed};
use super::{Evidence, Figure, Interval};

impl Evaluation<'_> {
    /// The control of a cell of all axes.
    pub(super) fn control_id(&self, cell: &Point) -> TrialId {
        TrialId {
            control: true,
            ..self.trial_id(0, cell)
        }
    }

    /// A metric of one trial, with its interval.
    pub(super) fn trial_metric(&self, id: &TrialId, metric: &Metric, kind: Kind) -> Figure {
        let figure = || {
            let record = self.record.ok_or(Reason::NotMeasured)?;
            match samples::observe(record, id, metric, kind)? {
                Observed::Exact(value) => Ok(Figure::Exact(Quantity::new(kind, value))),
                observed => analysis::median(&observed.rounds(), self.confidence)
                    .map(|estimate| Figure::of(estimate, kind))
                    .map_err(no_interval),
            }
        };
        figure().unwrap_or_else(Figure::NotAvailable)
    }

    /// The control's metric over the baseline's, with its interval of 95 %, whatever the confidence of claims: one machine has
    /// one noise.
    pub(super) fn noise(&self, metric: &Metric, kind: Kind, cell: &Point) -> Figure {
        let ratio = || {
            let record = self.record.ok_or(Reason::NotMeasured)?;
            let control = samples::observe(record, &self.control_id(cell), metric, kind)?;
            let baseline = samples::observe(record, &self.trial_id(0, cell), metric, kind)?;
            match (&control, &baseline) {
                (Observed::Exact(a), Observed::Exact(b)) if *b != 0.0 => {
                    Ok(Figure::Exact(Quantity::new(Kind::Number, a / b)))
                }
                _ => analysis::ratio(&control.pairs(&baseline), Confidence::STANDARD)
                    .map(|estimate| Figure::of(estimate, Kind::Number))
                    .map_err(no_interval),
            }
        };
        ratio().unwrap_or_else(Figure::NotAvailable)
    }

    /// Leaves undecided what the machine's noise alone might show: of a comparison of two measured sides as a ratio with 1, the
    /// ratio has to lie beyond the noise of all metrics and cells in it.
    pub(super) fn beyond_noise(&self, evidence: &mut Evidence, sides: [&Term; 2], cell: &Point) {
        let samples = sides.iter().flat_map(|side| self.samples_in(side, cell));
        let noises = samples.filter_map(|(metric, kind, cell)| match self.noise(&metric, kind, &cell) {
            Figure::Interval(noise) => Some(noise),
            Figure::Exact(_) | Figure::NotAvailable(_) => None,
        });
        let Some(noise) = noises.max_by(|a, b| reach(a).total_cmp(&reach(b))) else {
            return;
        };
        if !is_beyond(&evidence.figure, &noise) {
            evidence.verdict = Verdict::Undecided;
        }
        evidence.noise = Some(noise);
    }

    /// What a numeric term measures, and where.
    fn samples_in(&self, term: &Term, cell: &Point) -> Vec<(Metric, Kind, Point)> {
        match term {
            Term::Sample {
                metric,
                kind,
                cell: own,
                ..
            } => vec![(metric.clone(), *kind, moved(cell, own))],
            Term::Negate(of) => self.samples_in(of, cell),
            Term::At { point, of } => self.samples_in(of, &moved(cell, point)),
            Term::Slope { of, axis } => {
                let values = 0..self.experiment.axes[*axis].points.len();
                values
                    .flat_map(|value| self.samples_in(of, &moved(cell, &vec![(*axis, value)])))
                    .collect()
            }
            Term::Arithmetic { left, right, .. } => {
                [self.samples_in(left, cell), self.samples_in(right, cell)].concat()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether a ratio shows a difference: its interval excludes 1, and its estimate lies beyond the farther bound of `noise`. On
/// real A/A pairs the first alone saw one in 17 to 24 of 100 experiments, both together in at most 6.
pub fn is_difference(ratio: &Figure, noise: &Figure) -> bool {
    let excludes_one = match ratio {
        Figure::Exact(value) => return value.value() != 1.0,
        Figure::Interval(ratio) => ratio.low.value() > 1.0 || ratio.high.value() < 1.0,
        Figure::NotAvailable(_) => return false,
    };
    excludes_one
        && match noise {
            Figure::Interval(noise) => is_beyond(ratio, noise),
            Figure::Exact(_) | Figure::NotAvailable(_) => true,
        }
}

fn is_beyond(ratio: &Figure, noise: &Interval) -> bool {
    match ratio {
        Figure::Interval(ratio) => ratio.estimate.value().ln().abs() > reach(noise),
        Figure::Exact(_) | Figure::NotAvailable(_) => true,
    }
}

/// How far from 1 a ratio's interval reaches, up or down, in logarithms.
fn reach(ratio: &Interval) -> f64 {
    ratio.low.value().ln().abs().max(ratio.high.value().ln().abs())
}
