//! Sessions over scripted runs: rounds, orders, stopping, builds, reported numbers, further sessions.
//!
//! Deliberately absent: real programs, which `tests/run.rs` runs, and what goes wrong (`failure_tests`).

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use super::fixtures::{file, finds, is_a, measured, options, plan, trial, two, values};
use super::scripted::{Scripted, TODAY, sample};
use super::*;
use crate::lesson::definitions::ReportSource;
use crate::lesson::names::Metric;
use crate::plan::{Plan, Trial};
use crate::quantity::{Kind, Unit};
use crate::record::{Ended, Reading, Reason, Record, Series};

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
        let turns = Arc::new(turns);
        let told = Arc::clone(&turns);
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
    assert_eq!(result.record.sessions[0].ended, Some(Ended::Enough));
}

#[test]
fn the_budget_ends_a_session_after_the_fewest_rounds_and_not_before() {
    // Two trials of 100 ms a round, and a budget of 1 s.
    let executor = Scripted::new(|_, _| sample(100_000_000));
    let result = measured(&two(), &executor);
    assert!(matches!(result.stop, Stop::Budget));
    assert_eq!(result.record.rounds(), 5);
    let session = &result.record.sessions[0];
    assert_eq!(
        (session.ended, session.stolen_per_mille),
        (Some(Ended::Budget), Some(5))
    );
    let executor = Scripted::new(|_, _| sample(900_000_000));
    assert_eq!(measured(&two(), &executor).record.rounds(), 4);
}

#[test]
fn each_distinct_program_is_built_once() {
    let built = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&built);
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
