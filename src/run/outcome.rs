//! From how a run ended to the outcome that a record tells, and whether the lesson announced it.
//!
//! Deliberately absent: what follows from it (`session`).

use std::io;

use crate::lesson::definitions::Expectation;
use crate::process;
use crate::process::Ending;
use crate::record::{LimitKind, Outcome};

/// The outcome of a run that ended so; nothing if it was cancelled.
pub(super) fn of_ending(ending: &Ending) -> Option<Outcome> {
    Some(match ending {
        Ending::Exited(code) => Outcome::Exited(i32::from(*code)),
        Ending::Signalled(signal) => Outcome::Signalled(signal_name(*signal)),
        Ending::Limit { kind, limit, .. } => Outcome::Exceeded {
            limit: limit_kind(*kind),
            value: *limit,
        },
        Ending::NotStarted(errno) => Outcome::NotStarted(io::Error::from_raw_os_error(*errno).to_string()),
        Ending::Cancelled => return None,
    })
}

/// Whether the lesson says that a variant ends so.
pub(super) fn is_announced(outcome: &Outcome, expected: &Expectation) -> bool {
    match (expected, outcome) {
        (Expectation::Exit(expected), Outcome::Exited(code)) => code == expected,
        (Expectation::Signal(expected), Outcome::Signalled(name)) => name == expected,
        (
            Expectation::Timeout,
            Outcome::Exceeded {
                limit: LimitKind::Wall, ..
            },
        )
        | (Expectation::BuildFails, Outcome::BuildFailed) => true,
        _ => false,
    }
}

fn signal_name(signal: i32) -> String {
    Ending::signal_name(signal).map_or_else(|| format!("signal {signal}"), str::to_owned)
}

fn limit_kind(kind: process::LimitKind) -> LimitKind {
    match kind {
        process::LimitKind::Wall => LimitKind::Wall,
        process::LimitKind::Cpu => LimitKind::Cpu,
        process::LimitKind::Memory => LimitKind::Memory,
        process::LimitKind::Output => LimitKind::Output,
        process::LimitKind::Processes => LimitKind::Processes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(ending: &Ending) -> Outcome {
        of_ending(ending).expect("it was not cancelled")
    }

    #[test]
    fn a_lesson_announces_codes_signals_timeouts_and_failing_builds() {
        let timeout = Ending::Limit {
            kind: process::LimitKind::Wall,
            limit: 5,
            reached: 7,
        };
        let memory = Ending::Limit {
            kind: process::LimitKind::Memory,
            limit: 5,
            reached: 7,
        };
        let ends = [
            (outcome(&Ending::Exited(3)), Expectation::Exit(3)),
            (
                outcome(&Ending::Signalled(6)),
                Expectation::Signal("SIGABRT".to_owned()),
            ),
            (outcome(&timeout), Expectation::Timeout),
            (Outcome::BuildFailed, Expectation::BuildFails),
        ];
        for (row, (outcome, _)) in ends.iter().enumerate() {
            for (column, (_, expected)) in ends.iter().enumerate() {
                assert_eq!(
                    is_announced(outcome, expected),
                    row == column,
                    "{outcome:?} {expected:?}"
                );
            }
        }
        assert!(!is_announced(&outcome(&memory), &Expectation::Timeout));
        assert!(!is_announced(&outcome(&Ending::Exited(1)), &Expectation::Exit(3)));
    }

    #[test]
    fn a_limit_is_told_by_what_it_allows() {
        let ending = Ending::Limit {
            kind: process::LimitKind::Output,
            limit: 10,
            reached: 12,
        };
        let exceeded = Outcome::Exceeded {
            limit: LimitKind::Output,
            value: 10,
        };
        assert_eq!(outcome(&ending), exceeded);
        assert_eq!(of_ending(&Ending::Cancelled), None);
        assert_eq!(
            outcome(&Ending::Signalled(34)),
            Outcome::Signalled("signal 34".to_owned())
        );
    }
}
