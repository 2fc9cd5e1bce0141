//! Counting: passes of their own after the rounds, for the exact counts that a lesson names and a record lacks.
//!
//! Each pass is made twice, and only a count that came out the same is exact. What could not be counted is recorded with its
//! reason. Deliberately absent: the tools (`passes`), and what a lesson names (`plan`).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::executor::{Built, Executor};
use super::passes::{Pass, Tool};
use super::{Error, Progress, outcome, session};
use crate::lesson::names::Metric;
use crate::plan::{Plan, Trial};
use crate::process::Cancel;
use crate::record::{LimitKind, Outcome, Reading, Reason, Record, TrialRecord};

/// How many times the budget of the rounds all passes of an experiment may take: under a tool a program takes ten times as long
/// and more, and where there is no time for a pass there is no count.
const BUDGETS: u32 = 10;

/// Whether a record of the plan lacks a count that can be made now: one that was never made, or for a tool that is on the
/// machine since, as `has_tool` says of its program.
pub fn lacks_counts(record: &Record, plan: &Plan, has_tool: &dyn Fn(&str) -> bool) -> bool {
    plan.trials.iter().any(|trial| {
        let recorded = record.trial(&trial.id);
        recorded.is_some_and(|recorded| !lacking(trial, recorded, has_tool).is_empty())
    })
}

/// The programs whose lack left a count of the plan unmade, which on Debian are their packages' names too.
pub fn missing_tools<'r>(record: &'r Record, plan: &Plan) -> BTreeSet<&'r str> {
    let recorded = plan.trials.iter().filter_map(|trial| {
        let counts = &record.trial(&trial.id)?.counts;
        Some(trial.counted.iter().filter_map(|metric| counts.get(metric)))
    });
    let missing = recorded.flatten().filter_map(|reading| match reading {
        Reading::Unavailable(Reason::ToolMissing(tool)) => Some(tool.as_str()),
        _ => None,
    });
    missing.collect()
}

/// The counts of a trial that are to be made.
fn lacking<'t>(trial: &'t Trial, record: &TrialRecord, has_tool: &dyn Fn(&str) -> bool) -> Vec<&'t Metric> {
    let has_run = matches!(
        record.outcome,
        Outcome::Exited(_) | Outcome::Signalled(_) | Outcome::Exceeded { .. }
    );
    let has_been_built = has_run || record.outcome == Outcome::BuildFailed;
    let can_be_made = |metric: &Metric| match metric {
        Metric::Warnings => has_been_built,
        _ => has_run,
    };
    let is_lacking = |metric: &Metric| match record.counts.get(metric) {
        None => true,
        Some(Reading::Unavailable(Reason::ToolMissing(tool))) => has_tool(tool),
        Some(_) => false,
    };
    let counted = trial.counted.iter();
    counted
        .filter(|metric| record.announced && can_be_made(metric) && is_lacking(metric))
        .collect()
}

/// What one tool is to count of one trial.
struct Task<'p> {
    /// By the plan's order.
    trial: usize,
    /// `None` for what the build has shown.
    tool: Option<Tool>,
    metrics: Vec<&'p Metric>,
}

fn tasks<'p>(plan: &'p Plan, record: &Record) -> Vec<Task<'p>> {
    let mut tasks = Vec::new();
    for (number, (trial, record)) in plan.trials.iter().zip(&record.trials).enumerate() {
        let mut by_tool: BTreeMap<Option<Tool>, Vec<&Metric>> = BTreeMap::new();
        // Whether a tool is there, its pass says.
        for metric in lacking(trial, record, &|_| true) {
            by_tool.entry(Tool::of(metric)).or_default().push(metric);
        }
        tasks.extend(by_tool.into_iter().map(|(tool, metrics)| Task {
            trial: number,
            tool,
            metrics,
        }));
    }
    tasks
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
    observe: &mut dyn FnMut(Progress<'_>),
) -> Result<bool, Error> {
    let tasks = tasks(plan, record);
    let end = executor.now() + session::budget(plan).saturating_mul(BUDGETS);
    for (done, task) in tasks.iter().enumerate() {
        if cancel.is_cancelled() {
            return Ok(false);
        }
        let (trial, built) = (&plan.trials[task.trial], &builds[task.trial]);
        let record = &mut record.trials[task.trial];
        let counts = match task.tool {
            Some(tool) => counted(trial, built, tool, &task.metrics, &record.outcome, executor, end)?,
            None => Some(vec![warnings(trial, built); task.metrics.len()]),
        };
        let Some(counts) = counts else {
            return Ok(false);
        };
        record.counts.extend(task.metrics.iter().copied().cloned().zip(counts));
        observe(Progress::Counted {
            number: done + 1,
            of: tasks.len(),
        });
    }
    Ok(true)
}

fn warnings(trial: &Trial, built: &Built) -> Reading {
    let toolchain = || trial.toolchain.name.clone();
    match built.warnings {
        Some(warnings) => Reading::Available(warnings),
        None if trial.compile.is_none() || trial.toolchain.warning.is_none() => {
            Reading::Unavailable(Reason::NoWarningPattern(toolchain()))
        }
        // It said more than anybody looks at.
        None => Reading::Unavailable(Reason::ToolFailed(toolchain())),
    }
}

/// One count for each of `metrics`, all of which the tool gives; `None` where the user wants no more. No pass goes on after
/// `end`, by the executor's clock.
fn counted(
    trial: &Trial,
    built: &Built,
    tool: Tool,
    metrics: &[&Metric],
    expected: &Outcome,
    executor: &dyn Executor,
    end: Duration,
) -> Result<Option<Vec<Reading>>, Error> {
    let none = |reason| Ok(Some(vec![Reading::Unavailable(reason); metrics.len()]));
    if matches!(expected, Outcome::Exceeded { .. }) {
        // How far a program comes until it is ended is no number of its own.
        return none(Reason::NotDefined);
    }
    let failed = Reason::ToolFailed(tool.program().to_owned());
    let mut passes = Vec::new();
    for _ in 0..2 {
        let within = end.saturating_sub(executor.now());
        if within.is_zero() {
            return none(Reason::CountTooLong);
        }
        match executor.count(trial, built, tool, within) {
            Ok(Pass::Missing) => return none(Reason::ToolMissing(tool.program().to_owned())),
            Ok(Pass::Made { ending, said }) => match outcome::of_ending(&ending) {
                None => return Ok(None),
                Some(outcome) if outcome == *expected => passes.push(said),
                Some(Outcome::Exceeded {
                    limit: LimitKind::Wall | LimitKind::Cpu,
                    ..
                }) => return none(Reason::CountTooLong),
                Some(_) => return none(failed),
            },
            Err(Error::Process(error)) if error.is_of_the_program() => return none(failed),
            Err(error) => return Err(error),
        }
    }
    let count = |metric: &&Metric| {
        let [first, second] = [0, 1].map(|pass| tool.count(metric, &passes[pass]));
        match (first, second) {
            (Some(first), Some(second)) if first == second => Reading::Available(first),
            (Some(_), Some(_)) => Reading::Unavailable(Reason::CountVaries),
            _ => Reading::Unavailable(failed.clone()),
        }
    };
    Ok(Some(metrics.iter().map(count).collect()))
}
