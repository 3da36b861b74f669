"""Alt text and plain text of Monster Hex, and the names and status lines that its pictures use."""

from collections.abc import Sequence

from engine.monster_hex.content import layout
from engine.monster_hex.printed import Stone
from engine.monster_hex.view import Capture, Monster, SeatView, View
from render import text
from render.monster_hex import changes
from render.picture import ALT_LIMIT, MARGIN, WIDTH

TITLE = "Monster Hex"
EDGES = ("E", "SE", "SW", "W", "NW", "NE")
PARTS = ("large", "small", "colour", "reward", "objectives")
LONGEST_TITLE = text.Style(32, 750)
LINE = text.Style(32, 500)
LONGEST_NAME = 260
"""The maximum width of a name in the title line, in pixels."""
RANKS = ("first", "second", "third", "fourth")
ALWAYS_COUNTED = 3
REASONS = {"forfeit": "by forfeit", "demon_king": "tied, first at the Demon King Stone"}


def faction_name(seat: SeatView, number: int) -> str:
    """A seat's faction, capitalized; before factions are known, the seat's number from 1."""
    return seat.faction.capitalize() if seat.faction else f"Seat {number + 1}"


def seat_letter(seat: SeatView, number: int) -> str:
    """The first letter of a seat's faction, or the seat's number."""
    return faction_name(seat, number)[0] if seat.faction else str(number + 1)


def display_names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """The seats' names; the faction's where the font has no glyph for a character of the label."""
    names: list[str] = []
    for number, seat in enumerate(view.seats):
        name = text.normalize_name(labels[number]) if number < len(labels) else ""
        names.append(name if name and text.has_glyphs(name) else faction_name(seat, number))
    return tuple(names)


def join_words(words: Sequence[str]) -> str:
    """Joins words with commas and a final "and"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def fits_text(places: int) -> str:
    """The number of hexes on which a tile fits, in words."""
    return f"fits {places} {'hex' if places == 1 else 'hexes'}" if places else "fits nowhere"


def pluralize(number: int, word: str) -> str:
    """A number with its noun, in the plural unless it is 1."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def round_text(view: View) -> str:
    """The round that goes on, in words."""
    return f"Round {view.round} of {layout(view.board).rounds}"


def headline(view: View, names: Sequence[str]) -> tuple[str, str, str]:
    """The title, the state, and the latest event."""
    state = round_text(view)
    if view.winners is not None:
        if not view.winners:
            return "Nobody wins", "by forfeit", TITLE
        points = pluralize(view.seats[view.winners[0]].score.points, "point")
        reason = REASONS.get(view.reason or "", f"with {points}")
        return _victory(view, names), reason, TITLE
    if view.take is not None:
        return TITLE, state, f"{_short(view, names, view.take.seat)} chooses a value at {view.take.stone}"
    return TITLE, state, newest_move(view, names)


def _victory(view: View, names: Sequence[str]) -> str:
    """The winners; by faction where their names do not fit on one line."""
    winners = view.winners or ()
    verb = "wins" if len(winners) == 1 else "share the victory"
    title = f"{join_words([names[seat] for seat in winners])} {verb}"
    if text.width(title, LONGEST_TITLE) <= WIDTH - 2 * MARGIN:
        return title
    return f"{join_words([faction_name(view.seats[seat], seat) for seat in winners])} {verb}"


def newest_move(view: View, names: Sequence[str]) -> str:
    """The newest placement and its captures, empty before the first."""
    if not view.last:
        return ""
    monster = next(monster for monster in view.monsters if monster.label == view.last[-1])
    taken = [stone.label for stone in changes.newest_captures(view)]
    captured = f", captured {join_words(taken)}" if taken else ""
    return f"last: {_short(view, names, monster.seat)}, {monster.tile} at {monster.label}{captured}"


def _short(view: View, names: Sequence[str], seat: int) -> str:
    """A seat's name, or its faction's if the name is too wide."""
    name = names[seat]
    return name if text.width(name, LINE) <= LONGEST_NAME else faction_name(view.seats[seat], seat)


def _rank(view: View, number: int) -> str:
    """The final rank of a seat that has not won; tied seats share the better rank."""
    points = view.seats[number].score.points
    better = sum(
        other != number and (seat.score.points > points or other in (view.winners or ()))
        for other, seat in enumerate(view.seats)
    )
    return RANKS[better]


def seat_notes(view: View, number: int) -> tuple[str, ...]:
    """The status of a seat, in wordings from longest to shortest."""
    seat = view.seats[number]
    faction = faction_name(seat, number)
    if view.winners is not None:
        word = "resigned" if seat.forfeited else "winner" if number in view.winners else _rank(view, number)
        return f"{faction} · {word}", word
    if number in view.actors:
        word = "to take" if view.phase == "take" else "to place"
    elif seat.forfeited:
        word = "resigned"
    else:
        left = len(seat.unplayed)
        return f"{faction} · {pluralize(left, 'tile')} left", f"{pluralize(left, 'tile')} left", f"{left} left"
    return f"{faction} · {word}", word


def points_breakdown(view: View, number: int) -> tuple[tuple[str, int], ...]:
    """A seat's points by source; sources of optional rules only if they scored."""
    score = view.seats[number].score
    breakdown = tuple((part, getattr(score, part)) for part in PARTS)
    return tuple(part for index, part in enumerate(breakdown) if index < ALWAYS_COUNTED or part[1])


def describe_board(view: View, labels: Sequence[str], before: str = "") -> str:
    """The alt text of the board, complete enough to play by; names are truncated to fit `ALT_LIMIT` characters.

    A sentence `before` describes what else the picture shows; if both do not fit, it is the whole alt text.
    """
    names = display_names(view, labels)
    described = text.shorten_names_to_fit(
        names, (32, 16, 8, 2), ALT_LIMIT, lambda short_names: f"{before} {_describe(view, short_names)}".lstrip()
    )
    return described if len(described) <= ALT_LIMIT else text.truncate(before or described, ALT_LIMIT)


def _describe(view: View, names: Sequence[str]) -> str:
    title, state, last = headline(view, names)
    seats = "; ".join(_seat(view, number, names[number]) for number in range(len(view.seats)))
    sentences = [f"{title}, {state[0].lower()}{state[1:]}. {seats}."]
    if view.monsters:
        sentences.append("Monsters, powers from E clockwise.")
        for number, seat in enumerate(view.seats):
            own = [monster for monster in view.monsters if monster.seat == number]
            if own:
                monsters = ", ".join(f"{monster.label} {monster.tile} {powers_text(monster)}" for monster in own)
                sentences.append(f"{faction_name(seat, number)}: {monsters}.")
    sentences += _stones(view)
    free = [cell for cell in layout(view.board).cells if cell.label not in {monster.label for monster in view.monsters}]
    for word, start in (("Free", False), ("Free start hexes", True)):
        free_labels = " ".join(cell.label for cell in free if cell.start == start)
        if free_labels:
            sentences.append(f"{word}: {free_labels}.")
    if view.winners is None and last:
        sentences.append(f"{last[0].upper()}{last[1:]}.")
    return " ".join(sentences)


def _seat(view: View, number: int, name: str) -> str:
    seat = view.seats[number]
    faction = f" ({seat.faction})" if seat.faction else ""
    note = seat_notes(view, number)[-1]
    score = f"{name}{faction} {seat.score.points}"
    if view.winners is not None:
        made = ", ".join(f"{part} {value}" for part, value in points_breakdown(view, number))
        return f"{score} ({made})"
    left = f", {len(seat.unplayed)} left" if number in view.actors or seat.forfeited else ""
    return f"{score}, {note}{left}"


def powers_text(monster: Monster) -> str:
    """A Monster's powers clockwise from E, as one word."""
    single = all(0 <= power <= 9 for power in monster.powers)
    return ("" if single else ",").join(map(str, monster.powers))


def _stones(view: View) -> list[str]:
    sentences: list[str] = []
    captures = dict(zip(layout(view.board).stones, view.captures, strict=True))
    large = [stone for stone, found in captures.items() if stone.large and found is None]
    small = [stone.label for stone, found in captures.items() if not stone.large and found is None]
    captured = [(stone, found) for stone, found in captures.items() if found is not None]
    if large:
        sentences.append(f"Large Stones: {', '.join(f'{stone.label} {worth_text(stone)}' for stone in large)}.")
    if small:
        sentences.append(f"Small Stones worth 1: {' '.join(small)}.")
    if captured:
        told = [
            f"{stone.label}{' (Demon King)' * stone.demon_king} {gains_text(view, found)}" for stone, found in captured
        ]
        sentences.append(f"Captured: {', '.join(told)}.")
    return sentences


def worth_text(stone: Stone) -> str:
    """The value of a stone, by faction colour for Large Stones."""
    values = " ".join(f"{value.faction} {value.points}" for value in stone.values) if stone.large else "1"
    return f"(Demon King) {values}" if stone.demon_king else values


def gains_text(view: View, capture: Capture) -> str:
    """The points that seats took from a captured stone."""
    gains = [f"{faction_name(view.seats[got.seat], got.seat)} +{got.value + got.bonus}" for got in capture.taken]
    return " ".join(gains) or "none"


def plain_text(view: View, labels: Sequence[str]) -> str:
    """The public board for a monospaced font: scores, a map of the hexes, Monsters, stones."""
    names = display_names(view, labels)
    title, state, last = headline(view, names)
    lines = [f"{title} · {state}", last] if last else [f"{title} · {state}"]
    for number, seat in enumerate(view.seats):
        left = f" · left: {' '.join(seat.unplayed)}" if seat.unplayed else ""
        lines.append(f"{seat_letter(seat, number)} {_seat(view, number, names[number])}{left}")
    lines += ["", *_map(view), "", "* start hex · <n> stone · (n) captured · Monsters as faction and tile"]
    if view.monsters:
        lines += ["", f"Powers {' '.join(EDGES)}"]
        for number, seat in enumerate(view.seats):
            own = [monster for monster in view.monsters if monster.seat == number]
            lines += [
                f"{seat_letter(seat, number)} {monster.tile} at {monster.label}: {powers_text(monster)}"
                for monster in own
            ]
    lines += ["", *_stones(view)]
    return "\n".join(line.rstrip() for line in lines)


def _map(view: View) -> list[str]:
    """The map: two lines for each row of hexes, labels and pieces; a hex is six characters wide."""
    monsters = {monster.label: monster for monster in view.monsters}
    hexes: dict[tuple[int, int], tuple[str, str]] = {}
    board = layout(view.board)
    for cell in board.cells:
        monster = monsters.get(cell.label)
        piece = (
            f"{seat_letter(view.seats[monster.seat], monster.seat)}{monster.tile}"
            if monster
            else " *" * cell.start or " ·"
        )
        hexes[cell.r, 2 * cell.q + cell.r] = (cell.label, piece)
    for stone, capture in zip(board.stones, view.captures, strict=True):
        inner = "/".join(str(value.points) for value in stone.values) or "1"
        if capture is not None:
            piece = f"({'/'.join(str(got.value + got.bonus) for got in capture.taken) or '0'})"
        else:
            piece = f"<{inner}>"
        hexes[stone.r, 2 * stone.q + stone.r] = (stone.label, piece)
    first = min(across for _, across in hexes)
    lines: list[str] = []
    for row in sorted({row for row, _ in hexes}):
        above = below = ""
        for (_, across), (label, piece) in sorted(item for item in hexes.items() if item[0][0] == row):
            above = above.ljust((across - first) * 3) + label
            below = below.ljust((across - first) * 3) + piece
        lines += [above, below]
    return lines
