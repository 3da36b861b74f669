"""The bot's answers to interactions: the first one within 3 seconds, edits and follow-ups within 15 minutes."""

from aiohttp import web

from playground import limits, messages
from playground.bodies import nothing, read_body, reply
from playground.commands import read_autocompletion
from playground.form import Form
from playground.interactions import (
    ANSWERED,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    WAITING,
    tell_success,
)
from playground.messages import EPHEMERAL, LAYOUT, LOADING, SILENT, SUPPRESS_EMBEDS, Upload
from playground.modals import read_modal
from playground.refusals import Json, Reason, RefusedError
from playground.service import PLAYGROUND, Playground

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9
_MESSAGE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | LAYOUT
_ALLOWED = {
    COMMAND: (MESSAGE, DEFER, OPEN_MODAL),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, OPEN_MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL: (MESSAGE, DEFER),
}


async def post_callback(request: web.Request) -> web.Response:
    """POST the first answer; late ones find the token dead, second ones are refused."""
    body, uploads = await read_body(request)
    playground = request.app[PLAYGROUND]
    interaction = playground.world.interactions.get(request.match_info["interaction"])
    if interaction is None or interaction["token"] != request.match_info["token"]:
        raise RefusedError(Reason.UNKNOWN_INTERACTION)
    if interaction["state"] == ANSWERED:
        raise RefusedError(Reason.ALREADY_ANSWERED)
    if interaction["state"] != WAITING or _age(playground, interaction) > limits.FIRST_ANSWER_SECONDS:
        raise RefusedError(Reason.UNKNOWN_INTERACTION)
    form = Form(body)
    allowed = _ALLOWED[interaction["type"]]
    if interaction["type"] == MODAL and "message" in interaction:
        allowed += (DEFER_UPDATE, UPDATE)
    kind = form.choice("type", allowed)
    form.finish()
    message = _answer(playground, interaction, kind or 0, form.part("data") or Form({}, ("data",)), uploads)
    interaction["state"] = ANSWERED
    playground.world.put("interaction", interaction)
    if interaction["type"] == MODAL:
        playground.world.drop("modal", interaction["modal"])
    if kind not in (CHOICES, OPEN_MODAL):
        tell_success(playground, interaction)
    if request.query.get("with_response", "").lower() not in ("1", "true"):
        return nothing()
    return reply(_response(playground, interaction, kind or 0, message))


def _response(playground: Playground, interaction: Json, kind: int, message: Json | None) -> Json:
    shown: Json = {"id": interaction["id"], "type": interaction["type"]}
    if message is None:
        return {"interaction": shown}
    flags = message["flags"]
    shown |= {"response_message_id": message["id"], "response_message_loading": bool(flags & LOADING)}
    shown["response_message_ephemeral"] = bool(flags & EPHEMERAL)
    return {"interaction": shown, "resource": {"type": kind, "message": playground.show(message)}}


def _answer(
    playground: Playground, interaction: Json, kind: int, data: Form, uploads: dict[str, Upload]
) -> Json | None:
    """Do what the first answer says; return the message that it made or changed."""
    if kind == CHOICES:
        choices = read_autocompletion(data, interaction["focused"])
        data.finish()
        body = {"nonce": interaction["nonce"], "choices": choices}
        playground.gateway.to_people("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE", body, only=interaction["person"])
        return None
    if kind == OPEN_MODAL:
        _open_modal(playground, interaction, data)
        return None
    if kind in (DEFER_UPDATE, UPDATE):
        message = _source(playground, interaction)
        interaction["original"] = message["id"]
        return _edit(playground, message, data, uploads) if kind == UPDATE else message
    if kind == DEFER:
        given = data.whole("flags", 0, 2**31 - 1) or 0
        if given & ~EPHEMERAL:
            data.wrong("flags", "BASE_TYPE_CHOICES", "Only EPHEMERAL may be set when deferring.")
        data.finish()
        draft = messages.Draft(flags=LOADING | given)
    else:
        draft = messages.read_message(
            playground, _channel(playground, interaction), data, uploads, flags=_MESSAGE_FLAGS
        )
    message = _post(playground, interaction, draft)
    interaction["original"] = message["id"]
    return message


def _open_modal(playground: Playground, interaction: Json, data: Form) -> None:
    modal = read_modal(data)
    data.finish()
    modal = {"id": playground.world.new_id(), "channel_id": interaction["channel_id"], **modal}
    kept: Json = {"person": interaction["person"]}
    if "message" in interaction:
        kept["message"] = interaction["message"]
    playground.world.put("modal", modal | kept)
    bot = playground.world.bot
    shown = modal | {"nonce": interaction["nonce"], "application": {"id": bot["id"], "name": bot["username"]}}
    playground.gateway.to_people("INTERACTION_MODAL_CREATE", shown, only=interaction["person"])


def _source(playground: Playground, interaction: Json) -> Json:
    return playground.world.message(interaction["channel_id"], interaction["message"], interaction["person"])


def _channel(playground: Playground, interaction: Json) -> Json:
    return playground.world.channel(interaction["channel_id"])


def _edit(playground: Playground, message: Json, data: Form, uploads: dict[str, Upload]) -> Json:
    channel = playground.world.channel(message["channel_id"])
    return messages.edit(playground, message, messages.read_message(playground, channel, data, uploads, old=message))


def _post(playground: Playground, interaction: Json, draft: messages.Draft) -> Json:
    person = playground.world.users[interaction["person"]]
    metadata: Json = {"id": interaction["id"], "type": interaction["type"], "user": person}
    metadata["authorizing_integration_owners"] = {"0": playground.world.guild["id"]}
    if "command" in interaction:
        metadata["name"] = interaction["command"]
    if "message" in interaction:
        metadata["interacted_message_id"] = interaction["message"]
    extra: Json = {"application_id": playground.bot_id, "webhook_id": playground.bot_id}
    extra |= {"interaction_metadata": metadata, "_interaction": interaction["id"]}
    if interaction["type"] == COMMAND:
        extra["type"] = 20
    if draft.flags & EPHEMERAL:
        extra["_to"] = interaction["person"]
    return messages.post(playground, _channel(playground, interaction), playground.world.bot, draft, **extra)


def _age(playground: Playground, interaction: Json) -> float:
    return (playground.world.now_ms() - interaction["created"]) / 1000


def _alive(request: web.Request) -> tuple[Playground, Json]:
    """Return the answered interaction of a token; raises 50027 after its 15 minutes."""
    playground, token = request.app[PLAYGROUND], request.match_info["token"]
    if request.match_info["application"] != playground.bot_id:
        raise RefusedError(Reason.UNKNOWN_WEBHOOK)
    found = playground.world.interactions.get(token.partition("-")[0])
    if found is None or found["token"] != token or _age(playground, found) > limits.TOKEN_SECONDS:
        raise RefusedError(Reason.DEAD_TOKEN)
    if found["state"] != ANSWERED:
        raise RefusedError(Reason.UNKNOWN_WEBHOOK)
    return playground, found


def _of_token(request: web.Request) -> tuple[Playground, Json, Json]:
    """Return the message that a token may touch: its original answer or one of its follow-ups."""
    playground, interaction = _alive(request)
    number = request.match_info["message"]
    original = interaction.get("original", "")
    number = original if number == "@original" else number
    message = playground.world.by_channel.get(interaction["channel_id"], {}).get(number)
    if message is None or (number != original and message.get("_interaction") != interaction["id"]):
        raise RefusedError(Reason.UNKNOWN_MESSAGE)
    return playground, interaction, message


async def post_follow_up(request: web.Request) -> web.Response:
    """POST a further message; after a deferral the first one fills the message that is waiting."""
    body, uploads = await read_body(request)
    playground, interaction = _alive(request)
    channel, form = _channel(playground, interaction), Form(body)
    original = playground.world.by_channel.get(channel["id"], {}).get(interaction.get("original", ""))
    if original and original["flags"] & LOADING:
        return reply(playground.show(_edit(playground, original, form, uploads)))
    draft = messages.read_message(playground, channel, form, uploads, flags=_MESSAGE_FLAGS)
    return reply(playground.show(_post(playground, interaction, draft)))


async def get_answer(request: web.Request) -> web.Response:
    """GET the original answer or a follow-up."""
    playground, _, message = _of_token(request)
    return reply(playground.show(message))


async def patch_answer(request: web.Request) -> web.Response:
    """PATCH the original answer or a follow-up."""
    body, uploads = await read_body(request)
    playground, _, message = _of_token(request)
    return reply(playground.show(_edit(playground, message, Form(body), uploads)))


async def delete_answer(request: web.Request) -> web.Response:
    """DELETE the original answer or a follow-up."""
    playground, _, message = _of_token(request)
    messages.delete(playground, message)
    return nothing()


def routes() -> list[web.RouteDef]:
    """Return the routes of this module; the tokens in their paths are all they need."""
    webhook = "/api/v10/webhooks/{application}/{token}"
    message = webhook + "/messages/{message}"
    return [
        web.post("/api/v10/interactions/{interaction}/{token}/callback", post_callback),
        web.post(webhook, post_follow_up),
        web.get(message, get_answer),
        web.patch(message, patch_answer),
        web.delete(message, delete_answer),
    ]
