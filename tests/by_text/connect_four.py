"""A text-only player of Connect Four: read the grid from the board as text and predict where a monster lands."""

import re
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engine.connect_four.roster import MONSTERS, face
from render.connect_four.naming import ranked_name
from tests.by_text.screens import Choice, Heard, Screen, Table, Words, play


class Monster(NamedTuple):
    """A monster on the grid, as read: name with rank, displayed values, and tokens and other signs."""

    seat: int
    name: str
    values: str
    clicks: int
    signs: frozenset[str]


@dataclass
class Board:
    """The contents of the board as text."""

    columns: dict[str, int]
    """The lowest empty row of each column; above the grid if the column is full."""
    monsters: dict[str, Monster]
    kill_points: list[int]
    reserve: list[dict[str, int]]
    fours: list[tuple[str, ...]]
    own: str


def read(told: str) -> Board:
    """Parse the board as text."""
    public, _, own = told.partition("Only you can see the following")
    fours = re.findall(r" has four: ([a-z\d ]+), \d+ points\.$", public, re.MULTILINE)
    board = Board({}, {}, [], [], [tuple(squares.split()) for squares in fours], own)
    letters: list[str] = []
    for letter, points, reserve in re.findall(
        r"^(\S) .* · (-?\d+) kill points? · reserve: (.*)$", public, re.MULTILINE
    ):
        letters.append(letter)
        board.kill_points.append(int(points))
        board.reserve.append({name: int(number) for number, name in re.findall(r"(\d+) ([^,]+)", reserve)})
    lines = public.split("\n")
    rows = {int(line[:2]): line[3:] for line in lines if re.match(r"[ \d]\d \S", line)}
    foot = next(line for line in lines if re.match(r"   a ", line))
    for found in re.finditer(r"[a-z]", foot[3:]):
        cells = {row: cells[found.start() : found.start() + 4].strip() for row, cells in rows.items()}
        filled = [row for row, cell in cells.items() if cell not in ("·", "")]
        board.columns[found[0]] = max(filled, default=0) + 1
        assert sorted(filled) == list(range(1, len(filled) + 1)), "nothing hovers"
        for row in filled:
            board.monsters[f"{found[0]}{row}"] = Monster(
                letters.index(cells[row][0]), cells[row][1:], "", 0, frozenset()
            )
    for block in public.split("\n\n"):
        head = re.match(r"(\S) .*’s monsters$", block.partition("\n")[0])
        for line in block.split("\n")[1:] if head else ():
            found = re.match(r"  (\w+) +(.+?)  +(\S+) +(\d+)(?:  (.*))?$", line)
            assert found is not None, line
            assert head is not None
            square, name, values, clicks, signs = found.groups()
            on_map = board.monsters[square]
            assert on_map.seat == letters.index(head[1])
            assert on_map.name[0] == name[0].lower()
            kept = frozenset(signs.split(", ")) if signs else frozenset[str]()
            board.monsters[square] = Monster(on_map.seat, name, values, int(clicks), kept)
    return board


def check(table: Table, seat: int | None) -> Board | None:
    """Parse a seat's board and check it against the engine's view; return None before the first turn."""
    view: Any = table.seen(seat).view
    if not view.turn:
        _check_choice(table, seat, view)
        return None
    board = read(table.board(seat))
    assert len(board.columns) == view.columns
    assert board.kill_points == [each.kill_points for each in view.seats]
    assert board.reserve == [{ranked_name(one): number for one, number in each.reserve} for each in view.seats]
    assert board.fours == [each.four for each in view.seats if each.four]
    expected: dict[str, Monster] = {}
    for one in view.monsters:
        shown = face(one.id, one.click, one.victims)
        values = (shown.attack, shown.defense, shown.damage)
        signs = {*shown.powers, *["hourglass"] * shown.hourglass, *["infected"] * one.infected}
        signs |= {f"range {MONSTERS[one.id].range}"} - {"range 0"}
        signs |= {
            *[f"{one.tokens} action token{'s' * (one.tokens > 1)}"] * (one.tokens > 0),
            *["blooded"] * (one.victims > 0),
        }
        expected[one.square] = Monster(
            one.seat,
            ranked_name(one.id),
            "-".join("H" if value is None else str(value) for value in values),
            MONSTERS[one.id].clicks - one.click,
            frozenset(signs),
        )
    assert board.monsters == expected
    return board


def _check_choice(table: Table, seat: int | None, view: Any) -> None:
    """Check that a secretly chosen force is shown to its own player only."""
    if seat is None or view.phase != "force" or view.seats[seat].force is None:
        return
    told = [table.board(other) for other in (seat, 1 - seat)]
    assert "Your force" in told[0]
    if 1 - seat in table.game.actors:
        assert "Your force" not in told[1]


class Player:
    """A player who only reads."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat

    def turn(self) -> None:
        """Read the board, make one action, and check that its result matches the press."""
        table = self.table
        board = check(table, self.seat)
        landing: list[str] = []

        def choose(shown: Screen) -> Choice:
            for one in shown.choices:
                self._understood(board, one)
            found = re.search(r"lands on \*\*(\w+)\*\*", shown.text)
            landing[:] = [found[1]] if found else []
            return shown.choices[decide(shown.heard, table.rng)]

        chosen = play(table, self.seat, choose)
        if chosen[:1] == ["drop"] and board is not None:
            column = chosen[2]
            square = f"{column}{board.columns[column]}"
            assert landing == [square], "the page says where gravity takes it"
            assert any(each.kind == "drop" and each.square == square for each in table.game.view(self.seat).recent)
        if chosen[:1] == ["attack"] and board is not None:
            assert board.monsters[chosen[1]].seat == self.seat
            assert board.monsters[chosen[2]].seat != self.seat

    def _understood(self, board: Board | None, one: Choice) -> None:
        """Check that the squares named by a choice match the parsed board."""
        found = re.match(r"[\w ]+ (\w\d+) (?:attacks|shoots) [\w ]+ (\w\d+)$", one.label)
        if found is not None:
            assert board is not None
            assert (board.monsters[found[1]].seat, board.monsters[found[2]].seat) == (self.seat, 1 - self.seat)
        lands = re.search(r"lands on (\w)(\d+)", one.description)
        if lands is not None:
            assert board is not None
            assert board.columns[lands[1]] == int(lands[2])


def _find_chance(heard: Heard, one: Words) -> int:
    """Return the chance in percent of an attack that a choice offers; 0 for any other choice."""
    told = f"{heard.text}\n{one.label}: {one.description}"
    found = re.search(rf"{re.escape(one.label)}\W+hits (\d+) %", told)
    return 0 if found is None else int(found[1])


def decide(heard: Heard, rng: Random) -> int:
    """Choose a press: make or stop a four, attack if a hit is likely, else place a monster."""
    confirm = heard.find("Confirm")
    if confirm is not None:
        return confirm
    for wanted in (" · four", " · stops a four"):
        found = heard.find_choices(lambda one, wanted=wanted: one.label.endswith(wanted))
        if found and rng.random() < 0.9:
            return found[0]
    likely = heard.find_choices(lambda one: _find_chance(heard, one) >= 40)
    if likely:
        return rng.choice(likely)
    skipped = ("Back", "Other", "Monsters", "Build", "Place instead", "Without", "With", "Concede")
    useful = heard.find_choices(lambda one: not one.label.startswith(skipped)) or [*range(len(heard.choices))]
    attacks = [number for number in useful if heard.choices[number].label.startswith("Attack instead")]
    if attacks and rng.random() < 0.4:
        return attacks[0]
    columns = [number for number in useful if re.match(r"[a-z](?: ·|$)", heard.choices[number].label)]
    return rng.choice(columns if columns and rng.random() < 0.8 else useful)
