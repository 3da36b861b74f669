"""The outbox rows of leagues: the season card, deals, results, and what somebody is told by the league."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from data.store import RatingRow, SeasonActRow, SeasonTableRow, Writer
from leagues.agreement import Proposal
from leagues.rating import START, Rating, shown
from leagues.scoring import points, short
from leagues.scoring import shown as two_decimals
from leagues.season import Note, Season, result_of
from tables.calling.recipients import end_of_quiet_hours
from tables.committing.outbox_rows import encoded
from tables.preferences import read_preferences

SEASON_CARD: Final = "season_card"
"""The season card, and its edits."""
DEAL: Final = "deal"
"""A line that leads to the tables of a deal."""
COUNTED: Final = "season_counted"
"""What a table did to the standings and the ratings, told where it was played."""
SEASON_QUESTION: Final = "season_question"
"""What an organiser who sits at a table asks its people."""
SEASON_RESULT: Final = "season_result"
"""How a season has ended."""
SEASON_NOTE: Final = "season_note"
"""What the league itself tells somebody."""
CARD_EVERY_MS: Final = 60_000
"""How often the season card is edited at most."""
THREADS_MS: Final = 4_000
"""How long a deal's line waits for the threads of its tables, to which it leads."""


class SeasonCardPayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_CARD."""

    season: str


class ResultPayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_RESULT."""

    season: str


class CountedLine(msgspec.Struct, frozen=True):
    """What a table gave somebody: points, then their score, place and rating after it, and the rating's change.

    The place is None below three tables, the rating and its change where it was not rated.
    """

    user: int
    points: str
    score: str
    place: int | None
    rating: int | None
    change: int | None


class CountedPayload(msgspec.Struct, frozen=True):
    """The payload of kind COUNTED: no lines for a table that is void."""

    season: str
    why: str
    lines: tuple[CountedLine, ...]


class QuestionPayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_QUESTION: the number of the act that asks."""

    season: str
    act: int


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
    shown_at = None if season.row.message_id is None else season.row.shown
    due = writer.now if shown_at is None else max(writer.now, shown_at + CARD_EVERY_MS)
    await writer.queue(SEASON_CARD, None, 0, payload, due=due)


async def queue_deal(writer: Writer, season: Season, deal: int) -> None:
    """Has a deal told, once its tables have their threads."""
    await writer.queue(DEAL, None, 0, encoded(DealPayload(season.row.id, deal)), due=writer.now + THREADS_MS)


async def queue_counted(
    writer: Writer, season: Season, tables: Sequence[SeasonTableRow], ratings_before: Mapping[int, RatingRow]
) -> None:
    """Has what tables did told at each of them; `season` is as it is after them."""
    ratings = {row.user_id: row for row in await writer.ratings(season.league.guild_id, season.league.game)}
    for table in tables:
        row = await writer.table(table.table_id)
        if row is not None and table.state != "open":
            lines = _counted_lines(season, table, ratings_before, ratings)
            payload = encoded(CountedPayload(season.row.id, table.why, lines))
            await writer.queue(COUNTED, table.table_id, row.step, payload)


def _counted_lines(
    season: Season, table: SeasonTableRow, before: Mapping[int, RatingRow], after: Mapping[int, RatingRow]
) -> tuple[CountedLine, ...]:
    result = result_of(table) if table.state == "counted" else None
    if result is None:
        return ()
    standing = {line.person: line for line in season.standings}
    lines: list[CountedLine] = []
    for seat, person in enumerate(result.people):
        line = standing.get(person)
        if not result.counted[seat] or line is None:
            continue
        own = points(result.places)[seat]
        rating = shown_rating(after.get(person)) if result.rated[seat] else None
        change = None if rating is None else rating - (shown_rating(before.get(person)) or shown(START.rating))
        lines.append(CountedLine(person, short(own), two_decimals(line.score), line.place, rating, change))
    return tuple(sorted(lines, key=lambda line: result.places[result.people.index(line.user)]))


def shown_rating(row: RatingRow | None) -> int | None:
    """A stored rating as people see it, None for somebody without one."""
    return None if row is None else shown(Rating(row.mu, row.sigma))


async def queue_question(writer: Writer, season: Season, act_id: int, act: SeasonActRow) -> None:
    """Has a table's people asked about an act that an organiser who sits there proposes."""
    proposal = msgspec.json.decode(act.details, type=Proposal)
    row = await writer.table(proposal.table)
    if row is not None:
        payload = encoded(QuestionPayload(season.row.id, act_id))
        await writer.queue(SEASON_QUESTION, proposal.table, row.step, payload)


async def queue_result(writer: Writer, season: Season) -> None:
    """Has the end of a season told."""
    await writer.queue(SEASON_RESULT, None, 0, encoded(ResultPayload(season.row.id)))


async def queue_notes(writer: Writer, season: Season, notes: tuple[Note, ...]) -> None:
    """Has people told what concerns them; not in their quiet hours."""
    for note in notes:
        payload = encoded(NotePayload(season.row.id, note.user_id, note.kind))
        wishes = await read_preferences(writer, note.user_id)
        await writer.queue(SEASON_NOTE, None, 0, payload, due=end_of_quiet_hours(wishes, writer.now))
