//! Experiments and predictions as an original defines them, resolved.
//!
//! Owns looking up programs, toolchains and axes, and the formulas of values, claims and predictions. Deliberately absent:
//! words (`labels`) and crossing variants with axes (`plan`).

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::diag::{Diagnostic, SourceText, did_you_mean};
use crate::lesson::Edition;
use crate::lesson::definitions::{self, NamedExpr, Stdin};
use crate::lesson::expression::Expr;
use crate::lesson::names::{Metric, SINK_FILE, Spanned, Verdict};
use crate::quantity::Kind;

use super::files::{Files, Use};
use super::formula::Formula;
use super::resolve::{Taken, resolve};
use super::same_output::same_output;
use super::scope::{SAME_OUTPUT, Scope};
use super::{Ask, Axis, Choice, Claim, Experiment, Predict, ReportedMetric, Settings, Value, Variant, reported_kind};

/// The axis that says which toolchain, and the one that says where the output goes.
pub(super) const TOOLCHAIN_AXIS: &str = "toolchain";
pub(super) const SINK_AXIS: &str = "sink";

/// What the definitions of an original are resolved by.
#[derive(Debug)]
pub(super) struct Definitions<'a> {
    pub settings: &'a Settings,
    pub files: &'a Files<'a>,
    pub original: &'a Edition,
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Definitions<'_> {
    fn source(&self) -> &Arc<SourceText> {
        &self.original.source
    }

    fn error(&mut self, code: &'static str, place: &Spanned<String>, message: String, hint: Option<String>) {
        let diagnostic = Diagnostic::error(code, self.source(), place.span.clone(), message);
        self.diagnostics.push(diagnostic.maybe_hint(hint));
    }

    /// One for each definition, in their order; without the parts that have errors.
    pub(super) fn experiments(&mut self) -> Vec<Experiment> {
        let definitions = &self.original.experiments;
        (0..definitions.len())
            .map(|index| self.experiment(index, &definitions[index]))
            .collect()
    }

    fn experiment(&mut self, index: usize, definition: &definitions::Experiment) -> Experiment {
        let variants: Vec<Variant> = definition
            .variants
            .iter()
            .filter_map(|variant| self.variant(definition, variant))
            .collect();
        let toolchains = definition.axes.iter().filter(|axis| axis.name.value == TOOLCHAIN_AXIS);
        for value in toolchains.flat_map(|axis| &axis.values) {
            self.known_toolchain(&value.name);
        }
        self.dropped_words(definition, &variants);
        self.inputs(definition);
        let values = definition.values.iter().filter_map(|value| {
            let formula = self.formula(&value.expr, Some(index), Wanted::Figure)?;
            let name = value.name.value.clone();
            Some(Value { name, formula })
        });
        let values = values.collect();
        let claims = self.claims(index, definition);
        Experiment {
            name: definition.name.value.clone(),
            titles: BTreeMap::new(),
            variants,
            axes: definition.axes.iter().map(resolved_axis).collect(),
            metrics: definition.metrics.iter().map(resolved_metric).collect(),
            values,
            claims,
            definition: definition.clone(),
        }
    }

    fn variant(&mut self, experiment: &definitions::Experiment, variant: &definitions::Variant) -> Option<Variant> {
        let source = Arc::clone(self.source());
        let found = self
            .files
            .find(&variant.program, Use::Program, &source, self.diagnostics);
        let toolchain = self.toolchain(experiment, variant, found.is_some());
        self.sinks_name(&variant.program);
        found?;
        Some(Variant {
            name: variant.name.value.clone(),
            program: variant.program.value.clone(),
            toolchain: toolchain?,
            definition: variant.clone(),
        })
    }

    /// A file of the name that the sink has would be overwritten, or written to.
    fn sinks_name(&mut self, file: &Spanned<String>) {
        if file.value.split('/').next() == Some(SINK_FILE) {
            let message = format!("`{SINK_FILE}` is the name of the sink in the folder of a run");
            self.error(
                "sinks-name",
                file,
                message,
                Some("give the file or folder another name".to_owned()),
            );
        }
    }

    /// The toolchain by name, else by the program's ending; `Some(None)` where an axis says it. Of a program that
    /// `is_there` not the ending is not judged.
    fn toolchain(
        &mut self,
        experiment: &definitions::Experiment,
        variant: &definitions::Variant,
        is_there: bool,
    ) -> Option<Option<String>> {
        if experiment.axes.iter().any(|axis| axis.name.value == TOOLCHAIN_AXIS) {
            return Some(None);
        }
        let named = variant.toolchain.as_ref().or(experiment.toolchain.as_ref());
        if let Some(named) = named {
            return self.known_toolchain(named).then(|| Some(named.value.clone()));
        }
        let program = &variant.program;
        let ending = Path::new(&program.value).extension().and_then(|ending| ending.to_str());
        let mut toolchains = self.settings.toolchains.iter();
        let owner = toolchains.find(|toolchain| toolchain.endings.iter().any(|own| Some(own.as_str()) == ending));
        if let Some(owner) = owner {
            return Some(Some(owner.name.clone()));
        }
        if !is_there {
            return None;
        }
        let message = match ending {
            Some(ending) => format!("no toolchain is known for programs that end in `.{ending}`"),
            None => format!("`{}` has no ending that says its toolchain", program.value),
        };
        let endings = self.settings.toolchains.iter().flat_map(|toolchain| &toolchain.endings);
        let hint = ending
            .filter(|ending| ending.len() > 2)
            .and_then(|ending| did_you_mean(ending, endings.map(String::as_str)))
            .unwrap_or_else(|| match ending {
                Some(ending) => format!(
                    "define one in `lessons/book.toml`: `[toolchains.NAME]`, `endings = [\"{ending}\"]`, \
                     `run = \"NAME {{source}} {{args}}\"`, or name one: `toolchain = \"sh\"`"
                ),
                None => "name one, as in `toolchain = \"g++\"`".to_owned(),
            });
        self.error("unknown-ending", program, message, Some(hint));
        None
    }

    fn known_toolchain(&mut self, named: &Spanned<String>) -> bool {
        let names: Vec<&str> = self
            .settings
            .toolchains
            .iter()
            .map(|known| known.name.as_str())
            .collect();
        if names.contains(&named.value.as_str()) {
            return true;
        }
        let hint = did_you_mean(&named.value, names.iter().copied())
            .unwrap_or_else(|| format!("the toolchains are `{}`", names.join("`, `")));
        let message = format!("there is no toolchain `{}`", named.value);
        self.error("unknown-toolchain", named, message, Some(hint));
        false
    }

    /// Data files, and the files of standard input.
    fn inputs(&mut self, experiment: &definitions::Experiment) {
        let source = Arc::clone(self.source());
        let of_variants = experiment.variants.iter().filter_map(|variant| variant.stdin.as_ref());
        let stdin_files = experiment
            .stdin
            .iter()
            .chain(of_variants)
            .filter_map(|stdin| match stdin {
                Stdin::File(file) => Some(file),
                Stdin::Text(_) => None,
            });
        let filled = stdin_files.flat_map(|file| filled_in(file, &experiment.axes));
        experiment.files.iter().for_each(|file| self.sinks_name(file));
        for file in experiment.files.iter().cloned().chain(filled) {
            self.files.find(&file, Use::Data, &source, self.diagnostics);
        }
    }

    /// Flags and arguments for which a toolchain's commands have no place.
    fn dropped_words(&mut self, experiment: &definitions::Experiment, variants: &[Variant]) {
        let axis = experiment.axes.iter().find(|axis| axis.name.value == TOOLCHAIN_AXIS);
        let of_axis: Vec<&str> = axis
            .iter()
            .flat_map(|axis| axis.values.iter().map(|value| value.text.as_str()))
            .collect();
        for variant in variants {
            let own = &variant.definition;
            let named = variant.toolchain.as_deref();
            for name in named
                .into_iter()
                .chain(named.is_none().then_some(&of_axis).into_iter().flatten().copied())
            {
                let known = self.settings.toolchains.iter().find(|known| known.name == name);
                let Some(toolchain) = known else { continue };
                for (word, given) in [
                    ("flags", [&experiment.flags, &own.flags]),
                    ("args", [&experiment.args, &own.args]),
                ] {
                    let place = format!("{{{word}}}");
                    let mut commands = toolchain.compile.iter().chain([&toolchain.run]);
                    if commands.any(|command| command.contains(&place)) {
                        continue;
                    }
                    for given in given
                        .into_iter()
                        .flatten()
                        .filter(|given| !given.value.trim().is_empty())
                    {
                        let message = format!("toolchain `{name}` drops these {word}: its commands have no `{place}`");
                        let hint =
                            format!("add `{place}` to a command of `[toolchains.{name}]` in `lessons/book.toml`");
                        let diagnostic =
                            Diagnostic::warning("dropped-words", &self.original.source, given.span.clone(), message);
                        self.diagnostics.push(diagnostic.hint(hint));
                    }
                }
            }
        }
    }

    fn claims(&mut self, index: usize, definition: &definitions::Experiment) -> Vec<Claim> {
        let mut claims = Vec::new();
        if let Some(span) = &definition.same_output {
            if definition.variants.len() < 2 {
                let place = Spanned::new(SAME_OUTPUT.to_owned(), span.clone());
                let message = "there is one variant, so no other output is the same".to_owned();
                let hint = "leave out `same_output`, or add a variant".to_owned();
                self.error("same-output-of-one", &place, message, Some(hint));
            }
            claims.push(Claim {
                name: SAME_OUTPUT.to_owned(),
                formula: same_output(index, definition),
                text: String::new(),
                expect: Some(Verdict::Holds),
            });
        }
        for claim in &definition.claims {
            if let Some(formula) = self.formula(&claim.named.expr, Some(index), Wanted::Truth) {
                claims.push(Claim {
                    name: claim.named.name.value.clone(),
                    formula,
                    text: claim.named.text.clone(),
                    expect: claim.expect,
                });
            }
        }
        claims
    }

    /// The predictions, without those that have errors.
    pub(super) fn predicts(&mut self) -> Vec<Predict> {
        let definitions = &self.original.predicts;
        definitions.iter().filter_map(|predict| self.predict(predict)).collect()
    }

    fn predict(&mut self, predict: &definitions::Predict) -> Option<Predict> {
        let ask = match &predict.ask {
            definitions::Ask::Figure { expr, options } => Ask::Figure {
                formula: self.formula(expr, None, Wanted::Guess)?,
                options: options.clone(),
            },
            definitions::Ask::Choices(choices) => {
                let resolved: Vec<Option<Choice>> = choices.iter().map(|choice| self.choice(choice)).collect();
                Ask::Choices(resolved.into_iter().collect::<Option<Vec<Choice>>>()?)
            }
        };
        Some(Predict {
            name: predict.name.value.clone(),
            titles: BTreeMap::new(),
            ask,
        })
    }

    fn choice(&mut self, choice: &NamedExpr) -> Option<Choice> {
        Some(Choice {
            name: choice.name.value.clone(),
            formula: self.formula(&choice.expr, None, Wanted::Truth)?,
        })
    }

    fn scope(&self, home: Option<usize>) -> Scope<'_> {
        Scope {
            source: &self.original.source,
            original: &self.original.source,
            experiments: &self.original.experiments,
            home,
        }
    }

    fn formula(&mut self, expr: &Expr, home: Option<usize>, wanted: Wanted) -> Option<Formula> {
        let taken = match wanted {
            Wanted::Figure => Taken::ByName,
            Wanted::Truth | Wanted::Guess => Taken::Here,
        };
        let formula = match resolve(expr, taken, self.scope(home)) {
            Ok(formula) => formula,
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                return None;
            }
        };
        let Some((message, hint)) = wanted.complaint(formula.kind) else {
            return Some(formula);
        };
        let diagnostic = Diagnostic::error("kind", self.source(), expr.span.clone(), message);
        self.diagnostics.push(diagnostic.hint(hint));
        None
    }
}

/// What an expression has to be where it stands.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Figure,
    Truth,
    /// What a reader can guess: a plain number, as options are.
    Guess,
}

impl Wanted {
    fn complaint(self, kind: Kind) -> Option<(String, &'static str)> {
        match self {
            Wanted::Figure if !kind.is_numeric() => Some((
                format!("a value is a figure, and this is {kind}"),
                "move it to `[claims]`",
            )),
            Wanted::Truth if kind != Kind::Truth => Some((
                format!("a claim is wanted here, and this is {kind}"),
                "compare it with something: `… >= 10`",
            )),
            Wanted::Guess if !matches!(kind, Kind::Number | Kind::Count) => Some((
                format!("readers guess a ratio, number or count, and this is {kind}"),
                "ask for a ratio, as in `wall(a) / wall(b)`, or give `[choices]`",
            )),
            _ => None,
        }
    }
}

fn resolved_axis(axis: &definitions::Axis) -> Axis {
    Axis {
        name: axis.name.value.clone(),
        points: axis.values.clone(),
    }
}

fn resolved_metric(metric: &definitions::ReportedMetric) -> ReportedMetric {
    ReportedMetric {
        metric: Metric::Reported(metric.name.value.clone()),
        kind: reported_kind(&metric.rule),
        definition: metric.clone(),
    }
}

/// A file's name with each `{axis}` in it filled in by each of its values.
fn filled_in(file: &Spanned<String>, axes: &[definitions::Axis]) -> Vec<Spanned<String>> {
    let mut names = vec![file.value.clone()];
    for axis in axes {
        let place = format!("{{{}}}", axis.name.value);
        if file.value.contains(&place) {
            names = names
                .iter()
                .flat_map(|name| axis.values.iter().map(|value| name.replace(&place, &value.text)))
                .collect();
        }
    }
    let filled = names.into_iter().map(|name| Spanned::new(name, file.span.clone()));
    filled.collect()
}
