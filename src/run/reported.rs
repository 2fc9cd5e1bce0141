//! Numbers that a program reports, found by the experiment's patterns in what it wrote.
//!
//! Deliberately absent: reading files back (`executor`), and checking patterns for their authors (`lesson`).

use regex::Regex;

use super::decimal::Decimal;
use super::executor::RunSample;
use crate::lesson::definitions::{ReportRule, ReportSource, ReportedMetric};
use crate::lesson::names::Metric;
use crate::plan::Plan;
use crate::process::{Content, Unavailable};
use crate::quantity::{Kind, Unit};
use crate::record::{Reading, Reason};

/// A metric of an experiment, ready to be looked for.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) metric: Metric,
    pub(super) kind: Kind,
    /// Absent where the pattern is none; then the metric is never found.
    pattern: Option<Regex>,
    what: What,
    from: ReportSource,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Number(Option<Unit>),
    Matches,
}

pub(super) fn reports(plan: &Plan) -> Vec<Report> {
    plan.metrics.iter().map(Report::new).collect()
}

impl Report {
    fn new(defined: &ReportedMetric) -> Self {
        let (what, kind) = match &defined.rule {
            ReportRule::Find { unit, .. } => (What::Number(*unit), unit.map_or(Kind::Number, Unit::kind)),
            ReportRule::Count { .. } => (What::Matches, Kind::Count),
        };
        Report {
            metric: Metric::Reported(defined.name.value.clone()),
            kind,
            pattern: Regex::new(&defined.rule.pattern().value).ok(),
            what,
            from: defined.from.clone(),
        }
    }

    /// The number that the run reported.
    pub(super) fn read(&self, sample: &RunSample) -> Reading<Decimal> {
        let content = match self.content(sample) {
            Ok(content) => content,
            Err(Unavailable::NullSink) => return Reading::Unavailable(Reason::SinkKeepsNothing),
            Err(Unavailable::NotRun) => return Reading::Unavailable(Reason::TrialFailed),
            // It left no such file, or something else in its place.
            Err(_) => return Reading::Unavailable(Reason::NotReported),
        };
        let text = String::from_utf8_lossy(&content.head);
        let found = self.pattern.as_ref().and_then(|pattern| match self.what {
            What::Number(unit) => {
                let found = pattern.captures(&text)?;
                Decimal::parse(found.get(1)?.as_str(), unit)
            }
            What::Matches => Some(Decimal::whole(pattern.find_iter(&text).count() as u128)),
        });
        found.map_or(Reading::Unavailable(Reason::NotReported), Reading::Available)
    }

    fn content<'a>(&self, sample: &'a RunSample) -> Result<&'a Content, Unavailable> {
        let execution = &sample.execution;
        match &self.from {
            ReportSource::Stderr => Ok(&execution.stderr),
            // What goes to standard output is the output, unless the program opens its sink itself.
            ReportSource::Stdout => match &execution.stdout {
                Some(stdout) => Ok(stdout),
                None => execution.output.as_ref().map_err(|why| *why),
            },
            ReportSource::File(name) => match sample.written.get(name) {
                Some(content) => content.as_ref().map_err(|why| *why),
                None => Err(Unavailable::NoFile),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::Unit;
    use crate::run::fixtures::finds;
    use crate::run::scripted::{content, sample};

    fn read(metric: &ReportedMetric, sample: &RunSample) -> Reading<Decimal> {
        Report::new(metric).read(sample)
    }

    fn number(text: &str) -> Reading<Decimal> {
        Reading::Available(Decimal::parse(text, None).expect("a number"))
    }

    #[test]
    fn the_first_match_counts_and_the_unit_scales() {
        let metric = finds(
            "elapsed",
            r"took (\S+) ms",
            Some(Unit::Millisecond),
            ReportSource::Stdout,
        );
        let sample = sample(1).output("took 3.272 ms\ntook 9 ms\n");
        assert_eq!(read(&metric, &sample), number("3272000"));
        assert_eq!(Report::new(&metric).kind, Kind::Duration);
    }

    #[test]
    fn standard_output_is_looked_at_where_it_is_apart_from_the_sink() {
        let metric = finds("elapsed", r"(\d+) us", None, ReportSource::Stdout);
        let mut apart = sample(1).output("7 us");
        apart.execution.stdout = Some(content(b"8 us"));
        assert_eq!(read(&metric, &apart), number("8"));
        let mut lost = sample(1);
        lost.execution.output = Err(Unavailable::NullSink);
        assert_eq!(read(&metric, &lost), Reading::Unavailable(Reason::SinkKeepsNothing));
        lost.execution.stdout = Some(content(b"9 us"));
        assert_eq!(read(&metric, &lost), number("9"));
    }

    #[test]
    fn what_is_not_there_is_not_reported() {
        let silent = sample(1).output("took long");
        let metric = finds("elapsed", r"(\d+) us", None, ReportSource::Stdout);
        assert_eq!(read(&metric, &silent), Reading::Unavailable(Reason::NotReported));
        let words = finds("elapsed", r"took (\w+)", None, ReportSource::Stdout);
        assert_eq!(read(&words, &silent), Reading::Unavailable(Reason::NotReported));
        let file = finds("elapsed", r"(\d+)", None, ReportSource::File("times.txt".to_owned()));
        assert_eq!(read(&file, &silent), Reading::Unavailable(Reason::NotReported));
    }

    #[test]
    fn matches_are_counted_in_a_file_too() {
        let mut metric = finds("dots", r"\.", None, ReportSource::File("log".to_owned()));
        metric.rule = ReportRule::Count {
            pattern: metric.rule.pattern().clone(),
        };
        let mut sample = sample(1);
        sample.written.insert("log".to_owned(), Ok(content(b"..x.")));
        assert_eq!(read(&metric, &sample), number("3"));
        sample.written.insert("log".to_owned(), Ok(content(b"")));
        assert_eq!(read(&metric, &sample), number("0"));
    }
}
