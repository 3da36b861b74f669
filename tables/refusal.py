"""The errors for requests that are not possible. Nothing has changed, and the text is for the user."""


class Refusal(Exception):  # noqa: N818 - it is no error of ours
    """A request that is not possible. `text` tells the user why, and what is possible instead."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class BoardMovedOn(Refusal):
    """A stale button or form from an earlier step. The answer shows the current board."""
