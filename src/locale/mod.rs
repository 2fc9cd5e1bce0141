//! Locales: their numbers, plurals, lists, order and typography, over ICU data.
