//! Writing the book: each file beside its place, then moved there, so that a reader never sees half of one.
//!
//! Owns the folder `book/`, and which files of an earlier build are gone. Deliberately absent: what is in the files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::render::File;
use crate::source::{Digest, Folder};

use super::Error;

/// Lies in the book itself, so that in a copy of it, too, a build knows which files are no user's.
const LIST: &str = "assets/files.txt";

/// What came of writing.
#[derive(Debug)]
pub(super) struct Written {
    /// How many files are other than they were.
    pub changed: usize,
    /// How many files of an earlier build are gone.
    pub removed: usize,
    /// Why the list of what was written could not be kept, if so.
    pub unlisted: Option<io::Error>,
}

/// Whether the folder can be made and written into, tried before much is measured. It leaves no trace: a build that is cut short
/// makes no folder.
pub(super) fn try_writing(out: &Path) -> Result<(), Error> {
    let whole = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let nearest = whole.ancestors().find(|folder| folder.symlink_metadata().is_ok());
    let nearest = nearest.unwrap_or(&whole);
    let tried = tempfile::Builder::new().prefix(".workbook-").tempfile_in(nearest);
    tried.map(|_| ()).map_err(|error| Error::Output {
        path: out.to_owned(),
        error: match fs::metadata(nearest) {
            Ok(metadata) if !metadata.is_dir() => io::Error::new(
                io::ErrorKind::NotADirectory,
                format!("{} is no folder", nearest.display()),
            ),
            _ => error,
        },
    })
}

/// Writes what differs from what is there. After a build of `everything` the files that the last one wrote and this one did
/// not are removed.
pub(super) fn write(folder: &Folder, out: &Path, files: &[File], everything: bool) -> Result<Written, Error> {
    let list = folder.root().join(".workbook").join("written").join(name_of(out));
    // The book's own folder is nobody else's. Any other is, until this book has written there.
    let is_own = out == folder.root().join("book") || list.is_file();
    let differing = files
        .iter()
        .filter(|(path, bytes)| !fs::read(out.join(path)).is_ok_and(|present| present == *bytes));
    let differing: Vec<&File> = differing.collect();
    if !is_own && let Some((path, _)) = differing.iter().find(|(path, _)| out.join(path).exists()) {
        return Err(Error::NotOurs { path: out.join(path) });
    }
    let changed = differing.len();
    for (path, bytes) in differing {
        let place = out.join(path);
        replace(&place, bytes).map_err(|error| Error::Output { path: place, error })?;
    }
    let now: BTreeSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    let before = fs::read_to_string(&list).unwrap_or_default();
    // In a folder that is anybody's the list may be of another book.
    let copied = if is_own {
        fs::read_to_string(out.join(LIST)).unwrap_or_default()
    } else {
        String::new()
    };
    let listed: BTreeSet<&str> = before.lines().chain(copied.lines()).collect();
    let (mut known, mut removed) = (now.clone(), 0);
    for path in listed.into_iter().filter(|path| !now.contains(path) && is_inside(path)) {
        if everything {
            let gone = remove(out, path).map_err(|error| Error::Output {
                path: out.join(path),
                error,
            })?;
            removed += usize::from(gone);
        } else {
            known.insert(path);
        }
    }
    let text: String = known.into_iter().flat_map(|path| [path, "\n"]).collect();
    let place = out.join(LIST);
    if !fs::read(&place).is_ok_and(|present| present == text.as_bytes()) {
        replace(&place, text.as_bytes()).map_err(|error| Error::Output { path: place, error })?;
    }
    let unlisted = if text == before {
        None
    } else {
        replace(&list, text.as_bytes()).err()
    };
    Ok(Written {
        changed,
        removed,
        unlisted,
    })
}

/// Whether a path leads into the folder of the book: a list that came with somebody's book may say anything.
fn is_inside(path: &str) -> bool {
    Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)))
}

/// The same for the same folder, and of any folder a file name.
fn name_of(out: &Path) -> String {
    let whole = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    Digest::of(whole.as_os_str().as_encoded_bytes()).to_string()
}

/// Removes a file that an earlier build wrote, and its folder if nothing else is in it. Whether it was there.
fn remove(out: &Path, path: &str) -> io::Result<bool> {
    let was_there = match fs::remove_file(out.join(path)) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error),
    };
    if let Some(parent) = out.join(path).parent()
        && parent != out
        && fs::read_dir(parent).is_ok_and(|mut entries| entries.next().is_none())
    {
        fs::remove_dir(parent)?;
    }
    Ok(was_there)
}

/// Puts `bytes` at `place` in one step.
fn replace(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let parent: PathBuf = place.parent().map(Path::to_owned).unwrap_or_default();
    fs::create_dir_all(&parent)?;
    let mut beside = tempfile::Builder::new().prefix(".workbook-").tempfile_in(&parent)?;
    beside.write_all(bytes)?;
    make_readable(beside.as_file())?;
    beside.as_file().sync_all()?;
    beside.persist(place).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are their owner's alone; pages are everybody's.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        (path.to_owned(), text.as_bytes().to_vec())
    }

    #[test]
    fn writes_what_changed_and_removes_what_it_wrote_before() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = Folder::at(place.path());
        let out = place.path().join("book");
        let both = [file("en/one.html", "1"), file("en/two.html", "2")];
        let changed = |files: &[File], everything| {
            let written = write(&folder, &out, files, everything).expect("written");
            assert!(written.unlisted.is_none());
            written.changed
        };
        assert_eq!(changed(&both, true), 2);
        assert_eq!(changed(&both, true), 0);
        fs::write(out.join("en/own.html"), "the user's").expect("a file");
        assert_eq!(changed(&both[..1], false), 0);
        assert!(out.join("en/two.html").exists(), "a build of a part removes nothing");
        assert_eq!(changed(&both[..1], true), 0);
        assert!(!out.join("en/two.html").exists());
        assert!(out.join("en/own.html").exists(), "what it did not write is not removed");
    }

    #[test]
    fn a_list_that_leads_out_removes_nothing() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = Folder::at(place.path());
        let out = place.path().join("book");
        let one = [file("index.html", "1")];
        write(&folder, &out, &one, true).expect("written");
        fs::write(place.path().join("thesis.txt"), "the user's").expect("a file");
        let list = place.path().join(".workbook/written").join(name_of(&out));
        let absolute = place.path().join("thesis.txt");
        fs::write(&list, format!("../thesis.txt\n{}\n", absolute.display())).expect("the list");
        write(&folder, &out, &one, true).expect("written");
        assert!(absolute.exists());
    }

    #[test]
    fn files_of_others_are_not_written_over() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let folder = Folder::at(place.path());
        let out = place.path().join("site");
        fs::create_dir_all(&out).expect("a folder");
        fs::write(out.join("index.html"), "the user's").expect("a file");
        let pages = [file("index.html", "1"), file("en/one.html", "1")];
        assert!(write(&folder, &out, &pages, true).is_err());
        assert_eq!(
            fs::read_to_string(out.join("index.html")).expect("a file"),
            "the user's"
        );
        assert!(!out.join("en").exists(), "nothing is written then");
        fs::remove_file(out.join("index.html")).expect("removed");
        write(&folder, &out, &pages, true).expect("written");
        let changed = [file("index.html", "2"), file("en/one.html", "1")];
        assert_eq!(write(&folder, &out, &changed, true).expect("its own").changed, 1);
    }
}
