"""Hive Mind's keypad and the page of all hives: their keys, drafts, toggles, and the taps that a round takes."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cogs.hive_mind import phrases
from cogs.hive_mind.interface import INTERFACE
from cogs.hive_mind.keypad import SHAPE_TELLS
from cogs.ui.kit.composing import hint_page
from cogs.ui.kit.interface import Page
from cogs.ui.kit.layouts import GREEN
from engine.game import Game
from engine.hive_mind import preview
from engine.hive_mind.board import SHAPES
from tables.viewer import TableView
from tests.cogs.page_walks import components, pressed, with_draft
from tests.fake_discord import BUTTON, SELECT, parts
from tests.hive_matches import acted, new_match, played, table_view

HEX_PAYS = "-# A hex pays under 1 or 3 shapes, yours included."
HIVES = ("charge", "marcer", "zero")
KEYS = "ABCDEFGHIJKL"
KEY_ROWS = [["A", "B", "C"], ["D", "E", "F", "G"], ["H", "I", "J"], ["K", "L"]]
FORMER = {"lay": ("charge", "0", "ADE"), "kinds": ("tri,arc,line",), "over": ("charge", "tri", "A"), "shape": ()}


def labels(page: Page) -> list[list[str]]:
    """Return the labels of a page's buttons, row by row."""
    return [[part["label"].strip() for part in parts(row.to_component_dict())[1:]] for row in page.rows]


def enabled(page: Page) -> list[str]:
    """Return the labels of the enabled buttons of a page."""
    return [part["label"].strip() for part in components(page) if part["type"] == BUTTON and not part.get("disabled")]


class Hand:
    """A player who presses buttons by their labels and counts the taps, beginning with the one that opens the page."""

    def __init__(self, game: Game, **own: str) -> None:
        self.game, self.own, self.taps = game, own, 1
        self.drafts: dict[str, str] = {}
        self.page = INTERFACE.composing.page(self.table, "move", ())

    @property
    def table(self) -> TableView:
        return replace(table_view(self.game, 0, **self.own), drafts=self.drafts)

    def tap(self, label: str) -> None:
        """Press an enabled button and show the page that follows."""
        found = next(
            part
            for part in components(self.page)
            if part.get("label", "").strip() == label and not part.get("disabled")
        )
        _, _, action, *details = found["custom_id"].split(":")
        self.taps += 1
        press = INTERFACE.composing.press(self.table, action, details)
        if press is None:
            self.page = INTERFACE.composing.page(self.table, action, details)
            return
        if press.actions:
            self.game = acted(self.game, 0, " ".join(press.actions))
        if press.draft is not None:
            self.drafts |= dict([press.draft])
        if 0 in self.game.actors:
            self.page = INTERFACE.composing.page(self.table, press.page, press.details)

    def lay(self) -> None:
        """Tap the first possible hexes until every hive has a shape."""
        while preview.find_missing(self.table.view):
            self.tap(next(label for label in enabled(self.page) if label in KEYS))


@pytest.mark.parametrize(
    ("options", "most"), [({}, 11), ({"edition": "tempo"}, 11), ({"edition": "gauntlet"}, 5), ({"hives": 1}, 5)]
)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_round_takes_three_taps_a_hive_and_ready(options: dict[str, Any], most: int, rounds: int) -> None:
    """The tap that opens the page, at most 9 for three hives, and *Ready*; one more if free abilities are unused."""
    hand = Hand(played(new_match(3, **options), rounds, Random(rounds)))
    is_asked = rounds == 1 and most == 11

    hand.lay()
    hand.tap("Ready")
    if is_asked:
        hand.tap("Ready")

    assert 0 not in hand.game.actors
    assert hand.taps == most + is_asked


def test_ready_asks_once_before_free_abilities_are_lost() -> None:
    """HM-13: they can be chosen in round 2 alone."""
    hand = Hand(acted(played(new_match(), 1, Random(1)), 0, "block:zero"))
    hand.lay()

    hand.tap("Ready")
    assert hand.page.text.startswith("**No Double this round?** It is free")
    assert 0 in hand.game.actors
    hand.tap("Back")
    hand.game = acted(hand.game, 0, "double:charge")
    hand.tap("Ready")

    assert 0 not in hand.game.actors


def test_double_is_one_tap_where_one_hive_is_open() -> None:
    hand = Hand(played(new_match(3, edition="gauntlet"), 1, Random(1)))
    hand.lay()

    hand.tap("Double on Hive 1")
    assert preview.own_hive(hand.table.view, "1").double
    hand.tap("Double on Hive 1")
    assert not preview.own_hive(hand.table.view, "1").double


def test_the_keys_have_the_form_of_the_hive_and_few_others_beside_them() -> None:
    hand = Hand(new_match())

    assert labels(hand.page)[:4] == KEY_ROWS
    assert labels(hand.page)[4:] == [["Start again", "Odds", "Hives"]]
    assert all(label.strip() for row in labels(hand.page) for label in row)
    assert {"move", "hive", "hives"} <= INTERFACE.composing.hint_pages, "*Hint* joins the last row"


def test_the_keys_of_a_single_hive_have_no_list_of_hives_and_lead_back_to_ready() -> None:
    hand = Hand(new_match(hives=1))

    assert labels(hand.page)[4:] == [["Start again", "Odds"]]
    hand.lay()
    hand.tap("Change shape")
    assert labels(hand.page)[4:] == [["Start again", "Odds", "Back"]]
    hand.tap("Back")
    assert "Ready" in enabled(hand.page)


def test_a_keypad_says_which_hexes_have_paid_and_its_picture_the_clues() -> None:
    """The page after *Ready* with all clues may be out of sight, above the new card."""
    game = new_match()
    for letters in ("ADE HKL CFI", "HKL ABC ADE"):
        shapes = letters.split()
        for seat in range(3):
            laid = [shapes[(seat + number) % 3] for number in range(3)]
            game = acted(game, seat, " ".join(f"{hive}:{each}" for hive, each in zip(HIVES, laid, strict=True)))
        game = acted(acted(acted(game, 0, "ready"), 1, "ready"), 2, "ready")
    page = Hand(game).page
    (_, hint) = game.view(0).own.hives[0].hints

    assert page.text.startswith("**Round 2** paid you for H, K and L here.")
    assert page.picture is not None
    assert f"looks {hint.shape.looks} {hint.value}" in page.picture("dark").alt


@pytest.mark.parametrize(("edition", "is_told"), [("recharged", False), ("gauntlet", True)])
def test_the_clue_of_a_last_round_is_told_only_before_a_guess_of_totals(edition: str, is_told: bool) -> None:
    hand = Hand(played(new_match(3, edition=edition), 2, Random(1)))
    hand.lay()

    hive = preview.open_hives(hand.table.view)[0]

    assert ("clue" in phrases.describe_pending(hand.table.view, hive)) == is_told


@pytest.mark.parametrize(("rounds", "rule"), [(0, SHAPE_TELLS), (1, HEX_PAYS), (2, HEX_PAYS)])
def test_the_rule_of_the_round_stands_above_the_keys_until_the_shape_is_laid(rounds: int, rule: str) -> None:
    hand = Hand(played(new_match(), rounds, Random(rounds)))

    for _ in range(2):
        assert hand.page.below.splitlines()[1:] == [rule]
        hand.tap(next(label for label in enabled(hand.page) if label in KEYS))
    assert hand.page.below.splitlines()[1:] == [rule]


def test_tapped_hexes_are_green_and_taken_back_by_a_second_tap() -> None:
    """Only hexes that can complete a shape are enabled; the draft outlives the page."""
    hand = Hand(new_match())
    hand.tap("E")
    hand.tap("I")

    green = [part["label"].strip() for part in components(hand.page) if part.get("style") == GREEN.value]
    assert green == ["E ✓", "I ✓"]
    assert enabled(hand.page) == ["A", "B", "D", "E ✓", "F", "H", "I ✓", "J", "K", "L", "Start again", "Odds", "Hives"]
    assert "E, I and …" in INTERFACE.composing.page(hand.table, "move", ()).below
    hand.tap("E ✓")
    assert "I and …" in hand.page.below
    hand.tap("Start again")
    assert "tap three letters" in hand.page.below


def test_the_third_tap_lays_the_shape_and_opens_the_next_hive() -> None:
    hand = Hand(new_match())
    for letter in "EAD":
        hand.tap(letter)

    own = preview.own_hive(hand.table.view, "charge")
    assert own.shape is not None
    assert own.shape.letters == "ADE"
    assert "**Charge done. Now Marcer (2 of 3):** tap three letters." in hand.page.below
    assert "Tri is used" in hand.page.text


def test_a_laid_shape_is_changed_on_its_keypad() -> None:
    hand = Hand(acted(new_match(), 0, "charge:ADE marcer:HKL zero:CFI"))
    hand.tap("Change Charge")
    hand.tap("D ✓")
    assert preview.own_hive(hand.table.view, "charge").shape is None
    hand.tap("B")

    assert preview.own_hive(hand.table.view, "charge").shape == preview.parse_shape("ABE")
    assert "Press **Ready**" in hand.page.text


def test_a_repeated_press_changes_nothing() -> None:
    """Each button says which taps are left after it, so that a second press can't undo the first."""
    hand = Hand(new_match())
    press = INTERFACE.composing.press(hand.table, "taps", ("charge", "E"))

    again = INTERFACE.composing.press(with_draft(hand.table, press), "taps", ("charge", "E"))

    assert press == again


@pytest.mark.parametrize("taps", ["AL", "ABCD", "AA", "Z", "abc", ""])
def test_taps_that_lead_nowhere_only_open_the_keypad(taps: str) -> None:
    table = Hand(new_match()).table

    press = INTERFACE.composing.press(table, "taps", ("charge", taps))

    assert press is None or press.actions == ()
    assert "tap three letters" in INTERFACE.composing.page(table, "taps", ("charge", taps)).below


def test_taps_over_which_no_shape_is_left_are_forgotten() -> None:
    """In round 1 a Tri on another hive may bar the only shapes over two tapped hexes."""
    drafts = {"taps charge": "AC"}
    game = acted(new_match(), 0, "marcer:ABC")

    assert (
        "tap three letters"
        in INTERFACE.composing.page(replace(table_view(game, 0), drafts=drafts), "hive", ("charge",)).below
    )


def test_every_shape_of_round_1_is_tapped_in_any_order() -> None:
    table = table_view(new_match(), 0)

    for shape in SHAPES:
        press = INTERFACE.composing.press(table, "taps", ("zero", shape.letters[::-1]))
        assert press is not None
        assert press.actions == (f"zero:{shape.letters}",)


@pytest.mark.parametrize("name", FORMER)
def test_selects_of_former_pages_open_the_keypad(name: str) -> None:
    table = table_view(new_match(), 0)

    assert INTERFACE.composing.press(table, name, FORMER[name]) is None
    assert "tap three letters" in INTERFACE.composing.page(table, name, FORMER[name]).below


# The page of all hives


def select_of(game: Game, word: str) -> dict[str, Any]:
    """Return the list of hives of an ability."""
    page = INTERFACE.composing.page(table_view(game, 0), "hives", ())
    return next(part for part in components(page) if part.get("placeholder", "").startswith(word))


def test_an_ability_that_is_used_once_moves_to_the_chosen_hive() -> None:
    game = acted(played(new_match(), 1, Random(1)), 0, "double:charge")

    found = select_of(game, "Double")
    assert [(each["label"], each["value"], each["default"]) for each in found["options"]] == [
        ("Double on Charge", "charge", True),
        ("Double on Marcer", "marcer", False),
        ("Double on Zero", "zero", False),
        ("No Double", "none", False),
    ]
    assert (found["min_values"], found["max_values"]) == (1, 1)
    moved = INTERFACE.composing.press(table_view(game, 0), "use", ("double", "zero"))
    again = INTERFACE.composing.press(table_view(game, 0), "use", ("double", "charge"))
    none = INTERFACE.composing.press(table_view(game, 0), "use", ("double", "none"))
    presses = [press.actions for press in (moved, again, none) if press is not None]
    assert presses == [("clear:double:charge", "double:zero"), (), ("clear:double:charge",)]


def test_an_ability_that_costs_garnets_is_offered_as_long_as_it_can_be_paid() -> None:
    """In *tempo* three garnets pay for a second Double at 2, but not for a third."""
    game = acted(played(new_match(3, edition="tempo"), 1, Random(1)), 0, "double:1 double:2")

    found = select_of(game, "Double")
    assert [each["label"] for each in found["options"] if each["default"]] == ["Double on Hive 1", "Double on Hive 2"]
    assert (found["min_values"], found["max_values"], len(found["options"])) == (0, 2, 3)
    text = INTERFACE.composing.page(table_view(game, 0), "hives", ()).text
    assert "First free, then 2 garnets" in text
    assert "Garnets: 1 of 3 left" in text


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_pages_of_a_round_have_few_controls(rounds: int) -> None:
    """Beside keys, hives, toggles and guesses there are at most four others, *Hint* included."""
    table = table_view(played(new_match(), rounds, Random(rounds)), 0)
    chosen = {"taps", "hive", "use", "guess", "tap"}
    pages = [
        ("move", ()),
        ("hives", ()),
        ("notes", ()),
        ("hints", ()),
        *([("guess", ("charge",))] if rounds == 2 else []),
    ]

    for name, details in pages:
        page = INTERFACE.composing.page(table, name, details)
        others = [
            part for part in components(page) if "custom_id" in part and part["custom_id"].split(":")[2] not in chosen
        ]
        assert len(others) + (name in INTERFACE.composing.hint_pages) <= (
            4 if name in ("move", "hives", "guess") else 6
        )
        assert not any(part["type"] == SELECT and len(part["options"]) > 12 for part in components(page))


def test_a_suggestion_is_handed_in_by_ready_or_laid_by_keep() -> None:
    game = new_match()
    actions = ["charge:ADE", "marcer:HKL", "zero:CFI"]
    after = acted(game, 0, " ".join(actions)).view(0)
    table = table_view(game, 0)

    page = INTERFACE.composing.proposal_page(table, actions, after)

    assert page is not None
    assert "**Ready** hands this in" in page.text
    assert "lays a shape on Charge, Marcer and Zero.**" in page.text
    assert enabled(page) == ["Ready", "Keep", "Back"]
    (confirm, _, _), (fill, _, _), _ = pressed(page)
    presses = [INTERFACE.composing.press(table, found.action, found.details) for found in (confirm, fill)]
    assert [press.actions for press in presses if press is not None] == [(*actions, "ready"), tuple(actions)]


def test_a_suggestion_shows_only_what_it_fills_in() -> None:
    game = acted(new_match(), 0, "charge:ADE")
    actions = ["marcer:HKL", "zero:CFI"]

    page = INTERFACE.composing.proposal_page(table_view(game, 0), actions, acted(game, 0, " ".join(actions)).view(0))

    assert page is not None
    assert "lays a shape on Marcer and Zero only" in page.text
    assert "ADE" not in page.text


def test_a_proposal_of_an_ability_alone_names_it() -> None:
    """A lesson may ask for it; a round's hint lays shapes too."""
    table = table_view(new_match(), 0)

    page = hint_page(INTERFACE, table, ["double:zero"], table.view)

    assert page.text.startswith("**Double on Zero.**")


@pytest.mark.parametrize("name", ["notes", "hints"])
def test_clues_and_odds_lead_back_to_shapes_that_are_laid(name: str) -> None:
    for laid, label in (("", "Lay shapes"), ("charge:ADE", "Back to your shapes")):
        page = INTERFACE.composing.page(table_view(acted(new_match(), 0, laid), 0), name, ())
        assert label in enabled(page)


def test_a_first_game_goes_from_its_one_hive_to_ready() -> None:
    """HM-16: it has no toggles and no guess."""
    hand = Hand(played(new_match(3, hives=1), 1, Random(1)))
    hand.lay()

    assert labels(hand.page) == [["Change shape"], ["Ready", "Odds"]]
    assert not hand.page.has_hint, "nothing is left to propose"
