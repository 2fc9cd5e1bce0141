//! What pages ask of the stages below: words and figures of one edition, ready to be set.
//!
//! Owns [`Teller`] and [`Piece`], the boundary to `wording`. Deliberately absent: any word, and any markup.

use std::fmt;

use crate::lesson::document::LinkTarget;
use crate::lesson::document::{Inline, ProgramPart, VerdictItem};
use crate::locale::Locale;
use crate::quantity::{Quantity, Unit};
use crate::wording::{Panel, Phrase, Question, Told};

/// One edition of a lesson that can be told.
pub trait Teller: fmt::Debug {
    fn locale(&self) -> Locale;

    /// The final words of one paragraph, cell or heading: figures told, spaces that may not break in place, line ends of
    /// the source resolved.
    fn typeset(&self, inlines: &[Inline]) -> Vec<Piece>;

    /// The item of a verdict list that came true.
    fn chosen<'i>(&self, claim: &str, items: &'i [VerdictItem]) -> Option<&'i VerdictItem>;

    fn panel(&self, experiment: &str) -> Option<Panel>;

    fn question(&self, predict: &str) -> Option<Question>;

    /// What a prediction asks, where its fence says it in words.
    fn asks(&self, predict: &str) -> Option<Phrase>;

    /// What a variant printed.
    fn output(&self, variant: &str) -> Printed;

    /// What is shown of a program: without the comments that mark regions and without common indentation.
    fn program(&self, part: &ProgramPart) -> Option<String>;

    /// A message of the interface by its id in `templates/locales/*.ftl`.
    fn message(&self, id: &str, arguments: &[(&str, &str)]) -> String;

    /// A number at an axis: as exact as it is, in `unit`, whose symbol is not told.
    fn tick(&self, value: Quantity, unit: Option<Unit>) -> String;
}

/// What a variant printed, or why that is not known; either may come with a note ("the first lines only").
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The variant's label.
    pub label: Phrase,
    pub text: Option<String>,
    pub note: Option<String>,
}

/// A part of a sentence with nothing left to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Code(String),
    Emphasis(Vec<Piece>),
    Strong(Vec<Piece>),
    Strikethrough(Vec<Piece>),
    Link {
        target: LinkTarget,
        title: String,
        content: Vec<Piece>,
    },
    Image {
        file: String,
        title: String,
        alt: String,
    },
    HardBreak,
    FootnoteReference(String),
    Ruby {
        base: String,
        reading: String,
    },
    Html(String),
    /// A figure; also a verdict's word and where a claim holds, since these lead to the panel too.
    Figure(Told),
}
