//! Unit words: what readers of any of the locales take for a unit behind a number.
//!
//! Owns the words, spelt out and short, of times, sizes, shares and multiples, and what else is a unit in prose. All locales
//! share them, since a text may slip from one language into another. Deliberately absent: the units that figures are told in,
//! whose symbols (`quantity`) are the same in all locales: also in Japanese, where CLDR has `5 秒` beside `5 ms`, and technical
//! prose the symbols of the SI.

use super::typography::is_east_asian;
use crate::quantity::Unit;

/// What a unit word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitWord {
    /// A unit that figures can be told in.
    Known(Unit),
    /// A time or size in which no figure is told: an hour, a bit.
    TimeOrSize,
    /// How many times: `times`, `krát`.
    Multiple,
    /// Any other unit: `km`, `Hz`.
    Other,
}

/// Words by their beginning; what follows is one of [`ENDINGS`].
const STEMS: &[(&[&str], UnitWord)] = &[
    (
        &["nanosekund", "nanosecond", "nanosegund"],
        UnitWord::Known(Unit::Nanosecond),
    ),
    (
        &["mikrosekund", "microsecond", "microsegund"],
        UnitWord::Known(Unit::Microsecond),
    ),
    (
        &["milisekund", "millisecond", "milisegund"],
        UnitWord::Known(Unit::Millisecond),
    ),
    (&["sekund", "second", "segund", "vteřin"], UnitWord::Known(Unit::Second)),
    (&["minut"], UnitWord::Known(Unit::Minute)),
    (&["hodin", "hour"], UnitWord::TimeOrSize),
    (&["bajt", "byte", "octet"], UnitWord::Known(Unit::B)),
    (&["kilobajt", "kilobyte"], UnitWord::Known(Unit::Kilobyte)),
    (&["megabajt", "megabyte"], UnitWord::Known(Unit::Megabyte)),
    (&["gigabajt", "gigabyte"], UnitWord::Known(Unit::Gigabyte)),
    (&["kibibajt", "kibibyte"], UnitWord::Known(Unit::Kibibyte)),
    (&["mebibajt", "mebibyte"], UnitWord::Known(Unit::Mebibyte)),
    (&["gibibajt", "gibibyte"], UnitWord::Known(Unit::Gibibyte)),
    (
        &["terabajt", "terabyte", "kilobit", "megabit", "gigabit"],
        UnitWord::TimeOrSize,
    ),
    (&["procent", "percent"], UnitWord::Known(Unit::Percent)),
];

/// Of Czech, Spanish and English units in the cases and numbers that they have behind a number.
const ENDINGS: &[&str] = &[
    "", "s", "a", "y", "u", "e", "es", "ě", "o", "os", "ou", "em", "ů", "ům", "ách", "ám", "ami", "ech",
];

/// Whole words, in lower case.
const WORDS: &[(&[&str], UnitWord)] = &[
    (&["nsec", "nsecs", "nsek"], UnitWord::Known(Unit::Nanosecond)),
    (
        &["usec", "usecs", "µsec", "μsec", "usek", "mikros"],
        UnitWord::Known(Unit::Microsecond),
    ),
    (
        &["msec", "msecs", "msek", "mseg", "milis"],
        UnitWord::Known(Unit::Millisecond),
    ),
    (&["sec", "secs", "sek", "seg", "segs"], UnitWord::Known(Unit::Second)),
    (&["mins"], UnitWord::Known(Unit::Minute)),
    (
        &[
            "h", "hr", "hrs", "hod", "hora", "horas", "day", "days", "den", "dny", "dní", "dnů", "día", "días",
        ],
        UnitWord::TimeOrSize,
    ),
    (
        &[
            "bit", "bits", "bity", "bitu", "bitů", "bitech", "kbit", "mbit", "gbit", "tb", "tib",
        ],
        UnitWord::TimeOrSize,
    ),
    (&["pct"], UnitWord::Known(Unit::Percent)),
    (&["times", "krát", "veces", "vez", "x"], UnitWord::Multiple),
    (
        &[
            "kč", "czk", "eur", "usd", "hz", "khz", "mhz", "ghz", "mm", "cm", "m", "km", "g", "kg", "w", "kw", "ks",
            "px",
        ],
        UnitWord::Other,
    ),
];

/// Japanese words by their beginning, since text goes on right behind them; a longer one before one that begins it.
const JAPANESE: &[(&str, UnitWord)] = &[
    ("ナノ秒", UnitWord::Known(Unit::Nanosecond)),
    ("マイクロ秒", UnitWord::Known(Unit::Microsecond)),
    ("ミリ秒", UnitWord::Known(Unit::Millisecond)),
    ("秒", UnitWord::Known(Unit::Second)),
    ("分", UnitWord::Known(Unit::Minute)),
    ("時間", UnitWord::TimeOrSize),
    ("日間", UnitWord::TimeOrSize),
    ("バイト", UnitWord::Known(Unit::B)),
    ("キロバイト", UnitWord::Known(Unit::Kilobyte)),
    ("メガバイト", UnitWord::Known(Unit::Megabyte)),
    ("ギガバイト", UnitWord::Known(Unit::Gigabyte)),
    ("ビット", UnitWord::TimeOrSize),
    ("パーセント", UnitWord::Known(Unit::Percent)),
    ("倍", UnitWord::Multiple),
    ("回", UnitWord::Multiple),
    ("キロメートル", UnitWord::Other),
    ("メートル", UnitWord::Other),
];

/// What follows 分 where it is no minute: 分割, 分岐, 分類, 分野, 分布, 分の.
const NO_MINUTE: &str = "割岐類野布の";

/// Signs that stand for a unit.
const SIGNS: &[(&str, UnitWord)] = &[
    ("%", UnitWord::Known(Unit::Percent)),
    ("×", UnitWord::Multiple),
    ("‰", UnitWord::Other),
    ("°", UnitWord::Other),
    ("€", UnitWord::Other),
];

/// The unit word that `text`, as it follows a number, begins with, spaces before it aside.
pub fn unit_word(text: &str) -> Option<(&str, UnitWord)> {
    let text = text.trim_start();
    if let Some(found) = beginning(text, SIGNS) {
        return Some(found);
    }
    if text.starts_with(is_east_asian) {
        return beginning(text, JAPANESE)
            .filter(|(word, _)| *word != "分" || !text["分".len()..].starts_with(|next| NO_MINUTE.contains(next)));
    }
    if let Some(words) = text
        .get(.."por ciento".len())
        .filter(|words| words.eq_ignore_ascii_case("por ciento"))
    {
        return Some((words, UnitWord::Known(Unit::Percent)));
    }
    let end = text.find(|character: char| !character.is_alphanumeric() || is_east_asian(character));
    let word = &text[..end.unwrap_or(text.len())];
    meaning(word).map(|means| (word, means))
}

fn beginning<'t>(text: &'t str, words: &[(&str, UnitWord)]) -> Option<(&'t str, UnitWord)> {
    let found = words.iter().find(|(word, _)| text.starts_with(word));
    found.map(|(word, means)| (&text[..word.len()], *means))
}

fn meaning(word: &str) -> Option<UnitWord> {
    if let Some(unit) = Unit::parse(word) {
        return Some(UnitWord::Known(unit));
    }
    let lower = word.to_lowercase();
    let whole = WORDS.iter().find(|(words, _)| words.contains(&lower.as_str()));
    let inflects = |stem: &&str| lower.strip_prefix(stem).is_some_and(|ending| ENDINGS.contains(&ending));
    let inflected = STEMS.iter().find(|(stems, _)| stems.iter().any(inflects));
    if let Some((_, means)) = whole.or(inflected) {
        return Some(*means);
    }
    // `KB`, `Ms`: a symbol in other letters, but no single letter.
    let symbol = |unit: &Unit| word.len() > 1 && unit.symbol().to_lowercase() == lower;
    Unit::ALL.into_iter().find(symbol).map(UnitWord::Known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_words_of_all_locales_are_known() {
        let known = |word: &str| match unit_word(word) {
            Some((_, UnitWord::Known(unit))) => Some(unit),
            _ => None,
        };
        for (words, unit) in [
            (
                "seconds second sec sekundy sekund vteřiny segundos seg 秒 秒で s",
                Unit::Second,
            ),
            (
                "milliseconds msec milisekund milisekundy milisegundos ミリ秒 MS",
                Unit::Millisecond,
            ),
            ("microseconds mikrosekundách usec マイクロ秒ほど us", Unit::Microsecond),
            ("minutes minut minuty minutos 分 分かかる", Unit::Minute),
            ("nanosekund nanosegundo ナノ秒", Unit::Nanosecond),
            ("bytes bajtů バイト octets", Unit::B),
            ("KB kb kilobajtů キロバイト kilobytes", Unit::Kilobyte),
            ("% percent procent procenta pct パーセント", Unit::Percent),
        ] {
            for word in words.split(' ') {
                assert_eq!(known(word), Some(unit), "{word}");
                assert_eq!(known(&format!(" {word}, …")), Some(unit), "{word}");
            }
        }
        assert_eq!(known(" por ciento de"), Some(Unit::Percent));
        assert_eq!(unit_word(" km daleko"), Some(("km", UnitWord::Other)));
        assert_eq!(unit_word("°C"), Some(("°", UnitWord::Other)));
        for word in ["hours", "hodin", "horas", "時間", "bits", "TB"] {
            assert_eq!(
                unit_word(word).map(|found| found.1),
                Some(UnitWord::TimeOrSize),
                "{word}"
            );
        }
        for word in ["times", "krát", "veces", "×", "倍", "回"] {
            assert_eq!(unit_word(word).map(|found| found.1), Some(UnitWord::Multiple), "{word}");
        }
    }

    #[test]
    fn other_words_are_no_units() {
        for words in [
            "řádků",
            " řádek",
            " lines",
            " zápisů do souboru",
            "行",
            "個",
            " por minuto",
            " per second",
            " za sekundu",
            "/s",
            " hodinek",
            " secondary",
            " sections",
            " minutely",
            " dollars",
            "分割",
            "分の",
            " a víc",
            " of time",
            "",
            ".",
            " líneas",
        ] {
            assert_eq!(unit_word(words), None, "{words}");
        }
    }
}
