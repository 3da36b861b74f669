"""Random presses by wrong people and strangers change nothing and tell nothing; HEXCADE_PRESSES says how many."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs._looks import Person
from render import painter
from tests.cogs.cog_tables import ANN, BEN, DAN, EVE, TABLE, mover, open_lobby, play, start_table
from tests.end_to_end.test_secrets import unexplained
from tests.faults.hall import Hall, Told

PRESSES = int(os.environ.get("HEXCADE_PRESSES", "400"))
TABLES = {"lobby": "lobby23456", "playing": TABLE, "finished": "finished23"}
STRANGERS = (DAN, EVE, Person(77, "Zoe"))
PLACES = ("A1 B1 0", "C4 G3 5", "S1 D4 2", "nothing")
TILES = ("S1", "A1", "A2", "B1", "B2", "B3", "C1", "C2", "C3", "C4")
WHATS = (
    *("do:place " + place for place in PLACES),
    *("tile:" + tile for tile in TILES),
    *("hex:A1:B1", "hexes:C1:G3", "turn:A1:B1:3", "move", "hand", "resign", "resigned", "cancel", "cancelled"),
    *("leave", "choose", "computer", "set", "start", "close", "options", "do:take 3", "do:close", "do:forfeit 0"),
    *("do:takeback 1", "record", "nonsense", "", "do", "do:" + "x" * 80),
)
PICTURES = ("zoom:NW", "zoom:whole", "past:3", "past:99999", "legend", "more", "rules", "text", "history")
"""What everybody may look at; one press in twenty, for drawing takes its time."""


def kept(folder: Path) -> list[Any]:
    """Everything that is in the database."""
    with closing(sqlite3.connect(folder / "hexcade.sqlite3")) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [(name, sorted(map(repr, connection.execute(f"SELECT * FROM {name}")))) for name in sorted(names)]


async def set_up(hall: Hall) -> None:
    """A lobby with a free seat, a game that goes on, and one that is over."""
    await open_lobby(hall.service, id=TABLES["lobby"])
    await start_table(hall.service, id=TABLES["finished"])
    await play(hall.service, table=TABLES["finished"])
    await start_table(hall.service)
    await play(hall.service, moves=5)
    await hall.outbox.settle()


def wrong_press(rng: Random, turn: Person, step: int) -> tuple[Person, str]:
    """Somebody who has no business there, and what they press."""
    phase, table = rng.choice(list(TABLES.items()))
    person = rng.choice(STRANGERS)
    what = rng.choice(PICTURES) if rng.random() < 0.05 else rng.choice(WHATS)
    if phase == "playing" and rng.random() < 0.5:
        # The one whose turn it is not may look at her own hand, and resign.
        person = BEN if turn == ANN else ANN
        what = rng.choice([one for one in WHATS if one not in ("hand", "resigned", "cancelled", "cancel")])
    shown = rng.choice(("", str(step), str(step - 1), "999999999", "0", "x"))
    return person, f"{table}:{shown}:{what}"[:100]


async def test_wrong_presses_change_nothing_and_tell_nothing(hall: Hall, tmp_path: Path) -> None:
    await set_up(hall)
    turn, look = await mover(hall.service)
    other = await hall.service.look(TABLE, (BEN if turn == ANN else ANN).id)
    spectator = await hall.service.look(TABLE)
    # A press of an older card is answered with the present board.
    pictures = {painter(one.row.game).board(one.view, one.names).png for one in (other, spectator)}
    board = {(monster.tile, monster.label) for monster in look.view.monsters}
    rng = Random(1)
    before, said = kept(tmp_path), len(hall.discord.made)

    for _ in range(PRESSES):
        person, pressed = wrong_press(rng, turn, look.row.step)
        values = [rng.choice((*TILES, "red", "blue"))] if rng.random() < 0.2 else []
        told = await hall.press(person, pressed, values, private=rng.random() < 0.5)
        check(told, pressed, board, pictures)

    assert kept(tmp_path) == before
    assert len(hall.discord.made) == said
    await hall.outbox.settle()
    assert len(hall.discord.made) == said


def check(told: Told, pressed: str, board: set[tuple[str, str]], pictures: set[bytes]) -> None:
    """Nothing that can be pressed next, no word and no file is anybody else's."""
    assert "reference" not in told.text, f"{pressed} is an accident: {told.text}"
    if pressed.startswith(TABLES["finished"]):
        return
    for custom_id in told.custom_ids:
        assert ":tile:" not in custom_id
        assert ":do:" not in custom_id
    if pressed.split(":", 2)[2] not in PICTURES:
        # What was pressed may be told back.
        told_text = told.text.replace(pressed.split(":", 2)[2].split(":", 1)[-1], "")
        assert unexplained(told_text, board) == [], f"{pressed}: {told.text}"
        assert set(told.files.values()) <= pictures, pressed


async def test_the_same_check_finds_a_hand_where_there_is_one(hall: Hall) -> None:
    """The mutant: a program that takes whoever presses for the one whose turn it is."""
    await set_up(hall)
    turn, look = await mover(hall.service)

    told = await hall.press(turn, f"{TABLE}:{look.row.step}:move")

    with pytest.raises(AssertionError):
        check(told, f"{TABLE}::nothing", set(), set())
    hand = await hall.press(turn, f"{TABLE}::hand")
    with pytest.raises(AssertionError):
        check(hand, f"{TABLE}::nothing", set(), set())
