"""Time that does not count, by presses and commands: the page, pauses, sleeping games, quiet hours and `/away`."""

from datetime import UTC, timedelta
from typing import Any

import pytest

from cogs.personal.absence import TWO_READINGS
from cogs.personal.quiet_hours import read_clock
from tables.computer_players import ComputerPlayers
from tables.dispatching.timers import Timers
from tables.preferences import change_preferences, preferences
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.timing.absence import day_of, midnight
from tables.timing.clocks import DEADLINE
from tables.timing.idle import SLEEP_MS, sleep_of
from tables.timing.pauses import decode_pauses
from tests.cog_tables import ANN, BEN, DAN, DAY, HOUR, PEOPLE, TABLE, due, open_lobby, start_table
from tests.fake_discord import mentioned
from tests.in_process_program import InProcessProgram, ids_in
from tests.posted_messages import MESSAGES
from tests.running_dispatchers import Clock, Running
from tests.thinking_here import think_here

MINUTE, DAY_MINUTES = 60_000, 24 * 60


async def fire(program: InProcessProgram, clock: Clock, passed_ms: int) -> None:
    """Advance the clock at once and run the timers that are due."""
    clock.now += passed_ms
    async with program.store.write() as writer:
        await writer.facts.record_alive()
    computers = ComputerPlayers(program.service, think_here)
    async with Running(lambda: [Timers(program.service, computers)], program.service, clock) as timers:
        await timers.settle()
    await program.outbox.settle()


async def set_quiet(program: InProcessProgram, zone: str, begin: str, until: str) -> str:
    """Submit the form of quiet hours as Ann and return the answer."""
    return (await program.submit(ANN, "me::quiet_submitted", {"zone": zone, "from": begin, "until": until})).text


async def test_a_pause_is_asked_for_agreed_to_on_the_card_and_ended_by_anybody(
    program: InProcessProgram, clock: Clock
) -> None:
    await program.start(3, clock=DAY)
    page = await program.press(ANN, f"{TABLE}::time", private=True)
    assert "1 day for each move." in page.text
    assert len(page.custom_ids) <= 10

    asked = await program.press(ANN, f"{TABLE}::pause_ask", private=True)
    assert not any("pause_agree" in custom_id for custom_id in asked.custom_ids), "who asks has agreed"

    assert "I've asked on the card" in asked.text
    await program.outbox.settle(2_000)
    card = program.public("asks for a pause")[-1]
    assert "Ann asks for a pause. Ben and Cam: is that all right with you?" in card
    (agree,) = ids_in(card, "pause_agree")
    for person in PEOPLE[1:3]:
        await program.press(person, agree)
    await program.outbox.settle(2_000)
    paused = program.newest_card
    assert "all clocks are stopped until" in paused
    assert "due <t:" not in paused
    refused = await program.press(DAN, f"{TABLE}::pause_resume")
    assert "watching" in refused.text

    for _ in range(2):
        await program.press(BEN, ids_in(paused, "pause_resume")[0])

    await program.outbox.settle(2_000)
    resumed = program.newest_card
    assert "Ben resumed the game." in resumed
    assert "You all agreed to pause the game." in resumed
    assert "due <t:" in resumed
    assert ids_in(resumed, "pause_resume") == []


async def test_an_emergency_pause_is_confirmed_first_and_told_on_the_card(program: InProcessProgram) -> None:
    await start_table(program.service, 2, clock=DAY)
    question = await program.press(BEN, f"{TABLE}::pause_sos", private=True)
    assert "72 hours" in question.text
    assert decode_pauses((await program.service.load(TABLE)).row).standing is None

    page = await program.press(BEN, f"{TABLE}::pause_sos_now", private=True)

    assert "Ben had an emergency" in page.text
    await program.outbox.settle(2_000)
    assert "Ben had an emergency" in program.newest_card
    assert "Ben paused the game for an emergency." not in program.newest_card, "the line says it"


async def test_sleepers_are_asked_with_one_ping_and_answer_by_a_button(program: InProcessProgram, clock: Clock) -> None:
    await start_table(program.service, 2)
    await fire(program, clock, 0)
    await fire(program, clock, SLEEP_MS)
    (question,) = program.public("waiting for you for a week")
    (seat,) = (await program.service.load(TABLE)).actors
    person = PEOPLE[seat]
    assert f'"users": [{person.id}]' in question
    (here,) = ids_in(question, "idle_here")

    other = await program.press(PEOPLE[1 - seat], here)
    answer = await program.press(person, here)

    assert "Nobody is waiting for you here" in other.text
    assert "ask again for a week" in answer.text
    await program.outbox.settle()
    assert program.public("The game goes on.")
    assert (await program.service.load(TABLE)).row.idle is None


async def test_sleepers_whose_question_was_posted_just_before_their_quiet_hours_are_pinged_once(
    program: InProcessProgram, clock: Clock
) -> None:
    """Only Discord's answer to the post was lost."""
    await start_table(program.service, 2)
    await fire(program, clock, 0)
    (seat,) = (await program.service.load(TABLE)).actors
    person = PEOPLE[seat]
    begin = ((clock.now + SLEEP_MS) // MINUTE + 1) % DAY_MINUTES
    until = (begin + 600) % DAY_MINUTES
    await change_preferences(program.store, person, time_zone="UTC", quiet_from=begin, quiet_until=until)
    program.discord.made.clear()
    program.discord.lose_response("POST", MESSAGES)
    await fire(program, clock, SLEEP_MS)

    clock.now += 90_000
    await program.outbox.settle()
    await program.outbox.settle(12 * HOUR)

    pinged = [mentioned(body) for _, body in program.discord.made]
    assert [users for users in pinged if users] == [[person.id]]


async def test_a_game_that_all_would_end_is_ended_with_a_kind_line(program: InProcessProgram, clock: Clock) -> None:
    await start_table(program.service, 2)
    await fire(program, clock, 0)
    await fire(program, clock, SLEEP_MS)
    (end,) = ids_in(program.public("waiting for you for a week")[0], "idle_end")

    first = await program.press(ANN, end)
    await program.outbox.settle()
    assert program.public("Ann would like to end the game. It ends when Ben would too.")
    await program.press(BEN, end)

    assert "when all players" in first.text
    await program.outbox.settle()
    assert program.public("You all agreed to end this game.")


async def test_a_silent_table_ends_by_itself(program: InProcessProgram, clock: Clock) -> None:
    await start_table(program.service, 1, 1)
    await fire(program, clock, 0)
    await fire(program, clock, SLEEP_MS)
    await fire(program, clock, SLEEP_MS)

    sleep = sleep_of((await program.service.load(TABLE)).row)
    assert sleep is not None
    assert sleep.ended == "silent"
    assert program.public("Nobody was playing any more")


async def test_quiet_hours_are_set_with_a_city_and_delay_the_deadline_of_the_turn(
    program: InProcessProgram, clock: Clock
) -> None:
    await start_table(program.service, 2, clock=DAY)
    while (await program.service.load(TABLE)).awaited_seats() == ():
        await fire(program, clock, 0)
    before = await due(program.store, DEADLINE)
    assert before is not None

    told = await set_quiet(program, "berlin", "12 pm", "8 pm")

    assert "12:00 to 20:00, in Berlin" in told
    await fire(program, clock, 0)
    after = await due(program.store, DEADLINE)
    assert after == before + 8 * HOUR
    again = await set_quiet(program, "berlin", "", "")
    assert "no quiet hours" in again


async def test_a_zone_that_may_be_several_is_asked_about(program: InProcessProgram) -> None:
    asked = await program.submit(ANN, "me::quiet_submitted", {"zone": "port", "from": "22:00", "until": "8"})
    (select,) = asked.custom_ids

    await program.press(ANN, select, ["America/Port-au-Prince"], private=True)

    found = await preferences(program.store, ANN.id)
    assert (found.time_zone, found.quiet_from, found.quiet_until) == ("America/Port-au-Prince", 22 * 60, 8 * 60)


@pytest.mark.parametrize(
    ("zone", "begin"), [("Atlantis", "22:00"), ("", "22:00"), ("berlin", "late"), ("berlin", "25")]
)
async def test_what_cannot_be_read_is_explained(program: InProcessProgram, zone: str, begin: str) -> None:
    told = await set_quiet(program, zone, begin, "8:00")

    assert "as a time of day" in told or "large city" in told
    assert (await preferences(program.store, ANN.id)).quiet_from is None


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("22:30", 1350), ("22.30", 1350), ("22", 1320), ("10:30 pm", 1350), ("12 am", 0), ("12pm", 720), ("24:00", 0)],
)
def test_a_time_of_day_is_read_as_people_type_it(typed: str, minutes: int) -> None:
    assert read_clock(typed) == minutes


@pytest.mark.parametrize("typed", ["13 pm", "24:30", "22:61", "x", "1" * 9])
def test_what_is_no_time_of_day_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        read_clock(typed)


async def test_a_vacation_is_announced_told_at_tables_and_ended(program: InProcessProgram, clock: Clock) -> None:
    await start_table(program.service, 2, clock=DAY)
    while (await program.service.load(TABLE)).awaited_seats() == ():
        await fire(program, clock, 0)
    before = await due(program.store, DEADLINE)
    assert before is not None
    today = day_of(clock.now, UTC)
    last = today + timedelta(days=3)

    told = await program.command(ANN, "away", until=last.isoformat())

    assert "You will be away from" in told.text
    await fire(program, clock, 0)
    assert "Ann is away from" in program.newest_card
    after = await due(program.store, DEADLINE)
    assert after is not None
    assert after > before + 2 * 24 * HOUR
    shown = await program.command(ANN, "away")
    (end,) = [found for found in shown.custom_ids if "vacation_end" in found]
    assert "is cancelled" in (await program.press(ANN, end, private=True)).text
    await fire(program, clock, 0)
    assert await due(program.store, DEADLINE) == before
    assert "You haven't announced a vacation" in (await program.command(ANN, "away")).text
    begins: dict[str, Any] = {"from": last.isoformat()}
    assert "last day away" in (await program.command(ANN, "away", **begins)).text


async def test_the_card_is_edited_when_a_vacation_begins_and_when_it_ends(
    program: InProcessProgram, clock: Clock
) -> None:
    """The vacation was announced before the game."""
    today = day_of(clock.now, UTC)
    await program.command(ANN, "away", until=(today + timedelta(days=1)).isoformat())
    await program.start()
    assert "Ann is away from" in program.newest_card

    await fire(program, clock, HOUR)
    assert "Ann is away until" in program.newest_card
    await fire(program, clock, 2 * DAY * 1000)

    assert "Ann is away" not in program.newest_card


async def test_days_are_suggested_and_read(program: InProcessProgram, clock: Clock) -> None:
    offered = await program.autocomplete(ANN, "away", "until", "tom")
    all_days = await program.autocomplete(ANN, "away", "until")
    today = day_of(clock.now, UTC)

    tomorrow = (today + timedelta(days=1)).isoformat()
    assert offered.suggestions == [tomorrow]
    assert all_days.suggestions[:2] == [
        today.isoformat(),
        tomorrow,
    ]


async def test_a_vacation_is_announced_by_one_press(program: InProcessProgram, clock: Clock) -> None:
    today = day_of(clock.now, UTC)
    page = await program.command(ANN, "away")
    assert page.labels == ["This weekend", "One week", "Two weeks", "Until …", "Quiet hours and time zone"]

    for label, last in (("One week", 6), ("Two weeks", 13), ("This weekend", 6 - today.weekday())):
        told = await program.press(ANN, page.buttons[label], private=True)
        end = midnight(today + timedelta(days=last + 1), UTC) // 1000
        assert f"until <t:{end}:f>" in told.text, label
        await program.press(ANN, told.buttons["End my vacation"], private=True)
    assert "from an older version" in (await program.press(ANN, "me::away:99", private=True)).text


async def test_days_are_typed_into_a_form_and_repeated_if_they_can_mean_two(
    program: InProcessProgram, clock: Clock
) -> None:
    today = day_of(clock.now, UTC)
    opened = await program.press(ANN, "me::away_form")
    assert opened.form.keys() == {"until", "from"}
    soon = today + timedelta(days=4)
    told = await program.submit(ANN, "me::away_submitted", {"until": f"{soon.day}.{soon.month}.", "from": ""})
    assert "You will be away from" in told.text or "You are away until" in told.text
    await program.press(ANN, told.buttons["End my vacation"], private=True)

    asked = await program.submit(ANN, "me::away_submitted", {"until": "next friday", "from": ""})
    assert TWO_READINGS in asked.text
    assert len(asked.buttons) == 2
    chosen = await program.press(ANN, asked.buttons[asked.labels[0]], private=True)
    assert "End my vacation" in chosen.labels
    for details in ("", ":2026-12-24", ":soon:late"):
        assert "from an older version" in (await program.press(ANN, f"me::away_days{details}", private=True)).text
    refused = await program.submit(ANN, "me::away_submitted", {"until": "in 400 days", "from": ""})
    assert "would be too many" in refused.text


async def test_weekends_are_made_free_by_the_host_before_the_start(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2, clock=DAY, host_called=True))
    press = f"{TABLE}::weekends:free"
    assert "Free weekends follow your time zone" in (await program.press(ANN, press, private=True)).text
    await set_quiet(program, "berlin", "", "")
    assert "Only the host" in (await program.press(BEN, press, private=True)).text

    page = await program.press(ANN, press, private=True)

    assert "Weekends are free" in page.text
    assert (await program.service.load(TABLE)).settings.weekend_zone == "Europe/Berlin"
    await program.press(ANN, f"{TABLE}::weekends:count", private=True)
    assert (await program.service.load(TABLE)).settings.weekend_zone is None


async def test_fast_tables_have_no_free_weekends(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2, clock=300, host_called=True))
    await set_quiet(program, "berlin", "", "")

    assert "at least 12 hours" in (await program.press(ANN, f"{TABLE}::weekends:free", private=True)).text
