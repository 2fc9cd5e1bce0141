//! `lessons/book.toml` becomes [`Settings`], with the embedded defaults where it is silent.
//!
//! Owns its keys. Deliberately absent: reading the file (`source`), which lessons there are (`book`), and toolchains'
//! tables (`toolchains`).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{SourceText, Span, Warned};
use crate::lesson::definitions::{Limits, Measure};
use crate::lesson::fields::{Fields, one_of};
use crate::lesson::limits::{read_limits, read_measure};
use crate::lesson::names::Spanned;
use crate::lesson::tree::{self, Problems, Table};
use crate::locale::Locale;
use crate::toolchain::Definition;

use super::Settings;
use super::toolchains::{self, Override};

/// The embedded defaults, in the format of `book.toml`.
const DEFAULTS: &str = concat!(
    include_str!("defaults.toml"),
    include_str!("../toolchain/defaults.toml")
);

/// What `book.toml` and the defaults say alike.
struct Said {
    locales: Vec<Spanned<Locale>>,
    lessons: Vec<Spanned<String>>,
    reference: Option<String>,
    titles: Vec<(Spanned<Locale>, String)>,
    measure: Measure,
    limits: Limits,
    caps: Limits,
    raw_html: Option<bool>,
    toolchains: Vec<Override>,
}

/// Reads `book.toml`, with all that is wrong in it.
pub fn parse(source: &Arc<SourceText>) -> Warned<Settings> {
    let defaults_source = SourceText::new("defaults.toml", DEFAULTS);
    let default_problems = Problems::new(&defaults_source);
    let defaults =
        read(&defaults_source, &default_problems).unwrap_or_else(|| said(&Table::default(), &default_problems));
    debug_assert!(default_problems.into_diagnostics().is_empty(), "the defaults are sound");

    let problems = Problems::new(source);
    let (said, is_read) = match read(source, &problems) {
        Some(said) => (said, true),
        None => (said(&Table::default(), &Problems::new(source)), false),
    };
    if is_read {
        check(&said, &problems);
    }
    let toolchains = merged_toolchains(said.toolchains, &defaults.toolchains, &problems);
    let settings = Settings {
        source: Arc::clone(source),
        titles: with_every_title(&said.titles, &said.locales),
        locales: said.locales.into_iter().map(|locale| locale.value).collect(),
        lessons: said.lessons.into_iter().map(|slug| slug.value).collect(),
        reference: said.reference,
        measure: said.measure.or(&defaults.measure),
        limits: said.limits.or(&defaults.limits),
        caps: said.caps.or(&defaults.caps),
        raw_html: said.raw_html.unwrap_or(false),
        toolchains,
    };
    let mut diagnostics = problems.into_diagnostics();
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.as_ref().map_or(0, |span| span.start));
    Warned {
        value: settings,
        diagnostics,
    }
}

fn read(source: &Arc<SourceText>, problems: &Problems<'_>) -> Option<Said> {
    let text = Spanned::new(source.text.clone(), 0..source.text.len());
    tree::read(&text, problems).map(|table| said(&table, problems))
}

fn said(table: &Table, problems: &Problems<'_>) -> Said {
    let mut fields = Fields::new(table, problems);
    let locales = fields.strings("locales");
    let lessons = fields.strings("lessons");
    let reference = fields.string("reference");
    let titles = fields.entries("title");
    let measure = fields.table("measure").map_or_else(Measure::default, |table| {
        let mut fields = Fields::new(table, problems);
        let measure = read_measure(&mut fields);
        fields.finish();
        measure
    });
    let mut limits = |key| {
        let table = fields.table(key);
        table.map_or_else(Limits::default, |table| read_limits(table, problems))
    };
    let (limits, caps) = (limits("limits"), limits("caps"));
    let raw_html = fields.truth("raw_html");
    let toolchains = toolchains::read(fields.entries("toolchains"), problems);
    fields.finish();
    let title = |(locale, words): &(Spanned<String>, tree::Value)| {
        let words = words.words(problems);
        // Of a locale that is listed and not known that has been said.
        if locales.iter().any(|listed| listed.value == locale.value) && Locale::parse(&locale.value).is_none() {
            return None;
        }
        Some((locale_of(locale, problems)?, words?.value))
    };
    Said {
        locales: distinct(
            locales.iter().filter_map(|tag| locale_of(tag, problems)).collect(),
            "locale",
            problems,
        ),
        lessons: distinct(lessons, "lesson", problems),
        reference: reference.map(|reference| reference.value),
        titles: titles.iter().filter_map(title).collect(),
        measure,
        limits,
        caps,
        raw_html,
        toolchains,
    }
}

fn locale_of(tag: &Spanned<String>, problems: &Problems<'_>) -> Option<Spanned<Locale>> {
    let known = Locale::ALL.map(Locale::tag);
    one_of(tag, "unknown-locale", "locale", &known, Locale::parse, problems)
}

/// The values, each at its first place.
fn distinct<T: PartialEq + Clone>(values: Vec<Spanned<T>>, what: &str, problems: &Problems<'_>) -> Vec<Spanned<T>> {
    let mut kept: Vec<Spanned<T>> = Vec::new();
    for value in values {
        if kept.iter().any(|other| other.value == value.value) {
            let message = format!("this {what} is listed twice");
            problems.error("duplicate-value", &value.span, message, "keep one of the two");
        } else {
            kept.push(value);
        }
    }
    kept
}

const START: Span = 0..0;

/// What a book must say, and what it says against itself.
fn check(said: &Said, problems: &Problems<'_>) {
    if said.locales.is_empty() {
        let hint = "add the languages it is written in, the first one first: `locales = [\"en\"]`";
        problems.error("missing-key", &START, "the book has no `locales`", hint);
    }
    for locale in &said.locales {
        if said.titles.iter().all(|(titled, _)| titled.value != locale.value) {
            let message = format!("the book has no title in `{}`", locale.value);
            let hint = format!("add `{} = \"…\"` to `[title]`", locale.value);
            problems.warning("missing-title", &locale.span, message, hint);
        }
    }
    for (titled, _) in &said.titles {
        if said.locales.iter().all(|locale| locale.value != titled.value) {
            let message = format!("the book is not written in `{}`", titled.value);
            let hint = format!("add `\"{}\"` to `locales`, or remove its title", titled.value);
            problems.warning("unlisted-locale", &titled.span, message, hint);
        }
    }
}

/// A title for each locale: where there is none of its own, that of the first locale that has one.
fn with_every_title(titles: &[(Spanned<Locale>, String)], locales: &[Spanned<Locale>]) -> BTreeMap<Locale, String> {
    let own = |locale: Locale| {
        let found = titles.iter().find(|(titled, _)| titled.value == locale);
        found.map(|(_, title)| title)
    };
    let first = locales.iter().find_map(|locale| own(locale.value));
    locales
        .iter()
        .filter_map(|locale| Some((locale.value, own(locale.value).or(first)?.clone())))
        .collect()
}

/// The toolchains in the order in which they own endings: those whose endings the book lists come first.
fn merged_toolchains(said: Vec<Override>, defaults: &[Override], problems: &Problems<'_>) -> Vec<Definition> {
    let (leading, following): (Vec<_>, Vec<_>) = said.into_iter().partition(Override::lists_endings);
    let is_leading = |name: &str| leading.iter().any(|toolchain| toolchain.name.value == name);
    let mut merged: Vec<Override> = Vec::new();
    for toolchain in &leading {
        let default = defaults
            .iter()
            .find(|default| default.name.value == toolchain.name.value);
        merged.push(toolchain.over(default));
    }
    for default in defaults {
        let own = following.iter().find(|own| own.name.value == default.name.value);
        if !is_leading(&default.name.value) {
            merged.push(own.map_or_else(|| default.clone(), |own| own.over(Some(default))));
        }
    }
    let is_default = |own: &&Override| defaults.iter().any(|default| default.name.value == own.name.value);
    merged.extend(following.iter().filter(|own| !is_default(own)).cloned());
    merged
        .into_iter()
        .filter_map(|toolchain| toolchain.complete(problems))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn parse_text(text: &str) -> (Settings, Vec<&'static str>) {
        let parsed = parse(&SourceText::new("lessons/book.toml", text));
        let codes = parsed.diagnostics.iter().map(|d| d.code).collect();
        (parsed.value, codes)
    }

    const SMALL: &str = "locales = ['en']\ntitle.en = 'T'\n";

    #[test]
    fn the_defaults_are_read_by_the_same_reader() {
        let source = SourceText::new("defaults.toml", DEFAULTS);
        let problems = Problems::new(&source);
        assert!(read(&source, &problems).is_some());
        assert_eq!(problems.into_diagnostics().len(), 0);

        let (settings, codes) = parse_text(SMALL);
        assert_eq!(codes, [""; 0]);
        assert_eq!(
            (settings.measure.rounds, settings.measure.width),
            (Some((10, 40)), Some(0.1))
        );
        assert_eq!(settings.measure.budget, Some(Duration::from_secs(20)));
        assert_eq!(settings.limits.memory, Some(1 << 30));
        let complete = |limits: &Limits| limits.or(&Limits::default()) == *limits && limits.disk.is_some();
        assert!(complete(&settings.limits) && complete(&settings.caps) && !settings.raw_html);
        let names: Vec<&str> = settings.toolchains.iter().map(|t| t.name.as_str()).collect();
        let expected = [
            "gcc", "g++", "clang", "clang++", "rustc", "go", "java", "python3", "node", "sh",
        ];
        assert_eq!(names, expected);
        for toolchain in &settings.toolchains {
            assert_eq!(
                toolchain.compile.is_some(),
                toolchain.run.contains("{program}"),
                "{}",
                toolchain.name
            );
            assert!(toolchain.package.is_some() && toolchain.run.contains("{args}"));
        }
    }

    #[test]
    fn the_books_own_settings_are_sound() {
        let (settings, codes) = parse_text(include_str!("../../lessons/book.toml"));
        assert_eq!(codes, [""; 0]);
        assert_eq!(settings.locales, [Locale::Cs, Locale::Es, Locale::Ja, Locale::En]);
        assert_eq!(settings.titles.len(), 4);
    }

    #[test]
    fn toolchains_are_overridden_and_added_key_by_key() {
        let (settings, codes) = parse_text(&format!(
            "{SMALL}[toolchains.gcc]\nversion = 'gcc -v'\n\
             [toolchains.\"clang++\"]\nendings = ['.cpp']\n\
             [toolchains.tcc]\nendings = ['c']\nrun = 'tcc -run {{source}} {{args}}'\n"
        ));
        assert_eq!(codes, [""; 0]);
        let named = |name: &str| settings.toolchains.iter().position(|t| t.name == name).unwrap();
        let owner = |ending: &str| {
            let owns = |t: &&Definition| t.endings.iter().any(|own| own == ending);
            settings.toolchains.iter().find(owns).unwrap().name.as_str()
        };
        assert_eq!((owner("cpp"), owner("c"), owner("cc")), ("clang++", "tcc", "g++"));
        let gcc = &settings.toolchains[named("gcc")];
        assert_eq!((gcc.version.as_str(), gcc.package.as_deref()), ("gcc -v", Some("gcc")));
        assert_eq!(settings.toolchains[named("tcc")].version, "tcc --version");
    }

    #[test]
    fn each_problem_is_noticed() {
        assert_eq!(parse_text("").1, ["missing-key"]);
        assert_eq!(parse_text("locales = ").1, ["toml-syntax"]);
        assert_eq!(
            parse_text("locales = ['en', 'cs']\ntitle.en = 'T'").1,
            ["missing-title"]
        );
        let also = |text: &str| parse_text(&format!("{SMALL}{text}")).1;
        assert_eq!(
            parse_text("locales = ['en', 'xx', 'en']\ntitle.en='T'").1,
            ["unknown-locale", "duplicate-value"]
        );
        assert_eq!(also("title.xx = 'T'"), ["unknown-locale"]);
        assert_eq!(also("title.ja = 'T'"), ["unlisted-locale"]);
        assert_eq!(also("leson = 1"), ["unknown-key"]);
        assert_eq!(also("measure.rounds = [40, 10]"), ["rounds"]);
        assert_eq!(also("measure.rounds = [10]"), ["rounds"]);
        assert_eq!(also("measure.sessions = 5_000_000_000"), ["rounds"]);
        assert_eq!(also("measure.flags = ''"), ["unknown-key"]);
        assert_eq!(
            also("limits.wall = 10\ncaps.memry = '1 GiB'"),
            ["quantity", "unknown-key"]
        );
        assert_eq!(also("[toolchains.tcc]\nversion = 'x'"), ["missing-key", "missing-key"]);
        assert_eq!(
            also("[toolchains.gcc]\ncompile = 'gcc {sorce}'"),
            ["unknown-placeholder"]
        );
        assert_eq!(also("[toolchains.gcc]\nwarning = '('"), ["pattern"]);
        assert_eq!(
            also("[toolchains.'a b']\nendings = ['a']\nrun = '{source}'"),
            ["bad-name"]
        );
        assert_eq!(
            also("[toolchains.x]\nendings = ['a']\nrun = ''"),
            ["missing-key", "empty-command"]
        );
    }

    #[test]
    fn a_missing_title_is_the_first_locales() {
        let (settings, _) = parse_text("locales = ['cs', 'ja']\ntitle.cs = 'Kniha'");
        assert_eq!(settings.titles[&Locale::Ja], "Kniha");
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "(?s).{0,80}", key in "(locales|title|measure|limits|toolchains.x|caps.wall)") {
            parse_text(&text);
            parse_text(&format!("{key} = {text}"));
        }
    }
}
