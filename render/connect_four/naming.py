"""Names and short phrases for the pictures and texts of Connect Four, including the monsters' powers."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.connect_four.roster import CLASSES, MONSTERS, POWERS, RANKS
from engine.connect_four.view import Blow, Counts, Report, View
from engine.rule_book import find_rule
from render import header, text
from render.badges import seat_letters
from render.emojis import seat_mark

TITLE: Final = "Connect Four: HorrorClix"
SIDES: Final = ("red", "yellow")
"""The names of the seats' sides, by seat number; a badge also shows the side's pattern and a letter."""
_SHORT: Final = {
    "vam-u": "Ysolde",
    "und-u": "Khenmet",
    "wer-u": "Bramblefang",
    "spi-u": "Organist",
    "occ-u": "Vael",
    "dem-u": "Azmereth",
    "ali-u": "Station Nine",
}
_PLURALS: Final = {"werewolf": "Werewolves", "undead": "Undead"}


class ClassWords(NamedTuple):
    """The texts about a class: one sentence of at most 52 letters, and the monster that stands for it."""

    line: str
    emblem: str


_CLASSES: Final[Mapping[str, ClassWords]] = {
    "vampire": ClassWords("Heal when they hurt somebody. Stronger after a kill", "vam-1v"),
    "undead": ClassWords("Take less from each hit. Their bites go on hurting", "und-u"),
    "werewolf": ClassWords("Stronger together. After a kill they attack again", "wer-u"),
    "spirit": ClassWords("Hard to hit. Deadly to monsters that have attacked", "spi-2v"),
    "occultist": ClassWords("They shoot far. They break easily", "occ-2v"),
    "demon": ClassWords("Hit hard. Attack one up close and you get hurt too", "dem-2v"),
    "alien": ClassWords("Some hurt attackers with acid, others shoot far", "ali-u"),
}
_ASKED: Final = {
    "class": "to choose a class",
    "other class": "to choose another class",
    "force": "to choose a force",
    "click": "to play",
    "act": "to play",
    "retaliate": "to strike back",
    "rampage": "to rampage or not",
}
_ROLLING: Final = {
    "class roll": "Rolling for the class",
    "first roll": "Rolling who goes first",
    "roll": "Rolling the dice",
}
_REASONS: Final = {
    "four": "four in a row",
    "double_four": "two fours, the cheaper one wins",
    "kill_points": "by kill points",
    "concession": "the other player resigned",
}
POWER_WORDS: Final = dict(find_rule("connect_four", "CF-19").parts)
"""A sentence about the effect of each power, by power, without a full stop."""


def short_name(monster: str) -> str:
    """Return a monster's name in one or two words, for pieces and short texts."""
    return _SHORT.get(monster) or MONSTERS[monster].name.split()[-1]


def rank_marks(monster: str) -> int:
    """Return the number of chevrons that show a monster's rank, 1 to 3, or 0 for a unique monster."""
    rank = MONSTERS[monster].rank
    return 0 if rank == "unique" else RANKS.index(rank) + 1


def rank_words(monster: str) -> str:
    """Return a monster's rank in words, such as "rank 2" or "unique"."""
    marks = rank_marks(monster)
    return f"rank {marks}" if marks else MONSTERS[monster].rank


def ranked_name(monster: str) -> str:
    """Return a monster's short name, with the number of its rank unless it is unique: "Mastiff 2"."""
    marks = rank_marks(monster)
    return f"{short_name(monster)} {marks}" if marks else short_name(monster)


def class_words(name: str) -> str:
    """Return the name of a class as a capitalised plural."""
    return _PLURALS.get(name) or f"{name.replace('-', ' ').capitalize()}s"


def class_line(name: str) -> str:
    """Return a sentence about a class, without a full stop; one without a text is described by its powers."""
    if name in _CLASSES:
        return _CLASSES[name].line
    cards = [{**monster.card, **monster.blooded_card} for monster in CLASSES[name]]
    powers = list(dict.fromkeys(power for card in cards for power in card.values()))
    return f"Their powers: {text.join_words(powers)}" if powers else "They have no powers"


def class_reach(name: str) -> str:
    """Return in words how many monsters of a class shoot; the others attack neighbours only."""
    monsters = CLASSES[name]
    shooters = sum(monster.range > 0 for monster in monsters)
    if shooters in (0, len(monsters)):
        return "all shoot" if shooters else "none shoots"
    return f"{shooters} of {len(monsters)} shoot"


def reach(monster: str) -> str:
    """Return the range of a monster in words."""
    known = MONSTERS[monster].range
    return f"range {known}" if known else "neighbours only"


def class_emblem(name: str) -> str:
    """Return the monster that stands for a class in lists."""
    return _CLASSES[name].emblem if name in _CLASSES else CLASSES[name][-1].id


def display_names(labels: Sequence[str]) -> tuple[str, str]:
    """Return the seats' names as they can be drawn.

    A name with a character that the font lacks is replaced by the seat's colour.
    """
    first, second = (
        text.writable_name(labels[seat] if seat < len(labels) else "", side.capitalize())
        for seat, side in enumerate(SIDES)
    )
    return first, second


def letters(names: Sequence[str]) -> tuple[str, str]:
    """Return the letters of both seats; see `badges.seat_letters`.

    A name that was replaced by the seat's colour, because the font lacks it, counts as one without letters.
    """
    own = ("" if name == side.capitalize() else name for name, side in zip(names, SIDES, strict=True))
    first, second = seat_letters(tuple(own))
    return first, second


def seat_marks(view: View, names: Sequence[str]) -> list[str]:
    """Return the name of the emoji for each seat, by seat number; it has the colour and letter of the seat's pieces."""
    return [seat_mark(side, letter) for side, letter in zip(SIDES, letters(display_names(names)), strict=True)]


def count(force: Counts) -> int:
    """Return the number of monsters in a force, counting each copy."""
    return sum(number for _, number in force)


def title(view: View, names: Sequence[str]) -> str:
    """Return the headline: the seats that must act with what they must do or, after the end, the winner."""
    if view.winners is not None:
        return f"{text.join_words([names[seat] for seat in view.winners])} wins" if view.winners else "A draw"
    if view.phase in _ROLLING or not view.actors:
        return _ROLLING.get(view.phase, text.ENDED_EARLY)
    return f"{text.join_words([names[seat] for seat in view.actors])} {_ASKED.get(view.phase, 'to play')}"


def state(view: View) -> str:
    """Return the number of the turn, the limit of points during set-up or, after the end, the outcome."""
    if view.winners is not None:
        how = _REASONS.get(view.reason or "", "")
        return f"{how[:1].upper()}{how[1:]}, turn {view.turn}"
    return f"Turn {view.turn}" if view.turn else f"Forces of {view.points:,} points"


def headline(view: View, names: Sequence[str]) -> tuple[str, str, str]:
    """Return the headline, the state and the game's name for a picture.

    To fit, only names in the headline are truncated.
    """
    seats = view.actors if view.winners is None else view.winners

    def describe(cut: Sequence[str]) -> str:
        by_seat = [cut[seats.index(seat)] if seat in seats else "" for seat in range(2)]
        return title(view, by_seat)

    room = header.title_room(state(view), TITLE)
    return header.fit_title([names[seat] for seat in seats], describe, room), state(view), TITLE


def seat_notes(view: View, seat: int) -> tuple[str, ...]:
    """Return alternative wordings of the note on a seat's card, from longest to shortest."""
    seated = view.seats[seat]
    if not view.turn:
        choosing = "choosing" if seat in view.actors else ""
        if view.phase == "class":
            return ("class chosen" if seated.chosen else choosing,)
        words = class_words(seated.class_name) if seated.class_name else ""
        if view.phase == "force":
            chosen = "ready" if seated.chosen else choosing
            return ", ".join(filter(None, (words, chosen))), chosen or words
        return (words or choosing,)
    words = class_words(seated.class_name or "")
    left = count(seated.reserve)
    return (f"{words} · {left} left", words, f"{left} left")


def format_report(report: Report, names: Sequence[str]) -> str:
    """Format the action of a report in a few words, without the results of its blows."""
    name = names[report.seat]
    match report.kind:
        case "drop":
            return f"{name} places {ranked_name(report.monster)} on {report.square}"
        case "click":
            return f"{name} turns an hourglass"
        case "pass":
            return f"{name} passes"
        case _:
            return f"{ranked_name(report.monster)} attacks"


def verb(blow: Blow) -> str:
    """Return the verb for a blow, which says whether it is a shot and whether it strikes back."""
    if blow.retaliation:
        return "shoots back" if blow.ranged else "strikes back"
    return "shoots" if blow.ranged else "attacks"


def find_slot(power: str) -> str:
    """Return the slot of the dial (speed, attack, defense or damage) to which a power belongs."""
    return next(slot for slot, powers in POWERS.items() if power in powers)


def list_powers(monster: str) -> dict[str, bool]:
    """Return the powers of a monster in the order of slots.

    The value is True for a power that the monster gains with its first victim.
    """
    printed = MONSTERS[monster]
    marked = {power for faces in printed.faces for face in faces for power in face.powers}
    plain = [power for power in printed.card.values() if power in marked]
    blooded = [power for power in printed.blooded_card.values() if power in marked and power not in plain]
    found = {**dict.fromkeys(plain, False), **dict.fromkeys(blooded, True)}
    slots = list(POWERS)
    return dict(sorted(found.items(), key=lambda item: slots.index(find_slot(item[0]))))
