"""Private pages of a table: a new one replaces the earlier one, and a move closes the pages used for it."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.at_table.moves import DONE
from cogs.ui.kit.answers import OPENED
from cogs.ui.kit.custom_ids import lesson_id
from cogs.ui.requests import open_pages
from engine.lessons import lessons_of
from tables.open_table import Person
from tests.cog_tables import ANN, BEN, PEOPLE, TABLE, act, mover, start_table
from tests.fake_discord import refusal
from tests.hive_matches import started
from tests.in_process_program import EPHEMERAL, InProcessProgram, InteractionResult, page_id


class Pages:
    """The private pages of a person: for each page the tokens of the presses that opened and changed it."""

    def __init__(self, program: InProcessProgram, person: Person) -> None:
        self._program, self._person = program, person
        self._tokens: list[list[str]] = []

    async def open(self, custom_id: str) -> int:
        """Press a button of the card and return the number of the new page."""
        result = await self._program.press(self._person, custom_id)
        self._tokens.append([find_token(result)])
        return len(self._tokens) - 1

    async def press(self, page: int, custom_id: str) -> InteractionResult:
        """Press a button of a private page."""
        message = {**self._program.discord._message(1, {"flags": EPHEMERAL}), "id": page_id(self._tokens[page][0])}
        result = await self._program.press(self._person, custom_id, message=message)
        self._tokens[page].append(find_token(result))
        return result

    @property
    def shown(self) -> list[int]:
        """The numbers of the pages that are not deleted."""
        sent = self._program.discord.sent("DELETE", "/webhooks/.*/@original")
        deleted = {request.path.split("/")[3] for request in sent}
        return [number for number, tokens in enumerate(self._tokens) if deleted.isdisjoint(tokens)]


def find_token(result: InteractionResult) -> str:
    """Return the token of an interaction, from the path of its first response."""
    return result.requests[0].path.split("/")[3]


async def settle(program: InProcessProgram) -> None:
    """Deliver the outbox, and wait for the listeners to posted cards."""
    await program.outbox.settle()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "discord.py: on_card_posted"))


def page_press(number: int, **extras: object) -> Any:
    """Return a press on a card that has opened the private page with the press's own number."""
    user = SimpleNamespace(id=ANN.id)
    return SimpleNamespace(id=number, user=user, message=None, followup=None, extras={OPENED: number, **extras})


def test_the_late_end_of_a_press_closes_no_page_that_was_opened_after_it() -> None:
    pages = open_pages.OpenPages()
    pages.update(page_press(1), TABLE, "hand")

    assert [page.message_id for page in pages.update(page_press(3), TABLE, "move")] == [1]
    assert pages.update(page_press(2, made=True), TABLE, "move") == []
    assert [page.message_id for page in pages.update(page_press(4, made=True), TABLE, "hand")] == [3]


async def test_a_new_page_replaces_the_earlier_ones_of_its_user(program: InProcessProgram) -> None:
    await program.start()
    person, seen = await mover(program.service)
    pages = Pages(program, person)
    for action in (f"{seen.version}:move", ":more", ":hand", f"{seen.version}:move", ":more"):
        await pages.open(f"{TABLE}:{action}")

    assert pages.shown == [4]
    other = Pages(program, next(each for each in PEOPLE[:2] if each is not person))
    await other.open(f"{TABLE}:{seen.version}:hand")
    assert (pages.shown, other.shown) == ([4], [0])


async def test_a_page_with_something_chosen_stays_beside_others(program: InProcessProgram) -> None:
    await program.start()
    person, seen = await mover(program.service)
    pages, move = Pages(program, person), f"{TABLE}:{seen.version}:move"
    page = await pages.open(move)
    await pages.press(page, move)
    for action in (":more", ":hand"):
        await pages.open(f"{TABLE}:{action}")
    assert pages.shown == [page, 2]

    await pages.open(move)

    assert pages.shown == [3]


async def test_a_page_that_led_to_a_lesson_is_not_replaced(program: InProcessProgram) -> None:
    await program.start()
    pages = Pages(program, ANN)
    page = await pages.open(f"{TABLE}::rules")
    await pages.press(page, str(lesson_id("monster_hex", next(iter(lessons_of("monster_hex"))))))

    await pages.open(f"{TABLE}::more")

    assert pages.shown == [page, 1]


async def test_the_next_press_closes_a_refusal_beside_a_page(program: InProcessProgram) -> None:
    await program.start()
    person, seen = await mover(program.service)
    pages = Pages(program, person)
    page = await pages.open(f"{TABLE}:{seen.version}:move")
    for _ in range(2):
        refused = await pages.press(page, f"{TABLE}:{seen.version}:do:nonsense")
        assert "I don't know that move" in refused.text
    assert program.discord.sent("DELETE", "/webhooks/.*") != []
    closed = len(program.discord.sent("DELETE", "/webhooks/.*"))

    await pages.press(page, f"{TABLE}:{seen.version}:move")

    assert len(program.discord.sent("DELETE", "/webhooks/.*")) == closed + 1
    await pages.press(page, f"{TABLE}:{seen.version}:move")
    assert len(program.discord.sent("DELETE", "/webhooks/.*")) == closed + 1
    assert pages.shown == [page]


async def test_a_move_by_the_card_closes_a_refusal(program: InProcessProgram) -> None:
    await program.start()
    person, seen = await mover(program.service)
    pages = Pages(program, person)
    await pages.open(f"{TABLE}:{seen.version}:do:nonsense")
    assert pages.shown == [0]

    await program.press(person, f"{TABLE}:{seen.version}:do:{seen.legal[0]}")

    assert pages.shown == []


async def test_a_form_that_opens_closes_the_refusal_before(program: InProcessProgram) -> None:
    await program.start()
    pages = Pages(program, ANN)
    for _ in range(2):
        await pages.open(f"{TABLE}::share_form")

    assert pages.shown == [1]


async def test_clues_and_the_page_of_shapes_replace_each_other(program: InProcessProgram) -> None:
    await started(program.service)
    pages, move = Pages(program, ANN), f"{(await program.service.view(TABLE, ANN.id)).version}:move"
    for action in (move, ":hints", move):
        await pages.open(f"{TABLE}:{action}")

    assert pages.shown == [2]


async def test_a_move_closes_the_pages_used_for_it_and_its_own_goes_with_the_next_move(
    program: InProcessProgram,
) -> None:
    await program.start()
    for action, stays in ((":more", [1]), (":hand", [])):
        person, seen = await mover(program.service)
        pages, move = Pages(program, person), f"{TABLE}:{seen.version}:move"
        page = await pages.open(move)
        await pages.press(page, move)
        await pages.open(f"{TABLE}:{action}")
        made = await pages.press(page, f"{TABLE}:{seen.version}:do:{seen.legal[0]}")
        assert DONE in made.text
        assert pages.shown == [page, *stays]
        await settle(program)
        assert pages.shown == [page, *stays], "the move can still be taken back"

        await act(program.service)
        await settle(program)

        assert pages.shown == stays


async def test_take_back_goes_when_the_computers_move_ends_the_game(program: InProcessProgram) -> None:
    await start_table(program.service, 1, 1, game="connect_four")
    person, seen = await mover(program.service)
    pages = Pages(program, person)
    page = await pages.open(f"{TABLE}:{seen.version}:move")
    made = await pages.press(page, f"{TABLE}:{seen.version}:do:{seen.legal[0]}")
    assert any("::takeback:" in found for found in made.custom_ids)
    await settle(program)
    assert pages.shown == [0]

    await program.service.resign(TABLE, ANN.id)
    await settle(program)

    assert pages.shown == []


async def test_the_move_that_ends_the_game_leaves_no_page(program: InProcessProgram) -> None:
    await start_table(program.service)
    while True:
        person, seen = await mover(program.service)
        pages = Pages(program, person)
        page = await pages.open(f"{TABLE}:{seen.version}:move")
        await pages.press(page, f"{TABLE}:{seen.version}:do:{seen.legal[0]}")
        if (await program.service.load(TABLE)).row.phase != "playing":
            break

    assert pages.shown == []


async def test_a_page_that_is_gone_or_too_old_is_left_alone(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    await program.start()
    pages = Pages(program, ANN)
    await pages.open(f"{TABLE}::more")
    program.discord.fail_next("DELETE", "/webhooks/.*", refusal(404, 10008))
    await pages.open(f"{TABLE}::more")
    later = open_pages.now() + open_pages.TOKEN_SECONDS
    monkeypatch.setattr(open_pages, "now", lambda: later)

    await pages.open(f"{TABLE}::more")

    assert pages.shown == [1, 2]
    assert program.discord.failures_left == 0


async def test_the_pages_of_few_people_are_remembered(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_pages, "MOST", 1)
    await program.start()
    hers, his = Pages(program, ANN), Pages(program, BEN)
    for pages in (hers, his, hers, hers):
        await pages.open(f"{TABLE}::more")

    assert (hers.shown, his.shown) == ([0, 2], [0])
