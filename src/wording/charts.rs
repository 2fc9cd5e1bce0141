//! Charts: which metrics are drawn, with which words, on which scale.
//!
//! Owns the data of a drawing in a locale's words. Deliberately absent: coordinates and colours (`render`).

use std::cmp::Reverse;

use crate::book::formula::{Formula, Point};
use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity, Rounded, Unit};

use super::beside::Scale;
use super::figures;
use super::{Chart, ChartGroup, ChartRow, Telling};

/// How many times the least sample the greatest may be before a linear scale hides the small ones.
const LINEAR_RANGE: f64 = 30.0;

impl Telling<'_> {
    pub(super) fn charts(&self, index: usize) -> Vec<Chart> {
        self.drawn(index)
            .into_iter()
            .filter_map(|(metric, kind)| self.chart(index, &metric, kind))
            .collect()
    }

    /// What a lesson turns on: the first time that its values or claims speak of, then what most of its claims do, of several
    /// the first; where they speak of nothing that is drawn, what the prose does.
    fn drawn(&self, index: usize) -> Vec<(Metric, Kind)> {
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

    /// `None` where no trial has samples, or all show the same: that is said in a word.
    fn chart(&self, index: usize, metric: &Metric, kind: Kind) -> Option<Chart> {
        let experiment = &self.results.lesson().experiments[index];
        let cells = claim::cells(experiment);
        let figures: Vec<Vec<Figure>> = cells
            .iter()
            .map(|cell| {
                (0..experiment.variants.len())
                    .map(|variant| self.results.metric(index, variant, cell, metric, kind))
                    .collect()
            })
            .collect();
        // That of the table, and of sentences.
        let scale = self.scale_of(index, metric, kind);
        let groups: Vec<ChartGroup> = cells
            .iter()
            .zip(figures)
            .map(|(cell, figures)| ChartGroup {
                label: self.cell_label(experiment, cell),
                rows: self.chart_rows(index, cell, metric, figures, scale),
            })
            .collect();
        let samples: Vec<f64> = groups
            .iter()
            .flat_map(|group| &group.rows)
            .flat_map(|row| row.samples.iter().map(|sample| sample.value()))
            .collect();
        let least = samples.iter().copied().min_by(f64::total_cmp)?;
        let greatest = samples.iter().copied().max_by(f64::total_cmp)?;
        if least == greatest {
            return None;
        }
        let unit = match scale {
            Scale::Unit(unit) => Some(unit),
            Scale::Times | Scale::Plain => None,
        };
        let title = self.metric_label(metric).plain();
        let axis = match unit {
            Some(unit) => {
                let arguments = [("metric", title.as_str().into()), ("unit", unit.symbol().into())];
                self.wording.message("chart-axis", &arguments)
            }
            None => title.clone(),
        };
        Some(Chart {
            description: self.description(&groups),
            title,
            axis,
            unit,
            logarithmic: least > 0.0 && greatest / least > LINEAR_RANGE,
            groups,
        })
    }

    fn chart_rows(
        &self,
        index: usize,
        cell: &Point,
        metric: &Metric,
        figures: Vec<Figure>,
        scale: Scale,
    ) -> Vec<ChartRow> {
        let experiment = &self.results.lesson().experiments[index];
        let row = |(variant, figure): (usize, Figure)| {
            let kind = figures::centre(&figure).map_or(Kind::Number, Quantity::kind);
            let samples = match &figure {
                Figure::NotAvailable(_) => Vec::new(),
                _ => self
                    .results
                    .samples(index, variant, cell, metric, kind)
                    .map(|rounds| {
                        rounds
                            .pooled()
                            .iter()
                            .map(|value| Quantity::new(kind, *value))
                            .collect()
                    })
                    .unwrap_or_default(),
            };
            ChartRow {
                label: self.label(&experiment.variants[variant].name),
                told: self.wording.figure(&figure, scale),
                figure,
                samples,
            }
        };
        figures.into_iter().enumerate().map(row).collect()
    }

    /// Names the trials with the least and the greatest figure; what is measured, the title says.
    fn description(&self, groups: &[ChartGroup]) -> String {
        let mut rows: Vec<(f64, String, &str)> = groups
            .iter()
            .flat_map(|group| {
                group.rows.iter().filter_map(|row| {
                    let value = figures::centre(&row.figure)?.value();
                    let cell = group.label.plain();
                    let label = match cell.is_empty() {
                        true => row.label.plain(),
                        false => self.wording.message(
                            "chart-trial",
                            &[("variant", row.label.plain().into()), ("cell", cell.into())],
                        ),
                    };
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

fn is_drawn(kind: Kind) -> bool {
    matches!(kind, Kind::Duration | Kind::Count)
}
