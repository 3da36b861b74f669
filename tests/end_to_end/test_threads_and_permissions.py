"""Where a table may be: threads where they are allowed, the channel otherwise, and nowhere without the permissions."""

import pytest

from tests.playground_driver import texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import EPHEMERAL, is_public, mentioned, open_table, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_a_game_is_played_in_a_thread_of_its_lobby(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])

    card = await table.start()

    assert card["channel_id"] == table.lobby["id"]
    await table.lobby_with(f"<#{table.lobby['id']}>")
    thread = next(thread for thread in await table.host.threads() if thread["id"] == table.lobby["id"])
    assert thread["parent_id"] == table.channel
    assert "Ann" in thread["name"]


async def test_without_the_permission_to_make_threads_the_game_goes_on_in_the_channel(
    program: ProgramProcesses,
) -> None:
    ann, ben, channel = await program.person("Ann"), await program.person("Ben"), await program.channel()
    await program.playground.deny(channel, "CREATE_PUBLIC_THREADS")
    table = await open_table(program, ann, channel)
    await table.join(ben)
    # Started before it is called, its host would not be.
    await ann.wait_for(channel, lambda message: mentioned(message) == {ann.id})
    card = await table.start()
    for _ in range(2):
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)

    assert card["channel_id"] == channel
    public = [message for message in await ann.messages(channel) if is_public(message)]
    assert len(public) == 2 + len(table.confirmed) + 1, "the lobby, the call, a card for each choice, the live one"


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (("SEND_MESSAGES",), "**Send Messages**"),
        (("ATTACH_FILES",), "**Attach Files**"),
        (("VIEW_CHANNEL",), "**View Channel**"),
        (("SEND_MESSAGES", "ATTACH_FILES"), "**Attach Files** and **Send Messages**"),
    ],
)
async def test_a_channel_where_the_bot_may_not_post(
    program: ProgramProcesses, denied: tuple[str, ...], named: str
) -> None:
    ann, channel = await program.person("Ann"), await program.channel()
    await program.playground.deny(channel, *denied)

    answer = await ann.answer(await ann.slash(channel, "play", game="monster_hex"))

    assert answer["flags"] & EPHEMERAL
    assert named in texts(answer)
    assert program.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel)) == []
