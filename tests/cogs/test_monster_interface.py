"""Monster Hex pages: they offer exactly the legal actions, within Discord's limits."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from discord import ButtonStyle

from cogs.monster_hex.composing import BUTTON_LIMIT, WHAT_GREEN_MEANS
from cogs.monster_hex.composing import placements as placements_of
from cogs.monster_hex.interface import INTERFACE
from cogs.monster_hex.worth import best_rotations, rank_hexes, rate_placement
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.selects import SELECT_LIMIT
from engine.core import SPECTATOR, IllegalAction, InvalidAction, NotYourTurn
from engine.game import Game, act
from engine.monster_hex.content import TILE_INDEX, TILES, layout
from engine.monster_hex.events import ObjectiveScored, PointsTaken, StoneCaptured
from engine.monster_hex.preview import powers_at_stones, value_for_faction
from engine.monster_hex.view import TakeChoice
from render.monster_hex.contests import find_contests
from render.monster_hex.prospects import placement_forecast
from tables.refusal import BoardMovedOn
from tables.viewer import TableView
from tests.cog_tables import SEED, new_game, table_view
from tests.cogs.page_walks import components, pressed

SHORT = ("Ann", "Ben", "Cam", "Dan")
LONGEST = ("*" * 32, "_" * 32, "\\" * 32, "🙂" * 32)


def games(seats: int, every: int = 5) -> list[TableView]:
    """Return views of the acting seat from a random game: every n-th move, and all choices of a value."""
    game, rng, tables = new_game(seats), Random(seats), list[TableView]()
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


def page(table: TableView, custom_id: CustomId, *values: str) -> list[tuple[CustomId, list[str], bool]]:
    """Return the pressable components of the page that a press opens."""
    return pressed(INTERFACE.composing.page(table, custom_id.action, (*custom_id.details, *values)))


def anywhere(seats: int) -> tuple[TableView, str, list[str]]:
    """Return a table where a tile may go on any hex of the board (MH-6), the tile, and the hexes."""
    table = table_view(new_game(seats), 0)
    tile = table.view.hand[0]
    hexes = [cell.label for cell in layout(seats).cells]
    legal = tuple(f"place {tile} {label} {rotation}" for label in hexes for rotation in range(6))
    return TableView(table.row, table.seats, table.settings, 0, table.view, legal, (0,), None, None), tile, hexes


@pytest.mark.parametrize("seats", [3, 4])
def test_many_hexes_are_split_among_selects_and_none_is_left_out(seats: int) -> None:
    """If no tile matches, a tile may go on any free hex of the board (MH-6)."""
    free, tile, hexes = anywhere(seats)
    assert len(hexes) > BUTTON_LIMIT

    shown = page(free, CustomId("a", "1", "tile", (tile,)))
    selects = [(custom_id, values) for custom_id, values, _ in shown if values]

    assert [value for _, values in selects for value in values] == hexes
    assert len(selects) == -(-len(hexes) // SELECT_LIMIT)
    for custom_id, values in selects:
        for value in (values[0], values[-1]):
            actions = [found.details[0] for found, _, _ in page(free, custom_id, value) if found.action == "do"]
            assert actions == [f"place {tile} {value} {rotation}" for rotation in range(6)]


def test_few_hexes_are_buttons_five_in_a_row() -> None:
    free, tile, hexes = anywhere(2)
    hexes = hexes[:BUTTON_LIMIT]
    free = replace(free, legal=tuple(action for action in free.legal if action.split()[2] in hexes))

    shown = page(free, CustomId("a", "1", "tile", (tile,)))

    found = [custom_id.details for custom_id, values, _ in shown if custom_id.action == "hex" and not values]
    assert sorted(found) == [(tile, label) for label in sorted(hexes)]
    *rows, back = INTERFACE.composing.page(free, "tile", (tile,)).rows
    assert len(rows) == -(-len(hexes) // 5)
    assert [part["label"] for part in back.to_component_dict()["components"]] == ["Back"]


def place_anywhere(seats: int, hexes: int) -> TableView:
    """Return a table where each tile of the hand may go on the first hexes of the board."""
    table = table_view(new_game(seats), 0)
    cells = [cell.label for cell in layout(seats).cells][:hexes]
    legal = tuple(f"place {tile} {label} 0" for tile in table.view.hand for label in cells)
    return replace(table, legal=legal, actors=(0,))


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize(("seats", "hexes", "shown"), [(3, 2, 2), (3, 5, 3), (4, 2, 2), (4, 7, 3)])
def test_each_tile_begins_a_row_and_its_name_leads_to_all_of_its_hexes(seats: int, hexes: int, shown: int) -> None:
    table = place_anywhere(seats, hexes)

    page_of_all = INTERFACE.composing.page(table, "move", ())

    assert len(page_of_all.rows) == len(table.view.hand)
    assert ("A name opens all its hexes" in page_of_all.text) == (shown < hexes)
    for tile, row in zip(table.view.hand, page_of_all.rows, strict=True):
        parts = row.to_component_dict()["components"]
        assert parts[0]["label"] == TILES[TILE_INDEX[tile]].name
        assert [part["custom_id"].split(":")[2:4] for part in parts] == [["tile", tile], *[["hex", tile]] * shown]
        assert all("emoji" in part for part in parts)
        own = page(table, CustomId("a", "1", "tile", (tile,)))
        assert len([found for found, _, _ in own if found.action == "hex"]) == hexes


def test_the_colour_of_buttons_is_explained_if_any_has_it() -> None:
    for table in PLACES:
        shown = INTERFACE.composing.page(table, "move", ())
        labels = [part["label"] for part in components(shown) if part.get("style") == ButtonStyle.success.value]
        if any("+" in label for label in labels):
            assert WHAT_GREEN_MEANS in shown.text


def test_a_hex_shows_the_points_of_a_rival_and_is_green_only_if_no_rival_gains_more() -> None:
    seen: set[str] = set()
    for table in PLACES:
        ranked = {tile: rank_hexes(table.view, placements_of(table), tile) for tile in table.view.hand}
        for part in components(INTERFACE.composing.page(table, "move", ())):
            action, *details = part.get("custom_id", "").split(":")[2:] or ("",)
            if action != "hex" or len(details) != 2:
                continue
            worth = ranked[details[0]][details[1]]
            assert ("they +" in part["label"]) == bool(worth.rivals)
            is_green = part["style"] == ButtonStyle.success.value
            assert is_green == (worth.points > 0 and worth.points >= worth.rivals)
            if worth.rivals:
                seen.add("ahead" if is_green else "behind" if worth.points else "alone")
    assert seen == {"ahead", "behind", "alone"}


@pytest.mark.usefixtures("known_emojis")
def test_a_value_shows_the_points_of_both_places_which_it_then_brings() -> None:
    for seats in (2, 3):
        game, rng, asked = new_game(seats), Random(seats), 0
        while game.outcome is None:
            seat = game.actors[0]
            table = table_view(game, seat, SHORT)
            if table.view.take is not None:
                buttons = components(INTERFACE.composing.page(table, "move", ()))
                labels = {part["label"].partition(":")[0]: part["label"] for part in buttons if "label" in part}
                assert {part["style"] for part in buttons if "label" in part} == {ButtonStyle.secondary.value}
                for action in table.legal:
                    happened = act(game, seat, action, SEED).visible(SPECTATOR)
                    taken = [event for event in happened if isinstance(event, PointsTaken)]
                    taken = [event for event in taken if event.stone == table.view.take.stone]
                    gains = [("you" if e.seat == seat else SHORT[e.seat], e.value + e.bonus) for e in taken]
                    value = action.removeprefix("take ")
                    assert labels[value] == f"{value}: {', '.join(f'{who} +{points}' for who, points in gains)}"
                    assert f"The {labels[value]}." in INTERFACE.composing.hint_reason(table, (action,))
                asked += 1
            game = act(game, seat, rng.choice(table.legal), SEED).game
        assert asked


# Three taps


def confirms(table: TableView, name: str, *details: str, confirm: bool = True) -> list[str]:
    """Return the actions that *Confirm* makes on a page."""
    shown = pressed(INTERFACE.composing.page(table, name, details, confirm=confirm))
    return [":".join(found.details) for found, _, _ in shown if found.action == "do"]


@pytest.mark.parametrize("table", PLACES[::2], ids=lambda table: f"{table.view.board}-{table.view.round}")
def test_a_placement_takes_three_taps_or_four_beyond_a_tiles_best_hexes_with_at_most_four_controls_beside_it(
    table: TableView,
) -> None:
    """*Place a tile* on the card, a tile on a hex, then *Place* or *Confirm*; a tile's name shows all of its hexes."""
    first = page(table, CustomId(table.row.id, table.version, "move"))
    made = set(confirms(table, "move"))
    opened = [found for found, _, _ in first if found.action == "tile"]
    for found, values, _ in [*first, *(part for tile in opened for part in page(table, tile))]:
        for value in values or ("",):
            if found.action == "hex":
                details = (*found.details, value) if value else found.details
                made |= {*confirms(table, "hex", *details)}
                beside = [other for other, _, _ in pressed(INTERFACE.composing.page(table, "hex", details))]
                assert len([other for other in beside if other.action not in ("do", "hex")]) <= 3

    assert made == set(table.legal)


@pytest.mark.parametrize("table", PLACES[::2], ids=lambda table: f"{table.view.board}-{table.view.round}")
def test_each_tiles_best_hexes_come_first(table: TableView) -> None:
    first = page(table, CustomId(table.row.id, table.version, "move"))
    labels: dict[str, list[str]] = {}
    for found, values, _ in first:
        if found.action == "hex":
            labels.setdefault(found.details[0], []).extend(values or found.details[1:2])

    for tile, hexes in labels.items():
        worth = rank_hexes(table.view, placements_of(table), tile)
        points = [worth[at].points for at in hexes]
        assert points == sorted(points, reverse=True)


def test_a_single_possibility_is_shown_at_once_and_yet_confirmed() -> None:
    """*Place a tile* on the card never places one immediately, even for those who turned confirming off."""
    table = PLACES[-1]
    for rotations in (1, 2):
        only = replace(table, legal=table.legal[:1])
        if rotations == 2:
            tile, label = table.legal[0].split()[1:3]
            only = replace(table, legal=tuple(f"place {tile} {label} {turn}" for turn in range(2)))
        for confirm in (True, False):
            assert len(confirms(only, "move", confirm=confirm)) == rotations


def test_without_confirming_a_single_rotation_is_made_by_pressing_its_hex() -> None:
    table = next(table for table in PLACES if len(rotations_by_hex(table)) > 2)
    for (tile, label), turns in rotations_by_hex(table).items():
        shown = INTERFACE.composing.page(table, "hex", (tile, label), confirm=False)
        places = [f"place {tile} {label} {turn}" for turn in turns if len(turns) > 1]
        assert confirms(table, "hex", tile, label, confirm=False) == places
        assert shown.final_action == (f"place {tile} {label} {turns[0]}" if len(turns) == 1 else None)
        chosen = INTERFACE.composing.page(table, "turn", (tile, label, turns[-1]), confirm=False)
        assert chosen.final_action == f"place {tile} {label} {turns[-1]}"


VARIANTS: list[tuple[int, dict[str, Any]]] = [
    *((seats, {}) for seats in (2, 3, 4)),
    (2, {"shared": True}),
    (2, {"abilities": True, "edition": 2024}),
    (3, {"abilities": True}),
]


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_a_placement_promises_the_points_that_the_log_then_tells(seats: int, options: dict[str, Any]) -> None:
    """If everybody takes the best value, and declines an ability: for each owner, and in all."""
    rng, told = Random(seats), 0
    for _ in range(6):
        game = new_game(seats, **options)
        while game.outcome is None:
            seat = game.actors[0]
            table = table_view(game, seat, SHORT)
            action = rng.choice(table.legal)
            tile, *place = action.replace("shared", f"place {shared_tile(table)}").split()[1:4] or [""]
            if len(place) == 2:
                page = INTERFACE.composing.page(table, "turn", (tile, *place))
                happened = play_until_the_next_placement(game, seat, action)
                sentences = INTERFACE.words.sentences(game.view(SPECTATOR), happened, SHORT)
                promise, log = count_points(page.below.splitlines()), count_points(sentences)
                assert promise == log, (page.below, sentences)
                told += bool(log)
                assert len(page.below.splitlines()) <= 2, "the page fits on a phone"
                assert rank_hexes(table.view, placements_of(table), tile)[place[0]].points >= log[SHORT[seat]]
                check_reason(INTERFACE.composing.hint_reason(table, (action,)), game, seat, action)
            game = act(game, seat, action, SEED).game

    assert told > 20


def check_reason(reason: str, game: Game, seat: int, action: str) -> None:
    """Check each sentence of a hint's reason against what the move then brings."""
    after = act(game, seat, action, SEED).game
    if told := re.search(r"lead at the (.+?), (\d+) to (\d+), with (\d+) ", reason):
        led = [
            (contest.powers[0], contest.powers[1][1], contest.left)
            for stone, contest in find_contests(after.view(SPECTATOR)).items()
            if told[1] in (stone.short_name, f"{stone.short_name} {stone.label}") and len(contest.powers) > 1
        ]
        assert ((seat, int(told[2])), int(told[3]), int(told[4])) in led
    if "No Large Stone can fall" in reason and after.outcome is None and not after.view(SPECTATOR).take:
        large = {stone.label for stone in layout(after.view(SPECTATOR).board).stones if stone.large}
        for answer in after.legal(after.actors[0]):
            fallen = act(after, after.actors[0], answer, SEED).visible(SPECTATOR)
            assert not large & {event.stone for event in fallen if isinstance(event, StoneCaptured)}


def shared_tile(table: TableView) -> str:
    return "" if table.view.shared is None else table.view.shared.tile or ""


def play_until_the_next_placement(game: Game, seat: int, action: str) -> list[Any]:
    """Return the public events of a placement and of the choices after it: the best values, and no abilities."""
    advance = act(game, seat, action, SEED)
    events = [*advance.visible(SPECTATOR)]
    while (now := advance.game).outcome is None:
        view = now.view(now.actors[0])
        if view.take is None and view.ability is None:
            break
        choice = "decline"
        if view.take is not None:
            faction = view.seats[view.take.seat].faction
            worth = {value.points: value_for_faction(value, faction) for value in view.take.values}
            choice = f"take {max(worth, key=lambda points: (worth[points], points))}"
        advance = act(now, now.actors[0], choice, SEED)
        events += advance.visible(SPECTATOR)
    return [event for event in events if not isinstance(event, ObjectiveScored)]


def count_points(lines: Sequence[str]) -> Counter[str]:
    """Return the points that lines tell, by name; those in all must be the sum of the others."""
    named = re.compile(rf"({'|'.join([*SHORT, 'the shared faction'])}) \+(\d+)")
    found, in_all = Counter[str](), Counter[str]()
    for line in lines:
        for name, points in named.findall(line):
            (in_all if line.startswith("In all: ") else found)[name] += int(points)
    assert in_all in (found, {})
    return found


def rotations_by_hex(table: TableView) -> dict[tuple[str, str], list[str]]:
    """Return the legal rotations by tile and hex."""
    found: dict[tuple[str, str], list[str]] = {}
    for _, tile, label, turn in (action.split() for action in table.legal):
        found.setdefault((tile, label), []).append(turn)
    return found


@pytest.mark.parametrize("table", PLACES[::3], ids=lambda table: f"{table.view.board}-{table.view.round}")
def test_ways_are_numbered_in_at_most_two_rows_and_the_best_is_bright(table: TableView) -> None:
    """The picture shows the effect of each way beside its number, and so does its alt text."""
    for (tile, label), turns in rotations_by_hex(table).items():
        if len(turns) == 1:
            continue
        shown = INTERFACE.composing.page(table, "hex", (tile, label))
        rows = [row for row in shown.rows if ":do:" in str(row.to_component_dict())]
        buttons = [part for row in rows for part in row.to_component_dict()["components"]]
        best = best_rotations(table.view, tile, label, [int(turn) for turn in turns])
        numbers = [turns.index(str(turn)) + 1 for turn in best]

        assert [part["label"] for part in buttons] == [f"Place {n}" for n in range(1, len(turns) + 1)]
        assert len(rows) <= 2
        assert [part["label"] for part in buttons if part["style"] == ButtonStyle.success.value] == [
            f"Place {number}" for number in numbers
        ]
        assert "All ways" in shown.below or all(f"**{number}**" in shown.below for number in numbers)
        for n, turn in enumerate(turns, 1):
            assert f", way {n}" in INTERFACE.words.label(f"place {tile} {label} {turn}", table.view)


def test_a_hint_with_several_ways_shows_their_picture_with_its_own_way_bright() -> None:
    table = next(table for table in PLACES if any(len(turns) > 2 for turns in rotations_by_hex(table).values()))
    (tile, label), turns = next(each for each in rotations_by_hex(table).items() if len(each[1]) > 2)
    for number, turn in enumerate(turns, 1):
        shown = INTERFACE.composing.proposal_page(table, (f"place {tile} {label} {turn}",), table.view)
        assert shown is not None
        bright = [part["label"] for part in components(shown) if part.get("style") == ButtonStyle.success.value]
        assert bright == [f"Place {number}"]
        assert f"on {label}, way {number}.**" in shown.text
        assert shown.picture is not None
        assert shown.picture("dark").alt.count(": ") >= len(turns)


def test_a_way_is_recommended_only_for_what_it_brings_more_than_the_others() -> None:
    fields = {"most points": "points", "for a rival": "rivals", "then lead": "lead", "most power": "power"}
    said: set[str] = set()
    for table in PLACES:
        for (tile, label), turns in rotations_by_hex(table).items():
            ways = [int(turn) for turn in turns]
            if len(ways) == 1:
                continue
            worth = [rate_placement(table.view, tile, label, turn) for turn in ways]
            shown = INTERFACE.composing.page(table, "hex", (tile, label)).below
            best = max(worth, key=lambda each: each.rank)
            assert ("All ways" in shown) == (len(set(worth)) == 1)
            if len(set(worth)) == 1:
                said.add("power in all" if "in all" in shown.splitlines()[0] else "all")
                continue
            for name in [name for name in fields if name in shown.splitlines()[0]]:
                values = {getattr(each, fields[name]) for each in worth}
                assert getattr(best, fields[name]) == (min if name == "for a rival" else max)(values)
                assert len(values) > 1
                worth = [each for each in worth if getattr(each, fields[name]) == getattr(best, fields[name])]
                said.add(name)
            assert len(set(worth)) == 1
    assert said >= {"all", "most points", "then lead", "most power"}


def test_power_at_a_stone_that_falls_recommends_no_way() -> None:
    """The points are the same, and nothing is left to win there."""
    found = 0
    for table in PLACES:
        for (tile, label), turns in rotations_by_hex(table).items():
            for turn in map(int, turns):
                falls = {capture.stone for capture in placement_forecast(table.view, tile, label, turn)}
                powers = powers_at_stones(table.view, tile, label, turn)
                if falls and {stone for stone, _ in powers} <= falls:
                    assert rate_placement(table.view, tile, label, turn).power == 0
                    found += 1
    assert found


def test_the_coach_and_the_hint_explain_a_way_that_brings_less_at_once() -> None:
    explained = 0
    for table in PLACES:
        for (tile, label), turns in rotations_by_hex(table).items():
            ways = [int(turn) for turn in turns]
            best = best_rotations(table.view, tile, label, ways)
            for turn in [turn for turn in ways if turn not in best][:1]:
                action, played = (f"place {tile} {label} {each}" for each in (turn, best[0]))
                told = INTERFACE.composing.better_reason(table, played, action)
                hint = INTERFACE.composing.proposal_page(table, (action,), table.view)
                assert hint is not None
                assert told in hint.below
                assert f"**{ways.index(best[0]) + 1}**" in told
                assert f"Way **{ways.index(turn) + 1}** does better later" in told
                explained += 1
    assert explained > 20


def test_tiles_are_called_by_their_names() -> None:
    table = PLACES[0]
    names = [TILES[TILE_INDEX[tile]].name for tile in table.view.hand]
    shown = INTERFACE.composing.page(table, "move", ())

    rows = [row.to_component_dict()["components"][0]["label"] for row in shown.rows]
    assert [label.partition(" on ")[0] for label in rows] == names


# Off turn


def off_turn() -> list[TableView]:
    """Return the views of a seat that need not act, throughout two random games."""
    found: list[TableView] = []
    for seats in (2, 3):
        game, rng = new_game(seats), Random(seats)
        while game.outcome is None:
            seat = game.actors[0]
            found.append(table_view(game, (seat + 1) % seats, LONGEST))
            game = act(game, seat, rng.choice(game.legal(seat)), SEED).game
    return found


def test_off_turn_there_is_no_page_of_a_move() -> None:
    for table in (off_turn()[0], off_turn()[9]):
        with pytest.raises(BoardMovedOn):
            INTERFACE.composing.page(table, "move", ())


# Pages of typed moves


def test_a_typed_placement_is_confirmed_on_the_page_of_its_rotation() -> None:
    table = PLACES[-1]
    action = table.legal[-1]
    _, tile, label, turn = action.split()
    name = TILES[TILE_INDEX[tile]].name

    for typed in (action, action.lower(), f" PLACE  {tile} {label} 0{turn}", f"place {name} {label} {turn}"):
        assert INTERFACE.composing.typed_page(table, typed) == ("turn", (tile, label, turn))
    assert confirms(table, "turn", tile, label, turn) == [action]


def test_a_typed_placement_without_a_rotation_offers_those_that_fit() -> None:
    table = PLACES[-1]
    _, tile, label, _ = table.legal[-1].split()

    assert INTERFACE.composing.typed_page(table, f"place {tile} {label}".lower()) == ("hex", (tile, label))


def test_a_placement_is_typed_as_the_list_words_it() -> None:
    table = PLACES[-1]
    _, tile, label, _ = table.legal[-1].split()
    name = TILES[TILE_INDEX[tile]].name

    for typed in (f"{name} on {label}", f"{name} ON {label} +5, they +6".lower(), f"{name} on {label}, way 9"):
        assert INTERFACE.composing.typed_page(table, typed) == ("hex", (tile, label))
    with pytest.raises(InvalidAction, match="There is no hex “Z9”"):
        INTERFACE.composing.typed_page(table, f"{name} on Z9")


def test_a_typed_placement_that_fits_nowhere_says_where_it_does() -> None:
    table = next(table for table in PLACES if table.view.monsters)
    tile = table.view.hand[0]
    taken = table.view.monsters[0].label

    for typed in (f"place {tile} {taken}", f"{TILES[TILE_INDEX[tile]].name} on {taken}"):
        with pytest.raises(IllegalAction, match=f"{taken} already holds "):
            INTERFACE.composing.typed_page(table, typed)


def test_off_turn_a_typed_placement_says_whose_turn_it_is() -> None:
    table = off_turn()[5]

    with pytest.raises(NotYourTurn, match="turn"):
        INTERFACE.composing.typed_page(table, f"place {table.view.hand[0]} C1")
    assert INTERFACE.composing.typed_page(table, f"place {table.view.hand[0]} C1 0") is None


def test_what_is_no_move_has_no_page() -> None:
    for typed in ("", "jump", "place", "place Q7 D1 0", "place S1 D1 9", "take 9", "draw 0 S1", "place S1 Z9"):
        assert INTERFACE.composing.typed_page(PLACES[-1], typed) is None


def test_a_typed_value_is_confirmed() -> None:
    table = TAKES[0]
    for value in table.view.take.values:
        assert INTERFACE.composing.typed_page(table, f"TAKE {value.points}") == ("value", (str(value.points),))
        assert confirms(table, "value", str(value.points)) == [f"take {value.points}"]
        assert INTERFACE.composing.page(table, "value", (str(value.points),)).final_action == f"take {value.points}"


@pytest.mark.parametrize("table", [*PLACES[::4], TAKES[0]], ids=lambda table: f"{table.view.board}-{table.view.round}")
def test_autocomplete_offers_hexes_and_then_every_action(table: TableView) -> None:
    offered_choices = INTERFACE.typed_choices(table)
    values = [value for _, value in offered_choices]

    assert len(set(values)) == len(values) == len({label for label, _ in offered_choices})
    assert [value for value in values if value in table.legal] == list(table.legal)
    for value in values:
        assert INTERFACE.composing.typed_page(table, value) is not None


def test_the_reply_to_a_typed_move_names_the_monster() -> None:
    assert INTERFACE.done_text(PLACES[0].view, ["place C3 D4 0"]) == "The Scarab is on D4."
    assert INTERFACE.done_text(TAKES[0].view, ["take 5"]) == "The 5 is yours."


def test_the_button_on_the_card_says_what_it_is() -> None:
    assert INTERFACE.words.compose_label(PLACES[0].view) == "Place a tile"
    assert INTERFACE.words.compose_label(TAKES[0].view) == "Choose a value"


# Missing pages


def test_another_seats_tile_has_no_page() -> None:
    table = PLACES[0]
    foreign = next(tile for tile in TILE_INDEX if tile not in table.view.hand)

    with pytest.raises(BoardMovedOn):
        INTERFACE.composing.page(table, "tile", (foreign,))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_actions_have_the_same_label(seats: int) -> None:
    """Discord may send the label instead of the value, so labels must be unique."""
    board = layout(seats)
    actions = [
        f"place {tile} {label} {rotation}" for tile in TILE_INDEX for label in board.board.name for rotation in range(6)
    ] + [f"take {value}" for value in board.printed]

    found = [INTERFACE.words.label(action, None) for action in actions]

    assert len(set(found)) == len(found)
    assert not set(found) & set(actions)
    assert all(len(label) <= 100 for label in found)


def test_a_value_is_chosen_in_one_press() -> None:
    table = TAKES[0]
    choice: TakeChoice = table.view.take

    buttons = pressed(INTERFACE.composing.page(table, "move", ()))

    assert [custom_id.details for custom_id, _, _ in buttons] == [(f"take {value.points}",) for value in choice.values]


@pytest.mark.parametrize("table", [PLACES[0], PLACES[-1], TAKES[0]], ids=["first", "last", "take"])
def test_headline_task_and_scores_tell_where_the_game_stands(table: TableView) -> None:
    names = ["Ann", "Ben", "Cam", "Dan"][: len(table.seats)]

    assert (
        INTERFACE.words.headline(table.view, names) == f"round {table.view.round} of {layout(table.view.board).rounds}"
    )
    assert INTERFACE.words.task(table.view) == ("to place a tile" if table.view.take is None else "to choose a value")
    scores = INTERFACE.words.scores(table.view, names)
    for name, seat in zip(names, table.view.seats, strict=True):
        assert re.search(rf"{name}[^*]* \*\*{seat.score.points}\*\*", scores)
