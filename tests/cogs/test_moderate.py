"""Moderating in Discord: permissions, the form of each act, messages to players, and the log."""

from typing import Any

import pytest

from cogs.managing.moderate import DONE, NOBODY_HERE, NOT_HERE
from cogs.managing.moderate_page import BUTTON_MODERATE
from cogs.ui.messages.cards import ENDED, LOCKED
from cogs.ui.messages.lobby_message import CLOSED
from tables import lobby
from tables.moderating.moderation import SEAT_HAS_CHANGED
from tables.moderating.moderation_state import decode_moderation
from tables.moderating.server_settings import change_server
from tables.open_table import Person
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.timing import pauses
from tests.cog_tables import ANN, BEN, CAM, CHANNEL, DAN, EVE, GUILD, TABLE, mover, open_lobby, start_table
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult
from tests.posted_messages import cards, thread

ROLE = 77


@pytest.fixture(autouse=True)
def manager(program: InProcessProgram) -> None:
    """Let Eve manage the server, so that she may moderate it."""
    program.managers.add(EVE.id)


async def ask(program: InProcessProgram, person: Person, custom_id: str, **more: Any) -> InteractionResult:
    """Press a button of a private page."""
    return await program.press(person, custom_id, private=True, **more)


async def send(
    program: InProcessProgram,
    person: Person,
    act: str,
    *,
    table: str = TABLE,
    about: Person | None = None,
    seat: tuple[int, Person] | None = None,
    unblocked: int | None = None,
    reason: str = "",
    **more: Any,
) -> InteractionResult:
    """Submit the form of an act."""
    filled: dict[str, Any] = {"reason": reason}
    if seat is not None:
        filled["seat"] = f"{seat[0]} {seat[1].id}"
    if about is not None or unblocked is not None:
        filled["person"] = [str(unblocked) if about is None else about]
    return await program.submit(person, f"{table}::mod_act:{act}", filled, **more)


async def test_behind_more_moderators_and_the_host_find_what_they_may(program: InProcessProgram) -> None:
    await start_table(program.service)
    more, page = f"{TABLE}::this_table", f"{TABLE}::moderate"

    assert BUTTON_MODERATE not in (await ask(program, BEN, more)).labels
    assert BUTTON_MODERATE in (await ask(program, ANN, more)).labels
    assert BUTTON_MODERATE in (await ask(program, EVE, more)).labels
    host = await ask(program, ANN, page)
    assert host.labels == ["End game for all", "Replace", "Back"]
    moderator = await ask(program, EVE, page)
    assert moderator.labels == [
        "Pause",
        "Lock",
        "Remove somebody",
        "Replace somebody",
        "End game for all",
        "Back",
        "Open tables",
    ]
    assert "Only the host" in (await ask(program, BEN, page)).text


@pytest.mark.parametrize("act", ["lock", "remove", "end", "offer", "block"])
async def test_nobody_else_moderates_whatever_they_send(program: InProcessProgram, act: str) -> None:
    """Neither the host nor a moderator of another server may moderate."""
    await start_table(program.service)

    elsewhere: dict[str, Any] = {"guild_id": str(GUILD + 1)}
    for person, more in ((BEN, {}), (ANN, {}), (EVE, elsewhere)):
        asked = await ask(program, person, f"{TABLE}::mod_ask:{act}", **more)
        assert [*asked.form] == []
        done = await send(program, person, act, about=CAM, seat=(0, ANN), **more)
        if act != "block" or not more:
            assert "Only moderators of this server" in done.text or NOT_HERE in done.text

    table = await program.service.load(TABLE)
    assert (table.row.phase, table.row.moderation) == ("playing", None)
    async with program.store.read() as reader:
        assert await reader.servers.audit_of_server(GUILD, 5) == ()


async def test_the_role_of_the_servers_settings_moderates(program: InProcessProgram) -> None:
    await start_table(program.service)
    await change_server(program.store, GUILD, moderator_role=ROLE)

    program.roles = {CAM.id: (ROLE,), DAN.id: (ROLE + 1,)}

    assert DONE["lock"] in (await send(program, CAM, "lock")).text
    assert "Only moderators of this server" in (await send(program, DAN, "unlock")).text


async def test_a_game_is_ended_with_a_reason_and_the_card_says_who_did_it(program: InProcessProgram) -> None:
    await program.start()

    assert [*(await ask(program, EVE, f"{TABLE}::mod_ask:end")).form] == ["reason"]
    done = await send(program, EVE, "end", reason="asked  by\nall")
    again = await send(program, EVE, "end")
    await program.outbox.settle()

    assert DONE["end"] in done.text
    assert f"<@{EVE.id}> ended the game: asked by all" in done.text
    assert "ended early" in again.text
    last = cards(program.discord, thread(program.discord))[-1]
    shown = "\n".join(part["content"] for part in parts(last) if part.get("content"))
    assert ENDED in shown
    assert "asked by all" not in shown, "the reason is the moderators'"


async def test_a_host_who_plays_reads_what_moderators_did_and_not_why(program: InProcessProgram) -> None:
    await start_table(program.service)
    await send(program, EVE, "lock", reason="Ben is warned")

    page = await ask(program, ANN, f"{TABLE}::moderate")

    assert f"<@{EVE.id}> locked the table" in page.text
    assert "Ben is warned" not in page.text


async def test_a_lock_is_on_the_live_card_and_pings_nobody(program: InProcessProgram) -> None:
    await program.start()
    posted = len(program.discord.made)

    await send(program, EVE, "lock")
    await program.outbox.settle(2_000)

    (card,) = cards(program.discord, thread(program.discord))
    assert LOCKED in str(card)
    assert len(program.discord.made) == posted
    await send(program, EVE, "unlock")
    await program.outbox.settle(2_000)
    assert LOCKED not in str(cards(program.discord, thread(program.discord)))


async def test_a_moderators_pause_is_ended_by_moderators_alone_and_each_is_done_once(program: InProcessProgram) -> None:
    await program.start()

    paused = await send(program, EVE, "pause", reason="holiday")
    await send(program, EVE, "pause")
    assert DONE["pause"] in paused.text
    assert paused.labels[:2] == ["Resume", "Lock"]
    with pytest.raises(Refusal):
        await program.service.change(TABLE, pauses.resume(ANN.id, program.service.now()))
    resumed = await send(program, EVE, "resume")
    await send(program, EVE, "resume")

    assert DONE["resume"] in resumed.text
    async with program.store.read() as reader:
        log = await reader.servers.audit_of_table(TABLE, 10)
    assert [(entry.act, entry.reason) for entry in log] == [("resume", ""), ("pause", "holiday")]


async def test_somebody_is_removed_and_the_story_tells_who_plays_on(program: InProcessProgram) -> None:
    await program.start(3)

    assert [*(await ask(program, EVE, f"{TABLE}::mod_ask:remove")).form] == ["seat", "reason"]
    done = await send(program, EVE, "remove", seat=(1, BEN))
    twice = await send(program, EVE, "remove", seat=(1, BEN))

    assert DONE["remove"] in done.text
    assert SEAT_HAS_CHANGED in twice.text
    told = await ask(program, ANN, f"{TABLE}::history")
    assert "A moderator removed Ben from the table. **Computer 1** plays on." in told.text
    assert "You're watching" in (await ask(program, BEN, f"{TABLE}::resign")).text


async def test_the_host_of_a_lobby_is_not_among_those_who_can_be_removed(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=4, host_called=True))
    alone = await ask(program, EVE, f"{TABLE}::mod_ask:remove")
    await program.service.change(TABLE, lobby.join(BEN, "ben"))

    opened = await ask(program, EVE, f"{TABLE}::mod_ask:remove")

    assert NOBODY_HERE in alone.text
    offered = {part.get("label") for request in opened.requests for part in parts(request.body)}
    assert (BEN.name in offered, ANN.name in offered) == (True, False)


async def test_whoever_has_sat_down_meanwhile_is_not_removed_instead(program: InProcessProgram) -> None:
    """The form names a person, because the seats of a lobby move up when somebody leaves."""
    await open_lobby(program.service, TableSettings(seats=4))
    for person in (BEN, CAM):
        await program.service.change(TABLE, lobby.join(person, person.name))
    opened = await ask(program, EVE, f"{TABLE}::mod_ask:remove")
    assert f"1 {BEN.id}" in {part.get("value") for request in opened.requests for part in parts(request.body)}
    await program.service.change(TABLE, lobby.leave(BEN.id))

    late = await send(program, EVE, "remove", seat=(1, BEN))

    assert SEAT_HAS_CHANGED in late.text
    assert [seat.user_id for seat in (await program.service.load(TABLE)).seats] == [ANN.id, CAM.id]


async def test_the_seat_of_whoever_came_meanwhile_is_not_offered_instead(program: InProcessProgram) -> None:
    await start_table(program.service)
    await send(program, EVE, "offer", seat=(1, BEN), about=CAM)
    await program.press(CAM, f"{TABLE}::take_seat:1:1")

    late = await send(program, EVE, "offer", seat=(1, BEN), about=DAN)

    assert SEAT_HAS_CHANGED in late.text
    assert (await program.service.load(TABLE)).seats[1].offered_to is None


async def test_a_moderator_asks_somebody_to_play_on_for_somebody_who_plays(program: InProcessProgram) -> None:
    await program.start()

    done = await send(program, EVE, "offer", seat=(1, BEN), about=CAM)
    await program.outbox.settle(2_000)
    await program.press(CAM, f"{TABLE}::take_seat:1:1")

    assert DONE["offer"] in done.text
    assert (await program.service.view(TABLE)).names == ("Ann", "Cam")


async def test_a_moderator_takes_an_offer_back_and_the_log_has_it(program: InProcessProgram) -> None:
    await start_table(program.service)
    asked = await send(program, EVE, "offer", seat=(1, BEN), about=CAM, reason="away")
    (withdraw,) = [one for one in asked.custom_ids if "keep_seat" in one]

    await program.press(EVE, withdraw)

    assert "no longer on offer" in (await program.press(CAM, f"{TABLE}::take_seat:1:1")).text
    page = await ask(program, EVE, f"{TABLE}::moderate")
    assert f"<@{EVE.id}> withdrew the offer of a seat to <@{CAM.id}>" in page.text
    assert withdraw not in page.custom_ids
    await program.press(EVE, "me::privacy_delete", private=True)
    program.managers.add(ANN.id)
    log = await ask(program, ANN, "server::mod_log")
    assert f"somebody withdrew the offer of a seat to <@{CAM.id}>" in log.text


async def test_the_command_lists_open_tables_to_choose_one(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    await start_table(program.service, id="another123", channel_id=7)

    listed = await program.command(EVE, "moderate")
    assert "Only moderators of this server" in (await program.command(BEN, "moderate")).text
    options = [part for request in listed.requests for part in parts(request.body) if "value" in part]
    assert {option["value"]: option["description"] for option in options} == {
        TABLE: "1 of 2 seats taken · Ann",
        "another123": "in progress · Ann, Ben",
    }
    page = await program.press(EVE, "server::mod_pick", [TABLE], private=True)
    assert page.labels == ["Lock", "Remove somebody", "End game for all", "Open tables"]


async def test_the_order_of_the_list_tells_a_moderator_who_plays_of_no_hidden_choice(program: InProcessProgram) -> None:
    await start_table(program.service, id="first12345", created=1)
    await start_table(program.service, id="second1234", created=2, channel_id=7)
    program.outbox.clock.now += 1
    person, seen = await mover(program.service, "first12345")
    await program.service.act("first12345", person.id, seen.legal[0])

    listed = await program.command(EVE, "moderate")

    shown = [part["value"] for request in listed.requests for part in parts(request.body) if "value" in part]
    assert shown == ["second1234", "first12345"]


async def test_a_closed_lobby_says_that_a_moderator_closed_it(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    await program.outbox.settle()

    await send(program, EVE, "end")
    await program.outbox.settle()

    (message,) = program.discord.messages(CHANNEL)
    assert CLOSED in str(message)
    assert decode_moderation((await program.service.load(TABLE)).row).ended


async def test_people_are_blocked_and_unblocked_and_the_log_has_it_all(program: InProcessProgram) -> None:
    await open_lobby(program.service)

    empty = await ask(program, EVE, "server::mod_blocked")
    assert empty.labels == ["Block somebody", "Open tables"]
    assert [*(await ask(program, EVE, "server::mod_ask:block")).form] == ["person", "reason"]
    blocked = await send(program, EVE, "block", table="server", about=BEN, reason="*why*")
    assert f"<@{BEN.id}> since" in blocked.text
    assert "blocked you" in (await program.press(BEN, f"{TABLE}::join")).text
    assert [*(await ask(program, EVE, "server::mod_ask:unblock")).form] == ["person", "reason"]
    await send(program, EVE, "unblock", table="server", unblocked=BEN.id)
    await send(program, EVE, "lock")

    log = (await ask(program, EVE, "server::mod_log")).text.splitlines()
    assert [line.split("> ", 1)[1] for line in log[1:]] == [
        f"<@{EVE.id}> locked the table at Monster Hex #1",
        f"<@{EVE.id}> unblocked <@{BEN.id}>",
        f"<@{EVE.id}> blocked <@{BEN.id}>: \\*why\\*",
    ]


async def test_the_log_goes_back_to_the_first_act_with_its_whole_reason(program: InProcessProgram) -> None:
    """Long reasons make pages shorter, and no act is left out."""
    await open_lobby(program.service)
    for number in range(24):
        act = ("lock", "unlock")[number % 2]
        await send(program, EVE, act, reason=f"{number}. {'*' * 290} end")

    told: list[str] = []
    page = await ask(program, EVE, "server::mod_log")
    while True:
        assert len(page.text) < 4_000
        told += page.text.splitlines()[1:]
        older = next(one for one in page.custom_ids if one.endswith(":older"))
        if older.endswith(":0:older"):
            break
        page = await ask(program, EVE, older)

    assert [int(line.split(": ", 1)[1].split("\\")[0]) for line in told] == [*reversed(range(24))]
    assert all(line.endswith("\\* end") for line in told)


async def test_everybody_who_is_blocked_can_be_unblocked(program: InProcessProgram) -> None:
    async with program.store.write() as writer:
        for user in range(1, 28):
            await writer.servers.add_block(GUILD, user)

    first = await ask(program, EVE, "server::mod_blocked")
    second = await ask(program, EVE, "server::mod_blocked:25:older")

    assert "server::mod_blocked:25:older" in first.custom_ids
    assert [line.split(" since")[0] for line in second.text.splitlines()[1:]] == ["<@26>", "<@27>"]
    opened = await ask(program, EVE, "server::mod_ask:unblock:25")
    assert '"27"' in repr([request.body for request in opened.requests]).replace("'", '"')
