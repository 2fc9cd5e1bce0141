//! The noise floor: when a difference is worth the name.

use crate::lesson::names::{Metric, Verdict};
use crate::quantity::Kind;

use super::scripted::{Script, about, around, claiming};
use super::{Figure, Interval, Results, is_difference};

use Verdict::{Fails, Holds, Undecided};

/// `a` around 1000 ns, `b` 3 % above it, and the control as far from `a` as is said.
fn spent(that: &str, control: i64) -> super::Finding {
    let lesson = claiming("", that);
    let script = Script::of(&lesson).session().shows("a", "wall", &around(1000, 1));
    let script = script.shows("b", "wall", &about(1030, 1));
    script.shows("control", "wall", &about(control, 1)).finding(&lesson)
}

#[test]
fn a_difference_is_one_only_beyond_the_noise() {
    for (that, quiet, noisy) in [
        ("wall(b) > wall(a)", Holds, Undecided),
        ("wall(b) <= wall(a)", Fails, Undecided),
        ("wall(a) < wall(b)", Holds, Undecided),
        ("not wall(b) > wall(a)", Fails, Undecided),
        ("2 * wall(b) > 2 * wall(a)", Holds, Undecided),
        // The noise is that of the machine, whatever way it went.
        ("wall(b) > 1.01 * wall(a)", Holds, Holds),
        ("wall(b) > 1020 ns", Holds, Holds),
        ("wall(a) within 5 % of wall(b)", Holds, Holds),
    ] {
        assert_eq!(spent(that, 1010).verdict, quiet, "{that}");
        for control in [1040, 960] {
            assert_eq!(spent(that, control).verdict, noisy, "{that} beside {control}");
        }
    }
}

#[test]
fn the_evidence_has_the_noise_that_it_was_held_against() {
    let evidence = &spent("wall(b) > wall(a)", 1040).cells[0].evidence[0];
    let noise = evidence.noise.as_ref().expect("the control was measured");
    assert!(1.03 < noise.low.value() && noise.low.value() < noise.high.value() && noise.high.value() < 1.05);
    assert_eq!(spent("wall(b) > 1020 ns", 1040).cells[0].evidence[0].noise, None);
}

#[test]
fn each_cell_has_a_noise_of_its_own_and_the_greatest_of_those_compared_counts() {
    let script = |lesson: &crate::book::Lesson| {
        let script = Script::of(lesson).session().shows("a", "wall", &around(1000, 1));
        let script = script.shows("b", "wall", &about(1030, 1));
        let script = script.shows("control n=1", "wall", &about(1040, 1));
        script.shows("control n=2", "wall", &about(1001, 1))
    };
    for (that, expected) in [
        ("wall(b) > wall(a) at n = 1", Undecided),
        ("wall(b) > wall(a) at n = 2", Holds),
        ("wall(b) > wall(a) at every n", Undecided),
        ("wall(b, n = 2) > wall(a, n = 1)", Undecided),
    ] {
        let lesson = claiming("n = [1, 2]", that);
        assert_eq!(script(&lesson).verdict(&lesson), expected, "{that}");
    }
}

#[test]
fn without_a_control_the_interval_alone_decides() {
    let lesson = claiming("", "wall(b) > wall(a)");
    let script = Script::of(&lesson).session().shows("a", "wall", &around(1000, 1));
    let finding = script.shows("b", "wall", &about(1030, 1)).finding(&lesson);
    assert_eq!(finding.verdict, Holds);
    assert_eq!(finding.cells[0].evidence[0].noise, None);
}

#[test]
fn the_control_is_told_as_any_other_trial() {
    let lesson = claiming("", "wall(b) > wall(a)");
    let script = Script::of(&lesson).session().shows("a", "wall", &around(1000, 1));
    let script = script
        .shows("control", "wall", &about(1040, 1))
        .shows("control", "writes", &[7; 10]);
    let script = script.shows("a", "writes", &[7; 10]);
    let results = Results::new(&lesson, vec![Some(&script.0)]);
    let cell = super::cells(&lesson.experiments[0]).remove(0);
    let control = results.control(0, &cell, &Metric::Wall, Kind::Duration);
    assert!(
        matches!(&control, Figure::Interval(Interval { estimate, .. }) if estimate.value() == 1040.5),
        "{control:?}"
    );
    let noise = results.noise(0, &cell, &Metric::Wall, Kind::Duration);
    assert!(
        matches!(&noise, Figure::Interval(noise) if noise.low.value() > 1.03),
        "{noise:?}"
    );
    assert!(!is_difference(&noise, &noise));
    let exact = results.noise(0, &cell, &Metric::Writes, Kind::Count);
    assert!(matches!(&exact, Figure::Exact(one) if one.value() == 1.0), "{exact:?}");
    assert!(!is_difference(&exact, &exact));
    assert!(is_difference(&noise, &exact));
}
