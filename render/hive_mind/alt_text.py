"""The alt text and plain text of Hive Mind, and the names and status texts that its pictures use too."""

from collections.abc import Sequence

from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.view import Announcement, Hive, Shape, View
from language.messages import N_, _, list_and, list_or, ngettext
from render import text
from render.hive_mind import results
from render.hive_mind.kinds import KINDS, kind_name
from render.picture import ALT_LIMIT

TITLE = N_("Hive Mind")
READY, NOT_READY, TO_CHOOSE, HAS_LEFT = N_("ready"), N_("not ready yet"), N_("to choose"), N_("has left")
"""The notes about a seat."""
GROUPS = {
    NOT_READY: N_("Not ready yet: {names}."),
    TO_CHOOSE: N_("To choose: {names}."),
    READY: N_("Ready: {names}."),
    HAS_LEFT: N_("Has left: {names}."),
}
"""By note: the sentence about the seats that have it."""
TASKS = {
    "round": (N_("Everybody to lay"), N_("{names} to lay"), N_("{number} of {players} still to lay")),
    "totals": (
        N_("Everybody to guess totals"),
        N_("{names} to guess totals"),
        N_("{number} of {players} still to guess totals"),
    ),
    "choice": (N_("Everybody to choose"), N_("{names} to choose"), N_("{number} of {players} still to choose")),
}
"""By phase: the headlines if all seats must act, if a few must, and if many must."""
NAMED = 3
"""Maximum number of seats that a headline names."""
BRIEF_NAME = 8
"""Maximum length of a name in lists, in characters.

With it, the text of the largest match fits one message at the end of the match.
"""
ROWS = "ABC DEFG HIJ KL"
INDENTS = (2, 0, 2, 4)
"""Indentation of the four rows of a hive in plain text, in characters; half a hex is two characters wide."""


def display_names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the seats as they can be drawn.

    A name with a character that the font lacks is replaced by "Seat" and the number of the seat.
    """
    return tuple(
        text.writable_name(labels[number] if number < len(labels) else "", _("Seat {number}", number=number + 1))
        for number in range(len(view.seats))
    )


def hive_name(name: str) -> str:
    """Return a hive's name as shown to players, such as "Hive 1" or "Charge"."""
    return _("Hive {name}", name=name) if name.isdigit() else name.capitalize()


def hive_title(view: View, name: str) -> str:
    """Return a hive's name for a heading; the only hive of a first game needs none."""
    return hive_name(name) if len(view.hives) > 1 else _("The hive")


def shape_name(shape: Shape) -> str:
    """Return the name of a shape's kind and its letters, such as "Tri ADE"."""
    return f"{kind_name(shape.kind)} {shape.letters}"


def edition_title(view: View) -> str:
    """Return the title of the match's edition, or "First game" (HM-16), as shown to players."""
    return _("First game") if view.parameters.shapes_only else view.parameters.title


def status(view: View) -> str:
    """Return where the match stands in a few words, such as "Round 2 of 3"."""
    match view.phase:
        case "hives":
            return _("Set-up")
        case "round":
            return _("Round {number} of {rounds}", number=view.round, rounds=view.rounds)
        case "totals":
            return _("After the last round")
        case "choice":
            return _("Waiting for a choice")
        case "draw":
            return _("Drawing the candidate")
        case _:
            return _("The end")


def is_stopped(view: View) -> bool:
    """Return whether the match was ended early: its phase requires seats to act, but no seat has to."""
    return view.phase in ("round", "totals", "choice") and not view.actors


def headline(view: View, names: Sequence[str]) -> str:
    """Return who has still to act, such as "Dee and Eve to lay", or the present task in a few words."""
    if is_stopped(view):
        return _(text.ENDED_EARLY)
    if view.phase in TASKS:
        return _waiting_text(view, names)
    return _("Filling the hives") if view.phase == "hives" else status(view)


def _waiting_text(view: View, names: Sequence[str]) -> str:
    """Return the names of the seats that must act with their task, or only their number if they are many."""
    everybody, few, many = TASKS[view.phase]
    playing = sum(not seat.forfeited for seat in view.seats)
    if 1 < len(view.actors) == playing:
        return _(everybody)
    if len(view.actors) <= NAMED:
        return _(few, names=list_and([names[seat] for seat in view.actors]))
    return _(many, number=len(view.actors), players=playing)


def notice(view: View) -> str:
    """Return the rule that matters most now: which numbers of shapes pay (HM-9); an empty string if nothing is laid."""
    if is_stopped(view):
        return ""
    if view.phase == "totals":
        return _("One total for each other player, then {button}", button=_("Ready"))
    if view.phase != "round":
        return ""
    in_play = [hive.round for hive in view.hives if hive.open]
    if min(in_play, default=1) == 1:
        if len(in_play) > 1:
            return _("Round {number}: lay three hexes on each hive. You get clues, no points yet", number=view.round)
        return _("Round {number}: lay three hexes. You get a clue, no points yet", number=view.round)
    odd, even = (list_or([str(count) for count in range(first, len(view.seats) + 1, 2)]) for first in (1, 2))
    return _("A hex pays under {odd} shapes, never under {even}", odd=odd, even=even)


def seat_note(view: View, seat: int) -> str:
    """Return the status of a seat in English, such as `NOT_READY`; an empty string if there is none."""
    if view.seats[seat].forfeited:
        return HAS_LEFT
    if is_stopped(view):
        return ""
    if view.phase in ("round", "totals"):
        return NOT_READY if seat in view.actors else READY
    if view.phase == "choice":
        return TO_CHOOSE if seat in view.actors else ""
    return ""


def announced_hives(view: View, seat: int, field: str) -> list[str]:
    """Return the names of the hives whose announced `doublers` or `blockers` (`field`) include a seat (HM-16)."""
    return [hive.name for hive in view.hives if seat in (getattr(hive, field) or ())]


def doubles_and_blocks(view: View, seat: int) -> tuple[str, ...]:
    """Return a seat's announced Doubles and Blocks as texts such as "Double Charge and Zero"."""
    return tuple(
        _(words, hives=list_and([hive_name(name) for name in hives]))
        for words, field in ((N_("Double {hives}"), "doublers"), (N_("Block {hives}"), "blockers"))
        if (hives := announced_hives(view, seat, field))
    )


def hives_text(names: Sequence[str], is_short: bool = False) -> str:
    """Format the names of hives briefly: "Charge, Zero", or "Hives 1, 2" if the names are numbers.

    With `is_short` the latter is "H1, H2".
    """
    if is_short:
        return ", ".join([_("H{name}", name=name) if name.isdigit() else hive_name(name) for name in names])
    if not all(name.isdigit() for name in names):
        return ", ".join([name if name.isdigit() else hive_name(name) for name in names])
    return ngettext("Hive {names}", "Hives {names}", len(names), names=", ".join(names))


def ready_text(view: View) -> str:
    """Return how many seats are ready, such as "2 of 5 ready"; an empty string if nothing is submitted now."""
    if view.phase not in ("round", "totals") or is_stopped(view):
        return ""
    playing = [seat for seat in range(len(view.seats)) if not view.seats[seat].forfeited]
    return _("{number} of {players} ready", number=len(playing) - len(view.actors), players=len(playing))


def counts_text(announced: Announcement) -> str:
    """Format the announced number of shapes on each hex as twelve digits, A to L."""
    return "".join(map(str, announced.counts))


def kinds_text(announced: Announcement) -> str:
    """Format the announced number of shapes of each kind, such as "Tri 1, Arc 3, Line 1"."""
    return ", ".join(f"{kind_name(kind)} {getattr(announced.shapes, kind)}" for kind in KINDS)


def format_hexes(letters: str) -> str:
    """Format hexes as letters with spaces between them; return "none" if there are none."""
    return " ".join(letters) or _("none")


def describe_board(view: View, labels: Sequence[str], before: str = "") -> str:
    """Return the alt text of the board, complete enough to play by.

    Names are shortened so that the text fits `ALT_LIMIT` characters. `before` is a text about what else the picture
    shows. If there is still too little room after it, a reference to the text board replaces the description.
    """
    names = display_names(view, labels)
    described = text.shorten_names_to_fit(
        names, (32, 16, 8, 4), ALT_LIMIT, lambda short_names: f"{before} {_describe(view, short_names)}".lstrip()
    )
    if len(described) <= ALT_LIMIT:
        return described
    rest = _(text.REST)
    if before and len(before) + len(rest) < ALT_LIMIT:
        return f"{before} {rest}"
    numbered = _describe(view, [f"S{seat + 1}" for seat in range(len(names))])
    return text.truncate_to_text_board(before or numbered, ALT_LIMIT)


def _describe(view: View, names: Sequence[str]) -> str:
    title = f"{_(TITLE)}, {edition_title(view)}."
    if view.scores is not None:
        return " ".join((title, *results.sentences(view, names), *value_sentences(view)))
    sentences = [
        f"{title} {headline(view, names)}. {status(view)}.",
        _describe_waiting(view, names),
    ]
    sentences.append(_("Rows of hexes: {rows}. Counts: shapes on A to L.", rows=ROWS))
    sentences += [f"{hive_name(hive.name)}: {_hive(hive)}." for hive in view.hives]
    for words, field in ((N_("Double on {hive}: {names}."), "doublers"), (N_("Block on {hive}: {names}."), "blockers")):
        for hive in view.hives:
            seats: tuple[int, ...] | None = getattr(hive, field)
            if seats is not None:
                who = text.join_people(names[seat] for seat in seats) or _("nobody")
                sentences.append(_(words, hive=hive_name(hive.name), names=who))
    return " ".join(filter(None, sentences))


def _describe_waiting(view: View, names: Sequence[str]) -> str:
    groups = [
        (words, [name for seat, name in enumerate(names) if seat_note(view, seat) == note])
        for note, words in GROUPS.items()
    ]
    return " ".join([_(words, names=text.join_people(who)) for words, who in groups if who])


def _hive(hive: Hive) -> str:
    """Return what has been announced about a hive: kinds and counts by round, and the paid out hexes."""
    parts = [
        _("round {number} {kinds}, counts {counts}", number=turn, kinds=kinds_text(each), counts=counts_text(each))
        for turn, each in enumerate(hive.rounds, 1)
    ]
    if not parts:
        parts = [_("no round yet") if hive.open else _("not open yet")]
    if len(hive.rounds) > 1:
        parts.append(paid_text(hive.cleared))
    return "; ".join(parts)


def paid_text(letters: str) -> str:
    """Return a text on the paid out hexes, such as "A C are paid out"."""
    if not letters:
        return _("no hex is paid out")
    return ngettext("{hexes} is paid out", "{hexes} are paid out", len(letters), hexes=" ".join(letters))


def full_hexes_text(hive: Hive) -> str:
    """Return how many hexes of a hive are not paid out, such as "9 still full"."""
    return _("{number} still full", number=len(LETTERS) - len(hive.cleared))


def value_sentences(view: View) -> list[str]:
    """Return a list with one sentence: the starting values of all hives, once they are revealed."""
    values = view.scores.values if view.scores is not None else ()
    pairs = zip(view.hives, values, strict=False)
    values_by_hive = ", ".join(f"{hive_name(hive.name)} {digits}" for hive, digits in pairs)
    return [_("Values A to L: {values}.", values=values_by_hive)]


def plain_text(view: View, labels: Sequence[str]) -> str:
    """Return the public board as text for a monospaced font: seats, and a map and the announcements of each hive."""
    names = display_names(view, labels)
    lines = [f"{_(TITLE)} · {edition_title(view)} · {status(view)}"]
    if view.scores is not None:
        victory, _points, *others = results.sentences(view, names)
        lines += ["", *results.table(view, names), "", victory, *others]
    else:
        lines += [f"{seat + 1} {name}: {_seat_status(view, seat)}" for seat, name in enumerate(names)]
    for number, hive in enumerate(view.hives):
        lines += ["", *_hive_lines(view, number, hive, names)]
        if view.scores is not None:
            lines += results.format_plays(view, number, names)
    if view.scores is None and any(hive.rounds for hive in view.hives):
        lines += ["", _("Letter, number of shapes in the latest round; × paid out, worth 0")]
    return "\n".join(line.rstrip() for line in lines)


def _seat_status(view: View, seat: int) -> str:
    note = seat_note(view, seat)
    return ", ".join([*([_(note)] if note else []), *doubles_and_blocks(view, seat)]) or _("playing")


def _hive_lines(view: View, number: int, hive: Hive, names: Sequence[str]) -> list[str]:
    head = [hive_name(hive.name)]
    if hive.open and not is_stopped(view):
        head.append(_("round {number} of {rounds}", number=hive.round, rounds=ROUNDS))
    elif not hive.open and not hive.rounds:
        head.append(_("not open yet"))
    lines = [", ".join(head), *hive_map(hive, view.scores.values[number] if view.scores else "")]
    for turn, announced in enumerate(hive.rounds, 1):
        kinds, counts = kinds_text(announced), counts_text(announced)
        line = _("Round {number}: {kinds}; A to L {counts}", number=turn, kinds=kinds, counts=counts)
        paid = _("paid out {hexes}", hexes=format_hexes(announced.cleared))
        lines.append(f"{line}, {paid}" if turn > 1 else line)
    if hive.doublers is not None:
        lines.append(_("Double: {names}", names=_seats(hive.doublers, names)))
    if hive.blockers is not None:
        lines.append(_("Block: {names}", names=_seats(hive.blockers, names)))
    return lines


def _seats(seats: Sequence[int], names: Sequence[str]) -> str:
    """Format seats as numbers and shortened names; the numbers are needed since two may have the same name."""
    return text.join_people(f"{seat + 1} {text.truncate(names[seat], BRIEF_NAME)}" for seat in seats) or _("nobody")


def format_by_row(values: str) -> str:
    """Format twelve values, A to L, grouped by row, such as "112 1132 221 13".

    Characters after the twelfth form a last group.
    """
    grouped, start = [], 0
    for row in ROWS.split():
        grouped.append(values[start : start + len(row)])
        start += len(row)
    return " ".join(filter(None, [*grouped, values[start:]]))


def hive_map(hive: Hive, values: str = "") -> list[str]:
    """Return a map of a hive as lines of text, with four characters per hex.

    Each hex shows its letter, and its value if `values` is given, else the number of shapes on it in the newest round.
    """
    newest = hive.rounds[-1].counts if hive.rounds else None
    lines: list[str] = []
    number = 0
    for row, indent in zip(ROWS.split(), INDENTS, strict=True):
        line = " " * indent
        for letter in row:
            shown = values[number] if values else "" if newest is None else str(newest[number])
            line += f"{letter}{shown}{'×' if letter in hive.cleared and not values else ''}".ljust(4)
            number += 1
        lines.append(line)
    return lines
