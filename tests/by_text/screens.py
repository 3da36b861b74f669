"""Discord's pages without pictures: page texts, labels of choices, and the board as text."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

import msgspec

from cogs.at_table.board_pages import format_board_text
from cogs.ui.kit.answers import Answer
from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.interface import Page, Press, interface
from cogs.ui.kit.private_pages import TEXT_LIMIT, split_text
from engine.core import SPECTATOR
from engine.game import Game, act, begin
from engine.games import game_type
from render import painter, text
from render.picture import ALT_LIMIT, Picture
from tables.open_table import build_configuration
from tables.settings import TableSettings
from tables.viewer import TableView
from tests.cog_tables import SEED, table_row, table_view
from tests.fake_discord import parts

HALF_SENTENCE = re.compile(r"[,.:;] ?[,.;](?![,.;])")
"""Two punctuation marks with nothing between them, the sign of a missing word."""
STEPS = 60
"""Maximum number of presses for one action."""


class Words(NamedTuple):
    """The words of a choice as read aloud: label, description, and the menu's label, empty for a button."""

    label: str
    description: str
    menu: str


class Heard(NamedTuple):
    """The parts of a page that are read aloud, by which a text-only player decides."""

    text: str
    choices: tuple[Words, ...]

    def find(self, label: str) -> int | None:
        """Return the number of the first choice with this label, alone or followed by a space, or None."""
        found = self.find_choices(lambda one: one.label == label or one.label.startswith(f"{label} "))
        return found[0] if found else None

    def find_choices(self, fits: Callable[[Words], object]) -> list[int]:
        """Return the numbers of the choices that fit."""
        return [number for number, one in enumerate(self.choices) if fits(one)]


class Choice(NamedTuple):
    """A choice that can be pressed: its words, and the custom id and value that Discord sends back."""

    words: Words
    custom_id: CustomId
    value: str | None

    @property
    def label(self) -> str:
        return self.words.label

    @property
    def description(self) -> str:
        return self.words.description


class Screen(NamedTuple):
    """A private page as it is read aloud."""

    text: str
    choices: tuple[Choice, ...]
    picture: Callable[[str], Picture] | None

    def alt(self) -> str:
        """Return the alt text of the page's picture, after checking it."""
        alt = "" if self.picture is None else self.picture("dark").alt
        check_alt(alt)
        return alt

    @property
    def heard(self) -> Heard:
        return Heard(self.text, tuple(one.words for one in self.choices))


def screen(page: Page) -> Screen:
    """Return a page with its enabled buttons and options."""
    text = "\n".join(filter(None, (page.text, page.below)))
    shown = parts(Answer(text, page.rows, None, 1).view().to_components())
    choices: list[Choice] = []
    for part in shown:
        custom_id = parse(part.get("custom_id", ""))
        if custom_id is None or part.get("disabled"):
            continue
        options = part.get("options")
        if options is None:
            choices.append(Choice(Words(part.get("label", ""), "", ""), custom_id, None))
        else:
            menu = next((one["label"] for one in options if one.get("default")), part.get("placeholder", ""))
            choices += [
                Choice(Words(option["label"], option.get("description") or "", menu), custom_id, option["value"])
                for option in options
            ]
    return Screen(
        "\n".join(str(part["content"]) for part in shown if part.get("content")), tuple(choices), page.picture
    )


@dataclass
class Table:
    """A game without a store that people play by texts only."""

    game: Game
    names: tuple[str, ...]
    rng: Random
    alts_drawn: float
    """Share of pages whose picture is drawn to check its alt text, 0 to 1."""
    drafts: dict[int, dict[str, str]]

    def seen(self, seat: int | None) -> TableView:
        """Return the view of a seat, or of a spectator."""
        shown = table_view(self.game, seat, self.names)
        drafts = {} if seat is None else self.drafts.get(seat, {})
        return replace(shown, is_simultaneous=self.game.is_simultaneous, drafts=drafts)

    def board(self, seat: int | None) -> str:
        """Return all parts of *Board as text*, joined."""
        pages = split_text(format_board_text(self.seen(seat)))
        assert all(len(page) <= TEXT_LIMIT for page in pages)
        return "\n".join(pages)

    def alt(self) -> str:
        """Return the alt text of the card's picture, after checking it."""
        alt = painter(self.game.configuration.game).board(self.game.view(SPECTATOR), self.names).alt
        check_alt(alt)
        return alt

    def story(self, events: Sequence[Any]) -> list[str]:
        """Return the card's sentences about events."""
        seen = self.seen(None)
        return interface(seen.row.game).words.sentences(seen.view, events, list(self.names))

    def open(self, seat: int, name: str = "move", details: Sequence[str] = ()) -> Screen:
        """Open a page by name, as its button does."""
        seen = self.seen(seat)
        page = interface(seen.row.game).composing.page(seen, name, details)
        shown = screen(page)
        if self.rng.random() < self.alts_drawn:
            shown.alt()
        return shown

    def press(self, seat: int, choice: Choice) -> Screen | None:
        """Press a choice and return the next page; None if an action ended the question."""
        seen, action = self.seen(seat), choice.custom_id.action
        ours = interface(seen.row.game)
        details = (*choice.custom_id.details, *([] if choice.value is None else [choice.value]))
        if action == "do":
            self.act(seat, ":".join(choice.custom_id.details))
            return None
        press: Press | None = ours.composing.press(seen, action, details)
        if press is None:
            return self.open(seat, action, details)
        for each in press.actions:
            self.act(seat, each)
        if press.draft is not None:
            self.drafts.setdefault(seat, {}).update([press.draft])
        if press.actions and (seat not in self.game.actors or self.game.turn != seen.row.turn):
            return None
        return self.open(seat, press.page, press.details)

    def act(self, seat: int, action: str) -> None:
        """Make an action."""
        turn = self.game.turn
        for each in self.game.rules.split_actions(action) if action.startswith("move ") else (action,):
            self.game = act(self.game, seat, each, SEED).game
        if self.game.turn != turn:
            self.drafts.clear()


def check_alt(alt: str) -> None:
    """Check that an alt text fits, has whole sentences, and does not end in an ellipsis."""
    assert len(alt) <= ALT_LIMIT
    assert not alt.endswith(text.ELLIPSIS), alt
    assert not HALF_SENTENCE.search(alt), alt


def open_new_table(game: str, names: tuple[str, ...], seed: int, *, alts: float = 0.05, **options: Any) -> Table:
    """Begin a game of people with these names; the draws depend on the seed."""
    seats = len(names)
    salts = msgspec.json.encode([f"{seed} {number}" for number in range(seats)]).decode()
    full = msgspec.json.encode(game_type(game).options(seats, options)).decode()
    row = table_row(game=game, settings=TableSettings(seats=seats), salts=salts, options=full)
    return Table(begin(build_configuration(row, seats), SEED).game, names, Random(seed), alts, {})


def play(
    table: Table, seat: int, choose: Callable[[Screen], Choice], done: Callable[[], bool] = lambda: False
) -> list[str]:
    """Press the player's choices until an action is made; return its words if a button names it, else an empty list."""
    before, made = table.game, list[str]()
    shown: Screen | None = table.open(seat)
    for _ in range(STEPS):
        if shown is None or done():
            break
        chosen = choose(shown)
        made = " ".join(chosen.custom_id.details).split() if chosen.custom_id.action == "do" else []
        shown = table.press(seat, chosen)
    assert table.game is not before, "no action was found"
    return made
