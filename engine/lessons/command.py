"""The commands `lesson` and `lessons`: a lesson as it is read, and what the check says to it."""

from pathlib import Path

from engine.lessons.files import Ask, Lesson, LessonError, Page, Show, all_lessons, load
from engine.lessons.judging import judge, position, truth
from engine.lessons.proof import coverage, faults

VALID, INVALID, UNREADABLE = 0, 1, 2


def lesson(path: str) -> int:
    """Prints the pages of a lesson and all that is wrong with it; the exit status."""
    found = load(path, Path(path).read_bytes().decode("utf-8", "replace"))
    print(f"{found.title} (level {found.level}; {', '.join(found.teaches)})")
    wrong = faults(found)
    for number, page in enumerate(found.pages):
        print(f"\n{number + 1}. {page.__struct_config__.tag}: {_text(page)}")
        if not wrong:
            _details(found, number, page)
    for fault in wrong:
        print(f"{path}: {fault}")
    return INVALID if wrong else VALID


def _text(page: Page) -> str:
    return page.caption if isinstance(page, Show) else page.question


def _details(found: Lesson, number: int, page: Page) -> None:
    if isinstance(page, Show):
        return
    stand = position(found, number)
    if isinstance(page, Ask):
        rules, seat = stand.rules, page.seat or 0
        legal = [rules.format_action(each) for each in rules.legal_actions(stand.state, seat)]
        verdicts = [(action, judge(found, number, [action], stand)) for action in legal]
        right = [action for action, verdict in verdicts if verdict.accepted]
        print(f"   right: {page.solution.action}; {len(right)} of {len(legal)} legal actions are accepted")
        for text in dict.fromkeys(verdict.says for _, verdict in verdicts):
            print(f"   {sum(verdict.says == text for _, verdict in verdicts):4} × {text}")
        return
    print(f"   {' / '.join(page.choices)}: {truth(page, stand)}")


def lessons() -> int:
    """Checks all lessons and prints which rules they teach; the exit status."""
    status = VALID
    try:
        found = all_lessons()
    except LessonError as error:
        print(error.text)
        return INVALID
    for game, by_file in found.items():
        for file, each in by_file.items():
            for fault in faults(each):
                status = INVALID
                print(f"{game}/{file}: {fault}")
        print(f"{game}: {len(by_file)} lessons")
        for rule, ids in coverage(game, by_file).items():
            print(f"  {rule:7} {', '.join(ids) or '-'}")
    return status
