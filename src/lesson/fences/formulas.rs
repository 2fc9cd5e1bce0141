//! Expressions in TOML strings: single ones, `[values]`, `[claims]` and `[choices]`.
//!
//! Owns finding an expression's places through a string's escapes. Deliberately absent: the grammar (`syntax`).

use crate::diag::{Diagnostic, SourceText, Span};
use crate::lesson::definitions::{Claim, NamedExpr};
use crate::lesson::expression::{AxisValue, Cell, Expr, Node};
use crate::lesson::fields::Fields;
use crate::lesson::names::{Spanned, Verdict};
use crate::lesson::syntax;
use crate::lesson::tree::{self, Problems, Value};

use super::names::Names;

/// Reads an expression. In a string with escapes every place is the whole string.
pub(super) fn expression(text: &Spanned<String>, problems: &Problems<'_>) -> Option<Expr> {
    let source = problems.source;
    let is_literal = source.text[text.span.clone()] == text.value;
    let parsed = if is_literal {
        syntax::parse(&text.value, source, text.span.start)
    } else {
        let unescaped = SourceText::new(source.path.as_str(), text.value.as_str());
        let placed = |diagnostic: Box<Diagnostic>| {
            Box::new(Diagnostic {
                source: source.clone(),
                span: Some(text.span.clone()),
                ..*diagnostic
            })
        };
        syntax::parse(&text.value, &unescaped, 0)
            .map(|expr| everywhere_at(expr, &text.span))
            .map_err(placed)
    };
    parsed.map_err(|diagnostic| problems.push(*diagnostic)).ok()
}

/// The expression with each of its places at `span`.
fn everywhere_at(expr: Expr, span: &Span) -> Expr {
    let again = |expr: Box<Expr>| Box::new(everywhere_at(*expr, span));
    let word = |word: Spanned<String>| Spanned::new(word.value, span.clone());
    let axis_value = |named: AxisValue| AxisValue {
        axis: word(named.axis),
        value: word(named.value),
    };
    let all = |parts: Vec<Expr>| parts.into_iter().map(|part| everywhere_at(part, span)).collect();
    let node = match expr.node {
        node @ (Node::Number { .. } | Node::Name(_)) => node,
        Node::Metric { metric, variant, cell } => Node::Metric {
            metric: word(metric),
            variant: word(variant),
            cell: cell.into_iter().map(axis_value).collect(),
        },
        Node::Negate(of) => Node::Negate(again(of)),
        Node::Arithmetic { operator, left, right } => Node::Arithmetic {
            operator,
            left: again(left),
            right: again(right),
        },
        Node::Per { of, axis } => Node::Per {
            of: again(of),
            axis: word(axis),
        },
        Node::Compare { operator, left, right } => Node::Compare {
            operator,
            left: again(left),
            right: again(right),
        },
        Node::Within { left, tolerance, right } => Node::Within {
            left: again(left),
            tolerance: again(tolerance),
            right: again(right),
        },
        Node::Not(of) => Node::Not(again(of)),
        Node::And(parts) => Node::And(all(parts)),
        Node::Or(parts) => Node::Or(all(parts)),
        Node::At { of, cells } => Node::At {
            of: again(of),
            cells: cells
                .into_iter()
                .map(|cell| match cell {
                    Cell::Fixed(named) => Cell::Fixed(axis_value(named)),
                    Cell::Every(axis) => Cell::Every(word(axis)),
                    Cell::Some(axis) => Cell::Some(word(axis)),
                })
                .collect(),
        },
    };
    Expr {
        node,
        span: span.clone(),
    }
}

/// `name = "EXPR"`.
fn named(name: &Spanned<String>, text: &Spanned<String>, problems: &Problems<'_>) -> Option<NamedExpr> {
    Some(NamedExpr {
        name: name.clone(),
        expr: expression(text, problems)?,
        text: text.value.clone(),
    })
}

/// The entries of `[values]` or `[choices]`.
pub(super) fn read_named(
    entries: &[(Spanned<String>, Value)],
    names: &mut Names,
    problems: &Problems<'_>,
) -> Vec<NamedExpr> {
    let mut read = Vec::new();
    for (name, value) in entries {
        names.give(name, problems);
        let text = value.string(problems);
        read.extend(text.and_then(|text| named(name, &text, problems)));
    }
    read
}

/// The entries of `[claims]`.
pub(super) fn read_claims(
    entries: &[(Spanned<String>, Value)],
    names: &mut Names,
    problems: &Problems<'_>,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (name, value) in entries {
        names.give(name, problems);
        claims.extend(read_claim(name, value, problems));
    }
    claims
}

fn read_claim(name: &Spanned<String>, value: &Value, problems: &Problems<'_>) -> Option<Claim> {
    let (that, expect) = match &value.node {
        tree::Node::Text(_) => (value.string(problems), None),
        tree::Node::Table(table) => {
            let mut fields = Fields::new(table, problems);
            let expect = fields.word("expect", "claim-expectation", &["holds", "fails"], |word| {
                Verdict::parse(word).filter(|verdict| *verdict != Verdict::Undecided)
            });
            let that = fields.required_string("that", &name.span);
            fields.finish();
            (that, expect.map(|expect| expect.value))
        }
        _ => {
            value.wrong_type("a string or `{ that = \"…\", expect = \"holds\" }`", problems);
            (None, None)
        }
    };
    Some(Claim {
        named: named(name, &that?, problems)?,
        expect,
    })
}
