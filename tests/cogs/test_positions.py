"""Positions that are no tables: moves are composed on the pages of a table, and no table changes."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cogs.positions.positions import HOME, Positions
from cogs.ui.kit import private_pages
from cogs.ui.kit.answers import Answer
from cogs.ui.kit.custom_ids import CustomId, page_id
from cogs.ui.kit.layouts import Button, button
from cogs.ui.messages.cards import move_row
from engine.core import CHANCE, sample_outcome
from engine.games import game_type, game_types
from engine.hive_mind import preview
from engine.lessons.files import load_all_lessons
from engine.record import Configuration, configure
from render.picture import Picture
from tables.opening import ID_LETTERS
from tables.positions import LONGEST_ID, is_position, position_view
from tables.texts import BOARD_MOVED_ON, NO_SUCH_TABLE, ROUND_MOVED_ON
from tables.viewer import TableView
from tests.cog_tables import ANN, NAMES, TABLE, start_table
from tests.fake_discord import parts
from tests.in_process_program import InProcessProgram, InteractionResult

ID = "kind.".ljust(LONGEST_ID, "x")
SEATS = {"hive_mind": 3}
CONFIRM = "do"
ENDS = (CONFIRM, "lay", "ready")


class Remembered:
    """A kind of position with a single position in memory, viewed by the seat to act."""

    def __init__(self, game: str) -> None:
        seats = SEATS.get(game, 2)
        self.configuration = Configuration(game, game_type(game).rules_version, {}, seats)
        self.rules = configure(self.configuration)
        self.rng = Random(3)
        self.drafts: dict[str, str] = {}
        # With steps of up to four digits, custom ids leave at least as much room as in any real position.
        self.step, self.turn = 100, 100
        self.made: list[str] = []
        self._after(self.rules.initial_state())

    def _after(self, state: Any) -> None:
        while self.rules.actors(state) == (CHANCE,):
            state = self.rules.apply(state, CHANCE, sample_outcome(self.rules.chance_outcomes(state), self.rng)).state
        self.state = state

    @property
    def seat(self) -> int:
        return next(iter(self.rules.actors(self.state)), 0)

    async def view(self, user_id: int, table_id: str) -> TableView:
        names = NAMES[: self.configuration.seats]
        counters = {"step": self.step, "turn": self.turn, "drafts": self.drafts}
        return position_view(table_id, self.configuration, self.state, self.seat, names, user_id=user_id, **counters)

    async def home(self, interaction: Any, table: TableView, text: str = "") -> Answer:
        return Answer(f"{text} The page to begin with.", move_row(table))

    async def act(self, interaction: Any, table: TableView, actions: Sequence[str]) -> Answer | None:
        before = self.rules.turn_key(self.state), self.seat
        for action in actions:
            self._after(self.rules.apply(self.state, self.seat, self.rules.parse_action(action)).state)
            self.made.append(action)
        self.step += 1
        if (self.rules.turn_key(self.state), self.seat) == before:
            return None
        self.turn, self.drafts = self.step, {}
        return await self.home(interaction, await self.view(ANN.id, table.row.id), "Done.")

    async def keep_draft(self, user_id: int, table: TableView, name: str, content: str) -> None:
        self.drafts[name] = content

    def asked(self, table: TableView) -> str:
        return ""

    def navigation_buttons(self, table: TableView) -> list[Button]:
        return [button("Way back", CustomId(table.row.id, None, HOME))]


@pytest.fixture
def kinds(program: InProcessProgram, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the program's kinds of positions, so that a test can add one; pictures are placeholders."""

    async def draw(*_: Any) -> Picture:
        return Picture(b"", 1, 1, "A picture.")

    monkeypatch.setattr(private_pages, "draw", draw)
    positions: Any = program.bot.require_cog(Positions)
    return positions._kinds


async def press(program: InProcessProgram, custom_id: str, *values: str) -> InteractionResult:
    """Press a component and return the answer, which must be within Discord's limits."""
    result = await program.press(ANN, custom_id, values, private=True)
    assert result.page
    return result


def offered(page: InteractionResult) -> list[tuple[str, tuple[int, int], list[str]]]:
    """List the components that lead on: custom id, minimum and maximum number of values, and the values."""
    found = [part for part in parts(page.page) if part.get("custom_id") and not part.get("disabled")]
    return [
        (
            each["custom_id"],
            (each.get("min_values", 1), each.get("max_values", 1)),
            [option["value"] for option in each.get("options", ())],
        )
        for each in found
        if not any(f":{action}" in each["custom_id"] for action in (HOME, "form", "hints", "notes", "monsters"))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_types())
async def test_games_are_played_by_the_pages_of_a_table_within_the_room_there_is(
    program: InProcessProgram, kinds: dict[str, Any], game: str
) -> None:
    kind, rng = Remembered(game), Random(5)
    kinds["kind"] = kind
    page = await press(program, f"{ID}::{HOME}")
    for _ in range(40):
        choices = offered(page)
        if not choices:
            page = await press(program, f"{ID}::{HOME}")
            continue
        ends = [choice for choice in choices if any(f":{action}" in choice[0] for action in ENDS)]
        custom_id, (least, most), values = rng.choice(ends if ends and rng.random() < 0.7 else choices)
        chosen = rng.sample(values, rng.randint(least, min(most, len(values)))) if values else ()
        page = await press(program, custom_id, *chosen)

    assert len(kind.made) > 4


async def test_a_stale_page_is_answered_with_the_position_as_it_is(
    program: InProcessProgram, kinds: dict[str, Any]
) -> None:
    kind = Remembered("monster_hex")
    kinds["kind"] = kind
    table = await kind.view(ANN.id, ID)
    confirm = str(page_id(table, CONFIRM, table.legal[0]))
    assert "Done." in (await press(program, confirm)).text

    for stale in (confirm, f"{ID}:99:tile:A1", f"{ID}:{kind.step}:hive"):
        assert (await press(program, stale)).text == f"{BOARD_MOVED_ON} The page to begin with."

    assert kind.made == [table.legal[0]]
    unknown = await press(program, f"other.{TABLE}:{table.version}:{CONFIRM}:{table.legal[0]}")
    assert unknown.text == NO_SUCH_TABLE


async def test_parts_of_a_move_are_kept_with_the_position(program: InProcessProgram, kinds: dict[str, Any]) -> None:
    kind = Remembered("hive_mind")
    kinds["kind"] = kind
    table = await kind.view(ANN.id, ID)

    page = await press(program, str(page_id(table, "taps", "charge", "E")))
    assert kind.drafts == {"taps charge": "E"}
    assert "Way back" in page.labels
    assert kind.made == []

    while not preview.guessable_hives(table.view):
        await kind.act(None, table, table.legal[:1])
        table = await kind.view(ANN.id, ID)
    (hive, *_) = preview.guessable_hives(table.view)
    form = await program.press(ANN, f"{ID}:{table.version}:form:guess:{hive}", private=True)
    assert form.requests[0].body["data"]["custom_id"] == f"{ID}:{table.version}:form_submitted:guess:{hive}"
    stale = await program.press(ANN, f"{ID}:t1:form:guess:{hive}", private=True)
    assert stale.text.startswith(ROUND_MOVED_ON)


@pytest.mark.parametrize("action", ["text", "zoom", "hand"])
async def test_each_way_to_look_leads_back(program: InProcessProgram, kinds: dict[str, Any], action: str) -> None:
    kinds["kind"] = Remembered("monster_hex")

    page = await press(program, f"{ID}::{action}")

    assert "Way back" in page.labels


async def test_what_is_pressed_in_a_position_reaches_no_table(program: InProcessProgram) -> None:
    await start_table(program.service)
    before = (await program.service.load(TABLE)).row

    for action in ("do:place A1 B1 0", "resign", "resigned", "record", "end", "move", "form:guess:1", "again"):
        answer = await program.press(ANN, f"{TABLE}.x:{before.step}:{action}", private=True)
        assert answer.text == NO_SUCH_TABLE, action

    assert (await program.service.load(TABLE)).row == before


def test_no_table_has_the_id_of_a_position() -> None:
    assert not any(map(is_position, ID_LETTERS))


def test_every_lesson_has_an_id_that_leaves_room_for_the_pages() -> None:
    ids = [
        f"learn.{game}.{lesson.id}.{number}"
        for game, lessons in load_all_lessons().items()
        for lesson in lessons.values()
        for number in range(len(lesson.pages))
    ]

    assert ids
    assert [found for found in ids if len(found) > LONGEST_ID] == []
