"""How to play Hive Mind: its pages for each edition, with pictures from a match of four."""

from collections.abc import Sequence
from functools import cache

from cogs.ui.kit.guide import GOAL, GuidePage, goal
from engine.core import SPECTATOR
from engine.hive_mind.editions import DEFAULT_EDITION, EDITIONS
from engine.hive_mind.view import View
from engine.scripted import ScriptedGame
from render.hive_mind import PAINTER
from render.picture import Picture, part_between

LABELS = ("Ann", "Ben", "Cam", "Dan")
SEATS = len(LABELS)
HIVE, SHAPE, HINT, ODD, ABILITIES, GUESS, TOTALS, FEATS, GIFT = (
    "hive",
    "shape",
    "hint",
    "odd",
    "abilities",
    "guess",
    "totals",
    "feats",
    "gift",
)
GAUNTLET, TEMPO = "gauntlet", "tempo"
SEED = 1
RESULT_SHARES = {GAUNTLET: 0.84, DEFAULT_EDITION: 0.78}
"""Where the end card's winner and points end, in shares of its width."""
GUESSED = "132213131122"
"""The values of the first hive."""

_AT_ONCE = (
    ("JKL BFJ FGJ", "BEI BEF BEH", "BEI ADE BEH", "IJL ADH GJL"),
    ("CFG CGJ ADH", "CFG JKL CFG", "CFG GJL HIK", "ABF FGJ DEI"),
    ("DHK ADE HIJ", "DHK BEH HIL", "DHK DEI HIL", "DHK HIJ IJL"),
)
"""By round and seat: the shapes on the three hives."""
_ONE_BY_ONE = (
    ("BCG", "BCG", "CGJ", "HIK"),
    ("CFG", "DHK", "ADE", "DHK"),
    ("EIL", "IJL", "HIJ", "HIL"),
    ("FJL", "FIJ", "HKL", "IJL"),
    ("ADE", "ABC", "DEH", "HKL"),
    ("EFG", "FGI", "EFG", "EFG"),
)
"""By round and seat: the shape on the hive that is open."""


def pages(edition: str) -> Sequence[GuidePage]:
    """The pages for an edition; what only some editions have is a page there alone."""
    tokens = {GAUNTLET: (_feats(),), TEMPO: (_gift(),)}.get(edition, ())
    return (
        _goal(edition),
        GuidePage(
            HIVE,
            "Hidden numbers",
            "A **hive** has twelve hexes, A to L. Below them lie five 1s, four 2s and three 3s, and nobody sees where. "
            "Find the high ones.",
            lambda theme: _start(edition, theme),
            "A hive: twelve hexes in four rows, named A to L.",
            ("HM-1", "HM-2"),
        ),
        GuidePage(
            SHAPE,
            "Lay your shapes",
            "Each **round** everybody secretly lays a **shape**, three connected hexes, on every open hive. There are "
            "**Tri**, **Arc** and **Line**: each once per hive in three rounds.",
            lambda theme: _shape(edition, theme),
            "A hive with a Tri on the hexes A, D and E.",
            ("HM-3", "HM-7"),
        ),
        GuidePage(
            HINT,
            "Your shape tells you",
            "After the round, a shape tells you alone a **hint**: the sum of the numbers that it **looks at**. The "
            "picture shows where.",
            lambda theme: PAINTER.hints(_view(edition, 1, 0), LABELS, theme),
            "The hints of one player: each shape with the hexes that it looks at, and their sum.",
            ("HM-4",),
        ),
        GuidePage(
            ODD,
            "Be an odd number",
            "Round 1 only gives hints. Then points: a hex under an odd number of shapes pays its number to each of "
            "them, once. Under an even number nobody gets anything. Points stay hidden until the end.",
            lambda theme: PAINTER.board(_view(edition, 2, SPECTATOR), LABELS, theme),
            "The board after round 2: how many shapes lie on each hex, and which hexes have paid.",
            ("HM-8", "HM-9", "HM-10"),
        ),
        _abilities(edition),
        GuidePage(
            GUESS,
            "Guess a hive",
            "In round 3 you may also write down what lies below: a point if all 1s are right, one for the 2s, one for "
            "the 3s. Wrong guesses cost nothing.",
            lambda theme: PAINTER.preview(_view(edition, 2, 0), LABELS, f"guess:{_hive(edition)}:{GUESSED}", theme),
            "A hive with a number written on each hex as a guess.",
            ("HM-12",),
        ),
        *((_totals(),) if edition == GAUNTLET else ()),
        *tokens,
    )


def fitting_page(view: View) -> str:
    """The page for what is asked now."""
    match view.phase:
        case "totals":
            return TOTALS
        case "choice":
            return GIFT if view.edition == TEMPO and view.gift_open else GOAL
        case "round":
            return (SHAPE, ODD, GUESS)[(view.round - 1) % 3]
        case "hives":
            return HIVE
        case _:
            return GOAL


@cache
def cover(theme: str) -> Picture:
    """The board after two rounds."""
    return PAINTER.board(_view(DEFAULT_EDITION, 2, SPECTATOR), LABELS, theme)


def _goal(edition: str) -> GuidePage:
    shown = GAUNTLET if edition == GAUNTLET else DEFAULT_EDITION
    tokens, fewest = {
        GAUNTLET: ("a **Token of Life**", "fewest and no token"),
        DEFAULT_EDITION: ("two **Tokens of Life**", "fewest"),
    }[shown]
    return goal(
        f"Win {tokens} with the most points; the player with {fewest} is the **Elimination Candidate**.",
        lambda theme: part_between(PAINTER.result((_final(shown),), LABELS, theme), 0, RESULT_SHARES[shown]),
        "The end of a match: the winner, and everybody's points.",
    )


def _abilities(edition: str) -> GuidePage:
    """Double and Block, and what they cost (HM-13 to HM-16)."""
    title, price = {
        GAUNTLET: (
            "Double and Block",
            "Buy them with **garnets** in round 2, for 5 and 3.",
        ),
        TEMPO: ("Double and Block", "Choose in round 2: one of each is free, more cost **garnets**."),
    }.get(edition, ("Double and Block", "Choose a hive for each in round 2."))
    return GuidePage(
        ABILITIES,
        title,
        f"{price} In round 3, **Double** pays twice where only your shape lies. **Block** brings 1 point where you are "
        "in an even number with another's Double.",
        lambda theme: PAINTER.preview(_view(edition, 1, 0), LABELS, f"double:{_hive(edition)}", theme),
        "A hive on which one player has chosen Double.",
        ("HM-13", "HM-14", "HM-15"),
    )


def _totals() -> GuidePage:
    return GuidePage(
        TOTALS,
        "Guess the totals",
        "After the last round you guess how many points each of the others has. A right guess brings you 1 point, and "
        "costs them 2.",
        lambda theme: PAINTER.board(_view(GAUNTLET, len(_ONE_BY_ONE), SPECTATOR), LABELS, theme),
        "The board after the last round, while everybody guesses the others' totals.",
        ("HM-18",),
    )


def _feats() -> GuidePage:
    return GuidePage(
        FEATS,
        "A second token",
        "Another Token of Life is for **feats**: shapes that share no hex with others, or with your own, lie on 2s "
        "only, or miss the hex where all others are.",
        lambda theme: PAINTER.zoom(_final(GAUNTLET), LABELS, "points", theme),
        "The final points of everybody by source.",
        ("HM-20",),
    )


def _gift() -> GuidePage:
    return GuidePage(
        GIFT,
        "A gift",
        "With most points you win two Tokens of Life, and one of them is to be given to another player.",
        lambda theme: PAINTER.zoom(_final(TEMPO), LABELS, "points", theme),
        "The final points and tokens of everybody.",
        ("HM-22",),
    )


def _start(edition: str, theme: str) -> Picture:
    return PAINTER.preview(_view(edition, 0, 0), LABELS, _hive(edition), theme)


def _shape(edition: str, theme: str) -> Picture:
    return PAINTER.preview(_view(edition, 0, 0), LABELS, f"{_hive(edition)}:ADE", theme)


def _hive(edition: str) -> str:
    return EDITIONS[edition].hives[0]


def _rounds(edition: str) -> Sequence[Sequence[str]]:
    return _ONE_BY_ONE if edition == GAUNTLET else _AT_ONCE


@cache
def _match(edition: str) -> tuple[ScriptedGame, tuple[int, ...]]:
    """The match, and the number of actions before each round and at the end."""
    script: list[tuple[int, str]] = []
    begins: list[int] = []
    hives = EDITIONS[edition].hives
    for number, seats in enumerate(_rounds(edition)):
        begins.append(len(script))
        for seat, shapes in enumerate(seats):
            names = hives[number // 3 :] if edition == GAUNTLET else hives
            script += [(seat, f"{name}:{shape}") for name, shape in zip(names, shapes.split(), strict=False)]
            if edition == GAUNTLET and (number, seat) == (2, 0):
                # Nobody else has as many points at the end.
                script.append((seat, f"guess:{hives[0]}:{GUESSED}"))
            script.append((seat, "ready"))
    begins.append(len(script))
    if edition == GAUNTLET:
        script += [(seat, "ready") for seat in range(SEATS)]
    game = ScriptedGame("hive_mind", SEATS, {"edition": edition}, SEED, script)
    return game, tuple(begins)


def _view(edition: str, rounds: int, viewer: int) -> View:
    """The view of a seat or a spectator after so many rounds."""
    game, begins = _match(edition)
    return game.view(begins[rounds], viewer)


def _final(edition: str) -> View:
    game, _ = _match(edition)
    return game.view(-1, SPECTATOR)
