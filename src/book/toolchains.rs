//! `[toolchains.NAME]` of `book.toml` and of the embedded defaults.
//!
//! Owns its keys and how a book's table is laid over a default. Deliberately absent: finding toolchains (`toolchain`).

use crate::lesson::fields::Fields;
use crate::lesson::names::Spanned;
use crate::lesson::patterns::{Groups, check_pattern, check_placeholders};
use crate::lesson::tree::{Node, Problems, Value};
use crate::toolchain::Definition;

/// What is filled in in commands.
const FILLED_IN: [&str; 5] = ["source", "flags", "program", "args", "sink"];

/// Some keys of a toolchain.
#[derive(Clone, Debug)]
pub(super) struct Override {
    pub(super) name: Spanned<String>,
    endings: Option<Vec<String>>,
    version: Option<String>,
    behind: Option<String>,
    compile: Option<String>,
    run: Option<String>,
    warning: Option<String>,
    empty: Option<String>,
    package: Option<String>,
}

pub(super) fn read(entries: &[(Spanned<String>, Value)], problems: &Problems<'_>) -> Vec<Override> {
    entries
        .iter()
        .filter_map(|(name, value)| {
            if name.value.is_empty()
                || name
                    .value
                    .contains(|c: char| c.is_whitespace() || c.is_control() || c == '"')
            {
                let message = format!("`{}` cannot name a toolchain", name.value);
                problems.error("bad-name", &name.span, message, "write it like `g++`");
            }
            let Node::Table(table) = &value.node else {
                value.wrong_type("a table", problems);
                return None;
            };
            let mut fields = Fields::new(table, problems);
            let endings = fields.value("endings").map(|value| {
                let endings = value.strings(problems).into_iter();
                endings
                    .map(|ending| ending.value.trim_start_matches('.').to_owned())
                    .collect()
            });
            let toolchain = Override {
                name: name.clone(),
                endings,
                // Empty for a tool that does not tell its version.
                version: fields.string("version").map(|version| version.value),
                behind: command(&mut fields, "behind"),
                compile: command(&mut fields, "compile"),
                run: command(&mut fields, "run"),
                warning: fields.string("warning").and_then(|pattern| {
                    check_pattern(&pattern, Groups::Any, problems)?;
                    Some(pattern.value)
                }),
                empty: fields.string("empty").map(|text| text.value),
                package: fields.string("package").map(|package| package.value),
            };
            fields.finish();
            Some(toolchain)
        })
        .collect()
}

fn command(fields: &mut Fields<'_, '_, '_>, key: &'static str) -> Option<String> {
    let text = fields.string(key)?;
    if text.value.trim().is_empty() {
        let message = format!("the command `{key}` is empty");
        fields
            .problems
            .error("empty-command", &text.span, message, "leave the key out");
        return None;
    }
    check_placeholders(&text, &FILLED_IN, fields.problems);
    Some(text.value)
}

impl Override {
    pub(super) fn lists_endings(&self) -> bool {
        self.endings.is_some()
    }

    /// These keys, and those of `default` where these are silent.
    pub(super) fn over(&self, default: Option<&Override>) -> Override {
        let Some(default) = default else {
            return self.clone();
        };
        let own = self.clone();
        let default = default.clone();
        Override {
            name: own.name,
            endings: own.endings.or(default.endings),
            version: own.version.or(default.version),
            behind: own.behind.or(default.behind),
            compile: own.compile.or(default.compile),
            run: own.run.or(default.run),
            warning: own.warning.or(default.warning),
            empty: own.empty.or(default.empty),
            package: own.package.or(default.package),
        }
    }

    /// The toolchain, which must at least say how to run what. Its version is asked for by `--version` unless it says how.
    pub(super) fn complete(self, problems: &Problems<'_>) -> Option<Definition> {
        for (key, is_there) in [("endings", self.endings.is_some()), ("run", self.run.is_some())] {
            if !is_there {
                let message = format!("toolchain `{}` has no `{key}`", self.name.value);
                let hint = "a new toolchain needs `endings = [\"…\"]` and `run = \"… {source} {args}\"`";
                problems.error("missing-key", &self.name.span, message, hint);
            }
        }
        let (endings, run) = (self.endings?, self.run?);
        let first_word = |command: &str| command.split_whitespace().next().map(str::to_owned);
        let called = self
            .compile
            .as_deref()
            .and_then(first_word)
            .or_else(|| first_word(&run));
        let version = self.version.or_else(|| Some(format!("{} --version", called?)))?;
        Some(Definition {
            name: self.name.value,
            endings,
            version,
            behind: self.behind,
            compile: self.compile,
            run,
            warning: self.warning,
            empty: self.empty,
            package: self.package,
        })
    }
}
