"""A polite no: what a person asked for can't be done, and nothing has changed."""


class Refusal(Exception):  # noqa: N818 - it is no error of ours
    """Told to the person privately; says what stands in the way and what is possible instead."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class BoardMovedOn(Refusal):
    """The button or form was of an earlier step; the answer comes with the present picture."""
