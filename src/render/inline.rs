//! Sentences to HTML.
//!
//! Owns the elements of inline markup and of figures. Deliberately absent: blocks (`html`).

use crate::wording::{Phrase, Run, Told};

use super::escape;
use super::html::Writer;
use super::shelf::{Format, asset_from_page};
use super::teller::{Piece, Teller};

impl Writer<'_> {
    pub(super) fn inlines(&mut self, inlines: &[crate::lesson::document::Inline]) -> String {
        let pieces = self.teller.typeset(inlines);
        self.pieces(&pieces)
    }

    pub(super) fn pieces(&mut self, pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, piece: &Piece) -> String {
        match piece {
            Piece::Text(text) => escape::html(text),
            Piece::Code(code) => format!("<code>{}</code>", escape::html(code)),
            Piece::Emphasis(content) => format!("<em>{}</em>", self.pieces(content)),
            Piece::Strong(content) => format!("<strong>{}</strong>", self.pieces(content)),
            Piece::Strikethrough(content) => format!("<del>{}</del>", self.pieces(content)),
            Piece::Link { target, title, content } => {
                let chapter = self.chapter;
                let href = chapter
                    .shelf
                    .href(target, chapter.slug, chapter.teller.locale(), Format::Html);
                self.note_asset(target);
                let title = attribute("title", title);
                format!(
                    "<a href=\"{}\"{title}>{}</a>",
                    escape::html(&href),
                    self.pieces(content)
                )
            }
            Piece::Image { file, title, alt } => {
                self.files.insert(file.clone());
                let source = escape::html(&asset_from_page(self.chapter.slug, file));
                let title = attribute("title", title);
                format!("<img src=\"{source}\" alt=\"{}\"{title}>", escape::html(alt))
            }
            Piece::HardBreak => "<br>\n".to_owned(),
            Piece::FootnoteReference(label) => self.footnote_reference(label),
            Piece::Ruby { base, reading } => format!(
                "<ruby>{}<rp>(</rp><rt>{}</rt><rp>)</rp></ruby>",
                escape::html(base),
                escape::html(reading)
            ),
            Piece::Html(html) if self.chapter.shelf.raw_html => html.clone(),
            Piece::Html(html) => escape::html(html),
            Piece::Figure(told) => figure(told),
        }
    }

    fn footnote_reference(&mut self, label: &str) -> String {
        let Some(reference) = self.notes.refer(self.teller, label) else {
            return escape::html(&format!("[^{label}]"));
        };
        let number = reference.note;
        let id = note_reference_id(number, reference.turn);
        format!("<sup class=\"note\"><a id=\"{id}\" href=\"#note-{number}\" role=\"doc-noteref\">{number}</a></sup>")
    }
}

/// The id of a reference to a note, which its note leads back to.
pub(super) fn note_reference_id(number: usize, turn: usize) -> String {
    format!("note-{number}-from-{turn}")
}

/// A figure leads to the panel that has its samples.
pub(super) fn figure(told: &Told) -> String {
    let text = escape::html(&told.text);
    let title = attribute("title", &told.source);
    if told.experiment.is_empty() {
        return format!("<span class=\"figure\"{title}>{text}</span>");
    }
    let experiment = escape::html(&told.experiment);
    format!("<a class=\"figure\" href=\"#panel-{experiment}\"{title}>{text}</a>")
}

/// A label with its code spans.
pub(super) fn phrase(phrase: &Phrase) -> String {
    let run = |run: &Run| match run {
        Run::Text(text) => escape::html(text),
        Run::Code(code) => format!("<code>{}</code>", escape::html(code)),
    };
    let words: String = phrase.runs.iter().map(run).collect();
    match phrase.foreign {
        Some(locale) => format!("<span lang=\"{locale}\">{words}</span>"),
        None => words,
    }
}

/// Words without any markup: for contents, titles of the window, image descriptions.
pub(super) fn plain(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) | Piece::Code(text) => text.clone(),
        Piece::Emphasis(content)
        | Piece::Strong(content)
        | Piece::Strikethrough(content)
        | Piece::Link { content, .. } => plain(content),
        Piece::Image { alt, .. } => alt.clone(),
        Piece::HardBreak => " ".to_owned(),
        Piece::Ruby { base, .. } => base.clone(),
        Piece::Figure(told) => told.text.clone(),
        Piece::FootnoteReference(_) | Piece::Html(_) => String::new(),
    };
    pieces.iter().map(piece).collect()
}

/// ` name="value"`, or nothing for an empty value.
fn attribute(name: &str, value: &str) -> String {
    if value.is_empty() {
        String::new()
    } else {
        format!(" {name}=\"{}\"", escape::html(value))
    }
}

/// `page-callout-…`: the word for what a callout is.
pub(super) fn callout_word(kind: crate::lesson::document::CalloutKind, teller: &dyn Teller) -> String {
    teller.message(&format!("page-callout-{}", kind.name()), &[])
}
