//! What programs printed: as they printed it, and where two of them differ.
//!
//! Owns what is shown of such words, which are of no language and obeyed by nobody. Deliberately absent: how a run ended
//! (`reasons`).

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::claim::{self, Difference};
use crate::quantity::{Kind, Quantity};
use crate::record::{Excerpt, Outcome, Reason};

use super::beside::Scale;
use super::{Output, Telling, Told};

/// How many characters of a line are shown where two differ, and how many of them before the difference.
const SHOWN: usize = 48;
const SHOWN_BEFORE: usize = 16;

impl Telling<'_> {
    /// What a variant printed in the home cell; of a failed build what the compiler said.
    pub fn output(&self, variant: &str) -> Output {
        let lesson = self.results.lesson();
        let Some((index, variant)) = lesson.variant(variant) else {
            return Output::Nothing(self.missing(&Reason::NotDefined, 0));
        };
        let experiment = &lesson.experiments[index];
        let home: Point = (0..experiment.axes.len()).map(|axis| (axis, 0)).collect();
        let Some(trial) = self.results.trial(index, variant, &home) else {
            return Output::Nothing(self.missing(&Reason::NotMeasured, index));
        };
        match &trial.outcome {
            Outcome::BuildFailed => self.excerpt(&trial.compiler, index),
            Outcome::ToolchainMissing => {
                let reason = Reason::ToolchainMissing(trial.toolchain.clone());
                Output::Nothing(self.missing(&reason, index))
            }
            _ if !claim::sink_at(experiment, &home).keeps_output() => {
                Output::Nothing(self.missing(&Reason::SinkKeepsNothing, index))
            }
            _ => self.excerpt(&trial.output, index),
        }
    }

    fn excerpt(&self, excerpt: &Excerpt, experiment: usize) -> Output {
        if excerpt.text.is_empty() {
            return Output::Nothing(Told {
                interval: None,
                text: self.wording.word("output-empty"),
                // The sentence itself says all that is known.
                source: String::new(),
                experiment: self.experiment_name(experiment),
                lacking: None,
            });
        }
        let is_cut = excerpt.bytes > excerpt.text.len() as u64;
        let whole = || {
            let bytes = self
                .wording
                .quantity(Quantity::new(Kind::Bytes, excerpt.bytes as f64), Scale::Plain);
            self.wording.message(
                "output-cut",
                &[("bytes", bytes.into()), ("lines", excerpt.lines.into())],
            )
        };
        let shown = if is_cut {
            whole_lines(&excerpt.text)
        } else {
            &excerpt.text
        };
        Output::Said {
            text: visible(shown),
            more: is_cut.then(whole),
        }
    }

    /// Which two variants printed different outputs, and the first line where they do.
    pub(super) fn difference(&self, experiment: &Experiment, difference: &Difference) -> String {
        let label = |variant: usize| self.label(&experiment.variants[variant].name).plain();
        let [one, other] = difference.variants.map(label);
        let variants = [("one", one.into()), ("other", other.into())];
        let Some(first) = &difference.first else {
            return self.wording.message("outputs-differ", &variants);
        };
        let [a, b] = &first.lines;
        let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
        // The end of a line is shown where it is what differs.
        let both_end = a.ends_with('\n') && b.ends_with('\n');
        let shown = |line: &str| match line {
            "" => self.wording.word("outputs-end"),
            line => {
                let line = if both_end { line.trim_end_matches('\n') } else { line };
                self.wording.locale().quoted(&shortened(line, common))
            }
        };
        let place = [
            ("line", first.number.into()),
            ("one_line", shown(a).into()),
            ("other_line", shown(b).into()),
        ];
        let arguments: Vec<_> = variants.into_iter().chain(place).collect();
        self.wording.message("outputs-differ-at", &arguments)
    }
}

/// The beginning of a text that goes on: up to the end of a line, or of a word where its only line is long.
fn whole_lines(text: &str) -> &str {
    // A long last line is not left out for being the last one.
    let is_late = |end: &usize| *end > text.len() / 2;
    let line = text.rfind('\n').map(|end| end + 1).filter(is_late);
    let end = line.or_else(|| text.rfind(char::is_whitespace).filter(is_late));
    &text[..end.unwrap_or(text.len())]
}

/// What a program said, with a mark in place of what a terminal or a page would obey: control characters, and those that
/// turn the direction of the text around.
pub(super) fn visible(text: &str) -> String {
    let unix = text.replace("\r\n", "\n");
    let shown = |c: char| if matches!(c, '\n' | '\t') { c } else { picture(c) };
    unix.chars().map(shown).collect()
}

/// A control character as its picture, `␛`; what turns text around as a mark that something is there.
fn picture(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '␡',
        c if is_obeyed(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

fn is_obeyed(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A part of `line` around its character `from`, on one line: control characters as their pictures, `␊` and `␛`.
fn shortened(line: &str, from: usize) -> String {
    let characters: Vec<char> = line.chars().map(picture).collect();
    if characters.len() <= SHOWN {
        return characters.into_iter().collect();
    }
    let start = from.saturating_sub(SHOWN_BEFORE).min(characters.len() - SHOWN);
    let end = start + SHOWN;
    let part: String = characters[start..end].iter().collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if end < characters.len() { "…" } else { "" };
    format!("{before}{part}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_would_be_obeyed_is_left() {
        assert_eq!(visible("a\x1b[31mb\u{202e}c\0\r\n\td"), "a␛[31mb\u{fffd}c␀\n\td");
        assert_eq!(shortened("a\tb\x1b[31m\u{202e}\r\n", 0), "a␉b␛[31m\u{fffd}␍␊");
    }

    #[test]
    fn what_goes_on_ends_with_a_line_or_a_word() {
        assert_eq!(whole_lines("one and\ntwo th"), "one and\n");
        assert_eq!(whole_lines("one\ntwo and three fo"), "one\ntwo and three");
        assert_eq!(whole_lines("one two th"), "one two");
        assert_eq!(whole_lines("one"), "one");
    }

    #[test]
    fn a_long_line_is_shown_around_its_difference() {
        let line = format!("{}x{}", "a".repeat(100), "b".repeat(100));
        assert_eq!(
            shortened(&line, 100),
            format!("…{}x{}…", "a".repeat(16), "b".repeat(31))
        );
        assert_eq!(shortened(&line, 0), format!("{}…", "a".repeat(48)));
        assert_eq!(shortened(&line, 200), format!("…{}", "b".repeat(48)));
        assert_eq!(shortened("short", 4), "short");
    }
}
