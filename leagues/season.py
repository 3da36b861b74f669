"""A loaded season: its league, members and tables, and data derived from them. Also the type of its changes."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from data.store import AuditRow, LeagueRow, MemberRow, Reader, SeasonActRow, SeasonChanges, SeasonRow, SeasonTableRow
from engine import fairness
from engine.games import game_title
from language.messages import _
from leagues import texts
from leagues.deal import DealBasis
from leagues.scoring import ADDED_TABLES, Line, Ranking, Result, format_points, shown_score, standings
from leagues.settings import CUP, StoredSettings
from tables.open_table import Person, tell_apart
from tables.refusal import Refusal

VOIDED = "organiser"
"""The reason stored with a table that an organiser has voided."""


class TableResult(msgspec.Struct, frozen=True):
    """The result of a table: its people in the order of seats, and the place of each.

    `counted` and `rated` say for each person whether the table counts and whether it is rated. `how` says what
    decided the result: `played`, `left`, `standing` or `corrected`. `absent` says for each person whether they left
    without having played; it is empty if nobody did, and in seasons with rules 1.
    """

    people: tuple[int, ...]
    places: tuple[int, ...]
    counted: tuple[bool, ...]
    rated: tuple[bool, ...]
    how: str = "played"
    absent: tuple[bool, ...] = ()


# Not slotted, because `cached_property` needs a `__dict__`.
@dataclass(frozen=True)
class Season:
    """A season with its league, its members in the order of joining (including former ones), and all dealt tables."""

    league: LeagueRow
    row: SeasonRow
    members: tuple[MemberRow, ...]
    tables: tuple[SeasonTableRow, ...]

    @cached_property
    def settings(self) -> StoredSettings:
        return msgspec.json.decode(self.league.settings, type=StoredSettings)

    @property
    def options(self) -> dict[str, Any]:
        return msgspec.json.decode(self.league.options)

    @property
    def is_cup(self) -> bool:
        return self.settings.kind == CUP

    @property
    def name(self) -> str:
        """The name of the league with the season's number, such as "Monster Hex league · season 3".

        A cup has no number.
        """
        name = texts.translate_name(self.league.name)
        return name if self.is_cup else texts.season_name(name, self.row.number)

    def label(self, deal: int) -> str:
        """Return a short name of the season for the names of threads, such as "S3", or of a cup's deal: "Cup R2"."""
        return f"{texts.CUP_LABEL}{deal}" if self.is_cup else f"S{self.row.number}"

    @property
    def game(self) -> str:
        """The title of the game."""
        return _(game_title(self.league.game))

    @property
    def commitment(self) -> str:
        """The commitment to the seed of the deals. The seed itself is published once the season is over."""
        return fairness.commitment(self.row.seed)

    @property
    def rules(self) -> int:
        """The version of the league rules under which the season began (`leagues.settings.RULES`)."""
        return self.row.rules or 1

    @property
    def is_over(self) -> bool:
        return self.row.state in ("final", "cancelled")

    @property
    def has_lost_channel(self) -> bool:
        """Whether the season's channel was deleted. Then no tables are dealt, and there is no season card."""
        return bool(self.row.held) and self.row.message_id is None

    @cached_property
    def forbidden(self) -> frozenset[frozenset[int]]:
        """The pairs of people whom an organiser keeps from being dealt to the same table."""
        pairs = msgspec.json.decode(self.row.forbidden, type=list[tuple[int, int]])
        return frozenset(frozenset(pair) for pair in pairs)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The results of all counted tables, in the order of the tables."""
        found = [(table.table_id, result_of(table)) for table in self.tables if table.state == "counted"]
        return tuple(
            Result(table_id, result.people, result.places, result.counted)
            for table_id, result in found
            if result is not None
        )

    @property
    def placed_from(self) -> int:
        """The number of counted tables that a member needs for a place in the standings; 1 in a cup."""
        return 1 if self.is_cup else ADDED_TABLES

    @cached_property
    def standings(self) -> tuple[Line, ...]:
        """The standings, best first, of all members who take part or have a counted result."""
        played = {
            person
            for result in self.results
            for person, counts in zip(result.people, result.counted, strict=True)
            if counts
        }
        listed = [member.user_id for member in self.members if member.state == "in" or member.user_id in played]
        return standings(listed, self.results, self.placed_from, self.ranking)

    @property
    def ranking(self) -> Ranking:
        """The first key of the standings: the sum of points in a cup with rules 2 or later, else the score."""
        return "total" if self.is_cup and self.rules >= 2 else "mean"

    @property
    def has_draws(self) -> bool:
        """Whether a counted table was drawn."""
        return any("drawn" in line.form for line in self.standings)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The names of all current and former members, by id."""
        return {member.user_id: member.name for member in self.members}

    def name_of(self, person: Person) -> str:
        """Return the name under which a person joins, told apart from those of the other members."""
        return tell_apart(person, (name for other, name in self.names.items() if other != person.id))

    @property
    def active(self) -> tuple[MemberRow, ...]:
        """The members who take part at present: they have not left and were not taken out."""
        return tuple(member for member in self.members if member.state == "in")

    def member(self, user_id: int) -> MemberRow | None:
        """Return a user's membership, even if they have left, or None if they were never a member."""
        return next((member for member in self.members if member.user_id == user_id), None)

    def require_member(self, user_id: int) -> MemberRow:
        """Return a user's membership, even if they have left. Raise Refusal if they were never a member."""
        found = self.member(user_id)
        if found is None:
            raise Refusal(texts.format_not_a_member(self.name))
        return found

    def table(self, table_id: str) -> SeasonTableRow:
        """Return a table of the season. Raise Refusal if it is not one of them."""
        found = next((table for table in self.tables if table.table_id == table_id), None)
        if found is None:
            raise Refusal(_(texts.NOT_OF_THE_SEASON))
        return found

    def open_tables(self, user_id: int | None = None) -> tuple[SeasonTableRow, ...]:
        """Return the tables that have no result yet, all of them or those of one user."""
        found = [table for table in self.tables if table.state == "open"]
        return tuple(table for table in found if user_id is None or user_id in people_of(table))

    def has_room(self, member: MemberRow) -> bool:
        """Return whether a member sits at fewer tables than they want at the same time."""
        return len(self.tables_at(member.user_id)) < min(member.cap, self.settings.cap)

    def tables_at(self, user_id: int) -> tuple[SeasonTableRow, ...]:
        """Return the tables in progress to which a user was dealt, including those that were voided during the game."""
        return tuple(table for table in self.tables if is_in_progress(table) and user_id in people_of(table))

    def count_absences(self, user_id: int) -> int:
        """Return the number of tables that a user has left without having played.

        Excused ones, and those that an organiser has voided, are not counted.
        """
        results = filter(None, (result_of(table) for table in self.tables if table.why != VOIDED))
        # `absent` is empty if nobody left.
        return sum((user_id, True) in zip(result.people, result.absent, strict=False) for result in results)

    def require_going_on(self) -> None:
        """Raise Refusal if the season is over."""
        if self.is_over:
            raise Refusal(texts.format_season_over(self.name))


def format_total(season: Season, line: Line) -> str:
    """Format what a person's place is decided by: in a season the score, such as "71"; in a cup tables won and lost.

    At a cup's tables with more than two seats it is the sum of points. With drawn tables, their number stands in the
    middle, such as "2–1–0".
    """
    if not season.is_cup:
        return str(shown_score(line.score))
    if season.settings.most > 2:
        return format_points(sum(line.points, Fraction()))
    forms = ("won", "drawn", "lost") if season.has_draws else ("won", "lost")
    return "\u2009–\u2009".join(str(line.form.count(form)) for form in forms)


def people_of(table: SeasonTableRow) -> tuple[int, ...]:
    """Return the people to whom a table was dealt (not those who took a seat later), in the order of seats."""
    return msgspec.json.decode(table.people, type=tuple[int, ...])


def is_in_progress(table: SeasonTableRow) -> bool:
    """Return whether the game of a table is still in progress."""
    return table.state == "open" or (table.state == "void" and table.ended is None)


def results_for(season: Season, user_id: int) -> Iterator[tuple[TableResult, int]]:
    """Yield the results that count for a user, in the order of tables. Each comes with the index of the user's seat."""
    for table in season.tables:
        result = result_of(table) if table.state == "counted" else None
        if result is not None and user_id in result.people:
            seat = result.people.index(user_id)
            if result.counted[seat]:
                yield result, seat


def result_of(table: SeasonTableRow) -> TableResult | None:
    """Return the stored result of a table, or None if it has none yet."""
    return None if table.result is None else msgspec.json.decode(table.result, type=TableResult)


def encode_json(value: object) -> str:
    """Encode a value as JSON text."""
    return msgspec.json.encode(value).decode()


async def load_season(reader: Reader, season_id: str) -> Season:
    """Load a season. Raise Refusal if it is unknown."""
    row = await reader.leagues.season(season_id)
    league = None if row is None else await reader.leagues.get(row.league_id)
    if row is None or league is None:
        raise Refusal(_(texts.NO_SUCH_SEASON))
    return Season(league, row, await reader.leagues.members(season_id), await reader.leagues.season_tables(season_id))


async def find_away(reader: Reader, people: Collection[int], now: int) -> frozenset[int]:
    """Return the users among `people` who are on vacation at `now`."""
    found = await reader.people.vacations(people)
    return frozenset(row.user_id for row in found if row.begins <= now < row.ends)


@dataclass(frozen=True, slots=True)
class Note:
    """A note from the league to a member.

    A note says that the member gets no more tables until they come back: because they missed deadlines (kind `ghost`),
    or because they left three tables without having played (kind `dodger`).
    """

    user_id: int
    kind: str


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """A change of a season, as returned by a decision. It is committed atomically."""

    columns: SeasonChanges = field(default_factory=lambda: SeasonChanges())
    members: tuple[MemberRow, ...] = ()
    tables: tuple[SeasonTableRow, ...] = ()
    dealt: tuple[tuple[int, ...], ...] = ()
    """For each new table, its people in the order of seats."""
    basis: DealBasis | None = None
    """The inputs of the deal, if this change is one."""
    rated: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """By id of a table in `tables` whose rating may change: whether it is rated after this change, if it counts."""
    act: SeasonActRow | None = None
    undone: int | None = None
    """The row id of the organiser's act that this change undoes."""
    audit: AuditRow | None = None
    """The row for the audit trail, if the change is an organiser's act."""
    decides_about: str | None = None
    """The id of the table about which an organiser decides without asking its people, or None.

    The change is refused if the organiser sits or sat at that table.
    """
    renews: bool | None = None
    """The new value of the setting that opens another season after this one; None for no change."""
    asked: bool = False
    """Whether the act is a question to a table's people, which is then posted at the table."""
    notes: tuple[Note, ...] = ()


Decision: TypeAlias = Callable[[Season], SeasonChange]
"""A pure function from the current season to a change. It raises Refusal if the change is not possible."""
