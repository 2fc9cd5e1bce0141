//! Events and reports as JSON objects, one a line, each with its `reason`.
//!
//! Owns their fields' names, on which other programs rely. Deliberately absent: writing them (`report`).

use serde_json::{Value, json};

use crate::build::{Event, Report, Sources};

pub(super) fn event(event: &Event<'_>) -> Value {
    match event {
        Event::Diagnostic(diagnostic) => diagnostic.to_json(),
        Event::Warning { message, hint } => json!({"reason": "warning", "message": message, "hint": hint}),
        Event::Problem { message, hint } => json!({"reason": "problem", "message": message, "hint": hint}),
        Event::Measuring {
            lesson,
            experiment,
            trials,
        } => {
            json!({"reason": "measuring", "lesson": lesson, "experiment": experiment, "trials": trials})
        }
        Event::Built { number, of } => json!({"reason": "built", "number": number, "of": of}),
        Event::Round { number, most } => json!({"reason": "round", "number": number, "most": most}),
        Event::Counted { number, of } => json!({"reason": "counted", "number": number, "of": of}),
        Event::Measured {
            lesson,
            experiment,
            rounds,
            counts,
            waits,
        } => json!({
            "reason": "measured",
            "lesson": lesson,
            "experiment": experiment,
            "rounds": rounds,
            "counts": counts,
            "waits": waits,
        }),
        Event::Failed {
            lesson,
            experiment,
            trial,
        } => json!({
            "reason": "failed",
            "lesson": lesson,
            "experiment": experiment,
            "trial": trial.id.to_string(),
            "outcome": trial.outcome,
            "memory_limit": trial.memory_limit,
        }),
        Event::Judged {
            lesson,
            experiment,
            finding,
        } => json!({
            "reason": "claim",
            "lesson": lesson,
            "experiment": experiment,
            "claim": finding.claim,
            "verdict": finding.verdict,
            "expected": finding.expect,
        }),
        Event::Chosen(sources) => json!({"reason": "chosen", "sources": counts(sources)}),
        Event::Wrote {
            out,
            files,
            changed,
            removed,
        } => json!({"reason": "wrote", "out": out, "files": files, "changed": changed, "removed": removed}),
    }
}

pub(super) fn finished(report: &Report) -> Value {
    json!({
        "reason": "finished",
        "errors": report.errors,
        "warnings": report.warnings,
        "broken": report.broken,
        "staying": report.staying,
        "problems": report.problems,
        "sources": counts(&report.sources),
        "failed": report.failed,
        "claims": {"holds": report.holding, "fails": report.failing, "undecided": report.undecided},
        "opposite": report.opposite,
    })
}

fn counts(sources: &Sources) -> Value {
    json!({
        "measured": sources.measured,
        "fresh": sources.fresh,
        "last": sources.last,
        "reference": sources.reference,
        "none": sources.none,
    })
}
