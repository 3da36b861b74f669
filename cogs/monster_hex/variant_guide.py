"""How to play Monster Hex's variants: a page for each, with a picture from a game played with it."""

from collections.abc import Collection, Sequence
from functools import cache

from cogs.ui.kit.guide import GuidePage, goal
from engine.core import SPECTATOR
from engine.scripted import ScriptedGame
from render.monster_hex import PAINTER
from render.picture import Picture

ABILITIES, OBJECTIVES, SHARED, HEAD_START = "abilities", "objectives", "shared faction", "head_start"
OTHER_NAMES = "other_names"
_LABELS = ("Ann", "Ben")
_CURSED = "D3"
_WITH_ABILITIES = (
    5,
    "choose strike; choose curse; place B3 D1 0; place B3 D2 3; place C1 C3 3; strike; place B1 D3 5; place A2 C1 4; "
    "place C2 B2 5; place C4 B1 5; place C4 B3 5; place C2 E3 3; place C3 D4 1; place C1 F3 5",
)
_SOLO = (
    3,
    "place A1 D1 5; shared D2 1; place B2 D3 3; shared D4 5; place C1 E3 3; shared C5 0; place A2 C3 4; shared C1 3; "
    "place B3 B2 1; shared B1 3; place C2 B3 1; shared B4 4; take 6; place C3 F2 3; "
    "shared E1 1; place C4 F1 0; shared E5 0; place B1 F3 5; shared F4 1",
)
_SOLO_MOVES = 14
"""The moves after which the board of the game alone is shown."""
_WITH_SHARED = (
    4,
    "place C2 C3 5; place A2 D2 0; shared D1 2; place B1 D3 1; place A1 E3 0; shared D4 0; place B2 E5 5; "
    "place C2 F4 4; shared E1 5; place C1 F3 4; take 7; place B1 F1 1; shared C4 4; place A1 G2 4; place C1 F2 1; "
    "take 6; shared F5 0; place S1 G6 1; place B3 F6 2; shared G4 0; place A2 H2 3; place S1 H1 2",
)
_BOOSTING = (31, "choose enchant; choose curse; place A2 D1 3; place B1 D2 4; decline; place B1 D3 1")
"""The number of the seed, and the moves."""


def pages(variants: Collection[str], edition: int | None, *, solo: bool) -> Sequence[GuidePage]:
    """The pages of the variants at a table; `solo` for one player with the shared faction (MH-22)."""
    found = (_ABILITIES_PAGE,) if ABILITIES in variants else ()
    if ABILITIES in variants and edition is not None:
        found = (*found, _other_names_page(edition))
    if OBJECTIVES in variants:
        found = (*found, _OBJECTIVES_PAGE)
    if solo:
        return (*found, _SOLO_PAGE)
    return (*found, _SHARED_PAGE) if SHARED in variants else found


@cache
def _game(seats: int, script: tuple[int, str], *variants: str) -> ScriptedGame:
    seed, moves = script
    return ScriptedGame("monster_hex", seats, dict.fromkeys(variants, True), seed, moves.split("; "))


def _boosting(edition: int, theme: str) -> Picture:
    """Ann is about to boost one of her Monsters (MH-16, MH-24)."""
    seed, moves = _BOOSTING
    options = {"abilities": True, "factions": ["red", "green"], "edition": edition}
    view = ScriptedGame("monster_hex", 2, options, seed, moves.split("; ")).view(-1, 0)
    return PAINTER.preview(view, _LABELS, "enchant D1", theme)


def _other_names_page(edition: int) -> GuidePage:
    return GuidePage(
        OTHER_NAMES,
        f"Abilities in the {edition} edition",
        "Enchant is called **Boost** here, and Strike **Blitz**. Yellow has only Confuse. Petrified hexes that touch "
        "are taken one by one. Here Ann boosts a tile of hers.",
        lambda theme: _boosting(edition, theme),
        "A board on which all powers of one tile would grow by a boost.",
        ("MH-24",),
    )


def _cursing(theme: str) -> Picture:
    """Ben is about to curse one of Ann's Monsters (MH-19)."""
    view = _game(2, _WITH_ABILITIES, "abilities", "objectives").view(-1, 1)
    return PAINTER.preview(view, _LABELS, f"curse {_CURSED}", theme)


def _hand(theme: str) -> Picture:
    """Ann's hand with her objectives (MH-20)."""
    return PAINTER.hand(_game(2, _WITH_ABILITIES, "abilities", "objectives").view(-1, 0), _LABELS, theme)


def _shared(theme: str) -> Picture:
    """A board for two players with the shared faction (MH-21)."""
    return PAINTER.board(_game(2, _WITH_SHARED, "shared").view(-1, SPECTATOR), _LABELS, theme)


def _solo(theme: str) -> Picture:
    """A board of a game alone (MH-22)."""
    return PAINTER.board(_game(1, _SOLO).view(_SOLO_MOVES, SPECTATOR), _LABELS[:1], theme)


SOLO_GOAL = goal(
    "Score as many points as you can: be the strongest around the **stones** on the board.",
    lambda theme: PAINTER.result(_game(1, _SOLO).views(SPECTATOR), _LABELS[:1], theme),
    "The end of a game alone: its points, and where they came from.",
)
_ABILITIES_PAGE = GuidePage(
    ABILITIES,
    "Abilities",
    "Everybody picks an **ability** at the start. Three of your tiles have a red **rank**, the letter in their corner. "
    "After placing one you may use your ability: here Ben curses a tile of Ann.",
    _cursing,
    "A board on which all powers of one tile would shrink by a curse.",
    ("MH-15", "MH-19"),
)
_OBJECTIVES_PAGE = GuidePage(
    OBJECTIVES,
    "Objectives",
    "**Objectives** bring extra points at the end: two for everybody, one only for you. *My hand* shows them, and how "
    "far you are.",
    _hand,
    "A hand of tiles, with three objectives below it.",
    ("MH-20",),
)
_SHARED_PAGE = GuidePage(
    SHARED,
    "The shared faction",
    "A third **faction** belongs to nobody. Each round one of you gets a tile of it and places it last. It fights for "
    "stones; its points count for nobody.",
    _shared,
    "A board with tiles of three factions.",
    ("MH-21",),
)
_SOLO_PAGE = GuidePage(
    SHARED,
    "Alone",
    "Each round you place one of your tiles, then a random tile of the **shared faction**. It fights for stones too.",
    _solo,
    "A board with tiles of one player and of the shared faction.",
    ("MH-22",),
)
