//! Claims against records: expressions evaluated round by round, findings with three verdicts.
//!
//! Owns evaluation and verdicts. Deliberately absent: the interval methods (`analysis`) and words (`wording`).

mod compare;
mod decide;
mod differ;
mod evaluate;
#[cfg(test)]
mod figure_tests;
mod noise;
#[cfg(test)]
mod noise_tests;
mod notes;
mod parts;
mod results;
mod samples;
#[cfg(test)]
mod scripted;
mod spread;
mod startup;
#[cfg(test)]
mod verdict_tests;

pub use noise::is_difference;
pub use notes::{Note, Sign};
pub use parts::TimePart;
pub use results::{Results, cells, metrics_named, metrics_spoken_of, sink_at};

use crate::analysis::Estimate;
use crate::book::formula::{Point, Term};
use crate::lesson::expression::Comparison;
use crate::lesson::names::Verdict;
use crate::quantity::{Kind, Quantity};
use crate::record::Reason;

/// What an expression came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// Equal in every run, or computed from such.
    Exact(Quantity),
    Interval(Interval),
    NotAvailable(Reason),
}

impl Figure {
    /// Of base units of `kind`.
    fn of(estimate: Estimate, kind: Kind) -> Figure {
        let quantity = |value: f64| Quantity::new(kind, value);
        Figure::Interval(Interval {
            estimate: quantity(estimate.value),
            low: quantity(estimate.low),
            high: quantity(estimate.high),
            rounds: estimate.rounds,
            sessions: estimate.sessions,
        })
    }
}

/// An estimate with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    pub estimate: Quantity,
    pub low: Quantity,
    pub high: Quantity,
    /// Rounds of all sessions.
    pub rounds: usize,
    pub sessions: usize,
}

/// A claim with its verdict and the evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub claim: String,
    pub verdict: Verdict,
    /// Why it is undecided, where something was not available.
    pub reason: Option<Reason>,
    pub expect: Option<Verdict>,
    /// One entry without a quantifier; else one for each point that the outermost quantifiers range over.
    pub cells: Vec<CellFinding>,
}

impl Finding {
    /// Whether the lesson expects the opposite verdict: such a build ends with 3.
    pub fn is_opposite(&self) -> bool {
        match self.expect {
            Some(expected) => self.verdict != Verdict::Undecided && self.verdict != expected,
            None => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct CellFinding {
    /// The quantified axes at the values of this entry; empty without a quantifier.
    pub point: Point,
    pub verdict: Verdict,
    pub reason: Option<Reason>,
    /// One entry for each comparison of numbers that the claim joins and that could be decided; none for texts.
    pub evidence: Vec<Evidence>,
    /// One entry for each two outputs that were compared and differ.
    pub differences: Vec<Difference>,
}

/// Two outputs that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where it stands within its cell, as with [`Evidence`].
    pub point: Point,
    /// The variants that were compared, by their number.
    pub variants: [usize; 2],
    /// Where they begin to differ; absent where that lies beyond the beginnings that the record keeps.
    pub first: Option<DifferingLine>,
}

/// The first line at which two outputs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingLine {
    /// From 1.
    pub number: usize,
    /// The line in both outputs, with the line feed that ends it; empty where the output has ended before.
    pub lines: [String; 2],
}

/// One comparison: what it compares, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Where it stands within its cell, as `at` and quantifiers between `and`, `or` and `not` have it; else empty.
    pub point: Point,
    pub verdict: Verdict,
    /// What the figure is a figure of: the side that was measured (the left one where none was), or the ratio or difference of
    /// both sides where both were. A constant factor of a side stands in the bound.
    pub of: Term,
    pub figure: Figure,
    /// Both sides by themselves, where the figure is their ratio or difference.
    pub sides: Option<Box<[Figure; 2]>>,
    /// How the figure has to stand to the bound for the comparison to hold.
    pub relation: Relation,
    pub bound: Quantity,
    /// The exact number that the figure has to be within, or beyond, the bound of.
    pub target: Option<Quantity>,
    /// What the baseline came to against itself, where the comparison is whether two measured sides differ: it is undecided
    /// unless the figure lies beyond the farther bound of this.
    pub noise: Option<Interval>,
}

/// What a claim asks of a figure and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Compared(Comparison),
    /// The figure lies between target/bound and target × bound; without a target it is a ratio, and the target 1.
    WithinRatio,
    BeyondRatio,
    /// The figure lies between target − bound and target + bound; without a target it is a difference, and the target 0.
    WithinDifference,
    BeyondDifference,
}

impl Relation {
    /// What `not` makes of it.
    fn negated(self) -> Relation {
        match self {
            Relation::Compared(operator) => Relation::Compared(match operator {
                Comparison::Less => Comparison::GreaterOrEqual,
                Comparison::LessOrEqual => Comparison::Greater,
                Comparison::Greater => Comparison::LessOrEqual,
                Comparison::GreaterOrEqual => Comparison::Less,
                Comparison::Equal => Comparison::NotEqual,
                Comparison::NotEqual => Comparison::Equal,
            }),
            Relation::WithinRatio => Relation::BeyondRatio,
            Relation::BeyondRatio => Relation::WithinRatio,
            Relation::WithinDifference => Relation::BeyondDifference,
            Relation::BeyondDifference => Relation::WithinDifference,
        }
    }
}
