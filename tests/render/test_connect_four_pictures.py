"""Pictures of Connect Four, of every kind and in every theme: required contents, and no hidden ones."""

import re

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from engine.connect_four.grid import grid
from engine.connect_four.preview import attacks, forecast, landing, threats
from engine.connect_four.roster import CLASSES, MONSTERS, add_monsters, read
from engine.connect_four.view import Loss, Report
from language.catalogues import SPOKEN
from language.messages import speaking
from render import text
from render.connect_four import (
    FRAMES,
    PAINTER,
    alt_text,
    board,
    classes,
    ending,
    glyphs,
    ground,
    marks,
    naming,
    piece,
    preview,
)
from render.connect_four.themes import THEMES, GridTheme
from render.picture import ALT_LIMIT, MARGIN, WIDTH
from tests.kits import painters
from tests.kits.painters import sheet_and_alt, sheet_of, texts_of
from tests.render import connect_four_samples as samples
from tests.render.colour_vision import difference, on_a_phone_in_grey

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def test_choices_are_kept_secret() -> None:
    """Nothing about a seat's class or force is drawn or written before both seats have chosen."""
    hidden = [views for views in samples.played("quick", 1) if any(seat.chosen for seat in views[2].seats)]

    assert {views[2].phase for views in hidden} == {"class", "force"}
    for views in hidden:
        assert len({(PAINTER.board(view, samples.NAMES), PAINTER.text(view, samples.NAMES)) for view in views}) == 1


def test_the_own_choice_is_on_the_own_hand_alone() -> None:
    views = next(
        views for views in samples.played("quick", 1) if views[2].phase == "force" and views[2].seats[0].chosen
    )

    assert "Your force" in PAINTER.hand_text(views[0], samples.NAMES)
    assert "Your force" not in PAINTER.hand_text(views[1], samples.NAMES)


def test_a_monster_in_a_line_is_a_whole_sentence_without_powers_too() -> None:
    said = [classes.monster_text(monster) for monster in MONSTERS.values()]

    assert not [line for line in said if re.search(r"[.,] ?[.,]", line)]


def test_values_letters_and_the_reckoning_stand_on_the_board() -> None:
    view = samples.fight()
    written = texts_of(PAINTER.board, view, samples.NAMES)

    for monster in view.monsters:
        shown = MONSTERS[monster.id].face(monster.click, monster.victims)
        for value in (shown.attack, shown.defense, shown.damage):
            assert value is None or str(value) in written
    assert written.count("A") > sum(monster.seat == 0 for monster in view.monsters)
    # Bramblefang: 5 + 4 and 11 + 1 for pack against 16, damage 3 + 1.
    for words in (
        "+ 12",
        "= 21",
        "vs 16",
        "hit −4",
        "−3",
        "+1",
        "+105",
        "attack 11 + 1 pack · damage 3 + 1 savage = 4",
    ):
        assert words in written
    assert "double 6: hit −3" in written
    assert "−4" not in written, "another monster fell on the square of the one that lost them"
    assert {str(number) for number in range(1, 7)} | set("abcdefg") <= set(written)


def test_what_powers_cost_and_heal_has_a_line_of_its_own() -> None:
    (report,) = samples.fight().recent
    decayed = Loss("f3", 1, "occ-1v", 1, (("decay", 1),), True, None)
    start = Report(1, "start", "", "", (), (decayed,), (), ())
    slipped = replace(report.blows[0], hit=False, critical=True, dice=(1, 1), dealt=0)
    unseen = replace(report.blows[1], hit=False, critical=False, unseen=True, dice=(1, 6), dealt=0, ranged=True)
    view = replace(samples.fight(), recent=(replace(report, blows=(slipped, unseen)), start))
    written = texts_of(PAINTER.board, view, samples.NAMES)

    assert {"Lifedrain: Bramblefang on d3", "Lanternist 3 destroyed · 1 monster falls"} <= set(written)
    assert {"Decay: Acolyte 3 on f3 destroyed", "−1"} <= set(written)
    assert {"double 1: −1", "Lanternist 3 shoots back", "unseen: miss"} <= set(written)
    assert marks.marks(view).dead == ("f3",), "another monster fell on c2"


def test_no_arrow_joins_monsters_that_fell_on_the_squares_of_those_who_fought() -> None:
    view = samples.fight()
    (report,) = view.recent
    gone = replace(report, losses=(report.losses[0], replace(report.losses[1], destroyed=True)), heals=())
    alone = replace(view, monsters=tuple(each for each in view.monsters if each.square not in ("c2", "d3")))

    assert marks.marks(view).arrows == ()
    assert marks.marks(replace(alone, recent=(replace(gone, falls=()),))).arrows == (("d3", "c2"),)
    assert marks.marks(replace(alone, recent=(replace(gone, falls=()),))).dead == ("c2", "d3")


def test_squares_that_miss_a_fourth_are_marked() -> None:
    view = samples.fight()
    missing = threats(view)
    written = texts_of(PAINTER.board, view, samples.NAMES)

    assert missing
    assert written.count("4th") == len({each.square for each in missing if each.is_next})
    for each in missing:
        assert each.square in PAINTER.board(view, samples.NAMES).alt


@every_theme
def test_what_a_piece_carries_is_seen_without_colour(theme: GridTheme) -> None:
    plain = piece.reserve_look("wer-2v", 0, "A")._replace(moving=False)
    others = (
        plain._replace(click=2),
        plain._replace(tokens=1),
        plain._replace(tokens=2),
        plain._replace(is_blooded=True),
        plain._replace(is_infected=True),
        plain._replace(moving=True),
        plain._replace(chevrons=2),
        plain._replace(lit=(False, False, False)),
    )
    drawn = [on_a_phone_in_grey(theme, piece.draw_in_grid(theme, 156, look)) for look in (plain, *others)]

    assert min(difference(drawn[0], other) for other in drawn[1:]) >= 0.003
    small = [piece.small(theme, 72, seat, "wer-u", THEMES["dark"].panel) for seat in (0, 1)]
    assert difference(*(on_a_phone_in_grey(theme, each) for each in small)) > 0.01


def test_every_name_of_the_roster_has_a_silhouette_of_its_own() -> None:
    by_name = {monster.name: glyphs.monster(monster.id) for monster in MONSTERS.values()}

    assert len(set(by_name.values())) == len(by_name) == 21
    for monster in MONSTERS.values():
        assert glyphs.monster(monster.id) == by_name[monster.name]


def test_a_class_of_ones_own_has_pictures_too() -> None:
    own = """
[[monsters]]
id = "rob-1"
name = "Rust Knight"
rank = "rookie"
class = "robot"
points = 50
range = 2
start = 0
card = { damage = "savage" }
dial = ["5 8 15 2*", "5 H 14 2"]
"""
    with add_monsters(read("own.toml", own)):
        picture = PAINTER.preview(samples.fight(0), samples.NAMES, "class robot")

        assert "Knight" in picture.alt
        assert "Rust Knight" in PAINTER.monster("rob-1").alt


def test_a_reserve_of_thirty_in_fifteen_kinds_is_on_the_board() -> None:
    """It has more kinds than any class of the roster; they are in rows, each with its points and number."""
    entry = '[[monsters]]\nid = "leg-{0}"\nname = "Legion {0}"\nrank = "rookie"\nclass = "legion"\npoints = {0}\n'
    entry += 'range = 0\nstart = 0\ncard = {{}}\ndial = ["5 8 14 2"]\n'
    with add_monsters(read("own.toml", "".join(entry.format(points) for points in range(30, 45)))):
        view = samples.fight()
        reserve = tuple((f"leg-{points}", 2) for points in range(30, 45))
        view = replace(view, seats=tuple(replace(seat, class_name="legion", reserve=reserve) for seat in view.seats))

        sheet = sheet_of(PAINTER.board, view, samples.NAMES)
        written = painters.texts(sheet)

        assert written.count("Reserve of 30") == 2
        assert [written.count(str(points)) for points in range(30, 45)] == [2] * 15
        assert all(each.right <= WIDTH and each.bottom <= sheet.plane.height for each in sheet.written)
        assert len(PAINTER.board(view, samples.NAMES).alt) <= ALT_LIMIT


@pytest.mark.parametrize("monster", [monsters[number].id for monsters in CLASSES.values() for number in (2, 5, 6)])
def test_a_dial_shows_every_click_and_says_every_power(monster: str) -> None:
    sheet, alt = sheet_and_alt(PAINTER.monster, monster)
    written = painters.texts(sheet)
    values = [
        str(value)
        for face in MONSTERS[monster].faces[0]
        for value in (face.speed, face.attack, face.defense, face.damage)
        if value is not None
    ]

    for value in set(values):
        assert written.count(value) >= values.count(value)
    for power in naming.list_powers(monster):
        assert power.capitalize() in written
        assert power.capitalize() in alt
    assert len(alt) <= ALT_LIMIT
    assert f"{MONSTERS[monster].points} points" in written


def test_monsters_and_clicks_that_there_are_not_are_refused() -> None:
    with pytest.raises(ValueError, match="no monster 'cat'; monsters: vam-1r"):
        PAINTER.monster("cat")
    with pytest.raises(ValueError, match="clicks 0 to 5"):
        PAINTER.monster("wer-u", 6)


def test_a_drop_is_previewed_where_it_lands_and_with_what_it_makes() -> None:
    view = replace(samples.fight(0), monsters=samples.fight().monsters[:4], actors=(0,), active=0, recent=())
    view = replace(view, monsters=tuple(replace(each, seat=0, id="wer-1r", click=0) for each in view.monsters))
    found = landing(view, 0, "wer-2v", 3)
    picture = PAINTER.preview(view, samples.NAMES, "drop wer-2v d")

    assert found is not None
    assert found.fours
    assert "Mastiff 3 on d1? Makes four." in picture.alt
    assert "a1 b1 c1 d1" in picture.alt
    assert picture != PAINTER.preview(view, samples.NAMES, "drop wer-2v e")
    assert "d1 (makes four)" in PAINTER.preview(view, samples.NAMES, "drop wer-2v").alt


def test_a_drop_that_leaves_two_squares_for_a_four_says_that_either_would_do() -> None:
    view = replace(samples.fight(0), actors=(0,), active=0, recent=(), attack=None)
    own = [replace(view.monsters[0], seat=0, id="wer-1r", click=0, square=square) for square in ("b1", "c1")]

    told = PAINTER.preview(replace(view, monsters=tuple(own)), samples.NAMES, "drop wer-2v d").alt
    one = PAINTER.preview(
        replace(view, monsters=(replace(own[0], square="a1"), own[1])), samples.NAMES, "drop wer-2v d"
    )

    assert "Then a1 or e1 makes four." in told
    assert "Then b1 makes four." in one.alt
    assert "  " not in told


def test_an_attack_is_previewed_with_its_chances_and_what_strikes_back() -> None:
    view = samples.fight(1)
    choice = next(each for each in attacks(view, 1) if each.target == "f1")
    odds = forecast(view, choice.square, choice.target, choice.ranged)
    kind = "ranged" if choice.ranged else "close"
    picture = PAINTER.preview(view, samples.NAMES, f"attack {choice.square} {choice.target} {kind}")

    assert preview.format_percent(odds.attack.chance) in picture.alt
    assert "needs 8 or more · a hit takes 2 of 5 clicks." in picture.alt
    assert f"strikes back, {preview.format_percent(odds.retaliations[0].chance)}" in picture.alt
    assert re.search(r"\. [A-Z][a-z]+ \d strikes back, ", picture.alt)
    assert "needs the higher die" in picture.alt
    assert f"{choice.target} " in PAINTER.preview(view, samples.NAMES, f"attack {choice.square}").alt


def test_an_hourglass_is_previewed_with_what_shows_then() -> None:
    view = replace(samples.fight(1), phase="click", choices=("d1",))
    after = replace(next(each for each in view.monsters if each.square == "d1"), click=1)

    assert f"then {alt_text.values_text(after)}" in PAINTER.preview(view, samples.NAMES, "click d1").alt


@pytest.mark.parametrize(
    "action",
    ["", "pass", "drop cat a", "drop wer-u z", "attack a1", "attack a9 b1 close", "click a1", "force", "class cat"],
)
def test_other_actions_have_no_preview(action: str) -> None:
    with pytest.raises(ValueError, match="nothing to preview"):
        PAINTER.preview(samples.fight(1), samples.NAMES, action)


def test_previews_are_for_seats_alone() -> None:
    with pytest.raises(ValueError, match="nothing to preview"):
        PAINTER.preview(samples.fight(), samples.NAMES, "drop spi-u c")


@pytest.mark.parametrize("around", ["last", "NW", "ne", "SW", "SE", "d3"])
def test_parts_of_the_grid_are_enlarged(around: str) -> None:
    view = samples.fight()
    sheet, alt = sheet_and_alt(PAINTER.zoom, view, samples.NAMES, around)
    values = [each for each in sheet.written if each.text == "16"]

    assert len(alt) <= ALT_LIMIT
    assert all(each.style.size > 40 for each in values)
    with pytest.raises(ValueError, match="a1 to g6"):
        PAINTER.zoom(view, samples.NAMES, "h9")


def test_the_end_card_says_who_won_how_and_whom_they_destroyed() -> None:
    sheet, alt = sheet_and_alt(PAINTER.result, [samples.fight(), samples.won()], samples.NAMES)
    written = painters.texts(sheet)

    assert {"Winner", "Ann", "Four", "a1 to d1, worth 215 points", "105", "60"} <= set(written)
    assert {*"abcdefg", *"1234"} <= set(written), "the coordinates that the sentence names"
    assert "Ann: 105 kill points (Lanternist 3)" in alt
    assert f"Best kill: Lanternist 3 destroyed on turn {samples.fight().turn}, +105" in alt
    with pytest.raises(ValueError, match="not over"):
        PAINTER.result([samples.fight()], samples.NAMES)


def test_the_best_kill_is_that_of_either_seat_unless_kill_points_decide() -> None:
    """Both destroy each other at once: the dearer victim is named, and the chart labels both."""
    before, after = samples.fight(), samples.won()
    (report,) = after.recent
    losses = (Loss("d3", 0, "wer-u", 3, (("attack", 3),), True, 1), *report.losses[:1])
    after = replace(
        after,
        recent=(replace(report, losses=losses, heals=()),),
        seats=(after.seats[0], replace(after.seats[1], kill_points=210)),
    )
    before = replace(before, recent=(), seats=tuple(replace(each, kill_points=0) for each in before.seats))
    sheet, alt = sheet_and_alt(PAINTER.result, [before] * 5 + [after] * 2, samples.NAMES)
    decided = replace(after, reason="kill_points")

    assert "Best kill: Bramblefang destroyed on turn 16, +140" in alt
    assert {"+140", "+105"} <= set(painters.texts(sheet))
    assert "Turning point: Lanternist 3" in PAINTER.result([before, decided], samples.NAMES).alt


@pytest.mark.parametrize("seed", range(3))
def test_kill_points_are_those_of_the_victims_named(seed: int) -> None:
    """Each report of a game is counted once, although several views contain it."""
    views = [views[2] for views in samples.played("standard", seed)]
    found = ending.kills([view for view in views if view.turn])

    for seat in (0, 1):
        assert sum(kill.points for kill in found if kill.seat == seat) == views[-1].seats[seat].kill_points
    assert len(PAINTER.result(views, samples.NAMES).alt) <= ALT_LIMIT


def test_games_without_a_winner_or_with_two_fours_end_with_a_card() -> None:
    draw = replace(samples.won(), winners=(), reason="kill_points")
    double = samples.won()
    four = replace(double.seats[1], four=("d2", "e2", "f2", "g2"), four_points=300)
    double = replace(double, seats=(double.seats[0], four), reason="double_four")

    assert "A draw" in PAINTER.result([draw], samples.NAMES).alt
    assert "Both made four, the cheaper wins: 215 to 300." in PAINTER.result([double], samples.NAMES).alt


def test_a_winning_four_is_outlined_and_the_others_are_spent() -> None:
    view = samples.won()
    without = replace(view, seats=(replace(view.seats[0], four=None), view.seats[1]))
    one, other = (sheet_of(PAINTER.board, each, samples.NAMES).plane for each in (view, without))
    geometry = board.board_geometry(view)
    changed = ImageChops.difference(one, other)
    spent, four = (
        changed.crop((x - 20, y - 20, x + 20, y + 20)).getbbox() for x, y in map(geometry.centre, ("f2", "c1"))
    )

    assert spent is not None
    assert four is None


def test_a_long_game_is_replayed_in_few_enough_frames_from_its_first_turn_to_its_end() -> None:
    views = [views[2] for views in samples.played("standard", 1) if views[2].turn]
    assert len(views) > FRAMES
    animation = PAINTER.replay(views, samples.NAMES)

    assert len(animation.gif) <= 1_500_000
    assert f"{FRAMES} pictures" in animation.alt
    assert alt_text.describe_board(views[-1], samples.NAMES)[:80] in animation.alt


def test_an_alt_text_that_is_cut_says_where_the_rest_is() -> None:
    played = [views[2] for views in samples.played("standard", 3) if views[2].turn]
    tables = ((view, ("W" * length, "Ann")) for view in reversed(played) for length in range(1, 13))
    view, labels = next(table for table in tables if len(alt_text.describe_board(*table)) > ALT_LIMIT - 20)
    alts = (PAINTER.zoom(view, labels, "last").alt, PAINTER.replay([view], labels).alt)

    assert all(alt.endswith(text.REST) and len(alt) <= ALT_LIMIT for alt in alts)


def test_a_name_without_ink_is_its_colour() -> None:
    assert naming.display_names(("\u2800", "שלום")) == ("Red", "\u2068שלום\u2069")
    assert naming.letters(("Ann", "Abel")) == ("A", "B")


def test_plain_text_has_every_monster_and_all_that_happened() -> None:
    view = samples.fight()
    said = PAINTER.text(view, samples.NAMES)

    for monster in view.monsters:
        assert f"  {monster.square}  {naming.ranked_name(monster.id)}" in said
    assert "Bramblefang on d3 attacks c2: dice 5 4 + 12 = 21 vs 16, hit, 4 clicks" in said
    assert "2 Strayling 1, 1 Mastiff 3" in said
    assert said.index("attacks c2") < said.index("kill points") < said.index("On the map"), "the newest is heard first"
    assert max(map(len, said.splitlines())) <= 140


def test_squares_are_where_the_notation_says() -> None:
    view = samples.fight()
    geometry = board.board_geometry(view)

    for cell, name in enumerate(grid(view.columns, view.rows).name):
        assert ground.square_name(*ground.place(name)) == name, cell
    (x1, y1), (x2, y2) = geometry.centre("a1"), geometry.centre("g6")
    assert MARGIN < x1 < x2 < WIDTH - MARGIN
    assert y2 < y1


def test_no_cached_sprite_keeps_the_words_of_another_language() -> None:
    first = samples.played("standard", 1)[0][0]
    drawn = {
        "en": {"4th", "clicks left", "defense", "Rampage", "active now", "Werewolf, unique", "Werewolves"},
        "de": {"4.", "Klicks", "Verteidigung", "Raserei", "wirkt jetzt", "Werwolf, einzigartig", "Werwölfe"},
    }
    for language in ("en", "de", "en"):
        with speaking(language):
            written = {
                *texts_of(PAINTER.board, samples.fight(), samples.NAMES),
                *texts_of(PAINTER.monster, "wer-u"),
                *texts_of(PAINTER.hand, first, samples.NAMES),
            }
        assert {each: words & written for each, words in drawn.items() if words & written} == {
            language: drawn[language]
        }


@pytest.mark.parametrize("language", SPOKEN)
def test_words_of_each_language_fit_on_the_pictures(language: str) -> None:
    with speaking(language):
        for monster in MONSTERS:
            sheet = sheet_of(PAINTER.monster, monster)
            assert not [each.text for each in sheet.written if each.text.endswith(text.ELLIPSIS)], monster
        sheet = sheet_of(PAINTER.board, samples.fight(), samples.NAMES)
        assert all(each.right <= WIDTH - MARGIN for each in sheet.written)
