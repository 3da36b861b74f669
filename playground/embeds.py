"""Validation of embeds: text lengths, and `attachment://` addresses."""

from collections.abc import Mapping

from playground import limits
from playground.components import drop_none
from playground.errors import Json
from playground.form import Form


def read_embeds(form: Form, attachments: Mapping[str, Json]) -> list[Json]:
    """Return a message's embeds; add errors to the form for more than 10, or more than 6,000 characters in total."""
    total = 0
    embeds: list[Json] = []
    for part in form.parts("embeds", limits.EMBEDS):
        embed = _embed(part, attachments)
        total += sum(len(text) for text in _texts(embed))
        embeds.append(embed)
    if total > limits.EMBED_TEXT:
        form.add_error("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBED_TEXT}")
    return embeds


def _embed(form: Form, attachments: Mapping[str, Json]) -> Json:
    fields = [
        {
            "name": part.text("name", limits.EMBED_FIELD_NAME, 1, required=True) or "",
            "value": part.text("value", limits.EMBED_FIELD_VALUE, 1, required=True) or "",
            "inline": part.boolean("inline", default=False),
        }
        for part in form.parts("fields", limits.EMBED_FIELDS)
    ]
    return drop_none(
        type="rich",
        title=form.text("title", limits.EMBED_TITLE),
        description=form.text("description", limits.EMBED_DESCRIPTION),
        url=form.text("url", limits.MEDIA_URL),
        color=form.integer("color", 0, 0xFFFFFF),
        timestamp=form.text("timestamp", 40),
        footer=_build_named_part(form, "footer", "text", limits.EMBED_FOOTER),
        author=_build_named_part(form, "author", "name", limits.EMBED_AUTHOR),
        image=_picture(form, "image", attachments),
        thumbnail=_picture(form, "thumbnail", attachments),
        fields=fields,
    )


def _build_named_part(form: Form, key: str, name: str, maximum: int) -> Json | None:
    part = form.part(key)
    return None if part is None else {name: part.text(name, maximum, 1, required=True) or ""}


def _picture(form: Form, key: str, attachments: Mapping[str, Json]) -> Json | None:
    part = form.part(key)
    if part is None:
        return None
    url = part.text("url", limits.MEDIA_URL, 1, required=True) or ""
    scheme, _, name = url.partition("://")
    if scheme == "attachment" and name in attachments:
        file = attachments[name]
        return drop_none(url=file["url"], proxy_url=file["url"], width=file.get("width"), height=file.get("height"))
    if scheme not in ("http", "https", "attachment"):
        part.add_error("url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'attachment').")
    return {"url": url}


def _texts(embed: Json) -> list[str]:
    texts = [embed.get("title", ""), embed.get("description", "")]
    texts += [embed.get("footer", {}).get("text", ""), embed.get("author", {}).get("name", "")]
    return texts + [field[key] for field in embed["fields"] for key in ("name", "value")]
