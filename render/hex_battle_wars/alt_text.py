"""The alt text and plain text of Hex Battle Wars, complete enough to play by."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from engine.hex_battle_wars.board import column, field
from engine.hex_battle_wars.view import Shot, View
from language.messages import N_, _, ngettext, spoken_language
from render import text
from render.hex_battle_wars import naming
from render.picture import ALT_LIMIT

KEY: Final = N_(". plain · w water · q quicksand · 1 2 3 blocks · capital letters seats · small letters their tiles")
BESIDE: Final = N_(
    "A hex touches the hexes before and after it in its column; in the next column towards {middle} its own number and "
    "one more; in the next column away from {middle} its own number and one less."
)
_HEIGHTS: Final = "123"
"""The kinds of ground that are blocks, by level."""
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
    headline = ", ".join(filter(None, (naming.title(view, names, 10_000), naming.roll_text(view))))
    found = [f"{_(naming.TITLE)}. {headline}. {naming.format_round(view)}."]
    found += _news(view, names)
    found += [_seat(view, names, seat, level) for seat in range(len(view.seats))]
    if any(view.box) and view.phase in ("blocks", "laying"):
        found.append(f"{_box_words(view)}.")
    if level < 3:
        found += describe_ground(view.radius, view.ground, with_hazards=level < 2)
    return [*found, _(text.REST)] if level else found


def _news(view: View, names: Sequence[str]) -> list[str]:
    """Return sentences on the newest attacks and the newest movement."""
    shot, walk = view.shot, view.walk
    told = naming.list_attacks(view) or ((shot,) if shot is not None and shot.die else ())
    attacks = text.join_people(shot_words(view, names, each) for each in told)
    found = [ngettext("Last attack: {attacks}.", "Last attacks: {attacks}.", len(told), attacks=attacks)]
    found = found if told else []
    if walk is not None and naming.should_show_newest_walk(view):
        ways = ", ".join(_("{start} to {end}", start=path[0], end=path[-1]) for path in walk.paths if path)
        found.append(_("{name} moved {ways}.", name=naming.piece_name(view, names, walk.seat, walk.piece), ways=ways))
    return found


def _box_words(view: View) -> str:
    left = ", ".join(
        _("{number} of level {level}", number=count, level=level) for level, count in enumerate(view.box, 1)
    )
    return _("Blocks left: {blocks}", blocks=left)


def _seat(view: View, names: Sequence[str], seat: int, level: int) -> str:
    seated = view.seats[seat]
    if seated.forfeited:
        return _("{name} has left.", name=names[seat])
    pieces = [piece_words(view, names, seat, number, level) for number in range(1, len(seated.pieces) + 1)]
    passes = [] if level else [format_passes(seated.passes)]
    return f"{names[seat]}: {'; '.join([*pieces, *passes])}."


def format_passes(passes: int) -> str:
    """Format the number of turns that a seat may still pass, such as "3 passes"."""
    return ngettext("{number} pass", "{number} passes", passes)


def piece_words(view: View, names: Sequence[str], seat: int, number: int, level: int = 0) -> str:
    """Format a piece with its hexes and scores, such as "k7, 25 HP, armour 13, invisibility 4".

    If the seat has several pieces, a number such as "#2" comes first. From `level` 2 on, invisibility is left out.
    """
    seated = view.seats[seat]
    piece = seated.pieces[number - 1]
    lead = f"#{number} " if len(seated.pieces) > 1 else ""
    if piece.hp <= 0:
        return lead + _("dead")
    scores = [_("{hp} HP", hp=piece.hp)]
    if piece.armour:
        scores.append(_("armour {armour}", armour=piece.armour))
    if piece.invisibility and level < 2:
        scores.append(_("invisibility {invisibility}", invisibility=piece.invisibility))
    if piece.invisible:
        there = ((tile, label) for tile, label in enumerate(seated.tiles, 1) if label is not None)
        tiles = [_("tile {tile} {hex}", tile=tile, hex=label) for tile, label in there]
        return lead + ", ".join([_(naming.HIDDEN), *tiles, *scores])
    return lead + ", ".join([piece.label or _("not on the board"), *scores])


def shot_words(view: View, names: Sequence[str], shot: Shot) -> str:
    """Format an attack with its dice, such as "Ann k7 at Ben c4, 15 − 5 distance = 10 vs 13: missed"."""
    return _(
        "{attacker} {origin} at {target} {hex}, {dice}: {result}",
        attacker=naming.piece_name(view, names, shot.seat, shot.piece),
        origin=shot.origin,
        target=naming.target_words(view, names, shot),
        hex=shot.label,
        dice=naming.reckoning(shot),
        result=naming.shot_result(shot),
    )


def describe_ground(radius: int, ground: str, *, with_hazards: bool = True) -> tuple[str, ...]:
    """Return a sentence for each level of blocks and each kind of hazard, with its hexes; empty for a bare board.

    Consecutive hexes of a column are shortened, as in "k7-9".
    """
    return _describe_ground(radius, ground, with_hazards, spoken_language())


@lru_cache(maxsize=64)
def _describe_ground(radius: int, ground: str, with_hazards: bool, language: str) -> tuple[str, ...]:
    name = field(radius).name
    kinds = f"{_HEIGHTS}wq" if with_hazards else _HEIGHTS
    places = {kind: [name[cell] for cell, what in enumerate(ground) if what == kind] for kind in kinds}
    return tuple(_kind_words(kind, " ".join(shorten_labels(there))) for kind, there in places.items() if there)


def _kind_words(kind: str, hexes: str) -> str:
    """Return the sentence on the hexes with a kind of ground."""
    if kind in _HEIGHTS:
        return _("Height {level}: {hexes}.", level=kind, hexes=hexes)
    return _("Water: {hexes}.", hexes=hexes) if kind == "w" else _("Quicksand: {hexes}.", hexes=hexes)


def shorten_labels(labels: Sequence[str]) -> list[str]:
    """Shorten a list of labels in label order: "k7", "k8" and "k9" become "k7-9"."""
    found: list[str] = []
    for letters, numbers in columns(labels):
        for _offset, group in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
            run = [number for _index, number in group]
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
    headline = naming.title(view, names, 10_000), naming.roll_text(view), naming.format_round(view)
    lines = [" · ".join(filter(None, headline))]
    lines += _news(view, names)
    for seat, seated in enumerate(view.seats):
        pieces = "; ".join(piece_words(view, names, seat, number) for number in range(1, len(seated.pieces) + 1))
        if seated.forfeited:
            pieces = _(naming.HAS_LEFT)
        name = f"{letters[seat]} {names[seat]}"
        lines.append(_("{name}: {pieces} · passes {number}", name=name, pieces=pieces, number=seated.passes))
    if any(view.box) and view.phase in ("blocks", "laying"):
        lines.append(_box_words(view))
    lines += describe_ground(view.radius, view.ground)
    return "\n".join([*lines, "", *_map(view, letters), "", _(KEY), _(BESIDE, middle=column(view.radius))])


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
