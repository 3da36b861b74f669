"""Hex Battle Wars pages: complete and legal offers within Discord's limits; options, labels and typed moves."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cogs.hex_battle_wars.interface import INTERFACE
from engine.hex_battle_wars.preview import destination_labels, suggestions
from engine.hex_battle_wars.view import View
from tables.refusal import BoardMovedOn, Refusal
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.battle_games import acted, at_stage, found, new_game, table_view
from tests.cogs.page_walks import pressed, reached

LARGEST = {"seats": 6, "radius": 16, "obstacles": "players", "hazards": True, "pieces": 3}


def moments() -> dict[str, TableView]:
    """Return a table for each kind of question."""
    quick, several = new_game(), new_game(3, pieces=2, hazards=True)
    return {
        "blocks": table_view(new_game(obstacles="players", radius=4)),
        "deployment": table_view(new_game(radius=4)),
        "a turn": table_view(found(quick, at_stage("start", invisible=False))),
        "which piece": table_view(found(several, at_stage("start", invisible=False))),
        "a roll": table_view(found(quick, at_stage("rolled", invisible=False))),
        "a moved piece": table_view(found(quick, at_stage("moved", invisible=False))),
        "an invisible turn": table_view(found(quick, at_stage("start", invisible=True))),
    }


MOMENTS = moments()


def test_the_tiles_go_anywhere_within_reach_and_are_confirmed_together() -> None:
    table = table_view(found(new_game(), at_stage("rolled", invisible=True)))
    ends = [destination_labels(table.view, tile) for tile in (1, 2, 3)]
    first = INTERFACE.composing.page(table, "move", ())
    second = INTERFACE.composing.page(table, "tile", (ends[0][0],))
    third = INTERFACE.composing.page(table, "tile", (ends[0][0], ends[1][1], "=a"))
    last = INTERFACE.composing.page(table, "tile", (ends[0][0], ends[1][1], "+H0", ends[2][2]))

    assert "Where does tile 1 go" in first.text
    assert "So far: tile 1 to" in second.text
    assert "Where does tile 3 go" in third.text
    assert last.final_action == f"tiles {ends[0][0]} {ends[1][1]} {ends[2][2]}"
    assert last.text.count("This one is you.") == 1
    for page, end in ((first, ends[0]), (second, ends[1])):
        offered = pressed(page)
        assert ("do", ("stay",)) in [(custom_id.action, custom_id.details) for custom_id, *_ in offered]
        assert {value for _, values, _ in offered for value in values if not value.startswith("=")} <= set(end)
    best = suggestions(table.view, 2)[0].label
    (offered, *_), *_ = pressed(INTERFACE.composing.page(table, "tile", (best,)))
    assert offered.details[0] == best != offered.details[-1], "tiles that lie apart hide best"
    with pytest.raises(BoardMovedOn):
        INTERFACE.composing.page(table, "tile", ("a1", "a1"))


@pytest.mark.parametrize("phase", ["blocks", "deploy"])
def test_the_largest_board_fits_the_selects(phase: str) -> None:
    options: dict[str, Any] = {**LARGEST}
    game = new_game(options.pop("seats"), **options)
    while game.view(game.actors[0]).phase != phase:
        game = acted(game, "auto")

    actions, pages = reached(INTERFACE, table_view(game), without=("lay", "enter", "sight"))

    assert actions == ({"auto"} if phase == "blocks" else set())
    assert len(pages) > 1


def test_a_choice_without_confirm_can_be_looked_at_first() -> None:
    table = MOMENTS["a roll"]
    labels = destination_labels(table.view)

    at_once = INTERFACE.composing.page(table, "move", (), confirm=False)
    looks = INTERFACE.composing.page(table, "looks", (), confirm=False)
    seen = INTERFACE.composing.page(table, "sight", (labels[0],), confirm=False)

    assert "You walk there at once." in at_once.text
    assert {custom_id.action for custom_id, *_ in pressed(looks)} >= {"sight", "hexes"}
    assert seen.final_action is None
    assert f"From {labels[0]} you see" in seen.text
    assert INTERFACE.composing.page(table, "go", (labels[0],), confirm=False).final_action == f"move {labels[0]}"


def test_typed_choices_begin_with_the_best_and_hold_everything_legal() -> None:
    for table in MOMENTS.values():
        values = [value for _, value in INTERFACE.typed_choices(table)]
        assert sorted(values) == sorted(table.legal)
    label, value = INTERFACE.typed_choices(MOMENTS["a roll"])[0]
    assert label.startswith(value.replace("move", "Walk to"))
    assert " · " in label


@pytest.mark.parametrize("name", ["a roll", "a moved piece", "deployment", "blocks"])
def test_a_typed_move_is_confirmed_on_the_page_that_clicks_lead_to(name: str) -> None:
    table = MOMENTS[name]
    action = next(action for action in table.legal if " " in action)

    where = INTERFACE.composing.typed_page(table, action.upper().replace(action.split()[0].upper(), action.split()[0]))

    assert where is not None
    assert INTERFACE.composing.page(table, *where).final_action == action
    assert INTERFACE.composing.typed_page(table, "move zz9") is None


def test_a_turn_that_goes_on_says_whether_one_is_visible() -> None:
    def after(roll: bool) -> Callable[[View], bool]:
        return lambda view: (
            view.phase == "turn"
            and view.turn is not None
            and view.turn.stage == "invisibility"
            and bool(view.seats[view.turn.seat].tiles) == roll
        )

    hidden, seen = (table_view(found(new_game(), after(roll))) for roll in (True, False))

    assert INTERFACE.composing.page(hidden, "move", ()).text.startswith(
        "**You are invisible, and your turn continues.**"
    )
    assert INTERFACE.composing.page(seen, "move", ()).text.startswith("**You are visible, and your turn continues.**")


@pytest.mark.parametrize(
    ("moment", "label", "task"),
    [
        ("blocks", "Lay blocks", "to lay blocks"),
        ("deployment", "Choose a hex", "to choose where to start"),
        ("a turn", "Play", "to play"),
        ("a roll", "Choose a hex", "to choose where to go"),
    ],
)
def test_the_button_and_the_task_of_a_card_fit_the_question(moment: str, label: str, task: str) -> None:
    view = MOMENTS[moment].view

    assert (INTERFACE.words.compose_label(view), INTERFACE.words.task(view)) == (label, task)


def test_few_clicks_make_a_turn() -> None:
    """Three clicks make a character vanish, and six walk and attack; opening the page counts as one."""
    start, rolled, moved = (MOMENTS[name] for name in ("a turn", "a roll", "a moved piece"))

    def offers(table: TableView, *where: Any) -> list[tuple[str, tuple[str, ...]]]:
        page = INTERFACE.composing.page(table, *where)
        return [(custom_id.action, custom_id.details) for custom_id, *_ in pressed(page, described=False)]

    label = suggestions(rolled.view)[0].label
    target = next(action.split()[1:] for action in moved.legal if action.startswith("attack"))
    vanish = [("spell", ()), ("do", ("vanish",))]
    attack = [("do", ("roll",)), ("go", (label,)), ("do", (f"move {label}",)), ("strike", tuple(target))]
    attack.append(("do", (" ".join(("attack", *target)),)))

    assert vanish[0] in offers(start, "move", ())
    assert vanish[1] in offers(start, *vanish[0])
    assert attack[0] in offers(start, "move", ())
    assert attack[1] in offers(rolled, "move", ())
    assert attack[2] in offers(rolled, *attack[1])
    assert attack[3] in offers(moved, "move", ())
    assert attack[4] in offers(moved, *attack[3])
    assert (1 + len(vanish), 1 + len(attack)) == (3, 6)


def test_the_own_character_is_shown_to_its_player_alone() -> None:
    game = found(new_game(), at_stage("start", invisible=True))
    owner = game.actors[0]
    assert isinstance(owner, int)

    own = INTERFACE.composing.page(table_view(game, owner), "status", ()).text
    other = INTERFACE.composing.page(table_view(game, 1 - owner), "status", ()).text

    assert own.count("this one is you") == 1
    assert "this one is you" not in other
    with pytest.raises(Refusal):
        INTERFACE.composing.page(replace(table_view(game, owner), seat=None), "status", ())


def test_the_form_keeps_what_was_typed_for_the_same_length_only() -> None:
    options = new_game(2, hp=30, radius=7).configuration.options
    values = {"preset": "quick", "hazards": "true", "pieces": "2", "obstacles": "preset", "max_rounds": " 20 "}

    same, _ = INTERFACE.lobby.parse_options_form(dict(options), TableSettings(seats=2), values)
    other, _ = INTERFACE.lobby.parse_options_form(
        dict(options), TableSettings(seats=2), {**values, "preset": "extended"}
    )

    assert same == {"preset": "quick", "hazards": True, "pieces": 2, "max_rounds": 20, "hp": 30, "radius": 7}
    assert "hp" not in other
    assert other["max_rounds"] == 20
    usual, _ = INTERFACE.lobby.parse_options_form(
        dict(options), TableSettings(seats=2), {**values, "preset": "extended", "max_rounds": "60"}
    )
    assert "max_rounds" not in usual
    for name, wrong in (("max_rounds", "0"), ("max_rounds", "²"), ("pieces", "4")):
        with pytest.raises(Refusal):
            INTERFACE.lobby.parse_options_form(dict(options), TableSettings(seats=2), {**values, name: wrong})


def test_the_size_of_a_preset_follows_the_seats() -> None:
    options = dict(new_game(2).configuration.options)

    assert "radius" not in INTERFACE.with_choices(options, ())
    assert "469 hexes" in INTERFACE.lobby.options_summary(options, TableSettings(seats=4))
    assert INTERFACE.with_choices(dict(new_game(2, radius=7).configuration.options), ())["radius"] == 7
