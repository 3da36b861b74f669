"""The results of ended tables in a season, and their effects on the table's members."""

from collections import Counter
from random import Random

import msgspec

from data.store import EntryRow, MemberRow, Reader, SeasonChanges, SeasonTableRow
from engine.core import SPECTATOR, Standing
from engine.game import Game
from leagues.scoring import CountedTable, SeatEnd, TableEnd, counted
from leagues.season import Decision, Note, Season, SeasonChange, TableResult, encode_json, find_away, is_in_progress
from leagues.settings import usual_turns
from tables.open_table import ACTIVE, FORFEITED, OpenTable, is_stood_in
from tables.seat_changes.handovers import STAND_IN, STANDS_IN, TAKEN

MOST_MISSED = 2
"""Number of tables lost in a row by missed deadlines after which a member gets no more tables until they return."""

MOST_ABSENCES = 2
"""Number of tables that a member may leave without having played before the next one sets them out."""

WORLDS = 12
"""Number of random hidden states, consistent with what a spectator sees, that must agree on a standing to make it
public."""


async def seat_ends(reader: Reader, table: OpenTable, members: frozenset[int] | None, now: int) -> tuple[SeatEnd, ...]:
    """Return how the game ended for each seat, from the viewpoint of the seat's last user.

    If `members` is given, seats of other users are treated as seats without a person. `now` is the time at which a
    vacation excuses those who left, in milliseconds UTC.
    """
    away = await find_away(reader, [seat.user_id for seat in table.seats if seat.user_id is not None], now)
    acted = count_own_actions(await reader.logs.entries(table.row.id))
    handovers = await reader.tables.handovers(table.row.id, 0)
    taken = {note.seat for note in handovers if note.kind == TAKEN}
    stood_in = {note.seat: note.kind for note in handovers if note.kind in STANDS_IN}
    found: list[SeatEnd] = []
    for seat in table.seats:
        has_person = seat.user_id is not None and (members is None or seat.user_id in members)
        left = seat.state != ACTIVE or is_stood_in(seat)
        # A user who has asked for a stand-in did not miss deadlines.
        late = seat.state == FORFEITED or (is_stood_in(seat) and stood_in.get(seat.seat) != STAND_IN)
        # A user who took the seat over from another one and stayed counts as having played.
        actions = max(acted[seat.seat], 2 if seat.seat in taken and not left else 0)
        excused = seat.user_id in away
        found.append(SeatEnd(seat.user_id if has_person else None, actions, seat.place, left, late, excused=excused))
    return tuple(found)


def count_own_actions(entries: tuple[EntryRow, ...]) -> Counter[int]:
    """Count for each seat the actions made by its user, without those made for them by stand-ins or default moves."""
    return Counter(int(entry.actor) for entry in entries if entry.actor.isdigit())


def count(table_id: str, ends: tuple[SeatEnd, ...], how: TableEnd, now: int) -> Decision:
    """Store the result of an ended table in its season, with the effects on its members. Idempotent."""

    def decide(season: Season) -> SeasonChange:
        known = season.table(table_id)
        if known.state != "open":
            # If the table is not over in the season, an organiser has voided it during the game. It counts for nothing,
            # but its people now have room for another table.
            if not is_in_progress(known) or season.is_over:
                return SeasonChange()
            ended = msgspec.structs.replace(known, ended=now)
            return SeasonChange(columns=_compute_due(season, table_id, now), tables=(ended,))
        judged = _judge(season, ends)
        table = _count_table(known, _build_result(season, judged, how), now)
        members, notes = _update_members(season, judged, table, now)
        return SeasonChange(
            columns=_compute_due(season, table_id, now),
            members=members,
            tables=(table,),
            notes=notes,
            rated={table_id: True},
        )

    return decide


def _judge(season: Season, ends: tuple[SeatEnd, ...]) -> tuple[SeatEnd, ...]:
    """Add what each user did at earlier tables of the season."""
    return tuple(
        end._replace(again=_is_away_longer(season, end), absences=_count_absences(season, end)) for end in ends
    )


def _build_result(season: Season, judged: tuple[SeatEnd, ...], how: TableEnd) -> TableResult:
    """Return the result of a table, with those who left it at once from rules 2 on."""
    result = table_result(counted(judged, how), how)
    absent = tuple(end.was_absent and not end.excused for end in judged if end.person is not None)
    return msgspec.structs.replace(result, absent=absent) if season.rules >= 2 and any(absent) else result


def _is_away_longer(season: Season, end: SeatEnd) -> bool:
    """Return whether the user lost their previous table by missing deadlines and has not come back since."""
    member = None if end.person is None else season.member(end.person)
    return member is not None and member.missed > 0


def _count_absences(season: Season, end: SeatEnd) -> int:
    return 0 if end.person is None or season.rules < 2 else season.count_absences(end.person)


def _count_table(known: SeasonTableRow, result: TableResult, now: int) -> SeasonTableRow:
    if not any(result.counted):
        # The result of a void table is kept only to count those who left it at once.
        kept = encode_json(result) if any(result.absent) and len(result.people) > 1 else None
        why = "void" if result.how == "void" else "nobody"
        return msgspec.structs.replace(known, state="void", why=why, result=kept, ended=now)
    return msgspec.structs.replace(known, state="counted", result=encode_json(result), ended=now)


def table_result(verdict: CountedTable, how: TableEnd) -> TableResult:
    """Build the result of a table as it is stored in the season."""
    return TableResult(verdict.people, verdict.places, verdict.counted, verdict.rated, how)


def _compute_due(season: Season, table_id: str, now: int) -> SeasonChanges:
    """Return the season's new due time after a table has ended, if it changes.

    If this was the last open table of a closing season or a running cup, the next step is due at once.
    """
    waits = any(table.table_id != table_id for table in season.open_tables())
    if waits or not (season.row.state == "closing" or (season.is_cup and season.row.state == "running")):
        return SeasonChanges()
    return SeasonChanges(due=now)


def _update_members(
    season: Season, ends: tuple[SeatEnd, ...], table: SeasonTableRow, now: int
) -> tuple[tuple[MemberRow, ...], tuple[Note, ...]]:
    """Return the changed members of an ended table, and the notes to send to them.

    A member becomes a `ghost` and is notified if they lost `MOST_MISSED` tables in a row by missing deadlines, or
    their first table without a single action, or left more than `MOST_ABSENCES` tables without having played. They get
    no more tables until they return.
    """
    changed: list[MemberRow] = []
    notes: list[Note] = []
    for end in ends:
        member = None if end.person is None else season.member(end.person)
        if member is None:
            continue
        missed = member.missed + 1 if end.late else 0
        is_first = not any(member.user_id in result.people for result in season.results)
        is_dodger = end.costs_table and end.absences >= MOST_ABSENCES
        is_ghost = (end.late and end.own_actions == 0 and is_first) or missed >= MOST_MISSED or is_dodger
        # After a void table, a member keeps their waiting time, so that they come first in the next deal. Members who
        # had room for another table have been waiting all along.
        waits_on = (table.state == "void" and not end.left) or season.has_room(member)
        waiting = member.waiting if waits_on else now
        state = "ghost" if is_ghost and member.state == "in" else member.state
        if state != member.state:
            notes.append(Note(member.user_id, "dodger" if is_dodger else "ghost"))
        changed.append(msgspec.structs.replace(member, missed=missed, waiting=waiting, state=state))
    return tuple(changed), tuple(notes)


async def standing_of(reader: Reader, table: OpenTable, season: Season, now: int) -> TableResult | None:
    """Return the result that a game in progress would have if it ended at `now` (milliseconds UTC), or None.

    It is None in the first half of the game's usual number of turns, if no seat would count, and if the standing
    depends on hidden information, which the result would reveal while play may continue.
    """
    game = table.game
    if game is None or 2 * game.turn < usual_turns(table.row.game, season.rules):
        return None
    standing = _find_public_standing(game)
    if standing is None:
        return None
    places: dict[int, int] = {}
    for group in standing:
        places |= dict.fromkeys(group, len(places) + 1)
    ends = await seat_ends(reader, table, frozenset(member.user_id for member in season.members), now)
    placed = tuple(end._replace(place=places.get(seat)) for seat, end in enumerate(ends))
    result = _build_result(season, _judge(season, placed), "standing")
    return result if any(result.counted) else None


def _find_public_standing(game: Game) -> Standing | None:
    """Return the game's standing if the spectator's view determines it, else None.

    The standing then reveals nothing hidden. It is computed for `WORLDS` sampled hidden states, which must all
    agree.
    """
    rules, view = game.rules, game.view(SPECTATOR)
    found = {rules.standing(rules.determinize(view, Random(number))) for number in range(WORLDS)}
    return found.pop() if len(found) == 1 else None
