"""A driver that plays a table as players do: only through messages, clicks and pages."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.playground_driver import PATIENCE_SECONDS, ROOT, DriverError, Json, Person, components, texts
from tests.program_processes import ProgramProcesses

EPHEMERAL = 64
LOADING = 128
MADE = "Done, your move is made."
"""The text of a page after its move was confirmed, beside the button that takes the move back."""
PUBLIC_EVENTS = ("MESSAGE_CREATE", "MESSAGE_UPDATE")


def custom_ids(message: Json) -> list[str]:
    """Return the custom ids of all components."""
    return [part["custom_id"] for part in components(message) if "custom_id" in part]


def buttons(message: Json) -> dict[str, Json]:
    """Return the enabled buttons by label."""
    return {part["label"]: part for part in components(message) if part["type"] == 2 and not part.get("disabled")}


def compose_id(card: Json) -> str:
    """Return the custom id of the button that opens the first page of a move."""
    return next(text for text in custom_ids(card) if text.endswith(":move"))


def final_ids(draft: Json) -> list[str]:
    """Return the custom ids of the buttons that make a move: *Confirm*, the ways of a tile, or values to take."""
    return [part["custom_id"] for part in buttons(draft).values() if ":do:" in part["custom_id"]]


def hexes(draft: Json) -> list[str]:
    """Return the hexes offered on a page, as buttons or in selects."""
    found: list[str] = []
    for part in components(draft):
        words = part.get("custom_id", "").split(":")
        if part["type"] == 3:
            found += [option["value"] for option in part["options"]]
        elif len(words) == 5 and words[2] == "hex":
            found.append(words[4])
    return found


def is_public(message: Json) -> bool:
    """Return whether a message is visible to everybody."""
    return not message["flags"] & EPHEMERAL


def is_made(name: str, data: Json) -> bool:
    """Return whether an event ends a move's page: it is deleted, says that the move is made, or asks for a value."""
    asks_value = any(":do:take " in each for each in final_ids(data))
    return name == "MESSAGE_DELETE" or (name == "MESSAGE_UPDATE" and (MADE in texts(data) or asks_value))


def mentioned(message: Json) -> set[str]:
    """Return the ids of the users that a message pings."""
    return {user["id"] for user in message["mentions"]}


def named(message: Json) -> set[str]:
    """Return the ids of the users mentioned in a message's text, pinged or not."""
    return set(re.findall(r"<@(\d+)>", texts(message)))


class TableDriver:
    """One table: its lobby, its cards, and its players' moves made by clicks."""

    def __init__(self, program: ProgramProcesses, lobby: Json, people: list[Person], seed: int) -> None:
        self.program, self.lobby, self.people = program, lobby, people
        self.id = next(text for text in custom_ids(lobby) if text.endswith(":set_up")).split(":")[0]
        self.channel = lobby["channel_id"]
        self.places = [self.channel, lobby["id"]]
        self.rng = Random(seed)
        self.confirmed: list[str] = []
        self.pinged_before: set[str] = set()

    @property
    def host(self) -> Person:
        """The person who opened the table."""
        return self.people[0]

    def step_of(self, message: Json) -> int:
        """Return the step that a card shows, or 0 if the message is no live card of this table."""
        if not is_public(message):
            return 0
        found = [re.fullmatch(rf"{self.id}:(\d+):(move|replay|record)", text) for text in custom_ids(message)]
        return max((int(match[1]) for match in found if match), default=0)

    async def lobby_with(self, text: str) -> Json:
        """Wait until the lobby shows a text, and return it."""
        shown = await self.host.wait_for(
            self.channel, lambda message: message["id"] == self.lobby["id"] and text in texts(message)
        )
        self.lobby = shown
        return shown

    async def join(self, person: Person) -> None:
        """Take a seat in the lobby."""
        await person.click(self.lobby, label="Join")
        self.people.append(person)
        await self.lobby_with(f". **{person.user['global_name']}**")

    async def add_computer(self) -> None:
        """Add a computer player as the host."""
        count = texts(self.lobby).count("Computer ")
        page = await self.set_up()
        await self.host.click(page, label="Seats")
        seats = await self.host.wait_for(
            self.channel, lambda message: message["id"] == page["id"] and "Seats of" in texts(message)
        )
        await self.host.click(seats, label="Add computer player")
        await self.lobby_with(f"Computer {count + 1}")

    async def set_up(self) -> Json:
        """Open the page behind *Set up* as the host, and return it."""
        return await self.host.answer(await self.host.click(self.lobby, label="Set up"))

    async def start(self) -> Json:
        """Start the game and return the first card."""
        await self.host.click(self.lobby, label="Start")
        return await self.card_after(0)

    async def card_after(self, step: int) -> Json:
        """Return the card with a later step; wait for it if there is none yet."""
        watcher = self.program.watcher
        future = watcher.event(
            lambda name, data: name in PUBLIC_EVENTS and data["channel_id"] in self.places and self.step_of(data) > step
        )
        for message in await self.messages(10):
            if self.step_of(message) > step:
                future.cancel()
                return message
        try:
            return await asyncio.wait_for(future, PATIENCE_SECONDS)
        except TimeoutError as error:
            there = [texts(message)[:200] for message in await self.messages(5)]
            raise DriverError(f"No card after step {step}; {there}; {self.program.log_text()[-2000:]}") from error

    async def next_card(self, card: Json) -> Json:
        """Return the next card, once this one is folded."""
        newer = await self.card_after(self.step_of(card))
        await self.program.watcher.wait_for(
            card["channel_id"], lambda message: message["id"] == card["id"] and not buttons(message)
        )
        return newer

    async def messages(self, limit: int = 100) -> list[Json]:
        """Return the messages of the thread, newest first, or of the channel if there is no thread yet."""
        try:
            return await self.program.watcher.messages(self.places[1], limit)
        except DriverError:
            return await self.program.watcher.messages(self.places[0], limit)

    def who(self, card: Json) -> Person:
        """Return the one person who must act according to the card's text.

        The card may ping only that person. It pings nobody after a card that has pinged them already, or if they have
        just acted.
        """
        asked = [person for person in self.people if person.id in named(card)]
        assert len(asked) == len(named(card)) == 1, texts(card)
        assert mentioned(card) <= (set() if card["id"] in self.pinged_before else named(card))
        return asked[0]

    async def draft(self, card: Json) -> tuple[Person, Json]:
        """Press the card's first button; return the person who pressed it, and the first page."""
        person = self.who(card)
        return person, await person.answer(await person.click(card, compose_id(card)))

    async def page(self, person: Person, draft: Json, text: str) -> Json:
        """Wait until a private message shows a text, and return it."""
        return await person.wait_for(
            draft["channel_id"], lambda message: message["id"] == draft["id"] and text in texts(message)
        )

    async def page_with(self, person: Person, draft: Json, label: str) -> Json:
        """Wait until a private message has an enabled button, and return it."""
        return await person.wait_for(
            draft["channel_id"], lambda message: message["id"] == draft["id"] and label in buttons(message)
        )

    async def final_page(self, person: Person, draft: Json) -> Json:
        """Wait until a private message has a button that makes the move, and return it."""
        return await person.wait_for(
            draft["channel_id"], lambda message: message["id"] == draft["id"] and bool(final_ids(message))
        )

    async def choose_hex(self, person: Person, draft: Json, label: str) -> None:
        """Press a hex's button or choose the hex in a select.

        Raises DriverError if the page doesn't offer the hex.
        """
        for part in components(draft):
            words = part.get("custom_id", "").split(":")
            if part["type"] == 3 and label in [option["value"] for option in part["options"]]:
                await person.select(draft, label, part["custom_id"])
                return
            if len(words) == 5 and (words[2], words[4]) == ("hex", label):
                await person.click(draft, part["custom_id"])
                return
        raise DriverError(f"No hex {label} on {texts(draft)}")

    async def turn(self, card: Json) -> AsyncGenerator[str, None]:
        """Make one move by clicks; yield the name of each stage between two clicks."""
        yield "card"
        person, draft = await self.draft(card)
        yield "hexes"
        if not final_ids(draft):
            await self.choose_hex(person, draft, self.rng.choice(hexes(draft)))
            draft = await self.final_page(person, draft)
        yield "preview"
        press = self.rng.choice(final_ids(draft))
        kills = self.program.kills
        try:
            await person.click(draft, press)
        except DriverError:
            if self.program.kills == kills:
                raise
        yield "confirmed"
        await self.wait_for_draft(person, draft, press, again=self.program.kills > kills)
        self.confirmed.append(press.split(":", 3)[3])

    async def wait_for_draft(self, person: Person, draft: Json, press: str, *, again: bool) -> None:
        """Wait until the confirmed draft is closed; with `again`, press Confirm once more if it is still open."""
        gone = person.event(lambda name, data: data.get("id") == draft["id"] and is_made(name, data))
        there = await person.messages(draft["channel_id"], 20)
        if draft["id"] in [message["id"] for message in there if press in final_ids(message)]:
            if again:
                # The draft may close while it is being pressed.
                with suppress(DriverError):
                    await person.click(draft, press)
            await asyncio.wait_for(gone, PATIENCE_SECONDS)
        gone.cancel()

    async def move(self, card: Json) -> Json:
        """Make one move by clicks and return the next card."""
        async for _ in self.turn(card):
            pass
        return await self.next_card(card)

    async def play(self, card: Json) -> Json:
        """Play to the end by clicks and return the last card."""
        while not self.over(card):
            card = await self.move(card)
        return card

    def over(self, card: Json) -> bool:
        """Return whether the card shows a finished game."""
        return "Play again" in buttons(card)

    async def ended_by_host(self, card: Json) -> Json:
        """End the game as its host and return the next card."""
        return await self._confirmed(card, self.host, "End game for all", "Yes, end it", "The game has ended.")

    async def resigned(self, card: Json, person: Person) -> Json:
        """Resign as a person and return the next card, which doesn't ping anybody a second time."""
        waiting = named(card) - {person.id}
        newer = await self._confirmed(card, person, "Resign", "Yes, resign", "You have resigned.")
        if any(f"<@{somebody}>" in texts(newer) for somebody in waiting):
            self.pinged_before.add(newer["id"])
        return newer

    async def _confirmed(self, card: Json, person: Person, wish: str, yes: str, expected: str) -> Json:
        more = await person.answer(await person.click(card, label="More"))
        if wish not in buttons(more):
            await person.click(more, label="This table")
            more = await self.page_with(person, more, wish)
        await person.click(more, label=wish)
        asked = await self.page(person, more, "You can't undo this")
        await person.click(asked, label=yes)
        await self.page(person, asked, expected)
        return await self.next_card(card)

    async def record(self, card: Json) -> Path:
        """Press *Record* behind *More* and save the record as a file; return its path."""
        more = await self.host.answer(await self.host.click(card, label="More"))
        await self.host.click(more, label="Record")
        shown = await self.host.wait_for(
            more["channel_id"], lambda message: message["id"] == more["id"] and bool(message["attachments"])
        )
        (attachment,) = shown["attachments"]
        file = self.program.folder / f"{self.id}.json"
        async with self.program.playground.session.get(attachment["url"]) as response:
            file.write_bytes(await response.read())
        return file


async def open_table(
    program: ProgramProcesses, host: Person, channel: str, *, seed: int = 0, **options: Any
) -> TableDriver:
    """Open a table with /play; the host starts it. The default game is Monster Hex."""
    known = {message["id"] for message in await host.messages(channel)}
    wanted = {"game": "monster_hex", "start": "by the host", **options}
    answer = await host.answer(await host.slash(channel, "play", **wanted))
    assert "table is open" in texts(answer), texts(answer)
    lobby = await host.wait_for(
        channel,
        lambda message: message["id"] not in known and any(text.endswith(":set_up") for text in custom_ids(message)),
    )
    return TableDriver(program, lobby, [host], seed)


async def table_of(
    program: ProgramProcesses, people: list[Person], computers: int = 0, *, seed: int = 0, **options: Any
) -> TableDriver:
    """Open a table in a channel of its own and fill it with people and computer players."""
    options = {"seats": len(people) + computers, **options}
    table = await open_table(program, people[0], await program.channel(), seed=seed, **options)
    for person in people[1:]:
        await table.join(person)
    for _ in range(computers):
        await table.add_computer()
    await table.lobby_with("Every seat is taken" if options["seats"] > 1 else "press Start")
    return table


def verify(record: Path) -> subprocess.CompletedProcess[str]:
    """Run the command that verifies a record."""
    arguments = (sys.executable, "-m", "engine", "verify", str(record))
    return subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
