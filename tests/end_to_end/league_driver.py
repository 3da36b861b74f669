"""A driver that uses leagues as people do: private pages of /league, and the tables that a season deals."""

import asyncio

from tests.end_to_end.page_drivers import ClixDriver
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, custom_ids, is_public


class DealtTable(TableDriver):
    """A table that a season has dealt, identified by the line that starts its thread."""

    def __init__(self, program: ProgramProcesses, line: Json, card: Json, people: list[Person]) -> None:
        self.program, self.lobby = program, line
        self.people = [person for person in people if person.user["global_name"] in texts(line)]
        self.id = next(text for text in custom_ids(card) if text.endswith(":move")).split(":")[0]
        self.channel = line["channel_id"]
        self.places = [self.channel, line["id"]]
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
    program: ProgramProcesses, channel: str, people: list[Person], known: set[str], number: int, label: str = "Cup"
) -> list[DealtTable]:
    """Return the next `number` dealt tables that aren't in `known`, each once its first card is posted."""
    return [await dealt(program, channel, people, known, label) for _ in range(number)]


async def dealt(
    program: ProgramProcesses, channel: str, people: list[Person], known: set[str], label: str = "Cup"
) -> DealtTable:
    """Return the next dealt table that isn't in `known`, once its first card is posted; add it to `known`.

    The table's line begins with the season's label.
    """
    watcher = people[0]
    line = await watcher.wait_for(
        channel,
        lambda message: message["id"] not in known and f"{label} · " in texts(message) and "→" in texts(message),
    )
    known.add(line["id"])
    card = await watcher.wait_for(
        line["id"], lambda message: any(text.endswith(":move") for text in custom_ids(message))
    )
    return DealtTable(program, line, card, people)


async def lost_by_resigning(table: DealtTable, loser: Person) -> None:
    """Play both players' first choices and a move or two, and let one of them resign."""
    driver = ClixDriver(table, seed=1)
    card = await table.card_after(0)
    for _ in range(3):
        for person in [one for one in table.people if f"<@{one.id}>" in texts(card)]:
            await driver.turn(person, card)
        card = await driver.card_after(card)
    await table.resigned(card, loser)
