//! Toolchains as data: finding compilers and interpreters, and their versions.
//!
//! Owns what a definition says and probing it. Deliberately absent: reading definitions from TOML (`book`) and running
//! trials (`run`).

mod probe;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use probe::Toolchains;

/// A compiler or interpreter with its commands, as data. Commands are strings that are split at spaces; in them
/// `{source}`, `{flags}`, `{program}` and `{args}` are filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    /// Endings of program files without the dot; the first toolchain listed for an ending owns it.
    pub endings: Vec<String>,
    /// Prints the version: `g++ --version`, or the path of what is executed: `readlink -f /bin/sh`. Empty for a tool that
    /// does not tell it: then the name of the file that is executed in the end stands for it.
    pub version: String,
    /// Prints the path of the executable behind a version manager's script, where there may be one. It is called in place
    /// of the version command's first word.
    pub behind: Option<String>,
    /// Absent for an interpreter.
    pub compile: Option<String>,
    pub run: String,
    /// A pattern that each warning of the compiler matches once.
    pub warning: Option<String>,
    /// The text of a program that does nothing, to see what starting one costs.
    pub empty: Option<String>,
    /// The Debian package that brings it, for advice.
    pub package: Option<String>,
}

impl Definition {
    /// The programs that the commands call by their first words, `javac` and `java`, and the version command's, sorted.
    pub fn programs(&self) -> Vec<&str> {
        let commands = self.compile.iter().chain([&self.run, &self.version]);
        let first_words = commands.filter_map(|command| command.split_whitespace().next());
        let mut programs: Vec<&str> = first_words.filter(|word| !word.contains('{')).collect();
        programs.sort_unstable();
        programs.dedup();
        programs
    }

    /// What to tell somebody whose machine does not have it.
    pub fn advice(&self) -> Advice<'_> {
        Advice {
            toolchain: &self.name,
            programs: self.programs(),
            package: self.package.as_deref(),
        }
    }
}

/// What a sentence of advice on a missing toolchain is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice<'a> {
    pub toolchain: &'a str,
    /// All of them are needed.
    pub programs: Vec<&'a str>,
    /// The Debian package that brings them.
    pub package: Option<&'a str>,
}

/// What a probe found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    Found {
        /// The first line that the version command prints; of a path its last part, as records keep no paths.
        version: String,
        /// The executables to call in place of the commands' first words. Empty where the version was not probed but taken
        /// from a record.
        executables: BTreeMap<String, PathBuf>,
    },
    /// One of its programs is nowhere on the search path.
    Missing,
    /// Its programs are there and do not work, with what was said: a version manager without a version.
    Broken(String),
}

impl Probe {
    /// The version line; `None` where the toolchain cannot be used.
    pub fn version(&self) -> Option<&str> {
        match self {
            Probe::Found { version, .. } => Some(version),
            Probe::Missing | Probe::Broken(_) => None,
        }
    }

    /// The executable to call where a command's first word is `word`; `None` for words such as `{program}`.
    pub fn executable(&self, word: &str) -> Option<&Path> {
        match self {
            Probe::Found { executables, .. } => executables.get(word).map(PathBuf::as_path),
            Probe::Missing | Probe::Broken(_) => None,
        }
    }
}
