"""The errors for illegal actions: texts with the reason and the alternatives.

They are built from the acting seat's view alone, so that they reveal nothing hidden.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.hive_mind.actions import Ability, Clear, Guess, NameCandidate, Submit, Totals
from engine.hive_mind.board import SHAPES
from engine.hive_mind.editions import DOUBLE
from engine.hive_mind.legality import Objection
from engine.hive_mind.preview import find_missing, kinds_pending_elsewhere, own_hive, possible_kinds
from engine.hive_mind.submitting import HIGHEST_TOTAL
from engine.hive_mind.view import Hive, View
from engine.messages import Message, PluralMessage, WordList

_KIND_NAMES: Final = {"tri": Message("a Tri"), "arc": Message("an Arc"), "line": Message("a Line")}
_ABILITY_NAMES: Final = (Message("Block"), Message("Double"))


def refusal(view: View, action: object, objection: Objection) -> EngineError:
    """Return the error for an illegal action of the view's owner, with the text for the objection."""
    kind = _KINDS.get(objection, IllegalAction)
    text = TEXTS[objection]
    return kind(text if isinstance(text, Message) else text(view, action), rule=RULES.get(objection, ""))


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


def _missing(view: View, action: object) -> Message:
    return Message("Lay a shape on {hives} first, then you can be ready.", hives=_all(find_missing(view)))


def _explain_missing_hive(view: View, action: object) -> Message:
    return Message("There is no such hive. The hives are {hives}.", hives=_all(view.parameters.hives))


def _explain_closed_hive(view: View, action: Submit | Ability | Guess | Clear) -> Message:
    hive = _hive(view, action)
    opened = _all([other.name for other in view.hives if other.open])
    if hive.round:
        return Message("{hive} is finished. Open now: {hives}.", hive=hive_name(hive.name), hives=opened)
    return Message("{hive} opens later. Open now: {hives}.", hive=hive_name(hive.name), hives=opened)


def _explain_used_kind(view: View, action: Submit) -> Message:
    name, kind = _hive(view, action).name, SHAPES[action.shape].kind
    turn = next(hint.round for hint in own_hive(view, name).hints if hint.shape.kind == kind)
    return Message(
        "You played {kind} on {hive} in round {turn}. You can still play {kinds} there.",
        kind=_KIND_NAMES[kind],
        hive=hive_name(name),
        turn=turn,
        kinds=_left(view, name),
    )


def _explain_pending_kind(view: View, action: Submit) -> Message:
    name, kind = _hive(view, action).name, SHAPES[action.shape].kind
    where = hive_name(kinds_pending_elsewhere(view, name)[kind])
    return Message(
        "Round 1: a different kind on each hive. You have {kind} on {other}. On {hive} you can play {kinds}.",
        kind=_KIND_NAMES[kind],
        other=where,
        hive=hive_name(name),
        kinds=_left(view, name),
    )


def _left(view: View, name: str) -> WordList:
    return WordList([_KIND_NAMES[kind] for kind in possible_kinds(view, name)], "or")


def _explain_ability_round(view: View, action: Ability) -> Message:
    hive, name = _hive(view, action), _ABILITY_NAMES[action.ability]
    return Message(
        "You can declare {ability} only in round 2. {hive} is in round {turn}.",
        ability=name,
        hive=hive_name(hive.name),
        turn=hive.round,
    )


def _has_ability(view: View, action: Ability) -> Message:
    hive = hive_name(_hive(view, action).name)
    return Message("You already have {ability} on {hive}.", ability=_ABILITY_NAMES[action.ability], hive=hive)


def _explain_used_ability(view: View, action: Ability) -> Message:
    pairs = zip(view.hives, view.own.hives if view.own is not None else (), strict=True)
    used = [hive.name for hive, own in pairs if (own.double if action.ability == DOUBLE else own.block)]
    name = _ABILITY_NAMES[action.ability]
    return Message("Your {ability} is on {hives}. Take it back there first.", ability=name, hives=_all(used))


def _explain_price(view: View, action: Ability) -> Message:
    price, name = view.parameters.price(action.ability).price or 0, _ABILITY_NAMES[action.ability]
    left = view.own.garnets.start - view.own.garnets.spent if view.own is not None else 0
    return PluralMessage(
        "{ability} costs {number} garnet, and you have {left} left.",
        "{ability} costs {number} garnets, and you have {left} left.",
        price,
        ability=name,
        left=left,
    )


def _explain_guess_round(view: View, action: Guess) -> Message:
    hive = _hive(view, action)
    name = hive_name(hive.name)
    return Message("You can guess values only in round 3. {hive} is in round {turn}.", hive=name, turn=hive.round)


def _explain_nothing_pending(view: View, action: Clear) -> Message:
    hive = hive_name(_hive(view, action).name)
    match action.what:
        case "shape":
            return Message("You have no shape on {hive} to take back.", hive=hive)
        case "double":
            return Message("You have no double on {hive} to take back.", hive=hive)
        case "block":
            return Message("You have no block on {hive} to take back.", hive=hive)
        case "guess":
            return Message("You have no guess on {hive} to take back.", hive=hive)


def _explain_missing_seat(view: View, action: Any) -> Message:
    wrong = [seat for seat, _ in action.guesses] if isinstance(action, Totals) else [action.seat]
    number = next(seat for seat in wrong if not 0 <= seat < len(view.seats))
    return Message("There is no seat {seat}. The seats are 0 to {last}.", seat=number, last=len(view.seats) - 1)


def _explain_gift_to_left(view: View, action: Any) -> Message:
    return Message("Seat {seat} has left the match. Choose somebody else.", seat=action.seat)


def _explain_decided_candidate(view: View, action: NameCandidate) -> Message:
    return Message("That is already decided: seat {seat} is last.", seat=view.candidate)


def _explain_tie(view: View, action: NameCandidate) -> Message:
    tied = view.standing.candidates if view.standing is not None else ()
    return Message("Choose one of the seats that are tied: {seats}.", seats=WordList(tied, "or"))


TEXTS: Final[dict[Objection, Message | Callable[[View, Any], Message]]] = {
    Objection.OVER: Message("The match is over."),
    Objection.LEFT: Message("You have left this match."),
    Objection.CHANCE_DRAWS: Message("The hives are being filled. Try again in a moment."),
    Objection.OTHERS_CHOOSE: Message("The rounds are over. Only other players still have to choose."),
    Objection.IS_READY: Message("You are ready. Reopen first to change something."),
    Objection.NOT_READY: Message("You are not ready yet, so you can change everything without reopening."),
    Objection.FOR_CHANCE: Message("Only chance can do that."),
    Objection.NOT_IN_A_ROUND: Message("That is not possible in this round."),
    Objection.TOTALS_LATER: Message("You can guess totals only after the last round, in Zero's Gauntlet."),
    Objection.CHOICES_LATER: Message("You can choose about tokens and last places only after the last round."),
    Objection.SHAPES_MISSING: _missing,
    Objection.NO_HIVE: _explain_missing_hive,
    Objection.HIVE_CLOSED: _explain_closed_hive,
    Objection.NO_SHAPE: Message("That is not a shape."),
    Objection.KIND_USED: _explain_used_kind,
    Objection.KIND_ELSEWHERE: _explain_pending_kind,
    Objection.NO_ABILITY: Message("There is no such ability. Choose Double or Block."),
    Objection.ABILITY_NOT_IN_ROUND: _explain_ability_round,
    Objection.HAS_ABILITY: _has_ability,
    Objection.NO_USE_LEFT: _explain_used_ability,
    Objection.TOO_EXPENSIVE: _explain_price,
    Objection.GUESS_NOT_IN_ROUND: _explain_guess_round,
    Objection.SHAPES_ONLY: Message("In a first game with one hive only shapes count: no Double, no Block, no guess."),
    Objection.NO_GUESS: Message("A guess has twelve values from A to L: 1, 2, 3, or a dot for a blank."),
    Objection.NOTHING_PENDING: _explain_nothing_pending,
    Objection.ONLY_TOTALS: Message("The rounds are over. Guess totals, or be ready."),
    Objection.OWN_TOTAL: Message("Guess the others' totals, not your own."),
    Objection.NO_SEAT: _explain_missing_seat,
    Objection.TOTAL_TOO_LOW: Message("A total is 0 or more."),
    Objection.TOTAL_TOO_HIGH: Message("A total is at most {most}.", most=HIGHEST_TOTAL),
    Objection.TOTALS_NOT_IN_ORDER: Message("Guess at least one total, and only one for each seat."),
    Objection.ONLY_CHOICES: Message("The rounds are over. Only the last choices are left."),
    Objection.NO_GIFT: Message("You have no token to give away now."),
    Objection.GIFT_TO_SELF: Message("Give the token to somebody else, or keep both with gift:-."),
    Objection.GIFT_TO_LEFT: _explain_gift_to_left,
    Objection.CANDIDATE_FOUND: _explain_decided_candidate,
    Objection.NO_CANDIDATE: Message("You have nobody to choose now."),
    Objection.NOT_TIED: _explain_tie,
}


def hive_name(name: str) -> str | Message:
    """Return the name of a hive in the form used within a sentence."""
    return Message("Hive {name}", name=name) if name.isdigit() else name.capitalize()


def _hive(view: View, action: Submit | Ability | Guess | Clear) -> Hive:
    return view.hives[action.hive]


def _all(names: Sequence[str]) -> WordList:
    return WordList([hive_name(name) for name in names], "and")
