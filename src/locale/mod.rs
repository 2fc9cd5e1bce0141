//! Locales: their numbers, plurals, lists, order and typography, over ICU data.

/// A language and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Locale {
    Cs,
    Es,
    Ja,
    En,
}
