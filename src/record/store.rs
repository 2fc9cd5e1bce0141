//! The store: one file of records a lesson and machine, `lessons/<slug>/records/<machine>.json`.
//!
//! Owns these files, and never leaves half of one. Deliberately absent: what is in them (`wire`), and when to measure.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

use super::wire::{Unreadable, decode, encode};
use super::{LessonRecords, Machine, Record};
use crate::source::Folder;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The records of a book.
#[derive(Clone, Debug)]
pub struct Store {
    folder: Folder,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// `records` in the lesson's folder.
    Lessons,
    /// Under `.workbook`, where what is not finished waits.
    Waiting,
}

/// Why records cannot be read or written. The file is as it was. Paths are relative to the book's root.
#[derive(Debug)]
pub enum StoreError {
    /// It is no record; with what is wrong and where.
    Damaged {
        path: String,
        why: String,
    },
    /// A later version of the program wrote it, in this format.
    Newer {
        path: String,
        format: u64,
    },
    /// It says that it was measured on another machine than its name says.
    Foreign {
        path: String,
        machine: String,
    },
    /// It lies, by links, outside the lesson's folder.
    Outside {
        path: String,
    },
    Unreadable {
        path: String,
        error: io::Error,
    },
    Unwritable {
        path: String,
        error: io::Error,
    },
}

impl StoreError {
    /// What to do, as a sentence without a full stop.
    pub fn hint(&self) -> String {
        match self {
            StoreError::Damaged { .. } => {
                "restore the file from version control, or delete it to have the lesson measured again".to_owned()
            }
            StoreError::Newer { .. } => {
                "update workbook, or delete the file to have the lesson measured again".to_owned()
            }
            StoreError::Foreign { machine, .. } => format!("rename the file to `{machine}.json`, or delete it"),
            StoreError::Outside { .. } => "put a folder `records` in place of the link".to_owned(),
            StoreError::Unreadable { error, .. } | StoreError::Unwritable { error, .. }
                if matches!(
                    error.kind(),
                    ErrorKind::NotADirectory | ErrorKind::IsADirectory | ErrorKind::AlreadyExists
                ) =>
            {
                "move away what stands there: a file in the place of a folder, or the other way round".to_owned()
            }
            StoreError::Unreadable { .. } | StoreError::Unwritable { .. } => {
                "look at the permissions of the file and of its folder, and at the space on the disk".to_owned()
            }
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Damaged { path, why } => write!(formatter, "the records in `{path}` are damaged: {why}"),
            StoreError::Newer { path, format } => {
                write!(
                    formatter,
                    "the records in `{path}` have format {format}, of a later workbook"
                )
            }
            StoreError::Foreign { path, machine } => {
                write!(formatter, "the records in `{path}` are of another machine, `{machine}`")
            }
            StoreError::Outside { path } => write!(formatter, "`{path}` lies outside the lesson's folder"),
            StoreError::Unreadable { path, error } => write!(formatter, "`{path}` cannot be read: {error}"),
            StoreError::Unwritable { path, error } => write!(formatter, "`{path}` cannot be written: {error}"),
        }
    }
}

impl error::Error for StoreError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            StoreError::Unreadable { error, .. } | StoreError::Unwritable { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl Store {
    pub fn open(folder: &Folder) -> Self {
        Store {
            folder: folder.clone(),
            place: Place::Lessons,
        }
    }

    /// A store of its own for measurements that were cut short and are to replace what is in the book's once they suffice.
    pub fn of_unfinished(folder: &Folder) -> Self {
        Store {
            folder: folder.clone(),
            place: Place::Waiting,
        }
    }

    /// The ids of the machines that a lesson has records of, sorted, whether or not they can be read.
    pub fn machines(&self, slug: &str) -> Vec<String> {
        let entries = fs::read_dir(self.records(slug)).into_iter().flatten();
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut machines: Vec<String> = names
            .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
            .filter(|name| is_id(name))
            .collect();
        machines.sort();
        machines
    }

    /// A lesson's records of the machine with this id; `None` where it has none.
    pub fn read(&self, slug: &str, machine: &str) -> Result<Option<LessonRecords>, StoreError> {
        if !is_id(machine) {
            return Ok(None);
        }
        let file = self.records(slug).join(format!("{machine}.json"));
        let path = self.told(&file);
        let text = match self.text(slug, &file) {
            Ok(text) => text,
            Err(StoreError::Unreadable { error, .. }) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let records = decode(&text).map_err(|unreadable| match unreadable {
            Unreadable::Newer(format) => StoreError::Newer {
                path: path.clone(),
                format,
            },
            Unreadable::Damaged(why) => StoreError::Damaged {
                path: path.clone(),
                why,
            },
        })?;
        let id = records.machine.id();
        if id == machine {
            Ok(Some(records))
        } else {
            Err(StoreError::Foreign { path, machine: id })
        }
    }

    /// Replaces all records of a lesson on a machine. A file there that cannot be read is left alone and is the error.
    pub fn write(&self, slug: &str, records: &LessonRecords) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        self.read(slug, &records.machine.id())?;
        self.replace(slug, records)
    }

    /// Replaces the record of one experiment and keeps the lesson's others, also those that another process wrote since.
    pub fn put(&self, slug: &str, machine: &Machine, experiment: &str, record: Record) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        let mut records = self.read(slug, &machine.id())?.unwrap_or_else(|| LessonRecords {
            machine: machine.clone(),
            experiments: Default::default(),
        });
        records.experiments.insert(experiment.to_owned(), record);
        self.replace(slug, &records)
    }

    /// Forgets the record of one experiment; with the last of them, the file goes.
    pub fn remove(&self, slug: &str, machine: &Machine, experiment: &str) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        let id = machine.id();
        let Some(mut records) = self.read(slug, &id)? else {
            return Ok(());
        };
        if records.experiments.remove(experiment).is_none() {
            return Ok(());
        }
        if !records.experiments.is_empty() {
            return self.replace(slug, &records);
        }
        let file = self.records(slug).join(format!("{id}.json"));
        fs::remove_file(&file).map_err(|error| StoreError::Unwritable {
            path: self.told(&file),
            error,
        })
    }

    /// Whether [`Store::put`] could write a lesson's records, tried before much is measured.
    ///
    /// # Errors
    /// Why it could not.
    pub fn try_writing(&self, slug: &str) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        let folder = self.records(slug);
        let unwritable = |error| StoreError::Unwritable {
            path: self.told(&folder),
            error,
        };
        fs::create_dir_all(&folder).map_err(unwritable)?;
        self.confined(slug, &folder).map_err(unwritable)??;
        beside(&folder).map(|_| ()).map_err(unwritable)
    }

    fn records(&self, slug: &str) -> PathBuf {
        match self.place {
            Place::Lessons => self.home(slug).join("records"),
            Place::Waiting => self.home(slug),
        }
    }

    /// The folder out of which no link leads.
    fn home(&self, slug: &str) -> PathBuf {
        match self.place {
            Place::Lessons => self.folder.lesson_folder(slug),
            Place::Waiting => self.folder.root().join(".workbook").join("unfinished").join(slug),
        }
    }

    /// A path as messages have it.
    fn told(&self, path: &Path) -> String {
        let relative = path.strip_prefix(self.folder.root()).unwrap_or(path);
        relative.to_string_lossy().into_owned()
    }

    fn text(&self, slug: &str, file: &Path) -> Result<String, StoreError> {
        let unreadable = |error| StoreError::Unreadable {
            path: self.told(file),
            error,
        };
        self.confined(slug, file).map_err(unreadable)??;
        let metadata = fs::metadata(file).map_err(unreadable)?;
        let damaged = |why: String| StoreError::Damaged {
            path: self.told(file),
            why,
        };
        if !metadata.is_file() {
            return Err(damaged("it is not a regular file".to_owned()));
        }
        if metadata.len() > LARGEST {
            return Err(damaged(format!(
                "it has {} bytes, and at most {LARGEST} are read",
                metadata.len()
            )));
        }
        let bytes = fs::read(file).map_err(unreadable)?;
        String::from_utf8(bytes).map_err(|error| damaged(error.utf8_error().to_string()))
    }

    /// Whether a path leads, links followed, into the folder that it should.
    fn confined(&self, slug: &str, path: &Path) -> io::Result<Result<(), StoreError>> {
        let lesson = self.home(slug).canonicalize()?;
        let inside = path.canonicalize()?.starts_with(lesson);
        Ok(if inside {
            Ok(())
        } else {
            Err(StoreError::Outside { path: self.told(path) })
        })
    }

    /// Held while a file is read, changed and written. Not the file itself is locked, as it is replaced by another one.
    fn lock(&self) -> Result<File, StoreError> {
        let folder = self.folder.root().join(".workbook");
        let path = folder.join("records.lock");
        let locked = || {
            fs::create_dir_all(&folder)?;
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            file.lock()?;
            Ok(file)
        };
        locked().map_err(|error| StoreError::Unwritable {
            path: self.told(&path),
            error,
        })
    }

    fn replace(&self, slug: &str, records: &LessonRecords) -> Result<(), StoreError> {
        let folder = self.records(slug);
        let file = folder.join(format!("{}.json", records.machine.id()));
        let text = encode(records);
        debug_assert!(decode(&text).is_ok(), "records that could not be read again");
        let unwritable = |error| StoreError::Unwritable {
            path: self.told(&file),
            error,
        };
        fs::create_dir_all(&folder).map_err(unwritable)?;
        self.confined(slug, &folder).map_err(unwritable)??;
        write_whole(&folder, &file, text.as_bytes()).map_err(unwritable)
    }
}

/// Whether a machine could have this id, and a file this name.
fn is_id(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !name.is_empty() && name.bytes().all(plain)
}

fn beside(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".").suffix(".new").tempfile_in(folder)
}

/// Puts a file in its place all at once: whatever happens, what is there is what was or what is to be.
fn write_whole(folder: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = beside(folder)?;
    beside.write_all(bytes)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        beside.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    beside.as_file().sync_all()?;
    beside.persist(file).map_err(|error| error.error)?;
    // Else a crash could still forget that the file was renamed.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::samples::sample;
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    const ID: &str = "amd-epyc-2-cores-x86_64-kvm";

    fn store() -> (tempfile::TempDir, Store) {
        let place = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(place.path().join("lessons/pages")).expect("the lesson's folder");
        let store = Store::open(&Folder::at(place.path()));
        (place, store)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_written_is_found_again_and_nothing_beside() {
        let (place, store) = store();
        assert_eq!(store.read("pages", ID).expect("no error"), None);
        assert!(store.machines("pages").is_empty());
        store.write("pages", &sample()).expect("written");
        assert_eq!(store.read("pages", ID).expect("no error"), Some(sample()));
        assert_eq!(store.machines("pages"), [ID]);
        let folder = place.path().join("lessons/pages/records");
        assert_eq!(names(&folder), [format!("{ID}.json")]);
        let mode = fs::metadata(folder.join(format!("{ID}.json")))
            .expect("the file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o644);
    }

    #[test]
    fn one_record_is_replaced_and_the_others_stay() {
        let (_place, store) = store();
        let (machine, record) = (sample().machine, sample().experiments["turns"].clone());
        store.put("pages", &machine, "turns", record.clone()).expect("written");
        store.put("pages", &machine, "other", record.clone()).expect("written");
        let fewer = Record {
            sessions: Vec::new(),
            ..record.clone()
        };
        store.put("pages", &machine, "turns", fewer.clone()).expect("written");
        let records = store.read("pages", ID).expect("no error").expect("records");
        assert_eq!(records.experiments["turns"], fewer);
        assert_eq!(records.experiments["other"], record);
    }

    #[test]
    fn many_may_write_at_a_time_and_none_is_lost() {
        let (_place, store) = store();
        let (machine, record) = (sample().machine, sample().experiments["turns"].clone());
        std::thread::scope(|scope| {
            for number in 0..8 {
                let (store, machine, record) = (&store, &machine, record.clone());
                let put = move || store.put("pages", machine, &format!("e{number}"), record);
                scope.spawn(move || put().expect("written"));
            }
        });
        let records = store.read("pages", ID).expect("no error").expect("records");
        assert_eq!(records.experiments.len(), 8);
    }

    /// What reading and writing say of a file with this text, after which the file must be as it was.
    fn refused(text: &str) -> StoreError {
        let (place, store) = store();
        let file = place.path().join(format!("lessons/pages/records/{ID}.json"));
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(&file, text).expect("a file");
        let error = store.read("pages", ID).expect_err("it cannot be read");
        store.write("pages", &sample()).expect_err("it is not overwritten");
        let record = sample().experiments["turns"].clone();
        store
            .put("pages", &sample().machine, "turns", record)
            .expect_err("it is not overwritten");
        assert_eq!(fs::read_to_string(&file).expect("the file"), text);
        assert!(
            error
                .to_string()
                .contains(&format!("`lessons/pages/records/{ID}.json`"))
        );
        assert!(!error.hint().is_empty());
        error
    }

    #[test]
    fn damaged_newer_and_foreign_files_are_told_apart_and_left_alone() {
        let text = encode(&sample());
        let half = &text[..text.len() / 2];
        assert!(matches!(refused(half), StoreError::Damaged { why, .. } if why.contains("line")));
        assert!(matches!(refused(""), StoreError::Damaged { .. }));
        let newer = refused(&text.replace("\"format\": 1,", "\"format\": 7,"));
        assert!(matches!(newer, StoreError::Newer { format: 7, .. }));
        let foreign = refused(&text.replace("\"cores\": 2", "\"cores\": 4"));
        assert!(foreign.to_string().contains("`amd-epyc-4-cores-x86_64-kvm`"));
        assert!(foreign.hint().contains("`amd-epyc-4-cores-x86_64-kvm.json`"));
    }

    #[test]
    fn links_do_not_lead_out_and_ids_are_no_paths() {
        let (place, store) = store();
        let elsewhere = tempfile::tempdir().expect("another folder");
        symlink(elsewhere.path(), place.path().join("lessons/pages/records")).expect("a link");
        let error = store.write("pages", &sample()).expect_err("it leads outside");
        assert!(matches!(error, StoreError::Outside { .. }));
        assert!(names(elsewhere.path()).is_empty());
        assert_eq!(store.read("pages", "../../x").expect("no error"), None);
    }

    #[test]
    fn a_book_that_cannot_be_written_is_an_error() {
        let (place, store) = store();
        let records = place.path().join("lessons/pages/records");
        fs::write(&records, "a file").expect("a file");
        let error = store.write("pages", &sample()).expect_err("there can be no folder");
        assert!(matches!(error, StoreError::Unreadable { .. }), "{error:?}");
        fs::remove_file(records).expect("removed");
        fs::remove_dir_all(place.path().join(".workbook")).expect("removed");
        fs::write(place.path().join(".workbook"), "a file").expect("a file");
        let error = store.write("pages", &sample()).expect_err("there can be no lock");
        assert!(error.to_string().contains("`.workbook/records.lock`"), "{error:?}");
    }
}
