//! Records: what was measured, its wire format and store, and the machine it was measured on.
//!
//! Owns these types, their files and the format's version. Deliberately absent: statistics (`analysis`), and any locale: a
//! record never learns in which language it will be told.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lesson::names::Metric;
use crate::plan::{RecordKey, TrialId};
use crate::quantity::Kind;
use crate::source::Digest;

/// All that is known of one experiment on one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub key: RecordKey,
    /// In the order of the plan that was measured.
    pub trials: Vec<TrialRecord>,
    pub sessions: Vec<Session>,
}

/// What was seen once of a trial, whatever the number of its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRecord {
    pub id: TrialId,
    pub toolchain: String,
    /// The compiler's command line, with no path of the machine in it; empty for an interpreter.
    pub compile: Vec<String>,
    pub run: Vec<String>,
    pub outcome: Outcome,
    /// Whether the lesson announced the outcome.
    pub announced: bool,
    /// What the compiler said, cut to what is shown.
    pub compiler: Excerpt,
    /// What reached the sink.
    pub output: Excerpt,
    /// Empty where standard output is the sink.
    pub stdout: Excerpt,
    pub stderr: Excerpt,
    /// Exact counts of passes of their own, apart from the rounds.
    pub counts: BTreeMap<Metric, Reading>,
}

/// The beginning of a text, and what identifies the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// At most [`EXCERPT_BYTES`], cut at a character, what is no UTF-8 replaced.
    pub text: String,
    pub bytes: u64,
    pub lines: u64,
    /// Absent where runs differed, or nothing was kept.
    pub digest: Option<Digest>,
}

/// How much of a text a record keeps.
pub const EXCERPT_BYTES: usize = 4096;

/// How a trial ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All rounds ended with this exit code.
    Exited(i32),
    /// By a signal, with its name: `SIGABRT`.
    Signalled(String),
    ToolchainMissing,
    BuildFailed,
    /// It could not be started, with what the system said.
    NotStarted(String),
    Exceeded {
        limit: LimitKind,
        value: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// In nanoseconds.
    Wall,
    /// In nanoseconds.
    Cpu,
    Memory,
    Output,
    Processes,
    Files,
    Disk,
}

/// Rounds measured in one go.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub seed: u64,
    /// Date of the measurement, `2026-11-30`, in UTC.
    pub date: String,
    pub circumstances: Circumstances,
    /// The order of each round, by index into the record's trials.
    pub orders: Vec<Vec<u16>>,
    /// For each trial, its series.
    pub samples: Vec<BTreeMap<Metric, Reading<Series>>>,
}

/// What the machine was like during a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circumstances {
    pub kernel: String,
    pub libc: String,
    /// Of the folder in which sink `file` lies.
    pub filesystem: String,
    /// Of the processor's frequency; "not exposed" where the system does not say.
    pub governor: String,
    /// The version line of each toolchain used, by its name.
    pub toolchains: BTreeMap<String, String>,
}

/// One integer a round, all of them times 10^`exponent` base units of the kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    pub kind: Kind,
    pub exponent: i8,
    pub values: Vec<i64>,
}

/// Something read, or why it is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading<T = i64> {
    Available(T),
    Unavailable(Reason),
}

/// Why a quantity is not available.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// There is no record.
    NotMeasured,
    /// This version of the program does not measure it.
    NotSupported,
    /// The kernel did not say, or refused to.
    NotExposed,
    /// A tool is not installed.
    ToolMissing(String),
    ToolchainMissing(String),
    BuildFailed,
    /// The trial did not end as announced.
    TrialFailed,
    /// Nothing can be read back from the sink.
    SinkKeepsNothing,
    /// An exit status after a signal.
    EndedBySignal,
    /// The program reported no number where its pattern looks.
    NotReported,
    /// The cells of a slope have one axis value only, or a number is divided by zero.
    NotDefined,
    TooFewRounds {
        have: u64,
        need: u64,
    },
}

/// A machine's fingerprint: what a record belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The processor's model as the system names it.
    pub cpu: String,
    pub cores: u32,
    pub architecture: String,
    /// `none`, or the hypervisor's name.
    pub virtualisation: String,
}
