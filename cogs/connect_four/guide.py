"""How to play Connect Four: its pages, with pictures from one game."""

from collections.abc import Callable, Sequence
from functools import cache

from cogs.ui.kit.guide import GOAL, GuidePage, goal
from engine.connect_four.forces import ready_made
from engine.connect_four.options import SIZES
from engine.connect_four.view import View
from engine.core import SPECTATOR
from engine.scripted import ScriptedGame
from render.connect_four import PAINTER
from render.picture import Picture, part_between

LABELS = ("Ann", "Ben")
CLASSES = ("werewolf", "spirit")
FORCE, PLACE, DIAL, ATTACK, FALL, END = "force", "place", "dial", "attack", "fall", "end"
SEED, COVER_MOVES = 1, 28
SHOWN = "wer-1v"
"""The monster whose dial is shown."""
GRID_SHARE, RESULT_SHARE = 0.935, 1.6
"""Where the end card's grid ends, and the card itself, in shares of its width."""
_MOVES = (
    "drop spi-1e d; drop wer-2e d; drop spi-u e; drop wer-u c; drop spi-1r g; drop wer-1v f; drop spi-1r e; "
    "drop wer-2r e; drop spi-2e d; attack d2 d3 close; retaliate ranged; rampage none; attack e1 d2 close; "
    "drop wer-2r d; attack e1 d2 close; attack f1 e1 close; retaliate ranged; attack e2 f1 close; drop wer-1r f; "
    "attack g1 f1 close; attack c1 d1 close; retaliate close; attack g1 f1 close; drop wer-1r f; attack e2 f1 close; "
    "drop wer-1v f; drop spi-2v d; drop wer-1e c; drop spi-2e d; drop wer-2v d; drop spi-1v f; attack f1 g1 close; "
    "click none; drop spi-2v g"
)
"""The moves of the game, after classes and forces."""


def pages(points: int) -> Sequence[GuidePage]:
    """The pages for forces of so many points."""
    return (
        goal(
            "Get four of your **monsters** in a row: across, upright or slanting.",
            lambda theme: _result(0, GRID_SHARE, theme),
            "The end of a game: the winner, and the grid with four monsters in a row outlined.",
            ("CF-16",),
        ),
        GuidePage(
            FORCE,
            "Choose your monsters",
            f"Choose a **class** of **monsters**, then a **force**: monsters of it, worth up to {points:,} points. "
            "Forces are ready to take, or you build your own.",
            _forces,
            "The ready-made forces of a class, with their monsters and points.",
            ("CF-4", "CF-5"),
        ),
        GuidePage(
            PLACE,
            "Place a monster",
            "In your turn you place a monster: it drops to the lowest free square of a column.",
            lambda theme: _preview(_at("drop"), theme),
            "The grid with the squares on which a monster would land in each column.",
            ("CF-10",),
        ),
        GuidePage(
            DIAL,
            "Every monster has a dial",
            "A **dial** shows what a monster can do now. A **click** of damage turns it one step on. "
            "Past the last step the monster is destroyed.",
            lambda theme: PAINTER.monster(SHOWN, theme=theme),
            "A monster's dial: speed, attack, defense and damage for every click, and its powers.",
            ("CF-1", "CF-2", "CF-3", "CF-19"),
        ),
        GuidePage(
            ATTACK,
            "Or attack",
            "Instead of placing, let a monster attack. Two dice plus attack must reach the other's defense. "
            "The one attacked **strikes back** if it can. After two attacks a monster is tired.",
            lambda theme: _preview(_at("attack"), theme),
            "An attack before its dice, with the chance to hit and what strikes back.",
            ("CF-11", "CF-13", "CF-14"),
        ),
        GuidePage(
            FALL,
            "What is above drops",
            "When a monster is destroyed, those above it drop. That can complete a four, for either of you. "
            "Destroying brings its points as **kill points**.",
            _fallen,
            "The grid after a monster was destroyed and others dropped.",
            ("CF-15",),
        ),
        GuidePage(
            END,
            "When it is close",
            "If both have four at once, the four with fewer points wins. "
            "When nobody can go on, the most kill points win.",
            lambda theme: _result(GRID_SHARE, RESULT_SHARE, theme),
            "Everybody's kill points by the monsters destroyed, and how they grew.",
            ("CF-17", "CF-18"),
        ),
    )


def fitting_page(view: View) -> str:
    """The page for what is asked now."""
    match view.phase:
        case "force" | "first roll":
            return FORCE
        case "click":
            return DIAL
        case "retaliate" | "rampage":
            return ATTACK
        case "class" | "class roll" | "other class" | "over":
            return GOAL
        case _:
            return PLACE if view.turn <= 2 else ATTACK


@cache
def cover(theme: str) -> Picture:
    """A board in the middle of a game."""
    return PAINTER.board(_game().view(COVER_MOVES, SPECTATOR), LABELS, theme)


@cache
def _game() -> ScriptedGame:
    forces = [
        " ".join(f"{monster}*{number}" for monster, number in ready_made(name, SIZES["standard"].points)["mixed"])
        for name in CLASSES
    ]
    choices = [
        (seat, f"{what} {chosen[seat]}") for what, chosen in (("class", CLASSES), ("force", forces)) for seat in (0, 1)
    ]
    return ScriptedGame("connect_four", 2, {}, SEED, (*choices, *_MOVES.split("; ")))


def _found(fits: Callable[[View], bool]) -> int:
    """The first position whose public view fits."""
    game = _game()
    return next(number for number in range(len(game)) if fits(game.view(number, SPECTATOR)))


def _at(verb: str) -> tuple[int, str]:
    """The position before a move in the first half that shows well, and what is previewed there."""
    moves = _MOVES.split("; ")
    number = next(number for number, move in enumerate(moves) if number >= 6 and move.startswith(verb))
    words = moves[number].split()
    return len(_game()) - 1 - len(moves) + number, " ".join(words[:2]) if verb == "drop" else moves[number]


def _preview(at: tuple[int, str], theme: str) -> Picture:
    position, action = at
    return PAINTER.preview(_game().view(position, _game().actor(position)), LABELS, action, theme)


def _forces(theme: str) -> Picture:
    """What the first seat chooses its force from."""
    position = _found(lambda view: view.phase == "force")
    return PAINTER.hand(_game().view(position, 0), LABELS, theme)


def _result(above: float, below: float, theme: str) -> Picture:
    """A part of the end card."""
    return part_between(PAINTER.result(_game().views(SPECTATOR), LABELS, theme), above, below)


def _fallen(theme: str) -> Picture:
    """After the first kill that made others drop."""
    position = _found(lambda view: any(report.falls for report in view.recent))
    return PAINTER.board(_game().view(position, SPECTATOR), LABELS, theme)
