//! The wire format of records: JSON, apart from the types that the program computes with.
//!
//! Owns the format, and refuses what it does not know. Deliberately absent: files (`store`) and line breaks (`layout`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::layout::laid_out;
use super::{
    Circumstances, Ended, Excerpt, LessonRecords, Machine, Outcome, Reading, Reason, Record, Series, Session,
    TrialRecord,
};
use crate::lesson::names::Metric;
use crate::plan::{FORMAT, RecordKey, TrialId};
use crate::quantity::Kind;
use crate::source::Digest;

/// Why a text is no record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// Of a later version of the program, with the number of its format.
    Newer(u64),
    /// With what is wrong, and the line if it is known.
    Damaged(String),
}

/// The same records give the same text.
pub(super) fn encode(records: &LessonRecords) -> String {
    let experiments = records.experiments.iter();
    let file = WireFile {
        format: FORMAT,
        machine: records.machine.clone(),
        experiments: experiments
            .map(|(name, record)| (name.clone(), wire_record(record)))
            .collect(),
    };
    laid_out(&serde_json::to_string(&file).expect("maps of the format have strings for keys"))
}

pub(super) fn decode(text: &str) -> Result<LessonRecords, Unreadable> {
    let damaged = |error: serde_json::Error| Unreadable::Damaged(error.to_string());
    // The format comes first: what a later one looks like is not ours to say.
    let WireFormat { format } = serde_json::from_str(text).map_err(damaged)?;
    if format > u64::from(FORMAT) {
        return Err(Unreadable::Newer(format));
    }
    if format != u64::from(FORMAT) {
        return Err(Unreadable::Damaged(format!("there is no format {format}")));
    }
    let file: WireFile = serde_json::from_str(text).map_err(damaged)?;
    let mut experiments = BTreeMap::new();
    for (name, wire) in file.experiments {
        let record = domain_record(wire).map_err(|why| Unreadable::Damaged(format!("experiment `{name}`: {why}")))?;
        experiments.insert(name, record);
    }
    Ok(LessonRecords {
        machine: file.machine,
        experiments,
    })
}

#[derive(Deserialize)]
struct WireFormat {
    format: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireFile {
    format: u32,
    machine: Machine,
    experiments: BTreeMap<String, WireRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireRecord {
    key: BTreeMap<String, Digest>,
    trials: Vec<WireTrial>,
    sessions: Vec<WireSession>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireTrial {
    variant: String,
    cell: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    control: bool,
    toolchain: String,
    compile: Vec<String>,
    run: Vec<String>,
    outcome: Outcome,
    announced: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memory_limit: Option<u64>,
    compiler: WireExcerpt,
    output: WireExcerpt,
    stdout: WireExcerpt,
    stderr: WireExcerpt,
    counts: BTreeMap<Metric, WireCount>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireExcerpt {
    bytes: u64,
    lines: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<Digest>,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireSession {
    date: String,
    /// In hexadecimal, as not every reader of JSON has whole numbers of 64 bits.
    seed: String,
    circumstances: Circumstances,
    orders: Vec<Vec<u16>>,
    samples: Vec<BTreeMap<Metric, WireSeries>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<Ended>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stolen_per_mille: Option<u16>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    startup: BTreeMap<String, Vec<i64>>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum WireSeries {
    Available { kind: Kind, exponent: i8, values: Vec<i64> },
    Unavailable { unavailable: Reason },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum WireCount {
    Available(i64),
    Unavailable { unavailable: Reason },
}

fn wire_record(record: &Record) -> WireRecord {
    WireRecord {
        key: record.key.parts.clone(),
        trials: record.trials.iter().map(wire_trial).collect(),
        sessions: record.sessions.iter().map(wire_session).collect(),
    }
}

fn wire_trial(trial: &TrialRecord) -> WireTrial {
    let count = |reading: &Reading| match reading {
        Reading::Available(count) => WireCount::Available(*count),
        Reading::Unavailable(reason) => WireCount::Unavailable {
            unavailable: reason.clone(),
        },
    };
    let counts = trial.counts.iter();
    WireTrial {
        variant: trial.id.variant.clone(),
        cell: trial.id.cell.clone(),
        control: trial.id.control,
        toolchain: trial.toolchain.clone(),
        compile: trial.compile.clone(),
        run: trial.run.clone(),
        outcome: trial.outcome.clone(),
        announced: trial.announced,
        memory_limit: trial.memory_limit,
        compiler: wire_excerpt(&trial.compiler),
        output: wire_excerpt(&trial.output),
        stdout: wire_excerpt(&trial.stdout),
        stderr: wire_excerpt(&trial.stderr),
        counts: counts
            .map(|(metric, reading)| (metric.clone(), count(reading)))
            .collect(),
    }
}

fn wire_excerpt(excerpt: &Excerpt) -> WireExcerpt {
    WireExcerpt {
        bytes: excerpt.bytes,
        lines: excerpt.lines,
        digest: excerpt.digest,
        text: excerpt.text.clone(),
    }
}

fn wire_session(session: &Session) -> WireSession {
    let series = |reading: &Reading<Series>| match reading {
        Reading::Available(series) => WireSeries::Available {
            kind: series.kind,
            exponent: series.exponent,
            values: series.values.clone(),
        },
        Reading::Unavailable(reason) => WireSeries::Unavailable {
            unavailable: reason.clone(),
        },
    };
    let of_trial = |samples: &BTreeMap<Metric, Reading<Series>>| {
        let samples = samples.iter();
        samples
            .map(|(metric, reading)| (metric.clone(), series(reading)))
            .collect()
    };
    WireSession {
        date: session.date.clone(),
        seed: format!("{:016x}", session.seed),
        circumstances: session.circumstances.clone(),
        orders: session.orders.clone(),
        samples: session.samples.iter().map(of_trial).collect(),
        ended: session.ended,
        stolen_per_mille: session.stolen_per_mille,
        startup: session.startup.clone(),
    }
}

fn domain_record(wire: WireRecord) -> Result<Record, String> {
    let trials: Vec<TrialRecord> = wire.trials.into_iter().map(domain_trial).collect();
    let sessions = wire.sessions.into_iter();
    let sessions = sessions.map(|session| domain_session(session, trials.len()));
    Ok(Record {
        key: RecordKey { parts: wire.key },
        sessions: sessions.collect::<Result<_, _>>()?,
        trials,
    })
}

fn domain_trial(wire: WireTrial) -> TrialRecord {
    let reading = |count| match count {
        WireCount::Available(count) => Reading::Available(count),
        WireCount::Unavailable { unavailable } => Reading::Unavailable(unavailable),
    };
    let counts = wire.counts.into_iter();
    TrialRecord {
        id: TrialId {
            variant: wire.variant,
            cell: wire.cell,
            control: wire.control,
        },
        toolchain: wire.toolchain,
        compile: wire.compile,
        run: wire.run,
        outcome: wire.outcome,
        announced: wire.announced,
        memory_limit: wire.memory_limit,
        compiler: domain_excerpt(wire.compiler),
        output: domain_excerpt(wire.output),
        stdout: domain_excerpt(wire.stdout),
        stderr: domain_excerpt(wire.stderr),
        counts: counts.map(|(metric, count)| (metric, reading(count))).collect(),
    }
}

fn domain_excerpt(wire: WireExcerpt) -> Excerpt {
    Excerpt {
        text: wire.text,
        bytes: wire.bytes,
        lines: wire.lines,
        digest: wire.digest,
    }
}

/// A session, if its indices and lengths agree with each other: all that is computed from it trusts them.
fn domain_session(wire: WireSession, trials: usize) -> Result<Session, String> {
    let seed = u64::from_str_radix(&wire.seed, 16).map_err(|_| format!("`{}` is no seed", wire.seed))?;
    if wire.samples.len() != trials {
        return Err(format!("{} trials have samples of {}", trials, wire.samples.len()));
    }
    if wire.orders.iter().flatten().any(|trial| usize::from(*trial) >= trials) {
        return Err(format!("a round runs more than the {trials} trials there are"));
    }
    let rounds = wire.orders.len();
    let series = |(metric, wire)| match wire {
        WireSeries::Available { values, .. } if values.len() > rounds => {
            Err(format!("`{metric}` has {} values in {rounds} rounds", values.len()))
        }
        WireSeries::Available { kind, exponent, values } => {
            Ok((metric, Reading::Available(Series { kind, exponent, values })))
        }
        WireSeries::Unavailable { unavailable } => Ok((metric, Reading::Unavailable(unavailable))),
    };
    let samples = wire.samples.into_iter();
    let samples = samples.map(|samples| samples.into_iter().map(series).collect());
    Ok(Session {
        seed,
        date: wire.date,
        circumstances: wire.circumstances,
        orders: wire.orders,
        samples: samples.collect::<Result<_, String>>()?,
        ended: wire.ended,
        stolen_per_mille: wire.stolen_per_mille,
        startup: wire.startup,
    })
}

#[cfg(test)]
mod tests {
    use super::super::samples::{lesson_records, sample};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_written_is_read_back(records in lesson_records()) {
            let text = encode(&records);
            prop_assert_eq!(decode(&text).expect("its own text"), records);
        }
    }

    #[test]
    fn samples_of_a_metric_stand_on_one_line() {
        let text = encode(&sample());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "  \"format\": 1,");
        let wall = lines.iter().find(|line| line.contains("\"wall\"")).expect("a series");
        let expected = "\"wall\": {\"kind\": \"duration\", \"exponent\": 2, \"values\": [1000, 1001,";
        assert!(wall.trim_start().starts_with(expected), "{text}");
        assert!(wall.contains("1039]}"));
    }

    fn damage(old: &str, new: &str) -> Unreadable {
        let text = encode(&sample());
        assert!(text.contains(old), "{text}");
        decode(&text.replacen(old, new, 1)).expect_err("a damaged text")
    }

    #[test]
    fn reasons_have_the_words_of_the_first_format() {
        let reasons = [
            ("\"sink_keeps_nothing\"", Reason::SinkKeepsNothing),
            ("\"output_varies\"", Reason::OutputVaries),
        ];
        for (written, reason) in reasons {
            assert_eq!(serde_json::from_str::<Reason>(written).unwrap(), reason);
        }
    }

    #[test]
    fn what_is_not_of_this_format_is_refused() {
        assert_eq!(damage("\"format\": 1", "\"format\": 2, \"x\": 1"), Unreadable::Newer(2));
        assert_eq!(
            damage("\"format\": 1", "\"format\": 0"),
            Unreadable::Damaged("there is no format 0".to_owned())
        );
        let why = |old, new| match damage(old, new) {
            Unreadable::Damaged(why) => why,
            Unreadable::Newer(format) => panic!("format {format}"),
        };
        assert!(why("\"announced\"", "\"anounced\"").contains("unknown field `anounced`"));
        assert!(why("1039]", "1039").contains("line"));
        assert!(why("1039]", "1039, 1040]").contains("`wall` has 41 values in 40 rounds"));
        assert!(why("[[0, 1]", "[[0, 2]").contains("2 trials"));
        assert!(why("\"seed\": \"", "\"seed\": \"x").contains("is no seed"));
    }
}
