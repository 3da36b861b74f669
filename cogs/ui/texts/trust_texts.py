"""The texts of pages about records and personal data: /verify, /export, /import and /privacy."""

from collections.abc import Sequence

from render.text import pluralize
from tables.texts import escape

# /verify


def verify_title(game: str) -> str:
    return f"### A record of {game}"


def differences(found: Sequence[str]) -> list[str]:
    """What differs, one line each; what comes from the file is escaped."""
    return [f"- {escape(one[:200])}" for one in found]


# /export


def exported(games: int, left_out: int) -> str:
    if not left_out:
        return f"### Your records\n{pluralize(games, 'finished game')}{', the newest first' if games > 1 else ''}."
    older = "1 older one doesn't" if left_out == 1 else f"{left_out} older ones don't"
    return (
        f"### Your records\nYour newest {pluralize(games, 'finished game')}. {older} fit into one file here; each game "
        "has its *Record* button under More."
    )


# /import


def import_title(game: str, turn: int, last: int) -> str:
    where = "the start" if turn == 0 else f"after turn {turn}"
    return f"### {game}\nYour record, {where} of {last}. Only you see it."


def import_label(game: str, entries: int) -> str:
    return f"{game}, {entries} {'entry' if entries == 1 else 'entries'}"


def kept_until(moment: int) -> str:
    return f"-# Kept until <t:{moment // 1000}:D>. `/verify` tells what the file proves."


# /privacy

BUTTON_BACK = "Back"
PRIVACY = (
    "### Your data\n"
    "I keep your Discord id and name with the games that you play, how they ended, your settings and vacations, and "
    "records that you import. I read no messages and know no member lists.\n"
    "You can have all of it as a file, or have it deleted."
)


def open_games(lobbies: int, games: int) -> str:
    """What becomes of the person's open games."""
    found: list[str] = []
    if games:
        found.append(f"- You resign {pluralize(games, 'game')} that you are playing now; the others play on.")
    if lobbies:
        not_yet = "hasn't started" if lobbies == 1 else "haven't started"
        found.append(f"- You leave {pluralize(lobbies, 'table')} that {not_yet}; your own closes.")
    return "\n".join(found)


def data_exported(left_out: int) -> str:
    text = "### Your data\nAll that is stored about you."
    if left_out:
        text += (
            f" {pluralize(left_out, 'part')} didn't fit into one file; ask the people who run this bot for the rest."
        )
    return text
