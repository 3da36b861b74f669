"""*Invite* and *Seats* in a lobby: the form, the page, the questions, and the lobby's text."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.interface import interface
from cogs.ui.messages.seat_offer import settle_before_start
from engine.games import game_type
from tables import lobby
from tables.calling.questions import TAKEN
from tables.open_table import Person
from tables.preferences import DIRECT_MESSAGE, NO_PINGS, change_preferences
from tables.seat_changes import seating, seats
from tables.settings import RematchPlace, TableSettings
from tables.texts import ALREADY_IN
from tables.timing.clock_settings import ClockSetting
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    CHANNEL,
    DAN,
    DAY,
    EVE,
    GAME,
    GUILD,
    HOUR,
    TABLE,
    open_lobby,
    start_table,
)
from tests.fake_discord import SentRequest, buttons, mentioned, parts, refusal, words
from tests.in_process_program import InProcessProgram, InteractionResult
from tests.posted_messages import thread


async def opened(program: InProcessProgram, *people: Person, **settings: Any) -> None:
    """Open and post a lobby of Ann's that others have joined."""
    await open_lobby(program.service, TableSettings(**{"seats": 4, **settings}))
    for number, person in enumerate(people):
        await program.service.change(TABLE, lobby.join(person, str(10**17 + number)))
    await program.outbox.settle()


async def posted(program: InProcessProgram, place: int) -> dict[str, Any]:
    """Deliver the outbox and return a message of the channel; the first is the lobby's."""
    await program.outbox.settle()
    return program.discord.messages(CHANNEL)[place]


async def invite(program: InProcessProgram, by: Person, *people: Person, **more: str) -> InteractionResult:
    return await program.submit(by, f"{TABLE}::invited_here", {"people": people, **more})


async def give(program: InProcessProgram, by: Person, to: Person, *, bot: bool = False) -> InteractionResult:
    user = {"id": str(to.id), "username": to.name, "bot": bot}
    data = {
        "component_type": 5,
        "custom_id": f"{TABLE}::give_seat",
        "values": [str(to.id)],
        "resolved": {"users": {str(to.id): user}},
    }
    message = program.discord._message(CHANNEL, {"flags": 64})
    return await program.dispatch(program.interaction(3, by, {"data": data, "message": message}))


async def choose(program: InProcessProgram, by: Person, action: str, value: str) -> InteractionResult:
    return await program.press(by, f"{TABLE}::{action}", [value], private=True)


async def test_whoever_is_invited_is_pinged_once_named_in_the_lobby_and_can_say_no(program: InProcessProgram) -> None:
    await opened(program)
    form = await program.press(ANN, f"{TABLE}::invite_here")
    answer = await invite(program, ANN, BEN, CAM, who="invited")
    invitation = await posted(program, 1)

    fields = [part for part in parts(form.requests[0].body) if "custom_id" in part][1:]
    assert [part["custom_id"] for part in fields] == ["people", "who"]
    assert fields[0]["max_values"] == 3, "the free seats"
    assert f"<@{BEN.id}> and <@{CAM.id}> are invited" in answer.text
    assert sorted(mentioned(invitation)) == [BEN.id, CAM.id]
    assert f"<@{BEN.id}> and <@{CAM.id}>, <@{ANN.id}> invites you to Monster Hex #1" in words(invitation)
    assert "-# No time limit\n-# About 20 minutes, or a week at a move a day." in words(invitation)
    assert interface("monster_hex").sentence in str(invitation["components"])
    assert [*buttons(invitation)] == ["Join", "How to play", "Not this time", "See the table"]
    told = words(await posted(program, 0))
    assert f"Invited: <@{BEN.id}> and <@{CAM.id}>." in told
    assert "Free seats for invited players only" in told

    no = next(part["custom_id"] for part in parts(invitation) if part.get("label") == "Not this time")
    assert "If you change your mind" in (await program.press(CAM, no)).text
    assert "reserved for invited players" in (await program.press(DAN, f"{TABLE}::join")).text
    await program.press(BEN, f"{TABLE}::join")
    told = words(await posted(program, 0))
    assert f"Not this time: <@{CAM.id}>." in told
    assert "Invited:" not in told
    assert "2. **Ben**" in told
    assert program.discord.pings(BEN.id) == 1


async def test_a_lobby_offers_to_join_while_somebody_can(program: InProcessProgram) -> None:
    await opened(program)
    await invite(program, ANN, BEN, who="invited")
    assert "Join" in buttons(await posted(program, 0))

    await program.press(BEN, f"{TABLE}::join")
    assert "Join" not in buttons(await posted(program, 0)), "the free seats are for invited people"
    left = await program.press(BEN, f"{TABLE}::leave", private=True)

    assert "seat is free again" in left.text
    assert "Join" in buttons(await posted(program, 0))
    assert "1 of 4 seats taken." in (await program.press(ANN, f"{TABLE}::seats")).text


async def test_an_invitation_offers_to_join_only_to_those_who_have_not_answered(program: InProcessProgram) -> None:
    await opened(program)
    await invite(program, ANN, BEN, CAM)

    await program.press(BEN, f"{TABLE}::join")
    asked = await posted(program, 1)
    assert f"<@{CAM.id}>, <@{ANN.id}> invites you" in words(asked)
    assert "Join" in buttons(asked)
    settings = (await program.service.view(TABLE)).settings
    slow = msgspec.structs.replace(settings, clock=DAY)
    await program.service.change(TABLE, lobby.set_options(ANN.id, slow, game_type(GAME)))
    asked = await posted(program, 1)
    assert "1 day for each move" in words(asked)
    already = await program.press(BEN, f"{TABLE}::join")
    assert (already.text, already.labels) == (ALREADY_IN, ["Leave"])
    assert (await program.press(ANN, f"{TABLE}::join")).labels == ["Set up"]

    await program.press(CAM, buttons(asked)["Not this time"])
    answered = await posted(program, 1)
    assert words(answered) == f"-# <@{BEN.id}> is in. Not this time: <@{CAM.id}>."
    assert [*buttons(answered)] == ["See the table"]
    assert interface("monster_hex").sentence not in str(answered["components"])


async def test_whoever_wants_no_pings_is_named_in_an_invitation_and_not_pinged(program: InProcessProgram) -> None:
    await opened(program)
    await change_preferences(program.service.store, BEN, pings=NO_PINGS)
    await change_preferences(program.service.store, CAM, pings=DIRECT_MESSAGE)

    await invite(program, ANN, BEN, CAM, DAN)

    invitation = await posted(program, 1)
    assert sorted(mentioned(invitation)) == [CAM.id, DAN.id]
    assert f"Invited: <@{BEN.id}>, <@{CAM.id}> and <@{DAN.id}>." in words(await posted(program, 0))


async def test_who_may_not_invite_is_told_so_before_the_form(program: InProcessProgram) -> None:
    await opened(program, BEN)

    assert "Only the host can invite" in (await program.press(BEN, f"{TABLE}::invite_here")).text
    assert "Take a seat" in (await program.press(EVE, f"{TABLE}::invite_here")).text
    page = await program.press(ANN, f"{TABLE}::seats")
    await program.press(ANN, next(one for one in page.custom_ids if ":inviters:" in one), private=True)
    form = await program.press(BEN, f"{TABLE}::invite_here")
    assert [part["custom_id"] for part in parts(form.requests[0].body) if "custom_id" in part][1:] == ["people"]
    assert "invited players" not in (await program.press(EVE, f"{TABLE}::invite_here")).text


async def test_the_seats_page_offers_to_each_what_they_can_do(program: InProcessProgram) -> None:
    await opened(program, BEN)

    def actions(result: InteractionResult) -> list[str]:
        return [custom_id.split(":")[2] for custom_id in result.custom_ids]

    assert actions(await program.press(ANN, f"{TABLE}::seats")) == [
        "give_seat",
        "swap_seat",
        "free_seat",
        "order",
        "computer",
        "who_may",
        "inviters",
        "set_up",
    ]
    assert actions(await program.press(BEN, f"{TABLE}::seats")) == ["give_seat", "swap_seat", "set_up"]
    watching = await program.press(EVE, f"{TABLE}::seats")
    assert (actions(watching), "2. **Ben**" in watching.text) == (["set_up"], True)


async def test_two_people_swap_places_by_a_tap_each(program: InProcessProgram) -> None:
    await opened(program, BEN)
    asked = await choose(program, BEN, "swap_seat", f"0 {ANN.id}")
    question = await posted(program, 1)

    assert f"You have asked <@{ANN.id}> to swap places" in asked.text
    assert mentioned(question) == [ANN.id]
    assert f"<@{ANN.id}>, <@{BEN.id}> would like to swap places" in words(question)
    yes = next(part["custom_id"] for part in parts(question) if part.get("label") == "Yes, swap")
    first, again = await program.press(ANN, yes), await program.press(ANN, yes)
    assert first.text == again.text == "Seat 2 of Monster Hex #1 is yours now."
    assert "have swapped places" in words(await posted(program, 1))
    told = words(await posted(program, 0))
    assert told.index("1. **Ben**") < told.index("2. **Ann**")


async def test_what_became_of_a_swap_stays_when_its_seat_is_offered_next(program: InProcessProgram) -> None:
    await opened(program, BEN)
    await choose(program, ANN, "swap_seat", f"1 {BEN.id}")
    question = await posted(program, 1)
    yes = next(part["custom_id"] for part in parts(question) if part.get("label") == "Yes, swap")
    await program.press(BEN, yes)

    await give(program, BEN, CAM)

    assert "offers you their seat" in words(await posted(program, 2))
    assert words(await posted(program, 1)) == f"-# <@{BEN.id}> and **Ann** have swapped places."


async def test_a_seat_given_away_is_taken_by_a_tap_or_kept(program: InProcessProgram) -> None:
    await opened(program, BEN)
    await give(program, BEN, CAM)
    question = await posted(program, 1)
    no = next(part["custom_id"] for part in parts(question) if part.get("label") == "No, thanks")
    await program.press(CAM, no)
    assert words(await posted(program, 1)) == "-# The seats stay as they are."

    page = await give(program, BEN, DAN)
    await program.press(BEN, next(one for one in page.custom_ids if ":keep_seat:" in one), private=True)
    await give(program, BEN, EVE)
    question = await posted(program, 3)
    yes = next(part["custom_id"] for part in parts(question) if part.get("label") == "Take the seat")
    assert "offered to somebody else" in (await program.press(DAN, yes)).text
    await program.press(EVE, yes)
    assert "has taken the seat" in words(await posted(program, 3))
    assert "2. **Eve**" in words(await posted(program, 0))
    assert "Choose one other person" in (await give(program, ANN, DAN, bot=True)).text


async def quiet(program: InProcessProgram, person: Person, hours: int = 4) -> None:
    """Give somebody quiet hours that begin now."""
    begin = datetime.fromtimestamp(program.service.now() / 1000, UTC).hour * 60
    until = (begin + hours * 60) % (24 * 60)
    await change_preferences(program.store, person, time_zone="UTC", quiet_from=begin, quiet_until=until)


@pytest.mark.parametrize("way", ["invited", "with the table", "rematch"])
async def test_an_invitation_in_quiet_hours_pings_when_these_end(program: InProcessProgram, way: str) -> None:
    await quiet(program, BEN)
    invited = () if way == "invited" else (BEN.id, CAM.id)
    places = tuple(RematchPlace(person.id, person.name) for person in (ANN, BEN, CAM)) if way == "rematch" else ()
    await opened(program, invited=invited, rematch=places, seats=3)
    if way == "invited":
        await program.service.change(TABLE, seating.invite(ANN.id, [BEN.id, CAM.id]))
    await program.outbox.settle()
    pings = [mentioned(message) for message in program.discord.messages(CHANNEL)]
    assert [users for users in pings if users] == [[CAM.id]]

    await program.outbox.settle(4 * HOUR)

    (late,) = program.discord.messages(CHANNEL)[len(pings) :]
    assert mentioned(late) == [BEN.id]
    assert f"<@{BEN.id}>, <@{ANN.id}> invites you to Monster Hex #1" in words(late)


async def asked_in_quiet_hours(program: InProcessProgram, way: str) -> tuple[Person, int]:
    """Ask somebody in quiet hours about a seat; return the person and the question's channel."""
    person = ANN if way == "swap" else CAM
    await quiet(program, person)
    if way == "in the game":
        await start_table(program.service)
        await program.service.change(TABLE, seats.offer(BEN.id, 1, CAM.id))
    else:
        await opened(program, BEN)
        await program.service.change(TABLE, seating.offer(BEN.id, person.id))
    await program.outbox.settle()
    return person, thread(program.discord) if way == "in the game" else CHANNEL


def questions(program: InProcessProgram, place: int) -> list[dict[str, Any]]:
    """Return the messages that ask about a seat."""
    return [message for message in program.discord.messages(place) if ":take_seat:" in str(message["components"])]


@pytest.mark.parametrize("way", ["swap", "seat", "in the game"])
async def test_a_question_about_a_seat_in_quiet_hours_stands_at_once_and_pings_when_these_end(
    program: InProcessProgram, way: str
) -> None:
    person, place = await asked_in_quiet_hours(program, way)
    pings = program.discord.pings(person.id)
    (early,) = questions(program, place)
    question = words(early)
    assert not mentioned(early)

    await program.outbox.settle(4 * HOUR)

    (late,) = questions(program, place)
    assert mentioned(late) == [person.id]
    assert words(late) == question
    assert words(early) == "-# This is asked again below."
    (yes,) = [part["custom_id"] for part in parts(late) if ":take_seat:" in part.get("custom_id", "")]
    await program.press(person, yes)
    await program.outbox.settle(4 * HOUR)
    assert questions(program, place) == []
    assert program.discord.pings(person.id) == pings + 1


async def test_the_host_of_a_full_table_is_called_when_their_quiet_hours_end(program: InProcessProgram) -> None:
    await quiet(program, ANN)
    await opened(program, BEN, CAM, DAN)
    await program.outbox.settle()
    assert program.discord.pings(ANN.id) == 0

    await program.outbox.settle(4 * HOUR)

    assert program.discord.pings(ANN.id) == 1


async def test_a_question_answered_in_quiet_hours_pings_nobody(program: InProcessProgram) -> None:
    person, place = await asked_in_quiet_hours(program, "seat")
    (early,) = questions(program, place)

    await program.press(person, f"{TABLE}::no_seat:1:1")
    await program.outbox.settle(4 * HOUR)

    assert program.discord.pings(person.id) == 0
    assert program.discord.messages(place)[-1]["id"] == early["id"]


@pytest.mark.parametrize("way", ["invited", "seat"])
async def test_quiet_hours_that_have_begun_before_discord_took_the_message_lose_no_ping(
    program: InProcessProgram, way: str
) -> None:
    await opened(program, BEN)
    await program.outbox.kill()
    asking = seating.invite(ANN.id, [CAM.id]) if way == "invited" else seating.offer(BEN.id, CAM.id)
    await program.service.change(TABLE, asking)
    await quiet(program, CAM)
    await program.outbox.settle()
    assert program.discord.pings(CAM.id) == 0
    # The quiet hours are extended meanwhile.
    await quiet(program, CAM, 6)

    await program.outbox.settle(4 * HOUR)
    assert program.discord.pings(CAM.id) == 0
    await program.outbox.settle(2 * HOUR)

    assert program.discord.pings(CAM.id) == 1


@pytest.mark.parametrize("begins", [True, False])
async def test_an_invitation_leads_to_the_board_once_the_game_has_begun(
    program: InProcessProgram, *, begins: bool
) -> None:
    await opened(program, BEN, seats=3)
    await invite(program, ANN, CAM)
    await invite(program, ANN, DAN)
    await posted(program, 2)
    gone, invitation = program.discord.messages(CHANNEL)[1:]
    program.discord.delete(CHANNEL, int(gone["id"]))

    end = "start" if begins else "close"
    if begins:
        await program.press(CAM, f"{TABLE}::join")
    await program.press(ANN, f"{TABLE}:{(await program.service.load(TABLE)).row.step}:{end}")
    await program.outbox.settle()

    says = "-# Monster Hex #1 has begun." if begins else "-# The table was closed. No game was played."
    assert words(invitation) == says
    links = [part.get("url") for part in parts(invitation) if part.get("type") == 2]
    assert links == ([f"https://discord.com/channels/{GUILD}/{thread(program.discord)}"] if begins else [])
    assert not mentioned(invitation)


async def test_an_invitation_posted_as_the_game_begins_is_edited_too(program: InProcessProgram) -> None:
    await opened(program, BEN)

    async def begins(request: SentRequest) -> None:
        if "invites you" in request.texts and (await program.service.load(TABLE)).row.phase == "lobby":
            await program.service.change(TABLE, lobby.fill_with_computers(ANN.id, "salt"))
            starting = lobby.start(ANN.id, game_type(GAME), program.service.hooks(GAME))
            await program.service.change(TABLE, starting)

    program.discord.before = begins
    await invite(program, ANN, CAM)
    await program.outbox.settle()

    assert "Join" not in [*buttons(program.discord.messages(CHANNEL)[-1])]


async def test_the_host_frees_a_seat_and_whoever_had_it_is_told_in_the_lobby(program: InProcessProgram) -> None:
    await opened(program, BEN)
    await choose(program, ANN, "free_seat", f"1 {BEN.id}")

    assert f"The seat of <@{BEN.id}> is free again; press Join to come back." in words(await posted(program, 0))
    assert "has changed since" in (await choose(program, ANN, "free_seat", f"1 {BEN.id}")).text
    await program.press(BEN, f"{TABLE}::join")
    assert "free again" not in words(await posted(program, 0))


async def test_the_order_is_drawn_at_the_start_if_the_host_wants(program: InProcessProgram) -> None:
    await opened(program, BEN, CAM, DAN)
    page = await choose(program, ANN, "order", "random")

    assert "drawn at the start" in page.text
    assert "swap_seat" not in str(page.custom_ids)
    assert "drawn at the start" in words(await posted(program, 0))
    assert "Only the host" in (await choose(program, BEN, "order", "random")).text


async def test_values_that_no_page_offers_change_nothing(program: InProcessProgram) -> None:
    await opened(program, BEN)
    for action, value in (("swap_seat", "x"), ("swap_seat", "7 0"), ("free_seat", "9 9 9"), ("order", "best")):
        assert "has changed since" in (await choose(program, ANN, action, value)).text

    assert [seat.name for seat in (await program.service.load(TABLE)).seats] == ["Ann", "Ben"]


async def test_a_question_that_can_no_longer_be_edited_holds_up_nothing(program: InProcessProgram) -> None:
    await opened(program, BEN)
    await give(program, BEN, CAM)
    question = await posted(program, 1)
    program.discord.fail_next("PATCH", f"/channels/{CHANNEL}/messages/{question['id']}", refusal(404, 10008))
    await program.press(BEN, f"{TABLE}::leave")

    assert "Ben" not in words(await posted(program, 0))


def test_names_in_what_is_told_are_escaped() -> None:
    for said in (
        settle_before_start(TAKEN, 1, "**x**", swap=True),
        seating.format_asked_too_often("**x**"),
    ):
        assert r"\*\*x\*\*" in said


async def test_options_do_not_undo_a_time_that_is_set_at_the_same_moment(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_lobby(program.service, TableSettings(seats=4))
    view = program.service.view

    async def view_and_then_the_time(*about: Any) -> Any:
        seen = await view(*about)
        clock = ClockSetting(DAY)
        await program.service.change(TABLE, lobby.set_clock(ANN.id, clock, "computer"))
        return seen

    monkeypatch.setattr(program.service, "view", view_and_then_the_time)
    wanted = {"seats": ["3"], "computer": ["strong"], "theme": ["dark"]}
    await program.submit(ANN, f"{TABLE}::options_submitted", wanted)

    settings = (await program.service.load(TABLE)).settings
    assert (settings.seats, settings.clock, settings.on_expiry) == (3, DAY, "computer")
