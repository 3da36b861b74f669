"""The start of a game: `/help`, `/play` with and without a game, invitations, a filling lobby, and the host's start."""

from functools import partial
from typing import Any

import discord
import pytest

from cogs.learning import help_page
from cogs.learning.help_page import BUTTON_COMMANDS, BUTTON_LEARN, COMMANDS_LISTED
from cogs.starting.clock_form import EXPIRY
from cogs.starting.new_table import OPEN_ALREADY
from cogs.starting.seating import INVITE_NOBODY
from cogs.starting.start_page import (
    BUTTON_COMPUTER_NOW,
    BUTTON_INVITE,
    BUTTON_OPEN,
    OPTIONS_NEED_GAME,
    _is_accepted,
    format_too_many_invited,
    suggest_options,
)
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import parse_typed_options
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.texts import texts
from data.store.topics.tables import TableReader
from engine.games import game_type
from tables import lobby
from tables.open_table import Person
from tables.opening import create_id
from tables.settings import TableSettings
from tables.surprises import is_surprised
from tables.timing.clock_settings import COMPUTER, DEFAULT_MOVE, FORFEIT, REPLACE
from tables.timing.running_time import HOUR_MS
from tests.cog_tables import ANN, BEN, CAM, CHANNEL, TABLE, open_lobby
from tests.fake_discord import BOT, buttons, mentioned, parts, refusal, words
from tests.hive_matches import HIVE
from tests.in_process_program import InProcessProgram, InteractionResult, in_thread
from tests.posted_messages import MESSAGES

MONSTER = "monster_hex"
THREAD = CHANNEL + 2


async def find_page(program: InProcessProgram, game: str) -> InteractionResult:
    """Return the page of `/play` on which a game is chosen."""
    page = await program.command(ANN, "play")
    (select,) = [part for part in parts(page.page) if part.get("type") == 3]
    return await program.press(ANN, select["custom_id"], [game], private=True)


async def only_table(program: InProcessProgram) -> Any:
    """Return the view of the only open table."""
    (row,) = await program.open_tables()
    return await program.service.view(row.id)


# Help


async def test_help_offers_each_game_and_the_commands_behind_a_button(program: InProcessProgram) -> None:
    result = await program.command(ANN, "help")

    plays = [
        ["Play Monster Hex"],
        ["Play Hive Mind"],
        ["Play Connect Four", "Choose and play"],
        ["Play Hex Battle Wars"],
    ]
    rows = [[each["label"] for each in part["components"]] for part in parts(result.page) if part.get("type") == 1]
    assert rows == [*plays, ["With friends", BUTTON_LEARN, BUTTON_COMMANDS]]
    assert result.text.startswith("### New here? Start with Monster Hex\n")
    (alt,) = [item["description"] for part in parts(result.page) if part.get("type") == 12 for item in part["items"]]
    assert alt.startswith("Monster Hex: Surround the stones")
    shown = [interface(game) for game in playable_games()]
    assert [alt.index(f"{game.sentence} {game.duration}") for game in shown] == sorted(
        alt.index(game.sentence) for game in shown
    )
    listed = await program.press(ANN, result.buttons[BUTTON_COMMANDS], private=True)
    names = {command.name for command in program.bot.tree.get_commands()}
    assert COMMANDS_LISTED.keys() <= names
    assert [name for name in names if f"`/{name}`" not in listed.text] == []
    typed = [line for line in listed.text.splitlines() if line.endswith(", by typing")]
    assert len(typed) == len(playable_games())
    assert "`/monster` Monster Hex, by typing" in typed
    (back,) = listed.buttons.values()
    assert (await program.press(ANN, back, private=True)).text == result.text


async def test_games_without_room_on_the_page_of_help_are_in_a_select(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(help_page, "MOST_SHOWN", 2)
    names = [*playable_games()]
    result = await program.command(ANN, "help")
    (select,) = [part for part in parts(result.page) if part.get("type") == 3]
    assert [option["value"] for option in select["options"]] == names[2:]

    page = await program.press(ANN, select["custom_id"], [names[-1]], private=True)

    assert names[-1] in page.custom_ids[0]


async def test_a_game_from_help_asks_nothing_before_the_first_move(program: InProcessProgram) -> None:
    page = await program.command(ANN, "help")

    await program.press(ANN, page.buttons["Play Connect Four"], private=True)

    table = await only_table(program)
    assert table.settings.clock is None
    assert is_surprised(table.seats[0])
    assert 0 not in table.actors, "a class was dealt to Ann"


@pytest.mark.parametrize(("phases", "hives"), [((), 1), (("playing",), 1), (("playing", "finished"), None)])
async def test_the_first_game_of_hive_mind_from_help_has_one_hive_until_one_is_finished(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch, phases: tuple[str, ...], hives: int | None
) -> None:
    async def phases_of_user(*_: Any) -> tuple[str, ...]:
        return phases

    monkeypatch.setattr(TableReader, "phases_of_user", phases_of_user)
    page = await program.command(ANN, "help")

    await program.press(ANN, page.buttons["Play Hive Mind"], private=True)

    assert (await only_table(program)).options.get("hives") == hives


async def test_a_lobby_offers_a_first_game_while_nobody_has_finished_one(program: InProcessProgram) -> None:
    await program.command(ANN, "play", game=HIVE)
    await program.outbox.settle()
    (message,) = program.discord.messages(CHANNEL)

    first = "First game: one hive"
    await program.press(ANN, buttons(message)[first])
    await program.outbox.settle()
    assert (await only_table(program)).options["hives"] == 1
    (message,) = program.discord.messages(CHANNEL)
    assert "First game: one hive, 3 rounds" in words(message)
    await program.press(ANN, buttons(message)["Full game"])
    assert "hives" not in (await only_table(program)).options


async def test_a_first_game_becomes_a_full_one_when_somebody_joins_who_has_finished_one(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def phases_of_user(_: Any, user: int, *__: Any) -> tuple[str, ...]:
        return ("finished",) if user == BEN.id else ()

    monkeypatch.setattr(TableReader, "phases_of_user", phases_of_user)
    await program.command(ANN, "play", game=HIVE, options="hives=1")
    table = (await only_table(program)).row.id

    await program.press(CAM, f"{table}::join")
    assert "hives" in (await only_table(program)).options, "Cam is new to the game, too"
    await program.press(BEN, f"{table}::join")

    assert "hives" not in (await only_table(program)).options
    await program.outbox.settle()
    (message,) = program.discord.messages(CHANNEL)
    assert "This is the full game: Ben has played before." in words(message)


# Choosing a game by its picture


@pytest.mark.parametrize("game", playable_games())
async def test_play_shows_one_game_with_its_picture_and_offers_the_others(program: InProcessProgram, game: str) -> None:
    result = await find_page(program, game)

    assert result.files.keys() == {f"{game}.png"}
    assert f"**{playable_games()[game].title}** · {interface(game).duration}" in result.text
    assert result.labels == [
        BUTTON_COMPUTER_NOW,
        BUTTON_OPEN,
        BUTTON_INVITE,
        texts.BUTTON_HOW_TO_PLAY,
    ]
    (select,) = [part for part in parts(result.page) if part.get("type") == 3]
    others = [found for found in playable_games() if found != game]
    assert [option["value"] for option in select["options"]] == others
    assert "1 of " in (await program.press(ANN, result.buttons[texts.BUTTON_HOW_TO_PLAY], private=True)).text
    assert await program.open_tables() == ()


@pytest.mark.parametrize("game", playable_games())
async def test_the_computer_is_played_at_once(program: InProcessProgram, game: str) -> None:
    page = await find_page(program, game)

    result = await program.press(ANN, page.buttons[BUTTON_COMPUTER_NOW], private=True)

    table = await only_table(program)
    assert (table.row.game, table.row.phase) == (game, "playing")
    assert len(table.seats) == interface(game).default_seats
    assert [seat.user_id for seat in table.seats] == [ANN.id, *[None] * (len(table.seats) - 1)]
    assert f"starts now in <#{CHANNEL}>" in result.text


async def test_at_new_tables_the_computer_plays_for_the_absent_which_the_form_of_time_says_first(
    program: InProcessProgram,
) -> None:
    await program.press(ANN, (await find_page(program, MONSTER)).buttons[BUTTON_OPEN])
    table = await only_table(program)
    form = (await program.press(ANN, f"{table.row.id}:{table.row.step}:clock")).requests[0].body

    (expiries,) = [part for part in parts(form) if part.get("custom_id") == EXPIRY]
    assert table.settings.on_expiry == COMPUTER
    assert [(option["value"], option.get("default", False)) for option in expiries["options"]] == [
        (expiry, expiry == COMPUTER) for expiry in (COMPUTER, REPLACE, DEFAULT_MOVE, FORFEIT)
    ]


@pytest.mark.parametrize(("owner", "home"), [(BOT, CHANNEL), (ANN.id, THREAD)], ids=["of a game", "of people"])
async def test_a_game_that_is_started_in_a_thread_stays_there_unless_it_is_another_game_s(
    program: InProcessProgram, owner: int, home: int
) -> None:
    page = await program.command(ANN, "help")

    pressed = next(custom_id for custom_id in page.custom_ids if MONSTER in custom_id.split(":"))
    allowed = discord.Permissions(view_channel=True, attach_files=True)
    allowed.update(send_messages=home == CHANNEL, send_messages_in_threads=home == THREAD)
    where = in_thread(THREAD, CHANNEL, owner)
    result = await program.press(ANN, pressed, private=True, app_permissions=str(allowed.value), **where)

    assert (await only_table(program)).row.channel_id == home
    assert f"<#{home}>" in result.text


async def test_a_second_press_starts_no_second_game(program: InProcessProgram) -> None:
    page = await find_page(program, MONSTER)
    for label in (BUTTON_COMPUTER_NOW, BUTTON_COMPUTER_NOW, BUTTON_OPEN):
        result = await program.press(ANN, page.buttons[label], private=True)

    assert result.text == OPEN_ALREADY
    assert (await only_table(program)).row.phase == "playing"


async def test_a_start_that_was_interrupted_is_finished_by_the_next_press(program: InProcessProgram) -> None:
    """The program may be killed between opening the table and starting the game."""
    page = await find_page(program, MONSTER)
    pressed = page.buttons[BUTTON_COMPUTER_NOW]
    start = lobby.start
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "start", lambda *_: pytest.fail("killed"))
        with pytest.raises(pytest.fail.Exception):
            await program.press(ANN, pressed, private=True)
    assert (await only_table(program)).row.phase == "lobby"
    assert lobby.start is start

    await program.press(ANN, pressed, private=True)

    assert (await only_table(program)).row.phase == "playing"


async def test_a_table_is_opened_for_others(program: InProcessProgram) -> None:
    page = await find_page(program, HIVE)

    result = await program.press(ANN, page.buttons[BUTTON_OPEN], private=True)

    table = await only_table(program)
    assert (table.row.phase, len(table.seats), table.settings.seats) == ("lobby", 1, 5)
    assert table.settings.start_when_full
    assert f"Your table is open in <#{CHANNEL}>" in result.text


# Inviting


async def test_an_invitation_names_and_pings_exactly_those_chosen_and_once(program: InProcessProgram) -> None:
    page = await find_page(program, HIVE)
    form = await program.press(ANN, page.buttons[BUTTON_INVITE], private=True)
    modal = form.requests[0].body["data"]
    select = modal["components"][0]["component"]
    assert (select["type"], select["max_values"]) == (5, 6)

    bot = Person(77, "77")
    result = await program.submit(ANN, modal["custom_id"], {"people": [BEN, CAM, ANN, bot]}, bots=[bot])
    await program.outbox.settle()

    table = await only_table(program)
    assert (table.settings.seats, table.settings.invited) == (3, (BEN.id, CAM.id))
    ((_, posted),) = program.discord.made
    assert sorted(mentioned(posted)) == [BEN.id, CAM.id]
    assert f"Invited: <@{BEN.id}> and <@{CAM.id}>." in str(posted)
    assert f"<@{BEN.id}> and <@{CAM.id}> are invited" in result.text

    (message,) = program.discord.messages(CHANNEL)
    program.discord.delete(CHANNEL, int(message["id"]))
    await program.service.change(table.row.id, lobby.join(BEN, "salt"))
    await program.outbox.settle()
    await program.outbox.settle(10_000)
    assert len(program.discord.made) == 2
    again = program.discord.made[-1][1]
    assert "Invited: " in str(again)
    assert not mentioned(again)


@pytest.mark.parametrize(
    ("game", "people", "text"),
    [
        (MONSTER, (ANN.id,), INVITE_NOBODY),
        (MONSTER, (), INVITE_NOBODY),
        (MONSTER, (1, 2, 3, 4), format_too_many_invited(4)),
        (HIVE, tuple(range(1, 8)), format_too_many_invited(7)),
        ("chess", (1,), "I don't know a game called “chess”"),
    ],
)
async def test_invitations_that_open_no_table(
    program: InProcessProgram, game: str, people: tuple[int, ...], text: str
) -> None:
    invited = str(CustomId(create_id(), None, "invited", (game,)))

    result = await program.submit(ANN, invited, {"people": [Person(person, str(person)) for person in people]})

    assert text in result.text
    assert await program.open_tables() == ()


# /play with a game


async def test_play_with_a_game_opens_its_lobby_at_once(program: InProcessProgram) -> None:
    await program.command(ANN, "play", game=HIVE, options="edition=tempo")
    await program.outbox.settle()

    table = await only_table(program)
    assert (table.settings.seats, table.settings.start_when_full, table.settings.number) == (5, True, 1)
    (message,) = program.discord.messages(CHANNEL)
    assert "### Hive Mind Tempo #1" in [part.get("content") for part in parts(message)]


@pytest.mark.parametrize(("options", "told"), [("edition=recharged", False), ("edition=tempo", True)])
async def test_a_lobby_tells_a_game_s_options_if_they_are_not_the_usual_ones(
    program: InProcessProgram, options: str, told: bool
) -> None:
    await program.command(ANN, "play", game=HIVE, options=options)
    await program.outbox.settle()

    (message,) = program.discord.messages(CHANNEL)
    assert ("Edition: " in str(message)) == told


async def test_a_host_may_want_to_start_the_game(program: InProcessProgram) -> None:
    await program.command(ANN, "play", game=MONSTER, start="by the host")

    assert not (await only_table(program)).settings.start_when_full


async def test_tables_of_a_server_are_numbered(program: InProcessProgram) -> None:
    for _ in range(3):
        await program.command(ANN, "play", game=MONSTER)

    views = [await program.service.view(row.id) for row in await program.open_tables()]
    assert sorted(view.settings.number or 0 for view in views) == [1, 2, 3]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("edition=tmepo", "There is no edition “tmepo”"),
        ("edition", "I can't read the option “edition”"),
        ("edition=tempo garnets=1,2", "a list of 5"),
    ],
)
async def test_a_mistake_in_typed_options_loses_nothing(program: InProcessProgram, options: str, reason: str) -> None:
    result = await program.command(ANN, "play", game=HIVE, options=options)

    assert reason in result.text
    assert f"```\n/play game:{HIVE} options:{options}\n```" in result.text
    assert await program.open_tables() == ()
    await program.press(ANN, result.custom_ids[0], private=True)
    assert (await only_table(program)).row.game == HIVE


@pytest.mark.parametrize(("seats", "more"), [(1, ""), (2, " objectives=true")])
async def test_what_an_edition_does_not_have_is_refused_with_its_rule(
    program: InProcessProgram, seats: int, more: str
) -> None:
    """MH-24: *Why?* opens the rule."""
    refused = await program.command(ANN, "play", game=MONSTER, seats=seats, options=f"edition=2024{more}")

    assert "The 2024 edition has no " in refused.text
    assert refused.buttons["Why?"] == "guide::rule:MH-24:why"
    assert await program.open_tables() == ()


async def test_a_lobby_in_an_edition_says_so(program: InProcessProgram) -> None:
    """MH-24: the title and the options line name the edition, and the form changes it."""
    await program.command(ANN, "play", game=MONSTER, options="edition=2024 abilities=true")
    await program.outbox.settle()

    table = await only_table(program)
    (message,) = program.discord.messages(CHANNEL)
    assert "Monster Hex 2024 edition and abilities #1" in str(message)
    assert "With abilities. 2024 edition" in str(message)
    set_up = await program.press(ANN, f"{table.row.id}::set_up")
    form = await program.press(ANN, set_up.buttons["Game options"])
    assert "No Overwhelm" in str(form.requests[-1].body)


async def test_a_started_game_is_named_once_and_by_its_short_name(program: InProcessProgram) -> None:
    """Discord shows the thread's name below the message; it has the title and the people."""
    await program.command(ANN, "play", game="connect_four")
    await program.outbox.settle()
    (message,) = program.discord.messages(CHANNEL)
    assert "### Connect Four #1" in words(message).splitlines()

    await program.press(ANN, buttons(message)["Fill with computers"])
    await program.outbox.settle()

    (message,) = program.discord.messages(CHANNEL)
    assert words(message) == "The game is on. Anybody may watch in the thread."
    assert (await only_table(program)).settings.clock is None, "nobody waits for anybody"


async def test_options_without_a_game_ask_for_it(program: InProcessProgram) -> None:
    assert (await program.command(ANN, "play", options="edition=tempo")).text == OPTIONS_NEED_GAME


async def test_options_are_suggested_as_they_are_typed(program: InProcessProgram) -> None:
    async def offered(typed: str, **more: Any) -> list[str]:
        return (await program.autocomplete(ANN, "play", "options", typed, **more)).suggestions

    assert (await offered("", game=HIVE))[:3] == ["edition=gauntlet", "edition=tempo", "edition=recharged"]
    assert await offered("temp", game=HIVE) == ["edition=tempo"]
    assert await offered("edition=tempo ga", game=HIVE) == [f"edition=tempo garnets={n}" for n in (0, 3, 5, 8)]
    assert "factions=red,random,random" in await offered("fac", game=MONSTER, seats=3)
    assert await offered("", game="chess") == await offered("") == []


@pytest.mark.parametrize("game", playable_games())
@pytest.mark.parametrize("typed", ["", " ", "e", "=", "edition=", "x y z", "x" * 200])
def test_whatever_is_suggested_can_be_played(game: str, typed: str) -> None:
    for seats in game_type(game).seats:
        offered = interface(game).lobby.typed_options(seats)
        found = suggest_options(offered, typed, partial(_is_accepted, game_type(game), seats))
        assert len(found) <= 25
        assert all(len(choice.name) <= 100 for choice in found)
        assert all(game_type(game).options(seats, parse_typed_options(str(choice.value))) for choice in found)


async def test_options_that_exclude_each_other_are_not_suggested_together(program: InProcessProgram) -> None:
    found = await program.autocomplete(ANN, "play", "options", "edition=2024 ", game=MONSTER, seats=2)

    assert "edition=2024 abilities=true" in found.suggestions
    assert "edition=2024 objectives=true" not in found.suggestions


# The lobby


async def test_the_last_seat_starts_the_game_through_discord(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2, start_when_full=True))

    await program.press(BEN, f"{TABLE}::join")

    assert (await program.service.view(TABLE)).row.phase == "playing"
    assert (await program.press(CAM, f"{TABLE}::join")).text == "This game has already started."


async def test_who_has_no_seat_joins_with_a_faction(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2, start_when_full=True))

    await program.press(BEN, f"{TABLE}::choose:faction", ["blue"])

    table = await program.service.view(TABLE)
    assert table.row.phase == "playing"
    assert table.view.seats[1].faction == "blue"


async def test_the_host_of_a_full_table_is_pinged_once(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2))
    await program.press(BEN, f"{TABLE}::join")
    await program.outbox.settle()
    await program.press(BEN, f"{TABLE}::leave")
    await program.press(CAM, f"{TABLE}::join")
    await program.outbox.settle()

    (call,) = [body for _, body in program.discord.made if mentioned(body)]
    assert mentioned(call) == [ANN.id]
    assert "your table of Monster Hex #1 is full" in words(call)


async def test_the_call_of_the_host_starts_the_game(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2))
    await program.press(BEN, f"{TABLE}::join")
    await program.outbox.settle()

    await program.press(ANN, buttons(program.discord.messages(CHANNEL)[-1])["Start"])

    assert (await program.service.view(TABLE)).row.phase == "playing"


@pytest.mark.parametrize("way", ["start", "close"])
async def test_the_call_of_the_host_is_over_once_the_lobby_is(program: InProcessProgram, way: str) -> None:
    await open_lobby(program.service, TableSettings(seats=2))
    await program.press(BEN, f"{TABLE}::join")
    await program.outbox.settle()
    call = program.discord.messages(CHANNEL)[-1]

    version = (await program.service.view(TABLE)).version
    await program.press(ANN, f"{TABLE}:{version}:start" if way == "start" else f"{TABLE}::close")
    await program.outbox.settle()

    told = list(parts(call))
    assert [part["content"] for part in told if part.get("content")] == ["-# All seats were taken."]
    assert not [part for part in told if "custom_id" in part]


async def test_a_host_who_has_started_meanwhile_is_not_called(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2))
    await program.outbox.settle()
    program.discord.fail_next("POST", MESSAGES, refusal(500))
    await program.press(BEN, f"{TABLE}::join")
    await program.outbox.settle()
    version = (await program.service.view(TABLE)).version
    await program.press(ANN, f"{TABLE}:{version}:start")
    program.discord.clear_failures()
    await program.outbox.settle(10_000)

    assert "is full" not in str([body for _, body in program.discord.made])


async def test_the_lobby_says_who_may_start_and_when(program: InProcessProgram, clock: Any) -> None:
    await open_lobby(program.service, TableSettings(seats=2), created=clock.now)
    await program.press(BEN, f"{TABLE}::join")
    version = (await program.service.view(TABLE)).version

    assert "Only the host can start this game now" in (await program.press(BEN, f"{TABLE}:{version}:start")).text
    clock.now += HOUR_MS
    await program.press(BEN, f"{TABLE}:{version}:start")

    assert (await program.service.view(TABLE)).row.phase == "playing"


async def test_a_new_table_of_hex_battle_wars_is_a_skirmish_that_says_so_in_its_record(
    program: InProcessProgram,
) -> None:
    """Typed options keep their meaning beside it. A record without a preset means another one."""
    await program.command(ANN, "play", game="hex_battle_wars", options="hp=30")
    typed = (await only_table(program)).options

    assert {**typed, "preset": "skirmish", "radius": 6, "hp": 30, "hazards": True, "max_rounds": 30} == typed
    assert game_type("hex_battle_wars").options(2, {})["preset"] == "quick"


async def test_the_computer_is_met_in_a_skirmish_from_the_buttons_of_help_and_play(program: InProcessProgram) -> None:
    page = await find_page(program, "hex_battle_wars")
    await program.press(ANN, page.buttons[BUTTON_COMPUTER_NOW], private=True)

    assert (await only_table(program)).options["preset"] == "skirmish"
