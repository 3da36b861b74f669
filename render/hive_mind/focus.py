"""The private pictures of an action, and of a shape of which only the first hexes are named."""

from collections.abc import Sequence

import msgspec

from engine.hive_mind import preview
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import OwnHive, View
from render.hive_mind import draft, guesses, mine, shapes
from render.hive_mind.themes import HiveTheme
from render.picture import Sheet

MAX_ECHOED = 60


def draw(view: View, labels: Sequence[str], action: str, theme: HiveTheme) -> tuple[Sheet[HiveTheme], str]:
    """Draw an action in notation, or the beginning of one, for the viewer only; return it with its alt text.

    - `HIVE`: the hive with the viewer's pending shape
    - `HIVE:LETTERS`: the hive with one, two or all three hexes of a shape
    - `double:HIVE`, `block:HIVE`: the submission after this action
    - `guess:HIVE:TWELVE`: the guess

    Raises ValueError for a spectator and for any other text.
    """
    own = draft.own_part(view)
    names = {hive.name: number for number, hive in enumerate(view.hives)}
    is_open = preview.open_hives(view)
    match action.replace(":", " ").split():
        case [name] if name in is_open:
            shape = own.hives[names[name]].shape
            return mine.draw(view, labels, name, shape.letters if shape is not None else "", "", True, theme)
        case [name, letters] if name in is_open and mine.are_taps(letters):
            return mine.draw(view, labels, name, letters, "", True, theme)
        case ["guess", name, values] if name in names and is_guess(values):
            return guesses.draw(view, name, values, False, theme)
        case [("double" | "block") as ability, name] if name in names:
            changed = msgspec.structs.replace(own.hives[names[name]], **{ability: True})
            return shapes.draw(_replace_hive(view, names[name], changed), labels, theme)
        case _:
            raise ValueError(f"nothing to preview: {action[:MAX_ECHOED]!r}")


def _replace_hive(view: View, number: int, changed: OwnHive) -> View:
    own = draft.own_part(view)
    hives = (*own.hives[:number], changed, *own.hives[number + 1 :])
    return msgspec.structs.replace(view, own=msgspec.structs.replace(own, hives=hives))
