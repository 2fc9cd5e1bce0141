//! Labels: the words for variants, axes, their values, metrics and claims.
//!
//! Owns where such words are looked up and their code spans. Deliberately absent: formulas, which only claims fall back to
//! (`evidence`).

use crate::book::Experiment;
use crate::book::formula::Point;
use crate::book::scope::SAME_OUTPUT;
use crate::lesson::definitions::AxisPoint;
use crate::lesson::names::{Metric, Sink};
use crate::locale::{Locale, Typographer};
use crate::plan::TrialId;
use crate::quantity::Rounded;

use super::{Phrase, Run, Telling, figures};

impl Telling<'_> {
    /// The words for a name of the lesson: its label, else the original's label, else words of our own, else the name.
    pub fn label(&self, name: &str) -> Phrase {
        self.labelled(name)
            .or_else(|| self.built_in(name))
            .unwrap_or_else(|| Phrase::text(name))
    }

    /// A label of the lesson, for the qualified name or else for its last part.
    pub(super) fn labelled(&self, name: &str) -> Option<Phrase> {
        let lesson = self.results.lesson();
        let find = |locale: Locale| {
            let labels = lesson.labels.get(&locale)?;
            let last = name.rsplit_once('.').map_or(name, |(_, last)| last);
            labels.get(name).or_else(|| labels.get(last)).map(String::as_str)
        };
        self.own_or_original(find)
    }

    /// The words that the locale has, else those of the original, which say so.
    pub(super) fn own_or_original<'w>(&self, find: impl Fn(Locale) -> Option<&'w str>) -> Option<Phrase> {
        let (locale, original) = (self.wording.locale(), self.results.lesson().original);
        match (find(locale), find(original)) {
            (Some(words), _) => Some(phrase(words, locale)),
            (None, Some(words)) => Some(foreign(words, original, locale)),
            (None, None) => None,
        }
    }

    fn built_in(&self, name: &str) -> Option<Phrase> {
        if name == SAME_OUTPUT {
            return Some(Phrase::text(self.wording.word("label-same-output")));
        }
        if let Some(metric) = Metric::parse(name) {
            return Some(self.metric_words(&metric));
        }
        let sink = Sink::parse(name.strip_prefix("sink.").unwrap_or(name))?;
        Some(Phrase::text(self.wording.word(&format!("sink-{}", sink.name()))))
    }

    /// The words for a metric, at the head of a column.
    pub(super) fn metric_label(&self, metric: &Metric) -> Phrase {
        self.labelled(&metric.to_string())
            .unwrap_or_else(|| self.metric_words(metric))
    }

    fn metric_words(&self, metric: &Metric) -> Phrase {
        Phrase::text(match metric {
            Metric::Syscall(call) => self
                .wording
                .message("metric-one-syscall", &[("call", call.as_str().into())]),
            Metric::Reported(name) => name.clone(),
            built_in => self.wording.word(&format!("metric-{}", built_in.name())),
        })
    }

    pub(super) fn axis_label(&self, experiment: &Experiment, axis: usize) -> Phrase {
        let name = &experiment.axes[axis].name;
        self.labelled(name).unwrap_or_else(|| match name.as_str() {
            "sink" => Phrase::text(self.wording.word("head-sink")),
            "toolchain" => Phrase::text(self.wording.word("head-toolchain")),
            name => Phrase::text(name),
        })
    }

    /// The words for an axis's value; a number is written the locale's way.
    pub(super) fn value_label(&self, experiment: &Experiment, axis: usize, value: usize) -> Phrase {
        let definition = &experiment.axes[axis];
        let point: &AxisPoint = &definition.points[value];
        let word = &point.name.value;
        let number = point
            .number
            .filter(|_| word.starts_with(|first: char| !first.is_alphabetic()));
        self.labelled(&format!("{}.{word}", definition.name))
            .or_else(|| {
                let number = figures::trimmed(Rounded::exact(number?));
                Some(Phrase::text(self.wording.locale().number(number)))
            })
            .or_else(|| self.built_in(word).filter(|_| definition.name == "sink"))
            .unwrap_or_else(|| Phrase::text(word))
    }

    /// Whether an axis's value alone does not say what it is a value of: it has no label, and is neither a sink nor a toolchain.
    pub(super) fn wants_axis(&self, experiment: &Experiment, axis: usize, value: usize) -> bool {
        let definition = &experiment.axes[axis];
        let speaks = matches!(definition.name.as_str(), "sink" | "toolchain");
        let named = format!("{}.{}", definition.name, definition.points[value].name.value);
        !speaks && self.labelled(&named).is_none()
    }

    /// The words for an axis's value where no head of a column names the axis: `lines: 100,000`.
    fn placed_value(&self, experiment: &Experiment, axis: usize, value: usize) -> Phrase {
        let label = self.value_label(experiment, axis, value);
        match self.wants_axis(experiment, axis, value) {
            true => self.along(self.axis_label(experiment, axis), label),
            false => label,
        }
    }

    /// An axis with what is told of it.
    pub(super) fn along(&self, axis: Phrase, told: Phrase) -> Phrase {
        let colon = match self.wording.locale() {
            Locale::Ja => "：",
            Locale::Cs | Locale::Es | Locale::En => ": ",
        };
        joined(vec![axis, told], colon)
    }

    /// The words for a point on some axes; empty for none.
    pub(super) fn cell_label(&self, experiment: &Experiment, point: &Point) -> Phrase {
        let values = point
            .iter()
            .map(|(axis, value)| self.placed_value(experiment, *axis, *value));
        joined(values.collect(), self.comma())
    }

    pub(super) fn trial_label(&self, experiment: &Experiment, id: &TrialId) -> Phrase {
        let value = |(axis, value): &(String, String)| {
            let axis = experiment.axes.iter().position(|known| known.name == *axis)?;
            let points = &experiment.axes[axis].points;
            let value = points.iter().position(|point| point.name.value == *value)?;
            Some(self.placed_value(experiment, axis, value))
        };
        let values = id
            .cell
            .iter()
            .map(|named| value(named).unwrap_or_else(|| Phrase::text(&named.1)));
        let name = match id.control {
            true => self.control_label(experiment),
            false => self.label(&id.variant),
        };
        joined([name].into_iter().chain(values).collect(), self.comma())
    }

    /// The words for the baseline's second run.
    pub(super) fn control_label(&self, experiment: &Experiment) -> Phrase {
        let baseline = self.label(&experiment.variants[0].name);
        // Where the baseline stands in the message, with its marks for code.
        let place = "\u{fffc}";
        let words = self.wording.message("label-control", &[("baseline", place.into())]);
        let (before, after) = words.split_once(place).unwrap_or((&words, ""));
        let text = |words: &str| (!words.is_empty()).then(|| Run::Text(words.to_owned()));
        Phrase {
            runs: text(before)
                .into_iter()
                .chain(baseline.runs)
                .chain(text(after))
                .collect(),
            foreign: None,
        }
    }

    /// The title of an experiment, else its name.
    pub(super) fn title(&self, experiment: &Experiment) -> Phrase {
        let title = |locale| experiment.titles.get(&locale).map(String::as_str);
        self.own_or_original(title)
            .unwrap_or_else(|| Phrase::text(&experiment.name))
    }

    fn comma(&self) -> &'static str {
        match self.wording.locale() {
            Locale::Ja => "、",
            Locale::Cs | Locale::Es | Locale::En => ", ",
        }
    }
}

/// Phrases one after the other. What all of them are foreign in is told; a part alone in another language is not.
pub(super) fn joined(phrases: Vec<Phrase>, separator: &str) -> Phrase {
    let first = phrases.first().and_then(|phrase| phrase.foreign);
    let mut joined = Phrase {
        runs: Vec::new(),
        foreign: first.filter(|_| phrases.iter().all(|phrase| phrase.foreign == first)),
    };
    for phrase in phrases {
        if !joined.runs.is_empty() {
            joined.runs.push(Run::Text(separator.to_owned()));
        }
        joined.runs.extend(phrase.runs);
    }
    joined
}

/// Words of the original where a translation has none; a lone code span is of no language.
fn foreign(words: &str, original: Locale, locale: Locale) -> Phrase {
    let told = phrase(words, original);
    let is_code = told.runs.iter().all(|run| matches!(run, Run::Code(_)));
    Phrase {
        foreign: (original != locale && !is_code).then_some(original),
        ..told
    }
}

/// `words` with their code spans, as in Markdown: between equal runs of backticks, less a space at both ends.
pub(super) fn phrase(words: &str, locale: Locale) -> Phrase {
    let mut typographer = Typographer::new(locale);
    let mut runs = Vec::new();
    let text = |runs: &mut Vec<Run>, typographer: &mut Typographer, words: &str| {
        if !words.is_empty() {
            runs.push(Run::Text(typographer.text(words)));
        }
    };
    let mut rest = words;
    let mut plain = String::new();
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let after = &rest[start + ticks..];
        plain.push_str(&rest[..start]);
        match closing(after, ticks) {
            Some(end) => {
                text(&mut runs, &mut typographer, &plain);
                plain.clear();
                typographer.opaque();
                runs.push(Run::Code(code(&after[..end]).to_owned()));
                rest = &after[end + ticks..];
            }
            None => {
                plain.push_str(&rest[start..start + ticks]);
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    text(&mut runs, &mut typographer, &plain);
    Phrase { runs, foreign: None }
}

/// Where in `text` a run of exactly `ticks` backticks begins.
fn closing(text: &str, ticks: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(start) = text[from..].find('`').map(|start| from + start) {
        let length = text[start..].len() - text[start..].trim_start_matches('`').len();
        if length == ticks {
            return Some(start);
        }
        from = start + length;
    }
    None
}

fn code(span: &str) -> &str {
    let inner = span.strip_prefix(' ').and_then(|span| span.strip_suffix(' '));
    inner.filter(|inner| !inner.trim().is_empty()).unwrap_or(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_code_spans() {
        let told = phrase("Zápis s `std::endl` i `` a`b ``", Locale::Cs);
        let expected = [
            Run::Text("Zápis s\u{a0}".to_owned()),
            Run::Code("std::endl".to_owned()),
            Run::Text(" i\u{a0}".to_owned()),
            Run::Code("a`b".to_owned()),
        ];
        assert_eq!(told.runs, expected);
        assert_eq!(phrase("a ` b", Locale::En), Phrase::text("a ` b"));
        assert_eq!(phrase("`x`", Locale::En).plain(), "x");
    }

    #[test]
    fn the_originals_words_stand_in_and_say_so() {
        assert_eq!(foreign("Both", Locale::En, Locale::Cs).foreign, Some(Locale::En));
        assert_eq!(foreign("`both`", Locale::En, Locale::Cs).foreign, None);
        assert_eq!(foreign("Both", Locale::En, Locale::En).foreign, None);
    }
}
