"""The bot's responses to interactions: callbacks within 3 seconds, edits and follow-ups within 15 minutes."""

from aiohttp import web

from playground import limits, messages
from playground.bodies import json_response, no_content, read_body
from playground.commands import read_autocompletion
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form
from playground.interactions import (
    ANSWERED,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    WAITING,
    notify_success,
    owners,
)
from playground.messages import EPHEMERAL, LAYOUT, LOADING, SILENT, SUPPRESS_EMBEDS, Upload
from playground.modals import read_modal
from playground.paths import api
from playground.service import PLAYGROUND, Playground

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9
_COMMAND_RESPONSE, _CONTEXT_MENU_RESPONSE = 20, 23
_MESSAGE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | LAYOUT
_ALLOWED = {
    COMMAND: (MESSAGE, DEFER, OPEN_MODAL),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, OPEN_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (MESSAGE, DEFER),
}


async def post_callback(request: web.Request) -> web.Response:
    """POST the interaction callback; the error is 10062 after more than 3 seconds, and 40060 for a second callback."""
    body, uploads = await read_body(request)
    playground = request.app[PLAYGROUND]
    interaction = playground.world.interactions.get(request.match_info["interaction"])
    if interaction is None or interaction["token"] != request.match_info["token"]:
        raise ApiError(ErrorCode.UNKNOWN_INTERACTION)
    if interaction["state"] == ANSWERED:
        raise ApiError(ErrorCode.ALREADY_ACKNOWLEDGED)
    age = _age(playground, interaction) - playground.measure_stall()
    if interaction["state"] != WAITING or age > limits.CALLBACK_SECONDS:
        raise ApiError(ErrorCode.UNKNOWN_INTERACTION)
    form = Form(body)
    allowed = _ALLOWED[interaction["type"]]
    if interaction["type"] == MODAL and "message" in interaction:
        allowed += (DEFER_UPDATE, UPDATE)
    kind = form.choice("type", allowed)
    form.raise_errors()
    message = _respond(playground, interaction, kind or 0, form.part("data") or Form({}, ("data",)), uploads)
    interaction["state"] = ANSWERED
    playground.world.put("interaction", interaction)
    if interaction["type"] == MODAL:
        playground.world.delete("modal", interaction["modal"])
    if kind not in (CHOICES, OPEN_MODAL):
        notify_success(playground, interaction)
    if request.query.get("with_response", "").lower() not in ("1", "true"):
        return no_content()
    return json_response(_response(playground, interaction, kind or 0, message))


def _response(playground: Playground, interaction: Json, kind: int, message: Json | None) -> Json:
    shown: Json = {"id": interaction["id"], "type": interaction["type"]}
    if message is None:
        return {"interaction": shown}
    flags = message["flags"]
    shown |= {"response_message_id": message["id"], "response_message_loading": bool(flags & LOADING)}
    shown["response_message_ephemeral"] = bool(flags & EPHEMERAL)
    sent = playground.message_json(message, playground.bot_id)
    return {"interaction": shown, "resource": {"type": kind, "message": sent}}


def _respond(
    playground: Playground, interaction: Json, kind: int, data: Form, uploads: dict[str, Upload]
) -> Json | None:
    """Carry out the bot's callback; return the message that it created or updated, None if there is none."""
    if kind == CHOICES:
        choices = read_autocompletion(data, interaction["focused"])
        data.raise_errors()
        body = {"nonce": interaction["nonce"], "choices": choices}
        person = [interaction["person"]]
        playground.gateway.send_to_people("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE", body, only=person)
        return None
    if kind == OPEN_MODAL:
        _open_modal(playground, interaction, data)
        return None
    if kind in (DEFER_UPDATE, UPDATE):
        interaction["original"] = interaction["message"]
        if kind == UPDATE:
            return _edit(playground, _source_message(playground, interaction), data, uploads)
        # A deferral only acknowledges: Discord accepts it even if the message was deleted.
        return playground.world.messages_by_channel.get(interaction["channel_id"], {}).get(interaction["message"])
    if kind == DEFER:
        given = data.integer("flags", 0, 2**31 - 1) or 0
        if given & ~EPHEMERAL:
            data.add_error("flags", "BASE_TYPE_CHOICES", "Only EPHEMERAL may be set when deferring.")
        data.raise_errors()
        draft = messages.Draft(flags=LOADING | given)
    else:
        draft = messages.read_message(
            playground, _channel(playground, interaction), data, uploads, flags=_MESSAGE_FLAGS
        )
    message = _post(playground, interaction, draft)
    interaction["original"] = message["id"]
    return message


def _open_modal(playground: Playground, interaction: Json, data: Form) -> None:
    modal = read_modal(data, playground.world.emojis)
    data.raise_errors()
    modal = {"id": playground.world.create_id(), "channel_id": interaction["channel_id"], **modal}
    kept: Json = {"person": interaction["person"]}
    if "message" in interaction:
        kept["message"] = interaction["message"]
    playground.world.put("modal", modal | kept | {"trigger": _metadata(playground, interaction)})
    bot = playground.world.bot
    shown = modal | {"nonce": interaction["nonce"], "application": {"id": bot["id"], "name": bot["username"]}}
    playground.gateway.send_to_people("INTERACTION_MODAL_CREATE", shown, only=[interaction["person"]])


def _source_message(playground: Playground, interaction: Json) -> Json:
    return playground.world.message(interaction["channel_id"], interaction["message"], interaction["person"])


def _channel(playground: Playground, interaction: Json) -> Json:
    return playground.world.channel(interaction["channel_id"])


def _edit(playground: Playground, message: Json, data: Form, uploads: dict[str, Upload]) -> Json:
    channel = playground.world.channel(message["channel_id"])
    return messages.edit(playground, message, messages.read_message(playground, channel, data, uploads, old=message))


def _metadata(playground: Playground, interaction: Json) -> Json:
    """Return the `interaction_metadata` of a message that responds to an interaction."""
    metadata: Json = {key: interaction[key] for key in ("id", "type")}
    metadata["user"] = playground.world.users[interaction["person"]]
    channel = _channel(playground, interaction)
    metadata["authorizing_integration_owners"] = owners(playground, channel, interaction["person"])
    if "command" in interaction:
        metadata |= {"name": interaction["command"], **interaction.get("target", {})}
    if "message" in interaction:
        metadata["interacted_message_id"] = interaction["message"]
    if interaction.get("trigger"):
        metadata["triggering_interaction_metadata"] = interaction["trigger"]
    return metadata


def _post(playground: Playground, interaction: Json, draft: messages.Draft) -> Json:
    metadata = _metadata(playground, interaction)
    extra: Json = {"application_id": playground.bot_id, "webhook_id": playground.bot_id}
    extra |= {"interaction_metadata": metadata, "_interaction": interaction["id"]}
    if interaction["type"] == COMMAND:
        extra["type"] = _CONTEXT_MENU_RESPONSE if "target" in interaction else _COMMAND_RESPONSE
    if draft.flags & EPHEMERAL:
        extra["_to"] = interaction["person"]
    return messages.post(playground, _channel(playground, interaction), playground.world.bot, draft, **extra)


def _age(playground: Playground, interaction: Json) -> float:
    return (playground.world.now_ms() - interaction["created"]) / 1000


def _acknowledged_interaction(request: web.Request) -> tuple[Playground, Json]:
    """Return the playground and the acknowledged interaction of the token in the path.

    Raises ApiError 50027 if the token is older than 15 minutes.
    """
    playground, token = request.app[PLAYGROUND], request.match_info["token"]
    if request.match_info["application"] != playground.bot_id:
        raise ApiError(ErrorCode.UNKNOWN_WEBHOOK)
    found = playground.world.interactions.get(token.partition("-")[0])
    if found is None or found["token"] != token or _age(playground, found) > limits.TOKEN_SECONDS:
        raise ApiError(ErrorCode.INVALID_WEBHOOK_TOKEN)
    if found["state"] != ANSWERED:
        raise ApiError(ErrorCode.UNKNOWN_WEBHOOK)
    return playground, found


def _message_of_token(request: web.Request) -> tuple[Playground, Json, Json]:
    """Return a message of the token's interaction: the original response or a follow-up."""
    playground, interaction = _acknowledged_interaction(request)
    number = request.match_info["response"]
    original = interaction.get("original", "")
    number = original if number == "@original" else number
    message = playground.world.messages_by_channel.get(interaction["channel_id"], {}).get(number)
    if message is None or (number != original and message.get("_interaction") != interaction["id"]):
        raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
    return playground, interaction, message


async def post_follow_up(request: web.Request) -> web.Response:
    """POST a follow-up; the first one after a deferral replaces the loading message."""
    body, uploads = await read_body(request)
    playground, interaction = _acknowledged_interaction(request)
    channel, form = _channel(playground, interaction), Form(body)
    original = playground.world.messages_by_channel.get(channel["id"], {}).get(interaction.get("original", ""))
    if original and original["flags"] & LOADING:
        return json_response(playground.message_json(_edit(playground, original, form, uploads), playground.bot_id))
    sent = interaction.get("follow_ups", 0)
    if playground.world.is_elsewhere(channel) and sent == limits.FOLLOW_UPS_AWAY:
        raise ApiError(ErrorCode.TOO_MANY_FOLLOW_UPS)
    draft = messages.read_message(playground, channel, form, uploads, flags=_MESSAGE_FLAGS)
    interaction["follow_ups"] = sent + 1
    playground.world.put("interaction", interaction)
    return json_response(playground.message_json(_post(playground, interaction, draft), playground.bot_id))


async def get_response(request: web.Request) -> web.Response:
    """GET the original response or a follow-up."""
    playground, _, message = _message_of_token(request)
    return json_response(playground.message_json(message, playground.bot_id))


async def patch_response(request: web.Request) -> web.Response:
    """PATCH the original response or a follow-up."""
    body, uploads = await read_body(request)
    playground, _, message = _message_of_token(request)
    return json_response(playground.message_json(_edit(playground, message, Form(body), uploads), playground.bot_id))


async def delete_response(request: web.Request) -> web.Response:
    """DELETE the original response or a follow-up."""
    playground, _, message = _message_of_token(request)
    messages.delete(playground, message)
    return no_content()


def routes() -> list[web.RouteDef]:
    """Return the routes of this module; the token in the path authenticates them."""
    webhook = api("/webhooks/{application}/{token}")
    response = webhook + r"/messages/{response:@original|\d{1,20}}"
    return [
        web.post(api("/interactions/{interaction}/{token}/callback"), post_callback),
        web.post(webhook, post_follow_up),
        web.get(response, get_response),
        web.patch(response, patch_response),
        web.delete(response, delete_response),
    ]
