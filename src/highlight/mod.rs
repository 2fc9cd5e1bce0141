//! Programs and captured text to marked-up text: words of a language in `<span>`s, everything escaped.
//!
//! Owns the choice of a grammar by file ending or by name, and the few classes that the theme colours. Deliberately
//! absent: colours (`templates/book.css`) and which part of a file is shown.

use std::sync::Arc;

use arborium::advanced::Span;
use arborium::{GrammarStore, Highlighter as Parser};

/// The classes of spans by the captures of grammars, of which the part before the first dot counts. A page with eight
/// colours is calm; one with forty is not. Captures that are not listed (variables, operators, punctuation) stay plain.
const CLASSES: [(&str, &[&str]); 8] = [
    // Keywords.
    (
        "k",
        &[
            "keyword",
            "conditional",
            "repeat",
            "include",
            "storageclass",
            "exception",
        ],
    ),
    // Types, modules and constructors.
    ("t", &["type", "constructor", "module", "namespace"]),
    // Functions.
    ("f", &["function", "method"]),
    // Strings and escapes in them.
    ("s", &["string", "escape", "character"]),
    // Numbers and constants.
    ("n", &["number", "float", "boolean", "constant"]),
    // Comments.
    ("c", &["comment"]),
    // Macros and the preprocessor.
    ("m", &["macro", "preproc"]),
    // Attributes and labels.
    ("a", &["attribute", "label"]),
];

/// The endings of files by the grammars that read them.
const ENDINGS: [(&str, &[&str]); 8] = [
    ("c", &["c", "h"]),
    ("cpp", &["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx"]),
    ("rust", &["rs"]),
    ("go", &["go"]),
    ("java", &["java"]),
    ("python", &["py"]),
    ("javascript", &["js", "mjs", "cjs"]),
    ("bash", &["sh", "bash"]),
];

/// Names that fences use beside a grammar's own and the endings.
const OTHER_NAMES: [(&str, &str); 4] = [
    ("console", "bash"),
    ("shell", "bash"),
    ("zsh", "bash"),
    ("golang", "go"),
];

/// Grammars, read at their first use and then kept.
#[derive(Clone)]
pub struct Highlighter {
    grammars: Arc<GrammarStore>,
}

impl std::fmt::Debug for Highlighter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Highlighter").finish_non_exhaustive()
    }
}

impl Default for Highlighter {
    fn default() -> Self {
        Highlighter {
            grammars: Arc::new(GrammarStore::new()),
        }
    }
}

impl Highlighter {
    /// `text` as HTML, with the words of `language` marked up; escaped only where the language is not known, or where its
    /// grammar does not get through.
    pub fn html(&self, language: Option<&str>, text: &str) -> String {
        let spans = language.and_then(|language| {
            Parser::with_store(Arc::clone(&self.grammars))
                .highlight_spans(language, text)
                .ok()
        });
        let classes = painted(text.len(), spans.unwrap_or_default());
        let mut html = String::with_capacity(text.len() * 2);
        let mut start = 0;
        while start < text.len() {
            let same = classes[start..].iter().take_while(|class| **class == classes[start]);
            let end = text.ceil_char_boundary(start + same.count());
            match classes[start] {
                Some(class) => {
                    html.push_str(&format!("<span class=\"{class}\">"));
                    escape_into(&text[start..end], &mut html);
                    html.push_str("</span>");
                }
                None => escape_into(&text[start..end], &mut html),
            }
            start = end;
        }
        html
    }
}

/// The class of each byte: that of the shortest span around it, of two equal ones that of the later pattern.
fn painted(length: usize, mut spans: Vec<Span>) -> Vec<Option<&'static str>> {
    spans.sort_by_key(|span| {
        let length = span.end.saturating_sub(span.start);
        (std::cmp::Reverse(length), span.start, span.pattern_index)
    });
    let mut classes = vec![None; length];
    for span in spans {
        let class = class(&span.capture);
        // Code inside a string is plain again; anything else without a class leaves what is around it.
        if class.is_some() || span.capture == "embedded" {
            let range = span.start as usize..(span.end as usize).min(length);
            classes.get_mut(range).unwrap_or_default().fill(class);
        }
    }
    classes
}

/// The language of a file, by its ending: the name of its grammar, which is also what a fence calls it.
pub fn language_of(file: &str) -> Option<&'static str> {
    let (_, ending) = file.rsplit_once('.')?;
    ENDINGS
        .iter()
        .find(|(_, endings)| endings.contains(&ending))
        .map(|(language, _)| *language)
}

/// The language that a fence calls `word`.
pub fn language_named(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let by_ending = |(language, endings): &&(&str, &[&str])| *language == word || endings.contains(&word.as_str());
    let by_name = || {
        OTHER_NAMES
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, language)| *language)
    };
    ENDINGS
        .iter()
        .find(by_ending)
        .map(|(language, _)| *language)
        .or_else(by_name)
}

fn class(capture: &str) -> Option<&'static str> {
    if capture == "function.macro" {
        return Some("m");
    }
    let word = capture.split('.').next().unwrap_or(capture);
    CLASSES
        .iter()
        .find(|(_, captures)| captures.contains(&word))
        .map(|(class, _)| *class)
}

fn escape_into(text: &str, html: &mut String) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            _ => html.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser shows of `html`.
    fn shown(html: &str) -> String {
        let mut text = String::new();
        let mut rest = html;
        while let Some(start) = rest.find('<') {
            text.push_str(&rest[..start]);
            rest = &rest[start + rest[start..].find('>').expect("a tag ends") + 1..];
        }
        text.push_str(rest);
        text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
    }

    #[test]
    fn every_language_marks_its_words_and_keeps_its_text() {
        for (file, text, marked) in [
            (
                "a.c",
                "int main(void) { return 0; }\n",
                "<span class=\"k\">return</span>",
            ),
            (
                "a.cpp",
                "for (int i = 0; i < 3; ++i) log << \"x\\n\";\n",
                "<span class=\"k\">for</span>",
            ),
            ("a.rs", "fn main() { let x = 1; }", "<span class=\"k\">fn</span>"),
            (
                "a.go",
                "package main\nfunc main() {}\n",
                "<span class=\"k\">func</span>",
            ),
            ("A.java", "class A { int b; }\n", "<span class=\"k\">class</span>"),
            (
                "a.py",
                "def f():\n    return 'é & <b>'\n",
                "<span class=\"k\">def</span>",
            ),
            ("a.js", "const a = 1;\n", "<span class=\"k\">const</span>"),
            ("a.sh", "if true; then echo \"$x\"; fi\n", "<span class=\"k\">if</span>"),
        ] {
            let html = Highlighter::default().html(language_of(file), text);
            assert!(html.contains(marked), "{file}: {html}");
            assert_eq!(shown(&html), text, "{file}");
        }
    }

    #[test]
    fn fragments_and_hostile_texts_lose_nothing() {
        let highlighter = Highlighter::default();
        for text in [
            "</code><script>alert(1)</script>",
            "}}}} \"unclosed 'x' /* <b>",
            "日本語 \u{2028} \r\n\t // コメント",
            "",
            "\n\n",
        ] {
            for language in [Some("cpp"), Some("bash"), Some("python"), Some("nonsense"), None] {
                let html = highlighter.html(language, text);
                assert_eq!(shown(&html), text, "{language:?}");
                assert!(!html.contains("<script"), "{html}");
            }
        }
    }

    #[test]
    fn the_same_text_gives_the_same_bytes() {
        let text = "template <class T> T f(T x) { return x + 1; } // ok";
        let first = Highlighter::default().html(Some("cpp"), text);
        assert_eq!(first, Highlighter::default().html(Some("cpp"), text));
    }

    #[test]
    fn languages_are_known_by_ending_and_by_name() {
        assert_eq!(language_of("loop.hpp"), Some("cpp"));
        assert_eq!(language_of("Makefile"), None);
        assert_eq!(language_of("a.unknown"), None);
        assert_eq!(language_named("C++"), Some("cpp"));
        assert_eq!(language_named("console"), Some("bash"));
        assert_eq!(language_named("text"), None);
    }
}
