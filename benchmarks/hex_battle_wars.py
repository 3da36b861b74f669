"""Hex Battle Wars on its largest board, of 817 hexes: sight, presses beside Monster Hex's, pictures, and replays.

CPU time and medians. A press that acts is a random action through the table service, with the view after it; one that
opens a page is the view and what the interface makes of it, without its drawing. Random games of both are played in
turns. A picture's reference is encoding the same pixels alone, with zlib's level 1.
"""

import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.pictures import encode, opened
from benchmarks.rows import Row, in_turns, ms
from cogs.ui.kit.interface import interface
from data.store import Store
from engine.games import game_type
from engine.hex_battle_wars import odds, preview
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.players import Normal
from engine.hex_battle_wars.view import View
from render import painter
from render.gallery import NAMES, Moment, play
from tables import lobby
from tables.open_table import Person
from tables.opening import host_seat, new_table
from tables.service import TableService
from tables.settings import TableSettings

GAME, BESIDE = "hex_battle_wars", "monster_hex"
SEATS = {GAME: 6, BESIDE: 4}
LARGEST: dict[str, Any] = {"preset": "standard", "hazards": True, "obstacles": "program", "pieces": 3}
SIGHT_MS, PRESS, ENCODING, BYTES, REPLAY = 5.0, 1.5, 1.5, 300_000, 1_500_000
"""What is aimed at: for all targets in sight; times a press of Monster Hex, and the encoding of a picture's pixels
alone; the largest picture and replay, in bytes."""
PRESSES, ROUNDS, FROM = 400, 25, 200
PEOPLE = tuple(Person(number, NAMES[number]) for number in range(6))
PAINT = painter(GAME)


async def rows() -> AsyncIterator[Row]:
    """Sight, presses, pictures and replays."""
    moments = play(GAME, SEATS[GAME], 5, options=LARGEST, player=Normal)
    yield sight(moments)
    async for row in presses():
        yield row
    for row in (*pictures(moments), *replays()):
        yield row


def sight(moments: list[Moment]) -> Row:
    """Everybody whom a character sees, from hexes and on boards that were not asked about before."""
    times: list[float] = []
    for moment in moments[:: len(moments) // ROUNDS]:
        view: View = moment.own
        labels = field(view.radius).name
        start = time.process_time()
        odds.sight_from(view, labels[len(times) * 29 % len(labels)], view.viewer)
        times.append((time.process_time() - start) * 1000)
    return Row("radius 16: all targets in sight", ms(median(times)), "", median(times), "ms", at_most=SIGHT_MS)


class Presses:
    """Random play of one game after the other through a table service, a press at a time."""

    def __init__(self, service: TableService, game: str) -> None:
        self.service, self.game, self.rng, self.opened = service, game, Random(1), 0
        self.table = ""
        self.acted: list[float] = []
        self.shown: list[float] = []
        self.rolled: list[float] = []

    async def open(self) -> None:
        """Opens a table and starts its game."""
        self.opened += 1
        game, seats = game_type(self.game), SEATS[self.game]
        settings, options = TableSettings(seats=seats), LARGEST if self.game == GAME else {}
        place = self.opened + 100 * (self.game == GAME)
        row = new_table(game, settings, options, host=PEOPLE[0], guild_id=1, channel_id=place, now=self.service.now())
        async with self.service.store.write() as writer:
            await writer.create_table(row, (host_seat(PEOPLE[0], "0"),))
        for person in PEOPLE[1:seats]:
            await self.service.change(row.id, lobby.join(person, str(person.id)))
        await self.service.change(row.id, lobby.start(PEOPLE[0].id, game, interface(self.game)))
        self.table = row.id

    async def press(self) -> None:
        """Opens the first page of whoever acts, and makes a random action."""
        table = await self.service.load(self.table)
        if table.row.phase != "playing":
            await self.open()
            table = await self.service.load(self.table)
        user = PEOPLE[table.require_playing().actors[0]].id
        start = time.process_time()
        view = await self.service.view(self.table, user)
        interface(self.game).page(view, "move", ())
        self.shown.append((time.process_time() - start) * 1000)
        if self.game == GAME and is_rolled(view.view, hidden=False):
            self.rolled.append(self.shown[-1])
        action = self.rng.choice(view.legal)
        start = time.process_time()
        await self.service.act(self.table, user, action)
        await self.service.view(self.table, user)
        self.acted.append((time.process_time() - start) * 1000)


async def presses() -> AsyncIterator[Row]:
    """A press of each kind, beside one of Monster Hex."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'hexcade.sqlite3'}")
        service = TableService(store, interface)
        ours, beside = Presses(service, GAME), Presses(service, BESIDE)
        for each in (ours, beside):
            await each.open()
        for _ in range(PRESSES):
            for each in (ours, beside):
                await each.press()
        await store.close()
    for name, taken, reference in (
        ("acts", ours.acted, beside.acted),
        ("opens a page", ours.shown, beside.shown),
        ("opens where a roll leads", ours.rolled, beside.shown),
    ):
        one, other = median(taken), median(reference)
        told = f"{ms(other)} Monster Hex"
        yield Row(f"radius 16: press that {name}", ms(one), told, one / other, "×", at_most=PRESS)


def pictures(moments: list[Moment]) -> Iterator[Row]:
    """The board and the close-ups, warm, and their size."""
    for name, draw in drawn(moments).items():
        picture = draw()
        plane = opened(picture.png)
        taken = in_turns({"both": draw, "encode": lambda plane=plane: encode(plane)}, ROUNDS)
        told = f"{ms(taken['encode'])} encoding alone"
        ratio = taken["both"] / taken["encode"]
        yield Row(f"radius 16: {name}, draw + encode", ms(taken["both"]), told, ratio, "×", at_most=ENCODING)
        size = len(picture.png)
        yield Row(f"radius 16: {name}, size", f"{size / 1000:.0f} kB", "", size / 1000, "kB", at_most=BYTES / 1000)


def drawn(moments: list[Moment]) -> dict[str, Callable[[], Any]]:
    """How each kind of picture is drawn, at a moment that makes much of it."""
    shot = next(each.public for each in moments[FROM:] if each.public.shot is not None)
    moved = [each.own for each in moments if is_rolled(each.own, hidden=False)]
    far = max(moved, key=lambda view: len(preview.destination_labels(view)))
    short = next(view for view in moved if view.turn is not None and view.turn.roll == 4)
    tiles = next(each.own for each in moments if is_rolled(each.own, hidden=True))
    aiming = max((each.own for each in moments[FROM:]), key=lambda view: len(odds.targets(view)))
    label = preview.suggestions(far)[0].label
    return {
        "board": lambda: PAINT.board(shot, NAMES),
        "where to, a short walk": lambda: PAINT.preview(short, NAMES, "move"),
        "where to, a long walk": lambda: PAINT.preview(far, NAMES, "move"),
        "the way": lambda: PAINT.preview(far, NAMES, f"move {label}"),
        "what is seen": lambda: PAINT.preview(far, NAMES, f"see {label}"),
        "tiles": lambda: PAINT.preview(tiles, NAMES, "tiles"),
        "targets": lambda: PAINT.preview(aiming, NAMES, "attack"),
        "zoom": lambda: PAINT.zoom(shot, NAMES, "last"),
    }


def is_rolled(view: View, *, hidden: bool) -> bool:
    """Whether a character, or its tiles, must move."""
    turn = view.turn
    if turn is None or turn.stage != "rolled" or turn.piece is None:
        return False
    return view.seats[turn.seat].pieces[turn.piece - 1].invisible == hidden


def is_begun(view: View) -> bool:
    """Whether a turn has just begun, or the game is over."""
    turn = view.turn
    return turn is None or view.winners is not None or (turn.stage == "start" and not turn.acted)


def replays() -> Iterator[Row]:
    """Replays of whole games between computer players, a picture for each turn, as the card offers them."""
    for name, seats, options in (
        ("quick, 2 seats", 2, {}),
        ("quick, 6 seats", 6, {"hazards": True}),
        ("standard, 6 seats", 6, LARGEST | {"pieces": 1}),
    ):
        moments = play(GAME, seats, 5, options=options, player=Normal)
        views = [each.public for each in moments if is_begun(each.public)]
        start = time.process_time()
        size = len(PAINT.replay(views, NAMES).gif)
        taken = (time.process_time() - start) * 1000
        title = f"replay, {name}, {len(views)} turns"
        yield Row(title, f"{ms(taken)}, {size / 1000:,.0f} kB", "", size / 1000, "kB", at_most=REPLAY / 1000)
