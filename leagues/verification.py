"""Verification of a season from its document alone, by recomputing the deals and standings in it."""

from collections.abc import Iterable
from itertools import chain
from typing import Literal, TypeAlias

import msgspec

from engine import fairness
from leagues.clockwork import count_sat_out
from leagues.deal import repeat_deal
from leagues.document_checks import build_detached_season
from leagues.season_document import DealPart, SeasonDocument, TablePart, build_standing_parts
from leagues.settings import CUP

Result: TypeAlias = Literal["verified", "follows", "broken"]


class Verdict(msgspec.Struct, frozen=True):
    """The result of the verification of a season.

    `verdict` is `broken` if something differs, `follows` if nothing differs but something needed for a proof is
    missing, and otherwise `verified`.
    """

    verdict: Result
    deals: int
    tables: int
    results: int
    lacking: tuple[str, ...]
    differences: tuple[str, ...]


def verify(document: SeasonDocument) -> Verdict:
    """Verify a season's document, which must have been checked by `leagues.document_checks.decode`."""
    lacking = tuple(_describe_gaps(document))
    differences = tuple(chain(_check_seed(document), _check_deals(document), _check_standings(document)))
    return Verdict(
        "broken" if differences else "follows" if lacking else "verified",
        len(document.deals),
        len(document.tables),
        sum(table.state == "counted" for table in document.tables),
        lacking,
        differences,
    )


def _describe_gaps(document: SeasonDocument) -> Iterable[str]:
    if document.season.seed is None:
        yield "the seed, which is published once the season is over"
    known = {deal.number for deal in document.deals}
    for number in range(1, document.season.deals + 1):
        if number not in known:
            yield f"the inputs of deal {number}"


def _check_seed(document: SeasonDocument) -> Iterable[str]:
    season = document.season
    if season.seed is not None and fairness.commitment(bytes.fromhex(season.seed)) != season.commitment:
        yield "the seed doesn't match its commitment"


def _check_deals(document: SeasonDocument) -> Iterable[str]:
    tables = sorted(document.tables, key=lambda table: (table.deal, table.n))
    for number in sorted({table.deal for table in tables} | {deal.number for deal in document.deals}):
        if not 1 <= number <= document.season.deals:
            yield f"deal {number} is not one of the season's {document.season.deals} deals"
    for deal in document.deals:
        earlier = [table for table in tables if table.deal < deal.number]
        dealt = tuple(table.people for table in tables if table.deal == deal.number)
        rotates = document.league.settings.kind == CUP
        agrees = _has_history(deal, earlier) if document.season.rules == 1 else _has_meetings(deal, earlier, rotates)
        if not agrees:
            yield f"the inputs of deal {deal.number} don't match the tables before it"
        elif document.season.seed is not None:
            found = repeat_deal(deal.made_from, bytes.fromhex(document.season.seed), deal.number)
            if found != dealt:
                yield f"deal {deal.number} gives {_told(found)}, not {_told(dealt)}"


def _has_meetings(deal: DealPart, earlier: list[TablePart], rotates: bool) -> bool:
    """Return whether the inputs of a deal agree with the tables dealt before it, by the rules from version 2.

    The inputs must list all these tables in their order, as meetings. For each person they must count no more tables
    than that. In a cup (`rotates`) they must count exactly these, and the deals that left the person out.
    """
    basis = deal.made_from
    if [tuple(basis.people[person] for person in table) for table in basis.history] != [one.people for one in earlier]:
        return False
    for one in basis.pool:
        seated = {table.deal for table in earlier if basis.people[one.id] in table.people}
        met = sum(one.id in table for table in basis.history)
        if rotates and (one.tables, one.sat_out) != (met, count_sat_out(deal.number - 1, seated)):
            return False
        if one.tables > met or (one.sat_out and not rotates):
            return False
    return True


def _has_history(deal: DealPart, earlier: list[TablePart]) -> bool:
    """Return whether the inputs of a deal agree with the tables dealt before it, by the rules of version 1.

    The inputs must list these tables in their order and count them for each person. Tables that were void at the time
    of the deal may be missing.
    """
    basis, rest = deal.made_from, iter(table.people for table in earlier)
    history = [tuple(basis.people[person] for person in table) for table in basis.history]
    had = [sum(one.id in table for table in basis.history) for one in basis.pool]
    return all(table in rest for table in history) and had == [one.tables for one in basis.pool]


def _told(tables: tuple[tuple[int, ...], ...]) -> str:
    return " | ".join(" ".join(map(str, table)) for table in tables) or "no table"


def _check_standings(document: SeasonDocument) -> Iterable[str]:
    found = build_standing_parts(build_detached_season(document).standings)
    if len(found) != len(document.standings):
        yield f"the standings have {len(document.standings)} lines; the results give {len(found)}"
    for own, other in zip(found, document.standings, strict=False):
        if own != other:
            yield (
                f"the standings say {other.user_id}: place {other.place}, score {other.score}; "
                f"the results give {own.user_id}: place {own.place}, score {own.score}"
            )
