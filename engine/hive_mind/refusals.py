"""Why an action is refused, and what is possible instead: written from the actor's view alone, so nothing leaks."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.hive_mind.actions import Ability, Clear, Guess, NameCandidate, Submit, Totals
from engine.hive_mind.board import SHAPES
from engine.hive_mind.editions import DOUBLE, EDITIONS
from engine.hive_mind.legality import Objection
from engine.hive_mind.preview import kinds_pending_elsewhere, missing, own_hive, possible_kinds
from engine.hive_mind.submitting import HIGHEST_TOTAL
from engine.hive_mind.view import Hive, View

_KIND_NAMES: Final = {"tri": "a Tri", "arc": "an Arc", "line": "a Line"}
_ABILITY_NAMES: Final = ("Block", "Double")


def refusal(view: View, action: object, objection: Objection) -> EngineError:
    """The error for an action that the rules do not allow to the view's owner."""
    kind = _KINDS.get(objection, IllegalAction)
    text = TEXTS[objection]
    return kind(text if isinstance(text, str) else text(view, action))


_KINDS: Final[dict[Objection, type[EngineError]]] = {
    Objection.OVER: GameOver,
    Objection.LEFT: NotYourTurn,
    Objection.CHANCE_DRAWS: NotYourTurn,
    Objection.OTHERS_CHOOSE: NotYourTurn,
}


def _missing(view: View, action: object) -> str:
    return f"Ready needs a shape on every open hive; there is none yet for {_hives(missing(view))} (HM-5)."


def _no_hive(view: View, action: object) -> str:
    return f"There is no such hive; the hives are {', '.join(EDITIONS[view.edition].hives)}."


def _closed(view: View, action: Submit | Ability | Guess | Clear) -> str:
    hive = _hive(view, action)
    names = _hives([other.name for other in view.hives if other.open])
    if hive.round:
        return f"Hive {hive.name} is closed, its three rounds are over; {names} is open."
    return f"Hive {hive.name} is not open yet; {names} is."


def _kind_used(view: View, action: Submit) -> str:
    name, kind = _hive(view, action).name, SHAPES[action.shape].kind
    turn = next(hint.round for hint in own_hive(view, name).hints if hint.shape.kind == kind)
    return (
        f"You played {_KIND_NAMES[kind]} on hive {name} in round {turn}, and each kind goes once per hive."
        f" Left for it: {_left(view, name)} (HM-7)."
    )


def _kind_elsewhere(view: View, action: Submit) -> str:
    name, kind = _hive(view, action).name, SHAPES[action.shape].kind
    where = kinds_pending_elsewhere(view, name)[kind]
    return (
        f"In round 1 the hives take three different kinds, and {_KIND_NAMES[kind]} is pending on hive {where}."
        f" Left for it: {_left(view, name)} (HM-7)."
    )


def _left(view: View, name: str) -> str:
    return _or([_KIND_NAMES[kind] for kind in possible_kinds(view, name)])


def _not_in_its_round(view: View, action: Ability) -> str:
    hive, name = _hive(view, action), _ABILITY_NAMES[action.ability]
    return f"A {name} goes with the round-2 submission; hive {hive.name} is in round {hive.round} (HM-13)."


def _has_ability(view: View, action: Ability) -> str:
    name = _ABILITY_NAMES[action.ability]
    return f"You already have a {name} on hive {_hive(view, action).name}; one of a kind per hive (HM-16)."


def _no_use_left(view: View, action: Ability) -> str:
    price, name = EDITIONS[view.edition].price(action.ability), _ABILITY_NAMES[action.ability]
    pairs = zip(view.hives, view.own.hives if view.own is not None else (), strict=True)
    used = [hive.name for hive, own in pairs if (own.double if action.ability == DOUBLE else own.block)]
    return f"You have {price.free} {name}, and it is on {_hives(used)} (HM-16)."


def _too_expensive(view: View, action: Ability) -> str:
    price, name = EDITIONS[view.edition].price(action.ability).price or 0, _ABILITY_NAMES[action.ability]
    left = view.own.garnets.start - view.own.garnets.spent if view.own is not None else 0
    return f"A {name} costs {price} garnet{'' if price == 1 else 's'}, and you have {left} left (HM-17)."


def _guess_too_early(view: View, action: Guess) -> str:
    hive = _hive(view, action)
    return f"A guess goes with the round-3 submission; hive {hive.name} is in round {hive.round} (HM-12)."


def _nothing_pending(view: View, action: Clear) -> str:
    return f"There is no {action.what} pending on hive {_hive(view, action).name} to take back."


def _no_seat(view: View, action: Any) -> str:
    wrong = [seat for seat, _ in action.guesses] if isinstance(action, Totals) else [action.seat]
    number = next(seat for seat in wrong if not 0 <= seat < len(view.seats))
    return f"There is no seat {number}; the seats are 0 to {len(view.seats) - 1}."


def _gift_to_left(view: View, action: Any) -> str:
    return f"Seat {action.seat} has left the match and can get no token (HM-28)."


def _candidate_found(view: View, action: NameCandidate) -> str:
    return f"The Elimination Candidate is found already: seat {view.candidate} (HM-23)."


def _not_tied(view: View, action: NameCandidate) -> str:
    tied = view.standing.candidates if view.standing is not None else ()
    return f"The candidate is one of the seats still tied: {_or([str(seat) for seat in tied])} (HM-23)."


TEXTS: Final[dict[Objection, str | Callable[[View, Any], str]]] = {
    Objection.OVER: "The match is over.",
    Objection.LEFT: "You have left this match (HM-28).",
    Objection.CHANCE_DRAWS: "Chance draws; nobody can act yet.",
    Objection.OTHERS_CHOOSE: "The rounds are over; only who won or has to choose acts now (HM-25).",
    Objection.IS_READY: "You are ready. Reopen your submission to change it (HM-5).",
    Objection.NOT_READY: "Your submission is open; you are not ready yet (HM-5).",
    Objection.FOR_CHANCE: "That is for chance to do.",
    Objection.NOT_IN_A_ROUND: "That is no action of this round.",
    Objection.TOTALS_LATER: "Totals are guessed after the last round, where the edition has it (HM-18).",
    Objection.CHOICES_LATER: "Tokens and candidates come after the last round (HM-22, HM-23).",
    Objection.SHAPES_MISSING: _missing,
    Objection.NO_HIVE: _no_hive,
    Objection.HIVE_CLOSED: _closed,
    Objection.NO_SHAPE: "That is no shape (HM-3).",
    Objection.KIND_USED: _kind_used,
    Objection.KIND_ELSEWHERE: _kind_elsewhere,
    Objection.ABILITY_NOT_IN_ROUND: _not_in_its_round,
    Objection.HAS_ABILITY: _has_ability,
    Objection.NO_USE_LEFT: _no_use_left,
    Objection.TOO_EXPENSIVE: _too_expensive,
    Objection.GUESS_NOT_IN_ROUND: _guess_too_early,
    Objection.NO_GUESS: "A guess has one of 1, 2, 3 or a dot for a blank for each of the twelve hexes (HM-12).",
    Objection.NOTHING_PENDING: _nothing_pending,
    Objection.ONLY_TOTALS: "The hives are closed, their rounds are over. Guess totals, or say ready (HM-18).",
    Objection.OWN_TOTAL: "You guess the totals of the others, not your own (HM-18).",
    Objection.NO_SEAT: _no_seat,
    Objection.TOTAL_TOO_LOW: "No total is below 0 (HM-18).",
    Objection.TOTAL_TOO_HIGH: f"A total is at most {HIGHEST_TOTAL} (HM-18).",
    Objection.TOTALS_NOT_IN_ORDER: "Totals are guessed once for each seat, in the order of the seats (HM-18).",
    Objection.ONLY_CHOICES: "The rounds are over; what is left is to choose (HM-25).",
    Objection.NO_GIFT: "There is no token of yours to give away now (HM-22).",
    Objection.GIFT_TO_SELF: "A token is given to another seat; gift:- keeps both (HM-22).",
    Objection.GIFT_TO_LEFT: _gift_to_left,
    Objection.CANDIDATE_FOUND: _candidate_found,
    Objection.NO_CANDIDATE: "There is no Elimination Candidate for you to choose now (HM-23).",
    Objection.NOT_TIED: _not_tied,
}


def _hive(view: View, action: Submit | Ability | Guess | Clear) -> Hive:
    return view.hives[action.hive]


def _hives(names: Sequence[str]) -> str:
    return f"{'hive' if len(names) == 1 else 'hives'} {_joined(names, 'and')}"


def _or(words: Sequence[str]) -> str:
    return _joined(words, "or")


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
