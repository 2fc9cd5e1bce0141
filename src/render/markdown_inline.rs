//! Sentences to Markdown.
//!
//! Owns inline marks. Deliberately absent: blocks (`markdown`).

use crate::lesson::document::Inline;
use crate::wording::{Phrase, Run, Set};

use super::escape;
use super::inline::plain;
use super::markdown::MarkdownWriter;
use super::shelf::{Format, asset_from_page};

impl MarkdownWriter<'_> {
    pub(super) fn inlines(&mut self, inlines: &[Inline], in_table: bool) -> String {
        let pieces = self.teller.typeset(inlines);
        self.pieces(&pieces, in_table)
    }

    pub(super) fn pieces(&mut self, pieces: &[Set], in_table: bool) -> String {
        pieces.iter().map(|piece| self.piece(piece, in_table)).collect()
    }

    fn piece(&mut self, piece: &Set, in_table: bool) -> String {
        match piece {
            Set::Text(text) => escape::markdown(text, in_table),
            Set::Code(code) => escape::markdown_code(code, in_table),
            Set::Emphasis(content) => self.marked(content, in_table, "*", "em"),
            Set::Strong(content) => self.marked(content, in_table, "**", "strong"),
            Set::Strikethrough(content) => self.marked(content, in_table, "~~", "del"),
            Set::Link { target, title, content } => {
                let locale = self.chapter.teller.locale();
                let href = self
                    .chapter
                    .shelf
                    .href(target, self.chapter.slug, locale, Format::Markdown);
                let words = self.pieces(content, in_table);
                let Some(href) = href else { return words };
                format!("[{words}]({})", destination(&href, title, in_table))
            }
            Set::Image { file, title, alt } => {
                self.files.insert(file.value.clone());
                let source = escape::path(&asset_from_page(self.chapter.slug, &file.value));
                let alt = escape::markdown(alt, in_table);
                format!("![{alt}]({})", destination(&source, title, in_table))
            }
            Set::HardBreak if in_table => "<br>".to_owned(),
            Set::HardBreak => "\\\n".to_owned(),
            Set::FootnoteReference(label) => match self.notes.refer(self.teller, label) {
                Some(reference) => format!("[^{}]", reference.note),
                None => escape::markdown(&format!("[^{label}]"), in_table),
            },
            Set::Ruby { base, reading } => format!(
                "<ruby>{}<rp>(</rp><rt>{}</rt><rp>)</rp></ruby>",
                escape::html(base),
                escape::html(reading)
            ),
            Set::Html(html) if self.chapter.shelf.raw_html => html.clone(),
            Set::Html(html) => escape::markdown(html, in_table),
            Set::Figure(told) => {
                let text = escape::markdown(&told.text, in_table);
                match &told.lacking {
                    Some(why) => format!("{text}[^{}]", self.notes.refer_to_reason(self.teller, why).note),
                    None => text,
                }
            }
        }
    }

    /// Marks that touch punctuation on the inside are not read as marks where a letter touches them on the outside, as
    /// it does in Japanese; elements always are.
    fn marked(&mut self, content: &[Set], in_table: bool, mark: &str, element: &str) -> String {
        let words = self.pieces(content, in_table);
        let shown = plain(content);
        let letters = shown.chars().next().is_some_and(char::is_alphanumeric)
            && shown.chars().next_back().is_some_and(char::is_alphanumeric);
        let bare = words.starts_with(char::is_alphanumeric) && words.ends_with(char::is_alphanumeric);
        if letters && bare {
            format!("{mark}{words}{mark}")
        } else {
            format!("<{element}>{words}</{element}>")
        }
    }

    pub(super) fn phrase(&self, phrase: &Phrase, in_table: bool) -> String {
        markdown_phrase(phrase, in_table)
    }
}

pub(super) fn markdown_phrase(phrase: &Phrase, in_table: bool) -> String {
    let run = |run: &Run| match run {
        Run::Text(text) => escape::markdown(text, in_table),
        Run::Code(code) => escape::markdown_code(code, in_table),
    };
    phrase.runs.iter().map(run).collect()
}

/// What stands in the parentheses of a link or image.
fn destination(target: &str, title: &str, in_table: bool) -> String {
    let target = target
        .replace('<', "%3C")
        .replace('>', "%3E")
        .replace('\n', "%0A")
        .replace('|', "%7C");
    let plain = !target.contains([' ', '(', ')', '\\']) && !target.is_empty();
    let target = if plain { target } else { format!("<{target}>") };
    if title.is_empty() {
        return target;
    }
    let title = escape::markdown(title, in_table).replace('"', "\\\"");
    format!("{target} \"{title}\"")
}
