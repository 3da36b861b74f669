"""How to play Hex Battle Wars: its pages, with pictures from a game of two."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from cogs.ui.kit.guide import GOAL, GuidePage, goal
from engine.core import SPECTATOR
from engine.hex_battle_wars.view import View
from engine.scripted import ScriptedGame
from render.hex_battle_wars import PAINTER
from render.picture import Picture

LABELS = ("Ann", "Ben")
CHARACTER, BLOCKS, WALK, ATTACK, VANISH, TILES, TURN = (
    "character",
    "blocks",
    "walk",
    "attack",
    "vanish",
    "tiles",
    "turn",
)
SEED = 30
_ACTIONS = (
    "deploy d2; deploy h18; roll; move f10; attack h18; roll; move d10; attack f10; attack d10; vanish 2; roll; "
    "tiles c11 e11 e9"
)
_WON = (
    255,
    "deploy s4; deploy g8; roll; move l9; attack g8; roll; move j13; attack l9; roll; move j12; attack j13; "
    "attack j12; roll; move i12; attack j13",
)
"""A game to its end: the number of its seed, and its actions."""
START, ROLLED, MOVED, SHOT, VANISHED, TILES_ROLLED, SPREAD = 2, 3, 4, 8, 10, 11, 12
"""Positions of the game, by the number of actions before them."""


def pages(options: Mapping[str, Any]) -> Sequence[GuidePage]:
    """The pages for a table; laying blocks is told where players do it."""
    blocks = GuidePage(
        BLOCKS,
        "Lay your blocks",
        "First everybody lays **blocks** of one to three **levels**. A block may never cut a hex off, so higher ones "
        "need lower ones beside them to climb from.",
        _laying,
        "A board in close-up, with the hexes marked on which a block may be laid.",
        ("HBW-2", "HBW-3", "HBW-4"),
    )
    return (
        goal(
            "Attack the others, and be the last one standing.",
            _result,
            "The end of a game: the winner, the damage that both dealt, and their health over the rounds.",
            ("HBW-26",),
        ),
        GuidePage(
            CHARACTER,
            "Your character",
            "Your **character** stands on a hex. **HP** is its health: with none left you are out.",
            _public(START),
            "A board of hexes with two characters on it, and the HP of each.",
            ("HBW-1", "HBW-5"),
        ),
        *((blocks,) if options["obstacles"] == "players" else ()),
        GuidePage(
            WALK,
            "Roll, then walk",
            "Roll a ten-sided die and walk exactly that far. The number on a **block** is its **level**: a step climbs "
            "or drops one at most. Water takes 2 of your roll, quicksand 3.",
            _preview(ROLLED, "move"),
            "A close-up with every hex marked on which a walk can end.",
            ("HBW-14", "HBW-15", "HBW-16", "HBW-17", "HBW-18"),
        ),
        GuidePage(
            ATTACK,
            "Attack whom you see",
            "Blocks hide what is behind them. To hit, a twenty-sided die, less the distance, plus your height, must "
            "reach the target’s **armour**. A hit costs 1 to 16 HP.",
            _preview(MOVED, "attack"),
            "A line of sight from one character to another, with the chance to hit.",
            ("HBW-19", "HBW-20", "HBW-23"),
        ),
        GuidePage(
            VANISH,
            "Vanish",
            "Reach your **invisibility** number with a ten-sided die, and three **tiles** take your place. Only you "
            "know which one is you. The others are **ghosts**.",
            _spread,
            "Three tiles that hide one character.",
            ("HBW-9", "HBW-13"),
        ),
        GuidePage(
            TILES,
            "Stay hidden",
            "Each tile walks as far as a six-sided die says. Every turn you roll again to stay hidden, or appear. "
            "Hidden you can’t attack, and a hit shows what a tile is.",
            _preview(TILES_ROLLED, "tiles c11 e11 e9"),
            "Three tiles, each with its way to another hex.",
            ("HBW-10", "HBW-11", "HBW-12"),
        ),
        GuidePage(
            TURN,
            "Your turn",
            "Vanish, walk, attack: in this order, each once, and only what you like. Three times in a game you may "
            "**pass** and do nothing.",
            _public(SHOT),
            "A board with an attack that has just been made, and its dice.",
            ("HBW-7", "HBW-8", "HBW-21", "HBW-22"),
        ),
    )


def fitting_page(view: View) -> str:
    """The page for what is asked now."""
    turn = view.turn
    if view.phase == "blocks":
        return BLOCKS
    if turn is None or view.phase != "turn":
        return GOAL
    if view.seats[turn.seat].tiles:
        return TILES
    return {"rolled": WALK, "moved": ATTACK}.get(turn.stage, TURN)


@cache
def cover(theme: str) -> Picture:
    """A board in the middle of a game."""
    return PAINTER.board(_game().view(SPREAD, SPECTATOR), LABELS, theme)


@cache
def _game() -> ScriptedGame:
    return ScriptedGame("hex_battle_wars", len(LABELS), {"hazards": True}, SEED, _ACTIONS.split("; "))


def _result(theme: str) -> Picture:
    """The end card of a short game."""
    seed, actions = _WON
    game = ScriptedGame("hex_battle_wars", len(LABELS), {"hazards": True}, seed, actions.split("; "))
    return PAINTER.result(game.views(SPECTATOR), LABELS, theme)


def _public(position: int) -> Callable[[str], Picture]:
    return lambda theme: PAINTER.board(_game().view(position, SPECTATOR), LABELS, theme)


def _preview(position: int, action: str) -> Callable[[str], Picture]:
    def draw(theme: str) -> Picture:
        game = _game()
        return PAINTER.preview(game.view(position, game.actor(position)), LABELS, action, theme)

    return draw


def _spread(theme: str) -> Picture:
    """Tiles that have gone their ways, as their owner sees them."""
    game = _game()
    return PAINTER.hand(game.view(SPREAD, game.actor(VANISHED)), LABELS, theme)


def _laying(theme: str) -> Picture:
    """The first question of a game in which players lay blocks."""
    game = ScriptedGame("hex_battle_wars", len(LABELS), {"obstacles": "players"}, SEED, ())
    return PAINTER.preview(game.view(0, game.actor(0)), LABELS, "block 1", theme)
