"""Stand-in computer players and open seats, in presses and on cards."""

from dataclasses import replace

import msgspec

from cogs.at_table.stand_in import HERE_ALL_ALONG, STANDS_IN_NOW, YOU_ARE_BACK, time_buttons, time_lines
from tables.open_table import is_stood_in
from tests.cog_tables import ANN, BEN, CAM, MINUTES_5, TABLE, mover, new_game, open_lobby, start_table, table_view
from tests.in_process_program import InProcessProgram, to_json


async def test_a_press_lets_the_computer_play_and_another_one_takes_the_seat_back(program: InProcessProgram) -> None:
    await start_table(program.service)
    person, _ = await mover(program.service)
    await program.outbox.settle()

    for _ in range(2):
        answer = await program.press(person, f"{TABLE}::stand_in", private=True)
        assert STANDS_IN_NOW in answer.text
    await program.outbox.settle(2_000)

    card = program.newest_card
    assert f"The computer plays for {person.name} until they are back." in card
    assert f"{person.name} lets the computer play for a while." not in card, "the line says it"
    assert f"{TABLE}::back" in card
    answer = await program.press(person, f"{TABLE}::back", private=True)
    assert YOU_ARE_BACK in answer.text
    assert any(custom_id.endswith(":move") for custom_id in answer.custom_ids)
    await program.outbox.settle(2_000)
    card = program.newest_card
    assert f"{person.name} is back." in card
    assert f"<@{person.id}> to place" in card
    assert f"{TABLE}::back" not in card
    again = await program.press(person, f"{TABLE}::back", private=True)
    assert HERE_ALL_ALONG in again.text


async def test_moves_of_a_stand_in_are_told_as_the_computers(program: InProcessProgram) -> None:
    await start_table(program.service)
    person, seen = await mover(program.service)
    await program.outbox.settle()
    await program.press(person, f"{TABLE}::stand_in", private=True)
    await program.service.act_for(TABLE, seen.seat or 0, seen.legal[0], turn=seen.row.turn)

    await program.outbox.settle()

    assert f"Computer for {person.name}" in program.newest_card


async def test_strangers_have_no_seat_to_give_or_to_come_back_to(program: InProcessProgram) -> None:
    await start_table(program.service)

    for action in ("stand_in", "back"):
        assert "You're watching" in (await program.press(CAM, f"{TABLE}::{action}", private=True)).text
    assert not any(is_stood_in(seat) for seat in (await program.service.load(TABLE)).seats)


async def test_a_seat_that_is_opened_is_offered_to_all_and_taken_with_a_tap(program: InProcessProgram) -> None:
    service = program.service
    await start_table(service, clock=MINUTES_5, on_expiry="replace")
    person, _ = await mover(service)
    other = BEN if person == ANN else ANN
    for _ in range(2):
        while (await mover(service))[0] == other:
            await service.act(TABLE, other.id, (await mover(service))[1].legal[0])
        await service.expire(TABLE, turn=(await service.load(TABLE)).row.turn)
        await program.outbox.settle(2_000)

    (offer,) = [card for card in program.public() if "A seat is free" in card]
    assert f"**{person.name}** has been away" in offer
    assert '"allowed_mentions": {"parse": []}' in offer
    take = next(word for word in offer.split('"') if ":take_seat:" in word)
    assert "already have a seat" in (await program.press(other, take)).text
    answer = await program.press(CAM, take)

    assert "this seat in Monster Hex" in answer.text
    await program.outbox.settle(2_000)
    assert any(f"<@{CAM.id}> plays on for" in card for card in program.public())
    assert f"**{CAM.name}** plays on for {person.name}." in program.newest_card


async def test_the_card_tells_of_the_bank_and_the_page_of_all_banks(program: InProcessProgram) -> None:
    await start_table(program.service, clock=24 * 3600, bank=72 * 3600, regained=6 * 3600)
    person, _ = await mover(program.service)
    await program.outbox.settle()

    table = await program.service.view(TABLE, person.id)
    assert table.deadline is not None
    card = program.newest_card
    assert f"due <t:{table.deadline // 1000 - 72 * 3600}:R>, then 3 days of reserve" in card
    lines = time_lines(table)
    assert "1 day for each move, plus 3 days of reserve in all; a move in time gives 6 hours back." in lines[0]
    assert "Reserves: Ann 3 days · Ben 3 days" in lines
    assert [pressed.custom_id for pressed in time_buttons(table)] == [f"{TABLE}::stand_in"]


async def test_the_host_sets_the_clock_in_the_lobby_by_a_form(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    form = await program.press(ANN, f"{TABLE}:1:clock")
    assert f"{TABLE}:1:clock_submitted" in to_json(form.requests[0].body)
    fields = {"clock": "own", "move": "36h", "bank": "2 days", "regained": "", "expiry": "replace"}

    set_up = await program.submit(ANN, f"{TABLE}:1:clock_submitted", fields)
    await program.outbox.settle()

    assert "1 day 12 hours for each move, plus 2 days of reserve in all." in set_up.text
    assert "1 day 12 hours for each move, plus 2 days of reserve" in program.public()[-1]
    settings = (await program.service.load(TABLE)).settings
    assert (settings.clock, settings.bank, settings.regained, settings.on_expiry) == (129_600, 172_800, 0, "replace")
    refused = await program.submit(ANN, f"{TABLE}:1:clock_submitted", {"clock": "own"})
    assert "can't read that form" in refused.text
    assert "host" in (await program.press(BEN, f"{TABLE}:2:clock")).text


def test_the_page_of_time_shows_names_as_they_are() -> None:
    table = table_view(new_game(2), names=("_Ann_", "Ben"))
    away = msgspec.structs.replace(table.seats[0], player="greedy")

    assert "for \\_Ann\\_ until" in "\n".join(time_lines(replace(table, seats=(away, table.seats[1]))))
