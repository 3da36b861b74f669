"""*Hint* by presses: its button, the page that it opens, and the statement at the end of the game."""

import asyncio
import re

import pytest

from cogs.at_table.hint import NOT_FOUND, NOTE, THINKING
from cogs.connect_four.phrases import FORCE_NAMES
from cogs.learning.questions import IN_LESSON
from cogs.ui.kit.interface import playable_games
from cogs.ui.messages.cards import share_view
from cogs.ui.texts import texts
from engine.connect_four.roster import CLASSES
from engine.core import InvalidOptions
from engine.lessons import Ask, lessons_of
from engine.players import Question, answer
from render.connect_four.naming import class_line
from tables import hints
from tests.cog_tables import ANN, BEN, TABLE, start_table
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult
from tests.thinking_here import think_here

SEATS = {"hive_mind": 3}
"""The number of seats at a table of a game, if it is not two."""


@pytest.fixture(autouse=True)
def here(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players think in this process."""
    monkeypatch.setattr(program.bot.thinking, "think", think_here)


async def against_computers(program: InProcessProgram, game: str = "connect_four") -> str:
    """Start a table of Ann against computer players and return the custom id of her *Hint* button."""
    await start_table(program.service, 1, SEATS.get(game, 2) - 1, game=game)
    return await asked_again(program)


async def asked_again(program: InProcessProgram) -> str:
    """Let the computer players move until Ann must act, and return the custom id of her *Hint* button."""
    while 0 not in (table := await program.service.load(TABLE)).actors:
        seat, now = table.actors[0], table.require_playing()
        await program.service.act_for(TABLE, seat, now.legal(seat)[0], turn=now.turn)
    return f"{TABLE}:{table.version}:hint"


@pytest.mark.parametrize("game", sorted(playable_games()))
async def test_the_first_page_of_a_move_has_the_button_and_the_hint_is_one_press_from_being_made(
    program: InProcessProgram, game: str
) -> None:
    custom_id = await against_computers(program, game)
    first = await program.press(ANN, custom_id.replace(":hint", ":move"), private=True)
    if game == "hex_battle_wars":
        assert custom_id not in first.custom_ids, "the pins to start on mark the hint already, and it isn't counted"
        assert "Free hint" in first.text, "with its reason"
        await program.service.act(TABLE, ANN.id, (await program.service.view(TABLE, ANN.id)).legal[0])
        custom_id = await asked_again(program)
        first = await program.press(ANN, custom_id.replace(":hint", ":move"), private=True)
    assert custom_id in first.custom_ids
    before = (await program.service.load(TABLE)).require_playing().logged[0]

    shown = await program.press(ANN, custom_id, private=True)

    assert THINKING in shown.text
    assert NOTE in shown.text
    assert shown.requests[-1].path.endswith("@original"), "the page itself shows it"
    assert shown.files, "with its picture"
    await program.press(ANN, confirm_of(shown), private=True)
    assert (await program.service.load(TABLE)).require_playing().logged[0] > before


async def test_the_same_position_has_the_same_hint(program: InProcessProgram) -> None:
    custom_id = await against_computers(program)
    first = await program.press(ANN, custom_id, private=True)

    again = await program.press(ANN, custom_id, private=True)

    assert again.text
    assert again.text in first.text
    assert THINKING not in again.text


async def test_the_hint_of_a_class_or_a_force_shows_that_one_alone(program: InProcessProgram) -> None:
    custom_id = await against_computers(program)
    for others in ([class_line(name) for name in CLASSES], [f"**{name}**" for name in FORCE_NAMES.values()]):
        await program.press(ANN, custom_id, private=True)
        shown = await program.press(ANN, custom_id, private=True)
        assert NOTE in shown.text
        assert "**Choose your" not in shown.text, "a question that Confirm answers"
        assert sum(other in shown.text for other in others) == 1
        await program.press(ANN, shown.buttons[texts.BUTTON_CONFIRM], private=True)
        custom_id = await asked_again(program)


async def test_what_is_taken_is_told_on_the_last_card_and_not_before(program: InProcessProgram) -> None:
    custom_id = await against_computers(program, "monster_hex")
    shown = await program.press(ANN, custom_id, private=True)
    await program.press(ANN, confirm_of(shown), private=True)
    await program.outbox.settle()
    told = "Ann took 1 hint from the computer."
    assert not any(told in request.texts for request in program.discord.requests)

    await program.service.resign(TABLE, ANN.id)
    await program.outbox.settle()

    assert any(told in request.texts for request in program.discord.requests)
    shared = share_view(await program.service.view(TABLE), "the result", "the replay")
    assert told in str(shared.to_components())


async def test_a_table_of_people_has_no_button_and_says_why_to_a_press_that_was_made_up(
    program: InProcessProgram,
) -> None:
    table = await start_table(program.service, 2, game="connect_four")
    first = await program.press(ANN, f"{TABLE}:{table.version}:move", private=True)
    assert not any(found.endswith(":hint") for found in first.custom_ids)

    for version in (table.version, ""):
        refused = await program.press(ANN, f"{TABLE}:{version}:hint", private=True)
        assert refused.text == hints.AMONG_PEOPLE
    assert [seat.hints for seat in (await program.service.load(TABLE)).seats] == [0, 0]


async def test_an_old_button_shows_the_board_as_it_is_and_counts_nothing(program: InProcessProgram) -> None:
    custom_id = await against_computers(program, "monster_hex")
    await program.service.act(TABLE, ANN.id, (await program.service.view(TABLE, ANN.id)).legal[0])

    stale = await program.press(ANN, custom_id, private=True)

    assert "The board has moved on" in stale.text
    assert stale.files
    assert (await program.service.load(TABLE)).seats[0].hints == 0


async def test_no_page_says_for_ever_that_somebody_thinks(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    custom_id = await against_computers(program, "monster_hex")

    async def fail(question: Question) -> str:
        raise InvalidOptions("There is no computer player.", "unknown_player")

    monkeypatch.setattr(program.bot.thinking, "think", fail)
    result = await program.press(ANN, custom_id, private=True)

    pages = [request for request in result.requests if request.path.endswith("@original")]
    assert NOT_FOUND in pages[-1].texts
    assert any(found.endswith(":move") for found in result.custom_ids)
    assert (await program.service.load(TABLE)).seats[0].hints == 0


async def test_the_page_of_a_thought_that_a_restart_cut_short_asks_again(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    custom_id = await against_computers(program, "monster_hex")
    asked = asyncio.Event()

    async def think(question: Question) -> str:
        asked.set()
        await asyncio.Event().wait()
        return ""

    with monkeypatch.context() as until_restart:
        until_restart.setattr(program.bot.thinking, "think", think)
        waiting = asyncio.create_task(program.press(ANN, custom_id, private=True))
        await asked.wait()
        waiting.cancel()
        await asyncio.wait([waiting])
    page = next(each for each in reversed(program.discord.requests) if THINKING in each.texts)

    buttons = [part["custom_id"] for part in parts(page.body) if part.get("type") == 2]
    assert buttons == [custom_id]
    assert NOTE in (await program.press(ANN, buttons[0], private=True)).text


async def test_somebody_elses_press_is_answered_while_one_waits_for_a_hint(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    custom_id = await against_computers(program, "monster_hex")
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def think(question: Question) -> str:
        asked.set()
        await may_answer.wait()
        return answer(question)

    monkeypatch.setattr(program.bot.thinking, "think", think)
    waiting = asyncio.create_task(program.press(ANN, custom_id, private=True))
    await asked.wait()

    assert (await program.press(BEN, f"{TABLE}::more")).text
    assert (await program.press(ANN, f"{TABLE}::more")).text
    may_answer.set()
    assert NOTE in (await waiting).text


async def test_a_lessons_hint_shows_the_solution_and_answers_nothing_until_it_is_confirmed(
    program: InProcessProgram,
) -> None:
    page = "learn.monster_hex.first_monsters.2"
    opened = await program.press(ANN, "learn::lesson:monster_hex:first_monsters:2", private=True)
    assert f"{page}::hint" in opened.custom_ids

    shown = await program.press(ANN, f"{page}::hint", private=True)

    assert IN_LESSON in shown.text
    async with program.store.read() as reader:
        row = await reader.people.read_lesson_progress(ANN.id, "monster_hex", "first_monsters")
    assert row is not None
    assert (row.wrong, row.page) == (0, 2)
    right = await program.press(ANN, confirm_of(shown), private=True)
    assert "**Right:**" in right.text


def confirm_of(shown: InteractionResult) -> str:
    """Return the custom id of the button that makes a hint's move: *Confirm*, *Ready*, or the *Place* of its way."""
    way = re.search(r", way (\d)", shown.text)
    wanted = f"Place {way[1]}" if way is not None else (texts.BUTTON_CONFIRM, "Ready")
    return next(custom_id for label, custom_id in shown.buttons.items() if label.startswith(wanted))


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(playable_games()))
async def test_the_hint_of_every_question_for_a_move_is_its_right_answer(program: InProcessProgram, game: str) -> None:
    for lesson in lessons_of(game).values():
        for number, page in enumerate(lesson.pages):
            if isinstance(page, Ask) and not page.offer:
                shown = await program.press(ANN, f"learn.{game}.{lesson.id}.{number}::hint", private=True)
                right = await program.press(ANN, confirm_of(shown), private=True)
                assert "**Right:**" in right.text, (lesson.id, number)


@pytest.mark.parametrize(
    "page", ["learn.monster_hex.first_monsters.0", "learn.monster_hex.first_monsters.99", "whatif.x"]
)
async def test_where_no_move_is_asked_for_it_is_said(program: InProcessProgram, page: str) -> None:
    result = await program.press(ANN, f"{page}::hint", private=True)

    assert result.text
    assert "something went wrong" not in result.text.lower()
