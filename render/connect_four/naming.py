"""Names and short phrases for the pictures and texts of Connect Four, including the monsters' powers."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.connect_four.roster import CLASSES, MONSTERS, POWERS, RANKS
from engine.connect_four.view import Blow, Counts, Report, View
from engine.rule_book import find_rule
from language.messages import N_, _, format_number, list_and, ngettext
from render import header, text
from render.badges import seat_letters
from render.emojis import seat_mark

TITLE: Final = N_("Connect Four: HorrorClix")
SIDES: Final = ("red", "yellow")
"""The names of the seats' sides, by seat number; a badge also shows the side's pattern and a letter."""
_SHORT: Final = {
    "vam-u": N_("Ysolde"),
    "und-u": N_("Khenmet"),
    "wer-u": N_("Bramblefang"),
    "spi-u": N_("Organist"),
    "occ-u": N_("Vael"),
    "dem-u": N_("Azmereth"),
    "ali-u": N_("Station Nine"),
}
_PLURALS: Final = {"werewolf": N_("Werewolves"), "undead": N_("Undead")}
NAMES: Final = (
    *(N_("Ashen Thrall"), N_("Velvet Mesmer"), N_("Ysolde of the Hollow Spire")),
    *(N_("Turnip-Field Corpse"), N_("Linen Sentinel"), N_("Khenmet the Twice-Buried")),
    *(N_("Heath Strayling"), N_("Gallows Mastiff"), N_("Old Mother Bramblefang")),
    *(N_("Cold-Hearth Wisp"), N_("Weeping Lanternist"), N_("The Drowned Organist")),
    *(N_("Tallow Acolyte"), N_("Ledger Hexwright"), N_("Prelate Omrin Vael")),
    *(N_("Cinder Imp"), N_("Brass-Horned Reaver"), N_("Azmereth, Kiln of Oaths")),
    *(N_("Pale Burrower"), N_("Meridian Surveyor"), N_("The Thing Beneath Station Nine")),
    *(N_("Thrall"), N_("Mesmer"), N_("Corpse"), N_("Sentinel"), N_("Strayling"), N_("Mastiff"), N_("Wisp")),
    *(N_("Lanternist"), N_("Acolyte"), N_("Hexwright"), N_("Imp"), N_("Reaver"), N_("Burrower"), N_("Surveyor")),
    *(N_("vampire"), N_("undead"), N_("werewolf"), N_("spirit"), N_("occultist"), N_("demon"), N_("alien")),
    *(N_("Vampire"), N_("Werewolf"), N_("Spirit"), N_("Occultist"), N_("Demon"), N_("Alien")),
    *(N_("Vampires"), N_("Spirits"), N_("Occultists"), N_("Demons"), N_("Aliens")),
    *(N_("Rampage"), N_("Miasma"), N_("Decay"), N_("Pack"), N_("Shackle"), N_("Bloodthirst"), N_("Tough"), N_("Acid")),
    *(N_("Absorb"), N_("Unseen"), N_("Lifedrain"), N_("Savage"), N_("Agony"), N_("Piercing"), N_("Infect")),
    *(N_("double 6"), N_("double 1"), N_("limit"), N_("hourglass")),
    *(N_("speed"), N_("attack"), N_("defense"), N_("damage")),
)
"""Names in the data files and in the engine, marked for translation."""


class ClassWords(NamedTuple):
    """The texts about a class: one sentence of at most 52 letters, and the monster that stands for it."""

    line: str
    emblem: str


_CLASSES: Final[Mapping[str, ClassWords]] = {
    "vampire": ClassWords(N_("Heal when they hurt somebody. Stronger after a kill"), "vam-1v"),
    "undead": ClassWords(N_("Take less from each hit. Their bites go on hurting"), "und-u"),
    "werewolf": ClassWords(N_("Stronger together. After a kill they attack again"), "wer-u"),
    "spirit": ClassWords(N_("Hard to hit. Deadly to monsters that have attacked"), "spi-2v"),
    "occultist": ClassWords(N_("They shoot far. They break easily"), "occ-2v"),
    "demon": ClassWords(N_("Hit hard. Attack one up close and you get hurt too"), "dem-2v"),
    "alien": ClassWords(N_("Some hurt attackers with acid, others shoot far"), "ali-u"),
}
_TO_PLAY: Final = N_("{names} to play")
_ASKED: Final = {
    "class": N_("{names} to choose a class"),
    "other class": N_("{names} to choose another class"),
    "force": N_("{names} to choose a force"),
    "retaliate": N_("{names} to strike back"),
    "rampage": N_("{names} to rampage or not"),
}
"""By phase: the headline, where it isn't `_TO_PLAY`."""
_ROLLING: Final = {
    "class roll": N_("Rolling for the class"),
    "first roll": N_("Rolling who goes first"),
    "roll": N_("Rolling the dice"),
}
_REASONS: Final = {
    "four": N_("Four in a row, turn {turn}"),
    "double_four": N_("Two fours, the cheaper one wins, turn {turn}"),
    "kill_points": N_("By kill points, turn {turn}"),
    "concession": N_("The other player resigned, turn {turn}"),
}
POWER_WORDS: Final = dict(find_rule("connect_four", "CF-19").parts)
"""A sentence about the effect of each power, by power, without a full stop."""


def english_name(monster: str) -> str:
    """Return a monster's name in one or two words, in English."""
    return _SHORT.get(monster) or MONSTERS[monster].name.split()[-1]


def short_name(monster: str) -> str:
    """Return a monster's name in one or two words, for pieces and short texts."""
    return _(english_name(monster))


def full_name(monster: str) -> str:
    """Return a monster's full name, such as "Ashen Thrall"."""
    return _(MONSTERS[monster].name)


def titled_name(monster: str) -> str:
    """Return a monster's full name, with the number of its rank unless it is unique: "Ashen Thrall 1"."""
    marks = rank_marks(monster)
    return f"{full_name(monster)} {marks}" if marks else full_name(monster)


def rank_marks(monster: str) -> int:
    """Return the number of chevrons that show a monster's rank, 1 to 3, or 0 for a unique monster."""
    rank = MONSTERS[monster].rank
    return 0 if rank == "unique" else RANKS.index(rank) + 1


def rank_words(monster: str) -> str:
    """Return a monster's rank in words, such as "rank 2" or "unique"."""
    marks = rank_marks(monster)
    return _("rank {number}", number=marks) if marks else _("unique")


def ranked_name(monster: str) -> str:
    """Return a monster's short name, with the number of its rank unless it is unique: "Mastiff 2"."""
    marks = rank_marks(monster)
    return f"{short_name(monster)} {marks}" if marks else short_name(monster)


def class_words(name: str) -> str:
    """Return the name of a class as a capitalised plural."""
    return _(_PLURALS.get(name) or f"{_capitalize(name)}s")


def class_name(name: str) -> str:
    """Return the name of a class, capitalized."""
    return _(_capitalize(name))


def _capitalize(name: str) -> str:
    return name.replace("-", " ").capitalize()


def power_title(power: str) -> str:
    """Return the name of a power, capitalized."""
    return _(power.capitalize())


def class_line(name: str) -> str:
    """Return a sentence about a class, without a full stop; one without a text is described by its powers."""
    if name in _CLASSES:
        return _(_CLASSES[name].line)
    cards = [{**monster.card, **monster.blooded_card} for monster in CLASSES[name]]
    powers = list(dict.fromkeys(power for card in cards for power in card.values()))
    listed = list_and([_(power) for power in powers])
    return _("Their powers: {powers}", powers=listed) if powers else _("They have no powers")


def class_reach(name: str) -> str:
    """Return in words how many monsters of a class shoot; the others attack neighbours only."""
    monsters = CLASSES[name]
    shooters = sum(monster.range > 0 for monster in monsters)
    if shooters in (0, len(monsters)):
        return _("all shoot") if shooters else _("none shoots")
    return _("{number} of {monsters} shoot", number=shooters, monsters=len(monsters))


def reach(monster: str) -> str:
    """Return the range of a monster in words."""
    known = MONSTERS[monster].range
    return _("range {number}", number=known) if known else _("neighbours only")


def format_points(monster: str) -> str:
    """Return the points of a monster with their noun."""
    return ngettext("{number} point", "{number} points", MONSTERS[monster].points)


def class_emblem(name: str) -> str:
    """Return the monster that stands for a class in lists."""
    return _CLASSES[name].emblem if name in _CLASSES else CLASSES[name][-1].id


def display_names(labels: Sequence[str]) -> tuple[str, str]:
    """Return the seats' names as they can be drawn.

    A name with a character that the font lacks is replaced by the seat's colour.
    """
    first, second = (
        text.writable_name(labels[seat] if seat < len(labels) else "", _(side.capitalize()))
        for seat, side in enumerate(SIDES)
    )
    return first, second


def letters(names: Sequence[str]) -> tuple[str, str]:
    """Return the letters of both seats; see `badges.seat_letters`.

    A name that was replaced by the seat's colour, because the font lacks it, counts as one without letters.
    """
    own = ("" if name == _(side.capitalize()) else name for name, side in zip(names, SIDES, strict=True))
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
        return _("{name} wins", name=names[view.winners[0]]) if view.winners else _("A draw")
    if view.phase in _ROLLING or not view.actors:
        return _(_ROLLING.get(view.phase, text.ENDED_EARLY))
    return _(_ASKED.get(view.phase, _TO_PLAY), names=list_and([names[seat] for seat in view.actors]))


def state(view: View) -> str:
    """Return the number of the turn, the limit of points during set-up or, after the end, the outcome."""
    if view.winners is not None:
        return _(_REASONS.get(view.reason or "", "Turn {turn}"), turn=view.turn)
    return (
        _("Turn {turn}", turn=view.turn)
        if view.turn
        else _("Forces of {points} points", points=format_number(view.points))
    )


def headline(view: View, names: Sequence[str]) -> tuple[str, str, str]:
    """Return the headline, the state and the game's name for a picture.

    To fit, only names in the headline are truncated.
    """
    seats = view.actors if view.winners is None else view.winners

    def describe(cut: Sequence[str]) -> str:
        by_seat = [cut[seats.index(seat)] if seat in seats else "" for seat in range(2)]
        return title(view, by_seat)

    room = header.title_room(state(view), _(TITLE))
    return header.fit_title([names[seat] for seat in seats], describe, room), state(view), _(TITLE)


def seat_notes(view: View, seat: int) -> tuple[str, ...]:
    """Return alternative wordings of the note on a seat's card, from longest to shortest."""
    seated = view.seats[seat]
    if not view.turn:
        choosing = _("choosing") if seat in view.actors else ""
        if view.phase == "class":
            return (_("class chosen") if seated.chosen else choosing,)
        words = class_words(seated.class_name) if seated.class_name else ""
        if view.phase == "force":
            chosen = _("ready") if seated.chosen else choosing
            return ", ".join(filter(None, (words, chosen))), chosen or words
        return (words or choosing,)
    words = class_words(seated.class_name or "")
    left = ngettext("{number} left", "{number} left", count(seated.reserve))
    return (f"{words} · {left}", words, left)


def format_report(report: Report, names: Sequence[str]) -> str:
    """Format the action of a report in a few words, without the results of its blows."""
    name = names[report.seat]
    match report.kind:
        case "drop":
            monster = ranked_name(report.monster)
            return _("{name} places {monster} on {square}", name=name, monster=monster, square=report.square)
        case "click":
            return _("{name} turns an hourglass", name=name)
        case "pass":
            return _("{name} passes", name=name)
        case _:
            return _("{monster} attacks", monster=ranked_name(report.monster))


def verb(blow: Blow) -> str:
    """Return the verb for a blow, which says whether it is a shot and whether it strikes back."""
    if blow.retaliation:
        return _("shoots back") if blow.ranged else _("strikes back")
    return _("shoots") if blow.ranged else _("attacks")


def describe_blow(blow: Blow) -> str:
    """Return the attacker of a blow with its verb and, unless it strikes back, its target: "Mastiff 2 attacks b1"."""
    name, target = ranked_name(blow.monster), blow.target_square
    if blow.retaliation:
        message = N_("{monster} shoots back") if blow.ranged else N_("{monster} strikes back")
        return _(message, monster=name)
    message = N_("{monster} shoots {square}") if blow.ranged else N_("{monster} attacks {square}")
    return _(message, monster=name, square=target)


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
