//! What is kept of what a program or compiler said.
//!
//! Deliberately absent: paths of this machine, which are taken out here so that no record has them.

use std::borrow::Cow;
use std::path::Path;

use crate::process::Content;
use crate::record::Excerpt;
use crate::source::Digest;

/// The beginning of `content`, without the path of `folder`; the digest is of what was really written.
pub(super) fn excerpt(content: &Content, folder: Option<&Path>) -> Excerpt {
    let digest = Digest::from_bytes(*content.digest.as_bytes());
    Excerpt::new(
        &hidden(&content.head, folder),
        content.bytes,
        content.lines,
        Some(digest),
    )
}

/// Both streams of a compiler, one after the other. There is a digest where all of them was kept.
pub(super) fn joined(stdout: &Content, stderr: &Content, folder: &Path) -> Excerpt {
    let said = [stdout.head.as_slice(), &stderr.head].concat();
    let digest = (stdout.is_whole() && stderr.is_whole()).then(|| Digest::of(&said));
    let (bytes, lines) = (stdout.bytes + stderr.bytes, stdout.lines + stderr.lines);
    Excerpt::new(&hidden(&said, Some(folder)), bytes, lines, digest)
}

/// With `.` for the path of the folder: what a person would see who stands in it.
fn hidden<'a>(said: &'a [u8], folder: Option<&Path>) -> Cow<'a, [u8]> {
    let Some(folder) = folder.and_then(Path::to_str) else {
        return Cow::Borrowed(said);
    };
    let text = String::from_utf8_lossy(said);
    if text.contains(folder) {
        Cow::Owned(text.replace(folder, ".").into_bytes())
    } else {
        Cow::Borrowed(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::scripted::content;

    #[test]
    fn both_streams_of_a_compiler_are_told() {
        let mut stderr = content(b"warning: b\n");
        let whole = joined(&content(b"note: a\n"), &stderr, Path::new("/x"));
        assert_eq!(whole, Excerpt::of(b"note: a\nwarning: b\n"));
        stderr.head.truncate(4);
        let cut = joined(&content(b"note: a\n"), &stderr, Path::new("/x"));
        assert_eq!((cut.text.as_str(), cut.bytes, cut.lines), ("note: a\nwarn", 19, 2));
        assert_eq!(cut.digest, None);
    }

    #[test]
    fn a_folder_of_this_machine_is_left_out() {
        let said = content(b"/home/jan/b/run/a.cpp:3: error in /home/jan/b/run\n\xff");
        let excerpt = excerpt(&said, Some(Path::new("/home/jan/b/run")));
        assert_eq!(excerpt.text, "./a.cpp:3: error in .\n\u{fffd}");
        assert_eq!(excerpt.bytes, said.bytes);
        assert_eq!(excerpt.digest, Some(Digest::of(&said.head)));
    }
}
