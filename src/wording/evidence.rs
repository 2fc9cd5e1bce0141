//! Claims of the panel: each with its verdict and what it rests on, cell by cell.
//!
//! Owns these lines. Deliberately absent: deciding (`claim`), and claims within sentences (`telling`).

use crate::book::formula::Term;
use crate::book::{Claim, Experiment};
use crate::claim::{CellFinding, Evidence, Figure, Finding, Relation};
use crate::lesson::expression::Comparison;
use crate::lesson::names::Verdict;
use crate::quantity::{Kind, Quantity, Unit};

use super::figures::{self, Scale};
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

    /// One line a cell; one reason where there is no cell to tell of.
    pub(super) fn evidence(&self, index: usize, claim: &Claim, finding: &Finding) -> Vec<String> {
        let experiment = &self.results.lesson().experiments[index];
        let compared = comparison(&claim.formula.term);
        let lines: Vec<String> = finding
            .cells
            .iter()
            .filter_map(|cell| {
                let told = self.cell_evidence(cell, compared)?;
                let place = self.cell_label(experiment, &cell.point).plain();
                Some(match place.is_empty() {
                    true => told,
                    false => self
                        .wording
                        .message("evidence-cell", &[("cell", place.into()), ("told", told.into())]),
                })
            })
            .collect();
        match &finding.reason {
            Some(reason) if lines.is_empty() => {
                let reason = self.wording.reason(reason);
                vec![self.wording.message("evidence-missing", &[("reason", reason.into())])]
            }
            _ => lines,
        }
    }

    /// `None` where a cell says no more than the verdict does.
    fn cell_evidence(&self, cell: &CellFinding, compared: Option<&Term>) -> Option<String> {
        if let Some(reason) = &cell.reason {
            let reason = self.wording.reason(reason);
            return Some(self.wording.message("evidence-missing", &[("reason", reason.into())]));
        }
        let Some(evidence) = &cell.evidence else {
            return (!cell.point.is_empty()).then(|| self.verdict_word(cell.verdict));
        };
        let told = self.compared(evidence, compared);
        Some(match cell.verdict {
            Verdict::Undecided => self.wording.message("evidence-straddles", &[("told", told.into())]),
            _ => told,
        })
    }

    /// `17,2× (16,9–17,5×), mez: aspoň 10×`.
    fn compared(&self, evidence: &Evidence, compared: Option<&Term>) -> String {
        let is_ratio = compared.is_some_and(|term| tells_ratio(evidence, term));
        let scale = figures::automatic(&evidence.figure, is_ratio);
        let need = ("need", self.need(evidence, scale, is_ratio).into());
        let figure = ("figure", self.wording.figure(&evidence.figure, scale).into());
        match self.wording.interval(&evidence.figure, scale, Some(evidence.bound)) {
            Some(interval) => self
                .wording
                .message("evidence-interval", &[figure, ("interval", interval.into()), need]),
            None => self.wording.message("evidence-exact", &[figure, need]),
        }
    }

    fn need(&self, evidence: &Evidence, scale: Scale, is_ratio: bool) -> String {
        let id = match evidence.relation {
            Relation::Compared(Comparison::Less) => "need-less",
            Relation::Compared(Comparison::LessOrEqual) => "need-at-most",
            Relation::Compared(Comparison::Greater) => "need-more",
            Relation::Compared(Comparison::GreaterOrEqual) => "need-at-least",
            Relation::Compared(Comparison::Equal) => "need-equal",
            Relation::Compared(Comparison::NotEqual) => "need-unequal",
            Relation::WithinRatio | Relation::WithinDifference => "need-within",
            Relation::BeyondRatio | Relation::BeyondDifference => "need-beyond",
        };
        let bound = match evidence.relation {
            // 1.05 is told as the 5 % that the lesson writes; less the noise of a difference of floats.
            Relation::WithinRatio | Relation::BeyondRatio => {
                let apart = ((evidence.bound.value() - 1.0) * 1e9).round() / 1e9;
                let exact = Figure::Exact(Quantity::new(Kind::Number, apart));
                self.wording.figure(&exact, Scale::Unit(Unit::Percent))
            }
            // A bound of 0 has no unit of its own.
            _ if evidence.bound.value() == 0.0 => self.wording.figure(&Figure::Exact(evidence.bound), scale),
            _ => self.wording.quantity(evidence.bound, is_ratio),
        };
        self.wording.message(id, &[("bound", bound.into())])
    }
}

/// The comparison that a claim's cells are decided by, where there is a single one.
fn comparison(term: &Term) -> Option<&Term> {
    match term {
        Term::Not(of) | Term::At { of, .. } | Term::Quantified { of, .. } => comparison(of),
        Term::And(parts) | Term::Or(parts) if parts.len() == 1 => comparison(&parts[0]),
        Term::Compare { .. } | Term::WithinRatio { .. } | Term::WithinDifference { .. } => Some(term),
        _ => None,
    }
}

/// Whether the figure of the evidence is told as a ratio: where both sides were divided, or the side that was measured is one.
fn tells_ratio(evidence: &Evidence, term: &Term) -> bool {
    let is_fixed = |term: &Term| matches!(term, Term::Constant(_) | Term::AxisNumber(_));
    match term {
        Term::WithinRatio { .. } => true,
        Term::WithinDifference { left, right, .. } => figures::is_ratio(left) && figures::is_ratio(right),
        Term::Compare { kind, .. } if *kind != Kind::Number => evidence.bound.kind() == Kind::Number,
        Term::Compare { left, right, .. } if is_fixed(right) => figures::is_ratio(left),
        Term::Compare { left, right, .. } if is_fixed(left) => figures::is_ratio(right),
        _ => true,
    }
}
