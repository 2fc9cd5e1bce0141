//! Pages: each lesson told in each locale, front pages, and the files that pages refer to.
//!
//! Owns which pages a build makes and which are there already, so that none leads to one that is not. Deliberately absent: what
//! is on pages (`render`) and writing them (`output`).

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::book::{Book, Lesson};
use crate::claim::Results;
use crate::diag::Diagnostic;
use crate::highlight::Highlighter;
use crate::lesson;
use crate::locale::Locale;
use crate::render::{self, Chapter, File, Format, Heading, Section, Shelf, Shelved, Theme, Voice};
use crate::source::Folder;
use crate::wording::{Origin, Telling, Wording};

use super::event::{Event, Log};
use super::{Options, Told};

/// The pages of a book with the files that they refer to, sorted by path.
#[derive(Debug)]
pub(super) struct Pages {
    pub files: Vec<File>,
    shelf: Shelf,
    theme: Theme,
}

impl Pages {
    /// Whether some page of a lesson is in the book, be it of this build or of an earlier one.
    pub(super) fn have(&self, slug: &str) -> bool {
        self.shelf.find(slug).is_some()
    }

    /// Forgets what was kept of programs that are on no page any more.
    pub(super) fn sweep(&self) {
        self.theme.highlighter().sweep();
    }
}

/// All files that a build makes. `None` where the book's own templates or words have mistakes, which are told: all pages are made of
/// these, so none is.
pub(super) fn pages(options: &Options, book: &Book, told: &[Told<'_>], log: &mut Log<'_>) -> Option<Pages> {
    for stray in Theme::strays(&options.folder)
        .iter()
        .chain(&stray_messages(&options.folder))
    {
        log.tell(Event::Diagnostic(stray));
    }
    let made = ready(options).and_then(|(theme, wordings)| {
        let (files, shelf) = files(options, book, told, &theme, &wordings)?;
        Ok(Pages { files, shelf, theme })
    });
    made.map_err(|diagnostics| {
        for diagnostic in &diagnostics {
            log.tell(Event::Diagnostic(diagnostic));
        }
    })
    .ok()
}

type Wordings = BTreeMap<Locale, Wording>;

/// The theme and the words, the book's own before the embedded ones.
fn ready(options: &Options) -> Result<(Theme, Wordings), Vec<Diagnostic>> {
    let folder = &options.folder;
    let (mut wordings, mut wrong) = (Wordings::new(), Vec::new());
    // Of all locales: where a book.toml is wrong, editions may be in one that it does not list.
    for locale in Locale::ALL {
        match wording(folder, locale) {
            Ok(wording) => {
                wordings.insert(locale, wording);
            }
            Err(diagnostic) => wrong.push(*diagnostic),
        }
    }
    let kept = folder.root().join(".workbook").join("highlighted");
    match Theme::of(folder) {
        Ok(theme) if wrong.is_empty() => {
            let highlighter = Highlighter::keeping_in(kept, options.out.is_some());
            Ok((theme.highlighting_by(highlighter), wordings))
        }
        Ok(_) => Err(wrong),
        Err(broken) => Err([broken, wrong].concat()),
    }
}

fn files(
    options: &Options,
    book: &Book,
    told: &[Told<'_>],
    theme: &Theme,
    wordings: &Wordings,
) -> Result<(Vec<File>, Shelf), Vec<Diagnostic>> {
    let lessons: Vec<LessonPages<'_>> = told
        .iter()
        .map(|told| LessonPages {
            lesson: told.lesson,
            results: told.results(),
            origins: told.chosen.iter().map(|chosen| chosen.origin.clone()).collect(),
            folder: &options.folder,
        })
        .collect();
    let mut chapters = Vec::new();
    for lesson in &lessons {
        let locales = lesson.lesson.editions.keys().copied();
        chapters.extend(
            locales
                .filter(|locale| is_wanted(options, *locale))
                .map(|locale| (lesson, locale)),
        );
    }
    let fronts: Vec<Locale> = book
        .settings
        .locales
        .iter()
        .copied()
        .filter(|locale| is_wanted(options, *locale))
        .collect();

    // What will be there: what this build writes, and what an earlier one did.
    let mut written = BTreeSet::new();
    for format in [Format::Html, Format::Markdown] {
        written.extend(
            chapters
                .iter()
                .map(|(lesson, locale)| render::page(*locale, &lesson.lesson.slug, format)),
        );
        written.extend(fronts.iter().map(|locale| render::front_page(*locale, format)));
    }
    let is_there = |page: &str| {
        let on_disk = || options.out.as_ref().is_some_and(|out| out.join(page).is_file());
        written.contains(page) || on_disk()
    };
    let shelf = shelf(options, book, is_there);
    let listed = book
        .settings
        .locales
        .iter()
        .filter(|locale| is_there(&render::front_page(**locale, Format::Html)));
    let listed: Vec<&Wording> = listed.map(|locale| &wordings[locale]).collect();

    let mut files = render::assets(theme);
    let mut wrong = Vec::new();
    let made = in_order(&chapters, |(lesson, locale)| {
        lesson.chapter(*locale, wordings, &shelf, theme)
    });
    for made in [render::fronts(&shelf, &fronts, &listed, theme)]
        .into_iter()
        .chain(made)
    {
        match made {
            Ok(made) => files.extend(made),
            Err(diagnostic) => wrong.push(*diagnostic),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    files.sort();
    files.dedup_by(|next, file| next.0 == file.0);
    Ok((files, shelf))
}

fn is_wanted(options: &Options, locale: Locale) -> bool {
    options.locales.is_empty() || options.locales.contains(&locale)
}

/// The chapters that are there. Among them are those of lessons with errors: the pages of the last good build stay, and so do the
/// ways to them.
fn shelf(options: &Options, book: &Book, is_there: impl Fn(&str) -> bool) -> Shelf {
    let mut shelf = Shelf::of(book);
    for slug in &book.broken {
        shelf.insert(last_good(options, book, slug), &book.settings.lessons);
    }
    shelf.keep(is_there);
    shelf
}

/// A lesson with errors, as far as its editions can be read; where an edition cannot, its name stands for its title.
fn last_good(options: &Options, book: &Book, slug: &str) -> Shelved {
    let mut shelved = Shelved {
        slug: slug.to_owned(),
        original: book.settings.locales.first().copied().unwrap_or(Locale::En),
        level: None,
        after: Vec::new(),
        editions: BTreeMap::new(),
    };
    for locale in &book.settings.locales {
        let source = options.folder.text(&format!("lessons/{slug}/{locale}.md"));
        let front = source.ok().map(|source| lesson::parse(*locale, &source).value.front);
        let (title, summary) = front.as_ref().map_or(("", ""), |front| (&front.title, &front.summary));
        let title = if title.is_empty() { slug } else { title };
        shelved.editions.insert(*locale, Heading::set(*locale, title, summary));
        if let Some(front) = front.filter(|front| front.original.is_none()) {
            shelved.original = *locale;
            shelved.level = front.level;
        }
    }
    shelved
}

/// What `make` makes of each item, in the items' order, on as many cores as there are.
fn in_order<T: Sync, M: Send>(items: &[T], make: impl Fn(&T) -> M + Sync) -> Vec<M> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(item) = items.get(index)
        {
            made.push((index, make(item)));
        }
        made
    };
    let mut made: Vec<(usize, M)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores.min(items.len())).map(|_| scope.spawn(work)).collect();
        let ended = threads.into_iter().map(thread::ScopedJoinHandle::join);
        ended
            .flat_map(|made| made.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    made.sort_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, made)| made).collect()
}

/// Of files that cannot be read more is said elsewhere.
fn stray_messages(folder: &Folder) -> Vec<Diagnostic> {
    let of = |locale: Locale| {
        let own = folder.template(&format!("locales/{locale}.ftl")).ok().flatten();
        own.map_or_else(Vec::new, |own| Wording::strays(locale, &own))
    };
    Locale::ALL.into_iter().flat_map(of).collect()
}

/// The words of a locale, with the book's own in place of the embedded ones.
fn wording(folder: &Folder, locale: Locale) -> Result<Wording, Box<Diagnostic>> {
    let own = folder.template(&format!("locales/{locale}.ftl"))?;
    Wording::new(locale, own.as_ref().map(|source| source.text.as_str())).map_err(|error| {
        let source = own.unwrap_or_else(|| crate::diag::SourceText::new(format!("templates/locales/{locale}.ftl"), ""));
        Box::new(match error.span() {
            Some(span) => Diagnostic::error("messages", &source, span, error.to_string()),
            None => Diagnostic::about_file("messages", &source, error.to_string()),
        })
    })
}

/// A lesson with all that its pages are told from.
struct LessonPages<'a> {
    lesson: &'a Lesson,
    results: Results<'a>,
    origins: Vec<Option<Origin>>,
    folder: &'a Folder,
}

impl LessonPages<'_> {
    /// The pages of one locale, and the lesson's own files that they refer to.
    fn chapter(
        &self,
        locale: Locale,
        wordings: &Wordings,
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
            Telling::new(wording, &self.results, &self.origins),
            self.lesson,
            self.folder,
        )
    }
}
