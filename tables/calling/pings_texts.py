"""The refusals about nudging and following, each with what is possible instead."""

NOBODY_WAITS = "This table waits for nobody else."
PLAYERS_NUDGE = "A nudge is for the players of this table. You can follow it instead."
SEATED = "You have a seat here, so you see everything at the table itself. Following is for those who watch."
ENOUGH_FOLLOW = "Many people follow this table already. You find its board in the channel."


def nudge_later(at: int) -> str:
    """`at` is in milliseconds UTC."""
    return f"Give them a little time: you can nudge them <t:{at // 1000}:R>."
