//! Words of the interface that templates use, each a message `page-…` of `templates/locales/*.ftl`.
//!
//! Owns their list. Deliberately absent: the words, and those with arguments, which the code asks for where it has them.

use std::collections::BTreeMap;

use crate::wording::Wording;

const WORDS: [&str; 27] = [
    "all-chapters",
    "back",
    "baseline",
    "chapters",
    "circumstances",
    "claims",
    "commands",
    "contents",
    "endings",
    "footnotes",
    "languages",
    "measured",
    "next",
    "options",
    "output",
    "predict",
    "predict-check",
    "predict-close",
    "predict-right",
    "predict-skip",
    "predict-wrong",
    "previous",
    "read-before",
    "results",
    "skip",
    "choose-language",
    "slider",
];

/// By their ids without `page-`, with `_` for `-`, as templates name them.
pub(super) fn words(wording: &Wording) -> BTreeMap<String, String> {
    let word = |id: &str| (id.replace('-', "_"), wording.word(&format!("page-{id}")));
    WORDS.into_iter().map(word).collect()
}
