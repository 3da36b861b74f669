"""Hive Mind's pages: what is offered is legal, all shapes that are legal are offered, within Discord's limits."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.hive_mind import options, phrases
from cogs.hive_mind.interface import INTERFACE
from cogs.ui.answers import Answer
from cogs.ui.custom_ids import CustomId, parse
from cogs.ui.forms import modal
from cogs.ui.interface import Page
from engine.games import game_type
from engine.hive_mind.preview import check_guess
from tables.refusal import BoardMovedOn, Refusal
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.cogs.fake_discord import parts
from tests.cogs.hive_matches import HIVE, ROUND_1, acted, begun, played, table_view
from tests.playground import openapi

EDITIONS = ("gauntlet", "tempo", "recharged")


def pressed(page: Page, *, described: bool = True) -> list[tuple[CustomId, list[str], bool]]:
    """What can be pressed on a page: the custom id, the values of a select, and whether it is enabled.

    Unless it is `described` it is not held against Discord's description, which takes its time.
    """
    components = Answer(page.text, page.rows, None, INTERFACE.colour).view().to_components()
    body = {"flags": 1 << 15, "components": components}
    there = [part for part in parts(body) if "type" in part]
    found = [part for part in there if "custom_id" in part]
    assert len({part["custom_id"] for part in found}) == len(found)
    assert len(there) + 2 <= 40, "room for a picture"
    assert all(len(part["label"]) <= 80 for part in there if part["type"] == 2)
    assert all(1 <= len(part["options"]) <= 25 for part in there if part["type"] == 3)
    assert sum(len(part["content"]) for part in there if part["type"] == 10) <= 4000
    assert not described or openapi.problems("POST", "/channels/1/messages", body) == []
    ids = []
    for part in found:
        custom_id = parse(part["custom_id"])
        assert custom_id is not None
        ids.append((custom_id, [option["value"] for option in part.get("options", ())], not part.get("disabled")))
    return ids


def reached(table: TableView) -> tuple[set[str], list[Page]]:
    """Every action that some press makes, and every page on the way, without tapping a guess through."""
    waiting: list[tuple[str, tuple[str, ...]]] = [("move", ())]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    actions: set[str] = set()
    pages: list[Page] = []
    while waiting:
        name, details = waiting.pop()
        if (name, details) in seen or name in ("tap", "form", "result"):
            continue
        seen.add((name, details))
        press = INTERFACE.press(table, name, details)
        if press is not None:
            actions.update(press.actions)
            continue
        if name == "do":
            actions.add(":".join(details))
            continue
        page = INTERFACE.page(table, name, details)
        pages.append(page)
        for custom_id, values, enabled in pressed(page, described=len(pages) % 12 == 1):
            if enabled and custom_id.action != "keep":
                waiting += [(custom_id.action, (*custom_id.details, value)) for value in values] or [
                    (custom_id.action, custom_id.details)
                ]
    return actions, pages


def shapes(actions: Any) -> set[str]:
    """The shapes among some actions."""
    return {action for action in actions if action.partition(":")[2].isalpha() and ":" not in action.partition(":")[2]}


MOMENTS = [
    (edition, rounds, table_view(played(begun(3, edition=edition), rounds, Random(rounds)), 0))
    for edition in EDITIONS
    for rounds in (0, 1, 2)
]
IDS = [f"{edition}-round {rounds + 1}" for edition, rounds, _ in MOMENTS]


@pytest.mark.parametrize("table", [table for _, _, table in MOMENTS], ids=IDS)
def test_the_pages_offer_exactly_what_is_legal(table: TableView) -> None:
    """Overwriting aside: every shape, Double and Block that may be added."""
    actions, _ = reached(table)

    offered = shapes(actions) | {action for action in actions if action.startswith(("double:", "block:"))}
    assert offered == set(table.legal) - {"ready"}


def test_what_is_pending_bars_its_kind_elsewhere_in_round_1_and_can_be_taken_back() -> None:
    table = table_view(acted(begun(), 0, "charge:ADE"), 0)

    actions, _ = reached(table)

    assert shapes(table.legal) < shapes(actions)
    assert {action for action in shapes(actions) if action.startswith("marcer:")} == {
        action for action in table.legal if action.startswith("marcer:")
    }
    assert "clear:charge" in actions
    assert "ready" not in actions


@pytest.mark.parametrize("edition", EDITIONS)
def test_ready_is_offered_once_every_hive_has_a_shape_and_reopen_after_it(edition: str) -> None:
    game = begun(3, edition=edition)
    hives = {"gauntlet": ("1",), "tempo": ("1", "2", "3"), "recharged": ("charge", "marcer", "zero")}[edition]
    game = acted(
        game, 0, " ".join(f"{hive}:{shape}" for hive, shape in zip(hives, ("ADE", "HKL", "CFI"), strict=False))
    )
    assert "ready" in reached(table_view(game, 0))[0]

    actions, (page,) = (
        reached(table_view(acted(game, 0, "ready"), 0))[0],
        reached(table_view(acted(game, 0, "ready"), 0))[1][:1],
    )

    assert "reopen" in actions
    assert not shapes(actions)
    assert "you are ready" in page.text


@pytest.mark.parametrize("table", [table for _, _, table in MOMENTS[::2]], ids=IDS[::2])
def test_every_page_has_its_picture(table: TableView) -> None:
    _, pages = reached(table)
    for page in pages[::20]:
        assert page.picture is not None
        picture = page.picture("dark")
        assert picture.png.startswith(b"\x89PNG")
        assert 0 < len(picture.alt) <= 1024


@pytest.mark.parametrize("seats", [3, 7])
def test_the_guess_of_totals_has_forms_of_five_fields_at_most(seats: int) -> None:
    table = table_view(played(begun(seats, edition="gauntlet"), 6, Random(seats)), 0)
    first = INTERFACE.page(table, "move", ())
    forms = [custom_id.details for custom_id, _, _ in pressed(first) if custom_id.action == "form"]

    fields = [
        [part["custom_id"] for part in parts(INTERFACE.form(table, form).to_dict()) if part.get("type") == 4]
        for form in forms
    ]

    assert [field for form in fields for field in form] == [str(seat) for seat in range(1, seats)]
    assert all(len(form) <= 5 for form in fields)
    filled = INTERFACE.form_submitted(table, forms[-1], {fields[-1][-1]: " 12 "})
    assert filled.actions == (f"totals:{seats - 1}=12",)


@pytest.mark.parametrize("text", ["-1", "1.5", "²", "many", "1234567"])
def test_a_total_that_is_no_number_is_refused(text: str) -> None:
    table = table_view(played(begun(3, edition="gauntlet"), 6, Random(1)), 0)

    with pytest.raises(Refusal, match="whole number"):
        INTERFACE.form_submitted(table, ("totals", "0"), {"1": text})


def test_a_winner_chooses_who_gets_a_token_and_confirms_it() -> None:
    game = played(begun(3, edition="tempo"), 3, Random(4))
    (winner,) = game.actors
    table = table_view(game, winner)

    actions, _ = reached(table)

    assert actions == set(table.legal)
    assert "gift:-" in actions


def test_pages_speak_without_the_numbers_of_the_rule_book() -> None:
    """They mean nothing to somebody who plays; a refusal may say which rule stands behind it."""
    gift = played(begun(3, edition="tempo"), 3, Random(4))
    candidate = played(begun(5), 3, Random(0))
    totals = table_view(played(begun(3, edition="gauntlet"), 6, Random(1)), 0)
    views = [table for _, _, table in MOMENTS] + [table_view(game, game.actors[0]) for game in (gift, candidate)]
    pages = [INTERFACE.page(table, page, ()) for table in (*views, totals) for page in ("move", "hints")]
    barred = table_view(acted(begun(), 0, "charge:ADE"), 0)
    pages.append(INTERFACE.page(barred, "hive", ("zero",)))

    words = "\n".join(page.text for page in pages)

    assert "HM-" not in words


def test_a_second_press_of_the_same_button_wants_the_same() -> None:
    """Somebody who presses twice must not take back with the second press what the first one did."""
    game = played(begun(), 1, Random(1))
    declared = acted(game, 0, "double:charge")
    (button, *_) = [
        custom_id
        for custom_id, _, _ in pressed(INTERFACE.page(table_view(game, 0), "move", ()))
        if custom_id.details == ("double", "charge")
    ]

    presses = [INTERFACE.press(table_view(state, 0), button.action, button.details) for state in (game, declared)]

    assert presses[0] == presses[1]
    assert presses[0] is not None
    assert presses[0].actions == ("double:charge",)


def test_the_decider_chooses_the_candidate_among_those_who_are_still_tied() -> None:
    game = played(begun(5), 3, Random(0))
    (decider,) = game.actors
    table = table_view(game, decider)

    actions, _ = reached(table)

    assert actions == set(table.legal) == {f"candidate:{seat}" for seat in table.view.standing.candidates}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_end_tells_every_placement_to_everybody(edition: str) -> None:
    game = begun(3, edition=edition)
    while game.outcome is None:
        game = played(game, 1, Random(5))
    table = table_view(game)
    pages = [
        INTERFACE.page(table, custom_id.action, custom_id.details)
        for custom_id, _, _ in pressed(INTERFACE.page(table, "result", ()))
    ]

    text = "\n".join(page.text for page in pages)

    assert table.view.scores is not None
    for plays in table.view.scores.plays:
        assert all(play.shape in text for turn in plays for play in turn if play.shape)
    assert all(values in text for values in table.view.scores.values)
    for score in table.view.scores.seats:
        assert f"**{score.points}**" in INTERFACE.scores(table.view, table.names)


@pytest.mark.parametrize("page", ["hints", "notes"])
def test_private_pages_are_for_those_at_the_table(page: str) -> None:
    with pytest.raises(Refusal, match="not at this table"):
        INTERFACE.page(table_view(begun()), page, ())


def test_placements_are_not_told_before_the_end() -> None:
    with pytest.raises(Refusal, match="HM-29"):
        INTERFACE.page(table_view(begun(), 0), "result", ())


def test_the_host_can_switch_note_sheets_off() -> None:
    with pytest.raises(Refusal, match="switched off"):
        INTERFACE.page(table_view(begun(), 0, notes="off"), "notes", ())
    assert [label for label, _ in INTERFACE.private_buttons(table_view(begun(), 0, notes="off"))] == ["My hints"]


@pytest.mark.parametrize(
    ("name", "details"),
    [
        ("hive", ()),
        ("hive", ("nowhere",)),
        ("over", ("charge", "tri")),
        ("over", ("nowhere", "tri", "A")),
        ("guess", ("charge",)),
        ("tap", ("charge", "............", "0")),
        ("give", ("1",)),
        ("name", ("1",)),
        ("anything", ()),
        ("", ()),
        ("move", ("charge",)),
    ],
)
def test_a_page_that_there_is_not_is_refused(name: str, details: tuple[str, ...]) -> None:
    with pytest.raises(BoardMovedOn):
        INTERFACE.page(table_view(begun(), 0), name, details)


@pytest.mark.parametrize("details", [(), ("guess",), ("guess", "nowhere"), ("totals", "0"), ("totals", "x")])
def test_a_form_that_there_is_not_is_refused(details: tuple[str, ...]) -> None:
    with pytest.raises(BoardMovedOn):
        INTERFACE.form(table_view(begun(), 0), details)


def test_a_guess_is_tapped_hex_by_hex_and_kept_only_by_keep() -> None:
    table = table_view(played(begun(), 2, Random(1)), 0)
    page = INTERFACE.page(table, "guess", ("charge",))
    for place, digit in enumerate("123211232113"):
        details = next(
            found.details
            for found, _, _ in pressed(page)
            if found.action == "tap" and found.details[1][place] == digit and "to" not in found.details
        )
        tap = INTERFACE.press(table, "tap", details)
        assert tap is not None
        assert tap.actions == ()
        assert tap.draft is not None
        table = replace(table, drafts=dict([tap.draft]))
        page = INTERFACE.page(table, tap.page, tap.details)
    assert "123211232113" in INTERFACE.page(table, "guess", ("charge",)).text, "it outlives its page"

    keep = next(found for found, _, enabled in pressed(page) if found.action == "keep" and enabled)

    press = INTERFACE.press(table, "keep", keep.details)
    assert press is not None
    assert press.actions == ("guess:charge:123211232113",)


@pytest.mark.parametrize(
    ("values", "warning"),
    [
        ("123211232113", ""),
        ("............", ""),
        ("11111.......", ""),
        ("111111......", "6 ones"),
        ("111111111111", "12 ones, 0 twos, 0 threes; a hive has five 1s, four 2s and three 3s"),
        ("333111112222", "the three 3s are connected"),
    ],
)
def test_a_guess_that_cannot_be_right_is_warned_of(values: str, warning: str) -> None:
    check = check_guess(values)
    assert check is not None
    told = phrases.guess_warning(check)

    assert warning in told
    assert bool(warning) == bool(told)


def test_no_two_actions_have_the_same_label() -> None:
    actions = [*begun().legal(0), "double:charge", "block:charge", "ready", "reopen", "gift:-", "gift:1", "candidate:1"]
    labels = [INTERFACE.label(action) for action in actions]

    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(actions)
    assert all(len(label) <= 100 for label in labels)


FORM: Mapping[str, str] = {"edition": "tempo", "garnets": "", "notes": "on", "missing": "none", "totals": "1 day"}


@pytest.mark.parametrize(
    ("garnets", "expected"), [("", [3, 3, 3]), ("8", [8, 8, 8]), (" 1, 2,3 ", [1, 2, 3]), ("0", [0, 0, 0])]
)
def test_garnets_are_set_for_all_or_by_seat(garnets: str, expected: list[int]) -> None:
    wanted, _ = options.read({"edition": "recharged"}, TableSettings(seats=3), {**FORM, "garnets": garnets})

    assert game_type(HIVE).options(3, wanted) == {"edition": "tempo", "garnets": expected}


@pytest.mark.parametrize("garnets", ["many", "-1", "1;2", "1,,2", "²", "1234567"])
def test_garnets_that_are_no_numbers_are_refused(garnets: str) -> None:
    with pytest.raises(Refusal, match="HM-16"):
        options.read({"edition": "recharged"}, TableSettings(seats=3), {**FORM, "garnets": garnets})


@pytest.mark.parametrize("field", ["edition", "notes", "missing", "totals"])
def test_what_the_form_does_not_offer_is_refused(field: str) -> None:
    with pytest.raises(Refusal):
        options.read({"edition": "recharged"}, TableSettings(seats=3), {**FORM, field: "anything"})


def test_seats_may_change_after_the_garnets_were_set() -> None:
    full = game_type(HIVE).options(3, {"edition": "tempo", "garnets": 5})

    assert game_type(HIVE).options(5, INTERFACE.with_choices(full, ()))["garnets"] == [5] * 5


def test_nothing_is_said_of_scores_before_the_end() -> None:
    """HM-11."""
    game = acted(begun(), 0, f"{ROUND_1} ready")

    assert INTERFACE.scores(game.view(0), ("Ann", "Ben", "Cam")) == ""


def test_the_time_for_totals_is_asked_only_where_there_is_a_guess_of_totals() -> None:
    def asked(edition: str) -> list[str]:
        table = table_view(begun(edition=edition))
        row = msgspec.structs.replace(table.row, options=msgspec.json.encode({"edition": edition}).decode())
        fields: list[Any] = options.form_fields(replace(table, row=row))
        assert openapi.problems("POST", "/interactions/1/t/callback", modal_body(fields)) == []
        return [field.component.custom_id for field in fields]

    assert [edition for edition in EDITIONS if "totals" in asked(edition)] == ["gauntlet"]


def modal_body(fields: list[Any]) -> dict[str, Any]:
    """The request that opens a form with these fields."""
    shown = modal("Options", CustomId("abcdefghjk", "1", "game_options_submitted"), fields)
    return {"type": 9, "data": shown.to_dict()}


def test_a_form_without_the_time_for_totals_keeps_it() -> None:
    """It was opened for another edition, or is opened for the next one."""
    form = {name: value for name, value in FORM.items() if name != "totals"}
    kept = TableSettings(seats=3, own={"totals": "7 days"})

    assert options.read({"edition": "tempo"}, kept, form)[1].own["totals"] == "7 days"
    assert options.read({"edition": "tempo"}, TableSettings(seats=3), form)[1].own["totals"] == options.TOTALS_CLOCK


def test_every_edition_is_described_in_one_line() -> None:
    assert options.EDITION_LINES.keys() == {*EDITIONS}
    assert all(len(line) <= 100 for line in options.EDITION_LINES.values())
