"""Validation of message components by Discord's rules; the result is normalised as Discord returns it."""

from collections.abc import Callable, Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from playground import limits
from playground.errors import Json
from playground.form import Form

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT = 1, 2, 3, 4, 5
ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT, SECTION, TEXT = 6, 7, 8, 9, 10
THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 11, 12, 13, 14, 17
ENTITY_SELECTS = frozenset({USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
SELECTS = ENTITY_SELECTS | {STRING_SELECT}
_IN_CONTAINER = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
_LINK, _PREMIUM = 5, 6
_DEFAULTS = {
    USER_SELECT: ("user",),
    ROLE_SELECT: ("role",),
    MENTIONABLE_SELECT: ("user", "role"),
    CHANNEL_SELECT: ("channel",),
}


def drop_none(**fields: Any) -> Json:
    """Return the fields that are not None; Discord omits absent fields."""
    return {key: value for key, value in fields.items() if value is not None}


def flatten(components: list[Json]) -> list[Json]:
    """Return all components of a message or modal in one list, each parent before its children."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += flatten(component.get("components", []))
        for key in ("accessory", "component"):
            if key in component:
                found += flatten([component[key]])
    return found


class ComponentReader:
    """Base class of the readers of messages and modals: nesting, ids, custom ids and selects."""

    def __init__(self, emojis: Mapping[str, Json]) -> None:
        self.emojis = emojis
        self.readers: dict[int, Callable[[Form], Json]] = {}
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()
        self.count = 0
        self.characters = 0

    def child(self, form: Form, allowed: Collection[int]) -> Json:
        """Read the component in a form; add an error unless its type is one of `allowed`."""
        kind = form.get("type")
        if not isinstance(kind, int) or isinstance(kind, bool) or kind not in allowed:
            numbers = ", ".join(str(number) for number in sorted(allowed))
            form.add_error("type", "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({numbers}).')
            return {"type": 0}
        self.count += 1
        number = form.integer("id", 0, 2**31 - 1)
        if number and number in self.ids:
            form.add_error("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        if number:
            self.ids.add(number)
        return {"type": kind, **({"id": number} if number else {}), **self.readers[kind](form)}

    def children(self, form: Form, key: str, allowed: Collection[int], maximum: int, minimum: int = 1) -> list[Json]:
        """Read the array of components under `key`; add an error for a wrong length or a type that is not `allowed`."""
        return [self.child(part, allowed) for part in form.parts(key, maximum, minimum)]

    def assign_ids(self, components: list[Json]) -> list[Json]:
        """Assign the next unused id to each component without one."""
        following = 1
        for component in flatten(components):
            if "id" not in component:
                while following in self.ids:
                    following += 1
                component["id"] = following
                self.ids.add(following)
        return components

    def custom_id(self, form: Form) -> str | None:
        """Read a custom id, unique in its message or modal."""
        value = form.text("custom_id", limits.CUSTOM_ID, 1, required=True)
        if value is not None and value in self.custom_ids:
            form.add_error("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        if value is not None:
            self.custom_ids.add(value)
        return value

    def text_display(self, form: Form) -> Json:
        """Read a text display."""
        content = form.text("content", limits.COMPONENT_TEXT, 1, required=True) or ""
        self.characters += len(content)
        return {"content": content}

    def string_select(self, form: Form) -> Json:
        """Read a select with its own options."""
        options = self.options(form, limits.SELECT_OPTIONS, 1)
        select = self.entity_select(form)
        if select["min_values"] > len(options):
            form.add_error("min_values", "BASE_TYPE_MAX", "min_values cannot be greater than the number of options.")
        if sum(option["default"] for option in options) > select["max_values"]:
            form.add_error("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "There are too many default values.")
        return {**select, "options": options}

    def entity_select(self, form: Form) -> Json:
        """Read a select whose options are users, roles or channels."""
        minimum = form.integer("min_values", 0, limits.SELECT_OPTIONS)
        maximum = form.integer("max_values", 1, limits.SELECT_OPTIONS)
        minimum, maximum = 1 if minimum is None else minimum, 1 if maximum is None else maximum
        if minimum > maximum:
            form.add_error("min_values", "BASE_TYPE_MAX", "min_values cannot be greater than max_values.")
        return drop_none(
            custom_id=self.custom_id(form),
            placeholder=form.text("placeholder", limits.SELECT_PLACEHOLDER),
            min_values=minimum,
            max_values=maximum,
            disabled=form.boolean("disabled", default=False),
            required=form.boolean("required"),
            default_values=self._default_values(form, maximum),
            channel_types=form.get("channel_types"),
        )

    def _default_values(self, form: Form, maximum: int) -> list[Json] | None:
        kinds = _DEFAULTS.get(form.get("type") or 0)
        if kinds is None or form.get("default_values") is None:
            return None
        values: list[Json] = []
        for part in form.parts("default_values", limits.SELECT_OPTIONS):
            if part.get("type") not in kinds:
                part.add_error("type", "BASE_TYPE_CHOICES", f"Value must be one of {kinds}.")
            if part.require("id"):
                values.append({"id": str(part.get("id")), "type": part.get("type")})
        if len(values) > maximum:
            message = "There are too many default values."
            form.add_error("default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)
        return values

    def options(self, form: Form, maximum: int, minimum: int) -> list[Json]:
        """Read the options of a select or group; values must be unique."""
        options: list[Json] = []
        values: set[str] = set()
        for part in form.parts("options", maximum, minimum):
            value = part.text("value", limits.OPTION_TEXT, 1, required=True) or ""
            if value in values:
                part.add_error(
                    "value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is in use"
                )
            values.add(value)
            option = drop_none(
                label=part.text("label", limits.OPTION_TEXT, 1, required=True) or "",
                value=value,
                description=part.text("description", limits.OPTION_TEXT),
                emoji=self.emoji(part),
                default=part.boolean("default", default=False),
            )
            options.append(option)
        return options

    def emoji(self, form: Form) -> Json | None:
        """Read the emoji of a button or option: a Unicode emoji, or one of the application's by id."""
        part = form.part("emoji")
        if part is None:
            return None
        name, number = part.text("name", 100), part.get("id")
        part.boolean("animated")
        if number is None:
            # Only rejects ASCII: the usual mistake is a name like "smile", and a full list of emojis is not needed.
            if not name or name.isascii():
                part.add_error("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return {"name": name}
        known = self.emojis.get(str(number))
        if known is None:
            part.add_error("id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return None
        return {key: known[key] for key in ("id", "name", "animated")}


class MessageComponents(ComponentReader):
    """The components of one message; `attachment://` addresses refer to its attachments by file name."""

    def __init__(self, attachments: Mapping[str, Json], emojis: Mapping[str, Json]) -> None:
        super().__init__(emojis)
        self.attachments = attachments
        self.readers = {
            ROW: self._row,
            BUTTON: self._button,
            STRING_SELECT: self.string_select,
            SECTION: self._section,
            TEXT: self.text_display,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            **dict.fromkeys(ENTITY_SELECTS, self.entity_select),
        }

    def read(self, form: Form, *, layout: bool) -> list[Json]:
        """Read a message's components; `layout` is whether it has the flag IS_COMPONENTS_V2."""
        if not layout:
            return self.assign_ids(self.children(form, "components", {ROW}, limits.ACTION_ROWS, 0))
        components = self.children(form, "components", _IN_CONTAINER | {CONTAINER}, limits.COMPONENTS)
        if self.count > limits.COMPONENTS:
            message = f"The total number of components, nested ones included, cannot exceed {limits.COMPONENTS}."
            form.add_error("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if self.characters > limits.COMPONENT_TEXT:
            message = f"The total text of all components cannot exceed {limits.COMPONENT_TEXT} characters."
            form.add_error("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
        return self.assign_ids(components)

    def _row(self, form: Form) -> Json:
        children = self.children(form, "components", SELECTS | {BUTTON}, limits.ROW_BUTTONS)
        if len(children) > 1 and any(child["type"] in SELECTS for child in children):
            form.add_error("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row holds up to 5 buttons or 1 select.")
        return {"components": children}

    def _button(self, form: Form) -> Json:
        style = form.choice("style", range(1, 7))
        label, emoji = form.text("label", limits.BUTTON_LABEL), self.emoji(form)
        url = custom_id = None
        if style == _LINK:
            url = form.text("url", limits.URL, 1, required=True)
            if url and urlsplit(url).scheme not in ("http", "https", "discord"):
                form.add_error("url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'discord').")
        elif style == _PREMIUM:
            form.require("sku_id")
        else:
            custom_id = self.custom_id(form)
        if style != _LINK and form.get("url") is not None:
            form.add_error("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Only a link button has a url.")
        if style in (_LINK, _PREMIUM) and form.get("custom_id") is not None:
            form.add_error("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link has no custom id.")
        if not label and emoji is None and style != _PREMIUM:
            form.add_error("", "BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji.")
        disabled = form.boolean("disabled", default=False)
        return drop_none(style=style, label=label, emoji=emoji, custom_id=custom_id, url=url, disabled=disabled)

    def _section(self, form: Form) -> Json:
        texts = self.children(form, "components", {TEXT}, limits.SECTION_TEXTS)
        if not form.require("accessory"):
            return {"components": texts}
        accessory = form.part("accessory")
        return {"components": texts, "accessory": self.child(accessory, {BUTTON, THUMBNAIL}) if accessory else {}}

    def _container(self, form: Form) -> Json:
        return drop_none(
            accent_color=form.integer("accent_color", 0, 0xFFFFFF),
            spoiler=form.boolean("spoiler", default=False),
            components=self.children(form, "components", _IN_CONTAINER, limits.COMPONENTS),
        )

    def _separator(self, form: Form) -> Json:
        spacing = form.choice("spacing", (1, 2), required=False)
        return {"divider": form.boolean("divider", default=True), "spacing": spacing or 1}

    def _gallery(self, form: Form) -> Json:
        return {"items": [self._picture(item) for item in form.parts("items", limits.GALLERY_ITEMS, 1)]}

    def _thumbnail(self, form: Form) -> Json:
        return self._picture(form)

    def _picture(self, form: Form) -> Json:
        return drop_none(
            media=self._media(form, "media"),
            description=form.text("description", limits.ALT_TEXT),
            spoiler=form.boolean("spoiler", default=False),
        )

    def _file(self, form: Form) -> Json:
        media = self._media(form, "file", ("attachment",))
        name = media.get("attachment_name", "")
        size = self.attachments[name]["size"] if name in self.attachments else None
        return drop_none(file=media, spoiler=form.boolean("spoiler", default=False), name=name, size=size)

    def _media(self, form: Form, key: str, schemes: tuple[str, ...] = ("http", "https", "attachment")) -> Json:
        part = form.part(key)
        if part is None:
            form.require(key)
            return {}
        url = part.text("url", limits.MEDIA_URL, 1, required=True) or ""
        known = next((file for file in self.attachments.values() if file["url"] == url), None)
        scheme, _, name = url.partition("://")
        if known is None and url and scheme not in schemes:
            part.add_error("url", "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {schemes}.")
        elif scheme == "attachment":
            known = self.attachments.get(name)
            if known is None:
                message = f'The referenced attachment "{name[:80]}" was not found.'
                part.add_error("url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
        return _unfurl(known) if known else {"url": url, "proxy_url": url, "loading_state": 0}


def _unfurl(attachment: Json) -> Json:
    keys = ("url", "proxy_url", "width", "height", "content_type")
    media = {key: attachment[key] for key in keys if key in attachment}
    return {**media, "attachment_id": attachment["id"], "attachment_name": attachment["filename"], "loading_state": 2}
