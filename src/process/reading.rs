//! What one run of a program showed of itself: times, memory, writes.
//!
//! Deliberately absent: statistics, and numbers that the program reports (`run` finds them in what it printed).

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// A value, or why there is none; never a zero in its place.
pub type Reading<T> = Result<T, Unavailable>;

/// Why a value is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unavailable {
    /// The kernel does not tell it.
    NotExposed,
    /// This machine's processor does not count it, or its host lets no guest see.
    NoCounter,
    /// The kernel does not let this user count it.
    CounterRefused,
    /// Others used the counter for a part of the time.
    CounterShared,
    /// The program did not run.
    NotRun,
    /// The output went where nothing is kept.
    NullSink,
    /// The program made no such file.
    NoFile,
    /// What is there is a link, a folder or a device.
    NotRegular,
    /// The file is there and cannot be read.
    Unreadable,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Unavailable::NotExposed => "this machine's kernel does not tell it",
            Unavailable::NoCounter => "this machine has no counter of it",
            Unavailable::CounterRefused => "this machine's kernel does not let this user count it",
            Unavailable::CounterShared => "the counter was used by others meanwhile",
            Unavailable::NotRun => "the program did not run",
            Unavailable::NullSink => "the output went to /dev/null",
            Unavailable::NoFile => "the program made no such file",
            Unavailable::NotRegular => "what the program made is no regular file",
            Unavailable::Unreadable => "the file cannot be read",
        })
    }
}

impl std::error::Error for Unavailable {}

/// The readings of one run. All of them count the program and those of its children that it waited for, unless said
/// otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readings {
    /// From before the program was forked until it was seen to have ended, by a clock that nobody sets.
    pub wall: Duration,
    /// Time on a CPU in the program itself. The kernel splits the sum by sampling: below 100 ms the parts are noise.
    pub user: Duration,
    /// Time on a CPU in the kernel for the program; see [`Readings::user`].
    pub sys: Duration,
    /// `user + sys`, to the microsecond.
    pub cpu: Duration,
    /// Time on a CPU of the program's first thread, to the nanosecond (`schedstat`).
    pub on_cpu: Reading<Duration>,
    /// Time that the first thread was ready and waited for a CPU (`schedstat`).
    pub waited: Reading<Duration>,
    /// The largest resident set of one process (`ru_maxrss`), in bytes. Never below what the starter itself holds,
    /// under 1.5 MB.
    pub peak_memory_bytes: Reading<u64>,
    /// Calls of `write` and its kin (`syscw`), exact. Those to a socket by `send` are none.
    pub write_calls: Reading<u64>,
    /// Bytes given to those calls (`wchar`).
    pub written_bytes: Reading<u64>,
    /// Page faults, minor and major.
    pub faults: Reading<u64>,
    /// Context switches, of its own will and not.
    pub switches: Reading<u64>,
    /// The events that were to be counted, in the program itself and all its descendants, and not in the kernel.
    pub events: BTreeMap<Event, Reading<u64>>,
}

/// What perf events count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// Of the processor's clock.
    Cycles,
    /// Branches that the processor foretold wrongly.
    BranchMisses,
    /// Accesses to memory that the last level of cache did not have.
    CacheMisses,
    /// A count of the kernel's own, there on every machine that counts events at all.
    PageFaults,
}

impl Event {
    /// Those that need counters in the processor.
    pub const HARDWARE: [Event; 3] = [Event::Cycles, Event::BranchMisses, Event::CacheMisses];

    /// Its type and number in linux/perf_event.h.
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    pub(super) fn code(self) -> (u64, u64) {
        match self {
            Event::Cycles => (0, 0),
            Event::CacheMisses => (0, 3),
            Event::BranchMisses => (0, 5),
            Event::PageFaults => (1, 2),
        }
    }
}
