"""Direct messages and a server without the bot: the offered commands, and the bot's events and permissions."""

import pytest

from playground.commands import is_offered
from playground.permissions import BROUGHT_ALONG
from tests.local_server import Json, Server

HELP: Json = {"name": "help", "description": "Help", "contexts": [0, 1, 2], "integration_types": [0, 1]}
MOVE: Json = {"name": "move", "description": "Move", "contexts": [0, 1], "integration_types": [0]}
STATS: Json = {"name": "stats", "description": "Stats", "contexts": [0], "integration_types": [0]}


@pytest.mark.parametrize(
    ("command", "server", "direct", "away"),
    [(HELP, True, True, True), (MOVE, True, True, False), (STATS, True, False, False), ({}, True, True, False)],
)
def test_commands_are_offered_where_they_were_registered_for(
    command: Json, *, server: bool, direct: bool, away: bool
) -> None:
    assert is_offered(command, direct=False, brought_along=False) is server
    assert is_offered(command, direct=True, brought_along=False) is direct
    assert is_offered(command, direct=False, brought_along=True) is away
    assert not is_offered({**command, "dm_permission": False}, direct=True, brought_along=False)


async def elsewhere(server: Server) -> str:
    """Create the server without the bot, unless it exists, and return its channel."""
    _, made = await server.control("POST", "elsewhere")
    assert (await server.control("POST", "elsewhere"))[1] == made
    return made["channels"][0]["id"]


def invoked(server: Server, command: Json, channel: str) -> Json:
    body = server.interaction(2, {"id": command["id"], "name": command["name"], "type": 1, "options": []})
    return {**body, "channel_id": channel}


async def test_only_people_are_on_a_server_to_which_the_bot_is_only_brought_along(server: Server) -> None:
    await elsewhere(server)

    assert len((await server.as_bot("GET", "/users/@me/guilds"))[1]) == 1
    assert len((await server.as_person(server.ann, "GET", "/users/@me/guilds"))[1]) == 2


async def test_an_interaction_from_there_says_so_and_takes_five_follow_ups(server: Server) -> None:
    bot = await server.bot_online()
    await server.register(HELP, MOVE)
    _, commands = await server.as_bot("GET", f"/applications/{server.bot_id}/commands")
    known = {command["name"]: command for command in commands}
    lounge = await elsewhere(server)
    refused = await server.as_person(server.ann, "POST", "/interactions", invoked(server, known["move"], lounge))
    assert refused[1]["code"] == 10063
    await server.as_person(server.ann, "POST", "/interactions", invoked(server, known["help"], lounge))
    came = await bot.until("INTERACTION_CREATE")

    assert came["authorizing_integration_owners"] == {"1": server.ann}
    assert (came["context"], came["app_permissions"]) == (0, str(BROUGHT_ALONG))
    path = f"/interactions/{came['id']}/{came['token']}/callback"
    await server.as_bot("POST", path, {"type": 4, "data": {"content": "first", "flags": 64}})
    webhook = f"/webhooks/{came['application_id']}/{came['token']}"
    assert (await server.as_bot("POST", webhook, {"flags": 64}))[1]["code"] == 50006
    answers = [await server.as_bot("POST", webhook, {"content": "more", "flags": 64}) for _ in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [400]
    assert answers[-1][1]["code"] == 40094


async def test_people_in_options_are_members_only_on_a_server(server: Server) -> None:
    bot = await server.bot_online()
    who: Json = {"type": 6, "name": "who", "description": "Who"}
    await server.register({**HELP, "options": [who]})
    (command,) = (await server.as_bot("GET", f"/applications/{server.bot_id}/commands"))[1]
    _, direct = await server.as_person(server.ann, "POST", "/users/@me/channels", {"recipient_id": server.bot_id})
    option: Json = {"type": 6, "name": "who", "value": server.ann}
    data: Json = {"id": command["id"], "name": "help", "type": 1, "options": [option]}

    resolved: list[Json] = []
    for channel in (server.channel, direct["id"]):
        body = {**server.interaction(2, data), "channel_id": channel}
        await server.as_person(server.ann, "POST", "/interactions", body)
        resolved.append((await bot.until("INTERACTION_CREATE"))["data"]["resolved"])

    assert all(server.ann in found["users"] for found in resolved)
    assert ["members" in found for found in resolved] == [True, False]
