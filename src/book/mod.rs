//! A book: `book.toml`, and lessons whose editions are resolved together.
//!
//! Owns what names mean across editions and what a lesson is once all its editions agree. Deliberately absent: crossing
//! variants with axes (`plan`) and values of any kind.

mod agreement;
mod draft;
mod experiments;
mod files;
mod form_units;
pub mod formula;
mod labels;
mod lessons;
mod links;
mod load;
mod lost;
mod outline;
mod references;
pub mod region;
pub mod resolve;
mod same_output;
pub mod scope;
mod sections;
pub mod settings;
mod toolchains;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::SourceText;
use crate::lesson::Edition;
use crate::lesson::definitions::{self, AxisPoint, Limits, Measure, ReportRule};
use crate::lesson::names::{Metric, Verdict};
use crate::locale::Locale;
use crate::quantity::{Kind, Unit};
use crate::toolchain::Definition;

pub use same_output::same_output;

use formula::Formula;

pub use labels::Label;
pub use links::linked_edition;
pub use load::load;
pub use sections::Section;

/// `book.toml`, with the embedded defaults where it is silent.
#[derive(Clone, Debug)]
pub struct Settings {
    pub source: Arc<SourceText>,
    pub locales: Vec<Locale>,
    /// The order of chapters; lessons that it does not name follow by slug.
    pub lessons: Vec<String>,
    /// The machine whose records the committed book tells.
    pub reference: Option<String>,
    pub titles: BTreeMap<Locale, String>,
    pub measure: Measure,
    pub limits: Limits,
    pub caps: Limits,
    pub raw_html: bool,
    /// In the order in which they own endings.
    pub toolchains: Vec<Definition>,
}

/// All lessons of a folder.
#[derive(Clone, Debug)]
pub struct Book {
    pub settings: Settings,
    /// In the order of chapters; without those that are broken.
    pub lessons: Vec<Lesson>,
    /// The slugs of lessons with errors, which are not written.
    pub broken: Vec<String>,
}

/// One subject, in every locale that it has been written in.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub slug: String,
    pub original: Locale,
    pub editions: BTreeMap<Locale, Edition>,
    pub experiments: Vec<Experiment>,
    pub predicts: Vec<Predict>,
    /// The texts of files that program fences define.
    pub fenced: BTreeMap<String, String>,
    /// The words of labels: by locale, then by what they name (`endl`, `sink.file`); asked by [`Lesson::label`].
    pub labels: BTreeMap<Locale, BTreeMap<String, String>>,
    /// The resolved figures of sentences: the expression's text as it stands in the role, to its formula.
    pub figures: BTreeMap<String, Formula>,
}

impl Lesson {
    /// The edition that the lesson was first written in.
    pub fn original(&self) -> &Edition {
        &self.editions[&self.original]
    }

    /// A claim by its name as prose has it, `claim` or `experiment.claim`, with its experiment.
    pub fn claim(&self, name: &str) -> Option<(usize, &Claim)> {
        self.named(name, |experiment, word| {
            experiment.claims.iter().find(|claim| claim.name == word)
        })
    }

    /// A variant by its name as prose has it, as indices of its experiment and in it.
    pub fn variant(&self, name: &str) -> Option<(usize, usize)> {
        self.named(name, |experiment, word| {
            experiment.variants.iter().position(|variant| variant.name == word)
        })
    }

    fn named<'a, T>(&'a self, name: &str, lookup: impl Fn(&'a Experiment, &str) -> Option<T>) -> Option<(usize, T)> {
        let (home, word) = match name.split_once('.') {
            Some((experiment, word)) => (Some(experiment), word),
            None => (None, name),
        };
        let mut experiments = self.experiments.iter().enumerate();
        experiments.find_map(|(index, experiment)| match home {
            Some(home) if home != experiment.name => None,
            _ => Some((index, lookup(experiment, word)?)),
        })
    }
}

#[derive(Clone, Debug)]
pub struct Experiment {
    pub name: String,
    /// Titles by locale, absent where an edition gives none.
    pub titles: BTreeMap<Locale, String>,
    /// The first is the baseline.
    pub variants: Vec<Variant>,
    pub axes: Vec<Axis>,
    pub metrics: Vec<ReportedMetric>,
    pub values: Vec<Value>,
    pub claims: Vec<Claim>,
    /// As written: commands, inputs, limits, how long to measure.
    pub definition: definitions::Experiment,
}

#[derive(Clone, Debug)]
pub struct Variant {
    pub name: String,
    /// The program's file in the lesson's folder.
    pub program: String,
    /// The toolchain's name; `None` where an axis says it.
    pub toolchain: Option<String>,
    pub definition: definitions::Variant,
}

#[derive(Clone, Debug)]
pub struct Axis {
    pub name: String,
    pub points: Vec<AxisPoint>,
}

impl Axis {
    /// Whether every value is a number, so that it can be computed with.
    pub fn is_numeric(&self) -> bool {
        self.points.iter().all(|point| point.number.is_some())
    }
}

#[derive(Clone, Debug)]
pub struct ReportedMetric {
    pub metric: Metric,
    pub kind: Kind,
    pub definition: definitions::ReportedMetric,
}

#[derive(Clone, Debug)]
pub struct Value {
    pub name: String,
    pub formula: Formula,
}

#[derive(Clone, Debug)]
pub struct Claim {
    pub name: String,
    pub formula: Formula,
    /// The expression as written, shown where the claim has no label; empty for `same_output`.
    pub text: String,
    pub expect: Option<Verdict>,
}

/// A question to the reader, resolved.
#[derive(Clone, Debug)]
pub struct Predict {
    pub name: String,
    /// Titles by locale, absent where an edition gives none.
    pub titles: BTreeMap<Locale, String>,
    pub ask: Ask,
}

#[derive(Clone, Debug)]
pub enum Ask {
    Figure { formula: Formula, options: Vec<f64> },
    Choices(Vec<Choice>),
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub name: String,
    pub formula: Formula,
}

/// What a number that a program reports is a number of.
pub fn reported_kind(rule: &ReportRule) -> Kind {
    match rule {
        ReportRule::Find { unit, .. } => unit.map_or(Kind::Number, Unit::kind),
        ReportRule::Count { .. } => Kind::Count,
    }
}

#[cfg(test)]
mod tests;
