//! Cases in folders: each folder of `tests/cases/<topic>/` is one test, and its `expected.txt` is what comes out of it.
//!
//! Owns finding them. `SNAPSHOTS=overwrite cargo test --test cases` writes what is expected anew; read it before it is
//! committed. Deliberately absent: what a topic tells of a case, beside the functions that are listed here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use snapbox::{Assert, Data};
use workbook::book;
use workbook::source::Folder;

/// What comes out of a case, by its folder.
type Tell = fn(&Path) -> Result<String, Failed>;

/// The topics: folders of `tests/cases/`.
const TOPICS: [(&str, Tell); 1] = [("diagnostics", diagnostics)];

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
    // Raw: what is expected is text, in which `...` is no pattern.
    let expected = Data::read_from(&case.join("expected.txt"), None).raw();
    let assert = Assert::new().action_env("SNAPSHOTS");
    assert
        .try_eq(Some(&"what came out"), Data::text(told).raw(), expected)
        .map_err(|difference| difference.to_string().into())
}

/// All that is said about a small book, and which of its lessons are sound.
fn diagnostics(case: &Path) -> Result<String, Failed> {
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
