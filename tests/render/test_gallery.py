"""The contact sheet and the documents' pictures."""

import struct
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.games import game_type, game_types
from render import painter, text
from render.theme import THEMES
from tools.pictures import __main__ as command
from tools.pictures import gallery

DOCUMENTS = Path("docs/pictures")


@pytest.mark.slow
def test_contact_sheet_has_every_kind_of_picture_at_both_widths(tmp_path: Path) -> None:
    command.contact_sheet(tmp_path, "light", [2])
    for game in game_types():
        kinds = {path.stem for path in (tmp_path / "light").glob(f"{game}-2-*.png")}
        full = {kind for kind in kinds if not kind.endswith("-390")}

        assert (f"{game}-2-result" in full) == (2 in game_type(game).seats)
        assert kinds - full == {f"{kind}-390" for kind in full}
        for kind in kinds - full:
            with Image.open(tmp_path / "light" / f"{kind}.png") as small:
                assert small.width == 390
    with Image.open(tmp_path / "index-light.png") as together:
        assert together.width >= 6 * 390


def test_contact_sheet_command_draws_every_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Path, str]] = []
    monkeypatch.setattr(command, "contact_sheet", lambda out, theme: drawn.append((out, theme)))

    assert command.main(["contact-sheet", str(tmp_path)]) == 0
    assert drawn == [(tmp_path, theme) for theme in THEMES]


def test_sheets_of_names_show_the_kinds_of_pictures_that_have_names(tmp_path: Path) -> None:
    assert command.main(["names", str(tmp_path), "league"]) == 0

    drawn = {path.stem for path in tmp_path.iterdir()}
    assert {"league-standings-cup", "league-person", "league-result", "league-statistics"} <= drawn
    assert "league-standings-empty" not in drawn


@pytest.mark.slow
def test_the_documents_show_what_is_drawn_today(tmp_path: Path) -> None:
    assert command.main(["documents", str(tmp_path)]) == 0

    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in DOCUMENTS.glob("*_*.*")}
    replay = tmp_path / "monster_hex_replay.gif"
    assert replay.read_bytes() == (DOCUMENTS / replay.name).read_bytes()
    assert replay.stat().st_size <= 1_000_000
    for path in tmp_path.glob("*.png"):
        with Image.open(path) as today, Image.open(DOCUMENTS / path.name) as shown:
            assert ImageChops.difference(today.convert("RGB"), shown.convert("RGB")).getbbox() is None, path.name
        assert (DOCUMENTS / path.name).stat().st_size <= 250_000
        assert struct.unpack(">I", path.read_bytes()[16:20]) == (1200,)


@pytest.mark.parametrize("game", ["connect_four", "hex_battle_wars", "hive_mind", "monster_hex"])
def test_a_result_without_room_for_all_of_it_in_words_says_where_the_rest_is(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long game with many deaths, for instance of 18 characters, has more than fits."""
    public = [moment.public for moment in gallery.play(game, min(n for n in game_type(game).seats if n > 1), 1)]
    module = "end_card" if game == "hive_mind" else "ending"
    monkeypatch.setattr(f"render.{game}.{module}.ALT_LIMIT", 120)

    alt = painter(game).result(public, gallery.LONGEST).alt

    assert len(alt) <= 120
    assert alt.endswith((f"… {text.REST}", f"… {text.STEPS}"))


def test_sample_games_end_and_are_the_same_again() -> None:
    first, second = (gallery.play("monster_hex", 3, 3) for _ in range(2))

    assert first == second
    assert first[-1].public.winners is not None
    assert first[-1].actions == ()
    assert all(moment.actions for moment in first[:-1])
    assert all(moment.public.hand is None for moment in first)


def test_the_showpiece_is_legal_and_in_the_middle() -> None:
    moments = gallery.play("monster_hex", 2, 2)
    moment, action = gallery.showpiece(painter("monster_hex"), moments, gallery.NAMES)

    assert action in moment.actions
    assert 0.4 * len(moments) <= moments.index(moment) <= 0.9 * len(moments)


@pytest.mark.parametrize("arguments", [[], ["contact-sheet"], ["documents", "a", "b"], ["names", "a", "b"]])
def test_other_arguments_are_answered_with_what_there_is(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(arguments) == 2
    assert "contact-sheet OUT" in capsys.readouterr().err
