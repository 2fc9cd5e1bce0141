//! TOML inside a file of the book becomes a tree whose every place is a place in that file.
//!
//! Owns syntax errors, duplicate keys, and the author's order of keys. Also used for `book.toml`. Deliberately absent: which keys there are and of what type (`fields`).

use std::cell::RefCell;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::diag::{Diagnostic, SourceText, Span};

use super::names::Spanned;

/// The diagnostics of one file, in the order in which they are noticed.
#[derive(Debug)]
pub(crate) struct Problems<'a> {
    pub(crate) source: &'a Arc<SourceText>,
    noticed: RefCell<Vec<Diagnostic>>,
}

impl<'a> Problems<'a> {
    pub(crate) fn new(source: &'a Arc<SourceText>) -> Self {
        Problems {
            source,
            noticed: RefCell::default(),
        }
    }

    pub(crate) fn push(&self, diagnostic: Diagnostic) {
        self.noticed.borrow_mut().push(diagnostic);
    }

    pub(crate) fn error(&self, code: &'static str, span: &Span, message: impl Into<String>, hint: impl Into<String>) {
        self.push(Diagnostic::error(code, self.source, span.clone(), message).hint(hint));
    }

    pub(crate) fn warning(&self, code: &'static str, span: &Span, message: impl Into<String>, hint: impl Into<String>) {
        self.push(Diagnostic::warning(code, self.source, span.clone(), message).hint(hint));
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.noticed.into_inner()
    }
}

/// A table, its keys in the author's order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<(Spanned<String>, Value)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) node: Node,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Its place is what stands between the quotes if that is the string byte by byte, else the whole literal.
    Text(Spanned<String>),
    Number(Number),
    Truth(bool),
    List(Vec<Value>),
    Table(Table),
    Date,
}

/// A number as its author wrote it.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) value: f64,
    /// Without underscores and a leading `+`; decimal, whatever the base it was written in.
    pub(crate) written: String,
    /// Whether it was written without a fraction or an exponent.
    pub(crate) whole: bool,
}

/// Reads TOML that has every byte at its place in the file, though what stands before a fence's lines may be blanked.
/// `None` where its syntax is broken; keys defined twice are noticed too, and the first counts.
pub(crate) fn read(text: &Spanned<String>, problems: &Problems<'_>) -> Option<Table> {
    debug_assert_eq!(text.value.len(), text.span.len());
    let place = Placement {
        source: problems.source,
        start: text.span.start,
    };
    let (document, errors) = DeTable::parse_recoverable(&text.value);
    let mut is_sound = true;
    let mut last_line = None;
    for error in errors {
        let span = place.span(&error.span().unwrap_or(0..0));
        if error.message().starts_with("duplicate key") {
            let message = format!("`{}` is defined twice", &problems.source.text[span.clone()]);
            problems.error("duplicate-key", &span, message, "keep one of the two");
        } else {
            is_sound = false;
            let line = line_at(&problems.source.text, span.start);
            // The reader stumbles several times over one mistake.
            if last_line.replace(line.clone()) == Some(line.clone()) {
                continue;
            }
            let message = format!("this is not TOML: {}", error.message());
            let hint = syntax_hint(&problems.source.text[line], &problems.source.text[span.clone()]);
            problems.error("toml-syntax", &span, message, hint);
        }
    }
    is_sound.then(|| place.table(document.get_ref()))
}

/// The line that holds the byte at `offset`, without its end.
fn line_at(text: &str, offset: usize) -> Span {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let length = text[start..].find('\n').unwrap_or(text.len() - start);
    start..start + length
}

/// What to do about `line`, in which the reader does not understand `place`.
fn syntax_hint(line: &str, place: &str) -> String {
    const QUOTES: [char; 11] = ['“', '”', '„', '‟', '«', '»', '＂', '「', '」', '‘', '’'];
    let (key, value) = line.split_once('=').unwrap_or((line, ""));
    let value = value.trim();
    let is_open = |quote| value.starts_with(quote) && value.matches(quote).count() == 1;
    if key.contains('＝') {
        "write `=` in half width".to_owned()
    } else if value.starts_with(QUOTES) {
        format!("write straight quotes: `\"{}\"`", value.trim_matches(QUOTES))
    } else if let Some(quote) = ['"', '\''].into_iter().find(|quote| is_open(*quote)) {
        format!("close the string: `{value}{quote}`")
    } else if value.starts_with(place) && place.starts_with(char::is_alphabetic) {
        format!("quote it: `\"{value}\"`")
    } else if let Some((key, value)) = line.split_once(": ").filter(|_| !line.contains('=')) {
        format!("write `{} = {}`", key.trim(), value.trim())
    } else {
        "a line is `key = value`, a string stands in quotes".to_owned()
    }
}

/// Where a TOML text stands in the file.
struct Placement<'s> {
    source: &'s SourceText,
    start: usize,
}

impl Placement<'_> {
    /// The file's span for one in the text.
    fn span(&self, span: &Span) -> Span {
        let text = &self.source.text;
        let start = text.floor_char_boundary(self.start + span.start);
        start..text.ceil_char_boundary(self.start + span.end).max(start)
    }

    fn table(&self, table: &DeTable<'_>) -> Table {
        let mut entries: Vec<(Spanned<String>, Value)> = table
            .iter()
            .map(|(key, value)| {
                let name = Spanned::new(key.get_ref().to_string(), self.span(&key.span()));
                (name, self.value(value.get_ref(), self.span(&value.span())))
            })
            .collect();
        // A table that is reopened would otherwise move to the end.
        entries.sort_by_key(|(key, _)| key.span.start);
        Table { entries }
    }

    fn value(&self, value: &DeValue<'_>, span: Span) -> Value {
        let node = match value {
            DeValue::String(text) => Node::Text(self.string(text, &span)),
            DeValue::Integer(integer) => Node::Number(whole_number(integer.as_str(), integer.radix())),
            DeValue::Float(float) => Node::Number(Number {
                value: float.as_str().parse().unwrap_or(f64::NAN),
                written: float.as_str().trim_start_matches('+').to_owned(),
                whole: false,
            }),
            DeValue::Boolean(truth) => Node::Truth(*truth),
            DeValue::Datetime(_) => Node::Date,
            DeValue::Array(values) => Node::List(
                values
                    .iter()
                    .map(|value| self.value(value.get_ref(), self.span(&value.span())))
                    .collect(),
            ),
            DeValue::Table(table) => Node::Table(self.table(table)),
        };
        Value { node, span }
    }

    fn string(&self, text: &str, literal: &Span) -> Spanned<String> {
        let written = &self.source.text[literal.clone()];
        let inside = ["\"\"\"", "'''", "\"", "'"].into_iter().find_map(|quotes| {
            let inside = written.strip_prefix(quotes)?.strip_suffix(quotes)?;
            let start = literal.start + quotes.len();
            if quotes.len() == 1 {
                return Some((inside, start));
            }
            // A line break right after three quotes is not part of the string.
            let line_break = ["\r\n", "\n"].into_iter().find(|end| inside.starts_with(end));
            let skipped = line_break.map_or(0, str::len);
            Some((&inside[skipped..], start + skipped))
        });
        let span = match inside {
            Some((inside, start)) if inside == text => start..start + inside.len(),
            _ => literal.clone(),
        };
        Spanned::new(text.to_owned(), span)
    }
}

fn whole_number(digits: &str, radix: u32) -> Number {
    let digits = digits.trim_start_matches('+');
    if radix == 10 {
        return Number {
            value: digits.parse().unwrap_or(f64::NAN),
            written: digits.to_owned(),
            whole: true,
        };
    }
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Number {
            value: value as f64,
            written: value.to_string(),
            whole: true,
        },
        Err(_) => Number {
            value: f64::NAN,
            written: digits.to_owned(),
            whole: true,
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_at(source: &Arc<SourceText>, span: Span, text: &str) -> (Option<Table>, Vec<Diagnostic>) {
        let problems = Problems::new(source);
        let table = read(&Spanned::new(text.to_owned(), span), &problems);
        (table, problems.into_diagnostics())
    }

    #[test]
    fn places_are_those_of_the_file_and_keys_keep_their_order() {
        let source = SourceText::new("x.md", "před\nz = \"é\"\na = 1_000\n[t]\nb = '''\nx'''\n");
        let (table, diagnostics) = read_at(&source, 6..source.text.len(), &source.text[6..]);
        assert!(diagnostics.is_empty());
        let table = table.unwrap();
        let shown: Vec<&str> = table
            .entries
            .iter()
            .map(|(key, value)| {
                assert_eq!(source.text[key.span.clone()], key.value);
                &source.text[value.span.clone()]
            })
            .collect();
        assert_eq!(shown, ["\"é\"", "1_000", "[t]"]);
        let Node::Text(text) = &table.entries[0].1.node else {
            panic!("a string")
        };
        assert_eq!(&source.text[text.span.clone()], "é");
        let Node::Number(number) = &table.entries[1].1.node else {
            panic!("a number")
        };
        assert_eq!(number.written, "1000");
    }

    #[test]
    fn a_quoted_fence_with_carriage_returns_still_has_its_places() {
        let source = SourceText::new("x.md", "> a = 1\r\n> b = \"two\"\r\n");
        let (table, _) = read_at(&source, 2..source.text.len(), "a = 1\r\n  b = \"two\"\r\n");
        let spans: Vec<&str> = table
            .unwrap()
            .entries
            .iter()
            .map(|(_, value)| &source.text[value.span.clone()])
            .collect();
        assert_eq!(spans, ["1", "\"two\""]);
    }

    #[test]
    fn an_escape_gives_the_whole_literal() {
        let source = SourceText::new("x.md", r#"a = "x\ty""#);
        let (table, _) = read_at(&source, 0..source.text.len(), &source.text);
        let Node::Text(text) = &table.unwrap().entries[0].1.node else {
            panic!("a string")
        };
        assert_eq!((text.value.as_str(), &text.span), ("x\ty", &(4..10)));
    }

    #[test]
    fn broken_syntax_and_doubled_keys_are_told_apart() {
        let codes = |text: &str| {
            let source = SourceText::new("x.md", text);
            let (table, diagnostics) = read_at(&source, 0..text.len(), text);
            (table.is_some(), diagnostics.iter().map(|d| d.code).collect::<Vec<_>>())
        };
        assert_eq!(codes("a = 1\na = 2\n"), (true, vec!["duplicate-key"]));
        assert_eq!(codes("[t]\nx = 1\n[u]\n[t]\ny = 1\n"), (true, vec!["duplicate-key"]));
        assert_eq!(codes("a = \n"), (false, vec!["toml-syntax"]));
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "[a-c=\\[\\]{}\"'\\\\.,#0-9_é \n\r-]{0,60}", before in "[> é\n]{0,6}") {
            let source = SourceText::new("x.md", format!("{before}{text}"));
            let _ = read_at(&source, before.len()..source.text.len(), &text);
        }
    }
}
