"""A view of Hive Mind in words: names, the lines of state, alt text, and the board in plain text."""

from collections.abc import Sequence

from engine.hive_mind.editions import EDITIONS, ROUNDS
from engine.hive_mind.view import Announcement, Hive, Shape, View
from render import text
from render.hive_mind import results
from render.hive_mind.kinds import KINDS, NAMES
from render.picture import ALT_LIMIT

TITLE = "Hive Mind"
ROWS = "ABC DEFG HIJ KL"
INDENTS = (2, 0, 2, 4)
"""How far the rows are moved to the right in the plain text, in characters; half a hex is two of them."""


def names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """The seats' names as pictures show them: the seat's number where the font lacks a character of the label."""
    shown: list[str] = []
    for number in range(len(view.seats)):
        name = text.plain(labels[number]) if number < len(labels) else ""
        shown.append(name if name and text.drawable(name) else f"Seat {number + 1}")
    return tuple(shown)


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words with commas and a last "and"."""
    return f" {last} ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it is not one."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def hive_name(name: str) -> str:
    """A hive's name as a title."""
    return f"Hive {name}" if name.isdigit() else name.capitalize()


def shape_name(shape: Shape) -> str:
    """A shape's kind and hexes."""
    return f"{NAMES[shape.kind]} {shape.letters}"


def edition(view: View) -> str:
    """The edition's title."""
    return EDITIONS[view.edition].title


def state(view: View) -> str:
    """How far the match is."""
    match view.phase:
        case "hives":
            return "the hives are laid"
        case "round":
            return f"round {view.round} of {view.rounds}"
        case "totals":
            return "guess of totals"
        case "choice":
            return "a choice is open"
        case "draw":
            return "the candidate is drawn"
        case _:
            return "the end"


def note(view: View, seat: int) -> str:
    """What a seat is up to, in a few words."""
    if view.seats[seat].forfeited:
        return "has left"
    if view.phase in ("round", "totals"):
        return "to submit" if seat in view.actors else "ready"
    if view.phase == "choice":
        return "to choose" if seat in view.actors else ""
    return ""


def users(view: View, seat: int) -> tuple[str, ...]:
    """Where a seat doubles and blocks, as far as it was told (HM-16)."""
    return tuple(
        f"{word} {joined(hives)}"
        for word, told in (("Double", "doublers"), ("Block", "blockers"))
        if (hives := [hive_name(hive.name) for hive in view.hives if seat in (getattr(hive, told) or ())])
    )


def submitted(view: View) -> str:
    """How many have submitted."""
    if view.phase not in ("round", "totals"):
        return ""
    playing = [seat for seat in range(len(view.seats)) if not view.seats[seat].forfeited]
    return f"{len(playing) - len(view.actors)} of {len(playing)} ready"


def counts(told: Announcement) -> str:
    """The shapes on each hex, A to L, as digits."""
    return "".join(map(str, told.counts))


def history(rounds: Sequence[Announcement], cell: int) -> str:
    """The shapes on one hex, round by round, wide apart: digits side by side read as one number."""
    return "  ".join(str(told.counts[cell]) for told in rounds)


def kinds(told: Announcement) -> str:
    """How many shapes of each kind were played."""
    return ", ".join(f"{NAMES[kind]} {getattr(told.shapes, kind)}" for kind in KINDS)


def spaced(letters: str) -> str:
    """Hexes one by one."""
    return " ".join(letters) or "none"


def alt(view: View, labels: Sequence[str], before: str = "") -> str:
    """The board in at most `ALT_LIMIT` characters, complete enough to play by; long names are cut first.

    A sentence `before` says what the picture shows besides; where both do not fit it stands alone.
    """
    shown = names(view, labels)
    told = text.as_told(shown, (32, 16, 8, 4), ALT_LIMIT, lambda cut: f"{before} {_described(view, cut)}".lstrip())
    if len(told) <= ALT_LIMIT:
        return told
    numbered = _described(view, [f"S{seat + 1}" for seat in range(len(shown))])
    return text.cut(before or numbered, ALT_LIMIT)


def _described(view: View, shown: Sequence[str]) -> str:
    if view.scores is not None:
        return " ".join((f"{TITLE}, {edition(view)}.", *results.sentences(view, shown), *_values(view)))
    sentences = [f"{TITLE}, {edition(view)}, {state(view)}.", _waiting(view, shown)]
    sentences.append(f"Hexes in rows {ROWS}; counts stand for A to L.")
    sentences += [f"{hive_name(hive.name)}: {_hive(hive)}." for hive in view.hives]
    for word, told in (("Double", "doublers"), ("Block", "blockers")):
        for hive in view.hives:
            seats: tuple[int, ...] | None = getattr(hive, told)
            if seats is not None:
                who = joined([shown[seat] for seat in seats]) or "nobody"
                sentences.append(f"{word} on {hive_name(hive.name)}: {who}.")
    return " ".join(filter(None, sentences))


def _waiting(view: View, shown: Sequence[str]) -> str:
    groups = [
        (word, [name for seat, name in enumerate(shown) if note(view, seat) == word])
        for word in ("to submit", "to choose", "ready", "has left")
    ]
    return " ".join(f"{word.capitalize()}: {', '.join(who)}." for word, who in groups if who)


def _hive(hive: Hive) -> str:
    """What was announced of a hive, shortly."""
    told = [f"round {turn} {kinds(each)}, counts {counts(each)}" for turn, each in enumerate(hive.rounds, 1)]
    if not told:
        told = ["no round yet" if hive.open else "not open yet"]
    if len(hive.rounds) > 1:
        told.append(f"cleared {spaced(hive.cleared)}")
    return "; ".join(told)


def _values(view: View) -> list[str]:
    values = view.scores.values if view.scores is not None else ()
    pairs = zip(view.hives, values, strict=False)
    told = ", ".join(f"{hive_name(hive.name)} {digits}" for hive, digits in pairs)
    return [f"Values A to L: {told}."]


def plain_text(view: View, labels: Sequence[str]) -> str:
    """The public board for a font of fixed width: who is ready, a map of each hive, and what was announced."""
    shown = names(view, labels)
    lines = [f"{TITLE} · {edition(view)} · {state(view)}"]
    if view.scores is not None:
        victory, _, *others = results.sentences(view, shown)
        lines += ["", *results.table(view, shown), "", victory, *others]
    else:
        lines += [f"{seat + 1} {name}: {_told(view, seat)}" for seat, name in enumerate(shown)]
    for number, hive in enumerate(view.hives):
        lines += ["", *_hive_lines(view, number, hive)]
        if view.scores is not None:
            lines += results.plays_table(view, number, shown)
    if view.scores is None and any(hive.rounds for hive in view.hives):
        lines += ["", "Letter, shapes there in the newest round; × cleared, worth 0"]
    return "\n".join(line.rstrip() for line in lines)


def _told(view: View, seat: int) -> str:
    return ", ".join(filter(None, (note(view, seat), *users(view, seat)))) or "in the match"


def _hive_lines(view: View, number: int, hive: Hive) -> list[str]:
    going = f", round {hive.round} of {ROUNDS} goes on" if hive.open else "" if hive.rounds else ", not open yet"
    lines = [f"{hive_name(hive.name)}{going}", *hive_map(hive, view.scores.values[number] if view.scores else "")]
    for turn, told in enumerate(hive.rounds, 1):
        cleared = f", cleared {spaced(told.cleared)}" if turn > 1 else ""
        lines.append(f"Round {turn}: {kinds(told)}; A to L {counts(told)}{cleared}")
    if hive.doublers is not None:
        lines.append(f"Double: {_seats(hive.doublers)}")
    if hive.blockers is not None:
        lines.append(f"Block: {_seats(hive.blockers)}")
    return lines


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(f"seat {seat + 1}" for seat in seats) or "nobody"


def hive_map(hive: Hive, values: str = "") -> list[str]:
    """A hive's rows, four characters a hex: its letter, and its value, or the shapes on it in the newest round."""
    newest = hive.rounds[-1].counts if hive.rounds else None
    lines: list[str] = []
    number = 0
    for row, indent in zip(ROWS.split(), INDENTS, strict=True):
        line = " " * indent
        for letter in row:
            told = values[number] if values else "" if newest is None else str(newest[number])
            line += f"{letter}{told}{'×' if letter in hive.cleared and not values else ''}".ljust(4)
            number += 1
        lines.append(line)
    return lines
