"""The private picture of one hive while hexes are tapped: taps, hexes that can follow, clues and values.

Only the viewer sees it.
"""

import msgspec

from engine.hive_mind import preview
from engine.hive_mind.submitting import is_guess
from engine.hive_mind.view import View
from render import header
from render.hive_mind import alt_text, draft, focus, honeycomb
from render.hive_mind.themes import HiveTheme
from render.picture import Sheet


def draw(view: View, hive: str, taps: str, values: str, deduced: bool, theme: HiveTheme) -> tuple[Sheet, str]:
    """Draw a hive with the tapped hexes and return it with its alt text.

    `values` is a guess that replaces the viewer's own; `deduced` says whether values that the viewer's clues make
    certain are shown. Raises ValueError for a spectator, for a hive that is not open, and for taps or values that are
    none.
    """
    own = draft.own_part(view)
    if hive not in preview.open_hives(view) or (values and not is_guess(values)):
        raise ValueError("nothing to tap: name an open hive, and hexes of a shape")
    number = [each.name for each in view.hives].index(hive)
    candidates = preview.find_tappable_hexes(view, hive, taps)
    mine = msgspec.structs.replace(own.hives[number], shape=None, guess=values or own.hives[number].guess)
    faces = draft.faces(view, number, mine)
    for letter, kinds in candidates.items():
        faces[letter] = faces[letter]._replace(mark=honeycomb.OFFERED, kind=kinds[0])
    for letter in taps:
        faces[letter] = faces[letter]._replace(mark=honeycomb.COVERED)
    sheet = focus.enlarged_hive(faces, theme, 0)
    name = alt_text.hive_name(hive)
    header.draw_title(sheet, name, draft.round_status(view, number), "Only you see this")
    return sheet, f"{name}. Tapped: {alt_text.format_hexes(taps)}. {draft.describe(view, ())}"
