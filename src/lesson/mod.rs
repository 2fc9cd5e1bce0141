//! A lesson file's text becomes an edition: front matter, Markdown, constructs, expressions; all diagnostics at once.
//!
//! Owns the format of lessons. Deliberately absent: files (`source`), names across editions and experiments (`book`), and
//! how anything is measured or told.

mod callouts;
mod code;
pub mod definitions;
pub mod document;
mod emphasis;
pub mod expression;
mod fences;
pub(crate) mod fields;
mod footnotes;
mod forms;
mod front;
pub mod guesses;
mod headings;
mod inlines;
pub(crate) mod limits;
mod links;
mod lists;
mod markdown;
mod marked;
pub mod names;
pub(crate) mod patterns;
mod roles;
mod ruby;
mod script;
mod strays;
pub mod syntax;
pub mod system_calls;
mod tokens;
pub(crate) mod tree;
mod where_lists;

use std::sync::Arc;

use crate::diag::{SourceText, Warned};
use crate::locale::Locale;

use definitions::{Experiment, FrontMatter, Predict, Words};
use document::Block;
use names::Spanned;
use tree::Problems;

/// One lesson in one locale, as its file tells it.
#[derive(Clone, Debug)]
pub struct Edition {
    pub locale: Locale,
    pub source: Arc<SourceText>,
    pub front: FrontMatter,
    pub body: Vec<Block>,
    /// Defined in an original only.
    pub experiments: Vec<Experiment>,
    /// Defined in an original only.
    pub predicts: Vec<Predict>,
    /// The words of each experiment and prediction by the name that its fence has.
    pub words: Vec<(Spanned<String>, Words)>,
}

impl Edition {
    pub fn is_translation(&self) -> bool {
        self.front.original.is_some()
    }
}

/// Reads one edition of a lesson, its byte order mark removed, with all that is wrong in it.
///
/// Names are not looked up; an edition with errors holds what could be read.
pub fn parse(locale: Locale, source: &Arc<SourceText>) -> Warned<Edition> {
    let problems = Problems::new(source);
    let front = front::read(locale, &problems);
    let body = markdown::parse(front.body_start, source);
    let definitions = fences::read(&body.value.fences, front.is_translation, &problems);
    if front.is_translation == Some(false) && body.value.blocks.is_empty() && body.diagnostics.is_empty() {
        let end = source.text.trim_end().len();
        let message = "nothing follows the front matter";
        problems.warning("no-text", &(end..end), message, "write the lesson's text");
    }
    let mut diagnostics = problems.into_diagnostics();
    diagnostics.extend(body.diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.as_ref().map_or(0, |span| span.start));
    Warned {
        value: Edition {
            locale,
            source: Arc::clone(source),
            front: front.matter,
            body: body.value.blocks,
            experiments: definitions.experiments,
            predicts: definitions.predicts,
            words: definitions.words,
        },
        diagnostics,
    }
}
