"""The board of Monster Hex as plain text."""

from collections.abc import Sequence

from engine.hexgrid import DIRECTIONS, Hex, opposite
from engine.monster_hex.content import Cell, Stone, layout
from engine.monster_hex.view import Capture, View
from language.messages import _
from render.monster_hex import variant_texts
from render.monster_hex.alt_text import seat_text, stones_text
from render.monster_hex.contests import find_contests, owners, seat_order
from render.monster_hex.naming import (
    MAP_LETTERS,
    display_names,
    owner_letter,
    powers_text,
    seat_letter,
    tile_name,
)
from render.monster_hex.status import headline


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Format the public board for a monospaced font: scores, a map of the hexes, the tiles' powers, and the stones."""
    names = display_names(view, labels)
    title, state, last = headline(view, names)
    changes = variant_texts.explain_changes(view)
    lines = [f"{title} · {state}", last] if last else [f"{title} · {state}"]
    for number in seat_order(view):
        seat = view.seats[number]
        line = f"{seat_letter(seat, number)} {seat_text(view, number, names[number])}"
        if seat.unplayed:
            line = _("{seat} · left: {monsters}", seat=line, monsters=" ".join(map(tile_name, seat.unplayed)))
        lines.append(line)
    lines += filter(None, (variant_texts.shared_text(view, names), variant_texts.objectives_text(view)))
    lines += ["", *_map(view), "", _("* start hex · <n> stone · (n) taken · monsters: faction and name")]
    if view.monsters:
        lines += ["", _("Powers E SE SW W NW NE{changes}", changes=changes)]
        for number in owners(view):
            letter = owner_letter(view, number)
            own = [monster for monster in view.monsters if monster.seat == number]
            lines += [
                _(
                    "{letter} {monster} on {hex}: {powers}",
                    letter=letter,
                    monster=tile_name(each.tile),
                    hex=each.label,
                    powers=powers_text(each),
                )
                for each in own
            ]
    lines += ["", *stones_text(view)]
    if view.winners is None:
        lines += [
            "",
            _("Neighbours of each stone in play and free hex, E SE SW W NW NE (off: off the board):"),
            *_list_neighbours(view),
        ]
    return "\n".join(line.rstrip() for line in lines)


def _list_neighbours(view: View) -> list[str]:
    """Return a line for each stone in play and each free hex, with its six neighbours and the powers that face it.

    The lines are for people who use a screen reader, instead of the map.
    """
    board = layout(view.board)
    names = {Hex(place.q, place.r): place.label for place in board.places}
    on = {monster.label: monster for monster in view.monsters}
    in_play = {stone.label for stone in find_contests(view)}
    taken = {stone.label for stone in board.stones} - in_play

    def word(label: str | None, side: int) -> str:
        if label is None:
            return _("off")
        if label in on:
            return f"{label} {owner_letter(view, on[label].seat)}{on[label].powers[opposite(side)]}"
        if label in in_play:
            return _("{hex} stone", hex=label)
        return _("{hex} taken", hex=label) if label in taken else label

    stones: list[str] = []
    hexes: list[str] = []
    for place in board.places:
        if place.label not in on and place.label not in taken:
            around = [names.get(Hex(place.q, place.r).shift_by(direction)) for direction in DIRECTIONS]
            neighbours = ", ".join(word(other, side) for side, other in enumerate(around))
            if place.label in in_play:
                stones.append(_("stone {hex}: {neighbours}", hex=place.label, neighbours=neighbours))
            elif isinstance(place, Cell) and place.start:
                hexes.append(_("start {hex}: {neighbours}", hex=place.label, neighbours=neighbours))
            else:
                hexes.append(_("hex {hex}: {neighbours}", hex=place.label, neighbours=neighbours))
    return [*stones, *hexes]


def _map(view: View) -> list[str]:
    """Return a map of the board: for each row of hexes, a line of labels above a line of pieces.

    A hex is six characters wide.
    """
    board = layout(view.board)
    pieces = {
        monster.label: f"{owner_letter(view, monster.seat)}{tile_name(monster.tile)[:MAP_LETTERS]}"
        for monster in view.monsters
    }
    pieces |= {stone.label: f"<{stone.value}>" for stone in view.temporary}
    pieces |= {
        stone.label: _stone_piece(stone, capture) for stone, capture in zip(board.stones, view.captures, strict=True)
    }
    hexes: dict[tuple[int, int], tuple[str, str]] = {}
    for place in board.places:
        empty = " *" if isinstance(place, Cell) and place.start else " ·"
        hexes[place.r, 2 * place.q + place.r] = (place.label, pieces.get(place.label, empty))
    first = min(across for _row, across in hexes)
    lines: list[str] = []
    for row in sorted({row for row, _across in hexes}):
        above = below = ""
        for (_row, across), (label, piece) in sorted(item for item in hexes.items() if item[0][0] == row):
            above = above.ljust((across - first) * 3) + label
            below = below.ljust((across - first) * 3) + piece
        lines += [above, below]
    return lines


def _stone_piece(stone: Stone, capture: Capture | None) -> str:
    """Format a stone for the map: its values in angle brackets, or the points taken from it in round brackets."""
    if capture is None:
        return f"<{'/'.join(str(value.points) for value in stone.values) or '1'}>"
    return f"({'/'.join(str(got.value + got.bonus) for got in capture.taken) or '0'})"
