"""`/games`: rows with a link, open games first, then pages of finished ones."""

import re
from typing import Any

import msgspec
import pytest

from cogs.personal.games_list import GAMES_A_PAGE
from cogs.ui.kit.interface import row_title
from tables.service import TableService
from tables.timing.running_time import HOUR_MS
from tests.cog_tables import ANN, BEN, CAM, CHANNEL, DAY, GUILD, TABLE, open_lobby, play, start_table
from tests.fake_discord import parts
from tests.hive_matches import started
from tests.in_process_program import InProcessProgram, InteractionResult

SECTION, BUTTON = 9, 2


def shown(result: InteractionResult) -> list[dict[str, Any]]:
    """Return all components of the newest page, after checking Discord's limits."""
    found = [part for part in parts(result.page["components"]) if "type" in part]
    assert len(found) <= 40
    assert sum(len(part["content"]) for part in found if "content" in part) <= 4000
    return found


def lines(result: InteractionResult) -> list[str]:
    """Return the texts of the rows."""
    return [part["components"][0]["content"] for part in shown(result) if part["type"] == SECTION]


def links(result: InteractionResult) -> list[str]:
    return [part["accessory"]["url"] for part in shown(result) if part["type"] == SECTION]


def pressable(result: InteractionResult) -> dict[str, str]:
    """Return the enabled paging buttons: custom ids by label."""
    found = [part for part in shown(result) if part["type"] == BUTTON and "custom_id" in part]
    return {part["label"]: part["custom_id"] for part in found if not part["disabled"]}


async def finished(service: TableService, number: int) -> str:
    table = await start_table(service, id=f"over{number:06}")
    await play(service, table=table.row.id)
    return table.row.id


async def test_nobody_without_games_is_shown_an_empty_page(program: InProcessProgram) -> None:
    assert "You have no games yet" in (await program.command(CAM, "games")).text


async def test_open_games_come_by_turn_and_deadline_and_link_to_their_newest_card(program: InProcessProgram) -> None:
    for number, clock in enumerate((2 * DAY, DAY, None)):
        await start_table(program.service, id=f"open{number:06}", clock=clock)
    lobby = await open_lobby(program.service, id="lobby00000")
    await program.outbox.settle()
    mover = (await program.service.view("open000000")).awaited_seats()[0]
    person = next(one for one in (ANN, BEN) if one.id == mover.user_id)

    result = await program.command(person, "games")

    found = lines(result)
    own = [line for line in found if "**your turn**" in line]
    assert own == found[: len(own)] != []
    times = [int(due) for line in own for due in re.findall(r"<t:(\d+):R>", line)]
    assert times == sorted(times)
    assert ("seats taken" in found[-1]) == (person is ANN)
    async with program.store.read() as reader:
        cards = [await reader.messages.newest(f"open{number:06}", "card") for number in range(3)]
        posted = await reader.messages.newest(lobby.id, "lobby")
    wanted = {f"https://discord.com/channels/{GUILD}/{card.channel_id}/{card.message_id}" for card in cards if card}
    if person is ANN and posted is not None:
        wanted.add(f"https://discord.com/channels/{GUILD}/{CHANNEL}/{posted.message_id}")
    assert set(links(result)) == wanted
    assert pressable(result) == {}


async def test_a_line_tells_ones_own_deadline_in_a_round_and_names_the_channel_instead_of_the_thread(
    program: InProcessProgram,
) -> None:
    """The thread's name repeats the game and the players, which the line already names."""
    table = await started(program.service, clock=DAY)
    await program.outbox.settle()
    seat = table.seats[0]
    assert seat.due is not None
    async with program.store.write(TABLE) as writer:
        await writer.tables.put_seat(TABLE, msgspec.structs.replace(seat, due=seat.due - HOUR_MS))

    (own,), (other,) = [lines(await program.command(person, "games")) for person in (ANN, BEN)]

    assert own.startswith(f"1\\. **{row_title(table.row)}** in <#{CHANNEL}> · ")
    assert own.endswith(f"**your turn** · due <t:{seat.due // 1000 - 3600}:R>")
    assert other.endswith(f"**your turn** · due <t:{seat.due // 1000}:R>")


async def test_finished_games_follow_in_pages_that_work_from_any_message(program: InProcessProgram) -> None:
    """Open games are on the first page only, and the newest finished games come first."""
    for number in range(GAMES_A_PAGE + 1):
        await finished(program.service, number)
        program.outbox.clock.now += HOUR_MS
    await start_table(program.service)

    first = await program.command(ANN, "games")
    second = await program.press(ANN, pressable(first)["Next"], private=True)
    third = await program.press(ANN, "me::games:7:older", private=True)

    assert "Finished" in first.text
    assert [len(lines(page)) for page in (first, second)] == [GAMES_A_PAGE, 2]
    told = [*lines(first)[1:], *lines(second)]
    assert all(
        re.search(r"(you won(, with 1 more)?|Ben won · you came 2nd of 2) · <t:\d+:D>$", line) for line in told
    ), told
    days = [int(when) for line in told for when in re.findall(r"<t:(\d+):D>", line)]
    assert days == sorted(days, reverse=True)
    assert (list(pressable(first)), list(pressable(second))) == (["Next"], ["Previous"])
    assert lines(third) == lines(first), "a page that is no more shows the first"


@pytest.mark.parametrize("page", ["x", "-1", "٣", "9" * 30, ""])
async def test_a_page_that_nobody_offered_is_the_first(program: InProcessProgram, page: str) -> None:
    await start_table(program.service)

    assert len(lines(await program.press(ANN, f"me::games:{page}", private=True))) == 1
