"""Pictures and texts of Monster Hex: drawn from views alone, legible, complete, within Discord's limits."""

import msgspec
import pytest

from engine.monster_hex.content import TILES, layout
from engine.monster_hex.preview import find_placements, forecast, list_matches
from engine.monster_hex.view import View
from language.messages import list_and
from render import painter
from render.monster_hex import board, naming, status
from render.monster_hex.themes import THEMES
from render.palette import get_palette
from tests.kits import painters
from tests.kits.painters import sheet_and_alt, sheet_of, texts_of
from tests.render import monster_hex_samples as samples
from tests.render.sample_games import sample_game

PAINT = painter("monster_hex")
DARK = THEMES["dark"]
FULL = {2: 18, 3: 30, 4: 32}
VIEWS = [
    pytest.param(
        samples.view(seats, placed, viewer=0, over=placed == FULL[seats]), id=f"{seats} seats, {placed} placed"
    )
    for seats in (2, 3, 4)
    for placed in (0, FULL[seats] // 2, FULL[seats] - 2, FULL[seats])
]
BOARDS = [2, 3, 4]


@pytest.mark.parametrize("seats", BOARDS)
def test_what_is_printed_is_what_the_file_says(seats: int) -> None:
    """A view names only the board; its hexes, stones and tiles are those of the data file and the rule book."""
    printed = layout(samples.view(seats).board)

    assert (printed.cells, printed.stones) == samples.fields(seats)
    assert printed.rounds == samples.CONTENT["boards"][str(seats)]["rounds"]
    assert samples.tiles() == TILES


@pytest.mark.parametrize("seats", BOARDS)
def test_powers_and_values_are_written_on_the_board(seats: int) -> None:
    view = samples.view(seats, FULL[seats] // 2)
    written = texts_of(PAINT.board, view, samples.NAMES)

    for power in range(1, 6):
        expected = sum(monster.powers.count(power) for monster in view.monsters)
        assert written.count(str(power)) >= expected > 0
    for cell in samples.fields(seats)[0]:
        occupied = any(monster.label == cell.label for monster in view.monsters)
        assert (cell.label in written) != occupied
    for value in (value for stone in samples.open_stones(view) for value in stone.values):
        assert str(value.points) in written
    for seat in view.seats:
        assert (seat.faction or "?")[0].upper() in written


@pytest.mark.parametrize("view", VIEWS)
def test_alt_text_tells_all_that_is_on_the_board(view: View) -> None:
    alt = PAINT.board(view, samples.NAMES).alt
    told = alt.replace(",", " ").replace(".", " ").replace(";", " ").replace(":", " ").split()

    for monster in view.monsters:
        assert f"{monster.label} {naming.tile_name(monster.tile)} {''.join(map(str, monster.powers))}" in alt
    cells, stones = samples.fields(view.board)
    for place in (*cells, *stones):
        assert place.label in told
    for seat, name in zip(view.seats, samples.NAMES, strict=False):
        assert f"{name} ({seat.faction}) {seat.score.points}" in alt
    for stone, capture in zip(stones, view.captures, strict=True):
        for got in capture.taken if capture else ():
            assert f"{samples.FACTIONS[got.seat].capitalize()} +{got.value + got.bonus}" in alt
        for value in stone.values if not capture else ():
            assert f"{value.faction} {value.points}" in alt
    for seat in view.actors:
        assert f"{samples.NAMES[seat]} ({view.seats[seat].faction}) {view.seats[seat].score.points}, to place" in alt


def test_a_name_without_ink_is_shown_by_its_faction() -> None:
    view = samples.view(3, 12)

    assert naming.display_names(view, ("\u2800", "漢字", "")) == ("Red", "漢字", "Yellow")
    written = texts_of(PAINT.board, view, ("\u2800", "漢字", ""))
    assert {"Red", "漢字", "Yellow"} <= set(written)


def test_before_factions_are_known_seats_have_numbers() -> None:
    view = sample_game("monster_hex", 2, 1)[0][-1]

    assert view.seats[0].faction is None
    assert naming.display_names(view, ("\u2800", "")) == ("Seat 1", "Seat 2")


def test_the_newest_placement_is_the_only_white_outline() -> None:
    view = samples.view(3, 12)
    bare = msgspec.structs.replace(view, last=())
    marked, plain = board.Board(view, DARK), sheet_of(PAINT.board, bare, samples.NAMES)
    corner = marked.grid.pitch * 0.558
    white = {}
    for label in view.last:
        x, y = marked.grid.centre(*marked.where[label])
        white[label] = sheet_of(PAINT.board, view, samples.NAMES).plane.getpixel((x, round(y - corner)))
        assert plain.plane.getpixel((x, round(y - corner))) != white[label]

    assert white.pop(view.last[-1]) == get_palette(DARK).nearest_index(DARK.ink)
    assert get_palette(DARK).nearest_index(DARK.ink) not in white.values()


def test_the_end_shows_winners_and_what_their_points_are_made_of() -> None:
    view = samples.view(4, 32, over=True)
    written = texts_of(PAINT.board, view, samples.NAMES)
    assert view.winners is not None
    winners = list_and([samples.NAMES[seat] for seat in view.winners])

    assert any(text.startswith(winners) and "win" in text for text in written)
    card = texts_of(PAINT.result, [view], samples.NAMES)
    assert {"large stones", "small stones", "own colour"} <= set(card)
    for seat in view.seats:
        assert {str(part) for part in (seat.score.large, seat.score.small, seat.score.colour) if part} <= set(card)
    assert not any("to place" in text for text in written)


@pytest.mark.parametrize(
    ("winners", "reason", "title", "state"),
    [
        ((0,), "most_points", "Ann wins", "{points} points"),
        ((0, 1), "shared", "Ann and Bénédicte share the victory", "{points} points"),
        ((1,), "demon_king", "Bénédicte wins", "level on points, first at the Demon King"),
        ((1,), "forfeit", "Bénédicte wins", "by forfeit"),
        ((), "forfeit", "Nobody wins", "by forfeit"),
    ],
)
def test_the_headline_says_how_the_game_ended(winners: tuple[int, ...], reason: str, title: str, state: str) -> None:
    view = msgspec.structs.replace(samples.view(2, 18, over=True), winners=winners, reason=reason)

    points = view.seats[winners[0]].score.points if winners else None

    assert status.headline(view, samples.NAMES)[:2] == (title, state.format(points=points))


def test_at_the_end_everybody_has_a_place() -> None:
    view = samples.view(4, 32, over=True)
    points = (7, 19, 7, 12)
    seats = tuple(
        msgspec.structs.replace(seat, score=msgspec.structs.replace(seat.score, points=scored))
        for seat, scored in zip(view.seats, points, strict=True)
    )
    ended = msgspec.structs.replace(view, seats=seats, winners=(1,))
    tied = msgspec.structs.replace(ended, seats=(seats[1], *seats[1:]), reason="demon_king")

    assert [status.seat_notes(ended, seat)[-1] for seat in range(4)] == ["third", "winner", "third", "second"]
    assert [status.seat_notes(tied, seat)[-1] for seat in range(4)] == ["second", "winner", "fourth", "third"]


def test_wide_names_leave_room_for_what_happened() -> None:
    view = samples.view(3, 12)
    monster = next(monster for monster in view.monsters if monster.label == view.last[-1])
    faction = samples.FACTIONS[monster.seat].capitalize()

    assert f"{faction}: {naming.tile_name(monster.tile)} on {monster.label}" in status.newest_move(
        view, ("W" * 32,) * 3
    )


def test_a_choice_at_a_stone_is_announced() -> None:
    view = samples.view(3, 22, take=True)
    assert view.take is not None
    alt = PAINT.board(view, samples.NAMES).alt

    stone = naming.stone_names(view, [view.take.stone])[0]
    values = " or ".join(str(value.points) for value in view.take.values)
    assert f"{samples.NAMES[view.take.seat]} to choose a value" in alt
    assert f"To choose: {stone}: {values}." in alt
    assert "to choose, " in alt


@pytest.mark.parametrize("seats", BOARDS)
def test_hand_shows_own_tiles_and_where_each_fits(seats: int) -> None:
    view = samples.view(seats, FULL[seats] // 2, viewer=1)
    sheet, alt = sheet_and_alt(PAINT.hand, view, samples.NAMES)
    written = painters.texts(sheet)

    assert view.hand is not None
    for tile in view.hand:
        count = len(find_placements(view, tile))
        name = naming.tile_name(tile)
        assert name in written
        assert f"fits {count} hexes" in written
        assert f" {name}, rank " in alt
    assert not any(tile.name in written for tile in samples.tiles() if tile.id not in view.hand)


def test_a_hand_with_nothing_left_is_still_a_picture() -> None:
    view = samples.view(2, 18, viewer=0, over=True)
    bare = msgspec.structs.replace(view, hand=())

    assert PAINT.hand(bare, samples.NAMES).height > 100


@pytest.mark.parametrize("seats", BOARDS)
def test_preview_lays_the_tile_and_tells_matches_and_captures(seats: int) -> None:
    view = samples.view(seats, FULL[seats] - 3, viewer=0)
    assert view.hand is not None
    tile, label, rotation = max(
        (
            (tile, label, turn)
            for tile in view.hand
            for label, turns in find_placements(view, tile).items()
            for turn in turns
        ),
        key=lambda placement: len(forecast(view, *placement)),
    )
    picture = PAINT.preview(view, samples.NAMES, f"place {tile} {label} {rotation}")

    for match in list_matches(view, tile, label, rotation):
        assert f"{naming.EDGES[match.edge]} with {match.neighbour} ({match.power})" in picture.alt
    for capture in forecast(view, tile, label, rotation):
        assert f"Captures {naming.stone_names(view, [capture.stone])[0]}" in picture.alt
    assert picture.png != PAINT.board(view, samples.NAMES).png


@pytest.mark.parametrize(
    "action", ["", "place", "place S1 Z9 0", "place X1 D1 0", "place S1 D1 6", "take 7", "place S1 D1 0 now"]
)
def test_other_actions_have_no_preview(action: str) -> None:
    with pytest.raises(ValueError, match="to preview"):
        PAINT.preview(samples.view(2, 0, viewer=0), samples.NAMES, action)


def test_an_occupied_hex_has_no_preview() -> None:
    view = samples.view(2, 4, viewer=0)

    with pytest.raises(ValueError, match="to preview"):
        PAINT.preview(view, samples.NAMES, f"place S1 {view.monsters[0].label} 0")
