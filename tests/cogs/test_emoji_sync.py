"""The application's emojis at a playground: created once, replaced when changed, and messages without them."""

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord as library
import pytest
from discord import ui
from discord.http import Route

from cogs.emoji_sync import EmojiSync
from cogs.ui.kit import emojis
from cogs.ui.kit.drawing_pool import DrawingPool
from cogs.ui.kit.layouts import layout
from playground import emojis as routes
from playground import limits
from playground.errors import ApiError, ErrorCode
from playground.server import Settings
from render import emojis as drawn
from tables.service import TableService
from tests.local_server import Json, Server
from tests.playground.bodies import png
from tests.playground_driver import free_port
from tests.running_dispatchers import Clock, Running

MONTH_MS = timedelta(days=30) // timedelta(milliseconds=1)
HOUR_MS = 3_600_000
HYDRA, HYDRA_ANEW, BAT = png(8, 8), png(8, 9), png(9, 8)


class Emojis:
    """A bot at a playground with the emojis in `drawn`."""

    def __init__(self, server: Server, client: library.Client, running: Running, drawn: dict[str, bytes]) -> None:
        self.server, self.client, self.running, self.drawn = server, client, running, drawn
        self.is_outdated = False
        self.draws = 0

    async def there(self) -> list[str]:
        """Return the names of the emojis at Discord."""
        _, answer = await self.server.as_bot("GET", f"/applications/{self.server.bot_id}/emojis")
        return [found["name"] for found in answer["items"]]

    async def starts(self, later_ms: int = 0) -> None:
        """Start the program some time later and sync its emojis."""
        if self.running.task is not None:
            await self.running.kill()
        emojis.replace_emojis({})
        self.running.clock.now += later_ms
        self.running.start()
        await self.running.settle()


@pytest.fixture
async def bot(
    tmp_path: Path, service: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Emojis]:
    page = tmp_path / "page"
    page.mkdir()
    settings = Settings(tmp_path / "world.sqlite3", free_port(), "run", "bot", page=page)
    drawn, pool = {"hydra": HYDRA, "bat": BAT}, DrawingPool()
    monkeypatch.setattr(Route, "BASE", f"{settings.base}/api/v10")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        server = Server(settings, settings.clock, session)  # type: ignore[arg-type]
        await server.start()
        async with library.Client(intents=library.Intents.none()) as client:
            await client.login("bot")

            def draw(png: bytes) -> bytes:
                found.draws += 1
                return png

            def drawings() -> dict[str, partial[bytes]]:
                return {name: partial(draw, png) for name, png in drawn.items()}

            async with Running(
                lambda: [
                    EmojiSync(client, service, pool, drawings, lambda: repr(drawn), lambda: found.is_outdated),
                ],
                service,
                clock,
            ) as running:
                found = Emojis(server, client, running, drawn)
                yield found
        await server.stop()
    pool.close()
    emojis.replace_emojis({})


async def test_the_first_start_creates_all_and_the_second_none(bot: Emojis) -> None:
    await bot.starts()

    there = await bot.there()
    assert there == ["hydra", "bat"]
    shown = emojis.emoji("bat")
    assert shown is not None
    assert str(shown) == f"<:{there[1]}:{shown.id}>"
    assert await bot.server.download(f"/cdn/emojis/{shown.id}.png") == (200, BAT)
    assert emojis.prefix_emoji("bat", "Bat") == f"{shown} Bat"

    await bot.starts()

    assert await bot.there() == there
    assert emojis.emoji("bat") == shown


async def test_a_start_with_the_same_code_draws_only_what_is_lacking(bot: Emojis) -> None:
    await bot.starts()
    found = emojis.emoji("bat")
    assert bot.draws == 2
    await bot.starts()
    assert (bot.draws, emojis.emoji("bat")) == (2, found)
    assert found is not None

    await bot.server.as_bot("DELETE", f"/applications/{bot.server.bot_id}/emojis/{found.id}")
    await bot.starts()

    assert bot.draws == 3
    assert len(await bot.there()) == 2


async def test_a_changed_picture_is_a_new_emoji_and_the_old_one_goes_after_30_days(bot: Emojis) -> None:
    await bot.starts()
    old, bat = await bot.there()
    bot.drawn["hydra"] = HYDRA_ANEW

    await bot.starts(later_ms=2 * MONTH_MS)
    assert await bot.there() == [old, bat, "hydra_2"]
    assert str(emojis.emoji("hydra")).split(":")[1] == "hydra_2"

    await bot.starts(later_ms=MONTH_MS - 1)
    assert len(await bot.there()) == 3
    await bot.starts(later_ms=1)
    assert await bot.there() == [bat, "hydra_2"]


async def test_a_second_name_is_no_other_emojis_name(bot: Emojis) -> None:
    bot.drawn["hydra_2"] = BAT
    await bot.starts()
    bot.drawn["hydra"] = HYDRA_ANEW

    await bot.starts()

    assert await bot.there() == ["hydra", "bat", "hydra_2", "hydra_3"]


async def test_an_emoji_that_somebody_uploaded_under_our_name_is_left_alone(
    bot: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as uploading:
        fully = routes._json
        person = {"id": "1", "username": "operator", "discriminator": "0", "avatar": None}
        uploading.setattr(routes, "_json", lambda world, emoji: {**fully(world, emoji), "user": person})
        await bot.client.create_application_emoji(name="hydra", image=BAT)
        await bot.starts()
        await bot.starts(later_ms=2 * MONTH_MS)

    assert await bot.there() == ["hydra", "hydra_2", "bat"]
    assert str(emojis.emoji("hydra")).split(":")[1] == "hydra_2"


async def test_emojis_that_older_versions_named_with_a_digest_go_after_30_days(bot: Emojis) -> None:
    await bot.client.create_application_emoji(name="hydra_0123abcd", image=HYDRA)
    await bot.starts()
    await bot.starts(later_ms=MONTH_MS)

    assert await bot.there() == ["hydra", "bat"]


async def test_an_emoji_created_just_before_a_crash_is_known_after_it(
    bot: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as crashing:
        crashing.setattr(emojis, "replace_emojis", lambda found: (_ for _ in ()).throw(OSError) if found else None)
        await bot.starts()

    await bot.starts()

    assert await bot.there() == ["hydra", "bat"]


async def test_an_older_version_beside_a_newer_one_uses_what_there_is_and_changes_nothing(bot: Emojis) -> None:
    await bot.starts()
    there = await bot.there()
    bot.drawn["hydra"] = HYDRA_ANEW
    bot.is_outdated = True

    await bot.starts()
    await bot.starts(later_ms=2 * MONTH_MS)

    assert await bot.there() == there
    assert (emojis.emoji("hydra"), str(emojis.emoji("bat")).split(":")[1]) == (None, there[1])


async def test_an_emoji_that_a_build_uses_again_has_30_days_again(bot: Emojis) -> None:
    await bot.starts()
    before = await bot.there()
    kept = bot.drawn.pop("hydra")
    await bot.starts()
    bot.drawn["hydra"] = kept
    await bot.starts(later_ms=MONTH_MS - 1)
    del bot.drawn["hydra"]

    await bot.starts(later_ms=MONTH_MS - 1)

    assert await bot.there() == before


async def test_a_program_that_runs_for_long_deletes_and_heals_without_a_start(bot: Emojis) -> None:
    await bot.starts()
    _, bat = await bot.there()
    del bot.drawn["hydra"]
    await bot.starts()
    found = emojis.emoji("bat")
    assert found is not None
    await bot.server.as_bot("DELETE", f"/applications/{bot.server.bot_id}/emojis/{found.id}")

    await bot.running.settle(MONTH_MS)

    assert await bot.there() == [bat]
    assert emojis.emoji("bat") != found


async def test_after_the_clock_was_set_back_the_emojis_are_looked_at_within_an_hour(bot: Emojis) -> None:
    await bot.starts()
    found = emojis.emoji("bat")
    assert found is not None
    await bot.server.as_bot("DELETE", f"/applications/{bot.server.bot_id}/emojis/{found.id}")

    await bot.running.settle(-MONTH_MS)
    await bot.running.settle(HOUR_MS)

    assert len(await bot.there()) == 2


@pytest.mark.parametrize(("name", "by_the_bot"), [("logo", True), ("logo_0123abcd", False)])
async def test_what_others_uploaded_stays(
    bot: Emojis, monkeypatch: pytest.MonkeyPatch, name: str, by_the_bot: bool
) -> None:
    """Others may upload emojis in the developer portal; neither a foreign name nor a similar one is deleted."""
    if not by_the_bot:
        fully = routes._json
        person = {"id": "1", "username": "operator", "discriminator": "0", "avatar": None}
        monkeypatch.setattr(routes, "_json", lambda world, emoji: {**fully(world, emoji), "user": person})
    await bot.client.create_application_emoji(name=name, image=HYDRA)

    await bot.starts()
    await bot.starts(later_ms=2 * MONTH_MS)
    await bot.starts(later_ms=2 * MONTH_MS)

    assert name in await bot.there()


def _forbid(*_: Any) -> Json:
    raise ApiError(ErrorCode.MISSING_PERMISSIONS)


async def test_without_permission_the_words_stand_alone_until_it_is_there(
    bot: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as forbidden:
        forbidden.setattr(routes, "_name", _forbid)
        await bot.starts()
        assert await bot.there() == []
        assert (emojis.prefix_emoji("bat", "Bat"), emojis.emoji("bat")) == ("Bat", None)

    await bot.running.settle(HOUR_MS)

    assert len(await bot.there()) == 2
    assert emojis.emoji("bat") is not None


async def test_every_seat_die_and_height_is_words_without_permission_and_an_emoji_with_it(
    bot: Emojis, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, people = SimpleNamespace(seats=(None,) * 6), ("Ann", "Ben", "Cam", "Dee", "Eve", "Eva")
    names = [*drawn.SHARED, *drawn.seat_marks("hex_battle_wars", view, people)]
    bot.drawn.clear()
    bot.drawn.update({name: png(8 + number % 16, 8 + number // 16) for number, name in enumerate(names)})

    def said() -> list[str]:
        marks = emojis.seat_marks("hex_battle_wars", view, people)
        return [
            *emojis.mark_names(marks, people),
            emojis.die(6),
            emojis.die(20, 20),
            emojis.prefix_emoji("height_0", "level 0"),
        ]

    with monkeypatch.context() as forbidden:
        forbidden.setattr(routes, "_name", _forbid)
        await bot.starts()
        words = said()

    await bot.running.settle(HOUR_MS)

    assert words == [*people, "6", "20", "level 0"]
    assert len(await bot.there()) == len(names)
    assert all(re.fullmatch(rf"<:[a-z0-9_]+:\d+> {word}", text) for word, text in zip(words, said(), strict=True))


async def test_when_there_is_no_room_left_some_words_stand_alone(bot: Emojis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EMOJIS", 1)

    await bot.starts()

    assert len(await bot.there()) == 1
    assert emojis.emoji("hydra") is not None
    assert emojis.prefix_emoji("bat", "Bat") == "Bat"


async def test_discord_that_is_away_at_the_start_is_asked_again(bot: Emojis) -> None:
    await bot.server.stop()
    await bot.starts()
    assert emojis.prefix_emoji("bat", "Bat") == "Bat"
    assert bot.running.task is not None
    assert not bot.running.task.done()

    await bot.server.start()
    await bot.running.settle(1_000)

    assert len(await bot.there()) == 2
    assert emojis.emoji("bat") is not None


async def test_a_message_that_is_refused_for_an_emoji_is_sent_without_the_next_time(bot: Emojis) -> None:
    """Somebody may delete an emoji in the developer portal."""
    await bot.starts()
    channel: Any = bot.client.get_partial_messageable(int(bot.server.channel))
    found = emojis.emoji("bat")
    assert found is not None
    await bot.server.as_bot("DELETE", f"/applications/{bot.server.bot_id}/emojis/{found.id}")

    async def send() -> None:
        button: ui.Button[Any] = ui.Button(label="Bat", custom_id="bat", emoji=emojis.emoji("bat"))
        await channel.send(view=layout(ui.ActionRow(button)))

    with pytest.raises(library.HTTPException) as refused:
        await send()
    emojis.forget_if_refused(refused.value)

    await send()
