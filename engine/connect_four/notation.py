"""The notation: actions as text, as defined in the rule book.

`write` returns the canonical form. `read` ignores case and extra spaces; its errors name the word that it cannot parse.
"""

from collections.abc import Callable
from typing import Final

from engine.connect_four.actions import (
    CONCEDE,
    DICE,
    PASS,
    RETALIATIONS,
    Action,
    Attack,
    ChooseClass,
    ChooseForce,
    Click,
    Concede,
    Die,
    Drop,
    Pass,
    Rampage,
    Retaliate,
)
from engine.connect_four.forces import sort_force
from engine.connect_four.grid import Grid
from engine.connect_four.roster import CLASSES, MONSTERS
from engine.connect_four.view import Counts
from engine.core import InvalidAction, quote_input
from engine.messages import Message
from engine.notation import Words

_SHAPES: Final = {
    "class": "class NAME",
    "force": "force ID*NUMBER ID*NUMBER",
    "click": "click SQUARE SQUARE” or “click none",
    "drop": "drop ID COLUMN",
    "attack": "attack FROM TO close” or “attack FROM TO ranged",
    "retaliate": "retaliate close” or “retaliate ranged",
    "rampage": "rampage SQUARE” or “rampage none",
    "pass": "pass",
    "concede": "concede",
    "d6": "d6 NUMBER",
}
_NONE: Final = "none"
_KINDS: Final = ("close", "ranged")
_SHACKLE: Final = "shackle"


def write(grid: Grid, action: Action) -> str:
    """Return the action in canonical notation."""
    name = grid.name
    match action:
        case Drop(monster, column):
            return f"drop {monster} {_letter(column)}"
        case Die(number):
            return f"d6 {number}"
        case Attack(attacker, target, ranged, shackle):
            words = ["attack", _format_cell(name, attacker), _format_cell(name, target), _KINDS[ranged]]
            return " ".join([*words, _SHACKLE] if shackle else words)
        case Retaliate(ranged):
            return f"retaliate {_KINDS[ranged]}"
        case Rampage(target):
            return f"rampage {_NONE if target is None else _format_cell(name, target)}"
        case Click(cells):
            return " ".join(("click", *(_format_cell(name, cell) for cell in cells))) if cells else f"click {_NONE}"
        case ChooseClass(chosen):
            return f"class {chosen}"
        case ChooseForce(monsters):
            return " ".join(("force", *(f"{monster}*{number}" for monster, number in monsters)))
        case Pass():
            return "pass"
        case Concede():
            return "concede"


def _letter(column: int) -> str:
    return chr(ord("a") + column)


def _format_cell(names: tuple[str, ...], cell: int) -> str:
    return names[cell] if 0 <= cell < len(names) else "?"


def read(grid: Grid, text: str) -> Action:
    """Parse an action in notation. Raises InvalidAction, naming the word that is wrong."""
    words = text.lower().split()
    verb = words[0] if words else ""
    if verb not in _READERS:
        raise InvalidAction("I don't know that move. Pick one from the list.")
    taken = _Words(words, _SHAPES[verb])
    action = _READERS[verb](taken, grid)
    taken.end()
    return action


class _Words(Words):
    """A parser of an action's words that can also read squares."""

    def cell(self, grid: Grid) -> int:
        """Parse the next word as the name of a square, and return its cell."""
        return self.parse_cell(grid, self.take(Message("a square")))

    def parse_cell(self, grid: Grid, word: str) -> int:
        """Return the cell of the square with this name. Raises InvalidAction if there is none."""
        if word not in grid.board.index:
            self.reject(
                Message(
                    "There is no square {word}; the squares go from {first} to {last}.",
                    word=quote_input(word),
                    first=grid.name[0],
                    last=grid.name[-1],
                )
            )
        return grid.board.index[word]


def _force(words: _Words, grid: Grid) -> ChooseForce:
    numbers: dict[str, int] = {}
    for word in words.rest():
        monster, star, number = word.partition("*")
        if monster not in MONSTERS:
            words.reject(
                Message(
                    "There is no monster {word}; write its id and number, such as {example}.",
                    word=quote_input(monster),
                    example=f"{next(iter(MONSTERS))}*2",
                )
            )
        if not star or len(number) != 1 or number not in "123456789":
            example = f"{monster}*2"
            words.reject(
                Message(
                    "{word} needs a number from 1 to 4, such as {example}.", word=quote_input(word), example=example
                )
            )
        if monster in numbers:
            words.reject(
                Message("You named {monster} twice; name each monster once, with its number.", monster=monster)
            )
        numbers[monster] = int(number)
    if not numbers:
        words.reject(Message("A force needs at least one monster: write “{shape}”.", shape="force ID*NUMBER"))
    force: Counts = tuple(numbers.items())
    return ChooseForce(sort_force(force))


def _click(words: _Words, grid: Grid) -> Click:
    found = words.rest()
    if [*found] == [_NONE]:
        return Click(())
    cells = [words.parse_cell(grid, word) for word in found]
    if not cells:
        words.reject(Message("A square is missing: write “{shape}”.", shape=_SHAPES["click"]))
    if len(set(cells)) < len(cells):
        words.reject(Message("Name each square once."))
    return Click(tuple(sorted(cells)))


def _drop(words: _Words, grid: Grid) -> Drop:
    monster = words.take(Message("a monster"))
    if monster not in MONSTERS:
        words.reject(Message("There is no monster {word}.", word=quote_input(monster)))
    column = words.take_one_of(Message("a column"), tuple(_letter(column) for column in range(grid.columns)))
    return Drop(monster, ord(column) - ord("a"))


def _attack(words: _Words, grid: Grid) -> Attack:
    start, end = words.cell(grid), words.cell(grid)
    kind = words.take_one_of(Message("a kind of attack"), _KINDS)
    is_shackle = words.has_more() and words.take_one_of(Message("an addition"), (_SHACKLE,)) == _SHACKLE
    return Attack(start, end, kind == "ranged", is_shackle)


def _rampage(words: _Words, grid: Grid) -> Rampage:
    word = words.take(Message("a square"))
    cell = None if word == _NONE else words.parse_cell(grid, word)
    return Rampage(cell)


_READERS: Final[dict[str, Callable[[_Words, Grid], Action]]] = {
    "class": lambda words, grid: ChooseClass(words.take_one_of(Message("a class"), tuple(CLASSES))),
    "force": _force,
    "click": _click,
    "drop": _drop,
    "attack": _attack,
    "retaliate": lambda words, grid: RETALIATIONS[words.take_one_of(Message("a kind of attack"), _KINDS) == "ranged"],
    "rampage": _rampage,
    "pass": lambda words, grid: PASS,
    "concede": lambda words, grid: CONCEDE,
    "d6": lambda words, grid: DICE[
        int(words.take_one_of(Message("a number on the die"), ("1", "2", "3", "4", "5", "6"))) - 1
    ],
}
