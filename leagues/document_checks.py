"""Reading of season documents, which are untrusted input, and the checks that types alone can't express."""

from collections import Counter
from collections.abc import Hashable, Iterable

import msgspec

from engine.core import EngineError
from engine.games import game_type, game_types
from language.messages import _
from leagues import texts
from leagues.deal import DealBasis
from leagues.season import Season
from leagues.season_document import (
    DOCUMENT_BYTES,
    MOST_SEATS,
    ResultPart,
    SeasonDocument,
    TablePart,
    build_league,
    build_season,
)
from leagues.settings import RULES
from tables.refusal import Refusal
from tables.texts import put_into_words
from tables.timing.clock_settings import NAMED

MOST_PEOPLE = 1_000
"""Maximum number of people in the stored inputs of a deal."""
MOST_TABLES = 5_000
"""Maximum number of earlier tables in the stored inputs of a deal."""


class _Rules(msgspec.Struct):
    rules: int = 1


class _Versioned(msgspec.Struct):
    """The part of a document that must be known before the rest can be read."""

    season: _Rules


def decode(data: bytes) -> SeasonDocument:
    """Decode the content of a file to a season document. Raise Refusal with the reason if it is invalid."""
    require_size(len(data))
    try:
        # Documents of later rules may have parts that are unknown here.
        rules = msgspec.json.decode(data, type=_Versioned).season.rules
        if rules > RULES:
            raise Refusal(texts.format_unknown_rules(rules, RULES))
        document = msgspec.json.decode(data, type=SeasonDocument)
        fault = next(iter(_faults(document)), None)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal(texts.format_invalid_export(str(error)[:200])) from error
    except RecursionError as error:
        raise Refusal(texts.format_invalid_export(_("it is nested too deeply"))) from error
    if fault is not None:
        raise Refusal(texts.format_invalid_export(fault))
    return document


def require_size(size: int) -> None:
    """Raise Refusal if a file exceeds `DOCUMENT_BYTES`."""
    if size > DOCUMENT_BYTES:
        raise Refusal(texts.format_invalid_export(_("it is larger than {most} MB", most=DOCUMENT_BYTES >> 20)))


def build_detached_season(document: SeasonDocument) -> Season:
    """Build the season of a document by itself, without a server, to recompute its standings."""
    return build_season(document, build_league(document, document.league.id, 0, 0, 0, 0), document.season.id)


def _faults(document: SeasonDocument) -> Iterable[str]:
    """Yield the reasons why a document can't be an export of a season."""
    settings, people = document.league.settings, {member.user_id for member in document.members}
    yield from _game_faults(document)
    if settings.clock not in NAMED or not settings.least <= settings.ideal <= settings.most:
        yield _("its league settings are invalid")
    if len(people) < len(document.members):
        yield _("it lists a member twice")
    if _is_repeated(table.table_id for table in document.tables) or _is_repeated(
        (table.deal, table.n) for table in document.tables
    ):
        yield _("it lists a table twice")
    if _is_repeated(deal.number for deal in document.deals):
        yield _("it lists a deal twice")
    for table in document.tables:
        if not _is_possible(table, people):
            yield _("table {table} is invalid", table=table.table_id)
    for deal in document.deals:
        if not _is_basis(deal.made_from):
            yield _("deal {deal} has invalid inputs", deal=deal.number)


def _game_faults(document: SeasonDocument) -> Iterable[str]:
    """Yield the reasons why a document's game, number of seats or options are invalid."""
    league, seats = document.league, document.league.settings.ideal
    if league.game not in game_types():
        yield _("its game is unknown")
    elif seats not in game_type(league.game).seats:
        yield _("its game can't be played with that many seats")
    else:
        try:
            game_type(league.game).options(seats, league.options)
        except EngineError as error:
            yield str(put_into_words(error.message))


def _is_repeated(values: Iterable[Hashable]) -> bool:
    return any(count > 1 for count in Counter(values).values())


def _is_possible(table: TablePart, people: set[int]) -> bool:
    result = table.result
    if not set(table.people) <= people or _is_repeated(table.people):
        return False
    if result is None:
        return table.state != "counted"
    return table.state != "open" and _is_result(result, people)


def _is_result(result: ResultPart, people: set[int]) -> bool:
    seats, places = len(result.people), result.places
    return (
        set(result.people) <= people
        and not _is_repeated(result.people)
        and len(places) == len(result.counted) == len(result.rated) == seats
        and len(result.absent) in (0, seats)
        and all(place == 1 + sum(other < place for other in places) for place in places)
    )


def _is_basis(basis: DealBasis) -> bool:
    """Return whether the stored inputs of a deal are valid, and small enough to repeat the deal."""
    numbers = range(len(basis.people))
    sizes, pool = basis.sizes, [one.id for one in basis.pool]
    return (
        len(basis.people) <= MOST_PEOPLE
        and not _is_repeated(basis.people)
        and not any(_is_repeated(group) for group in (pool, basis.everybody, basis.apart))
        and len(basis.history) <= MOST_TABLES
        and 2 <= sizes.least <= sizes.ideal <= sizes.most <= MOST_SEATS
        and all(len(table) <= MOST_SEATS and not _is_repeated(table) for table in basis.history)
        and all(
            number in numbers for group in (pool, basis.everybody, *basis.history, *basis.apart) for number in group
        )
    )
