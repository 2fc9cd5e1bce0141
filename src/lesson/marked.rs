//! A lesson's text as the Markdown parser gets it, and the way back from its offsets to the file's.
//!
//! Owns two stand-ins that make the parser see what authors mean: an invisible mark at some runs of asterisks (`emphasis`)
//! and another character for the bar of a reading (`ruby`). Both are noncharacters of Unicode that the text does not
//! hold, and never get further than [`Marked::clean`].

use std::borrow::Cow;

use pulldown_cmark::Options;

use crate::diag::Span;

use super::emphasis;
use super::ruby::Ruby;

#[derive(Debug)]
pub(super) struct Marked {
    pub(super) text: String,
    /// Where this text begins in the file.
    start: usize,
    edits: Vec<Edit>,
    stand_ins: Option<StandIns>,
}

#[derive(Clone, Copy, Debug)]
struct StandIns {
    mark: char,
    bar: char,
}

/// The ends of a stand-in, in the marked text and in the file.
#[derive(Debug)]
struct Edit {
    marked_end: usize,
    source_end: usize,
}

impl Marked {
    /// Prepares `source` from byte `start` on; `rubies` are those of that part.
    pub(super) fn new(source: &str, start: usize, rubies: &[Ruby], options: Options) -> Marked {
        let stand_ins = StandIns::absent_from(source);
        let mut edits: Vec<(Span, bool)> = rubies.iter().map(|ruby| (ruby.bar..ruby.bar + 1, true)).collect();
        let with_bars = Marked::edited(source, start, &edits, stand_ins);
        if stand_ins.is_none() {
            return with_bars;
        }
        let marks = emphasis::marks(&with_bars.text, options);
        edits.extend(marks.into_iter().map(|offset| {
            let offset = with_bars.source_offset(offset);
            (offset..offset, false)
        }));
        edits.sort_by_key(|(span, _)| span.start);
        Marked::edited(source, start, &edits, stand_ins)
    }

    /// `edits` are what the stand-ins stand for, in order, and whether it is a bar.
    fn edited(source: &str, start: usize, edits: &[(Span, bool)], stand_ins: Option<StandIns>) -> Marked {
        let mut marked = Marked {
            text: String::with_capacity(source.len() - start + 3 * edits.len()),
            start,
            edits: Vec::new(),
            stand_ins,
        };
        let mut copied = start;
        for (span, is_bar) in edits {
            let Some(StandIns { mark, bar }) = stand_ins else { break };
            marked.text.push_str(&source[copied..span.start]);
            marked.text.push(if *is_bar { bar } else { mark });
            copied = span.end;
            marked.edits.push(Edit {
                marked_end: marked.text.len(),
                source_end: span.end,
            });
        }
        marked.text.push_str(&source[copied..]);
        marked
    }

    fn source_offset(&self, offset: usize) -> usize {
        let before = self.edits.partition_point(|edit| edit.marked_end <= offset);
        match before.checked_sub(1).map(|last| &self.edits[last]) {
            Some(edit) => edit.source_end + (offset - edit.marked_end),
            None => self.start + offset,
        }
    }

    /// The place in the file of a range of the marked text.
    pub(super) fn source_span(&self, range: &Span) -> Span {
        self.source_offset(range.start)..self.source_offset(range.end)
    }

    /// What the author wrote, of a piece of the marked text.
    pub(super) fn clean<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.stand_ins {
            Some(StandIns { mark, bar }) if text.contains([mark, bar]) => {
                Cow::Owned(text.replace(mark, "").replace(bar, "|"))
            }
            _ => Cow::Borrowed(text),
        }
    }
}

impl StandIns {
    /// None where a text holds nearly all noncharacters; it is then read without stand-ins.
    fn absent_from(text: &str) -> Option<StandIns> {
        let mut absent = ('\u{FDD0}'..='\u{FDEF}').filter(|character| !text.contains(*character));
        Some(StandIns {
            mark: absent.next()?,
            bar: absent.next()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruby;
    use super::*;

    #[test]
    fn offsets_lead_back_to_the_file() {
        let source = "+++\n+++\n**強調。**です {漢字|かんじ} end \u{FDD0}";
        let start = 8;
        let marked = Marked::new(source, start, &ruby::find(source, start), Options::empty());
        assert_eq!(marked.clean(&marked.text), source[start..]);
        assert_eq!(marked.text.chars().count(), source[start..].chars().count() + 1);
        for word in ["強調", "です", "漢字", "かんじ", "end"] {
            let at = marked.text.find(word).expect("kept");
            assert_eq!(&source[marked.source_span(&(at..at + word.len()))], word);
        }
    }
}
