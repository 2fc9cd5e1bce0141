//! Sweeps in SVG: one metric over an axis of sizes, a line a variant.
//!
//! Owns the geometry. Deliberately absent: colours (`templates/chart.css`) and the elements (`templates/sweep.svg`). Lines differ
//! by the shape of their marks and by their dashes as well as by colour.

use serde::Serialize;

use crate::claim::Figure;
use crate::quantity::Quantity;
use crate::wording::{Phrase, Series, SweepChart};

use super::chart::{AXIS, KEY, MARGIN, SHAPES, TITLE, Tick, WIDTH, ends, estimate, ticks};
use super::lettering::{TEXT, Words, fitted, length, tick_width};
use super::scale::Scale;
use super::teller::Teller;

/// How high the field is in which lines are drawn.
const FIELD: f64 = 190.0;

#[derive(Serialize)]
pub(super) struct Drawing<'a> {
    id: &'a str,
    lang: &'a str,
    title: &'a str,
    heading: Vec<Words>,
    description: &'a str,
    across: &'a str,
    up: Vec<Words>,
    width: String,
    height: String,
    margin: String,
    left: String,
    right: String,
    top: String,
    bottom: String,
    up_line: String,
    tick_line: String,
    axis_line: String,
    style: Option<&'a str>,
    ticks: Vec<Tick>,
    rungs: Vec<Rung>,
    lines: Vec<Line>,
}

/// A tick of the axis upwards.
#[derive(Serialize)]
struct Rung {
    y: String,
    text_y: String,
    label: String,
}

#[derive(Serialize)]
struct Line {
    number: usize,
    shape: &'static str,
    label: Vec<Words>,
    whole_label: String,
    key_y: String,
    key_text_y: String,
    path: String,
    points: Vec<Dot>,
}

#[derive(Serialize)]
struct Dot {
    x: String,
    y: String,
    /// From where to where the interval reaches.
    interval: Option<[String; 2]>,
}

pub(super) fn drawing<'a>(
    chart: &'a SweepChart,
    id: &'a str,
    style: Option<&'a str>,
    teller: &'a dyn Teller,
) -> Drawing<'a> {
    let points = || chart.series.iter().flat_map(|line| &line.points);
    let numbers: Vec<Quantity> = points().map(|(number, _)| *number).collect();
    let figures: Vec<Quantity> = points().flat_map(|(_, figure)| ends(figure)).collect();
    let across = Scale::over(&numbers, None, chart.logarithmic_across);
    let up = Scale::over(&figures, chart.unit, chart.logarithmic_up);
    let rungs: Vec<(f64, String)> = up
        .ticks()
        .into_iter()
        .map(|(value, place)| (place, teller.tick(value, chart.unit)))
        .collect();
    let widest = rungs.iter().map(|(_, label)| tick_width(label)).fold(0.0, f64::max);
    let left = MARGIN + widest + 6.0;
    let key_top = TITLE;
    let up_line = key_top + KEY * chart.series.len() as f64 + 14.0;
    let top = up_line + 12.0;
    let x = |place: f64| left + place * (WIDTH - MARGIN - left);
    let y = |place: f64| top + (1.0 - place) * FIELD;
    let labelled = across.ticks().into_iter();
    let labelled = labelled.map(|(value, place)| (x(place), teller.tick(value, None)));
    let lines = chart.series.iter().enumerate().map(|(index, series)| {
        let at = |number: Quantity, value: Quantity| (x(across.place(number)), y(up.place(value)));
        line(series, index, key_top + KEY * index as f64, &at)
    });
    let bottom = top + FIELD;
    Drawing {
        id,
        lang: teller.locale().tag(),
        title: &chart.title,
        heading: fitted(&Phrase::text(chart.title.as_str()), WIDTH - 2.0 * MARGIN),
        description: &chart.description,
        across: &chart.across,
        up: fitted(&Phrase::text(chart.up.as_str()), WIDTH - 2.0 * MARGIN),
        width: length(WIDTH),
        height: length(bottom + AXIS),
        margin: length(MARGIN),
        left: length(left),
        right: length(WIDTH - MARGIN),
        top: length(top),
        bottom: length(bottom),
        up_line: length(up_line),
        tick_line: length(bottom + 15.0),
        axis_line: length(bottom + 33.0),
        style,
        ticks: ticks(labelled.collect()),
        rungs: rungs
            .into_iter()
            .map(|(place, label)| Rung {
                y: length(y(place)),
                text_y: length(y(place) + TEXT / 3.0),
                label,
            })
            .collect(),
        lines: lines.collect(),
    }
}

fn line(series: &Series, index: usize, key_top: f64, at: &dyn Fn(Quantity, Quantity) -> (f64, f64)) -> Line {
    let mut path = String::new();
    let mut points = Vec::new();
    for (number, figure) in &series.points {
        let Some(value) = estimate(figure) else {
            continue;
        };
        let (x, y) = at(*number, value);
        path.push_str(if path.is_empty() { "M" } else { "L" });
        path.push_str(&format!("{} {}", length(x), length(y)));
        let interval = match figure {
            Figure::Interval(interval) => Some([interval.low, interval.high].map(|end| length(at(*number, end).1))),
            Figure::Exact(_) | Figure::NotAvailable(_) => None,
        };
        points.push(Dot {
            x: length(x),
            y: length(y),
            interval,
        });
    }
    Line {
        number: index % SHAPES.len() + 1,
        shape: SHAPES[index % SHAPES.len()],
        label: fitted(&series.label, WIDTH - 2.0 * MARGIN - 44.0),
        whole_label: series.label.plain(),
        key_y: length(key_top + 10.0),
        key_text_y: length(key_top + 14.0),
        path,
        points,
    }
}
