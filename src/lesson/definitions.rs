//! What a lesson defines: front matter, experiments, predictions and their words, as written and not yet resolved.
//!
//! Owns these types. Deliberately absent: reading them from TOML (`fences`, `front`) and what their names refer to (`book`).

use std::time::Duration;

use crate::diag::Span;
use crate::locale::Locale;
use crate::quantity::Unit;

use super::expression::Expr;
use super::names::{Sink, Spanned, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    Beginner,
    Intermediate,
    Advanced,
}

/// The front matter of an edition. The keys of originals are empty in a translation.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {
    pub title: String,
    pub summary: String,
    pub level: Option<Difficulty>,
    /// Slugs of lessons to be read before.
    pub after: Vec<Spanned<String>>,
    /// Whether sections stand in the order of their titles in each locale.
    pub sorted: bool,
    /// Present in a translation only: the locale of the original.
    pub original: Option<Spanned<Locale>>,
}

/// An experiment as its original defines it.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub name: Spanned<String>,
    /// The whole fence.
    pub span: Span,
    pub toolchain: Option<Spanned<String>>,
    pub flags: Option<Spanned<String>>,
    pub args: Option<Spanned<String>>,
    pub env: Vec<(String, Spanned<String>)>,
    pub stdin: Option<Stdin>,
    pub files: Vec<Spanned<String>>,
    pub sink: Option<Spanned<Sink>>,
    pub same_output: Option<Span>,
    pub timing: Timing,
    pub limits: Limits,
    pub measure: Measure,
    /// The first is the baseline.
    pub variants: Vec<Variant>,
    pub axes: Vec<Axis>,
    pub metrics: Vec<ReportedMetric>,
    pub values: Vec<NamedExpr>,
    pub claims: Vec<Claim>,
}

/// The words of an experiment or prediction in one edition.
#[derive(Clone, Debug, Default)]
pub struct Words {
    pub title: Option<Spanned<String>>,
    /// The question of a prediction needs none: prose asks it.
    pub labels: Vec<(Spanned<String>, Spanned<String>)>,
}

#[derive(Clone, Debug)]
pub struct Variant {
    pub name: Spanned<String>,
    pub program: Spanned<String>,
    pub toolchain: Option<Spanned<String>>,
    /// Added to the experiment's.
    pub flags: Option<Spanned<String>>,
    /// Added to the experiment's.
    pub args: Option<Spanned<String>>,
    pub env: Vec<(String, Spanned<String>)>,
    pub stdin: Option<Stdin>,
    pub expect: Expectation,
}

/// How a variant is announced to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    Exit(i32),
    /// By its name: `SIGABRT`.
    Signal(String),
    Timeout,
    BuildFails,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stdin {
    Text(String),
    File(Spanned<String>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    #[default]
    Default,
    /// Timed without the isolation's system call filter.
    Syscall,
}

/// Limits that a lesson or `book.toml` sets; absent ones come from further out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub wall: Option<Duration>,
    pub cpu: Option<Duration>,
    /// Bytes of resident memory of the whole tree of processes.
    pub memory: Option<u64>,
    /// Bytes.
    pub output: Option<u64>,
    pub processes: Option<u64>,
    pub files: Option<u64>,
    /// Bytes.
    pub disk: Option<u64>,
}

impl Limits {
    /// These limits, and where they are silent those from further out.
    #[must_use]
    pub fn or(&self, outer: &Limits) -> Limits {
        Limits {
            wall: self.wall.or(outer.wall),
            cpu: self.cpu.or(outer.cpu),
            memory: self.memory.or(outer.memory),
            output: self.output.or(outer.output),
            processes: self.processes.or(outer.processes),
            files: self.files.or(outer.files),
            disk: self.disk.or(outer.disk),
        }
    }
}

/// How long to measure; absent settings come from further out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// The fewest and the most rounds.
    pub rounds: Option<(u32, u32)>,
    /// The width of a ratio's interval to reach, as a plain number: 0.1 for `10 %`.
    pub width: Option<f64>,
    /// For all rounds of an experiment in one session.
    pub budget: Option<Duration>,
    pub sessions: Option<u32>,
}

impl Measure {
    /// These settings, and where they are silent those from further out.
    #[must_use]
    pub fn or(&self, outer: &Measure) -> Measure {
        Measure {
            rounds: self.rounds.or(outer.rounds),
            width: self.width.or(outer.width),
            budget: self.budget.or(outer.budget),
            sessions: self.sessions.or(outer.sessions),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Axis {
    pub name: Spanned<String>,
    /// The first is the home value.
    pub values: Vec<AxisPoint>,
}

/// One value of an axis: the word that names it and the text that `{axis}` becomes.
#[derive(Clone, Debug)]
pub struct AxisPoint {
    pub name: Spanned<String>,
    pub text: String,
    /// The value as a number, where it is one.
    pub number: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct ReportedMetric {
    pub name: Spanned<String>,
    pub rule: ReportRule,
    pub from: ReportSource,
}

#[derive(Clone, Debug)]
pub enum ReportRule {
    /// The first group of the pattern's first match is a number in the unit.
    Find {
        pattern: Spanned<String>,
        unit: Option<Unit>,
    },
    /// How often the pattern matches.
    Count { pattern: Spanned<String> },
}

impl ReportRule {
    pub fn pattern(&self) -> &Spanned<String> {
        match self {
            ReportRule::Find { pattern, .. } | ReportRule::Count { pattern } => pattern,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportSource {
    Stdout,
    Stderr,
    /// A file that the program wrote, by its name in the run's folder.
    File(String),
}

#[derive(Clone, Debug)]
pub struct NamedExpr {
    pub name: Spanned<String>,
    pub expr: Expr,
    /// The expression as written.
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct Claim {
    pub named: NamedExpr,
    /// The verdict without which the build fails; never [`Verdict::Undecided`].
    pub expect: Option<Verdict>,
}

/// A question to the reader.
#[derive(Clone, Debug)]
pub struct Predict {
    pub name: Spanned<String>,
    /// The whole fence.
    pub span: Span,
    pub ask: Ask,
}

#[derive(Clone, Debug)]
pub enum Ask {
    /// A figure, guessed from options or, where there are none, on a logarithmic slider.
    Figure { expr: Expr, options: Vec<f64> },
    /// Statements of which exactly one is true.
    Choices(Vec<NamedExpr>),
}
