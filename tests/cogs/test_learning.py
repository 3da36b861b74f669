"""`/learn`: lists and pages of lessons, judged answers, stored progress, and the ways to the lessons."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from discord import ui

from cogs.learning.catalogue import (
    BASICS,
    BUTTON_LIST,
    basic_lessons,
    estimate_minutes,
    find_lesson_for_rule,
)
from cogs.learning.help_page import BUTTON_LEARN
from cogs.learning.learning import LESSON_NEEDS_GAME, PAGE_CHANGED
from cogs.learning.lesson_buttons import (
    BUTTON_NEXT_LESSON,
    BUTTON_PAGE,
    BUTTON_SHOW_ME,
    BUTTON_TRY,
    BUTTON_TRY_AGAIN,
    RIGHT_SIGN,
    WRONG_SIGN,
    action_buttons,
    answer_buttons,
    page_navigation_buttons,
)
from cogs.learning.lesson_list import BUTTON_CONTINUE, DONE
from cogs.learning.lesson_pages import BUTTON_TO_GAME, RIGHT, WRONG, format_continuation_note
from cogs.learning.lesson_pictures import LEARNER
from cogs.learning.questions import quote_question
from cogs.learning.rule_pages import BUTTON_LESSON
from cogs.ui.kit.custom_ids import lesson_id
from cogs.ui.kit.interface import playable_games
from cogs.ui.messages.shared_buttons import BUTTON_WHATIF
from data.store import LessonRow, StoreUnavailable
from engine.lessons import Ask, Lesson, Quiz, Show, judge, lessons_of
from engine.rule_book import find_rule, rules_of
from tests.cog_tables import ANN, BEN, start_table
from tests.cogs.test_direct_messages import away
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult, open_program
from tests.running_dispatchers import Clock

GAME = "monster_hex"
FIRST, SECOND = list(lessons_of(GAME))[:2]
ASKED = "first_monsters"
COMPOSE = f"learn.{GAME}.{ASKED}.2"
"""The position of a page that asks for a tile on D1."""


def page(lesson: str, number: int, game: str = GAME) -> str:
    return str(lesson_id(game, lesson, number))


async def open_page(program: InProcessProgram, lesson: str, number: int, game: str = GAME) -> InteractionResult:
    return await program.press(ANN, page(lesson, number, game), private=True)


async def progress(program: InProcessProgram, lesson: str, game: str = GAME) -> LessonRow | None:
    async with program.store.read() as reader:
        return await reader.people.read_lesson_progress(ANN.id, game, lesson)


async def finish(program: InProcessProgram, lesson: Lesson) -> InteractionResult:
    """Solve all tasks of a lesson, and return its last page."""
    place = f"{lesson.position.game}:{lesson.id}"
    shown = await open_page(program, lesson.id, len(lesson.pages) - 1, lesson.position.game)
    for number, each in enumerate(lesson.pages):
        if isinstance(each, Quiz):
            right = next(index for index, one in enumerate(each.choices) if judge(lesson, number, [one]).accepted)
            shown = await program.press(ANN, f"learn::lesson_choice:{place}:{number}:{right}", private=True)
        elif isinstance(each, Ask):
            shown = await program.press(ANN, f"learn::lesson_solution:{place}:{number}", private=True)
        elif number == len(lesson.pages) - 1:
            shown = await open_page(program, lesson.id, number, lesson.position.game)
    return shown


async def answer(program: InProcessProgram, hexagon: str, rotation: int = 0) -> InteractionResult:
    """Compose a placement from *Try it* on the pages of a table, and confirm it."""
    opened = await program.press(ANN, f"{COMPOSE}::move", private=True)
    chosen = next(each for each in opened.custom_ids if each.endswith(f":hex:B1:{hexagon}"))
    await program.press(ANN, chosen, private=True)
    version = chosen.split(":")[1]
    return await program.press(ANN, f"{COMPOSE}:{version}:do:place B1 {hexagon} {rotation}", private=True)


async def test_the_games_are_offered_with_how_far_one_is(program: InProcessProgram) -> None:
    before = await program.command(ANN, "learn")
    await finish(program, lessons_of(GAME)[FIRST])
    after = await program.command(ANN, "learn")

    for name, game in playable_games().items():
        more = len(lessons_of(name)) - BASICS
        minutes = estimate_minutes(basic_lessons(name))
        assert f"**{game.title}** · Basics: 4 lessons, about {minutes} minutes · More: {more} lessons" in before.text
        assert f"learn::lessons:{name}" in before.custom_ids
    assert "**Monster Hex** · Basics: 1 of 4 lessons done · More: 16 lessons" in after.text
    assert after.buttons["Back"] == "guide::help"


async def test_a_games_lessons_are_listed_and_chosen(program: InProcessProgram) -> None:
    await finish(program, lessons_of(GAME)[FIRST])

    shown = await program.command(ANN, "learn", game=GAME)
    chosen = await program.press(ANN, f"learn::lesson_pick:{GAME}:+1", [SECOND], private=True)

    (select,) = [part for request in shown.requests for part in parts(request.body) if part.get("options")]
    assert [option["value"] for option in select["options"]] == list(lessons_of(GAME))
    assert select["options"][0]["description"] == DONE
    assert f"· *{DONE}*" in shown.text
    assert shown.buttons[BUTTON_CONTINUE] == page(SECOND, 0)
    assert lessons_of(GAME)[SECOND].title in chosen.text


async def test_basics_come_first_and_lead_to_a_game_and_to_more(program: InProcessProgram) -> None:
    before = await program.command(ANN, "learn", game=GAME)
    await open_page(program, SECOND, 1)
    begun = await program.command(ANN, "learn", game=GAME)
    ends = [await finish(program, each) for each in basic_lessons(GAME)]
    more = next(each for each in lessons_of(GAME).values() if each.id == "rounds")
    beyond = await open_page(program, more.id, len(more.pages) - 1)
    after = await program.command(ANN, "learn", game=GAME)

    assert "**Basics: 4 lessons, about 6 minutes**" in before.text
    assert "**More: 16 lessons**" in before.text
    assert more.title not in before.text, "further lessons are only in the list to choose from"
    assert before.buttons["Begin"] == page(FIRST, 0)
    assert begun.buttons[BUTTON_CONTINUE] == page(SECOND, 1)
    assert "Basics done: you can play now" in ends[-1].text
    assert ends[-1].buttons["Play the computer now"].endswith(f"::new_computer:{GAME}")
    assert "Lesson done. More: 1 of 16 lessons done." in beyond.text
    assert after.buttons[BUTTON_CONTINUE] == page(list(lessons_of(GAME))[BASICS], 0)


@pytest.mark.parametrize("game", playable_games())
def test_the_basics_of_a_game_take_about_six_minutes(game: str) -> None:
    assert len(basic_lessons(game)) == BASICS
    assert 5 <= estimate_minutes(basic_lessons(game)) <= 7


async def test_a_page_has_caption_picture_and_ways_on(program: InProcessProgram) -> None:
    shown = await open_page(program, FIRST, 0)
    by_command = await program.command(ANN, "learn", game=GAME, lesson=lessons_of(GAME)[FIRST].title)

    first = lessons_of(GAME)[FIRST]
    assert isinstance(first.pages[0], Show)
    assert first.pages[0].caption in shown.text
    assert f"1 of {len(first.pages)}" in shown.text
    assert "private.png" in shown.files
    assert shown.buttons == {
        "Next": page(FIRST, 1),
        "Lessons": f"learn::lessons:{GAME}",
        "Board as text": f"learn.{GAME}.{FIRST}.0::text",
    }
    assert first.pages[0].caption in by_command.text


async def test_the_board_as_text_has_the_rare_ways(program: InProcessProgram) -> None:
    shown = await program.press(ANN, f"learn.{GAME}.{ASKED}.2::text", private=True)

    assert "Only you can see the following" in shown.text
    assert shown.buttons == {
        BUTTON_PAGE: page(ASKED, 2),
        BUTTON_WHATIF: f"learn::whatif_lesson:{GAME}:{ASKED}:2",
        BUTTON_LIST: f"learn::lessons:{GAME}",
    }


async def test_a_skipped_task_is_offered_at_the_end_and_its_answer_ends_the_lesson(program: InProcessProgram) -> None:
    lesson = lessons_of(GAME)[ASKED]
    tasks, end = [2, 4, 6], len(lesson.pages) - 1
    assert tasks == [number for number, each in enumerate(lesson.pages) if not isinstance(each, Show)]
    skipping = await open_page(program, ASKED, 4)
    for number in 2, 6:
        await program.press(ANN, f"learn::lesson_solution:{GAME}:{ASKED}:{number}", private=True)
    known = await open_page(program, ASKED, 2)

    ended = await open_page(program, ASKED, end)
    listed = await program.command(ANN, "learn", game=GAME)
    solved = await program.press(ANN, f"learn::lesson_solution:{GAME}:{ASKED}:4", private=True)
    again = await open_page(program, ASKED, end)

    assert skipping.buttons["Skip"] == page(ASKED, 5)
    assert known.buttons["Next"] == page(ASKED, 3), "a task that is solved is not skipped"
    assert "End of the lesson: 2 of 3 tasks solved." in ended.text
    assert "Lesson done" not in ended.text
    assert ended.buttons["Skipped task"] == page(ASKED, 4)
    assert f"· *{DONE}*" not in listed.text
    assert listed.buttons[BUTTON_CONTINUE] == page(ASKED, 4)
    assert "Lesson done" in solved.text
    assert "Lesson done" in again.text
    assert "Skipped task" not in again.buttons


async def test_an_answer_is_composed_as_at_a_table_and_told_in_the_games_words(program: InProcessProgram) -> None:
    wrong = await answer(program, "D4")
    right = await answer(program, "D1", 3)

    says = judge(lessons_of(GAME)[ASKED], 2, ["place B1 D4 0"]).says
    assert f"{WRONG} {says}\n{LEARNER} placed the Serpent on D4." in wrong.text
    assert wrong.buttons[BUTTON_TRY_AGAIN] == f"{COMPOSE}::move"
    assert f"{RIGHT} Your first monster is on the board." in right.text
    assert right.buttons["Next"] == page(ASKED, 3)
    assert BUTTON_TRY_AGAIN not in right.buttons


async def test_the_result_stands_below_the_picture_above_the_pressed_button(program: InProcessProgram) -> None:
    game, name, number = offered()
    pressed = await program.press(ANN, f"learn::lesson_offer:{game}:{name}:{number}:0", private=True)

    there = parts(pressed.page["components"])
    picture = next(index for index, part in enumerate(there) if "items" in part)
    result = next(
        index for index, part in enumerate(there) if RIGHT in (told := part.get("content", "")) or WRONG in told
    )
    button = next(
        index for index, part in enumerate(there) if str(part.get("label", "")).startswith((RIGHT_SIGN, WRONG_SIGN))
    )
    assert picture < result < button


async def test_the_lesson_goes_on_from_the_learners_own_right_move(tmp_path: Path, clock: Clock) -> None:
    async with open_program(tmp_path, clock) as program:
        right = await answer(program, "D1", 3)
        fake = program.discord
    async with open_program(tmp_path, clock, discord_before=fake) as program:
        await program.press(ANN, right.buttons["Next"], private=True)
        own = await program.press(ANN, f"learn.{GAME}.{ASKED}.3::text", private=True)
        tried = await program.press(ANN, f"learn::whatif_lesson:{GAME}:{ASKED}:4", private=True)
        back = await open_page(program, ASKED, 2)
        solved = await program.press(ANN, f"learn::lesson_solution:{GAME}:{ASKED}:2", private=True)
        canned = await program.press(ANN, f"learn.{GAME}.{ASKED}.3::text", private=True)

    assert "continues from" not in right.text
    assert "R Serpent on D1" in own.text
    assert LEARNER in tried.text
    assert "Serpent" not in back.text
    assert "**One way to do it:**" in solved.text
    assert "R Scarab on D1" in canned.text


async def test_a_right_move_that_the_lesson_cannot_go_on_from_is_told(program: InProcessProgram) -> None:
    page = f"learn.{GAME}.small_stones.1"
    opened = await program.press(ANN, f"{page}::move", private=True)
    version = next(each for each in opened.custom_ids if ":hex:" in each).split(":")[1]
    right = await program.press(ANN, f"{page}:{version}:do:place A1 F2 1", private=True)

    assert RIGHT in right.text
    assert format_continuation_note("Hydra on F2, way 5") in right.text


async def test_the_question_stands_above_each_page_on_which_it_is_answered(program: InProcessProgram) -> None:
    asked = lessons_of(GAME)[ASKED].pages[2]
    assert isinstance(asked, Ask)
    tile = await program.press(ANN, f"{COMPOSE}::move", private=True)
    chosen = next(each for each in tile.custom_ids if each.endswith(":hex:B1:D4"))
    turn = await program.press(ANN, chosen, private=True)

    for composing in tile, turn:
        assert quote_question(asked.question) in composing.text


async def test_a_task_to_attack_opens_the_attacks(program: InProcessProgram) -> None:
    shown = await open_page(program, "first_attack", 1, "connect_four")
    opened = await program.press(ANN, shown.buttons[BUTTON_TRY], private=True)

    assert "**Which attack?**" in opened.text


async def test_after_two_wrong_answers_a_restart_too_the_solution_is_shown(tmp_path: Path, clock: Clock) -> None:
    async with open_program(tmp_path, clock) as program:
        once = await answer(program, "D4")
        fake = program.discord
    async with open_program(tmp_path, clock, discord_before=fake) as program:
        twice = await answer(program, "D4", 2)
        again = await open_page(program, ASKED, 2)
        solved = await program.press(ANN, twice.buttons[BUTTON_SHOW_ME], private=True)
        await open_page(program, ASKED, 0)
        back = await open_page(program, ASKED, 2)

    assert BUTTON_SHOW_ME not in once.buttons
    assert BUTTON_SHOW_ME in again.buttons
    assert "**One way to do it:** Scarab on D1, way 2." in solved.text
    assert solved.buttons["Next"] == page(ASKED, 3)
    assert BUTTON_SHOW_ME not in back.buttons, "the answers of a page left behind no longer count"


async def test_what_is_composed_of_an_answer_outlives_a_restart_and_ends_with_the_answer(
    tmp_path: Path, clock: Clock
) -> None:
    place = "learn.hive_mind.guess_the_hive.2"
    async with open_program(tmp_path, clock) as program:
        page = await program.press(ANN, f"{place}:t0:guess:charge", private=True)
        tap = next(each for each in page.custom_ids if ":tap:charge:3..........." in each)
        await program.press(ANN, tap, private=True)
        fake = program.discord
    async with open_program(tmp_path, clock, discord_before=fake) as program:
        again = await program.press(ANN, f"{place}:t0:guess:charge", private=True)
        noted = await progress(program, "guess_the_hive", "hive_mind")
        keep = next(each for each in again.custom_ids if ":keep:" in each)
        answered = await program.press(ANN, keep, private=True)
        after = await progress(program, "guess_the_hive", "hive_mind")

    assert noted is not None
    assert after is not None
    assert "3..........." in noted.drafts
    assert after.drafts == "{}"
    assert "**Not yet:**" in answered.text
    assert (noted.wrong, after.wrong) == (0, 1)


def offered() -> tuple[str, str, int]:
    return next(
        (game, lesson.id, number)
        for game in playable_games()
        for lesson in lessons_of(game).values()
        for number, each in enumerate(lesson.pages)
        if isinstance(each, Ask) and each.offer
    )


async def test_a_question_whose_right_answer_is_refused_is_answered_by_buttons(program: InProcessProgram) -> None:
    game, name, number = offered()
    lesson = lessons_of(game)[name]
    asked = lesson.pages[number]
    assert isinstance(asked, Ask)

    shown = await open_page(program, name, number, game)
    for index, offer in enumerate(asked.offer):
        pressed = await program.press(ANN, f"learn::lesson_offer:{game}:{name}:{number}:{index}", private=True)
        verdict = judge(lesson, number, [offer.action])
        heading, sign = (RIGHT, RIGHT_SIGN) if verdict.accepted else (WRONG, WRONG_SIGN)
        assert shown.buttons[offer.label] == f"learn::lesson_offer:{game}:{name}:{number}:{index}"
        assert f"{sign} {offer.label}" in pressed.buttons
        assert f"{heading} {verdict.says}" in pressed.text
        assert pressed.buttons.get("Why?") == (f"guide::rule:{verdict.refused}:beside" if verdict.refused else None)
    assert BUTTON_TRY not in shown.buttons


async def test_each_choice_of_a_quiz_says_whether_it_is_right_and_why(program: InProcessProgram) -> None:
    lesson = lessons_of("hive_mind")["what_all_hear"]
    number = len(lesson.pages) - 1
    quiz = lesson.pages[number]
    assert isinstance(quiz, Quiz)
    await finish(program, lesson)
    pressed = {
        choice: await program.press(ANN, f"learn::lesson_choice:hive_mind:{lesson.id}:{number}:{index}", private=True)
        for index, choice in reversed(list(enumerate(quiz.choices)))
    }

    assert quiz.choices == ("Yes", "No")
    assert f"{RIGHT} {quiz.because}" in pressed["No"].text
    assert f"{WRONG} {quiz.because}" in pressed["Yes"].text
    assert "Lesson done" in pressed["No"].text
    assert "Lesson done" not in pressed["Yes"].text
    found = await progress(program, lesson.id, "hive_mind")
    assert found is not None
    assert (found.wrong, found.done) == (1, found.updated)


async def test_the_end_of_a_lesson_leads_to_the_next_and_that_of_the_last_to_a_game(program: InProcessProgram) -> None:
    *_, last = lessons_of(GAME).values()
    ending = await finish(program, lessons_of(GAME)[FIRST])
    over = await finish(program, last)
    brought = await program.press(ANN, page(last.id, len(last.pages) - 1), private=True, **away(ANN))

    assert "Lesson done. Basics: 1 of 4 lessons done." in ending.text
    assert ending.buttons[BUTTON_NEXT_LESSON] == page(SECOND, 0)
    assert "Lesson done, and it was the last one." in over.text
    for played in ending, over:
        assert played.buttons["Play the computer now"].endswith(f"::new_computer:{GAME}")
    assert "Play the computer now" not in brought.buttons


async def test_the_end_of_a_lesson_leads_back_to_a_running_game_of_the_same_game(program: InProcessProgram) -> None:
    await start_table(program.service)
    await program.outbox.settle()

    ending = await finish(program, lessons_of(GAME)[FIRST])
    other = await finish(program, basic_lessons("hive_mind")[0])

    (link,) = [part for part in parts(ending.page["components"]) if part.get("label") == BUTTON_TO_GAME]
    assert link["url"].startswith("https://discord.com/channels/")
    assert "Play the computer now" not in ending.buttons
    assert "Play the computer now" in other.buttons


async def test_what_is_done_stays_done_and_of_whom_it_is(program: InProcessProgram, clock: Clock) -> None:
    end = len(lessons_of(GAME)[FIRST].pages) - 1
    await finish(program, lessons_of(GAME)[FIRST])
    first = await progress(program, FIRST)
    clock.now += 1_000
    await open_page(program, FIRST, 0)
    await open_page(program, FIRST, end)
    others = await program.command(BEN, "learn", game=GAME)

    again = await progress(program, FIRST)
    assert first is not None
    assert again is not None
    assert first.done == again.done != again.updated
    assert page(FIRST, 0) in others.custom_ids


async def test_a_page_is_shown_whose_progress_cannot_be_stored_and_nothing_is_said_to_be_done(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def fail(*_: Any, **__: Any) -> AsyncIterator[Any]:
        raise StoreUnavailable("the disk is full")
        yield

    monkeypatch.setattr(program.store, "write", fail)
    shown = await open_page(program, FIRST, len(lessons_of(GAME)[FIRST].pages) - 1)
    answered = await answer(program, "D4")

    assert "Lesson done" not in shown.text
    assert "private.png" in shown.files
    assert "**Not yet:**" in answered.text
    assert await progress(program, FIRST) is None


@pytest.mark.parametrize(
    ("custom_id", "text", "way"),
    [
        (f"learn::lesson:{GAME}:gone:0", "has no lesson “gone”", f"learn::lessons:{GAME}"),
        (
            f"learn::lesson:{GAME}:{FIRST}:99",
            f"has {len(lessons_of(GAME)[FIRST].pages)} pages now",
            f"learn::lessons:{GAME}",
        ),
        (
            f"learn::lesson:{GAME}:{FIRST}:x",
            f"has {len(lessons_of(GAME)[FIRST].pages)} pages now",
            f"learn::lessons:{GAME}",
        ),
        ("learn::lesson:chess:gone:0", "I don't know a game called “chess”", None),
        ("learn::lesson", "I don't know a game called", None),
        (f"learn.{GAME}.gone.0::text", "has no lesson “gone”", f"learn::lessons:{GAME}"),
        (
            f"learn.{GAME}.{FIRST}::move",
            f"has {len(lessons_of(GAME)[FIRST].pages)} pages now",
            f"learn::lessons:{GAME}",
        ),
        (
            f"learn.{GAME}.{FIRST}.0.{'x' * 60}::move",
            f"has {len(lessons_of(GAME)[FIRST].pages)} pages now",
            f"learn::lessons:{GAME}",
        ),
        (f"learn.{GAME}.{lessons_of(GAME)[FIRST].title}.00::zoom", "Middle", page(FIRST, 0)),
        (f"learn::lesson_offer:{GAME}:{FIRST}:1:7", PAGE_CHANGED, page(FIRST, 0)),
        (f"learn::lesson_choice:{GAME}:{FIRST}:1:0", PAGE_CHANGED, page(FIRST, 0)),
        (f"learn::lesson_solution:{GAME}:{FIRST}:0", PAGE_CHANGED, page(FIRST, 1)),
    ],
)
async def test_what_there_is_no_more_is_said_with_the_way_on(
    program: InProcessProgram, custom_id: str, text: str, way: str | None
) -> None:
    shown = await program.press(ANN, custom_id, private=True)

    assert text in shown.text
    assert way is None or way in shown.custom_ids


async def test_what_is_no_action_is_explained_and_counts_as_no_answer(program: InProcessProgram) -> None:
    opened = await program.press(ANN, f"{COMPOSE}::move", private=True)
    version = next(each for each in opened.custom_ids if ":hex:" in each).split(":")[1]

    said = await program.press(ANN, f"{COMPOSE}:{version}:do:place Z9 D1 0", private=True)

    assert "There is no tile “Z9”" in said.text
    assert await progress(program, ASKED) is None


async def test_what_is_typed_wrong_is_said(program: InProcessProgram) -> None:
    nothing = await program.command(ANN, "learn", game=GAME, lesson="@everyone **x**")
    chess = await program.command(ANN, "learn", game="chess")
    alone = await program.command(ANN, "learn", lesson=FIRST)

    assert "@\u200beveryone \\*\\*x\\*\\*" in nothing.text
    assert f"learn::lessons:{GAME}" in nothing.custom_ids
    assert "chess" in chess.text
    assert LESSON_NEEDS_GAME in alone.text


async def test_lessons_are_suggested_while_one_types(program: InProcessProgram) -> None:
    found = await program.autocomplete(ANN, "learn", "lesson", "stone", game=GAME)
    none = await program.autocomplete(ANN, "learn", "lesson", "", game="chess")

    names = found.suggestions
    assert {"small_stones", "large_stones"} <= set(names)
    assert none.requests[0].body["data"]["choices"] == []


async def test_rules_guides_and_help_lead_to_lessons(program: InProcessProgram) -> None:
    taught = find_lesson_for_rule(GAME, "MH-12")
    rule = await program.command(ANN, "rules", game=GAME, find="MH-12")
    begin = await program.press(ANN, f"guide::guide:{GAME}:", private=True)
    last = begin
    while last.buttons.get("Next"):
        last = await program.press(ANN, last.buttons["Next"], private=True)
    helped = await program.command(ANN, "help")

    assert taught is not None
    assert rule.buttons[BUTTON_LESSON] == page(taught.id, 0)
    assert "First lesson" not in begin.buttons
    assert last.buttons["First lesson"] == page(FIRST, 0)
    assert helped.buttons[BUTTON_LEARN] == "learn::lessons"


@pytest.mark.parametrize("game", playable_games())
def test_every_rule_has_a_lesson_and_every_page_its_buttons(game: str) -> None:
    assert all(find_lesson_for_rule(game, rule.number) is not None for rule in rules_of(game))
    for lesson in lessons_of(game).values():
        row = LessonRow(ANN.id, game, lesson.id, wrong=2)
        for number in range(len(lesson.pages)):
            rows = [*action_buttons(lesson, number, row), *answer_buttons(lesson, number)]
            rows += page_navigation_buttons(lesson, number, row, is_answered=False)
            buttons = [item for line in rows for item in line.children if isinstance(item, ui.Button)]
            labels, custom_ids = ([getattr(each, name) for each in buttons] for name in ("label", "custom_id"))
            assert len(labels) == len(set(labels))
            assert len(custom_ids) == len(set(custom_ids)), f"page {number} of {lesson.id} with all tasks skipped"
            assert all(0 < len(label or "") <= 80 for label in labels)


async def test_the_rule_that_refuses_an_answer_opens_beside_the_lesson(program: InProcessProgram) -> None:
    shown = await program.press(ANN, "guide::rule:HM-6:beside", private=True)

    assert find_rule("hive_mind", "HM-6").text in shown.text
    assert [request.method for request in shown.requests] == ["POST", "POST"], "a new message, and no edit"
