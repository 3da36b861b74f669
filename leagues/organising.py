"""Decisions of a season's organisers about its members, tables and dates.

Each needs a reason and is recorded in the season's log and in the audit trail, in the same transaction. Each can be
undone until the season is over (`leagues.undoing`), except *deal now* and *end now*, which take effect at once.
"""

from collections.abc import Collection, Mapping

import msgspec

from data.store import MemberRow, SeasonChanges
from language.messages import _
from leagues import clockwork, texts
from leagues.acts import (
    ALLOW,
    DEAL_NOW,
    END_NOW,
    FORBID,
    GO_ON,
    HOLD,
    LAST,
    MOVE_DATES,
    NO_REASON,
    PUT_IN,
    RENEW,
    TAKE_OUT,
    Details,
    record_act,
)
from leagues.calendar import add_days
from leagues.season import Decision, Season, SeasonChange, TableResult
from leagues.table_decisions import correct_result as correct_result
from leagues.table_decisions import has_different_places as has_different_places
from leagues.table_decisions import ranked_people as ranked_people
from leagues.table_decisions import require_no_seat as require_no_seat
from leagues.table_decisions import restore_table as restore_table
from leagues.table_decisions import void_table as void_table
from leagues.undoing import DatesUndo, HeldUndo, Membership, MemberUndo, PairUndo, RenewsUndo, with_pair
from leagues.undoing import undo as undo
from tables.moderating.server_settings import Requester, ServerSettings, may_moderate
from tables.open_table import Person
from tables.refusal import Refusal

MOST_DAYS = 90
"""Maximum number of days by which one act can postpone a season's dates."""


def may_organise(requester: Requester, settings: ServerSettings, season: Season) -> bool:
    """Return whether a user may organise a season. The publisher of its league may, and the server's moderators."""
    return requester.id == season.league.organiser or may_moderate(requester, settings)


def put_in(actor: int, person: Person, now: int, why: str) -> Decision:
    """Add a person to a season, starting with the next deal.

    Unlike `join`, this also works for people who were taken out.
    """

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        if season.row.state == "closing":
            raise Refusal(_(texts.TOO_LATE))
        known = season.member(person.id)
        if known is not None and known.state == "in":
            raise Refusal(texts.format_already_in(person.name))
        name = season.name_of(person)
        row = known or MemberRow(
            season_id=season.row.id,
            user_id=person.id,
            name=name,
            cap=season.settings.cap,
            joined=now,
            waiting=now,
        )
        member = msgspec.structs.replace(row, state="in", name=name, waiting=now, missed=0)
        undo = MemberUndo(person.id, None if known is None else _membership(known), _membership(member))
        return record_act(season, actor, PUT_IN, why, Details(user=person.id), undo, SeasonChange(members=(member,)))

    return decide


def take_out(actor: int, user_id: int, now: int, why: str) -> Decision:
    """Take a member out of the season. Only an organiser can add them again. Their open tables go on."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        known = season.member(user_id)
        if known is None:
            raise Refusal(_(texts.NEVER_IN))
        if known.state == "out":
            raise Refusal(texts.format_already_out(known.name))
        member = msgspec.structs.replace(known, state="out", waiting=now)
        undo = MemberUndo(user_id, _membership(known), _membership(member))
        return record_act(season, actor, TAKE_OUT, why, Details(user=user_id), undo, SeasonChange(members=(member,)))

    return decide


def _membership(member: MemberRow) -> Membership:
    return Membership(member.state, member.waiting, member.missed)


def forbid_pair(actor: int, one: int, other: int, why: str) -> Decision:
    """Forbid that these two people are dealt to the same table. A table that they already share goes on."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        if one == other:
            raise Refusal(_(texts.NO_PAIR))
        if season.member(one) is None or season.member(other) is None:
            raise Refusal(_(texts.NEVER_IN))
        if frozenset((one, other)) in season.forbidden:
            raise Refusal(_(texts.APART_ALREADY))
        return _pair_act(season, actor, FORBID, why, (one, other))

    return decide


def allow_pair(actor: int, one: int, other: int, why: str) -> Decision:
    """Allow two people to be dealt to the same table again, which undoes `forbid_pair`."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        if frozenset((one, other)) not in season.forbidden:
            raise Refusal(_(texts.NOT_APART))
        return _pair_act(season, actor, ALLOW, why, (one, other))

    return decide


def _pair_act(season: Season, actor: int, name: str, why: str, pair: tuple[int, int]) -> SeasonChange:
    change = SeasonChange(columns=with_pair(season, pair, apart=name == FORBID))
    return record_act(season, actor, name, why, Details(pair=pair), PairUndo(pair, name == ALLOW), change)


def hold(actor: int, why: str) -> Decision:
    """Suspend the dealing of tables until `resume_deals`, without a change of the season's dates."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        _require_deals(season)
        if season.row.held:
            raise Refusal(_(texts.HELD_ALREADY))
        return record_act(
            season, actor, HOLD, why, Details(), HeldUndo(False), SeasonChange(columns=SeasonChanges(held=1))
        )

    return decide


def resume_deals(actor: int, why: str) -> Decision:
    """Resume the dealing of tables, with the next deal that is due."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        if not season.row.held:
            raise Refusal(_(texts.NOT_HELD))
        return record_act(
            season, actor, GO_ON, why, Details(), HeldUndo(True), SeasonChange(columns=SeasonChanges(held=0))
        )

    return decide


def set_renewing(actor: int, why: str, *, renews: bool) -> Decision:
    """Set whether the league opens another season after this one.

    Raises Refusal for a cup, or if the setting already has this value.
    """

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        if season.is_cup:
            raise Refusal(_(texts.CUP_IS_ALONE))
        if season.settings.renews == renews:
            raise Refusal(_(texts.RENEWS_SO_ALREADY))
        name = RENEW if renews else LAST
        return record_act(season, actor, name, why, Details(), RenewsUndo(not renews), SeasonChange(renews=renews))

    return decide


def move_dates(actor: int, days: int, now: int, why: str) -> Decision:
    """Postpone all future dates of a season by whole days: the first day, the last deal and the end."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        if not 1 <= days <= MOST_DAYS:
            raise Refusal(texts.days_range(MOST_DAYS))
        row, settings = season.row, season.settings
        ends = add_days(row.ends, days, settings)
        columns = SeasonChanges(ends=ends)
        if row.state != "closing":
            columns["last_deal"] = add_days(row.last_deal, days, settings)
        elif row.due == row.ends:
            columns["due"] = ends
        if row.state == "open":
            columns["begins"] = columns["due"] = add_days(row.begins, days, settings)
        if columns.get("begins", ends) < now:
            raise Refusal(_(texts.DATES_PASSED))
        undo = DatesUndo(
            columns.get("begins", row.begins) - row.begins,
            columns.get("last_deal", row.last_deal) - row.last_deal,
            ends - row.ends,
        )
        return record_act(season, actor, MOVE_DATES, why, Details(days=days), undo, SeasonChange(columns=columns))

    return decide


def deal_now(actor: int, now: int, away: Collection[int]) -> Decision:
    """Deal tables at once to members who have room for one. The next deal keeps its time. This can't be undone.

    It needs no reason: everybody sees what it does.
    """

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        _require_deals(season)
        change = clockwork.deal_tables(season, now, away)
        if not change.dealt:
            raise Refusal(texts.format_no_candidates(season.settings.least))
        return record_act(season, actor, DEAL_NOW, NO_REASON, Details(deal=season.row.deals + 1), None, change)

    return decide


def end_now(actor: int, standing: Mapping[str, TableResult | None], why: str, *, plays_out: bool = False) -> Decision:
    """End a season. Open tables become void, or count by their `standing` if they have one. This can't be undone.

    With `plays_out` no more tables are dealt, and the season ends when the open ones are over. A season that has not
    dealt any table yet is cancelled, and its league ends with it. Raises Refusal if it only waits for its tables
    already.
    """

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        change = clockwork.close(season, standing, "unfinished" if standing else "ended")
        if plays_out and season.open_tables():
            if season.row.state == "closing" and season.row.due is None:
                raise Refusal(_(texts.PLAYED_OUT_ALREADY))
            change = SeasonChange(columns=SeasonChanges(state="closing", due=None))
        if season.row.state == "open":
            change = SeasonChange(columns=SeasonChanges(state="cancelled", due=None))
        return record_act(season, actor, END_NOW, why, Details(), None, change)

    return decide


def _require_deals(season: Season) -> None:
    if season.row.state == "closing":
        raise Refusal(_(texts.NO_MORE_DEALS))
