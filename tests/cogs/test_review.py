"""Reviews of one's own moves: the move and a better one, for its player alone, after the game."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cogs.at_table.review import BETTER, COACH_PLAYED, LONGER, LOOKING, SAME, Review
from cogs.ui.kit.custom_ids import LIMIT, CustomId, parse
from cogs.ui.kit.interactions import collect
from cogs.ui.messages.shared_buttons import HOW_SURE, REVIEW, WOULD
from engine.core import SPECTATOR
from engine.players import coach
from engine.players.base import legal_actions_from_view
from engine.players.coach import Decision, TurningPoint
from tables.after_the_end import reviews
from tables.after_the_end.reviews import Reviews, build_decision_view
from tables.open_table import Person
from tables.texts import NO_SUCH_TABLE
from tests.cog_tables import ANN, BEN, EVE, TABLE, open_lobby, play, start_table
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult

GAMES = ("monster_hex", "connect_four", "hex_battle_wars")


def points_of(asked: tuple[Decision, ...]) -> tuple[TurningPoint, ...]:
    """Make turning points of three decisions, each with another legal move; the second is also the hint."""
    found: list[TurningPoint] = []
    for decision in asked:
        rules = coach.configure(decision.configuration)
        legal = legal_actions_from_view(rules, decision.view, decision.seat, decision.seed)
        others = [text for text in map(rules.format_action, legal) if text != decision.played]
        if others:
            found.append(TurningPoint(decision, others[-1], 0.25, 0.1, False))
    return (found[0], found[len(found) // 2]._replace(hinted=True), found[-1])


@pytest.fixture(autouse=True)
def work(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the coach's jobs and run them in this process; reviews are made up."""
    asked: list[str] = []

    async def ask(work: Callable[[Any], Any], question: Any) -> Any:
        asked.append(work.__name__)
        return points_of(question) if work is coach.review else work(question)

    monkeypatch.setattr(program.bot.thinking._last, "ask", ask)
    return asked


async def finished(program: InProcessProgram, game: str = "monster_hex") -> None:
    await start_table(program.service, game=game)
    await play(program.service)
    await program.outbox.settle()


async def pressed(
    program: InProcessProgram, action: str, *details: str, person: Person = ANN, private: bool = True
) -> InteractionResult:
    return await program.press(person, str(CustomId(TABLE, None, action, details)), private=private)


def last(answer: InteractionResult) -> Any:
    """Return the final version of the page."""
    return answer.requests[-1].body


def gallery(answer: InteractionResult) -> list[dict[str, Any]]:
    return [item for part in parts(last(answer)) if part.get("type") == 12 for item in part["items"]]


# What is shown


@pytest.mark.parametrize("game", GAMES)
async def test_each_turning_point_shows_two_moves_one_below_the_other_and_leads_on(
    program: InProcessProgram, work: list[str], game: str
) -> None:
    await finished(program, game)
    for number in (1, 2, 3):
        answer = await pressed(program, REVIEW, str(number))
        text = answer.requests[-1].texts
        second = LONGER if number == 2 else BETTER

        assert f"Turning point {number} of 3 · after step " in text
        assert text.index("**You played:**") < text.index(f"**{second}:**") < text.index("about 25 games more in 100")
        assert "?**" not in text, "the moves are made, and nothing is asked"
        assert [item["description"].partition(":")[0] for item in gallery(answer)] == ["You played", second]
        assert {item["media"]["url"].removeprefix("attachment://") for item in gallery(answer)} == set(answer.files)
        shown = [part["custom_id"] for part in parts(last(answer)) if "custom_id" in part]
        actions = [found.action for each in shown if (found := parse(each)) is not None]
        assert actions == [REVIEW, REVIEW, REVIEW, HOW_SURE, "whatif", "past", "more"]
        assert all(len(each) <= LIMIT for each in answer.custom_ids)
    assert work == ["review"], "it is looked at once"


@pytest.mark.parametrize("hints", [0, 2])
async def test_a_turning_point_that_the_hint_proposed_says_so_and_none_else(
    program: InProcessProgram, hints: int
) -> None:
    await finished(program)
    async with program.service.store.write(TABLE) as writer:
        for seat in await writer.tables.seats(TABLE):
            await writer.tables.put_seat(TABLE, msgspec.structs.replace(seat, hints=hints))

    texts = [(await pressed(program, REVIEW, str(number))).requests[-1].texts for number in (1, 2, 3)]

    said = "The hint was this, too; looking" if hints else "The strongest computer player would have played this, too;"
    assert [said in text for text in texts] == [False, True, False]
    assert ["is better." in text for text in texts] == [False, True, False]


async def test_how_sure_shows_the_interval_and_leads_back(program: InProcessProgram) -> None:
    await finished(program)
    await pressed(program, REVIEW)

    answer = await pressed(program, HOW_SURE, "2")

    assert "about 25 games more in 100; the true number is very likely between 15 and 35" in answer.text
    assert answer.custom_ids == [f"{TABLE}::{REVIEW}:2"]


async def test_from_the_card_a_private_page_says_at_once_that_the_coach_looks_and_is_edited_then(
    program: InProcessProgram,
) -> None:
    await finished(program)

    answer = await pressed(program, REVIEW, private=False)

    deferred, said, shown = answer.requests
    assert deferred.path.endswith("/callback")
    assert deferred.body["data"]["flags"] & 64
    assert (said.method, said.texts) == ("PATCH", LOOKING)
    assert (shown.method, shown.path) == ("PATCH", said.path)
    assert "Turning point 1 of 3" in shown.texts


async def test_a_game_without_turning_points_says_so(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(program)

    async def ask(work: Any, question: Any) -> Any:
        return ()

    monkeypatch.setattr(program.bot.thinking._last, "ask", ask)

    answer = await pressed(program, REVIEW)

    assert "No turning points" in answer.text
    assert [part["custom_id"] for part in parts(last(answer)) if "custom_id" in part] == [f"{TABLE}::more"]


async def test_a_game_that_ended_before_an_own_move_is_not_praised(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(program.service, game="connect_four")
    await program.service.resign(TABLE, ANN.id)

    async def ask(work: Any, question: Any) -> Any:
        return work(question)

    monkeypatch.setattr(program.bot.thinking._last, "ask", ask)

    answer = await pressed(program, REVIEW)

    assert "No turning points" in answer.text
    assert "Well played" not in answer.text
    assert "0 moves" not in answer.text


@pytest.mark.parametrize("game", GAMES)
async def test_each_own_turn_of_the_replay_asks_what_the_coach_would_have_played(
    program: InProcessProgram, game: str
) -> None:
    await finished(program, game)
    _, views = await program.service.past_views(TABLE)
    own = await Reviews(program.service, program.bot.thinking.compute_in_background).own(TABLE, ANN.id)
    turns = {decision.turn for decision in own.decisions}
    offered = {
        turn
        for turn in range(len(views))
        if any(f"::{WOULD}:" in each for each in (await pressed(program, "past", str(turn))).custom_ids)
    }

    assert turns <= offered
    assert all(own.seat in views[turn].actors for turn in offered)
    told = [(await pressed(program, WOULD, str(turn))).text for turn in sorted(turns)[:3]]
    assert all("**You played:**" in text for text in told)
    assert all((SAME in text) != (f"**{COACH_PLAYED}:**" in text) for text in told)
    others = next(turn for turn in range(len(views)) if turn not in turns)
    for detail in (str(others), "99999", "x", ""):
        assert (await pressed(program, WOULD, detail)).text == reviews.NOT_YOUR_MOVE


async def test_pages_are_made_of_what_the_seat_saw_and_of_nothing_else(program: InProcessProgram) -> None:
    """Another state with the same view gives the same page, which contains only the seat's own hand."""
    await finished(program)
    own = await Reviews(program.service, program.bot.thinking.compute_in_background).own(TABLE, ANN.id)
    for decision in own.decisions:
        shown = build_decision_view(own, decision, ANN.id)

        assert shown.view == decision.view
        assert shown.view.viewer == own.seat != SPECTATOR
        assert decision.played in shown.legal
        assert build_decision_view(own, decision._replace(seed=decision.seed + 1), ANN.id) == shown


# Who gets no review, and why


async def test_whoever_may_not_look_is_told_why_and_nobody_thinks(program: InProcessProgram, work: list[str]) -> None:
    await open_lobby(program.service, id="lobby00001")
    await start_table(program.service, id="open000001")
    await play(program.service, 3, "open000001")
    await start_table(program.service, 3, id="three00001", game="hive_mind")
    await play(program.service, table="three00001")
    await finished(program)
    said = {
        "lobby00001": reviews.ONLY_OVER,
        "open000001": reviews.ONLY_OVER,
        "three00001": reviews.NO_COACH,
        "nosuchtab1": NO_SUCH_TABLE,
    }

    for action in (REVIEW, WOULD):
        for table, text in said.items():
            assert (await program.press(BEN, f"{table}::{action}:3")).text == text
        stranger = await pressed(program, action, "3", person=EVE, private=False)
        assert stranger.text == reviews.NOT_YOUR_GAME
        assert stranger.requests[0].body["data"]["flags"] & 64
    three = await program.press(ANN, "three00001::past:3", private=True)
    strange = await pressed(program, "past", "3", person=EVE)
    assert not any(f"::{WOULD}" in each for page in (three, strange) for each in page.custom_ids)
    assert work == []


@pytest.mark.parametrize("error", [TimeoutError(), EOFError(), OSError()])
async def test_a_process_that_does_not_come_back_costs_nothing_and_the_next_press_is_answered(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    await finished(program)

    async def ask(work: Any, question: Any) -> Any:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(program.bot.thinking._last, "ask", ask)
        failed = await pressed(program, REVIEW)
    assert failed.requests[-1].texts == reviews.NOT_COME
    (again,) = {*failed.custom_ids}

    assert "Turning point 1 of 3" in (await program.press(ANN, again, private=True)).text


async def test_after_a_restart_and_after_many_others_it_is_looked_at_again_with_the_same_result(
    program: InProcessProgram, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(program)
    monkeypatch.setattr(reviews, "MOST_KEPT", 1)
    first = (await pressed(program, REVIEW, "2")).requests[-1].texts
    await pressed(program, REVIEW, person=BEN)
    assert work == ["review"] * 2

    again = await pressed(program, REVIEW, "2")

    assert work == ["review"] * 3
    assert again.requests[-1].texts == first
    assert {*collect([Review(program.bot)])} == {HOW_SURE, REVIEW, WOULD}
