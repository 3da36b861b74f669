"""Games of Connect Four for tests of its interface: moments of random games, and what a page offers."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgspec

from cogs.connect_four import INTERFACE
from cogs.ui.kit.answers import Answer
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import Page
from engine.core import SPECTATOR
from engine.game import Game, act, begin
from tables.open_table import configuration_of
from tables.settings import TableSettings
from tables.viewer import TableView
from tests import openapi
from tests.cog_tables import SEED, table_row, table_view
from tests.fake_discord import parts

LONGEST = ("*" * 32, "🙂" * 32)
GAME = "connect_four"


def begun(**options: Any) -> Game:
    """A new game of people, begun without a store."""
    salts = msgspec.json.encode(["0", "1"]).decode()
    row = table_row(
        game=GAME, settings=TableSettings(seats=2), salts=salts, options=msgspec.json.encode(options).decode()
    )
    return begin(configuration_of(row, 2), SEED).game


def seen(game: Game, seat: int | None, names: tuple[str, ...] = LONGEST) -> TableView:
    """The view of a seat at the game's table."""
    table = table_view(game, seat, names)
    return replace(table, row=msgspec.structs.replace(table.row, game=GAME))


@cache
def moments(seed: int, every: int, **options: Any) -> tuple[TableView, ...]:
    """What whoever must act sees at some moments of a random game, every question that isn't a plain turn included."""
    return tuple(
        table
        for number, (table, _) in enumerate(played(seed, **options))
        if number % every == 0 or table.view.phase != "act"
    )


def played(seed: int, **options: Any) -> Iterator[tuple[TableView, tuple[Any, ...]]]:
    """Each moment of a random game, with what happens after the move."""
    rng, game = Random(seed), begun(**options)
    while game.outcome is None:
        table = seen(game, game.actors[0])
        attacks = [action for action in table.legal if action.startswith("attack")]
        step = act(game, game.actors[0], rng.choice(attacks or table.legal), SEED)
        yield table, step.visible(SPECTATOR)
        game = step.game


def pressed(page: Page) -> list[tuple[CustomId, list[str], bool]]:
    """What can be pressed on a page: the custom id, the values of a select, and whether it is enabled."""
    body = {"flags": 1 << 15, "components": Answer(page.text, page.rows, None, 1).view().to_components()}
    there = [part for part in parts(body) if "type" in part]
    found = [part for part in there if "custom_id" in part]
    assert len({part["custom_id"] for part in found}) == len(found)
    assert len(there) + 2 <= 40, "room for a picture"
    assert sum(len(part["content"]) for part in there if part["type"] == 10) <= 4000
    assert openapi.problems("POST", "/channels/1/messages", body) == []
    ids: list[tuple[CustomId, list[str], bool]] = []
    for part in found:
        custom_id = parse(part["custom_id"])
        assert custom_id is not None
        ids.append((custom_id, [option["value"] for option in part.get("options", ())], not part.get("disabled")))
    return ids


def offered(table: TableView) -> tuple[set[str], set[str]]:
    """Every action that some press makes, and the texts of all pages on the way."""
    waiting: list[tuple[str, tuple[str, ...]]] = [("move", ())]
    been: set[tuple[str, ...]] = set()
    actions: set[str] = set()
    told: set[str] = set()
    while waiting:
        name, details = waiting.pop()
        if (name, *details) in been:
            continue
        been.add((name, *details))
        press = INTERFACE.press(table, name, details)
        if press is not None:
            actions.update(press.actions)
            continue
        page = INTERFACE.page(table, name, details)
        told.add(page.text)
        for custom_id, values, enabled in pressed(page):
            if not enabled:
                continue
            if custom_id.action == "do":
                actions.add(":".join(custom_id.details))
            elif values:
                waiting += [(custom_id.action, (*custom_id.details, value)) for value in values]
            else:
                waiting.append((custom_id.action, custom_id.details))
    return actions, told
