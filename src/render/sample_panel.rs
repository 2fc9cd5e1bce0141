//! The sample chapter's panel, with a chart of each kind and hostile text in every place.
//!
//! Deliberately absent: the rest of the chapter (`sample`), and tests.

use super::sample::{Fake, HOSTILE};
use super::*;
use crate::claim::{Figure, Interval, TimePart};
use crate::lesson::names::Verdict;
use crate::locale::Locale;
use crate::quantity::{Kind, Quantity, Unit};
use crate::wording::{
    Chart, ChartGroup, ChartRow, ClaimLine, Drawn, Ending, Fill, Panel, Phrase, RowChart, Run, Series, SweepChart,
    Table, TableRow,
};

pub(super) fn code(text: &str) -> Phrase {
    Phrase {
        runs: vec![Run::Code(text.to_owned())],
        foreign: None,
    }
}

fn interval(estimate: Quantity, low: f64, high: f64) -> Figure {
    let of = |part: f64| Quantity::new(estimate.kind(), estimate.value() * part);
    Figure::Interval(Interval {
        estimate,
        low: of(low),
        high: of(high),
        rounds: 12,
        sessions: 1,
    })
}

fn parts() -> Chart {
    let parts = [
        (TimePart::User, 2e6),
        (TimePart::Kernel, 9e6),
        (TimePart::Waiting, 0.0),
        (TimePart::Blocked, 4e6),
    ];
    let drawn = parts.map(|(part, time)| (Fill::Time(part), Quantity::new(Kind::Duration, time)));
    Chart::Rows(RowChart {
        title: "Where the time went".to_owned(),
        description: HOSTILE.to_owned(),
        axis: "time (ms)".to_owned(),
        unit: Some(Unit::Millisecond),
        logarithmic: false,
        key: drawn
            .iter()
            .map(|(fill, _)| (*fill, "a part of the time".to_owned()))
            .collect(),
        groups: vec![ChartGroup {
            label: Phrase::default(),
            reference: None,
            noise: None,
            rows: vec![ChartRow {
                label: code("std::endl"),
                variant: 1,
                is_baseline: false,
                told: "15 ms".to_owned(),
                drawn: Drawn::Parts(drawn.to_vec()),
            }],
        }],
    })
}

fn sweep() -> Chart {
    let points = |factor: f64| {
        let at = |size: f64| {
            let time = Quantity::new(Kind::Duration, size * factor);
            (Quantity::new(Kind::Number, size), interval(time, 0.9, 1.2))
        };
        [1e3, 1e4, 1e5].map(at).to_vec()
    };
    let series = |label: &str, variant: usize, factor: f64| Series {
        label: code(label),
        variant,
        points: points(factor),
    };
    Chart::Sweep(SweepChart {
        title: "Time by size".to_owned(),
        description: HOSTILE.to_owned(),
        across: "size".to_owned(),
        up: "time (ms)".to_owned(),
        unit: Some(Unit::Millisecond),
        logarithmic_across: true,
        logarithmic_up: true,
        series: vec![series("'\\n'", 0, 80.0), series(HOSTILE, 1, 900.0)],
    })
}

pub(super) fn panel(fake: &Fake) -> Panel {
    let row = |label: &str, millis: f64, cell: f64| {
        let of = |value: f64| Quantity::new(Kind::Duration, value * cell * 1e6);
        ChartRow {
            label: code(label),
            variant: usize::from(millis > 50.0),
            is_baseline: millis < 50.0,
            told: format!("{:.1} ms", millis * cell),
            drawn: Drawn::Samples {
                figure: interval(of(millis), 0.97, 1.04),
                samples: (0..12)
                    .map(|index| of(millis * (0.9 + 0.02 * f64::from(index * index % 13))))
                    .collect(),
            },
        }
    };
    let group = |label: &str, cell: f64| ChartGroup {
        label: Phrase::text(label),
        reference: Some(Quantity::new(Kind::Duration, 5.1e6 * cell)),
        noise: Some([0.98, 1.03].map(|bound| Quantity::new(Kind::Duration, 5.1e6 * cell * bound))),
        rows: vec![row("'\\n'", 5.1, cell), row("std::endl", 88.0, cell)],
    };
    let chart = |title: &str, logarithmic| {
        Chart::Rows(RowChart {
            title: title.to_owned(),
            description: "std::endl takes longer in every cell. <b>".to_owned(),
            axis: "wall clock (ms)".to_owned(),
            unit: Some(Unit::Millisecond),
            logarithmic,
            key: vec![(Fill::Noise, format!("noise {HOSTILE}"))],
            groups: vec![group("file", 1.0), group("pipe", 0.8), group("/dev/null", 0.4)],
        })
    };
    let claim = |claim: &str, verdict, word: &str| ClaimLine {
        claim: claim.to_owned(),
        words: Phrase {
            runs: vec![
                Run::Code("std::endl".to_owned()),
                Run::Text(" is slower, wherever the lines go.".to_owned()),
            ],
            foreign: (fake.locale() != Locale::En).then_some(Locale::En),
        },
        verdict,
        verdict_word: word.to_owned(),
        evidence: vec!["17.2× (16.9–17.5), at least 10× needed".to_owned()],
        surprise: (verdict == Verdict::Fails).then(|| HOSTILE.to_owned()),
    };
    let table_row = |names: [&str; 2], figures: [&str; 3]| TableRow {
        names: vec![code(names[0]), Phrase::text(names[1])],
        figures: figures.map(|text| fake.told(text)).to_vec(),
        is_control: names[0].ends_with("again"),
    };
    Panel {
        experiment: "flush".to_owned(),
        title: Phrase::text("Two line endings, three destinations"),
        notices: vec!["These figures were measured on the reference machine.".to_owned()],
        charts: vec![chart("Time", true), chart("Time again", false), parts(), sweep()],
        time_notes: vec![format!("Runs got slower. {HOSTILE}")],
        lacking: Vec::new(),
        table: Table {
            notes: Vec::new(),
            caption: "Medians of 12 rounds".to_owned(),
            name_heads: vec![Phrase::text("program"), Phrase::text("sink")],
            figure_heads: vec![Phrase::text("time"), Phrase::text("ratio"), Phrase::text("write calls")],
            rows: vec![
                table_row(["'\\n'", "file"], ["5.1 ms", "1", "245"]),
                table_row(["std::endl", "a|b"], ["88 ms", "17.2×", "200,000"]),
                table_row(["'\\n' again", "file"], ["5.1 ms", "1.00× (0.98–1.02×)", "245"]),
            ],
        },
        claims: vec![
            claim("one_a_line", Verdict::Holds, "holds"),
            claim("tenfold", Verdict::Fails, "fails"),
            claim("few_writes", Verdict::Undecided, "undecided"),
        ],
        endings: vec![Ending {
            trial: code("endl"),
            sentence: "ended with exit status 3.".to_owned(),
            announced: false,
            excerpt: HOSTILE.to_owned(),
        }],
        startup: Vec::new(),
        circumstances: vec![
            ("Processor".to_owned(), "AMD EPYC 7B13, 2 cores".to_owned()),
            ("Compiler".to_owned(), "g++ 12.2.0".to_owned()),
        ],
        commands: vec![(
            code("endl"),
            vec![
                "g++ -std=c++17 -O2 endl.cpp -o program".to_owned(),
                "./program {sink}".to_owned(),
            ],
        )],
        method: "Intervals are at 95 %, from interleaved rounds.".to_owned(),
    }
}
