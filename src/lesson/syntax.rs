//! Reads expressions: the grammar of DESIGN §4 from text to [`Expr`].
//!
//! Owns the recursive-descent parser and its messages. Deliberately absent: tokens (`tokens`), names and kinds (`book`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span};
use crate::quantity::Unit;

use super::expression::{Arithmetic, AxisValue, Cell, Comparison, Expr, Node};
use super::names::{GRAMMAR_WORDS, Metric, Spanned};
use super::tokens::{Lexed, Token, lex};

/// How deeply parentheses, minus signs and `not` may nest.
const DEEPEST: usize = 64;
/// The longest expression in bytes: a tree of a sum is as deep as the sum is long, and is walked recursively.
const LONGEST: usize = 4096;

/// Reads the whole of `text`, which stands in `source` from byte `offset` on.
pub fn parse(text: &str, source: &Arc<SourceText>, offset: usize) -> Result<Expr, Box<Diagnostic>> {
    if text.len() > LONGEST {
        let span = offset..offset + text.len();
        let message = format!("an expression may have at most {LONGEST} bytes");
        let problem = Diagnostic::error("expression", source, span, message);
        return Err(Box::new(problem.hint("name its parts in `[values]`")));
    }
    let tokens = lex(text, source, offset)?;
    let end = offset + text.len();
    let mut parser = Parser {
        source,
        tokens: &tokens,
        next: 0,
        end,
        depth: 0,
    };
    let expr = parser.at_expression()?;
    match parser.peek() {
        None => Ok(expr),
        Some(token) => {
            let problem = parser.unexpected(token, "the expression should end here");
            Err(Box::new(problem.maybe_hint(parser.ending_hint(token))))
        }
    }
}

/// The `e30` of `1e30`.
fn is_exponent(word: &str) -> bool {
    let digits = word.strip_prefix(['e', 'E']);
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

struct Parser<'a> {
    source: &'a Arc<SourceText>,
    tokens: &'a [Lexed],
    next: usize,
    /// Where the expression ends in the file.
    end: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Lexed> {
        self.tokens.get(self.next)
    }

    fn take(&mut self) -> Option<&'a Lexed> {
        let token = self.peek();
        self.next += usize::from(token.is_some());
        token
    }

    fn takes_symbol(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Some((Token::Symbol(next), _)) if *next == symbol);
        self.next += usize::from(found);
        found
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some((Token::Word(next), _)) if next == word);
        self.next += usize::from(found);
        found
    }

    fn unexpected(&self, token: &Lexed, expected: &str) -> Box<Diagnostic> {
        let shown = &self.source.text[token.1.clone()];
        Box::new(Diagnostic::error(
            "expression",
            self.source,
            token.1.clone(),
            format!("`{shown}` cannot stand here: {expected}"),
        ))
    }

    /// What somebody who goes on with `token` where an expression has ended probably meant.
    fn ending_hint(&self, (token, span): &Lexed) -> Option<String> {
        let before = self.next.checked_sub(1).and_then(|index| self.tokens.get(index));
        let after_number = matches!(before, Some((Token::Number(..), _)));
        let adjoins = before.is_some_and(|(_, place)| place.end == span.start);
        let next = self.tokens.get(self.next + 1).map(|(token, _)| token);
        Some(match token {
            Token::Symbol("=") => "to compare write `==`".to_owned(),
            Token::Symbol(",") if after_number && matches!(next, Some(Token::Number(..))) => {
                "the sign before decimals is a point: `1.5`".to_owned()
            }
            Token::Symbol(",") | Token::Number(..) => "a form stands behind `;`: `slowdown; 2 times`".to_owned(),
            Token::Symbol("(") => "write `*` to multiply".to_owned(),
            Token::Word(word) if after_number && adjoins && is_exponent(word) => {
                "write all digits, `1_000_000`: there are no exponents".to_owned()
            }
            Token::Word(word) if GRAMMAR_WORDS.contains(&word.to_lowercase().as_str()) => {
                format!("write `{}`", word.to_lowercase())
            }
            Token::Word(_) if after_number => format!("units are `{}`", Unit::ALL.map(Unit::symbol).join("`, `")),
            _ => return None,
        })
    }

    /// `expected` should stand where the next token does, or where the expression ends.
    fn missing(&self, expected: &str) -> Box<Diagnostic> {
        self.wrong_here(&format!("{expected} is expected"))
    }

    fn wrong_here(&self, why: &str) -> Box<Diagnostic> {
        match self.peek() {
            Some(token) => self.unexpected(token, why),
            None => Box::new(Diagnostic::error(
                "expression",
                self.source,
                self.end..self.end,
                format!("the expression ends too early: {why}"),
            )),
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return Err(self.wrong_here("an expression may not nest this deeply"));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// expr = or ["at" cell {"," cell}]
    fn at_expression(&mut self) -> Parsed<Expr> {
        let of = self.or()?;
        if !self.takes_word("at") {
            return Ok(of);
        }
        let mut cells = vec![self.cell()?];
        while self.takes_symbol(",") {
            cells.push(self.cell()?);
        }
        let span = of.span.start..self.tokens[self.next - 1].1.end;
        Ok(Expr {
            node: Node::At {
                of: Box::new(of),
                cells,
            },
            span,
        })
    }

    fn cell(&mut self) -> Parsed<Cell> {
        if self.takes_word("every") {
            return Ok(Cell::Every(self.word("the name of an axis")?));
        }
        if self.takes_word("some") {
            return Ok(Cell::Some(self.word("the name of an axis")?));
        }
        Ok(Cell::Fixed(self.axis_value()?))
    }

    fn axis_value(&mut self) -> Parsed<AxisValue> {
        let axis = self.word("`axis = value`, `every axis` or `some axis`")?;
        if !self.takes_symbol("=") {
            return Err(self.missing("`=` and a value of the axis"));
        }
        let value = match self.take() {
            Some((Token::Word(text) | Token::Number(_, text) | Token::Quoted(text), span)) => {
                Spanned::new(text.clone(), span.clone())
            }
            _ => {
                self.next = self.next.saturating_sub(1);
                return Err(self.missing("a value of the axis, quoted if it is no word or number"));
            }
        };
        Ok(AxisValue { axis, value })
    }

    fn word(&mut self, expected: &str) -> Parsed<Spanned<String>> {
        match self.peek() {
            Some((Token::Word(word), span)) if !GRAMMAR_WORDS.contains(&word.as_str()) => {
                self.next += 1;
                Ok(Spanned::new(word.clone(), span.clone()))
            }
            _ => Err(self.missing(expected)),
        }
    }

    fn or(&mut self) -> Parsed<Expr> {
        self.joined("or", Self::and, Node::Or)
    }

    fn and(&mut self) -> Parsed<Expr> {
        self.joined("and", Self::not, Node::And)
    }

    fn joined(&mut self, word: &str, part: fn(&mut Self) -> Parsed<Expr>, node: fn(Vec<Expr>) -> Node) -> Parsed<Expr> {
        let mut parts = vec![part(self)?];
        while self.takes_word(word) {
            parts.push(part(self)?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        let span = parts[0].span.start..parts[parts.len() - 1].span.end;
        Ok(Expr {
            node: node(parts),
            span,
        })
    }

    fn not(&mut self) -> Parsed<Expr> {
        let start = self.peek().map(|(_, span)| span.start);
        if !self.takes_word("not") {
            return self.relation();
        }
        let of = self.relation()?;
        let span = start.unwrap_or(of.span.start)..of.span.end;
        Ok(Expr {
            node: Node::Not(Box::new(of)),
            span,
        })
    }

    /// rel = sum [comparison sum | "within" sum "of" sum]
    fn relation(&mut self) -> Parsed<Expr> {
        const COMPARISONS: [Comparison; 6] = [
            Comparison::LessOrEqual,
            Comparison::GreaterOrEqual,
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::Greater,
        ];
        let left = Box::new(self.sum()?);
        if self.takes_word("within") {
            let tolerance = Box::new(self.sum()?);
            if !self.takes_word("of") {
                return Err(self.missing("`of`, as in `a within 5 % of b`"));
            }
            let right = Box::new(self.sum()?);
            let span = left.span.start..right.span.end;
            return Ok(Expr {
                node: Node::Within { left, tolerance, right },
                span,
            });
        }
        let found = COMPARISONS
            .into_iter()
            .find(|comparison| self.takes_symbol(comparison.symbol()));
        let Some(operator) = found else {
            return Ok(*left);
        };
        let right = Box::new(self.sum()?);
        let span = left.span.start..right.span.end;
        if let Some(token @ (Token::Symbol("<" | ">" | "<=" | ">=" | "==" | "!="), _)) = self.peek() {
            return Err(Box::new(
                self.unexpected(token, "comparisons do not chain")
                    .hint("join two comparisons with `and`"),
            ));
        }
        Ok(Expr {
            node: Node::Compare { operator, left, right },
            span,
        })
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.arithmetic(&[("+", Arithmetic::Add), ("-", Arithmetic::Subtract)], Self::product)
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.arithmetic(&[("*", Arithmetic::Multiply), ("/", Arithmetic::Divide)], Self::postfix)
    }

    fn arithmetic(&mut self, operators: &[(&str, Arithmetic)], part: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        let mut left = part(self)?;
        loop {
            let found = operators.iter().find(|(symbol, _)| self.takes_symbol(symbol));
            let Some((_, operator)) = found else {
                return Ok(left);
            };
            let right = part(self)?;
            let span = left.span.start..right.span.end;
            left = Expr {
                node: Node::Arithmetic {
                    operator: *operator,
                    left: Box::new(left),
                    right: Box::new(right),
                },
                span,
            };
        }
    }

    /// post = ["-"] item ["per" AXIS]
    fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.peek().map(|(_, span)| span.start);
        let negative = self.takes_symbol("-");
        let mut expr = self.item()?;
        if self.takes_word("per") {
            let axis = self.word("the name of an axis of numbers")?;
            let span = expr.span.start..axis.span.end;
            expr = Expr {
                node: Node::Per {
                    of: Box::new(expr),
                    axis,
                },
                span,
            };
        }
        if negative {
            let span = start.unwrap_or(expr.span.start)..expr.span.end;
            expr = Expr {
                node: Node::Negate(Box::new(expr)),
                span,
            };
        }
        Ok(expr)
    }

    fn item(&mut self) -> Parsed<Expr> {
        const EXPECTED: &str = "a number, a metric of a variant like `wall(endl)`, a name, or `(`";
        match self.peek() {
            Some((Token::Number(value, _), span)) => {
                self.next += 1;
                Ok(self.number(*value, span.clone()))
            }
            Some((Token::Symbol("("), span)) => {
                self.next += 1;
                let inner = self.deeper(Self::at_expression)?;
                if !self.takes_symbol(")") {
                    return Err(self.missing("`)`"));
                }
                let span = span.start..self.tokens[self.next - 1].1.end;
                Ok(Expr { node: inner.node, span })
            }
            Some((Token::Word(word), span)) if !GRAMMAR_WORDS.contains(&word.as_str()) => {
                self.next += 1;
                let name = Spanned::new(word.clone(), span.clone());
                if self.takes_symbol("(") {
                    return self.metric(name);
                }
                if Metric::parse(word).is_some() {
                    let variant = match self.peek() {
                        Some((Token::Word(next), _)) if !GRAMMAR_WORDS.contains(&next.as_str()) => next,
                        _ => "…",
                    };
                    let expected = format!("`{word}` is a metric and wants a variant, `{word}({variant})`");
                    return Err(self.wrong_here(&expected));
                }
                Ok(Expr {
                    node: Node::Name(name.value),
                    span: name.span,
                })
            }
            Some(token @ (Token::Symbol("*" | ">"), _)) => {
                let hint = match token.0 {
                    Token::Symbol("*") => "there are no powers: write `a * a`",
                    _ => "write `>=`",
                };
                Err(Box::new(self.missing(EXPECTED).hint(hint)))
            }
            _ => Err(self.missing(EXPECTED)),
        }
    }

    fn number(&mut self, value: f64, span: Span) -> Expr {
        let unit = match self.peek() {
            Some((Token::Symbol("%"), unit_span)) => Some((Unit::Percent, unit_span.end)),
            Some((Token::Word(word), unit_span)) => Unit::parse(word).map(|unit| (unit, unit_span.end)),
            _ => None,
        };
        self.next += usize::from(unit.is_some());
        let end = unit.map_or(span.end, |(_, end)| end);
        Expr {
            node: Node::Number {
                value,
                unit: unit.map(|(unit, _)| unit),
            },
            span: span.start..end,
        }
    }

    /// The rest of METRIC "(" VARIANT {"," AXIS "=" VALUE} ")", after its parenthesis.
    fn metric(&mut self, metric: Spanned<String>) -> Parsed<Expr> {
        let variant = self.word("the name of a variant")?;
        let mut cell = Vec::new();
        while self.takes_symbol(",") {
            cell.push(self.axis_value()?);
        }
        if !self.takes_symbol(")") {
            return Err(self.missing("`)`, or `,` and `axis = value`"));
        }
        let span = metric.span.start..self.tokens[self.next - 1].1.end;
        Ok(Expr {
            node: Node::Metric { metric, variant, cell },
            span,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Expr, String> {
        let source = SourceText::new("lesson.md", text);
        parse(text, &source, 0).map_err(|diagnostic| format!("{} ({:?})", diagnostic.message, diagnostic.span))
    }

    #[test]
    fn per_binds_tighter_than_times_and_at_reaches_over_all() {
        let expr = read("2 * wall(a) per n >= 5 ms at sink=pipe, every level").expect("valid");
        let Node::At { of, cells } = expr.node else {
            panic!("at is outermost")
        };
        assert_eq!(cells.len(), 2);
        let Node::Compare { left, right, .. } = of.node else {
            panic!("then the comparison")
        };
        assert!(matches!(
            right.node,
            Node::Number {
                value: 5.0,
                unit: Some(Unit::Millisecond)
            }
        ));
        let Node::Arithmetic { right, .. } = left.node else {
            panic!("then the product")
        };
        assert!(matches!(right.node, Node::Per { .. }));
    }

    #[test]
    fn and_binds_tighter_than_or() {
        let expr = read("a or b and not c").expect("valid");
        let Node::Or(parts) = expr.node else {
            panic!("or is outermost")
        };
        assert!(matches!(parts[1].node, Node::And(_)));
    }

    #[test]
    fn quoted_axis_values_and_qualified_names() {
        let expr = read("wall(flush.endl, toolchain=\"g++\", n=10_000) == syscalls.write(a)").expect("valid");
        let Node::Compare { left, right, .. } = expr.node else {
            panic!("a comparison")
        };
        let Node::Metric { variant, cell, .. } = left.node else {
            panic!("a metric")
        };
        assert_eq!(variant.value, "flush.endl");
        assert_eq!(cell[0].value.value, "g++");
        assert_eq!(cell[1].value.value, "10_000");
        assert!(matches!(right.node, Node::Metric { metric, .. } if metric.value == "syscalls.write"));
    }

    #[test]
    fn problems_name_their_place() {
        assert!(read("wall(a) ≥ 3").expect_err("no ascii").contains("8..11"));
        assert!(read("1 < 2 < 3").expect_err("chain").contains("chain"));
        assert!(read("wall").expect_err("bare metric").contains("wants a variant"));
        assert!(read("(a").expect_err("open").contains("too early"));
        assert!(read("").expect_err("empty").contains("too early"));
        assert!(read(&"(".repeat(100)).expect_err("deep").contains("deeply"));
        assert!(read("a at every at").is_err());
    }
}
