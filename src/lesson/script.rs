//! Which characters belong to scripts that put no spaces between words.
//!
//! Owns that one question. Deliberately absent: what follows from it for line breaks (`wording`) and fonts (`render`).

/// Whether `character` is a Han, kana, bopomofo or hangul letter, or punctuation made for them.
///
/// By block, after Unicode 16: these blocks are East Asian through and through.
pub(super) fn is_cjk(character: char) -> bool {
    matches!(u32::from(character),
        0x1100..=0x11FF        // hangul jamo
        | 0x2E80..=0x2FFF      // radicals
        | 0x3000..=0x33FF      // punctuation, kana, bopomofo, compatibility
        | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF
        | 0xA960..=0xA97F
        | 0xAC00..=0xD7FF      // hangul syllables
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F
        | 0xFF00..=0xFFEF      // full and half width
        | 0x1B000..=0x1B16F
        | 0x1F200..=0x1F2FF
        | 0x20000..=0x3FFFF)
}
