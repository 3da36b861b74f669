"""Questions to computer players, and players that think in the tests' own process, where no test is about processes."""

import os
import select
import sys

from engine.game import begin
from engine.games import game_type
from engine.players import Question, answer, question
from engine.record import Configuration

SEED = bytes(range(32))


def asked(game: str, name: str) -> Question:
    """The first question of a new game to a player of a level."""
    opened = begin(Configuration(game, 1, {}, min(3, *game_type(game).seats[-1:]), "t", None, None), SEED).game
    return question(opened, opened.actors[0], name, SEED)


async def think_here(question: Question) -> str:
    """A computer player's action, once it is found."""
    return answer(question)


def outlive(program: int) -> None:
    """Say that it has begun, and return when a process has ended."""
    print("thinking", file=sys.stderr, flush=True)
    select.select([os.pidfd_open(program)], [], [])
