//! Quantities: numbers that know what they count, their arithmetic, and rounding to the digits that can be told.
//!
//! Owns kinds (duration, bytes, count, number), units and their scale, and decimal rounding.
//! Deliberately absent: statistics (`analysis`) and digits as a locale writes them (`locale`, `wording`).

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a value is a value of. Kinds are what expressions are checked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// In nanoseconds.
    Duration,
    /// In bytes.
    Bytes,
    /// How many of something.
    Count,
    /// A plain number or a ratio.
    Number,
    /// What a program printed; only compared.
    Text,
    /// What a claim asserts; true, false, or not known.
    Truth,
}

impl Kind {
    /// The symbol of the unit that values are counted in; none for counts and plain numbers.
    pub fn base_symbol(self) -> &'static str {
        match self {
            Kind::Duration => "ns",
            Kind::Bytes => "B",
            Kind::Count | Kind::Number | Kind::Text | Kind::Truth => "",
        }
    }

    /// Whether values of this kind are numbers.
    pub fn is_numeric(self) -> bool {
        !matches!(self, Kind::Text | Kind::Truth)
    }

    /// Whether this kind scales any other: counts and plain numbers do.
    fn scales(self) -> bool {
        matches!(self, Kind::Count | Kind::Number)
    }

    /// The kind of `self + other` and `self - other`, or of their comparison.
    pub fn joined(self, other: Kind) -> Option<Kind> {
        match (self, other) {
            (a, b) if a == b && a.is_numeric() => Some(a),
            (Kind::Count, Kind::Number) | (Kind::Number, Kind::Count) => Some(Kind::Count),
            _ => None,
        }
    }

    /// The kind of `self * other`.
    pub fn times(self, other: Kind) -> Option<Kind> {
        match (self, other) {
            (Kind::Number, b) if b.is_numeric() => Some(b),
            (a, b) if a.is_numeric() && b.scales() => Some(a),
            (Kind::Count, b) if b.is_numeric() => Some(b),
            _ => None,
        }
    }

    /// The kind of `self / other`.
    pub fn over(self, other: Kind) -> Option<Kind> {
        match (self, other) {
            (a, b) if a == b && a.is_numeric() => Some(Kind::Number),
            (a, b) if a.is_numeric() && b.scales() => Some(a),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Kind::Duration => "a duration",
            Kind::Bytes => "a number of bytes",
            Kind::Count => "a count",
            Kind::Number => "a plain number",
            Kind::Text => "a text",
            Kind::Truth => "a claim",
        })
    }
}

/// A unit that lessons write beside a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unit {
    #[serde(rename = "ns")]
    Nanosecond,
    #[serde(rename = "us")]
    Microsecond,
    #[serde(rename = "ms")]
    Millisecond,
    #[serde(rename = "s")]
    Second,
    #[serde(rename = "min")]
    Minute,
    B,
    #[serde(rename = "kB")]
    Kilobyte,
    #[serde(rename = "MB")]
    Megabyte,
    #[serde(rename = "GB")]
    Gigabyte,
    #[serde(rename = "KiB")]
    Kibibyte,
    #[serde(rename = "MiB")]
    Mebibyte,
    #[serde(rename = "GiB")]
    Gibibyte,
    #[serde(rename = "%")]
    Percent,
}

impl Unit {
    pub const ALL: [Unit; 13] = [
        Unit::Nanosecond,
        Unit::Microsecond,
        Unit::Millisecond,
        Unit::Second,
        Unit::Minute,
        Unit::B,
        Unit::Kilobyte,
        Unit::Megabyte,
        Unit::Gigabyte,
        Unit::Kibibyte,
        Unit::Mebibyte,
        Unit::Gibibyte,
        Unit::Percent,
    ];

    /// As lessons and pages write it: `µs`, `KiB`, `%`.
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Nanosecond => "ns",
            Unit::Microsecond => "µs",
            Unit::Millisecond => "ms",
            Unit::Second => "s",
            Unit::Minute => "min",
            Unit::B => "B",
            Unit::Kilobyte => "kB",
            Unit::Megabyte => "MB",
            Unit::Gigabyte => "GB",
            Unit::Kibibyte => "KiB",
            Unit::Mebibyte => "MiB",
            Unit::Gibibyte => "GiB",
            Unit::Percent => "%",
        }
    }

    /// The unit that a lesson means by `word`: its symbol, or `us` (also with U+03BC) for `µs`.
    pub fn parse(word: &str) -> Option<Unit> {
        match word {
            "us" | "μs" => Some(Unit::Microsecond),
            _ => Unit::ALL.into_iter().find(|unit| unit.symbol() == word),
        }
    }

    pub fn kind(self) -> Kind {
        match self {
            Unit::Nanosecond | Unit::Microsecond | Unit::Millisecond | Unit::Second | Unit::Minute => Kind::Duration,
            Unit::Percent => Kind::Number,
            _ => Kind::Bytes,
        }
    }

    /// How many of the kind's base unit (nanosecond, byte, one) this unit is.
    pub fn scale(self) -> f64 {
        match self {
            Unit::Nanosecond | Unit::B => 1.0,
            Unit::Microsecond | Unit::Kilobyte => 1e3,
            Unit::Millisecond | Unit::Megabyte => 1e6,
            Unit::Second | Unit::Gigabyte => 1e9,
            Unit::Minute => 6e10,
            Unit::Kibibyte => 1024.0,
            Unit::Mebibyte => 1024.0 * 1024.0,
            Unit::Gibibyte => 1024.0 * 1024.0 * 1024.0,
            Unit::Percent => 0.01,
        }
    }
}

/// A number of one kind, in the kind's base unit: nanoseconds, bytes, or ones.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Quantity {
    kind: Kind,
    value: f64,
    /// Whether it was written with `%`, so that it is told with it.
    is_percentage: bool,
}

impl Quantity {
    /// `value` in base units of `kind`, which is a numeric one.
    pub fn new(kind: Kind, value: f64) -> Self {
        debug_assert!(kind.is_numeric());
        Quantity {
            kind,
            value,
            is_percentage: false,
        }
    }

    /// `value` as written with `unit`; a plain number without.
    pub fn of(value: f64, unit: Option<Unit>) -> Self {
        match unit {
            Some(unit) => Quantity {
                is_percentage: unit == Unit::Percent,
                ..Quantity::new(unit.kind(), value * unit.scale())
            },
            None => Quantity::new(Kind::Number, value),
        }
    }

    pub fn kind(self) -> Kind {
        self.kind
    }

    /// In base units.
    pub fn value(self) -> f64 {
        self.value
    }

    /// Whether it was written with `%`. What is computed from such is a plain number again.
    pub fn is_percentage(self) -> bool {
        self.is_percentage
    }

    /// In `unit`, which must be of this quantity's kind.
    pub fn in_unit(self, unit: Unit) -> f64 {
        debug_assert_eq!(unit.kind(), self.kind);
        self.value / unit.scale()
    }

    /// Whether it is a whole number of base units that is told whole.
    pub fn is_whole(self) -> bool {
        self.value.fract() == 0.0 && self.value.abs() < 9e15
    }
}

/// `mantissa` × 10^`exponent`: a number rounded to the digits that are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    pub mantissa: i64,
    /// Of the last digit told, at most 0 unless digits before the point were rounded away.
    pub exponent: i16,
}

impl Rounded {
    /// `value` to the digit of 10^`exponent`, halves away from zero.
    pub fn at(value: f64, exponent: i16) -> Self {
        // A product by a power of ten that is exact, so that 0.5 stays a half.
        let scaled = if exponent <= 0 {
            value * 10f64.powi(i32::from(-exponent))
        } else {
            value / 10f64.powi(i32::from(exponent))
        };
        if scaled.abs() > MOST_EXACT && scaled.is_finite() {
            // More digits than the number itself has.
            return Rounded::at(value, exponent + 1);
        }
        Rounded {
            mantissa: scaled.round() as i64,
            exponent,
        }
    }

    /// `value` to the digit where half the width of its interval begins: 17.23 ± 0.4 is 17.2, 123.4 ± 6 is 123. Where zero
    /// lies beyond the interval, the first digit is told all the same: 32, between 24 and 245, is 30 and not 0.
    pub fn by_interval(value: f64, low: f64, high: f64) -> Self {
        let supported = leading_exponent((high - low) / 2.0);
        if low >= 0.0 || high <= 0.0 {
            return Rounded::seen(value, supported);
        }
        Rounded::at(value, supported)
    }

    /// `value` to the digit of 10^`exponent`, or to its first one where it would seem to be zero.
    pub fn seen(value: f64, exponent: i16) -> Self {
        let rounded = Rounded::at(value, exponent);
        match rounded.mantissa == 0 && value != 0.0 {
            true => Rounded::at(value, leading_exponent(value)),
            false => rounded,
        }
    }

    /// `value` whole if ten significant digits or three after the point suffice, else, as with a third, to at least
    /// three significant digits and never less than all digits before the point: an exact figure.
    pub fn exact(value: f64) -> Self {
        let first = leading_exponent(value);
        let tells_all = |whole: &Rounded| (whole.value() - value).abs() <= 1e-12 * value.abs();
        let mut whole = (0..=(MOST_TOLD - 1 - first).max(3)).map(|digits| Rounded::at(value, -digits));
        whole
            .find(tells_all)
            .unwrap_or_else(|| Rounded::at(value, (first - 2).min(0)))
    }

    /// The number, for comparisons and for choosing plurals; not for further arithmetic.
    pub fn value(self) -> f64 {
        self.mantissa as f64 * 10f64.powi(i32::from(self.exponent))
    }
}

/// How many significant digits an exact figure is told with at most: enough for a second and a nanosecond.
const MOST_TOLD: i16 = 10;

/// Up to here every whole number is exact: 2^53.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// The decimal exponent of the first digit of `value`: 0 for 3, 2 for 123, -2 for 0.04. 0 for 0.
fn leading_exponent(value: f64) -> i16 {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    value.abs().log10().floor() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_digit_told_stands_where_the_half_width_begins() {
        let told = |value, half| {
            let rounded = Rounded::by_interval(value, value - half, value + half);
            (rounded.mantissa, rounded.exponent)
        };
        assert_eq!(told(17.23, 0.4), (172, -1));
        assert_eq!(told(123.4, 6.0), (123, 0));
        assert_eq!(told(124_312.0, 2_300.0), (124, 3));
        assert_eq!(told(0.012_34, 0.000_5), (123, -4));
    }

    #[test]
    fn what_is_not_zero_is_not_told_as_zero() {
        let told = |value, low, high| Rounded::by_interval(value, low, high).value();
        assert_eq!(told(32.0, 24.0, 245.0), 30.0);
        assert_eq!(told(-32.0, -245.0, -24.0), -30.0);
        assert_eq!(told(32.0, 0.0, 245.0), 30.0);
        assert_eq!(told(0.004, 0.001, 0.9), 0.004);
        assert_eq!(told(96.0, 24.0, 245.0), 100.0);
        // Where the interval has zero inside, zero is what can be told.
        assert_eq!(told(3.0, -400.0, 400.0), 0.0);
        assert_eq!(told(0.0, 0.0, 5.0), 0.0);
    }

    #[test]
    fn exact_figures_are_told_whole() {
        assert_eq!(
            Rounded::exact(200_000.0),
            Rounded {
                mantissa: 200_000,
                exponent: 0
            }
        );
        assert_eq!(
            Rounded::exact(12_345.678),
            Rounded {
                mantissa: 12_345_678,
                exponent: -3
            }
        );
        assert_eq!(
            Rounded::exact(200_000.0 / 304.0),
            Rounded {
                mantissa: 658,
                exponent: 0
            }
        );
        assert_eq!(
            Rounded::exact(1.000_000_001),
            Rounded {
                mantissa: 1_000_000_001,
                exponent: -9
            }
        );
        assert_eq!(
            Rounded::exact(1.0 / 3.0),
            Rounded {
                mantissa: 333,
                exponent: -3
            }
        );
        assert_eq!(
            Rounded::exact(0.000_000_125),
            Rounded {
                mantissa: 125,
                exponent: -9
            }
        );
    }

    #[test]
    fn a_percentage_is_a_plain_number_that_remembers_its_sign() {
        let ten = Quantity::of(10.0, Some(Unit::Percent));
        assert_eq!(
            (ten.kind(), ten.value(), ten.is_percentage()),
            (Kind::Number, 0.1, true)
        );
        assert!(!Quantity::of(0.1, None).is_percentage());
        assert!(!Quantity::of(10.0, Some(Unit::Millisecond)).is_percentage());
    }

    #[test]
    fn numbers_beyond_all_digits_are_rounded_and_not_cut() {
        assert_eq!(
            Rounded::exact(1e24),
            Rounded {
                mantissa: 1_000_000_000_000_000,
                exponent: 9
            }
        );
        assert!((Rounded::exact(-1.234_5e30).value() / -1.234_5e30 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn kinds_join_and_scale_as_the_grammar_says() {
        assert_eq!(Kind::Duration.over(Kind::Duration), Some(Kind::Number));
        assert_eq!(Kind::Duration.over(Kind::Count), Some(Kind::Duration));
        assert_eq!(Kind::Count.over(Kind::Duration), None);
        assert_eq!(Kind::Count.joined(Kind::Number), Some(Kind::Count));
        assert_eq!(Kind::Duration.joined(Kind::Bytes), None);
        assert_eq!(Kind::Duration.times(Kind::Duration), None);
        assert_eq!(Kind::Count.times(Kind::Duration), Some(Kind::Duration));
    }
}
