//! `[axes]`: what an experiment is repeated over, and where the values go.
//!
//! Owns the values' names and texts, and that each axis has an effect. Deliberately absent: crossing axes (`plan`).

use crate::diag::Diagnostic;
use crate::lesson::definitions::{Axis, AxisPoint};
use crate::lesson::fields::one_of;
use crate::lesson::names::{Sink, Spanned, is_name_shaped};
use crate::lesson::patterns;
use crate::lesson::tree::{Node, Problems, Value};

use super::names::Names;

/// Axes that act by themselves.
const ACTING: [&str; 2] = ["sink", "toolchain"];
/// What is filled in beside axes.
const FILLED_IN: [&str; 3] = ["sink", "program", "source"];

pub(super) fn read(entries: &[(Spanned<String>, Value)], names: &mut Names, problems: &Problems<'_>) -> Vec<Axis> {
    let mut axes = Vec::new();
    for (name, value) in entries {
        names.give(name, problems);
        let Some(values) = read_values(name, value, problems) else {
            continue;
        };
        if values.is_empty() {
            if value.is_empty() {
                let message = format!("axis `{}` has no values", name.value);
                problems.error("empty-axis", &value.span, message, "list some, or remove the axis");
            }
            continue;
        }
        distinct(&values, problems);
        axes.push(Axis {
            name: name.clone(),
            values,
        });
    }
    axes
}

fn read_values(name: &Spanned<String>, value: &Value, problems: &Problems<'_>) -> Option<Vec<AxisPoint>> {
    let acting = ACTING.contains(&name.value.as_str());
    match &value.node {
        Node::List(values) => Some(
            values
                .iter()
                .filter_map(|value| match name.value.as_str() {
                    "sink" => read_sink(value, problems),
                    "toolchain" => value.string(problems).map(by_text),
                    _ => read_point(value, problems),
                })
                .collect(),
        ),
        Node::Table(table) if !acting => Some(
            table
                .entries
                .iter()
                .filter_map(|(word, value)| {
                    if !is_name_shaped(&word.value) {
                        let hint = "name a value by a letter, then letters, digits and `_`";
                        let message = format!("`{}` cannot name a value", word.value);
                        problems.error("bad-name", &word.span, message, hint);
                    }
                    Some(AxisPoint {
                        name: word.clone(),
                        ..read_point(value, problems)?
                    })
                })
                .collect(),
        ),
        _ => {
            let expected = if acting {
                "a list of strings"
            } else {
                "a list, or `{ word = value, … }`"
            };
            value.wrong_type(expected, problems);
            None
        }
    }
}

fn read_sink(value: &Value, problems: &Problems<'_>) -> Option<AxisPoint> {
    let text = value.string(problems)?;
    one_of(
        &text,
        "unknown-sink",
        "sink",
        &Sink::ALL.map(Sink::name),
        Sink::parse,
        problems,
    )?;
    Some(by_text(text))
}

/// A number, or a string that names itself.
fn read_point(value: &Value, problems: &Problems<'_>) -> Option<AxisPoint> {
    match &value.node {
        Node::Number(number) if number.value.is_finite() => Some(AxisPoint {
            name: Spanned::new(number.written.clone(), value.span.clone()),
            text: number.written.clone(),
            number: Some(number.value),
        }),
        Node::Text(_) => {
            let text = value.string(problems)?;
            if text.value.is_empty() || text.value.contains('"') {
                let message = "this text cannot name a value, as no expression could write it";
                let hint = "name it by a word: `{ word = \"…\" }`";
                problems.error("bad-name", &value.span, message, hint);
            }
            Some(by_text(text))
        }
        _ => {
            value.wrong_type("a string or a finite number", problems);
            None
        }
    }
}

fn by_text(text: Spanned<String>) -> AxisPoint {
    AxisPoint {
        text: text.value.clone(),
        name: text,
        number: None,
    }
}

fn distinct(values: &[AxisPoint], problems: &Problems<'_>) {
    for (index, value) in values.iter().enumerate() {
        let same = |other: &&AxisPoint| {
            other.name.value == value.name.value || (value.number.is_some() && other.number == value.number)
        };
        if let Some(first) = values[..index].iter().find(same) {
            let message = format!("the axis has the value `{}` twice", value.name.value);
            problems.push(
                Diagnostic::error("duplicate-value", problems.source, value.name.span.clone(), message)
                    .hint("keep one of the two")
                    .related(problems.source, first.name.span.clone(), "first listed here"),
            );
        }
    }
}

/// Notices axes that change nothing, and words in braces that look like a misspelt axis.
pub(super) fn check_use(axes: &[Axis], templates: &[Spanned<String>], problems: &Problems<'_>) {
    for axis in axes {
        let name = &axis.name.value;
        let used = templates.iter().any(|text| text.value.contains(&format!("{{{name}}}")));
        if !used && !ACTING.contains(&name.as_str()) {
            let message = format!("axis `{name}` changes nothing");
            let hint = format!("write `{{{name}}}` in `flags`, `args`, `env` or `stdin`");
            problems.error("unused-axis", &axis.name.span, message, hint);
        }
    }
    let known: Vec<&str> = axes
        .iter()
        .map(|axis| axis.name.value.as_str())
        .chain(FILLED_IN)
        .collect();
    for text in templates {
        patterns::check_placeholders(text, &known, problems);
    }
}
