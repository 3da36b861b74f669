"""The refusals about pauses."""

from typing import Protocol

from tables.texts import escape

REQUEST_ENDED = "That question has been answered already. Nothing was changed."
REQUEST_IS_YOURS = "That is for the others to answer. With *Play on* you stop asking."
EMERGENCY_USED = "You have had your emergency pause in this game. You can ask the others for a pause at any time."
MODERATORS_RESUME = "A moderator has paused this game, and a moderator resumes it. Moves can be made meanwhile."
OUT = "You are out of this game, so its clocks are the others' to stop. You can watch it to the end."
NOT_PAUSED = "This game isn't paused."


class Until(Protocol):
    """What ends at some time, in milliseconds UTC."""

    @property
    def end(self) -> int: ...


def paused_already(pause: Until) -> str:
    return f"This game is paused already, until <t:{pause.end // 1000}:f> at the latest. Moves can be made meanwhile."


def owner_resumes(name: str) -> str:
    return f"{escape(name)} has called this pause and can end it; else it ends by itself. Moves can be made meanwhile."
