"""Decisions of a season's organisers about its tables: void one, restore it, or correct its result."""

import msgspec

from data.store import Reader, SeasonTableRow
from language.messages import _
from leagues import texts
from leagues.acts import CORRECT, RESTORE, VOID, Details, record_act
from leagues.season import VOIDED, Decision, Season, SeasonChange, TableResult, is_in_progress, people_of, result_of
from leagues.undoing import Counting, TableUndo, counting_of, with_counting
from tables.open_table import OpenTable
from tables.refusal import Refusal

CORRECTED = "corrected"
"""The reason stored with a table whose result an organiser has corrected."""


def void_table(actor: int, table_id: str, why: str, *, agreed: bool = False) -> Decision:
    """Void a table. If its game is in progress, it goes on, but isn't counted when it ends."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        table = season.table(table_id)
        if table.state == "void":
            raise Refusal(_(texts.VOID_ALREADY))
        after = Counting("void", VOIDED, result_of(table))
        return _table_act(season, actor, VOID, why, table, after, agreed=agreed)

    return decide


def restore_table(actor: int, table_id: str, why: str, *, agreed: bool = False) -> Decision:
    """Restore a table that an organiser has voided, with the result that it had before."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        table = season.table(table_id)
        if table.state != "void":
            raise Refusal(_(texts.NOT_VOID))
        if table.why != VOIDED:
            raise Refusal(_(texts.VOID_BY_ITSELF))
        result = result_of(table)
        after = Counting(
            "open" if result is None else "counted",
            CORRECTED if result is not None and result.how == CORRECTED else "",
            result,
        )
        return _table_act(season, actor, RESTORE, why, table, after, agreed=agreed)

    return decide


def correct_result(actor: int, table_id: str, places: tuple[int, ...], why: str, *, agreed: bool = False) -> Decision:
    """Set the places at a table that is over; `places` has the order of `ranked_people`."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        table = season.table(table_id)
        if is_in_progress(table):
            raise Refusal(_(texts.STILL_PLAYED))
        people = ranked_people(table)
        if len(places) != len(people) or not all(1 <= place <= len(people) for place in places):
            raise Refusal(texts.format_places_needed(len(people)))
        known, everybody = result_of(table), (True,) * len(people)
        # People who left a table that counts without having played stay unrated, whatever the corrected result says.
        absent = known.absent if known is not None and any(known.counted) else ()
        stayed = tuple(not left for left in absent) if absent else everybody
        rated = known.rated if known is not None and any(known.rated) else stayed
        result = TableResult(people, compress_places(places), everybody, rated, CORRECTED)
        after = Counting("counted", CORRECTED, result)
        if after == counting_of(table) or (
            known is not None and table.state == "counted" and msgspec.structs.replace(known, how=CORRECTED) == result
        ):
            raise Refusal(_(texts.COUNTS_SO_ALREADY))
        return _table_act(season, actor, CORRECT, why, table, after, agreed=agreed)

    return decide


def ranked_people(table: SeasonTableRow) -> tuple[int, ...]:
    """Return the people who are ranked at a table, in the order of seats.

    They are those of its stored result, else those to whom it was dealt.
    """
    result = result_of(table)
    return people_of(table) if result is None else result.people


def compress_places(places: tuple[int, ...]) -> tuple[int, ...]:
    """Renumber places without gaps except for ties: each is 1 plus the number of people with a better one."""
    return tuple(1 + sum(other < place for other in places) for place in places)


def has_different_places(table: OpenTable, places: tuple[int, ...]) -> bool:
    """Return whether the recorded places of a finished game differ from `places`; False if it is not finished.

    `places` are those of the table's people in the order of seats. Gaps between places make no difference.
    """
    if table.row.phase != "finished":
        return False
    # A forgotten user has neither an id nor a computer player.
    people = [seat for seat in table.seats if seat.user_id is not None or seat.player is None]
    recorded = tuple(seat.place or 0 for seat in people)
    return compress_places(recorded) != compress_places(places)


def _table_act(
    season: Season, actor: int, name: str, why: str, table: SeasonTableRow, after: Counting, *, agreed: bool
) -> SeasonChange:
    change = SeasonChange(
        tables=(with_counting(table, after),),
        rated={table.table_id: True},
        decides_about=None if agreed else table.table_id,
    )
    details = Details(table=table.table_id, agreed=agreed)
    if name == CORRECT and after.result is not None:
        details = msgspec.structs.replace(details, people=after.result.people, places=after.result.places)
    return record_act(season, actor, name, why, details, TableUndo(table.table_id, counting_of(table), after), change)


async def require_no_seat(reader: Reader, season: Season, change: SeasonChange) -> None:
    """Raise Refusal if an organiser who sits or sat at a table decides about it without its people's agreement."""
    if change.decides_about is None or change.audit is None:
        return
    if change.audit.actor in await people_at_table(reader, season.table(change.decides_about)):
        raise Refusal(_(texts.OWN_TABLE))


async def people_at_table(reader: Reader, table: SeasonTableRow) -> frozenset[int]:
    """Return all users who sit or have sat at a table, including those whose seat has changed hands."""
    seats = await reader.tables.seats(table.table_id)
    found = {*people_of(table), *ranked_people(table), *(seat.user_id for seat in seats if seat.user_id is not None)}
    return frozenset(person for person in found if person > 0)
