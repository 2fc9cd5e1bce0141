//! Where two outputs begin to differ.
//!
//! Owns the comparison of what a record keeps of them. Deliberately absent: whether they differ, which their digests say.

use crate::record::Excerpt;

use super::DifferingLine;

/// The first line at which two outputs differ; `None` where what is kept of them does not show it.
pub(super) fn first_difference(a: &Excerpt, b: &Excerpt) -> Option<DifferingLine> {
    let common: usize = a
        .text
        .chars()
        .zip(b.text.chars())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    let is_shown = |excerpt: &Excerpt| common < excerpt.text.len() || is_whole(excerpt);
    if !is_shown(a) || !is_shown(b) || common == a.text.len() && common == b.text.len() {
        return None;
    }
    let before = &a.text[..common];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = |text: &str| {
        text[start..]
            .split_inclusive('\n')
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    Some(DifferingLine {
        number: before.matches('\n').count() + 1,
        lines: [line(&a.text), line(&b.text)],
    })
}

/// Whether all of an output is kept.
fn is_whole(excerpt: &Excerpt) -> bool {
    excerpt.bytes <= excerpt.text.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Excerpt {
        Excerpt {
            text: text.to_owned(),
            bytes: text.len() as u64,
            ..Excerpt::default()
        }
    }

    fn differing(a: &Excerpt, b: &Excerpt) -> Option<(usize, [String; 2])> {
        first_difference(a, b).map(|first| (first.number, first.lines))
    }

    #[test]
    fn the_first_line_that_differs_is_found() {
        let lines = |number, a: &str, b: &str| Some((number, [a.to_owned(), b.to_owned()]));
        let told = |a, b| differing(&printed(a), &printed(b));
        assert_eq!(
            told("x\nřada 1\ny\n", "x\nřada 2\ny\n"),
            lines(2, "řada 1\n", "řada 2\n")
        );
        assert_eq!(told("x\n", "x"), lines(1, "x\n", "x"));
        assert_eq!(told("x\n", "x\ny\n"), lines(2, "", "y\n"));
        assert_eq!(told("", "y"), lines(1, "", "y"));
    }

    #[test]
    fn what_is_not_kept_shows_no_difference() {
        let cut = |text: &str| Excerpt {
            bytes: 1_000_000,
            ..printed(text)
        };
        assert_eq!(differing(&cut("x\n"), &cut("x\n")), None);
        assert_eq!(differing(&cut("x\n"), &printed("x\ny\n")), None);
        assert_eq!(differing(&cut("x\nz"), &printed("x\ny\n")).unwrap().0, 2);
        // Bytes that are no UTF-8 are replaced in what is kept.
        assert_eq!(differing(&printed("\u{fffd}"), &printed("\u{fffd}")), None);
    }
}
