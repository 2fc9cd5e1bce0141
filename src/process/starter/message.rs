//! What the library and its starter say to each other: one job there, one report back.
//!
//! Owns the wire format and its version. Compiled into both, so it uses nothing but the standard library.
//! Deliberately absent: what readings mean and how an ending is judged (that is the library's).

use std::io::{self, Read, Write};

/// Changed with every change of the format, though both sides come from one build.
const VERSION: u64 = 1;

/// No message is longer: a program's arguments and environment together cannot be.
const LONGEST: u64 = 16 << 20;

/// What to start, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Job {
    /// A path; nothing is looked up.
    pub(crate) program: Vec<u8>,
    /// With the program's own name first.
    pub(crate) arguments: Vec<Vec<u8>>,
    /// `NAME=value` each, and nothing else reaches the program.
    pub(crate) environment: Vec<Vec<u8>>,
    pub(crate) folder: Vec<u8>,
    pub(crate) cpu_seconds: u64,
    pub(crate) file_bytes: u64,
    pub(crate) data_bytes: u64,
    pub(crate) open_files: u64,
    /// Kernel events to count, by their types and numbers in linux/perf_event.h.
    pub(crate) events: Vec<(u64, u64)>,
    /// Act as a machine without `/proc/self/io` or `/proc/PID/schedstat`, or one that refuses to count events.
    pub(crate) withhold_io: bool,
    pub(crate) withhold_schedule: bool,
    pub(crate) withhold_events: bool,
}

/// At which step a job failed before its program ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Step {
    Fork = 1,
    Watch = 2,
    Group = 3,
    Limits = 4,
    Folder = 5,
    Execute = 6,
}

impl Step {
    pub(crate) fn from_code(code: u8) -> Option<Step> {
        [
            Step::Fork,
            Step::Watch,
            Step::Group,
            Step::Limits,
            Step::Folder,
            Step::Execute,
        ]
        .into_iter()
        .find(|step| *step as u8 == code)
    }
}

/// A step that failed, with the system's error number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) step: Step,
    pub(crate) errno: i32,
}

/// Times of the program's first thread, from its `schedstat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) on_cpu_ns: u64,
    pub(crate) waited_ns: u64,
}

/// What the program and the children it waited for wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) calls: u64,
    pub(crate) bytes: u64,
}

/// How often an event happened, or the system's error number.
pub(crate) type Count = Result<u64, i32>;

/// What was seen of a program that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// As `wait4` gives it.
    pub(crate) status: i32,
    pub(crate) wall_ns: u64,
    pub(crate) user_ns: u64,
    pub(crate) sys_ns: u64,
    pub(crate) peak_bytes: u64,
    pub(crate) faults: u64,
    pub(crate) switches: u64,
    pub(crate) schedule: Option<Schedule>,
    pub(crate) written: Option<Written>,
    /// As many as events were asked for.
    pub(crate) events: Vec<Count>,
}

/// How a job went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) outcome: Result<Seen, Failure>,
    /// Processes of the job that could not be ended.
    pub(crate) survivors: u64,
}

impl Job {
    pub(crate) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        let mut frame = Frame::new();
        frame.bytes(&self.program);
        frame.list(&self.arguments);
        frame.list(&self.environment);
        frame.bytes(&self.folder);
        frame.number(self.cpu_seconds);
        frame.number(self.file_bytes);
        frame.number(self.data_bytes);
        frame.number(self.open_files);
        frame.pairs(&self.events);
        frame.number(self.withhold_io.into());
        frame.number(self.withhold_schedule.into());
        frame.number(self.withhold_events.into());
        frame.send(to)
    }

    pub(crate) fn receive(from: &mut impl Read) -> io::Result<Job> {
        let mut parts = Parts::receive(from)?;
        let job = Job {
            program: parts.bytes()?,
            arguments: parts.list()?,
            environment: parts.list()?,
            folder: parts.bytes()?,
            cpu_seconds: parts.number()?,
            file_bytes: parts.number()?,
            data_bytes: parts.number()?,
            open_files: parts.number()?,
            events: parts.pairs()?,
            withhold_io: parts.number()? != 0,
            withhold_schedule: parts.number()? != 0,
            withhold_events: parts.number()? != 0,
        };
        parts.end(job)
    }
}

impl Report {
    pub(crate) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        let mut frame = Frame::new();
        frame.number(self.survivors);
        match &self.outcome {
            Err(failure) => {
                frame.number(failure.step as u64);
                frame.number(u64::from(failure.errno.unsigned_abs()));
            }
            Ok(seen) => {
                frame.number(0);
                frame.number(u64::from(seen.status.cast_unsigned()));
                frame.number(seen.wall_ns);
                frame.number(seen.user_ns);
                frame.number(seen.sys_ns);
                frame.number(seen.peak_bytes);
                frame.number(seen.faults);
                frame.number(seen.switches);
                frame.pair(seen.schedule.map(|schedule| (schedule.on_cpu_ns, schedule.waited_ns)));
                frame.pair(seen.written.map(|written| (written.calls, written.bytes)));
                let counts = seen.events.iter().map(|count| match count {
                    Ok(count) => (0, *count),
                    Err(errno) => (1, u64::from(errno.unsigned_abs())),
                });
                frame.pairs(&counts.collect::<Vec<_>>());
            }
        }
        frame.send(to)
    }

    pub(crate) fn receive(from: &mut impl Read) -> io::Result<Report> {
        let mut parts = Parts::receive(from)?;
        let survivors = parts.number()?;
        let outcome = match parts.number()? {
            0 => Ok(Seen {
                status: u32::try_from(parts.number()?).map_err(|_| malformed())?.cast_signed(),
                wall_ns: parts.number()?,
                user_ns: parts.number()?,
                sys_ns: parts.number()?,
                peak_bytes: parts.number()?,
                faults: parts.number()?,
                switches: parts.number()?,
                schedule: parts
                    .pair()?
                    .map(|(on_cpu_ns, waited_ns)| Schedule { on_cpu_ns, waited_ns }),
                written: parts.pair()?.map(|(calls, bytes)| Written { calls, bytes }),
                events: parts.pairs()?.into_iter().map(count_of).collect::<io::Result<_>>()?,
            }),
            code => Err(Failure {
                step: u8::try_from(code)
                    .ok()
                    .and_then(Step::from_code)
                    .ok_or_else(malformed)?,
                errno: i32::try_from(parts.number()?).map_err(|_| malformed())?,
            }),
        };
        parts.end(Report { outcome, survivors })
    }
}

fn count_of((failed, number): (u64, u64)) -> io::Result<Count> {
    match failed {
        0 => Ok(Ok(number)),
        _ => Ok(Err(i32::try_from(number).map_err(|_| malformed())?)),
    }
}

/// A message being written: its length, then numbers and texts in an agreed order.
struct Frame(Vec<u8>);

impl Frame {
    fn new() -> Self {
        let mut frame = Frame(Vec::new());
        frame.number(VERSION);
        frame
    }

    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn list(&mut self, list: &[Vec<u8>]) {
        self.number(list.len() as u64);
        for item in list {
            self.bytes(item);
        }
    }

    fn pairs(&mut self, pairs: &[(u64, u64)]) {
        self.number(pairs.len() as u64);
        for (first, second) in pairs {
            self.number(*first);
            self.number(*second);
        }
    }

    fn pair(&mut self, pair: Option<(u64, u64)>) {
        self.number(pair.is_some().into());
        if let Some((first, second)) = pair {
            self.number(first);
            self.number(second);
        }
    }

    fn send(self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&(self.0.len() as u64).to_le_bytes())?;
        to.write_all(&self.0)
    }
}

/// A message being read.
struct Parts {
    bytes: Vec<u8>,
    at: usize,
}

impl Parts {
    fn receive(from: &mut impl Read) -> io::Result<Self> {
        let mut length = [0; 8];
        from.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        if length > LONGEST {
            return Err(malformed());
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| malformed())?];
        from.read_exact(&mut bytes)?;
        let mut parts = Parts { bytes, at: 0 };
        if parts.number()? != VERSION {
            return Err(malformed());
        }
        Ok(parts)
    }

    fn take(&mut self, length: usize) -> io::Result<&[u8]> {
        let end = self.at.checked_add(length).ok_or_else(malformed)?;
        let taken = self.bytes.get(self.at..end).ok_or_else(malformed)?;
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self) -> io::Result<u64> {
        let bytes = self.take(8)?.try_into().map_err(|_| malformed())?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let length = usize::try_from(self.number()?).map_err(|_| malformed())?;
        Ok(self.take(length)?.to_vec())
    }

    fn list(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let count = self.number()?;
        (0..count).map(|_| self.bytes()).collect()
    }

    fn pairs(&mut self) -> io::Result<Vec<(u64, u64)>> {
        let count = self.number()?;
        (0..count).map(|_| Ok((self.number()?, self.number()?))).collect()
    }

    fn pair(&mut self) -> io::Result<Option<(u64, u64)>> {
        match self.number()? {
            0 => Ok(None),
            _ => Ok(Some((self.number()?, self.number()?))),
        }
    }

    /// `message`, if nothing is left over.
    fn end<T>(self, message: T) -> io::Result<T> {
        if self.at == self.bytes.len() {
            Ok(message)
        } else {
            Err(malformed())
        }
    }
}

fn malformed() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "a message between the program and its starter is malformed",
    )
}
