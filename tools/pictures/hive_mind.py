"""Sample pictures of Hive Mind in every edition, for the contact sheet and the documentation."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.games import game_type
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.editions import EDITIONS
from engine.hive_mind.view import View
from render import Animation, Picture
from render.hive_mind import PAINTER
from tools.pictures.gallery import LONGEST, NAMES, SEED, Moment, play

NAME: Final = "hive_mind"
GUESS: Final = "12.312.21.1."
LATER_PHASES: Final = ("totals", "choice")
"""Phases after the last round in which seats act; some matches have none (HM-18, HM-25)."""


class HiveMindExhibits:
    """Sample pictures of Hive Mind; see `tools.pictures.gallery.Exhibits`."""

    def pictures(self, seats: int, theme: str) -> Iterator[tuple[str, Picture | Animation]]:
        """Yield every kind of picture in every edition, some with the longest names."""
        for edition in EDITIONS:
            for kind, picture in _edition_pictures(edition, seats, theme):
                yield f"{edition} {kind}", picture
        yield "legend", PAINTER.legend(None, theme)

    def highlights(self) -> Mapping[str, Picture]:
        """Draw the board, the legend, a submission being composed, the note sheet and the end of a match."""
        seats = sorted(game_type(NAME).seats)[len(game_type(NAME).seats) // 2]
        moments = _play_edition("recharged", seats, SEED)
        fullest = _find_fullest(moments)
        labels = NAMES[:seats]
        return {
            "board": PAINTER.board(fullest.public, labels),
            "legend": PAINTER.legend(),
            "draft": PAINTER.hand(fullest.own, labels),
            "notes": PAINTER.notes(fullest.own, labels),
            "end": PAINTER.result([moment.public for moment in moments], labels),
        }


def _play_edition(edition: str, seats: int, seed: int) -> list[Moment]:
    return play(NAME, seats, seed, options={"edition": edition}, player=Deduction)


def _find_fullest(moments: Sequence[Moment]) -> Moment:
    """Return the position in the last round in which the acting seat's pending submission is the most complete."""
    last = [
        moment for moment in moments if moment.public.phase == "round" and moment.public.round == moment.public.rounds
    ]
    return max(last, key=lambda moment: _pending(moment.own))


def _pending(view: View) -> int:
    hives = view.own.hives if view.own is not None else ()
    return sum((hive.shape is not None) + (hive.guess is not None) + hive.double + hive.block for hive in hives)


def _edition_pictures(edition: str, seats: int, theme: str) -> Iterator[tuple[str, Picture | Animation]]:
    moments = _play_edition(edition, seats, seats)
    labels, longest = NAMES[:seats], LONGEST[:seats]
    first = next(moment for moment in moments if moment.public.phase == "round")
    fullest, end = _find_fullest(moments), moments[-1]
    hive = next(hive.name for hive in fullest.public.hives if hive.open)
    yield "board empty", PAINTER.board(first.public, longest, theme)
    yield "board", PAINTER.board(fullest.public, labels, theme)
    yield "board full", PAINTER.board(fullest.public, longest, theme)
    yield "draft empty", PAINTER.hand(first.own, longest, theme)
    yield "draft", PAINTER.hand(fullest.own, labels, theme)
    for kind, action in (
        ("focus", hive),
        ("hexes", f"{hive} line"),
        ("shapes", f"{hive} arc E"),
        ("shapes few", f"{hive} tri A"),
        ("shape", f"{hive}:HIJ"),
        ("guess", f"guess:{hive}:{GUESS}"),
    ):
        yield kind, PAINTER.preview(fullest.own, labels, action, theme)
    yield (
        "kinds",
        PAINTER.preview(first.own, labels, next(each.name for each in first.public.hives if each.open), theme),
    )
    yield "guess odds", PAINTER.guess(fullest.own, labels, hive, GUESS, odds=True, theme=theme)
    yield "hints", PAINTER.hints(end.own, labels, theme)
    yield "notes empty", PAINTER.notes(first.own, labels, theme)
    yield "notes", PAINTER.notes(end.own, labels, theme)
    yield "zoom", PAINTER.zoom(fullest.public, longest, hive, theme)
    yield "zoom SE", PAINTER.zoom(fullest.public, longest, "SE", theme)
    for phase in LATER_PHASES:
        for moment in [moment for moment in moments if moment.public.phase == phase][-1:]:
            yield f"board {phase}", PAINTER.board(moment.public, longest, theme)
            yield f"draft {phase}", PAINTER.hand(moment.own, longest, theme)
    yield "end", PAINTER.result([end.public], longest, theme)
    yield "result", PAINTER.result([moment.public for moment in moments], labels, theme)
    for page in PAINTER.pages(end.public):
        yield f"end {page}", PAINTER.zoom(end.public, longest if page == "points" else labels, page, theme)
    yield "replay", PAINTER.replay([moment.public for moment in moments], labels, theme)


EXHIBITS = HiveMindExhibits()
