"""Hex Battle Wars by clicks: whole games, one with a kill between a roll and the choice after it, and its commands."""

import asyncio
import json
import re
from statistics import median
from typing import Any

import pytest

from engine.record_json import decode
from tests.hive_mind_driver import HiveMindDriver, selects
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import MADE, PUBLIC_EVENTS, buttons, is_public, mentioned, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

SMALL = "preset=quick radius=5 hp=9"
"""A quick game on a small board, where two hits decide."""
WAYS = (
    "Confirm",
    "Piece",
    "Stay invisible",
    "Any",
    "Vanish",
    "strike",
    "Attack",
    "Roll",
    "enter",
    "go",
    "tile",
    "End turn",
)
"""What is pressed, the first that is there: by how its label begins, or what it does."""
AUTO = "Have the rest laid"
VANISHES = 3
"""How many turns begin with an attempt to vanish."""


class BattleDriver(HiveMindDriver):
    """A game of Hex Battle Wars, played by clicks on private pages."""

    turns = 0
    clicks = 0
    same_roll = ""
    laying = 0

    async def turn(self, person: Person, card: Json, *, kill: bool = False) -> None:
        """Play a turn; `kill` ends the bot when a roll is made and nothing is chosen yet."""
        self.turns += 1
        self.clicks = 1
        page: Json | None = await self.open(person, card)
        while page is not None:
            rolled = re.search(r"You rolled \d+", texts(page))
            if kill and rolled:
                await self.program.restart_bot()
                page = await self.open(person, await self.now(card))
                assert rolled[0] in texts(page), "the roll is still there, and still the same"
                self.same_roll, kill = rolled[0], False
            page = await self.after(person, page, self._choice(page))
            self.clicks += 1

    async def after(self, person: Person, page: Json, label: str) -> Json | None:
        """Press a button, or choose in the last select; return the page after it, None when it is gone."""
        changed: asyncio.Future[Json] = person.event(
            lambda name, data: name in ("MESSAGE_UPDATE", "MESSAGE_DELETE") and data["id"] == page["id"]
        )
        if label:
            await person.click(page, label=label)
        else:
            select = selects(page)[-1]
            await person.select(page, self.rng.choice(select["options"])["value"], select["custom_id"])
        after = await asyncio.wait_for(changed, PATIENCE_SECONDS)
        return after if "components" in after and MADE not in texts(after) else None

    def _choice(self, page: Json) -> str:
        """The label of the button to press; "" for a select. A block is laid by hand, all others by the program."""
        if AUTO in buttons(page):
            self.laying += 1
            return "" if self.laying % 2 else AUTO
        there = {label: part["custom_id"].split(":")[2] for label, part in buttons(page).items()}
        for way in WAYS:
            found = [label for label, does in there.items() if label.startswith(way) or does == way]
            is_spent = way == "Vanish" and self.turns > VANISHES
            if found and not is_spent and not (way == "Attack" and "Roll to move" in there):
                return found[0]
        return ""


async def battle_table(
    program: ProgramProcesses, people: list[Person], computers: int, options: str = SMALL
) -> BattleDriver:
    """Open a table for a small game in a channel of its own, and fill it."""
    table = await table_of(program, people, computers, game="hex_battle_wars", options=options)
    return BattleDriver(table, seed=len(people))


async def test_a_whole_game_by_clicks_with_a_kill_after_a_roll(killable: ProgramProcesses) -> None:
    people = [await killable.person(name) for name in ("Ann", "Ben")]
    begin = len(killable.watcher.events)
    table = await battle_table(killable, people, 0)
    card, cards, clicks = await table.start(), 1, list[int]()
    while not table.table.over(card):
        (asked,) = [person for person in people if f"<@{person.id}>" in texts(card)]
        await table.turn(asked, card, kill=cards >= 4 and not table.same_roll)
        clicks.append(table.clicks)
        newer = await table.card_after(card)
        await killable.watcher.wait_for(
            card["channel_id"], lambda message, old=card["id"]: message["id"] == old and not buttons(message)
        )
        card, cards = newer, cards + 1

    assert table.same_roll
    assert max(clicks) <= 9
    assert median(clicks) <= 6, "roll, a hex, Confirm, a target, Confirm"
    file = await table.table.record(card)
    assert verify(file).returncode == 0
    made = {entry.action.split()[0] for entry in decode(file.read_bytes()).entries}
    assert made >= {"deploy", "vanish", "roll", "move", "attack"}
    public = [message for message in await table.table.messages() if is_public(message)]
    assert len(public) == cards, "one card for each turn, however many actions it has"
    assert [message["id"] for message in public if buttons(message)] == [card["id"]]
    assert mentioned(card) == set()
    heard = [json.dumps(data) for name, data in killable.watcher.events[begin:] if name in PUBLIC_EVENTS]
    assert not any(word in data for data in heard for word in ("is you", "vanish 1", "vanish 2", "vanish 3"))


@pytest.mark.parametrize(
    ("people", "computers", "options"),
    [
        (2, 0, "hazards=true"),
        (2, 2, "hazards=true"),
        (2, 2, "hazards=false pieces=2"),
        (2, 4, "hazards=true pieces=2"),
        (2, 4, "hazards=false"),
        (2, 0, "hazards=true pieces=2 obstacles=players"),
    ],
)
async def test_whole_games_of_every_kind_by_clicks(
    program: ProgramProcesses, people: int, computers: int, options: str
) -> None:
    seated = [await program.person(name) for name in ("Ann", "Ben")[:people]]
    table = await battle_table(program, seated, computers, f"preset=quick radius=6 hp=9 max_rounds=3 {options}")
    card, cards = await table.start(), 1
    while not table.table.over(card):
        (asked,) = [person for person in seated if f"<@{person.id}>" in texts(card)]
        await table.turn(asked, card)
        card, cards = await table.table.next_card(card), cards + 1

    file = await table.table.record(card)
    record = decode(file.read_bytes())
    made = {entry.action.split()[0] for entry in record.entries}
    public = [message for message in await table.table.messages() if is_public(message)]
    assert verify(file).returncode == 0
    assert record.configuration.seats == people + computers
    assert made >= {"deploy", "roll"}
    assert ("use" in made) == ("pieces=2" in options)
    assert ("block" in {entry.action.split()[0] for entry in record.entries if entry.actor >= 0}) == bool(table.laying)
    assert ("hazard" in made) == ("hazards=true" in options)
    assert len(public) == cards, "one card for each turn of people, and one for the end"
    assert re.search("wins|share the victory", texts(card))


async def test_the_commands_of_a_turn(program: ProgramProcesses) -> None:
    people = [await program.person(name) for name in ("Ann", "Ben")]
    table = await battle_table(program, people, 0)
    card = await table.start()
    for _ in people:
        (asked,) = [person for person in people if f"<@{person.id}>" in texts(card)]
        await table.turn(asked, card)
        card = await table.card_after(card)
    (first,) = [person for person in people if f"<@{person.id}>" in texts(card)]
    other = next(person for person in people if person is not first)
    place = table.table.places[1]

    async def typed(person: Person, command: str, **options: Any) -> Json:
        return await person.answer(await person.slash(place, f"battle {command}", **options))

    assert "armour" in texts(await typed(other, "status"))
    assert "'s turn." in texts(await typed(other, "pass"))
    early = await typed(first, "move", hex="a1")
    assert "First roll for your movement." in texts(early)
    assert "You rolled" in texts(await typed(first, "move"))
    offered = await first.autocomplete(place, "battle move", "hex")
    assert await other.autocomplete(place, "battle move", "hex") == []
    page = await typed(first, "move", hex=offered[0]["name"])
    assert f"Walk to {offered[0]['value']}" in texts(page)
    assert not is_public(page)
    await table.after(first, page, "Confirm")
    ended = await typed(first, "pass")
    assert "Done: End the turn." in texts(ended) or "'s turn." in texts(ended)
    card = await table.card_after(card)
    assert f"<@{other.id}>" in texts(card)
    assert "walked from" in texts(card)
    answer = texts(await typed(other, "vanish", tile=2))
    assert "tile 2 is you" in answer or "too low" in answer
