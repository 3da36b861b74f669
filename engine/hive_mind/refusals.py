"""Why an action is refused, and what is possible instead: written from the actor's view alone, so nothing leaks."""

from collections.abc import Sequence

from engine.core import EngineError, GameOver, IllegalAction, NotYourTurn
from engine.hive_mind.actions import (
    Block,
    Clear,
    Double,
    DrawCandidate,
    Give,
    Guess,
    LayHive,
    NameCandidate,
    Ready,
    Reopen,
    Submit,
    Totals,
)
from engine.hive_mind.board import SHAPES
from engine.hive_mind.editions import EDITIONS, ROUNDS, Edition
from engine.hive_mind.preview import draft, kinds_pending_elsewhere, missing, possible_kinds
from engine.hive_mind.view import Hive, OwnHive, View

_KIND_NAMES = {"tri": "a Tri", "arc": "an Arc", "line": "a Line"}


def refusal(view: View, action: object) -> EngineError:
    """The error for an action that the rules do not allow to the view's owner."""
    if view.phase == "over":
        return GameOver("The match is over.")
    if view.seats[view.viewer].forfeited:
        return NotYourTurn("You have left this match (HM-28).")
    if view.viewer not in view.actors:
        return _not_waited_for(view)
    if isinstance(action, Reopen):
        return IllegalAction("Your submission is open; you are not ready yet (HM-5).")
    if isinstance(action, LayHive | DrawCandidate):
        return IllegalAction("That is for chance to do.")
    if view.phase == "round":
        return IllegalAction(_in_round(view, action))
    return IllegalAction(_in_totals(view, action) if view.phase == "totals" else _in_choice(view, action))


def _not_waited_for(view: View) -> EngineError:
    if view.phase in ("hives", "draw"):
        return NotYourTurn("Chance draws; nobody can act yet.")
    if view.phase == "choice":
        return NotYourTurn("The rounds are over; only who won or has to choose acts now (HM-25).")
    return IllegalAction("You are ready. Reopen your submission to change it (HM-5).")


def _in_round(view: View, action: object) -> str:
    edition = EDITIONS[view.edition]
    match action:
        case Totals():
            return "Totals are guessed after the last round, where the edition has it (HM-18)."
        case Give() | NameCandidate():
            return "Tokens and candidates come after the last round (HM-22, HM-23)."
        case Ready():
            return f"Ready needs a shape on every open hive; there is none yet for {_hives(missing(view))} (HM-5)."
        case Submit(hive) | Double(hive) | Block(hive) | Guess(hive) | Clear(_, hive):
            own = draft(view, hive)
            if own is None:
                return f"There is no such hive; the hives are {', '.join(edition.hives)}."
            if not view.hives[hive].open:
                return _closed(view, view.hives[hive])
            return _on_hive(view, edition, view.hives[hive], own, action)
        case _:
            return "That is no action of this round."


def _closed(view: View, hive: Hive) -> str:
    names = _hives([other.name for other in view.hives if other.open])
    if hive.round:
        return f"Hive {hive.name} is closed, its three rounds are over; {names} is open."
    return f"Hive {hive.name} is not open yet; {names} is."


def _on_hive(view: View, edition: Edition, hive: Hive, own: OwnHive, action: object) -> str:
    match action:
        case Submit(_, shape):
            if not 0 <= shape < len(SHAPES):
                return "That is no shape (HM-3)."
            return _kind(view, hive, own, SHAPES[shape].kind)
        case Double() | Block():
            return _ability(view, edition, hive, own, isinstance(action, Double))
        case Guess() if hive.round != ROUNDS:
            return f"A guess goes with the round-3 submission; hive {hive.name} is in round {hive.round} (HM-12)."
        case Guess():
            return "A guess has one of 1, 2, 3 or a dot for a blank for each of the twelve hexes (HM-12)."
        case Clear(what):
            return f"There is no {what} pending on hive {hive.name} to take back."
        case _:
            return "That is no action of this round."


def _kind(view: View, hive: Hive, own: OwnHive, kind: str) -> str:
    """HM-7: each kind once per hive, and three different ones in round 1."""
    left = _or([_KIND_NAMES[other] for other in possible_kinds(view, hive.name)])
    if kind not in own.kinds:
        turn = next(hint.round for hint in own.hints if hint.shape.kind == kind)
        return (
            f"You played {_KIND_NAMES[kind]} on hive {hive.name} in round {turn}, and each kind goes once per hive."
            f" Left for it: {left} (HM-7)."
        )
    where = kinds_pending_elsewhere(view, hive.name)[kind]
    return (
        f"In round 1 the hives take three different kinds, and {_KIND_NAMES[kind]} is pending on hive {where}."
        f" Left for it: {left} (HM-7)."
    )


def _ability(view: View, edition: Edition, hive: Hive, own: OwnHive, is_double: bool) -> str:
    """HM-13, HM-16, HM-17."""
    name, ability = ("Double", edition.double) if is_double else ("Block", edition.block)
    if hive.round != 2:
        return f"A {name} goes with the round-2 submission; hive {hive.name} is in round {hive.round} (HM-13)."
    if own.double if is_double else own.block:
        return f"You already have a {name} on hive {hive.name}; one of a kind per hive (HM-16)."
    if ability.price is None or view.own is None:
        return f"You have {ability.free} {name}, and it is on {_hives(_used_on(view, is_double))} (HM-16)."
    left = view.own.garnets.start - view.own.garnets.spent
    return f"A {name} costs {ability.price} garnet{_s(ability.price)}, and you have {left} left (HM-17)."


def _used_on(view: View, is_double: bool) -> list[str]:
    hives = view.own.hives if view.own is not None else ()
    pairs = zip(view.hives, hives, strict=True)
    return [hive.name for hive, own in pairs if (own.double if is_double else own.block)]


def _in_totals(view: View, action: object) -> str:
    if not isinstance(action, Totals):
        return "The hives are closed, their rounds are over. Guess totals, or say ready (HM-18)."
    for seat, total in action.guesses:
        if seat == view.viewer:
            return "You guess the totals of the others, not your own (HM-18)."
        if not 0 <= seat < len(view.seats):
            return f"There is no seat {seat}; the seats are 0 to {len(view.seats) - 1}."
        if total < 0:
            return "No total is below 0 (HM-18)."
    return "Totals are guessed once for each seat, in the order of the seats (HM-18)."


def _in_choice(view: View, action: object) -> str:
    """HM-22, HM-23."""
    standing = view.standing
    if isinstance(action, Give) and view.gift_open:
        if action.seat == view.viewer:
            return "A token is given to another seat; gift:- keeps both (HM-22)."
        if 0 <= action.seat < len(view.seats):
            return f"Seat {action.seat} has left the match and can get no token (HM-28)."
        return f"There is no seat {action.seat}; the seats are 0 to {len(view.seats) - 1}."
    if isinstance(action, Give):
        return "There is no token of yours to give away now (HM-22)."
    if isinstance(action, NameCandidate) and standing is not None:
        if view.candidate is not None:
            return f"The Elimination Candidate is found already: seat {view.candidate} (HM-23)."
        tied = _or([str(seat) for seat in standing.candidates])
        return f"The candidate is one of the seats still tied: {tied} (HM-23)."
    return "The rounds are over; what is left is to choose (HM-25)."


def _hives(names: Sequence[str]) -> str:
    return f"{'hive' if len(names) == 1 else 'hives'} {_joined(names, 'and')}"


def _or(words: Sequence[str]) -> str:
    return _joined(words, "or")


def _joined(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
