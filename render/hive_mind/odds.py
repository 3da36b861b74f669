"""The private picture of the odds of one hive: three bars a hex, for the values 1, 2 and 3."""

from engine.hive_mind.board import LETTERS
from engine.hive_mind.posterior import posterior
from engine.hive_mind.view import View
from render.hive_mind import draft, notes
from render.hive_mind.themes import HiveTheme
from render.picture import Sheet


def draw(view: View, hive: str, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw the odds of a hive by the viewer's clues and return them with their alt text.

    Raises ValueError for a spectator and for an unknown hive.
    """
    draft.own_part(view)
    if hive not in [each.name for each in view.hives]:
        raise ValueError("no such hive")
    return notes.draw(view, theme)


def list_percents(view: View, hive: str) -> list[str]:
    """Return for each hex of a hive a text with the odds of 1, 2 and 3 in percent, such as "A 20/50/30"."""
    found = next(each for each in posterior(view) if each.hive == hive)
    return [f"{letter} {notes.hex_text(found, cell)}" for cell, letter in enumerate(LETTERS)]
