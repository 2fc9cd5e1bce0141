//! Plural forms: which of a noun's forms goes with a number, by CLDR's cardinal rules.
//!
//! Deliberately absent: the forms themselves, which lessons and messages hold.

use icu_plurals::PluralCategory;

use super::Locale;
use crate::quantity::Rounded;

/// A class of numbers that take the same form of a noun: those of CLDR that occur in our locales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plural {
    One,
    Few,
    Many,
    Other,
}

impl Plural {
    /// CLDR's keyword, as messages name it: `one`, `few`, `many`, `other`.
    pub fn keyword(self) -> &'static str {
        match self {
            Plural::One => "one",
            Plural::Few => "few",
            Plural::Many => "many",
            Plural::Other => "other",
        }
    }
}

impl Locale {
    /// The form that goes with `number` as it is told: its visible fraction digits count, so that in Czech 1 is
    /// `One` but 1,0 is `Many`.
    pub fn plural(self, number: Rounded) -> Plural {
        let decimal = super::digits::decimal(number);
        match self.conventions(|icu| icu.plurals.category_for(&decimal)) {
            PluralCategory::One => Plural::One,
            PluralCategory::Few => Plural::Few,
            PluralCategory::Many => Plural::Many,
            PluralCategory::Zero | PluralCategory::Two | PluralCategory::Other => Plural::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plural of an example as an author writes it.
    fn of(locale: Locale, example: &str) -> Plural {
        locale.plural(locale.parse_number(example).unwrap())
    }

    #[test]
    fn czech_counts_one_few_many_other() {
        let cases = [
            ("1", Plural::One),
            ("2", Plural::Few),
            ("4", Plural::Few),
            ("5", Plural::Other),
            ("0", Plural::Other),
            ("21", Plural::Other),
            ("22", Plural::Other),
            ("200 000", Plural::Other),
            ("1,5", Plural::Many),
            ("1,0", Plural::Many),
            ("0,3", Plural::Many),
        ];
        for (example, plural) in cases {
            assert_eq!(of(Locale::Cs, example), plural, "{example}");
        }
    }

    #[test]
    fn spanish_and_english_count_one_and_other() {
        assert_eq!(of(Locale::Es, "1"), Plural::One);
        assert_eq!(of(Locale::Es, "1,0"), Plural::One);
        assert_eq!(of(Locale::Es, "1,5"), Plural::Other);
        assert_eq!(of(Locale::Es, "200.000"), Plural::Other);
        assert_eq!(of(Locale::Es, "1.000.000"), Plural::Many);
        assert_eq!(of(Locale::En, "1"), Plural::One);
        assert_eq!(of(Locale::En, "1.0"), Plural::Other);
        assert_eq!(of(Locale::En, "0"), Plural::Other);
    }

    #[test]
    fn japanese_has_one_form() {
        for example in ["0", "1", "2", "1.5", "1,000"] {
            assert_eq!(of(Locale::Ja, example), Plural::Other, "{example}");
        }
    }

    #[test]
    fn digits_rounded_away_are_told_as_zeros_and_count() {
        let tens = Rounded {
            mantissa: 2,
            exponent: 1,
        };
        assert_eq!(Locale::Cs.plural(tens), Plural::Other);
    }
}
