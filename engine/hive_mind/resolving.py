"""The end of a round: all submissions resolve at once (HM-5, HM-6, HM-8 to HM-10, HM-13, HM-27)."""

from collections.abc import Sequence

from engine.hive_mind.board import COUNTED, SHAPE_LETTERS, SHAPE_LOOK_MASK, SHAPE_MASK, USED_KIND, cells_in, counted
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.events import BlockersTold, DoublersTold, Event, HintTold, HiveAnnounced
from engine.hive_mind.layouts import twos_and_threes
from engine.hive_mind.state import NONE, SEATS_IN, State, blank
from engine.hive_mind.view import Announcement, Kinds


def resolve(match: Match, state: State, events: list[Event]) -> State:
    """The state with the round resolved, ready or not; nobody waits yet for the next."""
    number, turn, pending = state.number, state.number % ROUNDS, state.pending
    played, announced, cleared = list(state.played), list(state.announced), list(state.cleared)
    told: list[Event] = []
    for hive in match.schedule[number]:
        name, layout = match.edition.hives[hive], twos_and_threes(state.hives[hive])
        shapes = tuple([submission.shapes[hive] for submission in pending])
        odd = numbers = 0
        for seat, shape in enumerate(shapes):
            if shape != NONE:
                odd ^= SHAPE_MASK[shape]
                numbers += COUNTED[shape]
                events.append(HintTold(seat, name, turn + 1, SHAPE_LETTERS[shape], hint(layout, shape)))
        # Round 1 clears nothing (HM-8).
        newly = odd & ~cleared[hive] if turn else 0
        counts, kinds = counted(numbers)
        announcement = Announcement(Kinds(*kinds), counts, cells_in(newly), SEATS_IN[state.forfeited])
        told.append(HiveAnnounced(name, turn + 1, announcement))
        cleared[hive] |= newly
        played[hive] = (*played[hive], shapes)
        announced[hive] = (*announced[hive], announcement)
    events += told
    declares, guesses = turn == 1, turn == ROUNDS - 1
    after = State(
        phase=state.phase,
        number=number + 1,
        hives=state.hives,
        pending=(blank(match),) * match.seats,
        waiting=0,
        played=tuple(played),
        announced=tuple(announced),
        cleared=tuple(cleared),
        used=_used(state),
        doubles=_declared(state.doubles, [seat.doubles for seat in pending]) if declares else state.doubles,
        blocks=_declared(state.blocks, [seat.blocks for seat in pending]) if declares else state.blocks,
        guesses=_guesses(state) if guesses else state.guesses,
        forfeited=state.forfeited,
        totals=(),
        standing=None,
        gift=NONE,
        candidate=NONE,
    )
    _tell_abilities(match, after, number, events)
    return after


def hint(layout: tuple[int, int], shape: int) -> int:
    """The sum of the starting values that a shape looks at (HM-4); `layout` as in `twos_and_threes`."""
    looks = SHAPE_LOOK_MASK[shape]
    return looks.bit_count() + (looks & layout[0]).bit_count() + 2 * (looks & layout[1]).bit_count()


def _used(state: State) -> tuple[tuple[int, ...], ...]:
    """The used kinds per seat and hive, with those of what is pending (HM-7)."""
    used: list[tuple[int, ...]] = []
    for kinds, submission in zip(state.used, state.pending, strict=True):
        used.append(tuple([had | USED_KIND[shape] for had, shape in zip(kinds, submission.shapes, strict=True)]))
    return tuple(used)


def _declared(before: tuple[int, ...], now: Sequence[int]) -> tuple[int, ...]:
    """Doubles or Blocks are declared with round 2 (HM-13)."""
    return tuple([had | more for had, more in zip(before, now, strict=True)]) if any(now) else before


def _guesses(state: State) -> tuple[tuple[str, ...], ...]:
    """Guesses are handed in with round 3 (HM-12)."""
    guesses = list(state.guesses)
    for seat, submission in enumerate(state.pending):
        if any(submission.guesses):
            pairs = zip(guesses[seat], submission.guesses, strict=True)
            guesses[seat] = tuple([new or old for old, new in pairs])
    return tuple(guesses)


def _tell_abilities(match: Match, state: State, number: int, events: list[Event]) -> None:
    """Doublers are told with the results of round 2, blockers after round 3 or at the end (HM-16)."""
    turn = number % ROUNDS
    for hive in match.schedule[number]:
        name = match.edition.hives[hive]
        if turn == 1:
            events.append(DoublersTold(name, users(state.doubles, hive)))
        elif turn == ROUNDS - 1:
            events.append(BlockersTold(name, users(state.blocks, hive)))


def users(abilities: tuple[int, ...], hive: int) -> tuple[int, ...]:
    """The seats whose set of hives holds this one."""
    return tuple([seat for seat, hives in enumerate(abilities) if hives >> hive & 1])
