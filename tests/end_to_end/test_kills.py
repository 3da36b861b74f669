"""Kills with `kill -9`: acknowledged actions are kept, nothing is posted twice, and the game continues.

tests/cogs/test_outbox_once.py kills the outbox at each of its requests, and tests/faults/test_random_kills.py kills
whole games at random times.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.fault_proxy import AFTER, BEFORE
from tests.hive_mind_driver import hive_mind_table
from tests.migrated_database import remove_all
from tests.playground_driver import PATIENCE_SECONDS, texts
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import TableDriver, buttons, hexes, is_public, open_table, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

KILLS: dict[tuple[int, str], Callable[[ProgramProcesses], Awaitable[None]]] = {
    (0, "hexes"): ProgramProcesses.restart_both,
    (1, "preview"): ProgramProcesses.restart_bot,
    (1, "confirmed"): ProgramProcesses.restart_playground,
    (2, "card"): ProgramProcesses.restart_both,
}
"""The restart at each turn number and stage of the turn."""
INTERRUPTED_MS = 61_000


def own_actions(program: ProgramProcesses, table: TableDriver) -> list[str]:
    """Return the seats' actions in the log."""
    return [action for actor, action in program.entries(table.id) if int(actor) >= 0]


async def check_told_once(program: ProgramProcesses, table: TableDriver) -> None:
    """Check that the log has every choice once, each choice has one card, and one card is live."""
    public = [message for message in await table.messages() if is_public(message)]
    assert own_actions(program, table) == table.confirmed
    assert len(public) == len(table.confirmed) + 1
    assert len([message for message in public if buttons(message)]) == 1


async def test_a_game_survives_kills_between_clicks(killable: ProgramProcesses) -> None:
    table = await table_of(killable, [await killable.person("Ann"), await killable.person("Ben")])
    card, before = await table.start(), killable.kills

    for number in range(4):
        async for moment in table.turn(card):
            if kill := KILLS.get((number, moment)):
                await kill(killable)
        card = await table.next_card(card)

    assert killable.kills == before + len(KILLS)
    await check_told_once(killable, table)
    assert verify(await table.record(await table.ended_by_host(card))).returncode == 3, "it is not over"


@pytest.mark.parametrize(
    ("method", "path", "when"),
    [
        ("POST", "/callback$", BEFORE),
        ("POST", "/callback$", AFTER),
        ("DELETE", "/messages/@original$", AFTER),
        ("POST", r"/channels/\d+/messages$", AFTER),
    ],
)
async def test_killed_while_a_move_is_under_way(killable: ProgramProcesses, method: str, path: str, when: str) -> None:
    table = await table_of(killable, [await killable.person("Ann"), await killable.person("Ben")])
    card = await table.start()

    # The first card has no earlier card to fold, so the second move is interrupted.
    for number in range(3):
        async for moment in table.turn(card):
            if number == 1 and moment == "preview":
                killable.proxy.trap(method, path, when, killable.kill_bot)
            if number == 1 and moment == "confirmed":
                await killable.proxy.sprung()
                await killable.start_bot()
        card = await table.next_card(card)

    await check_told_once(killable, table)


async def test_a_card_that_is_deleted_before_its_answer_is_heard_comes_again_in_its_thread(
    killable: ProgramProcesses,
) -> None:
    """The program is killed before it learns that the card was posted, so Discord considers the nonce spent."""
    table = await table_of(killable, [await killable.person("Ann"), await killable.person("Ben")])
    card = await table.start()
    thread = card["channel_id"]

    async def kill_and_delete() -> None:
        await killable.kill_bot()
        posted = next(message for message in await table.messages() if table.step_of(message) > table.step_of(card))
        await killable.playground.delete_message(thread, posted["id"])

    async for moment in table.turn(card):
        if moment == "preview":
            killable.proxy.trap("POST", rf"/channels/{thread}/messages$", AFTER, kill_and_delete)
        if moment == "confirmed":
            await killable.proxy.sprung()
            await killable.start_bot()
    again = await table.next_card(card)

    assert again["channel_id"] == thread
    await check_told_once(killable, table)


async def test_killed_while_a_game_starts(killable: ProgramProcesses) -> None:
    table = await table_of(killable, [await killable.person("Ann"), await killable.person("Ben")])
    threads = {thread["id"] for thread in await table.host.threads()}

    killable.proxy.trap("POST", r"/messages/\d+/threads$", AFTER, killable.kill_bot)
    await table.host.click(table.lobby, label="Start")
    await killable.proxy.sprung()
    await killable.start_bot()
    card = await table.card_after(0)

    assert {thread["id"] for thread in await table.host.threads()} - threads == {table.lobby["id"]}
    assert card["channel_id"] == table.lobby["id"]
    await table.move(card)
    await check_told_once(killable, table)


async def test_killed_while_a_table_opens(killable: ProgramProcesses) -> None:
    ann, channel = await killable.person("Ann"), await killable.channel()

    killable.proxy.trap("POST", r"/channels/\d+/messages$", AFTER, killable.kill_bot)
    asked = await ann.slash(channel, "play", game="monster_hex", seats=3)
    await killable.proxy.sprung()
    await killable.start_bot()

    answer = await ann.answer(asked)
    lobby = await ann.wait_for(channel, lambda message: "Join" in buttons(message))
    await TableDriver(killable, lobby, [ann], 0).join(await killable.person("Ben"))
    assert "Your table is open" in texts(answer)
    assert [message["id"] for message in await ann.messages(channel) if is_public(message)] == [lobby["id"]]
    assert len(killable.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel))) == 1


async def test_an_interrupted_slash_command_is_answered(killable: ProgramProcesses) -> None:
    ann, channel = await killable.person("Ann"), await killable.channel()
    killable.proxy.trap("POST", "/callback$", AFTER, killable.kill_bot)
    asked = await ann.slash(channel, "play", game="monster_hex")
    await killable.proxy.sprung()

    killable.rows("UPDATE outbox SET due = due - ? WHERE done IS NULL", INTERRUPTED_MS)
    await killable.start_bot()

    assert "I was restarted before I could finish that" in texts(await ann.answer(asked))
    assert killable.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel)) == []


async def test_open_forms_and_old_buttons_work_after_a_kill(killable: ProgramProcesses) -> None:
    ann, ben, channel = await killable.person("Ann"), await killable.person("Ben"), await killable.channel()
    table = await open_table(killable, ann, channel)
    set_up = await table.set_up()
    options, timing = await ann.click(set_up, label="Players and start"), await ann.click(set_up, label="Time")

    await killable.restart_both()
    await ann.submit(options, {"seats": ["3"]})
    await ann.submit(timing, {"move": "2 days"})
    await table.lobby_with("2 days for each move")
    await table.join(ben)
    await table.add_computer()
    card = await table.start()
    person, draft = await table.draft(card)
    await killable.restart_bot()

    await table.choose_hex(person, draft, hexes(draft)[0])
    await table.final_page(person, draft)
    hand = await ben.answer(await ben.click(card, label="My hand"))
    assert "Your hand" in texts(hand)


async def test_a_submission_of_hive_mind_survives_a_kill_while_it_is_composed(killable: ProgramProcesses) -> None:
    people = [await killable.person(name) for name in ("Ann", "Ben", "Cleo")]
    table, ann = await hive_mind_table(killable, people, 0), people[0]
    page = await table.shape(ann, await table.open(ann, await table.start()))
    before = killable.entries(table.table.id)

    await killable.restart_bot()
    page = await table.compose(ann, page)

    assert len(before) < len(killable.entries(table.table.id))
    assert killable.entries(table.table.id)[: len(before)] == before
    page = await table.press(ann, page, "Ready")
    assert "you are ready" in texts(page)


async def test_a_restart_posts_nothing_and_tells_no_commands_again(killable: ProgramProcesses) -> None:
    ann = await killable.person("Ann")
    table = await table_of(killable, [ann, await killable.person("Ben")])
    card = await table.start()
    commands = await ann.command_index()

    await killable.restart_bot()
    await killable.restart_bot()
    await table.move(card)

    assert await ann.command_index() == commands
    assert killable.log_text().count("commands synced") == 1
    await check_told_once(killable, table)


async def test_a_program_whose_database_is_removed_ends_for_its_supervisor(tmp_path: Path) -> None:
    """Nobody presses anything: the program notices on its next regular write."""
    async with start_program(tmp_path) as program:
        assert program.bot
        remove_all(program.database)

        assert await asyncio.wait_for(program.bot.wait(), PATIENCE_SECONDS) == 1

        assert "database gone" in program.log_text()
        assert not program.database.exists(), "none is made in its place"
