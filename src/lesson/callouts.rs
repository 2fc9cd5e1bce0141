//! Quotes, and those that are callouts: `> [!answer]- Title`.
//!
//! Owns the line that makes a quote a callout. Deliberately absent: how each kind looks and is called (`render`).

use pulldown_cmark::{Event, Tag};

use crate::diag::{Diagnostic, Span, did_you_mean};

use super::document::{Block, BlockNode, CalloutKind, Inline};
use super::markdown::Reader;

/// The beginning of a callout's first line.
#[derive(Debug)]
struct Marker {
    word: Span,
    folded: bool,
    /// Where the title begins.
    end: usize,
}

impl Reader<'_> {
    pub(super) fn quote(&mut self) -> BlockNode {
        self.quotes += 1;
        let node = self.inside(|reader| Some(reader.quote_content()));
        self.quotes -= 1;
        node.unwrap_or(BlockNode::Quote(Vec::new()))
    }

    fn quote_content(&mut self) -> BlockNode {
        let Some(marker) = self.callout_marker() else {
            return BlockNode::Quote(self.blocks());
        };
        let word = self.slice(&marker.word);
        let Some(kind) = CalloutKind::parse(word) else {
            let names = CalloutKind::ALL.map(CalloutKind::name);
            let hint = did_you_mean(&word.to_lowercase(), names)
                .unwrap_or_else(|| format!("callouts are {}", names.join(", ")));
            self.error(
                "unknown-callout",
                marker.word,
                format!("`{word}` is no kind of callout"),
            )
            .hint = Some(hint);
            return BlockNode::Quote(self.blocks());
        };
        self.check_sign(&marker, kind);
        self.read_until = marker.end;
        let (title, first) = self.inside(Self::title_line);
        let mut blocks = Vec::from_iter(first);
        blocks.extend(self.blocks());
        BlockNode::Callout {
            kind,
            folded: marker.folded,
            title,
            blocks,
        }
    }

    /// Warns of what looks like the sign that folds, and is read as the title's beginning.
    fn check_sign(&mut self, marker: &Marker, kind: CalloutKind) {
        let after = &self.source.text[marker.word.end + 1..];
        let Some(sign) = after.chars().next().filter(|sign| "+－ー–—−".contains(*sign)) else {
            return;
        };
        let start = marker.word.end + 1;
        let hint = match sign {
            '+' => format!("leave it out: `> [!{}]` is not folded", kind.name()),
            _ => format!("to fold it write `> [!{}]-`", kind.name()),
        };
        let message = format!("`{sign}` is told as a part of the title");
        let span = start..start + sign.len_utf8();
        let problem = Diagnostic::warning("callout-sign", self.source, span, message);
        self.diagnostics.push(problem.hint(hint));
    }

    /// `[!word]`, perhaps with `-`, at the beginning of the paragraph that is next.
    fn callout_marker(&self) -> Option<Marker> {
        let Some(Event::Start(Tag::Paragraph)) = self.peek() else {
            return None;
        };
        let line = self.line_of(&self.place());
        let rest = self.slice(&line).strip_prefix("[!")?;
        let (word, rest) = rest.split_once(']')?;
        let is_word = !word.is_empty()
            && word
                .chars()
                .all(|character| character.is_alphanumeric() || "_-".contains(character));
        if !is_word {
            return None;
        }
        let start = line.start + "[!".len();
        let title = rest.strip_prefix('-');
        Some(Marker {
            word: start..start + word.len(),
            folded: title.is_some(),
            end: line.end - title.unwrap_or(rest).trim_start().len(),
        })
    }

    /// The title, and the paragraph that goes on below it.
    fn title_line(&mut self) -> (Vec<Inline>, Option<Block>) {
        let is_break = |event: &Event<'_>| matches!(event, Event::SoftBreak | Event::HardBreak);
        let outer = self.figureless.replace("a callout's title");
        let title = self.inlines_until(is_break);
        self.figureless = outer;
        if self.peek().is_some_and(is_break) {
            self.next += 1;
        }
        (title, self.paragraph())
    }
}
