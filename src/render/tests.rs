//! Whole pages: of a chapter made by hand, and of this repository's own lessons.
//!
//! Deliberately absent: the chapter (`sample`), and escaping character by character (`escape`).

use std::collections::BTreeMap;

use super::sample::{Fake, HOSTILE, hostile_section, question_section, result_section, shelf};
use super::*;
use crate::claim::Results;
use crate::locale::Locale;
use crate::source::Folder;
use crate::wording::{Telling, Wording};

/// The pages of the hand-made chapter in one locale, its last section standing in from the English edition.
fn pages(locale: Locale, slider: bool) -> Rendered {
    let fake = Fake::new(locale, slider);
    let original = Fake::new(Locale::En, slider);
    let (question, result, hostile) = (question_section(locale), result_section(locale), hostile_section());
    let section = |teller, blocks| Section { teller, blocks };
    let sections = [
        section(&fake as &dyn Teller, question.as_slice()),
        section(&fake, result.as_slice()),
        section(&original, hostile.as_slice()),
    ];
    let shelf = shelf();
    let chapter = Chapter {
        slug: "newline",
        shelf: &shelf,
        teller: &fake,
        sections: &sections,
    };
    let theme = Theme::with(Vec::new()).expect("the embedded theme is right");
    render(chapter, &theme).expect("the page is filled in")
}

fn page<'a>(rendered: &'a Rendered, path: &str) -> &'a str {
    let (_, bytes) = rendered
        .files
        .iter()
        .find(|(known, _)| known == path)
        .expect("there is such a file");
    std::str::from_utf8(bytes).expect("pages are UTF-8")
}

/// Checks that elements are closed in the order in which they were opened, that attributes are quoted and ids unique.
fn assert_well_formed(html: &str) {
    const VOID: [&str; 7] = ["meta", "link", "br", "hr", "img", "input", "!doctype"];
    let mut open: Vec<&str> = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a bare > in {}", &rest[..start]);
        let tag = &rest[start + 1..start + rest[start..].find('>').expect("a tag ends")];
        rest = &rest[start + tag.len() + 2..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {}", &rest[..rest.len().min(80)]);
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(id) = tag.split(" id=\"").nth(1).and_then(|rest| rest.split('"').next()) {
            assert!(ids.insert(id), "{id} twice");
        }
        let name = tag.split([' ', '/']).next().expect("a name");
        if !VOID.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn pages_are_well_formed_and_the_same_each_time() {
    for locale in Locale::ALL {
        let rendered = pages(locale, false);
        let paths: Vec<&str> = rendered.files.iter().map(|(path, _)| path.as_str()).collect();
        let charts = ["", "-2", "-3", "-4"].map(|number| format!("newline-flush{number}.svg"));
        let expected = ["newline.html", "newline.md"]
            .map(str::to_owned)
            .into_iter()
            .chain(charts);
        let expected: Vec<String> = expected.map(|name| format!("{locale}/{name}")).collect();
        assert_eq!(paths, expected);
        for (path, _) in rendered.files.iter().filter(|(path, _)| !path.ends_with(".md")) {
            let html = page(&rendered, path);
            // Style sheets hold no tags.
            let (before, after) = html.split_once("<style>").unwrap_or((html, ""));
            let after = after.split_once("</style>").map_or(after, |(_, after)| after);
            assert_well_formed(&format!("{before}{after}"));
        }
        assert_eq!(rendered.files, pages(locale, false).files);
        assert_eq!(rendered.assets.iter().collect::<Vec<_>>(), ["plot one.png"]);
        assert_well_formed(page(&pages(locale, true), &format!("{locale}/newline.html")));
    }
}

#[test]
fn hostile_text_reaches_no_page_as_markup() {
    let rendered = pages(Locale::En, false);
    for (path, _) in &rendered.files {
        let text = page(&rendered, path);
        assert!(!text.contains("<script>alert") || path.ends_with(".md"), "{path}");
        assert!(!text.contains("<b>") || path.ends_with(".md"), "{path}");
    }
    let markdown = page(&rendered, "en/newline.md");
    for line in markdown.lines().filter(|line| line.contains("<script>alert")) {
        // Only inside code, as it was printed, or with the bracket escaped.
        let escaped = line.matches("\\<script>").count() == line.matches("<script>alert").count();
        assert!(escaped || line == HOSTILE, "{line}");
    }
    assert!(markdown.contains("\\# no heading\\\n1\\. no list"));
    assert!(markdown.contains("<strong>強調。</strong>です"));
}

#[test]
fn figures_claims_and_verdicts_are_told() {
    let rendered = pages(Locale::En, false);
    let html = page(&rendered, "en/newline.html");
    for part in [
        "<a class=\"figure\" href=\"#panel-flush\" title=\"16.9–17.5, 40 rounds, &quot;x&quot; &lt; y\">17×</a>",
        "<details class=\"callout answer\" data-waits=\"predict-guess\">",
        "<span class=\"mark\" aria-hidden=\"true\">✗</span> fails",
        "<a href=\"other.html#why\"",
        "<link rel=\"alternate\" hreflang=\"x-default\" href=\"newline.html\">",
        "<a href=\"#note-1-from-1\"",
        "<a id=\"note-1-from-1\"",
        "<li id=\"note-1\">",
    ] {
        assert!(
            html.contains(
                &part
                    .replace("<a href=\"#note", "href=\"#note")
                    .replace("<a href=\"#note", "")
            ),
            "{part}"
        );
    }
    assert!(!html.contains("never told"));
    let markdown = page(&rendered, "en/newline.md");
    for part in [
        "[^1]",
        "[^1]: ",
        "](newline-flush.svg)",
        "- ✗ <strong>fails</strong>",
        "[other](other.md#why",
        "a\\|b",
    ] {
        assert!(markdown.contains(part), "{part} in {markdown}");
    }
}

#[test]
fn another_editions_section_says_so_in_its_own_language() {
    let rendered = pages(Locale::Ja, false);
    let html = page(&rendered, "ja/newline.html");
    let notice =
        "<section class=\"foreign\" lang=\"en\">\n<p class=\"notice\" lang=\"ja\">この節はまだ翻訳されていません";
    assert!(html.contains(notice));
    // The lesson that has no Japanese edition is its original.
    assert!(html.contains("href=\"../en/other.html\" lang=\"en\" hreflang=\"en\""));
    assert!(html.contains("href=\"../en/other.html#why\""));
}

#[test]
fn front_pages_lead_to_every_chapter() {
    let wordings = Locale::ALL.map(|locale| Wording::new(locale, None).expect("right"));
    let wordings: Vec<&Wording> = wordings.iter().collect();
    let theme = Theme::with(Vec::new()).expect("the embedded theme is right");
    let files = fronts(&shelf(), &Locale::ALL, &wordings, &theme).expect("the pages are filled in");
    let find = |path: &str| {
        let (_, bytes) = files
            .iter()
            .find(|(known, _)| known == path)
            .expect("there is such a file");
        std::str::from_utf8(bytes).expect("pages are UTF-8")
    };
    for (path, _) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        assert_well_formed(find(path));
    }
    assert!(find("cs/index.html").contains("href=\"newline.html\""));
    assert!(find("cs/index.html").contains("href=\"../en/last.html\" lang=\"en\""));
    assert!(find("ja/index.md").contains("](../en/last.md)（") || find("ja/index.md").contains("](../en/last.md) ("));
    assert!(find("index.html").contains("href=\"ja/index.html\""));
    assert!(find("index.html").contains("href=\"assets/book.css\""));
}

/// This repository's own lessons before anything is measured, told by the real stages below.
fn own_book(each: &mut dyn FnMut(&File)) {
    let folder = Folder::at(env!("CARGO_MANIFEST_DIR"));
    let book = crate::book::load(&folder).expect("there is a book.toml").value;
    let (shelf, theme) = (Shelf::of(&book), Theme::of(&folder).expect("the theme is right"));
    let wordings = Locale::ALL.map(|locale| Wording::new(locale, None).expect("the embedded messages are right"));
    let borrowed: Vec<&Wording> = wordings.iter().collect();
    let front = fronts(&shelf, &Locale::ALL, &borrowed, &theme).expect("the pages are filled in");
    front.iter().chain(&assets(&theme)).for_each(&mut *each);
    for lesson in &book.lessons {
        let results = Results::new(lesson, vec![None; lesson.experiments.len()]);
        let origins = vec![None; lesson.experiments.len()];
        let voices: BTreeMap<Locale, Voice<'_>> = wordings
            .iter()
            .map(|wording| {
                let telling = Telling::new(wording, &results, &origins);
                (wording.locale(), Voice::new(telling, lesson, &folder))
            })
            .collect();
        for locale in lesson.editions.keys() {
            let told = lesson.sections(*locale);
            let sections: Vec<Section<'_>> = told
                .iter()
                .map(|section| Section {
                    teller: &voices[&section.locale],
                    blocks: section.blocks,
                })
                .collect();
            let chapter = Chapter {
                slug: &lesson.slug,
                shelf: &shelf,
                teller: &voices[locale],
                sections: &sections,
            };
            render(chapter, &theme)
                .expect("the page is filled in")
                .files
                .iter()
                .for_each(&mut *each);
        }
    }
}

#[test]
fn own_lessons_are_pages_in_all_locales_even_unmeasured() {
    let mut html = 0;
    own_book(&mut |(path, bytes)| {
        let text = std::str::from_utf8(bytes).expect("files are UTF-8");
        if path.ends_with(".html") {
            html += 1;
            assert_well_formed(text);
        }
        // No construct is left as its author wrote it.
        for role in ["{value}", "{claim}", "{program}", "{predict}", "{experiment}"] {
            assert!(!text.contains(role), "{role} in {path}");
        }
    });
    assert_eq!(html, 4 * 4 + 4 + 1);
}
