"""Direct messages with the bot, and places where only a user installed it."""

import re
from typing import Any

import pytest

from cogs.client import EVERYWHERE, set_places, supports_user_install
from cogs.learning.help_page import BUTTON_COMMANDS, BUTTON_LEARN
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interface import playable_games
from cogs.ui.requests.interaction_user import NO_LOBBY
from cogs.ui.requests.interaction_user import away as away_text
from cogs.ui.texts.texts import BUTTON_HOW_TO_PLAY
from engine.games import game_type
from tables.computer_players import ComputerPlayers
from tables.open_table import Person
from tables.opening import create_id
from tests import openapi
from tests.cog_tables import ANN, GUILD, play, start_table
from tests.fake_discord import BOT, buttons, mentioned, parts, refusal
from tests.in_process_program import InProcessProgram, InteractionResult, _invocation
from tests.thinking_here import think_here

DIRECT = 6 * 10**17
GUILD_CONTEXT, BOT_DM, PRIVATE = 0, 1, 2
MOST_FOLLOW_UPS = 5
"""Follow-ups that Discord accepts for one interaction where the bot isn't a member."""


def direct(person: Person) -> dict[str, Any]:
    """Return the interaction fields of a person's direct messages with the bot."""
    user = {"id": str(person.id), "username": person.name, "discriminator": "0", "avatar": None}
    channel = {"id": str(DIRECT), "type": 1, "recipients": [{**user, "global_name": person.name}]}
    return {
        "guild_id": None,
        "member": None,
        "user": {**user, "global_name": person.name},
        "context": BOT_DM,
        "channel_id": str(DIRECT),
        "channel": channel,
        "authorizing_integration_owners": {"0": "0"},
    }


def away(person: Person) -> dict[str, Any]:
    """Return the interaction fields of a server without the bot, where the person installed it for themselves."""
    return {
        "guild_id": str(GUILD + 1),
        "context": GUILD_CONTEXT,
        "authorizing_integration_owners": {"1": str(person.id)},
        "app_permissions": "0",
    }


def between_people(person: Person) -> dict[str, Any]:
    """Return the interaction fields of a person's direct messages with another person."""
    return {**direct(person), "context": PRIVATE, "authorizing_integration_owners": {"1": str(person.id)}}


async def command(program: InProcessProgram, name: str, place: dict[str, Any], **options: Any) -> InteractionResult:
    data = {"data": _invocation(name, options), **place}
    return await program.dispatch(program.interaction(2, ANN, data, int(place.get("channel_id", DIRECT))))


async def press(program: InProcessProgram, custom_id: str, place: dict[str, Any], *values: str) -> InteractionResult:
    return await program.press(ANN, custom_id, values, private=True, **place)


async def test_play_offers_games_against_the_computer_and_alone(program: InProcessProgram) -> None:
    page = await press(program, "guide::new_other", direct(ANN), "monster_hex")

    assert set(page.buttons) == {"Play the computer now", "Play alone", "How to play"}
    started = await press(program, page.buttons["Play alone"], direct(ANN))
    await program.outbox.settle()
    (row,) = await program.open_tables()
    assert "The board follows in the next message" in started.text
    assert (row.phase, row.guild_id, row.channel_id) == ("playing", None, DIRECT)
    (card,) = program.discord.messages(DIRECT)
    assert f"<@{ANN.id}>" in str(card["components"])
    assert program.discord.threads == set()


async def test_a_typed_game_begins_at_once_with_its_options(program: InProcessProgram) -> None:
    result = await command(program, "play", direct(ANN), game="monster_hex", seats=3)

    assert "The board follows in the next message" in result.text
    (row,) = await program.open_tables()
    seats = (await program.service.view(row.id)).seats
    assert [seat.user_id for seat in seats] == [ANN.id, None, None]
    assert "Your games" in (await command(program, "games", direct(ANN))).text


@pytest.mark.parametrize("game", ["connect_four", "hex_battle_wars", "hive_mind", "monster_hex"])
async def test_every_game_is_played_against_the_computer_there(program: InProcessProgram, game: str) -> None:
    await command(program, "play", direct(ANN), game=game)
    (row,) = await program.open_tables()
    computers = ComputerPlayers(program.service, think_here)
    while not (table := await program.service.load(row.id)).awaited_seats():
        await computers.move(row.id, table.row.step)
    await program.outbox.settle()

    assert [seat.user_id for seat in table.seats] == [ANN.id, *[None] * (len(table.seats) - 1)]
    (card,) = program.discord.messages(DIRECT)
    assert mentioned(card) == [ANN.id]
    assert len((await program.service.view(row.id)).seats) > 1


@pytest.mark.parametrize("action", ["new_lobby", "invite", "invited"])
async def test_no_lobby_is_opened_there(program: InProcessProgram, action: str) -> None:
    pressed = str(CustomId(create_id(), None, action, ("monster_hex",)))

    assert (await press(program, pressed, direct(ANN))).text == NO_LOBBY
    assert await program.open_tables() == ()


async def solo(program: InProcessProgram) -> str:
    await command(program, "play", direct(ANN), game="monster_hex", seats=1)
    await program.outbox.settle()
    (row,) = await program.open_tables()
    return row.id


async def test_moves_hand_and_more_are_as_everywhere_but_for_what_needs_others(program: InProcessProgram) -> None:
    table = await solo(program)
    action = (await program.service.view(table, ANN.id)).legal[0]

    assert "Your hand" in (await command(program, "hand", direct(ANN))).text
    confirm = await command(program, "move", direct(ANN), action=action)
    assert "Confirm" in confirm.buttons
    await press(program, confirm.buttons["Confirm"], direct(ANN))
    await program.outbox.settle(2_000)
    assert len(program.discord.messages(DIRECT)) == 2
    more = (await press(program, f"{table}::more", direct(ANN))).buttons
    assert {"Zoom", "Board as text", "Resign"} <= more.keys()
    assert not {"Replace", "Pass my seat on"} & more.keys()
    assert "Pass my seat on" not in (await press(program, f"{table}::resign", direct(ANN))).buttons


async def test_the_end_offers_another_game_and_nothing_to_share(program: InProcessProgram) -> None:
    table = await solo(program)
    await play(program.service, table=table)
    await program.outbox.settle(2_000)

    last = program.discord.messages(DIRECT)[-1]
    assert "Play again" in buttons(last)
    assert "Share" not in buttons(last)
    assert "can't be shared" in (await press(program, f"{table}::share", direct(ANN))).text
    again = await press(program, buttons(last)["Play again"], direct(ANN))
    await program.outbox.settle(2_000)
    assert "The board follows in the next message" in again.text
    assert [row.guild_id for row in await program.open_tables()] == [None]
    assert len(program.discord.messages(DIRECT)) == len(set(map(str, program.discord.messages(DIRECT))))


async def test_tables_of_direct_messages_are_counted_for_each_person(program: InProcessProgram) -> None:
    table = await solo(program)
    await start_table(program.service, id="elsewhere0", guild_id=None)

    assert [(await program.service.view(one)).settings.number for one in (table, "elsewhere0")] == [1, 1]


# User installs


@pytest.mark.parametrize("place", [away, between_people])
async def test_where_the_bot_is_not_play_says_where_it_can_be_played(program: InProcessProgram, place: Any) -> None:
    typed = await command(program, "play", place(ANN), game="monster_hex")
    page = await command(program, "play", place(ANN))
    pressed = await press(program, str(CustomId(create_id(), None, "new_computer", ("monster_hex",))), place(ANN))

    assert {typed.text, page.text, pressed.text} == {away_text(BOT)}
    assert f"<@{BOT}>" in typed.text
    assert await program.open_tables() == ()


@pytest.mark.parametrize("place", [away, between_people])
async def test_where_the_bot_is_not_help_says_so_and_lists_what_there_is(program: InProcessProgram, place: Any) -> None:
    shown = await command(program, "help", place(ANN))
    listed = await press(program, "guide::help_commands", place(ANN))

    assert away_text(BOT) in shown.text
    assert set(re.findall(r"^`/(\w+)`", listed.text, re.MULTILINE)) == set(EVERYWHERE)
    guides = {f"{BUTTON_HOW_TO_PLAY}: {game.title.partition(' – ')[0]}" for game in playable_games().values()}
    assert {*shown.buttons} == {*guides, BUTTON_LEARN, BUTTON_COMMANDS}


async def test_help_in_direct_messages_lists_no_command_of_servers_alone(program: InProcessProgram) -> None:
    shown = await command(program, "help", direct(ANN))
    page = await press(program, "guide::help_commands", direct(ANN))

    listed = set(re.findall(r"^`/(\w+)`", page.text, re.MULTILINE))
    assert {found.name for found in program.bot.tree.get_commands()} - listed == {
        "stats",
        "server",
        "moderate",
        "league",
    }
    assert "Play Monster Hex" in shown.buttons
    assert "With friends" not in shown.buttons


@pytest.mark.parametrize("place", [away, between_people, direct])
async def test_answers_there_need_one_edit_and_few_follow_ups(program: InProcessProgram, place: Any) -> None:
    await start_table(program.service)
    results = [await command(program, name, place(ANN)) for name in ("help", "games", "settings")]
    for result in list(results):
        for custom_id in {custom_id.split(":")[2]: custom_id for custom_id in result.custom_ids}.values():
            chosen = {"language": "en", "theme": "light", "pinged": "direct", "confirm": "no", "listed": "no"}.get(
                custom_id.split(":")[2]
            )
            results.append(await press(program, custom_id, place(ANN), *([chosen] if chosen else [])))

    assert len(results) > 6
    assert [result.requests for result in results if not result.text] == []
    for result in results:
        edits = [request for request in result.requests if request.method == "PATCH"]
        follow_ups = [
            request for request in result.requests if request.path.count("/") == 3 and request.method == "POST"
        ]
        assert len(edits) <= 1
        assert len(follow_ups) <= MOST_FOLLOW_UPS
    assert program.discord.channels == {}


@pytest.mark.parametrize("brought_along", [True, False])
async def test_commands_are_offered_where_they_are_of_use(program: InProcessProgram, *, brought_along: bool) -> None:
    tree = program.bot.tree
    set_places(tree, brought_along=brought_along)
    payload = [found.to_dict(tree) for found in tree.get_commands()]

    assert openapi.problems("PUT", "/applications/1/commands", payload) == []
    for found in payload:
        here_only = found["name"] in ("stats", "moderate", "league")
        everywhere = brought_along and found["name"] in EVERYWHERE
        contexts = [GUILD_CONTEXT, *([] if here_only else [BOT_DM]), *([PRIVATE] if everywhere else [])]
        if found["name"] != "server":
            assert (found["name"], found["contexts"]) == (found["name"], contexts)
            assert found["integration_types"] == ([0, 1] if brought_along and not here_only else [0])


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"integration_types_config": {"0": {}, "1": {}}}, True),
        ({"integration_types_config": {"0": {}}}, False),
        ({}, False),
        (refusal(403), False),
    ],
)
async def test_the_application_says_whether_people_may_install_it(answer: Any, *, expected: bool) -> None:
    class Http:
        async def request(self, route: Any) -> Any:
            assert route.path == "/applications/@me"
            if isinstance(answer, Exception):
                raise answer
            return answer

    assert await supports_user_install(Http()) is expected  # type: ignore[arg-type]


# Games in several places


async def test_games_of_all_places_are_listed_with_where_they_are(program: InProcessProgram) -> None:
    await solo(program)
    await start_table(program.service, id="here000000")
    await program.start(id="there00000", guild_id=GUILD + 1, channel_id=77)

    listed = (await program.command(ANN, "games")).text
    assert f"**{game_type('monster_hex').title}" in listed
    assert sum("on another server" in line for line in listed.splitlines()) == 1
    assert sum("in our direct messages" in line for line in listed.splitlines()) == 1
    from_afar = await command(program, "games", direct(ANN))
    assert "on another server" not in from_afar.text
    links = [part["url"] for request in from_afar.requests for part in parts(request.body) if "url" in part]
    assert sorted(link.split("/")[4] for link in links) == sorted(["@me", str(GUILD), str(GUILD + 1)])
