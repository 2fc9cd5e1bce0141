//! Programs and captured text to marked-up text: words of a language in `<span>`s, everything escaped.
//!
//! Owns the choice of a grammar by file ending or by name, and the few classes that the theme colours. Deliberately
//! absent: colours (`templates/book.css`) and which part of a file is shown.

mod kept;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arborium::advanced::Span;
use arborium::{GrammarStore, Highlighter as Parser};

use crate::source::Digest;
use kept::Kept;

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

/// A stretch of a text: its length in bytes, and the class of its words if they have one.
type Stretch = (usize, Option<&'static str>);

/// Grammars, read at their first use, and the texts that were marked up already: a page in four languages shows the same
/// programs, and compiling a grammar takes longer than all else in a build that measures nothing.
#[derive(Default)]
pub struct Highlighter {
    grammars: Arc<GrammarStore>,
    kept: Option<Kept>,
    done: Mutex<BTreeMap<Digest, Arc<[Stretch]>>>,
}

impl std::fmt::Debug for Highlighter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Highlighter").finish_non_exhaustive()
    }
}

impl Highlighter {
    /// Finds in `folder` what earlier builds marked up, and leaves there what this one did if `writes`.
    pub fn keeping_in(folder: PathBuf, writes: bool) -> Self {
        Highlighter {
            kept: Some(Kept { folder, writes }),
            ..Highlighter::default()
        }
    }

    /// `text` as HTML, with the words of `language` marked up; escaped only where the language is not known, or where its
    /// grammar does not get through.
    pub fn html(&self, language: Option<&str>, text: &str) -> String {
        let plain = || Arc::from([(text.len(), None)]);
        let stretches = language.map_or_else(plain, |language| self.stretches(language, text));
        let mut html = String::with_capacity(text.len() * 2);
        let mut start = 0;
        for (length, class) in stretches.iter() {
            let words = &text[start..start + length];
            match class {
                Some(class) => {
                    html.push_str(&format!("<span class=\"{class}\">"));
                    escape_into(words, &mut html);
                    html.push_str("</span>");
                }
                None => escape_into(words, &mut html),
            }
            start += length;
        }
        html
    }

    /// Removes what earlier builds kept and this one did not ask for.
    pub fn sweep(&self) {
        if let Some(kept) = &self.kept {
            let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            kept.sweep(|key| done.contains_key(key));
        }
    }

    fn stretches(&self, language: &str, text: &str) -> Arc<[Stretch]> {
        let key = kept::key(language, text);
        // Held while a text is marked up: another thread that asks for the same one waits for it.
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let marked_up = || {
            let kept = self.kept.as_ref();
            if let Some(stretches) = kept.and_then(|kept| kept.find(&key, text)) {
                return stretches.into();
            }
            let stretches = self.marked_up(language, text);
            if let Some(kept) = kept {
                kept.put(&key, &stretches);
            }
            stretches.into()
        };
        Arc::clone(done.entry(key).or_insert_with(marked_up))
    }

    fn marked_up(&self, language: &str, text: &str) -> Vec<Stretch> {
        let spans = Parser::with_store(Arc::clone(&self.grammars)).highlight_spans(language, text);
        let classes = painted(text.len(), spans.unwrap_or_default());
        let mut stretches = Vec::new();
        let mut start = 0;
        while start < text.len() {
            let same = classes[start..].iter().take_while(|class| **class == classes[start]);
            let end = text.ceil_char_boundary(start + same.count());
            stretches.push((end - start, classes[start]));
            start = end;
        }
        stretches
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
    fn what_was_kept_is_told_again_and_what_is_damaged_is_not() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = place.path().join("highlighted");
        let text = "int é = 1; // <b>\n";
        let told = |writes| Highlighter::keeping_in(folder.clone(), writes).html(Some("cpp"), text);
        let html = Highlighter::default().html(Some("cpp"), text);
        assert_eq!(told(false), html);
        assert!(!folder.exists(), "a check writes nothing");
        assert_eq!(told(true), html);
        let file = folder.join(kept::key("cpp", text).to_string());
        let sound = std::fs::read_to_string(&file).expect("it was kept");
        let (head, body) = sound.split_once('\n').expect("a digest and stretches");

        // That it is read at all: another class, with its digest.
        let other = body.replacen(" t\n", " k\n", 1);
        assert_ne!(other, body);
        std::fs::write(&file, format!("{}\n{other}", Digest::of(other.as_bytes()))).expect("written");
        assert_eq!(told(true), html.replacen("\"t\"", "\"k\"", 1));

        let signed = |body: &str| format!("{}\n{body}", Digest::of(body.as_bytes()));
        for damaged in [
            String::new(),
            head.to_owned(),
            format!("{head}\n{other}"),
            sound[..sound.len() - 2].to_owned(),
            signed(""),
            signed("3 k\n"),
            signed("5 k\n14 -\n"),
            signed(&format!("{} \"><script>\n", text.len())),
            signed("18446744073709551615 -\n20 -\n"),
        ] {
            std::fs::write(&file, &damaged).expect("written");
            assert_eq!(told(true), html, "{damaged:?}");
            assert_eq!(
                std::fs::read_to_string(&file).expect("there"),
                sound,
                "it is written again"
            );
        }

        let other = Highlighter::keeping_in(folder.clone(), true);
        other.html(Some("python"), "pass");
        other.sweep();
        assert!(!file.exists());
        assert!(folder.join(kept::key("python", "pass").to_string()).exists());
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
