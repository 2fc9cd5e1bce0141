//! The committed book is exactly what its lessons and the reference's records give.
//!
//! Compares with the commit and not with the working copy, since a reader's own build rewrites `book/`. Outside a
//! repository there is no commit to compare with, and the working copy is what came with the sources.

#![allow(clippy::disallowed_methods, reason = "a test runs the program as its users do")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder with its bytes, by its path there.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn walk(top: &Path, folder: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).expect("a folder that can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(top, &path, into);
            } else {
                let name = path.strip_prefix(top).expect("below the top").to_owned();
                into.insert(name, fs::read(&path).expect("a file that can be read"));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().expect("the command starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    output.stdout
}

/// A folder of the commit, or of the working copy where there is no commit.
fn committed(folder: &str, into: &Path) -> PathBuf {
    if !root().join(".git").exists() {
        return root().join(folder);
    }
    let archive = into.join("committed.tar");
    run(Command::new("git")
        .arg("-C")
        .arg(root())
        .args(["archive", "--format=tar", "--output"])
        .arg(&archive)
        .args(["HEAD", folder]));
    run(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(into));
    into.join(folder)
}

fn reference() -> String {
    let settings = fs::read_to_string(root().join("lessons/book.toml")).expect("book.toml");
    let line = settings.lines().find_map(|line| line.strip_prefix("reference = "));
    line.expect("the book names its reference").trim_matches('"').to_owned()
}

#[test]
fn the_committed_book_is_what_its_records_give() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let expected = files(&committed("book", place.path()));
    assert!(!expected.is_empty(), "there is a committed book");
    let mut built = Vec::new();
    for name in ["first", "second"] {
        let out = place.path().join(name);
        run(Command::new(env!("CARGO_BIN_EXE_workbook"))
            .args(["build", "--no-run", "--machine", &reference(), "--out"])
            .arg(&out)
            .arg(root()));
        built.push(files(&out));
    }
    assert_eq!(built[0], built[1], "the same input gives the same bytes");
    let changed: Vec<&PathBuf> = expected
        .keys()
        .chain(built[0].keys())
        .filter(|path| expected.get(*path) != built[0].get(*path))
        .collect();
    assert!(
        changed.is_empty(),
        "commit what `workbook build --no-run --machine {}` writes; it differs in {changed:?}",
        reference()
    );
}
