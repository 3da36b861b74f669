"""Settings of the program as tests give them."""

from typing import Any

from ops.config import Config


def make_config(**settings: Any) -> Config:
    """Return these settings, with the defaults of the others; no `.env` file is read."""
    # Pyright does not know this argument, which pydantic adds to each class of settings.
    return Config(_env_file=None, **settings)  # type: ignore[call-arg]
