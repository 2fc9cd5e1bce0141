//! What `workbook samples` prints: every sample of a record as CSV, one a row, for other programs.
//!
//! Owns the columns, on which other programs rely. Deliberately absent: statistics.

use fixed_decimal::Decimal;

use crate::build::Told;
use crate::quantity::Kind;
use crate::record::{Reading, Record, Session, TrialRecord};

/// Durations are in nanoseconds and sizes in bytes. `session` and `round` count from 1, `turn` is when in its round the trial
/// ran. A count of a pass of its own has neither.
const COLUMNS: [&str; 12] = [
    "lesson",
    "experiment",
    "session",
    "date",
    "round",
    "turn",
    "variant",
    "control",
    "cell",
    "metric",
    "value",
    "unit",
];

/// Of a lesson's experiments, or of only one.
pub(super) fn csv(told: &Told<'_>, only: Option<&str>) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let experiments = told.lesson.experiments.iter().zip(&told.chosen);
    for (experiment, chosen) in experiments.filter(|(one, _)| only.is_none_or(|only| only == one.name)) {
        let names = [told.lesson.slug.as_str(), experiment.name.as_str()];
        if let Some(record) = &chosen.record {
            write_samples(&mut writer, names, record)?;
            write_counts(&mut writer, names, record)?;
        }
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8(bytes).expect("all fields are text"))
}

type Writer = csv::Writer<Vec<u8>>;

fn write_samples(writer: &mut Writer, names: [&str; 2], record: &Record) -> Result<(), csv::Error> {
    for (number, session) in (1..).zip(&record.sessions) {
        let number: usize = number;
        for (index, trial) in record.trials.iter().enumerate() {
            let turns = turns_of(session, index);
            for (metric, reading) in &session.samples[index] {
                let Reading::Available(series) = reading else {
                    continue;
                };
                for (round, (value, turn)) in (1..).zip(series.values.iter().zip(&turns)) {
                    let round: usize = round;
                    let [variant, control, cell] = trial_fields(trial);
                    writer.write_record([
                        names[0],
                        names[1],
                        &number.to_string(),
                        &session.date,
                        &round.to_string(),
                        &turn.to_string(),
                        &variant,
                        &control,
                        &cell,
                        &metric.to_string(),
                        &decimal(*value, series.exponent),
                        series.kind.base_symbol(),
                    ])?;
                }
            }
        }
    }
    Ok(())
}

fn write_counts(writer: &mut Writer, names: [&str; 2], record: &Record) -> Result<(), csv::Error> {
    for trial in &record.trials {
        for (metric, reading) in &trial.counts {
            let Reading::Available(count) = reading else {
                continue;
            };
            let [variant, control, cell] = trial_fields(trial);
            let unit = metric.kind().map_or("", Kind::base_symbol);
            writer.write_record([
                names[0],
                names[1],
                "",
                "",
                "",
                "",
                &variant,
                &control,
                &cell,
                &metric.to_string(),
                &count.to_string(),
                unit,
            ])?;
        }
    }
    Ok(())
}

/// When in each round a trial ran, from 1. A trial that failed has no turn from there on.
fn turns_of(session: &Session, trial: usize) -> Vec<usize> {
    let turn = |order: &Vec<u16>| {
        order
            .iter()
            .position(|ran| usize::from(*ran) == trial)
            .map(|place| place + 1)
    };
    session.orders.iter().map_while(turn).collect()
}

/// Variant, control and cell, `sink=pipe n=10`.
fn trial_fields(trial: &TrialRecord) -> [std::borrow::Cow<'_, str>; 3] {
    let cell: Vec<String> = trial
        .id
        .cell
        .iter()
        .map(|(axis, value)| format!("{axis}={value}"))
        .collect();
    [
        trial.id.variant.as_str().into(),
        trial.id.control.to_string().into(),
        cell.join(" ").into(),
    ]
}

fn decimal(value: i64, exponent: i8) -> String {
    let mut decimal = Decimal::from(value);
    decimal.multiply_pow10(i16::from(exponent));
    decimal.trim_start();
    decimal.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_whole() {
        assert_eq!(decimal(1039, 2), "103900");
        assert_eq!(decimal(-15, -1), "-1.5");
        assert_eq!(decimal(0, 3), "0");
    }
}
