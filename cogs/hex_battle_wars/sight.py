"""The enemies in sight from a hex, and the private page about a player's own pieces."""

from cogs.hex_battle_wars import phrases
from cogs.hex_battle_wars.choosing import own_picture, preview
from cogs.hex_battle_wars.phrases import (
    capitalize_target,
    describe_odds,
    describe_scores,
    format_percent,
    format_piece_name,
    format_target,
    format_tile,
)
from cogs.hex_battle_wars.pins import BUTTON_OTHER_HEX
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import GREEN, button, rows_of_buttons
from cogs.ui.messages.cards import move_row
from engine.hex_battle_wars.odds import Hidden, sight_from, visible_hexes
from engine.hex_battle_wars.view import Piece, SeatView, View
from language.messages import N_, _, capitalize, list_and, ngettext
from tables.refusal import Refusal
from tables.texts import escape, format_players_only
from tables.viewer import TableView


def page(table: TableView, label: str, action: str, go: str, others: str) -> Page:
    """Build the page that lists the enemies in sight from a hex with the odds of attacks, without walking to the hex.

    `go` is the label of the button that makes `action`. `others` is the page for choosing another hex.
    """
    buttons = [
        button(go, page_id(table, "do", action), GREEN),
        button(_(BUTTON_OTHER_HEX), page_id(table, others)),
    ]
    return Page("\n".join(lines(table, label)), rows_of_buttons(buttons), preview(table, f"see {label}"))


def lines(table: TableView, label: str) -> list[str]:
    """Describe, in several lines, the enemies that the viewer would see from a hex, and those that blocks hide."""
    view: View = table.view
    names = [escape(name) for name in table.names]
    sight = sight_from(view, label, view.viewer)
    seen, others = len(visible_hexes(view, label)), len(view.ground) - 1
    told = [_("**From {hex} you see all hexes.**", hex=label)]
    if seen < others:
        some = N_("**From {hex} you see {seen} of {hexes} hexes.** The shaded ones are out of sight.")
        told = [_(some, hex=label, seen=seen, hexes=others)]
    for odds in sight.targets:
        told.append(f"{capitalize_target(format_target(names, view, odds), odds)}: {describe_odds(odds)}")
    told += [_describe_hidden(names, view, hidden) for hidden in sight.hidden]
    if not sight.targets:
        told.append(_(_NOBODY_THERE))
    return told


_NOBODY_THERE = N_("Nobody is in sight from there.")


def summarize_sight(table: TableView, label: str, *, is_there: bool = True) -> str:
    """List the enemies in sight from a hex and the chance to hit each, in one line.

    `is_there` is whether the line speaks of another hex than that of the viewer's piece.
    """
    view: View = table.view
    names = [escape(name) for name in table.names]
    found = [
        f"{format_target(names, view, odds)} ({format_percent(odds.hits)})"
        for odds in sight_from(view, label, view.viewer).targets
    ]
    if not found:
        return _(_NOBODY_THERE) if is_there else _("Nobody is in sight.")
    line = N_("In sight from there: {targets}.") if is_there else N_("In sight: {targets}.")
    return _(line, targets=list_and(found))


def _describe_hidden(names: list[str], view: View, hidden: Hidden) -> str:
    if hidden.tile:
        what = format_tile(names, hidden.seat, hidden.tile)
    else:
        what = format_piece_name(names, view, hidden.seat, hidden.piece)
    return ngettext(
        "{target} on {hex} is hidden by the block on {blocks}.",
        "{target} on {hex} is hidden by the blocks on {blocks}.",
        len(hidden.behind),
        target=capitalize(what),
        hex=hidden.label,
        blocks=list_and(list(hidden.behind)),
    )


# The player's own pieces


STATUS = "status"
BUTTON_STATUS = N_("My character")


def status(table: TableView) -> Page:
    """Build the private page about the viewer's own pieces: scores, hexes, tiles, and which tile is real.

    Raises Refusal for a viewer without a seat.
    """
    if table.seat is None:
        raise Refusal(format_players_only(_(BUTTON_STATUS)))
    view: View = table.view
    own = view.seats[table.seat]
    lines = [line for number, piece in enumerate(own.pieces, 1) for line in _piece(table, own, number, piece)]
    lines.append(ngettext("You have {number} pass left.", "You have {number} passes left.", own.passes))
    return Page("\n".join(lines), move_row(table), own_picture(table))


def _tile(tile: int, label: str, *, is_you: bool) -> str:
    if is_you:
        words = _("Tile {tile} on {hex}: this one is you, and only you know.", tile=tile, hex=label)
        return emojis.prefix_emoji(phrases.REAL, words)
    return emojis.prefix_emoji(phrases.TILE, _("Tile {tile} on {hex}.", tile=tile, hex=label))


def _piece(table: TableView, own: SeatView, number: int, piece: Piece) -> list[str]:
    view: View = table.view
    title = _("You") if len(own.pieces) == 1 else _("Piece {number}", number=number)
    if not piece.armour:
        return [_("**{piece}**: the scores are not rolled yet.", piece=title)]
    if not piece.hp or own.forfeited:
        return [_("**{piece}**: out of the game.", piece=title)]
    lines = [f"**{title}**: {describe_scores(piece)}."]
    if piece.invisible:
        lines += [
            _tile(tile, label, is_you=tile == own.real) for tile, label in enumerate(own.tiles, 1) if label is not None
        ]
    elif piece.label is not None:
        lines.append(_("On {hex}.", hex=piece.label))
        if view.round:
            lines.append(summarize_sight(table, piece.label, is_there=False))
    return lines
