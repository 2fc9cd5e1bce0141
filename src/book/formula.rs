//! Formulas: expressions whose names are resolved and whose kinds agree.
//!
//! Owns the resolved tree. Deliberately absent: resolving (`resolve`) and evaluating (`claim`).

use crate::lesson::expression::{Arithmetic, Comparison};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};

/// Some axes at some of their values: pairs of an axis and a value of it, by index in their experiment.
pub type Point = Vec<(usize, usize)>;

/// An expression of one experiment, by indices into its variants and axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Index of the experiment in its lesson. A formula of constants alone belongs to the first.
    pub experiment: usize,
    pub kind: Kind,
    pub term: Term,
}

impl Formula {
    /// Whether its truth is told cell by cell: the outermost term is a quantifier that ranges over some axis.
    pub fn is_quantified(&self) -> bool {
        let mut term = &self.term;
        while let Term::At { of, .. } = term {
            term = of;
        }
        match term {
            Term::Quantified { points, .. } => points.iter().any(|point| !point.is_empty()),
            _ => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Constant(Quantity),
    /// The number of the axis's value in the cell at hand.
    AxisNumber(usize),
    /// What runs of a variant showed in the cell at hand, `cell` counting before it.
    Sample {
        metric: Metric,
        kind: Kind,
        variant: usize,
        cell: Point,
    },
    Negate(Box<Term>),
    Arithmetic {
        operator: Arithmetic,
        left: Box<Term>,
        right: Box<Term>,
        kind: Kind,
    },
    /// The least-squares slope of a term over a numeric axis: what one more costs.
    Slope {
        of: Box<Term>,
        axis: usize,
    },
    Compare {
        operator: Comparison,
        left: Box<Term>,
        right: Box<Term>,
        kind: Kind,
    },
    /// |ln(left / right)| ≤ ln(1 + tolerance), the tolerance a plain number.
    WithinRatio {
        left: Box<Term>,
        right: Box<Term>,
        tolerance: Box<Term>,
    },
    /// |left − right| ≤ tolerance, all of one kind.
    WithinDifference {
        left: Box<Term>,
        right: Box<Term>,
        tolerance: Box<Term>,
    },
    Not(Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    /// The term in another cell; what the term itself fixes counts before it.
    At {
        point: Point,
        of: Box<Term>,
    },
    /// The truth of the term over several cells.
    Quantified {
        quantifier: Quantifier,
        points: Vec<Point>,
        of: Box<Term>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Every,
    Some,
}
