//! What a comparison compares, in words from labels: `make_shared / raw`.
//!
//! Owns terms told so, with brackets only where they are needed. Deliberately absent: what came of the comparison
//! (`evidence`), and formulas as the lesson writes them, which only claims without a label show.

use crate::book::Experiment;
use crate::book::formula::{Point, Term};
use crate::claim::Figure;
use crate::lesson::expression::Arithmetic;

use super::beside::beside_number;
use super::{Telling, units};

/// How tightly a term's parts hold together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    One,
}

impl Telling<'_> {
    /// A numeric term in words. Where it speaks of one metric alone, variants stand for themselves, else with their metric.
    pub(super) fn subject(&self, experiment: &Experiment, term: &Term, one_metric: bool) -> String {
        self.term(experiment, term, &Point::new(), one_metric).0
    }

    fn term(&self, experiment: &Experiment, term: &Term, at: &Point, one_metric: bool) -> (String, Binding) {
        match term {
            Term::Constant(quantity) => {
                let exact = Figure::Exact(*quantity);
                (
                    self.wording.figure(
                        &exact,
                        units::automatic(&exact, beside_number(term, &experiment.metrics)),
                    ),
                    Binding::One,
                )
            }
            Term::AxisNumber(axis) => (self.axis_label(experiment, *axis).plain(), Binding::One),
            Term::Sample {
                metric, variant, cell, ..
            } => {
                let variant = self.label(&experiment.variants[*variant].name).plain();
                let mut point = at.clone();
                point.retain(|(axis, _)| cell.iter().all(|(own, _)| own != axis));
                let place = self.cell_label(experiment, &[point, cell.clone()].concat()).plain();
                let words = match place.is_empty() {
                    true => variant,
                    false => {
                        let arguments = [("variant", variant.into()), ("cell", place.into())];
                        self.wording.message("chart-trial", &arguments)
                    }
                };
                let told = match one_metric {
                    true => words,
                    false => {
                        let metric = self.metric_label(metric).plain();
                        let arguments = [("metric", metric.into()), ("trial", words.into())];
                        self.wording.message("subject-metric", &arguments)
                    }
                };
                (told, Binding::One)
            }
            Term::Negate(of) => {
                let of = self.operand(experiment, of, at, one_metric, Binding::Product);
                (format!("−{of}"), Binding::Sum)
            }
            Term::Arithmetic {
                operator, left, right, ..
            } => {
                let (sign, binding, after) = match operator {
                    Arithmetic::Add => ("+", Binding::Sum, Binding::Sum),
                    Arithmetic::Subtract => ("−", Binding::Sum, Binding::Product),
                    Arithmetic::Multiply => ("×", Binding::Product, Binding::Product),
                    Arithmetic::Divide => ("/", Binding::Product, Binding::One),
                };
                let left = self.operand(experiment, left, at, one_metric, binding);
                let right = self.operand(experiment, right, at, one_metric, after);
                (format!("{left} {sign} {right}"), binding)
            }
            Term::Slope { of, axis } => {
                let (of, _) = self.term(experiment, of, at, one_metric);
                let axis = self.axis_label(experiment, *axis).plain();
                let arguments = [("of", of.into()), ("axis", axis.into())];
                (self.wording.message("subject-slope", &arguments), Binding::Sum)
            }
            Term::At { point, of } => {
                let mut inner = at.clone();
                inner.retain(|(axis, _)| point.iter().all(|(moved, _)| moved != axis));
                self.term(experiment, of, &[inner, point.clone()].concat(), one_metric)
            }
            // Truths are no figures.
            _ => (String::new(), Binding::One),
        }
    }

    /// In brackets where it holds together less tightly than `least`.
    fn operand(&self, experiment: &Experiment, term: &Term, at: &Point, one_metric: bool, least: Binding) -> String {
        match self.term(experiment, term, at, one_metric) {
            (told, binding) if binding < least => format!("({told})"),
            (told, _) => told,
        }
    }
}
