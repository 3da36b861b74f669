"""The texts of refusals about leagues, and names that are stored with tables."""

CUP_LABEL = "Cup"
NO_SUCH_SEASON = "I don't know this season any more. `/league` shows the leagues of this server."
NOT_OF_THE_SEASON = "That table doesn't belong to this season."
ALREADY_IN = "You are in already. *My tables* shows what you are playing."
NOT_IN_NOW = "You aren't in this season. *I'm in* brings you in."
BLOCKED = "The moderators of this server keep you from its tables, so I can't deal you one."
TAKEN_OUT = "An organiser has taken you out of this season. Please ask them."
CAP_RANGE = "Choose a number of tables from 1 to {most}."
TOO_LATE = "The last tables of this season are dealt already. The next season opens when it ends."


def season_name(league: str, number: int) -> str:
    return f"{league} · season {number}"


def not_in(name: str) -> str:
    return f"You aren't in {name}. *I'm in* on its card brings you in."


def over(name: str) -> str:
    return f"{name} is over. `/league` shows what goes on."


def cap_range(most: int) -> str:
    return CAP_RANGE.format(most=most)
