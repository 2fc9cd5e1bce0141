//! Constructs that miss their shape by a character, and so would be shown to readers as text.
//!
//! Owns finding roles without their code span, and roles, callouts, readings, headings, quotes and fences in full-width
//! characters, as a Japanese keyboard gives them. Deliberately absent: constructs that have their shape, and fences (`code`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span};

use super::document::CalloutKind;
use super::roles::Role;
use super::ruby::is_escaped;
use super::script::is_cjk;

/// What is found in the text at `span`, which holds no code.
pub(super) fn found_in(span: &Span, source: &Arc<SourceText>) -> Vec<Diagnostic> {
    let text = &source.text;
    let openings = text[span.clone()].match_indices(['{', '｛', '[', '［', '＃', '＞', '｀']);
    let found = openings.filter_map(|(offset, opening)| {
        let open = span.start + offset;
        let inner = &text[open + opening.len()..span.end];
        let (length, message, hint) = match opening {
            "{" | "｛" => role(opening, inner, &text[open..]).or_else(|| reading(opening, inner))?,
            // The sign before it is told.
            "[" | "［" if text[..open].trim_end().ends_with('＞') => return None,
            "[" | "［" => callout(inner)?,
            _ => line_sign(opening, &text[..open], inner)?,
        };
        let place = open..open + opening.len() + length;
        (!is_escaped(text, open)).then(|| Diagnostic::warning("shown-as-text", source, place, message).hint(hint))
    });
    found.collect()
}

/// How many bytes behind its opening a construct has, what is wrong with it, and what to write.
type Stray = (usize, String, String);

/// A role that is none; `rest` is the text from its opening on, code included.
fn role(opening: &str, inner: &str, rest: &str) -> Option<Stray> {
    let word = inner.trim_start_matches(' ');
    let word = &word[..word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len())];
    let name = Role::parse(&word.to_lowercase())?.name();
    let length = inner.len() - inner.trim_start_matches(' ').len() + word.len();
    let padded = &inner[length..];
    let after = padded.trim_start_matches(' ');
    let closing = after.chars().next().filter(|closing| "}｝".contains(*closing));
    let closed = length + padded.len() - after.len() + closing.map_or(0, char::len_utf8);
    let (length, why) = match closing {
        Some(closing) => {
            let behind = &rest[opening.len() + closed..];
            let why = if opening == "｛" || closing == '｝' {
                "its braces are full-width"
            } else if behind.starts_with('｀') {
                "the signs of its code span are full-width"
            } else if behind.starts_with('`') && (inner.len() - padded.len(), after.len()) != (name.len(), padded.len())
            {
                "its braces hold more than its name"
            } else if behind.starts_with("``") {
                "its code span is empty"
            } else if behind.starts_with('`') {
                "its code span is not closed"
            } else if behind.trim_start().starts_with('`') {
                "there is a space before its code span"
            } else {
                "it has no code span"
            };
            (closed, why)
        }
        None if rest[opening.len() + length..].starts_with('`') => (length, "its brace is not closed"),
        None => return None,
    };
    let message = format!("this role is shown as text: {why}");
    Some((
        length,
        message,
        format!("write `` {{{name}}}`…` ``; as plain text it is `\\{{{name}}}`"),
    ))
}

/// `{漢字|かんじ}` with a full-width brace or bar, without one of its two parts, or with more than one reading.
fn reading(opening: &str, inner: &str) -> Option<Stray> {
    let close = inner.find(['}', '｝', '\n'])?;
    let (base, reading) = inner[..close].split_once(['|', '｜'])?;
    let closing = inner[close..].chars().next().filter(|closing| *closing != '\n')?;
    let is_wide = opening == "｛" || closing == '｝' || inner[..close].contains('｜');
    let is_reading = [base, reading].concat().replace('｜', "").chars().any(is_cjk)
        && inner[..close].chars().all(|c| !"{｛`".contains(c));
    let (why, hint) = if !is_reading {
        return None;
    } else if base.trim().is_empty() {
        (
            "there is nothing for it to stand over",
            "write what is read before the bar: `{漢字|かんじ}`".to_owned(),
        )
    } else if reading.trim().is_empty() {
        (
            "it is empty",
            format!("write how it is read behind the bar, or `{base}` alone"),
        )
    } else if reading.contains(['|', '｜']) {
        (
            "it has more than one",
            "write one for the whole, `{漢字|かんじ}`, or each by itself, `{漢|かん}{字|じ}`".to_owned(),
        )
    } else if is_wide {
        ("its signs are full-width", format!("write `{{{base}|{reading}}}`"))
    } else {
        return None;
    };
    let message = format!("this reading is shown as text: {why}");
    Some((close + closing.len_utf8(), message, hint))
}

/// `[!kind]` where no callout begins, or in full-width characters.
fn callout(inner: &str) -> Option<Stray> {
    let word = inner.strip_prefix(['!', '！'])?;
    let close = word.find([']', '］'])?;
    let kind = CalloutKind::parse(&word[..close])?.name();
    let length = inner.len() - word.len() + close + word[close..].chars().next().map_or(0, char::len_utf8);
    let message = "this is no callout, and is shown as text".to_owned();
    let hint = format!("begin a quote with it: `> [!{kind}]`; as plain text it is `\\[!{kind}]`");
    Some((length, message, hint))
}

/// What would begin a heading, a quote or a fence, were it not full-width; `before` is the text before its first sign.
fn line_sign(sign: &str, before: &str, inner: &str) -> Option<Stray> {
    let line = before.rsplit('\n').next().unwrap_or(before);
    let more = inner.len() - inner.trim_start_matches(sign).len();
    let count = 1 + more / sign.len();
    let is_apart = inner[more..].starts_with([' ', '\u{3000}']);
    let (what, narrow) = match sign {
        "＃" if is_apart => ("heading", "#"),
        "＞" if is_apart => ("quote", ">"),
        "｀" if count >= 3 => ("fence", "`"),
        _ => return None,
    };
    line.chars().all(|c| c == ' ' || c == '>').then(|| {
        let message = format!("this {what} is shown as text: its signs are full-width");
        let narrow = narrow.repeat(count);
        let hint = match what {
            "fence" => format!("write `` {narrow} ``"),
            _ => format!("write `{narrow}` and a space"),
        };
        (more, message, hint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strays(text: &str) -> Vec<String> {
        let source = SourceText::new("ja.md", text);
        let placed = found_in(&(0..text.len()), &source).into_iter();
        placed
            .map(|problem| text[problem.span.expect("placed")].to_owned())
            .collect()
    }

    #[test]
    fn what_misses_its_shape_is_found() {
        for text in [
            "{value}",
            "{ Claim }",
            "｛value｝",
            "{value｝",
            "{漢字｜かんじ}",
            "［！note]",
            "[!try]",
        ] {
            assert_eq!(strays(&format!("x{text} y")), [text], "{text}");
        }
        assert_eq!(strays("{value`a`"), ["{value"]);
        for (text, sign) in [
            ("＃＃ 問い", "＃＃"),
            ("> ＞ 引用", "＞"),
            ("＞ [!note]", "＞"),
            ("a\n｀｀｀\nb", "｀｀｀"),
        ] {
            assert_eq!(strays(text), [sign], "{text}");
        }
    }

    #[test]
    fn prose_is_left_alone() {
        let prose =
            "{a} {values} {value and} {} { \\{value} \\[!note] [note] [!] ［！］ ［１］ ｛値｝ {a|b} ｛a｜b｝ {漢字}";
        assert_eq!(strays(prose), [""; 0]);
        assert_eq!(strays("{value"), [""; 0]);
        assert_eq!(strays("C＃ は＃＃ 1 ＞ 2 ｀a｀\n＃1 ＞0"), [""; 0]);
    }
}
