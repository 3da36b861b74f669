"""The pages for composing a placement: first tile and hex together, then the way. They offer only legal moves.

A move takes three presses: the card's button, a tile on a hex, and *Place* below the picture of the ways (`ways.py`).
The shared tile uses the same pages, as if it were the only tile in the hand (MH-21).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import discord
from discord import ui

from cogs.monster_hex import abilities
from cogs.monster_hex import sentences as words
from cogs.monster_hex.ways import SCATTER, SHARED, preview_page, way_page
from cogs.monster_hex.worth import Worth, rank_hexes
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import MoveParts, Parts
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BUTTON_BACK, ROW_LIMIT, Button, ClosedRow, Row, button, rows_of_buttons
from cogs.ui.kit.selects import build_selects, remove_select_part
from cogs.ui.texts import texts
from engine.monster_hex import preview
from engine.monster_hex.content import layout
from engine.monster_hex.preview import value_for_faction
from engine.monster_hex.view import TakeChoice, Value, View
from language.messages import N_, _
from render.monster_hex import PAINTER
from render.monster_hex.contests import find_contests
from render.monster_hex.naming import ability_name
from render.monster_hex.preview import way_number
from render.picture import Picture
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, escape
from tables.viewer import TableView

LINE = 34
"""The width of a row of buttons on a phone, in characters."""
BUTTON_CHARACTERS, EMOJI_CHARACTERS = 3, 2
"""The widths of a button's margins and of an emoji on it, in characters."""
BESIDE_NAME = ROW_LIMIT - 1
"""The maximum number of hexes in a tile's row."""
BUTTON_LIMIT = 3 * ROW_LIMIT
"""The maximum number of hexes shown as buttons on a tile's own page; more are shown in selects."""
WHAT_FITS = N_("Equal numbers must touch.")
"""The line about what fits, on the pages of moves in the first rounds."""
WHAT_COUNTS = N_("Numbers facing a stone are power; once surrounded, the most takes it.")
"""The line about the numbers on the board, on the same pages."""
MORE_HEXES = N_("A name opens all its hexes.")
WHAT_GREEN_MEANS = N_("Green scores at once.")
WHO_THEY_ARE = N_("*They*: your rival.")
WHO_THEY_ARE_OF_MANY = N_("*They*: the rival who gains most.")
WHAT_IS_FREE = N_("Nothing matches now, so any tile may go on these hexes.")
WHERE_TO_BEGIN = N_("Begin on a coloured start hex.")
FIRST_ROUNDS = 2
"""The number of rounds with these lines; the very first tile of a game goes on a start hex instead."""
SHORT_NAME = 12
"""The number of characters of a name that fits on a button about two players' points."""
PAGES = frozenset({"tile", "hex", "hexes", "turn", "value"})
"""The page names in custom ids that belong to placement pages; the first page, `move`, is shared with abilities."""


def page(table: TableView, name: str, details: Sequence[str], *, confirm: bool = True) -> Page:
    """Build the page for the viewer's pending decision: a placement, an ability, or a value.

    Raises BoardMovedOn if the page is stale.
    """
    view: View = table.view
    details = remove_select_part(details)
    if view.phase == abilities.CHOOSE:
        return abilities.choice_page(table)
    if view.ability is not None:
        return abilities.use_page(table, view.ability, name, details, confirm=confirm)
    if view.take is not None:
        return _choose_value(table, view.take, name, details)
    places = placements(table)
    if view.phase == SHARED:
        table = replace(table, view=preview.with_shared_tile(view))
    if not places.has_prefix(details) and (name, details) != ("move", ()):
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    match name, details:
        case "move", ():
            return _first_page(table, places)
        case "tile", (tile,):
            page = _choose_place(
                table, places, (tile,), lambda theme: abilities.draw_preview(table, f"place {tile}", theme)
            )
            return replace(page, rows=(*page.rows, *rows_of_buttons([button(_(BUTTON_BACK), page_id(table, "move"))])))
        # "hexes" is the page name in selects posted by an earlier version.
        case "hex" | "hexes", (tile, label):
            return way_page(table, places, tile, label, confirm=confirm)
        case "turn", (tile, label, rotation):
            return preview_page(table, places, tile, label, int(rotation), confirm=confirm)
        case _:
            raise BoardMovedOn(_(BOARD_MOVED_ON))


def placements(table: TableView) -> MoveParts:
    """Return the viewer's legal placements, keyed by tile, hex and rotation."""
    view: View = table.view
    return MoveParts.of(table.legal, lambda action: split_placement(view, action))


def split_placement(view: View, action: str) -> Parts | None:
    """Split a placement into tile, hex and rotation; return None for any other action.

    Placements with Scatter and of the shared tile count as placements.
    """
    match action.split():
        case ["place", tile, label, rotation, *_]:
            return tile, label, rotation
        case ["shared", label, rotation] if view.shared is not None and view.shared.tile is not None:
            return view.shared.tile, label, rotation
        case _:
            return None


# Tile and hex


def _first_page(table: TableView, places: MoveParts) -> Page:
    """Build the first page: the hand, with every tile on every hex where it fits.

    If only one tile fits, and only on one hex, the page with its ways is built instead.
    """
    view: View = table.view
    only = {parts[:2] for parts in places.actions}
    if len(only) == 1:
        # The card's button opens this page, so a press on it must never place a tile: it needs Confirm.
        return way_page(table, places, *only.pop(), confirm=True)
    if not only:
        raise BoardMovedOn(_(BOARD_MOVED_ON))
    if view.phase == SHARED:
        (tile,) = places.choices()
        return _choose_place(
            table, places, (tile,), lambda theme: abilities.draw_preview(table, f"place {tile}", theme)
        )
    return _choose_place(table, places, places.choices(), lambda theme: PAINTER.hand(view, table.names, theme))


def _choose_place(table: TableView, places: MoveParts, tiles: Sequence[str], picture: Callable[[str], Picture]) -> Page:
    """Build the page with the hexes of one or more tiles, those with most points now first.

    Of several tiles, each has a row, or two if its hexes that bring points need them. It begins with the tile's name,
    which opens a page with all of its hexes. A tile that fits on one hex alone has one button.
    """
    hexes = {tile: rank_hexes(table.view, places, tile) for tile in tiles}
    if len(tiles) == 1:
        ((tile, found),) = hexes.items()
        buttons = [_hex_button(table, places, tile, label, worth) for label, worth in found.items()]
        rows = _pack(buttons) if len(found) <= BUTTON_LIMIT else _hex_selects(table, places, tile, found)
        return Page(_where_text(table, hexes, hexes), rows, picture)
    shown = {tile: _choose_shown(places, tile, found) for tile, found in hexes.items()}
    buttons = [_tile_row(table, places, tile, found) for tile, found in shown.items()]
    _tell_apart(tiles, buttons)
    rows = tuple(ClosedRow(*line.children) for row in buttons for line in _pack(row))
    return Page(_where_text(table, hexes, shown), rows, picture)


def _choose_shown(places: MoveParts, tile: str, hexes: Mapping[str, Worth]) -> dict[str, Worth]:
    """Return the hexes in a tile's row: up to `BESIDE_NAME` that bring points, and others as far as the line goes."""
    shown: dict[str, Worth] = {}
    width = _count_characters(words.tile_name(tile), has_emoji=True)
    for label, worth in [*hexes.items()][:BESIDE_NAME]:
        width += _count_characters(_hex_label(places, tile, label, worth), has_emoji=True)
        if worth.points or width <= LINE:
            shown[label] = worth
    return shown


def _tile_row(table: TableView, places: MoveParts, tile: str, hexes: Mapping[str, Worth]) -> list[Button]:
    """Build a tile's row: the name that opens all of its hexes, then hexes; a single hex has the name in its button."""
    name, emoji = words.tile_name(tile), words.monster_emoji(tile)
    found = [_hex_button(table, places, tile, label, worth, emoji) for label, worth in hexes.items()]
    if len(places.choices((tile,))) > 1:
        return [button(name, page_id(table, "tile", tile), emoji=emoji), *found]
    for only in found:
        only.label = _("{monster} on {hex}", monster=name, hex=only.label)
    return found


def _tell_apart(tiles: Sequence[str], rows: Sequence[Sequence[Button]]) -> None:
    """Add the tile's name to a hex that has the label and the emoji of one in an earlier row, as without emojis."""
    used: set[tuple[str, str | None]] = set()
    for tile, row in zip(tiles, rows, strict=True):
        names = [(str(each.emoji), each.label) for each in row]
        for each, name in zip(row, names, strict=True):
            if name in used:
                each.label = f"{words.tile_name(tile)} {each.label}"
        used.update(names)


def _pack(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Arrange buttons in rows that each fit into a line on a phone."""
    rows: list[list[Button]] = [[]]
    for each in buttons:
        row = [*rows[-1], each]
        if len(row) > ROW_LIMIT or sum(map(_count_button, row)) > LINE:
            rows.append([each])
        else:
            rows[-1] = row
    return tuple(ui.ActionRow(*row) for row in rows)


def _count_characters(label: str, *, has_emoji: bool = False) -> int:
    return BUTTON_CHARACTERS + len(label) + EMOJI_CHARACTERS * has_emoji


def _count_button(placed: Button) -> int:
    return _count_characters(placed.label or "", has_emoji=placed.emoji is not None)


def _where_text(
    table: TableView, hexes: Mapping[str, Mapping[str, Worth]], shown: Mapping[str, Mapping[str, Worth]]
) -> str:
    """Return the question of the page, and what explains its buttons: all hexes of the tiles, and those shown."""
    view: View = table.view
    if len(hexes) > 1:
        question = _("**Which tile goes where?**")
    else:
        question = _("Where does the {tile} go?", tile=_tile_text(table, *hexes))
    told: list[str] = []
    is_early = view.round <= FIRST_ROUNDS and len(hexes) > 1
    if preview.free_hexes(view):
        told.append(WHAT_IS_FREE if view.monsters else WHERE_TO_BEGIN)
    elif is_early:
        told.append(WHAT_FITS)
    if shown != hexes:
        told.append(MORE_HEXES)
    elif is_early:
        told.append(WHAT_COUNTS)
    worth = [each for found in shown.values() for each in found.values()]
    if any(each.is_good for each in worth):
        told.append(WHAT_GREEN_MEANS)
    if any(each.rivals for each in worth):
        told.append(WHO_THEY_ARE if len(view.seats) == 2 else WHO_THEY_ARE_OF_MANY)
    return " ".join([question, *map(_, told)])


def _tile_text(table: TableView, tile: str) -> str:
    name = words.tile_name(tile)
    return words.monster(tile, _("**shared {monster}**", monster=name) if table.view.phase == SHARED else f"**{name}**")


def _hex_button(
    table: TableView,
    places: MoveParts,
    tile: str,
    label: str,
    worth: Worth,
    emoji: discord.PartialEmoji | None = None,
) -> ui.Button[ui.LayoutView]:
    """Build the button of a tile's hex. It is green if it can bring the viewer points, and no rival more."""
    style = discord.ButtonStyle.success if worth.is_good else discord.ButtonStyle.secondary
    return button(_hex_label(places, tile, label, worth), page_id(table, "hex", tile, label), style, emoji)


def _hex_label(places: MoveParts, tile: str, label: str, worth: Worth) -> str:
    """Return the label of a hex's button: the hex, "Scatter" if needed (MH-17), and the points if there are any."""
    found = [action for parts, action in places.actions.items() if parts[:2] == (tile, label)]
    how = f" {ability_name(SCATTER, None)}" if all(action.endswith(SCATTER) for action in found) else ""
    return f"{label}{how}{worth}"


def _hex_selects(table: TableView, places: MoveParts, tile: str, hexes: Mapping[str, Worth]) -> tuple[Row, ...]:
    """Build a select of a tile's hexes, or several if they are too many for one; the most points are first."""
    options = [
        discord.SelectOption(label=_hex_label(places, tile, label, hexes[label]), value=label)
        for label in sorted(places.choices((tile,)), key=lambda label: -hexes[label].points)
    ]
    return build_selects(page_id(table, "hex", tile), _("{monster} on…", monster=words.tile_name(tile)), options)


def proposal_page(table: TableView, actions: Sequence[str]) -> Page | None:
    """Build the page that proposes a placement with several ways: their picture, with the hint's way emphasised.

    None for any other action.
    """
    places = placements(table)
    parts = split_placement(table.view, actions[0])
    if len(actions) > 1 or parts is None or len(places.choices(parts[:2])) < 2:
        return None
    if table.view.phase == SHARED:
        table = replace(table, view=preview.with_shared_tile(table.view))
    tile, label, rotation = parts
    return way_page(table, places, tile, label, confirm=True, hinted=int(rotation))


# Values


def _choose_value(table: TableView, choice: TakeChoice, name: str, details: Parts) -> Page:
    """Build the page on which the player with the first place at a Large Stone picks one of its values (MH-10).

    Buttons take a value at once; a typed value is shown with *Confirm* first.
    """
    view: View = table.view
    points = {str(value.points): value for value in choice.values}
    stone = words.stone_name(layout(view.board).stone(choice.stone))
    if name == "value" and len(details) == 1 and details[0] in points:
        split = describe_split(view, points[details[0]], [escape(name) for name in table.names])
        text = _("You take the {value} of the **{stone}**: {points}.", value=details[0], stone=stone, points=split)
        final = f"take {details[0]}"
        rows = [button(_(texts.BUTTON_CONFIRM), page_id(table, "do", final), discord.ButtonStyle.success)]
        rows.append(button(_("Other value"), page_id(table, "move")))
    else:
        text = _(
            "The **{stone}** is yours: which value? Second place gets the other. Your own colour brings 2 more.",
            stone=stone,
        )
        final = None
        rows = [
            button(
                f"{value.points}: {describe_split(view, value, table.names)}",
                page_id(table, "do", f"take {value.points}"),
                emoji=emojis.emoji(f"faction_{value.faction}"),
            )
            for value in choice.values
        ]
    return Page(text, rows_of_buttons(rows), lambda theme: abilities.draw_board(table, theme), final)


def describe_split(view: View, taken: Value, names: Sequence[str]) -> str:
    """Format the points of both places if the viewer takes a value, such as "you +7, Ben +4" (MH-10)."""
    if view.take is None:
        return ""
    own = value_for_faction(taken, view.faction_of(view.take.seat))
    # The question is only asked if somebody is second; see MH-10.
    second, _power = find_contests(view)[layout(view.board).stone(view.take.stone)].powers[1]
    other = max(value_for_faction(left, view.faction_of(second)) for left in view.take.values if left != taken)
    name = words.owner_names(view, names)[second]
    if len(name) > SHORT_NAME:
        return _("you +{own}, second +{other}", own=own, other=other)
    return _("you +{own}, {name} +{other}", own=own, name=name, other=other)


def describe_action(action: str, view: View | None) -> str:
    """Format an action in words, with the names that the view's edition uses and the number of a placement's way.

    Without a view, a way has the number of its rotation, counted from 1.
    """
    match action.split():
        case ["place", tile, label, rotation, *scatter]:
            return describe_placement(tile, label, _way(view, tile, label, int(rotation)), scattered=bool(scatter))
        case ["shared", label, rotation]:
            tile = None if view is None or view.shared is None else view.shared.tile
            way = _way(None if tile is None else view, tile or "", label, int(rotation))
            return _("shared tile on {hex}, way {number}", hex=label, number=way)
        case ["take", value]:
            return _("take the {value}", value=value)
        case _:
            return abilities.describe_action(action, view)


def describe_placement(tile: str, label: str, way: int, *, scattered: bool = False) -> str:
    """Format a placement in words; `way` is the number of its way."""
    name = words.tile_name(tile)
    if scattered:
        return _("{monster} on {hex}, way {number}, by Scatter", monster=name, hex=label, number=way)
    return _("{monster} on {hex}, way {number}", monster=name, hex=label, number=way)


def _way(view: View | None, tile: str, label: str, rotation: int) -> int:
    return rotation + 1 if view is None else way_number(view, tile, label, rotation)
