"""`python -m tables.records.checking_process` checks one record in a process with limits of time and memory.

The record comes by standard input and the `Finding` goes to standard output. The system ends the process where it takes
too long, so no record can hold the program up, whatever it makes the rules do.
"""

import os
import resource
import signal
import sys
from typing import Final

import msgspec

from engine.core import SPECTATOR, EngineError
from engine.history import history
from engine.record import RECORD_BYTES, GameRecord, configure
from engine.record_json import decode
from engine.verification import Verdict, verify

MEMORY_BYTES: Final = 1 << 29
WALL_SECONDS: Final = 60
"""After so long it ends by the clock on the wall too, so that it never outlives the program for long."""
MOST_DIFFERENCES: Final = 3
NICENESS: Final = 10
_OF_DRAWS: Final = ("wrong_seed", "wrong_order")
"""Faults that leave the entries themselves as they should be."""
TOO_LARGE: Final = 3
"""The exit status of a check that takes too much memory."""


class Finding(msgspec.Struct, frozen=True):
    """What a check has found; `error` says why a file is no record of a game that is known here, else it is empty.

    `verdict` is that of `engine.verification`, with what is `lacking`. `follows` if all entries follow the rules,
    whatever differs in the draws. `views` are the distinct public boards,
    counted only on request. `differences` are the first ones, as sentences.
    """

    error: str = ""
    verdict: Verdict = "broken"
    lacking: tuple[str, ...] = ()
    follows: bool = False
    over: bool = False
    statement: str = ""
    differences: tuple[str, ...] = ()
    views: int = 0


def check(data: bytes, *, count_views: bool) -> Finding:
    """Checks a record that somebody has sent."""
    try:
        record = decode(data)
        configure(record.configuration)
    except EngineError as error:
        return Finding(error=error.text)
    found = verify(record)
    follows = found.entries == len(record.entries) and not any(
        one.entry == 0 and one.code not in _OF_DRAWS for one in found.differences
    )
    return Finding(
        verdict=found.verdict,
        lacking=found.lacking,
        follows=follows,
        over=found.over,
        statement=found.statement,
        differences=tuple(
            f"Entry {one.entry}: {one.text}" if one.entry else one.text for one in found.differences[:MOST_DIFFERENCES]
        ),
        views=_views(record) if count_views and follows else 0,
    )


def _views(record: GameRecord) -> int:
    return len(history(record.configuration, record.entries, SPECTATOR))


def _limit(seconds: int) -> None:
    """From here on, the system ends the process after so many seconds of CPU time, or if it takes too much memory."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(WALL_SECONDS)


def main(seconds: str, views: str) -> None:
    """Checks the record in standard input."""
    _limit(int(seconds))
    try:
        finding = check(sys.stdin.buffer.read(RECORD_BYTES + 1), count_views=views == "views")
    except MemoryError:
        sys.exit(TOO_LARGE)
    sys.stdout.buffer.write(msgspec.json.encode(finding))


if __name__ == "__main__":
    main(*sys.argv[1:])
