"""Paths of Discord's API: both served versions, and ids that are numbers."""

import re

PREFIX = "/api/{version}"
"""Start of the template of every API route, as `guard` and `rate_limits` compare it."""
VERSIONS = ("v9", "v10")
_IDS = re.compile(r"\{(channel|guild|message|user|application|command|role|emoji|interaction)\}")


def api(path: str) -> str:
    r"""Return the pattern of an API path; an id such as `{channel}` matches digits only.

    Without this, an unserved route such as `GET /guilds/{guild}/members/search` would match `…/members/{user}` and get
    the error of an unknown member.
    """
    return "/api/{version:v9|v10}" + _IDS.sub(r"{\1:\\d{1,20}}", path)


def has_unknown_version(path: str) -> bool:
    """Return whether a path is in a version of the API that isn't served."""
    found = re.match(r"/api/(v\d+)/", path)
    return found is not None and found[1] not in VERSIONS
