"""The application's emojis: Discord's routes, rules and error bodies, and the images."""

import base64
import io
import sqlite3
from pathlib import Path

import pytest
from PIL import Image

from playground import limits
from playground.world import World
from tests.local_server import Clock, Json, Server
from tests.playground.bodies import png


def address(content: bytes, kind: str = "png") -> str:
    """Return an image as a data URL."""
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def animation(kind: str) -> bytes:
    """Return an animated image of two frames."""
    stream = io.BytesIO()
    frames = [Image.new("RGB", (4, 4), colour) for colour in ("red", "blue")]
    frames[0].save(stream, kind, save_all=True, append_images=frames[1:])
    return stream.getvalue()


def body(name: str = "tile", image: str | None = None) -> Json:
    return {"name": name, "image": address(png(8, 8)) if image is None else image}


async def create(server: Server, name: str = "tile", image: str | None = None) -> Json:
    """Create an emoji and return it."""
    status, emoji = await server.as_bot("POST", path(server), body(name, image))
    assert status == 201, emoji
    return emoji


def path(server: Server, emoji: str = "") -> str:
    """Return the path of the application's emojis, or of one of them."""
    whole = f"/applications/{server.bot_id}/emojis"
    return f"{whole}/{emoji}" if emoji else whole


async def test_an_emoji_is_created_listed_renamed_and_deleted(server: Server) -> None:
    emoji = await create(server)
    _, bot = await server.as_bot("GET", f"/users/{server.bot_id}")

    fixed = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
    assert emoji == {"id": emoji["id"], "name": "tile", "user": bot, **fixed}
    assert await server.as_bot("GET", path(server)) == (200, {"items": [emoji]})
    assert await server.as_bot("GET", path(server, emoji["id"])) == (200, emoji)
    assert await server.as_bot("PATCH", path(server, emoji["id"]), {"name": "hex"}) == (200, emoji | {"name": "hex"})
    assert await server.as_bot("PATCH", path(server, emoji["id"]), {}) == (200, emoji | {"name": "hex"})
    assert await server.as_bot("DELETE", path(server, emoji["id"])) == (204, b"")
    assert await server.as_bot("GET", path(server)) == (200, {"items": []})


async def test_the_longest_name_and_the_largest_image_are_taken(server: Server) -> None:
    image = png(8, 8)
    largest = image + b"\0" * (limits.EMOJI_BYTES - len(image))

    emoji = await create(server, "x" * 32, address(largest))

    assert await server.download(f"/cdn/emojis/{emoji['id']}.png") == (200, largest)
    await create(server, "xy")


async def test_a_name_of_another_emoji_cannot_be_taken_later(server: Server) -> None:
    one, other = await create(server, "one"), await create(server, "other")

    assert (await server.as_bot("PATCH", path(server, one["id"]), {"name": "one"}))[0] == 200
    status, answer = await server.as_bot("PATCH", path(server, other["id"]), {"name": "one"})
    assert (status, answer["errors"]["name"]["_errors"][0]["code"]) == (400, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN")


async def test_there_are_at_most_2000(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.EMOJIS == 2000
    monkeypatch.setattr(limits, "EMOJIS", 1)
    await create(server)

    status, answer = await server.as_bot("POST", path(server), body("another"))

    assert (status, answer["code"]) == (400, 30008)


@pytest.mark.parametrize(("kind", "animated"), [("GIF", True), ("WEBP", True), ("PNG", False)])
async def test_an_animation_is_recognized(server: Server, kind: str, animated: bool) -> None:
    image = png(4, 4) if kind == "PNG" else animation(kind)

    assert (await create(server, image=address(image, kind.lower())))["animated"] is animated


async def test_an_image_is_guarded_as_attachments_are(server: Server) -> None:
    emoji = await create(server)
    place = f"/cdn/emojis/{emoji['id']}"

    for extension in ("png", "webp"):
        status, content, headers = await server.ask("GET", f"{place}.{extension}?size=48", cookies=server.cookie)
        assert (status, content, headers["Content-Type"]) == (200, png(8, 8), "image/png")
    assert (await server.ask("GET", f"{place}.png"))[0] == 401
    assert (await server.ask("GET", f"{place}.png", {"Authorization": "Bot bot"}))[0] == 200
    assert (await server.ask("GET", f"{place}.png", {"Authorization": "Bot other"}))[0] == 401
    for unknown in ("1.png", f"{2**63}.png", f"{emoji['id']}.html"):
        assert (await server.download(f"/cdn/emojis/{unknown}"))[0] == 404
    await server.as_bot("DELETE", path(server, emoji["id"]))
    assert (await server.download(f"{place}.png"))[0] == 404


def test_a_world_from_before_emojis_is_opened(tmp_path: Path) -> None:
    World(tmp_path / "world", "http://127.0.0.1:1", Clock()).close()
    database = sqlite3.connect(tmp_path / "world")
    database.executescript("""
        DROP INDEX lost_attachments; ALTER TABLE attachments DROP COLUMN lost_at;
        DROP TABLE emoji_images; PRAGMA user_version = 1;
    """)
    database.close()

    world = World(tmp_path / "world", "http://127.0.0.1:1", Clock())
    world.put_emoji({"id": world.create_id(), "name": "tile", "animated": False}, "image/png", b"x")
    assert world.emoji_image(int(next(iter(world.emojis)))) == ("image/png", b"x")
    world.close()


async def test_components_have_known_emojis_only(server: Server) -> None:
    emoji = await create(server)

    async def post(button: Json, option: Json) -> tuple[int, Json]:
        choose = {"type": 3, "custom_id": "c", "options": [{"label": "l", "value": "v", "emoji": option}]}
        press = {"type": 2, "style": 1, "custom_id": "b", "emoji": button}
        rows = [{"type": 1, "components": [part]} for part in (press, choose)]
        return await server.post({"content": "x", "components": rows})

    status, message = await post({"id": emoji["id"], "name": "old_name"}, {"name": "🎲"})
    assert status == 200
    button, choose = (row["components"][0] for row in message["components"])
    assert button["emoji"] == {"id": emoji["id"], "name": "tile", "animated": False}
    assert choose["options"][0]["emoji"] == {"name": "🎲"}
    for wrong, place in (({"id": "1", "name": "x"}, "id"), ({"name": "game_die"}, "name"), ({}, "name")):
        _, answer = await post(wrong, wrong)
        rows = answer["errors"]["components"]
        invalid = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
        assert rows["0"]["components"]["0"]["emoji"] == {place: invalid}
        assert rows["1"]["components"]["0"]["options"]["0"]["emoji"] == {place: invalid}
