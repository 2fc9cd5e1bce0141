//! The start-up cost of a session: what empty programs take.
//!
//! Deliberately absent: the programs (`plan`), and what is made of the times.

use std::collections::BTreeMap;

use super::executor::{Executor, Turn};
use super::{Error, outcome};
use crate::plan::{Plan, Trial};
use crate::process::Cancel;

/// How often each is run: enough for an interval of a median.
const RUNS: u32 = 10;

/// The wall times of the empty program of each toolchain, in nanoseconds. Where it cannot be built, or ends otherwise than it
/// should, there are none.
pub(super) fn startup(
    plan: &Plan,
    executor: &dyn Executor,
    cancel: &Cancel,
) -> Result<BTreeMap<String, Vec<i64>>, Error> {
    let mut startup = BTreeMap::new();
    for trial in &plan.empty_programs {
        if let Some(times) = times(trial, executor, cancel)? {
            startup.insert(trial.toolchain.name.clone(), times);
        }
    }
    Ok(startup)
}

fn times(trial: &Trial, executor: &dyn Executor, cancel: &Cancel) -> Result<Option<Vec<i64>>, Error> {
    let built = executor.build(trial)?;
    if built.failure.is_some() {
        return Ok(None);
    }
    let mut times = Vec::new();
    // The first is to warm up.
    for round in [None].into_iter().chain((0..RUNS).map(Some)) {
        if cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let turn = Turn {
            round,
            padding: 0,
            wanted: &[],
            keep: 0,
        };
        let execution = match executor.run(trial, &built, turn) {
            Ok(sample) => sample.execution,
            Err(Error::Process(error)) if error.is_of_the_program() => return Ok(None),
            Err(error) => return Err(error),
        };
        let Some(ending) = outcome::of_ending(&execution.ending) else {
            return Err(Error::Cancelled);
        };
        let readings = execution
            .readings
            .filter(|_| outcome::is_announced(&ending, &trial.expect));
        let Some(readings) = readings else {
            return Ok(None);
        };
        if round.is_some() {
            times.push(i64::try_from(readings.wall.as_nanos()).unwrap_or(i64::MAX));
        }
    }
    Ok(Some(times))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{measured, trial, two};
    use super::super::scripted::{Scripted, sample};
    use super::*;
    use crate::process::Ending;
    use crate::record::Outcome;
    use crate::run::executor::Built;

    fn with_empty_programs() -> Plan {
        let named = |name: &str| {
            let mut empty = trial("empty", "null");
            empty.toolchain.name = name.to_owned();
            empty
        };
        Plan {
            empty_programs: vec![named("broken"), named("failing"), named("sh")],
            ..two()
        }
    }

    #[test]
    fn a_session_has_the_times_of_empty_programs_that_do_nothing() {
        let executor = Scripted::new(|trial, turn| {
            let wall = turn.round.map_or(999, |round| 10 + u64::from(round));
            let sample = sample(wall);
            match trial.toolchain.name.as_str() {
                "failing" => sample.ending(Ending::Exited(1)),
                _ => sample,
            }
        });
        let executor = executor.building(|trial| match trial.toolchain.name.as_str() {
            "broken" => Built::failed(Outcome::BuildFailed),
            _ => Built::default(),
        });
        let record = measured(&with_empty_programs(), &executor).record;
        let expected = BTreeMap::from([("sh".to_owned(), (10..20).collect())]);
        assert_eq!(record.sessions[0].startup, expected);
        assert_eq!(record.trials.len(), 2);
        assert_eq!(measured(&two(), &executor).record.sessions[0].startup, BTreeMap::new());
    }
}
