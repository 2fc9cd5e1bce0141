//! `workbook build` on small books: what is measured again, what pages tell, what is kept.
//!
//! Deliberately absent: exit codes and printing (`commands.rs`), and what a measurement records (`run.rs`).
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "these are tests, their helpers too")]

mod support;

use std::fs;
use std::process::Stdio;

use support::{Place, machine};

#[test]
fn only_what_decides_a_measurement_measures_again() {
    let place = Place::small();
    assert_eq!(place.build().measured(), ["words/shells", "words/compiled"]);
    assert_eq!(place.sessions("words", "shells"), [6]);
    let again = place.build();
    assert!(again.measured().is_empty());
    let again = again.says("2 experiments, all told from fresh records; --rerun measures again");
    assert!(again.stderr.contains(" 0 of them changed"), "{}", again.stderr);

    let lesson = "lessons/words/en.md";
    let page = "book/en/words.html";
    place.change(lesson, "The longer one", "The wordier one");
    assert!(place.build().measured().is_empty(), "a word of prose");
    assert!(place.read(page).contains("The wordier one"));
    place.change(lesson, "It writes at most", "There are at most");
    assert!(place.build().measured().is_empty(), "a label");
    assert!(place.read(page).contains("Three lines are enough."));
    place.change(lesson, "lines(long) <= 3", "lines(long) <= 1");
    assert!(place.build().measured().is_empty(), "a claim's bound");
    assert!(place.read(page).contains("Three lines are not enough."));
    place.write(lesson, place.read(lesson).replace('\n', "\r\n"));
    let crlf = place.build();
    assert!(crlf.measured().is_empty(), "line endings");
    crlf.says(" 0 of them changed");

    place.change("lessons/words/long.sh", "longer", "much longer");
    assert_eq!(place.build().measured(), ["words/shells"], "a program");
    place.change("lessons/words/data.txt", "data", "other data");
    assert_eq!(place.build().measured(), ["words/shells"], "a data file");
    assert_eq!(place.sessions("words", "shells"), [6], "what is stale is replaced");
    place.change("lessons/words/number.h", "3", "4");
    assert_eq!(place.build().measured(), ["words/compiled"], "an included file");
    assert!(place.build().measured().is_empty());
}

#[test]
fn options_choose_what_is_measured_and_written() {
    let place = Place::small();
    place.lesson("other");
    let only = place.run(&["build", "--only", "other"]).ends_with(0);
    assert_eq!(only.measured(), ["other/shells", "other/compiled"]);
    assert!(!place.path("book/en/words.html").exists());
    assert!(place.path("book/en/other.html").exists());

    let unmeasured = place
        .run(&["build", "--no-run", "--out", "elsewhere/deep"])
        .ends_with(0);
    assert!(unmeasured.measured().is_empty());
    unmeasured.says("4 experiments, 2 told from fresh records, 2 without a record");
    assert!(place.path("elsewhere/deep/en/words.html").exists());
    assert!(!place.path("book/en/words.html").exists());
    let files = place.tree("elsewhere");
    place
        .run(&["build", "--no-run", "--out", "elsewhere/deep"])
        .ends_with(0)
        .says(" 0 of them changed");
    assert_eq!(files, place.tree("elsewhere"));

    place.build();
    let id = machine(&place.records("words"));
    let told = place.run(&["build", "--machine", &id]).ends_with(0);
    assert!(told.measured().is_empty());
    told.says(" 0 of them changed");

    let rerun = place.run(&["build", "--rerun", "--only", "words"]).ends_with(0);
    assert_eq!(rerun.measured(), ["words/shells", "words/compiled"]);
    assert_eq!(place.sessions("words", "shells"), [6]);
}

#[test]
fn a_locale_alone_leaves_the_other_pages_as_they_are() {
    let place = Place::small();
    place.write(
        "lessons/words/cs.md",
        "+++\noriginal = \"en\"\ntitle = \"Málo slov\"\nsummary = \"Co řekne víc.\"\n+++\n\n## Otázka {#question}\n\n\
         Delší píše {value}`bytes(long); 5 B`.\n\n{experiment}`shells`\n\n- {claim}`few holds` Stačí.\n\
         - {claim}`few fails` Nestačí.\n- {claim}`few undecided` Kdo ví.\n\n{experiment}`compiled`\n",
    );
    place.run(&["build", "--locale", "cs"]).ends_with(0);
    assert!(place.read("book/cs/words.html").contains("Stačí."));
    assert!(!place.path("book/en/words.html").exists());
    place.build();
    assert!(place.path("book/en/words.html").exists());
    place.change("lessons/words/en.md", "The longer one", "The wordier one");
    place.run(&["build", "--locale", "cs"]).ends_with(0);
    assert!(!place.read("book/en/words.html").contains("wordier"));
}

#[test]
fn pages_of_a_lesson_that_is_gone_go_and_files_of_the_user_stay() {
    let place = Place::small();
    place.lesson("other");
    place.build();
    place.write("book/en/other.txt", "the user's");
    place.write("book/CNAME", "book.example");
    assert!(place.path("book/en/other.html").exists());
    fs::rename(place.path("lessons/other"), place.path("set-aside")).unwrap();
    place.build();
    assert!(!place.path("book/en/other.html").exists());
    assert!(!place.path("book/en/other.md").exists());
    assert!(place.path("book/en/words.html").exists());
    assert_eq!(place.read("book/en/other.txt"), "the user's");
    assert_eq!(place.read("book/CNAME"), "book.example");
}

/// Builds where there is no C compiler.
fn build_without_gcc(place: &Place) -> support::Ran {
    let path = place.path_with(&["sh", "cat"]);
    let ran: support::Ran = place.command(&["build"]).env("PATH", path).output().unwrap().into();
    ran.ends_with(0)
        .says("`gcc` is not on this machine")
        .says("apt-get install gcc")
}

const OUTDATED: &str = "has changed since they were measured";
const OF_REFERENCE: &str = "reference machine";

#[test]
fn without_a_compiler_the_last_record_is_told_and_none_is_lost() {
    let place = Place::small();
    place.build();
    let (records, page) = (
        fs::read(place.records("words")).unwrap(),
        place.read("book/en/words.html"),
    );

    let same = build_without_gcc(&place);
    assert!(same.measured().is_empty());
    same.says(" 0 of them changed");
    assert_eq!(
        place.read("book/en/words.html"),
        page,
        "nothing changed but that the compiler is gone"
    );
    assert!(!page.contains(OUTDATED));

    place.change("lessons/words/number.h", "3", "4");
    let ran = build_without_gcc(&place);
    assert!(ran.measured().is_empty());
    ran.says("2 experiments, 1 told from a fresh record, 1 told from its last record");
    assert!(place.read("book/en/words.html").contains(OUTDATED));
    assert_eq!(fs::read(place.records("words")).unwrap(), records);

    place.change("lessons/words/short.sh", "short", "brief");
    assert_eq!(
        build_without_gcc(&place).measured(),
        ["words/shells"],
        "what can be measured is"
    );
    assert_eq!(place.sessions("words", "compiled"), [6]);
    assert_eq!(place.build().measured(), ["words/compiled"]);
    assert!(!place.read("book/en/words.html").contains(OUTDATED));
}

#[test]
fn without_a_compiler_and_a_record_the_reference_is_told_or_nothing() {
    let place = Place::small();
    let nothing = build_without_gcc(&place).says("1 measured now, 1 without a record");
    assert_eq!(nothing.measured(), ["words/shells"]);
    assert!(place.read("book/en/words.html").contains('—'));
    assert!(!place.read("book/en/words.html").contains(OF_REFERENCE));

    // The same records, of another machine: with a core more.
    place.build();
    let own = place.records("words");
    let text = fs::read_to_string(&own).unwrap();
    let cores = serde_json::from_str::<serde_json::Value>(&text).unwrap()["machine"]["cores"]
        .as_u64()
        .unwrap();
    let more = cores + 1;
    let text = text.replace(&format!("\"cores\": {cores}"), &format!("\"cores\": {more}"));
    let (one, other) = (format!("-{cores}-core"), format!("-{more}-cores"));
    let id = machine(&own)
        .replace(&format!("{one}s"), &other)
        .replace(&format!("{one}-"), &format!("{other}-"));
    fs::remove_file(own).unwrap();
    place.write(&format!("lessons/words/records/{id}.json"), &text);
    place.change(
        "lessons/book.toml",
        "[title]",
        &format!("reference = \"{id}\"\n\n[title]"),
    );
    build_without_gcc(&place).says("1 measured now, 1 told from the reference's record");
    let page = place.read("book/en/words.html");
    assert!(page.contains(OF_REFERENCE) && !page.contains(OUTDATED));
    assert_eq!(place.read(&format!("lessons/words/records/{id}.json")), text);
    // Here it can be measured, and so it is.
    assert_eq!(place.build().measured(), ["words/compiled"]);
    assert!(!place.read("book/en/words.html").contains(OF_REFERENCE));
}

#[test]
fn a_record_that_cannot_be_read_is_left_alone_and_its_lesson_not_written() {
    let place = Place::small();
    place.lesson("other");
    place.build();
    let (file, page) = (place.records("words"), place.path("book/en/words.html"));
    let sound = fs::read_to_string(&file).unwrap();
    let half = &sound[..sound.len() / 2];
    let newer = sound.replace("\"format\": 1,", "\"format\": 99,");
    let foreign = sound.replace("\"virtualisation\": \"", "\"virtualisation\": \"un");
    for (text, why) in [
        (half, "damaged"),
        (newer.as_str(), "later workbook"),
        (foreign.as_str(), "another machine"),
    ] {
        fs::write(&file, text).unwrap();
        fs::remove_file(&page).unwrap_or_default();
        place
            .run(&["build"])
            .ends_with(4)
            .says(why)
            .says("1 problem of the environment");
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{why}");
        assert!(!page.exists(), "{why}");
        assert!(place.path("book/en/other.html").exists());
    }
    fs::write(&file, sound).unwrap();
    assert!(place.build().measured().is_empty());
    assert!(page.exists());
}

#[test]
fn two_builds_at_once_both_end_well() {
    let place = Place::small();
    let start = || {
        place
            .command(&["build"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut measured = 0;
    for child in [start(), start()] {
        let ran: support::Ran = child.wait_with_output().unwrap().into();
        measured += ran.ends_with(0).measured().len();
    }
    assert_eq!(measured, 2, "one of them waits and measures nothing again");
    assert_eq!(place.sessions("words", "shells"), [6]);
    assert_eq!(place.sessions("words", "compiled"), [6]);
    assert!(place.build().measured().is_empty());
}

#[test]
fn a_folder_that_cannot_be_written_still_tells_its_records_elsewhere() {
    let place = Place::small();
    place.build();
    let elsewhere = Place::empty();
    let out = elsewhere.path("book");
    place.write("lessons/words/short.sh", "echo brief\n");
    // A file where working files should go hinders root, too.
    fs::remove_dir_all(place.path(".workbook")).unwrap();
    place.write(".workbook", "in the way");
    let before = place.tree("lessons");
    let ran = place.run(&["build", "--out", out.to_str().unwrap()]).ends_with(4);
    ran.says("`words/shells` cannot be measured")
        .says("1 told from its last record");
    assert!(elsewhere.read("book/en/words.html").contains(OUTDATED));
    place
        .run(&["build", "--no-run", "--out", out.to_str().unwrap()])
        .ends_with(0)
        .says(" 0 of them changed");
    assert_eq!(place.tree("lessons"), before);
}

#[test]
fn counts_are_made_up_for_where_a_lesson_begins_to_name_them() {
    let place = Place::small();
    let lesson = "lessons/words/en.md";
    place.build();
    let rounds = |place: &Place| {
        let text = fs::read_to_string(place.records("words")).unwrap();
        let records: serde_json::Value = serde_json::from_str(&text).unwrap();
        let shells = &records["experiments"]["shells"];
        (shells["key"].clone(), shells["sessions"].clone())
    };
    let before = rounds(&place);
    place.change(
        lesson,
        "few = \"lines(long) <= 3\"",
        "few = \"lines(long) <= 3\"\nscarce = \"syscalls.write(short) == 1 and allocations(short) > 0\"",
    );
    place.change(lesson, "[labels]\nfew", "[labels]\nscarce = \"It calls once.\"\nfew");
    place.change(
        lesson,
        "The longer one writes",
        "The short one calls {value}`syscalls.write(short); 5 times`. The longer one writes",
    );

    // Nothing is counted without the tools, and nothing is told as zero.
    let path = place.path_with(&["sh", "cat"]);
    let without: support::Ran = place.command(&["build"]).env("PATH", path).output().unwrap().into();
    let without = without.ends_with(0);
    assert_eq!(without.measured(), ["words/shells"]);
    let without = without
        .says("`strace` is not on this machine")
        .says("apt-get install strace")
        .says("`valgrind` is not on this machine");
    assert!(without.stderr.contains("undecided"), "{}", without.stderr);
    let page = place.read("book/en/words.md");
    assert!(page.contains("The short one calls —"), "{page}");
    assert_eq!(
        rounds(&place),
        before,
        "no round was made again, and the key is the same"
    );

    let with = place.build();
    assert_eq!(with.measured(), ["words/shells"]);
    assert!(!with.stderr.contains("is not on this machine"), "{}", with.stderr);
    assert!(!with.stderr.contains("undecided"), "{}", with.stderr);
    let page = place.read("book/en/words.md");
    assert!(page.contains("The short one calls 1 times"), "{page}");
    assert_eq!(rounds(&place), before);
    assert!(place.build().measured().is_empty());
}
