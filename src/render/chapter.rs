//! A chapter's pages: everything around the text, and the files that come out.
//!
//! Owns titles, the switch of languages, contents and the way to other chapters. Deliberately absent: the text itself
//! (`html`, `markdown`).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::diag::Diagnostic;
use crate::lesson::definitions::Difficulty;
use crate::lesson::document::BlockNode;
use crate::locale::Locale;
use crate::wording::{Phrase, Wording};

use super::html::{Writer, Written};
use super::inline::{phrase, plain};
use super::markdown::MarkdownWriter;
use super::markdown_inline::markdown_phrase;
use super::shelf::{Format, Shelved, page_from};
use super::teller::Teller;
use super::theme::Theme;
use super::words::words;
use super::{Chapter, File, Section};

/// The pages of a chapter.
#[derive(Debug)]
pub struct Rendered {
    pub files: Vec<File>,
    /// The lesson's own files that the pages refer to, by their paths in its folder; each belongs at [`super::asset`].
    pub assets: BTreeSet<String>,
}

/// Renders a chapter as HTML and as Markdown, with the charts that lie beside the latter.
///
/// # Errors
/// A template of the book that cannot be filled in.
pub fn render(chapter: Chapter<'_>, theme: &Theme) -> Result<Rendered, Box<Diagnostic>> {
    let locale = chapter.teller.locale();
    let mut writer = Writer::new(chapter, theme);
    let text = writer.text()?;
    let html = theme.fill("chapter.html", &frame(chapter, Format::Html, &text))?;
    let mut markdown = MarkdownWriter::new(chapter, theme);
    let text = markdown.text()?;
    let page = theme.fill("chapter.md", &frame(chapter, Format::Markdown, &text))?;
    let path = |ending: &str| format!("{locale}/{}.{ending}", chapter.slug);
    let mut files = vec![
        (path("html"), html.into_bytes()),
        (path("md"), (page.trim_end().to_owned() + "\n").into_bytes()),
    ];
    files.append(&mut markdown.charts);
    let mut assets = writer.files;
    assets.append(&mut markdown.files);
    Ok(Rendered { files, assets })
}

impl Writer<'_> {
    fn text(&mut self) -> Written {
        let page = self.chapter.teller;
        let mut html = String::new();
        let mut before = page.locale();
        for section in self.chapter.sections {
            self.teller = section.teller;
            let blocks = self.blocks(section.blocks)?;
            let (own, other) = (page.locale(), section.teller.locale());
            if other == own {
                html.push_str(&format!("<section>\n{blocks}</section>\n"));
            } else {
                let notice = if other == before {
                    String::new()
                } else {
                    let notice = super::escape::html(&foreign_notice(page, section.teller));
                    format!("<p class=\"notice\" lang=\"{own}\">{notice}</p>\n")
                };
                html.push_str(&format!(
                    "<section class=\"foreign\" lang=\"{other}\">\n{notice}{blocks}</section>\n"
                ));
            }
            before = other;
        }
        self.teller = page;
        html.push_str(&self.footnotes()?);
        Ok(html)
    }
}

/// Says that a section is not translated; before the first of several in a row.
pub(super) fn foreign_notice(page: &dyn Teller, section: &dyn Teller) -> String {
    page.wording()
        .message("page-foreign", &[("language", section.locale().own_name().into())])
}

/// What the page templates are given.
#[derive(Serialize)]
pub(super) struct Frame<'a> {
    lang: &'static str,
    /// The way to the book's folder.
    root: &'static str,
    slug: &'a str,
    book_title: &'a str,
    title: Words,
    summary: Words,
    level: Option<String>,
    languages: Vec<Language>,
    x_default: String,
    after: Vec<Neighbour>,
    previous: Option<Neighbour>,
    next: Option<Neighbour>,
    contents: Vec<Entry>,
    text: &'a str,
    words: BTreeMap<String, String>,
}

#[derive(Serialize)]
pub(super) struct Language {
    pub lang: &'static str,
    pub name: &'static str,
    pub href: String,
    pub current: bool,
}

/// Words that may have code in them, as each place wants them.
#[derive(Default, Serialize)]
pub(super) struct Words {
    plain: String,
    html: String,
    markdown: String,
}

impl Words {
    pub(super) fn of(words: &Phrase) -> Words {
        Words {
            plain: words.plain(),
            html: phrase(words),
            markdown: markdown_phrase(words, false),
        }
    }
}

/// Another chapter.
#[derive(Serialize)]
struct Neighbour {
    href: String,
    title: Words,
    /// Where it is not in the page's own.
    lang: Option<&'static str>,
}

#[derive(Serialize)]
struct Entry {
    id: String,
    title: String,
    level: u8,
    lang: Option<&'static str>,
}

fn frame<'a>(chapter: Chapter<'a>, format: Format, text: &'a str) -> Frame<'a> {
    let locale = chapter.teller.locale();
    let shelf = chapter.shelf;
    let position = shelf.lessons.iter().position(|lesson| lesson.slug == chapter.slug);
    let lesson = position.map(|position| &shelf.lessons[position]);
    let heading = lesson.and_then(|lesson| lesson.editions.get(&locale));
    let to = |lesson: &'a Shelved| neighbour(lesson, locale, format);
    let before = position.and_then(|position| position.checked_sub(1));
    let exists = |other: &&Locale| lesson.is_some_and(|lesson| lesson.editions.contains_key(*other));
    let languages = shelf.locales.iter().filter(exists).map(|other| Language {
        lang: other.tag(),
        name: other.own_name(),
        href: page_from(locale, *other, chapter.slug, format),
        current: *other == locale,
    });
    Frame {
        lang: locale.tag(),
        root: "../",
        slug: chapter.slug,
        book_title: shelf.title(locale),
        title: heading.map_or_else(
            || Words::of(&Phrase::text(chapter.slug)),
            |heading| Words::of(&heading.title),
        ),
        summary: heading.map_or_else(Words::default, |heading| Words::of(&heading.summary)),
        level: lesson.and_then(|lesson| level_word(lesson.level, chapter.teller.wording())),
        languages: languages.collect(),
        x_default: page_from(
            locale,
            lesson.map_or(locale, |lesson| lesson.edition_for(lesson.original).0),
            chapter.slug,
            format,
        ),
        after: lesson
            .into_iter()
            .flat_map(|lesson| &lesson.after)
            .filter_map(|slug| shelf.find(slug).map(to))
            .collect(),
        previous: before.map(|before| to(&shelf.lessons[before])),
        next: position.and_then(|position| shelf.lessons.get(position + 1)).map(to),
        contents: contents(chapter.sections, locale),
        text,
        words: words(chapter.teller.wording()),
    }
}

fn neighbour(lesson: &Shelved, locale: Locale, format: Format) -> Neighbour {
    let (edition, heading) = lesson.edition_for(locale);
    Neighbour {
        href: page_from(locale, edition, &lesson.slug, format),
        title: Words::of(&heading.title),
        lang: (edition != locale).then(|| edition.tag()),
    }
}

pub(super) fn level_word(level: Option<Difficulty>, wording: &Wording) -> Option<String> {
    let id = match level? {
        Difficulty::Beginner => "page-level-beginner",
        Difficulty::Intermediate => "page-level-intermediate",
        Difficulty::Advanced => "page-level-advanced",
    };
    Some(wording.word(id))
}

/// The headings of the two highest levels.
fn contents(sections: &[Section<'_>], locale: Locale) -> Vec<Entry> {
    let mut entries = Vec::new();
    for section in sections {
        let own = section.teller.locale();
        for block in section.blocks {
            if let BlockNode::Heading {
                level: level @ 2..=3,
                id: Some(id),
                content,
            } = &block.node
            {
                entries.push(Entry {
                    id: id.value.clone(),
                    title: plain(&section.teller.typeset(content)),
                    level: *level,
                    lang: (own != locale).then(|| own.tag()),
                });
            }
        }
    }
    entries
}
