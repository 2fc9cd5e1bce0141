//! Chapters to bytes: HTML and Markdown pages, charts, front pages and the files beside them.
//!
//! Owns what stands where on a page and the escaping of everything that is told. Deliberately absent: writing files
//! (`build`), words (`wording`, through [`Teller`]) and clocks: the same input gives the same bytes.

mod chapter;
mod chart;
mod escape;
mod front;
mod html;
mod inline;
mod lettering;
mod markdown;
mod markdown_inline;
mod markdown_panel;
mod notes;
mod panel;
mod predict;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod sample_panel;
mod scale;
mod shelf;
mod sweep;
mod teller;
#[cfg(test)]
mod tests;
mod theme;
mod words;

use crate::lesson::document::Block;

pub use chapter::{Rendered, render};
pub use front::{assets, front_page, fronts};
pub use shelf::{Format, Heading, Shelf, Shelved, asset, page, page_from};
pub use teller::{Teller, Voice};
pub use theme::Theme;

/// A file of the book: its path from the book's folder, with `/`, and its bytes.
pub type File = (String, Vec<u8>);

/// A lesson in one locale, with everything that its page tells.
#[derive(Clone, Copy, Debug)]
pub struct Chapter<'a> {
    pub slug: &'a str,
    pub shelf: &'a Shelf,
    /// Tells the page's own locale, in which the lesson has an edition.
    pub teller: &'a dyn Teller,
    pub sections: &'a [Section<'a>],
}

/// A heading with what follows it.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// Another one than the chapter's where the section stands in from another edition.
    pub teller: &'a dyn Teller,
    pub blocks: &'a [Block],
}
