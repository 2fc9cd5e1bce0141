//! Forms of a figure: phrases around one example number each, `2 times`, `5 %`, `200 000 zápisů`.
//!
//! Owns which characters are the example and which its unit. Deliberately absent: choosing among forms (`wording`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span};
use crate::quantity::Unit;

use super::document::Form;
use super::script::is_cjk;

/// The forms in `text`, which stands at byte `offset` of the file, separated by `;`.
pub(super) fn read(
    text: &str,
    source: &Arc<SourceText>,
    offset: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut start = offset;
    for part in text.split(';') {
        let trimmed = part.trim();
        let from = start + part.len() - part.trim_start().len();
        start += part.len() + 1;
        match form(trimmed, from) {
            Ok(form) => forms.push(form),
            Err((span, message)) => diagnostics.push(
                Diagnostic::error("form", source, span, message)
                    .hint("a form is a phrase around one example number: `2 times`"),
            ),
        }
    }
    forms
}

/// With one space for many: a line's end in a code span brings the indentation of the next line along.
pub(super) fn single_spaced(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if character != ' ' || !result.ends_with(' ') {
            result.push(character);
        }
    }
    result
}

fn form(text: &str, offset: usize) -> Result<Form, (Span, String)> {
    let whole = offset..offset + text.len();
    let Some(number) = number_in(text, 0) else {
        let message = if text.is_empty() {
            "an empty form"
        } else {
            "this form has no example number"
        };
        return Err((whole, message.to_owned()));
    };
    if let Some(second) = number_in(text, number.end) {
        let message = format!("a second number, where `{}` is the example already", &text[number]);
        return Err((offset + second.start..offset + second.end, message));
    }
    let (unit, end) = match unit_after(&text[number.end..]) {
        Some((unit, length)) => (Some(unit), number.end + length),
        None => (None, number.end),
    };
    Ok(Form {
        before: single_spaced(&text[..number.start]),
        example: text[number].to_owned(),
        unit,
        after: single_spaced(&text[end..]),
        span: whole,
    })
}

/// The first number at or after `from`: digits, with single separators that digits follow. A space separates only groups
/// of three digits, so that two numbers beside each other are two.
fn number_in(text: &str, from: usize) -> Option<Span> {
    let start = from + text[from..].find(is_digit)?;
    let mut end = start + digits(&text[start..]);
    let mut grouped = end - start <= 3;
    loop {
        let rest = &text[end..];
        let Some(separator) = rest.chars().next() else {
            return Some(start..end);
        };
        let width = separator.len_utf8();
        let following = digits(&rest[width..]);
        let joins = match separator {
            '.' | ',' | '_' | '\'' | '’' | '٫' | '٬' => following > 0,
            ' ' | '\u{A0}' | '\u{202F}' | '\u{2009}' => grouped && following == 3,
            _ => false,
        };
        if !joins {
            return Some(start..end);
        }
        grouped = following == 3;
        end += width + following;
    }
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// How many digits `text` begins with.
fn digits(text: &str) -> usize {
    text.find(|character| !is_digit(character)).unwrap_or(text.len())
}

/// A unit at the beginning of `text`, spaces before it allowed, and where it ends. A unit is a whole word, but Japanese
/// goes on right behind it.
fn unit_after(text: &str) -> Option<(Unit, usize)> {
    let word = text.trim_start_matches([' ', '\u{A0}', '\u{202F}', '\u{2009}']);
    let length = if word.starts_with('%') {
        1
    } else {
        word.find(|character: char| !character.is_alphanumeric() || is_cjk(character))
            .unwrap_or(word.len())
    };
    let unit = Unit::parse(&word[..length])?;
    Some((unit, text.len() - word.len() + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Result<(String, String, Option<Unit>, String), String> {
        form(text, 0)
            .map(|form| (form.before, form.example, form.unit, form.after))
            .map_err(|(span, message)| format!("{span:?} {message}"))
    }

    #[test]
    fn the_example_is_written_as_any_locale_writes() {
        for (text, before, example, unit, after) in [
            ("2krát", "", "2", None, "krát"),
            ("asi 1,5 běhu", "asi ", "1,5", None, " běhu"),
            ("200 000 zápisů", "", "200 000", None, " zápisů"),
            ("1.234,5 veces", "", "1.234,5", None, " veces"),
            ("12\u{A0}345,5", "", "12\u{A0}345,5", None, ""),
            ("約5 µsです", "約", "5", Some(Unit::Microsecond), "です"),
            ("5 % z toho", "", "5", Some(Unit::Percent), " z toho"),
            ("5%。", "", "5", Some(Unit::Percent), "。"),
            ("2 min.", "", "2", Some(Unit::Minute), "."),
            ("5 seconds", "", "5", None, " seconds"),
            ("(3, say)", "(", "3", None, ", say)"),
            ("17倍", "", "17", None, "倍"),
        ] {
            let expected = (before.to_owned(), example.to_owned(), unit, after.to_owned());
            assert_eq!(parts(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn a_form_has_one_number() {
        assert!(parts("times").expect_err("none").contains("no example"));
        assert!(parts("").expect_err("none").contains("empty"));
        for (text, place) in [
            ("2 of 3", "5..6"),
            ("5 2", "2..3"),
            ("1, 2", "3..4"),
            ("2024 100", "5..8"),
        ] {
            assert!(parts(text).expect_err("two").starts_with(place), "{text}");
        }
    }

    #[test]
    fn forms_know_their_place() {
        let source = SourceText::new("en.md", "xx 1 line is;  5 lines are;");
        let mut diagnostics = Vec::new();
        let forms = read(&source.text[2..], &source, 2, &mut diagnostics);
        let texts: Vec<&str> = forms.iter().map(|form| &source.text[form.span.clone()]).collect();
        assert_eq!(texts, ["1 line is", "5 lines are"]);
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].span, Some(source.text.len()..source.text.len()));
    }
}
