"""A season as loaded: its league, members and tables, with what follows from them; and changes of a season."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from data.store import AuditRow, LeagueRow, MemberRow, Reader, SeasonActRow, SeasonChanges, SeasonRow, SeasonTableRow
from engine import fairness
from engine.games import game_title
from leagues import texts
from leagues.deal import DealBasis
from leagues.scoring import ADDED_TABLES, Line, Result, standings
from leagues.settings import CUP, LeagueSettings
from tables.refusal import Refusal


class TableResult(msgspec.Struct, frozen=True):
    """What a table counts for: its people in the order of seats, their places, and for whom it counts and is rated.

    `how` says how it was decided: `played`, `left`, `standing` or `corrected`.
    """

    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]
    rated: tuple[bool, ...]
    how: str = "played"


# Not slotted, since what follows from the rows is kept.
@dataclass(frozen=True)
class Season:
    """A season with its league, everybody who is or was in it in the order of joining, and its tables as dealt."""

    league: LeagueRow
    row: SeasonRow
    members: tuple[MemberRow, ...]
    tables: tuple[SeasonTableRow, ...]

    @cached_property
    def settings(self) -> LeagueSettings:
        return msgspec.json.decode(self.league.settings, type=LeagueSettings)

    @property
    def options(self) -> dict[str, Any]:
        return msgspec.json.decode(self.league.options)

    @property
    def is_cup(self) -> bool:
        return self.settings.kind == CUP

    @property
    def name(self) -> str:
        """The league with the season's number, as "Monster Hex league · season 3"; a cup has none."""
        return self.league.name if self.is_cup else texts.season_name(self.league.name, self.row.number)

    @property
    def label(self) -> str:
        """A short name for threads, as "S3"."""
        return texts.CUP_LABEL if self.is_cup else f"S{self.row.number}"

    @property
    def game(self) -> str:
        """The title of the game."""
        return game_title(self.league.game)

    @property
    def commitment(self) -> str:
        """What commits to the seed of the deals, which is told once the season is over."""
        return fairness.commitment(self.row.seed)

    @property
    def is_over(self) -> bool:
        return self.row.state in ("final", "cancelled")

    @property
    def has_lost_channel(self) -> bool:
        """Whether the channel is gone: the deals are held, and there is no card."""
        return bool(self.row.held) and self.row.message_id is None

    @cached_property
    def forbidden(self) -> frozenset[frozenset[int]]:
        """The pairs that an organiser keeps apart."""
        pairs = msgspec.json.decode(self.row.forbidden, type=list[tuple[int, int]])
        return frozenset(frozenset(pair) for pair in pairs)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """What counts, in the order of the tables."""
        found = [(table.table_id, result_of(table)) for table in self.tables if table.state == "counted"]
        return tuple(
            Result(table_id, result.people, result.places, result.counted)
            for table_id, result in found
            if result is not None
        )

    @property
    def placed_from(self) -> int:
        """From how many counted tables on somebody has a place: in a cup from the first."""
        return 1 if self.is_cup else ADDED_TABLES

    @cached_property
    def standings(self) -> tuple[Line, ...]:
        """Everybody who is in or has a result, the best first."""
        played = {
            person
            for result in self.results
            for person, counts in zip(result.people, result.counted, strict=True)
            if counts
        }
        listed = [member.user_id for member in self.members if member.state == "in" or member.user_id in played]
        return standings(listed, self.results, self.placed_from)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Everybody's name, by id."""
        return {member.user_id: member.name for member in self.members}

    @property
    def active(self) -> tuple[MemberRow, ...]:
        """Those who are in."""
        return tuple(member for member in self.members if member.state == "in")

    def member(self, user_id: int) -> MemberRow | None:
        """Somebody's membership, whatever its state."""
        return next((member for member in self.members if member.user_id == user_id), None)

    def require_member(self, user_id: int) -> MemberRow:
        """The same. Raises Refusal for somebody who never was in."""
        found = self.member(user_id)
        if found is None:
            raise Refusal(texts.not_in(self.name))
        return found

    def table(self, table_id: str) -> SeasonTableRow:
        """A table of the season. Raises Refusal for any other."""
        found = next((table for table in self.tables if table.table_id == table_id), None)
        if found is None:
            raise Refusal(texts.NOT_OF_THE_SEASON)
        return found

    def open_tables(self, user_id: int | None = None) -> tuple[SeasonTableRow, ...]:
        """The tables that are not counted yet, of one person if somebody is given."""
        found = [table for table in self.tables if table.state == "open"]
        return tuple(table for table in found if user_id is None or user_id in people_of(table))

    def has_room(self, member: MemberRow) -> bool:
        """Whether somebody sits at fewer tables than they want at once."""
        return len(self.tables_at(member.user_id)) < min(member.cap, self.settings.cap)

    def tables_at(self, user_id: int) -> tuple[SeasonTableRow, ...]:
        """The tables at which somebody plays, also one that an organiser has voided while it was played."""
        return tuple(table for table in self.tables if goes_on(table) and user_id in people_of(table))

    def require_going_on(self) -> None:
        """Raises Refusal once the season is over."""
        if self.is_over:
            raise Refusal(texts.over(self.name))


def people_of(table: SeasonTableRow) -> tuple[int, ...]:
    """Whom a table was dealt to, in the order of seats."""
    return msgspec.json.decode(table.people, type=tuple[int, ...])


def goes_on(table: SeasonTableRow) -> bool:
    """Whether a table is still played."""
    return table.state == "open" or (table.state == "void" and table.ended is None)


def results_for(season: Season, user_id: int) -> Iterator[tuple[TableResult, int]]:
    """The tables that count for somebody, in their order, each with the seat that is theirs in it."""
    for table in season.tables:
        result = result_of(table) if table.state == "counted" else None
        if result is not None and user_id in result.people:
            seat = result.people.index(user_id)
            if result.counted[seat]:
                yield result, seat


def result_of(table: SeasonTableRow) -> TableResult | None:
    """What a table counts for, None before."""
    return None if table.result is None else msgspec.json.decode(table.result, type=TableResult)


def encoded(value: object) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


async def load_season(reader: Reader, season_id: str) -> Season:
    """Loads a season. Raises Refusal for an unknown one."""
    row = await reader.season(season_id)
    league = None if row is None else await reader.league(row.league_id)
    if row is None or league is None:
        raise Refusal(texts.NO_SUCH_SEASON)
    return Season(league, row, await reader.members(season_id), await reader.season_tables(season_id))


async def away_among(reader: Reader, people: Collection[int], now: int) -> frozenset[int]:
    """Who of these people is on a vacation."""
    found = await reader.vacations(people)
    return frozenset(row.user_id for row in found if row.begins <= now < row.ends)


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody is told by the league itself: `kind` is `ghost` for who gets no more tables for now."""

    user_id: int
    kind: str


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """A change of a season, committed atomically."""

    columns: SeasonChanges = field(default_factory=lambda: SeasonChanges())
    members: tuple[MemberRow, ...] = ()
    tables: tuple[SeasonTableRow, ...] = ()
    dealt: tuple[tuple[int, ...], ...] = ()
    """The people of each new table, in the order of seats."""
    basis: DealBasis | None = None
    """From what they were drawn."""
    rated: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """The tables among `tables` whose ratings follow anew from their results: whether they count for ratings."""
    act: SeasonActRow | None = None
    undone: int | None = None
    """The number of the organiser's act that is taken back."""
    audit: AuditRow | None = None
    """What an organiser does with it, for the audit trail."""
    decides_about: str | None = None
    """The table about which an organiser decides without its people, so that they may not sit there themselves."""
    renews: bool | None = None
    """Whether the league opens another season after this one, where that changes."""
    asked: bool = False
    """Whether the act is a question to a table's people, which is posted there."""
    notes: tuple[Note, ...] = ()


Decision: TypeAlias = Callable[[Season], SeasonChange]
"""A pure function from the season to a change. Raises Refusal."""
