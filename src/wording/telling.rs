//! One lesson told in one locale: figures and claims as its sentences ask for them.
//!
//! Owns what each role of a sentence becomes, and where a figure says it comes from. Deliberately absent: the panel
//! (`panel`), and how a figure is written (`figures`).

use crate::book::Experiment;
use crate::claim::{Figure, Results};
use crate::lesson::document::{Form, VerdictItem};
use crate::lesson::names::Verdict;
use crate::locale::Locale;
use crate::record::Reason;

use super::beside::Scale;
use super::figures::NOT_AVAILABLE;
use super::{Origin, Phrase, Told, Wording};

/// What the records say about one lesson, told in one locale.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    pub(super) wording: &'a Wording,
    pub(super) results: &'a Results<'a>,
    /// For each experiment whose samples it has.
    pub(super) origins: &'a [Option<Origin>],
}

impl<'a> Telling<'a> {
    /// `origins` are those of the lesson's experiments, in their order.
    pub fn new(wording: &'a Wording, results: &'a Results<'a>, origins: &'a [Option<Origin>]) -> Self {
        debug_assert_eq!(results.lesson().experiments.len(), origins.len());
        Telling {
            wording,
            results,
            origins,
        }
    }

    pub fn wording(&self) -> &'a Wording {
        self.wording
    }

    /// The figure of `` {value}`EXPR; FORM; …` ``, by the expression as it stands in the role.
    pub fn value(&self, expr_text: &str, forms: &[Form]) -> Told {
        let lesson = self.results.lesson();
        let Some(formula) = lesson.figures.get(expr_text) else {
            return self.missing(&Reason::NotDefined, 0);
        };
        let figure = self.results.figure(formula);
        let (text, scale) = self
            .wording
            .phrase(&figure, self.beside(formula.experiment, &formula.term), forms);
        Told {
            text,
            ..self.told(&figure, scale, formula.experiment)
        }
    }

    /// A claim's verdict as a word in the sentence, with its evidence as the source.
    pub fn claim_word(&self, name: &str) -> Told {
        let Some((experiment, claim)) = self.results.lesson().claim(name) else {
            return self.missing(&Reason::NotDefined, 0);
        };
        let finding = self.results.finding(experiment, claim);
        let evidence = self.evidence(experiment, claim, &finding);
        let what = match evidence.is_empty() {
            true => self.verdict_word(finding.verdict),
            false => evidence.join(self.between_cells()),
        };
        Told {
            text: self.verdict_word(finding.verdict),
            interval: None,
            source: self.placed(&what, experiment),
            experiment: self.experiment_name(experiment),
            lacking: None,
        }
    }

    /// The values of the quantified axes at which a claim has one of the verdicts, as one enumeration.
    pub fn claim_where(&self, name: &str, verdicts: &[Verdict]) -> Told {
        let lesson = self.results.lesson();
        let Some((index, claim)) = lesson.claim(name) else {
            return self.missing(&Reason::NotDefined, 0);
        };
        let finding = self.results.finding(index, claim);
        let cells = finding.cells.iter().filter(|cell| verdicts.contains(&cell.verdict));
        let points: Vec<&[(usize, usize)]> = cells
            .map(|cell| cell.point.as_slice())
            .filter(|point| !point.is_empty())
            .collect();
        Told {
            text: match points.is_empty() {
                true => self.wording.word("where-nowhere"),
                false => self.places(&lesson.experiments[index], &points),
            },
            ..self.claim_word(name)
        }
    }

    /// The item of a verdict list that came true.
    pub fn chosen<'b>(&self, claim: &str, items: &'b [VerdictItem]) -> Option<&'b VerdictItem> {
        let (experiment, claim) = self.results.lesson().claim(claim)?;
        let verdict = self.results.finding(experiment, claim).verdict;
        items
            .iter()
            .find(|item| item.verdicts.iter().any(|known| known.value == verdict))
    }

    pub(super) fn verdict_word(&self, verdict: Verdict) -> String {
        self.wording.word(&format!("verdict-{}", verdict.name()))
    }

    /// A figure by itself, with where it comes from.
    pub(super) fn told(&self, figure: &Figure, scale: Scale, experiment: usize) -> Told {
        let ends = self.wording.interval(figure, scale);
        let what = match figure {
            Figure::NotAvailable(reason) => return self.missing(reason, experiment),
            Figure::Exact(_) => self.wording.word("source-exact"),
            Figure::Interval(interval) => {
                let ends = ends.clone().unwrap_or_default();
                let sittings = self.sittings(interval.sessions);
                let rounds = interval.rounds.into();
                self.wording.message(
                    "source-interval",
                    &[
                        ("interval", ends.into()),
                        ("rounds", rounds),
                        ("sittings", sittings.into()),
                    ],
                )
            }
        };
        Told {
            text: self.wording.figure(figure, scale),
            interval: ends,
            source: self.placed(&what, experiment),
            experiment: self.experiment_name(experiment),
            lacking: None,
        }
    }

    pub(super) fn missing(&self, reason: &Reason, experiment: usize) -> Told {
        let told = self.reason(reason, experiment);
        let what = self.wording.message("source-missing", &[("reason", told.into())]);
        Told {
            text: NOT_AVAILABLE.to_owned(),
            interval: None,
            source: self.placed(&what, experiment),
            experiment: self.experiment_name(experiment),
            lacking: Some(self.lacking(reason, experiment)),
        }
    }

    pub(super) fn experiment_name(&self, experiment: usize) -> String {
        let experiments = &self.results.lesson().experiments;
        experiments
            .get(experiment)
            .map_or_else(String::new, |experiment| experiment.name.clone())
    }

    /// In how many sittings rounds were measured. Two say no more than one of how a figure moves between them.
    pub(super) fn sittings(&self, sessions: usize) -> String {
        match sessions {
            0 | 1 => self.wording.word("sittings-one"),
            2 => self.wording.word("sittings-two"),
            more => self.wording.message("sittings-many", &[("sessions", more.into())]),
        }
    }

    /// `what` with the experiment and machine that it was measured in and on.
    pub(super) fn placed(&self, what: &str, experiment: usize) -> String {
        let Some(definition) = self.results.lesson().experiments.get(experiment) else {
            return what.to_owned();
        };
        let title = self.wording.locale().quoted(&self.title(definition).plain());
        let arguments = [("what", what.into()), ("experiment", title.into())];
        match self.origins.get(experiment).and_then(Option::as_ref) {
            Some(origin) => {
                let machine = [("machine", origin.machine.cpu.as_str().into())];
                self.wording
                    .message("source-placed", &[&arguments[..], &machine[..]].concat())
            }
            None => self.wording.message("source-of-experiment", &arguments),
        }
    }

    /// Points as an enumeration; those that share the first value are told together, and their axis once where values do not
    /// name it: `soubor (řádků: 100 a 1 000), roura (řádků: 100)`.
    fn places(&self, experiment: &Experiment, points: &[&[(usize, usize)]]) -> String {
        let groups = points.chunk_by(|a, b| a.first() == b.first());
        let place = |group: &[&[(usize, usize)]]| {
            let (axis, value) = *group[0].first()?;
            let outer = self.value_label(experiment, axis, value).plain();
            let inner: Vec<&[(usize, usize)]> = group.iter().map(|point| &point[1..]).collect();
            Some(match inner[0].is_empty() {
                true => outer,
                false => {
                    let inner = self.places(experiment, &inner);
                    self.wording
                        .message("where-nested", &[("outer", outer.into()), ("inner", inner.into())])
                }
            })
        };
        let places: Vec<String> = groups.filter_map(place).collect();
        let places = self.wording.locale().list(&places);
        let mut values = points.iter().filter_map(|point| point.first());
        match values.find(|(axis, value)| self.wants_axis(experiment, *axis, *value)) {
            Some((axis, _)) => self
                .along(self.axis_label(experiment, *axis), Phrase::text(places))
                .plain(),
            None => places,
        }
    }

    /// What stands between several cells that are told in one line.
    pub(super) fn between_sentences(&self) -> &'static str {
        match self.wording.locale() {
            Locale::Ja => "",
            Locale::Cs | Locale::Es | Locale::En => " ",
        }
    }

    pub(super) fn between_cells(&self) -> &'static str {
        match self.wording.locale() {
            Locale::Ja => "；",
            Locale::Cs | Locale::Es | Locale::En => "; ",
        }
    }
}
