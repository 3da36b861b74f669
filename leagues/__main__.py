"""The command line of leagues. Its only command, `verify`, checks a season's document.

Output is JSON on stdout. The exit status is 0 for success, 1 if the season differs from what its seed and results
imply, 2 for unreadable input (with the reason in one line on stderr), and 3 if nothing differs but something needed for
a proof is missing.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from leagues.document_checks import decode
from leagues.season_document import DOCUMENT_BYTES
from leagues.verification import verify
from tables.refusal import Refusal

VERIFIED, BROKEN, UNREADABLE, LACKING = 0, 1, 2, 3
STATUSES = {"verified": VERIFIED, "follows": LACKING, "broken": BROKEN}
"""The exit status by verdict of the verification."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of the command line and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        with Path(options.file).open("rb") as file:
            document = decode(file.read(DOCUMENT_BYTES + 1))
    except Refusal as refusal:
        print(f"leagues: {refusal.text}", file=sys.stderr)
        return UNREADABLE
    except OSError as error:
        print(f"leagues: {error.filename}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    found = verify(document)
    print(msgspec.json.format(msgspec.json.encode(found)).decode())
    return STATUSES[found.verdict]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m leagues", description="Verify exported seasons of leagues.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "verify",
        help="repeat every deal of an exported season and recompute its standings",
        description="Repeats every deal from the seed and its stored inputs, and recomputes the standings from the "
        "results. Verdicts and exit statuses: verified (0): everything matches; follows (3): nothing differs, but the "
        "proof needs the items listed under lacking, such as the seed before the season is over; broken (1): the items "
        "listed under differences don't match.",
    )
    command.add_argument("file", metavar="FILE", help="season.json from the export")
    return parser


if __name__ == "__main__":
    sys.exit(main())
