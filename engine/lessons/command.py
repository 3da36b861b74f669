"""The commands `lesson` (print one lesson) and `lessons` (check all lessons and topics)."""

from collections import Counter
from pathlib import Path

from engine.lessons.files import load, load_all_lessons
from engine.lessons.format import Ask, Lesson, LessonError, Page, Show
from engine.lessons.judging import find_right_choice, judge, list_answers, play_to_page
from engine.lessons.proof import coverage, faults
from engine.lessons.topics import FILE, load_all_topics, topic_faults, topics_by_rule

VALID, INVALID = 0, 1


def check_lesson(path: str) -> int:
    """Print the pages of a lesson and its faults; return the exit status."""
    found = load(path, Path(path).read_bytes().decode("utf-8", "replace"))
    print(f"{found.title} (level {found.level}; {', '.join(found.teaches)})")
    wrong = faults(found)
    for number, page in enumerate(found.pages):
        print(f"\n{number + 1}. {page.__struct_config__.tag}: {page.text}")
        if not wrong:
            _print_details(found, number, page)
    for fault in wrong:
        print(f"{path}: {fault}")
    return INVALID if wrong else VALID


def _print_details(found: Lesson, number: int, page: Page) -> None:
    if isinstance(page, Show):
        return
    stand = play_to_page(found, number)
    if isinstance(page, Ask):
        verdicts = [judge(found, number, [action], stand) for action in list_answers(page, stand)]
        right, kind = (
            sum(verdict.accepted for verdict in verdicts),
            "offered answers" if page.offer else "legal actions",
        )
        print(f"   right: {page.solution.action}; {right} of {len(verdicts)} {kind} are accepted")
        for text, times in Counter(str(verdict.says) for verdict in verdicts).items():
            print(f"   {times:4} × {text}")
        return
    print(f"   {' / '.join(page.choices)}: {find_right_choice(page, stand)}")


def check_lessons() -> int:
    """Check all lessons and topics, print which of them teach each rule, and return the exit status."""
    try:
        found, topics = load_all_lessons(), load_all_topics()
    except LessonError as error:
        print(error.text)
        return INVALID
    wrong = [
        f"{game}/{file}: {fault}" for game in found for file, each in found[game].items() for fault in faults(each)
    ]
    wrong += [
        f"{game}/{FILE}: {fault}" for game in topics for each in topics[game].values() for fault in topic_faults(each)
    ]
    for fault in wrong:
        print(fault)
    for game, by_file in found.items():
        print(f"{game}: {len(by_file)} lessons, {len(topics[game])} topics")
        shown = topics_by_rule(game)
        for rule, ids in coverage(game, by_file).items():
            print(f"  {rule:7} {', '.join(ids) or '-'} | {', '.join(shown[rule]) or '-'}")
    return INVALID if wrong else VALID
