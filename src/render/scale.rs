//! Scales of charts: where a value lies along an axis, and which ticks the axis has.
//!
//! Owns linear and logarithmic scales with round ticks. Deliberately absent: how a tick is written (`Teller::tick`).
//! Steps of 1, 2 and 5 times a power of ten follow P. Heckbert, "Nice numbers for graph labels", Graphics Gems, 1990.

use crate::quantity::{Kind, Quantity, Unit};

/// An axis from its first tick to its last one, in base units divided by the unit of its ticks.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    kind: Kind,
    /// How many base units one tick unit is.
    unit: f64,
    logarithmic: bool,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

/// How many steps a linear axis aims at; more labels would touch each other on a narrow page.
const STEPS: f64 = 4.0;

impl Scale {
    /// A scale over all `values`, which are of one kind. A linear one begins at zero, since lengths are compared on it.
    pub(super) fn over(values: &[Quantity], unit: Option<Unit>, logarithmic: bool) -> Scale {
        let kind = values.first().map_or(Kind::Number, |value| value.kind());
        let per_unit = unit.filter(|unit| unit.kind() == kind).map_or(1.0, Unit::scale);
        let told = values
            .iter()
            .map(|value| value.value() / per_unit)
            .filter(|value| value.is_finite());
        let told: Vec<f64> = told.collect();
        let positive = told.iter().copied().filter(|value| *value > 0.0);
        let least_positive = positive.fold(f64::INFINITY, f64::min);
        let logarithmic = logarithmic && least_positive.is_finite();
        let high = told.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ticks = if logarithmic {
            logarithmic_ticks(least_positive, high)
        } else {
            let low = told.iter().copied().fold(0.0, f64::min);
            // There is no half of what is counted.
            let least_step = if kind == Kind::Count { 1.0 } else { 0.0 };
            linear_ticks(low, high.max(0.0), least_step)
        };
        Scale {
            kind,
            unit: per_unit,
            logarithmic,
            low: ticks.first().copied().unwrap_or(0.0),
            high: ticks.last().copied().unwrap_or(1.0),
            ticks,
        }
    }

    /// Where `value` lies, from 0 at the first tick to 1 at the last; what lies outside lies at the edge.
    pub(super) fn place(&self, value: Quantity) -> f64 {
        self.place_of(value.value() / self.unit)
    }

    fn place_of(&self, value: f64) -> f64 {
        let along = |value: f64| {
            if self.logarithmic {
                value.max(self.low).ln()
            } else {
                value
            }
        };
        let (low, high) = (along(self.low), along(self.high));
        let place = (along(value) - low) / (high - low);
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) }
    }

    /// Each tick with its place.
    pub(super) fn ticks(&self) -> Vec<(Quantity, f64)> {
        let tick = |value: &f64| (Quantity::new(self.kind, value * self.unit), self.place_of(*value));
        self.ticks.iter().map(tick).collect()
    }
}

fn linear_ticks(low: f64, high: f64, least_step: f64) -> Vec<f64> {
    let range = if high > low { high - low } else { 1.0 };
    let rough = range / STEPS;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|nice| nice * power);
    let step = step
        .into_iter()
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(10.0 * power)
        .max(least_step);
    let first = (low / step).floor() as i64;
    let last = ((low + range) / step - 1e-9).ceil() as i64;
    // A product, never a sum of steps, so that no tick is told as 0.30000000000000004; a quotient where the step is small.
    let at = |index: i64| {
        if step < 1.0 {
            let parts = (1.0 / step).round();
            index as f64 / parts
        } else {
            index as f64 * step
        }
    };
    (first..=last).map(at).collect()
}

/// Decades; 1, 2 and 5 in each where there are few.
fn logarithmic_ticks(least: f64, most: f64) -> Vec<f64> {
    let first = least.log10().floor() as i32;
    let last = (most.log10() - 1e-9).ceil() as i32;
    let decades = (last - first).max(1);
    // With more of them labels would touch each other.
    let within: &[f64] = if most / least <= 200.0 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let stride = (decades as usize).div_ceil(6).max(1);
    let power = |exponent: i32| {
        if exponent < 0 {
            1.0 / 10f64.powi(-exponent)
        } else {
            10f64.powi(exponent)
        }
    };
    let all = (first..=last.max(first + 1)).step_by(stride);
    let ticks: Vec<f64> = all
        .flat_map(|exponent| within.iter().map(move |digit| digit * power(exponent)))
        .collect();
    let start = ticks
        .iter()
        .rposition(|tick| *tick <= least * (1.0 + 1e-9))
        .unwrap_or(0);
    let end = ticks.iter().position(|tick| *tick >= most * (1.0 - 1e-9));
    let end = end.unwrap_or(ticks.len() - 1).max(start + 1).min(ticks.len() - 1);
    ticks[start..=end].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(values: &[f64], unit: Option<Unit>, logarithmic: bool) -> Vec<f64> {
        let kind = unit.map_or(Kind::Count, Unit::kind);
        let values: Vec<Quantity> = values.iter().map(|value| Quantity::new(kind, *value)).collect();
        Scale::over(&values, unit, logarithmic).ticks
    }

    #[test]
    fn linear_ticks_are_round_and_begin_at_zero() {
        assert_eq!(ticks(&[3.0, 97.0], None, false), [0.0, 50.0, 100.0]);
        assert_eq!(ticks(&[3e6, 8.1e6], Some(Unit::Millisecond), false), [0.0, 5.0, 10.0]);
        assert_eq!(
            ticks(&[0.7e6], Some(Unit::Millisecond), false),
            [0.0, 0.2, 0.4, 0.6, 0.8]
        );
        assert_eq!(ticks(&[0.0], None, false), [0.0, 1.0]);
        assert_eq!(ticks(&[1.0, 2.0], None, false), [0.0, 1.0, 2.0]);
        assert_eq!(ticks(&[], None, false), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn logarithmic_ticks_enclose_all_values() {
        assert_eq!(ticks(&[3.0, 97.0], None, true), [2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
        assert_eq!(ticks(&[245.0, 200_000.0], None, true), [100.0, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(ticks(&[7.0, 7.0], None, true), [5.0, 10.0]);
        assert_eq!(ticks(&[0.9, 15.0], None, true), [0.5, 1.0, 2.0, 5.0, 10.0, 20.0]);
        let wide = ticks(&[1.0, 1e12], None, true);
        assert!(
            wide.len() <= 8 && wide[0] <= 1.0 && wide[wide.len() - 1] >= 1e12,
            "{wide:?}"
        );
    }

    #[test]
    fn places_run_from_nought_to_one() {
        let values = [1.0, 10.0, 100.0].map(|value| Quantity::new(Kind::Number, value));
        let scale = Scale::over(&values, None, true);
        let places = values.map(|value| (scale.place(value) * 100.0).round());
        assert_eq!(places, [0.0, 50.0, 100.0]);
        assert_eq!(scale.place(Quantity::new(Kind::Number, 0.0)), 0.0);
    }
}
