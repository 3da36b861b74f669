"""The page of `/server`: its settings for where games start and how new tables begin."""

from typing import Any

import discord
import pytest

from cogs.managing.server_page import BUTTON_RESET
from cogs.starting.seating import INVITE_TITLE
from cogs.starting.start_page import BUTTON_COMPUTER_NOW, BUTTON_INVITE, BUTTON_OPEN, mark_server_choice
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.requests.interaction_user import PERMISSIONS
from tables.moderating.server_settings import (
    MANAGE_SERVER,
    ONLY_MANAGERS,
    ServerSettings,
    change_server,
    server_settings,
)
from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, CHANNEL, DAY, GUILD, TABLE, open_lobby, play, start_table
from tests.fake_discord import parts, refusal
from tests.in_process_program import InProcessProgram, InteractionResult, in_thread
from tests.posted_messages import THREADS, cards

ELSEWHERE = CHANNEL + 1
THREAD = CHANNEL + 2
ROLE = 4 * 10**17
START = "server::server_set"


@pytest.fixture
def managed(program: InProcessProgram) -> InProcessProgram:
    """Return the program on a server that Ann manages."""
    program.managers.add(ANN.id)
    return program


async def choose(program: InProcessProgram, setting: str, *values: str) -> InteractionResult:
    """Choose in one of the page's selects as Ann."""
    data = {"component_type": 3, "custom_id": f"{START}:{setting}", "values": list(values)}
    return await program.press(ANN, data["custom_id"], private=True, data=data)


async def settings(program: InProcessProgram) -> ServerSettings:
    """Return the server's stored settings."""
    return await server_settings(program.store, GUILD)


def component(result: InteractionResult, setting: str) -> dict[str, Any]:
    """Return a select of the newest page."""
    return next(part for part in parts(result.page) if part.get("custom_id") == f"{START}:{setting}")


def default(result: InteractionResult, setting: str) -> str:
    """Return the value that a select shows as chosen."""
    return next(option["value"] for option in component(result, setting)["options"] if option.get("default"))


# The page


async def test_a_manager_sees_what_holds_on_one_page(managed: InProcessProgram) -> None:
    result = await managed.command(ANN, "server")

    assert BUTTON_RESET not in str(result.page)
    shown = {name: default(result, name) for name in ("place", "game", "clock", "theme", "retention")}
    assert shown == {"place": "threads", "game": "-", "clock": "days", "theme": "dark", "retention": "7"}
    assert component(result, "channels")["min_values"] == component(result, "role")["min_values"] == 0
    assert len([part for part in parts(result.page["components"]) if "type" in part]) <= 40


@pytest.mark.parametrize(
    ("setting", "values", "expected"),
    [
        ("channels", (str(CHANNEL), str(ELSEWHERE)), {"channels": (CHANNEL, ELSEWHERE)}),
        ("place", ("channel",), {"threads": False}),
        ("game", ("hive_mind",), {"game": "hive_mind"}),
        ("clock", ("1 day",), {"clock": "1 day"}),
        ("clock", ("days",), {"clock": "days"}),
        ("theme", ("light",), {"theme": "light"}),
        ("role", (str(ROLE),), {"moderator_role": ROLE}),
        ("retention", ("30",), {"retention_days": 30}),
    ],
)
async def test_each_choice_takes_effect_at_once_and_is_shown(
    managed: InProcessProgram, setting: str, values: tuple[str, ...], expected: dict[str, Any]
) -> None:
    result = await choose(managed, setting, *values)

    assert await settings(managed) == ServerSettings(**expected)
    shown = component(result, setting)
    chosen = [option["value"] for option in shown.get("options", ()) if option.get("default")]
    assert (chosen or [str(value["id"]) for value in shown["default_values"]]) == list(values)
    assert BUTTON_RESET in str(result.page)

    await managed.press(ANN, "server::server_reset", private=True)

    assert await settings(managed) == ServerSettings()


async def test_what_is_taken_out_of_a_select_is_open_again(managed: InProcessProgram) -> None:
    await change_server(managed.store, GUILD, channels=(CHANNEL,), moderator_role=ROLE, game="hive_mind", clock="1 day")

    await choose(managed, "channels")
    await choose(managed, "role")
    await choose(managed, "game", "-")
    result = await choose(managed, "clock", "no limit")

    assert msgspec_without_clock(await settings(managed)) == ServerSettings()
    assert default(result, "clock") == "no limit"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("game", "chess"),
        ("clock", "a minute"),
        ("theme", "pink"),
        ("role", str(GUILD)),
        ("retention", "0"),
        ("retention", "91"),
        ("retention", "x"),
        ("weather", "sun"),
    ],
)
async def test_what_is_not_offered_changes_nothing(managed: InProcessProgram, setting: str, value: str) -> None:
    await choose(managed, setting, value)

    assert await settings(managed) == ServerSettings()


async def test_somebody_who_may_not_manage_the_server_changes_nothing(managed: InProcessProgram) -> None:
    """Discord hides the command from them, but an open page stays when the permission is withdrawn."""
    asked = await managed.command(BEN, "server")
    pressed = await managed.press(BEN, f"{START}:theme", ["light"], private=True)
    reset = await managed.press(BEN, "server::server_reset", private=True)

    assert [result.text for result in (asked, pressed, reset)] == [ONLY_MANAGERS] * 3
    assert await settings(managed) == ServerSettings()


def test_the_command_is_for_managers_unless_a_server_grants_it_to_others(program: InProcessProgram) -> None:
    command = program.bot.tree.get_command("server")

    assert command is not None
    assert command.to_dict(program.bot.tree)["default_member_permissions"] == MANAGE_SERVER


# Where games start


async def test_games_start_only_where_the_server_allows_it(managed: InProcessProgram) -> None:
    await change_server(managed.store, GUILD, channels=(ELSEWHERE, THREAD))

    page = await managed.command(BEN, "play")
    typed = await managed.command(BEN, "play", game="monster_hex")

    assert f"<#{ELSEWHERE}> or <#{THREAD}>" in page.text
    assert page.text == typed.text
    assert await managed.open_tables() == ()
    await managed.command(BEN, "play", channel=ELSEWHERE, game="monster_hex")
    assert [row.channel_id for row in await managed.open_tables()] == [ELSEWHERE]


@pytest.mark.parametrize("label", [BUTTON_COMPUTER_NOW, BUTTON_OPEN])
async def test_a_start_page_that_was_open_before_is_refused_too(managed: InProcessProgram, label: str) -> None:
    page = await managed.command(BEN, "play")
    pressed = next(part["custom_id"] for part in parts(page.page) if part.get("label") == label)
    await change_server(managed.store, GUILD, channels=(ELSEWHERE,))

    result = await managed.press(BEN, pressed, private=True)

    assert f"<#{ELSEWHERE}>" in result.text
    assert await managed.open_tables() == ()


async def test_nobody_fills_in_an_invitation_where_no_game_may_start(managed: InProcessProgram) -> None:
    page = await managed.command(BEN, "play")
    invite = next(part["custom_id"] for part in parts(page.page) if part.get("label") == BUTTON_INVITE)
    await change_server(managed.store, GUILD, channels=(ELSEWHERE,))

    result = await managed.press(BEN, invite, private=True)

    assert f"<#{ELSEWHERE}>" in result.text
    assert INVITE_TITLE not in str([request.body for request in result.requests])


async def test_the_threads_of_a_channel_count_as_the_channel(managed: InProcessProgram) -> None:
    await change_server(managed.store, GUILD, channels=(CHANNEL,))
    data = {"id": "1", "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "monster_hex"}]}

    await managed.dispatch(managed.interaction(2, BEN, {"data": data, **in_thread(THREAD)}))

    assert [row.channel_id for row in await managed.open_tables()] == [THREAD]


async def test_games_may_start_wherever_commands_can_be_typed_also_in_the_chat_of_a_voice_channel(
    managed: InProcessProgram,
) -> None:
    offered = component(await managed.command(ANN, "server"), "channels")["channel_types"]

    kinds = discord.ChannelType
    assert {kinds.text.value, kinds.news.value, kinds.voice.value, kinds.stage_voice.value, kinds.forum.value} == {
        *offered
    }


async def test_a_game_in_a_voice_channel_stays_in_its_chat_which_has_no_threads(managed: InProcessProgram) -> None:
    managed.discord.fail_next("POST", THREADS, refusal(400, 50024))
    await start_table(managed.service)
    await managed.outbox.settle()

    assert len(cards(managed.discord, CHANNEL)) == 1


async def test_a_rematch_starts_where_games_may_start(managed: InProcessProgram) -> None:
    await start_table(managed.service)
    await play(managed.service)
    await change_server(managed.store, GUILD, channels=(ELSEWHERE,))

    refused = await managed.press(ANN, f"{TABLE}::again")
    await change_server(managed.store, GUILD, channels=(CHANNEL,))
    # The card is in the table's thread, so the parent channel counts.
    allowed = await managed.press(ANN, f"{TABLE}::again", **in_thread(THREAD))

    assert f"<#{ELSEWHERE}>" in refused.text
    assert "You're in" in allowed.text


async def test_a_rematch_of_a_game_in_a_thread_counts_as_in_its_channel(managed: InProcessProgram) -> None:
    await start_table(managed.service, channel_id=THREAD)
    await play(managed.service)
    await change_server(managed.store, GUILD, channels=(CHANNEL,))

    assert "You're in" in (await managed.press(ANN, f"{TABLE}::again", **in_thread(THREAD))).text


@pytest.mark.parametrize(
    ("place", "lacks", "is_allowed"),
    [
        (CHANNEL, "send_messages_in_threads", True),
        (CHANNEL, "send_messages", False),
        (THREAD, "send_messages_in_threads", False),
        (THREAD, "send_messages", True),
    ],
)
async def test_a_rematch_needs_the_permissions_of_the_place_where_it_is_played(
    managed: InProcessProgram, place: int, lacks: str, *, is_allowed: bool
) -> None:
    await start_table(managed.service, channel_id=place)
    await play(managed.service)
    allowed = str(discord.Permissions(discord.Permissions.all().value, **{lacks: False}).value)

    answer = await managed.press(ANN, f"{TABLE}::again", app_permissions=allowed, **in_thread(THREAD))

    assert ("You're in" in answer.text) == is_allowed
    assert (PERMISSIONS[lacks] in answer.text) != is_allowed


# How new tables begin


async def test_new_tables_have_the_clock_and_the_colours_of_the_server(managed: InProcessProgram) -> None:
    await change_server(managed.store, GUILD, clock="1 day", theme="light")

    await managed.command(BEN, "play", game="monster_hex")
    await managed.command(BEN, "play", game="monster_hex", clock="no limit")

    found = [(await managed.service.view(row.id)).settings for row in await managed.open_tables()]
    assert {table.clock for table in found} == {DAY, None}
    assert [table.theme for table in found] == ["light"] * 2


async def test_an_invitation_proposes_the_clock_of_the_server(managed: InProcessProgram) -> None:
    await change_server(managed.store, GUILD, clock="3 days")
    page = await managed.command(BEN, "play")
    invite = next(part["custom_id"] for part in parts(page.page) if part.get("label") == BUTTON_INVITE)

    opened = await managed.press(BEN, invite, private=True)

    fields = [part["component"] for request in opened.requests for part in parts(request.body) if "component" in part]
    clock = next(field for field in fields if field["custom_id"] == "clock")
    assert [option["value"] for option in clock["options"] if option.get("default")] == ["3 days"]


@pytest.mark.parametrize(
    ("saved", "chosen", "seconds"),
    [(None, None, DAY), ("no limit", None, None), ("a fortnight", None, DAY), (None, "no limit", None)],
    ids=["none saved", "no limit saved", "a clock of another version", "no limit chosen"],
)
async def test_new_tables_of_people_have_the_clock_days_unless_somebody_chose_another(
    managed: InProcessProgram, saved: str | None, chosen: str | None, seconds: int | None
) -> None:
    await change_server(managed.store, GUILD, clock=saved)

    await managed.command(BEN, "play", game="monster_hex", clock=chosen)

    (row,) = await managed.open_tables()
    assert (await managed.service.view(row.id)).settings.clock == seconds


async def test_the_game_of_the_server_comes_first_on_the_start_page(managed: InProcessProgram) -> None:
    await change_server(managed.store, GUILD, game="hive_mind")

    page = await managed.command(BEN, "play")

    (shown,) = [part for part in parts(page.page) if part.get("label") == BUTTON_COMPUTER_NOW]
    assert shown["custom_id"].split(":")[3] == "hive_mind"
    title = f"**{playable_games()['hive_mind'].title}**"
    assert page.text.index(title) < page.text.index(mark_server_choice("").strip())
    assert interface("hive_mind").duration in page.text


# Thread or channel


@pytest.mark.parametrize("threads", [True, False])
async def test_cards_come_to_a_thread_or_to_the_channel(managed: InProcessProgram, threads: bool) -> None:
    await change_server(managed.store, GUILD, threads=threads)
    await open_lobby(managed.service, TableSettings(seats=2, host_called=True))
    await managed.press(BEN, f"{TABLE}::join")
    await managed.outbox.settle()
    await managed.press(ANN, f"{TABLE}:2:start")
    await managed.outbox.settle()

    card, _ = managed.discord.made[-1]
    assert managed.discord.threads == ({card} if threads else set())
    assert (card == CHANNEL) != threads


def msgspec_without_clock(now: ServerSettings) -> ServerSettings:
    """Return the settings without the clock "no limit"."""
    assert now.clock == "no limit"
    return ServerSettings(**{name: getattr(now, name) for name in now.__struct_fields__ if name != "clock"})
