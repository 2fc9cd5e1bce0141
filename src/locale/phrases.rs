//! Lists, alphabetical order, dates and quotation marks of a locale.
//!
//! Dates follow CLDR's long form. They are written here and not by `icu_datetime`, which brings calendars and time
//! zones along, because a date without a time of day in four languages is four patterns and 36 names.

use std::cmp::Ordering;

use super::typography::is_east_asian;
use super::{Locale, NO_BREAK_SPACE};

/// The months as they stand in a date: in Czech in the genitive.
const CZECH_MONTHS: [&str; 12] = [
    "ledna",
    "února",
    "března",
    "dubna",
    "května",
    "června",
    "července",
    "srpna",
    "září",
    "října",
    "listopadu",
    "prosince",
];
const SPANISH_MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];
const ENGLISH_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Quotation marks: the outer pair, and the pair inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotes {
    pub open: char,
    pub close: char,
    pub inner_open: char,
    pub inner_close: char,
}

impl Locale {
    /// `items`, plain text, as one enumeration: `a, b a c`, `a, b y c`, `a、b、c`, `a, b, and c`. In Czech no line
    /// breaks after `a`; Spanish `y` becomes `e` before an i sound.
    pub fn list<T: AsRef<str>>(self, items: &[T]) -> String {
        let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
        match items.split_last() {
            // ICU's rule for `e` knows i and hi without accents only, so let a bare i stand for such a word.
            Some((last, rest)) if self == Locale::Es && begins_with_accented_i(last) => {
                let stem = self.join([rest, &["i"]].concat());
                format!("{}{last}", stem.trim_end_matches('i'))
            }
            _ => self.join(items),
        }
    }

    fn join(self, items: Vec<&str>) -> String {
        self.conventions(|icu| icu.and.format(items.into_iter()).to_string())
    }

    /// The order of this locale's dictionaries: in Czech `ch` after `h`, in Spanish `ñ` after `n`.
    pub fn compare(self, left: &str, right: &str) -> Ordering {
        self.conventions(|icu| icu.collator.compare(left, right))
    }

    /// A day of the Gregorian calendar in the long form: `30. listopadu 2026`, `30 de noviembre de 2026`,
    /// `2026年11月30日`, `November 30, 2026`. Months are 1–12, days 1–31.
    pub fn date(self, year: u16, month: u8, day: u8) -> String {
        debug_assert!((1..=12).contains(&month) && (1..=31).contains(&day));
        let name = |names: [&'static str; 12]| names[usize::from(month.clamp(1, 12)) - 1];
        let space = NO_BREAK_SPACE;
        match self {
            Locale::Cs => format!("{day}.{space}{} {year}", name(CZECH_MONTHS)),
            Locale::Es => format!("{day} de {} de {year}", name(SPANISH_MONTHS)),
            Locale::Ja => format!("{year}年{month}月{day}日"),
            Locale::En => format!("{} {day}, {year}", name(ENGLISH_MONTHS)),
        }
    }

    /// Quotation marks by CLDR.
    pub fn quotes(self) -> Quotes {
        let [open, close, inner_open, inner_close] = match self {
            Locale::Cs => ['„', '“', '‚', '‘'],
            Locale::Es => ['«', '»', '“', '”'],
            Locale::Ja => ['「', '」', '『', '』'],
            Locale::En => ['“', '”', '‘', '’'],
        };
        Quotes {
            open,
            close,
            inner_open,
            inner_close,
        }
    }

    /// What stands between a term and what is said of it: full-width in Japanese, where no space follows.
    pub fn colon(self) -> &'static str {
        match self {
            Locale::Ja => "：",
            Locale::Cs | Locale::Es | Locale::En => ": ",
        }
    }

    /// What stands before and after a remark that follows a word.
    pub fn parentheses(self) -> [&'static str; 2] {
        match self {
            Locale::Ja => ["（", "）"],
            Locale::Cs | Locale::Es | Locale::En => [" (", ")"],
        }
    }

    /// `text` in this locale's quotation marks.
    pub fn quoted(self, text: &str) -> String {
        let Quotes { open, close, .. } = self.quotes();
        format!("{open}{text}{close}")
    }
}

/// `words` that lead to what follows them on a line: with a space, where the last of them is no Japanese letter or mark.
pub fn lead(words: &str) -> String {
    match words.chars().next_back() {
        Some(last) if !is_east_asian(last) => format!("{words} "),
        _ => words.to_owned(),
    }
}

fn begins_with_accented_i(word: &str) -> bool {
    let mut letters = word.chars().flat_map(char::to_lowercase);
    matches!(
        (letters.next(), letters.next()),
        (Some('í'), _) | (Some('h'), Some('í'))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_marks_bring_their_own_space() {
        let told = Locale::ALL.map(|locale| {
            let [open, close] = locale.parentheses();
            format!("a{open}b{close}{}c", locale.colon())
        });
        assert_eq!(told, ["a (b): c", "a (b): c", "a（b）：c", "a (b): c"]);
        assert_eq!(
            ["出力：", "注", "Read first:"].map(lead),
            ["出力：", "注", "Read first: "]
        );
    }

    #[test]
    fn lists_join_as_the_language_does() {
        let three = ["a", "b", "c"];
        let told = Locale::ALL.map(|locale| locale.list(&three));
        assert_eq!(told, ["a, b a\u{a0}c", "a, b y c", "a、b、c", "a, b, and c"]);
        let two = ["soubor", "roura"];
        let told = Locale::ALL.map(|locale| locale.list(&two));
        assert_eq!(
            told,
            [
                "soubor a\u{a0}roura",
                "soubor y roura",
                "soubor、roura",
                "soubor and roura"
            ]
        );
        assert_eq!(Locale::Cs.list(&["x"]), "x");
        assert_eq!(Locale::Cs.list::<String>(&[]), "");
    }

    #[test]
    fn spanish_avoids_two_i_sounds() {
        assert_eq!(Locale::Es.list(&["padres", "hijos"]), "padres e hijos");
        assert_eq!(Locale::Es.list(&["a", "b", "índice"]), "a, b e índice");
        assert_eq!(Locale::Es.list(&["Índice"]), "Índice");
        assert_eq!(Locale::Es.list(&["iii", "híbrido"]), "iii e híbrido");
        assert_eq!(Locale::Es.list(&["agua", "hielo"]), "agua y hielo");
    }

    #[test]
    fn words_are_sorted_as_in_the_dictionary() {
        let sorted = |locale: Locale, mut words: Vec<&'static str>| {
            words.sort_by(|a, b| locale.compare(a, b));
            words
        };
        assert_eq!(
            sorted(Locale::Cs, vec!["ch", "i", "h", "c", "č", "d", "hz"]),
            ["c", "č", "d", "h", "hz", "ch", "i"]
        );
        assert_eq!(
            sorted(Locale::En, vec!["ch", "i", "h", "c", "d"]),
            ["c", "ch", "d", "h", "i"]
        );
        assert_eq!(
            sorted(Locale::Es, vec!["oso", "ñu", "nube", "nz"]),
            ["nube", "nz", "ñu", "oso"]
        );
        assert_eq!(
            sorted(Locale::Ja, vec!["パイプ", "あと", "ファイル", "かな"]),
            ["あと", "かな", "パイプ", "ファイル"]
        );
    }

    #[test]
    fn dates_have_the_long_form() {
        let told = Locale::ALL.map(|locale| locale.date(2026, 11, 30));
        assert_eq!(
            told,
            [
                "30.\u{a0}listopadu 2026",
                "30 de noviembre de 2026",
                "2026年11月30日",
                "November 30, 2026"
            ]
        );
        assert_eq!(Locale::Cs.date(2027, 1, 5), "5.\u{a0}ledna 2027");
        assert_eq!(Locale::En.date(2027, 12, 5), "December 5, 2027");
    }

    #[test]
    fn quotation_marks_are_the_language_s_own() {
        let told = Locale::ALL.map(|locale| locale.quoted("x"));
        assert_eq!(told, ["„x“", "«x»", "「x」", "“x”"]);
    }
}
