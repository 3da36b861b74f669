"""An independent, slow implementation of the rule book, for comparison with the engine.

It shares no code with the engine. It reads a log as text, measures distances between the centres of hexes, stores
everything by letters and names, and computes the result from the whole log.
"""

from itertools import combinations
from typing import Any

# Centres of the hexes, with x doubled to avoid fractions (HM-1).
CENTRES = {
    letter: (2 * place + shift, row)
    for row, (letters, shift) in enumerate([("ABC", 0), ("DEFG", -1), ("HIJ", 0), ("KL", 1)])
    for place, letter in enumerate(letters)
}
STEPS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
NAMES = {"gauntlet": ["1", "2"], "tempo": ["1", "2", "3"], "recharged": ["charge", "marcer", "zero"]}
START = {"gauntlet": 8, "tempo": 3, "recharged": 0}


def neighbours(letter: str) -> set[str]:
    x, y = CENTRES[letter]
    return {other for other, at in CENTRES.items() if (at[0] - x, at[1] - y) in STEPS}


def kind(shape: str) -> str | None:
    """Return tri (mutually adjacent), line (straight), arc (bent), or None if the hexes are not connected (HM-3)."""
    pairs = sum(b in neighbours(a) for a, b in combinations(shape, 2))
    if pairs == 3:
        return "tri"
    if pairs < 2:
        return None
    x, y = zip(*(CENTRES[letter] for letter in shape), strict=True)
    straight = any(
        (x[b] - x[a], y[b] - y[a]) == (x[c] - x[b], y[c] - y[b]) for a, b, c in ((0, 1, 2), (1, 0, 2), (0, 2, 1))
    )
    return "line" if straight else "arc"


def looks(shape: str) -> set[str]:
    """Return the hexes that a shape looks at (HM-4)."""
    if kind(shape) == "tri":
        return set().union(*map(neighbours, shape)) - set(shape)
    middle = next(letter for letter in shape if set(shape) - {letter} <= neighbours(letter))
    if kind(shape) == "line":
        border = {letter for letter in CENTRES if len(neighbours(letter)) < 6}
        ends = (set(shape) - {middle}) & border
        return {other for end in ends for other in neighbours(end) & border} - set(shape)
    # The direction of the inner hex, which is adjacent to all three. The board may end before it.
    ends = [CENTRES[letter] for letter in shape if letter != middle]
    x, y = CENTRES[middle]
    step = (ends[0][0] + ends[1][0] - 2 * x, ends[0][1] + ends[1][1] - 2 * y)
    seen: set[str] = set()
    at = (x + step[0], y + step[1])
    while at in CENTRES.values():
        seen.add(next(letter for letter, centre in CENTRES.items() if centre == at))
        at = (at[0] + step[0], at[1] + step[1])
    return seen


class Oracle:
    """A match that is played entry by entry. `result` is complete when the match is over."""

    def __init__(self, edition: str, seats: int, garnets: list[int] | None = None) -> None:
        self.edition = edition
        self.seats = seats
        self.garnets = garnets or [START[edition]] * seats
        self.names = NAMES[edition]
        self.values: dict[str, str] = {}
        self.rounds: list[dict[str, Any]] = []
        self.pending: list[dict[Any, Any]] = [{} for _ in range(seats)]
        self.ready: set[int] = set()
        self.gone: set[int] = set()
        self.doubles: set[tuple[int, str]] = set()
        self.blocks: set[tuple[int, str]] = set()
        self.guesses: dict[tuple[int, str], str] = {}
        self.totals: list[dict[str, int]] | None = None
        self.gift: int | None = None
        self.gift_done = edition != "tempo"
        self.candidate: int | None = None
        self.closed = False

    # The log

    def entry(self, actor: str, action: str) -> None:
        words = action.split()
        if actor == "chance" and words[0] == "hive":
            self.values[words[1]] = words[2]
        elif actor == "chance":
            self.candidate = int(words[1])
        elif action == "close":
            self.close()
        elif words[0] == "forfeit":
            self.forfeit(int(words[1]))
        else:
            self.act(int(actor), action)
        self.settle()

    def act(self, seat: int, action: str) -> None:
        pending = self.pending[seat]
        match action.split(":"):
            case ["ready"]:
                self.ready.add(seat)
            case ["reopen"]:
                self.ready.discard(seat)
            case ["gift", to]:
                self.gift, self.gift_done = (None if to == "-" else int(to)), True
            case ["candidate", chosen]:
                self.candidate = int(chosen)
            case ["totals", guesses]:
                pending["totals"] = {int(pair.split("=")[0]): int(pair.split("=")[1]) for pair in guesses.split(",")}
            case ["clear", hive]:
                del pending["shape", hive]
            case ["clear", what, hive]:
                del pending[what, hive]
            case ["guess", hive, values]:
                pending["guess", hive] = values
            case [("double" | "block") as what, hive]:
                pending[what, hive] = True
            case [hive, letters]:
                pending["shape", hive] = "".join(sorted(letters.upper()))
            case _:
                raise AssertionError(action)

    def forfeit(self, seat: int) -> None:
        self.gone.add(seat)
        self.pending[seat] = {}
        if self.is_scored():
            winner, second = self.winners()
            if self.edition == "tempo" and not self.closed and (self.gift == seat or self.last_winner != winner):
                self.gift, self.gift_done = None, False
            if self.candidate is not None and self.candidate not in self.tied(winner, second):
                self.candidate = None

    def close(self) -> None:
        if self.is_scored():
            self.gift_done = self.closed = True
        else:
            self.ready = set(range(self.seats)) - self.gone

    def settle(self) -> None:
        """Resolve rounds and the guess of totals while no seat is awaited."""
        while len(self.values) == len(self.names) and not self.is_scored() and self.ready | self.gone == self.everybody:
            if len(self.rounds) < self.number_of_rounds:
                self.resolve()
            else:
                self.compare_totals()
            self.pending = [{} for _ in range(self.seats)]
            self.ready = set()
        if self.is_scored():
            self.last_winner = self.winners()[0]

    @property
    def everybody(self) -> set[int]:
        return set(range(self.seats))

    @property
    def number_of_rounds(self) -> int:
        return 6 if self.edition == "gauntlet" else 3

    def is_scored(self) -> bool:
        return len(self.rounds) == self.number_of_rounds and (self.edition != "gauntlet" or self.totals is not None)

    # A round

    def resolve(self) -> None:
        number = len(self.rounds)
        turn = number % 3 + 1
        hives = [self.names[number // 3]] if self.edition == "gauntlet" else self.names
        played: dict[str, Any] = {}
        for hive in hives:
            shapes = [pending.get(("shape", hive)) for pending in self.pending]
            if turn == 2:
                self.doubles |= {(s, hive) for s in self.everybody if self.pending[s].get(("double", hive))}
                self.blocks |= {(s, hive) for s in self.everybody if self.pending[s].get(("block", hive))}
            if turn == 3:
                for seat in self.everybody:
                    if ("guess", hive) in self.pending[seat]:
                        self.guesses[seat, hive] = self.pending[seat]["guess", hive]
            played[hive] = self.scored(hive, turn, shapes)
        self.rounds.append({"hives": played, "gone": set(self.gone)})

    def present_values(self, hive: str) -> dict[str, int]:
        values = {letter: int(digit) for letter, digit in zip(CENTRES, self.values[hive], strict=True)}
        for earlier in self.rounds:
            if hive in earlier["hives"]:
                values |= dict.fromkeys(earlier["hives"][hive]["cleared"], 0)
        return values

    def scored(self, hive: str, turn: int, shapes: list[str | None]) -> dict[str, Any]:
        """Return the scored round of a hive (HM-6, HM-8 to HM-10, HM-12, HM-14, HM-15)."""
        values = self.present_values(hive)
        counts = {letter: sum(letter in (shape or "") for shape in shapes) for letter in CENTRES}
        seats: list[dict[str, Any]] = []
        for seat, shape in enumerate(shapes):
            gained: list[tuple[int, int]] = []
            blocks = 0
            for letter in shape or "":
                if turn > 1 and counts[letter] % 2 == 1:
                    twice = turn == 3 and counts[letter] == 1 and (seat, hive) in self.doubles
                    gained.append((values[letter], values[letter] * (1 + twice)))
                if turn == 3 and (seat, hive) in self.blocks and counts[letter] % 2 == 0 and values[letter] > 0:
                    others = [other for other in self.everybody - {seat} if letter in (shapes[other] or "")]
                    blocks += any((other, hive) in self.doubles for other in others)
            guess = self.guesses.get((seat, hive), "") if turn == 3 else ""
            digits = self.values[hive]
            right = [
                {place for place, digit in enumerate(guess) if digit == value}
                == {place for place, digit in enumerate(digits) if digit == value}
                for value in "123"
            ]
            starting = dict(zip(CENTRES, map(int, digits), strict=True))
            seats.append(
                {
                    "shape": shape,
                    "hint": sum(starting[letter] for letter in looks(shape)) if shape else None,
                    "points": sum(points for _, points in gained),
                    "blocks": blocks,
                    "guess": sum(right) if guess else 0,
                    "gained": gained,
                    "twos": shape is not None and all(values[letter] == 2 for letter in shape),
                }
            )
        cleared = "".join(letter for letter in CENTRES if turn > 1 and counts[letter] % 2 and values[letter] > 0)
        kinds = [kind(shape) for shape in shapes if shape]
        return {
            "shapes": {name: kinds.count(name) for name in ("tri", "arc", "line")},
            "counts": list(counts.values()),
            "cleared": cleared,
            "seats": seats,
        }

    # The end

    def of_seat(self, seat: int, field: str) -> list[Any]:
        return [hive["seats"][seat][field] for played in self.rounds for hive in played["hives"].values()]

    def before_totals(self, seat: int) -> int:
        return sum(sum(self.of_seat(seat, source)) for source in ("points", "guess", "blocks"))

    def on(self, seat: int, value: int) -> int:
        return sum(points for gained in self.of_seat(seat, "gained") for worth, points in gained if worth == value)

    def compare_totals(self) -> None:
        """Compare the guesses of totals (HM-18)."""
        totals = [self.before_totals(seat) for seat in range(self.seats)]
        self.totals = [{"right": 0, "hit": 0} for _ in range(self.seats)]
        for seat in self.everybody - self.gone:
            for other, number in self.pending[seat].get("totals", {}).items():
                if totals[other] == number:
                    self.totals[seat]["right"] += 1
                    self.totals[other]["hit"] += 1

    def points(self, seat: int) -> int:
        extra = self.totals[seat]["right"] - 2 * self.totals[seat]["hit"] if self.totals else 0
        return self.before_totals(seat) + extra

    def feats(self, seat: int) -> dict[str, int]:
        """Return the feats of a seat (HM-20)."""
        found = {"disjoint": 0, "alone": 0, "twos": 0, "avoided": 0}
        for hive in self.names:
            own = [played["hives"][hive]["seats"][seat]["shape"] for played in self.rounds if hive in played["hives"]]
            if all(own) and all(not set(a) & set(b) for a, b in combinations(own, 2)):
                found["disjoint"] += 1
        for played in self.rounds:
            for hive in played["hives"].values():
                shapes = [entry["shape"] for entry in hive["seats"]]
                if shapes[seat] is None:
                    continue
                others = [shapes[other] for other in self.everybody - {seat} - played["gone"]]
                found["alone"] += all(not set(shapes[seat]) & set(shape) for shape in others if shape)
                found["twos"] += hive["seats"][seat]["twos"]
                if others and all(others):
                    found["avoided"] += bool(set(CENTRES).intersection(*others) - set(shapes[seat]))
        return found

    def most(self, seats: list[int], *keys: Any) -> list[int]:
        for key in keys:
            best = max((key(seat) for seat in seats), default=0)
            seats = [seat for seat in seats if key(seat) == best]
        return seats

    def winners(self) -> tuple[int | None, int | None]:
        """Return the winners of the first and the second token, or None for each (HM-19, HM-20, HM-22)."""
        present = sorted(self.everybody - self.gone)
        keys = [self.points, lambda seat: self.on(seat, 3), lambda seat: self.on(seat, 2)]
        if self.edition != "gauntlet":
            keys.append(lambda seat: sum(self.of_seat(seat, "guess")))
        first = self.most(present, *keys)
        second: list[int] = []
        if self.edition == "gauntlet":
            second = self.most(
                present,
                lambda seat: sum(self.feats(seat).values()),
                lambda seat: -self.on(seat, 3),
                lambda seat: -self.on(seat, 2),
            )
        return first[0] if len(first) == 1 else None, second[0] if len(second) == 1 else None

    def tied(self, winner: int | None, second: int | None) -> list[int]:
        """Return the seats tied for last place (HM-21, HM-23)."""
        rest = sorted(self.everybody - self.gone - {winner, second})
        fewest = [lambda seat: -self.points(seat), lambda seat: -self.on(seat, 3), lambda seat: -self.on(seat, 2)]
        return self.most(rest, *fewest)

    def earned(self, seat: int) -> int:
        """Return the garnets that a seat has earned (HM-17)."""
        points = [self.points(other) for other in range(self.seats)]
        if self.edition == "tempo":
            better = sum(other > points[seat] for other in points)
            return int(better < min(3, self.seats - 2))
        return max(points[seat], 0) // 5

    def spent(self, seat: int) -> int:
        """Return the garnets that a seat has spent (HM-16)."""
        doubles = sum(owner == seat for owner, _ in self.doubles)
        blocks = sum(owner == seat for owner, _ in self.blocks)
        if self.edition == "gauntlet":
            return 5 * doubles + 3 * blocks
        return max(doubles - 1, 0) * 2 + max(blocks - 1, 0) if self.edition == "tempo" else 0

    def tokens(self, winner: int | None, second: int | None) -> list[int]:
        tokens = [0] * self.seats
        if winner is not None:
            tokens[winner] += 1 if self.edition == "gauntlet" else 2
            if self.gift is not None:
                tokens[winner] -= 1
                tokens[self.gift] += 1
        if second is not None:
            tokens[second] += 1
        return tokens

    def result(self) -> dict[str, Any]:
        winner, second = self.winners()
        candidates = self.tied(winner, second)
        tokens = self.tokens(winner, second)
        seats = [
            {
                "points": self.points(seat),
                "placement": sum(self.of_seat(seat, "points")),
                "guesses": sum(self.of_seat(seat, "guess")),
                "blocks": sum(self.of_seat(seat, "blocks")),
                "on_threes": self.on(seat, 3),
                "on_twos": self.on(seat, 2),
                "garnets": {"start": self.garnets[seat], "spent": self.spent(seat), "earned": self.earned(seat)},
                "tokens": tokens[seat],
                "feats": self.feats(seat) if self.edition == "gauntlet" else None,
                "totals": self.totals[seat] if self.totals else None,
            }
            for seat in range(self.seats)
        ]
        shown = ("shape", "hint", "points", "blocks", "guess")
        rounds = [
            {
                "hives": {
                    name: {**hive, "seats": [{field: seat[field] for field in shown} for seat in hive["seats"]]}
                    for name, hive in played["hives"].items()
                }
            }
            for played in self.rounds
        ]
        only = candidates[0] if len(candidates) == 1 else None
        decider = (winner if winner is not None else second) if len(candidates) > 1 else None
        return {
            "seats": seats,
            "winner": winner,
            "second_winner": second,
            "candidate": self.candidate if self.candidate is not None else only,
            "candidates": candidates,
            "decider": decider,
            "rounds": rounds,
        }
