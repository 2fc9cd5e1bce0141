//! Workbook turns a folder of lessons into a book whose every number was measured.
//!
//! # Architecture
//!
//! One datum goes one way: `source` reads a lesson's text, `lesson` parses it, `book` resolves all editions together, `plan`
//! crosses variants, axes and toolchains to trials, `record` answers or `run` measures, `analysis` and `claim` turn samples
//! into figures and findings, `wording` into words of one locale, `render` into bytes. No step looks back: a lesson never
//! learns how it is measured, and a record never learns in which language it will be told.
//!
//! Modules import strictly downwards; `tests/tidy.rs` keeps the order.
//!
//! | module | owns |
//! |---|---|
//! | `diag` | spans and diagnostics |
//! | `quantity` | kinds, units, quantities, rounding |
//! | `locale` | numbers, plurals, lists, order and typography of a locale |
//! | `process` | the only place that starts processes: limits, kill, readings |
//! | `source` | the only reader of a book's words and programs |
//! | `lesson` | text → edition: front matter, Markdown, constructs, expressions |
//! | `toolchain` | finding compilers and interpreters, and their versions |
//! | `book` | `book.toml`; lessons and editions resolved together |
//! | `plan` | trials and their keys |
//! | `record` | records, their wire format and store, the machine |
//! | `analysis` | pure statistics |
//! | `run` | rounds, budgets, the executor |
//! | `claim` | expressions evaluated on records; findings |
//! | `wording` | figures, findings and messages in a locale |
//! | `highlight` | programs → marked-up text |
//! | `render` | chapters → bytes: HTML, Markdown, charts |
//! | `build` | the order of the stages |
//! | `cli` | arguments → configuration, printing, exit codes |

pub mod diag;
pub mod locale;
pub mod quantity;

pub mod process;
pub mod source;

pub mod lesson;
pub mod toolchain;

pub mod book;

pub mod plan;

pub mod record;

pub mod analysis;
pub mod run;

pub mod claim;

pub mod highlight;
pub mod wording;

pub mod render;

pub mod build;

pub mod cli;
