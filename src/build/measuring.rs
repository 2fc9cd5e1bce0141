//! Measuring an experiment now, and keeping what came of it.
//!
//! Owns when rounds are enough, and what becomes of a session that was cut short. Deliberately absent: what to measure
//! (`choice`) and the rounds themselves (`run`).

use std::collections::BTreeMap;

use crate::book::Lesson;
use crate::claim::Results;
use crate::plan::Plan;
use crate::record::{Circumstances, Reading, Record, StoreError};
use crate::run::{self, Measured, Progress, RealExecutor};

use super::Error;
use super::choice::Bench;
use super::event::{Event, Log};
use super::output;

/// What is to be measured of an experiment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'r> {
    /// A first session. Where it is cut short before its fewest rounds, the record that it was to replace stays, and what was
    /// measured waits apart for the next one that begins anew.
    Anew { replacing: Option<&'r Record> },
    /// One more session of a fresh record.
    Session(&'r Record),
    /// Of a fresh record the exact counts that it lacks.
    Counts(&'r Record),
}

impl Wanted<'_> {
    /// What there is already of the record that comes of it.
    fn begun(&self) -> Option<&Record> {
        match self {
            Wanted::Anew { .. } => None,
            Wanted::Session(record) | Wanted::Counts(record) => Some(record),
        }
    }
}

impl Bench<'_> {
    /// What measuring an experiment showed, stored; `None` where it cannot be measured, which has been told.
    pub(super) fn measured(
        &self,
        lesson: &Lesson,
        index: usize,
        plan: &Plan,
        wanted: Wanted<'_>,
        log: &mut Log<'_>,
    ) -> Result<Option<Record>, Error> {
        let (slug, experiment) = (&lesson.slug, &lesson.experiments[index].name);
        // What cannot be kept is not measured for.
        if let Some(out) = &self.options.out {
            output::try_writing(out)?;
        }
        if let Err(error) = self.store.try_writing(slug) {
            let message = format!("`{slug}/{experiment}` cannot be measured: {error}");
            log.tell(Event::Problem {
                message: &message,
                hint: Some(&error.hint()),
            });
            return Ok(None);
        }
        log.tell(Event::Measuring {
            lesson: slug,
            experiment,
            trials: plan.trials.iter().filter(|trial| !trial.id.control).count(),
        });
        let (resumed, replacing) = match wanted {
            Wanted::Anew { replacing } => (self.resumed(slug, experiment, plan), replacing),
            Wanted::Session(_) | Wanted::Counts(_) => (None, None),
        };
        let wanted = resumed.as_ref().map_or(wanted, Wanted::Session);
        let Measured { record, stop } = match self.session(lesson, index, plan, wanted, log) {
            Ok(measured) => measured,
            Err(run::Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => {
                let message = format!("`{slug}/{experiment}` cannot be measured: {}", chain(&error));
                log.tell(Event::Problem {
                    message: &message,
                    hint: None,
                });
                return Ok(None);
            }
        };
        let waits = replacing.is_some() && record.is_unfinished();
        let is_anew = replacing.is_some() || resumed.is_some();
        if let Err(error) = self.keep(slug, experiment, &record, waits, is_anew) {
            log.tell(Event::Problem {
                message: &error.to_string(),
                hint: Some(&error.hint()),
            });
        }
        if let run::Stop::Broken(error) = &stop {
            let message = format!("measuring `{slug}/{experiment}` broke off: {}", chain(error));
            log.tell(Event::Problem {
                message: &message,
                hint: Some("the finished rounds are kept; build again to go on"),
            });
        }
        let before = wanted.begun();
        log.tell(Event::Measured {
            lesson: slug,
            experiment,
            rounds: all_rounds(&record) - before.map_or(0, all_rounds),
            counts: exact_counts(&record) - before.map_or(0, exact_counts),
            waits,
        });
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        Ok((!waits).then_some(record))
    }

    /// Puts what was measured in its place, or where it waits for more; what waited and is part of it by now is forgotten.
    fn keep(
        &self,
        slug: &str,
        experiment: &str,
        record: &Record,
        waits: bool,
        is_anew: bool,
    ) -> Result<(), StoreError> {
        if waits {
            return self.unfinished.put(slug, &self.here, experiment, record.clone());
        }
        self.store.put(slug, &self.here, experiment, record.clone())?;
        match is_anew {
            true => self.unfinished.remove(slug, &self.here, experiment),
            false => Ok(()),
        }
    }

    /// What a measurement that was cut short has left for the one that begins anew.
    fn resumed(&self, slug: &str, experiment: &str, plan: &Plan) -> Option<Record> {
        // What cannot be read is measured again.
        let mut waiting = self.unfinished.read(slug, &self.here.id()).ok()??;
        let record = waiting.experiments.remove(experiment)?;
        record.is_fresh(&plan.key).then_some(record)
    }

    fn session(
        &self,
        lesson: &Lesson,
        index: usize,
        plan: &Plan,
        wanted: Wanted<'_>,
        log: &mut Log<'_>,
    ) -> Result<Measured, run::Error> {
        // Without a width, the least rounds are enough.
        let width = plan.measure.width.unwrap_or(f64::INFINITY);
        let mut enough = |record: &Record| {
            let records = (0..lesson.experiments.len())
                .map(|other| (other == index).then_some(record))
                .collect();
            Results::new(lesson, records).is_narrow(index, width)
        };
        let mut observe = |progress: Progress<'_>| match progress {
            Progress::Built { number, of, .. } => log.tell(Event::Built { number, of }),
            Progress::Round { number, most } => log.tell(Event::Round { number, most }),
            Progress::Counted { number, of } => log.tell(Event::Counted { number, of }),
            // Told with the record.
            Progress::Failed { .. } => {}
        };
        let root = self.options.folder.root();
        let (search_path, home) = (self.options.search_path.clone(), self.options.home.clone());
        let executor = RealExecutor::new(root, search_path, home, self.cancel.clone())?;
        let options = run::Options {
            seed: run::random_seed(),
            circumstances: Circumstances::here(root, BTreeMap::new()),
            cancel: self.cancel.clone(),
        };
        match wanted {
            Wanted::Anew { .. } => run::measure(plan, &executor, options, &mut enough, &mut observe),
            Wanted::Session(record) => {
                run::measure_again(record.clone(), plan, &executor, options, &mut enough, &mut observe)
            }
            Wanted::Counts(record) => run::count(record.clone(), plan, &executor, self.cancel, &mut observe),
        }
    }
}

/// Rounds of all sessions, of those too that do not count.
fn all_rounds(record: &Record) -> usize {
    record.sessions.iter().map(|session| session.orders.len()).sum()
}

/// How many numbers of passes of their own there are, beside those of controls.
fn exact_counts(record: &Record) -> usize {
    let trials = record.trials.iter().filter(|trial| !trial.id.control);
    let counts = trials.flat_map(|trial| trial.counts.values());
    counts.filter(|count| matches!(count, Reading::Available(_))).count()
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
