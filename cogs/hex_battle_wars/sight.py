"""The enemies in sight from a hex, and the private page about a player's own pieces."""

from cogs.hex_battle_wars import phrases
from cogs.hex_battle_wars.choosing import own_picture, preview
from cogs.hex_battle_wars.phrases import (
    describe_odds,
    describe_scores,
    format_percent,
    format_piece_name,
    format_target,
    format_tile,
)
from cogs.ui.kit import emojis
from cogs.ui.kit.custom_ids import page_id
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import GREEN, button, rows_of_buttons
from cogs.ui.messages.cards import move_row
from engine.core import join_and
from engine.hex_battle_wars.odds import Hidden, sight_from, visible_hexes
from engine.hex_battle_wars.view import Piece, SeatView, View
from render.text import pluralize
from tables.refusal import Refusal
from tables.texts import escape, format_players_only
from tables.viewer import TableView


def page(table: TableView, label: str, action: str, go: str, others: str) -> Page:
    """Build the page that lists the enemies in sight from a hex with the odds of attacks, without walking to the hex.

    `go` is the label of the button that makes `action`. `others` is the page for choosing another hex.
    """
    buttons = [
        button(go, page_id(table, "do", action), GREEN),
        button("Other hex", page_id(table, others)),
    ]
    return Page("\n".join(lines(table, label)), rows_of_buttons(buttons), preview(table, f"see {label}"))


def lines(table: TableView, label: str) -> list[str]:
    """Describe, in several lines, the enemies that the viewer would see from a hex, and those that blocks hide."""
    view: View = table.view
    names = [escape(name) for name in table.names]
    sight = sight_from(view, label, view.viewer)
    seen, others = len(visible_hexes(view, label)), len(view.ground) - 1
    told = [f"**From {label} you see all hexes.**"]
    if seen < others:
        told = [f"**From {label} you see {seen} of {others} hexes.** The shaded ones are out of sight."]
    told += [f"{_capitalize(format_target(names, view, odds))}: {describe_odds(odds)}" for odds in sight.targets]
    told += [_describe_hidden(names, view, hidden) for hidden in sight.hidden]
    if not sight.targets:
        told.append("Nobody is in sight from there.")
    return told


def summarize_sight(
    table: TableView,
    label: str,
    somebody: str = "In sight from there",
    nobody: str = "Nobody is in sight from there",
) -> str:
    """List the enemies in sight from a hex and the chance to hit each, in one line.

    `somebody` begins the line; `nobody` is the text if no enemy is in sight.
    """
    view: View = table.view
    names = [escape(name) for name in table.names]
    found = [
        f"{format_target(names, view, odds)} ({format_percent(odds.hits)})"
        for odds in sight_from(view, label, view.viewer).targets
    ]
    return f"{somebody}: {join_and(found)}." if found else f"{nobody}."


def _describe_hidden(names: list[str], view: View, hidden: Hidden) -> str:
    if hidden.tile:
        what = format_tile(names, hidden.seat, hidden.tile)
    else:
        what = format_piece_name(names, view, hidden.seat, hidden.piece)
    blocks = "the block" if len(hidden.behind) == 1 else "the blocks"
    return f"{_capitalize(what)} on {hidden.label} is hidden by {blocks} on {join_and(list(hidden.behind))}."


def _capitalize(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


# The player's own pieces


STATUS = "status"
BUTTON_STATUS = "My character"


def status(table: TableView) -> Page:
    """Build the private page about the viewer's own pieces: scores, hexes, tiles, and which tile is real.

    Raises Refusal for a viewer without a seat.
    """
    if table.seat is None:
        raise Refusal(format_players_only(BUTTON_STATUS))
    view: View = table.view
    own = view.seats[table.seat]
    lines = [line for number, piece in enumerate(own.pieces, 1) for line in _piece(table, own, number, piece)]
    lines.append(f"You have {pluralize(own.passes, 'pass')} left.")
    return Page("\n".join(lines), move_row(table), own_picture(table))


def _tile(tile: int, label: str, *, is_you: bool) -> str:
    words = f"Tile {tile} on {label}{': this one is you, and only you know' if is_you else ''}."
    return emojis.prefix_emoji(phrases.REAL if is_you else phrases.TILE, words)


def _piece(table: TableView, own: SeatView, number: int, piece: Piece) -> list[str]:
    view: View = table.view
    title = "You" if len(own.pieces) == 1 else f"Piece {number}"
    if not piece.armour:
        return [f"**{title}**: the scores are not rolled yet."]
    if not piece.hp or own.forfeited:
        return [f"**{title}**: out of the game."]
    lines = [f"**{title}**: {describe_scores(piece)}."]
    if piece.invisible:
        lines += [
            _tile(tile, label, is_you=tile == own.real) for tile, label in enumerate(own.tiles, 1) if label is not None
        ]
    elif piece.label is not None:
        lines.append(f"On {piece.label}.")
        if view.round:
            lines.append(summarize_sight(table, piece.label, "In sight", "Nobody is in sight"))
    return lines
