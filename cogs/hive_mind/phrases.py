"""Phrases that several pages of Hive Mind share."""

from collections.abc import Sequence

from cogs.ui.kit import emojis
from engine.core import join_and
from engine.hive_mind.board import KINDS, LETTERS
from engine.hive_mind.preview import (
    GuessCheck,
    check_guess,
    find_missing,
    has_useful_clue,
    hints,
    open_hives,
    own_hive,
    parse_shape,
)
from engine.hive_mind.view import Hint, Kinds, Shape, View

KIND_NAMES = {"tri": "Tri", "arc": "Arc", "line": "Line"}
CLUE_REVIEW = "clue_review"
"""The action of the button *Clue review*."""
ABILITIES = {"double": "Double", "block": "Block"}

CONNECTED_THREES = " (here all three 3s are connected, which never happens)"
NO_NOTES = "The host has turned odds off for this game."
NOT_TOLD_YET = "You can see all points and shapes when the game is over."
GUESS_INVITATION = (
    "You can also guess a hive's hidden numbers: 1 point if all 1s are right, 1 for the 2s, 1 for the 3s. "
    "A wrong guess costs nothing."
)
"""An invitation to guess a hive's values, with the points that a guess may bring (HM-12)."""


def hive_name(name: str) -> str:
    """Return the display name of a hive, such as "Hive 1"."""
    return f"Hive {name}" if name.isdigit() else name.capitalize()


def hive_names(names: Sequence[str]) -> str:
    """Join the display names of several hives to a list in words."""
    return join_and([hive_name(name) for name in names])


def format_shape(shape: Shape) -> str:
    """Describe a shape: its kind, the hexes that it covers, and those that its clue adds up (HM-4)."""
    return f"{KIND_NAMES[shape.kind]} {shape.letters}, clue {' + '.join(shape.looks) or 'of nothing'}"


def find_paid_hexes(view: View, hive: str, hint: Hint) -> str:
    """Return the letters of a hive's hexes that the viewer's shape of a hint's round was paid for (HM-9)."""
    rounds = next(each.rounds for each in view.hives if each.name == hive)
    return "".join(letter for letter in hint.shape.letters if letter in rounds[hint.round - 1].cleared)


def describe_payment(view: View) -> str:
    """Name the hexes that the viewer was paid for in the newest round; empty after a round that pays nothing.

    The points stay hidden until the end (HM-11).
    """
    begun = [hive for hive in view.hives if hive.rounds]
    resolved = begun if view.parameters.at_once > 1 else begun[-1:]
    if any(len(hive.rounds) == 1 for hive in resolved):
        return ""
    paid = [
        (hive.name, find_paid_hexes(view, hive.name, hint))
        for hive in resolved
        for name, hint in hints(view)
        if (name, hint.round) == (hive.name, len(hive.rounds))
    ]
    if not any(hexes for _, hexes in paid):
        return "No hex paid you." if paid else ""
    told = [(f"{hive_name(name)} " if len(view.hives) > 1 else "") + " ".join(hexes) for name, hexes in paid if hexes]
    return f"**You were paid for {join_and(told)}.** How much stays hidden until the end."


def format_kinds(shapes: Kinds) -> str:
    """Format how many shapes of each kind were played (HM-10)."""
    counts = {kind: getattr(shapes, kind) for kind in KINDS}
    played = [
        emojis.prefix_emoji(kind, f"{count} {KIND_NAMES[kind]}{'' if count == 1 else 's'}")
        for kind, count in counts.items()
        if count
    ]
    return ", ".join(played) or "no shapes"


def format_garnets(count: int) -> str:
    """Format a price in garnets; 0 is "free"."""
    return f"{count} garnet{'' if count == 1 else 's'}" if count else "free"


def or_list(words: Sequence[str]) -> str:
    """Join words as `a`, `a or b` or `a, b or c`."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} or {words[-1]}"


def explain_three_kinds(view: View) -> str:
    """Explain that round 1 takes a different kind on each hive, and list the kinds already pending (HM-7)."""
    shapes = [own_hive(view, hive).shape for hive in open_hives(view)]
    used = [KIND_NAMES[shape.kind] for shape in shapes if shape is not None]
    told = "Round 1: a different kind of shape on each hive."
    return f"{told} {join_and(used)} {'is' if len(used) == 1 else 'are'} used." if used else told


def format_round(view: View) -> str:
    """Return the current round or phase in a few words."""
    match view.phase:
        case "round":
            hives = [hive.name for hive in view.hives if hive.open]
            where = f" · {hive_name(hives[0])}" if len(hives) == 1 < len(view.hives) else ""
            return f"round {view.round} of {view.rounds}{where}"
        case "totals":
            return "guess of totals"
        case "choice":
            return "last choices"
        case "draw":
            return "chance decides who is last"
        case "over":
            return "final score"
        case _:
            return "the hives are being filled"


def describe_action(action: str) -> str:
    """Describe an action in words. Different actions get different texts."""
    match action.split(":"):
        case ["ready"]:
            return "Ready: hand in"
        case ["reopen"]:
            return "Reopen: change something"
        case ["double" | "block" as what, hive]:
            return f"{ABILITIES[what]} on {hive_name(hive)}"
        case ["guess", hive, values]:
            told = [f"{letter} is {value}" for letter, value in zip(LETTERS, values, strict=False) if value in "123"]
            return f"{hive_name(hive)}: {', '.join(told)}"
        case ["totals", totals]:
            return ", ".join(f"seat {pair.replace('=', ' has ')}" for pair in totals.split(","))
        case ["gift", "-"]:
            return "Keep both Tokens of Life"
        case ["gift", seat]:
            return f"Give a Token of Life to seat {seat}"
        case ["candidate", seat]:
            return f"Seat {seat} is last"
        case [hive, letters] if (shape := parse_shape(letters)) is not None:
            return f"{hive_name(hive)}: {format_shape(shape)}"
        case _:
            return action


def warn_of_guess(values: str) -> str:
    """Return a warning if no hive can have the guessed values; empty otherwise (HM-2, HM-12)."""
    check = check_guess(values)
    return "" if check is None else guess_warning(check)


def guess_warning(check: GuessCheck) -> str:
    """Return a warning that says why no hive can have the guessed values; empty if a hive can have them.

    Blanks count as possible as long as no value occurs too often.
    """
    if check.fits or (check.blanks and check.ones <= 5 and check.twos <= 4 and check.threes <= 3):
        return ""
    if (check.ones, check.twos, check.threes) == (5, 4, 3):
        return CONNECTED_THREES
    written = f"{check.ones} ones, {check.twos} twos, {check.threes} threes"
    return f" ({written}; a hive has five 1s, four 2s and three 3s)"


def describe_pending(view: View, hive: str) -> str:
    """Describe the viewer's pending submission on a hive; the hexes of the clue only if the clue is of use."""
    own = own_hive(view, hive)
    if own.shape is None:
        shown = "no shape"
    elif has_useful_clue(view, hive):
        shown = format_shape(own.shape)
    else:
        shown = f"{KIND_NAMES[own.shape.kind]} {own.shape.letters}"
    parts = [shown, *(ABILITIES[what] for what in ABILITIES if getattr(own, what))]
    if own.guess is not None:
        parts.append(f"your guess is kept{warn_of_guess(own.guess)}")
    return " · ".join(parts)


def describe_submission(view: View) -> str:
    """Describe the state of the viewer's submission in the reply to typed actions.

    It names the hives without a shape, or says how to hand the submission in.
    """
    if view.own is None or view.seats[view.viewer].forfeited or view.phase not in ("round", "totals"):
        return ""
    if view.viewer not in view.actors:
        return "You are ready. You can reopen until the round closes."
    lacking = find_missing(view)
    if lacking:
        return f"Still without a shape: {hive_names(lacking)}."
    warnings = [guess_warning(check) for own in view.own.hives if own.guess and (check := check_guess(own.guess))]
    return f"All set{''.join(warnings)}. To hand in, type `/move ready`."
