//! What a run showed, metric by metric, and its growth into series.
//!
//! Owns which metrics a run shows and why others are not available. Deliberately absent: exact counts of passes of their own,
//! and when a round counts (`session`).

use std::collections::BTreeMap;
use std::time::Duration;

use super::decimal::{self, Decimal};
use super::executor::RunSample;
use super::reported::Report;
use crate::lesson::names::Metric;
use crate::process;
use crate::process::{Content, Ending, Event, Unavailable};
use crate::quantity::Kind;
use crate::record::{Reading, Reason, Series};

/// One run's numbers.
pub(super) type Shown = BTreeMap<Metric, Reading<Decimal>>;
/// A trial's numbers of a session.
pub(super) type Samples = BTreeMap<Metric, Reading<Series>>;

/// Read from each run.
const SHOWN: [Metric; 15] = [
    Metric::Wall,
    Metric::Cpu,
    Metric::User,
    Metric::Sys,
    Metric::Wait,
    Metric::Memory,
    Metric::Writes,
    Metric::Faults,
    Metric::Switches,
    Metric::Cycles,
    Metric::BranchMisses,
    Metric::CacheMisses,
    Metric::Bytes,
    Metric::Lines,
    Metric::Status,
];

pub(super) fn shown(sample: &RunSample, reports: &[Report]) -> Shown {
    let built_in = SHOWN.into_iter().map(|metric| {
        let reading = built_in(&metric, sample);
        (metric, reading)
    });
    let reported = reports
        .iter()
        .map(|report| (report.metric.clone(), report.read(sample)));
    built_in.chain(reported).collect()
}

/// Of a trial before its first round: nothing is available, for `reason`.
pub(super) fn unavailable(reason: &Reason, reports: &[Report]) -> Samples {
    let shown = SHOWN
        .into_iter()
        .chain(reports.iter().map(|report| report.metric.clone()));
    shown
        .map(|metric| (metric, Reading::Unavailable(reason.clone())))
        .collect()
}

/// Adds a round to the numbers of those before. What is not available in one round is not in the session: a series has a
/// number for each round, so that rounds of different trials meet.
pub(super) fn add(samples: &mut Samples, round: Shown, reports: &[Report]) {
    if samples.is_empty() {
        let first = round.into_iter().map(|(metric, reading)| {
            let kind = kind(&metric, reports);
            let series = match reading {
                Reading::Available(number) => Reading::Available(decimal::series(kind, number)),
                Reading::Unavailable(reason) => Reading::Unavailable(reason),
            };
            (metric, series)
        });
        samples.extend(first);
        return;
    }
    for (metric, reading) in round {
        let Some(Reading::Available(series)) = samples.get_mut(&metric) else {
            continue;
        };
        match reading {
            Reading::Available(number) => decimal::push(series, number),
            Reading::Unavailable(reason) => drop(samples.insert(metric, Reading::Unavailable(reason))),
        }
    }
}

fn kind(metric: &Metric, reports: &[Report]) -> Kind {
    let reported = || {
        reports
            .iter()
            .find(|report| report.metric == *metric)
            .map(|report| report.kind)
    };
    metric
        .kind()
        .or_else(reported)
        .expect("a metric is built in or of the experiment")
}

fn built_in(metric: &Metric, sample: &RunSample) -> Reading<Decimal> {
    let execution = &sample.execution;
    let output = execution.output.as_ref();
    match metric {
        Metric::Bytes => of_output(output, |content| content.bytes),
        Metric::Lines => of_output(output, |content| content.lines),
        Metric::Status => match execution.ending {
            Ending::Exited(code) => Reading::Available(Decimal::whole(u128::from(code))),
            _ => Reading::Unavailable(Reason::EndedBySignal),
        },
        _ => match &execution.readings {
            Some(readings) => of_readings(metric, readings),
            None => Reading::Unavailable(Reason::TrialFailed),
        },
    }
}

fn of_output(output: Result<&Content, &Unavailable>, see: impl Fn(&Content) -> u64) -> Reading<Decimal> {
    match output {
        Ok(content) => Reading::Available(Decimal::whole(u128::from(see(content)))),
        Err(why) => Reading::Unavailable(reason(*why)),
    }
}

fn of_readings(metric: &Metric, readings: &process::Readings) -> Reading<Decimal> {
    match metric {
        Metric::Wall => time(Ok(readings.wall)),
        Metric::Cpu => time(Ok(readings.cpu)),
        Metric::User => time(Ok(readings.user)),
        Metric::Sys => time(Ok(readings.sys)),
        Metric::Wait => time(readings.waited),
        Metric::Memory => number(readings.peak_memory_bytes),
        Metric::Writes => number(readings.write_calls),
        Metric::Faults => number(readings.faults),
        Metric::Switches => number(readings.switches),
        Metric::Cycles => event(readings, Event::Cycles),
        Metric::BranchMisses => event(readings, Event::BranchMisses),
        Metric::CacheMisses => event(readings, Event::CacheMisses),
        _ => Reading::Unavailable(Reason::NotSupported),
    }
}

fn event(readings: &process::Readings, event: Event) -> Reading<Decimal> {
    number(
        readings
            .events
            .get(&event)
            .copied()
            .unwrap_or(Err(Unavailable::NotExposed)),
    )
}

fn time(reading: process::Reading<Duration>) -> Reading<Decimal> {
    match reading {
        Ok(time) => Reading::Available(Decimal::whole(time.as_nanos())),
        Err(why) => Reading::Unavailable(reason(why)),
    }
}

fn number(reading: process::Reading<u64>) -> Reading<Decimal> {
    match reading {
        Ok(number) => Reading::Available(Decimal::whole(u128::from(number))),
        Err(why) => Reading::Unavailable(reason(why)),
    }
}

fn reason(why: Unavailable) -> Reason {
    match why {
        Unavailable::NotExposed => Reason::NotExposed,
        Unavailable::NoCounter => Reason::NoCounter,
        Unavailable::CounterRefused => Reason::CounterRefused,
        Unavailable::CounterShared => Reason::CounterShared,
        Unavailable::NotRun => Reason::TrialFailed,
        Unavailable::NullSink => Reason::SinkKeepsNothing,
        // The program made nothing of its sink's path, or nothing that can be read.
        Unavailable::NoFile | Unavailable::NotRegular | Unavailable::Unreadable => Reason::NotReported,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::scripted::sample;

    fn series(samples: &Samples, metric: &Metric) -> Vec<i64> {
        match &samples[metric] {
            Reading::Available(series) => series.values.clone(),
            Reading::Unavailable(reason) => panic!("{metric} is not available: {reason:?}"),
        }
    }

    #[test]
    fn rounds_grow_into_series() {
        let mut samples = Samples::new();
        add(&mut samples, shown(&sample(500).output("a\nb"), &[]), &[]);
        add(&mut samples, shown(&sample(700).output("a\nb"), &[]), &[]);
        assert_eq!(series(&samples, &Metric::Wall), [500, 700]);
        assert_eq!(series(&samples, &Metric::Bytes), [3, 3]);
        assert_eq!(series(&samples, &Metric::Lines), [1, 1]);
        assert_eq!(series(&samples, &Metric::Status), [0, 0]);
        for metric in Metric::BUILT_IN {
            let of_rounds = metric != Metric::Output && !metric.is_counted();
            assert_eq!(samples.contains_key(&metric), of_rounds, "{metric}");
        }
    }

    #[test]
    fn counters_are_counts_or_say_what_keeps_them_from_being() {
        let with = |reading| {
            let mut sample = sample(1);
            let readings = sample.execution.readings.as_mut().expect("it ran");
            readings.events.insert(Event::CacheMisses, reading);
            shown(&sample, &[]).remove(&Metric::CacheMisses)
        };
        assert_eq!(with(Ok(7)), Some(Reading::Available(Decimal::whole(7))));
        for (why, reason) in [
            (Unavailable::NoCounter, Reason::NoCounter),
            (Unavailable::CounterRefused, Reason::CounterRefused),
            (Unavailable::CounterShared, Reason::CounterShared),
        ] {
            assert_eq!(with(Err(why)), Some(Reading::Unavailable(reason)));
        }
    }

    #[test]
    fn what_one_round_lacks_the_session_lacks() {
        let mut lacking = sample(1);
        let readings = lacking.execution.readings.as_mut().expect("it ran");
        readings.write_calls = Err(Unavailable::NotExposed);
        for order in [[0, 1, 0], [1, 0, 0]] {
            let mut samples = Samples::new();
            for lacks in order {
                let sample = if lacks == 1 { lacking.clone() } else { sample(1) };
                add(&mut samples, shown(&sample, &[]), &[]);
            }
            assert_eq!(samples[&Metric::Writes], Reading::Unavailable(Reason::NotExposed));
            assert_eq!(series(&samples, &Metric::Wall).len(), 3);
        }
    }

    #[test]
    fn a_signal_leaves_no_status_and_a_null_sink_no_output() {
        let mut sample = sample(1);
        sample.execution.ending = Ending::Signalled(6);
        sample.execution.output = Err(Unavailable::NullSink);
        let shown = shown(&sample, &[]);
        assert_eq!(shown[&Metric::Status], Reading::Unavailable(Reason::EndedBySignal));
        assert_eq!(shown[&Metric::Lines], Reading::Unavailable(Reason::SinkKeepsNothing));
        assert_eq!(shown[&Metric::Bytes], Reading::Unavailable(Reason::SinkKeepsNothing));
    }
}
