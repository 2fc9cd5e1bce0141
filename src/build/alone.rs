//! Only one build of a book measures at a time: two would disturb each other's times, and one would lose its samples.
//!
//! Owns the lock that they take turns by: the system lets go of it when its holder ends, however that is. Deliberately absent: the lock of the records' files, which is held for a moment
//! only (`record`).

use std::fs::{self, File, TryLockError};
use std::io;
use std::thread::sleep;
use std::time::Duration;

use crate::process::Cancel;
use crate::run;

use super::choice::Measuring;
use super::event::Log;
use super::{Error, Options};

/// How often it is looked whether the other build has ended.
const LOOK: Duration = Duration::from_millis(100);

/// Waits until no other build of the book may measure, and keeps others waiting for as long as the file is held. `None` where
/// nothing will be measured, or the folder takes no lock: where nothing can be written no record is lost either.
///
/// # Errors
/// Where the user wanted to wait no more.
pub(super) fn alone(options: &Options, cancel: &Cancel, log: &mut Log<'_>) -> Result<Option<File>, Error> {
    if options.measuring == Measuring::Never || options.machine.is_some() {
        return Ok(None);
    }
    let Ok(file) = lock_file(options) else {
        return Ok(None);
    };
    loop {
        match file.try_lock() {
            Ok(()) => {
                // A build that was killed leaves its working folders. Whoever has the lock is the only one to have any.
                run::sweep(options.folder.root());
                return Ok(Some(file));
            }
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if cancel.is_cancelled() => return Err(Error::Cancelled),
            Err(TryLockError::WouldBlock) => log.warn_once(
                "another build of this book is measuring; waiting until it has ended",
                "what it measures will be told here too; `--no-run` does not wait",
            ),
        }
        sleep(LOOK);
    }
}

fn lock_file(options: &Options) -> io::Result<File> {
    let folder = options.folder.root().join(".workbook");
    fs::create_dir_all(&folder)?;
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join("measuring.lock"))
}
