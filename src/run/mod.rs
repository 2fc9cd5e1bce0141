//! Measuring: compiles trials, runs them in interleaved rounds, captures samples.
//!
//! [`measure`] gives a record of a plan's first session, [`measure_again`] adds a session to a record. After the rounds, passes
//! of their own make the exact counts that the plan asks for; [`count`] makes them for a record that lacks some. When to stop
//! between the fewest and the most rounds is asked of a closure, so that no statistics are needed here.
//!
//! Owns rounds, their order, passes, budgets and the date, and the boundary to the machine, [`Executor`]. Deliberately absent:
//! intervals (`analysis`), which records are fresh (`build`), and how a process is run (`process`).

mod building;
mod clock;
mod commands;
mod counting;
#[cfg(test)]
mod counting_tests;
mod decimal;
mod excerpt;
mod executor;
#[cfg(test)]
mod failure_tests;
#[cfg(test)]
mod fixtures;
mod host;
mod memory;
mod order;
mod outcome;
mod passes;
mod random;
mod real;
mod reported;
mod samples;
pub mod scripted;
mod session;
#[cfg(test)]
mod session_tests;
mod startup;
mod trials;

use std::path::PathBuf;
use std::{fmt, io};

pub use counting::{lacks_counts, missing_tools};
pub use executor::{Built, Executor, RunSample, Turn};
pub use host::ProcessorTime;
pub use order::MOST_PADDING;
pub use passes::{Pass, Tool};
pub use random::random_seed;
pub use real::{RealExecutor, offers, sweep};
pub use session::{Measured, Options, Stop, count, measure, measure_again, rounds};

use crate::plan::TrialId;
use crate::process;
use crate::record::Outcome;

/// What goes on, for whoever waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// The `number`th of so many distinct builds was finished, well or not.
    Built {
        trial: &'a TrialId,
        number: usize,
        of: usize,
    },
    /// A trial ended as nobody announced, and is not run again.
    Failed { trial: &'a TrialId, outcome: &'a Outcome },
    /// A round was finished, the `number`th of at most so many.
    Round { number: u32, most: u32 },
    /// The `number`th of so many counts after the rounds was finished, with all that one tool counts of one trial.
    Counted { number: usize, of: usize },
}

/// Why an experiment could not be measured on this machine. How trials end is never one of these.
#[derive(Debug)]
pub enum Error {
    /// The user wanted no more, before there was a finished round.
    Cancelled,
    /// Programs cannot be run or watched.
    Process(process::Error),
    /// A folder or file of a run cannot be made.
    Folder(PathBuf, io::Error),
    /// The record to be added to is of another plan.
    OtherPlan,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Cancelled => formatter.write_str("cancelled before a round was finished"),
            Error::Process(error) => error.fmt(formatter),
            Error::Folder(path, _) => write!(formatter, "cannot make `{}`", path.display()),
            Error::OtherPlan => formatter.write_str("the record belongs to another plan"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Process(error) => error.source(),
            Error::Folder(_, error) => Some(error),
            Error::Cancelled | Error::OtherPlan => None,
        }
    }
}

impl From<process::Error> for Error {
    fn from(error: process::Error) -> Self {
        Error::Process(error)
    }
}
