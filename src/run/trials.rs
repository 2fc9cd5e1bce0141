//! What is recorded of a trial once: its commands, how it ended, what it said.
//!
//! Deliberately absent: its numbers (`samples`), and when it is run (`session`).

use std::collections::BTreeMap;

use super::executor::{Built, RunSample};
use super::{commands, excerpt, outcome};
use crate::plan::Trial;
use crate::process::Content;
use crate::record::{Excerpt, Outcome, Reading, Reason, TrialRecord};
use crate::source::Digest;

/// Why a trial is not run, if so.
pub(super) fn hindrance(built: &Built, is_offered: bool) -> Option<Outcome> {
    match is_offered {
        true => built.failure.clone(),
        false => Some(Outcome::NotSupported),
    }
}

/// Why the numbers of a trial that ended so are not available.
pub(super) fn reason(outcome: &Outcome, trial: &Trial) -> Reason {
    match outcome {
        Outcome::ToolchainMissing => Reason::ToolchainMissing(trial.toolchain.name.clone()),
        Outcome::BuildFailed => Reason::BuildFailed,
        Outcome::NotSupported => Reason::SinkNotOffered,
        _ => Reason::TrialFailed,
    }
}

/// A trial that was built and, if it has an `outcome` already, is not run.
pub(super) fn begun(trial: &Trial, built: &Built, outcome: Option<&Outcome>) -> TrialRecord {
    let mut record = TrialRecord {
        id: trial.id.clone(),
        toolchain: trial.toolchain.name.clone(),
        compile: commands::compile(trial),
        run: commands::told_run(trial),
        outcome: Outcome::NotSupported,
        announced: true,
        compiler: built.compiler.clone(),
        output: Excerpt::default(),
        stdout: Excerpt::default(),
        stderr: Excerpt::default(),
        counts: BTreeMap::new(),
    };
    if let Some(outcome) = outcome {
        end(&mut record, outcome.clone(), trial);
        if *outcome == Outcome::BuildFailed {
            record.output = built.compiler.clone();
        }
    }
    record
}

/// Says how the trial ended.
pub(super) fn end(record: &mut TrialRecord, outcome: Outcome, trial: &Trial) {
    record.announced = outcome == Outcome::NotSupported || outcome::is_announced(&outcome, &trial.expect);
    record.outcome = outcome;
}

/// Keeps what a run said: the warm-up, or a run that ended as nobody announced.
pub(super) fn hear(record: &mut TrialRecord, sample: &RunSample) {
    let execution = &sample.execution;
    let said = |content: Option<&Content>| {
        content.map_or_else(Excerpt::default, |content| {
            excerpt::excerpt(content, sample.folder.as_deref())
        })
    };
    record.output = said(execution.output.as_ref().ok());
    record.stdout = said(execution.stdout.as_ref());
    record.stderr = said(Some(&execution.stderr));
}

/// Forgets the digest of what another run said otherwise.
pub(super) fn compare(record: &mut TrialRecord, sample: &RunSample) {
    let execution = &sample.execution;
    let digest = |content: Option<&Content>| content.map(|content| Digest::from_bytes(*content.digest.as_bytes()));
    keep_equal(&mut record.output, digest(execution.output.as_ref().ok()));
    keep_equal(&mut record.stdout, digest(execution.stdout.as_ref()));
    keep_equal(&mut record.stderr, digest(Some(&execution.stderr)));
}

/// Adds what is known from sessions before. A count that failed is made anew: the machine may be another than then.
pub(super) fn join(record: &mut TrialRecord, earlier: &TrialRecord) {
    let failed = |count: &Reading| {
        let reason = match count {
            Reading::Available(_) => return false,
            Reading::Unavailable(reason) => reason,
        };
        matches!(reason, Reason::ToolFailed(_) | Reason::CountTooLong)
    };
    for (metric, count) in earlier.counts.iter().filter(|(_, count)| !failed(count)) {
        record.counts.entry(metric.clone()).or_insert_with(|| count.clone());
    }
    // Between a run and none, there is nothing to compare.
    if record.outcome == earlier.outcome {
        keep_equal(&mut record.output, earlier.output.digest);
        keep_equal(&mut record.stdout, earlier.stdout.digest);
        keep_equal(&mut record.stderr, earlier.stderr.digest);
    }
}

fn keep_equal(excerpt: &mut Excerpt, other: Option<Digest>) {
    if excerpt.digest != other {
        excerpt.digest = None;
    }
}
