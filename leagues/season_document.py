"""A season as one JSON document: its rows, the inputs of each deal, and the published standings.

It contains the seed only once the season is over. Before that, anybody with the seed could compute the next deal.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from data.store import (
    DealRow,
    LeagueRow,
    MemberRow,
    MemberState,
    RatingRow,
    SeasonActRow,
    SeasonRow,
    SeasonState,
    SeasonTableRow,
    SeasonTableState,
)
from leagues import reports
from leagues.acts import Details
from leagues.deal import DealBasis
from leagues.scoring import Line
from leagues.season import Season, TableResult, encode_json, people_of, result_of
from leagues.settings import LeagueSettings

DOCUMENT_BYTES = 4 << 20
"""Maximum size of a document in bytes. A season with a hundred people needs only a fraction of it."""
MOST_SEATS = 10

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Word: TypeAlias = Annotated[str, Meta(max_length=40)]
Person: TypeAlias = Annotated[int, Meta(ge=-(1 << 31), le=(1 << 63) - 1)]
"""A user id, or a number that replaces it: negative for a forgotten member, 0 for a forgotten organiser."""
Time: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
Seats: TypeAlias = Annotated[int, Meta(ge=2, le=MOST_SEATS)]
Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Pair: TypeAlias = tuple[Person, Person]


class _DocumentPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base class for the parts of a document. All fields have bounds, because documents are untrusted input."""


class SettingsPart(LeagueSettings, frozen=True, forbid_unknown_fields=True):
    """The settings of a league as a part of a document, with bounds for all values."""

    least: Seats
    ideal: Seats
    most: Seats
    kind: Literal["season", "cup"] = "season"
    cap: Annotated[int, Meta(ge=1, le=100)] = 1
    clock: Word = "days"
    every_days: Annotated[int, Meta(ge=1, le=100)] = 1
    tables: Annotated[int, Meta(ge=1, le=1_000)] = 3
    weeks: Annotated[int, Meta(ge=1, le=100)] = 8
    tail_days: Annotated[int, Meta(ge=0, le=700)] = 14
    hour: Annotated[int, Meta(ge=0, le=23)] = 18
    zone: Word = "UTC"
    deals: Annotated[int, Meta(ge=1, le=100)] = 3
    minutes: Annotated[int, Meta(ge=1, le=10_000)] = 60


class LeaguePart(_DocumentPart, frozen=True):
    """A league as a part of a document."""

    id: Name
    name: Name
    game: Word
    options: Annotated[dict[Word, Any], Meta(max_length=100)]
    settings: SettingsPart


class SeasonPart(_DocumentPart, frozen=True):
    """The exported data of a season.

    The commitment to the seed is always present, the hexadecimal `seed` only once the season is over. `rules` is the
    version of the league rules; documents from before there were versions have none.
    """

    id: Name
    number: Annotated[int, Meta(ge=1, le=10_000)]
    state: SeasonState
    begins: Time
    last_deal: Time
    ends: Time
    deals: Number
    commitment: Digest
    forbidden: Annotated[tuple[Pair, ...], Meta(max_length=1_000)] = ()
    seed: Digest | None = None
    rules: Annotated[int, Meta(ge=1, le=10_000)] = 1


class MemberPart(_DocumentPart, frozen=True):
    """A member of a season as a part of a document."""

    user_id: Person
    name: Name
    state: MemberState
    cap: Annotated[int, Meta(ge=1, le=100)]
    joined: Time
    waiting: Time
    missed: Number


class ResultPart(TableResult, frozen=True, forbid_unknown_fields=True):
    """The result of a table as a part of a document, with bounds for all values."""

    people: Annotated[tuple[Person, ...], Meta(min_length=2, max_length=MOST_SEATS)]
    places: Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_SEATS)], ...], Meta(max_length=MOST_SEATS)]
    counted: Annotated[tuple[bool, ...], Meta(max_length=MOST_SEATS)]
    rated: Annotated[tuple[bool, ...], Meta(max_length=MOST_SEATS)]
    how: Word = "played"
    absent: Annotated[tuple[bool, ...], Meta(max_length=MOST_SEATS)] = ()


class TablePart(_DocumentPart, frozen=True):
    """A dealt table. `n` is its number within the deal."""

    table_id: Name
    deal: Number
    n: Number
    state: SeasonTableState
    why: Word
    people: Annotated[tuple[Person, ...], Meta(min_length=2, max_length=MOST_SEATS)]
    result: ResultPart | None
    ended: Time | None


class DealPart(_DocumentPart, frozen=True):
    """The number of a deal and its inputs, without the season's seed."""

    number: Number
    made_from: DealBasis


class ActPart(_DocumentPart, frozen=True):
    """An organiser's act with its reason, as a part of a document."""

    actor: Person
    act: Word
    details: Details
    why: Annotated[str, Meta(max_length=300)]
    created: Time
    undone: Time | None


class StandingPart(_DocumentPart, frozen=True):
    """A line of the published standings. `score` is written as a fraction."""

    user_id: Person
    place: Number | None
    score: Word
    tables: Number
    won: Number


class RatingPart(_DocumentPart, frozen=True):
    """A user's rating on the server in the season's game. It also depends on the tables of other seasons."""

    user_id: Person
    mu: float
    sigma: float
    tables: Annotated[int, Meta(ge=0, le=1_000_000)]


class SeasonDocument(_DocumentPart, frozen=True):
    """A whole season as one document."""

    format: Literal["hexcade season/1"]
    league: LeaguePart
    season: SeasonPart
    members: Annotated[tuple[MemberPart, ...], Meta(max_length=1_000)]
    tables: Annotated[tuple[TablePart, ...], Meta(max_length=5_000)]
    deals: Annotated[tuple[DealPart, ...], Meta(max_length=1_000)]
    acts: Annotated[tuple[ActPart, ...], Meta(max_length=5_000)]
    standings: Annotated[tuple[StandingPart, ...], Meta(max_length=1_000)]
    ratings: Annotated[tuple[RatingPart, ...], Meta(max_length=1_000)]


def build_document(
    season: Season, deals: Sequence[DealRow], acts: Sequence[SeasonActRow], ratings: Sequence[RatingRow]
) -> SeasonDocument:
    """Build the document of a season from its rows."""
    row, league = season.row, season.league
    people = set(season.names)
    return SeasonDocument(
        format="hexcade season/1",
        league=_read(
            LeaguePart,
            id=league.id,
            name=league.name,
            game=league.game,
            options=season.options,
            settings={
                name: value for name, value in msgspec.json.decode(league.settings).items() if name != "language"
            },
        ),
        season=_read(
            SeasonPart,
            **{name: getattr(row, name) for name in ("id", "number", "state", "begins", "last_deal", "ends", "deals")},
            commitment=season.commitment,
            forbidden=msgspec.json.decode(row.forbidden),
            seed=row.seed.hex() if season.is_over and row.seed else None,
            rules=season.rules,
        ),
        members=tuple(_build_part(MemberPart, member) for member in season.members),
        tables=tuple(
            _build_part(TablePart, table, people=people_of(table), result=_result(table)) for table in season.tables
        ),
        deals=tuple(DealPart(deal.number, msgspec.json.decode(deal.made_from, type=DealBasis)) for deal in deals),
        acts=tuple(
            _build_part(ActPart, act, details=msgspec.json.decode(act.details))
            for act in acts
            if act.act not in reports.PRIVATE
        ),
        standings=build_standing_parts(season.standings),
        ratings=tuple(_build_part(RatingPart, rating) for rating in ratings if rating.user_id in people),
    )


def build_standing_parts(lines: Sequence[Line]) -> tuple[StandingPart, ...]:
    """Convert the lines of standings to the form that they have in a document."""
    return tuple(StandingPart(line.person, line.place, str(line.score), line.tables, line.won) for line in lines)


def _result(table: SeasonTableRow) -> Any:
    found = result_of(table)
    return None if found is None else msgspec.to_builtins(found)


def _build_part(kind: Any, row: Any, **instead: Any) -> Any:
    """Build a part of class `kind` from a row's fields of the same names. `instead` replaces some values."""
    return _read(kind, **{name: getattr(row, name) for name in kind.__struct_fields__} | instead)


def _read(kind: Any, **values: Any) -> Any:
    return msgspec.convert(values, kind)


def build_season(document: SeasonDocument, league: LeagueRow, season_id: str) -> Season:
    """Build the season that a document describes, as a season of this league."""
    found = document.season
    row = SeasonRow(
        id=season_id,
        league_id=league.id,
        number=found.number,
        state=found.state,
        seed=bytes.fromhex(found.seed or ""),
        begins=found.begins,
        last_deal=found.last_deal,
        ends=found.ends,
        deals=found.deals,
        forbidden=encode_json(found.forbidden),
        channel_id=league.channel_id,
        rules=found.rules,
    )
    members = tuple(
        MemberRow(season_id=season_id, **msgspec.structs.asdict(member))
        for member in sorted(document.members, key=lambda member: (member.joined, member.user_id))
    )
    tables = tuple(
        SeasonTableRow(
            table_id=table.table_id,
            season_id=season_id,
            deal=table.deal,
            n=table.n,
            state=table.state,
            why=table.why,
            people=encode_json(table.people),
            result=None if table.result is None else encode_json(table.result),
            ended=table.ended,
        )
        for table in sorted(document.tables, key=lambda table: (table.deal, table.n))
    )
    return Season(league, row, members, tables)


def build_league(
    document: SeasonDocument, league_id: str, guild_id: int, channel_id: int, organiser: int, now: int
) -> LeagueRow:
    """Build the league of a document for a server, marked as ended so that no further seasons open."""
    found = document.league
    return LeagueRow(
        id=league_id,
        guild_id=guild_id,
        channel_id=channel_id,
        organiser=organiser,
        name=found.name,
        game=found.game,
        options=encode_json(found.options),
        settings=encode_json(found.settings),
        created=now,
        ended=now,
    )
