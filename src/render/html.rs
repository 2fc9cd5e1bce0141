//! Blocks to HTML.
//!
//! Owns the walk over a page's tree of words. Deliberately absent: sentences (`inline`), panels (`panel`) and everything
//! around the text (`chapter`).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::diag::Diagnostic;
use crate::highlight;
use crate::lesson::document::{
    Alignment, Block, BlockNode, CalloutKind, Definition, Inline, LinkTarget, ListItem, ProgramPart, VerdictItem,
};

use crate::wording::Output as Printed;

use super::Chapter;
use super::escape;
use super::inline::{callout_word, figure, note_reference_id, phrase, says_kind};
use super::notes::{self, Notes};
use super::teller::Teller;
use super::theme::Theme;
use super::words::words;

pub(super) type Written = Result<String, Box<Diagnostic>>;

/// How many characters a line of a program may have for two of them to fit side by side on a desk and on paper.
const SIDE_BY_SIDE: usize = 50;

/// The ids of a page, each given once.
#[derive(Debug, Default)]
pub(super) struct Ids(BTreeMap<String, usize>);

impl Ids {
    /// `id`, or `id-2` and so on where it is taken.
    pub(super) fn unique(&mut self, id: &str) -> String {
        let count = self.0.entry(id.to_owned()).or_insert(0);
        *count += 1;
        match count {
            1 => id.to_owned(),
            count => format!("{id}-{count}"),
        }
    }
}

/// Writes one page from its beginning to its end.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    pub(super) chapter: Chapter<'a>,
    pub(super) theme: &'a Theme,
    /// Tells the section that is being written.
    pub(super) teller: &'a dyn Teller,
    pub(super) notes: Notes<'a>,
    /// Images and other files of the lesson that the page needs.
    pub(super) files: BTreeSet<String>,
    pub(super) ids: Ids,
    /// The predictions that the next folded answer waits for.
    pub(super) waiting: Vec<String>,
}

#[derive(Serialize)]
struct Shown<'a> {
    file: &'a str,
    /// Where another part of the same file stands beside.
    region: Option<&'a str>,
    language: Option<&'static str>,
    code: String,
}

#[derive(Serialize)]
struct Programs<'a> {
    /// Whether there are several whose lines are short enough.
    side_by_side: bool,
    programs: Vec<Shown<'a>>,
    words: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Output {
    label: String,
    text: Option<String>,
    note: Option<String>,
    words: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Callout {
    kind: &'static str,
    role: String,
    title: String,
    body: String,
    folded: bool,
    /// The ids of forms, with spaces between.
    waits: String,
}

#[derive(Serialize)]
struct Note {
    number: usize,
    lang: Option<&'static str>,
    body: String,
    /// The ids of what refers to it.
    references: Vec<String>,
}

#[derive(Serialize)]
struct Footnotes {
    notes: Vec<Note>,
    words: BTreeMap<String, String>,
}

/// The name of a part's region, where another part of the same file stands beside it.
pub(super) fn region_beside<'p>(part: &'p ProgramPart, parts: &[ProgramPart]) -> Option<&'p str> {
    let same = parts.iter().filter(|other| other.file.value == part.file.value);
    let region = part.region.as_ref()?;
    (same.count() > 1).then_some(region.value.as_str())
}

impl<'a> Writer<'a> {
    pub(super) fn new(chapter: Chapter<'a>, theme: &'a Theme) -> Self {
        Writer {
            chapter,
            theme,
            teller: chapter.teller,
            notes: Notes::of(chapter.sections),
            files: BTreeSet::new(),
            ids: Ids::default(),
            waiting: Vec::new(),
        }
    }

    pub(super) fn blocks(&mut self, blocks: &[Block]) -> Written {
        let mut html = String::new();
        for block in blocks {
            html.push_str(&self.block(&block.node)?);
        }
        Ok(html)
    }

    fn block(&mut self, node: &BlockNode) -> Written {
        Ok(match node {
            BlockNode::Heading { level, id, content } => {
                self.heading(*level, id.as_ref().map(|id| id.value.as_str()), content)
            }
            BlockNode::Paragraph(content) => format!("<p>{}</p>\n", self.inlines(content)),
            BlockNode::Quote(blocks) => format!("<blockquote>\n{}</blockquote>\n", self.blocks(blocks)?),
            BlockNode::Callout {
                kind,
                folded,
                title,
                blocks,
            } => self.callout(*kind, *folded, title, blocks)?,
            BlockNode::List { start, tight, items } => self.list(*start, *tight, items)?,
            BlockNode::Verdicts { claim, items } => self.verdicts(&claim.value, items)?,
            BlockNode::Definitions(definitions) => self.definitions(definitions)?,
            BlockNode::Table { alignments, head, rows } => self.table(alignments, head, rows),
            BlockNode::Code { language, text } => self.code(language, text),
            BlockNode::Html(html) if self.chapter.shelf.raw_html => html.clone(),
            BlockNode::Html(html) => format!("<p>{}</p>\n", escape::html(html.trim_end())),
            BlockNode::Rule => "<hr>\n".to_owned(),
            // Notes stand at the end of the page.
            BlockNode::Footnote { .. } => String::new(),
            BlockNode::Programs(parts) => self.programs(parts)?,
            BlockNode::Output(variant) => self.output(&variant.value)?,
            BlockNode::Experiment { name, .. } => self.panel(&name.value)?,
            BlockNode::Predict { name, .. } => self.predict(&name.value)?,
        })
    }

    fn heading(&mut self, level: u8, id: Option<&str>, content: &[Inline]) -> String {
        let words = self.inlines(content);
        let Some(id) = id.map(escape::html) else {
            return format!("<h{level}>{words}</h{level}>\n");
        };
        let title = escape::html(&self.teller.word("page-link-here"));
        format!(
            "<h{level} id=\"{id}\">{words} <a class=\"anchor\" href=\"#{id}\" aria-label=\"{title}\">#</a></h{level}>\n"
        )
    }

    fn callout(&mut self, kind: CalloutKind, folded: bool, title: &[Inline], blocks: &[Block]) -> Written {
        let waits = match folded && kind == CalloutKind::Answer {
            true => std::mem::take(&mut self.waiting).join(" "),
            false => String::new(),
        };
        let callout = Callout {
            kind: kind.name(),
            role: callout_word(kind, self.teller),
            title: self.callout_title(kind, title),
            body: self.blocks(blocks)?,
            folded,
            waits,
        };
        self.theme.fill("callout.html", &callout)
    }

    /// Nothing where it only says again what kind of callout it is.
    fn callout_title(&mut self, kind: CalloutKind, title: &[Inline]) -> String {
        match says_kind(kind, title, self.teller) {
            true => String::new(),
            false => self.inlines(title),
        }
    }

    fn list(&mut self, start: Option<u64>, tight: bool, items: &[ListItem]) -> Written {
        let tasks = items.iter().any(|item| item.task.is_some());
        let class = if tasks { " class=\"tasks\"" } else { "" };
        let (open, close) = match start {
            None => (format!("<ul{class}>"), "</ul>"),
            Some(1) => (format!("<ol{class}>"), "</ol>"),
            Some(start) => (format!("<ol{class} start=\"{start}\">"), "</ol>"),
        };
        let mut html = open + "\n";
        for item in items {
            let mark = match item.task {
                Some(true) => "<input type=\"checkbox\" disabled checked> ",
                Some(false) => "<input type=\"checkbox\" disabled> ",
                None => "",
            };
            html.push_str("<li>");
            html.push_str(mark);
            for block in &item.blocks {
                match &block.node {
                    BlockNode::Paragraph(content) if tight => html.push_str(&self.inlines(content)),
                    node => html.push_str(&self.block(node)?),
                }
            }
            html.push_str("</li>\n");
        }
        Ok(html + close + "\n")
    }

    /// Only what came true is told.
    fn verdicts(&mut self, claim: &str, items: &[VerdictItem]) -> Written {
        match self.teller.chosen(claim, items) {
            Some(item) => self.blocks(&item.blocks),
            None => Ok(String::new()),
        }
    }

    fn definitions(&mut self, definitions: &[Definition]) -> Written {
        let mut html = "<dl>\n".to_owned();
        for definition in definitions {
            html.push_str(&format!("<dt>{}</dt>\n", self.inlines(&definition.term)));
            for meaning in &definition.meanings {
                html.push_str(&format!("<dd>{}</dd>\n", self.blocks(meaning)?.trim_end()));
            }
        }
        Ok(html + "</dl>\n")
    }

    fn table(&mut self, alignments: &[Alignment], head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) -> String {
        let mut html = "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>".to_owned();
        html.push_str(&self.cells("th", alignments, head));
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in rows {
            html.push_str(&format!("<tr>{}</tr>\n", self.cells("td", alignments, row)));
        }
        html + "</tbody>\n</table></div>\n"
    }

    fn cells(&mut self, element: &str, alignments: &[Alignment], cells: &[Vec<Inline>]) -> String {
        let mut html = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let class = match alignments.get(column) {
                Some(Alignment::Left) => " class=\"left\"",
                Some(Alignment::Center) => " class=\"center\"",
                Some(Alignment::Right) => " class=\"right\"",
                Some(Alignment::None) | None => "",
            };
            html.push_str(&format!("<{element}{class}>{}</{element}>", self.inlines(cell)));
        }
        html
    }

    fn code(&self, language: &str, text: &str) -> String {
        let word = language.split([' ', ',']).next().unwrap_or_default();
        let code = self.theme.highlighter().html(highlight::language_named(word), text);
        format!("<pre class=\"code\" tabindex=\"0\" translate=\"no\"><code>{code}</code></pre>\n")
    }

    fn programs(&mut self, parts: &[ProgramPart]) -> Written {
        let shown = parts.iter().map(|part| {
            let text = self.teller.program(part).unwrap_or_default();
            let language = highlight::language_of(&part.file.value);
            Shown {
                file: &part.file.value,
                region: region_beside(part, parts),
                language,
                code: self.theme.highlighter().html(language, text.trim_end_matches('\n')),
            }
        });
        let lines = parts.iter().filter_map(|part| self.teller.program(part));
        let longest = lines.flat_map(|text| text.lines().map(|line| line.chars().count()).max());
        let programs = Programs {
            side_by_side: parts.len() > 1 && longest.max() <= Some(SIDE_BY_SIDE),
            programs: shown.collect(),
            words: words(self.teller.wording()),
        };
        self.theme.fill("programs.html", &programs)
    }

    fn output(&mut self, variant: &str) -> Written {
        let (label, printed) = self.teller.output(variant);
        let (text, note) = match printed {
            Printed::Said { text, more } => (Some(text), more.map(|more| escape::html(&more))),
            Printed::Nothing(told) => {
                let why = told.lacking.as_ref().map(|why| format!(" {}", escape::html(why)));
                (None, Some(figure(&told) + &why.unwrap_or_default()))
            }
        };
        let output = Output {
            label: phrase(&label),
            text,
            note,
            words: words(self.teller.wording()),
        };
        self.theme.fill("output.html", &output)
    }

    /// The notes that the page referred to, and those that these refer to.
    pub(super) fn footnotes(&mut self) -> Written {
        let page = self.chapter.teller;
        let mut notes = Vec::new();
        while let Some(note) = self.notes.note(notes.len() + 1) {
            let body = match note {
                notes::Note::Blocks(teller, blocks) => {
                    self.teller = teller;
                    self.blocks(blocks)?
                }
                notes::Note::Reason(reason) => format!("<p>{}</p>", escape::html(&reason)),
            };
            let lang = (self.teller.locale() != page.locale()).then(|| self.teller.locale().tag());
            notes.push(Note {
                number: notes.len() + 1,
                lang,
                body,
                references: Vec::new(),
            });
        }
        self.teller = page;
        if notes.is_empty() {
            return Ok(String::new());
        }
        for note in &mut notes {
            let turns = 1..=self.notes.turns(note.number);
            note.references = turns.map(|turn| note_reference_id(note.number, turn)).collect();
        }
        let words = words(page.wording());
        self.theme.fill("footnotes.html", &Footnotes { notes, words })
    }

    /// A link to a file of this lesson that is no page needs the file beside.
    pub(super) fn note_asset(&mut self, target: &LinkTarget) {
        if let LinkTarget::Internal { file, .. } = target
            && !file.is_empty()
            && !file.contains("..")
            && !file.ends_with(".md")
        {
            self.files.insert(file.trim_start_matches("./").to_owned());
        }
    }
}
