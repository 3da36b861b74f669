"""Modals: validation of definitions, and of submitted values against them."""

from collections.abc import Mapping, Set

from playground import limits
from playground.components import (
    ENTITY_SELECTS,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    ComponentReader,
    drop_none,
    flatten,
)
from playground.errors import Json
from playground.form import Form

LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
_ONLY_IN_LABELS = frozenset({FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX})


class ModalComponents(ComponentReader):
    """The components of one modal."""

    def __init__(self, emojis: Mapping[str, Json]) -> None:
        super().__init__(emojis)
        self.readers = {
            ROW: self._row,
            TEXT: self.text_display,
            LABEL: self._label,
            TEXT_INPUT: self._text_input,
            STRING_SELECT: self._string_select,
            FILE_UPLOAD: self._file_upload,
            RADIO_GROUP: self._radio_group,
            CHECKBOX_GROUP: self._checkbox_group,
            CHECKBOX: self._checkbox,
            **dict.fromkeys(ENTITY_SELECTS, self._entity_select),
        }

    def _row(self, form: Form) -> Json:
        for part in form.parts("components", 1, 1):
            part.text("label", limits.LABEL, 1, required=True)
        return {"components": self.children(form, "components", {TEXT_INPUT}, 1)}

    def _label(self, form: Form) -> Json:
        part = form.part("component")
        form.require("component")
        return drop_none(
            label=form.text("label", limits.LABEL, 1, required=True),
            description=form.text("description", limits.LABEL_DESCRIPTION, 1),
            component=self.child(part, SELECTS | _ONLY_IN_LABELS | {TEXT_INPUT}) if part else {},
        )

    def _text_input(self, form: Form) -> Json:
        minimum = form.integer("min_length", 0, limits.TEXT_INPUT)
        maximum = form.integer("max_length", 1, limits.TEXT_INPUT)
        if minimum is not None and maximum is not None and minimum > maximum:
            form.add_error("min_length", "BASE_TYPE_MAX", "min_length cannot be greater than max_length.")
        return drop_none(
            custom_id=self.custom_id(form),
            style=form.choice("style", (1, 2)),
            label=form.text("label", limits.LABEL, 1),
            value=form.text("value", maximum or limits.TEXT_INPUT),
            placeholder=form.text("placeholder", limits.TEXT_PLACEHOLDER),
            required=form.boolean("required", default=True),
            min_length=minimum,
            max_length=maximum,
        )

    def _string_select(self, form: Form) -> Json:
        return self._adapt_to_modal(form, self.string_select(form))

    def _entity_select(self, form: Form) -> Json:
        return self._adapt_to_modal(form, self.entity_select(form))

    def _adapt_to_modal(self, form: Form, select: Json) -> Json:
        if select.get("disabled"):
            form.add_error("disabled", "BASE_TYPE_CHOICES", "A select in a modal cannot be disabled.")
        return {**select, "required": select.get("required", True)}

    def _file_upload(self, form: Form) -> Json:
        return drop_none(
            custom_id=self.custom_id(form),
            required=form.boolean("required", default=True),
            **self._numbers(form, limits.ATTACHMENTS, 1),
        )

    def _numbers(self, form: Form, most: int, default: int) -> Json:
        """Read the minimum and maximum number of selected values or files; absent ones are 1 and `default`.

        `most` is the largest number that Discord allows.
        """
        minimum, maximum = form.integer("min_values", 0, most), form.integer("max_values", 1, most)
        minimum, maximum = 1 if minimum is None else minimum, default if maximum is None else maximum
        if minimum > maximum:
            form.add_error("min_values", "BASE_TYPE_MAX", "min_values cannot be greater than max_values.")
        return {"min_values": minimum, "max_values": maximum}

    def _group(self, form: Form, least: int, numbers: Json) -> Json:
        options = self.options(form, limits.GROUP_OPTIONS, least)
        if sum(option["default"] for option in options) > numbers.get("max_values", 1):
            form.add_error("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "There are too many default values.")
        required = form.boolean("required", default=True)
        return drop_none(custom_id=self.custom_id(form), required=required, **numbers, options=options)

    def _radio_group(self, form: Form) -> Json:
        return self._group(form, 2, {})

    def _checkbox_group(self, form: Form) -> Json:
        count = max(len(form.array("options", limits.GROUP_OPTIONS)), 1)
        return self._group(form, 1, self._numbers(form, limits.GROUP_OPTIONS, count))

    def _checkbox(self, form: Form) -> Json:
        return {"custom_id": self.custom_id(form), "default": form.boolean("default", default=False)}


def read_modal(form: Form, emojis: Mapping[str, Json]) -> Json:
    """Return a modal definition with 1 to 5 components."""
    reader = ModalComponents(emojis)
    components = reader.children(form, "components", {ROW, TEXT, LABEL}, limits.MODAL_COMPONENTS)
    return {
        "custom_id": form.text("custom_id", limits.CUSTOM_ID, 1, required=True),
        "title": form.text("title", limits.MODAL_TITLE, 1, required=True),
        "components": reader.assign_ids(components),
    }


def read_answers(form: Form, modal: Json, uploads: Set[str] = frozenset()) -> list[Json]:
    """Return the submitted components as Discord sends them to the bot; invalid ones add errors to the form.

    The values of a file upload are still keys of `uploads`.
    """
    fields = {part["custom_id"]: part for part in flatten(modal["components"]) if "custom_id" in part}
    answers: list[Json] = []
    for part in form.parts("components", limits.MODAL_COMPONENTS):
        kind = part.choice("type", (ROW, TEXT, LABEL))
        if kind == ROW:
            answers.append(
                {"type": ROW, "components": [_answer(one, fields) for one in part.parts("components", 1, 1)]}
            )
        elif kind == LABEL and (inner := part.part("component")):
            answers.append({"type": LABEL, "component": _answer(inner, fields)})
    for answer in flatten(answers):
        if answer.get("type") == FILE_UPLOAD and not uploads >= set(answer["values"]):
            form.add_error("components", "ATTACHMENT_NOT_FOUND", "There is no such file in this request.")
    for custom_id, field in fields.items():
        if field.get("required", True) and field["type"] != CHECKBOX:
            form.add_error("components", "BASE_TYPE_REQUIRED", f'"{custom_id}" is required')
    for number, answer in enumerate(answers, 1):
        answer["id"] = number
    return answers


def _answer(form: Form, fields: dict[str, Json]) -> Json:
    custom_id = form.text("custom_id", limits.CUSTOM_ID, 1, required=True) or ""
    field = fields.pop(custom_id, None)
    if field is None or field["type"] != form.get("type"):
        form.add_error("custom_id", "COMPONENT_VALIDATION_FAILED", "No such field in this modal.")
        return {}
    answer: Json = {"type": field["type"], "id": field["id"], "custom_id": custom_id}
    if field["type"] == TEXT_INPUT:
        minimum = max(field.get("min_length", 0), 1 if field["required"] else 0)
        given = form.text("value", field.get("max_length", limits.TEXT_INPUT))
        if len(given or "") < minimum and (given or field["required"]):
            form.add_error("value", "BASE_TYPE_BAD_LENGTH", f"Must be at least {minimum} in length.")
        return {**answer, "value": given or ""}
    if field["type"] == CHECKBOX:
        return {**answer, "value": bool(form.boolean("value"))}
    if field["type"] == RADIO_GROUP:
        chosen = form.get("value")
        check_values(form, "value", [] if chosen is None else [chosen], field | {"max_values": 1})
        return {**answer, "value": chosen}
    values = form.array("values", limits.SELECT_OPTIONS)
    check_values(form, "values", values, field)
    return {**answer, "values": [str(value) for value in values]}


def check_values(form: Form, key: str, values: list[object], field: Json) -> None:
    """Add errors for selected values that are unknown, repeated, too few or too many."""
    minimum, maximum = field.get("min_values", 1), field.get("max_values", 1)
    if not field.get("required", True) and not values:
        return
    if not minimum <= len(values) <= maximum or len({str(value) for value in values}) != len(values):
        form.add_error(key, "BASE_TYPE_BAD_LENGTH", f"Must be between {minimum} and {maximum} in length.")
    if "options" in field and not {str(value) for value in values} <= {option["value"] for option in field["options"]}:
        form.add_error(key, "COMPONENT_VALIDATION_FAILED", "Component validation failed.")
