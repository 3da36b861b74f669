"""Hive Mind matches whose players keep playing through kills of the bot, all at the same time."""

import asyncio
import re
from contextlib import suppress
from typing import Any

from engine.game import replay_game
from engine.record_json import decode
from tests.faults.random_play import LOST, NAMES, RandomGame, RestartingBot
from tests.hive_mind_driver import HIVE, HiveMindDriver, waited_for
from tests.playground_driver import DriverError, Json, Person, texts
from tests.table_driver import buttons, open_table

HIVES = ("charge", "marcer", "zero")


class RandomMatch(RandomGame):
    """A table of the Recharged edition: the first person presses buttons, the others type commands."""

    def __init__(self, bot: RestartingBot, seed: int) -> None:
        super().__init__(bot, seed)
        self.seats, self.computers, self.people = 3, 0, NAMES[:3]
        self.acknowledged_by: list[tuple[str, str]] = []
        """Names of players and their acknowledged actions, in order."""

    async def _open(self) -> None:
        host = await self.program.person(NAMES[0])
        self.table = await open_table(self.program, host, await self.program.channel(), game=HIVE, seats=3)

    async def _turn(self, card: Json) -> None:
        """Submit for all people for whom the card still waits."""
        card = await self.program.watcher.message(card)
        missing = [person for person in self.table.people if f"<@{person.id}>" in waited_for(card)]
        await asyncio.gather(*(self._submit(person, card) for person in missing))

    async def _submit(self, person: Person, card: Json) -> None:
        with suppress(*LOST):
            asked = waited_for(card)
            if "to choose" in asked:
                await self._type(person, "move", action=await self._offered(person, "move", "action"))
            elif "guess totals" in asked:
                await self._type(person, "move", action="ready")
            elif person is self.table.host:
                await self._press(person, card)
            else:
                for hive in HIVES:
                    letters = await self._offered(person, "hive submit", "letters", hive=hive)
                    ready = hive == HIVES[-1]
                    await self._type(person, "hive submit", hive=hive, letters=letters, ready=ready)

    async def _offered(self, person: Person, command: str, focused: str, **options: str) -> str:
        choices = await person.autocomplete(self.table.places[1], command, focused, **options)
        if not choices:
            raise DriverError(f"{person.user['global_name']} is offered nothing: ready before the bot fell")
        return self.rng.choice(choices)["value"]

    async def _type(self, person: Person, command: str, **options: Any) -> None:
        answer = texts(await person.answer(await person.slash(self.table.places[1], command, **options)))
        if "Done" in answer:
            actions = re.findall(r"`([^`]+)`", answer.split("Done", 1)[1].split("\n", 1)[0])
            self.acknowledged_by += [(person.user["global_name"], action) for action in " ".join(actions).split()]

    async def _press(self, person: Person, card: Json) -> None:
        """Submit by buttons; choices made before a kill are still on the page."""
        table = HiveMindDriver(self.table, self.rng.randrange(1000))
        page = await table.open(person, card)
        if "Reopen" in buttons(page) or not buttons(page):
            raise DriverError("Ready before the bot fell, or the match is over: the card will say so.")
        page = await table.compose(person, page)
        if re.search("you are ready|the round closed", texts(await table.hand_in(person, page))):
            self.acknowledged_by.append((person.user["global_name"], "ready"))

    async def turns(self) -> int:
        """Return the number of turns in the record."""
        record = decode((await self.record()).read_bytes())
        return replay_game(record.configuration, record.entries).turn
