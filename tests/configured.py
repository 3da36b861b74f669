"""Program settings for tests."""

from typing import Any

from ops.config import Config


def make_config(**settings: Any) -> Config:
    """Return the configuration with these settings and defaults for the rest; no `.env` file is read."""
    # pydantic adds this argument to each settings class; Pyright doesn't know it.
    return Config(_env_file=None, **settings)  # type: ignore[call-arg]
