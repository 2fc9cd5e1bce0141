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

#[test]
fn pages_of_a_lesson_that_is_gone_go_from_a_fresh_clone_too() {
    let place = Place::small();
    place.lesson("other");
    place.build();
    place.write("book/en/mine.html", "the user's");
    fs::remove_dir_all(place.path(".workbook")).unwrap();
    fs::remove_dir_all(place.path("lessons/other")).unwrap();
    // A part says nothing of what else there is.
    place.run(&["build", "--only", "words"]).ends_with(0);
    assert!(place.path("book/en/other.html").exists());
    place.build().says("; 3 of a build before removed");
    assert!(!place.path("book/en/other.html").exists() && !place.path("book/en/other.md").exists());
    assert_eq!(place.read("book/en/mine.html"), "the user's");
    let listed = place.read("book/assets/files.txt");
    assert!(
        listed.contains("en/words.html\n") && !listed.contains("other") && !listed.contains("mine"),
        "{listed}"
    );
}

/// Builds where there is no C compiler.
fn build_without_gcc(place: &Place) -> support::Ran {
    let path = place.path_with(&["sh", "cat"]);
    let ran: support::Ran = place.command(&["build"]).env("PATH", path).output().unwrap().into();
    ran.ends_with(0)
        .says("`gcc` is not on this machine")
        .says("apt-get install gcc")
}

#[test]
fn what_cannot_be_measured_again_is_told() {
    let place = Place::small();
    place.build();
    let path = place.path_with(&["sh", "cat"]);
    for args in [&["build", "--rerun"][..], &["run", "words"]] {
        let ran: support::Ran = place.command(args).env("PATH", &path).output().unwrap().into();
        let ran = ran
            .ends_with(0)
            .says("`words/compiled` was not measured, as this machine lacks `gcc`");
        assert_eq!(ran.measured(), ["words/shells"]);
        assert!(!ran.stderr.contains("`words/shells` was not"), "{}", ran.stderr);
    }
    assert!(!build_without_gcc(&place).stderr.contains("was not measured"));
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

/// All links of the pages under a folder that lead to no file.
fn dead_links(place: &Place, out: &str) -> Vec<String> {
    let mut dead = Vec::new();
    let root = place.path(out);
    for (path, bytes) in place.tree(out) {
        let (html, md) = (
            path.extension() == Some("html".as_ref()),
            path.extension() == Some("md".as_ref()),
        );
        if !html && !md {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap();
        let (opens, closes): (&[&str], char) = if html {
            (&["href=\"", "src=\""], '"')
        } else {
            (&["]("], ')')
        };
        for link in opens.iter().flat_map(|opens| text.split(opens).skip(1)) {
            let target = link.split([closes, '#']).next().unwrap();
            if !target.is_empty() && !target.contains("://") && !path.parent().unwrap().join(target).is_file() {
                dead.push(format!("{}: {target}", path.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    dead
}

/// Three lessons in two languages, unmeasured, of which the middle one leads to both others.
fn linked() -> Place {
    let place = Place::empty();
    let book = "locales = [\"cs\", \"en\"]\nlessons = [\"one\", \"two\", \"three\"]\n\n[title]\ncs = \"Kniha\"\nen = \"A book\"\n";
    place.write("lessons/book.toml", book);
    for (slug, links) in [
        ("one", ""),
        (
            "two",
            "See [the first](../one/en.md#why), [the *third*](../three/en.md).",
        ),
        ("three", ""),
    ] {
        for (locale, front) in [("cs", "original = \"en\"\n"), ("en", "")] {
            let after = if slug == "two" && locale == "en" {
                "after = [\"one\"]\n"
            } else {
                ""
            };
            place.write(
                &format!("lessons/{slug}/{locale}.md"),
                format!("+++\n{front}{after}title = \"{slug} in {locale}\"\nsummary = \"S.\"\n+++\n\n## Why {{#why}}\n\nWords. {links}\n"),
            );
        }
    }
    place
}

#[test]
fn a_part_in_a_folder_of_its_own_leads_nowhere_else() {
    let place = linked();
    for (out, args) in [
        ("locale", &["--locale", "cs"][..]),
        ("lesson", &["--only", "two"]),
        ("both", &["--only", "two", "--locale", "en"]),
        ("two", &["--only", "one", "--only", "two"]),
    ] {
        place.run(&[&["build", "--out", out], args].concat()).ends_with(0);
        assert_eq!(dead_links(&place, out), [""; 0], "{args:?}");
    }
    assert!(!place.path("locale/en").exists());
    assert!(!place.read("locale/index.html").contains("en/index.html"));
    let alone = place.read("lesson/en/two.html");
    assert!(
        alone.contains("See the first, the <em>third</em>."),
        "words stay: {alone}"
    );
    assert!(place.read("lesson/en/two.md").contains("See the first, the *third*."));
    assert!(!place.read("lesson/en/index.html").contains("one.html"));
    assert!(
        place
            .read("two/en/two.html")
            .contains("<a href=\"one.html#why\">the first</a>")
    );

    // Where all of it is, a part renewed is as it was.
    place.build();
    let whole = place.tree("book");
    assert_eq!(dead_links(&place, "book"), [""; 0]);
    assert!(place.read("book/cs/two.html").contains("<a href=\"three.html\">"));
    for args in [&["--locale", "cs"][..], &["--only", "two"]] {
        place
            .run(&[&["build"], args].concat())
            .ends_with(0)
            .says(" 0 of them changed");
    }
    assert_eq!(place.tree("book"), whole);
    // What was a part becomes whole.
    place.run(&["build", "--out", "lesson"]).ends_with(0);
    for (path, bytes) in &whole {
        let path = path.strip_prefix(place.path("book")).unwrap();
        let same = place.path("lesson").join(path);
        assert!(
            same.is_dir() || fs::read(&same).unwrap() == *bytes,
            "{}",
            path.display()
        );
    }
}

#[test]
fn a_lesson_with_a_fault_keeps_its_last_page_and_the_ways_to_it() {
    let place = linked();
    place.build();
    let (page, front) = (place.read("book/en/two.html"), place.read("book/en/index.html"));
    for fault in ["Words. {value}`nothing; 1`", "Words.\n\n## Why {#why}"] {
        place.change("lessons/two/en.md", "Words.", fault);
        place
            .run(&["build"])
            .ends_with(1)
            .says("not written because of errors: two\nthe last good pages stay in the book: two\n");
        assert_eq!(place.read("book/en/two.html"), page);
        assert_eq!(place.read("book/en/index.html"), front);
        assert!(
            place
                .read("book/en/three.html")
                .contains("rel=\"prev\" href=\"two.html\"")
        );
        place.change("lessons/two/en.md", fault, "Words.");
    }
    // Of an edition whose title cannot be read the name is told.
    place.change("lessons/two/en.md", "title = \"two in en\"", "title = ");
    place.run(&["build"]).ends_with(1);
    assert!(
        place
            .read("book/en/index.html")
            .contains("<a href=\"two.html\">two</a>")
    );
    assert!(place.read("book/cs/index.html").contains("two in cs"));
    // Where there never was a page, there is none, and no way to it.
    let fresh = place.run(&["build", "--out", "fresh"]).ends_with(1);
    assert!(!fresh.stderr.contains("stay in the book"), "{}", fresh.stderr);
    assert!(!place.path("fresh/en/two.html").exists());
    assert_eq!(dead_links(&place, "fresh"), [""; 0]);
}

#[test]
fn what_cannot_be_written_is_told_before_measuring() {
    let place = Place::small();
    place.write("in-the-way", "a file");
    for out in ["in-the-way", "in-the-way/deep/book"] {
        let ran = place.run(&["build", "--out", out]).ends_with(4);
        assert!(
            ran.measured().is_empty() && !ran.stderr.contains("measuring "),
            "{}",
            ran.stderr
        );
        ran.says("in-the-way is no folder").says("choose another with --out");
    }
    let elsewhere = Place::empty();
    std::os::unix::fs::symlink(elsewhere.root(), place.path("lessons/words/records")).unwrap();
    let ran = place.run(&["build"]).ends_with(4);
    assert!(
        ran.measured().is_empty() && !ran.stderr.contains("measuring "),
        "{}",
        ran.stderr
    );
    ran.says("`words/shells` cannot be measured: `lessons/words/records` lies outside")
        .says("help: put a folder `records` in place of the link");
    assert!(elsewhere.tree("").is_empty());
}

#[test]
fn what_a_killed_build_left_goes_with_the_next() {
    let place = Place::small();
    for folder in ["builds/gone/0", "runs/gone/0"] {
        place.write(&format!(".workbook/{folder}/a.out"), "left");
    }
    place.run(&["build", "--no-run"]).ends_with(0);
    assert!(place.path(".workbook/runs/gone").exists(), "it may be somebody's");
    place.build();
    for folder in ["builds", "runs"] {
        assert_eq!(
            fs::read_dir(place.path(&format!(".workbook/{folder}")))
                .unwrap()
                .count(),
            0,
            "{folder}"
        );
    }
}

#[test]
fn a_build_that_measures_keeps_its_folders_while_another_one_waits() {
    let place = Place::small();
    place.write(".workbook/runs/of-another/0/a.out", "in use");
    let lock = fs::File::create(place.path(".workbook/measuring.lock")).unwrap();
    lock.lock().unwrap();
    let mut waiting = place.command(&["build"]);
    let mut waiting = waiting.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    let mut errors = std::io::BufReader::new(waiting.stderr.take().unwrap());
    while !said.contains("another build of this book is measuring") {
        assert_ne!(
            std::io::BufRead::read_line(&mut errors, &mut said).unwrap(),
            0,
            "it ended before: {said}"
        );
    }
    assert!(place.path(".workbook/runs/of-another/0/a.out").exists());
    drop(lock);
    std::io::Read::read_to_string(&mut errors, &mut said).unwrap();
    assert!(waiting.wait().unwrap().success(), "{said}");
    assert!(!place.path(".workbook/runs/of-another").exists());
}

#[test]
fn programs_that_were_marked_up_are_kept_and_what_is_gone_goes() {
    let place = Place::small();
    place.change(
        "lessons/words/en.md",
        "## The question {#question}",
        "## The question {#question}\n\n{program}`number.c`",
    );
    let kept = || fs::read_dir(place.path(".workbook/highlighted")).map_or(0, Iterator::count);
    place.run(&["check"]).ends_with(0);
    assert_eq!(kept(), 0, "a check writes nothing");
    place.run(&["build", "--no-run"]).ends_with(0);
    assert_eq!(kept(), 1);
    let page = place.read("book/en/words.html");
    assert!(
        page.contains("<span class=\"k\">return</span>") || page.contains("<span class=\"t\">int</span>"),
        "{page}"
    );
    for file in fs::read_dir(place.path(".workbook/highlighted")).unwrap() {
        fs::write(file.unwrap().path(), "damaged").unwrap();
    }
    place
        .run(&["build", "--no-run"])
        .ends_with(0)
        .says(" 0 of them changed");
    place.change("lessons/words/number.c", "NUMBER", "NUMBER + 1");
    place.run(&["build", "--no-run"]).ends_with(0);
    assert_eq!(kept(), 1, "the old text is on no page any more");
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
    assert!(
        without.stderr.contains("measured words/shells: no round\n"),
        "{}",
        without.stderr
    );
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
    assert!(
        with.stderr.contains("measured words/shells: 4 exact counts\n"),
        "{}",
        with.stderr
    );
    assert!(!with.stderr.contains("is not on this machine"), "{}", with.stderr);
    assert!(!with.stderr.contains("undecided"), "{}", with.stderr);
    let page = place.read("book/en/words.md");
    assert!(page.contains("The short one calls 1 times"), "{page}");
    assert_eq!(rounds(&place), before);
    assert!(place.build().measured().is_empty());
}

#[test]
fn sessions_are_spread_over_the_build_and_added_to_what_is_there() {
    let place = Place::small();
    let sessions = |place: &Place| -> Vec<usize> {
        let text = fs::read_to_string(place.records("words")).unwrap();
        let records: serde_json::Value = serde_json::from_str(&text).unwrap();
        let count = |name: &str| records["experiments"][name]["sessions"].as_array().unwrap().len();
        ["shells", "compiled"].map(count).to_vec()
    };
    let ran = place.run(&["build", "--sessions", "3"]).ends_with(0);
    let turns = ["words/shells", "words/compiled"].repeat(3);
    assert_eq!(ran.measured(), turns, "one of each before the next of any");
    assert_eq!(sessions(&place), [3, 3]);
    assert!(place.read("book/en/words.html").contains("18 in 3 sessions"));
    assert!(
        place
            .run(&["build", "--sessions", "3"])
            .ends_with(0)
            .measured()
            .is_empty()
    );
    assert!(place.build().measured().is_empty());
    // An experiment may say itself how many it wants.
    place.change(
        "lessons/words/en.md",
        "title = \"Shells\"\n",
        "title = \"Shells\"\nsessions = 4\n",
    );
    assert_eq!(place.build().measured(), ["words/shells"]);
    assert_eq!(sessions(&place), [4, 3]);
    place.run(&["build", "--rerun", "--sessions", "1"]).ends_with(0);
    assert_eq!(sessions(&place), [1, 1]);
    place.run(&["build", "--sessions", "0"]).ends_with(2);
}

/// Where the machine has no counters the figure is a dash with the reason and the claim undecided, where it has them a count.
#[test]
fn what_no_counter_counts_is_not_told_as_zero() {
    let place = Place::small();
    let lesson = "lessons/words/en.md";
    place.change(
        lesson,
        "few = \"lines(long) <= 3\"",
        "few = \"lines(long) <= 3\"\nbusy = \"cycles(short) > 1_000\"",
    );
    place.change(
        lesson,
        "[labels]\nfew",
        "[labels]\nbusy = \"It keeps the processor busy.\"\nfew",
    );
    place.change(
        lesson,
        "The longer one writes",
        "The short one takes {value}`cycles(short); 5 cycles`. The longer one writes",
    );
    place.build();
    let page = place.read("book/en/words.md");
    assert!(!page.contains("takes 0 cycles"), "{page}");
    let is_absent = page.contains("the processor has no counter of it");
    assert_eq!(page.contains("The short one takes — cycles"), is_absent, "{page}");
    let checked = place.run(&["check"]).ends_with(0);
    let why = "undecided: the processor has no counter of it";
    assert_eq!(checked.stderr.contains(why), is_absent, "{}", checked.stderr);
}
