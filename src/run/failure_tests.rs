//! Sessions over scripted runs in which something fails: trials, builds, the machine, the user's patience.
//!
//! Deliberately absent: real programs, which `tests/run.rs` runs.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::fixtures::{is_a, measured, options, plan, trial, two, values};
use super::scripted::{Scripted, content, sample};
use super::*;
use crate::lesson::definitions::Expectation;
use crate::lesson::names::{Metric, Sink};
use crate::process::{Ending, LimitKind};
use crate::record::{Excerpt, Reading, Reason, Record};
use crate::toolchain::Probe;

#[test]
fn a_failing_trial_is_run_once_and_the_others_go_on() {
    let runs = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&runs);
    let executor = Scripted::new(move |trial, _| {
        if !is_a(trial) {
            return sample(5);
        }
        *counted.lock().unwrap() += 1;
        let mut crash = sample(5).output("before\n").ending(Ending::Signalled(11));
        crash.execution.stderr = content(b"what it said\n");
        crash
    });
    let failed = RefCell::new(Vec::new());
    let observe = &mut |progress: Progress<'_>| {
        if let Progress::Failed { trial, outcome } = progress {
            failed.borrow_mut().push((trial.variant.clone(), outcome.clone()));
        }
    };
    let record = measure(&two(), &executor, options(1), &mut |_| false, observe)
        .unwrap()
        .record;
    let crash = Outcome::Signalled("SIGSEGV".to_owned());
    assert_eq!(*failed.borrow(), [("a".to_owned(), crash.clone())]);
    assert_eq!(*runs.lock().unwrap(), 1);
    assert_eq!((&record.trials[0].outcome, record.trials[0].announced), (&crash, false));
    assert_eq!(record.trials[0].stderr.text, "what it said\n");
    assert_eq!(record.trials[0].output.text, "before\n");
    assert_eq!(
        record.sessions[0].samples[0][&Metric::Wall],
        Reading::Unavailable(Reason::TrialFailed)
    );
    assert_eq!(values(&record, 1, &Metric::Wall), [5; 10]);
    assert_eq!(record.sessions[0].orders, vec![vec![1]; 10]);
}

#[test]
fn a_trial_that_fails_in_a_round_loses_its_numbers_and_no_others() {
    let executor = Scripted::new(|trial, turn| match turn.round {
        Some(3) if is_a(trial) => sample(5).output("late\n").ending(Ending::Exited(1)),
        round => sample(u64::from(round.unwrap_or(0))),
    });
    let record = measured(&two(), &executor).record;
    assert_eq!(record.trials[0].outcome, Outcome::Exited(1));
    assert_eq!(record.trials[0].output.text, "late\n");
    assert_eq!(
        record.sessions[0].samples[0][&Metric::Wall],
        Reading::Unavailable(Reason::TrialFailed)
    );
    assert_eq!(values(&record, 1, &Metric::Wall), (0..10).collect::<Vec<i64>>());
    let lengths: Vec<usize> = record.sessions[0].orders.iter().map(Vec::len).collect();
    assert_eq!(lengths, [2, 2, 2, 2, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn announced_endings_are_measured_like_any_other() {
    let timeout = Ending::Limit {
        kind: LimitKind::Wall,
        limit: 5,
        reached: 6,
    };
    for (expect, ending) in [
        (Expectation::Exit(3), Ending::Exited(3)),
        (Expectation::Signal("SIGABRT".to_owned()), Ending::Signalled(6)),
        (Expectation::Timeout, timeout),
    ] {
        let mut plan = two();
        plan.trials[0].expect = expect;
        let executor = Scripted::new(move |trial, _| {
            let ending = if is_a(trial) { ending.clone() } else { Ending::Exited(0) };
            sample(5).ending(ending)
        });
        let record = measured(&plan, &executor).record;
        assert!(record.trials[0].announced, "{:?}", record.trials[0].outcome);
        assert_eq!(values(&record, 0, &Metric::Wall), [5; 10]);
    }
}

#[test]
fn an_announced_failure_that_does_not_come_is_not_announced() {
    let mut plan = two();
    plan.trials[0].expect = Expectation::Exit(3);
    plan.trials[1].expect = Expectation::BuildFails;
    let Measured { record, stop } = measured(&plan, &Scripted::new(|_, _| sample(5)));
    assert!(matches!(stop, Stop::Nothing));
    assert_eq!((record.sessions.len(), record.rounds()), (1, 0));
    for trial in &record.trials {
        assert_eq!((&trial.outcome, trial.announced), (&Outcome::Exited(0), false));
    }
}

#[test]
fn trials_that_are_not_built_are_not_run() {
    let mut plan = plan(["a", "b", "c", "d"].map(|variant| trial(variant, "pipe")).into());
    plan.trials[0].expect = Expectation::BuildFails;
    plan.trials[2].probe = Probe::Missing;
    let executor = Scripted::new(|trial, _| {
        assert_eq!(trial.id.variant, "d");
        sample(5)
    });
    let executor = executor.building(|trial| match trial.id.variant.as_str() {
        "d" => Built::default(),
        "c" => Built::failed(Outcome::ToolchainMissing),
        _ => Built {
            compiler: Excerpt::of(b"no semicolon\n"),
            ..Built::failed(Outcome::BuildFailed)
        },
    });
    let record = measured(&plan, &executor).record;
    let announced: Vec<bool> = record.trials.iter().map(|trial| trial.announced).collect();
    assert_eq!(announced, [true, false, false, true]);
    assert_eq!(record.trials[0].output.text, "no semicolon\n");
    assert_eq!(record.trials[1].compiler.text, "no semicolon\n");
    let reason = |trial: usize| match &record.sessions[0].samples[trial][&Metric::Wall] {
        Reading::Unavailable(reason) => Some(reason.clone()),
        Reading::Available(_) => None,
    };
    assert_eq!(reason(0), Some(Reason::BuildFailed));
    assert_eq!(reason(1), Some(Reason::BuildFailed));
    assert_eq!(reason(2), Some(Reason::ToolchainMissing("sh".to_owned())));
    assert_eq!(reason(3), None);
}

#[test]
fn a_sink_that_is_not_offered_is_nobodys_failure() {
    let plan = plan(vec![trial("a", "pty"), trial("a", "tmpfs"), trial("a", "null")]);
    let executor = Scripted::new(|trial, _| {
        assert_ne!(trial.id.cell[0].1, "pty");
        sample(1)
    })
    .refusing(Sink::Pty);
    let record = measured(&plan, &executor).record;
    assert_eq!(record.trials[0].outcome, Outcome::NotSupported);
    assert!(record.trials[0].announced);
    let wall = &record.sessions[0].samples[0][&Metric::Wall];
    assert_eq!(*wall, Reading::Unavailable(Reason::SinkNotOffered));
    assert_eq!(record.trials[1].outcome, Outcome::Exited(0));
    assert!(record.is_fresh(&plan.key));
}

#[test]
fn cancelling_keeps_finished_rounds_and_drops_the_one_under_way() {
    // The 5th round's second run is cancelled while it runs, or before it begins.
    for while_running in [true, false] {
        let options = options(1);
        let cancel = options.cancel.clone();
        let runs = Mutex::new(0);
        let executor = Scripted::new(move |_, turn| {
            let mut runs = runs.lock().unwrap();
            *runs += u32::from(turn.round == Some(4));
            if *runs == 1 && !while_running {
                cancel.cancel();
            }
            if *runs == 2 {
                return sample(1).ending(Ending::Cancelled);
            }
            sample(1)
        });
        let result = measure(&two(), &executor, options, &mut |_| false, &mut |_| {}).unwrap();
        assert!(matches!(result.stop, Stop::Cancelled) && result.stop.is_early());
        assert_eq!(result.record.rounds(), 4);
        assert_eq!(values(&result.record, 0, &Metric::Wall).len(), 4);
        assert_eq!(values(&result.record, 1, &Metric::Wall).len(), 4);
    }
}

#[test]
fn without_a_finished_round_there_is_nothing_to_keep() {
    let before = options(1);
    before.cancel.cancel();
    let executor = Scripted::new(|_, _| sample(1));
    let result = measure(&two(), &executor, before, &mut |_| false, &mut |_| {});
    assert!(matches!(result, Err(Error::Cancelled)));
    let executor = Scripted::new(|_, turn| match turn.round {
        Some(_) => sample(1).ending(Ending::Cancelled),
        None => sample(1),
    });
    let result = measure(&two(), &executor, options(1), &mut |_| false, &mut |_| {});
    assert!(matches!(result, Err(Error::Cancelled)));
}

#[test]
fn a_broken_machine_loses_no_finished_round_and_a_lost_starter_no_other_trial() {
    let executor = Scripted::failing(|_, turn| match turn.round {
        Some(6) => Err(process::Error::Starter(io::ErrorKind::OutOfMemory.into()).into()),
        _ => Ok(sample(1)),
    });
    let result = measured(&two(), &executor);
    assert!(matches!(result.stop, Stop::Broken(Error::Process(_))));
    assert_eq!(result.record.rounds(), 6);

    let executor = Scripted::failing(|trial, _| {
        if is_a(trial) {
            Err(process::Error::StarterLost.into())
        } else {
            Ok(sample(1))
        }
    });
    let record = measured(&two(), &executor).record;
    assert!(matches!(record.trials[0].outcome, Outcome::NotStarted(_)));
    assert_eq!(values(&record, 1, &Metric::Wall).len(), 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever fails when, all that is kept fits together, and the rest is untouched.
    #[test]
    fn records_are_sound_whatever_fails(
        seed: u64,
        failing in prop::collection::vec(prop::option::of(0u32..14), 1..6),
        wanted in 0usize..12,
    ) {
        let trials = (0..failing.len()).map(|number| trial(&format!("v{number}"), "pipe")).collect();
        let plan = plan(trials);
        let when = failing.clone();
        let executor = Scripted::new(move |trial, turn| {
            let number: usize = trial.id.variant[1..].parse().unwrap();
            // A failure in "round 0" is one of the warm-up.
            let now = turn.round.map_or(0, |round| round + 1);
            let ending = if when[number] == Some(now) { Ending::Exited(9) } else { Ending::Exited(0) };
            sample(1).ending(ending)
        });
        let enough = &mut |record: &Record| record.rounds() >= wanted;
        let record = measure(&plan, &executor, options(seed), enough, &mut |_| {}).unwrap().record;
        let session = &record.sessions[0];
        let rounds = session.orders.len();
        for (number, failing) in failing.iter().enumerate() {
            let failed = failing.is_some_and(|when| when as usize <= rounds);
            prop_assert_eq!(record.trials[number].announced, !failed);
            let ran = session.orders.iter().filter(|order| order.contains(&(number as u16))).count();
            match &session.samples[number][&Metric::Wall] {
                Reading::Available(series) => {
                    prop_assert!(!failed);
                    prop_assert_eq!((series.values.len(), ran), (rounds, rounds));
                }
                Reading::Unavailable(reason) => {
                    prop_assert!(failed);
                    prop_assert_eq!(reason, &Reason::TrialFailed);
                    prop_assert_eq!(ran, failing.unwrap() as usize);
                }
            }
        }
    }
}
