//! What `workbook run --message-format json` prints: figures with their intervals, ratios with the noise, and notes, one object
//! a line.
//!
//! Owns their fields' names, on which other programs rely. Deliberately absent: tables for people (`table`).

use serde_json::{Map, Value, json};

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::build::Told;
use crate::claim::{self, Figure, Results, Sign};
use crate::quantity::Kind;

/// Of a lesson's experiments, or of only one. Durations are in nanoseconds and sizes in bytes.
pub(super) fn objects(told: &Told<'_>, only: Option<&str>) -> Vec<Value> {
    let results = told.results();
    let experiments = told.lesson.experiments.iter().enumerate();
    let wanted = experiments.filter(|(_, experiment)| only.is_none_or(|only| only == experiment.name));
    wanted.flat_map(|(index, _)| of_experiment(&results, index)).collect()
}

fn of_experiment(results: &Results<'_>, index: usize) -> Vec<Value> {
    let experiment = &results.lesson().experiments[index];
    let mut objects = Vec::new();
    for (metric, kind) in claim::metrics_spoken_of(results.lesson(), index) {
        for cell in claim::cells(experiment) {
            let place = |variant: usize, control: bool| {
                json!({
                    "reason": "figure",
                    "experiment": format!("{}/{}", results.lesson().slug, experiment.name),
                    "variant": experiment.variants[variant].name,
                    "control": control,
                    "cell": cell_object(experiment, &cell),
                    "metric": metric.to_string(),
                    "unit": kind.base_symbol(),
                })
            };
            let noise = results.noise(index, &cell, &metric, kind);
            for variant in 0..experiment.variants.len() {
                let mut object = place(variant, false);
                object["value"] = figure(&results.metric(index, variant, &cell, &metric, kind));
                if variant > 0 {
                    let ratio = results.ratio_to_baseline(index, variant, &cell, &metric, kind);
                    object["ratio"] = figure(&ratio);
                    object["differs"] = claim::is_difference(&ratio, &noise).into();
                }
                objects.push(object);
            }
            let mut control = place(0, true);
            control["value"] = figure(&results.control(index, &cell, &metric, kind));
            control["ratio"] = figure(&noise);
            objects.push(control);
        }
    }
    objects.extend(results.startup(index).into_iter().map(|(toolchain, taken)| {
        json!({
            "reason": "startup",
            "experiment": format!("{}/{}", results.lesson().slug, experiment.name),
            "toolchain": toolchain,
            "unit": Kind::Duration.base_symbol(),
            "value": figure(&taken),
        })
    }));
    let notes = results.notes(index).into_iter();
    objects.extend(notes.map(|note| {
        let trials = note.trials.iter().map(|(variant, cell)| {
            json!({"variant": experiment.variants[*variant].name, "cell": cell_object(experiment, cell)})
        });
        json!({
            "reason": "note",
            "experiment": format!("{}/{}", results.lesson().slug, experiment.name),
            "note": sign(note.sign),
            "trials": trials.collect::<Vec<_>>(),
        })
    }));
    objects
}

fn cell_object(experiment: &Experiment, cell: &Point) -> Value {
    let named = |(axis, value): &(usize, usize)| {
        let axis = &experiment.axes[*axis];
        (axis.name.clone(), axis.points[*value].name.value.clone().into())
    };
    Value::Object(cell.iter().map(named).collect::<Map<_, _>>())
}

/// What is not available is null.
fn figure(figure: &Figure) -> Value {
    match figure {
        Figure::Exact(value) => json!({"exact": value.value()}),
        Figure::Interval(interval) => json!({
            "estimate": interval.estimate.value(),
            "low": interval.low.value(),
            "high": interval.high.value(),
            "rounds": interval.rounds,
            "sessions": interval.sessions,
        }),
        Figure::NotAvailable(_) => Value::Null,
    }
}

fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::TooShort => "too short",
        Sign::Slowing => "slowing",
        Sign::Quickening => "quickening",
        Sign::Modes => "modes",
        Sign::Waiting => "waiting",
        Sign::Outliers { .. } => "outliers",
        Sign::Unlike => "unlike",
        Sign::Spread { .. } => "spread",
        Sign::Budget => "budget",
        Sign::MostRounds => "most rounds",
        Sign::Stolen { .. } => "stolen",
        Sign::Governor => "governor",
    }
}
