//! Charts in SVG, and of them those with a row a trial: a strip of samples with its estimate and interval, or a bar of parts.
//!
//! Owns the geometry. Deliberately absent: colours (`templates/chart.css`) and the elements (`templates/chart.svg`).
//!
//! The drawing is narrow and its words stand above their strips, so that it is legible on a telephone and two of them
//! stand side by side on a desk. Trials differ by the shape of their mark as well as by colour, parts by their lightness.

use serde::Serialize;

use crate::claim::{Figure, TimePart};
use crate::diag::Diagnostic;
use crate::quantity::{Kind, Quantity};
use crate::wording::{Chart, ChartGroup, ChartRow, Drawn, Fill, Phrase, RowChart};

use super::lettering::{TEXT, Words, fitted, length, tick_width, width};
use super::scale::Scale;
use super::sweep;
use super::teller::Teller;
use super::theme::Theme;

/// Of the drawing, in units of which text has 12.
pub(super) const WIDTH: f64 = 350.0;
pub(super) const MARGIN: f64 = 8.0;
const ROW: f64 = 42.0;
const GROUP: f64 = 26.0;
pub(super) const AXIS: f64 = 40.0;
pub(super) const TITLE: f64 = 24.0;
/// A line of the key, and what a swatch takes of it with the room around.
pub(super) const KEY: f64 = 18.0;
const SWATCH: f64 = 29.0;
/// How large the key's words are beside others.
const KEY_SIZE: f64 = 0.86;

/// A part of a bar that is narrower is not seen.
const LEAST_AREA: f64 = 0.2;

/// How a mark is drawn, by the place of its trial in the cell.
pub(super) const SHAPES: [&str; 5] = ["circle", "square", "diamond", "triangle", "cross"];

/// A chart as SVG: a part of a page, or a file of its own with its style.
///
/// # Errors
/// A broken `chart.svg` or `sweep.svg` of the book.
pub(super) fn svg(
    chart: &Chart,
    id: &str,
    standalone: bool,
    theme: &Theme,
    teller: &dyn Teller,
) -> Result<String, Box<Diagnostic>> {
    let style = standalone.then(|| theme.file("chart.css"));
    match chart {
        Chart::Rows(chart) => theme.fill("chart.svg", &drawing(chart, id, style, teller)),
        Chart::Sweep(chart) => theme.fill("sweep.svg", &sweep::drawing(chart, id, style, teller)),
    }
}

/// What the template is given: lengths are written out, so that they look the same everywhere.
#[derive(Serialize)]
struct Drawing<'a> {
    id: &'a str,
    lang: &'a str,
    title: &'a str,
    /// The title, cut to what fits.
    heading: Vec<Words>,
    description: &'a str,
    axis: &'a str,
    width: String,
    height: String,
    left: String,
    right: String,
    top: String,
    bottom: String,
    tick_line: String,
    axis_line: String,
    /// Present in a file of its own.
    style: Option<&'a str>,
    ticks: Vec<Tick>,
    key: Vec<Key>,
    groups: Vec<Group>,
    /// What is said of the baseline, after its name.
    baseline: String,
}

#[derive(Serialize)]
pub(super) struct Tick {
    x: String,
    label: String,
    anchor: &'static str,
}

/// A fill and what it stands for.
#[derive(Serialize)]
struct Key {
    fill: &'static str,
    x: String,
    y: String,
    words_x: String,
    words_y: String,
    words: String,
}

#[derive(Serialize)]
struct Area {
    fill: &'static str,
    x: String,
    width: String,
}

#[derive(Serialize)]
struct Group {
    label: Vec<Words>,
    y: String,
    /// Where that lies which the rows are compared with.
    reference: Option<String>,
    noise: Option<Area>,
    top: String,
    height: String,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    label: Vec<Words>,
    whole_label: String,
    told: String,
    is_baseline: bool,
    number: usize,
    shape: &'static str,
    text_y: String,
    /// The middle of the strip.
    y: String,
    strip_top: String,
    strip_bottom: String,
    samples: Vec<String>,
    parts: Vec<Area>,
    /// Ends and width of the interval.
    interval: Option<[String; 3]>,
    estimate: Option<String>,
}

fn drawing<'a>(chart: &'a RowChart, id: &'a str, style: Option<&'a str>, teller: &'a dyn Teller) -> Drawing<'a> {
    let scale = Scale::over(&values(chart), chart.unit, chart.logarithmic);
    let x = |place: f64| MARGIN + place * (WIDTH - 2.0 * MARGIN);
    let mut y = TITLE;
    let key = key(&chart.key, &mut y);
    let top = y;
    let mut groups = Vec::new();
    for group in &chart.groups {
        groups.push(drawn_group(group, &scale, &x, &mut y));
    }
    let bottom = y + 2.0;
    let [open, close] = teller.locale().parentheses();
    let labelled = scale.ticks().into_iter();
    let labelled = labelled.map(|(value, place)| (x(place), teller.tick(value, chart.unit)));
    Drawing {
        id,
        lang: teller.locale().tag(),
        title: &chart.title,
        description: &chart.description,
        axis: &chart.axis,
        width: length(WIDTH),
        height: length(bottom + AXIS),
        left: length(MARGIN),
        right: length(WIDTH - MARGIN),
        top: length(top),
        heading: fitted(&Phrase::text(chart.title.as_str()), WIDTH - 2.0 * MARGIN),
        bottom: length(bottom),
        tick_line: length(bottom + 15.0),
        axis_line: length(bottom + 33.0),
        style,
        ticks: ticks(labelled.collect()),
        key,
        groups,
        baseline: format!("{open}{}{close}", teller.word("page-baseline")),
    }
}

/// Ticks at their places. The outermost labels stay inside the drawing; a tick between whose label would touch another is
/// left out.
pub(super) fn ticks(labelled: Vec<(f64, String)>) -> Vec<Tick> {
    let last = labelled.len().saturating_sub(1);
    let gap = 0.5 * TEXT;
    let last_start = labelled.last().map_or(0.0, |(x, label)| x - tick_width(label));
    let mut taken = f64::NEG_INFINITY;
    let tick = |(index, (x, label)): (usize, (f64, String))| {
        let (anchor, start) = match index {
            0 => ("start", x),
            _ if index == last => ("end", x - tick_width(&label)),
            _ => ("middle", x - tick_width(&label) / 2.0),
        };
        let end = start + tick_width(&label);
        let fits = index == 0 || index == last || start > taken + gap && end + gap < last_start;
        if fits {
            taken = end;
        }
        fits.then(|| Tick {
            x: length(x),
            label,
            anchor,
        })
    };
    labelled.into_iter().enumerate().filter_map(tick).collect()
}

fn drawn_group(group: &ChartGroup, scale: &Scale, x: &dyn Fn(f64) -> f64, y: &mut f64) -> Group {
    let labelled = !group.label.runs.is_empty();
    if labelled {
        *y += GROUP;
    }
    let label_y = *y - 9.0;
    let top = *y;
    let rows = group.rows.iter().map(|row| {
        let row_top = *y;
        *y += ROW;
        drawn_row(row, row_top, scale, x)
    });
    let rows = rows.collect();
    Group {
        label: fitted(&group.label, WIDTH - 2.0 * MARGIN),
        y: length(label_y),
        reference: group.reference.map(|value| length(x(scale.place(value)))),
        noise: group.noise.map(|[low, high]| {
            let (low, high) = (x(scale.place(low)), x(scale.place(high)));
            area(Fill::Noise, low, (high - low).max(1.0))
        }),
        top: length(top),
        height: length(*y - top),
        rows,
    }
}

fn drawn_row(row: &ChartRow, top: f64, scale: &Scale, x: &dyn Fn(f64) -> f64) -> Row {
    let at = |value: Quantity| length(x(scale.place(value)));
    let told_width = width(&row.told) + 12.0;
    let mut drawn = Row {
        label: fitted(&row.label, WIDTH - 2.0 * MARGIN - 16.0 - told_width),
        whole_label: row.label.plain(),
        told: row.told.clone(),
        is_baseline: row.is_baseline,
        number: row.variant % SHAPES.len() + 1,
        shape: SHAPES[row.variant % SHAPES.len()],
        text_y: length(top + 13.0),
        y: length(top + 28.0),
        strip_top: length(top + 21.0),
        strip_bottom: length(top + 35.0),
        samples: Vec::new(),
        parts: Vec::new(),
        interval: None,
        estimate: None,
    };
    match &row.drawn {
        Drawn::Samples { samples, figure } => {
            drawn.samples = samples.iter().map(|sample| at(*sample)).collect();
            // Equal samples would be drawn over each other, unseen.
            drawn.samples.sort();
            drawn.samples.dedup();
            drawn.estimate = estimate(figure).map(at);
            if let Figure::Interval(interval) = figure {
                let (low, high) = (x(scale.place(interval.low)), x(scale.place(interval.high)));
                drawn.interval = Some([length(low), length(high), length((high - low).max(1.0))]);
            }
        }
        Drawn::Parts(parts) => {
            let mut done = Quantity::new(parts.first().map_or(Kind::Number, |(_, part)| part.kind()), 0.0);
            for (fill, part) in parts {
                let end = Quantity::new(part.kind(), done.value() + part.value());
                let (from, to) = (x(scale.place(done)), x(scale.place(end)));
                if to - from >= LEAST_AREA {
                    drawn.parts.push(area(*fill, from, to - from));
                }
                done = end;
            }
        }
    }
    drawn
}

fn area(fill: Fill, x: f64, width: f64) -> Area {
    Area {
        fill: fill_class(fill),
        x: length(x),
        width: length(width),
    }
}

fn fill_class(fill: Fill) -> &'static str {
    match fill {
        Fill::Noise => "noise",
        Fill::Time(TimePart::User) => "user",
        Fill::Time(TimePart::Kernel) => "kernel",
        Fill::Time(TimePart::OnCore) => "on-core",
        Fill::Time(TimePart::Waiting) => "waiting",
        Fill::Time(TimePart::Blocked) => "blocked",
        Fill::Time(TimePart::OffCore) => "off-core",
    }
}

/// As many in a line as fit.
fn key(entries: &[(Fill, String)], y: &mut f64) -> Vec<Key> {
    let mut x = MARGIN;
    let mut drawn = Vec::new();
    for (index, (fill, words)) in entries.iter().enumerate() {
        let entry = KEY_SIZE * width(words) + SWATCH;
        let begins = index == 0 || x + entry > WIDTH - MARGIN;
        if begins {
            x = MARGIN;
            *y += KEY;
        }
        drawn.push(Key {
            fill: fill_class(*fill),
            x: length(x),
            y: length(*y - 15.0),
            words_x: length(x + 17.0),
            words_y: length(*y - 5.0),
            words: words.clone(),
        });
        x += entry;
    }
    if !entries.is_empty() {
        *y += 4.0;
    }
    drawn
}

pub(super) fn estimate(figure: &Figure) -> Option<Quantity> {
    match figure {
        Figure::Exact(value) => Some(*value),
        Figure::Interval(interval) => Some(interval.estimate),
        Figure::NotAvailable(_) => None,
    }
}

fn values(chart: &RowChart) -> Vec<Quantity> {
    let mut values = Vec::new();
    for group in &chart.groups {
        values.extend(group.reference);
        values.extend(group.noise.into_iter().flatten());
        for row in &group.rows {
            match &row.drawn {
                Drawn::Samples { samples, figure } => {
                    values.extend(samples);
                    values.extend(ends(figure));
                }
                Drawn::Parts(parts) => {
                    let whole = parts.iter().map(|(_, part)| part.value()).sum();
                    values.extend(parts.first().map(|(_, part)| Quantity::new(part.kind(), whole)));
                }
            }
        }
    }
    values
}

/// A figure, with the ends of its interval.
pub(super) fn ends(figure: &Figure) -> Vec<Quantity> {
    match figure {
        Figure::Exact(value) => vec![*value],
        Figure::Interval(interval) => vec![interval.low, interval.estimate, interval.high],
        Figure::NotAvailable(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_ticks_do_not_touch() {
        let labelled = [(0.0, "1"), (80.0, "1 000"), (140.0, "100 000"), (200.0, "1 000 000")];
        let ticks = ticks(labelled.map(|(x, label)| (x, label.to_owned())).to_vec());
        let labels: Vec<&str> = ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["1", "1 000", "1 000 000"]);
    }

    #[test]
    fn a_key_fills_its_lines() {
        let entries =
            ["short", "somewhat longer words", "and again as many words"].map(|words| (Fill::Noise, words.to_owned()));
        let mut y = TITLE;
        let drawn = key(&entries, &mut y);
        assert_eq!(drawn[0].y, drawn[1].y);
        assert_ne!(drawn[1].y, drawn[2].y);
        assert_eq!(drawn[2].x, length(MARGIN));
        assert!((y - (TITLE + 2.0 * KEY + 4.0)).abs() < 1e-9);
        assert!(key(&[], &mut y).is_empty());
    }
}
