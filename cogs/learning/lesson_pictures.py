"""The pictures of lessons: what the seat of a page sees, drawn by the game's painter."""

from engine.lessons import Ask, Lesson, position
from render import painter
from render.picture import ALT_LIMIT, Picture
from render.text import join_words, truncate_to_text_board

LEARNER = "Ann (you)"
"""What the learner is called: the sentences and headlines of the games speak of players by name, "Ann wins"."""
OTHER = "Rival"


def page_picture(lesson: Lesson, number: int, theme: str) -> Picture:
    """The picture of a page, counted from 0, with alt text. Raises LessonError, and ValueError if it can't be drawn."""
    page, names, drawn = lesson.pages[number], names_of(lesson), painter(lesson.position.game)
    view = position(lesson, number).view(page.seat)
    kind, _, what = page.picture.partition(" ")
    match kind:
        case "hand":
            return drawn.hand(view, names, theme)
        case "preview":
            return drawn.preview(view, names, what, theme)
        case "zoom":
            return drawn.zoom(view, names, what, theme)
        case _ if page.marks:
            picture = drawn.board(view, names, theme, marks=page.marks)
            return picture._replace(alt=truncate_to_text_board(f"{_marked(page.marks)} {picture.alt}", ALT_LIMIT))
        case _:
            return drawn.board(view, names, theme)


def _marked(marks: tuple[str, ...]) -> str:
    return f"A ring marks {join_words(marks)}."


def names_of(lesson: Lesson) -> list[str]:
    """What the seats are called on all pages of a lesson: the learner, and rivals with numbers where there are more."""
    seats = range(lesson.position.seats)
    learner = learner_of(lesson)
    others = [seat for seat in seats if seat != learner]
    names = {seat: OTHER if len(others) == 1 else f"{OTHER} {number}" for number, seat in enumerate(others, 1)}
    return [names.get(seat, LEARNER) for seat in seats]


def learner_of(lesson: Lesson) -> int | None:
    """The seat that a lesson calls "you": who is asked, or whose view is shown; None if only spectators look on."""
    asked = [page.seat for page in lesson.pages if isinstance(page, Ask)]
    return next((seat for seat in (*asked, *(page.seat for page in lesson.pages)) if seat is not None), None)
