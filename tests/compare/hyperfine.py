#!/usr/bin/env python3
"""Compares workbook with hyperfine on the same programs, in one run and by turns.

    python3 tests/compare/hyperfine.py PATH-TO-WORKBOOK

Prints, as ratios of workbook to hyperfine:
  - the wall time of a run, with its interval of 95 %: what measuring adds to what is measured;
  - the time until a ratio of two programs is known: workbook to an interval of 10 %, hyperfine at its defaults.
Needs g++ and hyperfine. It is no test: what it prints depends on the machine.
"""

import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TURNS = 12
ROUNDS = 10
PROGRAM = """#include <fstream>
int main(int, char** arguments) {{
    std::ofstream sink(arguments[1]);
    for (int line = 0; line < 20000; ++line) sink << "line " << line << {end};
}}
"""
BOOK = 'locales = ["en"]\n[title]\nen = "Compared"\n'
LESSON = """+++
title = "Compared"
summary = "With another tool."
level = "advanced"
+++

## Whole {{#whole}}

{{value}}`slowdown; 2 times`

```{{experiment}} flushes
title = "Flushes"
args = "{{sink}}"
{measure}
[variants]
newline = "newline.cpp"
endl = "endl.cpp"
[values]
slowdown = "wall(endl) / wall(newline)"
```
"""


def book(root: Path, measure: str) -> Path:
    lesson = root / "lessons/compared"
    lesson.mkdir(parents=True)
    (root / "lessons/book.toml").write_text(BOOK)
    (lesson / "en.md").write_text(LESSON.format(measure=measure))
    for name, end in [("newline", "'\\n'"), ("endl", "std::endl")]:
        source = lesson / f"{name}.cpp"
        source.write_text(PROGRAM.format(end=end))
    return lesson


def compile_programs(lesson: Path, root: Path) -> dict[str, Path]:
    programs = {name: root / name for name in ["newline", "endl"]}
    for name, program in programs.items():
        subprocess.run(["g++", lesson / f"{name}.cpp", "-o", program], check=True)
    return programs


def walls_of_hyperfine(program: Path, sink: Path, root: Path) -> list[float]:
    report = root / "hyperfine.json"
    command = ["hyperfine", "-N", "-w", "1", "-r", str(ROUNDS), "--export-json", report, f"{program} {sink}"]
    run(command)
    return json.loads(report.read_text())["results"][0]["times"]


def run(command: list) -> None:
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode:
        sys.exit(f"{command} ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}")


def walls_of_workbook(workbook: str, root: Path, lesson: Path) -> list[float]:
    """Of the variant `newline` in the session that is added."""
    run([workbook, "run", "--root", root, "compared"])
    (record,) = (lesson / "records").iterdir()
    experiment = json.loads(record.read_text())["experiments"]["flushes"]
    trials = experiment["trials"]
    index = next(i for i, trial in enumerate(trials) if trial["variant"] == "newline" and not trial.get("control"))
    wall = experiment["sessions"][-1]["samples"][index]["wall"]
    return [value * 10 ** wall["exponent"] / 1e9 for value in wall["values"]]


def signed_rank_interval(logs: list[float]) -> tuple[float, float, float]:
    """Hodges and Lehmann's estimate with the exact signed-rank interval of 95 %."""
    n = len(logs)
    averages = sorted((a + b) / 2 for i, a in enumerate(logs) for b in logs[i:])
    counts = [1]
    for rank in range(1, n + 1):
        counts = [
            (counts[total] if total < len(counts) else 0) + (counts[total - rank] if total >= rank else 0)
            for total in range(len(counts) + rank)
        ]
    below, rank = 0, 0
    while (below + counts[rank]) / 2**n <= 0.025:
        below += counts[rank]
        rank += 1
    low, high = averages[rank - 1], averages[len(averages) - rank]
    return math.exp(statistics.median(averages)), math.exp(low), math.exp(high)


def overhead(workbook: str, root: Path) -> None:
    lesson = book(root, f"rounds = [{ROUNDS}, {ROUNDS}]")
    programs = compile_programs(lesson, root)
    sink = root / "sink"
    logs = []
    for _ in range(TURNS):
        ways = [
            lambda: ("hyperfine", walls_of_hyperfine(programs["newline"], sink, root)),
            lambda: ("workbook", walls_of_workbook(workbook, root, lesson)),
        ]
        random.shuffle(ways)
        seen = {name: statistics.median(walls) for name, walls in (way() for way in ways)}
        logs.append(math.log(seen["workbook"] / seen["hyperfine"]))
    estimate, low, high = signed_rank_interval(logs)
    print(f"wall time of a run: {estimate:.3f} ({low:.3f} to {high:.3f}) times hyperfine's, {TURNS} turns")


def time_to_a_ratio(workbook: str, root: Path) -> None:
    lesson = book(root, 'width = "10 %"')
    programs = compile_programs(lesson, root)
    commands = [f"{program} {root / 'sink'}" for program in programs.values()]
    ratios = []
    for turn in range(TURNS // 2):
        ways = {
            "hyperfine": lambda: run(["hyperfine", "-N", *commands]),
            "workbook": lambda: run([workbook, "build", root, "--rerun", "--quiet"]),
        }
        taken = {}
        for name in random.sample(list(ways), len(ways)):
            begun = time.monotonic()
            ways[name]()
            taken[name] = time.monotonic() - begun
        ratios.append(taken["workbook"] / taken["hyperfine"])
    print(f"time to a ratio: {statistics.median(ratios):.2f} times hyperfine's, compiling and pages included; {len(ratios)} turns")


def main() -> None:
    workbook = str(Path(sys.argv[1]).resolve())
    for compare in [overhead, time_to_a_ratio]:
        with tempfile.TemporaryDirectory() as folder:
            compare(workbook, Path(folder))


main()
