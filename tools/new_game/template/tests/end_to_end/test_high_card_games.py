"""Whole games of High Card by clicks, through HTTP, with a kill in the middle."""

import re

import pytest

from engine.core import SPECTATOR
from engine.game import replay_game
from engine.history import history
from engine.record_json import decode
from render import painter
from tests.playground_driver import Json, components, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import (
    EPHEMERAL,
    PUBLIC_EVENTS,
    TableDriver,
    buttons,
    custom_ids,
    table_of,
    verify,
)

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

GAME = "high_card"
CARD = re.compile(r"\bthe (\d+)\b")


async def open_table_of_two(program: ProgramProcesses) -> tuple[TableDriver, Json]:
    """Return a table of Ann and Ben, and its first card."""
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")], game=GAME)
    return table, await table.start()


async def lay(table: TableDriver, card: Json, *, kill: bool = False) -> Json:
    """Lay one of the offered cards, and return the next card message; `kill` kills the bot before Confirm."""
    person, draft = await table.draft(card)
    chosen = table.rng.choice([label for label in buttons(draft) if label.isdigit()])
    await person.click(draft, label=chosen)
    draft = await table.page(person, draft, f"The {chosen}, face down")
    if kill:
        await table.program.restart_bot()
    press = buttons(draft)["Confirm"]["custom_id"]
    await person.click(draft, press)
    await table.wait_for_draft(person, draft, press, again=False)
    table.confirmed.append(f"lay {chosen}")
    return await table.next_card(card)


async def picture_of(program: ProgramProcesses, card: Json) -> tuple[str, bytes]:
    """Return a card's picture and its description, which are gone when the card is folded."""
    (item,) = pictures(card)
    async with program.playground.session.get(item["media"]["url"]) as response:
        return item["description"], await response.read()


async def test_a_whole_game_with_a_kill_in_its_middle_is_proved_and_tells_no_hand(program: ProgramProcesses) -> None:
    heard = len(program.watcher.events)
    table = await table_of(program, [await program.person("Ann")], 1, game=GAME)
    card = await table.start()
    shown = [await picture_of(program, card)]
    while not table.over(card):
        card = await lay(table, card, kill=len(table.confirmed) == 2)
        shown.append(await picture_of(program, card))

    file = await table.record(card)
    record = decode(file.read_bytes())
    (ann,) = [
        seat for (seat,) in program.rows("SELECT seat FROM seats WHERE table_id = ? AND player IS NULL", table.id)
    ]
    turns = [number for number, entry in enumerate(record.entries) if entry.actor == ann]
    assert [record.entries[number].action for number in turns] == table.confirmed
    assert len(table.confirmed) == 5
    assert verify(file).returncode == 0
    # Each public picture must equal that of a spectator's view; the leak tests prove that it hides everything.
    names = [name for (name,) in program.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table.id)]
    for seen, end in zip(shown, (*turns, len(record.entries)), strict=True):
        view = replay_game(record.configuration, record.entries[:end]).view(SPECTATOR)
        drawn = painter(GAME)
        over = view.winners is not None
        views = history(record.configuration, record.entries, SPECTATOR) if over else ()
        picture = drawn.result(views, names) if over else drawn.board(view, names)
        assert seen == (picture.alt, picture.png)
    public = [data for name, data in program.watcher.events[heard:] if name in PUBLIC_EVENTS]
    check_public(public, [entry.action.removeprefix("lay ") for entry in record.entries if entry.actor >= 0])


def check_public(messages: list[Json], laid: list[str]) -> None:
    """Check that cards are named only after all of their round were laid, and that no public button names one."""
    assert all(not message["flags"] & EPHEMERAL for message in messages)
    assert not any(re.search(r":(card|do)", text) for message in messages for text in custom_ids(message))
    told: set[str] = set()
    for message in messages:
        named = set(CARD.findall(texts(message)))
        shown = re.search(r"round (\d) of 5", texts(message))
        if shown:
            assert named <= set(laid[: 2 * (int(shown[1]) - 1)])
        told |= named
    assert told == set(laid), "in the end everything was turned over"


async def test_the_own_command_offers_the_own_hand_and_lays_a_card(program: ProgramProcesses) -> None:
    table, card = await open_table_of_two(program)
    place, person = card["channel_id"], table.who(card)
    other = next(somebody for somebody in table.people if somebody is not person)
    _, draft = await table.draft(card)
    hand = [part["label"] for part in components(draft) if part["type"] == 2]

    offered = [choice["value"] for choice in await person.autocomplete(place, "high_card lay", "card")]
    assert offered == hand
    assert await other.autocomplete(place, "high_card lay", "card") == []
    answer = await other.answer(await other.slash(place, "high_card lay", card=hand[0]))
    assert "'s turn" in texts(answer)
    answer = await person.answer(await person.slash(place, "high_card lay", card="99"))
    assert "from 1 to 24" in texts(answer)
    await person.answer(await person.slash(place, "high_card lay", card=hand[0]))
    assert table.who(await table.next_card(card)) is other
    assert program.entries(table.id)[-1][1] == f"lay {hand[0]}"
