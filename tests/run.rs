//! The real executor, with g++, python3, sh, strace and valgrind: what a session records of programs that really run.
//!
//! Deliberately absent: times, which no test asserts, and rounds and stopping, which scripted runs test in `src/run`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "these are tests, their helpers too")]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use workbook::lesson::definitions::{Expectation, Measure, ReportRule, ReportSource, ReportedMetric, Timing};
use workbook::lesson::names::{Metric, Sink, Spanned};
use workbook::plan::{InputFile, Limits, Plan, RecordKey, Trial, TrialId};
use workbook::process::{Cancel, find_program};
use workbook::quantity::{Kind, Unit};
use workbook::record::{Circumstances, LimitKind, Outcome, Reading, Reason, Record};
use workbook::run::{Measured, Options, RealExecutor, count, lacks_counts, measure, missing_tools};
use workbook::source::{Asset, Digest};
use workbook::toolchain::{Definition, Probe, Toolchains};

const ROUNDS: u32 = 3;

fn file(name: &str, text: &str) -> InputFile {
    let bytes = text.as_bytes().to_vec();
    let digest = Digest::of(&bytes);
    InputFile {
        name: name.to_owned(),
        asset: Arc::new(Asset { bytes, digest }),
    }
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap()
}

/// A toolchain as it is found here; `compile` is empty for an interpreter.
fn toolchain(name: &str, compile: &str, run: &str) -> (Definition, Probe) {
    let definition = Definition {
        name: name.to_owned(),
        endings: Vec::new(),
        // The shell does not tell its own.
        version: match name {
            "sh" => "readlink -f /bin/sh".to_owned(),
            _ => format!("{name} --version"),
        },
        behind: (name == "python3").then(|| r#"python3 -c print(__import__("sys").executable)"#.to_owned()),
        compile: (!compile.is_empty()).then(|| compile.to_owned()),
        run: run.to_owned(),
        warning: None,
        empty: None,
        package: None,
    };
    let toolchains = Toolchains::new(
        std::slice::from_ref(&definition),
        search_path(),
        std::env::var_os("HOME"),
    );
    let probe = toolchains.probe(name);
    assert!(probe.version().is_some(), "these tests need {name}: {probe:?}");
    (definition, probe)
}

fn cpp(variant: &str, text: &str) -> Trial {
    let toolchain = toolchain("g++", "g++ {source} -o {program}", "{program}");
    trial(variant, file(&format!("{variant}.cpp"), text), toolchain)
}

fn sh(variant: &str, text: &str) -> Trial {
    trial(
        variant,
        file(&format!("{variant}.sh"), text),
        toolchain("sh", "", "sh {source}"),
    )
}

fn python(variant: &str, text: &str) -> Trial {
    trial(
        variant,
        file(&format!("{variant}.py"), text),
        toolchain("python3", "", "python3 {source}"),
    )
}

fn trial(variant: &str, program: InputFile, (toolchain, probe): (Definition, Probe)) -> Trial {
    Trial {
        id: TrialId {
            variant: variant.to_owned(),
            cell: Vec::new(),
            control: false,
        },
        compile: toolchain.compile.as_deref().map(words),
        run: words(&toolchain.run),
        toolchain,
        probe,
        program,
        included: Vec::new(),
        sink_is_path: false,
        sink: Sink::File,
        env: BTreeMap::new(),
        stdin: None,
        files: Vec::new(),
        limits: Limits {
            wall: Duration::from_secs(30),
            cpu: Duration::from_secs(30),
            memory_bytes: 1 << 30,
            output_bytes: 1 << 20,
            processes: 64,
            files: 1024,
            disk_bytes: 1 << 30,
        },
        expect: Expectation::Exit(0),
        counted: BTreeSet::new(),
    }
}

fn into(sink: Sink, mut trial: Trial) -> Trial {
    trial.sink = sink;
    trial.id.cell.push(("sink".to_owned(), sink.name().to_owned()));
    trial
}

/// With words for its command line; with `{sink}`, it opens its output itself.
fn given(args: &str, mut trial: Trial) -> Trial {
    trial.run.extend(words(args));
    trial.sink_is_path = args.contains("{sink}");
    trial
}

fn expecting(expect: Expectation, mut trial: Trial) -> Trial {
    trial.expect = expect;
    trial
}

fn plan(trials: Vec<Trial>) -> Plan {
    Plan {
        empty_programs: Vec::new(),
        lesson: "lesson".to_owned(),
        experiment: "experiment".to_owned(),
        trials,
        metrics: Vec::new(),
        key: RecordKey { parts: BTreeMap::new() },
        measure: Measure {
            rounds: Some((ROUNDS, ROUNDS)),
            ..Measure::default()
        },
        timing: Timing::Default,
    }
}

fn measured(plan: &Plan) -> Record {
    with_executor(search_path(), |executor| {
        let options = Options {
            seed: 1,
            circumstances: Circumstances::default(),
            cancel: Cancel::new(),
        };
        measure(plan, executor, options, &mut |_| false, &mut |_| {}).unwrap()
    })
}

/// A record of the plan with the counts that it lacked, made with the tools on `search_path`.
fn counted(record: Record, plan: &Plan, search_path: OsString) -> Record {
    with_executor(search_path, |executor| {
        count(record, plan, executor, &Cancel::new(), &mut |_| {}).unwrap()
    })
}

fn with_executor(search_path: OsString, measure: impl FnOnce(&RealExecutor) -> Measured) -> Record {
    let root = tempfile::tempdir().unwrap();
    let executor = RealExecutor::new(root.path(), search_path, std::env::var_os("HOME"), Cancel::new()).unwrap();
    let Measured { record, stop } = measure(&executor);
    assert!(!stop.is_early(), "{stop:?}");
    drop(executor);
    for folder in ["builds", "runs"] {
        let left = fs::read_dir(root.path().join(".workbook").join(folder))
            .unwrap()
            .count();
        assert_eq!(left, 0, "something was left in {folder}");
    }
    record
}

fn reading(record: &Record, trial: usize, metric: &Metric) -> Result<Vec<i64>, Reason> {
    match &record.sessions[0].samples[trial][metric] {
        Reading::Available(series) => Ok(series.values.clone()),
        Reading::Unavailable(reason) => Err(reason.clone()),
    }
}

fn same(value: i64) -> Result<Vec<i64>, Reason> {
    Ok(vec![value; ROUNDS as usize])
}

/// Asserts that all trials ended as announced.
fn all_well(record: &Record) {
    for trial in &record.trials {
        assert!(
            trial.announced,
            "{}: {:?}\n{}",
            trial.id, trial.outcome, trial.stderr.text
        );
    }
}

// ---- Writes, sinks, output

const LINES: i64 = 500;

const ENDL_TO_STDOUT: &str =
    "#include <iostream>\nint main() { for (int i = 0; i < 500; ++i) std::cout << i << std::endl; }\n";
const ENDL_TO_PATH: &str = "#include <fstream>\nint main(int, char** arguments) {\n    std::ofstream out(arguments[1]);\n    \
    for (int i = 0; i < 500; ++i) out << i << std::endl;\n}\n";

#[test]
fn writes_are_exact_in_every_sink_by_both_ways() {
    let sinks = [Sink::File, Sink::Tmpfs, Sink::Pipe, Sink::Pty, Sink::Null];
    let by_stdout = sinks.map(|sink| into(sink, cpp("stdout", ENDL_TO_STDOUT)));
    let by_path = sinks.map(|sink| into(sink, given("{sink}", cpp("path", ENDL_TO_PATH))));
    let record = measured(&plan(by_stdout.into_iter().chain(by_path).collect()));
    all_well(&record);
    let expected: String = (0..LINES).map(|line| format!("{line}\n")).collect();
    for (number, trial) in record.trials.iter().enumerate() {
        assert_eq!(reading(&record, number, &Metric::Writes), same(LINES), "{}", trial.id);
        if sinks[number % sinks.len()] == Sink::Null {
            let nothing = Err(Reason::SinkKeepsNothing);
            assert_eq!(reading(&record, number, &Metric::Bytes), nothing, "{}", trial.id);
            assert_eq!(reading(&record, number, &Metric::Lines), nothing, "{}", trial.id);
            assert_eq!(trial.output.digest, None);
        } else {
            assert_eq!(
                reading(&record, number, &Metric::Bytes),
                same(expected.len() as i64),
                "{}",
                trial.id
            );
            assert_eq!(reading(&record, number, &Metric::Lines), same(LINES), "{}", trial.id);
            assert_eq!(trial.output.text, expected);
            assert_eq!(trial.output.digest, Some(Digest::of(expected.as_bytes())));
        }
        assert_eq!(reading(&record, number, &Metric::Status), same(0));
    }
    assert_eq!(record.trials[0].compile.join(" "), "g++ stdout.cpp -o stdout");
    assert_eq!(record.trials[0].run.join(" "), "./stdout");
    assert_eq!(record.trials[sinks.len()].run.join(" "), "./path {sink}");
    let session = &record.sessions[0];
    assert!(session.circumstances.toolchains["g++"].contains("g++"));
    assert_eq!(session.orders.len(), ROUNDS as usize);
}

#[test]
fn readings_that_every_machine_has_are_there() {
    let record = measured(&plan(vec![sh("shell", "echo hello")]));
    all_well(&record);
    for metric in [Metric::Wall, Metric::Cpu, Metric::User, Metric::Sys] {
        assert_eq!(reading(&record, 0, &metric).unwrap().len(), ROUNDS as usize, "{metric}");
    }
    let memory = reading(&record, 0, &Metric::Memory).unwrap();
    assert!(memory.iter().all(|bytes| *bytes > 100_000), "{memory:?}");
    match reading(&record, 0, &Metric::Cycles) {
        Ok(cycles) => assert!(cycles.iter().all(|cycles| *cycles > 0), "{cycles:?}"),
        Err(why) => assert!(matches!(why, Reason::NoCounter | Reason::CounterRefused), "{why:?}"),
    }
    assert!(record.trials[0].counts.is_empty(), "nothing was to be counted");
}

// ---- What programs report

fn elapsed(from: ReportSource) -> ReportedMetric {
    ReportedMetric {
        name: Spanned::new("elapsed".to_owned(), 0..0),
        rule: ReportRule::Find {
            pattern: Spanned::new(r"took (\S+) ms".to_owned(), 0..0),
            unit: Some(Unit::Millisecond),
        },
        from,
    }
}

#[test]
fn programs_report_by_standard_output_standard_error_and_files() {
    let metric = Metric::Reported("elapsed".to_owned());
    // So much before it that only a search of the whole text finds it.
    let long = "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done; echo took 3.272 ms";
    for (from, text) in [
        (ReportSource::Stdout, long),
        (ReportSource::Stderr, "echo took 3.272 ms >&2"),
        (
            ReportSource::File("times.txt".to_owned()),
            "echo took 3.272 ms > times.txt",
        ),
    ] {
        let mut plan = plan(vec![
            sh("reporting", text),
            sh(
                "silent",
                "ln -s /etc/passwd times.txt; echo took a while; echo took a while >&2",
            ),
        ]);
        plan.metrics = vec![elapsed(from.clone())];
        let record = measured(&plan);
        all_well(&record);
        let Reading::Available(series) = &record.sessions[0].samples[0][&metric] else {
            panic!("{from:?}: {:?}", record.sessions[0].samples[0][&metric]);
        };
        assert_eq!((series.kind, series.exponent), (Kind::Duration, 0));
        assert_eq!(series.values, [3_272_000; ROUNDS as usize]);
        assert_eq!(reading(&record, 1, &metric), Err(Reason::NotReported));
    }
}

#[test]
fn a_program_that_opens_its_sink_reports_by_standard_output() {
    let program = "import sys\nopen(sys.argv[1], 'w').write('data\\n')\nprint('took 1.5 ms')\n";
    let sinks = [Sink::File, Sink::Tmpfs, Sink::Pipe, Sink::Null];
    let mut plan = plan(
        sinks
            .map(|sink| into(sink, given("{sink}", python("timed", program))))
            .into(),
    );
    plan.metrics = vec![elapsed(ReportSource::Stdout)];
    let record = measured(&plan);
    all_well(&record);
    for (number, sink) in sinks.into_iter().enumerate() {
        let metric = Metric::Reported("elapsed".to_owned());
        assert_eq!(reading(&record, number, &metric), same(1_500_000), "{sink:?}");
        assert_eq!(record.trials[number].stdout.text, "took 1.5 ms\n");
        let kept = if sink == Sink::Null { "" } else { "data\n" };
        assert_eq!(record.trials[number].output.text, kept, "{sink:?}");
    }
}

// ---- What programs get

#[test]
fn a_run_has_its_files_its_input_and_no_other_environment() {
    let program = "import os, sys\n\
        for name in sorted(os.environ):\n    print(name, os.environ[name] if len(name) == 4 else '')\n\
        print(os.getcwd() == os.environ['HOME'], sorted(os.listdir('.')), open('data/words').read(), sys.stdin.read())\n\
        open('left behind', 'w').write('x')\n";
    let mut trial = into(Sink::Pipe, python("looks", program));
    trial.stdin = Some(Arc::from(&b"some input"[..]));
    trial.files = vec![file("data/words", "some words"), file("more", "")];
    trial.env = BTreeMap::from([("GIVEN".to_owned(), "1".to_owned())]);
    let record = measured(&plan(vec![trial]));
    all_well(&record);
    let lines: Vec<&str> = record.trials[0].output.text.lines().collect();
    let names: Vec<&str> = lines[..lines.len() - 1]
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    // Python sets LC_CTYPE itself on some systems.
    let names: Vec<&str> = names.into_iter().filter(|name| *name != "LC_CTYPE").collect();
    assert_eq!(names, ["GIVEN", "HOME", "LANG", "PATH", "TZ", "WORKBOOK_PADDING"]);
    assert!(lines.contains(&"LANG C.UTF-8"));
    // No path of this machine is kept.
    assert!(lines.contains(&"HOME ."), "{lines:?}");
    assert_eq!(
        lines.last(),
        Some(&"True ['data', 'looks.py', 'more'] some words some input")
    );
    // Each run in a fresh folder that is called the same: all of them said the same.
    assert!(record.trials[0].output.digest.is_some());
}

#[test]
fn headers_of_the_lesson_are_found() {
    let mut trial = cpp(
        "main",
        "#include \"parts/count.h\"\n#include <cstdio>\nint main() { std::printf(\"%d\\n\", COUNT); }\n",
    );
    trial.included = vec![file("parts/count.h", "#define COUNT 17\n")];
    let record = measured(&plan(vec![trial]));
    all_well(&record);
    assert_eq!(record.trials[0].output.text, "17\n");
}

// ---- How programs end

#[test]
fn announced_ends_are_measured() {
    let mut sleeping = sh("sleeping", "echo before; exec sleep 60");
    sleeping.limits.wall = Duration::from_millis(200);
    let record = measured(&plan(vec![
        expecting(Expectation::Exit(3), sh("three", "exit 3")),
        expecting(
            Expectation::Signal("SIGABRT".to_owned()),
            cpp("aborting", "#include <cstdlib>\nint main() { std::abort(); }\n"),
        ),
        expecting(Expectation::Timeout, sleeping),
        expecting(Expectation::BuildFails, cpp("broken", "int main() { return 0 }\n")),
    ]));
    all_well(&record);
    assert_eq!(record.trials[0].outcome, Outcome::Exited(3));
    assert_eq!(reading(&record, 0, &Metric::Status), same(3));
    assert_eq!(record.trials[1].outcome, Outcome::Signalled("SIGABRT".to_owned()));
    assert_eq!(reading(&record, 1, &Metric::Status), Err(Reason::EndedBySignal));
    assert_eq!(
        reading(&record, 1, &Metric::Wall).map(|values| values.len()),
        Ok(ROUNDS as usize)
    );
    let timeout = Outcome::Exceeded {
        limit: LimitKind::Wall,
        value: 200_000_000,
    };
    assert_eq!(record.trials[2].outcome, timeout);
    assert_eq!(record.trials[2].output.text, "before\n");
    assert_eq!(reading(&record, 2, &Metric::Bytes), same(7));
    assert_eq!(record.trials[3].outcome, Outcome::BuildFailed);
    assert!(
        record.trials[3].output.text.starts_with("broken.cpp:"),
        "{}",
        record.trials[3].output.text
    );
    assert_eq!(reading(&record, 3, &Metric::Wall), Err(Reason::BuildFailed));
}

#[test]
fn what_nobody_announced_is_told_and_the_others_go_on() {
    let mut missing = sh("missing", "echo never");
    missing.probe = Probe::Missing;
    let mut greedy = into(Sink::Pipe, sh("greedy", "while :; do echo a line of output; done"));
    greedy.limits.output_bytes = 10_000;
    let mut unstartable = sh("unstartable", "");
    unstartable.run = words("./no-such-program");
    let record = measured(&plan(vec![
        cpp(
            "crashing",
            "#include <cstdio>\nint main() {\n    std::fprintf(stderr, \"so far\\n\");\n    \
            int* volatile nowhere = nullptr;\n    return *nowhere;\n}\n",
        ),
        cpp("broken", "int main() { return nothing; }\n"),
        missing,
        greedy,
        unstartable,
        sh("well", "echo well"),
    ]));
    let announced: Vec<bool> = record.trials.iter().map(|trial| trial.announced).collect();
    assert_eq!(announced, [false, false, false, false, false, true]);
    assert_eq!(record.trials[0].outcome, Outcome::Signalled("SIGSEGV".to_owned()));
    assert_eq!(record.trials[0].stderr.text, "so far\n");
    assert_eq!(record.trials[1].outcome, Outcome::BuildFailed);
    assert!(
        record.trials[1].compiler.text.contains("nothing"),
        "{}",
        record.trials[1].compiler.text
    );
    assert_eq!(record.trials[2].outcome, Outcome::ToolchainMissing);
    let too_much = Outcome::Exceeded {
        limit: LimitKind::Output,
        value: 10_000,
    };
    assert_eq!(record.trials[3].outcome, too_much);
    assert!(matches!(&record.trials[4].outcome, Outcome::NotStarted(why) if why.contains("No such file")));
    assert_eq!(reading(&record, 5, &Metric::Lines), same(1));
    assert_eq!(record.sessions[0].orders, vec![vec![5]; ROUNDS as usize]);
}

#[test]
fn a_folder_that_a_program_locks_is_removed_all_the_same() {
    // Only an ordinary user is kept out by this.
    let program = "mkdir -p in/deep; echo x > in/deep/x; ln -s /etc in/link; chmod 0 in/deep in .; echo done";
    let record = measured(&plan(vec![into(Sink::Pipe, sh("locks", program))]));
    all_well(&record);
    assert_eq!(reading(&record, 0, &Metric::Lines), same(1));
}

// ---- Exact counts

const TOOLS: [&str; 2] = ["strace", "valgrind"];

/// With passes of their own for these metrics.
fn counting(metrics: &str, mut trial: Trial) -> Trial {
    for tool in TOOLS {
        let found = find_program(Path::new(tool), Some(&search_path()));
        assert!(found.is_some(), "these tests need {tool}: apt-get install {tool}");
    }
    let metrics = metrics.split(' ').map(|word| Metric::parse(word).unwrap());
    trial.counted = metrics.collect();
    trial
}

#[track_caller]
fn count_of(record: &Record, trial: usize, metric: &str) -> Result<i64, Reason> {
    let metric = Metric::parse(metric).unwrap();
    match record.trials[trial].counts.get(&metric) {
        Some(Reading::Available(count)) => Ok(*count),
        Some(Reading::Unavailable(reason)) => Err(reason.clone()),
        None => panic!("{metric} of {} was not counted", record.trials[trial].id),
    }
}

#[test]
fn system_calls_are_counted_in_every_sink_and_only_where_they_are_named() {
    let sinks = [Sink::File, Sink::Tmpfs, Sink::Pipe, Sink::Null];
    let metrics = "syscalls syscalls.write syscalls.getuid";
    let by_stdout = sinks.map(|sink| into(sink, counting(metrics, cpp("stdout", ENDL_TO_STDOUT))));
    let by_path = sinks.map(|sink| into(sink, counting(metrics, given("{sink}", cpp("path", ENDL_TO_PATH)))));
    let unnamed = cpp("stdout", ENDL_TO_STDOUT);
    let record = measured(&plan(by_stdout.into_iter().chain(by_path).chain([unnamed]).collect()));
    all_well(&record);
    for (number, trial) in record.trials[..2 * sinks.len()].iter().enumerate() {
        assert_eq!(count_of(&record, number, "syscalls.write"), Ok(LINES), "{}", trial.id);
        assert_eq!(count_of(&record, number, "syscalls.getuid"), Ok(0), "{}", trial.id);
        assert!(count_of(&record, number, "syscalls").unwrap() > LINES, "{}", trial.id);
        assert_eq!(
            reading(&record, number, &Metric::Writes),
            same(LINES),
            "not of the rounds"
        );
    }
    assert!(record.trials[2 * sinks.len()].counts.is_empty());
}

#[test]
fn calls_of_children_count_and_so_do_those_of_interpreters() {
    let program = |forks: &str| {
        format!("import os\nchild = {forks}\nfor _ in range(10): os.getpgrp()\nif child: os.waitpid(child, 0)\n")
    };
    let trials = ["0", "os.fork()"].map(|forks| counting("syscalls.getpgrp", python("calls", &program(forks))));
    let record = measured(&plan(trials.into()));
    all_well(&record);
    assert_eq!(count_of(&record, 0, "syscalls.getpgrp"), Ok(10));
    assert_eq!(count_of(&record, 1, "syscalls.getpgrp"), Ok(20));
}

#[test]
fn allocations_bytes_and_instructions_are_counted() {
    let program = |times: u32| {
        format!(
            "#include <cstdlib>\nint main() {{\n    volatile int sum = 0;\n    for (int i = 0; i < {times}; ++i) {{\n        \
             void* volatile p = std::malloc(100);\n        std::free(p);\n        delete new int;\n        sum = sum + i;\n    \
             }}\n}}\n"
        )
    };
    let trials = [("once", 1000), ("twice", 2000)];
    let metrics = "allocations allocated instructions";
    let record = measured(&plan(
        trials
            .map(|(name, times)| counting(metrics, cpp(name, &program(times))))
            .into(),
    ));
    all_well(&record);
    let more = |metric| count_of(&record, 1, metric).unwrap() - count_of(&record, 0, metric).unwrap();
    assert_eq!(more("allocations"), 2000);
    assert_eq!(more("allocated"), 1000 * 104);
    let loops = more("instructions");
    // Whatever a turn of the loop is compiled to: every turn has as many, or nearly.
    assert!((20_000..2_000_000).contains(&loops), "{loops}");
}

#[test]
fn warnings_are_counted_of_builds_that_succeed_and_that_fail() {
    let warning = "(?m)^[^\\n]*: warning: ";
    let with_flags = |variant: &str, flags: &str, text: &str| {
        let mut trial = counting("warnings", cpp(variant, text));
        trial.compile.as_mut().unwrap().extend(words(flags));
        trial.toolchain.warning = Some(warning.to_owned());
        trial
    };
    let unused = "int main() {\n    int first;\n    int second;\n}\n";
    let mut no_pattern = with_flags("no_pattern", "-Wall", unused);
    no_pattern.toolchain.warning = None;
    let record = measured(&plan(vec![
        with_flags("silent", "", unused),
        with_flags("told", "-Wall", unused),
        expecting(
            Expectation::BuildFails,
            with_flags(
                "broken",
                "-Wall",
                "int f() { int unused; return 0; }\nint main() { return x; }\n",
            ),
        ),
        no_pattern,
        counting("warnings", sh("shell", "echo 'x: warning: no compiler said it'")),
    ]));
    all_well(&record);
    assert_eq!(count_of(&record, 0, "warnings"), Ok(0));
    assert_eq!(count_of(&record, 1, "warnings"), Ok(2));
    assert_eq!(count_of(&record, 2, "warnings"), Ok(1));
    let none = |name: &str| Err(Reason::NoWarningPattern(name.to_owned()));
    assert_eq!(count_of(&record, 3, "warnings"), none("g++"));
    assert_eq!(count_of(&record, 4, "warnings"), none("sh"));
}

#[test]
fn a_count_that_two_passes_do_not_share_is_not_exact() {
    let elsewhere = tempfile::tempdir().unwrap();
    let turns = elsewhere.path().join("turns");
    fs::write(&turns, "").unwrap();
    // One call more each time.
    let program = "import os, sys\nwith open(sys.argv[1], 'a+') as turns:\n    turns.write('x')\n    turns.seek(0)\n    \
                   for _ in turns.read(): os.getpgrp()\n";
    let varying = given(turns.to_str().unwrap(), python("varying", program));
    let record = measured(&plan(vec![counting(
        "syscalls syscalls.getpgrp syscalls.getuid",
        varying,
    )]));
    all_well(&record);
    assert_eq!(count_of(&record, 0, "syscalls.getpgrp"), Err(Reason::CountVaries));
    assert_eq!(count_of(&record, 0, "syscalls"), Err(Reason::CountVaries));
    assert!(
        count_of(&record, 0, "syscalls.getuid").is_ok(),
        "what is the same is exact"
    );
}

#[test]
fn announced_ends_are_counted_as_far_as_they_have_a_number() {
    let metrics = "syscalls.write allocations";
    let mut sleeping = sh("sleeping", "echo before; exec sleep 60");
    sleeping.limits.wall = Duration::from_millis(200);
    let record = measured(&plan(vec![
        expecting(Expectation::Exit(3), counting(metrics, sh("three", "echo a; exit 3"))),
        expecting(
            Expectation::Signal("SIGABRT".to_owned()),
            counting(
                metrics,
                cpp(
                    "aborting",
                    "#include <cstdlib>\n#include <unistd.h>\nint main() { if (write(1, \"a\", 1) == 1) std::abort(); }\n",
                ),
            ),
        ),
        expecting(Expectation::Timeout, counting(metrics, sleeping)),
    ]));
    all_well(&record);
    for trial in [0, 1] {
        assert_eq!(count_of(&record, trial, "syscalls.write"), Ok(1), "{trial}");
        assert!(count_of(&record, trial, "allocations").is_ok(), "{trial}");
    }
    assert_eq!(count_of(&record, 2, "syscalls.write"), Err(Reason::NotDefined));
}

#[test]
fn what_a_tool_does_not_see_is_not_zero() {
    let mut linked = cpp(
        "linked",
        "#include <cstdlib>\nint main() { return std::malloc(10) == nullptr; }\n",
    );
    linked.compile.as_mut().unwrap().push("-static".to_owned());
    let record = measured(&plan(vec![counting("allocations instructions", linked)]));
    all_well(&record);
    let failed = Err(Reason::ToolFailed("valgrind".to_owned()));
    assert_eq!(count_of(&record, 0, "allocations"), failed);
    assert!(count_of(&record, 0, "instructions").unwrap() > 0);
}

#[test]
fn a_missing_tool_is_said_and_its_counts_are_made_when_it_is_there() {
    let without = tempfile::tempdir().unwrap();
    let metrics = "syscalls.write allocations instructions";
    let plan = plan(vec![counting(metrics, sh("shell", "echo a"))]);
    let mut unnamed = plan.clone();
    unnamed.trials[0].counted.clear();
    let record = measured(&unnamed);
    assert!(!lacks_counts(&record, &unnamed, &|_| true));
    assert!(
        lacks_counts(&record, &plan, &|_| false),
        "a record from before these counts were named"
    );

    let lacking = counted(record.clone(), &plan, without.path().into());
    assert_eq!(lacking.sessions, record.sessions, "no round was made");
    let missing = |tool: &str| Err(Reason::ToolMissing(tool.to_owned()));
    assert_eq!(count_of(&lacking, 0, "syscalls.write"), missing("strace"));
    assert_eq!(count_of(&lacking, 0, "allocations"), missing("valgrind"));
    assert_eq!(count_of(&lacking, 0, "instructions"), missing("valgrind"));
    assert_eq!(missing_tools(&lacking, &plan), BTreeSet::from(TOOLS));
    assert!(missing_tools(&lacking, &unnamed).is_empty());
    assert!(
        !lacks_counts(&lacking, &plan, &|_| false),
        "there is nothing to try again"
    );
    assert!(lacks_counts(&lacking, &plan, &|tool| tool == "valgrind"));

    let whole = counted(lacking, &plan, search_path());
    assert_eq!(whole.sessions, record.sessions);
    assert_eq!(count_of(&whole, 0, "syscalls.write"), Ok(1));
    assert!(count_of(&whole, 0, "allocations").unwrap() > 0);
    assert!(count_of(&whole, 0, "instructions").unwrap() > 0);
    assert!(missing_tools(&whole, &plan).is_empty());
    assert!(!lacks_counts(&whole, &plan, &|_| true));
}
