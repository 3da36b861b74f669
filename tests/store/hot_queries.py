"""The frequent queries (at every press, card or dispatcher tick), and a database large enough to reveal full scans.

The query plan tests and `python -m benchmarks store` use them.
"""

from collections.abc import Awaitable, Callable, Mapping

from sqlalchemy import Connection, text

from data.store import FollowRow, LessonRow, MessageRow, SandboxRow, Writer

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
# Forty rows per table that has any: more than a game ever has.
_HANDOVERS = (
    f"{_COUNT} INSERT INTO handovers (table_id, n, step, seat, name, created) "
    "SELECT 'open ' || (1 + i % (:count / 40)), i, i, 0, 'Ann', i FROM numbers"
)
_ANALYZE = (
    *("users", "audit", "blocks", "imports", "lesson_progress", "sandboxes", "handovers"),
    *("pings", "mutes", "follows", "vacations", "tables", "seats", "entries", "snapshots"),
    *("drafts", "messages", "outbox", "timers"),
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
        (_HANDOVERS, ended),
        (_PINGS, entries),
        (_MUTES, None),
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
    "table": lambda writer: writer.table(ACTIVE_GAME),
    "rematch_of": lambda writer: writer.rematch_of(ACTIVE_GAME),
    "seats": lambda writer: writer.seats(ACTIVE_GAME),
    "entries": lambda writer: writer.entries(ACTIVE_GAME, after=NEWEST - 500),
    "table_with_snapshot": lambda writer: writer.table_with_snapshot(ACTIVE_GAME),
    "newest_entry": lambda writer: writer.newest_entry(ACTIVE_GAME),
    "entries_of_page": lambda writer: writer.entries_of_page(ACTIVE_GAME, "1", "7"),
    "snapshot": lambda writer: writer.snapshot(ACTIVE_GAME),
    "drafts": lambda writer: writer.drafts(ACTIVE_GAME, 0),
    "tables_in_channel": lambda writer: writer.tables_in_channel(CHANNEL),
    "tables_in_channel, a thread": lambda writer: writer.tables_in_channel(THREAD + 1),
    "open_tables": lambda writer: writer.open_tables("open 1", 10),
    "open_tables from the first": lambda writer: writer.open_tables("", 10),
    "tables_of_user": lambda writer: writer.tables_of_user(HOST),
    "count_open_tables of a host": lambda writer: writer.count_open_tables(host=HOST),
    "count_open_tables of a channel": lambda writer: writer.count_open_tables(channel=CHANNEL),
    "count_open_tables of a server": lambda writer: writer.count_open_tables(guild=GUILD),
    "message": lambda writer: writer.message(ACTIVE_GAME, "card"),
    "list_messages_of_kind": lambda writer: writer.list_messages_of_kind(ACTIVE_GAME, "invite"),
    "tables_with_message": lambda writer: writer.tables_with_message((ACTIVE_GAME, "open 2"), "lobby"),
    "outbox_row": lambda writer: writer.outbox_row(1),
    "previous_message": lambda writer: writer.previous_message(_CARD),
    "users": lambda writer: writer.users((HOST, HOST + 7)),
    "public_entries": lambda writer: writer.public_entries(ACTIVE_GAME, NEWEST - 500, "0"),
    "handovers": lambda writer: writer.handovers(ACTIVE_GAME, 4_900),
    "open_tables_of_server": lambda writer: writer.open_tables_of_server(GUILD, 26),
    "audit_of_server": lambda writer: writer.audit_of_server(GUILD, 20),
    "audit_of_table": lambda writer: writer.audit_of_table(ACTIVE_GAME, 5),
    "blocks": lambda writer: writer.blocks(GUILD, 25),
    "filter_blocked_users": lambda writer: writer.filter_blocked_users(GUILD, (HOST, 50, 4_000)),
    "imports_of_user": lambda writer: writer.imports_of_user(HOST),
    "import_with": lambda writer: writer.import_with(HOST, "d11"),
    "lessons_of": lambda writer: writer.lessons_of(HOST),
    "read_lesson_progress": lambda writer: writer.read_lesson_progress(HOST, "monster_hex", "lesson 60"),
    "put_lesson": lambda writer: writer.put_lesson(LessonRow(HOST, "monster_hex", "small_stones", page=1)),
    "sandbox_of_user": lambda writer: writer.sandbox_of_user(HOST),
    "put_sandbox": lambda writer: writer.put_sandbox(
        SandboxRow(user_id=HOST, sandbox="s", game="monster_hex", origin="{}", position=b"")
    ),
    "prune_sandboxes": lambda writer: writer.prune_sandboxes(BEFORE),
    "put_ping": lambda writer: writer.put_ping(ACTIVE_GAME, 50, 99, "turn"),
    "set_muted": lambda writer: writer.set_muted(ACTIVE_GAME, 99, muted=True),
    "set_muted to not": lambda writer: writer.set_muted(ACTIVE_GAME, 99, muted=False),
    "put_follow": lambda writer: writer.put_follow(FollowRow(table_id=ACTIVE_GAME, user_id=99)),
    "delete_follow": lambda writer: writer.delete_follow(ACTIVE_GAME, 99),
    "delete_ping": lambda writer: writer.delete_ping(ACTIVE_GAME, 1, 99, "last"),
    "remove_block": lambda writer: writer.remove_block(GUILD, 50),
    "prune_vacations": lambda writer: writer.prune_vacations(HOST, 0),
    "prune_imports": lambda writer: writer.prune_imports(BEFORE),
    "shift_timers_of_server": lambda writer: writer.shift_timers_of_server(GUILD, ["deadline"], 0),
    "retry_refused": lambda writer: writer.retry_refused(GUILD, "Forbidden", 1),
    "vacations": lambda writer: writer.vacations((HOST, HOST + 7)),
    "pings": lambda writer: writer.pings(ACTIVE_GAME, 50),
    "last_ping": lambda writer: writer.last_ping(ACTIVE_GAME, 3, "nudge"),
    "list_muting_users": lambda writer: writer.list_muting_users(ACTIVE_GAME),
    "follows": lambda writer: writer.follows(ACTIVE_GAME),
    "timer": lambda writer: writer.timer(ACTIVE_GAME, "deadline"),
    "due_timers": lambda writer: writer.due_timers(NOW + 10),
    "due_timers of a kind": lambda writer: writer.due_timers(NOW + 10, only="computer"),
    "due_timers without a kind": lambda writer: writer.due_timers(NOW + 10, without="computer"),
    "next_timer_due": lambda writer: writer.next_timer_due(),
    "count_tables_to_post": lambda writer: writer.count_tables_to_post(NOW + 10),
    "count_due_timers": lambda writer: writer.count_due_timers(NOW + 10),
    "pending_outbox": lambda writer: writer.pending_outbox(NOW + 10),
    "pending_outbox, some busy": lambda writer: writer.pending_outbox(
        NOW + 10, busy_tables=["open 1", "open 2"], busy_rows=[1, 2]
    ),
    "next_outbox_due": lambda writer: writer.next_outbox_due(),
    "pending_of_table": lambda writer: writer.pending_of_table(ACTIVE_GAME, "card"),
    "outbox_backlog": lambda writer: writer.outbox_backlog(),
    "update_table": lambda writer: writer.update_table(ACTIVE_GAME, 9, step=9),
    "update_table to its end": lambda writer: writer.update_table("open 2", 9, phase="finished"),
    "clear_timer": lambda writer: writer.clear_timer(ACTIVE_GAME, "computer"),
    "clear_timers": lambda writer: writer.clear_timers(ACTIVE_GAME, ("lobby_expiry", "computer", "reminder")),
    "clear_timer of all kinds": lambda writer: writer.clear_timer("open 2"),
    "clear_drafts": lambda writer: writer.clear_drafts(ACTIVE_GAME, 0),
    "mark_outbox_attempted": lambda writer: writer.mark_outbox_attempted(1, NOW),
    "schedule_outbox_retry": lambda writer: writer.schedule_outbox_retry(1, NOW, "TimeoutError"),
    "mark_outbox_done": lambda writer: writer.mark_outbox_done([1]),
    "keep_longer": lambda writer: writer.keep_longer("ended 2", 0),
    "server_settings": lambda writer: writer.server_settings(GUILD),
    "forget_refused_threads": lambda writer: writer.forget_refused_threads(GUILD),
    "delete_message": lambda writer: writer.delete_message("card", 10_200),
    "prune": lambda writer: writer.prune(BEFORE),
}
"""The frequent queries by name; `prune` deletes nothing."""

OWN_QUERIES: Mapping[str, Callable[[Writer], Awaitable[object]]] = {
    "phases_of_user": lambda writer: writer.phases_of_user(HOST, "monster_hex", 3),
    "finished_tables_of_user": lambda writer: writer.finished_tables_of_user(HOST, 8),
    "results_of_user": lambda writer: writer.results_of_user(HOST, GUILD, 1_000),
}
"""Queries that touch only a user's own finished games, one fiftieth of all."""
