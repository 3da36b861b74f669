"""The outbox rows of leagues: the season card, a line for each deal, and what somebody is told by the league."""

from typing import Final

import msgspec

from data.store import Writer
from leagues.change import Note
from leagues.season import Season
from tables.calling.recipients import end_of_quiet_hours
from tables.committing.outbox_rows import encoded
from tables.preferences import read_preferences

SEASON_CARD: Final = "season_card"
"""The season card, and its edits."""
DEAL: Final = "deal"
"""A line that leads to the tables of a deal."""
SEASON_NOTE: Final = "season_note"
"""What the league itself tells somebody."""
CARD_EVERY_MS: Final = 60_000
"""How often the season card is edited at most."""


class SeasonCardPayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_CARD."""

    season: str


class DealPayload(msgspec.Struct, frozen=True):
    """The payload of kind DEAL."""

    season: str
    deal: int


class NotePayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_NOTE."""

    season: str
    user: int
    kind: str


async def queue_card(writer: Writer, season: Season) -> None:
    """Has the season card edited: at once, or a minute after its last edit. One row waits for each season."""
    payload = encoded(SeasonCardPayload(season.row.id))
    if await writer.is_queued(SEASON_CARD, payload):
        return
    due = writer.now if season.row.shown is None else max(writer.now, season.row.shown + CARD_EVERY_MS)
    await writer.queue(SEASON_CARD, None, 0, payload, due=due)


async def queue_deal(writer: Writer, season: Season, deal: int) -> None:
    """Has a deal told."""
    await writer.queue(DEAL, None, 0, encoded(DealPayload(season.row.id, deal)))


async def queue_notes(writer: Writer, season: Season, notes: tuple[Note, ...]) -> None:
    """Has people told what concerns them; not in their quiet hours."""
    for note in notes:
        payload = encoded(NotePayload(season.row.id, note.user_id, note.kind))
        wishes = await read_preferences(writer, note.user_id)
        await writer.queue(SEASON_NOTE, None, 0, payload, due=end_of_quiet_hours(wishes, writer.now))
