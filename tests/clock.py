"""The clock used by tests."""


class Clock:
    """A clock in milliseconds UTC that advances only when the test says so."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now
