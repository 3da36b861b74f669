"""Further pictures of Monster Hex: marks on new pieces, zoom, legend, targets of a tile, replay."""

from io import BytesIO
from itertools import islice, pairwise

import msgspec
import pytest
from PIL import Image

from engine.monster_hex.content import layout
from engine.monster_hex.preview import (
    expected_points,
    find_placements,
    forecast,
    powers_at_stones,
    value_for_faction,
)
from engine.monster_hex.view import Capture, Score, View
from language.messages import speaking
from render import animation, painter
from render.hexes import Grid, neighbours
from render.monster_hex import (
    ending,
    hand,
    legend,
    prospects,
    rotations,
    status,
    stones,
    text_board,
    tiles,
    zoom,
)
from render.monster_hex.contests import edge_states, find_contests, seat_order
from render.monster_hex.naming import tile_name
from render.monster_hex.rotation_names import rotation_effects
from render.picture import ALT_LIMIT
from tests.kits.painters import sheet_and_alt, sheet_of, texts, texts_of
from tests.render import monster_hex_samples as samples

PAINT = painter("monster_hex")
BOARDS = [2, 3, 4]


def capturing(seats: int) -> list[tuple[View, View]]:
    """Return a random game's spectator views before and after each placement or choice that captured stones."""
    views = [views[-1] for views in samples.played(seats, seats)]
    return [
        (before, after) for before, after in pairwise(views) if before.captures.count(None) > after.captures.count(None)
    ]


def find_to_move(seats: int) -> list[View]:
    """Return a random game's views of the seat that must place, in the second half, where stones are captured."""
    found = [views[views[-1].actors[0]] for views in samples.played(seats, seats) if views[-1].phase == "place"]
    return found[len(found) // 2 :]


@pytest.mark.parametrize("seats", BOARDS)
def test_stones_captured_just_now_are_told_from_older_ones(seats: int) -> None:
    for before, after in capturing(seats):
        stones = samples.fields(seats)[1]
        known = {stone for stone, found in zip(stones, before.captures, strict=True) if found is not None}
        fresh = {stone for stone, found in zip(stones, after.captures, strict=True) if found is not None} - known

        assert fresh <= set(status.newest_captures(after))
        if before.phase == "place":
            assert fresh == set(status.newest_captures(after))


@pytest.mark.parametrize("seats", BOARDS)
def test_a_card_has_the_points_by_everybodys_newest_tile(seats: int) -> None:
    """A computer player moves at once, so a card shows its move and the one before."""
    views = [views[-1] for views in samples.played(seats, seats)]
    for number, view in enumerate(views):
        if len(view.last) == seats and view.winners is None:
            labels = [{monster.label for monster in each.monsters} for each in views[:number]]
            before = views[max(index for index, there in enumerate(labels) if view.last[0] not in there)]
            gained = [new.score.points - old.score.points for new, old in zip(view.seats, before.seats, strict=True)]
            assert [status.recent_gains(view).get(seat, 0) for seat in range(seats)] == gained


@pytest.mark.parametrize("seats", BOARDS)
def test_points_taken_just_now_are_written_beside_the_seats_points(seats: int) -> None:
    _, after = capturing(seats)[0]
    quiet = msgspec.structs.replace(after, last=())

    for gain in status.recent_gains(after).values():
        chips = texts_of(PAINT.board, after, samples.NAMES).count(f"+{gain}")
        assert chips == texts_of(PAINT.board, quiet, samples.NAMES).count(f"+{gain}") + list(
            status.recent_gains(after).values()
        ).count(gain)


def test_nothing_is_new_before_the_first_placement() -> None:
    view = samples.view(3, 0)

    assert status.newest_captures(view) == {}
    assert status.recent_gains(view) == {}


@pytest.mark.parametrize("seats", BOARDS)
def test_large_stones_are_named_before_anybody_is_there_and_when_taken(seats: int) -> None:
    empty = texts_of(PAINT.board, samples.view(seats, 0), samples.NAMES)
    full = samples.view(seats, {2: 18, 3: 30, 4: 32}[seats], over=True)
    taken = texts_of(PAINT.board, full, samples.NAMES)

    for name in ("Azure", "Amber", "Jade"):
        assert any(words.startswith(name) for words in empty)
    for stone, capture in zip(layout(seats).stones, full.captures, strict=True):
        if stone.large and not stone.demon_king and capture and capture.taken:
            assert stones.last_word(stone.name) in taken


@pytest.mark.parametrize("seats", BOARDS)
def test_stones_tell_powers_and_hexes_left(seats: int) -> None:
    for views in samples.played(seats, seats)[::9]:
        view = views[-1]
        lying = {monster.label: monster for monster in view.monsters}
        table = layout(seats)
        for stone, contest in find_contests(view).items():
            facing = table.facing[table.stone_index[stone.label]]
            around = [(lying.get(table.board.name[cell]), edge) for cell, edge in facing]
            powers = dict.fromkeys((monster.seat for monster, _ in around if monster), 0)
            for monster, edge in around:
                if monster:
                    powers[monster.seat] += monster.powers[edge]

            assert dict(contest.powers) == powers
            assert [power for _, power in contest.powers] == sorted(powers.values(), reverse=True)
            assert contest.left == sum(monster is None for monster, _ in around)
            assert contest.left or view.take is not None


@pytest.mark.parametrize("seats", BOARDS)
def test_edges_are_lit_by_what_they_face(seats: int) -> None:
    view = samples.view(seats, 10)
    table, states = layout(seats), edge_states(view)
    at = {(place.q, place.r): place.label for place in table.places}
    live = {stone.label for stone in samples.open_stones(view)}
    free = {cell.label for cell in table.cells} - {monster.label for monster in view.monsters}
    for cell in table.cells:
        for edge, place in enumerate(neighbours(cell.q, cell.r)):
            if cell.label in states:
                faced = at.get(place)
                expected = tiles.LIVE if faced in live else tiles.OPEN if faced in free else tiles.SPENT
                assert states[cell.label][edge] == expected
    assert set(states) == {monster.label for monster in view.monsters}


@pytest.mark.parametrize("seats", BOARDS)
def test_cards_and_texts_have_one_order_the_order_of_play(seats: int) -> None:
    labels = ("Ann", "Ben", "Zoe", "Max")
    for views in samples.played(seats, seats)[:: 7 * seats]:
        view = views[-1]
        names = [labels[seat] for seat in seat_order(view)]
        written = texts_of(PAINT.board, view, labels)
        alt, told = PAINT.board(view, labels).alt, PAINT.text(view, labels)

        assert [words for words in written if words in names] == names
        seated = next(sentence for sentence in alt.split(". ") if sentence.count("; ") == seats - 1)
        assert [words.split()[0] for words in seated.split("; ")] == names
        assert [line.split()[1] for line in told.split("\n\n")[0].split("\n")[-seats:]] == names


@pytest.mark.parametrize("seats", BOARDS)
def test_before_the_first_tile_only_its_owner_is_told_where_it_may_go(seats: int) -> None:
    views = next(views for views in samples.played(seats, seats) if views[-1].phase == "place")
    first = views[-1].actors[0]
    for seat in range(seats):
        written = texts_of(PAINT.hand, views[seat], samples.NAMES)
        waiting = hand.WAITING in PAINT.hand_text(views[seat], samples.NAMES)

        assert (hand.WAITING in written) == waiting == (seat != first)
        assert any(words.startswith("fits ") for words in written) == (seat == first)


@pytest.mark.parametrize("seats", BOARDS)
def test_rotations_are_shown_side_by_side(seats: int) -> None:
    for view in find_to_move(seats)[::5]:
        tile = (view.hand or ("",))[0]
        for label, turns in list(find_placements(view, tile).items())[:2]:
            sheet, alt = sheet_and_alt(PAINT.preview, view, samples.NAMES, f"place {tile} {label}")
            effects, written = rotation_effects(view, tile, label, turns), texts(sheet)
            numbered = [f"{number}: {effect}" for number, effect in enumerate(effects.values(), 1)]

            assert set(map(str, range(1, len(turns) + 1))) <= set(written)
            for turn in turns:
                powers = [power for _, power in powers_at_stones(view, tile, label, turn)]
                assert all(any(words.startswith(f"+{power} ") for words in written) for power in powers)
            assert all(name in alt for name in numbered) or len(alt) == ALT_LIMIT
            turned = PAINT.preview(view, samples.NAMES, f"place {tile} {label} {turns[-1]}").alt
            assert all(name in turned for name in numbered) or len(turned) == ALT_LIMIT


def test_six_rotations_fit_a_phone_in_one_screen() -> None:
    """A phone has 390 by 844 pixels; with text and all buttons visible, 400 remain for the picture."""
    six = (
        sheet_of(PAINT.preview, view, samples.NAMES, f"place {tile} {label}").plane
        for seats in BOARDS
        for view in find_to_move(seats)
        for tile in view.hand or ()
        for label, turns in find_placements(view, tile).items()
        if len(turns) == 6
    )
    drawn = list(islice(six, 4))

    assert len(drawn) == 4
    assert all(plane.height * 390 / plane.width <= 400 for plane in drawn)


@pytest.mark.parametrize("seats", BOARDS)
def test_the_stones_beside_a_tile_are_whole_in_the_picture_of_its_ways(seats: int) -> None:
    seen = 0
    for view in find_to_move(seats):
        for label in find_placements(view, (view.hand or ("",))[0]):
            where = rotations.find_neighbourhood(view, label)
            stones = rotations.list_stones(view, where)
            for size, reach in (((580, 1000), rotations.WHOLE), ((380, 480), rotations.REACH)):
                shown = rotations.fit_window(where, stones, size, reach)
                grid = Grid(shown.pitch, shown.x, shown.y)
                for x, y in (grid.centre(*at) for at in stones):
                    assert shown.pitch / 2 - 1 <= x <= shown.width - shown.pitch / 2 + 1
                    assert shown.pitch * 0.57 <= y <= shown.height - shown.pitch * 0.57
                    seen += 1
                assert shown.height <= size[1] + 1
    assert seen


@pytest.mark.parametrize("seats", BOARDS)
def test_a_hand_leaves_room_for_its_buttons_and_names_the_hexes_on_its_boards(seats: int) -> None:
    """Below the question, 345 of the 844 pixels of a phone remain; a row of buttons for each tile takes the rest."""
    for view in find_to_move(seats)[::3]:
        sheet = sheet_of(PAINT.hand, view, samples.NAMES)
        fitting = {label for tile in view.hand or () for label in find_placements(view, tile)}

        assert sheet.plane.height * 390 / sheet.plane.width <= 345
        assert fitting <= {*texts(sheet)}


@pytest.mark.parametrize("seats", BOARDS)
def test_the_result_tells_winner_sources_and_turning_point(seats: int) -> None:
    views = [views[-1] for views in samples.played(seats, seats)]
    written, last = texts_of(PAINT.result, views, samples.NAMES), views[-1]
    ranked = [last.seats[seat].score.points for seat in ending.ranking(last)]

    assert last.winners is not None
    assert any(samples.NAMES[winner] in words for winner in last.winners for words in written)
    assert ranked == sorted(ranked, reverse=True)
    assert all(str(seat.score.points) in written for seat in last.seats)


def test_the_result_says_how_a_tie_was_broken() -> None:
    over = samples.view(2, 18, over=True)
    for reason, winners, words in (
        ("demon_king", (1,), "Level on points; first at the Demon King wins"),
        ("shared", (0, 1), "Level on points; nobody first at the Demon King"),
    ):
        view = msgspec.structs.replace(over, reason=reason, winners=winners)
        assert words in texts_of(PAINT.result, [view], samples.NAMES)
    view = msgspec.structs.replace(over, reason="forfeit", winners=(0,))
    assert any("by forfeit" in words for words in texts_of(PAINT.result, [view], samples.NAMES))


def test_the_turning_point_is_the_largest_swing_of_the_lead() -> None:
    views = [views[-1] for views in samples.played(3, 4)]
    winners = views[-1].winners or ()
    leads = [
        max(view.seats[seat].score.points for seat in winners)
        - max(seat.score.points for number, seat in enumerate(view.seats) if number not in winners)
        for view in views
    ]
    swings = [after - before for before, after in pairwise(leads)]
    (round_,) = {view.round for view, swing in zip(views, swings, strict=False) if swing == max(swings)} or {0}
    alt = PAINT.result(views, samples.NAMES).alt

    assert f"in round {round_}." in alt


def test_the_capture_that_decided_the_game_is_the_last_one_that_took_the_lead() -> None:
    over = samples.view(2, 18, over=True)
    stones_ = layout(over.board).stones

    def after(round_: int, points: tuple[int, int], *fallen: str) -> View:
        captures = tuple(Capture((5, 3), 0, 1, ()) if stone.short_name in fallen else None for stone in stones_)
        seats = [
            msgspec.structs.replace(seat, score=Score(each, each, 0, 0, 0, 0))
            for seat, each in zip(over.seats, points, strict=True)
        ]
        return msgspec.structs.replace(over, round=round_, captures=captures, seats=tuple(seats), winners=(0,))

    level = [after(8, (9, 17)), after(9, (17, 17), "Amber Lord")]
    won = after(9, (22, 20), "Amber Lord", "Jade Lord")

    assert "In the lead for good since round 9: Jade Lord" in texts_of(PAINT.result, [*level, won], samples.NAMES)


def test_after_the_end_a_zoom_is_titled_by_its_place() -> None:
    view = samples.view(3, 30, over=True)
    label = view.monsters[0].label
    written = texts_of(PAINT.zoom, view, samples.NAMES, label)

    assert f"Around {label}" in written
    assert any(words.endswith(("wins", "victory")) for words in written)
    assert not any(words.startswith("with ") for words in written)


@pytest.mark.parametrize("seats", BOARDS)
def test_targets_show_the_tile_its_hexes_and_expected_points(seats: int) -> None:
    for view in find_to_move(seats)[::3]:
        for tile in view.hand or ():
            written = texts_of(PAINT.preview, view, samples.NAMES, f"place {tile}")
            found = prospects.best_prospects(view, tile)
            printed = next(every for every in samples.tiles() if every.id == tile)

            assert list(found) == list(find_placements(view, tile))
            assert printed.name in written
            assert all(label in written for label in found)
            assert all(f"+{prospects.own_points(view, each)}" in written for each in found.values() if each is not None)
            # The picture shows the tile itself in addition to the Monsters on the board.
            lying = sum(monster.powers.count(5) for monster in view.monsters)
            values = sum(value.points == 5 for stone in samples.open_stones(view) for value in stone.values)
            powers = [power for each in find_contests(view).values() for _, power in each.powers[:2]].count(5)
            assert written.count("5") == lying + printed.powers.count(5) + values + powers


@pytest.mark.parametrize("seats", [2])
def test_in_previews_only_what_would_be_captured_stands_out(seats: int) -> None:
    """A stone captured in the turn before must not look as if this placement captured it."""
    views = [view for view in find_to_move(seats) if status.newest_captures(view) and view.hand]
    assert views
    for view in views:
        tile = (view.hand or ("",))[0]
        quiet = msgspec.structs.replace(view, last=())
        laid = [f"place {tile} {label} {turns[0]}" for label, turns in find_placements(view, tile).items()]
        for action in (f"place {tile}", *laid):
            shown, plain = (PAINT.preview(each, samples.NAMES, action) for each in (view, quiet))
            assert shown.png == plain.png


@pytest.mark.parametrize("seats", BOARDS)
def test_prospects_are_the_best_that_forecasts_promise(seats: int) -> None:
    for view in find_to_move(seats)[::2]:
        for tile in view.hand or ():
            for label, prospect in prospects.best_prospects(view, tile).items():
                turned = {turn: forecast(view, tile, label, turn) for turn in find_placements(view, tile)[label]}
                certain = [
                    sum(
                        got.value + got.bonus
                        for each in captures
                        for got in each.capture.taken
                        if got.seat == view.viewer
                    )
                    for captures in turned.values()
                    if not any(each.choice for each in captures)
                ]

                assert (prospect is None) == (not turned[next(iter(turned))])
                if prospect is not None:
                    assert prospect.stones == tuple(each.stone for each in turned[prospect.rotation])
                    assert prospects.own_points(view, prospect) >= max(certain, default=0)


def test_a_pick_is_expected_to_be_the_value_worth_most() -> None:
    view = next(
        view
        for seed in range(30)
        for views in samples.played(3, seed)
        if views[-1].phase == "place"
        for view in (views[views[-1].actors[0]],)
        for tile in view.hand or ()
        for label, turns in find_placements(view, tile).items()
        if any(each.choice for each in forecast(view, tile, label, turns[0]))
    )
    tile, label, turn = next(
        (tile, label, turns[0])
        for tile in view.hand or ()
        for label, turns in find_placements(view, tile).items()
        if any(each.choice for each in forecast(view, tile, label, turns[0]))
    )
    captures = forecast(view, tile, label, turn)
    (asked,) = [each for each in captures if each.choice]
    alone = expected_points(view, [asked])
    first, second = asked.capture.first, asked.capture.second
    assert asked.choice is not None
    assert first is not None
    assert second is not None
    worth = {value.points: value_for_faction(value, view.seats[first].faction) for value in asked.choice.values}

    assert alone[first] == max(worth.values())
    assert set(alone) == {first, second}


@pytest.mark.parametrize("seats", BOARDS)
def test_hand_tells_the_best_that_each_tile_can_take(seats: int) -> None:
    told = 0
    for view in find_to_move(seats):
        written = texts_of(PAINT.hand, view, samples.NAMES)
        plain = PAINT.hand_text(view, samples.NAMES)
        for tile in view.hand or ():
            for best in prospects.sort_prospects(view, prospects.best_prospects(view, tile).values())[:1]:
                told += 1
                assert any(line.startswith(f"+{prospects.own_points(view, best)} on {best.label}") for line in written)
                assert f"+{prospects.own_points(view, best)} on {best.label}, way " in plain

    assert told


@pytest.mark.parametrize("seats", BOARDS)
def test_the_headline_is_cut_within_the_name(seats: int) -> None:
    view = samples.view(seats, 4, viewer=0)
    for letter in "WЖm":
        title = texts_of(PAINT.board, view, (letter * 32,) * seats)[-1 - 4 * seats :]
        (headline,) = [words for words in title if words.endswith(" to place")]
        assert headline.startswith(letter * 10)


def in_full(alt: str) -> set[str]:
    """Return the hexes that a zoomed picture shows in full, from its alt text."""
    return set(alt.split("in full: ")[1].split(".")[0].split())


@pytest.mark.parametrize("seats", BOARDS)
@pytest.mark.slow
def test_zoom_shows_its_hex_whole_and_larger(seats: int) -> None:
    view = samples.view(seats, 12)
    sizes = {written.text: written.style.size for written in sheet_of(PAINT.board, view, samples.NAMES).written}
    cells, stones = samples.fields(seats)
    for place in (*cells[::4], *stones[::2]):
        sheet, alt = sheet_and_alt(PAINT.zoom, view, samples.NAMES, place.label.lower())

        assert f"Around {place.label}" in texts(sheet)
        assert place.label in in_full(alt)
        larger = [written.style.size for written in sheet.written if written.text == place.label]
        assert all(size > sizes[place.label] for size in larger)
        assert len(larger) == (place.label in sizes)


@pytest.mark.parametrize("seats", BOARDS)
def test_the_quarters_together_show_the_whole_board(seats: int) -> None:
    view = samples.view(seats, 12)
    cells, stones = samples.fields(seats)
    parts = [in_full(sheet_and_alt(PAINT.zoom, view, samples.NAMES, quarter)[1]) for quarter in zoom.QUARTERS]

    assert set.union(*parts) == {place.label for place in (*cells, *stones)}
    assert all(len(part) < len(cells) for part in parts)


def test_zoom_to_the_newest_placement_and_to_the_middle_before_the_first() -> None:
    view = samples.view(3, 12)

    assert PAINT.zoom(view, samples.NAMES, "last") == PAINT.zoom(view, samples.NAMES, view.last[-1])
    assert "Middle of the board" in texts_of(PAINT.zoom, samples.view(3, 0), samples.NAMES, "last")


@pytest.mark.parametrize("around", ["", "Z9", "north", "C99", "A" * 5000, "C2 C3"])
def test_zoom_outside_the_board_lists_the_valid_values(around: str) -> None:
    with pytest.raises(ValueError, match=r"no hex .* A1 to I1, .*NW, NE, SW, SE") as refused:
        PAINT.zoom(samples.view(3, 12), samples.NAMES, around)
    assert len(str(refused.value)) < 300


def test_legend_explains_every_faction_and_the_rules_of_its_table() -> None:
    without, two, four = (sheet_and_alt(PAINT.legend, view) for view in (None, samples.view(2, 4), samples.view(4, 4)))

    for sheet, alt in (without, four):
        assert {"Red", "Blue", "Yellow", "Green", "Large Stone", "Small Stone", "Demon King", "Edges"} <= set(
            texts(sheet)
        )
        assert legend.OVERWHELM not in alt
    assert {"Red", "Blue"} <= set(texts(two[0]))
    assert not {"Yellow", "Green"} & set(texts(two[0]))
    assert legend.OVERWHELM in two[1]
    for sheet, alt in (without, two, four):
        told = " ".join(texts(sheet))
        assert not alt.endswith("…")
        assert all(word in told for word in alt.split(". ", 2)[2].replace(":", "").split()), alt


@pytest.mark.parametrize("seats", [3])
@pytest.mark.slow
def test_replay_has_each_board_as_a_frame_to_the_pixel(seats: int) -> None:
    views = [views[-1] for views in samples.played(seats, seats)]
    replayed = PAINT.replay(views, samples.NAMES)

    with Image.open(BytesIO(replayed.gif)) as gif:
        assert gif.size == (replayed.width, replayed.height)
        assert gif.n_frames == len(views)  # type: ignore[attr-defined]
        for index, view in [*enumerate(views)][::-7][::-1]:
            gif.seek(index)
            drawn = sheet_of(PAINT.board, view, samples.NAMES)
            with Image.open(BytesIO(drawn.encode("").png)) as picture:
                assert gif.info["duration"] == (
                    animation.LAST_FRAME_MS if index == len(views) - 1 else animation.frame_ms(len(views))
                )
                assert gif.convert("RGB").crop((0, 0, *picture.size)).tobytes() == picture.convert("RGB").tobytes()


def test_replay_tells_the_placements_in_words() -> None:
    views = [views[-1] for views in samples.played(4, 4)]
    alt = PAINT.replay(views, samples.NAMES).alt
    newest = {view.last[-1]: None for view in views if view.last}
    lying = {monster.label: monster for monster in views[-1].monsters}
    placed = [f"{views[-1].seats[lying[at].seat].faction} {tile_name(lying[at].tile)} {at}" for at in newest]

    assert f"Placed, in order: {', '.join(each.capitalize() for each in placed)}.".lower() in alt.lower()


@pytest.mark.parametrize("winners", [(), (1,)])
def test_a_game_that_ends_before_it_began_has_a_result(winners: tuple[int, ...]) -> None:
    before = samples.played(2, 1)[0][-1]
    view = msgspec.structs.replace(before, phase="over", actors=(), winners=winners, reason="forfeit")
    written = texts_of(PAINT.result, [before, view], samples.NAMES)

    assert (samples.NAMES[1] if winners else "Nobody") in written


@pytest.mark.parametrize("count", [1, 2, 19, 35, 81, 200])
def test_a_replay_takes_no_longer_than_twenty_seconds(count: int) -> None:
    assert (count - 1) * animation.frame_ms(count) + animation.LAST_FRAME_MS <= animation.TOTAL_MS == 20_000
    assert animation.frame_ms(count) >= 20


@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_that_is_out_has_left_whether_it_resigned_or_its_time_ran_out(seats: int) -> None:
    view = samples.view(seats, 6)
    out = msgspec.structs.replace(view.seats[0], forfeited=True)
    view = msgspec.structs.replace(view, actors=(1,), seats=(out, *view.seats[1:]))
    sheet = sheet_of(PAINT.board, view, samples.NAMES)
    assert "has left" in texts(sheet)
    assert "has left, " in text_board.plain_text(view, samples.NAMES)


def test_words_on_stones_are_in_the_readers_language() -> None:
    """Stones are cached, for each language of its own."""
    view = samples.view(2, 9)
    english = texts_of(PAINT.board, view, samples.NAMES)
    with speaking("de"):
        german = texts_of(PAINT.board, view, samples.NAMES)

    assert texts_of(PAINT.board, view, samples.NAMES) == english
    assert {"2 left", "Jade Lord"} <= {*english}
    assert {"noch 2", "Jadefürst"} <= {*german}
    assert not {"2 left", "Jade Lord"} & {*german}
