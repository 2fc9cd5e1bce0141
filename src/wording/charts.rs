//! Charts: which metrics are drawn, with which words, on which scale.
//!
//! Owns the data of a drawing in a locale's words. Deliberately absent: coordinates and colours (`render`).

use std::cmp::Reverse;

use crate::analysis::Rounds;
use crate::book::formula::{Formula, Point};
use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity, Rounded, Unit};

use super::Telling;
use super::beside::Scale;
use super::drawings::{Chart, ChartGroup, ChartRow, Drawn, RowChart};
use super::figures;

/// How many times the least sample the greatest may be before a linear scale hides the small ones.
const LINEAR_RANGE: f64 = 30.0;

/// How many charts a panel has at most: a reader looks for one.
const MOST_CHARTS: usize = 3;

impl Telling<'_> {
    /// The time, where it went, and its ratios; what else is drawn has room where one of these is missing.
    pub(super) fn charts(&self, index: usize) -> Vec<Chart> {
        let mut charts = Vec::new();
        for (metric, kind) in self.drawn(index) {
            charts.extend(self.chart(index, &metric, kind));
            if kind == Kind::Duration {
                charts.extend(self.speaks_of_runs(index).then(|| self.parts_chart(index)).flatten());
                charts.extend(self.ratio_chart(index, &metric, kind));
            }
        }
        charts.truncate(MOST_CHARTS);
        charts
    }

    /// The samples of what the first chart shows.
    pub fn samples_chart(&self, index: usize) -> Option<RowChart> {
        let (metric, kind) = self.drawn(index).into_iter().next()?;
        self.row_chart(index, &metric, kind)
    }

    /// Whether the lesson speaks of the time of whole runs, or of parts of it.
    fn speaks_of_runs(&self, index: usize) -> bool {
        const OF_RUNS: [Metric; 5] = [Metric::Wall, Metric::Cpu, Metric::User, Metric::Sys, Metric::Wait];
        let spoken = claim::metrics_spoken_of(self.results.lesson(), index);
        spoken.iter().any(|(metric, _)| OF_RUNS.contains(metric))
    }

    /// What a lesson turns on: the first time that its values or claims speak of, then what most of its claims do, of several
    /// the first; where they speak of nothing that is drawn, what the prose does.
    pub(super) fn drawn(&self, index: usize) -> Vec<(Metric, Kind)> {
        let experiment = &self.results.lesson().experiments[index];
        let named = |formula: &Formula| {
            let named = claim::metrics_named(&formula.term).into_iter();
            named.filter(|(_, kind)| is_drawn(*kind)).collect::<Vec<_>>()
        };
        let by_values = experiment.values.iter().flat_map(|value| named(&value.formula));
        let by_claims: Vec<_> = experiment
            .claims
            .iter()
            .flat_map(|claim| named(&claim.formula))
            .collect();
        let mut all = by_values.chain(by_claims.iter().cloned());
        let mut drawn: Vec<(Metric, Kind)> = all.find(|(_, kind)| *kind == Kind::Duration).into_iter().collect();
        let claims_naming = |metric: &(Metric, Kind)| by_claims.iter().filter(|named| *named == metric).count();
        let mut others: Vec<_> = by_claims.iter().filter(|metric| !drawn.contains(metric)).collect();
        others.sort_by_key(|metric| Reverse(claims_naming(metric)));
        let most = others.first().map(|metric| (*metric).clone());
        drawn.extend(most);
        if drawn.is_empty() {
            let spoken = claim::metrics_spoken_of(self.results.lesson(), index).into_iter();
            drawn = spoken.filter(|(_, kind)| is_drawn(*kind)).take(1).collect();
        }
        drawn
    }

    /// A number along an axis, to six digits at most, in `unit`, whose symbol is not told.
    pub fn tick(&self, value: Quantity, unit: Option<Unit>) -> String {
        let scaled = unit.map_or(Scale::Plain, Scale::Unit).of(value.value());
        let first = if scaled == 0.0 {
            0
        } else {
            scaled.abs().log10().floor() as i16
        };
        let number = figures::trimmed(Rounded::at(scaled, (first - 5).min(0)));
        self.wording.locale().number(number)
    }

    /// A metric's chart: over an axis of sizes a line a variant, else a row a trial.
    fn chart(&self, index: usize, metric: &Metric, kind: Kind) -> Option<Chart> {
        let rows = || self.row_chart(index, metric, kind).map(Chart::Rows);
        self.sweep(index, metric, kind).or_else(rows)
    }

    /// `None` where no trial has samples, or all show the same: that is said in a word.
    fn row_chart(&self, index: usize, metric: &Metric, kind: Kind) -> Option<RowChart> {
        let experiment = &self.results.lesson().experiments[index];
        // That of the table, and of sentences.
        let scale = self.scale_of(index, metric, kind);
        let group = |cell: Point| {
            let rows = self.chart_rows(index, &cell, (metric, kind), scale);
            let compared = rows.len() > 1;
            ChartGroup {
                label: self.cell_label(experiment, &cell),
                reference: rows.first().filter(|_| compared).and_then(centre),
                noise: None,
                rows,
            }
        };
        let groups: Vec<ChartGroup> = claim::cells(experiment).into_iter().map(group).collect();
        let rows = groups.iter().flat_map(|group| &group.rows);
        let samples = rows.filter_map(|row| match &row.drawn {
            Drawn::Samples { samples, .. } => Some(samples),
            Drawn::Parts(_) => None,
        });
        let samples: Vec<Quantity> = samples.flatten().copied().collect();
        let least = samples.iter().map(|sample| sample.value()).min_by(f64::total_cmp)?;
        let greatest = samples.iter().map(|sample| sample.value()).max_by(f64::total_cmp)?;
        if least == greatest {
            return None;
        }
        Some(RowChart {
            title: self.metric_label(metric).plain(),
            description: self.description(&groups),
            axis: self.axis_words(metric, scale),
            unit: scale.unit(),
            logarithmic: is_wide(least, greatest),
            key: Vec::new(),
            groups,
        })
    }

    /// A metric with its unit, along an axis.
    pub(super) fn axis_words(&self, metric: &Metric, scale: Scale) -> String {
        let metric = self.metric_label(metric).plain();
        match scale.unit() {
            Some(unit) => {
                let arguments = [("metric", metric.into()), ("unit", unit.symbol().into())];
                self.wording.message("chart-axis", &arguments)
            }
            None => metric,
        }
    }

    fn chart_rows(&self, index: usize, cell: &Point, (metric, kind): (&Metric, Kind), scale: Scale) -> Vec<ChartRow> {
        let experiment = &self.results.lesson().experiments[index];
        let row = |variant: usize| {
            let figure = self.results.metric(index, variant, cell, metric, kind);
            let samples = match &figure {
                Figure::NotAvailable(_) => Vec::new(),
                _ => {
                    let rounds = self.results.samples(index, variant, cell, metric, kind);
                    let quantities = |rounds: Rounds<f64>| {
                        let values = rounds.pooled().iter();
                        values.map(|value| Quantity::new(kind, *value)).collect()
                    };
                    rounds.map(quantities).unwrap_or_default()
                }
            };
            ChartRow {
                label: self.label(&experiment.variants[variant].name),
                variant,
                is_baseline: variant == 0 && experiment.variants.len() > 1,
                told: self.wording.figure(&figure, scale),
                drawn: Drawn::Samples { samples, figure },
            }
        };
        (0..experiment.variants.len()).map(row).collect()
    }

    /// A trial by its variant and, where there is one, its cell.
    pub(super) fn trial_words(&self, variant: String, cell: String) -> String {
        match cell.is_empty() {
            true => variant,
            false => {
                let arguments = [("variant", variant.into()), ("cell", cell.into())];
                self.wording.message("chart-trial", &arguments)
            }
        }
    }

    /// Names the trials with the least and the greatest figure; what is measured, the title says.
    pub(super) fn description(&self, groups: &[ChartGroup]) -> String {
        let mut rows: Vec<(f64, String, &str)> = groups
            .iter()
            .flat_map(|group| {
                group.rows.iter().filter_map(|row| {
                    let value = centre(row)?.value();
                    let label = self.trial_words(row.label.plain(), group.label.plain());
                    Some((value, label, row.told.as_str()))
                })
            })
            .collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (Some(least), Some(most)) = (rows.first(), rows.last()) else {
            return String::new();
        };
        if rows.len() == 1 {
            let arguments = [("trial", least.1.as_str().into()), ("figure", least.2.into())];
            return self.wording.message("chart-description-one", &arguments);
        }
        let arguments = [
            ("trials", rows.len().into()),
            ("least_trial", least.1.as_str().into()),
            ("least", least.2.into()),
            ("most_trial", most.1.as_str().into()),
            ("most", most.2.into()),
        ];
        self.wording.message("chart-description", &arguments)
    }
}

/// The figure of a row that shows one.
fn centre(row: &ChartRow) -> Option<Quantity> {
    match &row.drawn {
        Drawn::Samples { figure, .. } => figures::centre(figure),
        Drawn::Parts(_) => None,
    }
}

/// Whether values lie so far apart that a linear scale would hide the small ones.
pub(super) fn is_wide(least: f64, greatest: f64) -> bool {
    least > 0.0 && greatest / least > LINEAR_RANGE
}

/// The least and the greatest of figures; `None` for none.
pub(super) fn range<'f>(figures: impl Iterator<Item = &'f Figure>) -> Option<(f64, f64)> {
    let values: Vec<f64> = figures
        .filter_map(|figure| Some(figures::centre(figure)?.value()))
        .collect();
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    Some((least, values.iter().copied().max_by(f64::total_cmp)?))
}

fn is_drawn(kind: Kind) -> bool {
    matches!(kind, Kind::Duration | Kind::Count)
}
