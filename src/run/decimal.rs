//! Exact decimals: numbers as programs print them, and series of them on one scale.
//!
//! Deliberately absent: floating point. What a program printed is kept digit by digit, as far as a record can.

use crate::quantity::{Kind, Unit};
use crate::record::Series;

/// The finest scale that is kept, in base units; digits behind it are rounded away.
const FINEST: i32 = -30;
/// Beyond 10 to this power no integer of a record reaches.
const LARGEST: i32 = 18;

/// `mantissa` × 10^`exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i64,
    /// From [`FINEST`] to 0.
    exponent: i32,
}

impl Decimal {
    /// An integer; as large as can be where it does not fit, which no reading of a machine reaches.
    pub(super) fn whole(number: u128) -> Self {
        Decimal {
            mantissa: i64::try_from(number).unwrap_or(i64::MAX),
            exponent: 0,
        }
    }

    /// A number as programs print it: a sign, digits, a fraction behind a point, a power of ten behind `e`.
    /// Nothing for other text, and for what is too large to keep.
    pub(super) fn parse(text: &str, unit: Option<Unit>) -> Option<Decimal> {
        let (number, power) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, digits) = match number.as_bytes().first()? {
            b'-' => (true, &number[1..]),
            b'+' => (false, &number[1..]),
            _ => (false, number),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{whole}{fraction}");
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // Beyond this many digits no sum below overflows, and none is of use.
        let kept = all.trim_start_matches('0');
        let cut = kept.len().saturating_sub(24);
        let mantissa: i128 = match &kept[..kept.len() - cut] {
            "" => 0,
            kept => kept.parse().ok()?,
        };
        let exponent = power.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let exponent = exponent.checked_add(i32::try_from(cut).ok()?)?;
        let (factor, shift) = scale(unit);
        let mantissa = if negative { -mantissa } else { mantissa };
        fitting(mantissa * factor, exponent.checked_add(shift)?)
    }
}

/// What a unit is in base units of its kind, as an integer times a power of ten.
fn scale(unit: Option<Unit>) -> (i128, i32) {
    match unit {
        None | Some(Unit::Nanosecond | Unit::B) => (1, 0),
        Some(Unit::Microsecond | Unit::Kilobyte) => (1, 3),
        Some(Unit::Millisecond | Unit::Megabyte) => (1, 6),
        Some(Unit::Second | Unit::Gigabyte) => (1, 9),
        Some(Unit::Minute) => (6, 10),
        Some(Unit::Kibibyte) => (1 << 10, 0),
        Some(Unit::Mebibyte) => (1 << 20, 0),
        Some(Unit::Gibibyte) => (1 << 30, 0),
        Some(Unit::Percent) => (1, -2),
    }
}

/// On the coarsest scale up to ones that keeps all digits, else on the finest that there is room for.
fn fitting(mut mantissa: i128, mut exponent: i32) -> Option<Decimal> {
    if mantissa == 0 {
        return Some(Decimal {
            mantissa: 0,
            exponent: 0,
        });
    }
    if exponent > LARGEST {
        return None;
    }
    if exponent > 0 {
        mantissa = mantissa.checked_mul(10i128.pow(exponent.unsigned_abs()))?;
        exponent = 0;
    }
    while exponent < 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        exponent += 1;
    }
    // All at once: digits that are rounded away one by one are rounded twice.
    let away = FINEST.saturating_sub(exponent).max(0).unsigned_abs();
    let needed = (away..).find(|digits| i64::try_from(coarser(mantissa, *digits)).is_ok())?;
    mantissa = coarser(mantissa, needed);
    exponent = exponent.saturating_add_unsigned(needed);
    if exponent > 0 {
        return None;
    }
    let mantissa = i64::try_from(mantissa).ok()?;
    Some(Decimal { mantissa, exponent })
}

/// Without its last `digits` digits, halves away from zero.
fn coarser(mantissa: i128, digits: u32) -> i128 {
    let Some(power) = 10i128.checked_pow(digits) else {
        return 0;
    };
    (mantissa + mantissa.signum() * (power / 2)) / power
}

/// Adds a round's number to a series. A number with more decimals than those before puts all of them on its scale, as far as
/// there is room; beyond, its last digits are rounded away.
pub(super) fn push(series: &mut Series, number: Decimal) {
    let own = i32::from(series.exponent);
    let mut exponent = if series.values.is_empty() {
        number.exponent
    } else {
        own.min(number.exponent)
    };
    let scaled = |value: i64, from: i32, to: i32| {
        if from >= to {
            value.checked_mul(10i64.checked_pow((from - to).unsigned_abs())?)
        } else {
            i64::try_from(coarser(i128::from(value), (to - from).unsigned_abs())).ok()
        }
    };
    loop {
        let all = series
            .values
            .iter()
            .map(|value| (*value, own))
            .chain([(number.mantissa, number.exponent)]);
        let fits: Option<Vec<i64>> = all.map(|(value, from)| scaled(value, from, exponent)).collect();
        if let Some(values) = fits {
            series.values = values;
            series.exponent = i8::try_from(exponent).expect("exponents lie between FINEST and 0");
            return;
        }
        // At the coarsest scale of any number all of them fit.
        exponent += 1;
    }
}

pub(super) fn series(kind: Kind, number: Decimal) -> Series {
    let mut series = Series {
        kind,
        exponent: 0,
        values: Vec::new(),
    };
    push(&mut series, number);
    series
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(text: &str, unit: Option<Unit>) -> Option<(i64, i32)> {
        Decimal::parse(text, unit).map(|decimal| (decimal.mantissa, decimal.exponent))
    }

    #[test]
    fn numbers_are_exact_in_base_units() {
        for (text, unit, expected) in [
            ("3.272", Some(Unit::Millisecond), (3_272_000, 0)),
            ("1.5", Some(Unit::Nanosecond), (15, -1)),
            ("0.5", Some(Unit::Minute), (30_000_000_000, 0)),
            ("1.25", Some(Unit::Kibibyte), (1280, 0)),
            ("12.5", Some(Unit::Percent), (125, -3)),
            ("-17", None, (-17, 0)),
            ("+.50", None, (5, -1)),
            ("7.", None, (7, 0)),
            ("1.2e-05", Some(Unit::Second), (12_000, 0)),
            ("1E3", None, (1000, 0)),
            ("0.000", None, (0, 0)),
            // More digits than an integer of a record has.
            ("3.14159265358979323846", None, (3_141_592_653_589_793_238, -18)),
        ] {
            assert_eq!(parsed(text, unit), Some(expected), "{text} {unit:?}");
        }
    }

    #[test]
    fn what_is_no_number_or_too_large_is_nothing() {
        for text in [
            "",
            "-",
            ".",
            "1,5",
            "0x10",
            "1e",
            "inf",
            "nan",
            "1e400",
            "99999999999999999999",
            "1 000",
        ] {
            assert_eq!(parsed(text, None), None, "{text}");
        }
        assert_eq!(parsed("1e-400", None), Some((0, FINEST)));
    }

    #[test]
    fn a_series_takes_the_finest_scale_of_its_numbers() {
        let number = |text| Decimal::parse(text, None).expect("a number");
        let mut together = series(Kind::Number, number("12"));
        push(&mut together, number("0.25"));
        push(&mut together, number("1.5"));
        assert_eq!((together.values, together.exponent), (vec![1200, 25, 150], -2));

        let mut crowded = series(Kind::Number, number("9000000000000000000"));
        push(&mut crowded, number("0.6"));
        assert_eq!(
            (crowded.values, crowded.exponent),
            (vec![9_000_000_000_000_000_000, 1], 0)
        );
    }

    proptest! {
        #[test]
        fn decimals_come_back_as_printed(mantissa in -1_000_000_000i64..1_000_000_000, digits in 0usize..9) {
            let sign = if mantissa < 0 { "-" } else { "" };
            let padded = format!("{:0>width$}", mantissa.unsigned_abs(), width = digits + 1);
            let (whole, fraction) = padded.split_at(padded.len() - digits);
            let decimal = Decimal::parse(&format!("{sign}{whole}.{fraction}"), None).expect("a number");
            let power = 10i64.pow(u32::try_from(digits as i32 + decimal.exponent).expect("no finer than printed"));
            prop_assert_eq!(decimal.mantissa * power, mantissa);
        }

        #[test]
        fn any_text_is_a_number_or_nothing(text in "[-+0-9.eE]{0,40}") {
            if let Some(decimal) = Decimal::parse(&text, Some(Unit::Gibibyte)) {
                prop_assert!((FINEST..=0).contains(&decimal.exponent));
            }
        }

        #[test]
        fn any_numbers_fit_one_series(numbers in prop::collection::vec((any::<i64>(), FINEST..=0), 1..20)) {
            let mut numbers = numbers.into_iter().map(|(mantissa, exponent)| Decimal { mantissa, exponent });
            let mut all = series(Kind::Number, numbers.next().expect("one at least"));
            for (before, number) in numbers.enumerate() {
                push(&mut all, number);
                prop_assert_eq!(all.values.len(), before + 2);
            }
        }
    }
}
