"""A driver that uses leagues as people do: private pages of /league, and the tables that a season deals."""

import asyncio
import re

from tests.end_to_end.page_drivers import ClixDriver
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, custom_ids, is_public


class DealtTable(TableDriver):
    """A table that a season has dealt, played in its thread. It has no lobby; `lobby` is its thread."""

    def __init__(self, program: ProgramProcesses, channel: str, thread: Json, card: Json, people: list[Person]) -> None:
        self.program, self.lobby = program, thread
        names = re.split(", |–", thread["name"].partition(" · ")[2])
        self.people = [person for person in people if person.user["global_name"] in names]
        self.id = next(text for text in custom_ids(card) if text.endswith(":move")).split(":")[0]
        self.channel = channel
        self.places = [channel, thread["id"]]
        self.confirmed: list[str] = []
        self.pinged_before: set[str] = set()


async def shown(person: Person, channel: str, *words: str) -> Json:
    """Return the public message that contains these words; wait for it if there is none yet."""
    return await person.wait_for(
        channel, lambda message: is_public(message) and all(word in texts(message) for word in words)
    )


async def pressed(person: Person, message: Json, label: str) -> Json:
    """Press a button of a public message and return the private page."""
    return await person.answer(await person.click(message, label=label))


async def turned(person: Person, page: Json, label: str) -> Json:
    """Press a button of a private page and return the updated page."""
    changed = person.event(lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == page["id"])
    await person.click(page, label=label)
    return await asyncio.wait_for(changed, PATIENCE_SECONDS)


async def dealt_tables(
    program: ProgramProcesses, channel: str, people: list[Person], known: set[str], number: int
) -> list[DealtTable]:
    """Return the next `number` dealt tables that aren't in `known`, each once its first card is posted."""
    return [await dealt(program, channel, people, known) for _ in range(number)]


async def dealt(program: ProgramProcesses, channel: str, people: list[Person], known: set[str]) -> DealtTable:
    """Return the next dealt table whose thread isn't in `known`, once its first card is posted; add it to `known`.

    The message about the deal links to the thread.
    """

    def new_threads(message: Json) -> list[str]:
        return [thread for thread in re.findall(r"<#(\d+)>", texts(message)) if thread not in known]

    watcher = people[0]
    deal = await watcher.wait_for(
        channel, lambda message: is_public(message) and "new table" in texts(message) and bool(new_threads(message))
    )
    thread_id = new_threads(deal)[0]
    known.add(thread_id)
    thread = next(thread for thread in await watcher.threads() if thread["id"] == thread_id)
    card = await watcher.wait_for(
        thread_id, lambda message: any(text.endswith(":move") for text in custom_ids(message))
    )
    return DealtTable(program, channel, thread, card, people)


async def lost_by_resigning(table: DealtTable, loser: Person) -> None:
    """Play both players' first choices and a move or two, and let one of them resign."""
    driver = ClixDriver(table, seed=1)
    card = await table.card_after(0)
    for _ in range(3):
        for person in [one for one in table.people if f"<@{one.id}>" in texts(card)]:
            await driver.turn(person, card)
        card = await driver.card_after(card)
    await table.resigned(card, loser)
