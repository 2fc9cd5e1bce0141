//! What `workbook why` prints: what of an experiment's record is as it was, and what has changed.
//!
//! Owns these lines and objects. Deliberately absent: when a record is fresh (`build`).

use serde_json::{Value, json};

use crate::build::{Chosen, Source, State, Told, Why};
use crate::plan::Change;

/// Of a lesson's experiments, or of only one, in order: its name, and why.
fn explained<'t>(told: &'t Told<'_>, only: Option<&'t str>) -> impl Iterator<Item = (String, &'t Chosen, Why)> {
    let experiments = told.lesson.experiments.iter().zip(&told.chosen);
    experiments
        .filter(move |(experiment, _)| only.is_none_or(|only| only == experiment.name))
        .filter_map(|(experiment, chosen)| {
            let name = format!("{}/{}", told.lesson.slug, experiment.name);
            Some((name, chosen, chosen.why()?))
        })
}

pub(super) fn lines(told: &Told<'_>, only: Option<&str>) -> String {
    let told = explained(told, only).map(|(name, chosen, why)| {
        let mut lines = vec![format!("{name}: {}", state(&why))];
        lines.extend(provenance(chosen).map(|provenance| format!("  record: {provenance}")));
        let of = |which: fn(&Change) -> Option<&str>| why.changes.iter().filter_map(which).collect::<Vec<_>>();
        let changed = of(|change| match change {
            Change::Changed(part) => Some(part),
            _ => None,
        });
        let appeared = of(|change| match change {
            Change::Appeared(part) => Some(part),
            _ => None,
        });
        let vanished = of(|change| match change {
            Change::Vanished(part) => Some(part),
            _ => None,
        });
        let same: Vec<&str> = why.same.iter().map(String::as_str).collect();
        let groups = [
            ("changed", changed),
            ("new", appeared),
            ("gone", vanished),
            ("same", same),
        ];
        let groups = groups.into_iter().filter(|(_, parts)| !parts.is_empty());
        lines.extend(groups.map(|(word, parts)| format!("  {word}: {}", parts.join(", "))));
        let versions = why.versions.iter();
        lines.extend(versions.map(|(part, (before, now))| format!("  {part}: from `{before}` to `{now}`")));
        lines.push(format!("  next: {}", next(&name, chosen, &why)));
        lines.join("\n")
    });
    told.collect::<Vec<_>>().join("\n\n")
}

pub(super) fn objects(told: &Told<'_>, only: Option<&str>) -> Vec<Value> {
    let object = |(name, chosen, why): (String, &Chosen, Why)| {
        let changes = why.changes.iter().map(|change| {
            let word = match change {
                Change::Changed(_) => "changed",
                Change::Appeared(_) => "new",
                Change::Vanished(_) => "gone",
            };
            let mut object = json!({"part": change.part(), "change": word});
            if let Some((before, now)) = why.versions.get(change.part()) {
                object["from"] = json!(before);
                object["to"] = json!(now);
            }
            object
        });
        let state = match why.state {
            State::Fresh => "fresh",
            State::NotMeasured => "not measured",
            State::Changed => "changed",
            State::Failed => "failed",
            State::FewRounds { .. } => "few rounds",
            State::LacksCounts => "lacks counts",
        };
        json!({
            "reason": "why",
            "experiment": name,
            "state": state,
            "machine": chosen.origin.as_ref().map(|origin| &origin.machine_id),
            "changes": changes.collect::<Vec<_>>(),
            "same": why.same,
        })
    };
    explained(told, only).map(object).collect()
}

fn state(why: &Why) -> String {
    match why.state {
        State::Fresh if !why.changes.is_empty() => "fresh, as only toolchains that are not here differ".to_owned(),
        State::Fresh => "fresh, as all that decides it is the same".to_owned(),
        State::NotMeasured => "not measured yet".to_owned(),
        State::Changed => "stale, as something that decides it has changed".to_owned(),
        State::Failed => "not kept as fresh, as a trial ended as nobody announced".to_owned(),
        State::LacksCounts => "fresh, but for exact counts that the lesson names by now".to_owned(),
        State::FewRounds { have, least } => {
            format!("not enough, with {have} rounds where at least {least} are asked for")
        }
    }
}

/// Whose record it is, and when it was measured.
fn provenance(chosen: &Chosen) -> Option<String> {
    let (record, origin) = (chosen.record.as_ref()?, chosen.origin.as_ref()?);
    let whose = match chosen.source {
        Source::Reference => " (the book's reference; this machine has none)",
        _ => "",
    };
    let last = record.sessions.last().map_or("", |session| session.date.as_str());
    let (rounds, sessions) = (record.rounds(), record.counting_sessions().count());
    let sessions = match sessions {
        1 => "1 session".to_owned(),
        many => format!("{many} sessions"),
    };
    let short = match record.sessions.iter().filter(|session| !session.is_whole()).count() {
        0 => String::new(),
        short if record.is_unfinished() => format!(" ({short} cut short)"),
        short => format!(" (and {short} cut short, which do not count)"),
    };
    let machine = &origin.machine_id;
    Some(format!(
        "{machine}{whose}, {rounds} rounds in {sessions}{short}, the last on {last}"
    ))
}

fn next(name: &str, chosen: &Chosen, why: &Why) -> String {
    match why.state {
        State::Fresh if chosen.source == Source::Reference => format!("`workbook run {name}` measures it here"),
        State::Fresh => format!("`workbook run {name}` adds a session; `workbook build --rerun` begins anew"),
        _ => "`workbook build` measures it".to_owned(),
    }
}
