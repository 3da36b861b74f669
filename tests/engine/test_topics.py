"""The topics of demos: the engine proves every file, and a wrong one is refused with file, topic and field."""

import re
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.lessons import LessonError
from engine.lessons.files import load_lessons
from engine.lessons.topics import Topic, find, load_all_topics, load_topics, read, topic_faults

ROOT = Path(__file__).parents[2]
FILE = ROOT / "data/monster_hex/topics.toml"


def _read(text: str) -> dict[str, Topic]:
    return read("file.toml", text, "monster_hex", load_lessons("monster_hex"))


def test_every_topic_holds() -> None:
    found = [topic for topics in load_all_topics().values() for topic in topics.values()]

    assert found
    assert [(topic.game, topic.id, topic_faults(topic)) for topic in found if topic_faults(topic)] == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('id = "a_turn"', 'colour = 3\nid = "a_turn"', "file.toml: topic 1: .*colour"),
        ('id = "where"', 'id = "a_turn"', "file.toml: a_turn: id: duplicate"),
        ('"MH-1"', f'"MH-{99}"', f"file.toml: a_turn: rules: unknown rule 'MH-{99}'"),
        ('"MH-1"', '"MH-22"', "file.toml: a_turn: rules: none of the lessons teaches MH-22"),
        ('lesson = "first_monsters"', 'lesson = "chess"', "file.toml: a_turn: lesson: .*'chess'"),
        ('lesson = "rounds"', 'lesson = "chess"', "file.toml: a_turn: frame 4: lesson: .*'chess'"),
        ("page = 3", "page = 9", "file.toml: a_turn: frame 2: page: first_monsters has no page 9"),
        ("page = 3", "page = 0", "file.toml: topic 1: frame 2: page: "),
        ('"hand"', '"film"', "file.toml: a_turn: frame 1: picture: unknown picture 'film'"),
        ('"hand"', '"hand"\nmarks = ["D4"]', "file.toml: a_turn: frame 1: marks: marks need the picture of the board"),
        ('caption = "You hold', f'caption = "{"x" * 99}You hold', "file.toml: topic 1: frame 1: caption: "),
        ('caption = "You hold', 'capt = "You hold', "file.toml: topic 1: frame 1: .*capt"),
        ("[[topic]]", "[[topic", "file.toml: "),
    ],
)
def test_a_wrong_file_is_refused_with_topic_and_field(before: str, after: str, said: str) -> None:
    text = FILE.read_text("utf-8")
    assert before in text

    with pytest.raises(LessonError, match=said):
        _read(text.replace(before, after, 1))


def test_a_caption_is_that_of_the_page_unless_there_is_another() -> None:
    text = re.sub(r'caption = "Players take turns[^\n]*\n', "", FILE.read_text("utf-8"), count=1)

    scene = _read(text)["a_turn"].scenes[1]

    assert scene.caption == scene.lesson.pages[2].question  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('marks = ["D4", "D1"]', 'marks = ["Z9"]', "a_turn: frame 2: marks: Z9 is not on this board"),
        ("place C1 D3 2", "place C1 D3 0", "where: frame 2: page 1: entries: entry 1"),
        ('picture = "hand"\ncaption', 'marks = ["D4", "D1"]\ncaption', "a_turn: frame 2: page: it shows the same"),
    ],
)
def test_what_does_not_hold_is_told(before: str, after: str, said: str) -> None:
    text = FILE.read_text("utf-8")
    assert before in text
    faults = [fault for topic in _read(text.replace(before, after, 1)).values() for fault in topic_faults(topic)]

    assert any(said in fault for fault in faults)


def test_a_topic_is_read_within_a_minute() -> None:
    frames = '[[topic.frame]]\npage = 1\npicture = "zoom {}"\ncaption = "' + "x" * 110 + '"\n'
    head, _, _ = FILE.read_text("utf-8").partition("[[topic.frame]]")
    (topic,) = _read(head + "".join(frames.format(place) for place in "ABCDEFGH")).values()

    assert sum(scene.milliseconds for scene in topic.scenes) <= 60_000


def test_topics_are_found_by_id_question_and_words() -> None:
    first, second = list(load_topics("monster_hex").values())[:2]

    assert find("monster_hex", first.id) == find("monster_hex", first.question.upper()) == (first,)
    assert second in find("monster_hex", "TILE may")
    assert find("monster_hex", "") == tuple(load_topics("monster_hex").values())
    assert find("monster_hex", "chess") == ()


def test_the_command_line_prints_which_topics_show_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons"]) == 0
    assert re.search(r"MH-12 +[^|]*overwhelm[^|]* \| overwhelm", capsys.readouterr().out)
