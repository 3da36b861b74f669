"""Sample pictures of Monster Hex, for the contact sheet and the documentation: usual ones and variants."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from render import Animation, Picture
from render.monster_hex import PAINTER
from render.picture import draw_and_encode
from tools.pictures import monster_hex_abilities
from tools.pictures.gallery import LONGEST, NAMES, SEED, Moment, play, showpiece, usual_highlights, usual_pictures

NAME: Final = "monster_hex"
VARIANTS: Final[Mapping[str, Any]] = {"abilities": True, "objectives": True}
OBJECTIVES_BOARD: Final = 4
MIDDLE: Final = 0.7
THEME: Final = "dark"
"""Theme of the documentation's pictures."""


class MonsterHexExhibits:
    """Sample pictures of Monster Hex; see `tools.pictures.gallery.Exhibits`."""

    def pictures(
        self, seats: int, theme: str, names: Sequence[str] = NAMES, longest: Sequence[str] = LONGEST
    ) -> Iterator[tuple[str, Picture | Animation]]:
        """Yield the usual pictures of the base game, and boards, hands and results of games with all variants."""
        if seats > 1:
            yield from usual_pictures(NAME, PAINTER, seats, theme, names, longest)
        for kind, options in _variants(seats).items():
            moments = play(NAME, seats, seats, options=options)
            moment = _middle(moments)
            yield f"board {kind}", PAINTER.board(moment.public, names[:seats], theme)
            yield f"board {kind} end", PAINTER.board(moments[-1].public, longest[:seats], theme)
            yield f"hand {kind}", PAINTER.hand(moment.own, longest[:seats], theme)
            yield f"result {kind}", PAINTER.result([each.public for each in moments], names[:seats], theme)
        yield "objectives", PAINTER.objectives(max(2, seats), theme)

    def highlights(self) -> Mapping[str, Picture | Animation]:
        """Draw the usual pictures, the legend, all Objectives, each ability before and after its use, and a replay."""
        abilities = {
            name: draw_and_encode(monster_hex_abilities.draw, name, PAINTER.theme(THEME))
            for name in monster_hex_abilities.SCENES
        }
        return {
            **usual_highlights(NAME, PAINTER, 3),
            # With four seats and abilities, the legend has every faction and every sign.
            "legend": PAINTER.legend(play(NAME, 4, SEED, options={"abilities": True})[-1].public, THEME),
            "objectives": PAINTER.objectives(OBJECTIVES_BOARD),
            "ways": _draw_ways(),
            **abilities,
            "replay": PAINTER.replay([each.public for each in play(NAME, 2, SEED, greedy=True)], NAMES[:2]),
        }


def _draw_ways() -> Picture:
    """Draw the ways of the tile that the usual preview shows."""
    moment, action = showpiece(PAINTER, play(NAME, 3, SEED, greedy=True), NAMES)
    return PAINTER.preview(moment.own, NAMES[:3], action.rpartition(" ")[0])


def _variants(seats: int) -> dict[str, Mapping[str, Any]]:
    """Return the options of the variants shown for a number of seats, by name."""
    kinds: dict[str, Mapping[str, Any]] = {"variants": VARIANTS}
    return {**kinds, "shared": {**VARIANTS, "shared": True}} if seats == 2 else kinds


def _middle(moments: list[Moment]) -> Moment:
    """Return a position in the second half of a game in which a tile is to be placed."""
    placing = [moment for moment in moments if moment.public.phase == "place"]
    return placing[round(len(placing) * MIDDLE)]


EXHIBITS = MonsterHexExhibits()
