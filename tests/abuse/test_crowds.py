"""One person can't hurt the rest (design.md, Trust): tables are limited, drawings and work in progress are bounded."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cogs import _texts as texts
from cogs._computer import WORKERS as COMPUTER_WORKERS
from cogs._crowds import MOST
from cogs._pictures import WORKERS as DRAWING_WORKERS
from tests.cogs.cog_tables import ANN, BEN, CHANNEL, TABLE, start_table
from tests.cogs.cog_tables import mover as whose_turn
from tests.cogs.dispatchers import Clock
from tests.faults.hall import Hall, open_hall


@pytest.mark.parametrize("scope", ["host", "channel", "server"])
async def test_of_many_tables_asked_for_at_once_so_many_are_opened(tmp_path: Path, clock: Clock, scope: str) -> None:
    limits = {f"tables_per_{name}": 4 if name == scope else 100 for name in ("host", "channel", "server")}
    async with open_hall(tmp_path, clock, **limits) as hall:
        told = await asyncio.gather(*(hall.command(ANN, "play", game="monster_hex") for _ in range(MOST)))
        await hall.outbox.settle()

        assert [answer.text for answer in told].count(texts.too_many_tables(scope, 4)) == MOST - 4
        assert len(hall.discord.messages(CHANNEL)) == 4


class Drawn:
    """Counts the drawings under way, of each person and in all."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = self.now = 0
        draw = hall.bot.studio.draw

        async def counted(job: Any) -> Any:
            self.now += 1
            self.most = max(self.most, self.now)
            try:
                return await draw(job)
            finally:
                self.now -= 1

        monkeypatch.setattr(hall.bot.studio, "draw", counted)


async def test_one_person_has_one_drawing_at_a_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await start_table(hall.service)
    drawn = Drawn(hall, monkeypatch)

    await asyncio.gather(*(hall.press(ANN, f"{TABLE}::zoom:{part}") for part in ("NW", "NE", "SW", "SE", "last") * 2))
    assert drawn.most == 1
    await asyncio.gather(*(hall.press(person, f"{TABLE}::zoom:NW") for person in (ANN, BEN)))
    assert drawn.most == 2


def test_the_pools_are_bounded() -> None:
    """Two threads draw and one thinks, however many ask."""
    assert DRAWING_WORKERS == 2
    assert COMPUTER_WORKERS == 1


async def test_of_a_thousand_presses_of_one_person_few_are_worked_on_and_the_rest_is_told(hall: Hall) -> None:
    await start_table(hall.service)

    told = await asyncio.gather(*(hall.press(ANN, f"{TABLE}::hand") for _ in range(1000)))

    assert all(answer.acknowledged for answer in told)
    pictures = sum(bool(answer.files) for answer in told)
    assert pictures == MOST
    assert sum(texts.TOO_FAST in answer.text for answer in told) == 1, "said once, not a thousand times"


async def test_whoever_comes_after_a_thousand_presses_is_acknowledged_before_they_are_done(hall: Hall) -> None:
    await start_table(hall.service)
    crowd = [asyncio.create_task(hall.press(ANN, f"{TABLE}::hand")) for _ in range(1000)]
    await asyncio.sleep(0)

    mine = await hall.press(BEN, f"{TABLE}::more")

    assert mine.acknowledged
    assert "Monster Hex" in mine.text
    assert not all(task.done() for task in crowd)
    await asyncio.gather(*crowd)


async def test_of_a_thousand_commands_of_one_person_few_are_worked_on_and_each_is_answered(hall: Hall) -> None:
    await start_table(hall.service)
    async with hall.store.read() as reader:
        before = await reader.pending_outbox(2**62)

    told = await asyncio.gather(*(hall.command(ANN, "hand") for _ in range(1000)))

    assert all(answer.acknowledged for answer in told)
    assert sum(bool(answer.files) for answer in told) == MOST
    assert sum(answer.text == texts.TOO_FAST for answer in told) == 1000 - MOST
    # Who is turned away costs one answer and nothing in the store.
    assert {len(answer.asked) for answer in told if answer.text == texts.TOO_FAST} == {1}
    async with hall.store.read() as reader:
        assert await reader.pending_outbox(2**62) == before


async def test_of_a_thousand_autocompletions_of_one_person_few_are_worked_on_and_each_is_answered(hall: Hall) -> None:
    await start_table(hall.service)
    mover, _ = await whose_turn(hall.service)

    told = await asyncio.gather(*(hall.autocomplete(mover, "move", "action") for _ in range(1000)))

    offered = [answer.asked[0].body["data"]["choices"] for answer in told]
    assert sum(bool(choices) for choices in offered) == MOST
    assert all(len(answer.asked) == 1 for answer in told)


async def test_presses_and_commands_of_one_person_count_together_and_nobody_elses(hall: Hall) -> None:
    await start_table(hall.service)
    presses = [asyncio.create_task(hall.press(ANN, f"{TABLE}::hand")) for _ in range(MOST)]
    await asyncio.sleep(0)

    mine, theirs = await asyncio.gather(hall.command(ANN, "hand"), hall.command(BEN, "hand"))

    assert mine.text == texts.TOO_FAST
    assert theirs.files
    await asyncio.gather(*presses)
    assert (await hall.command(ANN, "hand")).files, "what is done counts no more"


async def test_whoever_comes_after_a_thousand_commands_is_acknowledged_before_they_are_done(hall: Hall) -> None:
    await start_table(hall.service)
    crowd = [asyncio.create_task(hall.command(ANN, "hand")) for _ in range(1000)]
    await asyncio.sleep(0)

    mine = await hall.press(BEN, f"{TABLE}::more")

    assert mine.acknowledged
    assert "Monster Hex" in mine.text
    assert not all(task.done() for task in crowd)
    await asyncio.gather(*crowd)
