//! The chart of where the time went: each trial's time from start to end, in parts.
//!
//! Deliberately absent: the parts (`claim`), and other charts (`charts`).

use crate::claim::{self, Figure, TimePart};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};

use super::beside::Scale;
use super::drawings::{Chart, ChartGroup, ChartRow, Drawn, Fill, RowChart};
use super::{Telling, figures};

/// What is less cannot be seen in a bar.
const LEAST_SHARE: f64 = 0.05;

impl Telling<'_> {
    /// `None` where no trial's time is known in parts, or each went nearly all into one.
    pub(super) fn parts_chart(&self, index: usize) -> Option<Chart> {
        let experiment = &self.results.lesson().experiments[index];
        let scale = self.scale_of(index, &Metric::Wall, Kind::Duration);
        let mut groups = Vec::new();
        let mut present: Vec<TimePart> = Vec::new();
        let mut sentences = Vec::new();
        let mut tells = false;
        for cell in claim::cells(experiment) {
            let mut rows = Vec::new();
            for (variant, definition) in experiment.variants.iter().enumerate() {
                let Some(mut parts) = self.results.time_parts(index, variant, &cell) else {
                    continue;
                };
                parts.retain(|(_, figure)| figures::centre(figure).is_some_and(|time| time.value() > 0.0));
                tells |= is_shared(&parts);
                let whole = self
                    .results
                    .metric(index, variant, &cell, &Metric::Wall, Kind::Duration);
                let label = self.label(&definition.name);
                let trial = self.trial_words(label.plain(), self.cell_label(experiment, &cell).plain());
                sentences.push(self.parts_sentence(trial, &parts, scale));
                present.extend(parts.iter().map(|(part, _)| *part));
                let drawn = parts
                    .iter()
                    .filter_map(|(part, figure)| Some((Fill::Time(*part), figures::centre(figure)?)));
                rows.push(ChartRow {
                    label,
                    variant,
                    is_baseline: false,
                    told: self.wording.figure(&whole, scale),
                    drawn: Drawn::Parts(drawn.collect()),
                });
            }
            if !rows.is_empty() {
                groups.push(ChartGroup {
                    label: self.cell_label(experiment, &cell),
                    reference: None,
                    noise: None,
                    rows,
                });
            }
        }
        if !tells {
            return None;
        }
        present.sort_unstable();
        present.dedup();
        let Scale::Unit(unit) = scale else {
            return None;
        };
        let metric = self.metric_label(&Metric::Wall).plain();
        let arguments = [("metric", metric.into()), ("unit", unit.symbol().into())];
        Some(Chart::Rows(RowChart {
            title: self.wording.word("chart-parts"),
            description: sentences.join(self.between_sentences()),
            axis: self.wording.message("chart-axis", &arguments),
            unit: Some(unit),
            logarithmic: false,
            key: present
                .into_iter()
                .map(|part| (Fill::Time(part), self.part_words(part)))
                .collect(),
            groups,
        }))
    }

    fn part_words(&self, part: TimePart) -> String {
        self.wording.word(match part {
            TimePart::User => "part-user",
            TimePart::Kernel => "part-kernel",
            TimePart::OnCore => "part-on-core",
            TimePart::Waiting => "part-waiting",
            TimePart::Blocked => "part-blocked",
            TimePart::OffCore => "part-off-core",
        })
    }

    fn parts_sentence(&self, trial: String, parts: &[(TimePart, Figure)], scale: Scale) -> String {
        let told = parts.iter().map(|(part, figure)| {
            let arguments = [
                ("part", self.part_words(*part).into()),
                ("figure", self.wording.figure(figure, scale).into()),
            ];
            self.wording.message("chart-part", &arguments)
        });
        let parts = self.wording.locale().list(&told.collect::<Vec<_>>());
        let arguments = [("trial", trial.into()), ("parts", parts.into())];
        self.wording.message("chart-trial-parts", &arguments)
    }
}

/// Whether more than [`LEAST_SHARE`] of the time went into other parts than the greatest.
fn is_shared(parts: &[(TimePart, Figure)]) -> bool {
    let times = parts.iter().filter_map(|(_, figure)| figures::centre(figure));
    let times: Vec<f64> = times.map(Quantity::value).collect();
    let whole: f64 = times.iter().sum();
    let greatest = times.iter().copied().fold(0.0, f64::max);
    whole - greatest > LEAST_SHARE * whole
}
