"""The choices that a seat has for its submission, and checks of a guess, computed from a view alone.

Hives are named as in the notation, kinds are "tri", "arc" and "line", and hexes are letters.
"""

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from engine.hive_mind.actions import USES, Clear, Guess
from engine.hive_mind.board import ALL_KINDS, KINDS, KINDS_IN, LETTERS, SHAPE_INDEX, SHAPES, is_layout
from engine.hive_mind.editions import ABILITIES, BLOCK, DOUBLE, ROUNDS, VALUES, Match
from engine.hive_mind.knowledge import known_state, match_of
from engine.hive_mind.legality import barred_kinds, objection
from engine.hive_mind.posterior import is_possible, known_hints, most_probable_layout
from engine.hive_mind.state import State
from engine.hive_mind.submitting import change_submission, find_declared_abilities, is_guess, pending_sets, with_hive
from engine.hive_mind.view import Hint, OwnHive, Shape, View

_NO_VALUES: Final = "." * len(LETTERS)
_CLEARS: Final[tuple[Literal["double", "block"], ...]] = ("block", "double")
"""By index of an ability: its name in a `Clear` action."""
_BY_KIND: Final = {kind: tuple(shape for shape in SHAPES if shape.kind == kind) for kind in KINDS}


class GuessCheck(msgspec.Struct, frozen=True, gc=False):
    """The number of 1s, 2s, 3s and blanks in a guess.

    `fits` says whether the guess is a legal layout (HM-2).
    """

    ones: int
    twos: int
    threes: int
    blanks: int
    fits: bool


class Declarable(msgspec.Struct, frozen=True, gc=False):
    """The hives on which a seat may declare one ability now, and the costs in garnets.

    `costs` holds the price of the first, second … declaration, in this order.
    """

    hives: tuple[str, ...]
    costs: tuple[int, ...]


class Purchase(msgspec.Struct, frozen=True, gc=False):
    """A Double or Block that the viewer may declare on a hive now.

    `what` is "double" or "block"; `cost` is in garnets (HM-13, HM-16).
    """

    what: str
    hive: str
    cost: int


def draft(view: View, hive: int) -> OwnHive | None:
    """Return the viewer's private information about a hive, by index; None for a spectator or an unknown hive."""
    return view.own.hives[hive] if view.own is not None and 0 <= hive < len(view.hives) else None


def own_hive(view: View, name: str) -> OwnHive:
    """Return the viewer's private information about a hive, by name.

    Raises ValueError for a spectator or an unknown hive.
    """
    own = draft(view, [hive.name for hive in view.hives].index(name))
    if own is None:
        raise ValueError("a spectator has no private hives")
    return own


def open_hives(view: View) -> tuple[str, ...]:
    """Return the names of the hives on which shapes are played in this round."""
    return tuple(hive.name for hive in view.hives if hive.open)


def find_missing(view: View) -> tuple[str, ...]:
    """Return the names of the open hives on which the viewer has no pending shape.

    The action `ready` needs a shape on each (HM-5).
    """
    return tuple(name for name in open_hives(view) if own_hive(view, name).shape is None)


def is_chosen(view: View, action: str) -> bool:
    """Return whether an action in notation is part of the viewer's submission; False for other actions."""
    match action.split(":"):
        case ["double" | "block" as ability, name] if name in open_hives(view):
            return bool(getattr(own_hive(view, name), ability))
        case ["guess", name, values] if name in open_hives(view):
            return own_hive(view, name).guess == values
        case [name, letters] if name in open_hives(view):
            shape = own_hive(view, name).shape
            return shape is not None and shape.letters == letters
        case ["totals", guesses] if view.own is not None:
            pairs = (pair.split("=") for pair in guesses.split(","))
            return all(view.own.totals[int(seat)] == int(total) for seat, total in pairs)
        case _:
            return False


def kinds_pending_elsewhere(view: View, name: str) -> dict[str, str]:
    """Return the kinds barred on a hive in round 1, each with the name of the hive where it is pending (HM-7)."""
    barred = set(own_hive(view, name).kinds).difference(possible_kinds(view, name))
    pending = {other: own_hive(view, other).shape for other in open_hives(view) if other != name}
    return {shape.kind: other for other, shape in pending.items() if shape is not None and shape.kind in barred}


def possible_kinds(view: View, name: str) -> tuple[str, ...]:
    """Return the kinds that the viewer may play on an open hive now (HM-7).

    In round 3 only one is left, unless a round was missed. Raises ValueError for a spectator.
    """
    if view.own is None:
        raise ValueError("a spectator has no private hives")
    match = match_of(view)
    hive = match.edition.hives.index(name)
    barred = barred_kinds(match, known_state(match, view), view.viewer, hive)
    return tuple([KINDS[kind] for kind in KINDS_IN[ALL_KINDS & ~barred]])


def needs_three_kinds(view: View) -> bool:
    """Return whether this is a round in which a seat must play three different kinds on the open hives (HM-7)."""
    return view.round == 1 and view.parameters.three_kinds_first


def list_shapes_on_hex(kind: str, letter: str) -> tuple[Shape, ...]:
    """Return the shapes of a kind that cover a hex, at most 12."""
    return tuple(shape for shape in _BY_KIND[kind] if letter in shape.letters)


def find_tappable_hexes(view: View, name: str, taps: str) -> dict[str, tuple[str, ...]]:
    """Return the hexes that may be added to some tapped ones on an open hive, each with the kinds that can result.

    `taps` are up to three letters. Only shapes that the viewer may play there now count (HM-7). With two taps each hex
    has exactly one kind; after the third tap there are none. Raises ValueError for a spectator.
    """
    possible = possible_kinds(view, name)
    fitting = [shape for shape in SHAPES if shape.kind in possible and set(taps) < set(shape.letters)]
    found = {
        letter: {shape.kind for shape in fitting if letter in shape.letters} for letter in LETTERS if letter not in taps
    }
    return {letter: tuple(kind for kind in KINDS if kind in kinds) for letter, kinds in found.items() if kinds}


def parse_shape(text: str) -> Shape | None:
    """Parse three letters, in any order and case, as a shape; return None if they form none."""
    return SHAPES[SHAPE_INDEX[name]] if (name := "".join(sorted(text.upper()))) in SHAPE_INDEX else None


def hints(view: View) -> tuple[tuple[str, Hint], ...]:
    """Return the viewer's hints as (hive name, hint) pairs, sorted by hive and round (HM-4)."""
    if view.own is None:
        return ()
    return tuple((hive.name, hint) for hive, own in zip(view.hives, view.own.hives, strict=True) for hint in own.hints)


def purchases(view: View) -> tuple[Purchase, ...]:
    """Return the Doubles and Blocks that the viewer may add to its submission (HM-13, HM-16, HM-17).

    They are returned even if the viewer is ready, since it can reopen its submission.
    """
    if view.own is None:
        return ()
    match, spent = match_of(view), view.own.garnets.spent
    state = _mark_not_ready(known_state(match, view), view.viewer)
    have = find_declared_abilities(state, view.viewer)
    return tuple(
        [
            Purchase(ABILITIES[more.ability], name, (match.edition.cost(with_hive(have, more)) or 0) - spent)
            for hive, name in enumerate(match.edition.hives)
            for more in (USES[DOUBLE][hive], USES[BLOCK][hive])
            if objection(match, state, view.viewer, more) is None
        ]
    )


def find_declarable_hives(view: View, what: str) -> Declarable:
    """Return the hives on which the viewer may declare an ability, and the costs in garnets.

    Pending declarations of this ability are ignored, as if none had been made. `what` is "double" or "block"
    (HM-13, HM-16, HM-17). For a spectator both parts are empty.
    """
    if view.own is None:
        return Declarable((), ())
    match, seat, ability = match_of(view), view.viewer, ABILITIES.index(what)
    state = _strip(match, _mark_not_ready(known_state(match, view), seat), seat, ability)
    uses = [use for use in USES[ability][: len(view.hives)] if objection(match, state, seat, use) is None]
    costs: list[int] = []
    for use in uses:
        if objection(match, state, seat, use) is not None:
            break
        paid = match.edition.cost(find_declared_abilities(state, seat)) or 0
        state = change_submission(state, seat, use)
        costs.append((match.edition.cost(find_declared_abilities(state, seat)) or 0) - paid)
    return Declarable(tuple(view.hives[use.hive].name for use in uses), tuple(costs))


def _strip(match: Match, state: State, seat: int, ability: int) -> State:
    """Return the state without the seat's pending declarations of one ability."""
    for hive in range(len(match.edition.hives)):
        if pending_sets(state.pending[seat])[ability] >> hive & 1:
            state = change_submission(state, seat, Clear(_CLEARS[ability], hive))
    return state


def probable_guess(view: View, name: str, written: str = "") -> str:
    """Return the most probable values of a hive, given the viewer's hints and the values already written.

    Returns an empty string if no legal layout fits them.
    """
    return most_probable_layout(known_hints(view)[[hive.name for hive in view.hives].index(name)], written)


def is_possible_guess(view: View, name: str, written: str, *, by_clues: bool) -> bool:
    """Return whether a legal layout of a hive fits the values written, and with `by_clues` the viewer's hints too."""
    hints_here = known_hints(view)[[hive.name for hive in view.hives].index(name)]
    return is_possible(hints_here if by_clues else (), written)


def has_useful_clue(view: View, name: str) -> bool:
    """Return whether the clue of the current round on a hive can still help: with later shapes or totals."""
    hive = next(hive for hive in view.hives if hive.name == name)
    return hive.round < ROUNDS or view.parameters.guess_of_totals


def guessable_hives(view: View) -> tuple[str, ...]:
    """Return the names of the hives whose starting values the viewer may guess now (HM-12).

    They are returned even if the viewer is ready, since it can reopen its submission.
    """
    if view.own is None:
        return ()
    match = match_of(view)
    state = _mark_not_ready(known_state(match, view), view.viewer)
    return tuple(
        [
            name
            for hive, name in enumerate(match.edition.hives)
            if objection(match, state, view.viewer, Guess(hive, _NO_VALUES)) is None
        ]
    )


def _mark_not_ready(state: State, seat: int) -> State:
    """Return the state with the seat as not ready, so that checks allow changes to its submission."""
    return replace(state, waiting=state.waiting | 1 << seat)


def check_guess(values: str) -> GuessCheck | None:
    """Count the values of a guess and check whether they are a legal layout (HM-12).

    Returns None for a text that is not a guess.
    """
    if not is_guess(values):
        return None
    counts = [values.count(digit) for digit in sorted(VALUES)]
    return GuessCheck(*counts, blanks=values.count("."), fits=is_layout(values))
