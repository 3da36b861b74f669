"""The pages of the ways in which a tile goes on a hex: all of them side by side, and the preview of one.

Ways are the rotations in which a tile fits on a hex, numbered from 1.
"""

from collections.abc import Sequence

import discord

from cogs.monster_hex import abilities
from cogs.monster_hex import sentences as words
from cogs.monster_hex.worth import best_rotations, compare_ways, describe_last_hexes, explain_other_way
from cogs.ui.kit.composing import MoveParts
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import BUTTON_BACK, Row, button, rows_of_buttons
from cogs.ui.texts import texts
from engine.monster_hex.view import View
from language.messages import N_, _, capitalize
from render.monster_hex.prospects import placement_forecast
from render.monster_hex.rotation_names import rotation_effects
from render.monster_hex.rotations import count_columns
from tables.texts import escape
from tables.viewer import TableView

SHARED, SCATTER = "shared", "scatter"
WHAT_PLACE_DOES = N_("*Place* makes the move.")


def way_page(
    table: TableView, places: MoveParts, tile: str, label: str, *, confirm: bool, hinted: int | None = None
) -> Page:
    """Build the page that shows all ways side by side, each with a button that places the tile so.

    The ways that bring most are emphasised, or the rotation `hinted` if it is given. If there is only one way, the page
    with its preview is built instead.
    """
    turns = [int(turn) for turn in places.choices((tile, label))]
    if len(turns) == 1:
        return preview_page(table, places, tile, label, turns[0], confirm=confirm)
    view, best = table.view, best_rotations(table.view, tile, label, turns) if hinted is None else [hinted]
    monster = _title(table, tile)
    if hinted is None:
        title = _("**{monster} on {hex}.** Which way?", monster=monster, hex=label)
    else:
        title = _("**{monster} on {hex}, way {number}.**", monster=monster, hex=label, number=turns.index(hinted) + 1)
    text = words.monster(tile, title)
    if not table.is_planned:
        text = f"{text} {_(WHAT_PLACE_DOES)}"
    told = [
        compare_ways(view, tile, label, turns)
        if hinted is None
        else explain_other_way(view, tile, label, turns, hinted, best_rotations(view, tile, label, turns)[0]),
        describe_last_hexes(view, tile, label, best[0]),
    ]
    return Page(
        text,
        _build_way_rows(table, places, (tile, label), turns, best),
        lambda theme: abilities.draw_preview(table, f"place {tile} {label}", theme),
        below="\n".join([" ".join(filter(None, told)), *_describe_falls(table, tile, label, best[0])]),
    )


def _build_way_rows(
    table: TableView, places: MoveParts, at: tuple[str, str], turns: Sequence[int], best: Sequence[int]
) -> tuple[Row, ...]:
    """Build the buttons below the picture of the ways, in rows as the picture has them, then *Back*.

    `at` is the tile and the hex. In a plan they are *Plan 1* instead of *Place 1*.
    """
    buttons = [
        button(
            _("Plan {number}", number=number) if table.is_planned else _("Place {number}", number=number),
            page_id(table, "do", places.actions[(*at, str(turn))]),
            discord.ButtonStyle.success if turn in best else discord.ButtonStyle.secondary,
        )
        for number, turn in enumerate(turns, 1)
    ]
    return (
        *rows_of_buttons(buttons, count_columns(len(turns))),
        *rows_of_buttons([button(_(BUTTON_BACK), page_id(table, "move"))]),
    )


def _title(table: TableView, tile: str) -> str:
    """Return the tile's name for the start of a sentence, with "Shared" if it is the shared tile."""
    name = words.tile_name(tile)
    return _("Shared {monster}", monster=name) if table.view.phase == SHARED else name


def preview_page(table: TableView, places: MoveParts, tile: str, label: str, rotation: int, *, confirm: bool) -> Page:
    """Build the page that previews a placement, with *Confirm*, *Back*, and *Other way* if there is one."""
    turns = [int(turn) for turn in places.choices((tile, label))]
    action = places.action((tile, label, str(rotation)))
    buttons = [button(_(BUTTON_BACK), page_id(table, "move"))]
    if len(turns) > 1:
        buttons.insert(0, button(_("Other way"), page_id(table, "hex", tile, label)))
    if confirm and action is not None:
        buttons.insert(0, button(_(texts.BUTTON_CONFIRM), page_id(table, "do", action), discord.ButtonStyle.success))
    title = words.monster(tile, _("**{monster} on {hex}**", monster=_title(table, tile), hex=label))
    return Page(
        title,
        rows_of_buttons(buttons),
        lambda theme: abilities.draw_preview(table, f"place {tile} {label} {rotation}", theme),
        final_action=action,
        below=_preview_text(table, places, tile, label, rotation),
    )


def _preview_text(table: TableView, places: MoveParts, tile: str, label: str, rotation: int) -> str:
    """Describe the effect of a placement: its power at stones, and the stones that fall."""
    effect = _describe_effect(table, tile, label, rotation)
    if (places.action((tile, label, str(rotation))) or "").endswith(SCATTER):
        effect = _("{effect}, by Scatter", effect=effect)
    told = [f"{capitalize(effect)}.", describe_last_hexes(table.view, tile, label, rotation)]
    return "\n".join([" ".join(filter(None, told)), *_describe_falls(table, tile, label, rotation)])


def _describe_effect(table: TableView, tile: str, label: str, rotation: int) -> str:
    return rotation_effects(table.view, tile, label, [rotation])[rotation]


def _describe_falls(table: TableView, tile: str, label: str, rotation: int) -> list[str]:
    """Describe the stones that would fall after a placement, with the powers around them and the points.

    Several stones share a sentence, so that the page fits on a phone.
    """
    view: View = table.view
    names = words.owner_names(view, [escape(name) for name in table.names])
    captures = placement_forecast(view, tile, label, rotation)
    if len(captures) > 1:
        return [abilities.describe_falls(view, captures, names)]
    return [abilities.describe_fall(view, found, names) for found in captures]
