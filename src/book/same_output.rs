//! The claim that `same_output = true` makes.
//!
//! Owns its formula. Deliberately absent: comparing outputs (`claim`).

use crate::lesson::definitions::Experiment;
use crate::lesson::expression::Comparison;
use crate::lesson::names::{Metric, Sink};
use crate::quantity::Kind;

use super::formula::{Formula, Point, Quantifier, Term};

/// The claim that `same_output = true` makes in an experiment, the lesson's `experiment`th: in each cell whose sink keeps output, every variant's output is the
/// baseline's.
pub fn same_output(experiment: usize, definition: &Experiment) -> Formula {
    let output = |variant: usize| {
        Box::new(Term::Sample {
            metric: Metric::Output,
            kind: Kind::Text,
            variant,
            cell: Vec::new(),
        })
    };
    let equal = (1..definition.variants.len())
        .map(|variant| Term::Compare {
            operator: Comparison::Equal,
            left: output(variant),
            right: output(0),
            kind: Kind::Text,
        })
        .collect();
    let sinks = definition.axes.iter().position(|axis| axis.name.value == "sink");
    let mut points: Vec<Point> = vec![Vec::new()];
    for (axis, definition) in definition.axes.iter().enumerate() {
        points = points
            .into_iter()
            .flat_map(|point| {
                let values = definition.values.iter().enumerate();
                let kept = values.filter(|(_, value)| {
                    sinks != Some(axis) || Sink::parse(&value.name.value).is_none_or(Sink::keeps_output)
                });
                kept.map(move |(value, _)| [point.clone(), vec![(axis, value)]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    Formula {
        experiment,
        kind: Kind::Truth,
        term: Term::Quantified {
            quantifier: Quantifier::Every,
            points,
            of: Box::new(Term::And(equal)),
        },
    }
}
