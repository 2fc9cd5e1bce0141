//! Excerpts: how the beginning of a text is cut to what a record keeps.

use super::Excerpt;
use crate::source::Digest;

/// How much of a text a record keeps, in bytes.
pub const EXCERPT_BYTES: usize = 4096;

impl Excerpt {
    /// Of a text of which `head` is the beginning, `bytes` and `lines` (complete ones) count the whole, and `digest` is the
    /// whole's.
    pub fn new(head: &[u8], bytes: u64, lines: u64, digest: Option<Digest>) -> Self {
        Excerpt {
            text: beginning(head, bytes),
            bytes,
            lines,
            digest,
        }
    }

    /// Of a text that is at hand whole.
    pub fn of(text: &[u8]) -> Self {
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        Excerpt::new(text, text.len() as u64, lines as u64, Some(Digest::of(text)))
    }

    /// Whether the text is exactly all there was: neither cut nor mended where it is no UTF-8.
    pub fn is_whole(&self) -> bool {
        self.bytes == self.text.len() as u64
    }
}

fn beginning(head: &[u8], bytes: u64) -> String {
    let mut kept = &head[..head.len().min(EXCERPT_BYTES)];
    if (kept.len() as u64) < bytes {
        kept = &kept[..kept.len() - cut_character(kept)];
    }
    let mut text = String::from_utf8_lossy(kept).into_owned();
    // What was mended is longer.
    text.truncate(text.floor_char_boundary(EXCERPT_BYTES));
    text
}

/// How many bytes at the end begin a character and do not finish it.
fn cut_character(text: &[u8]) -> usize {
    let end = text.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    match std::str::from_utf8(end) {
        Err(error) if error.error_len().is_none() => end.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_text_is_kept_whole() {
        let excerpt = Excerpt::of("řádek\nb".as_bytes());
        assert_eq!(
            (excerpt.text.as_str(), excerpt.bytes, excerpt.lines),
            ("řádek\nb", 9, 1)
        );
        assert!(excerpt.is_whole());
        assert_eq!(Excerpt::of(b"a\xffb").text, "a\u{fffd}b");
    }

    #[test]
    fn a_long_text_is_cut_at_a_character() {
        let excerpt = Excerpt::of("a漢".repeat(2000).as_bytes());
        assert_eq!(excerpt.text, "a漢".repeat(EXCERPT_BYTES / 4));
        let excerpt = Excerpt::of("漢".repeat(2000).as_bytes());
        assert_eq!(excerpt.text, "漢".repeat(EXCERPT_BYTES / 3));
        assert_eq!(excerpt.bytes, 6000);
        assert!(!excerpt.is_whole());
        // The process that was listened to may be cut anywhere too.
        assert_eq!(Excerpt::new("漢漢".as_bytes(), 9, 0, None).text, "漢漢");
        assert_eq!(Excerpt::new(&"漢漢".as_bytes()[..5], 9, 0, None).text, "漢");
        assert_eq!(Excerpt::of(&"漢".as_bytes()[..2]).text, "\u{fffd}");
        assert!(Excerpt::of(&[0xff; 3000]).text.len() <= EXCERPT_BYTES);
    }

    proptest! {
        #[test]
        fn what_is_kept_is_short_and_begins_the_text(text in "\\PC{0,3000}") {
            let excerpt = Excerpt::of(text.as_bytes());
            prop_assert!(excerpt.text.len() <= EXCERPT_BYTES);
            prop_assert!(text.starts_with(&excerpt.text));
            prop_assert_eq!(excerpt.is_whole(), excerpt.text == text);
        }
    }
}
