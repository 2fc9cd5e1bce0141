//! How often an interval is meant to be right.
//!
//! Owns the level and its correction for many claims. Deliberately absent: any distribution.

use std::fmt;

/// How often intervals made this way contain the truth, between 0 and 1, both excluded. The greater is the surer one.
#[derive(Clone, Copy, PartialEq)]
pub struct Confidence {
    /// The share of intervals that miss. Kept instead of the level, since 1 − 10⁻⁹ has few digits left.
    miss: f64,
}

impl Confidence {
    /// 95 %, the level of every figure that no claim asks more of.
    pub const STANDARD: Confidence = Confidence { miss: 0.05 };

    /// `None` unless `0 < level < 1`.
    pub fn new(level: f64) -> Option<Confidence> {
        (level > 0.0 && level < 1.0).then_some(Confidence { miss: 1.0 - level })
    }

    /// The level at which `claims` intervals are all right as often as one is at `self`; the same for 0 and 1 claims.
    ///
    /// Bonferroni's inequality: Dunn (1961), "Multiple comparisons among means".
    #[must_use]
    pub fn bonferroni(self, claims: usize) -> Confidence {
        Confidence {
            miss: self.miss / claims.max(1) as f64,
        }
    }

    /// The level, in (0, 1).
    pub fn level(self) -> f64 {
        1.0 - self.miss
    }

    /// The share of intervals that lie wholly on one given side of the truth, in (0, ½).
    pub(super) fn tail(self) -> f64 {
        self.miss / 2.0
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Confidence::STANDARD
    }
}

impl PartialOrd for Confidence {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        other.miss.partial_cmp(&self.miss)
    }
}

impl fmt::Debug for Confidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Confidence({})", self.level())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_outside_the_open_unit_interval_are_refused() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN] {
            assert_eq!(Confidence::new(level), None, "{level}");
        }
        assert!((Confidence::new(0.9).unwrap().level() - 0.9).abs() < 1e-15);
    }

    #[test]
    fn more_claims_ask_for_more_confidence() {
        let five = Confidence::STANDARD.bonferroni(5);
        assert!((five.level() - 0.99).abs() < 1e-15);
        assert!(five > Confidence::STANDARD);
        assert_eq!(Confidence::STANDARD.bonferroni(0), Confidence::STANDARD);
        assert_eq!(Confidence::STANDARD.bonferroni(1), Confidence::STANDARD);
    }
}
