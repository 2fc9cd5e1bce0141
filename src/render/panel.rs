//! The result panel of an experiment in HTML.
//!
//! Owns what the template `panel.html` is given. Deliberately absent: every word and figure (`wording`).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::lesson::names::Verdict;
use crate::wording::{ClaimLine, Panel, Table, TableRow};

use super::chart;
use super::html::{Writer, Written};
use super::inline::phrase;
use super::words::words;

#[derive(Serialize)]
struct Values<'a> {
    id: String,
    title: String,
    notices: &'a [String],
    charts: Vec<String>,
    caption: &'a str,
    name_heads: Vec<String>,
    figure_heads: Vec<String>,
    rows: Vec<Row<'a>>,
    time_notes: &'a [String],
    notes: &'a [String],
    lacking: &'a [String],
    claims: Vec<Claim<'a>>,
    endings: Vec<Ending<'a>>,
    circumstances: &'a [(String, String)],
    commands: Vec<(String, &'a [String])>,
    method: &'a str,
    words: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Row<'a> {
    names: Vec<String>,
    figures: Vec<Cell<'a>>,
    is_control: bool,
}

#[derive(Serialize)]
struct Cell<'a> {
    text: &'a str,
    source: &'a str,
    /// The number of the note that says why it is not available.
    note: Option<usize>,
}

#[derive(Serialize)]
struct Claim<'a> {
    id: String,
    words: String,
    verdict: &'static str,
    mark: &'static str,
    verdict_word: &'a str,
    evidence: &'a [String],
    surprise: Option<&'a str>,
}

#[derive(Serialize)]
struct Ending<'a> {
    trial: String,
    sentence: &'a str,
    excerpt: &'a str,
}

impl Writer<'_> {
    /// Nothing where the experiment is not known, which `book` tells.
    pub(super) fn panel(&mut self, experiment: &str) -> Written {
        let Some(panel) = self.teller.panel(experiment) else {
            return Ok(String::new());
        };
        let id = self.ids.unique(&format!("panel-{experiment}"));
        let mut charts = Vec::new();
        for chart in &panel.charts {
            let chart_id = self.ids.unique(&format!("chart-{experiment}"));
            charts.push(chart::svg(chart, &chart_id, false, self.theme, self.teller)?);
        }
        let claims = panel.claims.iter().map(|line| {
            let id = self.ids.unique(&format!("claim-{experiment}-{}", line.claim));
            claim(line, id)
        });
        let claims = claims.collect();
        self.theme.fill(
            "panel.html",
            &values(&panel, id, charts, claims, words(self.teller.wording())),
        )
    }
}

fn values<'a>(
    panel: &'a Panel,
    id: String,
    charts: Vec<String>,
    claims: Vec<Claim<'a>>,
    words: BTreeMap<String, String>,
) -> Values<'a> {
    let endings = panel.endings.iter().map(|ending| Ending {
        trial: phrase(&ending.trial),
        sentence: &ending.sentence,
        excerpt: &ending.excerpt,
    });
    let commands = panel.commands.iter();
    Values {
        id,
        title: phrase(&panel.title),
        notices: &panel.notices,
        charts,
        caption: &panel.table.caption,
        name_heads: panel.table.name_heads.iter().map(phrase).collect(),
        figure_heads: panel.table.figure_heads.iter().map(phrase).collect(),
        rows: panel.table.rows.iter().map(|told| row(&panel.table, told)).collect(),
        time_notes: &panel.time_notes,
        notes: &panel.table.notes,
        lacking: &panel.lacking,
        claims,
        endings: endings.collect(),
        circumstances: &panel.circumstances,
        commands: commands
            .map(|(label, lines)| (phrase(label), lines.as_slice()))
            .collect(),
        method: &panel.method,
        words,
    }
}

fn row<'a>(table: &Table, row: &'a TableRow) -> Row<'a> {
    let cells = row.figures.iter().map(|told| Cell {
        text: &told.text,
        source: &told.source,
        note: table.note(told),
    });
    Row {
        names: row.names.iter().map(phrase).collect(),
        figures: cells.collect(),
        is_control: row.is_control,
    }
}

fn claim(line: &ClaimLine, id: String) -> Claim<'_> {
    Claim {
        id,
        words: phrase(&line.words),
        verdict: verdict_class(line.verdict),
        mark: verdict_mark(line.verdict),
        verdict_word: &line.verdict_word,
        evidence: &line.evidence,
        surprise: line.surprise.as_deref(),
    }
}

fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Undecided => "undecided",
    }
}

/// Beside the word, so that neither colour nor language alone has to be read.
pub(super) fn verdict_mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "✓",
        Verdict::Fails => "✗",
        Verdict::Undecided => "?",
    }
}
