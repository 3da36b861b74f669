"""Undoing of organisers' acts, which is possible only if the changed data was not changed again."""

from dataclasses import replace
from typing import TypeAlias

import msgspec

from data.store import AuditRow, MemberState, SeasonActRow, SeasonChanges, SeasonRow, SeasonTableRow, SeasonTableState
from language.messages import _
from leagues import texts
from leagues.season import Decision, Season, SeasonChange, TableResult, encode_json, result_of
from tables.refusal import Refusal

AUDITED = "league: "
"""The prefix that organisers' acts have in the audit trail."""


class Membership(msgspec.Struct, frozen=True):
    """The part of a membership that an act can change.

    It has no name, so that nothing remains of a user who is forgotten.
    """

    state: MemberState
    waiting: int
    missed: int


class Counting(msgspec.Struct, frozen=True):
    """The part of a table's row that an act can change: whether it counts (and why), and its result."""

    state: SeasonTableState
    why: str
    result: TableResult | None


class MemberUndo(msgspec.Struct, frozen=True, tag="member"):
    """The data to undo an act about a member: the membership before and after it; `before` is None for a new member."""

    user: int
    before: Membership | None
    after: Membership


class TableUndo(msgspec.Struct, frozen=True, tag="table"):
    """The data to undo an act about a table: the table's state and result before and after it."""

    table: str
    before: Counting
    after: Counting


class HeldUndo(msgspec.Struct, frozen=True, tag="held"):
    """The data to undo the suspension or resumption of deals: whether they were suspended before."""

    before: bool


class RenewsUndo(msgspec.Struct, frozen=True, tag="renews"):
    """The data to undo a change of renewal: whether the league was set to open another season before."""

    before: bool


class PairUndo(msgspec.Struct, frozen=True, tag="pair"):
    """The data to undo the forbidding or allowing of a pair: whether the pair was kept apart before."""

    pair: tuple[int, int]
    before: bool


class DatesUndo(msgspec.Struct, frozen=True, tag="dates"):
    """The data to undo a change of dates: the milliseconds by which the act has moved each date.

    It has no absolute dates, because a downtime may have moved them further since.
    """

    begins: int
    last_deal: int
    ends: int


Undo: TypeAlias = MemberUndo | TableUndo | HeldUndo | RenewsUndo | PairUndo | DatesUndo
IRREVOCABLE = "{}"
"""The value of the column `undo` for an act that can't be undone."""


def undo(actor: int, act: SeasonActRow, now: int, *, agreed: bool = False) -> Decision:
    """Undo an organiser's act. `agreed`: if the act is about a table where the actor sits, all its people have agreed.

    Raises Refusal if the act can't be undone, was undone already, or if its effect was changed since.
    """

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        if act.season_id != season.row.id:
            raise Refusal(_(texts.NO_SUCH_ACT))
        if act.undone is not None:
            raise Refusal(_(texts.UNDONE_ALREADY))
        if act.undo == IRREVOCABLE:
            raise Refusal(texts.cannot_undo(act.act))
        found: Undo = msgspec.json.decode(act.undo, type=Undo)
        change = _taken_back(season, found, now)
        table = found.table if isinstance(found, TableUndo) else None
        return replace(
            change,
            undone=act.id,
            decides_about=None if agreed else table,
            audit=AuditRow(
                guild_id=season.league.guild_id,
                table_id=table,
                actor=actor,
                act=f"{AUDITED}undo {act.act}",
                user_id=found.user if isinstance(found, MemberUndo) else None,
                reason=act.why,
            ),
        )

    return decide


def _taken_back(season: Season, found: Undo, now: int) -> SeasonChange:
    if isinstance(found, MemberUndo):
        return _restore_member(season, found)
    if isinstance(found, TableUndo):
        return _restore_table(season, found)
    if isinstance(found, HeldUndo):
        if bool(season.row.held) == found.before:
            raise Refusal(_(texts.CHANGED_SINCE))
        return SeasonChange(columns=SeasonChanges(held=int(found.before)))
    if isinstance(found, RenewsUndo):
        if season.settings.renews == found.before:
            raise Refusal(_(texts.CHANGED_SINCE))
        return SeasonChange(renews=found.before)
    if isinstance(found, PairUndo):
        if (frozenset(found.pair) in season.forbidden) == found.before:
            raise Refusal(_(texts.CHANGED_SINCE))
        return SeasonChange(columns=with_pair(season, found.pair, apart=found.before))
    return _restore_dates(season.row, found, now)


def _restore_member(season: Season, found: MemberUndo) -> SeasonChange:
    now = season.require_member(found.user)
    if now.state != found.after.state:
        raise Refusal(_(texts.CHANGED_SINCE))
    # A new member is kept as one who has left, because they may have been dealt a table meanwhile.
    before = found.before or msgspec.structs.replace(found.after, state="left")
    member = msgspec.structs.replace(
        now,
        state=before.state,
        waiting=before.waiting if now.waiting == found.after.waiting else now.waiting,
        missed=before.missed if now.missed == found.after.missed else now.missed,
    )
    return SeasonChange(members=(member,))


def _restore_table(season: Season, found: TableUndo) -> SeasonChange:
    table = season.table(found.table)
    if counting_of(table) != found.after:
        raise Refusal(_(texts.CHANGED_SINCE))
    return SeasonChange(tables=(with_counting(table, found.before),), rated={table.table_id: True})


def _restore_dates(row: SeasonRow, found: DatesUndo, now: int) -> SeasonChange:
    """Move the dates back by the time by which an act has postponed them.

    If the season has begun, its first day stays. Raises Refusal if the season's next date would be in the past.
    """
    is_open = row.state == "open"
    begins = row.begins - found.begins if is_open else row.begins
    last_deal, ends = row.last_deal - found.last_deal, row.ends - found.ends
    if (begins if is_open else last_deal if row.state == "running" else ends) < now:
        raise Refusal(_(texts.DATES_PASSED))
    columns = SeasonChanges(begins=begins, last_deal=last_deal, ends=ends)
    if is_open:
        columns["due"] = begins
    elif row.state == "closing" and row.due == row.ends:
        columns["due"] = ends
    return SeasonChange(columns=columns)


def counting_of(table: SeasonTableRow) -> Counting:
    """Return the part of a table's row that acts can change: its state with the reason, and its result."""
    return Counting(table.state, table.why, result_of(table))


def with_counting(table: SeasonTableRow, counts: Counting) -> SeasonTableRow:
    """Return the table with the state, reason and result of `counts`."""
    result = None if counts.result is None else encode_json(counts.result)
    return msgspec.structs.replace(table, state=counts.state, why=counts.why, result=result)


def with_pair(season: Season, pair: tuple[int, int], *, apart: bool) -> SeasonChanges:
    """Return the change that adds a pair to those kept apart (`apart`) or removes it.

    The pairs are stored sorted, so the order of acts makes no difference.
    """
    pairs = season.forbidden | {frozenset(pair)} if apart else season.forbidden - {frozenset(pair)}
    return SeasonChanges(forbidden=encode_json(sorted(sorted(one) for one in pairs)))
