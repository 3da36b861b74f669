"""What every flow needs: people, tables that have begun, and windows."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from tests.end_to_end.screens.phone import Phone
from tests.end_to_end.screens.stage import Stage
from tests.end_to_end.table_driver import TableDriver, table_of
from tests.playground_driver import Json, Person

ZONE = "Europe/Berlin"


class Scene:
    """One flow's people, tables and windows."""

    def __init__(self, stage: Stage, browser: Browser, folder: Path) -> None:
        self.stage, self._browser, self._folder = stage, browser, folder
        self._phones: list[Phone] = []

    async def people(self, *names: str) -> list[Person]:
        """People by their names."""
        return [await self.stage.person(name) for name in names]

    async def table(self, people: list[Person], computers: int = 0, **options: Any) -> TableDriver:
        """A full table in its lobby."""
        return await table_of(self.stage, people, computers, seed=7, **options)

    async def game(self, people: list[Person], first: Person | None = None, **options: Any) -> tuple[TableDriver, Json]:
        """A game that has begun, some moves old, in which it is the turn of `first`; the table and its card."""
        table = await self.table(people, **options)
        card = await self.played(table, await table.start())
        while first is not None and table.who(card) is not first:
            card = await self.played(table, card)
        return table, card

    async def played(self, table: TableDriver, card: Json, turns: int = 1) -> Json:
        """The card after so many more moves."""
        for _ in range(turns):
            async for _ in table.turn(card):
                pass
            card = await table.next_card(card)
            await self.stage.settle()
        return card

    async def phone(self, person: Person, channel: str, **size: Any) -> Phone:
        """A window of a person in a channel, at the time that it is now."""
        phone = await Phone.of(self.stage, self._browser, self._folder, person, channel, **size)
        self._phones.append(phone)
        return phone

    async def close(self) -> None:
        """Close all windows."""
        for phone in self._phones:
            await phone.close()


Flow = Callable[[Scene], Awaitable[None]]
