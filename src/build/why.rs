//! Why a record is fresh or stale: what of its key is as it was, and what is not.
//!
//! Deliberately absent: what is done about it (`choice`) and words (`cli`).

use std::collections::BTreeMap;

use crate::plan::{Change, RecordKey};
use crate::record::Record;

use super::choice::{Chosen, Source};

/// What a record is to its experiment as that is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    pub state: State,
    /// What decides the measurement and is not as it was recorded, in the order of the parts' names.
    pub changes: Vec<Change>,
    /// What decides the measurement and is the same.
    pub same: Vec<String>,
    /// Of the changed parts that are toolchains of another version, by the part's name: the recorded one and the one here.
    pub versions: BTreeMap<String, (String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It would not be measured again.
    Fresh,
    /// Nothing was recorded.
    NotMeasured,
    /// Something that decides the measurement has changed.
    Changed,
    /// A trial ended as nobody announced, which is measured again each time.
    Failed,
    /// Fewer rounds than the experiment asks for at least.
    FewRounds { have: usize, least: usize },
    /// The lesson names exact counts that it has not, and that this machine can make.
    LacksCounts,
}

/// What an experiment would be measured by now.
#[derive(Clone, Debug)]
pub struct Asked {
    pub key: RecordKey,
    /// The version line of each toolchain that is here, by the name of its part of the key.
    pub versions: BTreeMap<String, String>,
    /// The fewest rounds that count as measured.
    pub least_rounds: usize,
    /// Whether exact counts are to be made.
    pub lacks_counts: bool,
}

impl Chosen {
    /// Why its record is told as it is; nothing where its plan cannot be made.
    pub fn why(&self) -> Option<Why> {
        let asked = self.asked.as_ref()?;
        let Some(record) = &self.record else {
            return Some(Why {
                state: State::NotMeasured,
                changes: Vec::new(),
                same: Vec::new(),
                versions: BTreeMap::new(),
            });
        };
        let changes = record.key.difference(&asked.key);
        let is_changed = |part: &String| changes.iter().any(|change| change.part() == part);
        let same = record.key.parts.keys().filter(|part| !is_changed(part));
        let version = |change: &Change| {
            let (part, now) = asked.versions.get_key_value(change.part())?;
            let before = record.probe(part.strip_prefix("toolchain ")?);
            let before = before.version().filter(|before| before != now)?;
            Some((part.clone(), (before.to_owned(), now.clone())))
        };
        Some(Why {
            state: self.state(record, asked),
            versions: changes.iter().filter_map(version).collect(),
            same: same.cloned().collect(),
            changes,
        })
    }

    fn state(&self, record: &Record, asked: &Asked) -> State {
        let (have, least) = (record.rounds(), asked.least_rounds);
        match self.source {
            Source::Fresh if asked.lacks_counts => State::LacksCounts,
            Source::Fresh | Source::Measured => State::Fresh,
            _ if record.has_failure() => State::Failed,
            _ if self.is_outdated() => State::Changed,
            _ if have < least || record.is_unfinished() => State::FewRounds { have, least },
            _ => State::Fresh,
        }
    }

    fn is_outdated(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.is_outdated)
    }
}
