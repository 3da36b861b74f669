"""Messages: validation by Discord's rules, posting, editing and deleting."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground import limits, pictures
from playground.components import MessageComponents, drop_none, flatten
from playground.embeds import read_embeds
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form
from playground.membership import add_member, may_add
from playground.service import Playground
from playground.world import PRIVATE_THREAD, THREADS

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, LAYOUT = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15
HAS_THREAD = 1 << 5
PINNED, THREAD_STARTED = 6, 18
SYSTEM = (PINNED, THREAD_STARTED)
"""Types of messages that report an act; nobody may edit them."""
_MENTION = re.compile(r"<@!?(\d{1,19})>")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")
_LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


@dataclass(frozen=True)
class Upload:
    """A file of a multipart body."""

    filename: str
    content: bytes


@dataclass
class Draft:
    """A validated message before it is stored; `uploads` maps the ids of new attachments to their contents."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    mentions: list[Json] = field(default_factory=list)
    flags: int = 0
    uploads: dict[str, bytes] = field(default_factory=dict)

    def to_json(self) -> Json:
        """Return the fields of the message."""
        keys = ("content", "embeds", "components", "attachments", "mentions", "flags")
        return {key: getattr(self, key) for key in keys}


def read_message(
    playground: Playground,
    channel: Json,
    form: Form,
    uploads: Mapping[str, Upload],
    *,
    old: Json | None = None,
    flags: int = SUPPRESS_EMBEDS | SILENT | LAYOUT,
) -> Draft:
    """Return the message described by a body, as an edit of `old` if given.

    `flags` are the flags that the body may set.
    """
    before: Mapping[str, Any] = old or {}
    draft = Draft(before.get("content", ""), before.get("embeds", []), before.get("components", []))
    given = form.integer("flags", 0, 2**31 - 1) or 0
    draft.flags = (before.get("flags", 0) & ~LOADING) | (given & flags)
    layout = bool(draft.flags & LAYOUT)
    if "content" in form.body:
        draft.content = (form.text("content", limits.CONTENT) or "").strip()
    draft.attachments = _attachments(playground, channel, form, uploads, before.get("attachments", []), draft)
    names = {attachment["filename"]: attachment for attachment in draft.attachments}
    names |= {attachment["title"]: attachment for attachment in draft.attachments if "title" in attachment}
    if "embeds" in form.body:
        draft.embeds = read_embeds(form, names)
    if "components" in form.body:
        draft.components = MessageComponents(names, playground.world.emojis).read(form, layout=layout)
    _check_legacy_fields(form, draft, layout)
    changed = old is None or not form.body.keys().isdisjoint({"content", "components"})
    draft.mentions = _mentions(playground, form, draft) if changed else before["mentions"]
    form.raise_errors()
    if not (draft.content or draft.embeds or draft.attachments or (layout and draft.components)):
        raise ApiError(ErrorCode.EMPTY_MESSAGE)
    return draft


def _check_legacy_fields(form: Form, draft: Draft, layout: bool) -> None:
    """Add an error for each field that the playground doesn't support or that components v2 exclude."""
    for key in ("poll", "sticker_ids"):
        if form.get(key):
            form.add_error(key, _LEGACY if layout else "BASE_TYPE_CHOICES", "Not available here.")
    if layout:
        for key, value in (("content", draft.content), ("embeds", draft.embeds)):
            if value:
                message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                form.add_error(key, _LEGACY, message)


def _attachments(
    playground: Playground,
    channel: Json,
    form: Form,
    uploads: Mapping[str, Upload],
    old: list[Json],
    draft: Draft,
) -> list[Json]:
    kept: list[Json] = []
    described: dict[str, Form] = {}
    for part in form.parts("attachments", limits.ATTACHMENTS):
        number = str(part.get("id"))
        existing = next((attachment for attachment in old if attachment["id"] == number), None)
        description = part.text("description", limits.ALT_TEXT)
        part.text("filename", limits.FILENAME, 1)
        if existing is not None:
            kept.append(existing if description is None else existing | {"description": description})
        elif number in uploads:
            described[number] = part
        else:
            part.add_error("id", "ATTACHMENT_NOT_FOUND", "There is no such file in this request or message.")
    if form.get("attachments") is None:
        kept = list(old)
    for number, upload in uploads.items():
        attachment = read_attachment(playground, channel, upload, described.get(number))
        draft.uploads[attachment["id"]] = upload.content
        kept.append(attachment)
    if len(kept) > limits.ATTACHMENTS:
        form.add_error("attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {limits.ATTACHMENTS} or fewer in length.")
    return kept


def read_attachment(playground: Playground, channel: Json, upload: Upload, described: Form | None = None) -> Json:
    """Return the attachment object of an uploaded file, as its message or interaction shows it.

    `described` is the file's entry in the body's `attachments`, which may have a file name and a description.
    """
    given = (described.get("filename") if described else None) or upload.filename
    filename = _UNSAFE.sub("_", str(given))[-limits.FILENAME :].lstrip(".") or "file"
    kind = pictures.content_type(filename, upload.content)
    width, height = pictures.size(kind, upload.content) or (None, None)
    number = playground.world.create_id()
    address = f"{playground.base}/attachments/{channel['id']}/{number}/{filename}"
    return drop_none(
        id=number,
        filename=filename,
        title=str(given) if given != filename else None,
        size=len(upload.content),
        url=address,
        proxy_url=address,
        content_type=kind,
        width=width,
        height=height,
        description=described.get("description") if described else None,
    )


def _mentions(playground: Playground, form: Form, draft: Draft) -> list[Json]:
    allowed = form.part("allowed_mentions")
    texts = [draft.content, *(part["content"] for part in flatten(draft.components) if "content" in part)]
    named = dict.fromkeys(_MENTION.findall("\n".join(texts)))
    users = [playground.world.users[number] for number in named if number in playground.world.users]
    if allowed is None:
        return users
    parse, listed = allowed.array("parse", 3), allowed.array("users", limits.MENTIONS)
    if "users" in parse and listed:
        message = 'parse:["users"] and users: [ids...] are mutually exclusive.'
        allowed.add_error("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    return users if "users" in parse else [user for user in users if user["id"] in {str(one) for one in listed}]


def post(playground: Playground, channel: Json, author: Json, draft: Draft, **extra: Any) -> Json:
    """Store a new message and send it to the clients; `extra` fields with a leading underscore are never sent."""
    world = playground.world
    message: Json = {"id": world.create_id(), "channel_id": channel["id"], "type": 0, "author": author}
    message |= {"timestamp": playground.timestamp(), "edited_timestamp": None, "tts": False, "pinned": False}
    message |= {"mention_everyone": False, "mention_roles": [], **draft.to_json(), **extra}
    world.put_message(message)
    _store_uploads(playground, message, draft)
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"] and "_to" not in message:
        set_archived(playground, channel, archived=False)
    if channel["type"] == PRIVATE_THREAD and may_add(playground, channel, author["id"]):
        for user in draft.mentions:
            add_member(playground, channel, user["id"])
    playground.publish_message("MESSAGE_CREATE", message)
    return message


def edit(playground: Playground, message: Json, draft: Draft) -> Json:
    """Store a changed message, send it to the clients, and drop the attachments that it no longer has.

    Replacing a loading message does not count as an edit.
    """
    playground.world.lose_attachments(message, kept=[attachment["id"] for attachment in draft.attachments])
    edited = message["edited_timestamp"] if message["flags"] & LOADING else playground.timestamp()
    message.update(draft.to_json(), edited_timestamp=edited)
    playground.world.put_message(message)
    _store_uploads(playground, message, draft)
    playground.publish_message("MESSAGE_UPDATE", message)
    return message


def _store_uploads(playground: Playground, message: Json, draft: Draft) -> None:
    for attachment in draft.attachments:
        if attachment["id"] in draft.uploads:
            playground.world.put_attachment(attachment, message, draft.uploads[attachment["id"]])


def delete(playground: Playground, message: Json) -> None:
    """Delete a message and publish the deletion."""
    playground.world.delete_message(message)
    playground.spend_nonce(message)
    body = {"id": message["id"], "channel_id": message["channel_id"]}
    playground.publish_message("MESSAGE_DELETE", message, body)


def set_archived(playground: Playground, thread: Json, *, archived: bool) -> None:
    """Archive or unarchive a thread and publish the change."""
    thread["thread_metadata"] |= {"archived": archived, "archive_timestamp": playground.timestamp()}
    playground.world.put("channel", thread)
    playground.publish_channel("THREAD_UPDATE", thread)
