"""Hex Battle Wars pages: complete and legal offers within Discord's limits; options, labels and typed moves."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cogs.hex_battle_wars.interface import INTERFACE
from cogs.ui.kit.interface import Press
from engine.core import IllegalAction
from engine.game import Game
from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.odds import targets
from engine.hex_battle_wars.picks import MOST_PICKS, quick_picks, suggest_tiles
from engine.hex_battle_wars.preview import after_walk, destination_labels
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.view import View
from engine.players import decide
from tables.refusal import BoardMovedOn, Refusal
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.battle_games import acted, at_stage, found, new_game, table_view
from tests.cog_tables import SEED
from tests.cogs.page_walks import components, pressed, reached
from tests.engine.hex_battle_wars.positions import position, told

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
        "a roll of tiles": table_view(found(quick, at_stage("rolled", invisible=True))),
        "second deployment": table_view(acted(quick, "deploy k11")),
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
    everywhere = suggest_tiles(table.view, table.view.viewer, with_hint=False)
    assert ("spread", ()) in offers(table, "move"), "one press suggests a hex for each tile"
    assert INTERFACE.composing.page(table, "spread", ()).final_action == f"tiles {' '.join(map(str, everywhere))}"
    assert len({*everywhere}) == 3
    with pytest.raises(BoardMovedOn):
        INTERFACE.composing.page(table, "tile", ("a1", "a1"))


def test_the_largest_board_fits_the_selects_of_blocks() -> None:
    options: dict[str, Any] = {**LARGEST}
    game = new_game(options.pop("seats"), **options)

    actions, pages = reached(INTERFACE, table_view(game), without=("lay",))

    assert actions == {"auto"}
    assert len(pages) > 1


def test_typed_choices_begin_with_the_best_and_hold_everything_legal() -> None:
    for table in MOMENTS.values():
        values = [value for _, value in INTERFACE.typed_choices(table)]
        assert sorted(values) == sorted(table.legal)
    label, value = INTERFACE.typed_choices(MOMENTS["a roll"])[0]
    assert label.startswith(value.replace("move", "Walk to"))
    assert " · " in label


@pytest.mark.parametrize("name", ["a moved piece", "deployment", "blocks"])
def test_a_typed_move_is_confirmed_on_the_page_that_clicks_lead_to(name: str) -> None:
    table = MOMENTS[name]
    action = next(action for action in table.legal if " " in action)

    where = INTERFACE.composing.typed_page(table, action.upper().replace(action.split()[0].upper(), action.split()[0]))

    assert where is not None
    assert INTERFACE.composing.page(table, *where).final_action == action
    assert INTERFACE.composing.typed_page(table, "move zz9") is None
    walk = MOMENTS["a roll"].legal[0]
    assert INTERFACE.composing.typed_page(MOMENTS["a roll"], walk.upper()) == ("go", (walk.split()[1],))


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


def offers(table: TableView, name: str, details: tuple[str, ...] = ()) -> list[tuple[str, tuple[str, ...]]]:
    """Return the actions and details of all components of a page."""
    page = INTERFACE.composing.page(table, name, details)
    return [(custom_id.action, custom_id.details) for custom_id, *_ in pressed(page, described=False)]


def list_attacks(view: View, label: str) -> list[str]:
    return [odds.action for odds in targets(after_walk(view, label))]


def sees_several(view: View) -> bool:
    """Return whether a movement roll leads to a hex with two targets in sight."""
    return at_stage("rolled", invisible=False)(view) and any(
        len(list_attacks(view, label)) > 1 for label in destination_labels(view)
    )


def rolled_in_sight() -> tuple[Game, str, str]:
    """Return a game after a movement roll, a quick pick from which somebody is in sight, and the attack from there."""

    def is_wanted(view: View) -> bool:
        return at_stage("rolled", invisible=False)(view) and any(
            pick.hits for pick in quick_picks(view, view.viewer, with_hint=False)
        )

    game = found(new_game(preset="skirmish"), is_wanted)
    view = game.view(game.actors[0])
    pick = next(pick for pick in quick_picks(view, view.viewer, with_hint=False) if pick.hits)
    return game, pick.label, targets(after_walk(view, pick.label))[0].action


def test_three_taps_walk_and_attack() -> None:
    """The card's button rolls; then a pin, and *Confirm*, which makes the walk and the attack together.

    With several targets, a fourth tap chooses one.
    """
    start, (game, label, attack) = MOMENTS["a turn"], rolled_in_sight()
    rolled, several = table_view(game), table_view(found(new_game(3, preset="skirmish"), sees_several))

    ((label_of_step, detail),) = INTERFACE.composing.first_steps(start)
    assert label_of_step == "Roll to move"
    taps = [("begin", (detail,)), ("go", (label,)), ("do", (f"move {label} {attack}",))]

    assert INTERFACE.composing.press(start, *taps[0]) == Press(("roll",), "move")
    assert taps[1] in offers(rolled, "move")
    assert taps[2] in offers(rolled, *taps[1])
    assert ("do", (f"move {label} end",)) in offers(rolled, *taps[1])
    assert INTERFACE.composing.page(rolled, *taps[1]).final_action is None, "a single tap on a pin never attacks"
    after = acted(game, *game.rules.split_actions(taps[2][1][0]))
    assert after.turn > game.turn
    label = next(label for label in destination_labels(several.view) if len(list_attacks(several.view, label)) > 1)
    chosen = [("shoot", (label, *attack.split()[1:])) for attack in list_attacks(several.view, label)]
    assert {*chosen} <= {*offers(several, "go", (label,))}
    assert ("do", (f"move {label} {list_attacks(several.view, label)[0]}",)) in offers(several, *chosen[0])


@pytest.mark.parametrize("enemies", [1, 2])
def test_an_attack_from_one_s_own_hex_is_on_the_first_page(enemies: int) -> None:
    """*Attack* with the name and chance of a single target leads to *Confirm*; several are asked for in between."""
    places: list[list[str | None]] = [["g7"], ["g10"], ["h10"]]
    game = new_game(enemies + 1, preset="skirmish", radius=6)
    assert isinstance(game.rules, HexBattleWarsRules)
    table = table_view(msgspec.structs.replace(game, state=position(game.rules, places[: enemies + 1])), 0)
    there = components(INTERFACE.composing.page(table, "move", ()))
    labels = [part["label"] for part in there if part.get("label", "").startswith("Attack")]
    odds = targets(table.view)

    assert len(odds) == enemies
    best = max(each.hits for each in odds) * 5
    assert labels == ([f"Attack Ben · {best} %"] if enemies == 1 else [f"Attack · up to {best} %"])
    if enemies == 2:
        assert ("aim", ()) in offers(table, "move")
        assert {("strike", (each.label,)) for each in odds} <= {*offers(table, "aim")}
    else:
        assert ("strike", (odds[0].label,)) in offers(table, "move")
    assert ("do", (odds[0].action,)) in offers(table, "strike", (odds[0].label,))


def test_three_taps_hide_or_walk_out_of_sight_and_vanish() -> None:
    """A walk to where nobody is in sight has no question about a target. Vanishing starts with *Other move*."""
    start, (game, _, _) = MOMENTS["a turn"], rolled_in_sight()
    rolled = table_view(game)
    label = next(label for label in destination_labels(rolled.view) if not targets(after_walk(rolled.view, label)))

    assert ("do", (f"move {label}",)) in offers(rolled, "go", (label,))
    assert ("spell", ()) in offers(start, "move")
    assert offers(start, "spell")[0] == ("do", ("vanish",)), "the tile is not asked for before the roll"
    shown = INTERFACE.composing.page(start, "spell", ()).picture
    assert shown is not None
    # the odds of an attack would be taken for those of vanishing
    assert "d20" not in shown("dark").alt


def test_four_taps_move_the_tiles_of_an_invisible_character() -> None:
    """The card's button stays invisible; then *Roll*, *Suggest all* and *Confirm*, which ends the turn."""
    game = found(new_game(), at_stage("rolled", invisible=True))
    ((_, detail),) = INTERFACE.composing.first_steps(MOMENTS["an invisible turn"])
    final = INTERFACE.composing.page(table_view(game), "spread", ()).final_action

    assert INTERFACE.composing.press(MOMENTS["an invisible turn"], "begin", (detail,)) == Press(("hold",), "move")
    assert ("spread", ()) in offers(table_view(game), "move")
    assert final is not None
    assert ("do", (final,)) in offers(table_view(game), "spread")
    assert acted(game, final).turn > game.turn


def test_the_card_s_button_of_an_older_turn_only_opens_the_page() -> None:
    """Nor does it roll twice."""
    start, rolled = MOMENTS["a turn"], MOMENTS["a roll"]

    assert INTERFACE.composing.press(start, "begin", (str(start.view.round - 1),)) == Press((), "move")
    assert INTERFACE.composing.press(rolled, "begin", (str(rolled.view.round),)) == Press((), "move")
    assert INTERFACE.composing.first_steps(rolled) == ()
    ((hidden, _),) = INTERFACE.composing.first_steps(MOMENTS["an invisible turn"])
    assert hidden.startswith("Stay invisible · ")


@pytest.mark.parametrize(
    ("places", "pages"),
    [
        ([["g7"], ["g1"]], []),
        ([["g7"], ["g8"]], [Press((), "strike", ("g8",))]),
        ([["g7"], ["g8"], ["h7"]], [Press((), "aim")]),
    ],
)
def test_the_card_offers_an_attack_with_a_fair_chance(places: list[list[str | None]], pages: list[Press]) -> None:
    """Its button leads to *Confirm*, or asks whom if several are in sight. On an older card it opens the first page."""
    game = new_game(len(places), preset="skirmish", radius=6)
    assert isinstance(game.rules, HexBattleWarsRules)
    table = table_view(msgspec.structs.replace(game, state=position(game.rules, places)), 0)
    (_, *attack), press = INTERFACE.composing.first_steps(table), INTERFACE.composing.press

    assert all(label.startswith("Attack · ") for label, _ in attack)
    assert len(INTERFACE.composing.private_buttons(table)) == (0 if attack else 1), "Attack takes its place"
    assert [press(table, "begin", (detail,)) for _, detail in attack] == pages
    assert press(MOMENTS["a roll"], "begin", ("aim-1",)) == Press((), "move")


@pytest.mark.parametrize(
    ("marks", "bright", "steps"),
    [({}, "Attack", ["Attack"]), ({"a2": "3", "b1": "3", "b2": "3"}, "Vanish", [])],
    ids=["by enemies", "by blocks"],
)
def test_a_boxed_in_piece_is_not_offered_a_roll_first(marks: dict[str, str], bright: str, steps: list[str]) -> None:
    """HBW-15: it would stay where it is. The roll comes last on the page, since HBW-8 counts it as an action."""
    game = new_game(4, preset="skirmish", radius=6)
    assert isinstance(game.rules, HexBattleWarsRules)
    places: list[list[str | None]] = [["a1"], ["a2"], ["b1"], ["b2"]]
    if marks:
        places[1:] = [["m1"], ["m2"], ["m3"]]
    table = table_view(msgspec.structs.replace(game, state=position(game.rules, places, marks)), 0)

    offered = [part for part in components(INTERFACE.composing.page(table, "move", ())) if part.get("label")]
    kinds = [part["label"].split()[0] for part in offered]
    assert "You can't leave a1 now" in INTERFACE.composing.page(table, "move", ()).text
    assert [label.split()[0] for label, _ in INTERFACE.composing.first_steps(table)] == steps
    assert kinds[0] == bright
    assert kinds[len(steps) : len(steps) + 2] == ["Vanish", "Roll"]
    assert [part["style"] == 1 for part in offered] == [number == 0 for number in range(len(offered))]


@pytest.mark.parametrize("moment", ["a roll", "a roll of tiles", "deployment"])
def test_pins_have_at_most_four_other_controls(moment: str) -> None:
    """The hint button is none of them, since the hint's pin is marked."""
    table = MOMENTS[moment]
    picks = quick_picks(table.view, table.view.viewer, with_hint=False)
    kinds = [name for name, _ in offers(table, "move")]

    assert 1 <= len(picks) <= MOST_PICKS
    assert len(kinds) - len(picks) <= 4
    assert not INTERFACE.composing.page(table, "move", ()).has_hint
    assert kinds.count("form") == 1


def submitted(table: TableView, *details: str, typed: str) -> Press:
    return INTERFACE.composing.form_submitted(table, details, {"hex": typed})


@pytest.mark.parametrize(("moment", "kind", "page"), [("a roll", "walk", "go"), ("deployment", "start", "enter")])
def test_every_hex_that_is_possible_can_be_typed(moment: str, kind: str, page: str) -> None:
    table = MOMENTS[moment]
    labels = [action.split()[1] for action in table.legal]
    assert INTERFACE.composing.form(table, (kind,)).title == "Other hex"

    for label in labels:
        press = submitted(table, kind, typed=f" {label.upper()} ")
        assert press == Press((), page, (label,))
        assert INTERFACE.composing.page(table, press.page, press.details).picture is not None


@pytest.mark.parametrize("typed", ["", "z99", "8f", "f", "f 99", "ü1", "²", "f8f8f8"])
def test_what_is_no_hex_is_refused_with_what_there_is(typed: str) -> None:
    with pytest.raises(Refusal, match="the letters run from a to u"):
        submitted(MOMENTS["a roll"], "walk", typed=typed)


def test_a_hex_out_of_reach_is_refused_with_the_nearest_one() -> None:
    rolled, hidden, starting = MOMENTS["a roll"], MOMENTS["a roll of tiles"], MOMENTS["second deployment"]
    grid = field(rolled.view.radius).name
    far = next(label for label in grid if label not in destination_labels(rolled.view))
    with pytest.raises(IllegalAction, match="The nearest hex you can reach is"):
        submitted(rolled, "walk", typed=far)
    far = next(label for label in grid if label not in destination_labels(hidden.view, 2))
    first = destination_labels(hidden.view, 1)[0]
    assert submitted(hidden, "tile", typed=first) == Press((), "tile", (first,))
    with pytest.raises(IllegalAction, match="Tile 2"):
        submitted(hidden, "tile", first, typed=far)
    near = next(piece.label for seat in starting.view.seats for piece in seat.pieces if piece.label is not None)
    with pytest.raises(IllegalAction, match="ten hexes apart"):
        submitted(starting, "start", typed=near)
    for kind in ("start", "tile", "nothing", ""):
        with pytest.raises(BoardMovedOn):
            submitted(rolled, kind, typed=far)


def test_the_hint_is_marked_only_where_there_are_hints() -> None:
    """Against computer players alone the hint's pin comes first and is the bright one. Among people none is."""
    among, game = MOMENTS["a roll"], found(new_game(), at_stage("rolled", invisible=False))
    seats = tuple(
        seat if seat.seat == among.seat else msgspec.structs.replace(seat, user_id=None, player="strong")
        for seat in among.seats
    )
    alone = replace(among, seats=seats)
    hint = decide(game, game.actors[0], "strong", SEED)

    def bright(table: TableView) -> list[str]:
        there = components(INTERFACE.composing.page(table, "move", ()))
        return [part["custom_id"] for part in there if part.get("style") == 1]

    assert bright(among) == []
    (pin,) = bright(alone)
    assert pin.endswith(f":go:{hint.removeprefix('move ')}")


def test_choices_that_are_equal_have_no_bright_button_and_a_pass_is_confirmed() -> None:
    start, hidden = MOMENTS["a turn"], MOMENTS["an invisible turn"]
    for table in (start, hidden, MOMENTS["which piece"]):
        there = components(INTERFACE.composing.page(table, "move", ()))
        assert [part["label"] for part in there if part.get("style") == 1] == []

    assert ("pass", ()) in offers(start, "move")
    assert INTERFACE.composing.page(start, "pass", ()).final_action == "pass"
    assert offers(start, "pass") == [("do", ("pass",)), ("move", ())]


@pytest.mark.parametrize(
    ("moment", "action", "label", "below"),
    [
        ("a turn", "roll", "Confirm: roll to move", "**Roll to move.**"),
        ("a turn", "pass", "Confirm: pass", "**Pass.**"),
        ("an invisible turn", "appear", "Confirm: appear", "**Appear.**"),
    ],
)
def test_the_hint_s_words_stand_below_the_picture_and_on_the_button(
    moment: str, action: str, label: str, below: str
) -> None:
    page = INTERFACE.composing.proposal_page(MOMENTS[moment], (action,), None)

    assert page is not None
    assert page.below.startswith(below)
    assert below not in page.text
    first = INTERFACE.composing.page(MOMENTS[moment], "move", ())
    own = [part["label"] for part in components(first) if "label" in part and action not in part["label"].lower()]
    assert [part["label"] for part in components(page) if "label" in part] == [label, *own], "the user stays there"


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


def after_rolling(places: list[list[str | None]], *actions: str, **changes: Any) -> TableView:
    """Return seat 0's table after actions in a position of radius 6, with the events of these actions."""
    game = new_game(preset="skirmish")
    assert isinstance(game.rules, HexBattleWarsRules)
    state, happened = told(game.rules, position(game.rules, places, **changes), *actions)
    return replace(table_view(msgspec.structs.replace(game, state=state), 0), happened=tuple(happened))


HIDDEN = {"tiles": ((60, 61, 62), ()), "hidden": (1, 0), "real": (1, 0)}


@pytest.mark.parametrize(
    ("own", "actions", "changes", "begins"),
    [
        (
            "g7",
            ("vanish", "d10 1"),
            {},
            "**You rolled 1, and 4 was needed. You stay visible.** Next: walk, attack, or both.",
        ),
        ("g7", ("vanish", "d10 4", "real 2"), {}, "**You rolled 4, and 4 was enough. You are invisible.**"),
        (None, ("hold", "d10 9"), HIDDEN, "**You rolled 9, and 4 was enough. You stay invisible.**"),
        (None, ("hold", "d10 3"), HIDDEN, "**You rolled 3, and 4 was needed. You are visible again.**"),
        ("g7", ("roll", "d10 1"), {"marks": {"g7": "w"}}, "**You rolled 1: too low to leave the hazard"),
    ],
)
def test_the_page_after_a_roll_tells_the_roll_first(
    own: str | None, actions: tuple[str, ...], changes: dict[str, Any], begins: str
) -> None:
    table = after_rolling([[own], ["g10"]], *actions, **changes)

    assert INTERFACE.composing.page(table, "move", ()).text.startswith(begins)
    assert not INTERFACE.composing.page(replace(table, happened=()), "move", ()).text.startswith("**You rolled")


def test_a_roll_that_ends_the_turn_is_told_too() -> None:
    """It leads nowhere, and nobody is in sight. After anything else, the page is stale."""
    around = {"g7": "w", "g8": "3", "f8": "3", "h7": "3", "h8": "3", "f7": "3"}
    table = after_rolling([["g7"], ["g13"]], "roll", "d10 1", marks=around)

    assert not table.must_act
    assert "**You rolled 1: too low" in INTERFACE.composing.page(table, "move", ()).text
    with pytest.raises(BoardMovedOn):
        INTERFACE.composing.page(replace(table, happened=()), "move", ())


def test_a_single_hex_is_not_asked_for() -> None:
    """The page of the only hex opens at once and says so, without a way to another one."""
    around = dict.fromkeys(("g6", "f7", "f6", "h6", "h7"), "2")
    walk = INTERFACE.composing.page(after_rolling([["g7"], ["g13"]], "roll", "d10 1", marks=around), "move", ())
    assert walk.text.startswith("**You rolled 1: only g8 is possible. Walk to g8")
    assert not walk.has_hint
    table = table_view(acted(new_game(3, preset="skirmish"), "deploy f11", "deploy k3"))

    assert table.legal == ("deploy a1",)
    assert INTERFACE.composing.page(table, "move", ()).final_action == "deploy a1"
    assert INTERFACE.composing.page(table, "move", ()).text == "**Only a1 is possible. Start there?**"
    assert {name for name, _ in offers(table, "move")} == {"do", "sight"}
