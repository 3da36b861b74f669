"""A text-only player of Hex Battle Wars: read ground, characters and tiles from the board, and check targets."""

import re
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engine.hex_battle_wars.board import field
from tests.by_text.screens import Choice, Heard, Screen, Table, play

STRIKE = re.compile(r" on [a-z]+\d+ · (\d+) %")
"""A label with a target and the chance to hit."""
KINDS = {"Water": "w", "Quicksand": "q", "Height 1": "1", "Height 2": "2", "Height 3": "3"}


class Piece(NamedTuple):
    """A character, as read."""

    place: str | None
    hp: int
    armour: int
    invisibility: int
    hidden: bool


@dataclass
class Board:
    """The contents of the board as text."""

    ground: dict[str, str]
    marks: dict[str, str]
    pieces: dict[str, list[Piece]]
    tiles: dict[str, dict[int, str]]
    passes: dict[str, int]
    own: str


def tile_of(name: str) -> str:
    """Return a pattern for the number and the hex of a tile of somebody."""
    return rf"(?:{re.escape(name)}|tile) (\d) ([a-z]+\d+)"


def read(told: str, names: tuple[str, ...]) -> Board:
    """Parse the board as text."""
    public, _, own = told.partition("Only you can see the following")
    board = Board({}, {}, {}, {}, {}, own)
    lettered: dict[str, str] = {}
    for line in public.split("\n"):
        found = re.match(r"([A-Z]) (.+?): (.*) · passes (\d+)$", line)
        if found is None:
            continue
        letter, name, pieces, passes = found.groups()
        lettered[letter] = name
        board.passes[name] = int(passes)
        board.tiles[name] = {int(tile): label for tile, label in re.findall(tile_of(name), pieces)}
        board.pieces[name] = [_piece(part) for part in pieces.split("; ")] if pieces != "has left" else []
    assert set(lettered.values()) == set(names)
    for line in public.split("\n"):
        found = re.match(r" ?([a-z]{1,2}) ((?:[.wq123A-Za-z]{1,5} ?)+)$", line)
        if found is None or ":" in line:
            continue
        for number, sign in enumerate(found[2].replace(" ", ""), 1):
            (board.ground if sign in ".wq123" else board.marks)[f"{found[1]}{number}"] = sign
    told_ground = _ground_in_words(public)
    assert {label: sign for label, sign in board.ground.items() if sign != "."}.items() <= told_ground.items()
    for label, sign in board.marks.items():
        board.ground[label] = told_ground.get(label, ".")
        name = lettered[sign.upper()]
        places = {piece.place for piece in board.pieces[name]} if sign.isupper() else set(board.tiles[name].values())
        assert label in places, "a mark on the map is told beside it"
    return board


def _ground_in_words(told: str) -> dict[str, str]:
    """Parse the ground of all hexes that are not plain from the words, since a map can't be read aloud."""
    found: dict[str, str] = {}
    for kind, listed in re.findall(rf"^({'|'.join(KINDS)}): (.*)\.$", told, re.MULTILINE):
        for letters, first, last in re.findall(r"([a-z]+)(\d+)(?:-(\d+))?", listed):
            found |= {f"{letters}{number}": KINDS[kind] for number in range(int(first), int(last or first) + 1)}
    return found


def _piece(told: str) -> Piece:
    told = re.sub(r"^#\d ", "", told)
    if told == "dead":
        return Piece(None, 0, 0, 0, hidden=False)
    scores = dict(re.findall(r"(armour|invisibility) (\d+)", told))
    hp = re.search(r"(\d+) HP", told)
    place = re.match(r"[a-z]+\d+", told)
    assert hp is not None
    return Piece(
        None if place is None or told.startswith(("hidden", "not on")) else place[0],
        int(hp[1]),
        int(scores.get("armour", 0)),
        int(scores.get("invisibility", 0)),
        hidden=told.startswith("hidden"),
    )


def check(table: Table, seat: int | None) -> Board:
    """Parse a seat's board and check it against the engine's view."""
    board = read(table.board(seat), table.names)
    view: Any = table.seen(seat).view
    labels = field(view.radius).name
    assert board.ground == dict(zip(labels, view.ground, strict=True))
    for number, name in enumerate(table.names):
        seated = view.seats[number]
        assert board.passes[name] == seated.passes
        if seated.forfeited:
            continue
        assert board.tiles[name] == {tile: label for tile, label in enumerate(seated.tiles, 1) if label is not None}
        assert board.pieces[name] == [
            Piece(one.label, one.hp, one.armour, one.invisibility, one.invisible)
            if one.hp
            else Piece(None, 0, 0, 0, hidden=False)
            for one in seated.pieces
        ]
    if seat is not None and table.game.outcome is None:
        real = view.seats[seat].real
        assert re.findall(r"[Tt]ile (\d) is you", board.own)[:1] == ([] if real is None else [str(real)])
    else:
        assert not board.own
    return board


class Player:
    """A player who only reads."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat

    def turn(self) -> None:
        """Read the board, make one action, and check that its result matches the press."""
        table = self.table
        board = check(table, self.seat)
        view: Any = table.game.view(self.seat)

        def choose(shown: Screen) -> Choice:
            for one in shown.choices:
                self._understood(board, one)
            return shown.choices[decide(shown.heard, table.rng)]

        made = play(table, self.seat, choose)
        after: Any = table.game.view(self.seat)
        match made:
            case ["attack", label, *_] | ["move", _, "attack", label, *_]:
                assert after.shot.label == label
                targets = [name for name, pieces in board.pieces.items() if label in {piece.place for piece in pieces}]
                targets += [name for name, tiles in board.tiles.items() if label in tiles.values()]
                assert table.names[after.shot.target_seat] in targets
                if after.shot.hit and after.shot.struck != "ghost":
                    now = read(table.board(self.seat), table.names)
                    name, piece = table.names[after.shot.target_seat], after.shot.target_piece - 1
                    if not after.seats[after.shot.target_seat].forfeited:
                        assert now.pieces[name][piece].hp == max(0, board.pieces[name][piece].hp - after.shot.damage)
            case ["move", label] | ["move", label, "end"]:
                assert board.ground[label] is not None
                assert any(piece.place == label for piece in check(table, self.seat).pieces[table.names[self.seat]])
            case ["deploy", label]:
                assert label not in board.marks
            case ["block", level, label]:
                assert view.phase == "blocks"
                assert check(table, self.seat).ground[label] == level
            case _:
                pass

    def _understood(self, board: Board, one: Choice) -> None:
        """Check that the target named by a choice matches the parsed board."""
        found = re.match(r"(.+?)(?:(?: |’s tile )(\d)|’s piece (\d))? on ([a-z]+\d+) · \d+ %", one.label)
        if found is None or one.custom_id.action not in ("strike", "shoot"):
            return
        name, tile, piece, label = found.groups()
        if tile:
            assert board.tiles[name][int(tile)] == label
        else:
            assert board.pieces[name][int(piece or 1) - 1].place == label


def decide(heard: Heard, rng: Random) -> int:
    """Choose a press: attack if possible, else go on and prefer the hexes named first."""
    for wanted in ("Confirm", "Attack"):
        found = heard.find(wanted)
        if found is not None:
            return found
    chances = {n: int(found[1]) for n, one in enumerate(heard.choices) if (found := STRIKE.search(one.label))}
    if chances:
        return max(chances, key=lambda number: chances[number])
    skipped = ("Back", "Other", "Start over", "Choose where", "What do I see", "Column")
    useful = heard.find_choices(lambda one: not one.label.startswith(skipped))
    labels = {number: heard.choices[number].label for number in useful}
    vanishing = [number for number in useful if labels[number].startswith(("Vanish", "Stay invisible"))]
    if vanishing and rng.random() < 0.4:
        return vanishing[0]
    ends = [number for number in useful if labels[number].startswith(("Pass", "End turn", "All stay"))]
    rest = [number for number in useful if number not in ends and number not in vanishing] or useful
    return rng.choice(ends if ends and rng.random() < 0.05 else rest)
