//! Signs that samples are not what they seem: drift, more than one mode, outliers.
//!
//! Owns when there is such a sign. Each is told and changes no figure. Deliberately absent: words, and causes that other readings
//! show, as of waiting for a core.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Rounds, Summary, spearman};

/// A drift that no reader would call one is none, however sure.
const LEAST_DRIFT: f64 = 0.5;

/// How rare a correlation has to be among samples without drift, at either end.
const DRIFT_TAIL: f64 = 0.005;

/// Fewer samples than this show no shape.
const SHAPE: usize = 20;

/// Rank correlation of the samples with their order, in −1..=1, where a session drifted: positive where runs got slower. The
/// greatest of all sessions whose drift is stronger than one in 100 sessions without any would show.
///
/// The test is Student's on Spearman's ρ: Kendall & Stuart (1973), "The Advanced Theory of Statistics", volume 2, §31.19.
pub fn drift(samples: &Rounds<f64>) -> Option<f64> {
    let of_session = |session: &[f64]| {
        let ordered: Vec<_> = session
            .iter()
            .enumerate()
            .map(|(at, value)| (at as f64, *value))
            .collect();
        let rho = spearman(&ordered)?;
        (rho.abs() >= LEAST_DRIFT && is_rare(rho, session.len())).then_some(rho)
    };
    let drifts = samples.sessions().filter_map(of_session);
    drifts.max_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// Whether chance alone seldom gives a rank correlation of `rho` over `count` pairs.
fn is_rare(rho: f64, count: usize) -> bool {
    let freedom = count as f64 - 2.0;
    if freedom < 1.0 {
        return false;
    }
    if rho.abs() == 1.0 {
        // Two orders of all those that there are.
        return (1..=count).map(|n| n as f64).product::<f64>() * DRIFT_TAIL >= 1.0;
    }
    let statistic = rho.abs() * (freedom / (1.0 - rho * rho)).sqrt();
    let student = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    statistic > -student.inverse_cdf(DRIFT_TAIL)
}

/// How many modes samples seem to have, on the scale of the m-value: 2 with one mode, 4 with two of the same height; above 2.8
/// there may be more than one. `None` below 20 samples, or where all are equal.
///
/// The m-value is Gregg's (2015), "Frequency trails: modes and modality": the way up and down along a histogram, over its
/// highest bar. As in BenchmarkDotNet it is the greatest over several widths of the bars, without outliers.
pub fn modality(samples: &[f64]) -> Option<f64> {
    if samples.len() < SHAPE {
        return None;
    }
    let fences = Fences::of(samples, 1.5)?;
    let mut kept: Vec<f64> = samples.iter().copied().filter(|sample| fences.hold(*sample)).collect();
    kept.sort_by(f64::total_cmp);
    let (least, most) = (*kept.first()?, *kept.last()?);
    // Scott (1979), "On optimal and data-based histograms".
    let mut width = 3.49 * deviation(&kept) / (kept.len() as f64).cbrt();
    if width <= 0.0 {
        return None;
    }
    let mut greatest: f64 = 0.0;
    while width <= most - least {
        greatest = greatest.max(way_over_height(&kept, least, width));
        width *= 2.0;
    }
    Some(greatest.max(2.0))
}

fn deviation(samples: &[f64]) -> f64 {
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    (samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / count).sqrt()
}

fn way_over_height(sorted: &[f64], least: f64, width: f64) -> f64 {
    let mut bars: Vec<f64> = vec![0.0];
    for sample in sorted {
        let bar = ((sample - least) / width) as usize + 1;
        bars.resize(bars.len().max(bar + 1), 0.0);
        bars[bar] += 1.0;
    }
    bars.push(0.0);
    let way: f64 = bars.windows(2).map(|two| (two[1] - two[0]).abs()).sum();
    way / bars.iter().copied().fold(1.0, f64::max)
}

/// How many samples lie further from the quartiles than three times what these lie apart: far out, after Tukey (1977),
/// "Exploratory Data Analysis". None of fewer than 20 samples.
pub fn outliers(samples: &[f64]) -> usize {
    match Fences::of(samples, 3.0) {
        Some(fences) if samples.len() >= SHAPE => samples.iter().filter(|sample| !fences.hold(**sample)).count(),
        _ => 0,
    }
}

/// So many times the quartiles' distance beyond either.
struct Fences {
    low: f64,
    high: f64,
}

impl Fences {
    fn of(samples: &[f64], times: f64) -> Option<Fences> {
        let summary = Summary::of(samples)?;
        let beyond = times * (summary.upper_quartile - summary.lower_quartile);
        Some(Fences {
            low: summary.lower_quartile - beyond,
            high: summary.upper_quartile + beyond,
        })
    }

    fn hold(&self, sample: f64) -> bool {
        self.low <= sample && sample <= self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In no order that grows or falls.
    fn scattered(count: usize) -> Vec<f64> {
        (0..count).map(|at| ((at * 7) % count) as f64).collect()
    }

    fn in_one_go(samples: &[f64]) -> Rounds<f64> {
        Rounds::of_one_session(samples.to_vec())
    }

    #[test]
    fn a_session_that_gets_slower_or_faster_drifts() {
        let rising: Vec<f64> = (0..10).map(f64::from).collect();
        assert_eq!(drift(&in_one_go(&rising)), Some(1.0));
        let falling: Vec<f64> = rising.iter().rev().copied().collect();
        assert_eq!(drift(&in_one_go(&falling)), Some(-1.0));
        assert_eq!(drift(&in_one_go(&scattered(20))), None);
        assert_eq!(drift(&in_one_go(&[1.0; 10])), None);
        // Three in order are no rarity.
        assert_eq!(drift(&in_one_go(&[1.0, 2.0, 3.0])), None);
    }

    #[test]
    fn sessions_that_differ_do_not_drift_but_one_that_does_is_seen() {
        let of_two = |first: Vec<f64>, second: Vec<f64>| [first, second].into_iter().collect::<Rounds<f64>>();
        let later: Vec<f64> = scattered(20).iter().map(|sample| sample + 100.0).collect();
        assert_eq!(drift(&of_two(scattered(20), later)), None);
        let rising: Vec<f64> = (0..10).map(f64::from).collect();
        assert_eq!(drift(&of_two(scattered(20), rising)), Some(1.0));
    }

    #[test]
    fn two_heaps_are_two_modes() {
        // The quantiles of a triangle: one heap.
        let heap: Vec<f64> = (1..=30)
            .map(|at| f64::from(at) / 31.0)
            .map(|part| {
                if part < 0.5 {
                    (2.0 * part).sqrt()
                } else {
                    2.0 - (2.0 - 2.0 * part).sqrt()
                }
            })
            .collect();
        let one = modality(&heap).expect("enough samples");
        assert!(one < 2.8, "{one}");
        let two: Vec<f64> = heap
            .iter()
            .chain(&heap)
            .enumerate()
            .map(|(at, sample)| sample + if at < 30 { 0.0 } else { 9.0 })
            .collect();
        let two = modality(&two).expect("enough samples");
        assert!(two > 3.5, "{two}");
        assert_eq!(modality(&heap[..10]), None);
        assert_eq!(modality(&[5.0; 40]), None);
    }

    #[test]
    fn what_lies_far_out_is_counted() {
        let mut samples = scattered(30);
        assert_eq!(outliers(&samples), 0);
        samples[3] = 1000.0;
        samples[9] = -1000.0;
        assert_eq!(outliers(&samples), 2);
        assert_eq!(outliers(&samples[..10]), 0);
    }
}
