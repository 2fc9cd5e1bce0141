//! The result panel of an experiment: notices and the table; its other parts are told next door.
//!
//! Owns the panel's parts and their order. Deliberately absent: charts (`charts`), claims (`evidence`), and how and where it was
//! measured (`circumstances`).

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};

use super::beside::{PERCENT, Scale, beside_metric};
use super::figures;
use super::{Panel, Phrase, Table, TableRow, Telling, Told};

impl Telling<'_> {
    /// All that is told of one experiment.
    pub fn panel(&self, index: usize) -> Panel {
        let experiment = &self.results.lesson().experiments[index];
        let table = self.table(index);
        Panel {
            experiment: experiment.name.clone(),
            title: self.title(experiment),
            notices: self.notices(index),
            charts: self.charts(index),
            lacking: self.lacking_in_text(index, &table.notes),
            table,
            claims: self.claim_lines(index),
            endings: self.endings(index),
            circumstances: self.circumstances(index),
            commands: self.commands(index),
            // Where nothing was measured there is no method to tell of.
            method: self.results.record(index).map_or_else(String::new, |_| self.method()),
        }
    }

    fn notices(&self, index: usize) -> Vec<String> {
        let experiment = &self.results.lesson().experiments[index];
        let mut notices = Vec::new();
        if self.results.record(index).is_none() {
            let toolchains = self.wording.locale().list(&toolchains(experiment));
            notices.push(
                self.wording
                    .message("notice-missing", &[("toolchains", toolchains.into())]),
            );
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
        let times = metrics.iter().filter(|(_, kind)| *kind == Kind::Duration);
        let mut ratios =
            times.filter_map(|(metric, kind)| Some((metric, self.ratio_column(index, &rows, metric, *kind)?)));
        if let Some((metric, ratios)) = ratios.next() {
            let baseline = self.label(&experiment.variants[0].name);
            let arguments = [
                ("metric", self.metric_label(metric).plain().into()),
                ("baseline", baseline.plain().into()),
            ];
            let head = Phrase::text(self.wording.message("head-ratio", &arguments));
            columns.push((head, ratios));
        }
        let title = self.title(experiment).plain();
        let axes = (0..experiment.axes.len()).map(|axis| self.axis_label(experiment, axis));
        let variant = Phrase::text(self.wording.word("head-variant"));
        let (figure_heads, columns): (Vec<Phrase>, Vec<Vec<Told>>) = columns.into_iter().unzip();
        let notes = self.notes(index, columns.iter().flatten().filter_map(|told| told.lacking.clone()));
        let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
        Table {
            notes,
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
        let reported = &self.results.lesson().experiments[index].metrics;
        self.column(index, &figures, beside_metric(metric, reported))
    }

    /// `None` where it would say nothing: no variant but the baseline has a ratio.
    fn ratio_column(&self, index: usize, rows: &[(usize, Point)], metric: &Metric, kind: Kind) -> Option<Vec<Told>> {
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
        let mut others = figures.iter().zip(rows).filter(|(_, (variant, _))| *variant != 0);
        others.find(|(figure, _)| figures::centre(figure).is_some())?;
        let mut told = self.column(index, &figures, Scale::Times);
        for (told, (variant, _)) in told.iter_mut().zip(rows) {
            if *variant == 0 && told.text != figures::NOT_AVAILABLE {
                told.source = self.placed(&self.wording.word("source-baseline"), index);
            }
        }
        Some(told)
    }

    /// Why figures are not available, each reason once; none where nothing was measured, which a notice says.
    fn notes(&self, index: usize, lacking: impl Iterator<Item = String>) -> Vec<String> {
        let mut notes = Vec::new();
        if self.results.record(index).is_some() {
            for reason in lacking {
                if !notes.contains(&reason) {
                    notes.push(reason);
                }
            }
        }
        notes
    }

    /// Why figures of the lesson's sentences, which lead to the panel, are not available, beyond what the table's notes say.
    fn lacking_in_text(&self, index: usize, told: &[String]) -> Vec<String> {
        let figures = self.results.lesson().figures.values();
        let reasons = figures
            .filter(|formula| formula.experiment == index && formula.kind.is_numeric())
            .filter_map(|formula| match self.results.figure(formula) {
                Figure::NotAvailable(reason) => Some(self.wording.lacking(&reason)),
                _ => None,
            });
        self.notes(index, reasons.filter(|reason| !told.contains(reason)))
    }

    fn column(&self, index: usize, figures: &[Figure], beside: Scale) -> Vec<Told> {
        let all: Vec<&Figure> = figures.iter().collect();
        let common = figures::common(&all, beside);
        figures
            .iter()
            .map(|figure| {
                let scale = common.unwrap_or_else(|| figures::automatic(figure, beside));
                self.told(figure, scale, index)
            })
            .collect()
    }

    /// What every page says of its intervals.
    fn method(&self) -> String {
        let percent = |level: f64| {
            let exact = Figure::Exact(Quantity::new(Kind::Number, (level * 1e4).round() / 1e4));
            self.wording.figure(&exact, PERCENT)
        };
        let claims = percent(self.results.confidence().level());
        let figures = percent(crate::analysis::Confidence::STANDARD.level());
        self.wording.message(
            "method-intervals",
            &[("figures", figures.into()), ("claims", claims.into())],
        )
    }
}

/// The names of the compilers and interpreters that an experiment asks for.
fn toolchains(experiment: &Experiment) -> Vec<String> {
    let variants = experiment
        .variants
        .iter()
        .filter_map(|variant| variant.toolchain.clone());
    let axis = experiment.axes.iter().filter(|axis| axis.name == "toolchain");
    let along = axis.flat_map(|axis| axis.points.iter().map(|point| point.text.clone()));
    let mut names = Vec::new();
    for name in variants.chain(along) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// All trials of an experiment: variants within cells.
pub(super) fn trials(experiment: &Experiment) -> Vec<(usize, Point)> {
    let of_cell = |cell: Point| (0..experiment.variants.len()).map(move |variant| (variant, cell.clone()));
    claim::cells(experiment).into_iter().flat_map(of_cell).collect()
}
