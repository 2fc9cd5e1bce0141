//! The names of a lesson: which words may be names, and the metrics that expressions speak of.
//!
//! Owns the reserved words, [`Metric`] and [`Sink`] with their spelling. Deliberately absent: what a name stands for (`book`).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::diag::Span;
use crate::quantity::Kind;

/// A value with its place in the lesson's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

impl<T> Spanned<T> {
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// The words of the expression grammar and of verdict lists, none of which can be a name.
pub const GRAMMAR_WORDS: [&str; 13] = [
    "at",
    "every",
    "some",
    "where",
    "and",
    "or",
    "not",
    "within",
    "of",
    "per",
    "holds",
    "fails",
    "undecided",
];

/// Whether `word` has the shape of a name: a letter, then letters, digits and `_`.
pub fn is_name_shaped(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(char::is_alphabetic)
        && characters.all(|character| character.is_alphanumeric() || character == '_')
}

/// Whether `word` belongs to the grammar or to a metric, and so can name nothing else.
pub fn is_reserved(word: &str) -> bool {
    GRAMMAR_WORDS.contains(&word) || Metric::BUILT_IN.iter().any(|metric| metric.name() == word)
}

/// A quantity that a run shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum Metric {
    Wall,
    Cpu,
    User,
    Sys,
    Wait,
    Memory,
    Allocated,
    Bytes,
    Writes,
    /// All system calls.
    Syscalls,
    /// The calls of one system call: `syscalls.write`.
    Syscall(String),
    Allocations,
    Instructions,
    Faults,
    Switches,
    Warnings,
    Lines,
    Status,
    Cycles,
    BranchMisses,
    CacheMisses,
    Output,
    /// A number that the program itself reports, by its name in `[metrics]`.
    Reported(String),
}

impl Metric {
    pub const BUILT_IN: [Metric; 21] = [
        Metric::Wall,
        Metric::Cpu,
        Metric::User,
        Metric::Sys,
        Metric::Wait,
        Metric::Memory,
        Metric::Allocated,
        Metric::Bytes,
        Metric::Writes,
        Metric::Syscalls,
        Metric::Allocations,
        Metric::Instructions,
        Metric::Faults,
        Metric::Switches,
        Metric::Warnings,
        Metric::Lines,
        Metric::Status,
        Metric::Cycles,
        Metric::BranchMisses,
        Metric::CacheMisses,
        Metric::Output,
    ];

    /// Whether no timed run shows it: it costs a pass of its own, or a look at what the compiler said.
    pub fn is_counted(&self) -> bool {
        matches!(
            self,
            Metric::Syscalls
                | Metric::Syscall(_)
                | Metric::Instructions
                | Metric::Allocations
                | Metric::Allocated
                | Metric::Warnings
        )
    }

    /// The built-in metric that lessons call `word`, `syscalls.NAME` included.
    pub fn parse(word: &str) -> Option<Metric> {
        if let Some(call) = word.strip_prefix("syscalls.") {
            return is_name_shaped(call).then(|| Metric::Syscall(call.to_owned()));
        }
        Metric::BUILT_IN.into_iter().find(|metric| metric.name() == word)
    }

    /// As lessons write it; without its call for [`Metric::Syscall`].
    pub fn name(&self) -> &str {
        match self {
            Metric::Wall => "wall",
            Metric::Cpu => "cpu",
            Metric::User => "user",
            Metric::Sys => "sys",
            Metric::Wait => "wait",
            Metric::Memory => "memory",
            Metric::Allocated => "allocated",
            Metric::Bytes => "bytes",
            Metric::Writes => "writes",
            Metric::Syscalls | Metric::Syscall(_) => "syscalls",
            Metric::Allocations => "allocations",
            Metric::Instructions => "instructions",
            Metric::Faults => "faults",
            Metric::Switches => "switches",
            Metric::Warnings => "warnings",
            Metric::Lines => "lines",
            Metric::Status => "status",
            Metric::Cycles => "cycles",
            Metric::BranchMisses => "branch_misses",
            Metric::CacheMisses => "cache_misses",
            Metric::Output => "output",
            Metric::Reported(name) => name,
        }
    }

    /// The kind of a built-in metric; what a program reports has the kind of its unit.
    pub fn kind(&self) -> Option<Kind> {
        Some(match self {
            Metric::Wall | Metric::Cpu | Metric::User | Metric::Sys | Metric::Wait => Kind::Duration,
            Metric::Memory | Metric::Allocated | Metric::Bytes => Kind::Bytes,
            Metric::Output => Kind::Text,
            Metric::Reported(_) => return None,
            _ => Kind::Count,
        })
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::Syscall(call) => write!(formatter, "syscalls.{call}"),
            _ => formatter.write_str(self.name()),
        }
    }
}

impl From<Metric> for String {
    fn from(metric: Metric) -> String {
        metric.to_string()
    }
}

impl From<String> for Metric {
    fn from(word: String) -> Metric {
        Metric::parse(&word).unwrap_or(Metric::Reported(word))
    }
}

/// What a sink that is a file or a pipe is called in a run's folder, where no other file can have that name.
pub const SINK_FILE: &str = "sink";

/// Where a trial's output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sink {
    File,
    Pipe,
    Null,
    Tmpfs,
    Pty,
}

impl Sink {
    pub const ALL: [Sink; 5] = [Sink::File, Sink::Pipe, Sink::Null, Sink::Tmpfs, Sink::Pty];

    pub fn name(self) -> &'static str {
        match self {
            Sink::File => "file",
            Sink::Pipe => "pipe",
            Sink::Null => "null",
            Sink::Tmpfs => "tmpfs",
            Sink::Pty => "pty",
        }
    }

    pub fn parse(word: &str) -> Option<Sink> {
        Sink::ALL.into_iter().find(|sink| sink.name() == word)
    }

    /// Whether what was written there can be read afterwards.
    pub fn keeps_output(self) -> bool {
        self != Sink::Null
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Holds,
    Fails,
    Undecided,
}

impl Verdict {
    pub const ALL: [Verdict; 3] = [Verdict::Holds, Verdict::Fails, Verdict::Undecided];

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Undecided => "undecided",
        }
    }

    pub fn parse(word: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.name() == word)
    }
}
