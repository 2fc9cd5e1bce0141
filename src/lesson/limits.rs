//! The keys that say how long to measure and how much a run may use: alike in experiments and in `book.toml`.
//!
//! Owns reading them. Deliberately absent: defaults and caps (`book`), and keeping to them (`process`, `run`).

use super::definitions::{Limits, Measure};
use super::fields::Fields;
use super::tree::{Node, Problems, Table, Value};

/// With fewer rounds no two of them are the ends of a 95 % interval: 2 · ½⁵ > 5 %.
const FEWEST_FOR_INTERVAL: u64 = 6;

/// The keys of `[limits]` and `[caps]`.
pub(crate) fn read_limits(table: &Table, problems: &Problems<'_>) -> Limits {
    let mut fields = Fields::new(table, problems);
    let limits = Limits {
        wall: fields.duration("wall"),
        cpu: fields.duration("cpu"),
        memory: fields.bytes("memory"),
        output: fields.bytes("output"),
        processes: fields.count("processes"),
        files: fields.count("files"),
        disk: fields.bytes("disk"),
    };
    fields.finish();
    limits
}

/// The keys of `[measure]`, which an experiment has among its own.
pub(crate) fn read_measure(fields: &mut Fields<'_, '_, '_>) -> Measure {
    let problems = fields.problems;
    let width = fields.percentage("width");
    let budget = fields.duration("budget");
    let rounds = fields.value("rounds").and_then(|value| read_rounds(value, problems));
    let sessions = fields.value("sessions").and_then(|value| {
        let count = value.count(problems)?;
        u32::try_from(count).map_err(|_| too_many(value, problems)).ok()
    });
    Measure {
        rounds,
        width,
        budget,
        sessions,
    }
}

fn read_rounds(value: &Value, problems: &Problems<'_>) -> Option<(u32, u32)> {
    let bounds = match &value.node {
        Node::List(bounds) => bounds.as_slice(),
        _ => &[],
    };
    let [fewest, most] = bounds else {
        let message = "`rounds` are two numbers: the fewest and the most";
        let hint = match bounds.first().unwrap_or(value).node {
            Node::Number(ref only) if only.whole => format!("write both, as in `[{0}, {0}]`", only.written),
            _ => "write both, as in `[10, 40]`".to_owned(),
        };
        problems.error("rounds", &value.span, message, hint);
        return None;
    };
    let (fewest, most) = (fewest.count(problems)?, most.count(problems)?);
    if fewest > most {
        let message = format!("the fewest rounds, {fewest}, are more than the most, {most}");
        problems.error("rounds", &value.span, message, "write the smaller number first");
        return None;
    }
    let Ok(most) = u32::try_from(most) else {
        too_many(value, problems);
        return None;
    };
    if fewest < FEWEST_FOR_INTERVAL {
        let message = format!("an interval needs {FEWEST_FOR_INTERVAL} rounds: with fewer, times are told as —");
        let hint = format!(
            "write `[{FEWEST_FOR_INTERVAL}, {}]`",
            most.max(FEWEST_FOR_INTERVAL as u32)
        );
        problems.warning("rounds", &value.span, message, hint);
    }
    // No more than `most`, which fits.
    Some((fewest as u32, most))
}

fn too_many(value: &Value, problems: &Problems<'_>) {
    let message = "that many would never be measured";
    problems.error("rounds", &value.span, message, "write a smaller number");
}
