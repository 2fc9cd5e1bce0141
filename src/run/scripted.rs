//! An executor that runs nothing: what each run shows is a function of its trial and turn. For tests of all that is above.
//!
//! Deliberately absent: chance, and real time. Its clock goes on by what runs are said to take.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::executor::{Built, Executor, RunSample, Turn};
use super::passes::{Pass, Tool};
use super::{Error, ProcessorTime};
use crate::lesson::names::Sink;
use crate::plan::Trial;
use crate::process::{Content, Ending, Event, Execution, LimitKind, Readings, Unavailable};

/// The date on which scripted sessions take place.
pub const TODAY: &str = "2026-01-02";

type Build = dyn Fn(&Trial) -> Built + Sync;
type Count = dyn Fn(&Trial, Tool) -> Pass + Sync;
type Run = dyn Fn(&Trial, Turn<'_>) -> Result<RunSample, Error> + Sync;

/// See the module.
pub struct Scripted {
    build: Box<Build>,
    run: Box<Run>,
    count: Box<Count>,
    /// How long each pass takes.
    pass: Duration,
    refused: Vec<Sink>,
    elapsed_ns: AtomicU64,
}

impl Scripted {
    /// All trials build, and `run` says what each run shows.
    pub fn new(run: impl Fn(&Trial, Turn<'_>) -> RunSample + Sync + 'static) -> Self {
        Scripted::failing(move |trial, turn| Ok(run(trial, turn)))
    }

    /// As [`Scripted::new`], on a machine that may fail.
    pub fn failing(run: impl Fn(&Trial, Turn<'_>) -> Result<RunSample, Error> + Sync + 'static) -> Self {
        Scripted {
            build: Box::new(|_| Built::default()),
            run: Box::new(run),
            count: Box::new(|_, _| Pass::Missing),
            pass: Duration::ZERO,
            refused: Vec::new(),
            elapsed_ns: AtomicU64::new(0),
        }
    }

    /// On a machine on which output cannot go to `sink`.
    #[must_use]
    pub fn refusing(mut self, sink: Sink) -> Self {
        self.refused.push(sink);
        self
    }

    /// With builds that end as `build` says.
    #[must_use]
    pub fn building(self, build: impl Fn(&Trial) -> Built + Sync + 'static) -> Self {
        Scripted {
            build: Box::new(build),
            ..self
        }
    }

    /// With passes that show what `count` says; else there is no tool.
    #[must_use]
    pub fn counting(self, count: impl Fn(&Trial, Tool) -> Pass + Sync + 'static) -> Self {
        Scripted {
            count: Box::new(count),
            ..self
        }
    }
}

impl Scripted {
    /// With passes of this length.
    #[must_use]
    pub fn passing_for(self, pass: Duration) -> Self {
        Scripted { pass, ..self }
    }
}

impl fmt::Debug for Scripted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Scripted")
            .field("elapsed_ns", &self.elapsed_ns)
            .finish_non_exhaustive()
    }
}

impl Executor for Scripted {
    fn build(&self, trial: &Trial) -> Result<Built, Error> {
        Ok((self.build)(trial))
    }

    fn run(&self, trial: &Trial, _built: &Built, turn: Turn<'_>) -> Result<RunSample, Error> {
        let sample = (self.run)(trial, turn)?;
        let taken = sample
            .execution
            .readings
            .as_ref()
            .map_or(0, |readings| readings.wall.as_nanos());
        self.elapsed_ns.fetch_add(taken as u64, Ordering::Relaxed);
        Ok(sample)
    }

    fn count(&self, trial: &Trial, _built: &Built, tool: Tool, within: Duration) -> Result<Pass, Error> {
        let taken = self.pass.min(within);
        self.elapsed_ns.fetch_add(taken.as_nanos() as u64, Ordering::Relaxed);
        if self.pass > within {
            let limit = within.as_nanos() as u64;
            return Ok(Pass::Made {
                ending: Ending::Limit {
                    kind: LimitKind::Wall,
                    limit,
                    reached: limit,
                },
                said: String::new(),
            });
        }
        Ok((self.count)(trial, tool))
    }

    fn offers(&self, sink: Sink) -> bool {
        !self.refused.contains(&sink)
    }

    fn now(&self) -> Duration {
        Duration::from_nanos(self.elapsed_ns.load(Ordering::Relaxed))
    }

    /// One core, of which the host takes five thousandths.
    fn processor_time(&self) -> Option<ProcessorTime> {
        let total = self.elapsed_ns.load(Ordering::Relaxed);
        Some(ProcessorTime {
            total,
            stolen: total / 200,
        })
    }

    fn today(&self) -> String {
        TODAY.to_owned()
    }
}

/// A run that ends with code 0 after `wall_ns`, all of it on a CPU, half in the kernel, and says nothing.
pub fn sample(wall_ns: u64) -> RunSample {
    let wall = Duration::from_nanos(wall_ns);
    let readings = Readings {
        wall,
        user: wall - wall / 2,
        sys: wall / 2,
        cpu: wall,
        on_cpu: Ok(wall),
        waited: Ok(Duration::ZERO),
        peak_memory_bytes: Ok(1 << 20),
        write_calls: Ok(0),
        written_bytes: Ok(0),
        faults: Ok(100),
        switches: Ok(0),
        events: Event::HARDWARE.map(|event| (event, Err(Unavailable::NoCounter))).into(),
    };
    RunSample {
        execution: Execution {
            ending: Ending::Exited(0),
            readings: Some(readings),
            output: Ok(content(b"")),
            stdout: None,
            stderr: content(b""),
        },
        written: BTreeMap::new(),
        folder: None,
    }
}

impl RunSample {
    /// The same run, with this output.
    #[must_use]
    pub fn output(mut self, text: &str) -> Self {
        self.execution.output = Ok(content(text.as_bytes()));
        self
    }

    /// The same run, with so many write calls.
    #[must_use]
    pub fn writes(mut self, calls: u64) -> Self {
        if let Some(readings) = &mut self.execution.readings {
            readings.write_calls = Ok(calls);
        }
        self
    }

    /// The same run, with this end.
    #[must_use]
    pub fn ending(mut self, ending: Ending) -> Self {
        self.execution.ending = ending;
        self
    }
}

/// What was written, when it was all of this.
pub fn content(bytes: &[u8]) -> Content {
    Content {
        bytes: bytes.len() as u64,
        lines: bytes.iter().filter(|byte| **byte == b'\n').count() as u64,
        digest: blake3::hash(bytes),
        head: bytes.to_vec(),
    }
}
