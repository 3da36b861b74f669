"""The pictures of lessons: what the seat of a page sees, drawn by the game's painter."""

from engine.lessons import Lesson, position
from render import painter
from render.picture import Picture


def page_picture(lesson: Lesson, number: int, theme: str) -> Picture:
    """The picture of a page, counted from 0, with alt text. Raises LessonError, and ValueError if it can't be drawn."""
    page, stand = lesson.pages[number], position(lesson, number)
    view, names, drawn = stand.view(page.seat), names_of(lesson, page.seat), painter(lesson.position.game)
    kind, _, what = page.picture.partition(" ")
    match kind:
        case "hand":
            return drawn.hand(view, names, theme)
        case "preview":
            return drawn.preview(view, names, what, theme)
        case "zoom":
            return drawn.zoom(view, names, what, theme)
        case _:
            return drawn.board(view, names, theme)


def names_of(lesson: Lesson, seat: int | None) -> list[str]:
    """What the seats are called on a page that `seat` sees: "You" and "Rival", numbered where there are several."""
    others = [each for each in range(lesson.position.seats) if each != seat]
    called = "Player" if seat is None else "Rival"
    names = {each: called if len(others) == 1 else f"{called} {number}" for number, each in enumerate(others, 1)}
    return [names.get(each, "You") for each in range(lesson.position.seats)]
