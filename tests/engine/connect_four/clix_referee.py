"""An independent, slow implementation of Connect Four, written from the rule book alone.

It shares no code with the engine. It plays actions given as text and keeps the grid for comparison. Squares are
(column, row) from 0.
"""

import tomllib
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

SLOTS = ("speed", "attack", "defense", "damage")
LETTERS = "abcdefghijklmnopqrst"


def read_monsters(*files):
    """Return the entries of some roster files by id, unparsed and in file order."""
    entries = [entry for file in files for entry in tomllib.loads(file.read_text())["monsters"]]
    return {entry["id"]: entry for entry in entries}


@cache
def way(start, end):
    """Return the squares on a line of sight, and the two flanking squares of each corner that it passes through.

    Exact fractions are used.
    """
    columns, rows = (range(min(pair), max(pair) + 1) for pair in zip(start, end, strict=True))
    passed = {square for square in product(columns, rows) if crosses(start, end, square)}
    corners = []
    for column, row in product(columns, rows):
        around = {(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)}
        run, rise = end[0] - start[0], end[1] - start[1]
        on_line = (2 * column + 1 - 2 * start[0]) * rise == (2 * row + 1 - 2 * start[1]) * run
        if on_line and len(around & passed) == 2:
            corners.append(around - passed)
    return passed - {start, end}, corners


def crosses(start, end, square):
    """Return whether a line of sight passes through the interior of a square."""
    enters, leaves = Fraction(0), Fraction(1)
    for origin, target, middle in zip(start, end, square, strict=True):
        low, high, run = middle - Fraction(1, 2), middle + Fraction(1, 2), target - origin
        if run == 0:
            if not low < origin < high:
                return False
            continue
        first, second = sorted(((low - origin) / run, (high - origin) / run))
        enters, leaves = max(enters, first), min(leaves, second)
    return enters < leaves


class Piece:
    """A monster on the grid."""

    def __init__(self, seat, entry):
        self.seat, self.entry = seat, entry
        self.click, self.tokens, self.victims, self.infected = entry["start"], 0, 0, False

    def value(self, slot):
        """Return the number in a slot, or None for an hourglass."""
        text = self.entry["dial"][self.click].split()[SLOTS.index(slot)].rstrip("*")
        return None if text == "H" else int(text)

    def has(self, power):
        """Return whether a power works on the present click (CF-2)."""
        card = self.entry.get("blooded_card", self.entry["card"]) if self.victims else self.entry["card"]
        marks = [text.endswith("*") for text in self.entry["dial"][self.click].split()]
        return any(marked and card.get(slot) == power for slot, marked in zip(SLOTS, marks, strict=True))

    @property
    def hourglass(self):
        return any(self.value(slot) is None for slot in SLOTS)

    @property
    def intangible(self):
        return self.value("defense") is None


class Referee:
    """A game that is played entry by entry."""

    def __init__(self, entries, columns, rows, same_class=False, double_start=False):
        self.entries, self.columns, self.rows = entries, columns, rows
        self.same_class, self.double_start = same_class, double_start
        self.grid = {}
        self.classes: list[Any] = [None, None]
        self.forces: list[Any] = [None, None]
        self.reserves: list[Any] = [None, None]
        self.kill_points, self.turn, self.passes = [0, 0], 0, 0
        self.active: Any = None
        self.rolls, self.rolling_for = [], None
        self.attack: list[Any] = []
        self.rampaging: Any = None
        self.over = None
        self.asked = "class"

    def play(self, player, text):
        """Play one entry of the log."""
        verb, *words = text.split()
        getattr(self, f"_{verb}")(player, *words)

    # Squares

    def square(self, name):
        return LETTERS.index(name[0]), int(name[1:]) - 1

    def name(self, square):
        return f"{LETTERS[square[0]]}{square[1] + 1}"

    def distance(self, start, end):
        return max(abs(start[0] - end[0]), abs(start[1] - end[1]))

    def solid(self, square):
        return square in self.grid and not self.grid[square].intangible

    def can_see(self, start, end):
        """Return whether nothing solid blocks the line: no square on it, and not both flanks of a corner (CF-12)."""
        if self.distance(start, end) == 1:
            return True
        passed, corners = way(start, end)
        blocked = any(self.solid(square) for square in passed)
        return not blocked and not any(all(self.solid(square) for square in flanks) for flanks in corners)

    # Set-up

    def _both(self, held, seat, choice):
        held[seat] = choice
        return None not in held

    def _class(self, seat, name):
        if self.asked == "other class":
            self.classes[seat], self.asked = name, "force"
            return
        if self._both(self.classes, seat, name):
            self.asked = "force"
            if self.classes[0] == self.classes[1] and not self.same_class:
                self.rolling_for = "class"

    def _force(self, seat, *words):
        force = {word.split("*")[0]: int(word.split("*")[1]) for word in words}
        self.forces[seat] = dict(force)
        if self._both(self.reserves, seat, force):
            self.rolling_for = "first"

    def _d6(self, _, number):
        if self.rolling_for is None:
            self._attack_die(int(number))
            return
        self.rolls = [*self.rolls, int(number)] if len(self.rolls) < 2 else [int(number)]
        if len(self.rolls) == 2 and self.rolls[0] != self.rolls[1]:
            winner, prize = self.rolls.index(max(self.rolls)), self.rolling_for
            self.rolling_for, self.rolls = None, []
            if prize == "first":
                self._start(winner)
            else:
                self.asked = "other class"

    # Turns

    def own(self, seat):
        return {square: piece for square, piece in self.grid.items() if piece.seat == seat}

    def _start(self, seat):
        self.turn, self.active, self.asked = self.turn + 1, seat, "act"
        hits = []
        for square, piece in self.own(seat).items():
            hits += [(square, 1, None)] * (piece.infected + piece.has("decay"))
            piece.infected = False
        self._step(hits)
        choking = [square for square, piece in self.own(seat).items() if piece.has("miasma")]
        self._step(
            [
                (other, 1, square)
                for square in choking
                for other, piece in self.own(1 - seat).items()
                if self.distance(square, other) == 1 and not piece.has("tough")
            ]
        )
        if any(piece.hourglass for piece in self.own(seat).values()):
            self.asked = "click"

    def _next(self):
        if self.over is None:
            again = self.double_start and self.turn == 1
            self._start(self.active if again else 1 - self.active)

    def _click(self, _, *words):
        self.asked = "act"
        self._step([(self.square(word), 1, None) for word in words if word != "none"])

    def _drop(self, seat, monster, letter):
        column = self.square(f"{letter}1")[0]
        row = sum(square[0] == column for square in self.grid)
        self.reserves[seat][monster] -= 1
        self.grid[column, row] = Piece(seat, self.entries[monster])
        self.passes = 0
        self._look_for_fours()
        self._next()

    def drops(self):
        """Return all placements of the active seat as text (CF-10)."""
        full = {square[0] for square in self.grid if square[1] == self.rows - 1}
        return {
            f"drop {monster} {letter}"
            for monster, number in self.reserves[self.active].items()
            for column, letter in enumerate(LETTERS[: self.columns])
            if number and column not in full
        }

    def _pass(self, _):
        self.passes += 1
        if self.passes == 2:
            self._end("kill_points", *self.kill_points)
        self._next()

    def _end(self, reason, first, second):
        self.over = reason, None if first == second else int(second > first)

    # Combat

    def kinds(self, start, end):
        """Return the kinds of attack that are possible between two squares: close, ranged (CF-11)."""
        reach, far = self.grid[start].entry["range"], self.distance(start, end)
        return [
            *(["close"] if far == 1 else []),
            *(["ranged"] if far <= reach and self.can_see(start, end) else []),
        ]

    def attacks(self):
        """Return all attacks of the active seat as text."""
        found = set()
        for start, piece in self.own(self.active).items():
            if piece.tokens > 1 or piece.value("attack") is None:
                continue
            for end, target in self.own(1 - self.active).items():
                for kind in [] if target.intangible else self.kinds(start, end):
                    text = f"attack {self.name(start)} {self.name(end)} {kind}"
                    found |= {text, f"{text} shackle"} if piece.has("shackle") else {text}
        return found

    def _attack(self, _, start, end, kind, shackle=""):
        self.passes = 0
        self.attack = [(self.square(start), self.square(end), kind, shackle != "", [])]
        self.is_rampage = False

    def _rampage(self, _, target):
        if target == "none":
            self._next()
            return
        self.attack = [(self.rampaging, self.square(target), "close", False, [])]
        self.is_rampage = True

    def _retaliate(self, _, kind):
        start, end = self.attack[0][:2]
        self.attack.append((end, start, kind, False, []))

    def _attack_die(self, number):
        dice = self.attack[-1][4]
        dice.append(number)
        if len(dice) < 2:
            return
        start, end = self.attack[0][:2]
        possible = [] if len(self.attack) == 2 else self.kinds(end, start)
        if self.grid[end].value("attack") is None or self.grid[start].intangible:
            possible = []
        if len(possible) == 1:
            self._retaliate(None, possible[0])
        elif not possible:
            self._resolve()

    def _resolve(self):
        hits, heals, infected, given = [], [], [], []
        for number, (start, end, kind, shackle, dice) in enumerate(self.attack):
            striker, target = self.grid[start], self.grid[end]
            hit, dealt = self.blow(start, end, kind, shackle, dice)
            if number == 0:
                given += [striker] * (not self.is_rampage) + [target] * (hit and shackle and target.tokens < 2)
            if dealt:
                hits.append((end, dealt, start))
                if kind == "close" and target.has("acid") and not striker.has("tough"):
                    hits.append((start, 1, end))
                heals += [striker] * striker.has("lifedrain")
                heals += [target] * (kind == "ranged" and target.has("absorb"))
                infected += [target] * (striker.has("infect") and not shackle)
            elif dice == [1, 1] and not target.has("unseen"):
                hits.append((start, 1, None))
        start, end = self.attack[0][:2]
        attacker, target = self.grid[start], self.grid[end]
        may_rampage = attacker.has("rampage") and not self.is_rampage
        may_rampage &= any(square == end and source == start for square, _, source in hits)
        self._step(hits, heals, infected, given)
        self.attack = []
        if self.over is not None:
            return
        alive = {id(piece): square for square, piece in self.grid.items()}
        if may_rampage and id(target) not in alive and id(attacker) in alive:
            self.rampaging = alive[id(attacker)]
            if attacker.value("attack") is not None and self.rampage_targets():
                self.asked = "rampage"
                return
        self._next()

    def rampage_targets(self):
        """Return the squares that a rampaging monster may attack."""
        return {
            square
            for square, piece in self.own(1 - self.active).items()
            if self.distance(self.rampaging, square) == 1 and not piece.intangible
        }

    def blow(self, start, end, kind, shackle, dice):
        """Return whether an attack hits, and the clicks that it deals (CF-13, CF-19)."""
        striker, target = self.grid[start], self.grid[end]
        close = kind == "close"
        more_attack = more_damage = 0
        if close and striker.has("pack"):
            friends = [square for square in self.own(striker.seat) if self.distance(square, end) == 1]
            more_attack += len([square for square in friends if square != start])
        if close and striker.has("bloodthirst") and striker.victims:
            more_attack += 1
            more_damage += 1
        more_damage += close and striker.has("savage")
        more_damage += target.tokens if striker.has("agony") else 0
        if target.has("unseen"):
            hit = dice[0] > dice[1]
        elif dice in ([1, 1], [6, 6]):
            hit = dice == [6, 6]
            more_damage += hit
        else:
            hit = sum(dice) + striker.value("attack") + min(3, more_attack) >= target.value("defense")
        if not hit:
            return False, 0
        if shackle:
            return True, 1
        damage = striker.value("damage") + min(3, more_damage)
        if target.has("tough") and not (striker.has("piercing") and target.tokens == 2):
            damage -= 1
        return True, max(0, damage)

    # Damage steps

    def _step(self, hits, heals=(), infected=(), given=()):
        """Apply all clicks at once, then heal survivors, give tokens, drop pieces and look for fours.

        See CF-13 and CF-15 to CF-17.
        """
        if self.over is not None:
            return
        for square, clicks, _ in hits:
            self.grid[square].click += clicks
        dead = {square for square, piece in self.grid.items() if piece.click >= len(piece.entry["dial"])}
        survivors = [piece for square, piece in self.grid.items() if square not in dead]
        for square in dead:
            killers = {source for hurt, _, source in hits if hurt == square and source is not None}
            piece = self.grid[square]
            self.kill_points[1 - piece.seat] += piece.entry["points"] if killers else 0
            for killer in killers:
                self.grid[killer].victims += 1
        for piece in survivors:
            piece.click = max(0, piece.click - sum(piece is healed for healed in heals))
            piece.infected = piece.infected or any(piece is each for each in infected)
            piece.tokens += sum(piece is each for each in given)
        self._fall(dead)
        self._look_for_fours()

    def _fall(self, dead):
        before, self.grid = self.grid, {}
        for column in range(self.columns):
            standing = [square for square in sorted(before) if square[0] == column and square not in dead]
            for row, square in enumerate(standing):
                self.grid[column, row] = before[square]

    def _look_for_fours(self):
        totals = [self.four_points(seat) for seat in (0, 1)]
        if None not in totals:
            ways = [(totals[1], totals[0]), tuple(self.kill_points)]
            self._end("double_four", *next((way for way in ways if way[0] != way[1]), (0, 0)))
        elif totals != [None, None]:
            self._end("four", totals[0] is not None, totals[1] is not None)

    def four_points(self, seat):
        """Return the points of a seat's cheapest four in a row, or None if it has none."""
        own, found = self.own(seat), []
        for (column, row), (right, up) in product(own, ((1, 0), (0, 1), (1, 1), (1, -1))):
            line = [(column + step * right, row + step * up) for step in range(4)]
            if all(square in own for square in line):
                found.append(sum(own[square].entry["points"] for square in line))
        return min(found, default=None)
