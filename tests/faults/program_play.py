"""Helpers that play through the program in this process."""

from typing import Any

from tests.cog_tables import TABLE, mover, start_table
from tests.in_process_program import InProcessProgram
from tests.posted_messages import cards, thread


async def step_on(program: InProcessProgram) -> int:
    """Make one legal move and return the step after it."""
    person, seen = await mover(program.service)
    return (await program.service.act(TABLE, person.id, seen.legal[0])).row.step


async def playing(program: InProcessProgram) -> dict[str, Any]:
    """Start a game of Ann and Ben, make one move, and return the live card."""
    await start_table(program.service)
    await program.outbox.settle()
    await step_on(program)
    await program.outbox.settle()
    return cards(program.discord, thread(program.discord))[-1]
