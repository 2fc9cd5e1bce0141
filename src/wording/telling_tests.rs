//! A lesson with its record told in all four locales.

use super::chart_tests::rows;
use super::*;
use crate::claim::Results;
use crate::diag::SourceText;
use crate::lesson::Edition;
use crate::lesson::definitions::{FrontMatter, Words};
use crate::lesson::document::{Inline, InlineNode, VerdictItem};
use crate::lesson::names::{Metric, Spanned};
use crate::quantity::{Kind, Quantity, Unit};
use crate::record::{Excerpt, Outcome, Reading, Reason, Record};
use sample::{form, lesson, origin, record};

/// What `ask` says in each locale, in the order of [`Locale::ALL`].
pub(super) fn in_all<T>(sessions: usize, ask: impl Fn(&Telling<'_>) -> T) -> Vec<T> {
    let lesson = lesson();
    let records = [0, 1].map(|experiment| record(&lesson, experiment, sessions));
    told(&lesson, &records, ask)
}

pub(super) fn told<T>(lesson: &crate::book::Lesson, records: &[Record], ask: impl Fn(&Telling<'_>) -> T) -> Vec<T> {
    let results = Results::new(lesson, (0..2).map(|experiment| records.get(experiment)).collect());
    let origins = [Some(origin()), None];
    let of = |locale| ask(&Telling::new(&Wording::new(locale, None).unwrap(), &results, &origins));
    Locale::ALL.into_iter().map(of).collect()
}

#[test]
fn figures_by_themselves_are_told_the_locales_way() {
    let text = |expr: &'static str| in_all(1, |telling| telling.value(expr, &[]).text);
    assert_eq!(text("slowdown"), ["17,0×", "17,0×", "17.0倍", "17.0×"]);
    assert_eq!(text("writes(endl)"), ["200\u{a0}000", "200.000", "200,000", "200,000"]);
    assert_eq!(text("score(endl)"), ["1,5", "1,5", "1.5", "1.5"]);
    assert_eq!(
        text("wall(newline)"),
        ["5,0020\u{a0}ms", "5,0020\u{a0}ms", "5.0020\u{a0}ms", "5.0020\u{a0}ms"]
    );
}

#[test]
fn what_is_not_available_is_a_dash_with_its_reason() {
    for told in in_all(1, |telling| telling.value("instructions(endl)", &[])) {
        assert_eq!(told.text, "—");
        assert!(told.source.contains("valgrind"), "{}", told.source);
        assert_eq!(told.experiment, "flush");
    }
    let phrase = [form("", "1", None, " line"), form("", "5", None, " lines")];
    let told = in_all(1, |telling| telling.value("instructions(endl)", &phrase).text);
    assert_eq!(told[3], "— lines");
    for told in in_all(1, |telling| {
        [telling.value("output", &[]), telling.value("nothing", &[])]
    }) {
        assert!(
            told.iter().all(|told| told.text == "—" && !told.source.is_empty()),
            "{told:?}"
        );
    }
}

#[test]
fn sources_say_where_figures_come_from() {
    let one = in_all(1, |telling| telling.value("slowdown", &[]).source);
    assert_eq!(
        one[3],
        "95% interval 16.7–17.3×, 20 rounds, one sitting; experiment “Where the lines go”, measured on AMD EPYC 7B13"
    );
    assert_eq!(
        one[0],
        "95% interval 16,7–17,3×, 20\u{a0}kol, jedno měření; pokus „Kam se zapisuje“, změřeno na procesoru AMD EPYC 7B13"
    );
    assert!(
        one[1].contains("intervalo del 95\u{a0}%: 16,7–17,3×, 20 rondas, una sola sesión"),
        "{}",
        one[1]
    );
    assert!(one[2].contains("16.7〜17.3倍、20巡、1回で測定"), "{}", one[2]);
    let three = in_all(3, |telling| telling.value("slowdown", &[]).source);
    assert!(three[3].contains("60 rounds, 3 sessions"), "{}", three[3]);
    assert!(in_all(1, |telling| telling.value("writes(endl)", &[]).source)[3].starts_with("exact"));
}

#[test]
fn verdicts_are_words_of_the_sentence() {
    let word = |claim: &'static str| in_all(1, |telling| telling.claim_word(claim).text);
    assert_eq!(word("slower"), ["platí", "se cumple", "成り立つ", "holds"]);
    assert_eq!(
        word("flush.tenfold"),
        ["neplatí", "no se cumple", "成り立たない", "fails"]
    );
    assert_eq!(
        word("near_ten"),
        ["nerozhodnuto", "sin decidir", "判定できない", "undecided"]
    );
    let source = &in_all(1, |telling| telling.claim_word("tenfold").source)[3];
    assert!(
        source.starts_with("file: 17.0× (16.5–17.5×), needed: at least 10×; pipe: "),
        "{source}"
    );
}

#[test]
fn where_lists_values_and_pairs() {
    let place = |claim: &'static str, verdicts: &'static [Verdict]| {
        in_all(1, |telling| telling.claim_where(claim, verdicts).text)
    };
    assert_eq!(
        place("tenfold", &[Verdict::Holds]),
        ["soubor", "archivo", "ファイル", "file"]
    );
    assert_eq!(
        place("tenfold", &[Verdict::Fails, Verdict::Undecided]),
        [
            "roura a\u{a0}/dev/null",
            "tubería y /dev/null",
            "パイプ、/dev/null",
            "pipe and /dev/null"
        ]
    );
    assert_eq!(
        place("longer", &[Verdict::Holds]),
        [
            "soubor (řádků: 1\u{a0}000) a\u{a0}roura (řádků: 100\u{a0}000)",
            "archivo (lines: 1000) y tubería (lines: 100.000)",
            "ファイル（lines：1,000）、パイプ（lines：100,000）",
            "file (lines: 1,000) and pipe (lines: 100,000)"
        ]
    );
    assert_eq!(
        place("longer", &[Verdict::Holds, Verdict::Fails, Verdict::Undecided])[3],
        "file (lines: 1,000 and 100,000) and pipe (lines: 1,000 and 100,000)"
    );
    assert_eq!(
        place("same_output", &[Verdict::Holds]),
        ["nikde", "en ningún caso", "なし", "nowhere"]
    );
}

#[test]
fn the_item_that_came_true_is_chosen() {
    let item = |verdicts: &[Verdict]| VerdictItem {
        verdicts: verdicts.iter().map(|verdict| Spanned::new(*verdict, 0..0)).collect(),
        blocks: Vec::new(),
        span: verdicts.len()..verdicts.len(),
    };
    let items = [item(&[Verdict::Holds]), item(&[Verdict::Fails, Verdict::Undecided])];
    let chosen = |claim: &'static str| {
        in_all(1, |telling| {
            telling.chosen(claim, &items).map(|item| item.verdicts.len())
        })
    };
    assert_eq!(chosen("slower"), [Some(1); 4]);
    assert_eq!(chosen("near_ten"), [Some(2); 4]);
    assert_eq!(chosen("tenfold"), [Some(2); 4]);
    assert_eq!(chosen("nothing"), [None; 4]);
}

#[test]
fn labels_are_the_locales_or_the_originals_or_our_own() {
    let label = |name: &'static str| in_all(1, |telling| telling.label(name));
    let tenfold = label("flush.tenfold");
    assert_eq!(tenfold[0], Phrase::text("Všude aspoň desetkrát déle."));
    assert_eq!(tenfold[1].foreign, Some(Locale::En));
    assert_eq!(tenfold[3].foreign, None);
    let endl = Phrase {
        runs: vec![Run::Code("std::endl".to_owned())],
        foreign: None,
    };
    assert_eq!(label("endl"), [endl.clone(), endl.clone(), endl.clone(), endl]);
    assert_eq!(label("wall")[2].plain(), "実行時間");
    assert_eq!(label("sink.pipe")[1].plain(), "tubería");
    assert_eq!(label("syscalls.write")[0].plain(), "volání write()");
    assert_eq!(label("unknown")[0].plain(), "unknown");
}

#[test]
fn claims_have_their_evidence_cell_by_cell() {
    let lines = in_all(1, |telling| telling.panel(0).claims);
    let line = |locale: usize, claim: &str| lines[locale].iter().find(|line| line.claim == claim).unwrap();
    assert_eq!(line(0, "slower").evidence, ["17,0× (16,5–17,5×), má být aspoň 10×"]);
    assert_eq!(line(2, "slower").evidence, ["17.0倍（16.5〜17.5倍）、条件：10倍以上"]);
    assert_eq!(line(1, "slower").words.runs, [Run::Code("slowdown >= 10".to_owned())]);
    assert_eq!(line(3, "one_a_line").evidence, ["200,000, needed: exactly 200,000"]);
    assert!(line(3, "gentle").evidence[0].ends_with("needed: below 10×"));
    assert_eq!(line(3, "gentle").verdict, Verdict::Fails);
    assert!(
        line(0, "near").evidence[0].starts_with("80\u{a0}ms ("),
        "{:?}",
        line(0, "near").evidence
    );
    assert!(line(0, "near").evidence[0].ends_with("lišit se smí nejvýš o\u{a0}2\u{a0}ms"));
    assert!(line(3, "near_ten").evidence[0].contains("lies on both sides of that bound"));
    assert!(line(3, "counted").evidence[0].contains("valgrind"));
    assert!(line(0, "alike").evidence[0].ends_with("lišit se smí nejvýš o\u{a0}5\u{a0}%"));
    assert_eq!(line(3, "tenfold").evidence.len(), 3);
    assert!(
        line(3, "tenfold").evidence[1].starts_with("pipe: 3.0"),
        "{:?}",
        line(3, "tenfold").evidence
    );
    assert!(line(3, "same_output").evidence[0].contains("differed from run to run"));
    let surprise = |claim| line(3, claim).surprise.as_deref();
    assert_eq!(
        surprise("tenfold"),
        Some("The lesson expected this to hold, and here it fails.")
    );
    assert_eq!(
        surprise("one_a_line"),
        Some("The lesson expected this to fail, and here it holds.")
    );
    assert_eq!(surprise("slower"), None);
}

/// The evidence of a claim in each locale, with plain spaces.
fn evidence(experiment: usize, claim: &str) -> Vec<Vec<String>> {
    in_all(1, |telling| {
        let claims = telling.panel(experiment).claims;
        let line = claims.into_iter().find(|line| line.claim == claim).unwrap();
        line.evidence.iter().map(|told| told.replace('\u{a0}', " ")).collect()
    })
}

#[test]
fn a_number_on_an_axis_stands_with_its_axis() {
    let told = evidence(1, "longer");
    assert!(told[0][1].starts_with("soubor, řádků: 100 000 → 3,0"), "{told:?}");
    assert!(told[1][1].starts_with("archivo, lines: 100.000 → 3,0"), "{told:?}");
    assert!(told[2][1].starts_with("ファイル、lines：100,000 → 3.0"), "{told:?}");
    assert!(told[3][1].starts_with("file, lines: 100,000 → 3.0"), "{told:?}");
    let panel = &in_all(1, |telling| telling.panel(1))[3];
    let heads: Vec<_> = rows(&panel.charts[0])
        .groups
        .iter()
        .map(|group| group.label.plain())
        .collect();
    assert_eq!(heads[..2], ["file, lines: 1,000", "file, lines: 100,000"]);
    let commands = panel.commands[0].0.plain();
    assert!(
        commands.starts_with("'\\n', file, lines: 1,000; '\\n', file, lines: 100,000; "),
        "{commands}"
    );
    // The head of its column says what it is.
    assert_eq!(panel.table.rows[0].names[2].plain(), "1,000");
}

#[test]
fn a_labelled_value_stands_alone() {
    let mut lesson = lesson();
    let labels = lesson.labels.get_mut(&Locale::En).unwrap();
    labels.insert("size.1000".to_owned(), "a few lines".to_owned());
    let records = [0, 1].map(|experiment| record(&lesson, experiment, 1));
    let places = told(&lesson, &records, |telling| telling.panel(1).commands[0].0.plain());
    assert!(places[3].starts_with("'\\n', file, a few lines; "), "{}", places[3]);
}

#[test]
fn a_joined_claim_is_told_comparison_by_comparison() {
    let told = evidence(0, "few_and_long");
    let first: Vec<&str> = told
        .iter()
        .map(|lines| lines[0].split(" (16").next().unwrap())
        .collect();
    assert_eq!(
        first,
        [
            "doba běhu (std::endl) / doba běhu ('\\n'): 17,0×",
            "duración (std::endl) / duración ('\\n'): 17,0×",
            "実行時間（std::endl） / 実行時間（'\\n'）：17.0倍（16.5〜17.5倍）、条件：1倍より大きい（成り立つ）",
            "elapsed time (std::endl) / elapsed time ('\\n'): 17.0×"
        ]
    );
    let second: Vec<&str> = told.iter().map(|lines| lines[1].as_str()).collect();
    assert_eq!(
        second,
        [
            "volání pro zápis (std::endl): 200 000, má být méně než 100 (neplatí)",
            "llamadas de escritura (std::endl): 200.000, debe ser menos de 100 (no se cumple)",
            "書き込み回数（std::endl）：200,000、条件：100未満（成り立たない）",
            "write calls (std::endl): 200,000, needed: below 100 (fails)"
        ]
    );
    // Texts are compared without figures, but make what is compared worth saying.
    assert_eq!(
        evidence(0, "few_and_same")[3][0],
        "std::endl: 200,000, needed: below 100"
    );
    // Of one metric it need not be said, nor a verdict that is the claim's.
    let told = &evidence(0, "long_both_ways")[3];
    assert!(
        told[0].starts_with("std::endl / '\\n': 17.0× (16.5–17.5×), needed: more than 1×"),
        "{told:?}"
    );
    assert!(told[1].ends_with("needed: below 1×"), "{told:?}");
}

#[test]
fn what_is_near_an_exact_number_is_told_with_it() {
    let needed = |claim| {
        let told = evidence(0, claim);
        let last = |line: &String| line.rsplit([')', '）']).next().unwrap().to_owned();
        told.iter().map(|lines| last(&lines[0])).collect::<Vec<_>>()
    };
    assert!(evidence(0, "twice")[3][0].starts_with("17.0× (16.5–17.5×), "));
    assert_eq!(
        needed("twice"),
        [
            ", lišit se smí od 2× nejvýš o 25 %",
            ", diferencia máxima admitida respecto a 2×: 25 %",
            "、条件：2倍との差が25%以内",
            ", needed: within 25% of 2×"
        ]
    );
    assert_eq!(
        needed("not_twice"),
        [
            ", lišit se má od 2× o víc než 25 %",
            ", diferencia exigida respecto a 2×: más de 25 %",
            "、条件：2倍との差が25%を超える",
            ", needed: more than 25% away from 2×"
        ]
    );
    assert_eq!(needed("five")[3], ", needed: within 2 ms of 5 ms");
    assert!(
        evidence(0, "five")[3][0].starts_with("5.00"),
        "{:?}",
        evidence(0, "five")
    );
}

#[test]
fn of_two_ratios_both_are_told() {
    let told = evidence(0, "worse");
    let sides: Vec<&str> = told
        .iter()
        .map(|lines| lines[0].split([':', '：']).next().unwrap())
        .collect();
    assert_eq!(
        sides,
        [
            "17,0× proti 3,00×",
            "17,0× frente a 3,00×",
            "17.0倍対3.00倍",
            "17.0× against 3.00×"
        ]
    );
    assert!(told[3][0].ends_with("needed: below 1×"));
}

#[test]
fn the_source_of_a_figure_has_the_unit_of_its_phrase() {
    let phrase = [form("", "5", Some(Unit::Microsecond), " each")];
    let told = in_all(1, |telling| telling.value("wall(newline)", &phrase));
    assert_eq!(told[3].text, "5,002\u{a0}µs each");
    assert!(told[3].source.contains("\u{a0}µs, 20 rounds"), "{}", told[3].source);
    assert!(!told[3].source.contains("ms,"), "{}", told[3].source);
}

#[test]
fn claims_are_said_to_be_right_at_least_as_often_as_one_interval() {
    let method = in_all(1, |telling| telling.panel(0).method);
    for (method, words) in method.iter().zip([
        "alespoň tak často",
        "al menos con la misma frecuencia",
        "下回りません",
        "at least as often",
    ]) {
        assert!(method.contains(words), "{method}");
    }
}

#[test]
fn the_table_has_all_trials_and_the_ratio() {
    for panel in in_all(1, |telling| telling.panel(0)) {
        let table = panel.table;
        assert_eq!(table.name_heads.len(), 2);
        assert_eq!(table.figure_heads.len(), 5, "{:?}", table.figure_heads);
        // In each of three cells two variants and the control.
        assert_eq!(table.rows.len(), 9);
        let controls = table.rows.iter().map(|row| row.is_control);
        assert_eq!(controls.collect::<Vec<_>>(), [false, false, true].repeat(3));
        for row in &table.rows {
            assert_eq!((row.names.len(), row.figures.len()), (2, 5));
        }
        // One unit a column, so that rows compare by eye.
        assert!(table.rows.iter().all(|row| row.figures[0].text.ends_with("\u{a0}ms")));
        let ratios: Vec<&str> = table
            .rows
            .iter()
            .map(|row| row.figures[4].text.split(['×', '倍']).next().unwrap())
            .collect();
        assert_eq!((ratios[0], ratios[1].replace(',', ".").as_str()), ("1", "17.0"));
        // What is counted in a pass of its own is not counted of it.
        let told_of_controls = table.rows[2].figures.iter().filter(|told| !told.text.is_empty());
        assert_eq!(told_of_controls.count(), 4);
        // The noise of this machine, with its interval.
        assert!(
            ratios[2].starts_with("1") && table.rows[2].figures[4].text.contains(['–', '～', '〜']),
            "{ratios:?}"
        );
    }
}

#[test]
fn ticks_are_told_without_their_unit() {
    let tick = |value: f64| {
        let value = Quantity::new(Kind::Duration, value);
        in_all(1, |telling| telling.tick(value, Some(Unit::Millisecond)))
    };
    assert_eq!(tick(1.234_5e9), ["1\u{a0}234,5", "1234,5", "1,234.5", "1,234.5"]);
    assert_eq!(tick(50_000.0), ["0,05", "0,05", "0.05", "0.05"]);
    assert_eq!(tick(0.0), ["0"; 4]);
}

#[test]
fn questions_have_their_answers() {
    let options = in_all(1, |telling| telling.question(&sample::predict_options()));
    for (question, twice) in options.iter().zip(["2×", "2×", "2倍", "2×"]) {
        let Asked::Options {
            options,
            right,
            unclear,
        } = &question.ask
        else {
            panic!("it has options");
        };
        assert_eq!((options[1].plain().as_str(), *right, unclear), (twice, Some(3), &None));
    }
    let choices = |names| {
        in_all(1, |telling| {
            telling.question(&sample::predict_choices(telling.results.lesson(), names))
        })
    };
    let Asked::Options { right, unclear, .. } = &choices(["slower", "near_ten"])[0].ask else {
        panic!("it has options");
    };
    assert_eq!((*right, unclear), (Some(0), &None));
    let Asked::Options { right, unclear, .. } = &choices(["slower", "one_a_line"])[0].ask else {
        panic!("it has options");
    };
    assert!(right.is_none() && unclear.is_some());
}

#[test]
fn a_question_has_the_words_of_its_fence() {
    let edition = |locale: Locale, title: &str| Edition {
        locale,
        source: SourceText::new(format!("lessons/x/{locale}.md"), ""),
        front: FrontMatter::default(),
        body: Vec::new(),
        experiments: Vec::new(),
        predicts: Vec::new(),
        words: vec![(
            sample::words("guess"),
            Words {
                title: Some(sample::words(title)),
                labels: Vec::new(),
            },
        )],
    };
    let mut lesson = lesson();
    lesson.editions = [edition(Locale::En, "How long?"), edition(Locale::Cs, "Jak dlouho?")]
        .map(|edition| (edition.locale, edition))
        .into();
    let asked = told(&lesson, &[], |telling| {
        telling.asks(&sample::predict_options()).unwrap()
    });
    assert_eq!(asked[0], Phrase::text("Jak dlouho?"));
    assert_eq!(
        (asked[2].plain().as_str(), asked[2].foreign),
        ("How long?", Some(Locale::En))
    );
    assert_eq!(
        in_all(1, |telling| telling.asks(&sample::predict_options())),
        vec![None; 4]
    );
}

#[test]
fn output_is_an_excerpt_or_says_why_not() {
    let said = in_all(1, |telling| telling.output("flush.endl"));
    let Output::Said { text, more } = &said[0] else {
        panic!("it printed")
    };
    assert_eq!(text, "line\n");
    assert_eq!(
        more.as_deref(),
        Some("Výstup pokračuje, celkem má 1\u{a0}MB a\u{a0}200\u{a0}000\u{a0}řádků.")
    );
    let lesson = lesson();
    for nothing in told(&lesson, &[], |telling| telling.output("endl")) {
        assert!(matches!(nothing, Output::Nothing(told) if told.text == "—"));
    }
    let mut failed = record(&lesson, 0, 1);
    failed.trials[1].outcome = Outcome::BuildFailed;
    failed.trials[1].compiler.text = "error: no".to_owned();
    let said = told(&lesson, &[failed], |telling| telling.output("endl"));
    assert_eq!(
        said[0],
        Output::Said {
            text: "error: no".to_owned(),
            more: None
        }
    );
}

fn outcomes() -> Vec<Outcome> {
    use crate::record::LimitKind::{Cpu, Disk, Files, Memory, Output, Processes, Wall};
    let limits = [
        (Wall, 2_500_000_000),
        (Cpu, 10_000_000_000),
        (Memory, 268_435_456),
        (Output, 5_000_000),
        (Processes, 64),
        (Files, 256),
        (Disk, 1_048_576),
    ];
    let others = [
        Outcome::Exited(3),
        Outcome::Signalled("SIGABRT".to_owned()),
        Outcome::ToolchainMissing,
        Outcome::BuildFailed,
        Outcome::NotStarted("no such file".to_owned()),
    ];
    let exceeded = limits.map(|(limit, value)| Outcome::Exceeded { limit, value });
    others.into_iter().chain(exceeded).collect()
}

#[test]
fn each_outcome_has_a_sentence_of_its_own() {
    let lesson = lesson();
    let mut sentences = vec![std::collections::BTreeSet::new(); 4];
    for outcome in outcomes() {
        for announced in [true, false] {
            let mut ended = record(&lesson, 0, 1);
            ended.trials[1].outcome = outcome.clone();
            ended.trials[1].announced = announced;
            for (locale, endings) in told(&lesson, &[ended], |telling| telling.panel(0).endings)
                .into_iter()
                .enumerate()
            {
                assert_eq!(endings.len(), 1);
                assert_eq!((endings[0].announced, endings[0].trial.runs.len()), (announced, 3));
                check(&endings[0].sentence);
                sentences[locale].insert(endings[0].sentence.clone());
            }
        }
    }
    // Two of them nobody can announce, so they read alike but for that.
    assert_eq!(
        sentences
            .iter()
            .map(std::collections::BTreeSet::len)
            .collect::<Vec<_>>(),
        [24; 4]
    );
    assert!(sentences[0].iter().any(|told| told.contains("2,5\u{a0}s")));
    assert!(sentences[1].iter().any(|told| told.contains("256\u{a0}MiB")));
    assert!(sentences[3].iter().any(|told| told.contains("5\u{a0}MB")));
}

#[test]
fn each_reason_has_words_of_its_own_and_advice_for_the_terminal_alone() {
    let reasons = [
        Reason::NotMeasured,
        Reason::NotSupported,
        Reason::NotExposed,
        Reason::NoCounter,
        Reason::CounterRefused,
        Reason::CounterShared,
        Reason::NotCounted,
        Reason::CountVaries,
        Reason::ToolMissing("strace".to_owned()),
        Reason::ToolFailed("valgrind".to_owned()),
        Reason::CountTooLong,
        Reason::NoWarningPattern("python".to_owned()),
        Reason::ToolchainMissing("g++".to_owned()),
        Reason::BuildFailed,
        Reason::TrialFailed,
        Reason::SinkKeepsNothing,
        Reason::OutputVaries,
        Reason::EndedBySignal,
        Reason::NotReported,
        Reason::NotDefined,
        Reason::TooFewRounds { have: 1, need: 6 },
    ];
    for locale in Locale::ALL {
        let wording = Wording::new(locale, None).unwrap();
        let told: std::collections::BTreeSet<String> = reasons.iter().map(|reason| wording.reason(reason)).collect();
        assert_eq!(told.len(), reasons.len());
        told.iter().for_each(|told| check(told));
        for (reason, told) in reasons.iter().map(|reason| (reason, wording.reason(reason))) {
            let advice = super::advice(reason);
            check(&advice);
            assert!(!told.contains(&advice), "{told}");
            // No page asks its reader to mend, install, announce or measure anything.
            let orders = [
                "mend",
                "install it",
                "install g",
                "announce",
                "measure again",
                "check",
                "book.toml",
                "apt-get",
                "oprav",
                "nainstalujte",
                "ohlaste",
                "měřte",
                "zkontrolujte",
                "corrige",
                "instala",
                "anúnci",
                "vuelve a",
                "revisa",
                "ください",
            ];
            for order in orders {
                assert!(!told.contains(order), "{locale}: {told}");
            }
        }
    }
    let few = |have| {
        Wording::new(Locale::Cs, None)
            .unwrap()
            .reason(&Reason::TooFewRounds { have, need: 6 })
    };
    assert!(few(1).starts_with("1\u{a0}kolo je"), "{}", few(1));
    assert!(few(3).starts_with("3\u{a0}kola jsou"), "{}", few(3));
    assert!(few(5).starts_with("5\u{a0}kol je"), "{}", few(5));
}

#[test]
fn an_announced_ending_is_told_as_a_result() {
    let lesson = lesson();
    let reasons = |outcome: Outcome, announced: bool, reason: Reason| {
        let mut ended = record(&lesson, 0, 1);
        ended.trials[1].outcome = outcome;
        ended.trials[1].announced = announced;
        told(&lesson, &[ended], |telling| telling.reason(&reason, 0))
    };
    let limit = crate::record::LimitKind::Wall;
    let timeout = || Outcome::Exceeded { limit, value: 1_000 };
    let signal = || Outcome::Signalled("SIGABRT".to_owned());
    let built = reasons(Outcome::BuildFailed, true, Reason::BuildFailed);
    assert_eq!(
        built,
        [
            "program se nedá přeložit, jak lekce ohlásila",
            "el programa no compila, como anuncia la lección",
            "レッスンの予告どおり、プログラムはコンパイルできません",
            "the program does not compile, as the lesson says",
        ]
    );
    let unannounced = reasons(Outcome::BuildFailed, false, Reason::BuildFailed);
    assert_eq!(unannounced[3], "the program does not compile");
    let stopped = reasons(timeout(), true, Reason::EndedBySignal);
    assert_eq!(
        stopped[3],
        "there is no exit code, since the program was stopped at a limit, as the lesson says"
    );
    let signalled = reasons(signal(), true, Reason::EndedBySignal);
    assert_eq!(
        signalled[3],
        "there is no exit code, since a signal ended the program, as the lesson says"
    );
    for outcome in [signal(), timeout()] {
        let failed = reasons(outcome.clone(), true, Reason::TrialFailed);
        assert_eq!(failed[3], "the program did not run to its end, as the lesson says");
        let failed = reasons(outcome, false, Reason::TrialFailed);
        assert_eq!(failed[3], "the program did not end as the lesson says");
    }
}

/// That words are there, without a message's id or a placeholder in them.
fn check(words: &str) {
    assert!(!words.trim().is_empty());
    assert!(!words.contains(['{', '}', '$']) || words.contains("{sink}"), "{words}");
    assert!(
        !crate::wording::messages::arguments(messages::embedded(Locale::En)).contains_key(words),
        "{words}"
    );
}

fn check_phrase(phrase: &Phrase) {
    check(&phrase.plain());
}

fn check_panel(panel: &Panel, has_record: bool) {
    check_phrase(&panel.title);
    check(&panel.table.caption);
    panel
        .table
        .name_heads
        .iter()
        .chain(&panel.table.figure_heads)
        .for_each(check_phrase);
    for row in &panel.table.rows {
        row.names.iter().for_each(check_phrase);
        for told in &row.figures {
            assert_eq!(told.experiment, panel.experiment);
            // A control is not counted.
            if !row.is_control || !told.text.is_empty() {
                check(&told.text);
                check(&told.source);
            }
        }
    }
    for line in &panel.claims {
        check_phrase(&line.words);
        check(&line.verdict_word);
        line.evidence
            .iter()
            .chain(&line.surprise)
            .for_each(|words| check(words));
        assert!(!line.evidence.is_empty());
    }
    for chart in &panel.charts {
        for words in [chart.title(), chart.description()] {
            check(words);
        }
    }
    panel
        .notices
        .iter()
        .chain(has_record.then_some(&panel.method))
        .for_each(|words| check(words));
    for (term, description) in &panel.circumstances {
        check(term);
        check(description);
    }
    for (trial, lines) in &panel.commands {
        check_phrase(trial);
        assert_eq!(lines.len(), 2);
    }
    assert_eq!(panel.method.is_empty(), !has_record);
    assert_eq!(panel.circumstances.is_empty(), !has_record);
    assert_eq!(panel.charts.is_empty(), !has_record);
}

#[test]
fn panels_are_complete_in_each_locale() {
    for sessions in [1, 2, 3] {
        for panels in in_all(sessions, |telling| [telling.panel(0), telling.panel(1)]) {
            panels.iter().for_each(|panel| check_panel(panel, true));
            assert_eq!(panels[0].notices.len(), 2);
            assert_eq!(panels[0].commands.len(), 2);
            let newline = panels[0].commands[0].0.plain();
            assert_eq!(newline.matches("'\\n'").count(), 3, "{newline}");
        }
    }
    for panel in told(&lesson(), &[], |telling| telling.panel(1)) {
        check_panel(&panel, false);
        assert_eq!(panel.notices.len(), 1);
        assert!(
            panel
                .table
                .rows
                .iter()
                .flat_map(|row| &row.figures)
                .all(|told| told.text == "—")
        );
    }
}

#[test]
fn outputs_that_differ_are_told_with_their_first_differing_lines() {
    let lesson = lesson();
    let mut record = record(&lesson, 0, 1);
    for trial in &mut record.trials {
        let printed = match trial.id.variant.as_str() {
            "newline" => "x\nline\ty\n",
            _ => "x\nline\x1b[1my\n",
        };
        trial.output = Excerpt::of(printed.as_bytes());
    }
    let evidence = told(&lesson, &[record], |telling| {
        let claims = telling.panel(0).claims;
        let same = claims.into_iter().find(|line| line.claim == "same_output").unwrap();
        assert_eq!(same.verdict, Verdict::Fails);
        same.evidence
    });
    let expected = [
        "se liší od řádku 2: „line␉y“ proti „line␛[1my“",
        "difieren a partir de la línea 2: «line␉y» frente a «line␛[1my»",
        "は2行目から違います：「line␉y」と「line␛[1my」",
        "differ from line 2 on: “line␉y” against “line␛[1my”",
    ];
    for (lines, expected) in evidence.iter().zip(expected) {
        assert_eq!(lines.len(), 2, "{lines:?}");
        let plain = |line: &String| line.replace('\u{a0}', " ");
        assert!(lines.iter().all(|line| plain(line).ends_with(expected)), "{lines:?}");
    }
}

#[test]
fn each_reason_is_noted_once_below_the_table() {
    let lesson = lesson();
    let mut record = record(&lesson, 0, 1);
    let trials: Vec<bool> = record.trials.iter().map(|trial| trial.id.variant == "endl").collect();
    for (samples, is_endl) in record.sessions[0].samples.iter_mut().zip(&trials) {
        if *is_endl {
            samples.insert(Metric::Wall, Reading::Unavailable(Reason::NotExposed));
        }
    }
    for panel in told(&lesson, &[record], |telling| telling.panel(0)) {
        let table = &panel.table;
        // Only one variant has a time, so there is no ratio to tell.
        let all = crate::claim::metrics_spoken_of(&lesson, 0).len();
        assert_eq!(table.figure_heads.len(), all);
        let dashes = table
            .rows
            .iter()
            .flat_map(|row| &row.figures)
            .filter(|told| told.text == "—");
        assert!(dashes.clone().count() >= 3);
        assert!(dashes.clone().all(|told| table.note(told).is_some()));
        for (place, note) in table.notes.iter().enumerate() {
            check(note);
            assert!(!table.notes[..place].contains(note), "{note}");
        }
        assert!(
            panel.lacking.iter().all(|note| !table.notes.contains(note)),
            "{:?}",
            panel.lacking
        );
    }
}

#[test]
fn circumstances_say_machine_system_and_date() {
    let czech = &in_all(2, |telling| telling.panel(0).circumstances)[0];
    let of = |term: &str| {
        czech
            .iter()
            .find(|(known, _)| known == term)
            .map(|(_, told)| told.as_str())
    };
    assert_eq!(of("procesor"), Some("AMD EPYC 7B13, 2\u{a0}jádra"));
    assert_eq!(of("virtualizace"), Some("žádná"));
    assert_eq!(of("řízení frekvence"), Some("systém neuvádí"));
    assert_eq!(of("g++"), Some("g++ 12.2.0"));
    assert_eq!(of("prázdný program (g++)"), Some("1,02\u{a0}ms (1,01–1,03\u{a0}ms)"));
    assert_eq!(
        of("datum měření"),
        Some("28.\u{a0}listopadu 2026 a\u{a0}29.\u{a0}listopadu 2026")
    );
    assert_eq!(of("kam se psalo"), Some("soubor, roura a\u{a0}/dev/null"));
    assert_eq!(of("kola"), Some("40, dvě měření počítaná jako jedno"));
}

fn inline(node: InlineNode) -> Inline {
    Inline { node, span: 0..0 }
}

fn text(words: &str) -> Inline {
    inline(InlineNode::Text(words.to_owned()))
}

#[test]
fn paragraphs_are_set_across_markup() {
    let expr = crate::lesson::expression::Expr {
        node: crate::lesson::expression::Node::Name("slowdown".to_owned()),
        span: 0..0,
    };
    let value = || {
        inline(InlineNode::Value {
            expr: expr.clone(),
            text: "slowdown".to_owned(),
            forms: vec![form("", "2", None, "krát")],
        })
    };
    let paragraph = [
        text("Zápis s"),
        inline(InlineNode::SoftBreak),
        inline(InlineNode::Code("std::endl".to_owned())),
        text(" trval "),
        inline(InlineNode::Emphasis(vec![value(), text(" a")])),
        inline(InlineNode::SoftBreak),
        text("to"),
        inline(InlineNode::FootnoteReference("1".to_owned())),
    ];
    let set = in_all(1, |telling| telling.typeset(&paragraph));
    assert_eq!(set[0][0], Set::Text("Zápis s\u{a0}".to_owned()));
    assert_eq!(set[0][1], Set::Code("std::endl".to_owned()));
    let Set::Emphasis(inner) = &set[0][3] else {
        panic!("{:?}", set[0])
    };
    assert!(matches!(&inner[0], Set::Figure(told) if told.text == "17,0krát"));
    assert_eq!(set[0][4], Set::Text("\u{a0}to".to_owned()));
    assert_eq!(
        typeset::plain(&set[0]),
        "Zápis s\u{a0}std::endl trval 17,0krát a\u{a0}to"
    );
    assert_eq!(typeset::plain(&set[3]), "Zápis s std::endl trval 17.0krát a to");
}

#[test]
fn line_breaks_between_japanese_letters_vanish() {
    let claim = || Spanned::new("slower".to_owned(), 0..0);
    let paragraph = [
        text("これは"),
        inline(InlineNode::SoftBreak),
        inline(InlineNode::Strong(vec![text("速い")])),
        inline(InlineNode::SoftBreak),
        text("std"),
        inline(InlineNode::SoftBreak),
        text("判定："),
        inline(InlineNode::SoftBreak),
        inline(InlineNode::ClaimWord(claim())),
        text("。"),
    ];
    let set = in_all(1, |telling| typeset::plain(&telling.typeset(&paragraph)));
    assert_eq!(set[2], "これは速い std 判定：成り立つ。");
}

#[test]
fn a_metric_has_one_unit_in_sentences_table_and_chart() {
    let lesson = lesson();
    let mut record = record(&lesson, 0, 1);
    // Half a millisecond, and up to 8.5 of them.
    for samples in &mut record.sessions[0].samples {
        if let Some(Reading::Available(series)) = samples.get_mut(&Metric::Wall) {
            series.exponent = 2;
        }
    }
    let shown = |telling: &Telling<'_>| {
        let panel = telling.panel(0);
        let wall = panel.table.figure_heads.iter();
        let column = wall
            .clone()
            .position(|head| *head == telling.metric_label(&Metric::Wall));
        let cell = |row: usize| panel.table.rows[row].figures[column.unwrap()].text.clone();
        let asked = [form("", "5", Some(Unit::Microsecond), "")];
        [
            telling.value("wall(newline)", &[]).text,
            telling.value("wall(newline)", &[form("", "5", None, "")]).text,
            cell(0),
            rows(&panel.charts[0]).groups[0].rows[0].told.clone(),
            cell(1),
            telling.value("wall(newline)", &asked).text,
            telling.claim_word("five").source,
        ]
        .map(|told| told.replace('\u{a0}', " "))
    };
    let told = super::telling_tests::told(&lesson, &[record], shown);
    let [half, all] = ["0.50020 ms", "8.5 ms"];
    assert_eq!(told[3][..6], [half, half, half, half, all, "500.20 µs"]);
    assert!(told[3][6].starts_with("0.500"), "{}", told[3][6]);
    assert!(
        told.iter().all(|told| told[..4].iter().all(|text| *text == told[0])),
        "{told:?}"
    );
}

#[test]
fn a_baseline_that_differs_from_itself_is_told_with_what_to_do() {
    let lesson = lesson();
    let notes = |slower: bool| {
        let mut record = record(&lesson, 0, 1);
        let controls: Vec<bool> = record.trials.iter().map(|trial| trial.id.control).collect();
        for (samples, _) in record.sessions[0].samples.iter_mut().zip(controls).filter(|of| of.1) {
            if let Some(Reading::Available(series)) = samples.get_mut(&Metric::Wall) {
                let slowed = |wall: &i64| if slower { wall * 11 / 10 } else { *wall };
                series.values = series.values.iter().map(slowed).collect();
            }
        }
        told(&lesson, &[record], |telling| telling.panel(0).time_notes.join("\n"))
    };
    let expected = [
        "lišil sám od sebe",
        "difirió de sí mismo",
        "同じプログラムの間に差",
        "differed from itself",
    ];
    for ((slower, alike), words) in notes(true).iter().zip(&notes(false)).zip(expected) {
        assert!(slower.contains(words) && !alike.contains(words), "{slower}\n{alike}");
        check(slower);
    }
}
