//! Notes: what a reader should know of how the times of an experiment came about, before trusting them.
//!
//! Owns when there is something to note. A note changes no figure and no verdict. Deliberately absent: the statistics of signs
//! (`analysis`) and words (`wording`).

use crate::analysis::{self, Rounds, Summary};
use crate::book::formula::Point;
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};
use crate::record::{Ended, Record, Session};

use super::results::metrics_spoken_of;
use super::{Figure, Results, cells};

/// A run that is shorter measures process start: 1 ms of a dynamic program, 0.3 ms of a static one.
const SHORT_NS: f64 = 5e6;

/// From this m-value on there may be more than one mode, as BenchmarkDotNet has it.
const MODES: f64 = 2.8;

/// The share of its wall time from which on a run's waiting for a core is noted.
const WAITING: f64 = 0.05;

/// The share of a session's processor time from which on what the host took is noted, in thousandths.
const STOLEN_PER_MILLE: u16 = 10;

/// Governors that change the frequency under a program's feet.
const RESTLESS: [&str; 4] = ["powersave", "ondemand", "conservative", "schedutil"];

/// Something to know of an experiment's times.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub sign: Sign,
    /// Of which trials, by variant and cell; empty where it is of the whole session.
    pub trials: Vec<(usize, Point)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sign {
    /// Runs take less than 5 ms, so that starting the process is much of it.
    TooShort,
    /// Runs got slower during a session.
    Slowing,
    /// Runs got faster during a session.
    Quickening,
    /// The samples may have more than one mode.
    Modes,
    /// Runs waited for a core.
    Waiting,
    /// So many samples in all lie far from the others.
    Outliers { count: usize },
    /// The baseline, run twice in each round, differed from itself: the interval of that ratio excludes 1.
    Unlike,
    /// From session to session the ratio of a trial's time to the baseline's lay between these.
    Spread { low: Quantity, high: Quantity },
    /// The time budget ended before the figures were as precise as was asked for.
    Budget,
    /// The most rounds were reached before the figures were as precise as was asked for.
    MostRounds,
    /// The host gave some of the machine's processor time to others: the most of all sessions, a plain number.
    Stolen { share: Quantity },
    /// The processor's frequency is governed by load.
    Governor,
}

/// Whether there is a sign in the wall times and, where they are known, waits of a trial.
type Has<'h> = dyn Fn(&Rounds<f64>, Option<&Rounds<f64>>) -> bool + 'h;

impl Results<'_> {
    /// What there is to note of the times of an experiment, in the order of [`Sign`]; nothing where it speaks of none.
    pub fn notes(&self, experiment: usize) -> Vec<Note> {
        let spoken = metrics_spoken_of(self.lesson(), experiment);
        let times: Vec<Metric> = spoken
            .into_iter()
            .filter_map(|(metric, kind)| (kind == Kind::Duration).then_some(metric))
            .collect();
        if times.is_empty() {
            return Vec::new();
        }
        let of_trials = self.of_trials(experiment).into_iter();
        let of_controls = self.of_controls(experiment, &times);
        of_trials
            .chain(of_controls)
            .chain(times.iter().find_map(|time| self.spread(experiment, time)))
            .chain(self.of_sessions(experiment))
            .collect()
    }

    /// Of the cells in which a time of the baseline differs from its control's.
    fn of_controls(&self, experiment: usize, times: &[Metric]) -> Option<Note> {
        let differs = |cell: &Point, time: &Metric| match self.noise(experiment, cell, time, Kind::Duration) {
            Figure::Interval(ratio) => ratio.low.value() > 1.0 || ratio.high.value() < 1.0,
            Figure::Exact(_) | Figure::NotAvailable(_) => false,
        };
        let cells = cells(&self.lesson().experiments[experiment]).into_iter();
        let unlike = cells.filter(|cell| times.iter().any(|time| differs(cell, time)));
        let trials: Vec<_> = unlike.map(|cell| (0, cell)).collect();
        (!trials.is_empty()).then_some(Note {
            sign: Sign::Unlike,
            trials,
        })
    }

    fn of_trials(&self, experiment: usize) -> Vec<Note> {
        let definition = &self.lesson().experiments[experiment];
        let trials = cells(definition)
            .into_iter()
            .flat_map(|cell| (0..definition.variants.len()).map(move |variant| (variant, cell.clone())));
        let timed: Vec<_> = trials
            .filter_map(|(variant, cell)| {
                let of = |metric| self.samples(experiment, variant, &cell, metric, Kind::Duration);
                let (wall, wait) = (of(&Metric::Wall).ok()?, of(&Metric::Wait).ok());
                Some(((variant, cell), wall, wait))
            })
            .collect();
        let outliers: usize = timed.iter().map(|(_, wall, _)| analysis::outliers(wall.pooled())).sum();
        let drifts = |wall: &Rounds<f64>, rising: bool| analysis::drift(wall).is_some_and(|rho| (rho > 0.0) == rising);
        let noted = |sign: Sign, has: &Has<'_>| {
            let having = timed.iter().filter(|(_, wall, wait)| has(wall, wait.as_ref()));
            let trials: Vec<_> = having.map(|(trial, ..)| trial.clone()).collect();
            (!trials.is_empty()).then_some(Note { sign, trials })
        };
        let notes = [
            noted(Sign::TooShort, &|wall, _| middle(wall) < SHORT_NS),
            noted(Sign::Slowing, &|wall, _| drifts(wall, true)),
            noted(Sign::Quickening, &|wall, _| drifts(wall, false)),
            noted(Sign::Modes, &|wall, _| {
                analysis::modality(wall.pooled()).is_some_and(|modes| modes > MODES)
            }),
            noted(Sign::Waiting, &|wall, wait| {
                wait.is_some_and(|wait| middle(wait) >= WAITING * middle(wall))
            }),
            noted(Sign::Outliers { count: outliers }, &|wall, _| {
                analysis::outliers(wall.pooled()) > 0
            }),
        ];
        notes.into_iter().flatten().collect()
    }

    fn of_sessions(&self, experiment: usize) -> Vec<Note> {
        let sessions = self.record(experiment).map(Record::counting_sessions);
        let sessions: Vec<&Session> = sessions.into_iter().flatten().map(|(_, session)| session).collect();
        let ended = sessions.last().and_then(|session| session.ended);
        let imprecise = match ended {
            Some(Ended::Budget) => Some(Sign::Budget),
            Some(Ended::MostRounds) => Some(Sign::MostRounds),
            Some(Ended::Enough | Ended::Nothing | Ended::Stopped | Ended::CutShort) | None => None,
        };
        let stolen = sessions.iter().filter_map(|session| session.stolen_per_mille).max();
        let stolen = stolen
            .filter(|stolen| *stolen >= STOLEN_PER_MILLE)
            .map(|stolen| Sign::Stolen {
                share: Quantity::new(Kind::Number, f64::from(stolen) / 1000.0),
            });
        let is_restless = |governor: &str| RESTLESS.contains(&governor);
        let governor = sessions
            .iter()
            .any(|session| is_restless(&session.circumstances.governor));
        let signs = [imprecise, stolen, governor.then_some(Sign::Governor)]
            .into_iter()
            .flatten();
        signs
            .map(|sign| Note {
                sign,
                trials: Vec::new(),
            })
            .collect()
    }
}

fn middle(samples: &Rounds<f64>) -> f64 {
    Summary::of(samples.pooled()).map_or(0.0, |summary| summary.median)
}

#[cfg(test)]
mod tests {
    use super::super::scripted::{Script, around, claiming};
    use super::*;

    /// 40 rounds of about a second, in which nothing is odd.
    fn calm() -> Vec<i64> {
        (0..40)
            .map(|round| 1_000_000_000 + ((round * 17) % 40 - 20) * 1_000_000)
            .collect()
    }

    fn signs(that: &str, change: impl FnOnce(Script) -> Script) -> Vec<(Sign, Vec<usize>)> {
        let lesson = claiming("", that);
        let script = Script::of(&lesson).session();
        let script = ["a", "b", "c"]
            .iter()
            .fold(script, |script, trial| script.shows(trial, "wall", &calm()));
        let script = change(script);
        let notes = Results::new(&lesson, vec![Some(&script.0)]).notes(0);
        notes
            .into_iter()
            .map(|note| (note.sign, note.trials.into_iter().map(|(variant, _)| variant).collect()))
            .collect()
    }

    const TIMED: &str = "wall(a) > wall(b)";

    #[test]
    fn calm_rounds_need_no_note() {
        assert_eq!(signs(TIMED, |script| script), []);
    }

    #[test]
    fn each_sign_names_its_trials() {
        let short = |script: Script| script.shows("b", "wall", &around(2_000_000, 1000));
        assert_eq!(signs(TIMED, short), [(Sign::TooShort, vec![1])]);
        let rising: Vec<i64> = (0..40).map(|round| 1_000_000_000 + round * 9_000_000).collect();
        let falling: Vec<i64> = rising.iter().rev().copied().collect();
        let drift = |script: Script| script.shows("a", "wall", &rising).shows("c", "wall", &falling);
        assert_eq!(
            signs(TIMED, drift),
            [(Sign::Slowing, vec![0]), (Sign::Quickening, vec![2])]
        );
        let modes: Vec<i64> = calm()
            .iter()
            .enumerate()
            .map(|(at, wall)| wall + (at as i64 % 2) * 300_000_000)
            .collect();
        assert_eq!(
            signs(TIMED, |script| script.shows("b", "wall", &modes)),
            [(Sign::Modes, vec![1])]
        );
        let waiting = |script: Script| script.shows("c", "wait", &[60_000_000; 40]);
        assert_eq!(signs(TIMED, waiting), [(Sign::Waiting, vec![2])]);
        let mut odd = calm();
        odd[5] = 9_000_000_000;
        odd[20] = 9_000_000_000;
        let outliers = |script: Script| script.shows("a", "wall", &odd);
        assert_eq!(signs(TIMED, outliers), [(Sign::Outliers { count: 2 }, vec![0])]);
    }

    #[test]
    fn a_baseline_that_differs_from_itself_is_noted() {
        let control = |factor: i64| {
            let again: Vec<i64> = calm().iter().map(|wall| wall / 1000 * factor).collect();
            signs(TIMED, |script| script.shows("control", "wall", &again))
        };
        assert_eq!(control(1000), []);
        assert_eq!(control(1060), [(Sign::Unlike, vec![0])]);
        assert_eq!(control(940), [(Sign::Unlike, vec![0])]);
    }

    #[test]
    fn sessions_have_signs_of_their_own() {
        let session = |change: &dyn Fn(&mut crate::record::Session)| {
            signs(TIMED, |mut script| {
                change(script.0.sessions.last_mut().expect("a session"));
                script
            })
        };
        assert_eq!(session(&|session| session.ended = Some(Ended::Enough)), []);
        assert_eq!(
            session(&|session| session.ended = Some(Ended::Budget)),
            [(Sign::Budget, vec![])]
        );
        assert_eq!(
            session(&|session| session.ended = Some(Ended::MostRounds)),
            [(Sign::MostRounds, vec![])]
        );
        assert_eq!(session(&|session| session.stolen_per_mille = Some(9)), []);
        let share = Quantity::new(Kind::Number, 0.05);
        assert_eq!(
            session(&|session| session.stolen_per_mille = Some(50)),
            [(Sign::Stolen { share }, vec![])]
        );
        let governor = |session: &mut crate::record::Session| session.circumstances.governor = "powersave".to_owned();
        assert_eq!(session(&governor), [(Sign::Governor, vec![])]);
    }

    #[test]
    fn a_lesson_of_counts_alone_is_not_troubled_by_times() {
        let short = |script: Script| script.shows("b", "wall", &around(2_000_000, 1000));
        assert_eq!(signs("writes(a) == 5", short), []);
    }
}
