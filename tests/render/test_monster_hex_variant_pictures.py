"""Monster Hex with abilities, Objectives and the shared faction: pictures, alt texts and plain texts."""

import pytest
from msgspec.structs import replace

from engine.monster_hex.content import layout
from engine.monster_hex.objectives import OBJECTIVE, OBJECTIVES, Objective
from engine.monster_hex.preview import find_placements, scattering_hexes
from engine.monster_hex.view import Monster, TakeChoice, View
from engine.scripted import ScriptedGame
from render import result, text
from render.monster_hex import PAINTER as PAINT
from render.monster_hex import (
    alt_text,
    board,
    ending,
    fulfilments,
    glyphs,
    hand,
    legend,
    naming,
    objective_boards,
    objective_scenes,
    outlines,
    preview,
    status,
    text_board,
    tiles,
)
from render.monster_hex.contests import TEMPORARY, WAITING, edge_states, find_contests, stone_at
from render.monster_hex.prospects import best_prospects, best_scatter_prospects, own_points, placement_forecast
from render.monster_hex.themes import THEMES
from render.picture import ALT_LIMIT
from render.sprites import Sprite
from tests.kits.painters import sheet_and_alt, sheet_of, texts, texts_of
from tests.render import monster_hex_samples as samples
from tests.render import monster_hex_variant_samples as variants
from tools.pictures import gallery
from tools.pictures import monster_hex_abilities as ability_scenes

DARK = THEMES["dark"]
BOARDS = [2, 3, 4]
ALL = {"abilities": True, "objectives": True}


def lying(view: View, seat: int, labels: str, **fields: object) -> View:
    """Return the board with a seat's Newts on these hexes and no other Monsters."""
    powers = (2, 2, 3, 2, 2, 1)
    monsters = tuple(Monster(label, seat, "C4", "C", False, 0, powers) for label in labels.split())
    return replace(view, monsters=monsters, last=(), **fields)


def with_public(seats: int, labels: str, *cards: str) -> View:
    """Return a board with public cards and only the first seat's Monsters on these hexes."""
    return lying(variants.with_variants(samples.view(seats), public=(cards + cards)[:2]), 0, labels)


@pytest.mark.parametrize("change", [-3, -1, 1, 4])
def test_changed_powers_are_marked_and_told(change: int) -> None:
    view = with_public(3, "D3 D4", "O01")
    first, other = view.monsters
    powers = tuple(power + change for power in first.powers)
    view = replace(view, monsters=(replace(first, change=change, powers=powers), other))
    sprite = tiles.monster(DARK, 150, "red", "C4", powers, tiles.LIT, change=change)
    arrow = "↑" if change > 0 else "↓"

    assert str(abs(change)) in [written.text for written in sprite.written][:1]
    assert tiles.monster(DARK, 150, "red", "C4", powers, tiles.LIT).written[0].text != str(abs(change))
    assert f"D3 Newt {naming.powers_text(view.monsters[0])}" in alt_text.describe_board(view, samples.NAMES)
    assert naming.powers_text(view.monsters[0]).endswith(f"{arrow}{abs(change)}")
    assert not naming.powers_text(other).endswith(f"{arrow}{abs(change)}")


def test_a_temporary_stone_is_contested_like_a_printed_one() -> None:
    view = variants.petrified(with_public(3, "D3 D4", "O01"), "C4")
    stone = stone_at(view, "C4")
    found = find_contests(view)[stone]

    assert (stone.name, stone.values[0].points) == (TEMPORARY, 1)
    assert found.powers == ((0, view.monsters[0].powers[5] + view.monsters[1].powers[4]),)
    assert found.left == 3
    assert edge_states(view)["D3"][5] == edge_states(view)["D4"][4] == tiles.LIVE
    assert "Petrified C4 worth 1 (Red 3; 3 left)" in alt_text.describe_board(view, samples.NAMES)
    assert " C4" not in alt_text.describe_board(view, samples.NAMES).split("Free:")[1]
    assert "<1>" in text_board.plain_text(view, samples.NAMES)


def test_adjacent_temporary_stones_share_the_hexes_that_are_left() -> None:
    view = variants.petrified(with_public(3, "D3 D4", "O01"), "C4", "C3")
    found = find_contests(view)

    assert found[stone_at(view, "C4")].left == found[stone_at(view, "C3")].left == 4
    # MH-24: in the 2024 edition each Stone is surrounded separately.
    apart = find_contests(replace(view, edition=2024))
    assert {label: apart[stone_at(view, label)].left for label in ("C4", "C3")} == {"C4": 2, "C3": 3}


def test_a_temporary_stone_is_none_of_the_hexes_left_around_another() -> None:
    view = with_public(3, "", "O01")
    azure = layout(3).stone("C5")

    assert find_contests(view)[azure].left == 6
    assert find_contests(variants.petrified(view, "C4", "D4"))[azure].left == 4


@pytest.mark.parametrize("ability", glyphs.ABILITIES)
def test_a_seats_badge_shows_its_ability(ability: str) -> None:
    view = with_public(3, "", "O01")
    other = replace(view, seats=(replace(view.seats[0], ability=ability, reward=0), *view.seats[1:]))
    plain = replace(view, seats=(replace(view.seats[0], ability=None, reward=0), *view.seats[1:]))
    signed, bare = (board.seat_badge(DARK, each, 0, DARK.panel, 92) for each in (other, plain))

    assert signed.plane.tobytes() != bare.plane.tobytes()
    assert ability.capitalize() in alt_text.describe_board(other, samples.NAMES)
    assert f"Ann (red) 0, {ability.capitalize()}" in text_board.plain_text(other, samples.NAMES)


def test_rewards_stand_on_the_badge_and_in_the_texts() -> None:
    view = with_public(3, "", "O01")

    assert "+2" in [written.text for written in board.seat_badge(DARK, view, 0, DARK.panel, 92).written]
    assert "Reward +2" in alt_text.describe_board(view, samples.NAMES)


def test_public_objectives_stand_under_the_board_with_every_seats_count() -> None:
    view = with_public(3, "D1 D2 D3 D4 D5 D6", "O01", "O16")
    sheet = sheet_of(PAINT.board, view, samples.NAMES)
    plain = sheet_of(PAINT.board, replace(view, public_objectives=()), samples.NAMES)

    assert {"Spear", "+2 each time", "×2", "×0", "Throne Room", "+3 for most"} <= {*texts(sheet)}
    assert sheet.plane.height > plain.plane.height
    assert "Spear +2 each time: R 2×; Throne Room +3 for most: R 2 (most)." in alt_text.describe_board(
        view, samples.NAMES
    )


def test_the_hand_tells_how_far_each_objective_is() -> None:
    view = variants.with_variants(samples.view(3), own=0, public=("O12", "O08"))
    view = lying(view, 0, "D1 D2 C3")
    sheet, alt = sheet_and_alt(PAINT.hand, view, samples.NAMES)

    assert {"Spear", "only yours", "Not yet: 1 more on B1", "Summoning Circle", "for all"} <= {*texts(sheet)}
    assert fulfilments.progress_text(view, OBJECTIVE["O12"], 0) == "1×, +2 · next: 1 more"
    assert "Own objective Spear" in alt
    assert "Public objective Siege" in hand.plain_text(view, samples.NAMES)


@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [("D3 D4", "E3", "the most: 2 to 1, +3"), ("D3", "E3", "level: 1 to 1, +3"), ("B1", "E3", "not yet: 0 to 1")],
)
def test_most_of_is_told_with_the_best_of_the_others(own: str, others: str, expected: str) -> None:
    view = lying(samples.view(3), 0, own)
    view = replace(view, monsters=(*view.monsters, *lying(view, 1, others).monsters))

    assert fulfilments.progress_text(view, OBJECTIVE["O16"], 0) == expected


def test_others_private_objectives_are_nowhere_before_the_end() -> None:
    view = variants.with_variants(samples.view(3, 12), own=0)
    told = [PAINT.hand(view, samples.NAMES).alt, PAINT.hand_text(view, samples.NAMES), PAINT.text(view, samples.NAMES)]
    told += texts_of(PAINT.board, view, samples.NAMES) + texts_of(PAINT.hand, view, samples.NAMES)

    assert not [each for each in told for card in ("O12", "O16") if OBJECTIVE[card].name in each]


@pytest.mark.parametrize("card", OBJECTIVES, ids=[card.name for card in OBJECTIVES])
def test_each_objective_has_a_picture_of_its_own(card: Objective) -> None:
    pictures = [
        objective_scenes.picture(DARK, each, "none", DARK.panel, 170, 136).plane.tobytes() for each in OBJECTIVES
    ]

    assert pictures.count(pictures[OBJECTIVES.index(card)]) == 1


@pytest.mark.parametrize("card", [card for card in OBJECTIVES if card.kind in ("pattern", "around", "opposite")])
def test_a_picture_shows_a_configuration_that_fulfils_the_card(card: Objective) -> None:
    """Pictures are generated from the card's data: on a board, the configuration scores once."""
    scene = objective_scenes.scene(card)
    own = {(spot.q, spot.r) for spot in scene if spot.kind == objective_scenes.OWN}
    cells = {(cell.q, cell.r): cell.label for cell in layout(3).cells}
    centre = next((place for place in layout(3).stones if place.large), None)
    shifts = [(0, 0)] if centre is None else [(centre.q, centre.r)]
    shifts = [(cell.q, cell.r) for cell in layout(3).places] if card.kind == "pattern" else shifts
    placed = [[cells.get((q + right, r + down)) for q, r in own] for right, down in shifts]
    labels = next(" ".join(filter(None, each)) for each in placed if None not in each)

    assert fulfilments.seat_fulfilment(lying(samples.view(3), 0, labels), card, 0).times == 1


@pytest.mark.parametrize("seats", BOARDS)
def test_the_end_card_outlines_what_was_fulfilled(seats: int) -> None:
    views = [views[-1] for views in samples.played(seats, seats)]
    last = variants.with_variants(views[-1], public=("O03", "O11"))
    sheet, alt = sheet_and_alt(PAINT.result, [*views[:-1], last], samples.NAMES)
    cards = objective_boards.cards(last)
    written = texts(sheet)

    assert [card.owner for card in cards] == [*last.order, None, None]
    assert sum(bool(card.scored) for card in cards) > 0
    for card in cards:
        tags = sum(now.times for _, now in card.scored)
        drawn = objective_boards.board_with_outlines(last, DARK, 340, card)
        assert [each.text for each in drawn.written] == [f"+{card.objective.points}"] * tags
        assert (card.objective.name in written) == bool(card.scored)
        assert card.objective.name in alt


def test_the_sources_of_points_have_room_in_one_line() -> None:
    """All six with a head start (MH-3), or five: rewards, Objectives or head start may be missing."""
    six, five = (
        [*ending.SHORT_NAMES.values()],
        [[name for name in ending.NAMES.values() if name != out] for out in ("rewards", "objectives", "head start")],
    )

    for names in (six, *five):
        assert sum(text.width(name, result.SOURCE) + result.SOURCE_ROOM for name in names) <= result.ROOM


def test_points_of_a_head_start_are_told_from_the_beginning_to_the_end() -> None:
    """MH-3: on the seats' cards, in alt text, board as text, and among the sources on the end card."""
    views = variants.played(2, {"head_start": True}, 2)
    begun = next(view for view in views if view.order)
    first, second = begun.order
    alt = sheet_and_alt(PAINT.result, views, samples.NAMES)[1]

    assert [begun.seats[seat].score.points for seat in (first, second)] == [0, 2]
    assert f"{samples.NAMES[second]} (" in alt_text.describe_board(begun, samples.NAMES)
    assert text_board.plain_text(begun, samples.NAMES).count(") 2, ") == 1
    assert alt.count("head start 2") == 1


def test_objectives_are_not_shown_after_a_forfeit_ended_the_game() -> None:
    """MH-20: they are not counted."""
    view = variants.with_variants(samples.view(3, 30, over=True))

    assert objective_boards.cards(view)
    assert not objective_boards.cards(replace(view, reason="forfeit"))


def test_an_outline_goes_around_all_hexes_and_joins_distant_ones() -> None:
    apart = ((0, 0), (2, 0), (0, 2))
    together, joined, loose = (
        outlines.outline(DARK, 40, places, DARK.gold, 6, link)
        for places, link in ((((0, 0), (1, 0)), True), (apart, True), (apart, False))
    )

    def inked(sprite: Sprite) -> int:
        assert sprite.mask is not None
        return sum(1 for pixel in sprite.mask.get_flattened_data() if pixel)

    single = inked(outlines.outline(DARK, 40, ((0, 0),), DARK.gold, 6, False))
    assert inked(together) < 2 * single
    assert inked(loose) == pytest.approx(3 * single, rel=0.1)
    assert inked(joined) > inked(loose)


def test_the_shared_faction_has_a_card_and_its_monsters_its_faction() -> None:
    view = variants.shared(2, 12)
    sheet = sheet_of(PAINT.board, view, samples.NAMES)
    described = alt_text.describe_board(view, samples.NAMES)

    assert {"Shared", "held by R"} <= {*texts(sheet)}
    assert "Shared faction (yellow) 3, for nobody, Ann holds its tile." in described
    assert "Yellow: " in described
    assert status.headline(view, samples.NAMES)[0] == "Ann to place the shared tile"


def test_a_solo_game_ends_with_the_players_points() -> None:
    last = variants.shared(1, 18, over=True)
    alt = PAINT.result([variants.shared(1, 17), last], samples.NAMES).alt

    assert f"Ann scores {last.seats[0].score.points}. The shared faction 3" in alt


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (variants.asked(variants.with_variants(samples.view(3, 9)), "curse"), "may use Curse"),
        (replace(samples.view(3, 9), phase="choose", actors=(0, 2)), "Ann and Zoë Å. to choose an ability"),
        (replace(samples.view(3, 9), is_extra=True), "to place again"),
    ],
)
def test_the_headline_says_what_is_to_be_done(view: View, expected: str) -> None:
    assert expected in status.headline(view, samples.NAMES)[0]


@pytest.mark.parametrize("size", BOARDS)
def test_the_list_of_objectives_has_every_card_of_the_board(size: int) -> None:
    sheet, alt = sheet_and_alt(PAINT.objectives, size)

    for card in OBJECTIVES:
        assert (card.name in texts(sheet)) == (f"{card.name} +{card.points}" in alt) == (size in card.boards)
    assert len(alt) < ALT_LIMIT


def test_the_legend_explains_the_signs_of_abilities_only_where_they_are_used() -> None:
    base, all_variants = samples.view(3), variants.with_variants(samples.view(3))

    sheet, alt = sheet_and_alt(PAINT.legend, all_variants)

    assert {"Enchanted", "Cursed", "Petrified hex"} <= {*texts(sheet)}
    assert "Enchanted: " in alt
    assert not alt.endswith("…")
    assert "Enchanted" not in sheet_and_alt(PAINT.legend, base)[1]


def test_the_2024_edition_has_its_own_words_in_pictures() -> None:
    """MH-24: no Overwhelm in the legend, Boosted for Enchanted, and Boost above a preview."""
    options = {"abilities": True, "factions": ["red", "green"], "edition": 2024}
    moves = ability_scenes.SCENES["enchant"].moves.split("; ")
    boost: View = ScriptedGame("monster_hex", 2, options, 31, moves).view(-1, 0)
    sheet, alt = sheet_and_alt(PAINT.legend, boost)
    preview_sheet, told = sheet_and_alt(PAINT.preview, boost, samples.NAMES, "enchant D1")

    assert {"Boosted", "Cursed"} <= {*texts(sheet)}
    assert legend.OVERWHELM not in alt
    assert "Boost on D1?" in texts(preview_sheet)
    assert "Boost" in told
    assert "Boost" in alt_text.describe_board(boost, samples.NAMES)
    assert "Boost" in hand.plain_text(boost, samples.NAMES)


def test_red_ranks_are_marked_only_with_abilities() -> None:
    marked, plain = (
        tiles.monster(DARK, 150, "red", "S1", (5, 4, 5, 3, 4, 3), tiles.LIT, red=red).plane.tobytes()
        for red in (True, False)
    )
    view = lying(samples.view(3), 0, "D3")
    dragon = replace(view.monsters[0], tile="S1", rank="S", red=True)
    played = {
        names: board.monster_sprite(replace(view, variants=names), dragon, tiles.LIT, DARK, 150).plane.tobytes()
        for names in ((), ("abilities",))
    }

    assert marked != plain
    assert played[()] != played["abilities",]


def moments_with_a_shared_tile() -> list[View]:
    """Return the views of players who hold or place the shared tile in a game of two with three factions."""
    moments = gallery.play("monster_hex", 2, 5, options={"shared": True})
    return [moment.own for moment in moments if moment.own.shared.tile is not None and not moment.own.winners]


def test_the_hand_tells_the_shared_tile_to_its_holder() -> None:
    held = moments_with_a_shared_tile()[0]
    assert held.shared is not None
    (tile,) = [tile for tile in samples.tiles() if tile.id == held.shared.tile]
    told = f"Shared tile, yours to place: {tile.name}, rank {tile.rank}, {''.join(map(str, tile.powers))}"

    sheet, alt = sheet_and_alt(PAINT.hand, held, samples.NAMES)

    assert told in PAINT.hand_text(held, samples.NAMES)
    assert told in alt
    assert told in texts(sheet)


def test_the_hand_tells_what_its_tiles_bring_their_player_while_the_shared_tile_is_placed() -> None:
    placing = [view for view in moments_with_a_shared_tile() if view.phase == "shared"]

    assert placing
    for view in placing:
        own = replace(view, phase="place")
        assert PAINT.hand_text(view, samples.NAMES) == PAINT.hand_text(own, samples.NAMES)


def test_a_stone_that_would_be_captured_as_soon_as_it_is_made_is_told_in_its_preview() -> None:
    """MH-19: all hexes around it hold tiles already."""
    full = replace(samples.view(2, 18, over=True), winners=None, reason=None)
    hole = next(monster for monster in full.monsters if monster.label == "D3")
    view = variants.asked(replace(full, monsters=tuple(one for one in full.monsters if one is not hole)), "petrify")
    seat = view.actors[0]
    alt = PAINT.preview(replace(view, viewer=seat, variants=("abilities",)), samples.NAMES, "petrify D3").alt

    assert "Captures Petrified D3, power " in alt


def test_a_stone_in_capture_counts_no_hex_that_a_temporary_one_beside_it_has_left_free() -> None:
    """MH-13, MH-19: it was surrounded before, so its first player picks a value, or it waits for that."""
    view = samples.view(3, 6)
    picked, waits = (stone for stone, contest in [*find_contests(view).items()][:2] if contest.left > 0)
    asked = replace(view, take=TakeChoice(0, picked.label, picked.values), waiting=(picked.label, waits.label))

    assert [find_contests(asked)[stone].left for stone in (picked, waits)] == [0, WAITING]


def test_a_preview_of_a_placement_shows_the_value_that_will_be_picked_as_asked() -> None:
    asking = 0
    for view in (moment.own for moment in gallery.play("monster_hex", 3, 3) if moment.public.phase == "place"):
        for tile, label, turn in placements(view):
            captures = placement_forecast(view, tile, label, turn)
            asked = [capture.stone for capture in captures if capture.choice is not None]
            if asked:
                after = preview.place_tile(view, tile, label, turn, captures)
                assert find_contests(after)[stone_at(after, asked[0])].left == 0
                asking += 1

    assert asking


def placements(view: View) -> list[tuple[str, str, int]]:
    """Return one placement of each tile of the hand on each hex where it fits."""
    return [(tile, label, turns[0]) for tile in view.hand or () for label, turns in find_placements(view, tile).items()]


def test_the_hexes_of_a_tile_are_shown_and_told_by_scatter_too() -> None:
    """MH-17: Scatter places a tile beside any Monster, whatever its powers."""
    options = {"abilities": True, "factions": ["blue", "red"]}
    views = [moment.own for moment in gallery.play("monster_hex", 2, 5, options=options)]
    own = [view for view in views if view.phase == "place" and view.seats[view.viewer].ability == "scatter"]
    found = [(view, tile) for view in own for tile in view.hand or () if scattering_hexes(view, tile)]

    assert found
    for view, tile in found:
        sheet, alt = sheet_and_alt(PAINT.preview, view, samples.NAMES, f"place {tile}")
        told = alt.partition(" By Scatter: ")[2].partition(".")[0]
        assert all(
            f"{label} {''.join(map(str, turns))}" in told for label, turns in scattering_hexes(view, tile).items()
        )
        assert scattering_hexes(view, tile).keys() <= {*texts(sheet)}
        prospects = [*best_prospects(view, tile).values(), *best_scatter_prospects(view, tile).values()]
        most = max((own_points(view, prospect) for prospect in prospects if prospect is not None), default=0)
        assert not most or f"+{most}" in texts(sheet)
