"""Calm pages: few controls on every card and page of every game, counted by pressing every button once."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import playable_games
from engine.games import game_type
from tables import lobby
from tables.open_table import Person
from tables.seat_changes import seating
from tables.settings import TableSettings
from tests import hive_matches
from tests.cog_tables import ANN, BEN, DAY, EVE, PEOPLE, TABLE, act, open_lobby, start_table
from tests.cogs.page_walks import BUTTON, CARD_CONTROLS, list_faults
from tests.fake_discord import parts
from tests.hive_matches import HIVE
from tests.in_process_program import InProcessProgram, InteractionResult

CHANGES = {
    *("resigned", "cancelled", "ended", "do", "again", "takeback", "stand_in", "back", "pause_ask", "pause_sos_now"),
    *("mute", "unmute", "nudge", "follow", "away", "vacation_end", "privacy_delete", "play_now", "start", "shared"),
    *("join", "leave", "computer", "fill_seats", "surprise", "first_game", "weekends", "who_may", "inviters", "close"),
    "keep_seat",
}
"""Actions that change a table, open one, or change somebody's wishes; the walk doesn't press them."""
COMMANDS = (
    *("help", "play", "settings", "away", "games", "learn", "rules", "privacy", "import", "stats", "league", "server"),
)


def actions_of(there: Iterable[dict[str, Any]]) -> list[CustomId]:
    """Return the custom ids of the enabled buttons among components."""
    pressable = [part for part in there if part.get("type") == BUTTON and not part.get("disabled")]
    return [found for part in pressable if (found := parse(part.get("custom_id", ""))) is not None]


def page_parts(result: InteractionResult) -> list[dict[str, Any]]:
    """Return the components of the newest page of an answer; empty for a form or no answer."""
    bodies = [(request.body or {}).get("data", request.body or {}) for request in result.requests]
    shown = [parts(body["components"]) for body in bodies if body.get("components") and not result.form]
    return [part for part in shown[-1] if "type" in part] if shown else []


async def walk(program: InProcessProgram, person: Person, begin: Iterable[CustomId]) -> dict[str, list[str]]:
    """Press one button of each action, breadth first; return the faults of the pages by action."""
    faults: dict[str, list[str]] = {}
    waiting, seen = [*begin], set[tuple[str, str]]()
    while waiting:
        pressed = waiting.pop(0)
        page = (pressed.table, pressed.action)
        if page in seen or pressed.action in CHANGES:
            continue
        seen.add(page)
        there = page_parts(await program.press(person, str(pressed), private=True))
        if found := list_faults(there):
            faults[pressed.action] = found
        # the pages on which a move is composed are walked without a program in `page_walks`
        waiting += [] if pressed.action == "move" else actions_of(there)
    assert len(seen) > 2
    return faults


def card_parts(program: InProcessProgram, action: str = "more") -> list[dict[str, Any]]:
    """Return the components of the newest card or lobby with a button of this action, or of its newest edit."""
    card = json.loads(program.public(f"{TABLE}::{action}")[-1])
    return [part for part in parts(card["components"]) if "type" in part]


@pytest.mark.slow
@pytest.mark.parametrize("game", playable_games())
async def test_every_card_and_every_page_behind_it_has_few_controls(program: InProcessProgram, game: str) -> None:
    if game == HIVE:
        await hive_matches.started(program.service)
    else:
        await start_table(program.service, game=game)
        for _ in range(3):
            await act(program.service)
    await program.outbox.settle()
    card = card_parts(program)
    assert list_faults(card, CARD_CONTROLS) == []
    for person in (ANN, EVE):
        assert await walk(program, person, actions_of(card)) == {}, person.name

    for person in PEOPLE:
        if (await program.service.load(TABLE)).row.phase == "playing":
            await program.service.resign(TABLE, person.id)
    await program.outbox.settle(2_000)
    end = card_parts(program)
    assert [part["label"] for part in end if part["type"] == BUTTON] == ["Play again", "Share", "Replay", "More"]
    for person in (ANN, EVE):
        assert await walk(program, person, actions_of(end)) == {}, person.name


@pytest.mark.slow
@pytest.mark.parametrize("most", [False, True], ids=["few", "most"])
@pytest.mark.parametrize("game", playable_games())
async def test_every_lobby_and_every_page_behind_it_has_few_controls(
    program: InProcessProgram, game: str, most: bool
) -> None:
    """First with a free seat, then full and with an open offer of the host's seat."""
    seats = max(game_type(game).seats) if most else max(2, min(game_type(game).seats))
    await open_lobby(program.service, TableSettings(seats=seats, clock=DAY, rated=True, host_called=True), game=game)
    for number, person in enumerate(PEOPLE[1 : seats - 1]):
        await program.service.change(TABLE, lobby.join(person, str(10**17 + number)))
    for is_full in (False, True):
        if is_full:
            await program.service.change(TABLE, lobby.fill_with_computers(ANN.id, "fill"))
            await program.service.change(TABLE, seating.offer(ANN.id, EVE.id))
        await program.outbox.settle()
        shown = card_parts(program, "set_up")
        assert list_faults(shown) == []
        for person in (ANN, BEN, EVE):
            assert await walk(program, person, actions_of(shown)) == {}, (person.name, is_full)


@pytest.mark.slow
async def test_every_page_of_a_command_has_few_controls(program: InProcessProgram) -> None:
    program.managers.add(ANN.id)
    for command in COMMANDS:
        options: dict[str, Any] = {"game": "monster_hex"} if command == "rules" else {}
        there = page_parts(await program.command(ANN, command, **options))
        assert list_faults(there) == [], command
        walked = actions_of(there)
        if walked:
            assert await walk(program, ANN, [*walked, CustomId("help", None, "help")]) == {}, command
