//! Where the time of a trial's runs went: on a core, in the program or the kernel, waiting for a core, or blocked.
//!
//! Owns the parts, each taken run by run and told by its median. Deliberately absent: drawing them (`wording`, `render`).

use crate::analysis::{self, Confidence, Summary};
use crate::book::formula::Point;
use crate::lesson::names::Metric;
use crate::quantity::Kind;

use super::samples::Observed;
use super::{Figure, Results};

/// A part of the time from a program's start to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimePart {
    /// On a core, in the program and in the kernel, where runs are long enough to tell these apart.
    User,
    Kernel,
    /// On a core, not told apart.
    OnCore,
    /// Ready, and waiting for a core.
    Waiting,
    /// Not ready: for a disk, a reader or a clock.
    Blocked,
    /// Waiting or blocked, where the system does not tell which.
    OffCore,
}

/// How far beyond its time a program may have been on a core, by the different clocks of both, before it is one that uses
/// several.
const CLOCKS: f64 = 1.02;

impl Results<'_> {
    /// The parts of the wall time of a trial's runs, in the order of [`TimePart`], each with its interval of 95 %; the figures are
    /// medians, which need not add up to the median of the whole. None where times are not available, and of a program that was on
    /// several cores at once, whose time has no such parts.
    pub fn time_parts(&self, experiment: usize, variant: usize, cell: &Point) -> Option<Vec<(TimePart, Figure)>> {
        let evaluation = self.evaluation(experiment, Confidence::STANDARD);
        let id = evaluation.trial_id(variant, cell);
        let of = |metric| evaluation.observed(&id, &metric, Kind::Duration).ok();
        let (wall, cpu) = (of(Metric::Wall)?, of(Metric::Cpu)?);
        if middle(&cpu)? > CLOCKS * middle(&wall)? {
            return None;
        }
        let off_core = wall.zip(&cpu, |wall, cpu| wall - cpu);
        let mut parts = match (of(Metric::User), of(Metric::Sys)) {
            (Some(user), Some(kernel)) => vec![(TimePart::User, user), (TimePart::Kernel, kernel)],
            _ => vec![(TimePart::OnCore, cpu)],
        };
        match of(Metric::Wait) {
            Some(wait) => {
                let blocked = off_core.zip(&wait, |off_core, wait| off_core - wait);
                parts.extend([(TimePart::Waiting, wait), (TimePart::Blocked, blocked)]);
            }
            None => parts.push((TimePart::OffCore, off_core)),
        }
        let figures = parts.into_iter().map(|(part, rounds)| {
            // Two clocks may disagree by a little where next to nothing is left.
            let rounds = rounds.rounds().map(|time| time.max(0.0));
            let estimate = analysis::median(&rounds, Confidence::STANDARD).ok()?;
            Some((part, Figure::of(estimate, Kind::Duration)))
        });
        figures.collect()
    }
}

fn middle(observed: &Observed) -> Option<f64> {
    Summary::of(observed.rounds().pooled()).map(|summary| summary.median)
}

#[cfg(test)]
mod tests {
    use super::super::scripted::{Script, claiming};
    use super::*;

    fn parts(change: impl FnOnce(Script) -> Script) -> Option<Vec<(TimePart, f64)>> {
        let lesson = claiming("", "wall(a) > wall(b)");
        let script = change(Script::of(&lesson).session().shows("a", "wall", &[200_000_000; 10]));
        let told = Results::new(&lesson, vec![Some(&script.0)]).time_parts(0, 0, &Point::new())?;
        let centre = |figure| match figure {
            Figure::Interval(interval) => interval.estimate.value() / 1e6,
            other => panic!("{other:?}"),
        };
        Some(told.into_iter().map(|(part, figure)| (part, centre(figure))).collect())
    }

    #[test]
    fn parts_are_told_apart_as_far_as_they_are_known() {
        use TimePart::{Blocked, Kernel, OffCore, OnCore, User, Waiting};
        let cpu = |script: Script, millis: i64| script.shows("a", "cpu", &[millis * 1_000_000; 10]);
        assert_eq!(parts(|script| script), None);
        assert_eq!(
            parts(|script| cpu(script, 50)),
            Some(vec![(OnCore, 50.0), (OffCore, 150.0)])
        );
        let all = |script: Script| {
            cpu(script, 150)
                .shows("a", "user", &[30_000_000; 10])
                .shows("a", "sys", &[120_000_000; 10])
                .shows("a", "wait", &[10_000_000; 10])
        };
        assert_eq!(
            parts(all),
            Some(vec![(User, 30.0), (Kernel, 120.0), (Waiting, 10.0), (Blocked, 40.0)])
        );
        let on_one_core = |script: Script| cpu(script, 201).shows("a", "wait", &[0; 10]);
        assert_eq!(
            parts(on_one_core),
            Some(vec![(OnCore, 201.0), (Waiting, 0.0), (Blocked, 0.0)])
        );
        assert_eq!(parts(|script| cpu(script, 390)), None);
    }
}
