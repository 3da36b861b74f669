"""Pictures of Hive Mind: drawn from views alone, legible, complete, within Discord's limits."""

from io import BytesIO
from itertools import groupby

import msgspec
import pytest
from PIL import Image

from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.posterior import posterior
from render import text
from render.hive_mind import (
    PAINTER,
    alt_text,
    draft,
    end_card,
    kinds,
    notes,
    results,
    turning,
)
from render.hive_mind.alt_text import format_by_row
from render.hive_mind.kinds import KINDS
from tests.kits import painters
from tests.kits.painters import sheet_and_alt, sheet_of, texts_of
from tests.render import hive_mind_samples
from tests.render.hive_mind_samples import EDITIONS, LONG, NAMES, picked, played

MATCHES = [("gauntlet", 3), ("gauntlet", 7), ("tempo", 5), ("recharged", 3), ("recharged", 7)]
every_match = pytest.mark.parametrize(("edition", "seats"), MATCHES)


@every_match
def test_letters_counts_and_kinds_are_on_the_board(edition: str, seats: int) -> None:
    for views in picked(edition, seats):
        view = views[-1]
        if view.scores is not None:
            continue
        sheet = sheet_of(PAINTER.board, view, NAMES)
        texts = painters.texts(sheet)

        for letter in LETTERS:
            assert texts.count(letter) == len(view.hives)
        chips = [one.text for one in sheet.written if one.style == kinds.COUNT]
        newest_first = [told for hive in view.hives for told in reversed(hive.rounds)]
        assert chips == [str(getattr(told.shapes, kind)) for told in newest_first for kind in KINDS]
        for hive in view.hives:
            for cell in range(12):
                if hive.rounds:
                    assert texts.count(str(hive.rounds[-1].counts[cell])) >= 1
                    earlier = "  ".join(str(told.counts[cell]) for told in hive.rounds[:-1])
                    assert not earlier or earlier in texts


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
                assert alt_text.cleared_text(hive.cleared) in alt
            if hive.doublers is not None:
                who = text.join_words([NAMES[seat] for seat in hive.doublers]) or "nobody"
                assert f"Double on {alt_text.hive_name(hive.name)}: {who}." in alt
        if view.phase == "round":
            assert f"Not ready yet: {', '.join(NAMES[seat] for seat in view.actors)}." in alt


@every_match
def test_a_draft_shows_shapes_what_they_look_at_guesses_and_hints(edition: str, seats: int) -> None:
    shapes = 0
    for views in picked(edition, seats):
        own = views[0].own
        assert own is not None
        texts = texts_of(PAINTER.hand, views[0], NAMES)
        for mine in own.hives:
            if mine.shape is not None:
                shapes += 1
                assert alt_text.shape_name(mine.shape) in texts
                assert draft.looks_text(mine.shape.looks) in texts
            assert not mine.double or "Double" in texts
            assert not mine.block or "Block" in texts
            for hint in mine.hints:
                assert draft.hint_line(hint) in texts

    assert shapes >= 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_line_of_a_submission_is_lost_to_long_names(edition: str) -> None:
    """Guesses of totals (HM-18) name everybody, and must not push hints out of the picture."""
    for views in picked(edition, 7):
        for view in views[:-1]:
            assert view.own is not None
            texts = texts_of(PAINTER.hand, view, LONG)
            told = " ".join(texts).split()

            assert all(draft.hint_line(hint) in texts for mine in view.own.hives for hint in mine.hints)
            assert all(word in told for line in draft.status_sentences(view, LONG, view.own) for word in line.split())


def test_what_a_shape_looks_at_and_covers_is_marked() -> None:
    view = picked("recharged", 3)[3][0]
    shape = preview.parse_shape("ADE")
    assert shape is not None
    assert view.own is not None
    mine = msgspec.structs.replace(view.own.hives[0], shape=shape)
    marks = {letter: face.mark for letter, face in draft.faces(view, 0, mine).items()}

    assert {letter for letter, mark in marks.items() if mark == "covered"} == set("ADE")
    assert {letter for letter, mark in marks.items() if mark == "looked"} == set("BFHI")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_choices_of_a_hive_are_shown_one_after_the_other(edition: str) -> None:
    view = picked(edition, 3)[2][0]
    (name, *_) = preview.open_hives(view)
    for kind in KINDS:
        hexes = PAINTER.preview(view, NAMES, f"{name} {kind}")
        assert f"can cover {' '.join(preview.hexes_of_kind(kind))}" in hexes.alt
        for letter in preview.hexes_of_kind(kind)[::4]:
            sheet, alt = sheet_and_alt(PAINTER.preview, view, NAMES, f"{name} {kind} {letter}")
            shapes = preview.list_shapes_on_hex(kind, letter)

            assert [shape.letters for shape in shapes] == [each for each in painters.texts(sheet) if len(each) == 3]
            assert all(f"{shape.letters} {draft.looks_text(shape.looks)}" in alt for shape in shapes)


def test_a_hive_shown_alone_is_named_first() -> None:
    view = picked("recharged", 3)[2][0]
    for hive in preview.open_hives(view):
        for action in (hive, f"{hive}:hij", f"double:{hive}"):
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


def test_a_guess_shows_the_chances_only_where_they_are_asked_for() -> None:
    """A table may keep its note sheets closed."""
    view = picked("recharged", 3)[4][0]
    guess = "12.312.21.1."
    for number, hive in enumerate(view.hives):
        shares = notes.percents(posterior(view)[number], 0)
        plain = PAINTER.guess(view, NAMES, hive.name, guess)
        told = PAINTER.guess(view, NAMES, hive.name, guess, odds=True)

        assert plain == PAINTER.preview(view, NAMES, f"guess:{hive.name}:{guess}")
        assert "Chances" not in plain.alt
        assert "Chances of 1/2/3 in percent: A " in told.alt
        assert shares[0] in texts_of(PAINTER.guess, view, NAMES, hive.name, guess, odds=True)
        with pytest.raises(ValueError, match="nothing to guess"):
            PAINTER.guess(view, NAMES, hive.name, "123")


@pytest.mark.parametrize(
    "action",
    [
        "",
        "charge tri Z",
        "charge:ABL",
        "charge square",
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
    for draw in (PAINTER.hints, PAINTER.notes):
        with pytest.raises(ValueError, match="spectator"):
            draw(view, NAMES)
    with pytest.raises(ValueError, match="spectator"):
        PAINTER.preview(view, NAMES, "1")


@every_match
def test_the_note_sheet_tells_chances_in_whole_percent(edition: str, seats: int) -> None:
    for views in picked(edition, seats):
        texts = texts_of(PAINTER.notes, views[0], NAMES)
        for found in posterior(views[0]):
            for cell in range(12):
                shares = notes.percents(found, cell)
                assert ("100" in shares) == bool(notes.certain_value(found.counts[cell]))
                for count, share in zip(found.counts[cell], shares, strict=True):
                    assert (share == "–") == (count == 0)
                    if share not in ("–", "100"):
                        assert abs(100 * count / found.layouts - int(share)) <= 1
                        assert share in texts


def test_a_hex_that_is_certain_has_a_large_digit() -> None:
    counts = ((0, 0, 7), (7, 0, 0), *[(3, 3, 1)] * 10)
    found = notes.HiveNotes("charge", 7, counts)

    assert notes.certain_value(counts[0]) == "3"
    assert notes.percents(found, 0) == ["–", "–", "100"]
    assert notes.percents(notes.HiveNotes("charge", 20000, ((1, 19999, 0),) * 12), 0) == ["1", "99", "–"]


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
    for score in view.scores.seats:
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

    assert f"Elimination Candidate: {NAMES[2]}, fewest points among those without a Token of Life." in told[0]
    assert f"Elimination Candidate: {NAMES[2]}, fewest points." in told[1]
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
    assert all(row in alt for row in results.describe_points_by_source(view, names)) or alt.endswith(text.REST)
    assert all(values in alt for values in view.scores.values)


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


def test_a_name_that_the_font_lacks_is_shown_by_the_seat() -> None:
    view = picked("tempo", 3)[2][-1]

    assert alt_text.display_names(view, ("漢字", "Bénédicte", "")) == ("Seat 1", "Bénédicte", "Seat 3")
    assert {"Seat 1", "Bénédicte", "Seat 3"} <= set(texts_of(PAINTER.board, view, ("漢字", "Bénédicte", "")))


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
