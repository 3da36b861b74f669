"""Import of a finished season from its document, for example from another server or another database.

The season gets new ids derived from those in the document. So it can be imported only once, and existing data is never
touched. Ratings are not imported, because they belong to the tables played on the server.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import msgspec

from data.store import AuditRow, DealRow, SeasonActRow, Writer
from data.store.forgetting_leagues import FORGETTING, build_former_name
from language.catalogues import ENGLISH
from language.messages import _, speaking
from leagues import texts
from leagues.acts import IMPORT
from leagues.document_checks import build_detached_season
from leagues.season import Season, encode_json
from leagues.season_document import MemberPart, SeasonDocument, build_league, build_season, build_standing_parts
from leagues.undoing import AUDITED, IRREVOCABLE
from tables.opening import ID_LENGTH, ID_LETTERS
from tables.refusal import Refusal


class Renumbered(NamedTuple):
    """A document whose forgotten members got new numbers, different from those in the store.

    `lowest` is the lowest number that the store had at the renumbering. The new numbers are below it.
    """

    document: SeasonDocument
    lowest: int


def require_importable(document: SeasonDocument) -> None:
    """Raise Refusal if the season is not over, or if its standings don't match its tables."""
    if document.season.state not in ("final", "cancelled"):
        raise Refusal(_(texts.EXPORTED_TOO_EARLY))
    if build_standing_parts(build_detached_season(document).standings) != document.standings:
        raise Refusal(_(texts.STANDINGS_DIFFER))


async def add_imported(
    writer: Writer, guild_id: int, channel_id: int, actor: int, document: SeasonDocument, renumbered: Renumbered
) -> Season | None:
    """Store a season with all its rows and return it.

    Returns None if a user was forgotten since the renumbering, so that numbers may collide: the caller then renumbers
    again. Raises Refusal if the server already has the season.
    """
    league_id = _own_id(guild_id, document.league.id)
    await writer.lock(f"imports of league {league_id}")
    await _require_new(writer, guild_id, league_id, document)
    await writer.lock(FORGETTING)
    if await writer.leagues.lowest_person() != renumbered.lowest:
        return None
    league = build_league(renumbered.document, league_id, guild_id, channel_id, actor, writer.now)
    season = build_season(renumbered.document, league, _own_id(guild_id, document.season.id))
    if await writer.leagues.get(league_id) is None:
        await writer.leagues.add(league)
    await writer.leagues.add_season(season.row)
    await writer.leagues.put_members(season.members)
    await writer.leagues.put_season_tables(
        [
            msgspec.structs.replace(table, table_id=_own_id(guild_id, f"{document.season.id} {table.table_id}"))
            for table in season.tables
        ]
    )
    for deal in renumbered.document.deals:
        made_from = encode_json(deal.made_from)
        await writer.leagues.add_deal(DealRow(season_id=season.row.id, number=deal.number, made_from=made_from))
    for act in renumbered.document.acts:
        row = SeasonActRow(
            season_id=season.row.id,
            actor=act.actor,
            act=act.act,
            details=encode_json(act.details),
            undo=IRREVOCABLE,
            why=act.why,
            created=act.created,
            undone=act.undone,
        )
        await writer.leagues.add_season_act(row)
    with speaking(ENGLISH):
        reason = season.name[:300]
    await writer.servers.add_audit(AuditRow(guild_id=guild_id, actor=actor, act=f"{AUDITED}{IMPORT}", reason=reason))
    return season


async def _require_new(writer: Writer, guild_id: int, league_id: str, document: SeasonDocument) -> None:
    original = await writer.leagues.season(document.season.id)
    home = None if original is None else await writer.leagues.get(original.league_id)
    numbers = [season.number for season in await writer.leagues.seasons(league_id)]
    if document.season.number in numbers or (home is not None and home.guild_id == guild_id):
        raise Refusal(_(texts.IMPORTED_ALREADY))


def _own_id(guild_id: int, text: str) -> str:
    """Derive the id of an imported object from its id in the document.

    The id is a hash, so that the author of a document can't choose it.
    """
    digest = hashlib.sha256(f"{guild_id} {text}".encode()).digest()
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:ID_LENGTH])


def renumber(document: SeasonDocument, lowest: int) -> Renumbered:
    """Give the forgotten members of a document new negative numbers below `lowest`.

    Their old numbers may be taken in this store. The whole document is rebuilt, which takes seconds for a large one.
    """
    former = sorted((member.user_id for member in document.members if member.user_id < 0), reverse=True)
    numbers = {person: lowest - place for place, person in enumerate(former, 1)}
    found = msgspec.convert(_replace_numbers(msgspec.to_builtins(document), numbers), SeasonDocument)
    members = tuple(_rename_former(member) for member in found.members)
    return Renumbered(msgspec.structs.replace(found, members=members), lowest)


def _rename_former(member: MemberPart) -> MemberPart:
    return msgspec.structs.replace(member, name=build_former_name(member.user_id)) if member.user_id < 0 else member


def _replace_numbers(value: Any, numbers: dict[int, int]) -> Any:
    # Every number in `numbers` can be replaced wherever it occurs: only the ids of forgotten people are negative.
    if isinstance(value, dict):
        return {key: _replace_numbers(item, numbers) for key, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_replace_numbers(item, numbers) for item in cast("Sequence[Any]", value)]
    return numbers.get(value, value) if type(value) is int else value
