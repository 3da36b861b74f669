"""What happens by the clock, with time passing while the bot is down: rows in its database are moved, nobody waits."""

import pytest

from tests.playground_driver import texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, buttons, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

SEATS_EARLIER = "UPDATE seats SET due = due - ?, since = since - ?, remind = remind - ? WHERE table_id = ?"
WEEK_MS = 7 * 24 * 3_600_000


async def pass_time(program: ProgramProcesses, table: TableDriver) -> None:
    """Let the table's one timer be due, and the deadlines of its seats pass."""
    assert await program.stop_bot() == 0
    assert len(program.rows("SELECT due FROM timers WHERE table_id = ?", table.id)) == 1
    program.rows("UPDATE timers SET due = due - ? WHERE table_id = ?", WEEK_MS, table.id)
    program.rows(SEATS_EARLIER, WEEK_MS, WEEK_MS, WEEK_MS, table.id)
    await program.start_bot()


async def test_when_the_time_runs_out_the_default_move_is_made(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")], clock="5 minutes")
    card = await table.start()
    late = table.who(card)
    assert "<t:" in texts(card)

    await pass_time(program, table)
    newer = await table.next_card(card)

    assert f"Time ran out for {late.user['global_name']}" in texts(newer)
    assert table.who(newer) is not late
    assert ("-2", "close") in program.entries(table.id)
    async for _ in table.turn(newer):
        pass
    assert table.who(await table.next_card(newer)) is late


async def test_the_downtime_of_the_bot_puts_a_deadline_off(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")], clock="5 minutes")
    card = await table.start()
    assert await program.stop_bot() == 0
    program.rows("UPDATE timers SET due = due - ? WHERE table_id = ?", WEEK_MS, table.id)
    program.rows(SEATS_EARLIER, WEEK_MS, WEEK_MS, WEEK_MS, table.id)
    program.rows("UPDATE facts SET value = CAST(value AS INTEGER) - ? WHERE name = 'alive'", WEEK_MS)
    await program.start_bot()

    async for _ in table.turn(card):
        pass
    await table.next_card(card)

    assert [action for actor, action in program.entries(table.id) if actor != "-1"] == table.confirmed


async def test_whoever_stays_away_is_stood_in_for_until_they_are_back(program: ProgramProcesses) -> None:
    ann, ben = await program.person("Ann"), await program.person("Ben")
    table = await table_of(program, [ann, ben], clock="5 minutes")
    assert "the computer plays for them until they are back" in texts(await table.set_up())
    card = await table.start()
    late = table.who(card)
    other = ben if late is ann else ann

    await pass_time(program, table)
    card = await table.next_card(card)
    assert f"Missing one deadline happens to everybody, and {late.user['global_name']} plays on." in texts(card)
    while table.who(card) is other:
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)
    await pass_time(program, table)
    card = await table.next_card(card)
    assert table.who(card) is other, "the game goes on at once"
    assert f"Time ran out for {late.user['global_name']} again, so the computer plays" in texts(card)
    assert f"Computer for {late.user['global_name']}" in texts(card)

    answer = await late.answer(await late.click(card, label="I'm back"))
    assert "Welcome back" in texts(answer)
    async for _ in table.turn(card):
        pass
    card = await table.next_card(card)
    while table.who(card) is not late:
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)
    assert f"{late.user['global_name']} is back." in texts(card) or "I'm back" not in buttons(card)
    moves = [action for actor, action in program.entries(table.id) if actor == "-2"]
    assert moves[0] == "close"
    assert all(action.startswith("for ") for action in moves[1:])
    assert len(moves) > 1
    table.people = [ann, ben]
    assert verify(await table.record(await table.resigned(card, late))).returncode == 0
