//! Pages of small books: what stands in the main part of each, as HTML and as Markdown.
//!
//! What runs of a variant show is in the case's `script.toml`, a table each: `wall` in milliseconds and `writes` with those of
//! all cells, or one table a cell, `["endl null"]`; `output`, `error` and `exit`. A case without it has no records. Charts
//! are left out of what is expected, as `render` tests them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use libtest_mimic::Failed;
use regex::Regex;
use workbook::lesson::names::Sink;
use workbook::plan::Trial;
use workbook::process::{Ending, Unavailable};
use workbook::run::scripted::{self, Scripted};
use workbook::run::{RunSample, Turn};
use workbook::source::Folder;

use super::stage::{Stage, page};

/// All pages of a case's book, by the paths at which they are expected.
pub(super) fn pages(case: &Path) -> Result<BTreeMap<String, String>, Failed> {
    let script = match fs::read_to_string(case.join("script.toml")) {
        Ok(text) => Some(text.parse::<toml::Table>()?),
        Err(_) => None,
    };
    let stage = Stage::at(Folder::at(case))?;
    let mut pages = BTreeMap::new();
    for lesson in &stage.book.lessons {
        let experiments = 0..lesson.experiments.len();
        let records: Vec<_> = experiments
            .map(|experiment| {
                let script = script.clone()?;
                let executor = Scripted::new(move |trial, turn| run(&script, trial, turn));
                Some(stage.record(lesson, experiment, &executor))
            })
            .collect();
        for locale in lesson.editions.keys() {
            let files = stage.pages(lesson, &records, *locale);
            let path = |ending: &str| format!("expected/{locale}/{}{ending}", lesson.slug);
            pages.insert(path(".html"), main_part(&page(&files, ".html"))?);
            pages.insert(path(".md"), page(&files, ".md"));
        }
    }
    Ok(pages)
}

fn main_part(html: &str) -> Result<String, Failed> {
    let (_, rest) = html
        .split_once("<main id=\"text\">\n")
        .ok_or("the page has no main part")?;
    let (main, _) = rest.split_once("</main>").ok_or("the main part has no end")?;
    let charts = Regex::new("(?s)<svg.*?</svg>")?;
    Ok(charts.replace_all(main, "<svg/>").into_owned())
}

/// What a run of a trial shows: what the script says of its cell, else of its variant.
fn run(script: &toml::Table, trial: &Trial, turn: Turn<'_>) -> RunSample {
    let cell: Vec<&str> = trial.id.cell.iter().map(|(_, value)| value.as_str()).collect();
    let here = script.get(&format!("{} {}", trial.id.variant, cell.join(" ")));
    let everywhere = script.get(&trial.id.variant);
    let shown = |name: &str| {
        let mut tables = here.into_iter().chain(everywhere);
        tables.find_map(|table| table.get(name))
    };
    let number = |name| shown(name).and_then(toml::Value::as_integer);
    let text = |name| shown(name).and_then(toml::Value::as_str).unwrap_or_default();
    // A little unsteady, as times are, and each variant in its own way.
    let wall = number("wall").unwrap_or(10) as u64 * 1_000_000;
    let step = [3, 7, 11, 13][trial.id.variant.bytes().map(usize::from).sum::<usize>() % 4];
    let wavering = u64::from(turn.round.unwrap_or(0)) * step % 20;
    let mut sample = scripted::sample(wall + wall / 1000 * wavering);
    if let Some(writes) = number("writes") {
        sample = sample.writes(writes as u64);
    }
    if let Some(code) = number("exit") {
        sample = sample.ending(Ending::Exited(code as u8));
    }
    sample = sample.output(text("output"));
    sample.execution.stderr = scripted::content(text("error").as_bytes());
    if trial.sink == Sink::Null {
        sample.execution.output = Err(Unavailable::NullSink);
    }
    sample
}
