//! The only place that starts processes: limits, kill, resource readings.
//!
//! Two doors. [`capture()`] runs compilers and probes: what they said and how they ended. [`measure()`] runs a trial once,
//! through a tiny starter of ours, and gives its readings beside. Both give a program exactly the environment they are
//! told, end it at its limits or when a [`Cancel`] says so, and leave nothing of it behind.
//!
//! Owns commands, limits, endings, readings, and the reading back of what a program wrote.
//! Deliberately absent: rounds, repetition and what a reading is used for (`run`), which compiler to call
//! (`toolchain`), and printing. A program's bad end is data, an [`Ending`]; an [`Error`] is about this machine.
#![allow(clippy::disallowed_methods, reason = "this is the one door")]

mod browser;
mod cancel;
mod capture;
mod content;
mod ending;
mod error;
mod lookup;
mod reading;
mod trial;

/// Whether trials can be measured on the system this was compiled for; elsewhere [`measure`] is an error.
pub const MEASURES: bool = cfg!(all(target_os = "linux", target_pointer_width = "64"));

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod launch;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod streams;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod supervisor;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod terminal;

// Shared with the starter, which is compiled from the same files.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[path = "starter/family.rs"]
mod family;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[path = "starter/message.rs"]
#[allow(dead_code, reason = "the starter uses the other half")]
mod message;

pub use browser::open_in_browser;
pub use cancel::Cancel;
pub use capture::{Captured, Command, capture};
pub use content::{Content, read_back};
pub use ending::{Ending, LimitKind};
pub use error::Error;
pub use lookup::find_program;
pub use reading::{Event, Reading, Readings, Unavailable};
pub use trial::{Execution, Limits, Route, Sink, Stdin, TrialCommand, Withhold};

/// Whether [`Sink::Terminal`] can be had on this machine.
pub fn has_terminals() -> bool {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    return terminal::Pair::open().is_ok();
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    false
}

/// Runs a trial once.
///
/// However the program ends is an [`Execution`]; an error means that this machine could not run or watch it.
/// Ends within 25 ms of `cancel` or of a limit, plus what the system needs to end the program.
pub fn measure(trial: &TrialCommand, cancel: &Cancel) -> Result<Execution, Error> {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    return supervisor::measure(trial, cancel);
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    {
        let _ = (trial, cancel);
        Err(Error::CannotMeasureHere)
    }
}
