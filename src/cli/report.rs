//! What a terminal shows of a build: progress bars, plain lines, or one JSON object a line.
//!
//! Owns all printing; progress and messages go to standard error, results to standard output. Deliberately absent: sentences
//! on endings and reasons, which are the English pages' (`wording`).

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is where the program prints"
)]

use std::io::{ErrorKind, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::build::{Error, Event, Report, Sources};
use crate::claim::Finding;
use crate::diag::Diagnostic;
use crate::lesson::names::Verdict;
use crate::locale::Locale;
use crate::record::{Outcome, Reason};
use crate::wording::{Wording, advice};

use super::args::{MessageFormat, Printing};
use super::json;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default().bold();
const STRONG: Style = Style::new().bold();

pub(super) struct Reporter {
    printing: Printing,
    styled: bool,
    /// Shown while an experiment is measured.
    bar: Option<ProgressBar>,
    all_claims: bool,
    offers_rerun: bool,
    measures_nothing: bool,
}

impl Reporter {
    pub(super) fn new(printing: Printing) -> Self {
        // Decided by NO_COLOR, CLICOLOR, TERM and whether anybody looks.
        let choice = AutoStream::choice(&std::io::stderr());
        Reporter {
            printing,
            styled: choice != ColorChoice::Never,
            bar: None,
            all_claims: false,
            offers_rerun: false,
            measures_nothing: false,
        }
    }

    /// Says how to measure again what is told from fresh records.
    pub(super) fn offer_rerun(&mut self) {
        self.offers_rerun = true;
    }

    /// Says that nothing is measured where there are experiments without a record, and what measures them.
    pub(super) fn measure_nothing(&mut self) {
        self.measures_nothing = true;
    }

    /// Tells the verdict of each claim, not only what needs attention.
    pub(super) fn tell_all_claims(&mut self) {
        self.all_claims = true;
    }

    /// The words of the English pages, which the terminal shares.
    fn words(&self) -> Wording {
        Wording::new(Locale::En, None).expect("the embedded messages are sound")
    }

    fn is_json(&self) -> bool {
        self.printing.message_format == MessageFormat::Json
    }

    pub(super) fn event(&mut self, event: &Event<'_>) {
        if self.is_json() {
            self.line(&json::event(event));
            return;
        }
        match event {
            Event::Diagnostic(diagnostic) => self.diagnostic(diagnostic),
            Event::Warning { message, hint } => self.message(WARNING, "warning", message, *hint),
            Event::Problem { message, hint } => self.message(ERROR, "error", message, *hint),
            Event::Measuring {
                lesson,
                experiment,
                trials,
            } => self.start(
                &format!("{lesson}/{experiment}"),
                &counted(&[(*trials, "trial", "trials")]),
            ),
            Event::Built { number, of } => self.set_progress(&format!("compiled {number} of {of}"), None),
            Event::Round { number, most } => {
                self.set_progress(&format!("round {number}, at most {most}"), Some((*number, *most)));
            }
            Event::Counted { number, of } => self.set_progress(&format!("counted {number} of {of}"), None),
            Event::Measured {
                lesson,
                experiment,
                rounds,
                counts,
                waits,
            } => {
                self.stop();
                self.note(&format!(
                    "measured {lesson}/{experiment}: {}",
                    done(*rounds, *counts, *waits)
                ));
            }
            Event::Failed {
                lesson,
                experiment,
                trial,
            } => {
                let words = self.words();
                let ending = words.ended(trial);
                let hint = match trial.outcome {
                    Outcome::NotStarted(_) => Some("check that the program and its interpreter exist and may be run"),
                    _ if trial.memory_limit.is_some() => Some("raise `memory` in `[limits]` if it needs more"),
                    _ => None,
                };
                self.message(
                    ERROR,
                    "error",
                    &format!("{lesson}/{experiment}: {}: {ending}", trial.id),
                    hint,
                );
                let said = [&trial.stderr, &trial.compiler, &trial.stdout, &trial.output];
                if let Some(said) = said.into_iter().find(|said| !said.text.is_empty()) {
                    self.excerpt(&said.text);
                }
            }
            Event::Judged {
                lesson,
                experiment,
                finding,
            } => self.finding(lesson, experiment, finding),
            Event::Chosen(sources) => self.sources(sources),
            Event::Wrote {
                out,
                files,
                changed,
                removed,
            } => {
                let removed = match removed {
                    0 => String::new(),
                    removed => format!("; {removed} of a build before removed"),
                };
                self.note(&format!(
                    "wrote {}: {}, {changed} of them changed{removed}",
                    out.display(),
                    counted(&[(*files, "file", "files")]),
                ));
            }
        }
    }

    pub(super) fn finish(&mut self, report: &Report) {
        self.stop();
        if self.is_json() {
            self.line(&json::finished(report));
            return;
        }
        let counts = [
            (report.errors, "error", "errors"),
            (report.warnings, "warning", "warnings"),
            (
                report.failed,
                "trial ended as nobody announced",
                "trials ended as nobody announced",
            ),
            (
                report.opposite,
                "claim against its lesson's expectation",
                "claims against their lessons' expectation",
            ),
            (
                report.problems,
                "problem of the environment",
                "problems of the environment",
            ),
        ];
        let told = counted(&counts);
        self.claims(report);
        if !told.is_empty() {
            self.stderr(&told);
        }
        if !report.broken.is_empty() {
            self.stderr(&format!("not written because of errors: {}", report.broken.join(", ")));
        }
        if !report.staying.is_empty() {
            self.stderr(&format!(
                "the last good pages stay in the book: {}",
                report.staying.join(", ")
            ));
        }
    }

    /// Where all claims were told, how many there are; else where to look, if that may be needed.
    fn claims(&self, report: &Report) {
        let counts = [
            (report.holding, "holds", "hold"),
            (report.failing, "fails", "fail"),
            (report.undecided, "is undecided", "are undecided"),
        ];
        if self.all_claims {
            let total = report.holding + report.failing + report.undecided;
            self.note(&match total {
                0 => "no claims".to_owned(),
                _ => format!("{}: {}", counted(&[(total, "claim", "claims")]), counted(&counts)),
            });
        } else if report.undecided > 0 {
            let told = counted(&[(report.undecided, "claim is undecided", "claims are undecided")]);
            self.note(&format!("{told}; `workbook check` names all verdicts"));
        }
    }

    fn sources(&self, sources: &Sources) {
        let total = match sources.total() {
            0 => return,
            1 => "1 experiment".to_owned(),
            many => format!("{many} experiments"),
        };
        let counts = [
            (sources.measured, "measured now", "measured now"),
            (sources.fresh, "told from a fresh record", "told from fresh records"),
            (
                sources.last,
                "told from its last record",
                "told from their last records",
            ),
            (
                sources.reference,
                "told from the reference's record",
                "told from the reference's records",
            ),
            (sources.none, "without a record", "without a record"),
        ];
        let counts = counts.into_iter().filter(|(count, _, _)| *count > 0);
        let counts: Vec<_> = counts
            .map(|(count, one, many)| (count, if count == 1 { one } else { many }))
            .collect();
        let told = match counts.as_slice() {
            [(_, words)] => format!("{}{words}", if sources.total() == 1 { "" } else { "all " }),
            several => {
                let told: Vec<String> = several
                    .iter()
                    .map(|(count, words)| format!("{count} {words}"))
                    .collect();
                told.join(", ")
            }
        };
        let again = if self.offers_rerun && sources.fresh == sources.total() {
            "; --rerun measures again"
        } else {
            ""
        };
        self.note(&format!("{total}, {told}{again}"));
        if self.measures_nothing && sources.none > 0 {
            self.note("nothing was measured, as this command does not measure; `workbook build` does");
        }
    }

    pub(super) fn error(&mut self, error: &Error) {
        self.stop();
        match error {
            Error::NoBook(diagnostic) if self.is_json() => self.line(&diagnostic.to_json()),
            Error::NoBook(diagnostic) => self.diagnostic(diagnostic),
            Error::Unknown { what, hint } => self.problem(what, hint.as_deref()),
            Error::Output { path, error } => self.problem(
                &format!("{} cannot be written: {error}", path.display()),
                Some(match error.kind() {
                    ErrorKind::NotADirectory | ErrorKind::IsADirectory => {
                        "move away what stands there, or choose another with --out"
                    }
                    _ => "look at the permissions of its folder and at the space on the disk, or choose another with --out",
                }),
            ),
            Error::NotOurs { path } => self.problem(
                &format!(
                    "{} cannot be written: a file is there that this book did not write",
                    path.display()
                ),
                Some("move the file away, or choose another with --out"),
            ),
            Error::Cancelled => self.problem("interrupted; finished rounds are kept", None),
        }
    }

    /// A problem that is nobody's text's.
    pub(super) fn problem(&mut self, message: &str, hint: Option<&str>) {
        if self.is_json() {
            self.line(&json!({"reason": "problem", "message": message, "hint": hint}));
        } else {
            self.message(ERROR, "error", message, hint);
        }
    }

    /// A result, on standard output.
    pub(super) fn print(&mut self, text: &str) {
        self.stop();
        if self.is_json() {
            self.line(&json!({"reason": "table", "text": text}));
        } else {
            // A reader that has seen enough closes the pipe, which is no error.
            let _closed = writeln!(anstream::stdout(), "{text}");
        }
    }

    /// A result, on standard output, as lines or as objects.
    pub(super) fn print_lines(&mut self, lines: &str, objects: &[serde_json::Value]) {
        if self.is_json() {
            for object in objects {
                self.line(object);
            }
        } else {
            self.print(lines);
        }
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) {
        self.stderr(&diagnostic.render(self.styled));
        self.stderr("");
    }

    fn message(&self, style: Style, kind: &str, message: &str, hint: Option<&str>) {
        self.stderr(&format!("{style}{kind}{style:#}: {message}"));
        if let Some(hint) = hint {
            self.stderr(&format!("  {HELP}help{HELP:#}: {hint}"));
        }
    }

    fn note(&self, text: &str) {
        if !self.printing.quiet {
            self.stderr(text);
        }
    }

    fn excerpt(&self, text: &str) {
        for line in text.lines().take(12) {
            self.stderr(&format!("  | {}", printable(line)));
        }
    }

    fn finding(&self, lesson: &str, experiment: &str, finding: &Finding) {
        let name = format!("{lesson}/{experiment}: claim `{}`", finding.claim);
        let verdict = finding.verdict.name();
        if finding.is_opposite() {
            let expected = finding.expect.map_or("", Verdict::name);
            let message = format!(
                "{name} {}, and its lesson expects that it {expected}",
                told(finding.verdict)
            );
            self.message(
                ERROR,
                "error",
                &message,
                Some("mend the claim, the program, or the expectation"),
            );
        } else if let (Some(expected), true) = (finding.expect, wants_rounds(finding)) {
            self.message(
                WARNING,
                "warning",
                &format!(
                    "{name} is undecided, and its lesson expects that it {}",
                    expected.name()
                ),
                Some(&format!(
                    "`workbook run {lesson}/{experiment}` adds rounds, which narrow the interval"
                )),
            );
        } else if self.all_claims && !self.printing.quiet {
            let style = if finding.verdict == Verdict::Holds {
                Style::new()
            } else {
                STRONG
            };
            let why = finding.reason.as_ref().map(|reason| match reason {
                // Why and what to do is told once, of all experiments.
                Reason::NotMeasured => ", as it is not measured".to_owned(),
                reason => format!(": {}; {}", self.words().reason(reason), advice(reason)),
            });
            self.stderr(&format!("{name}: {style}{verdict}{style:#}{}", why.unwrap_or_default()));
        }
    }

    fn start(&mut self, name: &str, trials: &str) {
        if self.printing.quiet {
            return;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{prefix} {wide_bar} {msg} {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(name.to_owned());
        bar.set_message(trials.to_owned());
        if !std::io::stderr().is_terminal() {
            self.stderr(&format!("measuring {name}: {trials}"));
        }
        self.bar = Some(bar);
    }

    fn set_progress(&self, message: &str, position: Option<(u32, u32)>) {
        if let Some(bar) = &self.bar {
            if let Some((number, most)) = position {
                bar.set_length(u64::from(most));
                bar.set_position(u64::from(number));
            }
            bar.set_message(message.to_owned());
        }
    }

    fn stop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn stderr(&self, text: &str) {
        let write = || {
            let _closed = writeln!(anstream::stderr(), "{text}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    fn line(&self, value: &serde_json::Value) {
        let _closed = writeln!(std::io::stdout(), "{value}");
    }
}

/// Whether a claim is undecided and more rounds may decide it.
fn wants_rounds(finding: &Finding) -> bool {
    finding.verdict == Verdict::Undecided && matches!(finding.reason, None | Some(Reason::TooFewRounds { .. }))
}

/// What was measured now.
fn done(rounds: usize, counts: usize, waits: bool) -> String {
    let counts = [(rounds, "round", "rounds"), (counts, "exact count", "exact counts")];
    let told = match counted(&counts) {
        none if none.is_empty() => "no round".to_owned(),
        told => told,
    };
    match waits {
        true => format!("{told}; too few to replace its record, which stays; measuring it again goes on from them"),
        false => told,
    }
}

/// What there is, each with its number.
fn counted(counts: &[(usize, &str, &str)]) -> String {
    let told = counts
        .iter()
        .filter(|(count, _, _)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }));
    told.collect::<Vec<_>>().join(", ")
}

fn told(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Undecided => "is undecided",
    }
}

/// A line of a program's output without what a terminal would obey.
fn printable(line: &str) -> String {
    line.chars()
        .map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c })
        .collect()
}
