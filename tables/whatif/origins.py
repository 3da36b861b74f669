"""Positions from which a sandbox of *What if* may start: those of finished games, records and lessons.

Games in progress are excluded: the request is refused before their log is read.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from data.store import OPEN_PHASES
from engine.core import SPECTATOR, GameOver
from engine.history import past_state
from engine.lessons import NO_ANSWERS, Answers, Lesson, LessonError, play_to_page
from engine.record import Configuration, GameRecord
from language.messages import _
from tables.opening import is_id
from tables.records.forgetting import forgotten_name
from tables.refusal import Refusal
from tables.service import TableService
from tables.texts import NO_SUCH_TABLE
from tables.whatif.sandbox import NO_SUCH_LESSON, NOTHING_TO_DO, ONLY_OVER, RECORD_OF_OPEN, Origin, format_outdated

LAST: Final = 999_999
"""A turn number greater than any real one, which stands for the last turn."""


class Start(NamedTuple):
    """The starting position of a sandbox: its origin, the game's configuration, and the full state (not a view)."""

    origin: Origin
    configuration: Configuration
    state: Any

    def __repr__(self) -> str:
        return f"Start({self.origin!r}, hidden)"


async def find_table_start(service: TableService, table_id: str, user_id: int, turn: int = LAST) -> Start:
    """Return the position at a turn of a finished game, by default the last one.

    Raises Refusal if the table is not over, or if the user may not have its record (see `TableService.record`).
    """
    await require_over(service, table_id, _(ONLY_OVER))
    record = await service.record(table_id, user_id)
    return await asyncio.to_thread(_find_start_in_log, record, turn, table_id)


async def find_record_start(service: TableService, record: GameRecord, turn: int = LAST) -> Start:
    """Return the position at a turn of a valid record, by default the last one.

    Raises Refusal if the record is that of a table in progress.
    """
    if is_id(record.configuration.table):
        await require_over(service, record.configuration.table, _(RECORD_OF_OPEN), unknown=True)
    return await asyncio.to_thread(_find_start_in_log, record, turn, "")


async def require_over(service: TableService, table_id: str, refusal: str, *, unknown: bool = False) -> None:
    """Raise Refusal with the text `refusal` if a table is open. Unknown tables are refused unless `unknown` is true."""
    async with service.store.read() as reader:
        row = await reader.tables.get(table_id)
    if row is None:
        if not unknown:
            raise Refusal(_(NO_SUCH_TABLE))
    elif row.phase in OPEN_PHASES:
        raise Refusal(refusal)


def find_lesson_start(lesson: Lesson | None, page: int, answers: Answers = NO_ANSWERS) -> Start:
    """Return the position of a page of a lesson, after the learner's own `answers` to earlier pages.

    Raises Refusal if there is no such lesson or page.
    """
    if lesson is None or page >= len(lesson.pages):
        raise Refusal(_(NO_SUCH_LESSON))
    try:
        stand = play_to_page(lesson, page, answers)
    except LessonError as error:
        raise Refusal(format_outdated(error.text)) from error
    return Start(
        Origin(lesson=lesson.title, lesson_id=lesson.id, page=page), lesson.position.configuration, stand.state
    )


async def list_names(service: TableService, origin: Origin, seats: int) -> Sequence[str]:
    """Return the names of the seats: those of the table if the origin is one, else numbered placeholders."""
    if origin.table:
        async with service.store.read() as reader:
            found = await reader.tables.seats(origin.table)
        if len(found) == seats:
            return [seat.name for seat in found]
    return [forgotten_name(seat) for seat in range(seats)]


def _find_start_in_log(record: GameRecord, turn: int, table_id: str) -> Start:
    try:
        past = past_state(record.configuration, record.entries, turn, SPECTATOR)
    except GameOver:
        raise Refusal(_(NOTHING_TO_DO)) from None
    return Start(Origin(table=table_id, turn=past.turn, last=past.last), record.configuration, past.state)
