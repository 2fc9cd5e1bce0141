//! Which counts a lesson's formulas name, and in which cells.
//!
//! Deliberately absent: making them, which `run` tests.

use std::collections::BTreeMap;

use super::tests::Sample;
use crate::book;
use crate::book::formula::{Formula, Point, Quantifier, Term};
use crate::lesson::names::Metric;
use crate::quantity::Kind;

fn formula(term: Term) -> Formula {
    let (experiment, kind) = (0, Kind::Count);
    Formula { experiment, kind, term }
}

/// What runs of a variant showed; `cell` has axes and values by their numbers.
fn seen(metric: &Metric, variant: usize, cell: &[(usize, usize)]) -> Term {
    Term::Sample {
        metric: metric.clone(),
        kind: Kind::Count,
        variant,
        cell: cell.to_vec(),
    }
}

/// In which cells system calls are counted when a lesson has a value of this term: of both variants, or of none.
fn counted_for(term: Term) -> Vec<String> {
    let mut sample = Sample::new();
    sample.experiment.values = vec![book::Value {
        name: "calls".to_owned(),
        formula: formula(term),
    }];
    sample.lesson.experiments = vec![sample.experiment.clone()];
    let plan = sample.planned();
    let mut cells = Vec::new();
    for cell in plan.trials.chunks(3) {
        let [plain, fancy, control] = cell else {
            panic!("two variants and the control");
        };
        assert_eq!(plain.counted, fancy.counted);
        assert!(control.id.control && control.counted.is_empty());
        if !plain.counted.is_empty() {
            assert_eq!(Vec::from_iter(&plain.counted), [&Metric::Syscalls]);
            cells.push(plain.id.to_string().replace("plain ", ""));
        }
    }
    cells
}

#[test]
fn counts_are_made_of_the_cells_that_a_formula_names() {
    let calls = |cell: &[(usize, usize)]| seen(&Metric::Syscalls, 1, cell);
    let at = |point: &[(usize, usize)], of| Term::At {
        point: point.to_vec(),
        of: Box::new(of),
    };
    assert_eq!(counted_for(seen(&Metric::Wall, 1, &[])), [""; 0], "rounds show it");
    assert_eq!(counted_for(calls(&[])), ["sink=file n=10"]);
    assert_eq!(counted_for(calls(&[(0, 1)])), ["sink=null n=10"]);
    let nested = at(&[(0, 1), (1, 1)], at(&[(1, 0)], calls(&[(0, 0)])));
    assert_eq!(counted_for(nested), ["sink=file n=10"], "the inner one counts");
    let slope = Term::Slope {
        of: Box::new(calls(&[])),
        axis: 1,
    };
    assert_eq!(counted_for(at(&[(0, 1)], slope)), ["sink=null n=10", "sink=null n=20"]);
    let points: Vec<Point> = vec![vec![(1, 0)], vec![(1, 1)]];
    let either = Term::And(vec![calls(&[]), seen(&Metric::Syscalls, 0, &[(0, 1), (1, 0)])]);
    let quantified = Term::Quantified {
        quantifier: Quantifier::Every,
        points,
        of: Box::new(Term::Not(Box::new(either))),
    };
    let everywhere = ["sink=file n=10", "sink=file n=20", "sink=null n=10"];
    assert_eq!(counted_for(quantified), everywhere);
}

#[test]
fn figures_and_questions_name_counts_and_none_is_part_of_the_key() {
    let mut sample = Sample::new();
    sample.lesson.experiments = vec![sample.experiment.clone()];
    let noticed = sample.noticed(|sample| {
        let allocations = formula(seen(&Metric::Allocations, 0, &[]));
        sample
            .lesson
            .figures
            .insert("allocations(plain)".to_owned(), allocations);
        sample.lesson.predicts = vec![book::Predict {
            name: "guess".to_owned(),
            titles: BTreeMap::new(),
            ask: book::Ask::Figure {
                formula: formula(seen(&Metric::Instructions, 0, &[])),
                options: Vec::new(),
            },
        }];
        let elsewhere = Formula {
            experiment: 1,
            ..formula(seen(&Metric::Warnings, 0, &[]))
        };
        sample
            .lesson
            .figures
            .insert("other.warnings(plain)".to_owned(), elsewhere);
    });
    assert_eq!(noticed, []);
    let counted = Vec::from_iter(sample.planned().trials[0].counted.clone());
    assert_eq!(counted, [Metric::Allocations, Metric::Instructions]);
}
