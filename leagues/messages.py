"""The outbox rows of leagues: the season card, deals, counted tables, results of seasons, and notes to members."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from data.store import RatingRow, SeasonActRow, SeasonTableRow, Writer
from leagues.agreement import Proposal
from leagues.calendar import MINUTE_MS
from leagues.rating import PROVISIONAL, START, Rating, displayed_rating
from leagues.scoring import format_points, points
from leagues.season import Note, Season, format_total, result_of
from tables.calling.recipients import find_end_of_quiet_hours
from tables.committing.outbox_rows import encode_json
from tables.preferences import read_preferences
from tables.timing.running_time import HOUR_MS

SEASON_CARD: Final = "season_card"
"""Kind of outbox row: the season card, or an edit of it."""
DEAL: Final = "deal"
"""Kind of outbox row: a line with links to the tables of a deal."""
COUNTED: Final = "season_counted"
"""Kind of outbox row: the effect of a table on standings and ratings, posted where the table was played."""
SEASON_QUESTION: Final = "season_question"
"""Kind of outbox row: a question to a table's people, asked by an organiser who sits or sat there."""
SEASON_RESULT: Final = "season_result"
"""Kind of outbox row: the message with the result of a season."""
SEASON_NOTE: Final = "season_note"
"""Kind of outbox row: a note from the league to a member."""
CARD_PAUSES_MS: Final = ((10 * MINUTE_MS, 1_000), (HOUR_MS, MINUTE_MS))
"""By the age of the season card up to a limit: the minimum time between two of its edits. Both in milliseconds."""
OLD_CARD_PAUSE_MS: Final = 10 * MINUTE_MS
"""Minimum time between two edits of a card older than these limits; Discord restricts edits after an hour."""
DISCORD_EPOCH_MS: Final = 1_420_070_400_000
THREADS_MS: Final = 4_000
"""Delay of the message about a deal, in milliseconds.

The message links to the threads of the tables, which exist by then.
"""


class SeasonCardPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind SEASON_CARD: the season's id.

    `old` is the message id of a card that Discord no longer lets us edit, and that a new one replaces.
    """

    season: str
    old: int | None = None


class ResultPayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_RESULT: the season's id."""

    season: str


class CountedLine(msgspec.Struct, frozen=True):
    """The effect of a table on a member: the points gained, then the member's score, place and rating after it.

    `change` is the change of the rating. `place` is None if the member has too few counted tables for a place. `rating`
    and `change` are None if the table was not rated; `rating` also while it is provisional.
    """

    user: int
    points: str
    score: str
    place: int | None
    rating: int | None
    change: int | None


class CountedPayload(msgspec.Struct, frozen=True):
    """The payload of kind COUNTED: the season, the reason for the table's state, and a line for each member.

    There are no lines if the table is void.
    """

    season: str
    why: str
    lines: tuple[CountedLine, ...]


class QuestionPayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_QUESTION: the season, and the row id of the act that contains the question."""

    season: str
    act: int


class DealPayload(msgspec.Struct, frozen=True):
    """The payload of kind DEAL: the season's id and the number of the deal."""

    season: str
    deal: int


class NotePayload(msgspec.Struct, frozen=True):
    """The payload of kind SEASON_NOTE: the season's id, the member's user id, and the kind of note."""

    season: str
    user: int
    kind: str


async def queue_card(writer: Writer, season: Season, *, is_urgent: bool = False) -> None:
    """Queue an edit of the season card; one that is queued already becomes due earlier if needed.

    `is_urgent` says that people look at the card now: somebody has just joined, or tables were dealt.
    """
    payload = encode_json(SeasonCardPayload(season.row.id))
    if await writer.outbox.is_queued(SEASON_CARD, encode_json(SeasonCardPayload(season.row.id, season.row.message_id))):
        # The card is being replaced. It is compared with the season afterwards.
        return
    due = card_due(season, writer.now, is_urgent=is_urgent)
    if await writer.outbox.is_queued(SEASON_CARD, payload):
        await writer.outbox.hasten(SEASON_CARD, payload, due)
    else:
        await writer.outbox.queue(SEASON_CARD, None, 0, payload, due=due)


def card_due(season: Season, now: int, *, is_urgent: bool = False) -> int:
    """Return when the season card may be edited, in milliseconds UTC: `now`, or a pause after its last edit.

    The pause is short for a young card and an urgent edit, and grows with the card's age.
    """
    message_id, shown = season.row.message_id, season.row.shown
    if message_id is None or shown is None:
        return now
    age = now - ((message_id >> 22) + DISCORD_EPOCH_MS)
    pauses = [pause for limit, pause in CARD_PAUSES_MS if is_urgent or age < limit]
    return max(now, shown + next(iter(pauses), OLD_CARD_PAUSE_MS))


async def queue_deal(writer: Writer, season: Season, deal: int) -> None:
    """Queue the message of a deal, delayed until its tables have their threads."""
    await writer.outbox.queue(DEAL, None, 0, encode_json(DealPayload(season.row.id, deal)), due=writer.now + THREADS_MS)


async def queue_counted(
    writer: Writer, season: Season, tables: Sequence[SeasonTableRow], ratings_before: Mapping[int, RatingRow]
) -> None:
    """Queue a message about the result of each of these tables. `season` is the season after they were counted."""
    ratings = {row.user_id: row for row in await writer.leagues.ratings(season.league.guild_id, season.league.game)}
    for table in tables:
        row = await writer.tables.get(table.table_id)
        if row is not None and table.state != "open":
            lines = _counted_lines(season, table, ratings_before, ratings)
            payload = encode_json(CountedPayload(season.row.id, table.why, lines))
            await writer.outbox.queue(COUNTED, table.table_id, row.step, payload)


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
        known = after.get(person)
        rating = shown_rating(known) if result.rated[seat] else None
        change = (
            None if rating is None else rating - (shown_rating(before.get(person)) or displayed_rating(START.rating))
        )
        if known is not None and known.tables < PROVISIONAL:
            rating = None
        lines.append(CountedLine(person, format_points(own), format_total(season, line), line.place, rating, change))
    return tuple(sorted(lines, key=lambda line: result.places[result.people.index(line.user)]))


def shown_rating(row: RatingRow | None) -> int | None:
    """Return a stored rating on the displayed scale, or None if there is no rating."""
    return None if row is None else displayed_rating(Rating(row.mu, row.sigma))


async def queue_question(writer: Writer, season: Season, act_id: int, act: SeasonActRow) -> None:
    """Queue the message that asks a table's people whether they agree to an organiser's act.

    They are asked because the organiser sits or sat at that table.
    """
    proposal = msgspec.json.decode(act.details, type=Proposal)
    row = await writer.tables.get(proposal.table)
    if row is not None:
        payload = encode_json(QuestionPayload(season.row.id, act_id))
        await writer.outbox.queue(SEASON_QUESTION, proposal.table, row.step, payload)


async def queue_result(writer: Writer, season: Season) -> None:
    """Queue the message with a season's result."""
    await writer.outbox.queue(SEASON_RESULT, None, 0, encode_json(ResultPayload(season.row.id)))


async def queue_notes(writer: Writer, season: Season, notes: tuple[Note, ...]) -> None:
    """Queue notes to members; a note to a user in quiet hours is delayed until these hours end."""
    for note in notes:
        payload = encode_json(NotePayload(season.row.id, note.user_id, note.kind))
        wishes = await read_preferences(writer, note.user_id)
        await writer.outbox.queue(SEASON_NOTE, None, 0, payload, due=find_end_of_quiet_hours(wishes, writer.now))
