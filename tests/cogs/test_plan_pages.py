"""*Plan my move* by presses: composing, keeping, the report, the card, and requests that can't be fulfilled."""

import pytest

from cogs.at_table.plan_page import TASK
from cogs.positions.plans import DELETED
from data.store import PlanRow
from tables import planning
from tables.dispatching.timers import Timers
from tables.open_table import Person
from tests.cog_tables import ANN, CAM, TABLE, mover, play, start_table
from tests.in_process_program import InProcessProgram
from tests.tables.test_plans import GAMES, kept, move_elsewhere, move_in_the_way, other, plan

POSITION = f"plan.{TABLE}"
PAGES = {"monster_hex": "hand", "connect_four": "reserve"}
MOST_CONTROLS = 8


async def begin(program: InProcessProgram, game: str = "monster_hex", moves: int = 6) -> Person:
    """Start a game, play some moves, post the card, and return the person who is not to move."""
    await start_table(program.service, game=game)
    await play(program.service, moves)
    await program.outbox.settle()
    return await other(program.service)


async def run_timers(program: InProcessProgram) -> None:
    """Run the timer of a planned move, and deliver its messages."""
    timers = Timers(program.service, program.bot._computers)
    async with program.store.read() as reader:
        row = await reader.timers.get(TABLE, "plan")
    assert row is not None
    await timers.work(f"{TABLE} plan", [row])
    await program.outbox.settle()


async def compose(program: InProcessProgram, person: Person, first: str) -> str:
    """Press the first button of each page until a plan is kept; return the text of the last page."""
    result = await program.press(person, first, private=True)
    for _ in range(4):
        result.page  # noqa: B018 - checks the page against Discord's limits
        assert TASK in result.text
        wanted = [found for found in result.custom_ids if ":do:" in found] or [
            found for found in result.custom_ids if found.split(":")[2] in ("hex", "column", "turn")
        ]
        result = await program.press(person, wanted[0], private=True)
        if "Your plan" in result.text:
            return result.text
    raise AssertionError(result.text)


@pytest.mark.parametrize("game", GAMES)
async def test_a_plan_is_composed_on_the_usual_pages(program: InProcessProgram, game: str) -> None:
    planner = await begin(program, game)
    hand = await program.press(planner, f"{TABLE}::{PAGES[game]}")
    assert "Plan my move" in hand.labels

    told = await compose(program, planner, hand.buttons["Plan my move"])

    planned = await kept(program.service, planner)
    assert planned is not None
    assert "I make this move when your turn comes, if " in told
    assert "Only you can see your plan." in told
    again = await program.press(planner, f"{TABLE}::{PAGES[game]}")
    assert "My plan" in again.labels
    assert "Plan my move" not in again.labels
    shown = await program.press(planner, again.buttons["My plan"], private=True)
    assert shown.labels == ["Change plan", "Delete plan"]
    assert "private.png" in shown.files


@pytest.mark.parametrize("game", GAMES)
async def test_while_another_is_to_move_the_cards_button_plans(program: InProcessProgram, game: str) -> None:
    planner = await begin(program, game)
    step = (await program.service.load(TABLE)).row.step

    told = await compose(program, planner, f"{TABLE}:{step}:move")

    assert "Your plan: " in told
    assert "Your plan: " in (await program.press(planner, f"{TABLE}:{step}:move")).text


async def test_plan_my_move_is_not_offered_to_the_mover_and_to_spectators(program: InProcessProgram) -> None:
    planner = await begin(program)
    person, _ = await mover(program.service)

    assert "Plan my move" not in (await program.press(person, f"{TABLE}::hand")).labels
    assert "Plan my move" not in (await program.press(CAM, f"{TABLE}::hand")).labels
    assert "Plan my move" in (await program.press(planner, f"{TABLE}::hand")).labels


@pytest.mark.parametrize("game", GAMES)
async def test_pages_of_plans_have_few_controls(program: InProcessProgram, game: str) -> None:
    planner = await begin(program, game)
    await plan(program.service, planner)
    shown = await program.press(planner, f"{POSITION}::more", private=True)
    hand = await program.press(planner, f"{TABLE}::{PAGES[game]}")

    assert len(shown.custom_ids) <= MOST_CONTROLS
    assert len(hand.custom_ids) <= MOST_CONTROLS


async def test_a_planned_move_is_announced_on_the_card(program: InProcessProgram) -> None:
    planner = await begin(program)
    planned = await plan(program.service, planner)
    posted = len(program.public(":move"))
    await move_elsewhere(program.service, planned)
    await program.outbox.settle()
    assert len(program.public(":move")) == posted, "no card asks the planner"

    await run_timers(program)

    assert f"{planner.name} had planned this." in program.newest_card
    assert f"<@{planner.id}> to place" not in program.newest_card


@pytest.mark.parametrize("game", GAMES)
async def test_a_plan_that_no_longer_holds_is_reported_once_privately_and_suggested(
    program: InProcessProgram, game: str
) -> None:
    planner = await begin(program, game)
    planned = await plan(program.service, planner)
    await move_in_the_way(program.service, planned)
    await program.outbox.settle()
    assert f"<@{planner.id}>" in program.newest_card, "called as usual"
    assert not program.public("plan"), "nothing public says so"

    _, seen = await mover(program.service)
    first = await program.press(planner, f"{TABLE}::move")
    assert "I didn't make your planned move: " in first.text
    assert any(label.startswith("As planned: ") for label in first.labels) is (planned.action in seen.legal)
    second = await program.press(planner, f"{TABLE}::move")
    assert "I didn't make your planned move" not in second.text


async def test_the_suggestion_opens_the_page_that_confirms_it(program: InProcessProgram) -> None:
    planner = await begin(program, "connect_four")
    planned = await plan(program.service, planner)
    await move_in_the_way(program.service, planned)
    _, seen = await mover(program.service)
    dropped = PlanRow(planned.seat, planner.id, seen.legal[-1], planned.condition, "it changed")
    async with program.store.write() as writer:
        await writer.plans.put(TABLE, dropped)

    page = await program.press(planner, f"{TABLE}::move")
    suggested = next(custom_id for label, custom_id in page.buttons.items() if label.startswith("As planned: "))
    assert page.custom_ids[0] == suggested, "it comes first"
    confirming = await program.press(planner, suggested, private=True)
    assert [found for found in confirming.custom_ids if found.endswith(f":do:{seen.legal[-1]}")]


@pytest.mark.parametrize("game", GAMES)
async def test_a_suggestion_that_the_page_offers_already_is_marked_there(program: InProcessProgram, game: str) -> None:
    """Discord refuses a message with two equal custom ids."""
    planner = await begin(program, game)
    planned = await plan(program.service, planner)
    await move_in_the_way(program.service, planned)
    _, seen = await mover(program.service)
    for action in seen.legal[:40]:
        dropped = PlanRow(planned.seat, planner.id, action, planned.condition, "it changed")
        async with program.store.write() as writer:
            await writer.plans.put(TABLE, dropped)

        page = await program.press(planner, f"{TABLE}::move")

        assert len({*page.custom_ids}) == len(page.custom_ids), action


async def test_a_plan_is_deleted_with_one_press(program: InProcessProgram) -> None:
    planner = await begin(program)
    await plan(program.service, planner)
    shown = await program.press(planner, f"{POSITION}::more", private=True)

    told = await program.press(planner, shown.buttons["Delete plan"], private=True)

    assert told.text == DELETED
    assert await kept(program.service, planner) is None
    assert "You have no plan here." in (await program.press(planner, shown.buttons["Delete plan"], private=True)).text


# Requests that can't be fulfilled


async def test_a_press_on_a_stale_page_of_a_plan_shows_the_current_one(program: InProcessProgram) -> None:
    planner = await begin(program, moves=4)
    person, seen = await mover(program.service)
    page = await program.press(planner, f"{POSITION}::move", private=True)
    wanted = next(found for found in page.custom_ids if ":hex:" in found)
    await program.service.act(TABLE, person.id, seen.legal[0])
    if (await mover(program.service))[0] == planner:
        told = await program.press(planner, wanted, private=True)
        assert told.text == planning.YOUR_TURN
    assert await kept(program.service, planner) is None


async def test_a_plan_that_is_not_legal_is_refused(program: InProcessProgram) -> None:
    planner = await begin(program)
    first = await plan(program.service, planner)
    step = (await program.service.load(TABLE)).row.step

    told = await program.press(planner, f"{POSITION}:{step}:do:place A1 Z9 0", private=True)
    assert "Z9" in told.text
    told = await program.press(planner, f"{POSITION}:{step}:do:decline", private=True)
    assert "You can't plan that: it isn't possible on the board as it is now." in told.text
    assert await kept(program.service, planner) == first


async def test_a_plan_at_a_table_that_has_ended_is_refused(program: InProcessProgram) -> None:
    planner = await begin(program)
    page = await program.press(planner, f"{POSITION}::move", private=True)
    wanted = next(found for found in page.custom_ids if ":hex:" in found)
    person, _ = await mover(program.service)
    await program.service.resign(TABLE, person.id)

    assert (await program.press(planner, wanted, private=True)).text == "This game is over."


async def test_a_plan_by_somebody_without_a_seat_is_refused(program: InProcessProgram) -> None:
    await begin(program)

    assert "Plan my move" in (await program.press(CAM, f"{POSITION}::more", private=True)).text
    assert (
        await program.press(ANN, "plan.nonsense::more", private=True)
    ).text == "That table is gone. `/play` opens a new one."
