"""Moderators: the server's managers, and members with its moderator role."""

import pytest

from tables.moderating import server_settings
from tables.moderating.server_settings import ADMINISTRATOR, MANAGE_SERVER, Requester, ServerSettings
from tables.refusal import Refusal

ROLE = 40
NONE = ServerSettings()
WITH_ROLE = ServerSettings(moderator_role=ROLE)
SENDS_MESSAGES = 1 << 11


@pytest.mark.parametrize(
    ("requester", "settings", "moderates"),
    [
        (Requester(8, MANAGE_SERVER), NONE, True),
        (Requester(8, ADMINISTRATOR), NONE, True),
        (Requester(8, SENDS_MESSAGES, frozenset({39, ROLE})), WITH_ROLE, True),
        (Requester(8, SENDS_MESSAGES, frozenset({39, ROLE})), NONE, False),
        (Requester(8, SENDS_MESSAGES, frozenset({39})), WITH_ROLE, False),
        (Requester(8), NONE, False),
    ],
)
def test_managers_and_the_role_of_moderators_have_authority_over_every_table(
    requester: Requester, settings: ServerSettings, moderates: bool
) -> None:
    assert server_settings.may_moderate(requester, settings) == moderates


def test_only_managers_change_the_settings_of_a_server() -> None:
    server_settings.require_manages(Requester(8, MANAGE_SERVER))
    with pytest.raises(Refusal):
        server_settings.require_manages(Requester(8, SENDS_MESSAGES, frozenset({ROLE})))
