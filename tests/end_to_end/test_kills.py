"""`kill -9`: nothing acknowledged is missing, nothing is posted twice, and the game goes on where it stood."""

from collections.abc import Awaitable, Callable
from random import Random

import pytest
import pytest_asyncio

from tests.driver import DriverError, Json, Person, texts
from tests.end_to_end.house import House
from tests.end_to_end.table import Table, buttons, is_public, open_table, table_of, verify
from tests.end_to_end.wire import AFTER, BEFORE

pytestmark = pytest.mark.asyncio(loop_scope="module")

DISASTERS: tuple[Callable[[House], Awaitable[None]], ...] = (
    House.restart_bot,
    House.restart_both,
    House.restart_bot,
    House.restart_playground,
    House.restart_both,
    House.restart_bot,
)
INTERRUPTED_MS = 61_000


@pytest_asyncio.fixture(loop_scope="module")
async def house(wired_house: House) -> House:
    """The house, with the bot running whatever the test before has done to it."""
    assert wired_house.bot
    if wired_house.bot.returncode is not None:
        await wired_house.start_bot()
    return wired_house


def own_actions(house: House, table: Table) -> list[str]:
    """Return the actions of people in the log."""
    return [action for actor, action in house.entries(table.id) if int(actor) >= 0]


async def check_told_once(house: House, table: Table) -> None:
    """Every choice is in the log once, and there is one card for each and one that is live."""
    public = [message for message in await table.messages() if is_public(message)]
    assert own_actions(house, table) == table.confirmed
    assert len(public) == len(table.confirmed) + 1
    assert len([message for message in public if buttons(message)]) == 1


async def test_a_game_survives_kills_between_clicks(house: House) -> None:
    moments = sorted(Random(1).sample(range(18 * 5), len(DISASTERS)))
    disasters = dict(zip(moments, DISASTERS, strict=True))
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])
    card, now = await table.start(), 0

    while not table.over(card):
        async for _ in table.turn(card):
            if disaster := disasters.get(now):
                await disaster(house)
            now += 1
        card = await table.next_card(card)

    assert now > moments[-1]
    await check_told_once(house, table)
    assert verify(await table.record(card)).returncode == 0


CONFIRMING = [
    ("POST", "/callback$"),
    ("DELETE", "/messages/@original$"),
    ("POST", r"/channels/\d+/messages$"),
    ("PATCH", r"/channels/\d+/messages/\d+$"),
]


@pytest.mark.parametrize("when", [BEFORE, AFTER])
@pytest.mark.parametrize(("method", "path"), CONFIRMING)
async def test_killed_while_a_move_is_under_way(house: House, method: str, path: str, when: str) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])
    card = await table.start()

    # The first card has nothing before it to fold, so the second move is the one to interrupt.
    for number in range(3):
        async for moment in table.turn(card):
            if number == 1 and moment == "preview":
                house.wire.trap(method, path, when, house.kill_bot)
            if number == 1 and moment == "confirmed":
                await house.wire.sprung()
                await house.start_bot()
        card = await table.next_card(card)

    await check_told_once(house, table)


STARTING = [("POST", "/callback$"), ("PATCH", r"/channels/\d+/messages/\d+$")]
STARTING += [("POST", r"/messages/\d+/threads$"), ("POST", r"/channels/\d+/messages$")]


@pytest.mark.parametrize("when", [BEFORE, AFTER])
@pytest.mark.parametrize(("method", "path"), STARTING)
async def test_killed_while_a_game_starts(house: House, method: str, path: str, when: str) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])
    threads = {thread["id"] for thread in await table.host.threads()}

    house.wire.trap(method, path, when, house.kill_bot)
    await again_if_lost(table.host, table.lobby, "Start", house)
    card = await table.card_after(0)

    assert {thread["id"] for thread in await table.host.threads()} - threads == {table.lobby["id"]}
    assert card["channel_id"] == table.lobby["id"]
    async for _ in table.turn(card):
        pass
    await table.next_card(card)
    await check_told_once(house, table)


async def again_if_lost(person: Person, message: Json, label: str, house: House) -> None:
    """Press a button on which the bot is killed; when it had not said that it heard, press it again."""
    heard = True
    try:
        await person.click(message, label=label)
    except DriverError:
        heard = False
    await house.wire.sprung()
    await house.start_bot()
    if not heard or buttons(now := await person.message(message)) == buttons(message):
        await person.click(message if not heard else now, label=label)


@pytest.mark.parametrize("when", [BEFORE, AFTER])
@pytest.mark.parametrize(("method", "path"), [("POST", r"/channels/\d+/messages$"), ("PATCH", "/messages/@original$")])
async def test_killed_while_a_table_opens(house: House, method: str, path: str, when: str) -> None:
    ann, channel = await house.person("Ann"), await house.channel()

    house.wire.trap(method, path, when, house.kill_bot)
    asked = await ann.slash(channel, "play", game="monster_hex")
    await house.wire.sprung()
    await house.start_bot()

    answer = await ann.answer(asked)
    lobby = await ann.wait_for(channel, lambda message: "Join" in buttons(message))
    await Table(house, lobby, [ann], 0).join(await house.person("Ben"))
    assert "The table is open" in texts(answer)
    assert [message["id"] for message in await ann.messages(channel) if is_public(message)] == [lobby["id"]]
    assert len(house.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel))) == 1


@pytest.mark.parametrize("when", [BEFORE, AFTER])
async def test_killed_while_somebody_joins(house: House, when: str) -> None:
    ann, ben, channel = await house.person("Ann"), await house.person("Ben"), await house.channel()
    table = await open_table(house, ann, channel)

    house.wire.trap("PATCH", r"/channels/\d+/messages/\d+$", when, house.kill_bot)
    await ben.click(table.lobby, label="Join")
    await house.wire.sprung()
    await house.start_bot()

    await table.lobby_with("2. **Ben**")
    assert house.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table.id) == [("Ann",), ("Ben",)]


async def test_an_interrupted_slash_command_is_answered(house: House) -> None:
    ann, channel = await house.person("Ann"), await house.channel()
    house.wire.trap("POST", "/callback$", AFTER, house.kill_bot)
    asked = await ann.slash(channel, "play", game="monster_hex")
    await house.wire.sprung()

    house.rows("UPDATE outbox SET due = due - ? WHERE done IS NULL", INTERRUPTED_MS)
    await house.start_bot()

    assert "I was restarted before I could finish that" in texts(await ann.answer(asked))
    assert house.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel)) == []


async def test_an_unheard_slash_command_leaves_nothing_behind(house: House) -> None:
    ann, channel = await house.person("Ann"), await house.channel()
    house.wire.trap("POST", "/callback$", BEFORE, house.kill_bot)
    with pytest.raises(DriverError):
        await ann.slash(channel, "play", game="monster_hex")
    await house.wire.sprung()

    house.rows("UPDATE outbox SET due = due - ? WHERE done IS NULL", INTERRUPTED_MS)
    await house.start_bot()
    table = await open_table(house, ann, channel)

    assert house.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel)) == [(table.id,)]


@pytest.mark.parametrize("disaster", [House.restart_bot, House.restart_both])
async def test_an_open_form_and_old_buttons_work_after_a_kill(
    house: House, disaster: Callable[[House], Awaitable[None]]
) -> None:
    ann, ben, channel = await house.person("Ann"), await house.person("Ben"), await house.channel()
    table = await open_table(house, ann, channel)
    form = await ann.click(table.lobby, label="Options")

    await disaster(house)
    await ann.submit(form, {"seats": ["3"], "clock": ["2 days"]})
    await table.lobby_with("Time for each move: 2 days")
    await table.join(ben)
    await table.add_computer()
    card = await table.start()
    person, draft = await table.draft(card)
    await disaster(house)

    tile = next(iter(buttons(draft)))
    await person.click(draft, label=tile)
    await table.page(person, draft, f"Where does {tile} go")
    hand = await ben.answer(await ben.click(card, label="My hand"))
    assert "Your hand" in texts(hand)


async def test_a_restart_posts_nothing_and_tells_no_commands_again(house: House) -> None:
    ann = await house.person("Ann")
    table = await table_of(house, [ann, await house.person("Ben")])
    card = await table.start()
    commands = await ann.command_index()

    await house.restart_bot()
    await house.restart_bot()
    async for _ in table.turn(card):
        pass
    await table.next_card(card)

    assert await ann.command_index() == commands
    assert house.log_text().count("commands synced") == 1
    await check_told_once(house, table)


async def test_a_message_is_found_again_when_its_nonce_is_long_forgotten(house: House) -> None:
    """Then the channel's recent messages are searched (design.md, The path of one turn, 4)."""
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])
    house.wire.trap("POST", r"/channels/\d+/messages$", AFTER, house.kill_bot)
    await table.host.click(table.lobby, label="Start")
    await house.wire.sprung()
    card = await table.card_after(0)

    house.rows("UPDATE outbox SET attempted = attempted - 86400000 WHERE done IS NULL AND attempted IS NOT NULL")
    house.wire.seen.clear()
    await house.start_bot()
    async for _ in table.turn(card):
        pass
    await table.next_card(card)

    assert house.wire.seen.count(("POST", f"/api/v10/channels/{table.lobby['id']}/messages")) == 1
    await check_told_once(house, table)
