"""Texts of `/rules`, of the pages of rules, and of *Why?*."""

from tables.texts import quote

RELATED = "Related"


def rule_page(game: str, number: str, title: str, text: str) -> str:
    """A rule."""
    return f"### {title}\n{text}\n-# {game} · {number}"


def rule_name(number: str, title: str) -> str:
    """A rule as a choice."""
    return f"{number} · {title}"


def listed(game: str, number: int) -> str:
    """All rules of a game, to choose from."""
    return f"### {game}\n{number} rules. Choose one, or type a word after `/rules`."


def found(game: str, typed: str, number: int) -> str:
    """The rules in which something typed was found, to choose from."""
    return f"### {game}\n{number} rules speak of {quote(typed)}. Choose one."


def nothing_found(game: str, typed: str, number: int) -> str:
    """That no rule has what was typed, with all of them to choose from."""
    return f"### {game}\nNo rule speaks of {quote(typed)}. Here are all {number}."


def no_such_rule(number: str) -> str:
    """That a page is of a rule that there is not."""
    return f"There is no rule {quote(number)} any more. `/rules` has them all."


def shown_a_moment_ago(seconds: int) -> str:
    """That a rule was just shown in this channel."""
    return f"A rule was shown here a moment ago. The next one can follow in {seconds} s."
