"""The private page of a player's own pieces: scores, tiles, and who is in sight."""

from cogs.hex_battle_wars import signs
from cogs.hex_battle_wars.choosing import own_picture
from cogs.hex_battle_wars.seeing import in_brief
from cogs.hex_battle_wars.words import scores_words
from cogs.ui.kit.interface import Page
from cogs.ui.messages.cards import move_row
from engine.hex_battle_wars.view import Piece, SeatView, View
from render.text import pluralize
from tables.refusal import Refusal
from tables.texts import for_players
from tables.viewer import TableView

STATUS = "status"
BUTTON_STATUS = "My character"


def page(table: TableView) -> Page:
    """A player's own pieces with what only they may know. Raises Refusal for a viewer without a seat."""
    if table.seat is None:
        raise Refusal(for_players(BUTTON_STATUS))
    view: View = table.view
    own = view.seats[table.seat]
    lines = [line for number, piece in enumerate(own.pieces, 1) for line in _piece(table, own, number, piece)]
    lines.append(f"You have {pluralize(own.passes, 'pass')} left.")
    return Page("\n".join(lines), move_row(table), own_picture(table))


def _tile(tile: int, label: str, *, is_you: bool) -> str:
    words = f"Tile {tile} on {label}{': this one is you, and only you know' if is_you else ''}."
    return signs.with_sign(signs.REAL if is_you else signs.TILE, words)


def _piece(table: TableView, own: SeatView, number: int, piece: Piece) -> list[str]:
    view: View = table.view
    title = "You" if len(own.pieces) == 1 else f"Piece {number}"
    if not piece.armour:
        return [f"**{title}**: the scores are not rolled yet."]
    if not piece.hp or own.forfeited:
        return [f"**{title}**: out of the game."]
    lines = [f"**{title}**: {scores_words(piece)}."]
    if piece.invisible:
        lines += [
            _tile(tile, label, is_you=tile == own.real) for tile, label in enumerate(own.tiles, 1) if label is not None
        ]
    elif piece.label is not None:
        lines.append(f"On {piece.label}.")
        if view.round:
            lines.append(in_brief(table, piece.label, "In sight", "Nobody is in sight"))
    return lines
