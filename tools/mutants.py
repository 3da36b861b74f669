"""Mutation runs: check whether the quick tests detect small changes of the program.

    python -m tools.mutants draw MUTANTS.json --seed 32      draw mutants of this tree
    python -m tools.mutants run MUTANTS.json RESULTS.json    run the quick tests against each

`draw` takes the same number of mutants from each folder in `FOLDERS` and, within a folder, of each kind: a changed
operator, a changed constant, a negated condition, a dropped statement. `run` first measures which quick tests execute
each line (coverage contexts). It then applies one mutant at a time to a copy of the tree and runs the tests that
execute its line, until one fails. To compare two commits, draw once and run the same file on both; a mutant whose line
is gone is reported as *stale*.
"""

import argparse
import ast
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "tables", "leagues", "data", "cogs")
SKIPPED = "data/store/migrations"
WORKERS = 2
TIMEOUT_SECONDS = 900

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """A change in the file `path`: the source text `old`, where it follows `before`, is replaced by `new`.

    `before` and `old` together occur once in the file, so that the place can be located after changes elsewhere. `line`
    counts from 1, for reports.
    """

    path: str
    line: int
    before: str
    old: str
    new: str
    kind: str


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Mutation runs")
    commands = parser.add_subparsers(dest="command", required=True)
    draw = commands.add_parser("draw")
    draw.add_argument("mutants", type=Path)
    draw.add_argument("--seed", type=int, default=32)
    draw.add_argument("--count", type=int, default=120)
    run = commands.add_parser("run")
    run.add_argument("mutants", type=Path)
    run.add_argument("results", type=Path)
    run.add_argument("--coverage", type=Path, help="use this coverage file with contexts instead of measuring")
    options = parser.parse_args()
    if options.command == "draw":
        mutants = draw_mutants(options.seed, options.count)
        options.mutants.write_text(json.dumps([asdict(mutant) for mutant in mutants], indent=1))
        return 0
    mutants = [Mutant(**fields) for fields in json.loads(options.mutants.read_text())]
    return run_mutants(mutants, options.results, options.coverage or measure_coverage())


def draw_mutants(seed: int, count: int) -> list[Mutant]:
    """Choose `count` mutants of this tree at random, the same number from each folder and of each kind."""
    chance = random.Random(seed)
    drawn: list[Mutant] = []
    for folder in FOLDERS:
        by_kind: dict[str, list[Mutant]] = {}
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(SKIPPED):
                for mutant in list_mutants(name, path.read_bytes()):
                    by_kind.setdefault(mutant.kind, []).append(mutant)
        share = count // len(FOLDERS) // len(by_kind)
        for kind in sorted(by_kind):
            drawn += chance.sample(by_kind[kind], share)
    return drawn


def list_mutants(name: str, source: bytes) -> Iterator[Mutant]:
    """Yield all mutants inside the functions of a file."""
    starts = [0]
    for text in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(text))
    seen: set[tuple[int, str]] = set()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            for kind, place, new in change_node(node):
                last_line, last_column = place.end_lineno or place.lineno, place.end_col_offset or 0
                start, end = starts[place.lineno - 1] + place.col_offset, starts[last_line - 1] + last_column
                if (start, kind) not in seen:
                    seen.add((start, kind))
                    before = find_context(source, starts, place.lineno - 1, start, end)
                    yield Mutant(name, place.lineno, before, source[start:end].decode(), new, kind)


def find_context(source: bytes, starts: list[int], line: int, start: int, end: int) -> str:
    """Return the source text before the mutated piece that identifies it, for `Mutant.before`.

    It begins at the nearest line start from which the text up to `end` occurs only once in the file. `start` and `end`
    are the byte positions of the mutated piece, and `starts` those of all lines.
    """
    while source.count(source[starts[line] : end]) > 1 and line:
        line -= 1
    return source[starts[line] : start].decode()


def change_node(node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    """Yield the possible mutations of a node: kind, the node to replace, and its new source text."""
    match node:
        case ast.Compare(left, [operator, *rest], comparators) if type(operator) in COMPARISONS:
            new = ast.Compare(left, [COMPARISONS[type(operator)](), *rest], comparators)
            yield "operator", node, f"({ast.unparse(new)})"
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            yield "operator", node, f"({ast.unparse(ast.BinOp(left, ARITHMETIC[type(operator)](), right))})"
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield "operator", node, f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.Constant(bool(value)):
            yield "constant", node, str(not value)
        case ast.Constant(int(value)):
            yield "constant", node, str(value + 1)
        case ast.If(test) | ast.IfExp(test) | ast.While(test):
            yield "condition", test, f"(not ({ast.unparse(test)}))"
        case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
            yield "statement", node, "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "statement", node, "pass"
        case _:
            pass


def measure_coverage() -> Path:
    """Run the quick tests with a coverage context for each test; return the coverage file."""
    path = Path(tempfile.mkdtemp(prefix="mutants-")) / "coverage"
    settings = path.with_name("coveragerc")
    settings.write_text(f"[run]\ndata_file = {path}\nsource = {','.join(FOLDERS)}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(WORKERS), "-m", "not slow", "--no-header"]
    command += ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    subprocess.run(command, cwd=ROOT, check=False)
    return path


def find_place(path: Path, mutant: Mutant) -> int | None:
    """Return the byte position of the mutant's old text in a file, None if it is gone or not unique."""
    source = path.read_bytes() if path.exists() else b""
    text = (mutant.before + mutant.old).encode()
    return source.index(text) + len(mutant.before.encode()) if source.count(text) == 1 else None


def find_tests(coverage: CoverageData, mutant: Mutant) -> list[str]:
    """Return the tests that execute the mutant's first line, those of its own folder first."""
    path = ROOT / mutant.path
    start = find_place(path, mutant)
    if start is None:
        return []
    line = path.read_bytes()[:start].count(b"\n") + 1
    contexts = coverage.contexts_by_lineno(str(path)).get(line, [])
    tests = {context.rpartition("|")[0] for context in contexts if "|" in context}
    folder = f"tests/{mutant.path.partition('/')[0]}/"
    return sorted(tests, key=lambda test: (not test.startswith(folder), test))


def run_mutants(mutants: list[Mutant], results: Path, coverage_file: Path) -> int:
    """Run the mutants in `WORKERS` copies of the tree, and print and write the results; return an exit status."""
    coverage = CoverageData(str(coverage_file))
    coverage.read()
    tests = [find_tests(coverage, mutant) for mutant in mutants]
    copies: SimpleQueue[Path] = SimpleQueue()
    for _ in range(WORKERS):
        copies.put(copy_tree())

    def judge(pair: tuple[Mutant, list[str]]) -> dict[str, str]:
        copy = copies.get()
        try:
            verdict, failed = judge_mutant(copy, *pair)
        finally:
            copies.put(copy)
        print(f"{verdict:9} {pair[0].path}:{pair[0].line} {pair[0].kind} {failed}", flush=True)
        return asdict(pair[0]) | {"verdict": verdict, "failed": failed}

    with ThreadPoolExecutor(WORKERS) as pool:
        found = list(pool.map(judge, zip(mutants, tests, strict=True)))
    results.write_text(json.dumps(found, indent=1))
    verdicts = Counter(each["verdict"] for each in found)
    print(f"{verdicts['killed'] + verdicts['timeout']} of {len(found)} killed: {dict(verdicts)}")
    return 0


def copy_tree() -> Path:
    """Copy the committed tree to a new folder, with this tree's virtual environment."""
    copy = Path(tempfile.mkdtemp(prefix="mutants-"))
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x"], cwd=copy, check=True, input=archive.stdout)
    (copy / ".venv").symlink_to((ROOT / ".venv").resolve())
    return copy


def judge_mutant(copy: Path, mutant: Mutant, tests: list[str]) -> tuple[str, str]:
    """Apply a mutant to a copy, run its tests until one fails, and restore the file.

    Return the verdict and pytest's line about the failed test. Verdicts: "killed", "timeout" (counts as killed),
    "survived", "untested" (no quick test executes the line), and "stale" (the source no longer matches).
    """
    path = copy / mutant.path
    start = find_place(path, mutant)
    if start is None:
        return "stale", ""
    if not tests:
        return "untested", ""
    source = path.read_bytes()
    path.write_bytes(source[:start] + mutant.new.encode() + source[start + len(mutant.old.encode()) :])
    names = copy / "mutant-tests.txt"
    names.write_text("\n".join(tests))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-rfE", "-n", "0", "-p", "no:cacheprovider", f"@{names}"]
    try:
        ended = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return "timeout", ""
    finally:
        path.write_bytes(source)
    # If a mutant breaks the import of a test module, pytest reports that the test does not exist.
    if ended.returncode not in (0, 1, 2) and " collecting " not in ended.stdout and "conftest" not in ended.stderr:
        raise RuntimeError(f"pytest exited with status {ended.returncode} for {mutant}:\n{ended.stdout}{ended.stderr}")
    failed = next((line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "")
    return ("killed" if ended.returncode else "survived"), failed


if __name__ == "__main__":
    sys.exit(main())
