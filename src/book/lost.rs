//! Names whose definitions could not be read: that they are unknown has been said already, where they are defined.
//!
//! Owns this one decision, so that one mistake in a fence is one diagnostic and not one for each use of a name.
//! Deliberately absent: any other judgement of diagnostics.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::lesson::Edition;
use crate::lesson::names::is_name_shaped;

use super::outline::{Mention, mentions};

/// The words that fences with errors would have defined.
#[derive(Debug)]
pub(super) struct Lost(BTreeSet<String>);

impl Lost {
    /// `diagnostics` are those of reading the original.
    pub(super) fn of(original: &Edition, diagnostics: &[Diagnostic]) -> Self {
        let mut words = BTreeSet::new();
        for (mention, span) in mentions(&original.body) {
            let (Mention::Experiment(name) | Mention::Predict(name)) = mention else {
                continue;
            };
            let broken = diagnostics.iter().any(|diagnostic| {
                let place = diagnostic.span.as_ref().map_or(0, |place| place.start);
                diagnostic.is_error() && Arc::ptr_eq(&diagnostic.source, &original.source) && span.contains(&place)
            });
            if broken {
                words.insert(name.value.clone());
                let text = original.source.text.get(span.clone()).unwrap_or_default();
                let keys = text.lines().filter_map(|line| line.split_once('='));
                words.extend(keys.map(|(key, _)| key.trim().trim_matches(['"', '\'']).to_owned()));
            }
        }
        words.retain(|word| is_name_shaped(word));
        Lost(words)
    }

    /// Whether `diagnostic` says that something is unknown that a fence with errors defines.
    pub(super) fn explains(&self, diagnostic: &Diagnostic) -> bool {
        let text = diagnostic
            .span
            .clone()
            .and_then(|span| diagnostic.source.text.get(span));
        let mut words = text.unwrap_or_default().split('.').map(|word| word.trim_matches('"'));
        diagnostic.code.starts_with("unknown-") && words.any(|word| self.0.contains(word))
    }
}
