"""Texts of `/demo`."""

from collections.abc import Sequence

from tables.texts import quote


def demo(game: str, question: str) -> str:
    """The title of a demo."""
    return f"### {game}\n**{question}**"


def steps(captions: Sequence[str]) -> str:
    """What the pictures of a demo tell, in order."""
    return "\n".join(f"{number}. {caption}" for number, caption in enumerate(captions, 1))


def no_topics(game: str) -> str:
    """That there is no demo of a game."""
    return f"There is no demo of {game} yet. `/learn` and `/rules` explain it."


def several_topics(game: str, typed: str, questions: Sequence[str]) -> str:
    """Which topics something typed may mean."""
    listed = "\n".join(f"- {question}" for question in questions)
    return f"Several topics of {game} speak of {quote(typed)}. Type one of these questions:\n{listed}"


def no_such_topic(game: str, typed: str, questions: Sequence[str]) -> str:
    """That nothing has what was typed, with all topics."""
    listed = "\n".join(f"- {question}" for question in questions)
    return f"{game} has no topic {quote(typed)}. There are:\n{listed}"


def shown_a_moment_ago(seconds: int) -> str:
    """That a demo was just posted in this channel."""
    return f"A demo was shown here a moment ago. The next one can follow in {seconds} s, or press *Next topic*."


def changed_a_moment_ago(seconds: int) -> str:
    """That somebody has just gone on to another topic."""
    return f"The topic has just changed, and others may still be reading. Go on in {seconds} s."
