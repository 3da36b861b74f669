"""Concurrency: several people at the same time, and a double click."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from playground import limits
from tests.playground_driver import DriverError, Json, Person, texts
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import (
    EPHEMERAL,
    MADE,
    TableDriver,
    final_ids,
    is_public,
    table_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def people(program: ProgramProcesses, *names: str) -> list[Person]:
    return [await program.person(name) for name in names]


async def answers(asked: list[tuple[Person, Any]]) -> list[str]:
    """Invoke several commands at the same time and return the answers' texts."""
    interactions = await asyncio.gather(*(invocation for _, invocation in asked))
    told = zip((person for person, _ in asked), interactions, strict=True)
    return [texts(await person.answer(interaction)) for person, interaction in told]


async def test_more_tables_than_discord_takes_messages_at_once_are_all_posted_once(tmp_path: Path) -> None:
    """The playground uses its default limit of messages, which is Discord's."""
    names = [f"Player {number}" for number in range(2 * limits.MESSAGES)]
    async with start_program(tmp_path, messages=limits.MESSAGES) as program:
        hosts, channel = await people(program, *names), await program.channel()
        told = await answers([(host, host.slash(channel, "play", game="monster_hex")) for host in hosts])
        assert all("Your table is open" in text for text in told)

        for name in names:
            await program.watcher.wait_for(channel, lambda message, name=name: f"1. **{name}**" in texts(message))

        posted = [message for message in await program.watcher.messages(channel) if is_public(message)]
        assert len(posted) == len(names)
        assert "post failed" not in program.log_text()


async def preview(table: TableDriver, card: Json) -> tuple[Person, Json]:
    """Compose a move up to Confirm; return the person who must act, and the page."""
    turn = table.turn(card)
    async for moment in turn:
        if moment == "preview":
            await turn.aclose()
    person = table.who(card)
    draft = next(message for message in await person.messages(card["channel_id"], 5) if final_ids(message))
    return person, draft


async def test_a_double_click_on_confirm_is_one_move_and_no_error(program: ProgramProcesses) -> None:
    table = await table_of(program, await people(program, "Ann", "Ben"))
    card = await table.start()
    person, draft = await preview(table, card)

    clicks = await asyncio.gather(*(person.click(draft, final_ids(draft)[0]) for _ in range(2)), return_exceptions=True)
    newer = await table.next_card(card)

    # The second click may find the draft gone; the client then refuses it, and no message is needed.
    assert [type(click) for click in clicks if not isinstance(click, dict)] in ([], [DriverError])
    assert len([entry for actor, entry in program.entries(table.id) if int(actor) >= 0]) == 1
    private = [message for message in await person.messages(card["channel_id"]) if message["flags"] & EPHEMERAL]
    assert [texts(message).strip() for message in private] == [MADE]
    assert table.step_of(newer) == table.step_of(card) + 1
