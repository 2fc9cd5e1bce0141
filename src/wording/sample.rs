//! A lesson with a record, built by hand, for the tests of telling it.
//!
//! Experiment `flush` has one axis, and a claim that holds at its first value, fails at its second and is undecided at its third;
//! `grid` has two axes. Deliberately absent: parsing, planning and running.

use std::collections::BTreeMap;

use crate::book::formula::{Formula, Point, Quantifier, Term};
use crate::book::{Ask, Axis, Choice, Claim, Experiment, Lesson, Predict, ReportedMetric, Value, Variant};
use crate::lesson::definitions::{self, AxisPoint, Expectation, Limits, Measure, ReportRule, ReportSource, Timing};
use crate::lesson::document::Form;
use crate::lesson::expression::{Arithmetic, Comparison};
use crate::lesson::names::{Metric, Spanned, Verdict};
use crate::locale::Locale;
use crate::plan::{RecordKey, TrialId};
use crate::quantity::{Kind, Quantity, Unit};
use crate::record::{Circumstances, Excerpt, Machine, Outcome, Reading, Reason, Record, Series, Session, TrialRecord};

use super::Origin;

pub(super) const ROUNDS: usize = 20;

fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(value, 0..0)
}

pub(super) fn words(words: &str) -> Spanned<String> {
    here(words.to_owned())
}

fn variant(name: &str) -> Variant {
    Variant {
        name: name.to_owned(),
        program: format!("{name}.cpp"),
        toolchain: Some("g++".to_owned()),
        definition: definitions::Variant {
            name: words(name),
            program: words(&format!("{name}.cpp")),
            toolchain: None,
            flags: None,
            args: None,
            env: Vec::new(),
            stdin: None,
            expect: Expectation::Exit(0),
        },
    }
}

fn axis(name: &str, values: &[&str]) -> Axis {
    let point = |value: &&str| AxisPoint {
        name: words(value),
        text: (*value).to_owned(),
        number: value.parse().ok(),
    };
    Axis {
        name: name.to_owned(),
        points: values.iter().map(point).collect(),
    }
}

fn experiment(name: &str, axes: Vec<Axis>, values: Vec<Value>, claims: Vec<Claim>) -> Experiment {
    let reported = |name: &str, unit: Option<Unit>| ReportedMetric {
        metric: Metric::Reported(name.to_owned()),
        kind: Kind::Number,
        definition: definitions::ReportedMetric {
            name: words(name),
            rule: ReportRule::Find {
                pattern: words("([0-9]+)"),
                unit,
            },
            from: ReportSource::Stdout,
        },
    };
    Experiment {
        name: name.to_owned(),
        titles: BTreeMap::from([
            (Locale::En, "Where the lines go".to_owned()),
            (Locale::Cs, "Kam se zapisuje".to_owned()),
        ]),
        variants: vec![variant("newline"), variant("endl")],
        axes,
        metrics: vec![reported("score", None), reported("load", Some(Unit::Percent))],
        values,
        claims,
        definition: definitions::Experiment {
            name: words(name),
            span: 0..0,
            toolchain: None,
            flags: None,
            args: None,
            env: Vec::new(),
            stdin: None,
            files: Vec::new(),
            sink: None,
            same_output: None,
            timing: Timing::Default,
            limits: Limits::default(),
            measure: Measure::default(),
            variants: Vec::new(),
            axes: Vec::new(),
            metrics: Vec::new(),
            values: Vec::new(),
            claims: Vec::new(),
        },
    }
}

pub(super) fn of(metric: Metric, variant: usize) -> Term {
    Term::Sample {
        kind: metric.kind().unwrap_or(Kind::Number),
        metric,
        variant,
        cell: Point::new(),
    }
}

pub(super) fn divided(left: Term, right: Term, kind: Kind) -> Term {
    Term::Arithmetic {
        operator: Arithmetic::Divide,
        left: Box::new(left),
        right: Box::new(right),
        kind,
    }
}

pub(super) fn slowdown() -> Term {
    divided(of(Metric::Wall, 1), of(Metric::Wall, 0), Kind::Number)
}

pub(super) fn constant(value: f64) -> Term {
    Term::Constant(Quantity::new(Kind::Number, value))
}

fn compare(left: Term, operator: Comparison, right: Term, kind: Kind) -> Term {
    Term::Compare {
        operator,
        left: Box::new(left),
        right: Box::new(right),
        kind,
    }
}

fn every(of: Term, points: Vec<Point>) -> Term {
    Term::Quantified {
        quantifier: Quantifier::Every,
        points,
        of: Box::new(of),
    }
}

pub(super) fn formula(experiment: usize, kind: Kind, term: Term) -> Formula {
    Formula { experiment, kind, term }
}

fn claim(experiment: usize, name: &str, text: &str, expect: Option<Verdict>, term: Term) -> Claim {
    Claim {
        name: name.to_owned(),
        formula: formula(experiment, Kind::Truth, term),
        text: text.to_owned(),
        expect,
    }
}

fn values_of(axis: usize, count: usize) -> Vec<Point> {
    (0..count).map(|value| vec![(axis, value)]).collect()
}

fn flush_claims() -> Vec<Claim> {
    let tenfold = || compare(slowdown(), Comparison::GreaterOrEqual, constant(10.0), Kind::Number);
    let writes = compare(
        of(Metric::Writes, 1),
        Comparison::Equal,
        constant(200_000.0),
        Kind::Count,
    );
    let same = compare(
        of(Metric::Output, 0),
        Comparison::Equal,
        of(Metric::Output, 1),
        Kind::Text,
    );
    let alike = Term::WithinRatio {
        left: Box::new(of(Metric::Wall, 1)),
        right: Box::new(of(Metric::Wall, 0)),
        tolerance: Box::new(constant(0.05)),
    };
    let near = Term::WithinDifference {
        left: Box::new(of(Metric::Wall, 1)),
        right: Box::new(of(Metric::Wall, 0)),
        tolerance: Box::new(Term::Constant(Quantity::new(Kind::Duration, 2e6))),
    };
    let counted = compare(
        of(Metric::Instructions, 1),
        Comparison::Less,
        constant(5.0),
        Kind::Count,
    );
    let longer = compare(
        of(Metric::Wall, 1),
        Comparison::Greater,
        of(Metric::Wall, 0),
        Kind::Duration,
    );
    let few = compare(of(Metric::Writes, 1), Comparison::Less, constant(100.0), Kind::Count);
    let printed = Term::And(vec![few.clone(), same.clone()]);
    let both = |few| Term::And(vec![longer.clone(), few]);
    let shorter = compare(
        of(Metric::Wall, 0),
        Comparison::Less,
        of(Metric::Wall, 1),
        Kind::Duration,
    );
    let twice = Term::WithinRatio {
        left: Box::new(slowdown()),
        right: Box::new(constant(2.0)),
        tolerance: Box::new(constant(0.25)),
    };
    let here = |time: f64| Box::new(Term::Constant(Quantity::new(Kind::Duration, time)));
    let five = Term::WithinDifference {
        left: Box::new(of(Metric::Wall, 0)),
        right: here(5e6),
        tolerance: here(2e6),
    };
    let in_the_pipe = Term::At {
        point: vec![(0, 1)],
        of: Box::new(slowdown()),
    };
    let worse = compare(slowdown(), Comparison::Less, in_the_pipe, Kind::Number);
    vec![
        claim(
            0,
            "tenfold",
            "slowdown >= 10 at every sink",
            Some(Verdict::Holds),
            every(tenfold(), values_of(0, 3)),
        ),
        claim(0, "slower", "slowdown >= 10", None, tenfold()),
        claim(
            0,
            "near_ten",
            "slowdown >= 10 at sink=null",
            None,
            Term::At {
                point: vec![(0, 2)],
                of: Box::new(tenfold()),
            },
        ),
        claim(0, "one_a_line", "writes(endl) == 200_000", Some(Verdict::Fails), writes),
        claim(0, "same_output", "", Some(Verdict::Holds), every(same, values_of(0, 2))),
        claim(0, "alike", "wall(endl) within 5 % of wall(newline)", None, alike),
        claim(0, "gentle", "not slowdown >= 10", None, Term::Not(Box::new(tenfold()))),
        claim(0, "near", "wall(endl) within 2 ms of wall(newline)", None, near),
        claim(0, "counted", "instructions(endl) < 5", None, counted),
        claim(0, "few_and_long", "", None, both(few)),
        claim(0, "long_both_ways", "", None, both(shorter)),
        claim(0, "few_and_same", "", None, printed),
        claim(0, "twice", "slowdown within 25 % of 2", None, twice.clone()),
        claim(
            0,
            "not_twice",
            "not slowdown within 25 % of 2",
            None,
            Term::Not(Box::new(twice)),
        ),
        claim(0, "five", "wall(newline) within 2 ms of 5 ms", None, five),
        claim(0, "worse", "slowdown < (slowdown at sink=pipe)", None, worse),
    ]
}

/// The lesson; its figures are by the texts that tests use.
pub(super) fn lesson() -> Lesson {
    let value = Value {
        name: "slowdown".to_owned(),
        formula: formula(0, Kind::Number, slowdown()),
    };
    let flush = experiment(
        "flush",
        vec![axis("sink", &["file", "pipe", "null"])],
        vec![value],
        flush_claims(),
    );
    let longer = compare(slowdown(), Comparison::GreaterOrEqual, constant(10.0), Kind::Number);
    let longer = every(every(longer, values_of(1, 2)), values_of(0, 2));
    let axes = vec![axis("sink", &["file", "pipe"]), axis("size", &["1000", "100000"])];
    let grid = experiment(
        "grid",
        axes,
        Vec::new(),
        vec![claim(1, "longer", "slowdown >= 10", None, longer)],
    );
    let figures = [
        ("slowdown", Kind::Number, slowdown()),
        ("wall(newline)", Kind::Duration, of(Metric::Wall, 0)),
        ("writes(endl)", Kind::Count, of(Metric::Writes, 1)),
        ("writes(newline)", Kind::Count, of(Metric::Writes, 0)),
        ("instructions(endl)", Kind::Count, of(Metric::Instructions, 1)),
        ("score(endl)", Kind::Number, of(Metric::Reported("score".to_owned()), 1)),
        ("output", Kind::Text, of(Metric::Output, 1)),
    ];
    let label = |name: &str, words: &str| (name.to_owned(), words.to_owned());
    let english = [
        label("endl", "`std::endl`"),
        label("newline", "`'\\n'`"),
        label("tenfold", "Everywhere at least ten times as long."),
        label("size", "lines"),
    ];
    let czech = [label("tenfold", "Všude aspoň desetkrát déle."), label("size", "řádků")];
    Lesson {
        slug: "newline-syscall".to_owned(),
        original: Locale::En,
        editions: BTreeMap::new(),
        experiments: vec![flush, grid],
        predicts: Vec::new(),
        fenced: BTreeMap::new(),
        labels: BTreeMap::from([(Locale::En, english.into()), (Locale::Cs, czech.into())]),
        figures: figures
            .into_iter()
            .map(|(text, kind, term)| (text.to_owned(), formula(0, kind, term)))
            .collect(),
    }
}

pub(super) fn predict_options() -> Predict {
    Predict {
        name: "guess".to_owned(),
        titles: BTreeMap::new(),
        ask: Ask::Figure {
            formula: formula(0, Kind::Number, slowdown()),
            options: vec![1.0, 2.0, 5.0, 20.0],
        },
    }
}

pub(super) fn predict_choices(lesson: &Lesson, names: [&str; 2]) -> Predict {
    let choice = |name: &str| Choice {
        name: name.to_owned(),
        formula: lesson.claim(name).unwrap().1.formula.clone(),
    };
    Predict {
        name: "pick".to_owned(),
        titles: BTreeMap::new(),
        ask: Ask::Choices(names.map(choice).into()),
    }
}

/// How many times as long `endl` takes in a round of a cell, around `factor`.
fn times(factor: f64, spread: f64) -> impl Fn(usize) -> f64 {
    move |round| factor + spread * ((round * 7 % ROUNDS) as f64 / (ROUNDS - 1) as f64 - 0.5)
}

fn trial(experiment: &str, variant: &str, cell: Vec<(String, String)>, control: bool) -> TrialRecord {
    let output = Excerpt {
        text: "line\n".to_owned(),
        bytes: 1_000_000,
        lines: 200_000,
        digest: None,
    };
    TrialRecord {
        id: TrialId {
            variant: variant.to_owned(),
            cell,
            control,
        },
        toolchain: "g++".to_owned(),
        compile: ["g++", "-O2", &format!("{variant}.cpp")].map(str::to_owned).into(),
        run: vec![format!("./{experiment}"), "{sink}".to_owned()],
        outcome: Outcome::Exited(0),
        announced: true,
        memory_limit: None,
        compiler: Excerpt::default(),
        output,
        stdout: Excerpt::default(),
        stderr: Excerpt::default(),
        counts: BTreeMap::from([
            (
                Metric::Writes,
                Reading::Available(if variant == "endl" { 200_000 } else { 2 }),
            ),
            (
                Metric::Instructions,
                Reading::Unavailable(if control {
                    Reason::NotCounted
                } else {
                    Reason::ToolMissing("valgrind".to_owned())
                }),
            ),
        ]),
    }
}

/// A record of `sessions` sessions of an experiment of [`lesson`].
pub(super) fn record(lesson: &Lesson, experiment: usize, sessions: usize) -> Record {
    let definition = &lesson.experiments[experiment];
    let factors = [(17.0, 1.6), (3.0, 0.2), (10.0, 1.0), (12.0, 0.2)];
    let (mut trials, mut series) = (Vec::new(), Vec::new());
    for (number, cell) in crate::claim::cells(definition).into_iter().enumerate() {
        let named = |(axis, value): &(usize, usize)| {
            let axis = &definition.axes[*axis];
            (axis.name.clone(), axis.points[*value].name.value.clone())
        };
        let cell: Vec<_> = cell.iter().map(named).collect();
        let (factor, spread) = factors[number];
        for (variant, control) in [("newline", false), ("endl", false), ("newline", true)] {
            let factor_of = times(factor, spread);
            let wall = |round: usize| {
                let noise = if control {
                    (round * 3 % 7) as f64 * 100.0 - 300.0
                } else {
                    0.0
                };
                let base = 5000.0 + (round % 5) as f64 + noise;
                let factor = if variant == "endl" { factor_of(round) } else { 1.0 };
                (base * factor).round() as i64
            };
            let wall = Series {
                kind: Kind::Duration,
                exponent: 3,
                values: (0..ROUNDS).map(wall).collect(),
            };
            let score = Series {
                kind: Kind::Number,
                exponent: -1,
                values: vec![15; ROUNDS],
            };
            trials.push(trial(&definition.name, variant, cell.clone(), control));
            series.push(BTreeMap::from([
                (Metric::Wall, Reading::Available(wall)),
                (Metric::Reported("score".to_owned()), Reading::Available(score)),
            ]));
        }
    }
    let session = |number: usize| Session {
        seed: 1,
        date: format!("2026-11-{}", 28 + number),
        circumstances: Circumstances {
            kernel: "Linux 6.18".to_owned(),
            libc: "glibc 2.36".to_owned(),
            filesystem: "ext4".to_owned(),
            governor: "not exposed".to_owned(),
            toolchains: BTreeMap::from([("g++".to_owned(), "g++ 12.2.0".to_owned())]),
        },
        orders: vec![(0..trials.len() as u16).collect(); ROUNDS],
        samples: series.clone(),
        ended: None,
        stolen_per_mille: None,
        startup: BTreeMap::from([("g++".to_owned(), (0..10).map(|run| 1_000_000 + run * 5_000).collect())]),
    };
    Record {
        key: RecordKey { parts: BTreeMap::new() },
        sessions: (0..sessions).map(session).collect(),
        trials,
    }
}

pub(super) fn origin() -> Origin {
    Origin {
        machine_id: "reference".to_owned(),
        machine: Machine {
            cpu: "AMD EPYC 7B13".to_owned(),
            cores: 2,
            architecture: "x86_64".to_owned(),
            virtualisation: "none".to_owned(),
        },
        is_reference: true,
        is_outdated: true,
    }
}

pub(super) fn form(before: &str, example: &str, unit: Option<crate::quantity::Unit>, after: &str) -> Form {
    Form {
        before: before.to_owned(),
        example: example.to_owned(),
        unit,
        after: after.to_owned(),
        span: 0..0,
    }
}
