"""Every kind of picture in each language: its texts have room."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.games import game_type, game_types
from language.catalogues import SPOKEN
from language.messages import _, speaking
from render import Picture, painter, text
from render.monster_hex.variant_texts import SHARED_NAME
from render.picture import WIDTH, Sheet
from tools.pictures import gallery

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Ida", "Tom")


def list_sheets(game: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Sheet[Any]]]:
    """Yield each kind of picture of a game, for the fewest and the most seats, as it is before it is encoded."""
    drawn: list[Sheet[Any]] = []

    def record(sheet: Sheet[Any], alt: str) -> Picture:
        drawn.append(sheet)
        return Picture(b"", WIDTH, sheet.plane.height, alt)

    monkeypatch.setattr(Sheet, "encode", record)
    seats = game_type(game).seats
    for count in {min(seats), max(seats)}:
        for kind, _picture in gallery.pictures(game, painter(game), count, "dark", NAMES, NAMES):
            yield from ((f"{kind} for {count}", sheet) for sheet in drawn)
            drawn.clear()


@pytest.mark.slow
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("game", game_types())
def test_no_text_is_cut(game: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with speaking(language):
        name = _(SHARED_NAME)
        for kind, sheet in list_sheets(game, monkeypatch):
            cut = [each.text for each in sheet.written if each.text.endswith(text.ELLIPSIS)]
            # The name of a seat may be cut.
            assert [words for words in cut if not name.startswith(words[:-1])] == [], kind
