"""Decisions of a season's members: join, leave, return, rename, set the maximum number of tables."""

import msgspec

from data.store import MemberRow
from language.messages import _
from leagues import texts
from leagues.season import Decision, Season, SeasonChange
from tables.open_table import Person
from tables.refusal import Refusal


def join(person: Person, now: int, cap: int | None = None) -> Decision:
    """Join a season or return to it, starting with the next deal.

    `cap` is the maximum number of simultaneous tables. None stands for the league's maximum or, on a return, for
    the member's previous value.
    """

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        known = season.member(person.id)
        if known is not None and known.state == "in":
            raise Refusal(_(texts.ALREADY_IN))
        if known is not None and known.state == "out":
            raise Refusal(_(texts.TAKEN_OUT))
        if season.row.state == "closing":
            raise Refusal(_(texts.TOO_LATE))
        name = season.name_of(person)
        most = _require_cap(season, season.settings.cap if cap is None else cap)
        if known is None:
            member = MemberRow(season_id=season.row.id, user_id=person.id, name=name, cap=most, joined=now, waiting=now)
        else:
            member = msgspec.structs.replace(
                known, state="in", name=name, cap=known.cap if cap is None else most, waiting=now, missed=0
            )
        return SeasonChange(members=(member,))

    return decide


def leave(user_id: int) -> Decision:
    """Leave a season: no more tables are dealt to the member, and their open tables go on."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        member = season.require_member(user_id)
        if member.state != "in":
            raise Refusal(_(texts.NOT_IN_NOW))
        return SeasonChange(members=(msgspec.structs.replace(member, state="left"),))

    return decide


def set_cap(user_id: int, cap: int) -> Decision:
    """Set the maximum number of simultaneous tables of a member."""

    def decide(season: Season) -> SeasonChange:
        season.require_going_on()
        member = season.require_member(user_id)
        return SeasonChange(members=(msgspec.structs.replace(member, cap=_require_cap(season, cap)),))

    return decide


def rename(person: Person) -> Decision:
    """Take over a member's changed name. No-op if the season is over or the person is no member."""

    def decide(season: Season) -> SeasonChange:
        member = season.member(person.id)
        if season.is_over or member is None:
            return SeasonChange()
        return SeasonChange(members=(msgspec.structs.replace(member, name=season.name_of(person)),))

    return decide


def _require_cap(season: Season, cap: int) -> int:
    most = season.settings.cap
    if not 1 <= cap <= most:
        raise Refusal(texts.cap_range(most))
    return cap
