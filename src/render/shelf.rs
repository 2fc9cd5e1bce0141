//! The shelf: which lessons a book has in which locales, and where their pages lie.
//!
//! Owns the layout of `book/` and the links between pages: none leads to what is not on the shelf. Deliberately absent: what is
//! on a page, and which pages there are (`build`).

use std::collections::BTreeMap;

use crate::book::{Book, linked_edition};
use crate::lesson::definitions::Difficulty;
use crate::lesson::document::LinkTarget;
use crate::locale::{Locale, Typographer};
use crate::wording::Phrase;

use super::escape;

/// All that pages say of each other.
#[derive(Clone, Debug)]
pub struct Shelf {
    pub locales: Vec<Locale>,
    /// Titles of the book.
    pub titles: BTreeMap<Locale, String>,
    /// In the order of chapters.
    pub lessons: Vec<Shelved>,
    pub raw_html: bool,
}

#[derive(Clone, Debug)]
pub struct Shelved {
    pub slug: String,
    pub original: Locale,
    pub level: Option<Difficulty>,
    /// Slugs of lessons to be read before.
    pub after: Vec<String>,
    pub editions: BTreeMap<Locale, Heading>,
}

/// What a front page says of a chapter, set as its locale sets words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub title: Phrase,
    pub summary: Phrase,
}

impl Heading {
    pub fn set(locale: Locale, title: &str, summary: &str) -> Self {
        Heading {
            title: Phrase::set(title, locale),
            summary: Phrase::set(summary, locale),
        }
    }
}

impl Shelved {
    /// The edition that a reader in `locale` is led to: their own, else the original.
    pub fn edition_for(&self, locale: Locale) -> (Locale, &Heading) {
        let own = self.editions.get_key_value(&locale);
        let (locale, heading) = own
            .or_else(|| self.editions.get_key_value(&self.original))
            .or_else(|| self.editions.first_key_value())
            .expect("a lesson has its original");
        (*locale, heading)
    }
}

/// What a page is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Html,
    Markdown,
}

impl Format {
    pub fn ending(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Markdown => "md",
        }
    }
}

impl Shelf {
    pub fn of(book: &Book) -> Shelf {
        let lessons = book.lessons.iter().map(|lesson| {
            let front = |locale| lesson.editions.get(locale).map(|edition| &edition.front);
            let original = front(&lesson.original);
            let headings = lesson.editions.iter().map(|(locale, edition)| {
                let front = &edition.front;
                (*locale, Heading::set(*locale, &front.title, &front.summary))
            });
            Shelved {
                slug: lesson.slug.clone(),
                original: lesson.original,
                level: original.and_then(|front| front.level),
                after: original
                    .map(|front| front.after.iter().map(|slug| slug.value.clone()).collect())
                    .unwrap_or_default(),
                editions: headings.collect(),
            }
        });
        let titles = book.settings.titles.iter();
        let titles = titles.map(|(locale, title)| (*locale, set(*locale, title)));
        Shelf {
            locales: book.settings.locales.clone(),
            titles: titles.collect(),
            lessons: lessons.collect(),
            raw_html: book.settings.raw_html,
        }
    }

    /// Adds a lesson where it stands by `order`, the order of chapters in `book.toml`.
    pub fn insert(&mut self, lesson: Shelved, order: &[String]) {
        let place = |slug: &str| {
            let listed = order.iter().position(|known| known == slug);
            (listed.unwrap_or(order.len()), slug.to_owned())
        };
        let new = place(&lesson.slug);
        let before = self.lessons.partition_point(|known| place(&known.slug) < new);
        self.lessons.insert(before, lesson);
    }

    /// Leaves only the chapters of which `has` says that both pages are there, or will be: by their paths from the book's folder.
    pub fn keep(&mut self, has: impl Fn(&str) -> bool) {
        for lesson in &mut self.lessons {
            let slug = &lesson.slug;
            lesson.editions.retain(|locale, _| {
                [Format::Html, Format::Markdown]
                    .iter()
                    .all(|format| has(&page(*locale, slug, *format)))
            });
        }
        self.lessons.retain(|lesson| !lesson.editions.is_empty());
    }

    pub fn find(&self, slug: &str) -> Option<&Shelved> {
        self.lessons.iter().find(|lesson| lesson.slug == slug)
    }

    /// The book's title in `locale`, else in the first locale that has one.
    pub fn title(&self, locale: Locale) -> &str {
        let own = self.titles.get(&locale);
        own.or_else(|| self.titles.values().next())
            .map_or("Workbook", String::as_str)
    }

    /// Where a link of the lesson `from`, on its page in `locale`, leads: to the reader's own edition where there is one. `None`
    /// where the lesson that it names is not on the shelf.
    pub fn href(&self, target: &LinkTarget, from: &str, locale: Locale, format: Format) -> Option<String> {
        let (file, id) = match target {
            LinkTarget::External(address) => return Some(escape::address(address).to_owned()),
            LinkTarget::Internal { file, id, .. } => (file.as_str(), id.as_deref()),
        };
        let fragment = id.map(|id| format!("#{id}")).unwrap_or_default();
        if file.is_empty() {
            return Some(if fragment.is_empty() { "#".to_owned() } else { fragment });
        }
        let to = match linked_edition(from, file) {
            Some((slug, written)) => {
                let lesson = self.find(&slug)?;
                let known = [locale, written]
                    .into_iter()
                    .find(|known| lesson.editions.contains_key(known));
                let edition = known.unwrap_or_else(|| lesson.edition_for(locale).0);
                page_from(locale, edition, &slug, format)
            }
            None => {
                let elsewhere = file.strip_prefix("../").and_then(|rest| rest.split_once('/'));
                let (slug, name) = elsewhere.unwrap_or((from, file.trim_start_matches("./")));
                asset_from_page(slug, name)
            }
        };
        Some(format!("{to}{fragment}"))
    }
}

fn set(locale: Locale, words: &str) -> String {
    Typographer::new(locale).text(words)
}

/// The path of a chapter from the book's folder.
pub fn page(locale: Locale, slug: &str, format: Format) -> String {
    format!("{locale}/{slug}.{}", format.ending())
}

/// The path of a chapter from a page in `from`.
pub fn page_from(from: Locale, to: Locale, slug: &str, format: Format) -> String {
    let ending = format.ending();
    if from == to {
        format!("{slug}.{ending}")
    } else {
        format!("../{to}/{slug}.{ending}")
    }
}

/// Where an image or another file of a lesson lies, from the book's folder: all editions share it.
pub fn asset(slug: &str, file: &str) -> String {
    format!("assets/{slug}/{file}")
}

pub(super) fn asset_from_page(slug: &str, file: &str) -> String {
    format!("../{}", asset(slug, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf() -> Shelf {
        let heading = || Heading {
            title: Phrase::text("T"),
            summary: Phrase::text("S"),
        };
        let lesson = |slug: &str, locales: &[Locale]| Shelved {
            slug: slug.to_owned(),
            original: locales[0],
            level: None,
            after: Vec::new(),
            editions: locales.iter().map(|locale| (*locale, heading())).collect(),
        };
        Shelf {
            locales: Locale::ALL.to_vec(),
            titles: BTreeMap::new(),
            lessons: vec![lesson("one", &[Locale::En, Locale::Cs]), lesson("two", &[Locale::Ja])],
            raw_html: false,
        }
    }

    fn href(file: &str, id: Option<&str>) -> Option<String> {
        let target = LinkTarget::Internal {
            file: file.to_owned(),
            id: id.map(str::to_owned),
            span: 0..0,
        };
        shelf().href(&target, "one", Locale::Cs, Format::Html)
    }

    #[test]
    fn links_open_the_readers_own_edition() {
        let leads = |file, id, to: &str| assert_eq!(href(file, id).as_deref(), Some(to));
        leads("en.md", Some("why"), "one.html#why");
        leads("../one/en.md", None, "one.html");
        leads("../two/ja.md", None, "../ja/two.html");
        leads("", Some("why"), "#why");
        leads("plot.png", None, "../assets/one/plot.png");
        assert_eq!(href("../three/en.md", None), None, "it is not on the shelf");
        let external = LinkTarget::External("javascript:x".to_owned());
        let leads = shelf().href(&external, "one", Locale::Cs, Format::Html);
        assert_eq!(leads.as_deref(), Some("#"));
    }

    #[test]
    fn what_is_not_there_leaves_the_shelf_and_what_is_added_stands_in_order() {
        let mut shelf = shelf();
        let two = shelf.lessons[1].clone();
        shelf.keep(|page| page.starts_with("cs/") || page == "ja/two.html");
        assert_eq!(shelf.lessons.len(), 1);
        assert_eq!(
            shelf.lessons[0].editions.keys().copied().collect::<Vec<_>>(),
            [Locale::Cs]
        );
        let slugs = |order: &[&str]| {
            let mut shelf = shelf.clone();
            let order: Vec<String> = order.iter().map(|slug| (*slug).to_owned()).collect();
            shelf.insert(two.clone(), &order);
            shelf.lessons.into_iter().map(|lesson| lesson.slug).collect::<Vec<_>>()
        };
        assert_eq!(slugs(&[]), ["one", "two"]);
        assert_eq!(slugs(&["two"]), ["two", "one"]);
        assert_eq!(slugs(&["one"]), ["one", "two"]);
    }

    #[test]
    fn a_missing_edition_leads_to_the_original() {
        let shelf = shelf();
        assert_eq!(shelf.lessons[0].edition_for(Locale::Cs).0, Locale::Cs);
        assert_eq!(shelf.lessons[1].edition_for(Locale::Cs).0, Locale::Ja);
    }
}
