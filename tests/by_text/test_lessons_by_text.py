"""Every question of every lesson can be answered on the pages of a table or by the lesson's buttons."""

from dataclasses import replace

import pytest

from cogs.learning.lesson_buttons import position_id
from cogs.learning.lesson_pictures import list_names
from cogs.ui.kit.custom_ids import LIMIT
from cogs.ui.kit.interface import Press, interface, playable_games
from engine.lessons import Ask, Lesson, judge, lessons_of, play_to_page
from tables.positions import position_view
from tables.refusal import Refusal
from tables.viewer import TableView
from tests.by_text.screens import Choice, screen

DEEPEST, MOST_PAGES = 6, 300
"""Maximum depth of pages for an answer, and maximum number of pages opened to find it."""


def seen(lesson: Lesson, number: int) -> TableView:
    """Return the position of a page, as its seat sees it."""
    stand = play_to_page(lesson, number)
    return position_view(
        position_id(lesson, number),
        lesson.position.configuration,
        stand.state,
        lesson.pages[number].seat,
        list_names(lesson),
        user_id=1,
        step=len(stand.log),
    )


def likeness(choice: Choice, wanted: str) -> int:
    """Score how much of an action a choice contains; tapped hexes count in any order."""
    parts = [*choice.custom_id.details, *([] if choice.value is None else [choice.value])]
    fitting = [part for part in parts if part in wanted or (part.isupper() and set(part) <= set(wanted))]
    return sum(map(len, fitting)) - len(parts)


def pressed(table: TableView, action: str, given: tuple[str, ...], wanted: str) -> Press | None:
    """Return the effect of a press; a form is filled in with the values of the wanted action."""
    ours = interface(table.row.game)
    if action == "do":
        return Press((":".join(given),), "")
    if action != "form":
        return ours.composing.press(table, action, given)
    values = wanted.rpartition(":")[2]
    written = {
        "values": values,
        "hex": wanted.split()[-1],
        **dict(pair.split("=") for pair in values.split(",") if "=" in pair),
    }
    return ours.composing.form_submitted(table, given, written)


def is_answered(lesson: Lesson, number: int, wanted: str) -> bool:
    """Return whether presses from the first page make a correct action, trying those closest to `wanted` first."""
    table, opened = seen(lesson, number), 0
    ours = interface(table.row.game)
    waiting: list[tuple[TableView, str, tuple[str, ...], int]] = [(table, "move", (), 0)]
    known: set[tuple[str, tuple[str, ...], str]] = set()
    while waiting and opened < MOST_PAGES:
        opened += 1
        at, name, details, depth = waiting.pop()
        try:
            shown = screen(ours.composing.page(at, name, details))
        except Refusal:
            continue
        for choice in sorted(shown.choices, key=lambda one: likeness(one, wanted)):
            assert len(str(choice.custom_id)) <= LIMIT
            more = () if choice.value is None else (choice.value,)
            action, given = choice.custom_id.action, (*choice.custom_id.details, *more)
            try:
                press = pressed(at, action, given, wanted)
            except Refusal:
                continue
            made = () if press is None else press.actions
            if made and judge(lesson, number, made).accepted:
                return True
            if made or depth == DEEPEST:
                continue
            after = at
            if press is not None:
                action, given = press.page, press.details
                if press.draft is not None:
                    after = replace(at, drafts={**at.drafts, press.draft[0]: press.draft[1]})
            key = action, given, repr(after.drafts)
            if key not in known:
                known.add(key)
                waiting.append((after, action, given, depth + 1))
    return False


QUESTIONS = [
    pytest.param(lesson, number, page, id=position_id(lesson, number))
    for game in playable_games()
    for lesson in lessons_of(game).values()
    for number, page in enumerate(lesson.pages)
    if isinstance(page, Ask)
]


@pytest.mark.slow
@pytest.mark.parametrize(("lesson", "number", "page"), QUESTIONS)
def test_a_right_answer_can_be_given(lesson: Lesson, number: int, page: Ask) -> None:
    if page.offer:
        assert any(judge(lesson, number, [offer.action]).accepted for offer in page.offer)
    else:
        assert is_answered(lesson, number, page.solution.action)
