//! Measuring an experiment now, and keeping what came of it.
//!
//! Owns when rounds are enough, and what becomes of a session that was cut short. Deliberately absent: what to measure
//! (`choice`) and the rounds themselves (`run`).

use std::collections::BTreeMap;

use crate::book::Lesson;
use crate::claim::Results;
use crate::plan::Plan;
use crate::record::{Circumstances, Record};
use crate::run::{self, Measured, Progress, RealExecutor};

use super::Error;
use super::choice::Bench;
use super::event::{Event, Log};
use super::output;

/// What is to be measured of an experiment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'r> {
    /// A first session. Where it is cut short, the record that it was to replace is kept beside it.
    Anew { replacing: Option<&'r Record> },
    /// One more session of a fresh record.
    Session(&'r Record),
    /// Of a fresh record the exact counts that it lacks.
    Counts(&'r Record),
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
        let record = match wanted {
            Wanted::Anew {
                replacing: Some(earlier),
            } if stop.is_early() => run::join(earlier.clone(), record),
            _ => record,
        };
        if let Err(error) = self.store.put(slug, &self.here, experiment, record.clone()) {
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
        log.tell(Event::Measured {
            lesson: slug,
            experiment,
            rounds: record.rounds(),
        });
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        Ok(Some(record))
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
