"""Bad input is answered privately, in exact words, and changes nothing."""

from collections.abc import Awaitable, Callable

import pytest

from engine.monster_hex.content import TILES
from tests.playground_driver import DriverError, Json, Person, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import EPHEMERAL, TableDriver, buttons, mentioned, open_table, table_of, tiles

NAMES = {tile.id: tile.name for tile in TILES}
MOST_CHOICES = 25

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def answer_text(person: Person, interaction: Json) -> str:
    """Return what a person is told, which nobody else sees."""
    message = await person.answer(interaction)
    assert message["flags"] & EPHEMERAL
    return texts(message)


async def started(program: ProgramProcesses, *names: str) -> tuple[TableDriver, Json, Person, Person]:
    """Return a table, its first card, who must act and who acts next."""
    people = [await program.person(name) for name in names or ("Ann", "Ben")]
    table = await table_of(program, people)
    card = await table.start()
    first = table.who(card)
    return table, card, first, next(person for person in people if person is not first)


async def unchanged(program: ProgramProcesses, table: TableDriver, attempt: Callable[[], Awaitable[None]]) -> None:
    """Whatever is attempted, the table stays as it is."""
    columns = "SELECT step, phase, options, settings FROM tables WHERE id = ?"
    before = program.rows(columns, table.id), program.entries(table.id)
    await attempt()
    assert (program.rows(columns, table.id), program.entries(table.id)) == before


def hand_in(draft: Json) -> list[str]:
    """Return the tiles that the first page offers, playable or not."""
    return list(tiles(draft).values())


# At a table


async def test_not_your_turn(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)

    async def attempt() -> None:
        page = await other.answer(await other.click(card, label="Place a tile"))
        assert f"It's {first.user['global_name']}'s turn." in texts(page)
        assert "Confirm" not in buttons(page)
        move = await other.slash(card["channel_id"], "move", action="place S1 D1 0")
        assert f"It's {first.user['global_name']}'s turn." in await answer_text(other, move)

    await unchanged(program, table, attempt)


async def test_not_at_this_table(program: ProgramProcesses) -> None:
    table, card, _, _ = await started(program)
    stranger = await program.person("Sam")

    async def attempt() -> None:
        for label in ("Place a tile", "My hand"):
            text = await answer_text(stranger, await stranger.click(card, label=label))
            assert f"*{label}* is for the players of this table. You're watching." in text
        move = await stranger.slash(card["channel_id"], "move", action="place S1 D1 0")
        assert "You're watching" in await answer_text(stranger, move)
        assert "Resign" not in buttons(await stranger.answer(await stranger.click(card, label="More")))

    await unchanged(program, table, attempt)


async def test_another_persons_draft_cannot_be_pressed(program: ProgramProcesses) -> None:
    table, card, _, other = await started(program)
    _, draft = await table.draft(card)

    async def attempt() -> None:
        with pytest.raises(DriverError):
            await other.click(draft, next(iter(buttons(draft).values()))["custom_id"])

    await unchanged(program, table, attempt)


async def test_a_tile_that_is_not_in_the_hand(program: ProgramProcesses) -> None:
    table, card, first, _ = await started(program)
    _, draft = await table.draft(card)
    hand = hand_in(draft)
    missing = next(tile for tile in ("S1", "A1", "A2", "B1") if tile not in hand)

    async def attempt() -> None:
        text = await answer_text(first, await first.slash(card["channel_id"], "move", action=f"place {missing} D1 0"))
        assert f"The {NAMES[missing]} isn't in your hand. You have the {NAMES[hand[0]]}" in text

    await unchanged(program, table, attempt)


async def test_an_occupied_and_an_unknown_hex_and_a_stone(program: ProgramProcesses) -> None:
    table, card, _, _ = await started(program)
    async for _ in table.turn(card):
        pass
    _, _, occupied, _ = table.confirmed[0].split()
    card = await table.next_card(card)
    person, draft = await table.draft(card)
    tile = hand_in(draft)[0]

    async def attempt() -> None:
        place = card["channel_id"]
        text = await answer_text(person, await person.slash(place, "move", action=f"place {tile} {occupied} 0"))
        assert f"{occupied} already holds" in text
        assert "fit" in text
        text = await answer_text(person, await person.slash(place, "move", action=f"place {tile} Z9 0"))
        assert "There is no hex" in text
        assert "the hexes go from B1 to F4" in text
        text = await answer_text(person, await person.slash(place, "move", action=f"place {tile} C2 0"))
        assert "C2 is the Demon King, and tiles go around it" in text

    await unchanged(program, table, attempt)


async def partly_fitting(person: Person, card: Json) -> tuple[str, str, list[int]] | None:
    """Return a tile and a hex where it fits in some rotations and not in others, with those in which it fits."""
    offered = await person.autocomplete(card["channel_id"], "move", "action", action="rotation")
    found: dict[tuple[str, str], list[int]] = {}
    for action, *words in (choice["value"].split() for choice in offered):
        if action == "place":
            found.setdefault((words[0], words[1]), []).append(int(words[2]))
    if len(offered) == MOST_CHOICES:
        # Of the last one some may be missing.
        found.popitem()
    return next(((*place, turns) for place, turns in found.items() if len(turns) < 6), None)


async def test_a_rotation_that_matches_nothing_names_the_edges_and_rotations_that_fit(
    program: ProgramProcesses,
) -> None:
    table, card, _, _ = await started(program)
    async for _ in table.turn(card):
        pass
    card = await table.next_card(card)
    while (found := await partly_fitting(table.who(card), card)) is None:
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)
    person, (tile, label, right) = table.who(card), found
    wrong = next(turn for turn in range(6) if turn not in right)

    async def attempt() -> None:
        action = f"place {tile} {label} {wrong}"
        text = await answer_text(person, await person.slash(card["channel_id"], "move", action=action))
        assert f"On {label} the {NAMES[tile]} fits with rotation " in text
        assert f", not {wrong}. It needs a " in text
        assert any(f" on {edge}" in text for edge in ("E", "SE", "SW", "W", "NW", "NE"))
        assert all(str(turn) in text.split("rotation ")[1].split(", not")[0] for turn in right)

    await unchanged(program, table, attempt)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("jump S1 D1 0", "I don't know that move. Pick one from the list"),
        ("place", "A tile is missing"),
        ("place Q7 D1 0", "There is no tile “Q7”"),
        ("place S1 D1 9", "“9” is not a rotation from 0 to 5"),
        ("place S1 D1 0 please", "“please” is one word too many"),
        ("\u0000 <@1> `x`", "I don't know that move."),
        ("place " + "x" * 400, "There is no tile"),
    ],
)
async def test_malformed_notation_says_where(program: ProgramProcesses, typed: str, said: str) -> None:
    table, card, first, _ = await started(program)

    async def attempt() -> None:
        message = await first.answer(await first.slash(card["channel_id"], "move", action=typed))
        assert said in texts(message)
        assert mentioned(message) == set()
        assert len(texts(message)) < 400

    await unchanged(program, table, attempt)


async def test_a_stale_button_shows_the_present_picture_and_the_way_on(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)
    _, draft = await table.draft(card)
    choices = await first.autocomplete(card["channel_id"], "move", "action", action="rotation")
    await table.typed(first, card["channel_id"], choices[0]["value"])
    await table.next_card(card)

    async def attempt() -> None:
        await first.click(draft, next(iter(buttons(draft).values()))["custom_id"])
        stale = await table.page(first, draft, "The board has moved on")
        assert stale["flags"] & EPHEMERAL
        assert "round 1 of 9" in pictures(stale)[0]["description"]
        assert "Place a tile" not in buttons(stale), f"it is the turn of {other.user['global_name']}"

    await unchanged(program, table, attempt)


async def test_a_place_without_a_table(program: ProgramProcesses) -> None:
    ann, channel = await program.person("Ann"), await program.channel()

    for command, options in (("hand", {}), ("move", {"action": "place S1 D1 0"})):
        text = await answer_text(ann, await ann.slash(channel, command, **options))
        assert "No game is being played in this channel" in text
    assert await ann.autocomplete(channel, "move", "action") == []
    assert await ann.autocomplete(channel, "monster place", "tile", hex="", rotation="") == []


async def test_commands_before_the_start_say_so(program: ProgramProcesses) -> None:
    ann, channel = await program.person("Ann"), await program.channel()
    await open_table(program, ann, channel)

    assert "No game is being played in this channel" in await answer_text(ann, await ann.slash(channel, "hand"))


# Ended tables


async def test_buttons_of_a_closed_lobby(program: ProgramProcesses) -> None:
    ann, ben, channel = await program.person("Ann"), await program.person("Ben"), await program.channel()
    table = await open_table(program, ann, channel)
    set_up = await table.set_up()
    form = await ann.click(set_up, label="Table options")
    await ann.click(set_up, label="Close table")
    await ann.wait_for(channel, lambda message: message["id"] == table.lobby["id"] and not buttons(message))

    async def attempt() -> None:
        assert "This game was ended" in await answer_text(ann, await ann.submit(form, {"seats": ["3"]}))
        with pytest.raises(DriverError):
            await ben.click(table.lobby, label="Join")

    await unchanged(program, table, attempt)
    assert "The table was closed" in texts(await ann.message(table.lobby))


async def test_buttons_of_a_cancelled_game(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)
    _, draft = await table.draft(card)
    more = await other.answer(await other.click(card, label="More"))
    over = await table.ended_by_host(card)

    async def attempt() -> None:
        ended = "This game was ended before its time."
        assert ended in await answer_text(
            first, await first.click(draft, next(iter(buttons(draft).values()))["custom_id"])
        )
        assert ended in await answer_text(other, await other.click(more, label="Resign"))
        assert "No game is being played" in await answer_text(first, await first.slash(card["channel_id"], "hand"))

    await unchanged(program, table, attempt)
    assert "The host ended this game" in texts(over)
    assert mentioned(over) == set()


async def test_buttons_of_a_finished_game(program: ProgramProcesses) -> None:
    table, card, first, other = await started(program)
    _, draft = await table.draft(card)
    more = await other.answer(await other.click(card, label="More"))
    over = await table.resigned(card, other)

    async def attempt() -> None:
        pressed = await first.click(draft, next(iter(buttons(draft).values()))["custom_id"])
        assert "This game is over." in await answer_text(first, pressed)
        assert "This game is over." in await answer_text(other, await other.click(more, label="Resign"))

    await unchanged(program, table, attempt)
    assert f"**{first.user['global_name']}** wins" in texts(over)


# The lobby


async def test_a_full_lobby(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])
    cleo = await program.person("Cleo")

    async def attempt() -> None:
        assert "All 2 seats are taken" in await answer_text(cleo, await cleo.click(table.lobby, label="Join"))

    await unchanged(program, table, attempt)


async def test_only_the_host_has_the_hosts_buttons(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])
    ben = table.people[1]

    async def attempt() -> None:
        assert "Only the host can start" in await answer_text(ben, await ben.click(table.lobby, label="Start"))
        assert list(buttons(await table.set_up(ben))) == ["Seats", "Fairness"]

    await unchanged(program, table, attempt)


async def test_joining_twice_leaving_unseated_and_starting_too_early(program: ProgramProcesses) -> None:
    ann, ben, channel = await program.person("Ann"), await program.person("Ben"), await program.channel()
    table = await open_table(program, ann, channel, seats=3)
    await table.join(await program.person("Cam"))

    async def attempt() -> None:
        assert "You already have a seat" in await answer_text(ann, await ann.click(table.lobby, label="Join"))
        assert "As the host you keep the table open" in await answer_text(
            ann, await ann.click(table.lobby, label="Leave")
        )
        assert "You have no seat" in await answer_text(ben, await ben.click(table.lobby, label="Leave"))
        assert "Start" not in buttons(table.lobby)

    await unchanged(program, table, attempt)


async def test_a_faction_that_is_taken(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])
    ann, ben = table.people
    await ann.select(table.lobby, "Red")
    await table.lobby_with("**Ann** · host, Red")

    async def attempt() -> None:
        assert "Red is taken by Ann" in await answer_text(ben, await ben.select(table.lobby, "Red"))

    await unchanged(program, table, attempt)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seats": 5}, "Monster Hex is for 1 to 4 players"),
        ({"options": "board=7"}, "2 seats play on board 2"),
        ({"options": "boards=2"}, "Monster Hex has no option “boards”"),
        ({"options": "factions=red,red"}, "The faction red is chosen twice"),
        ({"options": "factions=red,pink"}, "There is no faction “pink”"),
        ({"options": "abilities=perhaps"}, "The option abilities is true or false"),
        ({"options": "<@1> **bold**"}, "I can't read the option"),
    ],
)
async def test_options_out_of_range(program: ProgramProcesses, options: Json, said: str) -> None:
    ann, channel = await program.person("Ann"), await program.channel()

    message = await ann.answer(await ann.slash(channel, "play", game="monster_hex", **options))

    assert message["flags"] & EPHEMERAL
    assert said in texts(message)
    assert mentioned(message) == set()
    assert program.rows("SELECT id FROM tables WHERE channel_id = ?", int(channel)) == []


@pytest.mark.parametrize("options", [{"seats": 9}, {"seats": 0}, {"clock": "7 minutes"}, {"options": "x" * 501}])
async def test_what_the_client_itself_does_not_send(program: ProgramProcesses, options: Json) -> None:
    ann, channel = await program.person("Ann"), await program.channel()

    with pytest.raises(DriverError, match="400"):
        await ann.slash(channel, "play", game="monster_hex", **options)


async def test_fewer_seats_than_people(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person(name) for name in ("Ann", "Ben", "Cleo")])

    async def attempt() -> None:
        form = await table.host.click(await table.set_up(), label="Table options")
        text = await answer_text(table.host, await table.host.submit(form, {"seats": ["2"]}))
        assert "3 seats are taken already" in text

    await unchanged(program, table, attempt)


async def test_too_many_tables_in_a_channel(program: ProgramProcesses) -> None:
    ann, channel = await program.person("Ann"), await program.channel()
    for _ in range(3):
        await open_table(program, ann, channel)

    text = await answer_text(ann, await ann.slash(channel, "play", game="monster_hex"))

    assert "This channel has 3 open tables already" in text


# Names


@pytest.mark.parametrize(
    "name", ["**Max** _x_", "@everyone", "<@&1> <#2>", "`a` ||b||", "# Big > [x](http://x.example)"]
)
async def test_names_are_escaped_and_ping_nobody(program: ProgramProcesses, name: str) -> None:
    person, ben = await program.person(name), await program.person("Ben")
    table = await open_table(program, person, await program.channel())
    await table.join(ben)
    card = await table.start()

    assert mentioned(table.lobby) == set()
    assert not card["mention_everyone"]
    assert mentioned(card) == {table.who(card).id}
    for message in (table.lobby, card):
        lines = [line for line in texts(message).splitlines() if "Ben" in line]
        assert lines
        assert not any(name in line for line in lines)
    over = await table.resigned(card, ben)
    assert not over["mention_everyone"]
    assert mentioned(over) == set()
    assert f"**{name}**" not in texts(over)
