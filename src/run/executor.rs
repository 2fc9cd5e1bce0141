//! The boundary to the machine: what compiles and runs trials, and the clock.
//!
//! It is the only thing that tests of what lies above replace. Deliberately absent: what is done with a run's outcome
//! (`session`).

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

use super::passes::{Pass, Tool};
use super::{Error, ProcessorTime};
use crate::lesson::names::Sink;
use crate::plan::Trial;
use crate::process::{Content, Execution, Reading};
use crate::record::{Excerpt, Outcome};

/// What compiles and runs trials: [`RealExecutor`](super::RealExecutor), or [`Scripted`](super::scripted::Scripted).
///
/// However a trial ends is no error; an error means that this machine cannot go on.
pub trait Executor: Debug + Sync {
    /// Makes a trial ready to be run. Called once for all trials that are compiled alike, and for several at a time.
    fn build(&self, trial: &Trial) -> Result<Built, Error>;

    /// Runs a trial once, alone on this machine as far as we can help it.
    fn run(&self, trial: &Trial, built: &Built, turn: Turn<'_>) -> Result<RunSample, Error>;

    /// Runs a trial once under a tool that counts, as it runs without: where one pass differs from the next, it is the program
    /// that differs. It takes no longer than `within`.
    fn count(&self, trial: &Trial, built: &Built, tool: Tool, within: Duration) -> Result<Pass, Error>;

    /// Whether output can go there on this machine.
    fn offers(&self, sink: Sink) -> bool;

    /// The time since some moment, which never goes back.
    fn now(&self) -> Duration;

    /// What the machine's cores did up to now, where the system says so.
    fn processor_time(&self) -> Option<ProcessorTime>;

    /// Today's date in UTC, `2026-11-30`.
    fn today(&self) -> String;
}

/// What came of making a trial ready.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// Why it cannot be run: the toolchain is missing, the build failed or exceeded its time.
    pub failure: Option<Outcome>,
    /// What the compiler said, also of a build that succeeded.
    pub compiler: Excerpt,
    /// How many warnings the compiler gave, where it is known how they look.
    pub warnings: Option<i64>,
    /// What was compiled, a file or a folder; absent for interpreters.
    pub program: Option<PathBuf>,
}

impl Built {
    pub fn failed(outcome: Outcome) -> Self {
        Built {
            failure: Some(outcome),
            ..Built::default()
        }
    }
}

/// Which of a trial's runs it is, and what is wanted of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// From 0 in each session; absent for the warm-up, which is not recorded.
    pub round: Option<u32>,
    /// How many bytes are added to the environment, at most [`MOST_PADDING`](super::MOST_PADDING).
    pub padding: u16,
    /// The files to be read back, by their names in the run's folder.
    pub wanted: &'a [String],
    /// How many bytes of each stream and file are to be kept, from its beginning.
    pub keep: usize,
}

/// What one run showed.
#[derive(Clone, Debug)]
pub struct RunSample {
    pub execution: Execution,
    /// What the program left in the files that were wanted, by their names.
    pub written: BTreeMap<String, Reading<Content>>,
    /// The run's folder, whose path is left out of the record where the program told it.
    pub folder: Option<PathBuf>,
}
