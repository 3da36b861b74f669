"""Learning by clicks: lessons from first to last page, over kills, by text alone, and rules from a real refusal."""

import re

import pytest

from engine.rule_book import rule
from tests.by_text.monster_hex import Board, powers_at, read
from tests.end_to_end.league_driver import turned
from tests.playground_driver import Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import EPHEMERAL, buttons, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def lesson(person: Person, channel: str, name: str, game: str = "monster_hex") -> Json:
    """Return the first page of a lesson, which only this person sees."""
    page = await person.answer(await person.slash(channel, "learn", game=game, lesson=name))
    assert page["flags"] & EPHEMERAL
    return page


async def press(person: Person, page: Json, *labels: str) -> Json:
    """Press one button after the other; return the last page."""
    for label in labels:
        page = await turned(person, page, label)
    return page


async def test_a_lesson_goes_on_over_kills_with_wrong_answers_and_show_me(killable: ProgramProcesses) -> None:
    kim, channel = await killable.person("Kim"), await killable.channel()
    page = await lesson(kim, channel, "overwhelm")
    await killable.restart_bot()
    asked = await press(kim, page, "Next")
    wrong = await press(kim, asked, "Try it", "D2", "Confirm")
    assert "Not yet" in texts(wrong)
    await killable.restart_bot()
    twice = await press(kim, wrong, "Try again", "D2", "Confirm")
    assert "Show me" not in buttons(wrong)
    await killable.restart_bot()
    shown = await press(kim, twice, "Show me")
    over = await press(kim, shown, "Next")

    assert "One way to do it" in texts(shown)
    assert "Lesson done: 1 of " in texts(over)
    assert "Next lesson" in buttons(over)
    ((page_number, done),) = killable.rows("SELECT page, done FROM lesson_progress WHERE user_id = ?", int(kim.id))
    assert page_number == 2
    assert done is not None
    listed = await press(kim, over, "Lessons")
    assert "Overwhelm: twice as strong takes it all · *done*" in texts(listed)
    assert "Continue" in buttons(listed)


def _told(page: Json) -> Board:
    """The model of the board that is read on a page."""
    return read(texts(page).strip().removeprefix("```").removesuffix("```"))


def _capturing(board: Board) -> tuple[str, set[str]]:
    """The hex that alone is free beside a small stone, and the own tiles that win it there."""
    for stone, values in board.stones.items():
        free = board.free.intersection(other for other in board.around(stone) if other)
        if values == (1,) and len(free) == 1:
            (label,) = free
            own = next(faction for faction in board.points if board.asked[faction].startswith(", to place"))
            return label, {tile for tile, digits in board.hand.items() if _wins(board, stone, label, own, tile, digits)}
    raise AssertionError("no small stone has one free hex beside it")


def _wins(board: Board, stone: str, label: str, own: str, tile: str, digits: str) -> bool:
    """Whether a tile is alone the strongest at a stone, in a rotation in which it fits there."""
    for turn in range(6):
        powers = tuple(map(int, digits))
        at = powers_at(board, stone, label, own, powers[6 - turn :] + powers[: 6 - turn])
        fits = f"place {tile} {label} {turn}" in board.offered
        if fits and all(at[own] > power for other, power in at.items() if other != own):
            return True
    return False


async def test_a_lesson_is_learned_from_texts_alone(program: ProgramProcesses) -> None:
    lea, channel = await program.person("Lea"), await program.channel()
    asked = await press(lea, await lesson(lea, channel, "small_stones"), "Next")
    assert "Capture the small stone" in texts(asked)
    told = await press(lea, asked, "As text")
    board = _told(told)
    hexagon, tiles = _capturing(board)
    names = re.findall(r"^(\w+) \((\w\d)\), rank \w:", texts(told), re.MULTILINE)
    name = next(name for name, tile in names if tile in tiles)

    page = await press(lea, told, "Back to the lesson", "Try it")
    page = page if name in texts(page) else await press(lea, page, name)
    scoring = next(label for label in buttons(page) if re.match(rf"{hexagon} \+1", label))
    solved = await press(lea, await press(lea, page, scoring), "Confirm")
    over = await press(lea, solved, "Next")

    assert "Right" in texts(solved)
    assert "The point is yours." in texts(solved)
    assert "Lesson done" in texts(over)


async def test_rules_are_found_by_number_and_word_and_lead_to_their_lesson(program: ProgramProcesses) -> None:
    lea, channel = await program.person("Lea"), await program.channel()
    found = rule("monster_hex", "MH-12")
    by_number = await lea.answer(await lea.slash(channel, "rules", game="monster_hex", find="MH-12"))
    by_word = await lea.answer(await lea.slash(channel, "rules", game="monster_hex", find="twice the other's"))

    for page in (by_number, by_word):
        assert page["flags"] & EPHEMERAL
        assert found.text in texts(page)
    taught = await press(lea, by_word, "Lesson")
    assert "Overwhelm: twice as strong takes it all" in texts(taught)
    assert "1 of 3" in texts(taught)


async def test_a_refused_move_leads_to_its_rule_and_on_to_the_lesson(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])
    card = await table.start()
    first = table.who(card)
    refused = await first.answer(await first.slash(card["channel_id"], "move", action="take 3"))
    page = await press(first, refused, "Why?")

    assert rule("monster_hex", "MH-10").text in texts(page)
    assert "1 of " in texts(await press(first, page, "Lesson"))


async def test_how_to_play_ends_with_the_first_lesson(program: ProgramProcesses) -> None:
    lea, channel = await program.person("Lea"), await program.channel()
    page = await lea.answer(await lea.slash(channel, "play"))
    page = await press(lea, page, "How to play")
    while "Try it" not in buttons(page):
        page = await press(lea, page, "Next")
    assert "1 of " in texts(await press(lea, page, "Try it"))
