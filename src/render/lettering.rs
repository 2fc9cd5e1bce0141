//! Lettering of charts: how wide words are about, what fits, and lengths as SVG has them.
//!
//! Deliberately absent: fonts, which are the reader's, and where words stand (`chart`, `sweep`).

use serde::Serialize;

use crate::wording::{Phrase, Run};

/// The height of text.
pub(super) const TEXT: f64 = 12.0;

/// A part of a label.
#[derive(Serialize)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) is_code: bool,
}

/// A label cut to what fits; the whole of it is in the element's title.
pub(super) fn fitted(phrase: &Phrase, most: f64) -> Vec<Words> {
    let mut left = most;
    let mut words = Vec::new();
    for run in &phrase.runs {
        let (text, is_code) = match run {
            Run::Text(text) => (text, false),
            Run::Code(text) => (text, true),
        };
        let mut cut = String::new();
        for character in text.chars() {
            left -= character_width(character);
            if left < character_width('…') {
                cut.push('…');
                words.push(Words { text: cut, is_code });
                return words;
            }
            cut.push(character);
        }
        words.push(Words { text: cut, is_code });
    }
    words
}

/// About how wide a text is; a page's fonts are not known here.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(character_width).sum()
}

/// The same of a tick's number, which is set smaller.
pub(super) fn tick_width(label: &str) -> f64 {
    let wide = |character: char| if character.is_ascii_digit() { 0.54 } else { 0.27 };
    label.chars().map(wide).sum::<f64>() * TEXT
}

fn character_width(character: char) -> f64 {
    // From here on East Asian characters, which are as wide as they are high.
    if character >= '\u{2e80}' { TEXT } else { 0.6 * TEXT }
}

pub(super) fn length(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_to_what_fits() {
        let phrase = Phrase {
            runs: vec![Run::Code("a".repeat(10)), Run::Text("長い名前".to_owned())],
            foreign: None,
        };
        let cut = |most| {
            let words = fitted(&phrase, most);
            words.into_iter().map(|words| words.text).collect::<Vec<_>>()
        };
        assert_eq!(cut(200.0), ["aaaaaaaaaa", "長い名前"]);
        assert_eq!(cut(110.0), ["aaaaaaaaaa", "長い…"]);
        assert_eq!(cut(40.0), ["aaaa…"]);
    }

    #[test]
    fn lengths_have_one_digit_and_no_sign_of_zero() {
        assert_eq!([1.0, 2.25, 0.04, 1e3].map(length), ["1", "2.3", "0", "1000"]);
    }
}
