"""Routes of the application's emojis, and of their images at the paths of Discord's CDN."""

import base64
import binascii
import re

from aiohttp import web

from playground import limits, pictures
from playground.bodies import json_response, no_content, read_json
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form
from playground.lookups import require_bot
from playground.paths import api
from playground.service import PLAYGROUND
from playground.world import World

_NAME = re.compile(r"[A-Za-z0-9_]+")
_DATA_ADDRESS = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]*)")


def _emoji(world: World, request: web.Request) -> Json:
    emoji = world.emojis.get(request.match_info["emoji"])
    if emoji is None:
        raise ApiError(ErrorCode.UNKNOWN_EMOJI)
    return emoji


def _json(world: World, emoji: Json) -> Json:
    fixed: Json = {"roles": [], "require_colons": True, "managed": False, "available": True}
    return {**emoji, **fixed, "user": world.bot}


async def list_emojis(request: web.Request) -> web.Response:
    """GET all emojis, oldest first."""
    world = require_bot(request).world
    return json_response({"items": [_json(world, emoji) for emoji in world.emojis.values()]})


async def get_emoji(request: web.Request) -> web.Response:
    """GET one emoji."""
    world = require_bot(request).world
    return json_response(_json(world, _emoji(world, request)))


async def post_emoji(request: web.Request) -> web.Response:
    """POST a new emoji, with a name and an image as a data URL."""
    form = Form(await read_json(request))
    world = require_bot(request).world
    name, image = _name(form, world), _image(form)
    form.raise_errors()
    if len(world.emojis) >= limits.EMOJIS:
        raise ApiError(ErrorCode.TOO_MANY_EMOJIS)
    kind = pictures.content_type("", image)
    emoji: Json = {"id": world.create_id(), "name": name, "animated": pictures.is_animated(kind, image)}
    world.put_emoji(emoji, kind, image)
    return json_response(_json(world, emoji), 201)


async def patch_emoji(request: web.Request) -> web.Response:
    """PATCH an emoji's name; its image cannot be changed."""
    form = Form(await read_json(request))
    world = require_bot(request).world
    emoji = _emoji(world, request)
    name = _name(form, world, emoji["id"]) if "name" in form.body else emoji["name"]
    form.raise_errors()
    emoji["name"] = name
    world.put("emoji", emoji)
    return json_response(_json(world, emoji))


async def delete_emoji(request: web.Request) -> web.Response:
    """DELETE an emoji and its image."""
    world = require_bot(request).world
    world.delete_emoji(_emoji(world, request)["id"])
    return no_content()


def _name(form: Form, world: World, own: str = "") -> str:
    """Read a name that no other emoji has; `own` is the id of the emoji to rename."""
    name = form.text("name", limits.EMOJI_NAME, limits.EMOJI_NAME_SHORTEST, required=True) or ""
    if name and not _NAME.fullmatch(name):
        form.add_error("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji["name"] == name and emoji["id"] != own for emoji in world.emojis.values()):
        form.add_error("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists.")
    return name


def _image(form: Form) -> bytes:
    address = form.text("image", limits.JSON_BYTES, required=True)
    if address is None:
        return b""
    found = _DATA_ADDRESS.fullmatch(address)
    try:
        content = base64.b64decode(found[1], validate=False) if found else b""
    except binascii.Error:
        content = b""
    if len(content) > limits.EMOJI_BYTES:
        form.add_error("image", "BINARY_TYPE_MAX_SIZE", f"File cannot be larger than {limits.EMOJI_BYTES / 1024} kb.")
    elif pictures.size(pictures.content_type("", content), content) is None:
        form.add_error("image", "IMAGE_INVALID", "Invalid image data")
    return content


async def get_image(request: web.Request) -> web.Response:
    """GET an emoji's image as it was uploaded, ignoring the extension; the image never changes."""
    number = int(request.match_info["emoji"])
    found = request.app[PLAYGROUND].world.emoji_image(number) if number < 2**63 else None
    if found is None:
        raise ApiError(ErrorCode.NOT_FOUND)
    kind, content = found
    headers = {"Content-Type": kind, "Cache-Control": "private, max-age=31536000, immutable"}
    return web.Response(body=content, headers=headers)


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    emojis, emoji = api("/applications/{application}/emojis"), api("/applications/{application}/emojis/{emoji}")
    return [
        web.get(emojis, list_emojis),
        web.post(emojis, post_emoji),
        web.get(emoji, get_emoji),
        web.patch(emoji, patch_emoji),
        web.delete(emoji, delete_emoji),
        web.get(r"/cdn/emojis/{emoji:\d{1,19}}.{extension:png|webp|gif|jpg|jpeg}", get_image),
    ]
