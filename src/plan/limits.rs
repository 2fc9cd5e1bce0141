//! The limits of an experiment's runs: its own, else the book's, and never beyond the book's caps.
//!
//! Deliberately absent: enforcing them (`process`).

use std::fmt::Display;
use std::time::Duration;

use crate::lesson::definitions;

use super::Limits;

/// What holds where neither the lesson nor the book says anything.
const USUAL: Limits = Limits {
    wall: Duration::from_secs(10),
    cpu: Duration::from_secs(40),
    memory_bytes: 1 << 30,
    output_bytes: 64 << 20,
    processes: 64,
    files: 1024,
    disk_bytes: 1 << 30,
};

/// The limits that hold, and a message for each that the experiment sets beyond a cap. The book's own limits are cut to its
/// caps without a word: they are set by the same hand.
pub(super) fn resolve(
    experiment: &definitions::Limits,
    book: &definitions::Limits,
    caps: &definitions::Limits,
) -> (Limits, Vec<String>) {
    let mut messages = Vec::new();
    let mut times = |key, own, book, cap, usual| {
        limit(key, [own, book, cap], usual, &mut messages, |time: Duration| {
            format!("{} ms", time.as_millis())
        })
    };
    let wall = times("wall", experiment.wall, book.wall, caps.wall, USUAL.wall);
    let cpu = times("cpu", experiment.cpu, book.cpu, caps.cpu, USUAL.cpu);
    let mut sizes = |key, own, book, cap, usual| limit(key, [own, book, cap], usual, &mut messages, |size: u64| size);
    let limits = Limits {
        wall,
        cpu,
        memory_bytes: sizes(
            "memory",
            experiment.memory,
            book.memory,
            caps.memory,
            USUAL.memory_bytes,
        ),
        output_bytes: sizes(
            "output",
            experiment.output,
            book.output,
            caps.output,
            USUAL.output_bytes,
        ),
        processes: sizes(
            "processes",
            experiment.processes,
            book.processes,
            caps.processes,
            USUAL.processes,
        ),
        files: sizes("files", experiment.files, book.files, caps.files, USUAL.files),
        disk_bytes: sizes("disk", experiment.disk, book.disk, caps.disk, USUAL.disk_bytes),
    };
    (limits, messages)
}

fn limit<T: Ord + Copy, D: Display>(
    key: &str,
    [own, book, cap]: [Option<T>; 3],
    usual: T,
    messages: &mut Vec<String>,
    told: impl Fn(T) -> D,
) -> T {
    let wanted = own.or(book).unwrap_or(usual);
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
        assert_eq!((limits.memory_bytes, limits.files), (1000, USUAL.files));
        assert_eq!(
            messages,
            ["the limit `memory` is 1001, and the book allows at most 1000"]
        );
    }
}
