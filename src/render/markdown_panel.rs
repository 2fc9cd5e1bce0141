//! The result panel of an experiment in Markdown.
//!
//! Owns what the template `panel.md` is given, escaped. Deliberately absent: every word and figure (`wording`).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::wording::{ClaimLine, Panel};

use super::html::Written;
use super::markdown::{MarkdownWriter, table_line};
use super::words::words;
use super::{chart, escape, panel};

#[derive(Serialize)]
struct Values {
    id: String,
    title: String,
    notices: Vec<String>,
    charts: Vec<Drawn>,
    table: Vec<String>,
    time_notes: Vec<String>,
    notes: Vec<String>,
    lacking: Vec<String>,
    claims: Vec<String>,
    endings: Vec<Ending>,
    circumstances: Vec<(String, String)>,
    commands: Vec<(String, String)>,
    method: String,
    words: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Drawn {
    alt: String,
    file: String,
}

#[derive(Serialize)]
struct Ending {
    sentence: String,
    excerpt: Option<String>,
}

impl MarkdownWriter<'_> {
    /// Nothing where the experiment is not known, which `book` tells.
    pub(super) fn panel(&mut self, experiment: &str) -> Written {
        let Some(panel) = self.teller.panel(experiment) else {
            return Ok(String::new());
        };
        let mut charts = Vec::new();
        for (index, drawing) in panel.charts.iter().enumerate() {
            let number = if index == 0 {
                String::new()
            } else {
                format!("-{}", index + 1)
            };
            let file = format!("{}-{experiment}{number}.svg", self.chapter.slug);
            let svg = chart::svg(drawing, "chart", true, self.theme, self.teller)?;
            let path = format!("{}/{file}", self.chapter.teller.locale());
            // An experiment may be shown twice; its charts are the same.
            if !self.charts.iter().any(|(known, _)| *known == path) {
                self.charts.push((path, svg.into_bytes()));
            }
            let colon = self.teller.locale().colon();
            let alt = text(&format!("{}{colon}{}", drawing.title(), drawing.description()));
            charts.push(Drawn { alt, file });
        }
        let id = self.ids.unique(&format!("panel-{experiment}"));
        let filled = self.theme.fill("panel.md", &self.values(&panel, &id, charts))?;
        Ok(filled.trim_end().to_owned())
    }

    fn values(&self, panel: &Panel, id: &str, charts: Vec<Drawn>) -> Values {
        let colon = self.teller.locale().colon();
        let endings = panel.endings.iter().map(|ending| Ending {
            sentence: self.phrase(&ending.trial, false) + colon + &text(&ending.sentence),
            excerpt: (!ending.excerpt.is_empty()).then(|| escape::markdown_fence("text", &ending.excerpt)),
        });
        let commands = panel.commands.iter().map(|(label, lines)| {
            let label = self.phrase(label, false);
            (label, escape::markdown_fence("console", &lines.join("\n")))
        });
        let circumstances = panel.circumstances.iter();
        Values {
            id: escape::html(id),
            title: self.phrase(&panel.title, false),
            notices: panel.notices.iter().map(|notice| text(notice)).collect(),
            charts,
            table: self.result_table(panel),
            time_notes: panel.time_notes.iter().map(|note| text(note)).collect(),
            notes: panel.table.notes.iter().map(|note| text(note)).collect(),
            lacking: panel.lacking.iter().map(|note| text(note)).collect(),
            claims: panel.claims.iter().map(|line| self.claim(line)).collect(),
            endings: endings.collect(),
            circumstances: circumstances
                .map(|(term, meaning)| (text(term), text(meaning)))
                .collect(),
            commands: commands.collect(),
            method: text(&panel.method),
            words: words(self.teller.wording())
                .into_iter()
                .map(|(id, word)| (id, text(&word)))
                .collect(),
        }
    }

    fn result_table(&self, panel: &Panel) -> Vec<String> {
        let table = &panel.table;
        let cell = |phrase: &crate::wording::Phrase| self.phrase(phrase, true);
        let heads = table.name_heads.iter().chain(&table.figure_heads).map(cell);
        let mut rules = vec!["---"; table.name_heads.len()];
        rules.resize(table.name_heads.len() + table.figure_heads.len(), "---:");
        let mut lines = vec![table_line(&heads.collect::<Vec<_>>()), format!("|{}|", rules.join("|"))];
        for row in &table.rows {
            let figures = row.figures.iter().map(|told| {
                let note = table.note(told).map(|number| format!("<sup>{number}</sup>"));
                escape::markdown(&told.text, true) + &note.unwrap_or_default()
            });
            let cells: Vec<String> = row.names.iter().map(cell).chain(figures).collect();
            lines.push(table_line(&cells));
        }
        lines
    }

    fn claim(&self, line: &ClaimLine) -> String {
        let mark = panel::verdict_mark(line.verdict);
        let word = text(&line.verdict_word);
        let colon = self.teller.locale().colon();
        let mut told = format!(
            "{mark} <strong>{word}</strong>{colon}{}",
            self.phrase(&line.words, false)
        );
        for evidence in line.evidence.iter().chain(&line.surprise) {
            told.push_str("<br>");
            told.push_str(&text(evidence));
        }
        told
    }
}

fn text(words: &str) -> String {
    escape::markdown(words, false)
}
