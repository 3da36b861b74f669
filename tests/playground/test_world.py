"""The playground's SQLite file: durability across restarts and kills, retention, versions."""

import asyncio
import sqlite3
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from playground import limits
from playground.world import World, WorldError
from tests.local_server import Clock, Json, Server
from tests.playground.bodies import png
from tests.playground_driver import Playground, free_port, multipart

BASE = "http://127.0.0.1:1"
LAYOUT = 1 << 15


async def test_everything_persists_across_a_restart(server: Server) -> None:
    """It includes people, channels, threads, messages, attachments, emojis, commands, modals and tokens."""
    command = await server.register({"name": "play", "description": "Start"})
    bot, window = await server.bot_online(), await server.window(server.ann)
    await server.control("POST", "people", {"name": "Cleo"})
    await server.control("POST", "channels", {"name": "Den"})
    emojis, image = f"/applications/{server.bot_id}/emojis", b64encode(png(8, 8)).decode()
    _, tile = await server.as_bot("POST", emojis, {"name": "tile", "image": f"data:image/png;base64,{image}"})
    _, message = await server.post({"content": "x"}, **{"board.png": png(3, 2)})
    await server.as_bot("POST", f"/channels/{server.channel}/messages/{message['id']}/threads", {"name": "t"})
    body = server.interaction(2, {"id": command["id"], "name": "play", "type": 1})
    tokens: list[Json] = []
    for answer in ({"type": 4, "data": {"content": "secret", "flags": 64}}, {"type": 9, "data": MODAL}):
        await server.as_person(server.ann, "POST", "/interactions", body)
        tokens.append(await bot.until("INTERACTION_CREATE"))
        callback = f"/api/v10/interactions/{tokens[-1]['id']}/{tokens[-1]['token']}/callback"
        assert (await server.ask("POST", callback, json=answer))[0] == 204
    modal = await window.until("INTERACTION_MODAL_CREATE")
    await server.as_person(server.ann, "POST", "/interactions", body)
    open_one = await bot.until("INTERACTION_CREATE")

    async def all_of_it() -> list[object]:
        paths = ("/channels/{0}/messages", "/guilds/{1}/channels", "/guilds/{1}/threads/active", "/guilds/{1}/members")
        paths += ("/guilds/{1}/application-command-index",)
        answers = [await server.as_person(server.ann, "GET", p.format(server.channel, server.guild)) for p in paths]
        files = (message["attachments"][0]["url"], f"/cdn/emojis/{tile['id']}.png")
        return [*answers, await server.as_bot("GET", emojis), *[await server.download(url) for url in files]]

    before = await all_of_it()
    await server.stop()
    await server.start()

    assert await all_of_it() == before
    bot = await server.bot_online()
    address = f"/api/v10/webhooks/{server.bot_id}/{tokens[0]['token']}/messages/@original"
    assert (await server.ask("PATCH", address, json={"content": "edited"}))[1]["content"] == "edited"
    callback = f"/api/v10/interactions/{open_one['id']}/{open_one['token']}/callback"
    assert (await server.ask("POST", callback, json={"type": 5}))[0] == 204
    field = {"type": 18, "component": {"type": 4, "custom_id": "name", "value": "Ann"}}
    filled = {"id": modal["id"], "custom_id": "form", "components": [field]}
    assert (await server.as_person(server.ann, "POST", "/interactions", server.interaction(5, filled)))[0] == 204
    assert (await bot.until("INTERACTION_CREATE"))["data"]["components"][0]["component"]["value"] == "Ann"


MODAL: Json = {
    "custom_id": "form",
    "title": "Form",
    "components": [{"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "name", "style": 1}}],
}


async def test_another_port_changes_the_urls_of_attachments(server: Server, tmp_path: Path, clock: Clock) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    await server.post({"flags": LAYOUT, "components": [gallery]}, **{"board.png": png(3, 2)})
    await server.stop()
    settings = replace(server.settings, port=free_port())

    moved = Server(settings, clock, server.session)
    await moved.start()

    _, found = await moved.as_bot("GET", f"/channels/{moved.channel}/messages")
    url = found[0]["components"][0]["items"][0]["media"]["url"]
    assert url == found[0]["attachments"][0]["url"]
    assert url.startswith(f"{settings.base}/attachments/")
    assert await moved.download(url) == (200, png(3, 2))
    await moved.stop()
    await server.start()


@pytest.mark.slow
async def test_acknowledged_messages_survive_a_kill(tmp_path: Path) -> None:
    async with Playground(tmp_path) as playground:
        ann = await playground.person("Ann")
        games = await playground.channel("games")
        acknowledged: set[str] = set()

        async def write(number: int) -> None:
            for line in range(10_000):
                acknowledged.add((await ann.say(games, f"{number}.{line}"))["id"])

        writers = [asyncio.create_task(write(number)) for number in range(4)]
        await ann.wait_for(games, lambda message: message["content"].endswith(".20"))
        await playground.kill()
        ended = await asyncio.gather(*writers, return_exceptions=True)
        assert all(isinstance(error, aiohttp.ClientError) for error in ended)

        await playground.start()
        await ann.connect()

        kept = [message["id"] for message in await ann.messages(games)]
        assert set(sorted(acknowledged)[-80:]) <= set(kept)
        assert len(acknowledged) >= 21


def test_retention_keeps_the_newest_5000_messages(tmp_path: Path) -> None:
    world = World(tmp_path / "world", BASE, Clock())
    channel = next(iter(world.channels))
    ids = [world.create_id() for _ in range(limits.MESSAGES_KEPT + 1)]
    for number in ids[:-1]:
        world.put_message({"id": number, "channel_id": channel})
    first = {"id": ids[0], "channel_id": channel}
    file = {"id": world.create_id(), "filename": "a.txt", "content_type": "text/plain"}
    world.put_attachment(file, first, b"a")
    world.put_message({"id": ids[-1], "channel_id": channel})
    world.close()

    clock = Clock()
    clock.now += limits.LOST_ATTACHMENT_SECONDS + 1
    again = World(tmp_path / "world", BASE, clock)
    assert [message["id"] for message in again.history(channel, "")] == ids[:0:-1]
    again.delete_lost_attachments()
    assert again.attachment(int(channel), int(file["id"])) is None
    again.close()


def test_ids_increase_when_the_clock_is_set_back(tmp_path: Path) -> None:
    clock = Clock()
    world = World(tmp_path / "world", BASE, clock)
    before = [world.create_id() for _ in range(3)]
    world.add_user("Cleo")
    clock.now -= 3600
    world.close()

    again = World(tmp_path / "world", BASE, clock)
    after = [again.create_id() for _ in range(3)]
    ids = [int(number) for number in before + after]
    assert ids == sorted(set(ids))
    again.close()


def test_a_world_file_of_a_newer_version_is_rejected(tmp_path: Path) -> None:
    World(tmp_path / "world", BASE, Clock()).close()
    database = sqlite3.connect(tmp_path / "world")
    database.execute("PRAGMA user_version = 99")
    database.close()

    with pytest.raises(WorldError, match="it has version 99"):
        World(tmp_path / "world", BASE, Clock())


async def test_a_truncated_multipart_body_changes_nothing(server: Server) -> None:
    address = f"/api/v10/channels/{server.channel}/messages"
    whole = multipart({"content": "x"}, [("a.txt", b"a")])
    headers = {"Authorization": "Bot bot", "Content-Type": whole.content_type}

    status, _, _ = await server.ask("POST", address, headers, data=b"--" + whole.boundary.encode() + b"\r\nhalf")

    assert status == 400
    assert (await server.as_bot("GET", f"/channels/{server.channel}/messages"))[1] == []
