"""The contract of `render.Painter`, checked on positions of a game and on its sample pictures.

Texts are checked on the sheet, before it is encoded: `sheet_and_alt` returns the sheet of a painter's method.
"""

import re
import struct
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import combinations
from typing import Any, Final, NamedTuple, ParamSpec
from unittest.mock import patch

import msgspec
import pytest

from engine.core import CHANCE, SPECTATOR
from engine.history import clear_actors
from render import Animation, Painter, Picture, painter, text
from render.palette import get_palette
from render.picture import ALT_LIMIT, WIDTH, Sheet
from render.theme import Theme
from tests.kits.suite import description
from tests.kits.walks import Walk, walks
from tools.pictures import gallery

NAMES: Final = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida", "Tomasz")
LONG: Final = ("W" * 32, "Ж" * 32, "漢字" * 16, "m" * 32, "M" * 32, "Ann " * 8, "ш" * 32)
STRANGE: Final = ("ｗ" * 32, "שָׁלוֹם 🦊", "a\u0301\u0323\u200b\n\x00" * 8, "", "\u202e" * 32, "𝓐" * 32, " ")
BYTES: Final = 250_000
SAMPLES: Final = 4
"""The number of positions of a walk drawn in addition to the first and last of each phase."""
SMALL_LABELS: Final = {"hex_battle_wars": 15}
"""The least font size of labels on pieces, in pixels, for games whose close-ups show them larger."""
ASKS: Final = re.compile(
    r"(\b(Ann|Ben|Cam)\b|\b\w…)[^.\n·|]* (to|may) [a-z]{3}"
    r"|[Nn]ot ready|To choose|choosing|waiting|[Yy]our\b"
)
"""Texts that appear only where somebody must act."""

Arguments = ParamSpec("Arguments")


class Position(NamedTuple):
    """The views of all seats and then of a spectator, the acting player, and its actions in notation."""

    views: Sequence[Any]
    actor: int | None
    actions: Sequence[str]

    @property
    def public(self) -> Any:
        """The view of a spectator."""
        return self.views[-1]


class Drawn(NamedTuple):
    """A picture with the sheet that it was encoded from. An animation has no sheet."""

    kind: str
    picture: Picture | Animation
    sheet: Sheet[Theme] | None


@contextmanager
def recorded() -> Generator[list[Sheet[Theme]]]:
    """Yield a list that collects the sheets encoded within the context."""
    sheets: list[Sheet[Theme]] = []
    encode = Sheet[Theme].encode

    def record(sheet: Sheet[Theme], alt: str) -> Picture:
        sheets.append(sheet)
        return encode(sheet, alt)

    with patch.object(Sheet, "encode", record):
        yield sheets


def sheet_of(draw: Callable[Arguments, Picture], *args: Arguments.args, **kw: Arguments.kwargs) -> Sheet[Theme]:
    """Return the sheet of a picture drawn by a painter's method."""
    return sheet_and_alt(draw, *args, **kw)[0]


def sheet_and_alt(
    draw: Callable[Arguments, Picture], *args: Arguments.args, **kw: Arguments.kwargs
) -> tuple[Sheet[Theme], str]:
    """Return the sheet and the alt text of a picture drawn by a painter's method."""
    with recorded() as sheets:
        alt = draw(*args, **kw).alt
    return sheets[-1], alt


def texts(sheet: Sheet[Theme]) -> list[str]:
    """Return all texts on a sheet."""
    return [each.text for each in sheet.written]


def texts_of(draw: Callable[Arguments, Picture], *args: Arguments.args, **kw: Arguments.kwargs) -> list[str]:
    """Return all texts on a picture drawn by a painter's method."""
    return texts(sheet_of(draw, *args, **kw))


def games_of(name: str) -> list[tuple[Walk, list[Position]]]:
    """Return games in each configuration, some with clocks that run out, each with its positions."""
    played = walks(description(name), 2)
    return [(walk, positions(walk)) for walk in [walk for walk in played if walk.seed == 0] + played[1:4:2]]


def positions(walk: Walk) -> list[Position]:
    """Return the first and last position of each phase, with and without chance acting, and some others, in order."""
    chosen: dict[Any, int] = {}
    for number, state in enumerate(walk.states):
        key = getattr(walk.rules.view(state, SPECTATOR), "phase", None), walk.rules.actors(state)[:1] == (CHANCE,)
        chosen.setdefault((*key, "first"), number)
        chosen[*key, "last"] = number
    numbers = {*chosen.values(), *(number for number, _ in walk.sampled(SAMPLES))}
    return [_position(walk, walk.states[number]) for number in sorted(numbers)]


def _position(walk: Walk, state: Any) -> Position:
    rules = walk.rules
    actor = next(iter(rules.actors(state)), None)
    actions = () if actor in (None, CHANCE) else rules.legal_actions(state, actor)
    views = [rules.view(state, viewer) for viewer in (*range(rules.seats), SPECTATOR)]
    return Position(views, actor, [rules.format_action(action) for action in actions])


def pictures(paint: Painter, position: Position, labels: Sequence[str], theme: str = "dark") -> Iterator[Drawn]:
    """Yield every kind of picture of a position.

    Previews cover the first of the actor's actions of each kind, and the beginnings of its notation.
    """
    seats = range(len(position.views) - 1)
    labels, public = labels[: len(seats)], position.public
    yield _record("board", lambda: paint.board(public, labels, theme))
    yield _record("legend", lambda: paint.legend(public, theme))
    for around in ("last", "SE"):
        yield _record(f"zoom {around}", lambda around=around: paint.zoom(public, labels, around, theme))
    for seat in {seats[0], seats[-1], position.actor or 0} & {*seats}:
        with suppress(ValueError):
            yield _record("hand", lambda seat=seat: paint.hand(position.views[seat], labels, theme))
    if position.actor is None:
        yield _record("result", lambda: paint.result([public], labels, theme))
    else:
        own = position.views[position.actor]
        for action in _beginnings(position.actions):
            with suppress(ValueError):
                yield _record(action, lambda action=action: paint.preview(own, labels, action, theme))


def _beginnings(actions: Sequence[str]) -> Iterator[str]:
    kinds = {re.split("[ :]", action)[0]: action for action in reversed(actions)}
    for action in kinds.values():
        words = action.split()
        yield from (" ".join(words[:count]) for count in range(1, len(words) + 1))


def exhibits(name: str, seats: int, theme: str) -> Iterator[Drawn]:
    """Yield the sample pictures of a game."""
    with recorded() as sheets:
        for kind, picture in gallery.pictures(name, painter(name), seats, theme):
            yield Drawn(kind, picture, sheets[-1] if isinstance(picture, Picture) else None)


def _record(kind: str, draw: Callable[[], Picture]) -> Drawn:
    with recorded() as sheets:
        picture = draw()
    return Drawn(kind, picture, sheets[-1])


def check_png(drawn: Drawn) -> None:
    """Check that a picture is a small indexed PNG without metadata, of the usual width, and has an alt text."""
    picture, sheet = drawn.picture, drawn.sheet
    assert 0 < len(picture.alt) <= ALT_LIMIT, drawn.kind
    assert not picture.alt.endswith(text.ELLIPSIS), drawn.kind
    assert picture.width == WIDTH, drawn.kind
    if isinstance(picture, Animation):
        assert len(picture.gif) <= 1_500_000, drawn.kind
        return
    assert sheet is not None
    parts = _chunks(picture.png)
    header = (WIDTH, picture.height, 8, 3)
    assert struct.unpack(">IIBB", parts["IHDR"][:10]) == header, drawn.kind
    assert set(parts) == {"IHDR", "PLTE", "IDAT", "IEND"}, drawn.kind
    assert parts["PLTE"] == bytes(part for colour in get_palette(sheet.theme).colours for part in colour), drawn.kind
    assert len(picture.png) <= BYTES, drawn.kind


def _chunks(png: bytes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        name = png[at + 4 : at + 8].decode()
        found[name] = found.get(name, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    return found


def check_texts(sheet: Sheet[Theme], where: str = "", small_label: int | None = None) -> None:
    """Check that texts are large enough, inside the picture and not overlapping.

    With `small_label`, texts on pieces may be that small, and overlaps are allowed.
    """
    for one in sheet.written:
        least = (text.MIN_LABEL_SHARE if one.style.label else text.MIN_TEXT_SHARE) * WIDTH
        if small_label is not None and one.style.label and len(one.text) <= 5:
            least = small_label
        assert one.style.size >= least, (where, one)
        assert 0 <= one.left <= one.right <= WIDTH, (where, one)
        assert 0 <= one.top <= one.bottom <= sheet.plane.height, (where, one)
    if small_label is not None:
        return
    for one, other in combinations(sheet.written, 2):
        apart = one.right <= other.left or other.right <= one.left
        assert apart or one.bottom <= other.top or other.bottom <= one.top, (where, one, other)


def check_theme(dark: Drawn, other: Drawn) -> None:
    """Check that two themes of a picture differ only in colour."""
    assert (dark.kind, dark.picture.alt) == (other.kind, other.picture.alt)
    assert (dark.picture.width, dark.picture.height) == (other.picture.width, other.picture.height)
    if dark.sheet is not None and other.sheet is not None:
        assert dark.sheet.written == other.sheet.written, dark.kind
        assert dark.sheet.plane.tobytes() != other.sheet.plane.tobytes(), dark.kind


def check_viewers(paint: Painter, position: Position) -> None:
    """Check that the public board is the same for every viewer, and that drawing changes no view."""
    labels = LONG[: len(position.views) - 1]
    before = [msgspec.json.encode(view) for view in position.views]
    assert len({paint.board(view, labels) for view in (position.views[0], position.public)}) == 1
    assert len({paint.zoom(view, labels, "last") for view in position.views[-2:]}) == 1
    assert len({paint.text(view, labels) for view in position.views}) == 1
    assert [msgspec.json.encode(view) for view in position.views] == before


def check_spectators(paint: Painter, position: Position) -> None:
    """Check that a spectator has no hand, in pictures and in words."""
    labels = NAMES[: len(position.views) - 1]
    for draw in (paint.hand, paint.hand_text):
        with pytest.raises(ValueError, match=r"spectator|no hand"):
            draw(position.public, labels)


def check_refusals(paint: Painter, position: Position) -> None:
    """Check that impossible pictures raise ValueError with a short text."""
    labels, own = NAMES[: len(position.views) - 1], position.views[0]
    for draw in (
        lambda: paint.replay([], labels),
        lambda: paint.result([], labels),
        lambda: paint.result([position.public], labels),
        *(
            lambda word=word: paint.board(position.public, labels, marks=[word])
            for word in ("", "atlantis", "x" * 5000)
        ),
        *(lambda word=word: paint.preview(own, labels, word) for word in ("", "atlantis", "x" * 5000)),
        *(lambda word=word: paint.zoom(own, labels, word) for word in ("", "atlantis", "x" * 5000)),
    ):
        with pytest.raises(ValueError, match=r"\w") as refused:
            draw()
        assert len(str(refused.value)) < 300


def check_ended_early(paint: Painter, position: Position) -> None:
    """Check that a game ended early asks nobody and says so, and that an open game doesn't."""
    labels = [("Ann", "Ben", "Cam")[seat % 3] for seat in range(len(position.views) - 1)]
    view, stopped_view = position.public, clear_actors(position.public)
    going_on = paint.board(view, labels).alt
    if position.actor is None:
        return
    for told in (going_on, *texts_of(paint.board, view, labels), paint.text(view, labels)):
        assert text.ENDED_EARLY not in told
    if position.actor == CHANCE or not hasattr(view, "actors"):
        return
    assert ASKS.search(going_on), going_on
    alt, picture = paint.board(stopped_view, labels).alt, " | ".join(texts_of(paint.board, stopped_view, labels))
    for told in (alt, picture, paint.text(stopped_view, labels)):
        assert not ASKS.search(told), told
    # Points may be final before the last choice, as in Hive Mind (HM-25).
    is_decided = " wins" in going_on
    assert is_decided or text.ENDED_EARLY in alt
    assert is_decided or text.ENDED_EARLY in picture


def check_threads(paint: Painter, views: Sequence[Any], labels: Sequence[str]) -> None:
    """Check that pictures drawn in threads are the same."""

    def draw(view: Any) -> list[Picture]:
        drawn = [paint.board(view, labels)]
        with suppress(ValueError):
            drawn.append(paint.hand(view, labels))
        return drawn

    alone = [draw(view) for view in views]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(draw, [*views, *views])] == alone * 2
