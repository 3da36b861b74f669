"""High Card in pictures: every kind in every theme, the same for whoever looks, legible, without a spectator's hand."""

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from engine.core import CHANCE, SPECTATOR
from engine.games import game_type
from engine.high_card.view import View
from render import __main__ as command
from render import gallery, high_card, painter, text
from render.picture import ALT_LIMIT, WIDTH, Picture, Sheet
from render.theme import DARK, THEMES, Theme

PAINT = painter("high_card")
SEATS = (2, 3, 4)


def played(seats: int) -> list[tuple[View, ...]]:
    """The views of all seats and, last, of a spectator, at each state of a game in which the lowest card is laid."""
    rules = game_type("high_card").rules(seats, {})
    state, views = rules.initial_state(), []
    while actors := rules.actors(state):
        if actors != (CHANCE,):
            views.append(tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR)))
        # Dealt from the top, so that the hands are high.
        legal = rules.legal_actions(state, actors[0])
        state = rules.apply(state, actors[0], legal[-1] if actors == (CHANCE,) else legal[0]).state
    return [*views, tuple(rules.view(state, viewer) for viewer in (*range(seats), SPECTATOR))]


def sheets(view: View, labels: tuple[str, ...], theme: Theme = DARK) -> list[Sheet]:
    """Pictures of all kinds of a seat's view, before they are encoded."""
    return [
        high_card.table_sheet(view, labels, theme),
        high_card.hand_sheet(view, labels, theme),
        high_card.zoom_sheet(view, labels, theme),
        high_card.legend_sheet(theme)[0],
    ]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_kind_of_picture_is_drawn_within_the_limits(seats: int, theme: str) -> None:
    drawn = dict(gallery.pictures("high_card", PAINT, seats, theme))

    assert {
        "board",
        "board empty",
        "board full",
        "board end",
        "hand",
        "preview 2",
        "zoom last",
        "legend",
        "result",
    } <= set(drawn)
    for picture in drawn.values():
        assert picture.width == WIDTH
        assert 0 < len(picture.alt) <= ALT_LIMIT
        assert not isinstance(picture, Picture) or len(picture.png) <= 200 * 1024


@pytest.mark.parametrize("labels", [gallery.NAMES, gallery.LONGEST], ids=["names", "long names"])
@pytest.mark.parametrize("seats", SEATS)
def test_texts_are_large_enough_and_lie_apart_within_the_picture(seats: int, labels: tuple[str, ...]) -> None:
    for views in played(seats):
        for sheet in sheets(views[0], labels[:seats]):
            for written in sheet.written:
                assert (
                    written.style.size >= (text.MIN_LABEL_SHARE if written.style.label else text.MIN_TEXT_SHARE) * WIDTH
                ), written
                assert min(written.left, written.top) >= 0, written
                assert written.right <= WIDTH, written
                assert written.bottom <= sheet.plane.height, written
            for one, other in combinations(sheet.written, 2):
                apart = one.right <= other.left or other.right <= one.left
                assert apart or one.bottom <= other.top or other.bottom <= one.top, (one, other)


@pytest.mark.parametrize("seats", SEATS)
def test_the_table_is_the_same_for_everybody(seats: int) -> None:
    for views in played(seats):
        assert len({PAINT.board(view, gallery.NAMES[:seats]) for view in views}) == 1
        assert len({PAINT.zoom(view, gallery.NAMES[:seats], "last") for view in views}) == 1
        assert len({PAINT.text(view, gallery.NAMES[:seats]) for view in views}) == 1


def test_the_table_is_told_in_words() -> None:
    view = played(2)[3][-1]

    assert PAINT.text(view, ("Ann", "漢字")).splitlines() == [
        "High Card, Round 2 of 5.",
        "A Ann: 1 round, has laid, 3 cards in hand.",
        "B Seat B: 0 rounds, to lay a card.",
        "Round 1, turned over: A 16, B 15; A took it.",
        "Turned over so far: 15 16.",
    ]


def test_a_spectator_has_no_hand() -> None:
    for draw in (PAINT.hand, PAINT.hand_text):
        with pytest.raises(ValueError, match="no hand"):
            draw(played(2)[0][-1], gallery.NAMES[:2])


@pytest.mark.parametrize("action", ["", "lay", "lay 1", "lay 16 now", "deal 0 16"])
def test_what_can_not_be_laid_has_no_preview(action: str) -> None:
    with pytest.raises(ValueError, match="the hand is 16 18 20 22 24"):
        PAINT.preview(played(2)[0][0], gallery.NAMES[:2], action)


def test_the_contact_sheet_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The other games' pictures have tests of their own.
    others = command._painters()
    monkeypatch.setattr(command, "_painters", lambda: {"high_card": others["high_card"]})

    command.contact_sheet(tmp_path, "light", [2])

    kinds = {path.stem for path in (tmp_path / "light").glob("high_card-2-*.png")}
    assert {"high_card-2-board", "high_card-2-hand-390", "high_card-2-preview-2", "high_card-2-legend-390"} <= kinds
    with Image.open(tmp_path / "index-light.png") as together:
        assert together.width >= 6 * 390
