"""Commands of guilds, single commands, commands on users and messages, and translations."""

from typing import Any

import pytest

from playground import limits
from tests.local_server import Json, Server
from tests.playground.bodies import PLAY

GREET: Json = {"name": "Greet", "type": 2}
QUOTE: Json = {"name": "Quote", "type": 3}
HELP: Json = {"name": "help", "description": "How to start", "name_localizations": {"de": "hilfe"}}


def commands(server: Server, guild: str | None = None) -> str:
    return f"/applications/{server.bot_id}" + (f"/guilds/{guild}" if guild else "") + "/commands"


@pytest.mark.parametrize("is_of_guild", [False, True])
async def test_a_single_command_is_created_changed_and_deleted(server: Server, is_of_guild: bool) -> None:
    guild = server.guild if is_of_guild else None
    path = commands(server, guild)

    status, made = await server.as_bot("POST", path, HELP)
    again, same = await server.as_bot("POST", path, {**HELP, "description": "Other"})
    _, changed = await server.as_bot("PATCH", f"{path}/{made['id']}", {"name": "start"})
    _, listed = await server.as_bot("GET", path)
    _, whole = await server.as_bot("GET", f"{path}?with_localizations=true")

    assert (status, again, same["id"], made.get("guild_id")) == (201, 200, made["id"], guild)
    assert (changed["name"], changed["description"], changed["version"] > made["version"]) == ("start", "Other", True)
    assert [("name_localizations" in one, one["name"]) for one in listed] == [(False, "start")]
    assert (await server.as_bot("GET", f"{path}/{made['id']}"))[1] == whole[0] == changed
    other = commands(server, None if is_of_guild else server.guild)
    assert (await server.as_bot("GET", f"{other}/{made['id']}"))[1]["code"] == 10063
    assert (await server.as_bot("DELETE", f"{path}/{made['id']}"))[0] == 204
    assert (await server.as_bot("GET", path))[1] == []


async def test_commands_of_a_guild_are_offered_there_only(sharded: Server) -> None:
    here, there = sharded.guilds[:2]
    _, (made,) = await sharded.as_bot("PUT", commands(sharded, here), [PLAY])
    await sharded.register({**PLAY, "name": "everywhere"})

    async def offered(guild: str) -> list[str]:
        _, index = await sharded.as_person(sharded.ann, "GET", f"/guilds/{guild}/application-command-index")
        return [command["name"] for command in index["application_commands"]]

    assert (await offered(here), await offered(there)) == (["everywhere", "play"], ["everywhere"])
    elsewhere = next(one["id"] for one in sharded.playground.channels(there))
    data = {"id": made["id"], "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "x"}]}
    body = sharded.interaction(2, data, channel_id=elsewhere)
    assert (await sharded.as_person(sharded.ann, "POST", "/interactions", body))[1]["code"] == 10063


async def test_a_command_of_a_guild_names_it_in_its_data(server: Server) -> None:
    bot = await server.bot_online()
    _, (made,) = await server.as_bot("PUT", commands(server, server.guild), [PLAY])
    data = {"id": made["id"], "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "x"}]}
    await server.as_person(server.ann, "POST", "/interactions", server.interaction(2, data))

    assert (await bot.until("INTERACTION_CREATE"))["data"]["guild_id"] == server.guild


async def test_commands_on_a_user_and_a_message_send_their_target(server: Server) -> None:
    bot = await server.bot_online()
    _, (greet, quote) = await server.as_bot("PUT", commands(server), [GREET, QUOTE])
    messages = f"/channels/{server.channel}/messages"
    _, said = await server.as_person(server.ben, "POST", messages, {"content": "private words"})

    async def use(command: Json, target: str) -> tuple[int, Any]:
        data = {"id": command["id"], "name": command["name"], "type": command["type"], "target_id": target}
        return await server.as_person(server.ann, "POST", "/interactions", server.interaction(2, data))

    assert (await use(greet, server.ben))[0] == 204
    on_user = (await bot.until("INTERACTION_CREATE"))["data"]
    assert (await use(quote, said["id"]))[0] == 204
    received = await bot.until("INTERACTION_CREATE")
    callback = f"/interactions/{received['id']}/{received['token']}/callback?with_response=1"
    _, answer = await server.as_bot("POST", callback, {"type": 4, "data": {"content": "quoted"}})

    assert (on_user["target_id"], on_user["resolved"]["users"][server.ben]["username"]) == (server.ben, "ben")
    assert server.ben not in on_user["resolved"]["members"][server.ben]
    assert received["data"]["resolved"]["messages"][said["id"]]["content"] == "private words"
    posted = answer["resource"]["message"]
    assert (posted["type"], posted["interaction_metadata"]["target_message_id"]) == (23, said["id"])
    assert (await use(greet, "1"))[1]["code"] == 10013
    assert (await use(quote, "1"))[1]["code"] == 10008
    assert (await use({**quote, "type": 2}, said["id"]))[1]["code"] == 10063


WRONG: list[tuple[Json, str]] = [
    ({**HELP, "name_localizations": {"xx": "y"}}, "name_localizations"),
    ({**HELP, "description_localizations": {"de": "x" * 101}}, "description_localizations"),
    ({**HELP, "contexts": [3]}, "contexts"),
    ({**HELP, "integration_types": "0"}, "integration_types"),
    ({**HELP, "default_member_permissions": "all"}, "default_member_permissions"),
    ({**HELP, "type": 5}, "type"),
    ({"name": "x" * 33, "type": 2}, "name"),
]


@pytest.mark.parametrize(("body", "field"), WRONG)
async def test_a_wrong_field_of_a_command_is_named(server: Server, body: Json, field: str) -> None:
    status, error = await server.as_bot("POST", commands(server), body)

    assert (status, error["code"], list(error["errors"])) == (400, 50035, [field])


async def test_commands_are_limited_by_type(server: Server) -> None:
    several = [{**GREET, "name": f"Greet {number}"} for number in range(limits.COMMANDS[2] + 1)]
    assert (await server.as_bot("PUT", commands(server), several))[1]["code"] == 30032
    assert (await server.as_bot("PUT", commands(server), several[1:]))[0] == 200
    assert (await server.as_bot("POST", commands(server), several[0]))[1]["code"] == 30032
    assert (await server.as_bot("POST", commands(server), QUOTE))[0] == 201
    assert (await server.as_bot("PUT", commands(server, "1"), []))[1]["code"] == 50001
