"""Standings, scores and ratings reveal nothing hidden at a running table.

Worlds that differ only in secrets give the same season, both while it runs and at its end, when open tables count by
their standing.
"""

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.interface import interface
from engine import fairness
from engine.core import SPECTATOR, EngineError
from engine.game import Game
from leagues.scoring import explain_score
from leagues.season import Season
from leagues.seasons import Seasons
from leagues.settings import PRESETS, USUAL_TURNS
from tables.open_table import to_engine_entries
from tables.service import TableService
from tests.migrated_database import open_store
from tests.playing import GUILD, join, publish, step
from tests.running_dispatchers import Clock
from tests.twin_worlds import World, true_world, twin_states, twin_world

PEOPLE = {"connect_four": 2, "hex_battle_wars": 2, "hive_mind": 5, "monster_hex": 4}
EARLY = {"connect_four": 3, "hex_battle_wars": 30, "hive_mind": 5, "monster_hex": 6}
"""Numbers of moves after which something is hidden."""
LATE = {game: (turns + 1) // 2 for game, turns in USUAL_TURNS.items()} | {"hive_mind": 3}
"""Turns from which a table counts by its standing; in Hive Mind's last round the standing depends on secrets."""
CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((game, dict(PRESETS[game][-2].options)) for game in PEOPLE),
    ("monster_hex", {"abilities": True, "objectives": True}),
    ("monster_hex", {"abilities": True, "edition": 2024}),
)
SEED = 1
"""A seed whose games last until half of their usual turns, with something still hidden."""
MOST_ACTIONS = 400
TWINS = 12


@pytest.fixture(autouse=True)
def seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the seeds, and make all commitments equal."""
    monkeypatch.setattr("secrets.token_bytes", Random(5).randbytes)
    monkeypatch.setattr("secrets.choice", Random(5).choice)
    monkeypatch.setattr(fairness, "commitment", lambda seed: "c" * 64)


async def dealt(folder: Path, clock: Clock, game: str, options: dict[str, Any], turns: int, moves: int) -> Season:
    """Play a season of one table at random to a turn, then `moves` more moves, and store it in a folder."""
    store = await open_store(folder / "hexcade.sqlite3", clock=clock)
    seasons = Seasons(TableService(store, interface))
    settings = msgspec.structs.replace(PRESETS[game][0].settings, most=PEOPLE[game], ideal=PEOPLE[game])
    season = await join(seasons, await publish(seasons, game, options, settings), PEOPLE[game])
    clock.now = season.row.begins
    season = await step(seasons, season)
    (table,) = season.tables
    await play(seasons.service, table.table_id, turns, moves)
    await store.close()
    return season


async def play(service: TableService, table_id: str, turns: int, moves: int) -> None:
    """Play random moves, without those that end a game early."""
    rng, made = Random(SEED), 0
    for _ in range(MOST_ACTIONS):
        table = await service.load(table_id)
        game = table.require_playing()
        if made >= moves:
            return
        seat = game.actors[0]
        user = table.seats[seat].user_id
        assert user is not None
        legal = [action for action in game.legal(seat) if action.split()[0] not in ("pass", "concede")]
        try:
            await service.act(table_id, user, rng.choice(legal or list(game.legal(seat))))
            made += game.turn >= turns
        except EngineError:
            continue
    raise AssertionError("the game doesn't come so far")


async def seen(folder: Path, clock: Clock, season: Season, truth: World | None, *, ends: bool) -> list[object]:
    """Return all public facts of a season, running or at its end, if `truth` is the world of its table."""
    store = await open_store(folder / "hexcade.sqlite3", clock=clock)
    try:
        if truth is not None:
            await truth.settle_in(store, season.tables[0].table_id)
        seasons = Seasons(TableService(store, interface))
        if ends:
            for moment in (season.row.last_deal, season.row.ends):
                clock.now = moment
                await seasons.advance(season.row.id)
        told = await seasons.load(season.row.id)
        scores = [explain_score(line.points) for line in told.standings]
        return [told, told.standings, told.results, scores, await seasons.ratings(GUILD, told.league.game)]
    finally:
        await store.close()


async def true_of(folder: Path, clock: Clock, season: Season) -> World:
    """Return the true world of the table stored in a folder."""
    store = await open_store(folder / "hexcade.sqlite3", clock=clock)
    try:
        table = await TableService(store, interface).load(season.tables[0].table_id)
        async with store.read() as reader:
            log = to_engine_entries(await reader.logs.entries(table.row.id))
        return replace(true_world(table.require_playing(), log), seed=table.row.server_seed)
    finally:
        await store.close()


def with_state(true: World, state: Any) -> World:
    """Return the world with another state after the same log; the newest entry gets that state's digest."""
    game = msgspec.structs.replace(true.game, state=state)
    newest = msgspec.structs.replace(true.entries[-1], digest=fairness.digest(state))
    return replace(true, entries=(*true.entries[:-1], newest), game=game)


def hidden_twins(game: Game) -> list[Any]:
    """Return other states that look the same to a spectator."""
    rules, view = game.rules, game.view(SPECTATOR)
    sampled = [rules.determinize(view, Random(number)) for number in range(TWINS)]
    found = [twin for twin in [*twin_states(game, SPECTATOR), *sampled] if twin != game.state]
    return [twin for twin in found if rules.view(twin, SPECTATOR) == view]


@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
async def test_a_running_season_tells_nothing_of_a_tables_history(
    tmp_path: Path, clock: Clock, game: str, options: dict[str, Any]
) -> None:
    season = await dealt(tmp_path / "true", clock, game, options, 0, EARLY[game])
    true = await true_of(tmp_path / "true", clock, season)
    twins = [twin_world(true.game, true.entries, SPECTATOR, number) for number in range(2)]
    found: list[list[object]] = []
    for number, truth in enumerate((None, *twins)):
        folder = shutil.copytree(tmp_path / "true", tmp_path / str(number))
        found.append(await seen(folder, clock, season, truth, ends=False))

    assert all(twin.entries != true.entries for twin in twins)
    assert found[1:] == found[:1] * 2


@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
async def test_the_end_of_a_season_tells_nothing_of_a_table_that_goes_on(
    tmp_path: Path, clock: Clock, game: str, options: dict[str, Any]
) -> None:
    """A running table counts by its standing only if that reveals no secret, and otherwise not at all."""
    season = await dealt(tmp_path / "true", clock, game, options, LATE[game], 4)
    true = await true_of(tmp_path / "true", clock, season)
    twins = hidden_twins(true.game)
    found: list[list[object]] = []
    for number, truth in enumerate((None, *(with_state(true, state) for state in twins))):
        folder = shutil.copytree(tmp_path / "true", tmp_path / str(number))
        found.append(await seen(folder, clock, season, truth, ends=True))

    told = found[0][0]
    assert isinstance(told, Season)
    counts = ("void", "unfinished") if game == "hive_mind" else ("counted", "standing")
    assert [(table.state, table.why) for table in told.tables] == [counts]
    assert found[1:] == found[:1] * len(twins)
    assert twins or game == "connect_four", "the twins change no secret"
