//! One paragraph set in its locale: line breaks of the source resolved, no-break spaces, figures told.
//!
//! Owns text with its typography. Deliberately absent: markup, escaping and where links lead (`render`).

use crate::lesson::document::{Inline, InlineNode, LinkTarget};
use crate::lesson::names::{Spanned, Verdict};
use crate::locale::{Locale, Typographer, joins};

use super::{Telling, Told};

/// An inline with final words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    Text(String),
    Code(String),
    Emphasis(Vec<Set>),
    Strong(Vec<Set>),
    Strikethrough(Vec<Set>),
    Link {
        target: LinkTarget,
        title: String,
        content: Vec<Set>,
    },
    Image {
        file: Spanned<String>,
        title: String,
        alt: String,
    },
    HardBreak,
    FootnoteReference(String),
    Ruby {
        base: String,
        reading: String,
    },
    Html(String),
    Figure(Told),
}

/// How a line's end of the source stands in a text until it is resolved.
const SOFT_BREAK: char = '\n';

impl Telling<'_> {
    /// The inlines of one paragraph, heading or cell.
    pub fn typeset(&self, inlines: &[Inline]) -> Vec<Set> {
        let mut set = self.told_inlines(inlines);
        let mut visible = Vec::new();
        read(&set, self.wording.locale(), &mut visible);
        let mut setter = Setter {
            locale: self.wording.locale(),
            typographer: Typographer::new(self.wording.locale()),
            vanishing: vanishing(&visible).into_iter(),
        };
        setter.all(&mut set);
        set
    }

    /// The same tree with figures told, and with neighbouring texts joined to one.
    fn told_inlines(&self, inlines: &[Inline]) -> Vec<Set> {
        let mut told = Vec::new();
        for inline in inlines {
            let next = self.told_inline(&inline.node);
            match (told.last_mut(), next) {
                (Some(Set::Text(before)), Set::Text(next)) => before.push_str(&next),
                (_, next) => told.push(next),
            }
        }
        told
    }

    fn told_inline(&self, node: &InlineNode) -> Set {
        match node {
            InlineNode::Text(text) => Set::Text(text.clone()),
            InlineNode::SoftBreak => Set::Text(SOFT_BREAK.to_string()),
            InlineNode::Code(code) => Set::Code(code.clone()),
            InlineNode::Emphasis(content) => Set::Emphasis(self.told_inlines(content)),
            InlineNode::Strong(content) => Set::Strong(self.told_inlines(content)),
            InlineNode::Strikethrough(content) => Set::Strikethrough(self.told_inlines(content)),
            InlineNode::Link { target, title, content } => Set::Link {
                target: target.clone(),
                title: title.clone(),
                content: self.told_inlines(content),
            },
            InlineNode::Image { file, title, alt } => Set::Image {
                file: file.clone(),
                title: title.clone(),
                alt: plain(&self.typeset(alt)),
            },
            InlineNode::HardBreak => Set::HardBreak,
            InlineNode::FootnoteReference(label) => Set::FootnoteReference(label.clone()),
            InlineNode::Ruby { base, reading } => Set::Ruby {
                base: base.clone(),
                reading: reading.clone(),
            },
            InlineNode::Html(html) => Set::Html(html.clone()),
            InlineNode::Value { text, forms, .. } => Set::Figure(self.value(text, forms)),
            InlineNode::ClaimWord(claim) => Set::Figure(self.claim_word(&claim.value)),
            InlineNode::ClaimWhere { claim, verdicts } => {
                let verdicts: Vec<Verdict> = verdicts.iter().map(|verdict| verdict.value).collect();
                Set::Figure(self.claim_where(&claim.value, &verdicts))
            }
        }
    }
}

/// The words of inlines without markup; footnotes and HTML left out.
pub(super) fn plain(inlines: &[Set]) -> String {
    let words = |inline: &Set| match inline {
        Set::Text(text) | Set::Code(text) | Set::Ruby { base: text, .. } => text.clone(),
        Set::Emphasis(content) | Set::Strong(content) | Set::Strikethrough(content) | Set::Link { content, .. } => {
            plain(content)
        }
        Set::Image { alt, .. } => alt.clone(),
        Set::HardBreak => " ".to_owned(),
        Set::FootnoteReference(_) | Set::Html(_) => String::new(),
        Set::Figure(told) => told.text.clone(),
    };
    inlines.iter().map(words).collect()
}

/// The characters that a reader sees, in order, with the soft breaks between them.
fn read(inlines: &[Set], locale: Locale, into: &mut Vec<char>) {
    for inline in inlines {
        match inline {
            Set::Text(text) | Set::Ruby { base: text, .. } => into.extend(text.chars()),
            Set::Emphasis(content) | Set::Strong(content) | Set::Strikethrough(content) | Set::Link { content, .. } => {
                read(content, locale, into);
            }
            // Japanese puts no space beside a figure, though it may begin with a digit.
            Set::Figure(_) if locale == Locale::Ja => into.push('数'),
            Set::Figure(told) => into.extend(told.text.chars()),
            Set::Code(_) | Set::Image { .. } => into.push('\u{fffc}'),
            Set::HardBreak => into.push(' '),
            Set::FootnoteReference(_) | Set::Html(_) => {}
        }
    }
}

/// For each soft break whether no space stands for it.
fn vanishing(visible: &[char]) -> Vec<bool> {
    let breaks = visible.iter().enumerate().filter(|(_, seen)| **seen == SOFT_BREAK);
    breaks
        .map(|(at, _)| {
            let before = visible[..at].last();
            let after = visible[at + 1..].iter().find(|seen| **seen != SOFT_BREAK);
            matches!((before, after), (Some(before), Some(after)) if joins(*before, *after))
        })
        .collect()
}

/// Sets one paragraph from its beginning to its end.
struct Setter {
    locale: Locale,
    typographer: Typographer,
    vanishing: std::vec::IntoIter<bool>,
}

impl Setter {
    fn all(&mut self, inlines: &mut [Set]) {
        for inline in inlines {
            match inline {
                Set::Text(text) => *text = self.text(text),
                Set::Emphasis(content)
                | Set::Strong(content)
                | Set::Strikethrough(content)
                | Set::Link { content, .. } => self.all(content),
                Set::Figure(told) => told.text = self.typographer.text(&told.text),
                Set::Ruby { base, .. } => *base = self.typographer.text(base),
                Set::Code(_) | Set::Image { .. } => self.typographer.opaque(),
                Set::HardBreak => self.typographer = Typographer::new(self.locale),
                Set::FootnoteReference(_) | Set::Html(_) => {}
            }
        }
    }

    fn text(&mut self, text: &str) -> String {
        let mut resolved = String::with_capacity(text.len());
        for character in text.chars() {
            if character != SOFT_BREAK {
                resolved.push(character);
            } else if !self.vanishing.next().unwrap_or(false) {
                resolved.push(' ');
            }
        }
        self.typographer.text(&resolved)
    }
}
