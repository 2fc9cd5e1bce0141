//! How far from its ends an ordered list of candidates is cut to leave an interval.
//!
//! Owns the exact distributions of three rank statistics, and where these grow long, their normal approximation.
//! Deliberately absent: samples; only their number matters here.

use std::cell::RefCell;
use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, Normal};

use super::Method;

thread_local! {
    /// Ranks by statistic, rounds and the bits of the tail. A book asks for few different ones, and for each of them
    /// often.
    static KNOWN: RefCell<BTreeMap<(Statistic, usize, u64), usize>> = const { RefCell::new(BTreeMap::new()) };
}

/// A statistic that counts candidates on one side of the truth. The interval runs from the `k`-th smallest candidate to
/// the `k`-th greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Statistic {
    /// How many of `n` samples lie below the median. Thompson (1936), "On confidence ranges for the median and other
    /// expectation distributions for populations of unknown distribution form".
    Sign,
    /// How many of the `n(n+1)/2` averages of two values (or of one with itself) lie below the centre: Wilcoxon (1945),
    /// "Individual comparisons by ranking methods"; as averages by Tukey (1949); for intervals Hodges & Lehmann (1963),
    /// "Estimates of location based on rank tests".
    SignedRank,
    /// How many of the `n·n` differences lie below the shift: Mann & Whitney (1947), "On a test of whether one of two
    /// random variables is stochastically larger than the other"; for intervals Hodges & Lehmann (1963).
    MannWhitney,
}

impl Statistic {
    pub(super) fn method(self) -> Method {
        match self {
            Statistic::Sign => Method::OrderStatistics,
            Statistic::SignedRank => Method::SignedRank,
            Statistic::MannWhitney => Method::MannWhitney,
        }
    }

    /// The largest `k >= 1` for which the interval misses on one given side with a probability of at most `tail`;
    /// `None` where `n` rounds are too few for that.
    pub(super) fn rank(self, n: usize, tail: f64) -> Option<usize> {
        let rank = KNOWN.with_borrow_mut(|known| {
            *known
                .entry((self, n, tail.to_bits()))
                .or_insert_with(|| self.computed_rank(n, tail))
        });
        (rank > 0).then_some(rank)
    }

    /// The same, 0 where there is none.
    fn computed_rank(self, n: usize, tail: f64) -> usize {
        match self {
            Statistic::Sign if n <= 1000 => cut(&halved_sums((0..n).map(|_| 1), n), tail),
            Statistic::Sign => approximate(n as f64, n as f64 / 4.0, tail),
            Statistic::SignedRank if n <= 200 => cut(&halved_sums(1..=n, n * (n + 1) / 2), tail),
            Statistic::SignedRank => {
                let n = n as f64;
                approximate(n * (n + 1.0) / 2.0, n * (n + 1.0) * (2.0 * n + 1.0) / 24.0, tail)
            }
            Statistic::MannWhitney => shift_rank(n, n, tail),
        }
    }

    /// The fewest rounds for which `rank` is not `None`.
    pub(super) fn need(self, tail: f64) -> usize {
        // The probability that all candidates lie on one side, from n to n + 1.
        let shrink = |n: f64| match self {
            Statistic::Sign | Statistic::SignedRank => 0.5,
            Statistic::MannWhitney => (n + 1.0) / (2.0 * (2.0 * n + 1.0)),
        };
        let (mut n, mut all_on_one_side) = (0, 1.0);
        while all_on_one_side > tail {
            all_on_one_side *= shrink(n as f64);
            n += 1;
        }
        n
    }
}

/// The rank for the Mann–Whitney statistic of `n` and `m` samples; 0 where there is none.
fn shift_rank(n: usize, m: usize, tail: f64) -> usize {
    if n * m <= 10_000 {
        return cut(&pair_counts(n, m), tail);
    }
    let (n, m) = (n as f64, m as f64);
    approximate(n * m, n * m * (n + m + 1.0) / 12.0, tail)
}

/// The largest `k` with `P(T <= k - 1) <= tail`, given `P(T = 0)`, `P(T = 1)`, …
fn cut(probabilities: &[f64], tail: f64) -> usize {
    let cumulative = probabilities.iter().scan(0.0, |sum, probability| {
        *sum += probability;
        Some(*sum)
    });
    cumulative.take_while(|&sum| sum <= tail).count()
}

/// The same for a statistic that is nearly normal around half of its greatest value, with continuity correction:
/// Hollander, Wolfe & Chicken (2014), "Nonparametric Statistical Methods", chapters 3 and 4. At the sizes where it
/// takes over, it is below the exact rank by at most one part in a thousand, so the interval is a hair wider.
fn approximate(greatest: f64, variance: f64, tail: f64) -> usize {
    let deviations = -Normal::standard().inverse_cdf(tail);
    (greatest / 2.0 + 0.5 - deviations * variance.sqrt()).floor().max(0.0) as usize
}

/// The lower half of the distribution of a sum in which each step counts with probability ½: the coefficients of
/// `Π (1 + z^step) / 2`. With steps 1, 1, … that is the binomial, with steps 1, 2, …, n the signed-rank distribution.
fn halved_sums(steps: impl Iterator<Item = usize>, greatest: usize) -> Vec<f64> {
    let mut probabilities = vec![0.0; greatest / 2 + 1];
    probabilities[0] = 1.0;
    for step in steps {
        for sum in (0..probabilities.len()).rev() {
            let with_step = if sum < step { 0.0 } else { probabilities[sum - step] };
            probabilities[sum] = (probabilities[sum] + with_step) / 2.0;
        }
    }
    probabilities
}

/// The lower half of the distribution of the Mann–Whitney statistic, from the coefficients of the Gaussian binomial
/// `Π (1 - z^(n+i)) / (1 - z^i)` for `i` from 1 to `m`, over their sum. Mann & Whitney (1947) give the recurrence that
/// this product solves. Each factor leaves positive counts, so rounding does not build up.
fn pair_counts(n: usize, m: usize) -> Vec<f64> {
    let mut counts = vec![0.0; n * m / 2 + 1];
    counts[0] = 1.0;
    let mut all = 1.0;
    for i in 1..=m {
        for sum in (n + i..counts.len()).rev() {
            counts[sum] -= counts[sum - n - i];
        }
        for sum in i..counts.len() {
            counts[sum] += counts[sum - i];
        }
        all *= (n + i) as f64 / i as f64;
    }
    counts.into_iter().map(|count| count / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: f64 = 0.025;

    #[test]
    fn sign_ranks_are_those_of_the_binomial() {
        // The order statistics of a 95 % interval of the median.
        let table = [
            (6, 1),
            (8, 1),
            (9, 2),
            (11, 2),
            (12, 3),
            (15, 4),
            (20, 6),
            (25, 8),
            (30, 10),
            (40, 14),
            (50, 18),
        ];
        for (n, rank) in table {
            assert_eq!(Statistic::Sign.rank(n, STANDARD), Some(rank), "n = {n}");
        }
        assert_eq!(Statistic::Sign.rank(5, STANDARD), None);
    }

    #[test]
    fn signed_ranks_are_one_above_the_critical_values() {
        // Critical values of Wilcoxon's T, two-sided 0.05.
        let table = [
            (6, 0),
            (7, 2),
            (8, 3),
            (9, 5),
            (10, 8),
            (12, 13),
            (15, 25),
            (20, 52),
            (25, 89),
            (30, 137),
            (40, 264),
        ];
        for (n, critical) in table {
            assert_eq!(Statistic::SignedRank.rank(n, STANDARD), Some(critical + 1), "n = {n}");
        }
        assert_eq!(Statistic::SignedRank.rank(5, STANDARD), None);
        // Two-sided 0.01.
        for (n, critical) in [(8, 0), (9, 1), (10, 3), (15, 15), (20, 37), (25, 68), (30, 109)] {
            assert_eq!(Statistic::SignedRank.rank(n, 0.005), Some(critical + 1), "n = {n}");
        }
    }

    #[test]
    fn shift_ranks_are_one_above_the_critical_values() {
        // Critical values of Mann and Whitney's U, two-sided 0.05.
        let table = [
            (4, 0),
            (5, 2),
            (6, 5),
            (7, 8),
            (8, 13),
            (9, 17),
            (10, 23),
            (12, 37),
            (15, 64),
            (20, 127),
            (30, 317),
            (40, 596),
        ];
        for (n, critical) in table {
            assert_eq!(Statistic::MannWhitney.rank(n, STANDARD), Some(critical + 1), "n = {n}");
        }
        assert_eq!(Statistic::MannWhitney.rank(3, STANDARD), None);
        for (n, m, critical) in [
            (3, 5, 0),
            (5, 8, 6),
            (8, 12, 22),
            (10, 15, 39),
            (20, 11, 62),
            (20, 12, 69),
        ] {
            assert_eq!(shift_rank(n, m, STANDARD), critical + 1, "n = {n}, m = {m}");
        }
    }

    #[test]
    fn needs_are_where_ranks_begin() {
        assert_eq!(Statistic::Sign.need(STANDARD), 6);
        assert_eq!(Statistic::SignedRank.need(STANDARD), 6);
        assert_eq!(Statistic::MannWhitney.need(STANDARD), 4);
        for statistic in [Statistic::Sign, Statistic::SignedRank, Statistic::MannWhitney] {
            for tail in [0.25, 0.1, STANDARD, 0.005, 0.0005, 1e-6] {
                let need = statistic.need(tail);
                assert!(statistic.rank(need, tail).is_some(), "{statistic:?} {tail}");
                assert_eq!(statistic.rank(need - 1, tail), None, "{statistic:?} {tail}");
            }
        }
    }

    #[test]
    fn exact_distributions_hold_half_of_the_probability() {
        let sums = [
            halved_sums((0..31).map(|_| 1), 31),
            halved_sums(1..=30, 465),
            pair_counts(31, 31),
            pair_counts(7, 5),
        ];
        for lower_half in sums {
            // All four have an odd greatest value, hence no middle one.
            assert!((lower_half.iter().sum::<f64>() - 0.5).abs() < 1e-12);
        }
        assert_eq!(halved_sums(1..=3, 6), [0.125, 0.125, 0.125, 0.25]);
        assert_eq!(
            pair_counts(2, 2).iter().map(|p| p * 6.0).collect::<Vec<_>>(),
            [1.0, 1.0, 2.0]
        );
    }

    #[test]
    fn the_approximation_joins_the_exact_ranks() {
        for tail in [STANDARD, 0.005] {
            let signs = cut(&halved_sums((0..1000).map(|_| 1), 1000), tail);
            let signed_ranks = cut(&halved_sums(1..=200, 20_100), tail);
            let shifts = cut(&pair_counts(100, 100), tail);
            for (exact, near) in [
                (signs, approximate(1000.0, 250.0, tail)),
                (signed_ranks, approximate(20_100.0, 200.0 * 201.0 * 401.0 / 24.0, tail)),
                (shifts, approximate(10_000.0, 10_000.0 * 201.0 / 12.0, tail)),
            ] {
                assert!(near <= exact && (exact - near) * 1000 <= exact, "{exact}, {near}");
            }
        }
    }

    #[test]
    fn long_series_are_answered_by_the_approximation() {
        for statistic in [Statistic::Sign, Statistic::SignedRank, Statistic::MannWhitney] {
            let ranks: Vec<_> = [100, 200, 400, 1001, 2000]
                .iter()
                .map(|&n| statistic.rank(n, STANDARD))
                .collect();
            assert!(ranks[0].is_some() && ranks.is_sorted(), "{statistic:?}: {ranks:?}");
        }
    }
}
