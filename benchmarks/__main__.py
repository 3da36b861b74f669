"""The measurements of docs/developing/performance.md as one table: `python -m benchmarks [PART…]`.

The program's CPU time and that of a reference are measured alternately in the same process. Times that a person waits
are wall-clock times. To compare two commits, run `--json` at each, then `python -m pyperf compare_to BEFORE AFTER
--table`.
"""

import asyncio
import os
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import pyperf

from benchmarks import edits, engine, leagues, pictures, processes, program, store
from benchmarks.rows import Part, Row, heading, line, write_table

PARTS: dict[str, Part] = {
    "engine": engine.rows,
    "pictures": pictures.rows,
    "store": store.rows,
    "leagues": leagues.rows,
    "edits": edits.rows,
    "program": program.rows,
    "processes": processes.rows,
}
DOCUMENT = Path(__file__).parents[1] / "docs/developing/performance.md"


def machine() -> str:
    """Describe the machine: Python version, cores and load."""
    load = " ".join(f"{number:.2f}" for number in os.getloadavg())
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load}"


async def measure(part: str) -> list[Row]:
    """Measure a part of the benchmarks and return its rows; each row is printed as soon as it is measured."""
    rows: list[Row] = []
    async for row in PARTS[part]():
        print(line(row.cells(part)), flush=True)
        rows.append(row)
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the parts named in the arguments, or all of them."""
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one or more of {', '.join(PARTS)}; default: all")
    parser.add_argument("--json", metavar="FILE", help="write the samples to this file, for pyperf")
    parser.add_argument("--write", action="store_true", help="update the table in docs/developing/performance.md")
    given = parser.parse_args(arguments)
    if unknown := {*given.parts} - PARTS.keys():
        parser.error(f"unknown part {', '.join(sorted(unknown))}; the parts are {', '.join(PARTS)}")
    print(f"{machine()}\n\n{heading()}", flush=True)
    rows = [(part, row) for part in given.parts or PARTS for row in asyncio.run(measure(part))]
    missed = [row.name for _, row in rows if not row.met]
    print(f"\n{len(rows) - len(missed)} of {len(rows)} rows meet their aims. {machine()}")
    if given.json:
        pyperf.BenchmarkSuite([row.benchmark(part) for part, row in rows]).dump(given.json, replace=True)
    if given.write:
        write_table(DOCUMENT, (line(row.cells(part)) for part, row in rows), whole=not given.parts)


if __name__ == "__main__":
    sys.exit(main())
