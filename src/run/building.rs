//! Builds: each distinct compile once, several at a time.
//!
//! Deliberately absent: how one is done (`executor`).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::executor::{Built, Executor};
use super::{Error, Progress};
use crate::plan::{Plan, Trial};
use crate::process::Cancel;
use crate::source::Digest;

/// All that decides what a trial's compile gives.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Recipe<'a> {
    toolchain: &'a str,
    words: &'a Option<Vec<String>>,
    /// The program's first.
    files: Vec<(&'a str, Digest)>,
}

impl<'a> Recipe<'a> {
    fn of(trial: &'a Trial) -> Self {
        let files = [&trial.program].into_iter().chain(&trial.included);
        Recipe {
            toolchain: &trial.toolchain.name,
            words: &trial.compile,
            files: files.map(|file| (file.name.as_str(), file.asset.digest)).collect(),
        }
    }
}

/// What came of each trial's build, in the order of the trials. At most as many run at a time as there are cores.
pub(super) fn build_all(
    plan: &Plan,
    executor: &dyn Executor,
    cancel: &Cancel,
    observe: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<Built>, Error> {
    let mut numbers = BTreeMap::new();
    let mut distinct = Vec::new();
    let mut build_of = Vec::new();
    for trial in &plan.trials {
        let number = *numbers.entry(Recipe::of(trial)).or_insert_with(|| {
            distinct.push(trial);
            distinct.len() - 1
        });
        build_of.push(number);
    }
    let built = build_distinct(&distinct, executor, cancel, observe)?;
    Ok(build_of.into_iter().map(|number| built[number].clone()).collect())
}

fn build_distinct(
    distinct: &[&Trial],
    executor: &dyn Executor,
    cancel: &Cancel,
    observe: &mut dyn FnMut(Progress<'_>),
) -> Result<Vec<Built>, Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let (done, finished) = channel();
    let mut built = vec![Built::default(); distinct.len()];
    thread::scope(|scope| {
        for _ in 0..cores.min(distinct.len()) {
            let (next, done) = (&next, done.clone());
            scope.spawn(move || {
                while let Some((number, trial)) = take(next, distinct) {
                    let result = if cancel.is_cancelled() {
                        Err(Error::Cancelled)
                    } else {
                        executor.build(trial)
                    };
                    let failed = result.is_err();
                    // Nobody listens any more where another build was an error.
                    if done.send((number, result)).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(done);
        for (count, (number, result)) in finished.into_iter().enumerate() {
            built[number] = result?;
            observe(Progress::Built {
                trial: &distinct[number].id,
                number: count + 1,
                of: distinct.len(),
            });
        }
        Ok(built)
    })
}

fn take<'a>(next: &AtomicUsize, distinct: &[&'a Trial]) -> Option<(usize, &'a Trial)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    Some((number, *distinct.get(number)?))
}
