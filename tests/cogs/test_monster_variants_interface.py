"""Monster Hex with abilities, objectives and the shared faction: pages, pictures, sentences and options."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import json

from cogs.monster_hex import options
from cogs.monster_hex.interface import INTERFACE
from cogs.monster_hex.worth import best_rotations
from cogs.ui.kit.composing import hint_page
from engine.core import SPECTATOR, Outcome
from engine.game import act
from engine.monster_hex.abilities import ABILITIES
from engine.monster_hex.preview import find_placements
from render.monster_hex import PAINTER, prospects
from render.monster_hex.preview import rotations
from render.monster_hex.prospects import expected_gain, placement_forecast
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.by_text.screens import screen
from tests.cog_tables import SEED, new_game, table_row, table_view
from tests.cogs.page_walks import reached
from tests.cogs.test_monster_interface import LONGEST

ALL: dict[str, Any] = {"abilities": True, "objectives": True}
QUESTIONS = ("choose", "ability", "shared")


def played(seats: int, seed: int, **chosen: Any) -> Iterator[tuple[TableView, tuple[Any, ...]]]:
    """Yield each view of a random game that rarely declines, with the public events of the move that follows."""
    rng, game = Random(seed), new_game(seats, **chosen)
    while game.outcome is None:
        table = table_view(game, game.actors[0], LONGEST[:seats])
        used = [action for action in table.legal if action != "decline"]
        chosen_one = used[seed % 2] if table.view.phase == "choose" else rng.choice(used)
        step = act(game, game.actors[0], chosen_one, SEED)
        yield table, step.visible(SPECTATOR)
        game = step.game


OF_2024 = [*played(2, 2, abilities=True, factions=["red", "blue"], edition=2024)]
"""A game with Enchant and Strike in the 2024 edition, where they are called Boost and Blitz."""
GAMES = [
    moment
    for seats, seed, chosen in (
        (4, 1, ALL),
        (4, 2, ALL),
        (2, 3, ALL | {"shared": True}),
        (1, 4, ALL),
    )
    for moment in played(seats, seed, **chosen)
]
MOMENTS = [table for table, _ in GAMES]


def kind(table: TableView) -> str:
    """Return what a view asks: the ability, the phase, or "scatter" if Scatter can place a tile."""
    if table.view.ability is not None:
        return table.view.ability.ability
    scattered = any(action.startswith("place ") and action.endswith(" scatter") for action in table.legal)
    return "scatter" if scattered else table.view.phase


def smallest(tables: list[TableView]) -> list[TableView]:
    """Return the view with the fewest legal actions, at least two, for each kind of question."""
    found: dict[str, TableView] = {}
    for table in sorted(tables, key=lambda table: len(table.legal)):
        if len(table.legal) > 1:
            found.setdefault(kind(table), table)
    return list(found.values())


SAMPLES = smallest(MOMENTS)


def test_every_question_and_ability_comes_up_among_these_moments() -> None:
    assert {table.view.phase for table in MOMENTS} >= set(QUESTIONS)
    assert {kind(table) for table in SAMPLES} == {*ABILITIES, "choose", "place", "shared", "take"}


def test_the_picture_of_rotations_shows_those_by_scatter_too() -> None:
    table = next(table for table in SAMPLES if kind(table) == "scatter")
    scattered = [action.split() for action in table.legal if action.endswith(" scatter")]
    for _, tile, label, *_ in scattered[::6]:
        turns = tuple(int(action.split()[3]) for action in table.legal if action.startswith(f"place {tile} {label} "))
        assert rotations(table.view, tile, label) == turns


def test_every_event_of_a_game_is_told_with_names_alone() -> None:
    for table, happened in GAMES:
        names = [f"P{seat}" for seat in range(len(table.view.seats))]
        for sentence in INTERFACE.words.sentences(table.view, happened, names):
            assert sentence[0].isupper() or sentence[0] == "P"
            assert "None" not in sentence


def test_a_choice_of_an_ability_is_confirmed_and_can_be_changed() -> None:
    table = next(table for table in MOMENTS if table.view.phase == "choose" and len(table.view.actors) > 1)
    first, second = table.legal
    game = act(new_game(4, **ALL), table.seat or 0, first, SEED).game

    after = table_view(game, table.seat or 0, LONGEST[: len(table.seats)])

    assert INTERFACE.composing.may_compose(after)
    assert "You can change it until" in INTERFACE.composing.page(after, "move", ()).text
    assert INTERFACE.submission_text(after.view)
    assert reached(INTERFACE, after)[0] == {first, second}


def test_reward_says_how_many_points_it_brings() -> None:
    rewards = [table for table in MOMENTS if kind(table) == "reward"]
    told = {
        (table.view.ability.strength, INTERFACE.composing.page(table, "move", ()).text.partition(" brings you ")[2])
        for table in rewards
    }
    assert told == {(1, "1 point more."), (2, "2 points more.")}


def test_a_proposed_turn_names_the_monster_that_it_turns() -> None:
    table = next(table for table in MOMENTS if kind(table) == "confuse")
    action = next(action for action in table.legal if action.startswith("confuse "))

    text = INTERFACE.composing.page(table, "use", tuple(action.split())).text

    assert re.match(rf"\*\*Confuse\*\* on \w+ {action.split()[1]}\.", text)


def test_the_end_of_a_game_alone_says_the_score() -> None:
    alone = next(table for table in MOMENTS if len(table.view.seats) == 1)
    assert INTERFACE.words.verdict(alone.view, Outcome("points", (0,), ()), ["Ann"]) == "Ann scores 0 points."
    left = INTERFACE.words.verdict(alone.view, Outcome("forfeit", (0,), ()), ["Ann"])
    assert left == "Ann has left, so this score doesn't count."


def test_the_rotation_chosen_for_the_shared_tile_brings_most_points_as_a_tile_of_the_shared_faction() -> None:
    """MH-21: the tile scores for the shared faction and not for the seat that places it."""
    ranked = 0
    for view in (table.view for table in MOMENTS if table.view.phase == "shared" and table.must_act):
        tile = view.shared.tile
        for label, turns in find_placements(view, tile).items():
            points = {turn: expected_gain(view, placement_forecast(view, tile, label, turn)) for turn in turns}
            assert points[best_rotations(view, tile, label, turns)[0]] == max(points.values())
            ranked += len({*points.values()}) > 1
    assert ranked


def test_the_shared_tile_is_called_so_on_its_pages() -> None:
    table = next(table for table in MOMENTS if table.view.phase == "shared" and len(table.legal) > 1)
    _, label, _ = table.legal[0].split()
    assert "**Shared " in INTERFACE.composing.page(table, "hex", (table.view.shared.tile, label)).text


def submitted(values: dict[str, str]) -> dict[str, Any]:
    """Return the options of a submitted form."""
    chosen, _ = INTERFACE.lobby.parse_options_form({}, TableSettings(seats=2), values)
    return chosen


def test_options_are_read_from_the_form_and_shown() -> None:
    chosen = submitted({"abilities": "true", "objectives": "false"})
    variants = {"abilities": True, "objectives": False, "shared": False, "head_start": False}
    assert chosen == {**variants, "board": None, "factions": None}
    assert options.summary(chosen, 3) == "With abilities."
    assert options.summary(chosen | {"shared": True}, 2) == "With abilities and shared faction."
    assert options.summary(chosen | {"head_start": True}, 4) == "With abilities and a head start."
    assert options.summary({"head_start": True}, 3) == ""
    with pytest.raises(Refusal):
        submitted({"abilities": "perhaps"})


def test_the_edition_is_chosen_in_the_form_and_shown() -> None:
    """MH-24: the options contain the edition only if it is not the current one."""
    chosen = submitted({"abilities": "true", "edition": "2024"})
    assert chosen["edition"] == 2024
    assert "edition" not in submitted({"abilities": "true", "edition": "current"})
    assert options.summary(chosen, 2) == "With abilities. 2024 edition."
    assert INTERFACE.lobby.variant(chosen) == "2024 edition and abilities"
    assert INTERFACE.with_choices({**chosen, "shared": False}, ({}, {}))["edition"] == 2024
    with pytest.raises(Refusal):
        submitted({"edition": "2023"})


@pytest.mark.parametrize(
    ("seats", "chosen", "asked"),
    [(1, {}, []), (1, {"edition": 2024}, ["2024"]), (2, {}, ["current"]), (4, {"edition": 2024}, ["2024"])],
)
def test_the_form_asks_for_the_edition_where_there_is_one(seats: int, chosen: dict[str, Any], asked: list[str]) -> None:
    """MH-24: a solo form asks for the edition only if one was chosen before, so that it can be reset."""
    row = table_row(settings=TableSettings(seats=seats), options=json.encode(chosen).decode())
    table = replace(MOMENTS[0], row=row, settings=TableSettings(seats=seats))
    fields: list[Any] = [*INTERFACE.lobby.options_form(table)]

    editions = [field for field in fields if field.component.custom_id == "edition"]
    assert [one.value for field in editions for one in field.component.options if one.default] == asked
    assert len(fields) <= 5
    assert ("edition" in INTERFACE.lobby.typed_options(seats)) == (seats > 1)


def test_the_shared_faction_stays_out_where_the_seats_are_too_many() -> None:
    full = INTERFACE.with_choices({"shared": True, "factions": None}, ({}, {"faction": "red"}, {}))
    assert full["shared"] is False
    # A head start needs two or four seats.
    begun = [INTERFACE.with_choices({"head_start": True}, ({},) * seats)["head_start"] for seats in (1, 2, 3, 4)]
    assert begun == [False, True, False, True]
    assert full["factions"] == [None, "red", None]
    assert INTERFACE.with_choices({"shared": True, "factions": None}, ({}, {}))["factions"] == [None, None, None]


def test_boards_with_everything_on_them_are_drawn_and_described() -> None:
    table = MOMENTS[len([moment for moment in MOMENTS if len(moment.seats) == 4]) - 1]
    picture = PAINTER.board(table.view, table.names)
    assert "Objectives" in picture.alt


def test_a_hex_that_only_scatter_reaches_says_what_it_brings() -> None:
    """MH-17: its button shows the points, like the buttons of other hexes."""
    for seed in range(20):
        for table, _ in played(2, seed, abilities=True, factions=["blue", None]):
            if table.view.phase != "place":
                continue
            for tile in table.view.hand:
                by_scatter = prospects.best_scatter_prospects(table.view, tile).items()
                points = {label: prospects.own_points(table.view, one) for label, one in by_scatter if one is not None}
                only = [label for label in points if label not in prospects.best_prospects(table.view, tile)]
                page = (
                    INTERFACE.composing.page(table, "tile", (tile,)) if any(points[label] for label in only) else None
                )
                if page is None:
                    continue
                labels = [choice.label for choice in screen(page).choices]
                assert all(f"{label} Scatter +{points[label]}" in labels for label in only if points[label])
                return
    pytest.fail("no such hex in these games")


OF_2024_SAMPLES = smallest([table for table, _ in OF_2024])


def said(table: TableView) -> Iterator[str]:
    """Yield all texts of a view except its events: pages, labels, replies, the legend and the board as text."""
    view, names = table.view, table.names
    yield from (INTERFACE.words.scores(view, names), INTERFACE.words.task(view), INTERFACE.submission_text(view))
    yield from (PAINTER.text(view, names), PAINTER.hand_text(view, names), PAINTER.legend(view).alt)
    yield from (PAINTER.board(view, names).alt, PAINTER.hand(view, names).alt)
    yield from (label for label, _ in INTERFACE.typed_choices(table))
    yield from (INTERFACE.done_text(view, [action]) for action in table.legal)
    for _, page in reached(INTERFACE, table)[1] if view.phase in ("choose", "ability") else ():
        yield from (page.text, *(choice.label for choice in screen(page).choices))
    yield from (hint_page(INTERFACE, table, [action], view).text for action in table.legal[:2])


def test_boost_and_blitz_are_the_names_that_the_2024_edition_shows() -> None:
    """MH-24: Enchant, Strike and Scheme are named nowhere in this edition."""
    told = [words for table in OF_2024_SAMPLES for words in said(table)]
    for table, happened in OF_2024:
        told += INTERFACE.words.sentences(table.view, happened, table.names)
    wrong = [words for words in told if re.search(r"enchant|strike|scheme|takes both", words, re.IGNORECASE)]
    assert wrong == []
    for name in ("Boosted", "used Boost on", "used Blitz to", "choose Boost", "use Blitz"):
        assert any(name in words for words in told), name


def test_yellow_is_told_that_it_has_one_ability_in_the_2024_edition() -> None:
    """MH-24: Scheme is not offered, so the choice can't be changed afterwards."""
    game = new_game(2, abilities=True, factions=["yellow", "blue"], edition=2024)
    before = INTERFACE.composing.page(table_view(game, 0, LONGEST[:2]), "move", ())
    after = table_view(act(game, 0, "choose confuse", SEED).game, 0, LONGEST[:2])

    assert "In the 2024 edition your faction has only one." in before.text
    assert [choice.label for choice in screen(before).choices] == ["Confuse"]
    assert "change" not in INTERFACE.composing.page(after, "move", ()).text
    assert INTERFACE.submission_text(after.view) == "You chose Confuse."
