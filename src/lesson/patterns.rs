//! Strings with a form of their own: patterns, and texts in which words in braces are filled in.
//!
//! Owns checking that they can be used. Deliberately absent: matching and filling in (`plan`, `run`).

use std::ops::Range;

use regex::Regex;

use crate::diag::{Span, did_you_mean};

use super::names::{Spanned, is_name_shaped};
use super::tree::Problems;

/// How many groups a pattern has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Groups {
    Any,
    /// The number that is looked for.
    One,
}

/// Compiles a pattern to see that it can be.
pub(crate) fn check_pattern(pattern: &Spanned<String>, groups: Groups, problems: &Problems<'_>) -> Option<()> {
    let (message, hint) = match Regex::new(&pattern.value) {
        Ok(regex) if groups == Groups::One && regex.captures_len() != 2 => {
            let found = regex.captures_len() - 1;
            let message = format!("the pattern has {found} groups, and its one group is the number");
            (
                message,
                "put `(…)` around the number, and write other groups as `(?:…)`",
            )
        }
        Ok(_) => return Some(()),
        Err(error) => {
            // The lines before the last draw the pattern once more.
            let told = error.to_string();
            let last = told.lines().last().unwrap_or_default();
            let reason = last.strip_prefix("error: ").unwrap_or(last);
            (
                format!("the pattern cannot be read: {reason}"),
                "patterns are those of Rust's regex crate",
            )
        }
    };
    problems.error("pattern", &pattern.span, message, hint);
    None
}

/// Warns of each `{word}` in `text` that is none of `known` but near to one.
pub(crate) fn check_placeholders(text: &Spanned<String>, known: &[&str], problems: &Problems<'_>) {
    for (span, word) in placeholders(text, problems) {
        if known.contains(&word) {
            continue;
        }
        if let Some(hint) = did_you_mean(word, known.iter().copied()) {
            let message = format!("`{{{word}}}` is not filled in, as there is nothing of that name");
            problems.warning("unknown-placeholder", &span, message, hint);
        }
    }
}

/// All `{word}` in a text with their places in the file; in a string with escapes each place is the whole string.
pub(crate) fn placeholders<'t>(text: &'t Spanned<String>, problems: &Problems<'_>) -> Vec<(Span, &'t str)> {
    let is_literal = problems.source.text[text.span.clone()] == text.value;
    let placed = |place: Range<usize>| {
        let span = match is_literal {
            true => text.span.start + place.start..text.span.start + place.end,
            false => text.span.clone(),
        };
        (span, &text.value[place.start + 1..place.end - 1])
    };
    braces(&text.value).into_iter().map(placed).collect()
}

/// The places of all `{word}` in a text.
fn braces(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    for (start, _) in text.match_indices('{') {
        let inside = &text[start + 1..];
        if let Some(length) = inside.find(['{', '}'])
            && inside[length..].starts_with('}')
            && is_name_shaped(&inside[..length])
        {
            places.push(start..start + length + 2);
        }
    }
    places
}
