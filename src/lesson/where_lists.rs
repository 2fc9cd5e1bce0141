//! Lists of places, `` {claim}`ID where V` ``: a block that names those of one verdict names those of all three.
//!
//! Owns that rule. A block is here one that stands by itself among a lesson's sections, lists and quotes with all their
//! content; of a verdict list each item is one, as the reader sees only one. Deliberately absent: whether the claim has
//! places at all (`book`).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span};

use super::document::{Block, BlockNode, Inline, InlineNode};
use super::names::{Spanned, Verdict};

pub(super) fn check(blocks: &[Block], source: &Arc<SourceText>, diagnostics: &mut Vec<Diagnostic>) {
    let mut walk = Walk { source, diagnostics };
    for block in blocks {
        walk.unit(std::slice::from_ref(block));
    }
}

struct Walk<'a> {
    source: &'a Arc<SourceText>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Walk<'_> {
    /// Blocks that the reader sees together.
    fn unit(&mut self, blocks: &[Block]) {
        let mut places = Places::default();
        self.blocks(blocks, &mut places);
        places.report(self.source, self.diagnostics);
    }

    fn blocks(&mut self, blocks: &[Block], places: &mut Places) {
        for block in blocks {
            self.block(block, places);
        }
    }

    fn block(&mut self, block: &Block, places: &mut Places) {
        match &block.node {
            BlockNode::Paragraph(content) => places.inlines(content),
            BlockNode::Quote(inner)
            | BlockNode::Callout { blocks: inner, .. }
            | BlockNode::Footnote { blocks: inner, .. } => self.blocks(inner, places),
            BlockNode::List { items, .. } => {
                for item in items {
                    self.blocks(&item.blocks, places);
                }
            }
            BlockNode::Definitions(definitions) => {
                for definition in definitions {
                    places.inlines(&definition.term);
                    for meaning in &definition.meanings {
                        self.blocks(meaning, places);
                    }
                }
            }
            BlockNode::Table { head, rows, .. } => {
                for cell in head.iter().chain(rows.iter().flatten()) {
                    places.inlines(cell);
                }
            }
            BlockNode::Verdicts { items, .. } => {
                for item in items {
                    self.unit(&item.blocks);
                }
            }
            _ => {}
        }
    }
}

/// The verdicts whose places a block names, by claim, with the first mention.
#[derive(Debug, Default)]
struct Places(BTreeMap<String, (Span, Vec<Verdict>)>);

impl Places {
    fn inlines(&mut self, content: &[Inline]) {
        for inline in content {
            match &inline.node {
                InlineNode::Emphasis(inner) | InlineNode::Strong(inner) | InlineNode::Strikethrough(inner) => {
                    self.inlines(inner);
                }
                InlineNode::ClaimWhere { claim, verdicts } => self.note(claim, verdicts, &inline.span),
                _ => {}
            }
        }
    }

    fn note(&mut self, claim: &Spanned<String>, verdicts: &[Spanned<Verdict>], span: &Span) {
        let (_, named) = self
            .0
            .entry(claim.value.clone())
            .or_insert_with(|| (span.clone(), Vec::new()));
        named.extend(verdicts.iter().map(|verdict| verdict.value));
    }

    fn report(&self, source: &Arc<SourceText>, diagnostics: &mut Vec<Diagnostic>) {
        for (claim, (span, named)) in &self.0 {
            let missing: Vec<&str> = Verdict::ALL
                .into_iter()
                .filter(|verdict| !named.contains(verdict))
                .map(Verdict::name)
                .collect();
            if missing.is_empty() {
                continue;
            }
            let message = format!("this block does not say where `{claim}` has its other verdicts");
            let hint = format!("add `` {{claim}}`{claim} where {}` ``", missing.join(" or "));
            diagnostics.push(Diagnostic::error("where-list", source, span.clone(), message).hint(hint));
        }
    }
}
