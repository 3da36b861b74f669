"""REST routes of channels, threads, messages, attachments and permissions, with Discord's error codes."""

from collections.abc import Mapping
from typing import Any

import pytest

from playground import limits
from tests.local_server import Json, Server
from tests.playground.bodies import png
from tests.playground_driver import multipart

LAYOUT = 1 << 15


def path(server: Server, *parts: str) -> str:
    """Return a path under the first channel."""
    return "/".join(("", "channels", server.channel, *parts))


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_a_nonce_is_spent_for_some_minutes(server: Server, is_deleted: bool) -> None:
    """A retry returns the same message, even after a restart, and is refused once the message is deleted."""
    body = {"content": "once", "nonce": "outbox-1", "enforce_nonce": True}
    _, first = await server.post(body)
    if is_deleted:
        await server.as_bot("DELETE", path(server, "messages", first["id"]))
    else:
        await server.stop()
        await server.start()

    status, again = await server.post({**body, "content": "twice"})
    if is_deleted:
        assert (status, again["code"]) == (404, 10008)
    else:
        assert (again["id"], again["content"]) == (first["id"], "once")
    for other in ({**body, "nonce": "outbox-2"}, {**body, "enforce_nonce": False}):
        assert (await server.post(other))[1]["id"] != first["id"]
    by_ann = await server.as_person(server.ann, "POST", path(server, "messages"), body)
    assert by_ann[1]["author"]["id"] == server.ann
    server.clock.now += limits.NONCE_SECONDS + 1
    assert (await server.post(body))[1]["id"] != first["id"]


async def test_message_history_is_paginated(server: Server) -> None:
    ids = [(await server.post({"content": str(number)}))[1]["id"] for number in range(5)]

    async def page(query: str) -> list[int]:
        _, found = await server.as_bot("GET", path(server, f"messages?{query}"))
        return [ids.index(message["id"]) for message in found]

    assert await page("limit=2") == [4, 3]
    assert await page(f"limit=2&before={ids[3]}") == [2, 1]
    assert await page(f"limit=2&after={ids[1]}") == [3, 2]
    assert await page(f"limit=3&around={ids[2]}") == [3, 2, 1]


async def test_a_person_writes_text_alone_and_changes_and_deletes_it(server: Server) -> None:
    body = {"content": "words", "embeds": [{"title": "x"}], "components": [], "flags": LAYOUT}
    _, message = await server.as_person(server.ann, "POST", path(server, "messages"), body)
    assert (message["content"], message["embeds"], message["flags"]) == ("words", [], 0)

    own = path(server, "messages", message["id"])
    assert (await server.as_person(server.ann, "PATCH", own, {"content": "edited"}))[1]["content"] == "edited"
    assert (await server.as_person(server.ann, "DELETE", own))[0] == 204
    assert (await server.as_bot("GET", own))[1] == {"message": "Unknown Message", "code": 10008}


async def test_a_body_that_is_no_json_is_refused(server: Server) -> None:
    address = "/api/v10" + path(server, "messages")
    _, broken, _ = await server.ask("POST", address, {"Authorization": "Bot bot"}, data=b"{broken")

    assert broken["code"] == 50109


async def test_attachments_are_stored_described_and_replaced(server: Server) -> None:
    """A removed file is served for another minute, because a window may just have requested it."""
    described = {"id": 0, "filename": "board.png", "description": "An empty board"}
    _, message = await server.post({"attachments": [described]}, **{"board.png": png(40, 30)})
    file = message["attachments"][0]
    assert (file["width"], file["height"], file["description"]) == (40, 30, "An empty board")
    assert (file["content_type"], file["size"]) == ("image/png", len(png(40, 30)))

    headers = {"Authorization": "Bot bot"}
    address = "/api/v10" + path(server, "messages", message["id"])
    body = multipart({"attachments": [{"id": 0}]}, [("new.png", png(1, 2))])
    _, edited, _ = await server.ask("PATCH", address, headers, data=body)
    assert [one["filename"] for one in edited["attachments"]] == ["new.png"]
    assert (await server.download(file["url"]))[0] == 200
    server.pass_time(61)
    assert (await server.download(file["url"]))[0] == 404

    kept = {"attachments": [{"id": edited["attachments"][0]["id"], "description": "Kept"}]}
    body = multipart(kept, [("more.txt", b"more")])
    _, both, _ = await server.ask("PATCH", address, headers, data=body)
    assert [one["filename"] for one in both["attachments"]] == ["new.png", "more.txt"]
    assert both["attachments"][0]["description"] == "Kept"
    _, same = await server.as_bot("PATCH", path(server, "messages", message["id"]), {"content": "words"})
    assert same["attachments"] == both["attachments"]
    assert (await server.as_bot("PATCH", path(server, "messages", message["id"]), {"attachments": [{"id": "1"}]}))[
        0
    ] == 400


async def test_components_v2_refer_to_attachments(server: Server) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "Board"}]}
    section = {
        "type": 9,
        "components": [{"type": 10, "content": "x"}],
        "accessory": {"type": 11, **gallery["items"][0]},
    }
    file = {"type": 13, "file": {"url": "attachment://board.png"}}
    body = {"flags": LAYOUT, "components": [{"type": 17, "components": [gallery, section, file]}]}
    status, message = await server.post(body, **{"board.png": png(4, 3)})

    assert status == 200, message
    parts = message["components"][0]["components"]
    attachment = message["attachments"][0]
    for media in (parts[0]["items"][0]["media"], parts[1]["accessory"]["media"], parts[2]["file"]):
        assert media["url"] == media["proxy_url"] == attachment["url"]
        assert (media["width"], media["height"], media["attachment_id"]) == (4, 3, attachment["id"])
    assert (parts[2]["name"], parts[2]["size"]) == ("board.png", attachment["size"])


async def test_the_components_v2_flag_cannot_be_removed(server: Server) -> None:
    text = {"type": 10, "content": "hello"}
    _, message = await server.post({"flags": LAYOUT, "components": [text]})
    own = path(server, "messages", message["id"])

    assert (await server.as_bot("PATCH", own, {"content": "legacy"}))[1]["errors"].keys() == {"content"}
    assert (await server.as_bot("PATCH", own, {"components": [{**text, "content": "x"}], "flags": 0}))[1][
        "flags"
    ] == LAYOUT
    _, plain = await server.post({"content": "plain"})
    own = path(server, "messages", plain["id"])
    assert (await server.as_bot("PATCH", own, {"flags": LAYOUT, "components": [text]}))[1]["errors"].keys() == {
        "content"
    }
    changed = {"flags": LAYOUT, "content": None, "components": [text]}
    assert (await server.as_bot("PATCH", own, changed))[1]["flags"] == LAYOUT


async def test_allowed_mentions_restrict_mentions(server: Server) -> None:
    text = f"<@{server.ann}> <@!{server.ben}> <@1>"

    async def mentioned(**body: Json | str | int | list[Json]) -> list[str]:
        return [user["id"] for user in (await server.post({"content": text, **body}))[1]["mentions"]]

    assert await mentioned() == [server.ann, server.ben]
    assert await mentioned(allowed_mentions={"parse": []}) == []
    assert await mentioned(allowed_mentions={"parse": ["users"]}) == [server.ann, server.ben]
    assert await mentioned(allowed_mentions={"parse": [], "users": [server.ben]}) == [server.ben]
    layout = {"type": 17, "components": [{"type": 10, "content": text}]}
    assert await mentioned(content="", flags=LAYOUT, components=[layout]) == [server.ann, server.ben]
    both = {"content": "x", "allowed_mentions": {"parse": ["users"], "users": [server.ann]}}
    assert (await server.post(both))[1]["errors"].keys() == {"allowed_mentions"}


async def test_a_thread_from_a_message_has_its_id(server: Server) -> None:
    window = await server.window(server.ann)
    _, lobby = await server.post({"content": "lobby"})
    start = path(server, "messages", lobby["id"], "threads")
    status, thread = await server.as_bot("POST", start, {"name": "A game", "auto_archive_duration": 60})

    assert (status, thread["id"], thread["parent_id"]) == (201, lobby["id"], server.channel)
    assert (await window.until("THREAD_CREATE"))["newly_created"] is True
    assert (await window.until("MESSAGE_UPDATE"))["thread"]["id"] == lobby["id"]
    _, shown = await server.as_bot("GET", path(server, "messages", lobby["id"]))
    assert (shown["thread"]["name"], shown["flags"]) == ("A game", 32)
    _, active = await server.as_person(server.ann, "GET", f"/guilds/{server.guild}/threads/active")
    assert [one["id"] for one in active["threads"]] == [thread["id"]]


async def test_a_thread_without_a_message_is_announced_in_the_channel(server: Server) -> None:
    _, thread = await server.as_bot("POST", path(server, "threads"), {"name": "A game", "type": 11})
    _, found = await server.as_bot("GET", path(server, "messages"))

    assert (found[0]["type"], found[0]["content"]) == (18, "A game")
    assert found[0]["message_reference"]["channel_id"] == thread["id"]


async def test_an_archived_thread_is_listed_and_opened_again(server: Server) -> None:
    _, thread = await server.as_bot("POST", path(server, "threads"), {"name": "A game", "type": 11})
    own = f"/channels/{thread['id']}"
    _, archived = await server.as_bot("PATCH", own, {"archived": True})
    assert archived["thread_metadata"]["archived"]

    _, listed = await server.as_bot("GET", path(server, "threads", "archived", "public"))
    assert [one["id"] for one in listed["threads"]] == [thread["id"]]
    assert (await server.as_bot("PATCH", own, {"archived": False}))[0] == 200
    assert (await server.post({"content": "x"}, thread["id"]))[0] == 200


async def test_an_inactive_thread_is_archived_and_a_message_unarchives_it(server: Server) -> None:
    body = {"name": "A game", "type": 11, "auto_archive_duration": 60}
    _, thread = await server.as_bot("POST", path(server, "threads"), body)
    window = await server.window(server.ann)

    server.pass_time(3599)
    await server.post({"content": "x"}, thread["id"])
    server.pass_time(3599)
    assert not server.playground.world.channels[thread["id"]]["thread_metadata"]["archived"]
    server.pass_time(2)
    assert (await window.until("THREAD_UPDATE"))["thread_metadata"]["archived"]

    await server.as_person(server.ann, "POST", f"/channels/{thread['id']}/messages", {"content": "hello"})
    assert not (await window.until("THREAD_UPDATE"))["thread_metadata"]["archived"]


async def test_renames_are_rate_limited_to_two_in_ten_minutes(server: Server) -> None:
    _, thread = await server.as_bot("POST", path(server, "threads"), {"name": "0", "type": 11})

    async def rename(name: str) -> tuple[int, Any, Mapping[str, str]]:
        address = f"/api/v10/channels/{thread['id']}"
        return await server.ask("PATCH", address, {"Authorization": "Bot bot"}, json={"name": name})

    assert [(await rename(name))[0] for name in "12"] == [200, 200]
    status, body, answer = await rename("3")
    assert (status, answer["Via"]) == (429, "1.1 playground")
    assert 0 < body["retry_after"] <= limits.RENAME_SECONDS
    server.clock.now += limits.RENAME_SECONDS
    assert (await rename("3"))[0] == 200


async def test_edits_of_old_messages_are_rate_limited(server: Server) -> None:
    """Edits of all old messages in a channel share the limit; edits of newer messages don't count."""
    old = [path(server, "messages", (await server.post({"content": "0"}))[1]["id"]) for _ in range(2)]
    server.clock.now += limits.OLD_MESSAGE_SECONDS + 1
    new = path(server, "messages", (await server.post({"content": "0"}))[1]["id"])
    headers = {"Authorization": "Bot bot"}

    async def edit(own: str) -> tuple[int, Any, Mapping[str, str]]:
        return await server.ask("PATCH", f"/api/v10{own}", headers, json={"content": "1"})

    for own in (old[0], new, *old):
        assert (await edit(own))[0] == 200
    status, body, answer = await edit(old[0])

    assert (status, body["code"], body["global"], answer["Via"]) == (429, 30046, False, "1.1 playground")
    assert 0 < body["retry_after"] <= limits.OLD_MESSAGE_EDIT_SECONDS
    assert int(answer["X-RateLimit-Remaining"]) > 0, "the limit that is announced is another one"
    assert (await edit(new))[0] == 200
    server.clock.now += limits.OLD_MESSAGE_EDIT_SECONDS
    assert (await edit(old[0]))[0] == 200


async def test_denied_permissions_hide_files_and_history_but_not_threads(server: Server) -> None:
    _, thread = await server.as_bot("POST", path(server, "threads"), {"name": "t", "type": 11})
    await server.deny("SEND_MESSAGES", "MANAGE_THREADS")
    assert (await server.post({"content": "x"}, thread["id"]))[0] == 200
    assert (await server.as_bot("PATCH", f"/channels/{thread['id']}", {"archived": True}))[0] == 200
    await server.deny("ATTACH_FILES", "READ_MESSAGE_HISTORY")

    assert (await server.post({"content": "x"}, **{"a.txt": b"a"}))[1]["code"] == 50013
    assert (await server.as_bot("GET", path(server, "messages")))[1] == []


async def test_denied_permissions_are_sent_as_overwrites(server: Server) -> None:
    bot = await server.bot_online()
    await server.deny("SEND_MESSAGES", "ATTACH_FILES")

    overwrite = (await bot.until("CHANNEL_UPDATE"))["permission_overwrites"][0]
    assert overwrite == {"id": server.bot_id, "type": 1, "allow": "0", "deny": str(1 << 11 | 1 << 15)}


async def test_direct_messages_are_visible_to_their_recipient_only(server: Server) -> None:
    bot, ann = await server.bot_online(), await server.window(server.ann)
    _, direct = await server.as_bot("POST", "/users/@me/channels", {"recipient_id": server.ann})
    assert (await server.as_bot("POST", "/users/@me/channels", {"recipient_id": server.ann}))[1]["id"] == direct["id"]
    await server.post({"content": "your turn"}, direct["id"])
    await server.as_person(server.ann, "POST", f"/channels/{direct['id']}/messages", {"content": "thanks"})

    assert (await ann.until("CHANNEL_CREATE"))["recipients"][0]["id"] == server.bot_id
    assert (await ann.until("MESSAGE_CREATE"))["content"] == "your turn"
    assert [(await bot.until("MESSAGE_CREATE"))["content"] for _ in range(2)] == ["your turn", "thanks"]
    assert [one["id"] for one in (await server.as_person(server.ann, "GET", "/users/@me/channels"))[1]] == [
        direct["id"]
    ]


async def test_unknown_routes_are_counted(server: Server) -> None:
    for _ in range(2):
        status, body = await server.as_bot("GET", "/guilds/1/emojis")
        assert (status, body) == (404, {"message": "404: Not Found", "code": 0})
    await server.as_bot("DELETE", "/users/@me")
    await server.as_bot("GET", f"/webhooks/1/{'x' * 64}/slack")

    _, status = await server.control("GET", "status")
    counted = {"GET /api/v10/guilds/1/emojis": 2, "DELETE /api/v10/users/@me": 1}
    counted["GET /api/v10/webhooks/1/{token}/slack"] = 1
    assert status == {"bot_online": False, "connected_shards": [[]], "unknown_routes": counted}


async def test_every_bot_route_sends_rate_limit_headers(server: Server) -> None:
    address, authorization = "/api/v10" + path(server), {"Authorization": "Bot bot"}
    _, _, first = await server.ask("GET", address, authorization)
    maximum = int(first["X-RateLimit-Limit"])
    assert int(first["X-RateLimit-Remaining"]) == maximum - 1
    assert float(first["X-RateLimit-Reset"]) == pytest.approx(server.clock.now + 1, abs=0.01)
    assert (first["X-RateLimit-Reset-After"], len(first["X-RateLimit-Bucket"])) == ("1.000", 24)

    for _ in range(maximum - 1):
        await server.ask("GET", address, authorization)
    status, body, headers = await server.ask("GET", address, authorization)
    assert (status, body["retry_after"], body["global"]) == (429, 1.0, False)
    assert (headers["Via"], headers["X-RateLimit-Remaining"]) == ("1.1 playground", "0")
    other = next(number for number in server.playground.world.channels if number != server.channel)
    assert (await server.as_bot("GET", f"/channels/{other}"))[0] == 200

    server.clock.now += 1
    assert (await server.ask("GET", address, authorization))[0] == 200
    _, _, unknown = await server.ask("GET", "/api/v10/channels/1", authorization)
    assert "X-RateLimit-Remaining" in unknown


@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_messages_and_their_edits_are_limited_to_five_in_five_seconds_a_channel(
    limited: Server, method: str
) -> None:
    here, there = [*limited.playground.world.channels][:2]
    first = {place: (await limited.post({"content": "0"}, place))[1]["id"] for place in (here, there)}
    limited.clock.now += 5

    async def say(way: str, place: str) -> tuple[int, Any, Mapping[str, str]]:
        address = f"/api/v10/channels/{place}/messages" + (f"/{first[place]}" if way == "PATCH" else "")
        return await limited.ask(way, address, {"Authorization": "Bot bot"}, json={"content": "1"})

    answers = [await say(method, here) for _ in range(5)]
    assert [status for status, _, _ in answers] == [200] * 5
    assert [headers["X-RateLimit-Remaining"] for _, _, headers in answers] == ["4", "3", "2", "1", "0"]
    limited.clock.now += 1.5
    status, body, headers = await say(method, here)

    assert (status, body) == (429, {"message": "You are being rate limited.", "retry_after": 3.5, "global": False})
    named = {name: headers[f"X-RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset-After", "Scope")}
    assert named == {"Limit": "5", "Remaining": "0", "Reset-After": "3.500", "Scope": "user"}
    assert float(headers["X-RateLimit-Reset"]) == pytest.approx(limited.clock.now + 3.5, abs=0.01)
    assert (headers["Retry-After"], headers["Via"]) == ("4", "1.1 playground")
    other = "PATCH" if method == "POST" else "POST"
    elsewhere = [await say(method, there), await say(other, here)]
    assert [status for status, _, _ in elsewhere] == [200, 200]
    assert {answer["X-RateLimit-Bucket"] for _, _, answer in elsewhere} == {headers["X-RateLimit-Bucket"]}
    limited.clock.now += 3.5
    assert (await say(method, here))[0] == 200


async def test_what_a_person_has_read_is_told_to_that_persons_windows(server: Server) -> None:
    ann, other, ben = [await server.window(person) for person in (server.ann, server.ann, server.ben)]
    path = f"/channels/{server.channel}/messages"

    assert (await server.as_person(server.ann, "POST", f"{path}/7/ack", {}))[0] == 204
    await server.post({"content": "later"})

    for window in (ann, other):
        assert await window.until("MESSAGE_ACK") == {"channel_id": server.channel, "message_id": "7"}
    await ben.until("MESSAGE_CREATE")
    assert "MESSAGE_ACK" not in [frame.get("t") for frame in ben.seen]
