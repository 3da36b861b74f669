"""Drives a table of Monster Hex with abilities, objectives or the shared faction through its pages."""

import asyncio
import re
from typing import Any

from tests.playground_driver import PATIENCE_SECONDS, Json, Person, components, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, compose_id, custom_ids, is_made, is_public, table_of

PRESSED_FIRST = ("take", "pick", "target", "hex", "hexes", "do")
"""What is pressed on a page without Confirm: the action in its custom ids, the first that is there."""
DECLINES = 0.2
"""How often an ability is declined."""


class VariantsDriver(TableDriver):
    """A table whose players answer every question that the variants ask."""

    def __init__(self, program: ProgramProcesses, lobby: Json, people: list[Person], seed: int) -> None:
        super().__init__(program, lobby, people, seed)
        self.asked: set[str] = set()
        """The actions of all buttons that were pressed, as their custom ids name them."""

    def step_of(self, message: Json) -> int:
        """Return the step that a card shows, the turn where abilities are chosen; 0 for what is no live card."""
        if not is_public(message):
            return 0
        found = [re.fullmatch(rf"{self.id}:t?(\d+):(move|replay|record)", text) for text in custom_ids(message)]
        return max((int(match[1]) for match in found if match), default=0)

    async def next_card(self, card: Json) -> Json:
        """Return the card after this one, which may have been edited within its turn, and is then folded."""
        newer = await self.card_after(self.step_of(card))
        while newer["id"] == card["id"]:
            newer = await self.card_after(self.step_of(newer))
        return newer

    async def choose_abilities(self, card: Json) -> Json:
        """Everybody chooses an ability; return the card after that."""
        for person in self.people:
            page = await person.answer(await person.click(card, compose_id(card)))
            picks = [custom_id for custom_id in custom_ids(page) if ":pick:" in custom_id]
            assert len(picks) == 2
            await self._pressed(person, page, self.rng.choice(picks))
        return await self.next_card(card)

    async def play(self, card: Json) -> Json:
        """Play by clicks to the end; return the last card."""
        while not self.over(card):
            person, page = await self.draft(card)
            while page is not None:
                page = await self._answered(person, page)
            card = await self.next_card(card)
        return card

    async def _answered(self, person: Person, page: Json) -> Json | None:
        """Press one thing on a page; return the page after it, None when it is over."""
        custom_id, value = self._choice(page)
        return await self._pressed(person, page, custom_id, value)

    async def _pressed(self, person: Person, page: Json, custom_id: str, value: str | None = None) -> Json | None:
        self.asked.add(":".join(custom_id.split(":")[2:])[:20])
        changed = person.event(lambda name, data: name.startswith("MESSAGE_") and data.get("id") == page["id"])
        if value is None:
            await person.click(page, custom_id)
        else:
            await person.select(page, value, custom_id)
        now = await asyncio.wait_for(changed, PATIENCE_SECONDS)
        # What is gone has no components.
        return None if "components" not in now or is_made("MESSAGE_UPDATE", now) else now

    def _choice(self, page: Json) -> tuple[str, str | None]:
        """What is pressed on a page: a custom id, and a value of a select."""
        parts = [part for part in components(page) if "custom_id" in part and not part.get("disabled")]
        confirm = next((part for part in parts if part.get("label") == "Confirm"), None)
        turns = [part for part in parts if ":turned:" in part["custom_id"] and part.get("style") != 1]
        if turns and self.rng.random() < 0.5:
            return self.rng.choice(turns)["custom_id"], None
        if confirm is not None:
            return confirm["custom_id"], None
        decline = [part for part in parts if part["custom_id"].endswith(":do:decline")]
        if decline and self.rng.random() < DECLINES:
            return decline[0]["custom_id"], None
        for action in PRESSED_FIRST:
            found = [part for part in parts if part["custom_id"].split(":")[2] == action and part not in decline]
            if found:
                part = self.rng.choice(found)
                values = [option["value"] for option in part.get("options", ())]
                return part["custom_id"], self.rng.choice(values) if values else None
        raise AssertionError(texts(page))


async def variants_table(
    program: ProgramProcesses, people: list[Person], computers: int = 0, *, seed: int = 0, **options: Any
) -> VariantsDriver:
    """Open and fill a table with typed options."""
    table = await table_of(program, people, computers, seed=seed, **options)
    return VariantsDriver(program, table.lobby, table.people, seed)
