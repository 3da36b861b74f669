"""Hive Mind pages: they offer legal actions only and every legal shape, within Discord's limits."""

import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.hive_mind import options, phrases
from cogs.hive_mind.interface import INTERFACE
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.forms import modal
from cogs.ui.kit.interface import Page, Press
from engine.game import Game
from engine.games import game_type
from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.preview import check_guess
from render.hive_mind import PAINTER, results
from tables.refusal import BoardMovedOn, Refusal
from tables.settings import TableSettings
from tables.viewer import TableView
from tests import openapi
from tests.cogs.page_walks import components, pressed, reached, with_draft
from tests.fake_discord import buttons, parts
from tests.hive_matches import HIVE, ROUND_1, acted, new_match, played, table_view

EDITIONS = ("gauntlet", "tempo", "recharged")


def shapes(actions: Any) -> set[str]:
    """Return the actions that lay shapes."""
    return {action for action in actions if action.partition(":")[2].isalpha() and ":" not in action.partition(":")[2]}


TABLES = {
    f"{edition}, round {rounds + 1}": table_view(played(new_match(3, edition=edition), rounds, Random(rounds)), 0)
    for edition in EDITIONS
    for rounds in (0, 1, 2)
}


def test_what_is_pending_bars_its_kind_elsewhere_in_round_1_and_can_be_taken_back() -> None:
    table = table_view(acted(new_match(), 0, "charge:ADE"), 0)

    actions, _ = reached(INTERFACE, table)

    assert shapes(table.legal) < shapes(actions)
    assert {action for action in shapes(actions) if action.startswith("marcer:")} == {
        action for action in table.legal if action.startswith("marcer:")
    }
    assert "clear:charge" in actions
    assert "ready" not in actions


@pytest.mark.parametrize("edition", EDITIONS)
def test_ready_is_offered_once_every_hive_has_a_shape_and_reopen_after_it(edition: str) -> None:
    game = new_match(3, edition=edition)
    hives = {"gauntlet": ("1",), "tempo": ("1", "2", "3"), "recharged": ("charge", "marcer", "zero")}[edition]
    game = acted(
        game, 0, " ".join(f"{hive}:{shape}" for hive, shape in zip(hives, ("ADE", "HKL", "CFI"), strict=False))
    )
    assert "ready" in reached(INTERFACE, table_view(game, 0))[0]

    actions, [(_, page), *_] = reached(INTERFACE, table_view(acted(game, 0, "ready"), 0))

    assert "reopen" in actions
    assert not shapes(actions)
    assert "you are ready" in page.text


@pytest.mark.parametrize("seats", [3, 7])
def test_the_guess_of_totals_has_forms_of_five_fields_at_most(seats: int) -> None:
    table = table_view(played(new_match(seats, edition="gauntlet"), 6, Random(seats)), 0)
    first = INTERFACE.composing.page(table, "move", ())
    forms = [custom_id.details for custom_id, _, _ in pressed(first) if custom_id.action == "form"]

    fields = [
        [part["custom_id"] for part in parts(INTERFACE.composing.form(table, form).to_dict()) if part.get("type") == 4]
        for form in forms
    ]

    assert [field for form in fields for field in form] == [str(seat) for seat in range(1, seats)]
    assert all(len(form) <= 5 for form in fields)
    filled = INTERFACE.composing.form_submitted(table, forms[-1], {fields[-1][-1]: " 12 "})
    assert filled.actions == (f"totals:{seats - 1}=12",)


@pytest.mark.parametrize("text", ["-1", "1.5", "²", "many", "1234567"])
def test_a_total_that_is_no_number_is_explained_and_stays_in_the_form(text: str) -> None:
    """The form keeps the other totals, so that one mistake does not discard correct values."""
    table = table_view(played(new_match(3, edition="gauntlet"), 6, Random(1)), 0)

    press = INTERFACE.composing.form_submitted(table, ("totals", "0"), {"1": text, "2": "17"})

    assert press.actions == ()
    after = with_draft(table, press)
    assert "whole number" in INTERFACE.composing.page(after, press.page, press.details).text
    fields = parts(INTERFACE.composing.form(after, ("totals", "0")).to_dict())
    assert [field.get("value") for field in fields if field.get("type") == 4] == [text, "17"]


def test_a_winner_chooses_who_gets_a_token_and_confirms_it() -> None:
    game = played(new_match(3, edition="tempo"), 3, Random(4))
    (winner,) = game.actors
    table = table_view(game, winner)

    actions, _ = reached(INTERFACE, table)

    assert actions == set(table.legal)
    assert "gift:-" in actions


def test_pages_speak_without_the_numbers_of_the_rule_book() -> None:
    """Rule numbers mean nothing to players. Only a refusal may name its rule."""
    gift = played(new_match(3, edition="tempo"), 3, Random(4))
    candidate = played(new_match(5), 3, Random(0))
    totals = table_view(played(new_match(3, edition="gauntlet"), 6, Random(1)), 0)
    views = [*TABLES.values()] + [table_view(game, game.actors[0]) for game in (gift, candidate)]
    pages = [INTERFACE.composing.page(table, page, ()) for table in (*views, totals) for page in ("move", "hints")]
    barred = table_view(acted(new_match(), 0, "charge:ADE"), 0)
    pages.append(INTERFACE.composing.page(barred, "hive", ("zero",)))

    words = "\n".join(page.text for page in pages)

    assert "HM-" not in words


def test_the_decider_chooses_the_candidate_among_those_who_are_still_tied() -> None:
    game = played(new_match(5), 3, Random(0))
    (decider,) = game.actors
    table = table_view(game, decider)

    actions, _ = reached(INTERFACE, table)

    assert actions == set(table.legal) == {f"candidate:{seat}" for seat in table.view.standing.candidates}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_end_tells_every_placement_to_everybody(edition: str) -> None:
    game = new_match(3, edition=edition)
    while game.outcome is None:
        game = played(game, 1, Random(5))
    table = table_view(game)
    pages = [
        INTERFACE.composing.page(table, custom_id.action, custom_id.details)
        for custom_id, _, _ in pressed(INTERFACE.composing.page(table, "result", ()))
    ]

    text = "\n".join(page.picture("dark").alt for page in pages if page.picture is not None)

    assert pages[0].text == f"**{phrases.hive_name(table.view.hives[0].name)}**", "without a guess, only its name"
    assert table.view.scores is not None
    for plays in table.view.scores.plays:
        assert all(play.shape in text for turn in plays for play in turn if play.shape)
    for score in table.view.scores.seats:
        assert f"**{score.points}**" in INTERFACE.words.scores(table.view, table.names)


def test_the_points_are_in_the_picture_with_what_broke_a_tie() -> None:
    game = new_match(3)
    while game.outcome is None:
        game = played(game, 1, Random(5))
    table = table_view(game)
    standing = msgspec.structs.replace(table.view.standing, winner=0, winner_by="threes", second_winner=None)
    table = replace(table, view=msgspec.structs.replace(table.view, standing=standing))
    page = INTERFACE.composing.page(table, "result", ("points",))
    assert page.picture is not None

    assert "level on points, more of them on 3s" in page.text
    assert "level on points, more of them on 3s" in page.picture("dark").alt
    ranked = [str(table.view.scores.seats[seat].points) for seat in results.rank_seats(table.view)]
    assert re.findall(r"\*\*([0-9]+)\*\*", INTERFACE.words.scores(table.view, ("A", "B", "C"))) == ranked


def test_the_end_says_what_became_of_the_viewers_guesses() -> None:
    """HM-12: a guess that brought no point is told to its player, and which numbers were right."""
    game = played(new_match(3), 2, Random(5))
    values = game.state.hives
    wrong = "".join({"1": "2", "2": "3", "3": "1"}[digit] for digit in values[1])
    ones = "".join(digit if digit == "1" else "." for digit in values[2])
    for hive in preview.open_hives(game.view(0)):
        game = acted(game, 0, min(action for action in shapes(game.legal(0)) if action.startswith(hive)))
    game = acted(game, 0, f"guess:marcer:{wrong} guess:zero:{ones} ready")
    while game.outcome is None:
        game = played(game, 1, Random(5))
    table = table_view(game, 0)

    closed = INTERFACE.composing.page(table, "handed", ("before",))
    zero = INTERFACE.composing.page(table, "result", ("zero",))

    assert "Guess Marcer: no number complete (0 of 12 hexes right)." in closed.text
    assert "guess +1" in closed.text
    assert "Guess Zero" not in closed.text
    assert zero.text == "**Zero**\nYour guess: all 1s right, +1 (5 of 12 hexes right)."
    assert zero.picture is not None
    assert "Your guess" in zero.picture("dark").alt


@pytest.mark.parametrize("page", ["hints", "notes"])
def test_private_pages_are_for_those_at_the_table(page: str) -> None:
    with pytest.raises(Refusal, match=r"\*(Clues|Odds)\* is for the players"):
        INTERFACE.composing.page(table_view(new_match()), page, ())


def test_placements_are_not_told_before_the_end() -> None:
    with pytest.raises(Refusal, match="when the game is over"):
        INTERFACE.composing.page(table_view(new_match(), 0), "result", ())


def test_the_odds_name_the_hexes_that_are_paid_out() -> None:
    for rounds in (1, 2):
        table = table_view(played(new_match(), rounds, Random(1)), 0)
        for hive in table.view.hives:
            text = INTERFACE.composing.page(table, "notes", (hive.name,)).text
            assert (f"{' '.join(hive.cleared)} are paid out." in text) == (rounds == 2)


def test_the_host_can_switch_note_sheets_off() -> None:
    with pytest.raises(Refusal, match="turned odds off"):
        INTERFACE.composing.page(table_view(new_match(), 0, notes="off"), "notes", ())
    after = table_view(played(new_match(), 1, Random(1)), 0, notes="off")
    assert [label for label, _ in INTERFACE.composing.private_buttons(after)] == ["Clues"]


def test_a_card_has_no_clues_before_the_first_round_is_over() -> None:
    assert INTERFACE.composing.private_buttons(table_view(new_match(), 0)) == ()


@pytest.mark.parametrize("details", [(), ("guess",), ("guess", "nowhere"), ("totals", "0"), ("totals", "x")])
def test_a_form_that_there_is_not_is_refused(details: tuple[str, ...]) -> None:
    with pytest.raises(BoardMovedOn):
        INTERFACE.composing.form(table_view(new_match(), 0), details)


def tapped(table: TableView, digits: str) -> tuple[TableView, Page]:
    """Return the table and the page after taps on the guess of the hive Charge."""
    page = INTERFACE.composing.page(table, "guess", ("charge",))
    for place, digit in enumerate(digits):
        details = next(
            found.details
            for found, _, _ in pressed(page)
            if found.action == "tap" and found.details[1][place] == digit and "to" not in found.details
        )
        tap = INTERFACE.composing.press(table, "tap", details)
        assert tap is not None
        assert tap.actions == ()
        table = with_draft(table, tap)
        page = INTERFACE.composing.page(table, tap.page, tap.details)
    return table, page


def test_a_guess_is_tapped_hex_by_hex_and_kept_by_keep_or_ready() -> None:
    table, page = tapped(table_view(played(new_match(), 2, Random(1)), 0), "123211232113")
    again = INTERFACE.composing.page(table, "guess", ("charge",))
    assert next(found for found, _, _ in pressed(again) if found.action == "keep").details[1] == "123211232113"
    assert "your guess is saved when you press Ready" in INTERFACE.composing.page(table, "hives", ()).text

    keep = next(found for found, _, enabled in pressed(page) if found.action == "keep" and enabled)

    presses = [INTERFACE.composing.press(table, "keep", keep.details), INTERFACE.composing.press(table, "ready", ())]
    assert [press.actions for press in presses if press is not None] == [
        ("guess:charge:123211232113",),
        ("guess:charge:123211232113", "ready"),
    ]


def guess_field(table: TableView) -> dict[str, Any]:
    """Return the form field for a guess of the hive Charge."""
    (field,) = [
        part for part in parts(INTERFACE.composing.form(table, ("guess", "charge")).to_dict()) if part.get("type") == 4
    ]
    return field


def test_the_form_has_what_was_tapped_and_what_was_mistyped() -> None:
    table, _ = tapped(table_view(played(new_match(), 2, Random(1)), 0), "12")
    assert guess_field(table)["value"] == "12. .... ... .."
    assert not set("123") & set(guess_field(table)["placeholder"])

    press = INTERFACE.composing.form_submitted(table, ("guess", "charge"), {"values": "12x2"})

    assert press.actions == ()
    table = with_draft(table, press)
    shown = INTERFACE.composing.page(table, press.page, press.details)
    assert "On C you wrote “x”" in shown.below, "just above the buttons"
    keep = next(found for found, _, _ in pressed(shown) if found.action == "keep")
    assert keep.details[1] == "12.2........", "what can be read is there"
    assert guess_field(table)["value"] == "12x2"


def test_the_notes_fill_what_is_not_set() -> None:
    view = table_view(played(new_match(), 2, Random(1)), 0)
    best = preview.probable_guess(view.view, "charge")
    table, page = tapped(view, best[0])
    assert "the odds by your clues" in page.below
    assert sum("%" in label for label in buttons(components(page))) == 3

    press = INTERFACE.composing.press(table, "probable", ("charge",))

    assert press is not None
    assert press.draft == ("guess charge", preview.probable_guess(view.view, "charge", best[0] + "." * 11))


def test_the_picture_of_a_guess_shows_the_chances_only_where_notes_are_allowed() -> None:
    game = played(new_match(), 2, Random(1))
    alts = []
    for notes in ("on", "off"):
        _, page = tapped(table_view(game, 0, notes=notes), "12")
        assert page.picture is not None
        alts.append(page.picture("dark").alt)

    assert [alt.startswith("Your guess on Charge: A 1 B 2.") for alt in alts] == [True, True]
    assert ["Chances" in alt for alt in alts] == [True, False]


def test_one_button_guesses_by_the_odds_every_hive_that_has_no_guess_and_no_values_yet() -> None:
    def offered(table: TableView) -> bool:
        return "Guess by my odds" in buttons(components(INTERFACE.composing.page(table, "hives", ())))

    game = played(new_match(), 2, Random(1))
    table, _ = tapped(table_view(game, 0), "12")
    press = INTERFACE.composing.press(table, "fill", ())
    assert press is not None
    assert {action.split(":")[1] for action in press.actions} == {"marcer", "zero"}, "Ready saves the values of Charge"

    done = replace(table_view(acted(game, 0, " ".join(press.actions)), 0), drafts=table.drafts)
    assert [offered(table), offered(done), offered(table_view(game, 0, notes="off"))] == [True, False, False]
    assert not offered(table_view(played(new_match(), 1, Random(1)), 0))


def test_a_saved_guess_is_shown_although_blanks_were_entered_before() -> None:
    game = acted(played(new_match(), 2, Random(1)), 0, "guess:charge:123211232113")
    table = replace(table_view(game, 0), drafts={"guess charge": "." * 12})

    assert "Saved." in INTERFACE.composing.page(table, "guess", ("charge",)).text


def test_a_guess_by_the_odds_leaves_those_that_are_kept() -> None:
    table = table_view(acted(played(new_match(), 2, Random(1)), 0, "guess:marcer:1..........."), 0)
    press = INTERFACE.composing.press(table, "fill", ())
    assert press is not None

    assert press.actions == tuple(
        f"guess:{hive}:{preview.probable_guess(table.view, hive)}" for hive in ("charge", "zero")
    )
    assert all(action in set_guesses(table, press) for action in press.actions)
    silent = table_view(played(new_match(), 2, Random(1)), 0, notes="off")
    assert "Use my odds" in buttons(components(INTERFACE.composing.page(table, "guess", ("charge",))))
    assert "Use my odds" not in buttons(components(INTERFACE.composing.page(silent, "guess", ("charge",))))
    assert "%" not in INTERFACE.composing.page(silent, "guess", ("charge",)).text


def test_a_player_is_told_of_guesses_in_the_last_round() -> None:
    def told(game: Game) -> bool:
        return phrases.GUESS_INVITATION in INTERFACE.composing.page(table_view(game, 0), "hives", ()).text

    last = played(new_match(), 2, Random(1))

    assert [told(played(new_match(), 1, Random(1))), told(last)] == [False, True]


def test_values_that_no_hive_can_have_are_not_replaced_by_the_notes() -> None:
    table, _ = tapped(table_view(played(new_match(), 2, Random(1)), 0), "111111")

    with pytest.raises(Refusal, match="Change or blank some of them first"):
        INTERFACE.composing.press(table, "probable", ("charge",))


def set_guesses(table: TableView, press: Press) -> tuple[str, ...]:
    """Return a press's guesses that are possible hives."""
    return tuple(action for action in press.actions if (check := check_guess(action.split(":")[2])) and check.fits)


@pytest.mark.parametrize(
    ("name", "details"),
    [("declare", ("double", "charge")), ("withdraw", ("block", "zero")), ("use", ())],
)
def test_buttons_of_former_pages_are_answered_as_stale(name: str, details: tuple[str, ...]) -> None:
    table = table_view(played(new_match(), 1, Random(1)), 0)

    assert INTERFACE.composing.press(table, name, details) is None
    with pytest.raises(BoardMovedOn):
        INTERFACE.composing.page(table, name, details)


def test_the_button_on_the_card_says_what_is_asked() -> None:
    gift = played(new_match(3, edition="tempo"), 3, Random(4))
    last = played(new_match(5), 3, Random(0))
    totals = played(new_match(3, edition="gauntlet"), 6, Random(1))

    assert [INTERFACE.words.compose_label(table_view(game).view) for game in (new_match(), totals, gift, last)] == [
        "Lay shapes",
        "Guess totals",
        "Give a token",
        "Choose who is last",
    ]


def test_who_presses_ready_last_sees_the_new_clues() -> None:
    game = acted(new_match(), 1, f"{ROUND_1} ready")
    game = acted(acted(game, 2, f"{ROUND_1} ready"), 0, ROUND_1)
    before = table_view(game, 0)
    press = INTERFACE.composing.press(before, "ready", ())
    assert press is not None

    after = replace(table_view(acted(game, 0, "ready"), 0), row=replace_turn(before))
    page = INTERFACE.composing.page(after, press.page, press.details)

    assert "The round is over." in page.text
    assert page.picture is not None
    assert "Charge round 1: Tri ADE: B+F+H+I = " in page.picture("dark").alt
    assert "Lay shapes" in buttons(components(page))


def test_whoever_closes_a_round_learns_which_hexes_paid_them() -> None:
    game = new_match(3, hives=1, edition="recharged")
    for shapes_laid in (("ADE", "HKL", "CFI"), ("HKL", "ABC", "ADE")):
        before = game
        for seat, letters in enumerate(shapes_laid):
            game = acted(game, seat, f"charge:{letters} ready")
    assert game.view(0).hives[0].cleared == "BCDEHKL"
    after = replace(table_view(game, 0), row=replace_turn(table_view(before, 0)))

    page = INTERFACE.composing.page(after, "handed", (str(after.version) + "0",))

    assert page.text.startswith("The round is over. **You were paid for H K L.** How much stays hidden until the end.")
    assert phrases.describe_payment(before.view(0)) == "", "round 1 pays nothing"


def replace_turn(table: TableView) -> Any:
    """Return the table's row with another step, as in another turn."""
    return msgspec.structs.replace(table.row, step=table.row.step - 1)


@pytest.mark.parametrize(
    ("values", "warning"),
    [
        ("123211232113", ""),
        ("............", ""),
        ("11111.......", ""),
        ("111111......", "6 ones"),
        ("111111111111", "12 ones, 0 twos, 0 threes; a hive has five 1s, four 2s and three 3s"),
        ("333111112222", "all three 3s are connected"),
    ],
)
def test_a_guess_that_cannot_be_right_is_warned_of(values: str, warning: str) -> None:
    told = phrases.warn_of_guess(values)

    assert warning in told
    assert bool(warning) == bool(told)


def test_a_saved_guess_that_contradicts_the_rules_or_the_clues_has_no_tick_but_a_warning() -> None:
    """HM-2, HM-12: it stays allowed."""
    game = played(new_match(), 2, Random(1))
    hint = game.view(0).own.hives[0].hints[0]
    ones = "".join("1" if letter in hint.shape.looks else "." for letter in LETTERS)
    assert len(hint.shape.looks) < hint.value, "not all of them are 1s"
    for values, warning in ((ones, "contradicts your clues"), ("333.........", "connected")):
        table = table_view(acted(game, 0, f"guess:charge:{values}"), 0)
        saved = INTERFACE.composing.page(table, "hives", ())
        page = INTERFACE.composing.page(table, "guess", ("charge",))
        assert "Guess Charge" in buttons(components(saved))
        assert warning in saved.text
        assert page.below.startswith("This can't be right")
        assert warning in page.below


def test_no_two_actions_have_the_same_label() -> None:
    actions = [
        *new_match().legal(0),
        "double:charge",
        "block:charge",
        "ready",
        "reopen",
        "gift:-",
        "gift:1",
        "candidate:1",
    ]
    labels = [INTERFACE.words.label(action, None) for action in actions]

    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(actions)
    assert all(len(label) <= 100 for label in labels)


FORM: Mapping[str, str] = {"edition": "tempo", "garnets": "", "notes": "on", "missing": "none", "totals": "1 day"}


@pytest.mark.parametrize(
    ("garnets", "expected"), [("", [3, 3, 3]), ("8", [8, 8, 8]), (" 1, 2,3 ", [1, 2, 3]), ("0", [0, 0, 0])]
)
def test_garnets_are_set_for_all_or_by_seat(garnets: str, expected: list[int]) -> None:
    wanted, _ = INTERFACE.lobby.parse_options_form(
        {"edition": "recharged"}, TableSettings(seats=3), {**FORM, "garnets": garnets}
    )

    assert game_type(HIVE).options(3, wanted) == {"edition": "tempo", "garnets": expected}


@pytest.mark.parametrize("garnets", ["many", "-1", "1;2", "1,,2", "²", "1234567"])
def test_garnets_that_are_no_numbers_are_refused(garnets: str) -> None:
    with pytest.raises(Refusal, match="8,8,5"):
        INTERFACE.lobby.parse_options_form(
            {"edition": "recharged"}, TableSettings(seats=3), {**FORM, "garnets": garnets}
        )


@pytest.mark.parametrize("field", ["edition", "notes", "missing", "totals"])
def test_what_the_form_does_not_offer_is_refused(field: str) -> None:
    with pytest.raises(Refusal):
        INTERFACE.lobby.parse_options_form(
            {"edition": "recharged"}, TableSettings(seats=3), {**FORM, field: "anything"}
        )


def test_seats_may_change_after_the_garnets_were_set() -> None:
    full = game_type(HIVE).options(3, {"edition": "tempo", "garnets": 5})

    assert game_type(HIVE).options(5, INTERFACE.with_choices(full, ()))["garnets"] == [5] * 5


def test_a_first_game_stays_one_until_another_edition_is_chosen() -> None:
    """HM-16: the form has no field for it, so that it keeps the option of the lobby."""
    before = {"edition": "tempo", "garnets": [0, 0, 0], "hives": 1}

    same, _ = INTERFACE.lobby.parse_options_form(before, TableSettings(seats=3), FORM)
    other, _ = INTERFACE.lobby.parse_options_form(before, TableSettings(seats=3), {**FORM, "edition": "recharged"})

    assert (same, other) == ({"edition": "tempo", "hives": 1}, {"edition": "recharged"})
    assert INTERFACE.lobby.options_summary(before, TableSettings(seats=3)) == options.FIRST_LINE
    assert INTERFACE.lobby.variant(before) == "First game"
    assert INTERFACE.rematch_options(before) == {"edition": "tempo"}, "the next game has all hives"


@pytest.mark.usefixtures("known_emojis")
def test_the_end_of_a_first_game_has_no_tokens_garnets_or_guesses() -> None:
    """HM-16: page, picture, card and text have points of shapes alone."""
    game = new_match(3, hives=1)
    while game.outcome is None:
        game = played(game, 1, Random(2))
    table = table_view(game)
    page = INTERFACE.composing.page(table, "result", ())
    assert page.picture is not None
    told = [
        page.text,
        page.picture("dark").alt,
        PAINTER.board(table.view, table.names).alt,
        PAINTER.text(table.view, table.names),
        INTERFACE.words.scores(table.view, table.names),
        INTERFACE.words.verdict(table.view, game.outcome, table.names),
    ]

    found = re.findall("(?i)token|garnet|guess|candidate|double|block", "\n".join(told))

    assert found == []


def test_nothing_is_said_of_scores_before_the_end() -> None:
    """HM-11: scores are secret until the end."""
    game = acted(new_match(), 0, f"{ROUND_1} ready")

    assert INTERFACE.words.scores(game.view(0), ("Ann", "Ben", "Cam")) == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_lobby_says_what_the_edition_is_and_what_else_is_set(edition: str) -> None:
    full = game_type(HIVE).options(3, {"edition": edition})
    settings = TableSettings(seats=3, own={"notes": "off"})

    told = INTERFACE.lobby.options_summary(full, settings)

    assert told.splitlines()[0].endswith(options.EDITION_LINES[edition])
    assert "No odds" in told
    assert ("guess totals: 1 day" in told) == (edition == "gauntlet")


def test_the_time_for_totals_is_asked_only_where_there_is_a_guess_of_totals() -> None:
    def asked(edition: str) -> list[str]:
        table = table_view(new_match(edition=edition))
        row = msgspec.structs.replace(table.row, options=msgspec.json.encode({"edition": edition}).decode())
        fields: list[Any] = [*INTERFACE.lobby.options_form(replace(table, row=row))]
        assert openapi.problems("POST", "/interactions/1/t/callback", modal_body(fields)) == []
        return [field.component.custom_id for field in fields]

    assert [edition for edition in EDITIONS if "totals" in asked(edition)] == ["gauntlet"]


def modal_body(fields: list[Any]) -> dict[str, Any]:
    """Return the request body that opens a form with these fields."""
    shown = modal("Options", CustomId("abcdefghjk", "1", "game_options_submitted"), fields)
    return {"type": 9, "data": shown.to_dict()}


def test_a_form_without_the_time_for_totals_keeps_it() -> None:
    """The form may have been opened for another edition."""
    form = {name: value for name, value in FORM.items() if name != "totals"}
    kept = TableSettings(seats=3, own={"totals": "7 days"})

    assert INTERFACE.lobby.parse_options_form({"edition": "tempo"}, kept, form)[1].own["totals"] == "7 days"
    assert (
        INTERFACE.lobby.parse_options_form({"edition": "tempo"}, TableSettings(seats=3), form)[1].own["totals"]
        == options.TOTALS_CLOCK
    )
