"""Marks for the messages of the program, by which `python3 run.py translations` finds them."""


def N_(message: str) -> str:  # noqa: N802 - the usual name in gettext
    """Mark a message that is translated elsewhere, and return it unchanged."""
    return message
