"""The version of this program, and its build: the version with the revision of the database schema."""

from data.store.migration import newest_revision

VERSION = "0.1.0"
"""Version of this program, the same as in pyproject.toml, which is not available in an installed program."""


def build() -> str:
    """Return the version and the schema revision, "0.1.0+0023"; the revision may rise without a new version."""
    return f"{VERSION}+{newest_revision()}"
