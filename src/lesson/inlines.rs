//! Sentences: text with its readings, emphasis, links, images, and the roles that stand in sentences.
//!
//! Owns the walk over inlines. Deliberately absent: what a role's text says (`roles`, `forms`) and where links lead
//! (`links`).

use pulldown_cmark::{Event, LinkType, Tag};

use crate::diag::{Span, did_you_mean};

use super::document::{Inline, InlineNode, LinkTarget};
use super::links::{self, BadDestination, Destination};
use super::markdown::{Reader, is_inline};
use super::names::Spanned;
use super::roles::{ClaimRole, Role, RoleText};
use super::ruby::is_escaped;
use super::strays;

/// A role at the beginning of a paragraph.
#[derive(Debug)]
pub(super) struct Opening {
    /// `{word}`, without its braces; the span has them.
    pub(super) word: Spanned<String>,
    pub(super) text: RoleText,
    /// The event of its code span.
    pub(super) code: usize,
    /// Of the code span.
    pub(super) span: Span,
}

impl Reader<'_> {
    /// The inlines up to the end of the element that the walk is in, or to the next block.
    pub(super) fn inlines(&mut self) -> Vec<Inline> {
        self.inlines_until(|_| false)
    }

    /// As [`Reader::inlines`], or up to an event that `stops`.
    pub(super) fn inlines_until(&mut self, stops: impl Fn(&Event<'_>) -> bool) -> Vec<Inline> {
        let mut content = Vec::new();
        while let Some((event, span)) = self.events.get(self.next).cloned() {
            if !is_inline(&event) || stops(&event) {
                break;
            }
            if span.end <= self.read_until {
                self.pass();
            } else {
                self.inline(event, span, &mut content);
            }
        }
        for inline in &content {
            if matches!(inline.node, InlineNode::Text(_)) {
                let undefined = self.footnotes.undefined_in(&inline.span, self.source);
                self.diagnostics.extend(undefined);
                self.diagnostics.extend(strays::found_in(&inline.span, self.source));
            }
        }
        content
    }

    /// Steps over the next event and its element.
    fn pass(&mut self) {
        if matches!(self.peek(), Some(Event::Start(_))) {
            self.inside(|_| ());
        } else {
            self.next += 1;
        }
    }

    fn inline(&mut self, event: Event<'_>, span: Span, content: &mut Vec<Inline>) {
        let node = match event {
            Event::Start(Tag::Emphasis) => InlineNode::Emphasis(self.inside(Self::inlines)),
            Event::Start(Tag::Strong) => InlineNode::Strong(self.inside(Self::inlines)),
            Event::Start(Tag::Strikethrough) => InlineNode::Strikethrough(self.inside(Self::inlines)),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            }) => {
                let destination = match link_type {
                    LinkType::Email => format!("mailto:{}", self.marked.clean(&dest_url)),
                    _ => self.marked.clean(&dest_url).into_owned(),
                };
                let title = self.marked.clean(&title).into_owned();
                return self.link(&destination, title, span, content);
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let destination = self.marked.clean(&dest_url).into_owned();
                let title = self.marked.clean(&title).into_owned();
                return self.image(&destination, title, span, content);
            }
            other => {
                self.next += 1;
                match other {
                    Event::Text(text) => {
                        let text = self.marked.clean(&text).into_owned();
                        return self.text(&text, span, content);
                    }
                    Event::Code(text) => {
                        let text = self.marked.clean(&text).into_owned();
                        return self.code(text, span, content);
                    }
                    Event::InlineHtml(html) if html.starts_with("<!--") => return comment(span.end, content),
                    Event::InlineHtml(html) => InlineNode::Html(self.marked.clean(&html).into_owned()),
                    Event::FootnoteReference(label) => {
                        InlineNode::FootnoteReference(self.footnotes.refer(&self.marked.clean(&label)))
                    }
                    Event::SoftBreak => InlineNode::SoftBreak,
                    Event::HardBreak => InlineNode::HardBreak,
                    // Items take their task's box before; the rest belongs to options that are off.
                    _ => return,
                }
            }
        };
        content.push(Inline { node, span });
    }

    /// Text, from where it has not been read yet, with its readings.
    fn text(&mut self, text: &str, span: Span, content: &mut Vec<Inline>) {
        if self.slice(&span) != text {
            // An entity, a character behind a backslash, and the like: one piece.
            return push_text(text, span, content);
        }
        let mut start = span.start.max(self.read_until);
        while start < span.end {
            let index = self.rubies.partition_point(|ruby| ruby.span.start < start);
            let ruby = self
                .rubies
                .get(index)
                .filter(|ruby| ruby.span.start < span.end)
                .cloned();
            let end = ruby.as_ref().map_or(span.end, |ruby| ruby.span.start);
            push_text(self.slice(&(start..end)), start..end, content);
            start = end;
            if let Some(ruby) = ruby {
                start = ruby.span.end;
                self.read_until = ruby.span.end;
                content.push(Inline {
                    node: InlineNode::Ruby {
                        base: ruby.base,
                        reading: ruby.reading,
                    },
                    span: ruby.span,
                });
            }
        }
    }

    /// A code span, or the role that it is with `{word}` before it.
    fn code(&mut self, text: String, span: Span, content: &mut Vec<Inline>) {
        let Some(word) = self
            .role_word_before(span.start)
            .filter(|word| takes_text(content, word))
        else {
            content.push(Inline {
                node: InlineNode::Code(text),
                span,
            });
            return;
        };
        let role_text = self.code_content(&span);
        let whole = word.span.start..span.end;
        let node = match Role::parse(&word.value) {
            Some(Role::Value) => self.figure(&word).and_then(|()| self.roles().value(&role_text)),
            Some(Role::Claim) => self.figure(&word).and_then(|()| self.claim(&role_text)),
            Some(role) => {
                let message = format!("`{{{}}}` stands in a sentence", role.name());
                self.error("role-in-sentence", whole.clone(), message).hint =
                    Some("give it a paragraph of its own".to_owned());
                None
            }
            None => {
                let hint = did_you_mean(&word.value, Role::ALL.map(Role::name))
                    .unwrap_or_else(|| format!("as plain text it is `\\{{{}}}`", word.value));
                let message = format!("`{{{}}}` is no role", word.value);
                self.error("unknown-role", word.span, message).hint = Some(hint);
                None
            }
        };
        content.push(Inline {
            node: node.unwrap_or(InlineNode::Code(text)),
            span: whole,
        });
    }

    fn claim(&mut self, text: &RoleText) -> Option<InlineNode> {
        match self.roles().claim(text)? {
            ClaimRole::Word(claim) => Some(InlineNode::ClaimWord(claim)),
            ClaimRole::Where(found) => Some(InlineNode::ClaimWhere {
                claim: found.claim,
                verdicts: found.verdicts,
            }),
            ClaimRole::Tells(_) => {
                let message = "a verdict chooses text only at the beginning of each item of a list";
                self.error("verdict-list", text.span.clone(), message).hint =
                    Some("in a sentence write the claim's name alone, or `where` and verdicts".to_owned());
                None
            }
        }
    }

    /// Whether a figure may stand here.
    fn figure(&mut self, word: &Spanned<String>) -> Option<()> {
        let Some(place) = self.figureless else {
            return Some(());
        };
        let message = format!("{place} holds no figures");
        self.error("figure-in-heading", word.span.clone(), message).hint =
            Some("tell it in the sentences beside".to_owned());
        None
    }

    /// The role whose `{word}` ends right before byte `end` of the file, by its source: only there a `\{` differs.
    fn role_word_before(&self, end: usize) -> Option<Spanned<String>> {
        let before = self.source.text[..end].strip_suffix('}')?;
        let letters = before
            .chars()
            .rev()
            .take_while(|character| character.is_alphanumeric() || "_-".contains(*character))
            .map(char::len_utf8)
            .sum::<usize>();
        let start = before.len() - letters;
        let word = &before[start..];
        let open = before[..start].strip_suffix('{')?.len();
        (word.starts_with(char::is_alphabetic) && !is_escaped(before, open))
            .then(|| Spanned::new(word.to_owned(), open..end))
    }

    /// The role that the text from event `index` on begins with.
    pub(super) fn role_at(&self, index: usize) -> Option<Opening> {
        let start = self.events.get(index)?.1.start.max(self.read_until);
        let mut code = index;
        while matches!(self.events.get(code), Some((Event::Text(_), _))) {
            code += 1;
        }
        let (Event::Code(_), span) = self.events.get(code)? else {
            return None;
        };
        let word = self
            .role_word_before(span.start)
            .filter(|word| word.span.start == start)?;
        Some(Opening {
            word,
            text: self.code_content(span),
            code,
            span: span.clone(),
        })
    }

    /// What stands between the backticks, byte for byte: a line's end, and what stands before the next line's text, blank.
    fn code_content(&self, span: &Span) -> RoleText {
        let whole = self.slice(span);
        let ticks = whole.bytes().take_while(|byte| *byte == b'`').count();
        let content = span.start + ticks..(span.end - ticks).max(span.start + ticks);
        let mut text = String::with_capacity(content.len());
        for (index, line) in self.slice(&content).split('\n').enumerate() {
            let mut rest = line;
            if index > 0 {
                text.push(' ');
                for _ in 0..self.quotes {
                    rest = rest.trim_start().strip_prefix('>').unwrap_or(rest);
                }
                rest = rest.trim_start();
                text.extend(std::iter::repeat_n(' ', line.len() - rest.len()));
            }
            match rest.strip_suffix('\r') {
                Some(rest) => text.extend([rest, " "]),
                None => text.push_str(rest),
            }
        }
        Spanned::new(text, content)
    }

    fn link(&mut self, destination: &str, title: String, span: Span, content: &mut Vec<Inline>) {
        let words = self.without_figures("a link", Self::inlines);
        match links::link(destination) {
            Ok(to) => {
                let target = match to {
                    Destination::External(address) => LinkTarget::External(address),
                    Destination::Internal { file, id } => LinkTarget::Internal {
                        file,
                        id,
                        span: self.destination_span(destination, &span),
                    },
                };
                let node = InlineNode::Link {
                    target,
                    title,
                    content: words,
                };
                content.push(Inline { node, span });
            }
            Err(problem) => {
                self.bad_destination("link", destination, &span, problem);
                content.extend(words);
            }
        }
    }

    fn image(&mut self, destination: &str, title: String, span: Span, content: &mut Vec<Inline>) {
        let alt = self.without_figures("an image's description", Self::inlines);
        match links::image(destination) {
            Ok(file) => {
                let file = Spanned::new(file, self.destination_span(destination, &span));
                content.push(Inline {
                    node: InlineNode::Image { file, title, alt },
                    span,
                });
            }
            Err(problem) => {
                self.bad_destination("image", destination, &span, problem);
                content.extend(alt);
            }
        }
    }

    fn bad_destination(&mut self, code: &'static str, destination: &str, span: &Span, problem: BadDestination) {
        let place = self.destination_span(destination, span);
        self.error(code, place, problem.message).hint = problem.hint.map(str::to_owned);
    }

    /// Where a destination stands in its link; the whole link where it stands elsewhere or is written another way.
    fn destination_span(&self, destination: &str, span: &Span) -> Span {
        match self.slice(span).rfind(destination) {
            Some(offset) if !destination.is_empty() => {
                let start = span.start + offset;
                start..start + destination.len()
            }
            _ => span.clone(),
        }
    }

    /// What `read` makes of the next element, `place`, where figures are wrong.
    pub(super) fn without_figures<T: Default>(&mut self, place: &'static str, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.figureless.replace(place);
        let content = self.inside(read);
        self.figureless = outer;
        content
    }
}

fn push_text(text: &str, span: Span, content: &mut Vec<Inline>) {
    if text.is_empty() {
        return;
    }
    if let Some(Inline {
        node: InlineNode::Text(before),
        span: place,
    }) = content.last_mut()
    {
        before.push_str(text);
        place.end = span.end;
        return;
    }
    content.push(Inline {
        node: InlineNode::Text(text.to_owned()),
        span,
    });
}

/// Whether the content ends with the text `{word}`, which is then taken off.
fn takes_text(content: &mut Vec<Inline>, word: &Spanned<String>) -> bool {
    let Some(Inline {
        node: InlineNode::Text(text),
        span,
    }) = content.last_mut()
    else {
        return false;
    };
    if span.end != word.span.end || !text.ends_with(&format!("{{{}}}", word.value)) {
        return false;
    }
    text.truncate(text.len() - word.span.len());
    span.end = word.span.start;
    if text.is_empty() {
        content.pop();
    }
    true
}

/// A comment is for authors. It leaves an empty text at its end, so that what is behind it is not joined to what is before.
fn comment(end: usize, content: &mut Vec<Inline>) {
    content.push(Inline {
        node: InlineNode::Text(String::new()),
        span: end..end,
    });
}
