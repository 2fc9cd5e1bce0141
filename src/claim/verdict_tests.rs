//! Verdicts: what makes a claim hold, fail or stay undecided, cell by cell and as a whole.

use proptest::prelude::*;

use crate::analysis::Confidence;
use crate::lesson::names::{Metric, Verdict};
use crate::quantity::{Kind, Quantity};
use crate::record::{Outcome, Reading, Reason};

use super::scripted::{Script, about, around, claiming, lesson, lesson_with, valued};
use super::{CellFinding, DifferingLine, Evidence, Figure, Relation, Results, cells, metrics_spoken_of};

use Verdict::{Fails, Holds, Undecided};

/// `a` takes from 97 to 104 ns by its interval, `b` half of it, `c` about as long as `a`. Exact: 5 writes, `c` 0.
fn spent(that: &str) -> super::Finding {
    let lesson = claiming("", that);
    let script = Script::of(&lesson).session().shows("a", "wall", &around(100, 1));
    let script = script
        .shows("b", "wall", &about(50, 1))
        .shows("c", "wall", &about(101, 2));
    let script = script
        .shows("a", "writes", &[5; 10])
        .shows("b", "writes", &[6; 10])
        .shows("c", "writes", &[0; 10]);
    script.finding(&lesson)
}

fn verdict(that: &str) -> Verdict {
    spent(that).verdict
}

#[test]
fn the_interval_stands_on_either_side_of_the_threshold_or_around_it() {
    for (that, expected) in [
        ("wall(a) < 105 ns", Holds),
        ("wall(a) < 104 ns", Undecided),
        ("wall(a) < 98 ns", Undecided),
        ("wall(a) < 97 ns", Fails),
        ("wall(a) <= 104 ns", Holds),
        ("wall(a) <= 97 ns", Undecided),
        ("wall(a) <= 96 ns", Fails),
        ("wall(a) > 96 ns", Holds),
        ("wall(a) > 97 ns", Undecided),
        ("wall(a) > 104 ns", Fails),
        ("wall(a) >= 97 ns", Holds),
        ("wall(a) >= 104 ns", Undecided),
        ("wall(a) >= 105 ns", Fails),
        ("105 ns > wall(a)", Holds),
        ("97 ns <= wall(a)", Holds),
        ("97 ns < wall(a)", Undecided),
        ("105 ns <= wall(a)", Fails),
        ("writes(a) == 5", Holds),
        ("writes(a) == 6", Fails),
        ("writes(a) != 5", Fails),
        ("writes(a) != writes(b)", Holds),
        ("writes(a) * 0.1 == 0.5", Holds),
        ("writes(b) * 0.1 <= 0.6", Holds),
    ] {
        assert_eq!(verdict(that), expected, "{that}");
    }
}

#[test]
fn equality_of_what_varies_is_refuted_or_left_open() {
    let lesson = |that| claiming("", that);
    for (that, expected) in [
        ("faults(a) == 100", Undecided),
        ("faults(a) == 200", Fails),
        ("faults(a) != 200", Holds),
        ("faults(a) != 100", Undecided),
    ] {
        let lesson = lesson(that);
        let script = Script::of(&lesson).session().shows("a", "faults", &around(100, 1));
        assert_eq!(script.verdict(&lesson), expected, "{that}");
    }
}

#[test]
fn two_measured_sides_are_compared_by_their_ratio() {
    assert_eq!(verdict("wall(a) > wall(b)"), Holds);
    assert_eq!(verdict("wall(a) < wall(b)"), Fails);
    assert_eq!(verdict("wall(a) > wall(c)"), Undecided);
    assert_eq!(verdict("wall(a) > 1.5 * wall(b)"), Holds);
    assert_eq!(verdict("wall(a) > 3 * wall(b)"), Fails);
    let cell = spent("wall(a) > wall(b)").cells.remove(0);
    let evidence = only(&cell);
    assert_eq!((evidence.bound.kind(), evidence.bound.value()), (Kind::Number, 1.0));
    let Figure::Interval(ratio) = &evidence.figure else {
        panic!()
    };
    assert!(1.8 < ratio.low.value() && ratio.high.value() < 2.2);
    // No ratio has a meaning where a side is zero or less: the difference against 0.
    let cell = spent("wall(b) - wall(a) < wall(c) - wall(a)").cells.remove(0);
    assert_eq!(cell.verdict, Holds);
    assert_eq!(only(&cell).bound.kind(), Kind::Duration);
}

/// The one comparison of a claim.
fn only(cell: &CellFinding) -> &Evidence {
    let [evidence] = &cell.evidence[..] else {
        panic!("{:?}", cell.evidence)
    };
    evidence
}

#[test]
fn a_constant_factor_stands_in_the_bound() {
    let of = |that: &str| {
        let evidence = only(&spent(that).cells[0]).clone();
        let Figure::Interval(interval) = evidence.figure else {
            panic!("{that}")
        };
        let Relation::Compared(operator) = evidence.relation else {
            panic!("{that}")
        };
        (operator, evidence.bound.value(), interval.estimate.value().round())
    };
    use crate::lesson::expression::Comparison::{Greater, Less};
    assert_eq!(of("wall(a) > 3 * wall(b)"), (Greater, 3.0, 2.0));
    assert_eq!(of("wall(b) * 3 < wall(a)"), (Greater, 3.0, 2.0));
    assert_eq!(of("wall(a) < 2 * (wall(b) * 4)"), (Less, 8.0, 2.0));
    assert_eq!(of("wall(a) / 4 < wall(b)"), (Greater, 0.25, 1.0));
    assert_eq!(of("2 * wall(a) > 3 * wall(b)"), (Greater, 1.5, 2.0));
    // A time is no factor: the sides would be of other kinds.
    assert_eq!(of("wall(a) > wall(b) + 1 ns").1, 1.0);
}

#[test]
fn what_is_near_an_exact_number_is_told_by_itself() {
    for (that, value, target, expected) in [
        ("wall(a) / wall(b) within 25 % of 4", 2.0, Some(4.0), Fails),
        ("4 within 25 % of wall(a) / wall(b)", 2.0, Some(4.0), Fails),
        ("wall(a) / wall(b) within 25 % of 2", 2.0, Some(2.0), Holds),
        ("wall(a) within 9 ns of 100 ns", 101.0, Some(100.0), Holds),
        ("90 ns within 9 ns of wall(a)", 101.0, Some(90.0), Undecided),
        ("wall(a) within 25 % of wall(c)", 1.0, None, Holds),
        ("not wall(a) within 9 ns of 50 ns", 101.0, Some(50.0), Holds),
    ] {
        let cell = spent(that).cells.remove(0);
        let evidence = only(&cell);
        let Figure::Interval(interval) = &evidence.figure else {
            panic!("{that}")
        };
        assert_eq!(interval.estimate.value().round(), value, "{that}");
        assert_eq!(evidence.target.map(Quantity::value), target, "{that}");
        assert_eq!((cell.verdict, evidence.verdict), (expected, expected), "{that}");
        assert_eq!(evidence.sides.is_some(), target.is_none(), "{that}");
    }
}

#[test]
fn within_has_two_sides() {
    for (that, expected) in [
        ("wall(a) within 20 % of wall(c)", Holds),
        ("wall(a) within 1 % of wall(c)", Undecided),
        ("wall(a) within 20 % of wall(b)", Fails),
        ("wall(b) within 20 % of wall(a)", Fails),
        ("wall(a) within 20 ns of wall(c)", Holds),
        ("wall(a) within 1 ns of wall(c)", Undecided),
        ("wall(a) within 1 ns of wall(b)", Fails),
        ("wall(b) within 1 ns of wall(a)", Fails),
        ("wall(a) within 2 * wall(b) of wall(c)", Holds),
        ("wall(a) within wall(c) - wall(a) of wall(b)", Fails),
        ("writes(b) within 20 % of writes(a)", Holds),
        ("writes(a) within 20 % of writes(b)", Holds),
        ("writes(a) within 19 % of writes(b)", Fails),
        ("writes(a) within 1 of writes(b)", Holds),
        ("writes(a) within 20 % of writes(c)", Fails),
        ("writes(c) within 20 % of writes(c)", Holds),
    ] {
        assert_eq!(verdict(that), expected, "{that}");
    }
}

/// A comparison of each truth.
const TRUTHS: [(&str, Verdict); 3] = [
    ("writes(a) == 5", Holds),
    ("writes(a) == 6", Fails),
    ("wall(a) > wall(c)", Undecided),
];

#[test]
fn truths_join_as_kleene_has_it() {
    let order = |verdict| match verdict {
        Fails => 0,
        Undecided => 1,
        Holds => 2,
    };
    let of = |rank| [Fails, Undecided, Holds][rank];
    for (one, first) in TRUTHS {
        assert_eq!(verdict(&format!("not ({one})")), of(2 - order(first)), "not {one}");
        for (other, second) in TRUTHS {
            let both = verdict(&format!("{one} and {other}"));
            assert_eq!(both, of(order(first).min(order(second))), "{one} and {other}");
            let either = verdict(&format!("{one} or {other}"));
            assert_eq!(either, of(order(first).max(order(second))), "{one} or {other}");
        }
    }
}

#[test]
fn a_joined_claim_has_the_evidence_of_each_comparison() {
    let joined = spent("wall(a) > wall(b) and wall(a) < 50 ns and not writes(a) == 6")
        .cells
        .remove(0);
    let told: Vec<_> = joined
        .evidence
        .iter()
        .map(|part| (part.verdict, part.relation))
        .collect();
    let compared = Relation::Compared;
    use crate::lesson::expression::Comparison::{Greater, Less, NotEqual};
    assert_eq!(joined.verdict, Fails);
    assert_eq!(
        told,
        [
            (Holds, compared(Greater)),
            (Fails, compared(Less)),
            (Holds, compared(NotEqual))
        ]
    );
    // Not (p and q) negates each of them.
    let negated = spent("not (wall(a) > wall(b) and writes(a) == 6)").cells.remove(0);
    let told: Vec<_> = negated.evidence.iter().map(|part| part.verdict).collect();
    assert_eq!((negated.verdict, told), (Holds, vec![Fails, Holds]));
    assert_eq!(spent("output(a) == output(b)").cells[0].evidence, []);
}

#[test]
fn a_part_says_where_it_stands() {
    let lesson = claiming(GRID, "(writes(a) == 1 at every n) and (writes(b) == 1 at m = 2)");
    let script = Script::of(&lesson).session().shows("a", "writes", &[1; 6]);
    let cell = script.shows("b", "writes", &[2; 6]).finding(&lesson).cells.remove(0);
    let points: Vec<_> = cell.evidence.iter().map(|part| part.point.clone()).collect();
    assert_eq!(points, [vec![(0, 0)], vec![(0, 1)], vec![(1, 1)]]);
}

#[test]
fn outputs_are_equal_or_not() {
    for (that, b, expected) in [
        ("output(a) == output(b)", Some("same\n"), Holds),
        ("output(a) == output(b)", Some("other\n"), Fails),
        ("output(a) != output(b)", Some("other\n"), Holds),
        ("output(a) != output(b)", Some("same\n"), Fails),
        ("output(a) == output(b)", None, Undecided),
        ("output(a) != output(b)", None, Undecided),
    ] {
        let lesson = claiming("", that);
        let finding = Script::of(&lesson).session().prints("b", b).finding(&lesson);
        assert_eq!(finding.verdict, expected, "{that} {b:?}");
        assert_eq!(finding.reason, b.is_none().then_some(Reason::OutputVaries));
    }
    let lost = lesson("sink = \"null\"\n[claims]\nit = 'output(a) == output(b)'");
    let finding = Script::of(&lost).session().prints("b", None).finding(&lost);
    assert_eq!(finding.reason, Some(Reason::SinkKeepsNothing));
    let axis = claiming("sink = [\"file\", \"null\"]", "output(a) == output(b) at every sink");
    let finding = Script::of(&axis).session().prints("b", None).finding(&axis);
    let reasons: Vec<_> = finding.cells.iter().map(|cell| cell.reason.clone()).collect();
    assert_eq!(reasons, [Some(Reason::OutputVaries), Some(Reason::SinkKeepsNothing)]);
}

#[test]
fn one_claim_over_an_axis_shows_all_kinds_of_figures() {
    let lesson = claiming("n = [10, 20, 30]", "memory(a) >= 4 kB at every n");
    let script = Script::of(&lesson)
        .session()
        .shows("a n=10", "memory", &around(5000, 10));
    let script = script
        .shows("a n=20", "memory", &[4000; 10])
        .lacks("a n=30", "memory", &Reason::NotExposed);
    let finding = script.finding(&lesson);
    assert_eq!(
        (finding.verdict, &finding.reason),
        (Undecided, &Some(Reason::NotExposed))
    );
    let [first, second, third] = &finding.cells[..] else {
        panic!("{:?}", finding.cells)
    };
    assert_eq!(
        [&first.point, &second.point, &third.point],
        [&vec![(0, 0)], &vec![(0, 1)], &vec![(0, 2)]]
    );
    let figure = |cell: &CellFinding| only(cell).figure.clone();
    assert!(matches!(figure(first), Figure::Interval(_)));
    assert!(matches!(figure(second), Figure::Exact(memory) if memory.value() == 4000.0));
    assert_eq!(
        [first.verdict, second.verdict, third.verdict],
        [Holds, Holds, Undecided]
    );
    assert_eq!(
        (&third.reason, &third.evidence),
        (&Some(Reason::NotExposed), &Vec::new())
    );
}

const GRID: &str = "n = [1, 2]\nm = [1, 2]";

/// Writes of `a` in the cells (n, m) of (1, 1), (1, 2), (2, 1), (2, 2).
fn grid(that: &str, writes: [i64; 4]) -> super::Finding {
    let lesson = claiming(GRID, that);
    let mut script = Script::of(&lesson).session();
    for (cell, count) in ["n=1 m=1", "n=1 m=2", "n=2 m=1", "n=2 m=2"].iter().zip(writes) {
        script = script.shows(&format!("a {cell}"), "writes", &[count; 6]);
    }
    script.finding(&lesson)
}

#[test]
fn quantifiers_nest_from_the_outside_in() {
    let diagonal = [1, 0, 0, 1];
    let column = [1, 0, 1, 0];
    for (that, writes, expected) in [
        ("writes(a) == 1 at every n", diagonal, Fails),
        ("writes(a) == 1 at some n", diagonal, Holds),
        ("writes(a) == 1 at every n, some m", diagonal, Holds),
        ("writes(a) == 1 at some m, every n", diagonal, Fails),
        ("writes(a) == 1 at some m, every n", column, Holds),
        ("writes(a) == 1 at every n, every m", [1; 4], Holds),
        ("writes(a) == 1 at every n, every m", column, Fails),
        ("writes(a) == 1 at some n, some m", [0, 0, 0, 1], Holds),
        ("writes(a) == 1 at some n, some m", [0; 4], Fails),
    ] {
        assert_eq!(grid(that, writes).verdict, expected, "{that} {writes:?}");
    }
    let points: Vec<_> = grid("writes(a) == 1 at every m, some n", diagonal).cells;
    let told: Vec<_> = points.iter().map(|cell| (cell.point.clone(), cell.verdict)).collect();
    assert_eq!(
        told,
        [
            (vec![(1, 0), (0, 0)], Holds),
            (vec![(1, 0), (0, 1)], Fails),
            (vec![(1, 1), (0, 0)], Fails),
            (vec![(1, 1), (0, 1)], Holds)
        ]
    );
}

#[test]
fn of_two_cells_the_inner_one_counts() {
    let all = [1, 2, 3, 4];
    for that in [
        "writes(a) == 1",
        "writes(a) == 2 at m = 2",
        "writes(a) == 4 at n = 2, m = 2",
        "(writes(a) == 2 at m = 2) at m = 1",
        "(writes(a) == 4 at m = 2) at n = 2",
        "writes(a, n = 2) == 3 at n = 1",
        "writes(a, n = 2) == 4 at every n, m = 2",
        "(writes(a) == 3 at n = 2) at every n",
    ] {
        assert_eq!(grid(that, all).verdict, Holds, "{that}");
    }
}

#[test]
fn the_same_output_is_asked_of_sinks_that_keep_it() {
    let kept = lesson("same_output = true\n[axes]\nsink = [\"null\", \"file\", \"pipe\"]");
    let script = Script::of(&kept).session().prints("a sink=null", None);
    let finding = script.finding(&kept);
    assert_eq!((finding.verdict, finding.expect), (Holds, Some(Holds)));
    let points: Vec<_> = finding.cells.iter().map(|cell| cell.point.clone()).collect();
    assert_eq!(points, [vec![(0, 1)], vec![(0, 2)]]);
    let other = script.prints("c sink=pipe", Some("other\n")).finding(&kept);
    assert_eq!((other.verdict, other.is_opposite()), (Fails, true));
    assert_eq!([other.cells[0].verdict, other.cells[1].verdict], [Holds, Fails]);
    assert_eq!(other.cells[0].differences, []);
    let [difference] = &other.cells[1].differences[..] else {
        panic!("{:?}", other.cells[1])
    };
    let lines = ["same\n", "other\n"].map(str::to_owned);
    assert_eq!(difference.variants, [0, 2]);
    assert_eq!(difference.first, Some(DifferingLine { number: 1, lines }));
    let lost = lesson("same_output = true\n[axes]\nsink = [\"null\"]");
    let finding = Script::of(&lost).session().finding(&lost);
    assert_eq!(
        (finding.verdict, finding.reason),
        (Undecided, Some(Reason::SinkKeepsNothing))
    );
    assert_eq!(finding.cells, []);
}

#[test]
fn what_did_not_run_leaves_a_claim_undecided_and_says_why() {
    let lesson = claiming("", "wall(a) > wall(b)");
    let missing = Reason::ToolchainMissing("sh".to_owned());
    for (outcome, announced, reason) in [
        (Outcome::ToolchainMissing, true, missing.clone()),
        (Outcome::ToolchainMissing, false, missing),
        (Outcome::BuildFailed, false, Reason::BuildFailed),
        (Outcome::BuildFailed, true, Reason::BuildFailed),
        (Outcome::Signalled("SIGSEGV".to_owned()), false, Reason::TrialFailed),
        (Outcome::Exited(3), false, Reason::TrialFailed),
        (Outcome::NotSupported, true, Reason::SinkNotOffered),
    ] {
        let mut script = Script::of(&lesson).session().shows("a", "wall", &around(100, 1));
        if !matches!(outcome, Outcome::BuildFailed) {
            script = script.shows("b", "wall", &about(50, 1));
        }
        let finding = script.ends("b", &outcome, announced).finding(&lesson);
        assert_eq!(
            (finding.verdict, &finding.reason),
            (Undecided, &Some(reason)),
            "{outcome:?}"
        );
        assert_eq!(finding.cells[0].evidence, []);
    }
    let results = Results::new(&lesson, vec![None]);
    assert_eq!(results.findings(0)[0].reason, Some(Reason::NotMeasured));
    assert_eq!(Script::of(&lesson).finding(&lesson).reason, Some(Reason::NotMeasured));
}

#[test]
fn an_announced_failure_counts_as_any_other_run() {
    let lesson = claiming("", "wall(a) > wall(b)");
    let script = Script::of(&lesson)
        .session()
        .shows("a", "wall", &around(100, 1))
        .shows("b", "wall", &about(50, 1));
    let script = script.ends("b", &Outcome::Exited(3), true);
    assert_eq!(script.verdict(&lesson), Holds);
    let built = claiming("", "warnings(b) > 0 and output(a) != output(b)");
    let script = Script::of(&built)
        .ends("b", &Outcome::BuildFailed, true)
        .prints("b", Some("error: no\n"));
    assert_eq!(
        script.counts("b", "warnings", &Reading::Available(2)).verdict(&built),
        Holds
    );
}

#[test]
fn an_available_part_may_decide_alone() {
    let lesson = claiming("", "writes(a) == 5 or cycles(a) > 1");
    let script = Script::of(&lesson)
        .session()
        .shows("a", "writes", &[5; 6])
        .lacks("a", "cycles", &Reason::NotExposed);
    let finding = script.finding(&lesson);
    assert_eq!((finding.verdict, finding.reason), (Holds, None));
}

#[test]
fn more_claims_and_more_cells_ask_for_more() {
    // Of ten samples one lies below the threshold: few enough for 95 %, not for a tenth of the error.
    let samples = [99, 103, 104, 105, 106, 107, 108, 109, 110, 111];
    let claim = "wall(a) > 100 ns";
    let one = claiming("", claim);
    assert_eq!(
        Script::of(&one).session().shows("a", "wall", &samples).verdict(&one),
        Holds
    );
    let nine: String = (0..9).map(|number| format!("c{number} = 'writes(a) == 1'\n")).collect();
    let ten = lesson(&format!("[claims]\nit = '{claim}'\n{nine}"));
    assert_eq!(
        Script::of(&ten).session().shows("a", "wall", &samples).verdict(&ten),
        Undecided
    );
    let results = Results::new(&ten, vec![None]);
    assert_eq!(results.confidence(), Confidence::STANDARD.bonferroni(10));
    let cells = claiming("n = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", &format!("{claim} at some n"));
    assert_eq!(
        Script::of(&cells)
            .session()
            .shows("a", "wall", &samples)
            .verdict(&cells),
        Undecided
    );
}

#[test]
fn narrow_is_what_more_rounds_would_not_mend() {
    let ratio = |lesson: &crate::book::Lesson, step: i64, rounds: usize| {
        let script = Script::of(lesson)
            .session()
            .shows("a", "wall", &around(1000, step)[..rounds]);
        let script = script.shows("b", "wall", &about(1000, step)[..rounds]);
        Results::new(lesson, vec![Some(&script.0)]).is_narrow(0, 0.1)
    };
    for lesson in [
        valued("", "wall(a) / wall(b)"),
        claiming("", "wall(a) / wall(b) > 2"),
        claiming("", "wall(a) > wall(b) and wall(a) < 3 * wall(b)"),
        lesson_with("", "It is {value}`wall(a) / wall(b); 2 times`."),
    ] {
        assert!(ratio(&lesson, 2, 10));
        assert!(!ratio(&lesson, 100, 10));
        assert!(!ratio(&lesson, 2, 3));
    }
    let time = claiming("", "wall(a) < 5 us");
    assert!(ratio(&time, 50, 10));
    assert!(!ratio(&claiming("", "wall(a) < 1 us"), 100, 10));
    let exact = valued("", "writes(a) / writes(b)");
    let script = Script::of(&exact)
        .session()
        .shows("a", "writes", &[8, 8])
        .lacks("b", "writes", &Reason::NotExposed);
    assert!(Results::new(&exact, vec![Some(&script.0)]).is_narrow(0, 0.1));
    let script = script.shows("b", "writes", &[2, 2]);
    assert!(Results::new(&exact, vec![Some(&script.0)]).is_narrow(0, 0.1));
}

#[test]
fn metrics_are_listed_in_their_order_whoever_speaks_of_them() {
    let toml = "[metrics]\nturns = { find = 'turns (\\d+)' }\n[values]\nx = 'turns(a) / turns(b)'\n\
                [claims]\ny = 'writes(a) > 1 and output(a) == output(b) and syscalls.write(a) > 2'";
    let lesson = lesson_with(toml, "It takes {value}`memory(b); 5 MB` and {value}`wall(a); 5 ms`.");
    let names: Vec<String> = metrics_spoken_of(&lesson, 0)
        .iter()
        .map(|(metric, _)| metric.to_string())
        .collect();
    assert_eq!(names, ["wall", "memory", "writes", "syscalls.write", "turns"]);
    let silent = super::scripted::lesson("");
    assert_eq!(metrics_spoken_of(&silent, 0), [(Metric::Wall, Kind::Duration)]);
    let guessed = lesson_with("", "```{predict} g\ntitle = \"G\"\nask = \"cpu(a) / cpu(b)\"\n```");
    assert_eq!(metrics_spoken_of(&guessed, 0), [(Metric::Cpu, Kind::Duration)]);
}

#[test]
fn cells_are_ordered_by_the_first_axis() {
    let grid = claiming("n = [1, 2]\nm = [1, 2, 3]", "writes(a) == 1");
    let points = cells(&grid.experiments[0]);
    let told: Vec<_> = points.iter().map(|point| (point[0].1, point[1].1)).collect();
    assert_eq!(told, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
    assert_eq!(cells(&lesson("").experiments[0]), [vec![]]);
}

fn times() -> impl Strategy<Value = Vec<i64>> {
    proptest::collection::vec(1..1000i64, 8..14)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_claim_is_the_same_from_either_side(a in times(), b in times(), bound in 0.2..5.0f64) {
        let toml = format!(
            "[claims]\none = 'wall(a) >= {bound:.4} * wall(b)'\nother = '{bound:.4} * wall(b) <= wall(a)'\n\
             swapped = 'wall(b) >= {bound:.4} * wall(a)'\nnegated = 'not (wall(a) < {bound:.4} * wall(b))'"
        );
        let lesson = lesson(&toml);
        let spent = |a: &[i64], b: &[i64]| {
            let script = Script::of(&lesson).session().shows("a", "wall", a).shows("b", "wall", b);
            let findings = Results::new(&lesson, vec![Some(&script.0)]).findings(0);
            findings.iter().map(|finding| finding.verdict).collect::<Vec<_>>()
        };
        let (one, swapped) = (spent(&a, &b), spent(&b, &a));
        prop_assert_eq!(one[0], one[1]);
        prop_assert_eq!(one[0], one[3]);
        prop_assert_eq!(one[0], swapped[2]);
        prop_assert_eq!(one[2], swapped[0]);
    }

    #[test]
    fn quantifiers_and_connectives_are_each_others_dual(
        series in proptest::collection::vec(times(), 3), bound in 300..700i64,
    ) {
        let lesson = lesson(&format!(
            "[axes]\nn = [1, 2, 3]\n[claims]\neach = 'wall(a) < {bound} ns at every n'\n\
             any = 'wall(a) < {bound} ns at some n'\nnone = 'not (wall(a) >= {bound} ns at some n)'\n\
             p = 'not (wall(a) < {bound} ns and wall(a, n = 2) < {bound} ns)'\n\
             q = 'not wall(a) < {bound} ns or not wall(a, n = 2) < {bound} ns'"
        ));
        let mut script = Script::of(&lesson).session();
        for (n, values) in series.iter().enumerate() {
            script = script.shows(&format!("a n={}", n + 1), "wall", values);
        }
        let findings = Results::new(&lesson, vec![Some(&script.0)]).findings(0);
        let [every, some, none, p, q] = &findings[..] else { panic!() };
        prop_assert!(every.verdict != Holds || some.verdict == Holds);
        prop_assert!(some.verdict != Fails || every.verdict == Fails);
        prop_assert_eq!(every.verdict, none.verdict);
        prop_assert_eq!(p.verdict, q.verdict);
    }
}
