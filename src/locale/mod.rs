//! Locales: their numbers, plurals, lists, order, dates and typography, over ICU data.
//!
//! Owns `Locale` and the rules that follow from it. Deliberately absent: words of the interface and of findings
//! (`wording`), and how many digits of a number may be told (`quantity`).

mod conventions;
mod digits;
mod phrases;
mod plurals;
mod typography;
mod units;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use phrases::{Quotes, lead};
pub use plurals::Plural;
pub use typography::{Typographer, joins};
pub use units::{UnitWord, unit_word};

/// The no-break space, as locales write it between a number and its unit.
const NO_BREAK_SPACE: char = '\u{a0}';

/// A language and its rules. Ordered as languages are listed everywhere: by tag, English last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    Cs,
    Es,
    Ja,
    En,
}

impl Locale {
    pub const ALL: [Locale; 4] = [Locale::Cs, Locale::Es, Locale::Ja, Locale::En];

    /// The BCP 47 tag, as in file names and in `lang`.
    pub fn tag(self) -> &'static str {
        match self {
            Locale::Cs => "cs",
            Locale::Es => "es",
            Locale::Ja => "ja",
            Locale::En => "en",
        }
    }

    /// The locale of exactly this tag.
    pub fn parse(tag: &str) -> Option<Locale> {
        Locale::ALL.into_iter().find(|locale| locale.tag() == tag)
    }

    /// The language's name in the language itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Locale::Cs => "čeština",
            Locale::Es => "español",
            Locale::Ja => "日本語",
            Locale::En => "English",
        }
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.tag())
    }
}

/// A tag that names no locale of `Locale::ALL`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLocale(pub String);

impl fmt::Display for UnknownLocale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Locale::ALL.map(Locale::tag).join(", ");
        write!(formatter, "unknown locale `{}`; the known ones are {known}", self.0)
    }
}

impl std::error::Error for UnknownLocale {}

impl FromStr for Locale {
    type Err = UnknownLocale;

    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        Locale::parse(tag).ok_or_else(|| UnknownLocale(tag.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_back_in_every_way() {
        for locale in Locale::ALL {
            assert_eq!(Locale::parse(locale.tag()), Some(locale));
            assert_eq!(locale.to_string().parse(), Ok(locale));
            let json = serde_json::to_string(&locale).unwrap();
            assert_eq!(json, format!("\"{}\"", locale.tag()));
            assert_eq!(serde_json::from_str::<Locale>(&json).unwrap(), locale);
        }
    }

    #[test]
    fn other_tags_are_refused_by_name() {
        assert_eq!(Locale::parse("CS"), None);
        assert_eq!(Locale::parse(""), None);
        let refused = "de".parse::<Locale>().unwrap_err();
        assert_eq!(
            refused.to_string(),
            "unknown locale `de`; the known ones are cs, es, ja, en"
        );
    }

    #[test]
    fn the_order_is_that_of_the_list() {
        assert!(Locale::ALL.is_sorted());
    }
}
