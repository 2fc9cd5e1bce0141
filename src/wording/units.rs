//! Units: the one that suits a figure, and the one that suits all figures of a metric.
//!
//! A metric has one unit wherever an experiment's figures of it are told: in its column, in its chart, in sentences and in
//! evidence. Deliberately absent: digits (`figures`), and a form's own unit, which counts before any of these.

use crate::book::Experiment;
use crate::book::formula::{Point, Term};
use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity, Rounded, Unit};

use super::Telling;
use super::beside::{Scale, beside_metric, beside_number};
use super::figures::{centre, rounded, trimmed};

/// A unit, with the numbers that read well in it: from the first one on, below the second.
type Suited = (Unit, f64, f64);

const DURATIONS: [Suited; 5] = [
    (Unit::Nanosecond, 1.0, 1000.0),
    (Unit::Microsecond, 1.0, 1000.0),
    (Unit::Millisecond, 1.0, 1000.0),
    (Unit::Second, 1.0, 120.0),
    (Unit::Minute, 2.0, f64::INFINITY),
];

const BYTES: [Suited; 4] = [
    (Unit::B, 1.0, 1024.0),
    (Unit::Kibibyte, 1.0, 1024.0),
    (Unit::Mebibyte, 1.0, 1024.0),
    (Unit::Gibibyte, 1.0, f64::INFINITY),
];

/// Of these the greatest that leaves a number of bytes whole is told.
const WHOLE_BYTES: [Unit; 5] = [
    Unit::Gibibyte,
    Unit::Mebibyte,
    Unit::Kibibyte,
    Unit::Gigabyte,
    Unit::Megabyte,
];

/// The scale that a figure is told in where nobody asks for one: `beside` for a plain number, and for a time or number of bytes
/// where that is a unit of it; else the unit that leaves at most three digits before the point.
pub(super) fn automatic(figure: &Figure, beside: Scale) -> Scale {
    let Some(kind) = centre(figure).map(Quantity::kind) else {
        return Scale::Plain;
    };
    match (kind, beside) {
        (Kind::Number, _) => beside,
        (_, Scale::Unit(unit)) if unit.kind() == kind => beside,
        _ => natural(kind, &[figure]),
    }
}

/// One scale for figures that are compared by eye; `None` where none of them is available.
pub(super) fn common(figures: &[&Figure], beside: Scale) -> Option<Scale> {
    let available: Vec<&Figure> = figures
        .iter()
        .copied()
        .filter(|figure| centre(figure).is_some())
        .collect();
    let kind = centre(available.first()?)?.kind();
    Some(match kind {
        Kind::Number => beside,
        _ => natural(kind, &available),
    })
}

/// The unit of `kind` in which `figures`, all available, have the fewest digits too many before the point and zeros after it;
/// of several the greatest.
fn natural(kind: Kind, figures: &[&Figure]) -> Scale {
    let units: &[Suited] = match kind {
        Kind::Duration => &DURATIONS,
        Kind::Bytes => match whole_bytes(figures) {
            Some(unit) => return Scale::Unit(unit),
            None => &BYTES,
        },
        _ => return Scale::Plain,
    };
    let awkward = |suited: &Suited| figures.iter().map(|figure| awkwardness(figure, suited)).sum::<i32>();
    // Of equal ones `min_by_key` takes the first.
    let suited = units.iter().rev().min_by_key(|suited| awkward(suited));
    suited.map_or(Scale::Plain, |(unit, ..)| Scale::Unit(*unit))
}

/// How many digits too many a figure has before the point, or zeros before its first digit.
fn awkwardness(figure: &Figure, (unit, least, limit): &Suited) -> i32 {
    let scale = Scale::Unit(*unit);
    let told = rounded(figure, scale).map_or(0.0, Rounded::value).abs();
    let number = match figure {
        // Zero is told in the unit of what it is uncertain by.
        Figure::Interval(interval) if told == 0.0 => scale.of(interval.high.value() - interval.low.value()) / 2.0,
        _ => told,
    };
    if number == 0.0 {
        0
    } else if number < *least {
        (least / number).log10().ceil() as i32
    } else if number < *limit {
        0
    } else {
        1 + (number / limit).log10().floor() as i32
    }
}

/// The greatest unit of which all are a whole number, where they are exact numbers of bytes, so that they are told whole.
fn whole_bytes(figures: &[&Figure]) -> Option<Unit> {
    let exact = figures.iter().map(|figure| match figure {
        Figure::Exact(quantity) if quantity.is_whole() => Some(quantity.value()),
        _ => None,
    });
    let mut bytes: Vec<f64> = exact.collect::<Option<_>>()?;
    bytes.retain(|bytes| *bytes != 0.0);
    let divides = |unit: &Unit| !bytes.is_empty() && bytes.iter().all(|bytes| bytes % unit.scale() == 0.0);
    Some(WHOLE_BYTES.into_iter().find(divides).unwrap_or(Unit::B))
}

/// Whether a time is told whole on `scale` with at most three digits before the point and three after it.
pub(super) fn is_short(time: Quantity, scale: Scale) -> bool {
    let is_time = time.kind() == Kind::Duration && matches!(scale, Scale::Unit(unit) if unit.kind() == Kind::Duration);
    let scaled = scale.of(time.value());
    let told = trimmed(Rounded::at(scaled, -3));
    is_time && scaled.abs() < 1000.0 && (told.value() - scaled).abs() <= 1e-12 * scaled.abs()
}

impl Telling<'_> {
    /// What is written beside the figure that a term of an experiment gives: of one trial's metric what stands beside it in the
    /// table.
    pub(super) fn beside(&self, experiment: usize, term: &Term) -> Scale {
        let Some(definition) = self.results.lesson().experiments.get(experiment) else {
            return beside_number(term, &[]);
        };
        match measured(term) {
            Some((metric, kind)) => self.scale_of(experiment, metric, kind),
            None => beside_number(term, &definition.metrics),
        }
    }

    /// The scale of a metric wherever an experiment's figures of it are told.
    pub(super) fn scale_of(&self, index: usize, metric: &Metric, kind: Kind) -> Scale {
        let experiment = &self.results.lesson().experiments[index];
        let beside = beside_metric(metric, &experiment.metrics);
        if !matches!(kind, Kind::Duration | Kind::Bytes) {
            return beside;
        }
        let figures: Vec<Figure> = trials(experiment)
            .iter()
            .map(|(variant, cell)| self.results.metric(index, *variant, cell, metric, kind))
            .collect();
        common(&figures.iter().collect::<Vec<_>>(), beside).unwrap_or(beside)
    }
}

/// The metric that a term is, where it is one trial's.
fn measured(term: &Term) -> Option<(&Metric, Kind)> {
    match term {
        Term::Sample { metric, kind, .. } => Some((metric, *kind)),
        Term::At { of, .. } => measured(of),
        _ => None,
    }
}

/// All trials of an experiment but its controls: variants within cells.
pub(super) fn trials(experiment: &Experiment) -> Vec<(usize, Point)> {
    let of_cell = |cell: Point| (0..experiment.variants.len()).map(move |variant| (variant, cell.clone()));
    claim::cells(experiment).into_iter().flat_map(of_cell).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Wording;
    use super::super::figures::tests::{exact, interval};
    use super::*;
    use crate::locale::Locale;

    fn column(kind: Kind, estimates: &[f64]) -> Vec<String> {
        let figures: Vec<Figure> = estimates
            .iter()
            .map(|estimate| interval(kind, estimate * 0.97, *estimate, estimate * 1.03))
            .collect();
        told(&figures, Locale::En)
    }

    fn told(figures: &[Figure], locale: Locale) -> Vec<String> {
        let scale = common(&figures.iter().collect::<Vec<_>>(), Scale::Plain).unwrap();
        let wording = Wording::new(locale, None).unwrap();
        let told = figures.iter().map(|figure| wording.figure(figure, scale));
        told.map(|figure| figure.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn a_column_has_one_unit_that_suits_most_of_it() {
        let times = |estimates: &[f64]| column(Kind::Duration, estimates);
        assert_eq!(times(&[1.32e6, 0.9e6]), ["1.32 ms", "0.90 ms"]);
        assert_eq!(times(&[1.32e3, 0.9e3]), ["1.32 µs", "0.90 µs"]);
        assert_eq!(times(&[24e3, 24e3, 1.3e6]), ["24.0 µs", "24.0 µs", "1,300 µs"]);
        assert_eq!(times(&[1.5e6, 2.5e6, 3.2e9]), ["1.50 ms", "2.50 ms", "3,200 ms"]);
        assert_eq!(times(&[4e6, 3e9, 5e9, 8e9]), ["0.0040 s", "3.00 s", "5.0 s", "8.0 s"]);
        assert_eq!(times(&[90e9, 420e9]), ["1.50 min", "7.0 min"]);
        let sizes = |estimates: &[f64]| column(Kind::Bytes, estimates);
        assert_eq!(sizes(&[900.0 * 1024.0, 3e6]), ["0.88 MiB", "2.86 MiB"]);
    }

    #[test]
    fn a_column_of_one_has_the_unit_of_its_figure() {
        for power in 0..14 {
            for digit in [1.0, 3.4, 9.996] {
                let value = digit * 10f64.powi(power);
                for kind in [Kind::Duration, Kind::Bytes] {
                    let figure = interval(kind, value * 0.999, value, value * 1.001);
                    assert_eq!(common(&[&figure], Scale::Plain), Some(automatic(&figure, Scale::Plain)));
                    let Scale::Unit(unit) = automatic(&figure, Scale::Plain) else {
                        panic!("{value} has no unit");
                    };
                    let number = rounded(&figure, Scale::Unit(unit)).unwrap().value();
                    assert!((0.97..1024.0).contains(&number) || unit == Unit::Minute || unit == Unit::Gibibyte);
                }
            }
        }
    }

    #[test]
    fn thousands_of_a_unit_are_told_in_the_next_in_each_locale() {
        let figure = [interval(Kind::Duration, 1290.0, 1320.0, 1350.0)];
        let told = Locale::ALL.map(|locale| told(&figure, locale).remove(0));
        assert_eq!(told, ["1,32 µs", "1,32 µs", "1.32 µs", "1.32 µs"]);
        let figure = [interval(Kind::Duration, 1220.0, 1320.0, 1420.0)];
        let told = Locale::ALL.map(|locale| super::tests::told(&figure, locale).remove(0));
        assert_eq!(told, ["1,3 µs", "1,3 µs", "1.3 µs", "1.3 µs"]);
    }

    #[test]
    fn exact_bytes_are_told_whole_in_the_unit_of_all() {
        let bytes = |values: &[f64]| {
            let figures: Vec<Figure> = values.iter().map(|value| exact(Kind::Bytes, *value)).collect();
            told(&figures, Locale::En)
        };
        assert_eq!(bytes(&[268_435_456.0, 1_048_576.0]), ["256 MiB", "1 MiB"]);
        assert_eq!(bytes(&[268_435_456.0, 6.0]), ["268,435,456 B", "6 B"]);
        assert_eq!(bytes(&[0.0, 2_097_152.0]), ["0 MiB", "2 MiB"]);
        assert_eq!(bytes(&[0.0]), ["0 B"]);
    }

    #[test]
    fn a_bound_is_told_in_the_unit_of_its_figure_where_that_is_short() {
        let short = |value, unit| is_short(Quantity::new(Kind::Duration, value), Scale::Unit(unit));
        assert!(short(29e3, Unit::Millisecond) && short(10e3, Unit::Millisecond));
        assert!(short(5e6, Unit::Second));
        // 0.00001 s, 1.23456 ms and 1,000 ms are not.
        assert!(!short(10e3, Unit::Second) && !short(1_234_560.0, Unit::Millisecond) && !short(1e9, Unit::Millisecond));
        assert!(!short(1e8, Unit::Minute));
        assert!(!is_short(
            Quantity::new(Kind::Bytes, 4096.0),
            Scale::Unit(Unit::Kibibyte)
        ));
        assert!(!is_short(Quantity::new(Kind::Number, 10.0), Scale::Times));
    }

    #[test]
    fn a_unit_of_its_kind_beside_a_figure_is_told() {
        let figure = interval(Kind::Duration, 1290.0, 1320.0, 1350.0);
        let told = |beside| automatic(&figure, beside);
        assert_eq!(told(Scale::Unit(Unit::Nanosecond)), Scale::Unit(Unit::Nanosecond));
        assert_eq!(told(Scale::Unit(Unit::B)), Scale::Unit(Unit::Microsecond));
        assert_eq!(told(Scale::Times), Scale::Unit(Unit::Microsecond));
    }
}
