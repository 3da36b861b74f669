"""Pictures of Hex Battle Wars: drawn from views alone, complete, legible, within limits, without hidden tiles."""

import re
from itertools import combinations
from math import dist, hypot

import pytest
from msgspec.structs import replace

from engine.hex_battle_wars import odds, preview
from engine.hex_battle_wars.board import column, field
from engine.hex_battle_wars.picks import quick_picks
from engine.hex_battle_wars.view import Modifier, Shot, View
from language.catalogues import SPOKEN
from language.messages import _, speaking
from render.badges import seat_letters
from render.hex_battle_wars import (
    PAINTER,
    alt_text,
    board,
    choices,
    ending,
    naming,
    pages,
    replay,
    rows,
    tokens,
)
from render.hex_battle_wars.places import fit, place_of
from render.hex_battle_wars.placing import Obstacle, cover_line, find_place
from render.hex_battle_wars.scene import spots
from render.hex_battle_wars.themes import DIM, SHADE, SIDES, THEMES, BattleTheme
from render.palette import MAX_COLOURS, get_palette
from render.picture import MARGIN, WIDTH, Sheet
from render.theme import mix
from tests.engine.hex_battle_wars import positions
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
    drawn = [tokens.tile_plate(DARK, 64, "blue", "B", number) for number in "123"]

    assert [[written.text for written in sprite.written] for sprite in drawn] == [["B", n] for n in "123"]
    assert len({sprite.plane.size for sprite in drawn}) == 1
    # The digit stands below the letter, so that it can't be read as a hex.
    assert all(sprite.written[0].bottom <= sprite.written[1].top for sprite in drawn)


def test_where_one_can_go_is_outlined_and_told() -> None:
    view = moving()
    labels = preview.destination_labels(view)
    sheet, alt = sheet_and_alt(PAINTER.preview, view, NAMES, "move")
    without = sheet_of(PAINTER.zoom, view, NAMES, "last")

    assert f"Use all {view.turn.roll if view.turn else 0} steps" in alt
    assert " ".join(alt_text.shorten_labels(labels)) in alt
    dim = get_palette(DARK).nearest_index(mix(DARK.grounds[1], DARK.background, DIM))
    assert sheet.plane.histogram()[dim] > 10_000 > without.plane.histogram()[dim]


def test_quick_picks_have_a_pin_and_a_line_each() -> None:
    views = find_first(whole_game(), lambda view: is_rolled(view, False) and len(quick_picks(view, *view.actors)) > 3)
    view, found = acting(views), quick_picks(acting(views), *views[-1].actors)
    sheet, alt = sheet_and_alt(choices.where_to, view, NAMES, found)
    texts = painters.texts(sheet)

    for number, pick in enumerate(found, 1):
        assert texts.count(str(number)) >= 2
        assert pick.label in texts
        assert f"{number} {pick.label}" in alt
        assert any(naming.list_benefits(view, NAMES, pick)[0] in each for each in texts)
    assert naming.FREE_HINT in texts
    assert "1 " + found[0].label + " (free hint)" in alt


def test_the_odds_of_all_targets_stand_beside_them_with_the_hint() -> None:
    view = shooting()
    target = odds.targets(view)[0]
    texts = painters.texts_of(choices.whom, view, NAMES, target.action)

    assert texts.count(f"{target.hits * 5} %") >= 2
    assert naming.FREE_HINT in texts
    assert naming.FREE_HINT not in painters.texts_of(choices.whom, view, NAMES)


@pytest.mark.parametrize(("rolled", "words"), [(1, "step each"), (2, "steps each")])
def test_one_step_for_each_tile_is_one_step(rolled: int, words: str) -> None:
    view = moving(hidden=True)
    assert view.turn is not None

    assert naming.roll_words(replace(view, turn=replace(view.turn, roll=rolled))) == words


def test_a_chosen_destination_shows_its_way_and_what_is_seen_from_there() -> None:
    view = moving()
    best = quick_picks(view, view.viewer, with_hint=False)[0]
    found = preview.destination(view, best.label)
    sheet, alt = sheet_and_alt(PAINTER.preview, view, NAMES, f"move {best.label}")

    assert found is not None
    assert f"by {' '.join(found.path)}" in alt
    assert f"From {best.label}" in alt
    assert any(one.text == best.label and one.style.size >= 24 for one in sheet.written)


def test_tiles_are_chosen_one_after_another() -> None:
    view = moving(hidden=True)
    seat = view.seats[view.viewer]
    words = ["tiles"]
    for tile, label in enumerate(seat.tiles, 1):
        if label is not None:
            assert pages.find_page(view, NAMES, " ".join(words)).title == f"Where to with tile {tile}?"
        words.append("-" if label is None else preview.destination_labels(view, tile)[0])
    page = pages.find_page(view, NAMES, " ".join(words))

    assert page.title == "Move your tiles"
    assert f"Tile {seat.real} is you." in page.sub
    assert len(page.paths) == sum(label is not None for label in seat.tiles)


def test_attacks_show_every_target_with_its_odds() -> None:
    view = shooting()
    sheet, alt = sheet_and_alt(PAINTER.preview, view, NAMES, "attack")
    texts = " ".join(one.text for one in sheet.written)
    for target in odds.targets(view):
        assert f"{target.hits * 5} %" in texts
        assert f" {target.needed} " in texts
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


def test_no_board_is_taller_than_seven_quarters_of_its_width() -> None:
    view = find_first(large_game(), lambda view: view.radius == 16 and view.round > 1)[-1]
    view = replace(view, turn=None, shot=None, walk=None)
    for seats in range(2, 7):
        for pieces in (1, 2, 3):
            seated = [replace(seat, pieces=(seat.pieces * 2)[:pieces]) for seat in view.seats[:seats]]
            layout = board.build_layout(replace(view, seats=tuple(seated)))

            assert layout.height <= 1.75 * WIDTH


def test_a_large_board_is_cropped_to_its_pieces_with_a_map_of_the_whole() -> None:
    views = [views[-1] for views in whole_game() if views[-1].round]
    cropped = [view for view in views if board.build_layout(view).is_cropped]

    assert len(cropped) > len(views) / 2
    for view in cropped[::20]:
        layout = board.build_layout(view)
        grid, height = layout.grid, layout.bottom - layout.top
        shown = [grid.centre(place_of(view.radius, spot.label)) for spot in spots(view)]
        assert all(0 < x < WIDTH and 0 < y < height for x, y in shown)
        assert board.NARROW / 2 < grid.column <= board.LARGEST
    skirmish = replace(views[0], radius=6, ground="." * len(field(6)), seats=views[0].seats[:2])
    assert not board.build_layout(skirmish).is_cropped


def test_everybody_sees_where_one_may_deploy() -> None:
    deploying = find_first(
        whole_game(), lambda view: view.phase == "deploy" and view.seats[0].pieces[0].label is not None
    )
    free = board.list_free_hexes(deploying[-1])
    dim = get_palette(DARK).nearest_index(mix(DARK.grounds[1], DARK.background, DIM))

    assert list(free) == list(preview.deploy_labels(acting(deploying)))
    assert sheet_of(PAINTER.board, deploying[-1], NAMES).plane.histogram()[dim] > 10_000


def test_a_hidden_seat_is_one_of_its_tiles_in_pictures_and_words() -> None:
    view = find_first(whole_game(), lambda view: lies_apart(view) and view.winners is None)[-1]
    seat = next(seat for seat, seated in enumerate(view.seats) if len(set(seated.tiles)) > 2)
    texts, alt = painters.texts_of(PAINTER.board, view, NAMES), PAINTER.board(view, NAMES).alt

    assert f"{NAMES[seat]} is" in texts
    for tile, label in enumerate(view.seats[seat].tiles, 1):
        if label is not None:
            assert texts.count(str(tile)) >= 2
            assert f"tile {tile} {label}" in alt.partition(f"{NAMES[seat]}: hidden")[2]


def test_the_number_of_a_piece_stands_apart_from_a_name_with_a_number() -> None:
    view = next(views[-1] for views in large_game() if naming.should_show_newest_walk(views[-1]))
    names = tuple(f"Computer {number}" for number in range(1, 7))
    assert view.walk is not None

    assert naming.piece_name(view, names, 0, 2) == "Computer 1 #2"
    assert f"Computer {view.walk.seat + 1} #{view.walk.piece} moved" in PAINTER.text(view, names)
    assert ": #1 " in PAINTER.text(view, names)


@pytest.mark.parametrize("language", SPOKEN)
def test_a_hidden_seat_keeps_its_name_and_has_a_whole_row_if_it_is_alone(language: str) -> None:
    first = large_game()[0][-1]
    visible, hidden = first.seats[0], first.seats[0].pieces[0]
    away = replace(visible, pieces=(replace(hidden, invisible=True), hidden), tiles=("a1", "a2", "a3"))
    view = replace(first, seats=(away, away, away, visible, visible, visible), dice=())
    sheet = Sheet(DARK, rows.height(view))
    with speaking(language):
        names = ("W" * 32, "Жанна", _("Computer {number}", number=10), "漢字", "Ann", "Ida")
        rows.draw(sheet, DARK, view, names, 0)
    said, middle = painters.texts(sheet), WIDTH // 2

    assert any(each.startswith("WWW") for each in said)
    assert any(each.startswith("Жан") for each in said)
    assert any(each.startswith(names[2]) for each in said)
    painters.check_texts(sheet)
    halves = [each for each in sheet.written if each.top < rows.ROW]
    assert all(each.right < middle - rows.HALF_GAP or each.left > middle for each in halves)
    assert max(each.right for each in sheet.written) < WIDTH - MARGIN


def test_an_attack_is_shown_until_the_next_seat_has_done_something() -> None:
    views = [views[-1] for views in whole_game()]
    shown = [view for view in views if view.shot is not None and naming.is_fresh(view)]
    assert shown
    for view in shown:
        turn, shot = view.turn, view.shot
        assert turn is not None
        assert shot is not None
        # An attack ends a turn: in the next turn of the same seat it is old.
        assert view.winners or turn.seat != shot.seat or view.phase != "turn"
        assert turn.stage != "moved" or view.phase != "turn"
    old = [view for view in views if view.shot is not None and view.shot.die and not naming.is_fresh(view)]
    assert old
    for view in old[::10]:
        assert f"vs {view.shot.armour if view.shot else 0}" not in painters.texts_of(PAINTER.board, view, NAMES)


def test_seats_have_different_letters_from_their_names() -> None:
    assert seat_letters(("Ann", "Ben")) == ("A", "B")
    assert seat_letters(("Ann", "Alma", "Lea", "Élodie")) == ("A", "M", "L", "E")
    assert seat_letters(("Ann", "Computer 1", "Computer 2")) == ("A", "X", "Y")
    assert seat_letters(("Ann", "Computadora 1", "コンピューター2")) == ("A", "X", "Y")
    assert seat_letters(("Жанна", "Ben", "Анна")) == ("A", "B", "C")
    assert seat_letters(("B", "Ж", "B", "B")) == ("B", "C", "D", "E")
    assert seat_letters(("Xaver", *(f"Computer {number}" for number in range(1, 6)))) == tuple("XYZVWF")


def test_a_sign_covers_no_piece_if_there_is_room() -> None:
    obstacles = [Obstacle(300, 300, 50, 3), Obstacle(380, 260, 50, 3), *cover_line((300, 300), (300, 600), 10, 1)]
    x, y = find_place((300, 300), 100, (110, 40), obstacles, (1200, 1200))

    for each in obstacles:
        apart = hypot(max(0, abs(each.x - x) - 55), max(0, abs(each.y - y) - 20))
        assert apart >= each.radius - 1, each


def test_a_sign_stays_below_the_upper_edge_of_the_board() -> None:
    """The cards of the seats are drawn over whatever is above it."""
    _, y = find_place((300, 240), 100, (110, 40), cover_line((350, 300), (600, 300), 60, 3), (1200, 1200), top=200)

    assert y - 20 >= 200


def test_the_attacks_that_a_card_tells_have_a_row_each() -> None:
    attacks = tuple(dict.fromkeys(views[-1].shot for views in whole_game() if views[-1].shot and views[-1].shot.die))
    view = next(views[-1] for views in whole_game() if not naming.is_fresh(views[-1]))
    view = replace(view, attacks=attacks[:2])
    texts, alt = painters.texts_of(PAINTER.board, view, NAMES), PAINTER.board(view, NAMES).alt

    for shot in attacks[:2]:
        assert f"= {naming.format_number(shot.total)}" in texts
        assert naming.reckoning(shot) in alt


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(("die", "struck"), [(20, "character"), (20, "ghost"), (19, "character"), (1, None)])
def test_the_longest_sum_of_an_attack_ends_before_its_result(language: str, die: int, struck: str | None) -> None:
    first = large_game()[0][-1]
    modifiers = (Modifier("distance", -2 * first.radius), Modifier("height", -3))
    total = die + sum(part.number for part in modifiers)
    shot = Shot(0, 2, "a1", 1, 2, 3, "b2", modifiers, 20, die, total, struck is not None, struck, 16, 32)
    view = replace(first, attacks=(shot,), dice=())
    sheet = Sheet(DARK, rows.height(view))
    with speaking(language):
        rows.draw(sheet, DARK, view, NAMES, 0)
        result = next(each for each in sheet.written if each.text.startswith(naming.shot_result(shot)))

    assert any(each.text == f"= {naming.format_number(total)}" for each in sheet.written)
    assert all(each.right + rows.PART_GAP <= result.left for each in sheet.written if each != result)
    painters.check_texts(sheet)


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

    assert "towards {middle} its own number and one more; " in alt_text.BESIDE
    assert "away from {middle} its own number and one less." in alt_text.BESIDE
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

    assert sum(blow.lost for blow in found) == lost
    assert last.winners is not None
    assert alt.startswith(f"Result of Hex Battle Wars: {NAMES[last.winners[0]]} wins")
    decided = ending.find_deciding_blow(last, found)
    assert decided is not None
    assert decided.lost == max(blow.lost for blow in found if blow.shot.seat in last.winners)
    assert decided.shot.seat in last.winners


def test_a_mark_on_the_end_card_stands_at_the_round_of_its_attack() -> None:
    views = [views[-1] for views in whole_game() if 0 < views[-1].round <= ending.MOST_TICKS]
    spread, ticks = ending.spread_rounds(views)
    found = ending.blows(views)

    assert any(views[blow.moment].round != blow.round for blow in found)
    places = {number: at for at, number in ticks.items()}
    for blow in found:
        assert abs(spread.index(blow.moment) - places[str(blow.round)]) <= (places["2"] - places["1"]) / 4


def test_the_end_card_keeps_the_last_health_of_who_left_with_a_mark() -> None:
    begun = [views[-1] for views in whole_game() if 0 < views[-1].round < 8]
    ann, ben, zoe = begun[-1].seats
    after = replace(begun[-1], seats=(ann, replace(ben, forfeited=True), zoe), winners=(0,), reason="forfeit")
    sheet, _ = ending.draw([*begun, after], NAMES, DARK)

    assert ending.find_leavers([*begun, after]) == {1: len(begun)}
    assert "B left" in painters.texts(sheet)
    assert ending.list_healths([after], 1) == [ben.pieces[0].hp]
    assert ben.pieces[0].hp > 0


def test_what_is_out_of_sight_is_dim_on_the_page_of_a_start() -> None:
    view = acting(find_first(large_game(), lambda view: view.phase == "deploy"))
    label = preview.deploy_labels(view)[0]
    page = pages.find_page(view, NAMES, f"see {label}")

    assert {*page.reach} == {label, *odds.visible_hexes(view, label)}
    assert len(page.reach) < len(page.focus) == len(field(view.radius))


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
        on_a_phone_in_grey(theme, tokens.badge(theme, 64, naming.find_side(seat), letter, theme.background))
        for seat, letter in enumerate("ABCDEF")
    ]

    assert min(difference(one, other) for one, other in combinations(drawn, 2)) >= 0.04


@every_theme
def test_what_stands_on_the_board_stands_out(theme: BattleTheme) -> None:
    for level in range(3):
        assert contrast(theme.caret, theme.stones[level]) >= 4.5
    for ground in theme.grounds:
        dim = mix(ground, theme.background, DIM)
        assert dist(seen(ground, VISIONS["full"]), seen(dim, VISIONS["full"])) >= 8.5
        for each in (theme.water, theme.sand, *theme.stones):
            assert dist(seen(ground, VISIONS["full"]), seen(each, VISIONS["full"])) >= 7
    for vision in VISIONS.values():
        for ground in (seen(each, vision) for each in theme.grounds):
            for side in (theme.sides[name] for name in SIDES):
                assert max(dist(seen(each, vision), ground) for each in (side.main, side.tint)) >= 11


@every_theme
def test_the_colours_of_the_ground_are_in_the_palette(theme: BattleTheme) -> None:
    palette = get_palette(theme)
    drawn = [*theme.grounds, theme.seam, theme.water, theme.sand, *theme.stones]
    drawn += [wall for walls in theme.walls for wall in walls]
    drawn += [mix(each, theme.background, DIM) for each in (*theme.grounds, theme.water, theme.sand, *theme.stones)]
    drawn += [mix(each, (0, 0, 0), SHADE) for each in theme.grounds]

    assert len(palette.colours) <= MAX_COLOURS
    assert all(dist(colour, palette.colours[palette.nearest_index(colour)]) <= 10 for colour in drawn)


def test_an_attack_is_no_longer_shown_once_another_turn_has_ended() -> None:
    """Red attacks, blue passes, and red has its next turn: the newest turn had no attack."""
    rules, red, blue = positions.rules_for(), positions.label(6, 0, 0), positions.label(6, 0, -1)
    attacked = positions.played(rules, positions.position(rules, [[red], [blue]]), f"attack {blue}", "d20 1")

    assert naming.is_fresh(rules.view(attacked, 0))
    assert not naming.is_fresh(rules.view(positions.played(rules, attacked, "pass"), 0))


def test_a_missed_tile_that_has_left_its_hex_has_no_arrow() -> None:
    """Red misses a tile, and blue appears elsewhere: the arrow would end at an empty hex."""
    rules, red, blue, other = positions.rules_for(), *(positions.label(6, 0, row) for row in (0, -1, 5))
    tiles = ((), positions.cells(rules, blue, other, other))
    start = positions.position(rules, [[red], [None]], tiles=tiles, hidden=(0, 1), real=(0, 2))
    attacked = positions.played(rules, start, f"attack {blue}", "d20 1")

    assert naming.is_fresh(rules.view(attacked, 0))
    assert not naming.is_fresh(rules.view(positions.played(rules, attacked, "appear"), 0))
