"""The texts about direct messages with the bot, and about places where only a person has brought it along."""

HELP = "*Play* starts a game against the computer. To play with friends, type `/play` on a server."
ON_ANOTHER_SERVER = "on another server"
BETWEEN_US = "in our direct messages"


def away(bot: int) -> str:
    return (
        "I can't post a board here: I'm only here because you brought me along. "
        f"Write to <@{bot}> directly and type `/play` there to play against the computer, or type it on a server "
        "that has me to play with others."
    )


def help_away(bot: int) -> str:
    """The head of `/help` where the bot can't post."""
    return f"Board games on hexes, with friends or the computer.\n{away(bot)}"


def starts_now(title: str) -> str:
    """The answer to `/play` in direct messages, where the board follows as a message."""
    return f"Your game of {title} starts now. Its board comes as the next message."
