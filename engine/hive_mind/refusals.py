"""The errors for illegal actions: texts with the reason and the alternatives.

They are built from the acting seat's view alone, so that they reveal nothing hidden.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn, join_and, join_or
from engine.hive_mind.actions import Ability, Clear, Guess, NameCandidate, Submit, Totals
from engine.hive_mind.board import SHAPES
from engine.hive_mind.editions import DOUBLE
from engine.hive_mind.legality import Objection
from engine.hive_mind.preview import find_missing, kinds_pending_elsewhere, own_hive, possible_kinds
from engine.hive_mind.submitting import HIGHEST_TOTAL
from engine.hive_mind.view import Hive, View

_KIND_NAMES: Final = {"tri": "a Tri", "arc": "an Arc", "line": "a Line"}
_ABILITY_NAMES: Final = ("Block", "Double")


def refusal(view: View, action: object, objection: Objection) -> EngineError:
    """Return the error for an illegal action of the view's owner, with the text for the objection."""
    kind = _KINDS.get(objection, IllegalAction)
    text = TEXTS[objection]
    return kind(text if isinstance(text, str) else text(view, action), rule=RULES.get(objection, ""))


_KINDS: Final[dict[Objection, type[EngineError]]] = {
    Objection.OVER: GameOver,
    Objection.LEFT: NotYourTurn,
    Objection.CHANCE_DRAWS: NotYourTurn,
    Objection.OTHERS_CHOOSE: NotYourTurn,
}

RULES: Final[dict[Objection, str]] = {
    Objection.LEFT: "HM-28",
    Objection.OTHERS_CHOOSE: "HM-25",
    Objection.IS_READY: "HM-5",
    Objection.NOT_READY: "HM-5",
    Objection.TOTALS_LATER: "HM-18",
    Objection.CHOICES_LATER: "HM-25",
    Objection.SHAPES_MISSING: "HM-5",
    Objection.NO_HIVE: "HM-16",
    Objection.HIVE_CLOSED: "HM-16",
    Objection.NO_SHAPE: "HM-3",
    Objection.KIND_USED: "HM-7",
    Objection.KIND_ELSEWHERE: "HM-7",
    Objection.NO_ABILITY: "HM-16",
    Objection.ABILITY_NOT_IN_ROUND: "HM-13",
    Objection.HAS_ABILITY: "HM-16",
    Objection.NO_USE_LEFT: "HM-16",
    Objection.TOO_EXPENSIVE: "HM-17",
    Objection.GUESS_NOT_IN_ROUND: "HM-12",
    Objection.NO_GUESS: "HM-12",
    Objection.NOTHING_PENDING: "HM-5",
    Objection.ONLY_TOTALS: "HM-18",
    Objection.OWN_TOTAL: "HM-18",
    Objection.TOTAL_TOO_LOW: "HM-18",
    Objection.TOTAL_TOO_HIGH: "HM-18",
    Objection.TOTALS_NOT_IN_ORDER: "HM-18",
    Objection.ONLY_CHOICES: "HM-25",
    Objection.NO_GIFT: "HM-22",
    Objection.GIFT_TO_SELF: "HM-22",
    Objection.GIFT_TO_LEFT: "HM-28",
    Objection.CANDIDATE_FOUND: "HM-23",
    Objection.NO_CANDIDATE: "HM-23",
    Objection.NOT_TIED: "HM-23",
}
"""By objection: the number of the rule behind it. Objections without a rule are left out."""


def _missing(view: View, action: object) -> str:
    return f"Lay a shape on {_all(find_missing(view))} first, then you can be ready."


def _explain_missing_hive(view: View, action: object) -> str:
    return f"There is no such hive. The hives are {_all(view.parameters.hives)}."


def _explain_closed_hive(view: View, action: Submit | Ability | Guess | Clear) -> str:
    hive = _hive(view, action)
    opened = _all([other.name for other in view.hives if other.open])
    if hive.round:
        return f"{hive_name(hive.name)} is finished. Open now: {opened}."
    return f"{hive_name(hive.name)} opens later. Open now: {opened}."


def _explain_used_kind(view: View, action: Submit) -> str:
    name, kind = _hive(view, action).name, SHAPES[action.shape].kind
    turn = next(hint.round for hint in own_hive(view, name).hints if hint.shape.kind == kind)
    return (
        f"You played {_KIND_NAMES[kind]} on {hive_name(name)} in round {turn}."
        f" You can still play {_left(view, name)} there."
    )


def _explain_pending_kind(view: View, action: Submit) -> str:
    name, kind = _hive(view, action).name, SHAPES[action.shape].kind
    where = hive_name(kinds_pending_elsewhere(view, name)[kind])
    return (
        f"Round 1: a different kind on each hive. You have {_KIND_NAMES[kind]} on {where}."
        f" On {hive_name(name)} you can play {_left(view, name)}."
    )


def _left(view: View, name: str) -> str:
    return join_or([_KIND_NAMES[kind] for kind in possible_kinds(view, name)])


def _explain_ability_round(view: View, action: Ability) -> str:
    hive, name = _hive(view, action), _ABILITY_NAMES[action.ability]
    return f"You can declare {name} only in round 2. {hive_name(hive.name)} is in round {hive.round}."


def _has_ability(view: View, action: Ability) -> str:
    return f"You already have {_ABILITY_NAMES[action.ability]} on {hive_name(_hive(view, action).name)}."


def _explain_used_ability(view: View, action: Ability) -> str:
    pairs = zip(view.hives, view.own.hives if view.own is not None else (), strict=True)
    used = [hive.name for hive, own in pairs if (own.double if action.ability == DOUBLE else own.block)]
    return f"Your {_ABILITY_NAMES[action.ability]} is on {_all(used)}. Take it back there first."


def _explain_price(view: View, action: Ability) -> str:
    price, name = view.parameters.price(action.ability).price or 0, _ABILITY_NAMES[action.ability]
    left = view.own.garnets.start - view.own.garnets.spent if view.own is not None else 0
    return f"{name} costs {price} garnet{'' if price == 1 else 's'}, and you have {left} left."


def _explain_guess_round(view: View, action: Guess) -> str:
    hive = _hive(view, action)
    return f"You can guess values only in round 3. {hive_name(hive.name)} is in round {hive.round}."


def _explain_nothing_pending(view: View, action: Clear) -> str:
    return f"You have no {action.what} on {hive_name(_hive(view, action).name)} to take back."


def _explain_missing_seat(view: View, action: Any) -> str:
    wrong = [seat for seat, _ in action.guesses] if isinstance(action, Totals) else [action.seat]
    number = next(seat for seat in wrong if not 0 <= seat < len(view.seats))
    return f"There is no seat {number}. The seats are 0 to {len(view.seats) - 1}."


def _explain_gift_to_left(view: View, action: Any) -> str:
    return f"Seat {action.seat} has left the match. Choose somebody else."


def _explain_decided_candidate(view: View, action: NameCandidate) -> str:
    return f"That is already decided: seat {view.candidate} is last."


def _explain_tie(view: View, action: NameCandidate) -> str:
    tied = view.standing.candidates if view.standing is not None else ()
    return f"Choose one of the seats that are tied: {join_or([str(seat) for seat in tied])}."


TEXTS: Final[dict[Objection, str | Callable[[View, Any], str]]] = {
    Objection.OVER: "The match is over.",
    Objection.LEFT: "You have left this match.",
    Objection.CHANCE_DRAWS: "The hives are being filled. Try again in a moment.",
    Objection.OTHERS_CHOOSE: "The rounds are over. Only other players still have to choose.",
    Objection.IS_READY: "You are ready. Reopen first to change something.",
    Objection.NOT_READY: "You are not ready yet, so you can change everything without reopening.",
    Objection.FOR_CHANCE: "Only chance can do that.",
    Objection.NOT_IN_A_ROUND: "That is not possible in this round.",
    Objection.TOTALS_LATER: "You can guess totals only after the last round, in Zero's Gauntlet.",
    Objection.CHOICES_LATER: "You can choose about tokens and last places only after the last round.",
    Objection.SHAPES_MISSING: _missing,
    Objection.NO_HIVE: _explain_missing_hive,
    Objection.HIVE_CLOSED: _explain_closed_hive,
    Objection.NO_SHAPE: "That is not a shape.",
    Objection.KIND_USED: _explain_used_kind,
    Objection.KIND_ELSEWHERE: _explain_pending_kind,
    Objection.NO_ABILITY: "There is no such ability. Choose Double or Block.",
    Objection.ABILITY_NOT_IN_ROUND: _explain_ability_round,
    Objection.HAS_ABILITY: _has_ability,
    Objection.NO_USE_LEFT: _explain_used_ability,
    Objection.TOO_EXPENSIVE: _explain_price,
    Objection.GUESS_NOT_IN_ROUND: _explain_guess_round,
    Objection.SHAPES_ONLY: "In a first game with one hive only shapes count: no Double, no Block, no guess.",
    Objection.NO_GUESS: "A guess has twelve values from A to L: 1, 2, 3, or a dot for a blank.",
    Objection.NOTHING_PENDING: _explain_nothing_pending,
    Objection.ONLY_TOTALS: "The rounds are over. Guess totals, or be ready.",
    Objection.OWN_TOTAL: "Guess the others' totals, not your own.",
    Objection.NO_SEAT: _explain_missing_seat,
    Objection.TOTAL_TOO_LOW: "A total is 0 or more.",
    Objection.TOTAL_TOO_HIGH: f"A total is at most {HIGHEST_TOTAL}.",
    Objection.TOTALS_NOT_IN_ORDER: "Guess at least one total, and only one for each seat.",
    Objection.ONLY_CHOICES: "The rounds are over. Only the last choices are left.",
    Objection.NO_GIFT: "You have no token to give away now.",
    Objection.GIFT_TO_SELF: "Give the token to somebody else, or keep both with gift:-.",
    Objection.GIFT_TO_LEFT: _explain_gift_to_left,
    Objection.CANDIDATE_FOUND: _explain_decided_candidate,
    Objection.NO_CANDIDATE: "You have nobody to choose now.",
    Objection.NOT_TIED: _explain_tie,
}


def hive_name(name: str) -> str:
    """Return the name of a hive in the form used within a sentence."""
    return f"Hive {name}" if name.isdigit() else name.capitalize()


def _hive(view: View, action: Submit | Ability | Guess | Clear) -> Hive:
    return view.hives[action.hive]


def _all(names: Sequence[str]) -> str:
    return join_and([hive_name(name) for name in names])
