"""Taking a move back by clicks, over a kill of the bot: asked on the private answer, allowed on the card."""

import pytest

from engine.record_json import decode
from tests.playground_driver import texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import MADE, buttons, mentioned, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_a_move_is_asked_back_allowed_after_a_kill_and_made_anew(killable: ProgramProcesses) -> None:
    table = await table_of(killable, [await killable.person("Ann"), await killable.person("Ben")])
    card = await table.start()
    mover = table.who(card)
    other = next(person for person in table.people if person is not mover)
    async for _ in table.turn(card):
        pass
    card = await table.next_card(card)
    assert table.who(card) is other
    made = next(message for message in await mover.messages(card["channel_id"], 10) if MADE in texts(message))

    await mover.click(made, label="Take back")
    await table.page(mover, made, f"I have asked {other.user['global_name']} on the card, where one tap allows it")
    asked = await killable.watcher.wait_for(
        card["channel_id"], lambda message: message["id"] == card["id"] and "Allow" in buttons(message)
    )
    assert f"{mover.user['global_name']} asks to take back the last move." in texts(asked)
    await killable.restart_bot()
    await other.click(asked, label="Allow")

    back = await table.next_card(card)
    assert f"{mover.user['global_name']} took back a move: placed the " in texts(back)
    assert "Allow" not in buttons(back)
    assert mentioned(back) == {mover.id}
    async for _ in table.turn(back):
        pass
    over = await table.ended_by_host(await table.next_card(back))
    file = await table.record(over)
    assert [entry.action for entry in decode(file.read_bytes()).entries if "takeback" in entry.action] == ["takeback 9"]
    assert verify(file).returncode == 3, "it is not over"
