"""The log of an ended table folded into one compressed value, a tenth of the size of its rows.

It keeps the contents of a record and the time of each entry. Digests are stored as plain bytes, since they do
not compress. Public events are omitted because they can be replayed from the log. The clocks' remaining times
are omitted because only a running game needs them.
"""

import re
import zlib
from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import NamedTuple

import msgspec

_DIGEST = re.compile(r"[0-9a-f]{16}", re.ASCII)
_DIGEST_BYTES = 8


class FoldedEntry(NamedTuple):
    """One entry of a folded log."""

    n: int
    actor: str
    action: str
    digest: str
    created: int


class _Folded(msgspec.Struct, frozen=True, array_like=True):
    """The columns of a log.

    `times` are in milliseconds: the first entry's time (UTC), then the differences between consecutive entries.
    """

    actors: list[str]
    actions: list[str]
    times: list[int]
    digests: list[str] | None
    """The digests as texts; None if all are hexadecimal and stored as bytes after the columns."""


def fold(entries: Iterable[FoldedEntry]) -> bytes:
    """Fold the entries of a whole log, numbered from 1, into one compressed value; `unfold` is the inverse."""
    rows = list(entries)
    times = [0, *(row.created for row in rows)]
    is_packed = all(_DIGEST.fullmatch(row.digest) for row in rows)
    columns = _Folded(
        [row.actor for row in rows],
        [row.action for row in rows],
        [after - before for before, after in pairwise(times)],
        None if is_packed else [row.digest for row in rows],
    )
    packed = bytes.fromhex("".join(row.digest for row in rows)) if is_packed else b""
    return msgspec.msgpack.encode((zlib.compress(msgspec.msgpack.encode(columns), 9), packed))


def unfold(content: bytes) -> tuple[FoldedEntry, ...]:
    """Return the entries of a folded log in order."""
    compressed, packed = msgspec.msgpack.decode(content, type=tuple[bytes, bytes])
    columns = msgspec.msgpack.decode(zlib.decompress(compressed), type=_Folded)
    pieces = [packed[at : at + _DIGEST_BYTES].hex() for at in range(0, len(packed), _DIGEST_BYTES)]
    digests = pieces if columns.digests is None else columns.digests
    found = zip(columns.actors, columns.actions, digests, accumulate(columns.times), strict=True)
    return tuple(FoldedEntry(n, *values) for n, values in enumerate(found, 1))
