"""The looping pictures of demos, drawn once for each theme."""

import hashlib
from collections import OrderedDict

import msgspec

from cogs.learning.lesson_pictures import page_picture
from cogs.ui.kit.drawing_pool import DrawingPool
from engine.lessons.topics import Topic
from render import painter
from render.animation import Animation
from render.captions import draw_story
from render.picture import ALT_LIMIT
from render.text import truncate

KEPT_BYTES = 12 * 1024 * 1024
"""How many bytes of pictures are kept in memory: some thirty demos."""


class DemoPictures:
    """Draws demos, and keeps those shown last."""

    def __init__(self, pool: DrawingPool) -> None:
        self._pool = pool
        self._kept: OrderedDict[str, Animation] = OrderedDict()

    async def picture(self, topic: Topic, theme: str) -> Animation:
        """The picture of a topic in a theme."""
        digest = digest_of(topic, theme)
        drawn = self._kept.get(digest)
        if drawn is None:
            drawn = await self._pool.draw(lambda: draw_demo(topic, theme))
        self._keep(digest, drawn)
        return drawn

    def _keep(self, digest: str, drawn: Animation) -> None:
        self._kept[digest] = drawn
        self._kept.move_to_end(digest)
        while sum(len(each.gif) for each in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)


def digest_of(topic: Topic, theme: str) -> str:
    """Names a picture by all that is drawn in it."""
    return hashlib.sha256(msgspec.json.encode((topic.game, topic.scenes, theme))).hexdigest()


def draw_demo(topic: Topic, theme: str) -> Animation:
    """The scenes of a topic with their captions. Raises LessonError, and ValueError if one can't be drawn."""
    pictures = [page_picture(scene.lesson, scene.page, theme) for scene in topic.scenes]
    captions = [scene.caption for scene in topic.scenes]
    durations = [scene.milliseconds for scene in topic.scenes]
    alt = truncate(" ".join(f"{number}. {caption}" for number, caption in enumerate(captions, 1)), ALT_LIMIT)
    return draw_story(pictures, captions, durations, painter(topic.game).theme(theme), alt)
