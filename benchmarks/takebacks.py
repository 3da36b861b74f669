"""Records as somebody may write them by hand, played and taken back over and over: the end of a match of Hive Mind,
which is scored thousands of times; the blocks of Hex Battle Wars, laid by seats or drawn; and the costliest action of
any game.
"""

from collections.abc import Iterator
from itertools import count, product
from random import Random
from time import process_time
from typing import Any

from engine import fairness
from engine.core import CHANCE, HOST, SPECTATOR, AnyRules, Player
from engine.game import act, begin
from engine.games import game_types
from engine.players import decide
from engine.record import (
    HEAD_BYTES,
    LOG_LIMIT,
    NEWEST_DRAW,
    RECORD_BYTES,
    Configuration,
    Entry,
    GameRecord,
    configure,
    draws,
    entry_bytes,
)
from engine.replay import apply_text

SEED = bytes(range(32))
SEATS = 7
TRIES = 5


class Match:
    """A game with its log, in which the host may return to any earlier entry."""

    def __init__(self, game: str, options: dict[str, Any], seats: int) -> None:
        salts = ("",) * seats
        self.configuration = Configuration(
            game, 1, options, seats, "bench", fairness.commitment(SEED), salts, NEWEST_DRAW
        )
        self.rules = configure(self.configuration)
        self.states = [self.rules.initial_state()]
        self.log: list[Entry] = []
        self.size = HEAD_BYTES

    @property
    def n(self) -> int:
        """The number of the newest entry."""
        return len(self.log)

    @property
    def is_full(self) -> bool:
        """Whether a record permits hardly any more."""
        return self.n > LOG_LIMIT - 10 or self.size > RECORD_BYTES - 1000

    @property
    def phase(self) -> str:
        """What is due."""
        return self.rules.view(self.states[-1], SPECTATOR).phase

    @property
    def actor(self) -> Player:
        """Who acts next."""
        return self.rules.actors(self.states[-1])[0]

    def draw(self) -> None:
        """Plays what the seed draws."""
        dealer = self.configuration.dealer(SEED)
        action = dealer.choose(self.rules.chance_outcomes(self.states[-1]), draws(self.log) + 1)
        self.play(CHANCE, self.rules.format_action(action))

    def play(self, actor: Player, action: str) -> None:
        """Plays an action."""
        self._append(actor, action, apply_text(self.rules, self.states[-1], actor, action).state)

    def take_back(self, entry: int) -> None:
        """Returns to an earlier entry."""
        self._append(HOST, f"takeback {entry}", self.states[entry])

    def ends_with(self, action: str) -> bool:
        """Whether the match would be over after an action of the host."""
        return self.rules.outcome(apply_text(self.rules, self.states[-1], HOST, action).state) is not None

    def _append(self, actor: Player, action: str, state: object) -> None:
        self.states.append(state)
        self.log.append(Entry(actor, action, fairness.digest(state)))
        self.size += entry_bytes(action)

    def record(self) -> GameRecord:
        """The match as a record."""
        return GameRecord(self.configuration, tuple(self.log), SEED)


def with_open_choice(edition: str) -> tuple[Match, int]:
    """A match of random players up to an open choice, and the entry before its last round was closed."""
    for seed in count():
        match, rng, last = _hive_mind(edition), Random(seed), 0
        while (phase := match.phase) in ("hives", "round", "totals"):
            if phase == "hives":
                match.draw()
                continue
            if phase == "round":
                _submit(match, rng)
                last = match.n
            match.play(HOST, "close")
        if phase == "choice":
            return match, last
    raise AssertionError("some match has a choice")


def _hive_mind(edition: str) -> Match:
    return Match("hive_mind", {"edition": edition, "garnets": 99}, SEATS)


def _submit(match: Match, rng: Random) -> None:
    """A whole submission of every seat, but nobody is ready."""
    for seat in range(SEATS):
        while (actions := match.rules.legal_actions(match.states[-1], seat))[-1] != match.rules.parse_action("ready"):
            match.play(seat, match.rules.format_action(rng.choice(actions)))


def leaving(edition: str) -> GameRecord:
    """Seats leave while a choice is open; the match is scored at each entry but the take-backs."""
    match, _ = with_open_choice(edition)
    choices = match.n
    while not match.is_full:
        for seat in range(SEATS):
            if not match.ends_with(f"forfeit {seat}"):
                match.play(HOST, f"forfeit {seat}")
        match.take_back(choices)
    return match.record()


def guessing(edition: str) -> GameRecord:
    """A seat changes its guess, the last round is closed, and it is taken back: no two of these matches are alike."""
    match, last = with_open_choice(edition)
    hive = match.rules.view(match.states[last], 0).hives[-1].name
    for guess in _guesses():
        if match.is_full:
            break
        match.take_back(last)
        match.play(0, f"guess:{hive}:{guess}")
        match.play(HOST, "close")
    return match.record()


def laying() -> GameRecord:
    """On the largest board of Hex Battle Wars a seat lays blocks of each level, and takes them back."""
    match, rng = _blocks(), Random(1)
    start = match.n
    while not match.is_full:
        for level in "123":
            legal = map(match.rules.format_action, match.rules.legal_actions(match.states[-1], match.actor))
            match.play(match.actor, rng.choice([action for action in legal if action.startswith(f"block {level}")]))
        match.take_back(start)
    return match.record()


def drawn_blocks() -> GameRecord:
    """On the largest board of Hex Battle Wars all blocks are drawn, and taken back."""
    match = _blocks()
    start = match.n
    while not match.is_full:
        while match.phase == "blocks":
            match.play(match.actor, "auto")
            while match.actor == CHANCE and not match.is_full:
                match.draw()
        match.take_back(start)
    return match.record()


def _blocks() -> Match:
    """A game of Hex Battle Wars up to the first block."""
    match = Match("hex_battle_wars", {"preset": "standard", "radius": 16}, 6)
    while match.actor == CHANCE:
        match.draw()
    return match


def _guesses() -> Iterator[str]:
    return map("".join, product("123", repeat=12))


def over_and_over(name: str, seats: int, options: dict[str, Any]) -> GameRecord:
    """A game of random players up to the action of a seat that costs the most, which is taken back over and over.

    It doesn't end the game, since nothing could be taken back then.
    """
    salts = ("",) * seats
    version = game_types()[name].rules_version
    configuration = Configuration(name, version, options, seats, "bench", fairness.commitment(SEED), salts, NEWEST_DRAW)
    advance = begin(configuration, SEED)
    game, log, found = advance.game, list(advance.entries), (0.0, 0, 0, "", "")
    while game.outcome is None:
        seat, before = game.actors[0], fairness.digest(game.state)
        action = decide(game, seat, "random", SEED)
        cost = _cost(game.rules, game.state, seat, action)
        advance = act(game, seat, action, SEED)
        if advance.game.outcome is None:
            found = max(found, (cost, game.n, seat, action, before))
        game = advance.game
        log += advance.entries
    _, n, seat, action, before = found
    there_and_back = Entry(seat, action, log[n].digest), Entry(HOST, f"takeback {n}", before)
    size = HEAD_BYTES + sum(entry_bytes(entry.action) for entry in log[:n])
    most = (RECORD_BYTES - size) // sum(entry_bytes(entry.action) for entry in there_and_back)
    times = min(most, (LOG_LIMIT - n) // len(there_and_back))
    return GameRecord(game.configuration, (*log[:n], *there_and_back * times), SEED)


def _cost(rules: AnyRules, state: Any, seat: int, action: str) -> float:
    """The least CPU seconds that an action takes."""
    taken: list[float] = []
    for _ in range(TRIES):
        start = process_time()
        apply_text(rules, state, seat, action)
        taken.append(process_time() - start)
    return min(taken)
