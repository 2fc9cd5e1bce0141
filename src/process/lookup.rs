//! Where a program is that is called by its name alone.
//!
//! Deliberately absent: which names to look for (`toolchain`).

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The system's number for "no such file".
pub(super) const NO_ENTRY: i32 = 2;

/// Where a program is: a path as it stands, a name in the folders of `path`, which is written as in `PATH`.
/// Nothing if it is nowhere; a path that stands is not looked at.
pub fn find_program(program: &Path, path: Option<&OsString>) -> Option<PathBuf> {
    if program.components().count() != 1 || program.is_absolute() || program.starts_with(".") {
        return Some(program.to_owned());
    }
    let folders = std::env::split_paths(path?).filter(|folder| folder.is_absolute());
    let suffix = std::env::consts::EXE_SUFFIX;
    folders
        .flat_map(|folder| {
            let plain = folder.join(program);
            let mut suffixed = plain.clone().into_os_string();
            suffixed.push(suffix);
            [plain, suffixed.into()]
        })
        .find(|candidate| is_executable(candidate))
}

fn is_executable(path: &Path) -> bool {
    let Ok(found) = fs::metadata(path) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        found.is_file() && found.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    {
        found.is_file()
    }
}
