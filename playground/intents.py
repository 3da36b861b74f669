"""Gateway intents: their bits, and the privileged ones that are switched on for the bot."""

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES, GUILD_MESSAGES, GUILD_REACTIONS = 1 << 0, 1 << 1, 1 << 8, 1 << 9, 1 << 10
DIRECT_MESSAGES, DIRECT_REACTIONS, MESSAGE_CONTENT = 1 << 12, 1 << 13, 1 << 15
ALL = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))
"""All intents that Discord documents."""
PRIVILEGED = {"members": GUILD_MEMBERS, "presences": GUILD_PRESENCES, "message_content": MESSAGE_CONTENT}
"""The privileged intents by their names in PLAYGROUND_INTENTS."""
# As for a bot on fewer than 100 servers.
_APPLICATION_FLAGS = {GUILD_PRESENCES: 1 << 13, GUILD_MEMBERS: 1 << 15, MESSAGE_CONTENT: 1 << 19}


def parse_privileged(text: str) -> int:
    """Return the bits of the privileged intents in a list separated by commas; raises ValueError for an unknown one."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if unknown := [name for name in names if name not in PRIVILEGED]:
        raise ValueError(f"{unknown[0]!r} is not one of {', '.join(PRIVILEGED)}")
    return sum({PRIVILEGED[name] for name in names})


def application_flags(privileged: int) -> int:
    """Return the flags of an application for which these privileged intents are switched on."""
    return sum(flag for intent, flag in _APPLICATION_FLAGS.items() if privileged & intent)
