//! What happens during a build, and what came of it.
//!
//! Owns [`Event`] and [`Report`], and that each event is counted once. Deliberately absent: how either is printed (`cli`).

use std::collections::BTreeSet;
use std::path::Path;

use crate::claim::Finding;
use crate::diag::Diagnostic;
use crate::lesson::names::Verdict;
use crate::record::TrialRecord;

/// Is told of everything that happens, as it happens.
pub type Observer<'o> = &'o mut dyn FnMut(Event<'_>);

#[derive(Debug)]
pub enum Event<'e> {
    /// Something is wrong with a text of the book.
    Diagnostic(&'e Diagnostic),
    /// Something about the machine that the book should be told with: what, and what to do.
    Warning { message: &'e str, hint: Option<&'e str> },
    /// Something that keeps a lesson from being measured or written; the build goes on with the others.
    Problem { message: &'e str, hint: Option<&'e str> },
    /// An experiment is about to be measured.
    Measuring {
        lesson: &'e str,
        experiment: &'e str,
        trials: usize,
    },
    /// One of so many distinct builds is finished.
    Built { number: usize, of: usize },
    /// A round is finished, of at most so many.
    Round { number: u32, most: u32 },
    /// A count after the rounds is finished, one of so many.
    Counted { number: usize, of: usize },
    /// An experiment was measured: so many rounds and exact counts now.
    Measured {
        lesson: &'e str,
        experiment: &'e str,
        rounds: usize,
        counts: usize,
        /// Whether that is too little to replace the record there is, and is kept for the next measurement to go on.
        waits: bool,
    },
    /// A trial ended as nobody announced.
    Failed {
        lesson: &'e str,
        experiment: &'e str,
        trial: &'e TrialRecord,
    },
    /// A claim has its verdict.
    Judged {
        lesson: &'e str,
        experiment: &'e str,
        finding: &'e Finding,
    },
    /// All experiments have the records that they are told from.
    Chosen(&'e Sources),
    /// The book was written: so many files, so many of them other than before.
    Wrote {
        out: &'e Path,
        files: usize,
        changed: usize,
        /// Files of an earlier build.
        removed: usize,
    },
}

/// What came of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub errors: usize,
    pub warnings: usize,
    /// Slugs of lessons that were not written because of errors in them.
    pub broken: Vec<String>,
    /// Of these, the ones whose pages of an earlier build stay in the book.
    pub staying: Vec<String>,
    /// Problems of the environment.
    pub problems: usize,
    /// What the experiments are told from.
    pub sources: Sources,
    /// Trials that ended as nobody announced.
    pub failed: usize,
    /// Claims by their verdicts.
    pub holding: usize,
    pub failing: usize,
    pub undecided: usize,
    /// Claims with the opposite of the verdict that their lesson expects.
    pub opposite: usize,
}

impl Report {
    /// Whether every lesson could be told.
    pub(super) fn is_whole(&self) -> bool {
        self.errors == 0 && self.broken.is_empty() && self.problems == 0
    }

    fn count(&mut self, event: &Event<'_>) {
        match event {
            Event::Diagnostic(diagnostic) if diagnostic.is_error() => self.errors += 1,
            Event::Diagnostic(_) | Event::Warning { .. } => self.warnings += 1,
            Event::Problem { .. } => self.problems += 1,
            Event::Failed { .. } => self.failed += 1,
            Event::Judged { finding, .. } => {
                self.opposite += usize::from(finding.is_opposite());
                *match finding.verdict {
                    Verdict::Holds => &mut self.holding,
                    Verdict::Fails => &mut self.failing,
                    Verdict::Undecided => &mut self.undecided,
                } += 1;
            }
            Event::Chosen(sources) => self.sources = **sources,
            Event::Measuring { .. }
            | Event::Built { .. }
            | Event::Round { .. }
            | Event::Counted { .. }
            | Event::Measured { .. }
            | Event::Wrote { .. } => {}
        }
    }
}

/// How many experiments are told from what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Measured in this build.
    pub measured: usize,
    /// From a record that is what measuring would show.
    pub fresh: usize,
    /// From a record that is not: something changed, a trial failed, or rounds are missing.
    pub last: usize,
    /// From the record of the book's reference machine.
    pub reference: usize,
    /// From nothing.
    pub none: usize,
}

impl Sources {
    pub fn total(&self) -> usize {
        self.measured + self.fresh + self.last + self.reference + self.none
    }
}

/// Where the stages tell what happens: it is counted and passed on.
pub(super) struct Log<'o> {
    pub(super) report: Report,
    observer: Observer<'o>,
    /// Warnings of which one is enough.
    warned: BTreeSet<String>,
}

impl<'o> Log<'o> {
    pub(super) fn new(observer: Observer<'o>) -> Self {
        Log {
            report: Report::default(),
            observer,
            warned: BTreeSet::new(),
        }
    }

    pub(super) fn tell(&mut self, event: Event<'_>) {
        self.report.count(&event);
        (self.observer)(event);
    }

    pub(super) fn warn_once(&mut self, message: &str, hint: &str) {
        if self.warned.insert(message.to_owned()) {
            let hint = Some(hint);
            self.tell(Event::Warning { message, hint });
        }
    }
}
