"""The texts of lessons."""

from collections.abc import Sequence

from tables.texts import quote

LEARN = "### Learn a game\nShort lessons by doing: look at a position, try a move, and see what happens."
BUTTON_TRY = "Try it"
BUTTON_PAGE = "Back to the lesson"
CHOOSE = "Choose a lesson"
DONE = "done"
RIGHT, WRONG, SHOWN = "Right", "Not yet", "One way to do it"


def learned(title: str, done: int, lessons: int) -> str:
    """How far somebody is in a game, in one line."""
    return f"**{title}** · {done} of {lessons} lessons done"


def listed(title: str, lessons: Sequence[tuple[str, bool]]) -> str:
    """The lessons of a game, each with whether it is done."""
    done = sum(is_done for _, is_done in lessons)
    lines = [
        f"{number}\\. {name}{f' · *{DONE}*' if is_done else ''}" for number, (name, is_done) in enumerate(lessons, 1)
    ]
    return "\n".join([f"### {title}: {done} of {len(lessons)} lessons done", *lines])


def page(title: str, body: str, number: int, pages: int) -> str:
    """A page of a lesson; the number is counted from 1."""
    return f"### {title}\n{body}\n-# {number} of {pages}"


def asked(question: str) -> str:
    """What a lesson asks for, above the pages on which the answer is composed."""
    return f"> {question}"


def answered(heading: str, tried: str, sentences: Sequence[str], says: str) -> str:
    """What became of an answer: what was tried, what happened, and why it is right or not."""
    return "\n".join([f"**{heading}:** {tried}.", *sentences, f"> {says}"])


def goes_on_from(action: str) -> str:
    """That the next page shows another right move than the one that was made."""
    return f"-# The next page goes on from another right one: {action}."


def done_of(title: str, done: int, lessons: int, *, is_last: bool) -> str:
    """That a lesson is done, and how many are; after the last one that a game can follow."""
    told = f"Lesson done: {done} of {lessons} in {title}."
    return f"{told} That was the last one: have a game." if is_last else told


def numbered(number: int, title: str) -> str:
    """A lesson as a choice."""
    return f"{number}. {title}"


def no_such_lesson(title: str, typed: str) -> str:
    """That a game has no lesson of that name."""
    return f"{title} has no lesson {quote(typed)}. Here are all that it has."


def no_such_page(title: str, pages: int) -> str:
    """That a lesson has fewer pages than a button says."""
    return f"This lesson, {title}, has {pages} pages now, and that is none of them. *Lessons* opens it again."
