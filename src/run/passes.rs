//! Passes of their own: the tools that count what no timed run can show, their words, and how what they say is read.
//!
//! strace counts system calls of the program and all its children. valgrind counts instructions (callgrind) and allocations
//! (memcheck) of the program's first process, its threads included: a process that it forks begins with a copy of the counts.
//! Deliberately absent: when a pass is made (`counting`) and how a process is run (`executor`).

use std::collections::BTreeMap;

use crate::lesson::names::Metric;
use crate::process::Ending;

/// What a pass is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    Strace,
    Callgrind,
    Memcheck,
}

/// What came of one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The tool is nowhere on the search path.
    Missing,
    Made {
        /// Of the program under the tool, which passes it on.
        ending: Ending,
        /// What the tool wrote, apart from what the program did.
        said: String,
    },
}

impl Tool {
    /// What makes the count; `None` for what needs no pass of its own.
    pub(super) fn of(metric: &Metric) -> Option<Tool> {
        match metric {
            Metric::Syscalls | Metric::Syscall(_) => Some(Tool::Strace),
            Metric::Instructions => Some(Tool::Callgrind),
            Metric::Allocations | Metric::Allocated => Some(Tool::Memcheck),
            _ => None,
        }
    }

    /// The program to call, which on Debian is its package's name too.
    pub fn program(self) -> &'static str {
        match self {
            Tool::Strace => "strace",
            Tool::Callgrind | Tool::Memcheck => "valgrind",
        }
    }

    /// The words between the tool and the program, for a report in the file `report`.
    pub(super) fn words(self, report: &str) -> Vec<String> {
        let log = format!("--log-file={report}");
        let words: &[&str] = match self {
            Tool::Strace => &["-f", "-c", "-o", report],
            Tool::Callgrind => &["--tool=callgrind", "--callgrind-out-file=/dev/null", &log],
            // It is to count and not to judge. The libraries that it names say whether it could count.
            Tool::Memcheck => &[
                "--tool=memcheck",
                "--undef-value-errors=no",
                "--leak-check=no",
                "-v",
                &log,
            ],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// The count that the tool's report gives; `None` where it is not there.
    pub(super) fn count(self, metric: &Metric, said: &str) -> Option<i64> {
        match (self, metric) {
            (Tool::Strace, Metric::Syscalls) => table(said)?.get("total").copied(),
            // A call that is not in the table was not made.
            (Tool::Strace, Metric::Syscall(name)) => Some(table(said)?.get(name.as_str()).copied().unwrap_or(0)),
            (Tool::Callgrind, Metric::Instructions) => number(first_process(said, "Collected :")?),
            (Tool::Memcheck, Metric::Allocations) => heap(said).map(|(calls, _)| calls),
            (Tool::Memcheck, Metric::Allocated) => heap(said).map(|(_, bytes)| bytes),
            _ => None,
        }
    }
}

/// The calls by name that `strace -c` tells, and their `total`; nothing where the table is cut short.
fn table(said: &str) -> Option<BTreeMap<&str, i64>> {
    let rows = said.lines().filter_map(|line| {
        // % time, seconds, usecs/call, calls, errors where there were any, syscall
        let words: Vec<&str> = line.split_whitespace().collect();
        let calls = words.get(3)?.parse().ok()?;
        Some((*words.last()?, calls))
    });
    let table: BTreeMap<&str, i64> = rows.collect();
    table.contains_key("total").then_some(table)
}

/// Calls and bytes of "total heap usage: 1,002 allocs, 1,002 frees, 100,800 bytes allocated".
///
/// Only calls of the C library's functions are seen. A program that has its own, linked into it, would seem to allocate
/// nothing, so without a C library that is loaded there is no count.
fn heap(said: &str) -> Option<(i64, i64)> {
    let loads_library = |name: &str| {
        said.lines()
            .any(|line| line.contains("Reading syms from") && line.contains(name))
    };
    if !["/libc.so", "/libc-", "/ld-musl-", "/libc.musl-"]
        .into_iter()
        .any(loads_library)
    {
        return None;
    }
    let mut parts = first_process(said, "total heap usage:")?.split(", ");
    let (allocations, _frees, bytes) = (parts.next()?, parts.next()?, parts.next()?);
    Some((number(allocations)?, number(bytes)?))
}

/// What stands behind `key` in a line of the process that valgrind was called for: its log begins with that.
fn first_process<'a>(said: &'a str, key: &str) -> Option<&'a str> {
    let mark = said.lines().find(|line| line.starts_with("=="))?.split(' ').next()?;
    let lines = said.lines().rev().filter_map(|line| line.strip_prefix(mark));
    let mut found = lines.filter_map(|line| Some(line.split_once(key)?.1.trim()));
    found.next()
}

/// The number that a text begins with, its thousands apart by commas.
fn number(text: &str) -> Option<i64> {
    let digits = text.split(' ').next()?;
    digits.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 86.39    0.003517           3      1000           write
  1.52    0.000062          62         4         2 openat
------ ----------- ----------- --------- --------- ----------------
100.00    0.004071           3      1004         2 total
";

    #[test]
    fn system_calls_are_counted_by_name_and_in_all() {
        let count = |metric: &Metric| Tool::Strace.count(metric, TABLE);
        let call = |name: &str| count(&Metric::Syscall(name.to_owned()));
        assert_eq!(count(&Metric::Syscalls), Some(1004));
        assert_eq!(call("write"), Some(1000));
        assert_eq!(call("openat"), Some(4));
        assert_eq!(call("read"), Some(0));
        let cut = &TABLE[..TABLE.len() - 60];
        assert_eq!(Tool::Strace.count(&Metric::Syscall("write".to_owned()), cut), None);
        assert_eq!(Tool::Strace.count(&Metric::Syscalls, ""), None);
    }

    #[test]
    fn only_the_first_process_of_valgrinds_log_counts() {
        let log = "==7== Callgrind, a call-graph generating cache profiler
==7== Command: ./f
==8== Collected : 18123283
==7== Collected : 6123919
==7==
==7== I   refs:      6,123,919
";
        assert_eq!(Tool::Callgrind.count(&Metric::Instructions, log), Some(6_123_919));
        assert_eq!(
            Tool::Callgrind.count(&Metric::Instructions, "==7== Command: ./f\n"),
            None
        );
    }

    #[test]
    fn allocations_need_a_library_that_is_loaded() {
        let heap = "==7== Memcheck\n==8==   total heap usage: 1 allocs, 0 frees, 5 bytes allocated\n\
            ==7==   total heap usage: 1,002 allocs, 1,001 frees, 100,800 bytes allocated\n";
        let log = format!("{heap}--7-- Reading syms from /usr/lib/x86_64-linux-gnu/libc.so.6\n");
        assert_eq!(Tool::Memcheck.count(&Metric::Allocations, &log), Some(1002));
        assert_eq!(Tool::Memcheck.count(&Metric::Allocated, &log), Some(100_800));
        assert_eq!(Tool::Memcheck.count(&Metric::Allocations, heap), None);
    }
}
