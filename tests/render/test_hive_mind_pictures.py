"""Pictures of Hive Mind: drawn from views alone, legible, complete, within Discord's limits."""

import re
from io import BytesIO
from itertools import groupby

import msgspec
import pytest
from PIL import Image

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.posterior import HiveNotes, posterior
from engine.hive_mind.view import View
from render import text
from render.hive_mind import (
    PAINTER,
    alt_text,
    board,
    draft,
    end_card,
    gains,
    honeycomb,
    mine,
    odds,
    results,
    shapes,
    turning,
)
from render.hive_mind.alt_text import format_by_row
from render.hive_mind.kinds import NAMES as KIND_NAMES
from tests.kits import painters
from tests.kits.painters import sheet_and_alt, sheet_of, texts_of
from tests.render import hive_mind_samples
from tests.render.hive_mind_samples import EDITIONS, LONG, NAMES, picked, played

MATCHES = [("gauntlet", 3), ("gauntlet", 7), ("tempo", 5), ("recharged", 3), ("recharged", 7)]
every_match = pytest.mark.parametrize(("edition", "seats"), MATCHES)


@every_match
def test_a_hex_of_the_board_shows_its_letter_and_no_digit(edition: str, seats: int) -> None:
    """A digit in a hex is always its hidden value; shapes are pips."""
    for views in picked(edition, seats):
        view = views[-1]
        if view.scores is not None:
            continue
        sheet = sheet_of(PAINTER.board, view, NAMES)
        texts = painters.texts(sheet)

        for letter in LETTERS:
            assert texts.count(letter) == len(view.hives)
        assert not [one for one in sheet.written if one.text.isdigit() and one.style.weight == honeycomb.WEIGHT]
        for number, hive in enumerate(view.hives):
            for cell, face in enumerate(board.faces(view, number).values()):
                told = [announced.counts[cell] for announced in hive.rounds]
                assert [face.pips, *face.earlier] == (told[::-1] or [0])
                assert (face.ground == honeycomb.PAID) == (LETTERS[cell] in hive.cleared)


def test_the_headline_names_who_has_still_to_lay() -> None:
    view = picked("recharged", 5)[2][-1]
    for actors, told in (
        ((3, 4), "Maximilian and Oluwaseun to lay"),
        ((0, 1, 2, 3, 4), "Everybody to lay"),
        ((0, 1, 2, 3), "4 of 5 still to lay"),
        ((), text.ENDED_EARLY),
    ):
        assert told in texts_of(PAINTER.board, msgspec.structs.replace(view, actors=actors), NAMES)


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (3, "A hex pays under 1 or 3 shapes, never under 2"),
        (5, "A hex pays under 1, 3 or 5 shapes, never under 2 or 4"),
        (7, "A hex pays under 1, 3, 5 or 7 shapes, never under 2, 4 or 6"),
    ],
)
def test_the_notice_says_which_numbers_pay(seats: int, told: str) -> None:
    """HM-8, HM-9: nothing is paid in the first round."""
    rounds = {views[-1].round: views[-1] for views in picked("recharged", seats) if views[-1].phase == "round"}

    begun = "Round 1: lay three hexes on each hive. You get clues, no points yet"
    assert begun in texts_of(PAINTER.board, rounds[1], NAMES)
    assert told in texts_of(PAINTER.board, rounds[2], NAMES)


def test_the_notice_of_a_second_hive_names_the_round_of_the_match() -> None:
    fourth = next(views[-1] for views in played("gauntlet", 3) if views[-1].round == 4)

    told = texts_of(PAINTER.board, fourth, NAMES)

    assert "Round 4: lay three hexes. You get a clue, no points yet" in told


@every_match
def test_alt_text_tells_all_that_was_announced_and_who_must_act(edition: str, seats: int) -> None:
    for views in picked(edition, seats):
        view = views[-1]
        if view.scores is not None:
            continue
        alt = PAINTER.board(view, NAMES).alt

        for hive in view.hives:
            for turn, told in enumerate(hive.rounds, 1):
                assert f"round {turn} {alt_text.kinds_text(told)}, counts {''.join(map(str, told.counts))}" in alt
            if len(hive.rounds) > 1:
                assert alt_text.paid_text(hive.cleared) in alt
            if hive.doublers is not None:
                who = text.join_people(NAMES[seat] for seat in hive.doublers) or "nobody"
                assert f"Double on {alt_text.hive_name(hive.name)}: {who}." in alt
        if view.phase == "round":
            assert f"Not ready yet: {text.join_people(NAMES[seat] for seat in view.actors)}." in alt


@every_match
def test_the_page_before_ready_shows_shapes_doubles_blocks_and_guesses(edition: str, seats: int) -> None:
    seen = 0
    for views in picked(edition, seats):
        view, own = views[0], views[0].own
        assert own is not None
        if view.phase == "totals":
            continue
        texts = texts_of(PAINTER.hand, view, NAMES)
        for each in own.hives:
            if each.shape is not None:
                seen += 1
                assert alt_text.shape_name(each.shape) in texts
            assert not each.double or "double" in texts
            assert not each.block or "block" in texts
            blanks = 0 if each.guess is None else each.guess.count(".")
            assert each.guess is None or (f"guess, {blanks} blank" if blanks else "guess complete") in texts

    assert seen >= 3


def test_the_next_hive_says_which_kinds_are_left_and_the_headline_how_many_shapes() -> None:
    """HM-7."""
    view = picked("recharged", 3)[2][0]
    assert view.own is not None
    told: list[str] = []
    for laid in (0, 1, 2, 3):
        hives = [
            msgspec.structs.replace(each, shape=each.shape if number < laid else None)
            for number, each in enumerate(view.own.hives)
        ]
        own = msgspec.structs.replace(view.own, hives=tuple(hives))
        shown = msgspec.structs.replace(view, own=own, actors=(0,))
        texts = texts_of(PAINTER.hand, shown, NAMES)
        told.append(texts[2])
        assert shapes.headline(shown) == texts[2]
        assert {"+".join(each.shape.looks) for each in hives if each.shape is not None and each.shape.looks} <= {*texts}
        if laid < 3:
            left = preview.possible_kinds(shown, shown.hives[laid].name)
            assert ", ".join(KIND_NAMES[kind] for kind in left) in texts

    assert told == ["Three shapes to lay", "Two shapes to lay", "One shape to lay", "Your shapes"]


def test_guessed_totals_stand_beside_their_players() -> None:
    """HM-18."""
    view = next(views[0] for views in picked("gauntlet", 5) if views[0].phase == "totals")
    assert view.own is not None
    totals = (None, 7, None, 12, 0)
    shown = msgspec.structs.replace(view, own=msgspec.structs.replace(view.own, totals=totals))
    texts = texts_of(PAINTER.hand, shown, NAMES)

    assert [each for each in texts if each in (*NAMES[:5], "7", "12", "0", "–")] == [
        *("7", "Bénédicte", "–", "Zoë Å.", "12", "Maximilian", "0", "Oluwaseun")
    ]


def tapped(edition: str, taps: str, values: str = "") -> tuple[View, dict[str, honeycomb.Face]]:
    """Return a view of round 2 and the faces of its first open hive with some taps."""
    view = next(views[0] for views in picked(edition, 3) if views[0].round == 2)
    name = preview.open_hives(view)[0]
    number = [hive.name for hive in view.hives].index(name)
    known = mine.find_certain_values(view, number)
    return view, mine.faces(view, number, taps, preview.find_tappable_hexes(view, name, taps), known, values)


def test_taps_candidates_and_the_kinds_that_would_result_are_marked() -> None:
    view, faces = tapped("recharged", "EI")
    candidates = preview.find_tappable_hexes(view, preview.open_hives(view)[0], "EI")
    texts = texts_of(PAINTER.taps, view, NAMES, preview.open_hives(view)[0], "EI")

    assert {letter for letter, face in faces.items() if face.ground == honeycomb.TAPPED} == set("EI")
    assert {letter: (face.kind,) for letter, face in faces.items() if face.mark == honeycomb.CANDIDATE} == candidates
    dark = {letter for letter, face in faces.items() if face.ground == honeycomb.DIM}
    assert dark == set(LETTERS) - set("EI") - set(candidates) - set(view.hives[0].cleared)
    assert "Charge" in texts
    lit = {letter for letter, face in tapped("recharged", "ADE")[1].items() if face.ground == honeycomb.FULL}
    assert lit == set("BFHI") - set(view.hives[0].cleared)
    for kind, name in KIND_NAMES.items():
        in_strip = kind in preview.possible_kinds(view, "charge")
        assert texts.count(name) == sum(kinds == (kind,) for kinds in candidates.values()) + in_strip


@pytest.mark.parametrize(("taps", "title"), [("", "Charge"), ("EI", "Charge"), ("AEI", "Charge: Line AEI")])
def test_the_headline_names_the_hive_and_the_shape(taps: str, title: str) -> None:
    view, _ = tapped("recharged", "")

    assert title in texts_of(PAINTER.taps, view, NAMES, "charge", taps)
    assert PAINTER.taps(view, NAMES, "charge", taps).alt.startswith(
        f"Charge, large. Tapped: {alt_text.format_hexes(taps)}."
    )


def test_the_own_page_shows_clues_and_certain_and_guessed_values() -> None:
    view, faces = tapped("recharged", "", "3...........")
    assert view.own is not None
    clues = view.own.hives[0].hints
    for letter, face in faces.items():
        assert set(face.eyes) == {clue.shape.kind for clue in clues if letter in clue.shape.looks}
    certain = {letter: face.value for letter, face in faces.items() if face.is_certain}
    counts = posterior(view)[0].counts
    assert certain == {LETTERS[cell]: value for cell in range(12) if (value := odds.certain_value(counts[cell]))}
    texts = texts_of(PAINTER.taps, view, NAMES, "charge", "", "3...........")
    assert ("3?" in texts) == ("A" not in certain)
    assert all(f"{KIND_NAMES[clue.shape.kind]} clue" in texts for clue in clues)
    assert "3?" in texts_of(PAINTER.taps, view, NAMES, "charge", "", "3...........", deduced=False)


@pytest.mark.parametrize(
    ("hive", "taps", "values"), [("zero", "AL", ""), ("beehive", "", ""), ("zero", "", "1"), ("zero", "ABCD", "")]
)
def test_taps_that_lead_nowhere_are_refused(hive: str, taps: str, values: str) -> None:
    with pytest.raises(ValueError, match="nothing to tap"):
        PAINTER.taps(tapped("recharged", "")[0], NAMES, hive, taps, values)


def test_a_phone_shows_the_own_page_with_five_rows_of_buttons() -> None:
    """390 × 844 points: 348 for the picture, and five rows of 44 with gaps, beside the texts."""
    view = next(views[0] for views in picked("recharged", 3) if views[0].round == 3)

    assert PAINTER.taps(view, NAMES, "charge", "EI").height * 355 / 1200 <= 349


def test_a_hive_shown_alone_is_named_first() -> None:
    view = picked("recharged", 3)[2][0]
    for hive in preview.open_hives(view):
        for action in (hive, f"{hive}:hij", f"{hive}:E"):
            assert PAINTER.preview(view, NAMES, action).alt.startswith(f"{alt_text.hive_name(hive)}, large. ")


def test_a_guess_that_is_being_begun_is_none_yet() -> None:
    """HM-12: the page of a guess begins with twelve blanks."""
    view = picked("recharged", 3)[2][0]
    assert view.own is not None
    pairs = zip(view.hives, view.own.hives, strict=True)
    hive = next(hive.name for hive, mine in pairs if mine.guess is None)

    begun = PAINTER.preview(view, NAMES, f"guess:{hive}:............")
    assert begun.alt == f"Your guess on {alt_text.hive_name(hive)}: nothing yet."
    assert begun != PAINTER.preview(view, NAMES, f"guess:{hive}:1...........")


def test_a_guess_shows_the_odds_only_where_they_are_asked_for() -> None:
    """A table may switch them off. Percentages stand in the alt text only."""
    view = picked("recharged", 3)[4][0]
    guess = "12.312.21.1."
    for hive in view.hives:
        plain = PAINTER.guess(view, NAMES, hive.name, guess)
        told = PAINTER.guess(view, NAMES, hive.name, guess, odds=True)

        assert plain == PAINTER.preview(view, NAMES, f"guess:{hive.name}:{guess}")
        assert "Chances" not in plain.alt
        assert "Chances of 1/2/3 in percent: A " in told.alt
        for line in (*guess.replace(".", ""),):
            assert f"{line}?" in texts_of(PAINTER.guess, view, NAMES, hive.name, guess)
        with pytest.raises(ValueError, match="nothing to guess"):
            PAINTER.guess(view, NAMES, hive.name, "123")


@pytest.mark.parametrize(
    "action",
    [
        "",
        "charge:ABL",
        "charge:Z",
        "charge tri",
        "beehive",
        "beehive:ADE",
        "guess:charge:123",
        "ready",
        "x" * 5000,
    ],
)
def test_an_action_without_preview_is_refused_in_one_short_line(action: str) -> None:
    with pytest.raises(ValueError, match="nothing to preview") as refused:
        PAINTER.preview(picked("recharged", 3)[2][0], NAMES, action)
    assert len(str(refused.value)) < 120


def test_a_spectator_has_no_private_pictures() -> None:
    view = picked("tempo", 3)[2][-1]
    with pytest.raises(ValueError, match="spectator"):
        PAINTER.clues(view, NAMES)
    for draw in (PAINTER.odds, PAINTER.taps):
        with pytest.raises(ValueError, match="spectator"):
            draw(view, NAMES, "1")
    with pytest.raises(ValueError, match="spectator"):
        PAINTER.preview(view, NAMES, "1")


@every_match
def test_the_odds_are_bars_in_the_picture_and_whole_percents_in_words(edition: str, seats: int) -> None:
    for views in picked(edition, seats):
        for found in posterior(views[0]):
            sheet, alt = sheet_and_alt(PAINTER.odds, views[0], NAMES, found.hive)
            assert not [each for each in painters.texts(sheet) if "%" in each]
            table = odds.tabulate_percents(views[0], found.hive)
            for cell in range(12):
                shares = odds.percents(found, cell)
                assert f"{LETTERS[cell]} {odds.hex_text(found, cell)}" in alt
                assert LETTERS[cell] + "".join(share.rjust(4) for share in shares) in table
                assert ("100" in shares) == bool(odds.certain_value(found.counts[cell]))
                for count, share in zip(found.counts[cell], shares, strict=True):
                    assert (share == "–") == (count == 0)
                    if share not in ("–", "100"):
                        assert abs(100 * count / found.layouts - int(share)) <= 1


@every_match
def test_the_odds_mark_the_hexes_that_are_paid_out(edition: str, seats: int) -> None:
    for views in picked(edition, seats):
        view = views[0]
        for number, hive in enumerate(view.hives):
            sheet, alt = sheet_and_alt(PAINTER.odds, view, NAMES, hive.name)
            full = msgspec.structs.replace(hive, cleared="")
            unpaid = msgspec.structs.replace(view, hives=(*view.hives[:number], full, *view.hives[number + 1 :]))
            other, _ = sheet_and_alt(PAINTER.odds, unpaid, NAMES, hive.name)

            assert ("paid out" in alt) == bool(hive.cleared)
            assert f"{' '.join(hive.cleared)} " in alt
            assert (sheet.plane.tobytes() != other.plane.tobytes()) == bool(hive.cleared)


def test_a_hex_that_is_certain_has_a_large_digit() -> None:
    counts = ((0, 0, 7), (7, 0, 0), *[(3, 3, 1)] * 10)
    found = HiveNotes("charge", 7, counts)

    assert odds.certain_value(counts[0]) == "3"
    assert odds.percents(found, 0) == ["–", "–", "100"]
    assert odds.percents(HiveNotes("charge", 20000, ((1, 19999, 0),) * 12), 0) == ["1", "99", "–"]


def test_the_bar_of_the_likeliest_value_is_bright_unless_two_are_tied() -> None:
    assert [odds.find_leader(each) for each in ((41, 50, 9), (33, 33, 34), (40, 40, 20))] == [1, 2, None]


@every_match
def test_every_clue_is_told_as_a_sum(edition: str, seats: int) -> None:
    view = played(edition, seats)[-1][0]
    assert view.own is not None
    sheet, alt = sheet_and_alt(PAINTER.clues, view, NAMES)
    for name, clue in preview.hints(view):
        assert f"{alt_text.hive_name(name)} round {clue.round}: {draft.clue_line(clue)}" in alt or alt.endswith("…")
        assert f"= {clue.value}" in painters.texts(sheet)


@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_a_first_game_has_one_large_hive_on_every_picture(round_number: int) -> None:
    """HM-16: the option `hives: 1`."""
    view = next(views for views in hive_mind_samples.first_game() if views[-1].round == round_number)
    texts = texts_of(PAINTER.board, view[-1], NAMES)
    letters = [each for each in sheet_of(PAINTER.board, view[-1], NAMES).written if each.text in LETTERS]

    assert len(letters) == len([each for each in texts if each in LETTERS]) == 12
    assert max(each.right for each in letters) - min(each.left for each in letters) > 600
    assert "The hive" in texts_of(PAINTER.hand, view[0], NAMES)


@every_match
def test_the_end_shows_values_points_and_every_placement(edition: str, seats: int) -> None:
    view = played(edition, seats)[-1][-1]
    assert view.scores is not None
    texts = texts_of(PAINTER.board, view, NAMES)
    plain = PAINTER.text(view, NAMES)
    for seat in range(seats):
        assert NAMES[seat] in texts
        assert str(view.scores.seats[seat].points) in texts
    for number, hive in enumerate(view.hives):
        sheet, alt = sheet_and_alt(PAINTER.zoom, view, NAMES, hive.name)
        assert format_by_row(view.scores.values[number]) in alt
        for plays in view.scores.plays[number]:
            for seat, play in enumerate(plays):
                assert play.shape is not None
                assert f"{alt_text.shape_name(preview.parse_shape(play.shape))}" in painters.texts(sheet)  # type: ignore[arg-type]
                assert f"{play.shape} +{play.points}" in alt
                rows = [row for row in plain.splitlines() if row.startswith(f"{seat + 1} {NAMES[seat]} ")]
                assert any(f"{play.shape} {play.hint:2} +{play.points}" in row for row in rows)
    points = texts_of(PAINTER.zoom, view, NAMES, "points")
    columns = dict(results.columns(view))
    for seat, score in enumerate(view.scores.seats):
        by_number = sum(columns[name][seat] for name in ("on 3s", "on 2s", "on 1s"))
        assert by_number == score.placement, "the points of shapes add up"
        for number in (score.points, score.placement, score.guesses, score.blocks, score.on_threes, score.on_twos):
            assert str(number).replace("-", "−") in points


@pytest.mark.parametrize("edition", EDITIONS)
def test_rounds_without_shapes_and_seats_that_left_are_drawn_and_told(edition: str) -> None:
    """HM-27, HM-28."""
    view = hive_mind_samples.neglected(edition, 4)[-1][-1]

    assert view.scores is not None
    assert f"{NAMES[0]} (left)" in texts_of(PAINTER.board, view, NAMES)
    assert "no shape" in texts_of(PAINTER.zoom, view, NAMES, view.hives[0].name)
    assert f"{NAMES[1]} nothing +0" in PAINTER.zoom(view, NAMES, view.hives[0].name).alt


def test_when_everybody_has_left_nobody_wins() -> None:
    view = hive_mind_samples.neglected("recharged", 3, leaving=3)[-1][-1]

    assert view.reason == "forfeit"
    assert "Nobody wins: everybody has left." in PAINTER.board(view, NAMES).alt
    assert "There is no Elimination Candidate." in PAINTER.text(view, NAMES)


def test_whom_a_token_saves_may_have_fewer_points_than_the_candidate() -> None:
    """HM-21: the candidate has the fewest points among players without a token."""
    view = played("gauntlet", 5)[-1][-1]
    assert view.scores is not None
    assert view.standing is not None
    replace = msgspec.structs.replace
    found = replace(view.standing, winner=0, second_winner=1, candidates=(2,), candidate_by="points", decider=None)
    told: list[str] = []
    for points in ((20, 4, 5, 9, 9), (20, 8, 5, 9, 9)):
        seats = [replace(seat, points=each) for seat, each in zip(view.scores.seats, points, strict=True)]
        scores = replace(view.scores, seats=tuple(seats))
        told.append(PAINTER.board(replace(view, standing=found, candidate=2, scores=scores), NAMES).alt)
        level = replace(view, standing=replace(found, candidate_by="twos"), candidate=2, scores=scores)
        for sheet in (sheet_of(PAINTER.result, [level], LONG), sheet_of(PAINTER.board, level, LONG)):
            painters.check_texts(sheet)

    assert f"Elimination Candidate: {NAMES[2]}, fewest points among those without a Token of Life." in told[0]
    assert f"Elimination Candidate: {NAMES[2]}, fewest points." in told[1]
    left = tuple(replace(seat, forfeited=number == 3) for number, seat in enumerate(view.seats))
    seats = [replace(seat, points=each) for seat, each in zip(view.scores.seats, (20, 8, 5, 0, 9), strict=True)]
    gone = replace(view, seats=left, standing=found, candidate=2, scores=replace(view.scores, seats=tuple(seats)))
    assert f"{NAMES[2]}, fewest points of those who stayed." in PAINTER.board(gone, NAMES).alt
    tied = replace(view, standing=replace(found, candidates=(2, 3)), candidate=None)
    assert f"Elimination Candidate: {NAMES[2]} or {NAMES[3]}; chance decides." in PAINTER.text(tied, NAMES)


@pytest.mark.parametrize(
    ("by", "changes", "told"),
    [
        ("points", {"points": 4}, "points, 4 ahead"),
        ("threes", {"on_threes": 3}, f"points, level with {NAMES[1]}"),
        ("twos", {"on_twos": 2}, f"points, level with {NAMES[1]}"),
        ("guesses", {"guesses": 1, "placement": -1}, f"points, level with {NAMES[1]}"),
    ],
)
def test_the_end_card_says_by_what_was_won(by: str, changes: dict[str, int], told: str) -> None:
    """HM-19, HM-22: points, then points on 3s, on 2s, from guesses."""
    view = played("recharged", 3)[-1][-1]
    assert view.standing is not None
    assert view.scores is not None
    second = msgspec.structs.replace(view.scores.seats[1], tokens=0)
    lead = {name: getattr(second, name) + more for name, more in changes.items()}
    seats = (
        msgspec.structs.replace(second, tokens=2, **lead),
        second,
        msgspec.structs.replace(second, points=second.points - 9),
    )
    standing = msgspec.structs.replace(view.standing, winner=0, winner_by=by)
    scores = msgspec.structs.replace(view.scores, seats=seats)
    ended = msgspec.structs.replace(view, standing=standing, scores=scores)
    texts, alt = texts_of(PAINTER.board, ended, NAMES), PAINTER.result([ended], NAMES).alt

    assert told in texts
    assert any("Two Tokens of Life" in line for line in texts)
    if by != "points":
        (field,) = [name for name in changes if name != "placement"]
        compared = f"{lead[field]} to {getattr(second, field)}"
        assert any(compared in line for line in texts)
        assert f"{compared} against {NAMES[1]}" in alt


@every_match
def test_the_end_card_tells_its_points_by_source_and_its_turning_point_in_words(edition: str, seats: int) -> None:
    view = played(edition, seats)[-1][-1]
    alt = PAINTER.result([view], NAMES).alt
    names = alt_text.display_names(view, NAMES)

    assert view.scores is not None
    assert turning.turning_point(view, names) in alt
    origins = [f"{name}: {gains.describe(view, seat)}." for seat, name in enumerate(names)]
    assert all(origin in alt for origin in origins) or alt.endswith(text.REST)
    assert all(values in alt for values in view.scores.values)


@every_match
def test_the_origins_of_points_add_up_to_them_and_stand_on_the_end_card(edition: str, seats: int) -> None:
    """HM-9, HM-12, HM-14, HM-15, HM-18."""
    view = played(edition, seats)[-1][-1]
    assert view.scores is not None
    shown = texts_of(PAINTER.board, view, NAMES)
    for seat, score in enumerate(view.scores.seats):
        told = gains.describe(view, seat)
        hexes = re.findall(r"\b[A-L]([1-3])(×2)?", told)
        others = [int(number.replace("−", "-")) for number in re.findall(r"[+−][0-9]+", told)]
        assert sum(int(value) * (2 if doubled else 1) for value, doubled in hexes) + sum(others) == score.points
        assert told in shown
    example = gains.explain(view).partition(":")[0]
    assert any(example in re.split(r"[ ×]", gains.describe(view, seat)) for seat in range(seats))


def test_the_end_of_a_first_game_says_what_the_full_game_adds() -> None:
    full, first = played("recharged", 3)[-1][-1], hive_mind_samples.first_game()[-1][-1]

    assert "The full game adds:" in texts_of(PAINTER.board, first, NAMES)
    assert "The full game adds:" not in texts_of(PAINTER.board, full, NAMES)


@every_match
def test_the_turning_point_is_a_play_of_the_winner(edition: str, seats: int) -> None:
    view = played(edition, seats)[-1][-1]
    assert view.standing is not None
    assert view.scores is not None
    point = turning.turning_point(view, NAMES)
    winner = view.standing.winner
    if winner is None:
        assert point == ""
        return
    gains: set[int] = set()
    for hive in view.scores.plays:
        for plays in hive:
            gains |= {plays[winner].points, plays[winner].blocks, plays[winner].guess}
    assert NAMES[winner] in point
    assert int(point.rsplit("+", 1)[1]) in gains
    assert point in texts_of(PAINTER.board, view, NAMES)


@every_match
def test_points_page_text_and_score_agree_on_garnets(edition: str, seats: int) -> None:
    view = played(edition, seats)[-1][-1]
    assert view.scores is not None
    columns = dict(results.details(view))
    for seat, score in enumerate(view.scores.seats):
        told = tuple(columns[name][seat] for name in ("start", "spent", "earned"))
        assert told == (score.garnets.start, score.garnets.spent, score.garnets.earned)
    texts = texts_of(PAINTER.zoom, view, NAMES, "points")
    assert {"start", "spent", "earned"} <= set(texts)
    assert "garnets" not in texts


@every_match
def test_cells_that_scored_have_a_gold_rim(edition: str, seats: int) -> None:
    view = played(edition, seats)[-1][-1]
    for number, hive in enumerate(view.hives):
        faces = end_card.value_faces(view, number)
        assert {letter for letter, face in faces.items() if face.mark == "scored"} == set(hive.cleared)


def test_the_title_says_that_two_have_won_whatever_their_names() -> None:
    """Names of 32 wide characters are shortened, so that the verdict stays."""
    view = played("gauntlet", 7)[-1][-1]
    assert view.standing is not None
    by = {"winner_by": "points", "second_by": "feats"}
    standing = msgspec.structs.replace(view.standing, winner=0, second_winner=4, **by)
    ended = msgspec.structs.replace(view, standing=standing)

    (title,) = [line for line in texts_of(PAINTER.zoom, ended, LONG, "points") if line.endswith(" win")]
    for line in (title, texts_of(PAINTER.board, ended, LONG)[1]):
        assert line.startswith("WWW")
        assert " and MMM" in line


def test_who_must_choose_at_the_end_is_marked() -> None:
    """HM-25."""
    match = [views[-1] for views in played("tempo", 3)]
    (choice, *_) = [view for view in match if view.phase == "choice"]

    sentence = f"To choose: {', '.join(NAMES[seat] for seat in choice.actors)}."
    assert sentence in texts_of(PAINTER.board, choice, NAMES)
    assert sentence in PAINTER.board(choice, NAMES).alt
    assert sentence not in PAINTER.board(match[-1], NAMES).alt


@pytest.mark.parametrize(
    ("winner", "second", "told"),
    [
        (None, None, "Nobody wins: level on every tie-break"),
        (2, None, f"{NAMES[2]} wins: most points"),
        (2, 2, f"{NAMES[2]} wins: most points"),
        (None, 1, f"{NAMES[1]} wins: most feats"),
        (3, 0, f"{NAMES[0]} and {NAMES[3]} win: a Token of Life each"),
    ],
)
def test_who_holds_a_token_has_won(winner: int | None, second: int | None, told: str) -> None:
    """The picture agrees with the outcome: the tokens of HM-19 and HM-20."""
    view = played("gauntlet", 5)[-1][-1]
    assert view.standing is not None
    by = {
        "winner_by": "points" if winner is not None else "nothing",
        "second_by": "feats" if second is not None else "nothing",
    }
    standing = msgspec.structs.replace(view.standing, winner=winner, second_winner=second, **by)
    ended = msgspec.structs.replace(view, standing=standing)

    assert f"{told}." in PAINTER.board(ended, NAMES).alt
    assert f"{told}." in PAINTER.text(ended, NAMES)


def test_zoom_says_what_there_is() -> None:
    view = picked("recharged", 3)[2][-1]
    for around in ("", "hive", "points", "5", "x" * 5000):
        with pytest.raises(ValueError, match=r"no hive .*charge, marcer, zero.*NW, NE, SW, SE") as refused:
            PAINTER.zoom(view, NAMES, around)
        assert len(str(refused.value)) < 300


def test_a_name_without_ink_is_shown_by_the_seat() -> None:
    view = picked("tempo", 3)[2][-1]

    assert alt_text.display_names(view, ("\u2800", "漢字", "")) == ("Seat 1", "漢字", "Seat 3")
    assert {"Seat 1", "漢字", "Seat 3"} <= set(texts_of(PAINTER.board, view, ("\u2800", "漢字", "")))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_replay_after_the_end_shows_every_round_with_its_shapes_and_numbers(edition: str) -> None:
    """HM-29: nothing is hidden any more."""
    views = [views[-1] for views in played(edition, 3)]
    told = {
        alt.partition(".")[0]: alt
        for view in (PAINTER.look_back(views, number) for number in range(len(views)))
        if (alt := PAINTER.board(view, NAMES).alt)
    }
    scores = views[-1].scores
    assert scores is not None

    for number, rounds in enumerate(scores.plays):
        for turn, plays in enumerate(rounds):
            alt = told[f"Round {turn + 1 + (3 * number if edition == 'gauntlet' else 0)} of {views[-1].rounds}"]
            assert format_by_row(scores.values[number]) in alt
            for seat, play in enumerate(plays):
                assert f"{NAMES[seat]} {play.shape} +{play.points}" in alt
    assert len(PAINTER.choose_frames(views)) >= views[-1].rounds + 2, "the start, all rounds and the end card"


def test_a_replay_during_a_game_shows_what_was_public() -> None:
    """HM-11: values, points and owners of shapes stay hidden until the end."""
    views = [views[-1] for views in played("recharged", 3) if views[-1].scores is None]

    assert [PAINTER.look_back(views, number) for number in range(len(views))] == views


@pytest.mark.parametrize("edition", EDITIONS)
def test_replay_has_a_frame_for_everything_announced(edition: str) -> None:
    views = [views[-1] for views in played(edition, 3)]
    replayed = PAINTER.replay(views, NAMES)
    rounds = [tuple(len(hive.rounds) for hive in view.hives) for view in views]

    with Image.open(BytesIO(replayed.gif)) as gif:
        assert gif.size == (replayed.width, replayed.height)
        frames: int = gif.n_frames  # type: ignore[attr-defined]
        assert len([*groupby(rounds)]) <= frames <= len([*groupby(rounds)]) + 5
        assert sum(_duration(gif, number) for number in range(frames)) <= 20_000
        gif.seek(frames - 1)
        last = sheet_of(PAINTER.board, views[-1], NAMES).encode("")
        with Image.open(BytesIO(last.png)) as picture:
            assert gif.convert("RGB").crop((0, 0, *picture.size)).tobytes() == picture.convert("RGB").tobytes()


def _duration(gif: Image.Image, number: int) -> int:
    gif.seek(number)
    return gif.info["duration"]
