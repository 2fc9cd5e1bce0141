//! Records: what was measured, its wire format and store, and the machine it was measured on.
//!
//! Owns these types and their files. Deliberately absent: statistics (`analysis`), and any locale: a record never learns in
//! which language it will be told.

mod circumstances;
mod excerpt;
mod layout;
mod machine;
#[cfg(test)]
mod samples;
mod store;
mod wire;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lesson::names::Metric;
use crate::plan::{RecordKey, TrialId};
use crate::quantity::Kind;
use crate::source::Digest;
use crate::toolchain::Probe;

pub use excerpt::EXCERPT_BYTES;
pub use store::{Store, StoreError};

/// What was measured of one lesson on one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonRecords {
    pub machine: Machine,
    /// By the experiment's name.
    pub experiments: BTreeMap<String, Record>,
}

/// All that is known of one experiment on one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub key: RecordKey,
    /// In the order of the plan that was measured.
    pub trials: Vec<TrialRecord>,
    /// At least one, even where no trial could be run and there were no rounds: it says what the machine was like.
    pub sessions: Vec<Session>,
}

impl Record {
    /// Whether this is what measuring the plan with this key would show, as far as it was measured. A failed trial is never
    /// served as current. How many rounds are enough is the plan's to say.
    pub fn is_fresh(&self, key: &RecordKey) -> bool {
        self.is_of(key) && !self.sessions.is_empty() && !self.has_failure()
    }

    /// Whether nothing that decides a measurement has changed since.
    pub fn is_of(&self, key: &RecordKey) -> bool {
        self.key == *key
    }

    /// Whether a trial ended as nobody announced.
    pub fn has_failure(&self) -> bool {
        self.trials.iter().any(TrialRecord::is_failure)
    }

    pub fn trial(&self, id: &TrialId) -> Option<&TrialRecord> {
        self.trials.iter().find(|trial| trial.id == *id)
    }

    /// The trials whose endings there is something to say of: a control only where it ended otherwise than its baseline.
    pub fn told_apart(&self) -> impl Iterator<Item = &TrialRecord> {
        let is_alike = |control: &TrialRecord| {
            let id = TrialId {
                control: false,
                ..control.id.clone()
            };
            self.trial(&id)
                .is_some_and(|baseline| baseline.outcome == control.outcome)
        };
        self.trials
            .iter()
            .filter(move |trial| !trial.id.control || !is_alike(trial))
    }

    /// The sessions that figures are told from, by their numbers: one that was cut short counts only where there is no whole
    /// one, as what little it saw says nothing of how figures move from session to session.
    pub fn counting_sessions(&self) -> impl Iterator<Item = (usize, &Session)> {
        let is_unfinished = self.is_unfinished();
        let sessions = self.sessions.iter().enumerate();
        sessions.filter(move |(_, session)| is_unfinished || session.is_whole())
    }

    /// Whether each session was cut short before its fewest rounds: such a record is never fresh.
    pub fn is_unfinished(&self) -> bool {
        !self.sessions.iter().any(Session::is_whole)
    }

    /// Rounds of the sessions that count.
    pub fn rounds(&self) -> usize {
        self.counting_sessions().map(|(_, session)| session.orders.len()).sum()
    }

    /// A toolchain as it was when this was measured, for plans of another machine's book; missing where it was not used.
    pub fn probe(&self, toolchain: &str) -> Probe {
        let last = self.sessions.last();
        match last.and_then(|session| session.circumstances.toolchains.get(toolchain)) {
            Some(version) => Probe::Found {
                version: version.clone(),
                executables: BTreeMap::new(),
            },
            None => Probe::Missing,
        }
    }
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
    /// The memory that it was allowed, in bytes, where nobody announced its end and there are signs that it wanted more.
    pub memory_limit: Option<u64>,
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

impl TrialRecord {
    /// Whether it ended as nobody announced. A missing toolchain is the machine's matter, and part of the key.
    pub fn is_failure(&self) -> bool {
        !self.announced && self.outcome != Outcome::ToolchainMissing
    }
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
        /// What the limit allows, in its unit.
        value: u64,
    },
    /// Its output cannot go where it should on this machine, or in this version of the program. Nobody's failure: it counts as
    /// announced, and each of its metrics says why it is not available.
    NotSupported,
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
    /// The order of each round, by index into the record's trials. Only finished rounds are kept.
    pub orders: Vec<Vec<u16>>,
    /// For each trial, its series, none of which is longer than there are rounds.
    pub samples: Vec<BTreeMap<Metric, Reading<Series>>>,
    /// Why there are no more rounds, where that was recorded.
    pub ended: Option<Ended>,
    /// How much of the machine's processor time its host gave to others meanwhile, in thousandths; where the system says so.
    pub stolen_per_mille: Option<u16>,
    /// The wall times of an empty program of each toolchain, by its name, in nanoseconds; of none where that was not measured.
    pub startup: BTreeMap<String, Vec<i64>>,
}

impl Session {
    /// Whether it was not cut short before its fewest rounds.
    pub fn is_whole(&self) -> bool {
        self.ended != Some(Ended::CutShort)
    }
}

/// Why a session has no more rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The figures were precise enough.
    Enough,
    /// There were as many as were allowed.
    MostRounds,
    /// The time for them was used up.
    Budget,
    /// No trial was left to be repeated.
    Nothing,
    /// By the user, or as the machine could not go on, after the fewest rounds.
    Stopped,
    /// Likewise, and before them.
    CutShort,
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
    /// The processor has no counter of it, or a virtual machine does not see it.
    NoCounter,
    /// The kernel does not let this user count it.
    CounterRefused,
    /// Others used the processor's counters for a part of the time.
    CounterShared,
    /// No pass was made for this exact count: none is where nothing in the lesson names it.
    NotCounted,
    /// Two passes counted differently.
    CountVaries,
    /// This toolchain does not say how the warnings of its compiler look, or has none.
    NoWarningPattern(String),
    /// A tool is not installed.
    ToolMissing(String),
    /// A tool is installed and could not count: it did not run here, or the program ended otherwise under it.
    ToolFailed(String),
    /// The passes that count took longer than they may.
    CountTooLong,
    ToolchainMissing(String),
    BuildFailed,
    /// The trial did not end as announced.
    TrialFailed,
    /// Nothing can be read back from the sink.
    SinkKeepsNothing,
    /// Output cannot go there on this machine.
    SinkNotOffered,
    /// The output differed from run to run.
    OutputVaries,
    /// An exit status after a signal.
    EndedBySignal,
    /// The program reported no number where its pattern looks.
    NotReported,
    /// The cells of a slope have one axis value only, or a number is divided by zero.
    NotDefined,
    /// User and system time apart, of a run that took too little of both; their sum is good.
    TooShortToSplit,
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

#[cfg(test)]
mod tests {
    use super::samples::sample;
    use super::*;

    fn record() -> Record {
        sample().experiments.remove("turns").expect("the sample's record")
    }

    #[test]
    fn a_record_is_fresh_for_its_key_if_all_ended_as_announced() {
        let key = record().key;
        assert!(record().is_fresh(&key));
        let other = RecordKey { parts: BTreeMap::new() };
        assert!(!record().is_fresh(&other));
        let mut failed = record();
        failed.trials[1].outcome = Outcome::Signalled("SIGSEGV".to_owned());
        failed.trials[1].announced = false;
        assert!(!failed.is_fresh(&key));
        let unmeasured = Record {
            sessions: Vec::new(),
            ..record()
        };
        assert!(!unmeasured.is_fresh(&key));
    }

    #[test]
    fn a_session_that_was_cut_short_counts_only_alone() {
        let mut record = record();
        let mut stub = record.sessions[0].clone();
        stub.orders.truncate(2);
        stub.ended = Some(Ended::CutShort);
        record.sessions.insert(0, stub);
        let counting: Vec<usize> = record.counting_sessions().map(|(number, _)| number).collect();
        assert_eq!(
            (counting, record.rounds(), record.is_unfinished()),
            (vec![1], 40, false)
        );
        record.sessions[1].ended = Some(Ended::Stopped);
        assert_eq!(record.rounds(), 40);
        record.sessions.truncate(1);
        assert_eq!((record.rounds(), record.is_unfinished()), (2, true));
    }

    #[test]
    fn a_control_is_told_where_it_ended_otherwise() {
        let mut record = record();
        let mut control = record.trials[0].clone();
        control.id.control = true;
        record.trials.push(control);
        let told = |record: &Record| record.told_apart().map(|trial| trial.id.control).collect::<Vec<_>>();
        assert_eq!(told(&record), [false, false]);
        record.trials[2].outcome = Outcome::Exited(3);
        assert_eq!(told(&record), [false, false, true]);
    }

    #[test]
    fn toolchains_are_as_they_were_recorded() {
        assert_eq!(record().probe("g++").version(), Some("g++ 12.2"));
        assert_eq!(record().probe("clang"), Probe::Missing);
        assert_eq!(record().rounds(), 40);
    }
}
