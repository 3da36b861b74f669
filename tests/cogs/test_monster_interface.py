"""Monster Hex's interface: what is offered is legal, all that is legal is offered, within Discord's limits."""

import re
from random import Random
from typing import Any

import pytest

from cogs._answers import Answer
from cogs._custom_ids import CustomId, parse
from cogs._interfaces import Draft
from cogs._looks import Look
from cogs._refusal import BoardMovedOn
from cogs.monster_hex.interface import INTERFACE, SELECT_LIMIT
from engine import table as engine_table
from engine.monster_hex.content import TILE_INDEX, layout
from engine.monster_hex.view import TakeChoice
from render import painter
from tests.cogs.cog_tables import GAME, SEED, begun, look_at
from tests.cogs.fake_discord import parts
from tests.playground import openapi

LONGEST = ("*" * 32, "_" * 32, "\\" * 32, "🙂" * 32)


def games(seats: int, every: int = 5) -> list[Look]:
    """What whoever must act sees at some moments of a game, the first and any choice of a value among them."""
    table, rng, looks = begun(seats), Random(seats), []
    moves = 0
    while table.outcome is None:
        seat = table.actors[0]
        look = look_at(table, seat, LONGEST)
        if moves % every == 0 or look.view.take is not None:
            looks.append(look)
        table = engine_table.act(table, seat, rng.choice(look.legal), SEED).table
        moves += 1
    return looks


LOOKS = [look for seats in (2, 3, 4) for look in games(seats)]
PLACES = [look for look in LOOKS if look.view.take is None]
TAKES = [look for look in LOOKS if look.view.take is not None]


def pressed(draft: Draft) -> list[tuple[CustomId, list[str], bool]]:
    """What can be pressed on a page: the custom id, the values of a select, and whether it is enabled."""
    body = {
        "flags": 1 << 15,
        "components": Answer(draft.text, draft.rows, None, INTERFACE.colour).view().to_components(),
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


def page(look: Look, custom_id: CustomId, *values: str) -> list[tuple[CustomId, list[str], bool]]:
    """What can be pressed after this was."""
    return pressed(INTERFACE.draft(look, custom_id.what, (*custom_id.details, *values)))


def offered(look: Look) -> set[str]:
    """Every action that can be confirmed, whatever is pressed on the way."""
    waiting: list[tuple[CustomId, tuple[str, ...]]] = [(CustomId(look.row.id, look.row.step, "move"), ())]
    seen: set[tuple[str, ...]] = set()
    actions: set[str] = set()
    while waiting:
        custom_id, values = waiting.pop()
        key = (custom_id.what.removesuffix("es"), *custom_id.details, *values)
        if key in seen:
            continue
        seen.add(key)
        for found, options, enabled in page(look, custom_id, *values):
            assert found.step == look.row.step
            if not enabled:
                continue
            if found.what == "do":
                actions.add(":".join(found.details))
            else:
                waiting += [(found, (value,)) for value in options] or [(found, ())]
    return actions


@pytest.mark.parametrize("look", [*PLACES[::3], *TAKES], ids=lambda look: f"{look.view.board}-{look.view.round}")
def test_the_pages_offer_exactly_what_is_legal(look: Look) -> None:
    assert offered(look) == set(look.legal)


def test_there_are_moments_of_every_kind_among_these() -> None:
    assert {look.view.board for look in PLACES} == {2, 3, 4}
    assert TAKES


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_more_than_25_hexes_are_split_among_selects_and_none_is_left_out(seats: int) -> None:
    """Where no tile matches, a tile may go on any free hex of the board (MH-6)."""
    look = look_at(begun(seats), 0)
    tile = look.view.hand[0]
    hexes = [cell.label for cell in look.view.cells]
    legal = tuple(f"place {tile} {label} {rotation}" for label in hexes for rotation in range(6))
    free = Look(look.row, look.seats, look.settings, 0, look.view, legal, (0,), None, None)

    selects = [(custom_id, values) for custom_id, values, _ in page(free, CustomId("a", 1, "tile", (tile,))) if values]

    assert [value for _, values in selects for value in values] == hexes
    assert len(selects) == -(-len(hexes) // SELECT_LIMIT)
    for custom_id, values in selects:
        for value in (values[0], values[-1]):
            actions = [found.details[0] for found, _, _ in page(free, custom_id, value) if found.what == "do"]
            assert actions == [f"place {tile} {value} 0"]


@pytest.mark.parametrize(
    ("what", "details"),
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
def test_a_page_that_there_is_not_is_refused(what: str, details: tuple[str, ...]) -> None:
    with pytest.raises(BoardMovedOn):
        INTERFACE.draft(PLACES[0], what, details)


def test_another_seats_tile_has_no_page() -> None:
    look = PLACES[0]
    foreign = next(tile for tile in TILE_INDEX if tile not in look.view.hand)

    with pytest.raises(BoardMovedOn):
        INTERFACE.draft(look, "tile", (foreign,))


@pytest.mark.parametrize("look", [PLACES[0], PLACES[-1], TAKES[0]], ids=["first", "last", "take"])
def test_every_page_has_its_picture(look: Look) -> None:
    custom_id = CustomId(look.row.id, look.row.step, "move")
    values: tuple[str, ...] = ()
    for _ in range(3):
        draft = INTERFACE.draft(look, custom_id.what, (*custom_id.details, *values))
        assert draft.picture is not None
        picture = draft.picture(painter(GAME))
        assert picture.png.startswith(b"\x89PNG")
        assert 0 < len(picture.alt) <= 1024
        custom_id, options, _ = next(found for found in pressed(draft) if found[2])
        values = (options[0],) if options else ()
        if custom_id.what == "do":
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
    look = TAKES[0]
    choice: TakeChoice = look.view.take

    buttons = pressed(INTERFACE.draft(look, "move", ()))

    assert [custom_id.details for custom_id, _, _ in buttons] == [(f"take {value.points}",) for value in choice.values]


@pytest.mark.parametrize("look", [PLACES[0], PLACES[-1], TAKES[0]], ids=["first", "last", "take"])
def test_headline_task_and_scores_tell_where_the_game_stands(look: Look) -> None:
    names = ["Ann", "Ben", "Cam", "Dan"][: len(look.seats)]

    assert INTERFACE.headline(look.view, names) == f"round {look.view.round} of {look.view.rounds}"
    assert INTERFACE.task(look.view) == ("to place a tile" if look.view.take is None else "to choose a value")
    scores = INTERFACE.scores(look.view, names)
    for name, seat in zip(names, look.view.seats, strict=True):
        assert re.search(rf"{name}[^*]* \*\*{seat.score.points}\*\*", scores)


def test_how_to_play_fits_into_one_message() -> None:
    body: Any = {"flags": 1 << 15, "components": Answer(INTERFACE.how_to_play).view().to_components()}

    assert len(INTERFACE.how_to_play) < 4000
    assert openapi.problems("POST", "/channels/1/messages", body) == []
