//! `[metrics]`: numbers that the programs themselves report, picked by patterns.
//!
//! Owns the rules by which they are picked. Deliberately absent: matching them against what was printed (`run`).

use std::path::{Component, Path};

use crate::diag::did_you_mean;
use crate::lesson::definitions::{ReportRule, ReportSource, ReportedMetric};
use crate::lesson::fields::{Fields, one_of};
use crate::lesson::names::Spanned;
use crate::lesson::patterns::{Groups, check_pattern};
use crate::lesson::tree::{Node, Problems, Value};
use crate::quantity::Unit;

use super::names::Names;

const UNITS: [&str; 13] = [
    "ns", "us", "ms", "s", "min", "B", "kB", "MB", "GB", "KiB", "MiB", "GiB", "%",
];

pub(super) fn read(
    entries: &[(Spanned<String>, Value)],
    names: &mut Names,
    problems: &Problems<'_>,
) -> Vec<ReportedMetric> {
    let mut metrics = Vec::new();
    for (name, value) in entries {
        names.give(name, problems);
        metrics.extend(read_metric(name, value, problems));
    }
    metrics
}

fn read_metric(name: &Spanned<String>, value: &Value, problems: &Problems<'_>) -> Option<ReportedMetric> {
    let Node::Table(table) = &value.node else {
        value.wrong_type("`{ find = '…' }` or `{ count = '…' }`", problems);
        return None;
    };
    let mut fields = Fields::new(table, problems);
    let find = fields.string("find");
    let count = fields.string("count");
    let unit = fields.string("unit");
    let from = fields.string("from");
    fields.finish();
    let from = from.map_or(ReportSource::Stdout, |from| read_source(from, problems));
    let known_unit = unit
        .as_ref()
        .and_then(|unit| one_of(unit, "unknown-unit", "unit", &UNITS, Unit::parse, problems));
    let rule = match (find, count) {
        (Some(pattern), None) => {
            check_pattern(&pattern, Groups::One, problems)?;
            ReportRule::Find {
                pattern,
                unit: known_unit.map(|unit| unit.value),
            }
        }
        (None, Some(pattern)) => {
            if let Some(unit) = unit {
                let message = "what is counted has no unit";
                problems.error("metric-rule", &unit.span, message, "leave the unit out");
            }
            check_pattern(&pattern, Groups::Any, problems)?;
            ReportRule::Count { pattern }
        }
        _ => {
            let message = format!("metric `{}` wants either `find` or `count`", name.value);
            let hint = "write `{ find = 'took (\\d+) ms', unit = \"ms\" }` or `{ count = 'miss' }`";
            problems.error("metric-rule", &name.span, message, hint);
            return None;
        }
    };
    Some(ReportedMetric {
        name: name.clone(),
        rule,
        from,
    })
}

/// A stream, or a file that the program leaves in the folder it runs in.
fn read_source(from: Spanned<String>, problems: &Problems<'_>) -> ReportSource {
    let file = from.value.as_str();
    match file {
        "stdout" => return ReportSource::Stdout,
        "stderr" => return ReportSource::Stderr,
        _ => {}
    }
    let path = Path::new(file);
    let is_within = path.components().all(|part| matches!(part, Component::Normal(_)));
    if file.is_empty() || file.ends_with('/') {
        let hint = "write `stdout`, `stderr`, or the name of a file that the program writes";
        problems.error("metric-source", &from.span, format!("`{file}` names no file"), hint);
    } else if !is_within {
        let message = format!("`{file}` is no file in the folder that a run has for itself");
        let name = path.file_name().map_or("NAME".into(), |name| name.to_string_lossy());
        let hint = format!("let the program write it where it runs, and name it as it is called there: `{name}`");
        problems.error("metric-source", &from.span, message, hint);
    } else if let Some(hint) = did_you_mean(file, ["stdout", "stderr"]) {
        let message = format!("`{file}` is taken for a file that the program writes");
        problems.warning("metric-source", &from.span, message, hint);
    }
    ReportSource::File(from.value)
}
