"""How even Monster Hex is: tables for docs/balance.md.

Greedy players in every seat. Factions and, where they are used, abilities are set by the number of the game, so that
each line has as many games as the others; seat order, hands and Objectives are drawn by its seed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from statistics import fmean
from typing import Any, Final

from benchmarks.balance_tables import ORDINALS, finished, share, table
from engine.core import SPECTATOR
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.abilities import ABILITIES, ABILITIES_OF, ABILITY_NUMBER, DECLINE
from engine.monster_hex.actions import Choose, Scatter
from engine.monster_hex.content import FACTIONS, layout
from engine.monster_hex.objectives import OBJECTIVES, Objective
from engine.players import computer_player

SEATS: Final = (2, 3, 4)
BASE_GAMES: Final[Mapping[int, int]] = {2: 600, 3: 160, 4: 100}
"""How many games of the base game are played, by seats."""
DECLINED_GAMES: Final[Mapping[int, int]] = {2: 200, 3: 60, 4: 36}
"""How many games each ability is played against decliners."""
ABILITY_GAMES: Final[Mapping[int, int]] = {2: 960, 3: 192, 4: 96}
"""How many games are played in which everybody uses an ability."""
MASTER_GAMES: Final = 240
"""How many games of two *master* players are played in which both use an ability."""
OBJECTIVE_GAMES: Final[Mapping[int, int]] = {2: 320, 3: 160, 4: 100}
"""How many games are played with Objectives alone."""
FACTION_OF: Final = {
    ability: faction
    for faction, two in zip(FACTIONS, ABILITIES_OF, strict=True)
    for ability in map(ABILITIES.__getitem__, two)
}
"""The faction that has an ability, by the ability's name."""


@dataclass(frozen=True, slots=True)
class CardScored:
    """A card that a seat had at the end, alone or like all others, and how often the seat fulfilled it."""

    id: str
    is_private: bool
    times: int


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, by seat: faction, ability used (None for none or all declined), points, and cards.

    `order` is the seat order of every round; `winners` has several seats after a shared victory. `demon_king` are the
    powers of the seats at the Demon King Stone, `first_at_king` the one that was first there, if any.
    """

    factions: tuple[str, ...]
    abilities: tuple[str | None, ...]
    order: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    cards: tuple[tuple[CardScored, ...], ...]
    demon_king: tuple[int, ...]
    first_at_king: int | None

    def won(self, seat: int) -> float:
        """The seat's part of the victory."""
        return (seat in self.winners) / max(1, len(self.winners))

    def ahead(self, seat: int) -> float:
        """The seat's points above the average of all others."""
        return self.points[seat] - fmean(points for other, points in enumerate(self.points) if other != seat)


class _Player:
    """The program's greedy player with one sampled world, since its evaluation depends on what its seat sees.

    With an ability it chooses that one; without it declines every use. With a level that of the computer players moves.
    """

    def __init__(self, rules: Any, seat: int, faction: str | None, ability: str | None, level: str | None) -> None:
        self._rules, self._seat, self._uses = rules, seat, ability is not None
        number = 0 if faction is None else FACTIONS.index(faction)
        self._player: Final = None if level is None else computer_player(GAME_TYPE.name, level, rules, seat)
        self._chosen: Final = Choose(ABILITIES_OF[number][0] if ability is None else ABILITY_NUMBER[ability])

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """The legal action after which the view looks best."""
        if view.phase == "choose":
            return self._chosen
        if view.phase == "ability" and not self._uses:
            return DECLINE
        found = legal if self._uses else [action for action in legal if type(action) is not Scatter]
        if len(found) == 1:
            return found[0]
        if self._player is not None:
            return self._player.choose(view, found, rng)
        world = self._rules.determinize(view, rng)
        values = [self._value(world, action) for action in found]
        best = max(values)
        return rng.choice([action for action, value in zip(found, values, strict=True) if value == best])

    def _value(self, world: Any, action: Any) -> float:
        after = self._rules.apply(world, self._seat, action).state
        return self._rules.evaluate(self._rules.view(after, self._seat), self._seat)


def play(
    factions: Sequence[str | None], used: Sequence[str | None], seed: str, level: str | None = None, **variants: bool
) -> Played:
    """One game between greedy players or those of a level, who use the abilities given for their seats, if any.

    Where the shared faction is played, `factions` have one entry more.
    """
    seats = len(used)
    rules: Any = GAME_TYPE.rules(seats, {"factions": list(factions), **variants})
    players = [_Player(rules, seat, factions[seat], used[seat], level) for seat in range(seats)]
    state = finished(rules, players, rules.initial_state(), seed)
    view, result = rules.view(state, SPECTATOR), rules.result(state)
    if result is None:
        raise ValueError("the game is not over")
    cards = tuple(_cards(seat, view) for seat in result["seats"])
    points = tuple(seat["points"] for seat in result["seats"])
    king = next(stone.label for stone in layout(view.board).stones if stone.demon_king)
    powers = result["stones"][king]["powers"]
    return Played(
        tuple(seat.faction for seat in view.seats),
        tuple(used),
        view.order,
        points,
        tuple(result["winners"]),
        cards,
        tuple(powers.get(str(seat), 0) for seat in range(seats)),
        result["demon_king"],
    )


def _cards(seat: Mapping[str, Any], view: Any) -> tuple[CardScored, ...]:
    public = {card.id for card in view.public_objectives}
    return tuple(CardScored(card["id"], card["id"] not in public, card["times"]) for card in seat.get("cards", ()))


def _faction_sets(seats: int, games: int) -> Iterator[tuple[str, ...]]:
    """So many sets of factions, every one as often as the others."""
    sets = [*combinations(FACTIONS, seats)]
    return (sets[number % len(sets)] for number in range(games))


def base_games(seats: int, games: int) -> list[Played]:
    """Games without variants."""
    return [
        play(factions, (None,) * seats, f"base {seats} {number}")
        for number, factions in enumerate(_faction_sets(seats, games))
    ]


def objective_games(seats: int, games: int) -> list[Played]:
    """Games with Objectives, without abilities."""
    return [
        play(factions, (None,) * seats, f"objectives {seats} {number}", objectives=True)
        for number, factions in enumerate(_faction_sets(seats, games))
    ]


def declined_games(seats: int, ability: str, games: int) -> list[Played]:
    """Games in which the first seat of the table uses an ability and all others decline theirs."""
    faction = FACTION_OF[ability]
    others = [*combinations([other for other in FACTIONS if other != faction], seats - 1)]
    return [
        play(
            (faction, *others[number % len(others)]),
            (ability, *(None,) * (seats - 1)),
            f"declined {seats} {ability} {number}",
            abilities=True,
        )
        for number in range(games)
    ]


def ability_games(seats: int, games: int, level: str | None = None) -> list[Played]:
    """Games in which everybody uses an ability; all sets of abilities equally often."""
    sets = [
        (factions, abilities)
        for factions in combinations(FACTIONS, seats)
        for abilities in product(*([name for name in ABILITIES if FACTION_OF[name] == faction] for faction in factions))
    ]
    return [
        play(*sets[number % len(sets)], f"abilities {seats} {number}", level, abilities=True) for number in range(games)
    ]


def won_by(games: Sequence[Played], seats_of: Callable[[Played], Sequence[int]]) -> str:
    """The share of victories of those seats that are asked about."""
    won = [game.won(seat) for game in games for seat in seats_of(game)]
    return share(sum(won), len(won))


def _with(faction: str | None = None, ability: str | None = None) -> Callable[[Played], list[int]]:
    """The seats of a game with a faction or an ability."""
    return lambda game: [
        seat
        for seat in range(len(game.factions))
        if faction in (None, game.factions[seat]) and ability in (None, game.abilities[seat])
    ]


def _players(seats: int) -> str:
    return f"{seats} players, {1 / seats:.0%} is even"


def base(scale: float) -> None:
    """Factions and seats without variants."""
    played = {seats: base_games(seats, round(games * scale)) for seats, games in BASE_GAMES.items()}
    by_seat(played)
    by_faction(played)
    faction_pairs(played[2])


def by_seat(played: Mapping[int, Sequence[Played]]) -> None:
    """Prints what the first, second, third and fourth in the order win."""

    def cell(seats: int, place: int) -> str:
        return won_by(played[seats], lambda game: game.order[place : place + 1]) if place < seats else "–"

    lines = [[name, *(cell(seats, place) for seats in played)] for place, name in enumerate(ORDINALS)]
    table(["in the order", *map(_players, played)], lines)


def by_faction(played: Mapping[int, Sequence[Played]]) -> None:
    """Prints what each faction wins."""
    lines = [[faction, *(won_by(games, _with(faction)) for games in played.values())] for faction in FACTIONS]
    table(["faction", *map(_players, played)], lines)


def faction_pairs(games: Sequence[Played]) -> None:
    """Prints what each faction wins against each other one, with two players."""

    def cell(faction: str, other: str) -> str:
        return won_by([game for game in games if {*game.factions} == {faction, other}], _with(faction))

    lines = [
        [faction, *("–" if other == faction else cell(faction, other) for other in FACTIONS)] for faction in FACTIONS
    ]
    table(["wins of …", *(f"against {other}" for other in FACTIONS)], lines)


def declined(scale: float) -> None:
    """Each ability against players who decline theirs."""
    shares: dict[str, list[str]] = {name: [] for name in ABILITIES}
    leads: dict[str, list[str]] = {name: [] for name in ABILITIES}
    for seats, count in DECLINED_GAMES.items():
        for name in ABILITIES:
            games = declined_games(seats, name, round(count * scale))
            shares[name].append(won_by(games, _with(ability=name)))
            leads[name].append(f"{fmean(game.ahead(0) for game in games):+.1f}")
    table(["wins of …", *map(_players, SEATS)], ([name, *cells] for name, cells in shares.items()))
    table(["points ahead", *(f"{seats} players" for seats in SEATS)], ([name, *cells] for name, cells in leads.items()))


def abilities(scale: float) -> None:
    """Ability against ability, and factions and seats when everybody uses one."""
    ability_tables({seats: ability_games(seats, round(games * scale)) for seats, games in ABILITY_GAMES.items()})


def abilities_master(scale: float) -> None:
    """The same between two players of the top level."""
    ability_tables({2: ability_games(2, round(MASTER_GAMES * scale), "master")})


def ability_tables(played: Mapping[int, Sequence[Played]]) -> None:
    """Prints what each ability wins, alone and against each other one, and the seats and factions of the same games."""
    in_all = [[name, *(won_by(games, _with(ability=name)) for games in played.values())] for name in ABILITIES]
    table(["wins of …", *map(_players, played)], in_all)

    def cell(name: str, other: str) -> str:
        met = [game for game in played[2] if {*game.abilities} == {name, other}]
        won = sum(game.won(game.abilities.index(name)) for game in met)
        return f"{won:g} of {len(met)}" if met else "–"

    table(
        ["wins of …", *(f"against {other}" for other in ABILITIES)],
        [[name, *(cell(name, other) for other in ABILITIES)] for name in ABILITIES],
    )
    by_seat(played)
    by_faction(played)
    faction_pairs(played[2])


def objectives(scale: float) -> None:
    """How often each Objective is fulfilled, and what it brings."""
    for seats, count in OBJECTIVE_GAMES.items():
        games = objective_games(seats, round(count * scale))
        print(f"{seats} players:\n")
        table(OBJECTIVE_HEADINGS, _objective_lines(games))


OBJECTIVE_HEADINGS: Final = (
    "objective",
    "points each time",
    "held by",
    "fulfilled",
    "times",
    "brings",
    "even at",
    "wins of who has it in hand",
)


def _objective_lines(games: Sequence[Played]) -> list[list[object]]:
    """A line for each card; *even at* are the points with which it would bring as much as the average card."""
    times = {card: [each.times for each in _held(games, card)] for card in OBJECTIVES}
    mean = {card: fmean(found) for card, found in times.items() if found}
    average = fmean(card.points * often for card, often in mean.items())
    return [
        [
            card.name,
            card.points,
            len(times[card]),
            share(sum(each > 0 for each in times[card]), len(times[card])),
            f"{often:.2f}",
            f"{card.points * often:.1f}",
            f"{average / often:.1f}" if often else "–",
            won_by(games, _with_private(card)),
        ]
        for card, often in mean.items()
    ]


def _held(games: Sequence[Played], card: Objective) -> list[CardScored]:
    return [each for game in games for cards in game.cards for each in cards if each.id == card.id]


def _with_private(card: Objective) -> Callable[[Played], list[int]]:
    """The seats of a game that have a card in their hand."""
    return lambda game: [
        seat for seat, cards in enumerate(game.cards) if any(each.id == card.id and each.is_private for each in cards)
    ]


PARTS: Final[Mapping[str, Callable[[float], None]]] = {
    "base": base,
    "declined": declined,
    "abilities": abilities,
    "abilities_master": abilities_master,
    "objectives": objectives,
}
"""What is printed by name, with so many times the usual number of games."""
