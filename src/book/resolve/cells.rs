//! Where an expression is taken: `at` a value of an axis, at every, or at some.
//!
//! Owns fixing axes and ranging over them. Deliberately absent: the kinds of what is taken there (`resolve`).

use crate::lesson::expression::{Cell, Expr};
use crate::lesson::names::Spanned;
use crate::quantity::Kind;

use super::{Point, Quantifier, Resolver, Term, Typed};

impl<'a> Resolver<'a> {
    pub(super) fn at(&mut self, of: &'a Expr, cells: &'a [Cell]) -> Option<Typed> {
        let typed = self.term(of)?;
        let mut fixed = Point::new();
        let mut quantified: Vec<(Quantifier, usize, &Spanned<String>)> = Vec::new();
        for cell in cells {
            let axis_name = match cell {
                Cell::Fixed(named) => &named.axis,
                Cell::Every(axis) | Cell::Some(axis) => axis,
            };
            let experiment = self.axes_of(&axis_name.span)?;
            let (quantifier, axis) = match cell {
                Cell::Fixed(named) => {
                    let found = self.scope.axis_value(experiment, named);
                    let value = self.found(found)?;
                    self.add_to(&mut fixed, value, axis_name)?;
                    continue;
                }
                Cell::Every(axis) => (Quantifier::Every, self.scope.axis(experiment, axis)),
                Cell::Some(axis) => (Quantifier::Some, self.scope.axis(experiment, axis)),
            };
            let axis = self.found(axis)?;
            quantified.push((quantifier, axis, axis_name));
        }
        if let Some((_, _, axis)) = quantified.first()
            && typed.kind != Kind::Truth
        {
            let message = format!("`every` and `some` quantify a claim, and this is {}", typed.kind);
            self.problem("kind", &axis.span, message, "name one value: `at axis = value`");
            return None;
        }
        self.quantify(typed, fixed, quantified)
    }

    pub(super) fn quantify(
        &mut self,
        typed: Typed,
        fixed: Point,
        quantified: Vec<(Quantifier, usize, &Spanned<String>)>,
    ) -> Option<Typed> {
        let experiment = self.experiment.or(self.scope.home).unwrap_or(0);
        let mut term = typed.term;
        let mut seen: Vec<usize> = fixed.iter().map(|(axis, _)| *axis).collect();
        for (quantifier, axis, name) in quantified.into_iter().rev() {
            if seen.contains(&axis) {
                self.named_twice(name);
                return None;
            }
            seen.push(axis);
            let values = self.scope.experiments[experiment].axes[axis].values.len();
            term = Term::Quantified {
                quantifier,
                points: (0..values).map(|value| vec![(axis, value)]).collect(),
                of: Box::new(term),
            };
        }
        if !fixed.is_empty() {
            term = Term::At {
                point: fixed,
                of: Box::new(term),
            };
        }
        Some(Typed { term, ..typed })
    }

    pub(super) fn add_to(&mut self, point: &mut Point, value: (usize, usize), axis: &Spanned<String>) -> Option<()> {
        if point.iter().any(|(known, _)| *known == value.0) {
            self.named_twice(axis);
            return None;
        }
        point.push(value);
        Some(())
    }

    fn named_twice(&mut self, axis: &Spanned<String>) {
        let message = format!("axis `{}` is named twice", axis.value);
        self.problem("repeated-axis", &axis.span, message, "name each axis once");
    }
}
