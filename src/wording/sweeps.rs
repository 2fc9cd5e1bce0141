//! Sweeps: one metric over an axis of numbers, a line a variant.
//!
//! Owns when there is a sweep in place of rows: along an axis of at least three numbers that have no words of their own, so that
//! they are sizes and not names. Deliberately absent: other charts (`charts`), and slopes, which expressions have.

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};

use super::beside::Scale;
use super::charts::{is_wide, range};
use super::drawings::{Chart, Series, SweepChart};
use super::labels::joined;
use super::{Telling, figures};

/// More lines are not told apart.
const MOST_LINES: usize = 5;

/// With fewer there is no course to see.
const LEAST_POINTS: usize = 3;

impl Telling<'_> {
    /// `None` where there is no such axis, or nothing was measured along it.
    pub(super) fn sweep(&self, index: usize, metric: &Metric, kind: Kind) -> Option<Chart> {
        let experiment = &self.results.lesson().experiments[index];
        let axis = self.swept(experiment)?;
        let mut series: Vec<Series> = others(experiment, axis)
            .into_iter()
            .flat_map(|cell| {
                let line = move |variant| self.series(index, axis, variant, &cell, metric, kind);
                (0..experiment.variants.len()).filter_map(line)
            })
            .collect();
        series.retain(|line| line.points.len() >= LEAST_POINTS);
        let (least, greatest) = range(series.iter().flat_map(|line| &line.points).map(|(_, figure)| figure))?;
        let (first, last) = (series[0].points.first()?.0.value(), series[0].points.last()?.0.value());
        let scale = self.scale_of(index, metric, kind);
        let logarithmic_across = is_wide(first.min(last), first.max(last));
        Some(Chart::Sweep(SweepChart {
            title: self.metric_label(metric).plain(),
            description: self.sweep_sentences(&series, scale),
            across: self.axis_label(experiment, axis).plain(),
            up: self.axis_words(metric, scale),
            unit: scale.unit(),
            logarithmic_across,
            // Along two logarithmic scales what grows in proportion is straight.
            logarithmic_up: least > 0.0 && (logarithmic_across || is_wide(least, greatest)),
            series,
        }))
    }

    fn swept(&self, experiment: &Experiment) -> Option<usize> {
        (0..experiment.axes.len()).find(|&axis| {
            let definition = &experiment.axes[axis];
            let is_size = |value: usize| {
                let named = format!("{}.{}", definition.name, definition.points[value].name.value);
                self.labelled(&named).is_none()
            };
            let points = definition.points.len();
            definition.is_numeric() && points >= LEAST_POINTS && (0..points).all(is_size)
        })
    }

    fn series(
        &self,
        index: usize,
        axis: usize,
        variant: usize,
        cell: &Point,
        metric: &Metric,
        kind: Kind,
    ) -> Option<Series> {
        let experiment = &self.results.lesson().experiments[index];
        let mut points: Vec<(Quantity, Figure)> = Vec::new();
        for (value, point) in experiment.axes[axis].points.iter().enumerate() {
            let mut at = [cell.as_slice(), &[(axis, value)]].concat();
            at.sort_unstable();
            let figure = self.results.metric(index, variant, &at, metric, kind);
            if figures::centre(&figure).is_some() {
                points.push((Quantity::new(Kind::Number, point.number?), figure));
            }
        }
        points.sort_by(|a, b| a.0.value().total_cmp(&b.0.value()));
        let label = self.label(&experiment.variants[variant].name);
        let words = self.cell_label(experiment, cell);
        Some(Series {
            label: match words.runs.is_empty() {
                true => label,
                false => joined(vec![label, words], self.between_cells()),
            },
            variant,
            points,
        })
    }

    /// From where to where each line goes.
    fn sweep_sentences(&self, series: &[Series], scale: Scale) -> String {
        let sentence = |line: &Series| {
            let (first, last) = (line.points.first()?, line.points.last()?);
            let arguments = [
                ("series", line.label.plain().into()),
                ("first_at", self.tick(first.0, None).into()),
                ("first", self.wording.figure(&first.1, scale).into()),
                ("last_at", self.tick(last.0, None).into()),
                ("last", self.wording.figure(&last.1, scale).into()),
            ];
            Some(self.wording.message("chart-series", &arguments))
        };
        let sentences: Vec<String> = series.iter().filter_map(sentence).collect();
        sentences.join(self.between_sentences())
    }
}

/// The cells of all other axes, if not too many for lines of their own; else where each of them stands first.
fn others(experiment: &Experiment, axis: usize) -> Vec<Point> {
    let mut cells: Vec<Point> = Vec::new();
    for mut cell in claim::cells(experiment) {
        cell.retain(|(other, _)| *other != axis);
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    if cells.len() * experiment.variants.len() > MOST_LINES {
        cells.truncate(1);
    }
    cells
}
