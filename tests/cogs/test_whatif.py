"""*What if*: sandboxes of finished games reach other ends, the games stay unchanged, and open games have none."""

import asyncio
import re
import zlib
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from cogs.at_table.board_pages import TEXT, ZOOM
from cogs.positions.whatif import YOUR_OLD_ONE
from cogs.positions.whatif_page import ABOUT, DICE, DRAW, DRAW_DUE, FURTHER, ON, RESET, SEAT, TO_END, UNDO
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interactions import FILE_IS_ZIP
from cogs.ui.messages.shared_buttons import AT_RECORD, AT_TABLE, whatif_lesson_button
from data.store.people_schema import sandboxes as sandbox_rows
from engine.lessons.files import load_lessons
from engine.players import Question
from engine.record import Entry
from engine.record_json import decode, encode
from tables import lobby
from tables.game_hooks import STAND_IN
from tables.open_table import Person
from tables.records import record_checks as refusals
from tables.refusal import BoardMovedOn
from tables.texts import BOARD_MOVED_ON, NO_SUCH_TABLE, RECORD_FOR_SEATS
from tables.whatif import sandboxes
from tables.whatif.sandbox import (
    MOST_MOVES,
    NO_SANDBOX,
    NO_SUCH_LESSON,
    NOTHING_TAKEN_BACK,
    ONLY_OVER,
    RECORD_OF_OPEN,
    REPLACED,
    Sandbox,
    format_full,
)
from tests import hive_matches
from tests.cog_tables import ANN, BEN, EVE, TABLE, logged, open_lobby, play, start_table
from tests.cogs.test_records import GAME_UNKNOWN, apply_changes, ended_record
from tests.fake_discord import parts
from tests.in_process_program import AttachedFile, InProcessProgram, InteractionResult
from tests.thinking_here import think_here

GAMES = ("monster_hex", "hive_mind", "connect_four", "hex_battle_wars")
MIDDLE = 5
"""A turn in the middle of every game."""


@pytest.fixture(autouse=True)
def thoughts(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """Record the questions to computer players, which think in this process."""
    asked: list[Question] = []

    async def think(question: Question) -> str:
        asked.append(question)
        return await think_here(question)

    monkeypatch.setattr(program.bot.thinking, "think", think)
    return asked


async def finished(program: InProcessProgram, game: str = "monster_hex") -> None:
    """Finish a game of Ann and Ben, and of Cam too for Hive Mind."""
    if game == hive_matches.HIVE:
        await hive_matches.started(program.service, edition="tempo")
    else:
        await start_table(program.service, game=game)
    await play(program.service)
    await program.outbox.settle()


async def begin(program: InProcessProgram, person: Person = ANN, turn: int | None = None) -> InteractionResult:
    details = () if turn is None else (str(turn),)
    return await program.press(person, str(CustomId(TABLE, None, AT_TABLE, details)), private=True)


async def mine(program: InProcessProgram) -> Sandbox:
    return await sandboxes.load_sandbox(program.service.store, ANN.id)


def custom_id(page: InteractionResult, action: str) -> str:
    """Return the first custom id with an action."""
    return next(found for found in page.custom_ids if (each := parse(found)) is not None and each.action == action)


async def press(program: InProcessProgram, page: InteractionResult, action: str, *values: str) -> InteractionResult:
    return await program.press(ANN, custom_id(page, action), private=True, values=values)


async def further(program: InProcessProgram, page: InteractionResult, action: str) -> InteractionResult:
    """Press a button of the page behind *More*."""
    return await press(program, await press(program, page, FURTHER), action)


async def composed(program: InProcessProgram, page: InteractionResult, rng: Random) -> InteractionResult:
    """Compose a move on the pages of the game and return the page after it."""
    now = await mine(program)
    page = await press(program, page, "move")
    for _ in range(60):
        if (await mine(program)).moves != now.moves:
            return page
        final = [found for found in page.custom_ids if ":do:" in found]
        enabled = [part["custom_id"] for part in _components(page) if "custom_id" in part and not part.get("disabled")]
        chosen = final[-1:] or [found for found in enabled if ":more" not in found and "::" not in found]
        selects = {part["custom_id"]: part for part in _components(page) if part.get("options")}
        pressed = rng.choice(chosen)
        values = [rng.choice(selects[pressed]["options"])["value"]] if pressed in selects else []
        page = await program.press(ANN, pressed, private=True, values=values)
    raise AssertionError(page.text)


def _components(page: InteractionResult) -> list[dict[str, Any]]:
    return parts(page.requests[-1].body)


# What can be done


@pytest.mark.parametrize("game", GAMES)
async def test_other_moves_are_tried_and_taken_back_and_the_game_never_hears_of_it(
    program: InProcessProgram, game: str
) -> None:
    await finished(program, game)
    log, row = await logged(program.service), (await program.service.load(TABLE)).row
    public = [request for request in program.discord.requests if request.path.startswith("/channels")]

    page = await begin(program, turn=MIDDLE)
    assert f"from step {MIDDLE} of" in page.text
    assert ABOUT in page.text
    start = await mine(program)
    page = await composed(program, page, Random(4))
    tried = await mine(program)
    assert tried.moves
    if "wi_on" not in str(page.custom_ids):
        # A simultaneous choice stays on the pages that compose it.
        page = await press(program, page, "more")
    page = await press(program, page, ON)
    assert len((await mine(program)).moves) > len(tried.moves)
    page = await press(program, page, RESET)
    assert (await mine(program)).moves == ()
    assert msgspec.json.encode((await mine(program)).start) == msgspec.json.encode(start.start)

    assert await logged(program.service) == log
    assert (await program.service.load(TABLE)).row == row
    await program.outbox.settle()
    assert [request for request in program.discord.requests if request.path.startswith("/channels")] == public


async def test_back_takes_back_a_move_with_its_draws_and_stale_buttons_show_the_position(
    program: InProcessProgram,
) -> None:
    await finished(program)
    page = first = await begin(program, turn=5)
    page = await composed(program, page, Random(1))
    made = (await mine(program)).moves
    assert made[0][0] >= 0
    assert made[-1][0] == -1, "the next tile is drawn at once"

    stale = await press(program, first, ON)
    assert BOARD_MOVED_ON in stale.text
    assert (await mine(program)).moves == made

    page = await press(program, page, UNDO)
    assert (await mine(program)).moves == ()
    assert not [found for found in page.custom_ids if UNDO in found or RESET in found]
    page = await program.press(ANN, custom_id(page, ON).replace(ON, UNDO), private=True)
    assert page.text == NOTHING_TAKEN_BACK


async def test_a_draw_is_chosen_among_what_is_possible_or_left_to_chance(program: InProcessProgram) -> None:
    await finished(program)
    page = await further(program, await begin(program, turn=5), DICE)
    page = await composed(program, page, Random(1))
    assert DRAW_DUE in page.text
    assert len((await mine(program)).moves) == 1
    assert "Ended early" not in str(page.requests[-1].body)
    options = next(part["options"] for part in _components(page) if part.get("options"))
    assert any(" for " in option["label"] for option in options)

    chosen = await press(program, page, DRAW, options[1]["value"])
    drawn = (await mine(program)).moves
    assert len(drawn) == 2
    for number in ("99", "9" * 5_000, "٣"):
        impossible = await program.press(ANN, custom_id(page, DRAW), private=True, values=[number])
        assert BOARD_MOVED_ON in impossible.text

    page = await press(program, chosen, UNDO)
    assert DRAW_DUE in page.text, "where draws are chosen, Back takes back the draw alone"
    page = await press(program, page, f"{DRAW}")
    assert (await mine(program)).moves == drawn[:1]
    page = await program.press(ANN, next(each for each in page.custom_ids if each.endswith(":random")), private=True)
    assert len((await mine(program)).moves) == 2
    assert page.text


@pytest.mark.parametrize(("game", "seed"), [("monster_hex", 1), ("connect_four", 2), ("hex_battle_wars", 1)])
async def test_while_a_draw_is_due_nothing_says_that_the_game_is_over_or_that_somebody_is_to_move(
    program: InProcessProgram, game: str, seed: int
) -> None:
    """Hive Mind is left out, since it draws only at the start and for a tie at the end."""
    await finished(program, game)
    page, rng = await further(program, await begin(program, turn=MIDDLE), DICE), Random(seed)
    while DRAW_DUE not in page.text:
        page = await composed(program, page, rng)
    shown = [page, await further(program, page, TEXT), await further(program, page, ZOOM)]

    for each in shown:
        told = str(each.requests[-1].body)
        assert "Ended early" not in told
        assert not re.search(r"\b(Ann|Ben) (to \w|may \w)", told), told


async def test_the_computer_that_stands_in_plays_to_the_end(
    program: InProcessProgram, thoughts: list[Question]
) -> None:
    await finished(program)

    page = await press(program, await begin(program, turn=14), TO_END)

    assert {asked.name for asked in thoughts} == {STAND_IN}
    assert "The game is over." in page.text
    assert not [found for found in page.custom_ids if parse(found).action in (ON, "move")]  # type: ignore[union-attr]


async def test_there_is_room_for_so_many_moves(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    await finished(program)
    for module in ("sandbox", "sandboxes"):
        monkeypatch.setattr(f"tables.whatif.{module}.MOST_MOVES", 3)
    page = await begin(program, turn=2)
    page = await press(program, page, TO_END)
    kept = (await mine(program)).moves
    assert 0 < len(kept) <= 3 < MOST_MOVES

    assert format_full(3) in (await press(program, page, ON)).text
    assert (await mine(program)).moves == kept


async def test_what_no_page_offers_changes_nothing(program: InProcessProgram) -> None:
    await finished(program, hive_matches.HIVE)
    await begin(program, turn=2)
    now = await mine(program)

    for text in ("9" * 5_000, "²"):
        seat = await program.press(ANN, str(CustomId(now.id, str(now.step), SEAT)), private=True, values=[text])
    drawn = await program.press(ANN, str(CustomId(now.id, str(now.step + 1), DRAW)), private=True, values=["²"])

    assert "### What if" in seat.text
    assert "Cam is to move. **You now choose for Ann.**" in seat.text
    assert BOARD_MOVED_ON in drawn.text
    assert (await mine(program)).moves == ()


async def test_parts_of_a_move_chosen_at_the_same_time_are_all_kept(program: InProcessProgram) -> None:
    await finished(program)
    await begin(program, turn=2)
    now, store = await mine(program), program.service.store

    kept = [sandboxes.keep_draft(store, ANN.id, now.id, now.step, name, "x") for name in ("first", "second")]
    await asyncio.gather(*kept)

    assert (await mine(program)).drafts == {"first": "x", "second": "x"}
    with pytest.raises(BoardMovedOn):
        await sandboxes.keep_draft(store, ANN.id, now.id, now.step - 1, "first", "y")


async def test_a_new_one_replaces_the_old_one_which_is_gone(program: InProcessProgram) -> None:
    await finished(program)
    first = await begin(program)
    assert YOUR_OLD_ONE not in first.text

    second = await begin(program, turn=3)

    assert YOUR_OLD_ONE in second.text
    assert (await press(program, first, ON)).text == REPLACED
    assert (await program.press(BEN, custom_id(second, "move"), private=True)).text == REPLACED
    assert "from step 3 of" in (await program.command(ANN, "whatif")).text
    assert (await program.command(BEN, "whatif")).text == NO_SANDBOX


async def test_one_of_an_earlier_version_says_so(program: InProcessProgram) -> None:
    await finished(program)
    await begin(program)
    async with program.service.store.write() as writer:
        await writer._transaction.connection.execute(update(sandbox_rows).values(position=zlib.compress(b"{}")))

    assert "earlier version" in (await program.command(ANN, "whatif")).text


# Entry points


async def test_of_an_open_game_nothing_can_be_tried_out(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    assert (await begin(program)).text == ONLY_OVER
    await program.service.change(TABLE, lobby.cancel(ANN.id))
    await program.outbox.settle()


@pytest.mark.parametrize("person", [ANN, EVE])
async def test_of_a_running_game_nothing_can_be_tried_out(program: InProcessProgram, person: Person) -> None:
    await start_table(program.service)
    await play(program.service, 3)

    for turn in (None, 0, 1, 99_999):
        assert (await begin(program, person, turn)).text == ONLY_OVER
    own = await program.press(person, f"whatif.{TABLE}::move", private=True)
    assert own.text == REPLACED
    async with program.service.store.read() as reader:
        assert await reader.people.sandbox_of_user(person.id) is None


async def test_it_is_for_those_who_may_have_the_record(program: InProcessProgram) -> None:
    assert (await begin(program)).text == NO_SUCH_TABLE
    await finished(program, hive_matches.HIVE)

    assert (await begin(program, EVE)).text == RECORD_FOR_SEATS
    assert "What if" in (await begin(program, BEN)).text


async def test_a_step_of_the_replay_leads_there(program: InProcessProgram) -> None:
    await finished(program)
    step = await program.press(ANN, f"{TABLE}::past:7", private=True)

    page = await press(program, step, AT_TABLE)

    assert "from step 7 of" in page.text
    assert (await press(program, page, "past")).text == step.text


async def test_a_record_s_file_leads_there(program: InProcessProgram) -> None:
    await finished(program)
    data = await ended_record(program)

    page = await program.command(EVE, "whatif", file=AttachedFile(data), step=5)

    assert "from step 5 of" in page.text
    assert "**Player " in page.text, "a record knows seats and no people"


async def test_what_is_no_playable_record_is_told_as_such(program: InProcessProgram) -> None:
    await finished(program)
    record = decode(await ended_record(program))
    broken = encode(msgspec.structs.replace(record, entries=(*record.entries[:9], Entry(0, "take 1"))))
    files = {
        b"nothing": refusals.NO_RECORD,
        GAME_UNKNOWN: refusals.NO_RECORD,
        apply_changes(encode(record), rules_version=99): "version 99",
        broken: "can't be replayed",
        b"PK\x03\x04 and more": FILE_IS_ZIP,
    }
    for data, said in files.items():
        assert said in (await program.command(ANN, "whatif", file=AttachedFile(data))).text
    assert (await program.command(ANN, "whatif")).text == NO_SANDBOX


async def test_a_file_that_names_a_running_game_is_refused(program: InProcessProgram) -> None:
    await finished(program)
    data = await ended_record(program)
    await start_table(program.service, id="bcdefghjkm")

    answer = await program.command(ANN, "whatif", file=AttachedFile(apply_changes(data, table="bcdefghjkm")))

    assert answer.text == RECORD_OF_OPEN


async def test_a_step_of_a_record_that_was_brought_along_leads_there(program: InProcessProgram) -> None:
    await finished(program)
    brought = await program.command(ANN, "import", file=AttachedFile(await ended_record(program)))

    page = await press(program, brought, AT_RECORD)

    assert "### What if" in page.text
    assert (await program.press(BEN, custom_id(brought, AT_RECORD), private=True)).text == refusals.IMPORT_GONE


async def test_a_page_of_a_lesson_leads_there(program: InProcessProgram) -> None:
    lesson = next(iter(load_lessons("monster_hex").values()))

    page = await program.press(ANN, str(whatif_lesson_button("monster_hex", lesson.id, 0).custom_id), private=True)
    assert f"from the lesson *{lesson.title}*" in page.text.replace("\\", "")

    assert (await press(program, page, "lesson")).text.startswith(f"### {lesson.title}")
    for game, name, number in (("monster_hex", "no_such", 0), ("chess", lesson.id, 0), ("monster_hex", lesson.id, 99)):
        gone = await program.press(ANN, str(whatif_lesson_button(game, name, number).custom_id), private=True)
        assert gone.text == NO_SUCH_LESSON
