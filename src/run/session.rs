//! A session: builds, the warm-up, and rounds until they are enough.
//!
//! Owns when a trial is run, what becomes of one that fails, and when to stop. Deliberately absent: what is enough, which is
//! asked of a closure and never of a difference's significance.

use std::collections::BTreeMap;
use std::time::Duration;

use super::executor::{Built, Executor, RunSample, Turn};
use super::order::{Orders, Paddings};
use super::reported::{Report, reports};
use super::samples::{self, Shown};
use super::{Error, Progress, building, counting, outcome, startup, trials};
use crate::lesson::definitions::{ReportSource, ReportedMetric};
use crate::plan::{Plan, Trial};
use crate::process::Cancel;
use crate::record::{Circumstances, EXCERPT_BYTES, Ended, Outcome, Reason, Record, Session, TrialRecord};

/// The fewest and the most rounds, where a plan does not say.
const ROUNDS: (u32, u32) = (10, 40);
/// How long the rounds of an experiment may take, where a plan does not say.
const BUDGET: Duration = Duration::from_secs(30);
/// How many rounds are added before it is asked again whether they are enough.
const STEP: u32 = 2;
/// How much of a program's text is searched for the numbers that it reports, at most.
const SEARCHED: u64 = 64 << 20;

/// What a session is measured with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Decides orders and paddings: [`random_seed`](super::random_seed), unless they are to be the same again.
    pub seed: u64,
    /// What the machine is like. The toolchains' versions are added from the plan.
    pub circumstances: Circumstances,
    pub cancel: Cancel,
}

/// What was measured, and why no more.
#[derive(Debug)]
pub struct Measured {
    /// With all finished rounds, whatever the reason to stop.
    pub record: Record,
    pub stop: Stop,
}

/// Why a session ended.
#[derive(Debug)]
pub enum Stop {
    /// The closure said so.
    Enough,
    /// The most rounds were reached.
    Rounds,
    /// The time budget was used up.
    Budget,
    /// No trial is left to be repeated.
    Nothing,
    /// The user wanted no more.
    Cancelled,
    /// The machine could not go on.
    Broken(Error),
}

impl Stop {
    /// As it is recorded of a session that has its fewest rounds, or not.
    fn recorded(&self, suffices: bool) -> Ended {
        match self {
            Stop::Enough => Ended::Enough,
            Stop::Rounds => Ended::MostRounds,
            Stop::Budget => Ended::Budget,
            Stop::Nothing => Ended::Nothing,
            Stop::Cancelled | Stop::Broken(_) if suffices => Ended::Stopped,
            Stop::Cancelled | Stop::Broken(_) => Ended::CutShort,
        }
    }

    /// Whether the session was cut short: more was to be measured.
    pub fn is_early(&self) -> bool {
        matches!(self, Stop::Cancelled | Stop::Broken(_))
    }
}

/// Measures a plan.
///
/// Each distinct program is compiled once. Then each trial is run once to warm up, which decides how it ends and is kept as
/// what it says, and then once a round. `enough` is asked of the record after the fewest rounds and every second one from
/// there on. The budget ends a session after the fewest rounds, not before: with less nothing could be told.
///
/// How trials end is in the record; one that ends as nobody announced is not run again, and the others go on. An error means
/// that no round was finished.
pub fn measure(
    plan: &Plan,
    executor: &dyn Executor,
    options: Options,
    enough: &mut dyn FnMut(&Record) -> bool,
    observe: &mut dyn FnMut(Progress<'_>),
) -> Result<Measured, Error> {
    let empty = Record {
        key: plan.key.clone(),
        trials: Vec::new(),
        sessions: Vec::new(),
    };
    Sitting::begin(plan, executor, options, empty, observe)?.measure(enough, observe)
}

/// Adds a session to a record of the same plan, whose key it has. See [`measure`].
pub fn measure_again(
    record: Record,
    plan: &Plan,
    executor: &dyn Executor,
    options: Options,
    enough: &mut dyn FnMut(&Record) -> bool,
    observe: &mut dyn FnMut(Progress<'_>),
) -> Result<Measured, Error> {
    if !is_of_plan(&record, plan) {
        return Err(Error::OtherPlan);
    }
    Sitting::begin(plan, executor, options, record, observe)?.measure(enough, observe)
}

/// Makes the exact counts that a record of the plan lacks, and no round.
///
/// # Errors
/// Where nothing could be built, or the record is of another plan.
pub fn count(
    record: Record,
    plan: &Plan,
    executor: &dyn Executor,
    cancel: &Cancel,
    observe: &mut dyn FnMut(Progress<'_>),
) -> Result<Measured, Error> {
    if !is_of_plan(&record, plan) {
        return Err(Error::OtherPlan);
    }
    let builds = building::build_all(plan, executor, cancel, observe)?;
    Ok(counted(plan, &builds, executor, cancel, record, Stop::Enough, observe))
}

/// The record with the counts that it lacked; `stop` is why there are no more rounds.
fn counted(
    plan: &Plan,
    builds: &[Built],
    executor: &dyn Executor,
    cancel: &Cancel,
    mut record: Record,
    stop: Stop,
    observe: &mut dyn FnMut(Progress<'_>),
) -> Measured {
    let stop = match counting::count_all(plan, builds, executor, cancel, &mut record, observe) {
        Ok(true) => stop,
        Ok(false) => Stop::Cancelled,
        Err(error) => Stop::Broken(error),
    };
    Measured { record, stop }
}

/// The fewest and the most rounds of a session.
pub fn rounds(plan: &Plan) -> (u32, u32) {
    let (least, most) = plan.measure.rounds.unwrap_or(ROUNDS);
    (least, most.max(least))
}

/// How long the rounds of a session may take.
pub(super) fn budget(plan: &Plan) -> Duration {
    plan.measure.budget.unwrap_or(BUDGET)
}

fn is_of_plan(record: &Record, plan: &Plan) -> bool {
    let recorded = record.trials.iter().map(|trial| &trial.id);
    record.key == plan.key && recorded.eq(plan.trials.iter().map(|trial| &trial.id))
}

fn join_trials(record: &mut Record, earlier: &[TrialRecord]) {
    for (trial, earlier) in record.trials.iter_mut().zip(earlier) {
        trials::join(trial, earlier);
    }
}

/// A session under way.
struct Sitting<'a> {
    plan: &'a Plan,
    executor: &'a dyn Executor,
    cancel: Cancel,
    builds: Vec<Built>,
    reports: Vec<Report>,
    wanted: Vec<String>,
    keep: Vec<usize>,
    orders: Orders,
    paddings: Paddings,
    /// Its last session is the one under way.
    record: Record,
}

/// What came of a run.
enum Seen {
    Shown(Shown),
    /// It ended as nobody announced, which is recorded.
    Failed,
    Cancelled,
}

impl<'a> Sitting<'a> {
    /// Builds, and warms up.
    fn begin(
        plan: &'a Plan,
        executor: &'a dyn Executor,
        options: Options,
        mut record: Record,
        observe: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Self, Error> {
        let builds = building::build_all(plan, executor, &options.cancel, observe)?;
        let outcomes: Vec<Option<Outcome>> = plan
            .trials
            .iter()
            .zip(&builds)
            .map(|(t, b)| trials::hindrance(b, executor.offers(t.sink)))
            .collect();
        let started = plan.trials.iter().zip(&builds).zip(&outcomes);
        let started = started
            .map(|((trial, built), outcome)| trials::begun(trial, built, outcome.as_ref()))
            .collect();
        let earlier = std::mem::replace(&mut record.trials, started);
        let reports = reports(plan);
        let none = |(trial, outcome): (&Trial, &Option<Outcome>)| match outcome {
            Some(outcome) => samples::unavailable(&trials::reason(outcome, trial), &reports),
            None => BTreeMap::new(),
        };
        record.sessions.push(Session {
            seed: options.seed,
            date: executor.today(),
            circumstances: with_toolchains(options.circumstances, plan),
            orders: Vec::new(),
            samples: plan.trials.iter().zip(&outcomes).map(none).collect(),
            ended: None,
            stolen_per_mille: None,
            startup: BTreeMap::new(),
        });
        let runnable = (0u16..).zip(&outcomes).filter(|(_, outcome)| outcome.is_none());
        let mut sitting = Sitting {
            plan,
            executor,
            cancel: options.cancel,
            builds,
            reports,
            wanted: wanted_files(&plan.metrics),
            keep: plan.trials.iter().map(|trial| kept(plan, trial)).collect(),
            orders: Orders::new(options.seed, runnable.map(|(trial, _)| trial).collect()),
            paddings: Paddings::new(options.seed),
            record,
        };
        for (trial, outcome) in plan.trials.iter().zip(&sitting.record.trials) {
            if !outcome.announced {
                let (trial, outcome) = (&trial.id, &outcome.outcome);
                observe(Progress::Failed { trial, outcome });
            }
        }
        session(&mut sitting.record).startup = startup::startup(plan, executor, &sitting.cancel)?;
        sitting.warm_up(observe)?;
        join_trials(&mut sitting.record, &earlier);
        Ok(sitting)
    }

    fn warm_up(&mut self, observe: &mut dyn FnMut(Progress<'_>)) -> Result<(), Error> {
        for trial in self.orders.trials().to_vec() {
            match self.run(trial, None, observe)? {
                Seen::Shown(_) | Seen::Failed => {}
                Seen::Cancelled => return Err(Error::Cancelled),
            }
        }
        Ok(())
    }

    fn measure(
        mut self,
        enough: &mut dyn FnMut(&Record) -> bool,
        observe: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Measured, Error> {
        let (least, most) = rounds(self.plan);
        let budget = budget(self.plan);
        let begun = self.executor.now();
        let before = self.executor.processor_time();
        let mut done = 0;
        let stop = loop {
            if self.orders.trials().is_empty() {
                break Stop::Nothing;
            }
            if done >= least && done > 0 && (done - least).is_multiple_of(STEP) && enough(&self.record) {
                break Stop::Enough;
            }
            if done >= most {
                break Stop::Rounds;
            }
            if done >= least && self.executor.now().saturating_sub(begun) >= budget {
                break Stop::Budget;
            }
            match self.round(done, observe) {
                Ok(true) => done += 1,
                Ok(false) => break Stop::Cancelled,
                Err(error) => break Stop::Broken(error),
            }
            observe(Progress::Round { number: done, most });
        };
        let after = self.executor.processor_time();
        let session = session(&mut self.record);
        session.ended = Some(stop.recorded(done >= least));
        session.stolen_per_mille = after.zip(before).and_then(|(after, before)| after.stolen_since(before));
        match stop {
            Stop::Cancelled if done == 0 => Err(Error::Cancelled),
            Stop::Broken(error) if done == 0 => Err(error),
            Stop::Cancelled | Stop::Broken(_) => Ok(Measured {
                record: self.record,
                stop,
            }),
            // Apart from the rounds, which a pass's disk and caches must not sway.
            stop => Ok(counted(
                self.plan,
                &self.builds,
                self.executor,
                &self.cancel,
                self.record,
                stop,
                observe,
            )),
        }
    }

    /// Runs every trial once, and keeps all or nothing of it. Whether the round was finished.
    fn round(&mut self, number: u32, observe: &mut dyn FnMut(Progress<'_>)) -> Result<bool, Error> {
        let order = self.orders.next_round();
        let mut shown = Vec::with_capacity(order.len());
        for trial in &order {
            match self.run(*trial, Some(number), observe)? {
                Seen::Shown(numbers) => shown.push((*trial, numbers)),
                Seen::Failed => {}
                Seen::Cancelled => return Ok(false),
            }
        }
        let session = session(&mut self.record);
        session.orders.push(order);
        for (trial, numbers) in shown {
            samples::add(&mut session.samples[usize::from(trial)], numbers, &self.reports);
        }
        Ok(true)
    }

    /// Runs a trial once: to warm up where there is no round.
    fn run(&mut self, index: u16, round: Option<u32>, observe: &mut dyn FnMut(Progress<'_>)) -> Result<Seen, Error> {
        if self.cancel.is_cancelled() {
            return Ok(Seen::Cancelled);
        }
        let number = usize::from(index);
        let trial = &self.plan.trials[number];
        let turn = Turn {
            round,
            padding: if round.is_some() { self.paddings.draw() } else { 0 },
            wanted: &self.wanted,
            keep: self.keep[number],
        };
        let sample = match self.executor.run(trial, &self.builds[number], turn) {
            Ok(sample) => sample,
            Err(Error::Process(error)) if error.is_of_the_program() => {
                self.fail(index, Outcome::NotStarted(error.to_string()), None, observe);
                return Ok(Seen::Failed);
            }
            Err(error) => return Err(error),
        };
        let Some(outcome) = outcome::of_ending(&sample.execution.ending) else {
            return Ok(Seen::Cancelled);
        };
        if !outcome::is_announced(&outcome, &trial.expect) {
            self.fail(index, outcome, Some(&sample), observe);
            return Ok(Seen::Failed);
        }
        let record = &mut self.record.trials[number];
        if round.is_some() {
            trials::compare(record, &sample);
        } else {
            trials::hear(record, &sample);
            trials::end(record, outcome, trial);
        }
        Ok(Seen::Shown(samples::shown(&sample, &self.reports)))
    }

    /// A trial ended as nobody announced: it runs no more, and of this session has no numbers.
    fn fail(
        &mut self,
        index: u16,
        outcome: Outcome,
        sample: Option<&RunSample>,
        observe: &mut dyn FnMut(Progress<'_>),
    ) {
        let number = usize::from(index);
        let trial = &self.plan.trials[number];
        let record = &mut self.record.trials[number];
        trials::end(record, outcome, trial);
        if let Some(sample) = sample {
            trials::hear(record, sample);
            trials::suspect_memory(record, sample, trial);
        }
        observe(Progress::Failed {
            trial: &trial.id,
            outcome: &record.outcome,
        });
        let samples = samples::unavailable(&Reason::TrialFailed, &self.reports);
        session(&mut self.record).samples[number] = samples;
        self.orders.drop_trial(index);
    }
}

fn session(record: &mut Record) -> &mut Session {
    record.sessions.last_mut().expect("a sitting has a session")
}

fn with_toolchains(mut circumstances: Circumstances, plan: &Plan) -> Circumstances {
    for trial in &plan.trials {
        if let Some(version) = trial.probe.version() {
            let name = trial.toolchain.name.clone();
            circumstances.toolchains.insert(name, version.to_owned());
        }
    }
    circumstances
}

fn wanted_files(metrics: &[ReportedMetric]) -> Vec<String> {
    let files = metrics.iter().filter_map(|metric| match &metric.from {
        ReportSource::File(name) => Some(name.clone()),
        ReportSource::Stdout | ReportSource::Stderr => None,
    });
    files.collect()
}

/// How much of its text a run of the trial keeps: what is told, or all where numbers are looked for.
fn kept(plan: &Plan, trial: &Trial) -> usize {
    if plan.metrics.is_empty() {
        EXCERPT_BYTES
    } else {
        trial.limits.output_bytes.min(SEARCHED) as usize
    }
}
