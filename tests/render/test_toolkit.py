"""The drawing toolkit: palette, text, sprites, hex geometry, discovery of painters."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from math import dist
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.games import game_types
from language.messages import speaking
from render import fonts, header, painter, result, text
from render.hexes import EDGE_STEPS, fit_grid
from render.palette import MAX_COLOURS, get_palette, index_themes, ramp
from render.picture import MARGIN, WIDTH, Sheet, draw_and_encode
from render.sprites import Letter, Sketch, hexagon, polygon_mask
from render.text import Style
from render.theme import DARK, THEMES, Theme, find_theme
from tools.pictures.gallery import SCRIPT_NAMES

STYLE = Style(34, 650)
NAMES = ["Ann", "W" * 32, "i" * 32, "Bénédicte of the Long, Long Road", "Жанна", ""]


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("theme_of", [find_theme, *(painter(game).theme for game in game_types())])
def test_palette_holds_every_colour_of_its_theme(theme_of: Callable[[str], Theme], name: str) -> None:
    theme = theme_of(name)
    palette = get_palette(theme)
    named = [
        field for field in vars(theme).values() if isinstance(field, tuple) and field and isinstance(field[0], int)
    ]
    named += [*theme.honey, *(colour for side in theme.sides.values() for colour in side)]
    named += [*theme.edge_tones, *theme.last_tones]

    assert len(palette.colours) <= MAX_COLOURS
    assert set(named) <= set(palette.colours)
    # Two indistinguishable colours may share an entry.
    assert max(dist(palette.colours[palette.nearest_index(colour)], colour) for colour in named) <= 6


def test_a_palette_over_its_budget_is_refused_with_the_excess() -> None:
    """A game's themes are checked when they are created, at import."""
    room = MAX_COLOURS - len(get_palette(DARK).colours)
    greens = [(0, 255 - number, 0) for number in range(room + 2)]

    assert index_themes(replace(DARK, last_tones=(*DARK.last_tones, *greens[:room]))).keys() == {"dark"}
    with pytest.raises(ValueError, match=f"'dark' has 2 colours more than the limit of {MAX_COLOURS}: ") as refused:
        index_themes(replace(DARK, last_tones=(*DARK.last_tones, *greens)))
    assert str(refused.value).endswith(", ".join(bytes(green).hex() for green in greens[-2:]))


def test_ramp_leads_from_one_colour_to_the_other_by_small_steps() -> None:
    palette, table = get_palette(DARK), ramp(DARK, DARK.background, DARK.ink)
    blends = [
        [a + (b - a) * share / 255 for a, b in zip(DARK.background, DARK.ink, strict=True)] for share in range(256)
    ]

    assert palette.colours[table[0]] == DARK.background
    assert palette.colours[table[255]] == DARK.ink
    for index, blend in zip(table, blends, strict=True):
        assert all(abs(a - b) <= 24 for a, b in zip(palette.colours[index], blend, strict=True))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("room", [60, 200, 400])
def test_fitted_text_stays_within_its_room(name: str, room: int) -> None:
    fitted_text, style = text.fit(name, STYLE, room, 28)

    assert text.width(fitted_text, style) <= room
    assert 28 <= style.size <= STYLE.size
    assert fitted_text == name or fitted_text.endswith(text.ELLIPSIS)


@pytest.mark.parametrize("words", ["", "one", "Most power picks a value, the next gets the other"])
def test_wrapped_text_keeps_its_words_and_its_room(words: str) -> None:
    lines = text.wrap(words, STYLE, 300)

    assert " ".join(lines) == words
    assert all(text.width(line, STYLE) <= 300 for line in lines)
    for line, following in pairwise(lines):
        assert text.width(f"{line} {following.split()[0]}", STYLE) > 300


def test_a_word_that_is_wider_than_a_line_is_truncated() -> None:
    assert text.wrap("m" * 32 + " is long", STYLE, 300)[0].endswith(f"m{text.ELLIPSIS}")


def test_wrapping_keeps_no_break_spaces() -> None:
    lines = text.wrap("Case libre\u00a0: fin et gris\u00a0: le reste", STYLE, 200)
    assert not any(line.startswith(":") for line in lines)
    assert " ".join(lines) == "Case libre\u00a0: fin et gris\u00a0: le reste"
    long = "m" * 10 + "\u00a0" + "m" * 10
    assert text.wrap(long, STYLE, text.width(long, STYLE) - 1) == long.split()
    assert text.wrap(" ", STYLE, 200) == []


def test_japanese_is_wrapped_between_phrases() -> None:
    lines = text.wrap("Annikaさんの番です。手札から1枚選んで、「ヘックス」に置きます。", STYLE, 340)

    assert lines == ["Annikaさんの", "番です。手札から", "1枚選んで、", "「ヘックス」に", "置きます。"]


def test_the_japanese_word_for_a_clue_is_not_broken() -> None:
    assert text.wrap("あなたの手がかりは3つです。", STYLE, 180) == ["あなたの", "手がかりは", "3つです。"]


def test_a_japanese_phrase_wider_than_a_line_is_broken_but_not_beside_punctuation() -> None:
    lines = text.wrap("コネクトフォー：ホラークリックス版", STYLE, 200)

    assert "".join(lines) == "コネクトフォー：ホラークリックス版"
    assert not any(line[0] in text.CLOSING for line in lines)


def test_cut_text_is_no_longer_than_allowed() -> None:
    assert text.truncate("Bénédicte", 9) == "Bénédicte"
    assert text.truncate("Bénédicte", 8) == "Bénédic…"


def test_a_drawing_is_painted_from_another_centre() -> None:
    moved, still = Sketch(DARK, 100, 100, DARK.background), Sketch(DARK, 100, 100, DARK.background)
    outline = hexagon(0, 0, 30)
    moved.at(20, 10).clip(outline, 2, lambda inner: inner.box(0, 0, 90, 12, DARK.gold))
    still.clip([(x + 20, y + 10) for x, y in outline], 2, lambda inner: inner.box(20, 10, 90, 12, DARK.gold))

    assert moved.downsample().image.tobytes() == still.downsample().image.tobytes()
    assert moved.downsample().image.getpixel((51 + 20, 51 + 10)) == DARK.gold
    assert moved.downsample().image.getpixel((51 - 20, 51 + 10)) == DARK.background


def test_text_that_fits_is_left_alone() -> None:
    assert text.fit("Ann", STYLE, 400, 28) == ("Ann", STYLE)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoe\u0308", "Zoë"),
        ("a\nb\t c", "a b c"),
        ("\u202eann\u200b", "ann"),
        (" ", ""),
        ("𝕬𝖓𝖓 Ａｎｎ ⓐⓝⓝ", "Ann Ann ann"),
        ("x\u0323\u0301\u0302\u0303", "x\u0323\u0301"),
    ],
)
def test_names_are_composed_and_kept_on_one_line(name: str, shown: str) -> None:
    assert text.normalize_name(name) == shown


@pytest.mark.parametrize("name", ["Ann", "Bénédicte", "Zoë Å.", "Łukasz", "Жанна", "Ελένη", "O’Neil – 3/4"])
def test_inter_alone_writes_latin_cyrillic_and_greek(name: str) -> None:
    assert fonts.is_plain(name)


@pytest.mark.parametrize(
    "name",
    [
        *("漢字さん", "한국어", "سامي", "محمد علي", "שרה", "สมชาย", "नमस्ते", "বাংলা", "தமிழ்", "ქართული", "Հայերեն"),
        *("አማርኛ", "ខ្មែរ", "ಕನ್ನಡ", "മലയാളം", "తెలుగు", "ਪੰਜਾਬੀ", "ગુજરાતી", "සිංහල", "မြန်မာ", "ລາວ", "ଓଡ଼ିଆ"),
        *("سامي ٤٢", "علی ۴۲", "نیم\u200cفاصله", "ශ\u0dca\u200dරී"),
        *("Ann 🦊", "👩\u200d🚀"),
    ],
)
def test_every_script_is_written_by_a_font_that_has_it(name: str) -> None:
    assert text.writable_name(name, "Red").strip("\u2068\u2069") == name
    assert not fonts.is_plain(name)


@pytest.mark.parametrize("name", SCRIPT_NAMES)
def test_no_name_reaches_into_the_line_below(name: str) -> None:
    coverage, _, top = text.draw_coverage(text.writable_name(name, "Red"), Style(100, 850))
    assert top + coverage.height <= 38


def test_only_what_no_font_has_is_left_out() -> None:
    assert text.writable_name("Ann \U00013000", "Red") == "Ann"


@pytest.mark.parametrize("name", ["", " ", "\u2800", "\u3164", "\uffa0", "\u115f", "\U00013000", "\ufdfd"])
def test_a_name_without_ink_is_replaced(name: str) -> None:
    assert text.writable_name(name, "Red") == "Red"


def test_names_from_right_to_left_keep_their_places_in_a_list() -> None:
    runs = fonts.split_runs("Ann, سامي علي, שרה")
    assert [run.text for run in runs] == ["Ann, ", "سامي علي", ", ", "שרה"]
    assert [run.is_right_to_left for run in runs] == [False, True, False, True]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("سامي 42", ["42", " ", "سامي"]),
        ("سامي 2.5", ["2.5", " ", "سامي"]),
        ("سامي 4 2", ["2", " ", "4", " ", "سامي"]),
        ("سامي ٤٢", ["٤٢", " ", "سامي"]),
        ("سامي Ann 2", ["Ann 2", " ", "سامي"]),
        ("שרה, Ann (2)", ["Ann (2)", ", ", "שרה"]),
        ("سامي, שרה", ["שרה", ", ", "سامي"]),
        ("Ann سامي", ["Ann ", "سامي"]),
        ("شهرزاد…", ["…", "شهرزاد"]),
    ],
)
def test_an_isolated_name_is_read_in_the_direction_of_its_first_letter(name: str, shown: list[str]) -> None:
    runs = fonts.split_runs(f"Bea, {text.isolate(name)}: Cem")
    assert [run.text for run in runs] == ["Bea, ", *shown, ": Cem"]


def test_the_ellipsis_of_a_cut_name_stands_where_its_reading_ends() -> None:
    name, _ = text.fit(text.isolate("شهرزاد بنت الوزير"), STYLE, 200)
    assert fonts.split_runs(name)[0].text == text.ELLIPSIS


def test_names_from_right_to_left_are_isolated_also_if_they_are_cut() -> None:
    assert text.writable_name("شهرزاد", "Red") == text.isolate("شهرزاد") == "\u2068شهرزاد\u2069"
    assert text.isolate("漢字 Ann") == "漢字 Ann"
    assert text.truncate("\u2068شهرزاد\u2069", 6) == "\u2068شهر…\u2069"
    assert text.truncate("\u2068شهرزاد\u2069, Annabella", 13) == "\u2068شهرزاد\u2069, An…"


@given(st.lists(st.sampled_from(["\u2068شهرزاد\u2069", "\u2068سامي 42\u2069", "Ann", ", "])), st.integers(3, 60))
def test_what_is_cut_is_a_name_and_never_its_closing_mark(parts: list[str], limit: int) -> None:
    told = text.truncate("".join(parts), limit)
    assert len(told) <= limit
    assert re.fullmatch(r"([^\u2068\u2069]|\u2068[^\u2068\u2069]+\u2069)*", told)


@pytest.mark.parametrize("can_shape", [True, False])
def test_a_mixed_text_is_as_wide_as_its_picture(monkeypatch: pytest.MonkeyPatch, can_shape: bool) -> None:
    """Without Raqm the letters stand alone, and still in their order."""
    monkeypatch.setattr(fonts, "can_shape", lambda: can_shape)
    fonts.open_font.cache_clear()
    text.measure.cache_clear()
    line = text.draw_in.__wrapped__("en", "Ann, سامي, 漢字", STYLE, DARK, DARK.ink, DARK.background)
    assert abs(text.width("Ann, سامي, 漢字", STYLE) - line.plane.width) <= STYLE.size / 4
    fonts.open_font.cache_clear()
    text.measure.cache_clear()


def test_sprite_mask_covers_the_shape_and_nothing_far_from_it() -> None:
    sketch = Sketch(DARK, 100, 110, DARK.background)
    outline = hexagon(0, 0, 80)
    sketch.polygon(outline, DARK.ink)
    sprite = sketch.finish([Letter("7", Style(30), 0, 0, DARK.print)], polygon_mask(sketch, outline))
    mask, palette = sprite.mask, get_palette(DARK)

    assert mask is not None
    ink = sprite.plane.point([255 * (index == palette.nearest_index(DARK.ink)) for index in range(256)])
    assert set(mask.tobytes()) == {0, 255}
    assert all(covered for drawn, covered in zip(ink.tobytes(), mask.tobytes(), strict=True) if drawn)
    assert mask.getpixel((0, 0)) == 0
    assert [written.text for written in sprite.written] == ["7"]


def test_a_picture_that_fails_leaves_the_next_one_to_be_drawn() -> None:
    def failing() -> tuple[Sheet, str]:
        raise ValueError("nothing to draw")

    with pytest.raises(ValueError, match="nothing to draw"):
        draw_and_encode(failing)
    assert draw_and_encode(lambda: (Sheet(DARK, 100), "empty")).alt == "empty"


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_background_is_the_first_of_a_palette(theme: Theme) -> None:
    assert get_palette(theme).nearest_index(theme.background) == 0


def test_written_text_is_recorded_with_its_position() -> None:
    sheet = Sheet(DARK, 100)
    sheet.write("Ann", STYLE, 600, 50, DARK.ink, DARK.background, "m")
    (written,) = sheet.written
    ground = get_palette(DARK).nearest_index(DARK.background)
    ink = sheet.plane.point([255 * (index != ground) for index in range(256)]).getbbox()

    assert ink is not None
    assert written.left <= ink[0] < ink[2] <= written.right
    assert written.top <= ink[1] < ink[3] <= written.bottom
    assert abs((ink[0] + ink[2]) / 2 - 600) <= 2


def test_encoding_gives_the_colours_drawn() -> None:
    sheet = Sheet(DARK, 40)
    sheet.draw_rule(0, 10, 1199, 5, DARK.gold)
    picture = sheet.encode("a rule")

    with Image.open(BytesIO(picture.png)) as image:
        assert image.mode == "P"
        assert image.convert("RGB").getpixel((600, 12)) == DARK.gold
        assert image.convert("RGB").getpixel((600, 30)) == DARK.background
    assert (picture.width, picture.height, picture.alt) == (WIDTH, 40, "a rule")


def noise(seed: int) -> Sheet:
    """Return pixels that reveal one wrong entry among ISA-L's 8,192 hashes, about once in a hundred tries.

    After 4 KB without repetitions, ISA-L skips 32 bytes of each 34 and looks up the next ones with an older hash. The
    bytes there are repeated at the beginning, where only a wrong entry leads.
    """
    height, repeated = 30, b"\xc8\xc9\xca\xcb"
    rows = bytearray(each & 127 for each in Random(seed).randbytes((WIDTH + 1) * height))
    for place in (2, *range(4501, len(rows) - len(repeated), 34)):
        rows[place : place + len(repeated)] = repeated
    sheet = Sheet(DARK, height)
    # Each PNG row begins with a filter byte.
    sheet.plane.paste(Image.frombytes("L", (WIDTH + 1, height), bytes(rows)), (-1, 0))
    return sheet


def test_the_same_pixels_are_the_same_bytes_wherever_there_is_memory() -> None:
    sheets = [noise(seed) for seed in range(8)]
    expected = [sheet.encode("") for sheet in sheets]
    taken: list[bytes] = []
    for _ in range(256):
        # Shift the next compressor's memory by 64 KB.
        taken.append(bytes(1 << 16))

        assert [sheet.encode("") for sheet in sheets] == expected


def test_hexes_fill_the_width_and_neighbours_are_a_pitch_apart() -> None:
    places = [(0, 0), (3, 0), (0, 2), (-1, 2)]
    grid = fit_grid(places, 20, 1180, top=50)
    centres = [grid.centre(*place) for place in places]

    assert min(x for x, _ in centres) - grid.pitch // 2 >= 20
    assert max(x for x, _ in centres) + grid.pitch // 2 <= 1180
    assert 1160 - (max(x for x, _ in centres) - min(x for x, _ in centres) + grid.pitch) < 2 * len(places)
    assert grid.centre(1, 0)[0] - grid.centre(0, 0)[0] == grid.pitch
    for edge, (q, r) in enumerate(((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))):
        assert grid.point_towards(0, 0, edge, 1) == grid.centre(q, r), EDGE_STEPS[edge]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_boxes_of_seats_lie_apart_within_the_margins(count: int) -> None:
    boxes = header.seat_boxes(count, middle=200)

    assert len(boxes) == count
    assert all(box.left >= MARGIN and box.right <= WIDTH - MARGIN for box in boxes)
    for index, box in enumerate(boxes):
        for other in boxes[:index]:
            assert box.left >= other.right or box.top >= other.bottom
    if count == 2:
        assert boxes[1].left - boxes[0].right == 200


def test_an_unknown_theme_is_refused_with_a_list_of_themes() -> None:
    with pytest.raises(ValueError, match="dark"):
        find_theme("sepia")


@pytest.mark.parametrize("points", [(170, 90, 120, 150, 65, 315), (1500, 105, 105, 45, 1)])
def test_numbers_in_a_bar_stay_apart(points: tuple[int, ...]) -> None:
    sheet = Sheet(DARK, 300)
    parts = [result.Part(each, DARK.gold, "crown") for each in points]

    result.draw_standings(sheet, "Points", [], [result.Standing("Ann", sum(points), parts)], 0)

    numbers = [written for written in sheet.written if written.style == result.PART]
    assert [written.text for written in numbers] == [str(each) for each in points]
    assert all(after.left - before.right >= 2 * result.PART_GAP for before, after in pairwise(numbers))


@pytest.mark.parametrize("count", range(1, 6))
def test_the_sources_of_points_stand_beside_their_heading_or_below_it(count: int) -> None:
    sources = [result.Source(name, "crown") for name in ("large stones", "small stones", "colour", "rewards", "cards")]
    heading = "Where the points came from"
    sheet = Sheet(DARK, 300)

    bottom = result.draw_standings(sheet, heading, sources[:count], [], 0)

    title, *names = sheet.written
    assert bottom == result.standings_head(heading, sources[:count])
    assert min(name.left for name in names) > title.right or min(name.top for name in names) >= title.bottom


def test_a_french_colon_takes_room_in_pictures() -> None:
    english = text.width("Charge: 3", STYLE)
    with speaking("fr"):
        assert text.width("Charge: 3", STYLE) > english
        line = text.draw_line("Charge: 3", STYLE, DARK, DARK.ink, DARK.background)

    assert line.plane.width > text.draw_line("Charge: 3", STYLE, DARK, DARK.ink, DARK.background).plane.width


def test_a_shortened_name_keeps_its_number() -> None:
    fitted = text.shorten_names_to_fit(["Computer 1", "Computer 12", "Ann"], (20, 7), 26, ", ".join)

    assert fitted == "Comp… 1, Com… 12, Ann"
