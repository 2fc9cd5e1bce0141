//! Claims of the panel: each with its verdict and what it rests on, cell by cell.
//!
//! Owns these lines. Deliberately absent: deciding (`claim`), what a comparison compares (`subjects`), and claims within
//! sentences (`telling`).

use crate::book::formula::{Point, Term};
use crate::book::{Claim, Experiment};
use crate::claim::{self, CellFinding, Evidence, Figure, Finding, Relation};
use crate::lesson::expression::{Arithmetic, Comparison};
use crate::lesson::names::Verdict;
use crate::quantity::{Kind, Quantity};
use crate::record::Reason;

use super::beside::{PERCENT, Scale, beside_number};
use super::units;
use super::{ClaimLine, Phrase, Run, Telling};

impl Telling<'_> {
    pub(super) fn claim_lines(&self, index: usize) -> Vec<ClaimLine> {
        let experiment = &self.results.lesson().experiments[index];
        let findings = self.results.findings(index);
        let lines = experiment.claims.iter().zip(&findings);
        lines
            .map(|(claim, finding)| self.claim_line(index, claim, finding))
            .collect()
    }

    fn claim_line(&self, index: usize, claim: &Claim, finding: &Finding) -> ClaimLine {
        let experiment = &self.results.lesson().experiments[index];
        let surprise = finding.is_opposite().then(|| match finding.verdict {
            Verdict::Holds => self.wording.word("surprise-holds"),
            _ => self.wording.word("surprise-fails"),
        });
        ClaimLine {
            claim: claim.name.clone(),
            words: self.claim_words(experiment, claim),
            verdict: finding.verdict,
            verdict_word: self.verdict_word(finding.verdict),
            evidence: self.evidence(index, claim, finding),
            surprise,
        }
    }

    fn claim_words(&self, experiment: &Experiment, claim: &Claim) -> Phrase {
        let qualified = format!("{}.{}", experiment.name, claim.name);
        match self.labelled(&qualified) {
            Some(words) => words,
            None if claim.text.is_empty() => self.label(&claim.name),
            None => Phrase {
                runs: vec![Run::Code(claim.text.clone())],
                foreign: None,
            },
        }
    }

    /// A line for each comparison in each cell; one reason where there is no cell to tell of.
    pub(super) fn evidence(&self, index: usize, claim: &Claim, finding: &Finding) -> Vec<String> {
        let joins = joins(&claim.formula.term);
        let lines: Vec<String> = finding
            .cells
            .iter()
            .flat_map(|cell| self.cell_evidence(index, cell, joins))
            .collect();
        match &finding.reason {
            Some(reason) if lines.is_empty() => vec![self.unavailable(reason, index)],
            _ => lines,
        }
    }

    /// Nothing where a cell says no more than the verdict does.
    fn cell_evidence(&self, index: usize, cell: &CellFinding, joins: bool) -> Vec<String> {
        let experiment = &self.results.lesson().experiments[index];
        let mut lines: Vec<String> = match &cell.evidence[..] {
            [] if !cell.differences.is_empty() => Vec::new(),
            [] if cell.reason.is_none() && !cell.point.is_empty() => {
                vec![self.in_cell(experiment, &cell.point, self.verdict_word(cell.verdict))]
            }
            [one] if !joins => vec![self.in_cell(experiment, &cell.point, self.judged(index, one))],
            several => self.parts(index, cell, several),
        };
        lines.extend(cell.differences.iter().map(|difference| {
            let point = [cell.point.clone(), difference.point.clone()].concat();
            self.in_cell(experiment, &point, self.difference(experiment, difference))
        }));
        if let Some(reason) = &cell.reason {
            lines.push(self.in_cell(experiment, &cell.point, self.unavailable(reason, index)));
        }
        lines
    }

    /// The comparisons that a claim joins, each with what it compares; and with its verdict where that is not the claim's.
    fn parts(&self, index: usize, cell: &CellFinding, parts: &[Evidence]) -> Vec<String> {
        let experiment = &self.results.lesson().experiments[index];
        let differ = parts.iter().any(|part| part.verdict != cell.verdict);
        let metrics: Vec<_> = parts.iter().flat_map(|part| claim::metrics_named(&part.of)).collect();
        let one_metric = metrics.iter().all(|metric| *metric == metrics[0]);
        let line = |part: &Evidence| {
            let subject = self.subject(experiment, &part.of, one_metric);
            let told = ("told", self.judged(index, part).into());
            let told = self
                .wording
                .message("evidence-part", &[("subject", subject.into()), told]);
            // That it is undecided has been said.
            let told = match differ && part.verdict != Verdict::Undecided {
                true => {
                    let verdict = self.verdict_word(part.verdict).into();
                    self.wording
                        .message("evidence-part-verdict", &[("told", told.into()), ("verdict", verdict)])
                }
                false => told,
            };
            let point = [cell.point.clone(), part.point.clone()].concat();
            self.in_cell(experiment, &point, told)
        };
        parts.iter().map(line).collect()
    }

    fn in_cell(&self, experiment: &Experiment, point: &Point, told: String) -> String {
        let place = self.cell_label(experiment, point).plain();
        let wants_axis = |(axis, value): &(usize, usize)| self.wants_axis(experiment, *axis, *value);
        let id = match point.iter().any(wants_axis) {
            _ if place.is_empty() => return told,
            // A colon stands in the place already.
            true => "evidence-axis-cell",
            false => "evidence-cell",
        };
        self.wording
            .message(id, &[("cell", place.into()), ("told", told.into())])
    }

    fn unavailable(&self, reason: &Reason, index: usize) -> String {
        let reason = self.reason(reason, index);
        self.wording.message("evidence-missing", &[("reason", reason.into())])
    }

    fn judged(&self, index: usize, evidence: &Evidence) -> String {
        let experiment = &self.results.lesson().experiments[index];
        let told = self.compared(index, evidence);
        match evidence.verdict {
            Verdict::Undecided => match self.noise_told(evidence) {
                Some(noise) => {
                    let baseline = self.label(&experiment.variants[0].name).plain();
                    let arguments = [
                        ("told", told.into()),
                        ("baseline", baseline.into()),
                        ("interval", noise.into()),
                    ];
                    self.wording.message("evidence-noise", &arguments)
                }
                None => self.wording.message("evidence-straddles", &[("told", told.into())]),
            },
            _ => told,
        }
    }

    /// The noise, where it alone leaves a comparison undecided.
    fn noise_told(&self, evidence: &Evidence) -> Option<String> {
        let noise = evidence.noise.as_ref()?;
        let Figure::Interval(figure) = &evidence.figure else {
            return None;
        };
        let excludes_one = figure.low.value() > 1.0 || figure.high.value() < 1.0;
        let noise = Figure::Interval(noise.clone());
        excludes_one
            .then(|| self.wording.interval(&noise, Scale::Times))
            .flatten()
    }

    /// `17,2× (16,9–17,5×), má být aspoň 10×`; of two ratios both as well.
    fn compared(&self, index: usize, evidence: &Evidence) -> String {
        let experiment = &self.results.lesson().experiments[index];
        let of_term = |term: &Term| beside_number(term, &experiment.metrics);
        let is_percentage = [Some(evidence.bound), evidence.target].into_iter().flatten();
        let beside = match is_percentage.into_iter().any(Quantity::is_percentage) {
            true => PERCENT,
            false => of_term(&evidence.of),
        };
        let scale = match beside {
            PERCENT => PERCENT,
            _ => units::automatic(&evidence.figure, self.beside(index, &evidence.of)),
        };
        let (figure, interval) = self.wording.beside(&evidence.figure, scale, &bounds(evidence));
        let need = ("need", self.need(evidence, scale, beside).into());
        let figure = ("figure", figure.into());
        let told = match interval {
            Some(interval) => self
                .wording
                .message("evidence-interval", &[figure, ("interval", interval.into()), need]),
            None => self.wording.message("evidence-exact", &[figure, need]),
        };
        match (&evidence.sides, &evidence.of) {
            (
                Some(sides),
                Term::Arithmetic {
                    operator: Arithmetic::Divide,
                    left,
                    right,
                    ..
                },
            ) if of_term(left) == Scale::Times && of_term(right) == Scale::Times => {
                let [left, right] = [&sides[0], &sides[1]].map(|side| self.wording.figure(side, Scale::Times));
                let sides = [("left", left.into()), ("right", right.into()), ("told", told.into())];
                self.wording.message("evidence-sides", &sides)
            }
            _ => told,
        }
    }

    fn need(&self, evidence: &Evidence, scale: Scale, beside: Scale) -> String {
        let is_near = matches!(evidence.relation, Relation::WithinRatio | Relation::WithinDifference);
        let id = match (evidence.relation, evidence.target) {
            (Relation::Compared(Comparison::Less), _) => "need-less",
            (Relation::Compared(Comparison::LessOrEqual), _) => "need-at-most",
            (Relation::Compared(Comparison::Greater), _) => "need-more",
            (Relation::Compared(Comparison::GreaterOrEqual), _) => "need-at-least",
            (Relation::Compared(Comparison::Equal), _) => "need-equal",
            (Relation::Compared(Comparison::NotEqual), _) => "need-unequal",
            (_, Some(_)) if is_near => "need-near",
            (_, Some(_)) => "need-far",
            (_, None) if is_near => "need-within",
            (_, None) => "need-beyond",
        };
        // An exact number of 0 has no unit of its own, and a time that is short in the figure's is told in that.
        let exact = |quantity: Quantity| match quantity.value() == 0.0 || units::is_short(quantity, scale) {
            true => self.wording.figure(&Figure::Exact(quantity), scale),
            false => self.wording.quantity(quantity, beside),
        };
        let bound = match evidence.relation {
            // 1.05 is told as the 5 % that the lesson writes; less the noise of a difference of floats.
            Relation::WithinRatio | Relation::BeyondRatio => {
                let apart = ((evidence.bound.value() - 1.0) * 1e9).round() / 1e9;
                let exact = Figure::Exact(Quantity::new(Kind::Number, apart));
                self.wording.figure(&exact, PERCENT)
            }
            _ => exact(evidence.bound),
        };
        match evidence.target {
            Some(target) => {
                let arguments = [("bound", bound.into()), ("target", exact(target).into())];
                self.wording.message(id, &arguments)
            }
            None => self.wording.message(id, &[("bound", bound.into())]),
        }
    }
}

/// Whether a claim joins several comparisons in a cell, those of texts counted, which have no evidence.
fn joins(term: &Term) -> bool {
    match term {
        Term::Not(of) | Term::At { of, .. } | Term::Quantified { of, .. } => joins(of),
        Term::And(parts) | Term::Or(parts) => parts.len() > 1 || parts.iter().any(joins),
        _ => false,
    }
}

/// The numbers on either side of which a comparison comes out another way.
fn bounds(evidence: &Evidence) -> Vec<f64> {
    let bound = evidence.bound.value();
    let target = evidence.target.map(Quantity::value);
    match evidence.relation {
        Relation::Compared(_) => vec![bound],
        Relation::WithinRatio | Relation::BeyondRatio => {
            let target = target.unwrap_or(1.0);
            vec![target / bound, target * bound]
        }
        Relation::WithinDifference | Relation::BeyondDifference => {
            let target = target.unwrap_or(0.0);
            vec![target - bound, target + bound]
        }
    }
}
