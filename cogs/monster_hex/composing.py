"""The pages for composing a placement: tile, hex, rotation with preview; each offers only parts of legal actions."""

from collections.abc import Sequence

import discord
from discord import ui

from cogs.monster_hex import sentences as words
from cogs.ui import texts
from cogs.ui.composing import MoveParts, Parts
from cogs.ui.custom_ids import CustomId
from cogs.ui.interface import Page
from cogs.ui.layouts import button, rows_of_buttons
from engine.monster_hex import preview
from engine.monster_hex.content import layout
from engine.monster_hex.view import TakeChoice, View
from render.monster_hex import PAINTER
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, and_list, escape
from tables.viewer import TableView

EDGES = ("E", "SE", "SW", "W", "NW", "NE")
SELECT_LIMIT = 25


def page(table: TableView, name: str, details: Parts, *, confirm: bool) -> Page:
    """The page of a placement so far, or of choosing a value. Raises BoardMovedOn for a page that is stale."""
    view: View = table.view
    if view.take is not None:
        return _take(table, view.take)
    places = MoveParts.of(table.legal, _parts)
    if not places.allows(details):
        raise BoardMovedOn(BOARD_MOVED_ON)
    match name, details:
        case "move", ():
            return _choose_tile(table, places)
        case "tile", (tile,):
            return _choose_hex(table, places, tile)
        case "hex" | "hexes", (tile, label):
            first = int(places.choices(details)[0])
            return _choose_rotation(table, places, tile, label, first, confirm=confirm)
        case "turn", (tile, label, rotation):
            return _choose_rotation(table, places, tile, label, int(rotation), chosen=True, confirm=confirm)
        case _:
            raise BoardMovedOn(BOARD_MOVED_ON)


def _parts(action: str) -> Parts | None:
    """A placement as tile, hex and rotation."""
    verb, *parts = action.split()
    return tuple(parts) if verb == "place" else None


def _id(table: TableView, action: str, *details: str) -> CustomId:
    return CustomId(table.row.id, table.version, action, details)


def _tile_buttons(table: TableView, places: MoveParts, chosen: str | None = None) -> list[ui.Button[ui.LayoutView]]:
    buttons: list[ui.Button[ui.LayoutView]] = []
    for tile in table.view.hand or ():
        style = discord.ButtonStyle.primary if tile == chosen or chosen is None else discord.ButtonStyle.secondary
        pressed = button(tile, _id(table, "tile", tile), style)
        pressed.disabled = not places.allows((tile,))
        buttons.append(pressed)
    return buttons


def _choose_tile(table: TableView, places: MoveParts) -> Page:
    return Page(
        "**Which tile do you place?**",
        rows_of_buttons(_tile_buttons(table, places)),
        lambda theme: PAINTER.hand(table.view, table.names, theme),
    )


def _choose_hex(table: TableView, places: MoveParts, tile: str) -> Page:
    hexes = [
        discord.SelectOption(label=label, value=label, description=_hex_hint(table.view, places, tile, label))
        for label in places.choices((tile,))
    ]
    selects = [
        ui.ActionRow(
            ui.Select(
                custom_id=str(_id(table, "hex", tile) if start == 0 else _id(table, "hexes", tile)),
                placeholder=_select_title(tile, hexes[start : start + SELECT_LIMIT], len(hexes)),
                options=hexes[start : start + SELECT_LIMIT],
            )
        )
        for start in range(0, len(hexes), SELECT_LIMIT)
    ]
    return Page(
        f"**Where does {tile} go?** It fits on {_counted(len(hexes), 'hex', 'hexes')}.",
        (*selects, *rows_of_buttons(_tile_buttons(table, places, tile))),
        lambda theme: PAINTER.preview(table.view, table.names, f"place {tile}", theme),
    )


def _select_title(tile: str, part: Sequence[discord.SelectOption], total: int) -> str:
    if len(part) == total:
        return f"Hex for {tile}"
    return f"Hex for {tile}: {part[0].value} to {part[-1].value}"


def _hex_hint(view: View, places: MoveParts, tile: str, label: str) -> str:
    """The description of a hex: how many rotations fit, and the stones that would be captured."""
    rotations = [int(turn) for turn in places.choices((tile, label))]
    hint = _counted(len(rotations), "rotation", "rotations")
    captured = [forecast.stone for forecast in preview.forecast(view, tile, label, rotations[0])]
    stones = [words.stone_name(layout(view.board).stone(stone)) for stone in captured]
    return f"{hint}, captures {and_list(stones)}"[:100] if stones else hint


def _choose_rotation(
    table: TableView, places: MoveParts, tile: str, label: str, rotation: int, *, chosen: bool = False, confirm: bool
) -> Page:
    rotations = [int(turn) for turn in places.choices((tile, label))]
    turns = [_turn_button(table, tile, label, turn, rotation) for turn in rotations]
    action = f"place {tile} {label} {rotation}"
    rest = [button("Other hex", _id(table, "tile", tile)), button("Other tile", _id(table, "move"))]
    if confirm:
        rest.insert(0, button(texts.BUTTON_CONFIRM, _id(table, "do", action), discord.ButtonStyle.success))
        # It is shown already; without Confirm this button is what places the tile.
        turns[rotations.index(rotation)].disabled = True
    return Page(
        _preview_text(table, tile, label, rotation, confirm=confirm),
        (*rows_of_buttons(turns), *rows_of_buttons(rest)),
        lambda theme: PAINTER.preview(table.view, table.names, action, theme),
        final_action=action if chosen or len(turns) == 1 else None,
    )


def _turn_button(table: TableView, tile: str, label: str, turn: int, shown: int) -> ui.Button[ui.LayoutView]:
    """The button of a rotation, labelled with the edges that match."""
    edges = ", ".join(f"{EDGES[match.edge]} {match.power}" for match in preview.matches(table.view, tile, label, turn))
    name = f"Rotation {turn}" + (f": {edges}" if edges else "")
    style = discord.ButtonStyle.primary if turn == shown else discord.ButtonStyle.secondary
    return button(name, _id(table, "turn", tile, label, str(turn)), style)


def _preview_text(table: TableView, tile: str, label: str, rotation: int, *, confirm: bool) -> str:
    view: View = table.view
    how = "Nothing is placed before you press Confirm." if confirm else "The rotation that you press is placed at once."
    lines = [f"**{tile} on hex {label}, rotation {rotation}.** {how}"]
    names = [escape(name) for name in table.names]
    board = layout(view.board)
    for forecast in preview.forecast(view, tile, label, rotation):
        powers = [
            f"{names[seat]} has {power}" for seat, power in enumerate(forecast.capture.powers) if power is not None
        ]
        gains = [f"{names[taken.seat]} +{taken.value + taken.bonus}" for taken in forecast.capture.taken]
        if forecast.choice is not None:
            gains = [f"{names[forecast.choice.seat]} chooses a value"]
        lines.append(
            f"Captures {words.stone_name(board.stone(forecast.stone))}: {and_list(powers)}; "
            f"{and_list(gains) or 'nobody takes it'}."
        )
    return "\n".join(lines)


def _take(table: TableView, choice: TakeChoice) -> Page:
    """The page on which the first at a Large Stone picks a value; the own colour gives 2 more (MH-10)."""
    view: View = table.view
    own = view.seats[choice.seat].faction
    buttons = [
        button(
            f"{value.points} ({words.FACTION_NAMES[value.faction]})"
            + (" + 2 for your colour" if value.faction == own else ""),
            _id(table, "do", f"take {value.points}"),
            discord.ButtonStyle.primary,
        )
        for value in choice.values
    ]
    stone = layout(view.board).stone(choice.stone)
    return Page(
        f"**You are first at {words.stone_name(stone)}: which value do you take?** The second takes the other one.",
        rows_of_buttons(buttons),
        lambda theme: PAINTER.board(table.view, table.names, theme),
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
