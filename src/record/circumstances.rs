//! Circumstances: what a machine is like during a session, and what may change with an update.
//!
//! Owns asking the system. Deliberately absent: what makes a machine another one (`machine`), host names, users and paths.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Circumstances;

/// What stands where the system does not say something.
const NOT_EXPOSED: &str = "not exposed";

impl Circumstances {
    /// Of this machine now. `sinks` is the folder in which sink `file` lies; `toolchains` are version lines by name.
    pub fn here(sinks: &Path, toolchains: BTreeMap<String, String>) -> Self {
        Circumstances {
            kernel: kernel(),
            libc: libc_version(),
            filesystem: filesystem(sinks).unwrap_or_else(not_exposed),
            governor: line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").unwrap_or_else(not_exposed),
            toolchains,
        }
    }
}

fn not_exposed() -> String {
    NOT_EXPOSED.to_owned()
}

fn line_of(file: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().next()?.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

fn kernel() -> String {
    match line_of("/proc/sys/kernel/osrelease") {
        Some(release) => format!("Linux {release}"),
        None => std::env::consts::OS.to_owned(),
    }
}

/// Of the library that this program runs on, which is the one that compilers here link with.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn libc_version() -> String {
    unsafe extern "C" {
        safe fn gnu_get_libc_version() -> *const std::ffi::c_char;
    }
    // SAFETY: glibc gives a string that ends in a zero byte and lives as long as the process.
    let version = unsafe { std::ffi::CStr::from_ptr(gnu_get_libc_version()) };
    format!("glibc {}", version.to_string_lossy())
}

/// A program that brings its own library cannot tell which one compilers here link with.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn libc_version() -> String {
    not_exposed()
}

fn filesystem(folder: &Path) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    filesystem_in(&mounts, &folder)
}

/// The type of the filesystem that `folder` lies on, by a table as in proc(5): of the mounts above it the innermost, and of
/// two on the same place the later one, which hides the other.
fn filesystem_in(mountinfo: &str, folder: &Path) -> Option<String> {
    let mounts = mountinfo.lines().filter_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let place = PathBuf::from(unescaped(before.split(' ').nth(4)?));
        let kind = after.split(' ').next()?;
        folder.starts_with(&place).then(|| (place.components().count(), kind))
    });
    mounts.max_by_key(|(depth, _)| *depth).map(|(_, kind)| kind.to_owned())
}

/// A path in which the kernel wrote spaces and the like as `\040`.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = code
            .filter(|_| *first == b'\\')
            .and_then(|code| u8::from_str_radix(code, 8).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[3..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n\
25 24 0:23 / /dev/shm rw,relatime - tmpfs tmpfs rw\n\
40 27 0:50 / /home/a\\040b rw shared:1 - btrfs /dev/vdb rw\n\
41 27 0:51 / /home/a\\040b rw - xfs /dev/vdc rw\n";

    #[test]
    fn a_folder_lies_on_the_innermost_and_latest_mount() {
        let on = |folder| filesystem_in(MOUNTS, Path::new(folder));
        assert_eq!(on("/home").as_deref(), Some("ext4"));
        assert_eq!(on("/dev/shm/x").as_deref(), Some("tmpfs"));
        assert_eq!(on("/dev/shmem").as_deref(), Some("ext4"));
        assert_eq!(on("/home/a b/c").as_deref(), Some("xfs"));
        assert_eq!(on("relative"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_is_asked_and_gives_away_no_name() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let toolchains = BTreeMap::from([("g++".to_owned(), "g++ 12".to_owned())]);
        let here = Circumstances::here(place.path(), toolchains.clone());
        assert!(here.kernel.starts_with("Linux "));
        assert_ne!(here.filesystem, NOT_EXPOSED);
        assert_eq!(here.toolchains, toolchains);
        let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("a host name");
        let said = format!("{here:?}");
        assert!(!said.contains(&*place.path().to_string_lossy()));
        assert!(host.trim().len() < 4 || !said.contains(host.trim()));
        assert_eq!(filesystem(Path::new("/nowhere/at/all")), None);
    }
}
