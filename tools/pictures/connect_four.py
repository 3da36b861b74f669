"""Sample pictures of Connect Four in every size, for the contact sheet and the documentation."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.connect_four.options import SIZES
from engine.connect_four.players import Easy
from engine.connect_four.roster import CLASSES, MONSTERS
from render import Animation, Picture
from render.connect_four import PAINTER, glyphs
from tools.pictures.gallery import LONGEST, NAMES, Moment, play

NAME: Final = "connect_four"
SEED: Final = 7
DIAL: Final = "wer-u"


class ConnectFourExhibits:
    """Sample pictures of Connect Four; see `tools.pictures.gallery.Exhibits`."""

    def pictures(
        self, seats: int, theme: str, names: Sequence[str] = NAMES, longest: Sequence[str] = LONGEST
    ) -> Iterator[tuple[str, Picture | Animation]]:
        """Yield every kind of picture; some have the longest names.

        Boards are shown in every size, also with columns and rows swapped.
        """
        labels, longest = names[:seats], longest[:seats]
        for size in SIZES:
            for is_swapped in (False, True):
                moments = _played(size, is_swapped)
                kind = f"{size} swapped" if is_swapped else size
                yield (
                    f"board {kind}",
                    PAINTER.board(_find_fight(moments).public, longest if is_swapped else labels, theme),
                )
        moments = _played("standard")
        fight = _find_fight(moments)
        for kind, moment in _setup(moments).items():
            yield f"board {kind}", PAINTER.board(moment.public, longest, theme)
            yield f"hand {kind}", PAINTER.hand(moment.own, labels, theme)
        yield "hand", PAINTER.hand(fight.own, labels, theme)
        for kind, action in _previews(fight.actions).items():
            yield f"preview {kind}", PAINTER.preview(fight.own, longest, action, theme)
        yield "preview class", PAINTER.preview(moments[0].own, labels, "class spirit", theme)
        for around in ("last", "NW", "SE"):
            yield f"zoom {around}", PAINTER.zoom(fight.public, longest, around, theme)
        for monster in ("vam-1v", "spi-1v", "ali-u"):
            yield f"monster {monster}", PAINTER.monster(monster, theme=theme)
        yield "legend", PAINTER.legend(None, theme)
        public = [moment.public for moment in moments]
        yield "board end", PAINTER.board(public[-1], labels, theme)
        yield "result", PAINTER.result(public, labels, theme)
        yield "result long", PAINTER.result([moment.public for moment in _played("map")], longest, theme)
        yield "replay", PAINTER.replay(public, labels, theme)

    def highlights(self) -> Mapping[str, Picture]:
        """Draw the board, the legend, a dial, the classes, the end of a game, and the monsters of each class."""
        moments = _played("standard")
        printed = [name for name, monsters in CLASSES.items() if all(glyphs.is_printed(each.id) for each in monsters)]
        return {
            **{f"class_{name}": PAINTER.preview(moments[0].own, NAMES[:2], f"class {name}") for name in printed},
            "board": PAINTER.board(_find_fight(moments).public, NAMES[:2]),
            "legend": PAINTER.legend(),
            "dial": PAINTER.monster(DIAL, MONSTERS[DIAL].start + 2, victims=1, tokens=1, letter=NAMES[0][0]),
            "classes": PAINTER.hand(moments[0].own, NAMES[:2]),
            "end": PAINTER.result([moment.public for moment in moments], NAMES[:2]),
        }


def _played(size: str, is_swapped: bool = False) -> list[Moment]:
    return play(NAME, 2, SEED, options={"size": size, "swap": is_swapped}, player=Easy)


def _find_fight(moments: Sequence[Moment]) -> Moment:
    """Return the latest position before the end in which an attack was struck back, else the one in the middle."""
    fights = [
        moment
        for moment in moments[:-1]
        if moment.public.recent and len(moment.public.recent[-1].blows) > 1 and moment.public.phase == "act"
    ]
    return fights[-1] if fights else moments[len(moments) // 2]


def _setup(moments: Sequence[Moment]) -> dict[str, Moment]:
    """Return the first position of each phase of the set-up, by phase."""
    found: dict[str, Moment] = {}
    for moment in moments:
        if not moment.public.turn:
            found.setdefault(moment.public.phase, moment)
    return found


def _previews(actions: Sequence[str]) -> dict[str, str]:
    """Return an action to preview for each of drop and attack, and its first two words as an incomplete action."""
    found: dict[str, str] = {}
    for action in actions:
        words = action.split()
        if words[0] in ("drop", "attack"):
            found.setdefault(words[0], action)
            found.setdefault(f"{words[0]} begun", " ".join(words[:2]))
    return found


EXHIBITS = ConnectFourExhibits()
