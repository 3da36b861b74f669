"""A view of Monster Hex in words: names, the lines of state, alt text, and the board in plain text."""

from collections.abc import Sequence

from engine.monster_hex.view import Monster, SeatView, Stone, View
from render import text
from render.monster_hex import news
from render.picture import ALT_LIMIT, MARGIN, WIDTH

TITLE = "Monster Hex"
EDGES = ("E", "SE", "SW", "W", "NW", "NE")
PARTS = ("large", "small", "colour", "reward", "objectives")
LONGEST_TITLE = text.Style(32, 750)
LINE = text.Style(32, 500)
LONGEST_NAME = 260
"""The widest that a name may be in the line of state, in pixels."""
PLACES = ("first", "second", "third", "fourth")
ALWAYS_COUNTED = 3
REASONS = {"forfeit": "by forfeit", "demon_king": "tied, first at the Demon King Stone"}


def faction_name(seat: SeatView, number: int) -> str:
    """A seat's faction as a word; before it is known, the seat's number from 1."""
    return seat.faction.capitalize() if seat.faction else f"Seat {number + 1}"


def letter(seat: SeatView, number: int) -> str:
    """A seat's letter: its faction's first, or its number."""
    return faction_name(seat, number)[0] if seat.faction else str(number + 1)


def names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """The seats' names as pictures show them: the faction's where the font lacks a character of the label."""
    shown: list[str] = []
    for number, seat in enumerate(view.seats):
        name = text.plain(labels[number]) if number < len(labels) else ""
        shown.append(name if name and text.drawable(name) else faction_name(seat, number))
    return tuple(shown)


def joined(words: Sequence[str]) -> str:
    """Words with commas and a last "and"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def fits(places: int) -> str:
    """On how many hexes a tile fits."""
    return f"fits {places} {'hex' if places == 1 else 'hexes'}" if places else "fits nowhere"


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it is not one."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def headline(view: View, shown: Sequence[str]) -> tuple[str, str, str]:
    """The title, the state, and what happened last."""
    state = f"Round {view.round} of {view.rounds}"
    if view.winners is not None:
        if not view.winners:
            return "Nobody wins", "by forfeit", TITLE
        points = counted(view.seats[view.winners[0]].score.points, "point")
        reason = REASONS.get(view.reason or "", f"with {points}")
        return _victory(view, shown), reason, TITLE
    if view.take is not None:
        return TITLE, state, f"{_short(view, shown, view.take.seat)} chooses a value at {view.take.stone}"
    return TITLE, state, newest(view, shown)


def _victory(view: View, shown: Sequence[str]) -> str:
    """Who won; by faction where the names are too long for one line."""
    winners = view.winners or ()
    verb = "wins" if len(winners) == 1 else "share the victory"
    told = f"{joined([shown[seat] for seat in winners])} {verb}"
    if text.width(told, LONGEST_TITLE) <= WIDTH - 2 * MARGIN:
        return told
    return f"{joined([faction_name(view.seats[seat], seat) for seat in winners])} {verb}"


def newest(view: View, shown: Sequence[str]) -> str:
    """The newest placement and what it captured, empty before the first."""
    if not view.last:
        return ""
    monster = next(monster for monster in view.monsters if monster.label == view.last[-1])
    taken = [stone.label for stone in news.captured(view)]
    captured = f", captured {joined(taken)}" if taken else ""
    return f"last: {_short(view, shown, monster.seat)}, {monster.tile} at {monster.label}{captured}"


def _short(view: View, shown: Sequence[str], seat: int) -> str:
    """A seat's name where there is little room: its faction's if it is too wide."""
    name = shown[seat]
    return name if text.width(name, LINE) <= LONGEST_NAME else faction_name(view.seats[seat], seat)


def _place(view: View, number: int) -> str:
    """Which place a seat without victory has at the end, those tied for it sharing the better one."""
    points = view.seats[number].score.points
    better = sum(
        other != number and (seat.score.points > points or other in (view.winners or ()))
        for other, seat in enumerate(view.seats)
    )
    return PLACES[better]


def notes(view: View, number: int) -> tuple[str, ...]:
    """What a seat is up to, from the fullest to the shortest wording."""
    seat = view.seats[number]
    faction = faction_name(seat, number)
    if view.winners is not None:
        word = "resigned" if seat.forfeited else "winner" if number in view.winners else _place(view, number)
        return f"{faction} · {word}", word
    if number in view.actors:
        word = "to take" if view.phase == "take" else "to place"
    elif seat.forfeited:
        word = "resigned"
    else:
        left = len(seat.unplayed)
        return f"{faction} · {counted(left, 'tile')} left", f"{counted(left, 'tile')} left", f"{left} left"
    return f"{faction} · {word}", word


def parts(view: View, number: int) -> tuple[tuple[str, int], ...]:
    """What a seat's points are made of; of variants that did not count, nothing."""
    score = view.seats[number].score
    every = tuple((part, getattr(score, part)) for part in PARTS)
    return tuple(part for index, part in enumerate(every) if index < ALWAYS_COUNTED or part[1])


def alt(view: View, labels: Sequence[str], before: str = "") -> str:
    """The board in at most `ALT_LIMIT` characters, complete enough to play by; long names are cut first.

    A sentence `before` says what the picture shows besides; where both do not fit it stands alone.
    """
    shown = names(view, labels)
    told = text.as_told(shown, (32, 16, 8, 2), ALT_LIMIT, lambda cut: f"{before} {_described(view, cut)}".lstrip())
    return told if len(told) <= ALT_LIMIT else text.cut(before or told, ALT_LIMIT)


def _described(view: View, shown: Sequence[str]) -> str:
    title, state, last = headline(view, shown)
    seats = "; ".join(_seat(view, number, shown[number]) for number in range(len(view.seats)))
    sentences = [f"{title}, {state[0].lower()}{state[1:]}. {seats}."]
    if view.monsters:
        sentences.append("Monsters, powers from E clockwise.")
        for number, seat in enumerate(view.seats):
            own = [monster for monster in view.monsters if monster.seat == number]
            if own:
                monsters = ", ".join(f"{monster.label} {monster.tile} {powers(monster)}" for monster in own)
                sentences.append(f"{faction_name(seat, number)}: {monsters}.")
    sentences += _stones(view)
    free = [cell for cell in view.cells if cell.label not in {monster.label for monster in view.monsters}]
    for word, start in (("Free", False), ("Free start hexes", True)):
        found = " ".join(cell.label for cell in free if cell.start == start)
        if found:
            sentences.append(f"{word}: {found}.")
    if view.winners is None and last:
        sentences.append(f"{last[0].upper()}{last[1:]}.")
    return " ".join(sentences)


def _seat(view: View, number: int, name: str) -> str:
    seat = view.seats[number]
    faction = f" ({seat.faction})" if seat.faction else ""
    note = notes(view, number)[-1]
    score = f"{name}{faction} {seat.score.points}"
    if view.winners is not None:
        made = ", ".join(f"{part} {value}" for part, value in parts(view, number))
        return f"{score} ({made})"
    left = f", {len(seat.unplayed)} left" if number in view.actors or seat.forfeited else ""
    return f"{score}, {note}{left}"


def powers(monster: Monster) -> str:
    """The powers from E clockwise, in one word."""
    single = all(0 <= power <= 9 for power in monster.powers)
    return ("" if single else ",").join(map(str, monster.powers))


def _stones(view: View) -> list[str]:
    sentences: list[str] = []
    large = [stone for stone in view.stones if stone.large and stone.capture is None]
    small = [stone.label for stone in view.stones if not stone.large and stone.capture is None]
    captured = [stone for stone in view.stones if stone.capture is not None]
    if large:
        sentences.append(f"Large Stones: {', '.join(f'{stone.label} {worth(stone)}' for stone in large)}.")
    if small:
        sentences.append(f"Small Stones worth 1: {' '.join(small)}.")
    if captured:
        told = ", ".join(
            f"{stone.label}{' (Demon King)' * stone.demon_king} {gains(view, stone)}" for stone in captured
        )
        sentences.append(f"Captured: {told}.")
    return sentences


def worth(stone: Stone) -> str:
    """What a stone is worth."""
    values = " ".join(f"{value.faction} {value.points}" for value in stone.values) if stone.large else "1"
    return f"(Demon King) {values}" if stone.demon_king else values


def gains(view: View, stone: Stone) -> str:
    """Who got how many points from a captured stone."""
    taken = stone.capture.taken if stone.capture else ()
    return (
        " ".join(f"{faction_name(view.seats[got.seat], got.seat)} +{got.value + got.bonus}" for got in taken) or "none"
    )


def plain_text(view: View, labels: Sequence[str]) -> str:
    """The public board for a font of fixed width: scores, a map of the hexes, Monsters, stones."""
    shown = names(view, labels)
    title, state, last = headline(view, shown)
    lines = [f"{title} · {state}", last] if last else [f"{title} · {state}"]
    for number, seat in enumerate(view.seats):
        left = f" · left: {' '.join(seat.unplayed)}" if seat.unplayed else ""
        lines.append(f"{letter(seat, number)} {_seat(view, number, shown[number])}{left}")
    lines += ["", *_map(view), "", "* start hex · <n> stone · (n) captured · Monsters as faction and tile"]
    if view.monsters:
        lines += ["", f"Powers {' '.join(EDGES)}"]
        for number, seat in enumerate(view.seats):
            own = [monster for monster in view.monsters if monster.seat == number]
            lines += [f"{letter(seat, number)} {monster.tile} at {monster.label}: {powers(monster)}" for monster in own]
    lines += ["", *_stones(view)]
    return "\n".join(line.rstrip() for line in lines)


def _map(view: View) -> list[str]:
    """Each row of hexes in two lines: the labels, and what lies there; a hex takes six characters."""
    monsters = {monster.label: monster for monster in view.monsters}
    hexes: dict[tuple[int, int], tuple[str, str]] = {}
    for cell in view.cells:
        monster = monsters.get(cell.label)
        piece = (
            f"{letter(view.seats[monster.seat], monster.seat)}{monster.tile}" if monster else " *" * cell.start or " ·"
        )
        hexes[cell.r, 2 * cell.q + cell.r] = (cell.label, piece)
    for stone in view.stones:
        inner = "/".join(str(value.points) for value in stone.values) or "1"
        if stone.capture is not None:
            piece = f"({'/'.join(str(got.value + got.bonus) for got in stone.capture.taken) or '0'})"
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
