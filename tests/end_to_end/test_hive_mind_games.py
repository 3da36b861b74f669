"""Hive Mind by clicks: whole matches of every edition, and what is special where everybody submits at once."""

import asyncio
import re
from random import Random

import pytest

from engine.core import HOST
from engine.record_json import decode
from tests.hive_mind_driver import HiveMindDriver, chosen, hive_mind_table, select_of, selects, waited_for
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, components, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import buttons, is_public, mentioned, named, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

ROUNDS = (
    ("charge:ADE", "marcer:HKL", "zero:CFI"),
    ("charge:HKL", "marcer:CFI", "zero:ADE"),
    ("charge:CFI", "marcer:ADE", "zero:HKL"),
)
"""Whole submissions of an edition with three hives, by round."""
WEEK_MS = 7 * 24 * 3_600_000


def line(turn: int, hives: str = "charge marcer zero") -> str:
    """Return a whole submission as it is typed in one line."""
    names = dict(zip(["charge", "marcer", "zero"], hives.split(), strict=True))
    moves = [f"{names[move.split(':')[0]]}:{move.split(':')[1]}" for move in ROUNDS[turn - 1]]
    return " ".join([*moves, "ready"])


async def typed(table: HiveMindDriver, person: Person, command: str, /, **options: object) -> str:
    """Type a command where the match is played; return the private answer."""
    return texts(await person.answer(await person.slash(table.table.places[1], command, **options)))


async def trio(program: ProgramProcesses, **options: object) -> tuple[HiveMindDriver, list[Person], Json]:
    """Start a match of three people; return it with its first card."""
    people = [await program.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await hive_mind_table(program, people, 0, **options)
    return table, people, await table.start()


async def cards_and_calls(table: HiveMindDriver) -> tuple[list[Json], list[Json]]:
    """Return the cards, and the messages to whoever is the last one and takes a while."""
    public = [message for message in await table.table.messages() if is_public(message)]
    calls = [message for message in public if "you're the last one" in texts(message)]
    return [message for message in public if message not in calls], calls


async def round_by_typing(table: HiveMindDriver, people: list[Person], card: Json, turn: int, **options: str) -> Json:
    """Let everybody type a whole round in one line each; return the card after it."""
    for person in people:
        assert "Done" in await typed(table, person, "move", action=line(turn, **options))
    return await table.card_after(card)


async def submit_by_typing(table: HiveMindDriver, person: Person, hives: tuple[str, ...], rng: Random) -> None:
    """Type a whole submission from what is offered to oneself, one shape at a time."""
    for number, hive in enumerate(hives):
        offered = await person.autocomplete(table.table.places[1], "hive submit", "letters", hive=hive)
        last = number == len(hives) - 1
        letters = rng.choice(offered)["value"]
        assert "Done" in await typed(table, person, "hive submit", hive=hive, letters=letters, ready=last)


HIVES = {"recharged": ("charge", "marcer", "zero"), "tempo": ("1", "2", "3")}


@pytest.mark.parametrize(
    ("edition", "people", "computers"),
    [("recharged", 2, 1), ("tempo", 2, 3), ("gauntlet", 1, 2)],
    ids=["recharged, 3 seats", "tempo, 5 seats", "gauntlet, 3 seats"],
)
async def test_a_whole_match_by_clicks(program: ProgramProcesses, edition: str, people: int, computers: int) -> None:
    """The first person presses, the second one types; computer players fill the table."""
    persons = [await program.person(name) for name in ("Ann", "Ben")[:people]]
    table = await hive_mind_table(program, persons, computers, seed=people + computers, options=f"edition={edition}")
    card, turn = await table.start(), 0
    asked = 1
    while "The game is over" not in texts(card):
        turn += 1
        for person in [person for person in persons if person.id in named(card)]:
            if "guess totals" in waited_for(card):
                await _guess_totals(table, person, card)
            elif "to choose" in waited_for(card):
                await _choose(table, person, card)
            elif person is persons[0]:
                await table.submit(person, card)
            else:
                hives = HIVES.get(edition, (str(1 + (turn - 1) // 3),))
                await submit_by_typing(table, person, hives, table.rng)
        card = await table.card_after(card)
        asked += 1

    assert turn >= {"gauntlet": 7}.get(edition, 3)
    file = await table.table.record(card)
    assert verify(file).returncode == 0
    assert decode(file.read_bytes()).configuration.options["edition"] == edition
    cards, calls = await cards_and_calls(table)
    assert len(cards) == asked, "one card for each turn, whoever was ready when"
    assert len(calls) <= turn
    assert all(len(mentioned(message)) == 1 for message in calls)
    assert mentioned(card) == set()
    page = await table.open(program.watcher, card, "All placements")
    for name in list(buttons(page)):
        page = await table.press(program.watcher, page, name)
        assert all(person.user["global_name"] in texts(page) for person in persons)


async def _guess_totals(table: HiveMindDriver, person: Person, card: Json) -> None:
    page = await table.open(person, card)
    form = next(label for label in buttons(page) if label.startswith("Guess totals"))
    page = await table.fill(person, page, form, {"2": "17"})
    assert "**17**" in texts(page)
    await table.press(person, page, "Ready")


async def _choose(table: HiveMindDriver, person: Person, card: Json) -> None:
    page = await table.open(person, card)
    while selects(page):
        what = selects(page)[0]["custom_id"].split(":")[2]
        page = await table.select(person, page, what, selects(page)[0]["options"][-1]["value"])
        await table.confirm(person, page)
        card = await table.now(card)
        page = await table.open(person, card) if f"<@{person.id}>" in waited_for(card) else {"components": []}


async def test_what_others_do_makes_nobodys_page_stale_and_pings_nobody(program: ProgramProcesses) -> None:
    table, (ann, ben, cleo), card = await trio(program)
    page = await table.open(ann, card)
    page = await table.shape(ann, page)
    edited = program.watcher.event(
        lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == card["id"] and ben.id not in waited_for(data)
    )

    await typed(table, ben, "move", action=line(1))
    now = await asyncio.wait_for(edited, PATIENCE_SECONDS)

    assert {ann.id, cleo.id} == set(re.findall(r"<@(\d+)>", waited_for(now)))
    assert mentioned(now) == set()
    page = await table.press(ann, await table.compose(ann, page), "Ready")
    assert "you are ready" in texts(page)
    assert "Waiting for Cleo." in texts(page)
    cards, _ = await cards_and_calls(table)
    assert [message["id"] for message in cards] == [card["id"]]


async def test_a_choice_that_others_have_pending_shows_nowhere(program: ProgramProcesses) -> None:
    """The step changes on nothing hidden, or it would tell how much somebody has chosen."""
    table, (ann, _, _), card = await trio(program)
    (before,) = program.rows("SELECT step FROM tables WHERE id = ?", table.table.id)

    await table.compose(ann, await table.open(ann, card))

    assert program.rows("SELECT step FROM tables WHERE id = ?", table.table.id) == [before]
    assert program.rows("SELECT id FROM outbox WHERE table_id = ? AND done IS NULL", table.table.id) == []
    assert await table.now(card) == card


async def test_a_submission_is_reopened_until_the_round_closes(program: ProgramProcesses) -> None:
    table, (ann, ben, cleo), card = await trio(program)
    page = await table.press(ann, await table.compose(ann, await table.open(ann, card)), "Ready")
    assert "Ready" not in buttons(page)

    page = await table.press(ann, page, "Reopen")
    page = await table.press(ann, page, "Charge")
    page = await table.press(ann, page, "Take it back")
    assert "(the only kind left)" in texts(page) or "choose" in texts(page)
    page = await table.press(ann, page, "All hives")

    assert "Ready" not in buttons(page)
    assert "Done" in await typed(table, ben, "move", action=line(1))
    assert "Done" in await typed(table, cleo, "move", action=line(1))
    assert set(re.findall(r"<@(\d+)>", waited_for(await _edited(program, card, ann, only=True)))) == {ann.id}
    await table.press(ann, await table.compose(ann, page), "Ready")
    assert "round 2 of 3" in texts(await table.card_after(card))


async def _edited(program: ProgramProcesses, card: Json, person: Person, *, only: bool) -> Json:
    """Return the card once it waits for a person, for nobody else if `only`."""
    return await program.watcher.wait_for(
        card["channel_id"],
        lambda message: (
            message["id"] == card["id"]
            and person.id in waited_for(message)
            and (not only or waited_for(message).count("<@") == 1)
        ),
    )


async def test_a_page_of_a_closed_round_says_so_and_shows_what_is_asked_now(program: ProgramProcesses) -> None:
    table, people, card = await trio(program)
    page = await table.open(people[0], card)
    await round_by_typing(table, people, card, 1)
    before = program.entries(table.table.id)

    page = await table.press(people[0], page, "Charge")

    assert "That round has closed" in texts(page)
    assert list(buttons(page)) == ["Lay shapes"]
    assert program.entries(table.table.id) == before


async def test_the_host_closes_a_round_after_being_asked(program: ProgramProcesses) -> None:
    table, (ann, ben, cleo), card = await trio(program)
    assert "Done" in await typed(table, ben, "move", action="charge:ADE")
    more = await table.open(cleo, card, "More")
    assert "Close round" not in buttons(more)

    more = await table.press(ann, await table.open(ann, card, "More"), "Close round")
    assert "without waiting for you, Ben and Cleo" in texts(more)
    await table.press(ann, more, "Yes, close it")
    newer = await table.card_after(card)

    assert "The round closed without waiting for Ann, Ben and Cleo" in texts(newer)
    assert "**Charge**, round 1: 1 Tri." in texts(newer)
    assert "**Zero**, round 1: no shapes." in texts(newer)


async def test_the_clock_closes_a_round_and_others_do_not_prolong_it(program: ProgramProcesses) -> None:
    table, (ann, ben, _), card = await trio(program, clock="5 minutes")
    due = program.rows("SELECT due FROM timers WHERE table_id = ? AND kind = 'deadline'", table.table.id)
    await typed(table, ann, "move", action=line(1))
    await typed(table, ben, "move", action="charge:ADE")
    await typed(table, ann, "move", action="reopen")
    assert program.rows("SELECT due FROM timers WHERE table_id = ? AND kind = 'deadline'", table.table.id) == due

    assert await program.stop_bot() == 0
    program.rows("UPDATE timers SET due = due - ? WHERE table_id = ?", WEEK_MS, table.table.id)
    program.rows(
        "UPDATE seats SET due = due - ?, since = since - ? WHERE table_id = ?", WEEK_MS, WEEK_MS, table.table.id
    )
    await program.start_bot()
    newer = await table.card_after(card)

    assert "The round closed without waiting for Ann, Ben and Cleo" in texts(newer)
    assert "**Charge**, round 1: 2 Tris." in texts(newer)
    assert "**Zero**, round 1: 1 Line." in texts(newer)


async def test_the_host_sets_edition_garnets_notes_and_what_happens_to_the_late(program: ProgramProcesses) -> None:
    people = [await program.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await hive_mind_table(program, people, 0)
    ann = people[0]
    form = await ann.click(await table.table.set_up(), label="Game options")
    chosen = {"edition": "tempo", "garnets": "5,6,7", "notes": "off", "missing": "random"}
    await ann.submit(form, chosen)
    lobby = await table.table.lobby_with("Garnets: 5,6,7")
    assert "Edition: Tempo Up" in texts(lobby)
    assert "No note sheets" in texts(lobby)
    card = await table.start()
    assert list(buttons(card)) == ["Lay shapes", "My hints", "More"]
    page = await table.open(people[2], card)
    assert "Garnets: 7 of 7 left." in texts(page)
    assert "Notes" not in buttons(page)
    await typed(table, ann, "move", action="1:ADE")

    more = await table.press(ann, await table.open(ann, card, "More"), "Close round")
    await table.press(ann, more, "Yes, close it")
    await table.card_after(card)

    actions = [(actor, action) for actor, action in program.entries(table.table.id) if actor != "-1"]
    assert actions[0] == ("0", "1:ADE")
    assert actions[-1] == (str(HOST), "close")
    assert [actor for actor, _ in actions[:-1]] == ["0", "0", "0", "1", "1", "1", "2", "2", "2"]
    assert all(re.fullmatch(r"[123]:[A-L]{3}", action) for _, action in actions[:-1])


async def test_status_and_completion_tell_only_ones_own(program: ProgramProcesses) -> None:
    table, (ann, ben, _), _ = await trio(program)
    place = table.table.places[1]
    await typed(table, ann, "move", action="charge:ADE")
    await round_by_typing_rest(table, ann)

    status = await typed(table, ann, "hive status")
    assert "**Charge** · Tri ADE, looks at B, F, H, I" in status
    assert "choose Arc" in await typed(table, ben, "hive status")
    offered = await ann.autocomplete(place, "hive submit", "letters", hive="zero")
    kinds = {choice["name"].split()[0] for choice in offered}
    assert kinds == {"Line"}, "Tri and Arc are pending elsewhere (HM-7)"
    offered = await ben.autocomplete(place, "hive submit", "letters", hive="zero")
    assert len(offered) == 25
    assert [choice["value"] for choice in await ben.autocomplete(place, "hive submit", "hive")] == [
        "charge",
        "marcer",
        "zero",
    ]
    assert await program.watcher.autocomplete(place, "hive submit", "hive") == []


async def round_by_typing_rest(table: HiveMindDriver, person: Person) -> None:
    """Type an Arc on Marcer, so that only a Line is left."""
    assert "Still without a shape: Zero" in await typed(table, person, "hive submit", hive="Marcer", letters="lkh")


ROUND_1 = [
    ("charge:ABL", "ABL is not connected: L touches I, J and K, not A or B"),
    ("charge:AB", "A shape has three hexes"),
    ("charge:ABB", "three different hexes"),
    ("charge:ABZ", "There is no hex"),
    ("marcer:ADE", "a different kind on each hive. You have a Tri on Charge. Left for Marcer: an Arc or a Line"),
    ("nowhere:ADE", "There is no hive “nowhere”. The hives are charge, marcer, zero"),
    ("double:charge", "Double is declared in round 2"),
    ("guess:charge:123211232113", "Values are guessed in round 3"),
    ("clear:marcer", "You have no shape on Marcer"),
    ("ready", "Lay a shape on Marcer and Zero first"),
    ("reopen", "You are not ready yet"),
    ("totals:1=3", "Totals are guessed after the last round"),
    ("gift:1", "Tokens and last places are decided after the last round"),
    ("zero:CFI charge:ABL", "ABL is not connected"),
    ("what", "I don't know “what”"),
]


async def test_bad_input_in_round_1_is_explained_and_changes_nothing(program: ProgramProcesses) -> None:
    table, (ann, _, _), _ = await trio(program)
    assert "Done" in await typed(table, ann, "move", action="charge:ADE")
    before = program.entries(table.table.id)

    for action, answer in ROUND_1:
        assert answer in await typed(table, ann, "move", action=action), action
    assert "You're watching" in await typed(table, program.watcher, "move", action="charge:ADE")

    assert program.entries(table.table.id) == before


async def test_bad_input_in_round_2_is_explained_and_changes_nothing(program: ProgramProcesses) -> None:
    """Kinds that are used up, a Double too many, and a purchase beyond one's garnets, in `tempo`."""
    table, people, card = await trio(program, options="edition=tempo")
    ann = people[0]
    card = await round_by_typing(table, people, card, 1, hives="1 2 3")
    for action in ("double:1", "double:2", "block:1", "block:2", "1:HKL"):
        assert "Done" in await typed(table, ann, "move", action=action)
    before = program.entries(table.table.id)

    for action, answer in [
        ("1:ADE", "You played a Tri on Hive 1 in round 1. Left there"),
        ("double:1", "You already have Double on Hive 1"),
        ("double:3", "Double costs 2 garnets, and you have 0 left"),
        ("block:3", "Block costs 1 garnet, and you have 0 left"),
    ]:
        assert answer in await typed(table, ann, "move", action=action), action

    assert program.entries(table.table.id) == before
    page = await table.open(ann, card)
    found = {part["custom_id"].split(":")[3]: part for part in selects(page) if ":use:" in part["custom_id"]}
    assert {what: chosen(part) for what, part in found.items()} == {"double": ["1", "2"], "block": ["1", "2"]}
    assert found["double"]["max_values"] == 2, "nothing that can't be paid is offered"


async def test_a_bad_guess_is_explained_and_one_that_can_t_be_right_is_kept_with_a_warning(
    program: ProgramProcesses,
) -> None:
    table, people, card = await trio(program)
    ann = people[0]
    for turn in (1, 2):
        card = await round_by_typing(table, people, card, turn)
    page = await table.press(ann, await table.open(ann, card), "Guess Charge")
    before = program.entries(table.table.id)

    for values, answer in [
        ("1122", "twelve values, one for each hex from A to L. “1122” has 4"),
        ("1232112321134", "“1232112321134” has 13"),
        ("112231123214", "On L you wrote “4”"),
    ]:
        page = await table.fill(ann, page, "Type", {"values": values})
        assert answer in texts(page)
    assert program.entries(table.table.id) == before

    page = await table.fill(ann, page, "Type", {"values": "1111 1111 1111"})
    assert "12 ones, 0 twos, 0 threes; a hive has five 1s, four 2s and three 3s" in texts(page)
    assert program.entries(table.table.id)[-1] == ("0", "guess:charge:111111111111")
    assert "Done" in await typed(table, ann, "hive guess", hive="zero", values="1........... ")


async def test_a_total_that_is_none_is_explained(program: ProgramProcesses) -> None:
    ann = await program.person("Ann")
    table = await hive_mind_table(program, [ann], 2, seed=3, options="edition=gauntlet")
    card = await table.start()
    while "guess totals" not in waited_for(card):
        await table.submit(ann, card)
        card = await table.card_after(card)
    assert "due <t:" in waited_for(card), "a day, unless the host says otherwise (HM-18)"
    page = await table.open(ann, card)
    before = program.entries(table.table.id)

    page = await table.fill(ann, page, "Guess totals", {"1": "many"})
    assert "write a whole number" in texts(page)
    answered = table.next_private_message(ann)
    await ann.submit(await ann.click(page, label="Guess totals"), {"1": "", "2": ""})
    assert "Write at least one" in texts(await asyncio.wait_for(answered, PATIENCE_SECONDS))

    own = [entry for entry in program.entries(table.table.id) if entry[0] == "0"]
    assert own == [entry for entry in before if entry[0] == "0"]


async def test_hints_and_notes_are_ones_own(program: ProgramProcesses) -> None:
    table, people, card = await trio(program)
    ann, ben, _ = people
    assert "You have no hints yet" in texts(await table.open(ann, card, "My hints"))
    card = await round_by_typing(table, people, card, 1)

    hints = texts(await table.open(ann, card, "My hints"))
    assert re.search(r"\*\*Charge\*\* · round 1 Tri ADE: B \+ F \+ H \+ I = \*\*\d+\*\*", hints)
    notes = await table.open(ben, card, "Notes")
    assert "Possible hives, of 20,790 at the start" in texts(notes)
    assert [part for part in components(notes) if part["type"] == 12], "a picture"
    answered = table.next_private_message(program.watcher)
    await program.watcher.click(card, label="My hints")
    assert "You're watching" in texts(await asyncio.wait_for(answered, PATIENCE_SECONDS))


async def test_a_shape_is_found_by_any_hex_that_it_covers(program: ProgramProcesses) -> None:
    table, (ann, _, _), card = await trio(program)
    page = await table.press(ann, await table.open(ann, card), "Marcer")
    page = await table.press(ann, page, "Arc")
    assert [option["value"] for option in select_of(page, "over")["options"]] == list("ABCDEFGHIJKL")

    page = await table.select(ann, page, "over", "L")

    shapes = select_of(page, "shape")["options"]
    assert shapes
    assert all("L" in option["value"] and option["description"].startswith("looks at") for option in shapes)
