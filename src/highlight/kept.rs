//! What earlier builds marked up, a file each text, named by all that decides it.
//!
//! Owns these files. A file that says what cannot be is as good as none: a book that came with a folder of such files can miscolour a
//! program, and put nothing on a page. Deliberately absent: failures. What is not kept is marked up again.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::{CLASSES, Stretch};
use crate::source::Digest;

/// What decides how a text is marked up, beside the text: these rules, and the grammars in their versions.
const RULES: [&str; 2] = [include_str!("mod.rs"), include_str!("../../Cargo.lock")];

pub(super) struct Kept {
    pub folder: PathBuf,
    pub writes: bool,
}

/// The name of a text as it is marked up in a language.
pub(super) fn key(language: &str, text: &str) -> Digest {
    let rules = RULES.map(|rules| Digest::of(rules.as_bytes()).to_string());
    Digest::of(format!("{}\n{language}\n{text}", rules.join("\n")).as_bytes())
}

impl Kept {
    pub(super) fn find(&self, key: &Digest, text: &str) -> Option<Vec<Stretch>> {
        let written = fs::read_to_string(self.folder.join(key.to_string())).ok()?;
        let (digest, body) = written.split_once('\n')?;
        if digest != Digest::of(body.as_bytes()).to_string() {
            return None;
        }
        let mut end = 0_usize;
        let mut stretch = |line: &str| {
            let (length, class) = line.split_once(' ')?;
            let length = length.parse().ok()?;
            end = end.checked_add(length)?;
            let class = match class {
                "-" => None,
                class => Some(CLASSES.iter().find(|(known, _)| *known == class)?.0),
            };
            text.is_char_boundary(end).then_some((length, class))
        };
        let stretches: Option<Vec<Stretch>> = body.lines().map(&mut stretch).collect();
        stretches.filter(|_| end == text.len())
    }

    pub(super) fn put(&self, key: &Digest, stretches: &[Stretch]) {
        if self.writes {
            // Where it cannot be kept, the next build marks the text up again.
            let _lost = self.write(key, stretches);
        }
    }

    fn write(&self, key: &Digest, stretches: &[Stretch]) -> io::Result<()> {
        let lines = stretches
            .iter()
            .map(|(length, class)| format!("{length} {}\n", class.unwrap_or("-")));
        let body: String = lines.collect();
        fs::create_dir_all(&self.folder)?;
        let mut beside = tempfile::Builder::new().prefix(".new-").tempfile_in(&self.folder)?;
        write!(beside, "{}\n{body}", Digest::of(body.as_bytes()))?;
        beside.persist(self.folder.join(key.to_string()))?;
        Ok(())
    }

    /// Removes the files of all texts that are not `wanted`.
    pub(super) fn sweep(&self, wanted: impl Fn(&Digest) -> bool) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries.filter(|_| self.writes) {
            let name = entry.file_name().into_string().unwrap_or_default();
            if !Digest::try_from(name).is_ok_and(|key| wanted(&key)) {
                // What stays takes a little room.
                let _stays = fs::remove_file(entry.path());
            }
        }
    }
}
