//! The TOML of an original's `{experiment}` fence.
//!
//! Owns its keys and what they may not say together. Deliberately absent: the names in expressions (`book`).

use crate::diag::Span;
use crate::lesson::definitions::{Axis, Experiment, Limits, Timing, Variant, Words};
use crate::lesson::fields::Fields;
use crate::lesson::limits::{read_limits, read_measure};
use crate::lesson::markdown::Fence;
use crate::lesson::names::{Sink, Spanned};
use crate::lesson::tree::{Problems, Table};

use super::names::Names;
use super::{axes, formulas, inputs, metrics, variants, words};

pub(super) fn read(fence: &Fence, table: &Table, problems: &Problems<'_>) -> (Experiment, Words) {
    let mut fields = Fields::new(table, problems);
    let mut names = Names::default();
    let words = words::read(&mut fields);
    let inputs = inputs::read(&mut fields);
    let files = fields.strings("files");
    let sink = fields.word("sink", "unknown-sink", &Sink::ALL.map(Sink::name), Sink::parse);
    let same_output = read_same_output(&mut fields, &mut names);
    let timing = read_timing(&mut fields);
    let limits = fields.table("limits");
    let limits = limits.map_or_else(Limits::default, |table| read_limits(table, problems));
    let measure = read_measure(&mut fields);
    let listed = fields.entries("variants");
    let (variants, variant_templates) = variants::read(listed, &mut names, problems);
    if listed.is_empty() {
        let hint = "list the programs that it compares: `[variants]`, `name = \"FILE\"`";
        problems.error("no-variants", &fence.name.span, "the experiment has no variants", hint);
    }
    let listed_axes = fields.entries("axes");
    let axes = axes::read(listed_axes, &mut names, problems);
    let metrics = metrics::read(fields.entries("metrics"), &mut names, problems);
    let values = formulas::read_named(fields.entries("values"), &mut names, problems);
    let claims = formulas::read_claims(fields.entries("claims"), &mut names, problems);
    fields.finish();

    let listed_axes: Vec<&str> = listed_axes.iter().map(|(name, _)| name.value.as_str()).collect();
    axes::check_use(
        &axes,
        &listed_axes,
        &[inputs.templates, variant_templates].concat(),
        problems,
    );
    check_axes_alone(&axes, "sink", sink.as_ref().map(|sink| &sink.span), problems);
    let toolchains = named_toolchains(inputs.toolchain.as_ref(), &variants);
    for span in toolchains {
        check_axes_alone(&axes, "toolchain", Some(span), problems);
    }
    let experiment = Experiment {
        name: fence.name.clone(),
        span: fence.span.clone(),
        toolchain: inputs.toolchain,
        flags: inputs.flags,
        args: inputs.args,
        env: inputs.env,
        stdin: inputs.stdin,
        files,
        sink,
        same_output,
        timing,
        limits,
        measure,
        variants,
        axes,
        metrics,
        values,
        claims,
    };
    (experiment, words)
}

/// `same_output = true` makes a claim of that name.
fn read_same_output(fields: &mut Fields<'_, '_, '_>, names: &mut Names) -> Option<Span> {
    let key = fields.entry("same_output")?.0;
    fields.truth("same_output").filter(|is_set| *is_set)?;
    names.give(key, fields.problems);
    Some(key.span.clone())
}

fn read_timing(fields: &mut Fields<'_, '_, '_>) -> Timing {
    let timing = fields.word("timing", "unknown-timing", &["default", "syscall"], |word| match word {
        "default" => Some(Timing::Default),
        "syscall" => Some(Timing::Syscall),
        _ => None,
    });
    timing.map_or(Timing::Default, |timing| timing.value)
}

fn named_toolchains<'a>(of_all: Option<&'a Spanned<String>>, variants: &'a [Variant]) -> Vec<&'a Span> {
    let of_variants = variants.iter().filter_map(|variant| variant.toolchain.as_ref());
    of_all
        .into_iter()
        .chain(of_variants)
        .map(|toolchain| &toolchain.span)
        .collect()
}

/// Where an axis gives sinks or toolchains, nothing else may.
fn check_axes_alone(axes: &[Axis], name: &str, set: Option<&Span>, problems: &Problems<'_>) {
    if let (Some(_), Some(span)) = (axes.iter().find(|axis| axis.name.value == name), set) {
        let message = format!("the experiment has an axis `{name}` beside this");
        problems.error("beside-axis", span, message, "keep one of the two");
    }
}
