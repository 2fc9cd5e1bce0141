//! Sessions over scripted runs: rounds, stopping, failures, cancellation, further sessions.
//!
//! Deliberately absent: real programs, which `tests/run.rs` runs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use proptest::prelude::*;

use super::scripted::{Scripted, TODAY, content, file, finds, sample, trial};
use super::*;
use crate::lesson::definitions::{Expectation, Measure, ReportSource, Timing};
use crate::lesson::names::Metric;
use crate::plan::{Plan, RecordKey, Trial};
use crate::process::{Cancel, Ending, LimitKind};
use crate::quantity::{Kind, Unit};
use crate::record::{Circumstances, Reading, Reason, Record, Series};
use crate::toolchain::Probe;

fn plan(trials: Vec<Trial>) -> Plan {
    Plan {
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

fn two() -> Plan {
    plan(vec![trial("a", "pipe"), trial("b", "pipe")])
}

fn options(seed: u64) -> Options {
    Options {
        seed,
        circumstances: Circumstances::default(),
        cancel: Cancel::new(),
    }
}

fn measured(plan: &Plan, executor: &Scripted) -> Measured {
    measure(plan, executor, options(1), &mut |_| false, &mut |_| {}).expect("it can be measured")
}

fn values(record: &Record, trial: usize, metric: &Metric) -> Vec<i64> {
    let session = record.sessions.last().expect("a session");
    match &session.samples[trial][metric] {
        Reading::Available(series) => series.values.clone(),
        Reading::Unavailable(reason) => panic!("{metric} is not available: {reason:?}"),
    }
}

fn is_a(trial: &Trial) -> bool {
    trial.id.variant == "a"
}

#[test]
fn every_round_runs_every_trial_and_the_warm_up_is_not_recorded() {
    let executor = Scripted::new(|trial, turn| {
        let wall = turn.round.map_or(999, |round| 10 + u64::from(round));
        sample(if is_a(trial) { wall } else { 2 * wall }).output("same\n")
    });
    let Measured { record, stop } = measured(&two(), &executor);
    assert!(matches!(stop, Stop::Rounds) && !stop.is_early());
    let session = &record.sessions[0];
    assert_eq!((session.seed, session.date.as_str()), (1, TODAY));
    assert_eq!(session.circumstances.toolchains["sh"], "dash");
    assert_eq!(session.orders.len(), 10);
    assert_eq!(values(&record, 0, &Metric::Wall), (10..20).collect::<Vec<i64>>());
    assert_eq!(
        values(&record, 1, &Metric::Wall),
        (10..20).map(|wall| 2 * wall).collect::<Vec<i64>>()
    );
    for trial in &record.trials {
        assert_eq!(trial.outcome, Outcome::Exited(0));
        assert!(trial.announced);
        assert_eq!(trial.output.text, "same\n");
        assert!(trial.output.digest.is_some());
        assert_eq!(trial.run[0], "sh");
    }
}

#[test]
fn orders_are_recorded_as_they_were_run_and_come_again_from_the_seed() {
    let run = |seed| {
        let ran = RefCell::new(Vec::new());
        let turns = Mutex::new(Vec::new());
        let turns = std::sync::Arc::new(turns);
        let told = std::sync::Arc::clone(&turns);
        let executor = Scripted::new(move |trial, turn| {
            if let Some(round) = turn.round {
                told.lock()
                    .unwrap()
                    .push((round, trial.id.variant.clone(), turn.padding));
            }
            sample(1)
        });
        let plan = plan(["a", "b", "c"].map(|variant| trial(variant, "pipe")).into());
        let observe = &mut |progress: Progress<'_>| {
            if let Progress::Round { number, most } = progress {
                ran.borrow_mut().push((number, most));
            }
        };
        let record = measure(&plan, &executor, options(seed), &mut |_| false, observe)
            .unwrap()
            .record;
        assert_eq!(*ran.borrow(), (1..=10).map(|number| (number, 10)).collect::<Vec<_>>());
        let turns = turns.lock().unwrap().clone();
        let names = ["a", "b", "c"];
        let recorded = (0u32..).zip(&record.sessions[0].orders).flat_map(|(round, order)| {
            order
                .iter()
                .map(move |trial| (round, names[usize::from(*trial)].to_owned()))
        });
        let seen: Vec<_> = turns.iter().map(|(round, name, _)| (*round, name.clone())).collect();
        assert_eq!(recorded.collect::<Vec<_>>(), seen);
        assert!(turns.iter().any(|turn| turn.2 > 0) && turns.iter().all(|turn| turn.2 <= MOST_PADDING));
        turns
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn the_closure_is_asked_after_the_fewest_rounds_and_every_second_one() {
    let asked = RefCell::new(Vec::new());
    let enough = &mut |record: &Record| {
        let rounds = record.rounds();
        asked.borrow_mut().push(rounds);
        assert_eq!(values(record, 0, &Metric::Wall).len(), rounds);
        rounds >= 8
    };
    let executor = Scripted::new(|_, _| sample(1));
    let result = measure(&two(), &executor, options(1), enough, &mut |_| {}).unwrap();
    assert_eq!(*asked.borrow(), [4, 6, 8]);
    assert!(matches!(result.stop, Stop::Enough));
    assert_eq!(result.record.rounds(), 8);
}

#[test]
fn the_budget_ends_a_session_after_the_fewest_rounds_and_not_before() {
    // Two trials of 100 ms a round, and a budget of 1 s.
    let executor = Scripted::new(|_, _| sample(100_000_000));
    let result = measured(&two(), &executor);
    assert!(matches!(result.stop, Stop::Budget));
    assert_eq!(result.record.rounds(), 5);
    let executor = Scripted::new(|_, _| sample(900_000_000));
    assert_eq!(measured(&two(), &executor).record.rounds(), 4);
}

#[test]
fn a_failing_trial_is_run_once_and_the_others_go_on() {
    let runs = std::sync::Arc::new(Mutex::new(0));
    let counted = std::sync::Arc::clone(&runs);
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
            compiler: crate::record::Excerpt::of(b"no semicolon\n"),
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
fn each_distinct_program_is_built_once() {
    let built = std::sync::Arc::new(Mutex::new(Vec::new()));
    let told = std::sync::Arc::clone(&built);
    let mut trials: Vec<Trial> = ["file", "pipe", "null"]
        .into_iter()
        .flat_map(|sink| ["a", "b"].map(|variant| trial(variant, sink)))
        .collect();
    // The same text with other flags, and another text with the same.
    trials[4].compile = Some(vec!["cc".to_owned()]);
    trials[5].included = vec![file("x.h", "x")];
    let executor = Scripted::new(|_, _| sample(1)).building(move |trial| {
        told.lock().unwrap().push(trial.id.to_string());
        Built::default()
    });
    let numbers = RefCell::new(Vec::new());
    let observe = &mut |progress: Progress<'_>| {
        if let Progress::Built { number, of, .. } = progress {
            numbers.borrow_mut().push((number, of));
        }
    };
    measure(&plan(trials), &executor, options(1), &mut |_| true, observe).unwrap();
    let mut built = built.lock().unwrap().clone();
    built.sort();
    assert_eq!(built, ["a sink=file", "a sink=null", "b sink=file", "b sink=null"]);
    assert_eq!(*numbers.borrow(), [(1, 4), (2, 4), (3, 4), (4, 4)]);
}

#[test]
fn a_sink_of_a_later_version_is_nobodys_failure() {
    let plan = plan(vec![trial("a", "pty"), trial("a", "tmpfs"), trial("a", "null")]);
    let executor = Scripted::new(|trial, _| {
        assert_eq!(trial.id.cell[0].1, "null");
        sample(1)
    });
    let record = measured(&plan, &executor).record;
    for trial in 0..2 {
        assert_eq!(record.trials[trial].outcome, Outcome::NotSupported);
        assert!(record.trials[trial].announced);
        let wall = &record.sessions[0].samples[trial][&Metric::Wall];
        assert_eq!(*wall, Reading::Unavailable(Reason::NotSupported));
    }
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

#[test]
fn output_that_differs_from_run_to_run_has_no_digest() {
    let executor = Scripted::new(|trial, turn| {
        let text = if is_a(trial) {
            "same".to_owned()
        } else {
            format!("{:?}", turn.round)
        };
        sample(1).output(&text)
    });
    let record = measured(&two(), &executor).record;
    assert!(record.trials[0].output.digest.is_some());
    assert_eq!(record.trials[1].output.digest, None);
    assert_eq!(record.trials[1].output.text, "None");
    assert!(record.trials[1].stderr.digest.is_some());
}

#[test]
fn reported_numbers_become_series_of_their_unit() {
    let mut plan = two();
    plan.metrics = vec![
        finds("elapsed", r"(\S+) ms", Some(Unit::Millisecond), ReportSource::Stdout),
        finds("score", r"score (\S+)", None, ReportSource::Stdout),
    ];
    let executor = Scripted::new(|trial, turn| {
        assert!(turn.keep >= 1 << 20);
        let text = match turn.round {
            Some(round) if is_a(trial) => format!("3.27{round} ms, score {}", if round == 2 { "0.5" } else { "7" }),
            _ => "nothing".to_owned(),
        };
        sample(1).output(&text)
    });
    let record = measured(&plan, &executor).record;
    let of_a = &record.sessions[0].samples[0];
    let elapsed = Series {
        kind: Kind::Duration,
        exponent: 0,
        values: (0..10).map(|round| 3_270_000 + 1000 * round).collect(),
    };
    assert_eq!(
        of_a[&Metric::Reported("elapsed".to_owned())],
        Reading::Available(elapsed)
    );
    let score = Series {
        kind: Kind::Number,
        exponent: -1,
        values: vec![70, 70, 5, 70, 70, 70, 70, 70, 70, 70],
    };
    assert_eq!(of_a[&Metric::Reported("score".to_owned())], Reading::Available(score));
    let of_b = &record.sessions[0].samples[1];
    let lacking = Reading::Unavailable(Reason::NotReported);
    assert_eq!(of_b[&Metric::Reported("elapsed".to_owned())], lacking);
}

#[test]
fn a_further_session_is_added_to_the_record() {
    let plan = two();
    let wall = |wall| Scripted::new(move |_, _| sample(wall).output("same"));
    let first = measured(&plan, &wall(1)).record;
    let again =
        |record, plan: &Plan, executor| measure_again(record, plan, &executor, options(2), &mut |_| true, &mut |_| {});
    let both = again(first.clone(), &plan, wall(2)).unwrap().record;
    assert_eq!(both.sessions.len(), 2);
    assert_eq!(both.sessions[0], first.sessions[0]);
    assert_eq!((both.sessions[1].seed, both.sessions[1].orders.len()), (2, 4));
    assert_eq!(values(&both, 0, &Metric::Wall), [2; 4]);
    assert_eq!(both.trials, first.trials);

    let other = Scripted::new(|_, _| sample(3).output("other"));
    let third = again(both, &plan, other).unwrap().record;
    assert_eq!(third.sessions.len(), 3);
    assert_eq!(third.trials[0].output.digest, None);

    let mut changed = plan.clone();
    changed.trials.pop();
    assert!(matches!(again(third, &changed, wall(1)), Err(Error::OtherPlan)));
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
