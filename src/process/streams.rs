//! The ends of a trial's streams: what the program gets, and what is read on our side while it runs or after.
//!
//! Deliberately absent: when to stop reading (`supervisor`).

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{FileType, MemfdFlags, Mode, OFlags, mknodat};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};

use super::content::{Content, Tally, open_folder, read_back_at};
use super::error::Error;
use super::launch::sealed_file;
use super::reading::{Reading, Unavailable};
use super::terminal::{AsWritten, Pair};
use super::trial::{Route, Sink, Stdin, TrialCommand};

/// The standard streams of the program.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

/// Our side of them.
#[derive(Debug)]
pub(super) struct Streams {
    sink: SinkEnd,
    stdout: Option<Stream>,
    stderr: Stream,
}

/// A pipe or a terminal that is drained as the program writes.
#[derive(Debug)]
pub(super) struct Stream {
    /// Until its end was read.
    reader: Option<OwnedFd>,
    /// Of a terminal.
    terminal: Option<AsWritten>,
    tally: Tally,
}

#[derive(Debug)]
enum SinkEnd {
    Null,
    Stream(Stream),
    /// A FIFO or a terminal that programs open, as often as they like: its end is only there when they have ended, so
    /// `writer` is ours.
    Named {
        stream: Stream,
        writer: Option<OwnedFd>,
        path: PathBuf,
    },
    File {
        folder: OwnedFd,
        name: OsString,
    },
}

impl Streams {
    pub(super) fn open(trial: &TrialCommand) -> Result<(Given, Streams), Error> {
        let stdin = open_input(&trial.stdin)?;
        let (stderr_given, stderr) = Stream::pipe(trial.keep)?;
        let (sink_given, sink) = SinkEnd::open(trial)?;
        let (stdout_given, stdout) = match sink_given {
            Some(given) => (given, None),
            None => {
                let (given, stream) = Stream::pipe(trial.keep)?;
                (given, Some(stream))
            }
        };
        let given = Given {
            stdin,
            stdout: stdout_given,
            stderr: stderr_given,
        };
        Ok((given, Streams { sink, stdout, stderr }))
    }

    /// Those that have not ended.
    pub(super) fn open_streams(&mut self) -> impl Iterator<Item = &mut Stream> {
        let sink = match &mut self.sink {
            SinkEnd::Stream(stream) | SinkEnd::Named { stream, .. } => Some(stream),
            SinkEnd::Null | SinkEnd::File { .. } => None,
        };
        let all = sink.into_iter().chain(&mut self.stdout).chain([&mut self.stderr]);
        all.filter(|stream| stream.reader.is_some())
    }

    /// Of all streams together.
    pub(super) fn bytes(&self) -> u64 {
        let sink = match &self.sink {
            SinkEnd::Stream(stream) | SinkEnd::Named { stream, .. } => stream.tally.bytes(),
            SinkEnd::Null | SinkEnd::File { .. } => 0,
        };
        sink + self.stdout.as_ref().map_or(0, |stream| stream.tally.bytes()) + self.stderr.tally.bytes()
    }

    /// No process of the program is left: a FIFO ends after what it holds.
    pub(super) fn let_named_sink_end(&mut self) {
        if let SinkEnd::Named { writer, .. } = &mut self.sink {
            *writer = None;
        }
    }

    /// What reached the sink, standard output where it is not the sink, standard error.
    pub(super) fn finish(self, keep: usize) -> (Reading<Content>, Option<Content>, Content) {
        let output = match &self.sink {
            SinkEnd::Null => Err(Unavailable::NullSink),
            SinkEnd::Stream(stream) | SinkEnd::Named { stream, .. } => Ok(stream.tally.content()),
            SinkEnd::File { folder, name } => read_back_at(folder, name, keep),
        };
        let stdout = self.stdout.as_ref().map(|stream| stream.tally.content());
        (output, stdout, self.stderr.tally.content())
    }
}

impl Stream {
    /// The end to write, blocking, and the stream of the end to read.
    fn pipe(keep: usize) -> Result<(OwnedFd, Stream), Error> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).map_err(pipe_error)?;
        // Of our end alone: the program's blocks, as a pipe does.
        rustix::fs::fcntl_setfl(&reader, OFlags::NONBLOCK).map_err(pipe_error)?;
        Ok((writer, Stream::new(reader, keep)))
    }

    fn new(reader: OwnedFd, keep: usize) -> Self {
        Stream {
            reader: Some(reader),
            terminal: None,
            tally: Tally::new(keep),
        }
    }

    fn of_terminal(reader: OwnedFd, keep: usize) -> Self {
        Stream {
            terminal: Some(AsWritten::default()),
            ..Stream::new(reader, keep)
        }
    }

    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.reader.as_ref().expect("only open streams are asked").as_fd()
    }

    /// Takes what is there, at most what `buffer` holds.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        match rustix::io::read(self.fd(), &mut *buffer) {
            Ok(0) => self.end(),
            // A terminal that nobody has open any more.
            Err(Errno::IO) if self.terminal.is_some() => self.end(),
            Ok(length) => match &mut self.terminal {
                Some(terminal) => self.tally.add(&terminal.of(&buffer[..length])),
                None => self.tally.add(&buffer[..length]),
            },
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn end(&mut self) {
        if let Some(terminal) = &mut self.terminal {
            self.tally.add(terminal.rest());
        }
        self.reader = None;
    }
}

fn pipe_error(error: Errno) -> Error {
    Error::Preparing("make a pipe", error.into())
}

impl SinkEnd {
    /// With what is to be standard output, if that is the sink.
    fn open(trial: &TrialCommand) -> Result<(Option<OwnedFd>, SinkEnd), Error> {
        match (&trial.sink, trial.route) {
            (Sink::Null, Route::Stdout) => {
                let null = File::options().write(true).open("/dev/null");
                let null = null.map_err(|error| Error::File("/dev/null".into(), error))?;
                Ok((Some(null.into()), SinkEnd::Null))
            }
            (Sink::Null, Route::Path) => Ok((None, SinkEnd::Null)),
            (Sink::Pipe, Route::Stdout) => {
                let (given, stream) = Stream::pipe(trial.keep)?;
                Ok((Some(given), SinkEnd::Stream(stream)))
            }
            (Sink::Pipe, Route::Path) => {
                let path = trial.sink.path(&trial.cwd);
                let fifo = SinkEnd::fifo(&path, trial.keep);
                fifo.map(|fifo| (None, fifo))
                    .map_err(|error| Error::File(path, error.into()))
            }
            (Sink::Terminal, route) => SinkEnd::terminal(trial, route),
            (Sink::File(path), route) => SinkEnd::file(path, route).map_err(|error| Error::File(path.clone(), error)),
        }
    }

    /// With our own reader the program's opening does not wait, with our own writer no end is seen too early.
    fn fifo(path: &Path, keep: usize) -> Result<SinkEnd, Errno> {
        let access = Mode::RUSR | Mode::WUSR;
        mknodat(rustix::fs::CWD, path, FileType::Fifo, access, 0)?;
        let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let reader = rustix::fs::open(path, flags | OFlags::RDONLY, Mode::empty())?;
        let writer = rustix::fs::open(path, flags | OFlags::WRONLY, Mode::empty())?;
        Ok(SinkEnd::Named {
            stream: Stream::new(reader, keep),
            writer: Some(writer),
            path: path.to_owned(),
        })
    }

    fn terminal(trial: &TrialCommand, route: Route) -> Result<(Option<OwnedFd>, SinkEnd), Error> {
        let pair = Pair::open().map_err(|error| Error::Preparing("make a pseudo-terminal", error.into()))?;
        let stream = Stream::of_terminal(pair.reader, trial.keep);
        if route == Route::Stdout {
            return Ok((Some(pair.terminal), SinkEnd::Stream(stream)));
        }
        // Under a name in the run's folder, since its own is known only now.
        let path = trial.sink.path(&trial.cwd);
        std::os::unix::fs::symlink(&pair.path, &path).map_err(|error| Error::File(path.clone(), error))?;
        let writer = Some(pair.terminal);
        Ok((None, SinkEnd::Named { stream, writer, path }))
    }

    /// Made anew, so that an earlier run's file is never taken for this one's.
    fn file(path: &Path, route: Route) -> io::Result<(Option<OwnedFd>, SinkEnd)> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let folder = open_folder(folder)?;
        match rustix::fs::unlinkat(&folder, name, rustix::fs::AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(error) => return Err(error.into()),
        }
        let given = match route {
            Route::Stdout => {
                let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
                let access = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
                Some(rustix::fs::openat(&folder, name, flags, access)?)
            }
            Route::Path => None,
        };
        let name = name.to_owned();
        Ok((given, SinkEnd::File { folder, name }))
    }
}

impl Drop for SinkEnd {
    fn drop(&mut self) {
        if let SinkEnd::Named { path, .. } = self {
            // The program was free to remove it first; what is left goes with the run's folder.
            let _: io::Result<()> = fs::remove_file(path);
        }
    }
}

fn open_input(stdin: &Stdin) -> Result<OwnedFd, Error> {
    let path = match stdin {
        Stdin::Null => Path::new("/dev/null"),
        Stdin::File(path) => path,
        Stdin::Bytes(bytes) => {
            let file = sealed_file("stdin", bytes, MemfdFlags::NOEXEC_SEAL);
            return file.map_err(|error| Error::Preparing("keep its input", error.into()));
        }
    };
    let file = File::open(path).map_err(|error| Error::File(path.to_owned(), error))?;
    Ok(file.into())
}
