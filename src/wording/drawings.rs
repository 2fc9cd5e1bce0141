//! What is drawn, in a locale's words: the data of a chart.
//!
//! Owns these types. Deliberately absent: which charts there are (`charts`), coordinates and colours (`render`).

use crate::claim::{Figure, TimePart};
use crate::quantity::{Quantity, Unit};

use super::Phrase;

/// A drawing of a panel.
#[derive(Clone, Debug)]
pub enum Chart {
    Rows(RowChart),
    Sweep(SweepChart),
}

impl Chart {
    pub fn title(&self) -> &str {
        match self {
            Chart::Rows(chart) => &chart.title,
            Chart::Sweep(chart) => &chart.title,
        }
    }

    /// Says in a sentence or two, after the title, what the chart shows, for those who cannot see it.
    pub fn description(&self) -> &str {
        match self {
            Chart::Rows(chart) => &chart.description,
            Chart::Sweep(chart) => &chart.description,
        }
    }
}

/// A row a trial, along one axis of lengths.
#[derive(Clone, Debug)]
pub struct RowChart {
    pub title: String,
    pub description: String,
    /// What is drawn with its unit, along the axis.
    pub axis: String,
    /// The unit of all tick labels; `None` for counts and plain numbers.
    pub unit: Option<Unit>,
    /// Whether values lie so far apart that only a logarithmic scale shows them all, or are ratios.
    pub logarithmic: bool,
    /// What shades and fills mean.
    pub key: Vec<(Fill, String)>,
    pub groups: Vec<ChartGroup>,
}

/// The trials of one cell.
#[derive(Clone, Debug)]
pub struct ChartGroup {
    /// Empty where the experiment has no axes.
    pub label: Phrase,
    /// What the rows are to be compared with, where there is something to compare.
    pub reference: Option<Quantity>,
    /// The machine's noise around it, from where to where.
    pub noise: Option<[Quantity; 2]>,
    pub rows: Vec<ChartRow>,
}

#[derive(Clone, Debug)]
pub struct ChartRow {
    pub label: Phrase,
    /// Its variant's place in the experiment, which gives colour and shape.
    pub variant: usize,
    /// Whether it is what the others of its group are compared with.
    pub is_baseline: bool,
    /// The figure as the table tells it.
    pub told: String,
    pub drawn: Drawn,
}

/// What a row shows.
#[derive(Clone, Debug)]
pub enum Drawn {
    /// Samples, one a round, with the figure made of them.
    Samples { samples: Vec<Quantity>, figure: Figure },
    /// Parts of a whole, one after the other.
    Parts(Vec<(Fill, Quantity)>),
}

/// What an area stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fill {
    /// The noise of the machine.
    Noise,
    Time(TimePart),
}

/// One metric over the values of an axis of numbers.
#[derive(Clone, Debug)]
pub struct SweepChart {
    pub title: String,
    pub description: String,
    /// The axis of numbers in words.
    pub across: String,
    /// The metric with its unit.
    pub up: String,
    pub unit: Option<Unit>,
    pub logarithmic_across: bool,
    pub logarithmic_up: bool,
    pub series: Vec<Series>,
}

/// One variant of a sweep, in one cell of all other axes.
#[derive(Clone, Debug)]
pub struct Series {
    pub label: Phrase,
    pub variant: usize,
    /// The axis's number, and what was measured there.
    pub points: Vec<(Quantity, Figure)>,
}
