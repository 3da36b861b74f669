"""Every lesson page has a marked picture of its seat's view with alt text, in every theme."""

import io
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from cogs.learning.lesson_pictures import list_names, page_picture
from engine.games import places
from engine.lessons import Ask, Lesson, LessonError, continue_from, judge, leads_on, list_answers, load
from engine.lessons.files import load_all_lessons
from engine.lessons.judging import play_to_page
from render.picture import ALT_LIMIT, Picture
from render.theme import THEMES, find_theme

LESSONS = {(game, lesson.id): lesson for game, found in load_all_lessons().items() for lesson in found.values()}
FEW = [("monster_hex", "first_monsters"), ("connect_four", "first_drop"), ("hive_mind", "first_shapes")]
TO_HIT = LESSONS["hex_battle_wars", "to_hit"]


def pages(lesson: Lesson) -> Iterator[int]:
    return iter(range(len(lesson.pages)))


def assert_drawn(picture: Picture) -> None:
    with Image.open(io.BytesIO(picture.png)) as drawn:
        assert drawn.size == (picture.width, picture.height)
    assert 0 < len(picture.alt) <= ALT_LIMIT


@pytest.mark.parametrize("name", [*FEW, ("hex_battle_wars", "vanish")], ids=lambda name: name[0])
def test_the_pages_of_a_few_lessons_are_drawn(name: tuple[str, str]) -> None:
    for number in pages(LESSONS[name]):
        assert_drawn(page_picture(LESSONS[name], number, "light"))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_page_is_drawn_in_every_theme(theme: str) -> None:
    for lesson in LESSONS.values():
        for number in pages(lesson):
            assert_drawn(page_picture(lesson, number, theme))


@pytest.mark.parametrize("game", sorted({game for game, _ in LESSONS}))
def test_every_place_of_a_board_can_be_marked_and_alt_text_says_so(game: str) -> None:
    lesson = next(lesson for (of, _), lesson in LESSONS.items() if of == game and lesson.pages[0].picture == "board")
    page = msgspec.structs.replace(lesson.pages[0], marks=())
    bare = msgspec.structs.replace(lesson, pages=(page,))
    known = tuple(places(game, play_to_page(lesson, 0).view(page.seat)))
    assert known
    marked = msgspec.structs.replace(lesson, pages=(msgspec.structs.replace(page, marks=known),))

    assert _of_mark(page_picture(bare, 0, "dark")) == 0
    assert _of_mark(page_picture(marked, 0, "dark")) >= len(known) * 400
    assert page_picture(marked, 0, "dark").alt.startswith(f"A ring marks {known[0]}, {known[1]}")


def _of_mark(picture: Picture) -> int:
    """Count the pixels in the colour of marks."""
    with Image.open(io.BytesIO(picture.png)) as drawn:
        wanted = find_theme("dark").mark
        return sum(count for count, colour in drawn.convert("RGB").getcolors(1 << 20) or () if colour == wanted)


def test_only_the_board_has_marks() -> None:
    path = Path("data/hex_battle_wars/lessons/in_sight.toml")
    text = path.read_text("utf-8").replace('picture = "preview move"', 'picture = "preview move"\nmarks = ["f11"]')

    with pytest.raises(LessonError, match="page 3: marks: marks need the picture of the board"):
        load("in_sight.toml", text)


def test_the_learner_is_called_the_same_on_all_pages_whoever_looks() -> None:
    tiles = LESSONS["hex_battle_wars", "tiles"]
    assert {page.seat for page in tiles.pages} == {0, 1}

    assert list_names(tiles) == ["Ann (you)", "Rival"]
    assert "Ann (you)" in page_picture(tiles, 2, "dark").alt
    assert list_names(LESSONS["monster_hex", "large_stones"]) == ["Rival 1", "Rival 2", "Ann (you)"]


def test_a_preview_is_drawn_from_the_seats_view() -> None:
    assert TO_HIT.pages[1].picture == "preview move"

    assert "Where to, Ann (you)?" in page_picture(TO_HIT, 1, "dark").alt


@pytest.mark.slow
def test_the_pages_after_own_right_moves_are_drawn() -> None:
    for lesson in LESSONS.values():
        for number, page in enumerate(lesson.pages):
            if not isinstance(page, Ask) or not leads_on(lesson, number):
                continue
            stand = play_to_page(lesson, number)
            right = [action for action in list_answers(page, stand) if judge(lesson, number, [action], stand).accepted]
            for own in (continue_from(lesson, number, [action]) for action in right[:2]):
                for later in range(number + 1, len(lesson.pages) if own else 0):
                    assert_drawn(page_picture(lesson, later, "dark", own or {}))
