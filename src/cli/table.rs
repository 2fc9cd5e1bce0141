//! What `workbook run` prints: for each experiment a table of figures with their intervals, and its claims with their evidence.
//!
//! Owns columns and their widths. Deliberately absent: words and figures, which are the English pages' own (`wording`).

use unicode_width::UnicodeWidthStr;

use crate::build::Told;
use crate::locale::Locale;
use crate::wording::{Panel, Telling, Wording};

/// The tables of a lesson's experiments, or of only one.
pub(super) fn tables(told: &Told<'_>, only: Option<&str>) -> String {
    let wording = Wording::new(Locale::En, None).expect("the embedded messages are sound");
    let results = told.results();
    let origins: Vec<_> = told.chosen.iter().map(|chosen| chosen.origin.clone()).collect();
    let telling = Telling::new(&wording, &results, &origins);
    let experiments = told.lesson.experiments.iter().enumerate();
    let wanted = experiments.filter(|(_, experiment)| only.is_none_or(|only| only == experiment.name));
    let tables: Vec<String> = wanted.map(|(index, _)| table(&telling.panel(index))).collect();
    tables.join("\n\n")
}

fn table(panel: &Panel) -> String {
    let mut lines = vec![panel.title.plain()];
    lines.extend(panel.notices.iter().cloned());
    lines.push(String::new());
    let heads = panel.table.name_heads.iter().chain(&panel.table.figure_heads);
    let mut rows: Vec<Vec<String>> = vec![heads.map(crate::wording::Phrase::plain).collect()];
    for row in &panel.table.rows {
        let names = row.names.iter().map(crate::wording::Phrase::plain);
        let figures = row.figures.iter().map(|figure| match &figure.interval {
            Some(interval) => format!("{} ({interval})", figure.text),
            None => figure.text.clone(),
        });
        rows.push(names.chain(figures).collect());
    }
    lines.extend(aligned(&rows, panel.table.name_heads.len()));
    if !panel.time_notes.is_empty() {
        lines.push(String::new());
    }
    lines.extend(panel.time_notes.iter().cloned());
    if !panel.claims.is_empty() {
        lines.push(String::new());
    }
    for claim in &panel.claims {
        lines.push(format!("{}: {}", claim.verdict_word, claim.words.plain()));
        lines.extend(claim.evidence.iter().map(|evidence| format!("    {evidence}")));
    }
    for ending in &panel.endings {
        lines.push(String::new());
        lines.push(ending.sentence.clone());
    }
    lines.push(String::new());
    lines.push(panel.method.clone());
    lines.join("\n")
}

/// Names flush left, figures flush right, as wide as the widest of their column.
fn aligned(rows: &[Vec<String>], names: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|text| text.width())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let cell = |(column, text): (usize, &String)| {
        let padding = " ".repeat(widths[column] - text.width());
        if column < names {
            format!("{text}{padding}")
        } else {
            format!("{padding}{text}")
        }
    };
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        cells.join("   ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["名前", "壁"], ["a", "10 ms"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows, 1), ["名前      壁", "a      10 ms"]);
    }
}
