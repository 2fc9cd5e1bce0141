//! The result panel of an experiment: notices and the table; its other parts are told next door.
//!
//! Owns the panel's parts and their order. Deliberately absent: charts (`charts`), claims (`evidence`), and how and where it was
//! measured (`circumstances`).

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::claim::{self, Figure};
use crate::lesson::names::Metric;
use crate::quantity::{Kind, Quantity};
use crate::record::Reason;

use super::beside::{PERCENT, Scale};
use super::{Panel, Phrase, Table, TableRow, Telling, Told};
use super::{figures, units};

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
            time_notes: self.time_notes(index),
            method: self.method(index, &table),
            table,
            claims: self.claim_lines(index),
            endings: self.endings(index),
            startup: self.startup(index),
            circumstances: self.circumstances(index),
            commands: self.commands(index),
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
        // The time that is drawn, if there are several.
        let drawn = self.drawn(index);
        let times = drawn.iter().filter(|metric| metrics.contains(metric)).chain(&metrics);
        let compared = times
            .filter(|(_, kind)| *kind == Kind::Duration)
            .find(|metric| self.has_ratios(index, metric));
        // A control is there to show the noise beside a ratio.
        let rows = rows(experiment, compared.is_some() && self.has_control(index));
        let mut columns: Vec<(Phrase, Vec<Told>)> = metrics
            .iter()
            .map(|metric| (self.metric_label(&metric.0), self.metric_column(index, &rows, metric)))
            .collect();
        if let Some(metric) = compared {
            let baseline = self.label(&experiment.variants[0].name);
            let arguments = [
                ("metric", self.metric_label(&metric.0).plain().into()),
                ("baseline", baseline.plain().into()),
            ];
            let head = Phrase::text(self.wording.message("head-ratio", &arguments));
            columns.push((head, self.ratio_column(index, &rows, metric)));
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
                .map(|row| TableRow {
                    names: self.row_names(experiment, row),
                    figures: columns.iter_mut().filter_map(Iterator::next).collect(),
                    is_control: row.variant.is_none(),
                })
                .collect(),
        }
    }

    fn row_names(&self, experiment: &Experiment, row: &Row) -> Vec<Phrase> {
        let values = row
            .cell
            .iter()
            .map(|(axis, value)| self.value_label(experiment, *axis, *value));
        let name = match row.variant {
            Some(variant) => self.label(&experiment.variants[variant].name),
            None => self.control_label(experiment),
        };
        [name].into_iter().chain(values).collect()
    }

    fn metric_column(&self, index: usize, rows: &[Row], (metric, kind): &(Metric, Kind)) -> Vec<Told> {
        let figure = |row: &Row| match row.variant {
            Some(variant) => self.results.metric(index, variant, &row.cell, metric, *kind),
            None => self.results.control(index, &row.cell, metric, *kind),
        };
        let figures: Vec<Figure> = rows.iter().map(figure).collect();
        let mut column = self.column(index, &figures, self.scale_of(index, metric, *kind));
        // Counts are made where the lesson names them; elsewhere, and of controls, nothing is lacking.
        let unasked = |figure: &Figure| matches!(figure, Figure::NotAvailable(Reason::NotCounted));
        for (told, _) in column.iter_mut().zip(&figures).filter(|(_, figure)| unasked(figure)) {
            *told = Told {
                text: String::new(),
                interval: None,
                source: String::new(),
                experiment: told.experiment.clone(),
                lacking: None,
            };
        }
        column
    }

    /// Whether a variant beside the baseline has a ratio to it in some cell.
    fn has_ratios(&self, index: usize, (metric, kind): &(Metric, Kind)) -> bool {
        let has_ratio = |(variant, cell): &(usize, Point)| {
            let figure = self.results.ratio_to_baseline(index, *variant, cell, metric, *kind);
            *variant != 0 && figures::centre(&figure).is_some()
        };
        units::trials(&self.results.lesson().experiments[index])
            .iter()
            .any(has_ratio)
    }

    fn has_control(&self, index: usize) -> bool {
        let record = self.results.record(index);
        record.is_some_and(|record| record.trials.iter().any(|trial| trial.id.control))
    }

    /// Each ratio with its interval; of the control, the machine's noise.
    fn ratio_column(&self, index: usize, rows: &[Row], (metric, kind): &(Metric, Kind)) -> Vec<Told> {
        let ratio = |row: &Row| {
            let Some(variant) = row.variant else {
                return self.results.noise(index, &row.cell, metric, *kind);
            };
            let figure = self.results.ratio_to_baseline(index, variant, &row.cell, metric, *kind);
            match (variant, figures::centre(&figure)) {
                // The baseline over itself is 1 in every round, whatever was measured.
                (0, Some(_)) => Figure::Exact(Quantity::new(Kind::Number, 1.0)),
                _ => figure,
            }
        };
        let figures: Vec<Figure> = rows.iter().map(ratio).collect();
        let mut column = self.column(index, &figures, Scale::Times);
        for ((told, figure), row) in column.iter_mut().zip(&figures).zip(rows) {
            if let Some(interval) = told.interval.take().filter(|_| !is_point(figure)) {
                let arguments = [("figure", told.text.as_str().into()), ("interval", interval.into())];
                told.text = self.wording.message("figure-interval", &arguments);
            }
            let noise = || self.results.noise(index, &row.cell, metric, *kind);
            match row.variant {
                _ if told.lacking.is_some() => {}
                Some(0) => told.source = self.placed(&self.wording.word("source-baseline"), index),
                Some(_) if !claim::is_difference(figure, &noise()) => {
                    told.text = self
                        .wording
                        .message("ratio-alike", &[("ratio", told.text.as_str().into())]);
                    told.source = self
                        .wording
                        .message("source-alike", &[("source", told.source.as_str().into())]);
                }
                Some(_) => {}
                None => {
                    told.source = self
                        .wording
                        .message("source-control", &[("source", told.source.as_str().into())]);
                }
            }
        }
        column
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
                Figure::NotAvailable(reason) => Some(self.lacking(&reason, index)),
                _ => None,
            });
        self.notes(index, reasons.filter(|reason| !told.contains(reason)))
    }

    fn column(&self, index: usize, figures: &[Figure], scale: Scale) -> Vec<Told> {
        figures.iter().map(|figure| self.told(figure, scale, index)).collect()
    }

    /// What every page says of its intervals, and of its noise where a control shows it. Where nothing was measured there is no
    /// method to tell of.
    fn method(&self, index: usize, table: &Table) -> String {
        if self.results.record(index).is_none() {
            return String::new();
        }
        let percent = |level: f64| {
            let exact = Figure::Exact(Quantity::new(Kind::Number, (level * 1e4).round() / 1e4));
            self.wording.figure(&exact, PERCENT)
        };
        let claims = percent(self.results.confidence().level());
        let figures = percent(crate::analysis::Confidence::STANDARD.level());
        let intervals = self.wording.message(
            "method-intervals",
            &[("figures", figures.into()), ("claims", claims.into())],
        );
        match table.rows.iter().any(|row| row.is_control) {
            true => self.wording.message("method-noise", &[("intervals", intervals.into())]),
            false => intervals,
        }
    }
}

/// Whether an interval has no width.
fn is_point(figure: &Figure) -> bool {
    matches!(figure, Figure::Interval(interval) if interval.low.value() == interval.high.value())
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

/// A row of the table: a variant, or the baseline's control, in a cell.
struct Row {
    variant: Option<usize>,
    cell: Point,
}

/// Variants within cells, and after them the control where there is one.
fn rows(experiment: &Experiment, controlled: bool) -> Vec<Row> {
    let variants = (0..experiment.variants.len()).map(Some);
    let of_cell: Vec<Option<usize>> = variants.chain(controlled.then_some(None)).collect();
    let cells = claim::cells(experiment).into_iter();
    cells
        .flat_map(|cell| {
            of_cell.iter().map(move |variant| Row {
                variant: *variant,
                cell: cell.clone(),
            })
        })
        .collect()
}
