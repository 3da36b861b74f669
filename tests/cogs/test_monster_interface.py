"""Monster Hex's interface: what is offered is legal, all that is legal is offered, within Discord's limits."""

import re
from random import Random

import pytest

from cogs.monster_hex.composing import SELECT_LIMIT
from cogs.monster_hex.interface import INTERFACE
from cogs.ui.answers import Answer
from cogs.ui.custom_ids import CustomId, parse
from cogs.ui.interface import Page
from engine.game import act
from engine.monster_hex.content import TILE_INDEX, layout
from engine.monster_hex.view import TakeChoice
from tables.refusal import BoardMovedOn
from tables.viewer import TableView
from tests.cogs.cog_tables import SEED, begun, table_view
from tests.cogs.fake_discord import parts
from tests.playground import openapi

LONGEST = ("*" * 32, "_" * 32, "\\" * 32, "🙂" * 32)


def games(seats: int, every: int = 5) -> list[TableView]:
    """What whoever must act sees at some moments of a game, the first and any choice of a value among them."""
    game, rng, tables = begun(seats), Random(seats), list[TableView]()
    moves = 0
    while game.outcome is None:
        seat = game.actors[0]
        table = table_view(game, seat, LONGEST)
        if moves % every == 0 or table.view.take is not None:
            tables.append(table)
        game = act(game, seat, rng.choice(table.legal), SEED).game
        moves += 1
    return tables


MOMENTS = [table for seats in (2, 3, 4) for table in games(seats)]
PLACES = [table for table in MOMENTS if table.view.take is None]
TAKES = [table for table in MOMENTS if table.view.take is not None]


def pressed(page: Page) -> list[tuple[CustomId, list[str], bool]]:
    """What can be pressed on a page: the custom id, the values of a select, and whether it is enabled."""
    body = {
        "flags": 1 << 15,
        "components": Answer(page.text, page.rows, None, INTERFACE.colour).view().to_components(),
    }
    components = [part for part in parts(body) if "type" in part]
    found = [part for part in components if "custom_id" in part]
    assert len({part["custom_id"] for part in found}) == len(found)
    assert len(components) + 2 <= 40, "room for a picture"
    assert all(len(part["label"]) <= 80 for part in components if part["type"] == 2)
    assert all(1 <= len(part["options"]) <= 25 for part in components if part["type"] == 3)
    assert all(len(part["placeholder"]) <= 150 for part in components if part["type"] == 3)
    assert sum(len(part["content"]) for part in components if part["type"] == 10) <= 4000
    assert openapi.problems("POST", "/channels/1/messages", body) == []
    ids = []
    for part in found:
        custom_id = parse(part["custom_id"])
        assert custom_id is not None
        ids.append((custom_id, [option["value"] for option in part.get("options", ())], not part.get("disabled")))
    return ids


def page(table: TableView, custom_id: CustomId, *values: str) -> list[tuple[CustomId, list[str], bool]]:
    """What can be pressed after this was."""
    return pressed(INTERFACE.page(table, custom_id.action, (*custom_id.details, *values)))


def offered(table: TableView) -> set[str]:
    """Every action that can be confirmed, whatever is pressed on the way."""
    waiting: list[tuple[CustomId, tuple[str, ...]]] = [(CustomId(table.row.id, table.version, "move"), ())]
    seen: set[tuple[str, ...]] = set()
    actions: set[str] = set()
    while waiting:
        custom_id, values = waiting.pop()
        key = (custom_id.action.removesuffix("es"), *custom_id.details, *values)
        if key in seen:
            continue
        seen.add(key)
        for found, options, enabled in page(table, custom_id, *values):
            assert found.version == table.version
            if not enabled:
                continue
            if found.action == "do":
                actions.add(":".join(found.details))
            else:
                waiting += [(found, (value,)) for value in options] or [(found, ())]
    return actions


@pytest.mark.parametrize("table", [*PLACES[::3], *TAKES], ids=lambda table: f"{table.view.board}-{table.view.round}")
def test_the_pages_offer_exactly_what_is_legal(table: TableView) -> None:
    assert offered(table) == set(table.legal)


def test_there_are_moments_of_every_kind_among_these() -> None:
    assert {table.view.board for table in PLACES} == {2, 3, 4}
    assert TAKES


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_more_than_25_hexes_are_split_among_selects_and_none_is_left_out(seats: int) -> None:
    """Where no tile matches, a tile may go on any free hex of the board (MH-6)."""
    table = table_view(begun(seats), 0)
    tile = table.view.hand[0]
    hexes = [cell.label for cell in layout(seats).cells]
    legal = tuple(f"place {tile} {label} {rotation}" for label in hexes for rotation in range(6))
    free = TableView(table.row, table.seats, table.settings, 0, table.view, legal, (0,), None, None)

    shown = page(free, CustomId("a", "1", "tile", (tile,)))
    selects = [(custom_id, values) for custom_id, values, _ in shown if values]

    assert [value for _, values in selects for value in values] == hexes
    assert len(selects) == -(-len(hexes) // SELECT_LIMIT)
    for custom_id, values in selects:
        for value in (values[0], values[-1]):
            actions = [found.details[0] for found, _, _ in page(free, custom_id, value) if found.action == "do"]
            assert actions == [f"place {tile} {value} 0"]


@pytest.mark.parametrize(
    ("name", "details"),
    [
        ("tile", ()),
        ("tile", ("Z9",)),
        ("tile", ("S1", "S1")),
        ("hex", ("S1",)),
        ("hex", ("S1", "Z9")),
        ("turn", ("S1", "A1", "6")),
        ("turn", ("S1", "A1", "-1")),
        ("turn", ("S1", "A1", "²")),
        ("turn", ("S1", "A1", "01")),
        ("move", ("S1",)),
        ("anything", ()),
        ("", ()),
    ],
)
def test_a_page_that_there_is_not_is_refused(name: str, details: tuple[str, ...]) -> None:
    with pytest.raises(BoardMovedOn):
        INTERFACE.page(PLACES[0], name, details)


def test_another_seats_tile_has_no_page() -> None:
    table = PLACES[0]
    foreign = next(tile for tile in TILE_INDEX if tile not in table.view.hand)

    with pytest.raises(BoardMovedOn):
        INTERFACE.page(table, "tile", (foreign,))


@pytest.mark.parametrize("table", [PLACES[0], PLACES[-1], TAKES[0]], ids=["first", "last", "take"])
def test_every_page_has_its_picture(table: TableView) -> None:
    custom_id = CustomId(table.row.id, table.version, "move")
    values: tuple[str, ...] = ()
    for _ in range(3):
        shown = INTERFACE.page(table, custom_id.action, (*custom_id.details, *values))
        assert shown.picture is not None
        picture = shown.picture("dark")
        assert picture.png.startswith(b"\x89PNG")
        assert 0 < len(picture.alt) <= 1024
        custom_id, options, _ = next(found for found in pressed(shown) if found[2])
        values = (options[0],) if options else ()
        if custom_id.action == "do":
            break


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_actions_have_the_same_label(seats: int) -> None:
    """Discord may send the label where it was given a value, so it must say as much."""
    board = layout(seats)
    actions = [
        f"place {tile} {label} {rotation}" for tile in TILE_INDEX for label in board.board.name for rotation in range(6)
    ] + [f"take {value}" for value in board.printed]

    found = [INTERFACE.label(action) for action in actions]

    assert len(set(found)) == len(found)
    assert not set(found) & set(actions)
    assert all(len(label) <= 100 for label in found)


def test_a_value_is_chosen_in_one_press() -> None:
    table = TAKES[0]
    choice: TakeChoice = table.view.take

    buttons = pressed(INTERFACE.page(table, "move", ()))

    assert [custom_id.details for custom_id, _, _ in buttons] == [(f"take {value.points}",) for value in choice.values]


@pytest.mark.parametrize("table", [PLACES[0], PLACES[-1], TAKES[0]], ids=["first", "last", "take"])
def test_headline_task_and_scores_tell_where_the_game_stands(table: TableView) -> None:
    names = ["Ann", "Ben", "Cam", "Dan"][: len(table.seats)]

    assert INTERFACE.headline(table.view, names) == f"round {table.view.round} of {layout(table.view.board).rounds}"
    assert INTERFACE.task(table.view) == ("to place a tile" if table.view.take is None else "to choose a value")
    scores = INTERFACE.scores(table.view, names)
    for name, seat in zip(names, table.view.seats, strict=True):
        assert re.search(rf"{name}[^*]* \*\*{seat.score.points}\*\*", scores)
