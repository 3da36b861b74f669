"""Open seats in Discord: the messages and their pace, the page behind `/settings`, *Not for now*, and `/play`."""

from typing import Any

import pytest

from cogs.at_table.pings_page import SEATS_REFUSED
from cogs.outbox.delivery import NONCE_MS
from cogs.outbox.outbox import NOTICE_MS
from cogs.personal.open_seats_page import BUTTON_OFF, BUTTON_OPEN, IS_OFF, ONLY_ON_SERVERS, PAUSED
from cogs.ui.kit.layouts import BUTTON_BACK
from cogs.ui.messages.open_seats import BUTTON_NOT_NOW, BUTTON_TABLE
from data.store import SeekerRow, Store
from tables import lobby
from tables.calling.open_seats import NOT_ASKED, SERVER_LEFT, change_wish, read_games, tell_of_open_seats
from tables.moderating.gone_places import record_server_left
from tables.open_table import Person
from tables.preferences import preferences
from tests.cog_tables import ANN, BEN, CAM, CHANNEL, DAN, GAME, GUILD, HOUR, PEOPLE, TABLE, open_lobby
from tests.cogs.test_direct_messages import away, command, direct
from tests.cogs.test_next_messages import SILENT
from tests.fake_discord import mentioned, refusal, words
from tests.in_process_program import InProcessProgram
from tests.posted_messages import World

THREAD = CHANNEL + 1
"""A thread of CHANNEL."""
MEMBER = rf"/guilds/{GUILD}/members/{CAM.id}"


async def search(world: World, *people: Person, **changes: Any) -> None:
    """Open a lobby, and search for people of whom these want to hear of it; deliver the messages."""
    for person in people:
        await change_wish(world.service, GUILD, person.id, **{"games": [GAME], **changes})
    await world.open()
    await tell_of_open_seats(world.service, TABLE)
    await world.settle()


async def wishes(store: Store, person: Person = CAM) -> SeekerRow | None:
    async with store.read() as reader:
        return await reader.seekers.get(GUILD, person.id)


async def test_a_direct_message_says_which_table_waits_and_names_nobody(world: World) -> None:
    await search(world, CAM)

    (message,) = world.discord.direct_messages(CAM.id)
    assert "### Monster Hex #1\nThis table waits for players: 1 of 2 seats is free." in words(message)
    assert ANN.name not in words(message)
    assert [label for label in (BUTTON_TABLE, BUTTON_NOT_NOW) if label in repr(message)] == [
        BUTTON_TABLE,
        BUTTON_NOT_NOW,
    ]


async def test_one_silent_line_in_the_channel_mentions_all_who_want_it(world: World) -> None:
    await search(world, CAM, DAN, direct=False)

    _, line = world.discord.messages(CHANNEL)
    assert mentioned(line) == [CAM.id, DAN.id]
    assert line["flags"] & SILENT
    assert "1 of 2 seats is free in Monster Hex #1." in words(line)


async def test_at_most_one_message_a_second(world: World) -> None:
    await search(world, BEN, CAM, DAN)
    counts = []
    for _ in range(4):
        counts.append(sum(len(world.discord.direct_messages(person.id)) for person in PEOPLE))
        await world.settle(NOTICE_MS)

    assert counts == [1, 2, 3, 3]


async def test_after_a_downtime_messages_keep_their_pace(world: World) -> None:
    for person in (BEN, CAM, DAN):
        await change_wish(world.service, GUILD, person.id, games=[GAME])
    await open_lobby(world.service)
    await tell_of_open_seats(world.service, TABLE)
    await world.settle(600 * NOTICE_MS)

    assert sum(len(world.discord.direct_messages(person.id)) for person in PEOPLE) == 1


async def test_a_message_whose_answer_was_lost_is_sent_once_though_the_program_was_killed(world: World) -> None:
    world.discord.lose_response("POST", rf"/channels/{world.discord.private_channel(CAM.id)}/messages")
    await search(world, CAM)
    await world.kill()
    world.discord.forget_nonces()
    await world.settle(NONCE_MS + 1)

    assert len(world.discord.direct_messages(CAM.id)) == 1


@pytest.mark.parametrize("place", [CHANNEL, THREAD])
async def test_nobody_hears_of_a_table_in_a_channel_that_they_cannot_see(world: World, place: int) -> None:
    world.discord.threads.add(THREAD)
    for hidden, heard in ((True, 0), (False, 1)):
        world.discord.hidden = {CHANNEL} if hidden else set()
        await change_wish(world.service, GUILD, CAM.id, games=[GAME])
        await open_lobby(world.service, id=f"abcdefghj{heard}", channel_id=place)
        await tell_of_open_seats(world.service, f"abcdefghj{heard}")
        await world.settle(HOUR)

        assert len(world.discord.direct_messages(CAM.id)) == heard


@pytest.mark.parametrize("change", ["seated", "closed", "off"])
async def test_a_message_that_has_become_needless_is_not_sent(world: World, change: str) -> None:
    await open_lobby(world.service)
    await change_wish(world.service, GUILD, CAM.id, games=[GAME])
    await tell_of_open_seats(world.service, TABLE)
    if change == "seated":
        await world.service.change(TABLE, lobby.join(CAM, "join"))
    elif change == "closed":
        await world.service.change(TABLE, lobby.cancel(ANN.id))
    else:
        await change_wish(world.service, GUILD, CAM.id, games=[])
    await world.settle()

    assert world.discord.direct_messages(CAM.id) == []
    assert [kind for kind, _ in await world.pending() if kind == "seats_direct"] == []


async def test_a_message_that_failed_is_not_sent_once_the_lobby_is_closed(world: World) -> None:
    world.discord.fail_next("POST", rf"/channels/{world.discord.private_channel(CAM.id)}/messages", refusal(500))
    await search(world, CAM)
    assert world.discord.failures_left == 0
    await world.service.change(TABLE, lobby.cancel(ANN.id))
    world.clock.now += NONCE_MS + 1

    await world.settle(HOUR)

    assert world.discord.direct_messages(CAM.id) == []


async def test_somebody_who_has_left_the_server_hears_nothing_and_is_forgotten(world: World) -> None:
    world.discord.fail_next("GET", MEMBER, refusal(404, 10007))
    await search(world, CAM)

    assert world.discord.direct_messages(CAM.id) == []
    assert await wishes(world.store) is None


async def test_a_refused_direct_message_switches_it_off_and_says_so_at_the_next_press(
    program: InProcessProgram,
) -> None:
    program.discord.blocked.add(program.discord.private_channel(CAM.id))
    await change_wish(program.service, GUILD, CAM.id, games=[GAME])
    await open_lobby(program.service)
    await tell_of_open_seats(program.service, TABLE)
    await program.outbox.settle()

    assert await wishes(program.store) is None
    shown = [(await program.command(CAM, "settings")).text for _ in range(2)]
    pressed = [(await program.press(CAM, "me::seats_here")).text for _ in range(2)]
    assert [SEATS_REFUSED in text for text in pressed] == [True, False]
    assert shown[0] == shown[1]
    assert (await preferences(program.store, CAM.id)).pings == "mention", "calls to one's turns stay as they are"


async def test_the_page_behind_settings_keeps_each_choice_at_once(program: InProcessProgram) -> None:
    settings = await program.command(CAM, "settings")
    page = await program.press(CAM, settings.buttons[BUTTON_OPEN], private=True)
    assert page.page
    assert IS_OFF in page.text

    for action, values in (
        ("seats_games", [GAME, "hive_mind"]),
        ("seats_often", ["daily"]),
        ("seats_how", ["line"]),
    ):
        page = await program.press(CAM, f"me::{action}", values, private=True)
        assert page.page
    found = await wishes(program.store)
    assert found is not None
    assert (sorted(read_games(found)), found.daily, found.direct) == (["hive_mind", GAME], 1, 0)
    assert len(page.custom_ids) == 5
    back = await program.press(CAM, page.buttons[BUTTON_BACK], private=True)
    assert back.text == settings.text

    off = await program.press(CAM, page.buttons[BUTTON_OFF], private=True)
    assert IS_OFF in off.text
    assert await wishes(program.store) is None


async def test_unknown_games_are_left_out(program: InProcessProgram) -> None:
    page = await program.press(CAM, "me::seats_games", ["chess"], private=True)

    assert IS_OFF in page.text


async def test_settings_of_a_server_that_the_bot_has_left_change_nothing(program: InProcessProgram) -> None:
    await record_server_left(program.service, GUILD)

    for action, values in (("seats_here", []), ("seats_games", [GAME]), ("seats_off", [])):
        assert SERVER_LEFT in (await program.press(CAM, f"me::{action}", values, private=True)).text
    assert SERVER_LEFT in (await program.press(CAM, "me::seats_here", (), private=True, **away(CAM))).text
    assert await wishes(program.store) is None


async def test_in_direct_messages_there_is_no_here(program: InProcessProgram) -> None:
    assert ONLY_ON_SERVERS in (await program.press(CAM, "me::seats_here", **direct(CAM))).text
    for place in (direct(ANN), away(ANN)):
        assert BUTTON_OPEN not in (await command(program, "settings", place)).labels


async def test_not_for_now_is_for_those_who_asked(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    await change_wish(program.service, GUILD, CAM.id, games=[GAME])

    assert PAUSED in (await program.press(CAM, f"{TABLE}::not_now:7")).text
    assert "Paused until <t:" in (await program.press(CAM, "me::seats_here", private=True)).text
    assert "Paused" not in (await program.press(CAM, "me::seats_often", ["daily"], private=True)).text
    assert NOT_ASKED in (await program.press(DAN, f"{TABLE}::not_now:7")).text


async def test_play_says_how_many_others_look_for_the_game(program: InProcessProgram) -> None:
    assert "for this game" not in (await program.command(ANN, "play")).text
    for person, games in ((ANN, [GAME]), (CAM, [GAME]), (DAN, ["hive_mind"])):
        await change_wish(program.service, GUILD, person.id, games=games)

    for game, line in ((GAME, "1 person here looks for this game"), ("hive_mind", "1 person here looks")):
        assert line in (await program.press(ANN, "new2222222::new_other", [game], private=True)).text
    assert (
        "2 people here look for this game"
        in (await program.press(BEN, "new2222222::new_other", [GAME], private=True)).text
    )
