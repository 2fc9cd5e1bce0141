//! Charts of a scripted lesson: which there are, and what they show.
//!
//! Deliberately absent: geometry, which `render` tests.

use super::sample::{self, lesson, record};
use super::telling_tests::{in_all, told};
use super::*;
use crate::book::Lesson;
use crate::claim::{Figure, TimePart};
use crate::lesson::names::Metric;
use crate::quantity::Unit;
use crate::record::{Reading, Record, Series as Recorded};

pub(super) fn rows(chart: &Chart) -> &RowChart {
    match chart {
        Chart::Rows(chart) => chart,
        Chart::Sweep(_) => panic!("a sweep: {chart:?}"),
    }
}

fn samples(row: &ChartRow) -> &[Quantity] {
    match &row.drawn {
        Drawn::Samples { samples, .. } => samples,
        Drawn::Parts(_) => panic!("parts: {row:?}"),
    }
}

fn english(lesson: &Lesson, record: Record) -> Vec<Chart> {
    told(lesson, &[record], |telling| telling.panel(0).charts).remove(3)
}

#[test]
fn what_a_lesson_turns_on_is_drawn() {
    let mut lesson = lesson();
    let claims = &mut lesson.experiments[0].claims;
    let titles = |lesson: &crate::book::Lesson| {
        let records = [record(lesson, 0, 1)];
        let charts = told(lesson, &records, |telling| telling.panel(0).charts).remove(3);
        charts
            .into_iter()
            .map(|chart| chart.title().to_owned())
            .collect::<Vec<_>>()
    };
    claims.retain(|claim| matches!(claim.name.as_str(), "one_a_line" | "slower"));
    let ratio = "elapsed time, relative to '\\n'";
    assert_eq!(titles(&lesson), ["elapsed time", ratio, "write calls"]);
    lesson.experiments[0].claims.retain(|claim| claim.name == "slower");
    assert_eq!(titles(&lesson), ["elapsed time", ratio]);
    // Without values and claims what prose speaks of.
    lesson.experiments[0].claims.clear();
    lesson.experiments[0].values.clear();
    assert_eq!(titles(&lesson), ["elapsed time", ratio]);
}

#[test]
fn charts_have_one_row_a_trial_with_its_samples() {
    let czech = &in_all(1, |telling| telling.panel(0).charts)[0];
    let charts: Vec<&RowChart> = czech.iter().map(rows).collect();
    assert_eq!(charts.len(), 3);
    assert_eq!(
        (charts[0].title.as_str(), charts[0].axis.as_str()),
        ("doba běhu", "doba běhu (ms)")
    );
    assert_eq!(charts[0].unit, Some(Unit::Millisecond));
    assert!(!charts[0].logarithmic && charts[2].logarithmic);
    assert_eq!(charts[2].unit, None);
    assert_eq!(charts[0].groups.len(), 3);
    assert_eq!(charts[0].groups[1].label.plain(), "roura");
    assert!(
        charts[0]
            .groups
            .iter()
            .flat_map(|group| &group.rows)
            .all(|row| samples(row).len() == sample::ROUNDS)
    );
    assert!(
        charts[0].description.contains("6\u{a0}případů"),
        "{}",
        charts[0].description
    );
    assert!(
        charts[0].description.contains("std::endl (soubor), 85"),
        "{}",
        charts[0].description
    );
}

#[test]
fn ratios_are_drawn_against_one_and_the_noise() {
    let lesson = lesson();
    let charts = english(&lesson, record(&lesson, 0, 1));
    let ratios = rows(&charts[1]);
    assert_eq!(ratios.groups.len(), 3);
    for group in &ratios.groups {
        assert_eq!(group.reference.map(Quantity::value), Some(1.0));
        let [low, high] = group.noise.expect("a control").map(Quantity::value);
        assert!(low < 1.0 && 1.0 < high && high - low < 0.1, "{low} {high}");
        let [row] = &group.rows[..] else {
            panic!("the baseline has no ratio: {:?}", group.rows);
        };
        assert_eq!((row.variant, row.is_baseline), (1, false));
        assert_eq!(samples(row).len(), sample::ROUNDS);
    }
    let first = &ratios.groups[0].rows[0];
    assert_eq!(first.told, "17.0×");
    assert!(samples(first).iter().all(|ratio| (16.0..18.0).contains(&ratio.value())));
    assert_eq!(ratios.key, [(Fill::Noise, "the noise of this machine".to_owned())]);
    assert!(ratios.logarithmic && ratios.unit.is_none());
}

/// The record's runs, all of their time in parts of so many tenths.
fn with_parts(mut record: Record, tenths: &[(Metric, i64)]) -> Record {
    for samples in &mut record.sessions[0].samples {
        let Reading::Available(wall) = samples[&Metric::Wall].clone() else {
            panic!("{samples:?}");
        };
        for (metric, tenths) in tenths {
            let values = wall.values.iter().map(|value| value * tenths).collect();
            let series = Recorded {
                exponent: wall.exponent - 1,
                values,
                ..wall.clone()
            };
            samples.insert(metric.clone(), Reading::Available(series));
        }
    }
    record
}

#[test]
fn where_the_time_went_is_drawn_in_parts() {
    let lesson = lesson();
    let titles = |charts: &[Chart]| charts.iter().map(|chart| chart.title().to_owned()).collect::<Vec<_>>();
    let plain = english(&lesson, record(&lesson, 0, 1));
    assert!(!titles(&plain).contains(&"where the time went".to_owned()));
    let tenths = [(Metric::Cpu, 7), (Metric::User, 3), (Metric::Sys, 4), (Metric::Wait, 1)];
    let charts = english(&lesson, with_parts(record(&lesson, 0, 1), &tenths));
    let parts = rows(&charts[1]);
    assert_eq!(parts.title, "where the time went");
    assert_eq!(
        (parts.axis.as_str(), parts.unit),
        ("elapsed time (ms)", Some(Unit::Millisecond))
    );
    // 5 ms are too short to tell the program's time from the kernel's.
    let fills: Vec<Fill> = parts.key.iter().map(|(fill, _)| *fill).collect();
    assert_eq!(
        fills,
        [TimePart::OnCore, TimePart::Waiting, TimePart::Blocked].map(Fill::Time)
    );
    let row = &parts.groups[0].rows[1];
    assert_eq!(row.told, "85\u{a0}ms");
    let Drawn::Parts(drawn) = &row.drawn else {
        panic!("{row:?}");
    };
    let millis: Vec<f64> = drawn.iter().map(|(_, part)| (part.value() / 1e6).round()).collect();
    assert_eq!(millis, [60.0, 9.0, 17.0]);
    let said = "'\\n' (file): on a core 3.5";
    assert!(parts.description.starts_with(said), "{}", parts.description);
    assert_eq!(parts.description.matches("blocked").count(), 6);
}

#[test]
fn sizes_are_swept_and_names_are_not() {
    let mut lesson = lesson();
    lesson.experiments.swap(0, 1);
    lesson.experiments[0].claims.clear();
    let axes = &mut lesson.experiments[0].axes;
    axes[0].points.truncate(1);
    let mut third = axes[1].points[1].clone();
    third.name.value = "10000000".to_owned();
    third.number = Some(1e7);
    axes[1].points.push(third);
    let charts = english(&lesson, record(&lesson, 0, 1));
    let Chart::Sweep(sweep) = &charts[0] else {
        panic!("{charts:?}");
    };
    assert_eq!(
        (sweep.across.as_str(), sweep.up.as_str()),
        ("lines", "elapsed time (ms)")
    );
    assert!(sweep.logarithmic_across && sweep.logarithmic_up);
    assert_eq!(sweep.series.len(), 2);
    let numbers: Vec<f64> = sweep.series[1].points.iter().map(|(at, _)| at.value()).collect();
    assert_eq!(numbers, [1e3, 1e5, 1e7]);
    assert!(
        sweep.series[1]
            .points
            .iter()
            .all(|(_, figure)| matches!(figure, Figure::Interval(_)))
    );
    assert!(
        sweep
            .description
            .contains("85\u{a0}ms at 1,000, 50\u{a0}ms at 10,000,000."),
        "{}",
        sweep.description
    );
    // Values with words of their own are names: each stands in its row.
    let labels = lesson.labels.get_mut(&Locale::En).unwrap();
    labels.insert("size.1000".to_owned(), "few".to_owned());
    assert!(matches!(english(&lesson, record(&lesson, 0, 1))[0], Chart::Rows(_)));
}
