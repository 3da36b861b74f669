"""Add a new game to the project: a complete small game to play at once and to change.

Usage:

    python -m tools.new_game NAME   NAME is the name of the game's folders, such as tiny_game
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from tools.new_game import ROOT, NameRefused, title, write_game

NEXT = """
{title} is High Card under another name. Play it, then make it your own:

    python3 run.py                                                    /play in the playground offers it
    .venv/bin/python -m engine play {name} --seats 3 --players random
    python3 run.py test tests/engine -k {name}

Then follow docs/developing/adding_a_game.md: rules, tests, pictures, Discord, texts.
"""


def main(arguments: Sequence[str]) -> int:
    """Run the command; return its exit status."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    if find_spec("ruff") is None:
        print(
            "ruff isn't installed. Run `python3 run.py check` once: it installs what developers need.", file=sys.stderr
        )
        return 2
    try:
        files = write_game(arguments[0])
    except NameRefused as refusal:
        print(refusal, file=sys.stderr)
        return 2
    for path in files:
        print(path.relative_to(ROOT))
    print(NEXT.format(title=title(arguments[0]), name=arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
