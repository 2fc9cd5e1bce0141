//! Tests of the reading of Markdown: each construct, what is wrong with it, and any text at all.

use std::fmt::Write;

use proptest::prelude::*;

use super::super::document::{Inline, InlineNode, LinkTarget};
use super::*;

fn read(text: &str) -> (Arc<SourceText>, Warned<Body>) {
    let source = SourceText::new("en.md", text);
    let body = parse(0, &source);
    (source, body)
}

/// The blocks, each as one short word and its content.
fn dump(text: &str) -> String {
    blocks(&read(text).1.value.blocks)
}

/// Codes of the diagnostics and what they point at.
fn problems(text: &str) -> Vec<String> {
    let (source, body) = read(text);
    let shown = body.diagnostics.into_iter().map(|problem| {
        let span = problem.span.expect("placed");
        format!("{} {}", problem.code, &source.text[span])
    });
    shown.collect()
}

fn blocks(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        if !out.is_empty() {
            out.push(' ');
        }
        write_block(&mut out, &block.node);
    }
    out
}

fn write_block(out: &mut String, node: &BlockNode) {
    let written = match node {
        BlockNode::Heading { level, id, content } => {
            let id = id.as_ref().map_or("", |id| &id.value);
            write!(out, "h{level}#{id}({})", inlines(content))
        }
        BlockNode::Paragraph(content) => write!(out, "p({})", inlines(content)),
        BlockNode::Quote(inner) => write!(out, "quote({})", blocks(inner)),
        BlockNode::Callout {
            kind,
            folded,
            title,
            blocks: inner,
        } => {
            let fold = if *folded { "-" } else { "" };
            write!(out, "{}{fold}[{}]({})", kind.name(), inlines(title), blocks(inner))
        }
        BlockNode::List { start, tight, items } => {
            let items: Vec<String> = items
                .iter()
                .map(|item| {
                    let task = item.task.map_or("", |done| if done { "[x]" } else { "[ ]" });
                    format!("{task}{}", blocks(&item.blocks))
                })
                .collect();
            let kind = start.map_or("ul".to_owned(), |first| format!("ol{first}"));
            write!(out, "{kind}{}({})", if *tight { "" } else { "+" }, items.join(", "))
        }
        BlockNode::Verdicts { claim, items } => {
            let items: Vec<String> = items
                .iter()
                .map(|item| format!("{}: {}", verdicts(&item.verdicts), blocks(&item.blocks)))
                .collect();
            write!(out, "verdicts {}({})", claim.value, items.join(", "))
        }
        BlockNode::Definitions(definitions) => {
            let all: Vec<String> = definitions
                .iter()
                .map(|one| {
                    let meanings: Vec<String> = one.meanings.iter().map(|meaning| blocks(meaning)).collect();
                    format!("{}: {}", inlines(&one.term), meanings.join(" / "))
                })
                .collect();
            write!(out, "dl({})", all.join(", "))
        }
        BlockNode::Table { head, rows, .. } => {
            let row = |row: &[Vec<Inline>]| row.iter().map(|cell| inlines(cell)).collect::<Vec<_>>().join("|");
            let rows: Vec<String> = std::iter::once(head).chain(rows).map(|cells| row(cells)).collect();
            write!(out, "table({})", rows.join(" / "))
        }
        BlockNode::Code { language, text } => write!(out, "code {language}({text})"),
        BlockNode::Html(html) => write!(out, "html({html})"),
        BlockNode::Rule => write!(out, "rule"),
        BlockNode::Footnote { label, blocks: inner } => write!(out, "footnote {label}({})", blocks(inner)),
        BlockNode::Programs(parts) => {
            let parts: Vec<String> = parts.iter().map(program).collect();
            write!(out, "programs({})", parts.join(" "))
        }
        BlockNode::Output(name) => write!(out, "output({})", name.value),
        BlockNode::Experiment { name, defined } => write!(out, "experiment({} {defined})", name.value),
        BlockNode::Predict { name, defined } => write!(out, "predict({} {defined})", name.value),
    };
    written.expect("a string takes all");
}

fn program(part: &super::super::document::ProgramPart) -> String {
    let region = part
        .region
        .as_ref()
        .map_or(String::new(), |name| format!("#{}", name.value));
    let text = part.text.as_ref().map_or(String::new(), |text| format!("={text}"));
    format!("{}{region}{text}", part.file.value)
}

fn verdicts(verdicts: &[Spanned<super::super::names::Verdict>]) -> String {
    let names: Vec<&str> = verdicts.iter().map(|verdict| verdict.value.name()).collect();
    names.join("+")
}

fn inlines(content: &[Inline]) -> String {
    content.iter().map(|inline| one(&inline.node)).collect()
}

fn one(node: &InlineNode) -> String {
    match node {
        InlineNode::Text(text) => text.clone(),
        InlineNode::Code(code) => format!("`{code}`"),
        InlineNode::Emphasis(inner) => format!("<em>{}</em>", inlines(inner)),
        InlineNode::Strong(inner) => format!("<b>{}</b>", inlines(inner)),
        InlineNode::Strikethrough(inner) => format!("<s>{}</s>", inlines(inner)),
        InlineNode::Link { target, content, .. } => {
            let target = match target {
                LinkTarget::External(address) => address.clone(),
                LinkTarget::Internal { file, id, .. } => format!("{file}#{}", id.as_deref().unwrap_or("")),
            };
            format!("<a {target}>{}</a>", inlines(content))
        }
        InlineNode::Image { file, alt, .. } => format!("<img {}>{}</img>", file.value, inlines(alt)),
        InlineNode::SoftBreak => "⏎".to_owned(),
        InlineNode::HardBreak => "⏎⏎".to_owned(),
        InlineNode::FootnoteReference(label) => format!("<ref {label}>"),
        InlineNode::Ruby { base, reading } => format!("<ruby {base} {reading}>"),
        InlineNode::Html(html) => format!("<html {html}>"),
        InlineNode::Value { text, forms, .. } => {
            let forms: Vec<String> = forms
                .iter()
                .map(|form| format!("; {}<{}>{}", form.before, form.example, form.after))
                .collect();
            format!("<value {text}{}>", forms.concat())
        }
        InlineNode::ClaimWord(claim) => format!("<claim {}>", claim.value),
        InlineNode::ClaimWhere { claim, verdicts: found } => format!("<where {} {}>", claim.value, verdicts(found)),
    }
}

#[test]
fn plain_markdown() {
    assert_eq!(
        dump("A *b* **c** ~~d~~ `e`\nf\\\ng $1 <i>h</i> -- \"q\"\n\n---\n"),
        "p(A <em>b</em> <b>c</b> <s>d</s> `e`⏎f⏎⏎g $1 <html <i>>h<html </i>> -- \"q\") rule"
    );
    assert_eq!(
        dump("- a\n- [x] b\n- [ ] c\n  - d\n"),
        "ul(p(a), [x]p(b), [ ]p(c) ul(p(d)))"
    );
    assert_eq!(dump("3. a\n\n4. [ ] b\n"), "ol3+(p(a), [ ]p(b))");
    assert_eq!(dump("Term\n: one\n: two\n"), "dl(Term: p(one) / p(two))");
    assert_eq!(dump("|a|b|\n|-|-:|\n|`c`|d|\n"), "table(a|b / `c`|d)");
    assert_eq!(
        dump("```cpp x\nint i;\n```\n\n    indented\n"),
        "code cpp(int i;\n) code (indented\n)"
    );
    assert_eq!(dump("> a\n> > b\n"), "quote(p(a) quote(p(b)))");
    assert_eq!(dump("<div>\nx\n</div>\n\ny"), "html(<div>\nx\n</div>\n) p(y)");
    assert_eq!(dump("+++\nx\n+++\n"), "p(+++⏎x⏎+++)");
}

#[test]
fn headings_have_ids() {
    assert_eq!(dump("## A `b` {#a-1}\n\n### C\n"), "h2#a-1(A `b`) h3#(C)");
    assert_eq!(problems("## A `b` {#a-1}\n"), [""; 0]);
    assert_eq!(problems("# A {#a}"), ["heading-level # A {#a}"]);
    assert_eq!(problems("## Two words\n\nx\n"), ["heading-id ## Two words"]);
    assert_eq!(
        problems("## A {#A}\n## B {#}\n## C {#č}\n"),
        ["heading-id A", "heading-id ## B {#}", "heading-id č"]
    );
    assert_eq!(problems("## A {#a}\n## B {#a}\n"), ["heading-id a"]);
    assert_eq!(problems("## A {#a .b}\n"), ["heading-id ## A {#a .b}"]);
    assert_eq!(
        problems("## A {value}`x` [{claim}`c`](#a) {#a}\n"),
        ["figure-in-heading {value}", "figure-in-heading {claim}"]
    );
}

#[test]
fn roles_alone_are_blocks() {
    assert_eq!(
        dump("{program}`a.cpp#loop b.cpp`\n\n{output}`endl`\n\n{experiment}`flush`\n\n{predict}`guess`  \n"),
        "programs(a.cpp#loop b.cpp) output(endl) experiment(flush false) predict(guess false)"
    );
    assert_eq!(
        dump("- {program}`a.cpp`\n\n> {output}`a`\n"),
        "ul(programs(a.cpp)) quote(output(a))"
    );
    assert_eq!(dump("{value}`x`\n\n{claim}`c`\n"), "p(<value x>) p(<claim c>)");
    assert_eq!(
        problems("See {program}`a.cpp`.\n"),
        ["role-in-sentence {program}`a.cpp`"]
    );
    assert_eq!(problems("## {output}`a` {#a}\n"), ["role-in-sentence {output}`a`"]);
    assert_eq!(problems("{output}`a`\n{output}`b`\n").len(), 2);
    assert_eq!(problems("{output}`  `\n"), ["empty-role   "]);
    assert_eq!(problems("{output}`wall`\n"), ["name wall"]);
}

#[test]
fn roles_in_sentences() {
    assert_eq!(
        dump("**{value}`a / b; 2 times`** as {claim}`t where holds or fails`, {claim}`t where undecided`."),
        "p(<b><value a / b; <2> times></b> as <where t holds+fails>, <where t undecided>.)"
    );
    assert_eq!(
        dump("\\{value}`x` {}`x` {value} `x` \\\\{value}`y`"),
        "p({value}`x` {}`x` {value} `x` \\<value y>)"
    );
    assert_eq!(problems("A {valeu}`x`"), ["unknown-role {valeu}"]);
    assert_eq!(problems("A {claim}`t holds`"), ["verdict-list t holds",]);
    assert_eq!(problems("{value}`a; x; 1 2`"), ["form x", "form 2"]);
    let hint = read("{valeu}`x`").1.diagnostics[0].hint.clone();
    assert_eq!(hint.as_deref(), Some("did you mean `value`?"));
}

#[test]
fn a_role_over_two_lines_keeps_its_places() {
    let text = "> > - {value}`a >=\r\n> >   b; 2\r\n> > times` {value}`c +`";
    assert_eq!(dump(text), "quote(quote(ul(p(<value a >= b; <2> times> `c +`))))");
    let (source, body) = read(text);
    assert_eq!(body.diagnostics.len(), 1);
    let place = body.diagnostics[0].span.clone().expect("placed");
    assert_eq!(
        (place.clone(), &source.text[place.start - 1..place.end]),
        (text.len() - 1..text.len() - 1, "+")
    );
}

#[test]
fn fences_define() {
    let text = "```{experiment} flush\r\ntitle = \"é\"\r\nx = 1\r\n```\r\n\r\n> ~~~ {predict} guess\r\n> ask = \"x\"\r\n> ~~~\r\n\r\n```{program} a.cpp\r\nint i;\r\n```\r\n";
    assert_eq!(
        dump(text),
        "experiment(flush true) quote(predict(guess true)) programs(a.cpp=int i;\n)"
    );
    let (source, body) = read(text);
    assert!(body.diagnostics.is_empty(), "{:?}", body.diagnostics);
    let [first, second] = body.value.fences.as_slice() else {
        panic!("two fences")
    };
    assert_eq!((first.kind, second.kind), (FenceKind::Experiment, FenceKind::Predict));
    assert_eq!(&source.text[first.name.span.clone()], "flush");
    assert_eq!(first.content.value, source.text[first.content.span.clone()]);
    assert_eq!(first.content.value, "title = \"é\"\r\nx = 1\r\n");
    assert!(source.text[first.span.clone()].ends_with("```"));
    assert_eq!(second.content.value.trim_end(), "ask = \"x\"");
    assert!(source.text[second.content.span.clone()].starts_with("ask"));
    assert_eq!(second.content.value.len(), second.content.span.len());
}

#[test]
fn fences_that_are_wrong() {
    assert_eq!(problems("```{experimnt} a\nx\n```\n"), ["unknown-fence {experimnt}"]);
    assert_eq!(problems("```{output} a\nx\n```\n"), ["unknown-fence {output}"]);
    assert_eq!(problems("```{predict} a\n```\n"), ["empty-fence ```{predict} a"]);
    assert_eq!(problems("```{predict}\nx\n```\n"), ["empty-role "]);
    assert_eq!(problems("```{predict} a.b\nx\n```\n"), ["name .b"]);
    assert_eq!(problems("```{program} a b\nx\n```\n"), ["fence b"]);
    assert_eq!(problems("```{program} a#b\nx\n```\n"), ["fence b"]);
    assert_eq!(problems("```cpp\nx\n"), ["open-fence ```cpp"]);
}

#[test]
fn callouts() {
    assert_eq!(
        dump("> [!answer]- A *b* `c`\n> {program}`x.cpp`\n>\n> d\n"),
        "answer-[A <em>b</em> `c`](programs(x.cpp) p(d))"
    );
    assert_eq!(dump("> [!Note]\n> a\n> > [!tip]\n"), "note[](p(a) tip[]())");
    assert_eq!(
        dump("> \\[!note] a\n\n> [!] b\n\n> c [!note]\n"),
        "quote(p([!note] a)) quote(p([!] b)) quote(p(c [!note]))"
    );
    assert_eq!(problems("> [!answr]-\n> a\n"), ["unknown-callout answr"]);
    assert_eq!(
        problems("> [!note] {value}`x`\n> {value}`y`\n"),
        ["figure-in-heading {value}"]
    );
}

#[test]
fn verdict_lists() {
    assert_eq!(
        dump("- {claim}`t holds` A *b*.\n- {claim}`t fails or undecided`\n  C {claim}`t where holds`: D\n"),
        "verdicts t(holds: p(A <em>b</em>.), fails+undecided: p(C <where t holds>: D))"
    );
    assert_eq!(
        dump("- {claim}`t holds` A\n\n  B\n\n- {claim}`t fails or undecided`　C\n"),
        "verdicts t(holds: p(A) p(B), fails+undecided: p(C))"
    );
    assert_eq!(
        dump("- {claim}`t` a\n- {claim}`t where holds or fails or undecided`\n"),
        "ul(p(<claim t> a), p(<where t holds+fails+undecided>))"
    );
    assert_eq!(
        problems("- {claim}`t holds` A\n- {claim}`t holds` B\n"),
        [
            "verdict-list - {claim}`t holds` A",
            "verdict-list - {claim}`t holds` A",
            "verdict-list holds"
        ]
    );
    assert_eq!(
        problems("- {claim}`t holds or fails or undecided` A\n- B\n"),
        ["verdict-list - B"]
    );
    assert_eq!(
        problems("- {claim}`t holds` A\n- {claim}`u fails or undecided` B\n"),
        ["verdict-list u"]
    );
    assert_eq!(
        problems("- {claim}`t holds` A\n- {claim}`t fails or undecided`\n"),
        ["verdict-list {claim}`t fails or undecided`"]
    );
    assert_eq!(problems("- {claim}`t hodls` A\n"), ["verdict hodls"]);
}

#[test]
fn a_block_names_the_places_of_all_verdicts() {
    assert_eq!(
        problems("A {claim}`t where holds`.\n"),
        ["where-list {claim}`t where holds`"]
    );
    assert_eq!(
        problems("- {claim}`t where holds`\n- {claim}`t where fails or undecided`\n"),
        [""; 0]
    );
    assert_eq!(
        problems("- {claim}`t holds` A\n- {claim}`t fails or undecided` {claim}`t where fails`\n"),
        ["where-list {claim}`t where fails`"]
    );
}

#[test]
fn emphasis_beside_punctuation() {
    assert_eq!(
        dump("**強調。**です\n\nこれは**「重要」**です\n\nこれは**`x`**です\n\n**Pozor:**text\n"),
        "p(<b>強調。</b>です) p(これは<b>「重要」</b>です) p(これは<b>`x`</b>です) p(<b>Pozor:</b>text)"
    );
    assert_eq!(
        dump("**「A」**と**B**、~~消す。~~です"),
        "p(<b>「A」</b>と<b>B</b>、<s>消す。</s>です)"
    );
    assert_eq!(
        dump("`**強調。**です` ***あ。***い"),
        "p(`**強調。**です` <em><b>あ。</b></em>い)"
    );
    assert_eq!(dump("|**「A」**です|\n|-|\n"), "table(<b>「A」</b>です)");
    assert_eq!(
        dump("これは**{value}`x; 2倍`**です"),
        "p(これは<b><value x; <2>倍></b>です)"
    );
    let text = "あ **強調。**です";
    let (source, body) = read(text);
    let BlockNode::Paragraph(content) = &body.value.blocks[0].node else {
        panic!("a paragraph")
    };
    let places: Vec<&str> = content.iter().map(|inline| &source.text[inline.span.clone()]).collect();
    assert_eq!(places, ["あ ", "**強調。**", "です"]);
}

#[test]
fn ruby_also_in_cells() {
    assert_eq!(
        dump("これ{漢字|かんじ}です、`{漢字|かんじ}`"),
        "p(これ<ruby 漢字 かんじ>です、`{漢字|かんじ}`)"
    );
    assert_eq!(
        dump("|{漢字|かんじ}|b|\n|-|-|\n|c|*{行|ぎょう}*|\n"),
        "table(<ruby 漢字 かんじ>|b / c|<em><ruby 行 ぎょう></em>)"
    );
    assert_eq!(dump("## {漢字|かんじ} {#a}\n"), "h2#a(<ruby 漢字 かんじ>)");
    assert_eq!(dump("```\n{漢字|かんじ}\n```\n"), "code ({漢字|かんじ}\n)");
    assert_eq!(dump("\\{漢字|かんじ}"), "p({漢字|かんじ})");
}

#[test]
fn links_and_images() {
    assert_eq!(
        dump("[a](../x/cs.md#id) <https://x.y> [b](#c) <a@b.c> ![d](e%20f.svg \"t\")"),
        "p(<a ../x/cs.md#id>a</a> <a https://x.y#>https://x.y</a> <a #c>b</a> <a mailto:a@b.c>a@b.c</a> <img e f.svg>d</img>)"
            .replace("x.y#>", "x.y>")
    );
    assert_eq!(
        problems("[a](javascript:x) ![b](../c.png) [d]()"),
        ["link javascript:x", "image ../c.png", "link [d]()"]
    );
    assert_eq!(
        problems("[a {value}`x`](#b) ![{claim}`c`](d.png)"),
        ["figure-in-heading {value}", "figure-in-heading {claim}"]
    );
}

#[test]
fn footnotes_agree() {
    assert_eq!(
        dump("A[^1].\n\n[^1]: B *c*\n"),
        "p(A<ref 1>.) footnote 1(p(B <em>c</em>))"
    );
    assert_eq!(problems("A[^1].\n\n[^1]: B\n"), [""; 0]);
    assert_eq!(
        problems("A[^b] \\[^c] `[^d]`.\n\n[^e]: B\n"),
        ["unknown-footnote [^b]", "unused-footnote [^e]:"]
    );
    assert_eq!(problems("A[^a]\n\n[^a]: B\n\n[^a]: C\n"), ["footnote-twice [^a]:"]);
}

#[test]
fn line_ends_do_not_matter() {
    let text = "## A {#a}\n\nb **c。**d\ne\\\nf\n\n> [!fix]- T\n> u {漢字|かんじ}\n>\n> ```cpp\n> x\n>\n> y\n> ```\n\n\
        - {claim}`t holds`\n  A\n- {claim}`t fails or\n  undecided` B\n\n<div>\n</div>\n\n|a|b|\n|-|-|\n|c|d|\n\nT\n: d\n\nx[^1]\n\n[^1]: n\n";
    assert_eq!(problems(text), [""; 0]);
    assert_eq!(dump(&text.replace('\n', "\r\n")), dump(text));
    assert_eq!(problems(&text.replace('\n', "\r\n")), [""; 0]);
}

#[test]
fn nesting_is_bounded() {
    assert_eq!(problems(&format!("{}a", "> ".repeat(3000))).len(), 1);
    assert_eq!(
        problems(&format!("{}a{}", "*a ".repeat(3000), " a*".repeat(3000))).len(),
        1
    );
    assert_eq!(problems(&format!("{}a", "- ".repeat(99 / 2))), [""; 0]);
}

#[test]
fn a_byte_order_mark_and_front_matter_are_not_read() {
    assert_eq!(dump("\u{FEFF}## A {#a}\n"), "h2#a(A)");
    let source = SourceText::new("en.md", "+++\nx\n+++\nA `b`\n");
    let body = parse(10, &source).value;
    assert_eq!(body.blocks[0].span, 10..15);
}

/// Every place in the tree that can be walked to.
fn spans(blocks: &[Block]) -> Vec<(Span, Option<String>)> {
    let mut found = Vec::new();
    for block in blocks {
        found.push((block.span.clone(), None));
        match &block.node {
            BlockNode::Paragraph(content) | BlockNode::Heading { content, .. } => inline_spans(content, &mut found),
            BlockNode::Quote(inner) | BlockNode::Footnote { blocks: inner, .. } => found.extend(spans(inner)),
            BlockNode::Callout {
                title, blocks: inner, ..
            } => {
                inline_spans(title, &mut found);
                found.extend(spans(inner));
            }
            BlockNode::List { items, .. } => found.extend(items.iter().flat_map(|item| spans(&item.blocks))),
            BlockNode::Verdicts { items, .. } => found.extend(items.iter().flat_map(|item| spans(&item.blocks))),
            BlockNode::Table { head, rows, .. } => {
                let cells = head.iter().chain(rows.iter().flatten());
                cells.for_each(|cell| inline_spans(cell, &mut found));
            }
            _ => {}
        }
    }
    found
}

fn inline_spans(content: &[Inline], found: &mut Vec<(Span, Option<String>)>) {
    for inline in content {
        let text = match &inline.node {
            InlineNode::Text(text) => Some(text.clone()),
            InlineNode::Emphasis(inner)
            | InlineNode::Strong(inner)
            | InlineNode::Strikethrough(inner)
            | InlineNode::Link { content: inner, .. } => {
                inline_spans(inner, found);
                None
            }
            _ => None,
        };
        found.push((inline.span.clone(), text));
    }
}

fn assert_sound(text: &str) {
    let (source, body) = read(text);
    for (span, _) in spans(&body.value.blocks) {
        assert!(source.text.get(span.clone()).is_some(), "{span:?} in {text:?}");
    }
    for fence in &body.value.fences {
        assert_eq!(fence.content.value.len(), fence.content.span.len(), "{text:?}");
        assert!(source.text.get(fence.content.span.clone()).is_some());
    }
    for problem in &body.diagnostics {
        let span = problem.span.clone().expect("placed");
        assert!(source.text.get(span.clone()).is_some(), "{span:?} in {text:?}");
        assert!(!problem.render(false).is_empty());
    }
}

/// Pieces that mean something, so that chance finds constructs.
const PIECES: [&str; 64] = [
    "\n",
    "\r\n",
    "\n\n",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "```",
    "```{experiment} e\n",
    "~~~{program} a\n",
    "`",
    "``",
    "**",
    "*",
    "***",
    "_",
    "~~",
    "~",
    "{value}`a; 2 b`",
    "{claim}`t holds`",
    "{claim}`t where fails`",
    "{output}`x`",
    "{",
    "}",
    "{漢字|かんじ}",
    "|",
    "|a|b|\n|-|-|\n",
    "[^1]",
    "[^1]: ",
    "[",
    "]",
    "(",
    ")",
    "![",
    "](a.md)",
    "[!note]- ",
    "> [!tip]\n",
    "## ",
    "# ",
    "{#id}",
    " {#}",
    "\n: ",
    "\\",
    "&amp;",
    "&#xFDD0;",
    "<b>",
    "<!--",
    "\0",
    "\u{FEFF}",
    "\u{FDD0}",
    "強調。",
    "「",
    "」",
    "です",
    "č",
    "e\u{301}",
    "👩‍💻",
    "- [x] ",
    ":",
    ";",
    "\"",
    "a",
    " ",
];

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*|[ -~\\n\\r\\t\u{0}\u{FEFF}]*|(?s:.{0,60})") {
        assert_sound(&text);
    }

    #[test]
    fn any_pieces_are_read(pieces in prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..40)) {
        assert_sound(&pieces.concat());
    }

    #[test]
    fn text_stands_where_its_span_says(
        words in prop::collection::vec("[a-zč強調です。「」、]{1,5}|\\*\\*|\\*|~~|`x`|\\{漢|か\\}|\\n", 0..30),
        separator in prop::sample::select(["", " "].as_slice()),
    ) {
        let text = words.join(separator);
        let (source, body) = read(&text);
        for (span, text) in spans(&body.value.blocks) {
            if let Some(text) = text {
                prop_assert_eq!(text.as_str(), &source.text[span]);
            }
        }
    }
}
