//! A chapter made by hand, with hostile text in every place, and a teller that tells the same few figures in any locale.
//!
//! Deliberately absent: tests, and `wording`'s figures, which have tests of their own.

use std::collections::BTreeMap;

use super::sample_panel::{code, panel};
use super::*;
use crate::lesson::definitions::Difficulty;
use crate::lesson::document::*;
use crate::lesson::names::{Spanned, Verdict};
use crate::locale::Locale;
use crate::quantity::{Kind, Quantity, Rounded, Unit};
use crate::wording::{Asked, Output, Panel, Phrase, Question, Set, Told, Wording};

pub(super) const HOSTILE: &str = "<script>alert('&\"')</script> *a* _b_ `c` [d](e) |";

/// Tells prepared figures; its words come from the theme's messages.
#[derive(Debug)]
pub(super) struct Fake {
    wording: Wording,
    slider: bool,
}

impl Fake {
    pub(super) fn new(locale: Locale, slider: bool) -> Self {
        Fake {
            wording: Wording::new(locale, None).expect("the embedded messages are right"),
            slider,
        }
    }

    pub(super) fn told(&self, text: &str) -> Told {
        Told {
            interval: None,
            text: text.to_owned(),
            source: "16.9–17.5, 40 rounds, \"x\" < y".to_owned(),
            experiment: "flush".to_owned(),
            lacking: None,
        }
    }
}

impl Teller for Fake {
    fn wording(&self) -> &Wording {
        &self.wording
    }

    fn typeset(&self, inlines: &[Inline]) -> Vec<Set> {
        let piece = |inline: &Inline| match &inline.node {
            InlineNode::Text(text) => Set::Text(text.clone()),
            InlineNode::Code(code) => Set::Code(code.clone()),
            InlineNode::Emphasis(content) => Set::Emphasis(self.typeset(content)),
            InlineNode::Strong(content) => Set::Strong(self.typeset(content)),
            InlineNode::Strikethrough(content) => Set::Strikethrough(self.typeset(content)),
            InlineNode::Link { target, title, content } => Set::Link {
                target: target.clone(),
                title: title.clone(),
                content: self.typeset(content),
            },
            InlineNode::Image { file, title, .. } => Set::Image {
                file: file.clone(),
                title: title.clone(),
                alt: HOSTILE.to_owned(),
            },
            InlineNode::SoftBreak => Set::Text(" ".to_owned()),
            InlineNode::HardBreak => Set::HardBreak,
            InlineNode::FootnoteReference(label) => Set::FootnoteReference(label.clone()),
            InlineNode::Ruby { base, reading } => Set::Ruby {
                base: base.clone(),
                reading: reading.clone(),
            },
            InlineNode::Html(html) => Set::Html(html.clone()),
            InlineNode::ClaimWord(claim) => Set::Figure(self.told(&claim.value)),
            InlineNode::Value { .. } | InlineNode::ClaimWhere { .. } => Set::Figure(self.told("17×")),
        };
        inlines.iter().map(piece).collect()
    }

    fn chosen<'i>(&self, _: &str, items: &'i [VerdictItem]) -> Option<&'i VerdictItem> {
        let fails = |item: &&VerdictItem| item.verdicts.iter().any(|verdict| verdict.value == Verdict::Fails);
        items.iter().find(fails)
    }

    fn panel(&self, experiment: &str) -> Option<Panel> {
        (experiment == "flush").then(|| panel(self))
    }

    fn question(&self, predict: &str) -> Option<Question> {
        let options = [1, 2, 5, 20].map(|number| Phrase::text(self.locale().times(&number.to_string())));
        let ask = if self.slider {
            Asked::Slider {
                least: Quantity::new(Kind::Number, 0.01),
                most: Quantity::new(Kind::Number, 100.0),
                figure: self.told("17×"),
                value: Some(Quantity::new(Kind::Number, 17.2)),
            }
        } else {
            Asked::Options {
                options: options.to_vec(),
                right: Some(3),
                unclear: None,
            }
        };
        (predict == "guess").then(|| Question {
            name: predict.to_owned(),
            ask,
        })
    }

    fn asks(&self, _: &str) -> Option<Phrase> {
        Some(Phrase::text(sample(self.locale()).question))
    }

    fn output(&self, variant: &str) -> (Phrase, Output) {
        let said = Output::Said {
            text: HOSTILE.to_owned(),
            more: None,
        };
        (code(variant), said)
    }

    fn program(&self, part: &ProgramPart) -> Option<String> {
        let end = if part.file.value.starts_with("endl") {
            "std::endl"
        } else {
            "'\\n'"
        };
        Some(format!(
            "// {}\nfor (int i = 0; i < 200'000; ++i)\n    log << \"line \" << i << {end};\n",
            part.file.value
        ))
    }

    fn tick(&self, value: Quantity, unit: Option<Unit>) -> String {
        let value = unit.map_or(value.value(), |unit| value.in_unit(unit));
        self.locale().number(Rounded::exact(value))
    }
}

/// A few words of each language, to look at.
struct Sample {
    title: &'static str,
    question: &'static str,
    paragraph: &'static str,
    rest: &'static str,
}

fn sample(locale: Locale) -> Sample {
    match locale {
        Locale::Cs => Sample {
            title: "Konec řádku, který jde až do jádra",
            question: "Kolikrát déle trvá druhá smyčka, když se výstup zahodí?",
            paragraph: "Program si vede záznam: 200 000 krátkých řádků přes ",
            rest: ". Dvě smyčky zapisují tytéž řádky a jedna z nich volá jádro kvůli každému z nich. Kdo to neví, hledá chybu v disku.",
        },
        Locale::Es => Sample {
            title: "El salto de línea que llega hasta el núcleo",
            question: "¿Cuántas veces más tarda el segundo bucle cuando la salida se descarta?",
            paragraph: "Tu programa lleva un registro: 200 000 líneas cortas a través de ",
            rest: ". Los dos bucles escriben las mismas líneas, pero uno de ellos llama al núcleo por cada una. Quien no lo sabe busca la culpa en el disco.",
        },
        Locale::Ja => Sample {
            title: "改行のたびにカーネルまで",
            question: "書いたものがすべて捨てられるとき、二つ目のループは何倍の時間がかかるでしょうか。",
            paragraph: "200,000行の短いログを書くとします。使うのは",
            rest: "です。二つのループが書き出す行は同じですが、片方は、行を書くたびにカーネルを呼んでいます。「ディスクは遅い」という説明だけでは、この差は説明できません。",
        },
        Locale::En => Sample {
            title: "The newline that goes all the way to the kernel",
            question: "With the output thrown away, how many times as long does the second loop take?",
            paragraph: "Your program keeps a log: 200,000 short lines through a ",
            rest: ". Two loops write the same lines; one of them calls the kernel for every single one. Those who do not know it blame the disk.",
        },
    }
}

fn named(name: &str) -> Spanned<String> {
    Spanned::new(name.to_owned(), 0..0)
}

fn inline(node: InlineNode) -> Inline {
    Inline { node, span: 0..0 }
}

fn text(words: &str) -> Inline {
    inline(InlineNode::Text(words.to_owned()))
}

fn block(node: BlockNode) -> Block {
    Block { node, span: 0..0 }
}

fn paragraph(content: Vec<Inline>) -> Block {
    block(BlockNode::Paragraph(content))
}

fn heading(id: &str, words: &str) -> Block {
    block(BlockNode::Heading {
        level: 2,
        id: Some(named(id)),
        content: vec![text(words)],
    })
}

fn callout(kind: CalloutKind, folded: bool, words: &str) -> Block {
    block(BlockNode::Callout {
        kind,
        folded,
        title: Vec::new(),
        blocks: vec![paragraph(vec![text(words)])],
    })
}

fn verdict_item(verdict: Verdict, words: &str) -> VerdictItem {
    VerdictItem {
        verdicts: vec![Spanned::new(verdict, 0..0)],
        blocks: vec![paragraph(vec![text(words)])],
        span: 0..0,
    }
}

fn program(file: &str) -> ProgramPart {
    ProgramPart {
        file: named(file),
        region: Some(named("loop")),
        text: None,
    }
}

pub(super) fn question_section(locale: Locale) -> Vec<Block> {
    let words = sample(locale);
    vec![
        heading("question", words.question),
        paragraph(vec![
            text(words.paragraph),
            inline(InlineNode::Code("std::ofstream".to_owned())),
            text(words.rest),
            inline(InlineNode::FootnoteReference("old".to_owned())),
            text(" "),
            inline(InlineNode::ClaimWord(named("17×"))),
        ]),
        block(BlockNode::Programs(vec![program("newline.cpp"), program("endl.cpp")])),
        block(BlockNode::Predict {
            name: named("guess"),
            defined: true,
        }),
        callout(CalloutKind::Answer, true, words.rest),
        block(BlockNode::Footnote {
            label: "old".to_owned(),
            blocks: vec![paragraph(vec![text(words.rest)])],
        }),
    ]
}

pub(super) fn result_section(locale: Locale) -> Vec<Block> {
    let words = sample(locale);
    vec![
        heading("result", words.title),
        block(BlockNode::Experiment {
            name: named("flush"),
            defined: true,
        }),
        block(BlockNode::Verdicts {
            claim: named("tenfold"),
            items: vec![
                verdict_item(Verdict::Holds, "never told"),
                verdict_item(Verdict::Fails, words.rest),
            ],
        }),
        block(BlockNode::Output(named("endl"))),
        callout(CalloutKind::Fix, false, words.rest),
        callout(CalloutKind::Takeaway, false, words.rest),
        callout(CalloutKind::Try, false, words.rest),
    ]
}

pub(super) fn hostile_section() -> Vec<Block> {
    let cell = |words: &str| vec![text(words)];
    let link = InlineNode::Link {
        target: LinkTarget::Internal {
            file: "../other/en.md".to_owned(),
            id: Some("why".to_owned()),
            span: 0..0,
        },
        title: HOSTILE.to_owned(),
        content: vec![text("other")],
    };
    let image = InlineNode::Image {
        file: named("plot one.png"),
        title: String::new(),
        alt: Vec::new(),
    };
    vec![
        heading("hostile", HOSTILE),
        paragraph(vec![
            text(HOSTILE),
            inline(InlineNode::Html("<b>".to_owned())),
            inline(link),
            inline(image),
        ]),
        paragraph(vec![
            text("# no heading"),
            inline(InlineNode::HardBreak),
            text("1. no list"),
        ]),
        paragraph(vec![inline(InlineNode::Ruby {
            base: "漢字".to_owned(),
            reading: "かんじ".to_owned(),
        })]),
        block(BlockNode::Html("<script>x</script>\n".to_owned())),
        block(BlockNode::Code {
            language: "cpp\"><script>".to_owned(),
            text: HOSTILE.to_owned(),
        }),
        block(BlockNode::Table {
            alignments: vec![Alignment::Left, Alignment::Right],
            head: vec![cell("a|b"), cell("c")],
            rows: vec![vec![cell(HOSTILE), cell("1")]],
        }),
        block(BlockNode::List {
            start: None,
            tight: true,
            items: [Some(true), Some(false), None]
                .map(|task| ListItem {
                    task,
                    blocks: vec![paragraph(vec![
                        inline(InlineNode::Strong(cell("強調。"))),
                        text("です"),
                    ])],
                })
                .to_vec(),
        }),
        block(BlockNode::Definitions(vec![Definition {
            term: cell("term"),
            meanings: vec![vec![paragraph(cell("meaning"))]],
        }])),
        block(BlockNode::Quote(vec![paragraph(cell("quote"))])),
        block(BlockNode::Rule),
    ]
}

pub(super) fn shelf() -> Shelf {
    let heading = |locale| {
        let words = sample(locale);
        let heading = Heading {
            title: Phrase::text(words.title),
            summary: Phrase::text(words.rest.trim_start_matches(". ")),
        };
        (locale, heading)
    };
    let lesson = |slug: &str, locales: &[Locale]| Shelved {
        slug: slug.to_owned(),
        original: Locale::En,
        level: Some(Difficulty::Intermediate),
        after: if slug == "newline" {
            vec!["other".to_owned()]
        } else {
            Vec::new()
        },
        editions: locales.iter().copied().map(heading).collect(),
    };
    Shelf {
        locales: Locale::ALL.to_vec(),
        titles: BTreeMap::from([
            (Locale::En, "Measured <C++>".to_owned()),
            (Locale::Ja, "測って学ぶC++".to_owned()),
        ]),
        lessons: vec![
            lesson("other", &[Locale::En, Locale::Es]),
            lesson("newline", &Locale::ALL),
            lesson("last", &[Locale::En]),
        ],
        raw_html: false,
    }
}
