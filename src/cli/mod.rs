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

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Arguments, MessageFormat, Printing};
use report::Reporter;

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
    let exit = match Arguments::try_parse() {
        Ok(arguments) => commands::run(&arguments),
        Err(error) if error.use_stderr() && asks_for_json(std::env::args_os()) => {
            let (message, hint) = usage(&error);
            Reporter::new(Printing {
                quiet: false,
                message_format: MessageFormat::Json,
            })
            .problem(&message, hint.as_deref());
            Exit::Usage
        }
        // Clap prints usage errors itself, and exits with 2.
        Err(error) => error.exit(),
    };
    ExitCode::from(exit as u8)
}

/// Whether the words of a command line that cannot be parsed ask for messages as JSON.
fn asks_for_json(words: impl Iterator<Item = OsString>) -> bool {
    let words: Vec<OsString> = words.collect();
    let apart = words
        .windows(2)
        .any(|pair| pair[0] == "--message-format" && pair[1] == "json");
    apart || words.iter().any(|word| word == "--message-format=json")
}

/// What is wrong with a command line, and a hint, from what clap would print: sentences with what may have been meant, then how
/// the command is used.
fn usage(error: &clap::Error) -> (String, Option<String>) {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return (
            "a command is missing".to_owned(),
            Some("see `workbook --help`".to_owned()),
        );
    }
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n").map(|paragraph| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ")
    });
    let message = paragraphs.next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(&message).to_owned();
    let tip = paragraphs.find_map(|paragraph| Some(paragraph.strip_prefix("tip: ")?.to_owned()));
    (message, Some(tip.unwrap_or_else(|| "see `workbook --help`".to_owned())))
}
