"""Loading of lessons from their files; errors name the file, the page and the field."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from engine.core import EngineError
from engine.games import game_types
from engine.lessons.format import Lesson, LessonError
from engine.lessons.objections import objections
from engine.record import configure


def load(file: str, text: str) -> Lesson:
    """Parse the text of a lesson's file and return the lesson. Raises LessonError."""
    try:
        lesson = msgspec.convert(tomllib.loads(text), Lesson, strict=True)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{file}: {error}") from error
    except msgspec.ValidationError as error:
        raise LessonError(f"{file}: {format_location(str(error))}") from error
    try:
        rules = configure(lesson.position.configuration)
    except EngineError as error:
        raise LessonError(f"{file}: position: {error.text}") from error
    for place, objection in objections(lesson, rules):
        raise LessonError(f"{file}: {place}: {objection}")
    return lesson


def format_location(text: str) -> str:
    """Return the text of a msgspec error with the path of the field at the beginning.

    In the path, pages, topics and frames are counted from 1 instead of 0.
    """
    message, _, path = text.partition(" - at `$.")
    if not path:
        return f"fields: {message}"
    counted = re.sub(
        r"(page|topic|frame)\[(\d+)\]\.?", lambda found: f"{found[1]} {int(found[2]) + 1}: ", path.rstrip("`")
    )
    return f"{counted}{'' if counted.endswith(': ') else ': '}{message}"


def load_lessons(game: str) -> dict[str, Lesson]:
    """Load all lessons of a game and return them by file name, sorted by level. Raises LessonError."""
    folder = files("data").joinpath(game, "lessons")
    if not folder.is_dir():
        return {}
    found = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    lessons = {file.name: load(f"{game}/{file.name}", file.read_text("utf-8")) for file in found}
    return dict(sorted(lessons.items(), key=lambda pair: (pair[1].level, pair[0])))


@cache
def lessons_of(game: str) -> Mapping[str, Lesson]:
    """Return the lessons of a game by id, sorted by level; cached. Raises LessonError."""
    return {lesson.id: lesson for lesson in load_lessons(game).values()}


def load_all_lessons() -> dict[str, dict[str, Lesson]]:
    """Load the lessons of every registered game and return them by game and file name. Raises LessonError."""
    return {game: load_lessons(game) for game in game_types()}
