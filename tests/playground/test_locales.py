"""Languages of people and servers: stored, sent with interactions, and changed for the bot's cache."""

import pytest

from tests.local_server import Json, Server

COMMUNITY = {"community": True, "preferred_locale": "fr"}


async def press_help(server: Server, person: str, channel: str | None = None) -> None:
    """Invoke a new command as a person."""
    command = await server.register({"name": "help", "description": "Help", "integration_types": [0, 1]})
    body = server.interaction(2, {"id": command["id"], "name": "help", "type": 1})
    status, _ = await server.as_person(
        person, "POST", "/interactions", body | ({"channel_id": channel} if channel else {})
    )
    assert status == 204


async def test_an_interaction_has_the_language_of_its_person(server: Server) -> None:
    bot, window = await server.bot_online(), await server.window(server.ann)
    assert (await server.control("PUT", f"people/{server.ann}/locale", {"locale": "de"}))[0] == 200
    assert (await window.until("USER_UPDATE"))["locale"] == "de"

    for person, locale in ((server.ann, "de"), (server.ben, "en-US")):
        await press_help(server, person)
        interaction = await bot.until("INTERACTION_CREATE")
        assert interaction["locale"] == locale
        assert "locale" not in interaction["member"]["user"]
        assert (await server.as_person(person, "GET", "/users/@me"))[1]["locale"] == locale


async def test_an_interaction_has_the_language_of_a_community(server: Server) -> None:
    bot = await server.bot_online()
    path = f"guilds/{server.guild}/community"
    for body, locale, features in ((COMMUNITY, "fr", ["COMMUNITY"]), ({"community": False}, "en-US", [])):
        assert (await server.control("PUT", path, body))[0] == 200
        update = await bot.until("GUILD_UPDATE")
        assert (update["id"], update["preferred_locale"], update["features"]) == (server.guild, locale, features)
        _, mine = await server.as_bot("GET", "/users/@me/guilds")
        assert mine[0]["features"] == features

        await press_help(server, server.ann)
        interaction = await bot.until("INTERACTION_CREATE")
        assert (interaction["locale"], interaction["guild_locale"]) == ("en-US", locale)
        assert interaction["guild"] == {"id": server.guild, "locale": locale, "features": features}


async def test_the_server_without_the_bot_has_a_language_of_its_own(server: Server) -> None:
    bot = await server.bot_online()
    _, elsewhere = await server.control("POST", "elsewhere")
    await server.control("PUT", f"guilds/{elsewhere['id']}/community", COMMUNITY)

    await press_help(server, server.ann, elsewhere["channels"][0]["id"])

    assert (await bot.until("INTERACTION_CREATE"))["guild_locale"] == "fr"
    assert "GUILD_UPDATE" not in [frame["t"] for frame in bot.seen]


async def test_languages_are_kept_across_a_restart(server: Server) -> None:
    await server.control("PUT", f"people/{server.ben}/locale", {"locale": "ja"})
    await server.control("PUT", f"guilds/{server.guild}/community", COMMUNITY)
    await server.stop()
    await server.start()

    assert (await server.as_person(server.ben, "GET", "/users/@me"))[1]["locale"] == "ja"
    guild = (await server.as_bot("GET", f"/guilds/{server.guild}"))[1]
    assert (guild["preferred_locale"], guild["features"]) == ("fr", ["COMMUNITY"])


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("people/{ann}/locale", {"locale": "klingon"}, 400),
        ("people/{ann}/locale", {}, 400),
        ("people/{bot}/locale", {"locale": "de"}, 404),
        ("guilds/{guild}/community", {"community": True}, 400),
        ("guilds/{guild}/community", {}, 400),
        ("guilds/1/community", COMMUNITY, 404),
    ],
)
async def test_an_unknown_language_person_or_server_is_refused(
    server: Server, path: str, body: Json, status: int
) -> None:
    path = path.format(ann=server.ann, bot=server.bot_id, guild=server.guild)

    assert (await server.control("PUT", path, body))[0] == status
