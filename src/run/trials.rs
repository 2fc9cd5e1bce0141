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
        memory_limit: None,
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

/// What programs say to which the system gave no memory, in small letters: of C++, Python, Rust, the C library, and others.
const REFUSED: [&str; 5] = [
    "bad_alloc",
    "memoryerror",
    "out of memory",
    "memory allocation of",
    "cannot allocate memory",
];

/// Keeps what memory was allowed, where a run that ended as nobody announced came close to it or says that it got none. That it
/// was refused some is not to be seen from outside.
pub(super) fn suspect_memory(record: &mut TrialRecord, sample: &RunSample, trial: &Trial) {
    let limit = trial.limits.memory_bytes;
    let failed = matches!(record.outcome, Outcome::Exited(1..) | Outcome::Signalled(_));
    let readings = sample.execution.readings.as_ref();
    let peak = readings.and_then(|readings| readings.peak_memory_bytes.as_ref().ok().copied());
    let is_near = peak.is_some_and(|peak| peak >= limit / 10 * 9);
    let said = String::from_utf8_lossy(&sample.execution.stderr.head).to_lowercase();
    let is_refused = || REFUSED.iter().any(|words| said.contains(words));
    record.memory_limit = (failed && limit < u64::MAX && (is_near || is_refused())).then_some(limit);
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
