"""Hive Mind through the whole program: what others have pending shows nowhere."""

from tests.cogs.cog_tables import ANN, BEN
from tests.cogs.hive_matches import started
from tests.faults.hall import Hall

OTHER = "bcdefghjkm"


async def test_the_order_of_ones_games_says_nothing_of_what_others_have_pending(hall: Hall) -> None:
    await started(hall.service)
    await started(hall.service, table=OTHER, edition="gauntlet")
    hall.outbox.clock.now += 1_000
    before = (await hall.command(ANN, "games")).text
    assert "round 1 of 3" in before
    assert "round 1 of 6" in before

    await hall.service.act(OTHER, BEN.id, "1:ADE")

    assert (await hall.command(ANN, "games")).text == before
