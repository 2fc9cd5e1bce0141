//! Which record each experiment is told from: a stored one that is fresh, one measured now, or the best there is.
//!
//! Owns that choice, and when rounds are enough. Deliberately absent: measuring itself (`run`) and the files (`record`).

use std::collections::BTreeMap;

use crate::book::{Book, Experiment, Lesson, Settings};
use crate::claim::Results;
use crate::plan::{self, Plan};
use crate::process::{self, Cancel};
use crate::record::{Circumstances, LessonRecords, Machine, Outcome, Record, Store};
use crate::run::{self, Progress, RealExecutor};
use crate::toolchain::{Definition, Probe, Toolchains};
use crate::wording::Origin;

use super::event::{Event, Observer, Report};
use super::{Error, Options};

/// When to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measuring {
    Never,
    /// What has no fresh record.
    WhenStale,
    /// Everything, from the start.
    Always,
    /// Everything, one more session where the record is fresh.
    OnceMore,
}

/// What an experiment is told from.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    pub record: Option<Record>,
    pub origin: Option<Origin>,
}

/// Everything that choosing and measuring records needs.
pub(super) struct Bench<'a> {
    settings: &'a Settings,
    options: &'a Options,
    toolchains: &'a Toolchains,
    cancel: &'a Cancel,
    store: Store,
    /// The machine that is told.
    machine: String,
    here: Machine,
}

/// Toolchains that were not found, with what to do about each, told once a build.
pub(super) type Missing = BTreeMap<String, String>;

impl<'a> Bench<'a> {
    pub(super) fn new(
        options: &'a Options,
        book: &'a Book,
        toolchains: &'a Toolchains,
        cancel: &'a Cancel,
    ) -> Result<Self, Error> {
        let store = Store::open(&options.folder);
        let here = Machine::here();
        if let Some(machine) = &options.machine {
            let mut known: Vec<String> = book
                .lessons
                .iter()
                .flat_map(|lesson| store.machines(&lesson.slug))
                .collect();
            known.sort();
            known.dedup();
            if !known.contains(machine) {
                let hint = match known.as_slice() {
                    [] => "there are no records yet; build without `--machine` to measure here".to_owned(),
                    known => format!("there are records of {}", super::list(known.iter().map(String::as_str))),
                };
                return Err(Error::Unknown {
                    what: format!("no lesson has records of machine `{machine}`"),
                    hint: Some(hint),
                });
            }
        }
        Ok(Bench {
            settings: &book.settings,
            options,
            toolchains,
            cancel,
            machine: options.machine.clone().unwrap_or_else(|| here.id()),
            store,
            here,
        })
    }

    /// The records that a lesson is told from, or `None` where they cannot be read or written.
    pub(super) fn lesson(
        &self,
        lesson: &Lesson,
        missing: &mut Missing,
        report: &mut Report,
        observer: Observer<'_>,
    ) -> Result<Option<Vec<Chosen>>, Error> {
        let stored = match self.read(lesson, &self.machine, report, observer) {
            Ok(stored) => stored,
            Err(Unreadable) => return Ok(None),
        };
        let mut chosen = Vec::new();
        for index in 0..lesson.experiments.len() {
            match self.experiment(lesson, index, stored.as_ref(), missing, report, observer)? {
                Some(one) => chosen.push(one),
                None => return Ok(None),
            }
        }
        Ok(Some(chosen))
    }

    fn read(
        &self,
        lesson: &Lesson,
        machine: &str,
        report: &mut Report,
        observer: Observer<'_>,
    ) -> Result<Option<LessonRecords>, Unreadable> {
        self.store.read(&lesson.slug, machine).map_err(|error| {
            report.problems += 1;
            observer(Event::Problem {
                message: &error.to_string(),
                hint: Some(&error.hint()),
            });
            Unreadable
        })
    }

    fn experiment(
        &self,
        lesson: &Lesson,
        index: usize,
        stored: Option<&LessonRecords>,
        missing: &mut Missing,
        report: &mut Report,
        observer: Observer<'_>,
    ) -> Result<Option<Chosen>, Error> {
        let experiment = &lesson.experiments[index];
        let record = stored.and_then(|stored| stored.experiments.get(&experiment.name));
        // The toolchains of another machine are taken as its record has them.
        let recorded = |name: &str| record.map_or(Probe::Missing, |record| record.probe(name));
        let probed = |name: &str| self.toolchains.probe(name);
        let probe: &dyn Fn(&str) -> Probe = if self.options.machine.is_some() {
            &recorded
        } else {
            &probed
        };
        let Some(plan) = self.plan(lesson, experiment, probe, report, observer) else {
            return Ok(None);
        };
        let lacking = self.lacking(&plan);
        let is_current = record.is_some_and(|record| is_current(record, &plan));
        let may_measure = self.options.machine.is_none() && self.is_asked_for(lesson, experiment);
        let wants = match self.options.measuring {
            Measuring::Never => false,
            Measuring::WhenStale => !is_current,
            Measuring::Always | Measuring::OnceMore => true,
        };
        if may_measure && wants {
            for definition in &lacking {
                self.tell_missing(definition, missing, observer);
            }
            if self.can_measure(&plan, &lacking, record) {
                return self.measured(lesson, index, &plan, record, report, observer);
            }
        }
        if let Some(record) = record {
            self.count_failures(lesson, experiment, record, report, observer);
            return Ok(Some(self.told(
                record.clone(),
                &self.machine,
                stored,
                false,
                !is_current,
            )));
        }
        Ok(Some(
            self.reference(lesson, experiment, report, observer).unwrap_or_default(),
        ))
    }

    fn is_asked_for(&self, lesson: &Lesson, experiment: &Experiment) -> bool {
        let lesson = self.options.only.is_empty() || self.options.only.contains(&lesson.slug);
        lesson
            && self
                .options
                .experiment
                .as_ref()
                .is_none_or(|name| *name == experiment.name)
    }

    fn plan(
        &self,
        lesson: &Lesson,
        experiment: &Experiment,
        probe: &dyn Fn(&str) -> Probe,
        report: &mut Report,
        observer: Observer<'_>,
    ) -> Option<Plan> {
        let planned = plan::plan(lesson, experiment, self.settings, &self.options.folder, probe);
        planned
            .map_err(|diagnostics| {
                for diagnostic in &diagnostics {
                    report.count(diagnostic);
                    observer(Event::Diagnostic(diagnostic));
                }
                report.broken.push(lesson.slug.clone());
            })
            .ok()
    }

    /// The toolchains of a plan that this machine does not have, each once.
    fn lacking<'p>(&self, plan: &'p Plan) -> Vec<&'p Definition> {
        let mut lacking: Vec<&Definition> = Vec::new();
        for trial in plan.trials.iter().filter(|trial| trial.probe.version().is_none()) {
            if !lacking.iter().any(|known| known.name == trial.toolchain.name) {
                lacking.push(&trial.toolchain);
            }
        }
        lacking
    }

    fn tell_missing(&self, definition: &Definition, missing: &mut Missing, observer: Observer<'_>) {
        if missing.contains_key(&definition.name) {
            return;
        }
        let advice = definition.advice();
        let programs = super::list(advice.programs.iter().copied());
        let message = match self.toolchains.probe(&definition.name) {
            Probe::Broken(why) => format!("toolchain `{}` does not work here: {why}", definition.name),
            _ => format!(
                "toolchain `{}` is not on this machine: {programs} not found",
                definition.name
            ),
        };
        let hint = match advice.package {
            Some(package) => format!("install it: `apt-get install {package}`; until then the last record is told"),
            None => "install it and put it on PATH; until then the last record is told".to_owned(),
        };
        observer(Event::Warning {
            message: &message,
            hint: Some(&hint),
        });
        missing.insert(definition.name.clone(), hint);
    }

    /// Whether measuring now tells more than what there is: some trial can run, and none that was measured before is lost.
    fn can_measure(&self, plan: &Plan, lacking: &[&Definition], record: Option<&Record>) -> bool {
        let some_runs = plan.trials.iter().any(|trial| trial.probe.version().is_some());
        let loses = record.is_some_and(|record| {
            let used = record
                .trials
                .iter()
                .filter(|trial| trial.outcome != Outcome::ToolchainMissing);
            used.into_iter()
                .any(|trial| lacking.iter().any(|definition| definition.name == trial.toolchain))
        });
        process::MEASURES && some_runs && !loses
    }

    fn measured(
        &self,
        lesson: &Lesson,
        index: usize,
        plan: &Plan,
        stored: Option<&Record>,
        report: &mut Report,
        observer: Observer<'_>,
    ) -> Result<Option<Chosen>, Error> {
        let experiment = &lesson.experiments[index];
        observer(Event::Measuring {
            lesson: &lesson.slug,
            experiment: &experiment.name,
            trials: plan.trials.len(),
        });
        let measured = self.session(lesson, index, plan, stored, observer);
        let record = match measured {
            Ok(record) => record,
            Err(run::Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => {
                report.problems += 1;
                let message = format!(
                    "`{}/{}` cannot be measured: {}",
                    lesson.slug,
                    experiment.name,
                    chain(&error)
                );
                observer(Event::Problem {
                    message: &message,
                    hint: None,
                });
                return Ok(None);
            }
        };
        if let Err(error) = self
            .store
            .put(&lesson.slug, &self.here, &experiment.name, record.clone())
        {
            report.problems += 1;
            observer(Event::Problem {
                message: &error.to_string(),
                hint: Some(&error.hint()),
            });
        }
        report.measured += 1;
        observer(Event::Measured {
            lesson: &lesson.slug,
            experiment: &experiment.name,
            rounds: record.rounds(),
        });
        self.count_failures(lesson, experiment, &record, report, observer);
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        Ok(Some(self.told(record, &self.machine, None, false, false)))
    }

    fn session(
        &self,
        lesson: &Lesson,
        index: usize,
        plan: &Plan,
        stored: Option<&Record>,
        observer: Observer<'_>,
    ) -> Result<Record, run::Error> {
        // Without a width, the least rounds are enough.
        let width = plan.measure.width.unwrap_or(f64::INFINITY);
        let mut enough = |record: &Record| {
            let records = (0..lesson.experiments.len())
                .map(|other| (other == index).then_some(record))
                .collect();
            Results::new(lesson, records).is_narrow(index, width)
        };
        let mut observe = |progress: Progress<'_>| match progress {
            Progress::Built { number, of, .. } => observer(Event::Built { number, of }),
            Progress::Round { number, most } => observer(Event::Round { number, most }),
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
        // A session that was cut short is continued by another; what is stale is replaced.
        let continued = match self.options.measuring {
            Measuring::Always => None,
            _ => stored.filter(|record| record.is_fresh(&plan.key)),
        };
        let measured = match continued {
            Some(record) => run::measure_again(record.clone(), plan, &executor, options, &mut enough, &mut observe)?,
            None => run::measure(plan, &executor, options, &mut enough, &mut observe)?,
        };
        Ok(measured.record)
    }

    fn count_failures(
        &self,
        lesson: &Lesson,
        experiment: &Experiment,
        record: &Record,
        report: &mut Report,
        observer: Observer<'_>,
    ) {
        for trial in record.trials.iter().filter(|trial| trial.is_failure()) {
            report.failed += 1;
            observer(Event::Failed {
                lesson: &lesson.slug,
                experiment: &experiment.name,
                trial,
            });
        }
    }

    /// The record of the machine that `book.toml` names as its reference, where it is another one.
    fn reference(
        &self,
        lesson: &Lesson,
        experiment: &Experiment,
        report: &mut Report,
        observer: Observer<'_>,
    ) -> Option<Chosen> {
        let reference = self
            .settings
            .reference
            .as_ref()
            .filter(|_| self.options.machine.is_none())?;
        if *reference == self.machine {
            return None;
        }
        let stored = self.read(lesson, reference, report, observer).ok()??;
        let record = stored.experiments.get(&experiment.name)?.clone();
        let probe = |name: &str| record.probe(name);
        let plan = plan::plan(lesson, experiment, self.settings, &self.options.folder, &probe).ok()?;
        let is_outdated = !is_current(&record, &plan);
        Some(self.told(record, reference, Some(&stored), true, is_outdated))
    }

    fn told(
        &self,
        record: Record,
        machine_id: &str,
        stored: Option<&LessonRecords>,
        is_reference: bool,
        is_outdated: bool,
    ) -> Chosen {
        let origin = Origin {
            machine_id: machine_id.to_owned(),
            machine: stored.map_or_else(|| self.here.clone(), |stored| stored.machine.clone()),
            is_reference,
            is_outdated,
        };
        Chosen {
            record: Some(record),
            origin: Some(origin),
        }
    }
}

/// The problem has been told.
struct Unreadable;

/// Whether a record is fresh and has the rounds that its plan wants at least.
fn is_current(record: &Record, plan: &Plan) -> bool {
    let least = plan.measure.rounds.map_or(0, |(least, _)| least as usize);
    record.is_fresh(&plan.key) && record.rounds() >= least
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
