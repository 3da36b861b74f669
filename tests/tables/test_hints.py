"""Hints: who gets one, the question behind it, and one hint per position, counted if it is played."""

import asyncio

import msgspec
import pytest

from cogs.connect_four import setting_up
from cogs.ui.kit.interface import interface
from data.store import TableChanges
from engine.players import Question, question
from tables import lobby
from tables.committing.changes import Change
from tables.hints import ALONE, AMONG_PEOPLE, Hint, Hints, top_level
from tables.refusal import BoardMovedOn, Refusal
from tables.seat_changes import stand_ins
from tables.service import TableService
from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, TABLE, logged, open_lobby, start_open_table, start_table
from tests.thinking_here import think_here


class Thinking:
    """Computer players that think in this process and record their questions."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def think(self, question: Question) -> str:
        self.asked.append(question)
        return await think_here(question)


@pytest.fixture
def thinking() -> Thinking:
    return Thinking()


@pytest.fixture
def hints(service: TableService, thinking: Thinking) -> Hints:
    return Hints(service, thinking.think)


async def hint(hints: Hints, service: TableService) -> Hint:
    """Return the hint for Ann at the table's current position."""
    return await hints.answer(await hints.ask(TABLE, ANN.id, (await service.load(TABLE)).version))


async def counted(service: TableService) -> list[int]:
    """Return the number of hints of each seat."""
    return [seat.hints for seat in (await service.load(TABLE)).seats]


async def ann_to_move(service: TableService, game: str = "monster_hex") -> None:
    """Start a table of Ann against a computer player, where Ann must act."""
    await start_table(service, 1, 1, game=game)


async def computers_move(service: TableService) -> None:
    """Let the computer players move until Ann must act."""
    while (table := await service.load(TABLE)).actors and 0 not in table.actors:
        seat, game = table.actors[0], table.require_playing()
        await service.act_for(TABLE, seat, game.legal(seat)[0], turn=game.turn)


async def test_the_top_level_is_asked_as_the_seats_own_player_with_its_view(
    hints: Hints, service: TableService, thinking: Thinking
) -> None:
    await ann_to_move(service)
    table = await service.load(TABLE)

    found = await hint(hints, service)

    (asked,) = thinking.asked
    assert asked == question(table.require_playing(), 0, "master", table.row.server_seed)
    assert found.actions == (await think_here(asked),)
    assert found.actions[0] in (await service.view(TABLE, ANN.id)).legal
    assert found.actions[0] not in repr(found), "it may be secret, and could reach a log"


def test_the_top_level_is_the_strongest_that_a_game_offers() -> None:
    assert top_level({"easy": "Easy", "normal": "Normal", "strong": "Strong"}) == "strong"
    assert top_level(interface("connect_four").computers) == "master"
    assert top_level({"greedy": "Normal", "random": "Easy"}) == "greedy"


async def test_one_position_has_one_hint_and_showing_it_changes_nothing_else(
    hints: Hints, service: TableService, thinking: Thinking
) -> None:
    await ann_to_move(service)
    before, log = (await service.load(TABLE)).row, await logged(service)

    first = await hint(hints, service)
    again = await hint(hints, service)

    assert first == again
    assert len(thinking.asked) == 1
    assert await counted(service) == [0, 0]
    after = (await service.load(TABLE)).row
    assert (after.step, after.turn) == (before.step, before.turn)
    assert await logged(service) == log


async def test_a_hint_at_set_up_that_needs_no_search_is_given_at_once(
    hints: Hints, service: TableService, thinking: Thinking
) -> None:
    await ann_to_move(service, game="connect_four")

    found = await hint(hints, service)

    assert found.actions == (setting_up.advise((await service.view(TABLE, ANN.id)).view),)
    assert thinking.asked == []


async def test_two_presses_at_the_same_time_are_one_hint_and_one_thought(
    hints: Hints, service: TableService, thinking: Thinking
) -> None:
    await ann_to_move(service)
    asked = [await hints.ask(TABLE, ANN.id, None) for _ in range(2)]

    found = await asyncio.gather(*map(hints.answer, asked))

    assert found[0] == found[1]
    assert len(thinking.asked) == 1


async def test_a_hint_counts_if_it_is_played_and_the_seat_keeps_the_number_after_the_end(
    hints: Hints, service: TableService
) -> None:
    await ann_to_move(service)
    for _ in range(2):
        given = await hint(hints, service)
        await service.act(TABLE, ANN.id, given.actions[0])
        await computers_move(service)
    (hinted,) = (await hint(hints, service)).actions
    other = next(action for action in (await service.view(TABLE, ANN.id)).legal if action != hinted)
    await service.act(TABLE, ANN.id, other)

    await service.resign(TABLE, ANN.id)

    assert (await service.load(TABLE)).row.phase == "finished"
    assert await counted(service) == [2, 0]


async def test_a_position_that_is_left_while_somebody_thinks_gives_no_hint_and_counts_none(
    hints: Hints, service: TableService
) -> None:
    await ann_to_move(service)
    asked = await hints.ask(TABLE, ANN.id, None)
    await service.act(TABLE, ANN.id, (await service.view(TABLE, ANN.id)).legal[0])

    with pytest.raises(BoardMovedOn):
        await hints.answer(asked)
    assert await counted(service) == [0, 0]


async def test_in_a_round_that_all_submit_a_hint_has_every_shape_and_leaves_handing_in_to_the_player(
    hints: Hints, service: TableService
) -> None:
    options = msgspec.json.encode({"edition": "tempo"}).decode()
    await start_table(service, 1, 4, game="hive_mind", options=options)

    found = await hint(hints, service)

    assert sorted(action[:2] for action in found.actions) == ["1:", "2:", "3:"]
    assert all(own.shape is not None for own in found.after.own.hives)
    assert all(own.shape is None for own in (await service.view(TABLE, ANN.id)).view.own.hives)
    await service.act(TABLE, ANN.id, " ".join(found.actions))
    assert (await hint(hints, service)).actions == ("ready",)
    assert await counted(service) == [0, 0, 0, 0, 0]


async def lay_first_game_hint(service: TableService, hints: Hints) -> str:
    """Start a first game of Hive Mind with Ann, lay the shape of her hint, and return it."""
    options = msgspec.json.encode({"edition": "recharged", "hives": 1}).decode()
    await start_table(service, 1, 4, game="hive_mind", options=options)
    (hinted,) = (await hint(hints, service)).actions
    await service.act(TABLE, ANN.id, hinted)
    return hinted


async def test_a_laid_hint_counts_once_when_it_is_handed_in(hints: Hints, service: TableService) -> None:
    await lay_first_game_hint(service, hints)
    assert (await hint(hints, service)).actions == ("ready",)
    assert await counted(service) == [0] * 5

    await service.act(TABLE, ANN.id, "ready")

    assert await counted(service) == [1, 0, 0, 0, 0]


async def test_a_laid_hint_that_is_replaced_before_handing_in_does_not_count(
    hints: Hints, service: TableService
) -> None:
    hinted = await lay_first_game_hint(service, hints)
    other = "charge:ABC" if hinted != "charge:ABC" else "charge:EFG"

    await service.act(TABLE, ANN.id, other)
    await service.act(TABLE, ANN.id, "ready")

    assert await counted(service) == [0] * 5


@pytest.mark.parametrize(
    ("people", "computers", "why"),
    [(2, 0, AMONG_PEOPLE), (2, 1, AMONG_PEOPLE), (1, 0, ALONE)],
)
async def test_a_table_of_people_and_a_game_alone_have_no_hints(
    hints: Hints, service: TableService, people: int, computers: int, why: str
) -> None:
    await start_table(service, people, computers)

    with pytest.raises(Refusal) as refused:
        await hint(hints, service)

    assert refused.value.text == why


async def test_a_person_who_has_left_still_makes_it_a_table_of_people(hints: Hints, service: TableService) -> None:
    await start_table(service, 2, 1)
    await service.resign(TABLE, BEN.id)

    with pytest.raises(Refusal, match="other people play"):
        await hint(hints, service)


@pytest.mark.parametrize("changes", [{"rated": True}, {"season": "s"}])
async def test_a_rated_table_and_one_of_a_season_have_no_hints(
    hints: Hints, service: TableService, changes: dict[str, object]
) -> None:
    await ann_to_move(service)
    settings = msgspec.structs.replace((await service.load(TABLE)).settings, **changes)
    written = msgspec.json.encode(settings).decode()
    await service.change(TABLE, lambda _: Change(columns=TableChanges(settings=written), only_card=True))

    with pytest.raises(Refusal, match="This game is rated"):
        await hint(hints, service)


async def test_a_hint_is_for_whoever_is_to_move_here_and_now(hints: Hints, service: TableService) -> None:
    await open_lobby(service, TableSettings(seats=2, computer="easy"), game="connect_four")
    with pytest.raises(Refusal, match="hasn't started"):
        await hints.ask(TABLE, ANN.id, None)
    await service.change(TABLE, lobby.add_computer(ANN.id, "salt"))
    await start_open_table(service)
    with pytest.raises(Refusal, match="You're watching"):
        await hints.ask(TABLE, BEN.id, None)
    with pytest.raises(BoardMovedOn):
        await hints.ask(TABLE, ANN.id, "1")

    await service.act(TABLE, ANN.id, (await service.view(TABLE, ANN.id)).legal[0])
    with pytest.raises(Refusal, match="A computer player is thinking"):
        await hint(hints, service)
    await computers_move(service)
    await service.change(TABLE, stand_ins.begin(ANN.id, interface("connect_four")))
    with pytest.raises(Refusal, match="I'm back"):
        await hint(hints, service)

    await service.resign(TABLE, ANN.id)
    with pytest.raises(Refusal, match="This game is over"):
        await hints.ask(TABLE, ANN.id, None)
    assert await counted(service) == [0, 0]
