//! Front pages: one a language with all chapters, and one that leads to the languages; and the files all pages share.
//!
//! Owns what they list. Deliberately absent: chapters.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::diag::Diagnostic;
use crate::locale::Locale;
use crate::wording::Wording;

use super::File;
use super::chapter::{Words, level_word};
use super::shelf::{Format, Shelf, page_from};
use super::theme::Theme;
use super::words::words;

#[derive(Serialize)]
struct Index<'a> {
    lang: &'static str,
    root: &'static str,
    book_title: &'a str,
    title: &'a str,
    languages: Vec<Link<'a>>,
    chapters: Vec<Listed>,
    words: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Link<'a> {
    lang: &'static str,
    name: &'static str,
    href: String,
    current: bool,
    title: &'a str,
    choose: String,
}

#[derive(Serialize)]
struct Listed {
    href: String,
    title: Words,
    summary: Words,
    level: Option<String>,
    /// Of the edition that it leads to, where that is not the page's own.
    lang: Option<&'static str>,
    /// Says so.
    missing: Option<String>,
}

#[derive(Serialize)]
struct Front<'a> {
    lang: &'static str,
    root: &'static str,
    book_title: &'a str,
    languages: Vec<Link<'a>>,
}

/// The path of a locale's front page from the book's folder.
pub fn front_page(locale: Locale, format: Format) -> String {
    format!("{locale}/index.{}", format.ending())
}

/// The front pages of `locales`, and the page that leads to those of all `wordings`: one for each locale that has a front page,
/// in the order of the book's locales.
///
/// # Errors
/// A template of the book that cannot be filled in.
pub fn fronts(
    shelf: &Shelf,
    locales: &[Locale],
    wordings: &[&Wording],
    theme: &Theme,
) -> Result<Vec<File>, Box<Diagnostic>> {
    let mut files = Vec::new();
    for wording in wordings.iter().filter(|wording| locales.contains(&wording.locale())) {
        for format in [Format::Html, Format::Markdown] {
            let ending = format.ending();
            let page = theme.fill(&format!("index.{ending}"), &index(shelf, wording, wordings, format))?;
            files.push((
                front_page(wording.locale(), format),
                (page.trim_end().to_owned() + "\n").into_bytes(),
            ));
        }
    }
    let languages = links(
        shelf,
        wordings,
        |wording| front_page(wording.locale(), Format::Html),
        None,
    );
    let first = wordings.first().map(|wording| wording.locale());
    let front = Front {
        lang: first.map_or("en", |locale| locale.tag()),
        root: "",
        book_title: first.map_or("Workbook", |locale| shelf.title(locale)),
        languages,
    };
    files.push(("index.html".to_owned(), theme.fill("front.html", &front)?.into_bytes()));
    Ok(files)
}

/// The style sheet and the script of all pages.
pub fn assets(theme: &Theme) -> Vec<File> {
    let style = format!("{}\n{}", theme.file("book.css"), theme.file("chart.css"));
    vec![
        ("assets/book.css".to_owned(), style.into_bytes()),
        ("assets/book.js".to_owned(), theme.file("book.js").as_bytes().to_vec()),
    ]
}

fn index<'a>(shelf: &'a Shelf, wording: &Wording, wordings: &[&Wording], format: Format) -> Index<'a> {
    let locale = wording.locale();
    let chapters = shelf.lessons.iter().map(|lesson| {
        let (edition, heading) = lesson.edition_for(locale);
        let language = [("language", edition.own_name().into())];
        Listed {
            href: page_from(locale, edition, &lesson.slug, format),
            title: Words::of(&heading.title),
            summary: Words::of(&heading.summary),
            level: level_word(lesson.level, wording),
            lang: (edition != locale).then(|| edition.tag()),
            missing: (edition != locale).then(|| wording.message("page-missing", &language)),
        }
    });
    let href = |other: &Wording| format!("../{}/index.{}", other.locale(), format.ending());
    Index {
        lang: locale.tag(),
        root: "../",
        book_title: shelf.title(locale),
        title: shelf.title(locale),
        languages: links(shelf, wordings, href, Some(wording)),
        chapters: chapters.collect(),
        words: words(wording),
    }
}

fn links<'a>(
    shelf: &'a Shelf,
    wordings: &[&Wording],
    href: impl Fn(&Wording) -> String,
    current: Option<&Wording>,
) -> Vec<Link<'a>> {
    let link = |wording: &&Wording| Link {
        lang: wording.locale().tag(),
        name: wording.locale().own_name(),
        href: href(wording),
        current: current.is_some_and(|current| current.locale() == wording.locale()),
        title: shelf.title(wording.locale()),
        choose: wording.word("page-choose-language"),
    };
    wordings.iter().map(link).collect()
}
