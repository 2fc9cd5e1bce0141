//! Stands in for the reader of Markdown: finds fences that begin at a line's start.

use std::sync::Arc;

use crate::diag::{SourceText, Span, Warned};

use super::document::Block;
use super::names::Spanned;

#[derive(Debug)]
pub(super) struct Body {
    pub(super) blocks: Vec<Block>,
    pub(super) fences: Vec<Fence>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FenceKind {
    Experiment,
    Predict,
}

#[derive(Clone, Debug)]
pub(super) struct Fence {
    pub(super) kind: FenceKind,
    pub(super) name: Spanned<String>,
    pub(super) content: Spanned<String>,
    pub(super) span: Span,
}

pub(super) fn parse(body_start: usize, source: &Arc<SourceText>) -> Warned<Body> {
    let mut fences = Vec::new();
    let mut open: Option<(FenceKind, Spanned<String>, usize, usize)> = None;
    let mut at = body_start;
    for line in source.text[body_start..].split_inclusive('\n') {
        let end = at + line.len();
        if let Some((kind, name, start, content)) = open.take() {
            if line.trim_end() == "```" {
                let content = Spanned::new(source.text[content..at].to_owned(), content..at);
                fences.push(Fence {
                    kind,
                    name,
                    content,
                    span: start..end,
                });
            } else {
                open = Some((kind, name, start, content));
            }
        } else {
            for (kind, mark) in [
                (FenceKind::Experiment, "```{experiment} "),
                (FenceKind::Predict, "```{predict} "),
            ] {
                if let Some(name) = line.strip_prefix(mark) {
                    let name = name.trim_end();
                    let name_at = at + mark.len();
                    let name = Spanned::new(name.to_owned(), name_at..name_at + name.len());
                    open = Some((kind, name, at, end));
                }
            }
        }
        at = end;
    }
    Warned {
        value: Body {
            blocks: Vec::new(),
            fences,
        },
        diagnostics: Vec::new(),
    }
}
