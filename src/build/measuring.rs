//! Measuring an experiment now, and keeping what came of it.
//!
//! Owns when rounds are enough, and what becomes of a session that was cut short. Deliberately absent: whether to measure
//! (`choice`) and the rounds themselves (`run`).

use std::collections::BTreeMap;

use crate::book::Lesson;
use crate::claim::Results;
use crate::plan::Plan;
use crate::record::{Circumstances, Record};
use crate::run::{self, Measured, Progress, RealExecutor};

use super::Error;
use super::choice::{Bench, Measuring, has_least_rounds};
use super::event::{Event, Log};
use super::output;

impl Bench<'_> {
    /// What measuring an experiment showed, stored; `None` where it cannot be measured, which has been told.
    pub(super) fn measured(
        &self,
        lesson: &Lesson,
        index: usize,
        plan: &Plan,
        stored: Option<&Record>,
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
        let stored = stored.filter(|record| record.is_fresh(&plan.key));
        let Measured { record, stop } = match self.session(lesson, index, plan, stored, log) {
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
        // What was to be replaced and is not, as its replacement was cut short, is kept beside it.
        let record = match stored {
            Some(earlier) if stop.is_early() && self.options.measuring == Measuring::Always => {
                run::join(earlier.clone(), record)
            }
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

    /// Measures from the start, or, where the stored record is fresh and not to be replaced, once more.
    fn session(
        &self,
        lesson: &Lesson,
        index: usize,
        plan: &Plan,
        stored: Option<&Record>,
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
        let counts_only =
            |record: &&Record| self.options.measuring == Measuring::WhenStale && has_least_rounds(record, plan);
        if let Some(record) = stored.filter(counts_only) {
            return run::count(record.clone(), plan, &executor, self.cancel, &mut observe);
        }
        match stored.filter(|_| self.options.measuring != Measuring::Always) {
            Some(record) => run::measure_again(record.clone(), plan, &executor, options, &mut enough, &mut observe),
            None => run::measure(plan, &executor, options, &mut enough, &mut observe),
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
