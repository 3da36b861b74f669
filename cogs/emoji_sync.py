"""Sync of the application's emojis with the drawings of `render`: creates missing ones, deletes unused ones.

An emoji's name consists of its subject and a digest of its picture, so a changed picture is a new emoji. An emoji that
this build doesn't use is kept for 30 days, because old messages still show it.

Drawing all emojis takes a second and 15 MB. Their names are therefore stored with a digest of the drawing code. The
next start with the same code draws only the emojis that Discord lacks.
"""

import asyncio
import hashlib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta

import discord
import msgspec
import structlog

from cogs.outbox.outbox import backoff_ms
from cogs.ui.kit import emojis
from cogs.ui.kit.drawing_pool import DrawingPool
from tables.dispatching.dispatcher import Due
from tables.service import TableService

log = structlog.get_logger()

KEY = "emojis"
DIGEST = 8
"""Length of the picture's digest that ends an emoji's name, in hexadecimal digits."""
NAME = re.compile(rf"[a-z][a-z0-9_]*_[0-9a-f]{{{DIGEST}}}")
NAMES = "emoji names"
"""Key under which the database stores the emojis' names and the digest of the drawing code."""
UNUSED_MS = timedelta(days=30) // timedelta(milliseconds=1)
"""Time for which an unused emoji is kept before it is deleted, in milliseconds."""
AGAIN_MS = timedelta(hours=1) // timedelta(milliseconds=1)
"""Interval between two syncs, in milliseconds.

Each sync restores emojis that were deleted in Discord's developer portal.
"""


class _Named(msgspec.Struct, frozen=True):
    """The stored names of all emojis by subject, and the digest of the code that draws them."""

    source: str = ""
    names: dict[str, str] = {}


class EmojiSync:
    """The sync of the emojis, a source of one due row (`DueRows`): at the start, hourly, and again after a failure."""

    name = "emojis"

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        drawing_pool: DrawingPool,
        drawings: Callable[[], Mapping[str, Callable[[], bytes]]],
        source: Callable[[], str],
        is_outdated: Callable[[], bool] = lambda: False,
    ) -> None:
        """Store the services, and the functions that provide the drawings and the versions.

        `drawings` returns, by subject of the emoji, functions that draw the picture as a PNG. `source` returns a digest
        of the drawing code. `is_outdated` returns whether a process of a newer version uses the database. This process
        then neither creates nor deletes emojis.
        """
        self._client = client
        self._service = service
        self._drawing_pool = drawing_pool
        self._drawings = drawings
        self._source = source
        self._is_outdated = is_outdated
        self._names: Mapping[str, str] = {}
        self._due = 0
        self._failures = 0

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the sync's key if the sync is due and not running, and when it is due next."""
        # guard against a clock that was set back
        self._due = min(self._due, now + AGAIN_MS)
        is_due = now >= self._due and KEY not in busy
        return Due({KEY: ()} if is_due else {}, None if KEY in busy else self._due)

    async def work(self, key: str, rows: Sequence[None]) -> None:
        """Sync the emojis once. A failure is retried with backoff.

        Until the first sync has succeeded, messages show words without emojis.
        """
        try:
            await self._sync()
        except Exception as error:
            log.warning("emoji sync failed", error=repr(error))
            self._due = self._service.now() + backoff_ms(self._failures, error)
            self._failures += 1
        else:
            self._due, self._failures = self._service.now() + AGAIN_MS, 0

    async def _sync(self) -> None:
        drawn = {} if self._names else await self._name_all()
        there = {found.name: found for found in await self._client.fetch_application_emojis()}
        known = {shown: _build_partial_emoji(there[name]) for shown, name in self._names.items() if name in there}
        emojis.replace_emojis(known)
        if self._is_outdated():
            return
        await self._delete_unused(there)
        lacking = {shown: name for shown, name in self._names.items() if name not in there}
        drawings = self._drawings()
        try:
            for shown, name in lacking.items():
                png = drawn.get(shown) or await self._drawing_pool.draw(drawings[shown])
                known[shown] = _build_partial_emoji(await self._client.create_application_emoji(name=name, image=png))
        finally:
            # publish the new emojis all at once, so that no message shows only part of a set
            emojis.replace_emojis(known)
        if lacking:
            log.info("emojis created", count=len(lacking))

    async def _name_all(self) -> Mapping[str, bytes]:
        """Determine the names of all emojis, and return the pictures that had to be drawn for it, by subject.

        If the drawing code has not changed, the stored names are loaded and nothing is drawn.
        """
        drawings, source = self._drawings(), await asyncio.to_thread(self._source)
        async with self._service.store.read() as reader:
            stored = msgspec.json.decode(await reader.fact(NAMES) or "{}", type=_Named)
        if stored.source == source and stored.names.keys() == drawings.keys():
            self._names = stored.names
            return {}
        # one at a time: drawing all at once would delay the boards and a shutdown
        drawn = {shown: await self._drawing_pool.draw(job) for shown, job in drawings.items()}
        names = {shown: _name(shown, png) for shown, png in drawn.items()}
        async with self._service.store.write() as writer:
            await writer.set_fact(NAMES, msgspec.json.encode(_Named(source, names)).decode())
        self._names = names
        return drawn

    async def _delete_unused(self, there: Mapping[str, discord.Emoji]) -> None:
        """Delete this program's emojis that have been unused for `UNUSED_MS`.

        For the other unused ones, the time at which they were first seen unused is stored. `there` holds the
        application's emojis by name.
        """
        now, fact = self._service.now(), f"unused emojis of {self._client.application_id}"
        async with self._service.store.read() as reader:
            before = msgspec.json.decode(await reader.fact(fact) or "{}", type=dict[str, int])
        used = {*self._names.values()}
        unused = [name for name, found in there.items() if name not in used and self._is_own(found)]
        since = {name: before.get(name, now) for name in unused}
        for name in unused:
            if now - since[name] >= UNUSED_MS:
                await there[name].delete()
                del since[name]
                log.info("emoji deleted", name=name)
        if since != before:
            async with self._service.store.write() as writer:
                await writer.set_fact(fact, msgspec.json.encode(since).decode())

    def _is_own(self, found: discord.Emoji) -> bool:
        """Return whether this program created the emoji.

        Others may have been uploaded in Discord's developer portal.
        """
        made_by = found.user.id if found.user is not None else None
        return self._client.user is not None and made_by == self._client.user.id and bool(NAME.fullmatch(found.name))


def _name(shown: str, png: bytes) -> str:
    return f"{shown}_{hashlib.sha256(png).hexdigest()[:DIGEST]}"


def _build_partial_emoji(found: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=found.name, id=found.id)
