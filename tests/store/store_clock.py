"""The time in the store's tests."""


class Clock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now
