//! What the words of an edition refer to: names are looked up, files found, figures resolved.
//!
//! Owns what is said where prose names something that is not there. Deliberately absent: links (`links`), labels
//! (`labels`), and whether two editions agree (`agreement`).

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Span, did_you_mean};
use crate::lesson::definitions;
use crate::lesson::document::{ProgramPart, VerdictItem};
use crate::lesson::expression::Expr;
use crate::lesson::names::{Spanned, Verdict};
use crate::quantity::Kind;

use super::files::{Files, Use};
use super::formula::Formula;
use super::outline::{Mention, Mentioned};
use super::resolve::{Taken, resolve};
use super::scope::Scope;
use super::{Experiment, region};

/// What a section shows as blocks of their own: the same in every edition, in the same order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shown {
    Programs(Vec<(String, Option<String>)>),
    /// Experiment and variant, by index.
    Output(usize, usize),
    /// By index.
    Experiment(usize),
    Predict(String),
}

/// What the sentences of a section tell: the same in every edition, as a set.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Told {
    Value(Formula),
    Claim(ClaimName),
    Where(ClaimName, BTreeSet<Verdict>),
    Verdicts(ClaimName),
}

/// The index of an experiment and the name of a claim in it.
pub(super) type ClaimName = (usize, String);

#[derive(Clone, Debug)]
pub(super) struct Item<T> {
    pub what: T,
    /// As the lesson writes it, for messages.
    pub words: String,
    pub span: Span,
}

/// One section's references.
#[derive(Clone, Debug, Default)]
pub(super) struct References {
    pub shown: Vec<Item<Shown>>,
    pub told: Vec<Item<Told>>,
    /// Whether something was named that is not there, so that the rest cannot be compared.
    pub incomplete: bool,
}

/// Looks up what one edition mentions.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub scope: Scope<'a>,
    pub experiments: &'a [Experiment],
    pub predicts: &'a [definitions::Predict],
    pub files: &'a Files<'a>,
    /// Every figure found so far, by the text of its expression.
    pub figures: &'a mut BTreeMap<String, Formula>,
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    pub(super) fn read(&mut self, mentioned: Vec<Mentioned<'_>>) -> References {
        let mut references = References::default();
        for (mention, span) in mentioned {
            let understood = match mention {
                Mention::Link(_) | Mention::Html => continue,
                Mention::Image(file) => {
                    self.files.find(file, Use::Image, self.scope.source, self.diagnostics);
                    continue;
                }
                Mention::Programs(_) | Mention::Output(_) | Mention::Experiment(_) | Mention::Predict(_) => self
                    .shown(mention)
                    .map(|(what, words)| references.shown.push(item(what, words, span))),
                Mention::Value { .. }
                | Mention::Verdicts { .. }
                | Mention::ClaimWord(_)
                | Mention::ClaimWhere { .. } => self
                    .told(mention)
                    .map(|(what, words)| references.told.push(item(what, words, span))),
            };
            references.incomplete |= understood.is_none();
        }
        references
    }

    fn shown(&mut self, mention: Mention<'_>) -> Option<(Shown, String)> {
        match mention {
            Mention::Programs(parts) => self.programs(parts),
            Mention::Output(variant) => {
                let found = self.scope.variant(variant);
                let (experiment, index) = self.found(found)?;
                Some((Shown::Output(experiment, index), role("output", &variant.value)))
            }
            Mention::Experiment(name) => {
                let found = self.scope.experiment(name);
                Some((Shown::Experiment(self.found(found)?), role("experiment", &name.value)))
            }
            Mention::Predict(name) => {
                self.predict(name)?;
                Some((Shown::Predict(name.value.clone()), role("predict", &name.value)))
            }
            _ => None,
        }
    }

    fn predict(&mut self, name: &Spanned<String>) -> Option<()> {
        let mut names = self.predicts.iter().map(|predict| predict.name.value.as_str());
        if names.clone().any(|known| known == name.value) {
            return Some(());
        }
        let message = format!("the lesson has no prediction `{}`", name.value);
        let hint = did_you_mean(&name.value, names.clone())
            .or_else(|| names.next().map(|first| format!("one is called `{first}`")));
        let diagnostic = Diagnostic::error("unknown-prediction", self.scope.source, name.span.clone(), message);
        self.diagnostics.push(diagnostic.maybe_hint(hint));
        None
    }

    fn programs(&mut self, parts: &[ProgramPart]) -> Option<(Shown, String)> {
        let mut named = Vec::new();
        let mut words = Vec::new();
        let mut all = true;
        for part in parts {
            all &= self.program(part).is_some();
            let region = part.region.as_ref().map(|region| region.value.clone());
            words.push(match &region {
                Some(region) => format!("{}#{region}", part.file.value),
                None => part.file.value.clone(),
            });
            named.push((part.file.value.clone(), region));
        }
        all.then(|| (Shown::Programs(named), role("program", &words.join(" "))))
    }

    /// The program's file is there, and its region in it.
    fn program(&mut self, part: &ProgramPart) -> Option<()> {
        let source = self.scope.source;
        let text = self.files.program_text(&part.file, source, self.diagnostics)?;
        let Some(wanted) = &part.region else {
            return Some(());
        };
        let names = region::names(&text);
        if !names.contains(&wanted.value.as_str()) {
            let message = format!("`{}` has no region `{}`", part.file.value, wanted.value);
            let hint = did_you_mean(&wanted.value, names.iter().copied()).unwrap_or_else(|| match names.is_empty() {
                true => format!(
                    "mark it in the program: `// #region {}` … `// #endregion`",
                    wanted.value
                ),
                false => format!("its regions are `{}`", names.join("`, `")),
            });
            let diagnostic = Diagnostic::error("unknown-region", source, wanted.span.clone(), message);
            self.diagnostics.push(diagnostic.hint(hint));
            return None;
        }
        if let Some(open) = region::unclosed(&text) {
            let message = format!("region `{open}` of `{}` is never closed", part.file.value);
            let diagnostic = Diagnostic::error("unclosed-region", source, part.file.span.clone(), message);
            self.diagnostics
                .push(diagnostic.hint("end it by a comment `#endregion` on a line of its own"));
            return None;
        }
        Some(())
    }

    fn told(&mut self, mention: Mention<'_>) -> Option<(Told, String)> {
        match mention {
            Mention::Value { expr, text, forms } => {
                let formula = self.figure(expr, text)?;
                forms.iter().for_each(|form| self.check_form(form, &formula));
                Some((Told::Value(formula), role("value", text)))
            }
            Mention::ClaimWord(claim) => Some((Told::Claim(self.claim(claim)?), role("claim", &claim.value))),
            Mention::Verdicts { claim, items } => {
                let name = self.claim(claim);
                // Every item names it, as one place to mend.
                let words = format!("the list that begins with {}", role("claim", &first_item(claim, items)));
                Some((Told::Verdicts(name?), words))
            }
            Mention::ClaimWhere { claim, verdicts } => {
                let name = self.claim(claim)?;
                self.quantified(&name, claim)?;
                let words: Vec<&str> = verdicts.iter().map(|verdict| verdict.value.name()).collect();
                let words = role("claim", &format!("{} where {}", claim.value, words.join(" or ")));
                let verdicts = verdicts.iter().map(|verdict| verdict.value).collect();
                Some((Told::Where(name, verdicts), words))
            }
            _ => None,
        }
    }

    fn figure(&mut self, expr: &Expr, text: &str) -> Option<Formula> {
        let formula = match resolve(expr, Taken::Here, self.scope) {
            Ok(formula) => formula,
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                return None;
            }
        };
        if !formula.kind.is_numeric() {
            let message = format!("a figure is wanted here, and this is {}", formula.kind);
            let hint = match formula.kind {
                Kind::Truth => "name it in `[claims]`, and tell its verdict by `{claim}`",
                _ => "what a variant printed is shown by `{output}`",
            };
            let diagnostic = Diagnostic::error("kind", self.scope.source, expr.span.clone(), message);
            self.diagnostics.push(diagnostic.hint(hint));
            return None;
        }
        self.figures.insert(text.to_owned(), formula.clone());
        Some(formula)
    }

    fn claim(&mut self, name: &Spanned<String>) -> Option<ClaimName> {
        let found = self.scope.claim(name);
        self.found(found)
    }

    /// `where` lists the cells of a quantifier, so there must be one.
    fn quantified(&mut self, (experiment, name): &ClaimName, written: &Spanned<String>) -> Option<()> {
        let claims = &self.experiments.get(*experiment)?.claims;
        // A claim that has errors of its own is not among them.
        let claim = claims.iter().find(|claim| claim.name == *name)?;
        if claim.formula.is_quantified() {
            return Some(());
        }
        let message = format!("claim `{name}` has no quantifier, so there is no list of where it holds");
        let diagnostic = Diagnostic::error(
            "where-without-quantifier",
            self.scope.source,
            written.span.clone(),
            message,
        );
        self.diagnostics
            .push(diagnostic.hint("tell its verdict by `{claim}` alone, or claim it `at every` value of an axis"));
        None
    }

    fn found<T>(&mut self, found: Result<T, Box<Diagnostic>>) -> Option<T> {
        found.map_err(|diagnostic| self.diagnostics.push(*diagnostic)).ok()
    }
}

fn first_item(claim: &Spanned<String>, items: &[VerdictItem]) -> String {
    let verdicts = items.first().into_iter().flat_map(|item| &item.verdicts);
    let words: Vec<&str> = verdicts.map(|verdict| verdict.value.name()).collect();
    format!("{} {}", claim.value, words.join(" or "))
}

fn item<T>(what: T, words: String, span: &Span) -> Item<T> {
    Item {
        what,
        words,
        span: span.clone(),
    }
}

/// A role as lessons write it.
fn role(name: &str, content: &str) -> String {
    format!("{{{name}}}`{content}`")
}
