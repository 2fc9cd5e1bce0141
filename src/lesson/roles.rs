//! What stands in the code span of a role: programs, names, claims with verdicts, expressions with forms.
//!
//! Owns the roles and the syntax of their texts. Deliberately absent: finding roles among Markdown (`inlines`, `markdown`),
//! forms of a figure (`forms`), and what the names refer to (`book`).

use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, Span, did_you_mean};

use super::document::{InlineNode, ProgramPart};
use super::names::{Spanned, Verdict, is_name_shaped, is_reserved};
use super::{forms, syntax};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Program,
    Output,
    Experiment,
    Predict,
    Value,
    Claim,
}

impl Role {
    pub(super) const ALL: [Role; 6] = [
        Role::Program,
        Role::Output,
        Role::Experiment,
        Role::Predict,
        Role::Value,
        Role::Claim,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Role::Program => "program",
            Role::Output => "output",
            Role::Experiment => "experiment",
            Role::Predict => "predict",
            Role::Value => "value",
            Role::Claim => "claim",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == word)
    }

    /// Whether it stands in sentences; the others stand alone in their paragraph.
    pub(super) fn is_inline(self) -> bool {
        matches!(self, Role::Value | Role::Claim)
    }
}

/// The text of a role as long as its bytes in the file: what a line's end and a quote put into it is blank.
pub(super) type RoleText = Spanned<String>;

/// A `{claim}` role.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ClaimRole {
    Word(Spanned<String>),
    Where(ClaimVerdicts),
    /// `ID VERDICT`, at the beginning of an item of a verdict list.
    Tells(ClaimVerdicts),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClaimVerdicts {
    pub(super) claim: Spanned<String>,
    pub(super) verdicts: Vec<Spanned<Verdict>>,
}

/// Reads role texts and keeps what is wrong with them.
#[derive(Debug)]
pub(super) struct RoleReader<'a> {
    pub(super) source: &'a Arc<SourceText>,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl RoleReader<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, hint: impl Into<Option<String>>) {
        let problem = Diagnostic::error(code, self.source, span, message);
        self.diagnostics.push(problem.maybe_hint(hint.into()));
    }

    /// `FILE…`, each possibly `FILE#NAME`.
    pub(super) fn programs(&mut self, text: &RoleText) -> Vec<ProgramPart> {
        let words = words(text);
        if words.is_empty() {
            self.empty(text, "the name of a program's file");
        }
        words.into_iter().filter_map(|word| self.program(word)).collect()
    }

    fn program(&mut self, word: Spanned<&str>) -> Option<ProgramPart> {
        let Some((file, region)) = word.value.split_once('#') else {
            return Some(ProgramPart {
                file: Spanned::new(word.value.to_owned(), word.span),
                region: None,
                text: None,
            });
        };
        if file.is_empty() || region.is_empty() || region.contains('#') {
            let message = format!("`{}` names no part of a program", word.value);
            self.error("program-part", word.span, message, "write `FILE#NAME`".to_owned());
            return None;
        }
        let hash = word.span.start + file.len();
        Some(ProgramPart {
            file: Spanned::new(file.to_owned(), word.span.start..hash),
            region: Some(Spanned::new(region.to_owned(), hash + 1..word.span.end)),
            text: None,
        })
    }

    /// The one name that an `{output}`, `{experiment}` or `{predict}` holds.
    pub(super) fn name(&mut self, role: Role, text: &RoleText) -> Option<Spanned<String>> {
        let words = words(text);
        match words.as_slice() {
            [] => {
                self.empty(text, "a name");
                None
            }
            [word] => self.checked_name(word),
            [_, second, ..] => {
                let message = format!("`{{{}}}` takes one name", role.name());
                self.error("name", second.span.start..text.span.end, message, None);
                None
            }
        }
    }

    /// A name of the lesson, or one of an experiment: `experiment.name`.
    fn checked_name(&mut self, word: &Spanned<&str>) -> Option<Spanned<String>> {
        let parts: Vec<&str> = word.value.split('.').collect();
        let problem = if parts.len() > 2 || !parts.iter().all(|part| is_name_shaped(part)) {
            "is no name: a letter, then letters, digits and `_`"
        } else if parts.iter().any(|part| is_reserved(part)) {
            "is a word of expressions and can name nothing"
        } else {
            return Some(Spanned::new(word.value.to_owned(), word.span.clone()));
        };
        self.error("name", word.span.clone(), format!("`{}` {problem}", word.value), None);
        None
    }

    /// `ID`, `ID where V or V`, or `ID V or V`.
    pub(super) fn claim(&mut self, text: &RoleText) -> Option<ClaimRole> {
        let words = words(text);
        let Some((first, rest)) = words.split_first() else {
            self.empty(text, "the name of a claim");
            return None;
        };
        let claim = self.checked_name(first);
        match rest {
            [] => claim.map(ClaimRole::Word),
            [word, verdicts @ ..] if word.value == "where" => {
                let verdicts = self.verdicts(verdicts, word.span.end)?;
                Some(ClaimRole::Where(ClaimVerdicts {
                    claim: claim?,
                    verdicts,
                }))
            }
            verdicts => {
                let verdicts = self.verdicts(verdicts, first.span.end)?;
                Some(ClaimRole::Tells(ClaimVerdicts {
                    claim: claim?,
                    verdicts,
                }))
            }
        }
    }

    /// Verdicts joined by `or`, none twice.
    fn verdicts(&mut self, words: &[Spanned<&str>], end: usize) -> Option<Vec<Spanned<Verdict>>> {
        let mut verdicts: Vec<Spanned<Verdict>> = Vec::new();
        for (index, word) in words.iter().enumerate() {
            if index % 2 == 1 {
                if word.value != "or" {
                    let message = format!("`{}` is not expected between verdicts", word.value);
                    self.error(
                        "verdict",
                        word.span.clone(),
                        message,
                        "join verdicts by `or`".to_owned(),
                    );
                    return None;
                }
                continue;
            }
            let Some(verdict) = Verdict::parse(word.value) else {
                let hint = did_you_mean(word.value, Verdict::ALL.map(Verdict::name))
                    .unwrap_or_else(|| "a verdict is `holds`, `fails` or `undecided`".to_owned());
                self.error(
                    "verdict",
                    word.span.clone(),
                    format!("`{}` is no verdict", word.value),
                    hint,
                );
                return None;
            };
            if verdicts.iter().any(|earlier| earlier.value == verdict) {
                let message = format!("`{}` stands here twice", verdict.name());
                self.error("verdict", word.span.clone(), message, None);
            } else {
                verdicts.push(Spanned::new(verdict, word.span.clone()));
            }
        }
        if words.len().is_multiple_of(2) {
            let hint = "a verdict is `holds`, `fails` or `undecided`".to_owned();
            self.error("verdict", end..end, "a verdict is missing", hint);
            return None;
        }
        Some(verdicts)
    }

    /// `EXPR; FORM; …`
    pub(super) fn value(&mut self, text: &RoleText) -> Option<InlineNode> {
        if let Some(role) = swallowed(&text.value) {
            let place = text.span.start..text.span.start;
            let message = format!("this code span goes on up to a later one, and `{{{role}}}` is in it");
            let hint = "between the backticks of the first role an expression is missing".to_owned();
            self.error("empty-role", place, message, hint);
            return None;
        }
        if text.value.trim().is_empty() {
            self.empty(text, "an expression");
            return None;
        }
        let length = expression_length(&text.value);
        let written = &text.value[..length];
        let expr = syntax::parse(written, self.source, text.span.start);
        let forms = match text.value[length..].strip_prefix(';') {
            Some(rest) => forms::read(rest, self.source, text.span.start + length + 1, self.diagnostics),
            None => Vec::new(),
        };
        match expr {
            Ok(expr) => Some(InlineNode::Value {
                expr,
                text: forms::single_spaced(written.trim()),
                forms,
            }),
            Err(problem) => {
                self.diagnostics.push(*problem);
                None
            }
        }
    }

    fn empty(&mut self, text: &RoleText, wanted: &str) {
        self.error(
            "empty-role",
            text.span.clone(),
            format!("{wanted} is missing here"),
            None,
        );
    }
}

/// Whether a claim's text says `ID VERDICT`, rightly or wrongly, which opens an item of a verdict list.
pub(super) fn tells_verdict(text: &RoleText) -> bool {
    let words = words(text);
    words.get(1).is_some_and(|word| word.value != "where")
}

/// A role that stands in the text of another one: an empty pair of backticks opened a code span that another pair closed.
fn swallowed(text: &str) -> Option<&'static str> {
    let mut roles = Role::ALL.iter().map(|role| role.name());
    roles.find(|name| text.contains(&format!("{{{name}}}`")))
}

/// Up to the first `;` outside of quotes.
fn expression_length(text: &str) -> usize {
    let mut quoted = false;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => return offset,
            _ => {}
        }
    }
    text.len()
}

fn words(text: &RoleText) -> Vec<Spanned<&str>> {
    text.value
        .split_whitespace()
        .map(|word| {
            let start = text.span.start + (word.as_ptr().addr() - text.value.as_ptr().addr());
            Spanned::new(word, start..start + word.len())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(text: &str, read: impl FnOnce(RoleReader<'_>, &RoleText) -> T) -> (T, Vec<String>) {
        let source = SourceText::new("en.md", format!("__{text}"));
        let mut diagnostics = Vec::new();
        let reader = RoleReader {
            source: &source,
            diagnostics: &mut diagnostics,
        };
        let read = read(reader, &Spanned::new(text.to_owned(), 2..2 + text.len()));
        let shown = diagnostics
            .iter()
            .map(|problem| {
                format!(
                    "{} {:?}",
                    problem.code,
                    &source.text[problem.span.clone().expect("placed")]
                )
            })
            .collect();
        (read, shown)
    }

    #[test]
    fn programs_have_parts() {
        let (parts, problems) = with(" newline.cpp#loop  endl.cpp ", |mut reader, text| reader.programs(text));
        assert!(problems.is_empty());
        assert_eq!(parts[0].file, Spanned::new("newline.cpp".to_owned(), 3..14));
        assert_eq!(parts[0].region, Some(Spanned::new("loop".to_owned(), 15..19)));
        assert_eq!((parts[1].file.value.as_str(), &parts[1].region), ("endl.cpp", &None));
        assert_eq!(
            with("a.cpp#", |mut reader, text| reader.programs(text)).1,
            ["program-part \"a.cpp#\""]
        );
        assert_eq!(
            with(" ", |mut reader, text| reader.programs(text)).1,
            ["empty-role \" \""]
        );
    }

    #[test]
    fn names_are_checked() {
        let name = |text: &str| with(text, |mut reader, text| reader.name(Role::Output, text));
        assert_eq!(name("flush.endl").0.expect("a name").value, "flush.endl");
        assert_eq!(name("ukázka").1, [""; 0]);
        assert_eq!(name("a b").1, ["name \"b\""]);
        assert_eq!(name("1a").1, ["name \"1a\""]);
        assert_eq!(name("a.b.c").1, ["name \"a.b.c\""]);
        assert_eq!(name("wall").1, ["name \"wall\""]);
    }

    #[test]
    fn claims_have_verdicts() {
        let (role, problems) = with("tenfold where fails or undecided", |mut reader, text| {
            reader.claim(text)
        });
        assert!(problems.is_empty());
        let Some(ClaimRole::Where(ClaimVerdicts { claim, verdicts })) = role else {
            panic!("where")
        };
        assert_eq!(claim.value, "tenfold");
        assert_eq!(verdicts[1], Spanned::new(Verdict::Undecided, 25..34));
        assert!(matches!(
            with("a", |mut reader, text| reader.claim(text)).0,
            Some(ClaimRole::Word(_))
        ));
        assert!(matches!(
            with("a holds", |mut reader, text| reader.claim(text)).0,
            Some(ClaimRole::Tells(_))
        ));
        assert_eq!(
            with("a where", |mut reader, text| reader.claim(text)).1,
            ["verdict \"\""]
        );
        assert_eq!(
            with("a holds or", |mut reader, text| reader.claim(text)).1,
            ["verdict \"\""]
        );
        assert_eq!(
            with("a hold", |mut reader, text| reader.claim(text)).1,
            ["verdict \"hold\""]
        );
        assert_eq!(
            with("a holds fails", |mut reader, text| reader.claim(text)).1,
            ["verdict \"fails\""]
        );
        assert_eq!(
            with("a holds or holds", |mut reader, text| reader.claim(text)).1,
            ["verdict \"holds\""]
        );
    }

    #[test]
    fn a_semicolon_in_quotes_belongs_to_the_expression() {
        let (value, problems) = with("wall(a, s=\";\") ; 2 times", |mut reader, text| reader.value(text));
        assert!(problems.is_empty());
        let Some(InlineNode::Value { expr, text, forms }) = value else {
            panic!("a value")
        };
        assert_eq!(text, "wall(a, s=\";\")");
        assert_eq!((expr.span, forms.len()), (2..16, 1));
        assert_eq!(
            with("; 2 times", |mut reader, text| reader.value(text)).1,
            ["expression \"\""]
        );
        assert_eq!(
            with("wall(a ≥; x", |mut reader, text| reader.value(text)).1,
            ["form \"x\"", "expression \"≥\""]
        );
    }
}
