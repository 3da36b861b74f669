"""A board as text in a private message, in parts where it is long."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ui

from cogs.ui.kit.answers import Answer
from cogs.ui.kit.custom_ids import CustomId, read_number
from cogs.ui.kit.layouts import button, rows_of_buttons
from cogs.ui.texts import texts

TEXT_LIMIT = 3_800


def text_answer(told: str, part: str, page: CustomId, *ways: ui.Button[ui.LayoutView]) -> Answer:
    """A part of the board as text, with buttons for the others, told by the last detail of `page`, and `ways` on."""
    parts = text_parts(told)
    shown = min(read_number(part, 99) or 0, len(parts) - 1)
    others = [
        button(texts.part_of_text(number + 1), replace(page, details=(*page.details, str(number))))
        for number in range(len(parts))
        if number != shown
    ]
    return Answer(f"```\n{parts[shown]}\n```", rows_of_buttons([*others, *ways]))


def text_parts(told: str) -> Sequence[str]:
    """The text, cut between lines where a message ends."""
    parts = [""]
    for line in told.replace("`", "'").split("\n"):
        if parts[-1] and len(parts[-1]) + len(line) >= TEXT_LIMIT:
            parts.append("")
        parts[-1] += f"{line[: TEXT_LIMIT - 1]}\n"
    return [part.strip("\n") for part in parts]
