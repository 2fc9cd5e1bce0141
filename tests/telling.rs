//! Every lesson of this repository, told in each locale as if its claims held, failed, and stayed undecided.
//!
//! Measures with scripts, and reads the sentences: a verdict's text is on the page and the other verdicts' texts are not.
//! Deliberately absent: true samples (`book`).

#[path = "telling/reading.rs"]
mod reading;
#[path = "telling/script.rs"]
mod script;
#[path = "telling/stage.rs"]
mod stage;

use std::collections::BTreeSet;

use regex::Regex;
use workbook::book::Lesson;
use workbook::claim::Results;
use workbook::lesson::names::Verdict;
use workbook::locale::Locale;
use workbook::record::{Outcome, Record};
use workbook::run::Built;
use workbook::run::scripted::{self, Scripted};
use workbook::source::Folder;

use reading::Page;
use stage::{Stage, page};

fn own_book() -> Stage {
    Stage::at(Folder::at(env!("CARGO_MANIFEST_DIR"))).expect("this repository's lessons are sound")
}

/// The records of a lesson's experiments.
fn records(stage: &Stage, lesson: &Lesson, executors: &[Scripted]) -> Vec<Option<Record>> {
    let measured = executors.iter().enumerate();
    measured
        .map(|(experiment, executor)| Some(stage.record(lesson, experiment, executor)))
        .collect()
}

/// The verdict on each claim of a lesson, by its experiment and place.
fn verdicts(lesson: &Lesson, records: &[Option<Record>]) -> Vec<((usize, usize), Verdict)> {
    let results = Results::new(lesson, records.iter().map(Option::as_ref).collect());
    let all = 0..lesson.experiments.len();
    all.flat_map(|experiment| {
        let findings = results.findings(experiment).into_iter().enumerate();
        findings.map(move |(claim, finding)| ((experiment, claim), finding.verdict))
    })
    .collect()
}

/// Reads both pages of each of a lesson's editions.
fn read(stage: &Stage, lesson: &Lesson, records: &[Option<Record>]) {
    for (locale, edition) in &lesson.editions {
        let files = stage.pages(lesson, records, *locale);
        for ending in [".html", ".md"] {
            let text = page(&files, ending);
            let page = Page::new(&text, *locale);
            page.is_whole();
            page.tells(lesson, edition, records);
        }
    }
}

fn told_with(verdict: Verdict) {
    let stage = own_book();
    for lesson in &stage.book.lessons {
        let claims = lesson.experiments.iter().enumerate();
        let mut pending: Vec<(usize, usize)> = claims
            .flat_map(|(experiment, defined)| (0..defined.claims.len()).map(move |claim| (experiment, claim)))
            .collect();
        while !pending.is_empty() {
            let records = records(&stage, lesson, &script::scripts(lesson, &pending, verdict));
            let reached: BTreeSet<(usize, usize)> = verdicts(lesson, &records)
                .into_iter()
                .filter(|(_, came)| *came == verdict)
                .map(|(claim, _)| claim)
                .collect();
            let (experiment, claim) = pending[0];
            assert!(
                reached.contains(&pending[0]),
                "no script makes `{}` of {} come out as {verdict:?}",
                lesson.experiments[experiment].claims[claim].name,
                lesson.slug
            );
            read(&stage, lesson, &records);
            pending.retain(|claim| !reached.contains(claim));
        }
    }
}

#[test]
fn claims_that_hold_are_told_so() {
    told_with(Verdict::Holds);
}

#[test]
fn claims_that_fail_are_told_so() {
    told_with(Verdict::Fails);
}

#[test]
fn claims_that_are_undecided_are_told_so() {
    told_with(Verdict::Undecided);
}

#[test]
fn what_is_not_available_is_told_with_its_reason() {
    let stage = own_book();
    let missing = || {
        let broken = Scripted::new(|_, _| scripted::sample(1));
        broken.building(|_| Built::failed(Outcome::ToolchainMissing))
    };
    for lesson in &stage.book.lessons {
        let executors: Vec<Scripted> = lesson.experiments.iter().map(|_| missing()).collect();
        let records = records(&stage, lesson, &executors);
        for (_, verdict) in verdicts(lesson, &records) {
            assert_eq!(verdict, Verdict::Undecided);
        }
        read(&stage, lesson, &records);
        for locale in lesson.editions.keys() {
            let html = page(&stage.pages(lesson, &records, *locale), ".html");
            let figures = reading::figures(&html);
            assert!(
                figures.iter().any(|(text, _)| text.starts_with('—')),
                "{} {locale}",
                lesson.slug
            );
            let reason = stage.wordings[locale].message("reason-toolchain-missing", &[("toolchain", "g++".into())]);
            for (text, source) in figures {
                // Verdicts and places are told beside figures.
                let is_told = text.contains(|c: char| c.is_ascii_digit());
                assert!(!is_told && source.contains(&reason), "{text} from {source}");
            }
            // Markdown has no titles of elements; a note says it there.
            let markdown = page(&stage.pages(lesson, &records, *locale), ".md");
            let why = stage.wordings[locale].message("note-missing", &[("reason", reason.as_str().into())]);
            let notes = markdown.lines().filter(|line| line.starts_with("[^"));
            let note = notes.into_iter().find(|line| line.replace('\\', "").ends_with(&why));
            let (mark, _) = note
                .unwrap_or_else(|| panic!("{} {locale}: no note says {why}", lesson.slug))
                .split_once(':')
                .expect("a note");
            assert!(markdown.matches(mark).count() > 1, "{} {locale}: {mark}", lesson.slug);
        }
    }
}

#[test]
fn exact_figures_are_written_as_each_language_writes_them() {
    let stage = own_book();
    let lesson = stage
        .book
        .lessons
        .iter()
        .find(|lesson| lesson.slug == "newline-syscall");
    let lesson = lesson.expect("a lesson of this repository");
    let (experiment, claim) = lesson.claim("one_a_line").expect("a claim of it");
    let place = lesson.experiments[experiment]
        .claims
        .iter()
        .position(|known| known.name == claim.name);
    let wanted = [(experiment, place.expect("it is there"))];
    let records = records(&stage, lesson, &script::scripts(lesson, &wanted, Verdict::Holds));
    let forms = Regex::new(r"200.?000").expect("a pattern");
    for (locale, written) in [
        (Locale::Cs, "200\u{a0}000"),
        (Locale::Es, "200.000"),
        (Locale::Ja, "200,000"),
        (Locale::En, "200,000"),
    ] {
        let html = page(&stage.pages(lesson, &records, locale), ".html");
        let figures = reading::figures(&html);
        assert!(
            figures.iter().any(|(text, _)| text.starts_with(written)),
            "{locale}: {figures:?}"
        );
        for (text, _) in figures.iter().filter(|(text, _)| forms.is_match(text)) {
            assert!(text.contains(written), "{locale}: {text}");
        }
    }
}

#[test]
fn claims_are_labelled_with_whole_sentences() {
    let stage = own_book();
    let words = Regex::new(r#"<p class="words">(.*?)</p>"#).expect("a pattern");
    for lesson in &stage.book.lessons {
        let records: Vec<Option<Record>> = lesson.experiments.iter().map(|_| None).collect();
        for locale in lesson.editions.keys() {
            let html = page(&stage.pages(lesson, &records, *locale), ".html");
            let labels: Vec<&str> = words
                .captures_iter(&html)
                .filter_map(|found| found.get(1))
                .map(|found| found.as_str())
                .collect();
            assert!(!labels.is_empty(), "{} {locale}", lesson.slug);
            for label in labels {
                assert!(label.ends_with(['.', '。']), "{} {locale}: {label}", lesson.slug);
            }
        }
    }
}
