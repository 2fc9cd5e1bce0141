//! A lesson's sections in one locale, each told by the edition that has it.
//!
//! Owns standing in: where a translation lacks a section, the original's is told. Deliberately absent: whether editions
//! agree (`agreement`).

use crate::lesson::document::Block;
use crate::locale::Locale;

use super::Lesson;
use super::outline::{Stretch, stretches};

/// A section, and the locale of the edition that tells it.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// The reader's own locale, or that of the original where the translation lacks the section.
    pub locale: Locale,
    /// 2 to 6; 0 for what precedes the first heading.
    pub level: u8,
    pub id: Option<&'a str>,
    /// The heading first, where there is one.
    pub blocks: &'a [Block],
}

impl Lesson {
    /// The sections that a reader in `locale` sees, in their order. A heading of any level begins one, so a subsection
    /// follows its section. Where the lesson has no edition in `locale`, all of them are the original's.
    pub fn sections(&self, locale: Locale) -> Vec<Section<'_>> {
        let own = self.editions.get(&locale).map(|edition| stretches(&edition.body));
        let own = own.unwrap_or_default();
        let mut chosen: Vec<(Locale, Stretch<'_>)> = stretches(&self.original().body)
            .into_iter()
            .map(|original| match counterpart(&original, &own) {
                Some(translated) => (locale, *translated),
                None => (self.original, original),
            })
            .collect();
        if self.original().front.sorted {
            sort(&mut chosen, locale);
        }
        let sections = chosen.into_iter().map(|(locale, stretch)| Section {
            locale,
            level: stretch.level(),
            id: stretch.id(),
            blocks: stretch.blocks,
        });
        sections.filter(|section| !section.blocks.is_empty()).collect()
    }
}

/// The stretch of a translation that says what `original` says: the one with its id; before any heading, the first.
pub(super) fn counterpart<'s, 'a>(original: &Stretch<'_>, own: &'s [Stretch<'a>]) -> Option<&'s Stretch<'a>> {
    own.iter().find(|stretch| {
        let both_open = original.heading.is_none() && stretch.heading.is_none();
        both_open && (original.blocks.is_empty() || !stretch.blocks.is_empty())
            || original.id().is_some() && original.id() == stretch.id()
    })
}

/// Sorts sections of the highest level by their titles, each with its subsections.
fn sort(chosen: &mut Vec<(Locale, Stretch<'_>)>, locale: Locale) {
    let levels = chosen.iter().map(|(_, stretch)| stretch.level());
    let highest = levels.filter(|level| *level > 0).min().unwrap_or(0);
    let mut groups: Vec<Vec<(Locale, Stretch<'_>)>> = Vec::new();
    for section in chosen.drain(..) {
        let level = section.1.level();
        match groups.last_mut() {
            Some(group) if level > highest => group.push(section),
            _ => groups.push(vec![section]),
        }
    }
    let opening = groups.iter().take_while(|group| group[0].1.level() == 0).count();
    groups[opening..].sort_by(|a, b| locale.compare(&a[0].1.title(), &b[0].1.title()));
    chosen.extend(groups.into_iter().flatten());
}
