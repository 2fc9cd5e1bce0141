//! Plans of scripted trials, for the tests of this module.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::scripted::Scripted;
use super::{Measured, Options, measure};
use crate::lesson::definitions::{Expectation, Measure, ReportRule, ReportSource, ReportedMetric, Timing};
use crate::lesson::names::{Metric, Sink, Spanned};
use crate::plan::{InputFile, Limits, Plan, RecordKey, Trial, TrialId};
use crate::process::Cancel;
use crate::quantity::Unit;
use crate::record::{Circumstances, Reading, Record};
use crate::source::{Asset, Digest};
use crate::toolchain::{Definition, Probe};

/// A metric as a lesson defines it.
pub(super) fn finds(name: &str, pattern: &str, unit: Option<Unit>, from: ReportSource) -> ReportedMetric {
    ReportedMetric {
        name: Spanned::new(name.to_owned(), 0..0),
        rule: ReportRule::Find {
            pattern: Spanned::new(pattern.to_owned(), 0..0),
            unit,
        },
        from,
    }
}

/// A file of a lesson.
pub(super) fn file(name: &str, text: &str) -> InputFile {
    let bytes = text.as_bytes().to_vec();
    let digest = Digest::of(&bytes);
    InputFile {
        name: name.to_owned(),
        asset: Arc::new(Asset { bytes, digest }),
    }
}

/// A variant of `sh` scripts in the cell of one sink.
pub(super) fn trial(variant: &str, sink: &str) -> Trial {
    Trial {
        id: TrialId {
            variant: variant.to_owned(),
            cell: vec![("sink".to_owned(), sink.to_owned())],
            control: false,
        },
        toolchain: Definition {
            name: "sh".to_owned(),
            endings: vec!["sh".to_owned()],
            version: String::new(),
            behind: None,
            compile: None,
            run: "sh {source}".to_owned(),
            warning: None,
            empty: None,
            package: None,
        },
        probe: Probe::Found {
            version: "dash".to_owned(),
            executables: BTreeMap::new(),
        },
        program: file(&format!("{variant}.sh"), variant),
        included: Vec::new(),
        compile: None,
        run: vec!["sh".to_owned(), "{source}".to_owned()],
        sink_is_path: false,
        sink: Sink::parse(sink).expect("a sink"),
        env: BTreeMap::new(),
        stdin: None,
        files: Vec::new(),
        limits: Limits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(40),
            memory_bytes: 1 << 30,
            output_bytes: 1 << 20,
            processes: 64,
            files: 1024,
            disk_bytes: 1 << 30,
        },
        expect: Expectation::Exit(0),
        counted: BTreeSet::new(),
    }
}

pub(super) fn plan(trials: Vec<Trial>) -> Plan {
    Plan {
        empty_programs: Vec::new(),
        lesson: "lesson".to_owned(),
        experiment: "experiment".to_owned(),
        trials,
        metrics: Vec::new(),
        key: RecordKey { parts: BTreeMap::new() },
        measure: Measure {
            rounds: Some((4, 10)),
            budget: Some(Duration::from_secs(1)),
            ..Measure::default()
        },
        timing: Timing::Default,
    }
}

pub(super) fn two() -> Plan {
    plan(vec![trial("a", "pipe"), trial("b", "pipe")])
}

pub(super) fn options(seed: u64) -> Options {
    Options {
        seed,
        circumstances: Circumstances::default(),
        cancel: Cancel::new(),
    }
}

pub(super) fn measured(plan: &Plan, executor: &Scripted) -> Measured {
    measure(plan, executor, options(1), &mut |_| false, &mut |_| {}).expect("it can be measured")
}

pub(super) fn values(record: &Record, trial: usize, metric: &Metric) -> Vec<i64> {
    let session = record.sessions.last().expect("a session");
    match &session.samples[trial][metric] {
        Reading::Available(series) => series.values.clone(),
        Reading::Unavailable(reason) => panic!("{metric} is not available: {reason:?}"),
    }
}

pub(super) fn is_a(trial: &Trial) -> bool {
    trial.id.variant == "a"
}
