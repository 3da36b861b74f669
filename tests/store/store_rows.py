"""Rows for the store's tests."""

from data.store import LeagueRow, SeasonRow, SeatRow, Store, TableRow, Writer


def table_row(table_id: str = "first", **changes: object) -> TableRow:
    """Return a table in the lobby, opened by user 1 in channel 30 of guild 20."""
    values: dict[str, object] = {
        "id": table_id,
        "game": "monster_hex",
        "rules_version": 1,
        "phase": "lobby",
        "host": 1,
        "guild_id": 20,
        "channel_id": 30,
        "step": 0,
        "options": '{"tiles": 2}',
        "settings": "{}",
        "server_seed": b"\x00seed\xff",
        "commitment": "c0ffee",
        "created": 100,
        "updated": 100,
    }
    return TableRow(**(values | changes))  # type: ignore[arg-type]


def seat_row(seat: int, user_id: int | None = None, **changes: object) -> SeatRow:
    """Return a seat of the given user, or of a computer player if `user_id` is None."""
    values: dict[str, object] = {"seat": seat, "user_id": user_id, "name": f"Seat {seat}"}
    if user_id is None:
        values["player"] = "greedy"
    return SeatRow(**(values | changes))  # type: ignore[arg-type]


async def add_table(store: Store, table_id: str = "first", **changes: object) -> TableRow:
    """Store a table without seats."""
    row = table_row(table_id, **changes)
    async with store.write() as writer:
        await writer.tables.create(row)
    return row


async def add_season(writer: Writer, name: str, server: int, organiser: int = 1) -> None:
    """Store a league of a server with one season; `name` is the id of both."""
    league = LeagueRow(
        id=name,
        guild_id=server,
        channel_id=1,
        organiser=organiser,
        name="",
        game="",
        options="",
        settings="",
        created=0,
    )
    season = SeasonRow(
        id=name, league_id=name, number=1, seed=b"", begins=1_000, last_deal=2_000, ends=3_000, due=1_000, channel_id=1
    )
    await writer.leagues.add(league)
    await writer.leagues.add_season(season)
