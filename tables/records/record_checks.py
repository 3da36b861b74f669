"""A queue for checking records in separate processes, one at a time, so that no record blocks the program."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from language.messages import N_, _, spoken_language
from tables.module_process import start_module
from tables.records.checking_process import TOO_LARGE, Finding
from tables.refusal import Refusal
from tables.texts import escape

TAKES_TOO_LONG = N_(
    "This record takes too long to check here. On your own computer, you can check it with `python -m engine "
    "verify FILE`."
)
NO_RECORD = N_("I can't read this file as a record of a game.")
RECORDS_FROM = N_(
    "After a game, you get its record with *Record* under *More*. `/export` gives you the records of all your games."
)
NOT_REPLAYABLE = N_("This record can't be replayed, so there is nothing to show.")
IMPORT_GONE = N_("That record is gone. You can import it again with `/import`.")
NOT_PLAYABLE = N_("I can't show this record any more.")

CPU_SECONDS: Final = 20
"""CPU time limit of a check, in seconds."""
LOOKING_SECONDS: Final = 5
"""CPU time limit of a check in seconds, for a record that a user wants to view.

It is lower than `CPU_SECONDS`, because the record is replayed for each page that is shown.
"""
WALL_SECONDS: Final = 60
AT_ONCE: Final = 1
_LIMITED: Final = (TOO_LARGE, *(-number for number in (signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL)))
Played = TypeVar("Played")


class RecordChecks:
    """The queue of records to check, processed one at a time."""

    def __init__(self, seconds: int = CPU_SECONDS, looking_seconds: int = LOOKING_SECONDS) -> None:
        self._seconds, self._looking_seconds = seconds, looking_seconds
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def check(self, data: bytes) -> Finding:
        """Check a record in a separate process. Raise Refusal if it takes too much time or memory."""
        async with self._slots:
            return await self._check_in_process(data, self._seconds, "")

    async def check_to_look(self, data: bytes) -> Finding:
        """Check a record that a user wants to view, and count its public boards.

        Raises Refusal if it takes too much time or memory; the time limit is lower than in `check`.
        """
        async with self._slots:
            return await self._check_in_process(data, self._looking_seconds, "views")

    async def play_again(self, job: Callable[[], Played]) -> Played:
        """Run `job`, which replays a checked record, in a worker thread. One job runs at a time."""
        async with self._slots:
            return await asyncio.to_thread(job)

    async def _check_in_process(self, data: bytes, seconds: int, views: str) -> Finding:
        process = await start_module(
            "tables.records.checking_process",
            str(seconds),
            views,
            spoken_language(),
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(WALL_SECONDS):
                written, _errors = await process.communicate(data)
        except TimeoutError:
            raise Refusal(_(TAKES_TOO_LONG)) from None
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process.returncode in _LIMITED:
            raise Refusal(_(TAKES_TOO_LONG))
        if process.returncode:
            raise RuntimeError(f"record check ended with status {process.returncode}")
        return msgspec.json.decode(written, type=Finding)


def format_too_many_imports(limit: int) -> str:
    return _(
        "You already have {limit} imported records, which is the limit. Remove one first; `/import` lists them.",
        limit=limit,
    )


def format_rule_violation(why: str) -> str:
    return f"{_(NOT_REPLAYABLE)} {escape(why)}".rstrip()


def format_unsupported_record(why: str) -> str:
    """Format the refusal for an imported record of rules that this program does not support any more."""
    return f"{_(NOT_PLAYABLE)} {escape(why)}"


def format_unreadable_record(why: str) -> str:
    """Format the refusal for an unreadable file, with the reason and how to get records."""
    return f"{_(NO_RECORD)} {_(RECORDS_FROM)}\n-# {escape(why)}"
