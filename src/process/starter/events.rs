//! Kernel events of the program and all its descendants, counted by perf events.
//!
//! They are opened on the starter, where they stay switched off; its child inherits them and switches its own on when it
//! becomes the program. What children counted is in the starter's sum once they are zombies.
//! Deliberately absent: which events (the library says), and estimates of what was counted a part of the time only.

use std::ffi::c_int;
use std::io;

use super::message::Count;
use super::system::{self, EventAttributes};

const DISABLED: u64 = 1;
const INHERIT: u64 = 1 << 1;
/// What an ordinary user may count, and then what everybody counts, so that all count the same.
const EXCLUDE_KERNEL: u64 = 1 << 5;
const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
const ENABLE_ON_EXEC: u64 = 1 << 12;

/// How long an event was wanted, and how long there was a counter for it.
const WITH_TIMES: u64 = 0b11;

/// An event, or why it cannot be counted.
pub(crate) type Opened = Result<c_int, i32>;

pub(crate) fn open(events: &[(u64, u64)], withheld: bool) -> Vec<Opened> {
    let open = |&(kind, number): &(u64, u64)| {
        if withheld {
            return Err(system::EACCES);
        }
        let attributes = EventAttributes {
            kind: u32::try_from(kind).map_err(|_| system::EINVAL)?,
            size: size_of::<EventAttributes>() as u32,
            number,
            read_format: WITH_TIMES,
            flags: DISABLED | INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR | ENABLE_ON_EXEC,
            ..EventAttributes::default()
        };
        system::open_event(&attributes).map_err(|error: io::Error| error.raw_os_error().unwrap_or(system::EINVAL))
    };
    events.iter().map(open).collect()
}

pub(crate) fn counts(opened: &[Opened]) -> Vec<Count> {
    opened.iter().map(|event| count(*event)).collect()
}

/// Counters are shared: an event that had none for a part of the time was not counted.
fn count(event: Opened) -> Count {
    let mut bytes = [0; 24];
    if system::read(event?, &mut bytes) != bytes.len() {
        return Err(system::EINVAL);
    }
    let word = |at: usize| u64::from_ne_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let (count, wanted, counted) = (word(0), word(8), word(16));
    if counted < wanted { Err(system::EBUSY) } else { Ok(count) }
}
