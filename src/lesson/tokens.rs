//! Cuts an expression into words, numbers, quoted texts and symbols.
//!
//! Owns these tokens, and what somebody who typed another character probably meant. Deliberately absent: their order
//! (`syntax`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    /// The number and its text as written.
    Number(f64, String),
    /// What stands between the quotes.
    Quoted(String),
    Symbol(&'static str),
}

pub(super) type Lexed = (Token, Span);

const SYMBOLS: [&str; 15] = [
    "<=", ">=", "==", "!=", "<", ">", "=", "(", ")", ",", "+", "-", "*", "/", "%",
];

pub(super) fn lex(text: &str, source: &Arc<SourceText>, offset: usize) -> Result<Vec<Lexed>, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        let start = offset + text.len() - rest.len();
        let (token, length) = if first.is_ascii_digit() {
            lex_number(rest, source, start)?
        } else if first.is_alphabetic() {
            lex_word(rest)
        } else if first == '"' {
            lex_quoted(rest, source, start)?
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            (Token::Symbol(symbol), symbol.len())
        } else {
            let span = start..start + first.len_utf8();
            let problem = Diagnostic::error(
                "expression",
                source,
                span,
                format!("`{first}` has no meaning in an expression"),
            );
            return Err(Box::new(problem.hint(symbol_hint(first))));
        };
        tokens.push((token, start..start + length));
        rest = &rest[length..];
    }
}

/// What somebody who typed this character probably meant.
fn symbol_hint(character: char) -> String {
    let meant = match character {
        '０'..='９' | '＊' | '／' | '＋' | '－' | '＜' | '＞' | '＝' | '（' | '）' | '，' | '％' | '；' | '．' =>
        {
            return format!("write `{}` in half width", half_width(character));
        }
        '^' => return "there are no powers: write `a * a`".to_owned(),
        '.' => return "write a digit before the point: `0.5`".to_owned(),
        '“' | '”' | '„' | '\'' | '‘' | '’' | '＂' => "\"",
        '[' | '{' => "(",
        ']' | '}' => ")",
        '、' => ",",
        ':' => return "write `/` to divide, or `;` before a form".to_owned(),
        '×' | '·' | '⋅' => "*",
        '÷' => "/",
        '≥' => ">=",
        '≤' => "<=",
        '≠' => "!=",
        '−' | '–' => "-",
        '&' => "and",
        '|' => "or",
        '!' => "not",
        _ => {
            return format!(
                "expressions have numbers, names, parentheses, `{}`",
                SYMBOLS.join("` `")
            );
        }
    };
    format!("write `{meant}`")
}

/// The character of ASCII that a full-width one, U+FF01 to U+FF5E, is the wide form of.
fn half_width(character: char) -> char {
    u32::from(character)
        .checked_sub(0xFEE0)
        .and_then(char::from_u32)
        .unwrap_or(character)
}

fn lex_word(rest: &str) -> (Token, usize) {
    let mut length = rest
        .find(|character: char| !(character.is_alphanumeric() || character == '_'))
        .unwrap_or(rest.len());
    // `experiment.name` and `syscalls.write` are one word; a dot that ends a sentence is not part of it.
    if let Some(tail) = rest[length..].strip_prefix('.')
        && tail.starts_with(char::is_alphabetic)
    {
        length += 1 + tail
            .find(|character: char| !(character.is_alphanumeric() || character == '_'))
            .unwrap_or(tail.len());
    }
    (Token::Word(rest[..length].to_owned()), length)
}

fn lex_number(rest: &str, source: &Arc<SourceText>, start: usize) -> Result<(Token, usize), Box<Diagnostic>> {
    let digits = |text: &str| {
        text.find(|c: char| !(c.is_ascii_digit() || c == '_'))
            .unwrap_or(text.len())
    };
    let mut length = digits(rest);
    if let Some(tail) = rest[length..].strip_prefix('.')
        && tail.starts_with(|c: char| c.is_ascii_digit())
    {
        length += 1 + digits(tail);
    }
    let written = &rest[..length];
    let value = written.replace('_', "").parse::<f64>();
    match value {
        Ok(value) if value.is_finite() && !written.ends_with('_') => {
            Ok((Token::Number(value, written.to_owned()), length))
        }
        _ => Err(Box::new(
            Diagnostic::error(
                "expression",
                source,
                start..start + length,
                format!("`{written}` is no number"),
            )
            .hint("a number has digits, `_` between them and at most one point"),
        )),
    }
}

fn lex_quoted(rest: &str, source: &Arc<SourceText>, start: usize) -> Result<(Token, usize), Box<Diagnostic>> {
    match rest[1..].find('"') {
        Some(length) => Ok((Token::Quoted(rest[1..=length].to_owned()), length + 2)),
        None => Err(Box::new(
            Diagnostic::error(
                "expression",
                source,
                start..start + rest.len(),
                "this string does not end",
            )
            .hint("close it with `\"`"),
        )),
    }
}
