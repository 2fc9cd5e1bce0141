//! The limits of an experiment's runs: its own, else the book's, and never beyond the book's caps.
//!
//! Deliberately absent: enforcing them (`process`).

use std::fmt::Display;
use std::time::Duration;

use crate::lesson::definitions;

use super::Limits;

/// A limit that nobody sets, not even the embedded defaults, is none.
const NONE: Limits = Limits {
    wall: Duration::from_secs(u32::MAX as u64),
    cpu: Duration::from_secs(u32::MAX as u64),
    memory_bytes: u64::MAX,
    output_bytes: u64::MAX,
    processes: u64::MAX,
    files: u64::MAX,
    disk_bytes: u64::MAX,
};

/// The limits that hold, and a message for each that the experiment sets beyond a cap. The book's own limits are cut to its
/// caps without a word: they are set by the same hand.
pub(super) fn resolve(
    experiment: &definitions::Limits,
    book: &definitions::Limits,
    caps: &definitions::Limits,
) -> (Limits, Vec<String>) {
    let mut messages = Vec::new();
    let mut times = |key, own, book, cap, none| {
        limit(key, [own, book, cap], none, &mut messages, |time: Duration| {
            format!("{} ms", time.as_millis())
        })
    };
    let wall = times("wall", experiment.wall, book.wall, caps.wall, NONE.wall);
    let cpu = times("cpu", experiment.cpu, book.cpu, caps.cpu, NONE.cpu);
    let mut sizes = |key, own, book, cap, none| limit(key, [own, book, cap], none, &mut messages, |size: u64| size);
    let limits = Limits {
        wall,
        cpu,
        memory_bytes: sizes("memory", experiment.memory, book.memory, caps.memory, NONE.memory_bytes),
        output_bytes: sizes("output", experiment.output, book.output, caps.output, NONE.output_bytes),
        processes: sizes(
            "processes",
            experiment.processes,
            book.processes,
            caps.processes,
            NONE.processes,
        ),
        files: sizes("files", experiment.files, book.files, caps.files, NONE.files),
        disk_bytes: sizes("disk", experiment.disk, book.disk, caps.disk, NONE.disk_bytes),
    };
    (limits, messages)
}

fn limit<T: Ord + Copy, D: Display>(
    key: &str,
    [own, book, cap]: [Option<T>; 3],
    none: T,
    messages: &mut Vec<String>,
    told: impl Fn(T) -> D,
) -> T {
    let wanted = own.or(book).unwrap_or(none);
    let Some(cap) = cap else {
        return wanted;
    };
    if own.is_some_and(|own| own > cap) {
        let (own, cap) = (told(wanted), told(cap));
        messages.push(format!("the limit `{key}` is {own}, and the book allows at most {cap}"));
    }
    wanted.min(cap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_experiment_counts_before_the_book_and_caps_before_both() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let book = definitions::Limits {
            wall: seconds(5),
            cpu: seconds(99),
            ..Default::default()
        };
        let caps = definitions::Limits {
            wall: seconds(20),
            cpu: seconds(30),
            memory: Some(1000),
            ..Default::default()
        };
        let own = definitions::Limits {
            wall: seconds(7),
            memory: Some(1001),
            ..Default::default()
        };
        let (limits, messages) = resolve(&own, &book, &caps);
        assert_eq!(
            (limits.wall, limits.cpu),
            (Duration::from_secs(7), Duration::from_secs(30))
        );
        assert_eq!((limits.memory_bytes, limits.files), (1000, NONE.files));
        assert_eq!(
            messages,
            ["the limit `memory` is 1001, and the book allows at most 1000"]
        );
    }
}
