//! The theme: templates, style sheets and scripts, embedded here and overridable file by file from a book's `templates/`.
//!
//! Owns the list of files and what is said of a broken one. Deliberately absent: what the templates are given.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use tera::{Context, ErrorKind, Tera};

use crate::diag::{Diagnostic, Severity, SourceText, Span, did_you_mean};
use crate::highlight::Highlighter;
use crate::locale::Locale;
use crate::source::Folder;

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../templates/", $name)))),*]
    };
}

/// Every file of the theme, by its path under `templates/`.
const FILES: [(&str, &str); 18] = embedded![
    "base.html",
    "chapter.html",
    "index.html",
    "front.html",
    "programs.html",
    "output.html",
    "callout.html",
    "predict.html",
    "panel.html",
    "footnotes.html",
    "chart.svg",
    "sweep.svg",
    "chapter.md",
    "index.md",
    "panel.md",
    "book.css",
    "chart.css",
    "book.js",
];

/// A theme that can be used.
#[derive(Debug)]
pub struct Theme {
    tera: Tera,
    sources: BTreeMap<String, Arc<SourceText>>,
    highlighter: Highlighter,
}

impl Theme {
    /// The theme of the book in `folder`: its own files, for the rest the embedded ones.
    ///
    /// # Errors
    /// All files of the book that are no templates, with the place in each.
    pub fn of(folder: &Folder) -> Result<Theme, Vec<Diagnostic>> {
        let mut overrides = Vec::new();
        let mut diagnostics = Vec::new();
        for (name, _) in FILES {
            match folder.template(name) {
                Ok(found) => overrides.extend(found.map(|source| (name, source))),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        match Theme::with(overrides) {
            Ok(theme) if diagnostics.is_empty() => Ok(theme),
            Ok(_) => Err(diagnostics),
            Err(broken) => {
                diagnostics.extend(broken);
                Err(diagnostics)
            }
        }
    }

    /// Warnings of the book's own files that are none of the theme's, and so on no page.
    pub fn strays(folder: &Folder) -> Vec<Diagnostic> {
        let messages = Locale::ALL.map(|locale| format!("locales/{locale}.ftl"));
        let known = || {
            FILES
                .iter()
                .map(|(name, _)| *name)
                .chain(messages.iter().map(String::as_str))
        };
        let own = folder.templates().into_iter();
        let strays = own.filter(|name| !known().any(|known| known == name.as_str()));
        let warning = |name: String| {
            let source = SourceText::new(format!("templates/{name}"), "");
            let message = format!("the theme has no file `{name}`, so it changes nothing");
            let hint = did_you_mean(&name, known())
                .unwrap_or_else(|| format!("its files are `{}`", known().collect::<Vec<_>>().join("`, `")));
            Diagnostic {
                severity: Severity::Warning,
                ..Diagnostic::about_file("unknown-template", &source, message).hint(hint)
            }
        };
        strays.map(warning).collect()
    }

    /// The embedded theme with some of its files replaced, each by its path under `templates/`.
    pub(super) fn with(overrides: Vec<(&str, Arc<SourceText>)>) -> Result<Theme, Vec<Diagnostic>> {
        let embedded =
            |(name, text): (&str, &str)| (name.to_owned(), SourceText::new(format!("templates/{name}"), text));
        let defaults: BTreeMap<String, Arc<SourceText>> = FILES.into_iter().map(embedded).collect();
        let mut sources = defaults.clone();
        sources.extend(overrides.into_iter().map(|(name, source)| (name.to_owned(), source)));
        let mut diagnostics = Vec::new();
        // A broken file is told and replaced by the embedded one, so that the next broken one is found too.
        loop {
            match parse(&sources) {
                Ok(tera) if diagnostics.is_empty() => {
                    return Ok(Theme {
                        tera,
                        sources,
                        highlighter: Highlighter::default(),
                    });
                }
                Ok(_) => return Err(diagnostics),
                Err((name, diagnostic)) => {
                    diagnostics.push(*diagnostic);
                    let default = name.and_then(|name| Some((name.clone(), Arc::clone(defaults.get(&name)?))));
                    match default {
                        Some((name, default)) if sources.get(&name) != Some(&default) => {
                            sources.insert(name, default);
                        }
                        _ => return Err(diagnostics),
                    }
                }
            }
        }
    }

    /// The same with another highlighter than a new one.
    #[must_use]
    pub fn highlighting_by(self, highlighter: Highlighter) -> Theme {
        Theme { highlighter, ..self }
    }

    pub fn highlighter(&self) -> &Highlighter {
        &self.highlighter
    }

    /// A file that is taken as it is.
    pub(super) fn file(&self, name: &str) -> &str {
        &self.sources[name].text
    }

    /// A template filled in.
    ///
    /// # Errors
    /// A template that asks for what is not there, with the place in it.
    pub(super) fn fill<T: Serialize>(&self, name: &str, values: &T) -> Result<String, Box<Diagnostic>> {
        Context::from_serialize(values)
            .and_then(|context| self.tera.render(name, &context))
            .map_err(|error| diagnostic(&error, name, &self.sources).1)
    }
}

type Broken = (Option<String>, Box<Diagnostic>);

fn parse(sources: &BTreeMap<String, Arc<SourceText>>) -> Result<Tera, Broken> {
    let mut tera = Tera::default();
    tera.autoescape_on([".html", ".svg"]);
    let markdown = |text: &str, _: tera::Kwargs, _: &tera::State<'_>| super::escape::markdown(text, false);
    tera.register_filter("markdown", markdown);
    let lead = |words: &str, _: tera::Kwargs, _: &tera::State<'_>| crate::locale::lead(words);
    tera.register_filter("lead", lead);
    let templates = sources
        .iter()
        .filter(|(name, _)| !name.ends_with(".css") && !name.ends_with(".js"))
        .map(|(name, source)| (name.as_str(), source.text.as_str()));
    match tera.add_raw_templates(templates) {
        Ok(()) => Ok(tera),
        Err(error) => Err(diagnostic(&error, "", sources)),
    }
}

/// What tera found wrong, at its place; with the name of the file, as far as it is known.
fn diagnostic(error: &tera::Error, name: &str, sources: &BTreeMap<String, Arc<SourceText>>) -> Broken {
    let (name, span, message) = match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let name = if report.filename().is_empty() {
                name
            } else {
                report.filename()
            };
            (name, Some(report.span().range.clone()), report.message().to_owned())
        }
        ErrorKind::CircularExtend { tpl, .. } | ErrorKind::CircularInclude { tpl, .. } => {
            (tpl.as_str(), None, error.to_string())
        }
        ErrorKind::MissingParent { current, .. } => (current.as_str(), None, error.to_string()),
        _ => return reported(&error.to_string(), name, sources),
    };
    placed(name, span, message, sources)
}

/// Of what a template refers to and is not there, tera tells a finished report only: its place is read out of it again.
fn reported(report: &str, name: &str, sources: &BTreeMap<String, Arc<SourceText>>) -> Broken {
    let mut lines = report.lines();
    let message = lines.next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message).to_owned();
    let place = lines.next().and_then(|line| line.trim_start().strip_prefix("--> "));
    let mut parts = place.unwrap_or_default().rsplitn(3, ':');
    let (column, line, file) = (parts.next(), parts.next(), parts.next());
    let number = |word: Option<&str>| word?.parse::<usize>().ok()?.checked_sub(1);
    let (Some(file), Some(line), Some(column)) = (file, number(line), number(column)) else {
        return placed(name, None, report.to_owned(), sources);
    };
    let span = sources.get(file).map(|source| {
        let before = source
            .text
            .split_inclusive('\n')
            .take(line)
            .map(str::len)
            .sum::<usize>();
        let rest = source.text[before..]
            .chars()
            .take(column)
            .map(char::len_utf8)
            .sum::<usize>();
        before + rest..before + rest
    });
    placed(file, span, message, sources)
}

fn placed(name: &str, span: Option<Span>, message: String, sources: &BTreeMap<String, Arc<SourceText>>) -> Broken {
    match sources.get(name) {
        Some(source) => {
            let diagnostic = match span {
                Some(span) => Diagnostic::error("template", source, span, message),
                None => Diagnostic::about_file("template", source, message),
            };
            (Some(name.to_owned()), Box::new(diagnostic))
        }
        None => {
            let source = SourceText::new("templates", "");
            (None, Box::new(Diagnostic::about_file("template", &source, message)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(files: &[(&'static str, &str)]) -> Vec<Diagnostic> {
        let overrides = files
            .iter()
            .map(|(name, text)| (*name, SourceText::new(format!("templates/{name}"), *text)));
        Theme::with(overrides.collect()).map(|_| ()).expect_err("it is broken")
    }

    #[test]
    fn broken_templates_are_told_with_their_places_all_at_once() {
        let diagnostics = broken(&[
            ("output.html", "<p>\n{% if %}</p>"),
            ("callout.html", "{{ title | nonsense }}"),
        ]);
        let told: Vec<_> = diagnostics
            .iter()
            .map(|diagnostic| {
                let start = diagnostic.span.as_ref().expect("a place").start;
                (diagnostic.source.path.as_str(), diagnostic.source.line_column(start).0)
            })
            .collect();
        assert!(told.contains(&("templates/output.html", 2)), "{told:?}");
        assert!(told.contains(&("templates/callout.html", 1)), "{told:?}");
    }

    #[test]
    fn a_template_that_asks_for_what_is_not_there_is_told_at_its_place() {
        let source = SourceText::new("templates/output.html", "{{ words.nothing_of_the_kind }}");
        let theme = Theme::with(vec![("output.html", source)]).expect("its syntax is right");
        let values = BTreeMap::from([("words", BTreeMap::<String, String>::new())]);
        let diagnostic = theme.fill("output.html", &values).expect_err("nothing is there");
        assert_eq!(diagnostic.source.path, "templates/output.html");
        assert!(diagnostic.span.is_some());
    }
}
