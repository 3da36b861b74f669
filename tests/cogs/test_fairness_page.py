"""*Fairness* and *Check* before and after the end of a game."""

import json
from contextlib import suppress
from random import Random

import msgspec
import pytest

from cogs.at_table.fairness_page import DIFFERS, OPENED, SEALED
from cogs.ui.kit.interface import playable_games
from cogs.ui.texts.texts import CHECKED, CHECKED_BUT
from data.store import SeatRow
from engine import fairness
from engine.games import game_type
from tables import lobby
from tables.refusal import Refusal
from tables.seat_changes import seats
from tests.cog_tables import ANN, BEN, EVE, SEED, TABLE, open_lobby, play, start_table
from tests.hive_matches import HIVE
from tests.in_process_program import InProcessProgram

SEAL = fairness.commitment(SEED)
PLAYING = "playing222"


async def test_before_the_end_the_page_shows_the_seal_and_no_more(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    await start_table(program.service, id=PLAYING)

    for table in (TABLE, PLAYING):
        page = await program.press(EVE, f"{table}::fairness")
        assert SEAL in page.text
        assert SEALED.format(check="Check") in page.text
        assert "After the game you can check it." in page.text
        assert not any(secret in str(page.requests) for secret in (SEED.hex(), "salt 0", "join 1", "::check"))
        assert "once the game is over" in (await program.press(EVE, f"{table}::check")).text


async def test_no_public_message_has_the_digits(program: InProcessProgram) -> None:
    await program.start()
    await play(program.service)
    await program.outbox.settle()

    public = json.dumps([body for _, body in program.discord.made])
    assert SEAL[:16] not in public
    assert SEED.hex()[:16] not in public
    assert f"{TABLE}::check" in (await program.press(EVE, f"{TABLE}::more", private=True)).custom_ids


async def test_after_the_end_everything_is_open_and_checked(program: InProcessProgram) -> None:
    await start_table(program.service)
    table = await play(program.service)

    for action, said in (("fairness", OPENED.format(check="Check")), ("check", CHECKED)):
        page = await program.press(EVE, f"{TABLE}::{action}")
        assert "Nobody could influence" in page.text
        assert "After the game" not in page.text
        assert all(shown in page.text for shown in (SEAL, SEED.hex(), "`salt 0`", "`join 1`", said))
        # A second check would give the same result.
        assert (f"{TABLE}::check" in str(page.requests)) == (action == "fairness")
    assert table.game is not None
    assert f"Proved: all {table.game.n} entries follow the rules" in page.text
    assert "not proved: that the players made these moves or that nobody saw" in page.text


async def test_a_draw_that_was_changed_is_found(program: InProcessProgram) -> None:
    await start_table(program.service)
    await program.service.resign(TABLE, ANN.id)
    async with program.store.write(TABLE) as writer:
        seats = await writer.tables.seats(TABLE)
        row = await writer.tables.get(TABLE)
        assert row is not None
        await writer.tables.update(TABLE, row.step, salts=msgspec.json.encode(["other"] * len(seats)).decode())

    page = await program.press(EVE, f"{TABLE}::check")

    assert DIFFERS.format(record="Record") in page.text
    assert "not proved: that the draws come from the seed" in page.text


async def test_a_game_ended_before_its_time_is_checked_as_far_as_it_went(program: InProcessProgram) -> None:
    await start_table(program.service)
    await program.service.change(TABLE, lobby.cancel(ANN.id))

    page = await program.press(EVE, f"{TABLE}::check")

    assert f"{CHECKED_BUT} the game is not over." in page.text
    assert CHECKED not in page.text
    assert "how the game ends (it is not over)" in page.text


@pytest.mark.parametrize("action", ["fairness", "check"])
async def test_a_table_that_was_closed_before_a_game_has_nothing_to_check(
    program: InProcessProgram, action: str
) -> None:
    await open_lobby(program.service)
    await program.service.change(TABLE, lobby.cancel(ANN.id))

    assert "No game was played" in (await program.press(EVE, f"{TABLE}::{action}")).text


async def test_a_stranger_may_check_a_game_whose_record_is_for_its_people(program: InProcessProgram) -> None:
    await start_table(program.service, 3, game=HIVE)
    await program.service.change(TABLE, lobby.cancel(ANN.id))

    assert "only the players of this game" in (await program.press(EVE, f"{TABLE}::record")).text
    assert CHECKED_BUT in (await program.press(EVE, f"{TABLE}::check")).text


async def takes_back(program: InProcessProgram, seat: SeatRow) -> bool:
    """Take back a seat's newest move with everybody's consent. Raises Refusal if the move stays."""
    assert seat.user_id is not None
    outlook = await program.service.take_back_outlook(TABLE, seat.user_id)
    plan = await program.service.take_back(TABLE, seat.user_id, outlook.move)
    step = (await program.service.load(TABLE)).row.step
    for asked in plan.asked:
        assert asked.user_id is not None
        await program.service.answer_take_back(TABLE, asked.user_id, seat.seat, step, allow=True)
    return True


@pytest.mark.parametrize("game", sorted(playable_games()))
async def test_a_game_of_any_kind_is_checked_after_whatever_happened_in_it_and_when_it_is_pruned(
    program: InProcessProgram, game: str
) -> None:
    """The game has a move taken back, a seat that changed hands, a forfeit, and a log folded into one value."""
    service = program.service
    people = max(2, min(game_type(game).seats))
    await start_table(service, people, game=game)
    rng, taken_back = Random(5), False
    for _ in range(20):
        table = await service.load(TABLE)
        seat = rng.choice(table.awaited_seats())
        assert seat.user_id is not None
        assert table.game is not None
        await service.act(TABLE, seat.user_id, rng.choice(table.game.legal(seat.seat)))
        with suppress(Refusal):
            taken_back = await takes_back(program, seat)
        if taken_back:
            break
    await service.change(TABLE, seats.offer(ANN.id, 0, EVE.id))
    offered = (await service.load(TABLE)).seats[0]
    await service.change(TABLE, seats.take(EVE, 0, offered.offers))
    if people > 2:
        await service.change(TABLE, lobby.cancel(EVE.id))
    else:
        await service.resign(TABLE, BEN.id)
    # In Hive Mind submissions can change until everybody is ready, and are never taken back.
    assert taken_back or game == HIVE
    before = await service.ended_record(TABLE)

    for moment in ("at once", "pruned"):
        page = await program.press(BEN, f"{TABLE}::check")
        assert (CHECKED if people == 2 else CHECKED_BUT) in page.text, moment
        assert f"all {len(before.entries)} entries follow the rules" in page.text
        history = await program.press(BEN, f"{TABLE}::history")
        assert EVE.name in history.text
        async with program.store.write() as writer:
            await writer.prune(writer.now + 1)
    assert await service.ended_record(TABLE) == before
