"""A person's rows: which there are, and that none are left once the person is forgotten."""

import json

import msgspec
import pytest
from sqlalchemy import BigInteger, Connection, Text, select

from data.store import (
    AuditRow,
    Conflict,
    DealRow,
    FollowRow,
    HandoverRow,
    ImportRow,
    LessonRow,
    MemberRow,
    PlanRow,
    RatingEventRow,
    RatingRow,
    SandboxRow,
    SeasonActRow,
    SeasonTableRow,
    SeekerRow,
    Store,
)
from data.store.people import NOBODY, PERSON_COLUMNS, TABLE_JSON, remove_person
from data.store.schema import metadata
from tests.clock import Clock
from tests.store.store_database import in_database
from tests.store.store_rows import add_season, add_table, seat_row, table_row

PERSON, OTHER = 300_000_000_000_000_007, 300_000_000_000_000_008
LONGER = int(f"{PERSON}1")
"""A number that contains the person's id by chance."""
GUILD = 700_000_000_000_000_001
NOT_PEOPLE = {"guild_id", "channel_id", "message_id"}
TIMES = {
    *(
        "created",
        "updated",
        "ended",
        "pruned",
        "due",
        "done",
        "attempted",
        "retry",
        "expires",
        "time_left",
        "requested",
    ),
    *("shown", "begins", "ends", "remind", "bank", "bank_left", "since", "kept_from", "last_deal", "joined", "waiting"),
    *("requested", "undone", "paused_until", "last_told"),
}
NUMBERED = {
    *("handovers.id", "messages.id", "outbox.id", "timers.id", "servers.id", "audit.id", "vacations.id"),
    *("rating_events.id", "season_acts.id"),
}


def everything(connection: Connection) -> str:
    """Return all rows of all SQL tables as text."""
    return repr([connection.execute(select(table)).all() for table in metadata.sorted_tables])


def tried_by(person: int, sandbox: str = "whatif.a") -> SandboxRow:
    """Return a sandbox row of a person."""
    return SandboxRow(user_id=person, sandbox=sandbox, game="monster_hex", origin="{}", position=b"{}", created=5)


async def meet(store: Store) -> None:
    """Store two people at an open and an ended table, with every kind of row about the first one."""
    named = json.dumps({"seats": 2, "invited": [PERSON, LONGER], "rematch": [{"user": PERSON, "name": "Ann"}]})
    for name, phase in (("open", "playing"), ("over", "playing")):
        async with store.write() as writer:
            row = table_row(name, phase=phase, host=PERSON, settings=named)
            await writer.tables.create(
                row, [seat_row(0, OTHER, name="Ben", offered_to=PERSON), seat_row(1, PERSON, name="Ann")]
            )
            await writer.tables.add_handover(name, HandoverRow(3, 4, 0, PERSON, "Ann"))
            await writer.logs.append_entries(name, 0, [("1", "a1", "d1", "[]")])
            await writer.tables.put_draft(name, 1, "move", 1, "a2")
            await writer.plans.put(name, PlanRow(1, PERSON, "a3", "{}"))
            await writer.messages.put_ping(name, 1, PERSON, "turn")
            await writer.people.set_muted(name, PERSON, muted=True)
            await writer.people.put_note(name, PERSON, "keep the wolf")
            await writer.people.put_follow(FollowRow(table_id=name, user_id=PERSON))
            why = f"<@{PERSON}> again, not {LONGER}"
            await writer.servers.add_audit(
                AuditRow(guild_id=GUILD, table_id=name, actor=OTHER, act="remove", user_id=PERSON, reason=why)
            )
            said = json.dumps({"to": PERSON, "by": OTHER, "holder": "Ann"})
            await writer.outbox.mark_done([await writer.outbox.queue("offer", name, 1, said)])
            await writer.outbox.queue("offer", name, 1, said)
            await writer.outbox.queue("lobby", name, 1, json.dumps({"ping": [PERSON, OTHER]}))
            await writer.outbox.queue("lobby", name, 1, json.dumps({"ping": [LONGER]}))
    async with store.write("over") as writer:
        await writer.tables.update("over", 0, phase="finished", ended=writer.now)
        await writer.people.put_user(PERSON, "Ann", "{}")
        await writer.people.put_user(OTHER, "Ben", "{}")
        await writer.people.put_import(ImportRow("brought", PERSON, "monster_hex", 1, 5), "digest", b"a record")
        await writer.people.put_lesson(LessonRow(PERSON, "monster_hex", "overwhelm", page=1))
        await writer.people.put_sandbox(tried_by(PERSON))
        await writer.people.add_vacation(PERSON, 1, 2)
        await writer.seekers.put(SeekerRow(guild_id=GUILD, user_id=PERSON, games='["monster_hex"]'))
        await writer.servers.add_audit(AuditRow(guild_id=GUILD, actor=PERSON, act="block", user_id=OTHER))
        await writer.servers.add_block(GUILD, PERSON)


async def forget(store: Store) -> None:
    async with store.read() as reader:
        named = await reader.people.tables_of_person(PERSON)
    for table_id in named:
        async with store.write(table_id) as writer:
            await writer.people.forget_at_table(table_id, PERSON, {0: "Player 1", 1: "Player 2"})
    async with store.write() as writer:
        await writer.people.forget_person(PERSON)


def test_every_column_that_may_hold_a_persons_id_is_declared() -> None:
    """Rows in an undeclared column would remain when a person is forgotten."""
    declared = {f"{one.column.table.name}.{one.column.name}" for one in PERSON_COLUMNS}
    numbers = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger) and column.name not in NOT_PEOPLE | TIMES
    }

    assert numbers - NUMBERED == declared


def test_every_text_of_a_table_is_declared_to_name_people_or_not() -> None:
    plain = {"id", "game", "phase", "options", "commitment", "salts", "rematch_of", "idle", "moderation"}
    texts = {column.name for column in metadata.tables["tables"].columns if isinstance(column.type, Text)}

    assert texts - plain == {column.name for column in TABLE_JSON}


async def test_whoever_is_forgotten_is_nowhere_any_more(store: Store, url: str) -> None:
    """Forgetting is idempotent, and other people's rows stay unchanged."""
    await meet(store)
    assert await in_database(url, lambda connection: everything(connection).count(str(PERSON))) > 20

    await forget(store)
    once = await in_database(url, everything)
    await forget(store)

    assert await in_database(url, everything) == once
    left = once.replace(str(LONGER), "")
    # The server's block of the person remains.
    assert left.count(str(PERSON)) == 1
    async with store.read() as reader:
        assert [block.user_id for block in await reader.servers.blocks(GUILD, 5)] == [PERSON]
        assert (await reader.servers.audit_of_table("over", 1))[0].reason == f"somebody again, not {LONGER}"
    assert "Ann" not in left
    assert left.count(str(OTHER)) == 2 + 1 + 2 + 3
    async with store.read() as reader:
        for name in ("open", "over"):
            row, seats = await reader.tables.get(name), await reader.tables.seats(name)
            assert row is not None
            assert (row.host, [seat.user_id for seat in seats]) == (NOBODY, [OTHER, None])
            assert [seat.name for seat in seats] == ["Ben", "Player 2"]
            assert json.loads(row.settings)["invited"] == [LONGER]
            assert [one.name for one in await reader.tables.handovers(name, 0)] == ["Player 1"]
            assert [entry.action for entry in await reader.logs.entries(name)] == ["a1"]
            waiting = [json.loads(row.payload)["ping"] for row in await reader.outbox.pending_of_table(name, "lobby")]
            assert waiting == [[OTHER], [LONGER]]
            assert await reader.outbox.pending_of_table(name, "offer") == ()
        assert await reader.people.imports_of_user(PERSON) == ()
        assert await reader.people.sandbox_of_user(PERSON) is None
        assert await reader.people.lessons_of(PERSON) == ()


async def test_a_person_gets_what_is_theirs_and_nothing_secret(store: Store) -> None:
    await meet(store)

    async with store.read() as reader:
        found = await reader.people.personal_rows(PERSON)

    assert {name: len(rows) for name, rows in found.items()} == {
        "users.id": 1,
        "imports.user_id": 1,
        "lesson_progress.user_id": 1,
        "sandboxes.user_id": 1,
        "seekers.user_id": 1,
        "deletions.user_id": 0,
        "tables.host": 2,
        "seats.user_id": 2,
        "seats.offered_to": 2,
        "seats.offered_by": 0,
        "handovers.user_id": 2,
        "pings.user_id": 2,
        "plans.user_id": 2,
        "mutes.user_id": 2,
        "notes.user_id": 2,
        "follows.user_id": 2,
        "vacations.user_id": 1,
        "audit.actor": 1,
        "leagues.organiser": 0,
        "members.user_id": 0,
        "ratings.user_id": 0,
        "season_acts.actor": 0,
        "audit.user_id": 2,
        "blocks.user_id": 1,
        "drafts": 1,
        "outbox": 6,
        "tables.settings": 2,
    }
    written = json.dumps(found)
    assert not any(secret in written for secret in ("seed", "d1", str(OTHER), "digest"))


@pytest.mark.parametrize(
    ("text", "left", "is_about"),
    [
        ('{"ping":[7,8]}', '{"ping":[8]}', False),
        ('{"to":7}', '{"to":0}', True),
        ('{"users":{"7":1,"8":2}}', '{"users":{"8":2}}', False),
        ('{"user":7,"name":"Ann"}', '{"user":0,"name":""}', True),
        ('{"on":true,"count":17}', None, False),
        ('["7","x"]', '["x"]', False),
    ],
)
def test_json_without_a_person(text: str, left: str | None, is_about: bool) -> None:
    assert remove_person(text, 7) == (left or text, left is not None, is_about)


async def test_a_wish_to_be_forgotten_outlives_the_program(store: Store) -> None:
    async with store.write() as writer:
        await writer.people.request_deletion(PERSON)
        await writer.people.request_deletion(PERSON)

    async with store.read() as reader:
        assert await reader.people.pending_deletions() == (PERSON,)
    await forget(store)
    async with store.read() as reader:
        assert await reader.people.pending_deletions() == ()


async def test_a_record_is_kept_for_its_importer_and_goes_in_time(store: Store, clock: Clock) -> None:
    first, later = (ImportRow(name, PERSON, "monster_hex", 1, created) for name, created in (("a", 5), ("b", 6)))
    async with store.write() as writer:
        await writer.people.put_import(first, "one", b"a record")
        await writer.people.put_import(later, "two", b"another")
    with pytest.raises(Conflict):
        async with store.write() as writer:
            await writer.people.put_import(ImportRow("c", PERSON, "monster_hex", 1, 7), "two", b"another")

    async with store.write() as writer:
        assert await writer.people.imports_of_user(PERSON) == (later, first)
        assert await writer.people.imports_of_user(OTHER) == ()
        assert await writer.people.import_with(PERSON, "two") == later
        assert await writer.people.import_with(OTHER, "two") is None
        assert await writer.people.find_import("a") == (first, b"a record")
        assert await writer.people.prune_imports(6) == 1
        assert await writer.people.find_import("a") is None
        await writer.people.delete_import("b")
        await writer.people.delete_import("b")
        assert await writer.people.imports_of_user(PERSON) == ()


async def test_nobody_is_named_by_nobodys_tables(store: Store) -> None:
    await add_table(store)

    async with store.read() as reader:
        assert await reader.people.tables_of_person(PERSON) == ()


async def test_in_a_league_results_stay_as_those_of_a_former_player(store: Store, url: str) -> None:
    """Other people's standings and ratings depend on the results."""
    await meet(store)
    people = json.dumps([OTHER, PERSON])
    async with store.write() as writer:
        await add_season(writer, "s", GUILD, PERSON)
        for user, name in ((PERSON, "Ann"), (OTHER, "Ben")):
            await writer.leagues.put_member(
                MemberRow(season_id="s", user_id=user, name=name, cap=1, joined=1, waiting=1)
            )
            await writer.leagues.put_rating(RatingRow(guild_id=GUILD, game="", user_id=user, mu=25, sigma=8, tables=1))
        result = json.dumps({"places": {str(PERSON): 1, str(OTHER): 2}})
        await writer.leagues.put_season_table(
            SeasonTableRow(table_id="over", season_id="s", deal=1, n=0, people=people, result=result)
        )
        await writer.leagues.add_rating_event(
            RatingEventRow(guild_id=GUILD, game="", table_id="over", people=people, places="[1, 2]")
        )
        for number in (1, 2):
            made_from = json.dumps({"people": [PERSON, OTHER] if number == 1 else [OTHER], "pool": [0]})
            await writer.leagues.add_deal(DealRow(season_id="s", number=number, made_from=made_from))
        await writer.leagues.add_season_act(
            SeasonActRow(season_id="s", actor=PERSON, act="hold", why=f"<@{PERSON}> asked")
        )

    await forget(store)

    async with store.read() as reader:
        (table,) = await reader.leagues.season_tables("s")
        assert (table.people, table.result) == (f"[{OTHER},-1]", f'{{"places":{{"-1":1,"{OTHER}":2}}}}')
        assert {member.user_id: member.name for member in await reader.leagues.members("s")} == {
            -1: "Former player 1",
            OTHER: "Ben",
        }
        assert {rating.user_id for rating in await reader.leagues.ratings(GUILD, "")} == {-1, OTHER}
        assert [json.loads(deal.made_from)["people"] for deal in await reader.leagues.deals("s")] == [
            [-1, OTHER],
            [OTHER],
        ]
        assert await reader.leagues.lowest_person() == -1
    # The server's block of the person remains.
    assert (await in_database(url, everything)).replace(str(LONGER), "").count(str(PERSON)) == 1


async def test_how_far_somebody_is_in_a_lesson_is_known_again_the_last_one_opened_first(
    store: Store, clock: Clock
) -> None:
    begun = LessonRow(PERSON, "monster_hex", "overwhelm", page=1, wrong=2, drafts='{"move":"a1"}')
    for row in (begun, LessonRow(PERSON, "hive_mind", "block", page=3, done=5), LessonRow(OTHER, "hive_mind", "block")):
        clock.now += 1
        async with store.write() as writer:
            await writer.people.put_lesson(row)
            await writer.people.put_lesson(row)

    async with store.read() as reader:
        found = await reader.people.lessons_of(PERSON)
        assert [(row.lesson, row.page, row.done) for row in found] == [("block", 3, 5), ("overwhelm", 1, None)]
        assert await reader.people.read_lesson_progress(PERSON, "monster_hex", "overwhelm") == msgspec.structs.replace(
            begun, updated=found[1].updated
        )
        assert await reader.people.read_lesson_progress(PERSON, "monster_hex", "block") is None


async def test_a_person_tries_out_one_thing_which_goes_when_it_rests(store: Store, clock: Clock) -> None:
    for sandbox in ("whatif.a", "whatif.b"):
        clock.now += 1
        async with store.write() as writer:
            await writer.people.put_sandbox(tried_by(PERSON, sandbox))
            await writer.people.put_sandbox(tried_by(OTHER))
    now = clock.now

    async with store.write() as writer:
        kept = msgspec.structs.replace(tried_by(PERSON, "whatif.b"), updated=now)
        assert await writer.people.sandbox_of_user(PERSON) == kept
        assert await writer.people.prune_sandboxes(now) == 0
        assert await writer.people.prune_sandboxes(now + 1) == 2
        assert await writer.people.sandbox_of_user(PERSON) is None


async def test_a_former_name_is_replaced_where_games_go_on(store: Store) -> None:
    async with store.write() as writer:
        for name, changes in {
            "here": {"phase": "playing"},
            "there": {"guild_id": 21},
            "direct": {"guild_id": None},
            "over": {"phase": "finished"},
        }.items():
            await writer.tables.create(
                table_row(name, **changes), [seat_row(0, OTHER), seat_row(1, PERSON, name="Ann")]
            )
        for season, server in (("league", 20), ("ended", 20), ("elsewhere", 21)):
            await add_season(writer, season, server)
            member = MemberRow(season_id=season, user_id=PERSON, name="Ann", cap=1, joined=1, waiting=1)
            await writer.leagues.put_member(member)
        await writer.leagues.update_season("ended", 1, state="final")
        await writer.tables.add_handover("here", HandoverRow(3, 4, 1, PERSON, "Ann", "late"))
        said = [await writer.outbox.queue("call", "here", 1, json.dumps({"by": name})) for name in ("Ann", "Seat 0")]

    async def outdated(guild: int | None, *names: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        async with store.read() as reader:
            return (
                await reader.tables.list_with_old_name(PERSON, guild, names),
                await reader.leagues.list_with_old_name(PERSON, guild, names),
            )

    assert await outdated(20, "Anna", "Anna (ann)") == (("here",), ("league",))
    assert await outdated(None, "Anna", "Anna (ann)") == (("direct",), ())
    assert await outdated(20, "Ann (ann)", "Ann") == ((), ())
    async with store.write("here") as writer:
        await writer.people.rename_at_table("here", PERSON, {0: "Anna", 1: "Anna"})
    async with store.read() as reader:
        assert [seat.name for seat in await reader.tables.seats("here")] == ["Seat 0", "Anna"]
        assert [row.name for row in await reader.tables.handovers("here", 0)] == ["Anna"]
        rows = [await reader.outbox.get(row) for row in said]
    assert [json.loads(row.payload)["by"] for row in rows if row] == ["Anna", "Seat 0"]
