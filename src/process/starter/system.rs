//! The system calls of the starter, declared by hand so that it needs no crate, behind functions that are safe.
//!
//! For 64-bit Linux; the numbers are those of all its architectures but MIPS, SPARC and Alpha.
//! Deliberately absent: any policy.

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_ulong, c_void};
use std::io;
use std::ptr;

pub(crate) const SIGKILL: c_int = 9;
pub(crate) const EACCES: i32 = 13;
pub(crate) const EBUSY: i32 = 16;
pub(crate) const EINVAL: i32 = 22;
const ENOSYS: i32 = 38;

pub(crate) const RLIMIT_CPU: c_int = 0;
pub(crate) const RLIMIT_FSIZE: c_int = 1;
pub(crate) const RLIMIT_DATA: c_int = 2;
pub(crate) const RLIMIT_CORE: c_int = 4;
pub(crate) const RLIMIT_NOFILE: c_int = 7;

pub(crate) const POLLIN: i16 = 1;

const SIG_SETMASK: c_int = 2;
const LAST_SIGNAL: c_int = 64;
const F_SETFD: c_int = 2;
const FD_CLOEXEC: c_int = 1;
const O_CLOEXEC: c_int = 0o2_000_000;
const WNOHANG: c_int = 1;
const CLOCK_MONOTONIC: c_int = 1;
const PR_SET_PDEATHSIG: c_int = 1;
const PR_SET_CHILD_SUBREAPER: c_int = 36;
const SYS_PIDFD_OPEN: c_long = 434;
/// Which is numbered by each architecture its own way.
#[cfg(target_arch = "x86_64")]
const SYS_PERF_EVENT_OPEN: Option<c_long> = Some(298);
#[cfg(any(target_arch = "aarch64", target_arch = "riscv64"))]
const SYS_PERF_EVENT_OPEN: Option<c_long> = Some(241);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
const SYS_PERF_EVENT_OPEN: Option<c_long> = None;
const PERF_FLAG_FD_CLOEXEC: c_ulong = 1 << 3;

#[repr(C)]
#[derive(Default)]
struct TimeSpec {
    seconds: i64,
    nanoseconds: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct TimeVal {
    seconds: i64,
    microseconds: i64,
}

impl TimeVal {
    pub(crate) fn nanoseconds(self) -> u64 {
        let seconds = u64::try_from(self.seconds).unwrap_or(0);
        let microseconds = u64::try_from(self.microseconds).unwrap_or(0);
        seconds * 1_000_000_000 + microseconds * 1_000
    }
}

/// `struct rusage`, with the room that musl keeps at its end.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct Usage {
    pub(crate) user: TimeVal,
    pub(crate) sys: TimeVal,
    /// In KiB.
    pub(crate) max_resident: c_long,
    memory: [c_long; 3],
    pub(crate) minor_faults: c_long,
    pub(crate) major_faults: c_long,
    other: [c_long; 6],
    pub(crate) voluntary_switches: c_long,
    pub(crate) involuntary_switches: c_long,
    reserved: [c_long; 16],
}

#[repr(C)]
struct Limit {
    soft: u64,
    hard: u64,
}

#[repr(C)]
pub(crate) struct PollFd {
    pub(crate) fd: c_int,
    pub(crate) events: i16,
    pub(crate) happened: i16,
}

/// The first version of `struct perf_event_attr`, which every kernel takes.
#[repr(C)]
#[derive(Default)]
pub(crate) struct EventAttributes {
    pub(crate) kind: u32,
    pub(crate) size: u32,
    pub(crate) number: u64,
    pub(crate) sampling: [u64; 2],
    pub(crate) read_format: u64,
    pub(crate) flags: u64,
    pub(crate) other: [u64; 2],
}

/// glibc's and musl's `sigset_t`, of which the kernel uses the first words.
#[repr(C)]
struct SignalSet([u64; 16]);

mod raw {
    use super::*;

    unsafe extern "C" {
        pub(super) fn fork() -> c_int;
        pub(super) fn _exit(code: c_int) -> !;
        pub(super) fn setpgid(pid: c_int, group: c_int) -> c_int;
        pub(super) fn getpid() -> c_int;
        pub(super) fn getppid() -> c_int;
        pub(super) fn chdir(path: *const c_char) -> c_int;
        pub(super) fn execve(path: *const c_char, argv: *const *const c_char, envp: *const *const c_char) -> c_int;
        pub(super) fn prctl(option: c_int, ...) -> c_int;
        pub(super) fn getrlimit(resource: c_int, limit: *mut Limit) -> c_int;
        pub(super) fn setrlimit(resource: c_int, limit: *const Limit) -> c_int;
        pub(super) fn clock_gettime(clock: c_int, time: *mut TimeSpec) -> c_int;
        pub(super) fn poll(fds: *mut PollFd, count: c_ulong, timeout: c_int) -> c_int;
        pub(super) fn syscall(number: c_long, ...) -> c_long;
        pub(super) fn wait4(pid: c_int, status: *mut c_int, options: c_int, usage: *mut Usage) -> c_int;
        pub(super) fn kill(pid: c_int, signal: c_int) -> c_int;
        pub(super) fn signal(signal: c_int, handler: usize) -> usize;
        pub(super) fn sigprocmask(how: c_int, set: *const SignalSet, old: *mut SignalSet) -> c_int;
        pub(super) fn pipe2(fds: *mut c_int, flags: c_int) -> c_int;
        pub(super) fn fcntl(fd: c_int, command: c_int, ...) -> c_int;
        pub(super) fn close(fd: c_int) -> c_int;
        pub(super) fn read(fd: c_int, buffer: *mut c_void, length: usize) -> isize;
        pub(super) fn write(fd: c_int, buffer: *const c_void, length: usize) -> isize;
    }
}

fn checked(returned: c_int) -> io::Result<c_int> {
    if returned < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(returned)
    }
}

/// 0 in the child. The starter has one thread, so the child may go on as usual.
pub(crate) fn fork() -> io::Result<c_int> {
    // SAFETY: no other thread exists whose locks the child could inherit.
    checked(unsafe { raw::fork() })
}

pub(crate) fn exit(code: c_int) -> ! {
    // SAFETY: never returns, runs no handlers.
    unsafe { raw::_exit(code) }
}

pub(crate) fn own_pid() -> c_int {
    // SAFETY: cannot fail.
    unsafe { raw::getpid() }
}

pub(crate) fn parent_pid() -> c_int {
    // SAFETY: cannot fail.
    unsafe { raw::getppid() }
}

/// This process becomes the first of a group of its own.
pub(crate) fn new_group() -> io::Result<()> {
    // SAFETY: takes numbers only.
    checked(unsafe { raw::setpgid(0, 0) }).map(drop)
}

pub(crate) fn change_folder(path: &CStr) -> io::Result<()> {
    // SAFETY: the path ends with NUL.
    checked(unsafe { raw::chdir(path.as_ptr()) }).map(drop)
}

/// Texts as `execve` takes them: pointers to them, then a null pointer.
pub(crate) struct Texts {
    pointers: Vec<*const c_char>,
    _texts: Vec<CString>,
}

impl Texts {
    /// None if one of them holds a NUL.
    pub(crate) fn new(texts: Vec<Vec<u8>>) -> Option<Self> {
        let texts: Vec<CString> = texts.into_iter().map(CString::new).collect::<Result<_, _>>().ok()?;
        let pointers = texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect();
        Some(Texts {
            pointers,
            _texts: texts,
        })
    }
}

/// Returns only if it fails.
pub(crate) fn execute(program: &CStr, arguments: &Texts, environment: &Texts) -> io::Error {
    // SAFETY: both lists end with a null pointer and own what they point to.
    unsafe { raw::execve(program.as_ptr(), arguments.pointers.as_ptr(), environment.pointers.as_ptr()) };
    io::Error::last_os_error()
}

/// Orphans among the descendants become children of this process.
pub(crate) fn adopt_orphans() -> io::Result<()> {
    // SAFETY: takes numbers only.
    checked(unsafe { raw::prctl(PR_SET_CHILD_SUBREAPER, 1 as c_ulong) }).map(drop)
}

pub(crate) fn die_with_parent() -> io::Result<()> {
    // SAFETY: takes numbers only.
    checked(unsafe { raw::prctl(PR_SET_PDEATHSIG, SIGKILL as c_ulong) }).map(drop)
}

/// Sets both limits, neither above what the hard one is now: an ordinary user could not raise that.
pub(crate) fn limit(resource: c_int, soft: u64, hard: u64) -> io::Result<()> {
    let mut now = Limit { soft: 0, hard: 0 };
    // SAFETY: the structure is large enough and lives through the call.
    checked(unsafe { raw::getrlimit(resource, &raw mut now) })?;
    let limit = Limit {
        soft: soft.min(now.hard),
        hard: hard.min(now.hard),
    };
    // SAFETY: as above.
    checked(unsafe { raw::setrlimit(resource, &raw const limit) }).map(drop)
}

/// Nanoseconds of a clock that nobody sets.
pub(crate) fn now() -> u64 {
    let mut time = TimeSpec::default();
    // SAFETY: the structure lives through the call, which cannot fail for this clock.
    unsafe { raw::clock_gettime(CLOCK_MONOTONIC, &raw mut time) };
    time.seconds.unsigned_abs() * 1_000_000_000 + time.nanoseconds.unsigned_abs()
}

/// A descriptor that is readable once the process has ended.
pub(crate) fn watch(pid: c_int) -> io::Result<c_int> {
    // SAFETY: takes numbers only; 0 are its flags.
    let returned = unsafe { raw::syscall(SYS_PIDFD_OPEN, c_long::from(pid), 0 as c_long) };
    checked(c_int::try_from(returned).unwrap_or(-1))
}

/// A descriptor of an event of this process and, if its flags say so, of its children.
pub(crate) fn open_event(attributes: &EventAttributes) -> io::Result<c_int> {
    let number = SYS_PERF_EVENT_OPEN.ok_or_else(|| io::Error::from_raw_os_error(ENOSYS))?;
    let attributes = ptr::from_ref(attributes);
    let (this_process, any_processor, no_group): (c_long, c_long, c_long) = (0, -1, -1);
    // SAFETY: the structure says its size and lives through the call.
    let returned =
        unsafe { raw::syscall(number, attributes, this_process, any_processor, no_group, PERF_FLAG_FD_CLOEXEC) };
    checked(c_int::try_from(returned).unwrap_or(-1))
}

/// Waits for at most `timeout` milliseconds, without end if negative. A signal ends it early.
pub(crate) fn poll(fds: &mut [PollFd], timeout: c_int) {
    // SAFETY: pointer and length are of one slice.
    unsafe { raw::poll(fds.as_mut_ptr(), fds.len() as c_ulong, timeout) };
}

/// Reaps the process, waiting for its end.
pub(crate) fn reap(pid: c_int) -> io::Result<(c_int, Usage)> {
    let mut status = 0;
    let mut usage = Usage::default();
    // SAFETY: both live through the call and are as large as the system's.
    checked(unsafe { raw::wait4(pid, &raw mut status, 0, &raw mut usage) })?;
    Ok((status, usage))
}

/// Reaps all children that have ended; whether others are left.
pub(crate) fn reap_ended() -> bool {
    loop {
        // SAFETY: nothing is asked for but the reaping.
        match unsafe { raw::wait4(-1, ptr::null_mut(), WNOHANG, ptr::null_mut()) } {
            0 => return true,
            pid if pid < 0 => return false,
            _ => {}
        }
    }
}

/// To a process, or to a group if negative. One that is gone needs none.
pub(crate) fn kill(pid: c_int) {
    // SAFETY: takes numbers only.
    unsafe { raw::kill(pid, SIGKILL) };
}

/// What this process inherited in matters of signals must not reach the program.
pub(crate) fn forget_signals() {
    let none = SignalSet([0; 16]);
    for number in 1..=LAST_SIGNAL {
        // SAFETY: 0 is the default action; numbers that cannot be set are refused.
        unsafe { raw::signal(number, 0) };
    }
    // SAFETY: the set is as large as the system's.
    unsafe { raw::sigprocmask(SIG_SETMASK, &raw const none, ptr::null_mut()) };
}

/// Both ends of a pipe that closes when a program is executed: to read, to write.
pub(crate) fn pipe() -> io::Result<(c_int, c_int)> {
    let mut ends = [0; 2];
    // SAFETY: there is room for both.
    checked(unsafe { raw::pipe2(ends.as_mut_ptr(), O_CLOEXEC) })?;
    Ok((ends[0], ends[1]))
}

pub(crate) fn close_on_execute(fd: c_int) {
    // SAFETY: takes numbers only; a descriptor that is not open is refused.
    unsafe { raw::fcntl(fd, F_SETFD, FD_CLOEXEC) };
}

pub(crate) fn close(fd: c_int) {
    // SAFETY: the callers close what they opened, or were given, once.
    unsafe { raw::close(fd) };
}

pub(crate) fn read(fd: c_int, buffer: &mut [u8]) -> usize {
    // SAFETY: pointer and length are of one slice.
    let length = unsafe { raw::read(fd, buffer.as_mut_ptr().cast(), buffer.len()) };
    usize::try_from(length).unwrap_or(0)
}

pub(crate) fn write(fd: c_int, bytes: &[u8]) {
    // SAFETY: pointer and length are of one slice.
    unsafe { raw::write(fd, bytes.as_ptr().cast(), bytes.len()) };
}
