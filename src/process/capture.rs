//! The first door: compilers and probes, for what they say and how they end.
//!
//! Deliberately absent: readings, and limits other than time and what is kept. It works on every system.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::cancel::Cancel;
use super::content::{Content, PIECE, Tally};
use super::ending::{Ending, LimitKind, nanoseconds};
use super::error::Error;
use super::lookup::{NO_ENTRY, find_program};

/// How often the end, the limit and the cancellation are looked for, at least.
const TICK: Duration = Duration::from_millis(5);

/// How long a stream may stay open after the program, by a process that left its group.
const GRACE: Duration = Duration::from_secs(1);

/// A program to run for what it says, told whole: nothing is inherited, standard input is empty.
#[derive(Clone, Debug)]
pub struct Command {
    /// A path, or a name that is looked for in the `PATH` of `env`.
    pub program: PathBuf,
    /// Without the program's own name.
    pub args: Vec<OsString>,
    /// All of it.
    pub env: BTreeMap<OsString, OsString>,
    pub cwd: PathBuf,
    /// How long it may take.
    pub wall: Duration,
    /// How many bytes of each stream are kept, from its beginning.
    pub keep: usize,
}

/// What a [`Command`] said, and how it ended.
#[derive(Clone, Debug)]
pub struct Captured {
    pub ending: Ending,
    pub stdout: Content,
    pub stderr: Content,
}

/// Runs a command to its end. A limit or `cancel` ends its whole process group, and so does its own end.
pub fn capture(command: &Command, cancel: &Cancel) -> Result<Captured, Error> {
    let begun = Instant::now();
    if cancel.is_cancelled() {
        return Ok(silent(Ending::Cancelled));
    }
    let Some(program) = find_program(&command.program, command.env.get(OsStr::new("PATH"))) else {
        return Ok(silent(Ending::NotStarted(NO_ENTRY)));
    };
    let mut child = match spawn(command, &program) {
        Ok(child) => child,
        Err(error) => match error.raw_os_error() {
            Some(errno) if command.cwd.is_dir() => return Ok(silent(Ending::NotStarted(errno))),
            _ => return Err(Error::File(command.cwd.clone(), error)),
        },
    };
    let (done, closed) = channel();
    let stdout = drain(child.stdout.take(), command.keep, done.clone());
    let stderr = drain(child.stderr.take(), command.keep, done);
    let ending = await_end(&mut child, command, cancel, begun, &closed);
    // Also after its own end: what it left in its group must not hold the streams, or live on.
    end_group(&mut child);
    if ending.is_err() {
        child.wait().map_err(Error::Watching)?;
    }
    let ending = ending?;
    await_streams(&closed);
    Ok(Captured {
        ending,
        stdout: content(&stdout),
        stderr: content(&stderr),
    })
}

fn silent(ending: Ending) -> Captured {
    let nothing = Tally::new(0).content();
    Captured {
        ending,
        stdout: nothing.clone(),
        stderr: nothing,
    }
}

fn spawn(command: &Command, program: &Path) -> io::Result<Child> {
    let mut process = std::process::Command::new(program);
    process
        .args(&command.args)
        .env_clear()
        .envs(&command.env)
        .current_dir(&command.cwd)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        process.arg0(&command.program).process_group(0);
    }
    process.spawn()
}

/// Reads a stream on a thread of its own, so that no program waits for us; `done` is dropped at the end of it.
fn drain(stream: Option<impl Read + Send + 'static>, keep: usize, done: Sender<()>) -> Arc<Mutex<Tally>> {
    let tally = Arc::new(Mutex::new(Tally::new(keep)));
    let shared = Arc::clone(&tally);
    let mut stream = stream.expect("the streams are piped");
    thread::spawn(move || {
        let mut buffer = vec![0; PIECE];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => lock(&shared).add(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A pipe that cannot be read has ended.
                Err(_) => break,
            }
        }
        drop(done);
    });
    tally
}

fn lock(tally: &Mutex<Tally>) -> std::sync::MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

fn content(tally: &Mutex<Tally>) -> Content {
    lock(tally).content()
}

fn await_end(
    child: &mut Child,
    command: &Command,
    cancel: &Cancel,
    begun: Instant,
    closed: &Receiver<()>,
) -> Result<Ending, Error> {
    let mut streams_open = true;
    loop {
        if let Some(status) = child.try_wait().map_err(Error::Watching)? {
            return Ok(ending_of(status));
        }
        let taken = begun.elapsed();
        let verdict = if cancel.is_cancelled() {
            Some(Ending::Cancelled)
        } else if taken > command.wall {
            Some(Ending::limit(
                LimitKind::Wall,
                nanoseconds(command.wall),
                nanoseconds(taken),
            ))
        } else {
            None
        };
        if let Some(ending) = verdict {
            end_group(child);
            child.wait().map_err(Error::Watching)?;
            return Ok(ending);
        }
        // Most programs close their streams by ending, so that is when to look again.
        if streams_open {
            streams_open = closed.recv_timeout(TICK) != Err(RecvTimeoutError::Disconnected);
        } else {
            thread::sleep(TICK / 5);
        }
    }
}

fn await_streams(closed: &Receiver<()>) {
    // Nothing is ever sent: this returns when both readers are done, or the grace is over.
    let _: Result<(), RecvTimeoutError> = closed.recv_timeout(GRACE);
}

fn ending_of(status: ExitStatus) -> Ending {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        Ending::from_wait_status(status.into_raw())
    }
    #[cfg(not(unix))]
    {
        Ending::Exited(status.code().map_or(u8::MAX, |code| code as u8))
    }
}

/// The group's number stays taken while the group has members, so nobody else is meant by it.
fn end_group(child: &mut Child) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let group = Pid::from_raw(child.id().cast_signed()).expect("a process's number is not 0");
        match kill_process_group(group, Signal::KILL) {
            // Nobody is left.
            Ok(()) | Err(_) => {}
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        // Ended already, or ends now.
        let _ = child.kill();
    }
}
