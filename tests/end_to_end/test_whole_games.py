"""A whole game of Monster Hex by clicks, from /play to the verified record, and the messages everybody receives.

A spectator watches from the beginning: the messages sent to them are compared with the record.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.core import SPECTATOR
from engine.game import replay_game
from engine.history import history
from engine.monster_hex.content import TILES
from engine.record import GameRecord
from engine.record_json import decode
from render import painter
from tests.playground_driver import Json, components, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import (
    EPHEMERAL,
    MADE,
    PUBLIC_EVENTS,
    TableDriver,
    buttons,
    custom_ids,
    is_public,
    mentioned,
    table_of,
    verify,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROUNDS = 9
PAINTER = painter("monster_hex")
NAMES = {tile.id: tile.name for tile in TILES}
TILE = re.compile(rf"\b({'|'.join(NAMES.values())})\b|\b(S1|A[12]|B[123]|C[1234])\b")
# Allowed custom ids of public messages: table, step or turn, and a word; a call to the host adds its outbox row.
PUBLIC_CUSTOM_ID = (
    r"[a-z0-9]{10}:(t?\d+)?:"
    r"(join|leave|choose:faction|fill_seats|start(:\d+)?|rules|set_up|move|hand|more|again|share|replay|check|review|whatif)"
)


@dataclass(frozen=True)
class Played:
    """A whole game: table, cards with pictures in order, and the messages a spectator received before the end."""

    table: TableDriver
    cards: list[Json]
    pictures: list[bytes]
    heard: list[Json]
    log: str
    file: Path
    record: GameRecord


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def played(program: ProgramProcesses) -> Played:
    """Play a game of two; in between, a spectator and the waiting player try to get private data."""
    events, log = len(program.watcher.events), len(program.log_text())
    table = await table_of(program, [await program.person(name) for name in ("Ann", "Ben")])
    assert mentioned(table.lobby) == set(), "a lobby pings nobody"
    card = await table.start()
    cards, drawn = [card], [await picture_of(program, card)]
    while not table.over(card):
        async for moment in table.turn(card):
            if moment == "preview" and len(cards) % 5 == 0:
                await pry(program, table, card)
        card = await table.next_card(card)
        cards.append(card)
        drawn.append(await picture_of(program, card))
    file = await table.record(card)
    heard = [
        data
        for name, data in program.watcher.events[events:]
        if name in PUBLIC_EVENTS and data["channel_id"] in table.places
    ]
    return Played(table, cards, drawn, heard, program.log_text()[log:], file, decode(file.read_bytes()))


async def picture_of(program: ProgramProcesses, card: Json) -> bytes:
    """Return a card's picture, which is deleted once the card is folded."""
    (item,) = pictures(card)
    async with program.playground.session.get(item["media"]["url"]) as response:
        assert response.status == 200
        return await response.read()


async def pry(program: ProgramProcesses, table: TableDriver, card: Json) -> None:
    """Check that people who aren't to move get no suggestions and see no private message."""
    others = [program.watcher, *(person for person in table.people if person is not table.who(card))]
    for person in others:
        place = card["channel_id"]
        assert await person.autocomplete(place, "move", "action") == []
        assert await person.autocomplete(place, "monster place", "tile", hex="", rotation="") == []
        private = [message for message in await person.messages(place) if message["flags"] & EPHEMERAL]
        assert [message for message in private if MADE not in texts(message)] == []


# The game


async def test_the_record_is_proved_and_holds_what_was_confirmed(played: Played) -> None:
    placed = [action for action in played.table.confirmed if action.startswith("place")]

    assert [entry.action for entry in played.record.entries if entry.actor >= 0] == played.table.confirmed
    assert len(placed) == 2 * ROUNDS
    assert verify(played.file).returncode == 0


async def test_there_is_one_card_for_each_choice_and_one_for_the_end(played: Played) -> None:
    last = played.cards[-1]
    public = [message for message in await played.table.messages() if is_public(message)]

    assert len(public) == len(played.table.confirmed) + 1
    assert [message["id"] for message in public if buttons(message)] == [last["id"]]
    assert mentioned(last) == set()
    assert buttons(await played.table.host.message(played.table.lobby)) == {}


async def test_no_card_pings_a_role_or_everyone(played: Played) -> None:
    assert not any(card["mention_everyone"] or card["mention_roles"] for card in played.cards)


async def test_no_public_message_has_the_seed_or_its_seal(program: ProgramProcesses, played: Played) -> None:
    columns = "SELECT server_seed, commitment FROM tables WHERE id = ?"
    ((seed, commitment),) = program.rows(columns, played.table.id)

    heard = json.dumps(played.heard)
    assert seed.hex() not in heard
    assert commitment not in heard


# Messages to a spectator


def spoken(message: Json) -> Iterator[str]:
    """Yield every string of a message's components except media URLs and picture descriptions."""
    for part in components(message):
        for name, value in part.items():
            if name not in ("items", "components", "accessory"):
                yield value if isinstance(value, str) else json.dumps(value)


def unexplained(text: str, board: set[tuple[str, str]]) -> list[str]:
    """Return the tiles that a text names, except those on the board; hex labels in parentheses don't count."""
    for tile, label in board:
        text = text.replace(f"{NAMES[tile]} on {label}", "")
    return [found[0] for found in TILE.finditer(re.sub(r"\([A-G]\d\)", "", text))]


def boards(played: Played) -> list[set[tuple[str, str]]]:
    """Return the tiles on the board at each card, as (tile, hex)."""
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
    # A folded card tells of the choice that followed it.
    after = dict(zip(shown, list(shown.values())[1:], strict=False))

    for message in played.heard:
        of_card = shown if custom_ids(message) else after
        board = of_card.get(message["id"], set())
        assert [found for text in spoken(message) for found in unexplained(text, board)] == []


async def test_a_stranger_is_sent_nothing_private(played: Played) -> None:
    assert len(played.heard) > 2 * len(played.cards)
    for message in played.heard:
        assert not message["flags"] & EPHEMERAL
        assert [text for text in custom_ids(message) if not re.fullmatch(PUBLIC_CUSTOM_ID, text)] == []
        # The lobby's message has the banner of its game.
        assert {attachment["filename"] for attachment in message["attachments"]} <= {"board.png", "monster_hex.png"}


async def test_every_public_picture_is_the_spectators(program: ProgramProcesses, played: Played) -> None:
    """Byte for byte, it is the painter's picture of the spectator view, which leak tests L1 to L6 check."""
    table = played.record.configuration.table
    names = [name for (name,) in program.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table)]
    entries = played.record.entries
    # A card shows the game before the next choice of a person.
    ends = [number for number, entry in enumerate(entries) if entry.actor >= 0] + [len(entries)]

    for card, picture, end in zip(played.cards, played.pictures, ends, strict=True):
        game = replay_game(played.record.configuration, entries[:end])
        drawn = PAINTER.board(game.view(SPECTATOR), names)
        if game.outcome is not None:
            drawn = PAINTER.result(history(played.record.configuration, entries, SPECTATOR), names)
        assert pictures(card)[0]["description"] == drawn.alt
        assert picture == drawn.png


async def test_the_log_names_no_tile_and_no_seed(played: Played) -> None:
    assert played.record.seed is not None
    assert TILE.findall(played.log) == []
    assert "place " not in played.log
    assert played.record.seed.hex() not in played.log


async def test_the_same_search_finds_a_hand_where_there_is_one(program: ProgramProcesses) -> None:
    """It finds tiles in a message to one player: the draft and its custom ids."""
    table = await table_of(program, [await program.person("Ann")], 1)
    _, draft = await table.draft(await table.start())

    assert [found for text in spoken(draft) for found in unexplained(text, set())] != []
    assert not all(re.fullmatch(PUBLIC_CUSTOM_ID, text) for text in custom_ids(draft))
