"""Sample games and their pictures, for contact sheets and documentation.

Computer players play the registered games, and painters draw the views. A game with its own kinds of pictures defines
them in `tools.pictures.<game>`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, Protocol

from engine.core import CHANCE, SPECTATOR, sample_outcome
from engine.games import game_type
from engine.players.base import Maker
from engine.players.greedy import Greedy, Uniform
from render import Animation, Painter, Picture

NAMES: Final = ("Ann", "Bénédicte", "Zoë Å.", "Maximilian", "Oluwaseun", "Ida", "Tomasz")
LONGEST: Final = ("W" * 32, "Ж" * 32, "漢字" * 16, "m" * 32, "שלום" * 8, "Ann " * 8, "M" * 32)
"""Names with 32 wide characters, some without a glyph in the font."""
SCRIPT_NAMES: Final = (
    *("Ann", "𝕬𝖓𝖓", "Ａｎｎ ⓐⓝⓝ", "Ann 🦊", "Zoë Å.", "Ελένη", "Жанна", "سامي", "محمد علي", "سامي 42", "سامي Ann"),
    *("שרה", "שָׁלוֹם", "שרה, Ann (2)", "नमस्ते", "বাংলা", "தமிழ்", "สมชาย", "ខ្មែរ", "ქართული", "Հայերեն", "አማርኛ", "漢字さん"),
    *(
        "カタカナ",
        "한국어",
        "မြန်မာ",
        "Z̸̧̢̛a̷l̵̡g̶̨o",
        "\u2800",
        "Computer 1",
        "Annabella-Wilhelmina von Zwerg",
        "شهرزاد بنت الوزير الكبير جدا",
        "漢字" * 16,
    ),
)
"""Names in many scripts, one without ink, and some from right to left with digits or Latin letters inside."""
SEED: Final = 7
"""Random seed of the game shown in the documentation."""
PREVIEWED_ACTIONS: Final = 12
"""Number of a turn's actions that are previewed to find the most detailed preview."""
MIDDLE: Final = (0.45, 0.85)
"""Part of a game from which the showpiece is picked, as fractions of its length."""


@dataclass(frozen=True)
class Moment:
    """A position: the public view, the acting seat's view, and its legal actions in notation."""

    public: Any
    own: Any
    actions: tuple[str, ...]


class Exhibits(Protocol):
    """Protocol for a game's own sample pictures, which replace the usual ones.

    They are the `EXHIBITS` of `tools.pictures.<game>`.
    """

    def pictures(
        self, seats: int, theme: str, names: Sequence[str] = NAMES, longest: Sequence[str] = LONGEST
    ) -> Iterator[tuple[str, Picture | Animation]]:
        """Yield the name and picture of every kind of picture."""
        ...

    def highlights(self) -> Mapping[str, Picture | Animation]:
        """Return the documentation's pictures by name."""
        ...


def find_exhibits(name: str) -> Exhibits | None:
    """Return a game's own exhibits, None if it has none."""
    module = f"tools.pictures.{name}"
    return import_module(module).EXHIBITS if find_spec(module) is not None else None


def play(
    name: str,
    seats: int,
    seed: int,
    greedy: bool = False,
    options: Mapping[str, Any] | None = None,
    player: Maker | None = None,
) -> list[Moment]:
    """Play a game with computer players, reproducibly by seed; return a moment for each turn and the end."""
    rules = game_type(name).rules(seats, game_type(name).options(seats, dict(options or {})))
    make: Maker = player or (Greedy if greedy else Uniform)
    players = [make(rules, seat) for seat in range(seats)]
    rng, state, moments = Random(seed), rules.initial_state(), list[Moment]()
    while actors := rules.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), rng)
        else:
            own, legal = rules.view(state, actor), rules.legal_actions(state, actor)
            actions = tuple(rules.format_action(each) for each in legal)
            moments.append(Moment(rules.view(state, SPECTATOR), own, actions))
            action = players[actor].choose(own, legal, rng)
        state = rules.apply(state, actor, action).state
    moments.append(Moment(rules.view(state, SPECTATOR), rules.view(state, 0), ()))
    return moments


def showpiece(paint: Painter, moments: Sequence[Moment], labels: Sequence[str]) -> tuple[Moment, str]:
    """Return the position and action whose preview has the longest alt text, which stands for the most detail.

    Only positions from the middle of the game are considered.
    """
    first, last = (round(len(moments) * share) for share in MIDDLE)
    candidates: list[tuple[int, Moment, str]] = []
    for moment in moments[first:last:2]:
        for action in moment.actions[:: len(moment.actions) // PREVIEWED_ACTIONS + 1]:
            picture = preview_or_none(paint, moment, labels, action, "dark")
            candidates.append((len(picture.alt) if picture else 0, moment, action))
    _, moment, action = max(candidates, key=lambda each: each[0])
    return moment, action


def preview_or_none(paint: Painter, moment: Moment, labels: Sequence[str], action: str, theme: str) -> Picture | None:
    """Draw the preview of a complete or incomplete action; return None if the game has no preview for it."""
    try:
        return paint.preview(moment.own, labels, action, theme)
    except ValueError:
        return None


def pictures(
    name: str,
    paint: Painter,
    seats: int,
    theme: str,
    names: Sequence[str] = NAMES,
    longest: Sequence[str] = LONGEST,
) -> Iterator[tuple[str, Picture | Animation]]:
    """Yield the name and picture of every kind of picture of a game, also with the longest names and a full board."""
    own = find_exhibits(name)
    given = seats, theme, names, longest
    yield from own.pictures(*given) if own is not None else usual_pictures(name, paint, *given)


def usual_pictures(
    name: str, paint: Painter, seats: int, theme: str, names: Sequence[str], longest: Sequence[str]
) -> Iterator[tuple[str, Picture | Animation]]:
    """Yield the name and picture of every kind of picture that all games have."""
    moments = play(name, seats, seats)
    moment, action = showpiece(paint, moments, NAMES)
    fullest = moments[-2]
    labels, longest = names[:seats], longest[:seats]
    yield "board empty", paint.board(moments[0].public, longest, theme)
    yield "board", paint.board(moment.public, labels, theme)
    yield "board full", paint.board(fullest.public, longest, theme)
    yield "board end", paint.board(moments[-1].public, longest, theme)
    public = [each.public for each in moments]
    yield "result", paint.result(public, labels, theme)
    yield "result long", paint.result(public, longest, theme)
    yield "hand", paint.hand(moments[0].own, longest, theme)
    yield "hand middle", paint.hand(moment.own, labels, theme)
    words = action.split()
    for count in range(1, len(words) + 1):
        preview = preview_or_none(
            paint, moment, longest if count < len(words) else labels, " ".join(words[:count]), theme
        )
        if preview is not None:
            yield f"preview {count}", preview
    for around in ("last", "NW", "SE"):
        yield f"zoom {around}", paint.zoom(moment.public, longest, around, theme)
    yield "legend", paint.legend(moment.public, theme)
    yield "replay", paint.replay(public, labels, theme)


def highlights(name: str, paint: Painter) -> Mapping[str, Picture | Animation]:
    """Draw the documentation's pictures of a game."""
    own = find_exhibits(name)
    if own is not None:
        return own.highlights()
    return usual_highlights(name, paint, sorted(game_type(name).seats)[len(game_type(name).seats) // 2])


def usual_highlights(name: str, paint: Painter, seats: int) -> Mapping[str, Picture]:
    """Draw the board, a hand, a preview and the end of a game between greedy players."""
    moments = play(name, seats, SEED, greedy=True)
    moment, action = showpiece(paint, moments, NAMES)
    labels = NAMES[:seats]
    return {
        "board": paint.board(moment.public, labels),
        "hand": paint.hand(moment.own, labels),
        "preview": paint.preview(moment.own, labels, action),
        "end": paint.result([each.public for each in moments], labels),
    }
