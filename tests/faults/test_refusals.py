"""Discord says no, or nothing: what is lost for a while is tried again, what is lost for good is given up politely."""

import pytest

from cogs._outbox import ABANDON_MS, REFUSED_RETRY_MS
from cogs._tables import CARD
from tests.cogs.cog_tables import ANN, BEN, CHANNEL, DAN, HOUR, TABLE, mover, open_lobby, start_table
from tests.cogs.fake_discord import refusal
from tests.cogs.test_outbox import MESSAGE, MESSAGES, cards, pending, thread
from tests.faults.hall import Hall, Told

NOWHERE = rf"(?!/channels/{CHANNEL}/)"


async def step_on(hall: Hall) -> int:
    """One legal move; gives the step after it."""
    person, look = await mover(hall.service)
    return (await hall.service.act(TABLE, person.id, look.legal[0])).row.step


async def playing(hall: Hall) -> dict[str, object]:
    """A game of Ann and Ben, with one move made; gives its live card."""
    await start_table(hall.service)
    await hall.outbox.settle()
    await step_on(hall)
    await hall.outbox.settle()
    return cards(hall.discord, thread(hall.discord))[-1]


# Refused again and again


async def test_what_is_refused_is_asked_for_once_an_hour_in_the_end(hall: Hall) -> None:
    hall.discord.trouble("POST", MESSAGES, refusal(403, 50013), times=1000)
    await open_lobby(hall.service)
    await hall.outbox.settle()

    for pause in (*REFUSED_RETRY_MS, REFUSED_RETRY_MS[-1]):
        assert [wait for _, wait in await pending(hall.store, hall.outbox.clock)] == [pause]
        await hall.outbox.settle(pause)

    assert REFUSED_RETRY_MS[-1] == HOUR


async def test_a_table_that_nothing_may_be_said_of_for_two_weeks_is_given_up(hall: Hall) -> None:
    hall.discord.trouble("POST", MESSAGES, refusal(403, 50013), times=1000)
    await open_lobby(hall.service)
    await hall.outbox.settle()

    await hall.outbox.settle(ABANDON_MS - 1)
    assert (await hall.service.load(TABLE)).row.phase == "lobby"
    await hall.outbox.settle(HOUR)

    assert (await hall.service.load(TABLE)).row.phase == "cancelled"
    assert await pending(hall.store, hall.outbox.clock) == []


async def test_a_table_that_discord_could_not_serve_for_two_weeks_is_kept(hall: Hall) -> None:
    hall.discord.trouble("POST", MESSAGES, refusal(502), times=3)
    await open_lobby(hall.service)
    await hall.outbox.settle()
    await hall.outbox.settle(ABANDON_MS)
    await hall.outbox.settle(HOUR)
    await hall.outbox.settle(HOUR)

    assert (await hall.service.load(TABLE)).row.phase == "lobby"
    assert len(hall.discord.messages(CHANNEL)) == 1


@pytest.mark.parametrize("status", [429, 500, 502, 403, 404])
async def test_a_card_that_is_refused_for_a_while_comes_later_and_once(hall: Hall, status: int) -> None:
    """A thread that is denied is left for the channel, one that is gone is made anew; the game goes on either way."""
    await start_table(hall.service)
    hall.discord.trouble("POST", rf"{NOWHERE}{MESSAGES}", refusal(status), times=2)

    for _ in range(6):
        await hall.outbox.settle(HOUR)

    places = [CHANNEL, *hall.discord.threads]
    assert sum(len(cards(hall.discord, place)) for place in places) == 1
    assert await pending(hall.store, hall.outbox.clock) == []


async def test_in_a_locked_thread_the_game_goes_on_in_the_channel(hall: Hall) -> None:
    await playing(hall)
    hall.discord.trouble("POST", rf"{NOWHERE}{MESSAGES}", refusal(400, 160005), times=100)
    await step_on(hall)
    await hall.outbox.settle()
    await hall.outbox.settle(HOUR)

    assert len(cards(hall.discord, CHANNEL)) == 1


async def test_in_an_archived_thread_that_may_not_be_opened_the_game_goes_on_in_the_channel(hall: Hall) -> None:
    await playing(hall)
    hall.discord.trouble("POST", rf"{NOWHERE}{MESSAGES}", refusal(400, 50083), times=100)
    hall.discord.trouble("PATCH", r"/channels/\d+", refusal(403, 50013), times=100)
    await step_on(hall)
    await hall.outbox.settle()
    await hall.outbox.settle(HOUR)

    assert len(cards(hall.discord, CHANNEL)) == 1


# A live card that was deleted


async def deleted(hall: Hall) -> dict[str, object]:
    """A game whose live card a moderator has deleted; gives the card."""
    card = await playing(hall)
    hall.discord.delete(thread(hall.discord), int(str(card["id"])))
    return card


async def ways_to_find_out(hall: Hall, way: str) -> Told:
    place = thread(hall.discord)
    match way:
        case "hand":
            return await hall.command(ANN, "hand", channel=place)
        case "games":
            return await hall.command(ANN, "games")
        case "move":
            return await hall.command(ANN, "move", channel=place, action="place nothing")
        case _:
            return await hall.press(ANN, f"{TABLE}::more", private=True)


@pytest.mark.parametrize("way", ["hand", "games", "move", "press"])
async def test_a_deleted_card_comes_again_when_a_player_shows_up(hall: Hall, way: str) -> None:
    card = await deleted(hall)
    assert (await ways_to_find_out(hall, way)).acknowledged
    await hall.outbox.settle()

    live = cards(hall.discord, thread(hall.discord))
    assert len(live) == 1
    assert live[0]["components"] == card["components"], "the same state, the same story"
    assert live[0]["allowed_mentions"] == {"parse": [], "replied_user": False} or not live[0]["allowed_mentions"].get(
        "users"
    )


async def test_a_card_that_stands_is_not_posted_again(hall: Hall) -> None:
    await playing(hall)
    await ways_to_find_out(hall, "hand")
    await hall.outbox.settle()

    assert len(cards(hall.discord, thread(hall.discord))) == 1
    assert len(hall.discord.made) == 3, "the lobby and two cards"


async def test_nobody_else_makes_a_card_come_again(hall: Hall) -> None:
    await deleted(hall)
    await hall.press(DAN, f"{TABLE}::more", private=True)
    await hall.outbox.settle()

    assert cards(hall.discord, thread(hall.discord)) == []


async def test_discord_is_asked_about_a_card_once_a_minute(hall: Hall) -> None:
    await playing(hall)
    for _ in range(20):
        await hall.press(ANN, f"{TABLE}::more", private=True)
        await hall.press(BEN, f"{TABLE}::more", private=True)

    assert len(hall.discord.sent("GET", MESSAGE)) == 1


async def test_a_move_made_meanwhile_brings_one_card_that_pings(hall: Hall) -> None:
    await deleted(hall)
    await ways_to_find_out(hall, "games")
    await step_on(hall)
    await hall.outbox.settle()

    (live,) = cards(hall.discord, thread(hall.discord))
    assert live["allowed_mentions"]["users"]


async def test_a_card_in_a_deleted_thread_comes_again_in_another(hall: Hall) -> None:
    await deleted(hall)
    hall.discord.trouble("GET", MESSAGE, refusal(404, 10003))
    hall.discord.trouble("POST", rf"{NOWHERE}{MESSAGES}", refusal(404, 10003))
    await ways_to_find_out(hall, "games")
    for _ in range(3):
        await hall.outbox.settle(HOUR)

    assert len(cards(hall.discord, thread(hall.discord))) == 1
    async with hall.store.read() as reader:
        assert await reader.pending_of_table(TABLE, CARD) == ()
