//! The order of the stages: the only place that knows it.
//!
//! Owns building, checking and measuring a book from its folder. Deliberately absent: what each stage does, and printing:
//! what happens is told to an observer.

mod event;
mod measuring;
mod output;
mod pages;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::book::{self, Book, Lesson};
use crate::claim::Results;
use crate::diag::did_you_mean;
use crate::lesson::names::Verdict;
use crate::locale::Locale;
use crate::process::Cancel;
use crate::source::Folder;
use crate::toolchain::Toolchains;

pub use event::{Event, Observer, Report};
pub use measuring::{Chosen, Measuring};

use measuring::Bench;

/// What to build, and how.
#[derive(Clone, Debug)]
pub struct Options {
    pub folder: Folder,
    /// Slugs of the lessons to be measured and written, and experiments to be measured of them; empty for all.
    pub only: Vec<String>,
    /// Of the lessons, only this experiment.
    pub experiment: Option<String>,
    /// The locales to be written; empty for all of the book.
    pub locales: Vec<Locale>,
    /// Where the book is written; `None` writes none.
    pub out: Option<PathBuf>,
    /// Whose records are told; `None` for this machine's.
    pub machine: Option<String>,
    pub measuring: Measuring,
    /// Where toolchains are looked for, as in `PATH`.
    pub search_path: OsString,
    /// Where version managers keep their choices.
    pub home: Option<OsString>,
}

/// Why there was nothing to build.
#[derive(Debug)]
pub enum Error {
    /// There is no book, or its `book.toml` cannot be read.
    NoBook(Box<crate::diag::Diagnostic>),
    /// The lesson, experiment, locale or machine that was asked for is not there: what was asked, and a hint.
    Unknown { what: String, hint: Option<String> },
    /// A file of the book cannot be written.
    Output { path: PathBuf, error: std::io::Error },
    /// The user wanted no more.
    Cancelled,
}

/// One lesson with the records that its pages tell, an experiment each.
#[derive(Debug)]
pub struct Told<'b> {
    pub lesson: &'b Lesson,
    pub chosen: Vec<Chosen>,
}

impl Told<'_> {
    pub fn results(&self) -> Results<'_> {
        Results::new(
            self.lesson,
            self.chosen.iter().map(|chosen| chosen.record.as_ref()).collect(),
        )
    }
}

/// Builds a book: reads it, measures what is to be measured, judges its claims, and writes its pages.
///
/// # Errors
/// Where nothing could be built at all. What went wrong with single lessons or experiments is in the report.
pub fn build(options: &Options, cancel: &Cancel, observer: Observer<'_>) -> Result<Report, Error> {
    let mut report = Report::default();
    let book = load(options, &mut report, observer)?;
    let told = measure(options, &book, cancel, &mut report, observer)?;
    for each in &told {
        judge(each, options.experiment.as_deref(), &mut report, observer);
    }
    if cancel.is_cancelled() {
        return Err(Error::Cancelled);
    }
    if let Some(out) = &options.out {
        let files = pages::pages(options, &book, &told, &mut report, observer);
        let everything = options.only.is_empty() && options.locales.is_empty() && report.is_whole();
        let written = output::write(&options.folder, out, &files, everything)?;
        observer(Event::Wrote {
            out,
            files: files.len(),
            changed: written,
        });
    }
    Ok(report)
}

/// Measures as `build` does, and hands what is told of each lesson to `show`.
///
/// # Errors
/// As [`build`].
pub fn measured(
    options: &Options,
    cancel: &Cancel,
    observer: Observer<'_>,
    show: &mut dyn FnMut(&Book, &Told<'_>),
) -> Result<Report, Error> {
    let mut report = Report::default();
    let book = load(options, &mut report, observer)?;
    let told = measure(options, &book, cancel, &mut report, observer)?;
    for each in &told {
        show(&book, each);
        judge(each, options.experiment.as_deref(), &mut report, observer);
    }
    Ok(report)
}

fn load(options: &Options, report: &mut Report, observer: Observer<'_>) -> Result<Book, Error> {
    let warned = book::load(&options.folder).map_err(Error::NoBook)?;
    for diagnostic in &warned.diagnostics {
        report.count(diagnostic);
        observer(Event::Diagnostic(diagnostic));
    }
    let book = warned.value;
    report.broken.clone_from(&book.broken);
    let known = || book.lessons.iter().map(|lesson| lesson.slug.as_str());
    for slug in &options.only {
        if !known().any(|known| known == slug) && !book.broken.contains(slug) {
            return Err(Error::Unknown {
                what: format!("there is no lesson `{slug}`"),
                hint: did_you_mean(slug, known()).or_else(|| Some(format!("the lessons are {}", list(known())))),
            });
        }
    }
    for locale in &options.locales {
        if !book.settings.locales.contains(locale) {
            return Err(Error::Unknown {
                what: format!("the book has no locale `{locale}`"),
                hint: Some(format!(
                    "its locales are {}",
                    list(book.settings.locales.iter().map(|known| known.tag()))
                )),
            });
        }
    }
    Ok(book)
}

fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn measure<'b>(
    options: &Options,
    book: &'b Book,
    cancel: &Cancel,
    report: &mut Report,
    observer: Observer<'_>,
) -> Result<Vec<Told<'b>>, Error> {
    let toolchains = Toolchains::new(
        &book.settings.toolchains,
        options.search_path.clone(),
        options.home.clone(),
    );
    let bench = Bench::new(options, book, &toolchains, cancel)?;
    let wanted = |lesson: &&Lesson| options.only.is_empty() || options.only.contains(&lesson.slug);
    let mut told = Vec::new();
    let mut missing = BTreeMap::new();
    for lesson in book.lessons.iter().filter(wanted) {
        if let Some(name) = &options.experiment
            && !lesson.experiments.iter().any(|experiment| experiment.name == *name)
        {
            let known = || lesson.experiments.iter().map(|experiment| experiment.name.as_str());
            return Err(Error::Unknown {
                what: format!("lesson `{}` has no experiment `{name}`", lesson.slug),
                hint: did_you_mean(name, known()).or_else(|| Some(format!("its experiments are {}", list(known())))),
            });
        }
        if let Some(chosen) = bench.lesson(lesson, &mut missing, report, observer)? {
            told.push(Told { lesson, chosen });
        }
    }
    Ok(told)
}

/// Tells which claims do not hold, and counts those that got the opposite of what their lesson expects.
fn judge(told: &Told<'_>, only: Option<&str>, report: &mut Report, observer: Observer<'_>) {
    let results = told.results();
    for (index, experiment) in told.lesson.experiments.iter().enumerate() {
        if only.is_some_and(|only| only != experiment.name) {
            continue;
        }
        for finding in results.findings(index) {
            report.opposite += usize::from(finding.is_opposite());
            report.undecided += usize::from(finding.verdict == Verdict::Undecided);
            observer(Event::Judged {
                lesson: &told.lesson.slug,
                experiment: &experiment.name,
                finding: &finding,
            });
        }
    }
}
