//! Charts: one metric of all trials as a strip of samples with its estimate and interval, in SVG.
//!
//! Owns the geometry. Deliberately absent: colours (`templates/chart.css`) and the elements (`templates/chart.svg`).
//!
//! The drawing is narrow and its words stand above their strips, so that it is legible on a telephone and two of them
//! stand side by side on a desk. Trials differ by the shape of their mark as well as by colour.

use serde::Serialize;

use crate::claim::Figure;
use crate::diag::Diagnostic;
use crate::quantity::Quantity;
use crate::wording::{Chart, ChartGroup, ChartRow, Phrase, Run};

use super::scale::Scale;
use super::teller::Teller;
use super::theme::Theme;

/// Of the drawing, in units of which text has 12.
const WIDTH: f64 = 350.0;
const MARGIN: f64 = 8.0;
const TEXT: f64 = 12.0;
const ROW: f64 = 42.0;
const GROUP: f64 = 26.0;
const AXIS: f64 = 40.0;
const TITLE: f64 = 24.0;

/// How a mark is drawn, by the place of its trial in the cell.
const SHAPES: [&str; 5] = ["circle", "square", "diamond", "triangle", "cross"];

/// A chart as SVG: a part of a page, or a file of its own with its style.
///
/// # Errors
/// A broken `chart.svg` of the book.
pub(super) fn svg(
    chart: &Chart,
    id: &str,
    standalone: bool,
    theme: &Theme,
    teller: &dyn Teller,
) -> Result<String, Box<Diagnostic>> {
    theme.fill(
        "chart.svg",
        &drawing(chart, id, standalone.then(|| theme.file("chart.css")), teller),
    )
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
    groups: Vec<Group>,
    /// What is said of the baseline, after its name.
    baseline: String,
}

#[derive(Serialize)]
struct Tick {
    x: String,
    label: String,
    anchor: &'static str,
}

#[derive(Serialize)]
struct Group {
    label: Vec<Words>,
    y: String,
    /// Where the baseline's estimate lies, where others are compared with it.
    baseline: Option<String>,
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
    /// Ends and width of the interval.
    interval: Option<[String; 3]>,
    estimate: Option<String>,
}

#[derive(Serialize)]
struct Words {
    text: String,
    is_code: bool,
}

fn drawing<'a>(chart: &'a Chart, id: &'a str, style: Option<&'a str>, teller: &'a dyn Teller) -> Drawing<'a> {
    let scale = Scale::over(&values(chart), chart.unit, chart.logarithmic);
    let x = |place: f64| MARGIN + place * (WIDTH - 2.0 * MARGIN);
    let mut y = TITLE;
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
        top: length(TITLE),
        heading: fitted(&Phrase::text(chart.title.as_str()), WIDTH - 2.0 * MARGIN),
        bottom: length(bottom),
        tick_line: length(bottom + 15.0),
        axis_line: length(bottom + 33.0),
        style,
        ticks: ticks(labelled.collect()),
        groups,
        baseline: format!("{open}{}{close}", teller.word("page-baseline")),
    }
}

/// Ticks at their places. The outermost labels stay inside the drawing; a tick between whose label would touch another is
/// left out.
fn ticks(labelled: Vec<(f64, String)>) -> Vec<Tick> {
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
    let compared = group.rows.len() > 1;
    let baseline = group.rows.first().filter(|_| compared).and_then(estimate);
    let rows = group.rows.iter().enumerate().map(|(number, row)| {
        let row_top = *y;
        *y += ROW;
        drawn_row(row, number, compared, row_top, scale, x)
    });
    let rows = rows.collect();
    Group {
        label: fitted(&group.label, WIDTH - 2.0 * MARGIN),
        y: length(label_y),
        baseline: baseline.map(|value| length(x(scale.place(value)))),
        rows,
    }
}

fn drawn_row(row: &ChartRow, number: usize, compared: bool, top: f64, scale: &Scale, x: &dyn Fn(f64) -> f64) -> Row {
    let at = |value: Quantity| length(x(scale.place(value)));
    let interval = match &row.figure {
        Figure::Interval(interval) => {
            let (low, high) = (x(scale.place(interval.low)), x(scale.place(interval.high)));
            Some([length(low), length(high), length((high - low).max(1.0))])
        }
        Figure::Exact(_) | Figure::NotAvailable(_) => None,
    };
    let told_width = width(&row.told) + 12.0;
    let mut samples: Vec<String> = row.samples.iter().map(|sample| at(*sample)).collect();
    // Equal samples would be drawn over each other, unseen.
    samples.sort();
    samples.dedup();
    Row {
        label: fitted(&row.label, WIDTH - 2.0 * MARGIN - 16.0 - told_width),
        whole_label: row.label.plain(),
        told: row.told.clone(),
        is_baseline: compared && number == 0,
        number: number % SHAPES.len() + 1,
        shape: SHAPES[number % SHAPES.len()],
        text_y: length(top + 13.0),
        y: length(top + 28.0),
        strip_top: length(top + 21.0),
        strip_bottom: length(top + 35.0),
        samples,
        interval,
        estimate: estimate(row).map(at),
    }
}

fn estimate(row: &ChartRow) -> Option<Quantity> {
    match &row.figure {
        Figure::Exact(value) => Some(*value),
        Figure::Interval(interval) => Some(interval.estimate),
        Figure::NotAvailable(_) => None,
    }
}

fn values(chart: &Chart) -> Vec<Quantity> {
    let rows = chart.groups.iter().flat_map(|group| &group.rows);
    let mut values = Vec::new();
    for row in rows {
        values.extend(&row.samples);
        match &row.figure {
            Figure::Exact(value) => values.push(*value),
            Figure::Interval(interval) => values.extend([interval.low, interval.estimate, interval.high]),
            Figure::NotAvailable(_) => {}
        }
    }
    values
}

/// A label cut to what fits; the whole of it is in the element's title.
fn fitted(phrase: &Phrase, most: f64) -> Vec<Words> {
    let mut left = most;
    let mut words = Vec::new();
    for run in &phrase.runs {
        let (text, is_code) = match run {
            Run::Text(text) => (text, false),
            Run::Code(text) => (text, true),
        };
        let mut cut = String::new();
        for character in text.chars() {
            left -= character_width(character);
            if left < character_width('…') {
                cut.push('…');
                words.push(Words { text: cut, is_code });
                return words;
            }
            cut.push(character);
        }
        words.push(Words { text: cut, is_code });
    }
    words
}

/// About how wide a text is; a page's fonts are not known here.
fn width(text: &str) -> f64 {
    text.chars().map(character_width).sum()
}

/// The same of a tick's number, which is set smaller.
fn tick_width(label: &str) -> f64 {
    let wide = |character: char| if character.is_ascii_digit() { 0.54 } else { 0.27 };
    label.chars().map(wide).sum::<f64>() * TEXT
}

fn character_width(character: char) -> f64 {
    // From here on East Asian characters, which are as wide as they are high.
    if character >= '\u{2e80}' { TEXT } else { 0.6 * TEXT }
}

fn length(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_to_what_fits() {
        let phrase = Phrase {
            runs: vec![Run::Code("a".repeat(10)), Run::Text("長い名前".to_owned())],
            foreign: None,
        };
        let cut = |most| {
            let words = fitted(&phrase, most);
            words.into_iter().map(|words| words.text).collect::<Vec<_>>()
        };
        assert_eq!(cut(200.0), ["aaaaaaaaaa", "長い名前"]);
        assert_eq!(cut(110.0), ["aaaaaaaaaa", "長い…"]);
        assert_eq!(cut(40.0), ["aaaa…"]);
    }

    #[test]
    fn labels_of_ticks_do_not_touch() {
        let labelled = [(0.0, "1"), (80.0, "1 000"), (140.0, "100 000"), (200.0, "1 000 000")];
        let ticks = ticks(labelled.map(|(x, label)| (x, label.to_owned())).to_vec());
        let labels: Vec<&str> = ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["1", "1 000", "1 000 000"]);
    }

    #[test]
    fn lengths_have_one_digit_and_no_sign_of_zero() {
        assert_eq!([1.0, 2.25, 0.04, 1e3].map(length), ["1", "2.3", "0", "1000"]);
    }
}
