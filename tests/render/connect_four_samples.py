"""Views of Connect Four: random games, and a hand-made position with everything that a piece can carry."""

from functools import cache

from msgspec.structs import replace

from engine.connect_four.view import Blow, Fall, Heal, Loss, Monster, Report, SeatView, View
from tests.render.sample_games import sample_game

NAMES = ("Ann", "Tomasz")
NOBODY = -1


@cache
def played(size: str, seed: int) -> tuple[tuple[View, ...], ...]:
    """Return a random game: the views of both seats and a spectator at each state."""
    return sample_game("connect_four", 2, seed, {"size": size})


def fight(viewer: int = NOBODY) -> View:
    """Return the position after a fight, as `viewer` sees it.

    Ann's Bramblefang has destroyed a Lanternist on c2 and was hurt; a Wisp fell. Each player lacks one square for a
    four.
    """
    blow = Blow(
        seat=0,
        monster="wer-u",
        square="d3",
        target="spi-2v",
        target_square="c2",
        ranged=False,
        shackle=False,
        retaliation=False,
        unseen=False,
        dice=(5, 4),
        attack=11,
        attack_modifiers=(("pack", 1),),
        defense=16,
        hit=True,
        critical=False,
        damage=3,
        damage_modifiers=(("savage", 1),),
        dealt=4,
    )
    back = replace(
        blow,
        seat=1,
        monster="spi-2v",
        square="c2",
        target="wer-u",
        target_square="d3",
        retaliation=True,
        dice=(6, 6),
        attack=10,
        attack_modifiers=(),
        critical=True,
        damage=2,
        damage_modifiers=(("double 6", 1),),
        dealt=3,
    )
    losses = (
        Loss("c2", 1, "spi-2v", 4, (("attack", 4),), True, 0),
        Loss("d3", 0, "wer-u", 3, (("attack", 3),), False, None),
    )
    report = Report(
        0,
        "attack",
        "wer-u",
        "d3",
        (blow, back),
        losses,
        (Heal("d3", 0, "wer-u", 1, ("lifedrain",)),),
        (Fall(1, "spi-1e", "c3", "c2"),),
    )
    monsters = (
        Monster("a1", 0, "wer-1r", 0, 0, 0, False),
        Monster("b1", 0, "wer-1e", 1, 1, 0, True),
        Monster("c1", 0, "wer-2r", 2, 2, 0, False),
        Monster("c2", 1, "spi-1e", 0, 0, 0, False),
        Monster("d1", 1, "spi-1v", 0, 0, 0, False),
        Monster("d2", 1, "spi-1r", 1, 2, 1, True),
        Monster("d3", 0, "wer-u", 2, 1, 2, False),
        Monster("e2", 1, "spi-2r", 0, 1, 0, False),
        Monster("e1", 1, "spi-2e", 3, 0, 0, False),
        Monster("f1", 0, "wer-2v", 0, 0, 0, False),
        Monster("f2", 1, "spi-u", 0, 0, 0, False),
    )
    seats = (
        SeatView("werewolf", False, (("wer-1r", 3),), (("wer-1r", 2), ("wer-2v", 1)), 105, None, None),
        SeatView("spirit", False, (("spi-1r", 3),), (("spi-1r", 2), ("spi-u", 1)), 60, None, None),
    )
    return View(
        viewer=viewer,
        columns=7,
        rows=6,
        points=1200,
        same_class=False,
        phase="act",
        turn=16,
        first=0,
        active=1,
        actors=(1,),
        seats=seats,
        monsters=monsters,
        rolls=(5, 2),
        attack=None,
        choices=(),
        rampaging=None,
        passes=0,
        recent=(report,),
        winners=None,
        reason=None,
    )


def won() -> View:
    """Return the finished position in which Ann has four in the lowest row."""
    view = fight()
    first = Monster("d1", 0, "wer-1r", 0, 0, 0, False)
    monsters = (first, *(monster for monster in view.monsters if monster.square != "d1"))
    four = replace(view.seats[0], four=("a1", "b1", "c1", "d1"), four_points=215)
    return replace(
        view,
        monsters=monsters,
        seats=(four, view.seats[1]),
        phase="over",
        actors=(),
        winners=(0,),
        reason="four",
    )
