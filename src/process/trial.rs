//! What a trial is to be run as, and what came of it.
//!
//! Deliberately absent: how it is done (`supervisor`), and what fills `{sink}` in arguments (`run`, by [`Sink::path`]).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::content::Content;
use super::ending::Ending;
use super::reading::{Event, Reading, Readings};

/// One run of one program, told whole: nothing is inherited.
#[derive(Clone, Debug)]
pub struct TrialCommand {
    /// A path, or a name that is looked for in the `PATH` of `env`.
    pub program: PathBuf,
    /// Without the program's own name.
    pub args: Vec<OsString>,
    /// All of it.
    pub env: BTreeMap<OsString, OsString>,
    /// The working folder, which exists and is this run's own.
    pub cwd: PathBuf,
    pub stdin: Stdin,
    pub sink: Sink,
    pub route: Route,
    pub limits: Limits,
    /// How many bytes of each stream or file are kept, from its beginning.
    pub keep: usize,
    /// What is to be counted where the machine can.
    pub events: Vec<Event>,
    pub withhold: Withhold,
}

/// What a program finds on its standard input.
#[derive(Clone, Debug, Default)]
pub enum Stdin {
    #[default]
    Null,
    File(PathBuf),
    /// As a file that has no name.
    Bytes(Vec<u8>),
}

/// Where a trial's output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sink {
    /// `/dev/null`.
    Null,
    /// A pipe that is read as the program writes.
    Pipe,
    /// A pseudo-terminal of 80 columns and 24 lines, read as the program writes. What it adds to newlines is taken off
    /// again: output is as the program wrote it.
    Terminal,
    /// A file, which is made anew; its folder exists.
    File(PathBuf),
}

impl Sink {
    /// What `{sink}` stands for in the arguments of a program that runs in `cwd`: for [`Route::Path`].
    pub fn path(&self, cwd: &Path) -> PathBuf {
        match self {
            Sink::Null => "/dev/null".into(),
            Sink::Pipe | Sink::Terminal => cwd.join("sink"),
            Sink::File(path) => path.clone(),
        }
    }
}

/// How output gets to the sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The program's standard output is the sink.
    Stdout,
    /// The program opens [`Sink::path`] itself; its standard output is captured apart.
    Path,
}

/// How much a run may have of what, before it is ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    pub wall: Duration,
    /// Of each process with its threads; told to the kernel in whole seconds, rounded up.
    pub cpu: Duration,
    /// Resident, of all processes together, sampled every 25 ms; the data of a single one may grow to twice as much
    /// between samples, so that a program which asks for too much is ended here and not by its own complaint.
    pub memory_bytes: u64,
    /// Of any one file, or of all streams together that are read as the program runs.
    pub output_bytes: u64,
    /// At one time, sampled every 25 ms.
    pub processes: u64,
    /// Descriptors that a process may have open.
    pub open_files: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            wall: Duration::from_secs(10),
            cpu: Duration::from_secs(40),
            memory_bytes: 1 << 30,
            output_bytes: 64 << 20,
            processes: 64,
            open_files: 1024,
        }
    }
}

/// Readings that are treated as if this machine's kernel did not give them, to see what such a machine shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Withhold {
    /// `/proc/self/io`: write calls and bytes written.
    pub io: bool,
    /// `/proc/PID/schedstat`: time on a CPU and waiting for one.
    pub schedule: bool,
    /// Perf events, as where `kernel.perf_event_paranoid` forbids them.
    pub events: bool,
}

/// What came of one run.
#[derive(Clone, Debug)]
pub struct Execution {
    pub ending: Ending,
    /// Of a program that was started.
    pub readings: Option<Readings>,
    /// What reached the sink.
    pub output: Reading<Content>,
    /// Standard output, where it is not the sink.
    pub stdout: Option<Content>,
    pub stderr: Content,
}
