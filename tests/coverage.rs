//! How often the intervals are right, and how wide they are: on measured rounds, and on simulated ones with a known
//! truth.
//!
//! `data/aa-newline.csv` holds 4 000 interleaved rounds of one program measured against itself, so that the true ratio
//! is 1 by design: wall time of both, then CPU time of both, in seconds. Simulated rounds come from a fixed seed. Every
//! test here is deterministic.

#![expect(
    clippy::print_stdout,
    reason = "the figures seen are worth reading, with --nocapture"
)]

use workbook::analysis::{Confidence, Estimate, Rounds, drift, median, modality, ratio};
use workbook::claim::{Figure, Interval, is_difference};
use workbook::quantity::{Kind, Quantity};
use workbook::record::Reason;

const NOMINAL: Confidence = Confidence::STANDARD;
const LEAST_COVERAGE: f64 = 0.94;

/// What many intervals came to.
#[derive(Debug)]
struct Seen {
    coverage: f64,
    /// The median of `(high - low) / value`.
    width: f64,
}

fn seen(truth: f64, estimates: &[Estimate]) -> Seen {
    let covering = estimates.iter().filter(|estimate| estimate.contains(truth)).count();
    let mut widths: Vec<f64> = estimates.iter().map(Estimate::relative_width).collect();
    widths.sort_by(f64::total_cmp);
    Seen {
        coverage: covering as f64 / estimates.len() as f64,
        width: widths[widths.len() / 2],
    }
}

fn one_session(pairs: &[(f64, f64)]) -> Rounds<(f64, f64)> {
    Rounds::of_one_session(pairs.to_vec())
}

fn ratio_of(pairs: &Rounds<(f64, f64)>) -> Estimate {
    ratio(pairs, NOMINAL).expect("enough rounds of positive times")
}

/// Two columns of the measured rounds.
fn measured(a: usize, b: usize) -> Vec<(f64, f64)> {
    let rounds: Vec<_> = include_str!("data/aa-newline.csv")
        .lines()
        .map(|line| {
            let fields: Vec<f64> = line.split(',').map(|field| field.parse().expect("a number")).collect();
            (fields[a], fields[b])
        })
        .collect();
    assert_eq!(rounds.len(), 4000);
    rounds
}

/// Every window of `size` consecutive rounds, as one session.
fn check_windows(what: &str, rounds: &[(f64, f64)], size: usize, greatest_width: f64) {
    let estimates: Vec<_> = rounds
        .windows(size)
        .map(|window| ratio_of(&one_session(window)))
        .collect();
    let seen = seen(1.0, &estimates);
    println!("{what}, {} windows of {size}: {seen:.4?}", estimates.len());
    assert!(seen.coverage >= LEAST_COVERAGE, "{what}, {size}: {seen:?}");
    assert!(seen.width <= greatest_width, "{what}, {size}: {seen:?}");
}

#[test]
fn wall_time_in_windows_of_ten() {
    check_windows("wall", &measured(0, 1), 10, 0.20);
}

#[test]
fn wall_time_in_windows_of_thirty() {
    check_windows("wall", &measured(0, 1), 30, 0.04);
}

#[test]
fn cpu_time_in_windows_of_ten() {
    check_windows("cpu", &measured(2, 3), 10, 0.03);
}

#[test]
fn cpu_time_in_windows_of_thirty() {
    check_windows("cpu", &measured(2, 3), 30, 0.015);
}

/// Numbers from a seed: splitmix64, after Steele, Lea & Flood (2014), "Fast splittable pseudorandom number generators".
struct Random(u64);

impl Random {
    /// In (0, 1).
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        ((bits >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Of the standard normal distribution: Box & Muller (1958).
    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// `count` rounds of two trials, the first truly `truth` times as long, both `noise` apart from run to run. The
    /// machine slows down by `drift` from the first run to the last. In each round a coin says which trial goes first.
    fn rounds(&mut self, count: usize, truth: f64, noise: f64, drift: f64) -> Vec<(f64, f64)> {
        let runs = 2.0 * count as f64;
        (0..count)
            .map(|round| {
                let first = usize::from(self.uniform() < 0.5);
                let mut time = |place: usize| {
                    let pace = 1.0 + drift * (2 * round + place) as f64 / runs;
                    pace * (noise * self.normal()).exp()
                };
                (truth * time(first), time(1 - first))
            })
            .collect()
    }
}

const SERIES: usize = 1000;

#[test]
fn drift_of_the_machine_is_no_difference() {
    let mut random = Random(20_130_610);
    for noise in [0.02, 0.10] {
        for count in [10, 30] {
            let series = (0..SERIES).map(|_| ratio_of(&one_session(&random.rounds(count, 1.3, noise, 0.40))));
            let seen = seen(1.3, &series.collect::<Vec<_>>());
            println!("drift 40 %, noise {noise}, {count} rounds: {seen:.4?}");
            assert!(
                seen.coverage >= LEAST_COVERAGE,
                "noise {noise}, {count} rounds: {seen:?}"
            );
        }
    }
}

/// From 10 to 40 rounds, two more at a time, until the interval is no wider than 10 % of its value.
fn stopped(rounds: &[(f64, f64)]) -> Estimate {
    let mut so_far = (10..=40)
        .step_by(2)
        .map(|count| ratio_of(&one_session(&rounds[..count])));
    so_far
        .find(|estimate| estimate.relative_width() <= 0.10 || estimate.rounds == 40)
        .expect("the fortieth round is the last")
}

fn check_stopping(what: &str, truth: f64, estimates: &[Estimate]) {
    let mut lengths: Vec<usize> = estimates.iter().map(|estimate| estimate.rounds).collect();
    lengths.sort_unstable();
    let seen = seen(truth, estimates);
    println!(
        "{what}, stopped after {} rounds in the median: {seen:.4?}",
        lengths[lengths.len() / 2]
    );
    assert!(seen.coverage >= LEAST_COVERAGE, "{what}: {seen:?}");
    assert!(
        lengths[0] < 40 && lengths[lengths.len() - 1] > 10,
        "{what}: the rule never chose: {lengths:?}"
    );
}

#[test]
fn stopping_at_a_width_keeps_coverage_on_measured_rounds() {
    let estimates: Vec<_> = measured(0, 1).windows(40).step_by(4).map(stopped).collect();
    check_stopping("wall", 1.0, &estimates);
}

/// A noise of 10 % is the worst for the rule: the width is reached in the midst of the range, by luck as well as by
/// rounds. Over 5 000 series of another seed, 94.1 % were covered.
#[test]
fn stopping_at_a_width_keeps_coverage_where_it_tempts_most() {
    let mut random = Random(1963);
    let estimates: Vec<_> = (0..SERIES)
        .map(|_| stopped(&random.rounds(40, 1.3, 0.10, 0.0)))
        .collect();
    check_stopping("noise 10 %", 1.3, &estimates);
}

#[test]
fn sessions_that_differ_are_answered_by_the_second_level() {
    let mut random = Random(2013);
    for count in [3, 5] {
        let (mut pooled, mut two_level) = (Vec::new(), Vec::new());
        for _ in 0..SERIES {
            let sessions: Rounds<_> = (0..count)
                .map(|_| {
                    let truth_here = 1.3 * (0.02 * random.normal()).exp();
                    random.rounds(10, truth_here, 0.02, 0.0)
                })
                .collect();
            two_level.push(ratio_of(&sessions));
            pooled.push(ratio_of(&one_session(sessions.pooled())));
        }
        let (pooled, two_level) = (seen(1.3, &pooled), seen(1.3, &two_level));
        println!("{count} sessions 2 % apart: {two_level:.4?}; as if of one: {pooled:.4?}");
        assert!(two_level.coverage >= LEAST_COVERAGE, "{count} sessions: {two_level:?}");
        assert!(
            pooled.coverage < 0.85,
            "the sessions do not differ enough to test anything: {pooled:?}"
        );
    }
}

#[test]
fn medians_of_skewed_samples_are_covered() {
    let mut random = Random(1936);
    for count in [6, 10, 30] {
        // Exponential times: a long tail of slow runs, with a median of ln 2.
        let series = (0..SERIES).map(|_| {
            let samples = (0..count).map(|_| -random.uniform().ln()).collect();
            median(&Rounds::of_one_session(samples), NOMINAL).expect("at least six samples")
        });
        let seen = seen(std::f64::consts::LN_2, &series.collect::<Vec<_>>());
        println!("median of {count} skewed samples: {seen:.4?}");
        assert!(seen.coverage >= LEAST_COVERAGE, "{count} samples: {seen:?}");
    }
}

/// The share of series whose interval lies above `threshold`, over every window of `size` measured rounds of which the
/// first is `truth` times as long.
fn confirmed(rounds: &[(f64, f64)], size: usize, truth: f64, threshold: f64) -> f64 {
    let longer: Vec<_> = rounds.iter().map(|(a, b)| (truth * a, *b)).collect();
    let windows = longer.windows(size);
    let count = windows.len() as f64;
    let above = windows.filter(|window| ratio_of(&one_session(window)).low >= threshold);
    above.count() as f64 / count
}

/// A lesson of one claim: its confidence is the nominal one.
#[test]
fn a_claim_of_the_truth_itself_is_seldom_confirmed_and_a_lesser_one_mostly() {
    let rounds = measured(0, 1);
    for size in [10, 20, 30] {
        let truth = confirmed(&rounds, size, 3.6, 3.6);
        let lesser = confirmed(&rounds, size, 3.6, 3.0);
        println!("truly 3.6 times, {size} rounds: at least 3.6 in {truth:.4}, at least 3 in {lesser:.4}");
        assert!(truth <= 0.025, "{size} rounds: {truth}");
        assert!(size < 30 || lesser >= 0.90, "{lesser}");
    }
}

fn figure(ratio: &Estimate) -> Figure {
    let number = |value| Quantity::new(Kind::Number, value);
    Figure::Interval(Interval {
        estimate: number(ratio.value),
        low: number(ratio.low),
        high: number(ratio.high),
        rounds: ratio.rounds,
        sessions: ratio.sessions,
    })
}

/// A difference that is told of the baseline and a variant of the same program, by the interval alone, and by the noise
/// that a control shows as well.
#[test]
fn a_control_keeps_differences_from_being_seen_where_there_are_none() {
    let rounds = measured(0, 1);
    // Of two rounds each gives one: two of its four runs are the pair, a third is the control.
    let thirds: Vec<_> = rounds
        .chunks_exact(2)
        .map(|two| (two[0].0, two[0].1, two[1].0))
        .collect();
    let silent = Figure::NotAvailable(Reason::NotMeasured);
    for size in [10, 30] {
        let (mut alone, mut both, mut series) = (0, 0, 0);
        for window in thirds.windows(size) {
            let pairs: Vec<_> = window.iter().map(|(a, b, _)| (*b, *a)).collect();
            let controls: Vec<_> = window.iter().map(|(a, _, control)| (*control, *a)).collect();
            let [pair, control] = [pairs, controls].map(|pairs| figure(&ratio_of(&one_session(&pairs))));
            series += 1;
            alone += usize::from(is_difference(&pair, &silent));
            both += usize::from(is_difference(&pair, &control));
        }
        let share = |count: usize| count as f64 / f64::from(series);
        let (alone, both) = (share(alone), share(both));
        println!("one program twice, {size} rounds: a difference in {alone:.4}, beyond the control in {both:.4}");
        assert!(
            both <= 0.025 && both < alone,
            "{size} rounds: {both}, without a control {alone}"
        );
    }
}

/// How often there is a sign of something in samples that have nothing of it, and of what they have.
#[test]
fn signs_seldom_cry_wolf() {
    let mut random = Random(1977);
    for count in [10, 20, 40] {
        let (mut drifts, mut modes, mut two, mut drifting) = (0, 0, 0, 0);
        for _ in 0..SERIES {
            let calm: Vec<f64> = (0..count).map(|_| (0.05 * random.normal()).exp()).collect();
            drifts += usize::from(drift(&Rounds::of_one_session(calm.clone())).is_some());
            modes += usize::from(modality(&calm).is_some_and(|value| value > 2.8));
            let apart: Vec<f64> = calm
                .iter()
                .enumerate()
                .map(|(at, value)| value + if at % 2 == 0 { 0.4 } else { 0.0 })
                .collect();
            two += usize::from(modality(&apart).is_some_and(|value| value > 2.8));
            let slower = calm
                .iter()
                .enumerate()
                .map(|(at, value)| value * (1.0 + 0.4 * at as f64 / count as f64));
            drifting += usize::from(drift(&Rounds::of_one_session(slower.collect())).is_some());
        }
        println!(
            "{count} samples: drift seen in {drifts} calm series and {drifting} drifting; modes in {modes} of one and {two} of two"
        );
        assert!(drifts <= SERIES / 50 && modes <= SERIES / 50, "{drifts} and {modes}");
        assert!(drifting >= SERIES * 9 / 10, "{drifting}");
        assert!(count < 40 || two >= SERIES * 9 / 10, "{two}");
    }
}
