//! The words of a fence, `title` and `[labels]`: all that a translation's fence may hold.
//!
//! Owns reading them. Deliberately absent: whether what they name exists (`book`).

use crate::diag::did_you_mean;
use crate::lesson::definitions::Words;
use crate::lesson::fields::{Fields, unknown_key};
use crate::lesson::names::Spanned;
use crate::lesson::tree::{Node, Problems, Table, Value};

pub(super) const KEYS: [&str; 2] = ["title", "labels"];

/// The words among the keys of an original's fence.
pub(super) fn read(fields: &mut Fields<'_, '_, '_>) -> Words {
    Words {
        title: fields.words("title"),
        labels: fields
            .entries("labels")
            .iter()
            .filter_map(|(name, value)| label(name, value, fields.problems))
            .collect(),
    }
}

/// The words of a translation's fence, in which anything else is an error.
pub(super) fn of_translation(table: &Table, problems: &Problems<'_>) -> Words {
    let words = read(&mut Fields::new(table, problems));
    for (key, _) in &table.entries {
        if KEYS.contains(&key.value.as_str()) {
            continue;
        }
        if did_you_mean(&key.value, KEYS).is_some() {
            unknown_key(key, &KEYS, problems);
            continue;
        }
        let message = format!(
            "`{}` is measured, and a translation holds only `title` and `[labels]`",
            key.value
        );
        let hint = "change it in the original, for all editions at once";
        problems.error("measured-in-translation", &key.span, message, hint);
    }
    words
}

fn label(name: &Spanned<String>, value: &Value, problems: &Problems<'_>) -> Option<(Spanned<String>, Spanned<String>)> {
    if matches!(value.node, Node::Table(_)) {
        let message = "a label is words, not a table";
        let hint = format!("quote a name with a point: `\"{}.value\" = \"…\"`", name.value);
        problems.error("wrong-type", &name.span, message, hint);
        return None;
    }
    let words = value.words(problems)?;
    Some((Spanned::new(spelled(&name.value), name.span.clone()), words))
}

/// The name of a number on an axis has no underscores, however its label is written.
fn spelled(name: &str) -> String {
    let start = name.find('.').map_or(0, |point| point + 1);
    if name[start..].starts_with(|first: char| first.is_ascii_digit()) {
        return format!("{}{}", &name[..start], name[start..].replace('_', ""));
    }
    name.to_owned()
}
