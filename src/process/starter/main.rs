//! The starter: a tiny program from which trials are started, so that their readings are theirs.
//!
//! A program's peak memory begins at what its starter holds, its write calls are counted as what its starter has
//! reaped, and orphans go to the nearest subreaper: so the starter is small, writes nothing meanwhile, and adopts.
//! It receives one job over the socket whose number is its only argument, and sends one report. A byte on that
//! socket, or its end, means: end the program now. Its standard streams are the program's.
//! Deliberately absent: limits that need a timer or a sum over processes (the library watches those).
//!
//! Compiled by `build.rs` beside it, not a part of the library.

// The runtime of the standard library would ignore SIGPIPE and take memory before anything is done.
#![no_main]

mod events;
#[allow(dead_code, reason = "the library uses the rest")]
mod family;
#[allow(dead_code, reason = "the library uses the rest")]
mod message;
mod system;

use std::ffi::{CStr, CString, c_char, c_int};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use message::{Failure, Job, Report, Schedule, Seen, Step, Written};
use system::{PollFd, Texts};

/// How long processes that are told to end may take about it.
const PATIENCE: Duration = Duration::from_secs(5);

/// # Safety
///
/// Called once, by the C runtime.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn main(count: c_int, arguments: *const *const c_char) -> c_int {
    if count != 2 {
        return 2;
    }
    // SAFETY: there are two arguments, each ending with NUL.
    let argument = unsafe { CStr::from_ptr(*arguments.add(1)) };
    let Some(fd) = argument.to_str().ok().and_then(|number| number.parse().ok()) else {
        return 2;
    };
    // SAFETY: the library left this descriptor open for nobody else.
    let mut control = unsafe { UnixStream::from_raw_fd(fd) };
    match serve(&mut control) {
        Ok(()) => 0,
        // The library sees the end of the socket without a report.
        Err(_) => 1,
    }
}

fn serve(control: &mut UnixStream) -> io::Result<()> {
    system::forget_signals();
    keep_descriptors_from_program()?;
    system::adopt_orphans()?;
    let job = Job::receive(control)?;
    let outcome = perform(job, control.as_raw_fd());
    let survivors = end_family();
    Report { outcome, survivors }.send(control)
}

/// Nothing but the standard streams reaches the program, whatever this process inherited.
fn keep_descriptors_from_program() -> io::Result<()> {
    for entry in fs::read_dir("/proc/self/fd")? {
        let name = entry?.file_name();
        match name.to_str().and_then(|name| name.parse::<c_int>().ok()) {
            Some(fd) if fd > 2 => system::close_on_execute(fd),
            _ => {}
        }
    }
    Ok(())
}

/// Runs the program to its end.
fn perform(job: Job, control: c_int) -> Result<Seen, Failure> {
    let (withhold_io, withhold_schedule) = (job.withhold_io, job.withhold_schedule);
    let events = events::open(&job.events, job.withhold_events);
    let plan = Plan::new(job)?;
    let (complaint, complain) = system::pipe().map_err(failed(Step::Fork))?;
    let starter = system::own_pid();
    let written_before = written(withhold_io);

    let started = system::now();
    let program = system::fork().map_err(failed(Step::Fork))?;
    if program == 0 {
        let Failure { step, errno } = become_program(&plan, starter);
        let mut message = [step as u8; 5];
        message[1..].copy_from_slice(&errno.to_le_bytes());
        system::write(complain, &message);
        system::exit(127);
    }
    let ended = await_end(program, control);
    // Only now, so that nothing is done while the program begins.
    system::close(complain);

    // Read at the zombie: after reaping it is gone.
    let schedule = if withhold_schedule { None } else { schedule(program) };
    // While the zombie keeps the number of the group from being used anew.
    system::kill(-program);
    let (status, usage) = system::reap(program).map_err(failed(Step::Watch))?;
    // Before orphans are reaped: what counts is the program and the children it waited for, as in its usage.
    let written_after = written(withhold_io);

    let mut message = [0; 5];
    let length = system::read(complaint, &mut message);
    if let Some(failure) = complaint_of(&message[..length]) {
        return Err(failure);
    }
    let ended = ended?;
    Ok(Seen {
        status,
        wall_ns: ended.saturating_sub(started),
        user_ns: usage.user.nanoseconds(),
        sys_ns: usage.sys.nanoseconds(),
        peak_bytes: usage.max_resident.unsigned_abs() * 1024,
        faults: usage.minor_faults.unsigned_abs() + usage.major_faults.unsigned_abs(),
        switches: usage.voluntary_switches.unsigned_abs() + usage.involuntary_switches.unsigned_abs(),
        schedule,
        written: written_before.zip(written_after).map(|(before, after)| Written {
            calls: after.calls.saturating_sub(before.calls),
            bytes: after.bytes.saturating_sub(before.bytes),
        }),
        events: events::counts(&events),
    })
}

/// A job in the form that system calls take, so that the child need not allocate.
struct Plan {
    program: CString,
    arguments: Texts,
    environment: Texts,
    folder: CString,
    limits: [(c_int, u64, u64); 5],
}

impl Plan {
    fn new(job: Job) -> Result<Self, Failure> {
        let unfit = Failure {
            step: Step::Execute,
            errno: system::EINVAL,
        };
        Ok(Plan {
            program: CString::new(job.program).map_err(|_| unfit)?,
            arguments: Texts::new(job.arguments).ok_or(unfit)?,
            environment: Texts::new(job.environment).ok_or(unfit)?,
            folder: CString::new(job.folder).map_err(|_| unfit)?,
            limits: [
                // The soft limit can be ignored by the program, the hard one cannot.
                (system::RLIMIT_CPU, job.cpu_seconds, job.cpu_seconds.saturating_add(1)),
                (system::RLIMIT_FSIZE, job.file_bytes, job.file_bytes),
                (system::RLIMIT_DATA, job.data_bytes, job.data_bytes),
                (system::RLIMIT_CORE, 0, 0),
                (system::RLIMIT_NOFILE, job.open_files, job.open_files),
            ],
        })
    }
}

fn failed(step: Step) -> impl Fn(io::Error) -> Failure {
    move |error| Failure {
        step,
        errno: error.raw_os_error().unwrap_or(0),
    }
}

/// In the child: becomes the program, or tells why not. Nothing is written on the way, it would be counted.
fn become_program(plan: &Plan, starter: c_int) -> Failure {
    let prepared = (|| {
        system::die_with_parent().map_err(failed(Step::Group))?;
        if system::parent_pid() != starter {
            system::exit(127);
        }
        system::new_group().map_err(failed(Step::Group))?;
        for (resource, soft, hard) in plan.limits {
            system::limit(resource, soft, hard).map_err(failed(Step::Limits))?;
        }
        system::change_folder(&plan.folder).map_err(failed(Step::Folder))
    })();
    match prepared {
        Ok(()) => failed(Step::Execute)(system::execute(&plan.program, &plan.arguments, &plan.environment)),
        Err(failure) => failure,
    }
}

/// Waits until the program is a zombie and gives the time of it. Told to end it, does so.
fn await_end(program: c_int, control: c_int) -> Result<u64, Failure> {
    // The program's alone from now on: a pipe's end must be seen when the program ends.
    for stream in 0..=2 {
        system::close(stream);
    }
    let watch = match system::watch(program) {
        Ok(watch) => watch,
        Err(error) => {
            system::kill(program);
            return Err(failed(Step::Watch)(error));
        }
    };
    let mut told = false;
    loop {
        let mut fds = [watch, control].map(|fd| PollFd {
            fd,
            events: system::POLLIN,
            happened: 0,
        });
        if told {
            system::kill(program);
            kill_family();
            system::poll(&mut fds[..1], 5);
        } else {
            system::poll(&mut fds, -1);
        }
        if fds[0].happened != 0 {
            return Ok(system::now());
        }
        told |= fds[1].happened != 0;
    }
}

fn complaint_of(message: &[u8]) -> Option<Failure> {
    let (step, errno) = message.split_first()?;
    Some(Failure {
        step: Step::from_code(*step)?,
        errno: i32::from_le_bytes(errno.try_into().ok()?),
    })
}

/// On a CPU, and ready but waiting for one: of the first thread, the kernel keeps no sum over threads here.
fn schedule(program: c_int) -> Option<Schedule> {
    let text = fs::read_to_string(format!("/proc/{program}/schedstat")).ok()?;
    let mut numbers = text.split_ascii_whitespace().map_while(|number| number.parse().ok());
    Some(Schedule {
        on_cpu_ns: numbers.next()?,
        waited_ns: numbers.next()?,
    })
}

/// What this process and all it reaped have written. Reading it is no write.
fn written(withheld: bool) -> Option<Written> {
    if withheld {
        return None;
    }
    let text = fs::read_to_string("/proc/self/io").ok()?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse().ok()
    };
    Some(Written {
        calls: field("syscw:")?,
        bytes: field("wchar:")?,
    })
}

/// Ends and reaps all that the program left behind, also what left its session. How many could not be ended.
fn end_family() -> u64 {
    let begun = Instant::now();
    let mut last = Vec::new();
    while system::reap_ended() {
        let found = kill_family();
        if begun.elapsed() > PATIENCE {
            return found.len().max(1) as u64;
        }
        // A chain of processes that fork and exit is caught by haste; those that are dying are only waited for.
        if found == last {
            std::thread::sleep(Duration::from_millis(1));
        }
        last = found;
    }
    0
}

fn kill_family() -> Vec<u32> {
    let found = family::descendants(std::process::id()).unwrap_or_default();
    for pid in &found {
        system::kill(pid.cast_signed());
    }
    found
}
