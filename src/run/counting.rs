//! Counting: passes of their own after the rounds, for the exact counts that a lesson names and a record lacks.
//!
//! Each pass is made twice, and only a count that came out the same is exact. What could not be counted is recorded with its
//! reason. Deliberately absent: the tools (`passes`), and what a lesson names (`plan`).

use std::collections::{BTreeMap, BTreeSet};

use super::executor::{Built, Executor};
use super::passes::{Pass, Tool};
use super::{Error, outcome};
use crate::lesson::names::Metric;
use crate::plan::{Plan, Trial};
use crate::process::Cancel;
use crate::record::{Outcome, Reading, Reason, Record, TrialRecord};

/// Whether a record of the plan lacks a count that can be made now: one that was never made, or for a tool that is on the
/// machine since, as `has_tool` says of its program.
pub fn lacks_counts(record: &Record, plan: &Plan, has_tool: &dyn Fn(&str) -> bool) -> bool {
    let found = |program: &str| has_tool(program);
    plan.trials.iter().any(|trial| {
        let recorded = record.trials.iter().find(|recorded| recorded.id == trial.id);
        recorded.is_some_and(|recorded| !lacking(trial, recorded, &found).is_empty())
    })
}

/// The counts of a trial that are to be made.
fn lacking<'a>(trial: &'a Trial, record: &TrialRecord, has_tool: &dyn Fn(&str) -> bool) -> BTreeSet<&'a Metric> {
    let has_run = matches!(
        record.outcome,
        Outcome::Exited(_) | Outcome::Signalled(_) | Outcome::Exceeded { .. }
    );
    let can_be_made = |metric: &Metric| match metric {
        Metric::Warnings => has_run || record.outcome == Outcome::BuildFailed,
        _ => has_run,
    };
    let is_lacking = |metric: &&Metric| match record.counts.get(metric) {
        None => true,
        Some(Reading::Unavailable(Reason::ToolMissing(tool))) => has_tool(tool),
        Some(_) => false,
    };
    let counted = trial.counted.iter().filter(|metric| can_be_made(metric));
    counted.filter(is_lacking).filter(|_| record.announced).collect()
}

/// Makes all counts that the record lacks, trial by trial. Whether all were made: not where the user wants no more.
///
/// # Errors
/// Where this machine cannot go on; what was counted before is in the record.
pub(super) fn count_all(
    plan: &Plan,
    builds: &[Built],
    executor: &dyn Executor,
    cancel: &Cancel,
    record: &mut Record,
) -> Result<bool, Error> {
    for ((trial, built), record) in plan.trials.iter().zip(builds).zip(&mut record.trials) {
        let mut by_tool: BTreeMap<Option<Tool>, Vec<&Metric>> = BTreeMap::new();
        // Whether a tool is there, its pass says.
        for metric in lacking(trial, record, &|_| true) {
            by_tool.entry(Tool::of(metric)).or_default().push(metric);
        }
        for (tool, metrics) in by_tool {
            if cancel.is_cancelled() {
                return Ok(false);
            }
            let Some(counts) = counted(trial, built, tool, &metrics, &record.outcome, executor)? else {
                return Ok(false);
            };
            let named = metrics.into_iter().cloned().zip(counts);
            record.counts.extend(named);
        }
    }
    Ok(true)
}

/// One count for each of `metrics`, all of which the tool gives; `None` where the user wants no more.
fn counted(
    trial: &Trial,
    built: &Built,
    tool: Option<Tool>,
    metrics: &[&Metric],
    expected: &Outcome,
    executor: &dyn Executor,
) -> Result<Option<Vec<Reading>>, Error> {
    let same = |reading: Reading| Ok(Some(vec![reading; metrics.len()]));
    let Some(tool) = tool else {
        // Warnings, which the build has shown.
        return same(
            built
                .warnings
                .map_or(Reading::Unavailable(Reason::NotSupported), Reading::Available),
        );
    };
    if matches!(expected, Outcome::Exceeded { .. }) {
        // How far a program comes until it is ended is no number of its own.
        return same(Reading::Unavailable(Reason::NotDefined));
    }
    let failed = Reading::Unavailable(Reason::ToolFailed(tool.program().to_owned()));
    let mut passes = Vec::new();
    for _ in 0..2 {
        match executor.count(trial, built, tool) {
            Ok(Pass::Missing) => {
                let missing = Reason::ToolMissing(tool.program().to_owned());
                return same(Reading::Unavailable(missing));
            }
            Ok(Pass::Made { ending, said }) => match outcome::of_ending(&ending) {
                None => return Ok(None),
                Some(outcome) if outcome == *expected => passes.push(said),
                Some(_) => return same(failed),
            },
            Err(Error::Process(error)) if error.is_of_the_program() => return same(failed),
            Err(error) => return Err(error),
        }
    }
    let count = |metric: &&Metric| {
        let [first, second] = [0, 1].map(|pass| tool.count(metric, &passes[pass]));
        match (first, second) {
            (Some(first), Some(second)) if first == second => Reading::Available(first),
            (Some(_), Some(_)) => Reading::Unavailable(Reason::CountVaries),
            _ => failed.clone(),
        }
    };
    Ok(Some(metrics.iter().map(count).collect()))
}
