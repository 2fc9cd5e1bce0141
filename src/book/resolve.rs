//! Expressions become formulas: names are looked up, and kinds are checked.
//!
//! Owns the rules of DESIGN §4 on kinds; those on cells and quantifiers are in `cells`, on division by zero in `zeros`. Deliberately absent: looking names up (`scope`), values.

mod cells;
mod zeros;

use crate::diag::{Diagnostic, Span};
use crate::lesson::expression::{Arithmetic, Comparison, Expr, Node};
use crate::lesson::names::Spanned;
use crate::quantity::{Kind, Quantity, Unit};

use super::formula::{Formula, Point, Quantifier, Term};
use super::same_output::same_output;
use super::scope::{Named, Scope};
use zeros::{Divisor, NamedAs};

/// How deeply named values and claims may stand for one another.
const DEEPEST: usize = 32;

/// Where an expression's figure or truth is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Where it stands.
    Here,
    /// Where its name is used, in the cells that are named there: a value's.
    ByName,
}

/// Resolves one expression, or says all that is wrong with it. Nothing is said where all that is wrong stands in the
/// definition of a name that the expression uses, which is told there.
pub fn resolve(expr: &Expr, taken: Taken, scope: Scope<'_>) -> Result<Formula, Vec<Diagnostic>> {
    let mut resolver = Resolver {
        scope,
        origin: scope.home,
        experiment: None,
        diagnostics: Vec::new(),
        within: Vec::new(),
        divisors: Vec::new(),
    };
    let typed = resolver.term(expr);
    let divides_by_zero = typed
        .as_ref()
        .is_some_and(|typed| resolver.divides_by_zero(&typed.term, taken));
    match typed {
        Some(typed) if resolver.diagnostics.is_empty() && !divides_by_zero => Ok(Formula {
            experiment: resolver.experiment.or(scope.home).unwrap_or(0),
            kind: typed.kind,
            term: typed.term,
        }),
        _ => Err(resolver.diagnostics),
    }
}

struct Typed {
    term: Term,
    kind: Kind,
    /// Whether a measured time is in it: such a figure never equals another.
    timed: bool,
}

struct Resolver<'a> {
    scope: Scope<'a>,
    /// Where the expression itself stands: the experiment whose fence it is in.
    origin: Option<usize>,
    /// The one experiment that the expression speaks of.
    experiment: Option<usize>,
    diagnostics: Vec<Diagnostic>,
    /// The values and claims that are being resolved.
    within: Vec<(usize, &'a Spanned<String>)>,
    divisors: Vec<Divisor>,
}

impl<'a> Resolver<'a> {
    fn problem(&mut self, code: &'static str, span: &Span, message: String, hint: &str) {
        let diagnostic = Diagnostic::error(code, self.scope.source, span.clone(), message);
        self.diagnostics.push(diagnostic.hint(hint));
    }

    fn found<T>(&mut self, found: Result<T, Box<Diagnostic>>) -> Option<T> {
        found.map_err(|diagnostic| self.diagnostics.push(*diagnostic)).ok()
    }

    /// Notes that the expression speaks of `experiment`, and says whether it may.
    fn speak_of(&mut self, experiment: usize, span: &Span) -> Option<()> {
        let first = *self.experiment.get_or_insert(experiment);
        if first == experiment {
            return Some(());
        }
        let name = |index: usize| self.scope.experiments[index].name.value.clone();
        let message = format!(
            "this speaks of experiment `{}` and of `{}`",
            name(first),
            name(experiment)
        );
        let hint = "only trials of one experiment are measured together; put the variants into one";
        self.problem("several-experiments", span, message, hint);
        None
    }

    /// The experiment whose axes are meant: the one spoken of, else home, else the only one.
    fn axes_of(&mut self, span: &Span) -> Option<usize> {
        let only = (self.scope.experiments.len() == 1).then_some(0);
        let experiment = self.experiment.or(self.scope.home).or(only);
        if experiment.is_none() {
            let message = "it is not clear whose axis this is".to_owned();
            self.problem(
                "unknown-axis",
                span,
                message,
                "name a variant or value of the experiment first",
            );
        }
        experiment
    }

    fn term(&mut self, expr: &'a Expr) -> Option<Typed> {
        match &expr.node {
            Node::Number { value, unit } => {
                let quantity = Quantity::of(*value, *unit);
                Some(untimed(Term::Constant(quantity), quantity.kind()))
            }
            Node::Metric { metric, variant, cell } => {
                let (experiment, variant) = {
                    let found = self.scope.variant(variant);
                    self.found(found)?
                };
                self.speak_of(experiment, &expr.span)?;
                let found = self.scope.metric(experiment, metric);
                let found = self.found(found);
                let mut point = Point::new();
                for named in cell {
                    let value = self.scope.axis_value(experiment, named);
                    let value = self.found(value)?;
                    self.add_to(&mut point, value, &named.axis)?;
                }
                let (metric, kind) = found?;
                Some(Typed {
                    term: Term::Sample {
                        metric,
                        kind,
                        variant,
                        cell: point,
                    },
                    kind,
                    timed: kind == Kind::Duration,
                })
            }
            Node::Name(name) => self.name(name, &expr.span),
            Node::Negate(of) => {
                let typed = self.numeric(of)?;
                Some(Typed {
                    term: Term::Negate(Box::new(typed.term)),
                    ..typed
                })
            }
            Node::Arithmetic { operator, left, right } => self.arithmetic(*operator, left, right, &expr.span),
            Node::Per { of, axis } => self.slope(of, axis),
            Node::Compare { operator, left, right } => self.compare(*operator, left, right, &expr.span),
            Node::Within { left, tolerance, right } => self.within(left, tolerance, right, &expr.span),
            Node::Not(of) => Some(truth(Term::Not(Box::new(self.truth(of)?)))),
            Node::And(parts) => Some(truth(Term::And(self.truths(parts)?))),
            Node::Or(parts) => Some(truth(Term::Or(self.truths(parts)?))),
            Node::At { of, cells } => self.at(of, cells),
        }
    }

    fn numeric(&mut self, expr: &'a Expr) -> Option<Typed> {
        let typed = self.term(expr)?;
        if typed.kind.is_numeric() {
            return Some(typed);
        }
        let message = format!("a number is wanted here, and this is {}", typed.kind);
        self.problem(
            "kind",
            &expr.span,
            message,
            "texts are only compared by `==` and `!=`, claims joined by `and`, `or`, `not`",
        );
        None
    }

    fn truth(&mut self, expr: &'a Expr) -> Option<Term> {
        let typed = self.term(expr)?;
        if typed.kind == Kind::Truth {
            return Some(typed.term);
        }
        let message = format!("a claim is wanted here, and this is {}", typed.kind);
        self.problem("kind", &expr.span, message, "compare it with something: `… >= 10`");
        None
    }

    fn truths(&mut self, parts: &'a [Expr]) -> Option<Vec<Term>> {
        let terms: Vec<Option<Term>> = parts.iter().map(|part| self.truth(part)).collect();
        terms.into_iter().collect()
    }

    fn name(&mut self, name: &str, span: &Span) -> Option<Typed> {
        let found = self.scope.named(name, span);
        let (experiment, named) = self.found(found)?;
        self.speak_of(experiment, span)?;
        match named {
            Named::Value(value) => self.inlined(experiment, &value.name, &value.expr, (span, NamedAs::Value)),
            Named::Claim(claim) => {
                self.inlined(experiment, &claim.named.name, &claim.named.expr, (span, NamedAs::Claim))
            }
            Named::SameOutput => Some(truth(same_output(experiment, &self.scope.experiments[experiment]).term)),
            Named::Axis(axis) => {
                let definition = &self.scope.experiments[experiment].axes[axis];
                if definition.values.iter().all(|value| value.number.is_some()) {
                    return Some(untimed(Term::AxisNumber(axis), Kind::Number));
                }
                self.unquoted(experiment, axis)?;
                let message = format!("axis `{name}` has values that are no numbers");
                self.problem("kind", span, message, "only an axis of numbers can be computed with");
                None
            }
            Named::Variant => {
                let message = format!("`{name}` is a variant, not a figure");
                self.problem("kind", span, message, &format!("say what of it: `wall({name})`"));
                None
            }
        }
    }

    /// A named value or claim stands for its expression in parentheses.
    fn inlined(
        &mut self,
        experiment: usize,
        name: &'a Spanned<String>,
        expr: &'a Expr,
        (span, named_as): (&Span, NamedAs),
    ) -> Option<Typed> {
        let same = |(other, known): &(usize, &Spanned<String>)| *other == experiment && known.value == name.value;
        if let Some(start) = self.within.iter().position(same) {
            self.circle(start);
            return None;
        }
        if self.within.len() == DEEPEST {
            let message = format!("more than {DEEPEST} names stand for one another here");
            self.problem("nesting", span, message, "write some of them out");
            return None;
        }
        let home = self.scope.home.replace(experiment);
        self.within.push((experiment, name));
        let before = self.diagnostics.len();
        let divisors = self.divisors.len();
        let typed = self.term(expr);
        self.within.pop();
        for divisor in &mut self.divisors[divisors..] {
            divisor.span = span.clone();
            divisor.named = match divisor.named {
                Some(NamedAs::Claim) => divisor.named,
                _ => Some(named_as),
            };
        }
        self.scope.home = home;
        // What is wrong inside is told where the name is defined, once: there only a circle leads back to the beginning.
        let told_elsewhere = |diagnostic: &Diagnostic| diagnostic.code != "circular" || self.origin.is_none();
        let inner = self.diagnostics.split_off(before);
        self.diagnostics
            .extend(inner.into_iter().filter(|diagnostic| !told_elsewhere(diagnostic)));
        typed
    }

    /// Names that stand for one another, from `start` of those that are being resolved on. The same is said from whichever
    /// of them resolving began, so that it is told once.
    fn circle(&mut self, start: usize) {
        let mut members: Vec<&Spanned<String>> = self.within[start..].iter().map(|(_, name)| *name).collect();
        members.sort_by_key(|name| name.span.start);
        let names: Vec<String> = members.iter().map(|name| format!("`{}`", name.value)).collect();
        let (message, hint) = match names.as_slice() {
            [only] => (format!("{only} is defined by itself"), "write out what it stands for"),
            [most @ .., last] => (
                format!("{} and {last} are defined by one another", most.join(", ")),
                "write out what one of them stands for",
            ),
            [] => return,
        };
        self.problem("circular", &members[0].span, message, hint);
    }

    fn arithmetic(&mut self, operator: Arithmetic, left: &'a Expr, right: &'a Expr, span: &Span) -> Option<Typed> {
        let right_span = &right.span;
        let (left, right) = (self.numeric(left), self.numeric(right));
        let (left, right) = (left?, right?);
        let is_sum = matches!(operator, Arithmetic::Add | Arithmetic::Subtract);
        let (kind, hint) = match operator {
            Arithmetic::Add | Arithmetic::Subtract => (left.kind.joined(right.kind), "sums want one kind"),
            Arithmetic::Multiply => (
                left.kind.times(right.kind),
                "only counts and plain numbers scale another kind",
            ),
            Arithmetic::Divide => (
                left.kind.over(right.kind),
                "divide by the same kind for a ratio, or by a count or plain number",
            ),
        };
        if operator == Arithmetic::Divide {
            self.divisors.push(Divisor {
                term: right.term.clone(),
                span: right_span.clone(),
                named: None,
            });
        }
        let Some(kind) = kind else {
            let hint = unit_hint(left.kind, right.kind)
                .filter(|_| is_sum)
                .unwrap_or(hint.to_owned());
            let verb = match operator {
                Arithmetic::Add => "added to",
                Arithmetic::Subtract => "subtracted from",
                Arithmetic::Multiply => "multiplied by",
                Arithmetic::Divide => "divided by",
            };
            let (first, second) = match operator {
                Arithmetic::Subtract => (right.kind, left.kind),
                _ => (left.kind, right.kind),
            };
            self.problem("kind", span, format!("{first} cannot be {verb} {second}"), &hint);
            return None;
        };
        Some(Typed {
            term: Term::Arithmetic {
                operator,
                left: Box::new(left.term),
                right: Box::new(right.term),
                kind,
            },
            kind,
            timed: left.timed || right.timed,
        })
    }

    fn slope(&mut self, of: &'a Expr, axis: &'a Spanned<String>) -> Option<Typed> {
        let typed = self.numeric(of)?;
        let experiment = self.axes_of(&axis.span)?;
        let found = self.scope.axis(experiment, axis);
        let index = self.found(found)?;
        let values = &self.scope.experiments[experiment].axes[index].values;
        self.unquoted(experiment, index)?;
        if values.len() < 2 || values.iter().any(|value| value.number.is_none()) {
            let message = format!("axis `{}` has no two numbers, so there is no slope over it", axis.value);
            self.problem(
                "kind",
                &axis.span,
                message,
                "`per` wants an axis of at least two numbers",
            );
            return None;
        }
        Some(Typed {
            term: Term::Slope {
                of: Box::new(typed.term),
                axis: index,
            },
            ..typed
        })
    }

    /// Says once, where it is defined, that a value of an axis that is computed with is a number in quotes.
    fn unquoted(&mut self, experiment: usize, axis: usize) -> Option<()> {
        let axis = &self.scope.experiments[experiment].axes[axis];
        let quoted = axis.values.iter().find(|value| {
            let digits = value.text.replace('_', "");
            value.number.is_none() && digits.parse::<f64>().is_ok_and(f64::is_finite)
        });
        let Some(value) = quoted else { return Some(()) };
        let message = format!(
            "axis `{}` is computed with, and in quotes this is never a number",
            axis.name.value
        );
        let hint = format!("write it without quotes: `{}`", value.text);
        let place = value.name.span.clone();
        self.diagnostics
            .push(Diagnostic::error("quoted-number", self.scope.original, place, message).hint(hint));
        None
    }

    fn compare(&mut self, operator: Comparison, left: &'a Expr, right: &'a Expr, span: &Span) -> Option<Typed> {
        let (left, right) = (self.term(left), self.term(right));
        let (left, right) = (left?, right?);
        let equality = matches!(operator, Comparison::Equal | Comparison::NotEqual);
        let texts = left.kind == Kind::Text && right.kind == Kind::Text;
        let kind = if texts {
            Some(Kind::Text)
        } else {
            left.kind.joined(right.kind)
        };
        let Some(kind) = kind else {
            let message = format!("{} is compared with {}", left.kind, right.kind);
            let hint = unit_hint(left.kind, right.kind)
                .unwrap_or("give both sides the same kind, as in `wall(a) < 5 ms`".to_owned());
            self.problem("kind", span, message, &hint);
            return None;
        };
        if texts && !equality {
            self.problem(
                "kind",
                span,
                "texts have no order".to_owned(),
                "compare them by `==` or `!=`",
            );
            return None;
        }
        if equality && (left.timed || right.timed) {
            let message = "measured times and their ratios are never equal".to_owned();
            self.problem("equal-times", span, message, "say how near: `a within 5 % of b`");
            return None;
        }
        Some(truth(Term::Compare {
            operator,
            left: Box::new(left.term),
            right: Box::new(right.term),
            kind,
        }))
    }

    /// A percentage is a tolerance of the ratio, anything else one of the difference.
    fn within(&mut self, left: &'a Expr, tolerance: &'a Expr, right: &'a Expr, span: &Span) -> Option<Typed> {
        let relative = matches!(
            tolerance.node,
            Node::Number {
                unit: Some(Unit::Percent),
                ..
            }
        );
        let (left, bound, right) = (self.numeric(left), self.numeric(tolerance), self.numeric(right));
        let (left, bound, right) = (left?, bound?, right?);
        let kind = left.kind.joined(right.kind);
        let agrees = kind.is_some_and(|kind| relative || kind.joined(bound.kind).is_some());
        if !agrees {
            let (message, hint) = match (kind, bound.kind) {
                (None, _) => (
                    format!("{} cannot be near {}", left.kind, right.kind),
                    "compare two of one kind".to_owned(),
                ),
                (Some(kind), Kind::Number) => (
                    "how near the two have to be has no unit".to_owned(),
                    format!(
                        "write a part of it, `5 %`, or a difference with its unit, `5 {}`",
                        if kind == Kind::Bytes { "kB" } else { "ms" }
                    ),
                ),
                (Some(kind), bound) => (
                    format!("how near the two have to be cannot be {bound}: each is {kind}"),
                    "write a part of it, `5 %`, or a difference of its kind".to_owned(),
                ),
            };
            self.problem("kind", span, message, &hint);
            return None;
        }
        let (left, right, tolerance) = (Box::new(left.term), Box::new(right.term), Box::new(bound.term));
        Some(truth(if relative {
            Term::WithinRatio { left, right, tolerance }
        } else {
            Term::WithinDifference { left, right, tolerance }
        }))
    }
}

fn untimed(term: Term, kind: Kind) -> Typed {
    Typed {
        term,
        kind,
        timed: false,
    }
}

fn truth(term: Term) -> Typed {
    untimed(term, Kind::Truth)
}

/// How to give a plain number the kind of what it is joined with.
fn unit_hint(left: Kind, right: Kind) -> Option<String> {
    let other = match (left, right) {
        (Kind::Number, other) | (other, Kind::Number) => other,
        _ => return None,
    };
    let (unit, example) = match other {
        Kind::Bytes => ("1 B", "4 KiB"),
        Kind::Duration => ("1 ms", "5 ms"),
        _ => return None,
    };
    Some(format!(
        "give the number a unit: `{example}`, or `n * {unit}` where it has a name"
    ))
}
