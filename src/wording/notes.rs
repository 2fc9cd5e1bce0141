//! Notes on an experiment's times: what to know of how they came about, and what to do.
//!
//! Owns these sentences. Deliberately absent: when there is something to note (`claim`).

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::claim::{self, Note, Sign};
use crate::quantity::{Quantity, Rounded, Unit};

use super::beside::Scale;
use super::units;
use super::{Argument, Telling};

/// How many trials a note names, at most.
const NAMED: usize = 3;

impl Telling<'_> {
    pub(super) fn time_notes(&self, index: usize) -> Vec<String> {
        let experiment = &self.results.lesson().experiments[index];
        let notes = self.results.notes(index).into_iter();
        notes.map(|note| self.note(experiment, &note)).collect()
    }

    fn note(&self, experiment: &Experiment, note: &Note) -> String {
        let mut arguments: Vec<(&str, Argument)> = Vec::new();
        if !note.trials.is_empty() {
            let all = match note.sign {
                // The baseline alone has a control.
                Sign::Unlike => claim::cells(experiment).len(),
                _ => units::trials(experiment).len(),
            };
            arguments.push(("trials", self.concerned(experiment, &note.trials, all).into()));
        }
        match note.sign {
            Sign::Outliers { count } => arguments.push(("count", count.into())),
            Sign::Stolen { share } => {
                let share = self
                    .wording
                    .figure(&claim::Figure::Exact(share), Scale::Unit(Unit::Percent));
                arguments.push(("share", share.into()));
            }
            Sign::Spread { low, high } => {
                // Two digits: the ends of what was seen have no intervals of their own.
                let digits = low.value().log10().floor() as i16 - 1;
                let told = |ratio: Quantity| {
                    let number = self.wording.locale().number(Rounded::at(ratio.value(), digits));
                    self.wording.scaled(&number, Scale::Times)
                };
                arguments.extend([("low", told(low).into()), ("high", told(high).into())]);
            }
            _ => {}
        }
        self.wording.message(message(note.sign), &arguments)
    }

    /// The trials that a note is about, of `all`: named where they are few, else counted.
    fn concerned(&self, experiment: &Experiment, trials: &[(usize, Point)], all: usize) -> String {
        if trials.len() == units::trials(experiment).len() && all > 1 {
            return self.wording.word("note-all");
        }
        if trials.len() > NAMED {
            let arguments = [("some", trials.len().into()), ("all", all.into())];
            return self.wording.message("note-some", &arguments);
        }
        let named = trials.iter().map(|(variant, cell)| {
            let label = self.label(&experiment.variants[*variant].name).plain();
            match self.cell_label(experiment, cell).plain() {
                cell if cell.is_empty() => label,
                cell => {
                    let arguments = [("variant", label.into()), ("cell", cell.into())];
                    self.wording.message("chart-trial", &arguments)
                }
            }
        });
        self.wording.locale().list(&named.collect::<Vec<_>>())
    }
}

fn message(sign: Sign) -> &'static str {
    match sign {
        Sign::TooShort => "note-too-short",
        Sign::Slowing => "note-slowing",
        Sign::Quickening => "note-quickening",
        Sign::Modes => "note-modes",
        Sign::Waiting => "note-waiting",
        Sign::Outliers { .. } => "note-outliers",
        Sign::Unlike => "note-unlike",
        Sign::Spread { .. } => "note-spread",
        Sign::Budget => "note-budget",
        Sign::MostRounds => "note-most-rounds",
        Sign::Stolen { .. } => "note-stolen",
        Sign::Governor => "note-governor",
    }
}
