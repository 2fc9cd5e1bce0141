//! Which record each experiment is told from: a stored one that is fresh, one measured now, or the best there is.
//!
//! Owns that choice. Deliberately absent: measuring now (`measuring`) and the files of records (`record`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::book::{Book, Experiment, Lesson, Settings};
use crate::diag::did_you_mean;
use crate::plan::{self, Plan};
use crate::process::{self, Cancel};
use crate::record::{Ended, LessonRecords, Machine, Outcome, Record, Store};
use crate::run;
use crate::toolchain::{Definition, Probe, Toolchains};
use crate::wording::Origin;

use super::event::{Event, Log};
use super::measuring::Wanted;
use super::why::Asked;
use super::{Error, Options, Told};

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
    pub source: Source,
    /// What it would be measured by now.
    pub asked: Option<Asked>,
}

/// Where a record comes from; see [`Sources`](super::Sources).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    Measured,
    Fresh,
    Last,
    Reference,
    #[default]
    None,
}

/// Everything that choosing and measuring records needs.
pub(super) struct Bench<'a> {
    pub(super) options: &'a Options,
    pub(super) cancel: &'a Cancel,
    pub(super) store: Store,
    /// What was cut short and is to replace a record of the store.
    pub(super) unfinished: Store,
    pub(super) here: Machine,
    settings: &'a Settings,
    toolchains: &'a Toolchains,
    /// The machine that is told.
    machine: String,
}

/// The records of a lesson cannot be read, which has been told.
struct Unreadable;

impl<'a> Bench<'a> {
    pub(super) fn new(
        options: &'a Options,
        book: &'a Book,
        toolchains: &'a Toolchains,
        cancel: &'a Cancel,
    ) -> Result<Self, Error> {
        let store = Store::open(&options.folder);
        if let Some(machine) = &options.machine {
            check_machine(machine, book, &store)?;
        }
        let here = Machine::here();
        Ok(Bench {
            options,
            cancel,
            store,
            unfinished: Store::of_unfinished(&options.folder),
            settings: &book.settings,
            toolchains,
            machine: options.machine.clone().unwrap_or_else(|| here.id()),
            here,
        })
    }

    /// What a lesson's experiments are told from, or `None` where that cannot be read or the lesson has errors.
    pub(super) fn lesson(&self, lesson: &Lesson, log: &mut Log<'_>) -> Result<Option<Vec<Chosen>>, Error> {
        let Ok(stored) = self.read(lesson, &self.machine, log) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for index in 0..lesson.experiments.len() {
            match self.experiment(lesson, index, stored.as_ref(), log)? {
                Some(chosen) => all.push(chosen),
                None => return Ok(None),
            }
        }
        if all.iter().any(|chosen| chosen.record.is_none())
            && let Some(reference) = self.reference()
        {
            let Ok(stored) = self.read(lesson, reference, log) else {
                return Ok(None);
            };
            for (experiment, chosen) in lesson.experiments.iter().zip(&mut all) {
                if chosen.record.is_none()
                    && let Some(stored) = &stored
                {
                    *chosen = Chosen {
                        asked: chosen.asked.take(),
                        ..self.told_from_reference(lesson, experiment, stored)
                    };
                }
            }
        }
        Ok(Some(all))
    }

    fn read(&self, lesson: &Lesson, machine: &str, log: &mut Log<'_>) -> Result<Option<LessonRecords>, Unreadable> {
        self.store.read(&lesson.slug, machine).map_err(|error| {
            log.tell(Event::Problem {
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
        log: &mut Log<'_>,
    ) -> Result<Option<Chosen>, Error> {
        let experiment = &lesson.experiments[index];
        let record = stored.and_then(|stored| stored.experiments.get(&experiment.name));
        let Some(plan) = self.plan(lesson, experiment, record, log) else {
            return Ok(None);
        };
        let lacking = lacking(&plan);
        // That a compiler is gone does not make what it was used for outdated: its version is taken as recorded.
        let unchanged = record.is_some_and(|record| {
            record.is_of(&plan.key)
                || !lacking.is_empty()
                    && self.is_of_plan(lesson, experiment, record, &|name| match self.toolchains.probe(name) {
                        found @ Probe::Found { .. } => found,
                        Probe::Missing | Probe::Broken(_) => record.probe(name),
                    })
        });
        let is_current = unchanged
            && record.is_some_and(|record| !record.has_failure() && suffices(record, &plan))
            && !record.is_some_and(|record| could_run(record, &plan));
        let lacks_counts = record.is_some_and(|record| self.lacks_counts(record, &plan));
        let asked = Asked {
            key: plan.key.clone(),
            versions: versions(&plan),
            least_rounds: run::rounds(&plan).0 as usize,
            lacks_counts,
        };
        if self.may_measure(lesson, experiment) {
            for definition in &lacking {
                self.tell_missing(definition, record.is_some(), log);
            }
            let wants = !is_current || lacks_counts || self.options.measuring != Measuring::WhenStale;
            if wants && !process::MEASURES {
                let message = process::Error::CannotMeasureHere.to_string();
                log.warn_once(&message, "what is told here is told from records, where there are any");
            }
            if wants
                && self.can_measure(&plan, &lacking, record)
                && let Some(record) = self.measured(lesson, index, &plan, self.wanted(&plan, record), log)?
            {
                self.tell_missing_tools(&record, &plan, log);
                return Ok(Some(Chosen {
                    asked: Some(asked),
                    ..told(record, &self.here, Source::Measured, false)
                }));
            }
        }
        let asked_again = matches!(self.options.measuring, Measuring::Always | Measuring::OnceMore);
        if asked_again && self.may_measure(lesson, experiment) && process::MEASURES && !lacking.is_empty() {
            tell_not_again(lesson, experiment, &lacking, log);
        }
        if let Some(record) = record.filter(|_| self.may_measure(lesson, experiment)) {
            self.tell_missing_tools(record, &plan, log);
        }
        let source = if is_current { Source::Fresh } else { Source::Last };
        let chosen = stored
            .zip(record)
            .map(|(stored, record)| told(record.clone(), &stored.machine, source, !unchanged));
        Ok(Some(Chosen {
            asked: Some(asked),
            ..chosen.unwrap_or_default()
        }))
    }

    fn wanted<'r>(&self, plan: &Plan, record: Option<&'r Record>) -> Wanted<'r> {
        let fresh = record.filter(|record| record.is_fresh(&plan.key) && !could_run(record, plan));
        match (self.options.measuring, fresh) {
            (_, Some(record)) if record.is_unfinished() => Wanted::Session(record),
            (Measuring::WhenStale, Some(record)) if suffices(record, plan) => Wanted::Counts(record),
            (Measuring::WhenStale | Measuring::OnceMore, Some(record)) => Wanted::Session(record),
            _ => Wanted::Anew {
                replacing: record.filter(|record| !record.is_unfinished()),
            },
        }
    }

    /// Adds a session to each record of a lesson that has fewer than `number`, if so many are wanted of it.
    pub(super) fn sit(
        &self,
        lesson: &Lesson,
        chosen: &mut [Chosen],
        number: usize,
        log: &mut Log<'_>,
    ) -> Result<(), Error> {
        for (index, (experiment, chosen)) in lesson.experiments.iter().zip(chosen).enumerate() {
            if !self.may_measure(lesson, experiment) || !matches!(chosen.source, Source::Measured | Source::Fresh) {
                continue;
            }
            let Some(record) = chosen.record.as_ref().filter(|record| whole_sessions(record) < number) else {
                continue;
            };
            let Some(plan) = self.plan(lesson, experiment, Some(record), log) else {
                continue;
            };
            // A record of toolchains that are gone has no more sessions, nor has one that cannot be repeated.
            if self.sessions_of(&plan) < number || !record.is_fresh(&plan.key) || record.rounds() == 0 {
                continue;
            }
            if let Some(record) = self.measured(lesson, index, &plan, Wanted::Session(record), log)? {
                *chosen = Chosen {
                    asked: chosen.asked.take(),
                    ..told(record, &self.here, Source::Measured, false)
                };
            }
        }
        Ok(())
    }

    fn sessions_of(&self, plan: &Plan) -> usize {
        let asked = self.options.sessions.or(plan.measure.sessions);
        asked.map_or(1, |sessions| sessions as usize)
    }

    /// The most sessions that any experiment wants.
    pub(super) fn most_sessions(&self, lessons: &[Told<'_>]) -> usize {
        if self.options.measuring != Measuring::WhenStale && self.options.measuring != Measuring::Always {
            return 1;
        }
        let experiments = lessons.iter().flat_map(|told| &told.lesson.experiments);
        let own = experiments.filter_map(|experiment| experiment.definition.measure.sessions);
        let asked = match self.options.sessions {
            Some(sessions) => Some(sessions),
            None => own.chain(self.settings.measure.sessions).max(),
        };
        asked.map_or(1, |sessions| sessions as usize)
    }

    /// Whether the lesson names exact counts that the record has not, and this machine's tools can make.
    fn lacks_counts(&self, record: &Record, plan: &Plan) -> bool {
        run::lacks_counts(record, plan, &|tool| self.has_tool(tool))
    }

    fn has_tool(&self, tool: &str) -> bool {
        process::find_program(Path::new(tool), Some(&self.options.search_path)).is_some()
    }

    fn may_measure(&self, lesson: &Lesson, experiment: &Experiment) -> bool {
        let Options {
            only,
            experiment: wanted,
            machine,
            measuring,
            ..
        } = self.options;
        *measuring != Measuring::Never
            && machine.is_none()
            && (only.is_empty() || only.contains(&lesson.slug))
            && wanted.as_ref().is_none_or(|wanted| *wanted == experiment.name)
    }

    /// An experiment's plan on the machine that is told. What is wrong with its programs is told.
    fn plan(
        &self,
        lesson: &Lesson,
        experiment: &Experiment,
        record: Option<&Record>,
        log: &mut Log<'_>,
    ) -> Option<Plan> {
        let probe = |name: &str| match (&self.options.machine, record) {
            (None, _) => self.toolchains.probe(name),
            // The toolchains of another machine are taken as its record has them.
            (Some(_), Some(record)) => record.probe(name),
            (Some(_), None) => Probe::Missing,
        };
        let planned = plan::plan(lesson, experiment, self.settings, &self.options.folder, &probe);
        planned
            .map_err(|diagnostics| {
                for diagnostic in &diagnostics {
                    log.tell(Event::Diagnostic(diagnostic));
                }
                log.report.broken.push(lesson.slug.clone());
            })
            .ok()
    }

    /// Whether a record is of the plan that comes of these toolchains.
    fn is_of_plan(
        &self,
        lesson: &Lesson,
        experiment: &Experiment,
        record: &Record,
        probe: &dyn Fn(&str) -> Probe,
    ) -> bool {
        let planned = plan::plan(lesson, experiment, self.settings, &self.options.folder, probe);
        planned.is_ok_and(|plan| record.is_of(&plan.key))
    }

    fn tell_missing(&self, definition: &Definition, has_record: bool, log: &mut Log<'_>) {
        let advice = definition.advice();
        let name = &definition.name;
        let message = match self.toolchains.probe(name) {
            Probe::Broken(why) => format!("toolchain `{name}` does not work here: {why}"),
            _ => {
                let programs = super::list(&advice.programs);
                format!("toolchain `{name}` is not on this machine: {programs} not found")
            }
        };
        let install = match advice.package {
            Some(package) => format!("install it: `apt-get install {package}`"),
            None => "install it and put it on PATH".to_owned(),
        };
        let until_then = match (has_record, self.reference()) {
            (true, _) => "until then the last record is told",
            (false, Some(_)) => "until then the reference's record is told, where there is one",
            (false, None) => "until then there are no figures of it",
        };
        log.warn_once(&message, &format!("{install}; {until_then}"));
    }

    fn tell_missing_tools(&self, record: &Record, plan: &Plan, log: &mut Log<'_>) {
        for tool in run::missing_tools(record, plan) {
            if !self.has_tool(tool) {
                log.warn_once(
                    &format!("`{tool}` is not on this machine, and some exact counts cannot be made without it"),
                    &format!("install it: `apt-get install {tool}`; until then claims on them are undecided"),
                );
            }
        }
    }

    /// Whether measuring now tells more than what there is: some trial can run, and none that was measured before is lost.
    fn can_measure(&self, plan: &Plan, lacking: &[&Definition], record: Option<&Record>) -> bool {
        let some_runs = plan.trials.iter().any(|trial| trial.probe.version().is_some());
        let trials = record.iter().flat_map(|record| &record.trials);
        let loses = trials
            .filter(|trial| trial.outcome != Outcome::ToolchainMissing)
            .any(|trial| lacking.iter().any(|definition| definition.name == trial.toolchain));
        process::MEASURES && some_runs && !loses
    }

    /// The machine that `book.toml` names as its reference, where another one is told and could be in its place.
    fn reference(&self) -> Option<&str> {
        let reference = self.settings.reference.as_deref()?;
        (self.options.machine.is_none() && reference != self.machine).then_some(reference)
    }

    fn told_from_reference(&self, lesson: &Lesson, experiment: &Experiment, stored: &LessonRecords) -> Chosen {
        let Some(record) = stored.experiments.get(&experiment.name) else {
            return Chosen::default();
        };
        let unchanged = self.is_of_plan(lesson, experiment, record, &|name| record.probe(name));
        told(record.clone(), &stored.machine, Source::Reference, !unchanged)
    }
}

/// That an experiment was to be measured, whatever its record, and was not.
fn tell_not_again(lesson: &Lesson, experiment: &Experiment, lacking: &[&Definition], log: &mut Log<'_>) {
    let names: Vec<&str> = lacking.iter().map(|definition| definition.name.as_str()).collect();
    let message = format!(
        "`{}/{}` was not measured, as this machine lacks {}",
        lesson.slug,
        experiment.name,
        super::list(&names)
    );
    log.warn_once(&message, "what is told of it, if anything, is from before");
}

fn told(record: Record, machine: &Machine, source: Source, is_outdated: bool) -> Chosen {
    let origin = Origin {
        machine_id: machine.id(),
        machine: machine.clone(),
        is_reference: source == Source::Reference,
        is_outdated,
    };
    Chosen {
        record: Some(record),
        origin: Some(origin),
        source,
        asked: None,
    }
}

/// The toolchains of a plan that the machine does not have, each once.
fn lacking(plan: &Plan) -> Vec<&Definition> {
    let mut names = BTreeSet::new();
    let trials = plan.trials.iter().filter(|trial| trial.probe.version().is_none());
    trials
        .map(|trial| &trial.toolchain)
        .filter(|definition| names.insert(&definition.name))
        .collect()
}

/// The version line of each toolchain that the machine has, by the name of its part of the key.
fn versions(plan: &Plan) -> BTreeMap<String, String> {
    let found = plan.trials.iter().filter_map(|trial| {
        let version = trial.probe.version()?.to_owned();
        Some((format!("toolchain {}", trial.toolchain.name), version))
    });
    found.collect()
}

/// Whether a trial was not run for a sink that this machine offers by now.
fn could_run(record: &Record, plan: &Plan) -> bool {
    let left_out = record
        .trials
        .iter()
        .filter(|trial| trial.outcome == Outcome::NotSupported);
    let planned = left_out.filter_map(|left| plan.trials.iter().find(|trial| trial.id == left.id));
    planned.into_iter().any(|trial| run::offers(trial.sink))
}

/// Whether a record has rounds enough, or its trials cannot be repeated.
fn suffices(record: &Record, plan: &Plan) -> bool {
    let least = run::rounds(plan).0 as usize;
    let cannot_be_repeated = || {
        let last = record.sessions.last();
        last.is_some_and(|session| session.ended == Some(Ended::Nothing))
    };
    !record.is_unfinished() && (record.rounds() >= least || cannot_be_repeated())
}

fn whole_sessions(record: &Record) -> usize {
    record.sessions.iter().filter(|session| session.is_whole()).count()
}

fn check_machine(machine: &str, book: &Book, store: &Store) -> Result<(), Error> {
    let lessons = book.lessons.iter();
    let known: BTreeSet<String> = lessons.flat_map(|lesson| store.machines(&lesson.slug)).collect();
    if known.contains(machine) {
        return Ok(());
    }
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let hint = match names.as_slice() {
        [] => "there are no records yet; build without `--machine` to measure here".to_owned(),
        names => did_you_mean(machine, names.iter().copied())
            .unwrap_or_else(|| format!("there are records of {}", super::list(names))),
    };
    Err(Error::Unknown {
        what: format!("no lesson has records of machine `{machine}`"),
        hint: Some(hint),
    })
}
