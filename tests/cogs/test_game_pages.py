"""The pages of every game offer exactly the legal actions, within Discord's limits, with pictures and labels."""

import re
from random import Random

import pytest

from cogs.hive_mind.private import NO_CLUES
from cogs.ui.kit.interface import GameInterface, interface
from tables.refusal import BoardMovedOn
from tables.viewer import TableView
from tests.cogs.page_walks import reached
from tests.cogs.test_battle_interface import MOMENTS as BATTLE_TABLES
from tests.cogs.test_clix_interface import MOMENTS as CLIX_MOMENTS
from tests.cogs.test_clix_interface import PHASES, of
from tests.cogs.test_hive_interface import TABLES as HIVE_TABLES
from tests.cogs.test_monster_interface import PLACES, TAKES
from tests.cogs.test_monster_variants_interface import OF_2024_SAMPLES, SAMPLES, kind

TABLES: dict[str, TableView] = {
    **{f"Hive Mind, {name}": table for name, table in HIVE_TABLES.items()},
    **{
        f"Monster Hex, {table.view.board} seats, round {table.view.round}, {number}": table
        for number, table in enumerate([*PLACES[::3], *TAKES])
    },
    **{f"Monster Hex, {kind(table)}": table for table in SAMPLES},
    **{f"Monster Hex 2024, {kind(table)}": table for table in OF_2024_SAMPLES},
    **{f"Connect Four, moment {number}": CLIX_MOMENTS[number] for number in range(0, len(CLIX_MOMENTS), 8)},
    **{f"Connect Four, {phase}": of(phase) for phase in PHASES},
    **{f"Hex Battle Wars, {name}": table for name, table in BATTLE_TABLES.items()},
}
DRAWN = [*TABLES][::3]


def of_game(table: TableView) -> GameInterface:
    return interface(table.row.game)


def required(table: TableView) -> set[str]:
    """Return the legal actions that pages must offer. A turn of Hive Mind can't end before it has shapes.

    In Hex Battle Wars most hexes to walk to or to start on are typed into a form. In Connect Four, striking back from
    afar is offered only if it differs from striking back up close.
    """
    if table.row.game == "connect_four" and table.view.phase == "click":
        return {action for action in table.legal if len(action.split()) == 2}
    typed = {action for action in table.legal if action.startswith(("move ", "tiles ", "deploy "))}
    return {*table.legal} - {"ready", "retaliate ranged"} - (typed if table.row.game == "hex_battle_wars" else set())


def is_more(table: TableView, action: str) -> bool:
    """Return whether a page may offer an action that is not legal yet, or a walk with what follows it."""
    if action.startswith(("clear:", "guess:", "tiles ")) or action == "ready":
        return True
    walk = re.fullmatch(r"(move \w+) (end|attack .+)", action)
    return walk is not None and walk[1] in table.legal


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize("name", TABLES)
def test_pages_offer_exactly_what_is_legal(name: str) -> None:
    table = TABLES[name]

    actions, _ = reached(of_game(table), table)

    assert required(table) <= actions
    assert [action for action in actions - {*table.legal} if not is_more(table, action)] == []


@pytest.mark.parametrize("name", DRAWN)
def test_pages_have_pictures(name: str) -> None:
    table = TABLES[name]
    _, pages = reached(of_game(table), table)
    for page in dict(reversed(pages)).values():
        if page.text == NO_CLUES:
            continue
        assert page.picture is not None
        picture = page.picture("dark")
        assert picture.png.startswith(b"\x89PNG")
        assert 0 < len(picture.alt) <= 1024


@pytest.mark.parametrize("name", TABLES)
def test_labels_differ_and_words_say_what_is_asked(name: str) -> None:
    table = TABLES[name]
    ours, chosen = of_game(table), Random(1).sample(table.legal, min(len(table.legal), 300))

    labels = [ours.words.label(action, None) for action in chosen]

    assert len({*labels}) == len(labels)
    assert ours.words.task(table.view).startswith("to ")
    assert ours.words.compose_label(table.view)
    assert ours.words.headline(table.view, table.names)


HIVE, MONSTER, CLIX = "Hive Mind, recharged, round 1", "Monster Hex, 2 seats, round 1, 0", "Connect Four, act"
NO_PAGES: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    HIVE: [
        *(("hive", ()), ("hive", ("nowhere",)), ("taps", ("nowhere", "A")), ("restart", ()), ("taps", ())),
        *(("guess", ("charge",)), ("tap", ("charge", "............", "0")), ("give", ("1",)), ("name", ("1",))),
        *(("anything", ()), ("", ()), ("move", ("charge",))),
    ],
    MONSTER: [
        *(("tile", ()), ("tile", ("Z9",)), ("tile", ("S1", "S1")), ("hex", ("S1",)), ("hex", ("S1", "Z9"))),
        *(("turn", ("S1", "A1", wrong)) for wrong in ("6", "-1", "²", "01")),
        *(("move", ("S1",)), ("anything", ()), ("", ())),
    ],
    CLIX: [("column", ("vam-1r", "z")), ("strike", ("a1 a2 close",)), ("clicks", ("a1",)), ("x", ())],
    "Hex Battle Wars, a turn": [("go", ("a1",))],
    "Hex Battle Wars, a roll": [("aim", ("a1",))],
    "Hex Battle Wars, deployment": [("lay", ("a1",))],
    "Hex Battle Wars, blocks": [("spell", ("a1",))],
}


@pytest.mark.parametrize("name", NO_PAGES)
def test_a_page_that_there_is_not_at_this_moment_has_moved_on(name: str) -> None:
    table = TABLES[name]
    for page, details in NO_PAGES[name]:
        with pytest.raises(BoardMovedOn):
            of_game(table).composing.page(table, page, details)
