"""Sync of the application's emojis with the drawings of `render`: creates missing ones, deletes unused ones.

An emoji is named for its subject, such as `wyvern`. The database stores a digest of the picture of each emoji, so that
a changed picture is noticed: it becomes a new emoji, such as `wyvern_2`. An emoji that this build doesn't use is kept
for 30 days, because old messages still show it.

Drawing all emojis takes a second and 15 MB. Their digests are therefore stored with a digest of the drawing code. The
next start with the same code draws only the emojis that Discord lacks.
"""

import asyncio
import hashlib
import itertools
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
"""Length of a picture's digest, in hexadecimal digits."""
WITH_DIGEST = re.compile(rf"[a-z][a-z0-9_]*_[0-9a-f]{{{DIGEST}}}")
"""Names of emojis that older versions created."""
DIGESTS = "emoji digests"
"""Key under which the database stores the digests of all pictures and of the drawing code."""
UNUSED_MS = timedelta(days=30) // timedelta(milliseconds=1)
"""Time for which an unused emoji is kept before it is deleted, in milliseconds."""
AGAIN_MS = timedelta(hours=1) // timedelta(milliseconds=1)
"""Interval between two syncs, in milliseconds.

Each sync restores emojis that were deleted in Discord's developer portal.
"""


class _Digests(msgspec.Struct, frozen=True):
    """The stored digests of all pictures by subject, and the digest of the code that draws them."""

    source: str = ""
    pictures: dict[str, str] = {}


class _Uploaded(msgspec.Struct, frozen=True, array_like=True):
    """An emoji at Discord: its subject, and the digest of its picture."""

    subject: str
    digest: str


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
        self._digests: Mapping[str, str] = {}
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
        drawn = {} if self._digests else await self._digest_all()
        there = {found.name: found for found in await self._client.fetch_application_emojis()}
        uploaded = await self._load_uploaded(there)
        known = {
            each.subject: _build_partial_emoji(there[name])
            for name, each in uploaded.items()
            if self._digests.get(each.subject) == each.digest
        }
        emojis.replace_emojis(known)
        if self._is_outdated():
            return
        await self._delete_unused(there, {emoji.name for emoji in known.values()}, uploaded)
        new = {self._choose_name(subject, there): subject for subject in self._digests if subject not in known}
        drawings = self._drawings()
        await self._store_uploaded(uploaded, new)
        try:
            for name, subject in new.items():
                png = drawn.get(subject) or await self._drawing_pool.draw(drawings[subject])
                created = await self._client.create_application_emoji(name=name, image=png)
                known[subject] = _build_partial_emoji(created)
        finally:
            # publish the new emojis all at once, so that no message shows only part of a set
            emojis.replace_emojis(known)
        if new:
            log.info("emojis created", count=len(new))

    async def _load_uploaded(self, there: Mapping[str, discord.Emoji]) -> dict[str, _Uploaded]:
        """Return the stored subject and digest of each emoji that Discord has, by its name."""
        async with self._service.store.read() as reader:
            stored = await reader.facts.get(self._fact)
        found = msgspec.json.decode(stored or "{}", type=dict[str, _Uploaded])
        return {name: each for name, each in found.items() if name in there}

    async def _store_uploaded(self, uploaded: Mapping[str, _Uploaded], new: Mapping[str, str]) -> None:
        """Store the emojis at Discord and those about to be created, whose subjects `new` holds by name.

        They are stored first, so that an emoji created just before a crash is known after it.
        """
        if not new:
            return
        added = {name: _Uploaded(subject, self._digests[subject]) for name, subject in new.items()}
        async with self._service.store.write() as writer:
            await writer.facts.set(self._fact, msgspec.json.encode({**uploaded, **added}).decode())

    @property
    def _fact(self) -> str:
        return f"emojis of {self._client.application_id}"

    async def _digest_all(self) -> Mapping[str, bytes]:
        """Determine the digests of all pictures, and return the pictures that had to be drawn for it, by subject.

        If the drawing code has not changed, the stored digests are loaded and nothing is drawn.
        """
        drawings, source = self._drawings(), await asyncio.to_thread(self._source)
        async with self._service.store.read() as reader:
            stored = msgspec.json.decode(await reader.facts.get(DIGESTS) or "{}", type=_Digests)
        if stored.source == source and stored.pictures.keys() == drawings.keys():
            self._digests = stored.pictures
            return {}
        # one at a time: drawing all at once would delay the boards and a shutdown
        drawn = {subject: await self._drawing_pool.draw(job) for subject, job in drawings.items()}
        digests = {subject: hashlib.sha256(png).hexdigest()[:DIGEST] for subject, png in drawn.items()}
        async with self._service.store.write() as writer:
            await writer.facts.set(DIGESTS, msgspec.json.encode(_Digests(source, digests)).decode())
        self._digests = digests
        return drawn

    async def _delete_unused(
        self, there: Mapping[str, discord.Emoji], used: Collection[str], uploaded: Mapping[str, _Uploaded]
    ) -> None:
        """Delete this program's emojis that have been unused for `UNUSED_MS`.

        For the other unused ones, the time at which they were first seen unused is stored. `there` holds the
        application's emojis by name, `used` the names of those that this build shows.
        """
        now, fact = self._service.now(), f"unused emojis of {self._client.application_id}"
        async with self._service.store.read() as reader:
            before = msgspec.json.decode(await reader.facts.get(fact) or "{}", type=dict[str, int])
        unused = [
            name
            for name, found in there.items()
            if name not in used and self._is_by_bot(found) and (name in uploaded or self._is_own_name(name))
        ]
        since = {name: before.get(name, now) for name in unused}
        for name in unused:
            if now - since[name] >= UNUSED_MS:
                await there[name].delete()
                del since[name]
                log.info("emoji deleted", name=name)
        if since != before:
            async with self._service.store.write() as writer:
                await writer.facts.set(fact, msgspec.json.encode(since).decode())

    def _is_by_bot(self, found: discord.Emoji) -> bool:
        made_by = found.user.id if found.user is not None else None
        return self._client.user is not None and made_by == self._client.user.id

    def _is_own_name(self, name: str) -> bool:
        """Return whether this program gives such names; others may have uploaded an emoji in the developer portal."""
        return bool(WITH_DIGEST.fullmatch(name)) or name in self._digests

    def _choose_name(self, subject: str, there: Collection[str]) -> str:
        """Return the subject as a name, or with the first number from 2 on that no other emoji has.

        `there` are the names of the application's emojis.
        """
        if subject not in there:
            return subject
        names = (f"{subject}_{number}" for number in itertools.count(2))
        return next(name for name in names if name not in there and name not in self._digests)


def _build_partial_emoji(found: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=found.name, id=found.id)
