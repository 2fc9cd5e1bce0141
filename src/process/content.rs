//! What a program wrote: how much, how many lines, its digest, and how it begins.
//!
//! Owns the reading back of files that a program was free to put anything in place of.
//! Deliberately absent: what is looked for in the text (`run`).

use std::io::{self, Read};
use std::path::Path;

use super::reading::{Reading, Unavailable};

/// What reached a stream or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub bytes: u64,
    /// Complete ones: newlines.
    pub lines: u64,
    /// BLAKE3 of all bytes.
    pub digest: blake3::Hash,
    /// The first bytes, as many as were to be kept.
    pub head: Vec<u8>,
}

impl Content {
    /// Whether `head` is all of it.
    pub fn is_whole(&self) -> bool {
        self.head.len() as u64 == self.bytes
    }
}

/// A [`Content`] in the making.
#[derive(Debug)]
pub(super) struct Tally {
    bytes: u64,
    lines: u64,
    hasher: blake3::Hasher,
    head: Vec<u8>,
    keep: usize,
}

impl Tally {
    pub(super) fn new(keep: usize) -> Self {
        Tally {
            bytes: 0,
            lines: 0,
            hasher: blake3::Hasher::new(),
            head: Vec::new(),
            keep,
        }
    }

    pub(super) fn add(&mut self, piece: &[u8]) {
        self.bytes += piece.len() as u64;
        self.lines += piece.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.hasher.update(piece);
        let room = self.keep - self.head.len();
        self.head.extend_from_slice(&piece[..room.min(piece.len())]);
    }

    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn content(&self) -> Content {
        Content {
            bytes: self.bytes,
            lines: self.lines,
            digest: self.hasher.finalize(),
            head: self.head.clone(),
        }
    }

    /// Adds all that `from` has.
    pub(super) fn add_all(&mut self, from: &mut impl Read) -> io::Result<()> {
        let mut buffer = vec![0; PIECE];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(length) => self.add(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// As much as a pipe holds.
pub(super) const PIECE: usize = 64 << 10;

/// What the program left in the regular file `name`, a single name, of `folder`; of its bytes the first `keep`.
///
/// Links are not followed, and a FIFO or a device put in its place neither blocks nor is read.
pub fn read_back(folder: &Path, name: &str, keep: usize) -> Reading<Content> {
    #[cfg(target_os = "linux")]
    {
        let folder = open_folder(folder).map_err(|error| absence(&error))?;
        read_back_at(&folder, name.as_ref(), keep)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let path = folder.join(name);
        let found = std::fs::symlink_metadata(&path).map_err(|error| absence(&error))?;
        if !found.is_file() {
            return Err(Unavailable::NotRegular);
        }
        let mut file = std::fs::File::open(path).map_err(|error| absence(&error))?;
        tally_of(&mut file, keep)
    }
}

fn tally_of(file: &mut std::fs::File, keep: usize) -> Reading<Content> {
    let mut tally = Tally::new(keep);
    tally.add_all(file).map_err(|_| Unavailable::Unreadable)?;
    Ok(tally.content())
}

fn absence(error: &io::Error) -> Unavailable {
    match error.kind() {
        io::ErrorKind::NotFound => Unavailable::NoFile,
        _ => Unavailable::Unreadable,
    }
}

/// Opened before a program runs, a folder stays the same one whatever the program puts in its place.
#[cfg(target_os = "linux")]
pub(super) fn open_folder(path: &Path) -> io::Result<rustix::fd::OwnedFd> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?)
}

#[cfg(target_os = "linux")]
pub(super) fn read_back_at(folder: &impl rustix::fd::AsFd, name: &std::ffi::OsStr, keep: usize) -> Reading<Content> {
    use rustix::fs::{FileType, Mode, OFlags};
    debug_assert_eq!(
        Path::new(name).components().count(),
        1,
        "links in between would be followed"
    );
    // Without NONBLOCK, opening a FIFO would wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = match rustix::fs::openat(folder, name, flags, Mode::empty()) {
        Ok(file) => file,
        // A link, a socket, a device without a driver.
        Err(rustix::io::Errno::LOOP | rustix::io::Errno::NXIO | rustix::io::Errno::NODEV) => {
            return Err(Unavailable::NotRegular);
        }
        Err(error) => return Err(absence(&error.into())),
    };
    let found = rustix::fs::fstat(&file).map_err(|_| Unavailable::Unreadable)?;
    if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        return Err(Unavailable::NotRegular);
    }
    tally_of(&mut file.into(), keep)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_counts_complete_lines_and_keeps_the_beginning() {
        let mut tally = Tally::new(4);
        tally.add(b"ab\nc");
        tally.add(b"d\n\ne");
        let content = tally.content();
        assert_eq!((content.bytes, content.lines), (8, 3));
        assert_eq!(content.head, b"ab\nc");
        assert!(!content.is_whole());
        assert_eq!(content.digest, blake3::hash(b"ab\ncd\n\ne"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_regular_files_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        std::fs::write(path.join("plain"), "one\ntwo\n").unwrap();
        std::os::unix::fs::symlink(path.join("plain"), path.join("link")).unwrap();
        std::fs::create_dir(path.join("folder")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            path.join("fifo"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RWXU,
            0,
        )
        .unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(path.join("socket")).unwrap();

        assert_eq!(read_back(path, "plain", 3).unwrap().head, b"one");
        assert_eq!(read_back(path, "plain", 3).unwrap().lines, 2);
        for planted in ["link", "folder", "fifo", "socket"] {
            assert_eq!(read_back(path, planted, 3), Err(Unavailable::NotRegular), "{planted}");
        }
        assert_eq!(read_back(path, "absent", 3), Err(Unavailable::NoFile));
    }
}
