//! A figure with its interval, and why there may be none.
//!
//! Owns what the methods of this module answer. Deliberately absent: how they find it.

use std::error::Error;
use std::fmt;

use super::Confidence;

/// A figure and the interval that its rounds support: `low <= value <= high`, in the unit of the samples, or a ratio.
///
/// The interval is two-sided. A claim about one side is decided by one end of it, and is then wrong half as often as
/// the confidence allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The least value that the rounds do not contradict.
    pub low: f64,
    /// The greatest value that the rounds do not contradict.
    pub high: f64,
    /// What the interval rests on.
    pub method: Method,
    /// How often such intervals contain the truth.
    pub confidence: Confidence,
    /// How many rounds there were, at least 1.
    pub rounds: usize,
    /// How many sessions the rounds were measured in, at least 1. Fewer than three say nothing about how the figure
    /// moves from one sitting to the next.
    pub sessions: usize,
}

impl Estimate {
    /// The width of the interval as a part of the value: 0.1 is 10 %. Infinite where an interval stands around zero.
    pub fn relative_width(&self) -> f64 {
        let width = self.high - self.low;
        if width == 0.0 { 0.0 } else { width / self.value.abs() }
    }

    /// Whether the rounds do not contradict `truth`.
    pub fn contains(&self, truth: f64) -> bool {
        self.low <= truth && truth <= self.high
    }

    /// The same figure on another scale; `scale` rises with its argument.
    pub(super) fn rescaled(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate {
            value: scale(self.value),
            low: scale(self.low),
            high: scale(self.high),
            ..self
        }
    }
}

/// What an interval rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Order statistics of the samples.
    OrderStatistics,
    /// Wilcoxon's signed ranks of what each round showed.
    SignedRank,
    /// Mann and Whitney's count over all pairs of samples.
    MannWhitney,
    /// Student's interval over sessions, where that reaches beyond the one of the pooled rounds.
    Sessions,
}

/// Why a figure has no interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoInterval {
    /// No interval of this confidence exists for so few rounds.
    TooFew {
        /// How many rounds there are.
        have: usize,
        /// How many there would have to be.
        need: usize,
    },
    /// A value is infinite or no number, or a ratio has a term that is not above zero.
    Undefined,
}

impl fmt::Display for NoInterval {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoInterval::TooFew { have, need } => {
                write!(formatter, "too few rounds: {have}, at least {need} are needed")
            }
            NoInterval::Undefined => {
                formatter.write_str("a value is not finite, or a term of a ratio is not above zero")
            }
        }
    }
}

impl Error for NoInterval {}

#[cfg(test)]
mod tests {
    use super::*;

    const TWICE: Estimate = Estimate {
        value: 2.0,
        low: 1.9,
        high: 2.2,
        method: Method::SignedRank,
        confidence: Confidence::STANDARD,
        rounds: 10,
        sessions: 1,
    };

    #[test]
    fn width_is_told_as_a_part_of_the_value() {
        assert!((TWICE.relative_width() - 0.15).abs() < 1e-12);
        assert!((TWICE.rescaled(|x| 5.0 * x).relative_width() - 0.15).abs() < 1e-12);
        assert!(
            (Estimate {
                value: -2.0,
                low: -2.2,
                high: -1.9,
                ..TWICE
            }
            .relative_width()
                - 0.15)
                .abs()
                < 1e-12
        );
        assert_eq!(
            Estimate {
                value: 0.0,
                low: 0.0,
                high: 0.0,
                ..TWICE
            }
            .relative_width(),
            0.0
        );
        assert_eq!(
            Estimate {
                value: 0.0,
                low: -1.0,
                high: 1.0,
                ..TWICE
            }
            .relative_width(),
            f64::INFINITY
        );
    }

    #[test]
    fn both_ends_belong_to_the_interval() {
        assert!(TWICE.contains(1.9) && TWICE.contains(2.2) && !TWICE.contains(1.89) && !TWICE.contains(2.21));
    }
}
