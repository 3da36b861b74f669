"""The version of this program, of which each later one is greater."""

from data.store.migration import newest_revision

VERSION = "0.1.0"
"""That of pyproject.toml, which an installed program has not at hand."""


def build() -> str:
    """The version with the schema of the database, which rises between two versions too."""
    return f"{VERSION}+{newest_revision()}"
