//! Samples as expressions see them: one number a round, aligned between trials, or one exact number.
//!
//! Owns looking samples up in a record. Deliberately absent: arithmetic on them (`evaluate`) and intervals (`analysis`).

use std::collections::BTreeMap;

use crate::analysis::Rounds;
use crate::lesson::names::Metric;
use crate::plan::TrialId;
use crate::quantity::Kind;
use crate::record::{Outcome, Reading, Reason, Record, Series, TrialRecord};

/// What a numeric term came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Observed {
    /// A constant, or the same in every run.
    Exact(f64),
    /// By session, so that terms of one round meet.
    PerRound(BTreeMap<usize, Vec<f64>>),
}

impl Observed {
    /// Both round by round; the shorter one ends a session.
    pub(super) fn zip(&self, other: &Observed, join: impl Fn(f64, f64) -> f64) -> Observed {
        match (self, other) {
            (Observed::Exact(a), Observed::Exact(b)) => Observed::Exact(join(*a, *b)),
            (Observed::Exact(a), Observed::PerRound(b)) => per_round(b, |b| join(*a, b)),
            (Observed::PerRound(a), Observed::Exact(b)) => per_round(a, |a| join(a, *b)),
            (Observed::PerRound(a), Observed::PerRound(b)) => Observed::PerRound(
                a.iter()
                    .filter_map(|(session, a)| {
                        let joined = a.iter().zip(b.get(session)?).map(|(a, b)| join(*a, *b)).collect();
                        Some((*session, joined))
                    })
                    .collect(),
            ),
        }
    }

    /// The rounds of both, as pairs; an exact one is the same in all.
    pub(super) fn pairs(&self, other: &Observed) -> Rounds<(f64, f64)> {
        let (first, second) = (self.zip(other, |a, _| a), self.zip(other, |_, b| b));
        match (first, second) {
            (Observed::PerRound(a), Observed::PerRound(b)) => a
                .into_values()
                .zip(b.into_values())
                .map(|(a, b)| a.into_iter().zip(b).collect())
                .collect(),
            (Observed::Exact(a), Observed::Exact(b)) => Rounds::of_one_session(vec![(a, b)]),
            _ => Rounds::of_one_session(Vec::new()),
        }
    }

    pub(super) fn rounds(&self) -> Rounds<f64> {
        match self {
            Observed::Exact(value) => Rounds::of_one_session(vec![*value]),
            Observed::PerRound(sessions) => sessions.values().cloned().collect(),
        }
    }

    pub(super) fn all(&self, holds: impl Fn(f64) -> bool) -> bool {
        match self {
            Observed::Exact(value) => holds(*value),
            Observed::PerRound(sessions) => sessions.values().flatten().all(|value| holds(*value)),
        }
    }
}

fn per_round(sessions: &BTreeMap<usize, Vec<f64>>, see: impl Fn(f64) -> f64) -> Observed {
    let seen = |(session, values): (&usize, &Vec<f64>)| (*session, values.iter().map(|value| see(*value)).collect());
    Observed::PerRound(sessions.iter().map(seen).collect())
}

/// The trial of a record that `id` names.
pub(super) fn trial<'r>(record: &'r Record, id: &TrialId) -> Result<(usize, &'r TrialRecord), Reason> {
    let found = record.trials.iter().enumerate().find(|(_, trial)| trial.id == *id);
    found.ok_or(Reason::NotMeasured)
}

/// Why nothing of a trial counts, if so.
pub(super) fn failure(trial: &TrialRecord) -> Option<Reason> {
    match &trial.outcome {
        Outcome::ToolchainMissing => Some(Reason::ToolchainMissing(trial.toolchain.clone())),
        Outcome::NotSupported => Some(Reason::SinkNotOffered),
        _ if trial.announced => None,
        Outcome::BuildFailed => Some(Reason::BuildFailed),
        _ => Some(Reason::TrialFailed),
    }
}

/// All samples of a numeric metric of a trial. What a pass of its own counted is exact; what rounds show is where at least two
/// of them agree.
pub(super) fn observe(record: &Record, id: &TrialId, metric: &Metric, kind: Kind) -> Result<Observed, Reason> {
    let (index, trial) = trial(record, id)?;
    if let Some(reason) = failure(trial) {
        return Err(reason);
    }
    if let Some(count) = trial.counts.get(metric) {
        return match count {
            Reading::Available(count) => Ok(Observed::Exact(*count as f64)),
            Reading::Unavailable(reason) => Err(reason.clone()),
        };
    }
    let mut sessions = BTreeMap::new();
    let mut lacking = match trial.outcome {
        Outcome::BuildFailed => Reason::BuildFailed,
        _ if metric.is_counted() => Reason::NotCounted,
        _ => Reason::NotSupported,
    };
    for (number, session) in record.counting_sessions() {
        match session.samples.get(index).and_then(|samples| samples.get(metric)) {
            Some(Reading::Available(series)) if !series.values.is_empty() => {
                sessions.insert(number, numbers(series));
            }
            Some(Reading::Unavailable(reason)) if !metric.is_counted() => lacking = reason.clone(),
            Some(Reading::Available(_)) => lacking = Reason::NotMeasured,
            Some(Reading::Unavailable(_)) | None => {}
        }
    }
    if record.sessions.is_empty() {
        lacking = Reason::NotMeasured;
    }
    if matches!(metric, Metric::User | Metric::Sys) && !sessions.is_empty() && !is_split(record, index) {
        return Err(Reason::TooShortToSplit);
    }
    let values: Vec<f64> = sessions.values().flatten().copied().collect();
    match values[..] {
        [] => Err(lacking),
        [first, second, ..] if kind != Kind::Duration && values.iter().all(|value| *value == second) => {
            Ok(Observed::Exact(first))
        }
        _ => Ok(Observed::PerRound(sessions)),
    }
}

/// From how much processor time of a run on its split into user and system says something, in nanoseconds: the kernel samples
/// it by its clock tick of some milliseconds, and a run of two ticks is told as all of one or of the other.
const LEAST_SPLIT_NS: f64 = 1e8;

/// Whether a trial's runs take processor time enough, by the median of user and system together.
fn is_split(record: &Record, trial: usize) -> bool {
    let mut runs: Vec<f64> = Vec::new();
    let sessions = record.counting_sessions();
    for samples in sessions.filter_map(|(_, session)| session.samples.get(trial)) {
        if let (Some(Reading::Available(user)), Some(Reading::Available(sys))) =
            (samples.get(&Metric::User), samples.get(&Metric::Sys))
        {
            let both = numbers(user).into_iter().zip(numbers(sys));
            runs.extend(both.map(|(user, sys)| user + sys));
        }
    }
    runs.sort_unstable_by(f64::total_cmp);
    runs.get(runs.len() / 2).is_some_and(|median| *median >= LEAST_SPLIT_NS)
}

fn numbers(series: &Series) -> Vec<f64> {
    let power = 10f64.powi(i32::from(series.exponent.unsigned_abs()));
    let scaled = |value: &i64| {
        if series.exponent < 0 {
            *value as f64 / power
        } else {
            *value as f64 * power
        }
    };
    series.values.iter().map(scaled).collect()
}
