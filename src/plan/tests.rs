//! Plans of hand-made lessons: what is crossed with what, and what a key notices.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use super::*;
use crate::book::{self, Axis, Lesson, Settings};
use crate::diag::{Diagnostic, SourceText};
use crate::lesson::Edition;
use crate::lesson::definitions::{self, AxisPoint, FrontMatter, ReportRule, ReportSource, Stdin};
use crate::lesson::names::Spanned;
use crate::locale::Locale;
use crate::source::Folder;

/// A book with one lesson, `pages`, and one experiment in it, to be changed at will.
pub(super) struct Sample {
    place: tempfile::TempDir,
    pub(super) lesson: Lesson,
    pub(super) experiment: book::Experiment,
    settings: Settings,
    version: Option<&'static str>,
}

fn spanned(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), 0..1)
}

fn variant(name: &str, program: &str) -> book::Variant {
    book::Variant {
        name: name.to_owned(),
        program: program.to_owned(),
        toolchain: Some("g++".to_owned()),
        definition: definitions::Variant {
            name: spanned(name),
            program: spanned(program),
            toolchain: None,
            flags: None,
            args: None,
            env: Vec::new(),
            stdin: None,
            expect: Expectation::Exit(0),
        },
    }
}

fn axis(name: &str, values: &[&str]) -> Axis {
    let point = |value: &&str| AxisPoint {
        name: spanned(value),
        text: (*value).to_owned(),
        number: value.parse().ok(),
    };
    Axis {
        name: name.to_owned(),
        points: values.iter().map(point).collect(),
    }
}

fn toolchain(name: &str, compile: Option<&str>, run: &str) -> Definition {
    Definition {
        name: name.to_owned(),
        endings: Vec::new(),
        version: format!("{name} --version"),
        behind: None,
        compile: compile.map(str::to_owned),
        run: run.to_owned(),
        warning: None,
        empty: None,
        package: None,
    }
}

impl Sample {
    pub(super) fn new() -> Self {
        let place = tempfile::tempdir().expect("a temporary folder");
        let source = SourceText::new("lessons/pages/en.md", "text\n");
        let edition = Edition {
            locale: Locale::En,
            source: Arc::clone(&source),
            front: FrontMatter::default(),
            body: Vec::new(),
            experiments: Vec::new(),
            predicts: Vec::new(),
            words: Vec::new(),
        };
        let lesson = Lesson {
            slug: "pages".to_owned(),
            original: Locale::En,
            editions: BTreeMap::from([(Locale::En, edition)]),
            experiments: Vec::new(),
            predicts: Vec::new(),
            fenced: BTreeMap::new(),
            labels: BTreeMap::new(),
            figures: BTreeMap::new(),
        };
        let experiment = book::Experiment {
            name: "turns".to_owned(),
            titles: BTreeMap::new(),
            variants: vec![variant("plain", "plain.cpp"), variant("fancy", "fancy.cpp")],
            axes: vec![axis("sink", &["file", "null"]), axis("n", &["10", "20"])],
            metrics: Vec::new(),
            values: Vec::new(),
            claims: Vec::new(),
            definition: definition(),
        };
        let settings = Settings {
            source,
            locales: vec![Locale::En],
            lessons: Vec::new(),
            reference: None,
            titles: BTreeMap::new(),
            measure: Measure {
                rounds: Some((10, 40)),
                width: Some(0.1),
                ..Measure::default()
            },
            limits: definitions::Limits::default(),
            caps: definitions::Limits::default(),
            raw_html: false,
            toolchains: vec![
                toolchain("g++", Some("g++ {flags} {source} -o {program}"), "{program} {args}"),
                toolchain("sh", None, "sh {flags} {source} {args}"),
            ],
        };
        let sample = Sample {
            place,
            lesson,
            experiment,
            settings,
            version: Some("g++ 12.2"),
        };
        sample.write("plain.cpp", "#include \"page.h\"\nint main() {}\n");
        sample.write("fancy.cpp", "int main() { return 0; }\n");
        sample.write(
            "page.h",
            "#include \"page.h\"\n#include \"inner/size.h\"\n#include \"nowhere.h\"\n",
        );
        sample.write("inner/size.h", "#include \"../page.h\"\n");
        sample
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.place.path().join("lessons/pages").join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        fs::write(path, text).expect("a file");
    }

    fn plan(&self) -> Result<Plan, Vec<Diagnostic>> {
        let probe = |_: &str| match self.version {
            Some(version) => Probe::Found {
                version: version.to_owned(),
                executables: BTreeMap::new(),
            },
            None => Probe::Missing,
        };
        let folder = Folder::at(self.place.path());
        plan(&self.lesson, &self.experiment, &self.settings, &folder, &probe)
    }

    pub(super) fn planned(&self) -> Plan {
        self.plan().expect("a plan")
    }

    fn codes(&self) -> Vec<&'static str> {
        let diagnostics = self.plan().expect_err("diagnostics");
        diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }

    /// What a change does to the key.
    pub(super) fn noticed(&mut self, change: impl FnOnce(&mut Sample)) -> Vec<Change> {
        let before = self.planned().key;
        change(self);
        before.difference(&self.planned().key)
    }
}

fn definition() -> definitions::Experiment {
    definitions::Experiment {
        name: spanned("turns"),
        span: 0..1,
        toolchain: None,
        flags: Some(spanned("-O2")),
        args: Some(spanned("{sink} {n}")),
        env: Vec::new(),
        stdin: None,
        files: Vec::new(),
        sink: None,
        same_output: None,
        timing: Timing::Default,
        limits: definitions::Limits::default(),
        measure: Measure {
            rounds: Some((6, 8)),
            ..Measure::default()
        },
        variants: Vec::new(),
        axes: Vec::new(),
        metrics: Vec::new(),
        values: Vec::new(),
        claims: Vec::new(),
    }
}

fn changed(part: &str) -> Change {
    Change::Changed(part.to_owned())
}

fn appeared(part: &str) -> Change {
    Change::Appeared(part.to_owned())
}

#[test]
fn variants_stand_within_cells_and_the_first_axis_is_outermost() {
    let plan = Sample::new().planned();
    let ids: Vec<String> = plan.trials.iter().map(|trial| trial.id.to_string()).collect();
    assert_eq!(
        ids,
        [
            "plain sink=file n=10",
            "fancy sink=file n=10",
            "plain sink=file n=10 (control)",
            "plain sink=file n=20",
            "fancy sink=file n=20",
            "plain sink=file n=20 (control)",
            "plain sink=null n=10",
            "fancy sink=null n=10",
            "plain sink=null n=10 (control)",
            "plain sink=null n=20",
            "fancy sink=null n=20",
            "plain sink=null n=20 (control)",
        ]
    );
    assert_eq!(plan.trials[10].sink, Sink::Null);
    assert_eq!(plan.measure.rounds, Some((6, 8)));
    assert_eq!(plan.measure.width, Some(0.1));
}

#[test]
fn words_are_the_experiments_then_the_variants_and_run_fills_the_rest() {
    let mut sample = Sample::new();
    let fancy = &mut sample.experiment.variants[1].definition;
    fancy.flags = Some(spanned("-DSIZE={n} -g"));
    fancy.args = Some(spanned("more"));
    fancy.env = vec![("SIZE".to_owned(), spanned("{n} {sink}"))];
    fancy.stdin = Some(Stdin::Text("{n}\n".to_owned()));
    let plan = sample.planned();
    let trial = &plan.trials[4];
    let compile = trial.compile.as_ref().expect("a compiler");
    assert_eq!(compile.join(" "), "g++ -O2 -DSIZE=20 -g {source} -o {program}");
    assert_eq!(trial.run, ["{program}", "{sink}", "20", "more"]);
    assert!(trial.sink_is_path);
    assert_eq!(trial.env["SIZE"], "20 {sink}");
    assert_eq!(trial.stdin.as_deref(), Some(b"20\n".as_slice()));
    assert_eq!(plan.trials[3].run, ["{program}", "{sink}", "20"]);
    // The control is the baseline in all but its name.
    assert_eq!(plan.trials[5].run, plan.trials[3].run);
    assert_eq!(plan.trials[5].program.name, plan.trials[3].program.name);
}

#[test]
fn a_toolchain_may_be_an_axis() {
    let mut sample = Sample::new();
    sample.experiment.axes = vec![axis("toolchain", &["g++", "sh"])];
    sample.experiment.variants.truncate(1);
    sample.experiment.variants[0].toolchain = None;
    sample.experiment.definition.args = None;
    let plan = sample.planned();
    assert_eq!(plan.trials[2].toolchain.name, "sh");
    assert_eq!(plan.trials[2].compile, None);
    assert_eq!(plan.trials[2].run, ["sh", "-O2", "{source}"]);
    assert!(!plan.trials[2].sink_is_path);
    sample.experiment.axes = vec![axis("toolchain", &["g++", "tcc"])];
    assert_eq!(sample.codes(), ["unknown-toolchain"]);
}

#[test]
fn includes_are_followed_within_the_lesson_and_fences_define_files() {
    let mut sample = Sample::new();
    sample
        .lesson
        .fenced
        .insert("inner/size.h".to_owned(), "// fenced\n".to_owned());
    let plan = sample.planned();
    let included: Vec<&str> = plan.trials[0].included.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(included, ["inner/size.h", "page.h"]);
    assert_eq!(plan.trials[0].included[0].asset.bytes, b"// fenced\n");
    assert!(plan.trials[1].included.is_empty());
}

#[test]
fn all_that_is_wrong_is_told_once_each() {
    let mut sample = Sample::new();
    sample.experiment.variants[0].definition.program = spanned("gone.cpp");
    sample.experiment.variants[1].definition.stdin = Some(Stdin::File(spanned("{n}.txt")));
    sample.experiment.definition.files = vec![spanned("../x")];
    sample.experiment.definition.limits.processes = Some(5);
    sample.settings.caps.processes = Some(4);
    sample.write("10.txt", "");
    let mut codes = sample.codes();
    codes.sort_unstable();
    assert_eq!(
        codes,
        ["file-outside", "limit-beyond-cap", "missing-file", "missing-program"]
    );
}

#[test]
fn an_experiment_of_too_many_trials_is_refused() {
    let mut sample = Sample::new();
    let values: Vec<String> = (0..65).map(|value| value.to_string()).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    sample.experiment.axes[1] = axis("n", &values[..64]);
    let trials = sample.planned().trials;
    assert_eq!(trials.iter().filter(|trial| !trial.id.control).count(), MOST_TRIALS);
    sample.experiment.axes[1] = axis("n", &values);
    assert_eq!(sample.codes(), ["too-many-trials"]);
}

#[test]
fn what_decides_nothing_leaves_the_key_alone() {
    let mut sample = Sample::new();
    sample.experiment.variants.push(variant("other", "fancy.cpp"));
    let noticed = sample.noticed(|sample| {
        sample.experiment.titles.insert(Locale::En, "Turns".to_owned());
        sample.experiment.definition.measure.rounds = Some((20, 30));
        sample.settings.measure.width = Some(0.01);
        sample.experiment.definition.same_output = Some(0..1);
        sample.experiment.variants[1..].reverse();
        sample.experiment.axes[0].points.swap(0, 1);
        sample.settings.toolchains[0].package = Some("g++".to_owned());
        // As the same lesson comes from another system.
        sample.write("fancy.cpp", "int main() { return 0; }\r\n");
        sample.write("plain.cpp", "#include \"page.h\"\r\nint main() {}\r\n");
    });
    assert_eq!(noticed, []);
    // Another baseline is another control.
    let baseline = |sample: &mut Sample| sample.experiment.variants.swap(0, 1);
    assert_eq!(sample.noticed(baseline), [changed("control")]);
}

#[test]
fn a_lessons_line_ends_do_not_reach_standard_input() {
    let mut sample = Sample::new();
    sample.experiment.definition.stdin = Some(Stdin::Text("a\nb\n".to_owned()));
    let noticed = sample.noticed(|sample| {
        sample.experiment.definition.stdin = Some(Stdin::Text("a\r\nb\r\n".to_owned()));
        let edition = sample.lesson.editions.get_mut(&Locale::En).expect("the original");
        edition.source = SourceText::new("lessons/pages/en.md", "text\r\n");
    });
    assert_eq!(noticed, []);
    // A lesson whose lines end in LF means what it escapes.
    let noticed = sample.noticed(|sample| {
        let edition = sample.lesson.editions.get_mut(&Locale::En).expect("the original");
        edition.source = SourceText::new("lessons/pages/en.md", "text\n");
    });
    assert_eq!(noticed, [changed("stdin fancy"), changed("stdin plain")]);
}

#[test]
fn the_key_says_which_file_or_setting_changed() {
    let mut sample = Sample::new();
    let fancy = |sample: &mut Sample| sample.write("fancy.cpp", "int main() { return 1; }\n");
    assert_eq!(sample.noticed(fancy), [changed("program fancy.cpp")]);
    let inner = |sample: &mut Sample| sample.write("inner/size.h", "\n");
    assert_eq!(sample.noticed(inner), [changed("include inner/size.h")]);
    let version = |sample: &mut Sample| sample.version = Some("g++ 13");
    assert_eq!(sample.noticed(version), [changed("toolchain g++")]);
    let gone = |sample: &mut Sample| sample.version = None;
    assert_eq!(sample.noticed(gone), [changed("toolchain g++")]);
    let wall = |sample: &mut Sample| sample.settings.limits.wall = Some(Duration::from_secs(1));
    assert_eq!(sample.noticed(wall), [changed("limits")]);
    let timing = |sample: &mut Sample| sample.experiment.definition.timing = Timing::Syscall;
    assert_eq!(sample.noticed(timing), [changed("timing")]);
    let data = |sample: &mut Sample| {
        sample.write("data.txt", "1");
        sample.experiment.definition.files = vec![spanned("data.txt")];
    };
    assert_eq!(sample.noticed(data), [appeared("file data.txt")]);
    let ends = |sample: &mut Sample| sample.write("data.txt", "1\r\n");
    assert_eq!(sample.noticed(ends), [changed("file data.txt")]);
}

#[test]
fn the_key_says_what_changed_of_which_variant() {
    let mut sample = Sample::new();
    let flags = |sample: &mut Sample| sample.experiment.variants[1].definition.flags = Some(spanned("-g"));
    assert_eq!(sample.noticed(flags), [changed("compile fancy")]);
    let args = |sample: &mut Sample| sample.experiment.variants[0].definition.args = Some(spanned("x"));
    assert_eq!(sample.noticed(args), [changed("run plain")]);
    let expect = |sample: &mut Sample| sample.experiment.variants[0].definition.expect = Expectation::Exit(3);
    assert_eq!(sample.noticed(expect), [changed("variant plain")]);
    let env = |sample: &mut Sample| {
        sample.experiment.variants[0].definition.env = vec![("A".to_owned(), spanned("b"))];
    };
    assert_eq!(sample.noticed(env), [appeared("env plain")]);
    let fewer = |sample: &mut Sample| drop(sample.experiment.variants.pop());
    let vanished = ["compile fancy", "program fancy.cpp", "run fancy", "variant fancy"];
    assert_eq!(
        sample.noticed(fewer),
        vanished.map(|part| Change::Vanished(part.to_owned()))
    );
}

#[test]
fn the_key_says_which_axis_changed() {
    let mut sample = Sample::new();
    let sinks = |sample: &mut Sample| sample.experiment.axes[0] = axis("sink", &["file", "null", "pipe"]);
    // The arguments differ from cell to cell, the flags do not.
    let parts = ["axis sink", "run fancy", "run plain", "sink"];
    assert_eq!(sample.noticed(sinks), parts.map(changed));
    let order = |sample: &mut Sample| sample.experiment.axes.swap(0, 1);
    assert!(sample.noticed(order).contains(&changed("axis n")));
}

#[test]
fn two_axes_of_the_same_values_are_told_apart() {
    let mut sample = Sample::new();
    sample.experiment.axes = vec![axis("a", &["1", "2"]), axis("b", &["1", "2"])];
    sample.experiment.definition.flags = Some(spanned("-O{a}"));
    let other = |sample: &mut Sample| sample.experiment.definition.flags = Some(spanned("-O{b}"));
    assert_eq!(
        sample.noticed(other),
        [changed("compile fancy"), changed("compile plain")]
    );
}

#[test]
fn what_a_metric_looks_for_decides() {
    let mut sample = Sample::new();
    let metric = |pattern: &str| ReportedMetric {
        name: spanned("took"),
        rule: ReportRule::Count {
            pattern: spanned(pattern),
        },
        from: ReportSource::Stdout,
    };
    let first = |sample: &mut Sample| sample.experiment.definition.metrics = vec![metric("a")];
    assert_eq!(sample.noticed(first), [appeared("metric took")]);
    let second = |sample: &mut Sample| sample.experiment.definition.metrics = vec![metric("b")];
    assert_eq!(sample.noticed(second), [changed("metric took")]);
}
