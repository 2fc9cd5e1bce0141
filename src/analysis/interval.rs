//! Intervals from rounds: of a median, of what each round showed, and of a ratio.
//!
//! Owns the choice of method, and the second level over sessions. All three figures are found the same way: make the
//! list of candidates, take its median as the estimate, and cut it at both ends. Deliberately absent: how much is cut
//! (`ranks`).
//!
//! **Two levels.** Rounds of one session share what the machine was like in that sitting, so more rounds narrow the
//! interval around that sitting's figure and not around the truth: Kalibera & Jones (2013), "Rigorous benchmarking in
//! reasonable time". From three sessions on, Student's interval over the sessions' own figures (in logarithms for a
//! ratio) is taken together with the interval of the pooled rounds, and the answer reaches as far as either does.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::ranks::Statistic;
use super::{Confidence, Estimate, Method, NoInterval, Rounds, spearman};

/// From this rank correlation on, two trials count as drifting together, and are compared within rounds.
const SHARED_DRIFT: f64 = 0.5;

/// Fewer sessions than this have no interval of their own.
const SESSIONS: usize = 3;

/// The median of `samples`, with the interval between two order statistics: Thompson (1936), "On confidence ranges for
/// the median and other expectation distributions for populations of unknown distribution form".
///
/// # Errors
/// `TooFew` below 6 rounds at 95 %, `Undefined` where a sample is not finite.
pub fn median(samples: &Rounds<f64>, confidence: Confidence) -> Result<Estimate, NoInterval> {
    estimate(samples, Statistic::Sign, confidence, <[f64]>::to_vec)
}

/// The centre of `values`, one of each round: what an expression came to in it. The estimate is the median of the Walsh
/// averages, and the interval inverts Wilcoxon's signed-rank test: Hodges & Lehmann (1963), "Estimates of location
/// based on rank tests". The values are taken to lie about evenly on both sides of the truth, as differences of
/// interleaved trials do. Takes memory for `n²/2` values.
///
/// # Errors
/// `TooFew` below 6 rounds at 95 %, `Undefined` where a value is not finite.
pub fn centre(values: &Rounds<f64>, confidence: Confidence) -> Result<Estimate, NoInterval> {
    estimate(values, Statistic::SignedRank, confidence, walsh_averages)
}

/// How many times as much the first of each pair is as the second.
///
/// Where both drift together (Spearman's ρ of at least 0.5), `centre` of the logarithms of the rounds' own ratios.
/// Elsewhere, and where the rounds are too few for that, the shift between the logarithms of all samples of the one and
/// all of the other, whose interval inverts Mann and Whitney's test: Hodges & Lehmann (1963). With a shared drift the
/// latter is only wider than it need be. Takes memory for `n²` values.
///
/// # Errors
/// `TooFew` below 4 rounds at 95 %, `Undefined` where a term is not above zero or not finite.
pub fn ratio(pairs: &Rounds<(f64, f64)>, confidence: Confidence) -> Result<Estimate, NoInterval> {
    let logarithms = pairs.map(|(a, b)| (a.ln(), b.ln()));
    let together = spearman(logarithms.pooled()).is_some_and(|rho| rho >= SHARED_DRIFT);
    let shift = if together && pairs.pooled().len() >= Statistic::SignedRank.need(confidence.tail()) {
        centre(&logarithms.map(|(a, b)| a - b), confidence)
    } else {
        estimate(&logarithms, Statistic::MannWhitney, confidence, differences)
    };
    shift.map(|shift| shift.rescaled(f64::exp))
}

/// The median of the candidates of all rounds, between two of them as far from the ends as `statistic` allows.
fn estimate<T>(
    rounds: &Rounds<T>,
    statistic: Statistic,
    confidence: Confidence,
    candidates: impl Fn(&[T]) -> Vec<f64>,
) -> Result<Estimate, NoInterval> {
    let (n, tail) = (rounds.pooled().len(), confidence.tail());
    let Some(rank) = statistic.rank(n, tail) else {
        return Err(NoInterval::TooFew {
            have: n,
            need: statistic.need(tail),
        });
    };
    let mut pooled = candidates(rounds.pooled());
    if !pooled.iter().all(|candidate| candidate.is_finite()) {
        return Err(NoInterval::Undefined);
    }
    // Cut evenly, the candidates keep their median.
    let cut = rank - 1;
    let low = smallest(&mut pooled, cut);
    let above = &mut pooled[cut..];
    let last = above.len() - 1 - cut;
    let high = smallest(above, last);
    let kept = &mut above[..=last];
    let within_sessions = Estimate {
        value: middle(kept),
        low,
        high,
        method: statistic.method(),
        confidence,
        rounds: n,
        sessions: rounds.sessions().len(),
    };
    let centres: Vec<f64> = rounds
        .sessions()
        .map(|session| middle(&mut candidates(session)))
        .collect();
    Ok(between_sessions(within_sessions, &centres))
}

/// The pooled estimate, its interval stretched to hold Student's interval over the sessions' own `centres`.
fn between_sessions(pooled: Estimate, centres: &[f64]) -> Estimate {
    if centres.len() < SESSIONS {
        return pooled;
    }
    let count = centres.len() as f64;
    // From the pooled value on, so that sessions that agree to the last bit have no spread by rounding.
    let mean = pooled.value + centres.iter().map(|centre| centre - pooled.value).sum::<f64>() / count;
    let variance = centres.iter().map(|centre| (centre - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let reach = student(count - 1.0, pooled.confidence.tail()) * (variance / count).sqrt();
    let (low, high) = (mean - reach, mean + reach);
    if pooled.low <= low && high <= pooled.high {
        return pooled;
    }
    Estimate {
        low: low.min(pooled.low),
        high: high.max(pooled.high),
        method: Method::Sessions,
        ..pooled
    }
}

/// What Student's t with `freedom` degrees of freedom exceeds with a probability of `tail`.
fn student(freedom: f64, tail: f64) -> f64 {
    let distribution = StudentsT::new(0.0, 1.0, freedom).expect("three sessions or more leave two degrees of freedom");
    -distribution.inverse_cdf(tail)
}

/// The averages of any two values and of each with itself.
fn walsh_averages(values: &[f64]) -> Vec<f64> {
    let mut averages = Vec::with_capacity(values.len() * (values.len() + 1) / 2);
    for (at, a) in values.iter().enumerate() {
        averages.extend(values[..=at].iter().map(|b| a / 2.0 + b / 2.0));
    }
    averages
}

/// Each first less each second.
fn differences(pairs: &[(f64, f64)]) -> Vec<f64> {
    let mut differences = Vec::with_capacity(pairs.len() * pairs.len());
    for (a, _) in pairs {
        differences.extend(pairs.iter().map(|(_, b)| a - b));
    }
    differences
}

/// The median: of an even number the mean of the two in the middle. There is at least one.
fn middle(values: &mut [f64]) -> f64 {
    let half = values.len() / 2;
    let upper = smallest(values, half);
    if values.len() % 2 == 1 {
        return upper;
    }
    let lower = values[..half].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    lower / 2.0 + upper / 2.0
}

/// The value that has `rank` others before it in order.
fn smallest(values: &mut [f64], rank: usize) -> f64 {
    *values.select_nth_unstable_by(rank, f64::total_cmp).1
}

#[cfg(test)]
#[path = "interval_tests.rs"]
mod tests;
