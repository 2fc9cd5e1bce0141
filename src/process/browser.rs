//! Opening a page in the user's browser, which is a program of the desktop and no part of a measurement.
//!
//! Deliberately absent: waiting for it.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Asks the desktop to open `page`, with the user's own environment, and does not wait for it.
///
/// # Errors
/// Where the desktop's opener is not installed, or says at once that it cannot.
pub fn open_in_browser(page: &Path) -> io::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let status = Command::new(opener)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| io::Error::new(error.kind(), format!("{opener}: {error}")))?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("{opener} gave up ({status})")))
    }
}
