"""The refusals about vacations."""

BACKWARDS = "A vacation begins today at the earliest, and ends on its first day or later."
TOO_FAR = "That is far ahead. Please announce it within half a year of its first day."
TOO_LATE_TODAY = "A vacation begins an hour after you announce it, and this day is nearly over. Please begin tomorrow."
NOT_AWAY = "No vacation announced. To announce one, type `/away until:` and a day: up to 14 days of any 60."


def away_already(begins: int, ends: int) -> str:
    return (
        f"You have announced that you are away from <t:{begins // 1000}:f> until <t:{ends // 1000}:f>. "
        "End that first to change it."
    )


def too_many_days(wanted: int, left: int) -> str:
    days = "1 more day" if wanted == 1 else f"{wanted:,} days"
    possible = f"From that first day on, up to {left} in a row are possible." if left else "Please begin later."
    return f"You can be away for 14 days of any 60, so {days} would be too many. {possible}"
