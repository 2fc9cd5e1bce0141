//! `[axes]`: what an experiment is repeated over, and where the values go.
//!
//! Owns the values' names and texts, and that each axis has an effect. Deliberately absent: crossing axes (`plan`).

use crate::diag::{Diagnostic, Span, did_you_mean};
use crate::lesson::definitions::{Axis, AxisPoint};
use crate::lesson::fields::one_of;
use crate::lesson::names::{Sink, Spanned, is_name_shaped, is_reserved};
use crate::lesson::patterns;
use crate::lesson::tree::{Node, Problems, Value};

use super::inputs::{Purpose, Template};
use super::names::Names;

/// Axes that act by themselves.
const ACTING: [&str; 2] = ["sink", "toolchain"];
/// What is filled in beside axes: in flags without the sink, which is another one in each run.
const OF_COMMANDS: [&str; 3] = ["sink", "program", "source"];

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

/// Notices axes that change nothing, and words in braces that stay as they are though they look like names. Of those that are
/// `listed` some may be no axes, which has been said.
pub(super) fn check_use(axes: &[Axis], listed: &[&str], templates: &[Template], problems: &Problems<'_>) {
    let filled = || {
        axes.iter()
            .map(|axis| &axis.name)
            .filter(|name| !ACTING.contains(&name.value.as_str()))
    };
    for name in filled() {
        let place = format!("{{{}}}", name.value);
        // Of a name that cannot be one that has been said.
        let is_told = is_reserved(&name.value) || !is_name_shaped(&name.value);
        if !is_told && !templates.iter().any(|(_, text)| text.value.contains(&place)) {
            let message = format!("axis `{}` changes nothing", name.value);
            let hint = format!("write `{place}` in `flags`, `args`, `env` or `stdin`");
            problems.error("unused-axis", &name.span, message, hint);
        }
    }
    let own: Vec<&str> = listed.iter().copied().filter(|name| !ACTING.contains(name)).collect();
    for (purpose, text) in templates {
        for (place, word) in patterns::placeholders(text, problems) {
            check_placeholder(word, &place, *purpose, &own, problems);
        }
    }
}

/// A `{word}` that is filled in by nothing.
fn check_placeholder(word: &str, place: &Span, purpose: Purpose, own: &[&str], problems: &Problems<'_>) {
    let of_commands = match purpose {
        Purpose::Flags => &OF_COMMANDS[1..],
        Purpose::Args => &OF_COMMANDS[..],
        Purpose::Data => &[],
    };
    let known = || own.iter().chain(of_commands).copied();
    if known().any(|name| name == word) {
        return;
    }
    if word == "sink" {
        let message = "`{sink}` is filled in nowhere but in `args`";
        let hint = "give the path as an argument: `args = \"{sink}\"`";
        match purpose {
            // A compiler would write to a file of that name.
            Purpose::Flags => problems.error("unknown-placeholder", place, message, hint),
            Purpose::Args | Purpose::Data => problems.warning("unknown-placeholder", place, message, hint),
        }
        return;
    }
    let message = format!("`{{{word}}}` is not filled in, as there is nothing of that name");
    let hint = match did_you_mean(word, known()) {
        Some(hint) => hint,
        None if word == "toolchain" => "the axis `toolchain` acts by itself".to_owned(),
        // Braces are common in data, and in commands they are not.
        None if purpose == Purpose::Data => return,
        None => format!("an axis fills it in: `[axes]`, `{word} = [1, 2]`; without one the braces stay"),
    };
    problems.warning("unknown-placeholder", place, message, hint);
}
