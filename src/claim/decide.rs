//! Truths decided: comparisons joined by three-valued logic.
//!
//! Owns Kleene's logic over parts and cells. Deliberately absent: what of an interval makes a comparison hold, fail, or stay
//! undecided (`compare`), and figures (`evaluate`).

use crate::book::formula::{Point, Quantifier, Term};
use crate::lesson::names::Verdict;
use crate::quantity::Kind;
use crate::record::Reason;

use super::evaluate::{Evaluation, moved};
use super::{CellFinding, Difference, Evidence};

/// A verdict with what it rests on.
pub(super) struct Decided {
    pub verdict: Verdict,
    pub reason: Option<Reason>,
    pub evidence: Vec<Evidence>,
    pub differences: Vec<Difference>,
}

impl Decided {
    pub(super) fn bare(verdict: Verdict) -> Self {
        Decided {
            verdict,
            reason: None,
            evidence: Vec::new(),
            differences: Vec::new(),
        }
    }

    pub(super) fn unavailable(reason: Reason) -> Self {
        Decided {
            reason: Some(reason),
            ..Decided::bare(Verdict::Undecided)
        }
    }

    /// What rests on one comparison.
    pub(super) fn on(evidence: Evidence) -> Self {
        let verdict = evidence.verdict;
        Decided {
            evidence: vec![evidence],
            ..Decided::bare(verdict)
        }
    }

    /// The opposite, and so is all that it rests on.
    fn negated(self) -> Self {
        let negated = |evidence: Evidence| Evidence {
            verdict: opposite(evidence.verdict),
            relation: evidence.relation.negated(),
            ..evidence
        };
        Decided {
            verdict: opposite(self.verdict),
            evidence: self.evidence.into_iter().map(negated).collect(),
            ..self
        }
    }

    /// Told as standing at `point`.
    fn at(mut self, point: &Point) -> Self {
        for evidence in &mut self.evidence {
            evidence.point = moved(point, &evidence.point);
        }
        for difference in &mut self.differences {
            difference.point = moved(point, &difference.point);
        }
        self
    }
}

impl Evaluation<'_> {
    /// A truth in a cell.
    pub(super) fn decide(&self, term: &Term, cell: &Point) -> Decided {
        match term {
            Term::Compare {
                left,
                right,
                operator,
                kind: Kind::Text,
            } => self.same_text(*operator, left, right, cell),
            Term::Compare {
                operator,
                left,
                right,
                kind,
            } => self
                .compare(*operator, left, right, cell, *kind)
                .unwrap_or_else(Decided::unavailable),
            Term::WithinRatio { left, right, tolerance } => self
                .within_ratio(left, right, tolerance, cell)
                .unwrap_or_else(Decided::unavailable),
            Term::WithinDifference { left, right, tolerance } => self
                .within_difference(left, right, tolerance, cell)
                .unwrap_or_else(Decided::unavailable),
            Term::Not(of) => self.decide(of, cell).negated(),
            Term::And(parts) => one_or_all(parts.iter().map(|part| self.decide(part, cell)), all),
            Term::Or(parts) => one_or_all(parts.iter().map(|part| self.decide(part, cell)), any),
            Term::At { point, of } => self.decide(of, &moved(cell, point)).at(point),
            Term::Quantified { quantifier, points, of } => {
                let cells = points
                    .iter()
                    .map(|point| self.decide(of, &moved(cell, point)).at(point));
                match quantifier {
                    _ if points.is_empty() => Decided::unavailable(Reason::SinkKeepsNothing),
                    Quantifier::Every => one_or_all(cells, all),
                    Quantifier::Some => one_or_all(cells, any),
                }
            }
            _ => Decided::unavailable(Reason::NotDefined),
        }
    }

    /// The truth of the innermost claim at each point that the outermost quantifiers range over.
    pub(super) fn cells(&self, term: &Term, cell: &Point, point: &Point) -> Vec<CellFinding> {
        match term {
            Term::At { point: fixed, of } => self.cells(of, &moved(cell, fixed), point),
            Term::Quantified { points, of, .. } => points
                .iter()
                .flat_map(|value| self.cells(of, &moved(cell, value), &moved(point, value)))
                .collect(),
            _ => {
                let decided = self.decide(term, cell);
                vec![CellFinding {
                    point: point.clone(),
                    verdict: decided.verdict,
                    reason: decided.reason,
                    evidence: decided.evidence,
                    differences: decided.differences,
                }]
            }
        }
    }

    /// What each comparison of numbers that a truth joins comes to, in every cell that it speaks of.
    pub(super) fn comparisons(&self, term: &Term, cell: &Point) -> Vec<Decided> {
        let leaves = leaves(term, cell).into_iter();
        leaves
            .map(|(comparison, cell)| self.decide(comparison, &cell))
            .collect()
    }
}

/// How many comparisons of numbers a truth joins, those of each cell counted: so often it may be misled by samples.
pub(super) fn comparisons_in(term: &Term) -> usize {
    leaves(term, &Point::new()).len()
}

/// The comparisons of numbers in a truth, each with its cell.
fn leaves<'t>(term: &'t Term, cell: &Point) -> Vec<(&'t Term, Point)> {
    match term {
        Term::Compare { kind: Kind::Text, .. } => Vec::new(),
        Term::Compare { .. } | Term::WithinRatio { .. } | Term::WithinDifference { .. } => vec![(term, cell.clone())],
        Term::Not(of) => leaves(of, cell),
        Term::At { point, of } => leaves(of, &moved(cell, point)),
        Term::And(parts) | Term::Or(parts) => parts.iter().flat_map(|part| leaves(part, cell)).collect(),
        Term::Quantified { points, of, .. } => points
            .iter()
            .flat_map(|point| leaves(of, &moved(cell, point)))
            .collect(),
        _ => Vec::new(),
    }
}

pub(super) fn three_valued(holds: bool, fails: bool) -> Verdict {
    match (holds, fails) {
        (true, _) => Verdict::Holds,
        (_, true) => Verdict::Fails,
        _ => Verdict::Undecided,
    }
}

pub(super) fn verdict_of(truth: bool) -> Verdict {
    three_valued(truth, !truth)
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Holds => Verdict::Fails,
        Verdict::Fails => Verdict::Holds,
        Verdict::Undecided => Verdict::Undecided,
    }
}

pub(super) fn all(verdicts: &[Verdict]) -> Verdict {
    three_valued(
        verdicts.iter().all(|verdict| *verdict == Verdict::Holds),
        verdicts.contains(&Verdict::Fails),
    )
}

fn any(verdicts: &[Verdict]) -> Verdict {
    three_valued(
        verdicts.contains(&Verdict::Holds),
        verdicts.iter().all(|verdict| *verdict == Verdict::Fails),
    )
}

/// Parts joined, with the evidence of all; an undecided whole tells the first reason of several.
pub(super) fn one_or_all(parts: impl Iterator<Item = Decided>, join: fn(&[Verdict]) -> Verdict) -> Decided {
    let mut parts: Vec<Decided> = parts.collect();
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let verdicts: Vec<Verdict> = parts.iter().map(|part| part.verdict).collect();
    let verdict = join(&verdicts);
    let reason = match verdict {
        Verdict::Undecided => parts.iter().find_map(|part| part.reason.clone()),
        _ => None,
    };
    let mut joined = Decided {
        reason,
        ..Decided::bare(verdict)
    };
    for part in parts {
        joined.evidence.extend(part.evidence);
        joined.differences.extend(part.differences);
    }
    joined
}
