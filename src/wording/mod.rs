//! Words of one locale: figures, findings and messages. No word or figure reaches a page except through here.
//!
//! Owns how things are told. Deliberately absent: where on a page they stand, and any markup (`render`).

mod beside;
mod charts;
mod circumstances;
mod drawings;
mod evidence;
mod figures;
mod labels;
mod messages;
mod notes;
mod outputs;
mod panel;
mod parts;
mod questions;
mod ratios;
mod reasons;
mod subjects;
mod sweeps;
mod telling;
mod typeset;
mod units;

#[cfg(test)]
mod chart_tests;
#[cfg(test)]
mod completeness_tests;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod telling_tests;

pub use drawings::{Chart, ChartGroup, ChartRow, Drawn, Fill, RowChart, Series, SweepChart};
pub use messages::{Argument, Error, Wording};
pub use reasons::advice;
pub use telling::Telling;
pub use typeset::Set;

use crate::lesson::names::Verdict;
use crate::locale::Locale;
use crate::quantity::Quantity;
use crate::record::Machine;

/// Whose samples an experiment's figures come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub machine_id: String,
    pub machine: Machine,
    /// Whether it is another machine's record, told because the one asked for has none.
    pub is_reference: bool,
    /// Whether something that decides the measurement has changed since.
    pub is_outdated: bool,
}

/// Words with the code spans that labels may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    pub runs: Vec<Run>,
    /// The locale of the words where it is not the page's own.
    pub foreign: Option<Locale>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    Text(String),
    Code(String),
}

impl Phrase {
    pub fn text(words: impl Into<String>) -> Self {
        Phrase {
            runs: vec![Run::Text(words.into())],
            foreign: None,
        }
    }

    /// Words of a lesson in `locale`, with its typography and with code spans: a label, a title or a summary.
    pub fn set(words: &str, locale: Locale) -> Self {
        labels::phrase(words, locale)
    }

    /// Without marks for code.
    pub fn plain(&self) -> String {
        let words = |run: &Run| match run {
            Run::Text(words) | Run::Code(words) => words.clone(),
        };
        self.runs.iter().map(words).collect()
    }
}

/// A figure as a sentence or a table tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub text: String,
    /// From where to where its interval reaches; absent where it is exact, not available, or no figure.
    pub interval: Option<String>,
    /// Where it comes from: interval, rounds, variant and machine; or why it is not available.
    pub source: String,
    /// The name of the experiment whose panel has it.
    pub experiment: String,
    /// Why it is not available, as a note says it.
    pub lacking: Option<String>,
}

/// What a variant printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Its words, of no language, and a note where they are only the beginning.
    Said { text: String, more: Option<String> },
    /// It printed nothing, or why that is not known.
    Nothing(Told),
}

/// The result panel of one experiment: what is told, in the order in which it is told.
#[derive(Clone, Debug)]
pub struct Panel {
    pub experiment: String,
    pub title: Phrase,
    /// Sentences that come before all figures: that a record is outdated, another machine's, or missing.
    pub notices: Vec<String>,
    pub charts: Vec<Chart>,
    pub table: Table,
    /// What to know of how the times came about, and what to do.
    pub time_notes: Vec<String>,
    /// Why figures of the lesson's sentences are not available, where no note of the table says it.
    pub lacking: Vec<String>,
    pub claims: Vec<ClaimLine>,
    /// Trials that did not end as announced, or not by exit 0: what happened, and what the program or compiler said.
    pub endings: Vec<Ending>,
    /// What starting a program costs, by toolchains: pairs of a term and its description, which `circumstances` has too.
    pub startup: Vec<(String, String)>,
    /// Machine, system, toolchains, date, rounds, sinks: pairs of a term and its description.
    pub circumstances: Vec<(String, String)>,
    /// What was compiled and run: the labels of trials with their command lines.
    pub commands: Vec<(Phrase, Vec<String>)>,
    /// What every page says of its intervals: their confidence and how they were made.
    pub method: String,
}

/// Rows are trials; the first columns name them, the others are metrics and the ratio to the baseline.
#[derive(Clone, Debug)]
pub struct Table {
    pub caption: String,
    pub name_heads: Vec<Phrase>,
    pub figure_heads: Vec<Phrase>,
    pub rows: Vec<TableRow>,
    /// Why figures are not available, each reason once.
    pub notes: Vec<String>,
}

impl Table {
    /// The number, from 1, of the note that says why a figure is not available.
    pub fn note(&self, told: &Told) -> Option<usize> {
        let place = self.notes.iter().position(|note| told.lacking.as_ref() == Some(note));
        place.map(|place| place + 1)
    }
}

#[derive(Clone, Debug)]
pub struct TableRow {
    pub names: Vec<Phrase>,
    pub figures: Vec<Told>,
    /// Whether it is the baseline's second run, which shows the noise.
    pub is_control: bool,
}

#[derive(Clone, Debug)]
pub struct ClaimLine {
    pub claim: String,
    /// Its label, else its formula as code.
    pub words: Phrase,
    pub verdict: Verdict,
    pub verdict_word: String,
    /// "17.2× (16.9–17.5×), needed: at least 10×", cell by cell, of a joined claim comparison by comparison; or why it is
    /// undecided.
    pub evidence: Vec<String>,
    /// Said where the lesson expected the opposite.
    pub surprise: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Ending {
    pub trial: Phrase,
    /// What happened, as a sentence.
    pub sentence: String,
    pub announced: bool,
    /// What it said on standard error, or what the compiler said; not words of any language.
    pub excerpt: String,
}

/// A question to the reader, told.
#[derive(Clone, Debug)]
pub struct Question {
    pub name: String,
    pub ask: Asked,
}

#[derive(Clone, Debug)]
pub enum Asked {
    /// Options as told, and which of them is nearest to the figure, if it is available.
    Options {
        options: Vec<Phrase>,
        right: Option<usize>,
        unclear: Option<String>,
    },
    /// A slider over a logarithmic scale of ratios.
    Slider {
        least: Quantity,
        most: Quantity,
        figure: Told,
        value: Option<Quantity>,
    },
}
