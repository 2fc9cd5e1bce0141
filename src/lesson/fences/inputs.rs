//! What an experiment and each of its variants may set alike: toolchain, flags, arguments, environment, standard input.
//!
//! Owns reading them, and where `{axis}` is filled in. Deliberately absent: adding a variant's to its experiment's (`plan`).

use crate::lesson::definitions::Stdin;
use crate::lesson::fields::Fields;
use crate::lesson::names::Spanned;
use crate::lesson::tree::Node;

/// What a text with `{name}` in it is for, which decides what is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Flags,
    Args,
    /// A variable's value or standard input.
    Data,
}

pub(super) type Template = (Purpose, Spanned<String>);

#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub(super) toolchain: Option<Spanned<String>>,
    pub(super) flags: Option<Spanned<String>>,
    pub(super) args: Option<Spanned<String>>,
    pub(super) env: Vec<(String, Spanned<String>)>,
    pub(super) stdin: Option<Stdin>,
    /// The texts in which `{axis}` is filled in.
    pub(super) templates: Vec<Template>,
}

pub(super) fn read(fields: &mut Fields<'_, '_, '_>) -> Inputs {
    let toolchain = fields.string("toolchain");
    let flags = fields.string("flags");
    let args = fields.string("args");
    let env = read_env(fields);
    let (stdin, text) = read_stdin(fields);
    let commands = [(Purpose::Flags, &flags), (Purpose::Args, &args)];
    let commands = commands
        .into_iter()
        .filter_map(|(purpose, line)| Some((purpose, line.clone()?)));
    let data = text.iter().chain(env.iter().map(|(_, value)| value));
    Inputs {
        templates: commands.chain(data.map(|text| (Purpose::Data, text.clone()))).collect(),
        toolchain,
        flags,
        args,
        env,
        stdin,
    }
}

fn read_env(fields: &mut Fields<'_, '_, '_>) -> Vec<(String, Spanned<String>)> {
    let problems = fields.problems;
    let mut env = Vec::new();
    for (name, value) in fields.entries("env") {
        if name.value.is_empty() || name.value.contains(['=', '\0']) {
            let message = format!("`{}` cannot be the name of a variable", name.value);
            problems.error("bad-name", &name.span, message, "write it like `LIMIT`");
        }
        env.extend(value.string(problems).map(|text| (name.value.clone(), text)));
    }
    env
}

/// Standard input, and its text where it is one.
fn read_stdin(fields: &mut Fields<'_, '_, '_>) -> (Option<Stdin>, Option<Spanned<String>>) {
    let problems = fields.problems;
    let Some((key, value)) = fields.entry("stdin") else {
        return (None, None);
    };
    match &value.node {
        Node::Text(_) => {
            let text = value.string(problems);
            (text.clone().map(|text| Stdin::Text(text.value)), text)
        }
        Node::Table(table) => {
            let mut fields = Fields::new(table, problems);
            let file = fields.required_string("file", &key.span);
            fields.finish();
            (file.map(Stdin::File), None)
        }
        _ => {
            value.wrong_type("a string or `{ file = \"NAME\" }`", problems);
            (None, None)
        }
    }
}
