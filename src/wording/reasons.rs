//! Why something is not available, and how a trial ended.
//!
//! Owns the choice of message for each reason, outcome and limit, and what an author can do about a reason, which the terminal
//! says and no page. Deliberately absent: the evidence around them (`evidence`).

use crate::quantity::{Kind, Quantity};
use crate::record::{LimitKind, Outcome, Reason, Record, TrialRecord};

use super::beside::Scale;
use super::{Telling, Wording};

impl Telling<'_> {
    /// Why something of an experiment is not available. An ending that the lesson announced is a result like any other, and is
    /// told so.
    pub(super) fn reason(&self, reason: &Reason, experiment: usize) -> String {
        let is_cause = |outcome: &Outcome| match reason {
            Reason::BuildFailed => *outcome == Outcome::BuildFailed,
            Reason::EndedBySignal => matches!(outcome, Outcome::Signalled(_) | Outcome::Exceeded { .. }),
            Reason::TrialFailed => *outcome != Outcome::Exited(0),
            _ => false,
        };
        let record = self.results.lesson().experiments.get(experiment);
        let record = record.and_then(|_| self.results.record(experiment));
        let trials = record.into_iter().flat_map(Record::told_apart);
        let causes: Vec<_> = trials.filter(|trial| is_cause(&trial.outcome)).collect();
        let told = match reason {
            Reason::EndedBySignal
                if causes
                    .iter()
                    .any(|trial| matches!(trial.outcome, Outcome::Exceeded { .. })) =>
            {
                let is_stopped = causes
                    .iter()
                    .all(|trial| matches!(trial.outcome, Outcome::Exceeded { .. }));
                self.wording.word(if is_stopped {
                    "reason-stopped"
                } else {
                    "reason-stopped-or-signal"
                })
            }
            Reason::TrialFailed if !causes.is_empty() && causes.iter().all(|trial| trial.announced) => {
                self.wording.word("reason-not-to-its-end")
            }
            _ => self.wording.reason(reason),
        };
        match !causes.is_empty() && causes.iter().all(|trial| trial.announced) {
            true => self.wording.message("reason-announced", &[("reason", told.into())]),
            false => told,
        }
    }

    /// That something is not available and why, as a sentence.
    pub(super) fn lacking(&self, reason: &Reason, experiment: usize) -> String {
        let reason = self.reason(reason, experiment);
        self.wording.message("note-missing", &[("reason", reason.into())])
    }
}

/// What the author of a lesson, or who measures it, can do about a reason: a clause for the terminal, in its English.
pub fn advice(reason: &Reason) -> String {
    let said = match reason {
        Reason::NotMeasured => "build the book on a machine that has the compilers and interpreters it asks for",
        Reason::NotSupported => "measure again with this version, or use another metric",
        Reason::SinkNotOffered => "measure where it can",
        Reason::NotExposed => "measure on a machine whose kernel allows it",
        Reason::NoCounter => "measure on a machine of your own",
        Reason::CounterRefused => "allow it with `sysctl kernel.perf_event_paranoid=2` and measure again",
        Reason::CounterShared => "end the programs that use them and measure again",
        Reason::NotCounted => "name it in a claim or a value of the lesson and measure again",
        Reason::CountVaries => "make the program do the same each time",
        Reason::CountTooLong => "let the program do less or raise `budget`, then measure again with `workbook run`",
        Reason::ToolFailed(_) => {
            "try another machine or a newer version of it, or have it tried again by `workbook run`"
        }
        Reason::NoWarningPattern(_) => "give it a warning pattern in book.toml if it has a compiler",
        Reason::ToolMissing(tool) => return format!("install it (apt-get install {tool}) and measure again"),
        Reason::ToolchainMissing(_) => "install it and measure again",
        Reason::BuildFailed => "see the compiler’s message, and mend the program unless the lesson announces that",
        Reason::TrialFailed => "see how it ended, then mend it or announce that ending",
        Reason::SinkKeepsNothing => "send it to a file or a pipe",
        Reason::OutputVaries => "print the same each time",
        Reason::EndedBySignal => "compare how it ends by `expect`, not by its exit code",
        Reason::NotReported => "check its output and the pattern",
        Reason::NotDefined => "check the expression",
        Reason::TooShortToSplit => "use cpu, their sum, or give the program more to do",
        Reason::TooFewRounds { need, .. } => return format!("measure at least {need}"),
    };
    said.to_owned()
}

impl Wording {
    /// A clause without a capital or a full stop: what is amiss.
    pub fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::NotMeasured => self.word("reason-not-measured"),
            Reason::NotSupported => self.word("reason-not-supported"),
            Reason::SinkNotOffered => self.word("reason-sink-not-offered"),
            Reason::NotExposed => self.word("reason-not-exposed"),
            Reason::NoCounter => self.word("reason-no-counter"),
            Reason::CounterRefused => self.word("reason-counter-refused"),
            Reason::CounterShared => self.word("reason-counter-shared"),
            Reason::NotCounted => self.word("reason-not-counted"),
            Reason::CountVaries => self.word("reason-count-varies"),
            Reason::CountTooLong => self.word("reason-count-too-long"),
            Reason::ToolFailed(tool) => self.message("reason-tool-failed", &[("tool", tool.as_str().into())]),
            Reason::NoWarningPattern(name) => {
                self.message("reason-no-warning-pattern", &[("toolchain", name.as_str().into())])
            }
            Reason::ToolMissing(tool) => self.message("reason-tool-missing", &[("tool", tool.as_str().into())]),
            Reason::ToolchainMissing(name) => {
                self.message("reason-toolchain-missing", &[("toolchain", name.as_str().into())])
            }
            Reason::BuildFailed => self.word("reason-build-failed"),
            Reason::TrialFailed => self.word("reason-trial-failed"),
            Reason::SinkKeepsNothing => self.word("reason-sink-keeps-nothing"),
            Reason::OutputVaries => self.word("reason-output-varies"),
            Reason::EndedBySignal => self.word("reason-ended-by-signal"),
            Reason::NotReported => self.word("reason-not-reported"),
            Reason::NotDefined => self.word("reason-not-defined"),
            Reason::TooShortToSplit => self.word("reason-too-short-to-split"),
            Reason::TooFewRounds { have, need } => self.message(
                "reason-too-few-rounds",
                &[("have", (*have).into()), ("need", (*need).into())],
            ),
        }
    }

    /// How a trial ended, and what it may have wanted for, in sentences.
    pub fn ended(&self, trial: &TrialRecord) -> String {
        let ending = self.ending(&trial.outcome, &trial.toolchain, trial.announced);
        match trial.memory_limit {
            None => ending,
            Some(limit) => {
                let limit = self.quantity(Quantity::new(Kind::Bytes, limit as f64), Scale::Plain);
                self.message("ending-memory", &[("ending", ending.into()), ("limit", limit.into())])
            }
        }
    }

    /// How a trial ended, as a sentence. `toolchain` is the one that the trial asks for.
    pub fn ending(&self, outcome: &Outcome, toolchain: &str, announced: bool) -> String {
        let what = match outcome {
            Outcome::Exited(code) => {
                let code = i64::from(*code).to_string();
                self.message("ending-exited", &[("code", code.into())])
            }
            Outcome::Signalled(signal) => self.message("ending-signalled", &[("signal", signal.as_str().into())]),
            Outcome::ToolchainMissing => self.message("ending-toolchain-missing", &[("toolchain", toolchain.into())]),
            Outcome::BuildFailed => self.word("ending-build-failed"),
            Outcome::NotStarted(said) => self.message("ending-not-started", &[("said", said.as_str().into())]),
            Outcome::NotSupported => return self.word("ending-not-supported"),
            Outcome::Exceeded { limit, value } => self.exceeded(*limit, *value),
        };
        let id = match (announced, outcome) {
            (true, _) => "ending-announced",
            // Nobody could have announced it.
            (false, Outcome::ToolchainMissing | Outcome::NotStarted(_)) => return what,
            (false, _) => "ending-unannounced",
        };
        self.message(id, &[("what", what.into())])
    }

    fn exceeded(&self, limit: LimitKind, value: u64) -> String {
        let quantity = |kind| self.quantity(Quantity::new(kind, value as f64), Scale::Plain);
        let (id, limit) = match limit {
            LimitKind::Wall => ("ending-exceeded-wall", quantity(Kind::Duration)),
            LimitKind::Cpu => ("ending-exceeded-cpu", quantity(Kind::Duration)),
            LimitKind::Memory => ("ending-exceeded-memory", quantity(Kind::Bytes)),
            LimitKind::Output => ("ending-exceeded-output", quantity(Kind::Bytes)),
            LimitKind::Processes => ("ending-exceeded-processes", quantity(Kind::Count)),
            LimitKind::Files => ("ending-exceeded-files", quantity(Kind::Count)),
            LimitKind::Disk => ("ending-exceeded-disk", quantity(Kind::Bytes)),
        };
        self.message(id, &[("limit", limit.into())])
    }
}
