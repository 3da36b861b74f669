"""Interactions that Discord delivers more than once, as it may after a broken connection."""

KNOWN = 10_000
"""How many interactions are remembered: those of many minutes, while Discord takes a first response for 3 seconds."""


class Deliveries:
    """Tells the first delivery of an interaction from others."""

    def __init__(self) -> None:
        # In order of their arrival.
        self._known: dict[int, None] = {}

    def is_first(self, interaction_id: int) -> bool:
        """Whether an interaction was not delivered before."""
        if interaction_id in self._known:
            return False
        if len(self._known) == KNOWN:
            del self._known[next(iter(self._known))]
        self._known[interaction_id] = None
        return True
