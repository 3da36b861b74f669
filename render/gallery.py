"""Sample games and all the pictures of them: for the contact sheet, and for the pictures in the documents.

Not a painter: it plays through the registry, so that there are views to draw, and hands painters nothing else. A game
with pictures of its own besides those that every game has shows them in `render.<game>.exhibits`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, Protocol

from engine.core import CHANCE, SPECTATOR
from engine.games import game
from engine.players.base import Maker
from engine.players.greedy import Greedy
from engine.players.uniform import Uniform
from render import Animation, Painter, Picture

NAMES: Final = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida", "Tomasz")
LONGEST: Final = ("W" * 32, "Ж" * 32, "漢字" * 16, "m" * 32, "שלום" * 8, "Ann " * 8, "M" * 32)
"""Names of 32 wide characters, some of which the font lacks."""
SEED: Final = 7
"""The game that the documents show."""
TRIED: Final = 12
"""How many of a turn's moves are looked at for the one with the most to show."""
MIDDLE: Final = (0.45, 0.85)
"""The part of a game in which there is most to show."""


@dataclass(frozen=True)
class Moment:
    """A position: the public view, and for the seat that must act its own with its legal actions in notation."""

    public: Any
    own: Any
    actions: tuple[str, ...]


class Exhibits(Protocol):
    """The `EXHIBITS` of `render.<game>.exhibits`: what a game shows instead of `pictures` and `highlights`."""

    def pictures(self, seats: int, theme: str) -> Iterator[tuple[str, Picture | Animation]]:
        """Pictures of every kind, by name."""
        ...

    def highlights(self) -> Mapping[str, Picture]:
        """The handful of pictures that the documents show."""
        ...


def exhibits(name: str) -> Exhibits | None:
    """What a game shows by itself, None for most games."""
    package = find_spec(f"render.{name}")
    # A painter may be a single module, which has no room for exhibits.
    if package is None or package.submodule_search_locations is None:
        return None
    module = f"render.{name}.exhibits"
    return import_module(module).EXHIBITS if find_spec(module) is not None else None


def play(
    name: str,
    seats: int,
    seed: int,
    greedy: bool = False,
    options: Mapping[str, Any] | None = None,
    player: Maker | None = None,
) -> list[Moment]:
    """A game by computer players, the same again for the same seed; a moment for each turn, and one for the end."""
    rules = game(name).rules(seats, game(name).options(seats, dict(options or {})))
    make: Maker = player or (Greedy if greedy else Uniform)
    players = [make(rules, seat) for seat in range(seats)]
    rng, state, moments = Random(seed), rules.initial_state(), list[Moment]()
    while actors := rules.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            outcomes = rules.chance_outcomes(state)
            action = rng.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            own, legal = rules.view(state, actor), rules.legal_actions(state, actor)
            actions = tuple(rules.format_action(own, each) for each in legal)
            moments.append(Moment(rules.view(state, SPECTATOR), own, actions))
            action = players[actor].choose(own, legal, rng)
        state = rules.apply(state, actor, action).state
    moments.append(Moment(rules.view(state, SPECTATOR), rules.view(state, 0), ()))
    return moments


def showpiece(paint: Painter, moments: Sequence[Moment], labels: Sequence[str]) -> tuple[Moment, str]:
    """The moment in the middle of a game, and the action there, whose preview has the most to tell."""
    first, last = (round(len(moments) * share) for share in MIDDLE)
    told: list[tuple[int, Moment, str]] = []
    for moment in moments[first:last:2]:
        for action in moment.actions[:: len(moment.actions) // TRIED + 1]:
            picture = previewed(paint, moment, labels, action, "dark")
            told.append((len(picture.alt) if picture else 0, moment, action))
    _, moment, action = max(told, key=lambda each: each[0])
    return moment, action


def previewed(paint: Painter, moment: Moment, labels: Sequence[str], action: str, theme: str) -> Picture | None:
    """The preview of an action or its beginning, None where the game has no picture for it."""
    try:
        return paint.preview(moment.own, labels, action, theme)
    except ValueError:
        return None


def pictures(name: str, paint: Painter, seats: int, theme: str) -> Iterator[tuple[str, Picture | Animation]]:
    """Pictures of every kind, by name: with the longest names, on empty and full boards, with every mark."""
    own = exhibits(name)
    if own is not None:
        yield from own.pictures(seats, theme)
        return
    moments = play(name, seats, seats)
    moment, action = showpiece(paint, moments, NAMES)
    fullest = moments[-2]
    labels, longest = NAMES[:seats], LONGEST[:seats]
    yield "board empty", paint.board(moments[0].public, longest, theme)
    yield "board", paint.board(moment.public, labels, theme)
    yield "board full", paint.board(fullest.public, longest, theme)
    yield "board end", paint.board(moments[-1].public, longest, theme)
    yield "hand", paint.hand(moments[0].own, longest, theme)
    yield "hand middle", paint.hand(moment.own, labels, theme)
    words = action.split()
    for count in range(1, len(words) + 1):
        preview = previewed(paint, moment, longest if count < len(words) else labels, " ".join(words[:count]), theme)
        if preview is not None:
            yield f"preview {count}", preview
    for around in ("last", "NW", "SE"):
        yield f"zoom {around}", paint.zoom(moment.public, longest, around, theme)
    yield "legend", paint.legend(moment.public, theme)
    yield "replay", paint.replay([each.public for each in moments], labels, theme)


def highlights(name: str, paint: Painter) -> Mapping[str, Picture]:
    """The handful of pictures that the documents show, from one well-played game."""
    own = exhibits(name)
    if own is not None:
        return own.highlights()
    seats = sorted(game(name).seats)[len(game(name).seats) // 2]
    moments = play(name, seats, SEED, greedy=True)
    moment, action = showpiece(paint, moments, NAMES)
    labels = NAMES[:seats]
    return {
        "board": paint.board(moment.public, labels),
        "hand": paint.hand(moment.own, labels),
        "preview": paint.preview(moment.own, labels, action),
        "end": paint.board(moments[-1].public, labels),
    }
