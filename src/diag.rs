//! Diagnostics: what is wrong in a text of the book, where, and what to do about it.
//!
//! Owns source texts with their paths, spans, and how a diagnostic is written for a terminal or as JSON.
//! Deliberately absent: reading files (that is `source`) and deciding exit codes (that is `cli`).

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

/// A range of bytes in one [`SourceText`], on character boundaries.
pub type Span = Range<usize>;

/// A text of the book and the path it was read from, which is relative to the book's root.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceText {
    pub path: String,
    pub text: String,
}

impl SourceText {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(SourceText {
            path: path.into(),
            text: text.into(),
        })
    }

    /// Line and column of a byte offset, both from 1; columns count characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset.min(self.text.len()))];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// How bad a diagnostic is. An error keeps its lesson from being written; a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Warning,
    Error,
}

/// Something to tell the author of a book about one place in it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A stable name of the kind of problem, in kebab case: `unknown-variant`.
    pub code: &'static str,
    pub source: Arc<SourceText>,
    /// What the message is about; absent where it is about the file as a whole.
    pub span: Option<Span>,
    pub message: String,
    /// What to do, as a sentence without a full stop: "did you mean `endl`?".
    pub hint: Option<String>,
    /// Another place that belongs to the problem, with a few words on it: "first defined here".
    pub related: Option<(Arc<SourceText>, Span, String)>,
}

impl Diagnostic {
    pub fn error(code: &'static str, source: &Arc<SourceText>, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            source: Arc::clone(source),
            span: Some(span),
            message: message.into(),
            hint: None,
            related: None,
        }
    }

    pub fn warning(code: &'static str, source: &Arc<SourceText>, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, source, span, message)
        }
    }

    /// About a file as a whole: one that is not there, or not UTF-8.
    pub fn about_file(code: &'static str, source: &Arc<SourceText>, message: impl Into<String>) -> Self {
        Diagnostic {
            span: None,
            ..Diagnostic::error(code, source, 0..0, message)
        }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// [`Diagnostic::hint`], where there is one to give.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint.or(self.hint);
        self
    }

    #[must_use]
    pub fn related(mut self, source: &Arc<SourceText>, span: Span, words: impl Into<String>) -> Self {
        self.related = Some((Arc::clone(source), span, words.into()));
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The diagnostic with its excerpt, for a person; `styled` adds ANSI colours.
    pub fn render(&self, styled: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(&self.message).id(self.code);
        let mut group = match &self.span {
            Some(span) => title.element(
                Snippet::source(&self.source.text)
                    .path(&self.source.path)
                    .annotation(AnnotationKind::Primary.span(self.visible(span))),
            ),
            None => title.element(annotate_snippets::Origin::path(&self.source.path)),
        };
        if let Some((source, span, words)) = &self.related {
            group = group.element(
                Snippet::source(&source.text)
                    .path(&source.path)
                    .annotation(AnnotationKind::Context.span(span.clone()).label(words)),
            );
        }
        if let Some(hint) = &self.hint {
            group = group.element(Level::HELP.message(hint));
        }
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let report: &[Group<'_>] = &[group];
        renderer.render(report)
    }

    /// An empty span at a line's end would point at nothing that can be seen.
    fn visible(&self, span: &Span) -> Span {
        let length = self.source.text.len();
        span.start.min(length)..span.end.clamp(span.start.min(length), length)
    }

    /// One line of JSON for `--message-format json`.
    pub fn to_json(&self) -> serde_json::Value {
        let place = self.span.as_ref().map(|span| self.source.line_column(span.start));
        serde_json::json!({
            "reason": "diagnostic",
            "severity": self.severity,
            "code": self.code,
            "file": self.source.path,
            "line": place.map(|(line, _)| line),
            "column": place.map(|(_, column)| column),
            "message": self.message,
            "hint": self.hint,
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.render(false))
    }
}

/// A value together with what was noticed while making it.
#[derive(Clone, Debug)]
pub struct Warned<T> {
    pub value: T,
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Warned<T> {
    /// Moves the diagnostics to `into` and gives the value.
    pub fn settle(self, into: &mut Vec<Diagnostic>) -> T {
        into.extend(self.diagnostics);
        self.value
    }
}

/// "did you mean …?" for a word that is none of `known`, if one of them is near enough.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| format!("did you mean `{candidate}`?"))
}
