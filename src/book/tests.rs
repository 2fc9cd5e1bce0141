//! Small books, loaded: what stages above ask of a sound one. What is said of broken ones is told by cases in folders.

use std::fs;

use super::*;
use crate::diag::Warned;
use crate::source::Folder;

const BOOK: &str = "locales = [\"en\", \"cs\"]\nlessons = [\"terms\"]\n\n[title]\nen = \"Small\"\ncs = \"Malá\"\n";

const ORIGINAL: &str = r#"+++
title = "Lines"
summary = "How they end."
+++

Before all headings.

## First {#first}

```{program} small.sh
echo small
```

It takes {value}`slowdown; 2 times`.

### Deeper {#deeper}

Only here.

## Second {#second}

{experiment}`ends`

```{experiment} ends
title = "Two endings"
args = "{size}"
same_output = true

[variants]
plain = "plain.sh"
small = "small.sh"

[axes]
sink = ["file", "null"]
size = [1, 10]

[values]
slowdown = "wall(small) / wall(plain)"

[claims]
slow = { that = "slowdown >= 2 at every size", expect = "fails" }

[labels]
plain = "the plain one"
small = "`small`"
file = "a file"
slow = "Twice as long."
```
"#;

const TRANSLATION: &str = r#"+++
original = "en"
title = "Řádky"
summary = "Jak končí."
+++

Před nadpisy.

## První {#first}

{program}`small.sh`

Trvá to {value}`ends.slowdown; 2krát` déle.

## Druhá {#second}

{experiment}`ends`

```{experiment} ends
[labels]
slow = "Dvakrát déle."
```
"#;

fn loaded(files: &[(&str, &[u8])]) -> (tempfile::TempDir, Folder, Warned<Book>) {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (file, text) in files {
        let path = place.path().join("lessons").join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    let folder = Folder::at(place.path());
    let book = load(&folder).expect("a book");
    (place, folder, book)
}

fn small_book() -> (tempfile::TempDir, Folder, Warned<Book>) {
    let sorted = |title: &str, original: &str, words: [&str; 3]| {
        let [a, b, c] = words;
        format!(
            "+++\n{original}title = \"{title}\"\nsummary = \"Words.\"\n+++\n\nFirst.\n\n## {a} {{#axis}}\n\nA.\n\n### More {{#more}}\n\nM.\n\n## {b} {{#cell}}\n\nC.\n\n## {c} {{#trial}}\n\nT.\n"
        )
    };
    let terms = sorted("Terms", "sorted = true\n", ["Axis", "Cell", "Trial"]);
    let pojmy = sorted("Pojmy", "original = \"en\"\n", ["Osa", "Buňka", "Chod"]);
    loaded(&[
        ("book.toml", BOOK.as_bytes()),
        ("lines/en.md", ORIGINAL.as_bytes()),
        ("lines/cs.md", TRANSLATION.as_bytes()),
        ("lines/plain.sh", b"echo plain\n"),
        ("terms/en.md", terms.as_bytes()),
        ("terms/cs.md", pojmy.as_bytes()),
    ])
}

#[test]
fn a_translation_lacks_what_the_original_then_tells() {
    let (_place, _folder, book) = small_book();
    let codes: Vec<&str> = book.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["missing-section", "missing-label"]);
    let lesson = &book.value.lessons[1];
    assert_eq!(lesson.slug, "lines");
    let told: Vec<(Locale, u8, Option<&str>)> = lesson
        .sections(Locale::Cs)
        .iter()
        .map(|section| (section.locale, section.level, section.id))
        .collect();
    assert_eq!(
        told,
        [
            (Locale::Cs, 0, None),
            (Locale::Cs, 2, Some("first")),
            (Locale::En, 3, Some("deeper")),
            (Locale::Cs, 2, Some("second")),
        ]
    );
    assert!(
        lesson
            .sections(Locale::Ja)
            .iter()
            .all(|section| section.locale == Locale::En)
    );
}

#[test]
fn sorted_sections_follow_the_locale_with_their_subsections() {
    let (_place, _folder, book) = small_book();
    let ids = |locale: Locale| -> Vec<String> {
        let sections = book.value.lessons[0].sections(locale);
        sections
            .iter()
            .map(|section| section.id.unwrap_or("-").to_owned())
            .collect()
    };
    assert_eq!(ids(Locale::En), ["-", "axis", "more", "cell", "trial"]);
    // "Chod" follows "Buňka" and precedes "Osa": in Czech `ch` sorts after `h`.
    assert_eq!(ids(Locale::Cs), ["-", "cell", "trial", "axis", "more"]);
}

#[test]
fn labels_fall_back_to_the_original_but_not_before_built_in_words() {
    let (_place, _folder, book) = small_book();
    let lesson = &book.value.lessons[1];
    let label = |name: &str| lesson.label(Locale::Cs, name).map(|label| (label.words, label.locale));
    assert_eq!(label("slow"), Some(("Dvakrát déle.", Locale::Cs)));
    assert_eq!(label("plain"), Some(("the plain one", Locale::En)));
    assert_eq!(label("sink.file"), None);
    assert_eq!(label("size"), None);
    let file = lesson.value_label(Locale::En, "sink", "file");
    assert_eq!(file.map(|label| label.words), Some("a file"));
}

#[test]
fn definitions_are_resolved() {
    let (_place, folder, book) = small_book();
    let lesson = &book.value.lessons[1];
    let experiment = &lesson.experiments[0];
    let toolchains: Vec<Option<&str>> = experiment
        .variants
        .iter()
        .map(|variant| variant.toolchain.as_deref())
        .collect();
    assert_eq!(toolchains, [Some("sh"), Some("sh")]);
    let claims: Vec<(&str, Option<Verdict>, bool)> = experiment
        .claims
        .iter()
        .map(|claim| (claim.name.as_str(), claim.expect, claim.formula.is_quantified()))
        .collect();
    assert_eq!(
        claims,
        [
            ("same_output", Some(Verdict::Holds), true),
            ("slow", Some(Verdict::Fails), true)
        ]
    );
    assert_eq!(
        experiment.titles.get(&Locale::En).map(String::as_str),
        Some("Two endings")
    );
    assert_eq!(lesson.figures["slowdown"], lesson.figures["ends.slowdown"]);
    assert_eq!(
        lesson.asset(&folder, "small.sh").expect("from its fence").bytes,
        b"echo small\n"
    );
    assert_eq!(
        lesson.asset(&folder, "plain.sh").expect("from disk").bytes,
        b"echo plain\n"
    );
}

#[test]
fn an_original_that_is_no_text_is_told_once() {
    let linking = "+++\ntitle = \"A\"\nsummary = \"B\"\n+++\n\nSee [it](../lines/en.md#first).\n";
    let (_place, _folder, book) = loaded(&[
        ("book.toml", BOOK.as_bytes()),
        ("terms/en.md", linking.as_bytes()),
        ("lines/en.md", b"+++\n\xff\n"),
        ("lines/cs.md", TRANSLATION.as_bytes()),
    ]);
    let codes: Vec<&str> = book.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["not-utf8"]);
    assert_eq!(
        (book.value.lessons.len(), book.value.broken),
        (1, vec!["lines".to_owned()])
    );
}
