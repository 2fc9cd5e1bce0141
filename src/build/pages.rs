//! Pages: each lesson told in each locale, front pages, and the files that pages refer to.
//!
//! Owns which pages a build makes. Deliberately absent: what is on them (`render`) and writing them (`output`).

use std::collections::BTreeMap;

use crate::book::{Book, Lesson};
use crate::claim::Results;
use crate::diag::Diagnostic;
use crate::locale::Locale;
use crate::render::{self, Chapter, File, Section, Shelf, Theme, Voice};
use crate::source::Folder;
use crate::wording::{Origin, Telling, Wording};

use super::event::{Event, Log};
use super::{Options, Told};

/// All files of the book, or as many as the book's own templates allow; what is wrong with these is told.
pub(super) fn pages(options: &Options, book: &Book, told: &[Told<'_>], log: &mut Log<'_>) -> Vec<File> {
    let mut complain = |diagnostic: &Diagnostic| log.tell(Event::Diagnostic(diagnostic));
    let folder = &options.folder;
    let theme = match Theme::of(folder) {
        Ok(theme) => theme,
        Err(diagnostics) => {
            diagnostics.iter().for_each(complain);
            return Vec::new();
        }
    };
    let mut wordings = BTreeMap::new();
    // Of all locales: where a book.toml is wrong, editions may be in one that it does not list.
    for locale in Locale::ALL {
        match wording(folder, locale) {
            Ok(wording) => {
                wordings.insert(locale, wording);
            }
            Err(diagnostic) => {
                complain(&diagnostic);
                return Vec::new();
            }
        }
    }
    let shelf = Shelf::of(book);
    let mut files = render::assets(&theme);
    let mut add = |made: Result<Vec<File>, Box<Diagnostic>>| match made {
        Ok(made) => files.extend(made),
        Err(diagnostic) => complain(&diagnostic),
    };
    let in_order: Vec<&Wording> = book
        .settings
        .locales
        .iter()
        .filter_map(|locale| wordings.get(locale))
        .collect();
    add(render::fronts(&shelf, &in_order, &theme));
    for each in told {
        let results = each.results();
        let origins: Vec<Option<Origin>> = each.chosen.iter().map(|chosen| chosen.origin.clone()).collect();
        let lesson = LessonPages {
            lesson: each.lesson,
            results: &results,
            origins: &origins,
            folder,
        };
        for locale in each
            .lesson
            .editions
            .keys()
            .filter(|locale| is_wanted(options, **locale))
        {
            add(lesson.chapter(*locale, &wordings, &shelf, &theme));
        }
    }
    files.sort();
    files.dedup_by(|next, file| next.0 == file.0);
    files
}

fn is_wanted(options: &Options, locale: Locale) -> bool {
    options.locales.is_empty() || options.locales.contains(&locale)
}

/// The words of a locale, with the book's own in place of the embedded ones.
fn wording(folder: &Folder, locale: Locale) -> Result<Wording, Box<Diagnostic>> {
    let own = folder.template(&format!("locales/{locale}.ftl"))?;
    Wording::new(locale, own.as_ref().map(|source| source.text.as_str())).map_err(|error| {
        let source = own.unwrap_or_else(|| crate::diag::SourceText::new(format!("templates/locales/{locale}.ftl"), ""));
        Box::new(Diagnostic::about_file("messages", &source, error.to_string()))
    })
}

/// A lesson with all that its pages are told from.
struct LessonPages<'a> {
    lesson: &'a Lesson,
    results: &'a Results<'a>,
    origins: &'a [Option<Origin>],
    folder: &'a Folder,
}

impl LessonPages<'_> {
    /// The pages of one locale, and the lesson's own files that they refer to.
    fn chapter(
        &self,
        locale: Locale,
        wordings: &BTreeMap<Locale, Wording>,
        shelf: &Shelf,
        theme: &Theme,
    ) -> Result<Vec<File>, Box<Diagnostic>> {
        let sections = self.lesson.sections(locale);
        // The reader's own edition, and the original where it stands in.
        let voices: BTreeMap<Locale, Voice<'_>> = sections
            .iter()
            .map(|section| section.locale)
            .chain([locale])
            .filter_map(|told| Some((told, self.voice(wordings.get(&told)?))))
            .collect();
        let told: Vec<Section<'_>> = sections
            .iter()
            .map(|section| Section {
                teller: &voices[&section.locale],
                blocks: section.blocks,
            })
            .collect();
        let chapter = Chapter {
            slug: &self.lesson.slug,
            shelf,
            teller: &voices[&locale],
            sections: &told,
        };
        let rendered = render::render(chapter, theme)?;
        let mut files = rendered.files;
        for name in rendered.assets {
            // That the file is there was checked when the lesson was resolved; it may be gone since.
            if let Ok(asset) = self.folder.asset(&self.lesson.slug, &name) {
                files.push((render::asset(&self.lesson.slug, &name), asset.bytes));
            }
        }
        Ok(files)
    }

    fn voice<'v>(&'v self, wording: &'v Wording) -> Voice<'v> {
        Voice::new(
            Telling::new(wording, self.results, self.origins),
            self.lesson,
            self.folder,
        )
    }
}
