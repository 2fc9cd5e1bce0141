//! How a program ended, in words that a lesson can announce: `exit 3`, `SIGABRT`.
//!
//! Deliberately absent: whether that was expected (`run`).

use std::time::Duration;
use std::{fmt, io};

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this code.
    Exited(u8),
    /// By this signal, whoever sent it.
    Signalled(i32),
    /// It was ended, or would have been, because it `reached` more than the `limit`. Both are in the kind's unit.
    Limit { kind: LimitKind, limit: u64, reached: u64 },
    /// The system refused to execute it, with this error number: 2 where there is no such program.
    NotStarted(i32),
    /// The user wanted no more.
    Cancelled,
}

/// What a program may have only so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimitKind {
    /// In nanoseconds.
    Wall,
    /// In nanoseconds, of one process with its threads.
    Cpu,
    /// In bytes resident, all processes together; pages that they share count for each.
    Memory,
    /// In bytes, of one file or of all streams that are read while the program runs.
    Output,
    /// In processes at one time.
    Processes,
}

/// Signals that end programs, by their numbers on 64-bit Linux of the usual architectures.
const SIGNALS: [(i32, &str); 23] = [
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (10, "SIGUSR1"),
    (11, "SIGSEGV"),
    (12, "SIGUSR2"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
    (16, "SIGSTKFLT"),
    (24, "SIGXCPU"),
    (25, "SIGXFSZ"),
    (26, "SIGVTALRM"),
    (27, "SIGPROF"),
    (29, "SIGIO"),
    (30, "SIGPWR"),
    (31, "SIGSYS"),
];

impl Ending {
    /// Whether it ended by itself with code 0.
    pub fn is_success(&self) -> bool {
        *self == Ending::Exited(0)
    }

    /// The name of a signal, such as `SIGABRT`; nothing for numbers without one.
    pub fn signal_name(signal: i32) -> Option<&'static str> {
        SIGNALS.iter().find(|known| known.0 == signal).map(|known| known.1)
    }

    pub(super) fn limit(kind: LimitKind, limit: u64, reached: u64) -> Ending {
        Ending::Limit { kind, limit, reached }
    }

    /// From a status as `wait4` gives it.
    #[cfg(unix)]
    pub(super) fn from_wait_status(status: i32) -> Ending {
        match status & 0x7f {
            0 => Ending::Exited((status >> 8 & 0xff) as u8),
            signal => Ending::Signalled(signal),
        }
    }
}

impl LimitKind {
    /// The key of `[limits]` that sets it.
    pub fn key(self) -> &'static str {
        match self {
            LimitKind::Wall => "wall",
            LimitKind::Cpu => "cpu",
            LimitKind::Memory => "memory",
            LimitKind::Output => "output",
            LimitKind::Processes => "processes",
        }
    }
}

/// As a lesson announces it: `exit 3`, `SIGABRT`. For messages to authors; pages have `wording`.
impl fmt::Display for Ending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exited(code) => write!(formatter, "exit {code}"),
            Ending::Signalled(signal) => match Ending::signal_name(*signal) {
                Some(name) => formatter.write_str(name),
                None => write!(formatter, "signal {signal}"),
            },
            Ending::Limit { kind, .. } => write!(formatter, "over its limit of {}", kind.key()),
            Ending::NotStarted(errno) => write!(formatter, "not started: {}", io::Error::from_raw_os_error(*errno)),
            Ending::Cancelled => formatter.write_str("cancelled"),
        }
    }
}

pub(super) fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn wait_statuses_tell_codes_from_signals() {
        assert_eq!(Ending::from_wait_status(0x0300), Ending::Exited(3));
        assert_eq!(Ending::from_wait_status(0xff00), Ending::Exited(255));
        assert_eq!(Ending::from_wait_status(6), Ending::Signalled(6));
        // With a core dump.
        assert_eq!(Ending::from_wait_status(0x8b), Ending::Signalled(11));
    }

    #[test]
    fn endings_are_told_as_lessons_announce_them() {
        assert_eq!(Ending::Exited(3).to_string(), "exit 3");
        assert_eq!(Ending::Signalled(6).to_string(), "SIGABRT");
        assert_eq!(Ending::Signalled(34).to_string(), "signal 34");
        assert!(Ending::NotStarted(2).to_string().contains("No such file"));
    }
}
