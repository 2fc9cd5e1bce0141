//! Every toolchain that the program knows by itself, by the real thing: found, compiled with, run, and a number read from what it says.
//!
//! Owns one small program a language. A toolchain that this machine lacks fails its test, with what to install.
//! Deliberately absent: what else a session records (`run.rs`), and toolchains that a book defines.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "these are tests, their helpers too")]

mod support;

use std::collections::BTreeSet;

use support::Place;
use workbook::book::settings;
use workbook::diag::SourceText;

/// What the programs print, as one that times itself would.
const REPORT: &str = "took 12.5 ms";

const C: &str = r#"#include <stdio.h>
int main(int count, char** arguments) { (void)count; printf("took %s ms\n", arguments[1]); }
"#;

const CPP: &str = r#"#include <iostream>
int main(int, char** arguments) { std::cout << "took " << arguments[1] << " ms" << std::endl; }
"#;

const RUST: &str = r#"fn main() {
    println!("took {} ms", std::env::args().nth(1).unwrap());
}
"#;

// A part of the standard library that is compiled at need, and a goroutine.
const GO: &str = r#"package main

import (
	"fmt"
	"os"
	"sync"
)

func main() {
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		fmt.Printf("took %s ms\n", os.Args[1])
	}()
	group.Wait()
}
"#;

// A second class and a thread.
const JAVA: &str = r#"class Report {
    static String of(String time) { return "took " + time + " ms"; }
}

class Main {
    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println(Report.of(arguments[0])));
        thread.start();
        thread.join();
    }
}
"#;

const PYTHON: &str = "import sys\nprint(f'took {sys.argv[1]} ms')\n";

// The file system's promises are kept by threads of the runtime.
const NODE: &str = r#"const { readFile } = require("node:fs/promises");
readFile(__filename).then(() => console.log(`took ${process.argv[2]} ms`));
"#;

const SHELL: &str = "echo \"took $1 ms\"\n";

/// Builds a book of one experiment on `toolchain`, and gives its record.
#[track_caller]
fn built(toolchain: &str, file: &str, program: &str) -> serde_json::Value {
    let place = Place::empty();
    place.write("lessons/book.toml", "locales = [\"en\"]\n[title]\nen = \"Tools\"\n");
    place.write(&format!("lessons/tools/{file}"), program);
    let lesson = format!(
        r#"+++
title = "Tools"
summary = "One program."
+++

```{{experiment}} tool
title = "A program"
toolchain = "{toolchain}"
args = "12.5"
rounds = [3, 3]

[variants]
it = "{file}"

[metrics]
took = {{ find = 'took (\S+) ms', unit = "ms" }}

[claims]
short = {{ that = "took(it) < 13 ms", expect = "holds" }}

[labels]
short = "It reports less than 13 ms."
```
"#
    );
    place.write("lessons/tools/en.md", lesson);
    let ran = place.build();
    // Of a toolchain that is missing, the build says what to install.
    assert_eq!(ran.measured(), ["tools/tool"], "{}", ran.stderr);
    let text = std::fs::read_to_string(place.records("tools")).unwrap();
    let records: serde_json::Value = serde_json::from_str(&text).unwrap();
    records["experiments"]["tool"].clone()
}

/// That a program of this toolchain runs as announced, within the limits of every run, and that its number is read.
#[track_caller]
fn works(toolchain: &str, file: &str, program: &str) {
    let record = built(toolchain, file, program);
    let trial = &record["trials"][0];
    assert_eq!(trial["outcome"], serde_json::json!({ "exited": 0 }), "{trial:#}");
    assert_eq!(trial["toolchain"], toolchain);
    assert_eq!(trial["output"]["text"], format!("{REPORT}\n"));
    let session = &record["sessions"][0];
    let took = &session["samples"][0]["took"];
    assert_eq!(took["values"], serde_json::json!([12_500_000, 12_500_000, 12_500_000]));
    let startup = session["startup"][toolchain].as_array().unwrap();
    assert!(
        startup.len() == 10 && startup.iter().all(|time| time.as_i64() > Some(0)),
        "{startup:?}"
    );
    let version = session["circumstances"]["toolchains"][toolchain].as_str();
    assert!(version.is_some_and(|version| !version.is_empty()), "{session:#}");
}

/// The test of each toolchain bears its name, so far as a function can.
const TESTED: [&str; 10] = [
    "gcc", "g++", "clang", "clang++", "rustc", "go", "java", "python3", "node", "sh",
];

#[test]
fn no_toolchain_is_left_out() {
    let settings = settings::parse(&SourceText::new("book.toml", "")).value;
    let known: BTreeSet<&str> = settings.toolchains.iter().map(|known| known.name.as_str()).collect();
    assert_eq!(known, TESTED.into());
}

#[test]
fn gcc() {
    works("gcc", "report.c", C);
}

#[test]
fn gcc_for_cpp() {
    works("g++", "report.cpp", CPP);
}

#[test]
fn clang() {
    works("clang", "report.c", C);
}

#[test]
fn clang_for_cpp() {
    works("clang++", "report.cpp", CPP);
}

#[test]
fn rustc() {
    works("rustc", "report.rs", RUST);
}

#[test]
fn go() {
    works("go", "report.go", GO);
}

#[test]
fn java() {
    works("java", "report.java", JAVA);
}

#[test]
fn python() {
    works("python3", "report.py", PYTHON);
}

#[test]
fn node() {
    works("node", "report.cjs", NODE);
}

#[test]
fn shell() {
    works("sh", "report.sh", SHELL);
}
