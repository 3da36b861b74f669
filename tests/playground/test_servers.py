"""Several servers with the bot: their ids, and the data of one server or of all."""

from pathlib import Path

import pytest

from playground import limits
from playground.world import World
from tests.local_server import Clock, Json, Server

BASE = "http://127.0.0.1:1"


def shards(world: World, count: int) -> set[int]:
    return {(int(guild["id"]) >> 22) % count for guild in world.list_bot_guilds()}


@pytest.mark.parametrize("servers", range(2, limits.SERVERS + 1))
def test_as_many_shards_as_servers_have_one_each(tmp_path: Path, clock: Clock, servers: int) -> None:
    world = World(tmp_path / "world", BASE, clock, servers)

    assert len(world.list_bot_guilds()) == servers
    assert shards(world, servers) == set(range(servers))
    assert len({guild["name"] for guild in world.guilds.values()}) == servers


def test_a_saved_world_gets_further_servers_and_keeps_what_it_has(tmp_path: Path, clock: Clock) -> None:
    world = World(tmp_path / "world", BASE, clock)
    clock.now += 1
    world.add_elsewhere()
    first, before = world.guild, (dict(world.guilds), dict(world.channels), dict(world.users))
    world.close()
    clock.now += 1_000_000
    more = World(tmp_path / "world", BASE, clock, 3)
    ids = list(more.guilds)
    more.close()
    fewer = World(tmp_path / "world", BASE, clock)

    assert before[0].items() <= more.guilds.items()
    assert before[1].items() <= more.channels.items()
    assert (more.guild, more.users) == (first, before[2])
    assert shards(more, 3) == {0, 1, 2}
    assert list(fewer.guilds) == ids
    assert [guild["name"] for guild in fewer.guilds.values()][-1] == "Elsewhere"
    assert int(fewer.create_id()) > max(int(number) for number in (*fewer.guilds, *fewer.channels))


async def test_each_server_has_its_own_channels_and_threads(sharded: Server) -> None:
    for person, guilds in ((sharded.ann, sharded.guilds), ("bot", sharded.guilds)):
        ask = sharded.as_bot if person == "bot" else lambda *request: sharded.as_person(sharded.ann, *request)
        _, mine = await ask("GET", "/users/@me/guilds")
        assert [guild["id"] for guild in mine] == guilds
    second = sharded.guilds[1]
    made = {"name": "den", "server": second}
    _, den = await sharded.control("POST", "channels", made)
    await sharded.as_bot("POST", f"/channels/{den['id']}/threads", {"name": "a game", "type": 11})

    names: list[list[str]] = []
    threads: list[int] = []
    for guild in sharded.guilds:
        _, channels = await sharded.as_bot("GET", f"/guilds/{guild}/channels")
        names.append([channel["name"] for channel in channels])
        assert {channel["guild_id"] for channel in channels} == {guild}
        threads.append(len((await sharded.as_bot("GET", f"/guilds/{guild}/threads/active"))[1]["threads"]))
        assert (await sharded.as_bot("GET", f"/guilds/{guild}"))[1]["id"] == guild
    assert names == [["general", "games"], ["general", "games", "den"], ["general", "games"]]
    assert threads == [0, 1, 0]


async def test_everybody_is_a_member_of_every_server_and_told_of_on_each(sharded: Server) -> None:
    window = await sharded.window(sharded.ann)
    _, cleo = await sharded.control("POST", "people", {"name": "Cleo"})

    added = [await window.until("GUILD_MEMBER_ADD") for _ in sharded.guilds]
    assert [member["guild_id"] for member in added] == sharded.guilds
    for guild in sharded.guilds:
        assert (await sharded.as_bot("GET", f"/guilds/{guild}/members/{cleo['id']}"))[1]["user"] == cleo


async def test_roles_and_the_commands_that_they_allow_are_of_one_server(sharded: Server) -> None:
    await sharded.connect("bot")
    first, second, _ = sharded.guilds
    manage: Json = {"name": "server", "description": "Set", "default_member_permissions": str(1 << 5)}
    await sharded.register(manage)
    role = {"name": "Managers", "permissions": ["MANAGE_GUILD"], "server": second}
    _, made = await sharded.control("POST", "roles", role)
    given = {"roles": [made["id"]], "server": second}
    path = f"people/{sharded.ben}/roles"
    await sharded.control("PUT", path, given)
    assert (await sharded.control("PUT", path, {"roles": [made["id"]]}))[0] == 400

    offered: dict[str, int] = {}
    for guild in (first, second):
        _, index = await sharded.as_person(sharded.ben, "GET", f"/guilds/{guild}/application-command-index")
        offered[guild] = len(index["application_commands"])
    assert offered == {first: 0, second: 1}
    assert (await sharded.as_bot("GET", f"/guilds/{first}/members/{sharded.ben}"))[1]["roles"] == []
    assert (await sharded.as_bot("GET", f"/guilds/{second}/members/{sharded.ben}"))[1]["roles"] == [made["id"]]


async def test_channels_and_roles_of_another_server_are_no_options(sharded: Server) -> None:
    await sharded.connect("bot")
    options: list[Json] = [
        {"type": 7, "name": "channel", "description": "Where"},
        {"type": 8, "name": "role", "description": "Who"},
    ]
    command = await sharded.register({"name": "move", "description": "Move", "options": options})
    second = sharded.guilds[1]
    _, channels = await sharded.as_bot("GET", f"/guilds/{second}/channels")
    _, roles = await sharded.as_bot("GET", f"/guilds/{second}/roles")

    statuses: list[int] = []
    for place in (channels[0]["id"], sharded.channel):
        for kind, name, value in ((7, "channel", channels[1]["id"]), (8, "role", roles[1]["id"])):
            given = [{"type": kind, "name": name, "value": value}]
            body = sharded.interaction(2, {"id": command["id"], "name": "move", "type": 1, "options": given})
            answer = await sharded.as_person(sharded.ann, "POST", "/interactions", {**body, "channel_id": place})
            statuses.append(answer[0])
    assert statuses == [204, 204, 400, 400]
