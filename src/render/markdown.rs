//! Blocks to Markdown that reads well on a code host: figures told, programs shown, charts as files beside.
//!
//! Owns the walk over a page's tree of words for GFM. Deliberately absent: sentences (`markdown_inline`).

use std::collections::BTreeSet;

use crate::highlight;
use crate::lesson::document::{Alignment, Block, BlockNode, CalloutKind, Definition, Inline, ListItem, ProgramPart};
use crate::locale::lead;
use crate::wording::{Asked, Output};

use super::chapter::foreign_notice;
use super::html::{Ids, Written, region_beside};
use super::inline::{callout_word, phrase, says_kind, summary};
use super::notes::{Note, Notes};
use super::teller::Teller;
use super::theme::Theme;
use super::{Chapter, File, escape};

/// An output of more lines is folded.
const LONG_OUTPUT: usize = 30;

/// Writes one page from its beginning to its end. Blocks have no line end of their own; an empty line parts them.
#[derive(Debug)]
pub(super) struct MarkdownWriter<'a> {
    pub(super) chapter: Chapter<'a>,
    pub(super) theme: &'a Theme,
    /// Tells the section that is being written.
    pub(super) teller: &'a dyn Teller,
    pub(super) notes: Notes<'a>,
    pub(super) files: BTreeSet<String>,
    /// The charts of the page, which lie beside it.
    pub(super) charts: Vec<File>,
    pub(super) ids: Ids,
}

impl<'a> MarkdownWriter<'a> {
    pub(super) fn new(chapter: Chapter<'a>, theme: &'a Theme) -> Self {
        MarkdownWriter {
            chapter,
            theme,
            teller: chapter.teller,
            notes: Notes::of(chapter.sections),
            files: BTreeSet::new(),
            charts: Vec::new(),
            ids: Ids::default(),
        }
    }

    pub(super) fn text(&mut self) -> Written {
        let page = self.chapter.teller;
        let mut parts = Vec::new();
        let mut before = page.locale();
        for section in self.chapter.sections {
            self.teller = section.teller;
            let locale = section.teller.locale();
            if locale != page.locale() && locale != before {
                let notice = escape::markdown(&foreign_notice(page, section.teller), false);
                parts.push(format!("> [!NOTE]\n> {notice}"));
            }
            before = locale;
            parts.push(self.blocks(section.blocks)?);
        }
        let mut number = 1;
        while let Some(note) = self.notes.note(number) {
            let body = match note {
                Note::Blocks(teller, blocks) => {
                    self.teller = teller;
                    indented(&self.blocks(blocks)?, 4)
                }
                Note::Reason(reason) => escape::markdown(&reason, false),
            };
            parts.push(format!("[^{number}]: {}", body.trim_start()));
            number += 1;
        }
        self.teller = page;
        parts.retain(|part| !part.is_empty());
        Ok(parts.join("\n\n"))
    }

    pub(super) fn blocks(&mut self, blocks: &[Block]) -> Written {
        let mut parts = Vec::new();
        for block in blocks {
            let part = self.block(&block.node)?;
            if !part.is_empty() {
                parts.push(part);
            }
        }
        Ok(parts.join("\n\n"))
    }

    fn block(&mut self, node: &BlockNode) -> Written {
        Ok(match node {
            BlockNode::Heading { level, id, content } => {
                let words = self.inlines(content, false);
                let marks = "#".repeat(usize::from(*level));
                // A code host makes ids of titles, which differ by language; this one is the same in all.
                let anchor = id
                    .as_ref()
                    .map(|id| format!("<a id=\"{}\"></a>\n\n", escape::html(&id.value)));
                format!("{}{marks} {words}", anchor.unwrap_or_default())
            }
            BlockNode::Paragraph(content) => self.paragraph(content),
            BlockNode::Quote(blocks) => quoted(&self.blocks(blocks)?),
            BlockNode::Callout {
                kind,
                folded,
                title,
                blocks,
            } => self.callout(*kind, *folded, title, blocks)?,
            BlockNode::List { start, tight, items } => self.list(*start, *tight, items)?,
            BlockNode::Verdicts { claim, items } => match self.teller.chosen(&claim.value, items) {
                Some(item) => self.blocks(&item.blocks)?,
                None => String::new(),
            },
            BlockNode::Definitions(definitions) => self.definitions(definitions)?,
            BlockNode::Table { alignments, head, rows } => self.table(alignments, head, rows),
            BlockNode::Code { language, text } => escape::markdown_fence(language, text),
            BlockNode::Html(html) if self.chapter.shelf.raw_html => html.trim_end().to_owned(),
            BlockNode::Html(html) => escape::line_start(&escape::markdown(html.trim_end(), false)),
            BlockNode::Rule => "---".to_owned(),
            BlockNode::Footnote { .. } => String::new(),
            BlockNode::Programs(parts) => self.programs(parts),
            BlockNode::Output(variant) => self.output(&variant.value),
            BlockNode::Experiment { name, .. } => self.panel(&name.value)?,
            BlockNode::Predict { name, .. } => self.predict(&name.value),
        })
    }

    fn paragraph(&mut self, content: &[Inline]) -> String {
        let words = self.inlines(content, false);
        let lines: Vec<String> = words.lines().map(escape::line_start).collect();
        lines.join("\n")
    }

    fn callout(&mut self, kind: CalloutKind, folded: bool, title: &[Inline], blocks: &[Block]) -> Written {
        let role = callout_word(kind, self.teller);
        let colon = self.teller.locale().colon();
        let title = match says_kind(kind, title, self.teller) {
            true => Vec::new(),
            false => self.teller.typeset(title),
        };
        let body = self.blocks(blocks)?;
        if folded {
            let title = summary(&title);
            let role = escape::html(&role);
            let summary = if title.is_empty() {
                role
            } else {
                format!("{role}{colon}{title}")
            };
            return Ok(format!(
                "<details>\n<summary>{summary}</summary>\n\n{body}\n\n</details>"
            ));
        }
        let title = self.pieces(&title, false);
        let alert = match kind {
            CalloutKind::Note => Some("NOTE"),
            CalloutKind::Tip => Some("TIP"),
            CalloutKind::Important => Some("IMPORTANT"),
            CalloutKind::Warning => Some("WARNING"),
            CalloutKind::Caution => Some("CAUTION"),
            _ => None,
        };
        // An alert says its role itself, in the code host's language.
        let head = match (alert, title.is_empty()) {
            (Some(alert), true) => format!("[!{alert}]\n"),
            (Some(alert), false) => format!("[!{alert}]\n**{title}**\n\n"),
            (None, true) => format!("**{role}**\n\n"),
            (None, false) => format!("**{role}{colon}{title}**\n\n"),
        };
        Ok(quoted(&format!("{head}{body}")))
    }

    fn list(&mut self, start: Option<u64>, tight: bool, items: &[ListItem]) -> Written {
        let mut parts = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let mark = match start {
                Some(start) => format!("{}. ", start + index as u64),
                None => "- ".to_owned(),
            };
            let task = match item.task {
                Some(true) => "[x] ",
                Some(false) => "[ ] ",
                None => "",
            };
            let body = indented(&self.item(&item.blocks, tight)?, mark.len());
            parts.push(format!("{mark}{task}{}", body.trim_start()));
        }
        Ok(parts.join(if tight { "\n" } else { "\n\n" }))
    }

    /// In a tight list an inner list follows its words without an empty line, which would make the outer one loose.
    fn item(&mut self, blocks: &[Block], tight: bool) -> Written {
        let mut text = String::new();
        for block in blocks {
            let part = self.block(&block.node)?;
            if part.is_empty() {
                continue;
            }
            text.push_str(match (text.is_empty(), &block.node) {
                (true, _) => "",
                (false, BlockNode::List { .. }) if tight => "\n",
                (false, _) => "\n\n",
            });
            text.push_str(&part);
        }
        Ok(text)
    }

    /// GFM has no lists of definitions.
    fn definitions(&mut self, definitions: &[Definition]) -> Written {
        let mut parts = Vec::new();
        for definition in definitions {
            parts.push(format!("**{}**", self.inlines(&definition.term, false)));
            for meaning in &definition.meanings {
                let body = indented(&self.blocks(meaning)?, 2);
                parts.push(format!("- {}", body.trim_start()));
            }
        }
        Ok(parts.join("\n\n"))
    }

    fn table(&mut self, alignments: &[Alignment], head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) -> String {
        let mut line = |cells: &[Vec<Inline>]| {
            let cells: Vec<String> = cells.iter().map(|cell| self.inlines(cell, true)).collect();
            table_line(&cells)
        };
        let mut lines = vec![line(head)];
        let rule = |alignment: &Alignment| match alignment {
            Alignment::None => "---",
            Alignment::Left => ":---",
            Alignment::Center => ":---:",
            Alignment::Right => "---:",
        };
        lines.push(format!(
            "|{}|",
            alignments.iter().map(rule).collect::<Vec<_>>().join("|")
        ));
        lines.extend(rows.iter().map(|row| line(row)));
        lines.join("\n")
    }

    fn programs(&mut self, parts: &[ProgramPart]) -> String {
        let shown = parts.iter().map(|part| {
            let file = &part.file.value;
            let text = self.teller.program(part).unwrap_or_default();
            let language = highlight::language_of(file).unwrap_or_default();
            let region = region_beside(part, parts).map(|region| format!(" · {}", escape::markdown(region, false)));
            let region = region.unwrap_or_default();
            let fence = escape::markdown_fence(language, text.trim_end_matches('\n'));
            format!("{}{region}\n\n{fence}", escape::markdown_code(file, false))
        });
        shown.collect::<Vec<_>>().join("\n\n")
    }

    fn output(&mut self, variant: &str) -> String {
        let (label, printed) = self.teller.output(variant);
        let word = escape::markdown(&self.teller.word("page-output"), false);
        let mut parts = vec![lead(&word) + &self.phrase(&label, false)];
        match printed {
            Output::Said { text, more } => {
                let fence = escape::markdown_fence("text", &text);
                match text.lines().count() > LONG_OUTPUT {
                    true => {
                        let head = format!(
                            "{}{}",
                            lead(&escape::html(&self.teller.word("page-output"))),
                            phrase(&label)
                        );
                        parts = vec![format!("<details>\n<summary>{head}</summary>\n\n{fence}\n\n</details>")];
                    }
                    false => parts.push(fence),
                }
                parts.extend(more.map(|more| escape::markdown(&more, false)));
            }
            Output::Nothing(told) => {
                let why = told.lacking.map(|why| format!(" {why}"));
                parts.push(escape::markdown(&(told.text + &why.unwrap_or_default()), false));
            }
        }
        parts.join("\n\n")
    }

    fn predict(&mut self, name: &str) -> String {
        let Some(question) = self.teller.question(name) else {
            return String::new();
        };
        let word = escape::markdown(&self.teller.word("page-predict"), false);
        let mut text = match self.teller.asks(name) {
            Some(asks) => format!("**{word}**\n\n{}", self.phrase(&asks, false)),
            None => format!("**{word}**"),
        };
        if let Asked::Options { options, .. } = &question.ask {
            text.push_str("\n\n");
            let options = options.iter().map(|option| format!("- {}", self.phrase(option, false)));
            text.push_str(&options.collect::<Vec<_>>().join("\n"));
        }
        quoted(&text)
    }
}

pub(super) fn table_line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

pub(super) fn quoted(text: &str) -> String {
    let line = |line: &str| {
        if line.is_empty() {
            ">".to_owned()
        } else {
            format!("> {line}")
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn indented(text: &str, by: usize) -> String {
    let indentation = " ".repeat(by);
    let line = |line: &str| {
        if line.is_empty() {
            String::new()
        } else {
            format!("{indentation}{line}")
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
