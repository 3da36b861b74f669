"""Twins of a game: alternative logs and states that one viewer can't tell from the true ones."""

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
from engine.replay import ReplayedEntry, play_log
from tests.cog_tables import SEED, TABLE

TRIES = 2_000
ALTERNATIVES = 12
"""The most replacements tried for one draw or choice."""
SHARE = 0.3
"""The share of hidden draws and choices that a twin tries to replace, 0 to 1."""


@dataclass(frozen=True)
class World:
    """The hidden data of a table in one world: the seed, the log with its events, and the resulting game."""

    seed: bytes
    entries: tuple[Entry, ...]
    events: tuple[tuple[Any, ...], ...]
    game: Game

    async def settle_in(self, store: Store, table: str = TABLE) -> None:
        """Write this world into the database of a table in play."""
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
    """Return the true world."""
    return World(SEED, tuple(log), tuple(played.events for played in play_log(game.rules, log)), game)


def twin_world(game: Game, log: Sequence[Entry], viewer: Player, number: int) -> World:
    """Return a world with another seed and history in which every entry looks the same to the viewer.

    Raises AssertionError if none is found in TRIES attempts.
    """
    rng = Random(number)
    true = list(play_log(game.rules, log))
    for _ in range(TRIES):
        found = _twin_log(game, true, viewer, rng)
        if found is not None and found[2] != game.state:
            entries, events, state = found
            return World(
                fairness.derive_seed(100 + number), entries, events, msgspec.structs.replace(game, state=state)
            )
    raise AssertionError(f"no other history of {game!r} looks the same to {viewer}")


Log = tuple[tuple[Entry, ...], tuple[tuple[Any, ...], ...], Any]
"""The entries of a log, their events, and the state after them."""


def _twin_log(game: Game, true: Sequence[ReplayedEntry], viewer: Player, rng: Random) -> Log | None:
    """Try once to build a twin's log; return None if no replacement leads to what the viewer saw."""
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
    """Return what a viewer learns from an entry: the view, the actors, the visible events and the legal actions."""
    rules = game.rules
    visible = [event for event in (rules.visible(event, viewer) for event in events) if event is not None]
    legal = rules.legal_actions(state, viewer) if viewer >= 0 else ()
    return rules.view(state, viewer), rules.actors(state), visible, legal


def _texts(game: Game, viewer: Player, state: Any, entry: Entry, rng: Random, changed: bool) -> list[str]:
    """Return the entry's own action and possible replacements, the preferred ones first."""
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
    """Return up to two other states that look the same to the viewer: sampled or, if the game has any, hand-made."""
    suite = import_module(f"tests.engine.{game.configuration.game}.conformance").CONFORMANCE
    # A spectator knows less than any seat, so the twins of the seat that must act serve a spectator too.
    rng, rules, knows = Random(3), game.rules, viewer if viewer >= 0 else game.actors[0]
    twins = [rules.determinize(rules.view(game.state, knows), rng), *suite.twins(rules, game.state, knows, rng)]
    return [twin for twin in twins if twin != game.state][:2]
