//! `[metrics]`: numbers that the programs themselves report, picked by patterns.
//!
//! Owns the rules by which they are picked. Deliberately absent: matching them against what was printed (`run`).

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
    let from = from.map_or(ReportSource::Stdout, |from| match from.value.as_str() {
        "stdout" => ReportSource::Stdout,
        "stderr" => ReportSource::Stderr,
        _ => ReportSource::File(from.value),
    });
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
