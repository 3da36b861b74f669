"""How to play Monster Hex: its pages, with pictures from a game of two, three or four."""

from collections.abc import Callable, Collection, Sequence
from functools import cache

from cogs.monster_hex import variant_guide
from cogs.ui.kit.guide import GOAL, GuidePage, goal
from engine.core import SPECTATOR
from engine.monster_hex import preview
from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from engine.scripted import ScriptedGame
from render.monster_hex import PAINTER
from render.picture import Picture

LABELS = ("Ann", "Ben", "Cam", "Dan")
FIRST, MATCH, STONES, VALUES, OVERWHELM = "tile", "match", "stones", "values", "overwhelm"
SHARED_OUT = "shared_out"
COVER_SEATS, COVER_MOVES = 3, 24

_MOVES = {
    2: (
        3,
        "C3 D1 5; B1 C1 0; B3 D2 3; C1 C3 3; C1 B2 2; C3 B1 1; 7; A2 B3 5; A2 D3 3; S1 E3 0; C4 D4 2; C2 E5 0; "
        "B3 F3 4; A1 F2 4; C2 F4 1; 5; B1 C5 3; B2 B4 0; 6; B2 F1 5; A1 E1 4",
    ),
    3: (
        2,
        "C3 E6 1; C3 E5 2; A2 F4 5; C1 D4 2; B1 D3 3; B3 E3 1; B3 F3 5; 7; A2 D5 2; S1 D2 0; B1 C6 3; C1 B3 2; "
        "C1 D6 1; A1 C4 0; S1 B2 5; 6; B2 D1 0; S1 C2 3; C2 B1 0; A1 F2 3; B2 F5 0; A1 G6 2; B1 G4 0; C4 F6 5; "
        "B3 H2 1; C3 H3 3; 5; C2 G2 2; C4 H1 3; C2 F1 5; A2 C3 4; B2 G3 5; C4 E1 1",
    ),
    4: (
        3,
        "B2 A2 2; A1 B3 0; A1 B4 1; A1 C5 3; A2 D5 0; A2 D4 3; A2 C3 0; 7; C1 C2 2; B1 D3 3; B1 E3 0; B3 D6 0; "
        "A2 E2 2; C1 C1 1; C1 F3 5; S1 C6 1; B1 D1 2; C2 E1 5; 6; B3 E5 2; C3 E6 4; C3 F6 2; S1 F5 5; S1 F4 4; 5; "
        "C1 E7 4; B3 F2 2; A1 B5 4; C3 F1 5; B1 D8 5; S1 B6 4; B3 B2 5; C2 B1 1; C4 C7 1; B2 G2 5",
    ),
}
"""By seats: the number of the seed, and the moves, a placement or a value each."""
_OVERWHELMED, _LAST_VALUE = "E2", "take 6"
"""The stone that falls last in the game of two, by twice the power, and the value taken there without Overwhelm."""


def pages(seats: int, variants: Collection[str] = (), edition: int | None = None) -> Sequence[GuidePage]:
    """The pages for a table of so many seats, its variants and edition; Overwhelm is for the board of two (MH-12)."""
    solo, seats = seats == 1, max(2, seats)
    twice = _overwhelm_page() if edition is None else _shared_out_page(edition)
    has_head_start = variant_guide.HEAD_START in variants
    begun = " Worse places in the order begin with some points." if has_head_start else ""
    tie = "" if solo else " At equal points, the first at the stone with the 7 wins."
    return (
        variant_guide.SOLO_GOAL if solo else _goal(seats),
        GuidePage(
            FIRST,
            "Your tiles",
            "You hold some **tiles** and place one each turn. A number stands at each of a tile's six edges: "
            f"its **power** there.{begun}",
            _picture(seats, _start, PAINTER.hand),
            "A hand of tiles, each with a power at each of its six edges.",
            ("MH-2",),
        ),
        GuidePage(
            MATCH,
            "Equal powers touch",
            "Your new tile must touch another tile with an edge of the same power. The picture shows where one fits. "
            "The opening tile goes on a violet hexagon.",
            lambda theme: _fitting(seats, theme),
            "A board with the hexes marked on which one tile of the hand fits.",
            ("MH-5", "MH-6"),
        ),
        GuidePage(
            STONES,
            "Surround a stone",
            "When all hexes around a **stone** hold tiles, everybody adds up the powers facing it. The most is "
            "**first**. For a Small Stone that is 1 point.",
            lambda theme: _capturing(seats, theme),
            "A tile about to be placed that surrounds a stone, with the powers that face the stone.",
            ("MH-8", "MH-11"),
        ),
        GuidePage(
            VALUES,
            "Large Stones",
            "A **Large Stone** shows two numbers. The first takes one as points; the second-highest power gets the "
            f"other. A number in your colour brings 2 more.{tie}",
            _picture(seats, _choice, PAINTER.board),
            "A board on which a Large Stone is surrounded, and the first chooses one of its numbers.",
            ("MH-9", "MH-10"),
        ),
        *((twice,) if seats == 2 and variant_guide.SHARED not in variants else ()),
        *variant_guide.pages(variants, edition, solo=solo),
    )


def _overwhelm_page() -> GuidePage:
    return GuidePage(
        OVERWHELM,
        "Twice the power",
        "With two players there is **Overwhelm**: at least twice the other's power takes both "
        "numbers of a Large Stone.",
        lambda theme: _overwhelmed(_game(2), theme),
        "A Large Stone whose two numbers went to one player by Overwhelm, and the powers around it.",
        ("MH-12",),
    )


def _shared_out_page(edition: int) -> GuidePage:
    """The page in place of Overwhelm's where an edition is played without it (MH-24)."""
    return GuidePage(
        SHARED_OUT,
        f"The {edition} edition",
        f"You play the **{edition} edition**. However much stronger one of you is at a Large Stone, the other, with a "
        "tile there, gets the number that is left.",
        lambda theme: _overwhelmed(_game(2, edition), theme),
        "A Large Stone whose numbers went to both players, though one had five times the power.",
        ("MH-24",),
    )


def fitting_page(view: View) -> str:
    """The page for what is asked now."""
    if view.phase == "over":
        return GOAL
    if view.phase in ("choose", "ability"):
        return variant_guide.ABILITIES
    if view.phase == "shared":
        return variant_guide.SHARED
    if view.take is not None:
        return VALUES
    return MATCH if view.monsters else GOAL


@cache
def cover(theme: str) -> Picture:
    """A board in the middle of a game."""
    return PAINTER.board(_game(COVER_SEATS).view(COVER_MOVES, SPECTATOR), LABELS[:COVER_SEATS], theme)


def _goal(seats: int) -> GuidePage:
    return goal(
        "Be the strongest around the **stones** on the board: stones bring points, and the most points win.",
        lambda theme: PAINTER.result(_game(seats).views(SPECTATOR), LABELS[:seats], theme),
        "The end of a game: the winner, and where everybody's points came from.",
        ("MH-14",),
    )


@cache
def _game(seats: int, edition: int | None = None) -> ScriptedGame:
    """The game that the pictures show; in an edition without Overwhelm its last stone asks for a value."""
    seed, moves = _MOVES[seats]
    actions = [f"place {move}" if " " in move else f"take {move}" for move in moves.split("; ")]
    if edition is None:
        return ScriptedGame("monster_hex", seats, {}, seed, actions)
    return ScriptedGame("monster_hex", seats, {"edition": edition}, seed, [*actions, _LAST_VALUE])


def _picture(
    seats: int,
    found: Callable[[ScriptedGame], tuple[ScriptedGame, int]],
    paint: Callable[[View, Sequence[str], str], Picture],
) -> Callable[[str], Picture]:
    def draw(theme: str) -> Picture:
        game, position = found(_game(seats))
        viewer = game.actor(position) if paint == PAINTER.hand else SPECTATOR
        return paint(game.view(position, viewer), LABELS[:seats], theme)

    return draw


def _start(game: ScriptedGame) -> tuple[ScriptedGame, int]:
    return game, 0


def _choice(game: ScriptedGame) -> tuple[ScriptedGame, int]:
    """The first time that a value is chosen (MH-10)."""
    return game, next(number for number in range(len(game)) if game.view(number, SPECTATOR).take is not None)


def _overwhelmed(game: ScriptedGame, theme: str) -> Picture:
    """The stone at which a seat had twice the power in the game of two, enlarged (MH-12)."""
    return PAINTER.zoom(game.view(-1, SPECTATOR), LABELS[:2], _OVERWHELMED, theme)


def _fitting(seats: int, theme: str) -> Picture:
    """Where a tile of the hand fits, after the first few placements."""
    game = _game(seats)
    view: View = game.view(seats, game.actor(seats))
    tile = next(tile for tile in view.hand or () if preview.fitting(view, tile))
    return PAINTER.preview(view, LABELS[:seats], f"place {tile}", theme)


def _capturing(seats: int, theme: str) -> Picture:
    """The first placement of the script that captures a Small Stone, else any stone."""
    game = _game(seats)
    moves = _MOVES[seats][1].split("; ")
    found = [
        (layout(view.board).stone(forecast.stone).large, number, move)
        for number, move in enumerate(moves)
        if " " in move
        for view in (game.view(number, game.actor(number)),)
        for forecast in preview.forecast(view, *_placement(move))
    ]
    _, number, move = min(found)
    return PAINTER.preview(game.view(number, game.actor(number)), LABELS[:seats], f"place {move}", theme)


def _placement(move: str) -> tuple[str, str, int]:
    tile, label, rotation = move.split()
    return tile, label, int(rotation)
