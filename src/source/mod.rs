//! The only reader of a book's words and programs: confinement, sizes, digests.
//!
//! Owns where things lie under a book's root, what may be read, and how much. Deliberately absent: what a text means
//! (`lesson`, `book`) and the files of records (`record`).

use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diag::{Diagnostic, SourceText};

/// The largest lesson file or `book.toml` that is read, in bytes.
pub const LARGEST_TEXT: u64 = 4 << 20;
/// The largest program, data file or image that is read, in bytes.
pub const LARGEST_ASSET: u64 = 64 << 20;

/// What identifies some bytes: their BLAKE3 digest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    pub fn of(bytes: &[u8]) -> Self {
        Digest(*blake3::hash(bytes).as_bytes())
    }

    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Digest(bytes)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Digest, String> {
        blake3::Hash::from_hex(&text)
            .map(|hash| Digest(*hash.as_bytes()))
            .map_err(|_| format!("`{text}` is no digest of 64 hexadecimal digits"))
    }
}

/// Why a file of the book was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    Missing,
    /// Absolute, upwards, or through a link that leads out of the folder.
    Outside,
    NotAFile,
    TooLarge {
        bytes: u64,
        most: u64,
    },
    /// What the system said.
    Unreadable(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing => formatter.write_str("there is no such file"),
            Problem::Outside => formatter.write_str("the file lies outside the lesson's folder"),
            Problem::NotAFile => formatter.write_str("this is not a regular file"),
            Problem::TooLarge { bytes, most } => {
                write!(formatter, "the file has {bytes} bytes, and at most {most} are read")
            }
            Problem::Unreadable(why) => write!(formatter, "the file cannot be read: {why}"),
        }
    }
}

/// A program, data file or image of a lesson.
#[derive(Clone, PartialEq, Eq)]
pub struct Asset {
    pub bytes: Vec<u8>,
    pub digest: Digest,
}

impl fmt::Debug for Asset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Asset({} bytes, {})", self.bytes.len(), self.digest)
    }
}

/// A book's root: the folder that has `lessons/`.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The book at `root`, whether or not anything is in it.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Folder { root: root.into() }
    }

    /// The nearest folder from `start` upwards that has `lessons/book.toml`.
    pub fn find(start: &Path) -> Option<Folder> {
        start
            .ancestors()
            .find(|folder| folder.join("lessons/book.toml").is_file())
            .map(Folder::at)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn lesson_folder(&self, slug: &str) -> PathBuf {
        self.root.join("lessons").join(slug)
    }

    /// `lessons/book.toml`.
    pub fn book_toml(&self) -> Result<Arc<SourceText>, Box<Diagnostic>> {
        self.text("lessons/book.toml")
    }

    /// A text by its path under the root, with CR LF as it is and no byte order mark.
    pub fn text(&self, path: &str) -> Result<Arc<SourceText>, Box<Diagnostic>> {
        match read(&self.root.join(path), LARGEST_TEXT).map(String::from_utf8) {
            Ok(Err(error)) => Err(Box::new(not_utf8(path, error.as_bytes()))),
            Ok(Ok(text)) => {
                let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
                Ok(SourceText::new(path, text))
            }
            Err(problem) => {
                let source = SourceText::new(path, "");
                let code = match problem {
                    Problem::Missing => "missing-file",
                    _ => "unreadable-file",
                };
                Err(Box::new(Diagnostic::about_file(code, &source, problem.to_string())))
            }
        }
    }

    /// The names of the folders of `lessons/` that hold a Markdown file, sorted; hidden ones are no lessons.
    pub fn slugs(&self) -> Vec<String> {
        let folders = names_in(&self.root.join("lessons"));
        folders
            .into_iter()
            .filter(|slug| !slug.starts_with('.') && !self.edition_files(slug).is_empty())
            .collect()
    }

    /// The stems of Markdown files in `lessons/` itself, and the names of its folders that hold none; sorted, without hidden ones.
    pub fn beside_lessons(&self) -> (Vec<String>, Vec<String>) {
        let lessons = self.root.join("lessons");
        let names = || names_in(&lessons).into_iter().filter(|name| !name.starts_with('.'));
        let files = names().filter_map(|name| name.strip_suffix(".md").map(str::to_owned));
        let is_empty = |name: &String| lessons.join(name).is_dir() && self.edition_files(name).is_empty();
        (files.collect(), names().filter(is_empty).collect())
    }

    /// The stems of a lesson's Markdown files, which should be locales, sorted.
    pub fn edition_files(&self, slug: &str) -> Vec<String> {
        names_in(&self.lesson_folder(slug))
            .into_iter()
            .filter_map(|name| name.strip_suffix(".md").map(str::to_owned))
            .collect()
    }

    /// A program, data file or image by its path in the lesson's folder.
    pub fn asset(&self, slug: &str, file: &str) -> Result<Asset, Problem> {
        let relative = Path::new(file);
        let plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
        if file.is_empty() || !plain {
            return Err(Problem::Outside);
        }
        let folder = self.lesson_folder(slug);
        let path = folder.join(relative);
        let (Ok(inner), Ok(outer)) = (path.canonicalize(), folder.canonicalize()) else {
            return Err(Problem::Missing);
        };
        if !inner.starts_with(&outer) {
            return Err(Problem::Outside);
        }
        let bytes = read(&inner, LARGEST_ASSET)?;
        let digest = Digest::of(&bytes);
        Ok(Asset { bytes, digest })
    }

    /// The names of the files in a lesson's folder itself, sorted: what a mistyped file name might have meant.
    pub fn files(&self, slug: &str) -> Vec<String> {
        names_in(&self.lesson_folder(slug))
    }

    /// The files of the book's own `templates/` and of the folders in it, by their paths under it, sorted; hidden ones are none.
    pub fn templates(&self) -> Vec<String> {
        let root = self.root.join("templates");
        let inner = |name: String| match names_in(&root.join(&name)) {
            inner if root.join(&name).is_dir() => inner.into_iter().map(|file| format!("{name}/{file}")).collect(),
            _ => vec![name],
        };
        let is_hidden = |path: &String| path.split('/').any(|part| part.starts_with('.') || part.ends_with('~'));
        let all = names_in(&root).into_iter().flat_map(inner);
        all.filter(|path| !is_hidden(path)).collect()
    }

    /// A template that the book overrides, by its path under `templates/`; `None` where the book has none.
    pub fn template(&self, path: &str) -> Result<Option<Arc<SourceText>>, Box<Diagnostic>> {
        let path = format!("templates/{path}");
        if self.root.join(&path).is_file() {
            self.text(&path).map(Some)
        } else {
            Ok(None)
        }
    }
}

/// Says where a text stops being UTF-8. The excerpt has a replacement character there.
pub fn not_utf8(path: &str, bytes: &[u8]) -> Diagnostic {
    let start = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let source = SourceText::new(path, String::from_utf8_lossy(bytes));
    let span = start..start + char::REPLACEMENT_CHARACTER.len_utf8();
    Diagnostic::error("not-utf8", &source, span, "the text is not UTF-8 from here on").hint("save the file as UTF-8")
}

/// The UTF-8 names of what lies in a folder, sorted; none where there is no folder.
fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

fn read(path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => Problem::Missing,
        _ => Problem::Unreadable(error.to_string()),
    })?;
    if !metadata.is_file() {
        return Err(Problem::NotAFile);
    }
    if metadata.len() > most {
        return Err(Problem::TooLarge {
            bytes: metadata.len(),
            most,
        });
    }
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|error| Problem::Unreadable(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(place.path().join("lessons/one")).expect("folders");
        fs::write(place.path().join("lessons/one/a.cpp"), "int main() {}\n").expect("a file");
        let folder = Folder::at(place.path());
        (place, folder)
    }

    #[test]
    fn assets_stay_inside_the_lesson() {
        let (place, folder) = folder();
        assert!(folder.asset("one", "a.cpp").is_ok());
        assert_eq!(folder.asset("one", "b.cpp"), Err(Problem::Missing));
        for outside in ["../one/a.cpp", "/etc/passwd", "", "./../x"] {
            assert_eq!(folder.asset("one", outside), Err(Problem::Outside), "{outside}");
        }
        std::os::unix::fs::symlink("/etc/passwd", place.path().join("lessons/one/link")).expect("a link");
        assert_eq!(folder.asset("one", "link"), Err(Problem::Outside));
    }

    #[test]
    fn a_text_that_is_not_utf8_is_told_with_its_place() {
        let (place, folder) = folder();
        fs::write(place.path().join("lessons/one/en.md"), b"abc\xff").expect("a file");
        let diagnostic = folder.text("lessons/one/en.md").expect_err("not UTF-8");
        assert_eq!(diagnostic.code, "not-utf8");
        assert_eq!(diagnostic.span, Some(3..6));
        assert_eq!(folder.slugs(), ["one"]);
    }
}
