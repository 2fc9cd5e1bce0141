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
mod footnotes;
mod forms;
mod headings;
mod inlines;
mod links;
mod lists;
mod markdown;
mod marked;
pub mod names;
mod roles;
mod ruby;
mod script;
pub mod syntax;
mod where_lists;

use std::sync::Arc;

use crate::diag::SourceText;
use crate::locale::Locale;

use definitions::{Experiment, FrontMatter, Predict, Words};
use document::Block;
use names::Spanned;

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
