"""Common setup of flows: people, started tables and windows."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from tests.end_to_end.screens.phone import Phone
from tests.end_to_end.screens.stage import Stage
from tests.playground_driver import Json, Person
from tests.table_driver import TableDriver, table_of

ZONE = "Europe/Berlin"


class Scene:
    """One flow's people, tables and windows."""

    def __init__(self, stage: Stage, browser: Browser, folder: Path) -> None:
        self.stage, self._browser, self._folder = stage, browser, folder
        self._phones: list[Phone] = []

    async def people(self, *names: str) -> list[Person]:
        """Return people by their names."""
        return [await self.stage.person(name) for name in names]

    async def table(self, people: list[Person], computers: int = 0, *, expiry: str = "", **options: Any) -> TableDriver:
        """Open and fill a table; `expiry` is the setting for a player who misses two deadlines in a row."""
        table = await table_of(self.stage, people, computers, seed=7, **options)
        if expiry:
            form = await table.host.click(await table.set_up(), label="Time")
            await table.host.submit(form, {"clock": options["clock"], "expiry": expiry})
            await self.stage.settle()
            await table.lobby_with(options["clock"])
        return table

    async def game(
        self, *names: str, turn: str = "", computers: int = 0, **options: Any
    ) -> tuple[TableDriver, Json, list[Phone]]:
        """Start a game of these people; return its table, card and windows.

        With `turn`, play at least one move and go on until that person must act.
        """
        people = await self.people(*names)
        table = await self.table(people, computers, **options)
        card = await table.start()
        if turn:
            card = await self.turn_of(table, await self.played(table, card), people[names.index(turn)])
        return table, card, [await self.phone(person, card["channel_id"]) for person in people]

    async def game_opened_by(self, *names: str, **options: Any) -> tuple[TableDriver, Json, list[Phone]]:
        """Return a game in its second round in which the first of these people moves first in each round.

        So no tiles are drawn right after that person's moves.
        """
        people = await self.people(*names)
        while True:
            table = await self.table(people, **options)
            card = await table.start()
            if table.who(card) is people[0]:
                break
        card = await self.played(table, card, len(people))
        return table, card, [await self.phone(person, card["channel_id"]) for person in people]

    async def turn_of(self, table: TableDriver, card: Json, person: Person) -> Json:
        """Play moves until it is a person's turn, and return the card."""
        while table.who(card) is not person:
            card = await self.played(table, card)
        return card

    async def played(self, table: TableDriver, card: Json, turns: int = 1) -> Json:
        """Play `turns` moves and return the card after them."""
        for _ in range(turns):
            card = await table.move(card)
            await self.stage.settle()
        return card

    async def phone(self, person: Person, channel: str, **size: Any) -> Phone:
        """Open a person's window in a channel at the current stage time."""
        phone = await Phone.of(self.stage, self._browser, self._folder, person, channel, **size)
        self._phones.append(phone)
        return phone

    async def passes(self, seconds: float) -> None:
        """Let time pass for the program and all windows."""
        for phone in self._phones:
            await phone.catch_up(seconds)
        await self.stage.passes(seconds)

    async def another(self, beside: Phone, name: str) -> Phone:
        """Open another person's window in the same channel."""
        (person,) = await self.people(name)
        return await self.phone(person, beside.channel)

    async def direct(self, person: Person) -> Phone:
        """Open a window of a person's direct messages with the bot."""
        bot = (await person.command_index())["applications"][0]["bot"]
        direct = await person.request("POST", "users/@me/channels", {"recipient_id": bot["id"]})
        return await self.phone(person, direct["id"])

    async def close(self) -> None:
        """Close all windows."""
        for phone in self._phones:
            await phone.close()


Flow = Callable[[Scene], Awaitable[None]]
