//! Figures as text: how many digits, in which phrase.
//!
//! Owns these choices. Deliberately absent: digits and separators (`locale`), what stands beside a number (`beside`),
//! which unit (`units`), and where a figure comes from (`telling`).

use std::cmp::Ordering;

use crate::claim::Figure;
use crate::lesson::document::Form;
use crate::locale::Typographer;
use crate::quantity::{Kind, Quantity, Rounded};

use super::Wording;
use super::beside::Scale;
use super::units::automatic;

/// What stands for a figure that is not available.
pub(super) const NOT_AVAILABLE: &str = "—";

/// How many digits more than its interval supports a figure may be told to, so that its side of a bound is seen.
const MOST_DIGITS_MORE: i16 = 9;

/// The digits of a figure that are told; `None` where it is not available.
pub(super) fn rounded(figure: &Figure, scale: Scale) -> Option<Rounded> {
    match figure {
        Figure::Exact(quantity) => Some(whole(scale.of(quantity.value()))),
        Figure::Interval(interval) => {
            let [estimate, low, high] =
                [interval.estimate, interval.low, interval.high].map(|end| scale.of(end.value()));
            Some(match (high - low) / 2.0 {
                // Narrower is the rounding of arithmetic, and no digits of a measurement.
                half if half > 1e-12 * estimate.abs() => {
                    let rounded = Rounded::by_interval(estimate, low, high);
                    let is_whole_count = interval.estimate.kind() == Kind::Count && interval.estimate.is_whole();
                    match rounded.exponent < 0 && is_whole_count {
                        // There is no tenth of what is counted.
                        true => Rounded::at(estimate, 0),
                        false => rounded,
                    }
                }
                _ => whole(estimate),
            })
        }
        Figure::NotAvailable(_) => None,
    }
}

/// An exact number without zeros at its end that say nothing.
fn whole(value: f64) -> Rounded {
    trimmed(Rounded::exact(value))
}

pub(super) fn trimmed(mut number: Rounded) -> Rounded {
    while number.exponent < 0 && number.mantissa % 10 == 0 {
        number.mantissa /= 10;
        number.exponent += 1;
    }
    number
}

/// The best guess at a figure.
pub(super) fn centre(figure: &Figure) -> Option<Quantity> {
    match figure {
        Figure::Exact(quantity) => Some(*quantity),
        Figure::Interval(interval) => Some(interval.estimate),
        Figure::NotAvailable(_) => None,
    }
}

impl Wording {
    /// A number with what stands beside it.
    pub(super) fn scaled(&self, number: &str, scale: Scale) -> String {
        match scale {
            Scale::Unit(unit) => self.locale().with_unit(number, unit),
            Scale::Times => self.locale().times(number),
            Scale::Plain => number.to_owned(),
        }
    }

    /// A figure by itself; `—` where it is not available.
    pub(super) fn figure(&self, figure: &Figure, scale: Scale) -> String {
        match rounded(figure, scale) {
            Some(number) => self.scaled(&self.locale().number(number), scale),
            None => NOT_AVAILABLE.to_owned(),
        }
    }

    /// An exact quantity by itself, in a unit that suits it.
    pub(super) fn quantity(&self, quantity: Quantity, beside: Scale) -> String {
        let exact = Figure::Exact(quantity);
        self.figure(&exact, automatic(&exact, beside))
    }

    /// The ends of a figure's interval, to the same digit as the figure: `16,9–17,5×`. `None` for a figure without one.
    pub(super) fn interval(&self, figure: &Figure, scale: Scale) -> Option<String> {
        self.ends(figure, scale, rounded(figure, scale)?.exponent)
    }

    /// A figure and the ends of its interval, all to the same digit: that of the figure by itself, or a later one where that
    /// would make any of them seem to lie on another side of one of `bounds`, or on it. No ends where all runs showed the same.
    pub(super) fn beside(&self, figure: &Figure, scale: Scale, bounds: &[f64]) -> (String, Option<String>) {
        let (Some(number), Some(centre)) = (rounded(figure, scale), centre(figure)) else {
            return (NOT_AVAILABLE.to_owned(), None);
        };
        let mut values = vec![centre.value()];
        if let Figure::Interval(interval) = figure {
            values.extend([interval.low, interval.high].map(Quantity::value));
        }
        let is_clear = |exponent: &i16| {
            let pairs = values
                .iter()
                .flat_map(|value| bounds.iter().map(move |bound| (*value, *bound)));
            pairs
                .into_iter()
                .all(|(value, bound)| is_told_apart(scale.of(value), scale.of(bound), *exponent))
        };
        let digits = (number.exponent - MOST_DIGITS_MORE..=number.exponent)
            .rev()
            .find(is_clear);
        let digits = digits.unwrap_or(number.exponent);
        let told = match digits < number.exponent {
            true => self.scaled(
                &self.locale().number(Rounded::at(scale.of(centre.value()), digits)),
                scale,
            ),
            false => self.figure(figure, scale),
        };
        // From 12 to 12 says nothing more.
        let ends = self
            .ends(figure, scale, digits)
            .filter(|_| values[1..] != [centre.value(); 2]);
        (told, ends)
    }

    fn ends(&self, figure: &Figure, scale: Scale, digits: i16) -> Option<String> {
        let Figure::Interval(interval) = figure else {
            return None;
        };
        let ends = [interval.low, interval.high].map(|end| scale.of(end.value()));
        // An end that is zero but for the rounding of arithmetic is zero.
        let least = 1e-12 * (ends[1] - ends[0]);
        let [low, high] = ends.map(|end| match end.abs() > least {
            true => self.locale().number(Rounded::seen(end, digits)),
            false => self.locale().number(Rounded::at(0.0, digits)),
        });
        let id = if ends[0] < 0.0 {
            "interval-signed"
        } else {
            "interval-range"
        };
        Some(self.scaled(&self.message(id, &[("low", low.into()), ("high", high.into())]), scale))
    }

    /// A figure in the phrase that its plural asks for, or by itself where there is none; and the scale that its interval is
    /// told in beside it.
    pub(super) fn phrase(&self, figure: &Figure, beside: Scale, forms: &[Form]) -> (String, Scale) {
        let scale_of = |form: &Form| match (form.unit, centre(figure)) {
            (Some(unit), Some(quantity)) if unit.kind() == quantity.kind() => Scale::Unit(unit),
            (Some(unit), None) => Scale::Unit(unit),
            // The phrase has the words for a ratio: `2krát`.
            _ if beside == Scale::Times => automatic(figure, Scale::Plain),
            _ => automatic(figure, beside),
        };
        let agrees = |form: &&Form| {
            let told = rounded(figure, scale_of(form)).map(|number| self.locale().plural(number));
            let example = self.locale().parse_number(&form.example);
            told.is_some() && told == example.map(|number| self.locale().plural(number))
        };
        let Some(form) = forms.iter().find(agrees).or(forms.last()) else {
            let scale = automatic(figure, beside);
            return (self.figure(figure, scale), scale);
        };
        let scale = scale_of(form);
        let number = rounded(figure, scale).map_or(NOT_AVAILABLE.to_owned(), |number| self.locale().number(number));
        let told = format!("{}{}{}", form.before, self.scaled(&number, scale), form.after);
        let alone = match scale {
            Scale::Plain => automatic(figure, beside),
            scale => scale,
        };
        (Typographer::new(self.locale()).text(&told), alone)
    }
}

/// Whether `value` to the digit of 10^`exponent` is seen to lie on the side of `bound` where it lies. What differs by the
/// rounding of arithmetic alone lies on it.
fn is_told_apart(value: f64, bound: f64, exponent: i16) -> bool {
    let same = |value: f64| (value - bound).abs() <= 1e-12 * bound.abs();
    let side = |value: f64| {
        if same(value) {
            Some(Ordering::Equal)
        } else {
            value.partial_cmp(&bound)
        }
    };
    let told = Rounded::at(value, exponent).value();
    // A value on the bound need not be told to all of the bound's digits.
    same(value) || side(told) == side(value)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::beside::PERCENT;
    use super::super::sample::form;
    use super::*;
    use crate::claim::Interval;
    use crate::locale::Locale;
    use crate::quantity::Unit;

    pub(in crate::wording) fn exact(kind: Kind, value: f64) -> Figure {
        Figure::Exact(Quantity::new(kind, value))
    }

    pub(in crate::wording) fn interval(kind: Kind, low: f64, estimate: f64, high: f64) -> Figure {
        let quantity = |value| Quantity::new(kind, value);
        Figure::Interval(Interval {
            estimate: quantity(estimate),
            low: quantity(low),
            high: quantity(high),
            rounds: 20,
            sessions: 1,
        })
    }

    fn told(figure: &Figure, beside: Scale, forms: &[Form]) -> [String; 4] {
        Locale::ALL.map(|locale| Wording::new(locale, None).unwrap().phrase(figure, beside, forms).0)
    }

    #[test]
    fn units_leave_three_digits_before_the_point() {
        let czech = |figure: &Figure| told(figure, Scale::Plain, &[])[0].replace('\u{a0}', " ");
        let duration = |low, estimate, high| czech(&interval(Kind::Duration, low, estimate, high));
        assert_eq!(duration(5.0, 5.2, 5.4), "5,2 ns");
        assert_eq!(duration(4.9e6, 5.02e6, 5.1e6), "5,02 ms");
        assert_eq!(duration(999.5e3, 999.98e3, 1000.5e3), "1,0000 ms");
        assert_eq!(duration(80e9, 90.4e9, 99e9), "90 s");
        assert_eq!(duration(3.9e11, 4.2e11, 4.5e11), "7,0 min");
        assert_eq!(duration(-4e5, 3.0, 4e5), "0 µs");
        assert_eq!(duration(24e3, 32e3, 245e3), "30 µs");
        assert_eq!(duration(24e3, 32e3, 3e6), "30 µs");
        assert_eq!(duration(-5.4e6, -5.2e6, -5.0e6), "−5,2 ms");
        assert_eq!(czech(&interval(Kind::Bytes, 3.5e6, 3.6e6, 3.7e6)), "3,43 MiB");
        assert_eq!(czech(&exact(Kind::Bytes, 2_888_890.0)), "2 888 890 B");
        assert_eq!(czech(&exact(Kind::Bytes, 268_435_456.0)), "256 MiB");
        assert_eq!(czech(&exact(Kind::Bytes, 0.0)), "0 B");
        assert_eq!(czech(&interval(Kind::Count, 120.0, 123.4, 132.0)), "123");
        assert_eq!(czech(&interval(Kind::Count, 11_986.0, 11_986.0, 11_987.0)), "11 986");
        assert_eq!(czech(&interval(Kind::Count, 1.0, 1.5, 2.0)), "1,5");
    }

    #[test]
    fn a_figure_without_width_keeps_its_digits() {
        let flat = interval(Kind::Number, 1.5, 1.5, 1.5);
        assert_eq!(told(&flat, Scale::Times, &[]), ["1,5×", "1,5×", "1.5倍", "1.5×"]);
    }

    #[test]
    fn the_phrase_of_the_same_plural_is_told() {
        let writes = [
            form("zbyl ", "1", None, " zápis"),
            form("zbyly ", "2", None, " zápisy"),
            form("zbylo ", "1,5", None, " zápisu"),
            form("zbylo ", "5", None, " zápisů"),
        ];
        let czech = |value: f64| told(&exact(Kind::Count, value), Scale::Plain, &writes)[0].replace('\u{a0}', " ");
        assert_eq!(czech(1.0), "zbyl 1 zápis");
        assert_eq!(czech(4.0), "zbyly 4 zápisy");
        assert_eq!(czech(1.5), "zbylo 1,5 zápisu");
        assert_eq!(czech(200_000.0), "zbylo 200 000 zápisů");
        let spanish = [
            form("", "1", None, " vez"),
            form("", "1000000", None, " de veces"),
            form("", "5", None, " veces"),
        ];
        let spanish = |value: f64| told(&exact(Kind::Count, value), Scale::Plain, &spanish)[1].replace('\u{a0}', " ");
        assert_eq!(
            (spanish(1.0), spanish(2.0), spanish(1e6)),
            ("1 vez".into(), "2 veces".into(), "1.000.000 de veces".into())
        );
        let japanese = [form("約", "5", None, "回")];
        assert_eq!(
            told(&exact(Kind::Count, 200_000.0), Scale::Plain, &japanese)[2],
            "約200,000回"
        );
    }

    #[test]
    fn rounding_comes_before_the_plural() {
        let forms = [form("", "1", None, " line is"), form("", "5", None, " lines are")];
        let one = interval(Kind::Count, 0.0, 1.2, 3.0);
        assert_eq!(told(&one, Scale::Plain, &forms)[3], "1 line is");
    }

    #[test]
    fn without_a_phrase_of_the_plural_the_last_is_told() {
        let forms = [form("", "1", None, " řádek"), form("", "5", None, " řádků")];
        assert_eq!(told(&exact(Kind::Count, 3.0), Scale::Plain, &forms)[0], "3\u{a0}řádků");
    }

    #[test]
    fn the_examples_unit_is_told() {
        let percent = [form("", "60", Some(Unit::Percent), "")];
        let share = interval(Kind::Number, 0.92, 0.934, 0.95);
        assert_eq!(
            told(&share, Scale::Times, &percent),
            ["93\u{a0}%", "93\u{a0}%", "93%", "93%"]
        );
        let nanoseconds = [form("o ", "5", Some(Unit::Nanosecond), " déle")];
        let cost = interval(Kind::Duration, 2100.0, 2165.0, 2230.0);
        assert_eq!(
            told(&cost, Scale::Plain, &nanoseconds)[0],
            "o\u{a0}2\u{a0}170\u{a0}ns déle"
        );
        let twice = [form("", "2", None, "krát")];
        let slow = interval(Kind::Number, 16.9, 17.23, 17.5);
        assert_eq!(told(&slow, Scale::Times, &twice)[0], "17,2krát");
        // A unit of another kind says nothing of this figure.
        assert_eq!(told(&cost, Scale::Plain, &percent)[0], "2,17\u{a0}µs");
    }

    #[test]
    fn intervals_have_the_digits_of_their_figure() {
        let slow = interval(Kind::Number, 16.93, 17.23, 17.48);
        let ends = |figure: &Figure| {
            let scale = automatic(figure, Scale::Times);
            Locale::ALL.map(|locale| {
                let wording = Wording::new(locale, None).unwrap();
                wording.interval(figure, scale).unwrap()
            })
        };
        assert_eq!(ends(&slow), ["16,9–17,5×", "16,9–17,5×", "16.9〜17.5倍", "16.9–17.5×"]);
        let below = interval(Kind::Number, -2.4, 0.5, 3.1);
        assert_eq!(ends(&below), ["−2 až 3×", "de −2 a 3×", "−2〜3倍", "−2 to 3×"]);
    }

    #[test]
    fn nothing_that_is_not_zero_is_told_as_zero() {
        let wording = Wording::new(Locale::En, None).unwrap();
        let beside = |figure: &Figure, scale| {
            let (figure, ends) = wording.beside(figure, scale, &[]);
            format!("{figure} ({})", ends.unwrap()).replace('\u{a0}', " ")
        };
        let micro = Scale::Unit(Unit::Microsecond);
        let short = interval(Kind::Duration, 24e3, 32e3, 245e3);
        assert_eq!(beside(&short, micro), "30 µs (20–250 µs)");
        let shorter = interval(Kind::Duration, 4e3, 320e3, 900e3);
        assert_eq!(beside(&shorter, micro), "300 µs (4–900 µs)");
        let ratio = interval(Kind::Number, 0.002, 0.03, 1.4);
        assert_eq!(beside(&ratio, Scale::Times), "0.03× (0.002–1.40×)");
        let either = interval(Kind::Number, -0.02, 0.3, 3.1);
        assert_eq!(beside(&either, Scale::Times), "0× (−0.02 to 3×)");
        let none = interval(Kind::Number, 0.0, 0.3, 3.1);
        assert_eq!(beside(&none, Scale::Times), "0.3× (0.0–3.1×)");
    }

    #[test]
    fn digits_show_on_which_side_of_a_bound_a_figure_lies() {
        let wording = Wording::new(Locale::En, None).unwrap();
        let beside = |low, estimate, high, bounds: &[f64]| {
            let (figure, ends) = wording.beside(&interval(Kind::Number, low, estimate, high), Scale::Times, bounds);
            format!("{figure} ({})", ends.unwrap())
        };
        assert_eq!(beside(9.96, 10.3, 10.8, &[10.0]), "10.30× (9.96–10.80×)");
        assert_eq!(beside(9.4, 10.04, 10.6, &[9.0]), "10.0× (9.4–10.6×)");
        // The figure itself, not only the ends of its interval.
        assert_eq!(beside(8.0, 10.3, 12.1, &[10.0]), "10.3× (8.0–12.1×)");
        assert_eq!(beside(3.6, 4.5, 4.9, &[10.0]), "4.5× (3.6–4.9×)");
        // An end on the bound is told on it.
        assert_eq!(beside(10.0, 11.3, 12.4, &[10.0]), "11× (10–12×)");
        assert_eq!(beside(0.96, 1.01, 1.097, &[1.0 / 1.1, 1.1]), "1.010× (0.960–1.097×)");
        let exact = |value, bound| wording.beside(&exact(Kind::Number, value), Scale::Times, &[bound]).0;
        assert_eq!(exact(1.000_4, 1.0), "1.0004×");
        assert_eq!(exact(1.5, 1.0), "1.5×");
    }

    #[test]
    fn an_interval_has_the_unit_of_its_phrase() {
        let wording = Wording::new(Locale::En, None).unwrap();
        let scale = |figure: &Figure, beside, form: Form| wording.phrase(figure, beside, &[form]).1;
        let cost = interval(Kind::Duration, 1050.0, 1100.0, 1160.0);
        let nanoseconds = scale(&cost, Scale::Plain, form("", "5", Some(Unit::Nanosecond), ""));
        assert_eq!(wording.interval(&cost, nanoseconds).unwrap(), "1,050–1,160\u{a0}ns");
        let slow = interval(Kind::Number, 16.93, 17.23, 17.48);
        assert_eq!(scale(&slow, Scale::Times, form("", "2", None, " times")), Scale::Times);
        let percent = form("", "60", Some(Unit::Percent), "");
        assert_eq!(scale(&slow, Scale::Times, percent), Scale::Unit(Unit::Percent));
    }

    #[test]
    fn percentages_are_told_with_their_sign() {
        let half = exact(Kind::Number, 0.5);
        assert_eq!(told(&half, PERCENT, &[]), ["50\u{a0}%", "50\u{a0}%", "50%", "50%"]);
        let forms = [form("by ", "5", None, ""), form("by ", "1", None, "")];
        assert_eq!(told(&half, PERCENT, &forms)[3], "by 50%");
    }

    #[test]
    fn an_exact_sum_is_told_with_all_its_digits() {
        let czech = |value| told(&exact(Kind::Duration, value), Scale::Plain, &[])[0].replace('\u{a0}', " ");
        assert_eq!(czech(1.001e9), "1,001 s");
        assert_eq!(czech(1e9 + 1e3), "1,000001 s");
        assert_eq!(czech(1e9 + 1.0), "1,000000001 s");
        assert_eq!(czech(1e9 / 3.0), "333 ms");
    }
}
