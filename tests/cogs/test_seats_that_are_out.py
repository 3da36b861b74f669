"""Missed deadlines, resigned seats and forfeited seats in cards and stories."""

import re

import msgspec
import pytest

from cogs.ui.messages.cards import format_leavers, state_line
from cogs.ui.messages.stories import story_text
from tables.moderating import moderation
from tables.service import TableService
from tests.cog_tables import ANN, BEN, CAM, MINUTES_5, TABLE, start_table
from tests.hive_matches import started

GAMES = ("connect_four", "hex_battle_wars", "hive_mind", "monster_hex")


async def start_game_with_clock(service: TableService, game: str, on_expiry: str = "forfeit") -> None:
    """Start a game of two, or of three in Hive Mind, with a clock."""
    if game == "hive_mind":
        await started(service, clock=MINUTES_5, on_expiry=on_expiry)
    else:
        await start_table(service, clock=MINUTES_5, on_expiry=on_expiry, game=game)


async def late_again(service: TableService) -> str:
    """Let somebody miss the second deadline in a row, and return their name."""
    late = (await service.load(TABLE)).awaited_seats()[0]
    async with service.store.write(TABLE) as writer:
        await writer.tables.put_seat(TABLE, msgspec.structs.replace(late, missed=1))
    await service.expire(TABLE, turn=0)
    return late.name


async def told(service: TableService) -> tuple[str, str, str]:
    """Return the card's headline, its lines about seats that are out, and the whole story.

    Checks that the story on the card does not repeat the forfeit.
    """
    table, events = await service.load_recent(TABLE)
    assert "so the seat is forfeited" not in story_text(table, events, on_card=True)
    return state_line(table), format_leavers(table), story_text(table, events)


@pytest.mark.parametrize("game", GAMES)
async def test_a_seat_that_the_clock_forfeited_has_not_resigned(service: TableService, game: str) -> None:
    await start_game_with_clock(service, game)
    name = await late_again(service)

    head, lines, story = await told(service)

    assert lines.splitlines()[0].startswith(f"Time ran out for {name} twice, so the seat is forfeited.")
    assert f"Time ran out for {name} again, so the seat is forfeited." in story
    assert not any(word in text for text in (head, lines, story) for word in ("resigned", "up the game"))
    assert f"{name} has left" not in story


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("on_expiry", "words"),
    [
        ("default", r"Time ran out for {}, so|closed without waiting for .*\b{}\b"),
        ("computer", r"Time ran out for {} again, so the computer plays for them\."),
        ("replace", r"Time ran out for {} again, so the computer plays for them until somebody takes the seat\."),
    ],
)
async def test_what_a_missed_deadline_brings_is_told_on_the_card(
    service: TableService, game: str, on_expiry: str, words: str
) -> None:
    await start_game_with_clock(service, game, on_expiry)

    name = await late_again(service)

    table, events = await service.load_recent(TABLE)
    assert re.search(words.replace("{}", name), story_text(table, events, on_card=True))


@pytest.mark.parametrize("game", GAMES)
async def test_whoever_resigns_has_resigned(service: TableService, game: str) -> None:
    await start_game_with_clock(service, game)

    await service.resign(TABLE, BEN.id)

    _, lines, story = await told(service)
    assert lines.splitlines()[0].startswith("Ben has resigned.")
    assert any(word in story.splitlines()[-1] for word in ("Ben has left the", "Ben resigns."))


async def test_whoever_a_moderator_removes_has_not_passed_the_seat_on(service: TableService) -> None:
    await start_table(service, 3)

    await service.change(TABLE, moderation.remove(moderation.Moderator(CAM.id), ANN.id))

    _, lines, story = await told(service)
    assert lines == ""
    assert story.splitlines()[-1] == "A moderator removed Ann from the table. **Computer 1** plays on."
