"""Connect Four by clicks: a whole game in every size, one with a kill in its middle, and one of two people."""

import asyncio
import json
from typing import Any

import pytest

from engine.connect_four.options import SIZES
from engine.record_json import decode
from tests.hive_mind_driver import HiveMindDriver, selects
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import MADE, PUBLIC_EVENTS, buttons, is_public, mentioned, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

ENDS = ("Confirm", "Pass", "No click", "Up close", "No second attack", "Use this force")
"""How labels begin that are pressed as soon as they are there."""


class ClixDriver(HiveMindDriver):
    """A game of Connect Four, played by clicks on private pages."""

    async def turn(self, person: Person, card: Json, *, kill: bool = False) -> None:
        """Answer all that a person is asked in a turn; `kill` ends the bot before the first Confirm."""
        page: Json | None = await self.open(person, card)
        while page is not None:
            label = self._choice(page)
            if kill and label == "Confirm":
                await self.program.restart_bot()
                kill = False
            is_chosen = label.startswith(("Werewolves", "Vampires", "Many", "Use this force"))
            page = await self._after(person, page, label)
            if is_chosen:
                return

    async def _after(self, person: Person, page: Json, label: str) -> Json | None:
        """Press a button, or choose in the select of columns or the first; return the page after it, None if gone."""
        changed: asyncio.Future[Json] = person.event(
            lambda name, data: name in ("MESSAGE_UPDATE", "MESSAGE_DELETE") and data["id"] == page["id"]
        )
        if label:
            await person.click(page, label=label)
        else:
            found = selects(page)
            select = next((each for each in found if ":column:" in each["custom_id"]), found[0])
            await person.select(page, self.rng.choice(select["options"])["value"], select["custom_id"])
        after = await asyncio.wait_for(changed, PATIENCE_SECONDS)
        return after if "components" in after and MADE not in texts(after) else None

    def _choice(self, page: Json) -> str:
        """What ends the turn, else a fight now and then, a column that wins, or any; "" for the select."""
        there = buttons(page)
        by_action: dict[str, list[str]] = {}
        for label, each in there.items():
            by_action.setdefault(each["custom_id"].split(":")[2], []).append(label)
        for start in (*ENDS, "Werewolves", "Vampires", "Start from Mixed"):
            for label in there:
                if label.startswith(start):
                    return label
        if "ready" in by_action:
            return "Many" if self.rng.random() < 0.5 else "Build my own"
        if "strike" in by_action:
            return self.rng.choice(by_action["strike"])
        if "Attack instead" in there and self.rng.random() < 0.5:
            return "Attack instead"
        columns = by_action.get("column") or by_action.get("attack") or [""]
        return self.rng.choice([label for label in columns if "four" in label] or columns)


async def clix_table(
    program: ProgramProcesses, people: list[Person], computers: int, size: str = "brawl", **options: Any
) -> ClixDriver:
    """Open a table of a size in a channel of its own, and fill it."""
    table = await table_of(program, people, computers, game="connect_four", options=f"size={size}", **options)
    return ClixDriver(table, seed=len(people))


async def played(table: ClixDriver, people: list[Person], *, kill_at: int | None = None) -> tuple[Json, int]:
    """Play by clicks to the end; return the last card and the number of cards."""
    card, cards = await table.start(), 1
    while not table.table.over(card):
        asked = [person for person in people if f"<@{person.id}>" in texts(card)]
        assert asked
        for person in asked:
            await table.turn(person, card, kill=cards == kill_at)
        newer = await table.card_after(card)
        await table.program.watcher.wait_for(
            card["channel_id"], lambda message, old=card["id"]: message["id"] == old and not buttons(message)
        )
        card, cards = newer, cards + 1
    return card, cards


async def test_a_whole_game_against_the_computer_with_a_kill_in_its_middle(killable: ProgramProcesses) -> None:
    ann = await killable.person("Ann")
    table = await clix_table(killable, [ann], 1)

    card, cards = await played(table, [ann], kill_at=4)

    assert killable.kills
    file = await table.table.record(card)
    assert verify(file).returncode == 0
    record = decode(file.read_bytes())
    assert record.configuration.options["size"] == "brawl"
    public = [message for message in await table.table.messages() if is_public(message)]
    assert len(public) == cards
    assert [message["id"] for message in public if buttons(message)] == [card["id"]]
    assert mentioned(card) == set()


@pytest.mark.parametrize("size", [size for size in SIZES if size != "brawl"])
async def test_a_whole_game_of_each_size_by_clicks(program: ProgramProcesses, size: str) -> None:
    """Brawls are played by the other tests."""
    ann = await program.person("Ann")
    table = await clix_table(program, [ann], 1, size)

    card, _ = await played(table, [ann])

    file = await table.table.record(card)
    assert verify(file).returncode == 0
    assert decode(file.read_bytes()).configuration.options["size"] == size
    assert "The game is over." in texts(card)


async def test_two_people_choose_in_secret_play_by_clicks_and_by_commands(program: ProgramProcesses) -> None:
    people = [await program.person(name) for name in ("Ann", "Ben")]
    ann, ben = people
    begin = len(program.watcher.events)
    table = await clix_table(program, people, 0)
    card = await table.start()
    place = table.table.places[1]

    await table.turn(ann, card)
    heard = [json.dumps(data) for name, data in program.watcher.events[begin:] if name in PUBLIC_EVENTS]
    assert all(data.count("Werewol") == data.count("Occultist") for data in heard), "all classes are named, or none"
    shown = await ann.answer(await ann.slash(place, "clix status"))
    assert "You chose **Werewolves**" in texts(shown)
    answer = await ben.answer(await ben.slash(place, "move", action="class demon"))
    assert "Done: Demons." in texts(answer)
    card = await table.card_after(card)
    assert "Ann plays Werewolves, Ben plays Demons." in texts(card)

    for person in people:
        await table.turn(person, card)
    card = await table.card_after(card)
    first = next(person for person in people if f"<@{person.id}>" in texts(card))
    other = next(person for person in people if person is not first)

    offered = await first.autocomplete(place, "clix place", "monster", column="")
    monster = offered[0]["value"]
    assert await other.autocomplete(place, "clix place", "monster", column="") == []
    assert [each["value"] for each in await first.autocomplete(place, "clix place", "column", monster=monster)] == [
        *"abcdef"
    ]
    refused = await first.answer(await first.slash(place, "clix attack", attacker="a1", target="b1"))
    assert "a1" in texts(refused)
    page = await first.answer(await first.slash(place, "clix place", monster=monster, column="c"))
    assert "lands on **c1**" in texts(page)
    await table.confirm(first, page)
    card = await table.card_after(card)
    assert "on c1." in texts(card)

    dial = await other.answer(await other.slash(place, "clix monster", monster="Cinder Imp (veteran)"))
    assert "Cinder Imp (veteran)** · Demons · 75 points" in texts(dial)
    assert not is_public(dial)
    while not table.table.over(card):
        (asked,) = [person for person in people if f"<@{person.id}>" in texts(card)]
        await table.turn(asked, card)
        card = await table.card_after(card)
    assert verify(await table.table.record(card)).returncode == 0


async def test_bad_input_is_answered_in_private_and_changes_nothing(program: ProgramProcesses) -> None:
    """The rules' refusals of what a position makes impossible are tested with them; here, how they reach a player."""
    people = [await program.person(name) for name in ("Ann", "Ben")]
    table = await clix_table(program, people, 0)
    card = await table.start()
    for person, name in zip(people, ("vampire", "undead"), strict=True):
        await refused(table, person, "class tiger", "“tiger” is not a class; possible: vampire, undead")
        await person.answer(await person.slash(table.table.places[1], "move", action=f"class {name}"))
    card = await table.card_after(card)
    for force, reason in {
        "vam-u*1 vam-2v*4 vam-1v*4": "That force has 860 points; 600 are allowed, so take out 260.",
        "vam-1r*5": "A force has at most 4 of Ashen Thrall (rookie), not 5.",
        "vam-u*2": "There is only one Ysolde of the Hollow Spire, not 2.",
        "und-1r*1": "Your force is made of the class vampire",
    }.items():
        await refused(table, people[0], f"force {force}", reason)
    for person, force in zip(people, ("vam-2r*4 vam-1r*4", "und-1r*4 und-1e*4"), strict=True):
        await person.answer(await person.slash(table.table.places[1], "move", action=f"force {force}"))

    card = await table.card_after(card)
    first, other = asked_first(people, card)
    own, theirs = ("vam-2r", "und-1r") if first is people[0] else ("und-1r", "vam-2r")
    await refused(table, other, f"drop {theirs} a", f"It's {first.user['global_name']}'s turn.")
    await refused(table, first, "pass", "You can pass only when nothing else is possible. You can place a monster")
    await refused(table, first, f"drop {theirs} a", "isn't in your reserve")
    await refused(table, first, "attack a1 b1 close", "There is no monster of yours on a1.")
    for person, monster in ((first, own), (other, theirs), (first, own), (other, theirs), (first, own)):
        page = await person.answer(await person.slash(table.table.places[1], "move", action=f"drop {monster} a"))
        await table.confirm(person, page)
        card = await table.card_after(card)
    await refused(table, other, f"drop {theirs} a", "Column a is full. Place it in b, c, d, e or f.")
    await refused(table, other, "attack a2 a5 close", "A close attack needs a neighbour, and a5 is 3 squares from a2.")
    shot = (
        "a3 and a4 block the sight from a2 to a5" if theirs == "vam-2r" else "has no range and attacks neighbours only"
    )
    await refused(table, other, "attack a2 a5 ranged", shot)


def asked_first(people: list[Person], card: Json) -> tuple[Person, Person]:
    """Return who must act by the card, and the other."""
    first, other = people
    return (first, other) if f"<@{first.id}>" in texts(card) else (other, first)


async def refused(table: ClixDriver, person: Person, action: str, reason: str) -> None:
    """Type a move: the reason for its refusal is told to nobody else, and the table stays as it is."""
    columns = "SELECT step, phase FROM tables WHERE id = ?"
    before = table.program.rows(columns, table.table.id), table.program.entries(table.table.id)
    answer = await person.answer(await person.slash(table.table.places[1], "move", action=action))
    assert reason in texts(answer)
    assert not is_public(answer)
    assert (table.program.rows(columns, table.table.id), table.program.entries(table.table.id)) == before
