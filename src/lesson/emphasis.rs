//! Emphasis beside punctuation: CommonMark takes `**強調。**です` and `**Pozor:**text` for plain asterisks.
//!
//! Owns the places where an invisible mark helps a run of `*` or `~` to open or to close. A mark is neither space nor
//! punctuation, so a run opens before it and closes behind it. Deliberately absent: the marks themselves (`marked`).
//!
//! The rule for East Asian text is that of <https://github.com/tats-u/markdown-cjk-friendly>: punctuation of such a script,
//! or beside a letter of it, does not keep a run from opening or closing. That for other scripts is our own and careful: a
//! run of two or more closes between the end of a phrase and a letter.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::ruby::is_escaped;
use super::script::is_cjk;

/// The offsets in `text` where marks go, in order.
pub(super) fn marks(text: &str, options: Options) -> Vec<usize> {
    let mut offsets = Vec::new();
    for (start, end) in runs(text, &delimiters(text, options)) {
        let before = text[..start].chars().next_back();
        let after = text[end..].chars().next();
        if closes_with_mark(before, after, &text[start..end]) {
            offsets.push(start);
        }
        if opens_with_mark(before, after) {
            offsets.push(end);
        }
    }
    offsets
}

/// The offsets of bytes that may be delimiters: those that are, and those left over as text. Emphasis binds less tightly
/// than code, links and HTML, so that these are where they will be with marks.
fn delimiters(text: &str, options: Options) -> Vec<usize> {
    let mut offsets = Vec::new();
    let mut in_code = false;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Start(Tag::Emphasis) => offsets.extend([range.start, range.end - 1]),
            Event::Start(Tag::Strong | Tag::Strikethrough) => {
                offsets.extend([range.start, range.start + 1, range.end - 2, range.end - 1]);
            }
            Event::Text(_) if !in_code => offsets.extend(
                range.filter(|offset| matches!(text.as_bytes()[*offset], b'*' | b'~') && !is_escaped(text, *offset)),
            ),
            _ => {}
        }
    }
    offsets.retain(|offset| matches!(text.as_bytes().get(*offset), Some(b'*' | b'~')));
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// Neighbours of the same kind, as pairs of start and end.
fn runs(text: &str, delimiters: &[usize]) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for offset in delimiters {
        match runs.last_mut() {
            Some((_, end)) if *end == *offset && bytes[*end - 1] == bytes[*offset] => *end += 1,
            _ => runs.push((*offset, *offset + 1)),
        }
    }
    runs
}

fn opens_with_mark(before: Option<char>, after: Option<char>) -> bool {
    let Some(after) = after.filter(|character| is_sign(*character)) else {
        return false;
    };
    is_cjk(after) || before.is_some_and(is_cjk)
}

fn closes_with_mark(before: Option<char>, after: Option<char>, run: &str) -> bool {
    /// What ends a phrase.
    const ENDS: &str = ".,:;!?…)]}%\"'»”’“‘`";
    let Some(before) = before.filter(|character| is_sign(*character)) else {
        return false;
    };
    is_cjk(before)
        || after.is_some_and(is_cjk)
        || (run.len() > 1 && ENDS.contains(before) && after.is_some_and(char::is_alphabetic))
}

/// Whether CommonMark may take the character for punctuation.
fn is_sign(character: char) -> bool {
    !character.is_whitespace() && !character.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        let mut result = text.to_owned();
        for offset in marks(text, Options::ENABLE_STRIKETHROUGH).into_iter().rev() {
            result.insert(offset, '^');
        }
        result
    }

    #[test]
    fn marks_stand_at_the_inner_side() {
        assert_eq!(marked("**強調。**です"), "**強調。^**です");
        assert_eq!(marked("これは**「重要」**です"), "これは**^「重要」^**です");
        assert_eq!(marked("これは**`x`**です"), "これは**^`x`^**です");
        assert_eq!(marked("**Pozor:**text"), "**Pozor:^**text");
        assert_eq!(marked("~~消す。~~です"), "~~消す。^~~です");
    }

    #[test]
    fn nothing_is_marked_in_code_links_or_plain_western_text() {
        for text in [
            "**bold** *(a)* f(a)*g(b)*h",
            "`**強調。**です` \\*\\*強。\\*\\*で",
            "[x](a**。**です)",
            "```\n**強調。**です\n```",
            "* 項目\n* 「項目」",
            "<b title='**。**で'>",
        ] {
            assert_eq!(marked(text), text);
        }
    }
}
