"""Conversion of actions to and from text, in the notation of the rule book: `move k7`, `attack c4 2`, `d10 6`.

`write` returns canonical notation. `read` ignores case and extra spaces. Its errors name the wrong word.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.core import InvalidAction, quote_input
from engine.hex_battle_wars.actions import (
    APPEAR,
    AUTO,
    DICE,
    END,
    HOLD,
    PASS,
    REALS,
    ROLL,
    STAY,
    USES,
    VANISHES,
    Action,
    Attack,
    Block,
    Deploy,
    Die,
    Hazard,
    Move,
    Real,
    Tiles,
    Use,
    Vanish,
)
from engine.hex_battle_wars.board import OFF, Field
from engine.messages import Message
from engine.notation import Words

_PLAIN: Final[dict[str, Action]] = {
    "appear": APPEAR,
    "auto": AUTO,
    "end": END,
    "hold": HOLD,
    "pass": PASS,
    "roll": ROLL,
    "stay": STAY,
}
_WORDS: Final = {type(action): word for word, action in _PLAIN.items()}
_SHAPES: Final = {
    **{word: word for word in _PLAIN},
    "attack": "attack HEX",
    "block": "block LEVEL HEX",
    "deploy": "deploy HEX",
    "hazard": "hazard KIND HEX",
    "move": "move HEX",
    "real": "real TILE",
    "tiles": "tiles HEX HEX HEX",
    "use": "use PIECE",
    "vanish": "vanish",
    **{f"d{sides}": f"d{sides} NUMBER" for sides in DICE},
}
_REMOVED: Final = "-"


def write(grid: Field, action: Action) -> str:
    """Format an action in canonical notation."""
    name = grid.name
    match action:
        case Move(cell):
            return f"move {name[cell]}"
        case Die(sides, number):
            return f"d{sides} {number}"
        case Attack(cell, tile):
            return f"attack {name[cell]} {tile}" if tile else f"attack {name[cell]}"
        case Block(level, cell):
            return f"block {level} {name[cell]}"
        case Deploy(cell):
            return f"deploy {name[cell]}"
        case Hazard(kind, cell):
            return f"hazard {kind} {name[cell]}"
        case Real(tile):
            return f"real {tile}"
        case Tiles(cells):
            return " ".join(("tiles", *(_REMOVED if cell == OFF else name[cell] for cell in cells)))
        case Use(piece):
            return f"use {piece}"
        case Vanish(real):
            return f"vanish {real}" if real else "vanish"
        case _:
            return _WORDS[type(action)]


def read(grid: Field, text: str) -> Action:
    """Parse the text of one action.

    Raises InvalidAction if it is not valid notation; its text names the wrong word.
    """
    parts = text.lower().split()
    verb = parts[0] if parts else ""
    if verb not in _SHAPES:
        raise InvalidAction("I don't know that move. Pick one from the list.")
    words = _Words(grid, parts, _SHAPES[verb])
    if verb in _PLAIN:
        action = _PLAIN[verb]
    elif verb in _READERS:
        action = _READERS[verb](words)
    else:
        sides = int(verb[1:])
        action = DICE[sides][words.number(Message("a number"), 1, sides) - 1]
    words.end()
    return action


def split_actions(text: str) -> Sequence[str]:
    """Split a walk from the attack, or the end of the turn, that is written after it; any other text is one action.

    Nothing may follow an action with a die: if it were refused, the refusal would reveal the die.
    """
    words = text.lower().split()
    if words[:1] == ["move"] and words[2:3] in (["attack"], ["end"]):
        return " ".join(words[:2]), " ".join(words[2:])
    return (text,)


class _Words(Words):
    """The words of an action's text, read one by one; some of them are hexes."""

    def __init__(self, grid: Field, words: Sequence[str], shape: str) -> None:
        super().__init__(words, shape)
        self._grid = grid

    def cell(self) -> int:
        """Take the next word and return it as the cell of a hex."""
        return self._parse_cell(self.take(Message("a hex")))

    def tile_cell(self) -> int:
        """Take the next word and return it as the destination of a tile: a cell, or `OFF` for "-" (a removed tile)."""
        word = self.take(Message("a hex"))
        return OFF if word == _REMOVED else self._parse_cell(word)

    def _parse_cell(self, word: str) -> int:
        index, name = self._grid.index, self._grid.name
        if word not in index:
            self.reject(
                Message(
                    "There is no hex {hex} on this board; its hexes go from {first} to {last}.",
                    hex=quote_input(word),
                    first=name[0],
                    last=name[-1],
                )
            )
        return index[word]


def _attack(words: _Words) -> Attack:
    cell = words.cell()
    return Attack(cell, words.number(Message("a tile number"), 1, 3) if words.has_more() else 0)


def _hazard(words: _Words) -> Hazard:
    word = words.take(Message("a kind of hazard"))
    if word == "water":
        return Hazard("water", words.cell())
    if word == "quicksand":
        return Hazard("quicksand", words.cell())
    return words.reject(
        Message("There is no hazard {word}; the hazards are water and quicksand.", word=quote_input(word))
    )


def _tiles(words: _Words) -> Tiles:
    return Tiles((words.tile_cell(), words.tile_cell(), words.tile_cell()))


_READERS: Final[dict[str, Callable[[_Words], Action]]] = {
    "attack": _attack,
    "block": lambda words: Block(words.number(Message("a level"), 1, 3), words.cell()),
    "deploy": lambda words: Deploy(words.cell()),
    "hazard": _hazard,
    "move": lambda words: Move(words.cell()),
    "real": lambda words: REALS[words.number(Message("a tile number"), 1, 3) - 1],
    "tiles": _tiles,
    "use": lambda words: USES[words.number(Message("a piece"), 1, 3) - 1],
    "vanish": lambda words: VANISHES[words.number(Message("a tile number"), 1, 3) if words.has_more() else 0],
}
