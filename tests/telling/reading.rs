//! Reading a page: which sentences of a lesson are on it, and what stands in them in place of figures and verdicts.
//!
//! Compares words without spaces and marks, so that no line break or markup matters. Deliberately absent: what a claim's
//! verdict is.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use workbook::book::{Experiment, Lesson};
use workbook::claim::{Finding, Results};
use workbook::lesson::Edition;
use workbook::lesson::document::{Block, BlockNode, Inline, InlineNode};
use workbook::lesson::names::Verdict;
use workbook::locale::Locale;
use workbook::record::Record;

/// In a sentence, nothing that stands for a role is longer.
const LONGEST: usize = 120;
/// Where a paragraph begins or ends.
const EDGE: char = '\u{1}';

static HEAD: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)<head>.*?</head>|<script.*?</script>"));
static PARAGRAPH: LazyLock<Regex> = LazyLock::new(|| pattern(r"</?(?:dd|h[1-6]|li|p|td|th)(?: [^>]*)?>"));
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"<[^>]*>"));
/// The elements that Markdown pages have; anything else in angle brackets is an author's.
static MARKDOWN_TAG: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"</?(?:a|br|del|details|em|rp|rt|ruby|strong|sub|summary)(?: [^>]*)?>|\]\([^)]*\)"));
static FIGURE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"class="figure"(?: href="[^"]*")?(?: title="([^"]*)")?>([^<]*)<"#));
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9](?:[0-9.,\x{a0}\x{202f} ]*[0-9])?"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

/// A page of one locale, HTML or Markdown.
pub(crate) struct Page<'a> {
    text: &'a str,
    locale: Locale,
    is_html: bool,
    /// What a person sees, with its spaces.
    shown: String,
    /// The same without spaces and marks.
    bare: String,
}

/// A piece of a sentence.
enum Piece<'a> {
    Words(String),
    Role(&'a InlineNode),
}

impl<'a> Page<'a> {
    pub(crate) fn new(text: &'a str, locale: Locale) -> Self {
        let is_html = text.starts_with("<!doctype html>");
        let shown = if is_html {
            let body = HEAD.replace_all(text, "");
            let body = PARAGRAPH.replace_all(&body, EDGE.to_string());
            unescaped(&TAG.replace_all(&body, ""))
        } else {
            // Each of its paragraphs is a line.
            MARKDOWN_TAG.replace_all(text, "").replace('\n', &format!("\n{EDGE}"))
        };
        Page {
            bare: bare(&shown),
            text,
            locale,
            is_html,
            shown,
        }
    }

    /// Checks that nothing is left as its author or a programmer wrote it, and that no figure is empty.
    pub(crate) fn is_whole(&self) {
        for role in [
            "{value}",
            "{claim}",
            "{program}",
            "{output}",
            "{predict}",
            "{experiment}",
        ] {
            assert!(!self.text.contains(role), "{role} is left on the page");
        }
        let messages = messages();
        let words = self.shown.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        for word in words {
            assert!(!messages.contains(word), "the message {word} has no words");
        }
        for (text, source) in figures(self.text) {
            assert!(
                !text.trim().is_empty() && !source.trim().is_empty(),
                "{text:?} from {source:?}"
            );
            for number in NUMBER.find_iter(&text) {
                assert!(
                    is_written_in(self.locale, number.as_str()),
                    "{} in {}",
                    number.as_str(),
                    self.locale
                );
            }
        }
    }

    /// Checks that each sentence of an edition is on the page, of verdict lists those of the verdict alone.
    pub(crate) fn tells(&self, lesson: &Lesson, edition: &Edition, records: &[Option<Record>]) {
        let results = Results::new(lesson, records.iter().map(Option::as_ref).collect());
        let reader = Reader {
            page: self,
            lesson,
            results: &results,
        };
        reader.blocks(&edition.body);
    }
}

struct Reader<'a> {
    page: &'a Page<'a>,
    lesson: &'a Lesson,
    results: &'a Results<'a>,
}

impl Reader<'_> {
    fn blocks(&self, blocks: &[Block]) {
        for block in blocks {
            match &block.node {
                BlockNode::Paragraph(inlines) => self.sentence(inlines),
                BlockNode::Quote(blocks) | BlockNode::Callout { blocks, .. } | BlockNode::Footnote { blocks, .. } => {
                    self.blocks(blocks);
                }
                BlockNode::List { items, .. } => items.iter().for_each(|item| self.blocks(&item.blocks)),
                BlockNode::Definitions(definitions) => {
                    let meanings = definitions.iter().flat_map(|definition| &definition.meanings);
                    meanings.for_each(|blocks| self.blocks(blocks));
                }
                BlockNode::Table { head, rows, .. } => {
                    let cells = head.iter().chain(rows.iter().flatten());
                    cells.for_each(|cell| self.sentence(cell));
                }
                BlockNode::Verdicts { claim, items } => {
                    let (_, finding) = self.finding(&claim.value);
                    let (chosen, others): (Vec<_>, Vec<_>) = items.iter().partition(|item| {
                        let mut verdicts = item.verdicts.iter();
                        verdicts.any(|verdict| verdict.value == finding.verdict)
                    });
                    assert_eq!(chosen.len(), 1, "one text of `{}` is told", claim.value);
                    self.blocks(&chosen[0].blocks);
                    for item in others {
                        let told = paragraphs(&item.blocks).any(|inlines| self.find(inlines).is_some());
                        assert!(
                            !told,
                            "{:?} of `{}` is told as well",
                            item.verdicts[0].value, claim.value
                        );
                    }
                }
                _ => {}
            }
        }
    }

    fn sentence(&self, inlines: &[Inline]) {
        let Some(told) = self.find(inlines) else {
            let at = self.page.locale;
            panic!(
                "{} in {at}, html: {}: {:?} is not on the page",
                self.lesson.slug,
                self.page.is_html,
                words(inlines)
            );
        };
        for (role, told) in told {
            match role {
                InlineNode::Value { text, .. } => {
                    let is_figure = told.contains('—') || told.contains(|c: char| c.is_ascii_digit());
                    assert!(is_figure, "{text} is told as {told:?}");
                }
                InlineNode::ClaimWord(claim) => {
                    let (_, finding) = self.finding(&claim.value);
                    let word = verdict_word(self.page.locale, finding.verdict);
                    assert_eq!(told, bare(word), "the verdict on `{}`", claim.value);
                }
                InlineNode::ClaimWhere { claim, verdicts } => {
                    let wanted: Vec<Verdict> = verdicts.iter().map(|verdict| verdict.value).collect();
                    let places = self.places(&claim.value, &wanted);
                    assert_eq!(told, bare(&places), "where `{}` is {wanted:?}", claim.value);
                }
                _ => {}
            }
        }
    }

    fn finding(&self, claim: &str) -> (&Experiment, Finding) {
        let (experiment, claim) = self.lesson.claim(claim).expect("a claim of the lesson");
        (
            &self.lesson.experiments[experiment],
            self.results.finding(experiment, claim),
        )
    }

    /// The values of the one quantified axis at which a claim has one of the verdicts.
    fn places(&self, claim: &str, wanted: &[Verdict]) -> String {
        let locale = self.page.locale;
        let (experiment, finding) = self.finding(claim);
        let cells = finding.cells.iter().filter(|cell| wanted.contains(&cell.verdict));
        let places: Vec<String> = cells
            .map(|cell| {
                let [(axis, value)] = cell.point[..] else {
                    panic!("`{claim}` is told where it holds over several axes, which this test cannot read");
                };
                let axis = &experiment.axes[axis];
                let name = &axis.points[value].name.value;
                match self.lesson.value_label(locale, &axis.name, name) {
                    Some(label) => label.words.to_owned(),
                    None => sink_word(locale, name).to_owned(),
                }
            })
            .collect();
        if places.is_empty() {
            return nowhere(locale).to_owned();
        }
        locale.list(&places)
    }

    /// What is told for each role of a sentence, if it is on the page. A sentence without words is not looked for: it would
    /// be found anywhere.
    fn find<'i>(&self, inlines: &'i [Inline]) -> Option<Vec<(&'i InlineNode, &str)>> {
        let mut pieces = Vec::new();
        collect(inlines, &mut pieces);
        let text = self.page.bare.as_str();
        match pieces.first() {
            Some(Piece::Words(words)) => {
                let mut starts = text.match_indices(words.as_str());
                starts.find_map(|(start, _)| told(&text[start..], &pieces))
            }
            Some(Piece::Role(_)) if pieces.len() > 1 => {
                let mut starts = text.match_indices(EDGE);
                starts.find_map(|(start, edge)| told(&text[start + edge.len()..], &pieces))
            }
            _ => Some(Vec::new()),
        }
    }
}

/// What stands for each role where `text` begins with the pieces.
fn told<'i, 't>(text: &'t str, pieces: &[Piece<'i>]) -> Option<Vec<(&'i InlineNode, &'t str)>> {
    let mut rest = text;
    let mut roles = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Words(words) => rest = rest.strip_prefix(words.as_str())?,
            Piece::Role(role) => {
                let end = match pieces.get(index + 1) {
                    Some(Piece::Words(words)) => rest.find(words.as_str())?,
                    _ => rest.find(EDGE).unwrap_or(rest.len()),
                };
                let (told, after) = rest.split_at(end);
                if told.is_empty() || told.contains(EDGE) || told.chars().count() > LONGEST {
                    return None;
                }
                roles.push((*role, told));
                rest = after;
            }
        }
    }
    Some(roles)
}

fn collect<'i>(inlines: &'i [Inline], into: &mut Vec<Piece<'i>>) {
    for inline in inlines {
        let words = match &inline.node {
            InlineNode::Text(text) | InlineNode::Code(text) => bare(text),
            InlineNode::Emphasis(content)
            | InlineNode::Strong(content)
            | InlineNode::Strikethrough(content)
            | InlineNode::Link { content, .. } => {
                collect(content, into);
                continue;
            }
            InlineNode::SoftBreak | InlineNode::HardBreak | InlineNode::Image { .. } => continue,
            role => {
                into.push(Piece::Role(role));
                continue;
            }
        };
        match into.last_mut() {
            Some(Piece::Words(before)) => before.push_str(&words),
            _ if words.is_empty() => {}
            _ => into.push(Piece::Words(words)),
        }
    }
}

fn words(inlines: &[Inline]) -> Vec<String> {
    let mut pieces = Vec::new();
    collect(inlines, &mut pieces);
    let words = pieces.into_iter().filter_map(|piece| match piece {
        Piece::Words(words) => Some(words),
        Piece::Role(_) => None,
    });
    words.collect()
}

fn paragraphs(blocks: &[Block]) -> impl Iterator<Item = &[Inline]> {
    blocks.iter().filter_map(|block| match &block.node {
        BlockNode::Paragraph(inlines) => Some(inlines.as_slice()),
        _ => None,
    })
}

/// Without spaces, and without the characters that Markdown marks with or escapes by.
fn bare(text: &str) -> String {
    let is_mark = |c: char| {
        c != EDGE && c.is_whitespace() || matches!(c, '\\' | '`' | '*' | '_' | '~' | '[' | ']' | '<' | '>' | '^')
    };
    text.chars().filter(|c| !is_mark(*c)).collect()
}

fn unescaped(html: &str) -> String {
    let mut text = html.to_owned();
    for (entity, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, character);
    }
    text
}

/// The figures of an HTML page, each with where it comes from.
pub(crate) fn figures(html: &str) -> Vec<(String, String)> {
    let figures = FIGURE.captures_iter(html);
    let part = |found: Option<regex::Match<'_>>| unescaped(found.map_or("", |found| found.as_str()));
    figures.map(|found| (part(found.get(2)), part(found.get(1)))).collect()
}

/// Whether a number has its locale's separators; four digits are grouped in Spanish by nobody.
fn is_written_in(locale: Locale, number: &str) -> bool {
    static WRITTEN: LazyLock<[Regex; 3]> = LazyLock::new(|| {
        [
            r"^[0-9]{1,3}(\x{a0}[0-9]{3})*(,[0-9]+)?$",
            r"^([0-9]{1,4}|[0-9]{2,3}(\.[0-9]{3})+|[0-9](\.[0-9]{3}){2,})(,[0-9]+)?$",
            r"^[0-9]{1,3}(,[0-9]{3})*(\.[0-9]+)?$",
        ]
        .map(pattern)
    });
    let rule = match locale {
        Locale::Cs => 0,
        Locale::Es => 1,
        Locale::Ja | Locale::En => 2,
    };
    WRITTEN[rule].is_match(number)
}

fn verdict_word(locale: Locale, verdict: Verdict) -> &'static str {
    let words = match locale {
        Locale::Cs => ["platí", "neplatí", "nerozhodnuto"],
        Locale::Es => ["se cumple", "no se cumple", "sin decidir"],
        Locale::Ja => ["成り立つ", "成り立たない", "判定できない"],
        Locale::En => ["holds", "fails", "undecided"],
    };
    words[verdict as usize]
}

fn nowhere(locale: Locale) -> &'static str {
    match locale {
        Locale::Cs => "nikde",
        Locale::Es => "en ningún caso",
        Locale::Ja => "なし",
        Locale::En => "nowhere",
    }
}

fn sink_word(locale: Locale, sink: &str) -> &str {
    match (locale, sink) {
        (Locale::Cs, "file") => "soubor",
        (Locale::Cs, "pipe") => "roura",
        (Locale::Cs, "tmpfs") => "soubor v paměti (tmpfs)",
        (Locale::Cs, "pty") => "terminál",
        (Locale::Es, "file") => "archivo",
        (Locale::Es, "pipe") => "tubería",
        (Locale::Es, "tmpfs") => "archivo en memoria (tmpfs)",
        (Locale::Es, "pty") => "terminal",
        (Locale::Ja, "file") => "ファイル",
        (Locale::Ja, "pipe") => "パイプ",
        (Locale::Ja, "tmpfs") => "メモリ上のファイル（tmpfs）",
        (Locale::Ja, "pty") => "端末",
        (Locale::En, "tmpfs") => "file in memory (tmpfs)",
        (Locale::En, "pty") => "terminal",
        (_, "null") => "/dev/null",
        _ => sink,
    }
}

/// The ids of the interface's messages that no word of a language looks like.
fn messages() -> &'static BTreeSet<String> {
    static MESSAGES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let ftl = include_str!("../../templates/locales/en.ftl");
        let ids = ftl
            .lines()
            .filter_map(|line| line.split_once(" = ").map(|(id, _)| id.to_owned()));
        ids.filter(|id| id.contains('-') && !id.contains(' ')).collect()
    });
    &MESSAGES
}
