//! The two doors of `process`, with real compilers and programs that do what they should not.
//!
//! As root all of it is run a second time as an ordinary user, who may read less of `/proc`.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "these are tests, their helpers too")]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use workbook::process::{
    Cancel, Captured, Command, Ending, Error, Event, Execution, LimitKind, Limits, Readings, Route, Sink, Stdin,
    TrialCommand, Unavailable, Withhold, capture, find_program, measure, read_back,
};

/// Names the compiled `deeds` for a run of these tests by a user who cannot write beside them.
const DEEDS: &str = "WORKBOOK_TEST_DEEDS";

/// Names the folder in which a run of these tests is to hold a program until it is killed.
const HOLD: &str = "WORKBOOK_TEST_HOLD";

/// A run's own folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn deed(&self, words: &[&str]) -> TrialCommand {
        TrialCommand {
            program: deeds().to_owned(),
            args: words.iter().map(OsString::from).collect(),
            env: BTreeMap::new(),
            cwd: self.path().to_owned(),
            stdin: Stdin::Null,
            sink: Sink::Pipe,
            route: Route::Stdout,
            limits: Limits::default(),
            keep: 4096,
            events: Vec::new(),
            withhold: Withhold::default(),
        }
    }

    /// Processes that are still in the folder.
    fn inhabitants(&self) -> Vec<String> {
        let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
        processes
            .filter(|process| fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == self.path()))
            .map(|process| process.display().to_string())
            .collect()
    }

    /// For where the system ends them after we were told.
    fn becomes_empty(&self) -> bool {
        (0..500).any(|_| {
            thread::sleep(Duration::from_millis(20));
            self.inhabitants().is_empty()
        })
    }
}

fn deeds() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(given) = std::env::var_os(DEEDS) {
            return given.into();
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/deeds.c");
        let fresh = folder.join(format!("deeds-{}", std::process::id()));
        let compiled = run(
            &["cc", "-O1", "-static", "-Wall", "-o", fresh.to_str().unwrap(), source],
            folder,
        );
        assert_eq!(compiled.ending, Ending::Exited(0), "{}", text(&compiled.stderr.head));
        let program = folder.join("deeds");
        fs::rename(fresh, &program).unwrap();
        program
    })
}

fn command(words: &[&str], cwd: &Path) -> Command {
    Command {
        program: words[0].into(),
        args: words[1..].iter().map(OsString::from).collect(),
        env: path_only(),
        cwd: cwd.to_owned(),
        wall: Duration::from_secs(120),
        keep: 1 << 20,
    }
}

fn run(words: &[&str], cwd: &Path) -> Captured {
    capture(&command(words, cwd), &Cancel::new()).unwrap()
}

fn path_only() -> BTreeMap<OsString, OsString> {
    [("PATH".into(), std::env::var_os("PATH").unwrap())].into()
}

fn done(trial: &TrialCommand) -> Execution {
    measure(trial, &Cancel::new()).unwrap()
}

fn readings(trial: &TrialCommand) -> Readings {
    let execution = done(trial);
    assert_eq!(execution.ending, Ending::Exited(0), "{}", text(&execution.stderr.head));
    execution.readings.unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits {
        wall: Duration::from_secs(30),
        ..Limits::default()
    };
    change(&mut limits);
    limits
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// The kind of the limit that ended the trial; the value reached is above it.
fn limit_of(execution: &Execution) -> LimitKind {
    match execution.ending {
        Ending::Limit { kind, limit, reached } => {
            assert!(reached >= limit, "{kind:?}: {reached} is not over {limit}");
            kind
        }
        ref other => panic!("ended otherwise: {other:?}, {}", text(&execution.stderr.head)),
    }
}

// ---- Readings

#[test]
fn write_calls_are_counted_exactly_into_every_sink() {
    let folder = Folder::new();
    let file = Sink::File(folder.path().join("out"));
    for count in [0, 1, 1000] {
        for sink in [&Sink::Null, &Sink::Pipe, &Sink::Terminal, &file] {
            for route in [Route::Stdout, Route::Path] {
                let path = sink.path(folder.path());
                let count_word = count.to_string();
                let mut words = vec!["write", &count_word];
                if route == Route::Path {
                    words.push(path.to_str().unwrap());
                }
                let trial = TrialCommand {
                    sink: sink.clone(),
                    route,
                    ..folder.deed(&words)
                };
                let execution = done(&trial);
                let readings = execution.readings.unwrap();
                assert_eq!(readings.write_calls, Ok(count), "{sink:?} {route:?}");
                assert_eq!(readings.written_bytes, Ok(8 * count), "{sink:?} {route:?}");
                if *sink == Sink::Null {
                    assert_eq!(execution.output, Err(Unavailable::NullSink));
                } else {
                    let output = execution.output.unwrap();
                    let all = "1234567\n".repeat(count as usize);
                    assert_eq!((output.bytes, output.lines), (8 * count, count), "{sink:?} {route:?}");
                    assert_eq!(output.digest, blake3::hash(all.as_bytes()));
                    assert_eq!(text(&output.head), all[..all.len().min(trial.keep)]);
                }
                assert_eq!(execution.stdout.is_some(), route == Route::Path);
            }
        }
    }
}

#[test]
fn two_hundred_thousand_write_calls_are_two_hundred_thousand() {
    let folder = Folder::new();
    let sink = Sink::File(folder.path().join("out"));
    let path = sink.path(folder.path());
    let execution = done(&TrialCommand {
        sink,
        route: Route::Path,
        ..folder.deed(&["write", "200000", path.to_str().unwrap()])
    });
    assert_eq!(execution.readings.unwrap().write_calls, Ok(200_000));
    assert_eq!(execution.output.unwrap().lines, 200_000);
}

#[test]
fn children_that_were_waited_for_count() {
    let folder = Folder::new();
    let readings = readings(&folder.deed(&["children-write", "300"]));
    assert_eq!(readings.write_calls, Ok(600));
}

#[test]
fn a_shell_that_starts_programs_is_counted_with_them() {
    let folder = Folder::new();
    let deeds = deeds().to_str().unwrap();
    let trial = TrialCommand {
        program: "sh".into(),
        args: [
            "-c".into(),
            format!("{deeds} write 40 && {deeds} write 2 && exec {deeds} write 5").into(),
        ]
        .into(),
        env: path_only(),
        ..folder.deed(&[])
    };
    assert_eq!(readings(&trial).write_calls, Ok(47));
}

#[test]
fn all_readings_are_there_and_agree_with_each_other() {
    let folder = Folder::new();
    let readings = readings(&folder.deed(&["touch-and-end", "64"]));
    let memory = readings.peak_memory_bytes.unwrap();
    assert!((64 << 20..72 << 20).contains(&memory), "{memory}");
    assert!(readings.faults.unwrap() > 10);
    assert!(readings.switches.is_ok());
    assert_eq!(readings.cpu, readings.user + readings.sys);
    assert!(!readings.wall.is_zero());
    // The kernel's two ways to count the same; one is cut to microseconds.
    let on_cpu = readings.on_cpu.unwrap();
    assert!(readings.waited.is_ok());
    assert!(
        on_cpu.abs_diff(readings.cpu) < on_cpu / 2 + Duration::from_millis(1),
        "{readings:?}"
    );
}

#[test]
fn the_memory_read_is_the_programs_and_not_ours() {
    let folder = Folder::new();
    let before = readings(&folder.deed(&["nothing"])).peak_memory_bytes.unwrap();
    let ballast = vec![1_u8; 300 << 20];
    let beside = readings(&folder.deed(&["nothing"])).peak_memory_bytes.unwrap();
    assert_eq!(
        ballast
            .iter()
            .step_by(4096)
            .map(|byte| usize::from(*byte))
            .sum::<usize>(),
        ballast.len() / 4096
    );
    assert!(before < 1_500_000, "{before}");
    assert!(before.abs_diff(beside) <= 128 << 10, "{before} {beside}");
}

#[test]
fn what_the_kernel_does_not_tell_is_not_told_as_zero() {
    let folder = Folder::new();
    let withholding = |withhold| {
        readings(&TrialCommand {
            withhold,
            ..folder.deed(&["write", "3"])
        })
    };
    let without_io = withholding(Withhold {
        io: true,
        ..Withhold::default()
    });
    assert_eq!(without_io.write_calls, Err(Unavailable::NotExposed));
    assert_eq!(without_io.written_bytes, Err(Unavailable::NotExposed));
    assert!(without_io.on_cpu.is_ok() && without_io.waited.is_ok());
    let without_schedule = withholding(Withhold {
        schedule: true,
        ..Withhold::default()
    });
    assert_eq!(without_schedule.on_cpu, Err(Unavailable::NotExposed));
    assert_eq!(without_schedule.waited, Err(Unavailable::NotExposed));
    assert_eq!(without_schedule.write_calls, Ok(3));
}

/// What only hardware counts may be absent here; the kernel's own count of page faults shows that counting works.
#[test]
fn events_are_counted_of_the_program_and_its_children_or_say_why_not() {
    let folder = Folder::new();
    let all = [&Event::HARDWARE[..], &[Event::PageFaults]].concat();
    let counting = |words: &[&str], withhold| {
        let trial = TrialCommand {
            events: all.clone(),
            withhold,
            ..folder.deed(words)
        };
        readings(&trial)
    };
    let touched = counting(&["touch-and-end", "4"], Withhold::default());
    let Ok(faults) = touched.events[&Event::PageFaults] else {
        panic!("this kernel counts no events: {:?}", touched.events);
    };
    assert!(faults >= 1024, "{faults}");
    assert!(Ok(faults) <= touched.faults, "{faults} of {:?}", touched.faults);
    let by_child = counting(&["child-touches", "4"], Withhold::default());
    assert!(by_child.events[&Event::PageFaults] >= Ok(1024), "{:?}", by_child.events);
    for event in Event::HARDWARE {
        match touched.events[&event] {
            Ok(count) => assert!(count > 0, "{event:?}"),
            Err(why) => assert_eq!(why, Unavailable::NoCounter, "{event:?}"),
        }
    }
    let refused = Withhold {
        events: true,
        ..Withhold::default()
    };
    let refused = counting(&["touch-and-end", "4"], refused).events;
    assert_eq!(refused.len(), 4);
    assert!(refused.values().all(|count| *count == Err(Unavailable::CounterRefused)));
}

// ---- What a program is given

#[test]
fn the_environment_is_exactly_what_was_given() {
    let folder = Folder::new();
    let mut trial = folder.deed(&["environment"]);
    assert_eq!(done(&trial).output.unwrap().bytes, 0);
    let padding = "x".repeat(4095);
    for (name, value) in [
        ("LANG", "C.UTF-8"),
        ("EMPTY", ""),
        ("PADDING", &padding),
        ("TEXT", "a=b\u{e9}"),
    ] {
        trial.env.insert(name.into(), value.into());
    }
    trial.keep = 1 << 16;
    let expected = format!("EMPTY=\nLANG=C.UTF-8\nPADDING={padding}\nTEXT=a=b\u{e9}\n");
    assert_eq!(text(&done(&trial).output.unwrap().head), expected);
}

#[test]
fn arguments_arrive_as_they_are() {
    let folder = Folder::new();
    let execution = done(&folder.deed(&["arguments", "", "a b", "$HOME", "*"]));
    let expected = format!("{}\narguments\n\na b\n$HOME\n*\n", deeds().display());
    assert_eq!(text(&execution.output.unwrap().head), expected);
}

#[test]
fn only_the_standard_streams_are_open_and_no_signal_is_ignored() {
    let folder = Folder::new();
    let execution = done(&folder.deed(&["descriptors"]));
    assert_eq!(text(&execution.output.unwrap().head), "0\n1\n2\n");
}

#[test]
fn what_we_inherited_does_not_reach_the_program() {
    let folder = Folder::new();
    let tests = std::env::current_exe().unwrap();
    let script = "trap '' HUP USR1; exec 9</dev/null; exec \"$0\" --exact \"$1\"";
    let name = "only_the_standard_streams_are_open_and_no_signal_is_ignored";
    let mut again = command(&["sh", "-c", script, tests.to_str().unwrap(), name], folder.path());
    again.env.insert(DEEDS.into(), deeds().into());
    let said = capture(&again, &Cancel::new()).unwrap();
    assert_eq!(said.ending, Ending::Exited(0), "{}", text(&said.stdout.head));
    assert!(text(&said.stdout.head).contains("1 passed"));
}

#[test]
fn standard_input_is_nothing_a_file_or_bytes() {
    let folder = Folder::new();
    let path = folder.path().join("in");
    fs::write(&path, "from a file\n").unwrap();
    let much = "0123456789abcdef".repeat(20_000).into_bytes();
    for (stdin, expected) in [
        (Stdin::Null, Vec::new()),
        (Stdin::File(path), b"from a file\n".to_vec()),
        (Stdin::Bytes(b"told\n".to_vec()), b"told\n".to_vec()),
        (Stdin::Bytes(much.clone()), much),
    ] {
        let execution = done(&TrialCommand {
            stdin,
            ..folder.deed(&["copy"])
        });
        assert_eq!(execution.ending, Ending::Exited(0));
        assert_eq!(execution.output.unwrap().digest, blake3::hash(&expected));
    }
}

#[test]
fn an_input_that_is_not_there_is_an_error_that_names_it() {
    let folder = Folder::new();
    let trial = TrialCommand {
        stdin: Stdin::File("/no/such/input".into()),
        ..folder.deed(&["copy"])
    };
    let error = measure(&trial, &Cancel::new()).unwrap_err();
    assert!(error.to_string().contains("/no/such/input"), "{error}");
}

// ---- Where its output goes

#[test]
fn a_named_sink_takes_everything_from_a_program_that_opens_it_again_and_again() {
    let folder = Folder::new();
    for sink in [Sink::Pipe, Sink::Terminal] {
        let path = sink.path(folder.path());
        let execution = done(&TrialCommand {
            sink,
            route: Route::Path,
            ..folder.deed(&["reopen", "500", path.to_str().unwrap()])
        });
        assert_eq!(execution.ending, Ending::Exited(0));
        let output = execution.output.unwrap();
        assert_eq!((output.bytes, output.lines), (4000, 500));
        assert!(!path.exists() && !path.is_symlink());
    }
}

/// A controlling terminal is hung up at its program's end, with what was not read yet.
#[test]
fn a_terminal_controls_nothing_and_loses_nothing() {
    let folder = Folder::new();
    let path = Sink::Terminal.path(folder.path());
    for _ in 0..100 {
        let execution = done(&TrialCommand {
            sink: Sink::Terminal,
            route: Route::Path,
            ..folder.deed(&["own", "300", path.to_str().unwrap()])
        });
        assert_eq!(execution.ending, Ending::Exited(0));
        assert_eq!(execution.output.unwrap().lines, 300);
    }
}

#[test]
fn a_terminal_is_one_and_gives_output_as_it_was_written() {
    let folder = Folder::new();
    let terminal = TrialCommand {
        sink: Sink::Terminal,
        ..folder.deed(&["terminal"])
    };
    let said = done(&terminal);
    assert_eq!(text(&said.output.unwrap().head), "80 columns, 24 lines\r\n\n");
    assert_eq!(said.ending, Ending::Exited(0));
    let pipe = TrialCommand {
        sink: Sink::Pipe,
        ..terminal
    };
    assert_eq!(done(&pipe).ending, Ending::Exited(1));
}

#[test]
fn a_program_that_never_opens_its_sink_has_written_nothing() {
    let folder = Folder::new();
    for sink in [Sink::Pipe, Sink::Terminal, Sink::File(folder.path().join("out"))] {
        let execution = done(&TrialCommand {
            sink: sink.clone(),
            route: Route::Path,
            ..folder.deed(&["say", "out", "err"])
        });
        assert_eq!(execution.ending, Ending::Exited(0));
        match sink {
            Sink::File(_) => assert_eq!(execution.output, Err(Unavailable::NoFile)),
            _ => assert_eq!(execution.output.unwrap().bytes, 0),
        }
        assert_eq!(text(&execution.stdout.unwrap().head), "out");
        assert_eq!(text(&execution.stderr.head), "err");
    }
}

#[test]
fn an_earlier_runs_file_is_not_taken_for_this_ones() {
    let folder = Folder::new();
    let path = folder.path().join("out");
    fs::write(&path, "of an earlier run").unwrap();
    let execution = done(&TrialCommand {
        sink: Sink::File(path),
        route: Route::Path,
        ..folder.deed(&["nothing"])
    });
    assert_eq!(execution.output, Err(Unavailable::NoFile));
}

#[test]
fn what_is_planted_in_place_of_the_output_is_not_read() {
    let folder = Folder::new();
    let sink = Sink::File(folder.path().join("out"));
    let path = sink.path(folder.path());
    for words in [
        ["plant", path.to_str().unwrap(), "/etc/passwd"],
        ["plant-fifo", path.to_str().unwrap(), ""],
    ] {
        for route in [Route::Stdout, Route::Path] {
            let execution = done(&TrialCommand {
                sink: sink.clone(),
                route,
                ..folder.deed(&words)
            });
            assert_eq!(execution.ending, Ending::Exited(0));
            assert_eq!(execution.output, Err(Unavailable::NotRegular), "{words:?}");
        }
    }
}

#[test]
fn a_file_that_the_program_wrote_is_read_back_by_name() {
    let folder = Folder::new();
    let out = folder.path().join("report");
    readings(&folder.deed(&["write", "10", out.to_str().unwrap()]));
    assert_eq!(read_back(folder.path(), "report", 16).unwrap().lines, 10);
    assert_eq!(read_back(folder.path(), "other", 16), Err(Unavailable::NoFile));
}

// ---- Endings

#[test]
fn codes_and_signals_are_told_as_what_they_are() {
    let folder = Folder::new();
    for (words, ending) in [
        (["exit", "0"], Ending::Exited(0)),
        (["exit", "3"], Ending::Exited(3)),
        (["exit", "127"], Ending::Exited(127)),
        (["exit", "255"], Ending::Exited(255)),
        (["abort", ""], Ending::Signalled(6)),
        (["signal", "11"], Ending::Signalled(11)),
        (["signal", "13"], Ending::Signalled(13)),
        (["signal", "15"], Ending::Signalled(15)),
        (["signal", "9"], Ending::Signalled(9)),
    ] {
        let execution = done(&folder.deed(&words));
        assert_eq!(execution.ending, ending);
        assert!(execution.readings.is_some());
    }
}

#[test]
fn a_program_that_cannot_be_executed_did_not_start() {
    let folder = Folder::new();
    let plain = folder.path().join("plain");
    fs::write(&plain, "no program").unwrap();
    let not_executable = plain.to_str().unwrap().to_owned();
    let unknown_format = folder.path().join("format");
    fs::write(&unknown_format, "no program").unwrap();
    fs::set_permissions(&unknown_format, fs::Permissions::from_mode(0o755)).unwrap();
    for (program, errno) in [
        ("/no/such/program", 2),
        ("no-such-program-in-any-folder", 2),
        (not_executable.as_str(), 13),
        (unknown_format.to_str().unwrap(), 8),
    ] {
        let trial = TrialCommand {
            program: program.into(),
            env: path_only(),
            ..folder.deed(&[])
        };
        let execution = done(&trial);
        assert_eq!(execution.ending, Ending::NotStarted(errno), "{program}");
        assert!(execution.readings.is_none());
    }
    let nul = done(&folder.deed(&["arguments", "a\0b"]));
    assert_eq!(nul.ending, Ending::NotStarted(22));
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = Folder::new();
    let trial = TrialCommand {
        cwd: folder.path().join("absent"),
        ..folder.deed(&["nothing"])
    };
    assert!(matches!(
        measure(&trial, &Cancel::new()),
        Err(Error::Preparing("enter the folder", _))
    ));
}

// ---- Limits

#[test]
fn the_wall_limit_ends_also_who_ignores_being_asked() {
    let folder = Folder::new();
    for deed in ["stay", "stop", "daemon-and-stay"] {
        let execution = done(&TrialCommand {
            limits: limits(|limits| limits.wall = Duration::from_millis(120)),
            ..folder.deed(&[deed])
        });
        assert_eq!(limit_of(&execution), LimitKind::Wall);
        assert!(execution.readings.is_some());
        assert_eq!(folder.inhabitants(), Vec::<String>::new(), "{deed}");
    }
}

#[test]
fn the_cpu_limit_is_told_also_of_who_ignores_its_signal() {
    let folder = Folder::new();
    for deed in ["spin", "spin-ignoring"] {
        let execution = done(&TrialCommand {
            limits: limits(|limits| limits.cpu = Duration::from_secs(1)),
            ..folder.deed(&[deed])
        });
        assert_eq!(limit_of(&execution), LimitKind::Cpu, "{deed}");
    }
}

#[test]
fn the_memory_limit_is_one_for_all_processes() {
    let folder = Folder::new();
    for words in [["touch", "90"], ["touch-and-end", "90"], ["touch-in-six", "20"]] {
        let execution = done(&TrialCommand {
            limits: limits(|limits| limits.memory_bytes = 64 << 20),
            ..folder.deed(&words)
        });
        assert_eq!(limit_of(&execution), LimitKind::Memory, "{words:?}");
        assert_eq!(folder.inhabitants(), Vec::<String>::new(), "{words:?}");
    }
}

#[test]
fn memory_that_is_asked_for_all_at_once_is_refused() {
    let folder = Folder::new();
    let execution = done(&TrialCommand {
        limits: limits(|limits| limits.memory_bytes = 64 << 20),
        ..folder.deed(&["touch-and-end", "4096"])
    });
    assert_eq!(execution.ending, Ending::Exited(7));
}

#[test]
fn the_output_limit_holds_for_streams_and_files() {
    let folder = Folder::new();
    let file = Sink::File(folder.path().join("out"));
    let limits = limits(|limits| limits.output_bytes = 100_000);
    for sink in [Sink::Pipe, file] {
        for route in [Route::Stdout, Route::Path] {
            let path = sink.path(folder.path());
            let mut words = vec!["flood"];
            if route == Route::Path {
                words.push(path.to_str().unwrap());
            }
            let execution = done(&TrialCommand {
                sink: sink.clone(),
                route,
                limits: limits.clone(),
                ..folder.deed(&words)
            });
            assert_eq!(limit_of(&execution), LimitKind::Output, "{sink:?} {route:?}");
            assert!(execution.output.unwrap().bytes > 100_000);
            assert_eq!(folder.inhabitants(), Vec::<String>::new());
        }
    }
}

#[test]
fn a_program_that_takes_the_limit_as_an_error_is_over_it_all_the_same() {
    let folder = Folder::new();
    let sink = Sink::File(folder.path().join("out"));
    let path = sink.path(folder.path());
    let execution = done(&TrialCommand {
        sink,
        route: Route::Path,
        limits: limits(|limits| limits.output_bytes = 100_000),
        ..folder.deed(&["flood-ignoring", path.to_str().unwrap()])
    });
    assert_eq!(limit_of(&execution), LimitKind::Output);
}

#[test]
fn output_of_exactly_the_limit_is_allowed() {
    let folder = Folder::new();
    for sink in [Sink::Pipe, Sink::File(folder.path().join("out"))] {
        let execution = done(&TrialCommand {
            sink,
            limits: limits(|limits| limits.output_bytes = 8000),
            ..folder.deed(&["write", "1000"])
        });
        assert_eq!(execution.ending, Ending::Exited(0));
    }
}

#[test]
fn the_limit_of_processes_ends_all_of_them() {
    let folder = Folder::new();
    let execution = done(&TrialCommand {
        limits: limits(|limits| limits.processes = 8),
        ..folder.deed(&["fork", "40"])
    });
    assert_eq!(limit_of(&execution), LimitKind::Processes);
    assert_eq!(folder.inhabitants(), Vec::<String>::new());
}

#[test]
fn nothing_is_left_behind() {
    let folder = Folder::new();
    for deed in ["daemon", "chase"] {
        let execution = done(&folder.deed(&[deed]));
        assert_eq!(execution.ending, Ending::Exited(0));
        assert_eq!(folder.inhabitants(), Vec::<String>::new(), "{deed}");
    }
}

#[test]
fn a_program_that_turns_on_its_starter_gains_nothing() {
    let folder = Folder::new();
    let killed = measure(&folder.deed(&["kill-starter"]), &Cancel::new());
    assert!(matches!(killed, Err(Error::StarterLost)), "{killed:?}");
    assert!(folder.becomes_empty());
    let stopped = done(&TrialCommand {
        limits: limits(|limits| limits.wall = Duration::from_millis(100)),
        ..folder.deed(&["stop-starter"])
    });
    assert_eq!(limit_of(&stopped), LimitKind::Wall);
    assert_eq!(folder.inhabitants(), Vec::<String>::new());
}

#[test]
fn cancelling_ends_a_trial_that_would_not_end() {
    let folder = Folder::new();
    let cancel = Cancel::new();
    let trial = TrialCommand {
        limits: limits(|limits| limits.wall = Duration::from_secs(3600)),
        ..folder.deed(&["daemon-and-stay"])
    };
    let execution = thread::scope(|scope| {
        let running = scope.spawn(|| measure(&trial, &cancel).unwrap());
        while folder.inhabitants().len() < 2 {
            thread::sleep(Duration::from_millis(5));
        }
        cancel.cancel();
        running.join().unwrap()
    });
    assert_eq!(execution.ending, Ending::Cancelled);
    assert_eq!(folder.inhabitants(), Vec::<String>::new());
    // And one that is not begun any more.
    let after = measure(&trial, &cancel).unwrap();
    assert_eq!((after.ending, after.readings), (Ending::Cancelled, None));
}

#[test]
fn holds_a_program_where_it_is_told_to() {
    let Some(path) = std::env::var_os(HOLD) else {
        return;
    };
    let folder = Folder::new();
    let trial = TrialCommand {
        cwd: path.into(),
        limits: limits(|limits| limits.wall = Duration::from_secs(3600)),
        ..folder.deed(&["daemon-and-stay"])
    };
    panic!(
        "it was to be held until we are killed: {:?}",
        measure(&trial, &Cancel::new())
    );
}

#[test]
fn a_trial_does_not_outlive_who_measures_it() {
    let folder = Folder::new();
    let tests = std::env::current_exe().unwrap();
    let mut holding = command(
        &[
            tests.to_str().unwrap(),
            "--exact",
            "holds_a_program_where_it_is_told_to",
        ],
        folder.path().parent().unwrap(),
    );
    holding.env.insert(HOLD.into(), folder.path().into());
    holding.env.insert(DEEDS.into(), deeds().into());
    let cancel = Cancel::new();
    let held = thread::scope(|scope| {
        let running = scope.spawn(|| capture(&holding, &cancel).unwrap());
        while folder.inhabitants().len() < 2 {
            assert!(!running.is_finished(), "{running:?}");
            thread::sleep(Duration::from_millis(5));
        }
        // Its process group is killed, to which its starter does not belong.
        cancel.cancel();
        running.join().unwrap()
    });
    assert_eq!(held.ending, Ending::Cancelled);
    assert!(folder.becomes_empty());
}

// ---- Compilers and probes

#[test]
fn a_probe_says_what_it_says() {
    let folder = Folder::new();
    let version = run(&["cc", "--version"], folder.path());
    assert_eq!(version.ending, Ending::Exited(0));
    assert!(version.stdout.lines > 0 && version.stdout.is_whole());
    let script = "echo out; echo err >&2; pwd; env | grep -v ^PWD= | grep -v ^_= | grep -v ^SHLVL=; exit 4";
    let mut command = command(&["sh", "-c", script], folder.path());
    command.env.insert("LANG".into(), "C.UTF-8".into());
    let said = capture(&command, &Cancel::new()).unwrap();
    assert_eq!(said.ending, Ending::Exited(4));
    assert_eq!(text(&said.stderr.head), "err\n");
    let mut lines: Vec<String> = text(&said.stdout.head).lines().map(str::to_owned).collect();
    lines[2..].sort();
    let path = std::env::var("PATH").unwrap();
    let cwd = folder.path().to_str().unwrap();
    assert_eq!(lines, ["out", cwd, "LANG=C.UTF-8", &format!("PATH={path}")]);
}

#[test]
fn a_compiler_that_complains_is_heard() {
    let folder = Folder::new();
    fs::write(folder.path().join("bad.c"), "int main( { }\n").unwrap();
    let said = run(&["cc", "-c", "bad.c"], folder.path());
    assert_eq!(said.ending, Ending::Exited(1));
    assert!(text(&said.stderr.head).contains("bad.c:1"));
}

#[test]
fn what_is_said_beyond_the_cap_is_counted_and_not_kept() {
    let folder = Folder::new();
    let mut flooding = command(&[deeds().to_str().unwrap(), "write", "100000"], folder.path());
    flooding.keep = 100;
    let said = capture(&flooding, &Cancel::new()).unwrap();
    assert_eq!((said.stdout.bytes, said.stdout.head.len()), (800_000, 100));
    assert!(!said.stdout.is_whole());
}

#[test]
fn a_probe_is_ended_with_its_group_at_its_limit_and_at_its_end() {
    let folder = Folder::new();
    let mut sleeping = command(&["sh", "-c", "sleep 1000 & sleep 1000"], folder.path());
    sleeping.wall = Duration::from_millis(100);
    let said = capture(&sleeping, &Cancel::new()).unwrap();
    assert!(matches!(
        said.ending,
        Ending::Limit {
            kind: LimitKind::Wall,
            ..
        }
    ));
    assert!(folder.becomes_empty());
    let leaving = run(&["sh", "-c", "sleep 1000 & exit 0"], folder.path());
    assert_eq!(leaving.ending, Ending::Exited(0));
    assert!(folder.becomes_empty());
}

#[test]
fn a_probe_that_is_nowhere_did_not_start() {
    let folder = Folder::new();
    assert_eq!(run(&["no-such-probe"], folder.path()).ending, Ending::NotStarted(2));
    assert_eq!(run(&["/no/such/probe"], folder.path()).ending, Ending::NotStarted(2));
    let nowhere = command(&["cc"], &folder.path().join("absent"));
    assert!(matches!(capture(&nowhere, &Cancel::new()), Err(Error::File(..))));
}

#[test]
fn programs_are_found_in_the_path_that_is_given() {
    let folder = Folder::new();
    let path = Some(OsString::from(folder.path()));
    let probe = folder.path().join("probe");
    fs::write(&probe, "#!/bin/sh\n").unwrap();
    assert_eq!(find_program(Path::new("probe"), path.as_ref()), None);
    fs::set_permissions(&probe, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(find_program(Path::new("probe"), path.as_ref()), Some(probe));
    assert_eq!(find_program(Path::new("probe"), None), None);
    assert_eq!(find_program(Path::new("./probe"), None), Some("./probe".into()));
}

// ---- As somebody else

#[test]
fn all_this_holds_for_an_ordinary_user() {
    if !is_root() {
        // Then the other tests have shown it.
        return;
    }
    let folder = Folder::new();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let tests = folder.path().join("tests");
    let deeds_copy = folder.path().join("deeds");
    fs::copy(std::env::current_exe().unwrap(), &tests).unwrap();
    fs::copy(deeds(), &deeds_copy).unwrap();
    for program in [&tests, &deeds_copy] {
        fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut again = command(
        &[
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            tests.to_str().unwrap(),
        ],
        Path::new("/"),
    );
    again.env.insert(DEEDS.into(), deeds_copy.into());
    let said = capture(&again, &Cancel::new()).unwrap();
    let printed = text(&said.stdout.head);
    assert_eq!(said.ending, Ending::Exited(0), "{printed}\n{}", text(&said.stderr.head));
    assert!(
        printed.contains("test write_calls_are_counted_exactly_into_every_sink ... ok"),
        "{printed}"
    );
}
