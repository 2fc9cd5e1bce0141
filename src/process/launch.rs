//! The starter as this library carries it: embedded, put into memory, executed from there.
//!
//! So no file has to be found beside the library, whoever uses it. Deliberately absent: what is said to the starter
//! once it runs (`supervisor`), and what it does (`starter/`).

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, kill_process};

use super::family;

/// How long the starter may take to end what it started: longer than its own patience.
const PATIENCE: Duration = Duration::from_secs(10);

static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/starter"));

/// The starter in memory, for all trials of this process.
fn in_memory() -> io::Result<&'static OwnedFd> {
    static STARTER: OnceLock<Result<OwnedFd, Errno>> = OnceLock::new();
    let stored = STARTER.get_or_init(|| sealed_file("workbook-starter", EMBEDDED, MemfdFlags::EXEC));
    stored.as_ref().map_err(|error| (*error).into())
}

/// A file without a name that nobody can change any more.
pub(super) fn sealed_file(name: &str, bytes: &[u8], purpose: MemfdFlags) -> Result<OwnedFd, Errno> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let fd = match memfd_create(name, flags | purpose) {
        // Linux before 6.3 knows no purposes, and lets all such files be executed.
        Err(Errno::INVAL) => memfd_create(name, flags),
        other => other,
    }?;
    let mut file = File::from(fd);
    let written = file.write_all(bytes).and_then(|()| io::Seek::rewind(&mut file));
    written.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    let fd = OwnedFd::from(file);
    fcntl_add_seals(
        &fd,
        SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL,
    )?;
    Ok(fd)
}

/// A running starter. When dropped it is gone, with all that it started.
#[derive(Debug)]
pub(super) struct Starter {
    child: Child,
    control: UnixStream,
}

impl Starter {
    /// Starts it with the standard streams that its program is to have.
    pub(super) fn launch(stdin: OwnedFd, stdout: OwnedFd, stderr: OwnedFd) -> io::Result<Starter> {
        let image = in_memory()?;
        let (control, theirs) = UnixStream::pair()?;
        let number = theirs.as_raw_fd();
        let mut command = Command::new(format!("/proc/self/fd/{}", image.as_raw_fd()));
        command
            .arg0("starter")
            .arg(number.to_string())
            .env_clear()
            .stdin(Stdio::from(stdin))
            .stdout(Stdio::from(stdout))
            .stderr(Stdio::from(stderr));
        // SAFETY: system calls only, which allocate nothing and take no lock.
        unsafe {
            command.pre_exec(move || {
                // Ctrl-C at a terminal is for us, who then tell the starter. And a terminal that the program opens must not
                // become its controlling one, whose output is lost when it ends: that happens to leaders of sessions only.
                rustix::process::setsid()?;
                // Only in the child, so that nothing else which is started meanwhile gets this end.
                let theirs = BorrowedFd::borrow_raw(number);
                Ok(fcntl_setfd(theirs, FdFlags::empty())?)
            });
        }
        let child = command.spawn()?;
        Ok(Starter { child, control })
    }

    pub(super) fn control(&mut self) -> &mut UnixStream {
        &mut self.control
    }

    pub(super) fn control_fd(&self) -> BorrowedFd<'_> {
        self.control.as_fd()
    }

    /// The ancestor of everything that belongs to the trial.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Tells it to end the program.
    pub(super) fn tell_to_end(&mut self) {
        if let Some(pid) = Pid::from_raw(self.pid().cast_signed()) {
            // The program may have stopped it. If it has ended there is nothing to continue.
            let _: Result<(), Errno> = kill_process(pid, Signal::CONT);
        }
        // Its end of the socket is closed only if it has ended, and its report or its loss is seen anyway.
        let _: io::Result<()> = self.control.write_all(&[0]);
    }

    /// Ends the trial without the starter's help, when that does not answer.
    pub(super) fn force_end(&mut self) {
        let family = family::descendants(self.pid()).unwrap_or_default();
        for pid in family.into_iter().chain([self.pid()]) {
            if let Some(pid) = Pid::from_raw(pid.cast_signed()) {
                // One that is gone is what we want.
                let _: Result<(), Errno> = kill_process(pid, Signal::KILL);
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        // An error means that there is no such child any more.
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Starter {
    fn drop(&mut self) {
        // The end of the socket tells it to end the program. After its report it ends at once.
        let _: io::Result<()> = self.control.shutdown(std::net::Shutdown::Both);
        let begun = Instant::now();
        let mut pause = Duration::from_micros(50);
        while !self.has_ended() {
            if begun.elapsed() > PATIENCE {
                self.force_end();
                let _: io::Result<_> = self.child.wait();
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_file_is_read_from_its_beginning_and_cannot_be_changed() {
        let mut file = File::from(sealed_file("test", b"some bytes", MemfdFlags::NOEXEC_SEAL).unwrap());
        assert_eq!(io::read_to_string(&mut file).unwrap(), "some bytes");
        assert!(file.write_all(b"more").is_err());
        assert!(file.set_len(3).is_err());
    }
}
