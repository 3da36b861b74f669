"""Phrases that several pages of Hive Mind share."""

from collections.abc import Sequence

from cogs.ui.kit import emojis
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
from language.messages import N_, _, list_and, ngettext

KIND_NAMES = {"tri": N_("Tri"), "arc": N_("Arc"), "line": N_("Line")}
CLUE_REVIEW = "clue_review"
"""The action of the button *Clue review*."""
ABILITIES = {"double": N_("Double"), "block": N_("Block")}
BUTTON_READY, BUTTON_REOPEN, BUTTON_HIVES = N_("Ready"), N_("Reopen"), N_("Hives")
POINTS = "points"
"""The name of the page of points, which stands among the names of hives."""
PLAYERS = "players"
"""The name of the enlarged part of the board with the players."""

CONNECTED_THREES = N_("(here all three 3s are connected, which never happens)")
NO_NOTES = N_("The host has turned odds off for this game.")
NOT_TOLD_YET = N_("You can see all points and shapes when the game is over.")
GUESS_INVITATION = N_(
    "You can also guess a hive's hidden numbers: 1 point if all 1s are right, 1 for the 2s, 1 for the 3s. "
    "A wrong guess costs nothing."
)
"""An invitation to guess a hive's values, with the points that a guess may bring (HM-12)."""


def hive_name(name: str) -> str:
    """Return the display name of a hive, such as "Hive 1", or of another part of the board."""
    if name == POINTS:
        return _("Points")
    if name == PLAYERS:
        return _("Players")
    return _("Hive {name}", name=name) if name.isdigit() else name.capitalize()


def hive_names(names: Sequence[str]) -> str:
    """Join the display names of several hives to a list in words."""
    return list_and([hive_name(name) for name in names])


def format_shape(shape: Shape) -> str:
    """Describe a shape: its kind, the hexes that it covers, and those that its clue adds up (HM-4)."""
    kind = _(KIND_NAMES[shape.kind])
    if not shape.looks:
        return _("{kind} {letters}, clue of nothing", kind=kind, letters=shape.letters)
    return _("{kind} {letters}, clue {hexes}", kind=kind, letters=shape.letters, hexes=" + ".join(shape.looks))


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
        return _("No hex paid you.") if paid else ""
    told = [(f"{hive_name(name)} " if len(view.hives) > 1 else "") + " ".join(hexes) for name, hexes in paid if hexes]
    return _("**You were paid for {hexes}.** How much stays hidden until the end.", hexes=list_and(told))


def format_kinds(shapes: Kinds) -> str:
    """Format how many shapes of each kind were played (HM-10)."""
    counts = {kind: getattr(shapes, kind) for kind in KINDS}
    played = [emojis.prefix_emoji(kind, _count_shapes(kind, count)) for kind, count in counts.items() if count]
    return ", ".join(played) or _("no shapes")


def _count_shapes(kind: str, count: int) -> str:
    match kind:
        case "tri":
            return ngettext("{number} Tri", "{number} Tris", count)
        case "arc":
            return ngettext("{number} Arc", "{number} Arcs", count)
        case _:
            return ngettext("{number} Line", "{number} Lines", count)


def format_garnets(count: int) -> str:
    """Format a price in garnets; 0 is "free"."""
    return ngettext("{number} garnet", "{number} garnets", count) if count else _("free")


def explain_three_kinds(view: View) -> str:
    """Explain that round 1 takes a different kind on each hive, and list the kinds already pending (HM-7)."""
    shapes = [own_hive(view, hive).shape for hive in open_hives(view)]
    used = [_(KIND_NAMES[shape.kind]) for shape in shapes if shape is not None]
    told = _("Round 1: a different kind of shape on each hive.")
    if not used:
        return told
    taken = ngettext("{kinds} is used.", "{kinds} are used.", len(used), kinds=list_and(used))
    return f"{told} {taken}"


def format_round(view: View) -> str:
    """Return the current round or phase in a few words."""
    match view.phase:
        case "round":
            hives = [hive.name for hive in view.hives if hive.open]
            where = f" · {hive_name(hives[0])}" if len(hives) == 1 < len(view.hives) else ""
            turn = _("round {number} of {rounds}", number=view.round, rounds=view.rounds)
            return turn + where
        case "totals":
            return _("guess of totals")
        case "choice":
            return _("last choices")
        case "draw":
            return _("chance decides who is last")
        case "over":
            return _("final score")
        case _:
            return _("the hives are being filled")


def describe_action(action: str) -> str:
    """Describe an action in words. Different actions get different texts."""
    match action.split(":"):
        case ["ready"]:
            return _("Ready: hand in")
        case ["reopen"]:
            return _("Reopen: change something")
        case ["double" | "block" as what, hive]:
            return _("{ability} on {hive}", ability=_(ABILITIES[what]), hive=hive_name(hive))
        case ["guess", hive, values]:
            pairs = zip(LETTERS, values, strict=False)
            told = [_("{letter} is {value}", letter=letter, value=value) for letter, value in pairs if value in "123"]
            return f"{hive_name(hive)}: {', '.join(told)}"
        case ["totals", totals]:
            guesses = [pair.split("=") for pair in totals.split(",")]
            return ", ".join([_("seat {seat} has {total}", seat=seat, total=total) for seat, total in guesses])
        case ["gift", "-"]:
            return _("Keep both Tokens of Life")
        case ["gift", seat]:
            return _("Give a Token of Life to seat {seat}", seat=seat)
        case ["candidate", seat]:
            return _("Seat {seat} is last", seat=seat)
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
        return f" {_(CONNECTED_THREES)}"
    warning = _(
        "({ones} ones, {twos} twos, {threes} threes; a hive has five 1s, four 2s and three 3s)",
        ones=check.ones,
        twos=check.twos,
        threes=check.threes,
    )
    return f" {warning}"


def describe_pending(view: View, hive: str) -> str:
    """Describe the viewer's pending submission on a hive; the hexes of the clue only if the clue is of use."""
    own = own_hive(view, hive)
    if own.shape is None:
        shown = _("no shape")
    elif has_useful_clue(view, hive):
        shown = format_shape(own.shape)
    else:
        kind = _(KIND_NAMES[own.shape.kind])
        shown = f"{kind} {own.shape.letters}"
    parts = [shown, *[_(name) for what, name in ABILITIES.items() if getattr(own, what)]]
    if own.guess is not None:
        parts.append(_("your guess is kept{warning}", warning=warn_of_guess(own.guess)))
    return " · ".join(parts)


def describe_submission(view: View) -> str:
    """Describe the state of the viewer's submission in the reply to typed actions.

    It names the hives without a shape, or says how to hand the submission in.
    """
    if view.own is None or view.seats[view.viewer].forfeited or view.phase not in ("round", "totals"):
        return ""
    if view.viewer not in view.actors:
        return _("You are ready. You can reopen until the round closes.")
    lacking = find_missing(view)
    if lacking:
        return _("Still without a shape: {hives}.", hives=hive_names(lacking))
    warnings = [guess_warning(check) for own in view.own.hives if own.guess and (check := check_guess(own.guess))]
    return _("All set{warning}. To hand in, type {command}.", warning="".join(warnings), command="`/move ready`")
