//! Records for tests: one that is typical, and arbitrary ones.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

use super::*;

/// Two variants, of which the second has no samples of a kind, over forty rounds.
pub(super) fn sample() -> LessonRecords {
    let trial = |variant: &str| TrialRecord {
        id: TrialId {
            variant: variant.to_owned(),
            cell: vec![("sink".to_owned(), "file".to_owned())],
            control: false,
        },
        toolchain: "g++".to_owned(),
        compile: vec!["g++".to_owned(), "-O2".to_owned()],
        run: vec!["{program}".to_owned()],
        outcome: Outcome::Exited(0),
        announced: true,
        memory_limit: None,
        compiler: Excerpt::default(),
        output: Excerpt::of(b"one\ntwo\n"),
        stdout: Excerpt::default(),
        stderr: Excerpt::default(),
        counts: BTreeMap::from([(Metric::Writes, Reading::Available(7))]),
    };
    let wall = Series {
        kind: Kind::Duration,
        exponent: 2,
        values: (1000..1040).collect(),
    };
    let session = Session {
        seed: u64::MAX,
        date: "2026-11-30".to_owned(),
        circumstances: Circumstances {
            toolchains: BTreeMap::from([("g++".to_owned(), "g++ 12.2".to_owned())]),
            ..Circumstances::default()
        },
        orders: vec![vec![0, 1]; 40],
        samples: vec![
            BTreeMap::from([(Metric::Wall, Reading::Available(wall))]),
            BTreeMap::from([(Metric::Cycles, Reading::Unavailable(Reason::NotExposed))]),
        ],
        ended: Some(Ended::Enough),
        stolen_per_mille: Some(3),
        startup: BTreeMap::from([("g++".to_owned(), vec![1_000_000; 10])]),
    };
    let record = Record {
        key: RecordKey {
            parts: BTreeMap::from([("program a.cpp".to_owned(), Digest::of(b"a"))]),
        },
        trials: vec![trial("plain"), trial("fancy")],
        sessions: vec![session],
    };
    LessonRecords {
        machine: Machine {
            cpu: "AMD EPYC".to_owned(),
            cores: 2,
            architecture: "x86_64".to_owned(),
            virtualisation: "kvm".to_owned(),
        },
        experiments: BTreeMap::from([("turns".to_owned(), record)]),
    }
}

/// Arbitrary records whose lengths and indices agree.
pub(super) fn lesson_records() -> impl Strategy<Value = LessonRecords> {
    let machine =
        ("\\PC*", any::<u32>(), "\\PC*", "\\PC*").prop_map(|(cpu, cores, architecture, virtualisation)| Machine {
            cpu,
            cores,
            architecture,
            virtualisation,
        });
    (machine, btree_map("\\w{1,6}", record(), 0..3))
        .prop_map(|(machine, experiments)| LessonRecords { machine, experiments })
}

fn record() -> impl Strategy<Value = Record> {
    let key = btree_map(
        "[a-z]{1,5} \\PC{0,5}",
        any::<[u8; 32]>().prop_map(Digest::from_bytes),
        0..4,
    );
    let trials = vec(trial(), 1..4);
    (key, trials).prop_flat_map(|(parts, trials)| {
        let sessions = vec(session(trials.len()), 0..3);
        sessions.prop_map(move |sessions| Record {
            key: RecordKey { parts: parts.clone() },
            trials: trials.clone(),
            sessions,
        })
    })
}

fn trial() -> impl Strategy<Value = TrialRecord> {
    let cell = vec(("\\w{1,5}", "\\PC{0,5}"), 0..3);
    let words = || vec("\\PC{0,8}", 0..4);
    let excerpts = [excerpt(), excerpt(), excerpt(), excerpt()];
    let counts = btree_map(metric(), reading(any::<i64>()), 0..3);
    (
        "\\w{1,5}",
        cell,
        words(),
        words(),
        outcome(),
        any::<[bool; 2]>(),
        excerpts,
        counts,
    )
        .prop_map(
            |(
                variant,
                cell,
                compile,
                run,
                outcome,
                [announced, control],
                [compiler, output, stdout, stderr],
                counts,
            )| {
                TrialRecord {
                    id: TrialId { variant, cell, control },
                    toolchain: "g++".to_owned(),
                    compile,
                    run,
                    outcome,
                    announced,
                    memory_limit: (!announced).then_some(1 << 30),
                    compiler,
                    output,
                    stdout,
                    stderr,
                    counts,
                }
            },
        )
}

fn excerpt() -> impl Strategy<Value = Excerpt> {
    let digest = option::of(any::<[u8; 32]>().prop_map(Digest::from_bytes));
    (any::<String>(), any::<u64>(), any::<u64>(), digest).prop_map(|(text, bytes, lines, digest)| Excerpt {
        text,
        bytes,
        lines,
        digest,
    })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        any::<i32>().prop_map(Outcome::Exited),
        "SIG[A-Z]{3}".prop_map(Outcome::Signalled),
        Just(Outcome::ToolchainMissing),
        Just(Outcome::BuildFailed),
        Just(Outcome::NotSupported),
        any::<String>().prop_map(Outcome::NotStarted),
        any::<u64>().prop_map(|value| Outcome::Exceeded {
            limit: LimitKind::Disk,
            value,
        }),
    ]
}

fn session(trials: usize) -> impl Strategy<Value = Session> {
    let order = vec(0..u16::try_from(trials).expect("few trials"), trials);
    let orders = vec(order, 0..5);
    let texts = vec("\\PC{0,9}", 5);
    (any::<u64>(), texts, orders).prop_flat_map(move |(seed, texts, orders)| {
        let samples = vec(btree_map(metric(), reading(series(orders.len())), 0..3), trials);
        samples.prop_map(move |samples| Session {
            seed,
            date: texts[0].clone(),
            circumstances: Circumstances {
                kernel: texts[1].clone(),
                libc: texts[2].clone(),
                filesystem: texts[3].clone(),
                governor: texts[4].clone(),
                toolchains: BTreeMap::from([(texts[0].clone(), texts[1].clone())]),
            },
            orders: orders.clone(),
            samples,
            ended: [None, Some(Ended::Budget)][usize::from(seed % 2 == 0)],
            stolen_per_mille: u16::try_from(seed % 3000).ok().filter(|share| *share <= 1000),
            startup: BTreeMap::from([(texts[1].clone(), vec![seed.cast_signed()])]),
        })
    })
}

fn series(rounds: usize) -> impl Strategy<Value = Series> {
    let kinds = [Kind::Duration, Kind::Bytes, Kind::Count, Kind::Number];
    let kind = proptest::sample::select(kinds.to_vec());
    (kind, any::<i8>(), vec(any::<i64>(), 0..=rounds)).prop_map(|(kind, exponent, values)| Series {
        kind,
        exponent,
        values,
    })
}

fn metric() -> impl Strategy<Value = Metric> {
    prop_oneof![
        proptest::sample::select(Metric::BUILT_IN.to_vec()),
        "[a-z]{2,9}".prop_map(Metric::Syscall),
        "my_[a-z]{1,5}".prop_map(Metric::Reported),
    ]
}

fn reading<T: std::fmt::Debug + Clone + 'static>(
    of: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Reading<T>> {
    let reasons = prop_oneof![
        proptest::sample::select(vec![
            Reason::NotMeasured,
            Reason::NotSupported,
            Reason::NotExposed,
            Reason::NotCounted,
            Reason::CountVaries,
            Reason::CountTooLong,
            Reason::BuildFailed,
            Reason::TrialFailed,
            Reason::SinkKeepsNothing,
            Reason::SinkNotOffered,
            Reason::OutputVaries,
            Reason::EndedBySignal,
            Reason::NotReported,
            Reason::NotDefined,
        ]),
        any::<String>().prop_map(Reason::ToolMissing),
        any::<String>().prop_map(Reason::ToolFailed),
        any::<String>().prop_map(Reason::NoWarningPattern),
        any::<String>().prop_map(Reason::ToolchainMissing),
        (any::<u64>(), any::<u64>()).prop_map(|(have, need)| Reason::TooFewRounds { have, need }),
    ];
    prop_oneof![of.prop_map(Reading::Available), reasons.prop_map(Reading::Unavailable)]
}
