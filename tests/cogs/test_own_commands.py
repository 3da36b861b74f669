"""The games' own commands: options are accepted by label and confirmed; each player sees only their own state."""

from random import Random
from typing import Any

import msgspec
import pytest

from cogs.ui.messages.cards import card_buttons
from engine.games import game_type
from tables.open_table import Person
from tables.viewer import TableView
from tests import hive_matches
from tests.cog_tables import ANN, BEN, EVE, TABLE, logged, mover, start_table
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult

SMALL = {"preset": "quick", "radius": 5, "hp": 9}


async def started(program: InProcessProgram, game: str, options: dict[str, Any]) -> None:
    full = game_type(game).options(2, options)
    await start_table(program.service, game=game, options=msgspec.json.encode(full).decode())


async def reached(program: InProcessProgram, kind: str) -> tuple[Person, TableView]:
    """Play at random until an action of a kind is legal; return the person to act and their view."""
    rng = Random(3)
    person, seen = await mover(program.service)
    while not any(action.split()[0] == kind for action in seen.legal):
        usual = [action for action in seen.legal if action not in ("pass", "end", "concede", "auto")]
        await program.service.act(TABLE, person.id, rng.choice(usual or seen.legal))
        person, seen = await mover(program.service)
    return person, seen


async def offered(program: InProcessProgram, person: Person, command: str, option: str, **given: Any) -> list[Any]:
    result = await program.autocomplete(person, command, option, **given)
    return result.requests[0].body["data"]["choices"]


def confirmed(result: InteractionResult) -> list[str]:
    """Return the actions that the buttons of an answer make."""
    found = [part.get("custom_id", "") for request in result.requests for part in parts(request.body)]
    return [custom_id.split(":", 3)[3] for custom_id in found if ":do:" in custom_id]


@pytest.mark.parametrize(
    ("game", "options", "command", "filled", "kind"),
    [
        ("monster_hex", {}, "monster place", ("tile", "hex", "rotation"), "place"),
        ("connect_four", {"size": "brawl"}, "clix place", ("monster", "column"), "drop"),
        ("connect_four", {"size": "brawl"}, "clix attack", ("attacker", "target"), "attack"),
        ("hex_battle_wars", SMALL, "battle move", ("hex",), "move"),
        ("hex_battle_wars", SMALL, "battle attack", ("target",), "attack"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)
async def test_what_is_chosen_from_the_lists_is_asked_about_before_it_is_made(
    program: InProcessProgram, game: str, options: dict[str, Any], command: str, filled: tuple[str, ...], kind: str
) -> None:
    await started(program, game, options)
    person, seen = await reached(program, kind)
    other = BEN if person == ANN else ANN
    before = await logged(program.service)
    given: dict[str, Any] = {}
    for option in filled:
        for nobody in (other, EVE):
            assert await offered(program, nobody, command, option, **given) == []
        given[option] = (await offered(program, person, command, option, **given))[0]["name"]

    result = await program.command(person, command, **given)

    assert any(action in seen.legal for action in confirmed(result) if action.split()[0] == kind), result.text
    assert await logged(program.service) == before
    assert "'s turn." in (await program.command(other, command, **given)).text


async def done(program: InProcessProgram, person: Person, command: str, **options: Any) -> str:
    """Run a command, deliver the outbox, and return the text of the answer."""
    result = await program.command(person, command, **options)
    await program.outbox.settle()
    return result.text


async def test_battle_move_without_a_hex_rolls_and_battle_pass_ends_the_turn(program: InProcessProgram) -> None:
    await started(program, "hex_battle_wars", SMALL)
    person, _ = await reached(program, "roll")
    other = BEN if person == ANN else ANN

    assert "First roll for your movement." in await done(program, person, "battle move", hex="a1")
    assert "You rolled" in await done(program, person, "battle move")
    walking = (await program.service.view(TABLE, person.id)).legal[0]
    await program.service.act(TABLE, person.id, walking)
    vanished = await done(program, other, "battle vanish", tile=2)
    assert "tile 2 is you" in vanished or "too low" in vanished
    assert "Done: End the turn." in await done(program, other, "battle pass")

    assert (await mover(program.service))[0] == person
    assert "armour" in await done(program, other, "battle status")


async def test_the_card_s_first_button_rolls_once_and_then_shows_the_page(program: InProcessProgram) -> None:
    """Also from a card that has become stale. Other players are refused, and nobody else's dice fall."""
    await started(program, "hex_battle_wars", SMALL)
    person, _ = await reached(program, "roll")
    first, other, *_ = card_buttons(await program.service.view(TABLE))
    assert (first.label, other.label) == ("Roll to move", "Other move")
    assert first.custom_id is not None

    refused = await program.press(BEN if person == ANN else ANN, first.custom_id)
    before = len(await logged(program.service))
    pages = [await program.press(person, first.custom_id, private=private) for private in (False, True)]

    assert "turn" in refused.text
    assert all("You rolled" in page.text and "Other hex" in page.buttons for page in pages)
    assert len(await logged(program.service)) == before + 2, "the roll and its die, once"


async def test_a_typed_hex_leads_to_its_page_and_a_wrong_one_says_what_is_possible(program: InProcessProgram) -> None:
    await started(program, "hex_battle_wars", SMALL)
    person, seen = await reached(program, "move")
    form = f"{TABLE}:{seen.version}:form_submitted:walk"

    page = await program.submit(person, form, {"hex": seen.legal[0].split()[1].upper()})
    wrong = await program.submit(person, form, {"hex": "z9"})

    assert f"Walk to {seen.legal[0].split()[1]}" in page.text
    assert "This board has no hex “z9”" in wrong.text


async def test_clix_status_tells_ones_own_choice_and_clix_monster_any_dial(program: InProcessProgram) -> None:
    await started(program, "connect_four", {"size": "brawl"})
    await done(program, ANN, "move", action="class werewolf")

    assert "You chose **Werewolves**" in await done(program, ANN, "clix status")
    assert "You chose" not in await done(program, BEN, "clix status")
    dial = await done(program, EVE, "clix monster", monster="Cinder Imp 3")
    assert "Cinder Imp 3** · Demons · 75 points" in dial


async def test_hive_status_and_the_lists_tell_only_ones_own(program: InProcessProgram) -> None:
    await hive_matches.started(program.service)
    assert "Done" in await done(program, ANN, "hive submit", hive="Charge", letters="ade")
    assert "Still without a shape: Zero" in await done(program, ANN, "hive submit", hive="Marcer", letters="lkh")

    ann, ben = [str((await program.command(one, "hive status")).requests[-1].body) for one in (ANN, BEN)]
    assert "Your submission. Charge: Tri ADE, looks at B F H I. Marcer: Arc" in ann
    assert "Your submission. Charge: no shape yet" in ben
    kinds = {one["name"].split()[0] for one in await offered(program, ANN, "hive submit", "letters", hive="zero")}
    assert kinds == {"Line"}, "Tri and Arc are pending elsewhere (HM-7)"
    assert len(await offered(program, BEN, "hive submit", "letters", hive="zero")) == 25
    hives = await offered(program, BEN, "hive submit", "hive")
    assert [one["value"] for one in hives] == ["charge", "marcer", "zero"]
    assert await offered(program, EVE, "hive submit", "hive") == []
