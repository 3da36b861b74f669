"""A text-only player of Monster Hex: a model of the board from its text, and predicted placements."""

import re
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engine.monster_hex.content import TILES, layout
from render.monster_hex.naming import EDGES
from tests.by_text.screens import Choice, Heard, Screen, Table, play

IDS = {tile.name: tile.id for tile in TILES}
"""The ids of the tiles in notation, by the names of their Monsters."""


class Monster(NamedTuple):
    """A tile on the board, as read."""

    faction: str
    name: str
    powers: tuple[int, ...]


@dataclass
class Board:
    """The contents of the board as text."""

    beside: dict[str, list[tuple[str | None, str]]]
    """Neighbours of each stone in play and free hex, clockwise from E, with the power that faces it."""
    free: set[str]
    start: set[str]
    monsters: dict[str, Monster]
    stones: dict[str, tuple[int, ...]]
    taken: dict[str, tuple[tuple[str, int], ...]]
    points: dict[str, int]
    unplayed: dict[str, list[str]]
    asked: dict[str, str]
    hand: dict[str, str]
    """The powers of the seat's own tiles, by id."""
    offered: set[str]
    """The seat's legal placements in notation."""

    def around(self, label: str) -> list[str | None]:
        """Return the neighbours of a hex or stone, by edge."""
        return [other for other, _ in self.beside[label]]


def read(told: str) -> Board:
    """Parse the board as text."""
    public, _, private = told.partition("Only you can see the following")
    pieces = _map(public)
    letters: dict[str, str] = {}
    board = Board({}, set(), set(), {}, {}, {}, {}, {}, {}, {}, set())
    for line in public.split("\n\n")[0].split("\n"):
        found = re.match(r"(\w) .+? \((\w+)\) (-?\d+)(.*)$", line)
        if found:
            letter, faction, points, rest = found.groups()
            letters[letter] = faction
            board.points[faction] = int(points)
            board.unplayed[faction] = rest.partition("left: ")[2].split() if "left: " in rest else []
            board.asked[faction] = rest
        elif found := re.match(r"Shared faction(?: \((\w+)\))? (-?\d+)", line):
            faction = found[1] or "Shared"
            letters[faction[0].upper()] = faction
            board.points[faction] = int(found[2])
    for letter, name, label, powers in re.findall(r"^(\w) (\w+) on (\w\d): (-?\d[-,\d]*)", public, re.MULTILINE):
        values = powers.split(",") if "," in powers else list(powers)
        board.monsters[label] = Monster(letters[letter], name, tuple(map(int, values)))
    for kind, label, around in re.findall(r"^(stone|start|hex) (\w\d): (.*)$", public, re.MULTILINE):
        if kind != "stone":
            board.free.add(label)
        if kind == "start":
            board.start.add(label)
        words = [word.split() for word in around.split(", ")]
        board.beside[label] = [(None if word[0] == "off" else word[0], "".join(word[1:])) for word in words]
    for label, piece in pieces.items():
        if piece.startswith("<"):
            board.stones[label] = tuple(map(int, piece.strip("<>").split("/")))
    taken = re.search(r"^Taken: (.*)\.$", public, re.MULTILINE)
    for part in taken[1].split(", ") if taken else ():
        found = re.search(r"(\w\d) (none|\w+ \+.*)$", part)
        assert found is not None, part
        gains = re.findall(r"(\w+) \+(\d+)", found[2])
        board.taken[found[1]] = tuple((faction.lower(), int(points)) for faction, points in gains)
    hand = re.findall(r"^(\w+), rank \w: (\d{6})$", private, re.MULTILINE)
    board.hand = {IDS[name]: powers for name, powers in hand}
    tile = ""
    for line in private.split("\n"):
        if found := re.match(r"(\w+), rank", line):
            tile = IDS[found[1]]
        for scattered, listed in re.findall(r"^  (?:fits \d+ hex(?:es)?|by (Scatter)): (.*)$", line):
            for label, turns in re.findall(r"([A-Z]\d) ([\d= ]+)", listed):
                end = " scatter" if scattered else ""
                board.offered |= {f"place {tile} {label} {turn[-1]}{end}" for turn in turns.split()}
    return board


def _map(told: str) -> dict[str, str]:
    on: dict[str, str] = {}
    block = next(part for part in told.split("\n\n") if re.search(r"^ *A1\b", part, re.MULTILINE))
    lines = block.split("\n")
    for labels, pieces in zip(lines[::2], lines[1::2], strict=True):
        for found in re.finditer(r"\S+", labels):
            on[found[0]] = pieces[found.start() : found.start() + 6].strip()
    return on


def check(table: Table, seat: int | None) -> Board:
    """Parse a seat's board and check it against the engine's view."""
    board = read(table.board(seat))
    view: Any = table.seen(seat).view
    owners = [view.faction_of(number) or "Shared" for number in range(len(view.seats) + (view.shared is not None))]
    # The texts show printed names; the tests of pictures check that they belong to the ids.
    assert {label: (one.faction, one.powers) for label, one in board.monsters.items()} == {
        one.label: (owners[one.seat], one.powers) for one in view.monsters
    }
    assert board.points == {
        owner: (view.seats[number] if number < len(view.seats) else view.shared).score.points
        for number, owner in enumerate(owners)
        if number == len(view.seats) or view.seats[number].faction
    }
    for each in view.seats:
        if each.faction:
            assert len(board.unplayed[each.faction]) == len(each.unplayed)
    printed = {one.label for one in _stones(view)}
    open_stones = {one.label: tuple(value.points for value in one.values) or (1,) for one in _stones(view)}
    taken = {
        stone.label: tuple((owners[got.seat], got.value + got.bonus) for got in capture.taken)
        for stone, capture in zip(_stones(view), view.captures, strict=True)
        if capture is not None
    }
    expected = {label: values for label, values in open_stones.items() if label not in taken}
    expected |= {stone.label: (stone.value,) for stone in view.temporary}
    assert board.stones == expected
    assert board.taken == taken
    occupied = {one.label for one in view.monsters} | printed | {stone.label for stone in view.temporary}
    if view.winners is None:
        assert board.free == {cell.label for cell in layout(view.board).cells} - occupied
        assert board.start == {cell.label for cell in layout(view.board).cells if cell.start} - occupied
        _check_beside(board)
    stones_told = "\n".join(line for line in table.board(seat).split("\n") if "Stones" in line)
    assert len(re.findall(r"\bchoose\b", stones_told)) == (view.take is not None), stones_told
    if seat is not None and view.phase == "place":
        legal = set(table.game.legal(seat))
        if seat in view.actors and board.hand:
            assert board.offered == legal
        assert set(board.hand) == set(view.hand or ())
    if seat is not None and table.game.outcome is None:
        _check_own(table, seat, view)
    return board


def _check_beside(board: Board) -> None:
    """Check that the words after the map agree with the listed Monsters and stones."""
    assert set(board.beside) == board.free | set(board.stones)
    for label, around in board.beside.items():
        assert len(around) == len(EDGES)
        for edge, (other, word) in enumerate(around):
            opposite = (edge + 3) % 6
            if other in board.monsters:
                monster = board.monsters[other]
                assert word == f"{monster.faction[0].upper()}{monster.powers[opposite]}", (label, other)
            elif other is not None:
                assert word == ("stone" if other in board.stones else "taken" if other in board.taken else "")
            if other in board.beside:
                assert board.beside[other][opposite][0] == label


def _check_own(table: Table, seat: int, view: Any) -> None:
    """Check that private information is shown to its seat and to no other."""
    own = table.board(seat).partition("Only you can see the following")[2]
    private = [card.id for card in view.seats[seat].objectives]
    assert own.count("Own objective") == len([card for card in private if card is not None])
    for other in range(len(view.seats)):
        told = table.board(other)
        if other != seat and view.seats[seat].objectives:
            names = re.findall(r"Own objective ([^(]+) \(", own)
            assert not any(f"Own objective {name} (" in told for name in names)


def _stones(view: Any) -> Any:
    return layout(view.board).stones


def surrounded(board: Board, label: str) -> set[str]:
    """Return the printed stones that would have no free neighbour after a tile is placed on a hex."""
    free = board.free - {label}
    beside = {stone: board.around(stone) for stone in board.stones}
    return {stone for stone, around in beside.items() if label in around and not free.intersection(around)}


def powers_at(board: Board, stone: str, label: str, faction: str, powers: tuple[int, ...]) -> dict[str, int]:
    """Return the total power of each faction at a stone, with a new tile on a hex."""
    found: dict[str, int] = {}
    for edge, other in enumerate(board.around(stone)):
        monster = Monster(faction, "", powers) if other == label else board.monsters.get(other or "")
        if monster is not None:
            found[monster.faction] = found.get(monster.faction, 0) + monster.powers[(edge + 3) % 6]
    return found


class Player:
    """A player who only reads."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.predicted: set[str] | None = None

    def turn(self) -> None:
        """Read the board, make one action, and check that its result matches the texts."""
        table = self.table
        board = check(table, self.seat)
        before: Any = table.game.view(self.seat)
        self.predicted = None

        def choose(shown: Screen) -> Choice:
            pick = shown.choices[decide(shown.heard, table.rng)]
            if pick.label == "Confirm":
                self._predict(board, before, pick, shown)
            else:
                self._gains_told(board, before, shown)
            return pick

        play(table, self.seat, choose, lambda: table.game.view(self.seat).phase != before.phase)
        if self.predicted is not None:
            after: Any = table.game.view(self.seat)
            fallen = {
                stone.label
                for stone, old, new in zip(_stones(before), before.captures, after.captures, strict=True)
                if old is None and new is not None
            }
            waiting = {after.take.stone} if after.take is not None else set[str]()
            assert fallen | waiting | set(after.waiting) >= self.predicted
            if not before.variants:
                assert fallen | waiting | set(after.waiting) == self.predicted

    def _gains_told(self, board: Board, view: Any, shown: Screen) -> None:
        """Check that a hex shows points if the new tile wins a falling stone there, also by Scatter."""
        for one in shown.choices:
            found = re.match(r"(?:\w+ )?(\w\d)(?: Scatter)?( \+\d+)?$", one.label)
            if not found or not one.custom_id.action.startswith("hex") or view.temporary or view.phase != "place":
                continue
            tile, label = one.custom_id.details[0], found[1]
            faction = view.seats[self.seat].faction
            placements = [each.split() for each in board.offered if each.startswith(f"place {tile} {label} ")]
            for _, _, _, turn, *_ in placements:
                powers = tuple(map(int, board.hand[tile]))
                turned = powers[6 - int(turn) :] + powers[: 6 - int(turn)]
                for stone in surrounded(board, label):
                    at = powers_at(board, stone, label, faction, turned)
                    if all(at[faction] > power for other, power in at.items() if other != faction):
                        assert found[2], (one.label, stone, at)

    def _predict(self, board: Board, view: Any, confirm: Choice, shown: Screen) -> None:
        """Predict the stones that fall by a placement, and check that the page names them and their powers."""
        match " ".join(confirm.custom_id.details).split():
            case ["place", tile, label, rotation, *_] if tile in board.hand:
                turned = int(rotation)
                powers = tuple(map(int, board.hand[tile]))
                powers = powers[6 - turned :] + powers[: 6 - turned]
                assert label in board.free
                temporary = {stone.label for stone in view.temporary}
                if temporary:
                    return
                self.predicted = surrounded(board, label)
                faction = view.seats[self.seat].faction
                said = f"{shown.text} {shown.alt()}" if self.predicted else ""
                for stone in self.predicted:
                    assert _names_stone(stone, said, view), said
                    for power in powers_at(board, stone, label, faction, powers).values():
                        assert re.search(rf"\b{power}\b", said), (stone, power, said)
            case _:
                return


def _names_stone(stone: str, line: str, view: Any) -> bool:
    """Return whether a text names a stone: a Large one by name, a Small one by its place."""
    printed = next(one for one in _stones(view) if one.label == stone)
    return stone in line or (printed.large and printed.name.split(",")[0] in line)


def decide(heard: Heard, rng: Random) -> int:
    """Choose a press: prefer one that scores, else go forward; rarely go back."""
    confirm = heard.find("Confirm")
    if confirm is not None:
        return confirm
    scoring = heard.find_choices(lambda one: re.search(r"\w\d .*\+\d", one.label))
    if scoring and rng.random() < 0.7:
        return rng.choice(scoring)
    forward = heard.find_choices(lambda one: not one.label.startswith(("Other", "Back", "Decline")))
    return rng.choice(forward)
