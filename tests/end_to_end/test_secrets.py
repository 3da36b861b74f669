"""Nobody learns what is hidden: everything that a stranger was sent in a whole game, against what its record tells."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from engine.core import SPECTATOR
from engine.record import GameRecord
from engine.sheet import decode
from engine.table import resume
from render import painter
from tests.driver import Json, components, pictures
from tests.end_to_end.house import House
from tests.end_to_end.table import EPHEMERAL, PUBLIC_EVENTS, Table, custom_ids, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

TILE = re.compile(r"\b(S1|A[12]|B[123]|C[1234])\b")
# What a custom id of a public message may say: the table, the step, and a word.
PUBLIC_CUSTOM_ID = r"[a-z0-9]{10}:\d*:(join|leave|choose|computer|start|options|rules|close|move|hand|more|record)"


@dataclass(frozen=True)
class Played:
    """A whole game: its record, its cards in order with their pictures, all that a stranger was sent, and the log."""

    record: GameRecord
    cards: list[Json]
    pictures: list[bytes]
    heard: list[Json]
    log: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(house: House) -> Played:
    """A game of two in which a stranger and the other ask for what they should not get."""
    events, log = len(house.watcher.events), len(house.log_text())
    table = await table_of(house, [await house.person(name) for name in ("Ann", "Ben")])
    card = await table.start()
    cards, drawn = [card], [await picture_of(house, card)]
    while not table.over(card):
        async for moment in table.turn(card):
            if moment == "preview" and len(cards) % 5 == 0:
                await pry(house, table, card)
        card = await table.next_card(card)
        cards.append(card)
        drawn.append(await picture_of(house, card))
    file = await table.record(card)
    heard = [data for name, data in house.watcher.events[events:] if name in PUBLIC_EVENTS]
    return Played(decode(file.read_bytes()), cards, drawn, heard, house.log_text()[log:])


async def picture_of(house: House, card: Json) -> bytes:
    """Return a card's picture, which is gone when the card is folded."""
    (item,) = pictures(card)
    async with house.playground.session.get(item["media"]["url"]) as response:
        assert response.status == 200
        return await response.read()


async def pry(house: House, table: Table, card: Json) -> None:
    """Whoever has no turn is offered nothing, and sees no private message."""
    others = [house.watcher, *(person for person in table.people if person is not table.who(card))]
    for person in others:
        place = card["channel_id"]
        assert await person.autocomplete(place, "move", "action") == []
        assert await person.autocomplete(place, "monster place", "tile", hex="", rotation="") == []
        assert [message for message in await person.messages(place) if message["flags"] & EPHEMERAL] == []


def spoken(message: Json) -> Iterator[str]:
    """Yield every string of a message's components but addresses and the descriptions of pictures."""
    for part in components(message):
        for name, value in part.items():
            if name not in ("items", "components", "accessory"):
                yield value if isinstance(value, str) else json.dumps(value)


def unexplained(text: str, board: set[tuple[str, str]]) -> list[str]:
    """Return the tiles that a text names apart from those on the board, and from stones on hexes called alike."""
    for tile, label in board:
        text = text.replace(f"{tile} on hex {label}", "")
    return TILE.findall(re.sub(r"Small Stone at [A-G]\d", "", text))


def boards(played: Played) -> list[set[tuple[str, str]]]:
    """Return what lies on the board at each card, as tile and hex."""
    board: set[tuple[str, str]] = set()
    found = [set(board)]
    for entry in played.record.entries:
        if entry.actor >= 0:
            words: list[Any] = entry.action.split()
            board |= {(words[1], words[2])} if words[0] == "place" else set()
            found.append(set(board))
    return found


async def test_a_stranger_reads_of_no_tile_before_it_is_placed(played: Played) -> None:
    shown = {card["id"]: board for card, board in zip(played.cards, boards(played), strict=True)}
    assert len(shown[played.cards[-1]["id"]]) == 18
    # A folded card tells what came next.
    after = dict(zip(shown, list(shown.values())[1:], strict=False))

    for message in played.heard:
        of_card = shown if custom_ids(message) else after
        board = of_card.get(message["id"], set())
        assert [found for text in spoken(message) for found in unexplained(text, board)] == []


async def test_a_stranger_is_sent_nothing_private(played: Played) -> None:
    assert len(played.heard) > 2 * len(played.cards)
    for message in played.heard:
        assert not message["flags"] & EPHEMERAL
        assert all(re.fullmatch(PUBLIC_CUSTOM_ID, text) for text in custom_ids(message))
        assert {attachment["filename"] for attachment in message["attachments"]} <= {"board.png"}


async def test_every_public_picture_is_the_spectators(house: House, played: Played) -> None:
    """Byte for byte what a painter makes of the view that the leak tests L1 to L6 prove to hide everything."""
    table = played.record.configuration.table
    names = [name for (name,) in house.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table)]
    entries = played.record.entries
    # A card shows the game as it stood before the next choice of a person.
    ends = [number for number, entry in enumerate(entries) if entry.actor >= 0] + [len(entries)]

    for card, picture, end in zip(played.cards, played.pictures, ends, strict=True):
        game = resume(played.record.configuration, entries[:end], 1)
        drawn = painter("monster_hex").board(game.view(SPECTATOR), names)
        assert pictures(card)[0]["description"] == drawn.alt
        assert picture == drawn.png


async def test_the_log_names_no_tile_and_no_seed(played: Played) -> None:
    assert played.record.seed is not None
    assert TILE.findall(played.log) == []
    assert "place " not in played.log
    assert played.record.seed.hex() not in played.log


async def test_the_same_search_finds_a_hand_where_there_is_one(house: House) -> None:
    """In what a player alone is sent: her draft and its custom ids."""
    table = await table_of(house, [await house.person("Ann")], 1)
    _, draft = await table.draft(await table.start())

    assert [found for text in spoken(draft) for found in unexplained(text, set())] != []
    assert not all(re.fullmatch(PUBLIC_CUSTOM_ID, text) for text in custom_ids(draft))
