"""`python -m tables.records.checking_process`: checks one record in a process with time and memory limits.

It reads the record from stdin and writes the `Finding` to stdout. The operating system ends the process when it exceeds
a limit, so no record can block the program.
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
from engine.replay import Fault
from engine.verification import Verdict, verify
from language.messages import _, speaking
from tables.texts import put_into_words

MEMORY_BYTES: Final = 1 << 29
WALL_SECONDS: Final = 60
"""Wall-clock limit of a check in seconds, so that the process ends soon if the program has ended."""
MOST_DIFFERENCES: Final = 3
NICENESS: Final = 10
_OF_DRAWS: Final = ("wrong_seed", "wrong_order")
"""The verdicts about random draws that don't match the seed. The entries may still follow the rules."""
TOO_LARGE: Final = 3
"""The exit status of the process if a check needs too much memory."""


class Finding(msgspec.Struct, frozen=True):
    """The result of checking a record.

    `error` is empty if the file is a readable record of a game that this program supports; else it is the reason.
    `verdict` and `lacking` are those of `engine.verification`. `follows`: all entries follow the rules, even if random
    draws don't match the seed. `views` is the number of distinct public boards, counted only on request. `differences`
    holds the first few differences as sentences. `error`, `lacking`,
    `statement` and `differences` are in the context's language.
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
    """Check a file that a user has sent as a record. If `count_views` is true, also count its public boards."""
    try:
        record = decode(data)
        configure(record.configuration)
    except EngineError as error:
        return Finding(error=str(put_into_words(error.message)))
    found = verify(record)
    follows = found.entries == len(record.entries) and not any(
        one.entry == 0 and one.code not in _OF_DRAWS for one in found.differences
    )
    return Finding(
        verdict=found.verdict,
        lacking=tuple(str(put_into_words(gap)) for gap in found.lacking),
        follows=follows,
        over=found.over,
        statement=str(put_into_words(found.statement)),
        differences=tuple(map(_put_fault_into_words, found.differences[:MOST_DIFFERENCES])),
        views=_views(record) if count_views and follows else 0,
    )


def _put_fault_into_words(fault: Fault) -> str:
    text = str(put_into_words(fault.text))
    return _("Entry {number}: {text}", number=fault.entry, text=text) if fault.entry else text


def _views(record: GameRecord) -> int:
    return len(history(record.configuration, record.entries, SPECTATOR))


def _limit_resources(seconds: int) -> None:
    """Limit this process to `seconds` of CPU time and to fixed amounts of memory and wall-clock time."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(WALL_SECONDS)


def main(seconds: str, views: str, language: str) -> None:
    """Check the record in stdin with a limit of `seconds` of CPU time, and write the finding to stdout."""
    _limit_resources(int(seconds))
    try:
        with speaking(language):
            finding = check(sys.stdin.buffer.read(RECORD_BYTES + 1), count_views=views == "views")
    except MemoryError:
        sys.exit(TOO_LARGE)
    sys.stdout.buffer.write(msgspec.json.encode(finding))


if __name__ == "__main__":
    main(*sys.argv[1:])
