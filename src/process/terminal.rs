//! A pseudo-terminal as a sink: the pair of its ends, and what the program wrote to it.
//!
//! Owns the taking back of what a terminal does to output. Deliberately absent: when it is read (`supervisor`).

use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// What terminals have had since there were some.
const SIZE: Winsize = Winsize {
    ws_row: 24,
    ws_col: 80,
    ws_xpixel: 0,
    ws_ypixel: 0,
};

/// Both ends of a pseudo-terminal that is nobody's controlling terminal.
#[derive(Debug)]
pub(super) struct Pair {
    /// To read, without waiting.
    pub(super) reader: OwnedFd,
    /// What a program takes for a terminal.
    pub(super) terminal: OwnedFd,
    /// By which programs can open `terminal` themselves.
    pub(super) path: PathBuf,
}

impl Pair {
    pub(super) fn open() -> Result<Pair, Errno> {
        let reader = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&reader)?;
        unlockpt(&reader)?;
        tcsetwinsize(&reader, SIZE)?;
        let path = PathBuf::from(OsStr::from_bytes(ptsname(&reader, Vec::new())?.as_bytes()));
        let terminal = ioctl_tiocgptpeer(&reader, OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        rustix::fs::fcntl_setfl(&reader, OFlags::RDWR | OFlags::NONBLOCK)?;
        Ok(Pair { reader, terminal, path })
    }
}

/// Takes back what a terminal puts before each newline, piece by piece.
#[derive(Debug, Default)]
pub(super) struct AsWritten {
    /// A carriage return at the end of a piece: the next one says whose it is.
    held: bool,
}

impl AsWritten {
    /// What was written of a piece that was read.
    pub(super) fn of(&mut self, piece: &[u8]) -> Vec<u8> {
        let mut written = Vec::with_capacity(piece.len() + 1);
        for &byte in piece {
            if self.held && byte != b'\n' {
                written.push(b'\r');
            }
            self.held = byte == b'\r';
            if !self.held {
                written.push(byte);
            }
        }
        written
    }

    /// What is left when nothing follows.
    pub(super) fn rest(&mut self) -> &'static [u8] {
        if std::mem::take(&mut self.held) { b"\r" } else { b"" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_terminals_own_carriage_returns_are_taken_back() {
        let read = b"one\r\n\r\ntwo\rthree\r\r\nfour\r";
        for cut in 0..=read.len() {
            let mut as_written = AsWritten::default();
            let mut written = as_written.of(&read[..cut]);
            written.extend(as_written.of(&read[cut..]));
            written.extend(as_written.rest());
            assert_eq!(written, b"one\n\ntwo\rthree\r\nfour\r", "cut at {cut}");
        }
    }
}
