//! Typography of running text: spaces at which no line may break, and line breaks that are no spaces.
//!
//! Czech follows ČSN 01 6910 (as the Internetová jazyková příručka of the Czech academy tells it); Spanish and English
//! keep numbers whole and with their units; Japanese needs nothing. Deliberately absent: Markdown, which feeds the
//! text run by run, and code, which is never touched.

use super::{Locale, NO_BREAK_SPACE};
use crate::quantity::Unit;

/// Czech prepositions and conjunctions of one letter, which may not end a line.
const ONE_LETTER_WORDS: &str = "kKsSvVzZoOuUaAiI";

/// What may stand before a word without being a part of it.
const OPENING: &[char] = &['(', '[', '{', '„', '‚', '“', '‘', '«', '»', '‹', '›', '"', '\''];

/// What may stand after a word without being a part of it.
const CLOSING: &[char] = &[
    ')', ']', '}', '“', '‘', '”', '’', '«', '»', '‹', '›', '"', '\'', '.', ',', ';', ':', '!', '?', '…',
];

/// Units beside those of measured quantities that prose writes after numbers.
const OTHER_UNITS: &[&str] = &[
    "‰", "°C", "Kč", "€", "bit", "Hz", "kHz", "MHz", "GHz", "TB", "TiB", "h", "mm", "cm", "m", "km", "g", "kg", "W",
    "ks",
];

/// Czech abbreviations that a number follows: page, number, figure, table, chapter, paragraph, volume.
const BEFORE_NUMBERS: &[&str] = &["s.", "č.", "str.", "obr.", "tab.", "kap.", "odst.", "sv."];

/// Stands for code, an image or the like in the current word.
const OBJECT: char = '\u{fffc}';

/// Puts no-break spaces into one paragraph, fed run after run in reading order: a run is the text between two places
/// of markup, and the word before a space may have begun runs ago. One paragraph or cell or heading, one typographer;
/// after a hard line break a new one.
///
/// A run should hold its soft line breaks as white space, since words are looked ahead at within the run only. Where a
/// run ends with a space, it binds if it might have to: a space too many that does not break harms nobody.
#[derive(Clone, Debug)]
pub struct Typographer {
    locale: Locale,
    /// The word so far, across runs; empty after a space.
    word: String,
    /// Whether the last space became a no-break one, which then stands for all white space around it.
    bound: bool,
}

impl Typographer {
    pub fn new(locale: Locale) -> Self {
        Typographer {
            locale,
            word: String::new(),
            bound: false,
        }
    }

    /// `run` with its no-break spaces. Figures in the sentence are runs too.
    pub fn text(&mut self, run: &str) -> String {
        if self.locale == Locale::Ja {
            return run.to_owned();
        }
        let mut set = String::with_capacity(run.len() + 8);
        for (start, character) in run.char_indices() {
            if !character.is_whitespace() {
                self.word.push(character);
                self.bound = false;
                set.push(character);
            } else if !is_breaking(character) {
                self.word.clear();
                self.bound = false;
                set.push(character);
            } else if !self.bound {
                self.bound = self.binds_to(run[start..].split_whitespace().next());
                self.word.clear();
                set.push(if self.bound { NO_BREAK_SPACE } else { character });
            }
        }
        set
    }

    /// Tells that code, an image or another thing that is no text stands here.
    pub fn opaque(&mut self) {
        self.word.push(OBJECT);
        self.bound = false;
    }

    /// Whether the space between the word so far and `next` (`None`: not known yet) may not break.
    fn binds_to(&self, next: Option<&str>) -> bool {
        let word = self.word.trim_start_matches(OPENING);
        if word.is_empty() {
            return false;
        }
        let number = next.is_some_and(|next| continues_number(word, next) || is_number(word) && is_unit(next));
        number || self.locale == Locale::Cs && binds_in_czech(word, next)
    }
}

/// Where a line may break and `Typographer` may forbid it.
fn is_breaking(space: char) -> bool {
    matches!(space, ' ' | '\t' | '\n' | '\r')
}

fn binds_in_czech(word: &str, next: Option<&str>) -> bool {
    is_one_letter_word(word)
        || counts(word, next)
        || is_ordinal_of(word, next)
        || is_initial_of(word, next)
        || BEFORE_NUMBERS.contains(&word.to_lowercase().as_str()) && next.is_none_or(starts_with_digit)
}

fn is_one_letter_word(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|letter| ONE_LETTER_WORDS.contains(letter)) && letters.next().is_none()
}

/// `500 lidí`: a number with what it counts. A year counts nothing, and words under three letters are prepositions
/// and the like.
fn counts(word: &str, next: Option<&str>) -> bool {
    is_number(word) && !is_year(word) && next.is_none_or(|next| next.starts_with(char::is_lowercase) && is_long(next))
}

fn is_long(word: &str) -> bool {
    word.chars().take_while(|letter| letter.is_alphabetic()).count() >= 3
}

/// `18. kapitola`, `1. ledna`, `1. 1. 2026`; but a number may also end a sentence.
fn is_ordinal_of(word: &str, next: Option<&str>) -> bool {
    let Some(digits) = word.strip_suffix('.').filter(|digits| is_digits(digits)) else {
        return false;
    };
    let short = digits.len() <= 2;
    match next {
        Some(next) => next.starts_with(char::is_lowercase) || short && starts_with_digit(next),
        None => short,
    }
}

/// `B. W. Kernighan`, `Ch. Darwin`.
fn is_initial_of(word: &str, next: Option<&str>) -> bool {
    let Some(name) = word.strip_suffix('.') else {
        return false;
    };
    let single = name.starts_with(char::is_uppercase) && name.chars().nth(1).is_none();
    (single || name == "Ch") && next.is_none_or(|next| next.starts_with(char::is_uppercase))
}

/// `10 000`: `next` is another three digits of the number that `word` is or ends.
fn continues_number(word: &str, next: &str) -> bool {
    let group = next.bytes().take_while(u8::is_ascii_digit).count();
    is_digits(word) && word.len() <= 3 && group == 3
}

/// Whether `word` is a number, range or date in digits, with or without a sign: `10`, `−1,5`, `2–3`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-', '−', '±', '~', '≈', '<', '>', '≤', '≥']);
    let inside = |mark: char| mark.is_ascii_digit() || matches!(mark, ',' | '.' | '-' | '–');
    starts_with_digit(digits) && digits.ends_with(|last: char| last.is_ascii_digit()) && digits.chars().all(inside)
}

fn is_year(word: &str) -> bool {
    is_digits(word) && word.len() == 4 && (word.starts_with("19") || word.starts_with("20"))
}

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn starts_with_digit(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether `word` is a unit, or one per another (`MB/s`), before punctuation.
fn is_unit(word: &str) -> bool {
    let word = word.trim_end_matches(CLOSING);
    let unit = word.split_once('/').map_or(word, |(unit, _)| unit);
    Unit::parse(unit).is_some() || OTHER_UNITS.contains(&unit)
}

/// Whether a line break between `before` and `after` must vanish, being no space: both are Japanese or Chinese
/// letters or full-width punctuation. Korean puts spaces between words. After CSS Text 3, § 4.1.3.
pub fn joins(before: char, after: char) -> bool {
    is_east_asian(before) && is_east_asian(after)
}

/// Han, kana, bopomofo, and the full-width and half-width forms and punctuation that go with them; no Hangul.
pub(super) fn is_east_asian(character: char) -> bool {
    matches!(character,
        '\u{2e80}'..='\u{2fff}'     // radicals, ideographic description
        | '\u{3000}'..='\u{312f}'   // punctuation, kana, bopomofo
        | '\u{3190}'..='\u{31ff}'   // kanbun, strokes, more kana
        | '\u{3220}'..='\u{325f}'   // enclosed, between the Hangul ones
        | '\u{3280}'..='\u{4dbf}'   // enclosed, squared, Han
        | '\u{4e00}'..='\u{9fff}'   // Han
        | '\u{f900}'..='\u{faff}'   // Han for compatibility
        | '\u{fe30}'..='\u{fe4f}'   // vertical forms
        | '\u{ff01}'..='\u{ff9f}'   // full-width Latin and punctuation, half-width kana
        | '\u{ffe0}'..='\u{ffe6}'   // full-width signs
        | '\u{1b000}'..='\u{1b16f}' // historic kana
        | '\u{1f200}'..='\u{1f2ff}' // squared
        | '\u{20000}'..='\u{3ffff}' // rarer Han
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The runs of one paragraph set and put together, no-break spaces as `~`; `` ` `` runs are opaque.
    fn set(locale: Locale, runs: &[&str]) -> String {
        let mut typographer = Typographer::new(locale);
        let mut paragraph = String::new();
        for run in runs {
            if run.starts_with('`') {
                typographer.opaque();
                paragraph.push_str(run);
            } else {
                paragraph.push_str(&typographer.text(run));
            }
        }
        paragraph.replace(NO_BREAK_SPACE, "~")
    }

    fn czech(text: &str) -> String {
        set(Locale::Cs, &[text])
    }

    #[test]
    fn czech_one_letter_words_hold_on_to_the_next() {
        assert_eq!(czech("k domu a z domu"), "k~domu a~z~domu");
        assert_eq!(czech("V lese (s ním) i „u nás“"), "V~lese (s~ním) i~„u~nás“");
        assert_eq!(czech("A v ní o tom"), "A~v~ní o~tom");
        assert_eq!(czech("na pás, ale do lesa"), "na pás, ale do lesa");
        assert_eq!(
            czech("písmeno k, tedy „a“ nebo (v) zde"),
            "písmeno k, tedy „a“ nebo (v) zde"
        );
        assert_eq!(czech("řádek s\nkoncem, v  domě"), "řádek s~koncem, v~domě");
    }

    #[test]
    fn czech_words_are_told_across_markup() {
        assert_eq!(set(Locale::Cs, &["zápis v ", "souboru"]), "zápis v~souboru");
        assert_eq!(set(Locale::Cs, &["zápis v", " souboru"]), "zápis v~souboru");
        assert_eq!(set(Locale::Cs, &["zápis ", "v", " souboru"]), "zápis v~souboru");
        assert_eq!(set(Locale::Cs, &["zápis ", "v", " ", "souboru"]), "zápis v~souboru");
        assert_eq!(set(Locale::Cs, &["(", "s ", "ním)"]), "(s~ním)");
        // The same letter ends a word that began before the markup.
        assert_eq!(set(Locale::Cs, &["les", "a ", "dům"]), "lesa dům");
        assert_eq!(set(Locale::Cs, &["trvá ", "10", " ms"]), "trvá 10~ms");
        assert_eq!(set(Locale::Cs, &["trvá 10 ", "ms"]), "trvá 10~ms");
        assert_eq!(set(Locale::Cs, &["1. 1. ", "2026"]), "1.~1.~2026");
        assert_eq!(set(Locale::Cs, &["B. ", "W.", " Kernighan"]), "B.~W.~Kernighan");
        assert_eq!(set(Locale::Cs, &["v ", " souboru"]), "v~souboru");
    }

    #[test]
    fn czech_words_bind_wherever_the_markup_is() {
        let text = "zapsal v souboru a k tomu";
        for cut in 0..=text.len() {
            let (head, tail) = text.split_at(cut);
            assert_eq!(set(Locale::Cs, &[head, tail]), "zapsal v~souboru a~k~tomu");
        }
    }

    #[test]
    fn code_is_a_word_that_is_not_looked_into() {
        assert_eq!(
            set(Locale::Cs, &["s ", "`a b`", " a ", "`v c`", " je"]),
            "s~`a b` a~`v c` je"
        );
        assert_eq!(set(Locale::Cs, &["volání ", "`f`", "u ", "nás"]), "volání `f`u nás");
        assert_eq!(set(Locale::Cs, &["je ", "`10`", " ms"]), "je `10` ms");
    }

    #[test]
    fn czech_numbers_stay_whole_and_with_what_they_count() {
        assert_eq!(czech("10 000 zápisů"), "10~000~zápisů");
        assert_eq!(czech("asi 1 234 567,8 kB."), "asi 1~234~567,8~kB.");
        assert_eq!(czech("10 GHz, 5 %, 20 °C a 8 MB/s"), "10~GHz, 5~%, 20~°C a~8~MB/s");
        assert_eq!(czech("(±5 ms) a 2–3 běhy"), "(±5~ms) a~2–3~běhy");
        assert_eq!(czech("z 5 Linuxů"), "z~5 Linuxů");
        assert_eq!(czech("roku 2026 vyšla"), "roku 2026 vyšla");
        assert_eq!(czech("12 a více, 5 až 10 ks"), "12 a~více, 5 až 10~ks");
        assert_eq!(czech("viz obr. 3 na str. 12"), "viz obr.~3 na str.~12");
        assert_eq!(czech("C++17 umí"), "C++17 umí");
    }

    #[test]
    fn czech_dates_ordinals_and_initials_stay_together() {
        assert_eq!(czech("dne 1. 1. 2026 začal"), "dne 1.~1.~2026 začal");
        assert_eq!(czech("30. listopadu 2026"), "30.~listopadu 2026");
        assert_eq!(czech("18. kapitola, 100. řádek"), "18.~kapitola, 100.~řádek");
        assert_eq!(czech("bylo jich 12. Potom"), "bylo jich 12. Potom");
        assert_eq!(
            czech("B. W. Kernighan a D. M. Ritchie"),
            "B.~W.~Kernighan a~D.~M.~Ritchie"
        );
        assert_eq!(czech("Ch. Darwin, bod A. dále"), "Ch.~Darwin, bod A. dále");
    }

    #[test]
    fn no_break_spaces_of_the_author_stay() {
        assert_eq!(czech("v\u{a0}domě, 10\u{a0}000 lidí"), "v~domě, 10~000~lidí");
        assert_eq!(czech("k\u{202f}domu"), "k\u{202f}domu");
    }

    #[test]
    fn spanish_and_english_keep_numbers_whole_and_with_units() {
        assert_eq!(
            set(Locale::Es, &["tarda 10 ms y a veces 5 %"]),
            "tarda 10~ms y a veces 5~%"
        );
        assert_eq!(set(Locale::Es, &["a 5 líneas o 1. enero"]), "a 5 líneas o 1. enero");
        assert_eq!(
            set(Locale::En, &["I have a 5 MB file of 200 000 lines"]),
            "I have a 5~MB file of 200~000 lines"
        );
        assert_eq!(
            set(Locale::En, &["takes ", "10", " ms; B. W. Kernighan"]),
            "takes 10~ms; B. W. Kernighan"
        );
    }

    #[test]
    fn japanese_is_left_alone() {
        assert_eq!(set(Locale::Ja, &["10 ms の v ", "差"]), "10 ms の v 差");
    }

    #[test]
    fn line_breaks_vanish_between_japanese_letters_only() {
        for (before, after) in [
            ('字', '漢'),
            ('。', 'か'),
            ('ァ', 'ー'),
            ('、', '「'),
            ('ｶ', 'Ａ'),
            ('𠮷', '々'),
        ] {
            assert!(joins(before, after), "{before}{after}");
        }
        for (before, after) in [
            ('字', 'a'),
            ('a', '字'),
            ('a', 'b'),
            ('한', '국'),
            ('字', '한'),
            ('。', '5'),
            ('㈀', '字'),
        ] {
            assert!(!joins(before, after), "{before}{after}");
        }
    }

    proptest! {
        #[test]
        fn only_white_space_changes_and_setting_twice_changes_nothing(text in "[ \u{a0}avkMsB.,(„1-3 ]{0,24}") {
            for locale in Locale::ALL {
                let once = Typographer::new(locale).text(&text);
                let dense = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                prop_assert_eq!(dense(&once), dense(&text));
                prop_assert_eq!(Typographer::new(locale).text(&once), once);
            }
        }
    }
}
