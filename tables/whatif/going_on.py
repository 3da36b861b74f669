"""A computer player goes on in a sandbox for everybody; it thinks where those of tables do."""

import asyncio
from random import Random
from time import monotonic

from engine.players import Question
from tables.refusal import Refusal
from tables.thinking import Think
from tables.whatif import texts
from tables.whatif.sandbox import MOST_MOVES, Sandbox, Work


async def played_on(
    sandbox: Sandbox, player: str, think: Think, rng: Random, *, to_end: bool, seconds: float
) -> Sandbox:
    """The sandbox after the computer player has made everybody's moves, for one turn or to the end.

    It stops where a draw is to be chosen, where there is no more room, and after so many seconds. Raises Refusal where
    nobody can move.
    """
    work, until = await asyncio.to_thread(Work, sandbox), monotonic() + seconds
    if work.standing.outcome is not None:
        raise Refusal(texts.OVER)
    key = work.rules.turn_key(work.state)
    while (actors := work.standing.actors) and len(work.moves) < MOST_MOVES:
        before, seat = work.copy(), actors[0]
        view = work.rules.view(work.state, seat)
        work.act(seat, await think(Question(sandbox.configuration, view, seat, player, rng.getrandbits(64))))
        work.settle(rng)
        if len(work.moves) > MOST_MOVES:
            work = before
            break
        if (not to_end and work.rules.turn_key(work.state) != key) or monotonic() > until:
            break
    if len(work.moves) == len(sandbox.moves):
        raise Refusal(texts.full(MOST_MOVES) if work.standing.actors else texts.NOTHING_DUE)
    return await asyncio.to_thread(work.done, sandbox)
