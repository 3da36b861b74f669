"""Deleted cards, lobbies and threads are posted again, even if Discord sends no event."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cogs.card_keeper import CHECK_EVERY_MS, SWEEP_EVERY_MS, TABLES_PER_SERVER, TABLES_PER_SWEEP
from cogs.outbox.outbox import RETRY_MS
from data.store import Shards
from tables import lobby
from tables.committing.outbox_rows import CARD
from tables.seat_changes import seating, seats
from tables.timing import idle
from tests.cog_tables import ANN, BEN, CHANNEL, DAN, EVE, GUILD, HOUR, TABLE, open_lobby
from tests.fake_discord import parts, refusal
from tests.faults.program_play import playing, step_on
from tests.in_process_program import InProcessProgram, InteractionResult
from tests.posted_messages import MESSAGE, MESSAGES, cards, thread
from tests.running_dispatchers import Running

NOWHERE = rf"(?!/channels/{CHANNEL}/)"


async def card_deleted(program: InProcessProgram) -> dict[str, Any]:
    """Start a game, delete its live card as a moderator would, and return the card."""
    card = await playing(program)
    program.discord.delete(thread(program.discord), int(card["id"]))
    return card


async def shows_up(program: InProcessProgram, way: str) -> InteractionResult:
    """Interact as a player, or as somebody else at the table, in its channel, or elsewhere on its server."""
    place = thread(program.discord)
    match way:
        case "hand":
            return await program.command(ANN, "hand", channel=place)
        case "games":
            return await program.command(ANN, "games")
        case "move":
            return await program.command(ANN, "move", channel=place, action="place nothing")
        case "press":
            return await program.press(ANN, f"{TABLE}::more", private=True)
        case "stranger's press":
            return await program.press(DAN, f"{TABLE}::more", private=True)
        case "stranger in the channel":
            return await program.command(DAN, "help", channel=place)
        case "stranger on the server":
            return await program.command(DAN, "help", channel=CHANNEL + 1)
        case _:
            await open_lobby(program.service, id="another123", channel_id=CHANNEL + 1, host=DAN.id)
            return await program.press(EVE, "another123::rules", private=True)


WAYS = ("hand", "games", "move", "press")
WAYS_OF_OTHERS = ("stranger's press", "stranger in the channel", "stranger on the server", "another table")


@pytest.mark.parametrize("way", [*WAYS, *WAYS_OF_OTHERS])
async def test_a_deleted_card_comes_again_whoever_shows_up(program: InProcessProgram, way: str) -> None:
    card = await card_deleted(program)
    assert (await shows_up(program, way)).acknowledged
    await program.outbox.settle()

    (live,) = cards(program.discord, thread(program.discord))
    assert live["components"] == card["components"], "the same state, the same story"
    assert not live["allowed_mentions"].get("users"), "nobody is pinged for it"


async def test_a_card_that_stands_is_not_posted_again(program: InProcessProgram) -> None:
    await playing(program)
    await shows_up(program, "hand")
    await program.outbox.settle()

    assert len(cards(program.discord, thread(program.discord))) == 1
    assert len(program.discord.made) == 3, "the lobby and two cards"


async def test_a_busy_server_causes_few_requests_and_all_its_tables_are_checked(program: InProcessProgram) -> None:
    tables = TABLES_PER_SERVER + 4
    for number in range(tables):
        await open_lobby(program.service, limits={}, id=f"table{number:02}", channel_id=100 + number)
    await program.outbox.settle()

    for _ in range(10):
        await program.command(DAN, "help")
    assert len(program.discord.sent("GET", MESSAGE)) == TABLES_PER_SERVER
    program.outbox.clock.now += CHECK_EVERY_MS
    await program.command(DAN, "help")

    asked = [request.path for request in program.discord.sent("GET", MESSAGE)]
    assert (len(asked), len({*asked})) == (tables, tables)
    program.outbox.clock.now += CHECK_EVERY_MS
    await program.command(DAN, "help")

    assert len(program.discord.sent("GET", MESSAGE)) == tables + TABLES_PER_SERVER


async def test_discord_is_asked_about_a_card_only_so_often(program: InProcessProgram) -> None:
    await playing(program)
    for _ in range(20):
        await program.press(ANN, f"{TABLE}::more", private=True)
        await program.press(BEN, f"{TABLE}::more", private=True)

    assert len(program.discord.sent("GET", MESSAGE)) == 1
    program.outbox.clock.now += CHECK_EVERY_MS
    await program.press(ANN, f"{TABLE}::more", private=True)
    assert len(program.discord.sent("GET", MESSAGE)) == 2


@pytest.mark.parametrize("way", ["press", "hand"])
async def test_a_card_deleted_right_after_its_check_comes_again_within_seconds(
    program: InProcessProgram, sweep: Running, way: str
) -> None:
    card = await playing(program)
    await shows_up(program, way)
    await sweep.settle()
    program.discord.delete(thread(program.discord), int(card["id"]))
    await shows_up(program, way)

    await sweep.settle(CHECK_EVERY_MS)
    await program.outbox.settle()

    assert len(cards(program.discord, thread(program.discord))) == 1


async def test_a_move_made_meanwhile_brings_one_card_that_pings(program: InProcessProgram) -> None:
    await card_deleted(program)
    await shows_up(program, "games")
    await step_on(program)
    await program.outbox.settle()

    (live,) = cards(program.discord, thread(program.discord))
    assert live["allowed_mentions"]["users"]


async def test_a_card_in_a_deleted_thread_comes_again_in_another(program: InProcessProgram) -> None:
    await card_deleted(program)
    program.discord.fail_next("GET", MESSAGE, refusal(404, 10003))
    program.discord.fail_next("POST", rf"{NOWHERE}{MESSAGES}", refusal(404, 10003))
    await shows_up(program, "games")
    for _ in range(3):
        await program.outbox.settle(HOUR)

    assert len(cards(program.discord, thread(program.discord))) == 1
    async with program.store.read() as reader:
        assert await reader.outbox.pending_of_table(TABLE, CARD) == ()


# Found by the sweep


async def swept(program: InProcessProgram, sweep: Running) -> None:
    """Run the sweep's next turn, and deliver its outbox rows."""
    await sweep.settle(SWEEP_EVERY_MS)
    await program.outbox.settle()


async def test_a_deleted_card_comes_again_though_nobody_shows_up(program: InProcessProgram, sweep: Running) -> None:
    card = await card_deleted(program)

    await swept(program, sweep)

    (live,) = cards(program.discord, thread(program.discord))
    assert live["components"] == card["components"]
    assert not live["allowed_mentions"].get("users")


@pytest.mark.parametrize("code", [0, 10003], ids=["of the card", "of the server"])
async def test_a_proxy_s_404_has_deleted_nothing(program: InProcessProgram, sweep: Running, code: int) -> None:
    """Discord has a specific error code for each deleted object."""
    await playing(program)
    made = len(program.discord.made)
    program.discord.fail_next("GET", MESSAGE, refusal(404, code))
    program.discord.fail_next("GET", r"/guilds/\d+", refusal(404))

    await swept(program, sweep)

    assert len(program.discord.made) == made
    async with program.store.read() as reader:
        assert await reader.facts.get(f"left server {GUILD}") is None


async def test_a_deleted_lobby_comes_again_and_its_table_can_be_closed(
    program: InProcessProgram, sweep: Running
) -> None:
    await open_lobby(program.service)
    await program.service.change(TABLE, lobby.join(BEN, "salt"))
    await program.outbox.settle()
    (posted,) = program.discord.messages(CHANNEL)
    program.discord.delete(CHANNEL, int(posted["id"]))

    await swept(program, sweep)

    (again,) = program.discord.messages(CHANNEL)
    assert again["components"] == posted["components"]
    await program.press(ANN, f"{TABLE}::close")
    assert (await program.service.load(TABLE)).row.phase == "cancelled"


async def asks_in_a_game(program: InProcessProgram) -> int:
    await playing(program)
    await program.service.change(TABLE, seats.offer(BEN.id, 1, DAN.id))
    return thread(program.discord)


async def asks_before_the_start(program: InProcessProgram) -> int:
    await open_lobby(program.service)
    await program.service.change(TABLE, seating.offer(ANN.id, DAN.id))
    return CHANNEL


async def asks_sleepers(program: InProcessProgram) -> int:
    await playing(program)
    await program.service.change(TABLE, idle.ask(program.service.now(), has_limit=False))
    return thread(program.discord)


async def invites(program: InProcessProgram) -> int:
    await open_lobby(program.service)
    await program.service.change(TABLE, seating.invite(ANN.id, [DAN.id, EVE.id]))
    await program.service.change(TABLE, lobby.leave(EVE.id))
    return CHANNEL


@pytest.mark.parametrize(
    ("asks", "answer"),
    [
        (asks_in_a_game, "no_seat"),
        (asks_before_the_start, "no_seat"),
        (invites, "decline"),
        (asks_sleepers, "idle_here"),
    ],
)
async def test_a_deleted_question_comes_again_until_it_is_answered(
    program: InProcessProgram,
    sweep: Running,
    asks: Callable[[InProcessProgram], Awaitable[int]],
    answer: str,
) -> None:
    place = await asks(program)
    await program.outbox.settle()
    asked = program.discord.messages(place)[-1]

    again = asked
    for _ in range(2):
        program.discord.delete(place, int(again["id"]))
        await swept(program, sweep)
        again = program.discord.messages(place)[-1]
        said = [part["content"] for part in parts(again) if part.get("content")]
        assert said == [part["content"] for part in parts(asked) if part.get("content")]
        assert not again["allowed_mentions"].get("users"), "they have been pinged"
    (button,) = [part["custom_id"] for part in parts(again) if f":{answer}" in part.get("custom_id", "")]
    for person in (ANN, BEN, DAN):
        await program.press(person, button)
    await program.outbox.settle()
    count = len(program.discord.messages(place))
    program.discord.delete(place, int(again["id"]))
    await swept(program, sweep)

    assert len(program.discord.messages(place)) == count - 1


async def test_a_deleted_thread_comes_again_with_its_card(program: InProcessProgram, sweep: Running) -> None:
    await playing(program)
    gone = thread(program.discord)
    program.discord.delete_thread(gone)

    await swept(program, sweep)
    await program.outbox.settle(RETRY_MS[0])

    assert len(cards(program.discord, thread(program.discord))) == 1
    async with program.store.read() as reader:
        assert await reader.outbox.pending_of_table(TABLE, CARD) == ()


async def test_the_sweep_asks_about_every_table_in_turn(program: InProcessProgram, sweep: Running) -> None:
    """A table that Discord refuses to show does not stop the sweep from checking the others."""
    tables = TABLES_PER_SWEEP + 2
    limits = {"host": tables}
    for number in range(tables):
        await open_lobby(program.service, limits=limits, id=f"table{number:02}", channel_id=100 + number)
    await program.outbox.settle()
    for number in range(1, tables):
        program.discord.delete(100 + number, int(program.discord.messages(100 + number)[0]["id"]))
    program.discord.fail_next("GET", r"/channels/100/messages/\d+", refusal(403, 50001), times=100)

    counts = []
    for _ in range(3):
        await swept(program, sweep)
        counts.append(len(program.discord.sent("GET", MESSAGE)))

    assert counts == [TABLES_PER_SWEEP, tables, tables + TABLES_PER_SWEEP]
    assert all(len(program.discord.messages(100 + number)) == 1 for number in range(tables))


async def test_the_sweep_is_over_the_tables_of_the_shards_that_a_process_has(
    program: InProcessProgram, sweep: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: set[int] = set()
    keeper: Any = program.bot.get_cog("CardKeeper")
    monkeypatch.setattr(keeper, "_shards", lambda: Shards(2, frozenset(held)))
    for number in range(3):
        await open_lobby(program.service, id=f"table{number}", channel_id=100 + number, guild_id=number << 22)
    await program.outbox.settle()

    checked = []
    for shards in ({1}, {0}, set[int]()):
        held.clear()
        held.update(shards)
        program.discord.requests.clear()
        await swept(program, sweep)
        checked.append([request.path.split("/")[2] for request in program.discord.sent("GET", MESSAGE)])

    assert checked == [["101"], ["100", "102"], []]


async def test_the_sweep_waits_between_its_turns(program: InProcessProgram, sweep: Running) -> None:
    await playing(program)

    await sweep.settle()
    for _ in range(3):
        await sweep.settle(SWEEP_EVERY_MS // 3)

    assert len(program.discord.sent("GET", MESSAGE)) == 2
