"""Lessons: the engine proves every file, and a wrong one is refused with file, page and field."""

import re
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.lessons import (
    Ask,
    Lesson,
    LessonError,
    can_continue,
    continue_from,
    find_solution,
    judge,
    leads_on,
    list_answers,
    load,
    play_to_page,
)
from engine.lessons.files import load_all_lessons
from engine.lessons.predicates import Happened, is_satisfied
from engine.lessons.proof import coverage, faults

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "data").glob("*/lessons/*.toml"))
SMALL = ROOT / "data/monster_hex/lessons/small_stones.toml"
OFFERED = (ROOT / "data/hive_mind/lessons/all_at_once.toml").read_text("utf-8")
OFFERS = re.search(r"offer = \[\n(?:  .*\n)*\]\n", OFFERED)[0]  # type: ignore[index]


def _load(path: Path):
    return load(f"{path.parts[-3]}/{path.name}", path.read_text("utf-8"))


def test_every_lesson_holds() -> None:
    assert FILES
    for path in FILES:
        lesson = _load(path)

        assert faults(lesson) == [], path
        assert (lesson.id, lesson.position.game) == (path.stem, path.parts[-3])


def test_every_rule_is_taught_where_it_occurs() -> None:
    for game in {path.parts[-3] for path in FILES}:
        assert [rule for rule, found in coverage(game, load_all_lessons()[game]).items() if not found] == []


def test_lessons_are_learned_one_after_another() -> None:
    for lessons in load_all_lessons().values():
        levels = [lesson.level for lesson in lessons.values()]
        assert levels == sorted(set(levels))


def test_an_answer_is_judged_by_what_the_seat_sees() -> None:
    lesson = _load(SMALL)
    solution = lesson.pages[1].solution.action  # type: ignore[union-attr]

    right, wrong = judge(lesson, 1, [solution]), judge(lesson, 1, ["place S9 A1 0"])

    assert right.accepted
    assert right.view.viewer == lesson.pages[1].seat
    assert {event.__struct_config__.tag for event in right.events} >= {"stone_captured", "points_taken"}
    assert not wrong.accepted
    assert "S9" in str(wrong.says)
    assert wrong.events == ()


def test_a_refused_action_is_right_only_if_its_refusal_is_asked_for() -> None:
    lesson = load("file.toml", OFFERED.replace('{ refused = "HM-5" }', '{ not = { event = "seat_ready" } }', 1))

    assert judge(lesson, 1, ["charge:ADE"]).accepted
    assert not judge(lesson, 1, ["ready"]).accepted


def test_a_page_after_the_solution_shows_what_it_led_to() -> None:
    lesson = _load(SMALL)

    before, after = play_to_page(lesson, 1), play_to_page(lesson, 2)

    assert len(after.view(None).monsters) == len(before.view(None).monsters) + 1


QUIZ = """
[[page]]
kind = "quiz"
seat = 0
question = "Which round is this?"
choices = ["1", "2", "9"]
truth = "round"
because = "Rounds count from 1."
"""


def test_the_truth_of_a_quiz_is_in_the_view() -> None:
    lesson = load("quiz.toml", SMALL.read_text("utf-8") + QUIZ)
    page = len(lesson.pages) - 1
    right = str(play_to_page(lesson, page).view(0).round)
    lesson = load("quiz.toml", SMALL.read_text("utf-8") + QUIZ.replace('"1", "2", "9"', f'"{right}", "99"'))

    assert faults(lesson) == []
    assert judge(lesson, page, [right]).accepted
    assert not judge(lesson, page, ["99"]).accepted


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("level = ", "colour = 3\nlevel = ", "file.toml: fields: .*colour"),
        ('kind = "show"', 'kind = "sing"', "file.toml: page 1: .*sing"),
        ('"MH-8"', '"8"', "file.toml: teaches: .*'8'"),
        ('event = "points_taken"', 'event = "points_given"', "page 2: accept: .*points_given"),
        ("value = 1", "worth = 1", "page 2: accept: points_taken has no field 'worth'"),
        ('kind = "ask"\nseat = ', 'kind = "ask"\nseat = 7', "page 2: seat: unknown seat 7"),
        ('after = "solution"', 'after = "dinner"', "page 3: after: .*dinner"),
        ('game = "monster_hex"', 'game = "chess"', "file.toml: position: .*chess"),
        ("caption = ", 'picture = "film"\ncaption = ', "page 1: picture: .*film"),
        ("[position]", "[position", "file.toml: "),
        ("answer = [", 'offer = [{ label = "One", action = "pass" }]\nanswer = [', "page 2: offer: .*length >= 2"),
    ],
)
def test_a_wrong_file_is_refused_with_page_and_field(before: str, after: str, said: str) -> None:
    text = SMALL.read_text("utf-8")
    assert before in text

    with pytest.raises(LessonError, match=said):
        load("file.toml", text.replace(before, after, 1))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("accepted = ", "accepted = 4", "page 2: solution.accepted: "),
        ('caption = "A', 'marks = ["Z9"]\ncaption = "A', "page 1: marks: Z9 is not on this board"),
        ('["chance", "order', '["chance", "border', "position: entry 1"),
        (', ["chance", "draw 1 C1"]]', "]", "page 1: entries: a draw or die roll is due"),
        ("accepted = 4", 'accepted = 4, expect = [{ view = "round", is = 99 }]', "page 2: solution.expect: "),
        ('event = "points_taken",', 'event = "points_taken", times = 2,', "page 2: solution: not accepted"),
        (
            'expect = [{ event = "points_taken"',
            'expect = [{ event = "game_ended" }, { event = "points_taken"',
            "page 3: expect: ",
        ),
    ],
)
def test_what_does_not_hold_is_told(before: str, after: str, said: str) -> None:
    text = SMALL.read_text("utf-8")
    assert before in text

    assert any(said in fault for fault in faults(load("file.toml", text.replace(before, after, 1))))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('solution = { action = "ready"', 'solution = { action = "charge:IKL"', "offer: the solution is not among"),
        ('"Lay H, K and L"', '"Lay A, D and E"', "offer: two answers have the same label or action"),
        ('"charge:HKL"', '"charge:ADE"', "offer: two answers have the same label or action"),
        ("accepted = 1", "accepted = 2", "solution.accepted: 1 of 3 answers are right"),
        ("{ says", '{ when = { refused = "HM-3" }, says', "answer: no reply to charge:ADE"),
        (OFFERS, "", "offer: the rules refuse the solution"),
    ],
)
def test_what_is_offered_is_proved(before: str, after: str, said: str) -> None:
    assert before in OFFERED

    assert any(said in fault for fault in faults(load("file.toml", OFFERED.replace(before, after, 1))))


def test_conditions_combine() -> None:
    happened = Happened(0, (), None, "MH-5")

    assert is_satisfied({}, happened)
    assert is_satisfied({"refused": "MH-5", "not": {"refused": "MH-6"}}, happened)
    assert is_satisfied({"any": [{"refused": "MH-6"}, {"refused": "MH-5"}]}, happened)
    assert not is_satisfied({"all": [{"refused": "MH-6"}, {"refused": "MH-5"}]}, happened)


def test_the_command_line_tries_a_lesson(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(SMALL.read_text("utf-8").replace("accepted = ", "accepted = 4", 1), "utf-8")
    unreadable = tmp_path / "unreadable.toml"
    unreadable.write_text("level = [", "utf-8")

    assert main(["lesson", str(SMALL)]) == 0
    assert "legal actions are accepted" in capsys.readouterr().out
    assert main(["lesson", str(wrong)]) == 1
    assert "solution.accepted" in capsys.readouterr().out
    assert main(["lesson", str(unreadable)]) == 2
    assert "unreadable.toml" in capsys.readouterr().err
    assert main(["lesson", str(tmp_path / "none.toml")]) == 2


def test_the_command_line_prints_what_is_taught(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons"]) == 0
    assert re.search(r"MH-12 +overwhelm", capsys.readouterr().out)


def _own_answers(lesson: Lesson, number: int, page: Ask) -> list[str]:
    """Return up to two right answers to a page other than its solution."""
    stand = play_to_page(lesson, number)
    right = [action for action in list_answers(page, stand) if judge(lesson, number, [action], stand).accepted]
    return [action for action in right if action != page.solution.action][:2]


def test_a_lesson_goes_on_from_most_right_moves_of_the_learner_and_all_its_pages_hold() -> None:
    tried = gone_on = 0
    for path in FILES:
        lesson = _load(path)
        for number, page in enumerate(lesson.pages):
            if not isinstance(page, Ask) or not leads_on(lesson, number):
                continue
            assert continue_from(lesson, number, [page.solution.action]) == {number: (page.solution.action,)}, path
            for action in _own_answers(lesson, number, page):
                own = continue_from(lesson, number, [action])
                tried, gone_on = tried + 1, gone_on + (own is not None)
                if own is not None:
                    assert action in [entry.action for entry in play_to_page(lesson, number + 1, own).log]
    assert gone_on >= 0.7 * tried


def test_the_first_lesson_of_monster_hex_goes_on_from_every_right_first_tile() -> None:
    lesson = _load(ROOT / "data/monster_hex/lessons/first_monsters.toml")
    number = next(number for number, page in enumerate(lesson.pages) if isinstance(page, Ask))
    page, stand = lesson.pages[number], play_to_page(lesson, number)
    assert isinstance(page, Ask)
    right = [each for each in list_answers(page, stand) if judge(lesson, number, [each], stand).accepted]

    assert [each for each in right if continue_from(lesson, number, [each]) is None] == []


def test_an_entry_may_have_alternatives_of_which_the_first_legal_one_is_played() -> None:
    text = SMALL.read_text("utf-8").replace('"place C1 D1 1"', '"place S9 D1 1 or place C1 D1 1 or place C1 D1 2"')
    lesson = load("file.toml", text)

    assert play_to_page(lesson, 0).log == play_to_page(_load(SMALL), 0).log


def test_a_new_answer_drops_those_to_later_pages() -> None:
    lesson = _load(ROOT / "data/monster_hex/lessons/first_monsters.toml")
    asked = [number for number, page in enumerate(lesson.pages) if isinstance(page, Ask)]
    first = continue_from(lesson, asked[0], ["place B1 D1 3"])
    assert first is not None
    solution = find_solution(lesson.pages[asked[1]], play_to_page(lesson, asked[1], first))  # type: ignore[arg-type]
    second = continue_from(lesson, asked[1], [solution], first)

    assert second is not None
    assert set(second) == {*asked[:2]}
    assert set(continue_from(lesson, asked[0], ["place C3 D1 1"], second) or {}) == {asked[0]}
    assert not can_continue(lesson, {asked[0]: ("place B1 D4 2",)})
    assert not can_continue(lesson, {asked[0]: ("no action",)})
