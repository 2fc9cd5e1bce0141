//! Division by zero that is known before anything is measured: a divisor of constants and axes' numbers, in a cell where it is
//! zero.
//!
//! Deliberately absent: divisors that are measured, which leave a figure not available (`claim`).

use crate::diag::Span;
use crate::lesson::definitions::Experiment;
use crate::lesson::expression::Arithmetic;

use super::{Point, Resolver, Taken, Term};

/// What is divided by.
pub(super) struct Divisor {
    pub term: Term,
    /// Where that is written; of what a name stands for, the name.
    pub span: Span,
    pub named: Option<NamedAs>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedAs {
    Value,
    /// Claims are taken where they are defined, so that what is wrong with them is told there.
    Claim,
}

impl Resolver<'_> {
    /// Whether a divisor is zero whatever is measured; says so, unless it is said where a name is defined. A value is taken
    /// in other cells where it is used, so that only what is zero in all of them is wrong with it.
    pub(super) fn divides_by_zero(&mut self, term: &Term, taken: Taken) -> bool {
        let experiment = self.experiment.or(self.scope.home).unwrap_or(0);
        let definition = self.scope.experiments.get(experiment);
        let Some(zero) = divided_by_zero(term, definition, &Point::new()) else {
            return false;
        };
        let always = zero.elsewhere.is_none();
        let Some(divisor) = self.divisors.iter().find(|divisor| divisor.term == *zero.divisor) else {
            return false;
        };
        match (taken, divisor.named) {
            (Taken::ByName, _) if !always => return false,
            (_, Some(NamedAs::Claim)) => return true,
            (_, Some(NamedAs::Value)) if always => return true,
            _ => {}
        }
        let span = divisor.span.clone();
        let words = |point: &Point| {
            let named = |(axis, value): &(usize, usize)| {
                let axis = &definition?.axes[*axis];
                Some(format!("{} = {}", axis.name.value, axis.values[*value].name.value))
            };
            point.iter().filter_map(named).collect::<Vec<_>>().join(", ")
        };
        let (message, hint) = match zero.elsewhere.as_ref().map(words) {
            Some(elsewhere) => (
                format!("this divides by zero at `{}`", words(&zero.at)),
                format!("take it elsewhere, as `at {elsewhere}`, or leave the zero out of the axis"),
            ),
            None => ("this divides by zero".to_owned(), "divide by something else".to_owned()),
        };
        self.problem("zero", &span, message, &hint);
        true
    }
}

/// A divisor that is zero somewhere where the term is taken.
#[derive(Clone, Debug)]
struct Zero<'t> {
    divisor: &'t Term,
    /// The axes that make it zero, with their values there; none where constants alone do.
    at: Point,
    /// Values of these axes at which it is not zero.
    elsewhere: Option<Point>,
}

/// The first divisor in `term`, as taken from `cell`, that is zero in a cell. Axes that `cell` lacks stand at their first value.
fn divided_by_zero<'t>(term: &'t Term, experiment: Option<&Experiment>, cell: &Point) -> Option<Zero<'t>> {
    let inside = |of: &'t Term, cell: &Point| divided_by_zero(of, experiment, cell);
    match term {
        Term::Constant(_) | Term::AxisNumber(_) | Term::Sample { .. } => None,
        Term::Negate(of) | Term::Not(of) => inside(of, cell),
        Term::At { point, of } => inside(of, &moved(cell, point)),
        Term::Quantified { points, of, .. } => points.iter().find_map(|point| inside(of, &moved(cell, point))),
        Term::Slope { of, axis } => {
            let values = 0..experiment.map_or(0, |experiment| experiment.axes[*axis].values.len());
            values
                .into_iter()
                .find_map(|value| inside(of, &moved(cell, &vec![(*axis, value)])))
        }
        Term::Arithmetic {
            operator, left, right, ..
        } => match operator {
            Arithmetic::Divide if number(right, experiment, cell) == Some(0.0) => Some(zero(right, experiment, cell)),
            _ => inside(left, cell).or_else(|| inside(right, cell)),
        },
        Term::Compare { left, right, .. } => inside(left, cell).or_else(|| inside(right, cell)),
        Term::WithinRatio { left, right, tolerance } | Term::WithinDifference { left, right, tolerance } => {
            [left, right, tolerance].into_iter().find_map(|part| inside(part, cell))
        }
        Term::And(parts) | Term::Or(parts) => parts.iter().find_map(|part| inside(part, cell)),
    }
}

fn zero<'t>(divisor: &'t Term, experiment: Option<&Experiment>, cell: &Point) -> Zero<'t> {
    let mut axes = Vec::new();
    axes_in(divisor, &mut axes);
    let at: Point = axes.iter().map(|axis| (*axis, value_in(cell, *axis))).collect();
    let all = axes.iter().fold(vec![Point::new()], |points, axis| {
        let values = experiment.map_or(0, |experiment| experiment.axes[*axis].values.len());
        let with = |point: Point| (0..values).map(move |value| [point.clone(), vec![(*axis, value)]].concat());
        points.into_iter().flat_map(with).collect()
    });
    let is_clear = |point: &Point| number(divisor, experiment, &moved(cell, point)).is_some_and(|number| number != 0.0);
    Zero {
        divisor,
        at,
        elsewhere: all.into_iter().find(is_clear),
    }
}

/// The axes whose numbers a term has, each once.
fn axes_in(term: &Term, into: &mut Vec<usize>) {
    match term {
        Term::AxisNumber(axis) if !into.contains(axis) => into.push(*axis),
        Term::Negate(of) | Term::At { of, .. } => axes_in(of, into),
        Term::Arithmetic { left, right, .. } => {
            axes_in(left, into);
            axes_in(right, into);
        }
        _ => {}
    }
}

/// The value of a term that nothing is measured for, in base units.
fn number(term: &Term, experiment: Option<&Experiment>, cell: &Point) -> Option<f64> {
    match term {
        Term::Constant(quantity) => Some(quantity.value()),
        Term::AxisNumber(axis) => experiment?.axes[*axis].values[value_in(cell, *axis)].number,
        Term::Negate(of) => Some(-number(of, experiment, cell)?),
        Term::At { point, of } => number(of, experiment, &moved(cell, point)),
        Term::Arithmetic {
            operator, left, right, ..
        } => {
            let (left, right) = (number(left, experiment, cell)?, number(right, experiment, cell)?);
            Some(match operator {
                Arithmetic::Add => left + right,
                Arithmetic::Subtract => left - right,
                Arithmetic::Multiply => left * right,
                Arithmetic::Divide => left / right,
            })
        }
        _ => None,
    }
}

fn value_in(cell: &Point, axis: usize) -> usize {
    let found = cell.iter().find(|(known, _)| *known == axis);
    found.map_or(0, |(_, value)| *value)
}

/// `cell` with the axes of `point` moved to its values.
fn moved(cell: &Point, point: &Point) -> Point {
    let kept = cell
        .iter()
        .filter(|(axis, _)| point.iter().all(|(moved, _)| moved != axis));
    kept.chain(point).copied().collect()
}
