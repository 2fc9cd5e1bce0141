//! A question to the reader in HTML: complete without a script, which makes a form of it.
//!
//! Owns what the template `predict.html` is given. Deliberately absent: what happens on a guess (`book.js`).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::quantity::Quantity;
use crate::wording::{Asked, Question};

use super::html::{Writer, Written};
use super::inline::{figure, phrase};
use super::words::words;

#[derive(Serialize)]
struct Values {
    id: String,
    name: String,
    asks: Option<String>,
    options: Vec<String>,
    /// Which option is right, from 0.
    right: Option<usize>,
    /// Why none is.
    unclear: Option<String>,
    slider: Option<Slider>,
    words: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Slider {
    least: String,
    most: String,
    value: Option<String>,
    figure: String,
    /// How a ratio is written, with `{}` for its number.
    pattern: String,
}

impl Writer<'_> {
    /// Nothing where the prediction is not known, which `book` tells.
    pub(super) fn predict(&mut self, name: &str) -> Written {
        let Some(question) = self.teller.question(name) else {
            return Ok(String::new());
        };
        let id = self.ids.unique(&format!("predict-{name}"));
        self.waiting.push(id.clone());
        let asks = self.teller.asks(name).map(|words| phrase(&words));
        let values = Values {
            asks,
            slider: self.slider(&question),
            words: words(self.teller.wording()),
            ..values(question, id)
        };
        self.theme.fill("predict.html", &values)
    }

    fn slider(&self, question: &Question) -> Option<Slider> {
        let number = |quantity: &Quantity| quantity.value().to_string();
        match &question.ask {
            Asked::Options { .. } => None,
            Asked::Slider {
                least,
                most,
                figure: told,
                value,
            } => Some(Slider {
                least: number(least),
                most: number(most),
                value: value.as_ref().map(number),
                figure: figure(told),
                pattern: self.teller.locale().times("{}"),
            }),
        }
    }
}

fn values(question: Question, id: String) -> Values {
    let (options, right, unclear) = match question.ask {
        Asked::Options {
            options,
            right,
            unclear,
        } => (options.iter().map(phrase).collect(), right, unclear),
        Asked::Slider { .. } => (Vec::new(), None, None),
    };
    Values {
        id,
        name: question.name,
        asks: None,
        options,
        right,
        unclear,
        slider: None,
        words: BTreeMap::new(),
    }
}
