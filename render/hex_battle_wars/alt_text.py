"""The alt text and plain text of Hex Battle Wars, complete enough to play by."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from engine.hex_battle_wars.board import column, field
from engine.hex_battle_wars.view import Shot, View
from render import text
from render.hex_battle_wars import naming
from render.picture import ALT_LIMIT
from render.text import pluralize

KEY: Final = ". plain · w water · q quicksand · 1 2 3 blocks · capital letters seats · small letters their tiles"
BESIDE: Final = (
    "A hex touches the hexes before and after it in its column; in the next column towards {0} its own number and one "
    "more; in the next column away from {0} its own number and one less."
)
_LETTERS: Final = "ABCDEFGHIJKLMNOPRSTUVXYZ"
"""The letters that can stand for seats on the text map.

Q and W are left out: as small letters, which stand for tiles, they would read as quicksand and water.
"""


def describe_board(view: View, labels: Sequence[str], before: str = "") -> str:
    """Return the alt text of the board, in at most `ALT_LIMIT` characters.

    `before` is a text about what else the picture shows. If the board does not fit, names are shortened first. Then
    passes, invisibility and the lists of hazards and blocks are left out, step by step.
    """
    names, described = naming.display_names(view, labels), ""
    for length, level in ((32, 0), (12, 0), (12, 1), (8, 1), (8, 2), (8, 3)):
        short = [text.truncate(name, length) for name in names]
        described = " ".join([*([before] if before else []), *_sentences(view, short, level)])
        if len(described) <= ALT_LIMIT:
            return described
    return text.truncate_to_text_board(described, ALT_LIMIT)


def _sentences(view: View, names: Sequence[str], level: int) -> list[str]:
    """Return the board in sentences; `level` 0 is the full text, levels 1 to 3 leave out more and more."""
    words = naming.roll_words(view)
    rolled = f", {view.turn.roll} {words}" if words and view.turn is not None else ""
    found = [f"{naming.TITLE}. {naming.title(view, names, 10_000)}{rolled}. {naming.format_round(view)}."]
    found += _news(view, names)
    found += [_seat(view, names, seat, level) for seat in range(len(view.seats))]
    if any(view.box) and view.phase in ("blocks", "laying"):
        found.append(f"{_box_words(view)}.")
    ground = list(describe_ground(view.radius, view.ground))
    if level >= 2:
        ground = [line for line in ground if line.startswith("Height")]
    if level < 3:
        found += ground
    return [*found, text.REST] if level else found


def _news(view: View, names: Sequence[str]) -> list[str]:
    """Return sentences on the newest attacks and the newest movement."""
    shot, walk = view.shot, view.walk
    told = naming.list_attacks(view) or ((shot,) if shot is not None and shot.die else ())
    found = [f"Last attack{'s' * (len(told) > 1)}: {'; '.join(shot_words(view, names, each) for each in told)}."]
    found = found if told else []
    if walk is not None and naming.should_show_newest_walk(view):
        ways = ", ".join(f"{path[0]} to {path[-1]}" for path in walk.paths if path)
        found.append(f"{naming.piece_name(view, names, walk.seat, walk.piece)} moved {ways}.")
    return found


def _box_words(view: View) -> str:
    left = ", ".join(f"{count} of level {level}" for level, count in enumerate(view.box, 1))
    return f"Blocks left: {left}"


def _seat(view: View, names: Sequence[str], seat: int, level: int) -> str:
    seated = view.seats[seat]
    if seated.forfeited:
        return f"{names[seat]} has left."
    pieces = [piece_words(view, names, seat, number, level) for number in range(1, len(seated.pieces) + 1)]
    passes = "" if level else f"; {pluralize(seated.passes, 'pass')}"
    return f"{names[seat]}: {'; '.join(pieces)}{passes}."


def piece_words(view: View, names: Sequence[str], seat: int, number: int, level: int = 0) -> str:
    """Format a piece with its hexes and scores, such as "k7, 25 HP, armour 13, invisibility 4".

    From `level` 2 on, invisibility is left out.
    """
    seated = view.seats[seat]
    piece = seated.pieces[number - 1]
    lead = f"{number} " if len(seated.pieces) > 1 else ""
    if piece.hp <= 0:
        return f"{lead}dead"
    scores = f"{piece.hp} HP"
    if piece.armour:
        scores += f", armour {piece.armour}"
    if piece.invisibility and level < 2:
        scores += f", invisibility {piece.invisibility}"
    if piece.invisible:
        there = ((tile, label) for tile, label in enumerate(seated.tiles, 1) if label is not None)
        tiles = ", ".join(f"tile {tile} {label}" for tile, label in there)
        return f"{lead}hidden, {tiles}, {scores}"
    return f"{lead}{piece.label or 'not on the board'}, {scores}"


def shot_words(view: View, names: Sequence[str], shot: Shot) -> str:
    """Format an attack with its dice, such as "Ann k7 at Ben c4, 15 − 5 distance = 10 vs 13: missed"."""
    who = naming.piece_name(view, names, shot.seat, shot.piece)
    whom = naming.target_words(view, names, shot)
    return f"{who} {shot.origin} at {whom} {shot.label}, {naming.reckoning(shot)}: {naming.shot_result(shot)}"


@lru_cache(maxsize=64)
def describe_ground(radius: int, ground: str) -> tuple[str, ...]:
    """Return a sentence for each level of blocks and each kind of hazard, with its hexes; empty for a bare board.

    Consecutive hexes of a column are shortened, as in "k7-9".
    """
    kinds = {"1": "Height 1", "2": "Height 2", "3": "Height 3", "w": "Water", "q": "Quicksand"}
    name = field(radius).name
    places = {kind: [name[cell] for cell, what in enumerate(ground) if what == kind] for kind in kinds}
    return tuple(f"{kinds[kind]}: {' '.join(shorten_labels(there))}." for kind, there in places.items() if there)


def shorten_labels(labels: Sequence[str]) -> list[str]:
    """Shorten a list of labels in label order: "k7", "k8" and "k9" become "k7-9"."""
    found: list[str] = []
    for letters, numbers in columns(labels):
        for _, group in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
            run = [number for _, number in group]
            found.append(f"{letters}{run[0]}" if len(run) == 1 else f"{letters}{run[0]}-{run[-1]}")
    return found


def columns(labels: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """Yield each column in a list of sorted labels: the column's letters, and the numbers of its labels."""
    for letters, group in groupby(labels, lambda label: label.rstrip("0123456789")):
        yield letters, [int(label[len(letters) :]) for label in group]


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the board as text for a monospaced font.

    It has the headline, the newest attack and movement, the pieces, the blocks and hazards, and a map with a line per
    column.
    """
    names = naming.display_names(view, labels)
    letters = map_letters(names)
    words = naming.roll_words(view)
    rolled = f" · {view.turn.roll} {words}" if words and view.turn is not None else ""
    lines = [f"{naming.title(view, names, 10_000)}{rolled} · {naming.format_round(view)}"]
    lines += _news(view, names)
    for seat, seated in enumerate(view.seats):
        pieces = "; ".join(piece_words(view, names, seat, number) for number in range(1, len(seated.pieces) + 1))
        if seated.forfeited:
            pieces = "has left"
        lines.append(f"{letters[seat]} {names[seat]}: {pieces} · passes {seated.passes}")
    if any(view.box) and view.phase in ("blocks", "laying"):
        lines.append(_box_words(view))
    lines += describe_ground(view.radius, view.ground)
    return "\n".join([*lines, "", *_map(view, letters), "", KEY, BESIDE.format(column(view.radius))])


def map_letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return the letter of each seat on the text map: the initial of its name, else the next free letter."""
    found: list[str] = []
    initials = [name[:1].upper() for name in names]
    for initial in initials:
        free = [letter for letter in _LETTERS if letter not in (*found, *initials)]
        found.append(initial if initial and initial in _LETTERS and initial not in found else free[0])
    return tuple(found)


def _map(view: View, letters: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the map, one per column: its hexes from number 1 up, in groups of five."""
    grid, marks = field(view.radius), dict[int, str]()
    for seat, seated in enumerate(view.seats):
        for piece in seated.pieces:
            if piece.label is not None:
                marks[grid.index[piece.label]] = letters[seat]
        for label in seated.tiles:
            if label is not None:
                marks[grid.index[label]] = letters[seat].lower()
    rows: dict[int, str] = {}
    for cell, place in enumerate(grid.hexes):
        rows[place.q] = rows.get(place.q, "") + marks.get(cell, view.ground[cell])
    for q, hexes in rows.items():
        groups = " ".join(hexes[start : start + 5] for start in range(0, len(hexes), 5))
        yield f"{column(q + view.radius):>2} {groups}"
