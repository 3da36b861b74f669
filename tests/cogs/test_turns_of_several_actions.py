"""A turn of several actions by one seat: one card, one ping, one clock, and a page for each action."""

from collections.abc import Iterator

import pytest

from cogs.outbox.outbox import RETRY_MS
from cogs.ui.kit.interface import interface
from engine.core import SPECTATOR
from tables.committing.outbox_rows import REFRESH_MS
from tables.open_table import Person
from tables.texts import CANT_POST
from tests.cog_tables import ANN, BEN, MINUTES_5, PEOPLE, TABLE, logged, start_table
from tests.cogs.climb_interface import CLIMB, climb_in_the_program
from tests.fake_discord import mentioned, refusal
from tests.in_process_program import InProcessProgram, InteractionResult
from tests.posted_messages import MESSAGES, cards, thread


@pytest.fixture(autouse=True)
def climb(program: InProcessProgram) -> Iterator[None]:
    """Register `climb` after the program has loaded its own games."""
    with climb_in_the_program():
        yield


async def rest(program: InProcessProgram, person: Person = ANN) -> InteractionResult:
    """Press a person's next move on their private page."""
    version = (await program.service.view(TABLE)).version
    return await program.press(person, f"{TABLE}:{version}:do:rest", private=True)


async def test_the_turn_keeps_its_card_and_its_clock_and_pings_once(program: InProcessProgram) -> None:
    await program.start(game=CLIMB, clock=MINUTES_5)
    place = thread(program.discord)
    (card,) = cards(program.discord, place)
    deadline = (await program.service.view(TABLE)).deadline

    for number in (2, 3):
        program.outbox.clock.now += 10_000
        page = await rest(program)
        await program.outbox.settle(REFRESH_MS)
        assert f"Your move {number} of 3." in page.text, "the private page shows what is asked next"
        assert f"{TABLE}::takeback:{number - 1}" in page.custom_ids, "and takes back what was just done"
        assert (await program.service.view(TABLE)).deadline == deadline
        (edited,) = cards(program.discord, place)
        assert edited["id"] == card["id"]
        assert f"move {number} of 3" in str(edited["components"])
        assert edited["allowed_mentions"] == {"parse": []}

    done = await rest(program)
    await program.outbox.settle()
    assert done.text == "Done, your move is made."
    (new,) = cards(program.discord, place)
    first, second = program.discord.sent("POST", rf"/channels/{place}/messages")
    assert [mentioned(posted.body) for posted in (first, second)] == [[ANN.id], [BEN.id]]
    assert new["id"] != card["id"]
    assert (await program.service.view(TABLE)).deadline == program.outbox.clock.now + MINUTES_5 * 1000


async def test_the_cards_button_makes_an_only_move_at_once_but_not_on_an_older_card(program: InProcessProgram) -> None:
    await start_table(program.service, 2, game="connect_four", options='{"same_class":true}')
    only_move = interface("connect_four").composing.only_move
    while not only_move((table := await program.service.load(TABLE)).require_playing().view(SPECTATOR)):
        seat, legal = table.actors[0], table.require_playing().legal(table.actors[0])
        chosen = [action for action in legal if action.endswith("close") or action == "class occultist"]
        await program.service.act(TABLE, PEOPLE[seat].id, (chosen or legal)[0])
    person = PEOPLE[table.actors[0]]

    asked = await program.press(person, f"{TABLE}:1:move")
    before = len(await logged(program.service))
    made = await program.press(person, f"{TABLE}:{table.version}:move")

    assert "Strike now" in asked.buttons
    assert "Hint" not in asked.buttons
    assert made.text == ""
    assert len(await logged(program.service)) > before


async def test_the_page_after_a_press_tells_what_was_rolled(program: InProcessProgram) -> None:
    await start_table(program.service, game="hex_battle_wars")
    while not (table := await program.service.view(TABLE)).view.round:
        user = PEOPLE[table.view.actors[0]].id
        await program.service.act(TABLE, user, (await program.service.view(TABLE, user)).legal[0])

    page = await program.press(PEOPLE[table.view.actors[0]], f"{TABLE}:{table.version}:do:vanish", private=True)

    assert "You rolled " in page.text


async def test_a_page_of_an_earlier_action_is_stale(program: InProcessProgram) -> None:
    await start_table(program.service, game=CLIMB)
    before = (await program.service.view(TABLE)).version
    await rest(program)

    result = await program.press(ANN, f"{TABLE}:{before}:do:climb", private=True)

    assert "The board has moved on" in result.text
    assert (await program.service.view(TABLE)).view.state.moves == 1


async def test_while_nothing_may_be_posted_the_next_action_has_its_page_too(program: InProcessProgram) -> None:
    await program.start(game=CLIMB)
    program.discord.fail_next("POST", MESSAGES, refusal(403, 50013), times=1000)
    for _ in range(3):
        await rest(program)
    await program.outbox.settle()
    # The thread is refused first, then the channel.
    await program.outbox.settle(RETRY_MS[0])

    result = await rest(program, BEN)

    assert "Your move 2 of 3." in result.text
    assert CANT_POST in result.text
