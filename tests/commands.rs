//! The commands as their users meet them: exit codes, what is printed where, Ctrl-C, and the README's first lesson.
//!
//! Deliberately absent: what is measured again and what is kept (`build.rs`).
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "these are tests, their helpers too")]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::{Place, Ran, machine};

#[test]
fn errors_in_a_lesson_are_told_at_once_and_the_other_lessons_are_written() {
    let place = Place::small();
    place.lesson("other");
    place.change("lessons/other/en.md", "bytes(long); 5 B", "bytes(lang); 5 B");
    place.change("lessons/other/en.md", "number = \"number.c\"", "number = \"numbers.c\"");
    let ran = place.run(&["build"]).ends_with(1);
    let ran = ran
        .says("lessons/other/en.md:8")
        .says("did you mean `long`?")
        .says("did you mean `number.c`?");
    ran.says("2 errors").says("not written because of errors: other");
    assert!(place.path("book/en/words.html").exists());
    assert!(!place.path("book/en/other.html").exists());
    place.run(&["check"]).ends_with(1);
    place.run(&["run", "other"]).ends_with(1);
}

#[test]
fn unknown_names_are_usage_errors_with_what_may_have_been_meant() {
    let place = Place::small();
    place.build();
    let id = machine(&place.records("words"));
    let near = format!("{id}x");
    for (args, said) in [
        (vec!["build", "--only", "wards"], "did you mean `words`?"),
        (vec!["build", "--only", "zzzzzzzz"], "the lessons are `words`"),
        (vec!["run", "wards"], "did you mean `words`?"),
        (vec!["run", "words/shell"], "did you mean `shells`?"),
        (vec!["run", "words/x"], "the experiments are `shells`, `compiled`"),
        (vec!["build", "--locale", "jp"], "[possible values: cs, es, ja, en]"),
        (vec!["build", "--machine", &near], &format!("did you mean `{id}`?")),
        (
            vec!["check", "--machine", "vax"],
            &format!("there are records of `{id}`"),
        ),
        (vec!["build", "--no-runs"], "'--no-run'"),
        (vec!["biuld"], "'build'"),
        (vec!["build", "--rerun", "--no-run"], "cannot be used with"),
    ] {
        place.run(&args).ends_with(2).says(said);
    }
    place.change("lessons/book.toml", "\"es\", ", "");
    place.run(&["build", "--locale", "es"]).ends_with(2);
    let help = place.run(&["--help"]).ends_with(0);
    help.says("build")
        .says("check")
        .says("run")
        .says("Exit codes:")
        .says("130");
    place.run(&[]).ends_with(2).says("Usage:");
}

#[test]
fn an_ending_that_nobody_announced_is_told_in_each_language() {
    let place = Place::small();
    for (locale, heading) in [("cs", "Otázka"), ("es", "La pregunta"), ("ja", "問い")] {
        place.write(
            &format!("lessons/words/{locale}.md"),
            format!(
                "+++\noriginal = \"en\"\ntitle = \"T\"\nsummary = \"S\"\n+++\n\n## {heading} {{#question}}\n\n\
                 {{value}}`bytes(long); 5 B`\n\n{{experiment}}`shells`\n\n- {{claim}}`few holds` A\n\
                 - {{claim}}`few fails` B\n- {{claim}}`few undecided` C\n\n{{experiment}}`compiled`\n"
            ),
        );
    }
    place.write("lessons/words/long.sh", "echo a bad day >&2\nexit 7\n");
    let ran = place
        .run(&["build"])
        .ends_with(3)
        .says("long: It ended with exit code 7.")
        .says("| a bad day");
    ran.says("1 trial ended as nobody announced");
    for locale in ["cs", "es", "ja", "en"] {
        let page = place.read(&format!("book/{locale}/words.html"));
        assert!(page.contains("a bad day"), "{locale}");
        let messages = fs::read_to_string(format!("templates/locales/{locale}.ftl")).unwrap();
        let message = messages
            .lines()
            .find_map(|line| line.strip_prefix("ending-exited = "))
            .unwrap();
        let page = page.replace('\u{a0}', " ");
        assert!(page.contains(&message.replace("{ $code }", "7")), "{locale}: {message}");
        let markdown = place.read(&format!("book/{locale}/words.md"));
        assert!(markdown.contains("a bad day"), "{locale}");
    }
    // It is no more right the second time, and is tried again.
    assert_eq!(place.run(&["build"]).ends_with(3).measured(), ["words/shells"]);
    place.run(&["build", "--no-run"]).ends_with(3);
    place.run(&["check"]).ends_with(3);
    place.run(&["run", "words/compiled"]).ends_with(0);
    place.change(
        "lessons/words/en.md",
        "\"long.sh\"",
        "{ program = \"long.sh\", expect = \"exit 7\" }",
    );
    place.change("lessons/words/en.md", ", expect = \"holds\"", "");
    place.build();
}

#[test]
fn a_verdict_against_expectation_fails_and_an_undecided_one_is_a_hint() {
    let place = Place::small();
    place.change("lessons/words/en.md", "expect = \"holds\"", "expect = \"fails\"");
    let ran = place.run(&["build"]).ends_with(3);
    ran.says("words/shells: claim `more` holds, and its lesson expects that it fails");
    assert!(place.path("book/en/words.html").exists());
    let check = place.run(&["check"]).ends_with(3);
    check
        .says("3 claims: 3 hold")
        .says("1 claim against its lesson's expectation");
}

#[test]
fn claims_that_two_rounds_cannot_decide_are_a_hint() {
    let place = Place::small();
    place.change("lessons/book.toml", "[6, 6]", "[2, 2]");
    place.change(
        "lessons/words/en.md",
        "bytes(long) > bytes(short)",
        "wall(long) > 2 * wall(short)",
    );
    let ran = place.build();
    let ran = ran.says("claim `more` is undecided, and its lesson expects that it holds");
    ran.says("`workbook run words/shells` adds rounds")
        .says("1 claim is undecided; `workbook check`");
    place
        .run(&["check"])
        .ends_with(0)
        .says("claim `more` is undecided")
        .says("1 is undecided");
}

#[test]
fn a_limit_that_was_exceeded_is_told_in_its_unit() {
    let place = Place::small();
    place.change(
        "lessons/book.toml",
        "[measure]",
        "[limits]\nwall = \"200 ms\"\n\n[measure]",
    );
    place.write("lessons/words/long.sh", "echo begun\nsleep 20\n");
    let ran = place.run(&["build"]).ends_with(3);
    ran.says("it ran longer than 200\u{a0}ms").says("| begun");
}

#[test]
fn a_program_that_got_no_memory_is_told_with_its_limit() {
    let place = Place::small();
    place.change(
        "lessons/book.toml",
        "[measure]",
        "[limits]\nmemory = \"64 MiB\"\n\n[measure]",
    );
    place.write(
        "lessons/words/number.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include \"number.h\"\nint main(void) {\n\
         if (!malloc((size_t)1 << 30)) { perror(\"malloc\"); return NUMBER; }\nputs(\"3\"); }\n",
    );
    let ran = place
        .run(&["build"])
        .ends_with(3)
        .says("number: It ended with exit code 3.");
    ran.says("more memory than the 64\u{a0}MiB that its limits allow")
        .says("[limits]");
    assert!(place.read("book/en/words.md").contains("more memory than the 64"));
    // Of another failure nothing is known that has to do with memory.
    place.write("lessons/words/number.c", "int main(void) { return 1; }\n");
    let ran = place
        .run(&["build"])
        .ends_with(3)
        .says("number: It ended with exit code 1.");
    assert!(!ran.stderr.contains("memory"), "{}", ran.stderr);
}

#[test]
fn an_environment_that_does_not_allow_it_is_told_apart() {
    let nowhere = Place::empty();
    for args in [vec!["build"], vec!["check"], vec!["run", "x"], vec!["build", "."]] {
        nowhere.run(&args).ends_with(4).says("lessons/book.toml");
    }
    let place = Place::small();
    place.write("book", "a file where the book should go");
    place
        .run(&["build"])
        .ends_with(4)
        .says("cannot be written")
        .says("--out");
    assert_eq!(place.read("book"), "a file where the book should go");
}

#[test]
fn what_stands_in_the_way_is_told_as_that() {
    let place = Place::small();
    place.write("site/index.html", "somebody's");
    let ran = place.run(&["build", "--out", "site"]).ends_with(4);
    let ran = ran.says("a file is there that this book did not write").says("--out");
    assert!(!ran.stderr.contains("permissions"), "{}", ran.stderr);
    assert_eq!(place.read("site/index.html"), "somebody's");
    place.write("file", "somebody's");
    let ran = place.run(&["build", "--out", "file"]).ends_with(4).says("move away");
    assert!(!ran.stderr.contains("permissions"), "{}", ran.stderr);
    fs::remove_dir_all(place.path("lessons/words/records")).unwrap();
    place.write("lessons/words/records", "somebody's");
    let ran = place.run(&["build"]).ends_with(4).says("move away");
    assert!(!ran.stderr.contains("permissions"), "{}", ran.stderr);
}

#[test]
fn warnings_are_told_where_it_is_quiet_too() {
    let place = Place::small();
    place.write("templates/chaptr.html", "mine");
    let ran = place
        .run(&["check", "--quiet"])
        .ends_with(0)
        .says("did you mean `chapter.html`?");
    assert!(ran.says("1 warning").stdout.is_empty());
    let path = place.path_with(&["sh", "cat"]);
    fs::remove_file(place.path("templates/chaptr.html")).unwrap();
    let ran: Ran = place
        .command(&["build", "-q"])
        .env("PATH", path)
        .output()
        .unwrap()
        .into();
    let ran = ran.ends_with(0).says("`gcc` is not on this machine").says("1 warning");
    assert!(!ran.stderr.contains("measur"), "{}", ran.stderr);
}

#[test]
fn check_measures_and_writes_nothing() {
    let place = Place::small();
    let before = place.tree("");
    place
        .run(&["check"])
        .ends_with(0)
        .says("3 are undecided")
        .says("claim `few`: undecided, as it is not measured\n")
        .says("nothing was measured, as this command does not measure; `workbook build` does");
    assert_eq!(place.tree(""), before);
    let ran = place.run(&["build", "--no-run", "--out", "unmeasured"]).ends_with(0);
    let ran = ran.says("nothing was measured, as this command does not measure");
    assert_eq!(ran.stderr.matches("was measured").count(), 1, "{}", ran.stderr);
    assert!(!ran.stderr.contains("compilers"), "{}", ran.stderr);
    fs::remove_dir_all(place.path("unmeasured")).unwrap();
    place.build();
    place.change("lessons/words/en.md", "lines(long) <= 3", "lines(long) <= 1");
    let before = place.tree("");
    let check = place.run(&["check"]).ends_with(0);
    check
        .says("claim `few`: fails")
        .says("3 claims: 2 hold, 1 fails")
        .says("told from fresh records");
    place.change("lessons/words/long.sh", "longer", "much longer");
    assert!(place.run(&["check"]).ends_with(0).measured().is_empty());
    place.change("lessons/words/long.sh", "much longer", "longer");
    assert_eq!(place.tree(""), before);

    let lesson = place.read("lessons/words/en.md");
    for (link, said) in [
        ("[x](../wards/en.md)", "wards"),
        ("[x](#nowhere)", "nowhere"),
        ("![x](no.png)", "no.png"),
    ] {
        place.write("lessons/words/en.md", format!("{lesson}\n{link}\n"));
        place.run(&["check"]).ends_with(1).says(said);
    }
    place.write("lessons/words/en.md", lesson);
    place.write("templates/chapter.html", "{{ nothing_like_this.at_all }}");
    place.run(&["check"]).ends_with(1).says("templates/chapter.html");
    place.run(&["build", "--no-run", "--out", "fresh"]).ends_with(1);
    assert!(!place.path("fresh").exists(), "all pages are made of the templates");
}

#[test]
fn run_prints_a_table_and_adds_a_session() {
    let place = Place::small();
    let first = place.run(&["run", "words/shells"]).ends_with(0);
    assert_eq!(first.measured(), ["words/shells"]);
    for said in ["Shells", "long", "short", "holds: The long one writes more."] {
        assert!(first.stdout.contains(said), "{said}: {}", first.stdout);
    }
    assert!(!first.stdout.contains("Compiled") && !first.stdout.contains('\u{1b}'));
    assert_eq!(place.sessions("words", "shells"), [6]);
    let both = place.run(&["run", "words"]).ends_with(0);
    assert_eq!(both.measured(), ["words/shells", "words/compiled"]);
    assert!(both.stdout.contains("Shells") && both.stdout.contains("Compiled"));
    assert_eq!(place.sessions("words", "shells"), [6, 6]);
    assert!(!place.path("book").exists());
    assert!(place.build().measured().is_empty());
}

#[test]
fn the_book_is_found_upwards_and_relative_places_are_from_here() {
    let place = Place::small();
    let from = |folder: &str, args: &[&str]| -> Ran {
        place
            .command(args)
            .current_dir(place.path(folder))
            .output()
            .unwrap()
            .into()
    };
    from("lessons/words", &["build"]).ends_with(0);
    assert!(place.path("book/index.html").exists());
    from("lessons", &["build", "..", "--out", "out"])
        .ends_with(0)
        .says("told from fresh records");
    assert!(place.path("lessons/out/index.html").exists());
    from("lessons", &["run", "words/shells", "--root", ".."]).ends_with(0);
}

#[test]
fn plain_lines_where_nobody_looks_and_nothing_where_it_is_quiet() {
    let place = Place::small();
    let ran = place.build();
    assert_eq!(ran.stdout, "");
    assert!(
        !ran.stderr.contains('\u{1b}') && !ran.stderr.contains('\r'),
        "{}",
        ran.stderr
    );
    let ran = ran
        .says("measuring words/shells: 2 trials")
        .says("measured words/shells: 6 rounds");
    assert!(ran.says("wrote ").stderr.ends_with('\n'));
    let quiet = place.run(&["build", "--quiet", "--rerun"]).ends_with(0);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    place.change("lessons/words/en.md", "bytes(long); 5 B", "bytes(lang); 5 B");
    let forced = |variable: &str| -> Ran {
        let mut command = place.command(&["check", "-q"]);
        command.env(variable, "1").env_remove("NO_COLOR").env("TERM", "xterm");
        if variable == "NO_COLOR" {
            command.env(variable, "1");
        }
        command.output().unwrap().into()
    };
    assert!(forced("CLICOLOR_FORCE").ends_with(1).stderr.contains('\u{1b}'));
    assert!(!forced("NO_COLOR").ends_with(1).stderr.contains('\u{1b}'));
}

#[test]
fn with_json_each_line_of_standard_output_is_an_object() {
    let place = Place::small();
    let reasons = |args: &[&str], code: i32| {
        let ran = place
            .run(&[args, &["--message-format", "json"]].concat())
            .ends_with(code);
        assert_eq!(ran.stderr, "");
        let line = |line: &str| -> Value { serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")) };
        ran.stdout.lines().map(line).collect::<Vec<Value>>()
    };
    let has = |events: &[Value], reason: &str| events.iter().any(|event| event["reason"] == reason);
    let events = reasons(&["build"], 0);
    for reason in [
        "measuring",
        "built",
        "round",
        "measured",
        "claim",
        "chosen",
        "wrote",
        "finished",
    ] {
        assert!(has(&events, reason), "{reason}: {events:#?}");
    }
    let finished = events.last().unwrap();
    assert_eq!(finished["sources"]["measured"], 2);
    assert_eq!(finished["claims"]["holds"], 3);
    let again = reasons(&["build"], 0);
    assert_eq!(again.last().unwrap()["sources"]["fresh"], 2);
    let told = reasons(&["run", "words/shells"], 0);
    assert!(has(&told, "figure") && has(&told, "startup"));
    assert!(has(&reasons(&["run", "wards"], 2), "problem"));
    place.write("lessons/words/long.sh", "exit 7\n");
    let failed = reasons(&["build"], 3);
    let failure = failed.iter().find(|event| event["reason"] == "failed").unwrap();
    assert_eq!(failure["trial"], "long");
    place.change("lessons/words/en.md", "bytes(long); 5 B", "bytes(lang); 5 B");
    let broken = reasons(&["check"], 1);
    assert!(broken.iter().all(Value::is_object));
    assert_eq!(broken.last().unwrap()["errors"], 1);
}

#[test]
fn usage_errors_are_objects_too() {
    let place = Place::small();
    for (args, message, hint) in [
        (
            &["build", "--no-runs", "--message-format", "json"][..],
            "unexpected argument '--no-runs' found",
            "--no-run",
        ),
        (
            &["--message-format=json", "biuld"],
            "unrecognized subcommand 'biuld'",
            "build",
        ),
        (&["--message-format=json"], "command", "workbook --help"),
        (
            &["build", "--locale", "jp", "--message-format=json"],
            "possible values: cs, es, ja, en",
            "",
        ),
    ] {
        let ran = place.run(args).ends_with(2);
        assert_eq!(ran.stderr, "");
        let objects: Vec<Value> = ran
            .stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(
            (objects.len(), &objects[0]["reason"]),
            (1, &Value::from("problem")),
            "{}",
            ran.stdout
        );
        let said = |field: &str| objects[0][field].as_str().unwrap().to_owned();
        assert!(
            said("message").contains(message) && said("hint").contains(hint),
            "{}",
            ran.stdout
        );
    }
    place
        .run(&["build", "--no-runs", "--message-format", "human"])
        .ends_with(2)
        .says("Usage:");
}

#[test]
fn why_says_from_what_to_what_a_toolchain_changed() {
    let place = Place::small();
    place.write(
        "lessons/words/en.md",
        place
            .read("lessons/words/en.md")
            .replace("\"number.c\"", "\"number.odd\""),
    );
    place.write("lessons/words/number.odd", "echo 3\n");
    let toolchain = |version: &str| {
        place.write(
            "bin/odd",
            format!("#!/bin/sh\n[ \"$1\" = --version ] && echo odd {version} && exit\nexec sh \"$@\"\n"),
        );
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(place.path("bin/odd"), mode).unwrap();
    };
    toolchain("1.0");
    let settings = place.read("lessons/book.toml");
    let odd = "\n[toolchains.odd]\nendings = [\"odd\"]\nversion = \"odd --version\"\nrun = \"odd {source} {args}\"\n";
    place.write("lessons/book.toml", settings + odd);
    let path = format!("{}:{}", place.path("bin").display(), std::env::var("PATH").unwrap());
    let run = |args: &[&str]| -> Ran { place.command(args).env("PATH", &path).output().unwrap().into() };
    run(&["build"]).ends_with(0);
    toolchain("2.0");
    let why = run(&["why", "words/compiled"]).ends_with(0);
    why.says("changed: toolchain odd")
        .says("toolchain odd: from `odd 1.0` to `odd 2.0`\n");
    let why = run(&["why", "words/compiled", "--message-format", "json"]).ends_with(0);
    let object: Value = serde_json::from_str(why.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&object["changes"][0]["from"], &object["changes"][0]["to"]),
        (&"odd 1.0".into(), &"odd 2.0".into())
    );
}

#[test]
fn a_wrong_book_toml_is_told_and_no_panic() {
    for text in [
        "",
        "locales = []\n",
        "locales = [\"en\"\n",
        "locale = [\"en\"]\n",
        "locales = [\"de\"]\n",
    ] {
        let place = Place::small();
        place.write("lessons/book.toml", text);
        for command in ["check", "build"] {
            place.run(&[command]).ends_with(1).says("book.toml");
        }
    }
}

#[test]
fn pages_are_not_written_among_the_lessons() {
    let place = Place::small();
    let before = place.tree("lessons");
    for out in ["lessons", "lessons/words"] {
        let path = place.path(out);
        place
            .run(&["build", "--no-run", "--out", path.to_str().unwrap()])
            .ends_with(2);
    }
    assert_eq!(place.tree("lessons"), before);
}

#[test]
fn a_closed_standard_output_is_no_failure() {
    let place = Place::small();
    for args in [
        vec!["run", "words/shells"],
        vec!["build", "--message-format", "json"],
        vec!["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = place
            .command(&args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    }
}

/// A book whose only experiment takes long, and tells where it is.
fn slow() -> Place {
    let place = Place::empty();
    place.write(
        "lessons/book.toml",
        "locales = [\"en\"]\n\n[title]\nen = \"Slow\"\n\n[measure]\nrounds = [6, 6]\n",
    );
    place.write(
        "lessons/slow/en.md",
        "+++\ntitle = \"Slow\"\nsummary = \"It sleeps.\"\n+++\n\n## Sleep {#sleep}\n\n{value}`wall(nap); 5 s`\n\n\
         ```{experiment} nap\ntitle = \"Nap\"\n\n[variants]\nnap = \"nap.sh\"\n```\n",
    );
    place.write("lessons/slow/nap.sh", "sleep 0.4\n");
    place
}

/// Starts a build and waits for the end of so many rounds.
fn started(place: &Place, args: &[&str], rounds: usize) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = place.command(&[args, &["--message-format", "json"]].concat());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut events = BufReader::new(child.stdout.take().unwrap());
    let (mut line, mut seen) = (String::new(), 0);
    while seen < rounds {
        line.clear();
        assert_ne!(events.read_line(&mut line).unwrap(), 0, "it ended before");
        seen += usize::from(line.contains("\"reason\":\"round\""));
    }
    (child, events)
}

#[allow(clippy::disallowed_methods, reason = "a signal, as the user's terminal sends it")]
fn interrupt(child: &Child) {
    let sent = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .unwrap();
    assert!(sent.success());
}

/// Waits until no process runs in the place's working folder any more.
fn nothing_is_left(place: &Place) {
    let place = place.root().canonicalize().unwrap();
    let lives = || {
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        processes
            .filter_map(|process| fs::read_link(process.path().join("cwd")).ok())
            .any(|cwd| cwd.starts_with(place.join(".workbook")))
    };
    let begun = Instant::now();
    while lives() {
        assert!(begun.elapsed() < Duration::from_secs(10), "a process is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupted_build_keeps_its_rounds_and_the_next_goes_on() {
    let place = slow();
    let (mut child, mut events) = started(&place, &["build"], 2);
    interrupt(&child);
    let mut rest = String::new();
    events.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("interrupted; finished rounds are kept"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    nothing_is_left(&place);
    assert!(!place.path("book").exists());
    let kept = place.sessions("slow", "nap");
    assert_eq!(kept.len(), 1);
    assert!((2..6).contains(&kept[0]), "{kept:?}");
    let next = place.build();
    assert_eq!(next.measured(), ["slow/nap"]);
    assert_eq!(place.sessions("slow", "nap"), [kept[0], 6]);

    let why = place.run(&["why", "slow"]).ends_with(0);
    why.says("6 rounds in 1 session (and 1 cut short, which do not count)");
    assert!(place.read("book/en/slow.md").contains("6 in one sitting"));
}

#[test]
fn a_first_measurement_that_was_cut_short_is_kept_and_not_called_fresh() {
    let place = slow();
    // As the format's own number of rounds has it, too.
    place.change("lessons/book.toml", "\n[measure]\nrounds = [6, 6]\n", "");
    let (mut child, events) = started(&place, &["build"], 1);
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(events);
    let check = place.run(&["check"]).ends_with(0);
    check.says("told from its last record");
    let why = place.run(&["why", "slow"]).ends_with(0).stdout;
    assert!(
        why.contains("where at least 10 are asked for") && why.contains("in 1 session (1 cut short)"),
        "{why}"
    );
}

#[test]
fn a_record_stays_until_what_is_to_replace_it_suffices() {
    let place = slow();
    place.build();
    let record = fs::read(place.records("slow")).unwrap();
    let cut = |args: &[&str]| {
        let (mut child, mut events) = started(&place, args, 1);
        interrupt(&child);
        let mut rest = String::new();
        events.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let measured = rest
            .lines()
            .find(|line| line.contains("\"reason\":\"measured\""))
            .unwrap();
        let measured: Value = serde_json::from_str(measured).unwrap();
        assert_eq!(measured["waits"], true);
        measured["rounds"].as_u64().unwrap() as usize
    };
    let first = cut(&["build", "--rerun"]);
    assert!(fs::read(place.records("slow")).unwrap() == record, "it is as it was");
    place.build().says("told from a fresh record");
    let second = cut(&["build", "--rerun"]);
    assert!(fs::read(place.records("slow")).unwrap() == record, "it is as it was");
    let ran = place.run(&["build", "--rerun"]).ends_with(0);
    ran.says("measured slow/nap: 6 rounds\n");
    assert_eq!(
        place.sessions("slow", "nap"),
        [first, second, 6],
        "all finished rounds are kept"
    );
    // From there on anew.
    place.run(&["build", "--rerun"]).ends_with(0);
    assert_eq!(place.sessions("slow", "nap"), [6]);

    // A record that is stale is no less worth than a few rounds.
    place.change("lessons/slow/nap.sh", "sleep 0.4", "sleep 0.3");
    cut(&["build"]);
    assert_eq!(place.sessions("slow", "nap"), [6]);
    place.build();
    assert_eq!(place.sessions("slow", "nap").last(), Some(&6));
    assert_eq!(place.sessions("slow", "nap").len(), 2);
}

#[test]
fn a_second_interrupt_ends_at_once_and_leaves_nothing() {
    let place = slow();
    place.write("lessons/slow/nap.sh", "sleep 5\n");
    let (mut child, _events) = started(&place, &["build"], 0);
    // The warm-up runs.
    let begun = Instant::now();
    while !fs::read_dir(place.path(".workbook/runs")).is_ok_and(|mut runs| runs.next().is_some()) {
        assert!(begun.elapsed() < Duration::from_secs(10), "nothing runs");
        std::thread::sleep(Duration::from_millis(20));
    }
    interrupt(&child);
    interrupt(&child);
    let status = child.wait().unwrap();
    assert_eq!((status.code(), status.signal()), (Some(130), None));
    nothing_is_left(&place);
    place.write("lessons/slow/nap.sh", "exit\n");
    place.build();
}

#[test]
fn the_readmes_first_lesson_is_right_to_the_letter() {
    let readme = include_str!("../README.md");
    let section = readme.split("## A first lesson of your own").nth(1).unwrap();
    let place = Place::empty();
    // Files in the order of the text, each after the sentence that names it; then commands.
    let mut named = Vec::new();
    let mut lines = section.lines();
    let mut home = place.root().to_owned();
    let path = std::env::join_paths(
        [std::path::Path::new(env!("CARGO_BIN_EXE_workbook"))
            .parent()
            .unwrap()
            .to_owned()]
        .into_iter()
        .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let (mut files, mut commands) = (0, 0);
    while let Some(line) = lines.next() {
        let fence: String = line.chars().take_while(|c| matches!(c, '`' | '~')).collect();
        if line.starts_with("## ") {
            break;
        }
        if fence.len() < 3 {
            let codes = line.split('`').skip(1).step_by(2);
            named.extend(codes.filter(|code| code.starts_with("lessons/")).map(str::to_owned));
            continue;
        }
        let language = &line[fence.len()..];
        let body: String = lines
            .by_ref()
            .take_while(|line| *line != fence)
            .flat_map(|line| [line, "\n"])
            .collect();
        if language == "sh" {
            commands += 1;
            #[allow(clippy::disallowed_methods, reason = "the reader's shell")]
            let output = Command::new("sh")
                .args(["-ec", &format!("{body}\npwd >\"$WHERE\"")])
                .current_dir(&home)
                .env("PATH", &path)
                .env("WHERE", place.path("where"))
                .output()
                .unwrap();
            let ran: Ran = output.into();
            ran.ends_with(0);
            home = place.read("where").trim().into();
        } else {
            files += 1;
            fs::write(home.join(named.pop().unwrap()), body).unwrap();
        }
    }
    assert_eq!((files, commands), (4, 2));
    let page = fs::read_to_string(home.join("book/en/sum.html")).unwrap();
    assert!(page.contains("start-up of the interpreter included"));
    // A newcomer sees a claim that holds, and with room.
    assert!(
        page.contains("<p>“At least twice as long” held on this machine.</p>"),
        "{page}"
    );
    assert!(home.join("book/index.html").exists());
}

#[test]
fn a_root_that_is_no_book_is_told_with_what_may_have_been_meant() {
    let place = Place::small();
    place.write("a-file", "");
    fs::create_dir(place.path("empty")).unwrap();
    let bare = Place::empty();
    let bare = bare.root().to_str().unwrap();
    for (root, said, hint) in [
        ("nowhere", "there is no folder `nowhere`", "did you mean `"),
        ("a-file", "`a-file` is no folder", "did you mean `"),
        ("empty", "`empty` has no folder `lessons`", "did you mean `"),
        ("lessons", "`lessons` has no folder `lessons`", "did you mean `"),
        (
            bare,
            "has no folder `lessons`",
            "name the folder that has `lessons/book.toml`",
        ),
    ] {
        for command in ["build", "check"] {
            place.run(&[command, root]).ends_with(4).says(said).says(hint);
        }
        place.run(&["run", "words", "--root", root]).ends_with(4).says(said);
    }
    fs::create_dir(place.path("empty/lessons")).unwrap();
    place
        .run(&["build", "empty"])
        .ends_with(4)
        .says("lessons/book.toml")
        .says("a book has this file");
}

#[test]
fn what_is_wrong_in_a_books_own_templates_is_told_with_its_place() {
    let place = Place::small();
    place.write("templates/chaptr.html", "mine");
    place.write("templates/local/en.ftl", "");
    place.write("templates/notes.txt", "");
    place.write("templates/.hidden", "");
    place.write("templates/book.css", "body { color: red }");
    let ran = place.run(&["check"]).ends_with(0);
    let ran = ran.says("templates/chaptr.html").says("did you mean `chapter.html`?");
    let ran = ran
        .says("did you mean `locales/en.ftl`?")
        .says("its files are `base.html`")
        .says("3 warnings");
    assert!(!ran.stderr.contains("hidden"), "{}", ran.stderr);
    fs::remove_file(place.path("templates/local/en.ftl")).unwrap();
    place.write("templates/locales/cs.ftl", "verdict-holds = ano\nverdict-fail = ne\n");
    let ran = place.run(&["build", "--no-run"]).ends_with(0);
    ran.says("templates/locales/cs.ftl:2:1")
        .says("there is no message `verdict-fail`")
        .says("did you mean `verdict-fails`?");
    fs::remove_file(place.path("templates/locales/cs.ftl")).unwrap();
    place.write(
        "templates/locales/en.ftl",
        "verdict-holds = is so\n\nverdict-fails = { $\n",
    );
    place.write("templates/locales/ja.ftl", "# 日本語\nwhere-nowhere = { $place }\n");
    let ran = place.run(&["check"]).ends_with(1);
    let ran = ran.says("templates/locales/en.ftl:3:").says("verdict-fails = { $\n");
    ran.says("templates/locales/ja.ftl:2:19")
        .says("where-nowhere = { $place }")
        .says("has no argument `$place`");
}

#[test]
fn why_names_what_made_a_record_fresh_or_stale() {
    let place = Place::small();
    let why = |what: &str| place.run(&["why", what]).ends_with(0).stdout;
    assert!(why("words").contains("words/shells: not measured yet"));
    place.build();
    let fresh = why("words/shells");
    assert!(fresh.starts_with("words/shells: fresh"), "{fresh}");
    assert!(
        fresh.contains("6 rounds in 1 session") && !fresh.contains("compiled"),
        "{fresh}"
    );
    place.write("lessons/words/long.sh", "echo another line\n");
    place.change("lessons/words/en.md", "files = [\"data.txt\"]\n", "");
    let stale = why("words/shells");
    assert!(stale.starts_with("words/shells: stale"), "{stale}");
    assert!(stale.contains("changed: program long.sh\n"), "{stale}");
    assert!(stale.contains("gone: file data.txt\n"), "{stale}");
    assert!(
        stale.contains("same: ") && stale.contains("program short.sh"),
        "{stale}"
    );
    let ran = place.run(&["why", "words", "--message-format", "json"]).ends_with(0);
    let objects: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects[0]["state"], "changed");
    assert_eq!(objects[0]["changes"][1]["part"], "program long.sh");
    assert_eq!(objects[1]["state"], "fresh");
    place.run(&["why", "wards"]).ends_with(2).says("did you mean `words`?");
}

#[test]
fn samples_are_told_one_a_row() {
    let place = Place::small();
    let header = "lesson,experiment,session,date,round,turn,variant,control,cell,metric,value,unit\n";
    assert_eq!(place.run(&["samples", "words"]).ends_with(0).stdout, header);
    place.build();
    let all = place.run(&["samples", "words/shells"]).ends_with(0).stdout;
    assert!(all.starts_with(header) && !all.contains("compiled"), "{all}");
    let walls = |trial: &str| -> Vec<Vec<&str>> {
        let of_trial = all
            .lines()
            .filter(|line| line.contains(trial) && line.contains(",wall,"));
        of_trial.map(|line| line.split(',').collect()).collect()
    };
    for trial in [",short,false,", ",long,false,", ",short,true,"] {
        let rounds: Vec<&str> = walls(trial).iter().map(|fields| fields[4]).collect();
        assert_eq!(rounds, ["1", "2", "3", "4", "5", "6"], "{trial}");
    }
    // In each round each of the three has a turn of its own.
    for round in 0..6 {
        let mut turns: Vec<String> = [",short,false,", ",long,false,", ",short,true,"]
            .map(|trial| walls(trial)[round][5].to_owned())
            .to_vec();
        turns.sort();
        assert_eq!(turns, ["1", "2", "3"], "round {round}");
    }
    let bytes = all.lines().find(|line| line.contains(",long,false,,bytes,")).unwrap();
    assert!(bytes.ends_with(",19,B"), "{bytes}");
}
