//! The commands: from arguments to a build, and from its report to an exit code.
//!
//! Owns where a book is looked for, Ctrl-C, and which exit code wins. Deliberately absent: how events look (`report`).

use std::env;
use std::path::{Path, PathBuf};

use crate::build::{self, Error, Measuring, Options, Report};
use crate::process::Cancel;
use crate::source::Folder;

use super::Exit;
use super::args::{Arguments, Build, Check, Command, Run};
use super::report::Reporter;
use super::table;

pub(super) fn run(arguments: &Arguments) -> Exit {
    let mut reporter = Reporter::new(arguments.printing);
    let cancel = Cancel::new();
    if let Err(error) = watch_for_interrupts(&cancel) {
        reporter.problem(&format!("Ctrl-C cannot be watched for: {error}"), None);
    }
    let Some(folder) = find(arguments.command.root()) else {
        reporter.problem(
            "there is no book here: no folder upwards from here has `lessons/book.toml`",
            Some("name the book's folder, or make a `lessons/book.toml`"),
        );
        return Exit::Environment;
    };
    let ended = match &arguments.command {
        Command::Build(build) => run_build(build, folder, &cancel, &mut reporter),
        Command::Check(check) => run_check(check, folder, &cancel, &mut reporter),
        Command::Run(run) => run_run(run, folder, &cancel, &mut reporter),
    };
    match ended {
        Ok(report) => {
            reporter.finish(&report);
            exit_of(&report)
        }
        Err(error) => {
            reporter.error(&error);
            match error {
                Error::NoBook(_) | Error::Output { .. } => Exit::Environment,
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
    if measuring == Measuring::WhenStale && options.machine.is_none() {
        reporter.offer_rerun();
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
    build::build(&options, cancel, &mut |event| reporter.event(&event))
}

fn run_run(run: &Run, folder: Folder, cancel: &Cancel, reporter: &mut Reporter) -> Result<Report, Error> {
    let mut options = options(folder);
    let (slug, experiment) = match run.what.split_once('/') {
        Some((slug, experiment)) => (slug, Some(experiment.to_owned())),
        None => (run.what.as_str(), None),
    };
    options.only = vec![slug.to_owned()];
    options.experiment = experiment;
    options.measuring = Measuring::OnceMore;
    let mut tables = Vec::new();
    let report = build::measured(&options, cancel, &mut |event| reporter.event(&event), &mut |_, told| {
        tables.push(table::tables(told, options.experiment.as_deref()));
    })?;
    for table in tables {
        reporter.print(&table);
    }
    Ok(report)
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
        search_path: env::var_os("PATH").unwrap_or_default(),
        home: env::var_os("HOME"),
    }
}

/// The book at `root`, else the nearest one upwards from here.
fn find(root: Option<&Path>) -> Option<Folder> {
    match root {
        Some(root) => Some(Folder::at(root)),
        None => Folder::find(&env::current_dir().ok()?),
    }
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
