"""Validation against Discord's API description finds what is wrong, and nothing in what a real client sends."""

import pytest

from tests import openapi

MESSAGES = "/channels/1/messages"
TEXT = {"type": 10, "content": "hello"}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", MESSAGES, {"content": "hello", "tts": False}),
        ("POST", MESSAGES, {"flags": 1 << 15, "components": [{"type": 17, "components": [TEXT]}]}),
        ("PATCH", "/webhooks/1/token/messages/@original", {"content": None}),
        ("POST", "/interactions/1/token/callback", {"type": 5, "data": {"flags": 64}}),
        ("PUT", "/applications/1/commands", [{"name": "play", "description": "Start a game", "type": 1}]),
        ("POST", "/users/@me/channels", {"recipient_id": "1"}),
    ],
)
def test_a_right_body_has_no_problems(method: str, path: str, body: object) -> None:
    assert openapi.problems(method, path, body) == []


@pytest.mark.parametrize(
    ("method", "path", "body", "problem"),
    [
        ("POST", MESSAGES, {"content": "x" * 4001}, "content: "),
        ("POST", MESSAGES, {"embeds": [{"title": 5}]}, "embeds.0.title: "),
        ("POST", MESSAGES, {"components": [{"type": 17, "components": [{**TEXT, "content": ""}]}]}, "content: "),
        ("PUT", "/applications/1/commands", [{"name": "x" * 33, "description": "d"}], "0.name: "),
        ("POST", "/nowhere", {}, "Discord has no such route"),
        ("DELETE", MESSAGES, {}, "Discord has no such route"),
    ],
)
def test_a_wrong_body_is_found(method: str, path: str, body: object, problem: str) -> None:
    found = openapi.problems(method, path, body)

    assert found
    assert problem in found[0]
