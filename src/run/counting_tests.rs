//! Counts over scripted passes: which are made, which are exact, what keeps one from being made.
//!
//! Deliberately absent: what the tools write (`passes`) and the real tools, with which `tests/run.rs` counts.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::fixtures::{is_a, measured, options, plan, trial};
use super::scripted::{Scripted, sample};
use super::*;
use crate::lesson::names::Metric;
use crate::plan::{Plan, Trial};
use crate::process::{Cancel, Ending};
use crate::record::{Reading, Reason, Record};

fn named(metrics: &[Metric], mut trial: Trial) -> Trial {
    trial.counted = metrics.iter().cloned().collect();
    trial
}

/// `a` with system calls and allocations, `b` with system calls.
fn two() -> Plan {
    plan(vec![
        named(&[Metric::Allocations, Metric::Syscalls], trial("a", "pipe")),
        named(&[Metric::Syscalls], trial("b", "pipe")),
    ])
}

fn made(calls: u64) -> Pass {
    Pass::Made {
        ending: Ending::Exited(0),
        said: format!("100.00 0.1 3 {calls} total\n"),
    }
}

fn count_of(record: &Record, trial: usize, metric: &Metric) -> Option<Reading> {
    record.trials[trial].counts.get(metric).cloned()
}

fn unavailable(reason: Reason) -> Option<Reading> {
    Some(Reading::Unavailable(reason))
}

#[test]
fn each_count_that_is_named_is_made_by_two_passes_after_the_rounds() {
    let executor = Scripted::new(|_, _| sample(1)).counting(|trial, tool| match tool {
        Tool::Strace => made(if is_a(trial) { 7 } else { 8 }),
        Tool::Callgrind | Tool::Memcheck => Pass::Missing,
    });
    let told = RefCell::new(Vec::new());
    let observe = &mut |progress: Progress<'_>| match progress {
        Progress::Counted { number, of } => told.borrow_mut().push((number, of)),
        Progress::Round { .. } => assert!(told.borrow().is_empty(), "a round after a count"),
        _ => {}
    };
    let plan = two();
    let Measured { record, stop } = measure(&plan, &executor, options(1), &mut |_| false, observe).unwrap();
    assert!(matches!(stop, Stop::Rounds));
    assert_eq!(*told.borrow(), [(1, 3), (2, 3), (3, 3)]);
    assert_eq!(count_of(&record, 0, &Metric::Syscalls), Some(Reading::Available(7)));
    assert_eq!(count_of(&record, 1, &Metric::Syscalls), Some(Reading::Available(8)));
    let missing = unavailable(Reason::ToolMissing("valgrind".to_owned()));
    assert_eq!(count_of(&record, 0, &Metric::Allocations), missing);
    assert_eq!(count_of(&record, 1, &Metric::Allocations), None);

    // A further session takes them over, and makes only what was lacking.
    let executor = Scripted::new(|_, _| sample(1)).counting(|_, tool| match tool {
        Tool::Strace => panic!("it is counted"),
        Tool::Callgrind | Tool::Memcheck => Pass::Missing,
    });
    let again = measure_again(
        record.clone(),
        &plan,
        &executor,
        options(2),
        &mut |_| false,
        &mut |_| {},
    );
    let again = again.unwrap().record;
    assert_eq!(again.sessions.len(), 2);
    assert_eq!(again.trials[0].counts, record.trials[0].counts);
}

#[test]
fn counts_that_differ_or_cannot_be_read_are_none() {
    let turn = AtomicU64::new(0);
    let varying = Scripted::new(|_, _| sample(1)).counting(move |_, _| made(turn.fetch_add(1, Ordering::Relaxed)));
    let record = measured(&two(), &varying).record;
    assert_eq!(
        count_of(&record, 1, &Metric::Syscalls),
        unavailable(Reason::CountVaries)
    );
    let failed = |tool: &str| unavailable(Reason::ToolFailed(tool.to_owned()));
    // The report is of another tool.
    assert_eq!(count_of(&record, 0, &Metric::Allocations), failed("valgrind"));

    let dying = Scripted::new(|_, _| sample(1)).counting(|_, _| Pass::Made {
        ending: Ending::Signalled(4),
        said: "100.00 0.1 3 7 total\n".to_owned(),
    });
    let record = measured(&two(), &dying).record;
    assert_eq!(count_of(&record, 0, &Metric::Syscalls), failed("strace"));
}

#[test]
fn passes_have_a_budget_of_ten_times_the_rounds() {
    let counting = |pass: u64| {
        let passes = Scripted::new(|_, _| sample(1)).counting(|_, _| made(7));
        passes.passing_for(Duration::from_millis(pass))
    };
    // Of system calls only: two passes of each of two trials, in ten seconds.
    let plan = plan(vec![
        named(&[Metric::Syscalls], trial("a", "pipe")),
        named(&[Metric::Syscalls], trial("b", "pipe")),
    ]);
    let counts = |record: &Record| [0, 1].map(|trial| count_of(record, trial, &Metric::Syscalls));
    let seven = || Some(Reading::Available(7));
    let late = || unavailable(Reason::CountTooLong);
    assert_eq!(counts(&measured(&plan, &counting(2_500)).record), [seven(), seven()]);
    let executor = counting(3_000);
    let record = measured(&plan, &executor).record;
    assert_eq!(counts(&record), [seven(), late()]);
    // A few rounds and the budget.
    assert!(executor.now() <= Duration::from_millis(10_001));
    let executor = counting(20_000);
    assert_eq!(counts(&measured(&plan, &executor).record), [late(), late()]);
    assert!(executor.now() <= Duration::from_millis(10_001));

    // Not made up for by itself, but tried again with a further session.
    assert!(!lacks_counts(&record, &plan, &|_| true));
    let again = measure_again(record, &plan, &counting(1), options(2), &mut |_| false, &mut |_| {});
    assert_eq!(counts(&again.unwrap().record), [seven(), seven()]);
}

#[test]
fn a_tool_that_failed_is_tried_again_with_a_further_session() {
    let failing = Scripted::new(|_, _| sample(1)).counting(|_, _| Pass::Made {
        ending: Ending::Exited(1),
        said: String::new(),
    });
    let record = measured(&two(), &failing).record;
    assert_eq!(
        count_of(&record, 1, &Metric::Syscalls),
        unavailable(Reason::ToolFailed("strace".to_owned()))
    );
    let mending = Scripted::new(|_, _| sample(1)).counting(|_, _| made(7));
    let again = measure_again(record, &two(), &mending, options(2), &mut |_| false, &mut |_| {});
    assert_eq!(
        count_of(&again.unwrap().record, 1, &Metric::Syscalls),
        Some(Reading::Available(7))
    );
}

#[test]
fn what_did_not_end_as_announced_is_not_counted() {
    let executor = Scripted::new(|trial, _| sample(1).ending(Ending::Exited(u8::from(is_a(trial)))))
        .counting(|trial, _| if is_a(trial) { panic!("it failed") } else { made(7) });
    let plan = two();
    let record = measured(&plan, &executor).record;
    assert!(record.trials[0].counts.is_empty());
    assert_eq!(count_of(&record, 1, &Metric::Syscalls), Some(Reading::Available(7)));
    assert!(!lacks_counts(&record, &plan, &|_| true), "nothing more can be counted");
}

#[test]
fn cancelling_keeps_rounds_and_finished_counts() {
    let cancel = Cancel::new();
    let seen = cancel.clone();
    let executor = Scripted::new(|_, _| sample(1)).counting(move |trial, _| {
        if is_a(trial) {
            made(7)
        } else {
            seen.cancel();
            Pass::Made {
                ending: Ending::Cancelled,
                said: String::new(),
            }
        }
    });
    let options = Options { cancel, ..options(1) };
    let plan = two();
    let Measured { record, stop } = measure(&plan, &executor, options, &mut |_| false, &mut |_| {}).unwrap();
    assert!(matches!(stop, Stop::Cancelled));
    assert_eq!(record.rounds(), 10);
    assert_eq!(count_of(&record, 0, &Metric::Syscalls), Some(Reading::Available(7)));
    assert!(record.trials[1].counts.is_empty());
    assert!(lacks_counts(&record, &plan, &|_| true));

    // What is lacking is made up for, without a round.
    let executor = Scripted::new(|_, _| panic!("no round is wanted")).counting(|_, _| made(8));
    let Measured { record, stop } = count(record, &plan, &executor, &Cancel::new(), &mut |_| {}).unwrap();
    assert!(matches!(stop, Stop::Enough));
    assert_eq!(record.rounds(), 10);
    assert_eq!(count_of(&record, 0, &Metric::Syscalls), Some(Reading::Available(7)));
    assert_eq!(count_of(&record, 1, &Metric::Syscalls), Some(Reading::Available(8)));
    let mut other = plan;
    other
        .key
        .parts
        .insert("other".to_owned(), crate::source::Digest::of(b""));
    let refused = count(record, &other, &executor, &Cancel::new(), &mut |_| {});
    assert!(matches!(refused, Err(Error::OtherPlan)));
}
