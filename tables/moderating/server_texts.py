"""What is told where a server's settings stand in the way."""

from collections.abc import Sequence

from tables.texts import and_or

NAMED_CHANNELS = 8
"""How many channels are named in a sentence."""


def starts_elsewhere(channels: Sequence[int]) -> str:
    named = [f"<#{channel}>" for channel in channels[:NAMED_CHANNELS]]
    if len(channels) > NAMED_CHANNELS:
        named.append(f"{len(channels) - NAMED_CHANNELS} more channels")
    return (
        f"On this server, games start in {and_or(named)}. Type `/play` there, and you can begin.\n"
        "-# The people who manage this server choose the channels with `/server`."
    )
