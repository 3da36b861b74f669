"""Who manages and who moderates a server; what a host may do is decided with each act."""

from dataclasses import dataclass

from tables.moderating.server_settings import ServerSettings
from tables.refusal import Refusal

ADMINISTRATOR = 1 << 3
MANAGE_SERVER = 1 << 5
"""Discord's permission bits; it calls the second one MANAGE_GUILD."""

ONLY_MODERATORS = "That is for those who moderate this server."
ONLY_MANAGERS = "That is for those who may manage this server. Somebody who runs it can grant you *Manage Server*."


@dataclass(frozen=True, slots=True)
class Requester:
    """Somebody who asks for something: user id, permission bits and roles, as they came with the request."""

    id: int
    permissions: int = 0
    roles: frozenset[int] = frozenset()


def manages(requester: Requester) -> bool:
    """Whether somebody has the permission Manage Server; administrators have every permission."""
    return bool(requester.permissions & (ADMINISTRATOR | MANAGE_SERVER))


def may_moderate(requester: Requester, settings: ServerSettings) -> bool:
    """Whether somebody may moderate every table of the server: by its permission, or the role in its settings."""
    return manages(requester) or settings.moderator_role in requester.roles


def require_may_moderate(requester: Requester, settings: ServerSettings) -> None:
    """Raises Refusal unless somebody may moderate every table of the server."""
    if not may_moderate(requester, settings):
        raise Refusal(ONLY_MODERATORS)


def require_manages(requester: Requester) -> None:
    """Raises Refusal unless somebody may change the server's settings."""
    if not manages(requester):
        raise Refusal(ONLY_MANAGERS)
