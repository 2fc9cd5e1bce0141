//! The order of the stages: the only place that knows it.
//!
//! Owns building, checking and measuring a book from its folder. Deliberately absent: what each stage does, and printing:
//! what happens is told to an observer.

mod alone;
mod choice;
mod event;
mod measuring;
mod output;
mod pages;
mod why;

use std::ffi::OsString;
use std::path::PathBuf;

use crate::book::{self, Book, Lesson};
use crate::claim::Results;
use crate::diag::did_you_mean;
use crate::locale::Locale;
use crate::process::Cancel;
use crate::record::Record;
use crate::source::Folder;
use crate::toolchain::Toolchains;

pub use choice::{Chosen, Measuring, Source};
pub use event::{Event, Observer, Report, Sources};
pub use why::{Asked, State, Why};

use choice::Bench;
use event::Log;

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
    /// How many sessions each record is to have; `None` for as many as its experiment says.
    pub sessions: Option<u32>,
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
    /// Where a file of the book should go is one that the book did not write.
    NotOurs { path: PathBuf },
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
    let mut log = Log::new(observer);
    let book = load(options, &mut log)?;
    let told = tell(options, &book, cancel, &mut log)?;
    // Made where none is written, too: the book's own templates may have mistakes.
    let pages = pages::pages(options, &book, &told, &mut log);
    if cancel.is_cancelled() {
        return Err(Error::Cancelled);
    }
    if let Some((out, pages)) = options.out.as_ref().zip(pages) {
        let broken = log.report.broken.iter();
        log.report.staying = broken.filter(|slug| pages.have(slug)).cloned().collect();
        let everything = options.only.is_empty() && options.locales.is_empty() && log.report.is_whole();
        let written = output::write(&options.folder, out, &pages.files, everything)?;
        if everything {
            pages.sweep();
        }
        if let Some(error) = written.unlisted {
            let message = format!("it cannot be kept which pages were written: {error}");
            log.warn_once(&message, "pages of lessons that are gone stay until you remove them");
        }
        log.tell(Event::Wrote {
            out,
            files: pages.files.len(),
            changed: written.changed,
            removed: written.removed,
        });
    }
    Ok(log.report)
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
    let mut log = Log::new(observer);
    let book = load(options, &mut log)?;
    let told = tell(options, &book, cancel, &mut log)?;
    for each in &told {
        show(&book, each);
    }
    Ok(log.report)
}

fn load(options: &Options, log: &mut Log<'_>) -> Result<Book, Error> {
    let warned = book::load(&options.folder).map_err(Error::NoBook)?;
    for diagnostic in &warned.diagnostics {
        log.tell(Event::Diagnostic(diagnostic));
    }
    let book = warned.value;
    log.report.broken.clone_from(&book.broken);
    for slug in &options.only {
        let broken = book.broken.iter().map(String::as_str);
        let known = book.lessons.iter().map(|lesson| lesson.slug.as_str()).chain(broken);
        check_name(slug, known, format!("there is no lesson `{slug}`"), "lessons")?;
    }
    for locale in &options.locales {
        let known = book.settings.locales.iter().map(|known| known.tag());
        let what = format!("the book has no locale `{locale}`");
        check_name(locale.tag(), known, what, "locales")?;
    }
    if let Some(name) = &options.experiment {
        for lesson in book.lessons.iter().filter(|lesson| is_asked_for(options, lesson)) {
            let known = lesson.experiments.iter().map(|experiment| experiment.name.as_str());
            let what = format!("lesson `{}` has no experiment `{name}`", lesson.slug);
            check_name(name, known, what, "experiments")?;
        }
    }
    Ok(book)
}

fn is_asked_for(options: &Options, lesson: &Lesson) -> bool {
    options.only.is_empty() || options.only.contains(&lesson.slug)
}

/// An error about a name that is none of `known`, which are `plural`, with the nearest of them or all.
fn check_name<'k>(name: &str, known: impl Iterator<Item = &'k str>, what: String, plural: &str) -> Result<(), Error> {
    let known: Vec<&str> = known.collect();
    if known.contains(&name) {
        return Ok(());
    }
    let all = || match known.as_slice() {
        [] => format!("there are no {plural}"),
        known => format!("the {plural} are {}", list(known)),
    };
    let hint = did_you_mean(name, known.iter().copied()).unwrap_or_else(all);
    Err(Error::Unknown { what, hint: Some(hint) })
}

fn list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Chooses what each experiment is told from, measures for it, and judges its claims.
fn tell<'b>(options: &Options, book: &'b Book, cancel: &Cancel, log: &mut Log<'_>) -> Result<Vec<Told<'b>>, Error> {
    let toolchains = Toolchains::new(
        &book.settings.toolchains,
        options.search_path.clone(),
        options.home.clone(),
    );
    let _alone = alone::alone(options, cancel, log)?;
    let bench = Bench::new(options, book, &toolchains, cancel)?;
    let mut told = Vec::new();
    for lesson in book.lessons.iter().filter(|lesson| is_asked_for(options, lesson)) {
        if let Some(chosen) = bench.lesson(lesson, log)? {
            told.push(Told { lesson, chosen });
        }
    }
    // Each session of the whole book before the next one, so that those of one record lie apart in time.
    for number in 2..=bench.most_sessions(&told) {
        for one in &mut told {
            bench.sit(one.lesson, &mut one.chosen, number, log)?;
        }
    }
    let mut sources = Sources::default();
    for one in &told {
        for (_, chosen) in asked_for(options, one.lesson, &one.chosen) {
            *match chosen.source {
                Source::Measured => &mut sources.measured,
                Source::Fresh => &mut sources.fresh,
                Source::Last => &mut sources.last,
                Source::Reference => &mut sources.reference,
                Source::None => &mut sources.none,
            } += 1;
        }
        judge(one, options, log);
    }
    log.tell(Event::Chosen(&sources));
    Ok(told)
}

/// A lesson's experiments that were asked for, by their indices, each with one of `all`.
fn asked_for<'a, T>(options: &'a Options, lesson: &'a Lesson, all: &'a [T]) -> impl Iterator<Item = (usize, &'a T)> {
    let only = options.experiment.as_deref();
    let experiments = lesson.experiments.iter().enumerate().zip(all);
    experiments
        .filter(move |((_, experiment), _)| only.is_none_or(|only| only == experiment.name))
        .map(|((index, _), one)| (index, one))
}

/// Tells how the trials ended that should not have, and the verdict of each claim.
fn judge(told: &Told<'_>, options: &Options, log: &mut Log<'_>) {
    let results = told.results();
    let lesson = &told.lesson.slug;
    for (index, chosen) in asked_for(options, told.lesson, &told.chosen) {
        let experiment = &told.lesson.experiments[index].name;
        let trials = chosen.record.iter().flat_map(Record::told_apart);
        for trial in trials.filter(|trial| trial.is_failure()) {
            log.tell(Event::Failed {
                lesson,
                experiment,
                trial,
            });
        }
        for finding in results.findings(index) {
            log.tell(Event::Judged {
                lesson,
                experiment,
                finding: &finding,
            });
        }
    }
}
