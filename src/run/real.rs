//! The executor that really compiles and runs, through `process`.
//!
//! Owns the folders of builds and runs under `.workbook/` of the book, so that sink `file` lies on the book's own disk. Both
//! are gone when the executor is. Deliberately absent: isolation and readings (`process`), and what follows from an ending.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use regex::Regex;
use tempfile::TempDir;

use super::executor::{Built, Executor, RunSample, Turn};
use super::passes::{Pass, Tool};
use super::{Error, ProcessorTime, clock, commands, excerpt, memory};
use crate::lesson::names;
use crate::plan::{InputFile, Limits, Trial};
use crate::process;
use crate::process::{
    Cancel, Captured, Command, Content, Ending, Event, Reading, Route, Sink, Stdin, TrialCommand, Unavailable,
    Withhold, find_program, read_back,
};
use crate::record::{Excerpt, LimitKind, Outcome};
use crate::toolchain::Probe;

/// Where builds and runs have their folders, under the book's root.
const FOLDERS: [&str; 2] = [".workbook/builds", ".workbook/runs"];

/// How long a compiler may take: several times what the slowest takes for a lesson's program on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// How many bytes of each stream of a compiler are looked at.
const COMPILER_KEEP: usize = 1 << 20;

/// What a tool that counts writes in the folder of runs, beside the run's own folder so that the program does not see it.
const REPORT: &str = "counts";

/// How much of that is looked at.
const REPORT_KEEP: usize = 16 << 20;

/// How many times as long a program may take under a tool. Up to 160 times were seen, of programs that are far from their limit.
const SLOWDOWN: u32 = 30;

/// The variable that pads the environment.
const PADDING: &str = "WORKBOOK_PADDING";

/// Compiles and runs trials on this machine.
#[derive(Debug)]
pub struct RealExecutor {
    search_path: OsString,
    home: Option<OsString>,
    cancel: Cancel,
    builds: TempDir,
    runs: TempDir,
    /// Where sink `tmpfs` lies; absent where the machine has no such place.
    memory: Option<TempDir>,
    next_build: AtomicUsize,
    /// The name of the folder of runs: always the same, as programs may tell it, unless one cannot be removed.
    place: AtomicUsize,
    begun: Instant,
}

impl RealExecutor {
    /// For the book at `root`. `search_path` is written as in `PATH`, and all that programs and compilers get of it; `home` is
    /// where compilers keep what they need again, and no program sees it.
    pub fn new(root: &Path, search_path: OsString, home: Option<OsString>, cancel: Cancel) -> Result<Self, Error> {
        let root = std::path::absolute(root).map_err(|error| Error::Folder(root.to_owned(), error))?;
        Ok(RealExecutor {
            search_path,
            home,
            cancel,
            builds: working_folder(&root.join(FOLDERS[0]))?,
            runs: working_folder(&root.join(FOLDERS[1]))?,
            memory: memory::folder(&root),
            next_build: AtomicUsize::new(0),
            place: AtomicUsize::new(0),
            begun: Instant::now(),
        })
    }

    /// The folder in which runs have theirs, and so sink `file` lies.
    pub fn sinks(&self) -> &Path {
        self.runs.path()
    }

    fn environment(&self, home: OsString) -> BTreeMap<OsString, OsString> {
        BTreeMap::from([
            ("PATH".into(), self.search_path.clone()),
            ("HOME".into(), home),
            ("LANG".into(), "C.UTF-8".into()),
            ("TZ".into(), "UTC".into()),
        ])
    }

    fn compile(&self, trial: &Trial, folder: &Path) -> Result<Captured, Error> {
        let words = commands::compile(trial);
        let command = Command {
            program: called(trial, &words),
            args: words.iter().skip(1).map(OsString::from).collect(),
            env: self.environment(self.home.clone().unwrap_or_else(|| folder.into())),
            cwd: folder.to_owned(),
            wall: PATIENCE,
            keep: COMPILER_KEEP,
        };
        Ok(process::capture(&command, &self.cancel)?)
    }

    /// A fresh folder with all that a run of the trial needs.
    fn prepare(&self, trial: &Trial, built: &Built) -> Result<PathBuf, Error> {
        let folder = self.runs.path().join(self.place.load(Ordering::Relaxed).to_string());
        fs::create_dir(&folder).map_err(|error| Error::Folder(folder.clone(), error))?;
        write_files(&folder, &trial.files)?;
        match &built.program {
            Some(program) => {
                let name = folder.join(commands::program_name(trial));
                link(program, &name).map_err(|error| Error::Folder(name, error))?;
            }
            // An interpreter reads the program's text where it runs.
            None => {
                write_files(&folder, &trial.included)?;
                write_files(&folder, std::slice::from_ref(&trial.program))?;
            }
        }
        Ok(folder)
    }

    fn command(&self, trial: &Trial, folder: &Path, turn: Turn<'_>) -> TrialCommand {
        let sink = match trial.sink {
            names::Sink::Null => Sink::Null,
            names::Sink::Pipe => Sink::Pipe,
            names::Sink::Tmpfs => Sink::File(self.memory.as_ref().map_or(folder, TempDir::path).join(commands::SINK)),
            names::Sink::Pty => Sink::Terminal,
            names::Sink::File => Sink::File(folder.join(commands::SINK)),
        };
        // Relative where it can be, so that neither its length nor what is told of it depends on where the book lies.
        let path = sink.path(folder);
        let path = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
        let words = commands::run(trial, &path);
        let mut env = self.environment(folder.into());
        env.extend(trial.env.iter().map(|(name, value)| (name.into(), value.into())));
        env.insert(PADDING.into(), "x".repeat(usize::from(turn.padding)).into());
        TrialCommand {
            program: called(trial, &words),
            args: words.iter().skip(1).map(OsString::from).collect(),
            env,
            cwd: folder.to_owned(),
            stdin: trial
                .stdin
                .as_ref()
                .map_or(Stdin::Null, |text| Stdin::Bytes(text.to_vec())),
            sink,
            route: if trial.sink_is_path { Route::Path } else { Route::Stdout },
            limits: limits(&trial.limits),
            keep: turn.keep,
            events: Event::HARDWARE.to_vec(),
            withhold: Withhold::default(),
        }
    }

    /// Where that is not possible, the folder stays until the end, and the next run gets another.
    fn remove(&self, folder: &Path) {
        if let Some(memory) = &self.memory {
            // Where nothing was written there is nothing to remove.
            let _none = fs::remove_file(memory.path().join(commands::SINK));
        }
        if remove_folder(folder).is_err() {
            self.place.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Executor for RealExecutor {
    fn build(&self, trial: &Trial) -> Result<Built, Error> {
        match &trial.probe {
            Probe::Found { .. } => {}
            Probe::Missing => return Ok(Built::failed(Outcome::ToolchainMissing)),
            Probe::Broken(why) => {
                return Ok(Built {
                    compiler: Excerpt::of(why.as_bytes()),
                    ..Built::failed(Outcome::ToolchainMissing)
                });
            }
        }
        if trial.compile.is_none() {
            return Ok(Built::default());
        }
        let number = self.next_build.fetch_add(1, Ordering::Relaxed);
        let folder = self.builds.path().join(number.to_string());
        fs::create_dir(&folder).map_err(|error| Error::Folder(folder.clone(), error))?;
        write_files(&folder, &trial.included)?;
        write_files(&folder, std::slice::from_ref(&trial.program))?;
        let captured = self.compile(trial, &folder)?;
        let failure = match captured.ending {
            Ending::Exited(0) => None,
            Ending::Cancelled => return Err(Error::Cancelled),
            Ending::Limit { limit, .. } => Some(Outcome::Exceeded {
                limit: LimitKind::Wall,
                value: limit,
            }),
            Ending::NotStarted(_) => Some(Outcome::ToolchainMissing),
            Ending::Exited(_) | Ending::Signalled(_) => Some(Outcome::BuildFailed),
        };
        Ok(Built {
            failure,
            compiler: excerpt::joined(&captured.stdout, &captured.stderr, &folder),
            warnings: warnings(trial, &captured),
            program: Some(folder.join(commands::program_name(trial))),
        })
    }

    fn run(&self, trial: &Trial, built: &Built, turn: Turn<'_>) -> Result<RunSample, Error> {
        let folder = self.prepare(trial, built)?;
        let execution = process::measure(&self.command(trial, &folder, turn), &self.cancel);
        let written = turn
            .wanted
            .iter()
            .map(|name| (name.clone(), left_in(&folder, name, turn.keep)));
        let written = written.collect();
        self.remove(&folder);
        Ok(RunSample {
            execution: execution?,
            written,
            folder: Some(folder),
        })
    }

    fn count(&self, trial: &Trial, built: &Built, tool: Tool, within: Duration) -> Result<Pass, Error> {
        let Some(program) = find_program(Path::new(tool.program()), Some(&self.search_path)) else {
            return Ok(Pass::Missing);
        };
        let report = self.runs.path().join(REPORT);
        let folder = self.prepare(trial, built)?;
        // All passes alike: the environment's size decides some counts.
        let turn = Turn {
            round: None,
            padding: 0,
            wanted: &[],
            keep: 0,
        };
        let alone = self.command(trial, &folder, turn);
        let words = tool.words(&report.to_string_lossy()).into_iter().map(OsString::from);
        let called = [alone.program.clone().into_os_string()];
        let command = TrialCommand {
            program,
            args: words.chain(called).chain(alone.args.clone()).collect(),
            limits: under_a_tool(&alone.limits, within),
            events: Vec::new(),
            ..alone
        };
        let execution = process::measure(&command, &self.cancel);
        let said = read_back(self.runs.path(), REPORT, REPORT_KEEP);
        self.remove(&folder);
        // Where the tool did not begin there is none.
        if said.is_ok() {
            fs::remove_file(&report).map_err(|error| Error::Folder(report, error))?;
        }
        let said = said.map_or_else(|_| Vec::new(), |content| content.head);
        Ok(Pass::Made {
            ending: execution?.ending,
            said: String::from_utf8_lossy(&said).into_owned(),
        })
    }

    fn offers(&self, sink: names::Sink) -> bool {
        match sink {
            names::Sink::Tmpfs => self.memory.is_some(),
            other => offers(other),
        }
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn processor_time(&self) -> Option<ProcessorTime> {
        ProcessorTime::now()
    }

    fn today(&self) -> String {
        clock::today()
    }
}

/// Whether output can go there on this machine.
pub fn offers(sink: names::Sink) -> bool {
    match sink {
        names::Sink::Null | names::Sink::Pipe | names::Sink::File => true,
        names::Sink::Tmpfs => memory::is_there(),
        names::Sink::Pty => process::has_terminals(),
    }
}

/// Removes what executors left that were killed; to be called where no other one measures for this book.
pub fn sweep(root: &Path) {
    for parent in FOLDERS.map(|name| root.join(name)) {
        for entry in fs::read_dir(&parent).into_iter().flatten().flatten() {
            // What cannot be removed stays, as it would after a run, and takes room only.
            let _stays = remove_folder(&entry.path());
        }
    }
    let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
    for folder in memory::left(&root) {
        let _stays = remove_folder(&folder);
    }
}

fn remove_folder(folder: &Path) -> io::Result<()> {
    fs::remove_dir_all(folder).or_else(|_| {
        unlock(folder)?;
        fs::remove_dir_all(folder)
    })
}

fn working_folder(parent: &Path) -> Result<TempDir, Error> {
    let made = fs::create_dir_all(parent).and_then(|()| tempfile::Builder::new().prefix("").tempdir_in(parent));
    made.map_err(|error| Error::Folder(parent.to_owned(), error))
}

/// The executable behind a command's first word.
fn called(trial: &Trial, words: &[String]) -> PathBuf {
    let first = words.first().map_or("", String::as_str);
    trial
        .probe
        .executable(first)
        .map_or_else(|| first.into(), Path::to_owned)
}

fn write_files(folder: &Path, files: &[InputFile]) -> Result<(), Error> {
    for file in files {
        let path = folder.join(&file.name);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, &file.asset.bytes));
        written.map_err(|error| Error::Folder(path, error))?;
    }
    Ok(())
}

/// A link, so that a program is called as if it lay in the run's folder and need not be copied for each run.
fn link(program: &Path, name: &Path) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::symlink(program, name);
    #[cfg(not(unix))]
    {
        let _ = (program, name);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Lets us look into folders that a program closed to everybody.
fn unlock(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // Of a link this is the link's own type: none is followed.
        if entry.file_type()?.is_dir() {
            unlock(&entry.path())?;
        }
    }
    Ok(())
}

/// What a program left, in the folder itself: links that it made on the way to a file would be followed.
fn left_in(folder: &Path, name: &str, keep: usize) -> Reading<Content> {
    if Path::new(name).components().count() == 1 {
        read_back(folder, name, keep)
    } else {
        Err(Unavailable::NotRegular)
    }
}

/// The limit on disk space is not kept yet, that on one file's size is.
fn limits(limits: &Limits) -> process::Limits {
    process::Limits {
        wall: limits.wall,
        cpu: limits.cpu,
        memory_bytes: limits.memory_bytes,
        output_bytes: limits.output_bytes.min(limits.disk_bytes),
        processes: limits.processes,
        open_files: limits.files,
    }
}

/// A tool and its own memory, files and report must not be what ends a program.
fn under_a_tool(limits: &process::Limits, within: Duration) -> process::Limits {
    process::Limits {
        wall: limits.wall.saturating_mul(SLOWDOWN).min(within),
        cpu: limits.cpu.saturating_mul(SLOWDOWN),
        memory_bytes: limits.memory_bytes.saturating_mul(4),
        output_bytes: limits.output_bytes.max(REPORT_KEEP as u64),
        processes: limits.processes.saturating_add(4),
        open_files: limits.open_files.saturating_add(64),
    }
}

/// How many warnings the compiler gave, where its toolchain says how they look and all that it said is at hand.
fn warnings(trial: &Trial, said: &Captured) -> Option<i64> {
    let pattern = Regex::new(trial.toolchain.warning.as_deref()?).ok()?;
    let streams = [&said.stdout, &said.stderr];
    if !streams.iter().all(|stream| stream.is_whole()) {
        return None;
    }
    let found = streams.map(|stream| pattern.find_iter(&String::from_utf8_lossy(&stream.head)).count());
    i64::try_from(found.iter().sum::<usize>()).ok()
}
