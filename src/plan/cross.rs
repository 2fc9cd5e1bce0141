//! Crossing: an experiment's variants in all cells of its axes become trials.
//!
//! Owns the order of trials and what each is run with. Deliberately absent: names and their diagnostics, which `book`
//! resolved; what is said here is about an experiment as a whole or about a file that is gone since.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::{Experiment, Lesson, Settings, Variant};
use crate::diag::{Diagnostic, SourceText};
use crate::lesson::definitions::{AxisPoint, Stdin};
use crate::lesson::names::{Metric, Sink, Spanned};
use crate::source::Folder;
use crate::toolchain::{Definition, Probe};

use super::counted::{NamedCell, counted};
use super::empty::empty_programs;
use super::inputs::Inputs;
use super::words::{Filling, filled_text, filled_words};
use super::{InputFile, Limits, MOST_TRIALS, Plan, Trial, TrialId, key, limits};

/// The plan of one experiment, or all that keeps it from being measured. `probe` answers for this machine, or, from
/// a record, for the one whose figures are told.
pub fn plan(
    lesson: &Lesson,
    experiment: &Experiment,
    settings: &Settings,
    folder: &Folder,
    probe: &dyn Fn(&str) -> Probe,
) -> Result<Plan, Vec<Diagnostic>> {
    let source = &lesson.editions[&lesson.original].source;
    let definition = &experiment.definition;
    if let Some(diagnostic) = too_many(experiment, source) {
        return Err(vec![diagnostic]);
    }
    let (limits, messages) = limits::resolve(&definition.limits, &settings.limits, &settings.caps);
    let beyond = |message| {
        Diagnostic::error("limit-beyond-cap", source, definition.name.span.clone(), message)
            .hint("lower it, or raise `[caps]` in `book.toml`")
    };
    let mut crossing = Crossing {
        experiment,
        settings,
        probe,
        limits: limits.clone(),
        inputs: Inputs::new(lesson, folder, source),
        counted: counted(lesson, experiment),
        source,
        diagnostics: messages.into_iter().map(beyond).collect(),
    };
    let trials = crossing.trials();
    if !crossing.diagnostics.is_empty() {
        return Err(once_each(crossing.diagnostics));
    }
    Ok(Plan {
        lesson: lesson.slug.clone(),
        experiment: experiment.name.clone(),
        key: key::key(
            &trials,
            &experiment.axes,
            &definition.metrics,
            &limits,
            definition.timing,
        ),
        empty_programs: empty_programs(&trials),
        trials,
        metrics: definition.metrics.clone(),
        measure: definition.measure.or(&settings.measure),
        timing: definition.timing,
    })
}

fn too_many(experiment: &Experiment, source: &Arc<SourceText>) -> Option<Diagnostic> {
    let sizes = experiment.axes.iter().map(|axis| axis.points.len());
    let count = sizes.fold(experiment.variants.len(), usize::saturating_mul);
    if count <= MOST_TRIALS {
        return None;
    }
    let name = &experiment.definition.name;
    let message = format!(
        "experiment `{}` has {count} trials, and at most {MOST_TRIALS} are measured together",
        name.value
    );
    let diagnostic = Diagnostic::error("too-many-trials", source, name.span.clone(), message);
    Some(diagnostic.hint("each variant runs in each cell of the axes; take fewer values, or make two experiments"))
}

/// What is wrong with a variant or file is wrong in each of its cells, and is told once.
fn once_each(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    for diagnostic in diagnostics {
        if !told
            .iter()
            .any(|known| known.span == diagnostic.span && known.message == diagnostic.message)
        {
            told.push(diagnostic);
        }
    }
    told
}

/// One point on all axes, in their order.
type Cell<'a> = Vec<(&'a str, &'a AxisPoint)>;

struct Crossing<'a> {
    experiment: &'a Experiment,
    settings: &'a Settings,
    probe: &'a dyn Fn(&str) -> Probe,
    limits: Limits,
    inputs: Inputs<'a>,
    counted: BTreeMap<NamedCell, BTreeSet<Metric>>,
    source: &'a Arc<SourceText>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Crossing<'a> {
    fn trials(&mut self) -> Vec<Trial> {
        let experiment = self.experiment;
        let mut trials = Vec::new();
        for cell in self.cells() {
            let of_cell: Vec<Trial> = experiment
                .variants
                .iter()
                .filter_map(|variant| self.trial(variant, &cell))
                .collect();
            let control = of_cell.first().map(control_of);
            trials.extend(of_cell.into_iter().chain(control));
        }
        trials
    }

    /// In the order of the axes' values, the first axis changing slowest.
    fn cells(&self) -> Vec<Cell<'a>> {
        let mut cells = vec![Cell::new()];
        for axis in &self.experiment.axes {
            let longer = |cell: Cell<'a>| {
                let points = axis.points.iter();
                points.map(move |point| [cell.clone(), vec![(axis.name.as_str(), point)]].concat())
            };
            cells = cells.into_iter().flat_map(longer).collect();
        }
        cells
    }

    fn trial(&mut self, variant: &Variant, cell: &Cell<'a>) -> Option<Trial> {
        let own = &variant.definition;
        let shared = &self.experiment.definition;
        // Sink and toolchain act by themselves.
        let axes: Vec<Filling<'_>> = cell
            .iter()
            .filter(|(axis, _)| !matches!(*axis, "sink" | "toolchain"))
            .map(|(axis, point)| Filling::text(axis, &point.text))
            .collect();
        let words = |lines: [&Option<Spanned<String>>; 2]| -> Vec<String> {
            let lines = lines.into_iter().flatten();
            lines.flat_map(|line| filled_words(&line.value, &axes)).collect()
        };
        let args = words([&shared.args, &own.args]);
        let sink_is_path = args.iter().any(|word| word.contains("{sink}"));
        let commands = [
            Filling::words("flags", words([&shared.flags, &own.flags])),
            Filling::words("args", args),
        ];
        let env: BTreeMap<String, String> = [&shared.env, &own.env]
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), self.plain(&filled_text(&value.value, &axes))))
            .collect();
        let stdin = own.stdin.as_ref().or(shared.stdin.as_ref());
        let toolchain = self.toolchain(variant, cell);
        let program = self.inputs.program(&own.program, &mut self.diagnostics);
        let stdin = stdin.map(|stdin| self.stdin(stdin, &axes));
        let files = self.files();
        let (toolchain, (program, included)) = (toolchain?, program?);
        let id = id(variant, cell);
        Some(Trial {
            counted: self.counted.get(&id.cell).cloned().unwrap_or_default(),
            id,
            probe: (self.probe)(&toolchain.name),
            compile: toolchain.compile.as_deref().map(|line| filled_words(line, &commands)),
            run: filled_words(&toolchain.run, &commands),
            toolchain,
            program,
            included,
            sink_is_path,
            sink: self.sink(cell),
            env,
            stdin: stdin.flatten(),
            files,
            limits: self.limits.clone(),
            expect: own.expect.clone(),
        })
    }

    fn toolchain(&mut self, variant: &Variant, cell: &Cell<'_>) -> Option<Definition> {
        let axis = cell.iter().find(|(axis, _)| *axis == "toolchain");
        let (name, span) = match (axis, &variant.toolchain) {
            (Some((_, point)), _) => (point.text.as_str(), &point.name.span),
            (None, Some(name)) => (name.as_str(), &variant.definition.program.span),
            (None, None) => ("", &variant.definition.program.span),
        };
        let found = self.settings.toolchains.iter().find(|known| known.name == name);
        if found.is_none() {
            let message = format!("no toolchain `{name}` is defined for variant `{}`", variant.name);
            let diagnostic = Diagnostic::error("unknown-toolchain", self.source, span.clone(), message);
            let hint = "name one with `toolchain`, or define it in `book.toml`";
            self.diagnostics.push(diagnostic.hint(hint));
        }
        found.cloned()
    }

    fn sink(&self, cell: &Cell<'_>) -> Sink {
        let axis = cell.iter().find(|(axis, _)| *axis == "sink");
        let written = self.experiment.definition.sink.as_ref().map(|sink| sink.value);
        axis.and_then(|(_, point)| Sink::parse(&point.text))
            .or(written)
            .unwrap_or(Sink::File)
    }

    fn stdin(&mut self, stdin: &Stdin, axes: &[Filling<'_>]) -> Option<Arc<[u8]>> {
        match stdin {
            Stdin::Text(text) => Some(self.plain(&filled_text(text, axes)).into_bytes().into()),
            Stdin::File(file) => {
                let name = filled_text(&file.value, axes);
                let input = self.inputs.data(&name, file, &mut self.diagnostics)?;
                Some(input.asset.bytes.as_slice().into())
            }
        }
    }

    fn files(&mut self) -> Vec<InputFile> {
        let files = &self.experiment.definition.files;
        let read = files
            .iter()
            .map(|file| self.inputs.data(&file.value, file, &mut self.diagnostics));
        read.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// A text of the lesson as it would be if the lesson's own lines ended in LF.
    fn plain(&self, text: &str) -> String {
        if self.source.text.contains("\r\n") {
            text.replace("\r\n", "\n")
        } else {
            text.to_owned()
        }
    }
}

/// The baseline once more. What is exact has no noise to show, and is counted once.
fn control_of(baseline: &Trial) -> Trial {
    let mut control = baseline.clone();
    control.id.control = true;
    control.counted.clear();
    control
}

fn id(variant: &Variant, cell: &Cell<'_>) -> TrialId {
    let named = |(axis, point): &(&str, &AxisPoint)| ((*axis).to_owned(), point.name.value.clone());
    TrialId {
        variant: variant.name.clone(),
        cell: cell.iter().map(named).collect(),
        control: false,
    }
}
