//! How two columns of numbers go together.
//!
//! Owns rank correlation and the least-squares slope. Deliberately absent: intervals; a slope gets one by being
//! evaluated in each round.

/// Spearman's rank correlation, in −1..=1; equal values share the mean of their ranks. `None` where all values of a
/// column are equal, or there are fewer than two pairs.
///
/// Spearman (1904), "The proof and measurement of association between two things".
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let first = mean_ranks(pairs.iter().map(|pair| pair.0));
    let second = mean_ranks(pairs.iter().map(|pair| pair.1));
    let ranks: Vec<_> = first.into_iter().zip(second).collect();
    let moments = Moments::of(&ranks)?;
    (moments.yy > 0.0).then(|| (moments.xy / (moments.xx * moments.yy).sqrt()).clamp(-1.0, 1.0))
}

/// How much the second of a pair grows where the first grows by 1, by least squares: what one more costs. Start-up, the
/// same at every size, has no part in it. `None` where all first values are equal, or there are fewer than two pairs.
pub fn slope(points: &[(f64, f64)]) -> Option<f64> {
    Moments::of(points).map(|moments| moments.xy / moments.xx)
}

/// Sums of products of deviations from the means, times the number of points. Counted from the first point on and without a
/// division, so that whole numbers give a whole slope where there is one.
struct Moments {
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Moments {
    /// `None` where x does not vary.
    fn of(points: &[(f64, f64)]) -> Option<Moments> {
        let (&(x_first, y_first), count) = (points.first()?, points.len() as f64);
        let shifted: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x - x_first, y - y_first)).collect();
        let sum = |of: fn(&(f64, f64)) -> f64| shifted.iter().map(of).sum::<f64>();
        let (x, y) = (sum(|point| point.0), sum(|point| point.1));
        let moments = Moments {
            xx: count * sum(|(x, _)| x * x) - x * x,
            xy: count * sum(|(x, y)| x * y) - x * y,
            yy: count * sum(|(_, y)| y * y) - y * y,
        };
        let varies = shifted.iter().any(|point| point.0 != 0.0);
        (varies && moments.xx > 0.0).then_some(moments)
    }
}

/// The rank of each value, from 1, where equal values share the mean of theirs.
fn mean_ranks(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<(usize, f64)> = values.enumerate().collect();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut ranks = vec![0.0; sorted.len()];
    let mut before = 0;
    for equal in sorted.chunk_by(|a, b| a.1 == b.1) {
        for &(at, _) in equal {
            ranks[at] = before as f64 + (equal.len() + 1) as f64 / 2.0;
        }
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_looks_at_order_alone() {
        assert_eq!(spearman(&[(1.0, 10.0), (2.0, 11.0), (3.0, 500.0)]), Some(1.0));
        assert_eq!(spearman(&[(1.0, 9.0), (2.0, 3.0), (3.0, -5.0)]), Some(-1.0));
        // 1 − 6·Σd²/(n(n²−1)) with d = 1, 1, 1, 1, 0.
        let rho = spearman(&[(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 5.0)]).unwrap();
        assert!((rho - 0.8).abs() < 1e-12);
    }

    #[test]
    fn equal_values_share_a_rank() {
        assert_eq!(mean_ranks([3.0, 1.0, 3.0, 2.0].into_iter()), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(spearman(&[(1.0, 5.0), (2.0, 5.0)]), None);
        assert_eq!(spearman(&[(1.0, 5.0)]), None);
        assert_eq!(spearman(&[]), None);
    }

    #[test]
    fn slope_cancels_what_every_size_pays() {
        let cost = |size: f64| (size, 7.0 + 2.5 * size);
        assert!((slope(&[cost(10.0), cost(100.0), cost(1000.0)]).unwrap() - 2.5).abs() < 1e-12);
        // By hand: x̄ = 2, ȳ = 3; Σdx·dy = 3, Σdx² = 2.
        assert!((slope(&[(1.0, 1.0), (2.0, 4.0), (3.0, 4.0)]).unwrap() - 1.5).abs() < 1e-12);
        // Means of thirds would leave 1.0000000000000002.
        assert_eq!(slope(&[(1.0, 8.0), (2.0, 9.0), (4.0, 11.0)]), Some(1.0));
        assert_eq!(slope(&[(4.0, 1.0), (4.0, 2.0)]), None);
        assert_eq!(slope(&[(0.1, 1.0), (0.1, 2.0), (0.1, 3.0)]), None);
        assert_eq!(slope(&[]), None);
    }
}
