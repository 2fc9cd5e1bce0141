//! Why something is not available, and how a trial ended, in words that say what can be done.
//!
//! Owns the choice of message for each reason, outcome and limit. Deliberately absent: the evidence around them (`evidence`).

use crate::quantity::{Kind, Quantity};
use crate::record::{LimitKind, Outcome, Reason, TrialRecord};

use super::Wording;
use super::beside::Scale;

impl Wording {
    /// A clause without a capital or a full stop: what is amiss, and what the reader or author can do.
    pub fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::NotMeasured => self.word("reason-not-measured"),
            Reason::NotSupported => self.word("reason-not-supported"),
            Reason::SinkNotOffered => self.word("reason-sink-not-offered"),
            Reason::NotExposed => self.word("reason-not-exposed"),
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

    /// That something is not available and why, as a sentence.
    pub(super) fn lacking(&self, reason: &Reason) -> String {
        let reason = self.reason(reason);
        self.message("note-missing", &[("reason", reason.into())])
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
            // Nobody could have announced it, and the sentence itself says what to do.
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
