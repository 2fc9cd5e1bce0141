//! What keeps this machine from running a program at all.

use std::path::PathBuf;
use std::{fmt, io};

/// Why nothing can be told of a program. How a program ended is never one of these.
#[derive(Debug)]
pub enum Error {
    /// Trials are measured on 64-bit Linux only.
    CannotMeasureHere,
    /// The starter could not be started or talked to.
    Starter(io::Error),
    /// A step between the starter and the program failed; it is named.
    Preparing(&'static str, io::Error),
    /// A compiler or a probe could not be watched.
    Watching(io::Error),
    /// A file that belongs to the run: its input, its sink, the folder of one.
    File(PathBuf, io::Error),
    /// The starter was ended before it could report, by the program or by the system.
    StarterLost,
    /// So many processes of a trial could not be ended.
    Survivors(u64),
}

impl Error {
    /// Whether a program can bring this about: then others can still be run.
    pub fn is_of_the_program(&self) -> bool {
        matches!(self, Error::StarterLost | Error::Survivors(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::CannotMeasureHere => formatter.write_str("programs can be measured on 64-bit Linux only"),
            Error::Starter(_) => formatter.write_str("cannot start programs to measure"),
            Error::Preparing(step, _) => write!(formatter, "cannot {step} for a program to measure"),
            Error::Watching(_) => formatter.write_str("cannot watch a program"),
            Error::File(path, _) => write!(formatter, "cannot use `{}` in a run", path.display()),
            Error::StarterLost => formatter.write_str("the starter of a program was ended before it could report"),
            Error::Survivors(count) => write!(formatter, "{count} processes of a program could not be ended"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Starter(error) | Error::Preparing(_, error) | Error::Watching(error) | Error::File(_, error) => {
                Some(error)
            }
            Error::CannotMeasureHere | Error::StarterLost | Error::Survivors(_) => None,
        }
    }
}
