//! What starting a program costs, by the empty programs of a record's sessions.
//!
//! Deliberately absent: how they were run (`run`), and words (`wording`).

use std::collections::BTreeSet;

use crate::analysis::{Confidence, Rounds, median};
use crate::quantity::Kind;

use super::{Figure, Results};

impl Results<'_> {
    /// The median wall time of an empty program of each toolchain of the experiment, by its name, where it was measured.
    pub fn startup(&self, experiment: usize) -> Vec<(&str, Figure)> {
        let sessions = self.record(experiment).map_or(&[][..], |record| &record.sessions);
        let names: BTreeSet<&str> = sessions
            .iter()
            .flat_map(|session| session.startup.keys().map(String::as_str))
            .collect();
        let times = |name: &str| -> Rounds<f64> {
            let lists = sessions.iter().filter_map(|session| session.startup.get(name));
            lists
                .map(|times| times.iter().map(|time| *time as f64).collect::<Vec<_>>())
                .collect()
        };
        let told = names.into_iter().filter_map(|name| {
            let estimate = median(&times(name), Confidence::STANDARD).ok()?;
            Some((name, Figure::of(estimate, Kind::Duration)))
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::scripted::{Script, claiming};
    use super::*;

    #[test]
    fn empty_programs_are_told_of_all_sessions_together() {
        let lesson = claiming("", "wall(a) > wall(b)");
        let mut script = Script::of(&lesson).session().session();
        for (session, first) in script.0.sessions.iter_mut().zip([1_000_000, 1_200_000]) {
            let times = (first..).step_by(10_000).take(10).collect();
            session.startup.insert("g++".to_owned(), times);
            session.startup.insert("few".to_owned(), vec![1]);
        }
        let results = Results::new(&lesson, vec![Some(&script.0)]);
        let told = results.startup(0);
        let [("g++", Figure::Interval(interval))] = told.as_slice() else {
            panic!("{told:?}");
        };
        assert_eq!(interval.estimate.value(), 1_145_000.0);
        assert!(interval.low < interval.estimate && interval.estimate < interval.high);
        assert_eq!((interval.rounds, interval.sessions), (20, 2));
    }
}
