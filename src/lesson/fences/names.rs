//! The names that an experiment gives: their shape, and that no two are alike.
//!
//! Owns these checks. Deliberately absent: what names refer to (`book`).

use crate::diag::Diagnostic;
use crate::lesson::names::{GRAMMAR_WORDS, Spanned, is_name_shaped, is_reserved};
use crate::lesson::tree::Problems;

/// Names of one experiment, axis values aside.
#[derive(Debug, Default)]
pub(super) struct Names {
    given: Vec<Spanned<String>>,
}

impl Names {
    /// Checks a name, and that it is not given yet.
    pub(super) fn give(&mut self, name: &Spanned<String>, problems: &Problems<'_>) {
        check(name, problems);
        match self.given.iter().find(|given| given.value == name.value) {
            Some(first) => problems.push(alike(name, first, problems)),
            None => self.given.push(name.clone()),
        }
    }
}

fn check(name: &Spanned<String>, problems: &Problems<'_>) {
    let word = &name.value;
    if !is_name_shaped(word) {
        let hint = "a name is a letter, then letters, digits and `_`";
        problems.error("bad-name", &name.span, format!("`{word}` cannot be a name"), hint);
    } else if is_reserved(word) {
        let message = match GRAMMAR_WORDS.contains(&word.as_str()) {
            true => format!("`{word}` is a word of expressions and can name nothing"),
            false => format!("`{word}` is a metric and can name nothing else"),
        };
        problems.error("reserved-name", &name.span, message, "choose another name");
    }
}

fn alike(name: &Spanned<String>, first: &Spanned<String>, problems: &Problems<'_>) -> Diagnostic {
    let message = format!("the experiment has two names `{}`", name.value);
    Diagnostic::error("duplicate-name", problems.source, name.span.clone(), message)
        .hint("an experiment's variants, axes, metrics, values and claims all differ in name")
        .related(problems.source, first.span.clone(), "first given here")
}
