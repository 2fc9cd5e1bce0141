//! Writing the book: each file beside its place, then moved there, so that a reader never sees half of one.
//!
//! Owns the folder `book/`, and which files of an earlier build are gone. Deliberately absent: what is in the files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::render::File;
use crate::source::{Digest, Folder};

use super::Error;

/// Writes what differs from what is there, and says how many files that were. After a build of `everything` the files that
/// the last one wrote and this one did not are removed.
pub(super) fn write(folder: &Folder, out: &Path, files: &[File], everything: bool) -> Result<usize, Error> {
    let mut changed = 0;
    for (path, bytes) in files {
        let place = out.join(path);
        if fs::read(&place).is_ok_and(|present| present == *bytes) {
            continue;
        }
        replace(&place, bytes).map_err(|error| Error::Output { path: place, error })?;
        changed += 1;
    }
    let list = folder.root().join(".workbook").join("written").join(name_of(out));
    let now: BTreeSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    let before = fs::read_to_string(&list).unwrap_or_default();
    let mut known = now.clone();
    for path in before.lines().filter(|path| !now.contains(path)) {
        if everything {
            remove(out, path).map_err(|error| Error::Output {
                path: out.join(path),
                error,
            })?;
        } else {
            known.insert(path);
        }
    }
    let mut text: String = known.into_iter().flat_map(|path| [path, "\n"]).collect();
    if text == before {
        text.clear();
    }
    if !text.is_empty() {
        replace(&list, text.as_bytes()).map_err(|error| Error::Output { path: list, error })?;
    }
    Ok(changed)
}

/// The same for the same folder, and of any folder a file name.
fn name_of(out: &Path) -> String {
    let whole = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    Digest::of(whole.as_os_str().as_encoded_bytes()).to_string()
}

/// Removes a file that an earlier build wrote, and its folder if nothing else is in it.
fn remove(out: &Path, path: &str) -> io::Result<()> {
    match fs::remove_file(out.join(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if let Some(parent) = out.join(path).parent()
        && parent != out
        && fs::read_dir(parent).is_ok_and(|mut entries| entries.next().is_none())
    {
        fs::remove_dir(parent)?;
    }
    Ok(())
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
        assert_eq!(write(&folder, &out, &both, true).expect("written"), 2);
        assert_eq!(write(&folder, &out, &both, true).expect("written"), 0);
        fs::write(out.join("en/own.html"), "the user's").expect("a file");
        assert_eq!(write(&folder, &out, &both[..1], false).expect("written"), 0);
        assert!(out.join("en/two.html").exists(), "a build of a part removes nothing");
        assert_eq!(write(&folder, &out, &both[..1], true).expect("written"), 0);
        assert!(!out.join("en/two.html").exists());
        assert!(out.join("en/own.html").exists(), "what it did not write is not removed");
    }
}
