//! Predictions and the folded answers that wait for them.
//!
//! Owns the rule that a prediction has such an answer behind it. Deliberately absent: what is asked (`fences`), and the waiting
//! (`render`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span};

use super::document::{Block, BlockNode, CalloutKind};

/// Warnings of the predictions of an edition that no folded answer follows.
pub fn unanswered(body: &[Block], source: &Arc<SourceText>) -> Vec<Diagnostic> {
    let mut unanswered = Vec::new();
    walk(body, &mut unanswered);
    let warnings = unanswered.into_iter().map(|span| {
        let message = "no folded answer follows this prediction, so a reader never learns what came out";
        let diagnostic = Diagnostic::warning("unanswered-prediction", source, span, message);
        diagnostic.hint("write one behind it: `> [!answer]-`")
    });
    warnings.collect()
}

/// In the order of the page.
fn walk(blocks: &[Block], unanswered: &mut Vec<Span>) {
    for block in blocks {
        match &block.node {
            BlockNode::Predict { name, .. } => unanswered.push(name.span.clone()),
            BlockNode::Callout {
                kind, folded, blocks, ..
            } => {
                if *folded && *kind == CalloutKind::Answer {
                    unanswered.clear();
                }
                walk(blocks, unanswered);
            }
            BlockNode::Quote(inner) => walk(inner, unanswered),
            BlockNode::List { items, .. } => items.iter().for_each(|item| walk(&item.blocks, unanswered)),
            _ => {}
        }
    }
}
