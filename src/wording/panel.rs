//! The result panel of an experiment: notices and the table; its other parts are told next door.
//!
//! Owns the panel's parts and their order. Deliberately absent: charts (`charts`), claims (`evidence`), and how and where it was
//! measured (`circumstances`).

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity, Unit};

use super::figures::{self, Scale};
use super::{Panel, Phrase, Table, TableRow, Telling, Told};

impl Telling<'_> {
    /// All that is told of one experiment.
    pub fn panel(&self, index: usize) -> Panel {
        let experiment = &self.results.lesson().experiments[index];
        Panel {
            experiment: experiment.name.clone(),
            title: self.title(experiment),
            notices: self.notices(index),
            charts: self.charts(index),
            table: self.table(index),
            claims: self.claim_lines(index),
            endings: self.endings(index),
            circumstances: self.circumstances(index),
            commands: self.commands(index),
            // Where nothing was measured there is no method to tell of.
            method: self.results.record(index).map_or_else(String::new, |_| self.method()),
        }
    }

    fn notices(&self, index: usize) -> Vec<String> {
        let mut notices = Vec::new();
        if self.results.record(index).is_none() {
            notices.push(self.wording.word("notice-missing"));
        }
        if let Some(origin) = &self.origins[index] {
            if origin.is_reference {
                let machine = origin.machine.cpu.as_str().into();
                notices.push(self.wording.message("notice-reference", &[("machine", machine)]));
            }
            if origin.is_outdated {
                notices.push(self.wording.word("notice-outdated"));
            }
        }
        notices
    }

    fn table(&self, index: usize) -> Table {
        let experiment = &self.results.lesson().experiments[index];
        let metrics = claim::metrics_spoken_of(self.results.lesson(), index);
        let rows = trials(experiment);
        let mut columns: Vec<(Phrase, Vec<Told>)> = metrics
            .iter()
            .map(|(metric, kind)| {
                let told = self.metric_column(index, &rows, metric, *kind);
                (self.metric_label(metric), told)
            })
            .collect();
        let duration = metrics.iter().find(|(_, kind)| *kind == Kind::Duration);
        if let Some((metric, kind)) = duration
            && experiment.variants.len() > 1
        {
            let baseline = self.label(&experiment.variants[0].name);
            let arguments = [
                ("metric", self.metric_label(metric).plain().into()),
                ("baseline", baseline.plain().into()),
            ];
            let head = Phrase::text(self.wording.message("head-ratio", &arguments));
            columns.push((head, self.ratio_column(index, &rows, metric, *kind)));
        }
        let title = self.title(experiment).plain();
        let axes = (0..experiment.axes.len()).map(|axis| self.axis_label(experiment, axis));
        let variant = Phrase::text(self.wording.word("head-variant"));
        let (figure_heads, columns): (Vec<Phrase>, Vec<Vec<Told>>) = columns.into_iter().unzip();
        let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
        Table {
            caption: self.wording.message("table-caption", &[("title", title.into())]),
            name_heads: [variant].into_iter().chain(axes).collect(),
            figure_heads,
            rows: rows
                .iter()
                .map(|(variant, cell)| TableRow {
                    names: self.row_names(experiment, *variant, cell),
                    figures: columns.iter_mut().filter_map(Iterator::next).collect(),
                })
                .collect(),
        }
    }

    fn row_names(&self, experiment: &Experiment, variant: usize, cell: &Point) -> Vec<Phrase> {
        let values = cell
            .iter()
            .map(|(axis, value)| self.value_label(experiment, *axis, *value));
        [self.label(&experiment.variants[variant].name)]
            .into_iter()
            .chain(values)
            .collect()
    }

    fn metric_column(&self, index: usize, rows: &[(usize, Point)], metric: &Metric, kind: Kind) -> Vec<Told> {
        let figures: Vec<Figure> = rows
            .iter()
            .map(|(variant, cell)| self.results.metric(index, *variant, cell, metric, kind))
            .collect();
        self.column(index, &figures, false)
    }

    fn ratio_column(&self, index: usize, rows: &[(usize, Point)], metric: &Metric, kind: Kind) -> Vec<Told> {
        let ratio = |(variant, cell): &(usize, Point)| {
            let figure = self.results.ratio_to_baseline(index, *variant, cell, metric, kind);
            let is_available = figures::centre(&figure).is_some();
            match (variant, is_available) {
                // The baseline over itself is 1 in every round, whatever was measured.
                (0, true) => Figure::Exact(Quantity::new(Kind::Number, 1.0)),
                _ => figure,
            }
        };
        let figures: Vec<Figure> = rows.iter().map(ratio).collect();
        let mut told = self.column(index, &figures, true);
        for (told, (variant, _)) in told.iter_mut().zip(rows) {
            if *variant == 0 && told.text != figures::NOT_AVAILABLE {
                told.source = self.placed(&self.wording.word("source-baseline"), index);
            }
        }
        told
    }

    fn column(&self, index: usize, figures: &[Figure], is_ratio: bool) -> Vec<Told> {
        let all: Vec<&Figure> = figures.iter().collect();
        let common = figures::common(&all, is_ratio);
        figures
            .iter()
            .map(|figure| {
                let scale = common.unwrap_or_else(|| figures::automatic(figure, is_ratio));
                self.told(figure, scale, index)
            })
            .collect()
    }

    /// What every page says of its intervals.
    fn method(&self) -> String {
        let percent = |level: f64| {
            let exact = Figure::Exact(Quantity::new(Kind::Number, (level * 1e4).round() / 1e4));
            self.wording.figure(&exact, Scale::Unit(Unit::Percent))
        };
        let claims = percent(self.results.confidence().level());
        let figures = percent(crate::analysis::Confidence::STANDARD.level());
        self.wording.message(
            "method-intervals",
            &[("figures", figures.into()), ("claims", claims.into())],
        )
    }
}

/// All trials of an experiment: variants within cells.
pub(super) fn trials(experiment: &Experiment) -> Vec<(usize, Point)> {
    let of_cell = |cell: Point| (0..experiment.variants.len()).map(move |variant| (variant, cell.clone()));
    claim::cells(experiment).into_iter().flat_map(of_cell).collect()
}
