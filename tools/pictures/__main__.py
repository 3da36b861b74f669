"""Write the pictures of the documentation, or contact sheets.

Usage:

    python -m tools.pictures contact-sheet OUT   every kind of picture, in every theme, at full width and at 390 pixels
    python -m tools.pictures documents OUT       the pictures shown in the documentation
    python -m tools.pictures names OUT [GAME]    a sheet of each kind of picture with names in all scripts; GAME is a
                                                 game's name or league, by default all
"""

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from engine.games import game_type, game_types
from render import Animation, Painter, Picture, painter, stats, text
from render.theme import THEMES
from tools.pictures import league
from tools.pictures.gallery import LONGEST, NAMES, SCRIPT_NAMES, highlights, pictures

PHONE = 390
"""Width of a phone's screen in points, and of a contact sheet's column in pixels."""
COLUMNS = 6
LEAGUE = "league"
GAP = 20
TITLE_HEIGHT = 44
TITLE_SIZE = 24


def main(arguments: Sequence[str]) -> int:
    """Run the command in the arguments, and return the exit status."""
    match arguments:
        case ["contact-sheet", out]:
            for theme in THEMES:
                contact_sheet(Path(out), theme)
        case ["documents", out]:
            document_pictures(Path(out))
        case ["names", out]:
            name_sheets(Path(out), (*_painters(), LEAGUE))
        case ["names", out, game] if game in (*_painters(), LEAGUE):
            name_sheets(Path(out), [game])
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def contact_sheet(out: Path, theme: str, seats: Sequence[int] | None = None) -> None:
    """Write every kind of picture of all games and leagues in one theme, and an overview as `index-THEME.png`.

    `seats` limits the numbers of seats.
    """
    small: list[tuple[str, Image.Image]] = []
    for title, picture in _every_picture(theme, seats):
        path = out / theme / f"{title.replace(' ', '-').lower()}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(picture, Animation):
            path.with_suffix(".gif").write_bytes(picture.gif)
            continue
        path.write_bytes(picture.png)
        small.append((title, _phone_size(picture)))
        small[-1][1].save(path.with_name(f"{path.stem}-{PHONE}.png"))
    _index_sheet(small).save(out / f"index-{theme}.png")


def _every_picture(theme: str, seats: Sequence[int] | None) -> Iterator[tuple[str, Picture | Animation]]:
    """Yield all pictures with their titles."""
    for name, paint in _painters().items():
        for count in (count for count in game_type(name).seats if seats is None or count in seats):
            for kind, picture in pictures(name, paint, count, theme):
                yield f"{name} {count} {kind}", picture
    for kind, picture in league.pictures(theme, NAMES, LONGEST):
        yield f"league {kind}", picture


def name_sheets(out: Path, games: Sequence[str]) -> None:
    """Write a sheet at 390 pixels of each kind of picture that shows names, with all of `SCRIPT_NAMES` in turn.

    A kind is recognised by pictures that differ. An animation is shown by its first frame.
    """
    out.mkdir(parents=True, exist_ok=True)
    for game in games:
        for batch in zip(*_with_all_names(game), strict=True):
            if len({_encoded(picture) for _, picture in batch}) > 1:
                small = [(str(number), _phone_size(picture)) for number, (_, picture) in enumerate(batch, 1)]
                _index_sheet(small).save(out / f"{game} {batch[0][0]}.png".replace(" ", "-"))


def _with_all_names(game: str) -> Iterator[list[tuple[str, Picture | Animation]]]:
    """Yield all pictures of a game or of leagues with their titles, once with each batch of `SCRIPT_NAMES`."""
    seats = league.PLACED if game == LEAGUE else max(game_type(game).seats)
    # The last batch is filled up with the first names.
    names = SCRIPT_NAMES + SCRIPT_NAMES
    for start in range(0, len(SCRIPT_NAMES), seats):
        some = names[start : start + seats]
        if game == LEAGUE:
            yield [*league.pictures("dark", some, some), *_statistics(some)]
        else:
            yield [*pictures(game, painter(game), seats, "dark", some, some)]


def _statistics(names: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    """Yield the picture of `/stats` with the first name as the player, and the others as opponents."""
    opponents = [stats.Opponent(name, "12 games, 5 won") for name in names[1:]]
    yield "statistics", stats.draw(stats.Content(names[0], [stats.Figure("games", 99)], (), opponents))


def document_pictures(out: Path) -> None:
    """Write the documentation's pictures of every game; a file that shows the same pixels stays as it is."""
    out.mkdir(parents=True, exist_ok=True)
    for name, paint in _painters().items():
        for kind, picture in highlights(name, paint).items():
            if isinstance(picture, Animation):
                (out / f"{name}_{kind}.gif").write_bytes(picture.gif)
            else:
                path = out / f"{name}_{kind}.png"
                if not path.exists() or not _is_same(path, picture):
                    path.write_bytes(picture.png)


def _is_same(path: Path, picture: Picture) -> bool:
    """Return whether a file shows a picture. Its bytes may differ, because compression differs between machines."""
    with Image.open(path) as shown, Image.open(BytesIO(picture.png)) as today:
        return shown.size == today.size and shown.convert("RGB").tobytes() == today.convert("RGB").tobytes()


def _painters() -> dict[str, Painter]:
    return {name: painter(name) for name in game_types() if find_spec(f"render.{name}") is not None}


def _encoded(picture: Picture | Animation) -> bytes:
    return picture.gif if isinstance(picture, Animation) else picture.png


def _phone_size(picture: Picture | Animation) -> Image.Image:
    with Image.open(BytesIO(_encoded(picture))) as full:
        size = PHONE, round(full.height * PHONE / full.width)
        return full.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _index_sheet(small: Sequence[tuple[str, Image.Image]]) -> Image.Image:
    """Lay out all pictures with their titles in columns, each picture in the column that is shortest so far."""
    places: list[tuple[int, int]] = []
    bottoms = [GAP] * COLUMNS
    for _, picture in small:
        column = bottoms.index(min(bottoms))
        places.append((GAP + column * (PHONE + GAP), bottoms[column]))
        bottoms[column] += TITLE_HEIGHT + picture.height + GAP
    sheet = Image.new("RGB", (GAP + COLUMNS * (PHONE + GAP), max(bottoms)), (128, 128, 128))
    draw = ImageDraw.Draw(sheet)
    for (title, picture), (x, y) in zip(small, places, strict=True):
        draw.text((x, y + 8), title, (0, 0, 0), text.font(TITLE_SIZE, 600))
        sheet.paste(picture, (x, y + TITLE_HEIGHT))
    return sheet


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
