"""Twins of a game: other logs, and other states, that one viewer cannot tell from the true ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from sqlalchemy import bindparam, update

from data.store import Store, schema
from engine import fairness
from engine.core import CHANCE, HOST, EngineError, Player, Weighted
from engine.game import Advance, Game, snapshot
from engine.record import Entry
from engine.replay import Played, play_log
from tests.cog_tables import SEED, TABLE

TRIES = 2_000
ALTERNATIVES = 12
"""How many other draws or choices are tried in the place of one."""
SHARE = 0.3
"""How many of the hidden draws and choices are others in a twin."""


@dataclass(frozen=True)
class World:
    """What is hidden of a table in one world: the seed, the log with its events, and the game that follows from it."""

    seed: bytes
    entries: tuple[Entry, ...]
    events: tuple[tuple[Any, ...], ...]
    game: Game

    async def settle_in(self, store: Store, table: str = TABLE) -> None:
        """Makes it the truth of a database in which the table is played."""
        public = Advance(self.game, self.entries, self.events).public_events()
        numbered = [
            {"number": number, "other": entry.action, "its": entry.digest, "seen": seen.decode()}
            for number, (entry, seen) in enumerate(zip(self.entries, public, strict=True), 1)
        ]
        this = schema.entries.c.table_id == table, schema.entries.c.n == bindparam("number")
        async with store._engine.begin() as connection:
            changed = update(schema.entries).where(*this)
            other = {"action": bindparam("other"), "digest": bindparam("its"), "events": bindparam("seen")}
            await connection.execute(changed.values(other), numbered)
            newest = update(schema.snapshots).where(schema.snapshots.c.table_id == table)
            await connection.execute(newest.values(state=snapshot(self.game)))
            row = update(schema.tables).where(schema.tables.c.id == table)
            await connection.execute(row.values(server_seed=self.seed))


def true_world(game: Game, log: Sequence[Entry]) -> World:
    """The world as it is."""
    return World(SEED, tuple(log), tuple(played.events for played in play_log(game.rules, log)), game)


def twin_world(game: Game, log: Sequence[Entry], viewer: Player, number: int) -> World:
    """Another history of the game with another seed, of which the viewer saw every entry as in the true one."""
    rng = Random(number)
    true = list(play_log(game.rules, log))
    for _ in range(TRIES):
        found = _twin_log(game, true, viewer, rng)
        if found is not None and found[2] != game.state:
            entries, events, state = found
            return World(
                fairness.numbered_seed(100 + number), entries, events, msgspec.structs.replace(game, state=state)
            )
    raise AssertionError(f"no other history of {game!r} looks the same to {viewer}")


Log = tuple[tuple[Entry, ...], tuple[tuple[Any, ...], ...], Any]
"""The entries of a log, their events, and the state after them."""


def _twin_log(game: Game, true: Sequence[Played], viewer: Player, rng: Random) -> Log | None:
    """One try, entry by entry; None where what was changed before can't lead to what the viewer saw."""
    state, entries, happened = game.rules.initial_state(), list[Entry](), list[tuple[Any, ...]]()
    for played in true:
        entry = played.entry
        seen = _seen(game, viewer, played.state, played.events)
        changed = rng.random() < SHARE
        for text in _texts(game, viewer, state, entry, rng, changed):
            after = _applied(game, state, entry.actor, text)
            if after is not None and _seen(game, viewer, *after) == seen:
                state, events = after
                entries.append(Entry(entry.actor, text, fairness.digest(state)))
                happened.append(events)
                break
        else:
            return None
    return tuple(entries), tuple(happened), state


def _seen(game: Game, viewer: Player, state: Any, events: tuple[Any, ...]) -> Any:
    """What a viewer finds out of an entry: its own view, everybody's actors, and the events."""
    rules = game.rules
    visible = [event for event in (rules.visible(event, viewer) for event in events) if event is not None]
    legal = rules.legal_actions(state, viewer) if viewer >= 0 else ()
    return rules.view(state, viewer), rules.actors(state), visible, legal


def _texts(game: Game, viewer: Player, state: Any, entry: Entry, rng: Random, changed: bool) -> list[str]:
    """The entry as it was, and what could stand in its place; first what is wanted."""
    if entry.actor in (viewer, HOST):
        return [entry.action]
    rules = game.rules
    drawn = rules.chance_outcomes(state) if entry.actor == CHANCE else ()
    actions = list(drawn.outcomes if isinstance(drawn, Weighted) else drawn)
    actions = actions or list(rules.legal_actions(state, entry.actor))
    some = rng.sample(actions, min(len(actions), ALTERNATIVES))
    others = [text for action in some if (text := rules.format_action(action)) != entry.action]
    return [*others, entry.action] if changed else [entry.action, *others]


def _applied(game: Game, state: Any, actor: Player, text: str) -> tuple[Any, tuple[Any, ...]] | None:
    rules = game.rules
    try:
        if actor == HOST:
            raise EngineError("the games here are without")
        return msgspec.structs.astuple(rules.apply(state, actor, rules.parse_action(text)))
    except EngineError:
        return None


def twin_states(game: Game, viewer: Player) -> list[Any]:
    """States that look the same to the viewer: a sampled one, and where there is one, one changed by hand."""
    suite = import_module(f"tests.engine.{game.configuration.game}.conformance").CONFORMANCE
    # Whoever has no seat knows less than anybody, such as whoever must act.
    rng, rules, knows = Random(3), game.rules, viewer if viewer >= 0 else game.actors[0]
    twins = [rules.determinize(rules.view(game.state, knows), rng), *suite.twins(rules, game.state, knows, rng)]
    return [twin for twin in twins if twin != game.state][:2]
