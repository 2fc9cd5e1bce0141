//! The front matter of an edition: TOML between two lines `+++` at the very start of its file.
//!
//! Owns its keys, and where the body begins. Deliberately absent: the body (`markdown`), and whether other editions agree
//! (`book`).

use std::sync::Arc;

use crate::diag::{SourceText, Span, did_you_mean};
use crate::locale::Locale;

use super::definitions::{Difficulty, FrontMatter};
use super::fields::Fields;
use super::names::Spanned;
use super::tree::{self, Problems, Table};

const MARK: &str = "+++";
/// What front matter of other tools, or a full-width keyboard, has in its place.
const OTHER_MARKS: [&str; 3] = ["---", ";;;", "＋＋＋"];
const OPENING: Span = 0..MARK.len();
const LEVELS: [&str; 3] = ["beginner", "intermediate", "advanced"];
/// Keys that an original alone has.
const ORIGINALS: [&str; 3] = ["level", "after", "sorted"];

#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) matter: FrontMatter,
    /// Whether the file calls itself a translation, of a locale that exists or not; `None` where that cannot be read.
    pub(super) is_translation: Option<bool>,
    /// Where the body begins, in bytes.
    pub(super) body_start: usize,
}

pub(super) fn read(locale: Locale, problems: &Problems<'_>) -> Front {
    let (content, body_start) = split(problems.source, problems);
    let table = content.and_then(|content| tree::read(&content, problems));
    Front {
        body_start,
        ..table.map_or_else(Front::default, |table| read_keys(locale, &table, problems))
    }
}

/// The text between the two marks, and where the body begins.
fn split(source: &Arc<SourceText>, problems: &Problems<'_>) -> (Option<Spanned<String>>, usize) {
    let text = &source.text;
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let opening = first.trim_end();
    if opening != MARK {
        let other = OTHER_MARKS.contains(&opening);
        let hint = if other {
            format!("TOML stands between lines `{MARK}`, not `{opening}`: `title = \"…\"`")
        } else {
            format!("begin the file with a line `{MARK}`, `title = \"…\"`, and a line `{MARK}`")
        };
        problems.error(
            "missing-front-matter",
            &(0..opening.len()),
            "the file has no front matter",
            hint,
        );
        // What stands between other marks is meant as front matter, and is no text.
        let rest = &text[first.len()..];
        let closing = rest
            .split_inclusive('\n')
            .find(|line| other && line.trim_end() == opening);
        let end = closing.map_or(0, |line| line.as_ptr().addr() - text.as_ptr().addr() + line.len());
        return (None, end);
    }
    let mut line_start = first.len();
    for line in lines {
        let line_end = line_start + line.len();
        if line.trim_end() == MARK {
            let content = first.len()..line_start;
            return (Some(Spanned::new(text[content.clone()].to_owned(), content)), line_end);
        }
        line_start = line_end;
    }
    let message = "the front matter does not end";
    problems.error("unclosed-front-matter", &OPENING, message, "end it with a line `+++`");
    (None, text.len())
}

fn read_keys(locale: Locale, table: &Table, problems: &Problems<'_>) -> Front {
    let mut fields = Fields::new(table, problems);
    let title = fields.words("title");
    let summary = fields.words("summary");
    let lacks = |key| !has(table, key) && !is_misspelt(table, key);
    if lacks("title") {
        let hint = "add `title = \"…\"`";
        problems.error("missing-key", &OPENING, "the front matter has no `title`", hint);
    }
    if lacks("summary") {
        let message = "the front matter has no `summary`";
        let hint = "add `summary = \"…\"`, a sentence for the list of chapters";
        problems.warning("missing-key", &OPENING, message, hint);
    }
    let original = fields.word(
        "original",
        "unknown-locale",
        &Locale::ALL.map(Locale::tag),
        Locale::parse,
    );
    let own = original.as_ref().filter(|original| original.value == locale);
    if let Some(own) = own {
        let message = "an edition is no translation of itself";
        let hint = "leave `original` out of the edition that was written first, and name its locale in the others";
        problems.error("own-original", &own.span, message, hint);
    }
    let is_translation = has(table, "original") && own.is_none();
    let mut matter = FrontMatter {
        title: title.map_or_else(String::new, |title| title.value),
        summary: summary.map_or_else(String::new, |summary| summary.value),
        original: original.filter(|_| is_translation),
        ..FrontMatter::default()
    };
    if is_translation {
        for key in ORIGINALS {
            if let Some((name, _)) = fields.entry(key) {
                let message = format!("a translation does not set `{key}`");
                let hint = "set it in the original, for all editions";
                problems.error("key-of-original", &name.span, message, hint);
            }
        }
    } else {
        let level = fields.word("level", "unknown-level", &LEVELS, parse_level);
        matter.level = level.map(|level| level.value);
        matter.after = fields.strings("after");
        matter.sorted = fields.truth("sorted").unwrap_or(false);
    }
    fields.finish();
    Front {
        matter,
        is_translation: Some(is_translation),
        body_start: 0,
    }
}

fn has(table: &Table, key: &str) -> bool {
    table.entries.iter().any(|(name, _)| name.value == key)
}

/// Whether a key is there that is nearly `key`, of which it is said that it is unknown.
fn is_misspelt(table: &Table, key: &str) -> bool {
    let names = table.entries.iter().map(|(name, _)| name.value.as_str());
    names.into_iter().any(|name| did_you_mean(name, [key]).is_some())
}

fn parse_level(word: &str) -> Option<Difficulty> {
    let levels = [Difficulty::Beginner, Difficulty::Intermediate, Difficulty::Advanced];
    LEVELS
        .into_iter()
        .zip(levels)
        .find_map(|(name, level)| (name == word).then_some(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Front, Vec<(&'static str, String)>) {
        let source = SourceText::new("x/cs.md", text);
        let problems = Problems::new(&source);
        let front = read(Locale::Cs, &problems);
        let told = |d: crate::diag::Diagnostic| (d.code, source.text[d.span.unwrap()].to_owned());
        (front, problems.into_diagnostics().into_iter().map(told).collect())
    }

    fn codes(text: &str) -> Vec<&'static str> {
        read_text(text).1.into_iter().map(|(code, _)| code).collect()
    }

    #[test]
    fn an_original_and_where_its_body_begins() {
        let text = "+++\r\ntitle = \"T\"\r\nsummary = 'S'\r\nlevel = \"advanced\"\r\nafter = ['a']\r\nsorted = true\r\n+++\r\nbody";
        let (front, problems) = read_text(text);
        assert_eq!(problems, []);
        assert_eq!(&text[front.body_start..], "body");
        let matter = front.matter;
        assert_eq!((matter.title.as_str(), matter.summary.as_str()), ("T", "S"));
        assert_eq!(
            (matter.level, matter.sorted, matter.original),
            (Some(Difficulty::Advanced), true, None)
        );
        assert_eq!(
            (matter.after[0].value.as_str(), &text[matter.after[0].span.clone()]),
            ("a", "a")
        );
    }

    #[test]
    fn a_file_without_front_matter_says_so() {
        assert_eq!(codes("## Title\n"), ["missing-front-matter"]);
        assert_eq!(codes(""), ["missing-front-matter"]);
        assert_eq!(codes("---\ntitle: x\n---\n"), ["missing-front-matter"]);
        assert_eq!(codes("+++\ntitle = 'x'\n"), ["unclosed-front-matter"]);
        assert_eq!(codes("+++\ntitle = \n+++\n"), ["toml-syntax"]);
    }

    #[test]
    fn missing_and_unknown_keys() {
        // A misspelt key is not missing as well.
        assert_eq!(codes("+++\n+++\n"), ["missing-key", "missing-key"]);
        let (_, problems) = read_text("+++\ntitle='x'\nsumary='s'\nlevel='easy'\n+++\n");
        let shown: Vec<_> = problems.iter().map(|(code, at)| (*code, at.as_str())).collect();
        let expected = [("unknown-level", "easy"), ("unknown-key", "sumary")];
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_translation_has_no_keys_of_the_original() {
        let head = "+++\ntitle='x'\nsummary='s'\n";
        let (front, problems) = read_text(&format!("{head}original='en'\nlevel='advanced'\nsorted=true\n+++\n"));
        assert!(front.is_translation == Some(true) && front.matter.original.is_some());
        let key = |name: &str| ("key-of-original", name.to_owned());
        assert_eq!(problems, [key("level"), key("sorted")]);
        assert_eq!(codes(&format!("{head}original='xx'\n+++\n")), ["unknown-locale"]);
        assert_eq!(codes(&format!("{head}original='cs'\n+++\n")), ["own-original"]);
    }
}
