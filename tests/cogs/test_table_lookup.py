"""Finding the table of a slash command, autocompletion, and places where the bot may play."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.kit.errors import Question
from cogs.ui.requests.interaction_user import build_person, get_person, require_postable
from cogs.ui.requests.table_lookup import choices, find_table, table_label
from tables import lobby
from tables.open_table import NAME_LIMIT, Person
from tables.refusal import Refusal
from tables.service import TableService
from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, CHANNEL, EVE, GUILD, mover, open_lobby, start_table


def interaction(person: Any = ANN, at: int | None = CHANNEL, **more: Any) -> Any:
    """Return the part of an interaction that the lookup reads."""
    user = SimpleNamespace(id=person.id, display_name=person.name, name="ben_7")
    return SimpleNamespace(**{"user": user, "guild_id": GUILD, "channel_id": at, "channel": None, **more})


# Autocomplete


def test_every_word_that_is_typed_must_be_in_the_label_or_the_value() -> None:
    labelled = [("S1 on hex A1", "place S1 A1 0"), ("S1 on hex B2", "place S1 B2 0"), ("take the 5", "take 5")]

    def found(typed: str) -> list[str]:
        return [str(choice.value) for choice in choices(labelled, typed)]

    assert found("") == ["place S1 A1 0", "place S1 B2 0", "take 5"]
    assert found("PLACE b2") == ["place S1 B2 0"]
    assert found("the") == ["take 5"]
    assert found("s1 hex a") == ["place S1 A1 0", "place S1 B2 0"]
    assert found("s1 take") == []


@given(st.lists(st.tuples(st.text(min_size=1, max_size=130), st.text(min_size=1)), max_size=60), st.text(max_size=20))
def test_discord_takes_as_many_and_as_long_choices(labelled: list[tuple[str, str]], typed: str) -> None:
    found = choices(labelled, typed)

    assert len(found) <= 25
    assert all(1 <= len(choice.name) <= 100 for choice in found)


def test_a_name_that_is_cut_in_a_label_keeps_its_closing_mark() -> None:
    (choice,) = choices([("Monster Hex · your turn · " + ", ".join(["\u2068شهرزاد بنت الوزير\u2069"] * 6), "t")], "")

    assert choice.name.endswith("…\u2069")


@pytest.mark.parametrize(
    ("display_name", "name"),
    [
        ("𝕬𝖓𝖓", "𝕬𝖓𝖓"),
        ("ⓐⓝⓝ", "ⓐⓝⓝ"),
        ("\u2800", "ann_7"),
        ("سامي", "\u2068سامي\u2069"),
        ("ش" * 40, f"\u2068{'ش' * 32}\u2069"),
    ],
)
def test_the_user_name_replaces_only_a_display_name_without_ink(display_name: str, name: str) -> None:
    assert build_person(7, display_name, "ann_7") == Person(7, name, "ann_7")


# The table


async def test_a_command_means_the_table_where_the_person_must_move(service: TableService) -> None:
    for name in ("one", "two", "three"):
        await start_table(service, id=name)
    person, table = await mover(service, "two")
    for name in ("one", "three"):
        other, theirs = await mover(service, name)
        if other == person:
            await service.act(name, person.id, theirs.legal[0])

    assert (await find_table(service, interaction(person))).row.id == "two"
    assert table.must_act


async def test_else_the_one_where_they_sit_else_any_that_is_played(service: TableService) -> None:
    await start_table(service, id="theirs")
    await open_lobby(service, TableSettings(seats=2), id="alone", host=EVE.id)

    assert (await find_table(service, interaction(EVE))).row.id == "theirs"
    await service.change("alone", lobby.add_computer(EVE.id, "salt"))
    assert (await find_table(service, interaction(ANN))).seat == 0


async def test_at_several_tables_where_it_is_ones_turn_none_is_guessed(service: TableService) -> None:
    for number in range(3):
        await start_table(service, id=f"table{number}", guild_id=None)
    turns = [(await mover(service, f"table{number}"))[0] for number in range(3)]
    person = max(turns, key=turns.count)

    with pytest.raises(Question, match="Which one do you mean"):
        await find_table(service, interaction(person))


async def test_a_table_that_cannot_be_read_spoils_no_other(service: TableService) -> None:
    await start_table(service, id="broken")
    await start_table(service, id="whole")
    newest = (await service.load("broken")).require_begun().n
    async with service.store.write("broken") as writer:
        await writer.logs.append_entries("broken", newest, [("0", "nonsense", "", "[]")])
    # A snapshot would hide the broken log.
    async with service.store.write("broken") as writer:
        await writer.logs.save_snapshot("broken", 1, 1, b"")

    assert (await find_table(service, interaction())).row.id == "whole"


@pytest.mark.parametrize("channel", [CHANNEL, 5, None])
async def test_where_nothing_is_played_there_is_none(service: TableService, channel: int | None) -> None:
    await open_lobby(service)
    await start_table(service, id="ended")
    await service.change("ended", lobby.cancel(ANN.id))

    with pytest.raises(Refusal, match="No game is being played in this channel"):
        await find_table(service, interaction(at=channel))


async def test_a_games_own_command_means_tables_of_that_game(service: TableService) -> None:
    await start_table(service)

    with pytest.raises(Refusal):
        await find_table(service, interaction(), "another_game")
    assert (await find_table(service, interaction(), "monster_hex")).row.id


async def test_a_thread_is_as_good_as_its_channel(service: TableService) -> None:
    await start_table(service)
    async with service.store.write() as writer:
        await writer.messages.record("abcdefghjk", "thread", CHANNEL, 77, 0, 1)

    assert (await find_table(service, interaction(at=77))).row.id == "abcdefghjk"


async def test_a_table_is_named_by_its_id_or_by_its_label(service: TableService) -> None:
    """The channel has three tables, two of the same game."""
    tables = (("first", "monster_hex"), ("second", "monster_hex"), ("third", "connect_four"))
    for name, game in tables:
        await start_table(service, id=name, game=game)

    for name, _ in tables:
        for said in (name, table_label(await service.view(name, ANN.id))):
            named = interaction(ANN, namespace=SimpleNamespace(table=said))
            assert (await find_table(service, named)).row.id == name
    with pytest.raises(Refusal, match="Pick one from the list"):
        await find_table(service, interaction(ANN, namespace=SimpleNamespace(table="gone")))


# The person and the place


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \n of\tHex ", "Ann of Hex"),
        ("x" * 40, "x" * NAME_LIMIT),
        (" \n ", "ben_7"),
        ("\u2800\u115f", "ben_7"),
        ("漢字 🦊", "漢字 🦊"),
        ("سامي", "\u2068سامي\u2069"),
        ("\u202eAnn\u200b", "Ann"),
        ("نیم\u200cفاصله", "\u2068نیم\u200cفاصله\u2069"),
        ("\u3164\u200d", "ben_7"),
    ],
)
def test_a_person_is_known_by_the_name_of_this_server_in_one_line(shown: str, name: str) -> None:
    who = SimpleNamespace(id=BEN.id, name=shown)

    assert get_person(interaction(who)).name == name
    assert get_person(interaction(who)).id == BEN.id


@pytest.mark.parametrize(
    ("in_thread", "denied", "named"),
    [
        (False, ["send_messages"], ["Send Messages"]),
        (False, ["attach_files"], ["Attach Files"]),
        (False, ["view_channel", "send_messages"], ["View Channel", "Send Messages"]),
        (True, ["send_messages_in_threads"], ["Send Messages in Threads"]),
    ],
)
def test_a_channel_where_the_bot_may_not_post_is_refused_with_what_is_missing(
    in_thread: bool, denied: list[str], named: list[str]
) -> None:
    permissions = discord.Permissions.all()
    permissions.update(**dict.fromkeys(denied, False))
    channel = discord.Thread.__new__(discord.Thread) if in_thread else None

    with pytest.raises(Refusal) as caught:
        require_postable(interaction(app_permissions=permissions, channel=channel))

    assert [name for name in named if f"**{name}**" not in caught.value.text] == []


@pytest.mark.parametrize("in_thread", [False, True])
def test_what_is_not_needed_there_is_not_asked_for(in_thread: bool) -> None:
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    permissions = discord.Permissions(
        view_channel=True, attach_files=True, send_messages=True, send_messages_in_threads=True
    )
    permissions.update(**{unneeded: False})
    channel = discord.Thread.__new__(discord.Thread) if in_thread else None

    require_postable(interaction(app_permissions=permissions, channel=channel))
