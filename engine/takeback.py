"""Who must agree before a move is taken back (design.md, Take-back).

Games need no rules for it: what a move told anybody shows in the views, compared with what they would be after another
move or in another world that the viewer cannot tell from the true one.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal

import msgspec

from engine.core import SPECTATOR, AnyRules, EngineError, Player
from engine.record import Entry, apply_entry, fold, line, read_action
from engine.table import Table

WORLDS: Final = 32
"""How many worlds are tried to find out whether a seat has learned something; a miss turns a refusal into a vote."""
ALTERNATIVES: Final = 8


class TakebackPolicy(msgspec.Struct, frozen=True, gc=False):
    """What has to happen before HOST plays `takeback entry`.

    free: nothing, nobody has acted or learned anything since; vote: each of `seats` must agree; refused: it cannot
    be, and `text` says why.
    """

    kind: Literal["free", "vote", "refused"]
    entry: int = 0
    seats: tuple[int, ...] = ()
    text: str = ""


def takeback_policy(table: Table, seat: int) -> TakebackPolicy:
    """Whether a seat may take its newest action back."""
    rules = table.rules
    if table.outcome is not None:
        return _refused("The game is over.")
    numbers = line(table.entries)
    places = [place for place, number in enumerate(numbers) if table.entries[number - 1].actor == seat]
    if not places:
        return _refused("There is no move of yours to take back.")
    place = places[-1]
    before = numbers[place - 1] if place else 0
    tail = [table.entries[number - 1] for number in numbers[place:]]
    # CHANCE and HOST are below the seats: dice have fallen, or the clock has run out.
    if any(entry.actor < 0 for entry in tail):
        return _refused("Since your move something was drawn or rolled, or the clock ran out.")
    earlier = fold(rules, table.entries[:before]).states[-1]
    if _has_learned(rules, earlier, table.state, tail, seat):
        return _refused("Since your move you have seen something that was hidden.")
    if len(tail) == 1 and not _has_told(rules, earlier, table.state, seat, tail[0].action):
        return TakebackPolicy("free", before)
    others = [other for other in range(rules.seats) if other != seat]
    asked = tuple(other for other in others if rules.view(earlier, other) != rules.view(table.state, other))
    return TakebackPolicy("vote", before, asked)


def _refused(text: str) -> TakebackPolicy:
    return TakebackPolicy("refused", text=text)


def _has_learned(rules: AnyRules, earlier: Any, now: Any, tail: Sequence[Entry], seat: int) -> bool:
    """Whether, to the seat, some world was possible before its move and is no longer."""
    known, seen = rules.view(earlier, seat), rules.view(now, seat)
    rng = Random(len(tail))
    return any(_after(rules, rules.determinize(known, rng), tail, seat) != seen for _ in range(WORLDS))


def _after(rules: AnyRules, world: Any, tail: Sequence[Entry], viewer: Player) -> Any:
    """The view after the tail of a log in another world, or None where it could not have been played."""
    try:
        for entry in tail:
            world, _ = apply_entry(rules, (world,), entry.actor, entry.action)
    except EngineError:
        return None
    return rules.view(world, viewer)


def _has_told(rules: AnyRules, earlier: Any, now: Any, seat: int, text: str) -> bool:
    """Whether anybody else knows more than that the seat has acted."""
    action = read_action(rules, earlier, seat, text)
    alternatives = [other for other in rules.legal_actions(earlier, seat) if other != action][:ALTERNATIVES]
    states = [rules.apply(earlier, seat, other).state for other in alternatives] or [earlier]
    viewers = [SPECTATOR, *(other for other in range(rules.seats) if other != seat)]
    return any(rules.view(state, viewer) != rules.view(now, viewer) for state in states for viewer in viewers)
