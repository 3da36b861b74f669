"""The end of a round: all submissions resolve at once (HM-5, HM-6, HM-8 to HM-10, HM-13, HM-27)."""

from collections.abc import Sequence

from engine.hive_mind.board import SHAPE_COVERAGE, SHAPE_KIND, SHAPE_LOOKS, SHAPE_MASK, SHAPES, cells_in, counts_of
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.events import BlockersTold, DoublersTold, Event, HintTold, HiveAnnounced
from engine.hive_mind.state import NONE, SEATS_IN, State, blank
from engine.hive_mind.view import Announcement, Kinds


def resolve(match: Match, state: State, events: list[Event]) -> State:
    """The state with the round resolved, ready or not; nobody waits yet for the next."""
    number, turn = state.number, state.number % ROUNDS
    played, announced, cleared = list(state.played), list(state.announced), list(state.cleared)
    told: list[Event] = []
    for hive in match.schedule[number]:
        shapes = tuple([submission.shapes[hive] for submission in state.pending])
        odd, announcement = _announcement(shapes, turn, cleared[hive], SEATS_IN[state.forfeited])
        cleared[hive] |= odd
        played[hive] = (*played[hive], shapes)
        announced[hive] = (*announced[hive], announcement)
        name = match.edition.hives[hive]
        told.append(HiveAnnounced(name, turn + 1, announcement))
        for seat, shape in enumerate(shapes):
            if shape != NONE:
                value = hint(state.hives[hive], shape)
                events.append(HintTold(seat, name, turn + 1, SHAPES[shape].letters, value))
    events += told
    after = State(
        phase=state.phase,
        number=number + 1,
        hives=state.hives,
        pending=(blank(match),) * match.seats,
        waiting=0,
        played=tuple(played),
        announced=tuple(announced),
        cleared=tuple(cleared),
        used=tuple([_used(kinds, seat.shapes) for kinds, seat in zip(state.used, state.pending, strict=True)]),
        doubles=_declared(state.doubles, [seat.doubles for seat in state.pending]) if turn == 1 else state.doubles,
        blocks=_declared(state.blocks, [seat.blocks for seat in state.pending]) if turn == 1 else state.blocks,
        guesses=_guesses(state) if turn == ROUNDS - 1 else state.guesses,
        forfeited=state.forfeited,
        totals=(),
        standing=None,
        gift=NONE,
        candidate=NONE,
    )
    _tell_abilities(match, after, number, events)
    return after


def _announcement(shapes: tuple[int, ...], turn: int, cleared: int, left: tuple[int, ...]) -> tuple[int, Announcement]:
    """What is told of shapes on a hive, and the hexes that they clear (HM-8 to HM-10)."""
    coverage, odd, kinds = 0, 0, [0, 0, 0]
    for shape in shapes:
        if shape != NONE:
            coverage += SHAPE_COVERAGE[shape]
            odd ^= SHAPE_MASK[shape]
            kinds[SHAPE_KIND[shape]] += 1
    newly = odd & ~cleared if turn else 0
    return newly, Announcement(Kinds(*kinds), counts_of(coverage), cells_in(newly), left)


def hint(layout: str, shape: int) -> int:
    """What a shape tells on a hive: the sum of the starting values that it looks at (HM-4)."""
    return sum(map(int, map(layout.__getitem__, SHAPE_LOOKS[shape])))


def _used(kinds: tuple[int, ...], shapes: tuple[int, ...]) -> tuple[int, ...]:
    """A seat's used kinds per hive, with those of its shapes (HM-7)."""
    return tuple(
        [had if shape == NONE else had | 1 << SHAPE_KIND[shape] for had, shape in zip(kinds, shapes, strict=True)]
    )


def _declared(before: tuple[int, ...], now: Sequence[int]) -> tuple[int, ...]:
    """Doubles or Blocks are declared with round 2 (HM-13)."""
    return tuple([had | more for had, more in zip(before, now, strict=True)])


def _guesses(state: State) -> tuple[tuple[str, ...], ...]:
    """Guesses are handed in with round 3 (HM-12)."""
    return tuple(
        [
            tuple([new or old for old, new in zip(had, seat.guesses, strict=True)])
            for had, seat in zip(state.guesses, state.pending, strict=True)
        ]
    )


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
