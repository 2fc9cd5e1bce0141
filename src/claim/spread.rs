//! The spread between sessions: how far a ratio moves from one to the next.
//!
//! Deliberately absent: the interval that answers for it (`analysis`), which is wider where sessions differ.

use crate::analysis::{self, Confidence, Rounds};
use crate::book::formula::Point;
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};

use super::notes::{Note, Sign};
use super::{Results, cells};

impl Results<'_> {
    /// Of all ratios of a time to the baseline's the one that moves most from session to session, relative to itself; `None` where
    /// fewer than two sessions have one.
    pub(super) fn spread(&self, experiment: usize, time: &Metric) -> Option<Note> {
        let definition = &self.lesson().experiments[experiment];
        let ratios = cells(definition).into_iter().flat_map(|cell| {
            let ratio = move |variant| {
                let [low, high] = self.ends_of_sessions(experiment, variant, &cell, time)?;
                Some((variant, cell.clone(), low, high))
            };
            (1..definition.variants.len()).filter_map(ratio)
        });
        let (variant, cell, low, high) = ratios.max_by(|a, b| (a.3 / a.2).total_cmp(&(b.3 / b.2)))?;
        let [low, high] = [low, high].map(|ratio| Quantity::new(Kind::Number, ratio));
        Some(Note {
            sign: Sign::Spread { low, high },
            trials: vec![(variant, cell)],
        })
    }

    /// The least and the greatest of the sessions' own ratios.
    fn ends_of_sessions(&self, experiment: usize, variant: usize, cell: &Point, time: &Metric) -> Option<[f64; 2]> {
        let evaluation = self.evaluation(experiment, Confidence::STANDARD);
        let observed = |variant| {
            let id = evaluation.trial_id(variant, cell);
            evaluation.observed(&id, time, Kind::Duration).ok()
        };
        let pairs = observed(variant)?.pairs(&observed(0)?);
        let of_session = |pairs: &[(f64, f64)]| {
            let pairs = Rounds::of_one_session(pairs.to_vec());
            analysis::ratio(&pairs, Confidence::STANDARD).ok()
        };
        let ratios: Vec<f64> = pairs
            .sessions()
            .filter_map(|pairs| Some(of_session(pairs)?.value))
            .collect();
        let least = ratios.iter().copied().min_by(f64::total_cmp)?;
        let greatest = ratios.iter().copied().max_by(f64::total_cmp)?;
        (ratios.len() > 1).then_some([least, greatest])
    }
}

#[cfg(test)]
mod tests {
    use super::super::scripted::{Script, claiming};
    use super::*;

    #[test]
    fn the_ratio_that_moves_most_is_told_with_its_ends() {
        let lesson = claiming("", "wall(a) > wall(b)");
        let notes = |factors: &[[i64; 2]]| {
            let script = factors.iter().fold(Script::of(&lesson), |script, [b, c]| {
                let shown = |factor: i64| {
                    (0..10)
                        .map(move |round| factor * (1_000_000_000 + round))
                        .collect::<Vec<_>>()
                };
                let script = script.session().shows("a", "wall", &shown(1));
                script.shows("b", "wall", &shown(*b)).shows("c", "wall", &shown(*c))
            });
            let notes = Results::new(&lesson, vec![Some(&script.0)]).notes(0);
            notes.into_iter().find_map(|note| match note.sign {
                Sign::Spread { low, high } => Some((note.trials[0].0, low.value().round(), high.value().round())),
                _ => None,
            })
        };
        assert_eq!(notes(&[[3, 10]]), None);
        assert_eq!(notes(&[[3, 10], [4, 11], [3, 12]]), Some((1, 3.0, 4.0)));
    }
}
