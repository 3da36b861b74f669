"""Pictures of Hex Battle Wars: drawn from views alone, complete, legible, within limits, without hidden tiles."""

import re
from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace

from engine.hex_battle_wars import odds, preview
from engine.hex_battle_wars.board import column, field
from engine.hex_battle_wars.view import View
from render.hex_battle_wars import (
    PAINTER,
    alt_text,
    board,
    ending,
    figures,
    naming,
    pages,
    replay,
)
from render.hex_battle_wars.places import fit
from render.hex_battle_wars.themes import SIDES, THEMES, BattleTheme, reach_fill, reach_ink
from render.palette import MAX_COLOURS, get_palette
from render.picture import WIDTH
from tests.kits import painters
from tests.kits.painters import sheet_and_alt, sheet_of
from tests.render.battle_samples import (
    LONG,
    NAMES,
    Views,
    acting,
    find_first,
    large_game,
    whole_game,
)
from tests.render.colour_vision import VISIONS, contrast, difference, on_a_phone_in_grey, seen
from tools.pictures.hex_battle_wars import is_rolled

DARK = THEMES["dark"]
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def lies_apart(view: View) -> bool:
    """Return whether a hidden character's tiles lie on several hexes."""
    return any(len(set(seat.tiles)) > 2 for seat in view.seats)


def moving(hidden: bool = False) -> View:
    """Return the view of a seat that must move."""
    return acting(find_first(whole_game(), lambda view: is_rolled(view, hidden)))


def shooting() -> View:
    """Return the view of a seat with a target in sight."""
    return acting(find_first(whole_game(), lambda view: bool(odds.targets(view))))


def test_what_is_said_of_tiles_that_stay_is_whole_sentences() -> None:
    alt = sheet_and_alt(PAINTER.preview, moving(hidden=True), LONG, "stay")[1]

    assert alt.startswith("All tiles stay. Tile ")
    assert not re.search(r"[.,] ?[.,]", alt), alt


def told_to(view: View, viewer: int) -> tuple[object, ...]:
    """Return all pictures and texts of a position that a viewer gets."""
    shown: list[object] = [PAINTER.board(view, NAMES), PAINTER.zoom(view, NAMES, "last"), PAINTER.text(view, NAMES)]
    shown.append(PAINTER.replay([view], NAMES).gif)
    if 0 <= viewer < len(view.seats):
        shown += [PAINTER.hand(view, NAMES), PAINTER.hand_text(view, NAMES), PAINTER.preview(view, NAMES, "see a1")]
    return tuple(shown)


def with_real(view: View, owner: int, tile: int) -> View:
    """Return the view with another tile as the real one."""
    seats = list(view.seats)
    seats[owner] = replace(seats[owner], real=tile)
    return replace(view, seats=tuple(seats))


def test_which_tile_is_real_shows_in_its_owner_s_own_pictures_alone() -> None:
    views: Views = find_first(whole_game(), lambda view: lies_apart(view) and view.winners is None)
    owner = next(seat for seat, seated in enumerate(views[-1].seats) if len(set(seated.tiles)) > 2)
    own = [with_real(views[owner], owner, tile) for tile in (1, 2, 3)]
    other = next(seat for seat in range(3) if seat != owner)

    # Even a view that leaks the real tile is drawn without it for everybody else.
    for viewer in (other, -1):
        leaking = [with_real(views[viewer], owner, tile) for tile in (1, 2, 3)]
        assert len({told_to(view, viewer) for view in (views[viewer], *leaking)}) == 1
    public = [(PAINTER.board(view, NAMES), PAINTER.zoom(view, NAMES, "last")) for view in (*own, views[-1])]
    assert len(set(public)) == 1
    assert len({PAINTER.hand(view, NAMES).png for view in own}) == 3
    assert len({PAINTER.hand_text(view, NAMES) for view in own}) == 3


def test_three_tiles_look_alike_but_for_their_number() -> None:
    drawn = [figures.draw_tile(DARK, 64, naming.find_side(1), number, "B") for number in "123"]

    assert [[written.text for written in sprite.written] for sprite in drawn] == [["B", n] for n in "123"]
    assert len({sprite.plane.size for sprite in drawn}) == 1


def test_every_reachable_hex_has_its_label_and_the_outline_of_its_region() -> None:
    view = moving()
    labels = preview.destination_labels(view)
    sheet, alt = sheet_and_alt(PAINTER.preview, view, NAMES, "move")
    written = painters.texts(sheet)
    covered = set(labels) - set(written)

    # Only plates with a character's health may cover labels.
    assert len(covered) <= sum(len(seat.pieces) for seat in view.seats)
    assert f"Use all {view.turn.roll if view.turn else 0} steps" in alt
    assert " ".join(alt_text.shorten_labels(labels)) in alt


@pytest.mark.parametrize(("rolled", "words"), [(1, "step each"), (2, "steps each")])
def test_one_step_for_each_tile_is_one_step(rolled: int, words: str) -> None:
    view = moving(hidden=True)
    assert view.turn is not None

    assert naming.roll_words(replace(view, turn=replace(view.turn, roll=rolled))) == words


def test_a_chosen_destination_shows_its_way_and_what_is_seen_from_there() -> None:
    view = moving()
    best = preview.suggestions(view)[0]
    found = preview.destination(view, best.label)
    sheet, alt = sheet_and_alt(PAINTER.preview, view, NAMES, f"move {best.label}")

    assert found is not None
    assert f"by {' '.join(found.path)}" in alt
    assert f"From {best.label}" in alt
    assert any(one.text == best.label and one.style.size >= 24 for one in sheet.written)


def test_columns_and_quarters_label_what_is_in_them() -> None:
    view = moving()
    labels = preview.destination_labels(view)
    for word in {label.rstrip("0123456789") for label in labels}:
        among = pages.find_part(view, labels, word)
        assert among == [label for label in labels if label.rstrip("0123456789") == word]
        assert among is not None
        assert len(among) <= 25
    quarters = [set(pages.find_part(view, labels, quarter) or ()) for quarter in pages.QUARTERS]
    assert set().union(*quarters) == set(labels)


def test_tiles_are_chosen_one_after_another() -> None:
    view = moving(hidden=True)
    seat = view.seats[view.viewer]
    words = ["tiles"]
    for tile, label in enumerate(seat.tiles, 1):
        if label is not None:
            assert pages.find_page(view, NAMES, " ".join(words)).title == f"Where to with tile {tile}?"
        words.append("-" if label is None else preview.destination_labels(view, tile)[0])
    page = pages.find_page(view, NAMES, " ".join(words))

    assert page.title == "Your tiles"
    assert f"Tile {seat.real} is you." in page.sub
    assert len(page.paths) == sum(label is not None for label in seat.tiles)


def test_attacks_show_every_target_with_its_odds() -> None:
    view = shooting()
    sheet, alt = sheet_and_alt(PAINTER.preview, view, NAMES, "attack")
    texts = " ".join(one.text for one in sheet.written)
    for target in odds.targets(view):
        assert f"{target.hits * 5} %" in texts
        assert f"needs {target.needed}" in texts
        assert target.label in alt


def test_deployment_lights_legal_hexes_only() -> None:
    view = acting(
        find_first(large_game(), lambda view: view.phase == "deploy" and bool(preview.find_too_near(view, "q17", 9)))
    )
    page = pages.find_page(view, NAMES, "deploy")

    assert page.reach == preview.deploy_labels(view)
    assert len(page.reach) < len(field(view.radius))


@pytest.mark.parametrize(
    "action", ["", "roll", "move zz9", "move a", "tiles", "attack a1", "block 2", "deploy a1", "see zz"]
)
def test_what_has_no_close_up_is_a_value_error(action: str) -> None:
    def begins(view: View) -> bool:
        return view.turn is not None and view.turn.stage == "start" and view.phase == "turn" and not odds.targets(view)

    view = acting(find_first(whole_game(), begins))
    with pytest.raises(ValueError, match=r"\w"):
        PAINTER.preview(view, NAMES, action)


def test_the_board_tells_who_acts_health_and_the_reckoning() -> None:
    views = find_first(
        whole_game(), lambda view: view.shot is not None and view.shot.damage > 0 and view.winners is None
    )
    view = views[-1]
    sheet = sheet_of(PAINTER.board, view, NAMES)
    texts = painters.texts(sheet)
    alt = PAINTER.board(view, NAMES).alt
    shot = view.shot

    assert shot is not None
    assert naming.title(view, NAMES) in texts
    assert f"= {naming.format_number(shot.total)}" in texts
    assert f"vs {shot.armour}" in texts
    assert naming.reckoning(shot) in alt
    for seat in view.seats:
        assert str(seat.pieces[0].hp) in texts
        assert f"{seat.pieces[0].hp} HP" in alt


def test_no_board_is_taller_than_seven_quarters_of_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "focus", lambda view: [view.shot.label])
    view = find_first(large_game(), lambda view: view.radius == 16 and view.shot is not None and view.shot.die > 0)[-1]
    for seats in range(2, 7):
        for pieces in (1, 2, 3):
            seated = [replace(seat, pieces=(seat.pieces * 2)[:pieces]) for seat in view.seats[:seats]]
            layout = board.build_layout(replace(view, seats=tuple(seated)))

            assert layout.height <= 1.75 * WIDTH
            # The newest event is enlarged below the board if there is room.
            assert bool(layout.strip) == (seats < 4 and pieces < 3)


@pytest.mark.parametrize("radius", [10, 16])
def test_a_close_up_of_a_corner_is_mostly_board(radius: int) -> None:
    grid = field(radius)
    corner_cells = [cell for cell in range(len(grid)) if sum(abs(part) == radius for part in grid.hexes[cell]) == 2]
    for cell in corner_cells:
        near = [grid.name[other] for other in range(len(grid)) if grid.distance(cell, other) <= 2]
        window = fit(radius, near, WIDTH, (900, 1360), (34, 104), 0.6)
        shown = [window.grid.centre(place) for place in grid.hexes]
        inside = sum(0 <= x <= WIDTH and 0 <= y <= window.height for x, y in shown)

        assert inside * window.grid.column * window.grid.row > 0.55 * WIDTH * window.height


@pytest.mark.parametrize("radius", [4, 10, 16])
def test_a_sentence_tells_which_hexes_touch(radius: int) -> None:
    """A listener can't hear by how much a line of the map is indented."""
    grid = field(radius)
    columns = [[name for name in grid.name if name.rstrip("0123456789") == column(at)] for at in range(2 * radius + 1)]

    assert "towards {0} its own number and one more; " in alt_text.BESIDE
    assert "away from {0} its own number and one less." in alt_text.BESIDE
    for at, names in enumerate(columns):
        for number, name in enumerate(names):
            touched = {(at, number - 1), (at, number + 1)}
            for other in (at - 1, at + 1):
                is_towards = abs(other - radius) < abs(at - radius)
                touched |= {(other, number), (other, number + (1 if is_towards else -1))}
            told = {
                columns[where][which]
                for where, which in touched
                if where in range(len(columns)) and which in range(len(columns[where]))
            }
            assert told == {grid.name[cell] for cell in grid.neighbours[grid.index[name]]}


def test_the_end_card_adds_the_damage_up() -> None:
    public = [views[-1] for views in whole_game()]
    last = public[-1]
    found = ending.blows([view for view in public if view.round])
    alt = PAINTER.result(public, NAMES).alt
    lost = sum(last.hp - naming.health(last, seat) for seat in range(3))

    # Damage beyond the last point of health counts too.
    assert sum(blow.shot.damage for blow in found) >= lost
    assert last.winners is not None
    assert alt.startswith(f"Result of Hex Battle Wars: {NAMES[last.winners[0]]} wins")
    decided = ending.find_deciding_blow(last, found)
    assert decided is not None
    assert decided.kills
    assert decided.shot.seat in last.winners


def test_a_long_replay_keeps_its_first_and_last_board_and_the_hardest_blows() -> None:
    public = [views[-1] for views in whole_game()]
    shown = replay.choose_frames(public)
    hardest = max(view.shot.damage for view in public[1:-1] if view.shot is not None and naming.is_fresh(view))

    assert len(public) > replay.MOST == len(shown)
    assert (shown[0], shown[-1]) == (public[0], public[-1])
    assert [view for view in public if view in shown] == shown
    assert hardest in [view.shot.damage for view in shown if view.shot is not None]
    assert replay.choose_frames(public[:9]) == public[:9]


def test_tiles_that_go_to_one_hex_are_all_named_there() -> None:
    view = moving(hidden=True)
    seat = view.seats[view.viewer]
    ends = [set(preview.destination_labels(view, tile)) for tile in (1, 2, 3) if seat.tiles[tile - 1]]
    common = min(set.intersection(*ends))
    words = ["-" if label is None else common for label in seat.tiles]
    page = pages.find_page(view, NAMES, " ".join(["tiles", *words]))

    assert page.chosen == ((common, "·".join(str(n) for n, label in enumerate(seat.tiles, 1) if label)),)


@pytest.mark.parametrize("vision", VISIONS)
@every_theme
def test_six_sides_stay_apart_by_colour(theme: BattleTheme, vision: str) -> None:
    mains = [seen(theme.sides[side].main, VISIONS[vision]) for side in SIDES]

    assert min(dist(one, other) for one, other in combinations(mains, 2)) >= 20


@every_theme
def test_six_sides_stay_apart_without_colour(theme: BattleTheme) -> None:
    """By pattern, hero and letter."""
    drawn = [
        on_a_phone_in_grey(theme, figures.character(theme, 64, naming.find_side(seat), letter))
        for seat, letter in enumerate("ABCDEF")
    ]

    assert min(difference(one, other) for one, other in combinations(drawn, 2)) >= 0.04


@every_theme
def test_labels_stand_out_and_lit_hexes_are_no_hazard(theme: BattleTheme) -> None:
    for name in SIDES:
        side = theme.sides[name]
        assert contrast(reach_ink(theme, side), reach_fill(theme, side)) >= 4.5
        lit = seen(reach_fill(theme, side), VISIONS["full"])
        assert min(dist(lit, seen(each, VISIONS["full"])) for each in (theme.water, theme.sand, theme.ground)) >= 9
    assert contrast(theme.ground_ink, theme.ground) >= 3


@every_theme
def test_the_colours_of_the_ground_are_in_the_palette(theme: BattleTheme) -> None:
    palette = get_palette(theme)
    drawn = [theme.ground, theme.water, theme.sand, *theme.levels, *theme.walls]
    drawn += [reach_fill(theme, theme.sides[side]) for side in SIDES]

    assert len(palette.colours) <= MAX_COLOURS
    assert all(dist(colour, palette.colours[palette.nearest_index(colour)]) <= 9 for colour in drawn)
