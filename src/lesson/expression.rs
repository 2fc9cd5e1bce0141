//! Expressions as lessons write them: the tree of DESIGN's grammar, each node with its place.
//!
//! Owns the syntax tree. Deliberately absent: what the names mean and whether kinds agree (`book`), and values (`claim`).

use crate::diag::Span;
use crate::quantity::Unit;

use super::names::Spanned;

/// An expression and its place in the lesson's file.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub node: Node,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `200_000`, `5 ms`, `2.5`.
    Number {
        value: f64,
        unit: Option<Unit>,
    },
    /// `wall(endl, sink=pipe)`; the metric as written, the variant possibly `experiment.variant`.
    Metric {
        metric: Spanned<String>,
        variant: Spanned<String>,
        cell: Vec<AxisValue>,
    },
    /// A value, a claim, or an axis of numbers; possibly `experiment.name`.
    Name(String),
    Negate(Box<Expr>),
    Arithmetic {
        operator: Arithmetic,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `x per n`: what one more of axis `n` costs.
    Per {
        of: Box<Expr>,
        axis: Spanned<String>,
    },
    Compare {
        operator: Comparison,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `left within tolerance of right`.
    Within {
        left: Box<Expr>,
        tolerance: Box<Expr>,
        right: Box<Expr>,
    },
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    At {
        of: Box<Expr>,
        cells: Vec<Cell>,
    },
}

/// `axis = value`, the value as a word, a number's text, or a string's content.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisValue {
    pub axis: Spanned<String>,
    pub value: Spanned<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Fixed(AxisValue),
    Every(Spanned<String>),
    Some(Spanned<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl Comparison {
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
        }
    }
}
