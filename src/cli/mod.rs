//! Arguments become a configuration; printing and exit codes.
//!
//! Owns the command line, what a terminal shows, and the exit codes, which the help and the README list. Deliberately absent:
//! everything a book is built by: nothing below reads an argument or prints.

mod args;
mod commands;
mod figures;
mod json;
mod report;
mod samples;
mod table;
mod why;

use std::process::ExitCode;

use clap::Parser;

use args::Arguments;

/// How a command ended, as scripts see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Well = 0,
    /// Lessons have errors.
    Lessons = 1,
    /// The command line has errors.
    Usage = 2,
    /// An experiment ended as nobody announced, or a claim got the opposite of the expected verdict.
    Findings = 3,
    /// No book, or files that cannot be read or written.
    Environment = 4,
    /// The user pressed Ctrl-C: 128 and the signal's number, as shells have it.
    Interrupted = 130,
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    // Clap prints usage errors itself, and exits with 2.
    let arguments = Arguments::parse();
    ExitCode::from(commands::run(&arguments) as u8)
}
