//! Workbook turns a folder of lessons into a book whose every number was measured.

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
