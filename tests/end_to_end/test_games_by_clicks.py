"""Whole games of Connect Four, Hex Battle Wars and Hive Mind by clicks, from /play to the record, with a kill.

Monster Hex is played in test_whole_games.py.
"""

import pytest

from engine.record_json import decode
from tests.end_to_end.page_drivers import BattleDriver, ClixDriver, MatchDriver, PageDriver
from tests.playground_driver import texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import buttons, is_public, mentioned, named, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

KILLED_FROM = 3
"""The bot is killed once, at this card or later."""


@pytest.mark.parametrize(
    ("game", "driver", "names", "computers", "options", "made"),
    [
        ("connect_four", ClixDriver, ("Ann",), 1, "size=brawl", {"class", "force", "drop"}),
        (
            *("hex_battle_wars", BattleDriver, ("Ann", "Ben"), 0),
            *("preset=quick radius=5 hp=9", {"deploy", "vanish", "roll", "move", "attack"}),
        ),
        ("hive_mind", MatchDriver, ("Ann", "Ben"), 1, "edition=recharged", {"ready"}),
    ],
    ids=["connect_four", "hex_battle_wars", "hive_mind"],
)
async def test_a_whole_game_by_clicks_with_a_kill_in_its_middle(
    killable: ProgramProcesses,
    game: str,
    driver: type[PageDriver],
    names: tuple[str, ...],
    computers: int,
    options: str,
    made: set[str],
) -> None:
    people = [await killable.person(name) for name in names]
    opened = await table_of(killable, people, computers, seed=3, game=game, options=options)
    table = driver(opened, seed=len(people))
    card, cards = await table.start(), 1
    while not opened.over(card):
        asked = [person for person in people if person.id in named(card)]
        assert asked
        for person in asked:
            await table.turn(person, card, kill=cards >= KILLED_FROM)
        newer = await table.card_after(card)
        await killable.watcher.wait_for(
            card["channel_id"], lambda message, old=card["id"]: message["id"] == old and not buttons(message)
        )
        card, cards = newer, cards + 1

    assert table.is_killed
    file = await opened.record(card)
    assert verify(file).returncode == 0
    record = decode(file.read_bytes())
    assert (record.configuration.game, record.configuration.seats) == (game, len(people) + computers)
    assert {entry.action.split()[0] for entry in record.entries} >= made
    public = [message for message in await opened.messages() if is_public(message)]
    shown = [message for message in public if "you're the last one" not in texts(message)]
    assert len(shown) == cards, "one card for each turn, however many presses it has and whoever was ready when"
    assert [message["id"] for message in public if buttons(message)] == [card["id"]]
    assert mentioned(card) == set()
