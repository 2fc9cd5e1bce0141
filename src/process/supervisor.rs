//! The second door, from our side of the starter: what is asked of it, what is watched meanwhile, what is made of
//! its report.
//!
//! Isolation belongs between the starter and the program and changes nothing here.
//! Deliberately absent: repetition (`run`).

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::cancel::Cancel;
use super::content::{PIECE, Tally};
use super::ending::{Ending, LimitKind, nanoseconds};
use super::error::Error;
use super::family;
use super::launch::Starter;
use super::lookup::{NO_ENTRY, find_program};
use super::message::{Count, Failure, Job, Report, Seen, Step};
use super::reading::{Event, Reading, Readings, Unavailable};
use super::streams::{Stream, Streams};
use super::trial::{Execution, Limits, TrialCommand};

/// How often limits that only we can see are looked at, and the cancellation.
const TICK: Duration = Duration::from_millis(25);

/// How long the starter may take to report after it was told to end the program: longer than its own patience.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long a stream may stay open after all processes of the program have ended: somebody else was given it.
const GRACE: Duration = Duration::from_secs(1);

const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;
const SIGXFSZ: i32 = 25;

pub(super) fn measure(trial: &TrialCommand, cancel: &Cancel) -> Result<Execution, Error> {
    if cancel.is_cancelled() {
        return Ok(not_run(Ending::Cancelled));
    }
    let Some(program) = find_program(&trial.program, trial.env.get(OsStr::new("PATH"))) else {
        return Ok(not_run(Ending::NotStarted(NO_ENTRY)));
    };
    let (given, streams) = Streams::open(trial)?;
    let mut starter = Starter::launch(given.stdin, given.stdout, given.stderr).map_err(Error::Starter)?;
    job(trial, &program).send(starter.control()).map_err(Error::Starter)?;
    let mut watch = Watch {
        limits: &trial.limits,
        cancel,
        starter,
        streams,
        begun: Instant::now(),
        told: None,
        buffer: vec![0; PIECE],
    };
    let report = watch.await_report()?;
    watch.drain()?;
    let verdict = watch.told.map(|(ending, _)| ending);
    drop(watch.starter);
    if report.survivors > 0 {
        return Err(Error::Survivors(report.survivors));
    }
    let (output, stdout, stderr) = watch.streams.finish(trial.keep);
    let seen = match report.outcome {
        Ok(seen) => Some(seen),
        Err(Failure {
            step: Step::Execute,
            errno,
        }) => return Ok(not_run(Ending::NotStarted(errno))),
        // It was ended before it began.
        Err(_) if verdict.is_some() => None,
        Err(failure) => return Err(preparing(failure)),
    };
    let in_file = output.as_ref().map_or(0, |content| content.bytes);
    let ending = match (verdict, &seen) {
        (Some(verdict), _) => verdict,
        (None, Some(seen)) => judge(seen, &trial.limits, in_file),
        (None, None) => return Err(Error::StarterLost),
    };
    Ok(Execution {
        ending,
        readings: seen.as_ref().map(|seen| readings(seen, &trial.events)),
        output,
        stdout,
        stderr,
    })
}

fn not_run(ending: Ending) -> Execution {
    Execution {
        ending,
        readings: None,
        output: Err(Unavailable::NotRun),
        stdout: None,
        stderr: Tally::new(0).content(),
    }
}

fn job(trial: &TrialCommand, program: &Path) -> Job {
    let name = trial.program.as_os_str().as_bytes().to_vec();
    let arguments = trial.args.iter().map(|argument| argument.as_bytes().to_vec());
    let environment = trial.env.iter().map(|(name, value)| {
        let mut entry = name.clone();
        entry.push("=");
        entry.push(value);
        entry.into_vec()
    });
    let limits = &trial.limits;
    Job {
        program: program.as_os_str().as_bytes().to_vec(),
        arguments: [name].into_iter().chain(arguments).collect(),
        environment: environment.collect(),
        folder: trial.cwd.as_os_str().as_bytes().to_vec(),
        cpu_seconds: limits
            .cpu
            .as_nanos()
            .div_ceil(1_000_000_000)
            .try_into()
            .unwrap_or(u64::MAX),
        // One more, so that a file of this size is known to be over the limit and not just at it.
        file_bytes: limits.output_bytes.saturating_add(1),
        data_bytes: limits.memory_bytes.saturating_mul(2),
        open_files: limits.open_files,
        events: trial.events.iter().map(|event| event.code()).collect(),
        withhold_io: trial.withhold.io,
        withhold_schedule: trial.withhold.schedule,
        withhold_events: trial.withhold.events,
    }
}

fn preparing(failure: Failure) -> Error {
    let error = io::Error::from_raw_os_error(failure.errno);
    let step = match failure.step {
        Step::Fork => "make a process",
        Step::Watch => "watch a process",
        Step::Group => "make a process group",
        Step::Limits => "set the limits",
        Step::Folder => "enter the folder",
        Step::Execute => "execute",
    };
    Error::Preparing(step, error)
}

/// A trial that runs.
struct Watch<'a> {
    limits: &'a Limits,
    cancel: &'a Cancel,
    starter: Starter,
    streams: Streams,
    begun: Instant,
    /// Why and when the starter was told to end the program.
    told: Option<(Ending, Instant)>,
    buffer: Vec<u8>,
}

impl Watch<'_> {
    /// Drains and watches until the starter reports.
    fn await_report(&mut self) -> Result<Report, Error> {
        let mut next_tick = self.begun + TICK;
        loop {
            let now = Instant::now();
            let ticks = now >= next_tick;
            if ticks {
                next_tick = now + TICK;
            }
            match &self.told {
                None => {
                    if let Some(ending) = self.verdict(now, ticks).map_err(Error::Watching)? {
                        self.starter.tell_to_end();
                        self.told = Some((ending, now));
                    }
                }
                Some((_, since)) if now.duration_since(*since) > PATIENCE => {
                    self.starter.force_end();
                    return Err(Error::StarterLost);
                }
                Some(_) => {}
            }
            let deadline = self.begun + self.limits.wall;
            let wake = if deadline > now {
                next_tick.min(deadline)
            } else {
                next_tick
            };
            if self
                .wait(wake.saturating_duration_since(now), true)
                .map_err(Error::Watching)?
            {
                return Report::receive(self.starter.control()).map_err(|_| Error::StarterLost);
            }
        }
    }

    /// Takes what is left in the streams after the report.
    fn drain(&mut self) -> Result<(), Error> {
        self.streams.let_named_sink_end();
        let begun = Instant::now();
        while self.streams.open_streams().next().is_some() && begun.elapsed() < GRACE {
            self.wait(TICK, false).map_err(Error::Watching)?;
        }
        Ok(())
    }

    /// Waits for a time at most, reads what streams have, and says whether the starter has something to say.
    fn wait(&mut self, time: Duration, listen: bool) -> io::Result<bool> {
        let (heard, ready) = {
            let control = self.starter.control_fd();
            let mut fds: Vec<PollFd<'_>> = self
                .streams
                .open_streams()
                .map(|stream: &mut Stream| PollFd::from_borrowed_fd(Stream::fd(stream), PollFlags::IN))
                .collect();
            if listen {
                fds.push(PollFd::from_borrowed_fd(control, PollFlags::IN));
            }
            let timeout = Timespec::try_from(time).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
            match poll(&mut fds, Some(&timeout)) {
                Ok(_) => {}
                Err(Errno::INTR) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
            let mut ready: Vec<bool> = fds.iter().map(|fd| !fd.revents().is_empty()).collect();
            let heard = listen && ready.pop().unwrap_or(false);
            (heard, ready)
        };
        for (stream, ready) in self.streams.open_streams().zip(ready) {
            if ready {
                stream.read(&mut self.buffer)?;
            }
        }
        Ok(heard)
    }

    /// Whether the program has to be ended now.
    fn verdict(&self, now: Instant, ticks: bool) -> io::Result<Option<Ending>> {
        let limits = self.limits;
        if self.cancel.is_cancelled() {
            return Ok(Some(Ending::Cancelled));
        }
        let taken = nanoseconds(now.duration_since(self.begun));
        let over = |kind, limit, reached| (reached > limit).then(|| Ending::limit(kind, limit, reached));
        let seen = over(LimitKind::Wall, nanoseconds(limits.wall), taken)
            .or_else(|| over(LimitKind::Output, limits.output_bytes, self.streams.bytes()));
        if seen.is_some() || !ticks {
            return Ok(seen);
        }
        let family = family::descendants(self.starter.pid())?;
        let processes = family.len() as u64;
        let resident = family.into_iter().filter_map(resident_bytes).sum();
        Ok(over(LimitKind::Processes, limits.processes, processes)
            .or_else(|| over(LimitKind::Memory, limits.memory_bytes, resident)))
    }
}

/// Of a process that has not ended meanwhile.
fn resident_bytes(pid: u32) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

/// How a program ended that nobody told to. A limit that the kernel kept, or that was passed between two looks, is
/// told as such.
fn judge(seen: &Seen, limits: &Limits, in_file: u64) -> Ending {
    let ending = Ending::from_wait_status(seen.status);
    let cpu = seen.user_ns + seen.sys_ns;
    let cpu_limit = nanoseconds(limits.cpu);
    // The kernel keeps this limit by its ticks, a few milliseconds off its own finer sum.
    let over_cpu = Ending::limit(LimitKind::Cpu, cpu_limit, cpu.max(cpu_limit));
    match ending {
        Ending::Signalled(SIGXFSZ) => {
            let reached = in_file.max(limits.output_bytes.saturating_add(1));
            Ending::limit(LimitKind::Output, limits.output_bytes, reached)
        }
        Ending::Signalled(SIGXCPU) => over_cpu,
        Ending::Signalled(SIGKILL) if cpu >= cpu_limit => over_cpu,
        _ if in_file > limits.output_bytes => Ending::limit(LimitKind::Output, limits.output_bytes, in_file),
        _ if seen.peak_bytes > limits.memory_bytes => {
            Ending::limit(LimitKind::Memory, limits.memory_bytes, seen.peak_bytes)
        }
        ending => ending,
    }
}

fn readings(seen: &Seen, events: &[Event]) -> Readings {
    // Every program has memory and page faults: a zero says that this kernel does not count.
    let counted = |count: u64| {
        if count == 0 {
            Err(Unavailable::NotExposed)
        } else {
            Ok(count)
        }
    };
    let schedule = seen.schedule.ok_or(Unavailable::NotExposed);
    let written = seen.written.ok_or(Unavailable::NotExposed);
    let faults = counted(seen.faults);
    Readings {
        wall: Duration::from_nanos(seen.wall_ns),
        user: Duration::from_nanos(seen.user_ns),
        sys: Duration::from_nanos(seen.sys_ns),
        cpu: Duration::from_nanos(seen.user_ns + seen.sys_ns),
        on_cpu: schedule.map(|schedule| Duration::from_nanos(schedule.on_cpu_ns)),
        waited: schedule.map(|schedule| Duration::from_nanos(schedule.waited_ns)),
        peak_memory_bytes: counted(seen.peak_bytes),
        write_calls: written.map(|written| written.calls),
        written_bytes: written.map(|written| written.bytes),
        faults,
        // Kept beside the faults: a kernel without those has no switches to tell either, and 0 switches are possible.
        switches: faults.map(|_| seen.switches),
        events: events
            .iter()
            .copied()
            .zip(seen.events.iter().map(counted_event))
            .collect(),
    }
}

fn counted_event(count: &Count) -> Reading<u64> {
    count.map_err(|errno| match Errno::from_raw_os_error(errno) {
        Errno::ACCESS | Errno::PERM => Unavailable::CounterRefused,
        Errno::BUSY => Unavailable::CounterShared,
        _ => Unavailable::NoCounter,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(status: i32) -> Seen {
        Seen {
            status,
            wall_ns: 5,
            user_ns: 2_000_000,
            sys_ns: 1_000_000,
            peak_bytes: 4096,
            faults: 9,
            switches: 0,
            schedule: None,
            written: None,
            events: vec![Ok(7), Err(2)],
        }
    }

    #[test]
    fn a_limit_that_the_kernel_kept_is_told_as_one() {
        let limits = Limits {
            cpu: Duration::from_millis(3),
            output_bytes: 10,
            memory_bytes: 4096,
            ..Limits::default()
        };
        let over = |kind, limit, reached| Ending::Limit { kind, limit, reached };
        assert_eq!(judge(&seen(0), &limits, 10), Ending::Exited(0));
        assert_eq!(judge(&seen(SIGXFSZ), &limits, 0), over(LimitKind::Output, 10, 11));
        assert_eq!(judge(&seen(0), &limits, 12), over(LimitKind::Output, 10, 12));
        assert_eq!(
            judge(&seen(SIGXCPU), &limits, 0),
            over(LimitKind::Cpu, 3_000_000, 3_000_000)
        );
        assert_eq!(
            judge(&seen(SIGKILL), &limits, 0),
            over(LimitKind::Cpu, 3_000_000, 3_000_000)
        );
        let roomy = Limits::default();
        assert_eq!(judge(&seen(SIGKILL), &roomy, 0), Ending::Signalled(SIGKILL));
        let narrow = Limits {
            memory_bytes: 4095,
            ..roomy
        };
        assert_eq!(judge(&seen(6), &narrow, 0), over(LimitKind::Memory, 4095, 4096));
    }

    #[test]
    fn a_kernel_that_does_not_count_gives_no_zeros() {
        let nothing = Seen {
            peak_bytes: 0,
            faults: 0,
            ..seen(0)
        };
        let told = readings(&nothing, &[]);
        for reading in [told.peak_memory_bytes, told.faults, told.switches, told.write_calls] {
            assert_eq!(reading, Err(Unavailable::NotExposed));
        }
        assert_eq!(readings(&seen(0), &[]).switches, Ok(0));
    }

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let job = Job {
            program: b"/bin/x".to_vec(),
            arguments: vec![b"x".to_vec(), Vec::new(), vec![0xff, b'\n']],
            environment: vec![b"A=b".to_vec()],
            folder: b"/".to_vec(),
            cpu_seconds: 1,
            file_bytes: u64::MAX,
            data_bytes: 3,
            open_files: 4,
            events: vec![(1, 2), (0, 3)],
            withhold_io: true,
            withhold_schedule: false,
            withhold_events: true,
        };
        let mut sent = Vec::new();
        job.send(&mut sent).unwrap();
        assert_eq!(Job::receive(&mut sent.as_slice()).unwrap(), job);
        let cut = &sent[..sent.len() - 1];
        assert!(Job::receive(&mut &*cut).is_err());

        let failure = Failure {
            step: Step::Folder,
            errno: 2,
        };
        for outcome in [Ok(seen(0x8b)), Err(failure)] {
            let report = Report { outcome, survivors: 7 };
            let mut sent = Vec::new();
            report.send(&mut sent).unwrap();
            assert_eq!(Report::receive(&mut sent.as_slice()).unwrap(), report);
            // Another version's message is refused.
            sent[8] += 1;
            assert!(Report::receive(&mut sent.as_slice()).is_err());
        }
    }
}
