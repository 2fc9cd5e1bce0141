//! What is counted in passes of its own: the exact counts that claims, values, figures and questions name, by cell.
//!
//! Owns finding out which cells a formula speaks of. Deliberately absent: counting (`run`), and the other metrics, which every
//! run shows.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::formula::{Point, Term};
use crate::book::{Ask, Experiment, Lesson};
use crate::lesson::names::Metric;

/// A cell as trials have it: each axis with its value.
pub(super) type NamedCell = Vec<(String, String)>;

/// The counts that the lesson names in each cell of an experiment. They are made of all its variants, so that a table can set
/// them side by side.
pub(super) fn counted(lesson: &Lesson, experiment: &Experiment) -> BTreeMap<NamedCell, BTreeSet<Metric>> {
    let index = lesson
        .experiments
        .iter()
        .position(|known| known.name == experiment.name);
    let questions = lesson.predicts.iter().flat_map(|predict| match &predict.ask {
        Ask::Figure { formula, .. } => vec![formula],
        Ask::Choices(choices) => choices.iter().map(|choice| &choice.formula).collect(),
    });
    let elsewhere = lesson.figures.values().chain(questions);
    let elsewhere = elsewhere.filter(|formula| Some(formula.experiment) == index);
    let values = experiment.values.iter().map(|value| &value.formula);
    let claims = experiment.claims.iter().map(|claim| &claim.formula);
    let mut search = Search {
        experiment,
        found: BTreeMap::new(),
    };
    for formula in values.chain(claims).chain(elsewhere) {
        search.visit(&formula.term, &Point::new());
    }
    search.found
}

struct Search<'a> {
    experiment: &'a Experiment,
    found: BTreeMap<NamedCell, BTreeSet<Metric>>,
}

impl Search<'_> {
    /// A term in the cell of some axes; the others stand at their first values.
    fn visit(&mut self, term: &Term, cell: &Point) {
        match term {
            Term::Constant(_) | Term::AxisNumber(_) => {}
            Term::Sample { metric, cell: own, .. } => {
                if metric.is_counted() {
                    let named = self.named(&moved(cell, own));
                    self.found.entry(named).or_default().insert(metric.clone());
                }
            }
            Term::Negate(of) | Term::Not(of) => self.visit(of, cell),
            Term::Arithmetic { left, right, .. } | Term::Compare { left, right, .. } => {
                self.visit(left, cell);
                self.visit(right, cell);
            }
            Term::WithinRatio { left, right, tolerance } | Term::WithinDifference { left, right, tolerance } => {
                for term in [left, right, tolerance] {
                    self.visit(term, cell);
                }
            }
            Term::And(terms) | Term::Or(terms) => {
                for term in terms {
                    self.visit(term, cell);
                }
            }
            Term::Slope { of, axis } => {
                for value in 0..self.experiment.axes[*axis].points.len() {
                    self.visit(of, &moved(cell, &vec![(*axis, value)]));
                }
            }
            Term::At { point, of } => self.visit(of, &moved(cell, point)),
            Term::Quantified { points, of, .. } => {
                for point in points {
                    self.visit(of, &moved(cell, point));
                }
            }
        }
    }

    fn named(&self, cell: &Point) -> NamedCell {
        let axes = self.experiment.axes.iter().enumerate();
        let named = axes.map(|(number, axis)| {
            let fixed = cell.iter().find(|(known, _)| *known == number);
            let point = &axis.points[fixed.map_or(0, |(_, value)| *value)];
            (axis.name.clone(), point.name.value.clone())
        });
        named.collect()
    }
}

/// `cell` with the axes of `point` at its values.
fn moved(cell: &Point, point: &Point) -> Point {
    let kept = cell
        .iter()
        .filter(|(axis, _)| point.iter().all(|(other, _)| other != axis));
    kept.chain(point).copied().collect()
}
