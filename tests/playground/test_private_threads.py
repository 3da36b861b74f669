"""Private threads: members and moderators see them, nobody else."""

from tests.local_server import Json, Server


async def create(server: Server, **fields: object) -> Json:
    status, thread = await server.as_bot("POST", f"/channels/{server.channel}/threads", {"name": "hand", **fields})
    assert status == 201, thread
    return thread


async def test_a_thread_without_a_message_is_private_and_unseen_by_others(server: Server) -> None:
    ann, ben = await server.window(server.ann), await server.window(server.ben)
    thread = await create(server)
    path = f"/channels/{thread['id']}"
    await server.post({"content": "secret"}, thread["id"])
    await server.post({"content": "public"})

    assert (thread["type"], thread["thread_metadata"]["invitable"]) == (12, True)
    for method, way in (("GET", path), ("GET", f"{path}/messages"), ("POST", f"{path}/messages")):
        assert (await server.as_person(server.ben, method, way, {"content": "x"}))[1]["code"] == 50001
    # Ann owns the server, so she is a moderator of threads.
    assert (await ann.until("THREAD_CREATE"))["id"] == thread["id"]
    assert (await ann.until("MESSAGE_CREATE"))["content"] == "secret"
    assert (await ben.until("MESSAGE_CREATE"))["content"] == "public"
    assert "THREAD_CREATE" not in [frame.get("t") for frame in ben.seen]
    active = f"/guilds/{server.guild}/threads/active"
    assert (await server.as_person(server.ben, "GET", active))[1]["threads"] == []


async def test_a_member_is_added_by_route_or_mention_and_leaves(server: Server) -> None:
    ben = await server.window(server.ben)
    thread = await create(server)
    members = f"/channels/{thread['id']}/thread-members"

    await server.post({"content": f"<@{server.ben}>, your hand"}, thread["id"])
    assert (await ben.until("THREAD_CREATE"))["member"]["user_id"] == server.ben
    added = await ben.until("THREAD_MEMBERS_UPDATE")
    assert [one["user_id"] for one in added["added_members"]] == [server.ben]
    assert (await ben.until("MESSAGE_CREATE"))["content"].endswith("your hand")
    assert (await server.as_bot("GET", f"{members}/{server.ben}?with_member=true"))[1]["member"]["user"]["id"]
    assert (await server.as_person(server.ben, "DELETE", f"{members}/@me"))[0] == 204
    assert (await ben.until("THREAD_DELETE"))["id"] == thread["id"]
    assert (await server.as_bot("GET", f"{members}/{server.ben}"))[0] == 404
    assert (await server.as_bot("PUT", f"{members}/{server.ben}"))[0] == 204
    assert (await server.as_person(server.ben, "GET", f"/channels/{thread['id']}"))[1]["member_count"] == 2
    assert (await server.as_bot("GET", members))[1]["code"] == 50001


async def test_only_moderators_add_to_a_thread_that_is_not_invitable(server: Server) -> None:
    thread = await create(server, type=12, invitable=False)
    members = f"/channels/{thread['id']}/thread-members"
    await server.as_bot("PUT", f"{members}/{server.ben}")
    _, cora = await server.control("POST", "people", {"name": "Cora"})

    assert (await server.as_person(server.ben, "PUT", f"{members}/{cora['id']}"))[1]["code"] == 50013
    assert (await server.as_person(server.ben, "DELETE", f"{members}/{server.ann}"))[1]["code"] == 50013
    assert (await server.as_person(server.ann, "PUT", f"{members}/{cora['id']}"))[0] == 204


async def test_archived_private_threads_are_listed_apart(server: Server) -> None:
    private, public = await create(server), await create(server, type=11)
    for thread in (private, public):
        await server.as_bot("PATCH", f"/channels/{thread['id']}", {"archived": True})
    channel = f"/channels/{server.channel}"

    async def listed(path: str) -> list[str]:
        return [thread["id"] for thread in (await server.as_bot("GET", channel + path))[1]["threads"]]

    assert await listed("/threads/archived/public") == [public["id"]]
    assert await listed("/threads/archived/private") == [private["id"]]
    assert await listed("/users/@me/threads/archived/private") == [private["id"]]
    assert (await server.as_bot("PUT", f"/channels/{private['id']}/thread-members/@me"))[1]["code"] == 50083
    await server.deny("CREATE_PRIVATE_THREADS")
    assert (await server.as_bot("POST", f"{channel}/threads", {"name": "x", "type": 12}))[1]["code"] == 50013
