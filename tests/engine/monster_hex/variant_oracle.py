"""An independent, slow implementation of all variants that referees a whole game from its log.

It shares no code with the engine. The game is one generator in the order of the rule book. It yields each question with
all legal answers and receives the answer.
"""

from collections.abc import Generator, Mapping
from itertools import permutations
from typing import Any, NamedTuple

from engine.core import CHANCE, HOST
from tests.engine.monster_hex.objective_oracle import CARDS, times
from tests.engine.monster_hex.oracle import DATA, TILES, Hexagon, neighbour
from tests.engine.monster_hex.variant_oracle_board import Monster, Position, label_order

ABILITIES = {
    "red": ["enchant", "reward"],
    "blue": ["strike", "scatter"],
    "yellow": ["confuse", "scheme"],
    "green": ["curse", "petrify"],
}
HEAD_STARTS = {(2, False): [0, 2], (2, True): [1, 0], (4, False): [3, 0, 0, 2]}
"""The points by place in the order, for each number of seats without and with the shared faction (MH-3)."""
PARTS = ("large", "small", "colour", "reward", "objectives")

Value = tuple[int, str | None]
"""A printed value with its colour."""


class Question(NamedTuple):
    """A question: legal answers by seat, and for each awaited seat the answer that `close` gives (MH-23)."""

    legal: dict[int, list[str]]
    default: dict[int, str]


Answer = tuple[int, str]
Asking = Generator[Question, Answer]


class Referee(Position):
    """One game. At its end `question` is None and `result` is complete."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        owners = seats + self.has_shared
        self.is_of_2024 = options.get("edition") == 2024
        self.has_abilities = bool(options.get("abilities"))
        self.has_objectives = bool(options.get("objectives"))
        self.at = {label: at for at, label in self.labels.items()}
        self.factions: list[str | None] = list(options.get("factions") or [None] * owners)
        self.order: list[int] = [0]
        self.stacks: list[list[str]] = [list(TILES) for _ in range(owners)]
        self.abilities: dict[int, str] = {}
        self.public: list[str] = []
        self.private: list[list[str]] = [[] for _ in range(seats)]
        self.rates = [0] * seats
        self.stones: dict[str, dict[str, Any]] = {}
        self.temporary: list[dict[str, Any]] = []
        self.has_head_start = bool(options.get("head_start"))
        parts = (*PARTS, *["head_start"] * self.has_head_start)
        self.score: list[dict[str, int]] = [dict.fromkeys(parts, 0) for _ in range(owners)]
        self.forfeited: set[int] = set()
        self.ended_by: int | None = None
        self._game = self._whole_game()
        self.question: Question | None = next(self._game)

    # Entries

    def enter(self, actor: int, text: str) -> None:
        """Play one entry of the log.

        Raises AssertionError if the rule book does not allow it now.
        """
        assert self.question is not None, f"{text} after the end"
        if actor == HOST and text == "close":
            for seat, default in list(self.question.default.items()):
                self._answer(seat, default)
        elif actor == HOST:
            self._forfeit(int(text.removeprefix("forfeit ")))
        else:
            assert text in self.question.legal.get(actor, ()), f"{actor} may not {text}: {self.question}"
            self._answer(actor, text)
        while self.question is not None and (gone := self.forfeited & set(self.question.default)):
            seat = min(gone)
            self._answer(seat, self.question.default[seat])

    def _answer(self, actor: int, text: str) -> None:
        try:
            self.question = self._game.send((actor, text))
        except StopIteration:
            self.question = None

    def _forfeit(self, seat: int) -> None:
        self.forfeited.add(seat)
        if self.seats <= 2:
            self.ended_by, self.question = seat, None

    def _ask(self, actor: int, legal: list[str], default: str = "") -> Generator[Question, Answer, list[str]]:
        """Ask one actor and return the words of the answer."""
        _, text = yield Question({actor: legal}, {} if actor == CHANCE else {actor: default})
        return text.split()

    # The course of the game

    def _whole_game(self) -> Asking:
        """Play the whole game in the rule book's order (MH-3, MH-4, MH-21, MH-22)."""
        yield from self._assign_factions()
        if self.seats > 1:
            orders = [" ".join(map(str, order)) for order in permutations(range(self.seats))]
            words = yield from self._ask(CHANCE, [f"order {order}" for order in orders])
            self.order = [int(word) for word in words[1:]]
        if self.has_head_start:
            for seat, points in zip(self.order, HEAD_STARTS[self.seats, self.has_shared], strict=True):
                self.score[seat]["head_start"] = points
        for number in range(self.board["rounds"]):
            yield from self._refill()
            if number == 0:
                yield from self._deal_objectives()
                yield from self._choose_abilities()
            yield from self._round(self.order[number % len(self.order)])
        for seat in range(self.seats):
            self.score[seat]["objectives"] = sum(card["points"] for card in self._cards(seat))

    def _assign_factions(self) -> Asking:
        for owner, faction in enumerate(self.factions):
            if faction is None:
                free = [name for name in DATA["factions"] if name not in self.factions]
                name = "shared" if owner == self.seats else str(owner)
                words = yield from self._ask(CHANCE, [f"faction {name} {each}" for each in free])
                self.factions[owner] = words[2]

    def _refill(self) -> Asking:
        """Fill the hands in turn order, each one before the next (MH-2)."""
        for seat in self.order:
            while len(self.hands[seat]) < (4 if self.seats == 4 else 3) and self.stacks[seat]:
                words = yield from self._ask(CHANCE, [f"draw {seat} {tile}" for tile in self.stacks[seat]])
                self.stacks[seat].remove(words[2])
                self.hands[seat].append(words[2])

    def _deal_objectives(self) -> Asking:
        """Deal two public Objectives, then one to each seat in turn order (MH-20)."""
        if self.has_objectives:
            for name in ("public", "public", *map(str, self.order)):
                yield from self._draw_objective(name)

    def _draw_objective(self, name: str) -> Asking:
        drawn = {*self.public, *(card for cards in self.private for card in cards)}
        left = [card for card in CARDS if card not in drawn and self.size in CARDS[card]["boards"]]
        words = yield from self._ask(CHANCE, [f"objective {name} {card}" for card in left])
        (self.public if name == "public" else self.private[int(name)]).append(words[2])

    def _choose_abilities(self) -> Asking:
        """Let all seats choose at the same time, and again until all have chosen (MH-15)."""
        offered = {seat: ABILITIES[self.factions[seat] or ""] for seat in range(self.seats)}
        if self.is_of_2024:
            # MH-24: the edition has no Scheme.
            offered = {seat: [name for name in both if name != "scheme"] for seat, both in offered.items()}
        while self.has_abilities and len(self.abilities) < self.seats:
            legal = {seat: [f"choose {ability}" for ability in both] for seat, both in offered.items()}
            default = {seat: legal[seat][0] for seat in offered if seat not in self.abilities}
            seat, text = yield Question(legal, default)
            self.abilities[seat] = text.split()[1]

    def _round(self, holder: int) -> Asking:
        if self.seats == 2 and self.has_shared:
            yield from self._draw_shared()
        for seat in self.order:
            # MH-17: a seat with as many placed tiles as the game has rounds is skipped.
            if self.count_placed(seat) < self.board["rounds"]:
                yield from self._turn(seat)
        if self.seats == 1:
            yield from self._draw_shared()
        if self.has_shared:
            yield from self._shared_turn(holder)

    def _draw_shared(self) -> Asking:
        stack = self.stacks[self.seats]
        words = yield from self._ask(CHANCE, [f"shared {tile}" for tile in stack])
        stack.remove(words[1])
        self.hands[self.seats].append(words[1])

    def _shared_turn(self, holder: int) -> Asking:
        [tile] = self.hands[self.seats]
        legal = [f"shared {self.labels[at]} {turn}" for _, at, turn in self.placements([tile])]
        words = yield from self._ask(holder, legal, legal[0])
        self.hands[self.seats].clear()
        self.monsters[self.at[words[1]]] = Monster(self.seats, tile, int(words[2]))
        yield from self._make_captures()

    def _turn(self, seat: int) -> Asking:
        tile, at = yield from self._place(seat)
        if TILES[tile]["red"] and seat in self.abilities:
            yield from self._use_ability(seat, self.abilities[seat], at, 2 if TILES[tile]["rank"] == "S" else 1)
        yield from self._make_captures()

    def _place(self, seat: int) -> Generator[Question, Answer, tuple[str, Hexagon]]:
        hand = [tile for tile in TILES if tile in self.hands[seat]]
        plain = self.placements(hand)
        scattered = self.scatterings(hand) - set(plain) if self.abilities.get(seat) == "scatter" else set()
        legal = [
            f"place {tile} {self.labels[at]} {turn}" + " scatter" * ((tile, at, turn) in scattered)
            for tile, at, turn in sorted(
                [*plain, *scattered], key=lambda one: (list(TILES).index(one[0]), label_order(one[1]), one[2])
            )
        ]
        words = yield from self._ask(seat, legal, next(text for text in legal if not text.endswith("scatter")))
        at = self.at[words[2]]
        self.hands[seat].remove(words[1])
        self.monsters[at] = Monster(seat, words[1], int(words[3]))
        return words[1], at

    # Abilities

    def _use_ability(self, seat: int, ability: str, at: Hexagon, strength: int) -> Asking:
        """Ask about an ability and apply it, if it has a target (MH-15)."""
        targets = self.targets(seat, ability, at, strength)
        if not targets:
            return
        words = yield from self._ask(seat, [*targets, "decline"], "decline")
        match words:
            case ["enchant" | "curse", label]:
                monster = self.monsters[self.at[label]]
                change = monster.change + (strength if ability == "enchant" else -strength)
                self.monsters[self.at[label]] = monster._replace(change=change)
            case ["confuse", label, turn]:
                self.monsters[self.at[label]] = self.monsters[self.at[label]]._replace(rotation=int(turn))
            case ["petrify", label]:
                self.petrified[self.at[label]] = strength
            case ["reward"]:
                self.rates[seat] += strength
            case ["strike"]:
                yield from self._place(seat)
            case ["scheme"]:
                yield from self._draw_objective(str(seat))
            case _:
                assert words == ["decline"], words

    # Captures

    def _make_captures(self) -> Asking:
        """Capture the stones surrounded now, one after the other (MH-13); in 2024 without groups (MH-24)."""
        for stone in self.surrounded(in_groups=not self.is_of_2024):
            yield from self._capture(stone)

    def _capture(self, stone: Hexagon) -> Asking:
        """Capture a stone and share out its values (MH-8 to MH-12)."""
        powers: dict[int, int] = {}
        for edge in range(6):
            monster = self.monsters.get(neighbour(stone, edge))
            if monster is not None:
                powers[monster.owner] = powers.get(monster.owner, 0) + monster.power((edge + 3) % 6)
        most = [owner for owner in powers if powers[owner] == max(powers.values())]
        less = [power for power in powers.values() if power < max(powers.values())]
        next_most = [owner for owner in powers if less and powers[owner] == max(less)]
        if stone in self.small:
            most, next_most = self.strongest(stone, most), []
        first = most[0] if len(most) == 1 else None
        second = next_most[0] if len(next_most) == 1 else None
        record = self._recorded(stone, powers, first, second)
        if stone in self.small:
            if first is not None:
                self._take(record, first, (DATA["small_stone_points"], None), "small")
            return
        if first is not None and first < self.seats:
            self.score[first]["reward"] += self.rates[first]
        values = self._values(stone)
        self.petrified.pop(stone, None)
        yield from self._share_out(record, values, powers, first, second)

    def _values(self, stone: Hexagon) -> list[Value]:
        if stone in self.petrified:
            return [(self.petrified[stone], None)]
        return [(value, faction) for value, faction in self.large[stone]["values"]]

    def _recorded(
        self, stone: Hexagon, powers: dict[int, int], first: int | None, second: int | None
    ) -> dict[str, Any]:
        record: dict[str, Any] = {
            "powers": {str(self._name(owner)): powers[owner] for owner in sorted(powers)},
            "first": self._name(first),
            "second": self._name(second),
            "taken": [],
        }
        if stone in self.petrified:
            record = {"hex": self.labels[stone], **record}
            self.temporary.append(record)
        else:
            self.stones[self.labels[stone]] = record
            self.captured.add(stone)
        return record

    def _name(self, owner: int | None) -> int | str | None:
        return "shared" if owner == self.seats else owner

    def _share_out(
        self,
        record: dict[str, Any],
        values: list[Value],
        powers: dict[int, int],
        first: int | None,
        second: int | None,
    ) -> Asking:
        """Share out the values of a Large Stone (MH-10, MH-12)."""
        if first is not None and self.size == 2 and not self.is_of_2024:
            other = max(0, powers.get(1 - first, 0))
            if powers[first] > 0 and powers[first] >= 2 * other:
                for value in values:
                    self._take(record, first, value, "large")
                return
        left = list(values)
        for place, owner in enumerate((first, second)):
            if owner is None or not left:
                continue
            chosen = self._best(left, owner)
            if place == 0 and second is not None and len(left) == 2 and owner < self.seats:
                legal = [f"take {value}" for value in sorted(value for value, _ in left)]
                words = yield from self._ask(owner, legal, f"take {chosen[0]}")
                chosen = next(value for value in left if value[0] == int(words[1]))
            left.remove(chosen)
            self._take(record, owner, chosen, "large")

    def _best(self, values: list[Value], owner: int) -> Value:
        return max(values, key=lambda value: (value[0] + self._bonus(owner, value), value[0]))

    def _bonus(self, owner: int, value: Value) -> int:
        return DATA["colour_bonus"] if value[1] == self.factions[owner] else 0

    def _take(self, record: dict[str, Any], owner: int, value: Value, part: str) -> None:
        bonus = self._bonus(owner, value)
        record["taken"].append({"seat": self._name(owner), "value": value[0], "bonus": bonus})
        self.score[owner][part] += value[0]
        self.score[owner]["colour"] += bonus

    # The end

    def _cards(self, seat: int) -> list[dict[str, Any]]:
        """Return a seat's cards, private ones first; none if a forfeit ended the game (MH-20)."""
        if self.ended_by is not None:
            return []
        owners = {at: monster.owner for at, monster in self.monsters.items()}
        found = list[dict[str, Any]]()
        for card in [*self.private[seat], *self.public]:
            often = times(card, self.board, owners, seat)
            found.append({"id": card, "times": often, "points": often * CARDS[card]["points"]})
        return found

    def result(self) -> dict[str, Any]:
        """Return the result in the form of the rule book."""
        assert self.question is None, "not over"
        scores = [{"points": sum(parts.values()), **parts} for parts in self.score]
        demon = next(self.labels[at] for at, stone in self.large.items() if stone["demon_king"])
        king = self.stones[demon]["first"] if demon in self.stones else None
        king = None if king == "shared" else king
        result: dict[str, Any] = {
            "seats": [{**scores[seat], "cards": self._cards(seat)} for seat in range(self.seats)],
            "winners": self._winners([score["points"] for score in scores], king),
            "demon_king": king,
            "stones": self.stones,
            "temporary": self.temporary,
        }
        if not (self.has_abilities or self.has_objectives or self.has_shared or self.is_of_2024):
            # The base game's results have no fields of variants.
            del result["temporary"]
            return {**result, "seats": scores}
        return {**result, "shared": scores[self.seats]} if self.has_shared else result

    def _winners(self, points: list[int], king: int | None) -> list[int]:
        """Return the winners (MH-14): none in solo (MH-22), the other of two seats after a forfeit (MH-23)."""
        staying = [seat for seat in range(self.seats) if seat not in self.forfeited]
        if self.seats == 1 or self.ended_by is not None:
            return [] if self.seats == 1 else staying
        tied = [seat for seat in staying if points[seat] == max(points[other] for other in staying)]
        return [king] if len(tied) > 1 and king in tied else tied
