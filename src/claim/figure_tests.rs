//! Figures: which interval an expression gets, and when it is exact or not available.

use crate::analysis::{self, Confidence, Rounds};
use crate::lesson::names::Metric;
use crate::quantity::Kind;
use crate::record::{Reading, Reason};

use super::scripted::{Script, about, around, lesson, valued};
use super::{Figure, Results};

fn ends(figure: &Figure) -> (f64, f64, f64) {
    match figure {
        Figure::Interval(interval) => (interval.low.value(), interval.estimate.value(), interval.high.value()),
        other => panic!("no interval: {other:?}"),
    }
}

fn exact(figure: &Figure) -> f64 {
    match figure {
        Figure::Exact(quantity) => quantity.value(),
        other => panic!("not exact: {other:?}"),
    }
}

fn lacking(figure: Figure) -> Reason {
    match figure {
        Figure::NotAvailable(reason) => reason,
        other => panic!("available: {other:?}"),
    }
}

fn near(one: (f64, f64, f64), other: (f64, f64, f64)) {
    for (a, b) in [(one.0, other.0), (one.1, other.1), (one.2, other.2)] {
        assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{one:?} is not {other:?}");
    }
}

/// One session in which `a` and `b` take their time.
fn timed(of: &str) -> Figure {
    let lesson = valued("", of);
    let script = Script::of(&lesson).session();
    script
        .shows("a", "wall", &around(1000, 10))
        .shows("b", "wall", &about(500, 5))
        .figure(&lesson)
}

fn rounds(values: &[i64]) -> Rounds<f64> {
    Rounds::of_one_session(values.iter().map(|value| *value as f64).collect())
}

fn told(estimate: analysis::Estimate) -> (f64, f64, f64) {
    (estimate.low, estimate.value, estimate.high)
}

#[test]
fn a_metric_lies_between_two_of_its_samples() {
    // Of ten samples the second and the ninth: P(Bin(10, ½) ≤ 1) = 0.011, P(… ≤ 2) = 0.055.
    let figure = timed("wall(a)");
    assert_eq!(ends(&figure), (970.0, 1005.0, 1040.0));
    let Figure::Interval(interval) = figure else { panic!() };
    assert_eq!((interval.rounds, interval.sessions), (10, 1));
    assert_eq!(interval.estimate.kind(), Kind::Duration);
}

#[test]
fn times_have_their_exponent() {
    let lesson = valued("", "wall(a)");
    let script = Script::of(&lesson).session();
    let coarse = script.scaled("a", "wall", 4, &around(100, 1)).figure(&lesson);
    assert_eq!(ends(&coarse), (970_000.0, 1_005_000.0, 1_040_000.0));
    let script = Script::of(&lesson).session();
    let fine = script.scaled("a", "wall", -1, &around(100, 1)).figure(&lesson);
    assert_eq!(ends(&fine), (9.7, 10.05, 10.4));
}

#[test]
fn a_ratio_has_the_interval_of_a_ratio() {
    let pairs = around(1000, 10).into_iter().zip(about(500, 5));
    let pairs = Rounds::of_one_session(pairs.map(|(a, b)| (a as f64, b as f64)).collect());
    let ratio = told(analysis::ratio(&pairs, Confidence::STANDARD).unwrap());
    near(ends(&timed("wall(a) / wall(b)")), ratio);
    near(ends(&timed("-(wall(a) / wall(b))")), (-ratio.2, -ratio.1, -ratio.0));
    near(
        ends(&timed("100 * (wall(a) / wall(b)) - 1")),
        (100.0 * ratio.0 - 1.0, 100.0 * ratio.1 - 1.0, 100.0 * ratio.2 - 1.0),
    );
    near(
        ends(&timed("1 - wall(a) / wall(b)")),
        (1.0 - ratio.2, 1.0 - ratio.1, 1.0 - ratio.0),
    );
    near(
        ends(&timed("wall(a) / (2 * wall(b))")),
        (ratio.0 / 2.0, ratio.1 / 2.0, ratio.2 / 2.0),
    );
}

#[test]
fn what_is_scaled_or_shifted_keeps_its_interval() {
    assert_eq!(ends(&timed("3 * wall(a)")), (2910.0, 3015.0, 3120.0));
    assert_eq!(ends(&timed("wall(a) * 3")), (2910.0, 3015.0, 3120.0));
    assert_eq!(ends(&timed("wall(a) / 5")), (194.0, 201.0, 208.0));
    assert_eq!(ends(&timed("wall(a) - 1 us")), (-30.0, 5.0, 40.0));
    assert_eq!(ends(&timed("1 us - wall(a)")), (-40.0, -5.0, 30.0));
    assert_eq!(ends(&timed("1 us + wall(a)")), (1970.0, 2005.0, 2040.0));
    assert_eq!(ends(&timed("-wall(a)")), (-1040.0, -1005.0, -970.0));
    // Divided, not multiplied by the inverse, which is less by a bit.
    assert_eq!(ends(&timed("wall(a) / 7")), (970.0 / 7.0, 1005.0 / 7.0, 1040.0 / 7.0));
}

#[test]
fn an_exact_dividend_turns_the_interval_over() {
    near(
        ends(&timed("1 us / wall(a)")),
        (1000.0 / 1040.0, 1000.0 / 1005.0, 1000.0 / 970.0),
    );
    // Both bounds of a count against what varies, as the samples' own order has it.
    let lesson = valued("", "memory(a) / memory(b)");
    let script = Script::of(&lesson).session().shows("a", "memory", &[4096; 10]);
    let figure = script.shows("b", "memory", &around(1000, 10)).figure(&lesson);
    near(ends(&figure), (4096.0 / 1040.0, 4096.0 / 1005.0, 4096.0 / 970.0));
}

#[test]
fn sums_and_differences_are_evaluated_in_each_round() {
    let (a, b) = (around(1000, 10), about(500, 5));
    let joined = |join: fn(i64, i64) -> i64| {
        let values: Vec<i64> = a.iter().zip(&b).map(|(a, b)| join(*a, *b)).collect();
        told(analysis::centre(&rounds(&values), Confidence::STANDARD).unwrap())
    };
    near(ends(&timed("wall(a) + wall(b)")), joined(|a, b| a + b));
    near(ends(&timed("wall(a) - wall(b)")), joined(|a, b| a - b));
    near(ends(&timed("wall(b) - wall(a)")), joined(|a, b| b - a));
}

#[test]
fn a_ratio_of_what_shares_runs_is_evaluated_in_each_round() {
    let shares: Vec<f64> = around(1000, 10)
        .iter()
        .zip(about(500, 5))
        .map(|(a, b)| (*a - b) as f64 / b as f64)
        .collect();
    let centre = analysis::centre(&Rounds::of_one_session(shares), Confidence::STANDARD).unwrap();
    near(ends(&timed("(wall(a) - wall(b)) / wall(b)")), told(centre));
    // As if the two were independent it would be narrower than that.
    let pairs = around(1000, 10).into_iter().zip(about(500, 5));
    let pairs = pairs.map(|(a, b)| ((a - b) as f64, b as f64)).collect();
    let naive = analysis::ratio(&Rounds::of_one_session(pairs), Confidence::STANDARD).unwrap();
    assert_ne!(told(naive), told(centre));
}

#[test]
fn a_count_equal_in_every_run_is_exact_and_one_that_varies_is_not() {
    let lesson = valued("", "writes(a)");
    let steady = Script::of(&lesson).session().shows("a", "writes", &[7; 10]);
    assert_eq!(
        exact(&steady.session().shows("a", "writes", &[7; 4]).figure(&lesson)),
        7.0
    );
    let varied = Script::of(&lesson).session().shows("a", "writes", &around(70, 1));
    assert_eq!(ends(&varied.figure(&lesson)), (67.0, 70.5, 74.0));
    let between = Script::of(&lesson).session().shows("a", "writes", &[7; 10]);
    let between = between.session().shows("a", "writes", &[8; 10]);
    assert_eq!(ends(&between.figure(&lesson)), (7.0, 7.5, 8.0));
}

#[test]
fn a_time_is_never_exact() {
    let lesson = valued("", "cpu(a)");
    let script = Script::of(&lesson).session().shows("a", "cpu", &[4_000_000; 10]);
    assert_eq!(ends(&script.figure(&lesson)), (4e6, 4e6, 4e6));
}

#[test]
fn user_and_system_time_are_told_apart_in_long_runs_only() {
    let lesson = valued("", "user(a)");
    let split = |user: i64, sys: i64| {
        let script = Script::of(&lesson).session().shows("a", "user", &[user; 10]);
        script.shows("a", "sys", &[sys; 10]).figure(&lesson)
    };
    assert_eq!(ends(&split(60_000_000, 40_000_000)), (6e7, 6e7, 6e7));
    assert_eq!(lacking(split(60_000_000, 39_000_000)), Reason::TooShortToSplit);
    let alone = Script::of(&lesson).session().shows("a", "user", &[200_000_000; 10]);
    assert_eq!(lacking(alone.figure(&lesson)), Reason::TooShortToSplit);
}

#[test]
fn counts_of_passes_are_exact_and_so_is_their_ratio() {
    let lesson = valued("", "syscalls.write(a) / syscalls(b)");
    let script = Script::of(&lesson).counts("a", "syscalls.write", &Reading::Available(9));
    let script = script.counts("b", "syscalls", &Reading::Available(4));
    assert_eq!(exact(&script.figure(&lesson)), 2.25);
    let zero = script.counts("b", "syscalls", &Reading::Available(0));
    assert_eq!(lacking(zero.figure(&lesson)), Reason::NotDefined);
    let without = zero.counts(
        "b",
        "syscalls",
        &Reading::Unavailable(Reason::ToolMissing("strace".to_owned())),
    );
    assert_eq!(
        lacking(without.figure(&lesson)),
        Reason::ToolMissing("strace".to_owned())
    );
}

#[test]
fn a_zero_in_any_round_leaves_a_quotient_undefined() {
    let lesson = valued("", "switches(a) / switches(b)");
    let script = Script::of(&lesson).session().shows("a", "switches", &around(10, 1));
    let script = script.shows("b", "switches", &[0, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
    assert_eq!(lacking(script.figure(&lesson)), Reason::NotDefined);
    let zero_above = valued("", "switches(b) / switches(a)");
    let (low, _, high) = ends(&script.figure(&zero_above));
    assert!(low > 0.0 && low < high);
}

#[test]
fn what_is_beyond_all_numbers_is_not_available() {
    let big = format!("1{}", "0".repeat(200));
    for expression in [
        format!("writes(a) * {big} * {big}"),
        format!("wall(a) * {big} * {big}"),
        format!("{big} * {big} * 1 ms / wall(a)"),
        format!("wall(a) * {big} / (1 / {big})"),
    ] {
        let lesson = valued("", &expression);
        let script = Script::of(&lesson).session().shows("a", "wall", &around(10, 1));
        let script = script.counts("a", "writes", &Reading::Available(9));
        assert_eq!(lacking(script.figure(&lesson)), Reason::NotDefined, "{expression}");
    }
}

#[test]
fn too_few_rounds_say_how_many_are_needed() {
    let lesson = valued("", "wall(a)");
    let script = Script::of(&lesson).session().shows("a", "wall", &[5, 6, 7, 8, 9]);
    assert_eq!(
        lacking(script.figure(&lesson)),
        Reason::TooFewRounds { have: 5, need: 6 }
    );
}

const SIZES: &str = "n = [1, 2, 4]";

#[test]
fn an_axis_counts_with_its_number_in_the_cell() {
    for (of, value) in [
        ("n", 1.0),
        ("n at n = 4", 4.0),
        ("(n at n = 2) at n = 4", 2.0),
        ("writes(a, n = 2) / n", 20.0),
        ("(writes(a) / n) at n = 4", 10.0),
        ("writes(a, n = 2) at n = 4", 20.0),
    ] {
        let lesson = valued(SIZES, of);
        let script = Script::of(&lesson).session();
        let script = script
            .shows("a n=1", "writes", &[10; 6])
            .shows("a n=2", "writes", &[20; 6]);
        assert_eq!(
            exact(&script.shows("a n=4", "writes", &[40; 6]).figure(&lesson)),
            value,
            "{of}"
        );
    }
}

#[test]
fn a_slope_of_counts_is_exact() {
    let lesson = valued(SIZES, "writes(a) per n");
    let script = Script::of(&lesson).session().shows("a n=1", "writes", &[8; 6]);
    let script = script
        .shows("a n=2", "writes", &[9; 6])
        .shows("a n=4", "writes", &[11; 6]);
    assert_eq!(exact(&script.figure(&lesson)), 1.0);
}

#[test]
fn a_slope_is_taken_in_each_round_that_all_sizes_have() {
    let lesson = valued(SIZES, "wall(a) per n");
    let each: Vec<i64> = vec![30, 33, 28, 31, 29, 35, 27];
    let start: Vec<i64> = vec![500, 900, 100, 300, 800, 200, 400];
    let at = |n: i64| -> Vec<i64> { start.iter().zip(&each).map(|(start, each)| start + n * each).collect() };
    let script = Script::of(&lesson)
        .session()
        .shows("a n=1", "wall", &[at(1), vec![9, 9]].concat());
    let script = script.shows("a n=2", "wall", &at(2)).shows("a n=4", "wall", &at(4));
    let centre = analysis::centre(&rounds(&each), Confidence::STANDARD).unwrap();
    near(ends(&script.figure(&lesson)), told(centre));
}

#[test]
fn a_slope_may_join_exact_and_varying_sizes() {
    let lesson = valued("n = [0, 2]", "memory(a) per n");
    let script = Script::of(&lesson).session().shows("a n=0", "memory", &[100; 10]);
    let script = script.shows("a n=2", "memory", &around(300, 2));
    let slopes: Vec<i64> = around(100, 1);
    let centre = analysis::centre(&rounds(&slopes), Confidence::STANDARD).unwrap();
    near(ends(&script.figure(&lesson)), told(centre));
}

#[test]
fn rounds_meet_within_their_session() {
    let lesson = valued("", "wall(a) - wall(b)");
    let script = Script::of(&lesson).session();
    let script = script
        .shows("a", "wall", &around(1000, 10))
        .lacks("b", "wall", &Reason::NotExposed);
    let script = script
        .session()
        .shows("a", "wall", &around(700, 10))
        .shows("b", "wall", &around(600, 10)[..8]);
    let Figure::Interval(interval) = script.figure(&lesson) else {
        panic!()
    };
    assert_eq!((interval.rounds, interval.sessions), (8, 1));
    assert_eq!((interval.low.value(), interval.high.value()), (100.0, 100.0));
    let whole = valued("", "wall(a)");
    let Figure::Interval(interval) = script.figure(&whole) else {
        panic!()
    };
    assert_eq!((interval.rounds, interval.sessions), (20, 2));
}

#[test]
fn sessions_without_a_common_round_have_no_figure() {
    let lesson = valued("", "wall(a) / wall(b)");
    let script = Script::of(&lesson).session().shows("a", "wall", &around(1000, 10));
    let script = script.session().shows("b", "wall", &around(1000, 10));
    assert!(matches!(
        lacking(script.figure(&lesson)),
        Reason::TooFewRounds { have: 0, .. }
    ));
}

#[test]
fn panels_ask_for_metrics_and_their_ratio_to_the_baseline() {
    let lesson = lesson("");
    let script = Script::of(&lesson).session().shows("a", "wall", &around(1000, 10));
    let script = script
        .shows("b", "wall", &about(3000, 10))
        .lacks("c", "wall", &Reason::NotExposed);
    let results = Results::new(&lesson, vec![Some(&script.0)]);
    let home = Vec::new();
    let ratio = |variant| results.ratio_to_baseline(0, variant, &home, &Metric::Wall, Kind::Duration);
    let (low, value, high) = ends(&ratio(1));
    assert!(2.9 < low && low < value && value < high && high < 3.1);
    assert_eq!(ends(&ratio(0)), (1.0, 1.0, 1.0));
    assert_eq!(lacking(ratio(2)), Reason::NotExposed);
    let samples = results.samples(0, 0, &home, &Metric::Wall, Kind::Duration).unwrap();
    assert_eq!(samples.pooled().len(), 10);
    assert_eq!(
        ends(&results.metric(0, 0, &home, &Metric::Wall, Kind::Duration)),
        (970.0, 1005.0, 1040.0)
    );
    assert!(results.trial(0, 2, &home).is_some());
}

#[test]
fn one_round_alone_is_not_exact() {
    for (metric, values, expected) in [("memory", &[4096][..], None), ("memory", &[4096, 4096], Some(4096.0))] {
        let lesson = valued("", &format!("{metric}(a)"));
        let figure = Script::of(&lesson).session().shows("a", metric, values).figure(&lesson);
        match expected {
            Some(value) => assert_eq!(exact(&figure), value),
            None => assert!(matches!(lacking(figure), Reason::TooFewRounds { have: 1, .. })),
        }
    }
    // A pass of its own counts once and for all.
    let lesson = valued("", "instructions(a)");
    let script = Script::of(&lesson).session();
    assert_eq!(
        exact(
            &script
                .counts("a", "instructions", &Reading::Available(7))
                .figure(&lesson)
        ),
        7.0
    );
}
