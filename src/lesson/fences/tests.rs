//! Fences are read as DESIGN says, and each thing that can be wrong in them is noticed at its place.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use crate::diag::{Diagnostic, SourceText};
use crate::lesson::definitions::{Ask, Expectation, Experiment, ReportRule, ReportSource, Stdin, Timing};
use crate::lesson::expression::{Expr, Node};
use crate::lesson::names::{Sink, Verdict};
use crate::lesson::{Edition, parse};
use crate::locale::Locale;
use crate::quantity::Unit;

const ORIGINAL: &str = "+++\ntitle = 'T'\nsummary = 'S'\n+++\n\n";
const TRANSLATION: &str = "+++\noriginal = 'en'\ntitle = 'T'\nsummary = 'S'\n+++\n\n";

fn read(head: &str, fences: &str) -> (Edition, Vec<Diagnostic>) {
    let parsed = parse(Locale::Cs, &SourceText::new("x/cs.md", format!("{head}{fences}")));
    (parsed.value, parsed.diagnostics)
}

fn fence(kind: &str, toml: &str) -> String {
    format!("```{{{kind}}} flush\n{toml}\n```\n")
}

fn experiment(toml: &str) -> (Experiment, Vec<Diagnostic>) {
    let (mut edition, diagnostics) = read(ORIGINAL, &fence("experiment", toml));
    (edition.experiments.remove(0), diagnostics)
}

/// The diagnostics of an experiment with variants `a` and `b`, and the text that each is about.
fn noticed(toml: &str) -> Vec<(&'static str, String)> {
    let toml = format!("{toml}\n[variants]\na = 'a.c'\nb = 'b.c'");
    shown(&experiment(&toml).1)
}

fn shown(diagnostics: &[Diagnostic]) -> Vec<(&'static str, String)> {
    diagnostics
        .iter()
        .map(|d| (d.code, d.source.text[d.span.clone().unwrap()].to_owned()))
        .collect()
}

fn pairs(expected: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    expected.iter().map(|(code, at)| (*code, (*at).to_owned())).collect()
}

#[test]
fn an_experiment_with_every_key() {
    let (read, diagnostics) = experiment(
        r#"title = "Where"
flags = "-O{level}"
args = "{sink} {size}"
env = { LC = "C" }
stdin = { file = "in.txt" }
files = ["in.txt"]
sink = "pipe"
same_output = true
timing = "syscall"
rounds = [6, 8]
width = "5 %"
budget = "1 min"
limits = { wall = "2 s", memory = "64 MiB", processes = 3 }

[variants]
newline = "newline.cpp"
broken = { program = "b.cpp", toolchain = "clang++", args = "x", stdin = "hello", expect = "SIGABRT" }
late = { program = "b.cpp", expect = "timeout" }
bad = { program = "b.cpp", expect = "build fails" }
three = { program = "b.cpp", expect = "exit 3" }

[axes]
size = [100_000, 1_000]
level = { none = 0, much = "2" }

[metrics]
elapsed = { find = '(\d+) us', unit = "us", from = "stderr" }
misses = { count = 'miss', from = "log.txt" }

[values]
slowdown = "wall(broken) / wall(newline)"

[claims]
tenfold = "slowdown >= 10"
one = { that = "writes(broken) == 1", expect = "fails" }

[labels]
newline = "`'\\n'`"
"size.1_000" = "few"
"#,
    );
    assert_eq!(shown(&diagnostics), []);
    assert_eq!(read.name.value, "flush");
    assert_eq!(
        (read.sink.unwrap().value, read.timing, read.same_output.is_some()),
        (Sink::Pipe, Timing::Syscall, true)
    );
    assert_eq!((read.measure.rounds, read.measure.width), (Some((6, 8)), Some(0.05)));
    assert_eq!(
        (read.measure.budget, read.limits.wall),
        (Some(Duration::from_secs(60)), Some(Duration::from_secs(2)))
    );
    assert_eq!((read.limits.memory, read.limits.processes), (Some(64 << 20), Some(3)));
    assert!(matches!(&read.stdin, Some(Stdin::File(file)) if file.value == "in.txt"));
    let expected: Vec<&Expectation> = read.variants.iter().map(|variant| &variant.expect).collect();
    let signal = Expectation::Signal("SIGABRT".to_owned());
    assert_eq!(
        expected,
        [
            &Expectation::Exit(0),
            &signal,
            &Expectation::Timeout,
            &Expectation::BuildFails,
            &Expectation::Exit(3)
        ]
    );
    assert_eq!(read.variants[1].stdin, Some(Stdin::Text("hello".to_owned())));
    let points = |axis: usize| {
        let point = |p: &crate::lesson::definitions::AxisPoint| (p.name.value.clone(), p.text.clone(), p.number);
        read.axes[axis].values.iter().map(point).collect::<Vec<_>>()
    };
    assert_eq!(points(0)[1], ("1000".to_owned(), "1000".to_owned(), Some(1000.0)));
    assert_eq!(points(1)[0], ("none".to_owned(), "0".to_owned(), Some(0.0)));
    assert_eq!(points(1)[1], ("much".to_owned(), "2".to_owned(), None));
    assert!(
        matches!(&read.metrics[0].rule, ReportRule::Find { unit: Some(Unit::Microsecond), pattern } if pattern.value == r"(\d+) us")
    );
    assert_eq!(read.metrics[0].from, ReportSource::Stderr);
    assert_eq!(read.metrics[1].from, ReportSource::File("log.txt".to_owned()));
    assert_eq!(
        (read.claims[0].expect, read.claims[1].expect),
        (None, Some(Verdict::Fails))
    );
    assert_eq!(read.values[0].text, "wall(broken) / wall(newline)");
}

#[test]
fn words_are_kept_beside_what_they_name() {
    let (edition, diagnostics) = read(
        TRANSLATION,
        &fence(
            "experiment",
            "title = 'Kam'\n[labels]\ntenfold = 'Desetkrát'\n'size.1_000' = 'málo'",
        ),
    );
    assert_eq!(shown(&diagnostics), []);
    assert!(edition.experiments.is_empty() && edition.is_translation());
    let (name, words) = &edition.words[0];
    assert_eq!(
        (name.value.as_str(), words.title.as_ref().unwrap().value.as_str()),
        ("flush", "Kam")
    );
    let labels: Vec<&str> = words.labels.iter().map(|(name, _)| name.value.as_str()).collect();
    assert_eq!(labels, ["tenfold", "size.1000"]);
}

#[test]
fn nothing_is_measured_in_a_translation() {
    let (edition, diagnostics) = read(
        TRANSLATION,
        &fence(
            "experiment",
            "titel = 'x'\nflags = '-O3'\n[labels]\na = 'b'\n[variants]\na = 'a.c'",
        ),
    );
    let expected = [
        ("unknown-key", "titel"),
        ("measured-in-translation", "flags"),
        ("measured-in-translation", "variants"),
    ];
    assert_eq!(shown(&diagnostics), pairs(&expected));
    assert!(edition.experiments.is_empty());
}

#[test]
fn a_fence_without_words_should_be_a_role() {
    for (head, toml) in [
        (ORIGINAL, "# nothing"),
        (TRANSLATION, "# nothing"),
        (TRANSLATION, "[labels]"),
    ] {
        let (_, diagnostics) = read(head, &fence("predict", toml));
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].code, "empty-fence");
        assert_eq!(
            diagnostics[0].hint.as_deref(),
            Some("write {predict}`flush` alone in its paragraph")
        );
    }
}

#[test]
fn an_id_defined_twice_shows_both_places() {
    let one = fence("experiment", "[variants]\na = 'a.c'");
    let (edition, diagnostics) = read(ORIGINAL, &format!("{one}{one}{}", fence("predict", "ask = '1'")));
    assert_eq!(
        shown(&diagnostics),
        pairs(&[("duplicate-definition", "flush"), ("duplicate-definition", "flush")])
    );
    assert_eq!((edition.experiments.len(), edition.predicts.len()), (1, 0));
    let (_, place, _) = diagnostics[0].related.as_ref().unwrap();
    assert!(place.start < diagnostics[0].span.as_ref().unwrap().start);
}

#[test]
fn an_unreadable_front_matter_brings_no_further_complaints() {
    let (_, diagnostics) = read("+++\ntitle = \n+++\n", &fence("experiment", "title = 'x'"));
    assert_eq!(shown(&diagnostics).len(), 1);
}

#[test]
fn names_are_names_unreserved_and_distinct() {
    assert_eq!(noticed("[values]\n'a-b' = '1'"), pairs(&[("bad-name", "'a-b'")]));
    assert_eq!(noticed("[values]\nwall = '1'"), pairs(&[("reserved-name", "wall")]));
    assert_eq!(noticed("[claims]\nb = '1 < 2'"), pairs(&[("duplicate-name", "b")]));
    assert_eq!(
        noticed("same_output = true\n[claims]\nsame_output = '1 < 2'"),
        pairs(&[("duplicate-name", "same_output")])
    );
    assert_eq!(noticed("same_output = false\n[claims]\nsame_output = '1 < 2'"), []);
}

#[test]
fn axes_have_distinct_values_and_an_effect() {
    let axes = |axes: &str| noticed(&format!("args = '{{size}}'\n[axes]\n{axes}"));
    assert_eq!(axes("size = [1_0, 10]"), pairs(&[("duplicate-value", "10")]));
    assert_eq!(axes("size = []"), pairs(&[("empty-axis", "[]")]));
    assert_eq!(axes("size = [true]"), pairs(&[("wrong-type", "true")]));
    assert_eq!(axes("size = [nan]"), pairs(&[("wrong-type", "nan")]));
    assert_eq!(axes("size = 3"), pairs(&[("wrong-type", "3")]));
    assert_eq!(axes("size = ['x\"y']"), pairs(&[("bad-name", "'x\"y'")]));
    assert_eq!(axes("size = { 1 = 'x' }"), pairs(&[("bad-name", "1")]));
    assert_eq!(axes("size = [1]\nlevel = [1, 2]"), pairs(&[("unused-axis", "level")]));
    assert_eq!(
        axes("size = [1]\nsink = ['file', 'pip']"),
        pairs(&[("unknown-sink", "pip")])
    );
    assert_eq!(
        axes("size = [1]\nsink = { a = 'file' }"),
        pairs(&[("wrong-type", "{ a = 'file' }")])
    );
    assert_eq!(
        axes("size = [1]\ntoolchain = ['g++', 1]"),
        pairs(&[("wrong-type", "1")])
    );
    assert_eq!(
        axes("sizes = [1]"),
        pairs(&[("unknown-placeholder", "{size}"), ("unused-axis", "sizes")])
    );
}

#[test]
fn an_axis_may_stand_in_any_text_that_is_filled_in() {
    for text in ["flags = '-O{n}'", "env = { N = '{n}' }", "stdin = \"{n}\\n\""] {
        assert_eq!(noticed(&format!("{text}\n[axes]\nn = [1]")), [], "{text}");
        let (_, diagnostics) = experiment(&format!(
            "[variants]\na = {{ program = 'a.c', {text} }}\n[axes]\nn = [1]"
        ));
        assert_eq!(shown(&diagnostics), [], "{text}");
    }
    // What is near to no name may be the program's own.
    assert_eq!(noticed("stdin = '{whatever} {} {1} {a'"), []);
}

#[test]
fn sinks_and_toolchains_have_one_owner() {
    let (_, diagnostics) = experiment(
        "sink = 'file'\n[variants]\na = { program = 'a.c', toolchain = 'gcc' }\n[axes]\nsink = ['pipe']\ntoolchain = ['g++']",
    );
    assert_eq!(
        shown(&diagnostics),
        pairs(&[("beside-axis", "file"), ("beside-axis", "gcc")])
    );
    assert_eq!(noticed("sink = 'disk'"), pairs(&[("unknown-sink", "disk")]));
    assert_eq!(noticed("timing = 'sycall'"), pairs(&[("unknown-timing", "sycall")]));
}

#[test]
fn variants_have_a_program_and_a_known_ending() {
    let variant = |variant: &str| shown(&experiment(&format!("[variants]\nv = {variant}")).1);
    assert_eq!(variant("3"), pairs(&[("wrong-type", "3")]));
    assert_eq!(variant("{ args = 'x' }"), pairs(&[("missing-key", "v")]));
    let ending = |ending: &str| variant(&format!("{{ program = 'a.c', expect = '{ending}' }}"));
    assert_eq!(ending("exit 256"), pairs(&[("unknown-ending", "exit 256")]));
    assert_eq!(ending("SIGABORT"), pairs(&[("unknown-ending", "SIGABORT")]));
    assert_eq!(ending("exit 255"), []);
    let (_, diagnostics) = experiment("title = 'x'");
    assert_eq!(shown(&diagnostics), pairs(&[("no-variants", "flush")]));
    assert_eq!(
        variant("{ program = 'a.c', env = { 'A=B' = 'x' }, stdin = 1 }"),
        pairs(&[("bad-name", "'A=B'"), ("wrong-type", "1")])
    );
}

#[test]
fn patterns_are_compiled() {
    let metric = |metric: &str| noticed(&format!("[metrics]\nm = {metric}"));
    assert_eq!(metric("{ find = '(' }"), pairs(&[("pattern", "(")]));
    assert_eq!(metric("{ find = 'x' }"), pairs(&[("pattern", "x")]));
    assert_eq!(metric("{ find = '(a)(b)' }"), pairs(&[("pattern", "(a)(b)")]));
    assert_eq!(metric("{ find = '(?:a)(b)' }"), []);
    assert_eq!(metric("{ count = 'x', unit = 'ms' }"), pairs(&[("metric-rule", "ms")]));
    assert_eq!(
        metric("{ find = '(x)', unit = 'sec' }"),
        pairs(&[("unknown-unit", "sec")])
    );
    assert_eq!(metric("{ from = 'stdout' }"), pairs(&[("metric-rule", "m")]));
    assert_eq!(metric("'x'"), pairs(&[("wrong-type", "'x'")]));
}

#[test]
fn expressions_have_their_places_through_the_toml() {
    assert_eq!(noticed("[values]\nv = \"1 ≥ 2\""), pairs(&[("expression", "≥")]));
    assert_eq!(
        noticed(
            r#"[values]
v = "1 \u003F 2""#
        ),
        pairs(&[("expression", r#""1 \u003F 2""#)])
    );
    let (read, _) = experiment("[variants]\na = 'a.c'\n[values]\nv = \"wall(a) at x = \\\"y z\\\"\"");
    fn all_at(expr: &Expr, span: &std::ops::Range<usize>) -> bool {
        let Node::At { of, .. } = &expr.node else {
            return expr.span == *span;
        };
        expr.span == *span && all_at(of, span)
    }
    let expr = &read.values[0].expr;
    assert!(all_at(expr, &expr.span.clone()) && expr.span.len() > read.values[0].text.len());
}

#[test]
fn a_claim_may_expect_one_of_two_verdicts() {
    let claim = |claim: &str| noticed(&format!("[claims]\nc = {claim}"));
    assert_eq!(
        claim("{ that = '1 < 2', expect = 'undecided' }"),
        pairs(&[("claim-expectation", "undecided")])
    );
    assert_eq!(claim("{ expect = 'holds' }"), pairs(&[("missing-key", "c")]));
    assert_eq!(
        claim("{ that = '1 < 2', expects = 'holds' }"),
        pairs(&[("unknown-key", "expects")])
    );
    assert_eq!(claim("1"), pairs(&[("wrong-type", "1")]));
}

#[test]
fn predictions_ask_or_let_choose() {
    let predict = |toml: &str| {
        let (edition, diagnostics) = read(ORIGINAL, &fence("predict", toml));
        (edition.predicts.into_iter().next(), shown(&diagnostics))
    };
    let (asked, problems) = predict("title = 'How many?'\nask = 'slowdown'\noptions = [1, 2.5]");
    assert_eq!(problems, []);
    assert!(matches!(asked.unwrap().ask, Ask::Figure { options, .. } if options == [1.0, 2.5]));
    let (chosen, problems) = predict("[choices]\nyes = '1 < 2'\nno = '2 < 1'\n[labels]\nyes = 'Yes'");
    assert_eq!(problems, []);
    assert!(matches!(chosen.unwrap().ask, Ask::Choices(choices) if choices.len() == 2));
    assert_eq!(predict("title = 'x'").1, pairs(&[("prediction", "flush")]));
    assert_eq!(
        predict("ask = '1'\n[choices]\na = '1 < 2'").1,
        pairs(&[("prediction", "flush")])
    );
    assert_eq!(
        predict("options = [1, 2]\n[choices]\na = '1 < 2'").1,
        pairs(&[("prediction", "options"), ("prediction", "choices")])
    );
    assert_eq!(predict("ask = '1'\noptions = [1, 1]").1, pairs(&[("prediction", "1")]));
    assert_eq!(predict("ask = '1'\noptions = [1]").1, pairs(&[("prediction", "[1]")]));
    assert_eq!(
        predict("ask = '1'\noptions = ['x', 1]").1,
        pairs(&[("wrong-type", "'x'")])
    );
}

#[test]
fn labels_with_points_are_quoted() {
    assert_eq!(noticed("labels.sink.file = 'x'"), pairs(&[("wrong-type", "sink")]));
}

#[test]
fn the_first_lessons_fences_are_sound() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    let mut read = 0;
    for lesson in std::fs::read_dir(folder).unwrap() {
        for locale in Locale::ALL {
            let Ok(text) = std::fs::read_to_string(lesson.as_ref().unwrap().path().join(format!("{locale}.md"))) else {
                continue;
            };
            let source: Arc<SourceText> = SourceText::new("x.md", text);
            let parsed = parse(locale, &source);
            let told: Vec<String> = parsed.diagnostics.iter().map(|d| d.render(false)).collect();
            assert_eq!(told.concat(), "");
            read += 1;
        }
    }
    assert!(read >= 12);
}

proptest! {
    #[test]
    fn nothing_panics(text in "(?s).{0,120}", toml in "([a-z{}\\[\\]\"'=., \n0-9\\\\é]|variants|axes|values|args|find){0,40}") {
        let _ = parse(Locale::Cs, &SourceText::new("x.md", text.as_str()));
        for head in [ORIGINAL, TRANSLATION] {
            for kind in ["experiment", "predict"] {
                let _ = read(head, &fence(kind, &toml));
                let _ = read(head, &fence(kind, &format!("[variants]\na = {toml}")));
            }
        }
    }
}
