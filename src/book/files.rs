//! The files that a lesson names: programs, data, images; on disk, or defined by a fence.
//!
//! Owns finding them and what is said where one is not there. Deliberately absent: reading (`source`) and what a program
//! means.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, did_you_mean};
use crate::lesson::names::Spanned;
use crate::source::{Asset, Digest, Folder, Problem, not_utf8};

use super::Lesson;

/// What a file is for: the codes of its diagnostics say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Program,
    Data,
    Image,
}

impl Use {
    fn code(self, problem: &Problem) -> &'static str {
        match (problem, self) {
            (Problem::Missing, Use::Program) => "missing-program",
            (Problem::Missing, Use::Data) => "missing-file",
            (Problem::Missing, Use::Image) => "missing-image",
            (Problem::Outside, Use::Program) => "program-outside",
            (Problem::Outside, Use::Data) => "file-outside",
            (Problem::Outside, Use::Image) => "image-outside",
            _ => "unreadable-file",
        }
    }
}

/// The files of one lesson.
#[derive(Clone, Debug)]
pub(super) struct Files<'a> {
    pub folder: &'a Folder,
    pub slug: &'a str,
    /// The texts of files that fences define.
    pub fenced: &'a BTreeMap<String, String>,
    /// The files with problems that have been told: a second mention is not a second mistake.
    pub told: RefCell<BTreeSet<String>>,
}

impl Files<'_> {
    /// The file that is named; what is wrong with it is a diagnostic at its name.
    pub(super) fn find(
        &self,
        file: &Spanned<String>,
        purpose: Use,
        source: &Arc<SourceText>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Asset> {
        match asset(self.folder, self.slug, self.fenced, &file.value) {
            Ok(asset) => Some(asset),
            Err(_) if !self.told.borrow_mut().insert(file.value.clone()) => None,
            Err(problem) => {
                let message = match problem {
                    Problem::Missing => format!("there is no file `{}` in the lesson's folder", file.value),
                    Problem::Outside => format!("`{}` lies outside the lesson's folder", file.value),
                    Problem::NotAFile => format!("`{}` is a folder", file.value),
                    _ => format!("`{}`: {problem}", file.value),
                };
                let diagnostic = Diagnostic::error(purpose.code(&problem), source, file.span.clone(), message);
                diagnostics.push(diagnostic.maybe_hint(self.hint(&file.value, &problem)));
                None
            }
        }
    }

    /// The text of a program that is named.
    pub(super) fn program_text(
        &self,
        file: &Spanned<String>,
        source: &Arc<SourceText>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<String> {
        let asset = self.find(file, Use::Program, source, diagnostics)?;
        match String::from_utf8(asset.bytes) {
            Ok(text) => Some(text),
            Err(error) => {
                let path = format!("lessons/{}/{}", self.slug, file.value);
                diagnostics.push(not_utf8(&path, error.as_bytes()).related(source, file.span.clone(), "shown here"));
                None
            }
        }
    }

    fn hint(&self, file: &str, problem: &Problem) -> Option<String> {
        match problem {
            Problem::Missing => {
                let names = self.folder.files(self.slug);
                let known = names
                    .iter()
                    .filter(|name| !name.ends_with(".md"))
                    .chain(self.fenced.keys());
                did_you_mean(file, known.map(String::as_str))
                    .or_else(|| Some(format!("put it into `lessons/{}/`, or mend the name", self.slug)))
            }
            Problem::Outside => {
                Some("copy the file into the lesson's folder, and name it as it is called there".to_owned())
            }
            Problem::NotAFile => Some(format!("name a file in it: `{}/…`", file.trim_end_matches('/'))),
            Problem::TooLarge { .. } | Problem::Unreadable(_) => None,
        }
    }
}

impl Lesson {
    /// A program or data file: what a fence defines, else what lies in the lesson's folder.
    pub fn asset(&self, folder: &Folder, file: &str) -> Result<Asset, Problem> {
        asset(folder, &self.slug, &self.fenced, file)
    }
}

fn asset(folder: &Folder, slug: &str, fenced: &BTreeMap<String, String>, file: &str) -> Result<Asset, Problem> {
    match fenced.get(file) {
        Some(text) => Ok(Asset {
            bytes: text.as_bytes().to_vec(),
            digest: Digest::of(text.as_bytes()),
        }),
        None => folder.asset(slug, file),
    }
}
