//! Tests of the intervals: small cases by hand, then properties. Coverage on measured rounds is in `tests/coverage.rs`.

use std::ops::Range;

use proptest::prelude::*;

use super::*;

const STANDARD: Confidence = Confidence::STANDARD;

fn one(values: &[f64]) -> Rounds<f64> {
    Rounds::of_one_session(values.to_vec())
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

#[test]
fn median_lies_between_order_statistics() {
    let nine = one(&[9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0]);
    let found = median(&nine, STANDARD).unwrap();
    assert_eq!((found.low, found.value, found.high), (2.0, 5.0, 8.0));
    assert_eq!(
        (found.method, found.rounds, found.sessions),
        (Method::OrderStatistics, 9, 1)
    );
    let six = one(&[1.0, 2.0, 3.0, 4.0, 5.0, 60.0]);
    let found = median(&six, STANDARD).unwrap();
    assert_eq!((found.low, found.value, found.high), (1.0, 3.5, 60.0));
}

#[test]
fn centre_lies_between_walsh_averages() {
    // Rank 3 of the 28 averages of 7 values.
    let found = centre(&one(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), STANDARD).unwrap();
    assert_eq!((found.low, found.value, found.high), (2.0, 4.0, 6.0));
    assert_eq!(found.method, Method::SignedRank);
    // Rank 1 of 6: the extremes themselves.
    let found = centre(&one(&[-1.0, 0.0, 2.0, 4.0, 5.0, 8.0]), STANDARD).unwrap();
    assert_eq!((found.low, found.value, found.high), (-1.0, 3.0, 8.0));
}

#[test]
fn ratio_of_independent_samples_is_a_shift_of_logarithms() {
    // ρ = 0. Rank 1 of 16 ratios: 1/8 … 8/1; the two in the middle are 1.
    let pairs = vec![(1.0, 2.0), (2.0, 8.0), (4.0, 1.0), (8.0, 4.0)];
    let found = ratio(&Rounds::of_one_session(pairs), STANDARD).unwrap();
    assert_eq!(found.method, Method::MannWhitney);
    assert!(
        close(found.low, 0.125) && close(found.value, 1.0) && close(found.high, 8.0),
        "{found:?}"
    );
}

#[test]
fn ratio_under_shared_drift_is_taken_within_rounds() {
    let drifting: Vec<_> = (1..=10)
        .map(|round| (3.0 * f64::from(round), f64::from(round)))
        .collect();
    let found = ratio(&Rounds::of_one_session(drifting.clone()), STANDARD).unwrap();
    assert_eq!(found.method, Method::SignedRank);
    assert!(
        close(found.low, 3.0) && close(found.value, 3.0) && close(found.high, 3.0),
        "{found:?}"
    );
    // Five rounds are too few for signed ranks.
    let found = ratio(&Rounds::of_one_session(drifting[..5].to_vec()), STANDARD).unwrap();
    assert_eq!(found.method, Method::MannWhitney);
    assert!(found.contains(3.0));
}

#[test]
fn too_few_rounds_have_no_interval() {
    let too_few = |have, need| Err(NoInterval::TooFew { have, need });
    assert_eq!(median(&one(&[1.0; 5]), STANDARD), too_few(5, 6));
    assert_eq!(centre(&one(&[1.0; 5]), STANDARD), too_few(5, 6));
    assert_eq!(
        ratio(&Rounds::of_one_session(vec![(1.0, 1.0); 3]), STANDARD),
        too_few(3, 4)
    );
    assert_eq!(median(&one(&[]), STANDARD), too_few(0, 6));
    assert_eq!(median(&one(&[1.0; 7]), STANDARD.bonferroni(10)), too_few(7, 9));
    assert_eq!(
        ratio(&Rounds::of_one_session(vec![(1.0, 1.0); 5]), STANDARD.bonferroni(10)),
        too_few(5, 6)
    );
}

#[test]
fn values_without_a_place_in_order_are_refused() {
    for bad in [f64::NAN, f64::INFINITY] {
        let values = one(&[1.0, 2.0, bad, 4.0, 5.0, 6.0]);
        assert_eq!(median(&values, STANDARD), Err(NoInterval::Undefined));
        assert_eq!(centre(&values, STANDARD), Err(NoInterval::Undefined));
    }
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let over = Rounds::of_one_session(vec![(1.0, 2.0), (3.0, bad), (2.0, 2.0), (5.0, 4.0)]);
        assert_eq!(ratio(&over, STANDARD), Err(NoInterval::Undefined), "{bad}");
        assert_eq!(
            ratio(&over.map(|(a, b)| (*b, *a)), STANDARD),
            Err(NoInterval::Undefined),
            "{bad}"
        );
    }
}

#[test]
fn a_third_session_widens_to_what_sessions_differ_by() {
    let session = |centre: f64| {
        (-5..=5)
            .map(|step| centre + f64::from(step) / 100.0)
            .collect::<Vec<_>>()
    };
    let two: Rounds<f64> = [session(10.0), session(12.0)].into_iter().collect();
    let found = centre(&two, STANDARD).unwrap();
    assert_eq!((found.method, found.sessions), (Method::SignedRank, 2));
    let three: Rounds<f64> = [session(10.0), session(11.0), session(12.0)].into_iter().collect();
    let found = centre(&three, STANDARD).unwrap();
    assert_eq!((found.method, found.sessions, found.rounds), (Method::Sessions, 3, 33));
    // 11 ± t(2) · 1 / √3, with t(2) = 4.302653.
    assert!(
        (found.low - (11.0 - 2.484138)).abs() < 1e-5 && (found.high - (11.0 + 2.484138)).abs() < 1e-5,
        "{found:?}"
    );
    assert_eq!(median(&three, STANDARD).unwrap().method, Method::Sessions);
    // Sessions that agree add nothing.
    let agreeing: Rounds<f64> = [session(10.0), session(10.0), session(10.0)].into_iter().collect();
    assert_eq!(centre(&agreeing, STANDARD).unwrap().method, Method::SignedRank);
}

#[test]
fn what_never_varies_has_no_width() {
    let equal: Rounds<f64> = vec![vec![0.1; 7]; 3].into_iter().collect();
    for found in [median(&equal, STANDARD).unwrap(), centre(&equal, STANDARD).unwrap()] {
        assert_eq!((found.low, found.value, found.high), (0.1, 0.1, 0.1));
    }
    let found = ratio(&equal.map(|b| (0.7, *b)), STANDARD).unwrap();
    assert_eq!((found.method, found.relative_width()), (Method::MannWhitney, 0.0));
}

#[test]
fn sessions_of_a_ratio_are_compared_in_logarithms() {
    let session = |ratio: f64| vec![(ratio, 1.0), (ratio * 4.0, 4.0), (ratio * 2.0, 2.0)];
    let pairs: Rounds<(f64, f64)> = [session(2.0), session(4.0), session(8.0)].into_iter().collect();
    let found = ratio(&pairs, STANDARD).unwrap();
    // ln 4 ± 4.302653 · ln 2 / √3 is a factor of 2^2.484138.
    let factor = 2.484138_f64.exp2();
    assert_eq!(found.method, Method::Sessions);
    assert!(
        (found.low * factor / 4.0 - 1.0).abs() < 1e-5 && (found.high / factor / 4.0 - 1.0).abs() < 1e-5,
        "{found:?}"
    );
}

#[test]
fn students_quantiles_are_those_of_the_tables() {
    let table = [
        (2.0, 4.302653),
        (3.0, 3.182446),
        (4.0, 2.776445),
        (9.0, 2.262157),
        (29.0, 2.045230),
    ];
    for (freedom, t) in table {
        assert!((student(freedom, 0.025) - t).abs() < 1e-5, "{freedom}");
    }
    for (freedom, t) in [(2.0, 31.59905), (4.0, 8.610302), (9.0, 4.780913)] {
        assert!((student(freedom, 0.0005) - t).abs() < 1e-4, "{freedom}");
    }
}

fn samples(count: Range<usize>) -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec((0.01..100.0_f64, 0.01..100.0_f64), count)
}

/// One to four sessions of such rounds.
fn sessions(count: Range<usize>) -> impl Strategy<Value = Rounds<(f64, f64)>> {
    (samples(count), 1..=4_usize).prop_map(|(rounds, sessions)| {
        let length = rounds.len().div_ceil(sessions);
        rounds.chunks(length).map(<[_]>::to_vec).collect()
    })
}

fn all_three(pairs: &Rounds<(f64, f64)>, confidence: Confidence) -> [Result<Estimate, NoInterval>; 3] {
    let first = pairs.map(|pair| pair.0);
    [
        median(&first, confidence),
        centre(&first, confidence),
        ratio(pairs, confidence),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_interval_holds_its_estimate(pairs in sessions(6..24)) {
        for found in all_three(&pairs, STANDARD) {
            let found = found.unwrap();
            prop_assert!(found.low <= found.value && found.value <= found.high, "{:?}", found);
            prop_assert_eq!(found.rounds, pairs.pooled().len());
            prop_assert_eq!(found.sessions, pairs.sessions().len());
        }
    }

    #[test]
    fn units_do_not_matter(pairs in sessions(6..24), scale in 1e-9..1e9_f64) {
        let plain = all_three(&pairs, STANDARD).map(Result::unwrap);
        let scaled = all_three(&pairs.map(|(a, b)| (a * scale, b * scale)), STANDARD).map(Result::unwrap);
        for ((plain, scaled), factor) in plain.into_iter().zip(scaled).zip([scale, scale, 1.0]) {
            let expected = plain.rescaled(|x| x * factor);
            prop_assert_eq!(expected.method, scaled.method);
            prop_assert!(close(expected.value, scaled.value), "{:?} {:?}", expected, scaled);
            prop_assert!(close(expected.high, scaled.high), "{:?} {:?}", expected, scaled);
            // Student's interval may begin anywhere around zero.
            prop_assert!((expected.low - scaled.low).abs() <= 1e-9 * scaled.high, "{:?} {:?}", expected, scaled);
        }
    }

    #[test]
    fn one_term_scales_the_ratio(pairs in sessions(6..24), scale in 0.001..1000.0_f64) {
        let plain = ratio(&pairs, STANDARD).unwrap();
        let scaled = ratio(&pairs.map(|(a, b)| (a * scale, *b)), STANDARD).unwrap();
        prop_assert!(close(plain.value * scale, scaled.value));
        prop_assert!(close(plain.low * scale, scaled.low) && close(plain.high * scale, scaled.high));
    }

    #[test]
    fn swapped_terms_give_the_reciprocal(pairs in sessions(6..24)) {
        let there = ratio(&pairs, STANDARD).unwrap();
        let back = ratio(&pairs.map(|(a, b)| (*b, *a)), STANDARD).unwrap();
        prop_assert_eq!(there.method, back.method);
        prop_assert!(close(there.value, 1.0 / back.value));
        prop_assert!(close(there.low, 1.0 / back.high) && close(there.high, 1.0 / back.low));
    }

    #[test]
    fn the_order_of_rounds_does_not_matter(pairs in samples(6..24)) {
        let mut turned = pairs.clone();
        turned.reverse();
        let (pairs, turned) = (Rounds::of_one_session(pairs), Rounds::of_one_session(turned));
        prop_assert_eq!(all_three(&pairs, STANDARD), all_three(&turned, STANDARD));
    }

    /// Eleven rounds are enough for every method at 99.9 %, so that a ratio keeps the one it has.
    #[test]
    fn more_confidence_is_never_narrower(pairs in sessions(11..24), less in 0.5..0.95_f64, more in 0.95..0.999_f64) {
        let loose = all_three(&pairs, Confidence::new(less).unwrap()).map(Result::unwrap);
        let sure = all_three(&pairs, Confidence::new(more).unwrap()).map(Result::unwrap);
        for (loose, sure) in loose.into_iter().zip(sure) {
            prop_assert_eq!(loose.value, sure.value);
            prop_assert!(sure.low <= loose.low && loose.high <= sure.high, "{:?} {:?}", loose, sure);
        }
    }
}
