"""Draw a random sample of the program's docstrings for review, or list those with an avoided first word.

    python -m tools.docstrings draw 200 --seed 1     prints 200 docstrings, each with its location and name
    python -m tools.docstrings list                  lists the docstrings that begin with What, Who, Which and the like

A string below a constant or an attribute counts as its docstring.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PROGRAM = ("bot.py", "run.py", "cogs", "data", "engine", "language", "leagues", "ops", "playground", "render", "tables")
AVOIDED = re.compile(r"(What|Who|Whose|Which|Where|How)\b")


class Docstring(NamedTuple):
    """A docstring: `path:line`, the name it describes, and its text."""

    place: str
    name: str
    text: str


def docstrings() -> Iterator[Docstring]:
    """Yield every docstring of the program, by file."""
    for part in PROGRAM:
        path = ROOT / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for node in ast.walk(ast.parse(file.read_text())):
                yield from _find_in_node(node, file.relative_to(ROOT))


def _find_in_node(node: ast.AST, file: Path) -> Iterator[Docstring]:
    """Yield the docstring of a module, class or function, and those of the constants in it."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if text := ast.get_docstring(node):
        yield Docstring(f"{file}:{node.body[0].lineno}", getattr(node, "name", file.stem), text)
    for before, after in pairwise(node.body):
        match before, after:
            case ((ast.Assign(targets=[target]) | ast.AnnAssign(target=target)), ast.Expr(ast.Constant(str(text)))):
                yield Docstring(f"{file}:{after.lineno}", ast.unparse(target), text)


def main() -> int:
    """Run the command in the arguments; return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    draw = commands.add_parser("draw")
    draw.add_argument("number", type=int)
    draw.add_argument("--seed", type=int, required=True)
    commands.add_parser("list")
    chosen = parser.parse_args()
    found = [*docstrings()]
    if chosen.command == "draw":
        print(f"seed {chosen.seed}: {chosen.number} of {len(found)} docstrings")
        for one in Random(chosen.seed).sample(found, min(chosen.number, len(found))):
            print(f"\n{one.place} {one.name}\n    {one.text}")
        return 0
    avoided = [one for one in found if AVOIDED.match(one.text)]
    for one in avoided:
        print(f"{one.place} {one.name}: {one.text.splitlines()[0]}")
    print(f"{len(avoided)} of {len(found)} docstrings", file=sys.stderr)
    return 1 if avoided else 0


if __name__ == "__main__":
    sys.exit(main())
