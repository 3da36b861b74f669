"""Play through the program in this process."""

from typing import Any

from tests.cog_tables import TABLE, mover, start_table
from tests.in_process_program import InProcessProgram
from tests.posted_messages import cards, thread


async def step_on(program: InProcessProgram) -> int:
    """One legal move; gives the step after it."""
    person, seen = await mover(program.service)
    return (await program.service.act(TABLE, person.id, seen.legal[0])).row.step


async def playing(program: InProcessProgram) -> dict[str, Any]:
    """A game of Ann and Ben, with one move made; gives its live card."""
    await start_table(program.service)
    await program.outbox.settle()
    await step_on(program)
    await program.outbox.settle()
    return cards(program.discord, thread(program.discord))[-1]
