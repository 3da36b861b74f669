"""One person cannot harm the others: tables, drawings and concurrent work are bounded."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cogs.ui.kit.drawing_pool import WORKERS as DRAWING_WORKERS
from cogs.ui.requests.limits import MAX_PER_USER, TOO_FAST
from tables import texts as table_texts
from tables.computer_players import processes
from tests.cog_tables import ANN, BEN, CHANNEL, TABLE, start_table
from tests.cog_tables import mover as whose_turn
from tests.in_process_program import InProcessProgram, open_program
from tests.patience import patience
from tests.running_dispatchers import SECONDS, Clock

CROWD = 200
"""The number of concurrent presses or commands of one person: many times the limit."""


@pytest.mark.parametrize("scope", ["host", "channel", "server"])
async def test_of_many_tables_asked_for_at_once_so_many_are_opened(tmp_path: Path, clock: Clock, scope: str) -> None:
    limits: dict[str, Any] = {
        f"tables_per_{name}": 4 if name == scope else 100 for name in ("host", "channel", "server")
    }
    async with open_program(tmp_path, clock, **limits) as program:
        results = await asyncio.gather(*(program.command(ANN, "play", game="monster_hex") for _ in range(MAX_PER_USER)))
        await program.outbox.settle()

        assert [answer.text for answer in results].count(table_texts.too_many_tables(scope, 4)) == MAX_PER_USER - 4
        assert len(program.discord.messages(CHANNEL)) == 4


class Drawn:
    """A counter of concurrent drawings."""

    def __init__(self, program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = self.now = 0
        self.together: asyncio.Barrier | asyncio.Event | None = None
        """An event or barrier that drawings wait for."""
        draw = program.bot.drawing_pool.draw

        async def counted(job: Any) -> Any:
            self.now += 1
            self.most = max(self.most, self.now)
            try:
                if self.together is not None:
                    await self.together.wait()
                return await draw(job)
            finally:
                self.now -= 1

        monkeypatch.setattr(program.bot.drawing_pool, "draw", counted)


async def test_one_person_has_one_drawing_at_a_time(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    await start_table(program.service)
    drawn = Drawn(program, monkeypatch)

    await asyncio.gather(
        *(program.press(ANN, f"{TABLE}::zoom:{part}") for part in ("NW", "NE", "SW", "SE", "last") * 2)
    )
    assert drawn.most == 1
    drawn.together = asyncio.Barrier(2)
    await asyncio.gather(*(program.press(person, f"{TABLE}::zoom:NW") for person in (ANN, BEN)))
    assert drawn.most == 2


def test_the_pools_are_bounded() -> None:
    """One or two processes think and two threads draw, however many people ask."""
    assert DRAWING_WORKERS == 2
    assert processes() in (1, 2)


async def test_of_many_presses_of_one_person_few_are_worked_on_and_the_rest_is_told(
    program: InProcessProgram,
) -> None:
    await start_table(program.service)

    results = await asyncio.gather(*(program.press(ANN, f"{TABLE}::hand") for _ in range(CROWD)))

    assert all(answer.acknowledged for answer in results)
    pictures = sum(bool(answer.files) for answer in results)
    assert pictures == MAX_PER_USER
    assert sum(TOO_FAST in answer.text for answer in results) == 1, "said once, not each time"


@pytest.mark.parametrize("way", ["press", "command"])
async def test_whoever_comes_after_many_presses_or_commands_is_acknowledged_before_they_are_done(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    await start_table(program.service)
    drawn = Drawn(program, monkeypatch)
    drawn.together = asyncio.Event()
    ask = {"press": lambda: program.press(ANN, f"{TABLE}::hand"), "command": lambda: program.command(ANN, "hand")}
    crowd = [asyncio.create_task(ask[way]()) for _ in range(CROWD)]
    await asyncio.sleep(0)

    async with patience(SECONDS):
        mine = await program.press(BEN, f"{TABLE}::more")

    assert mine.acknowledged
    assert "Monster Hex" in mine.text
    drawn.together.set()
    results = await asyncio.gather(*crowd)
    assert sum(bool(answer.files) for answer in results) == MAX_PER_USER, "they were waiting all the while"


async def test_of_many_commands_of_one_person_few_are_worked_on_and_each_is_answered(
    program: InProcessProgram,
) -> None:
    await start_table(program.service)
    async with program.store.read() as reader:
        before = await reader.outbox.pending(2**62)

    results = await asyncio.gather(*(program.command(ANN, "hand") for _ in range(CROWD)))

    assert all(answer.acknowledged for answer in results)
    assert sum(bool(answer.files) for answer in results) == MAX_PER_USER
    assert sum(answer.text == TOO_FAST for answer in results) == CROWD - MAX_PER_USER
    # A refused command costs one answer and no row in the store.
    assert {len(answer.requests) for answer in results if answer.text == TOO_FAST} == {1}
    async with program.store.read() as reader:
        assert await reader.outbox.pending(2**62) == before


async def test_of_many_autocompletions_of_one_person_few_are_worked_on_and_each_is_answered(
    program: InProcessProgram,
) -> None:
    await start_table(program.service)
    mover, _ = await whose_turn(program.service)

    results = await asyncio.gather(*(program.autocomplete(mover, "move", "action") for _ in range(CROWD)))

    offered = [answer.requests[0].body["data"]["choices"] for answer in results]
    assert sum(bool(choices) for choices in offered) == MAX_PER_USER
    assert all(len(answer.requests) == 1 for answer in results)


async def test_presses_and_commands_of_one_person_count_together_and_nobody_elses(program: InProcessProgram) -> None:
    await start_table(program.service)
    presses = [asyncio.create_task(program.press(ANN, f"{TABLE}::hand")) for _ in range(MAX_PER_USER)]
    await asyncio.sleep(0)

    mine, theirs = await asyncio.gather(program.command(ANN, "hand"), program.command(BEN, "hand"))

    assert mine.text == TOO_FAST
    assert theirs.files
    await asyncio.gather(*presses)
    assert (await program.command(ANN, "hand")).files, "what is done counts no more"
