"""Exceptions for requests that can't be fulfilled. Nothing has changed, and the text is shown to the user."""


class Refusal(Exception):  # noqa: N818 - it is no error of ours
    """A request that can't be fulfilled. `text` explains to the user why, and what they can do instead."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class BoardMovedOn(Refusal):
    """A press or form from a stale page: the table has changed since. The answer to it shows the current board."""
