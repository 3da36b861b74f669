"""Where a table may be: threads where they are allowed, the channel otherwise, and nowhere without the permissions."""

import pytest

from tests.driver import texts
from tests.end_to_end.house import House
from tests.end_to_end.table import EPHEMERAL, is_public, open_table, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_game_is_played_in_a_thread_of_its_lobby(house: House) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])

    card = await table.start()

    assert card["channel_id"] == table.lobby["id"]
    await table.lobby_with(f"<#{table.lobby['id']}>")
    thread = next(thread for thread in await table.host.threads() if thread["id"] == table.lobby["id"])
    assert thread["parent_id"] == table.channel
    assert "Ann" in thread["name"]


async def test_without_the_permission_to_make_threads_the_game_goes_on_in_the_channel(house: House) -> None:
    ann, ben, channel = await house.person("Ann"), await house.person("Ben"), await house.channel()
    await house.playground.deny(channel, "CREATE_PUBLIC_THREADS")
    table = await open_table(house, ann, channel)
    await table.join(ben)
    await table.lobby_with("Every seat is taken")
    last = await table.play(await table.start())

    assert last["channel_id"] == channel
    public = [message for message in await ann.messages(channel) if is_public(message)]
    assert len(public) == 1 + len(table.confirmed) + 1, "the lobby, a card for each choice, and one for the end"


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (("SEND_MESSAGES",), "**Send Messages**"),
        (("ATTACH_FILES",), "**Attach Files**"),
        (("VIEW_CHANNEL",), "**View Channel**"),
        (("SEND_MESSAGES", "ATTACH_FILES"), "**Attach Files** and **Send Messages**"),
    ],
)
async def test_a_channel_where_the_bot_may_not_post(house: House, denied: tuple[str, ...], named: str) -> None:
    ann, channel = await house.person("Ann"), await house.channel()
    await house.playground.deny(channel, *denied)

    answer = await ann.answer(await ann.slash(channel, "play", game="monster_hex"))

    assert answer["flags"] & EPHEMERAL
    assert named in texts(answer)
    assert house.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel)) == []


async def test_a_deleted_card_is_no_matter(house: House) -> None:
    """The old card can't be folded any more; the next one comes all the same."""
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])
    card = await table.start()
    bot = {"Authorization": f"Bot {house.playground.bot_token}"}
    address = f"{house.playground.base}/api/v10/channels/{card['channel_id']}/messages/{card['id']}"

    moved = False
    async for moment in table.turn(card):
        if moment == "preview":
            async with house.playground.session.delete(address, headers=bot) as response:
                assert response.status == 204
        moved = moment == "confirmed"
    newer = await table.card_after(table.step_of(card))

    assert moved
    assert table.who(newer) is not table.who(card)
