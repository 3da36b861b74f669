"""A text-only player of Hive Mind: read announcements, own hints and pending changes from the board as text."""

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from render.hive_mind.alt_text import BRIEF_NAME
from render.text import truncate
from tests.by_text.screens import Choice, Heard, Screen, Table, play
from tests.render.test_hive_mind_in_words import shapes


@dataclass
class Hive:
    """One hive, as read: the announcements of each round, and the reader's private information."""

    rounds: list[tuple[tuple[int, ...], str]]
    cleared: str
    doublers: str | None
    blockers: str | None
    shape: str | None
    hints: list[tuple[str, int]]
    guess: str | None


def read(told: str) -> dict[str, Hive]:
    """Parse the board as text; return the hives by name."""
    public, _, own = told.partition("Only you can see the following")
    hives: dict[str, Hive] = {}
    for block in public.split("\n\n")[1:]:
        lines = block.split("\n")
        name = lines[0].split(",")[0]
        if not re.search(r"^ +A", block, re.MULTILINE):
            continue
        announced = re.findall(r"^Round \d: Tri (\d), Arc (\d), Line (\d); A to L (\d+)", block, re.MULTILINE)
        hives[_notation(name)] = Hive(
            [(tuple(map(int, kinds)), counts) for *kinds, counts in announced],
            "".join(re.findall(r"([A-L])\d?×", block)),
            _told("Double", block),
            _told("Block", block),
            None,
            [],
            None,
        )
    for block in own.split("\n\n")[1:]:
        hive = hives.get(_notation(block.split(",")[0].strip()))
        if hive is None:
            continue
        shape = re.search(r"Shape: \w+ ([A-L]{3})", block)
        hive.shape = shape[1] if shape else None
        hints = re.findall(r"Clue of round \d: \w+ ([A-L]{3}): \S+ = (\d+)", block)
        hive.hints = [(letters, int(value)) for letters, value in hints]
        guess = re.search(r"Guess, A to L: (\S+)", block)
        hive.guess = guess[1] if guess else None
    return hives


def _told(what: str, block: str) -> str | None:
    found = re.search(rf"^{what}: (.*)$", block, re.MULTILINE)
    return found[1] if found else None


def _notation(name: str) -> str:
    return name.removeprefix("Hive ").lower()


def _seats(numbers: tuple[int, ...] | None, names: tuple[str, ...]) -> str | None:
    return (
        None
        if numbers is None
        else "; ".join(f"{number + 1} {truncate(names[number], BRIEF_NAME)}" for number in numbers) or "nobody"
    )


def check(table: Table, seat: int | None) -> dict[str, Hive]:
    """Parse a seat's board and check it against the engine's view."""
    hives = read(table.board(seat))
    view: Any = table.seen(seat).view
    assert list(hives) == [hive.name for hive in view.hives]
    for number, hive in enumerate(view.hives):
        told = hives[hive.name]
        assert told.rounds == [
            ((each.shapes.tri, each.shapes.arc, each.shapes.line), "".join(map(str, each.counts)))
            for each in hive.rounds
        ]
        if view.scores is None:
            assert told.cleared == hive.cleared
        assert (told.doublers, told.blockers) == (
            _seats(hive.doublers, table.names),
            _seats(hive.blockers, table.names),
        )
        if view.own is not None and table.game.outcome is None:
            mine = view.own.hives[number]
            assert told.shape == (None if mine.shape is None else mine.shape.letters)
            assert told.hints == [(hint.shape.letters, hint.value) for hint in mine.hints]
            assert told.guess == mine.guess
        else:
            assert (told.shape, told.hints, told.guess) == (None, [], None)
    return hives


class Player:
    """A player who only reads."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.shapes = shapes(table.board(seat))

    def turn(self) -> None:
        """Read the board, change the submission or hand it in, and check that it matches the press."""
        table = self.table
        check(table, self.seat)
        view: Any = table.game.view(self.seat)
        before = view.own
        laid: list[tuple[str, str]] = []

        def choose(shown: Screen) -> Choice:
            pick = shown.choices[decide(shown.heard, table.rng)]
            match pick.custom_id.action, pick.custom_id.details:
                case "taps", (hive, taps) if len(taps) == 3:
                    letters = "".join(sorted(taps))
                    assert any(letters in shapes for shapes in self.shapes.values()), "the map tells the shapes"
                    laid.append((hive, letters))
                case _:
                    pass
            return pick

        play(table, self.seat, choose, lambda: table.game.view(self.seat).own != before)
        now = table.game.view(self.seat)
        if laid and now.phase == "round" and now.round == view.round:
            hive, letters = laid[-1]
            told = check(table, self.seat)[hive]
            assert told.shape == letters


def decide(heard: Heard, rng: Random) -> int:
    """Choose a press: tap hexes until no shape is missing, sometimes declare an ability or guess, then hand in."""
    confirm = heard.find("Confirm")
    if confirm is not None:
        return confirm
    answers = heard.find_choices(lambda one: one.menu in ("Who gets a token", "Who is last"))
    if answers:
        return rng.choice(answers)
    ready = heard.find("Ready")
    more = heard.find_choices(lambda one: re.match(r"(Double|Block|Guess) (?!totals)", one.label))
    if ready is not None:
        return rng.choice(more) if more and rng.random() < 0.3 else ready
    guessing = ("Hives",) if heard.find("Take it back") is not None else ("Keep", "Use my odds")
    for label in guessing:
        found = heard.find(label)
        if found is not None:
            return found
    return rng.choice(
        heard.find_choices(lambda one: re.fullmatch("[A-L]", one.label.strip())) or range(len(heard.choices))
    )
