"""The frequent queries (at every press, card or dispatcher tick), and a database large enough to reveal full scans.

The query plan tests and `python -m benchmarks store` use them.
"""

from collections.abc import Awaitable, Callable, Mapping

from sqlalchemy import Connection, text

from data.store import FollowRow, LessonRow, MessageRow, PlanRow, SandboxRow, SeekerRow, Writer

NOW = 1_000_000
BEFORE = 100_000
"""Rows from before this time have been pruned."""
DELIVERED = BEFORE + 1
NEWEST = 1_000_000
"""The approximate number of the newest entry."""
OPEN, ACTIVE_GAME = "phase IN ('lobby', 'playing')", "open 1"
HOST, GUILD, CHANNEL, THREAD = 1, 20, 30, 90_000

_COUNT = "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < :count)"
_TABLE = (
    "INSERT INTO tables (id, game, rules_version, phase, host, guild_id, channel_id, step, options, settings, "
    "server_seed, commitment, created, updated, ended, kept_from)"
)
# One ended table in fifty, and four open ones, belong to the queried host, channel, server and player.
_ENDED_TABLES = (
    f"{_COUNT} {_TABLE} SELECT CASE WHEN i % 2 = 0 THEN 'ended ' ELSE 'over ' END || i, "
    f"'monster_hex', 1, 'finished', {HOST} + i % 50, {GUILD} + i % 50, "
    f"{CHANNEL} + i % 50, 9, '{{}}', '{{}}', 'seed', 'c0ffee', i, i, {DELIVERED}, {DELIVERED} FROM numbers"
)
_OPEN_TABLES = (
    f"{_COUNT} {_TABLE} SELECT 'open ' || i, 'monster_hex', 1, 'playing', {HOST} + i / 5, {GUILD} + i / 5, "
    f"{CHANNEL} + i / 5, 9, '{{}}', '{{}}', 'seed', 'c0ffee', i, i, NULL, NULL FROM numbers"
)
_SEATS = (
    "INSERT INTO seats (table_id, seat, user_id, name, salt, choices, state, open, place) "
    f"SELECT id, 0, host, 'Ann', '', '{{}}', 'active', "
    f"CASE WHEN {OPEN} THEN 1 ELSE 0 END, 1 FROM tables"
)
_SNAPSHOTS = "INSERT INTO snapshots (table_id, n, step, state) SELECT id, 9, 9, 'state' FROM tables"
_TIMERS = (
    f"INSERT INTO timers (table_id, kind, step, due) SELECT id, 'deadline', 9, {NOW} + created FROM tables WHERE {OPEN}"
)
_DRAFTS = (
    "INSERT INTO drafts (table_id, seat, name, turn, content, updated) "
    f"SELECT id, 0, 'move', 9, 'a1', 9 FROM tables WHERE {OPEN}"
)
_PLANS = (
    "INSERT INTO plans (table_id, seat, user_id, action, condition, created) "
    f"SELECT id, 0, host, 'a1', '{{}}', 9 FROM tables WHERE {OPEN}"
)
_ENTRIES = (
    f"{_COUNT} INSERT INTO entries (table_id, n, actor, action, digest, created) "
    f"SELECT 'open ' || (1 + i % 50), {NEWEST} - i, '0', 'a1', 'd1', 9 FROM numbers"
)
_MESSAGES = "INSERT INTO messages (table_id, kind, channel_id, message_id, n, step, created)"
_CARDS = f"{_COUNT} {_MESSAGES} SELECT 'open ' || (1 + i % 5), 'card', {THREAD}, 10000 + i, i, i, 9 FROM numbers"
_LAST_CARDS = f"{_MESSAGES} SELECT id, 'card', channel_id, 1, 9, 9, 9 FROM tables WHERE ended IS NOT NULL"
_THREADS = f"{_MESSAGES} SELECT id, 'thread', channel_id, {THREAD} + created, 0, 1, 9 FROM tables WHERE {OPEN}"
_OUTBOX = "INSERT INTO outbox (table_id, kind, step, payload, created, due, attempts, done)"
_DELIVERED = f"{_COUNT} {_OUTBOX} SELECT 'open ' || (1 + i % 50), 'card', i, '{{}}', i, i, 0, {DELIVERED} FROM numbers"
_PENDING = f"{_OUTBOX} SELECT id, 'card', 9, '{{}}', 9, {NOW} + created, 0, NULL FROM tables WHERE {OPEN} AND host < 5"
# The benchmark gets 500 pings per table, as in a very long game.
_PINGS = (
    f"{_COUNT} INSERT INTO pings (table_id, turn, user_id, reason, created) "
    "SELECT 'open ' || (1 + i % 200), i, i % 7, 'turn', i FROM numbers"
)
_MUTES = "INSERT INTO mutes (table_id, user_id) SELECT id, host FROM tables"
_NOTES = "INSERT INTO notes (table_id, user_id, content) SELECT id, host, 'keep the wolf' FROM tables"
_FOLLOWS = "INSERT INTO follows (table_id, user_id, each_turn, step) SELECT id, 7, 1, 9 FROM tables"
_VACATIONS = f"{_COUNT} INSERT INTO vacations (user_id, begins, ends, created) SELECT i, i, i + 1, i FROM numbers"
_USERS = f"{_COUNT} INSERT INTO users (id, name, settings, created, updated) SELECT i, 'Ann', '{{}}', i, i FROM numbers"
# At least ten acts per server, one act at each of 200 open tables, and at least 25 blocked people on 200 servers.
_AUDIT = (
    f"{_COUNT} INSERT INTO audit (guild_id, table_id, actor, act, user_id, created) "
    f"SELECT {GUILD} + i % 500, CASE WHEN i <= 200 THEN 'open ' || i END, 1, 'lock', i, i FROM numbers"
)
_BLOCKS = f"{_COUNT} INSERT INTO blocks (guild_id, user_id, created) SELECT {GUILD} + i % 200, i, i FROM numbers"
_IMPORTS = (
    f"{_COUNT} INSERT INTO imports (id, user_id, game, n, digest, content, created) "
    f"SELECT 'import ' || i, i / 10, 'monster_hex', 9, 'd' || i, '', {BEFORE} + i FROM numbers"
)
# Fifty rows per person.
_LESSONS = (
    f"{_COUNT} INSERT INTO lesson_progress (user_id, game, lesson, page, wrong, drafts, updated) "
    "SELECT i / 50, 'monster_hex', 'lesson ' || i, 0, 0, '{}', i FROM numbers"
)
_SANDBOXES = (
    f"{_COUNT} INSERT INTO sandboxes "
    "(user_id, sandbox, game, origin, position, moves, drafts, step, turn, told, seat, chooses, created, updated) "
    f"SELECT i, 's' || i, 'monster_hex', '{{}}', '', '[]', '{{}}', 1, 1, 0, 0, 0, i, {BEFORE} + i FROM numbers"
)
# At least twenty-five people on each of 200 servers.
_SEEKERS = (
    f"{_COUNT} INSERT INTO seekers (guild_id, user_id, games, daily, direct, paused_until, told, last_told) "
    f"SELECT {GUILD} + i % 200, i, '[\"monster_hex\"]', 0, 1, 0, '[]', i FROM numbers"
)
# Forty rows per table that has any: more than a game ever has.
_HANDOVERS = (
    f"{_COUNT} INSERT INTO handovers (table_id, n, step, seat, name, created) "
    "SELECT 'open ' || (1 + i % (:count / 40)), i, i, 0, 'Ann', i FROM numbers"
)
_ANALYZE = (
    *("users", "audit", "blocks", "imports", "lesson_progress", "sandboxes", "seekers", "handovers"),
    *("pings", "mutes", "notes", "follows", "vacations", "tables", "seats", "entries", "snapshots"),
    *("drafts", "plans", "messages", "outbox", "timers"),
)


def fill(connection: Connection, *, delivered: int, ended: int, open_tables: int, entries: int) -> None:
    """Insert rows: delivered rows, ended tables, open tables, entries of fifty open tables, and cards of five."""
    for statement, count in (
        (_ENDED_TABLES, ended),
        (_OPEN_TABLES, open_tables),
        (_SEATS, None),
        (_SNAPSHOTS, None),
        (_TIMERS, None),
        (_DRAFTS, None),
        (_PLANS, None),
        (_ENTRIES, entries),
        (_CARDS, entries),
        (_LAST_CARDS, None),
        (_VACATIONS, ended),
        (_USERS, ended),
        (_AUDIT, ended),
        (_BLOCKS, ended),
        (_IMPORTS, ended),
        (_LESSONS, ended),
        (_SANDBOXES, ended),
        (_SEEKERS, ended),
        (_HANDOVERS, ended),
        (_PINGS, entries),
        (_MUTES, None),
        (_NOTES, None),
        (_FOLLOWS, None),
        (_THREADS, None),
        (_DELIVERED, delivered),
        (_PENDING, None),
    ):
        connection.execute(text(statement), {} if count is None else {"count": count})
    # The program never runs ANALYZE on SQLite; PostgreSQL analyzes by itself.
    if connection.dialect.name == "postgresql":
        for table in _ANALYZE:
            connection.execute(text(f"ANALYZE {table}"))


_CARD = MessageRow(2**40, ACTIVE_GAME, "card", THREAD, 10_100, 100, 100, 9)

HOT_QUERIES: Mapping[str, Callable[[Writer], Awaitable[object]]] = {
    "tables.get": lambda writer: writer.tables.get(ACTIVE_GAME),
    "tables.rematch_of": lambda writer: writer.tables.rematch_of(ACTIVE_GAME),
    "tables.seats": lambda writer: writer.tables.seats(ACTIVE_GAME),
    "logs.entries": lambda writer: writer.logs.entries(ACTIVE_GAME, after=NEWEST - 500),
    "tables.get_with_snapshot": lambda writer: writer.tables.get_with_snapshot(ACTIVE_GAME),
    "logs.newest_entry": lambda writer: writer.logs.newest_entry(ACTIVE_GAME),
    "logs.entries_of_page": lambda writer: writer.logs.entries_of_page(ACTIVE_GAME, "1", "7"),
    "logs.snapshot": lambda writer: writer.logs.snapshot(ACTIVE_GAME),
    "tables.drafts": lambda writer: writer.tables.drafts(ACTIVE_GAME, 0),
    "plans.of_table": lambda writer: writer.plans.of_table(ACTIVE_GAME),
    "plans.of_seat": lambda writer: writer.plans.of_seat(ACTIVE_GAME, 0),
    "plans.put": lambda writer: writer.plans.put(ACTIVE_GAME, PlanRow(0, HOST, "a2", "{}")),
    "plans.drop": lambda writer: writer.plans.drop(ACTIVE_GAME, 0, ""),
    "plans.delete": lambda writer: writer.plans.delete(ACTIVE_GAME, 0),
    "tables.in_channel": lambda writer: writer.tables.in_channel(CHANNEL),
    "tables.in_channel, a thread": lambda writer: writer.tables.in_channel(THREAD + 1),
    "tables.list_open": lambda writer: writer.tables.list_open("open 1", 10),
    "tables.list_open from the first": lambda writer: writer.tables.list_open("", 10),
    "tables.of_user": lambda writer: writer.tables.of_user(HOST),
    "tables.list_with_old_name": lambda writer: writer.tables.list_with_old_name(HOST, GUILD, ("Ben", "Cam")),
    "tables.count_open of a host": lambda writer: writer.tables.count_open(host=HOST),
    "tables.count_open of a channel": lambda writer: writer.tables.count_open(channel=CHANNEL),
    "tables.count_open of a server": lambda writer: writer.tables.count_open(guild=GUILD),
    "messages.newest": lambda writer: writer.messages.newest(ACTIVE_GAME, "card"),
    "messages.list_of_kind": lambda writer: writer.messages.list_of_kind(ACTIVE_GAME, "invite"),
    "messages.tables_with": lambda writer: writer.messages.tables_with((ACTIVE_GAME, "open 2"), "lobby"),
    "outbox.get": lambda writer: writer.outbox.get(1),
    "messages.previous": lambda writer: writer.messages.previous(_CARD),
    "people.users": lambda writer: writer.people.users((HOST, HOST + 7)),
    "logs.public_entries": lambda writer: writer.logs.public_entries(ACTIVE_GAME, NEWEST - 500, "0"),
    "tables.handovers": lambda writer: writer.tables.handovers(ACTIVE_GAME, 4_900),
    "tables.list_open_of_server": lambda writer: writer.tables.list_open_of_server(GUILD, 26),
    "servers.audit_of_server": lambda writer: writer.servers.audit_of_server(GUILD, 20),
    "servers.audit_of_table": lambda writer: writer.servers.audit_of_table(ACTIVE_GAME, 5),
    "servers.blocks": lambda writer: writer.servers.blocks(GUILD, 25),
    "servers.filter_blocked_users": lambda writer: writer.servers.filter_blocked_users(GUILD, (HOST, 50, 4_000)),
    "people.imports_of_user": lambda writer: writer.people.imports_of_user(HOST),
    "people.import_with": lambda writer: writer.people.import_with(HOST, "d11"),
    "people.lessons_of": lambda writer: writer.people.lessons_of(HOST),
    "people.read_lesson_progress": lambda writer: writer.people.read_lesson_progress(HOST, "monster_hex", "lesson 60"),
    "people.put_lesson": lambda writer: writer.people.put_lesson(
        LessonRow(HOST, "monster_hex", "small_stones", page=1)
    ),
    "people.sandbox_of_user": lambda writer: writer.people.sandbox_of_user(HOST),
    "people.put_sandbox": lambda writer: writer.people.put_sandbox(
        SandboxRow(user_id=HOST, sandbox="s", game="monster_hex", origin="{}", position=b"")
    ),
    "people.prune_sandboxes": lambda writer: writer.people.prune_sandboxes(BEFORE),
    "messages.put_ping": lambda writer: writer.messages.put_ping(ACTIVE_GAME, 50, 99, "turn"),
    "people.set_muted": lambda writer: writer.people.set_muted(ACTIVE_GAME, 99, muted=True),
    "people.set_muted to not": lambda writer: writer.people.set_muted(ACTIVE_GAME, 99, muted=False),
    "people.note": lambda writer: writer.people.note(ACTIVE_GAME, HOST),
    "people.put_note": lambda writer: writer.people.put_note(ACTIVE_GAME, 99, "later"),
    "people.put_note, empty": lambda writer: writer.people.put_note(ACTIVE_GAME, 99, ""),
    "seekers.get": lambda writer: writer.seekers.get(GUILD, 200),
    "seekers.of_server": lambda writer: writer.seekers.of_server(GUILD, "monster_hex", NOW, 10),
    "seekers.of_users": lambda writer: writer.seekers.of_users((200, 201)),
    "seekers.count": lambda writer: writer.seekers.count(GUILD, "monster_hex", 200, NOW),
    "seekers.put": lambda writer: writer.seekers.put(SeekerRow(guild_id=GUILD, user_id=200, games="[]")),
    "seekers.delete": lambda writer: writer.seekers.delete(GUILD, 200),
    "seekers.delete_direct": lambda writer: writer.seekers.delete_direct(400),
    "seekers.delete_server": lambda writer: writer.seekers.delete_server(GUILD + 1),
    "people.put_follow": lambda writer: writer.people.put_follow(FollowRow(table_id=ACTIVE_GAME, user_id=99)),
    "people.delete_follow": lambda writer: writer.people.delete_follow(ACTIVE_GAME, 99),
    "messages.delete_ping": lambda writer: writer.messages.delete_ping(ACTIVE_GAME, 1, 99, "last"),
    "servers.remove_block": lambda writer: writer.servers.remove_block(GUILD, 50),
    "people.prune_vacations": lambda writer: writer.people.prune_vacations(HOST, 0),
    "people.prune_imports": lambda writer: writer.people.prune_imports(BEFORE),
    "timers.shift_of_server": lambda writer: writer.timers.shift_of_server(GUILD, ["deadline"], 0),
    "outbox.retry_refused": lambda writer: writer.outbox.retry_refused(GUILD, "Forbidden", 1),
    "people.vacations": lambda writer: writer.people.vacations((HOST, HOST + 7)),
    "messages.pings": lambda writer: writer.messages.pings(ACTIVE_GAME, 50),
    "messages.last_ping": lambda writer: writer.messages.last_ping(ACTIVE_GAME, 3, "nudge"),
    "people.list_muting_users": lambda writer: writer.people.list_muting_users(ACTIVE_GAME),
    "people.follows": lambda writer: writer.people.follows(ACTIVE_GAME),
    "timers.get": lambda writer: writer.timers.get(ACTIVE_GAME, "deadline"),
    "timers.due": lambda writer: writer.timers.due(NOW + 10),
    "timers.due of a kind": lambda writer: writer.timers.due(NOW + 10, only="computer"),
    "timers.due without a kind": lambda writer: writer.timers.due(NOW + 10, without="computer"),
    "timers.next_due": lambda writer: writer.timers.next_due(),
    "outbox.count_tables_to_post": lambda writer: writer.outbox.count_tables_to_post(NOW + 10),
    "timers.count_due": lambda writer: writer.timers.count_due(NOW + 10),
    "outbox.pending": lambda writer: writer.outbox.pending(NOW + 10),
    "outbox.pending, some busy": lambda writer: writer.outbox.pending(
        NOW + 10, busy_tables=["open 1", "open 2"], busy_rows=[1, 2]
    ),
    "outbox.next_due": lambda writer: writer.outbox.next_due(),
    "outbox.pending_of_table": lambda writer: writer.outbox.pending_of_table(ACTIVE_GAME, "card"),
    "outbox.backlog": lambda writer: writer.outbox.backlog(),
    "tables.update": lambda writer: writer.tables.update(ACTIVE_GAME, 9, step=9),
    "tables.update to its end": lambda writer: writer.tables.update("open 2", 9, phase="finished"),
    "timers.clear": lambda writer: writer.timers.clear(ACTIVE_GAME, "computer"),
    "timers.clear_kinds": lambda writer: writer.timers.clear_kinds(
        ACTIVE_GAME, ("lobby_expiry", "computer", "reminder")
    ),
    "timers.clear of all kinds": lambda writer: writer.timers.clear("open 2"),
    "tables.clear_drafts": lambda writer: writer.tables.clear_drafts(ACTIVE_GAME, 0),
    "outbox.mark_attempted": lambda writer: writer.outbox.mark_attempted(1, NOW),
    "outbox.schedule_retry": lambda writer: writer.outbox.schedule_retry(1, NOW, "TimeoutError"),
    "outbox.mark_done": lambda writer: writer.outbox.mark_done([1]),
    "tables.keep_longer": lambda writer: writer.tables.keep_longer("ended 2", 0),
    "servers.settings": lambda writer: writer.servers.settings(GUILD),
    "messages.forget_refused_threads": lambda writer: writer.messages.forget_refused_threads(GUILD),
    "messages.delete": lambda writer: writer.messages.delete("card", 10_200),
    "prune": lambda writer: writer.prune(BEFORE),
}
"""The frequent queries by name; `prune` deletes nothing."""

OWN_QUERIES: Mapping[str, Callable[[Writer], Awaitable[object]]] = {
    "tables.phases_of_user": lambda writer: writer.tables.phases_of_user(HOST, "monster_hex", 3),
    "tables.finished_of_user": lambda writer: writer.tables.finished_of_user(HOST, 8),
    "tables.results_of_user": lambda writer: writer.tables.results_of_user(HOST, GUILD, 1_000),
}
"""Queries that touch only a user's own finished games, one fiftieth of all."""
