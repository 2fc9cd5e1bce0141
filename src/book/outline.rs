//! An edition's outline: its sections, and what their words mention, in the order of the text.
//!
//! Owns walking the tree of words. Deliberately absent: what the mentioned names refer to (`references`).

use crate::diag::Span;
use crate::lesson::document::{Block, BlockNode, Form, Inline, InlineNode, LinkTarget, ProgramPart, VerdictItem};
use crate::lesson::expression::Expr;
use crate::lesson::names::{Spanned, Verdict};

#[derive(Clone, Copy, Debug)]
pub(super) struct Heading<'a> {
    /// 2 to 6.
    pub level: u8,
    pub id: Option<&'a str>,
    content: &'a [Inline],
}

/// A heading with what follows it up to the next one; the first has no heading, and may be empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch<'a> {
    pub heading: Option<Heading<'a>>,
    /// The heading is the first of them.
    pub blocks: &'a [Block],
}

impl<'a> Stretch<'a> {
    pub(super) fn id(&self) -> Option<&'a str> {
        self.heading.and_then(|heading| heading.id)
    }

    pub(super) fn level(&self) -> u8 {
        self.heading.map_or(0, |heading| heading.level)
    }

    /// The heading's words without any markup; empty without a heading.
    pub(super) fn title(&self) -> String {
        self.heading
            .map(|heading| plain_text(heading.content))
            .unwrap_or_default()
    }

    /// Where the stretch begins: its heading, or its first block.
    pub(super) fn span(&self) -> Option<&'a Span> {
        self.blocks.first().map(|block| &block.span)
    }
}

/// Splits a text at its headings.
pub(super) fn stretches(body: &[Block]) -> Vec<Stretch<'_>> {
    let is_heading = |block: &Block| matches!(block.node, BlockNode::Heading { .. });
    let mut starts: Vec<usize> = (0..body.len()).filter(|index| is_heading(&body[*index])).collect();
    starts.insert(0, 0);
    starts.push(body.len());
    let ranges = starts.windows(2).map(|pair| &body[pair[0]..pair[1]]);
    ranges
        .enumerate()
        .map(|(position, blocks)| Stretch {
            // What precedes the first heading is a stretch of its own, even where it is empty.
            heading: blocks.first().filter(|_| position > 0).and_then(heading_of),
            blocks,
        })
        .collect()
}

fn heading_of(block: &Block) -> Option<Heading<'_>> {
    match &block.node {
        BlockNode::Heading { level, id, content } => Some(Heading {
            level: *level,
            id: id.as_ref().map(|id| id.value.as_str()),
            content,
        }),
        _ => None,
    }
}

/// Something that the words of an edition refer to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mention<'a> {
    Programs(&'a [ProgramPart]),
    Output(&'a Spanned<String>),
    Experiment(&'a Spanned<String>),
    Predict(&'a Spanned<String>),
    Verdicts {
        claim: &'a Spanned<String>,
        items: &'a [VerdictItem],
    },
    Value {
        expr: &'a Expr,
        text: &'a str,
        forms: &'a [Form],
    },
    ClaimWord(&'a Spanned<String>),
    ClaimWhere {
        claim: &'a Spanned<String>,
        verdicts: &'a [Spanned<Verdict>],
    },
    Link(&'a LinkTarget),
    Image(&'a Spanned<String>),
    Html,
}

pub(super) type Mentioned<'a> = (Mention<'a>, &'a Span);

/// All that the blocks mention; what stands in footnotes only with `footnotes`.
pub(super) fn mentions(blocks: &[Block]) -> Vec<Mentioned<'_>> {
    let mut walk = Walk {
        found: Vec::new(),
        in_footnotes: false,
    };
    walk.blocks(blocks);
    walk.found
}

/// What the footnotes among the blocks mention, wherever they stand.
pub(super) fn footnote_mentions(blocks: &[Block]) -> Vec<Mentioned<'_>> {
    let mut walk = Walk {
        found: Vec::new(),
        in_footnotes: true,
    };
    for block in blocks {
        if let BlockNode::Footnote { blocks, .. } = &block.node {
            walk.blocks(blocks);
        }
    }
    walk.found
}

struct Walk<'a> {
    found: Vec<Mentioned<'a>>,
    in_footnotes: bool,
}

impl<'a> Walk<'a> {
    fn blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &'a Block) {
        let mention = match &block.node {
            BlockNode::Heading { content, .. } | BlockNode::Paragraph(content) => return self.inlines(content),
            BlockNode::Quote(blocks) => return self.blocks(blocks),
            BlockNode::Callout { title, blocks, .. } => {
                self.inlines(title);
                return self.blocks(blocks);
            }
            BlockNode::List { items, .. } => return items.iter().for_each(|item| self.blocks(&item.blocks)),
            BlockNode::Definitions(definitions) => {
                for definition in definitions {
                    self.inlines(&definition.term);
                    definition.meanings.iter().for_each(|blocks| self.blocks(blocks));
                }
                return;
            }
            BlockNode::Table { head, rows, .. } => {
                head.iter().for_each(|cell| self.inlines(cell));
                return rows.iter().flatten().for_each(|cell| self.inlines(cell));
            }
            BlockNode::Footnote { blocks, .. } => {
                if self.in_footnotes {
                    self.blocks(blocks);
                }
                return;
            }
            BlockNode::Code { .. } | BlockNode::Rule => return,
            BlockNode::Html(_) => Mention::Html,
            BlockNode::Verdicts { claim, items } => Mention::Verdicts { claim, items },
            BlockNode::Programs(parts) => Mention::Programs(parts),
            BlockNode::Output(variant) => Mention::Output(variant),
            BlockNode::Experiment { name, .. } => Mention::Experiment(name),
            BlockNode::Predict { name, .. } => Mention::Predict(name),
        };
        self.found.push((mention, &block.span));
        if let Mention::Verdicts { items, .. } = mention {
            items.iter().for_each(|item| self.blocks(&item.blocks));
        }
    }

    fn inlines(&mut self, inlines: &'a [Inline]) {
        for inline in inlines {
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &'a Inline) {
        let mention = match &inline.node {
            InlineNode::Emphasis(content) | InlineNode::Strong(content) | InlineNode::Strikethrough(content) => {
                return self.inlines(content);
            }
            InlineNode::Link { target, content, .. } => {
                self.found.push((Mention::Link(target), &inline.span));
                return self.inlines(content);
            }
            InlineNode::Image { file, .. } => Mention::Image(file),
            InlineNode::Value { expr, text, forms } => Mention::Value { expr, text, forms },
            InlineNode::ClaimWord(claim) => Mention::ClaimWord(claim),
            InlineNode::ClaimWhere { claim, verdicts } => Mention::ClaimWhere { claim, verdicts },
            InlineNode::Text(_)
            | InlineNode::Code(_)
            | InlineNode::SoftBreak
            | InlineNode::HardBreak
            | InlineNode::FootnoteReference(_)
            | InlineNode::Ruby { .. } => return,
            InlineNode::Html(_) => Mention::Html,
        };
        self.found.push((mention, &inline.span));
    }
}

/// The words alone, as they are sorted and compared.
fn plain_text(inlines: &[Inline]) -> String {
    let mut text = String::new();
    for inline in inlines {
        match &inline.node {
            InlineNode::Text(words) | InlineNode::Code(words) => text.push_str(words),
            InlineNode::Emphasis(content)
            | InlineNode::Strong(content)
            | InlineNode::Strikethrough(content)
            | InlineNode::Link { content, .. } => text.push_str(&plain_text(content)),
            // Japanese sorts by reading.
            InlineNode::Ruby { reading, .. } => text.push_str(reading),
            InlineNode::SoftBreak | InlineNode::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}
