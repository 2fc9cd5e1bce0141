//! The commands: from arguments to a build, and from its report to an exit code.
//!
//! Owns where a book is looked for, Ctrl-C, and which exit code wins. Deliberately absent: how events look (`report`).

use std::env;
use std::path::{Path, PathBuf};

use crate::build::{self, Error, Event, Measuring, Options, Report, Told};
use crate::process::Cancel;
use crate::source::Folder;

use super::Exit;
use super::args::{Arguments, Build, Check, Command, Recorded, Run};
use super::report::Reporter;
use super::{figures, samples, table, why};

pub(super) fn run(arguments: &Arguments) -> Exit {
    let mut reporter = Reporter::new(arguments.printing);
    let cancel = Cancel::new();
    if let Err(error) = watch_for_interrupts(&cancel) {
        reporter.problem(&format!("Ctrl-C cannot be watched for: {error}"), None);
    }
    let folder = match find(arguments.command.root()) {
        Ok(folder) => folder,
        Err((message, hint)) => {
            reporter.problem(&message, Some(&hint));
            return Exit::Environment;
        }
    };
    let ended = match &arguments.command {
        Command::Build(build) => run_build(build, folder, &cancel, &mut reporter),
        Command::Check(check) => run_check(check, folder, &cancel, &mut reporter),
        Command::Run(run) => run_run(run, folder, &cancel, &mut reporter),
        Command::Why(recorded) => run_why(recorded, folder, &cancel, &mut reporter),
        Command::Samples(recorded) => run_samples(recorded, folder, &cancel, &mut reporter),
    };
    match ended {
        Ok(report) => {
            reporter.finish(&report);
            exit_of(&report)
        }
        Err(error) => {
            reporter.error(&error);
            match error {
                Error::NoBook(_) | Error::Output { .. } | Error::NotOurs { .. } => Exit::Environment,
                Error::Unknown { .. } => Exit::Usage,
                Error::Cancelled => Exit::Interrupted,
            }
        }
    }
}

/// Errors in lessons come before findings, since these may follow from them; then the environment.
fn exit_of(report: &Report) -> Exit {
    if report.errors > 0 || !report.broken.is_empty() {
        Exit::Lessons
    } else if report.failed > 0 || report.opposite > 0 {
        Exit::Findings
    } else if report.problems > 0 {
        Exit::Environment
    } else {
        Exit::Well
    }
}

/// The first Ctrl-C ends what is measured and keeps the finished rounds; a second one ends the program at once.
fn watch_for_interrupts(cancel: &Cancel) -> std::io::Result<()> {
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let flag = cancel.flag();
        signal_hook::flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, flag.clone())?;
        signal_hook::flag::register(signal, flag)?;
    }
    // Elsewhere nothing is measured, and what is written is written at once.
    #[cfg(not(unix))]
    let _ = cancel;
    Ok(())
}

fn run_build(build: &Build, folder: Folder, cancel: &Cancel, reporter: &mut Reporter) -> Result<Report, Error> {
    let out = build.out.clone().unwrap_or_else(|| folder.root().join("book"));
    check_out(&out, &folder)?;
    let measuring = match (build.no_run, build.rerun) {
        (true, _) => Measuring::Never,
        (_, true) => Measuring::Always,
        _ => Measuring::WhenStale,
    };
    let mut options = options(folder);
    options.only.clone_from(&build.only);
    options.locales.clone_from(&build.locale);
    options.out = Some(out.clone());
    options.machine.clone_from(&build.machine.machine);
    options.measuring = measuring;
    options.sessions = build.sessions;
    if measuring == Measuring::WhenStale && options.machine.is_none() {
        reporter.offer_rerun();
    }
    if measuring == Measuring::Never {
        reporter.measure_nothing();
    }
    let report = build::build(&options, cancel, &mut |event| reporter.event(&event))?;
    if build.open {
        open(&out.join("index.html"), reporter);
    }
    Ok(report)
}

fn run_check(check: &Check, folder: Folder, cancel: &Cancel, reporter: &mut Reporter) -> Result<Report, Error> {
    let mut options = options(folder);
    options.machine.clone_from(&check.machine.machine);
    reporter.tell_all_claims();
    reporter.measure_nothing();
    build::build(&options, cancel, &mut |event| reporter.event(&event))
}

fn run_run(run: &Run, folder: Folder, cancel: &Cancel, reporter: &mut Reporter) -> Result<Report, Error> {
    let mut options = options_of(&run.what, folder);
    options.measuring = Measuring::OnceMore;
    let only = options.experiment.as_deref();
    let (mut tables, mut objects) = (Vec::new(), Vec::new());
    let report = build::measured(&options, cancel, &mut |event| reporter.event(&event), &mut |_, told| {
        tables.push(table::tables(told, only));
        objects.extend(figures::objects(told, only));
    })?;
    reporter.print_lines(&tables.join("\n\n"), &objects);
    Ok(report)
}

fn run_why(recorded: &Recorded, folder: Folder, cancel: &Cancel, reporter: &mut Reporter) -> Result<Report, Error> {
    let (mut lines, mut objects) = (Vec::new(), Vec::new());
    let report = read(recorded, folder, cancel, reporter, &mut |told, experiment| {
        lines.push(why::lines(told, experiment));
        objects.extend(why::objects(told, experiment));
    })?;
    reporter.print_lines(&lines.join("\n\n"), &objects);
    Ok(report)
}

fn run_samples(recorded: &Recorded, folder: Folder, cancel: &Cancel, reporter: &mut Reporter) -> Result<Report, Error> {
    let mut tables = Vec::new();
    let report = read(recorded, folder, cancel, reporter, &mut |told, experiment| {
        tables.push(samples::csv(told, experiment));
    })?;
    for table in tables {
        match table {
            Ok(table) => reporter.print(table.trim_end()),
            Err(error) => reporter.problem(&format!("the samples cannot be written as CSV: {error}"), None),
        }
    }
    Ok(report)
}

/// Shows what is recorded of a lesson or experiment. Of what a check tells only what is wrong matters.
fn read(
    recorded: &Recorded,
    folder: Folder,
    cancel: &Cancel,
    reporter: &mut Reporter,
    show: &mut dyn FnMut(&Told<'_>, Option<&str>),
) -> Result<Report, Error> {
    let mut options = options_of(&recorded.what, folder);
    options.machine.clone_from(&recorded.machine.machine);
    let mut tell = |event: &Event<'_>| {
        if matches!(event, Event::Diagnostic(_) | Event::Problem { .. }) {
            reporter.event(event);
        }
    };
    build::measured(&options, cancel, &mut |event| tell(&event), &mut |_, told| {
        show(told, options.experiment.as_deref());
    })
}

/// What a check of one lesson or experiment does: `SLUG` or `SLUG/EXPERIMENT`.
fn options_of(what: &str, folder: Folder) -> Options {
    let (slug, experiment) = match what.split_once('/') {
        Some((slug, experiment)) => (slug, Some(experiment.to_owned())),
        None => (what, None),
    };
    Options {
        only: vec![slug.to_owned()],
        experiment,
        ..options(folder)
    }
}

/// What a check does; commands change what they differ in.
fn options(folder: Folder) -> Options {
    Options {
        folder,
        only: Vec::new(),
        experiment: None,
        locales: Vec::new(),
        out: None,
        machine: None,
        measuring: Measuring::Never,
        sessions: None,
        search_path: env::var_os("PATH").unwrap_or_default(),
        home: env::var_os("HOME"),
    }
}

/// The book at `root`, else the nearest one upwards from here.
///
/// # Errors
/// That there is none, and what to do.
fn find(root: Option<&Path>) -> Result<Folder, (String, String)> {
    let upwards = |start: &Path| Folder::find(&std::path::absolute(start).ok()?);
    let Some(root) = root else {
        let found = env::current_dir().ok().and_then(|here| upwards(&here));
        return found.ok_or_else(|| {
            (
                "there is no book here: no folder upwards from here has `lessons/book.toml`".to_owned(),
                "name the book's folder, or make a `lessons/book.toml`".to_owned(),
            )
        });
    };
    if root.join("lessons").is_dir() {
        return Ok(Folder::at(root));
    }
    let shown = root.display();
    let message = match root.is_dir() {
        true => format!("`{shown}` has no folder `lessons`"),
        false if root.exists() => format!("`{shown}` is no folder"),
        false => format!("there is no folder `{shown}`"),
    };
    let hint = match upwards(root) {
        Some(book) => format!("did you mean `{}`?", book.root().display()),
        None => "name the folder that has `lessons/book.toml`, or make that file".to_owned(),
    };
    Err((message, hint))
}

/// Pages among the lessons would be taken for lessons.
fn check_out(out: &Path, folder: &Folder) -> Result<(), Error> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if absolute(out).starts_with(absolute(&folder.root().join("lessons"))) {
        return Err(Error::Unknown {
            what: format!("{} lies among the lessons", out.display()),
            hint: Some("give `--out` a folder of its own".to_owned()),
        });
    }
    Ok(())
}

/// Opens a page as the desktop does; the book is written all the same if that fails.
fn open(page: &Path, reporter: &mut Reporter) {
    let page: PathBuf = std::path::absolute(page).unwrap_or_else(|_| page.to_owned());
    if let Err(error) = crate::process::open_in_browser(&page) {
        reporter.problem(
            &format!("the browser could not be started: {error}"),
            Some(&format!("open {}", page.display())),
        );
    }
}
