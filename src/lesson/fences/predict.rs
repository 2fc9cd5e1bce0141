//! The TOML of an original's `{predict}` fence.
//!
//! Owns its keys: a figure to guess, or statements to choose from. Deliberately absent: which answer is right (`claim`).

use crate::lesson::definitions::{Ask, Predict, Words};
use crate::lesson::fields::Fields;
use crate::lesson::markdown::Fence;
use crate::lesson::tree::{Node, Problems, Table, Value};

use super::names::Names;
use super::{formulas, words};

pub(super) fn read(fence: &Fence, table: &Table, problems: &Problems<'_>) -> (Option<Predict>, Words) {
    let mut fields = Fields::new(table, problems);
    let words = words::read(&mut fields);
    let ask = fields.entry("ask");
    let options = fields.entry("options");
    let choices = fields.entry("choices");
    let chosen = fields.entries("choices");
    fields.finish();
    let ask = match (ask, choices) {
        (Some((_, ask)), None) => ask
            .string(problems)
            .and_then(|text| formulas::expression(&text, problems))
            .map(|expr| Ask::Figure {
                expr,
                options: options.map_or_else(Vec::new, |(_, value)| read_options(value, problems)),
            }),
        (None, Some((key, _))) => {
            if let Some((options, _)) = options {
                let message = "`options` are for `ask`";
                problems.error("prediction", &options.span, message, "remove them, or `[choices]`");
            }
            if chosen.len() < 2 {
                let message = "there is nothing to choose";
                problems.error("prediction", &key.span, message, "write at least two choices");
            }
            Some(Ask::Choices(formulas::read_named(
                chosen,
                &mut Names::default(),
                problems,
            )))
        }
        _ => {
            let message = "a prediction wants either `ask` or `[choices]`";
            let hint = "write `ask = \"EXPR\"`, or `[choices]` with `name = \"EXPR\"`";
            problems.error("prediction", &fence.name.span, message, hint);
            None
        }
    };
    let predict = ask.map(|ask| Predict {
        name: fence.name.clone(),
        span: fence.span.clone(),
        ask,
    });
    (predict, words)
}

/// At least two numbers that differ.
fn read_options(value: &Value, problems: &Problems<'_>) -> Vec<f64> {
    let Node::List(values) = &value.node else {
        value.wrong_type("a list of numbers", problems);
        return Vec::new();
    };
    let mut options: Vec<f64> = Vec::new();
    for value in values {
        let Some(number) = value.number(problems) else {
            continue;
        };
        if options.contains(&number) {
            problems.error(
                "prediction",
                &value.span,
                "this option is there twice",
                "keep one of the two",
            );
        }
        options.push(number);
    }
    // Of options that cannot be read no more is said.
    if values.len() < 2 && options.len() == values.len() {
        let message = "there is nothing to choose";
        let hint = "write at least two options, or none for a slider";
        problems.error("prediction", &value.span, message, hint);
    }
    options
}
