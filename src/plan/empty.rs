//! Empty programs: one for each toolchain of a plan, by which a session shows what starting a program costs.
//!
//! Deliberately absent: their texts, which belong to the toolchains' definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::lesson::definitions::Expectation;
use crate::lesson::names::Sink;
use crate::source::{Asset, Digest};

use super::words::{Filling, filled_words};
use super::{InputFile, Trial, TrialId};

/// In the order of the toolchains' names. Built and run without flags or arguments, within the limits of the trials.
pub(super) fn empty_programs(trials: &[Trial]) -> Vec<Trial> {
    let by_name: BTreeMap<&str, &Trial> = trials
        .iter()
        .map(|trial| (trial.toolchain.name.as_str(), trial))
        .collect();
    by_name.into_values().filter_map(empty_program).collect()
}

fn empty_program(like: &Trial) -> Option<Trial> {
    like.probe.version()?;
    let toolchain = &like.toolchain;
    let bytes = toolchain.empty.as_ref()?.clone().into_bytes();
    let ending = toolchain.endings.first()?;
    let nothing = [Filling::words("flags", Vec::new()), Filling::words("args", Vec::new())];
    Some(Trial {
        id: TrialId {
            variant: toolchain.name.clone(),
            cell: Vec::new(),
            control: false,
        },
        toolchain: toolchain.clone(),
        probe: like.probe.clone(),
        program: InputFile {
            name: format!("empty.{ending}"),
            asset: Arc::new(Asset {
                digest: Digest::of(&bytes),
                bytes,
            }),
        },
        included: Vec::new(),
        compile: toolchain.compile.as_deref().map(|line| filled_words(line, &nothing)),
        run: filled_words(&toolchain.run, &nothing),
        sink_is_path: false,
        sink: Sink::Null,
        env: BTreeMap::new(),
        stdin: None,
        files: Vec::new(),
        limits: like.limits.clone(),
        expect: Expectation::Exit(0),
        counted: BTreeSet::new(),
    })
}
