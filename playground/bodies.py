"""Reading of JSON, urlencoded and multipart bodies up to a size limit, and JSON responses."""

import json
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import BodyPartReader, web
from aiohttp.client_exceptions import ClientError

from playground import limits
from playground.errors import ApiError, ErrorCode, Json
from playground.form import FormText
from playground.messages import Upload

_URLENCODED = "application/x-www-form-urlencoded"


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return a JSON response; discord.py parses it only if the content type has no charset."""
    content = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(body=content, status=status, headers=headers, content_type="application/json")


def no_content() -> web.Response:
    """Return an empty response with status 204."""
    return web.Response(status=204)


async def read_json(request: web.Request) -> Any:
    """Return the parsed JSON or urlencoded body, an empty object if there is none.

    Raises ApiError if it is invalid, too large, or of another type.
    """
    if (request.content_length or 0) > limits.JSON_BYTES:
        raise ApiError(ErrorCode.TOO_LARGE)
    content = await _read_up_to(request.content.iter_chunked(65536), limits.JSON_BYTES)
    if request.content_type == _URLENCODED:
        return _parse_fields(content)
    body = _parse(content)
    if content and request.content_type != "application/json":
        error = ApiError(ErrorCode.INVALID_FORM)
        accepted = f"'application/json', '{_URLENCODED}'"
        error.body["message"] = f'Expected "Content-Type" header to be one of {{{accepted}}}.'
        raise error
    return body


def _parse_fields(content: bytes) -> Any:
    """Return the fields of an urlencoded body, or the JSON object in its field `payload_json`."""
    try:
        fields = dict(parse_qsl(content.decode(), keep_blank_values=True, strict_parsing=bool(content)))
    except ValueError as error:
        raise ApiError(ErrorCode.BAD_REQUEST) from error
    if "payload_json" in fields:
        return _parse(fields["payload_json"].encode())
    return {key: FormText(value) for key, value in fields.items()}


async def read_body(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """Return the object in a body, and its files by number, as text: "0" for the field `files[0]`.

    Raises ApiError if the body is invalid or too large.
    """
    if not request.content_type.startswith("multipart/"):
        return _require_object(await read_json(request)), {}
    if (request.content_length or 0) > limits.REQUEST_BYTES:
        raise ApiError(ErrorCode.TOO_LARGE)
    payload: Json = {}
    uploads: dict[str, Upload] = {}
    left = limits.REQUEST_BYTES
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                raise ApiError(ErrorCode.BAD_REQUEST)
            content = await _read_up_to(_chunks(part), min(limits.ATTACHMENT_BYTES, left))
            left -= len(content)
            name = part.name or ""
            if name == "payload_json":
                payload = _require_object(_parse(content))
            elif name.startswith("files[") and len(uploads) <= limits.ATTACHMENTS:
                uploads[name[6:-1]] = Upload(part.filename or "file", content)
    except (ValueError, ClientError) as error:
        raise ApiError(ErrorCode.BAD_REQUEST) from error
    return payload, uploads


async def _chunks(part: BodyPartReader) -> Any:
    while chunk := await part.read_chunk(65536):
        yield chunk


async def _read_up_to(chunks: Any, maximum: int) -> bytes:
    content = bytearray()
    async for chunk in chunks:
        content += chunk
        if len(content) > maximum:
            raise ApiError(ErrorCode.TOO_LARGE)
    return bytes(content)


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content) if content else {}
    except (ValueError, RecursionError) as error:
        raise ApiError(ErrorCode.INVALID_JSON) from error


def _require_object(body: Any) -> Json:
    if not isinstance(body, dict):
        raise ApiError(ErrorCode.INVALID_JSON)
    return body
