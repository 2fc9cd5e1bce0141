//! What pages ask of the stages below: words and figures of one edition, ready to be set.
//!
//! Owns [`Teller`], the boundary to `wording` and `book`, and [`Voice`], which joins the two. Deliberately absent: any
//! word, and any markup.

use std::fmt;

use crate::book::{Lesson, region};
use crate::lesson::document::{Block, Inline, ProgramPart, VerdictItem};
use crate::locale::Locale;
use crate::quantity::{Quantity, Unit};
use crate::source::Folder;
use crate::wording::{Output, Panel, Phrase, Question, Set, Telling, Wording};

/// One edition of a lesson that can be told.
pub trait Teller: fmt::Debug {
    fn wording(&self) -> &Wording;

    fn locale(&self) -> Locale {
        self.wording().locale()
    }

    /// A message of the interface without arguments, by its id in `templates/locales/*.ftl`.
    fn word(&self, id: &str) -> String {
        self.wording().word(id)
    }

    /// The whole edition. Its notes may stand in other sections than those that are shown.
    fn edition(&self) -> &[Block] {
        &[]
    }

    /// The final words of one paragraph, cell or heading.
    fn typeset(&self, inlines: &[Inline]) -> Vec<Set>;

    /// The item of a verdict list that came true.
    fn chosen<'i>(&self, claim: &str, items: &'i [VerdictItem]) -> Option<&'i VerdictItem>;

    fn panel(&self, experiment: &str) -> Option<Panel>;

    fn question(&self, predict: &str) -> Option<Question>;

    /// What a prediction asks, where its fence says it in words.
    fn asks(&self, predict: &str) -> Option<Phrase>;

    /// What a variant printed, and the variant's label.
    fn output(&self, variant: &str) -> (Phrase, Output);

    /// What is shown of a program: without the comments that mark regions and without common indentation.
    fn program(&self, part: &ProgramPart) -> Option<String>;

    /// A number at an axis, in `unit`, whose symbol is not told.
    fn tick(&self, value: Quantity, unit: Option<Unit>) -> String;
}

/// A lesson told in one locale, with the programs that its folder has.
#[derive(Clone, Copy, Debug)]
pub struct Voice<'a> {
    telling: Telling<'a>,
    lesson: &'a Lesson,
    folder: &'a Folder,
}

impl<'a> Voice<'a> {
    /// `telling` tells of `lesson`, which lies in `folder`.
    pub fn new(telling: Telling<'a>, lesson: &'a Lesson, folder: &'a Folder) -> Self {
        Voice {
            telling,
            lesson,
            folder,
        }
    }
}

impl Teller for Voice<'_> {
    fn wording(&self) -> &Wording {
        self.telling.wording()
    }

    fn edition(&self) -> &[Block] {
        let edition = self.lesson.editions.get(&self.locale());
        edition.map_or(&[], |edition| &edition.body)
    }

    fn typeset(&self, inlines: &[Inline]) -> Vec<Set> {
        self.telling.typeset(inlines)
    }

    fn chosen<'i>(&self, claim: &str, items: &'i [VerdictItem]) -> Option<&'i VerdictItem> {
        self.telling.chosen(claim, items)
    }

    fn panel(&self, experiment: &str) -> Option<Panel> {
        let named = |known: &crate::book::Experiment| known.name == experiment;
        let index = self.lesson.experiments.iter().position(named)?;
        Some(self.telling.panel(index))
    }

    fn question(&self, predict: &str) -> Option<Question> {
        let found = self.lesson.predicts.iter().find(|known| known.name == predict)?;
        Some(self.telling.question(found))
    }

    fn asks(&self, predict: &str) -> Option<Phrase> {
        let found = self.lesson.predicts.iter().find(|known| known.name == predict)?;
        self.telling.asks(found)
    }

    fn output(&self, variant: &str) -> (Phrase, Output) {
        (self.telling.label(variant), self.telling.output(variant))
    }

    fn program(&self, part: &ProgramPart) -> Option<String> {
        let asset = self.lesson.asset(self.folder, &part.file.value).ok()?;
        let text = String::from_utf8(asset.bytes).ok()?;
        region::shown(&text, part.region.as_ref().map(|region| region.value.as_str()))
    }

    fn tick(&self, value: Quantity, unit: Option<Unit>) -> String {
        self.telling.tick(value, unit)
    }
}
