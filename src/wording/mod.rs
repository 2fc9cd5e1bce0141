//! Words of one locale: figures, findings and messages. No word or figure reaches a page except through here.
