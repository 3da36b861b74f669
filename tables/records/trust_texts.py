"""The texts of refusals about records that are checked or brought along, and about a person's data.

What comes from a file is escaped here.
"""

from tables.texts import escape

TAKES_TOO_LONG = (
    "Checking this record takes longer than I may spend on one file. On your own computer "
    "`python -m engine verify FILE` has all the time it needs."
)
NO_RECORD = "I can't read this file as a record of a game."
RECORDS_FROM = "*Record* behind *More* gives you one after a game, `/export` those of all your games."
IMPORT_GONE = "That record isn't here any more. `/import` brings it back."
NOT_PLAYABLE = "I can't show this record any more."


def too_many_imports(limit: int) -> str:
    return f"You keep {limit} records already, which is the limit. Remove one first; `/import` lists them."


def forgotten_name(seat: int) -> str:
    """The name of somebody who wanted to be forgotten, by their seat."""
    return f"Player {seat + 1}"


def does_not_follow(why: str) -> str:
    return f"This record can't be played again, so there is nothing to look at. {escape(why)}".rstrip()


def not_playable(why: str) -> str:
    """A record that was kept while this program still had the rules of its game."""
    return f"{NOT_PLAYABLE} {escape(why)}"


def no_record(why: str) -> str:
    """A file that can't be read as a record, why, and where records come from."""
    return f"{NO_RECORD} {RECORDS_FROM}\n-# {escape(why)}"
