"""The texts about quiet hours and time zones that the table service gives."""

from tables.texts import quote

TOO_LONG = (
    "Quiet hours can be up to 12 hours a day, so that the others can plan with the rest. Please make them shorter."
)
EXAMPLE = "Type a large city in your zone, such as Berlin or New York, or the hours from UTC, such as UTC+2."


def unknown_zone(text: str) -> str:
    return f"I don't know the time zone {quote(text)}. {EXAMPLE}" if text.strip() else EXAMPLE


def unknown_time(text: str) -> str:
    return f"I can't read {quote(text)} as a time of day. Type it as 22:30 or 10:30 pm."


def changed_today(opens: int) -> str:
    return (
        "You have changed your quiet hours within the last day. They stay for a day each time, so that nobody waits "
        f"longer than planned. You can change them again <t:{opens // 1000}:R>."
    )
