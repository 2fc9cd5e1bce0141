//! What `workbook run` prints: for each experiment a table of figures with their intervals, its samples as distributions, and its
//! claims with their evidence.
//!
//! Owns columns and their widths. Deliberately absent: words and figures, which are the English pages' own (`wording`).

use unicode_width::UnicodeWidthStr;

use crate::build::Told;
use crate::lesson::names::Verdict;
use crate::locale::Locale;
use crate::quantity::{Quantity, Unit};
use crate::wording::{Drawn, Telling, Wording};

/// The tables of a lesson's experiments, or of only one.
pub(super) fn tables(told: &Told<'_>, only: Option<&str>) -> String {
    let wording = Wording::new(Locale::En, None).expect("the embedded messages are sound");
    let results = told.results();
    let origins: Vec<_> = told.chosen.iter().map(|chosen| chosen.origin.clone()).collect();
    let telling = Telling::new(&wording, &results, &origins);
    let experiments = told.lesson.experiments.iter().enumerate();
    let wanted = experiments.filter(|(_, experiment)| only.is_none_or(|only| only == experiment.name));
    let parts = wanted.flat_map(|(index, experiment)| {
        let name = format!("{}/{}", told.lesson.slug, experiment.name);
        let sessions = results.record(index).map(|record| record.counting_sessions().count());
        let mut findings = results.findings(index).into_iter();
        let undecided = findings.any(|finding| finding.verdict == Verdict::Undecided);
        let next = next_step(&name, sessions, undecided);
        [Some(table(&telling, index)), next]
    });
    parts.flatten().collect::<Vec<_>>().join("\n\n")
}

/// What to do after reading a table; nothing where there is no record, as then it is told what keeps it from being measured.
fn next_step(experiment: &str, sessions: Option<usize>, undecided: bool) -> Option<String> {
    /// From so many on, intervals answer for what differs between sessions.
    const SESSIONS: usize = 3;
    let again = format!("next: `workbook run {experiment}` adds a session");
    Some(match (sessions?, undecided) {
        (_, true) => format!("{again}, which may decide what is undecided"),
        (sessions, _) if sessions < SESSIONS => {
            format!("{again}; from three on, the intervals allow for how sessions differ")
        }
        _ => "next: `workbook build` tells these figures in the book".to_owned(),
    })
}

/// How many bars a distribution has.
const BARS: usize = 24;

/// The samples of each trial of the first chart, from the least to the greatest of them: `4.7 ms ▂▇▅▁ ▁ 6.1 ms`.
fn distributions(telling: &Telling<'_>, index: usize) -> Vec<String> {
    let Some(chart) = telling.samples_chart(index) else {
        return Vec::new();
    };
    let unit = chart.unit.map_or("", Unit::symbol);
    let tick = |value: Quantity| {
        let value = Quantity::new(value.kind(), three_digits(value.value()));
        format!("{} {unit}", telling.tick(value, chart.unit))
            .trim_end()
            .to_owned()
    };
    let rows = chart.groups.iter().flat_map(|group| {
        group.rows.iter().filter_map(|row| {
            let Drawn::Samples { samples, .. } = &row.drawn else {
                return None;
            };
            let by_value = |a: &Quantity, b: &Quantity| a.value().total_cmp(&b.value());
            let least = samples.iter().copied().min_by(by_value)?;
            let most = samples.iter().copied().max_by(by_value)?;
            let bars = bars(samples.iter().map(|sample| sample.value()))?;
            let cell = Some(group.label.plain()).filter(|cell| !cell.is_empty());
            let name = [Some(row.label.plain()), cell]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", ");
            Some(vec![name, tick(least), bars, tick(most)])
        })
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return rows.concat();
    }
    let head = format!("{}, run by run", chart.title);
    [head].into_iter().chain(aligned(&rows, 1)).collect()
}

/// The nearest number of three digits: one run has no interval that says how many it deserves.
fn three_digits(value: f64) -> f64 {
    if value == 0.0 {
        return value;
    }
    let step = 10_f64.powf(value.abs().log10().floor() - 2.0);
    (value / step).round() * step
}

/// How many samples lie in each of equal parts of their range, as blocks of eight heights; `None` where all are equal.
fn bars(samples: impl Iterator<Item = f64> + Clone) -> Option<String> {
    const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let least = samples.clone().min_by(f64::total_cmp)?;
    let range = samples.clone().max_by(f64::total_cmp)? - least;
    if range <= 0.0 {
        return None;
    }
    let mut counts = [0_usize; BARS];
    for sample in samples {
        let place = (sample - least) / range * BARS as f64;
        counts[(place as usize).min(BARS - 1)] += 1;
    }
    let highest = counts.into_iter().max()?;
    // A single sample is seen beside many.
    let block = |count: usize| BLOCKS[(count * (BLOCKS.len() - 1)).div_ceil(highest)];
    Some(counts.into_iter().map(block).collect())
}

fn table(telling: &Telling<'_>, index: usize) -> String {
    let panel = telling.panel(index);
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
    let distributions = distributions(telling, index);
    if !distributions.is_empty() {
        lines.push(String::new());
    }
    lines.extend(distributions);
    if !panel.time_notes.is_empty() {
        lines.push(String::new());
    }
    lines.extend(panel.time_notes.iter().cloned());
    if !panel.startup.is_empty() {
        lines.push(String::new());
    }
    lines.extend(panel.startup.iter().map(|(term, value)| format!("{term}: {value}")));
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
    fn the_next_step_is_what_is_still_lacking() {
        let next = |sessions, undecided| next_step("a/b", sessions, undecided).unwrap_or_default();
        assert_eq!(next(None, true), "");
        assert!(next(Some(3), true).ends_with("may decide what is undecided"));
        assert!(next(Some(2), false).starts_with("next: `workbook run a/b` adds a session; from three on"));
        assert!(next(Some(3), false).starts_with("next: `workbook build`"));
    }

    #[test]
    fn runs_are_told_to_three_digits() {
        assert_eq!(three_digits(61_160_500.0), 61_200_000.0);
        assert_eq!(three_digits(0.0), 0.0);
        assert_eq!(three_digits(-1234.0), -1230.0);
    }

    #[test]
    fn samples_are_drawn_by_how_many_lie_together() {
        let samples = [1.0, 1.0, 1.0, 1.0, 3.0, 25.0];
        let drawn = bars(samples.into_iter()).expect("they differ");
        assert_eq!(drawn, format!("█ ▂{}▂", " ".repeat(BARS - 4)));
        assert_eq!(bars([2.0, 2.0].into_iter()), None);
        assert_eq!(bars([].into_iter()), None);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["名前", "壁"], ["a", "10 ms"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows, 1), ["名前      壁", "a      10 ms"]);
    }
}
