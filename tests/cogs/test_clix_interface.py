"""Connect Four pages: they offer exactly the legal actions, within Discord's limits."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from discord import ButtonStyle
from msgspec import json, structs

from cogs.connect_four import INTERFACE, commands, options, phrases, reasons, setting_up
from cogs.ui.kit.composing import offers_hints
from cogs.ui.kit.interface import Page, Press
from engine.connect_four import preview
from engine.connect_four.forces import ready_made_forces
from engine.connect_four.options import MOST_POINTS, SIZES
from engine.connect_four.preview import Odds
from engine.connect_four.roster import CLASSES, LEAST_POINTS, MONSTERS, add_monsters, read
from engine.connect_four.view import View
from engine.game import act
from engine.games import game_type
from language.catalogues import SPOKEN
from language.messages import speaking
from render.connect_four import PAINTER
from tables.refusal import Refusal
from tables.viewer import TableView
from tests.cog_tables import SEED
from tests.cogs.clix_games import moments, new_game, seen
from tests.cogs.page_walks import components, pressed, with_draft
from tests.engine.connect_four.clix_positions import RULES, Condition, on, play
from tests.engine.connect_four.clix_positions import game as clix_game

MOMENTS = [*moments(7, 9), *moments(2, 15, size="map"), *moments(3, 9, size="brawl", same_class=True)]
GARGOYLES = Path(__file__).parents[1] / "engine/connect_four/gargoyles.toml"
PHASES = ("class", "other class", "force", "click", "act", "retaliate", "rampage")


def of(phase: str) -> TableView:
    """Return the first view of a phase."""
    return next(table for table in MOMENTS if table.view.phase == phase)


def test_several_monsters_can_take_a_click_at_once() -> None:
    table = next(table for table in MOMENTS if table.view.phase == "click" and len(table.view.choices) > 1)
    squares = table.view.choices[:2]

    page = INTERFACE.composing.page(table, "clicks", squares)

    assert page.final_action == f"click {' '.join(squares)}"
    assert page.final_action in table.legal


def test_an_attack_shows_its_chances_in_the_picture_and_explains_its_powers_below() -> None:
    table = next(table for table in MOMENTS if any(action.startswith("attack") for action in table.legal))
    action = next(action for action in table.legal if action.startswith("attack"))

    page = INTERFACE.composing.page(table, "strike", (action.removeprefix("attack "),))

    assert page.final_action == action
    assert "%" not in page.text + page.below
    assert page.below.splitlines()[-1] == (
        "-# Tough: Takes 1 less from each hit. A double 6 always hits, with 1 more damage; "
        "a double 1 misses and costs its monster 1 click."
    )
    assert page.picture is not None
    told = page.picture("dark").alt
    assert "72 %. needs 6 or more · a hit takes 1 of 5 clicks (2 − 1 tough)." in told
    assert "strikes back, 83 %. needs 5 or more · a hit takes 2 of 3 clicks · destroys 3 %." in told


def test_the_odds_of_every_attack_fit_a_choice_and_name_the_one_who_loses_a_click() -> None:
    view = next(table for table in ACTS if any(action.startswith("attack") for action in table.legal)).view
    choice = preview.attacks(view, view.viewer)[0]
    forecast = preview.forecast(view, choice.square, choice.target, choice.ranged)
    attacker, target = (phrases.monster_on(view, square) for square in (choice.square, choice.target))
    blow = structs.replace(forecast.attack, hits=35, kills=6, acid=True)
    hard = structs.replace(blow, reckoning=structs.replace(blow.reckoning, damage=9))

    def line(attack: Odds, *back: Odds) -> str:
        told = phrases.describe_attack(structs.replace(forecast, attack=attack, retaliations=back), attacker, target)
        assert len(told) <= 100
        return told

    assert line(blow) == (
        "hits 97 %, 1 of 5 clicks (2 − 1 tough), destroys 17 %, acid costs you 1 click; it can’t strike back"
    )
    assert line(blow, blow) == ("hits 97 %, 1 of 5 clicks, acid costs you 1 click; it strikes back 97 %, 1 of 3 clicks")
    assert line(hard, blow, hard) == (
        "hits 97 %, deadly, acid costs you 1 click; even if destroyed, it strikes back 97 %, 1 of 3 clicks"
    )


def test_a_page_of_an_attack_says_whether_it_stops_the_rivals_four() -> None:
    row = {"a1": "und-1r", "b1": "gar-mite", "c1": "und-1r"}
    reserves = ("vam-1r*1", "und-1r*1")
    with add_monsters(read(GARGOYLES.name, GARGOYLES.read_text())):
        view = RULES.view(clix_game({"b2": "gar-maul", "f1": "gar-maul"}, {**row, "g1": "gar-mite"}, reserves), 0)
        stops, other = preview.forecast(view, "b2", "b1", False), preview.forecast(view, "f1", "g1", False)

    assert phrases.describe_danger(view, stops, ("Ann", "Ben")) == (
        "**Ben can make four on d1 next turn.** This attack stops that if it destroys (97 %)."
    )
    assert phrases.describe_danger(view, other, ("Ann", "Ben")) == (
        "**Ben can make four on d1 next turn. This attack doesn’t stop that.**"
    )
    assert phrases.describe_way_out(view, [stops, other]) == "Only destroying b1 stops that."
    assert phrases.describe_way_out(view, [other]) == "No attack stops that."


def test_a_page_of_an_attack_says_what_follows_if_the_attacker_is_destroyed() -> None:
    row = {"a1": "und-1r", "b1": "und-1r", "d1": "und-1r"}
    frail = on("vam-1r", MONSTERS["vam-1r"].clicks - 1)
    falls = RULES.view(clix_game({"c1": frail}, {**row, "c2": "und-1r"}, ("vam-1r*1", "und-1r*1")), 0)
    opens = RULES.view(clix_game({"c1": frail}, row, ("vam-1r*1", "und-1r*1")), 0)

    told = [
        phrases.describe_danger(view, preview.forecast(view, "c1", "d1", False), ("Ann", "Ben"))
        for view in (falls, opens)
    ]

    assert told == [
        "If your monster is destroyed (59 %), Ben has four in a row and wins.",
        "If your monster is destroyed (59 %), Ben can make four on c1 next turn.",
    ]


def test_a_page_of_an_attack_says_who_wins_if_the_attackers_fall_makes_two_fours() -> None:
    own = {"c1": on("vam-1r", MONSTERS["vam-1r"].clicks - 1), **dict.fromkeys(("a2", "b2", "c3", "d2"), "vam-1r")}
    weak = on("und-1r", MONSTERS["und-1r"].clicks - 1)

    def told(target: Condition | str, row: str) -> str:
        other = {"a1": row, "b1": row, "c2": row, "d1": target}
        view = RULES.view(clix_game(own, other, ("vam-1r*1", "und-1r*1")), 0)
        return phrases.describe_danger(view, preview.forecast(view, "c1", "d1", False), ("Ann", "Ben"))

    end = "both have four in a row: {} wins with the cheaper one, {} points"
    assert told("und-1e", "und-1e") == (f"If your monster is destroyed (73 %), {end.format('Ann', '180 to 220')}.")
    assert told("und-1r", "und-1r") == (f"If your monster is destroyed (59 %), {end.format('Ben', '160 to 180')}.")
    assert told(weak, "und-1r").startswith(f"If only your monster is destroyed, {end.format('Ben', '160 to 180')}.")


def test_a_hint_that_leaves_the_rivals_fours_says_why() -> None:
    state = clix_game({"f1": "vam-1r"}, dict.fromkeys(("b1", "c1", "d1", "g1"), "und-1r"), ("vam-1r*1", "und-1r*1"))
    table = seen(new_game(), 0)
    attack = ["attack f1 g1 close"]

    def reason(view: View) -> str:
        return reasons.explain(replace(table, view=view), attack)

    assert reason(RULES.view(state, 0)).startswith("No attack or placement stops all of ")
    one = clix_game({"f1": "vam-1r", "a1": "vam-1r"}, dict.fromkeys(("b1", "c1", "d1", "g1"), "und-1r"))
    assert "stops all of" not in reason(RULES.view(one, 0))


def test_striking_back_says_what_is_destroyed_anyway() -> None:
    last = MONSTERS["dem-1r"].clicks - 1
    state, _ = play(clix_game({"a1": on("dem-1r", last)}, {"b1": on("occ-1r", 0)}), "attack a1 b1 close", "d6 11")
    view = RULES.view(state, 1)
    assert view.attack is not None

    forecast = preview.forecast(view, "a1", "b1", False)

    assert phrases.describe_doomed(view, view.attack, forecast) == "Imp is destroyed anyway, by its double 1."


def actions_after(table: TableView, name: str, *details: str) -> set[str]:
    """Return the actions that one press makes on a page."""
    return {
        ":".join(found.details)
        for found, _, _ in pressed(INTERFACE.composing.page(table, name, details))
        if found.action == "do"
    }


def steps(table: TableView, name: str, *details: str) -> set[tuple[str, tuple[str, ...]]]:
    """Return the pages that one press or one choice on a page opens."""
    found: set[tuple[str, tuple[str, ...]]] = set()
    for custom_id, values, enabled in pressed(INTERFACE.composing.page(table, name, details)):
        if enabled and custom_id.action not in ("do", "move"):
            found |= {(custom_id.action, (*custom_id.details, *([value] if value else []))) for value in values or [""]}
    return found


ACTS = [table for table in MOMENTS if table.view.phase == "act"]


@pytest.mark.parametrize("table", ACTS[::2], ids=lambda table: f"turn-{table.view.turn}")
def test_the_shown_monster_takes_three_taps_and_every_attack_at_most_four(table: TableView) -> None:
    """The card's button, perhaps *Attack instead*, a column or an attack, then *Confirm*."""
    first = steps(table, "move")
    third = {action for step in first for action in actions_after(table, step[0], *step[1])}
    fourth = {
        action
        for step in first
        for page in steps(table, step[0], *step[1])
        if step[0] == "attack" and page[0] == "strike"
        for action in actions_after(table, page[0], *page[1])
    }

    drops = {action for action in table.legal if action.startswith("drop")}
    monsters = {action.split()[1] for action in third if action.startswith("drop")}
    assert {action for action in drops if action.split()[1] in monsters} == third & drops
    assert bool(drops) == bool(monsters)
    plain = {action for action in table.legal if action.startswith("attack") and not action.endswith("shackle")}
    # An attack from afar with the chances of the close one is not offered.
    left = {action.replace("ranged", "close") for action in plain - third - fourth}
    assert left <= third | fourth


def test_nothing_is_red_but_what_is_lost_for_good() -> None:
    for table in (*ACTS, of("rampage"), of("retaliate")):
        for name in ("move", "attack"):
            if name == "move" or any(action.startswith("attack") for action in table.legal):
                shown = components(INTERFACE.composing.page(table, name, ()))
                assert not [part for part in shown if part.get("style") == ButtonStyle.danger.value]
    red = components(INTERFACE.composing.page(ACTS[0], "concede", ()))
    assert [part["label"] for part in red if part.get("style") == ButtonStyle.danger.value] == ["Yes, resign"]


def test_close_and_ranged_attacks_say_what_differs_and_attackers_are_ringed() -> None:
    table = next(table for table in ACTS if any(action.endswith("ranged") for action in table.legal))
    shown = INTERFACE.composing.page(table, "attack", ())
    labels = [
        option["label"] for part in components(shown) for option in part.get("options", [part]) if "label" in option
    ]

    assert all(re.fullmatch(r"[\w ]+ \w\d+ (attacks|shoots) [\w ]+ \w\d+", label) for label in labels[:-1])
    squares = {action.split()[1] for action in table.legal if action.startswith("attack")}
    assert shown.picture is not None
    told = shown.picture("dark").alt
    assert all(square in told.partition("May attack: ")[2] for square in squares)


def test_ways_to_strike_back_say_what_differs_and_equal_ones_are_one() -> None:
    found: dict[int, Page] = {}
    has_choice: dict[int, tuple[str, bool]] = {}
    for table in (table for seed in range(1, 9) for table in moments(seed, 9) if table.view.phase == "retaliate"):
        page = INTERFACE.composing.page(table, "move", ())
        number = len([part for part in components(page) if "label" in part])
        solo = replace(
            table,
            seats=tuple(
                each if each.seat == table.seat else structs.replace(each, user_id=None, player="normal")
                for each in table.seats
            ),
        )
        found[number], has_choice[number] = page, (INTERFACE.composing.only_move(table.view), offers_hints(solo))

    assert has_choice == {1: ("retaliate close", False), 2: ("", True)}, "no hint where there is no choice"

    assert found[1].below.count("hits ") == 1
    *_, one, other = found[2].below.splitlines()
    assert one.split("**")[1] != other.split("**")[1]
    assert one.split("**")[2] != other.split("**")[2]
    styles = [part["style"] for part in components(found[2]) if "label" in part]
    assert styles == [ButtonStyle.primary.value, ButtonStyle.secondary.value], "the better answer is marked"


# Forces


def built(table: TableView, *presses: tuple[str, tuple[str, ...]]) -> TableView:
    """Return the table after presses on the page for building a force."""
    for name, details in presses:
        press = INTERFACE.composing.press(table, name, details)
        table = with_draft(table, press)
        assert press is not None
        pressed(INTERFACE.composing.page(table, press.page, press.details))
    return table


def test_a_force_is_built_monster_by_monster_within_its_limits() -> None:
    table = of("force")
    cheap, *_, dear = CLASSES[setting_up.own_seat(table.view).class_name or ""]
    assert dear.unique

    filled = built(table, *[("add", (cheap.id,))] * 5, *[("add", (dear.id,))] * 2, ("remove", (cheap.id,)))

    assert dict(setting_up.draft(filled)) == {cheap.id: 3, dear.id: 1}
    spent = 3 * cheap.points + dear.points
    text = INTERFACE.composing.page(filled, "build", ()).text
    assert f"{spent} of {table.view.points:,} points" in text
    assert f"{table.view.points - spent:,} left" in text
    assert INTERFACE.composing.press(filled, "built", ()) == Press((f"force {cheap.id}*3 {dear.id}*1",), "chosen")


def test_a_ready_made_force_can_be_changed_and_what_no_longer_fits_is_not_offered() -> None:
    table = of("force")
    own = setting_up.own_seat(table.view).class_name or ""
    force = ready_made_forces(own, table.view.points)["mixed"]

    filled = built(table, ("from", ("mixed",)))
    left = table.view.points - sum(each.points * dict(force).get(each.id, 0) for each in CLASSES[own])
    enabled = {
        custom_id.details[0]
        for custom_id, _, is_enabled in pressed(INTERFACE.composing.page(filled, "build", ()))
        if custom_id.action == "add" and is_enabled
    }

    assert setting_up.draft(filled) == force
    assert enabled == {
        each.id for each in CLASSES[own] if each.points <= left and dict(force).get(each.id, 0) < each.copies
    }
    assert setting_up.draft(built(filled, ("clear", ()))) == ()


def test_a_choice_can_be_changed_until_both_are_in_and_nobody_else_sees_it() -> None:
    game = act(new_game(), 0, "class vampire", SEED).game
    own, other = seen(game, 0), seen(game, 1)

    assert INTERFACE.composing.may_compose(own)
    assert not own.must_act
    assert "You chose **Vampires**" in INTERFACE.composing.page(own, "move", ()).text
    assert INTERFACE.composing.press(own, "class", ("demon",)) == Press(("class demon",), "chosen")
    assert "You chose" not in INTERFACE.composing.page(other, "move", ()).text
    both = act(game, 1, "class undead", SEED).game
    assert INTERFACE.composing.page(seen(both, 1), "chosen", ()).text


# Typed moves, options


@pytest.mark.parametrize("phase", PHASES)
def test_a_typed_move_leads_to_its_page_whatever_its_case(phase: str) -> None:
    table = of(phase)
    for action in table.legal[-2:]:
        found = commands.typed_page(table, f"  {action.upper()} ")
        if phase in ("act", "click") and action != "click none":
            assert found is not None
            assert INTERFACE.composing.page(table, *found).final_action == action
        else:
            assert found is None


def test_giving_up_is_confirmed() -> None:
    table = of("act")
    found = commands.typed_page(table, "concede")
    assert found is not None
    actions = {":".join(custom_id.details) for custom_id, _, _ in pressed(INTERFACE.composing.page(table, *found))}
    assert "concede" in actions


def test_private_pages_show_the_reserve_and_any_monster() -> None:
    table = of("act")
    assert "Your reserve" in INTERFACE.composing.page(table, "reserve", ()).text
    shown = INTERFACE.composing.page(table, "monsters", ("demon", "dem-1v"))
    assert "Cinder Imp 3" in shown.text
    listed = [option.get("description") for part in components(shown) for option in part.get("options", ())]
    assert "45 points · attack 8 · defense 14 · damage 2 · 3 clicks · range 3" in listed
    spectator = replace(table, seat=None, actors=())
    with pytest.raises(Refusal):
        INTERFACE.composing.page(spectator, "reserve", ())
    pressed(INTERFACE.composing.page(spectator, "monsters", ()))


def test_the_options_form_gives_what_the_rules_take() -> None:
    table = of("act")
    full = game_type("connect_four").options(2, {})
    shown = replace(table, row=structs.replace(table.row, options=json.encode(full).decode()))
    fields = INTERFACE.lobby.options_form(shown)
    assert len(fields) == 5
    values = {"size": "map", "swap": "true", "points": "1,500", "same_class": "true", "double_start": "true"}

    read, _ = INTERFACE.lobby.parse_options_form(full, shown.settings, values)

    assert game_type("connect_four").options(2, read) == read
    assert read == {"size": "map", "swap": True, "points": 1500, "same_class": True, "double_start": True}
    assert "12 columns, 20 rows, forces of 1,500 points" in options.summary(read)
    assert "double start" in options.summary(read)
    assert INTERFACE.lobby.variant(read) == "Map"
    assert INTERFACE.lobby.variant(full) == ""
    for wrong in ({"size": "huge"}, {"points": "99"}, {"points": "many"}):
        with pytest.raises(Refusal):
            INTERFACE.lobby.parse_options_form(full, shown.settings, {**values, **wrong})


def test_a_class_that_somebody_added_can_be_chosen_and_played() -> None:
    """From the first page to a complete force, all pages stay within Discord's limits, as `pressed` checks."""
    with add_monsters(read(GARGOYLES.name, GARGOYLES.read_text())):
        game = new_game()
        page = INTERFACE.composing.page(seen(game, 0), "move", ())
        assert page.picture is not None
        assert "Gargoyles: Their powers: bloodthirst, agony" in PAINTER.hand_text(seen(game, 0).view, ("Ann", "Ben"))
        assert ("class", ("gargoyle",)) in {(each.action, each.details) for each, _, _ in pressed(page)}
        for seat, name in enumerate(("gargoyle", "demon")):
            game = act(game, seat, f"class {name}", SEED).game
        table = seen(game, 0)
        assert "of Gargoyles" in INTERFACE.composing.page(table, "move", ()).text
        filled = built(table, ("add", ("gar-maul",)), ("add", ("gar-maul",)))
        assert INTERFACE.composing.press(filled, "built", ()) == Press(("force gar-maul*2",), "chosen")
        assert "Maul" in INTERFACE.composing.page(table, "monsters", ("gargoyle", "gar-maul")).text


def test_columns_have_rows_of_their_own() -> None:
    table = next(table for table in ACTS if any(action.startswith("attack") for action in table.legal))

    page = INTERFACE.composing.page(table, "move", ())
    rows = [{str(part.get("label")) for part in row.to_component_dict()["components"]} for row in page.rows]

    columns = [row for row in rows if any(re.match(r"[a-g]( ·|$)", label) for label in row)]
    assert columns
    assert not {"Attack instead", "Hint"} & set[str]().union(*columns)


def test_a_better_monster_with_the_same_first_values_says_that_it_lasts() -> None:
    assert phrases.describe_values("dem-1e").endswith("weakens more slowly")
    assert not phrases.describe_values("dem-1r").endswith("weakens more slowly")


@pytest.mark.parametrize("language", SPOKEN)
def test_the_values_of_a_monster_fit_a_choice_in_every_language(language: str) -> None:
    with speaking(language):
        assert max(len(phrases.describe_values(monster)) for monster in MONSTERS) <= phrases.LONGEST_LINE


def test_the_form_says_how_large_each_size_is() -> None:
    size = next(spec for spec in options.OPTIONS if spec.name == "size")

    assert list(size.choices) == list(SIZES)
    assert size.lines == {
        name: f"{columns} columns, {rows} rows, forces of {points:,} points"
        for name, (columns, rows, points) in SIZES.items()
    }
    points = next(spec for spec in options.OPTIONS if spec.name == "points")
    assert points.hint is not None
    assert points.hint.startswith(f"{LEAST_POINTS} to {MOST_POINTS:,};")


def test_a_monster_is_found_by_its_name_in_the_language_of_the_context_and_in_english() -> None:
    with speaking("de"):
        found = [commands.find_monster(name) for name in ("Aschenknecht 1", "ashen thrall 2", "Cinder Imp", "wer-u")]

    assert found == ["vam-1r", "vam-1e", "dem-1r", "wer-u"]


def test_numbers_have_the_separators_of_the_language() -> None:
    with speaking("de"):
        assert options.summary(game_type("connect_four").options(2, {})).endswith("Truppen mit 1.200 Punkten.")
