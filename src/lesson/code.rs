//! Code blocks, and the fences that define: `{experiment}`, `{predict}`, `{program}`.
//!
//! Owns info strings. Deliberately absent: the TOML inside (`fences`).

use pulldown_cmark::{CodeBlockKind, Event};

use crate::diag::{Diagnostic, Span, did_you_mean};

use super::document::{BlockNode, ProgramPart};
use super::markdown::{Fence, FenceKind, Reader};
use super::names::Spanned;
use super::roles::{Role, RoleText};

/// The text of a code block as the parser has it, and as it stands in the file.
#[derive(Debug, Default)]
struct Content {
    text: String,
    /// As long as its span.
    source: String,
    span: Span,
}

impl Reader<'_> {
    /// The code block that is next. A fence that is wrong gives nothing and has been spoken of.
    pub(super) fn code_block(&mut self, kind: &CodeBlockKind<'_>, span: &Span) -> Option<BlockNode> {
        let content = self.inside(Self::code_content_of_block);
        if !kind.is_fenced() {
            return Some(BlockNode::Code {
                language: String::new(),
                text: content.text,
            });
        }
        let line = self.line_of(span);
        let fence = self.slice(&line);
        let ticks = fence.len() - fence.trim_start_matches(['`', '~']).len();
        let info = self.trimmed(line.start + ticks..line.end);
        let is_empty = self.check_closed(span, &line, &fence[..ticks]) && content.text.trim().is_empty();
        let told = self.diagnostics.len();
        let block = self.fenced(&info, content, span);
        // Of a fence that is wrong otherwise that is enough.
        if is_empty && self.diagnostics.len() == told {
            self.error("empty-fence", line, "this fence is empty").hint = Some(empty_hint(&info.value));
        }
        block
    }

    fn fenced(&mut self, info: &Spanned<String>, content: Content, span: &Span) -> Option<BlockNode> {
        match info.value.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            Some((word, argument)) => {
                let argument = self.trimmed(info.span.end - argument.len()..info.span.end);
                let word = Spanned::new(word.to_owned(), info.span.start..info.span.start + word.len() + 2);
                self.fence(&word, &argument, content, span)
            }
            None => {
                self.check_braces(info);
                Some(BlockNode::Code {
                    language: info.value.split_whitespace().next().unwrap_or_default().to_owned(),
                    text: content.text,
                })
            }
        }
    }

    /// Warns of `experiment` and `｛experiment｝` where `{experiment}` is meant.
    fn check_braces(&mut self, info: &Spanned<String>) {
        let first = info.value.split_whitespace().next().unwrap_or_default();
        let word = first.trim_matches(['{', '}', '｛', '｝']);
        if !["experiment", "predict", "program"].contains(&word) {
            return;
        }
        let span = info.span.start..info.span.start + first.len();
        let message = format!("this fence is shown as code in the language `{first}`");
        let problem = Diagnostic::warning("fence-shown-as-code", self.source, span, message);
        self.diagnostics
            .push(problem.hint(format!("write the word in braces: `{{{word}}}`")));
    }

    fn fence(
        &mut self,
        word: &Spanned<String>,
        argument: &RoleText,
        content: Content,
        span: &Span,
    ) -> Option<BlockNode> {
        let (role, kind) = match word.value.as_str() {
            "program" => return self.program_fence(argument, content),
            "experiment" => (Role::Experiment, FenceKind::Experiment),
            "predict" => (Role::Predict, FenceKind::Predict),
            other => {
                self.unknown_fence(other, word.span.clone());
                return None;
            }
        };
        let name = self.roles().name(role, argument)?;
        if let Some(dot) = name.value.find('.') {
            let place = name.span.start + dot..name.span.end;
            self.error("name", place, "a fence defines a plain name, without a dot");
            return None;
        }
        if !content.text.trim().is_empty() {
            self.fences.push(Fence {
                kind,
                name: name.clone(),
                content: Spanned::new(content.source, content.span),
                span: span.start..span.start + self.slice(span).trim_end().len(),
            });
        }
        Some(match kind {
            FenceKind::Experiment => BlockNode::Experiment { name, defined: true },
            FenceKind::Predict => BlockNode::Predict { name, defined: true },
        })
    }

    fn program_fence(&mut self, argument: &RoleText, content: Content) -> Option<BlockNode> {
        let mut parts = self.roles().programs(argument).into_iter();
        let part = parts.next()?;
        if let Some(second) = parts.next() {
            let message = "a fence is one program";
            self.error("fence", second.file.span, message);
            return None;
        }
        if let Some(region) = part.region {
            let message = "a fence is a whole program, not a part of one";
            self.error("fence", region.span, message).hint = Some("write the file's name alone".to_owned());
            return None;
        }
        Some(BlockNode::Programs(vec![ProgramPart {
            text: Some(content.text),
            ..part
        }]))
    }

    fn unknown_fence(&mut self, word: &str, span: Span) {
        let hint = if Role::parse(word).is_some() {
            format!("`{{{word}}}` is a role and takes a code span: `` {{{word}}}`…` ``")
        } else {
            did_you_mean(word, ["experiment", "predict", "program"])
                .unwrap_or_else(|| "fences are `{experiment}`, `{predict}` and `{program}`".to_owned())
        };
        self.error("unknown-fence", span, format!("`{{{word}}}` is no fence"))
            .hint = Some(hint);
    }

    /// An open fence swallows the rest of the lesson.
    fn check_closed(&mut self, span: &Span, line: &Span, fence: &str) -> bool {
        let text = self.slice(span).trim_end();
        let last = text.rsplit('\n').next().unwrap_or(text);
        let last = last.trim_start_matches([' ', '\t', '>']);
        let is_closed = text.contains('\n') && last.starts_with(fence);
        if !is_closed {
            self.error("open-fence", line.clone(), "this fence is not closed").hint = Some(if fence.len() > 12 {
                format!("end it with a line of {} such characters", fence.len())
            } else {
                format!("end it with a line `{fence}`")
            });
        }
        is_closed
    }

    fn code_content_of_block(&mut self) -> Content {
        let mut content = Content::default();
        while let Some((Event::Text(text), span)) = self.events.get(self.next) {
            content.text.push_str(&self.marked.clean(text));
            if content.source.is_empty() {
                content.span = span.start..span.start;
            }
            if let Some(gap) = self.source.text.get(content.span.end..span.start) {
                let blank = |byte| {
                    if matches!(byte, b'\r' | b'\n') {
                        char::from(byte)
                    } else {
                        ' '
                    }
                };
                content.source.extend(gap.bytes().map(blank));
                content.source.push_str(&self.source.text[span.clone()]);
                content.span.end = span.end;
            }
            self.next += 1;
        }
        content
    }

    fn trimmed(&self, span: Span) -> Spanned<String> {
        let text = self.slice(&span);
        let start = span.end - text.trim_start().len();
        let text = text.trim();
        Spanned::new(text.to_owned(), start..start + text.len())
    }
}

/// What to write in place of an empty fence: on a code host it is a blank box.
fn empty_hint(info: &str) -> String {
    let defining = info.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    match defining {
        Some((role, name)) => format!(
            "to show what is defined elsewhere write a role: `` {{{role}}}`{}` ``",
            name.trim()
        ),
        None => "write something in it, or remove it".to_owned(),
    }
}
