//! Keys: all that decides what is measured, in parts that a person can name.
//!
//! Owns which parts there are. The order of variants and of an axis's values is none, beyond which variant is the baseline and
//! so runs twice: it only says which comparison is told first. Deliberately absent: prose, titles, labels, values, claims, and how long to measure, none of which decides what
//! one run shows.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::book::Axis;
use crate::lesson::definitions::{Expectation, ReportRule, ReportSource, ReportedMetric, Timing};
use crate::source::Digest;

use super::{FORMAT, Limits, RecordKey, Trial};

/// What became of a part between two keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Changed(String),
    Appeared(String),
    Vanished(String),
}

impl Change {
    /// Of which part.
    pub fn part(&self) -> &String {
        match self {
            Change::Changed(part) | Change::Appeared(part) | Change::Vanished(part) => part,
        }
    }
}

impl RecordKey {
    /// What changed from `self` to `other`, in the order of the parts' names; empty for equal keys.
    pub fn difference(&self, other: &RecordKey) -> Vec<Change> {
        let names: BTreeSet<&String> = self.parts.keys().chain(other.parts.keys()).collect();
        let change = |name: &String| match (self.parts.get(name), other.parts.get(name)) {
            (Some(before), Some(after)) => (before != after).then(|| Change::Changed(name.clone())),
            (Some(_), None) => Some(Change::Vanished(name.clone())),
            (None, _) => Some(Change::Appeared(name.clone())),
        };
        names.into_iter().filter_map(change).collect()
    }
}

pub(super) fn key(
    trials: &[Trial],
    axes: &[Axis],
    metrics: &[ReportedMetric],
    limits: &Limits,
    timing: Timing,
) -> RecordKey {
    let mut parts = Parts::default();
    parts.add("format", &FORMAT);
    parts.add("limits", limits);
    parts.add("timing", timing_name(timing));
    for (place, axis) in axes.iter().enumerate() {
        let points: BTreeSet<(&str, &str)> = axis
            .points
            .iter()
            .map(|point| (point.name.value.as_str(), point.text.as_str()))
            .collect();
        parts.add(&format!("axis {}", axis.name), &(place, points));
    }
    for metric in metrics {
        parts.add(&format!("metric {}", metric.name.value), &report(metric));
    }
    let sinks: BTreeSet<&str> = trials.iter().map(|trial| trial.sink.name()).collect();
    parts.add("sink", &sinks);
    let controls: BTreeSet<&str> = trials
        .iter()
        .filter(|trial| trial.id.control)
        .map(|trial| trial.id.variant.as_str())
        .collect();
    parts.add("control", &controls);
    let mut variants: BTreeMap<&str, Vec<&Trial>> = BTreeMap::new();
    // A control differs in nothing.
    for trial in trials.iter().filter(|trial| !trial.id.control) {
        parts.inputs(trial);
        variants.entry(&trial.id.variant).or_default().push(trial);
    }
    for (name, mut trials) in variants {
        trials.sort_by(|a, b| a.id.cmp(&b.id));
        parts.variant(name, &trials);
    }
    RecordKey { parts: parts.0 }
}

#[derive(Default)]
struct Parts(BTreeMap<String, Digest>);

impl Parts {
    fn add(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        let text = serde_json::to_vec(value).expect("names, words and numbers are all that parts are made of");
        self.0.insert(name.to_owned(), Digest::of(&text));
    }

    fn inputs(&mut self, trial: &Trial) {
        let version = trial.probe.version();
        let toolchain = format!("toolchain {}", trial.toolchain.name);
        self.add(&toolchain, &(version, &trial.toolchain.warning));
        let program = [("program", &trial.program)].into_iter();
        let included = trial.included.iter().map(|file| ("include", file));
        let files = trial.files.iter().map(|file| ("file", file));
        for (what, file) in program.chain(included).chain(files) {
            self.0.insert(format!("{what} {}", file.name), file.asset.digest);
        }
    }

    fn variant(&mut self, name: &str, trials: &[&Trial]) {
        let first = trials.first().expect("a variant has a trial");
        self.add(
            &format!("variant {name}"),
            &(&first.program.name, announced(&first.expect)),
        );
        let compile = |trial: &&Trial| (trial.toolchain.name.clone(), trial.compile.clone());
        self.cells(&format!("compile {name}"), trials.iter().map(compile));
        self.cells(&format!("run {name}"), trials.iter().map(|trial| trial.run.clone()));
        if trials.iter().any(|trial| !trial.env.is_empty()) {
            self.cells(&format!("env {name}"), trials.iter().map(|trial| trial.env.clone()));
        }
        if trials.iter().any(|trial| trial.stdin.is_some()) {
            let digest = |trial: &&Trial| trial.stdin.as_deref().map(Digest::of);
            self.cells(&format!("stdin {name}"), trials.iter().map(digest));
        }
    }

    /// A part that may differ from cell to cell. Where it does not it is said once, so that a new value of an axis that has
    /// no say in it does not seem to change it.
    fn cells<T: Serialize + PartialEq>(&mut self, name: &str, values: impl Iterator<Item = T>) {
        let mut values: Vec<T> = values.collect();
        if values.iter().all(|value| *value == values[0]) {
            values.truncate(1);
        }
        self.add(name, &values);
    }
}

fn report(metric: &ReportedMetric) -> impl Serialize + '_ {
    let (how, unit) = match &metric.rule {
        ReportRule::Find { unit, .. } => ("find", *unit),
        ReportRule::Count { .. } => ("count", None),
    };
    let from = match &metric.from {
        ReportSource::Stdout => ("stdout", ""),
        ReportSource::Stderr => ("stderr", ""),
        ReportSource::File(name) => ("file", name.as_str()),
    };
    (how, &metric.rule.pattern().value, unit, from)
}

fn announced(expect: &Expectation) -> String {
    match expect {
        Expectation::Exit(code) => format!("exit {code}"),
        Expectation::Signal(name) => name.clone(),
        Expectation::Timeout => "timeout".to_owned(),
        Expectation::BuildFails => "build fails".to_owned(),
    }
}

fn timing_name(timing: Timing) -> &'static str {
    match timing {
        Timing::Default => "default",
        Timing::Syscall => "syscall",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    fn keys() -> impl Strategy<Value = RecordKey> {
        let digest = (0..3_u8).prop_map(|byte| Digest::of(&[byte]));
        btree_map("[a-d]", digest, 0..4).prop_map(|parts| RecordKey { parts })
    }

    fn mirrored(change: &Change) -> Change {
        match change {
            Change::Changed(part) => Change::Changed(part.clone()),
            Change::Appeared(part) => Change::Vanished(part.clone()),
            Change::Vanished(part) => Change::Appeared(part.clone()),
        }
    }

    proptest! {
        #[test]
        fn keys_differ_by_what_is_said_and_the_other_way_round(a in keys(), b in keys()) {
            let changes = a.difference(&b);
            prop_assert_eq!(changes.is_empty(), a == b);
            let back: Vec<Change> = changes.iter().map(mirrored).collect();
            prop_assert_eq!(b.difference(&a), back);
        }
    }
}
