//! Readings over characters, `{漢字|かんじ}`.
//!
//! Owns finding them in a text. Deliberately absent: how they are shown (`render`).

use crate::diag::Span;

use super::script::is_cjk;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ruby {
    pub(super) base: String,
    pub(super) reading: String,
    pub(super) span: Span,
    /// Where the bar stands, which would otherwise end a table's cell.
    pub(super) bar: usize,
}

/// The readings in `text` from byte `start` on, in code too: only the Markdown parser knows what is code.
pub(super) fn find(text: &str, start: usize) -> Vec<Ruby> {
    let mut found = Vec::new();
    let mut at = start;
    while let Some(open) = text[at..].find('{').map(|offset| at + offset) {
        at = open + 1;
        if is_escaped(text, open) {
            continue;
        }
        if let Some(ruby) = read(text, open) {
            at = ruby.span.end;
            found.push(ruby);
        }
    }
    found
}

/// Whether the character at `offset` stands behind a backslash that is not itself escaped.
pub(super) fn is_escaped(text: &str, offset: usize) -> bool {
    let backslashes = text[..offset].bytes().rev().take_while(|byte| *byte == b'\\').count();
    backslashes % 2 == 1
}

fn read(text: &str, open: usize) -> Option<Ruby> {
    let inner = &text[open + 1..];
    let bar = inner.find(|character| !is_plain(character))?;
    let (base, rest) = inner.split_at(bar);
    let reading = rest.strip_prefix('|')?;
    let reading = &reading[..reading.find(|character| !is_plain(character))?];
    let close = open + 1 + bar + 1 + reading.len();
    let wellformed =
        base.chars().any(is_cjk) && !reading.trim().is_empty() && base == base.trim() && text[close..].starts_with('}');
    wellformed.then(|| Ruby {
        base: base.to_owned(),
        reading: reading.trim().to_owned(),
        span: open..close + 1,
        bar: open + 1 + bar,
    })
}

/// Whether Markdown leaves the character alone, so that base and reading are one piece of text.
fn is_plain(character: char) -> bool {
    !character.is_control() && !"{}|\\`*_~[]<>&!".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        find(text, 0)
            .into_iter()
            .map(|ruby| {
                assert_eq!(&text[ruby.bar..=ruby.bar], "|");
                assert!(text[ruby.span].ends_with('}'));
                (ruby.base, ruby.reading)
            })
            .collect()
    }

    #[test]
    fn a_reading_needs_a_base_in_its_script() {
        let pair = |base: &str, reading: &str| (base.to_owned(), reading.to_owned());
        assert_eq!(
            pairs("{漢字|かんじ}と{分岐|branch}"),
            [pair("漢字", "かんじ"), pair("分岐", "branch")]
        );
        assert_eq!(
            pairs("{a|b} {漢|} {漢字} {漢字|か\nじ} \\{漢字|かんじ} {{漢|か}"),
            [pair("漢", "か")]
        );
    }
}
