"""Validation of request bodies by Discord's API description and by Discord's further rules."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from playground import limits
from playground.commands import read_commands
from playground.errors import ApiError, ErrorCode
from playground.form import Form
from playground.messages import Draft, Upload, read_message
from playground.modals import read_modal
from playground.service import Playground
from tests import openapi

Json = dict[str, Any]
LAYOUT = 1 << 15
MESSAGES = ("POST", "/channels/1/messages")
COMMANDS = ("PUT", "/applications/1/commands")
CALLBACKS = ("POST", "/interactions/1/token/callback")
Read = Callable[..., Draft]


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playground]:
    one = Playground(tmp_path_factory.mktemp("limits") / "world", "http://127.0.0.1:1")
    yield one
    one.world.close()


@pytest.fixture
def read(playground: Playground) -> Read:
    channel = next(iter(playground.world.channels.values()))

    def read(files: dict[str, bytes] | None = None, **body: Any) -> Draft:
        uploads = {str(index): Upload(name, content) for index, (name, content) in enumerate((files or {}).items())}
        return read_message(playground, channel, Form(body), uploads)

    return read


def places(errors: Json, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and code of every error in an error body."""
    for key, value in errors.items():
        if key == "_errors":
            yield from ((path, error["code"]) for error in value)
        else:
            yield from places(value, f"{path}.{key}" if path else key)


def errors(act: Callable[[], object]) -> list[tuple[str, str]]:
    """Return the paths and codes of the errors that `act` raises, empty if none."""
    try:
        act()
    except ApiError as refused:
        return list(places(refused.body.get("errors", {}))) or [("", refused.error_code.name)]
    return []


def wrong_in(read: Read, path: str, body: Any) -> list[tuple[str, str]]:
    """Return the playground's errors for a body on one of the three routes."""
    if path == MESSAGES[1]:
        return errors(lambda: read({"a.txt": b"a"}, **body))
    if path == COMMANDS[1]:
        return errors(lambda: read_commands(body))
    form = Form(body["data"])
    read_modal(form, {})
    return errors(form.raise_errors)


def button(number: int = 0, **fields: Any) -> Json:
    return {"type": 2, "style": 2, "label": "b", "custom_id": f"b{number}", **fields}


def link(**fields: Any) -> Json:
    return {"type": 2, "style": 5, "label": "l", "url": "https://example.org", **fields}


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def choices(count: int, **fields: Any) -> list[Json]:
    """Return options of a select or group."""
    return [{"label": "l", "value": str(number), **fields} for number in range(count)]


def select(**fields: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": choices(1), **fields}


def command(**fields: Any) -> Json:
    return {"name": "play", "description": "Start a game", **fields}


def option(number: int = 0, **fields: Any) -> Json:
    return {"type": 3, "name": f"o{number}", "description": "d", **fields}


def label(number: int = 0, **component: Any) -> Json:
    """Return a label with a text input or the given component."""
    return {"type": 18, "label": "l", "component": {"type": 4, "custom_id": f"c{number}", "style": 1, **component}}


def modal(*components: Json, **fields: Any) -> Json:
    data = {"custom_id": "m", "title": "t", "components": list(components) or [label()], **fields}
    return {"type": 9, "data": data}


def message(*components: Json) -> Json:
    return {"content": "x", "components": list(components)}


def layout(*components: Json) -> Json:
    return {"flags": LAYOUT, "components": list(components)}


PICTURE = {"media": {"url": "https://example.org/a.png"}, "description": "x" * 1024}
NESTED = {"components", "component", "options"}
LONG = {"label": "x" * 100, "description": "x" * 100}
GROUP = {"label": "x" * 45, "description": "x" * 100}
LARGEST = {
    "a message": (
        *MESSAGES,
        {
            "content": "x" * 2000,
            "embeds": [{"title": "x" * 256, "color": 2**24 - 1}],
            "attachments": [{"id": 0, "description": "x" * 1024}],
            "components": [
                row(
                    button(label="x" * 80, custom_id="x" * 100), *(button(number, id=number) for number in range(1, 5))
                ),
                row(select(options=choices(25, **LONG), min_values=0, max_values=25, placeholder="x" * 150)),
                row({"type": 5, "custom_id": "user"}),
                row(link(disabled=True), link(label=None, emoji={"id": None, "name": "♟"})),
                row(link()),
            ],
        },
    ),
    "a layout": (
        *MESSAGES,
        layout(
            {
                "type": 17,
                "accent_color": 0xFFFFFF,
                "spoiler": True,
                "components": [
                    {"type": 9, "components": [text()] * 3, "accessory": button()},
                    {"type": 9, "components": [text("x" * 3900)], "accessory": {"type": 11, **PICTURE}},
                    {"type": 12, "items": [PICTURE] * 9 + [{"media": {"url": "attachment://a.txt"}}]},
                    {"type": 13, "file": {"url": "attachment://a.txt"}},
                    {"type": 14, "spacing": 2, "divider": False},
                    row(button(1)),
                ],
            }
        ),
    ),
    "commands": (
        *COMMANDS,
        [
            command(
                name="x" * 32,
                description="x" * 100,
                options=[
                    option(0, required=True, min_length=0, max_length=6000, description="x" * 100),
                    option(1, name="größe-1_it's", choices=[{"name": str(n), "value": "x" * 100} for n in range(25)]),
                    option(2, type=4, min_value=1, max_value=4),
                    option(3, type=10, min_value=0.5, autocomplete=True),
                    *(option(number) for number in range(4, 25)),
                ],
            ),
            command(name="играть", options=[option(type=2, options=[option(type=1, options=[option()])])]),
            {"type": 2, "name": "Two Words"},
        ],
    ),
    "a modal": (
        *CALLBACKS,
        modal(
            label(0, min_length=0, max_length=4000, value="x" * 4000, placeholder="x" * 100) | GROUP,
            label(1, type=21, options=choices(10)),
            label(2, type=22, options=choices(10, default=True), max_values=10),
            label(3, type=3, options=choices(25, **LONG), min_values=0, max_values=25),
            label(4, type=19, min_values=0, max_values=10),
            title="x" * 45,
            custom_id="x" * 100,
        ),
    ),
}


def changes(whole: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield (path, body) for copies of a body with one changed value: longer, empty, or of another type."""
    here = whole
    for key in path:
        here = here[key]
    values: list[Any] = ["x", {}] if isinstance(here, dict | list | bool) else []
    if isinstance(here, str):
        values = [here + "x", "", 5]
    elif isinstance(here, list):
        values += [[], [*here, further(here[-1])]]
    elif isinstance(here, int | float) and not isinstance(here, bool):
        values = [here + 1, -1, 2**53 + 1, "x"]
    for value in values if path else ():
        changed = deepcopy(whole)
        parent = changed
        for key in path[:-1]:
            parent = parent[key]
        parent[path[-1]] = value
        yield (*path, str(value)[:20]), changed
    if isinstance(here, dict):
        keys: list[Any] = list(here) if path else [key for key in here if key != "type"]
    elif isinstance(here, list):
        # One of several elements with the same keys is enough, unless they have nested parts.
        keys = list({(place if NESTED & one.keys() else 0, *one): place for place, one in enumerate(here)}.values())
    else:
        keys = []
    for key in keys:
        yield from changes(whole, (*path, key))


def further(part: Any) -> Any:
    """Return a copy of a list's element with other values in its unique fields."""
    return {**part, **{key: f"{part[key]}9"[-32:] for key in ("custom_id", "value", "name") if key in part}}


EMBEDS = [
    [{"title": "t"}] * 10,
    [{"description": "x" * 3000}] * 2,
    [{"description": "x" * 4096, "footer": {"text": "x" * 1000}}],
    [{"title": "t", "footer": {"text": "x" * 2048}, "author": {"name": "x" * 256}}],
    [{"fields": [{"name": "x" * 256, "value": "x" * 1024}]}],
    [{"fields": [{"name": "n", "value": "v"}] * 25}],
]
LINKED = {"media": {"url": f"https://{'x' * 2040}"}}
LARGEST |= {
    **{f"embeds {number}": (*MESSAGES, {"embeds": embeds}) for number, embeds in enumerate(EMBEDS)},
    "buttons": (*MESSAGES, message(*(row(*(button(5 * line + place) for place in range(5))) for line in range(5)))),
    "a long link": (*MESSAGES, layout(row(link(url=f"https://{'x' * 504}")), {"type": 12, "items": [LINKED]})),
    "many components": (*MESSAGES, layout({"type": 17, "components": [text()] * 39})),
    "a long text": (*MESSAGES, layout(text("x" * 4000))),
    "many commands": (*COMMANDS, [command(name=f"c{number}") for number in range(100)]),
    "an older modal": (*CALLBACKS, modal(row({"type": 4, "custom_id": "c", "style": 2, "label": "l"}))),
    "a modal of entities": (*CALLBACKS, modal(text(), label(type=23), label(1, type=5), label(2, type=7))),
}


@pytest.mark.parametrize("name", LARGEST)
def test_what_discords_description_refuses_is_refused_and_the_largest_body_is_taken(read: Read, name: str) -> None:
    method, path, body = LARGEST[name]
    assert openapi.problems(method, path, body) == []
    assert wrong_in(read, path, body) == []

    refused = [one for one in changes(body) if openapi.problems(method, path, one[1])]

    assert refused
    taken = [place for place, changed in refused if not wrong_in(read, path, changed)]
    # An empty description of a picture is treated as missing.
    assert [place for place in taken if place[-2:] != ("description", "")] == []


CHOICE = {"name": "n", "value": "v"}
SELECTED: Json = {"options": choices(2, default=True)}
FIRST = "components.0.components.0"
FIELD = "components.0.component"


REFUSED = {
    "BASE_TYPE_MAX_LENGTH": [
        ({"content": "x" * 2001}, "content"),
        (message(*(row(button(n)) for n in range(6))), "components"),
        ([command(options=[option(choices=[{**CHOICE, "value": "x" * 101}])])], "0.options.0.choices.0.value"),
        (modal(label(max_length=2, value="xxx")), f"{FIELD}.value"),
    ],
    "BASE_TYPE_REQUIRED": [
        ({"embeds": [{"title": "t", "author": {"name": ""}}]}, "embeds.0.author.name"),
        (message(row(button(custom_id=None))), f"{FIRST}.custom_id"),
        (message(row(link(url=None))), f"{FIRST}.url"),
        (message(row(button(style=6, custom_id=None))), f"{FIRST}.sku_id"),
        ([command(description="")], "0.description"),
        (modal(row({"type": 4, "custom_id": "c", "style": 1})), f"{FIRST}.label"),
    ],
    "MAX_EMBED_SIZE_EXCEEDED": [({"embeds": [{"description": "x" * size} for size in (3000, 3001)]}, "embeds")],
    "ATTACHMENT_NOT_FOUND": [({"attachments": [{"id": 1}]}, "attachments.0.id")],
    "COMPONENT_LAYOUT_WIDTH_EXCEEDED": [
        (message(row(select(), button())), "components.0.components"),
        (message(row(select(), select(custom_id="t"))), "components.0.components"),
    ],
    "BUTTON_COMPONENT_LABEL_REQUIRED": [(message(row(button(label=None))), FIRST)],
    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE": [
        (message(row(button(url="https://example.org"))), f"{FIRST}.url"),
        (message(row(link(custom_id="b"))), f"{FIRST}.custom_id"),
    ],
    "URL_TYPE_INVALID_SCHEME": [
        (message(row(link(url="javascript:alert(1)"))), f"{FIRST}.url"),
        (layout({"type": 12, "items": [{"media": {"url": "file:///etc/passwd"}}]}), "components.0.items.0.media.url"),
        (layout({"type": 13, "file": {"url": "https://example.org/a.png"}}), "components.0.file.url"),
    ],
    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED": [
        (message(row(select(options=choices(2, value="same")))), f"{FIRST}.options.1.value")
    ],
    "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES": [
        (message(row(select(**SELECTED))), f"{FIRST}.options"),
        (modal(label(type=21, **SELECTED)), f"{FIELD}.options"),
        (modal(label(type=22, **SELECTED, max_values=1)), f"{FIELD}.options"),
        (
            modal(label(type=8, default_values=[{"id": number, "type": "channel"} for number in "12"])),
            f"{FIELD}.default_values",
        ),
    ],
    "BASE_TYPE_MAX": [
        (message(row(select(options=choices(25), min_values=3, max_values=2))), f"{FIRST}.min_values"),
        (message(row(select(options=choices(2), min_values=3, max_values=3))), f"{FIRST}.min_values"),
        (modal(label(min_length=3, max_length=2)), f"{FIELD}.min_length"),
        (modal(label(type=19, min_values=2)), f"{FIELD}.min_values"),
    ],
    "UNION_TYPE_CHOICES": [(message(text()), "components.0.type")],
    "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED": [
        (layout({"type": 17, "components": [text()] * 40}), "components"),
        (layout({"type": 17, "components": [text()] * 38 + [row(button())]}), "components"),
    ],
    "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED": [(layout(text("x" * 2000), text("x" * 2001)), "components")],
    "COMPONENT_CUSTOM_ID_DUPLICATED": [
        (layout({"type": 17, "components": [row(button())]}, row(button())), "components.1.components.0.custom_id"),
        (modal(label(), label()), "components.1.component.custom_id"),
    ],
    "COMPONENT_ID_DUPLICATED": [(layout({**text(), "id": 5}, {**text(), "id": 5}), "components.1.id")],
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND": [
        (
            layout({"type": 12, "items": [{"media": {"url": "attachment://absent.png"}}]}),
            "components.0.items.0.media.url",
        )
    ],
    "APPLICATION_COMMANDS_DUPLICATE_NAME": [([command(), command()], "1.name")],
    "TOO_MANY_COMMANDS": [([command(name=f"c{number}") for number in range(101)], "")],
    "APPLICATION_COMMAND_INVALID_NAME": [
        *(([command(name=name)], "0.name") for name in ("Play", "Ähre", "a b", "a.b")),
        ([command(options=[option(name="Upper")])], "0.options.0.name"),
    ],
    "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE": [([command(options=[option(), option()])], "0.options.1.name")],
    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID": [
        ([command(options=[option(1), option(2, required=True)])], "0.options.1.required")
    ],
    "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID": [
        ([command(options=[option(choices=[CHOICE], autocomplete=True)])], "0.options.0.autocomplete")
    ],
    "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE": [
        ([command(options=[option(choices=[CHOICE, CHOICE])])], "0.options.0.choices")
    ],
    "APPLICATION_COMMAND_OPTION_CHOICES_INVALID": [
        ([command(options=[option(type=6, choices=[{**CHOICE, "value": 1}])])], "0.options.0.choices")
    ],
    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID": [([command(options=[option(type=1), option(1)])], "0.options")],
    "BASE_TYPE_BAD_LENGTH": [(modal(*(label(number) for number in range(6))), "components")],
    "BASE_TYPE_CHOICES": [(modal(label(type=3, options=choices(1), disabled=True)), f"{FIELD}.disabled")],
    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2": [
        *(
            ({**layout(text()), key: value}, key)
            for key, value in (("content", "x"), ("embeds", [{"title": "x"}]), ("sticker_ids", ["1"]))
        ),
    ],
}


@pytest.mark.parametrize(("body", "place", "code"), [(*row, code) for code, rows in REFUSED.items() for row in rows])
def test_what_discord_refuses_by_rules_beyond_its_description(read: Read, body: Any, place: str, code: str) -> None:
    route = COMMANDS if isinstance(body, list) else CALLBACKS if body.get("type") == 9 else MESSAGES

    assert openapi.problems(*route, body) == []
    assert (place, code) in wrong_in(read, route[1], body)


@pytest.mark.parametrize("body", [{}, {"content": "  \n"}, {"components": [row(button())]}, {"flags": LAYOUT}])
def test_an_empty_message_is_refused(read: Read, body: Json) -> None:
    with pytest.raises(ApiError) as refused:
        read(**body)
    assert refused.value.error_code is ErrorCode.EMPTY_MESSAGE


def test_component_ids_are_assigned_or_kept(read: Read) -> None:
    container = read(**layout({"type": 17, "components": [{**text(), "id": 2}, text()]})).components[0]

    assert [container["id"], *(part["id"] for part in container["components"])] == [1, 2, 3]


def test_at_most_ten_files_are_taken(read: Read) -> None:
    assert len(read({f"{number}.txt": b"x" for number in range(10)}).attachments) == 10
    assert errors(lambda: read({f"{number}.txt": b"x" for number in range(11)})) == [
        ("attachments", "BASE_TYPE_MAX_LENGTH")
    ]


def test_file_names_are_sanitized_and_found_by_either_name(read: Read) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://my board.png"}}]}
    draft = read({"my board.png": b"x"}, **layout(gallery))

    assert draft.attachments[0]["filename"] == "my_board.png"
    assert draft.components[0]["items"][0]["media"]["url"].endswith("/my_board.png")
    assert read({"../../etc/passwd": b"x"}).attachments[0]["filename"] == "_.._etc_passwd"


@pytest.mark.parametrize(("further", "code"), [(0, []), (1, [("0", "APPLICATION_COMMAND_TOO_LARGE")])])
def test_a_command_has_at_most_8000_characters(further: int, code: list[tuple[str, str]]) -> None:
    values = [{"name": f"{number:0100}", "value": "x" * 100} for number in range(20)]
    both = [option(0, description="d", choices=values), option(1, description="d" * 80, choices=values[:19])]
    # 16 characters of the command, 4 of option names, 81 of option descriptions, and 39 choices of 200 characters.
    rest = 8000 - 16 - 4 - 81 - 39 * 200
    assert (
        errors(lambda: read_commands([command(options=[*both, option(2, description="d" * (rest - 2 + further))])]))
        == code
    )


def test_an_error_body_has_discords_shape(read: Read) -> None:
    with pytest.raises(ApiError) as refused:
        read(content="x" * 2001, components=[row(button(label="x" * 81))])

    def told(maximum: int) -> Json:
        message = f"Must be {maximum} or fewer in length."
        return {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": message}]}

    components = {"0": {"components": {"0": {"label": told(80)}}}}
    assert refused.value.body == {
        "message": "Invalid Form Body",
        "code": 50035,
        "errors": {"content": told(2000), "components": components},
    }


def test_limits_are_discords() -> None:
    assert (limits.CALLBACK_SECONDS, limits.TOKEN_SECONDS, limits.NONCE_SECONDS) == (3, 900, 300)
    assert (limits.ATTACHMENT_BYTES, limits.REQUEST_BYTES) == (10 * 2**20, 25 * 2**20)
    assert (limits.GATEWAY_BYTES, limits.GATEWAY_SENDS, limits.GATEWAY_SEND_SECONDS) == (4096, 120, 60)
