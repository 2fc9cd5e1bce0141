//! Headings and their ids, `## Words {#id}`, which are the same in every language.
//!
//! Owns what a heading must have. Deliberately absent: whether editions agree on headings (`book`).

use crate::diag::{Diagnostic, Span};

use super::document::BlockNode;
use super::markdown::Reader;
use super::names::Spanned;

impl Reader<'_> {
    /// The heading that is next; `more` if its braces hold more than an id.
    pub(super) fn heading(&mut self, level: u8, id: Option<String>, more: bool, span: &Span) -> BlockNode {
        let line = self.line_of(span);
        if level == 1 {
            self.error("heading-level", line.clone(), "headings start at `##`").hint =
                Some("the lesson's title stands in its front matter; of a section write `## Words {#id}`".to_owned());
        }
        if level > self.heading_level + 1 && level > 2 {
            let left_out = "#".repeat(usize::from(self.heading_level) + 1);
            let signs = line.start..line.start + usize::from(level);
            let message = format!("a level of headings is left out: no `{left_out}` stands before it");
            let problem = Diagnostic::warning("heading-level", self.source, signs, message);
            self.diagnostics.push(problem.hint(format!("write `{left_out}`")));
        }
        self.heading_level = level.max(2);
        let content = self.without_figures("a heading", Self::inlines);
        let id = match id {
            Some(id) => {
                if more {
                    self.error(
                        "heading-id",
                        line.clone(),
                        "a heading has an id and nothing else in its braces",
                    );
                }
                Some(self.heading_id(id, &line))
            }
            // Of a heading that does not belong here nothing more is said.
            None if level == 1 => None,
            None => {
                let words = suggested(self.slice(&line));
                let hint = if ["｛", "｝", "{＃"].iter().any(|sign| self.slice(&line).contains(sign)) {
                    "write braces and `#` in half width: `{#id}`".to_owned()
                } else if words.is_empty() {
                    "add one in Latin letters, the same in all languages: `{#id}`".to_owned()
                } else {
                    format!("add one, the same in all languages: `{{#{words}}}`")
                };
                self.error("heading-id", line, "this heading has no id").hint = Some(hint);
                None
            }
        };
        BlockNode::Heading {
            level: level.max(2),
            id,
            content,
        }
    }

    fn heading_id(&mut self, id: String, line: &Span) -> Spanned<String> {
        let span = match self.slice(line).rfind(&format!("#{id}")) {
            Some(offset) => line.start + offset + 1..line.start + offset + 1 + id.len(),
            None => line.clone(),
        };
        let wellformed =
            |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
        if id.is_empty() {
            self.error("heading-id", line.clone(), "the id of this heading is empty");
        } else if !id.chars().all(wellformed) {
            let message = format!("`{id}` cannot be an id");
            self.error("heading-id", span.clone(), message).hint =
                Some("an id has the letters a to z, digits and hyphens".to_owned());
        } else if let Some(first) = self.heading_ids.get(&id).cloned() {
            let source = self.source;
            let problem = self.error("heading-id", span.clone(), format!("the id `{id}` is used twice"));
            problem.related = Some((source.clone(), first, "first used here".to_owned()));
            problem.hint = Some("give one of the two headings another id".to_owned());
        } else {
            self.heading_ids.insert(id.clone(), span.clone());
        }
        Spanned::new(id, span)
    }

    /// The first line of `span`.
    pub(super) fn line_of(&self, span: &Span) -> Span {
        let text = self.slice(span);
        let length = text.find('\n').map_or(text, |end| &text[..end]).trim_end().len();
        span.start..span.start + length
    }
}

/// An id out of the ASCII words of a heading.
fn suggested(line: &str) -> String {
    let words = line.split(|character: char| !character.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    if line.is_ascii() {
        words.join("-")
    } else {
        String::new()
    }
}
