"""A driver that plays a Hive Mind table as players do: through private pages and edited cards."""

import asyncio
from random import Random
from typing import Any

from tests.playground_driver import PATIENCE_SECONDS, Json, Person, components, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, buttons, compose_id, table_of

HIVE = "hive_mind"


class HiveMindDriver:
    """A Hive Mind match played by clicks."""

    def __init__(self, table: TableDriver, seed: int) -> None:
        self.table, self.program, self.rng = table, table.program, Random(seed)

    async def start(self) -> Json:
        """Start the match and return the first card."""
        await self.table.host.click(self.table.lobby, label="Start")
        return await self.card_after(None)

    async def card_after(self, card: Json | None) -> Json:
        """Return the first new card posted after this one; edits of the same card don't count."""
        newest = int(card["id"]) if card is not None else int(self.table.lobby["id"])
        await self.table.card_after(0)
        return await self.program.watcher.wait_for(
            self.table.places[1], lambda message: int(message["id"]) > newest and self.table.step_of(message) > 0
        )

    async def now(self, card: Json) -> Json:
        """Return a card in its current form."""
        return await self.program.watcher.message(card)

    async def open(self, person: Person, card: Json, label: str | None = None) -> Json:
        """Press a button of a card and return the private page; the default button opens a submission."""
        pressed = person.click(card, compose_id(card)) if label is None else person.click(card, label=label)
        return await person.answer(await pressed)

    async def press(self, person: Person, page: Json, label: str) -> Json:
        """Press a button of a private page and return the updated page."""
        changed = self._changed(person, page)
        await person.click(page, label=label)
        return await asyncio.wait_for(changed, PATIENCE_SECONDS)

    async def choose(self, person: Person, page: Json, select: Json, value: str) -> Json:
        """Choose a value in a select of a private page and return the updated page."""
        changed = self._changed(person, page)
        await person.select(page, value, select["custom_id"])
        return await asyncio.wait_for(changed, PATIENCE_SECONDS)

    def _changed(self, person: Person, page: Json) -> asyncio.Future[Json]:
        return person.event(lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == page["id"])

    async def compose(self, person: Person, page: Json) -> Json:
        """Tap hexes until every hive has a shape; return the page of all hives."""
        while "Ready" not in buttons(page):
            page = await self.tap_hex(person, page)
        return page

    async def shape(self, person: Person, page: Json) -> Json:
        """Tap the three hexes of a random shape on the hive of the page; return the next page."""
        for _ in range(3):
            page = await self.tap_hex(person, page)
        return page

    async def tap_hex(self, person: Person, page: Json) -> Json:
        """Tap a random hex that can be tapped; return the next page."""
        return await self.press(
            person, page, self.rng.choice([label for label in buttons(page) if len(label.strip()) == 1])
        )

    async def submit(self, person: Person, card: Json) -> Json:
        """Compose a whole submission and press Ready; return the page after that."""
        page = await self.compose(person, await self.open(person, card))
        for double in [select for select in selects(page) if select.get("placeholder", "").startswith("Double")]:
            page = await self.choose(person, page, double, double["options"][0]["value"])
        for label in [label for label in buttons(page) if label.startswith("Guess ")][:1]:
            page = await self.tap(person, await self.press(person, page, label))
        return await self.hand_in(person, page)

    async def hand_in(self, person: Person, page: Json) -> Json:
        """Press Ready, and again if free abilities are unused; return the page after that."""
        page = await self.press(person, page, "Ready")
        return await self.press(person, page, "Ready") if "Ready" in buttons(page) else page

    async def tap(self, person: Person, page: Json) -> Json:
        """Enter a guess for the first hexes, keep it, and return the overview."""
        for digit in "123":
            label = next(label for label in buttons(page) if label.split(" ·")[0] == digit)
            page = await self.press(person, page, label)
        return await self.press(person, page, "Keep")


def selects(page: Json) -> list[Json]:
    """Return the selects of a page."""
    return [part for part in components(page) if part["type"] == 3]


async def hive_mind_table(
    program: ProgramProcesses, people: list[Person], computers: int, *, seed: int = 0, **options: Any
) -> HiveMindDriver:
    """Open a Hive Mind table in a channel of its own and fill it."""
    return HiveMindDriver(await table_of(program, people, computers, seed=seed, game=HIVE, **options), seed)


def waited_for(card: Json) -> str:
    """Return the line of a card that says who hasn't submitted yet."""
    return texts(card).strip().splitlines()[1]
