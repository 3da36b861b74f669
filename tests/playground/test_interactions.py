"""Interactions: timeouts of callbacks and tokens, types of responses, and their visibility."""

from typing import Any

import pytest

from playground import limits
from playground.server import tick
from tests import openapi
from tests.local_server import Json, Server, Socket
from tests.playground.bodies import PLAY, ROW, SELECT, png, slash_options

MODAL: Json = {
    "custom_id": "form",
    "title": "A form",
    "components": [
        {
            "type": 18,
            "label": "Name",
            "component": {"type": 4, "custom_id": "name", "style": 1, "min_length": 2, "max_length": 5},
        },
        {"type": 18, "label": "Sure", "component": {"type": 23, "custom_id": "sure"}},
    ],
}


class Game:
    """A connected bot with a command, a card with buttons, and Ann's gateway."""

    def __init__(self, server: Server, bot: Socket, window: Socket, command: Json, card: Json) -> None:
        self.server, self.bot, self.window, self.command, self.card = server, bot, window, command, card

    async def slash(self, person: str | None = None, kind: int = 2, **options: Any) -> tuple[int, Any]:
        """Invoke /play as a person."""
        given = slash_options(**options)
        if kind == 4:
            given[0]["focused"] = True
        data = {"id": self.command["id"], "name": "play", "type": 1, "options": given}
        body = self.server.interaction(kind, data)
        return await self.server.as_person(person or self.server.ann, "POST", "/interactions", body)

    async def click(self, custom_id: str = "move", person: str | None = None, **data: Any) -> tuple[int, Any]:
        """Use a component of the card as a person."""
        data = {"component_type": 2, "custom_id": custom_id, **data}
        body = self.server.interaction(3, data, message_id=self.card["id"], message_flags=0)
        return await self.server.as_person(person or self.server.ann, "POST", "/interactions", body)

    async def submit(self, modal: Json, person: str | None = None, **values: Any) -> tuple[int, Any]:
        """Submit a modal as a person."""
        kinds = {"name": 4, "sure": 23}
        fields = [
            {"type": 18, "component": {"type": kinds[name], "custom_id": name, "value": value}}
            for name, value in values.items()
        ]
        body = self.server.interaction(5, {"id": modal["id"], "custom_id": modal["custom_id"], "components": fields})
        return await self.server.as_person(person or self.server.ann, "POST", "/interactions", body)

    async def asked(self) -> Json:
        """Have Ann invoke /play; return the interaction that the bot receives."""
        await self.slash(game="x")
        return await self.received()

    async def pressed(self) -> Json:
        """Have Ann press the card's button; return the interaction that the bot receives."""
        await self.click()
        return await self.received()

    async def opened(self, interaction: Json, modal: Json) -> Json:
        """Answer with a modal; return it as Ann gets it."""
        assert (await self.answer(interaction, 9, modal))[0] == 200
        return await self.window.until("INTERACTION_MODAL_CREATE")

    async def received(self) -> Json:
        """Return the next interaction that the bot receives."""
        return await self.bot.until("INTERACTION_CREATE")

    async def answer(self, interaction: Json, kind: int, data: Json | None = None) -> tuple[int, Any]:
        """Send an interaction callback as the bot."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        body = {"type": kind, **({} if data is None else {"data": data})}
        status, answer, _ = await self.server.ask("POST", "/api/v10" + path, json=body)
        return status, answer

    async def webhook(self, interaction: Json, method: str, path: str = "", body: Json | None = None) -> Any:
        """Send a request with an interaction token."""
        address = f"/api/v10/webhooks/{self.server.bot_id}/{interaction['token']}{path}"
        status, answer, _ = await self.server.ask(method, address, json=body)
        return status, answer


@pytest.fixture
async def game(server: Server) -> Game:
    command = await server.register(PLAY)
    bot, window = await server.bot_online(), await server.window(server.ann)
    _, card = await server.post({"content": "card", "components": [ROW, SELECT]})
    for client in (bot, window):
        await client.until("MESSAGE_CREATE")
    return Game(server, bot, window, command, card)


async def test_a_command_interaction_has_the_fields_that_discord_py_needs(game: Game) -> None:
    server = game.server
    assert await game.slash(game.server.ben, game="monster_hex", seats=2, rival=server.ann) == (204, b"")
    payload = await game.received()

    assert payload["data"]["options"][1] == {"name": "seats", "type": 4, "value": 2}
    assert payload["data"]["resolved"]["users"][server.ann]["global_name"] == "Ann"
    assert payload["member"]["user"]["id"] == server.ben
    assert payload["attachment_size_limit"] == limits.ATTACHMENT_BYTES
    assert payload["channel"]["type"] == 0
    assert payload["authorizing_integration_owners"] == {"0": server.guild}
    assert (payload["context"], payload["version"]) == (0, 1)
    assert int(payload["app_permissions"]) & 1 << 11
    assert int(payload["member"]["permissions"]) & 1 << 31


@pytest.mark.parametrize("is_noticed", [True, False])
async def test_the_callback_must_come_within_three_seconds(game: Game, is_noticed: bool) -> None:
    in_time = await game.asked()
    game.server.clock.now += limits.CALLBACK_SECONDS
    assert (await game.answer(in_time, 4, {"content": "now"}))[0] == 200
    late = await game.asked()
    game.server.clock.now += limits.CALLBACK_SECONDS + 0.01
    if is_noticed:
        game.server.pass_time(0)

    status, body = await game.answer(late, 4, {"content": "too late"})

    assert (status, body["code"]) == (404, 10062)
    if is_noticed:
        assert (await game.window.until("INTERACTION_FAILURE"))["id"] == late["id"]


async def test_the_bot_gets_the_time_back_in_which_the_machine_stood_still(game: Game) -> None:
    """Virtual machines sometimes stand still for seconds; the bot couldn't have answered meanwhile."""
    await game.slash(game="before the sweep")
    early = await game.received()
    await game.slash(game="after the sweep")
    later = await game.received()
    game.server.stand_still(20 * limits.CALLBACK_SECONDS)

    assert (await game.answer(early, 4, {"content": "now"}))[0] == 200
    tick(game.server.playground)
    game.server.pass_time(limits.CALLBACK_SECONDS)
    assert (await game.answer(later, 4, {"content": "now"}))[0] == 200


async def test_a_second_callback_and_an_invalid_token_are_rejected(game: Game) -> None:
    interaction = await game.asked()
    await game.answer(interaction, 4, {"content": "one"})

    assert (await game.answer(interaction, 4, {"content": "two"}))[1]["code"] == 40060
    assert (await game.answer({**interaction, "token": "x"}, 4, {"content": "one"}))[1]["code"] == 10062
    assert (await game.webhook({"token": "x"}, "POST", "", {"content": "x"}))[1]["code"] == 50027


async def test_the_interaction_token_expires_after_fifteen_minutes(game: Game) -> None:
    interaction = await game.asked()
    assert (await game.webhook(interaction, "POST", "", {"content": "x"}))[1]["code"] == 10015
    await game.answer(interaction, 5)
    game.server.clock.now += limits.TOKEN_SECONDS - 1
    status, message = await game.webhook(interaction, "PATCH", "/messages/@original", {"content": "done"})
    assert (status, message["content"], message["flags"]) == (200, "done", 0)
    game.server.clock.now += 2

    for method, path in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        status, body = await game.webhook(interaction, method, path, {"content": "late"})
        assert (status, body["code"]) == (401, 50027)
    game.server.pass_time(0)
    assert interaction["id"] not in game.server.playground.world.interactions


async def test_a_deferred_response_fails_when_its_token_expires(game: Game) -> None:
    await game.answer(await game.asked(), 5)
    thinking = await game.window.until("MESSAGE_CREATE")
    assert thinking["flags"] == 128

    game.server.pass_time(limits.TOKEN_SECONDS + 1)

    ended = await game.window.until("MESSAGE_UPDATE")
    assert (ended["id"], ended["flags"], ended["content"]) == (thinking["id"], 0, "The application did not respond")


async def test_the_callback_response_contains_the_message(game: Game) -> None:
    interaction = await game.asked()
    status, body = await game.answer(interaction, 4, {"content": "hello", "flags": 64})

    message = body["resource"]["message"]
    assert (status, body["resource"]["type"]) == (200, 4)
    assert body["interaction"] == {
        "id": interaction["id"],
        "type": 2,
        "response_message_id": message["id"],
        "response_message_loading": False,
        "response_message_ephemeral": True,
    }
    assert message["interaction_metadata"]["user"]["id"] == game.server.ann
    assert message["interaction_metadata"]["name"] == "play"
    assert (await game.window.until("INTERACTION_SUCCESS"))["nonce"] == "1"


async def test_ephemeral_messages_are_visible_to_one_person_only(game: Game) -> None:
    server = game.server
    ben = await server.window(server.ben)
    interaction = await game.asked()
    _, body = await game.answer(interaction, 4, {"content": "secret", "flags": 64, "components": [ROW]})
    secret = body["resource"]["message"]
    path = f"/channels/{server.channel}/messages"

    assert (await game.window.until("MESSAGE_CREATE"))["content"] == "secret"
    to_bot = await game.bot.until("MESSAGE_CREATE")
    assert (to_bot["content"], "guild_id" in to_bot, "member" in to_bot) == ("secret", False, False)
    assert [one["content"] for one in (await server.as_person(server.ann, "GET", path))[1]] == ["secret", "card"]
    assert [one["content"] for one in (await server.as_person(server.ben, "GET", path))[1]] == ["card"]
    assert [one["content"] for one in (await server.as_bot("GET", path))[1]] == ["card"]
    for method, change in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await server.as_bot(method, f"{path}/{secret['id']}", change))[1]["code"] == 10008
    click = server.interaction(3, {"component_type": 2, "custom_id": "move"}, message_id=secret["id"])
    assert (await server.as_person(server.ben, "POST", "/interactions", click))[1]["code"] == 10008
    assert (await server.as_person(server.ann, "POST", "/interactions", click))[0] == 204

    await server.as_person(server.ann, "DELETE", f"{path}/{secret['id']}")
    assert (await game.window.until("MESSAGE_DELETE"))["id"] == secret["id"]
    await server.post({"content": "for all"})
    assert (await ben.until("MESSAGE_CREATE"))["content"] == "for all"


async def test_a_deferral_fixes_whether_the_response_is_ephemeral(game: Game) -> None:
    refused = await game.asked()
    assert (await game.answer(refused, 5, {"flags": 1 << 15}))[1]["code"] == 50035
    assert (await game.answer(refused, 5, {"flags": 64}))[0] == 200

    status, message = await game.webhook(refused, "POST", "", {"content": "first follow-up"})
    assert (status, message["flags"]) == (200, 64)
    assert (await game.webhook(refused, "GET", "/messages/@original"))[1]["id"] == message["id"]
    _, further = await game.webhook(refused, "POST", "", {"content": "second", "flags": 0})
    assert (further["id"] != message["id"], further["flags"]) == (True, 0)


async def test_a_deferred_update_shows_no_loading_state_and_allows_a_later_edit(game: Game) -> None:
    interaction = await game.pressed()
    status, body = await game.answer(interaction, 6)
    assert (status, body["resource"]["message"]["id"]) == (200, game.card["id"])
    await game.window.until("INTERACTION_SUCCESS")
    assert not [frame for frame in game.window.seen if frame.get("t") == "MESSAGE_UPDATE"]

    _, edited = await game.webhook(interaction, "PATCH", "/messages/@original", {"content": "moved"})

    assert (edited["id"], edited["content"]) == (game.card["id"], "moved")
    assert len(edited["components"]) == 2
    assert (await game.window.until("MESSAGE_UPDATE"))["content"] == "moved"


async def test_a_deferred_update_of_a_deleted_message_is_acknowledged(game: Game) -> None:
    """DEFERRED_UPDATE_MESSAGE acknowledges the interaction and needs no message; UPDATE_MESSAGE edits one."""
    deferred = await game.pressed()
    updated = await game.pressed()
    await game.server.as_bot("DELETE", f"/channels/{game.server.channel}/messages/{game.card['id']}")

    status, body = await game.answer(deferred, 6)
    assert (status, body) == (200, {"interaction": {"id": deferred["id"], "type": 3}})
    assert (await game.window.until("INTERACTION_SUCCESS"))["id"] == deferred["id"]
    edit = await game.webhook(deferred, "PATCH", "/messages/@original", {"content": "moved"})
    assert (edit[0], edit[1]["code"]) == (404, 10008)
    _, follow_up = await game.webhook(deferred, "POST", "", {"content": "It is gone."})
    assert follow_up["content"] == "It is gone."

    status, body = await game.answer(updated, 7, {"content": "moved"})
    assert (status, body["code"]) == (404, 10008)


async def test_a_follow_up_belongs_to_its_token(game: Game) -> None:
    first = await game.asked()
    await game.answer(first, 4, {"content": "one"})
    other = await game.asked()
    await game.answer(other, 4, {"content": "two"})
    _, follow_up = await game.webhook(first, "POST", "", {"content": "more"})
    path = f"/messages/{follow_up['id']}"

    assert (await game.webhook(other, "PATCH", path, {"content": "x"}))[1]["code"] == 10008
    assert (await game.webhook(first, "PATCH", path, {"content": "edited"}))[1]["content"] == "edited"
    assert (await game.webhook(first, "DELETE", path))[0] == 204
    assert (await game.webhook(first, "DELETE", "/messages/@original"))[0] == 204
    assert (await game.webhook(first, "GET", "/messages/@original"))[1]["code"] == 10008


async def test_a_modal_is_submitted(game: Game) -> None:
    server = game.server
    modal = await game.opened(await game.pressed(), MODAL)
    assert (modal["title"], modal["nonce"]) == ("A form", "1")

    invalid: list[Json] = [{"name": "x", "sure": True}, {"sure": True}, {"name": "too long", "sure": True}]
    for wrong in invalid:
        status, body = await game.submit(modal, **wrong)
        assert (status, body["code"]) == (400, 50035), wrong
    assert (await game.submit(modal, server.ben, name="abc", sure=True))[1]["code"] == 10062
    assert (await game.submit(modal, name="abc", sure=True))[0] == 204
    submitted = await game.received()

    parts = [label["component"] for label in submitted["data"]["components"]]
    assert [(part["custom_id"], part["value"]) for part in parts] == [("name", "abc"), ("sure", True)]
    assert submitted["message"]["id"] == game.card["id"]
    assert (await game.answer(submitted, 9, MODAL))[1]["code"] == 50035
    assert (await game.answer(submitted, 7, {"content": "by modal"}))[1]["resource"]["message"]["content"] == "by modal"
    assert (await game.submit(modal, name="abc", sure=True))[1]["code"] == 10062


UPLOAD: Json = {
    "custom_id": "form",
    "title": "A form",
    "components": [
        {"type": 18, "label": "Maps", "component": {"type": 19, "custom_id": "maps", "max_values": 2}},
    ],
}


async def test_files_of_a_modal_are_attachments_until_its_token_expires(game: Game) -> None:
    server = game.server
    assert openapi.problems("POST", "/interactions/1/token/callback", {"type": 9, "data": UPLOAD}) == []
    modal = await game.opened(await game.pressed(), UPLOAD)

    async def submit(*values: str) -> tuple[int, Any]:
        field = {"type": 18, "component": {"type": 19, "custom_id": "maps", "values": list(values)}}
        data = {"id": modal["id"], "custom_id": "form", "components": [field]}
        files = {"map.png": png(3, 2), "notes.txt": b"north"}
        return await server.upload(server.ann, server.interaction(5, data), **files)

    for wrong in ((), ("2",), ("0", "0"), ("0", "1", "2")):
        assert (await submit(*wrong))[1]["code"] == 50035, wrong
    assert (await submit("0", "1"))[0] == 204
    submitted = await game.received()
    files = submitted["data"]["resolved"]["attachments"]
    assert submitted["data"]["components"][0]["component"]["values"] == list(files)
    assert [(file["filename"], file["size"]) for file in files.values()] == [
        ("map.png", len(png(3, 2))),
        ("notes.txt", 5),
    ]
    (first, _) = files.values()
    assert (first["width"], first["height"], first["content_type"]) == (3, 2, "image/png")
    assert await server.download(first["url"]) == (200, png(3, 2))
    await game.answer(submitted, 4, {"content": "got them"})
    server.pass_time(901)
    assert (await server.download(first["url"]))[0] == 404


async def test_a_file_of_a_command_is_the_bots_to_fetch_until_its_token_expires(game: Game) -> None:
    """Its signed URL is enough, without a cookie; a number without a file is refused."""
    server = game.server
    options = [{"type": 11, "name": "file", "description": "What", "required": True}]
    command = await server.register({"name": "verify", "description": "Check", "options": options})

    async def verify(number: str) -> tuple[int, Any]:
        given = [{"type": 11, "name": "file", "value": number}]
        data = {"id": command["id"], "name": "verify", "type": 1, "options": given}
        return await server.upload(server.ann, server.interaction(2, data), **{"record.json": b"{}"})

    assert (await verify("1"))[1]["code"] == 50035
    assert (await verify("0"))[0] == 204
    received = await game.received()
    (number,) = [option["value"] for option in received["data"]["options"]]
    file = received["data"]["resolved"]["attachments"][number]
    assert (file["filename"], file["size"]) == ("record.json", 2)
    address = file["url"].removeprefix(server.base)
    for path, status in ((address, 200), (address.partition("?")[0], 401), (f"{address[:-1]}x", 401)):
        async with server.session.get(server.base + path) as response:
            assert response.status == status
            assert status != 200 or await response.read() == b"{}"
    await game.answer(received, 4, {"content": "checked"})
    server.pass_time(901)
    async with server.session.get(file["url"]) as response:
        assert response.status == 404


async def test_a_modal_can_be_submitted_again_after_a_timeout(game: Game) -> None:
    modal = await game.opened(await game.asked(), MODAL)
    await game.submit(modal, name="abc", sure=False)
    await game.received()
    game.server.pass_time(4)
    await game.window.until("INTERACTION_FAILURE")

    assert (await game.submit(modal, name="abc", sure=False))[0] == 204
    submitted = await game.received()
    assert (await game.answer(submitted, 7, {"content": "x"}))[1]["code"] == 50035
    assert (await game.answer(submitted, 4, {"content": "x"}))[0] == 200


async def test_autocomplete_suggests_at_most_25_choices_of_the_option(game: Game) -> None:
    await game.slash(kind=4, game="mon")
    typed = await game.received()
    assert typed["data"]["options"] == [{"name": "game", "type": 3, "value": "mon", "focused": True}]
    choices = [{"name": str(number), "value": str(number)} for number in range(26)]

    wrong = [{"name": "x" * 101, "value": "x"}, {"name": "x", "value": "x" * 101}, {"name": "x", "value": 1}]
    for refused in (choices, *([one] for one in wrong)):
        assert (await game.answer(typed, 8, {"choices": refused}))[1]["code"] == 50035
    assert (await game.answer(typed, 8, {"choices": choices[:25]}))[0] == 200
    told = await game.window.until("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE")
    assert told == {"nonce": "1", "choices": choices[:25]}


@pytest.mark.parametrize(("kind", "wrong"), [(2, 6), (2, 7), (2, 8), (4, 4), (3, 8), (3, 1)])
async def test_callback_types_depend_on_the_interaction_type(game: Game, kind: int, wrong: int) -> None:
    await (game.click() if kind == 3 else game.slash(kind=kind, game="x"))
    interaction = await game.received()

    assert (await game.answer(interaction, wrong, {"content": "x"}))[1]["errors"].keys() == {"type"}


async def test_an_interaction_fails_at_once_while_the_bot_is_offline(game: Game) -> None:
    await game.bot.connection.close()
    await game.window.until("PLAYGROUND_BOT_STATUS")

    assert (await game.click())[0] == 204

    assert (await game.window.until("INTERACTION_FAILURE"))["reason_code"] == 3


async def test_app_permissions_are_those_of_the_channel(game: Game) -> None:
    await game.server.deny("SEND_MESSAGES")
    payload = await game.pressed()

    assert not int(payload["app_permissions"]) & 1 << 11
    # A response to an interaction needs no permission in the channel.
    assert (await game.answer(payload, 4, {"content": "still"}))[0] == 200
