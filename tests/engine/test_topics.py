"""The topics of demos: the engine proves every file, and a wrong one is refused with file, topic and field."""

import re
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.lessons import LessonError, play_to_page
from engine.lessons.files import load_lessons
from engine.lessons.topics import Topic, find, load_all_topics, load_topics, read, topic_faults

ROOT = Path(__file__).parents[2]
FILE = ROOT / "data/monster_hex/topics.toml"


def _read(text: str) -> dict[str, Topic]:
    return read("file.toml", text, "monster_hex", load_lessons("monster_hex"))


def test_the_first_demo_of_each_game_begins_with_its_goal() -> None:
    wanted = {
        "monster_hex": "points_taken",
        "connect_four": "four_made",
        "hive_mind": "hive_announced",
        "hex_battle_wars": "game_ended",
    }
    for game, event in wanted.items():
        scene = next(iter(load_topics(game).values())).scenes[0]
        happened = play_to_page(scene.lesson, scene.page).events
        assert event in {each.__struct_config__.tag for each in happened}, game


def test_every_topic_holds() -> None:
    found = [topic for topics in load_all_topics().values() for topic in topics.values()]

    assert found
    assert [(topic.game, topic.id, topic_faults(topic)) for topic in found if topic_faults(topic)] == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('id = "goal"', 'colour = 3\nid = "goal"', "file.toml: topic 1: .*colour"),
        ('id = "where"', 'id = "goal"', "file.toml: goal: id: duplicate"),
        ('"MH-1"', f'"MH-{99}"', f"file.toml: goal: rules: unknown rule 'MH-{99}'"),
        ('"MH-1"', '"MH-22"', "file.toml: goal: rules: none of the lessons teaches MH-22"),
        ('lesson = "first_monsters"', 'lesson = "chess"', "file.toml: goal: lesson: .*'chess'"),
        ('lesson = "the_end"', 'lesson = "chess"', "file.toml: goal: frame 4: lesson: .*'chess'"),
        ("page = 4", "page = 9", "file.toml: goal: frame 2: page: first_monsters has no page 9"),
        ("page = 4", "page = 0", "file.toml: topic 1: frame 2: page: "),
        ('marks = ["G1"]', 'picture = "film"', "file.toml: goal: frame 1: picture: unknown picture 'film'"),
        (
            'marks = ["G1"]',
            'marks = ["G1"]\npicture = "hand"',
            "goal: frame 1: marks: marks need the picture of the board",
        ),
        ('caption = "Surround', f'caption = "{"x" * 99}Surround', "file.toml: topic 1: frame 1: caption: "),
        ('caption = "Surround', 'capt = "Surround', "file.toml: topic 1: frame 1: .*capt"),
        ("[[topic]]", "[[topic", "file.toml: "),
    ],
)
def test_a_wrong_file_is_refused_with_topic_and_field(before: str, after: str, said: str) -> None:
    text = FILE.read_text("utf-8")
    assert before in text

    with pytest.raises(LessonError, match=said):
        _read(text.replace(before, after, 1))


def test_a_caption_is_that_of_the_page_unless_there_is_another() -> None:
    text = FILE.read_text("utf-8").replace("page = 4\n", "page = 3\n", 1)
    text = re.sub(r'caption = "Players take turns[^\n]*\n', "", text, count=1)

    scene = _read(text)["goal"].scenes[1]

    assert scene.caption == scene.lesson.pages[2].question  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('marks = ["D1", "D2"]', 'marks = ["Z9"]', "goal: frame 2: marks: Z9 is not on this board"),
        ('marks = ["D1", "D2"]', 'picture = "zoom D1"', "goal: frame 2: picture: it has another layout"),
        ('lesson = "the_end"', 'lesson = "large_stones"', "goal: frame 4: picture: it has another layout"),
        ("place C1 D3 2", "place C1 D3 0", "where: frame 2: page 1: entries: entry 1"),
        ('marks = ["E4"]', 'marks = ["E3"]', "overwhelm: frame 2: page: it shows the same"),
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
