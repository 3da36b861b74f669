"""Interactions: commands, components, autocompletion and modals of people, validated and sent to the bot."""

import secrets
from itertools import takewhile
from typing import Any

from aiohttp import web

from playground import limits, permissions
from playground.bodies import no_content, read_body
from playground.commands import CHANNEL, CHAT_INPUT, MENTIONABLE, ROLE, USER, USER_COMMAND, is_offered
from playground.components import (
    BUTTON,
    CHANNEL_SELECT,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    SELECTS,
    STRING_SELECT,
    USER_SELECT,
    flatten,
)
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form
from playground.guard import ACTOR, sign_address
from playground.invocations import Invocation
from playground.messages import LOADING, Upload, read_attachment
from playground.modals import FILE_UPLOAD, check_values, read_answers
from playground.paths import api
from playground.service import PLAYGROUND, Playground
from playground.world import DM, THREADS

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
# States of an interaction: not acknowledged yet, acknowledged, or timed out.
WAITING, ANSWERED, FAILED = "waiting", "answered", "failed"
NO_ANSWER, BOT_OFFLINE = 2, 3
_LOOK_BACK_MS = 60_000
_SELECT_TYPES = {USER_SELECT: USER, ROLE_SELECT: ROLE, MENTIONABLE_SELECT: MENTIONABLE, CHANNEL_SELECT: CHANNEL}


async def post_interaction(request: web.Request) -> web.Response:
    """POST an interaction as Discord's client does; the response 204 does not wait for the bot."""
    body, uploads = await read_body(request)
    playground, person = request.app[PLAYGROUND], request[ACTOR].user
    form = Form(body)
    kind = form.choice("type", (COMMAND, COMPONENT, AUTOCOMPLETE, MODAL))
    nonce = form.text("nonce", 64)
    form.require("data")
    form.raise_errors()
    channel = playground.world.channel(str(form.get("channel_id")))
    if not playground.can_see(channel, person["id"]):
        raise ApiError(ErrorCode.MISSING_ACCESS)
    if str(form.get("application_id")) != playground.bot_id:
        raise ApiError(ErrorCode.UNKNOWN_APPLICATION)
    data = form.part("data") or Form({})
    if kind in (COMMAND, AUTOCOMPLETE):
        data, kept = _command(playground, person, channel, data, uploads, typing=kind == AUTOCOMPLETE)
    elif kind == COMPONENT:
        data, kept = _component(playground, person, channel, form, data)
    else:
        data, kept = _modal(playground, person, channel, data, uploads)
    dispatch(playground, person, channel, {"type": kind, "nonce": nonce, **kept}, data)
    return no_content()


def _command(
    playground: Playground, person: Json, channel: Json, form: Form, uploads: dict[str, Upload], *, typing: bool
) -> tuple[Json, Json]:
    command = playground.world.commands.get(str(form.get("id")))
    is_known = command is not None and command.get("guild_id") in (None, channel.get("guild_id"))
    if not command or not is_known or command["name"] != form.get("name"):
        raise ApiError(ErrorCode.UNKNOWN_COMMAND)
    away = playground.world.is_elsewhere(channel)
    if not is_offered(command, direct=channel["type"] == DM, brought_along=away):
        raise ApiError(ErrorCode.UNKNOWN_COMMAND)
    if not away and channel["type"] != DM:
        granted = playground.person_permissions(person, channel["guild_id"])
        if not permissions.may_use(command, granted):
            raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise ApiError(ErrorCode.ARCHIVED)
    place: Json = {"guild_id": command["guild_id"]} if "guild_id" in command else {}
    if command["type"] != CHAT_INPUT:
        if typing or form.get("type") != command["type"]:
            raise ApiError(ErrorCode.UNKNOWN_COMMAND)
        data, target = _target(playground, person, channel, form, command)
        return data | place, {"command": command["name"], "target": target}
    invocation = Invocation(
        form, command, lambda kind, number: _exists(playground, channel, kind, number), uploads, typing=typing
    )
    data: Json = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": invocation.options}
    data |= place
    resolved = _build_resolved(playground, channel, invocation.ids)
    kept: Json = {"command": command["name"]}
    if invocation.focused:
        kept["focused"] = invocation.focused["type"]
    if invocation.files:
        kept["files"] = playground.world.create_id()
        resolved["attachments"] = {}
        for option in invocation.files:
            attachment = _store_upload(playground, channel, kept["files"], uploads[option["value"]])
            option["value"] = attachment["id"]
            resolved["attachments"][attachment["id"]] = attachment
    return (data | {"resolved": resolved} if resolved else data), kept


def _target(playground: Playground, person: Json, channel: Json, form: Form, command: Json) -> tuple[Json, Json]:
    """Return the data of a context-menu command on a user or message, and what its response says of the target."""
    number = str(form.get("target_id") or "")
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "target_id": number}
    if command["type"] == USER_COMMAND:
        if not _exists(playground, channel, USER, number):
            raise ApiError(ErrorCode.UNKNOWN_USER)
        resolved = _build_resolved(playground, channel, [(USER, number)])
        return data | {"resolved": resolved}, {"target_user": playground.world.users[number]}
    message = playground.world.message(channel["id"], number, person["id"])
    shown = playground.message_json(message, playground.bot_id, with_content=True)
    return data | {"resolved": {"messages": {number: shown}}}, {"target_message_id": number}


def _component(playground: Playground, person: Json, channel: Json, form: Form, data: Form) -> tuple[Json, Json]:
    message = playground.world.message(channel["id"], str(form.get("message_id")), person["id"])
    custom_id = data.text("custom_id", limits.CUSTOM_ID, 1, required=True)
    data.raise_errors()
    kind = data.get("component_type")
    found = next((part for part in flatten(message["components"]) if part.get("custom_id") == custom_id), None)
    if found is None or found["type"] != kind or found.get("disabled") or message["flags"] & LOADING:
        data.add_error("", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
        data.raise_errors()
    shown: Json = {"component_type": kind, "custom_id": custom_id, "id": found["id"] if found else 0}
    if kind in SELECTS and found:
        values = [str(value) for value in data.array("values", limits.SELECT_OPTIONS)]
        check_values(data, "values", list(values), found)
        ids = [] if kind == STRING_SELECT else [(_SELECT_TYPES[kind], value) for value in values]
        if not all(_exists(playground, channel, option, value) for option, value in ids):
            data.add_error("values", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
        data.raise_errors()
        shown["values"] = values
        shown |= {"resolved": _build_resolved(playground, channel, ids)} if ids else {}
    elif kind != BUTTON:
        raise ApiError(ErrorCode.INVALID_FORM)
    return shown, {"message": message["id"]}


def _modal(
    playground: Playground, person: Json, channel: Json, form: Form, uploads: dict[str, Upload]
) -> tuple[Json, Json]:
    modal = playground.world.modals.get(str(form.get("id")))
    if modal is None or modal["person"] != person["id"] or modal["channel_id"] != channel["id"]:
        raise ApiError(ErrorCode.UNKNOWN_INTERACTION)
    if form.get("custom_id") != modal["custom_id"]:
        form.add_error("custom_id", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
    answers = read_answers(form, modal, uploads.keys())
    ids = [
        (_SELECT_TYPES[answer["type"]], str(value))
        for answer in flatten(answers)
        if answer.get("type") in _SELECT_TYPES
        for value in answer.get("values", [])
    ]
    if not all(_exists(playground, channel, kind, number) for kind, number in ids):
        form.add_error("components", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
    form.raise_errors()
    data: Json = {"custom_id": modal["custom_id"], "components": answers}
    kept: Json = {"modal": modal["id"], "trigger": modal.get("trigger")}
    if modal.get("message") in playground.world.messages_by_channel.get(channel["id"], {}):
        kept["message"] = modal["message"]
    resolved = _build_resolved(playground, channel, ids)
    if files := _files(playground, channel, modal, answers, uploads):
        resolved["attachments"] = files
    return (data | {"resolved": resolved} if resolved else data), kept


def _files(
    playground: Playground, channel: Json, modal: Json, answers: list[Json], uploads: dict[str, Upload]
) -> dict[str, Json]:
    """Store the files uploaded in a modal and return them by id.

    In `answers`, the upload numbers of each file field are replaced by these ids.
    """
    files: dict[str, Json] = {}
    for answer in flatten(answers):
        if answer.get("type") != FILE_UPLOAD:
            continue
        attachments = [_store_upload(playground, channel, modal["id"], uploads[one]) for one in answer["values"]]
        answer["values"] = [attachment["id"] for attachment in attachments]
        files |= {attachment["id"]: attachment for attachment in attachments}
    return files


def _store_upload(playground: Playground, channel: Json, place: str, upload: Upload) -> Json:
    """Store an uploaded file and return its attachment object, with a signed URL that the bot can fetch.

    `place` is the id of the modal or command to which the file belongs.
    """
    attachment = read_attachment(playground, channel, upload)
    playground.world.put_attachment(attachment, {"id": place, "channel_id": channel["id"]}, upload.content)
    address = sign_address(attachment["url"], playground.gateway.bot_token)
    return attachment | {"url": address, "proxy_url": address}


def _exists(playground: Playground, channel: Json, kind: int, number: str) -> bool:
    """Return whether `number` is the id of an object that an option of type `kind` can have as value.

    The object is a user, a role or a channel. Roles and channels must be in the guild of `channel`.
    """
    users = kind in (USER, MENTIONABLE) and number in playground.world.users
    roles = kind in (ROLE, MENTIONABLE) and number in _roles(playground, channel)
    there = playground.world.channels.get(number, {})
    return users or roles or (kind == CHANNEL and there.get("guild_id", "") == channel.get("guild_id"))


def _roles(playground: Playground, channel: Json) -> dict[str, Json]:
    """Return the roles of a channel's guild by id; empty in direct messages."""
    return {} if channel["type"] == DM else {role["id"]: role for role in playground.roles(channel["guild_id"])}


def _build_resolved(playground: Playground, channel: Json, ids: list[tuple[int, str]]) -> Json:
    resolved: Json = {}
    roles = _roles(playground, channel) if ids else {}
    for kind, number in ids:
        if number in playground.world.users and kind in (USER, MENTIONABLE):
            user = playground.world.users[number]
            resolved.setdefault("users", {})[number] = user
            if _is_member(playground, channel, user):
                resolved.setdefault("members", {})[number] = _resolved_member(playground, channel, user)
        elif number in roles:
            resolved.setdefault("roles", {})[number] = roles[number]
        else:
            found = playground.channel_json(playground.world.channels[number])
            resolved.setdefault("channels", {})[number] = found | {"permissions": str(permissions.EVERYONE)}
    return resolved


def _is_member(playground: Playground, channel: Json, user: Json) -> bool:
    """Return whether a user is a member of the channel's guild.

    In direct messages nobody is a member. The bot is not a member of the server without the bot.
    """
    return channel["type"] != DM and not (user["bot"] and playground.world.is_elsewhere(channel))


def _resolved_member(playground: Playground, channel: Json, user: Json) -> Json:
    guild = channel["guild_id"]
    member = {
        key: value for key, value in playground.member(user, guild).items() if key not in ("user", "deaf", "mute")
    }
    return member | {"permissions": str(playground.person_permissions(user, guild))}


def dispatch(playground: Playground, person: Json, channel: Json, kept: Json, data: Json) -> None:
    """Create an interaction of a person, store it and send it to the bot.

    If the bot's shard is offline, the interaction fails at once and is not stored. `kept` are the fields stored
    with the interaction, such as its type and nonce. `data` is the `data` object sent to the bot.
    """
    world, guild = playground.world, channel.get("guild_id")
    number = world.create_id()
    interaction: Json = {"id": number, "token": f"{number}-{secrets.token_urlsafe(48)}", "state": WAITING, **kept}
    interaction |= {"person": person["id"], "channel_id": channel["id"], "created": world.now_ms()}
    if not playground.gateway.is_bot_serving(guild):
        notify_failure(playground, interaction, BOT_OFFLINE)
        return
    world.put("interaction", interaction)
    if kept["type"] != AUTOCOMPLETE:
        _notify(playground, "INTERACTION_CREATE", interaction)
    payload = _payload(playground, interaction, person, channel, data)
    playground.gateway.send_to_bot("INTERACTION_CREATE", payload, guild)


def _payload(playground: Playground, interaction: Json, person: Json, channel: Json, data: Json) -> Json:
    body: Json = {key: interaction[key] for key in ("id", "type", "token", "channel_id")}
    body |= {"application_id": playground.bot_id, "version": 1, "data": data, "entitlements": []}
    body["locale"] = playground.world.locale(person["id"])
    body["authorizing_integration_owners"] = owners(playground, channel, person["id"])
    body |= {"attachment_size_limit": limits.ATTACHMENT_BYTES, "channel": playground.channel_json(channel)}
    body["app_permissions"] = str(playground.world.bot_permissions(channel))
    if interaction.get("message"):
        body["message"] = playground.message_json(
            playground.world.message(channel["id"], interaction["message"], person["id"]), playground.bot_id
        )
    if channel["type"] == DM:
        return body | {"user": person, "context": 1}
    guild = channel["guild_id"]
    granted = playground.person_permissions(person, guild)
    member = playground.member(person, guild) | {"permissions": str(granted)}
    settings = playground.world.guild_settings(guild)
    locale = settings["preferred_locale"]
    body |= {"member": member, "guild_id": guild, "guild_locale": locale, "context": 0}
    return body | {"guild": {"id": guild, "locale": locale, "features": settings["features"]}}


def owners(playground: Playground, channel: Json, person: str) -> Json:
    """Return the `authorizing_integration_owners` of an interaction: the guild, or the person for a user install.

    In direct messages, the guild is "0".
    """
    if playground.world.is_elsewhere(channel):
        return {"1": person}
    return {"0": channel.get("guild_id", "0")}


def _notify(playground: Playground, event: str, interaction: Json, **extra: Any) -> None:
    body = {"id": interaction["id"], "nonce": interaction["nonce"], **extra}
    playground.gateway.send_to_people(event, body, only=[interaction["person"]])


def notify_success(playground: Playground, interaction: Json) -> None:
    """Notify the person that the bot acknowledged the interaction."""
    _notify(playground, "INTERACTION_SUCCESS", interaction)


def notify_failure(playground: Playground, interaction: Json, reason: int) -> None:
    """Notify the person that the interaction failed."""
    _notify(playground, "INTERACTION_FAILURE", interaction, reason_code=reason)


def give_back(playground: Playground, seconds: float) -> None:
    """Extend the time limit of waiting interactions by `seconds`, the time for which the machine was suspended or busy.

    The bot could not run during that time either.
    """
    milliseconds = int(seconds * 1000)
    for interaction in _list_interactions_since(playground, playground.world.now_ms() - _LOOK_BACK_MS - milliseconds):
        if interaction["state"] == WAITING:
            interaction["created"] += milliseconds


def _list_interactions_since(playground: Playground, begin: int) -> list[Json]:
    """Return the interactions created at or after `begin` (milliseconds UTC), newest first."""
    return list(takewhile(lambda one: one["created"] > begin, reversed(playground.world.interactions.values())))


def sweep(playground: Playground) -> None:
    """Time out interactions after 3 seconds without a response, and delete those older than 15 minutes."""
    world = playground.world
    now = world.now_ms()
    for interaction in _list_interactions_since(playground, now - _LOOK_BACK_MS):
        if interaction["state"] == WAITING and now - interaction["created"] > limits.CALLBACK_SECONDS * 1000:
            interaction["state"] = FAILED
            world.put("interaction", interaction)
            notify_failure(playground, interaction, NO_ANSWER)
    life = limits.TOKEN_SECONDS * 1000
    for interaction in list(takewhile(lambda one: now - one["created"] > life, world.interactions.values())):
        world.delete("interaction", interaction["id"])
        for place in (interaction[key] for key in ("modal", "files") if key in interaction):
            world.delete_attachments_of(place)
        _end_loading(playground, interaction)
    for number in list(world.modals)[: max(len(world.modals) - limits.MODALS_KEPT, 0)]:
        world.delete("modal", number)


def _end_loading(playground: Playground, interaction: Json) -> None:
    message = playground.world.messages_by_channel.get(interaction["channel_id"], {}).get(
        interaction.get("original", "")
    )
    if message and message["flags"] & LOADING:
        message |= {"flags": message["flags"] & ~LOADING, "content": "The application did not respond"}
        playground.world.put_message(message)
        playground.publish_message("MESSAGE_UPDATE", message)


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    return [web.post(api("/interactions"), post_interaction)]
