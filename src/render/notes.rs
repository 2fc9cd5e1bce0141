//! Footnotes of a page: numbered in the order in which they are referred to.
//!
//! Owns numbers and how often each note is referred to. Deliberately absent: markup.

use std::collections::BTreeMap;

use crate::lesson::document::{Block, BlockNode};

use super::Section;
use super::teller::Teller;

/// A note is known by its edition and its label, as two editions on one page may use the same label.
type Key = (&'static str, String);

/// What a note says: an author's blocks, or why a figure is not available.
#[derive(Clone, Debug)]
pub(super) enum Note<'a> {
    Blocks(&'a dyn Teller, &'a [Block]),
    Reason(String),
}

#[derive(Debug, Default)]
pub(super) struct Notes<'a> {
    definitions: BTreeMap<Key, (&'a dyn Teller, &'a [Block])>,
    referred: Vec<(Key, usize)>,
    /// Of the notes that no author wrote, by their keys.
    reasons: BTreeMap<Key, String>,
}

/// Begins the keys of reasons; an author's label may not have a line end.
const REASON: &str = "\n";

/// A reference to a note; both numbers begin at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pub note: usize,
    /// Of how many references to this note it is.
    pub turn: usize,
}

impl<'a> Notes<'a> {
    pub(super) fn of(sections: &'a [Section<'a>]) -> Self {
        let mut notes = Notes::default();
        for section in sections {
            notes.collect(section.teller.edition(), section.teller);
            notes.collect(section.blocks, section.teller);
        }
        notes
    }

    fn collect(&mut self, blocks: &'a [Block], teller: &'a dyn Teller) {
        for block in blocks {
            match &block.node {
                BlockNode::Footnote { label, blocks } => {
                    let key = (teller.locale().tag(), label.clone());
                    self.definitions.insert(key, (teller, blocks));
                }
                BlockNode::Quote(blocks) | BlockNode::Callout { blocks, .. } => self.collect(blocks, teller),
                BlockNode::List { items, .. } => {
                    items.iter().for_each(|item| self.collect(&item.blocks, teller));
                }
                BlockNode::Verdicts { items, .. } => {
                    items.iter().for_each(|item| self.collect(&item.blocks, teller));
                }
                _ => {}
            }
        }
    }

    /// Counts a reference to `label`; `None` where there is no such note.
    pub(super) fn refer(&mut self, teller: &dyn Teller, label: &str) -> Option<Reference> {
        let key = (teller.locale().tag(), label.to_owned());
        self.definitions.get(&key)?;
        Some(self.count(key))
    }

    /// Counts a reference to the note that says why a figure is not available: one note for each reason.
    pub(super) fn refer_to_reason(&mut self, teller: &dyn Teller, reason: &str) -> Reference {
        let key = (teller.locale().tag(), format!("{REASON}{reason}"));
        self.reasons.insert(key.clone(), reason.to_owned());
        self.count(key)
    }

    fn count(&mut self, key: Key) -> Reference {
        let place = self.referred.iter().position(|(known, _)| *known == key);
        let place = place.unwrap_or_else(|| {
            self.referred.push((key, 0));
            self.referred.len() - 1
        });
        self.referred[place].1 += 1;
        Reference {
            note: place + 1,
            turn: self.referred[place].1,
        }
    }

    /// The note of this number. A note may refer to others, so there may be more once it is written.
    pub(super) fn note(&self, number: usize) -> Option<Note<'a>> {
        let (key, _) = self.referred.get(number.checked_sub(1)?)?;
        if let Some(reason) = self.reasons.get(key) {
            return Some(Note::Reason(reason.clone()));
        }
        let (teller, blocks) = self.definitions.get(key)?;
        Some(Note::Blocks(*teller, blocks))
    }

    /// How many references lead to the note of this number.
    pub(super) fn turns(&self, number: usize) -> usize {
        self.referred.get(number - 1).map_or(0, |(_, turns)| *turns)
    }
}
