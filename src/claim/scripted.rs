//! Lessons and records made by hand, for tests: a lesson from the TOML of its experiment, a record from series of numbers.
//!
//! Deliberately absent: anything that is run. A trial is meant by its variant and, after it, some of its cell: `a`, `b n=20`; the
//! baseline's second run by `control`.

use std::collections::BTreeMap;
use std::fs;

use crate::book::{self, Lesson};
use crate::lesson::names::{Metric, Verdict};
use crate::plan::{RecordKey, TrialId};
use crate::quantity::Kind;
use crate::record::{Circumstances, Excerpt, Outcome, Reading, Reason, Record, Series, Session, TrialRecord};
use crate::source::Folder;

use super::{Figure, Finding, Results, cells};

/// A lesson with experiment `e` and its variants `a`, `b` and `c`. `toml` is the rest of the experiment, `prose` what follows it.
pub(super) fn lesson_with(toml: &str, prose: &str) -> Lesson {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("lessons/spent");
    fs::create_dir_all(&folder).expect("the folder");
    let settings = "locales = [\"en\"]\nlessons = [\"spent\"]\n[title]\nen = \"Spent\"\n";
    fs::write(place.path().join("lessons/book.toml"), settings).expect("book.toml");
    for variant in ["a", "b", "c"] {
        fs::write(folder.join(format!("{variant}.sh")), "true\n").expect("a program");
    }
    let front = "+++\ntitle = \"Spent\"\nsummary = \"Time.\"\nlevel = \"beginner\"\n+++\n\n## Whole {#whole}\n";
    let variants = "[variants]\na = \"a.sh\"\nb = \"b.sh\"\nc = \"c.sh\"\n";
    // An axis has to change something.
    let axes = ["n", "m"]
        .into_iter()
        .filter(|axis| toml.contains(&format!("\n{axis} = [")));
    let args: Vec<String> = axes.map(|axis| format!("{{{axis}}}")).collect();
    let args = args.join(" ");
    let text =
        format!("{front}\n```{{experiment}} e\ntitle = \"E\"\nargs = \"{args}\"\n{toml}\n{variants}```\n\n{prose}\n");
    fs::write(folder.join("en.md"), &text).expect("the lesson");
    let book = book::load(&Folder::at(place.path())).expect("book.toml is readable");
    let told: Vec<String> = book.diagnostics.iter().map(|told| told.render(false)).collect();
    let mut lessons = book.value.lessons;
    assert_eq!(lessons.len(), 1, "{}\n{text}", told.join("\n"));
    lessons.remove(0)
}

pub(super) fn lesson(toml: &str) -> Lesson {
    lesson_with(toml, "")
}

/// An experiment over `axes`, a TOML table's lines, whose one claim is `that`.
pub(super) fn claiming(axes: &str, that: &str) -> Lesson {
    lesson(&format!("[axes]\n{axes}\n[claims]\nit = '{that}'"))
}

/// The same with one value.
pub(super) fn valued(axes: &str, of: &str) -> Lesson {
    lesson(&format!("[axes]\n{axes}\n[values]\nit = '{of}'"))
}

/// A record of a lesson's first experiment, at first without any session.
pub(super) struct Script(pub(super) Record);

impl Script {
    pub(super) fn of(lesson: &Lesson) -> Script {
        let experiment = &lesson.experiments[0];
        let mut trials = Vec::new();
        for cell in cells(experiment) {
            let named = |(axis, value): &(usize, usize)| {
                let axis = &experiment.axes[*axis];
                (axis.name.clone(), axis.points[*value].name.value.clone())
            };
            let trial = |variant: &book::Variant, control| {
                completed(TrialId {
                    variant: variant.name.clone(),
                    cell: cell.iter().map(named).collect(),
                    control,
                })
            };
            trials.extend(experiment.variants.iter().map(|variant| trial(variant, false)));
            trials.push(trial(&experiment.variants[0], true));
        }
        Script(Record {
            key: RecordKey { parts: BTreeMap::new() },
            trials,
            sessions: Vec::new(),
        })
    }

    /// Starts the next session.
    pub(super) fn session(mut self) -> Script {
        self.0.sessions.push(Session {
            seed: 1,
            date: "2026-11-30".to_owned(),
            circumstances: Circumstances::default(),
            orders: Vec::new(),
            samples: vec![BTreeMap::new(); self.0.trials.len()],
            ended: None,
            stolen_per_mille: None,
            startup: BTreeMap::new(),
        });
        self
    }

    fn meant(&self, trial: &str) -> Vec<usize> {
        let mut words = trial.split(' ');
        let variant = words.next().expect("a variant");
        let cell: Vec<(&str, &str)> = words.map(|word| word.split_once('=').expect("axis=value")).collect();
        let is_meant = |id: &TrialId| {
            let is_variant = match variant {
                "control" => id.control,
                variant => id.variant == variant && !id.control,
            };
            is_variant
                && cell
                    .iter()
                    .all(|(axis, value)| id.cell.iter().any(|(a, v)| a == axis && v == value))
        };
        let trials = self.0.trials.iter().enumerate();
        let meant: Vec<usize> = trials
            .filter(|(_, trial)| is_meant(&trial.id))
            .map(|(index, _)| index)
            .collect();
        assert!(!meant.is_empty(), "no trial is `{trial}`");
        meant
    }

    /// What the last session shows of a metric, in tens to `exponent` of its base unit.
    pub(super) fn scaled(mut self, trial: &str, metric: &str, exponent: i8, values: &[i64]) -> Script {
        let metric = Metric::from(metric.to_owned());
        for index in self.meant(trial) {
            let session = self.0.sessions.last_mut().expect("a session");
            let series = Series {
                kind: metric.kind().unwrap_or(Kind::Number),
                exponent,
                values: values.to_vec(),
            };
            session
                .orders
                .resize(values.len().max(session.orders.len()), Vec::new());
            session.samples[index].insert(metric.clone(), Reading::Available(series));
        }
        self
    }

    pub(super) fn shows(self, trial: &str, metric: &str, values: &[i64]) -> Script {
        self.scaled(trial, metric, 0, values)
    }

    /// The last session could not read a metric.
    pub(super) fn lacks(mut self, trial: &str, metric: &str, reason: &Reason) -> Script {
        for index in self.meant(trial) {
            let session = self.0.sessions.last_mut().expect("a session");
            session.samples[index].insert(Metric::from(metric.to_owned()), Reading::Unavailable(reason.clone()));
        }
        self
    }

    /// A pass of its own counted this.
    pub(super) fn counts(mut self, trial: &str, metric: &str, count: &Reading) -> Script {
        for index in self.meant(trial) {
            let counts = &mut self.0.trials[index].counts;
            counts.insert(Metric::from(metric.to_owned()), count.clone());
        }
        self
    }

    pub(super) fn ends(mut self, trial: &str, outcome: &Outcome, announced: bool) -> Script {
        for index in self.meant(trial) {
            self.0.trials[index].outcome = outcome.clone();
            self.0.trials[index].announced = announced;
        }
        self
    }

    /// `None` where runs differed or nothing was kept.
    pub(super) fn prints(mut self, trial: &str, text: Option<&str>) -> Script {
        for index in self.meant(trial) {
            self.0.trials[index].output = text.map_or_else(Excerpt::default, |text| Excerpt::of(text.as_bytes()));
        }
        self
    }

    /// The finding on the lesson's first claim.
    pub(super) fn finding(&self, lesson: &Lesson) -> Finding {
        Results::new(lesson, vec![Some(&self.0)]).findings(0).remove(0)
    }

    pub(super) fn verdict(&self, lesson: &Lesson) -> Verdict {
        self.finding(lesson).verdict
    }

    /// The lesson's first value.
    pub(super) fn figure(&self, lesson: &Lesson) -> Figure {
        Results::new(lesson, vec![Some(&self.0)]).figure(&lesson.experiments[0].values[0].formula)
    }
}

fn completed(id: TrialId) -> TrialRecord {
    TrialRecord {
        id,
        toolchain: "sh".to_owned(),
        compile: Vec::new(),
        run: vec!["sh".to_owned()],
        outcome: Outcome::Exited(0),
        announced: true,
        memory_limit: None,
        compiler: Excerpt::default(),
        output: Excerpt::of(b"same\n"),
        stdout: Excerpt::default(),
        stderr: Excerpt::default(),
        counts: BTreeMap::new(),
    }
}

/// Ten rounds around `centre`, `step` apart, in an order that no trend explains.
pub(super) fn around(centre: i64, step: i64) -> Vec<i64> {
    [1, -4, 3, 0, -2, 5, -1, 4, -3, 2]
        .map(|off| centre + off * step)
        .to_vec()
}

/// Ten rounds around `centre` in another order.
pub(super) fn about(centre: i64, step: i64) -> Vec<i64> {
    [4, 0, -3, 2, 5, -1, -4, 1, 3, -2]
        .map(|off| centre + off * step)
        .to_vec()
}
