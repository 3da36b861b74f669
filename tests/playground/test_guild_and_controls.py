"""Routes of users, the guild, the application's commands, and the playground's own controls."""

import pytest

from playground import limits
from tests.local_server import Json, Server


async def test_commands_keep_their_ids_and_changes_are_announced(server: Server) -> None:
    window = await server.window(server.ann)
    play: Json = {"name": "play", "description": "Start"}
    first = await server.register(play, {"name": "games", "description": "List"})
    assert await window.until("APPLICATION_COMMAND_INDEX_UPDATE") == {"guild_id": server.guild}
    second = await server.register({**play, "description": "Start a game"})

    assert (second["id"], second["description"]) == (first["id"], "Start a game")
    assert int(second["version"]) > int(first["version"])
    assert (await server.register(play | {"description": "Start a game"}))["version"] == second["version"]
    _, listed = await server.as_bot("GET", f"/applications/{server.bot_id}/commands")
    assert [command["name"] for command in listed] == ["play"]
    _, index = await server.as_person(server.ann, "GET", f"/guilds/{server.guild}/application-command-index")
    assert index["application_commands"] == listed
    assert index["applications"][0]["id"] == server.bot_id


async def test_the_guild_and_its_members(server: Server) -> None:
    _, guild = await server.as_bot("GET", f"/guilds/{server.guild}")
    _, members = await server.as_person(server.ann, "GET", f"/guilds/{server.guild}/members?limit=100")
    _, roles = await server.as_bot("GET", f"/guilds/{server.guild}/roles")
    _, ann = await server.as_bot("GET", f"/guilds/{server.guild}/members/{server.ann}")
    _, mine = await server.as_person(server.ann, "GET", "/users/@me/guilds")

    assert (guild["name"], guild["owner_id"], guild["roles"]) == ("Hexcade", server.ann, roles)
    assert [member["user"]["username"] for member in members] == ["Hexcade", "ann", "ben"]
    assert (ann, mine[0]["id"]) == (members[1], server.guild)
    assert members[0]["roles"] == [roles[1]["id"]]
    assert (await server.as_bot("GET", f"/users/{server.ben}"))[1] == members[2]["user"]


@pytest.mark.parametrize("path", ["people", "channels"])
async def test_the_numbers_of_people_and_channels_are_limited(
    server: Server, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    # Two of each exist already.
    monkeypatch.setattr(limits, path.upper(), 3)
    answers = [(await server.control("POST", path, {"name": f"n{number}"}))[0] for number in range(2)]

    assert answers == [200, 400]


async def test_a_role_is_made_and_given(server: Server) -> None:
    window = await server.window(server.ben)
    _, role = await server.control("POST", "roles", {"name": "Moderators", "permissions": ["MANAGE_GUILD"]})
    await window.until("GUILD_ROLE_CREATE")
    status, member = await server.control("PUT", f"people/{server.ben}/roles", {"roles": [role["id"]]})

    assert (status, member["roles"]) == (200, [role["id"]])
    _, roles = await server.as_bot("GET", f"/guilds/{server.guild}/roles")
    assert (roles[-1]["name"], roles[-1]["permissions"]) == ("Moderators", str(1 << 5))
    _, guild = await server.as_bot("GET", f"/guilds/{server.guild}")
    assert guild["roles"] == roles


async def test_a_command_for_managers_is_for_the_owner_and_those_with_a_role_that_grants_it(server: Server) -> None:
    await server.bot_online()
    path = f"/guilds/{server.guild}/application-command-index"
    command = await server.register({"name": "server", "description": "Set", "default_member_permissions": str(1 << 5)})
    data = {"id": command["id"], "name": "server", "type": 1, "options": []}

    async def offered(person: str) -> bool:
        _, index = await server.as_person(person, "GET", path)
        answered, _ = await server.as_person(person, "POST", "/interactions", server.interaction(2, data))
        assert (answered == 204) == bool(index["application_commands"])
        return answered == 204

    assert await offered(server.ann)
    assert not await offered(server.ben)
    _, role = await server.control("POST", "roles", {"name": "Managers", "permissions": ["MANAGE_GUILD"]})
    await server.control("PUT", f"people/{server.ben}/roles", {"roles": [role["id"]]})
    assert await offered(server.ben)
