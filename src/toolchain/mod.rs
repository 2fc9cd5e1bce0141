//! Toolchains as data: finding compilers and interpreters, and their versions.
//!
//! Owns the definitions, embedded and from `book.toml`, and probing them. Deliberately absent: running trials (`run`).

use std::path::PathBuf;

/// A compiler or interpreter with its commands, as data. Commands are strings that are split at spaces; in them
/// `{source}`, `{flags}`, `{program}` and `{args}` are filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    /// Endings of program files without the dot; the first toolchain listed for an ending owns it.
    pub endings: Vec<String>,
    /// Prints the version: `g++ --version`.
    pub version: String,
    /// Prints the path of the executable behind a version manager's script, where there may be one.
    pub behind: Option<String>,
    /// Absent for an interpreter.
    pub compile: Option<String>,
    pub run: String,
    /// A pattern that each warning of the compiler matches once.
    pub warning: Option<String>,
    /// The Debian package that brings it, for advice.
    pub package: Option<String>,
}

/// What a probe found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    Found {
        /// The first line that the version command prints.
        version: String,
        /// The executable to call in place of the commands' first word.
        executable: PathBuf,
    },
    Missing,
}
