"""The pages for composing a placement: first tile and hex, then rotation with a preview. They offer only legal moves.

The shared tile uses the same pages, as if it were the only tile in the hand (MH-21). A player whose turn it isn't can
use them to look ahead; then there is no *Confirm*.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import discord
from discord import ui

from cogs.monster_hex import abilities
from cogs.monster_hex import sentences as words
from cogs.ui.kit import emojis
from cogs.ui.kit.composing import MoveParts, Parts
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import ROW_LIMIT, Row, button, rows_of_buttons
from cogs.ui.kit.selects import build_selects, remove_select_part
from cogs.ui.texts import texts
from engine.monster_hex import preview
from engine.monster_hex.content import layout
from engine.monster_hex.preview import powers_at_stones
from engine.monster_hex.view import TakeChoice, View
from render.monster_hex import PAINTER
from render.monster_hex.prospects import (
    best_prospects,
    best_scatter_prospects,
    expected_prospect,
    has_known_places,
    own_points,
    placement_forecast,
)
from render.monster_hex.rotation_names import rotation_effects
from render.picture import Picture
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, escape, not_your_turn
from tables.viewer import TableView

SHARED, SCATTER = "shared", "scatter"
BUTTON_LIMIT = 4 * ROW_LIMIT
"""The maximum number of hexes shown as buttons: four rows, below the row of tiles."""
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
    if view.ability is not None and table.must_act:
        return abilities.use_page(table, view.ability, name, details, confirm=confirm)
    if view.take is not None and table.must_act:
        return _choose_value(table, view.take, name, details)
    places = placements(table)
    if view.phase == SHARED and table.must_act:
        table = replace(table, view=preview.with_shared_tile(view))
    if not places.has_prefix(details) and (name, details) != ("move", ()):
        raise BoardMovedOn(BOARD_MOVED_ON)
    match name, details:
        case "move", ():
            return _first_page(table, places)
        case "tile", (tile,):
            return _choose_hex(table, places, tile, lambda theme: _draw(table, f"place {tile}", theme))
        # "hexes" is the page name in selects posted by an earlier version.
        case "hex" | "hexes", (tile, label):
            return _choose_rotation(table, places, tile, label, confirm=confirm)
        case "turn", (tile, label, rotation):
            return _preview(table, places, tile, label, int(rotation), confirm=confirm)
        case _:
            raise BoardMovedOn(BOARD_MOVED_ON)


def placements(table: TableView) -> MoveParts:
    """Return the viewer's placements, keyed by tile, hex and rotation.

    On the viewer's turn these are the legal ones, else those that would fit on the current board.
    """
    view: View = table.view
    if table.must_act:
        return MoveParts.of(table.legal, lambda action: _parts(view, action))
    if view.hand is None or not has_known_places(view):
        return MoveParts({})
    fitting = ((tile, label, str(turn)) for tile in view.hand for label, turn in _list_fits(view, tile))
    return MoveParts({parts: " ".join(("place", *parts)) for parts in fitting})


def _list_fits(view: View, tile: str) -> list[tuple[str, int]]:
    return [(label, turn) for label, turns in preview.find_placements(view, tile).items() for turn in turns]


def _parts(view: View, action: str) -> Parts | None:
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


def _draw(table: TableView, action: str, theme: str) -> Picture:
    return PAINTER.preview(table.view, table.names, action, theme)


# Tile and hex


def _first_page(table: TableView, places: MoveParts) -> Page:
    """Build the first page: the hand, with buttons for the hexes on which the best tile fits.

    If only one tile fits, and only on one hex, the page with its rotations is built instead.
    """
    view: View = table.view
    only = {parts[:2] for parts in places.actions}
    if len(only) == 1:
        # The card's button opens this page, so a press on it must never place a tile: it needs Confirm.
        return _choose_rotation(table, places, *only.pop(), confirm=True)
    if not only:
        return Page(_nothing_text(table), (), lambda theme: PAINTER.hand(view, table.names, theme))
    tile = best_tile(view, places)
    if view.phase == SHARED and table.must_act:
        return _choose_hex(table, places, tile, lambda theme: _draw(table, f"place {tile}", theme))
    return _choose_hex(table, places, tile, lambda theme: PAINTER.hand(view, table.names, theme))


def _nothing_text(table: TableView) -> str:
    """Return the text for a player whose turn it isn't and whose tiles fit nowhere."""
    if not table.view.hand:
        return f"{not_your_turn(table.waiting_names())} You have no tiles left."
    return f"{not_your_turn(table.waiting_names())} Here is your hand. No tile fits anywhere yet."


def _choose_hex(table: TableView, places: MoveParts, tile: str, picture: Callable[[str], Picture]) -> Page:
    view: View = table.view
    labels = sort_hexes_by_gain(view, places, tile)
    worth = gains(view, tile)
    tiles = rows_of_buttons(_tile_buttons(table, places, tile))
    if len(labels) <= BUTTON_LIMIT:
        rows = rows_of_buttons([_hex_button(table, places, tile, label, worth.get(label, 0)) for label in labels])
    else:
        rows = _hex_selects(table, places, tile)
    return Page(_where_text(table, tile, len(labels)), (*tiles, *rows), picture)


def _where_text(table: TableView, tile: str, hexes: int) -> str:
    view: View = table.view
    shared = "shared " if view.phase == SHARED and table.must_act else ""
    name, fits = (
        words.monster(tile, f"**{shared}{words.tile_name(tile)}**"),
        f"It fits {_format_count(hexes, 'hex', 'hexes')}",
    )
    if not table.must_act:
        look = f"Look ahead: where would the {name} go? {fits} now."
        return f"{not_your_turn(table.waiting_names())} {look}"
    lines = [f"Where does the {name} go? {fits}."]
    free = preview.free_hexes(view)
    if free and not view.monsters:
        lines.append("The first tile goes on a start hex.")
    elif free:
        lines.append("Nothing matches now, so any tile may go there.")
    return " ".join(lines)


def _tile_buttons(table: TableView, places: MoveParts, chosen: str) -> list[ui.Button[ui.LayoutView]]:
    buttons: list[ui.Button[ui.LayoutView]] = []
    for tile in table.view.hand or ():
        style = discord.ButtonStyle.primary if tile == chosen else discord.ButtonStyle.secondary
        pressed = button(words.tile_name(tile), page_id(table, "tile", tile), style, words.monster_emoji(tile))
        pressed.disabled = not places.has_prefix((tile,))
        buttons.append(pressed)
    return buttons


def _hex_button(table: TableView, places: MoveParts, tile: str, label: str, gain: int) -> ui.Button[ui.LayoutView]:
    """Build the button of a hex, with the points gained there."""
    style = discord.ButtonStyle.success if gain else discord.ButtonStyle.secondary
    return button(_hex_label(places, tile, label, gain), page_id(table, "hex", tile, label), style)


def _hex_label(places: MoveParts, tile: str, label: str, gain: int) -> str:
    """Return the label of a hex's button: the hex, the points gained there, and "Scatter" if needed (MH-17)."""
    found = [action for parts, action in places.actions.items() if parts[:2] == (tile, label)]
    how = " Scatter" if all(action.endswith(SCATTER) for action in found) else ""
    return f"{label}{how} +{gain}" if gain else f"{label}{how}"


def _hex_selects(table: TableView, places: MoveParts, tile: str) -> tuple[Row, ...]:
    """Build selects of the hexes in label order, used if there are more than fit on buttons."""
    labels, worth = places.choices((tile,)), gains(table.view, tile)
    options = [
        discord.SelectOption(label=_hex_label(places, tile, label, worth.get(label, 0)), value=label)
        for label in labels
    ]
    return build_selects(page_id(table, "hex", tile), f"Hex for the {words.tile_name(tile)}", options)


# Rotation and preview


def _choose_rotation(table: TableView, places: MoveParts, tile: str, label: str, *, confirm: bool) -> Page:
    """Build the page that shows all rotations side by side, with the best one selected.

    If only one rotation fits, the page with its preview is built instead.
    """
    turns = [int(turn) for turn in places.choices((tile, label))]
    if len(turns) == 1:
        return _preview(table, places, tile, label, turns[0], confirm=confirm)
    best = best_rotation(table.view, tile, label, turns)
    number = f"**{turns.index(best) + 1}**"
    title = words.monster(tile, f"**{_title(table, tile)} on {label}.** Which way?")
    if not table.must_act:
        text = f"{not_your_turn(table.waiting_names())} {title} {number} looks best now."
    elif confirm:
        told = f"{title} Chosen: {number}, {rotation_effects(table.view, tile, label, turns)[best]}."
        text = "\n".join([told, *_describe_falls(table, tile, label, best)])
    else:
        text = f"{title} {number} looks best. Your pick is placed at once."
    return Page(
        text,
        _rotation_rows(table, places, (tile, label), turns, best, confirm=confirm),
        lambda theme: _draw(table, f"place {tile} {label}", theme),
    )


def _title(table: TableView, tile: str) -> str:
    """Return the tile's name for the start of a sentence, with "Shared" if it is the shared tile."""
    name = words.tile_name(tile)
    return f"Shared {name}" if table.view.phase == SHARED and table.must_act else name


def _preview(table: TableView, places: MoveParts, tile: str, label: str, rotation: int, *, confirm: bool) -> Page:
    """Build the page that previews a placement, with *Confirm* and the other rotations."""
    turns = [int(turn) for turn in places.choices((tile, label))]
    effect = rotation_effects(table.view, tile, label, turns)[rotation]
    return Page(
        _preview_text(table, places, tile, label, rotation, effect),
        _rotation_rows(table, places, (tile, label), turns, rotation, confirm=confirm),
        lambda theme: _draw(table, f"place {tile} {label} {rotation}", theme),
        final_action=places.action((tile, label, str(rotation))) if table.must_act else None,
    )


def _rotation_rows(
    table: TableView,
    places: MoveParts,
    at: tuple[str, str],
    turns: Sequence[int],
    chosen: int,
    *,
    confirm: bool,
) -> tuple[Row, ...]:
    """Build the buttons below a preview: numbered rotations, *Confirm*, *Other hex* and *Other tile*.

    `at` is the tile and the hex. With only one rotation there are no numbered buttons.
    """
    tile, label = at
    rest = [button("Other hex", page_id(table, "tile", tile))]
    if len(table.view.hand or ()) > 1:
        rest.append(button("Other tile", page_id(table, "move")))
    action = places.action((tile, label, str(chosen)))
    if confirm and action is not None and table.must_act:
        rest.insert(0, button(texts.BUTTON_CONFIRM, page_id(table, "do", action), discord.ButtonStyle.success))
    numbered = [
        button(
            str(number),
            page_id(table, "turn", tile, label, str(turn)),
            discord.ButtonStyle.primary if turn == chosen else discord.ButtonStyle.secondary,
        )
        for number, turn in enumerate(turns, 1)
    ]
    return (*rows_of_buttons(numbered if len(turns) > 1 else ()), *rows_of_buttons(rest))


def _preview_text(table: TableView, places: MoveParts, tile: str, label: str, rotation: int, effect: str) -> str:
    """Describe the effect of a placement: its power at stones, and the stones that fall."""
    scattered = (places.action((tile, label, str(rotation))) or "").endswith(SCATTER)
    how = f"{effect}, by Scatter" if scattered else effect
    lines = [words.monster(tile, f"**{_title(table, tile)} on {label}:** {how}.")]
    if not table.must_act:
        lines[0] = f"{not_your_turn(table.waiting_names())} {lines[0]}"
    return "\n".join([*lines, *_describe_falls(table, tile, label, rotation)])


def _describe_falls(table: TableView, tile: str, label: str, rotation: int) -> list[str]:
    """Describe the stones that would fall after a placement, with the powers around them and the points."""
    view: View = table.view
    names = words.owner_names(view, [escape(name) for name in table.names])
    return [abilities.describe_fall(view, found, names) for found in placement_forecast(view, tile, label, rotation)]


# Values


def _choose_value(table: TableView, choice: TakeChoice, name: str, details: Parts) -> Page:
    """Build the page on which the player with the first place at a Large Stone picks one of its values (MH-10).

    Buttons take a value at once; a typed value is shown with *Confirm* first.
    """
    view: View = table.view
    points = {str(value.points): value for value in choice.values}
    stone = words.stone_name(layout(view.board).stone(choice.stone))
    if name == "value" and len(details) == 1 and details[0] in points:
        text = f"Take the {details[0]} of the **{stone}**? Second place gets the other value."
        final = f"take {details[0]}"
        rows = [button(texts.BUTTON_CONFIRM, page_id(table, "do", final), discord.ButtonStyle.success)]
        rows.append(button("Other value", page_id(table, "move")))
    else:
        text = f"The **{stone}** is yours: which value? Second place gets the other one."
        final, own = None, view.seats[choice.seat].faction
        rows = [
            button(
                f"{value.points} {words.FACTION_NAMES[value.faction]}"
                + (", +2 own colour" if value.faction == own else ""),
                page_id(table, "do", f"take {value.points}"),
                discord.ButtonStyle.primary,
                emojis.emoji(f"faction_{value.faction}"),
            )
            for value in choice.values
        ]
    return Page(text, rows_of_buttons(rows), lambda theme: PAINTER.board(view, table.names, theme), final)


def _format_count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def describe_action(action: str, view: View | None) -> str:
    """Format an action in words, with the names that the view's edition uses."""
    match action.split():
        case ["place", tile, label, rotation, *scatter]:
            how = ", by Scatter" if scatter else ""
            return f"{words.tile_name(tile)} on {label}, rotation {rotation}{how}"
        case ["shared", label, rotation]:
            return f"shared tile on {label}, rotation {rotation}"
        case ["take", value]:
            return f"take the {value}"
        case _:
            return abilities.describe_action(action, None if view is None else view.edition)


# Points gained


def gains(view: View, tile: str) -> dict[str, int]:
    """Return the largest gain in points that placing a tile can bring its player immediately, by hex.

    Placements by Scatter are included. Hexes without a gain are left out.
    """
    points: dict[str, int] = {}
    for label, prospect in [*best_prospects(view, tile).items(), *best_scatter_prospects(view, tile).items()]:
        gain = 0 if prospect is None else own_points(view, prospect)
        if gain > points.get(label, 0):
            points[label] = gain
    return points


def best_tile(view: View, places: MoveParts) -> str:
    """Return the tile that can gain the most points immediately; on a tie, the one with the most fitting hexes."""

    def key(tile: str) -> tuple[int, int]:
        return max(gains(view, tile).values(), default=0), len(places.choices((tile,)))

    return max(places.choices(), key=key)


def sort_hexes_by_gain(view: View, places: MoveParts, tile: str) -> list[str]:
    """Return the hexes on which a tile fits, sorted by the points gained there (most first), then by label."""
    worth = gains(view, tile)
    return sorted(places.choices((tile,)), key=lambda label: -worth.get(label, 0))


def best_rotation(view: View, tile: str, label: str, turns: Sequence[int]) -> int:
    """Return the rotation with the largest expected gain in points; on a tie, the one with the most power at stones."""

    def key(turn: int) -> tuple[int, int]:
        expected = expected_prospect(view, label, turn, placement_forecast(view, tile, label, turn))
        return own_points(view, expected), sum(power for _, power in powers_at_stones(view, tile, label, turn))

    return max(turns, key=key)
