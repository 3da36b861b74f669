"""The pictures of demos are drawn once per theme, are small, and have no two equal frames."""

from io import BytesIO

import pytest
from PIL import Image

from cogs.learning import lesson_pictures
from cogs.learning.lesson_pictures import DemoPictures, draw_demo
from cogs.ui.kit.drawing_pool import DrawingPool
from engine.games import game_types
from engine.lessons.topics import Topic, load_all_topics, load_topics
from render.animation import Animation
from render.picture import ALT_LIMIT
from render.theme import THEMES

FIRST = [next(iter(topics.values())) for topics in load_all_topics().values() if topics]
ALL = [topic for topics in load_all_topics().values() for topic in topics.values()]
FEWEST = 8
MOST_BYTES = 1_500_000


def _check(topic: Topic, theme: str) -> None:
    drawn = draw_demo(topic, theme)

    assert len(drawn.gif) <= MOST_BYTES
    assert len(drawn.alt) <= ALT_LIMIT
    assert drawn.alt.startswith(f"1. {topic.scenes[0].caption} 2. ")
    with Image.open(BytesIO(drawn.gif)) as picture:
        frames: list[bytes] = []
        for number, scene in enumerate(topic.scenes):
            picture.seek(number)
            assert picture.info["duration"] == scene.milliseconds // 10 * 10
            frames.append(picture.convert("RGB").tobytes())
        assert len(set(frames)) == len(frames) == picture.n_frames  # type: ignore[attr-defined]


@pytest.mark.parametrize("topic", FIRST, ids=lambda topic: topic.game)
def test_a_demo_tells_its_captions_frame_by_frame(topic: Topic) -> None:
    _check(topic, "light")


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("topic", ALL, ids=lambda topic: f"{topic.game}-{topic.id}")
def test_every_demo_is_drawn_in_every_theme(topic: Topic, theme: str) -> None:
    _check(topic, theme)


@pytest.mark.parametrize("game", game_types())
def test_every_game_has_topics(game: str) -> None:
    assert len(load_topics(game)) >= FEWEST


async def test_a_demo_is_drawn_once_for_each_theme_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []

    def draw(topic: Topic, theme: str) -> Animation:
        drawn.append((topic.id, theme))
        return Animation(b"x" * 40, 1, 1, "")

    monkeypatch.setattr(lesson_pictures, "draw_demo", draw)
    monkeypatch.setattr(lesson_pictures, "KEPT_BYTES", 100)
    pool = DrawingPool()
    pictures, (one, two, *_) = DemoPictures(pool), ALL
    for topic, theme in ((one, "dark"), (two, "dark"), (one, "dark"), (one, "light"), (one, "dark"), (two, "dark")):
        await pictures.picture(topic, theme)
    pool.close()

    assert drawn == [(one.id, "dark"), (two.id, "dark"), (one.id, "light"), (two.id, "dark")]
