//! The order of the modules and the habits of their files, kept by machine.
//!
//! Owns the rank table of the architecture. Deliberately absent: what compilers and clippy check.

#![allow(clippy::unwrap_used, reason = "a test may end where its files cannot be read")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module with its rank: a module imports from lower ranks, and within rank 0 and 1 from its own.
const RANKS: [(&str, u32); 17] = [
    ("diag", 0),
    ("quantity", 0),
    ("locale", 0),
    ("process", 1),
    ("source", 1),
    ("lesson", 2),
    ("toolchain", 2),
    ("book", 3),
    ("plan", 4),
    ("record", 5),
    ("analysis", 6),
    ("run", 6),
    ("claim", 7),
    ("wording", 8),
    ("highlight", 8),
    ("render", 9),
    ("build", 11),
];

/// At the top, and allowed to import everything.
const TOP: &str = "cli";

/// The longest a file may be without its tests.
const LONGEST: usize = 500;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

/// Every file of `src/` with its path there and its text.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.strip_prefix(root().join("src")).unwrap().display().to_string();
            (name, text)
        })
        .collect()
}

/// The module that a file belongs to: its first folder, or its own stem.
fn module_of(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The modules that a text names after `crate::`, its comments left out.
fn imports(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            panic!(
                "write one `use crate::…` a module, not a group: {}",
                &group[..group.len().min(40)]
            );
        }
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        found.push(rest[..end].to_owned());
    }
    found
}

/// Upward and sideways edges of one file.
fn wrong_edges(file: &str, text: &str) -> Vec<String> {
    let ranks: BTreeMap<&str, u32> = RANKS.into_iter().collect();
    let module = module_of(file);
    let Some(rank) = ranks.get(module) else {
        return Vec::new();
    };
    imports(text)
        .into_iter()
        .filter(|import| import != module)
        .filter(|import| match ranks.get(import.as_str()) {
            Some(other) => *other > *rank || (*other == *rank && *rank > 1),
            None => true,
        })
        .map(|import| format!("src/{file} of `{module}` imports `{import}`"))
        .collect()
}

#[test]
fn imports_lead_downwards() {
    let wrong: Vec<String> = sources()
        .iter()
        .flat_map(|(file, text)| wrong_edges(file, text))
        .collect();
    assert!(
        wrong.is_empty(),
        "imports that do not lead downwards:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn an_upward_import_is_noticed() {
    assert_eq!(wrong_edges("lesson/mod.rs", "use crate::render::Page;").len(), 1);
    assert_eq!(wrong_edges("claim/mod.rs", "use crate::wording;").len(), 1);
    assert_eq!(
        wrong_edges("lesson/mod.rs", "use crate::quantity::Unit; // crate::build").len(),
        0
    );
}

#[test]
fn every_module_has_a_rank_and_is_named_in_the_architecture() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let ranked: Vec<&str> = RANKS.iter().map(|(module, _)| *module).chain([TOP]).collect();
    let mut existing: Vec<String> = sources()
        .iter()
        .map(|(file, _)| module_of(file).to_owned())
        .filter(|module| module != "lib" && module != "main")
        .collect();
    existing.dedup();
    for module in &existing {
        assert!(ranked.contains(&module.as_str()), "give `{module}` a rank");
        assert!(
            lib.contains(&format!("//! | `{module}` |")),
            "src/lib.rs does not tell of `{module}`"
        );
    }
    for module in ranked {
        assert!(
            existing.iter().any(|known| known == module),
            "`{module}` has a rank and no file"
        );
    }
}

#[test]
fn every_file_opens_with_what_it_owns() {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    rust_files(&root().join("tests"), &mut files);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{} has no `//!` head", path.display());
    }
}

#[test]
fn files_stay_short_and_main_thin() {
    for (file, text) in sources() {
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let lines = code.lines().count();
        assert!(
            lines <= LONGEST || file.ends_with("_tests.rs"),
            "src/{file} has {lines} lines: split it by subject"
        );
        assert!(file != "main.rs" || lines < 40, "main.rs has {lines} lines");
    }
}

#[test]
fn the_top_level_has_its_rooms_and_no_others() {
    const ROOMS: [&str; 10] = [
        "Cargo.toml",
        "Cargo.lock",
        "src",
        "lessons",
        "templates",
        "tests",
        "book",
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
    ];
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = ROOMS.contains(&name.as_str()) || name.starts_with('.') || name == "target";
        assert!(known, "`{name}` has no room at the top level");
    }
}
