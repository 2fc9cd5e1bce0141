//! The words of an edition: Markdown with the constructs of lessons becomes blocks and raw fences.
//!
//! Owns the walk over the parser's events and the blocks that need little thought. Its other subjects have files of their
//! own: `marked` (what the parser is given), `inlines`, `headings`, `lists`, `callouts`, `code`, `footnotes`,
//! `strays`, `where_lists`.
//! Deliberately absent: front matter (`front`), TOML (`fences`), and whether what is named exists (`book`).

use std::collections::BTreeMap;
use std::sync::Arc;

use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::diag::{Diagnostic, SourceText, Span, Warned};

use super::document::{Alignment, Block, BlockNode, Definition};
use super::footnotes::Footnotes;
use super::marked::Marked;
use super::names::Spanned;
use super::roles::{Role, RoleReader, RoleText};
use super::ruby::{self, Ruby};
use super::where_lists;

/// How deeply blocks and inlines may nest, so that nobody who walks the tree runs out of stack.
const DEEPEST: usize = 100;

/// What follows the front matter.
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

/// A fence with TOML, which nobody has read yet.
#[derive(Clone, Debug)]
pub(super) struct Fence {
    pub(super) kind: FenceKind,
    pub(super) name: Spanned<String>,
    /// As long as its span: every byte at its place in the file. What a quote or a list puts before its lines is blank.
    pub(super) content: Spanned<String>,
    /// The whole fence.
    pub(super) span: Span,
}

/// Reads the text of `source` from byte `body_start` on. All spans are places in the file.
pub(super) fn parse(body_start: usize, source: &Arc<SourceText>) -> Warned<Body> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let start = if source.text[body_start..].starts_with('\u{FEFF}') {
        body_start + '\u{FEFF}'.len_utf8()
    } else {
        body_start
    };
    let rubies = ruby::find(&source.text, start);
    let marked = Marked::new(&source.text, start, &rubies, options);
    let events: Vec<(Event<'_>, Span)> = Parser::new_ext(&marked.text, options)
        .into_offset_iter()
        .map(|(event, range)| (event, marked.source_span(&range)))
        .collect();
    let mut reader = Reader {
        source,
        marked: &marked,
        footnotes: Footnotes::defined_in(&events),
        events,
        rubies,
        next: 0,
        depth: 0,
        quotes: 0,
        read_until: 0,
        figureless: None,
        heading_ids: BTreeMap::new(),
        heading_level: 1,
        too_deep: false,
        fences: Vec::new(),
        diagnostics: Vec::new(),
    };
    let blocks = reader.blocks();
    reader.footnotes.check(source, &mut reader.diagnostics);
    where_lists::check(&blocks, source, &mut reader.diagnostics);
    reader
        .diagnostics
        .sort_by_key(|problem| problem.span.as_ref().map(|span| span.start));
    Warned {
        value: Body {
            blocks,
            fences: reader.fences,
        },
        diagnostics: reader.diagnostics,
    }
}

/// Walks over the events and keeps what was noticed.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) source: &'a Arc<SourceText>,
    pub(super) marked: &'a Marked,
    /// With their places in the file.
    pub(super) events: Vec<(Event<'a>, Span)>,
    pub(super) next: usize,
    pub(super) rubies: Vec<Ruby>,
    depth: usize,
    /// In how many quotes the walk is.
    pub(super) quotes: usize,
    /// Inlines before this place in the file have been read as something else: a callout's kind, a verdict.
    pub(super) read_until: usize,
    /// Where the walk is, if no figures belong there.
    pub(super) figureless: Option<&'static str>,
    pub(super) heading_ids: BTreeMap<String, Span>,
    /// Of the heading before; that of the title where there is none.
    pub(super) heading_level: u8,
    pub(super) footnotes: Footnotes,
    too_deep: bool,
    pub(super) fences: Vec<Fence>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(super) fn peek(&self) -> Option<&Event<'a>> {
        self.events.get(self.next).map(|(event, _)| event)
    }

    /// The place of the next event, or the text's end.
    pub(super) fn place(&self) -> Span {
        let end = self.source.text.len();
        self.events.get(self.next).map_or(end..end, |(_, span)| span.clone())
    }

    pub(super) fn slice(&self, span: &Span) -> &'a str {
        &self.source.text[span.clone()]
    }

    pub(super) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics
            .push(Diagnostic::error(code, self.source, span, message));
        self.diagnostics.last_mut().expect("one was pushed")
    }

    /// What `read` makes of the content of the element that the next event opens; nothing where it nests too deeply. The
    /// walk goes on behind the element, whatever `read` left.
    pub(super) fn inside<T: Default>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let span = self.place();
        self.next += 1;
        let mut content = T::default();
        if self.depth < DEEPEST {
            self.depth += 1;
            content = read(self);
            self.depth -= 1;
        } else if !self.too_deep {
            self.too_deep = true;
            let first = span.start..span.start + self.slice(&span).chars().next().map_or(0, char::len_utf8);
            self.error("nesting", first, format!("more than {DEEPEST} levels of nesting"));
        }
        let mut open = 1;
        while open > 0 && self.next < self.events.len() {
            match self.events[self.next].0 {
                Event::Start(_) => open += 1,
                Event::End(_) => open -= 1,
                _ => {}
            }
            self.next += 1;
        }
        content
    }

    /// The blocks up to the end of the element that the walk is in.
    pub(super) fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, span)) = self.events.get(self.next).cloned() {
            match event {
                Event::End(_) => break,
                Event::Start(Tag::Paragraph) => blocks.extend(self.inside(Self::paragraph)),
                Event::Start(ref tag) if !is_inline(&event) => {
                    let node = self.block(tag.clone(), &span);
                    blocks.extend(node.map(|node| self.placed(node, span)));
                }
                Event::Rule => {
                    self.next += 1;
                    blocks.push(self.placed(BlockNode::Rule, span));
                }
                _ => blocks.extend(self.paragraph()),
            }
        }
        blocks
    }

    /// Without the line's end that the parser counts in.
    fn placed(&self, node: BlockNode, span: Span) -> Block {
        let length = self.slice(&span).trim_end().len();
        Block {
            node,
            span: span.start..span.start + length,
        }
    }

    fn block(&mut self, tag: Tag<'a>, span: &Span) -> Option<BlockNode> {
        Some(match tag {
            Tag::Heading {
                level,
                id,
                classes,
                attrs,
            } => {
                let more = !classes.is_empty() || !attrs.is_empty();
                let id = id.map(|id| self.marked.clean(&id).into_owned());
                self.heading(level as u8, id, more, span)
            }
            Tag::BlockQuote(_) => self.quote(),
            Tag::CodeBlock(kind) => return self.code_block(&kind, span),
            Tag::HtmlBlock => {
                let html = self.inside(Self::raw_text);
                let shown = match without_comments(&html) {
                    Some(shown) => shown,
                    None => {
                        self.error("open-comment", self.line_of(span), "this comment is not closed")
                            .hint = Some("end it with `-->`: without that nothing behind it is shown".to_owned());
                        return None;
                    }
                };
                return (!shown.is_empty()).then(|| BlockNode::Html(shown.to_owned()));
            }
            Tag::List(start) => self.list(start, span),
            Tag::FootnoteDefinition(label) => BlockNode::Footnote {
                label: self.marked.clean(&label).into_owned(),
                blocks: self.inside(Self::blocks),
            },
            Tag::DefinitionList => BlockNode::Definitions(self.inside(Self::definitions)),
            Tag::Table(alignments) => {
                let (head, rows) = self.inside(Self::table_rows);
                BlockNode::Table {
                    alignments: alignments.into_iter().map(alignment).collect(),
                    head,
                    rows,
                }
            }
            // The rest are parts of the above, which read them, or belong to options that are off.
            _ => {
                self.inside(|_| ());
                return None;
            }
        })
    }

    /// A paragraph, whose first inline is next: a role alone in it, or sentences.
    pub(super) fn paragraph(&mut self) -> Option<Block> {
        if let Some(lone) = self.lone_role() {
            return lone;
        }
        let content = self.inlines();
        let (first, last) = (content.first()?, content.last()?);
        let span = first.span.start..last.span.end;
        Some(Block {
            node: BlockNode::Paragraph(content),
            span,
        })
    }

    /// The block of a role that has the paragraph for itself; within, none if its text is wrong.
    fn lone_role(&mut self) -> Option<Option<Block>> {
        let opening = self.role_at(self.next)?;
        let role = Role::parse(&opening.word.value).filter(|role| !role.is_inline())?;
        let mut after = opening.code + 1;
        while matches!(self.events.get(after), Some((Event::Text(text), _)) if text.trim().is_empty()) {
            after += 1;
        }
        if self.events.get(after).is_some_and(|(event, _)| is_inline(event)) {
            return None;
        }
        self.next = after;
        let span = opening.word.span.start..opening.span.end;
        let node = self.role_block(role, &opening.text);
        Some(node.map(|node| Block { node, span }))
    }

    fn role_block(&mut self, role: Role, text: &RoleText) -> Option<BlockNode> {
        let mut roles = self.roles();
        if role == Role::Program {
            let parts = roles.programs(text);
            return (!parts.is_empty()).then_some(BlockNode::Programs(parts));
        }
        let name = roles.name(role, text)?;
        Some(match role {
            Role::Experiment => BlockNode::Experiment { name, defined: false },
            Role::Predict => BlockNode::Predict { name, defined: false },
            _ => BlockNode::Output(name),
        })
    }

    pub(super) fn roles(&mut self) -> RoleReader<'_> {
        RoleReader {
            source: self.source,
            diagnostics: &mut self.diagnostics,
        }
    }

    /// The text of an element that holds nothing else.
    pub(super) fn raw_text(&mut self) -> String {
        let mut raw = String::new();
        while let Some(Event::Text(text) | Event::Html(text)) = self.peek() {
            raw.push_str(&self.marked.clean(text));
            self.next += 1;
        }
        raw
    }

    fn definitions(&mut self) -> Vec<Definition> {
        let mut definitions: Vec<Definition> = Vec::new();
        loop {
            match self.peek() {
                Some(Event::Start(Tag::DefinitionListTitle)) => {
                    let term = self.inside(Self::inlines);
                    definitions.push(Definition {
                        term,
                        meanings: Vec::new(),
                    });
                }
                Some(Event::Start(Tag::DefinitionListDefinition)) => {
                    let meaning = self.inside(Self::blocks);
                    if let Some(definition) = definitions.last_mut() {
                        definition.meanings.push(meaning);
                    }
                }
                _ => return definitions,
            }
        }
    }

    /// The head and the other rows.
    fn table_rows(&mut self) -> (Row, Vec<Row>) {
        let mut rows = Vec::new();
        while let Some(Event::Start(Tag::TableHead | Tag::TableRow)) = self.peek() {
            let row = self.inside(|reader| {
                let mut cells = Vec::new();
                while let Some(Event::Start(Tag::TableCell)) = reader.peek() {
                    cells.push(reader.inside(Self::inlines));
                }
                cells
            });
            rows.push(row);
        }
        let head = if rows.is_empty() { Row::new() } else { rows.remove(0) };
        (head, rows)
    }
}

type Row = Vec<Vec<super::document::Inline>>;

/// Whether the event belongs into a paragraph.
pub(super) fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. }
        ),
        Event::End(_) | Event::Rule | Event::Html(_) => false,
        _ => true,
    }
}

/// What follows the comments that HTML begins with, which are for authors. `None` if one of them has no end.
fn without_comments(html: &str) -> Option<&str> {
    let mut rest = html;
    while rest.trim_start().starts_with("<!--") {
        let (_, after) = rest.split_once("-->")?;
        rest = after.trim();
    }
    Some(rest)
}

fn alignment(alignment: pulldown_cmark::Alignment) -> Alignment {
    match alignment {
        pulldown_cmark::Alignment::None => Alignment::None,
        pulldown_cmark::Alignment::Left => Alignment::Left,
        pulldown_cmark::Alignment::Center => Alignment::Center,
        pulldown_cmark::Alignment::Right => Alignment::Right,
    }
}

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod tests;
