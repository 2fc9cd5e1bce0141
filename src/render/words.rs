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

/// By their ids without `page-`, with `_` for `-`, as templates name them; beside them the locale's `colon`, and `open` and
/// `close` for a remark in parentheses, all with their spaces.
pub(super) fn words(wording: &Wording) -> BTreeMap<String, String> {
    let word = |id: &str| (id.replace('-', "_"), wording.word(&format!("page-{id}")));
    let [open, close] = wording.locale().parentheses();
    let marks = [("colon", wording.locale().colon()), ("open", open), ("close", close)];
    let marks = marks.map(|(name, mark)| (name.to_owned(), mark.to_owned()));
    WORDS.into_iter().map(word).chain(marks).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::lesson::document::CalloutKind;

    #[test]
    fn pages_ask_for_all_their_messages_and_no_others() {
        let file = include_str!("../../templates/locales/en.ftl");
        let written = file.lines().filter(|line| line.starts_with("page-"));
        let written: BTreeSet<&str> = written.filter_map(|line| line.split(" = ").next()).collect();
        let callouts = CalloutKind::ALL.map(|kind| format!("page-callout-{}", kind.name()));
        let levels = ["beginner", "intermediate", "advanced"].map(|level| format!("page-level-{level}"));
        let others = ["foreign", "link-here", "missing"].map(|id| format!("page-{id}"));
        let words = WORDS.map(|id| format!("page-{id}"));
        let asked: BTreeSet<&str> = [&words[..], &callouts, &levels, &others]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        assert_eq!(written, asked);
    }
}
