//! The way from a book's folder to its pages, without a machine: what is measured comes from an executor that is given.
//!
//! Deliberately absent: what such an executor shows (`script`), and what is looked for on the pages.

use std::collections::BTreeMap;

use workbook::book::{self, Book, Lesson};
use workbook::claim::Results;
use workbook::locale::Locale;
use workbook::plan::{self, Plan};
use workbook::process::Cancel;
use workbook::record::{Circumstances, Machine, Record};
use workbook::render::{self, Chapter, File, Section, Shelf, Theme, Voice};
use workbook::run::{self, Executor};
use workbook::source::Folder;
use workbook::toolchain::Probe;
use workbook::wording::{Origin, Telling, Wording};

/// Enough for the verdict of each of a dozen claims.
const ROUNDS: usize = 20;

/// A book that is ready to be told.
pub(crate) struct Stage {
    folder: Folder,
    pub(crate) book: Book,
    shelf: Shelf,
    theme: Theme,
    wordings: BTreeMap<Locale, Wording>,
}

impl Stage {
    /// The book of a folder whose lessons are sound.
    pub(crate) fn at(folder: Folder) -> Result<Stage, String> {
        let loaded = book::load(&folder).map_err(|diagnostic| diagnostic.render(false))?;
        let book = loaded.value;
        if !book.broken.is_empty() {
            let told = loaded.diagnostics.iter().map(|diagnostic| diagnostic.render(false));
            return Err(told.collect::<Vec<_>>().join("\n\n"));
        }
        let wordings = Locale::ALL.map(|locale| (locale, Wording::new(locale, None).expect("the embedded messages")));
        Ok(Stage {
            shelf: Shelf::of(&book),
            theme: Theme::of(&folder).expect("the embedded theme"),
            wordings: BTreeMap::from(wordings),
            book,
            folder,
        })
    }

    pub(crate) fn wording(&self, locale: Locale) -> &Wording {
        &self.wordings[&locale]
    }

    /// The plan of one of a lesson's experiments, on a machine that has every toolchain.
    pub(crate) fn plan(&self, lesson: &Lesson, experiment: usize) -> Plan {
        let probe = |name: &str| Probe::Found {
            version: format!("{name} 1"),
            executables: BTreeMap::new(),
        };
        let experiment = &lesson.experiments[experiment];
        plan::plan(lesson, experiment, &self.book.settings, &self.folder, &probe).expect("a sound lesson has a plan")
    }

    /// The record of an experiment measured for some rounds.
    pub(crate) fn record(&self, lesson: &Lesson, experiment: usize, executor: &dyn Executor) -> Record {
        let options = run::Options {
            seed: 1,
            circumstances: Circumstances::default(),
            cancel: Cancel::default(),
        };
        let plan = self.plan(lesson, experiment);
        let measured = run::measure(
            &plan,
            executor,
            options,
            &mut |record| record.rounds() >= ROUNDS,
            &mut |_| (),
        );
        measured.expect("a scripted machine does not fail").record
    }

    /// The pages of a lesson in one locale.
    pub(crate) fn pages(&self, lesson: &Lesson, records: &[Option<Record>], locale: Locale) -> Vec<File> {
        let results = Results::new(lesson, records.iter().map(Option::as_ref).collect());
        let origins: Vec<Option<Origin>> = records.iter().map(|record| record.as_ref().map(|_| origin())).collect();
        let voices: BTreeMap<Locale, Voice<'_>> = self
            .wordings
            .iter()
            .map(|(locale, wording)| {
                let telling = Telling::new(wording, &results, &origins);
                (*locale, Voice::new(telling, lesson, &self.folder))
            })
            .collect();
        let told = lesson.sections(locale);
        let sections: Vec<Section<'_>> = told
            .iter()
            .map(|section| Section {
                teller: &voices[&section.locale],
                blocks: section.blocks,
            })
            .collect();
        let chapter = Chapter {
            slug: &lesson.slug,
            shelf: &self.shelf,
            teller: &voices[&locale],
            sections: &sections,
        };
        render::render(chapter, &self.theme)
            .expect("the page is filled in")
            .files
    }
}

fn origin() -> Origin {
    let machine = Machine {
        cpu: "Scripted CPU".to_owned(),
        cores: 2,
        architecture: "x86_64".to_owned(),
        virtualisation: "none".to_owned(),
    };
    Origin {
        machine_id: machine.id(),
        machine,
        is_reference: false,
        is_outdated: false,
    }
}

/// A page by the ending of its path.
pub(crate) fn page(files: &[File], ending: &str) -> String {
    let found = files.iter().find(|(path, _)| path.ends_with(ending));
    let (_, bytes) = found.expect("there is such a page");
    String::from_utf8(bytes.clone()).expect("pages are UTF-8")
}
