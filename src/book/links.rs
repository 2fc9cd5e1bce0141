//! Links between lessons: files of the book and the ids in them.
//!
//! Owns what a link may lead to. Deliberately absent: addresses in the rendered book (`render`).

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Span, did_you_mean};
use crate::lesson::Edition;
use crate::lesson::document::LinkTarget;
use crate::locale::Locale;

use super::outline::{Mention, footnote_mentions, mentions, stretches};

/// Where links can lead: the ids of each edition of each lesson.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// No ids are known of an edition that could not be read.
    editions: BTreeMap<(String, Locale), Option<BTreeSet<String>>>,
}

impl Targets {
    /// Adds a lesson's editions. Where a translation lacks a section the original's stands in, with its id.
    pub(super) fn add(&mut self, slug: &str, editions: &BTreeMap<Locale, Edition>, unread: &[Locale]) {
        let originals = editions.values().filter(|edition| !edition.is_translation());
        let standing_in: BTreeSet<String> = originals.flat_map(ids).collect();
        for edition in editions.values() {
            let all = ids(edition).chain(standing_in.iter().cloned()).collect();
            self.editions.insert((slug.to_owned(), edition.locale), Some(all));
        }
        for locale in unread {
            self.editions.insert((slug.to_owned(), *locale), None);
        }
    }

    fn locales_of(&self, slug: &str) -> Vec<Locale> {
        let of_slug = self.editions.keys().filter(|(known, _)| known == slug);
        of_slug.map(|(_, locale)| *locale).collect()
    }

    /// Checks all links of an edition, in whose folder `files` lie.
    pub(super) fn check(&self, slug: &str, edition: &Edition, files: &[String], diagnostics: &mut Vec<Diagnostic>) {
        let footnotes = footnote_mentions(&edition.body);
        for (mention, _) in mentions(&edition.body).into_iter().chain(footnotes) {
            if let Mention::Link(LinkTarget::Internal { file, id, span }) = mention {
                let problem = self.problem(slug, edition, file, id.as_deref(), span);
                diagnostics.extend(problem.map(|problem| match own_file(file, files) {
                    Some(hint) => problem.hint(hint),
                    None => problem,
                }));
            }
        }
    }

    fn problem(&self, slug: &str, edition: &Edition, file: &str, id: Option<&str>, span: &Span) -> Option<Diagnostic> {
        let target = match file {
            "" => Some((slug.to_owned(), edition.locale)),
            _ => linked_edition(slug, file),
        };
        let Some(ids) = target.as_ref().and_then(|target| self.editions.get(target)) else {
            let message = format!("`{file}` is no lesson of this book");
            let diagnostic = Diagnostic::error("unknown-link-target", &edition.source, span.clone(), message);
            return Some(diagnostic.hint(self.hint(slug, edition.locale, file)));
        };
        let ids = ids.as_ref()?;
        let id = id.filter(|id| !ids.contains(*id))?;
        let place = if file.is_empty() {
            "here".to_owned()
        } else {
            format!("in `{file}`")
        };
        let message = format!("there is no heading with the id `{id}` {place}");
        let known: Vec<&str> = ids.iter().map(String::as_str).collect();
        let hint = did_you_mean(id, known.iter().copied()).unwrap_or_else(|| match known.is_empty() {
            true => "its headings have no ids yet: `## Title {#id}`".to_owned(),
            false => format!("its ids are `{}`", known.join("`, `")),
        });
        Some(Diagnostic::error("unknown-anchor", &edition.source, span.clone(), message).hint(hint))
    }

    fn hint(&self, slug: &str, locale: Locale, file: &str) -> String {
        let folder = file.strip_prefix("../").map(|folder| folder.trim_end_matches('/'));
        let named = folder.map(|folder| (folder.to_owned(), locale));
        if let Some((other, _)) = linked_edition(slug, file).or(named) {
            let written = self.locales_of(&other);
            if let Some(first) = written.first() {
                return format!("link `../{other}/{first}.md`: the reader's own edition opens where there is one");
            }
        }
        let own: Vec<String> = self
            .editions
            .keys()
            .map(|(slug, _)| slug)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|slug| {
                let locales = self.locales_of(slug);
                let best = if locales.contains(&locale) { locale } else { locales[0] };
                format!("../{slug}/{best}.md")
            })
            .collect();
        did_you_mean(file, own.iter().map(String::as_str)).unwrap_or_else(|| {
            "name a lesson's file, as in `../slug/en.md#id`, or a whole address: `https://…`".to_owned()
        })
    }
}

/// What to write instead of a link to a file of the lesson that is no edition.
fn own_file(file: &str, files: &[String]) -> Option<String> {
    let name = file.strip_prefix("./").unwrap_or(file);
    let is_own = files.iter().any(|own| own == name) && !name.ends_with(".md");
    let is_image = ["svg", "png", "jpg", "jpeg", "gif", "webp", "avif"]
        .iter()
        .any(|ending| name.rsplit_once('.').is_some_and(|(_, own)| own == *ending));
    is_own.then(|| match is_image {
        true => format!("links lead to lessons; to show the image write `![…]({name})`"),
        false => format!("links lead to lessons; to show the program write `` {{program}}`{name}` ``"),
    })
}

fn ids(edition: &Edition) -> impl Iterator<Item = String> {
    let stretches = stretches(&edition.body).into_iter();
    stretches.filter_map(|stretch| stretch.id().map(str::to_owned))
}

/// The edition that a link names by its path, which is relative to the folder of `slug`: its lesson and locale, whether
/// or not it is there.
pub fn linked_edition(slug: &str, file: &str) -> Option<(String, Locale)> {
    let (folder, name) = match file.strip_prefix("../") {
        Some(rest) => rest.split_once('/')?,
        None => (slug, file.strip_prefix("./").unwrap_or(file)),
    };
    let locale = Locale::parse(name.strip_suffix(".md")?)?;
    Some((folder.to_owned(), locale))
}
