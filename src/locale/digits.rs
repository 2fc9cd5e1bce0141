//! Numbers as a locale writes and reads them, with their units.
//!
//! Deliberately absent: choosing how many digits are told (`quantity`), and the nouns beside them.

use std::ops::Range;

use fixed_decimal::Decimal;

use super::typography::is_east_asian;
use super::{Locale, NO_BREAK_SPACE};
use crate::quantity::{Rounded, Unit};

/// The spaces that people put between groups of digits: common, no-break, narrow no-break, thin.
const GROUP_SPACES: [char; 4] = [' ', NO_BREAK_SPACE, '\u{202f}', '\u{2009}'];

/// The hyphen that keyboards have for a minus, and the minus.
const HYPHEN: char = '-';
const TRUE_MINUS: char = '\u{2212}';
const MINUS: [char; 2] = [HYPHEN, TRUE_MINUS];

/// `number` as ICU takes it, with all its digits visible.
pub(super) fn decimal(number: Rounded) -> Decimal {
    let mut decimal = Decimal::from(number.mantissa);
    decimal.multiply_pow10(number.exponent);
    // A zero that was moved left of the point would be told as several.
    decimal.trim_start();
    decimal
}

impl Locale {
    /// `number` in this locale's digits, with its separators and a true minus, for which CLDR has the keyboard's hyphen; zeros
    /// stand for digits rounded away.
    pub fn number(self, number: Rounded) -> String {
        let decimal = decimal(number);
        let written = self.conventions(|icu| icu.decimal.format(&decimal).to_string());
        match written.strip_prefix(HYPHEN) {
            Some(digits) => format!("{TRUE_MINUS}{digits}"),
            None => written,
        }
    }

    /// The number that an author of this locale writes as `text`, all of it: `1,5` and `200 000` in Czech,
    /// `200.000` in Spanish, `1,234.5` in English and Japanese. Any space of one kind groups digits in any locale;
    /// digits may also stand ungrouped. The digits after the point are kept, so 1,0 is not 1.
    pub fn parse_number(self, text: &str) -> Option<Rounded> {
        let (number, length) = self.number_prefix(text)?;
        (length == text.len()).then_some(number)
    }

    /// The first number in `text`, and where it stands. Digits of a word or name (`utf8`, `UTF-8`) are none, and
    /// neither is what another locale's separators make unclear, such as `1.5` in Czech.
    pub fn find_number(self, text: &str) -> Option<(Range<usize>, Rounded)> {
        text.char_indices().find_map(|(start, _)| {
            if is_inside_word(&text[..start]) {
                return None;
            }
            let (number, length) = self.number_prefix(&text[start..])?;
            Some((start..start + length, number))
        })
    }

    /// `number`, already written, with `unit` as this locale spaces it.
    pub fn with_unit(self, number: &str, unit: Unit) -> String {
        let symbol = unit.symbol();
        match (self, unit) {
            (Locale::Ja | Locale::En, Unit::Percent) => format!("{number}{symbol}"),
            _ => format!("{number}{NO_BREAK_SPACE}{symbol}"),
        }
    }

    /// `number`, already written, as a ratio: `17×`, in Japanese `17倍`.
    pub fn times(self, number: &str) -> String {
        match self {
            Locale::Ja => format!("{number}倍"),
            Locale::Cs | Locale::Es | Locale::En => format!("{number}×"),
        }
    }

    fn decimal_separator(self) -> char {
        match self {
            Locale::Cs | Locale::Es => ',',
            Locale::Ja | Locale::En => '.',
        }
    }

    fn groups_with(self, separator: char) -> bool {
        let own = match self {
            Locale::Cs => None,
            Locale::Es => Some('.'),
            Locale::Ja | Locale::En => Some(','),
        };
        GROUP_SPACES.contains(&separator) || own == Some(separator)
    }

    /// The longest number that `text` begins with, and its length in bytes.
    fn number_prefix(self, text: &str) -> Option<(Rounded, usize)> {
        let unsigned = text.strip_prefix(MINUS).unwrap_or(text);
        let integer = &unsigned[..self.integer_length(unsigned)];
        if integer.is_empty() {
            return None;
        }
        let after = &unsigned[integer.len()..];
        let fraction = match after.strip_prefix(self.decimal_separator()) {
            Some(after) => &after[..digits_length(after)],
            None => "",
        };
        let rest = match fraction {
            "" => after,
            _ => &after[self.decimal_separator().len_utf8() + fraction.len()..],
        };
        if rest
            .strip_prefix(['.', ','])
            .is_some_and(|rest| digits_length(rest) > 0)
        {
            return None;
        }
        let magnitude = mantissa(integer.chars().chain(fraction.chars()))?;
        let number = Rounded {
            mantissa: if unsigned.len() < text.len() {
                -magnitude
            } else {
                magnitude
            },
            exponent: -i16::try_from(fraction.len()).ok()?,
        };
        Some((number, text.len() - rest.len()))
    }

    /// How long the digits before the point are at the start of `text`, with their grouping. Zero if there are none.
    fn integer_length(self, text: &str) -> usize {
        let mut length = digits_length(text);
        if !(1..=3).contains(&length) || text.starts_with('0') {
            return length;
        }
        let Some(separator) = text[length..].chars().next().filter(|&mark| self.groups_with(mark)) else {
            return length;
        };
        while let Some(group) = text[length..].strip_prefix(separator)
            && digits_length(group) == 3
        {
            length += separator.len_utf8() + 3;
        }
        length
    }
}

/// How many ASCII digits `text` begins with.
fn digits_length(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The digits among `characters` as one number. `None` if it is beyond all measuring.
fn mantissa(characters: impl Iterator<Item = char>) -> Option<i64> {
    characters
        .filter_map(|c| c.to_digit(10))
        .try_fold(0_i64, |sum, digit| sum.checked_mul(10)?.checked_add(i64::from(digit)))
}

/// Whether what follows `before` continues a word, a name or a number. Japanese puts no space before numbers.
fn is_inside_word(before: &str) -> bool {
    before.trim_end_matches(MINUS).ends_with(|last: char| {
        let continues = last.is_alphanumeric() || matches!(last, '.' | ',' | '_');
        continues && !is_east_asian(last)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rounded(mantissa: i64, exponent: i16) -> Rounded {
        Rounded { mantissa, exponent }
    }

    #[test]
    fn numbers_are_written_as_readers_expect() {
        let cases = [
            (rounded(12_345, -1), ["1\u{a0}234,5", "1234,5", "1,234.5", "1,234.5"]),
            (
                rounded(12_345_678, -3),
                ["12\u{a0}345,678", "12.345,678", "12,345.678", "12,345.678"],
            ),
            (rounded(200_000, 0), ["200\u{a0}000", "200.000", "200,000", "200,000"]),
            (rounded(124, 3), ["124\u{a0}000", "124.000", "124,000", "124,000"]),
            (rounded(-25, -1), ["−2,5", "−2,5", "−2.5", "−2.5"]),
            (rounded(123, -4), ["0,0123", "0,0123", "0.0123", "0.0123"]),
            (rounded(10, -1), ["1,0", "1,0", "1.0", "1.0"]),
            (rounded(0, -2), ["0,00", "0,00", "0.00", "0.00"]),
            (rounded(0, 3), ["0", "0", "0", "0"]),
        ];
        for (number, written) in cases {
            assert_eq!(Locale::ALL.map(|locale| locale.number(number)), written);
        }
    }

    #[test]
    fn percentages_units_and_ratios_are_spaced_by_locale() {
        let percent = rounded(123, -1);
        let told = Locale::ALL.map(|locale| locale.with_unit(&locale.number(percent), Unit::Percent));
        assert_eq!(told, ["12,3\u{a0}%", "12,3\u{a0}%", "12.3%", "12.3%"]);
        for locale in Locale::ALL {
            assert_eq!(locale.with_unit("5", Unit::Microsecond), "5\u{a0}µs");
        }
        assert_eq!(
            Locale::ALL.map(|locale| locale.times("17")),
            ["17×", "17×", "17倍", "17×"]
        );
    }

    #[test]
    fn numbers_are_read_as_authors_write_them() {
        let cases = [
            (Locale::Cs, "5", Some((5, 0))),
            (Locale::Cs, "1,5", Some((15, -1))),
            (Locale::Cs, "1,0", Some((10, -1))),
            (Locale::Cs, "200 000", Some((200_000, 0))),
            (Locale::Cs, "200\u{a0}000", Some((200_000, 0))),
            (Locale::Cs, "1 234 567,8", Some((12_345_678, -1))),
            (Locale::Cs, "200000", Some((200_000, 0))),
            (Locale::Cs, "\u{2212}3", Some((-3, 0))),
            (Locale::Cs, "1.5", None),
            (Locale::Cs, "2 00", None),
            (Locale::Cs, "0 500", None),
            (Locale::Es, "1,5", Some((15, -1))),
            (Locale::Es, "200.000", Some((200_000, 0))),
            (Locale::Es, "1.234,5", Some((12_345, -1))),
            (Locale::Es, "1.5", None),
            (Locale::Es, "1.234 567", None),
            (Locale::En, "1.5", Some((15, -1))),
            (Locale::En, "200,000", Some((200_000, 0))),
            (Locale::En, "200 000", Some((200_000, 0))),
            (Locale::En, "1,5", None),
            (Locale::Ja, "1,234.5", Some((12_345, -1))),
            (Locale::Ja, "", None),
            (Locale::Ja, "-", None),
            (Locale::Ja, "5.", None),
            (Locale::Ja, "99999999999999999999", None),
        ];
        for (locale, text, expected) in cases {
            let read = locale.parse_number(text);
            assert_eq!(read.map(|n| (n.mantissa, n.exponent)), expected, "{locale} {text}");
        }
    }

    #[test]
    fn a_number_is_found_in_its_phrase() {
        let cases = [
            (Locale::Cs, "zbylo 200 000 řádků", Some("200 000")),
            (Locale::Cs, "2krát", Some("2")),
            (Locale::Cs, "zbyl 1 řádek.", Some("1")),
            (Locale::Cs, "o 1,5 % víc", Some("1,5")),
            (Locale::Cs, "2.5 běhu", None),
            (Locale::Es, "son 1.234,5 veces", Some("1.234,5")),
            (Locale::Ja, "約5回です", Some("5")),
            (Locale::Ja, "差は-3。", Some("-3")),
            (Locale::En, "UTF-8 in utf8", None),
            (Locale::En, "in UTF-8, 5 lines", Some("5")),
            (Locale::En, "none", None),
        ];
        for (locale, phrase, expected) in cases {
            let found = locale.find_number(phrase);
            assert_eq!(found.map(|(range, _)| &phrase[range]), expected, "{locale} {phrase}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(mantissa in -1_000_000_000_000_i64..1_000_000_000_000, exponent in -8_i16..=5) {
            let number = rounded(mantissa, exponent);
            let zeros = 10_i64.pow(u32::try_from(exponent.max(0)).unwrap());
            let told = rounded(mantissa * zeros, exponent.min(0));
            for locale in Locale::ALL {
                let written = locale.number(number);
                prop_assert_eq!(locale.parse_number(&written), Some(told), "{}", written);
                prop_assert_eq!(locale.plural(number), locale.plural(told));
                let phrase = format!("({written} s)");
                prop_assert_eq!(locale.find_number(&phrase), Some((1..1 + written.len(), told)));
            }
        }

        #[test]
        fn reading_takes_any_text(text in "[0-9 .,a−\u{a0}-]{0,12}") {
            for locale in Locale::ALL {
                if let Some((range, number)) = locale.find_number(&text) {
                    prop_assert_eq!(locale.parse_number(&text[range]), Some(number));
                }
            }
        }
    }
}
