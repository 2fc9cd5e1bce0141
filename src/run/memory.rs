//! A folder in memory, for sink `tmpfs`.
//!
//! Owns where it lies. Deliberately absent: what is written there (`real`).

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::source::Digest;

/// Where Linux systems have a file system in memory that everybody may write to.
const PLACES: [&str; 1] = ["/dev/shm"];

/// A folder in memory for the book at `root`, removed when dropped; `None` where there is no such file system, or none that may
/// be written to.
pub(super) fn folder(root: &Path) -> Option<TempDir> {
    folder_in(PLACES.map(Path::new), root)
}

/// Whether there is a file system in memory.
pub(super) fn is_there() -> bool {
    PLACES.iter().any(|place| is_in_memory(Path::new(place)))
}

fn folder_in<'p>(places: impl IntoIterator<Item = &'p Path>, root: &Path) -> Option<TempDir> {
    let named = prefix(root);
    let make = |place: &Path| tempfile::Builder::new().prefix(&named).tempdir_in(place).ok();
    places.into_iter().filter(|place| is_in_memory(place)).find_map(make)
}

/// What killed executors of the book at `root` left there.
pub(super) fn left(root: &Path) -> Vec<PathBuf> {
    let named = prefix(root);
    let entries = PLACES
        .iter()
        .filter_map(|place| std::fs::read_dir(place).ok())
        .flatten();
    let ours = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&named));
    ours.map(|entry| entry.path()).collect()
}

/// Tells one book's folders from another's, and not where it lies.
fn prefix(root: &Path) -> String {
    let digest = Digest::of(root.as_os_str().as_encoded_bytes()).to_string();
    format!("workbook-{}-", &digest[..12])
}

#[cfg(target_os = "linux")]
fn is_in_memory(place: &Path) -> bool {
    /// `TMPFS_MAGIC` of linux/magic.h.
    const TMPFS: u64 = 0x0102_1994;
    rustix::fs::statfs(place).is_ok_and(|system| u64::try_from(system.f_type) == Ok(TMPFS))
}

#[cfg(not(target_os = "linux"))]
fn is_in_memory(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_memory_offers_no_folder() {
        let place = tempfile::tempdir_in(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("a folder");
        assert!(folder_in([place.path()], place.path()).is_none());
        assert!(folder_in([Path::new("/nowhere")], place.path()).is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_one_book_leaves_is_found_by_its_root_alone() {
        let (one, other) = (Path::new("/books/one"), Path::new("/books/other"));
        let Some(folder) = folder(one) else {
            assert!(
                !is_in_memory(Path::new("/dev/shm")),
                "memory is there and no folder in it"
            );
            return;
        };
        assert_eq!(left(one), [folder.path()]);
        assert_eq!(left(other), [""; 0].map(PathBuf::from));
        drop(folder);
        assert!(left(one).is_empty());
    }
}
