//! Cases in folders: each folder of `tests/cases/<topic>/` is one test, and its `expected.txt` or the files of its `expected/`
//! are what comes out of it.
//!
//! Owns finding them. `SNAPSHOTS=overwrite cargo test --test cases` writes what is expected anew; read it before it is
//! committed. Deliberately absent: what a topic tells of a case, beside the functions that are listed here.

#[path = "telling/pages.rs"]
mod pages;
#[path = "telling/stage.rs"]
mod stage;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use snapbox::{Assert, Data};
use workbook::book;
use workbook::source::Folder;

/// What comes out of a case, by its folder: texts by the paths at which the case expects them.
type Tell = fn(&Path) -> Result<BTreeMap<String, String>, Failed>;

/// The topics: folders of `tests/cases/`.
const TOPICS: [(&str, Tell); 2] = [("diagnostics", diagnostics), ("pages", pages::pages)];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut trials = vec![every_folder_has_a_topic(&root), own_lessons_are_sound()];
    for (topic, tell) in TOPICS {
        for case in entries(&root.join(topic)) {
            let name = format!("{topic}/{}", file_name(&case));
            trials.push(Trial::test(name, move || check(&case, tell)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A folder that no topic reads would never fail.
fn every_folder_has_a_topic(root: &Path) -> Trial {
    let folders: Vec<String> = entries(root).iter().map(|entry| file_name(entry)).collect();
    Trial::test("every folder has a topic", move || {
        let mut topics: Vec<&str> = TOPICS.iter().map(|(topic, _)| *topic).collect();
        topics.sort_unstable();
        if folders == topics {
            Ok(())
        } else {
            Err(format!("tests/cases/ has {folders:?}, and the topics are {topics:?}").into())
        }
    })
}

/// The lessons of this repository, about which nothing is said.
fn own_lessons_are_sound() -> Trial {
    Trial::test("own lessons are sound", || {
        let folder = Folder::at(env!("CARGO_MANIFEST_DIR"));
        let loaded = book::load(&folder).map_err(|diagnostic| diagnostic.render(false))?;
        let told: Vec<String> = loaded
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.render(false))
            .collect();
        if told.is_empty() && loaded.value.broken.is_empty() && !loaded.value.lessons.is_empty() {
            Ok(())
        } else {
            Err(told.join("\n\n").into())
        }
    })
}

fn check(case: &Path, tell: Tell) -> Result<(), Failed> {
    let told = tell(case)?;
    let assert = Assert::new().action_env("SNAPSHOTS");
    for (path, text) in &told {
        // Raw: what is expected is text, in which `...` is no pattern.
        let expected = Data::read_from(&case.join(path), None).raw();
        assert
            .try_eq(Some(path), Data::text(text).raw(), expected)
            .map_err(|difference| difference.to_string())?;
    }
    let unused: Vec<String> = expectations(case)
        .into_iter()
        .filter(|path| !told.contains_key(path))
        .collect();
    if unused.is_empty() {
        Ok(())
    } else {
        Err(format!("nothing comes out of the case for {unused:?}").into())
    }
}

/// The paths in a case's folder of what is expected.
fn expectations(case: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![case.join("expected")];
    while let Some(folder) = folders.pop() {
        for entry in entries(&folder) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let path = entry.strip_prefix(case).expect("below the case");
                paths.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    paths
}

/// All that is said about a small book, and which of its lessons are sound.
fn diagnostics(case: &Path) -> Result<BTreeMap<String, String>, Failed> {
    Ok(BTreeMap::from([("expected.txt".to_owned(), all_that_is_said(case)?)]))
}

fn all_that_is_said(case: &Path) -> Result<String, Failed> {
    if !case.join("lessons").is_dir() {
        return Err("the case has no lessons".into());
    }
    let loaded = match book::load(&Folder::at(case)) {
        Ok(loaded) => loaded,
        Err(diagnostic) => return Ok(format!("{}\n", diagnostic.render(false))),
    };
    let mut told = String::new();
    for diagnostic in &loaded.diagnostics {
        told.push_str(&diagnostic.render(false));
        told.push_str("\n\n");
    }
    let sound = loaded.value.lessons.iter().map(|lesson| lesson.slug.as_str());
    told.push_str(&format!("sound: {}\n", listed(sound)));
    let broken = loaded.value.broken.iter().map(String::as_str);
    told.push_str(&format!("broken: {}\n", listed(broken)));
    Ok(told)
}

fn listed<'a>(slugs: impl Iterator<Item = &'a str>) -> String {
    let slugs: Vec<&str> = slugs.collect();
    if slugs.is_empty() {
        "none".to_owned()
    } else {
        slugs.join(", ")
    }
}

/// What lies in a folder, sorted; nothing where there is no folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    entries.sort();
    entries
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
