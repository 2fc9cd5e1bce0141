//! `[variants]`: the programs that an experiment compares, and how each is announced to end.
//!
//! Owns reading them. Deliberately absent: whether the programs exist (`book`), and running them (`run`).

use crate::lesson::definitions::{Expectation, Variant};
use crate::lesson::fields::{Fields, one_of};
use crate::lesson::names::Spanned;
use crate::lesson::tree::{Node, Problems, Value};

use super::inputs::{self, Inputs, Template};
use super::names::Names;

/// Signals that end a program and that a lesson may announce.
const SIGNALS: [&str; 14] = [
    "SIGABRT", "SIGALRM", "SIGBUS", "SIGFPE", "SIGHUP", "SIGILL", "SIGINT", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSEGV",
    "SIGSYS", "SIGTERM", "SIGTRAP",
];

/// The variants, and the texts in which `{axis}` is filled in.
pub(super) fn read(
    entries: &[(Spanned<String>, Value)],
    names: &mut Names,
    problems: &Problems<'_>,
) -> (Vec<Variant>, Vec<Template>) {
    let mut variants = Vec::new();
    let mut templates = Vec::new();
    for (name, value) in entries {
        names.give(name, problems);
        if let Some((variant, texts)) = read_variant(name, value, problems) {
            variants.push(variant);
            templates.extend(texts);
        }
    }
    (variants, templates)
}

fn read_variant(name: &Spanned<String>, value: &Value, problems: &Problems<'_>) -> Option<(Variant, Vec<Template>)> {
    let (program, expect, inputs) = match &value.node {
        Node::Text(_) => (value.string(problems), None, Inputs::default()),
        Node::Table(table) => {
            let mut fields = Fields::new(table, problems);
            let program = fields.required_string("program", &name.span);
            let inputs = inputs::read(&mut fields);
            let expect = fields.string("expect");
            let expect = expect.and_then(|text| read_expectation(&text, problems));
            fields.finish();
            (program, expect, inputs)
        }
        _ => {
            value.wrong_type("a string or `{ program = \"FILE\", … }`", problems);
            (None, None, Inputs::default())
        }
    };
    let variant = Variant {
        name: name.clone(),
        program: program?,
        toolchain: inputs.toolchain,
        flags: inputs.flags,
        args: inputs.args,
        env: inputs.env,
        stdin: inputs.stdin,
        expect: expect.unwrap_or(Expectation::Exit(0)),
    };
    Some((variant, inputs.templates))
}

/// `exit 3`, `SIGABRT`, `timeout` or `build fails`.
fn read_expectation(text: &Spanned<String>, problems: &Problems<'_>) -> Option<Expectation> {
    let known = [&["exit 0", "timeout", "build fails"][..], &SIGNALS].concat();
    let parse = |word: &str| match word {
        "timeout" => Some(Expectation::Timeout),
        "build fails" => Some(Expectation::BuildFails),
        _ if SIGNALS.contains(&word) => Some(Expectation::Signal(word.to_owned())),
        _ => {
            let code = word.strip_prefix("exit ")?.parse::<u8>().ok()?;
            Some(Expectation::Exit(i32::from(code)))
        }
    };
    if let Some(code) = text
        .value
        .strip_prefix("exit ")
        .filter(|_| parse(&text.value).is_none())
    {
        let message = format!("`{code}` is no exit code");
        problems.error("unknown-ending", &text.span, message, "write a number from 0 to 255");
        return None;
    }
    Some(one_of(text, "unknown-ending", "ending", &known, parse, problems)?.value)
}
