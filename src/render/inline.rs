//! Sentences to HTML.
//!
//! Owns the elements of inline markup and of figures. Deliberately absent: blocks (`html`).

use crate::wording::{Phrase, Run, Set, Told};

use super::escape;
use super::html::Writer;
use super::shelf::{Format, asset_from_page};
use super::teller::Teller;

impl Writer<'_> {
    pub(super) fn inlines(&mut self, inlines: &[crate::lesson::document::Inline]) -> String {
        let pieces = self.teller.typeset(inlines);
        self.pieces(&pieces)
    }

    pub(super) fn pieces(&mut self, pieces: &[Set]) -> String {
        pieces.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, piece: &Set) -> String {
        match piece {
            Set::Text(text) => escape::html(text),
            Set::Code(code) => code_span(code),
            Set::Emphasis(content) => format!("<em>{}</em>", self.pieces(content)),
            Set::Strong(content) => format!("<strong>{}</strong>", self.pieces(content)),
            Set::Strikethrough(content) => format!("<del>{}</del>", self.pieces(content)),
            Set::Link { target, title, content } => {
                let chapter = self.chapter;
                let href = chapter
                    .shelf
                    .href(target, chapter.slug, chapter.teller.locale(), Format::Html);
                let content = self.pieces(content);
                let Some(href) = href else { return content };
                self.note_asset(target);
                let title = attribute("title", title);
                format!("<a href=\"{}\"{title}>{content}</a>", escape::html(&href))
            }
            Set::Image { file, title, alt } => {
                self.files.insert(file.value.clone());
                let source = escape::html(&escape::path(&asset_from_page(self.chapter.slug, &file.value)));
                let title = attribute("title", title);
                format!("<img src=\"{source}\" alt=\"{}\"{title}>", escape::html(alt))
            }
            Set::HardBreak => "<br>\n".to_owned(),
            Set::FootnoteReference(label) => self.footnote_reference(label),
            Set::Ruby { base, reading } => format!(
                "<ruby>{}<rp>(</rp><rt>{}</rt><rp>)</rp></ruby>",
                escape::html(base),
                escape::html(reading)
            ),
            Set::Html(html) if self.chapter.shelf.raw_html => html.clone(),
            Set::Html(html) => escape::html(html),
            Set::Figure(told) => figure(told),
        }
    }

    fn footnote_reference(&mut self, label: &str) -> String {
        let Some(reference) = self.notes.refer(self.teller, label) else {
            return escape::html(&format!("[^{label}]"));
        };
        let number = reference.note;
        let id = note_reference_id(number, reference.turn);
        // A word joiner: no line begins with the mark of a note.
        format!(
            "&#8288;<sup class=\"note\"><a id=\"{id}\" href=\"#note-{number}\" role=\"doc-noteref\">{number}</a></sup>"
        )
    }
}

/// Code up to this many characters stays on one line.
const SHORT_CODE: usize = 24;

fn code_span(code: &str) -> String {
    let class = match code.chars().count() {
        ..=SHORT_CODE => " class=\"short\"",
        _ => "",
    };
    format!("<code{class}>{}</code>", escape::html(code))
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
        Run::Code(code) => code_span(code),
    };
    let words: String = phrase.runs.iter().map(run).collect();
    match phrase.foreign {
        Some(locale) => format!("<span lang=\"{locale}\">{words}</span>"),
        None => words,
    }
}

/// Words without any markup: for contents, titles of the window, image descriptions.
pub(super) fn plain(pieces: &[Set]) -> String {
    let piece = |piece: &Set| match piece {
        Set::Text(text) | Set::Code(text) => text.clone(),
        Set::Emphasis(content) | Set::Strong(content) | Set::Strikethrough(content) | Set::Link { content, .. } => {
            plain(content)
        }
        Set::Image { alt, .. } => alt.clone(),
        Set::HardBreak => " ".to_owned(),
        Set::Ruby { base, .. } => base.clone(),
        Set::Figure(told) => told.text.clone(),
        Set::FootnoteReference(_) | Set::Html(_) => String::new(),
    };
    pieces.iter().map(piece).collect()
}

/// A title for the one place in Markdown where a code host takes HTML alone: with its code and emphasis.
pub(super) fn summary(pieces: &[Set]) -> String {
    let marked = |element: &str, content: &[Set]| format!("<{element}>{}</{element}>", summary(content));
    let piece = |piece: &Set| match piece {
        Set::Code(code) => format!("<code>{}</code>", escape::html(code)),
        Set::Emphasis(content) => marked("em", content),
        Set::Strong(content) => marked("strong", content),
        Set::Strikethrough(content) => marked("del", content),
        Set::Link { content, .. } => summary(content),
        other => escape::html(&plain(std::slice::from_ref(other))),
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

/// Whether a callout's own title is just the word for what it is, which stands beside it anyway.
pub(super) fn says_kind(
    kind: crate::lesson::document::CalloutKind,
    title: &[crate::lesson::document::Inline],
    teller: &dyn Teller,
) -> bool {
    let said = plain(&teller.typeset(title));
    said.trim().to_lowercase() == callout_word(kind, teller).to_lowercase()
}

/// `page-callout-…`: the word for what a callout is.
pub(super) fn callout_word(kind: crate::lesson::document::CalloutKind, teller: &dyn Teller) -> String {
    teller.word(&format!("page-callout-{}", kind.name()))
}
