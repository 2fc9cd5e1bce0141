//! The command line: its words, help and defaults.
//!
//! Owns parsing. Deliberately absent: what the commands do (`commands`) and how they print (`report`).

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::locale::Locale;

/// Turns lessons into a book whose every number was measured.
#[derive(Debug, Parser)]
#[command(name = "workbook", version, after_help = EXIT_CODES, arg_required_else_help = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub printing: Printing,
}

const EXIT_CODES: &str = "\
Exit codes:
    0  all is well
    1  lessons have errors
    2  the command line has errors
    3  an experiment ended as nobody announced, or a claim got the opposite of the verdict its lesson expects
    4  the environment does not allow it: no book here, files that cannot be read or written
  130  interrupted; finished rounds are kept";

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Printing {
    /// Say only what is wrong
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// How messages are written
    #[arg(long, value_enum, default_value = "human", global = true, value_name = "FORMAT")]
    pub message_format: MessageFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    /// Sentences and excerpts
    Human,
    /// One JSON object a line
    Json,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Measure what is not measured yet, and write the book
    Build(Build),
    /// Resolve everything and judge the claims; measure and write nothing
    Check(Check),
    /// Measure one lesson or experiment, and print what came out
    Run(Run),
    /// Say what made the records of a lesson or experiment fresh or stale; measure and write nothing
    Why(Recorded),
    /// Print all samples of a lesson or experiment as CSV; measure and write nothing
    Samples(Recorded),
}

impl Command {
    /// The folder that was named as the book's.
    pub(super) fn root(&self) -> Option<&Path> {
        let root = match self {
            Command::Build(build) => &build.place.root,
            Command::Check(check) => &check.place.root,
            Command::Run(run) => &run.root,
            Command::Why(recorded) | Command::Samples(recorded) => &recorded.root,
        };
        root.as_deref()
    }
}

/// Of locales, all are known from the start.
fn locales() -> impl TypedValueParser<Value = Locale> {
    PossibleValuesParser::new(Locale::ALL.map(Locale::tag)).try_map(|tag| tag.parse::<Locale>())
}

#[derive(Debug, Args)]
pub(super) struct Build {
    #[command(flatten)]
    pub place: Place,
    /// Only this lesson; may be given several times
    #[arg(long, value_name = "SLUG")]
    pub only: Vec<String>,
    /// Only this locale; may be given several times
    #[arg(long, value_name = "L", value_parser = locales())]
    pub locale: Vec<Locale>,
    /// Where the book is written [default: ROOT/book]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub machine: MachineChoice,
    /// Measure nothing; tell the records there are
    #[arg(long)]
    pub no_run: bool,
    /// Measure everything again
    #[arg(long, conflicts_with_all = ["no_run", "machine"])]
    pub rerun: bool,
    /// How many sessions each record is to have; those to be added are spread over the build [default: as the lessons say]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), conflicts_with_all = ["no_run", "machine"])]
    pub sessions: Option<u32>,
    /// Open the book in the browser
    #[arg(long)]
    pub open: bool,
}

#[derive(Debug, Args)]
pub(super) struct Check {
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub machine: MachineChoice,
}

#[derive(Debug, Args)]
pub(super) struct Run {
    /// What to measure: a lesson, or one experiment of it
    #[arg(value_name = "SLUG[/EXPERIMENT]")]
    pub what: String,
    /// The book's folder [default: the nearest one upwards from here]
    #[arg(long, value_name = "ROOT")]
    pub root: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Recorded {
    /// Whose records: a lesson's, or one experiment's of it
    #[arg(value_name = "SLUG[/EXPERIMENT]")]
    pub what: String,
    /// The book's folder [default: the nearest one upwards from here]
    #[arg(long, value_name = "ROOT")]
    pub root: Option<PathBuf>,
    #[command(flatten)]
    pub machine: MachineChoice,
}

#[derive(Debug, Args)]
pub(super) struct Place {
    /// The book's folder, which has lessons/ [default: the nearest one upwards from here]
    #[arg(value_name = "ROOT")]
    pub root: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct MachineChoice {
    /// Tell the records of this machine, and measure nothing
    #[arg(long, value_name = "ID")]
    pub machine: Option<String>,
}
