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
from tests.cogs.dispatchers import Clock
from tests.faults.hall import Hall, open_hall


@pytest.mark.parametrize("scope", ["host", "channel", "server"])
async def test_of_many_tables_asked_for_at_once_so_many_are_opened(tmp_path: Path, clock: Clock, scope: str) -> None:
    limits = {f"tables_per_{name}": 4 if name == scope else 100 for name in ("host", "channel", "server")}
    async with open_hall(tmp_path, clock, **limits) as hall:
        told = await asyncio.gather(*(hall.command(ANN, "play", game="monster_hex") for _ in range(12)))
        await hall.outbox.settle()

        assert [answer.text for answer in told].count(texts.too_many_tables(scope, 4)) == 8
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
