//! Trials and their keys: variants crossed with axes and toolchains.
//!
//! Owns what is run to measure an experiment, and the key over all that decides what is measured. Deliberately absent:
//! running (`run`), and prose, locales and labels, which decide nothing.

mod counted;
#[cfg(test)]
mod counted_tests;
mod cross;
mod empty;
mod inputs;
mod key;
mod limits;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

pub use cross::plan;
pub use key::Change;

use serde::{Deserialize, Serialize};

use crate::lesson::definitions::{Expectation, Measure, ReportedMetric, Timing};
use crate::lesson::names::{Metric, Sink};
use crate::source::{Asset, Digest};
use crate::toolchain::{Definition, Probe};

/// The version of what a record says and how it was measured. Raised where the same plan would be measured in another way,
/// or its record written in another.
pub const FORMAT: u32 = 1;

/// How many trials an experiment may have, beside its controls: each round runs them all.
pub const MOST_TRIALS: usize = 256;

/// All that is measured together: each round runs every trial once.
#[derive(Clone, Debug)]
pub struct Plan {
    pub lesson: String,
    pub experiment: String,
    /// Variants within cells, cells in the order of the axes' values; in each cell the baseline's control comes last.
    pub trials: Vec<Trial>,
    /// One for each toolchain of the trials that has one, named by it: what starting a program costs. No part of the key.
    pub empty_programs: Vec<Trial>,
    pub metrics: Vec<ReportedMetric>,
    pub key: RecordKey,
    pub measure: Measure,
    pub timing: Timing,
}

/// One variant in one cell on one toolchain: compiled once and run many times.
#[derive(Clone, Debug)]
pub struct Trial {
    pub id: TrialId,
    pub toolchain: Definition,
    pub probe: Probe,
    pub program: InputFile,
    /// What the program includes by `#include "x"`, in the lesson's folder.
    pub included: Vec<InputFile>,
    /// Words, `{program}` and `{source}` not yet filled in; absent for an interpreter. The first is called by
    /// [`Probe::executable`].
    pub compile: Option<Vec<String>>,
    /// Words, `{program}`, `{source}` and `{sink}` not yet filled in. The first is called by [`Probe::executable`], where
    /// there is one.
    pub run: Vec<String>,
    /// Whether the program gets its sink as a path, `{sink}`.
    pub sink_is_path: bool,
    pub sink: Sink,
    /// What the lesson sets beside the environment that every run has.
    pub env: BTreeMap<String, String>,
    pub stdin: Option<Arc<[u8]>>,
    /// Copied into each run's fresh folder.
    pub files: Vec<InputFile>,
    pub limits: Limits,
    pub expect: Expectation,
    /// The exact counts that the lesson names in its cell, to be made in passes of their own. They are no part of the key, so that
    /// naming one does not measure all again.
    pub counted: BTreeSet<Metric>,
}

/// Names a trial within its experiment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TrialId {
    pub variant: String,
    /// Axis and value, in the order of the axes.
    pub cell: Vec<(String, String)>,
    /// Whether this is the baseline a second time: the A/A control, whose ratio to the baseline shows the machine's own noise.
    /// It differs from the baseline in nothing else, and runs as any other trial.
    pub control: bool,
}

impl std::fmt::Display for TrialId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.variant)?;
        for (axis, value) in &self.cell {
            write!(formatter, " {axis}={value}")?;
        }
        if self.control {
            formatter.write_str(" (control)")?;
        }
        Ok(())
    }
}

/// A file of the lesson, by its path in the lesson's folder. Of programs and what they include, the lines end in LF.
#[derive(Clone, Debug)]
pub struct InputFile {
    pub name: String,
    pub asset: Arc<Asset>,
}

/// The limits of one run, resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub wall: Duration,
    pub cpu: Duration,
    pub memory_bytes: u64,
    pub output_bytes: u64,
    pub processes: u64,
    pub files: u64,
    pub disk_bytes: u64,
}

/// What decides a measurement, each part by its digest, so that it can be said which one changed: `program endl.cpp`,
/// `compile endl`, `toolchain g++`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordKey {
    pub parts: BTreeMap<String, Digest>,
}
