//! Lists: plain ones, tasks, and those of verdicts, of which only the item that came true is told.
//!
//! Owns what makes a list one of verdicts and what that must hold. Deliberately absent: choosing the item (`render`).

use pulldown_cmark::{Event, Tag};

use crate::diag::Span;

use super::document::{Block, BlockNode, ListItem, VerdictItem};
use super::markdown::Reader;
use super::names::{Spanned, Verdict};
use super::roles::{ClaimRole, ClaimVerdicts, tells_verdict};

/// An item as read, before it is known what list it belongs to.
#[derive(Debug, Default)]
struct Item {
    task: Option<bool>,
    blocks: Vec<Block>,
    span: Span,
    opening: Option<VerdictOpening>,
}

/// The role that opens an item of a verdict list.
#[derive(Debug)]
struct VerdictOpening {
    /// Absent where it is wrong, which has been said then.
    told: Option<ClaimVerdicts>,
    span: Span,
}

impl Reader<'_> {
    pub(super) fn list(&mut self, start: Option<u64>, span: &Span) -> BlockNode {
        let tight = !self.items_have_paragraphs();
        let items = self.inside(|reader| {
            let mut items = Vec::new();
            while let Some(Event::Start(Tag::Item)) = reader.peek() {
                let span = reader.place();
                let item = reader.inside(Self::item);
                items.push(Item { span, ..item });
            }
            items
        });
        let claim = items
            .iter()
            .find_map(|item| Some(item.opening.as_ref()?.told.as_ref()?.claim.clone()));
        match claim {
            Some(claim) => self.verdict_list(claim, items, span),
            None => BlockNode::List {
                start,
                tight,
                items: items
                    .into_iter()
                    .map(|Item { task, blocks, .. }| ListItem { task, blocks })
                    .collect(),
            },
        }
    }

    /// Whether the parser made paragraphs of the items of the list that is next, as it does in loose lists.
    fn items_have_paragraphs(&self) -> bool {
        let mut depth = 0;
        for (event, _) in &self.events[self.next..] {
            match event {
                Event::Start(Tag::Paragraph) if depth == 2 => return true,
                Event::Start(_) => depth += 1,
                Event::End(_) if depth == 1 => return false,
                Event::End(_) => depth -= 1,
                _ => {}
            }
        }
        false
    }

    fn item(&mut self) -> Item {
        let first = self.next + usize::from(matches!(self.peek(), Some(Event::Start(Tag::Paragraph))));
        let mut task = None;
        if let Some((Event::TaskListMarker(done), span)) = self.events.get(first) {
            task = Some(*done);
            self.read_until = span.end + leading_blanks(&self.source.text[span.end..]);
        }
        let opening = self.verdict_opening(first);
        Item {
            task,
            opening,
            blocks: self.blocks(),
            span: 0..0,
        }
    }

    /// Takes the role `` {claim}`ID VERDICT` `` that event `first` begins, and the space behind it.
    fn verdict_opening(&mut self, first: usize) -> Option<VerdictOpening> {
        let opening = self.role_at(first)?;
        if opening.word.value != "claim" || !tells_verdict(&opening.text) {
            return None;
        }
        let told = match self.roles().claim(&opening.text) {
            Some(ClaimRole::Tells(told)) => Some(told),
            _ => None,
        };
        self.read_until = match self.events.get(opening.code + 1) {
            Some((Event::SoftBreak | Event::HardBreak, span)) => span.end,
            _ => opening.span.end + leading_blanks(&self.source.text[opening.span.end..]),
        };
        Some(VerdictOpening {
            told,
            span: opening.word.span.start..opening.span.end,
        })
    }

    fn verdict_list(&mut self, claim: Spanned<String>, items: Vec<Item>, span: &Span) -> BlockNode {
        let mut told = Vec::new();
        let mut complete = true;
        for item in items {
            let Some(opening) = item.opening else {
                complete = false;
                let line = self.line_of(&item.span);
                let message = "of a list of verdicts each item begins with one";
                self.error("verdict-list", line, message).hint =
                    Some(format!("begin it with `` {{claim}}`{} VERDICT` ``", claim.value));
                continue;
            };
            let Some(ClaimVerdicts { claim: own, verdicts }) = opening.told else {
                complete = false;
                continue;
            };
            if own.value != claim.value {
                complete = false;
                let message = format!(
                    "a list of verdicts is about one claim, this one about `{}`",
                    claim.value
                );
                self.error("verdict-list", own.span, message);
                continue;
            }
            if item.blocks.is_empty() {
                self.error("verdict-list", opening.span.clone(), "this verdict has no text");
            }
            told.push(VerdictItem {
                verdicts,
                blocks: item.blocks,
                span: opening.span,
            });
        }
        if complete {
            self.check_verdicts(&told, span);
        }
        BlockNode::Verdicts { claim, items: told }
    }

    /// Each verdict stands once.
    fn check_verdicts(&mut self, items: &[VerdictItem], span: &Span) {
        let all: Vec<&Spanned<Verdict>> = items.iter().flat_map(|item| &item.verdicts).collect();
        for (index, verdict) in all.iter().enumerate() {
            if let Some(first) = all[..index].iter().find(|earlier| earlier.value == verdict.value) {
                let source = self.source;
                let message = format!("`{}` has two texts", verdict.value.name());
                self.error("verdict-list", verdict.span.clone(), message).related =
                    Some((source.clone(), first.span.clone(), "the first one".to_owned()));
            }
        }
        for missing in Verdict::ALL {
            if !all.iter().any(|verdict| verdict.value == missing) {
                let line = self.line_of(span);
                let message = format!("this list has no text for `{}`", missing.name());
                self.error("verdict-list", line, message).hint =
                    Some("a list of verdicts covers `holds`, `fails` and `undecided`".to_owned());
            }
        }
    }
}

/// How many bytes of spaces `text` begins with, the full-width one included.
fn leading_blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\u{3000}']).len()
}
