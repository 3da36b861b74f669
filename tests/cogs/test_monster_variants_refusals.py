"""Whatever does not fit a game with variants is answered privately, in words for just that, and changes nothing."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec import json

from engine.game import Game, act
from engine.monster_hex.content import layout
from engine.monster_hex.view import View
from tables.open_table import Person
from tests.cog_tables import PEOPLE, SEED, TABLE, logged, start_table
from tests.in_process_program import EPHEMERAL, InProcessProgram, InteractionResult

UPDATE_LATER = 6
"""The type of a response that only promises to edit the message of a button."""
WALKS = 40
"""How many random games are tried to find a position."""
FACTIONS = {"confuse": "yellow", "curse": "green", "petrify": "green"}


def asked_for(ability: str, fits: Callable[[View], bool]) -> Callable[[Game], bool]:
    """Whether a game waits for the use of an ability, in a position that fits."""

    def found(game: Game) -> bool:
        view = game.view(game.actors[0])
        return view.ability is not None and view.ability.ability == ability and fits(view)

    return found


def way_to(game: Game, chosen: str, found: Callable[[Game], bool]) -> list[str]:
    """The moves of a random game, in which the ability is chosen, to a position."""
    for number in range(WALKS):
        rng, now, moves = Random(number), game, list[str]()
        while now.outcome is None:
            if now.view(now.actors[0]).phase != "choose" and found(now):
                return moves
            legal = now.legal(now.actors[0])
            wanted = f"choose {chosen}"
            moves.append(wanted if wanted in legal else rng.choice(legal))
            now = act(now, now.actors[0], moves[-1], SEED).game
    raise AssertionError("no random game comes to such a position")


class Position:
    """A table of two with variants, at a position; what the players are told there."""

    def __init__(self, program: InProcessProgram) -> None:
        self.program = program

    async def reached(self, chosen: str, found: Callable[[Game], bool]) -> "Position":
        """Start the table and play the moves to the position."""
        service = self.program.service
        options = {"abilities": True, "factions": [FACTIONS[chosen], "blue"]}
        table = await start_table(service, options=json.encode(options).decode())
        for action in way_to(table.require_playing(), chosen, found):
            game = (await service.load(TABLE)).require_playing()
            await service.act(TABLE, PEOPLE[game.actors[0]].id, action)
        self.table = await service.load(TABLE)
        self.game = self.table.require_playing()
        self.seat = self.game.actors[0]
        self.view: View = self.game.view(self.seat)
        self.acting, self.waiting = PEOPLE[self.seat], PEOPLE[1 - self.seat]
        return self

    async def told(self, person: Person, action: str) -> str:
        """What somebody is told who types an action, and who presses it: the same, privately, and nothing changes."""
        before = await logged(self.program.service)
        typed = await self.program.command(person, "move", action=action)
        pressed = await self.program.press(person, f"{TABLE}:{self.table.version}:do:{action}", private=True)
        assert await logged(self.program.service) == before
        for result in (typed, pressed):
            assert is_private(result), result.requests
        assert typed.text == pressed.text
        return typed.text


def is_private(result: InteractionResult) -> bool:
    """Whether every message that was sent is for one person; the others edit what that person has."""
    sent = [request.body for request in result.requests if request.method == "POST"]
    messages = [body.get("data", body) for body in sent if body.get("type") != UPDATE_LATER]
    return all(message.get("flags", 0) & EPHEMERAL for message in messages)


@pytest.fixture
def position(program: InProcessProgram) -> Position:
    return Position(program)


def first_monster(view: View, *, own: bool) -> str:
    return next(monster.label for monster in view.monsters if (monster.seat == view.viewer) is own)


async def test_an_ability_of_another_faction_cannot_be_chosen(program: InProcessProgram) -> None:
    options = {"abilities": True, "factions": ["green", "blue"]}
    table = await start_table(program.service, options=json.encode(options).decode())
    at = Position(program)
    at.table = table

    assert "Strike isn't an ability of Green. Choose Curse or Petrify." in await at.told(PEOPLE[0], "choose strike")


async def test_an_ability_is_chosen_by_the_button_of_its_page(program: InProcessProgram) -> None:
    options = {"abilities": True, "factions": ["green", "blue"]}
    table = await start_table(program.service, options=json.encode(options).decode())
    page = await program.press(PEOPLE[0], f"{TABLE}:{table.version}:move")
    curse = next(custom_id for custom_id in page.custom_ids if custom_id.endswith(":curse"))

    answer = await program.press(PEOPLE[0], curse, private=True)

    assert "You chose **Curse**. You can change it until Ben has chosen." in answer.text
    assert (await logged(program.service))[-1].action == "choose curse"


async def test_an_ability_that_is_not_yours(position: Position) -> None:
    at = await position.reached("curse", asked_for("curse", lambda view: True))
    told = await at.told(at.acting, f"petrify {first_monster(at.view, own=True)}")
    assert told.startswith("Petrify isn't your ability. Use Curse on ")


async def test_an_ability_before_a_red_tile(position: Position) -> None:
    at = await position.reached("curse", early)
    told = await at.told(at.acting, f"curse {first_monster(at.view, own=False)}")
    assert "Your ability, Curse, is used right after you place your Dragon" in told


def early(game: Game) -> bool:
    """Whether the first seat is to place a tile, and both have one on the board."""
    view = game.view(0)
    return game.actors == (0,) and view.phase == "place" and len({monster.seat for monster in view.monsters}) > 1


async def test_a_target_out_of_reach(position: Position) -> None:
    def some_out_of_reach(view: View) -> bool:
        return view.ability is not None and len(view.ability.targets) < theirs(view)

    at = await position.reached("confuse", asked_for("confuse", some_out_of_reach))
    targets = at.view.ability.targets if at.view.ability else ()
    far = next(
        monster for monster in at.view.monsters if monster.seat not in (None, at.seat) and monster.label not in targets
    )
    told = await at.told(at.acting, f"confuse {far.label} {(far.rotation + 1) % 6}")
    assert f"on {far.label} is out of reach of your " in told
    own = first_monster(at.view, own=True)
    assert f"on {own} is your own." in await at.told(at.acting, f"confuse {own} 0")


def theirs(view: View) -> int:
    return sum(monster.seat not in (None, view.viewer) for monster in view.monsters)


async def test_a_rotation_that_a_tile_has_already(position: Position) -> None:
    at = await position.reached("confuse", asked_for("confuse", lambda view: True))
    assert at.view.ability is not None
    target = next(monster for monster in at.view.monsters if monster.label == at.view.ability.targets[0])
    told = await at.told(at.acting, f"confuse {target.label} {target.rotation}")
    assert f"has rotation {target.rotation} already, and Confuse must change it." in told


async def test_the_last_empty_hex_beside_a_stone_is_not_petrified(position: Position) -> None:
    at = await position.reached("petrify", asked_for("petrify", lambda view: bool(closing(view))))
    label = closing(at.view)[0]
    told = await at.told(at.acting, f"petrify {label}")
    assert told.startswith(f"{label} is the last empty hex beside the ")


def closing(view: View) -> list[str]:
    """The empty hexes that Petrify can't take (MH-19)."""
    taken = {monster.label for monster in view.monsters} | {stone.label for stone in view.temporary}
    cells = [cell.label for cell in layout(view.board).cells]
    return [label for label in cells if label not in taken and view.ability and label not in view.ability.targets]


async def test_a_value_that_is_not_there_or_was_taken_or_is_for_somebody_else(position: Position) -> None:
    at = await position.reached("curse", lambda game: game.view(game.actors[0]).take is not None)
    assert at.view.take is not None
    values = [str(value.points) for value in at.view.take.values]
    other = next(str(value) for value in range(2, 8) if str(value) not in values)
    told = await at.told(at.acting, f"take {other}")
    assert told.endswith(f"has no {other}. Choose {' or '.join(values)}.")
    assert "turn" in await at.told(at.waiting, f"take {values[0]}")

    await at.program.service.act(TABLE, at.acting.id, f"take {values[0]}")
    at.table = await at.program.service.load(TABLE)
    again = PEOPLE[at.table.require_playing().actors[0]]
    assert await at.told(again, f"take {values[0]}") == "There is no value to choose now. Place a tile."


async def test_what_is_sent_to_all_is_noticed(program: InProcessProgram) -> None:
    await start_table(program.service)
    result = await program.press(PEOPLE[0], f"{TABLE}::more")
    assert is_private(result)
    for request in result.requests:
        request.body.pop("flags", None)
        request.body.get("data", {}).pop("flags", None)
    assert not is_private(result)


async def test_nobody_answers_for_somebody_elses_ability(position: Position) -> None:
    at = await position.reached("curse", asked_for("curse", lambda view: True))
    for action in ("decline", f"curse {first_monster(at.view, own=False)}"):
        assert await at.told(at.waiting, action) == "It's Ann's turn."
