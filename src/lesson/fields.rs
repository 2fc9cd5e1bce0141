//! Typed access to the keys of a TOML table: each wrong type, unknown key and word is noticed at its place.
//!
//! Owns the forms of quantities in TOML (`"10 s"`, `"1 GiB"`, `"10 %"`). Also used for `book.toml`. Deliberately absent:
//! syntax and places (`tree`), and what the keys mean.

use std::time::Duration;

use crate::diag::{Span, did_you_mean};
use crate::quantity::{Kind, Unit};

use super::names::Spanned;
use super::tree::{Node, Problems, Table, Value};

/// A mark of Markdown outside of code spans that is not a mere sign: bold, or a link.
fn markup(words: &str) -> Option<&'static str> {
    let outside: String = words.split('`').step_by(2).collect();
    ["**", "__", "]("].into_iter().find(|mark| outside.contains(mark))
}

impl Value {
    fn kind(&self) -> &'static str {
        match self.node {
            Node::Text(_) => "a string",
            Node::Number(_) => "a number",
            Node::Truth(_) => "`true` or `false`",
            Node::List(_) => "a list",
            Node::Table(_) => "a table",
            Node::Date => "a date",
        }
    }

    /// Whether it is a list or a table with nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.node {
            Node::List(values) => values.is_empty(),
            Node::Table(table) => table.entries.is_empty(),
            _ => false,
        }
    }

    pub(crate) fn wrong_type(&self, expected: &str, problems: &Problems<'_>) {
        let written = &problems.source.text[self.span.clone()];
        let wants_number = expected.ends_with("number") || expected.contains("number from");
        let hint = match &self.node {
            Node::Number(_) | Node::Truth(_) | Node::Date if expected.starts_with("a string") => {
                format!("quote it: `\"{written}\"`")
            }
            Node::Text(text) if wants_number => match text.value.trim().parse::<f64>() {
                Ok(_) => format!("leave out the quotes: `{}`", text.value.trim()),
                Err(_) => "write it without quotes and unit, as in `2`".to_owned(),
            },
            _ => format!("write {expected}"),
        };
        // A number that does not do is a number all the same.
        let found = match &self.node {
            Node::Number(_) if wants_number => format!("`{written}`"),
            _ => self.kind().to_owned(),
        };
        let message = format!("{expected} is expected here, not {found}");
        problems.error("wrong-type", &self.span, message, hint);
    }

    pub(crate) fn string(&self, problems: &Problems<'_>) -> Option<Spanned<String>> {
        match &self.node {
            Node::Text(text) if text.value.contains('\0') => {
                let message = "a string may not contain the character NUL";
                problems.error("nul-character", &self.span, message, "leave it out");
                None
            }
            Node::Text(text) => Some(text.clone()),
            _ => {
                self.wrong_type("a string", problems);
                None
            }
        }
    }

    /// Words for a reader: neither blank nor with figures, which only prose may hold.
    pub(crate) fn words(&self, problems: &Problems<'_>) -> Option<Spanned<String>> {
        let text = self.string(problems)?;
        if text.value.trim().is_empty() {
            problems.error(
                "empty-text",
                &self.span,
                "these words are empty",
                "write some, or leave the key out",
            );
            return None;
        }
        if ["{value}`", "{claim}`"].iter().any(|role| text.value.contains(role)) {
            let message = "titles, summaries and labels hold no figures";
            problems.error(
                "figure-not-allowed",
                &text.span,
                message,
                "tell the figure in the prose",
            );
        }
        if let Some(mark) = markup(&text.value) {
            let message = format!(
                "`{mark}` is shown as it is written: titles, summaries and labels have code and no other marks"
            );
            problems.warning(
                "markup-in-words",
                &text.span,
                message,
                "leave it out; code stands between backticks",
            );
        }
        Some(text)
    }

    pub(crate) fn strings(&self, problems: &Problems<'_>) -> Vec<Spanned<String>> {
        match &self.node {
            Node::List(values) => values.iter().filter_map(|value| value.string(problems)).collect(),
            _ => {
                self.wrong_type("a list of strings", problems);
                Vec::new()
            }
        }
    }

    /// A finite number.
    pub(crate) fn number(&self, problems: &Problems<'_>) -> Option<f64> {
        match &self.node {
            Node::Number(number) if number.value.is_finite() => Some(number.value),
            _ => {
                self.wrong_type("a finite number", problems);
                None
            }
        }
    }

    /// A whole number from 1 on.
    pub(crate) fn count(&self, problems: &Problems<'_>) -> Option<u64> {
        match &self.node {
            Node::Number(number) if number.whole && (1.0..=9e15).contains(&number.value) => Some(number.value as u64),
            _ => {
                self.wrong_type("a whole number from 1 on", problems);
                None
            }
        }
    }

    /// A number with a unit of `kind`, above zero, in the kind's base unit.
    fn quantity(&self, kind: Kind, example: &str, problems: &Problems<'_>) -> Option<f64> {
        let found = match &self.node {
            Node::Text(text) => quantity(&text.value, kind),
            _ => None,
        };
        if found.is_none() {
            let written = &problems.source.text[self.span.clone()];
            let message = format!("{written} is not {}", named(kind));
            problems.error(
                "quantity",
                &self.span,
                message,
                format!("write it like `\"{example}\"`"),
            );
        }
        found
    }
}

fn named(kind: Kind) -> &'static str {
    match kind {
        Kind::Duration => "a duration above zero",
        Kind::Bytes => "a number of bytes above zero",
        _ => "a percentage above zero",
    }
}

/// `10 s` in nanoseconds, `1 GiB` in bytes, `10 %` as 0.1.
fn quantity(text: &str, kind: Kind) -> Option<f64> {
    let text = text.trim();
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '_' || c == '.'))?;
    let (number, unit) = text.split_at(digits);
    let value = number.replace('_', "").parse::<f64>().ok()?;
    let unit = Unit::parse(unit.trim_start())?;
    let scaled = value * unit.scale();
    (unit.kind() == kind && scaled > 0.0 && scaled <= 9e18).then_some(scaled)
}

/// The keys of one table, each asked for once; [`Fields::finish`] notices those that nobody asked for.
pub(crate) struct Fields<'t, 'p, 's> {
    table: &'t Table,
    pub(crate) problems: &'p Problems<'s>,
    asked: Vec<&'static str>,
}

impl<'t, 'p, 's> Fields<'t, 'p, 's> {
    pub(crate) fn new(table: &'t Table, problems: &'p Problems<'s>) -> Self {
        Fields {
            table,
            problems,
            asked: Vec::new(),
        }
    }

    pub(crate) fn entry(&mut self, key: &'static str) -> Option<(&'t Spanned<String>, &'t Value)> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let entry = self.table.entries.iter().find(|(name, _)| name.value == key)?;
        Some((&entry.0, &entry.1))
    }

    pub(crate) fn value(&mut self, key: &'static str) -> Option<&'t Value> {
        self.entry(key).map(|(_, value)| value)
    }

    pub(crate) fn string(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.value(key)?.string(self.problems)
    }

    /// A string that must be there; where it is not, the problem stands at `owner`.
    pub(crate) fn required_string(&mut self, key: &'static str, owner: &Span) -> Option<Spanned<String>> {
        let Some(value) = self.value(key) else {
            let message = format!("there is no `{key}` here");
            self.problems
                .error("missing-key", owner, message, format!("add `{key} = \"…\"`"));
            return None;
        };
        value.string(self.problems)
    }

    pub(crate) fn words(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.value(key)?.words(self.problems)
    }

    pub(crate) fn strings(&mut self, key: &'static str) -> Vec<Spanned<String>> {
        let value = self.value(key);
        value.map_or_else(Vec::new, |value| value.strings(self.problems))
    }

    pub(crate) fn truth(&mut self, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        match value.node {
            Node::Truth(truth) => Some(truth),
            _ => {
                value.wrong_type("`true` or `false`", self.problems);
                None
            }
        }
    }

    pub(crate) fn table(&mut self, key: &'static str) -> Option<&'t Table> {
        let value = self.value(key)?;
        match &value.node {
            Node::Table(table) => Some(table),
            _ => {
                value.wrong_type("a table", self.problems);
                None
            }
        }
    }

    /// The entries of a table, none where there is no such table.
    pub(crate) fn entries(&mut self, key: &'static str) -> &'t [(Spanned<String>, Value)] {
        self.table(key).map_or(&[], |table| &table.entries)
    }

    pub(crate) fn count(&mut self, key: &'static str) -> Option<u64> {
        self.value(key)?.count(self.problems)
    }

    pub(crate) fn duration(&mut self, key: &'static str) -> Option<Duration> {
        let nanoseconds = self.value(key)?.quantity(Kind::Duration, "10 s", self.problems)?;
        Some(Duration::from_nanos(nanoseconds.ceil() as u64))
    }

    pub(crate) fn bytes(&mut self, key: &'static str) -> Option<u64> {
        let bytes = self.value(key)?.quantity(Kind::Bytes, "64 MiB", self.problems)?;
        Some(bytes.ceil() as u64)
    }

    /// `10 %` as 0.1.
    pub(crate) fn percentage(&mut self, key: &'static str) -> Option<f64> {
        self.value(key)?.quantity(Kind::Number, "10 %", self.problems)
    }

    /// One of a few words, read by `parse`; any other is an error `code`.
    pub(crate) fn word<T>(
        &mut self,
        key: &'static str,
        code: &'static str,
        known: &[&str],
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<Spanned<T>> {
        let text = self.string(key)?;
        one_of(&text, code, key, known, parse, self.problems)
    }

    pub(crate) fn finish(self) {
        for (key, _) in &self.table.entries {
            if !self.asked.contains(&key.value.as_str()) {
                unknown_key(key, &self.asked, self.problems);
            }
        }
    }
}

pub(crate) fn unknown_key(key: &Spanned<String>, known: &[&str], problems: &Problems<'_>) {
    let hint = did_you_mean(&key.value, known.iter().copied())
        .unwrap_or_else(|| format!("the keys here are `{}`", known.join("`, `")));
    let message = format!("there is no key `{}` here", key.value);
    problems.error("unknown-key", &key.span, message, hint);
}

/// Reads `text` by `parse`, or says that it is no such `what`, and which there are.
pub(crate) fn one_of<T>(
    text: &Spanned<String>,
    code: &'static str,
    what: &str,
    known: &[&str],
    parse: impl Fn(&str) -> Option<T>,
    problems: &Problems<'_>,
) -> Option<Spanned<T>> {
    if let Some(value) = parse(&text.value) {
        return Some(Spanned::new(value, text.span.clone()));
    }
    let hint = did_you_mean(&text.value, known.iter().copied())
        .unwrap_or_else(|| format!("write one of `{}`", known.join("`, `")));
    problems.error(code, &text.span, format!("there is no {what} `{}`", text.value), hint);
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::SourceText;
    use crate::lesson::tree;

    fn codes(text: &str, ask: impl Fn(&mut Fields<'_, '_, '_>)) -> Vec<(&'static str, String)> {
        let source = SourceText::new("x.toml", text);
        let problems = Problems::new(&source);
        let table = tree::read(&Spanned::new(text.to_owned(), 0..text.len()), &problems).unwrap();
        let mut fields = Fields::new(&table, &problems);
        ask(&mut fields);
        fields.finish();
        let told = |d: crate::diag::Diagnostic| (d.code, d.hint.unwrap());
        problems.into_diagnostics().into_iter().map(told).collect()
    }

    #[test]
    fn unknown_keys_and_wrong_types_come_all_at_once_with_hints() {
        let found = codes("titel = 1\nflags = true\nenv = 3\nfiles = [1, 'x']", |fields| {
            fields.string("title");
            fields.string("flags");
            fields.table("env");
            assert_eq!(fields.strings("files").len(), 1);
        });
        let expected = [
            ("wrong-type", "quote it: `\"true\"`"),
            ("wrong-type", "write a table"),
            ("wrong-type", "quote it: `\"1\"`"),
            ("unknown-key", "did you mean `title`?"),
        ];
        assert_eq!(found, expected.map(|(code, hint)| (code, hint.to_owned())));
    }

    #[test]
    fn quantities_want_their_unit() {
        assert_eq!(quantity("10 s", Kind::Duration), Some(1e10));
        assert_eq!(quantity("1.5ms", Kind::Duration), Some(1.5e6));
        assert_eq!(quantity("1 GiB", Kind::Bytes), Some(1024.0 * 1024.0 * 1024.0));
        assert_eq!(quantity("25 %", Kind::Number), Some(0.25));
        for wrong in ["10", "10 parsecs", "s", "-1 s", "0 s", "", "1 B"] {
            assert_eq!(quantity(wrong, Kind::Duration), None, "{wrong}");
        }
        let found = codes("wall = 10\nmemory = '3 s'\nwidth = '10'", |fields| {
            fields.duration("wall");
            fields.bytes("memory");
            fields.percentage("width");
        });
        assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["quantity"; 3]);
    }

    /// How many problems the words of each have.
    fn codes_of_words(words: &[&str]) -> Vec<usize> {
        let problems = |words: &&str| {
            let found = codes(&format!("a = '{words}'"), |fields| {
                fields.words("a");
            });
            found.len()
        };
        words.iter().map(problems).collect()
    }

    #[test]
    fn words_for_readers_hold_no_figures_and_are_not_blank() {
        let found = codes("a = ' '\nb = 'x {value}`y`'\nc = \"n\\u0000\"", |fields| {
            fields.words("a");
            fields.words("b");
            fields.words("c");
        });
        let codes: Vec<_> = found.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes, ["empty-text", "figure-not-allowed", "nul-character"]);
        let marked = codes_of_words(&["a **b** c", "a [b](c)", "a `**` `[x](y)` b", "a * b ** c"]);
        assert_eq!(marked, [1, 1, 0, 1]);
    }
}
