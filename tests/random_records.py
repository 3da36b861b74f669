"""Records of whole random games, for replay and what-if tests."""

from random import Random

from engine.core import CHANCE, sample_outcome
from engine.games import game_type
from engine.record import Configuration, Entry, GameRecord, configure
from engine.record_json import encode


def random_record(game: str, seats: int, seed: int = 3) -> bytes:
    """Return the record of a random game played to its end, without a seed that proves its draws."""
    configuration = Configuration(game, game_type(game).rules_version, {}, seats)
    rules, rng = configure(configuration), Random(seed)
    state = rules.initial_state()
    log: list[Entry] = []
    while actors := rules.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), rng)
        else:
            action = rng.choice(rules.legal_actions(state, actor))
        state = rules.apply(state, actor, action).state
        log.append(Entry(actor, rules.format_action(action)))
    return encode(GameRecord(configuration, tuple(log)))
