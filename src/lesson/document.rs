//! The words of an edition as a tree: blocks and inlines, with the constructs of lessons in their places.
//!
//! Owns the tree. Deliberately absent: Markdown's syntax (`markdown`) and any output format (`render`).

use crate::diag::Span;

use super::expression::Expr;
use super::names::{Spanned, Verdict};

#[derive(Clone, Debug)]
pub struct Block {
    pub node: BlockNode,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum BlockNode {
    Heading {
        /// 2 to 6.
        level: u8,
        /// Explicit, `{#id}`; absent is a diagnostic's business.
        id: Option<Spanned<String>>,
        content: Vec<Inline>,
    },
    Paragraph(Vec<Inline>),
    Quote(Vec<Block>),
    Callout {
        kind: CalloutKind,
        folded: bool,
        title: Vec<Inline>,
        blocks: Vec<Block>,
    },
    List {
        /// The first number of an ordered list.
        start: Option<u64>,
        tight: bool,
        items: Vec<ListItem>,
    },
    /// A list of which only the item that came true is told.
    Verdicts {
        claim: Spanned<String>,
        items: Vec<VerdictItem>,
    },
    Definitions(Vec<Definition>),
    Table {
        alignments: Vec<Alignment>,
        head: Vec<Vec<Inline>>,
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A plain code block.
    Code {
        language: String,
        text: String,
    },
    Html(String),
    Rule,
    Footnote {
        label: String,
        blocks: Vec<Block>,
    },
    /// Programs side by side.
    Programs(Vec<ProgramPart>),
    /// What a variant printed.
    Output(Spanned<String>),
    /// The panel of an experiment; `defined` where its fence stands here.
    Experiment {
        name: Spanned<String>,
        defined: bool,
    },
    Predict {
        name: Spanned<String>,
        defined: bool,
    },
}

/// `FILE` or `FILE#NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPart {
    pub file: Spanned<String>,
    pub region: Option<Spanned<String>>,
    /// The file's text where a fence defines it.
    pub text: Option<String>,
}

#[derive(Clone, Debug)]
pub struct ListItem {
    pub task: Option<bool>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub struct VerdictItem {
    pub verdicts: Vec<Spanned<Verdict>>,
    pub blocks: Vec<Block>,
    /// Of the role that opens the item.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Definition {
    pub term: Vec<Inline>,
    pub meanings: Vec<Vec<Block>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    None,
    Left,
    Center,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CalloutKind {
    Note,
    Tip,
    Important,
    Warning,
    Caution,
    Question,
    Answer,
    Takeaway,
    Fix,
    Try,
}

impl CalloutKind {
    pub const ALL: [CalloutKind; 10] = [
        CalloutKind::Note,
        CalloutKind::Tip,
        CalloutKind::Important,
        CalloutKind::Warning,
        CalloutKind::Caution,
        CalloutKind::Question,
        CalloutKind::Answer,
        CalloutKind::Takeaway,
        CalloutKind::Fix,
        CalloutKind::Try,
    ];

    pub fn name(self) -> &'static str {
        match self {
            CalloutKind::Note => "note",
            CalloutKind::Tip => "tip",
            CalloutKind::Important => "important",
            CalloutKind::Warning => "warning",
            CalloutKind::Caution => "caution",
            CalloutKind::Question => "question",
            CalloutKind::Answer => "answer",
            CalloutKind::Takeaway => "takeaway",
            CalloutKind::Fix => "fix",
            CalloutKind::Try => "try",
        }
    }

    pub fn parse(word: &str) -> Option<CalloutKind> {
        CalloutKind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(word))
    }
}

#[derive(Clone, Debug)]
pub struct Inline {
    pub node: InlineNode,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum InlineNode {
    Text(String),
    Code(String),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Strikethrough(Vec<Inline>),
    Link {
        target: LinkTarget,
        title: String,
        content: Vec<Inline>,
    },
    Image {
        file: Spanned<String>,
        title: String,
        alt: Vec<Inline>,
    },
    /// A line's end in the source; whether a space stands there depends on its neighbours and the locale.
    SoftBreak,
    HardBreak,
    FootnoteReference(String),
    Ruby {
        base: String,
        reading: String,
    },
    Html(String),
    /// A figure in the sentence.
    Value {
        expr: Expr,
        text: String,
        forms: Vec<Form>,
    },
    /// A claim's verdict as a word.
    ClaimWord(Spanned<String>),
    /// Where the claim has one of the verdicts.
    ClaimWhere {
        claim: Spanned<String>,
        verdicts: Vec<Spanned<Verdict>>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// With a scheme, or mailto; opened as it is.
    External(String),
    /// A file of the book and an id in it; `file` is empty for this very page.
    Internal {
        file: String,
        id: Option<String>,
        span: Span,
    },
}

/// A phrase around one example number.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub before: String,
    /// The example as written, without its unit.
    pub example: String,
    pub unit: Option<crate::quantity::Unit>,
    pub after: String,
    pub span: Span,
}
