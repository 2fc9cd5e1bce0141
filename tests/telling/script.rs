//! Scripts: what each run of a lesson's experiments shows, so that its claims get the verdicts that are wanted.
//!
//! Owns the way back from a claim to samples: a comparison is met, missed, or straddled by moving the one side of it that
//! nothing else has moved before. Several claims may want the same samples; whether one got what it wanted is for the test to
//! ask of the results. Deliberately absent: anything of a particular lesson.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use workbook::book::formula::{Point, Quantifier, Term};
use workbook::book::{Experiment, Lesson, reported_kind};
use workbook::lesson::definitions::{ReportRule, ReportSource, ReportedMetric};
use workbook::lesson::expression::{Arithmetic, Comparison};
use workbook::lesson::names::{Metric, Sink, Verdict};
use workbook::plan::{Trial, TrialId};
use workbook::process::{Ending, Unavailable};
use workbook::quantity::{Kind, Unit};
use workbook::run::scripted::{self, Scripted};
use workbook::run::{Built, Pass, RunSample, Tool, Turn};

/// After so many rounds a script begins again.
const ROUNDS: usize = 20;
/// Prime to the rounds.
const SALTS: [usize; 6] = [3, 7, 9, 11, 13, 19];

/// One number a round.
type Series = Vec<f64>;

/// What the runs of one experiment show.
#[derive(Clone)]
pub(crate) struct Script {
    experiment: Experiment,
    numbers: BTreeMap<(TrialId, Metric), Series>,
    outputs: BTreeMap<TrialId, Said>,
}

/// What a program prints beside the numbers that it reports.
#[derive(Clone, Copy)]
enum Said {
    Same,
    Other,
    /// In each round something else.
    Varying,
}

/// Evenly spread over (-1, 1) and shuffled; for each `salt`, which is prime to the rounds, in another order.
fn noise(salt: usize) -> Series {
    let place = |round| (round * salt % ROUNDS) as f64 + 0.5;
    (0..ROUNDS)
        .map(|round| place(round) / (ROUNDS / 2) as f64 - 1.0)
        .collect()
}

fn joined(a: &Series, b: &Series, join: impl Fn(f64, f64) -> f64) -> Series {
    a.iter().zip(b).map(|(a, b)| join(*a, *b)).collect()
}

fn middle(series: &Series) -> f64 {
    series.iter().sum::<f64>() / series.len() as f64
}

impl Script {
    pub(crate) fn of(experiment: &Experiment) -> Script {
        Script {
            experiment: experiment.clone(),
            numbers: BTreeMap::new(),
            outputs: BTreeMap::new(),
        }
    }

    /// Moves what is still free so that a truth gets a verdict. Where a quantifier leaves it open in which cells, they differ.
    pub(crate) fn want(&mut self, term: &Term, verdict: Verdict) {
        let home: Point = (0..self.experiment.axes.len()).map(|axis| (axis, 0)).collect();
        self.wish(term, &home, verdict);
    }

    fn wish(&mut self, term: &Term, cell: &Point, verdict: Verdict) {
        match term {
            Term::Compare {
                left,
                right,
                operator,
                kind: Kind::Text,
            } => {
                let wanted = if *operator == Comparison::Equal {
                    verdict
                } else {
                    opposite(verdict)
                };
                self.say(left, cell, Said::Same);
                let said = match wanted {
                    Verdict::Holds => Said::Same,
                    Verdict::Fails => Said::Other,
                    Verdict::Undecided => Said::Varying,
                };
                self.say(right, cell, said);
            }
            Term::Compare {
                operator, left, right, ..
            } => self.meet(
                left,
                right,
                cell,
                |beside| stand(*operator, beside, verdict),
                |beside| stand(flipped(*operator), beside, verdict),
            ),
            Term::WithinRatio { left, right, tolerance } => {
                let edge = 1.0 + middle(&self.see(tolerance, cell));
                let near = |beside: f64| match verdict {
                    Verdict::Holds => vec![beside; ROUNDS],
                    Verdict::Fails => vec![beside * edge * edge * 1.5; ROUNDS],
                    Verdict::Undecided => noise(17).iter().map(|at| beside * edge * at.exp2()).collect(),
                };
                self.meet(left, right, cell, near, near);
            }
            Term::WithinDifference { left, right, tolerance } => {
                let most = middle(&self.see(tolerance, cell));
                let near = |beside: f64| match verdict {
                    Verdict::Holds => vec![beside; ROUNDS],
                    Verdict::Fails => vec![beside + 3.0 * most; ROUNDS],
                    Verdict::Undecided => noise(17).iter().map(|at| beside + most * (1.0 + at)).collect(),
                };
                self.meet(left, right, cell, near, near);
            }
            Term::Not(of) => self.wish(of, cell, opposite(verdict)),
            Term::And(parts) | Term::Or(parts) => parts.iter().for_each(|part| self.wish(part, cell, verdict)),
            Term::At { point, of } => self.wish(of, &moved(cell, point), verdict),
            Term::Quantified { quantifier, points, of } => {
                for (point, verdict) in points.iter().zip(over_cells(*quantifier, verdict)) {
                    self.wish(of, &moved(cell, point), verdict);
                }
            }
            _ => panic!("{term:?} is no truth"),
        }
    }

    fn say(&mut self, term: &Term, cell: &Point, said: Said) {
        let Term::Sample { variant, cell: own, .. } = term else {
            panic!("{term:?} is no output");
        };
        let id = self.trial(*variant, &moved(cell, own));
        self.outputs.entry(id).or_insert(said);
    }

    /// Moves the left side to where `left_at` puts it beside the right one; the right one where the left cannot be moved.
    fn meet(
        &mut self,
        left: &Term,
        right: &Term,
        cell: &Point,
        left_at: impl Fn(f64) -> Series,
        right_at: impl Fn(f64) -> Series,
    ) {
        if !self.is_free(left, cell) && self.is_free(right, cell) {
            let beside = middle(&self.see(left, cell));
            self.put(right, cell, &right_at(beside));
        } else {
            let beside = middle(&self.see(right, cell));
            self.put(left, cell, &left_at(beside));
        }
    }

    /// Moves a sample in a term so that the term has these numbers.
    fn put(&mut self, term: &Term, cell: &Point, numbers: &Series) {
        match term {
            Term::Sample {
                metric,
                kind,
                variant,
                cell: own,
            } => {
                let id = self.trial(*variant, &moved(cell, own));
                // No clock shows the same time twice, nor do two programs waver together.
                let wavering = noise(SALTS[self.numbers.len() % SALTS.len()]);
                let unsteady = joined(numbers, &wavering, |number, at| number * (1.0 + 0.01 * at));
                let shown = if *kind == Kind::Duration {
                    unsteady
                } else {
                    numbers.clone()
                };
                self.numbers.entry((id, metric.clone())).or_insert(shown);
            }
            Term::Negate(of) => self.put(of, cell, &numbers.iter().map(|number| -number).collect()),
            Term::At { point, of } => self.put(of, &moved(cell, point), numbers),
            Term::Slope { of, axis } => {
                for (value, point) in self.experiment.axes[*axis].points.clone().iter().enumerate() {
                    let number = point.number.expect("a slope is over numbers");
                    let here = moved(cell, &vec![(*axis, value)]);
                    self.put(of, &here, &numbers.iter().map(|slope| slope * number).collect());
                }
            }
            Term::Arithmetic {
                operator, left, right, ..
            } if self.is_free(left, cell) => {
                let right = self.see(right, cell);
                let wanted = joined(numbers, &right, |total, right| match operator {
                    Arithmetic::Add => total - right,
                    Arithmetic::Subtract => total + right,
                    Arithmetic::Multiply => total / right,
                    Arithmetic::Divide => total * right,
                });
                self.put(left, cell, &wanted);
            }
            Term::Arithmetic {
                operator, left, right, ..
            } => {
                let left = self.see(left, cell);
                let wanted = joined(numbers, &left, |total, left| match operator {
                    Arithmetic::Add => total - left,
                    Arithmetic::Subtract => left - total,
                    Arithmetic::Multiply => total / left,
                    Arithmetic::Divide => left / total,
                });
                self.put(right, cell, &wanted);
            }
            _ => {}
        }
    }

    /// Whether something in a term can still be moved.
    fn is_free(&self, term: &Term, cell: &Point) -> bool {
        match term {
            Term::Sample {
                metric,
                variant,
                cell: own,
                ..
            } => {
                let id = self.trial(*variant, &moved(cell, own));
                !self.numbers.contains_key(&(id, metric.clone()))
            }
            Term::Negate(of) | Term::Slope { of, .. } => self.is_free(of, cell),
            Term::At { point, of } => self.is_free(of, &moved(cell, point)),
            Term::Arithmetic { left, right, .. } => self.is_free(left, cell) || self.is_free(right, cell),
            _ => false,
        }
    }

    /// The numbers of a term; what is still free in it gets some.
    fn see(&mut self, term: &Term, cell: &Point) -> Series {
        match term {
            Term::Constant(quantity) => vec![quantity.value(); ROUNDS],
            Term::AxisNumber(axis) => {
                let (_, value) = cell
                    .iter()
                    .find(|(known, _)| known == axis)
                    .expect("a cell of all axes");
                vec![self.experiment.axes[*axis].points[*value].number.expect("a number"); ROUNDS]
            }
            Term::Sample {
                metric,
                kind,
                variant,
                cell: own,
            } => {
                let id = self.trial(*variant, &moved(cell, own));
                self.put(term, cell, &vec![usual(metric, *kind); ROUNDS]);
                self.numbers[&(id, metric.clone())].clone()
            }
            Term::Negate(of) => self.see(of, cell).iter().map(|number| -number).collect(),
            Term::At { point, of } => self.see(of, &moved(cell, point)),
            Term::Arithmetic {
                operator, left, right, ..
            } => {
                let (left, right) = (self.see(left, cell), self.see(right, cell));
                joined(&left, &right, |left, right| match operator {
                    Arithmetic::Add => left + right,
                    Arithmetic::Subtract => left - right,
                    Arithmetic::Multiply => left * right,
                    Arithmetic::Divide => left / right,
                })
            }
            _ => panic!("{term:?} cannot be seen before it is measured"),
        }
    }

    fn trial(&self, variant: usize, cell: &Point) -> TrialId {
        let named = |(axis, value): &(usize, usize)| {
            let axis = &self.experiment.axes[*axis];
            (axis.name.clone(), axis.points[*value].name.value.clone())
        };
        TrialId {
            variant: self.experiment.variants[variant].name.clone(),
            cell: cell.iter().map(named).collect(),
            control: false,
        }
    }

    /// The machine on which runs show this.
    pub(crate) fn executor(self) -> Scripted {
        let script = Arc::new(self);
        let (builds, counts) = (Arc::clone(&script), Arc::clone(&script));
        let passes = AtomicUsize::new(0);
        Scripted::new(move |trial, turn| script.run(trial, turn))
            .building(move |trial| Built {
                warnings: builds.constant(&trial.id, &Metric::Warnings),
                ..Built::default()
            })
            .counting(move |trial, tool| counts.count(trial, tool, passes.fetch_add(1, Ordering::Relaxed)))
    }

    /// A metric of a trial, where it is the same in all rounds.
    fn constant(&self, id: &TrialId, metric: &Metric) -> Option<i64> {
        let Some(series) = self.numbers.get(&(id.clone(), metric.clone())) else {
            return Some(usual(metric, Kind::Count) as i64);
        };
        let is_constant = series.iter().all(|number| *number == series[0]);
        is_constant.then_some(series[0].round() as i64)
    }

    /// What a tool says in a pass: of what varies, each time something else.
    fn count(&self, trial: &Trial, tool: Tool, pass: usize) -> Pass {
        let number = |metric: &Metric| match self.numbers.get(&(trial.id.clone(), metric.clone())) {
            Some(series) => series[pass % ROUNDS].round() as i64,
            None => usual(metric, Kind::Count) as i64,
        };
        let said = match tool {
            Tool::Strace => {
                let call = |metric: &Metric| match metric {
                    Metric::Syscall(name) => Some(format!("1 1 1 {} {name}\n", number(metric))),
                    _ => None,
                };
                let calls: String = trial.counted.iter().filter_map(call).collect();
                format!("{calls}100 1 1 {} total\n", number(&Metric::Syscalls))
            }
            Tool::Callgrind => format!("==1== Collected : {}\n", number(&Metric::Instructions)),
            Tool::Memcheck => format!(
                "==1== total heap usage: {} allocs, 0 frees, {} bytes allocated\n--1-- Reading syms from /libc.so.6\n",
                number(&Metric::Allocations),
                number(&Metric::Allocated)
            ),
        };
        Pass::Made {
            ending: Ending::Exited(0),
            said,
        }
    }

    fn run(&self, trial: &Trial, turn: Turn<'_>) -> RunSample {
        let round = turn.round.map_or(0, |round| round as usize);
        // A machine without noise: the control shows what the baseline does.
        let id = TrialId {
            control: false,
            ..trial.id.clone()
        };
        let number = |metric: &Metric, kind: Kind| match self.numbers.get(&(id.clone(), metric.clone())) {
            Some(series) => series[round % ROUNDS].round() as u64,
            None => usual(metric, kind) as u64,
        };
        let time = |metric| Duration::from_nanos(number(metric, Kind::Duration));
        let mut sample = scripted::sample(number(&Metric::Wall, Kind::Duration));
        let readings = sample.execution.readings.as_mut().expect("it ran");
        readings.cpu = time(&Metric::Cpu);
        readings.user = time(&Metric::User);
        readings.sys = time(&Metric::Sys);
        readings.waited = Ok(time(&Metric::Wait));
        readings.peak_memory_bytes = Ok(number(&Metric::Memory, Kind::Bytes));
        readings.write_calls = Ok(number(&Metric::Writes, Kind::Count));
        readings.faults = Ok(number(&Metric::Faults, Kind::Count));
        readings.switches = Ok(number(&Metric::Switches, Kind::Count));
        let mut said = match self.outputs.get(&id) {
            None | Some(Said::Same) => "the same line\n".to_owned(),
            Some(Said::Other) => "another line\n".to_owned(),
            Some(Said::Varying) => format!("line {round}\n"),
        };
        let mut apart = String::new();
        for metric in &self.experiment.metrics {
            let number = number(&metric.metric, reported_kind(&metric.definition.rule));
            let report = reported(&metric.definition, number);
            match &metric.definition.from {
                ReportSource::Stdout if trial.sink_is_path => apart.push_str(&report),
                ReportSource::Stdout => said.push_str(&report),
                ReportSource::Stderr => sample.execution.stderr = scripted::content(report.as_bytes()),
                ReportSource::File(name) => {
                    let content = scripted::content(report.as_bytes());
                    sample.written.insert(name.clone(), Ok(content));
                }
            }
        }
        sample.execution.stdout = trial.sink_is_path.then(|| scripted::content(apart.as_bytes()));
        match trial.sink {
            Sink::Null => sample.execution.output = Err(Unavailable::NullSink),
            _ => sample = sample.output(&said),
        }
        sample
    }
}

/// What a program prints to report a number, given in the base unit: its pattern with the number in the group's place.
fn reported(metric: &ReportedMetric, number: u64) -> String {
    let pattern = &metric.rule.pattern().value;
    let ReportRule::Find { unit, .. } = &metric.rule else {
        return format!("{pattern}\n").repeat(number as usize);
    };
    let (before, rest) = pattern.split_once('(').expect("a pattern with a group");
    let (_, after) = rest.split_once(')').expect("a group that ends");
    let scale = unit.map_or(1.0, Unit::scale);
    format!("{before}{}{after}\n", (number as f64 / scale).round())
}

/// What runs show that no claim asks about.
fn usual(metric: &Metric, kind: Kind) -> f64 {
    match (metric, kind) {
        // What the program times itself is a part of the whole.
        (Metric::Wall | Metric::Cpu, _) => 20e6,
        // Long enough to be told apart.
        (Metric::User | Metric::Sys, _) => 200e6,
        (_, Kind::Duration) => 8e6,
        (_, Kind::Bytes) => 4_194_304.0,
        _ => 1000.0,
    }
}

/// Where a side stands that compares so with `beside`.
fn stand(operator: Comparison, beside: f64, verdict: Verdict) -> Series {
    let apart = |factor: f64| {
        if beside == 0.0 {
            1000.0 * factor.log2()
        } else {
            beside + beside.abs() * (factor - 1.0)
        }
    };
    let wanted = if operator == Comparison::NotEqual {
        opposite(verdict)
    } else {
        verdict
    };
    match (operator, wanted) {
        (_, Verdict::Undecided) => noise(17).iter().map(|at| apart(at.exp2())).collect(),
        (Comparison::Equal | Comparison::NotEqual, Verdict::Holds) => vec![beside; ROUNDS],
        (Comparison::Less | Comparison::LessOrEqual, Verdict::Holds)
        | (Comparison::Greater | Comparison::GreaterOrEqual, Verdict::Fails) => vec![apart(0.5); ROUNDS],
        _ => vec![apart(2.0); ROUNDS],
    }
}

/// Verdicts of cells that make this one of all: where others may differ, they do.
pub(crate) fn over_cells(quantifier: Quantifier, verdict: Verdict) -> impl Iterator<Item = Verdict> {
    let (settled, other) = match quantifier {
        Quantifier::Every => (Verdict::Holds, Verdict::Fails),
        Quantifier::Some => (Verdict::Fails, Verdict::Holds),
    };
    let cells = match verdict {
        Verdict::Undecided => [Verdict::Undecided, settled, Verdict::Undecided],
        _ if verdict == settled => [settled; 3],
        _ => [other, settled, Verdict::Undecided],
    };
    cells.into_iter().cycle()
}

fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Holds => Verdict::Fails,
        Verdict::Fails => Verdict::Holds,
        Verdict::Undecided => Verdict::Undecided,
    }
}

fn flipped(operator: Comparison) -> Comparison {
    match operator {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same => same,
    }
}

fn moved(cell: &Point, point: &Point) -> Point {
    let elsewhere = |(axis, _): &&(usize, usize)| !point.iter().any(|(moved, _)| moved == axis);
    let mut moved: Point = cell
        .iter()
        .filter(elsewhere)
        .copied()
        .chain(point.iter().copied())
        .collect();
    moved.sort_unstable();
    moved
}

/// The executors of a lesson's experiments under which those of its claims that can be have the verdict, tried in the order
/// of `wanted`, which names claims by their experiments and places.
pub(crate) fn scripts(lesson: &Lesson, wanted: &[(usize, usize)], verdict: Verdict) -> Vec<Scripted> {
    let mut scripts: Vec<Script> = lesson.experiments.iter().map(Script::of).collect();
    for (experiment, claim) in wanted {
        let formula = &lesson.experiments[*experiment].claims[*claim].formula;
        scripts[*experiment].want(&formula.term, verdict);
    }
    scripts.into_iter().map(Script::executor).collect()
}
