//! Questions to the reader: what can be guessed, and what turned out right.
//!
//! Owns options, the slider's range and which guess is nearest. Deliberately absent: the question's words, which prose asks.

use crate::book::formula::Formula;
use crate::book::{Ask, Choice, Predict};
use crate::claim::Figure;
use crate::lesson::names::Verdict;
use crate::locale::Locale;
use crate::quantity::{Kind, Quantity};

use super::beside::{PERCENT, Scale};
use super::{Asked, Phrase, Question, Telling};
use super::{figures, units};

impl Telling<'_> {
    /// A question with its answer.
    pub fn question(&self, predict: &Predict) -> Question {
        let ask = match &predict.ask {
            Ask::Figure { formula, options } if options.is_empty() => self.slider(formula),
            Ask::Figure { formula, options } => self.options(formula, options),
            Ask::Choices(choices) => self.choices(choices),
        };
        Question {
            name: predict.name.clone(),
            ask,
        }
    }

    /// What a question asks, where the fence of this edition or of the original says it in words.
    pub fn asks(&self, predict: &Predict) -> Option<Phrase> {
        let lesson = self.results.lesson();
        let title = |locale: Locale| {
            let words = &lesson.editions.get(&locale)?.words;
            let (_, words) = words.iter().find(|(name, _)| name.value == predict.name)?;
            words.title.as_ref().map(|title| title.value.as_str())
        };
        self.own_or_original(title)
    }

    fn options(&self, formula: &Formula, options: &[f64]) -> Asked {
        let figure = self.results.figure(formula);
        let beside = self.beside(formula.experiment, &formula.term);
        let told = |option: &f64| Phrase::text(self.wording.quantity(Quantity::new(formula.kind, *option), beside));
        Asked::Options {
            options: options.iter().map(told).collect(),
            right: figures::centre(&figure).and_then(|figure| nearest(options, figure.value())),
            unclear: self.unclear(&figure, formula.experiment),
        }
    }

    fn unclear(&self, figure: &Figure, experiment: usize) -> Option<String> {
        let Figure::NotAvailable(reason) = figure else {
            return None;
        };
        let reason = self.reason(reason, experiment);
        Some(
            self.wording
                .message("question-unmeasured", &[("reason", reason.into())]),
        )
    }

    fn choices(&self, choices: &[Choice]) -> Asked {
        let verdicts: Vec<Verdict> = choices
            .iter()
            .map(|choice| self.results.verdict(&choice.formula))
            .collect();
        let mut holding = (0..choices.len()).filter(|choice| verdicts[*choice] == Verdict::Holds);
        let right = holding.next().filter(|_| holding.next().is_none());
        Asked::Options {
            options: choices.iter().map(|choice| self.label(&choice.name)).collect(),
            right,
            unclear: right.is_none().then(|| self.wording.word("question-undecided")),
        }
    }

    fn slider(&self, formula: &Formula) -> Asked {
        let figure = self.results.figure(formula);
        let beside = self.beside(formula.experiment, &formula.term);
        let scale = units::automatic(&figure, beside);
        let value = figures::centre(&figure);
        let (least, most) = range(formula.kind, beside, value.map(Quantity::value));
        Asked::Slider {
            least: Quantity::new(formula.kind, least),
            most: Quantity::new(formula.kind, most),
            figure: self.told(&figure, scale, formula.experiment),
            value,
        }
    }
}

/// From a hundredth to a hundredfold for ratios, else what programs of a lesson may come to, in base units; widened by powers of
/// ten for a figure beyond.
fn range(kind: Kind, beside: Scale, value: Option<f64>) -> (f64, f64) {
    let (mut least, mut most) = match kind {
        Kind::Number if beside == Scale::Times => return (0.01, 100.0),
        Kind::Number if beside == PERCENT => (1e-3, 1.0),
        Kind::Duration => (1e3, 1e10),
        Kind::Bytes => (1e2, 1e9),
        Kind::Count => (1.0, 1e7),
        _ => (1e-2, 1e4),
    };
    if let Some(value) = value.filter(|value| *value > 0.0 && value.is_finite()) {
        while value < least {
            least /= 10.0;
        }
        while value > most {
            most *= 10.0;
        }
    }
    (least, most)
}

/// The option nearest to `value`: by their ratio where all are positive, else by their difference.
fn nearest(options: &[f64], value: f64) -> Option<usize> {
    let by_ratio = value > 0.0 && options.iter().all(|option| *option > 0.0);
    let distance = |option: f64| match by_ratio {
        true => (option / value).ln().abs(),
        false => (option - value).abs(),
    };
    (0..options.len()).min_by(|a, b| distance(options[*a]).total_cmp(&distance(options[*b])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_option_is_right() {
        assert_eq!(nearest(&[1.0, 2.0, 5.0, 20.0], 9.0), Some(2));
        assert_eq!(nearest(&[1.0, 2.0, 5.0, 20.0], 12.0), Some(3));
        assert_eq!(nearest(&[0.0, 10.0], 4.0), Some(0));
        assert_eq!(nearest(&[], 4.0), None);
    }

    #[test]
    fn the_slider_reaches_the_figure() {
        assert_eq!(range(Kind::Number, Scale::Times, Some(17.0)), (0.01, 100.0));
        assert_eq!(range(Kind::Count, Scale::Plain, Some(2e8)), (1.0, 1e9));
        let (least, most) = range(Kind::Duration, Scale::Plain, Some(20.0));
        assert!(least <= 20.0 && most == 1e10);
    }
}
