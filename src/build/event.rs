//! What happens during a build, and what came of it.
//!
//! Owns [`Event`] and [`Report`]. Deliberately absent: how either is printed (`cli`).

use std::path::Path;

use crate::claim::Finding;
use crate::diag::Diagnostic;
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
    /// An experiment was measured.
    Measured {
        lesson: &'e str,
        experiment: &'e str,
        rounds: usize,
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
    /// The book was written: so many files, so many of them other than before.
    Wrote {
        out: &'e Path,
        files: usize,
        changed: usize,
    },
}

/// What came of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub errors: usize,
    pub warnings: usize,
    /// Slugs of lessons that were not written because of errors in them.
    pub broken: Vec<String>,
    /// Problems of the environment.
    pub problems: usize,
    /// Experiments measured in this build.
    pub measured: usize,
    /// Trials that ended as nobody announced.
    pub failed: usize,
    /// Claims with the opposite of the verdict that their lesson expects.
    pub opposite: usize,
    pub undecided: usize,
}

impl Report {
    pub(super) fn count(&mut self, diagnostic: &Diagnostic) {
        if diagnostic.is_error() {
            self.errors += 1;
        } else {
            self.warnings += 1;
        }
    }

    /// Whether every lesson could be told.
    pub(super) fn is_whole(&self) -> bool {
        self.errors == 0 && self.broken.is_empty() && self.problems == 0
    }
}
