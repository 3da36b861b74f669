"""Drivers of games whose turns are played on private pages, press by press until the page is closed."""

import asyncio
import re

from tests.hive_mind_driver import HiveMindDriver, selects
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, texts
from tests.table_driver import MADE, buttons

ENDS = ("Confirm", "Pass", "Leave it", "Leave them", "Strike now", "Strike back", "No second attack", "Use this force")
"""Connect Four labels that are pressed as soon as they are offered, by their beginning."""
WAYS = (
    *("Confirm", "Piece", "Stay invisible", "Vanish", "strike"),
    *("Attack", "Roll", "enter", "go", "shoot", "tile", "End turn"),
)
"""Hex Battle Wars buttons in the order in which they are tried: the beginning of a label, or an action."""
VANISHES = 3
"""The number of turns of Hex Battle Wars that begin with an attempt to vanish."""


class PageDriver(HiveMindDriver):
    """A driver that plays a game by clicks; `is_killed` is set once it has killed the bot within a turn."""

    is_killed = False
    turns = 0

    async def turn(self, person: Person, card: Json, *, kill: bool = False) -> None:
        """Make all of a person's choices in a turn; `kill` kills the bot once, at a page that must survive it."""
        self.turns += 1
        page: Json | None = await self.open(person, card)
        while page is not None:
            if kill and not self.is_killed and self.must_outlive(page):
                self.is_killed = True
                await self.program.restart_bot()
                page = await self.after_kill(person, card, page)
            label = self.choice(page)
            page = await self.after(person, page, label)
            if self.is_last(label):
                return

    async def after(self, person: Person, page: Json, label: str) -> Json | None:
        """Press a button, or choose in a select if `label` is empty; return the next page, None if the turn is over."""
        changed: asyncio.Future[Json] = person.event(
            lambda name, data: name in ("MESSAGE_UPDATE", "MESSAGE_DELETE") and data["id"] == page["id"]
        )
        if label:
            await person.click(page, label=label)
        else:
            select = self.select_on(page)
            await person.select(page, self.rng.choice(select["options"])["value"], select["custom_id"])
        after = await asyncio.wait_for(changed, PATIENCE_SECONDS)
        return after if "components" in after and MADE not in texts(after) else None

    def choice(self, page: Json) -> str:
        """Return the label of the button to press; "" for a select."""
        raise NotImplementedError

    def select_on(self, page: Json) -> Json:
        """Return the select to choose in when no button leads on."""
        return selects(page)[-1]

    def is_last(self, label: str) -> bool:
        """Return whether a press ends the turn although its page stays."""
        return False

    def must_outlive(self, page: Json) -> bool:
        """Return whether the bot is to be killed at a page."""
        return "Confirm" in buttons(page)

    async def after_kill(self, person: Person, card: Json, page: Json) -> Json:
        """Return the page on which the turn continues after a kill, by default the same one."""
        return page


class ClixDriver(PageDriver):
    """A Connect Four player: sometimes attacks, otherwise prefers a winning column."""

    def choice(self, page: Json) -> str:
        there = buttons(page)
        by_action: dict[str, list[str]] = {}
        for label, each in there.items():
            by_action.setdefault(each["custom_id"].split(":")[2], []).append(label)
        for start in (*ENDS, "Werewolves", "Vampires", "Start from Mixed"):
            for label in there:
                if label.startswith(start):
                    return label
        if "ready" in by_action:
            return "Many" if self.rng.random() < 0.5 else "Build my own"
        if "strike" in by_action:
            return self.rng.choice(by_action["strike"])
        if "Attack instead" in there and self.rng.random() < 0.5:
            return "Attack instead"
        columns = by_action.get("column") or by_action.get("attack") or [""]
        return self.rng.choice([label for label in columns if "four" in label] or columns)

    def select_on(self, page: Json) -> Json:
        found = selects(page)
        return next((each for each in found if ":column:" in each["custom_id"]), found[0])

    def is_last(self, label: str) -> bool:
        return label.startswith(("Werewolves", "Vampires", "Many", "Use this force"))


class BattleDriver(PageDriver):
    """A Hex Battle Wars player; a kill comes between a roll and the choice after it."""

    def choice(self, page: Json) -> str:
        there = {label: part["custom_id"].split(":")[2] for label, part in buttons(page).items()}
        for way in WAYS:
            found = [label for label, does in there.items() if label.startswith(way) or does == way]
            is_spent = way == "Vanish" and self.turns > VANISHES
            if found and not is_spent and not (way in ("Attack", "strike") and "Roll to move" in there):
                return found[0]
        return ""

    def must_outlive(self, page: Json) -> bool:
        return _roll(page) is not None

    async def after_kill(self, person: Person, card: Json, page: Json) -> Json:
        """Open the page again, check that the roll is unchanged, and return it."""
        again = await self.open(person, await self.now(card))
        assert _roll(again) == _roll(page)
        return again


def _roll(page: Json) -> str | None:
    found = re.search(r"You rolled \d+(?=\. Where|: only)", texts(page))
    return found[0] if found else None


class MatchDriver(PageDriver):
    """A Hive Mind player; a kill comes before a submission is handed in."""

    async def turn(self, person: Person, card: Json, *, kill: bool = False) -> None:
        page = await self.compose(person, await self.open(person, card))
        if kill and not self.is_killed:
            self.is_killed = True
            await self.program.restart_bot()
        for label in [label for label in buttons(page) if label.startswith("Guess ")][:1]:
            page = await self.tap(person, await self.press(person, page, label))
        await self.hand_in(person, page)
