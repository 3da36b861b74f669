"""Alt text and plain text of Monster Hex, and the names and status lines that its pictures use."""

from collections.abc import Mapping, Sequence

from engine.hexgrid import DIRECTIONS, Hex, opposite
from engine.monster_hex.content import TILE_INDEX, TILES, layout
from engine.monster_hex.printed import Cell, Stone
from engine.monster_hex.view import Capture, Monster, Score, SeatView, View
from render import header, text
from render.monster_hex import changes, stones, variant_texts
from render.monster_hex.contests import COLOURLESS, Contest, contests, owners, seat_order, stone_at
from render.picture import ALT_LIMIT
from render.text import pluralize

TITLE = "Monster Hex"
EDGES = ("E", "SE", "SW", "W", "NW", "NE")
PARTS = ("large", "small", "colour", "reward", "objectives")
LINE = text.Style(28, 500)
LONGEST_NAME = 230
"""The maximum width of a name beside the headline, in pixels."""
RANKS = ("first", "second", "third", "fourth")
ALWAYS_COUNTED = 3
REASONS = {"forfeit": "by forfeit", "demon_king": "level on points, first at the Demon King"}
MAP_LETTERS = 3
"""How many letters of a tile's name stand on the map of the plain text."""


def faction_name(seat: SeatView, number: int) -> str:
    """A seat's faction, capitalized; before factions are known, the seat's number from 1."""
    return seat.faction.capitalize() if seat.faction else f"Seat {number + 1}"


def seat_letter(seat: SeatView, number: int) -> str:
    """The first letter of a seat's faction, or the seat's number."""
    return faction_name(seat, number)[0] if seat.faction else str(number + 1)


def owner_faction(view: View, owner: int) -> str:
    """The faction of a seat or of the shared faction, capitalized."""
    if owner < len(view.seats):
        return faction_name(view.seats[owner], owner)
    return (view.faction_of(owner) or variant_texts.SHARED_NAME).capitalize()


def owner_letter(view: View, owner: int) -> str:
    """The first letter of an owner's faction, or the seat's number."""
    return seat_letter(view.seats[owner], owner) if owner < len(view.seats) else owner_faction(view, owner)[0]


def score_of(view: View, owner: int) -> Score:
    """An owner's points."""
    return view.shared.score if view.shared and owner == len(view.seats) else view.seats[owner].score


def display_names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """The seats' names, and the shared faction's; the faction's where the font has no glyph for a character."""
    names: list[str] = []
    for number, seat in enumerate(view.seats):
        name = text.normalize_name(labels[number]) if number < len(labels) else ""
        names.append(name if name and text.has_glyphs(name) else faction_name(seat, number))
    return (*names, variant_texts.SHARED_NAME) if view.shared is not None else tuple(names)


def join_words(words: Sequence[str]) -> str:
    """Joins words with commas and a final "and"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def fits_text(places: int) -> str:
    """The number of hexes on which a tile fits, in words."""
    return f"fits {places} {'hex' if places == 1 else 'hexes'}" if places else "fits nowhere"


def round_text(view: View) -> str:
    """The round that goes on, in words."""
    return f"Round {view.round} of {layout(view.board).rounds}"


def tile_name(tile: str) -> str:
    """The name of a tile's monster."""
    return TILES[TILE_INDEX[tile]].name


def stone_name(stone: Stone) -> str:
    """A stone's name, a Small Stone's with its place."""
    return stones.short_name(stone.name) if stone.large else f"Small Stone {stone.label}"


def stone_names(view: View, labels: Sequence[str]) -> list[str]:
    """The names of the stones with these labels."""
    return [stone_name(stone_at(view, label)) for label in labels]


def headline(view: View, names: Sequence[str]) -> tuple[str, str, str]:
    """Who must do what, the state, and the latest event."""
    title, latest = _title(view, names), newest_move(view, names)
    if view.winners is not None:
        return title, _outcome(view), TITLE
    if view.take is not None:
        values = " or ".join(str(value.points) for value in view.take.values)
        latest = f"{stone_name(stone_at(view, view.take.stone))}: {values}"
    return title, round_text(view), latest


def picture_headline(view: View, names: Sequence[str]) -> tuple[str, str, str]:
    """The same for a picture: only names are cut."""
    seats = view.actors if view.winners is None else view.winners

    def describe(cut: Sequence[str]) -> str:
        return _title(view, [cut[seats.index(seat)] if seat in seats else "" for seat in range(len(names))])

    _, state, latest = headline(view, names)
    room = header.title_room(state, latest)
    return header.title_with_names([names[seat] for seat in seats], describe, room), state, latest


def _title(view: View, names: Sequence[str]) -> str:
    if view.winners is not None:
        if view.reason == "solo":
            return f"{names[0]} scores {view.seats[0].score.points}"
        verb = "wins" if len(view.winners) == 1 else "share the victory"
        return f"{join_words([names[seat] for seat in view.winners])} {verb}" if view.winners else "Nobody wins"
    acting = join_words([names[seat] for seat in view.actors])
    return f"{acting} {_duty(view)}" if acting else text.ENDED_EARLY


def _duty(view: View) -> str:
    """What the acting seats must or may do."""
    if view.take is not None:
        return "to pick a value"
    if view.phase == "choose":
        return "to choose an ability"
    if view.ability is not None:
        return f"may use {variant_texts.ability_name(view.ability.ability)}"
    if view.phase == "shared":
        return "to place the shared tile"
    return "to place again" if view.is_extra else "to place"


def _outcome(view: View) -> str:
    """How the game ended, in words."""
    if view.reason in REASONS:
        return REASONS[view.reason]
    if view.reason == "solo" and view.shared is not None:
        return f"the shared faction {view.shared.score.points}"
    points = pluralize(view.seats[view.winners[0]].score.points, "point") if view.winners else ""
    lead = lead_at_end(view)
    return f"{points}, ahead by {lead}" if lead > 0 else points


def lead_at_end(view: View) -> int:
    """By how many points the winners are ahead of the next seat, 0 if nobody is behind."""
    winners = view.winners or ()
    others = [seat.score.points for number, seat in enumerate(view.seats) if number not in winners]
    return max((view.seats[winner].score.points for winner in winners), default=0) - max(others) if others else 0


def leaders(view: View) -> tuple[int, ...]:
    """The winners, or before the end the seats with the most points, none while all are level."""
    if view.winners is not None:
        return view.winners
    points = [seat.score.points for seat in view.seats]
    return tuple(seat for seat, each in enumerate(points) if each == max(points) > min(points))


def newest_move(view: View, names: Sequence[str]) -> str:
    """The newest placement and its captures, empty before the first."""
    if not view.last:
        return ""
    monster = next(monster for monster in view.monsters if monster.label == view.last[-1])
    taken = [stone_name(stone) for stone in changes.newest_captures(view)]
    captured = f", {join_words(taken)} {'falls' if len(taken) == 1 else 'fall'}" if taken else ""
    return f"{_short(view, names, monster.seat)}: {tile_name(monster.tile)} on {monster.label}{captured}"


def _short(view: View, names: Sequence[str], seat: int) -> str:
    """A seat's name, or its faction's if the name is too wide."""
    name = names[seat]
    return name if text.width(name, LINE) <= LONGEST_NAME else owner_faction(view, seat)


def _rank(view: View, number: int) -> str:
    """The final rank of a seat that has not won; tied seats share the better rank."""
    points = view.seats[number].score.points
    better = sum(
        other != number and (seat.score.points > points or other in (view.winners or ()))
        for other, seat in enumerate(view.seats)
    )
    return RANKS[better]


def seat_notes(view: View, number: int) -> tuple[str, ...]:
    """What an owner's card says beside its points, in wordings from longest to shortest."""
    if number == len(view.seats):
        return variant_texts.shared_notes(view)
    seat, left = view.seats[number], len(view.seats[number].unplayed)
    if seat.forfeited:
        return ("has left",)
    if view.winners is not None:
        if view.reason == "solo":
            return ("points",)
        return ("winner",) if number in view.winners else (_rank(view, number),)
    if view.phase == "choose":
        return ("has chosen", "ready") if seat.has_chosen else ("chooses",)
    return (
        (f"{pluralize(left, 'tile')} left", f"{left} left", "left") if shown_pips(view, number) is None else ("left",)
    )


def shown_pips(view: View, number: int) -> int | None:
    """How many tiles a seat has left, if they are few enough to be shown one by one."""
    if number == len(view.seats) or view.phase == "choose":
        return None
    left = len(view.seats[number].unplayed)
    return left if view.winners is None and not view.seats[number].forfeited and 0 < left <= header.MAX_PIPS else None


def _status(view: View, number: int) -> str:
    """The same in the texts, with what the seat must do."""
    left = f"{len(view.seats[number].unplayed)} left"
    if number in view.actors:
        return f"{'to take' if view.phase == 'take' else _duty(view)}, {left}"
    return f"has left, {left}" if view.seats[number].forfeited else left


def points_breakdown(view: View, number: int) -> tuple[tuple[str, int], ...]:
    """A seat's points by source; sources of optional rules only if they scored."""
    score = view.seats[number].score
    breakdown = tuple((part, getattr(score, part)) for part in PARTS)
    return tuple(part for index, part in enumerate(breakdown) if index < ALWAYS_COUNTED or part[1])


def describe_board(view: View, labels: Sequence[str], before: str = "") -> str:
    """The alt text of the board, complete enough to play by; names are truncated to fit `ALT_LIMIT` characters.

    A sentence `before` describes what else the picture shows; if both do not fit, it is the whole alt text. The powers
    at the stones, which can be worked out, are left out where there is no room; then the Monsters' names are cut too,
    and at the end their powers. What is left out is in the board as text, and the alt text says so.
    """
    names, described = display_names(view, labels), ""
    for lengths, contested, brief in (
        ((32, 16, 8), True, False),
        ((16, 8, 2), False, False),
        ((16, 8, 2), False, True),
    ):
        described = text.shorten_names_to_fit(
            names,
            lengths,
            ALT_LIMIT,
            lambda short, contested=contested, brief=brief: (
                f"{before} {_describe(view, short, contested, brief)}{'' if contested else f' {text.REST}'}".lstrip()
            ),
        )
        if len(described) <= ALT_LIMIT:
            return described
    return text.truncate_to_text_board(before or described, ALT_LIMIT)


def _describe(view: View, names: Sequence[str], contested: bool, brief: bool) -> str:
    title, state, last = headline(view, names)
    seats = "; ".join(_seat(view, number, names[number], brief) for number in seat_order(view))
    sentences = [f"{title}, {state[0].lower()}{state[1:]}."]
    if view.winners is None and last:
        sentences.append(f"{'To pick' if view.take is not None else 'Last'}: {last}.")
    sentences.append(f"{seats}.")
    sentences += filter(None, (variant_texts.shared_text(view, names), variant_texts.objectives_text(view, brief)))
    if view.monsters:
        told = view.winners is None or not brief
        explained = f", powers from E clockwise{variant_texts.changes_explained(view)}" if told else ""
        sentences.append(f"Monsters{explained}.")
        for number in owners(view):
            own = [monster for monster in view.monsters if monster.seat == number]
            if own:
                monsters = ", ".join(
                    f"{each.label} {tile_name(each.tile)[: MAP_LETTERS if brief else None]}"
                    f"{f' {powers_text(each)}' if told else ''}"
                    for each in own
                )
                sentences.append(f"{owner_faction(view, number)}: {monsters}.")
    sentences += _stones(view, contested)
    taken = {monster.label for monster in view.monsters} | {stone.label for stone in view.temporary}
    free = [cell for cell in layout(view.board).cells if cell.label not in taken]
    for word, start in (("Free", False), ("Free start hexes", True)):
        free_labels = " ".join(cell.label for cell in free if cell.start == start)
        if free_labels:
            sentences.append(f"{word}: {free_labels}.")
    return " ".join(sentences)


def _seat(view: View, number: int, name: str, brief: bool = False) -> str:
    seat = view.seats[number]
    faction = f" ({seat.faction})" if seat.faction else ""
    score = f"{name}{faction} {seat.score.points}{variant_texts.seat_text(view, number)}"
    if view.winners is not None:
        made = ", ".join(f"{part} {value}" for part, value in points_breakdown(view, number) if value)
        return f"{score} ({made})" if made else score
    return f"{score}, {len(seat.unplayed)} left" if brief else f"{score}, {_status(view, number)}"


def powers_text(monster: Monster) -> str:
    """A Monster's powers clockwise from E, as one word, and what abilities have added to each."""
    single = all(0 <= power <= 9 for power in monster.powers)
    return ("" if single else ",").join(map(str, monster.powers)) + variant_texts.change_text(monster)


def _stones(view: View, contested: bool = True) -> list[str]:
    sentences: list[str] = []
    found = contests(view)
    large = [f"{_stone_text(stone)}{_contest_text(view, stone, found, contested)}" for stone in found if stone.large]
    small = [f"{stone.label}{_left_text(found[stone]) if contested else ''}" for stone in found if not stone.large]
    captures = zip(layout(view.board).stones, view.captures, strict=True)
    taken = [f"{_taken_name(stone)} {gains_text(view, capture)}" for stone, capture in captures if capture is not None]
    if large:
        sentences.append(f"Large Stones: {', '.join(large)}.")
    if small:
        sentences.append(f"Small Stones worth 1: {', '.join(small) if contested else ' '.join(small)}.")
    if taken:
        sentences.append(f"Taken: {', '.join(taken)}.")
    return sentences


def _taken_name(stone: Stone) -> str:
    return f"{stones.short_name(stone.name)} {stone.label}" if stone.large else stone.label


def _stone_text(stone: Stone) -> str:
    return f"{_taken_name(stone)} {worth_text(stone)}"


def _contest_text(view: View, stone: Stone, found: Mapping[Stone, Contest], contested: bool) -> str:
    """The powers at a stone and the hexes left around it."""
    if not contested:
        return ""
    powers = [f"{owner_faction(view, seat)} {power}" for seat, power in found[stone].powers]
    return f" ({', '.join(powers) or 'nobody'};{_left_text(found[stone])})"


def _left_text(contest: Contest) -> str:
    return f" {stones.left_text(contest.left)}"


def worth_text(stone: Stone) -> str:
    """The value of a stone, by faction colour for Large Stones."""
    if not stone.large:
        return "1"
    values = [(value.faction if value.faction != COLOURLESS else "worth", value.points) for value in stone.values]
    return " ".join(f"{faction} {points}" for faction, points in values)


def gains_text(view: View, capture: Capture) -> str:
    """The points that seats took from a captured stone."""
    gains = [f"{owner_faction(view, got.seat)} +{got.value + got.bonus}" for got in capture.taken]
    return " ".join(gains) or "none"


def plain_text(view: View, labels: Sequence[str]) -> str:
    """The public board for a monospaced font: scores, a map of the hexes, tiles, stones."""
    names = display_names(view, labels)
    title, state, last = headline(view, names)
    lines = [f"{title} · {state}", last] if last else [f"{title} · {state}"]
    for number in seat_order(view):
        seat = view.seats[number]
        left = f" · left: {' '.join(map(tile_name, seat.unplayed))}" if seat.unplayed else ""
        lines.append(f"{seat_letter(seat, number)} {_seat(view, number, names[number])}{left}")
    lines += filter(None, (variant_texts.shared_text(view, names), variant_texts.objectives_text(view)))
    lines += ["", *_map(view), "", "* start hex · <n> stone · (n) taken · monsters as faction and name"]
    if view.monsters:
        lines += ["", f"Powers {' '.join(EDGES)}{variant_texts.changes_explained(view)}"]
        for number in owners(view):
            letter = owner_letter(view, number)
            own = [monster for monster in view.monsters if monster.seat == number]
            lines += [f"{letter} {tile_name(each.tile)} on {each.label}: {powers_text(each)}" for each in own]
    lines += ["", *_stones(view)]
    if view.winners is None:
        lines += ["", f"Beside each stone in play and each free hex, {' '.join(EDGES)} (off: no hex):", *_beside(view)]
    return "\n".join(line.rstrip() for line in lines)


def _beside(view: View) -> list[str]:
    """What lies around each stone in play and each free hex, with the powers that face it: the map for the ear."""
    board = layout(view.board)
    names = {Hex(place.q, place.r): place.label for place in board.places}
    on = {monster.label: monster for monster in view.monsters}
    in_play = {stone.label for stone in contests(view)}
    taken = {stone.label for stone in board.stones} - in_play

    def word(label: str | None, side: int) -> str:
        if label is None:
            return "off"
        if label in on:
            return f"{label} {owner_letter(view, on[label].seat)}{on[label].powers[opposite(side)]}"
        return f"{label} {'stone' if label in in_play else 'taken' if label in taken else ''}".rstrip()

    lines: list[str] = []
    for place in board.places:
        if place.label not in on and place.label not in taken:
            around = [names.get(Hex(place.q, place.r).moved(direction)) for direction in DIRECTIONS]
            kind = "stone" if place.label in in_play else "start" if isinstance(place, Cell) and place.start else "hex"
            lines.append(f"{kind} {place.label}: {', '.join(word(other, side) for side, other in enumerate(around))}")
    return sorted(lines, key=lambda line: not line.startswith("stone"))


def _map(view: View) -> list[str]:
    """The map: two lines for each row of hexes, labels and pieces; a hex is six characters wide."""
    monsters = {monster.label: monster for monster in view.monsters}
    hexes: dict[tuple[int, int], tuple[str, str]] = {}
    board = layout(view.board)
    petrified = {stone.label: f"<{stone.value}>" for stone in view.temporary}
    for cell in board.cells:
        monster = monsters.get(cell.label)
        piece = petrified.get(cell.label) or (
            f"{owner_letter(view, monster.seat)}{tile_name(monster.tile)[:MAP_LETTERS]}"
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
