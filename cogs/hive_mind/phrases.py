"""The phrases of Hive Mind that several of its pages share."""

from collections.abc import Sequence

from engine.hive_mind.preview import GuessCheck, check_guess, missing, shape_of
from engine.hive_mind.view import Kinds, OwnHive, Shape, View
from tables.texts import and_list

KIND_NAMES = {"tri": "Tri", "arc": "Arc", "line": "Line"}
ABILITIES = {"double": "Double", "block": "Block"}

SPECTATOR = "You are not at this table, so nothing was ever told to you here."
NO_NOTES = "Note sheets are switched off at this table."
NOT_TOLD_YET = "Who played what, and what it brought, is told when the last scoring phase has ended (HM-29)."


def hive_name(name: str) -> str:
    """The display name of a hive."""
    return f"Hive {name}" if name.isdigit() else name.capitalize()


def hive_names(names: Sequence[str]) -> str:
    """The display names of several hives, as a list in words."""
    return and_list([hive_name(name) for name in names])


def shape_words(shape: Shape) -> str:
    """A shape with what it looks at (HM-4)."""
    return f"{KIND_NAMES[shape.kind]} {shape.letters}, looks at {', '.join(shape.looks) or 'nothing'}"


def kinds_words(shapes: Kinds) -> str:
    """How many of each kind were played (HM-10)."""
    return f"{shapes.tri} Tri, {shapes.arc} Arc, {shapes.line} Line"


def round_words(view: View) -> str:
    """The current round or phase."""
    match view.phase:
        case "round":
            hives = [hive.name for hive in view.hives if hive.open]
            where = f" · {hive_name(hives[0])}" if len(hives) == 1 else ""
            return f"round {view.round} of {view.rounds}{where}"
        case "totals":
            return "guess of totals"
        case "choice":
            return "last choices"
        case "draw":
            return "the candidate is drawn"
        case "over":
            return "final score"
        case _:
            return "the hives are laid"


def action_words(action: str) -> str:
    """An action in words; different for each action."""
    match action.split(":"):
        case ["ready"]:
            return "Ready: hand the submission in"
        case ["reopen"]:
            return "Reopen the submission"
        case ["double" | "block" as what, hive]:
            return f"{ABILITIES[what]} on {hive_name(hive)}"
        case ["gift", "-"]:
            return "Keep both Tokens of Life"
        case ["gift", seat]:
            return f"Give a Token of Life to seat {seat}"
        case ["candidate", seat]:
            return f"Seat {seat} is Elimination Candidate"
        case [hive, letters] if (shape := shape_of(letters)) is not None:
            return f"{hive_name(hive)}: {shape_words(shape)}"
        case _:
            return action


def guess_words(values: str) -> str:
    """A guess, with a warning if no hive can have these values (HM-2, HM-12)."""
    check = check_guess(values)
    return f"`{values}`" + ("" if check is None else guess_warning(check))


def guess_warning(check: GuessCheck) -> str:
    """Why a guess can't be right as a whole; empty for a possible guess, or an incomplete one."""
    if check.fits or (check.blanks and check.ones <= 5 and check.twos <= 4 and check.threes <= 3):
        return ""
    if (check.ones, check.twos, check.threes) == (5, 4, 3):
        return " (the three 3s are connected, which they never are)"
    return f" ({check.ones} ones, {check.twos} twos, {check.threes} threes; a hive has five 1s, four 2s and three 3s)"


def pending_words(own: OwnHive, kinds: Sequence[str]) -> str:
    """The pending submission on a hive, or the kinds that are possible there if there is none (HM-7)."""
    left = [KIND_NAMES[kind] for kind in kinds]
    if own.shape is not None:
        shown = shape_words(own.shape)
    elif len(left) == 1:
        shown = f"nothing yet; it has to be the {left[0]}"
    else:
        shown = f"nothing yet; possible: {', '.join(left) or 'no kind is left'}"
    parts = [shown, *(ABILITIES[what] for what in ABILITIES if getattr(own, what))]
    if own.guess is not None:
        parts.append(f"guess {guess_words(own.guess)}")
    return " · ".join(parts)


def standing_of_submission(view: View) -> str:
    """The state of a submission, for replies to typed actions: what is missing, or that `ready` is."""
    if view.own is None or view.seats[view.viewer].forfeited or view.phase not in ("round", "totals"):
        return ""
    if view.viewer not in view.actors:
        return "You are ready; you can reopen until the round closes."
    lacking = missing(view)
    if lacking:
        return f"Still without a shape: {hive_names(lacking)}."
    warnings = [guess_warning(check) for own in view.own.hives if own.guess and (check := check_guess(own.guess))]
    return f"Nothing is missing{''.join(warnings)}: say `ready` to hand it in."
