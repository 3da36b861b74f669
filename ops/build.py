"""The version of this program; each release has a greater one."""

from data.store.migration import newest_revision

VERSION = "0.1.0"
"""Version as in pyproject.toml, which an installed program cannot read."""


def build() -> str:
    """Return the version with the schema revision, which may rise between releases too."""
    return f"{VERSION}+{newest_revision()}"
