"""Questions to computer players, and players that think in the test process instead of a worker."""

import os
import select
import sys

from engine.game import begin
from engine.games import game_type
from engine.players import Question, answer, question
from engine.record import Configuration

SEED = bytes(range(32))


def asked(game: str, name: str) -> Question:
    """Return the first question of a new game to a computer player of this name."""
    opened = begin(Configuration(game, 1, {}, min(3, *game_type(game).seats[-1:]), "t", None, None), SEED).game
    return question(opened, opened.actors[0], name, SEED)


async def think_here(question: Question) -> str:
    """Return a computer player's action, computed in this process."""
    return answer(question)


def outlive(program: int) -> None:
    """Report the start on stderr, and block until a process has ended."""
    print("thinking", file=sys.stderr, flush=True)
    select.select([os.pidfd_open(program)], [], [])
