//! What the records say about a lesson: its figures, findings and samples.
//!
//! Owns the questions that the stages above ask. Deliberately absent: evaluation (`evaluate`) and words (`wording`).

use std::sync::{Arc, OnceLock};

use crate::analysis::{Confidence, Rounds};
use crate::book::formula::{Formula, Point, Term};
use crate::book::{Ask, Claim, Experiment, Lesson};
use crate::lesson::expression::Arithmetic;
use crate::lesson::names::{Metric, Sink, Verdict};
use crate::quantity::{Kind, Quantity};
use crate::record::{Reason, Record, TrialRecord};

use super::evaluate::{self, Evaluation};
use super::{Evidence, Figure, Finding, Interval, Relation, decide, samples};

/// What the records say about one lesson.
#[derive(Clone, Debug)]
pub struct Results<'a> {
    lesson: &'a Lesson,
    /// For each experiment its record, where there is one.
    records: Vec<Option<&'a Record>>,
    /// The findings on each experiment's claims once they were asked for: all locales tell the same ones.
    findings: Arc<[OnceLock<Vec<Finding>>]>,
}

impl<'a> Results<'a> {
    /// `records` are those of the lesson's experiments, in their order.
    pub fn new(lesson: &'a Lesson, records: Vec<Option<&'a Record>>) -> Self {
        debug_assert_eq!(lesson.experiments.len(), records.len());
        Results {
            lesson,
            findings: records.iter().map(|_| OnceLock::new()).collect(),
            records,
        }
    }

    pub fn lesson(&self) -> &'a Lesson {
        self.lesson
    }

    pub fn record(&self, experiment: usize) -> Option<&'a Record> {
        self.records[experiment]
    }

    /// A figure with its interval of 95 %; a truth is no figure.
    pub fn figure(&self, formula: &Formula) -> Figure {
        if self.lesson.experiments.is_empty() {
            return match evaluate::constant(&formula.term) {
                Some(value) => Figure::Exact(Quantity::new(formula.kind, value)),
                None => Figure::NotAvailable(Reason::NotDefined),
            };
        }
        let evaluation = self.evaluation(formula.experiment, Confidence::STANDARD);
        if !formula.kind.is_numeric() {
            return Figure::NotAvailable(Reason::NotDefined);
        }
        evaluation.figure(&formula.term, &evaluation.home(), formula.kind)
    }

    /// Whether something holds, with the confidence of a claim.
    pub fn verdict(&self, formula: &Formula) -> Verdict {
        let evaluation = self.evaluation(formula.experiment, self.confidence_in(formula));
        evaluation.decide(&formula.term, &evaluation.home()).verdict
    }

    /// The finding on each claim of an experiment, in their order.
    pub fn findings(&self, experiment: usize) -> Vec<Finding> {
        self.found(experiment).to_vec()
    }

    /// The finding on one claim.
    pub fn finding(&self, experiment: usize, claim: &Claim) -> Finding {
        let found = self
            .found(experiment)
            .iter()
            .find(|finding| finding.claim == claim.name);
        found
            .expect("an experiment has a finding on each of its claims")
            .clone()
    }

    fn found(&self, experiment: usize) -> &[Finding] {
        self.findings[experiment].get_or_init(|| {
            let claims = &self.lesson.experiments[experiment].claims;
            claims.iter().map(|claim| self.judged(experiment, claim)).collect()
        })
    }

    fn judged(&self, experiment: usize, claim: &Claim) -> Finding {
        let evaluation = self.evaluation(experiment, self.confidence_in(&claim.formula));
        let home = evaluation.home();
        let decided = evaluation.decide(&claim.formula.term, &home);
        Finding {
            claim: claim.name.clone(),
            verdict: decided.verdict,
            reason: decided.reason,
            expect: claim.expect,
            cells: evaluation.cells(&claim.formula.term, &home, &Point::new()),
        }
    }

    /// A metric of one variant in a cell of all axes, with its interval of 95 %.
    pub fn metric(&self, experiment: usize, variant: usize, cell: &Point, metric: &Metric, kind: Kind) -> Figure {
        let evaluation = self.evaluation(experiment, Confidence::STANDARD);
        evaluation.trial_metric(&evaluation.trial_id(variant, cell), metric, kind)
    }

    /// A variant's metric over the baseline's in the same cell, with its interval of 95 %.
    pub fn ratio_to_baseline(
        &self,
        experiment: usize,
        variant: usize,
        cell: &Point,
        metric: &Metric,
        kind: Kind,
    ) -> Figure {
        let sample = |variant| {
            Box::new(Term::Sample {
                metric: metric.clone(),
                kind,
                variant,
                cell: Point::new(),
            })
        };
        let term = Term::Arithmetic {
            operator: Arithmetic::Divide,
            left: sample(variant),
            right: sample(0),
            kind: Kind::Number,
        };
        self.evaluation(experiment, Confidence::STANDARD)
            .figure(&term, cell, Kind::Number)
    }

    /// The same, round by round: the samples behind that ratio. None where there is no such ratio.
    pub fn ratio_samples(
        &self,
        experiment: usize,
        variant: usize,
        cell: &Point,
        metric: &Metric,
        kind: Kind,
    ) -> Vec<Quantity> {
        let evaluation = self.evaluation(experiment, Confidence::STANDARD);
        let observed = |variant| {
            evaluation
                .observed(&evaluation.trial_id(variant, cell), metric, kind)
                .ok()
        };
        let Some((above, below)) = observed(variant).zip(observed(0)) else {
            return Vec::new();
        };
        let pairs = above.pairs(&below);
        let ratios = pairs.pooled().iter().filter(|(_, below)| *below != 0.0);
        ratios
            .map(|(above, below)| Quantity::new(Kind::Number, above / below))
            .collect()
    }

    /// A metric of the baseline's control in a cell of all axes, with its interval of 95 %.
    pub fn control(&self, experiment: usize, cell: &Point, metric: &Metric, kind: Kind) -> Figure {
        let evaluation = self.evaluation(experiment, Confidence::STANDARD);
        evaluation.trial_metric(&evaluation.control_id(cell), metric, kind)
    }

    /// The control's metric over the baseline's in the same cell, with its interval of 95 %: the machine's own noise.
    pub fn noise(&self, experiment: usize, cell: &Point, metric: &Metric, kind: Kind) -> Figure {
        self.evaluation(experiment, Confidence::STANDARD)
            .noise(metric, kind, cell)
    }

    /// The samples behind [`Results::metric`].
    ///
    /// # Errors
    /// Why there are none.
    pub fn samples(
        &self,
        experiment: usize,
        variant: usize,
        cell: &Point,
        metric: &Metric,
        kind: Kind,
    ) -> Result<Rounds<f64>, Reason> {
        let evaluation = self.evaluation(experiment, Confidence::STANDARD);
        evaluation.samples(&evaluation.trial_id(variant, cell), metric, kind)
    }

    /// The trial of a variant in a cell, as its experiment's record has it.
    pub fn trial(&self, experiment: usize, variant: usize, cell: &Point) -> Option<&'a TrialRecord> {
        let evaluation = self.evaluation(experiment, Confidence::STANDARD);
        samples::trial(self.records[experiment]?, &evaluation.trial_id(variant, cell))
            .ok()
            .map(|(_, trial)| trial)
    }

    /// Whether the lesson's figures of the experiment are as precise as `width`, a plain number: 0.1 for 10 %. Of a value, a
    /// figure or a guess that is a ratio, and of each comparison that a claim joins, the interval is no wider than that part of
    /// its estimate; where no ratio is compared, of its bound if that is greater. What will never be available does not count.
    pub fn is_narrow(&self, experiment: usize, width: f64) -> bool {
        spoken_of(self.lesson, experiment).into_iter().all(|formula| {
            if formula.kind == Kind::Truth {
                return self.compares_narrowly(formula, width);
            }
            match self.figure(formula) {
                // Not of times: they drift with the machine, and more rounds of one sitting make them no truer.
                Figure::Interval(interval) if formula.kind == Kind::Number => spans(&interval, 0.0) <= width,
                figure => !wants_rounds(&figure),
            }
        })
    }

    fn compares_narrowly(&self, formula: &Formula, width: f64) -> bool {
        let evaluation = self.evaluation(formula.experiment, self.confidence_in(formula));
        let compared = evaluation.comparisons(&formula.term, &evaluation.home());
        compared.into_iter().all(|decided| match decided.reason {
            Some(reason) => !wants_rounds(&Figure::NotAvailable(reason)),
            None => decided.evidence.iter().all(|evidence| is_narrow(evidence, width)),
        })
    }

    /// A claim's equal share of the lesson's, by Bonferroni's correction; of a claim that joins several comparisons, or one in
    /// several cells, each has an equal share of that. So what a lesson says of its claims, cell by cell, is free of false
    /// verdicts 95 times in 100.
    fn confidence_in(&self, formula: &Formula) -> Confidence {
        self.confidence().bonferroni(decide::comparisons_in(&formula.term))
    }

    /// Bonferroni's correction for the number of the lesson's claims.
    pub fn confidence(&self) -> Confidence {
        let claims = self
            .lesson
            .experiments
            .iter()
            .map(|experiment| experiment.claims.len())
            .sum();
        Confidence::STANDARD.bonferroni(claims)
    }

    pub(super) fn evaluation(&self, experiment: usize, confidence: Confidence) -> Evaluation<'a> {
        Evaluation {
            experiment: &self.lesson.experiments[experiment],
            record: self.records[experiment],
            confidence,
        }
    }
}

/// How wide an interval is as a part of its estimate, or of `beside` where that is greater.
fn spans(interval: &Interval, beside: f64) -> f64 {
    let (width, size) = (
        interval.high.value() - interval.low.value(),
        interval.estimate.value().abs().max(beside),
    );
    if width == 0.0 { 0.0 } else { width / size }
}

/// Whether a comparison's interval is no wider than `width`, as [`Results::is_narrow`] has it.
fn is_narrow(evidence: &Evidence, width: f64) -> bool {
    let Figure::Interval(interval) = &evidence.figure else {
        return true;
    };
    let beside = match evidence.bound.kind() {
        Kind::Number => 0.0,
        _ => evidence.bound.value().abs(),
    };
    match (evidence.relation, evidence.target) {
        // What counts is how far from its target the figure lies.
        (Relation::WithinDifference | Relation::BeyondDifference, Some(target)) => {
            let apart = Interval {
                estimate: Quantity::new(target.kind(), interval.estimate.value() - target.value()),
                ..interval.clone()
            };
            spans(&apart, beside) <= width
        }
        _ => spans(interval, beside) <= width,
    }
}

/// Whether more rounds would bring what is not available.
fn wants_rounds(figure: &Figure) -> bool {
    matches!(figure, Figure::NotAvailable(Reason::TooFewRounds { .. }))
}

/// All cells of an experiment, the first axis outermost; one empty cell without axes.
pub fn cells(experiment: &Experiment) -> Vec<Point> {
    experiment
        .axes
        .iter()
        .enumerate()
        .fold(vec![Point::new()], |cells, (axis, definition)| {
            let extended = |cell: Point| {
                (0..definition.points.len()).map(move |value| [cell.clone(), vec![(axis, value)]].concat())
            };
            cells.into_iter().flat_map(extended).collect()
        })
}

/// The numeric metrics that a lesson speaks of for one experiment, in the order of [`Metric::BUILT_IN`], then as reported;
/// `wall` where it speaks of none.
pub fn metrics_spoken_of(lesson: &Lesson, experiment: usize) -> Vec<(Metric, Kind)> {
    let mut spoken = Vec::new();
    for formula in spoken_of(lesson, experiment) {
        collect_metrics(&formula.term, &mut spoken);
    }
    let rank = |metric: &Metric| {
        let built_in = Metric::BUILT_IN.iter().position(|known| known.name() == metric.name());
        (built_in.unwrap_or(usize::MAX), metric.to_string())
    };
    spoken.sort_by_key(|(metric, _)| rank(metric));
    spoken.dedup();
    if spoken.is_empty() {
        spoken.push((Metric::Wall, Kind::Duration));
    }
    spoken
}

/// The numeric metrics that a term names, each once, in the order in which it names them.
pub fn metrics_named(term: &Term) -> Vec<(Metric, Kind)> {
    let mut named = Vec::new();
    collect_metrics(term, &mut named);
    let mut once: Vec<(Metric, Kind)> = Vec::new();
    for metric in named {
        if !once.contains(&metric) {
            once.push(metric);
        }
    }
    once
}

/// Where the output goes in a cell: the first value of axis `sink` where the cell does not say.
pub fn sink_at(experiment: &Experiment, cell: &Point) -> Sink {
    let along = experiment.axes.iter().position(|axis| axis.name == "sink");
    let along = along.and_then(|axis| {
        let value = cell
            .iter()
            .find(|(known, _)| *known == axis)
            .map_or(0, |(_, value)| *value);
        Sink::parse(&experiment.axes[axis].points.get(value)?.text)
    });
    let fixed = experiment.definition.sink.as_ref();
    along.unwrap_or_else(|| fixed.map_or(Sink::File, |sink| sink.value))
}

/// All formulas of an experiment: its values and claims, figures in sentences, and what readers are asked to guess.
fn spoken_of(lesson: &Lesson, experiment: usize) -> Vec<&Formula> {
    let definition = &lesson.experiments[experiment];
    let values = definition.values.iter().map(|value| &value.formula);
    let claims = definition.claims.iter().map(|claim| &claim.formula);
    let guesses = lesson.predicts.iter().flat_map(|predict| match &predict.ask {
        Ask::Figure { formula, .. } => vec![formula],
        Ask::Choices(choices) => choices.iter().map(|choice| &choice.formula).collect(),
    });
    let elsewhere = lesson.figures.values().chain(guesses);
    let elsewhere = elsewhere.filter(|formula| formula.experiment == experiment);
    values.chain(claims).chain(elsewhere).collect()
}

fn collect_metrics(term: &Term, into: &mut Vec<(Metric, Kind)>) {
    match term {
        Term::Sample { metric, kind, .. } if kind.is_numeric() => into.push((metric.clone(), *kind)),
        Term::Constant(_) | Term::AxisNumber(_) | Term::Sample { .. } => {}
        Term::Negate(of)
        | Term::Not(of)
        | Term::Slope { of, .. }
        | Term::At { of, .. }
        | Term::Quantified { of, .. } => {
            collect_metrics(of, into);
        }
        Term::Arithmetic { left, right, .. } | Term::Compare { left, right, .. } => {
            collect_metrics(left, into);
            collect_metrics(right, into);
        }
        Term::WithinRatio { left, right, tolerance } | Term::WithinDifference { left, right, tolerance } => {
            for part in [left, right, tolerance] {
                collect_metrics(part, into);
            }
        }
        Term::And(parts) | Term::Or(parts) => parts.iter().for_each(|part| collect_metrics(part, into)),
    }
}
