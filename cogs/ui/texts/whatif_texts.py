"""The texts of *What if*: what its pages and buttons say."""

from collections.abc import Sequence

from render.text import pluralize
from tables.texts import and_list, escape
from tables.whatif.sandbox import Origin


def title(game: str, origin: Origin) -> str:
    """The game, and where the position comes from."""
    if origin.lesson:
        place = f"from the lesson *{escape(origin.lesson)}*"
    elif origin.turn:
        place = f"from turn {origin.turn} of {origin.last}"
    else:
        place = "from the start"
    return f"### What if · {game}\nBegun {place}."


def made(moves: int) -> str:
    return f"{pluralize(moves, 'move')} tried." if moves else "Try another move."


def to_move(names: Sequence[str], own: str) -> str:
    """Whose move it is; `own` is the one that is made now."""
    if names == [own]:
        return f"**{escape(own)} is to move**, and you decide what they do."
    verb = "is" if len(names) == 1 else "are"
    return f"{and_list([escape(name) for name in names])} {verb} to move. **Now you decide for {escape(own)}.**"


def group(first: str, last: str) -> str:
    """Outcomes of a draw from one to another, as one choice."""
    return f"{first} … {last}"
