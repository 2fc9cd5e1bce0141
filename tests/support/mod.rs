//! Small books in temporary folders, and the real binary run on them.
//!
//! Deliberately absent: assertions on what a book says, which are the tests' own.
#![allow(dead_code, reason = "each test binary uses a part")]
#![allow(clippy::disallowed_methods, reason = "tests start the program as its users do")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) const BOOK: &str = r#"locales = ["cs", "es", "ja", "en"]

[title]
cs = "Malá kniha"
es = "Un libro pequeño"
ja = "小さな本"
en = "A small book"

[measure]
rounds = [6, 6]
"#;

/// Two experiments: of two shell scripts that read a data file, and of a C program with a header.
pub(crate) const LESSON: &str = r#"+++
title = "Few words"
summary = "Which program says more."
+++

## The question {#question}

The longer one writes {value}`bytes(long); 5 B`.

```{experiment} shells
title = "Shells"
files = ["data.txt"]

[variants]
short = "short.sh"
long = "long.sh"

[claims]
more = { that = "bytes(long) > bytes(short)", expect = "holds" }
few = "lines(long) <= 3"

[labels]
few = "It writes at most three lines."
more = "The long one writes more."
```

- {claim}`few holds` Three lines are enough.
- {claim}`few fails` Three lines are not enough.
- {claim}`few undecided` Nobody knows.

```{experiment} compiled
title = "Compiled"

[variants]
number = "number.c"

[claims]
silent = "lines(number) == 1"

[labels]
silent = "It writes a line."
```
"#;

pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// How the program ended, and what it printed.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Which experiments were measured, as `lesson/experiment`.
    pub(crate) fn measured(&self) -> Vec<&str> {
        let lines = self.stderr.lines();
        lines
            .filter_map(|line| line.strip_prefix("measured ")?.split_once(':'))
            .map(|(name, _)| name)
            .collect()
    }

    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        let said = format!("{}{}", self.stdout, self.stderr);
        assert!(said.contains(text), "does not say {text:?}: {said}");
        self
    }
}

impl Place {
    pub(crate) fn empty() -> Self {
        Place {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// One lesson, `words`, in English, with both experiments.
    pub(crate) fn small() -> Self {
        let place = Place::empty();
        place.write("lessons/book.toml", BOOK);
        place.lesson("words");
        place
    }

    pub(crate) fn lesson(&self, slug: &str) {
        for (name, text) in [
            ("en.md", LESSON),
            ("short.sh", "echo short\n"),
            ("long.sh", "echo a longer line\ncat data.txt\n"),
            ("data.txt", "data\n"),
            (
                "number.c",
                "#include <stdio.h>\n#include \"number.h\"\nint main(void) { printf(\"%d\\n\", NUMBER); }\n",
            ),
            ("number.h", "#define NUMBER 3\n"),
        ] {
            self.write(&format!("lessons/{slug}/{name}"), text);
        }
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[track_caller]
    pub(crate) fn change(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no {from:?}");
        self.write(path, text.replace(from, to));
    }

    /// The file of records of a lesson, which has exactly one.
    #[track_caller]
    pub(crate) fn records(&self, slug: &str) -> PathBuf {
        let folder = self.path(&format!("lessons/{slug}/records"));
        let files: Vec<PathBuf> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        assert_eq!(files.len(), 1, "{files:?}");
        files[0].clone()
    }

    /// How many rounds an experiment has in each session.
    #[track_caller]
    pub(crate) fn sessions(&self, slug: &str, experiment: &str) -> Vec<usize> {
        let text = fs::read_to_string(self.records(slug)).unwrap();
        let records: serde_json::Value = serde_json::from_str(&text).unwrap();
        let sessions = records["experiments"][experiment]["sessions"].as_array().unwrap();
        let rounds = |session: &serde_json::Value| session["orders"].as_array().unwrap().len();
        sessions.iter().map(rounds).collect()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_workbook"));
        command.args(args).current_dir(self.root()).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.command(args).output().unwrap().into()
    }

    #[track_caller]
    pub(crate) fn build(&self) -> Ran {
        self.run(&["build"]).ends_with(0)
    }

    /// Every file under a folder with its bytes, and every folder.
    pub(crate) fn tree(&self, under: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut tree = BTreeMap::new();
        let mut folders = vec![self.path(under)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    tree.insert(path.clone(), Vec::new());
                    folders.push(path);
                } else {
                    tree.insert(path.clone(), fs::read(&path).unwrap());
                }
            }
        }
        tree
    }

    /// A search path with these programs only.
    pub(crate) fn path_with(&self, programs: &[&str]) -> PathBuf {
        let folder = self.path(&format!("bin-{}", programs.len()));
        fs::create_dir_all(&folder).unwrap();
        let everywhere = std::env::var_os("PATH").unwrap();
        for program in programs {
            let found = std::env::split_paths(&everywhere)
                .map(|place| place.join(program))
                .find(|path| path.is_file())
                .unwrap_or_else(|| panic!("these tests need {program}"));
            let link = folder.join(program);
            if !link.exists() {
                std::os::unix::fs::symlink(found, link).unwrap();
            }
        }
        folder
    }
}

/// As `machine` has it in a record's file name.
pub(crate) fn machine(records: &Path) -> String {
    records.file_stem().unwrap().to_str().unwrap().to_owned()
}
