//! The files that an experiment needs: programs, what they include, data and standard input.
//!
//! Owns following `#include "x"` and the lines' ends of programs. Deliberately absent: reading (`source`), and searching
//! where a compiler searches by its flags; what is not found in the lesson's folder is left to the compiler.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::Lesson;
use crate::diag::{Diagnostic, SourceText};
use crate::lesson::names::Spanned;
use crate::source::{Asset, Digest, Folder, Problem};

use super::InputFile;

type Read = Result<Arc<Asset>, Problem>;

/// The files of one lesson, each read once.
#[derive(Debug)]
pub(super) struct Inputs<'a> {
    lesson: &'a Lesson,
    folder: &'a Folder,
    source: &'a Arc<SourceText>,
    programs: BTreeMap<String, Read>,
    data: BTreeMap<String, Read>,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(lesson: &'a Lesson, folder: &'a Folder, source: &'a Arc<SourceText>) -> Self {
        Inputs {
            lesson,
            folder,
            source,
            programs: BTreeMap::new(),
            data: BTreeMap::new(),
        }
    }

    /// A program and, sorted, all that it includes directly or not.
    pub(super) fn program(
        &mut self,
        file: &Spanned<String>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<(InputFile, Vec<InputFile>)> {
        let read = self.text(&file.value);
        let program = self.told(read, file, "missing-program", diagnostics)?;
        let mut found = BTreeSet::new();
        let mut included = Vec::new();
        let mut waiting = vec![(file.value.clone(), Arc::clone(&program))];
        while let Some((name, asset)) = waiting.pop() {
            for wanted in includes(&name, &asset.bytes) {
                if wanted == file.value || !found.insert(wanted.clone()) {
                    continue;
                }
                match self.text(&wanted) {
                    Ok(asset) => {
                        included.push(InputFile {
                            name: wanted.clone(),
                            asset: Arc::clone(&asset),
                        });
                        waiting.push((wanted, asset));
                    }
                    // Perhaps it lies where the compiler's flags say; if not, the compiler says so best.
                    Err(Problem::Missing | Problem::Outside | Problem::NotAFile) => {}
                    Err(problem) => drop(self.told(Err(problem), file, "unreadable-file", diagnostics)),
                }
            }
        }
        included.sort_by(|a, b| a.name.cmp(&b.name));
        let name = file.value.clone();
        Some((InputFile { name, asset: program }, included))
    }

    /// A data file, byte for byte. `name` is the file's name once axes are filled in.
    pub(super) fn data(
        &mut self,
        name: &str,
        file: &Spanned<String>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<InputFile> {
        let (lesson, folder) = (self.lesson, self.folder);
        let read = self
            .data
            .entry(name.to_owned())
            .or_insert_with(|| read(lesson, folder, name).map(Arc::new))
            .clone();
        let file = Spanned::new(name.to_owned(), file.span.clone());
        let asset = self.told(read, &file, "missing-file", diagnostics)?;
        Some(InputFile {
            name: file.value,
            asset,
        })
    }

    /// A program's text, its lines ending in LF as the lesson may come from a system where they do not.
    fn text(&mut self, name: &str) -> Read {
        let (lesson, folder) = (self.lesson, self.folder);
        let read = || read(lesson, folder, name).map(|asset| Arc::new(with_plain_lines(asset)));
        self.programs.entry(name.to_owned()).or_insert_with(read).clone()
    }

    fn told(
        &self,
        read: Read,
        file: &Spanned<String>,
        missing: &'static str,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Arc<Asset>> {
        let problem = match read {
            Ok(asset) => return Some(asset),
            Err(problem) => problem,
        };
        let code = match problem {
            Problem::Missing => missing,
            Problem::Outside => "file-outside",
            _ => "unreadable-file",
        };
        let message = format!("`{}`: {problem}", file.value);
        let diagnostic = Diagnostic::error(code, self.source, file.span.clone(), message)
            .hint(format!("put the file into `lessons/{}/`", self.lesson.slug));
        diagnostics.push(diagnostic);
        None
    }
}

fn read(lesson: &Lesson, folder: &Folder, name: &str) -> Result<Asset, Problem> {
    match lesson.fenced.get(name) {
        Some(text) => Ok(Asset {
            bytes: text.as_bytes().to_vec(),
            digest: Digest::of(text.as_bytes()),
        }),
        None => folder.asset(&lesson.slug, name),
    }
}

fn with_plain_lines(asset: Asset) -> Asset {
    if !asset.bytes.windows(2).any(|pair| pair == b"\r\n") {
        return asset;
    }
    let mut bytes = asset.bytes;
    let carriage = |bytes: &[u8], at: usize| bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n');
    bytes = (0..bytes.len())
        .filter(|at| !carriage(&bytes, *at))
        .map(|at| bytes[at])
        .collect();
    let digest = Digest::of(&bytes);
    Asset { bytes, digest }
}

/// The files that lines `#include "x"` of `file` name, as paths in the lesson's folder; not those that lead out of it.
/// That a line may be in a comment does no harm: a file more decides.
fn includes(file: &str, text: &[u8]) -> Vec<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = String::from_utf8_lossy(text);
    let named = text.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start();
        let quoted = directive.strip_prefix("include")?.trim_start().strip_prefix('"')?;
        joined(folder, quoted.split_once('"')?.0)
    });
    named.collect()
}

/// `path` as seen from `folder`, without `.` and `..`; `None` where it leads out of the lesson's folder.
fn joined(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut parts = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_found_beside_the_file_that_names_them() {
        let text = b"#include \"a.h\"\n  # include\t\"../b.h\"\r\n#include <c.h>\nx #include \"d.h\"\n#include \"../../e.h\"\n";
        assert_eq!(includes("sub/main.cpp", text), ["sub/a.h", "b.h"]);
        assert_eq!(
            includes("main.cpp", b"#include \"/etc/passwd\"\n#include \"./x.h\""),
            ["x.h"]
        );
    }

    #[test]
    fn only_ends_of_lines_are_made_plain() {
        let asset = |text: &[u8]| Asset {
            bytes: text.to_vec(),
            digest: Digest::of(text),
        };
        assert_eq!(with_plain_lines(asset(b"a\r\nb\rc\r\r\n")), asset(b"a\nb\rc\r\n"));
    }
}
