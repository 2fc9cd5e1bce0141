//! Messages: the words of the interface, from Fluent files, with their arguments.
//!
//! Owns the embedded files and how a book's own file stands before them. Deliberately absent: how figures are written,
//! which reach a message as text (`figures`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::diag::{Diagnostic, SourceText, Span, did_you_mean};
use crate::locale::{Locale, Typographer};
use crate::quantity::Rounded;

/// The messages of one locale.
pub struct Wording {
    locale: Locale,
    /// The book's own messages, which count before the embedded ones.
    own: Option<FluentBundle<FluentResource>>,
    embedded: FluentBundle<FluentResource>,
    /// Messages without arguments that were asked for before: pages ask for the same few thousands of times.
    words: Mutex<BTreeMap<String, String>>,
}

impl fmt::Debug for Wording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Wording")
            .field("locale", &self.locale)
            .field("overridden", &self.own.is_some())
            .finish_non_exhaustive()
    }
}

/// What is wrong with a book's own messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// `at` is the byte from which it is not Fluent.
    Syntax { at: usize, problem: String },
    /// A message that asks for something that it is not given, at `at` where its text says so.
    UnknownArgument {
        message: String,
        argument: String,
        at: Option<usize>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Syntax { problem, .. } => formatter.write_str(problem),
            Error::UnknownArgument { message, argument, .. } => {
                write!(formatter, "message `{message}` has no argument `${argument}`")
            }
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Where in the text it is wrong, as far as that is known.
    pub fn span(&self) -> Option<Span> {
        match self {
            Error::Syntax { at, .. } => Some(*at..*at),
            Error::UnknownArgument { argument, at, .. } => at.map(|at| at..at + 1 + argument.len()),
        }
    }
}

/// What a message is given. A number also brings the keyword of its plural: beside `$rounds` stands `$rounds-plural`, one of
/// `one`, `few`, `many` and `other`.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Text(String),
    Number(Rounded),
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Argument::Text(text)
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Argument::Text(text.to_owned())
    }
}

impl From<Rounded> for Argument {
    fn from(number: Rounded) -> Self {
        Argument::Number(number)
    }
}

impl From<u64> for Argument {
    fn from(count: u64) -> Self {
        Argument::Number(Rounded {
            mantissa: i64::try_from(count).unwrap_or(i64::MAX),
            exponent: 0,
        })
    }
}

impl From<usize> for Argument {
    fn from(count: usize) -> Self {
        Argument::from(count as u64)
    }
}

/// The messages that are embedded for a locale.
pub(super) fn embedded(locale: Locale) -> &'static str {
    match locale {
        Locale::Cs => include_str!("../../templates/locales/cs.ftl"),
        Locale::Es => include_str!("../../templates/locales/es.ftl"),
        Locale::Ja => include_str!("../../templates/locales/ja.ftl"),
        Locale::En => include_str!("../../templates/locales/en.ftl"),
    }
}

impl Wording {
    /// The embedded messages of `locale`, and before them those of `overriding_ftl`, which may have any part of them.
    ///
    /// # Errors
    /// Where `overriding_ftl` is not Fluent, or a message in it has an argument that the embedded one has not.
    pub fn new(locale: Locale, overriding_ftl: Option<&str>) -> Result<Self, Error> {
        let known = bundle(locale, embedded(locale))?;
        let Some(ftl) = overriding_ftl else {
            return Ok(Wording {
                locale,
                own: None,
                embedded: known,
                words: Mutex::default(),
            });
        };
        let own = bundle(locale, ftl)?;
        let given = arguments(embedded(locale));
        for (message, used) in arguments(ftl) {
            let Some(given) = given.get(&message) else { continue };
            let is_unknown =
                |argument: &&String| !given.contains(argument.strip_suffix("-plural").unwrap_or(argument.as_str()));
            if let Some(argument) = used.iter().find(is_unknown) {
                let argument = argument.clone();
                let at = argument_at(ftl, &message, &argument);
                return Err(Error::UnknownArgument { message, argument, at });
            }
        }
        Ok(Wording {
            locale,
            own: Some(own),
            embedded: known,
            words: Mutex::default(),
        })
    }

    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// Warnings of messages in a book's own file that are none of the embedded ones, and so on no page.
    pub fn strays(locale: Locale, own: &Arc<SourceText>) -> Vec<Diagnostic> {
        let known = arguments(embedded(locale));
        let strays = arguments(&own.text).into_keys().filter(|id| !known.contains_key(id));
        let warning = |id: String| {
            let line = [" ", "="]
                .iter()
                .find_map(|after| own.text.find(&format!("\n{id}{after}")));
            let start = line.map_or(0, |before| before + 1);
            let message = format!("there is no message `{id}`, so it is on no page");
            let hint = did_you_mean(&id, known.keys().map(String::as_str))
                .unwrap_or_else(|| "the messages are those of the embedded file of the same name".to_owned());
            Diagnostic::warning("messages", own, start..start + id.len(), message).hint(hint)
        };
        strays.map(warning).collect()
    }

    /// A message that is embedded in each locale, with the no-break spaces of the locale's typography.
    ///
    /// # Panics
    /// Where there is none of this id or with these arguments; [`Wording::find`] answers for ids that are not our own.
    pub fn message(&self, id: &str, arguments: &[(&str, Argument)]) -> String {
        match self.find(id, arguments) {
            Some(message) => message,
            None => panic!("the embedded messages have `{id}`, with other arguments or not at all"),
        }
    }

    /// A message without arguments.
    pub fn word(&self, id: &str) -> String {
        let known = || self.words.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(word) = known().get(id) {
            return word.clone();
        }
        let word = self.message(id, &[]);
        known().insert(id.to_owned(), word.clone());
        word
    }

    /// A message of the book's own or an embedded one, if there is one of this id that needs no other arguments.
    pub fn find(&self, id: &str, arguments: &[(&str, Argument)]) -> Option<String> {
        let mut given = FluentArgs::new();
        for (name, argument) in arguments {
            match argument {
                Argument::Text(text) => given.set(*name, FluentValue::from(text.as_str())),
                Argument::Number(number) => {
                    given.set(*name, FluentValue::from(self.locale.number(*number)));
                    let plural = self.locale.plural(*number).keyword();
                    given.set(format!("{name}-plural"), FluentValue::from(plural));
                }
            }
        }
        let own = self.own.as_ref().and_then(|own| format_message(own, id, &given));
        let message = own.or_else(|| format_message(&self.embedded, id, &given))?;
        Some(Typographer::new(self.locale).text(&message))
    }
}

fn bundle(locale: Locale, ftl: &str) -> Result<FluentBundle<FluentResource>, Error> {
    let resource = FluentResource::try_new(ftl.to_owned()).map_err(|(_, problems)| {
        let first = problems.first();
        let start = first.map_or(0, |problem| problem.pos.start.min(ftl.len()));
        Error::Syntax {
            at: ftl.floor_char_boundary(start),
            problem: first.map_or_else(String::new, |problem| problem.kind.to_string()),
        }
    })?;
    let language = locale.tag().parse().expect("a locale's tag is a language identifier");
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    bundle.set_use_isolating(false);
    bundle.add_resource_overriding(resource);
    Ok(bundle)
}

fn format_message(bundle: &FluentBundle<FluentResource>, id: &str, arguments: &FluentArgs<'_>) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    let mut problems = Vec::new();
    let told = bundle.format_pattern(pattern, Some(arguments), &mut problems);
    problems.is_empty().then(|| told.into_owned())
}

/// Where a message of a Fluent text first names an argument.
fn argument_at(ftl: &str, message: &str, argument: &str) -> Option<usize> {
    let mut lines = ftl.split_inclusive('\n').scan(0, |start, line| {
        let here = *start;
        *start += line.len();
        Some((here, line))
    });
    let opens = |line: &str| line.split_once('=').is_some_and(|(id, _)| id.trim_end() == message);
    let (start, _) = lines.find(|(_, line)| opens(line))?;
    let found = ftl[start..].find(&format!("${argument}"))?;
    Some(start + found)
}

/// The messages of a Fluent text with the names of their arguments.
pub(super) fn arguments(ftl: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = None;
    for line in ftl.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with(|first: char| first.is_ascii_alphabetic())
            && let Some((id, _)) = line.split_once('=')
        {
            let id = id.trim().to_owned();
            messages.entry(id.clone()).or_default();
            current = Some(id);
        }
        let Some(used) = current.as_ref().and_then(|id| messages.get_mut(id)) else {
            continue;
        };
        for after in line.split('$').skip(1) {
            let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
            let length = after.find(|character| !is_part(character)).unwrap_or(after.len());
            used.insert(after[..length].to_owned());
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_books_own_messages_count_before_the_embedded_ones() {
        let own = Wording::new(Locale::En, Some("verdict-holds = is so\n")).unwrap();
        assert_eq!(own.word("verdict-holds"), "is so");
        assert_eq!(own.word("verdict-fails"), "fails");
        assert_eq!(own.find("no-such-message", &[]), None);
    }

    #[test]
    fn threads_can_share_one_wording() {
        let wording = Wording::new(Locale::Ja, None).unwrap();
        let words = std::thread::scope(|scope| scope.spawn(|| wording.word("where-nowhere")).join().unwrap());
        assert_eq!(words, "なし");
    }

    #[test]
    fn other_messages_of_a_book_are_found() {
        let own = Wording::new(Locale::Cs, Some("imprint-line = k { $what } a dál\n")).unwrap();
        let told = own.find("imprint-line", &[("what", "lekci".into())]);
        assert_eq!(told.as_deref(), Some("k\u{a0}lekci a\u{a0}dál"));
        assert_eq!(own.find("imprint-line", &[]), None);
    }

    #[test]
    fn broken_messages_of_a_book_are_refused() {
        let broken = Wording::new(Locale::En, Some("verdict-holds = fine\nverdict-fails = { $\n"));
        assert!(matches!(broken, Err(Error::Syntax { at: 21.., .. })), "{broken:?}");
        let unknown = Wording::new(Locale::En, Some("evidence-missing = no: { $why }\n"));
        let expected = Error::UnknownArgument {
            message: "evidence-missing".to_owned(),
            argument: "why".to_owned(),
            at: Some(25),
        };
        assert_eq!(unknown.unwrap_err(), expected);
    }

    #[test]
    fn words_agree_with_numbers() {
        let cs = Wording::new(
            Locale::Cs,
            Some(
                "lines-left = { $n } { $n-plural -> \n [one] řádek\n [few] řádky\n [many] řádku\n *[other] řádků\n }\n",
            ),
        )
        .unwrap();
        let told = |number: Rounded| cs.message("lines-left", &[("n", number.into())]);
        let at = |mantissa, exponent| Rounded { mantissa, exponent };
        assert_eq!(told(at(1, 0)), "1\u{a0}řádek");
        assert_eq!(told(at(3, 0)), "3\u{a0}řádky");
        assert_eq!(told(at(15, -1)), "1,5\u{a0}řádku");
        assert_eq!(told(at(200_000, 0)), "200\u{a0}000\u{a0}řádků");
    }
}
