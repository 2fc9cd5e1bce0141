//! The chart of ratios: what each variant's figure is to the baseline's, round by round, against the noise of the machine.
//!
//! Deliberately absent: other charts (`charts`).

use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};

use super::beside::Scale;
use super::drawings::{Chart, ChartGroup, ChartRow, Drawn, Fill, RowChart};
use super::{Telling, figures};

impl Telling<'_> {
    /// `None` where nothing is compared, or nothing was measured.
    pub(super) fn ratio_chart(&self, index: usize, metric: &Metric, kind: Kind) -> Option<Chart> {
        let experiment = &self.results.lesson().experiments[index];
        let one = Quantity::new(Kind::Number, 1.0);
        let mut groups = Vec::new();
        for cell in claim::cells(experiment) {
            let noise = self.results.noise(index, &cell, metric, kind);
            let row = |variant: usize| {
                let figure = self.results.ratio_to_baseline(index, variant, &cell, metric, kind);
                let samples = self.results.ratio_samples(index, variant, &cell, metric, kind);
                figures::centre(&figure)?;
                let told = self.wording.figure(&figure, Scale::Times);
                Some(ChartRow {
                    label: self.label(&experiment.variants[variant].name),
                    variant,
                    is_baseline: false,
                    told: match claim::is_difference(&figure, &noise) {
                        true => told,
                        false => self.wording.message("ratio-alike", &[("ratio", told.into())]),
                    },
                    drawn: Drawn::Samples { samples, figure },
                })
            };
            let rows: Vec<ChartRow> = (1..experiment.variants.len()).filter_map(row).collect();
            if !rows.is_empty() {
                groups.push(ChartGroup {
                    label: self.cell_label(experiment, &cell),
                    reference: Some(one),
                    noise: match &noise {
                        Figure::Interval(noise) => Some([noise.low, noise.high]),
                        Figure::Exact(_) | Figure::NotAvailable(_) => None,
                    },
                    rows,
                });
            }
        }
        if groups.is_empty() {
            return None;
        }
        let baseline = self.label(&experiment.variants[0].name).plain();
        let arguments = [
            ("metric", self.metric_label(metric).plain().into()),
            ("baseline", baseline.into()),
        ];
        let has_noise = groups.iter().any(|group| group.noise.is_some());
        Some(Chart::Rows(RowChart {
            title: self.wording.message("head-ratio", &arguments),
            description: self.description(&groups),
            axis: self.wording.word("chart-ratio-axis"),
            unit: None,
            logarithmic: true,
            key: has_noise
                .then(|| (Fill::Noise, self.wording.word("chart-noise")))
                .into_iter()
                .collect(),
            groups,
        }))
    }
}
