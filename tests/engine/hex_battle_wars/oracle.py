"""An independent, slow implementation of Hex Battle Wars, written from the rule book without the engine's code.

A `Referee` plays actions in notation and lists the legal actions of the seat to act. Hexes are (q, r).
"""

from itertools import product

Hexagon = tuple[int, int]
SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
BOXES = {2: (14, 8, 4), 3: (14, 8, 4), 4: (18, 10, 5), 5: (22, 12, 6), 6: (26, 14, 7)}
DUE_DICE = {"vanish": 10, "hold": 10, "roll": 10, "tiles": 6, "attack": 20, "damage": 16}


def measure_distance(a: Hexagon, b: Hexagon) -> int:
    """Return the distance between two hexes in steps."""
    q, r = a[0] - b[0], a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


class Referee:
    """A game that is played action by action."""

    def __init__(
        self, seats: int, radius: int, hp: int, pieces: int, rounds: int, by_program: bool, hazards: bool
    ) -> None:
        self.n, self.radius, self.count, self.rounds, self.by_program = seats, radius, pieces, rounds, by_program
        span = range(-radius, radius + 1)
        self.hexes = [(q, r) for q in span for r in span if abs(q + r) <= radius]
        self.names = {(q, r): self._name(q, r) for q, r in self.hexes}
        self.at_name = {name: hexagon for hexagon, name in self.names.items()}
        self.level = dict.fromkeys(self.hexes, 0)
        self.near = {
            hexagon: [other for q, r in SIX if (other := (hexagon[0] + q, hexagon[1] + r)) in self.level]
            for hexagon in self.hexes
        }
        self.hazard: dict[Hexagon, str] = {}
        number = len(self.hexes)
        water, sand = (8 * number + 50) // 100, (4 * number + 50) // 100
        self.wanted = ["water"] * water + ["quicksand"] * sand if hazards else []
        everybody = [(seat, piece) for seat in range(seats) for piece in range(1, pieces + 1)]
        self.everybody = everybody
        self.hp = dict.fromkeys(everybody, hp)
        self.ac: dict[tuple[int, int], int] = {}
        self.inv: dict[tuple[int, int], int] = {}
        self.where: dict[tuple[int, int], Hexagon] = {}
        self.tiles: dict[int, dict[int, Hexagon]] = {}
        self.hider: dict[int, int] = {}
        self.real: dict[int, int] = {}
        self.passes = dict.fromkeys(range(seats), 3)
        self.gone: set[int] = set()
        self.out: dict[int, int] = {}
        self.round = 0
        self.end: tuple[str, list[int]] | None = None
        self.rolls: dict[int, int] = {}
        self.rolling = list(range(seats))
        self.leader: int | None = None
        self.box: list[int] = []
        self.queue: list[int] = []
        self.phase = "hazards" if self.wanted else "scores"
        self.seat = -1
        self.hurry = False

    def _name(self, q: int, r: int) -> str:
        column = q + self.radius
        letters = chr(97 + column) if column < 26 else "a" + chr(97 + column - 26)
        return f"{letters}{r - max(-self.radius, -self.radius - q) + 1}"

    # Legal actions

    def due(self) -> tuple[int | None, set[str]]:
        """Return who acts and all legal actions, without movements of tiles.

        The actor is -1 for chance and None after the end.
        """
        if self.end:
            return None, set()
        match self.phase:
            case "hazards":
                free = [hexagon for hexagon in self.hexes if hexagon not in self.hazard]
                return -1, {f"hazard {self.wanted[0]} {self.names[hexagon]}" for hexagon in free}
            case "scores" | "first":
                return -1, self._die(6)
            case "order":
                return -1, self._die(20)
            case "laying":
                return -1, self._program()
            case "blocks":
                return self.seat, {"auto"} | {
                    f"block {level} {name}" for level in (1, 2, 3) if self.box[level - 1] for name in self._spots(level)
                }
            case "deploy":
                return self.seat, {f"deploy {self.names[hexagon]}" for hexagon in self._places()}
            case "real":
                return -1, {"real 1", "real 2", "real 3"}
            case "turn":
                return self.seat, self._options()
            case _:
                return -1, self._die(DUE_DICE[self.phase])

    def _die(self, sides: int) -> set[str]:
        return {f"d{sides} {face}" for face in range(1, sides + 1)}

    def _options(self) -> set[str]:
        if self.done == "rolled":
            if self._acting_is_hidden():
                return {"stay"}
            ends = self.ends(self.where[self.seat, self.piece], self._in_the_way(tile=False))
            return {f"move {self.names[hexagon]}" for hexagon in ends}
        if self.done == "" and self.seat in self.tiles:
            return {"hold", "appear"}
        found = {"end"} if self.acted else {"pass"} if self.passes[self.seat] else set[str]()
        if not self.piece:
            return found | {f"use {piece}" for piece in self._alive(self.seat)}
        if self.done == "":
            found.add("vanish")
        if self.done in ("", "invisibility"):
            found.add("roll")
        return found | set(self._aims())

    def tile_ends(self) -> list[set[str]]:
        """Return the possible destinations of each of the three tiles, or a dash for a removed one."""
        found: list[set[str]] = []
        for tile in (1, 2, 3):
            spot = self.tiles[self.seat].get(tile)
            ends = {"-"} if spot is None else {self.names[to] for to in self.ends(spot, self._in_the_way(tile=True))}
            found.append(ends)
        return found

    def _alive(self, seat: int) -> list[int]:
        return [p for s, p in self.everybody if s == seat and self.hp[s, p] > 0 and s not in self.gone]

    def _acting_is_hidden(self) -> bool:
        return self.hider.get(self.seat) == self.piece and self.piece > 0

    def _others(self) -> list[tuple[Hexagon, int, int, int]]:
        """Return hex, seat, piece and tile (0 for a character) of everything that belongs to other seats."""
        found = [(spot, seat, piece, 0) for (seat, piece), spot in self.where.items() if seat != self.seat]
        for seat, tiles in self.tiles.items():
            if seat != self.seat:
                found += [(spot, seat, self.hider[seat], tile) for tile, spot in tiles.items()]
        return found

    def _aims(self) -> dict[str, tuple[Hexagon, int, int, int]]:
        here = self.where.get((self.seat, self.piece))
        found: dict[str, tuple[Hexagon, int, int, int]] = {}
        for spot, seat, piece, tile in self._others() if here else []:
            if here and self.can_see(here, spot):
                stack = tile and list(self.tiles[seat].values()).count(spot) > 1
                found[f"attack {self.names[spot]} {tile}" if stack else f"attack {self.names[spot]}"] = (
                    spot,
                    seat,
                    piece,
                    tile,
                )
        return found

    # The board

    def can_see(self, a: Hexagon, b: Hexagon) -> bool:
        """Return whether two hexes see each other (HBW-23)."""
        total = measure_distance(a, b)
        for i in range(1, total):
            q2, r2 = (a[0] * (total - i) + b[0] * i) / total, (a[1] * (total - i) + b[1] * i) / total
            away = {(q, r): (q - q2) ** 2 + (q - q2) * (r - r2) + (r - r2) ** 2 for q, r in self._box_around(q2, r2)}
            closest = min(away.values())
            nearest = [hexagon for hexagon, distance in away.items() if distance < closest + 1e-9]
            line = self.level[a] * (total - i) + self.level[b] * i
            if all(self.level[hexagon] * total > line for hexagon in nearest):
                return False
        return True

    def _box_around(self, q: float, r: float) -> list[Hexagon]:
        found = [(int(q // 1) + right, int(r // 1) + down) for right in (0, 1) for down in (0, 1)]
        return [hexagon for hexagon in found if hexagon in self.level]

    def _cost(self, hexagon: Hexagon) -> int:
        return {"water": 2, "quicksand": 3}.get(self.hazard.get(hexagon, ""), 1)

    def ends(self, start: Hexagon, closed: set[Hexagon]) -> set[Hexagon]:
        """Return the hexes where a walk with the present roll may end (HBW-14 to HBW-18)."""
        if start in self.hazard and self.roll < self._cost(start):
            return {start}
        left = {self.roll: {start}}
        found: set[Hexagon] = set()
        for steps in range(self.roll, 0, -1):
            for hexagon in left.get(steps, ()):
                for other in self.near[hexagon]:
                    if other not in closed and abs(self.level[other] - self.level[hexagon]) < 2:
                        rest = steps - self._cost(other)
                        if rest <= 0:
                            found.add(other)
                        else:
                            left.setdefault(rest, set()).add(other)
        return found - {start} or {start}

    def _in_the_way(self, tile: bool) -> set[Hexagon]:
        closed = {spot for spot, *_ in self._others()}
        closed |= {spot for (seat, piece), spot in self.where.items() if seat == self.seat and piece != self.piece}
        if not tile:
            closed |= set(self.tiles.get(self.seat, {}).values())
        return closed

    # Set-up

    def _spots(self, level: int) -> set[str]:
        """Return the hexes where a block of this level fits (HBW-2, HBW-3)."""
        return {self.names[hexagon] for hexagon in self.hexes if self._is_allowed_at(hexagon, level)}

    def _is_allowed_at(self, hexagon: Hexagon, level: int) -> bool:
        """Return whether a block fits on a hex (HBW-2, HBW-3)."""
        if self.level[hexagon] or hexagon in self.hazard:
            return False
        if level > 1 and not any(self.level[other] >= level - 1 for other in self.near[hexagon]):
            return False  # Shortcut: no step of one level leads onto it.
        self.level[hexagon] = level
        connected = self._is_connected()
        self.level[hexagon] = 0
        return connected

    def _is_full(self) -> bool:
        """Return whether none of the blocks left fits anywhere."""
        left = [level for level in (1, 2, 3) if self.box[level - 1]]
        return not any(self._is_allowed_at(hexagon, level) for level in left for hexagon in self.hexes)

    def _is_connected(self) -> bool:
        """Return whether steps of at most one level connect all hexes."""
        level, near = self.level, self.near
        todo, reached = [self.hexes[0]], {self.hexes[0]}
        while todo:
            at = todo.pop()
            height = level[at]
            for other in near[at]:
                if other not in reached and -2 < level[other] - height < 2:
                    reached.add(other)
                    todo.append(other)
        return len(reached) == len(self.hexes)

    def _program(self) -> set[str]:
        for level in (1, 2, 3):
            if self.box[level - 1] and (spots := self._spots(level)):
                return {f"block {level} {name}" for name in spots}
        return set()

    def _places(self) -> list[Hexagon]:
        """Return the hexes where the acting seat may deploy (HBW-5)."""
        others = [spot for (seat, _), spot in self.where.items() if seat != self.seat]
        own = [spot for (seat, _), spot in self.where.items() if seat == self.seat]
        free = {
            hexagon: min((measure_distance(hexagon, spot) for spot in others), default=99)
            for hexagon in self.hexes
            if hexagon not in own and hexagon not in others
        }
        least = min(10, max(free.values()))
        return [hexagon for hexagon, distance in free.items() if distance >= least]

    def _next_to_lay(self) -> None:
        while self.queue:
            self.seat = self.queue.pop(0)
            if self.seat in self.gone:
                continue
            share, rest = zip(*(divmod(number, self.n) for number in BOXES[self.n]), strict=True)
            self.box = [one + (more if self.seat == self.leader else 0) for one, more in zip(share, rest, strict=True)]
            if not self._is_full():
                self.phase = "blocks"
                return
        self._roll_off("first")

    def _roll_off(self, phase: str) -> None:
        self.phase, self.rolls, self.rolling, self.leader = phase, {}, list(range(self.n)), None

    def _next_to_deploy(self) -> None:
        while self.queue:
            self.seat = self.queue.pop(0)
            if self.seat not in self.gone:
                self.phase = "deploy"
                return
        self.round = 1
        order = [((self.leader or 0) + step) % self.n for step in range(self.n)]
        self.first = next(seat for seat in order if seat not in self.gone)
        self._begin(self.first)

    # Turns

    def _begin(self, seat: int) -> None:
        self.phase, self.seat, self.done, self.acted, self.roll, self.hurry = "turn", seat, "", False, 0, False
        alive = self._alive(seat)
        self.piece = alive[0] if len(alive) == 1 else 0

    def _next(self) -> None:
        seat = self.seat
        while True:
            seat = (seat + 1) % self.n
            if seat == self.first:
                if self.round == self.rounds:
                    self._finish("max_rounds")
                    return
                self.round += 1
            if self._alive(seat):
                self._begin(seat)
                return

    def _finish(self, reason: str) -> None:
        health = {s: sum(self.hp[s, p] for p in self._alive(s)) for s in range(self.n) if self._alive(s)}
        self.end = (reason, [seat for seat, hp in health.items() if hp == max(health.values())])

    def _show(self, seat: int) -> None:
        self.where[seat, self.hider.pop(seat)] = self.tiles.pop(seat)[self.real.pop(seat)]

    def _moved(self) -> None:
        self.done = "moved"
        if not self._aims():
            self._next()

    def do(self, text: str) -> None:
        """Play an action and everything that follows from it automatically."""
        word, *rest = text.split()
        if word == "close":
            self._close()
        elif word == "forfeit":
            self._leave(int(rest[0]))
        elif word[0] == "d" and word[1:].isdigit():
            self._fell(int(rest[0]))
        else:
            getattr(self, f"_do_{word}")(*rest)
        while self.hurry and self.phase == "turn" and not self.end:
            self._hurry_on()

    def _close(self) -> None:
        if self.phase == "blocks":
            self.phase = "laying"
        elif self.phase == "deploy":
            self._do_deploy(min((self.names[hexagon] for hexagon in self._places()), key=self._place_of))
        else:
            self.hurry = True

    def _place_of(self, name: str) -> Hexagon:
        return self.at_name[name]

    def _hurry_on(self) -> None:
        """Play the next step of a turn whose time has run out (HBW-25)."""
        if self.done == "rolled":
            if self._acting_is_hidden():
                self._do_stay()
            else:
                names = [option.split()[1] for option in self._options()]
                self._do_move(min(names, key=self._place_of))
        elif self.acted:
            self._do_end()
        elif self.seat in self.tiles:
            self._do_hold()
        elif self.passes[self.seat]:
            self._do_pass()
        else:
            self.piece = self.piece or self._alive(self.seat)[0]
            self._do_roll()

    def _leave(self, seat: int) -> None:
        self.gone.add(seat)
        self.out[seat] = self.round
        for piece in range(1, self.count + 1):
            self.where.pop((seat, piece), None)
        for of_seat in (self.tiles, self.hider, self.real):
            of_seat.pop(seat, None)
        if sum(bool(self._alive(other)) for other in range(self.n)) == 1:
            self._finish("forfeit")
        elif seat == self.seat and self.phase in ("blocks", "laying"):
            self._next_to_lay()
        elif seat == self.seat and self.phase == "deploy":
            self._next_to_deploy()
        elif self.round and (seat == self.seat or (self.phase == "turn" and self.done == "moved" and not self._aims())):
            self._next()

    def _do_hazard(self, kind: str, name: str) -> None:
        self.hazard[self.at_name[name]] = self.wanted.pop(0)
        assert self.hazard[self.at_name[name]] == kind
        self.phase = "hazards" if self.wanted else "scores"

    def _do_auto(self) -> None:
        self.phase = "laying"

    def _do_block(self, level: str, name: str) -> None:
        self.level[self.at_name[name]] = int(level)
        self.box[int(level) - 1] -= 1
        if self._is_full():
            self._next_to_lay()

    def _do_deploy(self, name: str) -> None:
        piece = sum(seat == self.seat for seat, _ in self.where) + 1
        self.where[self.seat, piece] = self.at_name[name]
        if piece == self.count:
            self._next_to_deploy()

    def _do_use(self, piece: str) -> None:
        self.piece = int(piece)

    def _do_pass(self) -> None:
        self.passes[self.seat] -= 1
        self._next()

    def _do_end(self) -> None:
        self._next()

    def _do_vanish(self, tile: str = "0") -> None:
        self.phase, self.acted, self.named = "vanish", True, int(tile)

    def _do_real(self, tile: str) -> None:
        self.real[self.seat] = int(tile)
        self.phase = "turn"

    def _do_hold(self) -> None:
        self.phase, self.acted = "hold", True

    def _do_appear(self) -> None:
        self._show(self.seat)
        self.acted, self.done = True, "invisibility"

    def _do_roll(self) -> None:
        self.phase, self.acted = "tiles" if self._acting_is_hidden() else "roll", True

    def _do_move(self, name: str) -> None:
        self.where[self.seat, self.piece] = self.at_name[name]
        self._moved()

    def _do_tiles(self, *names: str) -> None:
        self.tiles[self.seat] = {tile: self.at_name[name] for tile, name in enumerate(names, 1) if name != "-"}
        self._moved()

    def _do_stay(self) -> None:
        self._moved()

    def _do_attack(self, *words: str) -> None:
        self.aim = self._aims()[" ".join(("attack", *words))]
        self.phase, self.acted = "attack", True

    def _fell(self, die: int) -> None:
        phase = self.phase
        if phase == "scores":
            self._score(die)
        elif phase in ("order", "first"):
            self._order(die)
        elif phase == "vanish":
            self._vanished(die)
        elif phase == "hold":
            self.phase, self.done = "turn", "invisibility"
            if die < self.inv[self.seat, self.hider[self.seat]]:
                self._show(self.seat)
        elif phase in ("roll", "tiles"):
            self.phase, self.roll, self.done = "turn", die, "rolled"
            if phase == "roll":
                here = self.where[self.seat, self.piece]
                if self.ends(here, self._in_the_way(tile=False)) == {here}:
                    self._moved()
        elif phase == "attack":
            self._struck(die)
        else:
            self._hurt(die)

    def _score(self, die: int) -> None:
        who = next(who for who in self.everybody if who not in self.inv)
        if who not in self.ac:
            self.ac[who] = 10 + die
            return
        self.inv[who] = die
        if len(self.inv) < len(self.everybody):
            return
        if not self.by_program:
            self._roll_off("order")
            return
        self.phase, self.box, self.queue, self.seat = "laying", list(BOXES[self.n]), [], -1
        if self._is_full():
            self._next_to_lay()

    def _order(self, die: int) -> None:
        self.rolls[next(seat for seat in self.rolling if seat not in self.rolls)] = die
        if any(seat not in self.rolls for seat in self.rolling):
            return
        best = max(self.rolls[seat] for seat in self.rolling)
        self.rolling = [seat for seat in self.rolling if self.rolls[seat] == best]
        if len(self.rolling) > 1:
            self.rolls = {}
            return
        self.leader = self.rolling[0]
        self.queue = [(self.leader + step) % self.n for step in range(self.n)]
        if self.phase == "order":
            self._next_to_lay()
        else:
            self._next_to_deploy()

    def _vanished(self, die: int) -> None:
        who = self.seat, self.piece
        self.phase, self.done = "turn", "invisibility"
        if die >= self.inv[who]:
            self.tiles[self.seat] = dict.fromkeys((1, 2, 3), self.where.pop(who))
            self.hider[self.seat] = self.piece
            if self.named:
                self.real[self.seat] = self.named
            else:
                self.phase = "real"

    def _struck(self, die: int) -> None:
        spot, seat, piece, tile = self.aim
        here = self.where[self.seat, self.piece]
        far = measure_distance(here, spot)
        total = die - (far if far > 1 else 0) + self.level[here] - self.level[spot]
        self.double = die == 20
        if die != 20 and total < self.ac[seat, piece]:
            self._next()
        elif tile and self.real[seat] != tile:
            del self.tiles[seat][tile]
            self._next()
        else:
            if tile:
                self._show(seat)
            self.phase = "damage"

    def _hurt(self, die: int) -> None:
        _, seat, piece, _ = self.aim
        self.hp[seat, piece] = max(0, self.hp[seat, piece] - die * (2 if self.double else 1))
        if not self.hp[seat, piece]:
            del self.where[seat, piece]
            if not self._alive(seat):
                self.out[seat] = self.round
                if sum(bool(self._alive(other)) for other in range(self.n)) == 1:
                    self._finish("last")
                    return
        self._next()

    def result(self) -> dict[str, object]:
        """Return the result after the end."""
        assert self.end
        return {
            "seats": [
                {
                    "hp": [self.hp[seat, piece] for piece in range(1, self.count + 1)],
                    "passes": self.passes[seat],
                    "out_round": self.out.get(seat),
                }
                for seat in range(self.n)
            ],
            "winners": self.end[1],
            "reason": self.end[0],
        }


def some_tiles(ends: list[set[str]]) -> list[str]:
    """Return all movements of tiles in notation, or none if there are more than 100."""
    if len(ends[0]) * len(ends[1]) * len(ends[2]) > 100:
        return []
    return [f"tiles {' '.join(names)}" for names in product(*ends)]
