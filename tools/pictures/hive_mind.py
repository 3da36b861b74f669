"""Sample pictures of Hive Mind in every edition, for the contact sheet and the documentation."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from engine.games import game_type
from engine.hive_mind import preview
from engine.hive_mind.board import LETTERS
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.editions import DEFAULT_EDITION, EDITIONS, FIRST_GAME
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

    def pictures(
        self, seats: int, theme: str, names: Sequence[str] = NAMES, longest: Sequence[str] = LONGEST
    ) -> Iterator[tuple[str, Picture | Animation]]:
        """Yield every kind of picture in every edition and of a first game, some with the longest names."""
        labels, longest = names[:seats], longest[:seats]
        for edition in EDITIONS:
            for kind, picture in _match_pictures(_play_match(edition, seats, seats), labels, longest, theme):
                yield f"{edition} {kind}", picture
        first = _play_match(DEFAULT_EDITION, seats, seats, FIRST_GAME)
        for kind, picture in _match_pictures(first, labels, longest, theme):
            yield f"first game {kind}", picture
        yield "legend", PAINTER.legend(None, theme)

    def highlights(self) -> Mapping[str, Picture]:
        """Draw the board, the legend, a hive being tapped, a whole submission, odds and the end of a match."""
        seats = sorted(game_type(NAME).seats)[len(game_type(NAME).seats) // 2]
        moments = _play_match(DEFAULT_EDITION, seats, SEED)
        fullest = _find_fullest(moments)
        labels = NAMES[:seats]
        hive = preview.open_hives(fullest.own)[0]
        return {
            "board": PAINTER.board(fullest.public, labels),
            "legend": PAINTER.legend(),
            "own": PAINTER.taps(fullest.own, labels, hive, _first_taps(fullest.own, hive)),
            "shapes": PAINTER.hand(fullest.own, labels),
            "odds": PAINTER.odds(fullest.own, labels, hive),
            "end": PAINTER.result([moment.public for moment in moments], labels),
        }


def _play_match(edition: str, seats: int, seed: int, hives: int | None = None) -> list[Moment]:
    options: dict[str, str | int] = {"edition": edition} | ({} if hives is None else {"hives": hives})
    return play(NAME, seats, seed, options=options, player=Deduction)


def _first_taps(view: View, hive: str) -> str:
    """Return two hexes with which most shapes of the viewer begin, from those of its pending shape if it has one."""
    shape = preview.own_hive(view, hive).shape
    pairs = combinations(shape.letters if shape is not None else LETTERS, 2)
    return max(map("".join, pairs), key=lambda pair: len(preview.find_tappable_hexes(view, hive, pair)))


def _find_fullest(moments: Sequence[Moment]) -> Moment:
    """Return the position in the last round in which the acting seat's pending submission is the most complete."""
    last = [
        moment for moment in moments if moment.public.phase == "round" and moment.public.round == moment.public.rounds
    ]
    return max(last, key=lambda moment: _pending(moment.own))


def _pending(view: View) -> int:
    hives = view.own.hives if view.own is not None else ()
    return sum((hive.shape is not None) + (hive.guess is not None) + hive.double + hive.block for hive in hives)


def _match_pictures(
    moments: Sequence[Moment], labels: Sequence[str], longest: Sequence[str], theme: str
) -> Iterator[tuple[str, Picture | Animation]]:
    first = next(moment for moment in moments if moment.public.phase == "round")
    fullest, end = _find_fullest(moments), moments[-1]
    hive = preview.open_hives(fullest.own)[0]
    begun = preview.open_hives(first.own)[0]
    yield "board empty", PAINTER.board(first.public, longest, theme)
    yield "board", PAINTER.board(fullest.public, labels, theme)
    yield "board full", PAINTER.board(fullest.public, longest, theme)
    yield "shapes empty", PAINTER.hand(first.own, longest, theme)
    yield "shapes", PAINTER.hand(fullest.own, labels, theme)
    yield "own empty", PAINTER.taps(first.own, longest, begun, theme=theme)
    yield "own one tap", PAINTER.taps(first.own, labels, begun, "E", theme=theme)
    yield "own two taps", PAINTER.taps(fullest.own, labels, hive, _first_taps(fullest.own, hive), GUESS, theme=theme)
    yield "own laid", PAINTER.preview(fullest.own, labels, f"{hive}:HIJ", theme)
    yield "guess", PAINTER.guess(fullest.own, labels, hive, GUESS, theme=theme)
    yield "guess odds", PAINTER.guess(fullest.own, labels, hive, GUESS, odds=True, theme=theme)
    yield "clues", PAINTER.clues(end.own, labels, theme)
    yield "odds empty", PAINTER.odds(first.own, labels, begun, theme)
    yield "odds", PAINTER.odds(end.own, labels, hive, theme)
    yield "zoom", PAINTER.zoom(fullest.public, longest, hive, theme)
    yield "zoom SE", PAINTER.zoom(fullest.public, longest, "SE", theme)
    for phase in LATER_PHASES:
        for moment in [moment for moment in moments if moment.public.phase == phase][-1:]:
            yield f"board {phase}", PAINTER.board(moment.public, longest, theme)
            yield f"shapes {phase}", PAINTER.hand(moment.own, longest, theme)
    yield "end", PAINTER.result([end.public], longest, theme)
    yield "result", PAINTER.result([moment.public for moment in moments], labels, theme)
    for page in PAINTER.pages(end.public):
        yield f"end {page}", PAINTER.zoom(end.public, longest if page == "points" else labels, page, theme)
    yield "replay", PAINTER.replay([moment.public for moment in moments], labels, theme)


EXHIBITS = HiveMindExhibits()
